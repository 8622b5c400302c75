// needs: gmp
#include "raycast/exact_cast3.hpp"

#include "support/scenes.hpp"

namespace exact_cast
{

bool solve(std::vector<point> column, point right, std::vector<number> *x)
{
    size_t n = column.size(), row = 0;
    for (size_t c = 0; c < n; ++c) {
        size_t pivot = row;
        while (pivot < 3 && column[c][pivot] == 0) ++pivot;
        if (pivot == 3) return false;
        for (auto &k : column) std::swap(k[row], k[pivot]);
        std::swap(right[row], right[pivot]);
        for (size_t r = 0; r < 3; ++r) {
            if (r == row || column[c][r] == 0) continue;
            number factor = column[c][r] / column[c][row];
            for (auto &k : column) k[r] -= factor * k[row];
            right[r] -= factor * right[row];
        }
        ++row;
    }
    for (size_t r = row; r < 3; ++r)
        if (right[r] != 0) return false;
    x->assign(n, 0);
    for (size_t c = 0; c < n; ++c) (*x)[c] = right[c] / column[c][c];
    return true;
}

/// Whether the line is farther from the first corner than any other is, beyond what rounding could say.
static bool passes_by(const point &o, const point &d, const std::vector<point> &corner)
{
    // whose range holds the fourth powers of doubles
    long double to[3], way[3], across = 0, away = 0, length = 0, reach = 0;
    for (size_t k = 0; k < 3; ++k) {
        to[k] = number(corner[0][k] - o[k]).get_d(), way[k] = d[k].get_d();
        away += to[k] * to[k], length += way[k] * way[k];
    }
    for (size_t k = 0; k < 3; ++k) {
        const long double c = to[(k + 1) % 3] * way[(k + 2) % 3] - to[(k + 2) % 3] * way[(k + 1) % 3];
        across += c * c;
    }
    for (size_t i = 1; i < corner.size(); ++i) {
        long double square = 0;
        for (size_t k = 0; k < 3; ++k) {
            const long double x = number(corner[i][k] - corner[0][k]).get_d();
            square += x * x;
        }
        reach = std::fmax(reach, square);
    }
    return std::sqrt(across) > std::sqrt(length) * (1.000001 * std::sqrt(reach) + 1e-12 * std::sqrt(away));
}

interval meet(const point &o, const point &d, const std::vector<point> &corner)
{
    interval result;
    if (passes_by(o, d, corner)) return result;
    for (size_t set = 1; set < size_t(1) << corner.size(); ++set) {
        std::vector<point> face, column;
        for (size_t i = 0; i < corner.size(); ++i)
            if (set >> i & 1) face.push_back(corner[i]);
        if (face.size() > 3) continue;
        for (size_t i = 1; i < face.size(); ++i) column.push_back(sub(face[i], face[0]));
        column.push_back({number(-d[0]), number(-d[1]), number(-d[2])});
        std::vector<number> x;
        if (!solve(column, sub(o, face[0]), &x)) continue;
        number rest = 1;
        bool inside = true;
        for (size_t i = 0; i + 1 < x.size(); ++i) {
            rest -= x[i];
            inside &= x[i] >= 0;
        }
        if (inside && rest >= 0) result.add(x.back());
    }
    return result;
}

flr_raycast3_path aimed(flr_vec3 o, flr_vec3 aim, int kind)
{
    flr_vec3 d = flr_sub3(aim, o);
    flr_segment3 s = {o, aim};
    switch (kind) {
    case 0:
        return flr_raycast3_path_make(o, d, 0, INFINITY);
    case 1:
        return flr_raycast3_path_make(o, d, -INFINITY, INFINITY);
    case 2:
        return flr_raycast3_path_segment(&s);
    case 3:
        return flr_raycast3_path_make(o, d, 0, flr_real(0.9));
    case 4:
        return flr_raycast3_path_make(o, d, flr_real(0.3), flr_real(1.7));
    case 5:
        return flr_raycast3_path_make(o, d, 1, 3);
    case 6:
        return flr_raycast3_path_make(o, d, -INFINITY, flr_real(1.1));
    default:
        return flr_raycast3_path_make(o, flr_scale3(flr_real(0.37), d), 0, 1000);
    }
}

void expect_rate(tally &t, const char *what, long hits, long count)
{
    double rate = double(hits) / double(count);
    std::printf("  %s: %ld cases, %.0f %% hits\n", what, count, 100 * rate);
    t.expect(enough(rate >= 0.3 && rate <= 0.7), "%s: %.3f of %ld are hits", what, rate, count);
}

}  // namespace exact_cast
