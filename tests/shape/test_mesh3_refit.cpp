/// A mesh whose vertices have moved answers as one made of the moved vertices.
#include <cmath>
#include <cstring>
#include <vector>

#include "feeler/any3.h"
#include "feeler/overlap3.h"
#include "support/cmocka.hpp"
#include "support/handles.hpp"
#include "support/ledger.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

/// A smooth map of space, so that vertices in one place stay in one place.
struct bend {
    double by, away;
    flr_vec3 operator()(flr_vec3 p) const
    {
        return vec(p.x + by * std::sin(1.3 * double(p.y)) + away, p.y * (1 + by * 0.3 * double(p.x)),
                   p.z - by * double(p.x) * double(p.y) / 4);
    }
};

soup bent(soup s, const bend &by)
{
    for (flr_vec3 &p : s.v) p = by(p);
    return s;
}

std::vector<soup> stock()
{
    soup fin = box(vec(0, 0, 0), vec(1, 1, 1));
    fin.t.push_back({0, 0, 1});
    return {box(vec(-2, -2, -2), vec(2, 2, 2)),
            sphere(2, 24, 16),
            unshared(torus(3, 1, 20, 30)),
            fin,
            plate_with_square_hole(3, 1, 0, 0.5),
            box_with_cavity(vec(-2, -2, -2), vec(2, 2, 2), vec(-1, -1, -1), vec(1, 1, 1))};
}

flr_instance3 placed_at(const flr_mesh3 *m, const flr_affine3 &pose)
{
    flr_instance3 i;
    must(flr_instance3_make(m, pose, &i), "flr_instance3_make");
    return i;
}

/// Everything that is one number of the triangles is the same to the bit; volumes are summed from other places.
void compare(tally &t, random_source &r, const flr_mesh3 *got, const flr_mesh3 *want, double size,
             double away)
{
    const flr_mesh3_info g = flr_mesh3_get_info(got), w = flr_mesh3_get_info(want);
    t.expect(std::memcmp(&g.bounds, &w.bounds, sizeof g.bounds) == 0, "bounds");
    t.expect(g.watertight == w.watertight && g.oriented == w.oriented &&
                 g.component_count == w.component_count,
             "topology");
    t.expect(std::fabs(double(g.volume - w.volume)) <= real_choose(1e-12, 1e-4) * (size * size * size + 1),
             "volume %.17g, not %.17g", double(g.volume), double(w.volume));
    const flr_affine3 pose = random_rigid(r, 1);
    const flr_instance3 x = placed_at(got, pose), y = placed_at(want, pose);
    for (int k = 0; k < 60; ++k) {
        const flr_vec3 p = flr_affine3_point(pose, flr_add3(vec(away, 0, 0), r.point(-size, size)));
        const flr_closest3_mesh c = flr_closest3_point_mesh(p, &x, INFINITY),
                                d = flr_closest3_point_mesh(p, &y, INFINITY);
        t.expect(c.found && c.distance == d.distance, "nearest point: %.17g, not %.17g", double(c.distance),
                 double(d.distance));
        t.expect(flr_contains3_mesh_point(&x, p) == flr_contains3_mesh_point(&y, p), "inside");
        const flr_vec3 way = r.point(-1, 1);
        const flr_raycast3_path path = flr_raycast3_path_make(p, way, 0, INFINITY);
        const flr_raycast3_triangle h = flr_raycast3_ray_mesh(&path, &x, 0),
                                    i = flr_raycast3_ray_mesh(&path, &y, 0);
        t.expect(h.hit == i.hit && (!h.hit || h.t == i.t), "ray: %d at %.17g, not %d at %.17g", h.hit,
                 double(h.t), i.hit, double(i.t));
    }
    flr_shape3 ball{}, a{}, b{};
    a.kind = b.kind = FLR_SHAPE3_MESH;
    a.as.mesh = x;
    b.as.mesh = y;
    ball.kind = FLR_SHAPE3_SPHERE;
    for (int k = 0; k < 20; ++k) {
        ball.as.sphere = {flr_affine3_point(pose, flr_add3(vec(away, 0, 0), r.point(-size, size))),
                          flr_real(size / 3)};
        const flr_contact3_options o = {flr_real(size / 4), 0, nullptr};
        flr_contact3_region one[16], other[16];
        size_t n = 0, m = 0;
        must(flr_contacts3(&a, &ball, &o, one, 16, &n), "flr_contacts3");
        must(flr_contacts3(&b, &ball, &o, other, 16, &m), "flr_contacts3");
        t.expect(n == m, "%zu regions, not %zu: edges are of other kinds", n, m);
    }
}

