// optimised: (it compares every answer to the bit)
// Meshes over grids of heights: every question has the answer of the mesh of the same triangles, to the bit.
#include <cfloat>
#include <cstring>

#include "feeler/feeler.h"
#include "mesh/heights3_twins.hpp"
extern "C" {
#include "mesh/mesh3.h"
}
#include "support/cmocka.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using namespace heights3_twins;
using heights3_twins::is_same;

bool is_same(const flr_triangle3 &a, const flr_triangle3 &b)
{
    return is_same(a.a, b.a) && is_same(a.b, b.b) && is_same(a.c, b.c);
}

/// Shapes of grids; of their number the tests' time depends.
const size_t sizes[][2] = {{2, 2}, {3, 2}, {2, 40}, {5, 5}, {6, 9}, {18, 7}, {33, 34}, {70, 67}};
const relief reliefs[] = {relief::noise, relief::waves, relief::flat,
                          relief::steps, relief::ridge, relief::spikes};

template <typename F> void for_twins(uint64_t seed, bool with_holes, F &&body)
{
    random_source r{seed};
    int n = 0;
    for (auto &size : sizes)
        for (relief kind : reliefs)
            for (int holes = 0; holes <= (with_holes ? 1 : 0); ++holes) {
                const double unit = n % 7 == 5 ? 0x1p-20 : n % 7 == 6 ? 0x1p20 : 1;
                twins t(random_grid(r, size[0], size[1], kind, unit, holes != 0));
                t.place(random_pose(r, n++ % 4, unit));
                body(r, t, unit);
            }
}

void triangles(tally &t)
{
    for_twins(1, true, [&](random_source &, const twins &w, double) {
        const size_t count = flr_mesh3_get_info(w.grid_mesh.get()).triangle_count;
        t.expect(count == 2 * w.g.cell_count(), "%zu triangles", count);
        size_t next = 0;
        for (uint32_t i = 0; i < count; ++i) {
            const flr_triangle3 a = flr_mesh3_triangle(w.grid_mesh.get(), i);
            if (w.g.is_hole(i / 2)) {
                t.expect(std::isnan(a.a.x) && std::isnan(a.c.z), "triangle %u of a hole", i);
                continue;
            }
            const flr_triangle3 b = flr_mesh3_triangle(w.mesh.get(), next++);
            t.expect(is_same(a, b), "triangle %u", i);
        }
        t.expect(std::isnan(flr_mesh3_triangle(w.grid_mesh.get(), count).a.x), "beyond the last");
    });
}

void info(tally &t)
{
    for_twins(2, true, [&](random_source &, const twins &w, double) {
        const flr_mesh3_info a = flr_mesh3_get_info(w.grid_mesh.get()), b = flr_mesh3_get_info(w.mesh.get());
        t.expect(is_same(a.bounds.min, b.bounds.min) && is_same(a.bounds.max, b.bounds.max), "bounds");
        t.expect(is_same(w.at.bounds.min, w.twin.bounds.min) && is_same(w.at.bounds.max, w.twin.bounds.max),
                 "bounds in world");
        t.expect(a.vertex_count == b.vertex_count, "%zu vertices", a.vertex_count);
        t.expect(a.boundary_edge_count == b.boundary_edge_count, "%zu edges at a boundary, not %zu",
                 a.boundary_edge_count, b.boundary_edge_count);
        t.expect(a.component_count == b.component_count, "%zu parts, not %zu", a.component_count,
                 b.component_count);
        t.expect(!a.watertight && !a.oriented && a.volume == 0 && a.weld_tolerance == 0, "open");
        t.expect(a.non_manifold_edge_count + a.inconsistent_edge_count + a.duplicate_count +
                         a.repeated_corner_count ==
                     0,
                 "nothing odd");
    });
}

