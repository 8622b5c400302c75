/// Where does a convex shape touch a mesh, and which way leads out of it? The way out adds a separating
/// plane for one triangle after the other, each time the one that is hardest to leave. A way out of a solid
/// is proved to be the shortest, or else replaced by that of a search. All near triangles are clipped along
/// the way for contact points.
#include "any/any3.h"
#include "any/contact3_gather.h"
#include "any/penetration3.h"
#include "base/answer.h"
#include "contact/manifold3_ids.h"
#include "contact/manifold3_mesh_mesh.h"
#include "contact/manifold3_triangle.h"
#include "feeler/overlap3.h"
#include "math/rotation.h"
#include "math/unit.h"
#include "math/vectors.h"
#include "mesh/mesh3.h"

/// Triangles that are kept while translations are tried, and of those how many.
enum { NEAR_MAX = 192, WAY_MAX = PENETRATION3_CUT_MAX };

/// A triangle of the mesh near the shape, in world.
typedef struct near_triangle {
    flr_triangle3 t;
    uint32_t item;
    flr_real most;  ///< no less than the shortest way out of it, where it is near
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
    flr_real margin, size, slack;  ///< slack: what of the size may be rounding, of a direction or at a touch
    flr_aabb3 around;              ///< the shape
    flr_aabb3 tight;               ///< the same but for rounding
    near_triangle near[NEAR_MAX];
    int near_count;      ///< above NEAR_MAX they are found by the tree each time
    triangle_fn *visit;  ///< what is done with them then
    // of the translation of the shape that is being tried
    flr_vec3 by, moved;     ///< moved: the unit vector along it
    flr_real reach;         ///< of the shape against that
    near_triangle deepest;  ///< the triangle that is hardest to leave from there
    flr_vec3 way;           ///< unit, out of it
    flr_real least;         ///< the way's length; what takes no more is skipped
    bool met;               ///< there is such a triangle
    // of the direction in which the shape is parted, or is apart
    flr_vec3 direction;
    shadow shadow;
    flr_real most;             ///< no point is deeper
    flr_real within, nearest;  ///< what is farther is skipped; the nearest so far
    flr_closest3 closest;
    contact3_view facing;  ///< the shape's lowest feature
    contact3_gather gather;
};

/// Do the sides of a box part it from a triangle, by more than the margin? Where the box stands aslant, boxes along the axes do not.
static bool is_beside(const work *w, const flr_triangle3 *t, flr_real margin)
{
    const flr_convex3 *c = w->convex;
    if (c->kind != FLR_CONVEX3_BOX) return false;
    const flr_vec3 p = flr_sub3(t->a, c->center), q = flr_sub3(t->b, c->center),
                   r = flr_sub3(t->c, c->center);
    const flr_real more = c->radius + margin + w->slack;
    for (int k = 0; k < 3; k++) {
        const flr_vec3 axis = (&c->axes.x)[k];
        const flr_real a = flr_dot3(axis, p), b = flr_dot3(axis, q), e = flr_dot3(axis, r),
                       reach = (&c->half_extents.x)[k] + more;
        if (((a > reach) & (b > reach) & (e > reach)) | ((a < -reach) & (b < -reach) & (e < -reach)))
            return true;
    }
    return false;
}

static void keep_near(void *user, uint32_t item)
{
    work *w = user;
    if (w->near_count > NEAR_MAX) return;
    const flr_triangle3 t = instance3_item_triangle(w->mesh, item);
    if (is_beside(w, &t, w->margin)) return;
    if (w->near_count < NEAR_MAX) w->near[w->near_count] = (near_triangle){t, item, 0};
    w->near_count++;
}

static void visit_item(void *user, uint32_t item)
{
    work *w = user;
    near_triangle n = {instance3_item_triangle(w->mesh, item), item, 0};
    w->visit(w, &n);
}

