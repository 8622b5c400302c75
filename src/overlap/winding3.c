/// How often a mesh winds around a point: the sum of the solid angles of its triangles (van Oosterom and
/// Strackee, 1983). The quick form replaces far triangles by clusters (Barill, Dickson, Schmidt, Levin and
/// Jacobson, "Fast Winding Numbers for Soups and Clouds", 2018).

#include <float.h>
#include <math.h>
#include <string.h>

#include "bvh/bvh3_walk.h"
#include "feeler/overlap3.h"
#include "math/predicates.h"
#include "math/simd.h"
#include "math/trigonometry.h"
#include "math/vectors.h"
#include "mesh/mesh3.h"

// ---- One triangle

typedef struct direction {
    double x, y, z, length;
} direction;

/// The vector from p to q, scaled so that its largest coordinate is 1 and no product overflows or vanishes.
static direction toward(flr_vec3 q, flr_vec3 p)
{
    direction d = {(double)q.x - (double)p.x, (double)q.y - (double)p.y, (double)q.z - (double)p.z, 0};
    double largest = fmax(fabs(d.x), fmax(fabs(d.y), fabs(d.z)));
    if (largest > DBL_MAX) {
        d = (direction){(double)q.x / 2 - (double)p.x / 2, (double)q.y / 2 - (double)p.y / 2,
                        (double)q.z / 2 - (double)p.z / 2, 0};
        largest = fmax(fabs(d.x), fmax(fabs(d.y), fabs(d.z)));
    }
    if (!(largest > 0)) return d;
    d.x /= largest;
    d.y /= largest;
    d.z /= largest;
    d.length = sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    return d;
}

static double dot(const direction *a, const direction *b) { return a->x * b->x + a->y * b->y + a->z * b->z; }

/// Returns half the solid angle of a triangle, by its tangent: the triple product over a sum of lengths
/// times dot products. Only directions count, so each corner is scaled by itself. The side is exact, because
/// across the triangle the angle jumps by the whole sphere.
static double half_angle(const flr_triangle3 *t, flr_vec3 p)
{
    int side = flr_orient3_inline(t->a, t->b, t->c, p);
    if (side == 0) return 0;
    const direction a = toward(t->a, p), b = toward(t->b, p), c = toward(t->c, p);
    double triple =
        a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x);
    double sum = a.length * b.length * c.length + dot(&a, &b) * c.length + dot(&b, &c) * a.length +
                 dot(&c, &a) * b.length;
    return -side * flr_arc_tangent2(fabs(triple), sum);
}

/// Does a triangle count? Copies of a triangle do not, nor do holes.
static bool counts(const flr_mesh3 *m, uint32_t item)
{
    return m->heights ? !heights3_is_hole(m->heights, item >> 1) : !mesh3_has_no_topology(m, item);
}

static double sum_of_items(const flr_mesh3 *m, uint32_t first, uint32_t count, flr_vec3 p)
{
    double sum = 0;
    for (uint32_t i = first; i < first + count; i++) {
        if (!counts(m, i)) continue;
        const flr_triangle3 t = mesh3_item_triangle(m, i);
        sum += half_angle(&t, p);
    }
    return sum;
}

static const double FULL = 6.2831853071795865;  // half angles of the whole sphere

flr_real flr_winding3_mesh_point(const flr_instance3 *m, flr_vec3 p)
{
    const bool placed = !instance3_is_identity(m);
    double sum = 0;
    for (uint32_t i = 0; (i = mesh3_next(m->mesh, i)) < m->mesh->info.triangle_count; ++i) {
        if (!counts(m->mesh, i)) continue;
        flr_triangle3 t = placed ? instance3_item_triangle(m, i) : mesh3_item_triangle(m->mesh, i);
        sum += half_angle(&t, p);
    }
    return (flr_real)(sum / FULL);
}

// ---- Clusters
//
// From afar the triangles of a subtree are a dipole: the sum of their areas along their normals, at the mean
// of their places. The next term of the series holds the products of these area vectors with the offsets
// from that mean. All is in the frame of the tree.

