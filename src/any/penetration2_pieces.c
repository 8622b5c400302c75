/// Which pairs of convex pieces of two shapes of the plane may meet under a translation? Concave polygons
/// are cut into triangles, and unbounded shapes end where the search does. Boxes select the pairs, all in a
/// local frame near the shapes.
#include "any/penetration2.h"

#include "any/any2.h"
#include "any/toi3.h"

/// Corners of a polygon that are moved near the origin.
enum { CARRIED_MAX = 256 };

static flr_aabb2 moved_box(flr_aabb2 b, flr_vec2 by)
{
    return (flr_aabb2){flr_add2(b.min, by), flr_add2(b.max, by)};
}

static bool boxes_meet(flr_aabb2 a, flr_aabb2 b)
{
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y;
}

static flr_aabb2 grown(flr_aabb2 b, flr_real by)
{
    flr_vec2 all = flr_vec2_make(by, by);
    return (flr_aabb2){flr_sub2(b.min, all), flr_add2(b.max, all)};
}

static bool is_endless(const flr_shape2 *s)
{
    return s->kind == FLR_SHAPE2_RAY || any2_is_flat_unbounded(s->kind);
}

/// A ray's or line's piece, a plane's segment, a halfspace's square: as far as the reach goes, and as seen from `from`. What ends
/// stays as it is.
static flr_shape2 leaf_of(const penetration2 *p, const flr_shape2 *s, flr_vec2 from)
{
    flr_real far = p->reach;
    flr_shape2 leaf = {.kind = FLR_SHAPE2_SEGMENT};
    if (s->kind == FLR_SHAPE2_RAY || s->kind == FLR_SHAPE2_LINE) {
        bool is_ray = s->kind == FLR_SHAPE2_RAY;
        flr_vec2 origin = s->as.line.origin, u = flr_any2_unit(s->as.line.direction);
        flr_real at = flr_dot2(flr_sub2(p->middle, origin), u), first = at - far, last = at + far;
        if (is_ray && first < 0) first = 0;
        if (is_ray && last < 0) last = 0;
        origin = flr_sub2(origin, from);
        leaf.as.segment = (flr_segment2){flr_mul_add2(origin, first, u), flr_mul_add2(origin, last, u)};
        return leaf;
    }
    if (!is_endless(s)) return *s;
    any2_measure m = flr_any2_measure(s);
    flr_vec2 n = flr_vec2_make((flr_real)m.x, (flr_real)m.y), t = flr_perp2(n);
    flr_vec2 foot = flr_mul_add2(flr_sub2(p->middle, from), (flr_real)-flr_any2_height(&m, p->middle), n);
    if (s->kind == FLR_SHAPE2_PLANE) {
        leaf.as.segment = (flr_segment2){flr_mul_add2(foot, -far, t), flr_mul_add2(foot, far, t)};
        return leaf;
    }
    leaf.kind = FLR_SHAPE2_BOX;
    leaf.as.box = (flr_box2){flr_mul_add2(foot, -far, n), n, flr_vec2_make(far, far)};
    return leaf;
}

/// The pieces of a side that may meet a box.
typedef struct listing {
    penetration2 *p;
    flr_aabb2 box;
    void (*call)(void *user, const flr_convex2 *piece, flr_aabb2 box);
    void *user;
} listing;

static void list_triangle(void *user, const flr_triangle2 *t)
{
    const listing *l = user;
    moved2 none;
    flr_convex2 c = flr_convex2_triangle(t), piece = flr_moved2(&c, l->p->origin, 1, &none);
    const flr_vec2 *v = piece.corners;
    flr_aabb2 box = {flr_min2(flr_min2(v[0], v[1]), v[2]), flr_max2(flr_max2(v[0], v[1]), v[2])};
    if (boxes_meet(box, l->box)) l->call(l->user, &piece, box);
}

/// A convex polygon that stands in world, its corners copied to where they are seen from: by a position alone, which has to
/// take them back there, every translation would round as the coordinates do.
static bool place_polygon(const penetration2 *p, flr_convex2 *c, flr_vec2 *room)
{
    if (!p->far || c->kind != FLR_CONVEX2_POLYGON || c->count > CARRIED_MAX) return false;
    if (c->center.x != 0 || c->center.y != 0 || c->rotation.x != 1 || c->rotation.y != 0) return false;
    for (uint32_t i = 0; i < c->count; i++) room[i] = flr_sub2(c->points[i], p->origin);
    c->points = room;
    return true;
}

