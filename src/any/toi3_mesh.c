/// Meshes on their paths: down both trees, over boxes and slices of the time.
///
/// In the frame of one tree the boxes of the other go along curves. In a short slice of the time these are nearly straight: how far they are from
/// that is bounded by their second derivative, and boxes are grown by it. Slices are halved where that is much beside the boxes.
#include <math.h>

#include "any/toi3.h"
#include "bvh/bvh3_boxes.h"
#include "math/vectors.h"
#include "mesh/mesh3.h"
#include "mesh/mesh3_pair.h"

enum {
    LEVELS = 6,  // of halves
    TIMES = 1 << LEVELS,
    STACK_SIZE = 2 * (BVH3_WIDTH - 1) * BVH3_DEPTH_MAX + BVH3_WIDTH + LEVELS
};

/// A box of each tree, or the one of a part that is no mesh; a slice of the time, in parts of TIMES, and from when until when they may touch in it.
typedef struct entry {
    uint32_t a, b;
    uint16_t first, count;
    double from, to;
} entry;

/// Where the boxes of the other part are at some time.
typedef struct place {
    double m[3][3], t[3];
} place;

/// One part.
typedef struct side {
    const toi3_part *part;
    const bvh3 *tree;  ///< null where the part is no mesh
    flr_affine3 pose;  ///< from the frame of the boxes to the one that the path moves
    turn3 turn;        ///< of the path
    flr_vec3 start, way;
    double far;    ///< no point is farther than this from what the path moves
    double worth;  ///< a length in world, in the frame of the tree at most; 1 without a tree
    double bend,
        slack;  ///< there: of the other's points an eighth of the second derivative; and all rounding
    uint64_t made[TIMES / 64 + 1];
    place at[TIMES + 1];  ///< of the other, in the frame of the tree
} side;

typedef struct walk {
    toi3_search *search;
    side a, b;
    const bvh3_lanes *lanes;
} walk;

// ---- Sides

static double length(flr_vec3 v) { return (double)flr_length3(v); }

/// Around a convex part: a box along its own axes, or those of its frame.
static flr_affine3 pose_of_core(const flr_convex3 *c)
{
    const bool is_box = c->kind == FLR_CONVEX3_BOX;
    flr_affine3 pose = flr_affine3_identity();
    if (is_box) pose.linear = c->axes;
    flr_vec3 *const axes = &pose.linear.x;
    for (int k = 0; k < 3; k++) {
        const flr_vec3 axis = axes[k];
        const flr_real high = flr_dot3(axis, flr_support3(c, axis)),
                       low = flr_dot3(axis, flr_support3(c, flr_neg3(axis)));
        pose.translation = flr_mul_add3(pose.translation, (high + low) / 2, axis);
        axes[k] = flr_scale3((high - low) / 2 + c->radius, axis);
    }
    if (is_box) pose.translation = c->center;
    return pose;
}

/// The boxes of a mesh have the frame of its tree.
static flr_affine3 pose_of_tree(const flr_instance3 *i)
{
    const bvh3 *const tree = &i->mesh->tree;
    const flr_real unit = 1 / tree->scale;
    return (flr_affine3){{flr_scale3(unit, i->pose.linear.x), flr_scale3(unit, i->pose.linear.y),
                          flr_scale3(unit, i->pose.linear.z)},
                         flr_affine3_point(i->pose, tree->center)};
}

static bvh3_box box_at(const side *s, uint32_t ref)
{
    if (s->tree) return bvh3_box_of(s->tree, ref);
    return (bvh3_box){{0, 0, 0}, {1, 1, 1}};
}

static flr_convex3 core_of(const side *s, uint32_t ref)
{
    const bvh3_box b = box_at(s, ref);
    const flr_vec3 center = {(flr_real)b.center[0], (flr_real)b.center[1], (flr_real)b.center[2]};
    const flr_box3 box = {flr_affine3_point(s->pose, center),
                          s->pose.linear,
                          {(flr_real)b.half[0], (flr_real)b.half[1], (flr_real)b.half[2]}};
    return flr_convex3_box(&box);
}