/// What lies across each edge, and its kind.
void edges(tally &t)
{
    for_twins(3, true, [&](random_source &, const twins &w, double) {
        std::vector<uint32_t> item_of_twin(w.numbers.size());
        for (uint32_t i = 0; i < w.numbers.size(); ++i) item_of_twin[i] = w.mesh->item_of[i];
        for (uint32_t i = 0; i < w.numbers.size(); ++i) {
            for (int k = 0; k < 3; ++k) {
                const mesh3_edge a = mesh3_edge_kind(w.grid_mesh.get(), w.numbers[i], k),
                                 b = mesh3_edge_kind(w.mesh.get(), item_of_twin[i], k);
                t.expect(a == b, "edge %d of %u is %d, not %d", k, w.numbers[i], a, b);
                if (b == MESH3_FREE) continue;
                const uint32_t other =
                    mesh3_input_of(w.mesh.get(), mesh3_beside(w.mesh.get(), item_of_twin[i], k));
                t.expect(mesh3_beside(w.grid_mesh.get(), w.numbers[i], k) == w.numbers[other],
                         "beside edge %d of %u", k, w.numbers[i]);
            }
        }
    });
}

/// Every box of the tree holds what is below it, and every triangle is in one leaf.
void check_tree(tally &t, const flr_mesh3 *m, uint32_t index, std::vector<int> &seen, const bvh3_box *around)
{
    bvh3_node room;
    const bvh3_node *const n = bvh3_node_at(&m->tree, index, &room);
    bool ended = false;
    for (uint32_t s = 0; s < BVH3_WIDTH; ++s) {
        const uint32_t child = n->child[s];
        t.expect(!ended || child == BVH3_EMPTY, "children stand together");
        ended = child == BVH3_EMPTY;
        if (ended) continue;
        const bvh3_box box = bvh3_box_of(&m->tree, index * BVH3_WIDTH + s);
        t.expect(bvh3_child(&m->tree, index * BVH3_WIDTH + s) == child, "child by its reference");
        for (int axis = 0; axis < 3 && around; ++axis)
            t.expect(std::abs(box.center[axis] - around->center[axis]) + box.half[axis] <=
                         around->half[axis] * 1.00001f + 2 * BVH3_SLACK,
                     "a box is within its parent's");
        if (!bvh3_is_leaf(child)) {
            check_tree(t, m, child, seen, &box);
            continue;
        }
        for (uint32_t i = bvh3_leaf_first(child), end = i + bvh3_leaf_count(child); i < end; ++i) {
            ++seen[i];
            const flr_triangle3 f = mesh3_item_triangle(m, i);
            for (const flr_vec3 &p : {f.a, f.b, f.c}) {
                const flr_vec3 q = flr_scale3(m->tree.scale, flr_sub3(p, m->tree.center));
                const double at[3] = {double(q.x), double(q.y), double(q.z)};
                for (int axis = 0; axis < 3; ++axis)
                    t.expect(std::abs(at[axis] - double(box.center[axis])) <= double(box.half[axis]),
                             "a corner of %u is in its box", i);
            }
        }
    }
}

void check_tree(tally &t, const twins &w)
{
    std::vector<int> seen(2 * w.g.cell_count());
    check_tree(t, w.grid_mesh.get(), 0, seen, nullptr);
    for (size_t i = 0; i < seen.size(); ++i)
        t.expect(seen[i] == (w.g.is_hole(i / 2) ? 0 : 1), "triangle %zu is in %d leaves", i, seen[i]);
}

void tree(tally &t)
{
    for_twins(4, true, [&](random_source &, const twins &w, double) { check_tree(t, w); });
}

