#include "support/poses.hpp"

flr_affine3 affine(std::array<double, 9> rows, flr_vec3 translation)
{
    flr_affine3 m;
    auto column = [&](size_t i) {
        return flr_vec3_make(flr_real(rows[i]), flr_real(rows[i + 3]), flr_real(rows[i + 6]));
    };
    m.linear = {column(0), column(1), column(2)};
    m.translation = translation;
    return m;
}

flr_affine3 translation(double x, double y, double z)
{
    flr_affine3 m = flr_affine3_identity();
    m.translation = flr_vec3_make(flr_real(x), flr_real(y), flr_real(z));
    return m;
}

std::vector<flr_affine3> signed_permutations()
{
    std::vector<flr_affine3> all;
    const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    for (auto &p : order)
        for (int sign = 0; sign < 8; ++sign) {
            std::array<double, 9> rows{};
            for (int i = 0; i < 3; ++i) rows[static_cast<size_t>(3 * i + p[i])] = sign >> i & 1 ? -1 : 1;
            all.push_back(affine(rows));
        }
    return all;
}

flr_affine3 integer_rotation(int w, int x, int y, int z)
{
    return affine(
        {double(w * w + x * x - y * y - z * z), double(2 * (x * y - w * z)), double(2 * (x * z + w * y)),
         double(2 * (x * y + w * z)), double(w * w - x * x + y * y - z * z), double(2 * (y * z - w * x)),
         double(2 * (x * z - w * y)), double(2 * (y * z + w * x)), double(w * w - x * x - y * y + z * z)});
}

flr_affine3 rotation(double w, double x, double y, double z)
{
    double n = w * w + x * x + y * y + z * z;
    return affine({(w * w + x * x - y * y - z * z) / n, 2 * (x * y - w * z) / n, 2 * (x * z + w * y) / n,
                   2 * (x * y + w * z) / n, (w * w - x * x + y * y - z * z) / n, 2 * (y * z - w * x) / n,
                   2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n, (w * w - x * x - y * y + z * z) / n});
}

flr_affine3 random_rotation(random_source &r)
{
    for (;;) {
        double w = r.between(-1, 1), x = r.between(-1, 1), y = r.between(-1, 1), z = r.between(-1, 1);
        double n = w * w + x * x + y * y + z * z;
        if (n > 0.1 && n <= 1) return rotation(w, x, y, z);
    }
}

flr_affine3 random_rigid(random_source &r, double reach)
{
    flr_affine3 m = random_rotation(r);
    m.translation = r.point(-reach, reach);
    return m;
}

flr_affine3 after(const flr_affine3 &outer, const flr_affine3 &inner)
{
    return flr_affine3_compose(outer, inner);
}
