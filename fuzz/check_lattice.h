/// Bytes to one question on one or two shapes, and whether its answer holds together.
#ifndef FUZZ_CHECK_LATTICE_H
#define FUZZ_CHECK_LATTICE_H

#include "check2.h"

#include "feeler/hull.h"

static inline bool complain(complaint *said, bool fine, const char *what)
{
    if (!fine) snprintf(said->text, sizeof said->text, "%s", what);
    return fine;
}

/// All points lie behind all faces, exactly, and the half-edges are those of a closed surface.
static inline bool check_hull3(byte_source *from, complaint *said)
{
    flr_vec3 points[32];
    size_t count = 1 + next_byte(from) % 32;
    flr_hull3 *hull;
    for (size_t k = 0; k < count; ++k) points[k] = next_vec3(from);
    if (!complain(said, flr_hull3_create(points, count, NULL, NULL, &hull) == FLR_OK, "hull3: no hull"))
        return false;
    flr_hull3_info info = flr_hull3_get_info(hull);
    flr_polyhedron3 body = flr_hull3_polyhedron(hull);
    bool fine = info.vertex_count >= 1 && info.dimension <= 3 && info.dimension >= 0 && info.outside == 0;
    if (info.dimension == 3)
        fine = fine && info.vertex_count + info.face_count == info.half_edge_count / 2 + 2 && info.volume > 0;
    for (uint32_t e = 0; fine && e < info.half_edge_count; ++e) {
        flr_hull3_half_edge edge = flr_hull3_edge(hull, e), twin = flr_hull3_edge(hull, edge.twin);
        fine = twin.twin == e && twin.origin == flr_hull3_edge(hull, edge.next).origin &&
               edge.face < info.face_count;
    }
    for (size_t f = 0; fine && f < body.face_count; ++f) {
        const uint32_t *corner = body.indices + body.first[f];
        for (size_t k = 0; fine && k < count; ++k) {
            // the first three corners of a face are not collinear: vertices are extreme points
            int side = flr_orient3(body.vertices[corner[0]], body.vertices[corner[1]],
                                   body.vertices[corner[2]], points[k]);
            fine = info.dimension == 2
                       ? side == 0
                       : side * flr_orient3(flr_vec3_make(0, 0, 0), flr_vec3_make(1, 0, 0),
                                            flr_vec3_make(0, 1, 0), flr_vec3_make(0, 0, -1)) >=
                             0;
        }
    }
    // every vertex is a point of the input, and each point lies in the hull
    flr_convex3 convex = flr_convex3_hull(hull, flr_affine3_identity().linear, flr_vec3_make(0, 0, 0), 0);
    for (size_t k = 0; fine && k < count; ++k) {
        flr_convex3 point = flr_convex3_point(points[k]);
        flr_gjk3 g = flr_closest3_convex_convex(&point, &convex, NULL);
        fine = g.status == FLR_OK && (double)g.distance <= 1e3 * fuzz_rounding;
    }
    flr_hull3_destroy(hull);
    return complain(said, fine, "hull3: not a closed convex surface around all points");
}

static inline bool check_hull2(byte_source *from, complaint *said)
{
    flr_vec2 points[32];
    size_t count = 1 + next_byte(from) % 32;
    flr_hull2 *hull;
    for (size_t k = 0; k < count; ++k) points[k] = next_vec2(from);
    if (!complain(said, flr_hull2_create(points, count, NULL, &hull) == FLR_OK, "hull2: no hull"))
        return false;
    flr_hull2_info info = flr_hull2_get_info(hull);
    const flr_vec2 *v = flr_hull2_vertices(hull);
    bool fine = info.vertex_count >= 1 && (info.dimension == 2) == (info.vertex_count > 2);
    for (uint32_t i = 0; fine && i < info.vertex_count; ++i) {
        flr_vec2 a = v[i], b = v[(i + 1) % info.vertex_count];
        for (size_t k = 0; fine && k < count; ++k)
            fine = flr_orient2(a.x, a.y, b.x, b.y, points[k].x, points[k].y) >= 0;
    }
    flr_hull2_destroy(hull);
    return complain(said, fine, "hull2: a point outside");
}

