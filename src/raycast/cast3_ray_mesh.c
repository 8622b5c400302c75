#include "raycast/mesh3_walk.h"

typedef struct search {
    const flr_cast3_path *path;
    const flr_instance3 *mesh;
    unsigned options;
    bool any;                // the first hit will do
    flr_cast3_hit_fn *tell;  // all are wanted, by the caller
    void *user;
    bool stopped;
    bool is_identity;
    bool found;
    cast3_corner_hit hit;
    uint32_t item, number;
} search;

static bool is_identity(const flr_affine3 *m)
{
    return m->linear.x.x == 1 && m->linear.x.y == 0 && m->linear.x.z == 0 && m->linear.y.x == 0 &&
           m->linear.y.y == 1 && m->linear.y.z == 0 && m->linear.z.x == 0 && m->linear.z.y == 0 &&
           m->linear.z.z == 1 && m->translation.x == 0 && m->translation.y == 0 && m->translation.z == 0;
}

static flr_triangle3 triangle_of(const search *s, uint32_t item)
{
    return s->is_identity ? mesh3_item_triangle(s->mesh->mesh, item) : instance3_item_triangle(s->mesh, item);
}

static void look_into_leaf(search *s, uint32_t child, const flr_cast3_path *path)
{
    uint32_t first = bvh3_leaf_first(child), end = first + bvh3_leaf_count(child);
    for (uint32_t item = first; item < end; item++) {
        flr_triangle3 t = triangle_of(s, item);
        cast3_corner_hit hit;
        if (!cast3_triangle(path, &t, s->options, &hit)) continue;
        uint32_t number = mesh3_input_of(s->mesh->mesh, item);
        if (s->tell) {
            flr_cast3_triangle told = flr_cast3_triangle_told(path, &t, &hit, number);
            s->stopped = !s->tell(s->user, &told);
            if (s->stopped) return;
            continue;
        }
        if (s->found && !(hit.t < s->hit.t || (hit.t == s->hit.t && number < s->number))) continue;
        s->found = true;
        s->hit = hit;
        s->item = item;
        s->number = number;
        if (s->any) return;
    }
}

static void walk(search *s)
{
    cast3_walk w;
    bvh3_branch stack[BVH3_STACK];
    if (!(s->path->t_min <= s->path->t_max) || !flr_cast3_walk_make(s->path, s->mesh, &w)) return;
    const bvh3 *tree = &s->mesh->mesh->tree;
    float limit = cast3_walk_limit(&w, (double)s->path->t_max);
    int top = bvh3_push_root(stack, tree, w.from);
    while (top > 0) {
        bvh3_branch b = stack[--top];
        if (b.nearness > limit) continue;
        if (!bvh3_is_leaf(b.child)) {
            top = cast3_walk_push(stack, top, &w, &tree->nodes[b.child], limit);
            continue;
        }
        flr_real before = s->found ? s->hit.t : INFINITY;
        look_into_leaf(s, b.child, s->path);
        if ((s->any && s->found) || s->stopped) return;
        if (s->found && s->hit.t < before) limit = cast3_walk_limit(&w, (double)s->hit.t);
    }
}

static search begin(const flr_cast3_path *path, const flr_instance3 *m, unsigned options)
{
    search s = {.path = path, .mesh = m, .options = options};
    s.is_identity = is_identity(&m->pose);
    return s;
}

/// Where the path starts against the solid (1 inside, 0 on its surface); -1 outside, or where no solid is asked for.
static int start_of(const flr_cast3_path *path, const flr_instance3 *m, unsigned options)
{
    bool is_solid = (options & FLR_CAST_SOLID) && m->mesh->info.watertight && isfinite(path->t_min) &&
                    path->t_min <= path->t_max;
    return is_solid ? flr_cast3_start_in_mesh(path, m) : -1;
}

flr_cast3_triangle flr_cast3_ray_mesh(const flr_cast3_path *path, const flr_instance3 *m, unsigned options)
{
    flr_cast3_triangle r = {.hit = false};
    int start = start_of(path, m, options);
    search s = begin(path, m, options);
    if (start <= 0) walk(&s);
    if (s.found) {
        flr_triangle3 t = triangle_of(&s, s.item);
        r = flr_cast3_triangle_told(path, &t, &s.hit, s.number);
    }
    // on the surface the triangle says more, unless only the other side of it is to be met
    if (start < 0 || (s.found && s.hit.t == path->t_min)) return r;
    flr_cast3_triangle inside = {.hit = true, .inside = true};
    inside.t = cast3_told(path, path->t_min);
    inside.point = cast3_point(path, path->t_min);
    return inside;
}

bool flr_cast3_ray_mesh_any(const flr_cast3_path *path, const flr_instance3 *m, unsigned options)
{
    if (start_of(path, m, options) >= 0) return true;
    search s = begin(path, m, options);
    s.any = true;
    walk(&s);
    return s.found;
}

flr_status flr_cast3_ray_mesh_all(const flr_cast3_path *path, const flr_instance3 *m, unsigned options,
                                  flr_cast3_hit_fn *tell, void *user)
{
    if (!path || !m || !tell) return FLR_INVALID_ARGUMENT;
    search s = begin(path, m, options & ~(unsigned)FLR_CAST_SOLID);
    s.tell = tell;
    s.user = user;
    walk(&s);
    return s.stopped ? FLR_CANCELLED : FLR_OK;
}
