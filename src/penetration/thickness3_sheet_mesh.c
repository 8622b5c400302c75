/// The deepest point of a surface in a solid, by branch and bound.
///
/// The height of a point is its distance to the solid's surface, negative outside. Over a cell of the sheet
/// it has three bounds. It changes by no more than the distance moved. It is at most the distance to any one
/// triangle, or any mean of the distances to two, which are convex and so greatest at a corner. And a cell
/// that intersects nothing and lies outside after a translation by h is nowhere higher than h; this ends the
/// search along faces and edges that only touch.
#include <math.h>

#include "bvh/bvh3_walk.h"
#include "closest/closest3_mesh.h"
#include "feeler/closest3.h"
#include "feeler/overlap3.h"
#include "math/unit.h"
#include "mesh/mesh3.h"
#include "mesh/mesh3_pair.h"
#include "penetration/thickness3_mesh_mesh.h"

/// The most places that are evaluated: until one is deeper than the tolerance, and then in each round.
enum { FACES = 3, CELLS = 160, DECIDE = 1 << 18, REFINE = 2000, ROUNDS = 3 };

/// The part of the best thickness by which a cell must promise more, round by round.
static const flr_real GAIN[ROUNDS] = {(flr_real)0.25, (flr_real)(1.0 / 32), (flr_real)(1.0 / 1024)};

/// A part of one triangle of the sheet. Its longest side goes from the first corner to the second.
typedef struct cell {
    flr_vec3 corner[3];
    uint32_t face[FACES];  // of the solid, near by
    int face_count;
} cell;

typedef struct search {
    const flr_instance3 *sheet, *solid;
    flr_real tolerance, gain;
    flr_real rounding;      // points closer to the solid's surface are on it, not inside
    thickness3_place best;  // of the sheet as a, the solid as b
    uint32_t item;          // of the sheet, in progress
    int decide, refine;     // places that may still be evaluated
} search;

typedef struct sample {
    flr_vec3 point;
    flr_real height;
    flr_nearest3 nearest;
} sample;

static sample evaluate(search *s, flr_vec3 p, bool on_sheet)
{
    sample l = {p, 0, flr_nearest3_point_mesh(p, s->solid, (flr_real)INFINITY)};
    flr_real distance = (flr_real)sqrt((double)l.nearest.distance_squared);
    // on the surface; where neither side counts, the side does not matter
    bool matters = distance > s->rounding && (distance > s->best.thickness || 2 * distance > s->tolerance);
    bool inside = matters && flr_contains3_mesh_point(s->solid, p) == FLR_INSIDE;
    l.height = inside || !matters ? distance : -distance;
    if (!on_sheet || !inside || !(distance > s->best.thickness)) return l;
    s->best = (thickness3_place){.inside = true,
                                 .thickness = distance,
                                 .distance_b = distance,
                                 .point = p,
                                 .point_a = p,
                                 .point_b = l.nearest.point,
                                 .item_a = s->item,
                                 .item_b = l.nearest.item};
    return l;
}

/// A place must be higher than this to matter.
static flr_real goal(const search *s)
{
    flr_real better = s->best.thickness * (1 + s->gain);
    return better > s->tolerance ? better : s->tolerance;
}

/// May one more place be evaluated?
static bool take_one(search *s)
{
    int *left = s->best.thickness > s->tolerance ? &s->refine : &s->decide;
    return *left > 0 && (*left)-- > 0;
}

static flr_real longest(const cell *c) { return flr_length3(flr_sub3(c->corner[1], c->corner[0])); }

/// Turns the corners until the longest side comes first.
static void sort_corners(cell *c)
{
    flr_real side[3];
    for (int k = 0; k < 3; k++) side[k] = flr_distance_squared3(c->corner[(k + 1) % 3], c->corner[k]);
    int k = side[0] >= side[1] && side[0] >= side[2] ? 0 : side[1] >= side[2] ? 1 : 2;
    const flr_vec3 was[3] = {c->corner[0], c->corner[1], c->corner[2]};
    for (int i = 0; i < 3; i++) c->corner[i] = was[(k + i) % 3];
}

static void add_face(cell *c, uint32_t face)
{
    for (int i = 0; i < c->face_count; i++) {
        if (c->face[i] != face) continue;
        c->face[i] = c->face[0];
        c->face[0] = face;
        return;
    }
    if (c->face_count < FACES) c->face_count++;
    for (int i = c->face_count - 1; i > 0; i--) c->face[i] = c->face[i - 1];
    c->face[0] = face;
}

static flr_real greatest(const flr_real x[3])
{
    flr_real m = x[0] > x[1] ? x[0] : x[1];
    return m > x[2] ? m : x[2];
}

