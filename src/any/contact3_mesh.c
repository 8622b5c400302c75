#include "any/any3.h"
#include "any/contact3_gather.h"
#include "any/penetration3.h"
#include "base/answer.h"
#include "contact/manifold3_ids.h"
#include "contact/manifold3_mesh_mesh.h"
#include "contact/manifold3_triangle.h"
#include "math/rotation.h"
#include "math/unit.h"
#include "mesh/mesh3.h"

/// Directions tried, and triangles that are kept while they are.
enum { DIRECTION_MAX = 16, NEAR_MAX = 192, FEW_MAX = 12 };

/// A triangle of the mesh near the shape, in world.
typedef struct near_triangle {
    flr_triangle3 t;
    uint32_t item;
    flr_real height;  ///< along the direction being tried, as height_of has it
} near_triangle;

/// A plane that the shape lies behind, turned against the direction: a point at (u, v, height) has to be cleared by a . (u, v, height) + b.
typedef struct bound {
    flr_vec3 a;
    flr_real b;
} bound;

/// The shape as seen along a direction: a rectangle around it, and planes below it.
typedef struct shadow {
    flr_mat3 frame;  ///< z is the direction
    flr_real low[2], high[2];
    bound bounds[4];
    int bound_count;
} shadow;

typedef struct work work;
typedef void triangle_fn(work *w, near_triangle *n);

struct work {
    const flr_convex3 *convex;
    const flr_shape3 *shape, *surface;  ///< the convex shape and the mesh
    const flr_instance3 *mesh;
    flr_real margin, size;
    flr_aabb3 around;  ///< the shape
    flr_vec3 middle;   ///< of the shape
    int outward;       ///< of the triangles' normals: 1 out of the material, -1 into it, 0 unknown
    near_triangle near[NEAR_MAX];
    int near_count;                           ///< above NEAR_MAX they are found by the tree each time
    triangle_fn *visit;                       ///< what is done with them then
    flr_vec3 directions[DIRECTION_MAX], sum;  ///< from the mesh to the shape
    int count;
    bool met;  ///< the shape meets a triangle
    // of the direction being tried
    flr_vec3 direction;
    shadow shadow;
    flr_real most;           ///< no point is deeper
    flr_real enough;         ///< a direction that demands as much is no better
    flr_real demanded;       ///< the most of all triangles so far
    near_triangle critical;  ///< the one that demands it
    flr_real highest;        ///< of all above what is demanded already
    // of what is apart
    flr_closest3 closest;
    feature3 facing;  ///< the shape's lowest feature
    contact3_gather gather;
};

static void keep_near(void *user, uint32_t item)
{
    work *w = user;
    if (w->near_count < NEAR_MAX)
        w->near[w->near_count] = (near_triangle){instance3_item_triangle(w->mesh, item), item, 0};
    if (w->near_count <= NEAR_MAX) w->near_count++;
}

/// Cuts a polygon, whose corners are (u, v, height), by low <= u or u <= high; returns how many corners are left.
static int clip(const flr_vec3 *p, int count, bool by_v, flr_real bound, flr_real sign, flr_vec3 *out)
{
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const flr_vec3 a = p[i], b = p[i + 1 < count ? i + 1 : 0];
        const flr_real x = sign * ((by_v ? a.y : a.x) - bound), y = sign * ((by_v ? b.y : b.x) - bound);
        if (x <= 0) out[kept++] = a;
        if ((x < 0 && y > 0) || (x > 0 && y < 0)) out[kept++] = flr_lerp3(a, b, x / (x - y));
    }
    return kept;
}

/// No less than how far the shape has to go for a polygon not to reach above one of the planes.
static flr_real height_above_planes(const shadow *s, const flr_vec3 *p, int count)
{
    flr_real least = (flr_real)INFINITY;
    for (int k = 0; k < s->bound_count; k++) {
        flr_real most = -(flr_real)INFINITY;
        for (int i = 0; i < count; i++) {
            const flr_real at = flr_dot3(s->bounds[k].a, p[i]) + s->bounds[k].b;
            most = at > most ? at : most;
        }
        least = most < least ? most : least;
    }
    return least;
}

