/// The volume common to two meshes. Of each triangle it takes the region that lies in the other solid; the
/// volume is the sum of the cones from the origin to these regions (divergence theorem).
///
/// No region is ever built. Its boundary consists of directed pieces, segments and parts of edges, each with
/// an integer as its weight, and all is a sum over these. Whether a vertex is inside follows from its
/// neighbour along an edge and the triangles that the edge passes through. In each connected component a ray
/// decides for one vertex.

#include "interference/intersection3.h"
#include "math/double_double.h"

// ---- On which side of a triangle is material

/// By how many the number of solids around a point changes from a triangle's front to its back, as placed: 1
/// for faces wound outward, -1 for inward, 0 for walls with material, or none, on both sides. Where the
/// components of a mesh differ, each has its own value.
typedef struct walls3 {
    const flr_instance3 *at;
    int all;         ///< the value of all triangles, if not 0
    uint32_t *root;  ///< else, for each vertex: a vertex that names its component
    double *volume;  ///< of the component with that name, times 6
    int8_t *change;  ///< of the component with that name, or UNKNOWN
} walls3;

enum { UNKNOWN = 100 };

static bool is_mirrored(const flr_instance3 *i) { return flr_mat3_determinant(i->pose.linear) < 0; }

static double cone_of(const flr_mesh3 *m, uint32_t item)
{
    const flr_triangle3 t = mesh3_item_welded(m, item);
    const dvec3 a = dvec3_relative(t.a, m->tree.center), b = dvec3_relative(t.b, m->tree.center),
                c = dvec3_relative(t.c, m->tree.center);
    return dvec3_dot(a, dvec3_cross(b, c));
}

/// Names connected components by union-find on the vertices, and sums their volumes.
static void name_components(walls3 *w, scratch3 *s)
{
    const flr_mesh3 *m = w->at->mesh;
    const size_t vertices = m->info.vertex_count, count = m->info.triangle_count;
    w->root = flr_scratch3_take(s, vertices, sizeof *w->root);
    w->volume = flr_scratch3_take(s, vertices, sizeof *w->volume);
    w->change = flr_scratch3_take(s, vertices, sizeof *w->change);
    if (s->failed) return;
    for (size_t v = 0; v < vertices; v++) {
        w->root[v] = (uint32_t)v;
        w->volume[v] = 0;
        w->change[v] = UNKNOWN;
    }
    for (size_t i = 0; i < 3 * count; i++) {
        const uint32_t x = mesh3_root_of(w->root, m->weld[m->corners[i]]),
                       y = mesh3_root_of(w->root, m->weld[m->corners[i - i % 3]]);
        if (x != y) w->root[x < y ? y : x] = x < y ? x : y;
    }
    for (size_t i = 0; i < count; i++)
        if (!(m->input_of[i] & MESH3_NO_TOPOLOGY))
            w->volume[mesh3_root_of(w->root, m->weld[m->corners[3 * i]])] += cone_of(m, (uint32_t)i);
}

static uint32_t component_of(const walls3 *w, uint32_t item)
{
    return mesh3_root_of(w->root, w->at->mesh->weld[w->at->mesh->corners[3 * (size_t)item]]);
}

static void walls3_make(walls3 *w, const flr_instance3 *at, scratch3 *s)
{
    *w = (walls3){.at = at, .all = is_mirrored(at) ? -at->mesh->outward : at->mesh->outward};
    if (w->all == 0) name_components(w, s);
}

// ---- A ray to the outside

typedef struct ray {
    walls3 *walls;
    flr_vec3 from, along;
    bool moved;
    uint32_t apart_from;  // a component to leave out: then windings are summed, else changes
    int sum;
} ray;

static int change_at(walls3 *w, uint32_t item);

static bool pass_item(void *user, uint32_t item)
{
    ray *r = user;
    const flr_instance3 *at = r->walls->at;
    if (mesh3_has_no_topology(at->mesh, item)) return true;
    const bool winding = r->apart_from != INTERSECTION3_NONE;
    if (winding && component_of(r->walls, item) == r->apart_from) return true;
    const flr_triangle3 t = instance3_item_welded(at, item);
    const int out = flr_moved3_ray(r->from, r->along, &t, r->moved);
    if (out != 0) r->sum += winding ? out : out * change_at(r->walls, item);
    return true;
}

/// Sums over the triangles that a ray from p passes. The ray runs along an axis of the mesh's frame, so that
/// it meets few boxes of its tree.
static int sum_along_ray(walls3 *w, flr_vec3 p, bool moved, uint32_t apart_from)
{
    ray r = {w, p, w->at->pose.linear.x, moved, apart_from, 0};
    // the tree lies within [-1, 1] of its frame
    const flr_vec3 ends[2] = {p, flr_mul_add3(p, 8 / w->at->mesh->tree.scale, r.along)};
    flr_mesh3_visit_box(w->at, ends, 2, 0, pass_item, &r);
    return r.sum;
}

