#include "any/any3_distance.h"

/// The edges of two faceted shapes, each against the other shape. Of two that meet only those that do: to ask whether takes a
/// small part of what it takes to tell how far.
typedef struct search {
    bool meeting;
    flr_status status;
    flr_closest3 best;
} search;

static bool do_meet(const flr_shape3 *a, const flr_shape3 *b)
{
    bool overlap;
    return flr_any3_exact_overlap(a, b, &overlap) && overlap;
}

static void improve(search *s, bool of_b, const flr_segment3 *e, const flr_shape3 *other)
{
    const flr_shape3 edge = any3_of_segment(e->a, e->b);
    if (s->meeting && !do_meet(&edge, other)) return;
    flr_closest3 c;
    const flr_status status = flr_any3_distance(&edge, other, s->best.distance, &c);
    if (status != FLR_OK) s->status = status;
    if (!(c.distance < s->best.distance)) return;
    s->best = of_b ? (flr_closest3){c.distance, c.point_b, c.point_a} : c;
}

static search of_edges(const flr_shape3 *a, const flr_shape3 *b, bool meeting)
{
    search s = {meeting, FLR_OK, {.distance = (flr_real)INFINITY}};
    for (int of_b = 0; of_b < 2; ++of_b) {
        const flr_shape3 *own = of_b ? b : a, *other = of_b ? a : b;
        const size_t count = flr_any3_edge_count(own);
        for (size_t i = 0; i < count && s.best.distance != 0; ++i) {
            const flr_segment3 e = flr_any3_edge(own, i);
            improve(&s, of_b, &e, other);
        }
    }
    return s;
}

flr_status flr_any3_distance_by_edges(const flr_shape3 *a, const flr_shape3 *b, flr_closest3 *closest)
{
    search s = of_edges(a, b, do_meet(a, b));
    // quads that are folded may meet beside all edges
    if (s.meeting && s.best.distance != 0) s = of_edges(a, b, false);
    *closest = s.best;
    return s.status;
}
