/// Casts at placed meshes: the tree is searched in single precision, and triangles are tested by
/// raycast3_triangle.h.

#include "raycast/raycast3_mesh.h"

#include "mesh/mesh3.h"
#include "mesh/mesh3_pair.h"
#include "raycast/raycast3_rough.h"
#include "raycast/raycast3_triangle.h"

// ---- A path down the tree

/// Where is the path's point of t_min, which is finite, relative to the solid that the mesh encloses in
/// world? 1 is inside, 0 on the surface, -1 outside. Exact.
static int start_in_mesh(const flr_raycast3_path *p, const flr_instance3 *m);

bool flr_raycast3_mesh_cast(const flr_raycast3_path *p, const flr_instance3 *m, bvh3_cast *cast)
{
    const bvh3 *tree = &m->mesh->tree;
    const bool moved = !instance3_is_identity(m);
    flr_vec3 start = flr_sub3(p->origin, moved ? flr_affine3_point(m->pose, tree->center) : tree->center),
             step = p->direction;
    if (moved) {
        start = flr_mat3_mul(m->inverse.linear, start);
        step = flr_mat3_mul(m->inverse.linear, step);
    }
    double scale = (double)tree->scale;
    double o[3] = {(double)start.x * scale, (double)start.y * scale, (double)start.z * scale};
    double d[3] = {(double)step.x * scale, (double)step.y * scale, (double)step.z * scale};
    const bool single = sizeof(flr_real) == sizeof(float);
    const double of_least = 1 / (double)m->min_stretch, stretch = (double)m->max_stretch * of_least;
    double world = fabs((double)p->origin.x) + fabs((double)p->origin.y) + fabs((double)p->origin.z);
    double rounding = flr_instance3_rounding(m) + world * (single ? 1e-6 : 2e-15);
    const double grow[3] = {0, 0, 0};
    return flr_bvh3_cast_make(cast, o, d, (double)p->t_min, (double)p->t_max, rounding * scale * of_least,
                              stretch, grow);
}

// ---- Does the path start inside?

/// Counts the faces that the path's line crosses after t_min, with their sign. The line is thought to be
/// moved by an infinitesimal along one axis, and by a far smaller one along another, so that it intersects no
/// edge and no corner (simulation of simplicity; Edelsbrunner and Muecke, 1990).
typedef struct count {
    flr_raycast3_path line;  // from t_min on, without an end
    int axis, other;
    int winding, crossings;
    bool on_surface;
} count;

/// Returns the sign of d . (axis x (from - to)), by which the side of the edge changes as the line moves
/// along the axis.
static int change(const count *c, int axis, flr_vec3 from, flr_vec3 to)
{
    flr_row3 d = raycast3_direction(&c->line), unit = flr_row3_axis(axis),
             edge = flr_row3_difference(from, to);
    return flr_triple3_exact(&d, &unit, &edge, 0);
}

/// Returns the side on which the moved line passes the edge; 0 only if the edge runs along the line.
static int moved_side(const count *c, flr_vec3 from, flr_vec3 to)
{
    int side = flr_raycast3_side(&c->line, from, from, to);
    if (side == 0) side = change(c, c->axis, from, to);
    if (side == 0) side = change(c, c->other, from, to);
    return side;
}

static void cross(count *c, const flr_triangle3 *t)
{
    raycast3_corner_hit hit;
    const flr_vec3 corner[3] = {t->a, t->b, t->c};
    int side = moved_side(c, t->a, t->b);
    if (side == 0 || moved_side(c, t->b, t->c) != side || moved_side(c, t->c, t->a) != side) return;
    // the face is ahead of the start or behind it; at it only if the start lies on the face
    flr_raycast3_path start = c->line;
    start.t_max = start.t_min;
    if (raycast3_triangle(&start, t, 0, &hit)) {
        c->on_surface = true;
        return;
    }
    // the side on which the line passes the edges says which side of the face it hits
    if (!flr_raycast3_crosses_plane(&c->line, corner, -side)) return;
    c->winding += side;
    c->crossings++;
}

