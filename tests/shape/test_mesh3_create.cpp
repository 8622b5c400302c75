/// What a mesh says of itself, on meshes small enough to count by hand.
#include "support/cmocka.hpp"
#include "support/handles.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

struct expected {
    size_t welded, repeated, duplicates, boundary, non_manifold, inconsistent, components;
    bool watertight, oriented;
    double volume;
};

void compare(tally &t, const char *name, const soup &s, const expected &e, double weld = -1)
{
    mesh_handle m = make_mesh(s, weld);
    flr_mesh3_info i = flr_mesh3_get_info(m.get());
    t.expect(i.vertex_count == s.v.size() && i.triangle_count == s.t.size(), "%s: counts", name);
    t.expect(i.welded_vertex_count == e.welded, "%s: %zu welded, not %zu", name, i.welded_vertex_count,
             e.welded);
    t.expect(i.repeated_corner_count == e.repeated, "%s: %zu repeated corners", name,
             i.repeated_corner_count);
    t.expect(i.duplicate_count == e.duplicates, "%s: %zu duplicates", name, i.duplicate_count);
    t.expect(i.boundary_edge_count == e.boundary, "%s: %zu boundary edges", name, i.boundary_edge_count);
    t.expect(i.non_manifold_edge_count == e.non_manifold, "%s: %zu non-manifold", name,
             i.non_manifold_edge_count);
    t.expect(i.inconsistent_edge_count == e.inconsistent, "%s: %zu inconsistent", name,
             i.inconsistent_edge_count);
    t.expect(i.component_count == e.components, "%s: %zu components", name, i.component_count);
    t.expect(i.watertight == e.watertight, "%s: watertight %d", name, i.watertight);
    t.expect(i.oriented == e.oriented, "%s: oriented %d", name, i.oriented);
    t.expect(std::fabs(i.volume - e.volume) <= 1e-12 * std::fabs(e.volume), "%s: volume %.17g", name,
             i.volume);
    flr_vec3 lo = s.v[0], hi = s.v[0];
    for (auto p : s.v) {
        lo = flr_min3(lo, p);
        hi = flr_max3(hi, p);
    }
    t.expect(i.bounds.min.x == lo.x && i.bounds.min.y == lo.y && i.bounds.min.z == lo.z &&
                 i.bounds.max.x == hi.x && i.bounds.max.y == hi.y && i.bounds.max.z == hi.z,
             "%s: bounds", name);
    double want = weld < 0 ? FLR_MESH3_WELD * diagonal(s) : weld;
    t.expect(std::fabs(i.weld_tolerance - want) <= real_choose(1e-12, 1e-6) * want, "%s: weld tolerance %g",
             name, i.weld_tolerance);
    t.expect(i.memory >= i.memory_beside_mesh, "%s: memory", name);
    for (size_t k = 0; k < s.t.size(); ++k) {
        flr_triangle3 q = flr_mesh3_triangle(m.get(), k);
        flr_vec3 a = s.v[s.t[k][0]], b = s.v[s.t[k][1]], c = s.v[s.t[k][2]];
        t.expect(q.a.x == a.x && q.a.y == a.y && q.a.z == a.z && q.b.x == b.x && q.b.y == b.y &&
                     q.b.z == b.z && q.c.x == c.x && q.c.y == c.y && q.c.z == c.z,
                 "%s: triangle %zu is not as given", name, k);
    }
}

soup cube() { return box(vec(0, 0, 0), vec(2, 2, 2)); }

