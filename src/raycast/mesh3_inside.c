#include "raycast/mesh3_walk.h"

/// The faces that the path's line crosses after t_min are counted with their sign. The line is taken to be
/// moved by an infinitesimal along one axis and by a far smaller one along another, so that
/// it meets no edge and no corner (simulation of simplicity; Edelsbrunner and Muecke, 1990).
typedef struct count {
    flr_cast3_path line;  // from t_min on, without end
    int axis, other;
    int winding, crossings;
    bool on_surface;
} count;

/// The sign of d . (axis x (from - to)): how the side of the edge changes as the line moves along the axis.
static int change(const count *c, int axis, flr_vec3 from, flr_vec3 to)
{
    flr_row3 d = cast3_direction(&c->line), unit = flr_row3_axis(axis), edge = flr_row3_difference(from, to);
    return flr_triple3_exact(&d, &unit, &edge, 0);
}

/// The side on which the moved line passes the edge; 0 only where the edge runs along the line.
static int moved_side(const count *c, flr_vec3 from, flr_vec3 to)
{
    int side = flr_cast3_side(&c->line, from, from, to);
    if (side == 0) side = change(c, c->axis, from, to);
    if (side == 0) side = change(c, c->other, from, to);
    return side;
}

static void cross(count *c, const flr_triangle3 *t)
{
    cast3_corner_hit hit;
    const flr_vec3 corner[3] = {t->a, t->b, t->c};
    int side = moved_side(c, t->a, t->b);
    if (side == 0 || moved_side(c, t->b, t->c) != side || moved_side(c, t->c, t->a) != side) return;
    // ahead of the start, or behind it; at it only where the start lies on the face
    flr_cast3_path start = c->line;
    start.t_max = start.t_min;
    if (cast3_triangle(&start, t, 0, &hit)) {
        c->on_surface = true;
        return;
    }
    // the line passes the edges as it does those of a face whose front looks back along it
    if (!flr_cast3_crosses_plane(&c->line, corner, -side)) return;
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

static void look_into_leaf(count *c, const flr_instance3 *m, uint32_t child)
{
    uint32_t first = bvh3_leaf_first(child), end = first + bvh3_leaf_count(child);
    for (uint32_t item = first; item < end; item++) {
        if (m->mesh->input_of[item] & MESH3_NO_TOPOLOGY) continue;
        flr_triangle3 t = mesh3_item_welded(m->mesh, item);
        t.a = instance3_point(m, t.a);
        t.b = instance3_point(m, t.b);
        t.c = instance3_point(m, t.c);
        cross(c, &t);
    }
}

/// Is p outside of the box around all triangles? Corners that were welded may stand outside of it.
static bool is_beside(flr_vec3 p, const flr_instance3 *m)
{
    flr_real w = m->mesh->info.weld_tolerance * m->max_stretch;
    flr_vec3 low = flr_sub3(p, m->bounds.min), high = flr_sub3(m->bounds.max, p);
    return low.x < -2 * w || low.y < -2 * w || low.z < -2 * w || high.x < -2 * w || high.y < -2 * w ||
           high.z < -2 * w;
}

/// Any line tells. From the origin of a path: along the axis on which it is nearest to the end of the box.
static flr_cast3_path shortest_way_out(flr_vec3 p, const flr_aabb3 *b)
{
    const flr_real way[6] = {p.x - b->min.x, p.y - b->min.y, p.z - b->min.z,
                             b->max.x - p.x, b->max.y - p.y, b->max.z - p.z};
    int best = 0;
    for (int k = 1; k < 6; k++)
        if (way[k] < way[best]) best = k;
    flr_real one = best < 3 ? -1 : 1;
    flr_vec3 axis = flr_vec3_make(best % 3 == 0 ? one : 0, best % 3 == 1 ? one : 0, best % 3 == 2 ? one : 0);
    return flr_cast3_path_make(p, axis, 0, (flr_real)INFINITY);
}

int flr_cast3_start_in_mesh(const flr_cast3_path *p, const flr_instance3 *m)
{
    count c = {.line = *p};
    cast3_walk w;
    bvh3_branch stack[BVH3_STACK];
    c.line.t_max = INFINITY;
    if (p->t_min == 0) {
        if (is_beside(p->origin, m)) return -1;
        c.line = shortest_way_out(p->origin, &m->bounds);
    }
    pick_axes(&c);
    if (!flr_cast3_walk_make(&c.line, m, &w)) return -1;
    const bvh3 *tree = &m->mesh->tree;
    int top = bvh3_push_root(stack, tree, w.from);
    while (top > 0) {
        uint32_t child = stack[--top].child;
        if (bvh3_is_leaf(child)) {
            look_into_leaf(&c, m, child);
        } else {
            top = cast3_walk_push(stack, top, &w, &tree->nodes[child], INFINITY);
        }
    }
    if (c.on_surface) return 0;
    bool inside = m->mesh->info.oriented ? c.winding != 0 : c.crossings % 2 != 0;
    return inside ? 1 : -1;
}
