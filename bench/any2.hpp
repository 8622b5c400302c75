// Any two shapes in the plane: scenes, questions, and the typed call for each (see any.hpp).
#ifndef BENCH_ANY2_HPP
#define BENCH_ANY2_HPP

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "any.hpp"

namespace bench
{

enum class kind2 { circle, capsule, box, quad, octagon };

struct kinds2 {
    const char *name;
    kind2 a, b;
};
const kinds2 all_kinds2[] = {{"circles", kind2::circle, kind2::circle},
                             {"capsules of the plane", kind2::capsule, kind2::capsule},
                             {"boxes of the plane", kind2::box, kind2::box},
                             {"polygons of 4", kind2::quad, kind2::quad},
                             {"polygons of 8", kind2::octagon, kind2::octagon},
                             {"circle and box", kind2::circle, kind2::box},
                             {"capsule and polygon of 8", kind2::capsule, kind2::octagon}};

struct placed2 {
    std::vector<flr_vec2>
        own;  ///< corners of a polygon in its own frame; of a capsule the ends of its segment
    std::vector<flr_vec2> corners;  ///< the same, placed
    flr_vec2 half;
    double radius;
    double angle;
    flr_vec2 axis, at;
    flr_shape2 any, own_any;
    flr_convex2 convex, own_convex;
};

struct couple2 {
    kind2 is_a, is_b;
    placed2 a, b;
    flr_vec2 motion;
    flr_path2 path_a, path_b;
    flr_raycast2_path ray;
};

inline flr_vec2 turned(flr_vec2 axis, flr_vec2 p)
{
    return flr_vec2_make(axis.x * p.x - axis.y * p.y, axis.y * p.x + axis.x * p.y);
}

inline flr_vec2 vector2(draw &r, double reach)
{
    double x = r.between(-reach, reach), y = r.between(-reach, reach);
    return flr_vec2_make(flr_real(x), flr_real(y));
}

inline placed2 make_placed2(draw &r, kind2 is)
{
    placed2 p = {};
    double x = r.between(0.3, 1.2), y = r.between(0.3, 1.2);
    p.half = flr_vec2_make(flr_real(x), flr_real(y));
    p.radius = is == kind2::circle || is == kind2::capsule ? r.between(0.2, 0.6) : 0;
    if (is == kind2::capsule) p.own = {flr_vec2_make(-p.half.x, 0), flr_vec2_make(p.half.x, 0)};
    // on an ellipse, so the corners are those of their hull
    const double c[8] = {1, 0.75, 0.125, -0.625, -1, -0.7, -0.05, 0.65};
    const int step = is == kind2::quad ? 2 : 1;
    for (int i = 0; i < 8 && (is == kind2::quad || is == kind2::octagon); i += step) {
        double s = std::sqrt(1 - c[i] * c[i]) * (i < 5 ? 1 : -1);
        p.own.push_back(flr_vec2_make(p.half.x * flr_real(c[i]), p.half.y * flr_real(s)));
    }
    p.angle = r.between(-3, 3);
    p.axis = turned(flr_vec2_make(1, 0), flr_pose2_point({flr_real(p.angle), {0, 0}}, flr_vec2_make(1, 0)));
    return p;
}

inline flr_shape2 shape_at(const placed2 &p, kind2 is, const std::vector<flr_vec2> &corners, flr_vec2 axis,
                           flr_vec2 at)
{
    flr_shape2 s;
    std::memset(&s, 0, sizeof s);
    switch (is) {
    case kind2::circle:
        s.kind = FLR_SHAPE2_CIRCLE;
        s.as.circle = {at, flr_real(p.radius)};
        break;
    case kind2::capsule:
        s.kind = FLR_SHAPE2_CAPSULE;
        s.as.capsule = {corners[0], corners[1], flr_real(p.radius)};
        break;
    case kind2::box:
        s.kind = FLR_SHAPE2_BOX;
        s.as.box = {at, axis, p.half};
        break;
    default:
        s.kind = FLR_SHAPE2_POLYGON;
        s.as.polygon = {corners.data(), corners.size()};
    }
    return s;
}

class scene2
{
  public:
    scene2(const kinds2 &kinds, place where, size_t count)
    {
        draw r{{std::uint64_t(5000 + 100 * int(kinds.a) + 10 * int(kinds.b) + int(where))}};
        pairs.reserve(count);
        while (pairs.size() < count) {
            pairs.emplace_back();
            couple2 &c = pairs.back();
            c.is_a = kinds.a;
            c.is_b = kinds.b;
            c.a = make_placed2(r, kinds.a);
            c.b = make_placed2(r, kinds.b);
            c.a.at = vector2(r, 2);
            flr_vec3 e = r.direction();
            flr_real n = 1 / std::sqrt(e.x * e.x + e.y * e.y);
            const flr_vec2 d = flr_vec2_make(n * e.x, n * e.y);
            settle(c.a, c.is_a);
            auto put = [&](double t) {
                c.b.at = flr_mul_add2(c.a.at, flr_real(t), d);
                settle(c.b, c.is_b);
            };
            const double t = last_touch([&](double at) {
                put(at);
                return flr_overlap2_convex_convex(&c.a.convex, &c.b.convex, nullptr).overlap;
            });
            put(t + gap_of(r, where));
            c.motion = flr_mul_add2(vector2(r, 1), flr_real(r.between(0.5, 2)), d);
            c.path_a = {{flr_real(c.a.angle), c.a.at},
                        {flr_real(c.a.angle + 0.5), flr_add2(c.a.at, c.motion)}};
            c.path_b = {{flr_real(c.b.angle), c.b.at}, {flr_real(c.b.angle), c.b.at}};
            flr_vec2 origin = flr_mul_add2(c.b.at, 3, flr_vec2_make(-d.y, d.x));
            flr_vec2 aim = flr_add2(flr_sub2(c.b.at, origin), vector2(r, 1.2));
            c.ray = flr_raycast2_path_make(origin, flr_scale2(2, aim), 0, 1);
        }
    }
    scene2(const scene2 &) = delete;
    scene2 &operator=(const scene2 &) = delete;