void closed(tally &t)
{
    compare(t, "cube", cube(), {8, 0, 0, 0, 0, 0, 1, true, true, 8});
    compare(t, "cube, own vertices", unshared(cube()), {8, 0, 0, 0, 0, 0, 1, true, true, 8});
    compare(t, "cube, exact weld", unshared(cube()), {8, 0, 0, 0, 0, 0, 1, true, true, 8}, 0);
    compare(t, "inverted cube", turned(cube()), {8, 0, 0, 0, 0, 0, 1, true, true, -8});
    compare(t, "tetrahedron", tetrahedron(vec(0, 0, 0), vec(3, 0, 0), vec(0, 3, 0), vec(0, 0, 3)),
            {4, 0, 0, 0, 0, 0, 1, true, true, 4.5});
    compare(t, "bracket", l_bracket(4, 1, 2), {12, 0, 0, 0, 0, 0, 1, true, true, 14});
    compare(t, "plate with hole", plate_with_square_hole(3, 1, 0, 1), {16, 0, 0, 0, 0, 0, 1, true, true, 32});
    compare(t, "cavity", box_with_cavity(vec(0, 0, 0), vec(4, 4, 4), vec(1, 1, 1), vec(2, 2, 2)),
            {16, 0, 0, 0, 0, 0, 2, true, true, 63});
    compare(t, "two cubes", joined(cube(), moved(cube(), 5, 0, 0)), {16, 0, 0, 0, 0, 0, 2, true, true, 16});
    compare(t, "split cube", split(cube()), {26, 0, 0, 0, 0, 0, 1, true, true, 8});
}

void noise_beside_zero(tally &t)
{
    soup s = unshared(cube());
    for (size_t i = 0; i < s.v.size(); ++i)
        if (i % 3 == 1) {
            if (s.v[i].x == 0) s.v[i].x = flr_real(1e-14);
            if (s.v[i].y == 0) s.v[i].y = flr_real(-1e-14);
            if (s.v[i].z == 0) s.v[i].z = flr_real(3e-14);
        }
    mesh_handle m = make_mesh(s);
    flr_mesh3_info i = flr_mesh3_get_info(m.get());
    t.expect(i.watertight && i.oriented && i.welded_vertex_count == 8, "noise keeps the cube open");
    t.expect(std::fabs(i.volume - 8) < 1e-12, "volume %.17g", i.volume);
    i = flr_mesh3_get_info(make_mesh(s, 0).get());
    t.expect(!i.watertight && i.welded_vertex_count > 8, "with no tolerance the noise must show");
    // a chain of vertices, each within the tolerance of the next, must come to one vertex or be
    // told apart, but two at exactly the tolerance are one and two beyond it are not
    soup two = sheet(1);
    two.v.push_back(vec(1 + 0.25, -1, 0));
    two.t.push_back({4, 2, 3});
    i = flr_mesh3_get_info(make_mesh(two, 0.25).get());
    t.expect(i.welded_vertex_count == 4, "0.25 apart, tolerance 0.25: %zu", i.welded_vertex_count);
    i = flr_mesh3_get_info(make_mesh(two, 0.2499999).get());
    t.expect(i.welded_vertex_count == 5, "0.25 apart, tolerance below: %zu", i.welded_vertex_count);
}

void not_closed(tally &t)
{
    soup s = cube();
    s.t.pop_back();
    compare(t, "one triangle missing", s, {8, 0, 0, 3, 0, 0, 1, false, false, 0});
    s.t.pop_back();
    compare(t, "one face missing", s, {8, 0, 0, 4, 0, 0, 1, false, false, 0});
    soup one;
    one.v = {vec(0, 0, 0), vec(1, 0, 0), vec(0, 1, 0)};
    one.t = {{0, 1, 2}};
    compare(t, "one triangle", one, {3, 0, 0, 3, 0, 0, 1, false, false, 0});
    compare(t, "sheet", sheet(1), {4, 0, 0, 4, 0, 0, 1, false, false, 0});
    compare(t, "double-sided sheet", double_sided_sheet(1), {4, 0, 2, 0, 1, 0, 1, true, true, 0});
    // a fin on a cube: one edge of the cube with three triangles, two free edges of the fin
    s = cube();
    s.v.push_back(vec(-1, -1, 0));
    s.t.push_back({0, 1, 8});
    compare(t, "fin", s, {9, 0, 0, 3, 1, 0, 1, false, false, 0});
}

