/// What must hold of the answers on any two shapes in space, whatever they are. Each returns false with a
/// complaint where it does not.
#ifndef FUZZ_CHECK3_H
#define FUZZ_CHECK3_H

#include <stdarg.h>
#include <stdio.h>

#include "feeler/interference3.h"

#include "lattice3.h"

static const double fuzz_rounding = sizeof(flr_real) == sizeof(double) ? 0x1p-52 : 0x1p-23;

typedef struct pair3 {
    const flr_shape3 *a, *b;
    double exact;   ///< what the distance may be off by: 16 roundings of the scene
    double curved;  ///< the same, with what cylinders and cones may be off by
    complaint *said;
} pair3;

#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
static inline bool
holds3(const pair3 *p, bool condition, const char *what, const char *form, ...)
{
    if (condition) return true;
    int used = snprintf(p->said->text, sizeof p->said->text, "%s %s: %s: ", flr_shape3_name(p->a->kind),
                        flr_shape3_name(p->b->kind), what);
    va_list values;
    va_start(values, form);
    vsnprintf(p->said->text + used, sizeof p->said->text - (size_t)used, form, values);
    va_end(values);
    return false;
}

static inline bool is_curved3(const flr_shape3 *s)
{
    for (size_t i = 0; s->kind == FLR_SHAPE3_COMPOUND && i < s->as.compound.count; ++i)
        if (is_curved3(&s->as.compound.shapes[i])) return true;
    return s->kind == FLR_SHAPE3_CYLINDER || s->kind == FLR_SHAPE3_CONE;
}

static inline bool has_ellipsoid3(const flr_shape3 *s)
{
    for (size_t i = 0; s->kind == FLR_SHAPE3_COMPOUND && i < s->as.compound.count; ++i)
        if (has_ellipsoid3(&s->as.compound.shapes[i])) return true;
    return s->kind == FLR_SHAPE3_ELLIPSOID;
}

static inline bool is_unbounded3(const flr_shape3 *s)
{
    if (s->kind >= FLR_SHAPE3_RAY && s->kind <= FLR_SHAPE3_HALFSPACE) return true;
    for (size_t i = 0; s->kind == FLR_SHAPE3_COMPOUND && i < s->as.compound.count; ++i)
        if (is_unbounded3(&s->as.compound.shapes[i])) return true;
    return false;
}

static inline bool may_be_concave3(const flr_shape3 *s)
{
    return s->kind == FLR_SHAPE3_QUAD || s->kind == FLR_SHAPE3_POLYGON || s->kind >= FLR_SHAPE3_MESH;
}

static inline pair3 pair3_of(const flr_shape3 *a, const flr_shape3 *b, complaint *said)
{
    bool curved = is_curved3(a) || is_curved3(b);
    double exact = 16 * 100 * fuzz_rounding;
    return (pair3){a, b, exact, curved ? (sizeof(flr_real) == sizeof(double) ? 1e-9 : 1e-4) : exact, said};
}

static inline bool answered(flr_status s) { return s == FLR_OK || s == FLR_NOT_CONVERGED; }

static inline double gap3(flr_vec3 a, flr_vec3 b) { return (double)flr_length3(flr_sub3(a, b)); }

/// Far along a ray or line roundings count more.
static inline double room3(const pair3 *p, flr_vec3 a, flr_vec3 b)
{
    return p->curved * (1 + (double)flr_length3(a) / 16 + (double)flr_length3(b) / 16);
}

static inline bool check_distance3(const pair3 *p)
{
    flr_closest3 c, d;
    bool meet, turned;
    flr_status status = flr_distance3(p->a, p->b, &c), back = flr_distance3(p->b, p->a, &d);
    if (!holds3(p, answered(status) && answered(back), "distance", "status %d %d", (int)status, (int)back))
        return false;
    if (!holds3(p, flr_is_finite3(c.point_a) && flr_is_finite3(c.point_b), "distance", "point not finite"))
        return false;
    double room = room3(p, c.point_a, c.point_b), length = (double)c.distance;
    if (!holds3(p, length >= 0 && fabs(length - (double)d.distance) <= room, "distance", "%.17g turned %.17g",
                length, (double)d.distance))
        return false;
    if (!holds3(p, fabs(gap3(c.point_a, c.point_b) - length) <= room, "distance", "%.17g, points %.17g apart",
                length, gap3(c.point_a, c.point_b)))
        return false;
    if (!holds3(p, length > 0 || gap3(c.point_a, c.point_b) == 0, "distance", "0, but two points"))
        return false;
    status = flr_overlap3(p->a, p->b, &meet);
    back = flr_overlap3(p->b, p->a, &turned);
    if (!holds3(p, answered(status) && answered(back), "overlap", "status %d %d", (int)status, (int)back))
        return false;
    return holds3(p, meet == (length == 0) && (meet == turned || is_curved3(p->a) || is_curved3(p->b)),
                  "overlap", "%d turned %d at distance %.17g", meet, turned, length);
}

