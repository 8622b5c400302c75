/// When does a shape first touch a mesh if one moves along a straight line? The shape's box is cast down the
/// tree, first met boxes first, and two meshes are searched down both trees. A ray or line has no box, so it
/// is cast against every triangle.
#include "any/sweep3.h"
#include "bvh/bvh3_boxes.h"
#include "mesh/mesh3_pair.h"

/// A descent of the tree, first met boxes first. The shape is its box, which moves from `origin` along
/// `direction`, all in the frame of the tree; places are lengths along the motion there, counted from where
/// it comes near.
typedef struct search {
    const flr_shape3 *shape;
    const flr_instance3 *mesh;
    flr_vec3 motion;
    bvh3_path path;
    float limit;
    sweep3_terms terms;
    double t_origin, per_t;
    bool everything;  // no box is too far
    sweep3_answer best;
} search;

static void set_limit(search *s, double t)
{
    double place = (t - s->t_origin) * s->per_t;
    s->limit = (float)(place + (fabs(place) + 1) * 1e-5);
}

static bool is_bounded(const flr_shape3 *s) { return !any3_is_path(s->kind); }

/// False where the shape does not come near.
static bool begin(search *s)
{
    const flr_instance3 *m = s->mesh;
    const bvh3 *tree = &m->mesh->tree;
    flr_aabb3 b = flr_any3_bounds(s->shape);
    flr_vec3 half = flr_scale3((flr_real)0.5, flr_sub3(b.max, b.min)), middle = flr_add3(b.min, half);
    flr_real keep = (flr_real)(s->terms.keep * (1 + 1e-6));
    half = flr_add3(half, flr_vec3_make(keep, keep, keep));
    flr_mat3 inverse = m->inverse.linear;
    flr_vec3 offset = flr_sub3(middle, flr_affine3_point(m->pose, tree->center));
    flr_vec3 start = flr_mat3_mul(inverse, offset), step = flr_mat3_mul(inverse, s->motion);
    const flr_vec3 rows[3] = {{inverse.x.x, inverse.y.x, inverse.z.x},
                              {inverse.x.y, inverse.y.y, inverse.z.y},
                              {inverse.x.z, inverse.y.z, inverse.z.z}};
    double scale = (double)tree->scale, worth = (double)m->min_stretch / scale;
    double o[3] = {(double)start.x * scale, (double)start.y * scale, (double)start.z * scale};
    double d[3] = {(double)step.x * scale, (double)step.y * scale, (double)step.z * scale};
    double reach[3], wide[3], far = 0, rate = 0;
    const flr_vec3 most = flr_max3(b.max, flr_neg3(b.min));
    double world = fabs((double)most.x) + fabs((double)most.y) + fabs((double)most.z);
    double rounding = flr_instance3_rounding(m) + world * (sizeof(flr_real) == sizeof(float) ? 1e-6 : 2e-15);
    double stretch = (double)m->max_stretch / (double)m->min_stretch;
    for (int k = 0; k < 3; ++k) {
        reach[k] = scale * (fabs((double)(rows[k].x * half.x)) + fabs((double)(rows[k].y * half.y)) +
                            fabs((double)(rows[k].z * half.z)));
        far += fabs(o[k]);
        rate = fabs(d[k]) > rate ? fabs(d[k]) : rate;
    }
    double slack =
        rounding / worth + (far + 4) * stretch * (sizeof(flr_real) == sizeof(float) ? 2e-6 : 1e-14);
    for (int k = 0; k < 3; ++k) {
        reach[k] += slack;
        reach[k] += (reach[k] + 2) * 4e-6;
        wide[k] = 1.001 + reach[k];
        s->path.grow[k] = (float)(reach[k] * 1.000001);
    }
    s->everything = !(rate > 0 && isfinite(rate) && isfinite(far) && isfinite(slack));
    if (s->everything) {
        const float grow = 1e30f;
        s->path = (bvh3_path){
            .reciprocal = {1, 1, 1}, .size = {1, 1, 1}, .grow = {grow, grow, grow}, .from = -grow};
        s->limit = INFINITY;
        return true;
    }
    double from = 0, to = s->terms.limit;
    const double over[3] = {bvh3_over(d[0]), bvh3_over(d[1]), bvh3_over(d[2])};
    if (!flr_bvh3_clip(o, over, wide, &from, &to)) return false;
    s->path.from = -1e-4f;
    s->t_origin = from;
    s->per_t = rate;
    for (int k = 0; k < 3; k++) {
        s->path.origin[k] = (float)(o[k] + from * d[k]);
        double unit = d[k] / rate;
        float along = (float)(fabs(unit) > 1e-12 ? unit : unit < 0 ? -1e-12 : 1e-12);
        s->path.reciprocal[k] = 1 / along;
        s->path.size[k] = fabsf(s->path.reciprocal[k]);
    }
    return true;
}

