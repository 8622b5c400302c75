// peers: cgal
// also in float
// The hottest pairs, one call at a time and as arrays: ns per pair from cache, and how that grows with the length.
#include <cstring>

#include "bench.hpp"
#include "shapes.hpp"

#ifdef FEELER_HAVE_CGAL
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/intersections.h>
#include <CGAL/squared_distance_3.h>
#endif

namespace
{

using bench::columns;
constexpr size_t rounds = 16;

#ifdef FEELER_REAL_FLOAT
const char *const benchmark = "batch, float";
#else
const char *const benchmark = "batch";
#endif

/// Shapes and their coordinates as arrays.
struct scene {
    bench::shapes a, b;
    columns point;
    columns segment_a[2], segment_b[2], triangle_a[3], triangle_b[3], box_a[2], box_b[2];
    columns center_a, center_b, origin, direction;
    std::vector<flr_real> radius_a, radius_b;
    size_t count;

    explicit scene(size_t n)
        : a(7, n), b(8, n), point(b.points), segment_a{columns(a.segments, &flr_segment3::a),
                                                       columns(a.segments, &flr_segment3::b)},
          segment_b{columns(b.segments, &flr_segment3::a), columns(b.segments, &flr_segment3::b)},
          triangle_a{columns(a.triangles, &flr_triangle3::a), columns(a.triangles, &flr_triangle3::b),
                     columns(a.triangles, &flr_triangle3::c)},
          triangle_b{columns(b.triangles, &flr_triangle3::a), columns(b.triangles, &flr_triangle3::b),
                     columns(b.triangles, &flr_triangle3::c)},
          box_a{columns(a.aabbs, &flr_aabb3::min), columns(a.aabbs, &flr_aabb3::max)},
          box_b{columns(b.aabbs, &flr_aabb3::min), columns(b.aabbs, &flr_aabb3::max)},
          center_a(a.spheres, &flr_sphere::center), center_b(b.spheres, &flr_sphere::center),
          origin(a.rays, &flr_ray3::origin), direction(a.rays, &flr_ray3::direction), count(n)
    {
        for (const flr_sphere &s : a.spheres) radius_a.push_back(s.radius);
        for (const flr_sphere &s : b.spheres) radius_b.push_back(s.radius);
    }
    flr_batch_rays3 rays(bool one = false) const
    {
        return {origin.view(one), direction.view(one), {nullptr, false}, {nullptr, false}};
    }
    flr_batch_segments3 segments(const columns *c) const { return {c[0].view(), c[1].view()}; }
    flr_batch_triangles3 triangles(const columns *c) const { return {c[0].view(), c[1].view(), c[2].view()}; }
    flr_batch_aabbs3 aabbs(const columns *c) const { return {c[0].view(), c[1].view()}; }
};

/// What one call at a time and the array form answer; held against each other bit for bit.
struct answers {
    std::vector<flr_real> value;
    std::vector<char> yes;
    columns point_a, point_b;
    explicit answers(const scene &s) : value(s.count), yes(s.count), point_a(s.a.points), point_b(s.a.points)
    {
    }
    bool *flags() { return reinterpret_cast<bool *>(yes.data()); }
    bool operator==(const answers &o) const
    {
        return yes == o.yes && std::memcmp(value.data(), o.value.data(), value.size() * sizeof value[0]) == 0;
    }
};

class table
{
  public:
    table(bench::report &out, const scene &s, int repeats) : out_(out), s_(s), repeats_(repeats) {}

    /// One row for each way; `peer` may be empty.
    template <class scalar, class array>
    void pair(const std::string &name, scalar one, array all, const std::string &peer_name = "",
              const std::function<void()> &peer = {})
    {
        answers singly(s_), together(s_);
        size_t n = s_.count;
        std::vector<bench::row> rows;
        auto repeated = [](auto work) {
            return [work] {
                for (size_t round = 0; round < rounds; ++round) work();
            };
        };
        if (peer) rows.emplace_back(peer_name, repeated(peer));
        rows.emplace_back("Feeler, one call each", repeated([&] {
                              for (size_t i = 0; i < n; ++i) one(i, singly);
                          }),
                          peer ? peer_name : "");
        rows.emplace_back("Feeler, arrays", repeated([&] { all(n, together); }), "Feeler, one call each");
        std::printf("%s\n", name.c_str());
        out_.measure(name, rows, repeats_, double(n * rounds));
        if (!(singly == together)) {
            std::fprintf(stderr, "bench_batch: %s: arrays answer otherwise than single calls\n",
                         name.c_str());
            good = false;
        }
    }

    bool good = true;

