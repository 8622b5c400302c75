/// Planes that separate subtrees of two meshes, and the approach to a nearest pair that suggests their
/// directions (closest3_mesh.h).
#include "closest/closest3_mesh.h"

#include <math.h>

#include "bvh/bvh3_walk.h"
#include "closest/kernels3.h"
#include "math/eps.h"

enum { ROUNDS = 8 };

bool flr_mesh_separation3_approach(const flr_instance3 *a, const flr_instance3 *b,
                                   mesh_separation3_pair *pair)
{
    bool better = false;
    for (int i = 0; i < ROUNDS; i++) {
        flr_real before = pair->distance_squared;
        flr_real reach = (flr_real)sqrt((double)before);
        flr_nearest3 of_b = flr_nearest3_point_mesh(pair->point_a, b, reach);
        if (!of_b.found) break;
        flr_nearest3 of_a = flr_nearest3_point_mesh(of_b.point, a, reach);
        if (!of_a.found) break;
        flr_triangle3 ta = instance3_item_triangle(a, of_a.item), tb = instance3_item_triangle(b, of_b.item);
        flr_real d;
        flr_vec3 p, q;
        if (!flr_closest3_triangles_within(&ta, &tb, before, &d, &p, &q) || !(d < before)) break;
        *pair = (mesh_separation3_pair){d, p, q, of_a.item, of_b.item};
        better = true;
        if (!(d < before * (flr_real)0.999)) break;
    }
    return better;
}

mesh_separation3_pair flr_mesh_separation3_begin_at(const flr_instance3 *a, const flr_instance3 *b,
                                                    uint32_t item_a, uint32_t item_b)
{
    flr_triangle3 ta = instance3_item_triangle(a, item_a), tb = instance3_item_triangle(b, item_b);
    flr_closest3 c = flr_closest3_triangle_triangle(&ta, &tb);
    return (mesh_separation3_pair){(flr_real)INFINITY, c.point_a, c.point_b, item_a, item_b};
}

static double reach_from(flr_vec3 origin, flr_aabb3 b)
{
    dvec3 low = dvec3_relative(b.min, origin), high = dvec3_relative(b.max, origin);
    return fmax(fabs(low.x), fabs(high.x)) + fmax(fabs(low.y), fabs(high.y)) +
           fmax(fabs(low.z), fabs(high.z));
}

void flr_mesh_separation3_begin(mesh_separation3 *s, const flr_instance3 *a, const flr_instance3 *b)
{
    s->a = a;
    s->b = b;
    s->origin = flr_lerp3(a->bounds.min, a->bounds.max, (flr_real)0.5);
    double reach = reach_from(s->origin, a->bounds) + reach_from(s->origin, b->bounds);
    // of a height: three products and sums of what a rounded difference gives; how far a placed vertex is
    // rounded, and as much for the gradient
    s->rounding = 0x1p-50 * reach + 2 * (flr_instance3_rounding(a) + flr_instance3_rounding(b));
    s->noise = FLR_HALF_EPS * reach;
    s->count = 0;
}

static double place_of(dvec3 n, flr_vec3 origin, flr_vec3 p)
{
    return dvec3_dot(n, dvec3_relative(p, origin));
}

/// Makes the heights along n over a mesh. Returns false if their part in the tree's frame is out of range.
static bool make_form(const flr_instance3 *i, dvec3 n, flr_vec3 origin, mesh_separation3_form *f)
{
    double scale = (double)i->mesh->tree.scale;
    f->gradient.x = dvec3_dot(n, dvec3_from(i->pose.linear.x));
    f->gradient.y = dvec3_dot(n, dvec3_from(i->pose.linear.y));
    f->gradient.z = dvec3_dot(n, dvec3_from(i->pose.linear.z));
    const double c[3] = {f->gradient.x / scale, f->gradient.y / scale, f->gradient.z / scale};
    f->unit = fmax(fabs(c[0]), fmax(fabs(c[1]), fabs(c[2])));
    f->offset = place_of(n, origin, instance3_point(i, i->mesh->tree.center));
    if (!(f->unit > 0) || !isfinite(f->unit) || !isfinite(f->offset)) return false;
    float sum = 0;
    for (int k = 0; k < 3; k++) {
        f->height.c[k] = (float)(c[k] / f->unit);
        f->height.size[k] = fabsf(f->height.c[k]);
        sum += f->height.size[k];
    }
    // all that is computed with is below 4 times the sum, and each of the six operations is good to
    // 2^-24 of that
    f->height.slack = sum * 0x1p-19f;
    return true;
}

/// Adds a direction in front of the others, turned so that it leads from a to b.
static void suggest(mesh_separation3 *s, dvec3 n, dvec3 towards)
{
    double length = sqrt(dvec3_dot(n, n));
    if (!(length > 0x1p-500) || !(length < 0x1p500)) return;
    double f = (dvec3_dot(n, towards) < 0 ? -1 : 1) / length;
    mesh_separation3_direction d = {.n = {n.x * f, n.y * f, n.z * f}};
    for (int i = 0; i < s->count; i++)
        if (dvec3_dot(d.n, s->directions[i].n) > 1 - 1e-14) return;
    dvec3 against = {-d.n.x, -d.n.y, -d.n.z};
    if (!make_form(s->a, d.n, s->origin, &d.a) || !make_form(s->b, against, s->origin, &d.b)) return;
    for (int i = s->count < MESH_SEPARATION3_DIRECTIONS ? s->count++ : MESH_SEPARATION3_DIRECTIONS - 1; i > 0;
         i--)
        s->directions[i] = s->directions[i - 1];
    s->directions[0] = d;
}

