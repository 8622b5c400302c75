#include "any/any3_cores.h"
#include "any/any3_distance.h"
#include "any/any3_interval.h"
#include "any/any3_mesh.h"
#include "any/any3_near.h"
#include "feeler/overlap.h"

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

/// A convex shape and a sheet, convex or not, come closest at an edge of the sheet or inside of it. Inside, it is
/// the convex shape's last point along the sheet's normal that is closest, or the shape passes through; in both
/// cases the segment between its two last points, which is part of it, comes as close.
static flr_status by_rim(const flr_shape3 *convex, const flr_shape3 *sheet, flr_closest3 *closest)
{
    nearest n = {FLR_OK, {.distance = (flr_real)INFINITY}};
    flr_plane3 h = {flr_any3_sheet_normal(sheet), 0};
    if (flr_length_squared3(h.normal) > 0) {
        any3_interval i = flr_any3_interval(convex, &h);
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

/// A sheet that a plane cuts, perhaps concave: where its rim is cut.
static flr_vec3 rim_crossing(const flr_shape3 *sheet, const flr_plane3 *h)
{
    for (size_t k = 0; k < flr_any3_edge_count(sheet); ++k) {
        flr_segment3 e = flr_any3_edge(sheet, k);
        flr_shape3 edge = any3_of_segment(e.a, e.b);
        any3_interval i = flr_any3_interval(&edge, h);
        if (i.low <= 0 && i.high >= 0) return flr_any3_interval_closest(&i, h, false).point_a;
    }
    return flr_any3_point(sheet);
}

/// An unbounded flat shape and anything but a mesh.
static flr_status by_interval(const flr_shape3 *s, const flr_shape3 *flat, flr_closest3 *closest)
{
    flr_plane3 h = any3_boundary(flat);
    bool solid = flat->kind == FLR_SHAPE3_HALFSPACE;
    any3_interval i = flr_any3_interval(s, &h);
    *closest = flr_any3_interval_closest(&i, &h, solid);
    if (closest->distance > 0) return FLR_OK;
    if (any3_is_sheet(s->kind) && !solid) closest->point_a = closest->point_b = rim_crossing(s, &h);
    if (!any3_is_flat_unbounded(s->kind)) return FLR_OK;
    // two of them that meet: the line where their planes do, or else one lies within the other
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
    any3_near n;
    if (near3_stays(&mesh->as.mesh) || !flr_any3_near_plane(mesh, flat, 0, &n))
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
        flr_shape3 cover = flr_any3_cover(a, b);
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