static void list_leaf(listing *l, const flr_shape2 *s)
{
    flr_shape2 leaf = leaf_of(l->p, s, l->p->origin);
    flr_vec2 origin = is_endless(s) ? flr_vec2_make(0, 0) : l->p->origin;
    flr_convex2 c;
    if (flr_any2_core(&leaf, &c)) {
        flr_aabb2 box = moved_box(flr_any2_bounds(&leaf), flr_neg2(origin));
        if (!boxes_meet(box, l->box)) return;
        moved2 user;
        flr_vec2 room[CARRIED_MAX];
        flr_convex2 piece = place_polygon(l->p, &c, room) ? c : flr_moved2(&c, origin, 1, &user);
        l->call(l->user, &piece, box);
    } else {
        flr_toi2_triangles(s->as.polygon.vertices, s->as.polygon.count, list_triangle, l);
    }
}

static void list_all(listing *l, const flr_shape2 *s)
{
    if (!any2_is_compound(s)) {
        list_leaf(l, s);
        return;
    }
    const flr_compound2 *c = &s->as.compound;
    flr_vec2 back = flr_neg2(l->p->origin);
    l->p->work += 1 + (long)(c->count / 16);
    for (size_t i = 0; i < c->count; i++) {
        flr_aabb2 box = l->box;
        if (flr_any2_is_bounded(&c->shapes[i])) box = moved_box(flr_compound2_box(c, i), back);
        if (boxes_meet(box, l->box)) list_all(l, &c->shapes[i]);
    }
}

static void list_pieces(listing *l, const penetration2_side *side)
{
    if (side->count == 0) {
        list_all(l, side->shape);
        return;
    }
    l->p->work += 1 + side->count / 16;
    for (int i = 0; i < side->count; i++) {
        const penetration2_piece *const k = &side->pieces[i];
        if (!boxes_meet(k->box, l->box)) continue;
        if (k->convex)
            list_leaf(l, k->convex);
        else
            list_triangle(l, &k->triangle);
    }
}

/// What all the shapes of a side make up together.
typedef struct extent2 {
    const penetration2 *p;
    flr_aabb2 box;
    flr_real far;  ///< of what is unbounded, from the middle
    bool ends, endless;
    bool by_user;  ///< a core that is asked in world
} extent2;

static void add_box(extent2 *e, flr_aabb2 b)
{
    e->box.min = flr_min2(e->box.min, b.min);
    e->box.max = flr_max2(e->box.max, b.max);
}

static void add_bounded(void *user, const flr_shape2 *s)
{
    extent2 *e = user;
    bool ends = flr_any2_is_bounded(s);
    e->endless |= !ends;
    e->ends |= ends;
    if (ends) add_box(e, flr_any2_bounds(s));
}

static void add_leaf(void *user, const flr_shape2 *s)
{
    extent2 *e = user;
    flr_shape2 leaf = leaf_of(e->p, s, flr_vec2_make(0, 0));
    add_box(e, flr_any2_bounds(&leaf));
    e->by_user |= s->kind == FLR_SHAPE2_CONVEX && s->as.convex.kind == FLR_CONVEX2_USER;
}

static void add_distance(void *user, const flr_shape2 *s)
{
    extent2 *e = user;
    flr_real distance;
    if (flr_any2_is_bounded(s)) return;
    if (s->kind == FLR_SHAPE2_RAY) {
        distance = flr_closest2_point_ray(e->p->middle, &s->as.ray).distance;
    } else {
        any2_measure m = flr_any2_measure(s);
        distance = (flr_real)fabs(flr_any2_height(&m, e->p->middle));
    }
    if (distance > e->far) e->far = distance;
}

static const flr_aabb2 empty = {{(flr_real)INFINITY, (flr_real)INFINITY},
                                {-(flr_real)INFINITY, -(flr_real)INFINITY}};

static flr_real extent(flr_aabb2 b) { return flr_length2(flr_sub2(b.max, b.min)); }

/// How far unbounded parts are searched: four times what lies between it and all that ends.
static void set_reach(penetration2 *p, const flr_shape2 *a, const flr_shape2 *b)
{
    extent2 all = {.p = p, .box = empty};
    p->reach = 0;
    flr_compound2_leaves(a, add_bounded, &all);
    flr_compound2_leaves(b, add_bounded, &all);
    if (!all.endless) return;
    p->middle = all.ends ? flr_lerp2(all.box.min, all.box.max, (flr_real)0.5) : flr_vec2_make(0, 0);
    flr_compound2_leaves(a, add_distance, &all);
    flr_compound2_leaves(b, add_distance, &all);
    flr_real size = (all.ends ? extent(all.box) : 0) + all.far;
    p->reach = 4 * (size > 0 ? size : 1);
}

void flr_penetration2_clip(penetration2 *p, const flr_shape2 *a, const flr_shape2 *b, flr_shape2 *x,
                           flr_shape2 *y)
{
    set_reach(p, a, b);
    const flr_vec2 world = flr_vec2_make(0, 0);
    *x = leaf_of(p, a, world);
    *y = leaf_of(p, b, world);
}