static void look_into_leaf(search *s, uint32_t child)
{
    uint32_t first = bvh3_leaf_first(child), end = first + bvh3_leaf_count(child);
    for (uint32_t item = first; item < end; item++) {
        flr_shape3 t = any3_of_triangle(instance3_item_triangle(s->mesh, item));
        sweep3_answer next = flr_sweep3_pieces(s->shape, s->motion, &t, sweep3_until(&s->best, s->terms));
        next.triangle_b = mesh3_input_of(s->mesh->mesh, item);
        sweep3_keep_nearer(&s->best, &next);
    }
    if (s->best.hit && !s->everything) set_limit(s, s->best.t);
}

/// A bounded shape and no mesh.
static sweep3_answer descend(const flr_shape3 *a, flr_vec3 motion, const flr_instance3 *m, sweep3_terms terms)
{
    search s = {.shape = a, .mesh = m, .motion = motion, .terms = terms};
    if (!begin(&s)) return s.best;
    const bvh3_lanes *const lanes = bvh3_lanes_widest();
    bvh3_walk walk;
    if (!s.everything) set_limit(&s, terms.limit);
    bvh3_walk_begin(&walk, &m->mesh->tree);
    for (uint32_t leaf; (leaf = lanes->next_on_path(&walk, &s.path, s.limit)) != BVH3_EMPTY;)
        look_into_leaf(&s, leaf);
    return s.best;
}

/// Rays and lines have no box: every triangle is tested.
static sweep3_answer path_mesh(const flr_shape3 *a, flr_vec3 motion, const flr_instance3 *m,
                               sweep3_terms terms)
{
    sweep3_answer best = {.hit = false};
    for (uint32_t k = 0; (k = mesh3_next(m->mesh, k)) < m->mesh->info.triangle_count; ++k) {
        flr_shape3 t = any3_of_triangle(instance3_item_triangle(m, k));
        sweep3_answer next = flr_sweep3_pieces(a, motion, &t, sweep3_until(&best, terms));
        next.triangle_b = mesh3_input_of(m->mesh, k);
        sweep3_keep_nearer(&best, &next);
    }
    return best;
}

// ---- Two meshes

enum { PAIR_STACK = 2 * BVH3_DEPTH_MAX * (BVH3_WIDTH - 1) + BVH3_WIDTH };

/// A box of each tree, and a t before which they do not meet.
typedef struct box_pair {
    uint32_t a, b;
    double t;
} box_pair;

typedef struct pair_search {
    const flr_instance3 *a, *b;
    flr_vec3 motion;
    sweep3_terms terms;
    mesh3_leaf leaf_a, leaf_b;
    sweep3_answer best;
    uint32_t item_a, item_b;  // of the best: of several at the same t the first of both
} pair_search;

