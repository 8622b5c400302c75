/// Every question in space, on arguments that no caller should give: it returns, and no answer with a good status holds a NaN.
#ifndef FUZZ_CHECK_ARGUMENTS3_H
#define FUZZ_CHECK_ARGUMENTS3_H

#include <stdio.h>

#include "arguments.h"

#include "feeler/dop3.h"
#include "feeler/shape2.h"

#include "feeler/broadphase3.h"
#include "feeler/closest3.h"
#include "feeler/grid3.h"
#include "feeler/interference3.h"
#include "feeler/overlap3.h"
#include "feeler/shape3.h"
#include "feeler/trace.h"

static inline bool argued(complaint *said, flr_status status, bool nan, const char *name)
{
    const bool known = status >= FLR_OK && status <= FLR_SELF_CROSSING;
    if (known && !(nan && !said->lax && (status == FLR_OK || status == FLR_NOT_CONVERGED))) return true;
    snprintf(said->text, sizeof said->text, "%s: %s%s", name, flr_status_string(status),
             nan ? ", with a NaN" : "");
    return false;
}

static inline flr_path3 next_path3(byte_source *from)
{
    flr_path3 path = flr_path3_still(flr_pose3_identity());
    const unsigned how = next_byte(from);
    if (how % 4 == 0) return path;
    path.to.position = next_vec3(from);
    if (how % 4 == 2) path.to.rotation.z = next_coordinate(from);
    spoil(from, &path.from.rotation.w, sizeof path / sizeof(flr_real));
    return path;
}

static inline bool argue_traces3(const flr_convex3 *a, const flr_convex3 *b,
                                 const flr_contact3_options *options, flr_vec3 motion, flr_real target,
                                 complaint *said)
{
    flr_sat3_answer axes = {.count = 0};
    flr_gjk3 g = {.distance = 0};
    flr_manifold3 m = {.count = 0};
    flr_sweep3_result w = {.hit = false};
    flr_status status = flr_trace3_sat(a, b, options->face_bias, NULL, NULL, &axes);
    bool fine = argued(said, status, isnan(axes.separation) || has_nan3(axes.axis), "flr_trace3_sat");
    status = flr_trace3_epa(a, b, NULL, NULL, &g);
    fine = fine && argued(said, status, isnan(g.signed_distance) || has_nan3(g.normal), "flr_trace3_epa");
    status = flr_trace3_clip(a, b, options, NULL, NULL, &m);
    bool nan = m.count > 0 && has_nan3(m.normal);
    for (int k = 0; k < m.count && k < 4; ++k) nan |= has_nan3(m.points[k].position);
    fine = fine && argued(said, status, nan, "flr_trace3_clip");
    status = flr_trace3_sweep(a, motion, b, target, NULL, NULL, &w);
    fine = fine && argued(said, status, isnan(w.t) || has_nan3(w.point), "flr_trace3_sweep");
    const flr_toi3_options few = {options->face_bias, target, 20};
    const flr_path3 still = flr_path3_still(flr_pose3_identity());
    flr_path3 path = still;
    path.to.position = motion;
    path.to.rotation.z = options->margin;
    flr_toi3_result turned = {.hit = false};
    status = flr_trace3_toi(a, &path, b, &still, &few, NULL, NULL, &turned);
    return fine && argued(said, status, isnan(turned.t) || has_nan3(turned.point), "flr_trace3_toi");
}

