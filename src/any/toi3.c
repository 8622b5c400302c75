/// What is the time of impact of two shapes in space that move and turn? Two convex shapes go straight to
/// conservative advancement (toi/toi3.c). Other shapes are asked part by part: convex cores, planes and
/// halfspaces, triangles, and meshes by their trees. The first touch of all parts counts.
#include "any/toi3.h"
#include "any/any3.h"
#include "closest/frame3.h"
#include "feeler/overlap3.h"
#include "mesh/mesh3.h"

typedef void part_fn(void *user, const toi3_part *part);
typedef struct triangles {
    part_fn *call;
    void *user;
} triangles;

static void tell_triangle(void *user, const flr_triangle3 *t)
{
    const triangles *to = user;
    flr_convex3 core = flr_convex3_triangle(t);
    toi3_part part = flr_toi3_convex_part(&core);
    to->call(to->user, &part);
}

/// Of all except rays and lines.
static void each_part(const flr_shape3 *s, part_fn *call, void *user)
{
    flr_convex3 core;
    size_t count;
    if (s->kind == FLR_SHAPE3_MESH) {
        toi3_part part = {.kind = TOI3_MESH, .mesh = &s->as.mesh};
        call(user, &part);
    } else if (any3_is_flat_unbounded(s->kind)) {
        flr_plane3 h = any3_boundary(s);
        toi3_part part = flr_toi3_flat_part(&h, s->kind == FLR_SHAPE3_HALFSPACE);
        call(user, &part);
    } else if (flr_any3_core(s, &core)) {
        toi3_part part = flr_toi3_convex_part(&core);
        call(user, &part);
    } else {
        triangles to = {call, user};
        const flr_vec3 *corners = flr_any3_corners(s, &count);
        flr_toi3_triangles(corners, count, tell_triangle, &to);
    }
}

typedef struct two {
    toi3_search *search;
    const flr_shape3 *b;
    const toi3_part *part_a;
} two;

static void with_part_b(void *user, const toi3_part *part)
{
    const two *t = user;
    if (t->part_a->kind != TOI3_MESH && part->kind != TOI3_MESH)
        flr_toi3_search_parts(t->search, t->part_a, part);
    else if (!toi3_is_over(t->search))
        flr_toi3_search_trees(t->search, t->part_a, part);
}

static void with_part_a(void *user, const toi3_part *part)
{
    two *t = user;
    t->part_a = part;
    each_part(t->b, with_part_b, t);
}

/// The piece of a ray or line that a bounded shape can reach on the two paths: as far from the origin as any point of
/// that shape ever is.
static flr_shape3 reachable(const flr_shape3 *s, const flr_path3 *path, const flr_shape3 *bounded,
                            const flr_path3 *other)
{
    bool is_ray = s->kind == FLR_SHAPE3_RAY;
    flr_vec3 origin = is_ray ? s->as.ray.origin : s->as.line.origin;
    flr_vec3 u = flr_any3_unit(is_ray ? s->as.ray.direction : s->as.line.direction);
    flr_convex3 point = flr_convex3_point(origin);
    flr_aabb3 bounds = flr_any3_bounds(bounded);
    flr_convex3 box = flr_convex3_aabb(&bounds);
    toi3_pair m;
    flr_toi3_make(&m, &point, path, &box, other, 0);
    flr_real far = (m.apart + m.a.reach + m.b.reach) * (flr_real)1.0001;
    return any3_of_segment(is_ray ? origin : flr_mul_add3(origin, -far, u), flr_mul_add3(origin, far, u));
}

/// A point of the one shape, as the frame of the other sees it at the start.
static flr_vec3 seen_at_start(flr_vec3 p, const flr_path3 *own, const flr_path3 *other)
{
    flr_affine3 from = flr_path3_at(own, 0), to = flr_path3_at(other, 0);
    flr_vec3 between = flr_sub3(from.translation, to.translation);
    return turn3_transposed(&to.linear, flr_add3(flr_mat3_mul(from.linear, p), between));
}