static void pick_axes(count *c)
{
    const double d[3] = {fabs((double)c->line.direction.x), fabs((double)c->line.direction.y),
                         fabs((double)c->line.direction.z)};
    int k = d[0] >= d[1] ? (d[0] >= d[2] ? 0 : 2) : (d[1] >= d[2] ? 1 : 2);
    c->axis = (k + 1) % 3;
    c->other = (k + 2) % 3;
}

static void count_leaf(count *c, const flr_instance3 *m, uint32_t child)
{
    uint32_t first = bvh3_leaf_first(child), end = first + bvh3_leaf_count(child);
    for (uint32_t item = first; item < end; item++) {
        if (mesh3_has_no_topology(m->mesh, item)) continue;
        flr_triangle3 t = mesh3_item_welded(m->mesh, item);
        t.a = instance3_point(m, t.a);
        t.b = instance3_point(m, t.b);
        t.c = instance3_point(m, t.c);
        cross(c, &t);
    }
}

/// Is p outside the box around all triangles? Welded corners may lie outside it.
static bool is_beside(flr_vec3 p, const flr_instance3 *m)
{
    flr_real w = m->mesh->info.weld_tolerance * m->max_stretch;
    flr_vec3 low = flr_sub3(p, m->bounds.min), high = flr_sub3(m->bounds.max, p);
    return low.x < -2 * w || low.y < -2 * w || low.z < -2 * w || high.x < -2 * w || high.y < -2 * w ||
           high.z < -2 * w;
}

/// Chooses a line from the origin of a path. Any line would do; it runs along the axis on which the end of
/// the box is nearest.
static flr_raycast3_path shortest_way_out(flr_vec3 p, const flr_aabb3 *b)
{
    const flr_real way[6] = {p.x - b->min.x, p.y - b->min.y, p.z - b->min.z,
                             b->max.x - p.x, b->max.y - p.y, b->max.z - p.z};
    int best = 0;
    for (int k = 1; k < 6; k++)
        if (way[k] < way[best]) best = k;
    flr_real one = best < 3 ? -1 : 1;
    flr_vec3 axis = flr_vec3_make(best % 3 == 0 ? one : 0, best % 3 == 1 ? one : 0, best % 3 == 2 ? one : 0);
    return flr_raycast3_path_make(p, axis, 0, (flr_real)INFINITY);
}

static int start_in_mesh(const flr_raycast3_path *p, const flr_instance3 *m)
{
    count c = {.line = *p};
    bvh3_cast w;
    bvh3_walk walk;
    c.line.t_max = INFINITY;
    if (p->t_min == 0) {
        if (is_beside(p->origin, m)) return -1;
        c.line = shortest_way_out(p->origin, &m->bounds);
    }
    pick_axes(&c);
    if (!flr_raycast3_mesh_cast(&c.line, m, &w)) return -1;
    const bvh3_lanes *const lanes = bvh3_lanes_widest();
    bvh3_walk_begin(&walk, &m->mesh->tree);
    for (uint32_t leaf; (leaf = lanes->next_on_path(&walk, &w.path, INFINITY)) != BVH3_EMPTY;)
        count_leaf(&c, m, leaf);
    if (c.on_surface) return 0;
    bool inside = m->mesh->info.oriented ? c.winding != 0 : c.crossings % 2 != 0;
    return inside ? 1 : -1;
}

// ---- The nearest hit, any hit, all hits

typedef struct search {
    const flr_raycast3_path *path;
    const flr_instance3 *mesh;
    unsigned options;
    const flr_raycast3_filter *filter;  // may be null
    bool any;                           // the first hit is enough
    bool suffices;                      // a hit is enough of which nothing else is known
    flr_raycast3_hit_fn *report;        // the caller wants all hits
    void *user;
    bool stopped;
    bool is_identity;
    bool found;
    raycast3_corner_hit hit;
    uint32_t item, number;
} search;

static flr_triangle3 triangle_of(const search *s, uint32_t item)
{
    return s->is_identity ? mesh3_item_triangle(s->mesh->mesh, item) : instance3_item_triangle(s->mesh, item);
}

static bool is_masked(const search *s, uint32_t item)
{
    const flr_raycast3_filter *const f = s->filter;
    return f && f->masks && !(f->masks[mesh3_input_of(s->mesh->mesh, item)] & f->mask);
}

