/// Which pairs of convex pieces of two shapes in space may meet under translations in a range? Concave
/// sheets are cut into triangles, meshes are searched by their trees, and unbounded shapes end where the
/// search does. Boxes select the pairs, all in a local frame near the shapes.
#include "any/any3.h"
#include "any/penetration3.h"
#include "any/toi3.h"
#include "mesh/mesh3_pair.h"

static flr_aabb3 moved_box(flr_aabb3 b, flr_vec3 low, flr_vec3 high)
{
    return (flr_aabb3){flr_add3(b.min, low), flr_add3(b.max, high)};
}

static flr_triangle3 moved_triangle(flr_triangle3 t, flr_vec3 by)
{
    return (flr_triangle3){flr_add3(t.a, by), flr_add3(t.b, by), flr_add3(t.c, by)};
}

static bool boxes_meet(flr_aabb3 a, flr_aabb3 b)
{
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y &&
           a.min.z <= b.max.z && b.min.z <= a.max.z;
}

typedef void piece_fn(void *user, const penetration3_piece *piece);

/// The pieces of a side that may meet a box.
typedef struct listing {
    penetration3 *p;
    const penetration3_side *side;
    flr_vec3 origin;
    flr_aabb3 box;
    piece_fn *call;
    void *user;
    const flr_instance3 *mesh;  ///< that the items are of
    flr_vec3 left;              ///< what remains to be taken away from its corners
} listing;

static void list_triangle(const listing *l, flr_triangle3 t)
{
    penetration3_piece piece;
    piece.box.min = flr_min3(flr_min3(t.a, t.b), t.c);
    piece.box.max = flr_max3(flr_max3(t.a, t.b), t.c);
    if (!boxes_meet(piece.box, l->box)) return;
    piece.core = flr_convex3_triangle(&t);
    l->call(l->user, &piece);
}

static void list_cut(void *user, const flr_triangle3 *t)
{
    const listing *l = user;
    list_triangle(l, moved_triangle(*t, flr_neg3(l->origin)));
}

static void list_item(void *user, uint32_t item)
{
    const listing *l = user;
    flr_triangle3 t = instance3_item_triangle(l->mesh, item);
    list_triangle(l, moved_triangle(t, flr_neg3(l->left)));
}

static void list_mesh(listing *l, const flr_shape3 *mesh)
{
    flr_shape3 moved;
    const flr_shape3 *there = flr_penetration3_mesh(l->p, mesh, &moved, &l->left);
    flr_shape3 box = {.kind = FLR_SHAPE3_AABB, .as = {.aabb = moved_box(l->box, l->left, l->left)}};
    l->mesh = &there->as.mesh;
    flr_any3_visit_mesh(&box, there, 0, list_item, l);
}

static void list_leaf(listing *l, const flr_shape3 *s)
{
    penetration3_piece piece;
    penetration3_room room;
    if (s->kind == FLR_SHAPE3_MESH) {
        list_mesh(l, s);
    } else if (flr_penetration3_core(l->p, s, &room, &piece.core)) {
        piece.box = moved_box(flr_any3_bounds(&room.moved.shape), room.by, room.by);
        if (boxes_meet(piece.box, l->box)) l->call(l->user, &piece);
    } else {
        size_t count;
        const flr_vec3 *v = flr_any3_corners(s, &count);
        flr_toi3_triangles(v, count, list_cut, l);
    }
}

static void list_union(listing *l, const flr_shape3 *s, const flr_aabb3 *boxes)
{
    if (!any3_is_compound(s)) {
        list_leaf(l, s);
        return;
    }
    const flr_compound3 *c = &s->as.compound;
    flr_vec3 back = flr_neg3(l->origin);
    l->p->work += 1 + (long)(c->count / 16);
    for (size_t i = 0; i < c->count; i++) {
        bool ends = flr_any3_is_bounded(&c->shapes[i]);
        flr_aabb3 box = l->box;
        if (ends) box = boxes ? boxes[i] : moved_box(flr_compound3_box(c, i), back, back);
        if (boxes_meet(box, l->box)) list_union(l, &c->shapes[i], NULL);
    }
}

