/// The shapes in space as every question of this room sees them: checks, the order of shapes, and flr_any3_begin, with
/// which a question about two shapes starts.
#include <float.h>

#include "any/any3.h"
#include "convex/kinds3.h"
#include "convex/order.h"
#include "hull/hull3.h"
#include "math/eps.h"
#include "math/simd.h"
#include "math/vectors.h"
#include "mesh/mesh3_pair.h"

/// Are the absolute values of all numbers at most `limit`, and none a NaN or an infinity? Compares bits, as
/// all can be tested at once; the bits of a NaN or an infinity are those of a larger number.
static bool are_below(const flr_real *x, size_t count, flr_real limit)
{
    const flr_bits most = flr_bits_of(limit);
    flr_bits above = 0;
    for (size_t i = 0; i < count; ++i)
        above |= most - (flr_bits_of(x[i]) & ~(flr_bits)0 >> 1);  // negative if it is larger
    return above >> (8 * sizeof above - 1) == 0;
}

static const flr_real largest_number =
    sizeof(flr_real) == sizeof(float) ? (flr_real)FLT_MAX : (flr_real)DBL_MAX;

static bool are_points_below(const flr_vec3 *p, size_t count, flr_real limit)
{
    return are_below(&p->x, 3 * count, limit);
}

static bool is_convex_below(const flr_convex3 *c, flr_real most)
{
    const convex3_layout *l = &flr_convex3_layouts[c->kind];
    return are_below(&c->radius, 1, most) && are_points_below(&c->center, 1, most) &&
           are_points_below(c->corners, convex3_end_count(c), most) &&
           are_points_below(&c->axes.x + 3 - l->axes, l->axes, most) &&
           are_points_below(&c->half_extents, l->extents, most) &&
           (c->kind != FLR_CONVEX3_POINTS || are_points_below(c->points, c->count, most));
}

static bool is_below(const flr_shape3 *s, flr_real most)
{
    if (!are_below(&s->rounding, 1, most)) return false;
    for (size_t i = 0; s->kind == FLR_SHAPE3_COMPOUND && i < s->as.compound.count; ++i)
        if (!is_below(&s->as.compound.shapes[i], most)) return false;
    if (s->kind == FLR_SHAPE3_COMPOUND) return true;
    if (any3_numbers(s->kind)) return are_below((const flr_real *)&s->as, any3_numbers(s->kind), most);
    if (s->kind == FLR_SHAPE3_POLYGON)
        return are_points_below(s->as.polygon.vertices, s->as.polygon.count, most);
    if (s->kind == FLR_SHAPE3_CONVEX) return is_convex_below(&s->as.convex, most);
    const flr_instance3 *m = &s->as.mesh;
    return are_points_below(&m->pose.linear.x, 3, most) && are_points_below(&m->pose.translation, 1, most) &&
           are_points_below(&m->bounds.min, 2, most);
}

/// Is everything there that the kind points to?
static bool is_complete(const flr_shape3 *s)
{
    const flr_convex3 *c = &s->as.convex;
    if (s->kind == FLR_SHAPE3_POLYGON)
        return s->as.polygon.vertices && s->as.polygon.count > 0 && s->as.polygon.count <= UINT32_MAX;
    if (s->kind == FLR_SHAPE3_MESH)
        return s->as.mesh.mesh && (!s->solid || flr_mesh3_get_info(s->as.mesh.mesh).watertight);
    if (s->kind != FLR_SHAPE3_CONVEX) return true;
    switch (c->kind) {
    case FLR_CONVEX3_POINTS:
        return c->points && c->count > 0;
    case FLR_CONVEX3_CORNERS:
        return c->count > 0 && c->count <= 4;
    case FLR_CONVEX3_USER:
        return c->support != NULL;
    case FLR_CONVEX3_HULL:
        return c->hull != NULL;
    default:
        return true;
    }
}