/// A path that often hits: from above, from the side, along rows, at corners and edges.
flr_raycast3_path random_ray(random_source &r, const twins &w)
{
    const flr_aabb3 b = w.at.bounds;
    const flr_vec3 size = flr_sub3(b.max, b.min);
    auto inside = [&] {
        const double x = r.between(-0.1, 1.1), y = r.between(-0.1, 1.1), z = r.between(-0.1, 1.1);
        return flr_add3(b.min,
                        flr_vec3_make(flr_real(x) * size.x, flr_real(y) * size.y, flr_real(z) * size.z));
    };
    const uint32_t number = w.numbers[size_t(r.whole(0, int(w.numbers.size()) - 1))];
    const flr_triangle3 f = w.world(number);
    flr_vec3 to = inside(), from = inside();
    switch (r.whole(0, 3)) {
    case 0:
        to = f.a;
        break;
    case 1:
        to = flr_lerp3(f.a, f.b, flr_real(0.5));
        break;
    case 2:
        to = flr_scale3(flr_real(1.0 / 3), flr_add3(f.a, flr_add3(f.b, f.c)));
        break;
    default:
        break;
    }
    flr_vec3 d = flr_sub3(to, from);
    if (r.whole(0, 3) == 0) d = flr_sub3(f.b, f.a);
    if (d.x == 0 && d.y == 0 && d.z == 0) d.x = 1;
    return flr_raycast3_path_make(from, d, r.whole(0, 1) ? 0 : -(flr_real)INFINITY, (flr_real)INFINITY);
}

int by_number(const void *a, const void *b)
{
    const flr_raycast3_triangle *x = static_cast<const flr_raycast3_triangle *>(a),
                                *y = static_cast<const flr_raycast3_triangle *>(b);
    return (x->triangle > y->triangle) - (x->triangle < y->triangle);
}

bool collect(void *user, const flr_raycast3_triangle *hit)
{
    static_cast<std::vector<flr_raycast3_triangle> *>(user)->push_back(*hit);
    return true;
}

bool is_same(const flr_raycast3_triangle &a, const flr_raycast3_triangle &b, const twins &w)
{
    if (a.hit != b.hit) return false;
    return !a.hit || (a.t == b.t && a.triangle == w.numbers[b.triangle] && is_same(a.point, b.point) &&
                      is_same(a.normal, b.normal));
}

void rays(tally &t)
{
    long hits = 0, all = 0;
    for_twins(5, true, [&](random_source &r, const twins &w, double) {
        for (int k = 0; k < scenes(10); ++k) {
            const flr_raycast3_path path = random_ray(r, w);
            const flr_raycast3_triangle a = flr_raycast3_ray_mesh(&path, &w.at, 0),
                                        b = flr_raycast3_ray_mesh(&path, &w.twin, 0);
            t.expect(is_same(a, b, w), "ray: %d at %.17g on %u, not %d at %.17g on %u", a.hit, double(a.t),
                     a.triangle, b.hit, double(b.t), b.hit ? w.numbers[b.triangle] : 0);
            t.expect(flr_raycast3_ray_mesh_any(&path, &w.at, 0) == b.hit, "any hit");
            std::vector<flr_raycast3_triangle> x, y;
            flr_raycast3_ray_mesh_all(&path, &w.at, 0, collect, &x);
            flr_raycast3_ray_mesh_all(&path, &w.twin, 0, collect, &y);
            t.expect(x.size() == y.size(), "%zu hits, not %zu", x.size(), y.size());
            if (x.size() == y.size() && !x.empty()) {
                std::qsort(x.data(), x.size(), sizeof x[0], by_number);
                std::qsort(y.data(), y.size(), sizeof y[0], by_number);
                for (size_t i = 0; i < x.size(); ++i) t.expect(is_same(x[i], y[i], w), "hit %zu of all", i);
            }
            // brute force
            flr_real least = (flr_real)INFINITY;
            for (uint32_t n : w.numbers) {
                const flr_triangle3 f = w.world(n);
                const auto h = flr_raycast3_ray_triangle(&path, &f, 0);
                if (h.hit && h.t < least) least = h.t;
            }
            t.expect(a.hit ? a.t == least : std::isinf(least), "the nearest of all triangles");
            hits += a.hit;
            ++all;
        }
    });
    t.expect(10 * hits > 3 * all, "%ld of %ld hit", hits, all);
}

