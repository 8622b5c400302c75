/// Hulls without a volume: polygon, segment, point.
#include "shape/hull3_build.h"

/// The plane through the simplex seen along an axis from which it is not edge-on. Cyclic axes keep the winding, and dropping
/// a coordinate maps the plane exactly.
static void picture(const hull3_builder *b, flr_vec2 *to)
{
    const flr_vec3 *p = b->points;
    const uint32_t *s = b->simplex;
    int best = 0;
    double most = -1;
    for (int axis = 0; axis < 3; axis++) {
        double x[3], y[3];
        for (int i = 0; i < 3; i++) {
            const flr_real c[3] = {p[s[i]].x, p[s[i]].y, p[s[i]].z};
            x[i] = (double)c[(axis + 1) % 3], y[i] = (double)c[(axis + 2) % 3];
        }
        double area = fabs((x[1] - x[0]) * (y[2] - y[0]) - (y[1] - y[0]) * (x[2] - x[0]));
        bool edge_on = flr_orient2_inline(x[0], y[0], x[1], y[1], x[2], y[2]) == 0;
        if (!edge_on && !(area <= most)) most = area, best = axis;
    }
    for (size_t i = 0; i < b->count; i++) {
        const flr_real c[3] = {p[i].x, p[i].y, p[i].z};
        to[i] = flr_vec2_make(c[(best + 1) % 3], c[(best + 2) % 3]);
    }
}

/// The vertices by their numbers, and as many faces and half-edges as are told.
static bool take(const hull3_builder *b, flr_hull3 *h, const uint32_t *vertex, uint32_t count, uint32_t faces)
{
    h->info.vertex_count = count;
    h->info.face_count = faces;
    h->info.half_edge_count = faces * count;
    if (!hull3_allocate(h)) return false;
    for (uint32_t i = 0; i < count; i++) {
        h->sources[i] = vertex[i];
        h->vertices[i] = b->points[vertex[i]];
    }
    h->first[0] = 0;
    return true;
}

static void write_two_faces(flr_hull3 *h)
{
    const uint32_t n = h->info.vertex_count;
    h->first[1] = n;
    h->first[2] = 2 * n;
    for (uint32_t k = 0; k < n; k++) {
        h->origin[k] = k;
        h->origin[n + k] = n - 1 - k;
        h->twin[k] = k == n - 1 ? 2 * n - 1 : 2 * n - 2 - k;
        h->twin[h->twin[k]] = k;
    }
}

bool hull3_flat(hull3_builder *b, flr_hull3 *h)
{
    if (b->dimension < 2) return take(b, h, b->simplex, b->dimension == 1 ? 2 : 1, 0);
    const size_t n = b->count;
    flr_vec2 *to = flr_allocate(&b->allocator, n, sizeof *to);
    uint32_t *scratch = flr_allocate(&b->allocator, 3 * n + 1, sizeof *scratch);
    bool good = to && scratch;
    if (good) {
        uint32_t *index = scratch, *spare = scratch + n, *result = scratch + 2 * n;
        for (size_t i = 0; i < n; i++) index[i] = (uint32_t)i;
        picture(b, to);
        good = take(b, h, result, (uint32_t)hull2_chain(to, index, n, result, spare), 2);
        if (good) write_two_faces(h);
    }
    flr_release(&b->allocator, scratch, 3 * n + 1, sizeof *scratch);
    flr_release(&b->allocator, to, n, sizeof *to);
    return good;
}
