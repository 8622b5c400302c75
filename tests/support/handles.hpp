/// Meshes and instances that release themselves, for tests.
#ifndef TESTS_SUPPORT_HANDLES_HPP
#define TESTS_SUPPORT_HANDLES_HPP

#include <memory>
#include <stdexcept>
#include <string>

#include "feeler/feeler.h"
#include "support/soup.hpp"

/// No exceptions in C tests, but here they reach cmocka as a clear message through `check`.
inline void must(flr_status status, const char *what)
{
    if (status != FLR_OK) throw std::runtime_error(std::string(what) + ": " + flr_status_string(status));
}

using mesh_handle = std::shared_ptr<flr_mesh3>;

inline flr_mesh3_input input_of(const soup &s, double weld = -1)
{
    flr_mesh3_input in;
    in.vertices = s.v.empty() ? nullptr : &s.v[0].x;
    in.vertex_count = s.v.size();
    in.triangles = s.t.empty() ? nullptr : s.t[0].data();
    in.triangle_count = s.t.size();
    in.weld_tolerance = flr_real(weld);
    return in;
}

inline mesh_handle make_mesh(const soup &s, double weld = -1)
{
    flr_mesh3_input in = input_of(s, weld);
    flr_mesh3 *m = nullptr;
    must(flr_mesh3_create(&in, nullptr, &m), "flr_mesh3_create");
    return mesh_handle(m, flr_mesh3_destroy);
}

/// A mesh with the soup it was made of and its pose.
struct part {
    soup s;
    mesh_handle mesh;
    flr_instance3 at;

    part(const soup &from, const flr_affine3 &pose) : s(from), mesh(make_mesh(from)) { place(pose); }
    explicit part(const soup &from) : part(from, flr_affine3_identity()) {}
    void place(const flr_affine3 &pose)
    {
        must(flr_instance3_make(mesh.get(), pose, &at), "flr_instance3_make");
    }
    /// The triangles as they stand in world, carried there once.
    std::vector<flr_triangle3> world() const
    {
        std::vector<flr_triangle3> r;
        for (auto t : s.t)
            r.push_back({flr_affine3_point(at.pose, s.v[t[0]]), flr_affine3_point(at.pose, s.v[t[1]]),
                         flr_affine3_point(at.pose, s.v[t[2]])});
        return r;
    }
};

inline flr_shape3 shape_of(const part &p)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_MESH;
    s.as.mesh = p.at;
    return s;
}

inline flr_shape3 shape_of(const flr_triangle3 &t)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_TRIANGLE;
    s.as.triangle = t;
    return s;
}

#endif