/// Every triangle that may come within the margin of the shape, by boxes.
static void each_near(work *w, triangle_fn *visit)
{
    w->visit = visit;
    if (w->near_count > NEAR_MAX) flr_any3_visit_mesh(w->shape, w->surface, w->margin, visit_item, w);
    for (int i = 0; i < w->near_count && w->near_count <= NEAR_MAX; i++) visit(w, &w->near[i]);
}

static flr_vec3 normal_of(const flr_triangle3 *t)
{
    return unit3_or_zero(flr_cross3(flr_sub3(t->b, t->a), flr_sub3(t->c, t->a)));
}

static flr_triangle3 moved(const flr_triangle3 *t, flr_vec3 by)
{
    return (flr_triangle3){flr_add3(t->a, by), flr_add3(t->b, by), flr_add3(t->c, by)};
}

static uint32_t mixed(uint32_t id, uint32_t triangle)
{
    uint32_t x = (id * 0x9e3779b1u) ^ (triangle * 0x85ebca6bu);
    return x ^ (x >> 15);
}

// ---- The way out: planes that one triangle after the other puts before it

/// No less than the shortest way out of a triangle: along the axes, along the way that the shape was moved, and to either side of its plane. What
/// takes no more than `least` is skipped. n: its unit normal, or zero.
static flr_real most_alone(const work *w, const flr_triangle3 *t, flr_vec3 *n)
{
    const flr_aabb3 *o = &w->tight;
    const flr_vec3 low = flr_min3(flr_min3(t->a, t->b), t->c), high = flr_max3(flr_max3(t->a, t->b), t->c);
    const flr_vec3 up = flr_sub3(high, o->min), down = flr_sub3(o->max, low), least = flr_min3(up, down);
    flr_real most = least.x < least.y ? least.x : least.y;
    most = least.z < most ? least.z : most;
    if (!(most > w->least)) return most;
    flr_real along = flr_dot3(w->moved, t->a);
    const flr_real b = flr_dot3(w->moved, t->b), c = flr_dot3(w->moved, t->c);
    along = b > along ? b : along;
    along = (c > along ? c : along) + w->reach;
    most = along < most ? along : most;
    if (!(most > w->least)) return most;
    *n = normal_of(t);
    if (!(flr_length_squared3(*n) > 0)) return most;
    const flr_real at = flr_dot3(*n, t->a), over = at + contact3_reach(w->convex, flr_neg3(*n));
    most = over < most ? over : most;
    if (!(most > w->least)) return most;
    const flr_real under = contact3_reach(w->convex, *n) - at;
    return under < most ? under : most;
}

/// The shortest way out of a triangle that stands alone, its length no more than the true one; minus the distance where they are apart. A gap
/// wider than the slack may come back as shorter.
static flr_real alone(const work *w, const flr_triangle3 *t, flr_vec3 n, flr_vec3 *way)
{
    const flr_convex3 *c = w->convex;
    if (c->kind == FLR_CONVEX3_BOX && flr_length_squared3(n) > 0) {
        const contact3_axis x = flr_contact3_box_triangle(c, t, n, w->slack);
        *way = x.normal;
        if (x.apart || x.cores_meet) return x.depth;
    }
    if (c->kind == FLR_CONVEX3_CORNERS && c->count == 1) {
        const flr_closest3 to = flr_closest3_point_triangle(c->corners[0], t);
        *way = unit3_or_zero(flr_sub3(to.point_a, to.point_b));
        if (to.distance > c->radius * (flr_real)0.01) return c->radius - to.distance;
    }
    const flr_convex3 piece = flr_convex3_triangle(t);
    const flr_gjk3 g = flr_signed_distance3_convex_convex(&piece, c);
    *way = g.normal;
    return g.status == FLR_OK || g.signed_distance > 0 ? -g.signed_distance : g.lower;
}

static void look_at(work *w, const near_triangle *near, const flr_triangle3 *t, flr_vec3 n)
{
    flr_vec3 way;
    const flr_real length = alone(w, t, n, &way);
    if (!(length > w->least) || !(flr_length_squared3(way) > 0)) return;
    w->least = length;
    w->deepest = *near;
    w->way = way;
    w->met = true;
}

