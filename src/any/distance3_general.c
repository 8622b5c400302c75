/// The distance of pairs that neither a typed function nor the convex core answers: sheets by their edges,
/// planes and halfspaces by the other shape's interval along the normal, meshes by a walk down their tree,
/// unbounded paths by the part that matters.
#include "any/any3.h"
#include "bvh/bvh3_walk.h"
#include "feeler/overlap3.h"
#include "mesh/mesh3_pair.h"

/// The closest points of a series of pairs so far.
typedef struct nearest {
    flr_status status;
    flr_closest3 best;
} nearest;

static void improve(nearest *n, const flr_shape3 *a, const flr_shape3 *b)
{
    flr_closest3 c;
    if (n->best.distance == 0) return;
    flr_status status = flr_any3_distance(a, b, n->best.distance, &c);
    if (status != FLR_OK) n->status = status;
    if (c.distance < n->best.distance) n->best = c;
}

/// A convex shape against a sheet, convex or not. They come closest at an edge of the sheet or inside it. If
/// inside, the support point along the sheet's normal is closest, or the shape passes through. Either way
/// the segment between its two support points, which is part of the shape, comes as close.
static flr_status by_rim(const flr_shape3 *convex, const flr_shape3 *sheet, flr_closest3 *closest)
{
    nearest n = {FLR_OK, {.distance = (flr_real)INFINITY}};
    flr_plane3 h = {flr_any3_sheet_normal(sheet), 0};
    if (flr_length_squared3(h.normal) > 0) {
        any3_projection i = flr_any3_project(convex, &h);
        flr_shape3 across = any3_of_segment(i.low_point, i.high_point);
        improve(&n, &across, sheet);
    }
    for (size_t i = 0; i < flr_any3_edge_count(sheet); ++i) {
        flr_segment3 e = flr_any3_edge(sheet, i);
        flr_shape3 edge = any3_of_segment(e.a, e.b);
        improve(&n, convex, &edge);
    }
    *closest = n.best;
    return n.status;
}

static void swap_points(flr_closest3 *c)
{
    flr_vec3 p = c->point_a;
    c->point_a = c->point_b;
    c->point_b = p;
}

/// The point where a plane cuts the rim of a sheet, which may be concave.
static flr_vec3 rim_crossing(const flr_shape3 *sheet, const flr_plane3 *h)
{
    for (size_t k = 0; k < flr_any3_edge_count(sheet); ++k) {
        flr_segment3 e = flr_any3_edge(sheet, k);
        flr_shape3 edge = any3_of_segment(e.a, e.b);
        any3_projection i = flr_any3_project(&edge, h);
        if (i.low <= 0 && i.high >= 0) return flr_any3_projection_closest(&i, h, false).point_a;
    }
    return flr_any3_point(sheet);
}

/// A plane or halfspace against any shape but a mesh.
static flr_status by_interval(const flr_shape3 *s, const flr_shape3 *flat, flr_closest3 *closest)
{
    flr_plane3 h = any3_boundary(flat);
    bool solid = flat->kind == FLR_SHAPE3_HALFSPACE;
    any3_projection i = flr_any3_project(s, &h);
    *closest = flr_any3_projection_closest(&i, &h, solid);
    if (closest->distance > 0) return FLR_OK;
    if (any3_is_sheet(s->kind) && !solid) closest->point_a = closest->point_b = rim_crossing(s, &h);
    if (!any3_is_flat_unbounded(s->kind)) return FLR_OK;
    // two of them that intersect: a point of their common line, or else one contains the other
    flr_plane3 own = any3_boundary(s);
    flr_line3 line;
    bool crosses = flr_intersect3_plane_plane(&own, &h, &line) == FLR_PLANES3_LINE;
    flr_vec3 zero = flr_vec3_make(0, 0, 0), in = flr_closest3_point_plane(zero, &own).point_b;
    if (solid && flr_signed_distance3_point_plane(in, &h) > 0)
        in = flr_closest3_point_plane(zero, &h).point_b;
    closest->point_a = closest->point_b = crosses ? line.origin : in;
    return FLR_OK;
}