/// Returns the change of a component, from how often the other components wind around it. At least two of
/// three corners must agree, as one may lie on another component.
static int change_of_component(walls3 *w, uint32_t item, uint32_t root)
{
    const double volume = is_mirrored(w->at) ? -w->volume[root] : w->volume[root];
    const int sign = (volume > 0) - (volume < 0);
    const flr_triangle3 t = instance3_item_welded(w->at, item);
    const flr_vec3 corners[3] = {t.a, t.b, t.c};
    int more = 0, less = 0;
    for (int k = 0; k < 3; k++) {
        const int others = sum_along_ray(w, corners[k], true, root);
        more += others == 0;
        less += others + sign == 0;
    }
    return sign == 0 ? 0 : more >= 2 ? sign : less >= 2 ? -sign : 0;
}

static int change_at(walls3 *w, uint32_t item)
{
    if (w->all != 0) return w->all;
    const uint32_t root = component_of(w, item);
    if (w->change[root] == UNKNOWN) w->change[root] = (int8_t)change_of_component(w, item, root);
    return w->change[root];
}

// ---- Which vertices are inside

/// A union-find forest of vertices: the parent of each vertex, and in how many more solids the vertex is
/// than its parent.
typedef struct levels3 {
    uint32_t *parent;
    int32_t *above;
} levels3;

/// Returns the root of v; *above is the level of v over it. Halves the path.
static uint32_t level_root(levels3 *l, uint32_t v, int32_t *above)
{
    *above = 0;
    while (l->parent[v] != v) {
        const uint32_t next = l->parent[v];
        l->above[v] += l->above[next];
        l->parent[v] = l->parent[next];
        *above += l->above[v];
        v = l->parent[v];
    }
    return v;
}

static int step_at(const node3 *n, const int8_t *change)
{
    return n->leaves ? -change[n->face] : change[n->face];
}

/// Links the ends of every edge by the change of level along it.
static void join_edges(const part3 *p, const int8_t *change, levels3 *l)
{
    for (uint32_t v = 0; v < p->vertex_count; v++) {
        l->parent[v] = v;
        l->above[v] = 0;
    }
    for (size_t e = 0; e < p->edge_count; e++) {
        int32_t step = 0, low, high;
        for (uint32_t k = p->node_first[e]; k < p->node_first[e + 1]; k++)
            step += step_at(&p->nodes[p->order[k].node], change);
        const uint32_t x = level_root(l, part3_low(p, e), &low), y = level_root(l, part3_high(p, e), &high);
        if (x == y) continue;
        l->parent[y] = x;
        l->above[y] = low + step - high;
    }
}

static bool is_outside(flr_vec3 p, const flr_aabb3 *b)
{
    return p.x < b->min.x || p.y < b->min.y || p.z < b->min.z || p.x > b->max.x || p.y > b->max.y ||
           p.z > b->max.z;
}

/// Sets for each vertex of a part in how many solids of the other mesh it is. `change` is that of the other
/// part's faces.
static void find_levels(meeting3 *m, int side, walls3 *other, const int8_t *change, int32_t *level)
{
    part3 *p = &m->part[side];
    levels3 l = {flr_scratch3_take(&m->scratch, p->vertex_count, sizeof *l.parent),
                 flr_scratch3_take(&m->scratch, p->vertex_count, sizeof *l.above)};
    int32_t *base = flr_scratch3_take(&m->scratch, p->vertex_count, sizeof *base);
    if (m->scratch.failed) return;
    join_edges(p, change, &l);
    const flr_aabb3 bounds = flr_intersection3_bounds(other->at);
    for (uint32_t v = 0; v < p->vertex_count; v++) base[v] = INT32_MAX;
    int32_t above;
    for (uint32_t v = 0; v < p->vertex_count; v++) {
        const uint32_t root = level_root(&l, v, &above);
        if (base[root] == INT32_MAX && is_outside(part3_vertex(p, v), &bounds)) base[root] = -above;
    }
    for (uint32_t v = 0; v < p->vertex_count; v++) {
        const uint32_t root = level_root(&l, v, &above);
        if (base[root] == INT32_MAX)
            base[root] = sum_along_ray(other, part3_vertex(p, v), side == 0, INTERSECTION3_NONE) - above;
        level[v] = base[root] + above;
    }
}

// ---- Sums

typedef struct sums3 {
    double volume, area;
    dvec3 moment;
} sums3;

/// The sums over boundary pieces on one triangle, of the region inside the other solid.
typedef struct face_sum {
    bool begun;
    dvec3 first, vector;  // the first point; twice the vector area
    double volume;        // six times the volume of the cone
    dvec3 moment;         // 24 times its first moment
} face_sum;

