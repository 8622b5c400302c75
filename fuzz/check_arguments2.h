/// As check_arguments3.h, in the plane.
#ifndef FUZZ_CHECK_ARGUMENTS2_H
#define FUZZ_CHECK_ARGUMENTS2_H

#include "check_arguments3.h"

#include "feeler/dop2.h"
#include "feeler/overlap2.h"

static inline flr_path2 next_path2(byte_source *from)
{
    const flr_pose2 origin = {0, {0, 0}};
    flr_path2 path = flr_path2_still(origin);
    const unsigned how = next_byte(from);
    if (how % 4 == 0) return path;
    path.to.position = next_vec2(from);
    if (how % 4 == 2) path.to.angle = next_coordinate(from);
    spoil(from, &path.from.angle, sizeof path / sizeof(flr_real));
    // the number of turns is work to be done
    const flr_real most = 100;
    if (fabs((double)path.from.angle) > 100)
        path.from.angle = isfinite(path.from.angle) ? most : path.from.angle;
    if (fabs((double)path.to.angle) > 100) path.to.angle = isfinite(path.to.angle) ? most : path.to.angle;
    return path;
}

static inline bool manifold2_has_nan(const flr_manifold2 *m)
{
    bool nan = has_nan2(m->normal);
    for (int k = 0; k < m->count && k < 2; ++k)
        nan |= has_nan2(m->points[k].position) || isnan(m->points[k].depth);
    return nan;
}

static inline bool argue_traces2(const flr_convex2 *a, const flr_convex2 *b,
                                 const flr_contact2_options *options, flr_vec2 motion, complaint *said)
{
    flr_sat2_answer axes = {.count = 0};
    flr_gjk2 g = {.distance = 0};
    flr_manifold2 m = {.count = 0};
    flr_sweep2_result w = {.hit = false};
    flr_status status = flr_trace2_sat(a, b, options->face_bias, NULL, NULL, &axes);
    bool fine = argued(said, status, isnan(axes.separation) || has_nan2(axes.axis), "flr_trace2_sat");
    status = flr_trace2_epa(a, b, NULL, NULL, &g);
    fine = fine && argued(said, status, isnan(g.signed_distance) || has_nan2(g.normal), "flr_trace2_epa");
    status = flr_trace2_clip(a, b, options, NULL, NULL, &m);
    fine = fine && argued(said, status, manifold2_has_nan(&m), "flr_trace2_clip");
    status = flr_trace2_sweep(a, motion, b, options->margin, NULL, NULL, &w);
    fine = fine && argued(said, status, isnan(w.t) || has_nan2(w.point), "flr_trace2_sweep");
    const flr_toi2_options few = {options->face_bias, options->margin, 20};
    const flr_pose2 from = {0, {0, 0}}, to = {options->face_bias, motion};
    const flr_path2 still = flr_path2_still(from), path = {from, to};
    flr_toi2_result turned = {.hit = false};
    status = flr_trace2_toi(a, &path, b, &still, &few, NULL, NULL, &turned);
    return fine && argued(said, status, isnan(turned.t) || has_nan2(turned.point), "flr_trace2_toi");
}

static inline bool argue_convex2(byte_source *from, const flr_convex2 *a, const flr_convex2 *b,
                                 complaint *said)
{
    flr_gjk2_cache cache = {.count = 0};
    flr_manifold2 m = {.count = 0};
    const flr_gjk2_options near = {next_option(from), &cache, NULL, 0};
    const flr_contact2_options contact = {next_option(from), next_option(from), NULL};
    const flr_toi2_options moving = {next_option(from), next_option(from), next_whole(from, -1, 20)};
    const flr_path2 p = next_path2(from), q = next_path2(from);
    flr_gjk2 g = flr_closest2_convex_convex(a, b, &near);
    bool fine = argued(said, g.status, isnan(g.distance) || has_nan2(g.point_a) || has_nan2(g.point_b),
                       "flr_closest2_convex_convex");
    g = flr_signed_distance2_convex_convex(a, b, NULL);
    fine =
        fine && argued(said, g.status, isnan(g.signed_distance) || has_nan2(g.point_a) || has_nan2(g.normal),
                       "flr_signed_distance2_convex_convex");
    fine = fine &&
           argued(said, flr_overlap2_convex_convex(a, b, NULL).status, false, "flr_overlap2_convex_convex");
    flr_status status = flr_contact2_convex_convex(a, b, &contact, &m);
    fine = fine && argued(said, status, manifold2_has_nan(&m), "flr_contact2_convex_convex");
    flr_contact2_part part_a, part_b;
    status = flr_contact2_parts(a, b, &m, next_whole(from, -1, 2), &part_a, &part_b);
    fine = fine && argued(said, status, false, "flr_contact2_parts");
    flr_toi2_result t = flr_toi2_convex_convex(a, &p, b, &q, &moving);
    fine = fine && argued(said, t.status, isnan(t.t) || has_nan2(t.point) || has_nan2(t.normal),
                          "flr_toi2_convex_convex");
    return fine && argue_traces2(a, b, &contact, p.to.position, said);
}