/// No less than how far the shape has to go along the direction to clear a triangle: by the corners of what of it lies within the shadow,
/// above each of the planes. Minus infinity outside. What is known to be at most `enough` is not clipped.
static flr_real height_of(const work *w, const flr_triangle3 *t, flr_real enough)
{
    const shadow *s = &w->shadow;
    flr_vec3 room[2][8], *p = room[0], *q = room[1];
    p[0] = turn3_transposed(&s->frame, t->a);
    p[1] = turn3_transposed(&s->frame, t->b);
    p[2] = turn3_transposed(&s->frame, t->c);
    const flr_real whole = height_above_planes(s, p, 3);
    if (whole <= enough) return whole;
    int count = 3;
    for (int side = 0; side < 4 && count > 0; side++) {
        const bool by_v = side > 1, upper = side & 1;
        const flr_real bound = upper ? s->high[by_v] : s->low[by_v], sign = upper ? 1 : -1;
        int out = 0;
        for (int i = 0; i < count; i++) out += sign * ((by_v ? p[i].y : p[i].x) - bound) > 0;
        if (out == count) return -(flr_real)INFINITY;
        if (out == 0) continue;
        count = clip(p, count, by_v, bound, sign, q);
        flr_vec3 *other = p;
        p = q;
        q = other;
    }
    return height_above_planes(s, p, count);
}

static void visit_item(void *user, uint32_t item)
{
    work *w = user;
    near_triangle n = {instance3_item_triangle(w->mesh, item), item, 0};
    n.height = height_of(w, &n.t, -(flr_real)INFINITY);
    w->visit(w, &n);
}

/// Every triangle that may come within the margin of the shape, by boxes.
static void each_near(work *w, triangle_fn *visit)
{
    w->visit = visit;
    if (w->near_count > NEAR_MAX) flr_any3_visit_mesh(w->shape, w->surface, w->margin, visit_item, w);
    for (int i = 0; i < w->near_count && w->near_count <= NEAR_MAX; i++) visit(w, &w->near[i]);
}

static bool is_known(const work *w, flr_vec3 n, flr_real alike)
{
    for (int i = 0; i < w->count; i++)
        if (flr_dot3(w->directions[i], n) > alike) return true;
    return false;
}

static void add_direction(work *w, flr_vec3 n)
{
    if (!(flr_length_squared3(n) > 0) || is_known(w, n, (flr_real)0.99999)) return;
    if (w->count < DIRECTION_MAX) w->directions[w->count++] = n;
}

/// The side of a triangle that the shape is pushed out to: where the mesh looks out, or where the shape's middle is.
static flr_vec3 normal_of(const work *w, const flr_triangle3 *t)
{
    flr_vec3 n = unit3_or_zero(flr_cross3(flr_sub3(t->b, t->a), flr_sub3(t->c, t->a)));
    bool back = w->outward ? w->outward < 0 : flr_dot3(n, flr_sub3(w->middle, t->a)) < 0;
    return back ? flr_neg3(n) : n;
}

/// Is it apart from the box around the shape along an axis?
static bool is_far(const work *w, const flr_triangle3 *t)
{
    const flr_vec3 low = flr_min3(flr_min3(t->a, t->b), t->c), high = flr_max3(flr_max3(t->a, t->b), t->c);
    const flr_aabb3 *o = &w->around;
    return (low.x > o->max.x) | (low.y > o->max.y) | (low.z > o->max.z) | (high.x < o->min.x) |
           (high.y < o->min.y) | (high.z < o->min.z);
}

/// Does the shape meet a triangle? By the exact yes or no of the pair where there is one; of a box mostly by separating axes, which are clear.
static bool meets(const work *w, const flr_triangle3 *t)
{
    if (w->convex->kind == FLR_CONVEX3_BOX) {
        const flr_real clear =
            w->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-11);
        const flr_vec3 n = normal_of(w, t);
        const contact3_axis x = flr_contact3_box_triangle(w->convex, t, n, clear);
        if (flr_length_squared3(n) > 0 && x.apart) return false;
        if (flr_length_squared3(n) > 0 && x.depth > w->convex->radius + clear) return true;
    }
    const flr_shape3 triangle = any3_of_triangle(*t);
    const bool ranked = w->shape->kind <= FLR_SHAPE3_TRIANGLE;
    bool overlap;
    if (flr_any3_exact_overlap(ranked ? w->shape : &triangle, ranked ? &triangle : w->shape, &overlap))
        return overlap;
    const flr_convex3 c = flr_convex3_triangle(t);
    return flr_overlap3_convex_convex(&c, w->convex, NULL).overlap;
}