/// The bounds that GJK ends with, and the same distance by the table of pairs.
static inline bool check_gjk3(const pair3 *p)
{
    flr_convex3 a, b;
    flr_closest3 c;
    if (!flr_convex3_shape(p->a, &a) || !flr_convex3_shape(p->b, &b)) return true;
    flr_gjk3 g = flr_closest3_convex_convex(&a, &b, NULL);
    flr_overlap3_convex o = flr_overlap3_convex_convex(&a, &b, NULL);
    if (!holds3(p, answered(g.status) && answered(o.status) && g.lower <= g.upper && g.lower >= 0, "gjk",
                "status %d %d, %.17g to %.17g", (int)g.status, (int)o.status, (double)g.lower,
                (double)g.upper))
        return false;
    if (!answered(flr_distance3(p->a, p->b, &c)) || g.status != FLR_OK) return true;
    double room = room3(p, g.point_a, g.point_b), length = (double)c.distance;
    if (!holds3(p,
                o.overlap ? length <= room
                          : length > 0 || o.status != FLR_OK || p->curved > p->exact ||
                                fabs(depth3(p->a, p->b)) <= room,
                "gjk", "overlap %d at distance %.17g", o.overlap, length))
        return false;
    return holds3(p,
                  fabs((double)g.distance - length) <= room && (double)g.lower <= length + room &&
                      length <= (double)g.upper + room,
                  "gjk", "%.17g from %.17g to %.17g, by the table %.17g", (double)g.distance, (double)g.lower,
                  (double)g.upper, length);
}

/// A ray meets a shape where it is not apart from it.
static inline bool check_ray3(byte_source *from, const flr_shape3 *b, complaint *said)
{
    lattice3 ray;
    lattice3_make(from, FLR_SHAPE3_RAY, flr_vec3_make(0, 0, 0), &ray);
    pair3 p = pair3_of(&ray.shape, b, said);
    flr_raycast3_path path = flr_raycast3_path_ray(&ray.shape.as.ray);
    flr_raycast3_result r;
    flr_closest3 c;
    flr_status status = flr_raycast3(&path, b, &r);
    if (!holds3(&p, answered(status), "cast", "status %d", (int)status)) return false;
    if (!answered(flr_distance3(&ray.shape, b, &c))) return true;
    double room = 16 * room3(&p, c.point_a, c.point_b);
    if (!holds3(&p, r.hit ? (double)c.distance <= room : c.distance > 0 || depth3(&ray.shape, b) <= room,
                "cast", "hit %d at distance %.17g", r.hit, (double)c.distance))
        return false;
    if (!r.hit || isinf(r.t)) return true;
    flr_shape3 point = {.kind = FLR_SHAPE3_POINT, .as = {.point = r.point}};
    flr_vec3 there = flr_mul_add3(ray.shape.as.ray.origin, r.t, ray.shape.as.ray.direction);
    status = flr_distance3(&point, b, &c);
    return holds3(&p,
                  r.t >= 0 && answered(status) && (double)c.distance <= 16 * room3(&p, r.point, there) &&
                      gap3(r.point, there) <= 16 * room3(&p, r.point, there),
                  "cast", "t %.17g, point off by %.17g and %.17g", (double)r.t, (double)c.distance,
                  gap3(r.point, there));
}

static inline bool check_space(byte_source *from, unsigned operation, complaint *said)
{
    unsigned kind_a = next_byte(from) % FLR_SHAPE3_COUNT, kind_b = next_byte(from) % FLR_SHAPE3_COUNT;
    const flr_vec3 zero = {0, 0, 0};
    lattice3 a, b;
    byte_source again = *from;
    lattice3_make(from, (flr_shape3_kind)kind_a, zero, &a);
    lattice3_make(from, (flr_shape3_kind)kind_b, zero, &b);
    pair3 p = pair3_of(&a.shape, &b.shape, said);
    bool fine;
    switch (operation) {
    case 0:
        fine = check_distance3(&p) && check_points_on3(&p) && check_intersection3(&p);
        break;
    case 1:
        fine = check_signed3(&p);
        break;
    case 2:
        fine = check_contact3(&p, next_byte(from) % 2 ? 0 : (flr_real)0.5);
        break;
    case 3:
        fine = check_sweep3(&p, again, next_vec3(from));
        break;
    case 4:
        fine = check_motion3(&p, from);
        break;
    case 5:
        fine = check_gjk3(&p);
        break;
    default:
        fine = check_ray3(from, &b.shape, said);
        break;
    }
    lattice3_release(&a);
    lattice3_release(&b);
    return fine;
}

