/// The shapes of the plane as every question of this room sees them: checks, outlines and convex cores, the
/// order of shapes, and flr_any2_begin, with which a question about two shapes starts.
#include "any/any2.h"
#include "convex/convex2_make.h"
#include "convex/order.h"
#include "feeler/any3.h"  // FLR_COMPOUND_DEPTH
#include "math/predicates.h"
#include "math/simd.h"
#include "shape/exact.h"

// A layout that does not add up to the size of its struct does not compile.
#define LAYOUT(K, POINTS, DIRECTIONS, LENGTHS)                                                               \
    [KIND2_##                                                                                                \
        K] = {POINTS, DIRECTIONS,                                                                            \
              LENGTHS + 0 * sizeof(char[sizeof(((flr_shape2 *)0)->as.K) ==                                   \
                                                (2 * (POINTS + DIRECTIONS) + LENGTHS) * sizeof(flr_real)     \
                                            ? 1                                                              \
                                            : -1]),                                                          \
              sizeof(((flr_shape2 *)0)->as.K) / sizeof(flr_real)}
const any2_layout flr_any2_layouts[FLR_SHAPE2_COUNT] = {
    LAYOUT(point, 1, 0, 0), LAYOUT(segment, 2, 0, 0),   LAYOUT(ray, 1, 1, 0),     LAYOUT(line, 1, 1, 0),
    LAYOUT(plane, 0, 1, 1), LAYOUT(halfspace, 0, 1, 1), LAYOUT(circle, 1, 0, 1),  LAYOUT(capsule, 2, 0, 1),
    LAYOUT(aabb, 2, 0, 0),  LAYOUT(box, 1, 1, 2),       LAYOUT(triangle, 3, 0, 0)};

static const char *const names[FLR_SHAPE2_COUNT] = {"point",     "segment", "ray",     "line",    "plane",
                                                    "halfspace", "circle",  "capsule", "aabb",    "box",
                                                    "triangle",  "polygon", "convex",  "compound"};

const char *flr_shape2_name(flr_shape2_kind kind)
{
    return (unsigned)kind < FLR_SHAPE2_COUNT ? names[kind] : "no shape";
}

static bool is_whole_polygon(const flr_polygon2 *g)
{
    return g->vertices && g->count > 0 && g->count <= UINT32_MAX;
}

static bool is_whole_convex(const flr_convex2 *c)
{
    if (c->kind == FLR_CONVEX2_USER) return c->support != NULL;
    return c->count > 0 && (c->kind <= FLR_CONVEX2_BOX ? c->count <= 4 : c->points != NULL);
}

/// Checks the kind and the lists of a shape inside `depth` compounds, but not whether its numbers are finite.
static flr_status check_lists(const flr_shape2 *s, int depth)
{
    if (!s || (unsigned)s->kind >= FLR_SHAPE2_COUNT) return FLR_INVALID_ARGUMENT;
    if (s->kind == FLR_SHAPE2_POLYGON && !is_whole_polygon(&s->as.polygon)) return FLR_INVALID_SHAPE;
    if (s->kind == FLR_SHAPE2_CONVEX && !is_whole_convex(&s->as.convex)) return FLR_INVALID_SHAPE;
    if (s->kind != FLR_SHAPE2_COMPOUND) return FLR_OK;
    const flr_compound2 *all = &s->as.compound;
    if (!all->shapes || all->count == 0 || depth == FLR_COMPOUND_DEPTH) return FLR_INVALID_SHAPE;
    for (size_t i = 0; i < all->count; ++i) {
        flr_status status = check_lists(&all->shapes[i], depth + 1);
        if (status != FLR_OK) return status;
    }
    return FLR_OK;
}

/// Is every number finite? The difference of a NaN or an infinity with itself is NaN.
static bool are_finite(const flr_real *x, size_t count)
{
    flr_real sum[2] = {0, 0};
    size_t i = 0;
    for (; i + 2 <= count; i += 2) {
        sum[0] += x[i] - x[i];
        sum[1] += x[i + 1] - x[i + 1];
    }
    if (i < count) sum[0] += x[i] - x[i];
    return sum[0] + sum[1] == 0;
}