static void find_deepest(work *w, near_triangle *near)
{
    flr_vec3 n = {0, 0, 0};
    const flr_triangle3 t = moved(&near->t, flr_neg3(w->by));
    if (most_alone(w, &t, &n) > w->least) look_at(w, near, &t, n);
}

/// Of those that are kept, the one first that may be hardest to leave: it mostly is, and rules out the others.
static void find_deepest_kept(work *w)
{
    int first = -1;
    flr_vec3 n = {0, 0, 0};
    const flr_real least = w->least;
    for (int i = 0; i < w->near_count; i++) {
        near_triangle *near = &w->near[i];
        near->most = most_alone(w, &near->t, &n);
        if (near->most > w->least) first = i, w->least = near->most;
    }
    w->least = least;
    if (first < 0) return;
    look_at(w, &w->near[first], &w->near[first].t, normal_of(&w->near[first].t));
    flr_real alike = 0;
    if (least > 0 && w->met) {
        // the way out of that one leads out of most others, above all of those at the same corner
        alike = w->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)4e-7 : (flr_real)1e-15);
        w->moved = w->way;
        w->reach = contact3_reach(w->convex, flr_neg3(w->way));
    }
    for (int i = 0; i < w->near_count; i++)
        if (i != first && w->near[i].most > w->least + alike) find_deepest(w, &w->near[i]);
}

/// With the shape moved: triangles that were not near.
static void find_beyond(work *w, near_triangle *near)
{
    const flr_triangle3 *t = &near->t;
    const flr_vec3 low = flr_min3(flr_min3(t->a, t->b), t->c), high = flr_max3(flr_max3(t->a, t->b), t->c);
    const flr_aabb3 *o = &w->around;
    const bool is_near = (low.x <= o->max.x) & (low.y <= o->max.y) & (low.z <= o->max.z) &
                         (high.x >= o->min.x) & (high.y >= o->min.y) & (high.z >= o->min.z);
    if (!is_near || w->near_count > NEAR_MAX || is_beside(w, t, 0)) find_deepest(w, near);
}

/// The triangle that is hardest to leave for the shape moved by `by`, along a unit vector or nowhere, if that takes more than `least`.
static bool find_stop(work *w, flr_vec3 by, flr_vec3 along, flr_real least)
{
    w->by = by;
    w->moved = along;
    w->least = least;
    w->met = false;
    if (!(flr_length_squared3(by) > 0)) {
        w->reach = (flr_real)INFINITY;
        if (w->near_count > NEAR_MAX)
            each_near(w, find_deepest);
        else
            find_deepest_kept(w);
        return w->met;
    }
    w->reach = contact3_reach(w->convex, flr_neg3(along));
    each_near(w, find_deepest);
    if (w->met || !(flr_length_squared3(by) > w->margin * w->margin)) return w->met;
    flr_shape3 there = {.kind = FLR_SHAPE3_AABB};
    there.as.aabb = (flr_aabb3){flr_add3(w->around.min, by), flr_add3(w->around.max, by)};
    w->visit = find_beyond;
    flr_any3_visit_mesh(&there, w->surface, 0, visit_item, w);
    return w->met;
}

/// A way out.
typedef struct way_out {
    flr_vec3 normal;  ///< unit, of the shape
    flr_real length;
    flr_real least;  ///< every way out is as long at least
    bool is_found, is_shortest;
} way_out;

/// With the shape moved so that it touches nothing: is it out of the solid?
static bool is_outside(const work *w, flr_vec3 by, flr_vec3 n)
{
    if (!w->surface->solid) return true;
    return flr_contains3_mesh_point(w->mesh, flr_add3(flr_support3(w->convex, flr_neg3(n)), by)) < 0;
}

