#include "query/deforming.h"

#include <stdlib.h>

typedef struct meetings {
    flr_vertex_toi3_meeting *of;
    size_t count, room;
    bool failed;
} meetings;

static bool keep_meeting(void *user, const flr_vertex_toi3_meeting *m)
{
    meetings *all = user;
    if (all->count == all->room) {
        const size_t room = 2 * all->room + 16;
        flr_vertex_toi3_meeting *more = realloc(all->of, room * sizeof *more);
        all->failed = !more;
        if (!more) return false;
        all->of = more;
        all->room = room;
    }
    all->of[all->count++] = *m;
    return true;
}

static int compare_vertices(const uint32_t *a, const uint32_t *b)
{
    for (int i = 0; i < 3; ++i)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

/// By time, then by what meets, which no two share.
static int compare_meetings(const void *x, const void *y)
{
    const flr_vertex_toi3_meeting *a = x, *b = y;
    if (a->toi.t != b->toi.t) return a->toi.t < b->toi.t ? -1 : 1;
    if (a->features != b->features) return a->features < b->features ? -1 : 1;
    const int first = compare_vertices(a->vertices_a, b->vertices_a);
    return first ? first : compare_vertices(a->vertices_b, b->vertices_b);
}

flr_status deforming_first(const deforming *d, flr_vertex_toi3_meeting *first)
{
    return d->b ? flr_vertex_toi3_mesh_mesh_first(d->a, d->end_a, d->b, d->end_b, &d->options, NULL, first)
                : flr_vertex_toi3_mesh_self_first(d->a, d->end_a, &d->options, NULL, first);
}

flr_status deforming_all(const deforming *d, flr_vertex_toi3_meeting **all, size_t *count)
{
    meetings m = {0};
    flr_status status =
        d->b ? flr_vertex_toi3_mesh_mesh_all(d->a, d->end_a, d->b, d->end_b, &d->options, NULL, keep_meeting,
                                             &m)
             : flr_vertex_toi3_mesh_self_all(d->a, d->end_a, &d->options, NULL, keep_meeting, &m);
    if (m.failed) status = FLR_OUT_OF_MEMORY;
    if (status != FLR_OK) {
        free(m.of);
        m = (meetings){0};
    }
    if (m.count) qsort(m.of, m.count, sizeof *m.of, compare_meetings);
    *all = m.of;
    *count = m.count;
    return status;
}