void repeated_and_duplicate(tally &t)
{
    soup s = cube();
    s.t.push_back({3, 3, 5});
    s.t.push_back({6, 6, 6});
    compare(t, "repeated corners", s, {8, 2, 0, 0, 0, 0, 1, true, true, 8});
    s = cube();
    s.v.push_back(vec(2, 2, 2));
    s.t.push_back({7, 8, 5});  // other index, same place
    compare(t, "repeated corner by place", s, {8, 1, 0, 0, 0, 0, 1, true, true, 8});
    s = cube();
    s.t.push_back(s.t[4]);
    // a copy with the same winding is counted, but is no second wall
    compare(t, "same triangle twice", s, {8, 0, 1, 0, 0, 0, 1, true, true, 8});
    s = cube();
    // the reverse is a wall of its own: three triangles on each of its edges, an odd number
    s.t.push_back({s.t[4][1], s.t[4][0], s.t[4][2]});
    compare(t, "a triangle and its reverse", s, {8, 0, 1, 3, 3, 0, 1, false, false, 0});
    compare(t, "cube twice", joined(cube(), cube()), {8, 0, 12, 0, 0, 0, 1, true, true, 8});
    compare(t, "cube and its reverse", joined(cube(), turned(cube())),
            {8, 0, 12, 0, 18, 0, 1, true, true, 0});
    soup lone;
    lone.v = {vec(0, 0, 0), vec(1, 0, 0), vec(0, 1, 0)};
    lone.t = {{0, 1, 2}, {1, 2, 0}};
    compare(t, "a lone triangle twice", lone, {3, 0, 1, 3, 0, 0, 1, false, false, 0});
    lone.t = {{0, 1, 2}, {1, 2, 0}, {0, 1, 2}};
    compare(t, "a lone triangle three times", lone, {3, 0, 2, 3, 0, 0, 1, false, false, 0});
    lone.t = {{0, 1, 2}, {0, 2, 1}};
    compare(t, "a lone triangle and its reverse", lone, {3, 0, 1, 0, 0, 0, 1, true, true, 0});
}

void winding(tally &t)
{
    soup s = cube();
    std::swap(s.t[3][0], s.t[3][1]);
    mesh_handle m = make_mesh(s);
    flr_mesh3_info i = flr_mesh3_get_info(m.get());
    t.expect(i.watertight && !i.oriented, "one turned triangle");
    t.expect(i.inconsistent_edge_count == 3 && i.boundary_edge_count == 0 && i.non_manifold_edge_count == 0,
             "%zu inconsistent edges, not 3", i.inconsistent_edge_count);
    // a face of two triangles turned: its rim of 4 edges, the inner diagonal balances
    s = cube();
    std::swap(s.t[2][0], s.t[2][1]);
    std::swap(s.t[3][0], s.t[3][1]);
    i = flr_mesh3_get_info(make_mesh(s).get());
    t.expect(i.watertight && !i.oriented && i.inconsistent_edge_count == 4, "one turned face: %zu",
             i.inconsistent_edge_count);
}

void cubes_that_share(tally &t)
{
    soup edge = joined(cube(), moved(cube(), 2, 2, 0));
    compare(t, "shared edge", edge, {14, 0, 0, 0, 1, 0, 1, true, true, 16});
    soup corner = joined(cube(), moved(cube(), 2, 2, 2));
    compare(t, "shared vertex", corner, {15, 0, 0, 0, 0, 0, 1, true, true, 16});
    // a shared face: its two triangles stand in both, turned, so its edges hold four (the diagonal)
    // or four (the rim) triangles, all balanced
    soup face = joined(cube(), scaled(moved(cube(), -4, 0, 0), -1, 1, 1));
    compare(t, "shared face", face, {12, 0, 2, 0, 5, 0, 1, true, true, 16});
}

