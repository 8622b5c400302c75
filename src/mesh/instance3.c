/// A mesh placed by an affine map: how much the map stretches, bounds in world, recentring, pairs of
/// instances, visits of a box.

#include <math.h>

#include "bvh/bvh3_walk.h"
#include "math/double_double.h"
#include "math/eps.h"
#include "mesh/mesh3.h"
#include "mesh/mesh3_pair.h"
#include "mesh/near3.h"

// ---- Placing

/// Zeroes the entry (i, j) of a symmetric matrix by a rotation (Jacobi's method).
static void rotate(double s[3][3], int i, int j)
{
    if (s[i][j] == 0) return;
    double theta = (s[j][j] - s[i][i]) / (2 * s[i][j]);
    double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
    double c = 1 / sqrt(t * t + 1), n = t * c;
    for (int k = 0; k < 3; k++) {
        double x = s[k][i], y = s[k][j];
        s[k][i] = c * x - n * y;
        s[k][j] = n * x + c * y;
    }
    for (int k = 0; k < 3; k++) {
        double x = s[i][k], y = s[j][k];
        s[i][k] = c * x - n * y;
        s[j][k] = n * x + c * y;
    }
}

static flr_vec3 times_power(flr_vec3 v, int exponent)
{
    return flr_vec3_make((flr_real)ldexp((double)v.x, exponent), (flr_real)ldexp((double)v.y, exponent),
                         (flr_real)ldexp((double)v.z, exponent));
}

static double largest(flr_vec3 v)
{
    return fmax(fabs((double)v.x), fmax(fabs((double)v.y), fabs((double)v.z)));
}

/// Bounds the least and greatest factor by which m changes a length, its singular values. They are loosened
/// by far more than their rounding errors, so that both are safe bounds.
static void stretches(flr_mat3 m, flr_real *least, flr_real *greatest)
{
    int exponent;  // of a unit in which squares do not underflow
    (void)frexp(fmax(largest(m.x), fmax(largest(m.y), largest(m.z))), &exponent);
    m.x = times_power(m.x, -exponent);
    m.y = times_power(m.y, -exponent);
    m.z = times_power(m.z, -exponent);
    double s[3][3] = {{flr_dot3(m.x, m.x), flr_dot3(m.x, m.y), flr_dot3(m.x, m.z)},
                      {flr_dot3(m.x, m.y), flr_dot3(m.y, m.y), flr_dot3(m.y, m.z)},
                      {flr_dot3(m.x, m.z), flr_dot3(m.y, m.z), flr_dot3(m.z, m.z)}};
    for (int sweep = 0; sweep < 8; sweep++) {
        rotate(s, 0, 1);
        rotate(s, 0, 2);
        rotate(s, 1, 2);
    }
    double low = fmin(s[0][0], fmin(s[1][1], s[2][2])), high = fmax(s[0][0], fmax(s[1][1], s[2][2]));
    // the eigenvalues of m^T m have an error of several rounding errors of the greatest
    double error = 64 * FLR_OVER_EPS * high;
    const double rounded = sizeof(flr_real) == sizeof(float) ? 1e-6 : 0;
    *least = (flr_real)ldexp(sqrt(fmax(low - error, 0)) * (1 - rounded), exponent);
    *greatest = (flr_real)ldexp(sqrt(high + error) * (1 + rounded), exponent);
}

static void add_tile(const flr_instance3 *i, const heights3_tile *t, flr_aabb3 *b)
{
    const heights3 *const h = i->mesh->heights;
    for (uint32_t row = t->first[1]; row <= t->last[1]; row++) {
        for (uint32_t column = t->first[0]; column <= t->last[0]; column++) {
            if (h->cells && !flr_heights3_is_used(h, column, row)) continue;
            const flr_vec3 p = instance3_point(i, mesh3_vertex(i->mesh, row * h->size[0] + column));
            b->min = flr_min3(b->min, p);
            b->max = flr_max3(b->max, p);
        }
    }
}