static void set_side(side *s, const toi3_part *part, const flr_path3 *path)
{
    const flr_instance3 *const mesh = part->kind == TOI3_MESH ? part->mesh : NULL;
    s->part = part;
    s->tree = mesh ? &mesh->mesh->tree : NULL;
    s->pose = mesh ? pose_of_tree(mesh) : pose_of_core(&part->core);
    s->start = path->from.position;
    s->way = flr_sub3(path->to.position, path->from.position);
    s->worth = mesh ? (double)s->tree->scale / (double)mesh->min_stretch : 1;
    for (int i = 0; i <= TIMES / 64; i++) s->made[i] = 0;
}

/// Bounds for what the other part's points do in the frame of this one's tree.
static void set_bounds(side *s, const side *other, double rounding)
{
    const flr_vec3 between = flr_sub3(other->start, s->start), step = flr_sub3(other->way, s->way);
    const double turns = s->turn.angle + other->turn.angle,
                 apart = flr_greater(length(between), length(flr_add3(between, step)));
    // the point turns as both do, is moved while this one turns, and is seen from what turns
    const double bend =
        turns * turns * other->far + s->turn.angle * (2 * length(step) + s->turn.angle * apart);
    s->bend = s->worth * bend / 8 * 1.001;
    s->slack = s->worth * rounding;
}

/// False where something is not finite.
static bool begin(walk *w, toi3_search *s, const toi3_part *a, const toi3_part *b)
{
    toi3_pair m;
    w->search = s;
    w->lanes = bvh3_lanes_widest();
    set_side(&w->a, a, s->path_a);
    set_side(&w->b, b, s->path_b);
    const flr_convex3 core_a = core_of(&w->a, BVH3_ROOT), core_b = core_of(&w->b, BVH3_ROOT);
    const flr_real target = s->options.target_distance;
    if (!flr_toi3_make(&m, &core_a, s->path_a, &core_b, s->path_b, target)) return false;
    w->a.turn = m.a.turn;
    w->b.turn = m.b.turn;
    w->a.far = 1.001 * (length(core_a.center) + (double)m.a.around);
    w->b.far = 1.001 * (length(core_b.center) + (double)m.b.around);
    const double scene = length(flr_sub3(w->b.start, w->a.start)) + length(m.step) + w->a.far + w->b.far;
    double rounding =
        (double)target + (double)m.doubt + scene * (sizeof(flr_real) == sizeof(float) ? 4e-6 : 1e-13);
    if (w->a.tree) rounding += 2 * flr_instance3_rounding(a->mesh);
    if (w->b.tree) rounding += 2 * flr_instance3_rounding(b->mesh);
    set_bounds(&w->a, &w->b, rounding);
    set_bounds(&w->b, &w->a, rounding);
    return true;
}

/// Made when it is asked for.
static const place *place_at(side *in, const side *of, int time)
{
    place *const p = &in->at[time];
    const uint64_t bit = UINT64_C(1) << time % 64;
    if (in->made[time / 64] & bit) return p;
    in->made[time / 64] |= bit;
    const double t = time / (double)TIMES;
    const flr_instance3 *const mesh = in->part->mesh;
    const flr_mat3 turned = flr_turn3_at(&of->turn, t), back = flr_turn3_at(&in->turn, t);
    const flr_vec3 between =
        flr_mul_add3(flr_sub3(of->start, in->start), (flr_real)t, flr_sub3(of->way, in->way));
    const flr_vec3 from = flr_add3(flr_mat3_mul(turned, of->pose.translation), between);
    const flr_vec3 columns[4] = {flr_mat3_mul(turned, of->pose.linear.x),
                                 flr_mat3_mul(turned, of->pose.linear.y),
                                 flr_mat3_mul(turned, of->pose.linear.z), from};
    for (int k = 0; k < 4; k++) {
        flr_vec3 v = turn3_transposed(&back, columns[k]);
        if (k == 3) v = flr_sub3(v, in->pose.translation);
        v = flr_mat3_mul(mesh->inverse.linear, v);
        for (int i = 0; i < 3; i++) {
            const double x = (double)(&v.x)[i] * (double)in->tree->scale;
            *(k < 3 ? &p->m[i][k] : &p->t[i]) = x;
        }
    }
    return p;
}

// ---- Boxes

/// A box as it goes through the frame of the other's tree in a slice: its middle at both ends, and half sizes, grown.
typedef struct swept {
    double first[3], last[3], half[3];
    double bend;  ///< what of that is for the curve
} swept;