typedef struct keeping {
    const penetration2 *p;
    penetration2_side *side;
    int count;  ///< of all pieces, kept or not
} keeping;

static void keep(keeping *k, penetration2_piece piece)
{
    if (k->count < PENETRATION2_KEPT) k->side->pieces[k->count] = piece;
    k->count++;
}

static void keep_triangle(void *user, const flr_triangle2 *t)
{
    keeping *k = user;
    const flr_aabb2 box = {flr_min2(flr_min2(t->a, t->b), t->c), flr_max2(flr_max2(t->a, t->b), t->c)};
    keep(k, (penetration2_piece){moved_box(box, flr_neg2(k->p->origin)), NULL, *t});
}

static void keep_leaf(void *user, const flr_shape2 *s)
{
    keeping *k = user;
    const flr_real far = (flr_real)INFINITY;
    penetration2_piece piece = {{{-far, -far}, {far, far}}, s, {{0, 0}, {0, 0}, {0, 0}}};
    flr_convex2 core;
    if (is_endless(s)) {
        keep(k, piece);
    } else if (flr_any2_core(s, &core)) {
        piece.box = moved_box(flr_any2_bounds(s), flr_neg2(k->p->origin));
        keep(k, piece);
    } else {
        flr_toi2_triangles(s->as.polygon.vertices, s->as.polygon.count, keep_triangle, k);
    }
}

static void make_side(const penetration2 *p, penetration2_side *side, const flr_shape2 *s, flr_aabb2 box)
{
    keeping k = {p, side, 0};
    side->shape = s;
    side->box = moved_box(box, flr_neg2(p->origin));
    flr_compound2_leaves(s, keep_leaf, &k);
    side->count = k.count <= PENETRATION2_KEPT ? k.count : 0;
}

static void make(penetration2 *p, const flr_shape2 *a, const flr_shape2 *b)
{
    extent2 of_a = {.p = p, .box = empty}, of_b = of_a;
    flr_compound2_leaves(a, add_leaf, &of_a);
    flr_compound2_leaves(b, add_leaf, &of_b);
    p->origin = flr_lerp2(of_a.box.min, of_a.box.max, (flr_real)0.5);
    make_side(p, &p->a, a, of_a.box);
    make_side(p, &p->b, b, of_b.box);
    const bool single = sizeof(flr_real) == sizeof(float);
    p->size = extent(p->a.box) + extent(p->b.box);
    p->gap = p->size * (single ? (flr_real)0x1p-15 : (flr_real)0x1p-34);
    // what is not made in world is not rounded there, and the more the farther off it lies
    const flr_real off = flr_length2(p->origin);
    const bool in_world = of_a.by_user || of_b.by_user;
    p->far = off > 16 * p->size;
    if (in_world || !p->far) p->gap += off * (single ? (flr_real)0x1p-19 : (flr_real)0x1p-46);
    // all in one point at the origin; or so small that squares would vanish
    const flr_real least = single ? (flr_real)1e-18 : (flr_real)1e-152;
    if (p->gap < least) p->gap = least;
    p->work = 0;
    p->work_max = 500000;
}

void flr_penetration2_make(penetration2 *p, const flr_shape2 *a, const flr_shape2 *b)
{
    set_reach(p, a, b);
    make(p, a, b);
}

void flr_penetration2_make_within(penetration2 *p, const flr_shape2 *a, const flr_shape2 *b, flr_real reach)
{
    p->reach = reach;
    make(p, a, b);
}

typedef struct visiting {
    penetration2 *p;
    flr_vec2 by;
    flr_real slack;
    penetration2_pair_fn *call;
    void *user;
    const flr_convex2 *x;
    bool ended;
} visiting;

static void look_at_pair(void *user, const flr_convex2 *piece, flr_aabb2 box)
{
    visiting *v = user;
    (void)box;
    if (v->ended) return;
    v->p->work++;
    v->ended = !v->call(v->user, v->x, piece);
}

static void look_at_piece(void *user, const flr_convex2 *piece, flr_aabb2 box)
{
    visiting *v = user;
    if (v->ended) return;
    v->x = piece;
    v->p->work++;
    listing l = {v->p, grown(moved_box(box, flr_neg2(v->by)), v->slack), look_at_pair, v};
    list_pieces(&l, &v->p->b);
}

void flr_penetration2_visit(penetration2 *p, flr_vec2 by, flr_real slack, penetration2_pair_fn *call,
                            void *user)
{
    visiting v = {p, by, slack, call, user, NULL, false};
    listing l = {p, grown(moved_box(p->b.box, by), slack), look_at_piece, &v};
    p->work++;
    list_pieces(&l, &p->a);
}