/// Returns the box around the corners of a tile's box in world, grown by the rounding errors of its vertices.
static flr_aabb3 around_tile(const flr_instance3 *i, const heights3_tile *t)
{
    const heights3 *const h = i->mesh->heights;
    const flr_vec3 low = flr_sub3(flr_vec3_make(heights3_place(h, 0, t->first[0]),
                                                heights3_place(h, 1, t->first[1]), t->lowest),
                                  i->mesh->shift),
                   high = flr_sub3(flr_vec3_make(heights3_place(h, 0, t->last[0]),
                                                 heights3_place(h, 1, t->last[1]), t->highest),
                                   i->mesh->shift);
    const flr_real slack = (flr_real)(2 * flr_instance3_rounding(i));
    const flr_vec3 more = flr_vec3_make(slack, slack, slack);
    flr_vec3 p = instance3_point(i, low);
    flr_aabb3 b = {p, p};
    for (int k = 1; k < 8; k++) {
        p = instance3_point(
            i, flr_vec3_make(k & 1 ? high.x : low.x, k & 2 ? high.y : low.y, k & 4 ? high.z : low.z));
        b.min = flr_min3(b.min, p);
        b.max = flr_max3(b.max, p);
    }
    return (flr_aabb3){flr_sub3(b.min, more), flr_add3(b.max, more)};
}

static bool is_diagonal(const flr_mat3 *m)
{
    return m->x.y == 0 && m->x.z == 0 && m->y.x == 0 && m->y.z == 0 && m->z.x == 0 && m->z.y == 0;
}

/// Returns the bounds of a mesh of heights in world. If each axis is mapped along itself, rounding keeps the
/// order of coordinates, and the ends suffice. Else only tiles that may reach beyond the present bounds are
/// searched, the four at the corners first.
static flr_aabb3 bounds_of_heights(const flr_instance3 *i)
{
    const heights3 *const h = i->mesh->heights;
    const uint32_t count = h->tile_size[0] * h->tile_size[1],
                   corners[4] = {0, h->tile_size[0] - 1, count - h->tile_size[0], count - 1};
    const flr_real far = (flr_real)INFINITY;
    if (is_diagonal(&i->pose.linear)) {
        const flr_vec3 p = instance3_point(i, i->mesh->info.bounds.min),
                       q = instance3_point(i, i->mesh->info.bounds.max);
        return (flr_aabb3){flr_min3(p, q), flr_max3(p, q)};
    }
    flr_aabb3 b = {{far, far, far}, {-far, -far, -far}};
    for (uint32_t k = 0; k < 4 + count; k++) {
        const heights3_tile *const t = &h->tiles[k < 4 ? corners[k] : k - 4];
        if (!(t->lowest <= t->highest)) continue;
        const flr_aabb3 w = around_tile(i, t);
        if (w.min.x >= b.min.x && w.min.y >= b.min.y && w.min.z >= b.min.z && w.max.x <= b.max.x &&
            w.max.y <= b.max.y && w.max.z <= b.max.z)
            continue;
        add_tile(i, t, &b);
    }
    return b;
}

/// An unused vertex is no part of the shape; if there is one, only corners of triangles count.
static flr_aabb3 world_bounds(const flr_instance3 *i)
{
    const flr_mesh3 *m = i->mesh;
    if (m->heights) return bounds_of_heights(i);
    size_t count = m->every_vertex_used ? m->info.vertex_count : 3 * m->info.triangle_count;
    flr_vec3 p = instance3_point(i, mesh3_vertex(m, m->corners[0]));
    flr_aabb3 b = {p, p};
    for (size_t k = 0; k < count; k++) {
        p = instance3_point(i, mesh3_vertex(m, m->every_vertex_used ? (uint32_t)k : m->corners[k]));
        b.min = flr_min3(b.min, p);
        b.max = flr_max3(b.max, p);
    }
    return b;
}

flr_status flr_instance3_make(const flr_mesh3 *mesh, flr_affine3 pose, flr_instance3 *instance)
{
    if (!mesh || !instance) return FLR_INVALID_ARGUMENT;
    flr_instance3 i = {.mesh = mesh, .pose = pose};
    flr_status status = flr_affine3_invert(pose, &i.inverse);
    if (status != FLR_OK) return status;
    stretches(pose.linear, &i.min_stretch, &i.max_stretch);
    i.bounds = world_bounds(&i);
    if (!flr_is_finite3(i.bounds.min) || !flr_is_finite3(i.bounds.max)) return FLR_NOT_FINITE;
    if (!isfinite(i.max_stretch * i.max_stretch)) return FLR_NOT_FINITE;
    *instance = i;
    return FLR_OK;
}