/// The dipoles of the eight children of a node.
typedef struct cluster {
    float center[3][BVH3_WIDTH];
    float dipole[3][BVH3_WIDTH];
    /// xx, yy, zz, xy, yz, zx of the symmetric part; xy and the like add both products
    float spread[6][BVH3_WIDTH];
    /// square of the distance beyond which the series is good; infinite where there is no child
    float near[BVH3_WIDTH];
} cluster;

/// A cluster is far at this many times its radius.
static const double AFAR = 4;

struct flr_winding3 {
    flr_allocator allocator;
    const flr_mesh3 *mesh;
    cluster *clusters;  ///< one for each node of the tree
};

/// Sums over triangles: the area, area times place, the dipole, and the dipole's products with the place.
typedef struct moments {
    double area, at[3], dipole[3], spread[6];
} moments;

static void add_moments(moments *m, const moments *more)
{
    m->area += more->area;
    for (int k = 0; k < 3; k++) {
        m->at[k] += more->at[k];
        m->dipole[k] += more->dipole[k];
    }
    for (int k = 0; k < 6; k++) m->spread[k] += more->spread[k];
}

static void add_products(double spread[6], const double n[3], const double c[3], double sign)
{
    for (int k = 0; k < 3; k++) {
        const int next = (k + 1) % 3;
        spread[k] += sign * (n[k] * c[k]);
        spread[3 + k] += sign * (n[k] * c[next] + n[next] * c[k]);
    }
}

/// A point in the frame of the tree.
static dvec3 place_of(const bvh3 *tree, flr_vec3 p)
{
    return dvec3_scale((double)tree->scale, dvec3_relative(p, tree->center));
}

static moments moments_of_item(const flr_mesh3 *m, uint32_t item)
{
    moments r = {0};
    if (!counts(m, item)) return r;
    const flr_triangle3 t = mesh3_item_triangle(m, item);
    const dvec3 a = place_of(&m->tree, t.a), b = place_of(&m->tree, t.b), c = place_of(&m->tree, t.c);
    const dvec3 n = dvec3_scale(0.5, dvec3_cross(dvec3_sub(b, a), dvec3_sub(c, a)));
    const double middle[3] = {(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3, (a.z + b.z + c.z) / 3};
    r.area = sqrt(dvec3_dot(n, n));
    r.dipole[0] = n.x;
    r.dipole[1] = n.y;
    r.dipole[2] = n.z;
    for (int k = 0; k < 3; k++) r.at[k] = r.area * middle[k];
    add_products(r.spread, r.dipole, middle, 1);
    return r;
}

/// The largest distance from c of any point in the box.
static double reach_of(const bvh3_box *b, const double c[3])
{
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        const double x = fabs((double)b->center[k] - c[k]) + (double)b->half[k];
        sum += x * x;
    }
    return sqrt(sum);
}

/// The largest distance from c of a corner of the leaf's triangles.
static double reach_of_leaf(const flr_mesh3 *m, uint32_t leaf, const double c[3])
{
    double most = 0;
    for (uint32_t i = 0; i < 3 * bvh3_leaf_count(leaf); i++) {
        const uint32_t item = bvh3_leaf_first(leaf) + i / 3;
        if (!counts(m, item)) continue;
        const dvec3 v = place_of(&m->tree, mesh3_vertex(m, mesh3_corner(m, item, i % 3)));
        const dvec3 d = {v.x - c[0], v.y - c[1], v.z - c[2]};
        most = flr_greater(most, dvec3_dot(d, d));
    }
    return sqrt(most);
}

/// Is the child a node that is not stored? It has leaves only and no cluster; its leaves are summed one by
/// one.
static bool is_made(const bvh3 *tree, uint32_t child)
{
    return !bvh3_is_leaf(child) && child >= tree->node_count;
}

static void add_leaf(const flr_mesh3 *m, uint32_t leaf, moments *sum)
{
    for (uint32_t i = 0; i < bvh3_leaf_count(leaf); i++) {
        const moments one = moments_of_item(m, bvh3_leaf_first(leaf) + i);
        add_moments(sum, &one);
    }
}

