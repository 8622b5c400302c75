/// k-DOPs: slabs along fixed directions, of space and of the plane (there with z = 0).
#include <string.h>

#include <math.h>

#include "feeler/dop2.h"
#include "feeler/dop3.h"
#include "math/double_double.h"

// ---- One slab ----

static flr_vec3 space2(flr_vec2 p) { return flr_vec3_make(p.x, p.y, 0); }
static flr_vec3 space3(flr_vec3 p) { return p; }

/// A product between two bounds, the same where it is exact.
typedef struct range {
    flr_real low, high;
} range;

/// dot(d, p), and by at least `more` wider on both sides.
static range product(flr_vec3 d, flr_vec3 p, double more)
{
    const double eps = sizeof(flr_real) == sizeof(float) ? 0x1p-22 : 0x1p-51;
    const flr_double2 x = flr_two_product((double)d.x, (double)p.x),
                      y = flr_two_product((double)d.y, (double)p.y),
                      z = flr_two_product((double)d.z, (double)p.z), xy = flr_two_sum(x.high, y.high),
                      all = flr_two_sum(xy.high, z.high);
    const double rest = fabs(x.low) + fabs(y.low) + fabs(z.low) + fabs(xy.low) + fabs(all.low);
    const bool exact = rest == 0 && more == 0 && (double)(flr_real)all.high == all.high;
    const double by = exact ? 0 : more + eps * (fabs(x.high) + fabs(y.high) + fabs(z.high));
    // what vanishes below the least number
    const double least = exact ? 0 : (sizeof(flr_real) == sizeof(float) ? 0x1p-140 : 0x1p-1060);
    return (range){(flr_real)(all.high - by - least), (flr_real)(all.high + by + least)};
}

static bool is_finite(range r) { return isfinite(r.low) && isfinite(r.high); }

static void widen(flr_real *low, flr_real *high, range r)
{
    if (r.low < *low) *low = r.low;
    if (r.high > *high) *high = r.high;
}

/// How far the shape reaches beyond a support point along d: its radius, and 8 rounding errors of size and coordinates, by which a
/// support point may not be the farthest.
static double reach_of_core(flr_vec3 d, flr_vec3 p, flr_vec3 q, double radius)
{
    const double eps = sizeof(flr_real) == sizeof(float) ? 0x1p-19 : 0x1p-48, length = (double)flr_length3(d);
    return eps * length * ((double)flr_reach3(p) + (double)flr_reach3(q) + radius) + length * radius;
}

// ---- In both dimensions ----