// ---- Recentring

static double image_along(double x, double y, double z, flr_vec3 p, flr_real t, flr_real o)
{
    const flr_double2 px = flr_two_product(x, (double)p.x), py = flr_two_product(y, (double)p.y),
                      pz = flr_two_product(z, (double)p.z);
    const flr_double2 xy = flr_two_sum(px.high, py.high), zt = flr_two_sum(pz.high, (double)t);
    const flr_double2 sum = flr_two_sum(xy.high, zt.high), all = flr_two_sum(sum.high, -(double)o);
    return all.high + (all.low + sum.low + (xy.low + zt.low + (px.low + py.low + pz.low)));
}

/// Returns the mapped pivot less the origin, as if summed in twice the precision (Ogita, Rump and Oishi,
/// 2005).
static flr_vec3 image_of_pivot(const flr_instance3 *i, flr_vec3 o)
{
    const flr_mat3 *m = &i->pose.linear;
    const flr_vec3 p = i->mesh->pivot, t = i->pose.translation;
    return flr_vec3_make((flr_real)image_along((double)m->x.x, (double)m->y.x, (double)m->z.x, p, t.x, o.x),
                         (flr_real)image_along((double)m->x.y, (double)m->y.y, (double)m->z.y, p, t.y, o.y),
                         (flr_real)image_along((double)m->x.z, (double)m->y.z, (double)m->z.z, p, t.z, o.z));
}

flr_instance3 flr_near3_recentered(const flr_instance3 *i, flr_vec3 o)
{
    flr_instance3 c = *i;
    const bool has_pivot = i->mesh->from_pivot != NULL;
    // the corners inside these bounds were rounded far from the origin, and are rounded again
    const flr_real loose = (flr_real)(2 * flr_instance3_rounding(i));
    const flr_vec3 all = flr_vec3_make(loose, loose, loose);
    c.pose.translation = has_pivot ? image_of_pivot(i, o) : flr_sub3(c.pose.translation, o);
    if (has_pivot) c.mesh = i->mesh->from_pivot;
    c.inverse.translation = flr_neg3(flr_mat3_mul(c.inverse.linear, c.pose.translation));
    c.bounds.min = flr_sub3(flr_sub3(c.bounds.min, o), all);
    c.bounds.max = flr_add3(flr_sub3(c.bounds.max, o), all);
    return c;
}

// ---- Two instances

static double largest_size(flr_vec3 v)
{
    double x = fabs((double)v.x), y = fabs((double)v.y), z = fabs((double)v.z);
    x = x > y ? x : y;
    return x > z ? x : z;
}

double flr_instance3_rounding(const flr_instance3 *i)
{
    const double epsilon = FLR_OVER_EPS;
    // a coordinate in world is a sum of three products and a translation; cancelled terms may exceed the sum,
    // so the terms are bounded
    flr_aabb3 local = i->mesh->info.bounds;
    double min = largest_size(local.min), max = largest_size(local.max), largest = min > max ? min : max;
    return 8 * epsilon * (3 * (double)i->max_stretch * largest + largest_size(i->pose.translation));
}

static bvh3_placed placed(const flr_instance3 *i)
{
    bvh3_placed p = {&i->mesh->tree, i->pose, i->inverse, i->min_stretch, i->max_stretch};
    return p;
}

void flr_mesh3_pair_make(bvh3_pair *pair, const flr_instance3 *a, const flr_instance3 *b)
{
    bvh3_placed x = placed(a), y = placed(b);
    flr_bvh3_pair_make(pair, &x, &y, flr_instance3_rounding(a) + flr_instance3_rounding(b));
}

flr_real flr_mesh3_squared_limit(flr_real limit)
{
    return limit * limit * (1 + (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-6 : (flr_real)1e-15));
}