/// Adds the triangle from the first point to a piece of the boundary, and the tetrahedron over it.
static void add_piece(face_sum *f, dvec3 p, dvec3 q, int weight)
{
    if (weight == 0) return;
    if (!f->begun) f->first = p;
    f->begun = true;
    const dvec3 area = dvec3_cross(dvec3_sub(p, f->first), dvec3_sub(q, f->first));
    const double volume = weight * dvec3_dot(f->first, area);
    f->vector = dvec3_add_scaled(f->vector, weight, area);
    f->volume += volume;
    f->moment = dvec3_add_scaled(f->moment, volume, dvec3_add(f->first, dvec3_add(p, q)));
}

/// Adds the parts of a face's edge, each with the level at which it runs.
static void add_edge(face_sum *f, const part3 *p, size_t side, const int32_t *level, const int8_t *change)
{
    const uint32_t e = part3_edge(p, side), low = part3_low(p, e), high = part3_high(p, e);
    const int sign = part3_is_turned(p, side) ? -1 : 1;
    int weight = level[low];
    if (weight == 0 && p->node_first[e] == p->node_first[e + 1]) return;
    dvec3 from = dvec3_relative(part3_vertex(p, low), p->origin);
    for (uint32_t k = p->node_first[e]; k < p->node_first[e + 1]; k++) {
        const node3 *n = &p->nodes[p->order[k].node];
        add_piece(f, from, n->point, sign * weight);
        weight += step_at(n, change);
        from = n->point;
    }
    add_piece(f, from, dvec3_relative(part3_vertex(p, high), p->origin), sign * weight);
}

static void add_face(sums3 *s, const face_sum *f, const flr_triangle3 *t, int change)
{
    const dvec3 n = flr_cross_compensated(dvec3_relative(t->b, t->a), dvec3_relative(t->c, t->a));
    const double length = dvec3_length(n);
    if (!f->begun || change == 0 || !(length > 0)) return;
    s->volume += change * f->volume / 6;
    s->area += dvec3_dot(f->vector, n) / length / 2;
    s->moment = dvec3_add_scaled(s->moment, change / 24.0, f->moment);
}

/// Adds the cones over what of one mesh's surface lies in the other.
static bool add_side(meeting3 *m, int side, walls3 *other, int8_t *const change[2], sums3 *s)
{
    const part3 *p = &m->part[side];
    const size_t count = m->segments.count;
    int32_t *level = flr_scratch3_take(&m->scratch, p->vertex_count, sizeof *level);
    keyed3 *by_face = flr_scratch3_take(&m->scratch, count, sizeof *by_face),
           *spare = flr_scratch3_take(&m->scratch, count, sizeof *spare);
    if (!m->scratch.failed) find_levels(m, side, other, change[!side], level);
    if (m->scratch.failed) return false;
    for (size_t i = 0; i < count; i++) by_face[i] = (keyed3){m->segments.all[i].face[side], (uint32_t)i};
    flr_sort_keyed3(by_face, spare, count);
    for (size_t j = 0, k = 0; j < p->face_count; j++) {
        face_sum f = {.begun = false};
        for (size_t c = 0; c < 3; c++) add_edge(&f, p, 3 * j + c, level, change[!side]);
        for (; k < count && by_face[k].key == j; k++) {
            const size_t i = by_face[k].value;
            const dvec3 first = meeting3_node(m, 2 * i)->point, last = meeting3_node(m, 2 * i + 1)->point;
            const int weight = change[!side][m->segments.all[i].face[!side]];
            add_piece(&f, side == 0 ? first : last, side == 0 ? last : first, weight);
        }
        const flr_triangle3 t = part3_triangle(p, j);
        if (f.begun) add_face(s, &f, &t, change[side][j]);
    }
    return true;
}

void flr_meeting3_measure(meeting3 *m, double *volume, double *area, dvec3 *centroid)
{
    walls3 walls[2];
    int8_t *change[2] = {NULL, NULL};
    sums3 s = {0, 0, {0, 0, 0}};
    for (int side = 0; side < 2; side++) {
        walls3_make(&walls[side], m->part[side].at, &m->scratch);
        change[side] = flr_scratch3_take(&m->scratch, m->part[side].face_count, 1);
        if (m->scratch.failed) return;
        for (size_t j = 0; j < m->part[side].face_count; j++)
            change[side][j] = (int8_t)change_at(&walls[side], m->part[side].items[j]);
    }
    for (int side = 0; side < 2; side++)
        if (!add_side(m, side, &walls[!side], change, &s)) return;
    *volume = s.volume;
    *area = s.area;
    *centroid = s.volume > 0 ? dvec3_scale(1 / s.volume, s.moment) : dvec3_make(0, 0, 0);
}