static flr_status by_mesh(const flr_shape3 *mesh, const flr_shape3 *flat, flr_closest3 *closest)
{
    any3_recentered_pair n;
    if (near3_stays(&mesh->as.mesh) || !flr_any3_recenter_by_plane(mesh, flat, 0, &n))
        return flr_any3_distance_mesh_plane(mesh, flat, closest);
    flr_status status = flr_any3_distance_mesh_plane(&n.a.shape, &n.b.shape, closest);
    closest->point_a = flr_add3(closest->point_a, n.origin);
    closest->point_b = flr_add3(closest->point_b, n.origin);
    return status;
}

static flr_status flat_unbounded(const flr_shape3 *a, const flr_shape3 *b, flr_closest3 *closest)
{
    bool first = !any3_is_flat_unbounded(b->kind);
    const flr_shape3 *flat = first ? a : b, *other = first ? b : a;
    flr_status status =
        other->kind == FLR_SHAPE3_MESH ? by_mesh(other, flat, closest) : by_interval(other, flat, closest);
    if (first) swap_points(closest);
    return status;
}

flr_status flr_any3_distance_general(const flr_shape3 *a, const flr_shape3 *b, flr_real limit,
                                     flr_closest3 *closest)
{
    if (any3_is_flat_unbounded(a->kind) || any3_is_flat_unbounded(b->kind))
        return flat_unbounded(a, b, closest);
    if (any3_is_path(a->kind) && b->kind != FLR_SHAPE3_MESH) {
        flr_shape3 cover = flr_any3_clip_path(a, b);
        return flr_any3_distance(&cover, b, limit, closest);
    }
    if (a->kind == FLR_SHAPE3_MESH) return flr_any3_distance_meshes(a, b, limit, closest);
    if (b->kind == FLR_SHAPE3_MESH) return flr_any3_distance_mesh(a, b, limit, closest);
    if (any3_is_faceted(a->kind) && any3_is_faceted(b->kind))
        return flr_any3_distance_by_edges(a, b, closest);
    if (any3_is_sheet(b->kind)) return by_rim(a, b, closest);
    flr_status status = by_rim(b, a, closest);
    swap_points(closest);
    return status;
}

/// A search over the edges of two faceted shapes, each against the other shape. If the shapes intersect,
/// only edges that do are measured: a yes or no costs a small part of a distance.
typedef struct edge_search {
    bool meeting;
    flr_status status;
    flr_closest3 best;
} edge_search;

static bool do_meet(const flr_shape3 *a, const flr_shape3 *b)
{
    bool overlap;
    return flr_any3_exact_overlap(a, b, &overlap) && overlap;
}

static void improve_edge(edge_search *s, bool of_b, const flr_segment3 *e, const flr_shape3 *other)
{
    const flr_shape3 edge = any3_of_segment(e->a, e->b);
    if (s->meeting && !do_meet(&edge, other)) return;
    flr_closest3 c;
    const flr_status status = flr_any3_distance(&edge, other, s->best.distance, &c);
    if (status != FLR_OK) s->status = status;
    if (!(c.distance < s->best.distance)) return;
    s->best = of_b ? (flr_closest3){c.distance, c.point_b, c.point_a} : c;
}

static edge_search of_edges(const flr_shape3 *a, const flr_shape3 *b, bool meeting)
{
    edge_search s = {meeting, FLR_OK, {.distance = (flr_real)INFINITY}};
    for (int of_b = 0; of_b < 2; ++of_b) {
        const flr_shape3 *own = of_b ? b : a, *other = of_b ? a : b;
        const size_t count = flr_any3_edge_count(own);
        for (size_t i = 0; i < count && s.best.distance != 0; ++i) {
            const flr_segment3 e = flr_any3_edge(own, i);
            improve_edge(&s, of_b, &e, other);
        }
    }
    return s;
}

flr_status flr_any3_distance_by_edges(const flr_shape3 *a, const flr_shape3 *b, flr_closest3 *closest)
{
    edge_search s = of_edges(a, b, do_meet(a, b));
    // folded quads may intersect away from all edges
    if (s.meeting && s.best.distance != 0) s = of_edges(a, b, false);
    *closest = s.best;
    return s.status;
}