/// Is the shape complete, and is its rounding allowed? Only a bounded convex shape can be rounded.
static bool is_whole(const flr_shape3 *s)
{
    flr_convex3 core;
    if (!is_complete(s)) return false;
    return s->rounding == 0 || (!(s->rounding < 0) && flr_any3_core(s, &core));
}

/// Checks the kind and the lists of a shape inside `depth` compounds, but not whether its numbers are finite.
static flr_status check_lists(const flr_shape3 *s, int depth)
{
    if (!s || (unsigned)s->kind >= FLR_SHAPE3_COUNT) return FLR_INVALID_ARGUMENT;
    if (s->kind == FLR_SHAPE3_CONVEX && !convex3_is_kind(s->as.convex.kind)) return FLR_INVALID_ARGUMENT;
    if (s->kind != FLR_SHAPE3_COMPOUND) return is_whole(s) ? FLR_OK : FLR_INVALID_SHAPE;
    const flr_compound3 *all = &s->as.compound;
    if (!all->shapes || all->count == 0 || depth == FLR_COMPOUND_DEPTH || s->rounding != 0)
        return FLR_INVALID_SHAPE;
    for (size_t i = 0; i < all->count; ++i) {
        flr_status status = check_lists(&all->shapes[i], depth + 1);
        if (status != FLR_OK) return status;
    }
    return FLR_OK;
}

/// Are all numbers finite, in a shape whose lists have been checked?
static bool is_finite(const flr_shape3 *s) { return is_below(s, largest_number); }

void flr_any3_reduce(const flr_shape3 *s, flr_shape3 *room)
{
    flr_convex3 *c = &room->as.convex;
    flr_any3_core(s, c);
    room->solid = false;
    room->rounding = 0;
    if (c->kind == FLR_CONVEX3_CORNERS && c->count == 1) {
        room->kind = FLR_SHAPE3_SPHERE;
        room->as.sphere = (flr_sphere){c->corners[0], c->radius};
    } else if (c->kind == FLR_CONVEX3_CORNERS && c->count == 2) {
        room->kind = FLR_SHAPE3_CAPSULE;
        room->as.capsule = (flr_capsule3){c->corners[0], c->corners[1], c->radius};
    } else {
        room->kind = FLR_SHAPE3_CONVEX;
    }
}

flr_vec3 flr_any3_point(const flr_shape3 *s)
{
    size_t count;
    const flr_vec3 *v = flr_any3_corners(s, &count);
    if (count) return v[0];
    if (s->kind == FLR_SHAPE3_COMPOUND) return flr_any3_point(&s->as.compound.shapes[0]);
    if (s->kind == FLR_SHAPE3_MESH) {
        const flr_mesh3 *const m = s->as.mesh.mesh;
        return instance3_point(&s->as.mesh, mesh3_item_triangle(m, mesh3_next(m, mesh3_item_of(m, 0))).a);
    }
    flr_convex3 c;
    flr_any3_core(s, &c);
    return flr_support3(&c, flr_vec3_make(1, 0, 0));
}