static inline double volume3(const flr_instance3 *i)
{
    return fabs((double)flr_mesh3_get_info(i->mesh).volume * (double)flr_mat3_determinant(i->pose.linear));
}

/// Two meshes: what they have in common is no more than either, nothing where they do not overlap, the same in either order; the lines of
/// closed ones are closed.
static inline bool check_intersection3(const pair3 *p)
{
    if (p->a->kind != FLR_SHAPE3_MESH || p->b->kind != FLR_SHAPE3_MESH) return true;
    const flr_instance3 *a = &p->a->as.mesh, *b = &p->b->as.mesh;
    flr_intersection3_mesh *x = NULL, *y = NULL;
    const bool made = flr_intersection3_mesh_create(a, b, NULL, &x) == FLR_OK &&
                      flr_intersection3_mesh_create(b, a, NULL, &y) == FLR_OK;
    const flr_intersection3_info info = flr_intersection3_mesh_get_info(x),
                                 back = flr_intersection3_mesh_get_info(y);
    bool closed = true, meet = true;
    for (size_t i = 0; i < info.line_count; ++i)
        closed = closed && flr_intersection3_mesh_get_line(x, i).closed;
    flr_intersection3_mesh_destroy(x);
    flr_intersection3_mesh_destroy(y);
    const double volume = (double)info.volume, most = fmin(volume3(a), volume3(b));
    flr_shape3 first = *p->a, second = *p->b;
    first.solid = second.solid = info.solid;
    (void)flr_overlap3(&first, &second, &meet);
    return holds3(p, made, "intersection", "not made") &&
           holds3(p,
                  info.volume == back.volume && info.length == back.length &&
                      info.line_count == back.line_count,
                  "intersection", "volume %.17g turned %.17g, length %.17g turned %.17g", volume,
                  (double)back.volume, (double)info.length, (double)back.length) &&
           holds3(p, volume >= 0 && volume <= most + 64 * p->exact, "intersection", "volume %.17g of %.17g",
                  volume, most) &&
           holds3(p, closed || !info.solid, "intersection", "an open line of closed meshes") &&
           holds3(p, meet || (volume == 0 && info.line_count == 0), "intersection",
                  "volume %.17g, %zu lines of meshes that are apart", volume, info.line_count);
}

static inline bool check_points_on3(const pair3 *p)
{
    flr_closest3 c, at_a, at_b;
    flr_shape3 point = {.kind = FLR_SHAPE3_POINT};
    if (!answered(flr_distance3(p->a, p->b, &c))) return true;
    double room = 2 * room3(p, c.point_a, c.point_b);
    point.as.point = c.point_a;
    flr_status status = flr_distance3(p->a, &point, &at_a);
    point.as.point = c.point_b;
    flr_status back = flr_distance3(p->b, &point, &at_b);
    return holds3(p,
                  answered(status) && answered(back) && (double)at_a.distance <= room &&
                      (double)at_b.distance <= room,
                  "distance", "points off their shapes by %.17g and %.17g", (double)at_a.distance,
                  (double)at_b.distance);
}

static inline bool check_signed3(const pair3 *p)
{
    flr_signed_distance3_result r, s;
    flr_closest3 c;
    flr_status status = flr_signed_distance3(p->a, p->b, &r), back = flr_signed_distance3(p->b, p->a, &s);
    if (!holds3(p, status == back || (answered(status) && answered(back)), "signed distance",
                "status %d turned %d", (int)status, (int)back))
        return false;
    if (!holds3(p, answered(status), "signed distance", "status %d", (int)status)) return false;
    if (!answered(flr_distance3(p->a, p->b, &c))) return true;
    if (!holds3(p, r.inseparable == s.inseparable && (!r.inseparable || c.distance == 0), "signed distance",
                "inseparable %d turned %d at distance %.17g", r.inseparable, s.inseparable,
                (double)c.distance))
        return false;
    if (r.inseparable) return true;
    double depth = (double)r.signed_distance, room = 16 * room3(p, r.point_a, r.point_b);
    // inside one another, the depth of curved cores is proved to less than that
    if (p->curved > p->exact && depth <= 0) room += sizeof(flr_real) == sizeof(double) ? 1e-8 : 1e-4;
    if (!holds3(p, fabs((double)flr_length3(r.normal) - 1) <= 16 * fuzz_rounding, "signed distance",
                "normal of length %.17g", (double)flr_length3(r.normal)))
        return false;
    if (!holds3(p, fabs(depth - (double)s.signed_distance) <= room, "signed distance", "%.17g turned %.17g",
                depth, (double)s.signed_distance))
        return false;
    if (!holds3(p, c.distance > 0 ? fabs(depth - (double)c.distance) <= room : depth <= room,
                "signed distance", "%.17g at distance %.17g", depth, (double)c.distance))
        return false;
    flr_vec3 off = flr_sub3(flr_sub3(r.point_b, r.point_a), flr_scale3(r.signed_distance, r.normal));
    // along an ellipsoid's surface, points are as exact as the root of rounding
    if (has_ellipsoid3(p->a) || has_ellipsoid3(p->b)) room += 8 * sqrt(fuzz_rounding);
    return holds3(p, (double)flr_length3(off) <= room, "signed distance", "%.17g, points off by %.17g", depth,
                  (double)flr_length3(off));
}