/// Does a hit count that is the nearest so far?
static bool is_accepted(const search *s, const flr_triangle3 *t, const raycast3_corner_hit *hit,
                        uint32_t number)
{
    if (!s->filter || !s->filter->accept) return true;
    const flr_raycast3_triangle answer = flr_raycast3_triangle_result(s->path, t, hit, number);
    return s->filter->accept(s->filter->user, &answer);
}

/// Tests the triangles of the leaf that the path may hit: `open` has a bit for each from `first` on.
static void search_leaf(search *s, uint32_t first, unsigned open, const flr_raycast3_path *path)
{
    for (; open != 0; open &= open - 1) {
        const uint32_t item = first + (uint32_t)__builtin_ctz(open);
        if (is_masked(s, item)) continue;
        flr_triangle3 t = triangle_of(s, item);
        raycast3_corner_hit hit;
        if (!raycast3_triangle(path, &t, s->options, &hit)) continue;
        const uint32_t number = mesh3_input_of(s->mesh->mesh, item);
        if ((s->options & FLR_RAYCAST_BACK_ONLY) && (hit.front || hit.in_plane)) continue;
        if (s->report) {
            flr_raycast3_triangle answer = flr_raycast3_triangle_result(path, &t, &hit, number);
            s->stopped = !s->report(s->user, &answer);
            if (s->stopped) return;
            continue;
        }
        if (s->found && !(hit.t < s->hit.t || (hit.t == s->hit.t && number < s->number))) continue;
        if (!is_accepted(s, &t, &hit, number)) continue;
        s->found = true;
        s->hit = hit;
        s->item = item;
        s->number = number;
        if (s->any) return;
    }
}

/// A search on its way down the tree.
typedef struct descent {
    search *s;
    bvh3_cast cast;
    raycast3_rough rough;
    float limit;
    bvh3_walk walk;
} descent;

/// Returns false if the path misses the tree.
static bool set_out(descent *d, search *s)
{
    d->s = s;
    const flr_mesh3 *const m = s->mesh->mesh;
    if (!(s->path->t_min <= s->path->t_max) || !flr_raycast3_mesh_cast(s->path, s->mesh, &d->cast))
        return false;
    d->rough = raycast3_rough_make(&d->cast.path);
    d->limit = bvh3_cast_limit(&d->cast, (double)s->path->t_max);
    bvh3_walk_begin(&d->walk, &m->tree);
    if (m->rough) {
        d->walk.items = (const char *)m->rough;
        d->walk.item_size = 3 * sizeof *m->rough;
    }
    return true;
}

static void search_open(descent *d, uint32_t first, unsigned open)
{
    search *const s = d->s;
    flr_real before = s->found ? s->hit.t : INFINITY;
    search_leaf(s, first, open, s->path);
    if (s->found && s->hit.t < before) d->limit = bvh3_cast_limit(&d->cast, (double)s->hit.t);
}

/// Tests some triangles of a leaf, a bit for each.
static void fetch_vertices(const flr_mesh3 *m, uint32_t first, unsigned open)
{
    for (; open != 0; open &= open - 1) {
        const uint32_t *const corner = m->corners + 3 * (size_t)(first + (uint32_t)__builtin_ctz(open));
        for (int k = 0; k < 3; k++) __builtin_prefetch(m->vertices + 3 * (size_t)corner[k]);
    }
}

static void traverse(search *s)
{
    descent d;
    const bvh3_lanes *const lanes = bvh3_lanes_widest();
    const flr_mesh3 *const m = s->mesh->mesh;
    if (!set_out(&d, s)) return;
    for (uint32_t leaf; (leaf = lanes->next_on_path(&d.walk, &d.cast.path, d.limit)) != BVH3_EMPTY;) {
        const uint32_t first = bvh3_leaf_first(leaf);
        if (m->rough && !s->suffices) {
            __builtin_prefetch(m->input_of + first);
            fetch_vertices(m, first, (1u << bvh3_leaf_count(leaf)) - 1);
        }
        const raycast3_judged judged = raycast3_rough_judge(&d.rough, m, leaf, d.walk.at, d.limit);
        if (judged.met && s->suffices) {
            s->found = true;
            return;
        }
        search_open(&d, first, judged.open);
        if ((s->any && s->found) || s->stopped) return;
    }
}

