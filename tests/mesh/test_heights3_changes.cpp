// Grids of heights that are refused, that change, and that stand side by side.
#include <cstring>

#include "any/any3_stock.hpp"
#include "feeler/feeler.h"
#include "mesh/heights3_twins.hpp"
#include "support/cmocka.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using namespace heights3_twins;

flr_status status_of(const grid &g)
{
    const flr_heights3_input in = g.input();
    flr_mesh3 *m = nullptr;
    const flr_status status = flr_mesh3_create_heights(&in, nullptr, &m);
    flr_mesh3_destroy(m);
    return status;
}

grid flat(size_t columns, size_t rows)
{
    grid g;
    g.columns = columns;
    g.rows = rows;
    g.heights.assign(columns * rows, 0);
    return g;
}

void refused(tally &t)
{
    const flr_real infinite = (flr_real)INFINITY, none = (flr_real)NAN;
    flr_mesh3 *m = nullptr;
    t.expect(flr_mesh3_create_heights(nullptr, nullptr, &m) == FLR_INVALID_ARGUMENT && !m, "no input");
    grid g = flat(3, 3);
    t.expect(status_of(g) == FLR_OK, "a plain one");
    for (flr_real bad : {flr_real(0), flr_real(-1), none}) {
        g.x = bad;
        t.expect(status_of(g) == FLR_INVALID_ARGUMENT, "a spacing of %g", double(bad));
        g.x = 1;
        g.y = bad;
        t.expect(status_of(g) == FLR_INVALID_ARGUMENT, "a spacing of %g along y", double(bad));
        g.y = 1;
    }
    g.y = infinite;
    t.expect(status_of(g) == FLR_NOT_FINITE, "an infinite spacing");
    g.y = 1;
    g.heights[4] = -infinite;
    t.expect(status_of(g) == FLR_NOT_FINITE, "an infinite height");
    g.heights[4] = none;
    t.expect(status_of(g) == FLR_INVALID_SHAPE, "every cell has a corner without a height");
    g.heights[4] = 0;
    g.cells = {1, 1, 1, 0};
    t.expect(status_of(g) == FLR_OK, "one cell is left");
    g.cells[3] = 1;
    t.expect(status_of(g) == FLR_INVALID_SHAPE, "nothing but holes");
    g.cells[3] = 8;
    t.expect(status_of(g) == FLR_INVALID_ARGUMENT, "an unknown flag");
    g.cells.clear();
    g.diagonal = flr_diagonal(3);
    t.expect(status_of(g) == FLR_INVALID_ARGUMENT, "an unknown diagonal");
    g.diagonal = FLR_DIAGONAL_RISING;
    g.columns = 1;
    t.expect(status_of(g) == FLR_INVALID_ARGUMENT, "one column");
    g.columns = 3;
    g.rows = 0;
    t.expect(status_of(g) == FLR_INVALID_ARGUMENT, "no row");
    g.rows = 3;
    g.first_column = INT32_MAX;
    t.expect(status_of(g) == FLR_TOO_LARGE, "a number beyond the last");
    g.first_column = 0;
    // sizes that overflow when multiplied; no height is read
    g.columns = size_t(1) << 31;
    g.rows = size_t(1) << 31;
    t.expect(status_of(g) == FLR_TOO_LARGE, "2^62 heights");
    g.columns = g.rows = SIZE_MAX;
    t.expect(status_of(g) == FLR_TOO_LARGE, "more than can be counted");
    g.columns = g.rows = 3;
    const mesh_handle h = make(g);
    const flr_real z[9] = {0, 0, infinite};
    const uint8_t flags[4] = {1, 1, 1, 1}, unknown[4] = {0, 0, 0, 16};
    t.expect(flr_mesh3_refit_heights(h.get(), 0, 0, 3, 1, z, nullptr) == FLR_NOT_FINITE,
             "refit with infinity");
    t.expect(flr_mesh3_refit_heights(h.get(), 1, 0, 3, 1, z, nullptr) == FLR_INVALID_ARGUMENT,
             "beyond the last column");
    t.expect(flr_mesh3_refit_heights(h.get(), 0, 0, 0, 1, z, nullptr) == FLR_INVALID_ARGUMENT, "no column");
    t.expect(flr_mesh3_refit_heights(h.get(), 0, 0, SIZE_MAX, 2, z, nullptr) == FLR_INVALID_ARGUMENT,
             "all columns");
    t.expect(flr_mesh3_refit_heights(h.get(), 0, 0, 3, 3, nullptr, nullptr) == FLR_INVALID_ARGUMENT,
             "nothing new");
    t.expect(flr_mesh3_refit_heights(nullptr, 0, 0, 1, 1, z, nullptr) == FLR_INVALID_ARGUMENT, "null");
    t.expect(flr_mesh3_refit_heights(h.get(), 0, 0, 3, 3, nullptr, unknown) == FLR_INVALID_ARGUMENT,
             "unknown flags");
    t.expect(flr_mesh3_refit_heights(h.get(), 0, 0, 3, 3, nullptr, flags) == FLR_INVALID_SHAPE,
             "all of it a hole");
    t.expect(flr_mesh3_triangle(h.get(), 7).c.y == 2, "and all is there still");
    t.expect(flr_mesh3_refit(h.get(), &flat(3, 9).heights[0]) == FLR_INVALID_ARGUMENT,
             "a grid has no vertices to move");
    const mesh_handle box = make_mesh(::box(vec(0, 0, 0), vec(1, 1, 1)));
    t.expect(flr_mesh3_refit_heights(box.get(), 0, 0, 1, 1, z, nullptr) == FLR_INVALID_ARGUMENT, "no grid");
}

