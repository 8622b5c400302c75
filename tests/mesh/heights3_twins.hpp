/// Grids of heights for tests, each with the mesh of the same triangles.
#ifndef TESTS_MESH_HEIGHTS3_TWINS_HPP
#define TESTS_MESH_HEIGHTS3_TWINS_HPP

#include <cmath>
#include <vector>

#include "any/any3_stock.hpp"
#include "support/handles.hpp"
#include "support/random.hpp"

namespace heights3_twins
{

inline bool is_same(flr_real a, flr_real b) { return a == b || (std::isnan(a) && std::isnan(b)); }
inline bool is_same(flr_vec3 a, flr_vec3 b)
{
    return is_same(a.x, b.x) && is_same(a.y, b.y) && is_same(a.z, b.z);
}

/// A grid as the caller has it.
struct grid {
    std::vector<flr_real> heights;
    std::vector<uint8_t> cells;
    size_t columns = 2, rows = 2;
    flr_real x = 1, y = 1;
    int32_t first_column = 0, first_row = 0;
    flr_diagonal diagonal = FLR_DIAGONAL_RISING;

    size_t cell_count() const { return (columns - 1) * (rows - 1); }
    flr_heights3_input input() const
    {
        return {heights.data(),
                cells.empty() ? nullptr : cells.data(),
                columns,
                rows,
                x,
                y,
                first_column,
                first_row,
                diagonal};
    }
    bool is_hole(size_t cell) const
    {
        const size_t at = cell / (columns - 1) * columns + cell % (columns - 1);
        return (!cells.empty() && (cells[cell] & FLR_HEIGHTS_HOLE)) || std::isnan(heights[at]) ||
               std::isnan(heights[at + 1]) || std::isnan(heights[at + columns]) ||
               std::isnan(heights[at + columns + 1]);
    }
    bool falls(size_t cell) const
    {
        const long column = long(cell % (columns - 1)) + first_column,
                   row = long(cell / (columns - 1)) + first_row;
        const bool turned = !cells.empty() && (cells[cell] & FLR_HEIGHTS_TURNED);
        const bool odd = (column + row) % 2 != 0;
        return (diagonal == FLR_DIAGONAL_FALLING || (diagonal == FLR_DIAGONAL_ALTERNATING && odd)) != turned;
    }
};

inline mesh_handle make(const grid &g)
{
    const flr_heights3_input in = g.input();
    flr_mesh3 *m = nullptr;
    must(flr_mesh3_create_heights(&in, nullptr, &m), "flr_mesh3_create_heights");
    return mesh_handle(m, flr_mesh3_destroy);
}

/// The triangles as the header says they are, and the number of each in the grid.
inline soup triangles_of(const grid &g, std::vector<uint32_t> *numbers)
{
    soup s;
    for (size_t j = 0; j < g.rows; ++j)
        for (size_t i = 0; i < g.columns; ++i) {
            // no triangle has the vertices without a height
            const flr_real z = g.heights[j * g.columns + i];
            s.v.push_back(flr_vec3_make(flr_real(long(i) + g.first_column) * g.x,
                                        flr_real(long(j) + g.first_row) * g.y,
                                        std::isnan(z) ? flr_real(0) : z));
        }
    for (size_t c = 0; c < g.cell_count(); ++c) {
        if (g.is_hole(c)) continue;
        const uint32_t p = uint32_t(c / (g.columns - 1) * g.columns + c % (g.columns - 1)), q = p + 1,
                       r = p + uint32_t(g.columns), u = r + 1;
        if (g.falls(c)) {
            s.t.push_back({p, q, r});
            s.t.push_back({q, u, r});
        } else {
            s.t.push_back({p, q, u});
            s.t.push_back({p, u, r});
        }
        numbers->push_back(uint32_t(2 * c));
        numbers->push_back(uint32_t(2 * c + 1));
    }
    return s;
}

/// A grid placed, and its twin: the mesh of its triangles.
struct twins {
    grid g;
    mesh_handle grid_mesh, mesh;
    std::vector<uint32_t> numbers;
    soup s;
    flr_instance3 at{}, twin{};

