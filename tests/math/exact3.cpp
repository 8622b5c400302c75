// needs: gmp
#include "math/exact3.hpp"

namespace exact3
{

template big_integer determinant(const vec<big_integer> &a, const vec<big_integer> &b,
                                 const vec<big_integer> &c);
template bool face_pair(const std::vector<vec<big_integer>> &a, const std::vector<vec<big_integer>> &b,
                        fraction<big_integer> *squared);
template fraction<big_integer> distance_squared(const std::vector<vec<big_integer>> &a,
                                                const std::vector<vec<big_integer>> &b);
template big_rational determinant(const vec<big_rational> &a, const vec<big_rational> &b,
                                  const vec<big_rational> &c);
template bool face_pair(const std::vector<vec<big_rational>> &a, const std::vector<vec<big_rational>> &b,
                        fraction<big_rational> *squared);
template fraction<big_rational> distance_squared(const std::vector<vec<big_rational>> &a,
                                                 const std::vector<vec<big_rational>> &b);

scaled from_doubles(const std::vector<vec<double>> &a, const std::vector<vec<double>> &b)
{
    scaled s;
    s.unit = 1;
    for (const auto *points : {&a, &b})
        for (const auto &p : *points)
            for (double x : p) {
                big_rational q(x);
                if (q.get_den() > s.unit) s.unit = q.get_den();
            }
    for (const auto *points : {&a, &b})
        for (const auto &p : *points) {
            vec<big_integer> v;
            for (size_t i = 0; i < 3; ++i) v[i] = big_integer(big_rational(p[i]) * s.unit);
            (points == &a ? s.a : s.b).push_back(v);
        }
    return s;
}

big_rational distance_squared(const std::vector<vec<double>> &a, const std::vector<vec<double>> &b)
{
    scaled s = from_doubles(a, b);
    fraction<big_integer> f = distance_squared(s.a, s.b);
    big_rational q(f.numerator, f.denominator * s.unit * s.unit);
    return q;
}

}  // namespace exact3
