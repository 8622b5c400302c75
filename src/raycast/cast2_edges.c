#include "math/cross2.h"
#include "raycast/cast2_course.h"

/// Once the two are known to meet: do they lie on one line?
static bool collinear(const flr_edge2 *e, const flr_edge2 *g)
{
    if (flr_edge2_side(e, g->a) != 0) return false;
    if (g->kind == FLR_OUTLINE2_CHAIN) return flr_edge2_side(e, g->b) == 0;
    if (e->kind == FLR_OUTLINE2_CHAIN) return flr_edge2_side(g, e->a) == 0 && flr_edge2_side(g, e->b) == 0;
    return flr_cross2_sign(e->b, flr_vec2_make(0, 0), g->b) == 0;
}

/// The path runs along g: from where to where.
static void note_stretch(flr_course2 *c, const flr_edge2 *g)
{
    const flr_local2 against = {0, 0};
    double from = flr_course2_at(c, g->a), to = from;
    flr_vec2 corner = g->a;
    if (g->kind == FLR_OUTLINE2_CHAIN) {
        to = flr_course2_at(c, g->b);
        if (to < from) {
            double keep = from;
            from = to, to = keep, corner = g->b;
        }
    } else {
        flr_local2 along = flr_frame2_along(&c->frame, g);
        bool ahead = flr_local2_dot(along, c->heading) > 0;
        if (ahead || g->kind == FLR_OUTLINE2_LINE) to = INFINITY;
        if (!ahead || g->kind == FLR_OUTLINE2_LINE) from = -INFINITY;
    }
    // they do meet, so rounding must not part them
    if (c->edge.kind == FLR_OUTLINE2_CHAIN && from > 1) from = 1;
    if (c->edge.kind != FLR_OUTLINE2_LINE && to < 0) to = 0;
    flr_course2_note(c, from, to, against, isfinite(from) ? &corner : NULL);
}

/// Twice the area that the corners go around, local: its sign is the winding.
static double area_of(const flr_frame2 *f, const flr_outline2 *o)
{
    double sum = 0;
    flr_local2 base = flr_frame2_point(f, flr_outline2_corner(o, 0));
    for (size_t i = 1; i + 1 < o->count; ++i) {
        flr_local2 p = flr_local2_sub(flr_frame2_point(f, flr_outline2_corner(o, i)), base);
        flr_local2 q = flr_local2_sub(flr_frame2_point(f, flr_outline2_corner(o, i + 1)), base);
        sum += flr_local2_cross(p, q);
    }
    return sum;
}

static void note_crossing(flr_course2 *c, const flr_edge2 *g, double winding)
{
    flr_local2 along = flr_frame2_along(&c->frame, g), normal = {along.y, -along.x};
    double facing = flr_local2_dot(normal, c->heading);
    if (winding < 0 || (winding == 0 && facing > 0)) normal.x = -normal.x, normal.y = -normal.y;
    const flr_vec2 *corner = NULL;
    if (g->kind != FLR_OUTLINE2_LINE && flr_edge2_side(&c->edge, g->a) == 0)
        corner = &g->a;
    else if (g->kind == FLR_OUTLINE2_CHAIN && flr_edge2_side(&c->edge, g->b) == 0)
        corner = &g->b;
    double t = flr_frame2_crossing(&c->frame, &c->edge, g);
    flr_course2_note(c, t, t, normal, corner);
}

void flr_course2_edges(flr_course2 *c, const flr_outline2 *shape)
{
    size_t edges = flr_outline2_edges(shape);
    double winding = shape->solid && edges > 0 ? area_of(&c->frame, shape) : 0;
    for (size_t i = 0; i < edges; ++i) {
        flr_edge2 g = flr_outline2_edge(shape, i);
        if (!flr_edge2_meet(&c->edge, &g)) continue;
        if (collinear(&c->edge, &g))
            note_stretch(c, &g);
        else
            note_crossing(c, &g, winding);
    }
}