/// The least over all means of x and y of the mean's greatest value: it is attained by x, by y, or where two corners agree.
static flr_real greatest_of_mean(const flr_real x[3], const flr_real y[3])
{
    flr_real least = greatest(x), other = greatest(y);
    if (other < least) least = other;
    for (int k = 0; k < 3; k++) {
        const int n = (k + 1) % 3;
        const flr_real slope = (y[k] - x[k]) - (y[n] - x[n]), at = (x[n] - x[k]) / slope;
        if (!(at > 0 && at < 1)) continue;
        flr_real mean[3];
        for (int i = 0; i < 3; i++) mean[i] = x[i] + at * (y[i] - x[i]);
        if (greatest(mean) < least) least = greatest(mean);
    }
    return least;
}

/// No point of the cell is higher than this, by the faces known to be near.
static flr_real bound_by_faces(const search *s, const cell *c)
{
    flr_real distance[FACES][3], least = (flr_real)INFINITY;
    for (int f = 0; f < c->face_count; f++) {
        const flr_triangle3 t = instance3_item_triangle(s->solid, c->face[f]);
        for (int k = 0; k < 3; k++) distance[f][k] = flr_closest3_point_triangle(c->corner[k], &t).distance;
        const flr_real own = greatest(distance[f]);
        if (own < least) least = own;
        for (int g = 0; g < f; g++) {
            const flr_real mean = greatest_of_mean(distance[f], distance[g]);
            if (mean < least) least = mean;
        }
    }
    return least;
}

typedef struct meeting {
    const flr_instance3 *solid;
    flr_triangle3 t;
    bool met;
} meeting;

static bool meets_item(void *user, uint32_t item)
{
    meeting *m = user;
    const flr_triangle3 t = instance3_item_triangle(m->solid, item);
    m->met = flr_overlap3_triangle_triangle(&m->t, &t);
    return !m->met;
}

/// Translated by `way`, does the cell intersect no surface, and lie outside?
static bool is_outside_moved(const search *s, const cell *c, flr_vec3 way)
{
    meeting m = {s->solid,
                 {flr_add3(c->corner[0], way), flr_add3(c->corner[1], way), flr_add3(c->corner[2], way)},
                 false};
    const flr_vec3 corners[3] = {m.t.a, m.t.b, m.t.c};
    if (flr_contains3_mesh_point(s->solid, m.t.a) != FLR_OUTSIDE) return false;
    flr_mesh3_visit_box(s->solid, corners, 3, 0, meets_item, &m);
    return !m.met;
}

/// Does the cell only touch the solid, or reach into it by less than matters?
static bool only_touches(const search *s, const cell *c, const sample *l)
{
    const flr_real length = goal(s) * (flr_real)0.9;
    const flr_triangle3 t = instance3_item_triangle(s->solid, l->nearest.item);
    const flr_vec3 own = unit3_or_zero(flr_cross3(flr_sub3(c->corner[1], c->corner[0]),
                                                  flr_sub3(c->corner[2], c->corner[0]))),
                   face = unit3_or_zero(flr_cross3(flr_sub3(t.b, t.a), flr_sub3(t.c, t.a))),
                   out = unit3_or_zero(flr_sub3(l->point, l->nearest.point));
    const flr_vec3 ways[3] = {l->height < 0 ? out : flr_neg3(out), face, own};
    for (int k = 0; k < 3; k++) {
        if (!(flr_length_squared3(ways[k]) > 0)) continue;
        if (is_outside_moved(s, c, flr_scale3(length, ways[k]))) return true;
        if (k > 0 && is_outside_moved(s, c, flr_scale3(-length, ways[k]))) return true;
    }
    return false;
}

/// Evaluates the midpoint of the longest side; may the cell reach a place that matters?
static bool may_reach(search *s, cell *c, sample *l)
{
    const flr_real matters = goal(s);
    if (c->face_count > 0 && !(bound_by_faces(s, c) > matters)) return false;
    const flr_vec3 middle = flr_lerp3(c->corner[0], c->corner[1], (flr_real)0.5);
    const flr_real across = flr_length3(flr_sub3(c->corner[2], middle)), half = longest(c) / 2,
                   radius = across > half ? across : half;
    *l = evaluate(s, middle, true);
    if (!(l->height + radius > matters) || !(radius > s->tolerance / 8)) return false;
    add_face(c, l->nearest.item);
    return true;
}

/// So reached, does it hold such a place, for all that is known?
static bool may_matter(const search *s, const cell *c, const sample *l)
{
    return bound_by_faces(s, c) > goal(s) && (l->height > goal(s) || !only_touches(s, c, l));
}