/// A grid whose allocator gives only so many blocks.
struct few {
    long left;
};
void *give(void *user, size_t size)
{
    few *f = static_cast<few *>(user);
    return f->left-- > 0 ? std::malloc(size) : nullptr;
}

void take_back(void *, void *block, size_t) { std::free(block); }

// ---- Changes

void set(grid &g, size_t column, size_t row, size_t columns, size_t rows, const flr_real *z,
         const uint8_t *cells)
{
    for (size_t j = 0; j < rows; ++j)
        for (size_t i = 0; i < columns; ++i) {
            if (z) g.heights[(row + j) * g.columns + column + i] = z[j * columns + i];
            if (cells && j + 1 < rows && i + 1 < columns)
                g.cells[(row + j) * (g.columns - 1) + column + i] = cells[j * (columns - 1) + i];
        }
}

bool is_same(const flr_mesh3_info &a, const flr_mesh3_info &b)
{
    return std::memcmp(&a.bounds, &b.bounds, sizeof a.bounds) == 0 && a.vertex_count == b.vertex_count &&
           a.triangle_count == b.triangle_count && a.boundary_edge_count == b.boundary_edge_count &&
           a.component_count == b.component_count;
}

/// After each change the answers are those of a grid made anew.
void changed(tally &t)
{
    random_source r{11};
    long hits = 0;
    for (int scene = 0; scene < scenes(12); ++scene) {
        const int across = r.whole(2, 140), along = r.whole(2, 90);
        grid g = random_grid(r, size_t(across), size_t(along), relief(scene % 6), 1, scene % 2 != 0);
        g.cells.resize(g.cell_count());
        const mesh_handle m = make(g);
        for (int k = 0; k < 12; ++k) {
            const size_t column = size_t(r.whole(0, int(g.columns) - 1)),
                         row = size_t(r.whole(0, int(g.rows) - 1)),
                         columns = size_t(r.whole(1, int(g.columns - column))),
                         rows = size_t(r.whole(1, int(g.rows - row)));
            std::vector<flr_real> z;
            std::vector<uint8_t> cells;
            const int kind = r.whole(0, 3);
            for (size_t i = 0; i < columns * rows; ++i) {
                const double up = r.between(-2, 2);
                z.push_back(flr_real(kind == 3 && i == 0 ? NAN : kind == 2 ? 1e3 * up : up));
            }
            for (size_t i = 0; i < (columns - 1) * (rows - 1); ++i)
                cells.push_back(uint8_t(r.whole(0, 5) == 0 ? r.whole(0, 3) : 0));
            const flr_real *const zs = kind == 1 ? nullptr : z.data();
            const uint8_t *const flags = kind == 1 || k % 3 == 0 ? cells.data() : nullptr;
            if (!zs && cells.empty()) continue;
            grid next = g;
            set(next, column, row, columns, rows, zs, flags);
            const flr_heights3_input in = next.input();
            flr_mesh3 *made = nullptr;
            const flr_status expected = flr_mesh3_create_heights(&in, nullptr, &made),
                             status = flr_mesh3_refit_heights(m.get(), column, row, columns, rows, zs, flags);
            t.expect(status == expected, "refit says %d, not %d", status, expected);
            if (status == FLR_OK) g = next;
            flr_mesh3_destroy(made);
            twins w(g);
            w.remake(m);
            t.expect(is_same(flr_mesh3_get_info(m.get()), flr_mesh3_get_info(make(g).get())), "info");
            for (int i = 0; i < 20; ++i) {
                const flr_triangle3 f = w.world(w.numbers[size_t(r.whole(0, int(w.numbers.size()) - 1))]);
                const flr_vec3 from = flr_add3(f.a, r.point(-9, 9)),
                               to = flr_lerp3(flr_lerp3(f.a, f.b, flr_real(0.4)), f.c,
                                              flr_real(r.between(0, 1)));
                const auto path = flr_raycast3_path_make(from, flr_sub3(to, from), 0, (flr_real)INFINITY);
                const auto a = flr_raycast3_ray_mesh(&path, &w.at, 0),
                           b = flr_raycast3_ray_mesh(&path, &w.twin, 0);
                t.expect(a.hit == b.hit && (!a.hit || (a.t == b.t && a.triangle == w.numbers[b.triangle])),
                         "ray after a change");
                hits += a.hit;
                const auto p = flr_closest3_point_mesh(from, &w.at, (flr_real)INFINITY),
                           q = flr_closest3_point_mesh(from, &w.twin, (flr_real)INFINITY);
                t.expect(p.distance == q.distance, "distance after a change");
            }
        }
    }
    t.expect(enough(hits > 1000), "%ld hits", hits);
}