/// Around a box of the tree as it is placed, rounding of vertices included.
static flr_shape3 box_in_world(const flr_instance3 *i, uint32_t ref)
{
    const bvh3 *tree = &i->mesh->tree;
    const bvh3_box box = bvh3_box_of(tree, ref);
    const flr_real unit = 1 / tree->scale, slack = (flr_real)(2 * flr_instance3_rounding(i));
    const flr_vec3 in_tree = {(flr_real)box.center[0], (flr_real)box.center[1], (flr_real)box.center[2]};
    const flr_vec3 center = flr_affine3_point(i->pose, flr_mul_add3(tree->center, unit, in_tree));
    const flr_vec3 columns[3] = {i->pose.linear.x, i->pose.linear.y, i->pose.linear.z};
    flr_vec3 half = {slack, slack, slack};
    for (int k = 0; k < 3; k++) {
        const flr_vec3 part = flr_scale3(unit * (flr_real)box.half[k], columns[k]);
        half = flr_add3(half, flr_max3(part, flr_neg3(part)));
    }
    return (flr_shape3){.kind = FLR_SHAPE3_AABB, .as.aabb = {flr_sub3(center, half), flr_add3(center, half)}};
}

/// The children of one box that the other may meet, those met first on top.
static int expand(const pair_search *s, const bvh3_lanes *lanes, const box_pair *e, bool into_b,
                  box_pair *stack, int top)
{
    const flr_instance3 *const into = into_b ? s->b : s->a;
    const flr_shape3 box = into_b ? box_in_world(s->a, e->a) : box_in_world(s->b, e->b);
    search w = {.shape = &box,
                .mesh = into,
                .motion = into_b ? s->motion : flr_neg3(s->motion),
                .terms = sweep3_until(&s->best, s->terms)};
    if (!begin(&w)) return top;
    if (!w.everything) set_limit(&w, w.terms.limit);
    const uint32_t node = bvh3_child(&into->mesh->tree, into_b ? e->b : e->a);
    float enter[BVH3_WIDTH], leave[BVH3_WIDTH];
    bvh3_node room;
    unsigned met =
        lanes->on_path(&w.path, bvh3_node_at(&into->mesh->tree, node, &room), w.limit, enter, leave);
    const int first = top;
    for (; met != 0; met &= met - 1) {
        const unsigned k = (unsigned)__builtin_ctz(met);
        const uint32_t ref = node * BVH3_WIDTH + k;
        const double place = (double)enter[k] - (fabs((double)enter[k]) + 1) * 1e-5;
        const box_pair child = {into_b ? e->a : ref, into_b ? ref : e->b,
                                w.everything ? 0 : w.t_origin + place / w.per_t};
        int i = top++;
        for (; i > first && stack[i - 1].t < child.t; i--) stack[i] = stack[i - 1];
        stack[i] = child;
    }
    return top;
}

/// May the boxes of two triangles meet before the limit? They are nearer than all that is rounded here.
static bool boxes_may_meet(const flr_aabb3 *a, const flr_aabb3 *b, flr_vec3 motion, sweep3_terms terms)
{
    const double low_a[3] = {a->min.x, a->min.y, a->min.z}, high_a[3] = {a->max.x, a->max.y, a->max.z};
    const double low_b[3] = {b->min.x, b->min.y, b->min.z}, high_b[3] = {b->max.x, b->max.y, b->max.z};
    const double d[3] = {motion.x, motion.y, motion.z};
    double o[3], over[3], reach[3], from = 0, to = terms.limit;
    for (int k = 0; k < 3; k++) {
        o[k] = (low_a[k] + high_a[k]) / 2 - (low_b[k] + high_b[k]) / 2;
        // not 0, so that what stays where it is does so for all t
        const double size = (high_a[k] - low_a[k] + high_b[k] - low_b[k]) / 2 + terms.keep + 1e-280;
        const double far = fabs(low_a[k]) + fabs(high_a[k]) + fabs(low_b[k]) + fabs(high_b[k]) + fabs(d[k]);
        reach[k] = size * (1 + 1e-6) + far * (sizeof(flr_real) == sizeof(float) ? 1e-5 : 1e-12);
        over[k] = bvh3_over(d[k]);
    }
    return flr_bvh3_clip(o, over, reach, &from, &to);
}