/// Is all or a piece of `s` inside of a solid mesh at the start?
static bool starts_inside(const flr_shape3 *s, const flr_path3 *path, const flr_shape3 *mesh,
                          const flr_path3 *mesh_path)
{
    if (mesh->kind != FLR_SHAPE3_MESH || !mesh->solid) return false;
    const flr_instance3 *outer = &mesh->as.mesh;
    if (s->kind != FLR_SHAPE3_MESH)
        return flr_contains3_mesh_point(outer, seen_at_start(flr_any3_point(s), path, mesh_path)) >= 0;
    const flr_instance3 *inner = &s->as.mesh;
    const flr_mesh3 *m = inner->mesh;
    for (size_t k = 0; k < m->info.component_count; k++) {
        flr_vec3 p = instance3_point(inner, mesh3_vertex(m, m->component_vertex[k]));
        if (flr_contains3_mesh_point(outer, seen_at_start(p, path, mesh_path)) >= 0) return true;
    }
    return false;
}

static bool is_unbounded(const flr_shape3 *s)
{
    return any3_is_flat_unbounded(s->kind) || any3_is_path(s->kind);
}

/// Two convex shapes by one search, without parts.
static bool search_cores(toi3_search *s, const flr_shape3 *a, const flr_shape3 *b)
{
    toi3_pair m;
    any3_cores k;
    if (toi3_is_over(s) || !flr_any3_cores_in_place(a, b, &k)) return false;
    flr_toi3_result q = {.status = FLR_NOT_FINITE};
    if (flr_toi3_make(&m, k.a, s->path_a, k.b, s->path_b, s->options.target_distance))
        q = flr_toi3_until(&m, &s->options, (double)s->best.t);
    flr_toi3_keep(s, &q);
    return true;
}

/// a before b in the order of shapes.
static void in_rank(toi3_search *s, const flr_shape3 *a, const flr_shape3 *b)
{
    if (is_unbounded(a) && is_unbounded(b)) {
        flr_toi3_search_unbounded(s, a, b);
        return;
    }
    if (search_cores(s, a, b)) return;
    flr_shape3 piece_a = *a, piece_b = *b;
    if (any3_is_path(a->kind)) piece_a = reachable(a, s->path_a, b, s->path_b);
    if (any3_is_path(b->kind)) piece_b = reachable(b, s->path_b, a, s->path_a);
    bool bounded = !is_unbounded(a) && !is_unbounded(b);
    two t = {s, &piece_b, NULL};
    if (bounded && (starts_inside(a, s->path_a, b, s->path_b) || starts_inside(b, s->path_b, a, s->path_a))) {
        flr_toi3_result at_start = {.status = FLR_OK, .hit = true};
        flr_toi3_keep(s, &at_start);
    }
    each_part(&piece_a, with_part_a, &t);
}

typedef struct two_paths {
    toi3_search *search;
    const flr_path3 *of_a, *of_b;
} two_paths;

static bool is_unturned(const flr_path3 *p)
{
    const flr_quat *f = &p->from.rotation, *t = &p->to.rotation;
    return f->x == 0 && f->y == 0 && f->z == 0 && t->x == 0 && t->y == 0 && t->z == 0 && f->w != 0 &&
           t->w != 0;
}

static flr_real longest(const flr_path3 *a, const flr_path3 *b)
{
    const flr_vec3 x = flr_sub3(a->to.position, a->from.position),
                   y = flr_sub3(b->to.position, b->from.position);
    return (flr_real)(flr_largest3((double)x.x, (double)x.y, (double)x.z) +
                      flr_largest3((double)y.x, (double)y.y, (double)y.z));
}