    std::vector<couple2> pairs;

  private:
    static void settle(placed2 &p, kind2 is)
    {
        p.corners.clear();
        for (flr_vec2 v : p.own) p.corners.push_back(flr_add2(p.at, turned(p.axis, v)));
        p.any = shape_at(p, is, p.corners, p.axis, p.at);
        p.own_any = shape_at(p, is, p.own, flr_vec2_make(1, 0), flr_vec2_make(0, 0));
        if (!flr_convex2_shape(&p.any, &p.convex) || !flr_convex2_shape(&p.own_any, &p.own_convex))
            std::abort();
    }
};

using ask2 = double (*)(const couple2 &);

inline double time_of(const flr_sweep2_result &r) { return r.hit ? double(r.t) : 2; }
inline double time_of(const flr_rayhit2 &r) { return r.hit ? double(r.t) : 2; }
inline double depth_of(const flr_manifold2 &m)
{
    double most = 0;
    for (int i = 0; i < m.count; ++i) most = std::fmax(most, double(m.points[i].depth));
    return most;
}

struct question2 {
    const char *name;
    std::vector<place> places;
    ask2 any, convex;
};

inline const std::vector<question2> &questions2()
{
    static const std::vector<question2> all = {
        {"distance",
         {place::apart, place::overlapping},
         [](const couple2 &c) {
             flr_closest2 r;
             flr_distance2(&c.a.any, &c.b.any, &r);
             return double(r.distance);
         },
         nullptr},
        {"yes or no",
         {place::apart, place::touching, place::overlapping},
         [](const couple2 &c) {
             bool r;
             flr_overlap2(&c.a.any, &c.b.any, &r);
             return double(r);
         },
         nullptr},
        {"signed distance",
         {place::apart, place::overlapping},
         [](const couple2 &c) {
             flr_signed_distance2_result r;
             flr_signed_distance2(&c.a.any, &c.b.any, &r);
             return double(r.signed_distance);
         },
         [](const couple2 &c) {
             return double(
                 flr_signed_distance2_convex_convex(&c.a.convex, &c.b.convex, nullptr).signed_distance);
         }},
        {"contact",
         {place::touching, place::overlapping},
         [](const couple2 &c) {
             flr_manifold2 m;
             flr_contact2(&c.a.any, &c.b.any, nullptr, &m);
             return depth_of(m);
         },
         nullptr},
        {"ray",
         {place::apart},
         [](const couple2 &c) {
             flr_rayhit2 r;
             flr_raycast2(&c.ray, &c.b.any, &r);
             return time_of(r);
         },
         nullptr},
        {"sweep",
         {place::apart},
         [](const couple2 &c) {
             flr_sweep2_result r;
             flr_sweep2(&c.a.any, c.motion, &c.b.any, &r);
             return time_of(r);
         },
         nullptr},
        {"motion",
         {place::apart},
         [](const couple2 &c) {
             flr_toi2_result r;
             flr_toi2(&c.a.own_any, &c.path_a, &c.b.own_any, &c.path_b, nullptr, &r);
             return r.hit ? double(r.t) : 2;
         },
         [](const couple2 &c) {
             flr_toi2_result r =
                 flr_toi2_convex_convex(&c.a.own_convex, &c.path_a, &c.b.own_convex, &c.path_b, nullptr);
             return r.hit ? double(r.t) : 2;
         }}};
    return all;
}

/// All typed functions of a pair of the plane.
struct typed2 {
    const char *a, *b;
    ask2 distance, yes_or_no, contact, ray, sweep;
};

#define BENCH_TYPED2(kind_a, kind_b)                                                                         \
    {                                                                                                        \
#kind_a, #kind_b,                                                                                      \
            [](const couple2 &c) {                                                                           \
                return double(flr_closest2_##kind_a##_##kind_b(&c.a.any.as.kind_a, &c.b.any.as.kind_b).distance); \
            },                                                                                               \
            [](const couple2 &c) {                                                                           \
                return double(flr_overlap2_##kind_a##_##kind_b(&c.a.any.as.kind_a, &c.b.any.as.kind_b));     \
            },                                                                                               \
            [](const couple2 &c) {                                                                           \
                flr_manifold2 m;                                                                             \
                flr_contact2_##kind_a##_##kind_b(&c.a.any.as.kind_a, &c.b.any.as.kind_b, nullptr, &m);       \
                return depth_of(m);                                                                          \
            },                                                                                               \
            [](const couple2 &c) { return time_of(flr_raycast2_ray_##kind_b(&c.ray, &c.b.any.as.kind_b)); },    \
            [](const couple2 &c) {                                                                           \
                return time_of(flr_sweep2_##kind_a##_##kind_b(&c.a.any.as.kind_a, c.motion, &c.b.any.as.kind_b)); \
            }     \
    }

inline ask2 typed_of(const kinds2 &kinds, const question2 &q)
{
    static const typed2 all[] = {BENCH_TYPED2(circle, circle), BENCH_TYPED2(capsule, capsule),
                                 BENCH_TYPED2(box, box),       BENCH_TYPED2(polygon, polygon),
                                 BENCH_TYPED2(circle, box),    BENCH_TYPED2(capsule, polygon)};
    if (q.convex) return q.convex;
    auto is = [](kind2 kind, const char *name) {
        static const char *const names[] = {"circle", "capsule", "box", "polygon", "polygon"};
        return std::strcmp(names[int(kind)], name) == 0;
    };
    for (const typed2 &t : all) {
        if (!is(kinds.a, t.a) || !is(kinds.b, t.b)) continue;
        const std::string name = q.name;
        return name == "distance"    ? t.distance
               : name == "yes or no" ? t.yes_or_no
               : name == "contact"   ? t.contact
               : name == "ray"       ? t.ray
                                     : t.sweep;
    }
    return nullptr;
}

}  // namespace bench

#endif