/// A walk down a mesh's tree, nearest boxes first, with the box of the other shape in the tree's frame.
typedef struct mesh_search {
    const flr_shape3 *shape;
    const flr_instance3 *mesh;
    bvh3_box around;
    double units_per_length;
    float limit_squared;
    flr_status status;
    flr_closest3 best;
} mesh_search;

static void set_limit(mesh_search *s, flr_real distance)
{
    double x = (double)distance * s->units_per_length;
    s->limit_squared = (float)(x * x * (1 + 1e-6));
}

/// Prepares a walk down the tree with the box of the shape, enlarged by all rounding errors.
static mesh_search begin(const flr_shape3 *shape, const flr_instance3 *m, flr_real limit)
{
    mesh_search s = {.shape = shape, .mesh = m, .best = {limit, {0, 0, 0}, {0, 0, 0}}};
    const bvh3 *tree = &m->mesh->tree;
    flr_aabb3 b = flr_any3_bounds(shape);
    flr_vec3 half = flr_scale3((flr_real)0.5, flr_sub3(b.max, b.min)), middle = flr_add3(b.min, half);
    flr_mat3 inverse = m->inverse.linear;
    flr_vec3 offset = flr_sub3(middle, flr_affine3_point(m->pose, tree->center));
    flr_vec3 q = flr_scale3(tree->scale, flr_mat3_mul(inverse, offset));
    const flr_vec3 rows[3] = {{inverse.x.x, inverse.y.x, inverse.z.x},
                              {inverse.x.y, inverse.y.y, inverse.z.y},
                              {inverse.x.z, inverse.y.z, inverse.z.z}};
    const double center[3] = {(double)q.x, (double)q.y, (double)q.z};
    double worth = (double)m->min_stretch / (double)tree->scale, scale = (double)tree->scale;
    double rounding = flr_instance3_rounding(m), size = 0, reach[3];
    for (int k = 0; k < 3; ++k) {
        reach[k] = scale * (fabs((double)(rows[k].x * half.x)) + fabs((double)(rows[k].y * half.y)) +
                            fabs((double)(rows[k].z * half.z)));
        size += fabs(center[k]) + reach[k];
    }
    const flr_vec3 far = flr_max3(b.max, flr_neg3(b.min));
    rounding += (fabs((double)far.x) + fabs((double)far.y) + fabs((double)far.z)) *
                (sizeof(flr_real) == sizeof(float) ? 1e-6 : 2e-15);
    for (int k = 0; k < 3; ++k) {
        s.around.center[k] = (float)center[k];
        s.around.half[k] = (float)(reach[k] + (size + 2) * 4.8e-7 + rounding / worth * 1.000001);
    }
    s.units_per_length = 1 / worth;
    set_limit(&s, limit);
    return s;
}

static void look_into_leaf(mesh_search *s, uint32_t child)
{
    uint32_t first = bvh3_leaf_first(child), end = first + bvh3_leaf_count(child);
    for (uint32_t item = first; item < end; item++) {
        flr_shape3 t = any3_of_triangle(instance3_item_triangle(s->mesh, item));
        flr_closest3 c;
        flr_status status = flr_any3_distance(s->shape, &t, s->best.distance, &c);
        if (status != FLR_OK) s->status = status;
        if (!(c.distance < s->best.distance || (c.distance == 0 && s->best.distance == 0))) continue;
        s->best = c;
        set_limit(s, c.distance);
        if (c.distance == 0) s->limit_squared = -1;
    }
}

/// Runs the walk; false if nothing is within the limit.
static bool descend(mesh_search *s)
{
    const bvh3_lanes *const lanes = bvh3_lanes_widest();
    bvh3_walk walk;
    s->best.point_a = flr_vec3_make((flr_real)INFINITY, 0, 0);
    bvh3_walk_begin(&walk, &s->mesh->mesh->tree);
    for (uint32_t leaf; (leaf = lanes->next_near(&walk, &s->around, s->limit_squared)) != BVH3_EMPTY;)
        look_into_leaf(s, leaf);
    return isfinite(s->best.point_a.x);
}