static inline bool argue_convex3(byte_source *from, const flr_convex3 *a, const flr_convex3 *b,
                                 complaint *said)
{
    flr_gjk3_cache cache = {.count = 0};
    flr_vec3 motion = next_vec3(from);
    spoil(from, &motion.x, 3);
    const flr_gjk3_options near = {next_option(from), &cache, NULL, 0};
    const flr_contact3_options contact = {next_option(from), next_option(from), NULL};
    const flr_sweep3_options keep = {next_option(from)};
    const flr_toi3_options moving = {next_option(from), next_option(from), next_whole(from, -1, 20)};
    const flr_path3 p = next_path3(from), q = next_path3(from);
    flr_manifold3 m = {.count = 0};
    flr_separation3 s;
    flr_axis_cache3 axis = {next_byte(from)};
    bool overlap;
    flr_gjk3 g = flr_closest3_convex_convex(a, b, &near);
    bool fine = argued(said, g.status, isnan(g.distance) || has_nan3(g.point_a) || has_nan3(g.point_b),
                       "flr_closest3_convex_convex");
    g = flr_signed_distance3_convex_convex(a, b);
    fine =
        fine && argued(said, g.status, isnan(g.signed_distance) || has_nan3(g.point_a) || has_nan3(g.normal),
                       "flr_signed_distance3_convex_convex");
    flr_overlap3_convex o = flr_overlap3_convex_convex(a, b, &cache);
    fine = fine && argued(said, o.status, has_nan3(o.normal), "flr_overlap3_convex_convex");
    flr_status status = flr_contact3_convex_convex(a, b, &contact, &m);
    bool nan = false;
    for (int k = 0; k < m.count && k < 4; ++k)
        nan |= has_nan3(m.points[k].position) || isnan(m.points[k].depth);
    fine = fine && argued(said, status, nan || has_nan3(m.normal), "flr_contact3_convex_convex");
    flr_sweep3_result w = flr_sweep3_convex_convex(a, motion, b, &keep);
    fine = fine && argued(said, w.status, isnan(w.t) || has_nan3(w.point), "flr_sweep3_convex_convex");
    flr_toi3_result t = flr_toi3_convex_convex(a, &p, b, &q, &moving);
    fine = fine && argued(said, t.status, isnan(t.t) || has_nan3(t.point) || has_nan3(t.normal),
                          "flr_toi3_convex_convex");
    if (a->kind == FLR_CONVEX3_USER || b->kind == FLR_CONVEX3_USER) return fine;
    status = flr_separation3_hull_hull(a, b, &s);
    fine = fine && argued(said, status, status == FLR_OK && (isnan(s.separation) || has_nan3(s.axis)),
                          "flr_separation3_hull_hull");
    fine =
        fine && argued(said, flr_overlap3_hull_hull(a, b, &axis, &overlap), false, "flr_overlap3_hull_hull");
    return fine && argue_traces3(a, b, &contact, motion, keep.target_distance, said);
}

static inline bool has_no_meaning(flr_status checked)
{
    return checked != FLR_OK && checked != FLR_NOT_FINITE;
}

/// flr_overlap3, flr_distance3 and so on, by number.
static inline bool argue_pair3(byte_source *from, unsigned question, const flr_shape3 *a, const flr_shape3 *b,
                               complaint *said)
{
    bool overlap, nan = false;
    flr_closest3 c = {.distance = 0};
    flr_signed_distance3_result s = {.inseparable = false};
    flr_manifold3 m = {.count = 0};
    flr_sweep3_result w = {.status = FLR_OK};
    flr_toi3_result t = {.status = FLR_OK};
    flr_shape3 piece_a, piece_b;
    flr_convex3 core_a, core_b;
    flr_contact3_cache cache = {.gjk = {.count = 0}};
    flr_vec3 motion = {0, 0, 0};
    switch (question % 8) {
    case 0:
        return argued(said, flr_overlap3(a, b, &overlap), false, "flr_overlap3");
    case 1: {
        flr_status status = flr_distance3(a, b, &c);
        if (!argued(said, status, isnan(c.distance) || has_nan3(c.point_a) || has_nan3(c.point_b),
                    "flr_distance3"))
            return false;
        const flr_distance3_options o = {next_option(from), next_byte(from) % 2 ? &cache.gjk : NULL};
        flr_distance3_result d = {.beyond = false};
        status = flr_distance3_bounds(a, b, &o, &d);
        nan = isnan(d.distance) || isnan(d.lower) || isnan(d.upper) || has_nan3(d.normal) ||
              has_nan3(d.point_a) || has_nan3(d.point_b);
        if (!argued(said, status, nan, "flr_distance3_bounds")) return false;
        if (b->kind != FLR_SHAPE3_MESH) return true;
        flr_near3_triangle near[3];
        size_t count = 0;
        status = flr_near3_shape_mesh(a, &b->as.mesh, o.max_distance, near, 3, &count);
        nan = false;
        for (size_t i = 0; i < count; ++i) nan |= isnan(near[i].distance) || has_nan3(near[i].point_a);
        return argued(said, status, nan, "flr_near3_shape_mesh");
    }
    case 2: {
        flr_status status = flr_signed_distance3(a, b, &s);
        nan = isnan(s.signed_distance) || has_nan3(s.normal) || has_nan3(s.point_a) || has_nan3(s.point_b) ||
              isnan(s.lower) || isnan(s.upper);
        return argued(said, status, nan, "flr_signed_distance3");
    }
    case 3: {
        const flr_contact3_options o = {next_option(from), next_option(from),
                                        next_byte(from) % 2 ? &cache : NULL};
        flr_status status = flr_contact3(a, b, &o, &m);
        for (int k = 0; k < m.count && k < 4; ++k)
            nan |= has_nan3(m.points[k].position) || isnan(m.points[k].depth);
        if (!argued(said, status, nan || has_nan3(m.normal), "flr_contact3")) return false;
        flr_contact3_region regions[4];
        size_t count = 0;
        status = flr_contacts3(a, b, &o, regions, 4, &count);
        nan = false;
        for (size_t i = 0; i < count && i < 4; ++i) {
            const flr_manifold3 *one = &regions[i].manifold;
            nan |= one->count > 0 && has_nan3(one->normal);
            for (int k = 0; k < one->count; ++k)
                nan |= has_nan3(one->points[k].position) || isnan(one->points[k].depth);
        }
        return argued(said, status, nan, "flr_contacts3");
    }
    case 4: {
        motion = next_vec3(from);
        spoil(from, &motion.x, 3);
        const flr_sweep3_options o = {next_option(from)};
        const bool plain = next_byte(from) % 4 == 0;
        flr_status status = plain ? flr_sweep3(a, motion, b, &w) : flr_sweep3_within(a, motion, b, &o, &w);
        return argued(said, status, isnan(w.t) || has_nan3(w.point) || has_nan3(w.normal),
                      "flr_sweep3_within");
    }
    case 5: {
        const flr_path3 p = next_path3(from), q = next_path3(from);
        const flr_toi3_options o = {next_option(from), next_option(from), next_whole(from, -1, 20)};
        flr_status status = flr_toi3(a, &p, b, &q, &o, &t);
        return argued(said, status, isnan(t.t) || isnan(t.t_upper) || has_nan3(t.point) || has_nan3(t.normal),
                      "flr_toi3");
    }
    case 6:
        return argued(said, flr_nearest_convex3(a, b, &piece_a, &piece_b), false, "flr_nearest_convex3");
    default:
        if (!flr_convex3_shape(a, &core_a) || !flr_convex3_shape(b, &core_b)) return true;
        return argue_convex3(from, &core_a, &core_b, said);
    }
}