static inline bool argue_pair2(byte_source *from, unsigned question, const flr_shape2 *a, const flr_shape2 *b,
                               complaint *said)
{
    bool overlap;
    flr_closest2 c = {.distance = 0};
    flr_signed_distance2_result s = {.inseparable = false};
    flr_manifold2 m = {.count = 0};
    flr_sweep2_result w = {.status = FLR_OK};
    flr_toi2_result t = {.status = FLR_OK};
    flr_shape2 piece_a, piece_b;
    flr_convex2 core_a, core_b;
    flr_vec2 motion = {0, 0};
    switch (question % 8) {
    case 0:
        return argued(said, flr_overlap2(a, b, &overlap), false, "flr_overlap2");
    case 1: {
        flr_status status = flr_distance2(a, b, &c);
        if (!argued(said, status, isnan(c.distance) || has_nan2(c.point_a) || has_nan2(c.point_b),
                    "flr_distance2"))
            return false;
        flr_gjk2_cache cache = {.count = 0};
        const flr_distance2_options o = {next_option(from), next_byte(from) % 2 ? &cache : NULL};
        flr_distance2_result d = {.beyond = false};
        status = flr_distance2_bounds(a, b, &o, &d);
        const bool nan = isnan(d.distance) || isnan(d.lower) || isnan(d.upper) || has_nan2(d.normal) ||
                         has_nan2(d.point_a) || has_nan2(d.point_b);
        return argued(said, status, nan, "flr_distance2_bounds");
    }
    case 2: {
        flr_status status = flr_signed_distance2(a, b, &s);
        bool nan = isnan(s.signed_distance) || has_nan2(s.normal) || has_nan2(s.point_a) ||
                   has_nan2(s.point_b) || isnan(s.lower) || isnan(s.upper);
        return argued(said, status, nan, "flr_signed_distance2");
    }
    case 3: {
        const flr_contact2_options o = {next_option(from), next_option(from), NULL};
        flr_status status = flr_contact2(a, b, &o, &m);
        return argued(said, status, manifold2_has_nan(&m), "flr_contact2");
    }
    case 4: {
        motion = next_vec2(from);
        spoil(from, &motion.x, 2);
        const flr_sweep2_options o = {next_option(from)};
        const bool plain = next_byte(from) % 4 == 0;
        flr_status status = plain ? flr_sweep2(a, motion, b, &w) : flr_sweep2_within(a, motion, b, &o, &w);
        return argued(said, status, isnan(w.t) || has_nan2(w.point) || has_nan2(w.normal),
                      "flr_sweep2_within");
    }
    case 5: {
        const flr_path2 p = next_path2(from), q = next_path2(from);
        const flr_toi2_options o = {next_option(from), next_option(from), next_whole(from, -1, 20)};
        flr_status status = flr_toi2(a, &p, b, &q, &o, &t);
        return argued(said, status, isnan(t.t) || isnan(t.t_upper) || has_nan2(t.point) || has_nan2(t.normal),
                      "flr_toi2");
    }
    case 6:
        return argued(said, flr_nearest_convex2(a, b, &piece_a, &piece_b), false, "flr_nearest_convex2");
    default:
        if (!flr_convex2_shape(a, &core_a) || !flr_convex2_shape(b, &core_b)) return true;
        return argue_convex2(from, &core_a, &core_b, said);
    }
}