void zero_size(tally &t)
{
    soup s;
    s.v = {vec(1, 2, 3), vec(1, 2, 3), vec(1, 2, 3)};
    s.t = {{0, 1, 2}};
    flr_mesh3_info i = flr_mesh3_get_info(make_mesh(s).get());
    t.expect(i.repeated_corner_count == 1 && i.welded_vertex_count == 1 && i.volume == 0, "a point");
    s.v = {vec(0, 0, 0), vec(1, 0, 0), vec(2, 0, 0)};
    i = flr_mesh3_get_info(make_mesh(s).get());
    t.expect(i.repeated_corner_count == 0 && i.welded_vertex_count == 3 && i.boundary_edge_count == 3,
             "a collinear triangle is open");
    soup flat = box(vec(0, 0, 0), vec(3, 3, 0));  // both caps in one plane
    i = flr_mesh3_get_info(make_mesh(flat).get());
    t.expect(i.watertight && i.volume == 0 && i.welded_vertex_count == 4, "a flat box");
}

/// The cube with an edge of its top cut in the middle, on both faces or on the front one alone.
soup cut_cube(bool both)
{
    soup s;
    for (int i = 0; i < 8; ++i) s.v.push_back(vec(i & 1 ? 2 : 0, i & 2 ? 2 : 0, i & 4 ? 2 : 0));
    s.v.push_back(vec(1, 0, 2));
    s.t = {{0, 2, 3}, {0, 3, 1}, {4, 7, 6}, {2, 6, 7}, {2, 7, 3}, {0, 4, 6},
           {0, 6, 2}, {1, 3, 7}, {1, 7, 5}, {0, 1, 5}, {0, 5, 8}, {0, 8, 4}};
    if (both) {
        s.t.push_back({4, 8, 7});
        s.t.push_back({8, 5, 7});
    } else {
        s.t.push_back({4, 5, 7});
    }
    return s;
}

void is_full_cube(tally &t, const char *name, const soup &s)
{
    mesh_handle m = make_mesh(s);
    flr_mesh3_info i = flr_mesh3_get_info(m.get());
    t.expect(i.watertight && i.oriented && i.boundary_edge_count == 0 && i.volume == 8,
             "%s: watertight %d, %zu open edges", name, i.watertight, i.boundary_edge_count);
    flr_instance3 placed;
    t.expect(flr_instance3_make(m.get(), flr_affine3_identity(), &placed) == FLR_OK, "%s: not placed", name);
    for (flr_real x : {(flr_real)0.25, (flr_real)1, (flr_real)1.75}) {
        // in line with the filler and the corners too
        t.expect(flr_contains3_mesh_point(&placed, vec(x, 1, 1)) == FLR_INSIDE, "%s: inside", name);
        t.expect(flr_contains3_mesh_point(&placed, vec(x, -1, 2)) == FLR_OUTSIDE, "%s: before it", name);
        t.expect(flr_contains3_mesh_point(&placed, vec(x, 0, 2)) == FLR_BOUNDARY, "%s: on the edge", name);
    }
}

