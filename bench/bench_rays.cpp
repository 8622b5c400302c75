// peers: embree
// Rays, points and winding numbers at meshes of a thousand to a million triangles. Rays are incoherent, and three quarters hit. Embree computes
// in float: as it comes, and with its flag for robust rays, which is the one that loses none between neighbours.
#include <cmath>
#include <cstring>
#include <memory>
#include <random>

#include "bench.hpp"
#include "meshes.hpp"
#ifdef FEELER_HAVE_EMBREE
#include <embree3/rtcore.h>
#endif

namespace
{

struct questions {
    std::vector<flr_vec3> from, along, points;
    std::vector<flr_raycast3_path> paths;
};

questions ask(std::size_t count)
{
    std::mt19937 random(11);
    auto unit = [&] { return std::uniform_real_distribution<double>(-1, 1)(random); };
    auto point = [&](double r) {
        double x = r * unit(), y = r * unit(), z = r * unit();
        return flr_vec3{x, y, z};
    };
    questions q;
    for (std::size_t i = 0; i < count; ++i) {
        flr_vec3 o = point(3), aim = point(0.75);
        while (flr_length3(o) < 1.2) o = point(3);
        if (i % 4 == 0) aim = flr_add3(aim, flr_vec3{2, 2, 2});
        q.from.push_back(o);
        q.along.push_back(flr_sub3(aim, o));
        const flr_ray3 ray = {o, q.along.back()};
        q.paths.push_back(flr_raycast3_path_ray(&ray));
        q.points.push_back(point(1.3));
    }
    return q;
}

#ifdef FEELER_HAVE_EMBREE

/// A scene of one mesh, in single precision.
struct scene {
    const bench::soup *soup;
    RTCDevice device = rtcNewDevice("threads=1,verbose=0");
    RTCScene of = rtcNewScene(device);

    scene(const bench::soup &s, bool robust) : soup(&s)
    {
        if (robust) rtcSetSceneFlags(of, RTC_SCENE_FLAG_ROBUST);
        RTCGeometry g = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
        auto *v = static_cast<float *>(rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_VERTEX, 0,
                                                               RTC_FORMAT_FLOAT3, 12, s.vertices.size() / 3));
        for (std::size_t i = 0; i < s.vertices.size(); ++i) v[i] = static_cast<float>(s.vertices[i]);
        void *t = rtcSetNewGeometryBuffer(g, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 12, s.count());
        std::memcpy(t, s.triangles.data(), 12 * s.count());
        rtcCommitGeometry(g);
        rtcAttachGeometry(of, g);
        rtcReleaseGeometry(g);
        rtcCommitScene(of);
    }
    scene(const scene &) = delete;
    scene &operator=(const scene &) = delete;
    ~scene()
    {
        rtcReleaseScene(of);
        rtcReleaseDevice(device);
    }
};

RTCRay ray_of(const questions &q, std::size_t i)
{
    RTCRay r = {};
    r.org_x = static_cast<float>(q.from[i].x);
    r.org_y = static_cast<float>(q.from[i].y);
    r.org_z = static_cast<float>(q.from[i].z);
    r.dir_x = static_cast<float>(q.along[i].x);
    r.dir_y = static_cast<float>(q.along[i].y);
    r.dir_z = static_cast<float>(q.along[i].z);
    r.tfar = 1e30f;
    r.mask = ~0u;
    return r;
}

int count_hits(const scene &s, const questions &q)
{
    RTCIntersectContext c;
    rtcInitIntersectContext(&c);
    int hits = 0;
    for (std::size_t i = 0; i < q.from.size(); ++i) {
        RTCRayHit x = {};
        x.ray = ray_of(q, i);
        x.hit.geomID = RTC_INVALID_GEOMETRY_ID;
        x.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
        rtcIntersect1(s.of, &c, &x);
        hits += x.hit.geomID != RTC_INVALID_GEOMETRY_ID;
    }
    return hits;
}

int count_any(const scene &s, const questions &q)
{
    RTCIntersectContext c;
    rtcInitIntersectContext(&c);
    int hits = 0;
    for (std::size_t i = 0; i < q.from.size(); ++i) {
        RTCRay r = ray_of(q, i);
        rtcOccluded1(s.of, &c, &r);
        hits += r.tfar < 0;
    }
    return hits;
}

/// Embree leaves the triangle to its caller, who has Feeler's here: the trees are compared.
struct nearest {
    const scene *of;
    flr_vec3 p;
    double distance;
};

bool look_at(RTCPointQueryFunctionArguments *x)
{
    auto *n = static_cast<nearest *>(x->userPtr);
    const std::uint32_t *t = &n->of->soup->triangles[3 * std::size_t(x->primID)];
    auto corner = [&](std::uint32_t i) {
        const double *v = &n->of->soup->vertices[3 * std::size_t(i)];
        return flr_vec3{v[0], v[1], v[2]};
    };
    const flr_triangle3 triangle = {corner(t[0]), corner(t[1]), corner(t[2])};
    const double d = flr_closest3_point_triangle(n->p, &triangle).distance;
    if (!(d < n->distance)) return false;
    n->distance = d;
    x->query->radius = static_cast<float>(d);
    return true;
}