static void list_pieces(listing *l)
{
    const penetration3_side *s = l->side;
    if (s->kind == PENETRATION3_CONVEX) {
        penetration3_piece whole = {s->core, s->box};
        if (boxes_meet(s->box, l->box)) l->call(l->user, &whole);
    } else if (s->kind == PENETRATION3_MESH) {
        list_mesh(l, s->shape);
    } else if (s->kind == PENETRATION3_UNION) {
        list_union(l, s->shape, s->boxes);
    } else if (s->count <= PENETRATION3_KEPT) {
        for (int i = 0; i < s->count; i++) list_triangle(l, s->kept[i]);
    } else {
        size_t count;
        const flr_vec3 *v = flr_any3_corners(s->shape, &count);
        flr_toi3_triangles(v, count, list_cut, l);
    }
}

typedef struct cutting {
    penetration3_side *side;
    flr_vec3 origin;
} cutting;

static void keep_triangle(void *user, const flr_triangle3 *t)
{
    cutting *c = user;
    if (c->side->count < PENETRATION3_KEPT)
        c->side->kept[c->side->count] = moved_triangle(*t, flr_neg3(c->origin));
    c->side->count++;
}

/// What all the shapes of a side make up together.
typedef struct extent3 {
    const penetration3 *p;
    flr_aabb3 box;
    flr_real far;  ///< of what is unbounded, from the middle
    bool ends, endless, solid;
} extent3;

static void add_box(extent3 *e, flr_aabb3 b)
{
    e->box.min = flr_min3(e->box.min, b.min);
    e->box.max = flr_max3(e->box.max, b.max);
}

static void add_bounded(void *user, const flr_shape3 *s)
{
    extent3 *e = user;
    e->solid |= s->kind == FLR_SHAPE3_MESH && s->solid;
    if (!flr_any3_is_bounded(s)) {
        e->endless = true;
        return;
    }
    e->ends = true;
    add_box(e, flr_any3_bounds(s));
}

static void add_leaf(void *user, const flr_shape3 *s)
{
    extent3 *e = user;
    flr_shape3 leaf = flr_penetration3_leaf(e->p, s);
    add_box(e, flr_any3_bounds(&leaf));
}

static void add_distance(void *user, const flr_shape3 *s)
{
    extent3 *e = user;
    flr_shape3 middle = {.kind = FLR_SHAPE3_POINT, .as.point = e->p->middle};
    flr_closest3 c;
    flr_plane3 h;
    if (flr_any3_is_bounded(s)) return;
    if (any3_is_flat_unbounded(s->kind)) {
        h = any3_boundary(s);
        c = flr_closest3_point_plane(middle.as.point, &h);
    } else if (flr_distance3(&middle, s, &c) != FLR_OK) {
        c.distance = (flr_real)INFINITY;
    }
    if (c.distance > e->far) e->far = c.distance;
}

static const flr_aabb3 empty = {{(flr_real)INFINITY, (flr_real)INFINITY, (flr_real)INFINITY},
                                {-(flr_real)INFINITY, -(flr_real)INFINITY, -(flr_real)INFINITY}};

/// Where its square leaves the range of numbers, somewhat more.
static flr_real extent(flr_aabb3 b)
{
    const flr_vec3 d = flr_sub3(b.max, b.min);
    const flr_real length = flr_length3(d), sum = d.x + d.y + d.z;
    return isfinite(length) && length >= sum / 2 ? length : sum;
}

/// How far unbounded parts are searched: four times what lies between it and all that ends.
void flr_penetration3_reach(penetration3 *p, const flr_shape3 *a, const flr_shape3 *b)
{
    extent3 all = {.p = p, .box = empty};
    p->reach = 0;
    flr_compound3_leaves(a, add_bounded, &all);
    flr_compound3_leaves(b, add_bounded, &all);
    if (!all.endless) return;
    p->middle = all.ends ? flr_lerp3(all.box.min, all.box.max, (flr_real)0.5) : flr_vec3_make(0, 0, 0);
    flr_compound3_leaves(a, add_distance, &all);
    flr_compound3_leaves(b, add_distance, &all);
    flr_real size = (all.ends ? extent(all.box) : 0) + all.far;
    p->reach = 4 * (size > 0 ? size : 1);
}

static void make_union(const penetration3 *p, penetration3_side *side, const flr_shape3 *s)
{
    side->kind = PENETRATION3_UNION;
    const flr_compound3 *c = &s->as.compound;
    flr_vec3 back = flr_neg3(p->origin);
    side->boxes = any3_is_compound(s) && c->count <= PENETRATION3_KEPT ? side->kept_boxes : NULL;
    for (size_t i = 0; side->boxes && i < c->count; i++)
        if (flr_any3_is_bounded(&c->shapes[i]))
            side->boxes[i] = moved_box(flr_compound3_box(c, i), back, back);
}