static inline bool every_triangle(void *user, const flr_raycast3_triangle *hit)
{
    (void)user;
    (void)hit;
    return true;
}
static inline bool every_pair(void *user, uint32_t a, uint32_t b)
{
    (void)user;
    return a + b < 3;
}

static inline bool every_meeting(void *user, const flr_vertex_toi3_meeting *m)
{
    *(bool *)user |= isnan(m->toi.t) || has_nan3(m->toi.point) || has_nan3(m->toi.normal);
    return true;
}

/// One mesh deforms, the other stays.
static inline bool argue_deforming3(byte_source *from, const flr_mesh3 *a, const flr_mesh3 *b,
                                    complaint *said)
{
    flr_real end[3 * 64];
    const size_t count = 3 * flr_mesh3_get_info(a).vertex_count;
    if (count > sizeof end / sizeof end[0]) return true;
    for (size_t i = 0; i < count; ++i) end[i] = next_coordinate(from);
    spoil(from, end, count);
    const flr_toi3_options o = {next_option(from), next_option(from), next_whole(from, -1, 20)};
    flr_vertex_toi3_meeting first = {.toi = {.t = 0}};
    bool nan = false;
    flr_status status = flr_vertex_toi3_mesh_self_all(a, end, &o, NULL, every_meeting, &nan);
    if (!argued(said, status, nan, "flr_vertex_toi3_mesh_self_all")) return false;
    status = flr_vertex_toi3_mesh_self_first(a, end, &o, NULL, &first);
    if (!argued(said, status, isnan(first.toi.t), "flr_vertex_toi3_mesh_self_first")) return false;
    status = flr_vertex_toi3_mesh_mesh_all(a, end, b, NULL, &o, NULL, every_meeting, &nan);
    if (!argued(said, status, nan, "flr_vertex_toi3_mesh_mesh_all")) return false;
    status = flr_vertex_toi3_mesh_mesh_first(b, NULL, a, end, &o, NULL, &first);
    return argued(said, status, isnan(first.toi.t), "flr_vertex_toi3_mesh_mesh_first");
}

