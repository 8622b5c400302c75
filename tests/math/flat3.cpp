// needs: gmp
#include "math/flat3.hpp"

namespace flat3
{

scene lattice(random_source &random, int range, int shared, int corners_a, int corners_b)
{
    int c[6][3];
    for (auto &p : c)
        for (int &x : p) x = 6 * random.whole(-range, range);
    if (random.whole(0, 99) < shared) {
        int i = random.whole(0, corners_a - 1), j = random.whole(0, corners_a - 1);
        int k = 3 + random.whole(0, corners_b - 1), l = 3 + random.whole(0, corners_b - 1);
        bool centre = corners_a == 3 && random.whole(0, 3) == 0;
        for (int axis = 0; axis < 3; ++axis) {
            int at_a = centre ? (c[0][axis] + c[1][axis] + c[2][axis]) / 3 : (c[i][axis] + c[j][axis]) / 2;
            int shift = at_a - (c[k][axis] + c[l][axis]) / 2;
            for (int p = 3; p < 6; ++p) c[p][axis] += shift;
        }
    }
    scene s;
    for (size_t p = 0; p < 6; ++p)
        for (size_t axis = 0; axis < 3; ++axis) s[p][axis] = c[p][axis];
    return s;
}

const char *name(family f)
{
    const char *const names[] = {"plain",          "needles",   "near parallel", "near contact",
                                 "tiny and large", "integers",  "far",           "very far",
                                 "millimetres",    "vanishing", "huge"};
    return names[f];
}

void shape_family(scene &s, family f, random_source &random)
{
    for (size_t axis = 0; axis < 3; ++axis) {
        if (f == NEAR_PARALLEL) {
            int small = random.whole(6, 40);
            double shift = axis == 2 ? 0.125 : random.between(-0.1, 0.1);
            for (size_t i = 0; i < 3; ++i) s[3 + i][axis] = s[i][axis] + nudge(random, small, small) + shift;
        }
        if (f == NEAR_CONTACT) {
            double u = random.between(0, 0.5), v = random.between(0, 0.5);
            s[3][axis] = s[0][axis] + u * (s[1][axis] - s[0][axis]) + v * (s[2][axis] - s[0][axis]) +
                         nudge(random, 16, 54);
        }
        if (f == TINY_AND_LARGE) {
            int small = random.whole(3, 50);
            for (size_t i = 4; i < 6; ++i) s[i][axis] = s[3][axis] + nudge(random, small, small);
        }
    }
    if (f == NEEDLES)
        for (size_t t = 0; t < 6; t += 3) {
            int small = random.whole(7, 34);
            double along = random.unit();
            for (size_t axis = 0; axis < 3; ++axis)
                s[t + 2][axis] =
                    s[t][axis] + along * (s[t + 1][axis] - s[t][axis]) + nudge(random, small, small);
        }
}

scene make(family f, random_source &random)
{
    scene s;
    if (f == INTEGERS) {
        s = lattice(random, 2, 30);
        return s;
    }
    for (size_t i = 0; i < 6; ++i)
        for (size_t axis = 0; axis < 3; ++axis)
            s[i][axis] = random.between(-1, 1) + (i >= 3 && axis == 0 ? 0.75 : 0);
    shape_family(s, f, random);
    if (f == FAR) rescale(s, 1, 1e6);
    if (f == VERY_FAR) rescale(s, 1, 1e9);
    if (f == MILLIMETRES) rescale(s, 1e-3, 0);
    if (f == VANISHING) rescale(s, 1e-160, 0);
    if (f == HUGE_ONES) rescale(s, 1e150, 0);
    for (auto &p : s)  // what the library is given is what the reference is given
        for (double &x : p) x = double(flr_real(x));
    return s;
}

scene nearly_touching(random_source &random, family f, size_t corners_a, size_t corners_b, int apart)
{
    scene s = make(f, random);
    if (random.whole(0, 99) < apart) return s;
    double weight[2][3], at[2][3];
    for (size_t shape = 0; shape < 2; ++shape) {
        size_t corners = shape ? corners_b : corners_a;
        double sum = 0;
        for (size_t i = 0; i < corners; ++i) sum += weight[shape][i] = random.whole(0, 2) ? random.unit() : 0;
        if (sum == 0) sum = weight[shape][0] = 1;
        for (size_t axis = 0; axis < 3; ++axis) {
            at[shape][axis] = 0;
            for (size_t i = 0; i < corners; ++i)
                at[shape][axis] += weight[shape][i] / sum * s[3 * shape + i][axis];
        }
    }
    int ulps = random.whole(0, 2);
    for (size_t axis = 0; axis < 3; ++axis)
        for (size_t i = 3; i < 6; ++i) {
            double x = double(flr_real(s[i][axis] + (at[0][axis] - at[1][axis])));
            for (int u = 0; u < ulps; ++u)
                x = double(std::nextafter(flr_real(x), flr_real(random.whole(0, 1) ? INFINITY : -INFINITY)));
            s[i][axis] = x;
        }
    return s;
}

bool lattice_meets(const scene &s, size_t a, size_t b)
{
    typedef __int128 wide;
    std::vector<exact3::vec<wide>> shape[2];
    for (size_t i = 0; i < a; ++i) shape[0].push_back({wide(s[i][0]), wide(s[i][1]), wide(s[i][2])});
    for (size_t i = 0; i < b; ++i)
        shape[1].push_back({wide(s[3 + i][0]), wide(s[3 + i][1]), wide(s[3 + i][2])});
    return exact3::distance_squared(shape[0], shape[1]).numerator == 0;
}

}  // namespace flat3