static inline bool argue_one2(byte_source *from, const flr_shape2 *s, complaint *said)
{
    flr_aabb2 bounds = {{0, 0}, {0, 0}};
    flr_rayhit2 r = {.hit = false};
    flr_real path_numbers[6];
    int side;
    flr_status status = flr_bounds2(s, &bounds);
    bool fine = argued(said, flr_check2(s), false, "flr_check2");
    fine = fine && argued(said, status, has_nan2(bounds.min) || has_nan2(bounds.max), "flr_bounds2");
    for (int k = 0; k < 4; ++k) path_numbers[k] = next_coordinate(from);
    path_numbers[4] = 0;
    path_numbers[5] = (flr_real)INFINITY;
    spoil(from, path_numbers, 6);
    const flr_vec2 origin = {path_numbers[0], path_numbers[1]},
                   direction = {path_numbers[2], path_numbers[3]};
    flr_raycast2_path path = flr_raycast2_path_make(origin, direction, path_numbers[4], path_numbers[5]);
    const flr_segment2 piece = {origin, direction};
    const flr_plane2 plane = {direction, path_numbers[0]};
    if (next_byte(from) % 4 == 0) path = flr_raycast2_path_segment(&piece);
    fine = fine && argued(said, flr_classify2(&plane, s, &side), false, "flr_classify2");
    status = flr_raycast2(&path, s, &r);
    fine =
        fine && argued(said, status, isnan(r.t) || has_nan2(r.point) || has_nan2(r.normal), "flr_raycast2");
    const flr_halfspace2 h[2] = {{direction, path_numbers[0]}, {origin, path_numbers[3]}};
    r = flr_raycast2_ray_halfspaces(&path, h, 2);
    fine =
        fine && argued(said, FLR_OK, isnan(r.t) || isnan(r.t_last) || has_nan2(r.point) || has_nan2(r.normal),
                       "flr_raycast2_ray_halfspaces");
    const flr_shape2 both[2] = {*s, *s};
    size_t index;
    status = flr_raycast2_nearest(&path, both, 2, &index, &r);
    return fine && argued(said, status, r.hit && isnan(r.t), "flr_raycast2_nearest");
}

static inline bool argue_making2(byte_source *from, complaint *said)
{
    flr_vec2 p[8];
    for (int k = 0; k < 8; ++k) p[k] = next_vec2(from);
    spoil(from, &p[0].x, 16);
    flr_plane2 plane = {{0, 0}, 0};
    flr_hull2 *hull = NULL;
    flr_real weights[3] = {0, 0, 0};
    flr_segment2 cut;
    const flr_segment2 s = {p[0], p[1]};
    const flr_triangle2 t = {p[0], p[1], p[2]};
    const flr_halfspace2 h = {p[4], p[5].x};
    flr_status status = flr_plane2_from_points(p[0], p[1], &plane);
    if (!argued(said, status, has_nan2(plane.normal) || isnan(plane.offset), "flr_plane2_from_points"))
        return false;
    status = flr_plane2_from_point(p[0], p[1], &plane);
    if (!argued(said, status, has_nan2(plane.normal) || isnan(plane.offset), "flr_plane2_from_point"))
        return false;
    flr_box2 box = {{0, 0}, {1, 0}, {0, 0}};
    const flr_affine2 map = {{p[4], p[5]}, p[6]};
    const flr_aabb2 aligned = {p[0], p[1]};
    flr_axis_cache2 cache = {0};
    status = flr_box2_from_affine(&map, &aligned, &box);
    if (!argued(said, status, has_nan2(box.half_extents) || has_nan2(box.center), "flr_box2_from_affine"))
        return false;
    (void)flr_overlap2_points_points(p, 4, p + 4, 2, p + 6, 2, &cache);
    bool nan = flr_barycentric2_segment_point(&s, p[4], weights) && has_nan(weights, 2);
    nan |= flr_barycentric2_triangle_point(&t, p[4], weights) && has_nan(weights, 3);
    bool finite = true;
    for (int k = 0; k < 8; ++k) finite = finite && flr_is_finite2(p[k]);
    if (!argued(said, FLR_OK, nan && finite, "flr_barycentric2")) return false;
    (void)flr_clip2_segment_halfspace(&s, &h, &cut);
    flr_dop2 dop, other;
    if (!argued(said, flr_dop2_make(p, 4, &dop), false, "flr_dop2_make")) return false;
    if (!argued(said, flr_dop2_standard(8, &dop), false, "flr_dop2_standard")) return false;
    other = dop;
    status = flr_dop2_add_points(&dop, p, 4);
    if (!argued(said, status, has_nan(dop.low, 4), "flr_dop2_add_points")) return false;
    const flr_convex2 one = flr_convex2_points(p, 4, flr_vec2_make(1, 0), p[7], 0),
                      two = flr_convex2_triangle(&t);
    status = flr_minkowski2_hull(&one, &two, NULL, &hull);
    if (status == FLR_OK) flr_hull2_destroy(hull);
    if (!argued(said, status, false, "flr_minkowski2_hull")) return false;
    status = flr_dop2_add_convex(&other, &one);
    if (!argued(said, status, has_nan(other.low, 4), "flr_dop2_add_convex")) return false;
    if (!argued(said, flr_dop2_move(&dop, p[6]), has_nan(dop.low, 4), "flr_dop2_move")) return false;
    (void)flr_overlap2_dop_dop(&dop, &other);
    if (!argued(said, flr_dop2_merge(&dop, &other), has_nan(dop.low, 4), "flr_dop2_merge")) return false;
    status = flr_hull2_create(p, 8, NULL, &hull);
    if (status == FLR_OK) flr_hull2_destroy(hull);
    return argued(said, status, false, "flr_hull2_create");
}

