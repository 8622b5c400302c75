/// Which hull do points in a plane, on a line, or in one place have? A polygon is two faces, one the reverse
/// of the other; segments and points have no face.
#include "hull/hull3_build.h"

/// Projects the points along an axis from which the plane of the simplex is not edge-on. Cyclic axes keep
/// the winding, and dropping a coordinate maps the plane exactly.
static void project_points(const hull3_builder *b, flr_vec2 *to)
{
    const flr_vec3 *p = b->points;
    const uint32_t *s = b->simplex;
    int best = 0;
    double most = -1;
    for (int axis = 0; axis < 3; axis++) {
        const flr_vec2 u = flr_seen_along(axis, p[s[0]]), v = flr_seen_along(axis, p[s[1]]),
                       w = flr_seen_along(axis, p[s[2]]);
        const double vx = (double)v.x - (double)u.x, vy = (double)v.y - (double)u.y,
                     wx = (double)w.x - (double)u.x, wy = (double)w.y - (double)u.y;
        double area = fabs(vx * wy - vy * wx);
        bool edge_on = flr_turn2(u, v, w) == 0;
        if (!edge_on && !(area <= most)) most = area, best = axis;
    }
    for (size_t i = 0; i < b->count; i++) to[i] = flr_seen_along(best, p[i]);
}

/// Makes room for the vertices with these numbers, and for so many faces and their half-edges.
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

/// Writes a flat polygon as two faces, one the reverse of the other.
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
    uint32_t *scratch = flr_allocate(&b->allocator, 5 * n + 1, sizeof *scratch);
    bool good = to && scratch;
    if (good) {
        uint32_t *result = scratch + 4 * n;
        project_points(b, to);
        good = take(b, h, result, (uint32_t)hull2_chain(to, n, result, scratch), 2);
        if (good) write_two_faces(h);
    }
    flr_release(&b->allocator, scratch, 5 * n + 1, sizeof *scratch);
    flr_release(&b->allocator, to, n, sizeof *to);
    return good;
}

/// Returns the corner of the polygon strictly between two that is farthest from the line through both;
/// `from` if there is none.
static uint32_t farthest_between(const hull3_builder *b, uint32_t from, uint32_t to, double *distance)
{
    const uint32_t n = (uint32_t)b->count;
    flr_vec3 a = b->points[from], along = flr_sub3(b->points[to], a);
    flr_real length = flr_length3(along);
    uint32_t found = from;
    *distance = -1;
    for (uint32_t i = (from + 1) % n; i != to; i = (i + 1) % n) {
        flr_vec3 out = flr_cross3(along, flr_sub3(b->points[i], a));
        double d = length > 0 ? (double)(flr_length3(out) / length) : 0;
        if (!(d <= *distance)) *distance = d, found = i;
    }
    return found;
}

/// The points are the corners of a polygon in order, and more than the limit.
bool hull3_flat_few(hull3_builder *b, uint32_t limit, flr_hull3 *h)
{
    const flr_allocator *memory = &b->allocator;
    uint32_t *chosen = flr_allocate(memory, 2 * (size_t)limit, sizeof *chosen), n = 2;
    double *distance = flr_allocate(memory, limit, sizeof *distance);
    bool good = chosen && distance;
    if (good) {
        uint32_t *between = chosen + limit;
        chosen[0] = b->simplex[0];
        chosen[1] = b->simplex[1];
        for (int k = 0; k < 2; k++) between[k] = farthest_between(b, chosen[k], chosen[1 - k], &distance[k]);
        while (n < limit) {
            uint32_t best = 0;
            for (uint32_t i = 1; i < n; i++)
                if (distance[i] > distance[best]) best = i;
            if (distance[best] < 0) break;
            for (uint32_t i = n; i > best + 1; i--)
                chosen[i] = chosen[i - 1], between[i] = between[i - 1], distance[i] = distance[i - 1];
            chosen[best + 1] = between[best];
            n++;
            for (uint32_t i = best; i <= best + 1; i++)
                between[i] = farthest_between(b, chosen[i], chosen[(i + 1) % n], &distance[i]);
        }
        for (uint32_t i = 0; i < n; i++)
            if (distance[i] > (double)h->info.outside) h->info.outside = (flr_real)distance[i];
        good = take(b, h, chosen, n, 2);
        if (good) write_two_faces(h);
    }
    flr_release(memory, distance, limit, sizeof *distance);
    flr_release(memory, chosen, 2 * (size_t)limit, sizeof *chosen);
    return good;
}