    explicit twins(const grid &from) : g(from) { remake(make(from)); }
    void remake(const mesh_handle &m)
    {
        numbers.clear();
        s = triangles_of(g, &numbers);
        grid_mesh = m;
        mesh = make_mesh(s, 0);
        place(flr_affine3_identity());
    }
    void place(const flr_affine3 &pose)
    {
        must(flr_instance3_make(grid_mesh.get(), pose, &at), "instance of the grid");
        must(flr_instance3_make(mesh.get(), pose, &twin), "instance of the twin");
    }
    flr_shape3 shape(bool of_grid) const
    {
        flr_shape3 r{};
        r.kind = FLR_SHAPE3_MESH;
        r.as.mesh = of_grid ? at : twin;
        return r;
    }
    flr_triangle3 world(uint32_t number) const
    {
        const flr_triangle3 t = flr_mesh3_triangle(grid_mesh.get(), number);
        return {flr_affine3_point(at.pose, t.a), flr_affine3_point(at.pose, t.b),
                flr_affine3_point(at.pose, t.c)};
    }
};

enum class relief { noise, waves, flat, steps, ridge, spikes };

/// Heights of a kind; `size` of one cell.
inline grid random_grid(random_source &r, size_t columns, size_t rows, relief kind, double size, bool holes)
{
    grid g;
    g.columns = columns;
    g.rows = rows;
    g.x = flr_real(size * r.between(0.5, 2));
    g.y = flr_real(size * r.between(0.5, 2));
    g.diagonal = flr_diagonal(r.whole(0, 2));
    if (r.whole(0, 1)) {
        // some far from their origin for their size
        const int far = r.whole(0, 2) == 0 ? 10000 : 50;
        g.first_column = r.whole(-far, far);
        g.first_row = r.whole(-far, far);
    }
    const double across = r.between(0.2, 1), along = r.between(0.2, 1);
    for (size_t j = 0; j < rows; ++j)
        for (size_t i = 0; i < columns; ++i) {
            double z = 0;
            const double noise = r.between(-1, 1);
            if (kind == relief::noise) z = noise;
            if (kind == relief::waves)
                z = std::floor(16 * (std::abs(std::fmod(across * double(i), 2) - 1) +
                                     std::abs(std::fmod(along * double(j), 2) - 1))) /
                    8;
            if (kind == relief::steps) z = double(i / 3 % 2);
            if (kind == relief::ridge) z = -0.5 * std::abs(double(i) - double(columns / 2));
            if (kind == relief::spikes) z = noise > 0.8 ? 20 * noise : 0;
            g.heights.push_back(flr_real(z * size));
        }
    if (!holes) return g;
    for (size_t c = 0; c < g.cell_count(); ++c) {
        const int draw = r.whole(0, 9);
        g.cells.push_back(uint8_t(draw < 2 ? FLR_HEIGHTS_HOLE : draw < 5 ? FLR_HEIGHTS_TURNED : 0));
    }
    for (flr_real &z : g.heights)
        if (r.whole(0, 39) == 0) z = flr_real(NAN);
    g.cells[0] &= uint8_t(~FLR_HEIGHTS_HOLE);
    for (size_t i : {size_t(0), size_t(1), columns, columns + 1})
        if (std::isnan(g.heights[i])) g.heights[i] = 0;
    return g;
}

/// As it is, turned, far away, or turned, scaled and mirrored.
inline flr_affine3 random_pose(random_source &r, int kind, double size)
{
    flr_affine3 p = flr_affine3_identity();
    if (kind == 0) return p;
    p.linear = any3::axes(r);
    p.translation = flr_scale3(flr_real(size), r.point(-3, 3));
    if (kind == 2) p.translation = flr_scale3(flr_real(size), r.point(-1e4, 1e4));
    if (kind == 3) {
        p.linear.x = flr_scale3(flr_real(-0.25), p.linear.x);
        p.linear.y = flr_scale3(2, p.linear.y);
    }
    return p;
}

/// A shape near the grid, of any kind.
inline any3::held near_shape(random_source &r, const twins &w, double unit)
{
    const uint32_t number = w.numbers[size_t(r.whole(0, int(w.numbers.size()) - 1))];
    const flr_vec3 at = flr_add3(w.world(number).a, flr_scale3(flr_real(unit), r.point(-2, 2)));
    const int kind = r.whole(FLR_SHAPE3_POINT, FLR_SHAPE3_COMPOUND);
    const double size = unit * r.between(0.3, 2);
    return any3::random_shape(r, flr_shape3_kind(kind), at, size, r.whole(0, 1) != 0);
}

inline flr_path3 random_path(random_source &r, double unit)
{
    flr_path3 p{};
    auto turn = [&] {
        const double x = r.between(-1, 1), y = r.between(-1, 1), z = r.between(-1, 1);
        return flr_quat{flr_real(std::sqrt(1 - (x * x + y * y + z * z) / 4)), flr_real(x / 2),
                        flr_real(y / 2), flr_real(z / 2)};
    };
    p.from = {turn(), flr_scale3(flr_real(unit), r.point(-1, 1))};
    p.to = {turn(), flr_scale3(flr_real(unit), r.point(-4, 4))};
    return p;
}

}  // namespace heights3_twins

#endif