static search begin(const flr_raycast3_path *path, const flr_instance3 *m, unsigned options)
{
    search s = {.path = path, .mesh = m, .options = options};
    s.is_identity = instance3_is_identity(m);
    return s;
}

static search begin_any(const flr_raycast3_path *path, const flr_instance3 *m, unsigned options)
{
    search s = begin(path, m, options);
    s.any = true;
    s.suffices = !(options & (FLR_RAYCAST_FRONT_ONLY | FLR_RAYCAST_BACK_ONLY));
    return s;
}

/// Does the path have a start, and the mesh a solid that may contain it?
static bool has_inside(const flr_raycast3_path *path, const flr_instance3 *m, unsigned options)
{
    return (options & FLR_RAYCAST_SOLID) && m->mesh->info.watertight && isfinite(path->t_min) &&
           path->t_min <= path->t_max;
}

/// Returns the answer for the path after all that it may hit is searched, unless it starts inside.
static flr_raycast3_triangle result_of(const search *s, bool solid, bool inside)
{
    const flr_raycast3_path *const path = s->path;
    flr_raycast3_triangle r = {.hit = false};
    // the count of faces misses a start on an edge or corner of the surface
    if (solid && s->found && s->hit.t == path->t_min) inside = true;
    if (inside) {
        r.hit = r.inside = true;
        r.t = raycast3_reported_t(path, path->t_min);
        r.point = raycast3_point(path, path->t_min);
        return r;
    }
    if (!s->found) return r;
    flr_triangle3 t = triangle_of(s, s->item);
    return flr_raycast3_triangle_result(path, &t, &s->hit, s->number);
}

flr_raycast3_triangle flr_raycast3_ray_mesh(const flr_raycast3_path *path, const flr_instance3 *m,
                                            unsigned options)
{
    const bool solid = has_inside(path, m, options);
    const bool inside = solid && start_in_mesh(path, m) >= 0;
    search s = begin(path, m, options);
    if (!inside) traverse(&s);
    return result_of(&s, solid, inside);
}

bool flr_raycast3_ray_mesh_any(const flr_raycast3_path *path, const flr_instance3 *m, unsigned options)
{
    if (has_inside(path, m, options) && start_in_mesh(path, m) >= 0) return true;
    search s = begin_any(path, m, options);
    traverse(&s);
    return s.found;
}

flr_raycast3_triangle flr_raycast3_ray_mesh_with(const flr_raycast3_path *path, const flr_instance3 *m,
                                                 unsigned options, const flr_raycast3_filter *filter)
{
    flr_raycast3_triangle r = {.hit = false};
    search s = begin(path, m, options);
    s.filter = filter;
    traverse(&s);
    if (!s.found) return r;
    const flr_triangle3 t = triangle_of(&s, s.item);
    return flr_raycast3_triangle_result(path, &t, &s.hit, s.number);
}

bool flr_raycast3_ray_mesh_any_with(const flr_raycast3_path *path, const flr_instance3 *m, unsigned options,
                                    const flr_raycast3_filter *filter)
{
    search s = begin(path, m, options);
    s.filter = filter;
    s.any = true;
    traverse(&s);
    return s.found;
}

flr_status flr_raycast3_ray_mesh_all(const flr_raycast3_path *path, const flr_instance3 *m, unsigned options,
                                     flr_raycast3_hit_fn *report, void *user)
{
    if (!path || !m || !report) return FLR_INVALID_ARGUMENT;
    search s = begin(path, m, options & ~(unsigned)FLR_RAYCAST_SOLID);
    s.report = report;
    s.user = user;
    traverse(&s);
    return s.stopped ? FLR_CANCELLED : FLR_OK;
}

// ---- Many paths

/// Several paths go down the tree in turns: while one waits for memory, the others compute. A tree of fewer
/// nodes than ENOUGH_NODES (some 150,000 triangles) is mostly in the processor's caches, and turns would cost
/// a fifth more.
enum { TURNS = 8, ENOUGH_NODES = 1 << 14 };

/// The questions of all paths.
typedef struct crowd {
    const flr_raycast3_path *paths;
    const flr_instance3 *mesh;
    unsigned options;
    size_t next, end;                ///< the paths that are not begun
    flr_raycast3_triangle *results;  ///< the nearest hits, or null:
    bool *any;                       ///< is anything hit?
} crowd;

