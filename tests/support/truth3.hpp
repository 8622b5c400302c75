/// Vectors of space in the numbers that a test computes its truth in: double, long double or more digits.
#ifndef TESTS_SUPPORT_TRUTH3_HPP
#define TESTS_SUPPORT_TRUTH3_HPP

#include <cmath>

namespace truth3
{

template <class number> struct vec {
    number x{}, y{}, z{};

    friend vec operator+(vec a, vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend vec operator-(vec a, vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend vec operator-(vec a) { return {-a.x, -a.y, -a.z}; }
    friend vec operator*(number s, vec a) { return {s * a.x, s * a.y, s * a.z}; }
    friend number dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
    friend vec cross(vec a, vec b)
    {
        return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    }
    friend number length(vec a) { return std::sqrt(dot(a, a)); }
    friend vec unit(vec a) { return (1 / length(a)) * a; }
};

}  // namespace truth3

#endif