/// At most some hundred corners.
static inline bool argue_grid3(byte_source *from, const flr_instance3 *m, flr_vec3 p, complaint *said)
{
    const size_t cells = 1 + next_byte(from) % 4;
    const flr_grid3_input in = {m, 0, cells, next_option(from)};
    flr_grid3 *grid = NULL;
    flr_status status = flr_grid3_create(&in, NULL, NULL, &grid);
    if (!argued(said, status, status == FLR_OK && !grid, "flr_grid3_create")) return false;
    if (!grid) return true;
    flr_grid3_sample r = {.value = 0};
    status = flr_grid3_distance(grid, p, &r);
    flr_grid3_destroy(grid);
    return argued(said, status, isnan(r.value) || isnan(r.error) || has_nan3(r.gradient),
                  "flr_grid3_distance");
}

/// A shape alone, and a path or a plane.
static inline bool argue_one3(byte_source *from, const flr_shape3 *s, complaint *said)
{
    flr_aabb3 bounds = {{0, 0, 0}, {0, 0, 0}};
    flr_raycast3_result r = {.hit = false};
    flr_real path_numbers[8];
    size_t index;
    int side;
    flr_status status = flr_bounds3(s, &bounds);
    bool fine = argued(said, flr_check3(s), false, "flr_check3");
    fine = fine && argued(said, status, has_nan3(bounds.min) || has_nan3(bounds.max), "flr_bounds3");
    for (int k = 0; k < 6; ++k) path_numbers[k] = next_coordinate(from);
    path_numbers[6] = 0;
    path_numbers[7] = (flr_real)INFINITY;
    spoil(from, path_numbers, 8);
    const flr_vec3 origin = {path_numbers[0], path_numbers[1], path_numbers[2]},
                   direction = {path_numbers[3], path_numbers[4], path_numbers[5]};
    flr_raycast3_path path = flr_raycast3_path_make(origin, direction, path_numbers[6], path_numbers[7]);
    const flr_segment3 piece = {origin, direction};
    const flr_plane3 plane = {direction, path_numbers[0]};
    if (next_byte(from) % 4 == 0) path = flr_raycast3_path_segment(&piece);
    fine = fine && argued(said, flr_classify3(&plane, s, &side), false, "flr_classify3");
    status = flr_raycast3(&path, s, &r);
    fine =
        fine && argued(said, status, isnan(r.t) || has_nan3(r.point) || has_nan3(r.normal), "flr_raycast3");
    if (s->kind == FLR_SHAPE3_MESH) {
        const unsigned options = next_byte(from) % 8;
        (void)flr_raycast3_ray_mesh_any_with(&path, &s->as.mesh, options, NULL);
        (void)flr_raycast3_ray_mesh_any(&path, &s->as.mesh, options);
        flr_raycast3_triangle traced = {.hit = false};
        status = flr_trace3_raycast(&path, &s->as.mesh, options, NULL, NULL, &traced);
        fine = fine && argued(said, status, traced.hit && isnan(traced.t), "flr_trace3_raycast");
        status = flr_raycast3_ray_mesh_all(&path, &s->as.mesh, options, every_triangle, NULL);
        fine = fine && argued(said, status, false, "flr_raycast3_ray_mesh_all");
        flr_winding3 *clusters;
        status = flr_winding3_create(s->as.mesh.mesh, NULL, &clusters);
        if (status == FLR_OK) (void)flr_winding3_mesh_point_quick(clusters, &s->as.mesh, origin);
        flr_winding3_destroy(clusters);
        fine = fine && argued(said, status, false, "flr_winding3_create");
        fine = fine && argue_grid3(from, &s->as.mesh, origin, said);
    }
    const flr_shape3 both[2] = {*s, *s};
    status = flr_raycast3_nearest(&path, both, 2, &index, &r);
    return fine && argued(said, status, r.hit && isnan(r.t), "flr_raycast3_nearest");
}

static inline bool argue_meshes3(byte_source *from, const flr_instance3 *a, const flr_instance3 *b,
                                 complaint *said)
{
    const flr_interference3_options o = {next_option(from), next_option(from)};
    flr_interference3 r = {.kind = FLR_APART};
    flr_status status = flr_interference3_mesh_mesh(a, b, &o, &r);
    bool nan = isnan(r.distance) || isnan(r.depth) || has_nan3(r.point) || has_nan3(r.normal);
    if (!argued(said, status, nan, "flr_interference3_mesh_mesh")) return false;
    flr_dop3 dop;
    status = flr_dop3_standard(14, &dop);
    if (status == FLR_OK) status = flr_dop3_add_mesh(&dop, a);
    if (!argued(said, status, has_nan(dop.low, 7), "flr_dop3_add_mesh")) return false;
    flr_intersection3_mesh *common = NULL;
    status = flr_intersection3_mesh_create(a, b, NULL, &common);
    const flr_intersection3_info info = flr_intersection3_mesh_get_info(common);
    flr_intersection3_mesh_destroy(common);
    if (!argued(said, status, isnan(info.length) || isnan(info.volume) || has_nan3(info.centroid),
                "flr_intersection3_mesh_create"))
        return false;
    (void)flr_overlap3_mesh_mesh(a, b);
    return argued(said, flr_overlap3_mesh_mesh_pairs(a, b, every_pair, NULL), false,
                  "flr_overlap3_mesh_mesh_pairs") &&
           argue_deforming3(from, a->mesh, b->mesh, said);
}