void flr_any3_visit_mesh(const flr_shape3 *s, const flr_shape3 *mesh, flr_real limit, any3_item_fn *tell,
                         void *user)
{
    mesh_search q = begin(s, &mesh->as.mesh, limit);
    const bvh3_lanes *const lanes = bvh3_lanes_widest();
    bvh3_walk walk;
    bvh3_walk_begin(&walk, &mesh->as.mesh.mesh->tree);
    for (uint32_t leaf; (leaf = lanes->next_near(&walk, &q.around, q.limit_squared)) != BVH3_EMPTY;) {
        uint32_t first = bvh3_leaf_first(leaf), end = first + bvh3_leaf_count(leaf);
        for (uint32_t item = first; item < end; item++) tell(user, item);
    }
}

static void set_common(flr_closest3 *c, flr_vec3 p)
{
    c->distance = 0;
    c->point_a = c->point_b = p;
}

/// A point of the shape, to test whether it is inside a mesh. Far from the origin it is a given point, as a
/// computed one could round to the other side.
static flr_vec3 point_to_ask(const flr_shape3 *s)
{
    const bool is_given = s->kind == FLR_SHAPE3_SPHERE || s->kind == FLR_SHAPE3_CAPSULE ||
                          s->kind == FLR_SHAPE3_AABB || s->kind == FLR_SHAPE3_BOX || any3_is_round(s->kind) ||
                          s->kind == FLR_SHAPE3_RECTANGLE;
    return is_given && flr_any3_lies_far(s) ? s->as.point : flr_any3_point(s);
}

flr_status flr_any3_distance_mesh(const flr_shape3 *s, const flr_shape3 *mesh, flr_real limit,
                                  flr_closest3 *closest)
{
    // the clipped piece of a ray or line decides which triangles are visited; the whole of it is measured
    // against them
    const flr_shape3 piece = any3_is_path(s->kind) ? flr_any3_clip_path(s, mesh) : *s;
    mesh_search q = begin(&piece, &mesh->as.mesh, limit);
    q.shape = s;
    bool found = descend(&q);
    *closest = q.best;
    if (!found) closest->distance = (flr_real)INFINITY;
    flr_vec3 p = point_to_ask(&piece);
    if (mesh->solid && closest->distance > 0 && flr_contains3_mesh_point(&mesh->as.mesh, p) >= 0)
        set_common(closest, p);
    return q.status;
}

/// Finds a connected piece of `inner` inside the solid `outer`; the surfaces do not intersect.
static bool has_piece_inside(const flr_instance3 *inner, const flr_shape3 *outer, flr_vec3 *where)
{
    const flr_mesh3 *m = inner->mesh;
    for (size_t k = 0; outer->solid && k < m->info.component_count; k++) {
        *where = instance3_point(inner, mesh3_vertex(m, m->component_vertex[k]));
        if (flr_contains3_mesh_point(&outer->as.mesh, *where) >= 0) return true;
    }
    return false;
}

flr_status flr_any3_distance_meshes(const flr_shape3 *a, const flr_shape3 *b, flr_real limit,
                                    flr_closest3 *closest)
{
    flr_closest3_mesh m = flr_closest3_mesh_mesh(&a->as.mesh, &b->as.mesh, limit);
    closest->distance = m.found ? m.distance : (flr_real)INFINITY;
    closest->point_a = m.point_a;
    closest->point_b = m.point_b;
    flr_vec3 p;
    if (closest->distance > 0 &&
        (has_piece_inside(&a->as.mesh, b, &p) || has_piece_inside(&b->as.mesh, a, &p)))
        set_common(closest, p);
    return FLR_OK;
}

flr_status flr_any3_distance_mesh_plane(const flr_shape3 *mesh, const flr_shape3 *plane,
                                        flr_closest3 *closest)
{
    const flr_instance3 *m = &mesh->as.mesh;
    flr_plane3 h = any3_boundary(plane);
    bool solid = plane->kind == FLR_SHAPE3_HALFSPACE;
    closest->distance = (flr_real)INFINITY;
    for (uint32_t k = 0; (k = mesh3_next(m->mesh, k)) < m->mesh->info.triangle_count && closest->distance > 0;
         ++k) {
        flr_shape3 t = any3_of_triangle(instance3_item_triangle(m, k));
        any3_projection i = flr_any3_project(&t, &h);
        flr_closest3 c = flr_any3_projection_closest(&i, &h, solid);
        if (c.distance < closest->distance) *closest = c;
    }
    return FLR_OK;
}