static double bend_of(const side *in, const entry *e)
{
    const double part = e->count / (double)TIMES;
    return in->bend * part * part;
}

static swept sweep(side *in, const side *of, uint32_t ref, const entry *e)
{
    const place *const p = place_at(in, of, e->first), *const q = place_at(in, of, e->first + e->count);
    const bvh3_box b = box_at(of, ref);
    swept s = {.bend = bend_of(in, e)};
    for (int i = 0; i < 3; i++) {
        double x = p->t[i], y = q->t[i], wide = 0, wider = 0;
        for (int k = 0; k < 3; k++) {
            x += p->m[i][k] * (double)b.center[k];
            y += q->m[i][k] * (double)b.center[k];
            wide += fabs(p->m[i][k]) * (double)b.half[k];
            wider += fabs(q->m[i][k]) * (double)b.half[k];
        }
        s.first[i] = x;
        s.last[i] = y;
        s.half[i] = flr_greater(wide, wider) + s.bend + in->slack;
    }
    return s;
}

static uint32_t child_of(const side *s, uint32_t ref)
{
    return s->tree ? bvh3_child(s->tree, ref) : BVH3_LEAF;
}

static double largest_half(const side *s, uint32_t ref)
{
    const bvh3_box b = box_at(s, ref);
    return flr_greater((double)b.half[0], flr_greater((double)b.half[1], (double)b.half[2]));
}

static double size_of(const side *s, uint32_t ref)
{
    if (!s->tree) return 0;
    return largest_half(s, ref) / (double)s->tree->scale * (double)s->part->mesh->max_stretch;
}

/// The two halves of a slice, the earlier on top.
static int halve(const entry *e, entry *stack, int top)
{
    const int count = e->count / 2, middle = e->first + count;
    const double time = middle / (double)TIMES;
    if (e->to >= time) {
        stack[top] = *e;
        stack[top].first = (uint16_t)middle;
        stack[top].from = flr_greater(e->from, time);
        stack[top++].count = (uint16_t)count;
    }
    if (e->from <= time) {
        stack[top] = *e;
        stack[top].to = flr_lesser(e->to, time);
        stack[top++].count = (uint16_t)count;
    }
    return top;
}

/// Times in a slice count from its start, and it is 1 long.
static double in_slice(const entry *e, double time) { return (time * TIMES - e->first) / e->count; }
static double of_slice(const entry *e, double part) { return (e->first + part * e->count) / TIMES; }

/// A part that is no mesh fills its box badly: does it touch a box of the tree, and from when on?
static bool touches_whole(const walk *w, const side *in, uint32_t ref, bool into_b, entry *child)
{
    flr_toi3_options loose = w->search->options;
    loose.max_steps = 2;  // how far these get is close to the time when it is touched
    flr_convex3 core = core_of(in, ref);
    core.radius = (flr_real)(2 * flr_instance3_rounding(in->part->mesh));
    const toi3_part box = flr_toi3_convex_part(&core);
    const flr_toi3_result r = into_b ? flr_toi3_parts(w->search, w->a.part, &box, &loose)
                                     : flr_toi3_parts(w->search, &box, w->b.part, &loose);
    child->from = flr_greater(child->from, (double)r.t);
    return r.hit;
}

