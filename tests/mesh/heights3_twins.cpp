#include "mesh/heights3_twins.hpp"

namespace heights3_twins
{

mesh_handle make(const grid &g)
{
    const flr_heights3_input in = g.input();
    flr_mesh3 *m = nullptr;
    must(flr_mesh3_create_heights(&in, nullptr, &m), "flr_mesh3_create_heights");
    return mesh_handle(m, flr_mesh3_destroy);
}

soup triangles_of(const grid &g, std::vector<uint32_t> *numbers)
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

grid random_grid(random_source &r, size_t columns, size_t rows, relief kind, double size, bool holes)
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

flr_affine3 random_pose(random_source &r, int kind, double size)
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

any3::held near_shape(random_source &r, const twins &w, double unit)
{
    const uint32_t number = w.numbers[size_t(r.whole(0, int(w.numbers.size()) - 1))];
    const flr_vec3 at = flr_add3(w.world(number).a, flr_scale3(flr_real(unit), r.point(-2, 2)));
    const int kind = r.whole(FLR_SHAPE3_POINT, FLR_SHAPE3_COMPOUND);
    const double size = unit * r.between(0.3, 2);
    return any3::random_shape(r, flr_shape3_kind(kind), at, size, r.whole(0, 1) != 0);
}

flr_path3 random_path(random_source &r, double unit)
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
