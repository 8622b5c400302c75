// Lists of 10 to 100,000 shapes, spheres and boxes, spread so that each has as many neighbours: what a question costs with the tree, one by one, and
// in FCL's dynamic tree, which has no rays.
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "bench.hpp"
#include "fcl.hpp"

namespace
{

struct scene {
    std::vector<flr_shape3> shapes, asked;
    std::vector<flr_raycast3_path> paths;
    std::vector<flr_vec3> motions;
    flr_list3 *list = nullptr;
    fcl::DynamicAABBTreeCollisionManagerd tree;
    std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects, askers;

    scene() = default;
    scene(const scene &) = delete;
    scene &operator=(const scene &) = delete;
    ~scene() { flr_list3_destroy(list); }
};

std::unique_ptr<fcl::CollisionObjectd> fcl_object(const flr_shape3 &s)
{
    if (s.kind == FLR_SHAPE3_SPHERE)
        return std::make_unique<fcl::CollisionObjectd>(
            std::make_shared<fcl::Sphered>(double(s.as.sphere.radius)), fcl::Matrix3d::Identity(),
            bench::fcl_vector(s.as.sphere.center));
    const flr_box3 &b = s.as.box;
    fcl::Matrix3d m;
    m.col(0) = bench::fcl_vector(b.axes.x);
    m.col(1) = bench::fcl_vector(b.axes.y);
    m.col(2) = bench::fcl_vector(b.axes.z);
    return std::make_unique<fcl::CollisionObjectd>(
        std::make_shared<fcl::Boxd>(2 * bench::fcl_vector(b.half_extents)), m, bench::fcl_vector(b.center));
}

void fill(scene &s, std::size_t count, std::size_t questions)
{
    std::mt19937 random(5);
    auto unit = [&] { return std::uniform_real_distribution<double>(-1, 1)(random); };
    const double room = 1.5 * std::cbrt(double(count));
    auto point = [&](double r) {
        double x = r * unit(), y = r * unit(), z = r * unit();
        return flr_vec3{x, y, z};
    };
    auto shape = [&](flr_vec3 at) {
        flr_shape3 r{};
        const double size = 0.5 + 0.25 * unit();
        if (unit() < 0) {
            r.kind = FLR_SHAPE3_SPHERE;
            r.as.sphere = {at, size};
            return r;
        }
        r.kind = FLR_SHAPE3_BOX;
        const double angle = 3 * unit(), x = std::cos(angle), y = std::sin(angle);
        r.as.box = {at, {{x, y, 0}, {-y, x, 0}, {0, 0, 1}}, {size, 0.5, 0.5}};
        return r;
    };
    for (std::size_t i = 0; i < count; ++i) s.shapes.push_back(shape(point(room)));
    for (std::size_t i = 0; i < questions; ++i) {
        const flr_vec3 from = point(room), to = point(room);
        const flr_ray3 ray = {from, flr_sub3(to, from)};
        s.asked.push_back(shape(point(room)));
        s.paths.push_back(flr_raycast3_path_ray(&ray));
        s.motions.push_back(point(4));
    }
    flr_list3_create(s.shapes.data(), count, nullptr, &s.list);
    for (const flr_shape3 &x : s.shapes) s.objects.push_back(fcl_object(x));
    for (const flr_shape3 &x : s.asked) s.askers.push_back(fcl_object(x));
    for (auto &x : s.objects) s.tree.registerObject(x.get());
    s.tree.setup();
}

bool count_fcl(fcl::CollisionObjectd *a, fcl::CollisionObjectd *b, void *user)
{
    fcl::CollisionRequestd request;
    fcl::CollisionResultd result;
    *static_cast<std::size_t *>(user) += fcl::collide(a, b, request, result) > 0;
    return false;
}

bool nearest_fcl(fcl::CollisionObjectd *a, fcl::CollisionObjectd *b, void *user, double &limit)
{
    fcl::DistanceRequestd request;
    fcl::DistanceResultd result;
    double &best = *static_cast<double *>(user);
    best = std::min(best, std::max(0.0, fcl::distance(a, b, request, result)));
    limit = best;
    return best <= 0;
}

bool count_list(void *user, uint32_t)
{
    ++*static_cast<std::size_t *>(user);
    return true;
}

std::size_t sink;

void ask(bench::report &r, std::size_t count)
{
    scene s;
    const std::size_t n = 256;
    fill(s, count, n);
    const double per = double(n);
    const int repeats = r.quick() ? 1 : 14;
    const std::string of = " of " + std::to_string(count);
    const bool singly = count <= 10000;
    auto rows = [&](const char *what, std::vector<bench::row> all) {
        if (bench::report::wanted(what)) r.measure(what + of, std::move(all), repeats, per);
    };
    flr_raycast3_result hit;
    flr_distance3_result d;
    flr_sweep3_result w;
    uint32_t which;
    std::vector<bench::row> rays{{"the nearest hit, by the tree", [&] {
                                      for (auto &p : s.paths) {
                                          flr_raycast3_list(&p, s.list, nullptr, &which, &hit);
                                          sink += hit.hit;
                                      }
                                  }}};
    rays.emplace_back("any hit, by the tree", [&] {
        bool any;
        for (auto &p : s.paths) sink += flr_raycast3_list_any(&p, s.list, nullptr, &any) == FLR_OK && any;
    });
    if (singly)
        rays.emplace_back(
            "the nearest hit, one by one",
            [&] {
                for (flr_raycast3_path p : s.paths) {
                    size_t index;
                    flr_raycast3_nearest(&p, s.shapes.data(), count, &index, &hit);
                    sink += hit.hit;
                }
            },
            "the nearest hit, by the tree");
    rows("rays", rays);

    std::vector<bench::row> overlaps{{"all overlaps, by the tree", [&] {
                                          for (auto &a : s.asked)
                                              flr_overlap3_list_all(&a, s.list, nullptr, count_list, &sink);
                                      }}};
    if (singly)
        overlaps.emplace_back(
            "all overlaps, one by one",
            [&] {
                for (auto &a : s.asked)
                    for (auto &b : s.shapes) {
                        bool yes = false;
                        flr_overlap3(&a, &b, &yes);
                        sink += yes;
                    }
            },
            "all overlaps, by the tree");
    overlaps.emplace_back(
        "FCL: all overlaps, dynamic tree",
        [&] {
            for (auto &a : s.askers) s.tree.collide(a.get(), &sink, count_fcl);
        },
        "all overlaps, by the tree");
    rows("overlaps", overlaps);

    std::vector<bench::row> nearest{{"the nearest shape, by the tree", [&] {
                                         for (auto &a : s.asked) {
                                             flr_nearest3_list(&a, s.list, 0, nullptr, &which, &d);
                                             sink += which;
                                         }
                                     }}};
    nearest.emplace_back(
        "FCL: the nearest shape, dynamic tree",
        [&] {
            for (auto &a : s.askers) {
                double best = 1e30;
                s.tree.distance(a.get(), &best, nearest_fcl);
                sink += best > 0;
            }
        },
        "the nearest shape, by the tree");
    rows("nearest", nearest);

    rows("sweeps", {{"the first touch of a sweep of 4, by the tree", [&] {
                         for (std::size_t i = 0; i < n; ++i) {
                             flr_sweep3_list(&s.asked[i], s.motions[i], s.list, nullptr, nullptr, &which, &w);
                             sink += w.hit;
                         }
                     }}});
    const double one = 1;
    if (bench::report::wanted("build"))
        r.measure("build" + of,
                  {{"making the list",
                    [&] {
                        flr_list3 *l;
                        flr_list3_create(s.shapes.data(), count, nullptr, &l);
                        flr_list3_destroy(l);
                    }},
                   {"FCL: making the dynamic tree",
                    [&] {
                        fcl::DynamicAABBTreeCollisionManagerd t;
                        std::vector<fcl::CollisionObjectd *> all;
                        for (auto &x : s.objects) all.push_back(x.get());
                        t.registerObjects(all);
                        t.setup();
                    },
                    "making the list"}},
                  repeats, one * double(count));
}

}  // namespace

int main(int argc, char **argv)
{
    bench::report r("lists", argc, argv);
    if (!r.good()) return 2;
    for (std::size_t count : {10, 100, 1000, 10000, 100000}) ask(r, count);
    return sink == 12345;
}