static flr_triangle3 moved(const flr_triangle3 *t, flr_vec3 by)
{
    return (flr_triangle3){flr_add3(t->a, by), flr_add3(t->b, by), flr_add3(t->c, by)};
}

/// The normals of triangles that the shape meets are directions to try; one that looks like another needs no test.
static void look(work *w, near_triangle *near)
{
    if (w->met && w->count == DIRECTION_MAX) return;
    const flr_vec3 n = normal_of(w, &near->t);
    const bool few = w->near_count <= FEW_MAX;
    if (!few && is_known(w, n, (flr_real)0.99999)) return;
    if (is_far(w, &near->t) || !meets(w, &near->t)) return;
    w->met = true;
    w->sum = flr_add3(w->sum, n);
    w->critical = *near;  // of sheets without an area, any
    add_direction(w, n);
    if (!few) return;
    // of few triangles all ways out are tried: into the material is none, along it is one, as out of a wall by its foot
    const flr_convex3 c = flr_convex3_triangle(&near->t);
    const flr_vec3 out = flr_signed_distance3_convex_convex(&c, w->convex).normal;
    if (w->outward == 0 || flr_dot3(out, n) > -(flr_real)1e-6) add_direction(w, out);
}

static uint32_t mixed(uint32_t id, uint32_t triangle)
{
    uint32_t x = (id * 0x9e3779b1u) ^ (triangle * 0x85ebca6bu);
    return x ^ (x >> 15);
}

/// How far the shape has to go along the direction until a triangle no longer stops it: from beyond the triangle back to it, each step as
/// far as the plane between the two allows (conservative advancement). No more than `least` where it does not come that close.
static flr_real way_out(const work *w, const flr_triangle3 *t, flr_real height, flr_real least)
{
    enum { STEP_MAX = 40 };
    const flr_real slack = w->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-6 : (flr_real)1e-12);
    flr_real way = height;
    for (int i = 0; i < STEP_MAX && way > least; i++) {
        // the triangle goes back in place of the shape
        const flr_triangle3 back = moved(t, flr_scale3(-way, w->direction));
        const flr_convex3 c = flr_convex3_triangle(&back);
        const flr_gjk3 g = flr_closest3_convex_convex(&c, w->convex, NULL);
        if (!(g.distance > 0)) break;
        const flr_real rate = flr_dot3(g.normal, w->direction);
        if (!(rate * w->size > g.distance * (flr_real)1e-3))
            return g.distance > slack ? least : way;  // it passes by
        way -= g.distance / rate;
        if (!(g.distance > slack)) break;
    }
    return way > least ? way : least;
}

static void find_highest(work *w, near_triangle *near)
{
    near->height = height_of(w, &near->t, w->demanded);
    if (!(near->height > w->highest)) return;
    w->highest = near->height;
    w->critical = *near;
}

static void demand(work *w, near_triangle *near)
{
    if (w->demanded >= w->enough || !(near->height > w->demanded)) return;
    const flr_real way = way_out(w, &near->t, near->height, w->demanded);
    if (!(way > w->demanded)) return;
    w->demanded = way;
    w->critical = *near;
}

/// m: unit, out of the shape; of no use where it hardly looks down.
static void add_bound(work *w, flr_vec3 m)
{
    shadow *s = &w->shadow;
    const flr_vec3 local = turn3_transposed(&s->frame, m);
    if (!(local.z < -(flr_real)0.05)) return;
    const flr_real part = -1 / local.z, reach = contact3_reach(w->convex, m);
    s->bounds[s->bound_count++] = (bound){flr_scale3(-part, local), part * reach};
}

static void set_direction(work *w, flr_vec3 n)
{
    // a side of a box, as seen along the direction, bounds it best
    const flr_convex3 *c = w->convex;
    const flr_vec3 *axes = &c->axes.x;
    shadow *s = &w->shadow;
    w->direction = n;
    s->frame = contact3_frame(n);
    for (int k = 0; k < 3 && c->kind == FLR_CONVEX3_BOX; k++) {
        const flr_vec3 side = flr_cross3(n, axes[k]);
        if (!(flr_length_squared3(side) > (flr_real)0.5)) continue;
        s->frame.y = unit3_or_zero(side);
        s->frame.x = flr_cross3(s->frame.y, n);
        break;
    }
    s->frame.z = n;
    const flr_real slack = w->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-9);
    for (int k = 0; k < 2; k++) {
        const flr_vec3 u = k ? s->frame.y : s->frame.x;
        s->low[k] = -contact3_reach(c, flr_neg3(u)) - slack;
        s->high[k] = contact3_reach(c, u) + slack;
    }
    s->bound_count = 0;
    add_bound(w, flr_neg3(n));
    if (c->kind == FLR_CONVEX3_BOX) {
        for (int k = 0; k < 3; k++) add_bound(w, flr_dot3(axes[k], n) < 0 ? axes[k] : flr_neg3(axes[k]));
        return;
    }
    flr_feature3(c, flr_neg3(n), &w->facing);
    if (w->facing.count > 2) add_bound(w, w->facing.normal);
}