static void take_nearer(pair_search *s, sweep3_answer *next, uint32_t item_a, uint32_t item_b)
{
    next->triangle_a = mesh3_input_of(s->a->mesh, item_a);
    next->triangle_b = mesh3_input_of(s->b->mesh, item_b);
    const bool tie = next->hit && s->best.hit && next->t == s->best.t;
    const bool before = item_a < s->item_a || (item_a == s->item_a && item_b < s->item_b);
    if (next->hit && (!s->best.hit || next->t < s->best.t || (tie && before))) {
        s->item_a = item_a;
        s->item_b = item_b;
        if (tie) s->best.hit = false;  // gives way
    }
    sweep3_keep_nearer(&s->best, next);
}

static void leaves(pair_search *s, uint32_t a, uint32_t b)
{
    mesh3_leaf_fetch(&s->leaf_a, s->a, a);
    mesh3_leaf_fetch(&s->leaf_b, s->b, b);
    for (uint32_t i = 0; i < s->leaf_a.count; i++)
        for (uint32_t j = 0; j < s->leaf_b.count; j++) {
            const sweep3_terms terms = sweep3_until(&s->best, s->terms);
            if (!boxes_may_meet(&s->leaf_a.boxes[i], &s->leaf_b.boxes[j], s->motion, terms)) continue;
            const flr_shape3 t = any3_of_triangle(s->leaf_a.triangles[i]),
                             u = any3_of_triangle(s->leaf_b.triangles[j]);
            sweep3_answer next = flr_sweep3_pieces(&t, s->motion, &u, terms);
            take_nearer(s, &next, s->leaf_a.first + i, s->leaf_b.first + j);
        }
}

static double size_of(const flr_instance3 *i, uint32_t ref)
{
    const bvh3_box b = bvh3_box_of(&i->mesh->tree, ref);
    const double sum = (double)b.half[0] + (double)b.half[1] + (double)b.half[2];
    return sum / (double)i->mesh->tree.scale * (double)i->max_stretch;
}

/// Down both trees, the pairs of boxes that may meet first on top; of two meshes the smaller is a.
static sweep3_answer meshes(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_terms terms)
{
    if (mesh3_present_count(a->as.mesh.mesh) > mesh3_present_count(b->as.mesh.mesh)) {
        sweep3_answer r = meshes(b, flr_neg3(motion), a, terms);
        sweep3_turn(&r);
        return r;
    }
    pair_search s = {.a = &a->as.mesh, .b = &b->as.mesh, .motion = motion, .terms = terms};
    s.leaf_a.child = s.leaf_b.child = BVH3_EMPTY;
    const bvh3_lanes *const lanes = bvh3_lanes_widest();
    box_pair stack[PAIR_STACK];
    int top = 0;
    stack[top++] = (box_pair){BVH3_ROOT, BVH3_ROOT, 0};
    while (top > 0) {
        const box_pair e = stack[--top];
        if (s.best.hit && e.t > s.best.t) continue;
        const uint32_t in_a = bvh3_child(&s.a->mesh->tree, e.a), in_b = bvh3_child(&s.b->mesh->tree, e.b);
        if (in_a == BVH3_EMPTY || in_b == BVH3_EMPTY) continue;
        if (bvh3_is_leaf(in_a) && bvh3_is_leaf(in_b)) {
            leaves(&s, in_a, in_b);
            continue;
        }
        const bool into_b =
            bvh3_is_leaf(in_a) || (!bvh3_is_leaf(in_b) && size_of(s.b, e.b) >= size_of(s.a, e.a));
        top = expand(&s, lanes, &e, into_b, stack, top);
    }
    return s.best;
}

sweep3_answer flr_sweep3_mesh(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b, sweep3_terms terms)
{
    if (a->kind == FLR_SHAPE3_MESH) return meshes(a, motion, b, terms);
    return is_bounded(a) ? descend(a, motion, &b->as.mesh, terms) : path_mesh(a, motion, &b->as.mesh, terms);
}
