/// How pairs of space without end leave one another: a plane or halfspace and anything else, by the interval
/// along its normal; two rays or lines, perpendicular to both.
#include "any/any3.h"
#include "any/penetration3.h"
#include "mesh/mesh3.h"

typedef flr_signed_distance3_result answer;

bool flr_any3_is_one_piece(const flr_shape3 *s)
{
    if (any3_is_compound(s)) return false;
    return s->kind != FLR_SHAPE3_MESH || flr_mesh3_get_info(s->as.mesh.mesh).component_count == 1;
}

/// Two rays or lines that cross, perpendicular to the plane of both.
static void part_paths(const flr_shape3 *a, const flr_shape3 *b, flr_vec3 p, answer *r)
{
    flr_vec3 u = flr_any3_unit(any3_path_direction(a)), v = flr_any3_unit(any3_path_direction(b));
    flr_vec3 n = flr_any3_unit(flr_cross3(u, v));
    r->signed_distance = 0;
    r->normal = flr_is_zero3(n) ? flr_any3_perpendicular(u) : n;
    r->point_a = r->point_b = p;
}

/// Takes in an interval where it goes on from what is covered on either side of the plane.
static bool widen(any3_projection *covered, any3_projection i)
{
    bool higher = i.low <= covered->high && i.high > covered->high;
    bool lower = i.high >= covered->low && i.low < covered->low;
    if (higher) covered->high = i.high, covered->high_point = i.high_point;
    if (lower) covered->low = i.low, covered->low_point = i.low_point;
    return higher || lower;
}

/// Takes in every triangle of a mesh and every shape of a compound, one after the other.
static bool widen_by(any3_projection *covered, const flr_shape3 *s, const flr_plane3 *h, bool back)
{
    bool mesh = s->kind == FLR_SHAPE3_MESH, grows = false;
    if (!mesh && !any3_is_compound(s)) return widen(covered, flr_any3_project(s, h));
    any3_recentered_pair n;
    n.origin = flr_vec3_make(0, 0, 0);
    const flr_shape3 plane = {.kind = FLR_SHAPE3_PLANE, .as.plane = *h};
    if (mesh && flr_any3_recenter_by_plane(s, &plane, 0, &n)) s = &n.a.shape, h = &n.b.shape.as.plane;
    size_t count = mesh ? s->as.mesh.mesh->info.triangle_count : s->as.compound.count;
    for (size_t k = 0; k < count; ++k) {
        size_t i = back ? count - 1 - k : k;
        if (mesh) {
            if (mesh3_next(s->as.mesh.mesh, (uint32_t)i) != i) continue;
            flr_shape3 t = any3_of_triangle(instance3_item_triangle(&s->as.mesh, (uint32_t)i));
            any3_projection at = flr_any3_project(&t, h);
            at.low_point = flr_add3(at.low_point, n.origin);
            at.high_point = flr_add3(at.high_point, n.origin);
            grows |= widen(covered, at);
        } else {
            grows |= widen_by(covered, &s->as.compound.shapes[i], h, back);
        }
    }
    return grows;
}

/// From the plane in both directions to the first place that nothing reaches: all that it has to leave. One pass over the
/// shape after the other, to and fro, until nothing is added. Where it only touches, it does so at p.
static void widen_to_gaps(const flr_shape3 *s, const flr_plane3 *h, flr_vec3 p, any3_projection *i)
{
    any3_projection whole = *i;
    *i = (any3_projection){.low = 0, .high = 0, .low_point = p, .high_point = p};
    for (bool grows = true, back = false; grows && (i->low > whole.low || i->high < whole.high); back = !back)
        grows = widen_by(i, s, h, back);
}

static void part_from_flat(const flr_shape3 *a, const flr_shape3 *b, flr_vec3 p, answer *r)
{
    bool first = !any3_is_flat_unbounded(b->kind);
    const flr_shape3 *flat = first ? a : b, *s = first ? b : a;
    bool solid = flat->kind == FLR_SHAPE3_HALFSPACE;
    flr_plane3 h = any3_boundary(flat);
    any3_recentered_pair n;
    if (s->kind == FLR_SHAPE3_MESH && flr_any3_recenter_by_plane(s, flat, 0, &n)) {
        const flr_shape3 *moved = first ? &n.b.shape : &n.a.shape;
        part_from_flat(moved, first ? &n.a.shape : &n.b.shape, flr_sub3(p, n.origin), r);
        r->point_a = flr_add3(r->point_a, n.origin);
        r->point_b = flr_add3(r->point_b, n.origin);
        return;
    }
    any3_projection i = flr_any3_project_all(s, &h);
    if (!solid && !flr_any3_is_one_piece(s)) widen_to_gaps(s, &h, p, &i);
    *r = flr_any3_projection_signed(&i, &h, solid);
    if (r->signed_distance > 0) r->signed_distance = 0, r->point_b = r->point_a;
    if (first) any3_turn(r);
}

bool flr_penetration3_unbounded(const flr_shape3 *a, const flr_shape3 *b, flr_vec3 p, answer *r)
{
    if (any3_is_flat_unbounded(a->kind) || any3_is_flat_unbounded(b->kind))
        part_from_flat(a, b, p, r);
    else if (any3_is_path(a->kind) && any3_is_path(b->kind))
        part_paths(a, b, p, r);
    else
        return false;
    return true;
}