static bool is_finite(const flr_shape2 *s)
{
    const flr_convex2 *c = &s->as.convex;
    for (size_t i = 0; s->kind == FLR_SHAPE2_COMPOUND && i < s->as.compound.count; ++i)
        if (!is_finite(&s->as.compound.shapes[i])) return false;
    if (s->kind == FLR_SHAPE2_POLYGON) return are_finite(&s->as.polygon.vertices->x, 2 * s->as.polygon.count);
    if (s->kind != FLR_SHAPE2_CONVEX) return are_finite((const flr_real *)&s->as, any2_numbers(s->kind));
    if (!isfinite(c->radius)) return false;
    if (c->kind == FLR_CONVEX2_CORNERS) return are_finite(&c->corners->x, 2 * (size_t)c->count);
    if (c->kind == FLR_CONVEX2_USER) {
        flr_aabb2 box = flr_any2_box(s);
        return flr_is_finite2(c->center) && flr_is_finite2(box.min) && flr_is_finite2(box.max);
    }
    return flr_is_finite2(c->center) && flr_is_finite2(c->rotation) &&
           are_finite(&support2_points(c)->x, 2 * (size_t)c->count);
}

typedef bool outline_fn(const flr_shape2 *s, flr_outline2 *o);

static bool outline_of_convex(const flr_shape2 *s, flr_outline2 *o)
{
    const flr_convex2 *c = &s->as.convex;
    if (c->kind == FLR_CONVEX2_BOX) {
        const flr_box2 b = {c->center, c->rotation, c->corners[2]};
        *o = flr_outline2_of_box(&b);
        o->radius = c->radius;
        return true;
    }
    bool held = c->kind == FLR_CONVEX2_CORNERS;
    bool in_place = c->kind == FLR_CONVEX2_POLYGON && c->rotation.x == 1 && c->rotation.y == 0 &&
                    c->center.x == 0 && c->center.y == 0;
    if (!held && !in_place) return false;
    *o = flr_outline2_make(FLR_OUTLINE2_CHAIN, c->count, c->count > 2);
    for (int i = 0; i < 4 && held; ++i) o->corner[i] = c->corners[i];
    if (in_place) o->many = c->points;
    if (in_place && c->count == 1) o->many = NULL, o->corner[0] = c->points[0];
    o->radius = c->radius;
    return true;
}

#define OUTLINE_OF(K)                                                                                        \
    static bool outline_of_##K(const flr_shape2 *s, flr_outline2 *o)                                         \
    {                                                                                                        \
        *o = flr_outline2_of_##K(AS2_##K(s));                                                                \
        return true;                                                                                         \
    }
KINDS2(OUTLINE_OF)

#define ENTRY(K) [KIND2_##K] = outline_of_##K,
static outline_fn *const outlines[FLR_SHAPE2_COUNT] = {KINDS2(ENTRY) ENTRY(convex)};

bool flr_any2_outline(const flr_shape2 *s, flr_outline2 *o) { return outlines[s->kind](s, o); }

/// The box around the corners of an outline, or by support points of a convex shape.
flr_aabb2 flr_any2_box(const flr_shape2 *s)
{
    flr_outline2 o;
    flr_convex2 c;
    if (flr_any2_outline(s, &o)) {
        flr_aabb2 b = flr_outline2_box(&o);
        if (o.moved) b = (flr_aabb2){flr_add2(b.min, o.direction), flr_add2(b.max, o.direction)};
        return b;
    }
    (void)flr_any2_core(s, &c);
    flr_aabb2 b = {{flr_support2(&c, flr_vec2_make(-1, 0)).x, flr_support2(&c, flr_vec2_make(0, -1)).y},
                   {flr_support2(&c, flr_vec2_make(1, 0)).x, flr_support2(&c, flr_vec2_make(0, 1)).y}};
    return b;
}

flr_real flr_any2_radius(const flr_shape2 *s)
{
    if (s->kind == FLR_SHAPE2_CIRCLE) return s->as.circle.radius;
    if (s->kind == FLR_SHAPE2_CAPSULE) return s->as.capsule.radius;
    return s->kind == FLR_SHAPE2_CONVEX ? s->as.convex.radius : 0;
}

