/// The shapes in space as every question of this room sees them: how many numbers each kind has, checks, the
/// order of shapes, and flr_any3_begin, with which a question about two shapes starts.
#include <float.h>
#include <string.h>

#include "any/any3.h"
#include "convex/order.h"
#include "hull/hull3.h"
#include "math/simd.h"
#include "math/vectors.h"
#include "mesh/mesh3_pair.h"

static const char *const names[FLR_SHAPE3_COUNT] = {
    "point",     "segment", "ray",         "line",      "plane",  "halfspace", "sphere",
    "capsule",   "aabb",    "box",         "cylinder",  "cone",   "triangle",  "quad",
    "rectangle", "polygon", "tetrahedron", "ellipsoid", "convex", "mesh",      "compound"};

const char *flr_shape3_name(flr_shape3_kind kind)
{
    return (unsigned)kind < FLR_SHAPE3_COUNT ? names[kind] : "no shape";
}

/// Are the absolute values of all numbers at most `limit`, and none a NaN or an infinity? Compares bits, as
/// all can be tested at once; the bits of a NaN or an infinity are those of a larger number.
static bool are_below(const flr_real *x, size_t count, flr_real limit)
{
#ifdef FEELER_REAL_FLOAT
    typedef uint32_t bits_t;
#else
    typedef uint64_t bits_t;
#endif
    bits_t most, bits, above = 0;
    memcpy(&most, &limit, sizeof most);
    for (size_t i = 0; i < count; ++i) {
        memcpy(&bits, &x[i], sizeof bits);
        above |= most - (bits & ~(bits_t)0 >> 1);  // negative if it is larger
    }
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
    if (!are_below(&c->radius, 1, most) || !are_points_below(&c->center, 1, most)) return false;
    switch (c->kind) {
    case FLR_CONVEX3_CORNERS:
        return are_points_below(c->corners, c->count, most);
    case FLR_CONVEX3_POINTS:
        return are_points_below(&c->axes.x, 3, most) && are_points_below(c->points, c->count, most);
    case FLR_CONVEX3_HULL:
        return are_points_below(&c->axes.x, 3, most);
    case FLR_CONVEX3_BOX:
    case FLR_CONVEX3_ELLIPSOID:
        return are_points_below(&c->axes.x, 3, most) && are_points_below(&c->half_extents, 1, most);
    case FLR_CONVEX3_CYLINDER:
    case FLR_CONVEX3_CONE:
        return are_points_below(c->corners, 2, most) && are_points_below(&c->axes.z, 1, most) &&
               are_below(&c->half_extents.x, 1, most) && are_below(&c->half_extents.z, 1, most);
    default:
        return true;
    }
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
    if (c->kind == FLR_CONVEX3_POINTS) return c->points && c->count > 0;
    if (c->kind == FLR_CONVEX3_CORNERS) return c->count > 0 && c->count <= 4;
    if (c->kind == FLR_CONVEX3_USER) return c->support != NULL;
    return c->kind != FLR_CONVEX3_HULL || c->hull != NULL;
}

/// Is the shape complete, and is its rounding allowed? Only a bounded convex shape can be rounded.
static bool is_whole(const flr_shape3 *s)
{
    flr_convex3 core;
    if (!is_complete(s)) return false;
    return s->rounding == 0 || (!(s->rounding < 0) && flr_any3_core(s, &core));
}