/// Where memory runs out nothing is changed, and all is given back.
void out_of_memory(tally &t)
{
    random_source r{12};
    const grid g = random_grid(r, 30, 20, relief::noise, 1, false);
    for (long count = 0; count < scenes(40); ++count) {
        few f{count};
        const flr_allocator some = {give, take_back, &f};
        const flr_heights3_input in = g.input();
        flr_mesh3 *m = nullptr;
        const flr_status status = flr_mesh3_create_heights(&in, &some, &m);
        t.expect(status == FLR_OK || (status == FLR_OUT_OF_MEMORY && !m), "status %d", status);
        if (!m) continue;
        const flr_real z[4] = {0, (flr_real)NAN, 0, 0};
        const flr_triangle3 before = flr_mesh3_triangle(m, 0);
        if (flr_mesh3_refit_heights(m, 0, 0, 2, 2, z, nullptr) == FLR_OUT_OF_MEMORY) {
            const flr_triangle3 after = flr_mesh3_triangle(m, 0);
            t.expect(std::memcmp(&before, &after, sizeof before) == 0, "unchanged without memory");
            t.expect(flr_mesh3_get_info(m).component_count == 1, "still one part");
        }
        flr_mesh3_destroy(m);
    }
}

// ---- Side by side, and what rolls over

double height_of_land(long column, long row)
{
    return 0.25 * double((column * 7 + row * 3) % 5) + (column > 20 ? 2 : 0);
}

/// Part of one land, with a rim of its neighbours' cells.
grid tile(long first_column, long first_row, size_t cells, bool is_flat)
{
    grid g = flat(cells + 3, cells + 3);
    g.first_column = int32_t(first_column - 1);
    g.first_row = int32_t(first_row - 1);
    g.x = flr_real(0.1);
    g.y = flr_real(0.3);
    g.diagonal = FLR_DIAGONAL_ALTERNATING;
    for (size_t j = 0; j < g.rows; ++j)
        for (size_t i = 0; i < g.columns; ++i)
            g.heights[j * g.columns + i] =
                is_flat ? flr_real(0.7)
                        : flr_real(0.1 * height_of_land(long(i) + g.first_column, long(j) + g.first_row));
    for (size_t j = 0; j < cells + 2; ++j)
        for (size_t i = 0; i < cells + 2; ++i)
            g.cells.push_back(i == 0 || j == 0 || i > cells || j > cells ? FLR_HEIGHTS_NEIGHBOR : 0);
    return g;
}

