/// What must hold of the answers on any two shapes of the plane, whatever they are. Each returns false with a
/// complaint where it does not.
#ifndef FUZZ_CHECK2_H
#define FUZZ_CHECK2_H

#include <stdarg.h>
#include <stdio.h>

#include "check3.h"
#include "lattice2.h"

typedef struct pair2 {
    const flr_shape2 *a, *b;
    complaint *said;
} pair2;

#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
static inline bool
holds2(const pair2 *p, bool condition, const char *what, const char *form, ...)
{
    if (condition) return true;
    int used = snprintf(p->said->text, sizeof p->said->text,
                        "plane: %s %s: %s: ", flr_shape2_name(p->a->kind), flr_shape2_name(p->b->kind), what);
    va_list values;
    va_start(values, form);
    vsnprintf(p->said->text + used, sizeof p->said->text - (size_t)used, form, values);
    va_end(values);
    return false;
}

static inline double gap2(flr_vec2 a, flr_vec2 b) { return (double)flr_length2(flr_sub2(a, b)); }

/// What the distance may be off by: 64 roundings of the scene, which the points answered belong to.
static inline double room2(flr_vec2 a, flr_vec2 b)
{
    return 64 * fuzz_rounding * (100 + (double)flr_length2(a) + (double)flr_length2(b));
}

static inline bool check_distance2(const pair2 *p)
{
    flr_closest2 c, d;
    bool meet, turned;
    flr_status status = flr_distance2(p->a, p->b, &c), back = flr_distance2(p->b, p->a, &d);
    if (!holds2(p, status == FLR_OK && back == FLR_OK, "distance", "status %d %d", (int)status, (int)back))
        return false;
    if (!holds2(p, flr_is_finite2(c.point_a) && flr_is_finite2(c.point_b), "distance", "point not finite"))
        return false;
    double room = room2(c.point_a, c.point_b), length = (double)c.distance;
    if (!holds2(p, length >= 0 && fabs(length - (double)d.distance) <= room, "distance", "%.17g turned %.17g",
                length, (double)d.distance))
        return false;
    if (!holds2(p, fabs(gap2(c.point_a, c.point_b) - length) <= room, "distance", "%.17g, points %.17g apart",
                length, gap2(c.point_a, c.point_b)))
        return false;
    status = flr_overlap2(p->a, p->b, &meet);
    back = flr_overlap2(p->b, p->a, &turned);
    if (!holds2(p, status == FLR_OK && back == FLR_OK, "overlap", "status %d %d", (int)status, (int)back))
        return false;
    if (!holds2(p, meet == (length == 0) && meet == turned, "overlap", "%d turned %d at distance %.17g", meet,
                turned, length))
        return false;
    flr_closest2 at_a, at_b;
    flr_shape2 point;
    point.kind = FLR_SHAPE2_POINT;
    point.as.point = c.point_a;
    status = flr_distance2(p->a, &point, &at_a);
    point.as.point = c.point_b;
    back = flr_distance2(p->b, &point, &at_b);
    return holds2(p,
                  status == FLR_OK && back == FLR_OK && (double)at_a.distance <= room &&
                      (double)at_b.distance <= room,
                  "distance", "points off their shapes by %.17g and %.17g", (double)at_a.distance,
                  (double)at_b.distance);
}

/// The depth of a compound is searched for with a bounded amount of work.
static inline bool answered2(const pair2 *p, flr_status status)
{
    bool compound = p->a->kind == FLR_SHAPE2_COMPOUND || p->b->kind == FLR_SHAPE2_COMPOUND;
    return status == FLR_OK || (compound && status == FLR_NOT_CONVERGED);
}