static void make_side(const penetration3 *p, penetration3_side *side, const flr_shape3 *s, const extent3 *e)
{
    flr_vec3 back = flr_neg3(p->origin);
    side->shape = s;
    side->solid = e->solid;
    side->box = moved_box(e->box, back, back);
    side->count = 0;
    side->boxes = NULL;
    if (any3_is_compound(s) || e->endless) {
        make_union(p, side, s);
    } else if (s->kind == FLR_SHAPE3_MESH) {
        side->kind = PENETRATION3_MESH;
    } else if (flr_penetration3_core(p, s, &side->room, &side->core)) {
        side->kind = PENETRATION3_CONVEX;
    } else {
        side->kind = PENETRATION3_SHEET;
        size_t count;
        const flr_vec3 *v = flr_any3_corners(s, &count);
        cutting cut = {side, p->origin};
        flr_toi3_triangles(v, count, keep_triangle, &cut);
    }
}

static extent3 extent_of(const penetration3 *p, const flr_shape3 *s)
{
    extent3 e = {.p = p, .box = empty};
    flr_compound3_leaves(s, add_bounded, &e);
    e.box = empty;
    flr_compound3_leaves(s, add_leaf, &e);
    return e;
}

static void make(penetration3 *p, const flr_shape3 *a, const flr_shape3 *b)
{
    extent3 of_a = extent_of(p, a), of_b = extent_of(p, b);
    p->origin = flr_lerp3(of_a.box.min, of_a.box.max, (flr_real)0.5);
    const flr_vec3 far = near3_far_from(p->origin, extent(of_a.box) + extent(of_b.box));
    p->is_far = !flr_is_zero3(far);
    if (p->is_far) p->origin = far;
    make_side(p, &p->a, a, &of_a);
    make_side(p, &p->b, b, &of_b);
    const bool single = sizeof(flr_real) == sizeof(float);
    p->size = extent(p->a.box) + extent(p->b.box);
    p->gap = p->size * (single ? (flr_real)0x1p-13 : (flr_real)0x1p-30);
    if (!flr_penetration3_is_exact(p, a, b))
        p->gap += flr_length3(p->origin) * (single ? (flr_real)0x1p-19 : (flr_real)0x1p-46);
    // all in one point at the origin; or so small that squares would vanish
    const flr_real least = single ? (flr_real)1e-18 : (flr_real)1e-152;
    if (p->gap < least) p->gap = least;
    p->work = 0;
    p->work_max = 200000;
}

void flr_penetration3_make(penetration3 *p, const flr_shape3 *a, const flr_shape3 *b)
{
    flr_penetration3_reach(p, a, b);
    make(p, a, b);
}

void flr_penetration3_make_within(penetration3 *p, const flr_shape3 *a, const flr_shape3 *b, flr_real reach)
{
    p->reach = reach;
    make(p, a, b);
}

typedef struct visiting {
    penetration3 *p;
    flr_vec3 low, high;
    flr_real slack;
    penetration3_pair_fn *call;
    void *user;
    const flr_convex3 *x;
    bool ended;
} visiting;

static void look_at_pair(void *user, const penetration3_piece *y)
{
    visiting *v = user;
    if (v->ended) return;
    v->p->work++;
    v->ended = !v->call(v->user, v->x, &y->core);
}

static void look_at_piece(void *user, const penetration3_piece *x)
{
    visiting *v = user;
    if (v->ended) return;
    flr_vec3 slack = flr_vec3_make(v->slack, v->slack, v->slack);
    v->x = &x->core;
    v->p->work++;
    listing l = {v->p,         &v->p->b,
                 v->p->origin, moved_box(x->box, flr_neg3(flr_add3(v->high, slack)), flr_sub3(slack, v->low)),
                 look_at_pair, v,
                 NULL,         {0, 0, 0}};
    list_pieces(&l);
}

void flr_penetration3_visit(penetration3 *p, flr_vec3 low, flr_vec3 high, flr_real slack,
                            penetration3_pair_fn *call, void *user)
{
    visiting v = {p, low, high, slack, call, user, NULL, false};
    flr_vec3 around = flr_vec3_make(slack, slack, slack);
    listing l = {p,
                 &p->a,
                 p->origin,
                 moved_box(p->b.box, flr_sub3(low, around), flr_add3(high, around)),
                 look_at_piece,
                 &v,
                 NULL,
                 {0, 0, 0}};
    p->work++;
    list_pieces(&l);
}