/// Out of one triangle after the other, each time the one that is hardest to leave from where the shape then is, and always by the shortest
/// way beyond the planes that part it from those so far. A way that is the shortest out of the first alone is the shortest of all.
static way_out find_way(work *w)
{
    const flr_real little = w->slack / 1024;
    penetration3_cuts cuts = {.count = 0, .tolerance = little};
    way_out r = {.is_found = false};
    flr_vec3 by = {0, 0, 0}, way, there = {0, 0, 0};
    if (!find_stop(w, by, by, w->slack)) return r;
    r.least = w->least;
    do {
        if (cuts.count == WAY_MAX) return r;
        cuts.at[cuts.count++] = (penetration3_cut){w->way, flr_dot3(w->way, there) + w->least, 0};
        if (!flr_penetration3_shortest(&cuts, false, &by)) return r;
        // out of a narrow wedge there may be shorter ways by far, through its sides
        if (!(flr_length_squared3(by) <= 16 * r.least * r.least)) return r;
        way = cuts.count == 1 ? w->way : unit3_or_zero(by);
        // what parts them leaves a gap a little farther on
        there = flr_mul_add3(by, 2 * w->slack, way);
    } while (find_stop(w, there, way, little));
    r.normal = way;
    r.length = cuts.count == 1 ? r.least : flr_length3(by);
    r.is_found = is_outside(w, there, way);
    r.is_shortest = r.is_found && cuts.count == 1;
    return r;
}

// ---- Points along a direction

/// No less than how far the shape has to go along the direction to clear a triangle, by planes below it; minus infinity for one beside it.
static flr_real height_of(const work *w, const flr_triangle3 *t)
{
    const shadow *s = &w->shadow;
    const flr_vec3 p[3] = {turn3_transposed(&s->frame, t->a), turn3_transposed(&s->frame, t->b),
                           turn3_transposed(&s->frame, t->c)};
    for (int k = 0; k < 2; k++) {
        const flr_real *u = k ? &p[0].y : &p[0].x, *v = k ? &p[1].y : &p[1].x, *x = k ? &p[2].y : &p[2].x;
        if ((*u < s->low[k]) & (*v < s->low[k]) & (*x < s->low[k])) return -(flr_real)INFINITY;
        if ((*u > s->high[k]) & (*v > s->high[k]) & (*x > s->high[k])) return -(flr_real)INFINITY;
    }
    flr_real least = (flr_real)INFINITY;
    for (int k = 0; k < s->bound_count; k++) {
        flr_real most = -(flr_real)INFINITY;
        for (int i = 0; i < 3; i++) {
            const flr_real at = flr_dot3(s->bounds[k].a, p[i]) + s->bounds[k].b;
            most = at > most ? at : most;
        }
        least = most < least ? most : least;
    }
    return least;
}

/// m: unit, out of the shape; of no use where it is nearly level.
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
    s->frame = flr_frame_around3(n);
    for (int k = 0; k < 3 && c->kind == FLR_CONVEX3_BOX; k++) {
        const flr_vec3 side = flr_cross3(n, axes[k]);
        if (!(flr_length_squared3(side) > (flr_real)0.5)) continue;
        s->frame.y = unit3_or_zero(side);
        s->frame.x = flr_cross3(s->frame.y, n);
        break;
    }
    s->frame.z = n;
    for (int k = 0; k < 2; k++) {
        const flr_vec3 u = k ? s->frame.y : s->frame.x;
        s->low[k] = -contact3_reach(c, flr_neg3(u)) - w->slack;
        s->high[k] = contact3_reach(c, u) + w->slack;
    }
    s->bound_count = 0;
    flr_contact3_view(&w->facing, c, n, w->size, w->margin);
    add_bound(w, flr_neg3(n));
    if (c->kind == FLR_CONVEX3_BOX) {
        for (int k = 0; k < 3; k++) add_bound(w, flr_dot3(axes[k], n) < 0 ? axes[k] : flr_neg3(axes[k]));
        return;
    }
    if (w->facing.feature.count > 2) add_bound(w, w->facing.feature.normal);
}