/// Triangles without an area that some programs put between an edge and its two halves.
void flat_fillers(tally &t)
{
    soup needed = cut_cube(false), spare = cut_cube(true);
    t.expect(!flr_mesh3_get_info(make_mesh(needed).get()).watertight, "without the filler there is a gap");
    is_full_cube(t, "nothing to fill", spare);
    needed.t.push_back({5, 4, 8});
    is_full_cube(t, "filled", needed);
    // the same one where no gap is
    spare.t.push_back({5, 4, 8});
    is_full_cube(t, "one too many", spare);
    // a chain of them along the edge, of which only the last has an edge of its own
    for (int k = 1; k < 40; ++k) {
        spare.v.push_back(vec((flr_real)k / 64, 0, 2));
        spare.t.push_back({(uint32_t)(k == 1 ? 4 : spare.v.size() - 2), 8, (uint32_t)(spare.v.size() - 1)});
    }
    is_full_cube(t, "forty", spare);
    // bent by less than the weld tolerance, and by more: then it is a fin
    soup bent = cut_cube(true);
    bent.v.push_back(vec((flr_real)0.5, 0, 2 + (flr_real)0x1p-20));
    bent.t.push_back({5, 4, 9});
    t.expect(flr_mesh3_get_info(make_mesh(bent, (flr_real)0x1p-19).get()).watertight, "a fin of no height");
    t.expect(flr_mesh3_get_info(make_mesh(bent, (flr_real)0x1p-21).get()).boundary_edge_count == 3, "a fin");
    // with an open cube the filler hides nothing
    soup open = spare;
    open.t.erase(open.t.begin());
    t.expect(flr_mesh3_get_info(make_mesh(open).get()).boundary_edge_count == 3, "a hole is a hole");
}

void needles(tally &t)
{
    compare(t, "needle", box(vec(0, 0, 0), vec(1024, 0x1p-10, 0x1p-10)),
            {8, 0, 0, 0, 0, 0, 1, true, true, 0x1p-10}, 0);
    compare(t, "plate", box(vec(0, 0, 0), vec(1024, 1024, 0x1p-10)), {8, 0, 0, 0, 0, 0, 1, true, true, 1024},
            0);
    // thinner than the default tolerance: it must not crash, and must say what it welded
    flr_mesh3_info i = flr_mesh3_get_info(make_mesh(box(vec(0, 0, 0), vec(1, 1, 1e-12))).get());
    t.expect(i.welded_vertex_count == 4, "thinner than the tolerance: %zu", i.welded_vertex_count);
}

void scales_and_offsets(tally &t)
{
    for (double size : {real_choose(1e-150, 1e-17), real_choose(1e-90, 1e-9), 1e-3, 1.0, 1e3,
                        real_choose(1e90, 1e9), real_choose(1e150, 1e17)}) {
        soup s = scaled(unshared(cube()), size, size, size);
        flr_mesh3_info i = flr_mesh3_get_info(make_mesh(s).get());
        t.expect(i.watertight && i.oriented && i.welded_vertex_count == 8 && i.component_count == 1,
                 "size %g: %zu welded, watertight %d", size, i.welded_vertex_count, i.watertight);
        double want = 8 * size * size * size;  // may leave the range of numbers: then no more than that
        if (want > real_choose(1e-290, 1e-30) && want < real_choose(1e290, 1e30))
            t.expect(std::fabs(i.volume - want) <= real_choose(1e-12, 1e-6) * want, "size %g: volume %g",
                     size, i.volume);
    }
    for (double far : {1e6, real_choose(1e9, 1e7), real_choose(-1e9, -1e7)})
        for (auto s : {unshared(cube()), cube()}) {
            flr_mesh3_info i = flr_mesh3_get_info(make_mesh(moved(s, far, -far, far)).get());
            t.expect(i.watertight && i.oriented && i.welded_vertex_count == 8, "offset %g", far);
            t.expect(std::fabs(i.volume - 8) < 1e-9, "offset %g: volume %.17g", far, i.volume);
        }
}

soup shuffled(const soup &s, random_source &r)
{
    soup q = s;
    for (size_t i = q.t.size(); i > 1; --i) std::swap(q.t[i - 1], q.t[r.bits() % i]);
    for (auto &c : q.t) std::rotate(c.begin(), c.begin() + r.whole(0, 2), c.end());
    return q;
}