/// The length of a vector; at least that if its square overflows or vanishes.
static flr_real length_of(flr_vec2 v)
{
    const flr_real length = flr_length2(v);
    return isfinite(length) && length > 0 ? length : (v.x < 0 ? -v.x : v.x) + (v.y < 0 ? -v.y : v.y);
}

/// The box around a bounded shape, relative to a place near it.
static flr_aabb2 box_in_place(const flr_shape2 *s, flr_vec2 *place)
{
    const bool is_convex = s->kind == FLR_SHAPE2_CONVEX;
    if (s->kind == FLR_SHAPE2_BOX || (is_convex && support2_is_posed(&s->as.convex))) {
        flr_shape2 own = *s;
        flr_vec2 *center = is_convex ? &own.as.convex.center : &own.as.box.center;
        *place = *center;
        *center = flr_vec2_make(0, 0);
        const flr_aabb2 b = flr_any2_box(&own);
        // a shape far off in its own frame is not near its position
        if (length_of(flr_lerp2(b.min, b.max, (flr_real)0.5)) <= 8 * length_of(flr_sub2(b.max, b.min)))
            return b;
    }
    flr_aabb2 b = flr_any2_box(s);
    *place = flr_lerp2(b.min, b.max, (flr_real)0.5);
    b.min = flr_sub2(b.min, *place);
    b.max = flr_sub2(b.max, *place);
    return b;
}

void flr_any2_cut(const flr_ray2 *ray, const flr_shape2 *bounded, any2_piece *piece)
{
    flr_vec2 place, u = flr_any2_unit(ray->direction);
    const flr_aabb2 b = box_in_place(bounded, &place);
    flr_vec2 origin = flr_sub2(ray->origin, place),
             away = flr_sub2(flr_lerp2(b.min, b.max, (flr_real)0.5), origin);
    flr_real reach = 2 * (length_of(flr_sub2(b.max, b.min)) + flr_any2_radius(bounded));
    // around a point: long enough that rounding leaves the piece its direction
    reach += length_of(away) * (flr_real)(reach > 0 ? 0x1p-20 : 0x1p-4);
    flr_real at = flr_dot2(away, u), first = at - reach, last = at + reach;
    if (!(first > 0)) first = 0;
    if (!(last > 0)) last = 0;
    const bool far = length_of(place) > 8 * (reach + length_of(away));
    if (!far) origin = ray->origin;
    piece->ends[0] = flr_mul_add2(origin, first, u);
    piece->ends[1] = flr_mul_add2(origin, last, u);
    const flr_segment2 whole = {piece->ends[0], piece->ends[1]};
    piece->shape.kind = far ? FLR_SHAPE2_CONVEX : FLR_SHAPE2_SEGMENT;
    if (far)
        piece->shape.as.convex = flr_convex2_polygon(piece->ends, 2, flr_vec2_make(1, 0), place, 0);
    else
        piece->shape.as.segment = whole;
}

flr_vec2 flr_any2_turned_corner(const flr_convex2 *c, uint32_t i)
{
    return support2_rotated(c->rotation, support2_points(c)[i]);
}

flr_vec2 flr_any2_corner(const flr_convex2 *c, uint32_t i)
{
    if (c->kind == FLR_CONVEX2_CORNERS) return c->corners[i];
    return flr_add2(c->center, flr_any2_turned_corner(c, i));
}

/// Is q to the right of the line from o to p, or on it beyond p?
static bool farther_around(flr_vec2 o, flr_vec2 p, flr_vec2 q)
{
    int turn =
        flr_orient2_inline((double)o.x, (double)o.y, (double)p.x, (double)p.y, (double)q.x, (double)q.y);
    if (turn) return turn < 0;
    if (q.x != p.x) return (q.x > p.x) == (p.x > o.x);
    return q.y != p.y && (q.y > p.y) == (p.y > o.y);
}