void deformed(tally &t)
{
    random_source r{81};
    const double far = real_choose(1e5, 1e3);
    for (const soup &s : stock()) {
        mesh_handle m = make_mesh(s);
        // near, far from the origin and back, so that what far meshes keep comes and goes
        for (const bend &by : {bend{0.2, 0}, bend{-0.4, far}, bend{0.1, far}, bend{0, 0}}) {
            const soup moved = bent(s, by);
            must(flr_mesh3_refit(m.get(), &moved.v[0].x), "flr_mesh3_refit");
            compare(t, r, m.get(), make_mesh(moved).get(), 4, by.away);
        }
    }
}

/// A box pressed flat through itself: faces that pointed out point in.
void turned_inside_out(tally &t)
{
    const soup s = box(vec(-1, -1, -1), vec(1, 1, 1));
    mesh_handle m = make_mesh(s);
    soup flat = s, turned = s;
    for (flr_vec3 &p : flat.v) p.z = 0;
    for (flr_vec3 &p : turned.v) p.z = -p.z;
    must(flr_mesh3_refit(m.get(), &flat.v[0].x), "flat");
    t.expect(flr_mesh3_get_info(m.get()).volume == 0, "flat: volume %g",
             double(flr_mesh3_get_info(m.get()).volume));
    flr_instance3 i = placed_at(m.get(), flr_affine3_identity());
    t.expect(flr_contains3_mesh_point(&i, vec(0.1, 0.2, 0.5)) == FLR_OUTSIDE, "flat: nothing is inside");
    must(flr_mesh3_refit(m.get(), &turned.v[0].x), "turned");
    t.expect(std::fabs(double(flr_mesh3_get_info(m.get()).volume) + 8) < 1e-5, "turned: volume %g",
             double(flr_mesh3_get_info(m.get()).volume));
    i = placed_at(m.get(), flr_affine3_identity());
    t.expect(flr_contains3_mesh_point(&i, vec(0.1, 0.2, 0.5)) == FLR_INSIDE, "turned: the middle is inside");
}

void errors(tally &t)
{
    const soup s = sphere(2, 12, 8);
    mesh_handle m = make_mesh(s);
    t.expect(flr_mesh3_refit(nullptr, &s.v[0].x) == FLR_INVALID_ARGUMENT, "no mesh");
    t.expect(flr_mesh3_refit(m.get(), nullptr) == FLR_INVALID_ARGUMENT, "no vertices");
    soup bad = s;
    for (double x : {double(NAN), double(INFINITY), real_choose(1e300, 1e38)}) {
        bad.v[7] = vec(x, -x, x);
        bad.v[8] = vec(-x, x, -x);
        t.expect(flr_mesh3_refit(m.get(), &bad.v[0].x) == FLR_NOT_FINITE, "%g", x);
    }
    random_source r{82};
    compare(t, r, m.get(), make_mesh(s).get(), 4, 0);  // nothing is changed
}

void every_allocation_fails(tally &t)
{
    const soup s = unshared(torus(3, 1, 10, 12)), moved = bent(s, {0.3, real_choose(1e5, 1e3)});
    const flr_mesh3_input in = input_of(s);
    for (long k = 0;; ++k) {
        ledger l;
        flr_allocator a = l.allocator();
        flr_mesh3 *m = nullptr;
        must(flr_mesh3_create(&in, &a, &m), "flr_mesh3_create");
        l.requests = 0;
        l.fail_at = k;
        const flr_status got = flr_mesh3_refit(m, &moved.v[0].x);
        const bool all = l.requests <= k;
        l.fail_at = -1;
        t.expect(got == (all ? FLR_OK : FLR_OUT_OF_MEMORY), "request %ld: %s", k, flr_status_string(got));
        t.expect(flr_mesh3_get_info(m).memory == l.bytes, "memory says %zu, %zu is held",
                 flr_mesh3_get_info(m).memory, l.bytes);
        random_source r{83};
        compare(t, r, m, make_mesh(all ? moved : s).get(), 4, all ? real_choose(1e5, 1e3) : 0);
        flr_mesh3_destroy(m);
        t.expect(l.bytes == 0 && l.out.empty() && !l.mismatch, "request %ld refused: %zu bytes are lost", k,
                 l.bytes);
        if (all) break;
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(deformed), FEELER_TEST(turned_inside_out), FEELER_TEST(errors),
             FEELER_TEST(every_allocation_fails))

}  // namespace TEST_FILE
