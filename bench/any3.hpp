// Any two shapes in space, and a box on terrain: scenes, questions, and the typed call for each (see any.hpp).
#ifndef BENCH_ANY3_HPP
#define BENCH_ANY3_HPP

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "any.hpp"

namespace bench
{

enum class kind3 { tetrahedron, box, hull, triangle, sphere, capsule, cylinder, quad };

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
    flr_raycast3_path ray;  ///< of t from 0 to 1, at b
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
        c.ray = flr_raycast3_path_make(origin, flr_scale3(2, aim), 0, 1);
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
inline double time_of(const flr_rayhit3 &r) { return r.hit ? double(r.t) : 2; }
inline double time_of(const flr_raycast3_triangle &r) { return r.hit ? double(r.t) : 2; }

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
             flr_toi3_result r;
             flr_toi3(&c.a.own_any, &c.path_a, &c.b.own_any, &c.path_b, nullptr, &r);
             return r.hit ? double(r.t) : 2;
         },
         [](const couple3 &c) {
             flr_toi3_result r =
                 flr_toi3_convex_convex(&c.a.own_convex, &c.path_a, &c.b.own_convex, &c.path_b, nullptr);
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
                     time_of(flr_raycast3_ray_tetrahedron(&c.ray, B(tetrahedron)))),
        BENCH_TYPED3("ray", box, box, time_of(flr_raycast3_ray_box(&c.ray, B(box)))),
        BENCH_TYPED3("ray", triangle, triangle, time_of(flr_raycast3_ray_triangle(&c.ray, B(triangle), 0))),
        BENCH_TYPED3("ray", sphere, sphere, time_of(flr_raycast3_ray_sphere(&c.ray, B(sphere)))),
        BENCH_TYPED3("ray", capsule, capsule, time_of(flr_raycast3_ray_capsule(&c.ray, B(capsule)))),
        BENCH_TYPED3("ray", cylinder, cylinder, time_of(flr_raycast3_ray_cylinder(&c.ray, B(cylinder)))),
        BENCH_TYPED3("ray", quad, quad, time_of(flr_raycast3_ray_quad(&c.ray, B(quad), 0))),
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