/// What all triangles near demand along a direction, or at least `enough`. The one that demanded most of the direction that is best so far is
/// asked first, whether it still meets the shape moved by `enough`: that rules out most others. Then the highest one, which mostly decides.
static flr_real demand_of_all(work *w, flr_vec3 n, const near_triangle *first, flr_real enough)
{
    const flr_real least = w->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-12);
    if (isfinite(enough) && enough > least) {
        const flr_triangle3 back = moved(&first->t, flr_scale3(-enough, n));
        if (meets(w, &back)) return enough;
    }
    set_direction(w, n);
    w->enough = enough;
    w->demanded = 0;
    near_triangle critical = *first;
    critical.height = height_of(w, &critical.t, -(flr_real)INFINITY);
    demand(w, &critical);
    if (w->demanded >= enough) return w->demanded;
    w->highest = -(flr_real)INFINITY;
    each_near(w, find_highest);
    near_triangle highest = w->critical;
    w->critical = critical;
    demand(w, &highest);
    each_near(w, demand);
    return w->demanded;
}

/// The direction of which the triangles near demand least: of the normals of those that are met, of their mean, and of what parts the shape
/// from the triangle that demands most, as long as that leads on.
static flr_vec3 best_direction(work *w, flr_real *depth)
{
    enum { ROUND_MAX = 4 };
    flr_vec3 best = unit3_or_zero(w->sum);
    if (!(flr_length_squared3(best) > 0) && w->count) best = w->directions[0];
    *depth = (flr_real)INFINITY;
    near_triangle critical = w->critical;
    for (int i = -1; i < w->count; i++) {
        const flr_vec3 n = i < 0 ? best : w->directions[i];
        if (!(flr_length_squared3(n) > 0)) continue;
        const flr_real all = demand_of_all(w, n, &critical, *depth);
        if (!(all < *depth)) continue;
        *depth = all;
        best = n;
        critical = w->critical;
    }
    bool leads_on = *depth > 0 && w->near_count > FEW_MAX;
    for (int round = 0; round < ROUND_MAX && leads_on; round++) {
        const flr_convex3 c = flr_convex3_triangle(&critical.t);
        const flr_vec3 own = normal_of(w, &critical.t),
                       out = flr_signed_distance3_convex_convex(&c, w->convex).normal;
        leads_on = false;
        for (int k = 0; k < 2; k++) {
            const flr_vec3 n = k ? out : own;
            if (!(flr_length_squared3(n) > 0) || flr_dot3(n, best) > 1 - (flr_real)1e-12) continue;
            if (k && w->outward && !(flr_dot3(n, own) > -(flr_real)1e-6)) continue;
            const flr_real all = demand_of_all(w, n, &critical, *depth);
            if (!(all < *depth)) continue;
            *depth = all;
            best = n;
            critical = w->critical;
            leads_on = *depth > 0;
        }
    }
    w->critical = critical;
    return best;
}

/// The points where one triangle and the shape face each other.
static void gather(work *w, near_triangle *near)
{
    const flr_real slack = w->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-9);
    if (!(near->height >= -w->margin - slack)) return;
    const feature3 *g = &w->facing;
    flr_manifold3 m = contact3_empty();
    if (g->count > 1) {
        const flr_vec3 own = normal_of(w, &near->t);
        const contact3_over over = {&near->t,
                                    flr_dot3(own, w->direction) < 0 ? flr_neg3(own) : own,
                                    g,
                                    flr_feature3_anchor(w->convex),
                                    w->convex->radius,
                                    w->size,
                                    w->margin};
        flr_contact3_triangle_patch(&over, w->direction, &m);
    } else {
        // of a ball on the seam of two triangles one point, though each has its own
        w->gather.near = w->size * (flr_real)CONTACT3_SNAP;
        const flr_convex3 c = flr_convex3_triangle(&near->t);
        flr_contact3_options o = {w->margin, 0, NULL};
        flr_contact3_convex_convex(&c, w->convex, &o, &m);
        if (m.count && flr_dot3(m.normal, w->direction) < (flr_real)0.999) m.count = 0;
    }
    // apart, a way along the direction is no shorter than the nearest triangle's: what seems nearer lies behind the shape,
    // but for what rounding adds to a patch that is steep
    const flr_real gap = w->closest.distance, most = gap > 0 ? slack - gap : w->most;
    for (int i = 0; i < m.count; i++) {
        if (m.points[i].depth > most) continue;
        if (gap > 0 && m.points[i].depth > -gap) m.points[i].depth = -gap;
        m.points[i].id = mixed(m.points[i].id, mesh3_input_of(w->mesh->mesh, near->item));
        flr_contact3_gather_add(&w->gather, m.points[i]);
    }
}

