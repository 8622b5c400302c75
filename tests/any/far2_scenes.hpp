/// Scenes of two shapes of the plane far from the origin, and what they are by definition.
#ifndef TESTS_QUERY_FAR2_SCENES_HPP
#define TESTS_QUERY_FAR2_SCENES_HPP

#include "any/far2.hpp"
#include "support/random.hpp"

namespace far2
{

/// What a convex is made of: one of the value shapes, or points under a pose.
enum form { of_shape, of_points, of_polygon, of_hull };

/// A shape with the arrays it stands on, by its numbers.
struct subject {
    flr_shape2 value{};  ///< of a convex by a value shape this one
    bool is_convex = false;
    form made = of_shape;
    std::vector<flr_vec2> array;
    flr_vec2 rotation{1, 0}, position{};
    flr_real radius = 0;
    std::vector<subject> parts;  ///< of a compound
    mutable std::vector<flr_shape2> given;

    flr_shape2_kind kind() const
    {
        return is_convex ? FLR_SHAPE2_CONVEX : parts.empty() ? value.kind : FLR_SHAPE2_COMPOUND;
    }

    flr_convex2 convex() const
    {
        const uint32_t n = uint32_t(array.size());
        if (made == of_points) return flr_convex2_points(array.data(), n, rotation, position, radius);
        if (made != of_shape) return flr_convex2_polygon(array.data(), n, rotation, position, radius);
        const auto &as = value.as;
        switch (value.kind) {
        case FLR_SHAPE2_POINT:
            return flr_convex2_point(as.point);
        case FLR_SHAPE2_SEGMENT:
            return flr_convex2_segment(&as.segment);
        case FLR_SHAPE2_CIRCLE:
            return flr_convex2_circle(&as.circle);
        case FLR_SHAPE2_CAPSULE:
            return flr_convex2_capsule(&as.capsule);
        case FLR_SHAPE2_AABB:
            return flr_convex2_aabb(&as.aabb);
        case FLR_SHAPE2_TRIANGLE:
            return flr_convex2_triangle(&as.triangle);
        default: {
            flr_convex2 c = flr_convex2_box(&as.box);
            c.radius = radius;
            return c;
        }
        }
    }

    /// Stays while the subject does.
    flr_shape2 on() const
    {
        flr_shape2 s = value;
        s.kind = kind();
        if (s.kind == FLR_SHAPE2_POLYGON) s.as.polygon = {array.data(), array.size()};
        if (s.kind == FLR_SHAPE2_CONVEX) s.as.convex = convex();
        if (s.kind == FLR_SHAPE2_COMPOUND) {
            given.clear();
            for (const subject &p : parts) given.push_back(p.on());
            s.as.compound.shapes = given.data();
            s.as.compound.count = given.size();
            s.as.compound.bounds = nullptr;
        }
        return s;
    }

    pieces defined(spot origin, bool *one_convex) const
    {
        *one_convex = true;
        if (!parts.empty()) {
            pieces all;
            bool any;
            for (const subject &p : parts)
                for (const piece &q : p.defined(origin, &any)) all.push_back(q);
            *one_convex = false;
            return all;
        }
        if (is_convex && made != of_shape) {
            piece p;
            p.radius = wide(radius);
            spot c = lift(rotation);
            for (flr_vec2 q : array)
                p.corners.push_back(wide(q.x) * c + wide(q.y) * perp(c) + (lift(position) - origin));
            p.corners = hull(p.corners);
            return {p};
        }
        flr_shape2 s = value;
        if (s.kind == FLR_SHAPE2_POLYGON) s.as.polygon = {array.data(), array.size()};
        pieces all = define(s, origin, one_convex);
        for (piece &p : all) p.radius += is_convex ? wide(radius) : 0;
        return all;
    }
};

/// Where a scene lies, and how its numbers are drawn.
struct place {
    double size, x, y;
    bool lattice;  ///< coordinates a multiple of an eighth of the size