/// Frames that do not turn are the world but for where they are: both shapes may be moved by one translation.
static bool recenter(const two_paths *w, const flr_shape3 *a, const flr_shape3 *b, any3_recentered_pair *n)
{
    if (!is_unturned(w->of_a) || !is_unturned(w->of_b)) return false;
    if (is_unbounded(a) && is_unbounded(b)) return false;
    if (any3_is_flat_unbounded(b->kind))
        return flr_any3_recenter_by_plane(a, b, longest(w->of_a, w->of_b), n);
    return flr_any3_recenter(a, b, n);
}

static int by_path(const flr_path3 *a, const flr_path3 *b)
{
    _Static_assert(sizeof(flr_path3) == 14 * sizeof(flr_real), "a path is numbers alone");
    const flr_real *x = &a->from.rotation.w, *y = &b->from.rotation.w;
    for (size_t i = 0; i < sizeof(flr_path3) / sizeof(flr_real); i++)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

/// Does a come first? Two shapes that nothing distinguishes go by their paths.
static bool is_in_order(const flr_shape3 *a, const flr_path3 *path_a, const flr_shape3 *b,
                        const flr_path3 *path_b)
{
    const int order = flr_any3_compare(a, b);
    return (order != 0 ? order : by_path(path_a, path_b)) <= 0;
}

static bool is_earlier(const flr_toi3_result *now, const flr_toi3_result *before)
{
    return now->hit && (!before->hit || now->t < before->t);
}

/// Of any two that are no compounds.
static void search_pair(const two_paths *w, const flr_shape3 *a, const flr_shape3 *b)
{
    toi3_search *s = w->search;
    flr_toi3_result before = s->best;
    if (toi3_is_over(s)) return;
    flr_shape3 room_a, room_b;
    a = any3_reduced(a, &room_a);
    b = any3_reduced(b, &room_b);
    bool in_order = is_in_order(a, w->of_a, b, w->of_b);
    any3_recentered_pair near;
    // planes rank below most
    const bool turned = any3_is_flat_unbounded(a->kind),
               recentered = recenter(w, turned ? b : a, turned ? a : b, &near);
    if (recentered) a = turned ? &near.b.shape : &near.a.shape, b = turned ? &near.a.shape : &near.b.shape;
    s->path_a = in_order ? w->of_a : w->of_b;
    s->path_b = in_order ? w->of_b : w->of_a;
    in_rank(s, in_order ? a : b, in_order ? b : a);
    const bool found = is_earlier(&s->best, &before);
    if (found && !in_order) {
        s->best.normal = flr_neg3(s->best.normal);
        toi3_turn_parts(&s->best);
    }
    // without a normal there is no point either
    if (found && recentered && !flr_is_zero3(s->best.normal))
        s->best.point = flr_add3(s->best.point, near.origin);
}

/// The first touch of a union is the first of its shapes'.
static void search_all(const two_paths *w, const flr_shape3 *a, const flr_shape3 *b)
{
    bool of_a = any3_is_compound(a);
    if (!of_a && !any3_is_compound(b)) {
        search_pair(w, a, b);
        return;
    }
    const flr_compound3 *c = of_a ? &a->as.compound : &b->as.compound;
    flr_toi3_result *const best = &w->search->best;
    for (size_t i = 0; i < c->count; i++) {
        const flr_toi3_result before = *best;
        search_all(w, of_a ? &c->shapes[i] : a, of_a ? b : &c->shapes[i]);
        if (is_earlier(best, &before)) *(of_a ? &best->child_a : &best->child_b) = (uint32_t)i;
    }
}

static bool is_same_pose(const flr_pose3 *p, const flr_pose3 *q)
{
    return p->position.x == q->position.x && p->position.y == q->position.y &&
           p->position.z == q->position.z && p->rotation.w == q->rotation.w &&
           p->rotation.x == q->rotation.x && p->rotation.y == q->rotation.y && p->rotation.z == q->rotation.z;
}

static void rescale_path(flr_path3 *p, flr_real factor)
{
    p->from.position = flr_scale3(factor, p->from.position);
    p->to.position = flr_scale3(factor, p->to.position);
}

/// Of shapes so large or small that it must be rescaled.
static bool motion_in_unit(const flr_shape3 *a, const flr_path3 *path_a, const flr_shape3 *b,
                           const flr_path3 *path_b, flr_toi3_options options, flr_real factor,
                           flr_toi3_result *result)
{
    any3_rescaled_pair r;
    flr_path3 p = *path_a, q = *path_b;
    if (!flr_any3_rescale_pair(a, b, factor, &r)) return false;
    rescale_path(&p, factor);
    rescale_path(&q, factor);
    options.target_distance *= factor;
    (void)flr_toi3(&r.a.shape, &p, &r.b.shape, &q, &options, result);
    result->point = flr_scale3(1 / factor, result->point);
    if (!flr_is_finite3(result->point)) *result = (flr_toi3_result){.status = FLR_NOT_FINITE};
    return true;
}

/// The largest coordinate of a path, or the distance to keep.
static flr_real length_of(const flr_path3 *a, const flr_path3 *b, flr_real target)
{
    const flr_vec3 at[4] = {a->from.position, a->to.position, b->from.position, b->to.position};
    double most = (double)target;
    for (int k = 0; k < 4; k++) {
        double size = flr_largest3((double)at[k].x, (double)at[k].y, (double)at[k].z);
        if (size > most) most = size;
    }
    return (flr_real)most;
}

/// a before b in the order of shapes; checked.
static flr_toi3_result motion_in_order(const flr_shape3 *a, const flr_path3 *path_a, const flr_shape3 *b,
                                       const flr_path3 *path_b, const flr_toi3_options *options, bool usual)
{
    toi3_search s = {.options = *options, .best = {.t = 1, .t_upper = 1}};
    flr_real length = length_of(path_a, path_b, s.options.target_distance), factor = 1;
    if (!usual || !(length < any3_large)) factor = flr_any3_factor(a, b, length);
    const two_paths paths = {&s, path_a, path_b};
    if (factor == 1 || !motion_in_unit(a, path_a, b, path_b, s.options, factor, &s.best))
        search_all(&paths, a, b);
    bool overlap;
    // placed alike they touch at the start if they do as they are, whatever their placing rounds
    if (s.best.status != FLR_NOT_FINITE && s.best.t > 0 && is_same_pose(&path_a->from, &path_b->from) &&
        flr_overlap3(a, b, &overlap) == FLR_OK && overlap)
        s.best = (flr_toi3_result){.status = FLR_OK, .hit = true, .iterations = s.best.iterations};
    return s.best;
}

flr_status flr_toi3(const flr_shape3 *a, const flr_path3 *path_a, const flr_shape3 *b,
                    const flr_path3 *path_b, const flr_toi3_options *options, flr_toi3_result *result)
{
    if (!result || !path_a || !path_b) return FLR_INVALID_ARGUMENT;
    const flr_toi3_options none = {0, 0, 0}, *o = options ? options : &none;
    any3_pair pair;
    flr_status status = flr_any3_begin(a, b, &pair);
    if (status == FLR_OK && !toi3_options_are_good(o)) status = FLR_INVALID_ARGUMENT;
    if (status == FLR_OK && !(toi3_is_finite(path_a) && toi3_is_finite(path_b))) status = FLR_NOT_FINITE;
    if (status != FLR_OK) return status;
    a = pair.a;
    b = pair.b;
    const bool ranked = is_in_order(a, path_a, b, path_b);
    *result = ranked ? motion_in_order(a, path_a, b, path_b, o, pair.usual)
                     : motion_in_order(b, path_b, a, path_a, o, pair.usual);
    if (!ranked) {
        result->normal = flr_neg3(result->normal);
        toi3_turn_parts(result);
    }
    return result->status;
}