double sum_of_distances(const scene &s, const questions &q, std::size_t count)
{
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const flr_vec3 p = q.points[i];
        RTCPointQuery query = {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z), 0,
                               1e30f};
        RTCPointQueryContext c;
        rtcInitPointQueryContext(&c);
        nearest n = {&s, p, 1e30};
        rtcPointQuery(s.of, &query, &c, look_at, &n);
        sum += n.distance;
    }
    return sum;
}

#endif

bool run(std::uint32_t rings, int repeats, bench::report &out)
{
    const bench::soup s = bench::bumpy_sphere(rings);
    const bench::mesh m = bench::make_mesh(s);
    const flr_instance3 at = bench::place(m, flr_affine3_identity());
    const std::string name = std::to_string(s.count());
    const std::size_t rays = 20000, points = 2000;
    const questions q = ask(rays);
    int hits = 0, any = 0;
    double distances = 0, winding = 0;
    bool good = true;
    auto nearest_hits = [&] {
        hits = 0;
        for (const flr_raycast3_path &p : q.paths) hits += flr_raycast3_ray_mesh(&p, &at, 0).hit;
    };
    std::vector<flr_raycast3_triangle> answers(rays);
    int in_array = 0;
    auto array_hits = [&] {
        flr_batch_raycast3_ray_mesh(q.paths.data(), &at, 0, 0, rays, answers.data());
        in_array = 0;
        for (const flr_raycast3_triangle &r : answers) in_array += r.hit;
    };
    auto any_hits = [&] {
        any = 0;
        for (const flr_raycast3_path &p : q.paths) any += flr_raycast3_ray_mesh_any(&p, &at, 0);
    };
    const std::unique_ptr<bool[]> met(new bool[rays]);
    int any_in_array = 0;
    auto any_array = [&] {
        flr_batch_raycast3_ray_mesh_any(q.paths.data(), &at, 0, 0, rays, met.get());
        any_in_array = 0;
        for (std::size_t i = 0; i < rays; ++i) any_in_array += met[i];
    };
    auto nearest_points = [&] {
        distances = 0;
        for (std::size_t i = 0; i < points; ++i)
            distances +=
                flr_closest3_point_mesh(q.points[i], &at, std::numeric_limits<double>::infinity()).distance;
    };
    flr_winding3 *clusters = nullptr;
    if (flr_winding3_create(m.get(), nullptr, &clusters) != FLR_OK) bench::stop("clusters");
    auto windings = [&] {
        winding = 0;
        for (std::size_t i = 0; i < points; ++i)
            winding += flr_winding3_mesh_point_quick(clusters, &at, q.points[i]);
    };
    std::vector<bench::row> nearest_rows, any_rows, point_rows;
    int theirs = -1, theirs_any = -1;
    double distances_theirs = -1;
    int theirs_robust = -1;
#ifdef FEELER_HAVE_EMBREE
    const scene plain(s, false), robust(s, true);
    nearest_rows.emplace_back("Embree, nearest hit", [&] { theirs = count_hits(plain, q); });
    nearest_rows.emplace_back("Embree robust, nearest hit", [&] { theirs = count_hits(robust, q); });
    any_rows.emplace_back("Embree, any hit", [&] { theirs_any = count_any(plain, q); });
    any_rows.emplace_back("Embree robust, any hit", [&] { theirs_robust = count_any(robust, q); });
    point_rows.emplace_back("Embree, nearest point",
                            [&] { distances_theirs = sum_of_distances(plain, q, points); });
#endif
    nearest_rows.emplace_back("Feeler, nearest hit", nearest_hits, "Embree robust, nearest hit");
    nearest_rows.emplace_back("Feeler, nearest hit, array", array_hits, "Embree robust, nearest hit");
    any_rows.emplace_back("Feeler, any hit", any_hits, "Embree robust, any hit");
    any_rows.emplace_back("Feeler, any hit, array", any_array, "Embree robust, any hit");
    point_rows.emplace_back("Feeler, nearest point", nearest_points, "Embree, nearest point");
    point_rows.emplace_back("Feeler, winding number by clusters", windings);
    std::printf("%s triangles\n", name.c_str());
    out.measure(name + " rays", nearest_rows, repeats, double(rays));
    out.measure(name + " any", any_rows, repeats, double(rays));
    out.measure(name + " points", point_rows, repeats, double(points));
    flr_winding3_destroy(clusters);
    good = good && hits == any && hits == in_array && hits == any_in_array && hits > int(rays) / 2;
    // a ray at the rim may differ in single precision
    if (theirs >= 0)
        good = good && std::abs(theirs - hits) < 20 && std::abs(theirs_any - any) < 20 &&
               std::abs(theirs_robust - any) < 20;
    if (distances_theirs >= 0) good = good && std::abs(distances_theirs - distances) < 1e-5 * distances;
    std::printf("  %d of %zu hit (Embree %d), mean distance %.6g (Embree %.6g), winding %.6g\n\n", hits, rays,
                theirs, distances / double(points), distances_theirs / double(points),
                winding / double(points));
    return good;
}

}  // namespace

int main(int argc, char **argv)
{
    bench::report out("rays", argc, argv);
    if (!out.good()) return 2;
    bool good = true;
    for (std::uint32_t rings : {16u, 50u, 158u, 500u}) {
        if (out.quick() && rings > 100) break;
        good = run(rings, out.quick() ? 1 : 21, out) && good;
    }
    return good ? 0 : 1;
}