static inline bool check_contact3(const pair3 *p, flr_real margin)
{
    const flr_contact3_options options = {margin, 0, NULL};
    flr_manifold3 m, n;
    flr_closest3 c;
    flr_status status = flr_contact3(p->a, p->b, &options, &m), back = flr_contact3(p->b, p->a, &options, &n);
    if (!holds3(p, answered(status) && answered(back), "contact", "status %d turned %d", (int)status,
                (int)back))
        return false;
    if (!answered(flr_distance3(p->a, p->b, &c))) return true;
    double room = 16 * room3(p, c.point_a, c.point_b), length = (double)c.distance, deepest = -1e300;
    if (!holds3(p,
                m.count >= 0 && m.count <= 4 && m.inseparable == n.inseparable &&
                    (!m.inseparable || (m.count == 0 && length == 0)),
                "contact", "%d points, inseparable %d turned %d", m.count, m.inseparable, n.inseparable))
        return false;
    if (m.inseparable) return true;
    if (!holds3(p, m.count > 0 || length > (double)margin - room, "contact", "no point at distance %.17g",
                length))
        return false;
    if (!holds3(p, m.count == 0 || length <= (double)margin + room, "contact", "%d points at distance %.17g",
                m.count, length))
        return false;
    if (!holds3(p, (m.count == 0) == (n.count == 0) || fabs(length - (double)margin) <= room, "contact",
                "%d points turned %d", m.count, n.count))
        return false;
    if (m.count == 0) return true;
    for (int k = 0; k < m.count; ++k) {
        if (!holds3(p, flr_is_finite3(m.points[k].position) && isfinite(m.points[k].depth), "contact",
                    "point not finite"))
            return false;
        if ((double)m.points[k].depth > deepest) deepest = (double)m.points[k].depth;
        for (int i = 0; i < k; ++i)
            if (!holds3(p, m.points[i].id != m.points[k].id, "contact", "one id twice")) return false;
    }
    if (!holds3(p, fabs((double)flr_length3(m.normal) - 1) <= 16 * fuzz_rounding, "contact",
                "normal of length %.17g", (double)flr_length3(m.normal)))
        return false;
    if (p->curved > p->exact) room += sizeof(flr_real) == sizeof(double) ? 1e-8 : 1e-4;
    if (!holds3(p, length > 0 ? fabs(deepest + length) <= room : deepest >= -room, "contact",
                "depth %.17g at distance %.17g", deepest, length))
        return false;
    flr_signed_distance3_result r;
    // of concave shapes the depth costs most and says nothing here
    if (may_be_concave3(p->a) || may_be_concave3(p->b) || flr_signed_distance3(p->a, p->b, &r) != FLR_OK)
        return true;
    return holds3(p, fabs(deepest + (double)r.signed_distance) <= room, "contact",
                  "depth %.17g, signed distance %.17g", deepest, (double)r.signed_distance);
}

/// How deep they are in one another, at least; negative where they are apart.
static inline double depth3(const flr_shape3 *a, const flr_shape3 *b)
{
    flr_signed_distance3_result r;
    flr_closest3 c;
    if (!answered(flr_distance3(a, b, &c)) || c.distance > 0) return -(double)c.distance;
    if (!answered(flr_signed_distance3(a, b, &r)) || r.inseparable) return 0;
    return -(double)r.signed_distance;
}