/// Of what is apart: the direction from the nearest triangle.
static void find_nearest(work *w, near_triangle *near)
{
    const flr_convex3 c = flr_convex3_triangle(&near->t);
    const flr_gjk3_options within = {.max_distance = w->enough};
    const flr_gjk3 g = flr_closest3_convex_convex(&c, w->convex, &within);
    if (g.beyond || !(g.distance < w->highest)) return;
    w->highest = g.distance;
    w->direction = g.normal;
}

/// From the mesh to the shape, which are apart: between their closest points, unless those are so near that rounding turns the way.
static flr_vec3 direction_apart(work *w)
{
    const flr_closest3 *c = &w->closest;
    const flr_vec3 between = unit3_or_zero(flr_sub3(c->point_a, c->point_b));
    if (c->distance > w->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)0.1 : (flr_real)0.01))
        return between;
    w->enough =
        c->distance + w->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-12);
    w->highest = (flr_real)INFINITY;
    w->direction = between;
    each_near(w, find_nearest);
    return flr_length_squared3(w->direction) > 0 ? w->direction : between;
}

/// Wholly inside: out through the plane of the nearest triangle.
static flr_status leave(const work *w, const flr_shape3 *s, flr_manifold3 *m)
{
    flr_closest3_mesh c = flr_closest3_point_mesh(w->middle, w->mesh, (flr_real)INFINITY);
    flr_triangle3 t = instance3_item_triangle(w->mesh, mesh3_item_of(w->mesh->mesh, c.triangle_b));
    flr_vec3 n = normal_of(w, &t), out = unit3_or_zero(flr_sub3(c.point_b, w->middle));
    if (!w->outward || !(flr_length_squared3(n) > 0)) n = out;
    flr_shape3 half = {.kind = FLR_SHAPE3_HALFSPACE};
    half.as.halfspace.normal = n;
    half.as.halfspace.offset = flr_dot3(n, c.point_b);
    flr_status status = flr_contact3_flat(&half, s, 0, m);
    m->normal = flr_neg3(m->normal);
    return status;
}

/// The deepest of the points gathered is as deep as is known otherwise; where clipping has moved more than rounding up a steep patch, or there is
/// none, `one` is it.
static void hold_depth(work *w, flr_real depth, const flr_manifold3_point *one)
{
    const flr_real rounding =
        w->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)4e-7 : (flr_real)1e-15);
    contact3_gather *g = &w->gather;
    int deepest = 0;
    for (int i = 1; i < g->count; i++)
        if (g->points[i].depth > g->points[deepest].depth) deepest = i;
    if (g->count == 0 || !(g->points[deepest].depth >= depth - w->size * (flr_real)1e-9)) {
        flr_contact3_gather_add(g, *one);
    } else if (w->closest.distance > 0 || isfinite(w->most)) {
        flr_manifold3_point *p = &g->points[deepest];
        if (w->closest.distance > 0 && !(p->depth >= depth - rounding && p->depth <= depth + rounding))
            p->position = one->position;
        p->depth = depth;
    }
}

/// The points of all triangles near for a direction from the mesh to the shape, none deeper than `most`; `one` is there in any case.
static void gather_along(work *w, flr_vec3 n, flr_real depth, flr_real most, const flr_manifold3_point *one,
                         flr_manifold3 *m)
{
    set_direction(w, n);
    w->highest = (flr_real)INFINITY;
    w->demanded = -(flr_real)INFINITY;
    each_near(w, find_highest);
    flr_feature3(w->convex, flr_neg3(n), &w->facing);
    w->gather = flr_contact3_gather_begin(flr_neg3(n), w->size);
    w->most = most;
    each_near(w, gather);
    hold_depth(w, depth, one);
    flr_contact3_gather_finish(&w->gather, m);
}