static inline bool check_signed2(const pair2 *p)
{
    flr_signed_distance2_result r, s;
    flr_closest2 c;
    flr_status status = flr_signed_distance2(p->a, p->b, &r), back = flr_signed_distance2(p->b, p->a, &s);
    if (!holds2(p, answered2(p, status) && answered2(p, back), "signed distance", "status %d turned %d",
                (int)status, (int)back))
        return false;
    if (flr_distance2(p->a, p->b, &c) != FLR_OK) return true;
    if (!holds2(p, r.inseparable == s.inseparable && (!r.inseparable || c.distance == 0), "signed distance",
                "inseparable %d turned %d at distance %.17g", r.inseparable, s.inseparable,
                (double)c.distance))
        return false;
    if (r.inseparable) return true;
    double depth = (double)r.signed_distance, room = 16 * room2(r.point_a, r.point_b);
    if (!holds2(p, fabs((double)flr_length2(r.normal) - 1) <= 16 * fuzz_rounding, "signed distance",
                "normal of length %.17g", (double)flr_length2(r.normal)))
        return false;
    if (!holds2(p, fabs(depth - (double)s.signed_distance) <= room, "signed distance", "%.17g turned %.17g",
                depth, (double)s.signed_distance))
        return false;
    if (!holds2(p, c.distance > 0 ? fabs(depth - (double)c.distance) <= room : depth <= room,
                "signed distance", "%.17g at distance %.17g", depth, (double)c.distance))
        return false;
    flr_vec2 off = flr_sub2(flr_sub2(r.point_b, r.point_a), flr_scale2(r.signed_distance, r.normal));
    return holds2(p, (double)flr_length2(off) <= room, "signed distance", "%.17g, points off by %.17g", depth,
                  (double)flr_length2(off));
}

static inline bool check_contact2(const pair2 *p, flr_real margin)
{
    const flr_contact2_options options = {.margin = margin};
    flr_manifold2 m, n;
    flr_signed_distance2_result r;
    flr_status status = flr_contact2(p->a, p->b, &options, &m), back = flr_contact2(p->b, p->a, &options, &n);
    if (!holds2(p, answered2(p, status) && answered2(p, back), "contact", "status %d turned %d", (int)status,
                (int)back))
        return false;
    if (flr_signed_distance2(p->a, p->b, &r) != FLR_OK) return true;
    if (!holds2(p,
                m.inseparable == r.inseparable && n.inseparable == r.inseparable && m.count >= 0 &&
                    m.count <= 2,
                "contact", "inseparable %d turned %d, %d points", m.inseparable, n.inseparable, m.count))
        return false;
    if (r.inseparable) return holds2(p, m.count == 0, "contact", "%d points where inseparable", m.count);
    double length = (double)r.signed_distance, room = 16 * room2(r.point_a, r.point_b), deepest = -1e300;
    if (!holds2(p, m.count > 0 ? length <= (double)margin + room : length > (double)margin - room, "contact",
                "%d points at signed distance %.17g", m.count, length))
        return false;
    if (!holds2(p, (m.count == 0) == (n.count == 0) || fabs(length - (double)margin) <= room, "contact",
                "%d points turned %d", m.count, n.count))
        return false;
    if (m.count == 0) return true;
    for (int k = 0; k < m.count; ++k) {
        if (!holds2(p, flr_is_finite2(m.points[k].position) && isfinite(m.points[k].depth), "contact",
                    "point not finite"))
            return false;
        if ((double)m.points[k].depth > deepest) deepest = (double)m.points[k].depth;
    }
    if (!holds2(p, m.count < 2 || m.points[0].id != m.points[1].id, "contact", "one id twice")) return false;
    return holds2(
        p, fabs(deepest + length) <= room && fabs((double)flr_length2(m.normal) - 1) <= 16 * fuzz_rounding,
        "contact", "depth %.17g at signed distance %.17g, normal of length %.17g", deepest, length,
        (double)flr_length2(m.normal));
}

/// How deep they are in one another; negative where they are apart.
static inline double depth2(const flr_shape2 *a, const flr_shape2 *b)
{
    flr_signed_distance2_result r;
    flr_closest2 c;
    if (flr_distance2(a, b, &c) != FLR_OK || c.distance > 0) return -(double)c.distance;
    // what nothing can part is as deep as can be
    if (flr_signed_distance2(a, b, &r) != FLR_OK) return 0;
    return r.inseparable ? 1 : -(double)r.signed_distance;
}