/// Compares from the last number on: sizes come after places, and motion rarely changes their order.
static int by_numbers(const flr_real *a, const flr_real *b, size_t count)
{
    for (size_t i = count; i-- > 0;)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

static int by_count(size_t a, size_t b) { return (a > b) - (a < b); }

static int by_mesh(const flr_shape3 *a, const flr_shape3 *b)
{
    if (a->solid != b->solid) return a->solid ? -1 : 1;
    if (!flr_instance3_in_order(&a->as.mesh, &b->as.mesh)) return 1;
    return flr_instance3_in_order(&b->as.mesh, &a->as.mesh) ? 0 : -1;
}

int flr_any3_compare(const flr_shape3 *a, const flr_shape3 *b)
{
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    if (a->rounding != b->rounding) return a->rounding < b->rounding ? -1 : 1;
    int order = 0;
    switch (a->kind) {
    case FLR_SHAPE3_POLYGON:
        order = by_count(a->as.polygon.count, b->as.polygon.count);
        if (order) return order;
        return by_numbers(&a->as.polygon.vertices->x, &b->as.polygon.vertices->x, 3 * a->as.polygon.count);
    case FLR_SHAPE3_CONVEX:
        return flr_convex3_compare(&a->as.convex, &b->as.convex);
    case FLR_SHAPE3_MESH:
        return by_mesh(a, b);
    case FLR_SHAPE3_COMPOUND:
        order = by_count(a->as.compound.count, b->as.compound.count);
        for (size_t i = 0; !order && i < a->as.compound.count; i++)
            order = flr_any3_compare(&a->as.compound.shapes[i], &b->as.compound.shapes[i]);
        return order;
    default:
        return by_numbers(&a->as.point.x, &b->as.point.x, any3_numbers(a->kind));
    }
}

/// Returns the sum of absolute values: finite only if all numbers are, and at least the largest. Four sums
/// at once, so that each addition waits only for its own last one.
static inline double sum_of(const flr_real *x, size_t count)
{
    f64x2 even = {0, 0}, odd = {0, 0};
    size_t i = 0;
    if (count >= 4) {
        even = f64x2_abs((f64x2){(double)x[0], (double)x[1]});
        odd = f64x2_abs((f64x2){(double)x[2], (double)x[3]});
        i = 4;
    }
    for (; i + 4 <= count; i += 4) {
        even += f64x2_abs((f64x2){(double)x[i], (double)x[i + 1]});
        odd += f64x2_abs((f64x2){(double)x[i + 2], (double)x[i + 3]});
    }
    if (count & 2) even += f64x2_abs((f64x2){(double)x[i], (double)x[i + 1]});
    if (count & 1) odd += f64x2_abs((f64x2){(double)x[count - 1], 0});
    even += odd;
    return even[0] + even[1];
}

/// Two sums of absolute values: of all numbers, and of those that are lengths or coordinates.
static inline f64x2 sums_of(double size, double others) { return (f64x2){size + others, size}; }

/// The sums of a core by its layout.
static __attribute__((noinline)) f64x2 sums_of_layout(const flr_convex3 *c)
{
    const f64x2 none = {INFINITY, INFINITY};
    if (!convex3_is_kind(c->kind)) return none;
    const convex3_layout *l = &flr_convex3_layouts[c->kind];
    const double size = flr_spread3(c->center) + fabs((double)c->radius),
                 extents = l->extents ? flr_spread3(c->half_extents) : 0;
    return sums_of(size + (sum_of(&c->corners[0].x, 3 * (size_t)convex3_end_count(c)) + extents),
                   sum_of(&(&c->axes.x)[3 - l->axes].x, 3 * (size_t)l->axes));
}

/// The sums of a core; of one whose lists are not complete, infinite ones.
static inline f64x2 sums_of_convex(const flr_convex3 *c)
{
    const f64x2 none = {INFINITY, INFINITY};
    const double size = flr_spread3(c->center) + fabs((double)c->radius);
    switch (c->kind) {
    case FLR_CONVEX3_CORNERS:
        return c->count < 1 || c->count > 4 ? none : sums_of_layout(c);
    case FLR_CONVEX3_POINTS:
        if (!c->points || c->count < 1) return none;
        return sums_of(size + sum_of(&c->points->x, 3 * (size_t)c->count), sum_of(&c->axes.x.x, 9));
    case FLR_CONVEX3_HULL:
        if (!c->hull) return none;
        return sums_of(size + (flr_spread3(c->hull->base) + (double)c->hull->radius),
                       sum_of(&c->axes.x.x, 9));
    case FLR_CONVEX3_USER:
        return c->support ? sums_of(size, 0) : none;
    default:
        return sums_of_layout(c);
    }
}

/// The sums of a shape made of a number of points, directions and lengths, which are constants where this is
/// called.
static inline f64x2 sums_of_numbers(const flr_shape3 *s, size_t points, size_t directions, size_t lengths)
{
    const flr_real *x = (const flr_real *)&s->as;
    const size_t from = 3 * points, to = from + 3 * directions;
    if (directions == 0) return sums_of(sum_of(x, to + lengths), 0);
    return sums_of(sum_of(x, from) + sum_of(x + to, lengths), sum_of(x + from, 3 * directions));
}

/// The sums of a shape that is used as it is if it has no rounding; infinite ones of other kinds. What has a
/// direction of its own is measured by all of its numbers.
static __attribute__((noinline)) f64x2 sums_of_plain(const flr_shape3 *s)
{
    switch (s->kind) {
    case FLR_SHAPE3_POINT:
        return sums_of_numbers(s, 1, 0, 0);
    case FLR_SHAPE3_PLANE:
    case FLR_SHAPE3_HALFSPACE:
    case FLR_SHAPE3_SPHERE:
        return sums_of_numbers(s, 1, 0, 1);
    case FLR_SHAPE3_SEGMENT:
    case FLR_SHAPE3_RAY:
    case FLR_SHAPE3_LINE:
    case FLR_SHAPE3_AABB:
        return sums_of_numbers(s, 2, 0, 0);
    case FLR_SHAPE3_CAPSULE:
    case FLR_SHAPE3_CYLINDER:
    case FLR_SHAPE3_CONE:
        return sums_of_numbers(s, 2, 0, 1);
    case FLR_SHAPE3_TRIANGLE:
        return sums_of_numbers(s, 3, 0, 0);
    case FLR_SHAPE3_QUAD:
    case FLR_SHAPE3_TETRAHEDRON:
        return sums_of_numbers(s, 4, 0, 0);
    case FLR_SHAPE3_BOX:
        return sums_of_numbers(s, 1, 3, 3);
    case FLR_SHAPE3_RECTANGLE:
        return sums_of_numbers(s, 1, 2, 2);
    case FLR_SHAPE3_CONVEX:
        return sums_of_convex(&s->as.convex);
    default:
        return (f64x2){INFINITY, INFINITY};
    }
}

/// The sums of any shape with checked lists, without its rounding. Sets *directed if part of it is a ray,
/// line, plane or halfspace, whose direction may have any length.
static f64x2 sums_of_any(const flr_shape3 *s, bool *directed)
{
    f64x2 sums = {0, 0};
    const any3_layout *l = &flr_any3_layouts[s->kind];
    if (any3_is_core_only(s->kind)) return sums_of_numbers(s, l->points, l->directions, l->lengths);
    switch (s->kind) {
    case FLR_SHAPE3_POLYGON:
        return sums_of(sum_of(&s->as.polygon.vertices->x, 3 * s->as.polygon.count), 0);
    case FLR_SHAPE3_MESH:
        return sums_of(sum_of(&s->as.mesh.bounds.min.x, 6),
                       sum_of(&s->as.mesh.pose.linear.x.x, 9) + flr_spread3(s->as.mesh.pose.translation));
    case FLR_SHAPE3_COMPOUND:
        for (size_t i = 0; i < s->as.compound.count; i++) {
            const flr_shape3 *one = &s->as.compound.shapes[i];
            sums += sums_of_any(one, directed) + f64x2_splat((double)one->rounding);
        }
        return sums;
    default:
        *directed |= any3_is_directed(s->kind);
        return sums_of_plain(s);
    }
}

flr_status flr_any3_check(const flr_shape3 *s)
{
    if (s && s->rounding == 0 && sums_of_plain(s)[0] < (double)any3_large) return FLR_OK;
    const flr_status status = check_lists(s, 0);
    return status != FLR_OK || is_finite(s) ? status : FLR_NOT_FINITE;
}

double flr_any3_size(const flr_shape3 *s)
{
    bool directed = false;
    return sums_of_any(s, &directed)[1] + (double)s->rounding;
}

/// Keeps what was measured. Returns whether no number is large.
static inline bool set_sizes(f64x2 sums, bool directed, any3_pair *p)
{
    const double large = (double)any3_large;
    const bool moderate = sums[0] < large;
    p->size = sums[1];
    p->usual = moderate && sums[1] > 1 / large && !directed;
    return moderate;
}

/// The start for any shapes: checks their lists, and replaces compounds of one shape and shapes with a
/// rounding.
static __attribute__((noinline)) flr_status begin_with_lists(any3_pair *p)
{
    bool directed = false;
    flr_status status = check_lists(p->a, 0);
    if (status == FLR_OK) status = check_lists(p->b, 0);
    if (status != FLR_OK) return status;
    p->a = any3_reduced(compound3_unwrap(p->a), &p->room[0]);
    p->b = any3_reduced(compound3_unwrap(p->b), &p->room[1]);
    const f64x2 sums = sums_of_any(p->a, &directed) + sums_of_any(p->b, &directed);
    if (set_sizes(sums, directed, p)) return FLR_OK;
    return is_finite(p->a) && is_finite(p->b) ? FLR_OK : FLR_NOT_FINITE;
}

flr_status flr_any3_begin(const flr_shape3 *a, const flr_shape3 *b, any3_pair *p)
{
    p->a = a;
    p->b = b;
    p->swapped = false;
    if (!a || !b) return begin_with_lists(p);
    if ((flr_bits)((flr_bits_of(a->rounding) | flr_bits_of(b->rounding)) << 1) != 0)
        return begin_with_lists(p);
    const f64x2 sums = sums_of_plain(a) + sums_of_plain(b);
    const bool directed = any3_is_directed(a->kind) || any3_is_directed(b->kind);
    return set_sizes(sums, directed, p) ? FLR_OK : begin_with_lists(p);
}

// ---- As convex shapes ----

/// Is the map a rotation, up to rounding, and no reflection?
static bool is_rigid(const flr_mat3 *m)
{
    const flr_real slack = 16 * (flr_real)FLR_HALF_EPS;
    const flr_vec3 *axes = &m->x;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k <= i; ++k)
            if (!(near3_absolute(flr_dot3(axes[i], axes[k]) - (flr_real)(i == k)) <= slack)) return false;
    return flr_dot3(flr_cross3(m->x, m->y), m->z) > 0;
}