/// Writes the corners of a convex core under a pose, in order around and relative to its position. Returns
/// how many; 0 if they are more than `most`. Points in any order are wrapped (Jarvis, 1973).
static size_t hull_of(const flr_convex2 *c, flr_vec2 *corners, size_t most)
{
    const flr_vec2 *p = support2_points(c);
    uint32_t first = 0;
    if (support2_in_order(c)) {
        if (c->count > most) return 0;
        for (uint32_t i = 0; i < c->count; ++i) corners[i] = flr_any2_turned_corner(c, i);
        return c->count;
    }
    for (uint32_t i = 1; i < c->count; ++i)
        if (p[i].x < p[first].x || (p[i].x == p[first].x && p[i].y < p[first].y)) first = i;
    uint32_t at = first;
    for (size_t count = 0; count < most;) {
        corners[count++] = flr_any2_turned_corner(c, at);
        uint32_t next = at;
        for (uint32_t i = 0; i < c->count; ++i) {
            if (p[i].x == p[at].x && p[i].y == p[at].y) continue;
            if (next == at || farther_around(p[at], p[next], p[i])) next = i;
        }
        at = next;
        if (p[at].x == p[first].x && p[at].y == p[first].y) return count;
    }
    return 0;
}

flr_status flr_any2_outline_in(const flr_shape2 *s, flr_vec2 *room, size_t most, flr_outline2 *o)
{
    if (flr_any2_outline(s, o)) return FLR_OK;
    flr_real off;
    const flr_convex2 *c = &s->as.convex;
    const bool of_user = c->kind == FLR_CONVEX2_USER;
    size_t count = of_user ? flr_any2_hull_of_user(c, NULL, room, most, &off) : hull_of(c, room, most);
    *o = flr_outline2_make(FLR_OUTLINE2_CHAIN, count, count > 2);
    o->many = room;
    if (!of_user) {
        o->far = o->moved = true;
        o->direction = c->center;
    }
    o->radius = s->as.convex.radius;
    return count > 0 ? FLR_OK : FLR_TOO_LARGE;
}

/// Compares from the last number on: a shape's sizes, if it has any, are stored last, and they stay the same
/// while it moves. So a pair of different sizes keeps its order from frame to frame.
static int by_numbers(const flr_real *a, const flr_real *b, size_t count)
{
    for (size_t i = count; i-- > 0;)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

static int by_count(size_t a, size_t b) { return (a > b) - (a < b); }

static int by_convex(const flr_convex2 *a, const flr_convex2 *b)
{
    if (!flr_convex2_is_first(a, b)) return 1;
    return flr_convex2_is_first(b, a) ? 0 : -1;
}

static __attribute__((noinline)) int by_shapes(const flr_compound2 *a, const flr_compound2 *b)
{
    int order = by_count(a->count, b->count);
    for (size_t i = 0; !order && i < a->count; i++) order = flr_any2_compare(&a->shapes[i], &b->shapes[i]);
    return order;
}

int flr_any2_compare(const flr_shape2 *a, const flr_shape2 *b)
{
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    if (a->kind < FLR_SHAPE2_POLYGON)
        return by_numbers(&a->as.point.x, &b->as.point.x, any2_numbers(a->kind));
    if (a->kind == FLR_SHAPE2_CONVEX) return by_convex(&a->as.convex, &b->as.convex);
    if (a->kind == FLR_SHAPE2_COMPOUND) return by_shapes(&a->as.compound, &b->as.compound);
    const flr_polygon2 *g = &a->as.polygon, *h = &b->as.polygon;
    const int order = by_count(g->count, h->count);
    return order ? order : by_numbers(&g->vertices->x, &h->vertices->x, 2 * g->count);
}

/// Returns the sum of absolute values: finite only if all numbers are, and at least the largest. Of a constant
/// count no loop is left.
static inline double sum_of(const flr_real *x, size_t count)
{
    f64x2 sum = {0, 0};
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        sum += f64x2_abs((f64x2){(double)x[i], (double)x[i + 1]});
        sum += f64x2_abs((f64x2){(double)x[i + 2], (double)x[i + 3]});
    }
    if (count & 2) sum += f64x2_abs((f64x2){(double)x[i], (double)x[i + 1]});
    if (count & 1) sum += f64x2_abs((f64x2){(double)x[count - 1], 0});
    return sum[0] + sum[1];
}

/// Squares of squares of what is smaller are numbers.
static const double large_size = sizeof(flr_real) == sizeof(float) ? 0x1p28 : 0x1p150;