static moments moments_of_child(const flr_mesh3 *m, const moments *of_nodes, uint32_t child)
{
    moments sum = {0};
    bvh3_node room;
    if (bvh3_is_leaf(child)) {
        add_leaf(m, child, &sum);
    } else if (is_made(&m->tree, child)) {
        const bvh3_node *const n = bvh3_node_at(&m->tree, child, &room);
        for (unsigned k = 0; k < BVH3_WIDTH && n->child[k] != BVH3_EMPTY; k++) add_leaf(m, n->child[k], &sum);
    } else {
        return of_nodes[child];
    }
    return sum;
}

static void set_cluster(const flr_mesh3 *m, uint32_t ref, const moments *sum, cluster *c)
{
    const unsigned k = ref % BVH3_WIDTH;
    const uint32_t child = bvh3_child(&m->tree, ref);
    const bvh3_box box = bvh3_box_of(&m->tree, ref);
    double center[3], spread[6];
    for (int i = 0; i < 3; i++) {
        center[i] = sum->area > 0 ? sum->at[i] / sum->area : (double)box.center[i];
        c->center[i][k] = (float)center[i];
        c->dipole[i][k] = (float)sum->dipole[i];
    }
    memcpy(spread, sum->spread, sizeof spread);
    add_products(spread, sum->dipole, center, -1);
    for (int i = 0; i < 6; i++) c->spread[i][k] = (float)spread[i];
    const double reach = bvh3_is_leaf(child) ? reach_of_leaf(m, child, center) : reach_of(&box, center),
                 near = AFAR * reach + 1e-6;
    c->near[k] = (float)(near * near);
}

/// Sets all clusters. Children come after their parents, so it goes backward.
static void fill(const flr_mesh3 *m, moments *of_nodes, cluster *clusters)
{
    for (uint32_t n = m->tree.node_count; n-- > 0;) {
        const bvh3_node *const node = &m->tree.nodes[n];
        cluster *const c = &clusters[n];
        memset(c, 0, sizeof *c);
        memset(&of_nodes[n], 0, sizeof of_nodes[n]);
        for (uint32_t k = 0; k < BVH3_WIDTH; k++) {
            c->near[k] = INFINITY;
            if (node->child[k] == BVH3_EMPTY) continue;
            const moments sum = moments_of_child(m, of_nodes, node->child[k]);
            add_moments(&of_nodes[n], &sum);
            set_cluster(m, n * BVH3_WIDTH + k, &sum, c);
        }
    }
}

flr_status flr_winding3_create(const flr_mesh3 *mesh, const flr_allocator *allocator, flr_winding3 **winding)
{
    if (!mesh || !winding) return FLR_INVALID_ARGUMENT;
    *winding = NULL;
    const flr_allocator memory = flr_allocator_or_default(allocator);
    const size_t count = mesh->tree.node_count;
    flr_winding3 *w = flr_allocate(&memory, 1, sizeof *w);
    cluster *clusters = flr_allocate(&memory, count, sizeof *clusters);
    moments *of_nodes = flr_allocate(&memory, count, sizeof *of_nodes);
    const bool ok = w && clusters && of_nodes;
    if (ok) {
        fill(mesh, of_nodes, clusters);
        *w = (flr_winding3){memory, mesh, clusters};
        *winding = w;
    } else {
        flr_release(&memory, clusters, count, sizeof *clusters);
        flr_release(&memory, w, 1, sizeof *w);
    }
    flr_release(&memory, of_nodes, count, sizeof *of_nodes);
    return ok ? FLR_OK : FLR_OUT_OF_MEMORY;
}

void flr_winding3_destroy(flr_winding3 *w)
{
    if (!w) return;
    const flr_allocator memory = w->allocator;
    flr_release(&memory, w->clusters, w->mesh->tree.node_count, sizeof *w->clusters);
    flr_release(&memory, w, 1, sizeof *w);
}