/// As check_gjk3, in the plane.
static inline bool check_gjk2(const pair2 *p)
{
    flr_convex2 a, b;
    flr_closest2 c;
    if (!flr_convex2_shape(p->a, &a) || !flr_convex2_shape(p->b, &b)) return true;
    flr_gjk2 g = flr_closest2_convex_convex(&a, &b, NULL),
             s = flr_signed_distance2_convex_convex(&a, &b, NULL);
    bool meet = flr_overlap2_convex_convex(&a, &b, NULL).overlap;
    if (!holds2(p, answered(g.status) && answered(s.status) && g.lower <= g.upper && g.lower >= 0, "gjk",
                "status %d %d, %.17g to %.17g", (int)g.status, (int)s.status, (double)g.lower,
                (double)g.upper))
        return false;
    if (flr_distance2(p->a, p->b, &c) != FLR_OK) return true;
    double room = room2(g.point_a, g.point_b), length = (double)c.distance, deep = (double)s.signed_distance;
    if (!holds2(p,
                fabs((double)g.distance - length) <= room && (double)g.lower <= length + room &&
                    length <= (double)g.upper + room,
                "gjk", "%.17g from %.17g to %.17g, by the table %.17g", (double)g.distance, (double)g.lower,
                (double)g.upper, length))
        return false;
    return holds2(p, fabs((deep > 0 ? deep : 0) - length) <= room && (meet ? deep <= room : deep >= -room),
                  "gjk", "signed distance %.17g, distance %.17g, overlap %d", deep, length, meet);
}

/// As check_ray3, in the plane.
static inline bool check_ray2(byte_source *from, const flr_shape2 *b, complaint *said)
{
    lattice2 ray;
    lattice2_make(from, FLR_SHAPE2_RAY, flr_vec2_make(0, 0), &ray);
    pair2 p = {&ray.shape, b, said};
    flr_raycast2_path path = flr_raycast2_path_ray(&ray.shape.as.ray);
    flr_rayhit2 r;
    flr_closest2 c;
    flr_status status = flr_raycast2(&path, b, &r);
    if (!holds2(&p, answered(status), "cast", "status %d", (int)status)) return false;
    if (flr_distance2(&ray.shape, b, &c) != FLR_OK) return true;
    double room = 16 * room2(c.point_a, c.point_b);
    if (!holds2(&p, r.hit ? (double)c.distance <= room : c.distance > 0 || depth2(&ray.shape, b) <= room,
                "cast", "hit %d at distance %.17g", r.hit, (double)c.distance))
        return false;
    if (!r.hit || isinf(r.t)) return true;
    flr_shape2 point;
    point.kind = FLR_SHAPE2_POINT;
    point.as.point = r.point;
    flr_vec2 there = flr_mul_add2(ray.shape.as.ray.origin, r.t, ray.shape.as.ray.direction);
    status = flr_distance2(&point, b, &c);
    room = 16 * room2(r.point, there);
    return holds2(&p,
                  r.t >= 0 && status == FLR_OK && (double)c.distance <= room && gap2(r.point, there) <= room,
                  "cast", "t %.17g, point off by %.17g and %.17g", (double)r.t, (double)c.distance,
                  gap2(r.point, there));
}

static inline bool check_plane(byte_source *from, unsigned operation, complaint *said)
{
    unsigned kind_a = next_byte(from) % FLR_SHAPE2_COUNT, kind_b = next_byte(from) % FLR_SHAPE2_COUNT;
    const flr_vec2 zero = {0, 0};
    lattice2 a, b;
    byte_source again = *from;
    lattice2_make(from, (flr_shape2_kind)kind_a, zero, &a);
    lattice2_make(from, (flr_shape2_kind)kind_b, zero, &b);
    pair2 p = {&a.shape, &b.shape, said};
    switch (operation) {
    case 0:
        return check_distance2(&p);
    case 1:
        return check_signed2(&p);
    case 2:
        return check_sweep2(&p, again, next_vec2(from));
    case 4:
        return check_contact2(&p, next_byte(from) % 2 ? 0 : (flr_real)0.5);
    case 5:
        return check_gjk2(&p);
    case 6:
        return check_ray2(from, &b.shape, said);
    default:
        return check_motion2(&p, from);
    }
}

/// The first byte says which question, then come the two kinds, then coordinates. Returns false with a complaint where
/// the answer does not hold together.
static inline bool check_lattice(const uint8_t *data, size_t size, complaint *said)
{
    byte_source from = {data, size, 0, false};
    unsigned first = next_byte(&from), operation = first < 247 ? first % 13 : 13;
    from.generic = first >= 195 && first < 251;
    said->text[0] = 0;
    if (operation < 7) return check_space(&from, operation, said);
    if (operation < 11) return check_plane(&from, operation - 7, said);
    if (operation == 11) return check_hull3(&from, said);
    if (operation == 12) return check_hull2(&from, said);
    return check_plane(&from, first < 250 ? 4 : first < 253 ? 5 : 6, said);
}

#endif