    flr_vec2 at(double u, double v) const
    {
        return flr_vec2_make(flr_real(x + size * u), flr_real(y + size * v));
    }
    double number(random_source &r, double reach) const
    {
        if (lattice) return r.whole(-int(8 * reach), int(8 * reach)) / 8.0;
        return r.between(-reach, reach);
    }
    flr_vec2 point(random_source &r, double reach) const
    {
        double u = number(r, reach), v = number(r, reach);
        return at(u, v);
    }
    flr_real extent(random_source &r, double reach) const
    {
        return flr_real(size * std::fabs(number(r, reach)));
    }
};

inline flr_vec2 turned(random_source &r, bool lattice)
{
    static const double real4[6][2] = {{1, 0}, {0, -1}, {0.6, 0.8}, {-0.28, 0.96}, {-1, 0}, {0, 1}};
    const int k = r.whole(0, 5);
    const double angle = r.between(0, 6.3);
    if (lattice) return flr_vec2_make(flr_real(real4[k][0]), flr_real(real4[k][1]));
    return flr_vec2_make(flr_real(std::cos(angle)), flr_real(std::sin(angle)));
}

inline flr_vec2 way(random_source &r, bool lattice)
{
    for (;;) {
        const double u = lattice ? r.whole(-3, 3) : r.between(-1, 1),
                     v = lattice ? r.whole(-3, 3) : r.between(-1, 1);
        if (u != 0 || v != 0) return flr_vec2_make(flr_real(u), flr_real(v));
    }
}

/// Corners around (u, v): convex, or near and far by turns.
inline std::vector<flr_vec2> around(random_source &r, const place &at, double u, double v, bool concave,
                                    bool own_frame)
{
    std::vector<flr_vec2> all;
    const int n = concave ? 2 * r.whole(2, 4) : r.whole(3, 7);
    const double phase = r.between(0, 6.3), reach = r.between(0.4, 1.2);
    for (int i = 0; i < n; ++i) {
        const double jitter = r.between(-0.3, 0.3), part = concave && i % 2 ? r.between(0.2, 0.5) : 1,
                     angle = phase + 6.283185 * (i + jitter) / n;
        const double p = reach * part * std::cos(angle), q = reach * part * std::sin(angle);
        all.push_back(own_frame ? flr_vec2_make(flr_real(at.size * p), flr_real(at.size * q))
                                : at.at(u + p, v + q));
    }
    return all;
}

/// How the second shape stands to the first.
enum manner { anyhow, parallel, nested, needle, flat, manners };

inline subject random_subject(random_source &r, flr_shape2_kind kind, const place &at, manner how,
                              flr_vec2 axis)
{
    subject s;
    s.value.kind = kind;
    auto &as = s.value.as;
    const double reach = how == nested ? 0.25 : 1.5;
    const flr_vec2 p = at.point(r, reach), q = at.point(r, reach), t = at.point(r, reach);
    flr_vec2 d = way(r, at.lattice), unit = turned(r, at.lattice);
    if (how == parallel || how == nested) {
        unit = r.whole(0, 1) ? axis : flr_perp2(axis);
        d = unit;
    }
    flr_real h = at.extent(r, 1), k = at.extent(r, 1), radius = at.extent(r, 0.7);
    if (how == needle) h = flr_real(at.size * 4), k = flr_real(at.size * 4e-6);
    if (how == flat) k = r.whole(0, 1) ? 0 : k, h = r.whole(0, 1) ? 0 : h, radius = 0;
    switch (kind) {
    case FLR_SHAPE2_POINT:
        as.point = p;
        break;
    case FLR_SHAPE2_SEGMENT:
        as.segment = {p, how == parallel ? flr_mul_add2(p, flr_real(at.size), d) : q};
        break;
    case FLR_SHAPE2_RAY:
        as.ray = {p, d};
        break;
    case FLR_SHAPE2_LINE:
        as.line = {p, d};
        break;
    case FLR_SHAPE2_PLANE:
    case FLR_SHAPE2_HALFSPACE:
        as.plane = {d, flr_real(double(d.x) * double(p.x) + double(d.y) * double(p.y))};
        break;
    case FLR_SHAPE2_CIRCLE:
        as.circle = {p, radius};
        break;
    case FLR_SHAPE2_CAPSULE:
        as.capsule = {p, how == parallel ? flr_mul_add2(p, flr_real(at.size), d) : q, radius};
        break;
    case FLR_SHAPE2_AABB:
        as.aabb = {flr_min2(p, q), flr_max2(p, q)};
        break;
    case FLR_SHAPE2_BOX:
        as.box = {p, unit, {h, k}};
        break;
    case FLR_SHAPE2_TRIANGLE:
        as.triangle = {p, q, t};
        break;
    case FLR_SHAPE2_POLYGON: {
        const double u = at.number(r, reach), v = at.number(r, reach);
        s.array = around(r, at, u, v, r.whole(0, 2) == 0, false);
        break;
    }
    case FLR_SHAPE2_CONVEX: {
        const int form = r.whole(0, 4);
        static const flr_shape2_kind values[7] = {FLR_SHAPE2_BOX,   FLR_SHAPE2_BOX,      FLR_SHAPE2_SEGMENT,
                                                  FLR_SHAPE2_AABB,  FLR_SHAPE2_TRIANGLE, FLR_SHAPE2_CAPSULE,
                                                  FLR_SHAPE2_CIRCLE};
        const int of = r.whole(0, 6);
        if (form < 3) {
            s = random_subject(r, values[of], at, how, axis);
            if (values[of] == FLR_SHAPE2_BOX && r.whole(0, 2) == 0) s.radius = radius;
        } else {
            s.made = form == 3 ? of_points : of_polygon;
            s.array = around(r, at, 0, 0, false, true);
            s.rotation = unit;
            s.position = p;
            s.radius = r.whole(0, 1) ? radius : flr_real(0);
        }
        s.is_convex = true;
        break;
    }
    default: {
        const int n = r.whole(2, 3);
        static const flr_shape2_kind values[5] = {FLR_SHAPE2_BOX, FLR_SHAPE2_CIRCLE, FLR_SHAPE2_TRIANGLE,
                                                  FLR_SHAPE2_POLYGON, FLR_SHAPE2_CONVEX};
        for (int i = 0; i < n; ++i) {
            const int of = i ? r.whole(0, 4) : 0;
            s.parts.push_back(random_subject(r, values[of], at, how, axis));
        }
        break;
    }
    }
    return s;
}

/// Changes extents or radius of the shape so that it lies `gap` from the other, as nearly as its numbers allow.
inline void bring_near(subject &s, const pieces &other, spot origin, double gap)
{
    subject *one = s.parts.empty() ? &s : &s.parts[0];
    for (int i = 0; i < 6; ++i) {
        bool convex;
        const double off = double(signed_distance(one->defined(origin, &convex), other).value) - gap;
        if (!(std::fabs(off) < 1e300)) return;
        auto grow = [&](flr_real &x) { x = flr_real(std::fmax(0, double(x) + off)); };
        if (one->is_convex && (one->made != of_shape || one->value.kind == FLR_SHAPE2_BOX))
            grow(one->radius);
        else if (one->value.kind == FLR_SHAPE2_CIRCLE)
            grow(one->value.as.circle.radius);
        else if (one->value.kind == FLR_SHAPE2_CAPSULE)
            grow(one->value.as.capsule.radius);
        else if (one->value.kind == FLR_SHAPE2_BOX)
            grow(one->value.as.box.half_extents.x), grow(one->value.as.box.half_extents.y);
    }
}

}  // namespace far2

#endif