void order_does_not_matter(tally &t)
{
    random_source r{7};
    soup fin = cube();
    fin.v.push_back(vec(-1, -1, 0));
    fin.t.insert(fin.t.end(), {{0, 1, 8}, {3, 3, 5}, {0, 2, 1}, {5, 4, 6}});
    for (const soup &s :
         {unshared(torus(3, 1, 8, 12)), fin, unshared(joined(cube(), moved(cube(), 2, 2, 0)))}) {
        flr_mesh3_info a = flr_mesh3_get_info(make_mesh(s).get());
        for (int k = 0; k < 10; ++k) {
            flr_mesh3_info b = flr_mesh3_get_info(make_mesh(shuffled(s, r)).get());
            t.expect(a.welded_vertex_count == b.welded_vertex_count &&
                         a.repeated_corner_count == b.repeated_corner_count &&
                         a.duplicate_count == b.duplicate_count &&
                         a.boundary_edge_count == b.boundary_edge_count &&
                         a.non_manifold_edge_count == b.non_manifold_edge_count &&
                         a.inconsistent_edge_count == b.inconsistent_edge_count &&
                         a.component_count == b.component_count && a.watertight == b.watertight &&
                         a.oriented == b.oriented &&
                         std::fabs(a.volume - b.volume) <= 1e-12 * std::fabs(a.volume),
                     "the order of triangles changes the topology");
        }
    }
}

/// Everything is within the largest tolerance of everything else.
void largest_weld_tolerance(tally &t)
{
    const uint32_t corners[] = {0, 1, 2, 0, 2, 3};
    const flr_real most = std::numeric_limits<flr_real>::max();
    for (flr_real size : {flr_real(1), most / 16, most / 4})
        for (flr_real tolerance : {most, most / 2}) {
            const flr_real coordinates[] = {0, 0, 0, size, 0, 0, 0, size, 0, 0, 0, -size};
            const flr_mesh3_input in = {coordinates, 4, corners, 2, tolerance};
            flr_mesh3 *mesh = nullptr;
            t.expect(flr_mesh3_create(&in, nullptr, &mesh) == FLR_OK &&
                         flr_mesh3_get_info(mesh).welded_vertex_count == 1,
                     "size %g, tolerance %g", double(size), double(tolerance));
            flr_mesh3_destroy(mesh);
        }
}

/// No mesh, no hull, and numbers that no triangle has.
void nothing_there(tally &t)
{
    auto is_nan = [](const flr_triangle3 &s) {
        bool all = true;
        for (const flr_vec3 &p : {s.a, s.b, s.c})
            all = all && std::isnan(p.x) && std::isnan(p.y) && std::isnan(p.z);
        return all;
    };
    auto mesh = make_mesh(cube());
    const size_t count = flr_mesh3_get_info(mesh.get()).triangle_count;
    t.expect(!is_nan(flr_mesh3_triangle(mesh.get(), count - 1)), "the last triangle");
    for (size_t beyond : {count, count + 1, SIZE_MAX / 2, SIZE_MAX})
        t.expect(is_nan(flr_mesh3_triangle(mesh.get(), beyond)), "triangle %zu of %zu", beyond, count);
    t.expect(is_nan(flr_mesh3_triangle(nullptr, 0)), "a triangle of no mesh");
    const flr_mesh3_info none = flr_mesh3_get_info(nullptr);
    t.expect(none.triangle_count == 0 && none.vertex_count == 0 && !none.watertight && none.memory == 0,
             "no mesh has %zu triangles", none.triangle_count);
    t.expect(flr_hull3_get_info(nullptr).vertex_count == 0 && flr_hull2_get_info(nullptr).vertex_count == 0,
             "no hull has vertices");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(closed), FEELER_TEST(noise_beside_zero), FEELER_TEST(not_closed),
             FEELER_TEST(winding), FEELER_TEST(repeated_and_duplicate), FEELER_TEST(cubes_that_share),
             FEELER_TEST(zero_size), FEELER_TEST(flat_fillers), FEELER_TEST(needles),
             FEELER_TEST(scales_and_offsets), FEELER_TEST(order_does_not_matter),
             FEELER_TEST(largest_weld_tolerance), FEELER_TEST(nothing_there))

}  // namespace TEST_FILE