/// Writes the solid angles of the four children from `at` on, seen from q. Returns a bit for each that is
/// near.
static unsigned far_angles(const cluster *c, int at, const float q[3], float angles[4])
{
    f32x4 d[3], squared = f32x4_splat(0), along = f32x4_splat(0);
    for (int k = 0; k < 3; k++) {
        d[k] = f32x4_load(c->center[k] + at) - q[k];
        squared += d[k] * d[k];
        along += d[k] * f32x4_load(c->dipole[k] + at);
    }
    const unsigned is_far = f32x4_mask(squared > f32x4_load(c->near + at));
    f32x4 bent = f32x4_splat(0), trace = f32x4_splat(0);
    for (int k = 0; k < 3; k++) {
        const f32x4 same = f32x4_load(c->spread[k] + at), mixed = f32x4_load(c->spread[3 + k] + at);
        trace += same;
        bent += d[k] * (same * d[k] + mixed * d[(k + 1) % 3]);
    }
    const f32x4 per_cube = 1 / (squared * f32x4_sqrt(squared));
    const f32x4 sum = (along + trace - 3 * bent / squared) * per_cube;
    memcpy(angles, &sum, sizeof sum);
    return ~is_far & 15u;
}

static double sum_of_leaf(const flr_mesh3 *m, uint32_t leaf, flr_vec3 p)
{
    return sum_of_items(m, bvh3_leaf_first(leaf), bvh3_leaf_count(leaf), p);
}

static double sum_of_made(const flr_mesh3 *m, uint32_t child, flr_vec3 p)
{
    bvh3_node room;
    const bvh3_node *const n = bvh3_node_at(&m->tree, child, &room);
    double sum = 0;
    for (unsigned k = 0; k < BVH3_WIDTH && n->child[k] != BVH3_EMPTY; k++)
        sum += sum_of_leaf(m, n->child[k], p);
    return sum;
}

/// Returns the sum over a node's children that are far or are near leaves. Near nodes with a cluster go on
/// the stack.
static double angle_of_node(const flr_winding3 *w, uint32_t index, const float q[3], flr_vec3 p,
                            uint32_t *stack, int *top)
{
    const bvh3_node *const n = &w->mesh->tree.nodes[index];
    float angles[BVH3_WIDTH];
    unsigned near = far_angles(&w->clusters[index], 0, q, angles);
    near |= far_angles(&w->clusters[index], 4, q, angles + 4) << 4;
    double sum = 0;
    for (unsigned k = 0; k < BVH3_WIDTH && n->child[k] != BVH3_EMPTY; k++) {
        const uint32_t child = n->child[k];
        if (!(near >> k & 1u))
            sum += 0.5 * (double)angles[k];
        else if (bvh3_is_leaf(child))
            sum += sum_of_leaf(w->mesh, child, p);
        else if (is_made(&w->mesh->tree, child))
            sum += sum_of_made(w->mesh, child, p);
        else
            stack[(*top)++] = child;
    }
    return sum;
}

/// Does the pose keep angles: does it stretch all lengths alike?
static bool keeps_angles(const flr_instance3 *m)
{
    return m->max_stretch <= m->min_stretch * (flr_real)1.00001;
}

flr_real flr_winding3_mesh_point_quick(const flr_winding3 *w, const flr_instance3 *m, flr_vec3 p)
{
    if (w->mesh != m->mesh || !keeps_angles(m)) return flr_winding3_mesh_point(m, p);
    const flr_vec3 local = instance3_is_identity(m) ? p : flr_affine3_point(m->inverse, p);
    const dvec3 at = place_of(&w->mesh->tree, local);
    if (!(fabs(at.x) < 1e6 && fabs(at.y) < 1e6 && fabs(at.z) < 1e6)) return flr_winding3_mesh_point(m, p);
    const float q[3] = {(float)at.x, (float)at.y, (float)at.z};
    uint32_t stack[BVH3_STACK];
    int top = 0;
    stack[top++] = 0;
    double sum = 0;
    while (top > 0) sum += angle_of_node(w, stack[--top], q, local, stack, &top);
    return (flr_real)(flr_mat3_determinant(m->pose.linear) < 0 ? -sum / FULL : sum / FULL);
}