/// A vertex as given, or transformed and rounded once; false if the kind has none.
static bool corner_of(const flr_convex3 *c, uint32_t id, flr_vec3 *p)
{
    switch (c->kind) {
    case FLR_CONVEX3_CORNERS:
        *p = c->corners[id];
        return true;
    case FLR_CONVEX3_POINTS:
        *p = flr_add3(flr_mat3_mul(c->axes, c->points[id]), c->center);
        return true;
    case FLR_CONVEX3_HULL:
        *p = flr_add3(flr_mat3_mul(c->axes, flr_hull3_vertices(c->hull)[id]), c->center);
        return true;
    case FLR_CONVEX3_BOX:
    case FLR_CONVEX3_CYLINDER:
    case FLR_CONVEX3_CONE:
    case FLR_CONVEX3_ELLIPSOID:
    case FLR_CONVEX3_USER:
        break;
    }
    return false;
}

/// The shape that the vertices of a simplex span.
static bool piece_of(const flr_convex3 *c, const uint32_t *id, uint32_t count, flr_shape3 *piece)
{
    const flr_shape3_kind kinds[4] = {FLR_SHAPE3_POINT, FLR_SHAPE3_SEGMENT, FLR_SHAPE3_TRIANGLE,
                                      FLR_SHAPE3_TETRAHEDRON};
    flr_vec3 v[4];
    uint32_t known = 0;
    if (c->radius > 0 || count < 1 || count > 4) return false;
    for (uint32_t i = 0; i < count; ++i) {
        bool again = false;
        for (uint32_t k = 0; k < i; ++k) again |= id[k] == id[i];
        if (!again && !corner_of(c, id[i], &v[known++])) return false;
    }
    for (uint32_t i = known; i < 4; ++i) v[i] = v[0];
    *piece = (flr_shape3){.kind = kinds[known - 1]};
    piece->as.tetrahedron = (flr_tetrahedron){v[0], v[1], v[2], v[3]};  // other kinds: its first corners
    return true;
}

static bool is_exact(flr_shape3_kind k)
{
    return k <= FLR_SHAPE3_LINE || k == FLR_SHAPE3_AABB || any3_is_faceted(k);
}

static double coordinates(flr_vec3 v) { return fabs((double)v.x) + fabs((double)v.y) + fabs((double)v.z); }

/// Is the distance no more than rounding may make of a touch?
static bool is_rounding(const flr_shape3 *a, const flr_shape3 *b, const flr_closest3 *c)
{
    const double part = sizeof(flr_real) == sizeof(float) ? 0x1p-18 : 0x1p-45;
    double size = coordinates(c->point_a) + coordinates(c->point_b) + coordinates(flr_any3_point(b)) +
                  (a->kind == FLR_SHAPE3_CONVEX ? coordinates(flr_any3_point(a)) : flr_any3_size(a));
    return (double)c->distance <= part * size;
}

bool flr_any3_touch(const flr_shape3 *a, const flr_shape3 *b, const flr_closest3 *c,
                    const flr_gjk3_cache *near)
{
    if (b->kind != FLR_SHAPE3_CONVEX || !(is_exact(a->kind) || a->kind == FLR_SHAPE3_CONVEX)) return false;
    if (!is_rounding(a, b, c)) return false;
    flr_shape3 cover = any3_is_path(a->kind) ? flr_any3_clip_path(a, b) : *a, piece_a = *a, piece_b;
    flr_convex3 x, y;
    if (!flr_any3_core(&cover, &x) || !flr_any3_core(b, &y)) return false;
    flr_gjk3_cache cache = {.count = 0};
    if (!near) {
        const flr_gjk3_options options = {.max_distance = (flr_real)INFINITY, .cache = &cache};
        (void)flr_closest3_convex_convex(&x, &y, &options);
        near = &cache;
    }
    if (!piece_of(&y, near->b, near->count, &piece_b)) return false;
    if (a->kind == FLR_SHAPE3_CONVEX && !piece_of(&x, near->a, near->count, &piece_a)) return false;
    bool ranked = piece_a.kind <= piece_b.kind, overlap = false;
    return flr_any3_exact_overlap(ranked ? &piece_a : &piece_b, ranked ? &piece_b : &piece_a, &overlap) &&
           overlap;
}
