#include "query/any3_mesh.h"
#include "query/motion3_parts.h"
#include "query/parting3.h"
#include "shape/mesh3_pair.h"

static flr_vec3 support_moved(const void *user, flr_vec3 direction)
{
    const parting3_moved *m = user;
    return flr_add3(m->support(m->user, direction), m->by);
}

flr_convex3 flr_parting3_move(const flr_convex3 *c, flr_vec3 by, parting3_moved *user)
{
    flr_convex3 r = *c;
    r.center = flr_add3(r.center, by);
    bool axis = c->kind == FLR_CONVEX3_CYLINDER || c->kind == FLR_CONVEX3_CONE;
    uint32_t corners = c->kind == FLR_CONVEX3_CORNERS ? c->count : axis ? 2 : 0;
    for (uint32_t i = 0; i < corners; i++) r.corners[i] = flr_add3(r.corners[i], by);
    if (c->kind == FLR_CONVEX3_USER) {
        *user = (parting3_moved){c->support, c->user, by};
        r.support = support_moved;
        r.user = user;
    }
    return r;
}

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

typedef void piece_fn(void *user, const parting3_piece *piece);

/// The pieces of a side that may meet a box.
typedef struct listing {
    const parting3_side *side;
    flr_vec3 origin;
    flr_aabb3 box;
    piece_fn *tell;
    void *user;
} listing;

static void list_triangle(const listing *l, flr_triangle3 t)
{
    parting3_piece piece;
    piece.box.min = flr_min3(flr_min3(t.a, t.b), t.c);
    piece.box.max = flr_max3(flr_max3(t.a, t.b), t.c);
    if (!boxes_meet(piece.box, l->box)) return;
    piece.core = flr_convex3_triangle(&t);
    l->tell(l->user, &piece);
}

static void list_cut(void *user, const flr_triangle3 *t)
{
    const listing *l = user;
    list_triangle(l, moved_triangle(*t, flr_neg3(l->origin)));
}

static void list_item(void *user, uint32_t item)
{
    const listing *l = user;
    flr_triangle3 t = instance3_item_triangle(&l->side->shape->as.mesh, item);
    list_triangle(l, moved_triangle(t, flr_neg3(l->origin)));
}

static void list_pieces(listing *l)
{
    const parting3_side *s = l->side;
    if (s->kind == PARTING3_CONVEX) {
        parting3_piece whole = {s->core, s->box};
        if (boxes_meet(s->box, l->box)) l->tell(l->user, &whole);
    } else if (s->kind == PARTING3_MESH) {
        flr_shape3 box = {.kind = FLR_SHAPE3_AABB, .as = {.aabb = moved_box(l->box, l->origin, l->origin)}};
        flr_any3_visit_mesh(&box, s->shape, 0, list_item, l);
    } else if (s->count <= PARTING3_KEPT) {
        for (int i = 0; i < s->count; i++) list_triangle(l, s->kept[i]);
    } else {
        size_t count;
        const flr_vec3 *v = flr_any3_corners(s->shape, &count);
        flr_motion3_triangles(v, count, list_cut, l);
    }
}

typedef struct cutting {
    parting3_side *side;
    flr_vec3 origin;
} cutting;

static void keep_triangle(void *user, const flr_triangle3 *t)
{
    cutting *c = user;
    if (c->side->count < PARTING3_KEPT)
        c->side->kept[c->side->count] = moved_triangle(*t, flr_neg3(c->origin));
    c->side->count++;
}

static void make_side(parting3_side *side, const flr_shape3 *s, flr_vec3 origin)
{
    flr_vec3 back = flr_neg3(origin);
    side->shape = s;
    side->solid = s->kind == FLR_SHAPE3_MESH && s->solid;
    side->box = moved_box(flr_any3_bounds(s), back, back);
    side->count = 0;
    flr_convex3 c;
    if (s->kind == FLR_SHAPE3_MESH) {
        side->kind = PARTING3_MESH;
    } else if (flr_convex3_shape(s, &c)) {
        side->kind = PARTING3_CONVEX;
        side->core = flr_parting3_move(&c, back, &side->user);
    } else {
        side->kind = PARTING3_SHEET;
        size_t count;
        const flr_vec3 *v = flr_any3_corners(s, &count);
        cutting cut = {side, origin};
        flr_motion3_triangles(v, count, keep_triangle, &cut);
    }
}

static flr_real extent(flr_aabb3 b) { return flr_length3(flr_sub3(b.max, b.min)); }

void flr_parting3_make(parting3 *p, const flr_shape3 *a, const flr_shape3 *b)
{
    flr_aabb3 box = flr_any3_bounds(a);
    p->origin = flr_lerp3(box.min, box.max, (flr_real)0.5);
    make_side(&p->a, a, p->origin);
    make_side(&p->b, b, p->origin);
    const bool single = sizeof(flr_real) == sizeof(float);
    p->size = extent(p->a.box) + extent(p->b.box);
    p->gap = p->size * (single ? (flr_real)0x1p-13 : (flr_real)0x1p-30) +
             flr_length3(p->origin) * (single ? (flr_real)0x1p-19 : (flr_real)0x1p-46);
    p->work = 0;
    p->work_max = 200000;
}

typedef struct visiting {
    parting3 *p;
    flr_vec3 low, high;
    flr_real slack;
    parting3_pair_fn *tell;
    void *user;
    const flr_convex3 *x;
    bool ended;
} visiting;

static void look_at_pair(void *user, const parting3_piece *y)
{
    visiting *v = user;
    if (v->ended) return;
    v->p->work++;
    v->ended = !v->tell(v->user, v->x, &y->core);
}

static void look_at_piece(void *user, const parting3_piece *x)
{
    visiting *v = user;
    if (v->ended) return;
    flr_vec3 slack = flr_vec3_make(v->slack, v->slack, v->slack);
    v->x = &x->core;
    v->p->work++;
    listing l = {&v->p->b, v->p->origin,
                 moved_box(x->box, flr_neg3(flr_add3(v->high, slack)), flr_sub3(slack, v->low)), look_at_pair,
                 v};
    list_pieces(&l);
}

void flr_parting3_visit(parting3 *p, flr_vec3 low, flr_vec3 high, flr_real slack, parting3_pair_fn *tell,
                        void *user)
{
    visiting v = {p, low, high, slack, tell, user, NULL, false};
    flr_vec3 around = flr_vec3_make(slack, slack, slack);
    listing l = {&p->a, p->origin, moved_box(p->b.box, flr_sub3(low, around), flr_add3(high, around)),
                 look_at_piece, &v};
    p->work++;
    list_pieces(&l);
}