/// Distance, overlap, signed distance, one contact manifold, first touch.
void any_shapes(tally &t)
{
    long met = 0, all = 0, named = 0;
    for_twins(6, true, [&](random_source &r, const twins &w, double unit) {
        if (w.g.columns > 40) return;
        for (int k = 0; k < scenes(14); ++k) {
            const any3::held h = near_shape(r, w, unit);
            const flr_shape3 a = w.shape(true), b = w.shape(false);
            const char *const name = flr_shape3_name(h.shape.kind);
            flr_closest3 x{}, y{};
            const flr_status sx = flr_distance3(&h.shape, &a, &x), sy = flr_distance3(&h.shape, &b, &y);
            t.expect(sx == sy, "%s: status of the distance %d, not %d", name, sx, sy);
            t.expect(is_same(x.distance, y.distance), "%s: distance %.17g, not %.17g", name,
                     double(x.distance), double(y.distance));
            bool ox = false, oy = false;
            flr_overlap3(&h.shape, &a, &ox);
            flr_overlap3(&h.shape, &b, &oy);
            t.expect(ox == oy, "%s: overlap %d, not %d", name, ox, oy);
            met += ox;
            ++all;
            flr_vec3 motion = flr_scale3(flr_real(unit), r.point(-4, 4));
            flr_sweep3_result u{}, v{};
            const flr_status su = flr_sweep3(&h.shape, motion, &a, &u),
                             sv = flr_sweep3(&h.shape, motion, &b, &v);
            // of a ray or line all triangles are asked in the order of the tree, which the last bit depends on
            const bool path = h.shape.kind == FLR_SHAPE3_RAY || h.shape.kind == FLR_SHAPE3_LINE;
            const double part = path ? (sizeof(flr_real) == sizeof(float) ? 1e-4 : 1e-12) : 0;
            t.expect(su == sv && u.hit == v.hit && (!u.hit || std::abs(u.t - v.t) <= part * std::abs(v.t)),
                     "%s: sweep at %d %.17g, not %d %.17g", name, u.hit, double(u.t), v.hit, double(v.t));
            named += u.hit && u.triangle_b == w.numbers[v.triangle_b];
            flr_instance3 other = w.at;
            flr_near3_triangle near_a[5], near_b[5];
            size_t na = 0, nb = 0;
            flr_near3_shape_mesh(&h.shape, &other, (flr_real)INFINITY, near_a, 5, &na);
            flr_near3_shape_mesh(&h.shape, &w.twin, (flr_real)INFINITY, near_b, 5, &nb);
            t.expect(na == nb, "%s: %zu near, not %zu", name, na, nb);
            for (size_t i = 0; i < na && i < nb; ++i)
                t.expect(near_a[i].triangle == w.numbers[near_b[i].triangle] &&
                             near_a[i].distance == near_b[i].distance,
                         "%s: near triangle %zu: %u at %.17g, not %u at %.17g", name, i, near_a[i].triangle,
                         double(near_a[i].distance), w.numbers[near_b[i].triangle],
                         double(near_b[i].distance));
        }
    });
    t.expect(100 * met > 20 * all && 100 * met < 80 * all, "%ld of %ld meet", met, all);
    t.expect(named > 0, "some are named");
}

/// The triangles of a grid without holes as a mesh that stores them, in the order of the grid and under its very tree: then nothing at all may
/// differ, not even which of several equal triangles is named. What the mesh is made of comes from the twin.
struct stored {
    std::vector<uint32_t> corners, numbers, beside;
    std::vector<bvh3_node> nodes;
    flr_mesh3 mesh{}, from_pivot{};
    flr_instance3 at{};

