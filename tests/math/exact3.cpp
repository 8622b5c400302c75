// needs: gmp
#include "math/exact3.hpp"

namespace exact3
{

template big_integer determinant(const vec<big_integer> &a, const vec<big_integer> &b,
                                 const vec<big_integer> &c);
template fraction<big_integer> distance_squared(const std::vector<vec<big_integer>> &a,
                                                const std::vector<vec<big_integer>> &b);
template big_rational determinant(const vec<big_rational> &a, const vec<big_rational> &b,
                                  const vec<big_rational> &c);

void divide_for(const vec<big_rational> &p, big_integer *unit)
{
    for (const big_rational &x : p)
        if (!mpz_divisible_p(unit->get_mpz_t(), x.get_den_mpz_t()))
            mpz_lcm(unit->get_mpz_t(), unit->get_mpz_t(), x.get_den_mpz_t());
}

vec<big_integer> in_units(const vec<big_rational> &p, const big_integer &unit)
{
    vec<big_integer> q;
    for (size_t k = 0; k < 3; ++k) {
        mpz_ptr w = q[k].get_mpz_t();
        mpz_divexact(w, unit.get_mpz_t(), p[k].get_den_mpz_t());
        mpz_mul(w, w, p[k].get_num_mpz_t());
    }
    return q;
}

big_rational distance_squared(const std::vector<vec<double>> &a, const std::vector<vec<double>> &b)
{
    std::vector<vec<big_rational>> x, y;
    for (const vec<double> &p : a) x.push_back({big_rational(p[0]), big_rational(p[1]), big_rational(p[2])});
    for (const vec<double> &p : b) y.push_back({big_rational(p[0]), big_rational(p[1]), big_rational(p[2])});
    return distance_squared(x, y);
}

big_rational distance_squared(const std::vector<vec<big_rational>> &a,
                              const std::vector<vec<big_rational>> &b)
{
    big_integer unit = 1;
    for (const auto *points : {&a, &b})
        for (const auto &p : *points) divide_for(p, &unit);
    std::vector<vec<big_integer>> x, y;
    for (const auto &p : a) x.push_back(in_units(p, unit));
    for (const auto &p : b) y.push_back(in_units(p, unit));
    const fraction<big_integer> f = distance_squared(x, y);
    return big_rational(f.numerator, f.denominator * unit * unit);
}

}  // namespace exact3