#define DOP(D)                                                                                               \
    flr_status flr_dop##D##_make(const flr_vec##D *directions, size_t count, flr_dop##D *dop)                \
    {                                                                                                        \
        if (!directions || !dop || count == 0 || count > FLR_DOP_MOST) return FLR_INVALID_ARGUMENT;          \
        for (size_t i = 0; i < count; ++i) {                                                                 \
            if (!flr_is_finite##D(directions[i])) return FLR_NOT_FINITE;                                     \
            if (!(flr_reach##D(directions[i]) > 0)) return FLR_INVALID_SHAPE;                                \
        }                                                                                                    \
        dop->directions = directions;                                                                        \
        dop->count = count;                                                                                  \
        for (size_t i = 0; i < FLR_DOP_MOST; ++i) {                                                          \
            dop->low[i] = (flr_real)INFINITY;                                                                \
            dop->high[i] = (flr_real)-INFINITY;                                                              \
        }                                                                                                    \
        return FLR_OK;                                                                                       \
    }                                                                                                        \
    flr_status flr_dop##D##_add_points(flr_dop##D *dop, const flr_vec##D *points, size_t count)              \
    {                                                                                                        \
        if (!dop || (count > 0 && !points)) return FLR_INVALID_ARGUMENT;                                     \
        flr_dop##D grown = *dop;                                                                             \
        for (size_t k = 0; k < count; ++k)                                                                   \
            for (size_t i = 0; i < dop->count; ++i) {                                                        \
                const range r = product(space##D(dop->directions[i]), space##D(points[k]), 0);               \
                if (!is_finite(r)) return FLR_NOT_FINITE;                                                    \
                widen(&grown.low[i], &grown.high[i], r);                                                     \
            }                                                                                                \
        *dop = grown;                                                                                        \
        return FLR_OK;                                                                                       \
    }                                                                                                        \
    flr_status flr_dop##D##_add_convex(flr_dop##D *dop, const flr_convex##D *shape)                          \
    {                                                                                                        \
        if (!dop || !shape) return FLR_INVALID_ARGUMENT;                                                     \
        flr_dop##D grown = *dop;                                                                             \
        for (size_t i = 0; i < dop->count; ++i) {                                                            \
            const flr_vec3 d = space##D(dop->directions[i]),                                                 \
                           p = space##D(flr_support##D(shape, dop->directions[i])),                          \
                           q = space##D(flr_support##D(shape, flr_neg##D(dop->directions[i])));              \
            const double more = reach_of_core(d, p, q, (double)shape->radius);                               \
            const range high = product(d, p, more), low = product(d, q, more);                               \
            if (!is_finite(high) || !is_finite(low)) return FLR_NOT_FINITE;                                  \
            widen(&grown.low[i], &grown.high[i], (range){low.low, high.high});                               \
        }                                                                                                    \
        *dop = grown;                                                                                        \
        return FLR_OK;                                                                                       \
    }                                                                                                        \
    static bool same_directions##D(const flr_dop##D *a, const flr_dop##D *b)                                 \
    {                                                                                                        \
        if (a->count != b->count) return false;                                                              \
        return a->directions == b->directions ||                                                             \
               memcmp(a->directions, b->directions, a->count * sizeof *a->directions) == 0;                  \
    }                                                                                                        \
    flr_status flr_dop##D##_merge(flr_dop##D *dop, const flr_dop##D *other)                                  \
    {                                                                                                        \
        if (!dop || !other || !same_directions##D(dop, other)) return FLR_INVALID_ARGUMENT;                  \
        for (size_t i = 0; i < dop->count; ++i)                                                              \
            widen(&dop->low[i], &dop->high[i], (range){other->low[i], other->high[i]});                      \
        return FLR_OK;                                                                                       \
    }                                                                                                        \
    flr_status flr_dop##D##_move(flr_dop##D *dop, flr_vec##D translation)                                    \
    {                                                                                                        \
        if (!dop) return FLR_INVALID_ARGUMENT;                                                               \
        flr_dop##D moved = *dop;                                                                             \
        for (size_t i = 0; i < dop->count; ++i) {                                                            \
            const range by = product(space##D(dop->directions[i]), space##D(translation), 0);                \
            if (!is_finite(by)) return FLR_NOT_FINITE;                                                       \
            if (dop->low[i] > dop->high[i]) continue;                                                        \
            const flr_vec3 one = {1, 1, 0};                                                                  \
            moved.low[i] = product(one, flr_vec3_make(dop->low[i], by.low, 0), 0).low;                       \
            moved.high[i] = product(one, flr_vec3_make(dop->high[i], by.high, 0), 0).high;                   \
            if (!isfinite(moved.low[i]) || !isfinite(moved.high[i])) return FLR_NOT_FINITE;                  \
        }                                                                                                    \
        *dop = moved;                                                                                        \
        return FLR_OK;                                                                                       \
    }                                                                                                        \
    static bool is_empty##D(const flr_dop##D *a) { return !(a->count > 0 && a->low[0] <= a->high[0]); }      \
    bool flr_overlap##D##_dop_dop(const flr_dop##D *a, const flr_dop##D *b)                                  \
    {                                                                                                        \
        if (is_empty##D(a) || is_empty##D(b)) return false;                                                  \
        if (!same_directions##D(a, b)) return true;                                                          \
        for (size_t i = 0; i < a->count; ++i)                                                                \
            if (a->high[i] < b->low[i] || b->high[i] < a->low[i]) return false;                              \
        return true;                                                                                         \
    }                                                                                                        \
    flr_rayhit##D flr_raycast##D##_ray_dop(const flr_raycast##D##_path *path, const flr_dop##D *dop)         \
    {                                                                                                        \
        flr_halfspace##D faces[2 * FLR_DOP_MOST];                                                            \
        const flr_rayhit##D none = {.hit = false};                                                           \
        if (is_empty##D(dop)) return none;                                                                   \
        for (size_t i = 0; i < dop->count; ++i) {                                                            \
            faces[2 * i] = (flr_halfspace##D){dop->directions[i], dop->high[i]};                             \
            faces[2 * i + 1] = (flr_halfspace##D){flr_neg##D(dop->directions[i]), -dop->low[i]};             \
        }                                                                                                    \
        return flr_raycast##D##_ray_halfspaces(path, faces, 2 * dop->count);                                 \
    }

DOP(2)
DOP(3)

// ---- Standard directions, and meshes ----

flr_status flr_dop2_standard(size_t k, flr_dop2 *dop)
{
    static const flr_vec2 directions[4] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    return k == 4 || k == 8 ? flr_dop2_make(directions, k / 2, dop) : FLR_INVALID_ARGUMENT;
}

flr_status flr_dop3_standard(size_t k, flr_dop3 *dop)
{
    // faces of the cube, its corners, its edges; and edges with faces alone
    static const flr_vec3 directions[13] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1}, {1, 1, 1},  {1, 1, -1},
                                            {1, -1, 1}, {-1, 1, 1}, {1, 1, 0}, {1, -1, 0}, {1, 0, 1},
                                            {1, 0, -1}, {0, 1, 1},  {0, 1, -1}};
    static const flr_vec3 edges[9] = {{1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0}, {1, -1, 0},
                                      {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1}};
    if (k == 18) return flr_dop3_make(edges, 9, dop);
    return k == 6 || k == 14 || k == 26 ? flr_dop3_make(directions, k / 2, dop) : FLR_INVALID_ARGUMENT;
}

flr_status flr_dop3_add_mesh(flr_dop3 *dop, const flr_instance3 *mesh)
{
    if (!dop || !mesh) return FLR_INVALID_ARGUMENT;
    flr_dop3 grown = *dop;
    const size_t count = flr_mesh3_get_info(mesh->mesh).triangle_count;
    for (size_t i = 0; i < count; ++i) {
        const flr_triangle3 t = flr_mesh3_triangle(mesh->mesh, i);
        if (isnan(t.a.x)) continue;  // a hole in a grid of heights
        const flr_vec3 p[3] = {flr_affine3_point(mesh->pose, t.a), flr_affine3_point(mesh->pose, t.b),
                               flr_affine3_point(mesh->pose, t.c)};
        const flr_status status = flr_dop3_add_points(&grown, p, 3);
        if (status != FLR_OK) return status;
    }
    *dop = grown;
    return FLR_OK;
}