/// The children of a box that the other's box may touch, those first that it may touch first.
static int expand(const walk *w, const entry *e, bool into_b, const swept *s, entry *stack, int top)
{
    const side *const in = into_b ? &w->b : &w->a, *const of = into_b ? &w->a : &w->b;
    const uint32_t index = bvh3_child(in->tree, into_b ? e->b : e->a);
    const double begin = in_slice(e, e->from),
                 end = in_slice(e, flr_lesser(e->to, (double)w->search->best.t));
    float enter[BVH3_WIDTH], leave[BVH3_WIDTH];
    bvh3_node room;
    bvh3_cast c;
    double d[3], most = 0;
    for (int k = 0; k < 3; k++) {
        d[k] = s->last[k] - s->first[k];
        most = flr_greater(most, fabs(d[k]));
    }
    if (most < 1e-9) d[0] = 1e-9;  // the slack has that
    if (!flr_bvh3_cast_make(&c, s->first, d, begin, end, 0, 0, s->half)) return top;
    unsigned met = w->lanes->on_path(&c.path, bvh3_node_at(in->tree, index, &room), bvh3_cast_limit(&c, end),
                                     enter, leave);
    const int first = top;
    for (; met != 0; met &= met - 1) {
        const unsigned k = (unsigned)__builtin_ctz(met);
        const uint32_t ref = index * BVH3_WIDTH + k;
        entry child = *e;
        *(into_b ? &child.b : &child.a) = ref;
        if (c.per_t > 0) {
            const double x = (double)enter[k], y = (double)leave[k];
            const double soon = c.t_origin + (x - (fabs(x) + 1) * 1e-5) / c.per_t,
                         late = c.t_origin + (y + (fabs(y) + 1) * 1e-5) / c.per_t;
            child.from = flr_greater(child.from, of_slice(e, soon));
            child.to = flr_lesser(child.to, of_slice(e, late));
        }
        if (!of->tree && !touches_whole(w, in, ref, into_b, &child)) continue;
        int i = top++;
        for (; i > first && stack[i - 1].from < child.from; i--) stack[i] = stack[i - 1];
        stack[i] = child;
    }
    return top;
}

// ---- Leaves

/// The least box around the corners of a triangle at both ends of a slice, or the same box at both.
typedef struct ranges {
    double low[2][3], high[2][3];
} ranges;

static void corners_in_tree(const side *s, uint32_t item, double p[3][3])
{
    const flr_triangle3 t = mesh3_item_triangle(s->part->mesh->mesh, item);
    const flr_vec3 *const corner = &t.a;
    const double scale = (double)s->tree->scale;
    for (int i = 0; i < 3; i++) {
        const flr_vec3 v = flr_sub3(corner[i], s->tree->center);
        p[i][0] = (double)v.x * scale;
        p[i][1] = (double)v.y * scale;
        p[i][2] = (double)v.z * scale;
    }
}

static void range_of(const double p[3][3], double low[3], double high[3])
{
    for (int k = 0; k < 3; k++) {
        low[k] = flr_lesser(p[0][k], flr_lesser(p[1][k], p[2][k]));
        high[k] = flr_greater(p[0][k], flr_greater(p[1][k], p[2][k]));
    }
}

