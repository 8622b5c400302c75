#include "convex/support2.h"
#include "math/cross2.h"
#include "shape/hull2.h"

static const flr_vec2 upright = {1, 0};

/// All but the corners, which are left as they are: clearing them would cost more than all else.
static inline void begin(flr_convex2 *c, flr_convex2_kind kind, flr_vec2 center, uint32_t count,
                         flr_real radius)
{
    c->kind = kind;
    c->radius = radius;
    c->center = center;
    c->rotation = upright;
    c->count = count;
    c->points = c->normals = NULL;
    c->support = NULL;
    c->user = NULL;
}

static flr_convex2 corners(const flr_vec2 *p, uint32_t count, flr_real radius)
{
    flr_convex2 c;
    begin(&c, FLR_CONVEX2_CORNERS, p[0], count, radius);
    for (uint32_t i = 0; i < 4; ++i) c.corners[i] = p[i < count ? i : 0];
    return c;
}

flr_convex2 flr_convex2_point(flr_vec2 p) { return corners(&p, 1, 0); }

flr_convex2 flr_convex2_segment(const flr_segment2 *s)
{
    const flr_vec2 p[2] = {s->a, s->b};
    return corners(p, 2, 0);
}

flr_convex2 flr_convex2_circle(const flr_circle *c) { return corners(&c->center, 1, c->radius); }

flr_convex2 flr_convex2_capsule(const flr_capsule2 *c)
{
    const flr_vec2 p[2] = {c->a, c->b};
    return corners(p, 2, c->radius);
}

flr_convex2 flr_convex2_aabb(const flr_aabb2 *b)
{
    const flr_vec2 p[4] = {b->min, flr_vec2_make(b->max.x, b->min.y), b->max,
                           flr_vec2_make(b->min.x, b->max.y)};
    return corners(p, 4, 0);
}

flr_convex2 flr_convex2_box(const flr_box2 *b)
{
    const flr_real x = b->half_extents.x, y = b->half_extents.y;
    flr_convex2 c;
    begin(&c, FLR_CONVEX2_BOX, b->center, 4, 0);
    c.rotation = b->axis;
    c.corners[0] = flr_vec2_make(-x, -y);
    c.corners[1] = flr_vec2_make(x, -y);
    c.corners[2] = b->half_extents;
    c.corners[3] = flr_vec2_make(-x, y);
    return c;
}

flr_convex2 flr_convex2_triangle(const flr_triangle2 *t)
{
    const flr_vec2 p[3] = {t->a, t->b, t->c};
    return corners(p, 3, 0);
}

static flr_convex2 of_array(flr_convex2_kind kind, const flr_vec2 *points, uint32_t count, flr_vec2 rotation,
                            flr_vec2 position, flr_real radius)
{
    flr_convex2 c;
    begin(&c, kind, position, count, radius);
    c.rotation = rotation;
    c.points = points;
    return c;
}

flr_convex2 flr_convex2_points(const flr_vec2 *points, uint32_t count, flr_vec2 rotation, flr_vec2 position,
                               flr_real radius)
{
    return of_array(FLR_CONVEX2_POINTS, points, count, rotation, position, radius);
}

flr_convex2 flr_convex2_polygon(const flr_vec2 *points, uint32_t count, flr_vec2 rotation, flr_vec2 position,
                                flr_real radius)
{
    return of_array(FLR_CONVEX2_POLYGON, points, count, rotation, position, radius);
}

flr_convex2 flr_convex2_hull(const flr_hull2 *hull, flr_vec2 rotation, flr_vec2 position, flr_real radius)
{
    const flr_polygon2 p = flr_hull2_polygon(hull);
    flr_convex2 c = of_array(FLR_CONVEX2_POLYGON, p.vertices, (uint32_t)p.count, rotation, position, radius);
    c.normals = flr_hull2_clear_normals(hull);
    return c;
}

flr_convex2 flr_convex2_user(flr_support2_fn *support, const void *user, flr_vec2 center, flr_real radius)
{
    flr_convex2 c;
    begin(&c, FLR_CONVEX2_USER, center, 0, radius);
    c.support = support;
    c.user = user;
    return c;
}

flr_vec2 flr_support2(const flr_convex2 *shape, flr_vec2 direction)
{
    if (shape->kind == FLR_CONVEX2_USER) return shape->support(shape->user, direction);
    support2 s;
    uint32_t index;
    support2_make(&s, shape, support2_origin(shape));
    (void)support2_find(&s, direction, &index);
    if (shape->kind == FLR_CONVEX2_CORNERS) return shape->corners[index];
    return flr_add2(shape->center, support2_rotated(shape->rotation, support2_points(shape)[index]));
}

typedef flr_real lanes __attribute__((vector_size(2 * sizeof(flr_real))));

static inline lanes load(const flr_vec2 *p)
{
    lanes v = {p->x, p->y};
    return v;
}

flr_real flr_support2_probe(const support2 *s)
{
    const flr_convex2 *c = s->shape;
    lanes sum = {0, 0};
    if (s->count > 0) {
        const flr_vec2 *p = support2_points(c);
        bool bisected = c->kind == FLR_CONVEX2_POLYGON && s->count >= SUPPORT2_WORTH_BISECTING;
        uint32_t left = bisected ? 8 : s->count, step = bisected ? s->count / 8 : 1;
        for (; left >= 4; left -= 4, p += 4 * step) {
            sum += load(p);
            sum += load(p + step);
            sum += load(p + 2 * step);
            sum += load(p + 3 * step);
        }
        for (; left > 0; --left, p += step) sum += load(p);
    }
    return (sum[0] + sum[1]) + (s->offset.x + s->offset.y) + c->radius;
}

/// From corner i to the one after it: does it go up along d (+1), down, or neither? Exact, because in a fine
/// polygon the steps near the top are far smaller than the rounding of the heights.
static int rise(const flr_vec2 *p, uint32_t count, flr_vec2 d, uint32_t i)
{
    return flr_dot2_sign(d, p[i], p[i + 1 < count ? i + 1 : 0]);
}

/// Equal corners stop a bisection early, even on the way down: from there on to the top, and back to its first
/// corner.
static uint32_t climb(const flr_vec2 *p, uint32_t count, flr_vec2 d, uint32_t i)
{
    for (uint32_t n = 0; n < count && rise(p, count, d, i) >= 0; ++n) i = i + 1 < count ? i + 1 : 0;
    for (uint32_t n = 0; n < count; ++n) {
        uint32_t before = i ? i - 1 : count - 1;
        if (rise(p, count, d, before) > 0) break;
        i = before;
    }
    return i;
}

/// After Sunday (Practical Geometry Algorithms, 2021, extreme points of convex polygons): the heights around a
/// convex polygon go up once and down once. Between `low` and `high` lies the top.
uint32_t flr_support2_bisect(const flr_vec2 *p, uint32_t count, flr_vec2 d)
{
    uint32_t low = 0, high = count;
    if (rise(p, count, d, 0) <= 0 && rise(p, count, d, count - 1) >= 0) return climb(p, count, d, 0);
    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;
        bool up = rise(p, count, d, middle) > 0, low_up = rise(p, count, d, low) > 0;
        if (!up && rise(p, count, d, middle - 1) >= 0) return climb(p, count, d, middle);
        int higher = flr_dot2_sign(d, p[low], p[middle]);  // middle above low
        bool left = low_up ? !up || higher < 0 : !up && higher > 0;
        if (left)
            high = middle;
        else
            low = middle;
    }
    return climb(p, count, d, low);
}