/// The one point of a shape that is lowest, over a triangle that lies across the direction.
static void gather_lowest(work *w, const flr_triangle3 *t, flr_vec3 own, flr_manifold3 *m)
{
    const flr_vec3 n = w->direction;
    const flr_real rise = flr_dot3(own, n);
    if (!(rise > (flr_real)0.999)) return;
    const flr_vec3 lowest = flr_mul_add3(
        flr_add3(flr_feature3_anchor(w->convex), w->facing.feature.corners[0]), -w->convex->radius, n);
    const flr_real depth = flr_dot3(own, flr_sub3(t->a, lowest)) / rise;
    const flr_vec3 foot = flr_mul_add3(lowest, depth, n);
    if (!(depth >= -w->margin) || flr_closest3_point_triangle(foot, t).distance > w->slack) return;
    m->count = 1;
    m->points[0] = (flr_manifold3_point){flr_mul_add3(lowest, depth / 2, n), depth,
                                         contact3_id(0x4000u, w->facing.feature.codes[0])};
}

/// The points where one triangle and the shape face each other.
static void gather(work *w, near_triangle *near)
{
    if (!(height_of(w, &near->t) >= -w->margin - w->slack)) return;
    flr_manifold3 m = {.count = 0};
    const flr_vec3 n = normal_of(&near->t), own = flr_dot3(n, w->direction) < 0 ? flr_neg3(n) : n;
    if (w->facing.feature.count > 1) {
        flr_contact3_triangle_patch(&w->facing, &near->t, own, &m);
    } else {
        gather_lowest(w, &near->t, own, &m);
    }
    // apart, a way along the direction is no shorter than the nearest triangle's: what seems nearer lies behind the shape,
    // but for what rounding adds to a patch that is steep
    const flr_real gap = w->closest.distance, most = gap > 0 ? w->slack - gap : w->most;
    for (int i = 0; i < m.count; i++) {
        if (m.points[i].depth > most) continue;
        if (gap > 0 && m.points[i].depth > -gap) m.points[i].depth = -gap;
        m.points[i].id = mixed(m.points[i].id, mesh3_input_of(w->mesh->mesh, near->item));
        flr_contact3_gather_add(&w->gather, m.points[i]);
    }
}

/// The deepest of the points gathered, if it is as deep as is known otherwise: clipping may have moved more than rounding up a steep patch.
static flr_manifold3_point *find_point(contact3_gather *g, flr_real depth, flr_real slack)
{
    flr_manifold3_point *p = NULL;
    for (int i = 0; i < g->count; i++)
        if (!p || g->points[i].depth > p->depth) p = &g->points[i];
    return p && p->depth >= depth - slack ? p : NULL;
}

/// Where the triangle that is hardest to leave stops the shape on its way out.
static flr_manifold3_point stop_at(const work *w, flr_vec3 n, flr_real depth)
{
    const flr_triangle3 back = moved(&w->deepest.t, flr_scale3(-depth, n));
    const flr_convex3 c = flr_convex3_triangle(&back);
    const flr_gjk3 g = flr_signed_distance3_convex_convex(&c, w->convex);
    return (flr_manifold3_point){flr_mul_add3(g.point_a, depth / 2, n), depth,
                                 mixed(0, mesh3_input_of(w->mesh->mesh, w->deepest.item))};
}

/// The points of all triangles near for a direction from the mesh to the shape, the deepest as deep as is known. Where none is, `one` is that
/// point, or without it the place where the shape is stopped.
static void gather_along(work *w, flr_vec3 n, flr_real depth, const flr_manifold3_point *one,
                         flr_manifold3 *m)
{
    const flr_real rounding =
        w->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)4e-7 : (flr_real)1e-15);
    set_direction(w, n);
    w->gather = flr_contact3_gather_begin(flr_neg3(n), w->size);
    // of a ball on the seam of two triangles one point, though each has its own
    if (w->facing.feature.count == 1) w->gather.near = w->size * (flr_real)CONTACT3_SNAP;
    w->most = depth + w->slack;
    each_near(w, gather);
    flr_manifold3_point *p = find_point(&w->gather, depth, w->slack);
    if (p) {
        if (w->closest.distance > 0 && !(p->depth >= depth - rounding && p->depth <= depth + rounding))
            p->position = one->position;
        p->depth = depth;
    } else {
        flr_contact3_gather_add(&w->gather, one ? *one : stop_at(w, n, depth));
    }
    flr_contact3_gather_finish(&w->gather, m);
}