    explicit stored(const twins &w)
    {
        const flr_mesh3 &m = *w.mesh, &g = *w.grid_mesh;
        const uint32_t count = uint32_t(w.numbers.size());
        for (uint32_t i = 0; i < count; ++i) {
            numbers.push_back(i);
            for (int k = 0; k < 3; ++k) {
                const uint32_t item = m.item_of[i];
                corners.push_back(m.corners[3 * item + uint32_t(k)]);
                const mesh3_edge kind = mesh3_edge_kind(&m, item, k);
                const uint32_t other = kind == MESH3_FREE ? 0 : mesh3_input_of(&m, mesh3_beside(&m, item, k));
                beside.push_back(other << 2 | uint32_t(kind));
            }
        }
        const uint32_t blocks = g.heights->block_size[0] * g.heights->block_size[1];
        for (uint32_t n = 0; n < g.tree.node_count + blocks; ++n) {
            bvh3_node room;
            nodes.push_back(*bvh3_node_at(&g.tree, n, &room));
        }
        mesh = use(m);
        mesh.tree.center = g.tree.center;
        mesh.tree.scale = g.tree.scale;
        if (m.from_pivot) {
            from_pivot = use(*m.from_pivot);
            from_pivot.tree.center = g.from_pivot->tree.center;
            from_pivot.tree.scale = g.tree.scale;
            mesh.from_pivot = &from_pivot;
        }
        must(flr_instance3_make(&mesh, w.at.pose, &at), "instance of what is stored");
    }
    stored(const stored &) = delete;
    stored &operator=(const stored &) = delete;

    flr_mesh3 use(const flr_mesh3 &m)
    {
        flr_mesh3 s = m;
        s.corners = corners.data();
        s.input_of = s.item_of = numbers.data();
        s.beside = beside.data();
        s.tree.nodes = nodes.data();
        s.tree.node_count = uint32_t(nodes.size());
        return s;
    }
    flr_shape3 shape() const
    {
        flr_shape3 r{};
        r.kind = FLR_SHAPE3_MESH;
        r.as.mesh = at;
        return r;
    }
};