static dvec3 normal_of(const flr_instance3 *i, uint32_t item)
{
    flr_triangle3 t = instance3_item_triangle(i, item);
    return dvec3_cross(dvec3_relative(t.b, t.a), dvec3_relative(t.c, t.a));
}

void flr_mesh_separation3_suggest(mesh_separation3 *s, const mesh_separation3_pair *pair)
{
    dvec3 towards = dvec3_relative(pair->point_b, pair->point_a);
    // the normals first: of two directions that are nearly the same the first is kept, and between near
    // faces they are better
    suggest(s, normal_of(s->a, pair->item_a), towards);
    suggest(s, normal_of(s->b, pair->item_b), towards);
    suggest(s, towards, towards);
}

/// One mesh, and its heights along a direction.
typedef struct side {
    const flr_mesh3 *mesh;
    const mesh_separation3_form *form;
} side;

static double bound_of(const side *s, uint32_t ref)
{
    const mesh_separation3_form *f = s->form;
    bvh3_box b = bvh3_box_of(&s->mesh->tree, ref);
    float sum = f->height.slack;
    for (int k = 0; k < 3; k++) sum += f->height.c[k] * b.center[k] + f->height.size[k] * b.half[k];
    return f->offset + f->unit * (double)sum;
}

/// Returns the greatest value of a linear form over the vertices of a leaf.
static double place_of_leaf(const side *s, uint32_t leaf)
{
    double most = -INFINITY;
    uint32_t first = bvh3_leaf_first(leaf), end = first + bvh3_leaf_count(leaf);
    for (uint32_t i = 3 * first; i < 3 * end; i++) {
        flr_vec3 v = mesh3_vertex(s->mesh, mesh3_corner(s->mesh, i / 3, i % 3));
        double place = dvec3_dot(s->form->gradient, dvec3_relative(v, s->mesh->tree.center));
        most = !(place <= most) && most == most ? place : most;  // a NaN, once met, stays
    }
    return s->form->offset + most;
}

/// Returns the height of one leaf, which is found down the highest boxes.
static double height_of_one_leaf(const side *s, uint32_t child, int *budget)
{
    const bvh3_lanes *const lanes = bvh3_lanes_widest();
    bvh3_node room;
    while (!bvh3_is_leaf(child)) {
        const bvh3_node *n = bvh3_node_at(&s->mesh->tree, child, &room);
        float bounds[BVH3_WIDTH];
        lanes->heights(&s->form->height, n, bounds);
        int best = 0;
        for (int k = 1; k < BVH3_WIDTH; k++)
            if (bounds[k] > bounds[best]) best = k;
        child = n->child[best];
        --*budget;
    }
    return place_of_leaf(s, child);
}

/// Pushes the children that may be above the cut, the highest on top.
static void push_children(bvh3_walk *w, const bvh3_node *n, uint32_t index, const bvh3_height *h, float cut)
{
    float down[BVH3_WIDTH];
    unsigned met = 0;
    bvh3_lanes_widest()->heights(h, n, down);
    for (unsigned k = 0; k < BVH3_WIDTH; k++) {
        met |= (unsigned)!(down[k] <= cut) << k;
        down[k] = -down[k];
    }
    bvh3_walk_push(w, n, index, down, met);
}

/// Finds the largest height of a subtree. Returns false if it is above the ceiling, or the budget ends
/// before it is known.
static bool highest_place(const side *s, uint32_t child, double ceiling, double *most, int *budget)
{
    bvh3_walk w;
    bvh3_node room;
    float cut = -INFINITY;
    *most = -INFINITY;
    bvh3_walk_begin_at(&w, &s->mesh->tree, child);
    while (w.top > 0) {
        const bvh3_branch e = w.stack[--w.top];
        if (-e.nearness <= cut) continue;
        if (--*budget < 0) return false;
        if (bvh3_is_leaf(e.child)) {
            double place = place_of_leaf(s, e.child);
            if (place <= *most) continue;
            *most = place;
            if (!(place <= ceiling)) return false;
            cut = (float)((place - s->form->offset) / s->form->unit);
        } else {
            push_children(&w, bvh3_node_at(&s->mesh->tree, e.child, &room), e.child, &s->form->height, cut);
        }
    }
    return true;
}

/// Is the sum of the largest heights of both subtrees, the one along the direction, the other against it, at
/// most `most`?
static bool proves(const mesh_separation3 *s, const mesh_separation3_direction *d, uint32_t ref_a,
                   uint32_t ref_b, double most, int *budget)
{
    side a = {s->a->mesh, &d->a}, b = {s->b->mesh, &d->b};
    --*budget;
    if (bound_of(&a, ref_a) + bound_of(&b, ref_b) <= most) return true;
    uint32_t child_a = bvh3_child(&s->a->mesh->tree, ref_a), child_b = bvh3_child(&s->b->mesh->tree, ref_b);
    double some_b = height_of_one_leaf(&b, child_b, budget), highest_a, highest_b;
    return *budget > 0 && highest_place(&a, child_a, most - some_b, &highest_a, budget) &&
           highest_place(&b, child_b, most - highest_a, &highest_b, budget);
}

bool flr_mesh_separation3_proves(const mesh_separation3 *s, uint32_t ref_a, uint32_t ref_b, double limit,
                                 bool ties, int *budget)
{
    double least = ties ? fmax(limit - s->noise, s->rounding) : limit * (1 + 0x1p-50) + s->rounding;
    for (int i = 0; i < s->count; i++) {
        if (*budget <= 0) return false;
        if (proves(s, &s->directions[i], ref_a, ref_b, -least, budget)) return true;
    }
    return false;
}