static inline bool argue_contacts2(byte_source *from, complaint *said)
{
    argument2 s, c, b, d, g;
    argument2_make(from, FLR_SHAPE2_CIRCLE, &s);
    argument2_make(from, FLR_SHAPE2_CAPSULE, &c);
    argument2_make(from, FLR_SHAPE2_BOX, &b);
    argument2_make(from, FLR_SHAPE2_BOX, &d);
    argument2_make(from, FLR_SHAPE2_POLYGON, &g);
    const flr_contact2_options o = {next_option(from), next_option(from), NULL};
    const flr_circle *ball = &s.made.shape.as.circle;
    const flr_capsule2 *rod = &c.made.shape.as.capsule;
    const flr_box2 *box = &b.made.shape.as.box, *other = &d.made.shape.as.box;
    const flr_polygon2 *polygon = &g.made.shape.as.polygon;
    const argument2 *const all[5] = {&s, &c, &b, &d, &g};
    for (int k = 0; k < 5; ++k) said->lax = said->lax || has_no_meaning(flr_check2(&all[k]->made.shape));
    flr_manifold2 m[9] = {{.count = 0}};
    const flr_status got[9] = {flr_contact2_circle_circle(ball, ball, &o, &m[0]),
                               flr_contact2_circle_capsule(ball, rod, &o, &m[1]),
                               flr_contact2_circle_box(ball, box, &o, &m[2]),
                               flr_contact2_circle_polygon(ball, polygon, &o, &m[3]),
                               flr_contact2_capsule_capsule(rod, rod, &o, &m[4]),
                               flr_contact2_capsule_box(rod, box, &o, &m[5]),
                               flr_contact2_capsule_polygon(rod, polygon, &o, &m[6]),
                               flr_contact2_box_box(box, other, &o, &m[7]),
                               flr_contact2_polygon_polygon(polygon, polygon, &o, &m[8])};
    static const char *const name[9] = {
        "flr_contact2_circle_circle",   "flr_contact2_circle_capsule",  "flr_contact2_circle_box",
        "flr_contact2_circle_polygon",  "flr_contact2_capsule_capsule", "flr_contact2_capsule_box",
        "flr_contact2_capsule_polygon", "flr_contact2_box_box",         "flr_contact2_polygon_polygon"};
    for (int i = 0; i < 9; ++i)
        if (!argued(said, got[i], manifold2_has_nan(&m[i]), name[i])) return false;
    return true;
}

#endif