/// Both halves of a cell, cut at the middle of its longest side.
static void halve(const cell *c, cell halves[2])
{
    const flr_vec3 middle = flr_lerp3(c->corner[0], c->corner[1], (flr_real)0.5);
    for (int k = 0; k < 2; k++) {
        halves[k] = *c;
        halves[k].corner[1 - k] = middle;
        sort_corners(&halves[k]);
    }
}

static void search_triangle(search *s, uint32_t item)
{
    const flr_triangle3 t = instance3_item_triangle(s->sheet, item);
    cell stack[CELLS];
    int top = 0;
    sample l;
    s->item = item;
    stack[top] = (cell){.corner = {t.a, t.b, t.c}};
    sort_corners(&stack[top]);
    if (!may_reach(s, &stack[top], &l)) return;
    for (int k = 0; k < 3; k++) add_face(&stack[top], evaluate(s, stack[top].corner[k], true).nearest.item);
    if (!may_matter(s, &stack[top], &l)) return;
    const cell whole = stack[top];
    halve(&whole, stack);
    top = 2;
    while (top > 0 && take_one(s)) {
        cell c = stack[--top];
        if (!may_reach(s, &c, &l) || !may_matter(s, &c, &l) || top + 2 > CELLS) continue;
        halve(&c, &stack[top]);
        top += 2;
    }
}

/// The ball around one child of a node, in world.
static flr_vec3 ball_of(const flr_instance3 *i, const bvh3_node *n, unsigned k, flr_real *radius)
{
    const bvh3 *tree = &i->mesh->tree;
    const double half[3] = {(double)n->half[0][k], (double)n->half[1][k], (double)n->half[2][k]};
    const double size = sqrt(half[0] * half[0] + half[1] * half[1] + half[2] * half[2]);
    *radius = (flr_real)(size * 1.000001 * (double)i->max_stretch / (double)tree->scale +
                         flr_instance3_rounding(i));
    const flr_vec3 q =
        flr_vec3_make((flr_real)n->center[0][k], (flr_real)n->center[1][k], (flr_real)n->center[2][k]);
    return instance3_point(i, flr_add3(tree->center, flr_scale3(1 / tree->scale, q)));
}

static bool is_beside(const flr_aabb3 *b, flr_vec3 p, flr_real r)
{
    return p.x + r < b->min.x || p.y + r < b->min.y || p.z + r < b->min.z || p.x - r > b->max.x ||
           p.y - r > b->max.y || p.z - r > b->max.z;
}

/// The children of a node that may hold a place that matters, the most promising on top of the stack.
static void push_children(search *s, bvh3_walk *w, const bvh3_node *n, uint32_t index)
{
    float nearness[BVH3_WIDTH];
    unsigned met = 0;
    for (unsigned k = 0; k < BVH3_WIDTH; k++) {
        if (n->child[k] == BVH3_EMPTY) continue;
        flr_real radius;
        const flr_vec3 p = ball_of(s->sheet, n, k, &radius);
        if (is_beside(&s->solid->bounds, p, radius)) continue;
        const flr_real most = evaluate(s, p, false).height + radius;
        if (!(most > goal(s))) continue;
        nearness[k] = -(float)most;
        met |= 1u << k;
    }
    bvh3_walk_push(w, n, index, nearness, met);
}

static void search_sheet(search *s)
{
    const flr_mesh3 *m = s->sheet->mesh;
    bvh3_walk w;
    bvh3_node room;
    bvh3_walk_begin(&w, &m->tree);
    while (w.top > 0 && take_one(s)) {
        const bvh3_branch e = w.stack[--w.top];
        if (!(-(flr_real)e.nearness * (flr_real)1.000001 > goal(s))) continue;
        if (!bvh3_is_leaf(e.child)) {
            push_children(s, &w, bvh3_node_at(&m->tree, e.child, &room), e.child);
            continue;
        }
        const uint32_t first = bvh3_leaf_first(e.child), end = first + bvh3_leaf_count(e.child);
        for (uint32_t item = first; item < end; item++) search_triangle(s, item);
    }
}

thickness3_place flr_thickness3_sheet(const flr_instance3 *sheet, const flr_instance3 *solid,
                                      flr_real tolerance)
{
    search s = {.sheet = sheet, .solid = solid, .decide = DECIDE};
    const double rounding = flr_instance3_rounding(sheet) + flr_instance3_rounding(solid);
    s.tolerance = (flr_real)fmax(rounding, (double)tolerance);
    s.rounding = (flr_real)(rounding / 8);
    for (int k = 0; k < ROUNDS && (k == 0 || s.best.thickness > s.tolerance); k++) {
        s.gain = GAIN[k];
        s.refine = REFINE;
        search_sheet(&s);
    }
    return s.best;
}