_Static_assert(sizeof(flr_vec3) == 3 * sizeof(flr_real), "vertices are points");

/// Replaces a solid mesh that is convex, and rigidly placed, by the hull of its vertices.
static bool hull_of_mesh(const flr_shape3 *s, flr_shape3 *hull)
{
    if (s->kind != FLR_SHAPE3_MESH || !s->solid) return false;
    const flr_mesh3 *m = s->as.mesh.mesh;
    const flr_affine3 *pose = &s->as.mesh.pose;
    if (!m->convex || m->from_pivot || !is_rigid(&pose->linear)) return false;
    *hull = (flr_shape3){.kind = FLR_SHAPE3_CONVEX};
    hull->as.convex = flr_convex3_points((const flr_vec3 *)(const void *)m->vertices,
                                         (uint32_t)m->info.vertex_count, pose->linear, pose->translation, 0);
    return true;
}

bool flr_any3_hulls_of_meshes(const any3_pair *p, flr_shape3 room[2], any3_pair *hulls)
{
    const bool first = hull_of_mesh(p->a, &room[0]), second = hull_of_mesh(p->b, &room[1]);
    if (!first && !second) return false;
    // a pair with another mesh keeps its order
    if (p->a->kind == FLR_SHAPE3_MESH && p->b->kind == FLR_SHAPE3_MESH && !(first && second)) return false;
    return flr_any3_begin(first ? &room[0] : p->a, second ? &room[1] : p->b, hulls) == FLR_OK && hulls->usual;
}

bool flr_convex3_shape(const flr_shape3 *s, flr_convex3 *c)
{
    return check_lists(s, 0) == FLR_OK && flr_any3_core(s, c);
}