static inline bool argue_hull3(byte_source *from, const flr_vec3 *points, size_t count, complaint *said)
{
    flr_hull3 *hull = NULL;
    const flr_hull3_options o = {next_byte(from) % 8, next_option(from)};
    flr_status status = flr_hull3_create(points, count, &o, NULL, &hull);
    if (!argued(said, status, false, "flr_hull3_create")) return false;
    if (status != FLR_OK) return true;
    flr_hull3_info info = flr_hull3_get_info(hull);
    flr_hull3_destroy(hull);
    return argued(said, FLR_OK, has_nan3(info.center), "flr_hull3_get_info");
}

static inline bool stop_at_pair(void *user, uint32_t a, uint32_t b)
{
    (void)user;
    return a > b;
}

/// What is built from points and numbers.
static inline bool argue_making3(byte_source *from, complaint *said)
{
    flr_vec3 p[8];
    for (int k = 0; k < 8; ++k) p[k] = next_vec3(from);
    spoil(from, &p[0].x, 24);
    const flr_real angle = next_option(from), margin = next_option(from);
    flr_plane3 plane = {{0, 0, 0}, 0};
    flr_cone cone = {{0, 0, 0}, {0, 0, 0}, 0};
    flr_box3 box = {.half_extents = {0, 0, 0}};
    flr_segment3 cut;
    flr_index_pair *pairs = NULL;
    size_t count = 0;
    flr_real weights[4] = {0, 0, 0, 0};
    const flr_polygon3 polygon = {p, 1 + next_byte(from) % 8};
    const flr_segment3 s = {p[0], p[1]};
    const flr_triangle3 t = {p[0], p[1], p[2]};
    const flr_tetrahedron v = {p[0], p[1], p[2], p[3]};
    const flr_halfspace3 h = {p[4], p[5].x};
    const flr_aabb3 boxes[2] = {{p[0], p[1]}, {p[2], p[3]}};
    const flr_affine3 map = {{p[4], p[5], p[6]}, p[7]};
    flr_affine3 inverse = flr_affine3_identity();
    flr_axis_cache3 cache = {0};
    flr_status status = flr_plane3_from_points(p[0], p[1], p[2], &plane);
    if (!argued(said, status, has_nan3(plane.normal) || isnan(plane.offset), "flr_plane3_from_points"))
        return false;
    status = flr_plane3_from_point(p[0], p[1], &plane);
    if (!argued(said, status, has_nan3(plane.normal) || isnan(plane.offset), "flr_plane3_from_point"))
        return false;
    status = flr_plane3_from_polygon(&polygon, &plane);
    if (!argued(said, status, has_nan3(plane.normal) || isnan(plane.offset), "flr_plane3_from_polygon"))
        return false;
    status = flr_cone_from_half_angle(p[0], p[1], angle, &cone);
    if (!argued(said, status, isnan(cone.radius), "flr_cone_from_half_angle")) return false;
    status = flr_box3_from_affine(&map, &boxes[0], &box);
    if (!argued(said, status, has_nan3(box.half_extents) || has_nan3(box.center), "flr_box3_from_affine"))
        return false;
    status = flr_affine3_invert(map, &inverse);
    if (!argued(said, status, has_nan(&inverse.linear.x.x, 12), "flr_affine3_invert")) return false;
    status = flr_pairs3_aabb(boxes, 2, margin, NULL, &pairs, &count);
    if (status == FLR_OK) flr_pairs3_release(NULL, pairs, count);
    if (!argued(said, status, false, "flr_pairs3_aabb")) return false;
    status = flr_pairs3_aabb_each(boxes, 2, margin, NULL, stop_at_pair, NULL);
    if (!argued(said, status == FLR_CANCELLED ? FLR_OK : status, false, "flr_pairs3_aabb_each")) return false;
    const flr_convex3 one = flr_convex3_points(p, 4, map.linear, p[7], 0), two = flr_convex3_tetrahedron(&v);
    flr_hull3 *difference = NULL;
    status = flr_minkowski3_hull(&one, &two, NULL, &difference);
    if (status == FLR_OK) flr_hull3_destroy(difference);
    if (!argued(said, status, false, "flr_minkowski3_hull")) return false;
    flr_dop3 dop, other;
    if (!argued(said, flr_dop3_make(p, 8, &dop), false, "flr_dop3_make")) return false;
    if (!argued(said, flr_dop3_standard(26, &dop), false, "flr_dop3_standard")) return false;
    other = dop;
    status = flr_dop3_add_points(&dop, p, 4);
    if (!argued(said, status, has_nan(dop.low, 13), "flr_dop3_add_points")) return false;
    status = flr_dop3_add_convex(&other, &one);
    if (!argued(said, status, has_nan(other.low, 13), "flr_dop3_add_convex")) return false;
    if (!argued(said, flr_dop3_move(&dop, p[6]), has_nan(dop.low, 13), "flr_dop3_move")) return false;
    (void)flr_overlap3_dop_dop(&dop, &other);
    if (!argued(said, flr_dop3_merge(&dop, &other), has_nan(dop.low, 13), "flr_dop3_merge")) return false;
    if (!argued(said, flr_check3_points(p, 8), false, "flr_check3_points")) return false;
    (void)flr_clip3_segment_halfspace(&s, &h, &cut);
    (void)flr_overlap3_points_points(p, 4, p + 4, 2, p + 6, 2, &cache);
    bool nan = flr_barycentric3_segment_point(&s, p[4], weights) && has_nan(weights, 2);
    nan |= flr_barycentric3_triangle_point(&t, p[4], weights) && has_nan(weights, 3);
    nan |= flr_barycentric3_tetrahedron_point(&v, p[4], weights) && has_nan(weights, 4);
    bool finite = true;
    for (int k = 0; k < 8; ++k) finite = finite && flr_is_finite3(p[k]);
    if (!argued(said, FLR_OK, nan && finite, "flr_barycentric3")) return false;
    return argue_hull3(from, p, 8, said);
}