/// Rays at vertices and edges of the common border of two tiles meet one of them.
void no_gap(tally &t)
{
    random_source r{13};
    const twins west(tile(0, 0, 16, false)), east(tile(16, 0, 16, false));
    for (int k = 0; k < scenes(4000); ++k) {
        const flr_affine3 pose = {any3::axes(r), r.point(-100, 100)};
        flr_instance3 a, b;
        must(flr_instance3_make(west.grid_mesh.get(), pose, &a), "west");
        must(flr_instance3_make(east.grid_mesh.get(), pose, &b), "east");
        const size_t row = size_t(r.whole(2, 15));
        const double along = k % 2 ? 0 : r.between(0, 1);
        const flr_vec3 p = west.s.v[row * 19 + 17], q = west.s.v[(row + 1) * 19 + 17],
                       at = flr_affine3_point(pose, flr_lerp3(p, q, flr_real(along))),
                       from = flr_affine3_point(pose,
                                                flr_add3(p, flr_vec3_make(flr_real(r.between(-1, 1)), 0, 3)));
        const auto path = flr_raycast3_path_make(from, flr_sub3(at, from), 0, (flr_real)INFINITY);
        t.expect(flr_raycast3_ray_mesh(&path, &a, 0).hit || flr_raycast3_ray_mesh(&path, &b, 0).hit,
                 "a ray through the border");
    }
}

std::vector<flr_contact3_region> regions_of(const flr_shape3 &body, const flr_shape3 &land)
{
    std::vector<flr_contact3_region> r(32);
    size_t count = 0;
    // which depth is the least may not be proved in a valley; the regions are there all the same
    const flr_status status = flr_contacts3(&body, &land, nullptr, r.data(), r.size(), &count);
    must(status == FLR_NOT_CONVERGED ? FLR_OK : status, "flr_contacts3");
    r.resize(count);
    return r;
}

/// Does the body meet a triangle of the land with that normal?
bool meets_face(const flr_shape3 &body, const twins &w, flr_vec3 normal)
{
    for (uint32_t number : w.numbers) {
        flr_shape3 face{};
        face.kind = FLR_SHAPE3_TRIANGLE;
        const flr_triangle3 f = face.as.triangle = w.world(number);
        const flr_vec3 n = flr_cross3(flr_sub3(f.b, f.a), flr_sub3(f.c, f.a));
        const double along = double(flr_dot3(n, normal)) / any3::length(n);
        bool meet = false;
        if (std::abs(along) > 0.9999 && flr_overlap3(&body, &face, &meet) == FLR_OK && meet) return true;
    }
    return false;
}