// ---- What is apart, touches or overlaps

/// Of what is apart: the direction from the nearest triangle.
static void find_nearest(work *w, near_triangle *near)
{
    const flr_convex3 c = flr_convex3_triangle(&near->t);
    const flr_gjk3_options within = {.max_distance = w->within};
    const flr_gjk3 g = flr_closest3_convex_convex(&c, w->convex, &within);
    if (g.beyond || !(g.distance < w->nearest)) return;
    w->nearest = g.distance;
    w->direction = g.normal;
}

/// From the mesh to the shape, which are apart: between their closest points, unless those are so near that rounding turns the way.
static flr_vec3 direction_apart(work *w)
{
    const flr_closest3 *c = &w->closest;
    const flr_vec3 between = unit3_or_zero(flr_sub3(c->point_a, c->point_b));
    if (c->distance > w->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)0.1 : (flr_real)0.01))
        return between;
    w->within =
        c->distance + w->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-12);
    w->nearest = (flr_real)INFINITY;
    w->direction = between;
    each_near(w, find_nearest);
    return flr_length_squared3(w->direction) > 0 ? w->direction : between;
}

static void stay_apart(work *w, flr_manifold3 *m)
{
    const flr_vec3 n = direction_apart(w);
    const flr_real depth = -w->closest.distance;
    const flr_manifold3 one = contact3_single(w->closest.point_a, w->closest.point_b, n, depth, 0);
    gather_along(w, n, depth, &one.points[0], m);
}

/// Wholly inside: out through the plane of the nearest triangle.
static flr_status leave(const work *w, const flr_shape3 *s, flr_manifold3 *m)
{
    const flr_vec3 middle = flr_lerp3(w->around.min, w->around.max, (flr_real)0.5);
    const flr_closest3_mesh c = flr_closest3_point_mesh(middle, w->mesh, (flr_real)INFINITY);
    const flr_triangle3 t = instance3_item_triangle(w->mesh, mesh3_item_of(w->mesh->mesh, c.triangle_b));
    const int outward = w->mesh->mesh->info.oriented ? instance3_outward(w->mesh) : 0;
    const flr_vec3 own = normal_of(&t), n = outward < 0 ? flr_neg3(own) : own;
    flr_shape3 half = {.kind = FLR_SHAPE3_HALFSPACE};
    half.as.halfspace.normal =
        outward && flr_length_squared3(n) > 0 ? n : unit3_or_zero(flr_sub3(c.point_b, middle));
    half.as.halfspace.offset = flr_dot3(half.as.halfspace.normal, c.point_b);
    flr_status status = flr_contact3_flat(&half, s, 0, m);
    m->normal = flr_neg3(m->normal);
    return status;
}

/// By what a full search has found.
static void follow(work *w, const flr_signed_distance3_result *r, flr_manifold3 *m)
{
    const flr_real depth = -r->signed_distance, margin = w->margin;
    // what stops it there may be farther from where it is than the margin
    w->near_count = 0;
    w->margin = depth + margin;
    flr_any3_visit_mesh(w->shape, w->surface, w->margin, keep_near, w);
    w->margin = margin;
    const flr_manifold3 one = contact3_single(r->point_a, r->point_b, r->normal, depth, 0);
    gather_along(w, flr_neg3(r->normal), depth, &one.points[0], m);
}

