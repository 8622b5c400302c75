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

flr_mesh3_input input_of(const soup &s, double weld = -1);

mesh_handle make_mesh(const soup &s, double weld = -1);

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

flr_shape3 shape_of(const part &p);

flr_shape3 shape_of(const flr_triangle3 &t);

#endif