static bool is_user(const flr_shape2 *s)
{
    return s->kind == FLR_SHAPE2_CONVEX && s->as.convex.kind == FLR_CONVEX2_USER;
}

static double size_of_convex(const flr_convex2 *c)
{
    const double radius = fabs((double)c->radius),
                 size = radius + sum_of(&c->center.x, 2) + sum_of(&c->rotation.x, 2);
    if (c->kind == FLR_CONVEX2_USER) return size;
    if (c->kind == FLR_CONVEX2_CORNERS) return radius + sum_of(&c->corners->x, 2 * (size_t)c->count);
    return size + sum_of(&support2_points(c)->x, 2 * (size_t)c->count);
}

/// The sum of the absolute values of a shape's numbers; infinite if its lists are not complete, and for users' cores and compounds.
static __attribute__((noinline)) double size_of_plain(const flr_shape2 *s)
{
    const flr_real *x = (const flr_real *)&s->as;
    switch (s->kind) {
    case FLR_SHAPE2_POINT:
        return sum_of(x, 2);
    case FLR_SHAPE2_PLANE:
    case FLR_SHAPE2_HALFSPACE:
    case FLR_SHAPE2_CIRCLE:
        return sum_of(x, 3);
    case FLR_SHAPE2_SEGMENT:
    case FLR_SHAPE2_RAY:
    case FLR_SHAPE2_LINE:
    case FLR_SHAPE2_AABB:
        return sum_of(x, 4);
    case FLR_SHAPE2_CAPSULE:
        return sum_of(x, 5);
    case FLR_SHAPE2_BOX:
    case FLR_SHAPE2_TRIANGLE:
        return sum_of(x, 6);
    case FLR_SHAPE2_POLYGON:
        if (!is_whole_polygon(&s->as.polygon)) return INFINITY;
        return sum_of(&s->as.polygon.vertices->x, 2 * s->as.polygon.count);
    case FLR_SHAPE2_CONVEX:
        return is_whole_convex(&s->as.convex) && !is_user(s) ? size_of_convex(&s->as.convex) : INFINITY;
    default:
        return INFINITY;
    }
}

/// The same for every shape with complete lists; of a user's core its position and radius count.
static double size_of(const flr_shape2 *s)
{
    double size = 0;
    if (is_user(s)) return size_of_convex(&s->as.convex);
    if (s->kind != FLR_SHAPE2_COMPOUND) return size_of_plain(s);
    for (size_t i = 0; i < s->as.compound.count; i++) size += size_of(&s->as.compound.shapes[i]);
    return size;
}

static __attribute__((noinline)) flr_status check_all(const flr_shape2 *s)
{
    const flr_status status = check_lists(s, 0);
    return status != FLR_OK || is_finite(s) ? status : FLR_NOT_FINITE;
}

flr_status flr_any2_check(const flr_shape2 *s)
{
    return s && size_of_plain(s) < large_size ? FLR_OK : check_all(s);
}

/// Keeps what was measured. Returns whether all numbers are finite for certain.
static inline bool set_size(any2_pair *p, double size)
{
    p->size = size;
    p->usual = size < large_size && size > 1 / large_size;
    return size < large_size;
}

/// Has the shape a user's core? Its box must be asked for, and may not be finite.
static bool has_user(const flr_shape2 *s)
{
    for (size_t i = 0; s->kind == FLR_SHAPE2_COMPOUND && i < s->as.compound.count; i++)
        if (has_user(&s->as.compound.shapes[i])) return true;
    return is_user(s);
}

/// The start for any shapes: checks their lists, and replaces compounds of one shape.
static __attribute__((noinline)) flr_status begin_with_lists(any2_pair *p)
{
    flr_status status = check_lists(p->a, 0);
    if (status == FLR_OK) status = check_lists(p->b, 0);
    if (status != FLR_OK) return status;
    p->a = compound2_unwrap(p->a);
    p->b = compound2_unwrap(p->b);
    if (set_size(p, size_of(p->a) + size_of(p->b)) && !has_user(p->a) && !has_user(p->b)) return FLR_OK;
    return is_finite(p->a) && is_finite(p->b) ? FLR_OK : FLR_NOT_FINITE;
}