static bool is_same_pose(const flr_affine3 *a, const flr_affine3 *b)
{
    const flr_vec3 *x = &a->linear.x, *y = &b->linear.x;
    _Static_assert(sizeof *a == 4 * sizeof *x, "a pose is four vectors");
    for (int k = 0; k < 4; k++)
        if (x[k].x != y[k].x || x[k].y != y[k].y || x[k].z != y[k].z) return false;
    return true;
}

bool flr_instance3_in_order(const flr_instance3 *a, const flr_instance3 *b)
{
    if (a == b || (a->mesh == b->mesh && is_same_pose(&a->pose, &b->pose))) return true;
    const size_t count_a = mesh3_present_count(a->mesh), count_b = mesh3_present_count(b->mesh);
    if (count_a != count_b) return count_a < count_b;
    uint32_t k = 0, l = 0;
    for (size_t left = count_a; left > 0; left--, k++, l++) {
        // holes have the numbers of their items
        k = mesh3_next(a->mesh, k);
        l = mesh3_next(b->mesh, l);
        flr_triangle3 t = instance3_item_triangle(a, mesh3_item_of(a->mesh, k));
        flr_triangle3 u = instance3_item_triangle(b, mesh3_item_of(b->mesh, l));
        const flr_real x[9] = {t.a.x, t.a.y, t.a.z, t.b.x, t.b.y, t.b.z, t.c.x, t.c.y, t.c.z};
        const flr_real y[9] = {u.a.x, u.a.y, u.a.z, u.b.x, u.b.y, u.b.z, u.c.x, u.c.y, u.c.z};
        for (int i = 0; i < 9; i++)
            if (x[i] != y[i]) return x[i] < y[i];
    }
    // the same triangles, but perhaps in another tree
    const bool grid_a = a->mesh->heights != NULL, grid_b = b->mesh->heights != NULL;
    if (grid_a != grid_b) return grid_a;
    return a->mesh->info.triangle_count <= b->mesh->info.triangle_count;
}

// ---- The triangles near some points

bvh3_box flr_mesh3_box_around(const flr_instance3 *i, const flr_vec3 *points, int count, flr_real margin)
{
    const bvh3 *tree = &i->mesh->tree;
    const flr_vec3 middle = instance3_point(i, tree->center);
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    double size = 0;
    for (int k = 0; k < count; k++) {
        flr_vec3 q = flr_mat3_mul(i->inverse.linear, flr_sub3(points[k], middle));
        q = flr_scale3(tree->scale, q);
        const double at[3] = {(double)q.x, (double)q.y, (double)q.z};
        for (int c = 0; c < 3; c++) {
            low[c] = fmin(low[c], at[c]);
            high[c] = fmax(high[c], at[c]);
            size = fmax(size, fabs(at[c]));
        }
    }
    const double per_length = (double)tree->scale / (double)i->min_stretch;
    double grown = ((double)margin + flr_instance3_rounding(i)) * per_length + 1e-6 * (size + 1);
    bvh3_box b;
    for (int c = 0; c < 3; c++) {
        // all items lie within [-1, 1]
        const double from = fmax(low[c] - grown, -4), to = fmin(high[c] + grown, 4);
        b.center[c] = (float)((from + to) / 2);
        b.half[c] = (float)((to - from) / 2) + BVH3_SLACK;
    }
    return b;
}

void flr_mesh3_visit_box(const flr_instance3 *i, const flr_vec3 *points, int count, flr_real margin,
                         mesh3_item_fn *fn, void *user)
{
    const bvh3_box b = flr_mesh3_box_around(i, points, count, margin);
    const bvh3_lanes *const lanes = bvh3_lanes_widest();
    bvh3_walk walk;
    bvh3_walk_begin(&walk, &i->mesh->tree);
    for (uint32_t leaf; (leaf = lanes->next_meeting(&walk, &b)) != BVH3_EMPTY;) {
        uint32_t first = bvh3_leaf_first(leaf), end = first + bvh3_leaf_count(leaf);
        for (uint32_t item = first; item < end; item++)
            if (!fn(user, item)) return;
    }
}
