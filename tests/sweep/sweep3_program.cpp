// needs: gmp
#include "sweep/sweep3_program.hpp"

#include <array>

namespace sweep3
{
namespace
{

using whole = big_integer;

/// A point as the motion sees it: z is along it, and x = y = 0 is its line. Of the three that begin the program `is_far` is 1:
/// their cost is above all numbers.
struct seen {
    whole x, y, z;
    int is_far;
    long number;
};

/// An affine function over x and y, times `area`.
struct plane {
    whole level, x, y;
    whole at(const seen &p) const { return whole(x * p.x + y * p.y); }
};

whole turn(const seen &p, const seen &q) { return whole(p.x * q.y - p.y * q.x); }
whole turn(const seen &p, const seen &q, const seen &r)
{
    return whole((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
}

template <class cost> plane through(const std::array<seen, 3> &s, cost of)
{
    const whole u = of(s[1]) - of(s[0]), v = of(s[2]) - of(s[0]);
    const whole ux = s[1].x - s[0].x, uy = s[1].y - s[0].y, vx = s[2].x - s[0].x, vy = s[2].y - s[0].y;
    return {whole(of(s[0]) * turn(s[1], s[2]) + of(s[1]) * turn(s[2], s[0]) + of(s[2]) * turn(s[0], s[1])),
            whole(u * vy - v * uy), whole(ux * v - vx * u)};
}

struct cost2 {
    whole far, own;
    bool operator<(const cost2 &o) const { return far != o.far ? far < o.far : own < o.own; }
};

class program
{
  public:
    program(const std::vector<seen> &a_, const std::vector<seen> &b_) : a(a_), b(b_)
    {
        whole big = 1;
        for (const auto *list : {&a, &b})
            for (const seen &p : *list) big += abs(p.x) + abs(p.y);
        basis = {seen{big, 0, 0, 1, -3}, seen{whole(-big), big, 0, 1, -2},
                 seen{whole(-big), whole(-big), 0, 1, -1}};
        while (step()) continue;
    }
    bool met = false;
    big_rational least;

  private:
    const std::vector<seen> &a, &b;
    std::array<seen, 3> basis;

    /// Exchanges a corner of the basis, or ends.
    bool step()
    {
        const whole area = turn(basis[0], basis[1], basis[2]);
        const plane far = through(basis, [](const seen &p) { return whole(p.is_far); }),
                    own = through(basis, [](const seen &p) { return p.z; });
        auto above = [&](const seen &p) -> cost2 {
            return {whole(-far.at(p)), whole(area * p.z - own.at(p))};
        };
        std::vector<cost2> of_a, of_b;
        of_a.reserve(a.size()), of_b.reserve(b.size());
        for (const seen &p : a) of_a.push_back(above(p));
        for (const seen &p : b) of_b.push_back(above(p));
        cost2 lowest = of_b[0];
        for (const cost2 &c : of_b) lowest = c < lowest ? c : lowest;
        auto is_below = [&](const cost2 &p, const cost2 &q) {
            return cost2{whole(q.far - p.far), whole(q.own - p.own)} < cost2{far.level, own.level};
        };
        for (size_t i = 0; i < a.size(); ++i) {
            if (!is_below(of_a[i], lowest)) continue;
            size_t j = 0;
            while (!is_below(of_a[i], of_b[j])) ++j;
            exchange({whole(b[j].x - a[i].x), whole(b[j].y - a[i].y), whole(b[j].z - a[i].z), 0,
                      long(i * b.size() + j)});
            return true;
        }
        met = far.level == 0;
        least = big_rational(own.level, area);
        return false;
    }
    void exchange(const seen &w)
    {
        size_t out = 3;
        whole share, by;
        for (size_t k = 0; k < 3; ++k) {
            const seen &p = basis[(k + 1) % 3], &q = basis[(k + 2) % 3];
            const whole rise = turn(w, p, q), weight = turn(p, q);
            if (rise <= 0) continue;
            const whole mine = out < 3 ? whole(weight * by) : whole(0),
                        best = out < 3 ? whole(share * rise) : whole(0);
            if (out < 3 && (mine > best || (mine == best && basis[k].number > basis[out].number))) continue;
            out = k, share = weight, by = rise;
        }
        basis[out] = w;
    }
};

}  // namespace

first_touch_of when(const minkowski3::corner_list &a, const minkowski3::rational_point &m,
                    const minkowski3::corner_list &b)
{
    const minkowski3::corner_list way = {m};
    minkowski3::units all(a, b);
    for (const big_rational &x : m)
        all.shift = std::max(all.shift, static_cast<unsigned long>(mpz_sizeinbase(x.get_den_mpz_t(), 2) - 1));
    const minkowski3::vec along = all.scaled(way)[0];
    size_t k = 0;
    for (size_t i = 1; i < 3; ++i)
        if (abs(along[i]) > abs(along[k])) k = i;
    const size_t i = (k + 1) % 3, j = (k + 2) % 3;
    auto look = [&](const minkowski3::corner_list &from, int side) {
        std::vector<seen> list;
        for (const minkowski3::vec &p : all.scaled(from))
            list.push_back({whole(p[i] * along[k] - p[k] * along[i]),
                            whole(p[j] * along[k] - p[k] * along[j]), whole(side * sgn(along[k]) * p[k]), 0,
                            0});
        return list;
    };
    first_touch_of r;
    const std::vector<seen> of_a = look(a, 1), of_b = look(b, 1);
    const program ahead(of_a, of_b);
    if (!ahead.met) return r.t = -1, r;
    r.t = ahead.least / big_rational(abs(along[k]));
    if (r.t <= 0) {
        const std::vector<seen> back_a = look(a, -1), back_b = look(b, -1);
        r.overlap_at_start = program(back_a, back_b).least <= 0;
    }
    r.hit = r.overlap_at_start || (r.t > 0 && r.t <= 1);
    return r;
}

}  // namespace sweep3