/// Contacts of typed pairs.
static inline bool argue_contacts3(byte_source *from, complaint *said)
{
    argument3 s, c, b, d;
    argument3_make(from, FLR_SHAPE3_SPHERE, &s);
    argument3_make(from, FLR_SHAPE3_CAPSULE, &c);
    argument3_make(from, FLR_SHAPE3_BOX, &b);
    argument3_make(from, FLR_SHAPE3_BOX, &d);
    const flr_contact3_options o = {next_option(from), next_option(from), NULL};
    const flr_sphere *ball = &s.made.shape.as.sphere;
    const flr_capsule3 *rod = &c.made.shape.as.capsule;
    const flr_box3 *box = &b.made.shape.as.box, *other = &d.made.shape.as.box;
    said->lax = has_no_meaning(flr_check3(&s.made.shape)) || has_no_meaning(flr_check3(&c.made.shape)) ||
                has_no_meaning(flr_check3(&b.made.shape)) || has_no_meaning(flr_check3(&d.made.shape));
    flr_manifold3 m[6] = {{.count = 0}};
    const flr_status got[6] = {
        flr_contact3_sphere_sphere(ball, ball, &o, &m[0]), flr_contact3_sphere_capsule(ball, rod, &o, &m[1]),
        flr_contact3_sphere_box(ball, box, &o, &m[2]),     flr_contact3_capsule_capsule(rod, rod, &o, &m[3]),
        flr_contact3_capsule_box(rod, box, &o, &m[4]),     flr_contact3_box_box(box, other, &o, &m[5])};
    static const char *const name[6] = {"flr_contact3_sphere_sphere", "flr_contact3_sphere_capsule",
                                        "flr_contact3_sphere_box",    "flr_contact3_capsule_capsule",
                                        "flr_contact3_capsule_box",   "flr_contact3_box_box"};
    for (int i = 0; i < 6; ++i) {
        bool nan = has_nan3(m[i].normal);
        for (int k = 0; k < m[i].count && k < 4; ++k)
            nan |= has_nan3(m[i].points[k].position) || isnan(m[i].points[k].depth);
        if (!argued(said, got[i], nan, name[i])) return false;
    }
    return true;
}

#endif