/// `again` gives the bytes of a once more, so that it can be put where the sweep says it is.
static inline bool check_sweep2(const pair2 *p, byte_source again, flr_vec2 motion)
{
    flr_sweep2_result r;
    flr_closest2 c;
    lattice2 moved;
    flr_status status = flr_sweep2(p->a, motion, p->b, &r);
    if (!holds2(p, status == FLR_OK && r.status == FLR_OK, "sweep", "status %d", (int)status)) return false;
    if (!holds2(p,
                r.t >= 0 && r.t <= 1 && flr_is_finite2(r.point) && flr_is_finite2(r.normal) &&
                    (r.hit || !r.overlap_at_start),
                "sweep", "hit %d at start %d, t %.17g", r.hit, r.overlap_at_start, (double)r.t))
        return false;
    if (flr_distance2(p->a, p->b, &c) != FLR_OK) return true;
    double room = 64 * room2(r.point, c.point_a);
    // under a pose corners are rounded, by one more than by the other
    bool posed = p->a->kind == FLR_SHAPE2_CONVEX || p->b->kind == FLR_SHAPE2_CONVEX;
    bool touch_by_rounding = posed && depth2(p->a, p->b) <= room;
    if (!holds2(p,
                r.overlap_at_start ? (double)c.distance <= room && r.t == 0
                                   : c.distance > 0 || (double)r.t <= room || touch_by_rounding,
                "sweep", "at start %d, distance %.17g, t %.17g", r.overlap_at_start, (double)c.distance,
                (double)r.t))
        return false;
    if (r.hit && !r.overlap_at_start) {
        byte_source from = again;
        lattice2_make(&from, p->a->kind, flr_scale2(r.t, motion), &moved);
        status = flr_distance2(&moved.shape, p->b, &c);
        if (!holds2(p, status == FLR_OK && (double)c.distance <= room, "sweep", "distance %.17g at t %.17g",
                    (double)c.distance, (double)r.t))
            return false;
    }
    for (int k = 1; k < 8 && !r.overlap_at_start; k += 2) {
        byte_source from = again;
        flr_real t = (r.hit ? r.t : 1) * (flr_real)k / 8;
        lattice2_make(&from, p->a->kind, flr_scale2(t, motion), &moved);
        double depth = depth2(&moved.shape, p->b);
        if (!holds2(p, depth <= room, "sweep", "hit %d at %.17g, depth %.17g at %.17g", r.hit, (double)r.t,
                    depth, (double)t))
            return false;
    }
    return true;
}

static inline flr_pose2 next_pose2(byte_source *from)
{
    flr_real angle = (flr_real)next_whole(from, -6, 6) * (flr_real)0.7853981633974483;
    return (flr_pose2){angle, next_vec2(from)};
}

static inline bool check_motion2(const pair2 *p, byte_source *from)
{
    const flr_pose2 here = {0, {0, 0}};
    flr_path2 path_a = {here, next_pose2(from)}, path_b = {here, here};
    if (next_byte(from) % 2) path_b.to = next_pose2(from);
    const flr_toi2_options options = {(flr_real)1e-4, 0, 1000};
    flr_toi2_result r, s;
    flr_closest2 c;
    flr_status status = flr_toi2(p->a, &path_a, p->b, &path_b, &options, &r);
    flr_status back = flr_toi2(p->b, &path_b, p->a, &path_a, &options, &s);
    if (!holds2(p, answered(status) && answered(back), "motion", "status %d turned %d", (int)status,
                (int)back))
        return false;
    if (!holds2(p,
                r.t >= 0 && r.t <= r.t_upper && r.t_upper <= 1 && flr_is_finite2(r.point) &&
                    flr_is_finite2(r.normal),
                "motion", "t %.17g to %.17g", (double)r.t, (double)r.t_upper))
        return false;
    if (flr_distance2(p->a, p->b, &c) != FLR_OK) return true;
    if (!holds2(p, c.distance > 0 || (r.hit && r.t == 0), "motion", "starts in touch, hit %d at %.17g", r.hit,
                (double)r.t))
        return false;
    if (status != FLR_OK || back != FLR_OK) return true;
    if (!holds2(p, !r.hit || (double)(r.t_upper - r.t) <= 1.001e-4, "motion", "t %.17g to %.17g", (double)r.t,
                (double)r.t_upper))
        return false;
    return holds2(p,
                  r.hit == s.hit &&
                      (!r.hit || (r.t <= s.t_upper && s.t <= r.t_upper) || fabs((double)(r.t - s.t)) < 1e-3),
                  "motion", "hit %d at %.17g, turned %d at %.17g", r.hit, (double)r.t, s.hit, (double)s.t);
}

#endif
