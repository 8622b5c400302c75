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

mesh_handle make(const grid &g);

/// The triangles as the header says they are, and the number of each in the grid.
soup triangles_of(const grid &g, std::vector<uint32_t> *numbers);

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
grid random_grid(random_source &r, size_t columns, size_t rows, relief kind, double size, bool holes);

/// As it is, turned, far away, or turned, scaled and mirrored.
flr_affine3 random_pose(random_source &r, int kind, double size);

/// A shape near the grid, of any kind.
any3::held near_shape(random_source &r, const twins &w, double unit);

flr_path3 random_path(random_source &r, double unit);

}  // namespace heights3_twins

#endif
