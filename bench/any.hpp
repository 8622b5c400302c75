// The any-shape call and the typed or convex call that does the same work, on the same random pairs: what bench_any.cpp times and
// instructions/ counts. A row is a pair of kinds, a question and a place: apart by 0.01 to 1, touching to the last digit, or overlapping
// by 0.005 to 0.1 along the line of their middles. Only whole sums and square roots, so scenes are the same on every machine.
#ifndef BENCH_ANY_HPP
#define BENCH_ANY_HPP

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "feeler/feeler.h"
#include "random.hpp"

namespace bench
{

enum class kind3 { tetrahedron, box, hull, triangle, sphere, capsule, cylinder, quad };
enum class kind2 { circle, capsule, box, quad, octagon };
enum class place { apart, touching, overlapping };

inline const char *name_of(place p)
{
    static const char *const names[] = {"apart", "touching", "overlapping"};
    return names[int(p)];
}

/// A kind or pair of kinds by the name that stands in its rows.
struct kinds3 {
    const char *name;
    kind3 a, b;
};
const kinds3 all_kinds3[] = {{"tetrahedra", kind3::tetrahedron, kind3::tetrahedron},
                             {"boxes", kind3::box, kind3::box},
                             {"hulls of 16", kind3::hull, kind3::hull},
                             {"triangles", kind3::triangle, kind3::triangle},
                             {"spheres", kind3::sphere, kind3::sphere},
                             {"capsules", kind3::capsule, kind3::capsule},
                             {"cylinders", kind3::cylinder, kind3::cylinder},
                             {"quads", kind3::quad, kind3::quad},
                             {"capsule and box", kind3::capsule, kind3::box},
                             {"sphere and triangle", kind3::sphere, kind3::triangle}};
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

//---- in space ----

/// A shape about the origin of its own frame.
struct body3 {
    kind3 is;
    flr_vec3 half;  ///< of a box; of capsule and cylinder z: half their axis
    double radius;
    std::vector<flr_vec3> points;  ///< of the others, in order around
    std::shared_ptr<flr_hull3> hull;
};

/// A body somewhere. `any` and `convex` are placed, those of `own` stand in the body's frame, for paths.
struct placed3 {
    const body3 *body;
    flr_quat turn;
    flr_mat3 axes;
    flr_vec3 at;
    flr_shape3 any, own_any;
    flr_convex3 convex, own_convex;
};

struct couple3 {
    placed3 a, b;
    flr_vec3 motion;  ///< of a, in a sweep
    flr_path3 path_a, path_b;
    flr_cast3_path ray;  ///< of t from 0 to 1, at b
};

struct draw : numbers {
    flr_vec3 vector(double reach)
    {
        double x = between(-reach, reach), y = between(-reach, reach), z = between(-reach, reach);
        return {flr_real(x), flr_real(y), flr_real(z)};
    }
    flr_vec3 direction()
    {
        for (;;) {
            flr_vec3 v = vector(1);
            flr_real square = flr_dot3(v, v);
            if (square > flr_real(0.01) && square <= 1) return flr_scale3(1 / std::sqrt(square), v);
        }
    }
    flr_quat turn()
    {
        for (;;) {
            flr_vec3 v = vector(1);
            flr_real w = flr_real(between(-1, 1)), square = w * w + flr_dot3(v, v);
            if (square < flr_real(0.01) || square > 1) continue;
            flr_real s = 1 / std::sqrt(square);
            return {s * w, s * v.x, s * v.y, s * v.z};
        }
    }
};

inline flr_mat3 axes_of(flr_quat q)
{
    flr_real w = q.w, x = q.x, y = q.y, z = q.z;
    return {{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
            {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
            {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}};
}

inline body3 make_body3(draw &r, kind3 is)
{
    body3 b = {is, {0, 0, 0}, 0, {}, nullptr};
    double x = r.between(0.3, 1.2), y = r.between(0.3, 1.2), z = r.between(0.3, 1.2);
    b.half = {flr_real(x), flr_real(y), flr_real(z)};
    b.radius = is == kind3::box ? 0 : r.between(0.2, 0.6);
    int count = is == kind3::tetrahedron ? 4 : is == kind3::hull ? 16 : is == kind3::triangle ? 3 : 0;
    flr_vec3 middle = {0, 0, 0};
    for (int i = 0; i < count; ++i) {
        flr_vec3 d = r.direction();
        b.points.push_back({d.x * b.half.x, d.y * b.half.y, d.z * b.half.z});
        middle = flr_mul_add3(middle, flr_real(1) / flr_real(count), b.points.back());
    }
    for (flr_vec3 &p : b.points) p = flr_sub3(p, middle);
    if (is == kind3::quad) {
        flr_real first = -flr_real(b.radius), second = -flr_real(r.between(0.2, 1));
        b.points = {{b.half.x, 0, 0}, {0, b.half.y, 0}, {first, 0, 0}, {0, second, 0}};
    }
    if (is == kind3::hull) {
        flr_hull3 *hull = nullptr;
        if (flr_hull3_create(b.points.data(), b.points.size(), nullptr, nullptr, &hull) != FLR_OK)
            std::abort();
        b.hull.reset(hull, flr_hull3_destroy);
    }
    return b;
}

inline flr_shape3 shape_at(const body3 &b, const flr_mat3 &axes, flr_vec3 at)
{
    flr_shape3 s;
    std::memset(&s, 0, sizeof s);
    flr_vec3 p[4] = {}, arm = flr_scale3(b.half.z, axes.z), low = flr_sub3(at, arm), high = flr_add3(at, arm);
    for (size_t i = 0; i < b.points.size() && i < 4; ++i)
        p[i] = flr_add3(at, flr_mat3_mul(axes, b.points[i]));
    flr_real radius = flr_real(b.radius);
    switch (b.is) {
    case kind3::tetrahedron:
        s.kind = FLR_SHAPE3_TETRAHEDRON;
        s.as.tetrahedron = {p[0], p[1], p[2], p[3]};
        break;
    case kind3::box:
        s.kind = FLR_SHAPE3_BOX;
        s.as.box = {at, axes, b.half};
        break;
    case kind3::hull:
        s.kind = FLR_SHAPE3_CONVEX;
        s.as.convex = flr_convex3_hull(b.hull.get(), axes, at, 0);
        break;
    case kind3::triangle:
        s.kind = FLR_SHAPE3_TRIANGLE;
        s.as.triangle = {p[0], p[1], p[2]};
        break;
    case kind3::sphere:
        s.kind = FLR_SHAPE3_SPHERE;
        s.as.sphere = {at, radius};
        break;
    case kind3::capsule:
        s.kind = FLR_SHAPE3_CAPSULE;
        s.as.capsule = {low, high, radius};
        break;
    case kind3::cylinder:
        s.kind = FLR_SHAPE3_CYLINDER;
        s.as.cylinder = {low, high, radius};
        break;
    case kind3::quad:
        s.kind = FLR_SHAPE3_QUAD;
        s.as.quad = {p[0], p[1], p[2], p[3]};
        break;
    }
    return s;
}

/// The largest t in [0, 4] at which `meet` is true, to the last digit; it is at 0.
template <class test> double last_touch(test meet)
{
    double low = 0, high = 4;
    for (;;) {
        double t = (low + high) / 2;
        if (t == low || t == high) return low;
        (meet(t) ? low : high) = t;
    }
}

inline double gap_of(draw &r, place where)
{
    double gap = where == place::apart ? r.between(0.01, 1) : -r.between(0.005, 0.1);
    return where == place::touching ? 0 : gap;
}

class scene3
{
  public:
    scene3(const kinds3 &kinds, place where, size_t count)
    {
        draw r{{std::uint64_t(100 * int(kinds.a) + 10 * int(kinds.b) + int(where))}};
        const size_t of_each = 16;  // few shapes, many poses, as a scene has them
        for (size_t i = 0; i < 2 * of_each; ++i)
            bodies_.push_back(make_body3(r, i < of_each ? kinds.a : kinds.b));
        pairs.reserve(count);
        while (pairs.size() < count) {
            couple3 c;
            const size_t first = size_t(r.between(0, of_each)),
                         second = of_each + size_t(r.between(0, of_each));
            c.a.body = &bodies_[first];
            c.b.body = &bodies_[second];
            for (placed3 *p : {&c.a, &c.b}) {
                p->turn = r.turn();
                p->axes = axes_of(p->turn);
            }
            c.a.at = r.vector(2);
            const flr_vec3 d = r.direction();
            auto put = [&](double t) {
                c.b.at = flr_mul_add3(c.a.at, flr_real(t), d);
                settle(c.a);
                settle(c.b);
            };
            const double t = last_touch([&](double at) {
                put(at);
                return flr_overlap3_convex_convex(&c.a.convex, &c.b.convex, nullptr).overlap;
            });
            put(t + gap_of(r, where));
            move(r, c, d);
            pairs.push_back(c);
        }
        // convex shapes point into the others, which now stay where they are
        for (couple3 &c : pairs)
            for (placed3 *p : {&c.a, &c.b}) settle(*p);
    }
    scene3(const scene3 &) = delete;
    scene3 &operator=(const scene3 &) = delete;

    std::vector<couple3> pairs;

  private:
    static void settle(placed3 &p)
    {
        p.any = shape_at(*p.body, p.axes, p.at);
        p.own_any = shape_at(*p.body, flr_affine3_identity().linear, {0, 0, 0});
        if (!flr_convex3_shape(&p.any, &p.convex) || !flr_convex3_shape(&p.own_any, &p.own_convex))
            std::abort();
    }
    /// Something like a half of what moves, and of the rays, hit.
    static void move(draw &r, couple3 &c, flr_vec3 d)
    {
        c.motion = flr_mul_add3(r.vector(1.5), flr_real(r.between(0.5, 2)), d);
        flr_vec3 axis = r.direction();
        flr_quat step = {flr_real(0.9689124217106447), axis.x * flr_real(0.2474039592545229),
                         axis.y * flr_real(0.2474039592545229), axis.z * flr_real(0.2474039592545229)};
        c.path_a.from = {c.a.turn, c.a.at};
        c.path_a.to = {product(step, c.a.turn), flr_add3(c.a.at, c.motion)};
        c.path_b = flr_path3_still({c.b.turn, c.b.at});
        flr_vec3 origin = flr_mul_add3(c.b.at, 3, r.direction());
        flr_vec3 aim = flr_add3(flr_sub3(c.b.at, origin), r.vector(0.6));
        c.ray = flr_cast3_path_make(origin, flr_scale3(2, aim), 0, 1);
    }
    static flr_quat product(flr_quat p, flr_quat q)
    {
        return {p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
                p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w};
    }

    std::vector<body3> bodies_;
};

using ask3 = double (*)(const couple3 &);

inline double time_of(const flr_sweep3_result &r) { return r.hit ? double(r.t) : 2; }
inline double depth_of(const flr_manifold3 &m)
{
    double most = 0;
    for (int i = 0; i < m.count; ++i) most = std::fmax(most, double(m.points[i].depth));
    return most;
}
inline double time_of(const flr_cast3 &r) { return r.hit ? double(r.t) : 2; }
inline double time_of(const flr_cast3_triangle &r) { return r.hit ? double(r.t) : 2; }

/// A question by its name, where it is asked, of any shapes and of convex ones.
struct question3 {
    const char *name;
    std::vector<place> places;
    ask3 any, convex;
};

inline const std::vector<question3> &questions3()
{
    static const std::vector<question3> all = {
        {"distance",
         {place::apart, place::overlapping},
         [](const couple3 &c) {
             flr_closest3 r;
             flr_distance3(&c.a.any, &c.b.any, &r);
             return double(r.distance);
         },
         [](const couple3 &c) {
             return double(flr_closest3_convex_convex(&c.a.convex, &c.b.convex, nullptr).distance);
         }},
        {"yes or no",
         {place::apart, place::touching, place::overlapping},
         [](const couple3 &c) {
             bool r;
             flr_overlap3(&c.a.any, &c.b.any, &r);
             return double(r);
         },
         [](const couple3 &c) {
             return double(flr_overlap3_convex_convex(&c.a.convex, &c.b.convex, nullptr).overlap);
         }},
        {"signed distance",
         {place::apart, place::overlapping},
         [](const couple3 &c) {
             flr_signed_distance3_result r;
             flr_signed_distance3(&c.a.any, &c.b.any, &r);
             return double(r.signed_distance);
         },
         [](const couple3 &c) {
             return double(flr_signed_distance3_convex_convex(&c.a.convex, &c.b.convex).signed_distance);
         }},
        {"contact",
         {place::touching, place::overlapping},
         [](const couple3 &c) {
             flr_manifold3 m;
             flr_contact3(&c.a.any, &c.b.any, nullptr, &m);
             return depth_of(m);
         },
         [](const couple3 &c) {
             flr_manifold3 m;
             flr_contact3_convex_convex(&c.a.convex, &c.b.convex, nullptr, &m);
             return depth_of(m);
         }},
        {"ray",
         {place::apart},
         [](const couple3 &c) {
             flr_raycast3_result r;
             flr_raycast3(&c.ray, &c.b.any, &r);
             return r.hit ? double(r.t) : 2;
         },
         [](const couple3 &c) {
             flr_convex3 point = flr_convex3_point(c.ray.origin);
             return time_of(flr_sweep3_convex_convex(&point, c.ray.direction, &c.b.convex, nullptr));
         }},
        {"sweep",
         {place::apart},
         [](const couple3 &c) {
             flr_sweep3_result r;
             flr_sweep3(&c.a.any, c.motion, &c.b.any, &r);
             return time_of(r);
         },
         [](const couple3 &c) {
             return time_of(flr_sweep3_convex_convex(&c.a.convex, c.motion, &c.b.convex, nullptr));
         }},
        {"motion",
         {place::apart},
         [](const couple3 &c) {
             flr_motion3_result r;
             flr_motion3(&c.a.own_any, &c.path_a, &c.b.own_any, &c.path_b, nullptr, &r);
             return r.hit ? double(r.t) : 2;
         },
         [](const couple3 &c) {
             flr_motion3_result r =
                 flr_motion3_convex_convex(&c.a.own_convex, &c.path_a, &c.b.own_convex, &c.path_b, nullptr);
             return r.hit ? double(r.t) : 2;
         }}};
    return all;
}

/// Pairs with a function of their own, which is the one to compare with. Of a ray the shape is b.
struct typed3 {
    const char *question;
    kind3 a, b;
    ask3 ask;
};

#define BENCH_TYPED3(question, kind_a, kind_b, answer)                                                       \
    {                                                                                                        \
        question, kind3::kind_a, kind3::kind_b, [](const couple3 &c) { return double(answer); }              \
    }
#define BENCH_CONTACT3(kind_a, kind_b)                                                                       \
    {                                                                                                        \
        "contact", kind3::kind_a, kind3::kind_b, [](const couple3 &c) {                                      \
            flr_manifold3 m;                                                                                 \
            flr_contact3_##kind_a##_##kind_b(&c.a.any.as.kind_a, &c.b.any.as.kind_b, nullptr, &m);           \
            return depth_of(m);                                                                              \
        }                                                                                                    \
    }

inline ask3 typed_of(const kinds3 &kinds, const question3 &q)
{
#define A(kind) &c.a.any.as.kind
#define B(kind) &c.b.any.as.kind
    static const typed3 all[] = {
        BENCH_TYPED3("distance", triangle, triangle,
                     flr_closest3_triangle_triangle(A(triangle), B(triangle)).distance),
        BENCH_TYPED3("distance", sphere, sphere, flr_closest3_sphere_sphere(A(sphere), B(sphere)).distance),
        BENCH_TYPED3("distance", capsule, capsule,
                     flr_closest3_capsule_capsule(A(capsule), B(capsule)).distance),
        BENCH_TYPED3("distance", capsule, box, flr_closest3_capsule_box(A(capsule), B(box)).distance),
        BENCH_TYPED3("distance", sphere, triangle,
                     flr_closest3_sphere_triangle(A(sphere), B(triangle)).distance),
        BENCH_TYPED3("yes or no", tetrahedron, tetrahedron,
                     flr_overlap3_tetrahedron_tetrahedron(A(tetrahedron), B(tetrahedron))),
        BENCH_TYPED3("yes or no", box, box, flr_overlap3_box_box(A(box), B(box))),
        BENCH_TYPED3("yes or no", triangle, triangle,
                     flr_overlap3_triangle_triangle(A(triangle), B(triangle))),
        BENCH_TYPED3("yes or no", sphere, sphere, flr_overlap3_sphere_sphere(A(sphere), B(sphere))),
        BENCH_TYPED3("yes or no", capsule, capsule, flr_overlap3_capsule_capsule(A(capsule), B(capsule))),
        BENCH_TYPED3("yes or no", cylinder, cylinder,
                     flr_overlap3_cylinder_cylinder(A(cylinder), B(cylinder))),
        BENCH_TYPED3("yes or no", quad, quad, flr_overlap3_quad_quad(A(quad), B(quad))),
        BENCH_TYPED3("yes or no", capsule, box, flr_overlap3_capsule_box(A(capsule), B(box))),
        BENCH_TYPED3("yes or no", sphere, triangle, flr_overlap3_sphere_triangle(A(sphere), B(triangle))),
        BENCH_TYPED3("ray", tetrahedron, tetrahedron,
                     time_of(flr_cast3_ray_tetrahedron(&c.ray, B(tetrahedron)))),
        BENCH_TYPED3("ray", box, box, time_of(flr_cast3_ray_box(&c.ray, B(box)))),
        BENCH_TYPED3("ray", triangle, triangle, time_of(flr_cast3_ray_triangle(&c.ray, B(triangle), 0))),
        BENCH_TYPED3("ray", sphere, sphere, time_of(flr_cast3_ray_sphere(&c.ray, B(sphere)))),
        BENCH_TYPED3("ray", capsule, capsule, time_of(flr_cast3_ray_capsule(&c.ray, B(capsule)))),
        BENCH_TYPED3("ray", cylinder, cylinder, time_of(flr_cast3_ray_cylinder(&c.ray, B(cylinder)))),
        BENCH_TYPED3("ray", quad, quad, time_of(flr_cast3_ray_quad(&c.ray, B(quad), 0))),
        BENCH_TYPED3("sweep", box, box, time_of(flr_sweep3_box_box(A(box), c.motion, B(box)))),
        BENCH_TYPED3("sweep", sphere, sphere,
                     time_of(flr_sweep3_sphere_sphere(A(sphere), c.motion, B(sphere)))),
        BENCH_TYPED3("sweep", capsule, capsule,
                     time_of(flr_sweep3_capsule_capsule(A(capsule), c.motion, B(capsule)))),
        BENCH_TYPED3("sweep", capsule, box, time_of(flr_sweep3_capsule_box(A(capsule), c.motion, B(box)))),
        BENCH_TYPED3("sweep", sphere, triangle,
                     time_of(flr_sweep3_sphere_triangle(A(sphere), c.motion, B(triangle)))),
        BENCH_CONTACT3(box, box),
        BENCH_CONTACT3(sphere, sphere),
        BENCH_CONTACT3(capsule, capsule),
        BENCH_CONTACT3(capsule, box)};
#undef A
#undef B
    for (const typed3 &t : all)
        if (std::strcmp(t.question, q.name) == 0 && t.a == kinds.a && t.b == kinds.b) return t.ask;
    return q.convex;
}

//---- in the plane ----

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
    flr_cast2_path ray;
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
            c.ray = flr_cast2_path_make(origin, flr_scale2(2, aim), 0, 1);
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
inline double time_of(const flr_cast2 &r) { return r.hit ? double(r.t) : 2; }
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
             flr_cast2 r;
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
             flr_motion2_result r;
             flr_motion2(&c.a.own_any, &c.path_a, &c.b.own_any, &c.path_b, nullptr, &r);
             return r.hit ? double(r.t) : 2;
         },
         [](const couple2 &c) {
             flr_motion2_result r =
                 flr_motion2_convex_convex(&c.a.own_convex, &c.path_a, &c.b.own_convex, &c.path_b, nullptr);
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
            [](const couple2 &c) { return time_of(flr_cast2_ray_##kind_b(&c.ray, &c.b.any.as.kind_b)); },    \
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

//---- a box at rest on terrain ----

class terrain
{
  public:
    static constexpr int cells = 64;
    static constexpr double cell = 0.25;

    explicit terrain(size_t count)
    {
        draw r{{77}};
        for (int y = 0; y <= cells; ++y)
            for (int x = 0; x <= cells; ++x) {
                const double height = r.between(0, 0.05);
                for (double v : {cell * x, cell * y, height}) vertices.push_back(flr_real(v));
            }
        for (std::uint32_t y = 0; y < cells; ++y)
            for (std::uint32_t x = 0; x < cells; ++x) {
                const std::uint32_t a = y * (cells + 1) + x, b = a + 1, c = b + cells, d = c + 1;
                for (std::uint32_t i : {a, b, d, a, d, c}) triangles.push_back(i);
            }
        flr_mesh3_input input = {vertices.data(), vertices.size() / 3, triangles.data(), triangles.size() / 3,
                                 -1};
        flr_mesh3 *made = nullptr;
        if (flr_mesh3_create(&input, nullptr, &made) != FLR_OK) std::abort();
        mesh_.reset(made, flr_mesh3_destroy);
        std::memset(&ground, 0, sizeof ground);
        ground.kind = FLR_SHAPE3_MESH;
        if (flr_instance3_make(made, flr_affine3_identity(), &ground.as.mesh) != FLR_OK) std::abort();
        for (size_t i = 0; i < count; ++i) {
            flr_shape3 s;
            std::memset(&s, 0, sizeof s);
            s.kind = FLR_SHAPE3_BOX;
            const double x = r.between(1, cells * cell - 1), y = r.between(1, cells * cell - 1),
                         turn = r.between(-1, 1);
            const double n = 1 / std::sqrt(1 + turn * turn), z = 0.54;  // a little below the highest ground
            s.as.box.center = {flr_real(x), flr_real(y), flr_real(z)};
            s.as.box.axes = {
                {flr_real(n), flr_real(n * turn), 0}, {flr_real(-n * turn), flr_real(n), 0}, {0, 0, 1}};
            s.as.box.half_extents = {flr_real(0.5), flr_real(0.5), flr_real(0.5)};
            boxes.push_back(s);
        }
    }
    double contact(size_t i) const
    {
        flr_manifold3 m;
        flr_contact3(&boxes[i], &ground, nullptr, &m);
        return depth_of(m);
    }

    std::vector<flr_real> vertices;
    std::vector<std::uint32_t> triangles;
    flr_shape3 ground;
    std::vector<flr_shape3> boxes;

  private:
    std::shared_ptr<flr_mesh3> mesh_;
};

}  // namespace bench

#endif