flr_status flr_any2_begin(const flr_shape2 *a, const flr_shape2 *b, any2_pair *p)
{
    p->a = a;
    p->b = b;
    p->swapped = false;
    if (a && b && set_size(p, size_of_plain(a) + size_of_plain(b))) return FLR_OK;
    return begin_with_lists(p);
}

static const flr_convex2 *core_of(const flr_shape2 *s, flr_convex2 *room)
{
    if (s->kind == FLR_SHAPE2_CONVEX) return &s->as.convex;
    return flr_any2_core(s, room) ? room : NULL;
}

bool flr_any2_cores(const flr_shape2 *a, const flr_shape2 *b, any2_cores *c)
{
    c->a = core_of(a, &c->room[0]);
    if (!c->a) return false;
    c->b = core_of(b, &c->room[1]);
    return c->b != NULL;
}

typedef bool convex_fn(const flr_shape2 *s, flr_convex2 *c);

#define TYPED(X) X(point) X(segment) X(circle) X(capsule) X(aabb) X(box) X(triangle)

#define OF_KIND(K)                                                                                           \
    static bool of_##K(const flr_shape2 *s, flr_convex2 *c)                                                  \
    {                                                                                                        \
        convex2_make_##K(c, AS2_##K(s));                                                                     \
        return true;                                                                                         \
    }
TYPED(OF_KIND)

static bool of_polygon(const flr_shape2 *s, flr_convex2 *c)
{
    if (!polygon2_is_convex(&s->as.polygon)) return false;
    convex2_make_polygon(c, &s->as.polygon);
    return true;
}

static bool of_convex(const flr_shape2 *s, flr_convex2 *c)
{
    *c = s->as.convex;
    return true;
}

#define CORE_ENTRY(K) [KIND2_##K] = of_##K,
static convex_fn *const table[FLR_SHAPE2_COUNT] = {TYPED(CORE_ENTRY) CORE_ENTRY(polygon) CORE_ENTRY(convex)};

bool flr_any2_core(const flr_shape2 *s, flr_convex2 *c) { return table[s->kind] && table[s->kind](s, c); }

bool flr_convex2_shape(const flr_shape2 *s, flr_convex2 *c)
{
    return check_lists(s, 0) == FLR_OK && flr_any2_core(s, c);
}

static void corners_of_user(const flr_shape2 *s, any2_corners *f)
{
    f->user = &s->as.convex;
    const flr_aabb2 box = flr_any2_box(s);
    f->corner[0] = flr_support2(f->user, flr_vec2_make(1, 0));
    f->corner[1] = box.min;
    f->corner[2] = flr_vec2_make(box.max.x, box.min.y);
    f->corner[3] = box.max;
    f->corner[4] = flr_vec2_make(box.min.x, box.max.y);
    f->outline = flr_outline2_make(FLR_OUTLINE2_CHAIN, 5, false);
    f->outline.many = f->corner;
    f->outline.radius = f->user->radius;
}

/// Of points in any order and under a pose, which without room for their corners go by support points as a user's core does.
static __attribute__((noinline)) void corners_of_convex(const flr_shape2 *s, any2_corners *f)
{
    if (is_user(s) || flr_any2_outline_in(s, f->corner, ANY2_MOST_CORNERS, &f->outline) != FLR_OK)
        corners_of_user(s, f);
}

void flr_any2_corners_of(const flr_shape2 *s, any2_corners *f)
{
    f->user = NULL;
    if (!flr_any2_outline(s, &f->outline)) corners_of_convex(s, f);
}

flr_vec2 flr_any2_recenter_corners(any2_corners *x, any2_corners *y)
{
    flr_recentered2 c;
    if (!flr_outline2_is_far(&x->outline, &y->outline)) return flr_vec2_make(0, 0);
    if (flr_outline2_by_normal(&x->outline) || flr_outline2_by_normal(&y->outline))
        return flr_vec2_make(0, 0);
    flr_outline2_recenter(&x->outline, &y->outline, &c);
    x->outline = c.a;
    y->outline = c.b;
    any2_settle(x);
    any2_settle(y);
    return c.origin;
}