  private:
    bench::report &out_;
    const scene &s_;
    int repeats_;
};

#ifdef FEELER_HAVE_CGAL
typedef CGAL::Exact_predicates_inexact_constructions_kernel kernel;

kernel::Point_3 cgal(flr_vec3 p) { return {p.x, p.y, p.z}; }
kernel::Triangle_3 cgal(const flr_triangle3 &t) { return {cgal(t.a), cgal(t.b), cgal(t.c)}; }
kernel::Segment_3 cgal(const flr_segment3 &s) { return {cgal(s.a), cgal(s.b)}; }

template <class shape> auto all_cgal(const std::vector<shape> &from)
{
    std::vector<decltype(cgal(from[0]))> to;
    for (const shape &s : from) to.push_back(cgal(s));
    return to;
}

struct peers {
    std::vector<kernel::Point_3> points;
    std::vector<kernel::Triangle_3> triangles, others;
    std::vector<kernel::Segment_3> segments, more;
    std::vector<double> value;
    explicit peers(const scene &s)
        : points(all_cgal(s.b.points)), triangles(all_cgal(s.a.triangles)), others(all_cgal(s.b.triangles)),
          segments(all_cgal(s.a.segments)), more(all_cgal(s.b.segments)), value(s.count)
    {
    }
};
#define PEER(expression)                                                                                     \
    "CGAL", [&] {                                                                                            \
        for (size_t i = 0; i < s.count; ++i) p.value[i] = expression;                                        \
    }
#else
struct peers {
    explicit peers(const scene &) {}
};
#define PEER(expression)                                                                                     \
    "", {}
#endif

void closest(table &t, const scene &s, const peers &given)
{
    peers p = given;
    (void)p;
    t.pair(
        "point-segment",
        [&](size_t i, answers &r) {
            r.value[i] = flr_closest3_point_segment(s.b.points[i], &s.a.segments[i]).distance;
        },
        [&](size_t n, answers &r) {
            flr_batch_points3 x = s.point.view();
            flr_batch_segments3 y = s.segments(s.segment_a);
            flr_batch_closest3 out = {r.value.data(), {nullptr, nullptr, nullptr}, r.point_b.room()};
            flr_batch_closest3_point_segment(&x, &y, 0, n, &out);
        },
        PEER(std::sqrt(CGAL::squared_distance(p.points[i], p.segments[i]))));
    t.pair(
        "point-triangle",
        [&](size_t i, answers &r) {
            r.value[i] = flr_closest3_point_triangle(s.b.points[i], &s.a.triangles[i]).distance;
        },
        [&](size_t n, answers &r) {
            flr_batch_points3 x = s.point.view();
            flr_batch_triangles3 y = s.triangles(s.triangle_a);
            flr_batch_closest3 out = {r.value.data(), {nullptr, nullptr, nullptr}, r.point_b.room()};
            flr_batch_closest3_point_triangle(&x, &y, 0, n, &out);
        },
        PEER(std::sqrt(CGAL::squared_distance(p.points[i], p.triangles[i]))));
    t.pair(
        "point-aabb",
        [&](size_t i, answers &r) {
            r.value[i] = flr_closest3_point_aabb(s.b.points[i], &s.a.aabbs[i]).distance;
        },
        [&](size_t n, answers &r) {
            flr_batch_points3 x = s.point.view();
            flr_batch_aabbs3 y = s.aabbs(s.box_a);
            flr_batch_closest3 out = {r.value.data(), {nullptr, nullptr, nullptr}, r.point_b.room()};
            flr_batch_closest3_point_aabb(&x, &y, 0, n, &out);
        });
    t.pair(
        "segment-segment",
        [&](size_t i, answers &r) {
            r.value[i] = flr_closest3_segment_segment(&s.a.segments[i], &s.b.segments[i]).distance;
        },
        [&](size_t n, answers &r) {
            flr_batch_segments3 x = s.segments(s.segment_a), y = s.segments(s.segment_b);
            flr_batch_closest3 out = {r.value.data(), r.point_a.room(), r.point_b.room()};
            flr_batch_closest3_segment_segment(&x, &y, 0, n, &out);
        },
        PEER(std::sqrt(CGAL::squared_distance(p.segments[i], p.more[i]))));
}

void casts(table &t, const scene &s)
{
    auto ray_triangle = [&](size_t i, answers &r) {
        flr_raycast3_path path = flr_raycast3_path_ray(&s.a.rays[i]);
        flr_raycast3_triangle c = flr_raycast3_ray_triangle(&path, &s.a.triangles[i], 0);
        r.value[i] = c.t;
        r.yes[i] = c.hit;
    };
    t.pair("ray-triangle: hit, t, point, normal, weights", ray_triangle, [&](size_t n, answers &r) {
        flr_batch_rays3 x = s.rays();
        flr_batch_triangles3 y = s.triangles(s.triangle_a);
        static columns normal(s.a.points), weight(s.a.points);
        flr_batch_points3_out w = weight.room();
        flr_batch_raycast3_triangle out = {r.flags(),        nullptr,       r.value.data(),
                                           r.point_a.room(), normal.room(), {w.x, w.y, w.z}};
        flr_batch_raycast3_ray_triangle(&x, &y, 0, 0, n, &out);
    });
    t.pair("ray-triangle: hit and t", ray_triangle, [&](size_t n, answers &r) {
        flr_batch_rays3 x = s.rays();
        flr_batch_triangles3 y = s.triangles(s.triangle_a);
        flr_batch_raycast3_triangle out = {};
        out.hit = r.flags();
        out.t = r.value.data();
        flr_batch_raycast3_ray_triangle(&x, &y, 0, 0, n, &out);
    });
    for (bool one : {false, true}) {
        const std::vector<flr_raycast3_path> &paths = s.a.paths;
        t.pair(
            one ? "one ray, many aabbs: hit and t" : "ray-aabb: hit and t",
            [&, one](size_t i, answers &r) {
                flr_rayhit3 c = flr_raycast3_ray_aabb(&paths[one ? 0 : i], &s.a.aabbs[i]);
                r.value[i] = c.t;
                r.yes[i] = c.hit;
            },
            [&, one](size_t n, answers &r) {
                flr_batch_rays3 x = s.rays(one);
                flr_batch_aabbs3 y = s.aabbs(s.box_a);
                flr_batch_rayhits3 out = {};
                out.hit = r.flags();
                out.t = r.value.data();
                flr_batch_raycast3_ray_aabb(&x, &y, 0, n, &out);
            });
    }
}

void overlaps(table &t, const scene &s, const peers &given)
{
    peers p = given;
    (void)p;
    auto balls = [&](const columns &center, const std::vector<flr_real> &radius) {
        return flr_batch_spheres{center.view(), {radius.data(), false}};
    };
    t.pair(
        "sphere-sphere overlap",
        [&](size_t i, answers &r) {
            r.yes[i] = flr_overlap3_sphere_sphere(&s.a.spheres[i], &s.b.spheres[i]);
        },
        [&](size_t n, answers &r) {
            flr_batch_spheres x = balls(s.center_a, s.radius_a), y = balls(s.center_b, s.radius_b);
            flr_batch_overlap3_sphere_sphere(&x, &y, 0, n, r.flags());
        });
    t.pair(
        "sphere-aabb overlap",
        [&](size_t i, answers &r) { r.yes[i] = flr_overlap3_sphere_aabb(&s.a.spheres[i], &s.b.aabbs[i]); },
        [&](size_t n, answers &r) {
            flr_batch_spheres x = balls(s.center_a, s.radius_a);
            flr_batch_aabbs3 y = s.aabbs(s.box_b);
            flr_batch_overlap3_sphere_aabb(&x, &y, 0, n, r.flags());
        });
    t.pair(
        "aabb-aabb overlap",
        [&](size_t i, answers &r) { r.yes[i] = flr_overlap3_aabb_aabb(&s.a.aabbs[i], &s.b.aabbs[i]); },
        [&](size_t n, answers &r) {
            flr_batch_aabbs3 x = s.aabbs(s.box_a), y = s.aabbs(s.box_b);
            flr_batch_overlap3_aabb_aabb(&x, &y, 0, n, r.flags());
        });
    t.pair(
        "triangle-triangle overlap",
        [&](size_t i, answers &r) {
            r.yes[i] = flr_overlap3_triangle_triangle(&s.a.triangles[i], &s.b.triangles[i]);
        },
        [&](size_t n, answers &r) {
            flr_batch_triangles3 x = s.triangles(s.triangle_a), y = s.triangles(s.triangle_b);
            flr_batch_overlap3_triangle_triangle(&x, &y, 0, n, r.flags());
        },
        PEER(CGAL::do_intersect(p.triangles[i], p.others[i])));
}

/// From ten pairs, where the call itself is what costs, to a million, which come from memory.
void growth(bench::report &out, bool quick)
{
    for (size_t n : {10, 100, 1000, 10000, 100000, 1000000}) {
        if (quick && n > 10000) break;
        const scene s(n);
        const size_t repeats = n < 100000 ? 100000 / n : 1;
        answers r(s);
        flr_batch_points3 x = s.point.view();
        flr_batch_triangles3 y = s.triangles(s.triangle_a);
        flr_batch_closest3 to = {r.value.data(), {nullptr, nullptr, nullptr}, r.point_b.room()};
        auto arrays = [&] {
            for (size_t k = 0; k < repeats; ++k) flr_batch_closest3_point_triangle(&x, &y, 0, n, &to);
        };
        auto calls = [&] {
            for (size_t k = 0; k < repeats; ++k)
                for (size_t i = 0; i < n; ++i)
                    r.value[i] = flr_closest3_point_triangle(s.b.points[i], &s.a.triangles[i]).distance;
        };
        std::vector<bench::row> rows;
        rows.emplace_back("Feeler, one call each", calls);
        rows.emplace_back("Feeler, arrays", arrays, "Feeler, one call each");
        std::string name = "growth: point-triangle, " + std::to_string(n) + " pairs";
        std::printf("%s\n", name.c_str());
        out.measure(name, rows, quick ? 5 : 25, double(n * repeats));
    }
}

}  // namespace

int main(int argc, char **argv)
{
    bench::report out(benchmark, argc, argv);
    if (!out.good()) return 2;
    const bool quick = out.quick();
    const scene s(bench::shape_count);
    const peers p(s);
    table t(out, s, quick ? 5 : 51);
    closest(t, s, p);
    casts(t, s);
    overlaps(t, s, p);
    growth(out, quick);
    return t.good ? 0 : 1;
}