template <typename T> bool same_bits(const T &a, const T &b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// Points beyond the count may be anything.
bool same_bits(const flr_manifold3 &a, const flr_manifold3 &b)
{
    bool same = a.count == b.count && a.inseparable == b.inseparable && same_bits(a.normal, b.normal);
    for (int i = 0; same && i < a.count; ++i)
        same = same_bits(a.points[i].position, b.points[i].position) &&
               same_bits(a.points[i].depth, b.points[i].depth) && a.points[i].id == b.points[i].id;
    return same;
}

/// Answers are written into memory of zeros, so that what is between their members is the same.
template <typename T> T zeros()
{
    T r;
    std::memset(static_cast<void *>(&r), 0, sizeof r);
    return r;
}

/// Depths, manifolds and motions.
void contacts(tally &t)
{
    long points = 0, depths = 0, touches = 0, regions = 0;
    for_twins(7, false, [&](random_source &r, const twins &w, double unit) {
        if (w.s.t.size() > 400) return;
        const stored twin(w);
        for (int k = 0; k < scenes(3); ++k) {
            const any3::held h = near_shape(r, w, unit);
            const flr_shape3 a = w.shape(true), b = twin.shape();
            const char *const name = flr_shape3_name(h.shape.kind);
            const flr_contact3_options options = {flr_real(0.1 * unit), 0, nullptr};
            const bool is_first = r.whole(0, 1) != 0;
            const flr_shape3 &ax = is_first ? a : h.shape, &ay = is_first ? h.shape : a,
                             &bx = is_first ? b : h.shape, &by = is_first ? h.shape : b;
            auto c = zeros<flr_closest3>(), d = c;
            t.expect(flr_distance3(&ax, &ay, &c) == flr_distance3(&bx, &by, &d) && same_bits(c, d),
                     "%s: distance", name);
            auto x = zeros<flr_signed_distance3_result>(), y = x;
            t.expect(flr_signed_distance3(&ax, &ay, &x) == flr_signed_distance3(&bx, &by, &y) &&
                         same_bits(x, y),
                     "%s: signed distance %.17g, not %.17g", name, double(x.signed_distance),
                     double(y.signed_distance));
            depths += x.signed_distance < 0;
            auto m = zeros<flr_manifold3>(), n = m;
            t.expect(flr_contact3(&ax, &ay, &options, &m) == flr_contact3(&bx, &by, &options, &n) &&
                         same_bits(m, n),
                     "%s: manifold of %d points, not %d", name, m.count, n.count);
            points += m.count;
            std::vector<flr_contact3_region> u(8, zeros<flr_contact3_region>()), v = u;
            size_t nu = 0, nv = 0;
            t.expect(flr_contacts3(&ax, &ay, &options, u.data(), 8, &nu) ==
                             flr_contacts3(&bx, &by, &options, v.data(), 8, &nv) &&
                         nu == nv,
                     "%s: %zu regions, not %zu", name, nu, nv);
            for (size_t i = 0; i < nu && i < nv && i < 8; ++i)
                t.expect(same_bits(u[i].manifold, v[i].manifold), "%s: region %zu", name, i);
            regions += long(nu);
            const flr_vec3 motion = flr_scale3(flr_real(unit), r.point(-4, 4));
            auto e = zeros<flr_sweep3_result>(), f = e;
            flr_sweep3(&ax, motion, &ay, &e);
            flr_sweep3(&bx, motion, &by, &f);
            t.expect(same_bits(e, f), "%s: sweep", name);
            const flr_path3 path_x = random_path(r, unit), path_y = random_path(r, unit);
            if (k % 2) continue;
            auto i = zeros<flr_toi3_result>(), j = i;
            flr_toi3(&ax, &path_x, &ay, &path_y, nullptr, &i);
            flr_toi3(&bx, &path_x, &by, &path_y, nullptr, &j);
            t.expect(i.status == j.status && i.hit == j.hit && same_bits(i.t, j.t) &&
                         same_bits(i.t_upper, j.t_upper) && same_bits(i.point, j.point) &&
                         same_bits(i.normal, j.normal) && i.triangle_a == j.triangle_a &&
                         i.triangle_b == j.triangle_b && i.iterations == j.iterations,
                     "%s: motion", name);
            touches += i.hit;
        }
    });
    t.expect(enough(points > 50 && depths > 20 && regions > 20 && touches > 2),
             "%ld points, %ld depths, %ld regions, %ld touches", points, depths, regions, touches);
}

/// Winding numbers: of all triangles up to the order of the sum, by clusters within what the header promises.
void winding(tally &t)
{
    for_twins(8, true, [&](random_source &r, const twins &w, double unit) {
        flr_winding3 *clusters = nullptr;
        must(flr_winding3_create(w.grid_mesh.get(), nullptr, &clusters), "flr_winding3_create");
        for (int k = 0; k < scenes(8); ++k) {
            const flr_vec3 in_box = r.point(-1, 2), size = flr_sub3(w.twin.bounds.max, w.twin.bounds.min);
            const flr_vec3 p = flr_add3(w.twin.bounds.min, flr_vec3_make(in_box.x * size.x, in_box.y * size.y,
                                                                         in_box.z * size.z + flr_real(unit)));
            const double all = double(flr_winding3_mesh_point(&w.at, p)),
                         of_twin = double(flr_winding3_mesh_point(&w.twin, p)),
                         quick = double(flr_winding3_mesh_point_quick(clusters, &w.at, p));
            t.expect(std::abs(all - of_twin) <= 1e-6, "winding number %g, not %g", all, of_twin);
            t.expect(std::abs(quick - of_twin) <= 0.005, "by clusters %g, not %g", quick, of_twin);
        }
        flr_winding3_destroy(clusters);
    });
}

}  // namespace

FEELER_TESTS(FEELER_TEST(triangles), FEELER_TEST(info), FEELER_TEST(edges), FEELER_TEST(tree),
             FEELER_TEST(rays), FEELER_TEST(any_shapes), FEELER_TEST(contacts), FEELER_TEST(winding))

}  // namespace TEST_FILE