/// A ball or box over four tiles has the normals that it has over the same land in one piece, or the very normals of faces that it meets: of
/// those some are left out there, where another region leads out of them.
void same_normals(tally &t)
{
    random_source r{14};
    long all = 0, several = 0, others = 0;
    for (bool is_flat : {true, false}) {
        const twins whole(tile(0, 0, 32, is_flat)), a(tile(0, 0, 16, is_flat)), b(tile(16, 0, 16, is_flat)),
            c(tile(0, 16, 16, is_flat)), d(tile(16, 16, 16, is_flat));
        const flr_shape3 tiles[4] = {a.shape(true), b.shape(true), c.shape(true), d.shape(true)},
                         one = whole.shape(true);
        flr_shape3 land{};
        land.kind = FLR_SHAPE3_COMPOUND;
        land.as.compound.shapes = tiles;
        land.as.compound.count = 4;
        for (int k = 0; k < scenes(1500); ++k) {
            // near the borders, above all
            const double x = 1.6 + r.between(-0.25, 0.25), y = 4.8 + r.between(-0.6, 0.6),
                         radius = r.between(0.02, 0.3), down = r.between(0, 0.1) * radius;
            const long i = long(x / 0.1), j = long(y / 0.3);
            const double floor =
                is_flat ? 0.7 : 0.1 * std::max(height_of_land(i, j), height_of_land(i + 1, j + 1));
            flr_shape3 body{};
            body.kind = k % 3 ? FLR_SHAPE3_SPHERE : FLR_SHAPE3_BOX;
            const flr_vec3 center = flr_vec3_make(flr_real(x), flr_real(y), flr_real(floor + radius - down));
            if (k % 3)
                body.as.sphere = {center, flr_real(radius)};
            else
                body.as.box = {center,
                               flr_affine3_identity().linear,
                               {flr_real(radius), flr_real(radius), flr_real(radius)}};
            const auto x_regions = regions_of(body, one), y_regions = regions_of(body, land);
            all += !y_regions.empty();
            several += y_regions.size() > 1;
            if (is_flat) t.expect(!y_regions.empty(), "held by the floor");
            for (const auto &n : y_regions) {
                if (is_flat)
                    t.expect(std::abs(n.manifold.normal.z) > 0.999999, "no other normal than the floor's");
                bool known = x_regions.empty();
                for (const auto &m : x_regions)
                    known = known || flr_dot3(m.manifold.normal, n.manifold.normal) > 0.9999;
                others += !known;
                t.expect(known || meets_face(body, whole, n.manifold.normal),
                         "a normal that the land in one piece does not have: %g %g %g",
                         double(n.manifold.normal.x), double(n.manifold.normal.y),
                         double(n.manifold.normal.z));
            }
        }
    }
    t.expect(enough(all > 1500 && several > 100 && 10 * others < all),
             "%ld with regions, %ld with several, %ld others", all, several, others);
}

/// Balls on a flat grid and on the flanks of a ridge, from every place above: the surface's own normals and no others.
void rolling(tally &t)
{
    random_source r{15};
    long ridge_contacts = 0;
    for (int kind = 0; kind < 2; ++kind) {
        grid g = random_grid(r, 40, 40, kind ? relief::ridge : relief::flat, 1, false);
        g.x = g.y = 1;
        g.first_column = g.first_row = 0;
        for (size_t k = 0; k < g.cell_count(); ++k)
            g.cells.push_back(uint8_t(r.whole(0, 1) * FLR_HEIGHTS_TURNED));
        const twins w(g);
        const double slope = 0.5, steep = std::sqrt(1 + slope * slope);
        for (int k = 0; k < 3000; ++k) {
            const double x = r.between(4, 36), y = r.between(4, 36), radius = r.between(0.1, 2),
                         away = std::abs(x - 20);
            const bool on_flank = kind && away > radius;
            const double up =
                kind ? (on_flank ? -slope * away + 0.99 * radius * steep : 0.99 * radius) : 0.99 * radius;
            flr_shape3 ball{};
            ball.kind = FLR_SHAPE3_SPHERE;
            ball.as.sphere = {flr_vec3_make(flr_real(x), flr_real(y), flr_real(up)), flr_real(radius)};
            const auto regions = regions_of(ball, w.shape(true));
            if (kind == 0) {
                t.expect(regions.size() == 1 && regions[0].manifold.normal.z < -0.999999,
                         "%zu regions on the floor", regions.size());
            } else if (on_flank) {
                t.expect(regions.size() == 1 &&
                             std::abs(double(regions[0].manifold.normal.z) + 1 / steep) < 1e-6,
                         "%zu regions on a flank", regions.size());
                ++ridge_contacts;
            } else {
                for (const auto &n : regions)
                    t.expect(-double(n.manifold.normal.z) > 1 / steep - 1e-6, "a normal between the flanks'");
            }
        }
    }
    t.expect(ridge_contacts > 1000, "%ld on flanks", ridge_contacts);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(refused), FEELER_TEST(changed), FEELER_TEST(out_of_memory), FEELER_TEST(no_gap),
             FEELER_TEST(same_normals), FEELER_TEST(rolling))

}  // namespace TEST_FILE