static flr_status check_lists(const flr_shape3 *s, int depth)
{
    if (!s || (unsigned)s->kind >= FLR_SHAPE3_COUNT) return FLR_INVALID_ARGUMENT;
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

flr_status flr_any3_check_lists(const flr_shape3 *s) { return check_lists(s, 0); }

bool flr_any3_is_finite(const flr_shape3 *s) { return is_below(s, largest_number); }

flr_status flr_any3_check(const flr_shape3 *s)
{
    flr_status status = flr_any3_check_lists(s);
    return status != FLR_OK || flr_any3_is_finite(s) ? status : FLR_NOT_FINITE;
}

void flr_any3_reduce(const flr_shape3 *s, flr_shape3 *room)
{
    const flr_real radius = s->rounding;
    room->solid = false;
    room->rounding = 0;
    switch (s->kind) {
    case FLR_SHAPE3_POINT:
    case FLR_SHAPE3_SPHERE:
        room->kind = FLR_SHAPE3_SPHERE;
        room->as.sphere = (flr_sphere){s->as.point, radius};
        if (s->kind == FLR_SHAPE3_SPHERE) room->as.sphere.radius += s->as.sphere.radius;
        return;
    case FLR_SHAPE3_SEGMENT:
    case FLR_SHAPE3_CAPSULE:
        room->kind = FLR_SHAPE3_CAPSULE;
        room->as.capsule = (flr_capsule3){s->as.segment.a, s->as.segment.b, radius};
        if (s->kind == FLR_SHAPE3_CAPSULE) room->as.capsule.radius += s->as.capsule.radius;
        return;
    case FLR_SHAPE3_ELLIPSOID:
        if (s->as.ellipsoid.radii.x == s->as.ellipsoid.radii.y &&
            s->as.ellipsoid.radii.y == s->as.ellipsoid.radii.z) {
            room->kind = FLR_SHAPE3_SPHERE;
            room->as.sphere = (flr_sphere){s->as.ellipsoid.center, s->as.ellipsoid.radii.x + radius};
            return;
        }
        // fall through
    default:
        room->kind = FLR_SHAPE3_CONVEX;
        flr_any3_core(s, &room->as.convex);
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

static int by_convex(const flr_convex3 *a, const flr_convex3 *b)
{
    if (!flr_convex3_is_first(a, b)) return 1;
    return flr_convex3_is_first(b, a) ? 0 : -1;
}

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
        return by_convex(&a->as.convex, &b->as.convex);
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
    for (; i + 4 <= count; i += 4) {
        even += f64x2_abs((f64x2){(double)x[i], (double)x[i + 1]});
        odd += f64x2_abs((f64x2){(double)x[i + 2], (double)x[i + 3]});
    }
    if (count & 2) even += f64x2_abs((f64x2){(double)x[i], (double)x[i + 1]});
    if (count & 1) odd += f64x2_abs((f64x2){(double)x[count - 1], 0});
    even += odd;
    return even[0] + even[1];
}

/// What one pass over a shape's numbers measures.
typedef struct measure {
    double numbers;  ///< the sum of all numbers
    double size;     ///< the sum of those that are lengths or coordinates
    bool directed;   ///< is there a ray, line, plane or halfspace, whose direction may have any length?
} measure;

/// Sums the numbers of a core.
static void measure_convex(const flr_convex3 *c, measure *m)
{
    double size = flr_spread3(c->center) + fabs((double)c->radius), axes = 0;
    switch (c->kind) {
    case FLR_CONVEX3_CORNERS:
        size += sum_of(&c->corners[0].x, 3 * (size_t)c->count);
        break;
    case FLR_CONVEX3_POINTS:
        size += sum_of(&c->points->x, 3 * (size_t)c->count);
        axes = sum_of(&c->axes.x.x, 9);
        break;
    case FLR_CONVEX3_HULL:
        size += flr_spread3(c->hull->base) + (double)c->hull->radius;
        axes = sum_of(&c->axes.x.x, 9);
        break;
    case FLR_CONVEX3_BOX:
    case FLR_CONVEX3_ELLIPSOID:
        size += flr_spread3(c->half_extents);
        axes = sum_of(&c->axes.x.x, 9);
        break;
    case FLR_CONVEX3_CYLINDER:
    case FLR_CONVEX3_CONE:
        size += sum_of(&c->corners[0].x, 6) + flr_spread3(c->half_extents);
        axes = flr_spread3(c->axes.z);
        break;
    case FLR_CONVEX3_USER:
        break;
    }
    m->size = size;
    m->numbers = size + axes;
}

/// How the numbers of a plain shape follow each other: lengths and coordinates, then directions, then
/// lengths again.
typedef struct number_kinds {
    unsigned char lengths, directions, more_lengths;
    bool directed;
    bool plain;  ///< used as it is if it has no rounding
} number_kinds;

#define ALL_LENGTHS(K) [KIND3_##K] = {sizeof(((flr_shape3 *)0)->as.K) / sizeof(flr_real), 0, 0, false, true},
#define DIRECTED(K) [KIND3_##K] = {sizeof(((flr_shape3 *)0)->as.K) / sizeof(flr_real), 0, 0, true, true},
// clang-format off
static const number_kinds layouts[FLR_SHAPE3_COUNT] = {
    ALL_LENGTHS(point) ALL_LENGTHS(segment) DIRECTED(ray) DIRECTED(line) DIRECTED(plane) DIRECTED(halfspace)
    ALL_LENGTHS(sphere) ALL_LENGTHS(capsule) ALL_LENGTHS(aabb) ALL_LENGTHS(cylinder) ALL_LENGTHS(cone)
    ALL_LENGTHS(triangle) ALL_LENGTHS(quad) ALL_LENGTHS(tetrahedron)
    [KIND3_box] = {3, 9, 3, false, true}, [KIND3_ellipsoid] = {3, 9, 3, false, false},
    [KIND3_rectangle] = {3, 6, 2, false, true}};
// clang-format on

/// Is the shape made of numbers alone? Then there is no list to check, and nothing to reduce.
static inline bool is_plain(const flr_shape3 *s)
{
    return s && (unsigned)s->kind < FLR_SHAPE3_COUNT && layouts[s->kind].plain && s->rounding == 0;
}

static inline void measure_plain(const flr_shape3 *s, measure *m)
{
    const number_kinds n = layouts[s->kind];
    const flr_real *x = (const flr_real *)&s->as;
    m->directed = n.directed;
    m->numbers = m->size = sum_of(x, n.lengths);
    if (n.directions == 0) return;
    m->size += sum_of(x + n.lengths + n.directions, n.more_lengths);
    m->numbers = m->size + sum_of(x + n.lengths, n.directions);
}

static void measure_shape(const flr_shape3 *s, measure *m)
{
    m->directed = false;
    switch (s->kind) {
    case FLR_SHAPE3_POLYGON:
        m->size = m->numbers = sum_of(&s->as.polygon.vertices->x, 3 * s->as.polygon.count);
        return;
    case FLR_SHAPE3_CONVEX:
        measure_convex(&s->as.convex, m);
        return;
    case FLR_SHAPE3_MESH:
        m->size = sum_of(&s->as.mesh.bounds.min.x, 6);
        m->numbers =
            m->size + sum_of(&s->as.mesh.pose.linear.x.x, 9) + flr_spread3(s->as.mesh.pose.translation);
        return;
    case FLR_SHAPE3_COMPOUND:
        m->size = m->numbers = 0;
        for (size_t i = 0; i < s->as.compound.count; i++) {
            measure one;
            measure_shape(&s->as.compound.shapes[i], &one);
            m->size += one.size + (double)s->as.compound.shapes[i].rounding;
            m->numbers += one.numbers + (double)s->as.compound.shapes[i].rounding;
            m->directed |= one.directed;
        }
        return;
    default:
        measure_plain(s, m);
    }
}

double flr_any3_size(const flr_shape3 *s)
{
    measure m;
    measure_shape(s, &m);
    return m.size + (double)s->rounding;
}

/// The start for shapes that are not both plain: checks their lists, and replaces compounds of one shape and
/// shapes with a rounding.
static __attribute__((noinline)) flr_status begin_with_lists(any3_pair *p, measure *of_a, measure *of_b)
{
    flr_status status = is_plain(p->a) ? FLR_OK : flr_any3_check_lists(p->a);
    if (status == FLR_OK && !is_plain(p->b)) status = flr_any3_check_lists(p->b);
    if (status != FLR_OK) return status;
    p->a = any3_reduced(compound3_unwrap(p->a), &p->room[0]);
    p->b = any3_reduced(compound3_unwrap(p->b), &p->room[1]);
    measure_shape(p->a, of_a);
    measure_shape(p->b, of_b);
    return FLR_OK;
}

flr_status flr_any3_begin(const flr_shape3 *a, const flr_shape3 *b, any3_pair *p)
{
    measure of_a, of_b;
    p->a = a;
    p->b = b;
    p->swapped = false;
    if (is_plain(a) && is_plain(b)) {
        measure_plain(a, &of_a);
        measure_plain(b, &of_b);
    } else {
        const flr_status status = begin_with_lists(p, &of_a, &of_b);
        if (status != FLR_OK) return status;
    }
    p->size = of_a.size + of_b.size;
    const double numbers = of_a.numbers + of_b.numbers, large = (double)any3_large;
    p->usual = (numbers < large) & (p->size > 1 / large) & !of_a.directed & !of_b.directed;
    if (__builtin_expect(numbers < large, 1)) return FLR_OK;
    return flr_any3_is_finite(p->a) && flr_any3_is_finite(p->b) ? FLR_OK : FLR_NOT_FINITE;
}

// ---- As convex shapes ----

/// Is the map a rotation, up to rounding, and no reflection?
static bool is_rigid(const flr_mat3 *m)
{
    const flr_real slack = 16 * (sizeof(flr_real) == sizeof(float) ? (flr_real)0x1p-24 : (flr_real)0x1p-53);
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
    return flr_any3_check_lists(s) == FLR_OK && flr_any3_core(s, c);
}
