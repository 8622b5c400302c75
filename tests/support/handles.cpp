#include "support/handles.hpp"

flr_mesh3_input input_of(const soup &s, double weld)
{
    flr_mesh3_input in;
    in.vertices = s.v.empty() ? nullptr : &s.v[0].x;
    in.vertex_count = s.v.size();
    in.triangles = s.t.empty() ? nullptr : s.t[0].data();
    in.triangle_count = s.t.size();
    in.weld_tolerance = flr_real(weld);
    return in;
}

mesh_handle make_mesh(const soup &s, double weld)
{
    flr_mesh3_input in = input_of(s, weld);
    flr_mesh3 *m = nullptr;
    must(flr_mesh3_create(&in, nullptr, &m), "flr_mesh3_create");
    return mesh_handle(m, flr_mesh3_destroy);
}

flr_shape3 shape_of(const part &p)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_MESH;
    s.as.mesh = p.at;
    return s;
}

flr_shape3 shape_of(const flr_triangle3 &t)
{
    flr_shape3 s{};
    s.kind = FLR_SHAPE3_TRIANGLE;
    s.as.triangle = t;
    return s;
}
