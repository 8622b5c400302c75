// The same triangles for both sides: Feeler's meshes and FCL's trees.
#ifndef BENCH_MESHES_HPP
#define BENCH_MESHES_HPP

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include <fcl/fcl.h>

#include "feeler/feeler.h"

namespace bench
{

struct soup {
    std::vector<double> vertices;
    std::vector<std::uint32_t> triangles;
    std::size_t count() const { return triangles.size() / 3; }
};

/// A closed surface of 2 * rings * sectors triangles or so, about the unit sphere.
inline soup bumpy_sphere(std::uint32_t rings)
{
    soup s;
    const std::uint32_t sectors = 2 * rings;
    const double pi = 3.14159265358979323846;
    auto add = [&](double polar, double around) {
        double radius = 1 + 0.03 * std::sin(7 * polar) * std::cos(9 * around);
        for (double x : {radius * std::sin(polar) * std::cos(around),
                         radius * std::sin(polar) * std::sin(around), radius * std::cos(polar)})
            s.vertices.push_back(x);
    };
    auto face = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        s.triangles.insert(s.triangles.end(), {a, b, c});
    };
    add(0, 0);
    for (std::uint32_t i = 1; i < rings; ++i) {
        for (std::uint32_t j = 0; j < sectors; ++j) add(pi * i / rings, 2 * pi * j / sectors);
    }
    add(pi, 0);
    const std::uint32_t last = 1 + (rings - 1) * sectors;
    for (std::uint32_t j = 0; j < sectors; ++j) {
        std::uint32_t next = (j + 1) % sectors;
        face(0, 1 + j, 1 + next);
        for (std::uint32_t i = 0; i + 2 < rings; ++i) {
            std::uint32_t upper = 1 + i * sectors, lower = upper + sectors;
            face(upper + j, lower + j, lower + next);
            face(upper + j, lower + next, upper + next);
        }
        face(last, last - sectors + next, last - sectors + j);
    }
    return s;
}

[[noreturn]] inline void stop(const char *what)
{
    std::fprintf(stderr, "bench: %s\n", what);
    std::exit(1);
}

struct mesh_deleter {
    void operator()(flr_mesh3 *m) const { flr_mesh3_destroy(m); }
};
using mesh = std::unique_ptr<flr_mesh3, mesh_deleter>;

inline mesh make_mesh(const soup &s, const flr_parallel *others = nullptr)
{
    flr_mesh3_input input = {s.vertices.data(), s.vertices.size() / 3, s.triangles.data(), s.count(), -1};
    flr_mesh3 *m = nullptr;
    flr_status status = flr_mesh3_create_parallel(&input, nullptr, others, &m);
    if (status != FLR_OK) stop(flr_status_string(status));
    return mesh(m);
}

inline flr_instance3 place(const mesh &m, const flr_affine3 &pose)
{
    flr_instance3 instance;
    flr_status status = flr_instance3_make(m.get(), pose, &instance);
    if (status != FLR_OK) stop(flr_status_string(status));
    return instance;
}

using tree = fcl::BVHModel<fcl::OBBRSSd>;

/// FCL's vectors for a mesh, which its users have at hand; the time to make them is not its own.
struct fcl_soup {
    std::vector<fcl::Vector3d> vertices;
    std::vector<fcl::Triangle> triangles;

    explicit fcl_soup(const soup &s)
    {
        for (std::size_t i = 0; i < s.vertices.size(); i += 3) {
            vertices.emplace_back(s.vertices[i], s.vertices[i + 1], s.vertices[i + 2]);
        }
        for (std::size_t i = 0; i < s.triangles.size(); i += 3) {
            triangles.emplace_back(s.triangles[i], s.triangles[i + 1], s.triangles[i + 2]);
        }
    }
};

inline std::shared_ptr<tree> make_tree(const fcl_soup &s)
{
    auto t = std::make_shared<tree>();
    t->beginModel(static_cast<int>(s.triangles.size()), static_cast<int>(s.vertices.size()));
    t->addSubModel(s.vertices, s.triangles);
    t->endModel();
    return t;
}

struct closest {
    bool found;
    double distance;
};

/// FCL's best form of "how far apart, if no farther than `most`": its own traversal with the
/// result set to `most` beforehand, so that what is farther is cut; no look at the trees at all
/// where their roots are farther apart than that.
inline closest fcl_closest(const tree &a, const fcl::Transform3d &pose_a, const tree &b,
                           const fcl::Transform3d &pose_b, double most)
{
    fcl::DistanceRequestd request(true);
    fcl::DistanceResultd result(most);
    fcl::detail::MeshDistanceTraversalNodeOBBRSSd node;
    if (!fcl::detail::initialize(node, a, pose_a, b, pose_b, request, result)) stop("FCL refuses a pair");
    if (!(node.BVTesting(0, 0) > most)) fcl::detail::distance(&node);
    return {result.o1 != nullptr, result.o1 ? std::max(0.0, result.min_distance) : 0};
}

inline bool fcl_overlap(const tree &a, const fcl::Transform3d &pose_a, const tree &b,
                        const fcl::Transform3d &pose_b)
{
    fcl::CollisionRequestd request(1, false);
    fcl::CollisionResultd result;
    return fcl::collide(&a, pose_a, &b, pose_b, request, result) > 0;
}

}  // namespace bench

#endif