/// Out of a solid, by the way that was found or else by that of the nearest face, where one of these is proved to be the shortest.
static flr_status part_from_solid(work *w, const way_out *out, flr_manifold3 *m)
{
    flr_signed_distance3_result r;
    bool proved;
    flr_status status = FLR_OK;
    if (out->is_found)
        gather_along(w, out->normal, out->length, NULL, m);
    else
        status = leave(w, w->shape, m);
    if (!flr_has_answer(status)) return status;
    status = flr_penetration3_solid(w->shape, w->convex, w->surface, w->size, m, out->least, &proved, &r);
    if (!proved && flr_has_answer(status)) follow(w, &r, m);
    return status;
}

/// Out of a surface; a way out of several triangles is not proved to be the shortest.
static flr_status part_from_surface(work *w, const way_out *out, flr_manifold3 *m)
{
    if (out->is_found) {
        gather_along(w, out->normal, out->length, NULL, m);
        return FLR_NOT_CONVERGED;
    }
    flr_signed_distance3_result r;
    const flr_status status = flr_penetration3(w->shape, w->surface, NULL, &r);
    if (flr_has_answer(status)) follow(w, &r, m);
    return status;
}

/// They touch; a solid from outside. False where they are not parted beside there.
static bool touch(work *w, flr_manifold3 *m)
{
    const flr_vec3 zero = {0, 0, 0};
    w->tight = w->around;  // what touches within rounding is to be looked at
    if (!find_stop(w, zero, zero, -w->slack)) return false;
    const flr_real depth = w->least > 0 ? w->least : 0;
    const flr_vec3 way = w->way, there = flr_scale3(2 * w->slack, way);
    if (find_stop(w, there, way, w->slack / 1024) || !is_outside(w, there, way)) return false;
    gather_along(w, way, depth, NULL, m);
    return true;
}

static flr_status by_triangles(work *w, flr_manifold3 *m)
{
    flr_any3_visit_mesh(w->shape, w->surface, w->margin, keep_near, w);
    flr_status status = FLR_OK;
    const way_out out = find_way(w);
    w->closest.distance = 0;
    if (out.is_shortest) {
        gather_along(w, out.normal, out.length, NULL, m);
        return FLR_OK;
    }
    if (!(out.least > 0)) {
        status = flr_any3_distance(w->shape, w->surface, w->margin, &w->closest);
        if (!flr_has_answer(status) || w->closest.distance > w->margin) return status;
        if (w->closest.distance > 0) {
            stay_apart(w, m);
            return status;
        }
        if (touch(w, m)) return status;
    }
    const flr_status found = w->surface->solid ? part_from_solid(w, &out, m) : part_from_surface(w, &out, m);
    return found == FLR_OK ? status : found;
}

static flr_aabb3 tight_around(const flr_convex3 *c)
{
    flr_aabb3 box;
    for (int k = 0; k < 3; k++) {
        flr_vec3 along = {0, 0, 0};
        (&along.x)[k] = 1;
        (&box.max.x)[k] = contact3_reach(c, along);
        (&box.min.x)[k] = -contact3_reach(c, flr_neg3(along));
    }
    return box;
}

flr_status flr_contact3_mesh(const flr_shape3 *path, const flr_shape3 *b, flr_real margin, flr_manifold3 *m)
{
    const flr_shape3 *a = path;
    flr_shape3 cover;
    if (any3_is_path(path->kind)) {
        cover = flr_penetration3_clip_path(path, b);
        a = &cover;
    }
    flr_convex3 convex;
    contact3_clear(m);
    if (!flr_any3_core(a, &convex)) return flr_contact3_compound(a, b, margin, m);
    work w;
    w.convex = &convex;
    w.shape = a;
    w.surface = b;
    w.mesh = &b->as.mesh;
    w.margin = margin;
    w.around = flr_any3_bounds(a);
    w.tight = tight_around(&convex);
    w.size = flr_length3(flr_sub3(w.around.max, w.around.min));
    w.slack = w.size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-9);
    w.near_count = 0;
    w.way = flr_vec3_make(0, 0, 0);
    return by_triangles(&w, m);
}