typedef struct turn {
    bool busy, solid;
    size_t path;
    search s;
    descent d;
    uint32_t first;  ///< of the last leaf that was reached
    unsigned open;   ///< its triangles that are not yet tested
    bool fetched;    ///< their vertices are being prefetched, else their corners
} turn;

static void answer(const crowd *c, const turn *t, bool inside)
{
    if (c->any) {
        c->any[t->path] = inside || t->s.found;
    } else {
        c->results[t->path] = result_of(&t->s, t->solid, inside);
    }
}

/// Gives a turn the next path that must go down the tree; paths that need not are answered at once.
static void next_path(turn *t, crowd *c)
{
    t->busy = false;
    while (c->next < c->end && !t->busy) {
        const flr_raycast3_path *const path = &c->paths[t->path = c->next++];
        t->solid = has_inside(path, c->mesh, c->options);
        const bool inside = t->solid && start_in_mesh(path, c->mesh) >= 0;
        t->s = c->any ? begin_any(path, c->mesh, c->options) : begin(path, c->mesh, c->options);
        t->open = 0;
        t->busy = !inside && set_out(&t->d, &t->s);
        if (!t->busy) answer(c, t, inside);
    }
}

/// Visits one node, or tests a leaf until it must wait for memory. Returns false at the end of the search.
static bool take_turn(turn *t, const flr_mesh3 *m, const bvh3_lanes *lanes)
{
    descent *const d = &t->d;
    if (t->open && !t->fetched) {
        fetch_vertices(m, t->first, t->open);
        t->fetched = true;
        return true;
    }
    if (t->open) {
        search_open(d, t->first, t->open);
        t->open = 0;
        if (t->s.any && t->s.found) return false;
    }
    const uint32_t leaf = lanes->step_on_path(&d->walk, &d->cast.path, d->limit);
    if (leaf == BVH3_EMPTY) return false;
    if (leaf == BVH3_NOT_YET) return true;
    t->first = bvh3_leaf_first(leaf);
    const raycast3_judged judged = raycast3_rough_judge(&d->rough, m, leaf, d->walk.at, d->limit);
    if (judged.met && t->s.suffices) {
        t->s.found = true;
        return false;
    }
    t->open = judged.open;
    t->fetched = false;
    if (t->open) {
        __builtin_prefetch(m->corners + 3 * (size_t)t->first);
        __builtin_prefetch(m->input_of + t->first);
    }
    return true;
}

static void take_turns(crowd *c)
{
    turn turns[TURNS];
    const bvh3_lanes *const lanes = bvh3_lanes_widest();
    int busy = 0;
    for (int k = 0; k < TURNS; k++) {
        next_path(&turns[k], c);
        busy += turns[k].busy;
    }
    while (busy > 0) {
        for (int k = 0; k < TURNS; k++) {
            turn *const t = &turns[k];
            if (!t->busy || take_turn(t, c->mesh->mesh, lanes)) continue;
            answer(c, t, false);
            next_path(t, c);
            busy -= !t->busy;
        }
    }
}

static void cast_all(crowd *c)
{
    const flr_mesh3 *m = c->mesh->mesh;
    if (!m->tree.make && m->tree.node_count >= ENOUGH_NODES) {
        take_turns(c);
        return;
    }
    for (size_t i = c->next; i < c->end; i++) {
        if (c->any) {
            c->any[i] = flr_raycast3_ray_mesh_any(&c->paths[i], c->mesh, c->options);
        } else {
            c->results[i] = flr_raycast3_ray_mesh(&c->paths[i], c->mesh, c->options);
        }
    }
}

void flr_raycast3_rays_mesh(const flr_raycast3_path *paths, const flr_instance3 *m, unsigned options,
                            size_t begin_at, size_t end, flr_raycast3_triangle *results)
{
    crowd c = {paths, m, options, begin_at, end, results, NULL};
    cast_all(&c);
}

void flr_raycast3_rays_mesh_any(const flr_raycast3_path *paths, const flr_instance3 *m, unsigned options,
                                size_t begin_at, size_t end, bool *results)
{
    crowd c = {paths, m, options, begin_at, end, NULL, results};
    cast_all(&c);
}