static void map_corners(const place *at, const double p[3][3], double q[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            q[i][k] = at->m[k][0] * p[i][0] + at->m[k][1] * p[i][1] + at->m[k][2] * p[i][2] + at->t[k];
}

static ranges moving_ranges(side *in, const side *of, uint32_t item, const entry *e, const swept *s)
{
    ranges r;
    double p[3][3], q[3][3];
    for (int end = 0; end < 2; end++) {
        if (of->tree) {
            if (end == 0) corners_in_tree(of, item, p);
            map_corners(place_at(in, of, e->first + end * e->count), p, q);
            range_of(q, r.low[end], r.high[end]);
        }
        const double *const middle = end ? s->last : s->first, more = s->bend + in->slack;
        for (int k = 0; k < 3; k++) {
            r.low[end][k] = of->tree ? r.low[end][k] - more : middle[k] - s->half[k];
            r.high[end][k] = of->tree ? r.high[end][k] + more : middle[k] + s->half[k];
        }
    }
    return r;
}

/// Narrows a range of times to where what is `less` at 0, and changes by `by` until 1, is at most 0.
static bool cut(double less, double by, double *from, double *to)
{
    const double at = by != 0 ? -less / by : 0;
    if (by > 0) *to = flr_lesser(*to, at + 1e-9);
    if (by < 0) *from = flr_greater(*from, at - 1e-9);
    return (by != 0 || less <= 0) && *from <= *to;
}

static bool may_touch(const ranges *r, const double low[3], const double high[3], double from, double to)
{
    for (int k = 0; k < 3; k++) {
        if (!cut(r->low[0][k] - high[k], r->low[1][k] - r->low[0][k], &from, &to)) return false;
        if (!cut(low[k] - r->high[0][k], r->high[0][k] - r->high[1][k], &from, &to)) return false;
    }
    return true;
}

static toi3_part item_part(const side *s, uint32_t item)
{
    if (!s->tree) return *s->part;
    const flr_triangle3 t = instance3_item_triangle(s->part->mesh, item);
    const flr_convex3 core = flr_convex3_triangle(&t);
    return flr_toi3_convex_part(&core);
}

static void leaves(walk *w, const entry *e, bool into_b, const swept *s)
{
    side *const in = into_b ? &w->b : &w->a, *const of = into_b ? &w->a : &w->b;
    const uint32_t leaf = child_of(in, into_b ? e->b : e->a), other = child_of(of, into_b ? e->a : e->b);
    const uint32_t first = bvh3_leaf_first(leaf), count = bvh3_leaf_count(leaf),
                   first_other = bvh3_leaf_first(other);
    double p[3][3], low[BVH3_LEAF_MAX][3], high[BVH3_LEAF_MAX][3];
    for (uint32_t i = 0; i < count; i++) {
        corners_in_tree(in, first + i, p);
        range_of(p, low[i], high[i]);
    }
    for (uint32_t j = 0; j < bvh3_leaf_count(other); j++) {
        const ranges r = moving_ranges(in, of, first_other + j, e, s);
        const toi3_part moving = item_part(of, first_other + j);
        for (uint32_t i = 0; i < count; i++) {
            const double to = flr_lesser(e->to, (double)w->search->best.t);
            if (!may_touch(&r, low[i], high[i], in_slice(e, e->from), in_slice(e, to))) continue;
            const toi3_part still = item_part(in, first + i);
            const uint32_t a = into_b ? first_other + j : first + i, b = into_b ? first + i : first_other + j;
            w->search->triangle_a = w->a.tree ? mesh3_input_of(w->a.part->mesh->mesh, a) : 0;
            w->search->triangle_b = w->b.tree ? mesh3_input_of(w->b.part->mesh->mesh, b) : 0;
            flr_toi3_search_parts(w->search, into_b ? &moving : &still, into_b ? &still : &moving);
        }
    }
    w->search->triangle_a = w->search->triangle_b = 0;
}

/// A pair of boxes: into a shorter time, into one of the boxes, or to their triangles.
static int visit(walk *w, const entry *e, entry *stack, int top)
{
    const bool leaf_a = bvh3_is_leaf(child_of(&w->a, e->a)), leaf_b = bvh3_is_leaf(child_of(&w->b, e->b));
    const bool into_b =
        leaf_a != leaf_b ? leaf_a : !w->a.tree || (w->b.tree && size_of(&w->b, e->b) > size_of(&w->a, e->a));
    side *const in = into_b ? &w->b : &w->a;
    const swept s = sweep(in, into_b ? &w->a : &w->b, into_b ? e->a : e->b, e);
    const double size = flr_greater(s.half[0], flr_greater(s.half[1], s.half[2])) - s.bend +
                        largest_half(in, into_b ? e->b : e->a);
    // a shape without a tree is asked over all times beside each box
    const double fine = w->a.tree && w->b.tree ? 64 : 8;
    if (e->count > 1 && s.bend * fine > size) return halve(e, stack, top);
    if (!leaf_a || !leaf_b) return expand(w, e, into_b, &s, stack, top);
    leaves(w, e, into_b, &s);
    return top;
}

// ---- A plane, whose boxes would hold everything: how high those of the tree are above it

/// Heights above the plane at some time, as a function of places in the tree's frame.
typedef struct level {
    flr_vec3 c;
    double at;
} level;

static level level_at(const side *flat, const side *in, int time)
{
    const double t = time / (double)TIMES;
    const flr_vec3 normal = flat->part->normal;
    const flr_mat3 turned = flr_turn3_at(&flat->turn, t), back = flr_turn3_at(&in->turn, t);
    const flr_vec3 between =
        flr_mul_add3(flr_sub3(flat->start, in->start), (flr_real)t, flr_sub3(flat->way, in->way));
    const flr_vec3 world = flr_mat3_mul(turned, normal), n = turn3_transposed(&back, world);
    level r = {.c = turn3_transposed(&in->pose.linear, n)};
    r.at = (double)flr_dot3(n, in->pose.translation) -
           ((double)flr_dot3(normal, flat->part->core.corners[0]) + (double)flr_dot3(world, between));
    return r;
}

/// Of the boxes of a node: how high they reach at most along a level, or below it.
static double heights_of(const walk *w, const bvh3_node *node, const level *l, double sign,
                         float heights[BVH3_WIDTH])
{
    bvh3_height h = {.slack = (float)(sign * l->at)};
    double sum = fabs(l->at);
    for (int k = 0; k < 3; k++) {
        const double c = (double)(&l->c.x)[k];
        h.c[k] = (float)(sign * c);
        h.size[k] = fabsf(h.c[k]);
        sum += 2 * fabs(c);
    }
    w->lanes->heights(&h, node, heights);
    return 1e-6 * sum;  // rounding in single precision
}

static int expand_flat(const walk *w, const entry *e, const side *flat, const side *in, entry *stack, int top)
{
    const uint32_t index = bvh3_child(in->tree, e->a);
    bvh3_node room;
    const bvh3_node *const node = bvh3_node_at(in->tree, index, &room);
    float below[2][BVH3_WIDTH], above[2][BVH3_WIDTH];
    double more = flat->slack + bend_of(flat, e);
    for (int end = 0; end < 2; end++) {
        const level l = level_at(flat, in, e->first + end * e->count);
        more += heights_of(w, node, &l, -1, below[end]);
        more += heights_of(w, node, &l, 1, above[end]);
    }
    const int first = top;
    for (uint32_t k = 0; k < BVH3_WIDTH; k++) {
        double from = in_slice(e, e->from), to = in_slice(e, flr_lesser(e->to, (double)w->search->best.t));
        if (node->child[k] == BVH3_EMPTY) continue;
        const double low = -(double)below[0][k] - more, high = -(double)above[0][k] - more;
        if (!cut(low, (double)below[0][k] - (double)below[1][k], &from, &to)) continue;
        if (!flat->part->solid && !cut(high, (double)above[0][k] - (double)above[1][k], &from, &to)) continue;
        entry child = *e;
        child.a = index * BVH3_WIDTH + k;
        child.from = flr_greater(e->from, of_slice(e, from));
        child.to = flr_lesser(e->to, of_slice(e, to));
        int i = top++;
        for (; i > first && stack[i - 1].from < child.from; i--) stack[i] = stack[i - 1];
        stack[i] = child;
    }
    return top;
}

/// `flat_first`: the plane is a.
static void leaf_flat(walk *w, const side *in, uint32_t leaf, bool flat_first)
{
    uint32_t *const number = flat_first ? &w->search->triangle_b : &w->search->triangle_a;
    for (uint32_t i = 0; i < bvh3_leaf_count(leaf); i++) {
        const uint32_t item = bvh3_leaf_first(leaf) + i;
        const toi3_part part = item_part(in, item);
        *number = mesh3_input_of(in->part->mesh->mesh, item);
        flr_toi3_search_parts(w->search, flat_first ? w->a.part : &part, flat_first ? &part : w->b.part);
    }
    *number = 0;
}

static int visit_flat(walk *w, const entry *e, entry *stack, int top)
{
    const bool flat_first = !w->a.tree;
    const side *const flat = flat_first ? &w->a : &w->b, *const in = flat_first ? &w->b : &w->a;
    const uint32_t child = bvh3_child(in->tree, e->a);
    if (e->count > 1 && bend_of(flat, e) > 0.25 * size_of(in, e->a)) return halve(e, stack, top);
    if (!bvh3_is_leaf(child)) return expand_flat(w, e, flat, in, stack, top);
    leaf_flat(w, in, child, flat_first);
    return top;
}

// ---- The search

void flr_toi3_search_trees(toi3_search *s, const toi3_part *a, const toi3_part *b)
{
    walk w;
    entry stack[STACK_SIZE];
    int top = 0;
    if (!begin(&w, s, a, b)) {
        const flr_toi3_result none = {.status = FLR_NOT_FINITE};
        flr_toi3_keep(s, &none);
        return;
    }
    const bool flat = a->kind == TOI3_FLAT || b->kind == TOI3_FLAT;
    stack[top++] = (entry){BVH3_ROOT, BVH3_ROOT, 0, TIMES, 0, 1};
    while (top > 0 && !toi3_is_over(s)) {
        const entry e = stack[--top];
        if (s->best.hit && e.from >= (double)s->best.t) continue;
        top = flat ? visit_flat(&w, &e, stack, top) : visit(&w, &e, stack, top);
    }
}