/// Where the triangle that demands most stops the shape on its way out.
static flr_manifold3_point stop_at(const work *w, flr_vec3 n, flr_real depth)
{
    const flr_triangle3 back = moved(&w->critical.t, flr_scale3(-depth, n));
    const flr_convex3 c = flr_convex3_triangle(&back);
    const flr_gjk3 g = flr_signed_distance3_convex_convex(&c, w->convex);
    return (flr_manifold3_point){flr_mul_add3(g.point_a, depth / 2, n), depth,
                                 mixed(0, mesh3_input_of(w->mesh->mesh, w->critical.item))};
}

/// Out of a solid by the shortest way, in place of the best of those tried where that is another.
static flr_status out_of_solid(work *w, flr_manifold3 *m)
{
    flr_signed_distance3_result r;
    bool proved;
    const flr_convex3 piece = flr_convex3_triangle(&w->critical.t);
    const flr_status status = flr_penetration3_solid(w->shape, w->convex, w->surface, w->size, m,
                                                     w->met ? &piece : NULL, &proved, &r);
    if (proved || !flr_has_answer(status)) return status;
    const flr_real depth = -r.signed_distance, margin = w->margin;
    const flr_real slack = w->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-9);
    // what stops it there may be farther from where it is than the margin
    w->near_count = 0;
    w->margin = depth + margin;
    flr_any3_visit_mesh(w->shape, w->surface, w->margin, keep_near, w);
    w->margin = margin;
    const flr_manifold3 one = contact3_single(r.point_a, r.point_b, r.normal, depth, 0);
    gather_along(w, flr_neg3(r.normal), depth, depth + slack, &one.points[0], m);
    return status;
}

/// They are no farther apart than the margin.
static flr_status by_triangles(work *w, flr_manifold3 *m)
{
    w->around = flr_any3_bounds(w->shape);
    w->middle = flr_lerp3(w->around.min, w->around.max, (flr_real)0.5);
    w->size = flr_length3(flr_sub3(w->around.max, w->around.min));
    w->outward = w->surface->solid && w->mesh->mesh->info.oriented ? flr_instance3_outward(w->mesh) : 0;
    flr_any3_visit_mesh(w->shape, w->surface, w->margin, keep_near, w);
    flr_real depth = -w->closest.distance;
    if (w->closest.distance > 0) {
        const flr_vec3 n = direction_apart(w);
        const flr_manifold3 one = contact3_single(w->closest.point_a, w->closest.point_b, n, depth, 0);
        gather_along(w, n, depth, (flr_real)INFINITY, &one.points[0], m);
        return FLR_OK;
    }
    each_near(w, look);
    if (w->met) {
        flr_vec3 n = best_direction(w, &depth);
        if (!(flr_length_squared3(n) > 0)) n = flr_vec3_make(1, 0, 0);
        const flr_manifold3_point one = stop_at(w, n, depth);
        gather_along(w, n, depth, (flr_real)INFINITY, &one, m);
    } else {
        const flr_status status = leave(w, w->shape, m);
        if (!flr_has_answer(status)) return status;
    }
    return w->surface->solid ? out_of_solid(w, m) : FLR_OK;
}

flr_status flr_contact3_mesh(const flr_shape3 *path, const flr_shape3 *b, flr_real margin, flr_manifold3 *m)
{
    const flr_shape3 *a = path;
    flr_shape3 cover;
    if (any3_is_path(path->kind)) {
        cover = flr_any3_clip_path(path, b);
        a = &cover;
    }
    flr_convex3 convex;
    *m = contact3_empty();
    if (!flr_any3_core(a, &convex)) return flr_contact3_compound(a, b, margin, m);
    work w;
    w.convex = &convex;
    w.shape = a;
    w.surface = b;
    w.mesh = &b->as.mesh;
    w.margin = margin;
    w.near_count = w.count = 0;
    w.met = false;
    w.sum = flr_vec3_make(0, 0, 0);
    flr_status status = flr_any3_distance(a, b, margin, &w.closest);
    if (!flr_has_answer(status) || w.closest.distance > margin) return status;
    const flr_status found = by_triangles(&w, m);
    return found == FLR_OK ? status : found;
}