/// `again` gives the bytes of a once more, so that it can be put where the sweep says it is.
static inline bool check_sweep3(const pair3 *p, byte_source again, flr_vec3 motion)
{
    flr_sweep3_result r;
    flr_closest3 c;
    lattice3 moved;
    flr_status status = flr_sweep3(p->a, motion, p->b, &r);
    if (!holds3(p, answered(status) && status == r.status, "sweep", "status %d", (int)status)) return false;
    if (!holds3(p,
                r.t >= 0 && r.t <= 1 && flr_is_finite3(r.point) && flr_is_finite3(r.normal) &&
                    (r.hit || !r.overlap_at_start),
                "sweep", "hit %d at start %d, t %.17g", r.hit, r.overlap_at_start, (double)r.t))
        return false;
    if (!answered(flr_distance3(p->a, p->b, &c)) || status != FLR_OK) return true;
    double room = 64 * room3(p, r.point, c.point_a);
    if (p->curved > p->exact) room += sizeof(flr_real) == sizeof(double) ? 1e-8 : 1e-4;
    if (!holds3(p,
                r.overlap_at_start ? (double)c.distance <= room && r.t == 0
                                   : c.distance > 0 || (double)r.t <= room,
                "sweep", "at start %d, distance %.17g, t %.17g", r.overlap_at_start, (double)c.distance,
                (double)r.t))
        return false;
    if (r.hit && !r.overlap_at_start) {
        byte_source from = again;
        lattice3_make(&from, p->a->kind, flr_scale3(r.t, motion), &moved);
        status = flr_distance3(&moved.shape, p->b, &c);
        lattice3_release(&moved);
        if (!holds3(p, answered(status) && (double)c.distance <= room, "sweep", "distance %.17g at t %.17g",
                    (double)c.distance, (double)r.t))
            return false;
    }
    // nothing before; sampled
    for (int k = 1; k < 8 && !r.overlap_at_start; k += 2) {
        byte_source from = again;
        flr_real t = (r.hit ? r.t : 1) * (flr_real)k / 8;
        lattice3_make(&from, p->a->kind, flr_scale3(t, motion), &moved);
        double depth = depth3(&moved.shape, p->b);
        lattice3_release(&moved);
        if (!holds3(p, depth <= room, "sweep", "hit %d at %.17g, depth %.17g at %.17g", r.hit, (double)r.t,
                    depth, (double)t))
            return false;
    }
    return true;
}

static inline flr_pose3 next_pose3(byte_source *from)
{
    flr_pose3 pose = {{(flr_real)next_whole(from, -1, 2), (flr_real)next_whole(from, -1, 1),
                       (flr_real)next_whole(from, -1, 1), (flr_real)next_whole(from, -1, 1)},
                      next_vec3(from)};
    if (pose.rotation.w == 0 && pose.rotation.x == 0 && pose.rotation.y == 0 && pose.rotation.z == 0)
        pose.rotation.w = 1;
    return pose;
}

static inline bool check_motion3(const pair3 *p, byte_source *from)
{
    const flr_pose3 here = {{1, 0, 0, 0}, {0, 0, 0}};
    flr_path3 path_a = {here, next_pose3(from)}, path_b = {here, here};
    if (next_byte(from) % 2) path_b.to = next_pose3(from);
    const flr_toi3_options options = {(flr_real)1e-4, 0, 200};
    flr_toi3_result r, s;
    flr_closest3 c;
    flr_status status = flr_toi3(p->a, &path_a, p->b, &path_b, &options, &r);
    flr_status back = flr_toi3(p->b, &path_b, p->a, &path_a, &options, &s);
    if (!holds3(p, answered(status) && answered(back), "motion", "status %d turned %d", (int)status,
                (int)back))
        return false;
    if (!holds3(p,
                r.t >= 0 && r.t <= r.t_upper && r.t_upper <= 1 && flr_is_finite3(r.point) &&
                    flr_is_finite3(r.normal),
                "motion", "t %.17g to %.17g", (double)r.t, (double)r.t_upper))
        return false;
    if (!answered(flr_distance3(p->a, p->b, &c))) return true;
    double room = 64 * room3(p, c.point_a, c.point_b);
    if (!holds3(p, c.distance > 0 || (r.hit && r.t == 0), "motion", "starts in touch, hit %d at %.17g", r.hit,
                (double)r.t))
        return false;
    if (!holds3(p,
                (is_unbounded3(p->a) && is_unbounded3(p->b)) || (double)c.distance <= room + 1e-6 || !r.hit ||
                    r.t_upper > 0 || status != FLR_OK,
                "motion", "hit at 0, but %.17g apart", (double)c.distance))
        return false;
    if (status != FLR_OK || back != FLR_OK) return true;
    if (!holds3(p, !r.hit || (double)(r.t_upper - r.t) <= 1.001e-4 + 2 * fuzz_rounding, "motion",
                "t %.17g to %.17g", (double)r.t, (double)r.t_upper))
        return false;
    return holds3(p,
                  r.hit == s.hit &&
                      (!r.hit || (r.t <= s.t_upper && s.t <= r.t_upper) || fabs((double)(r.t - s.t)) < 1e-3),
                  "motion", "hit %d at %.17g, turned %d at %.17g", r.hit, (double)r.t, s.hit, (double)s.t);
}

#endif
