// needs: gmp
/// Poses: which are refused, the inverse, the stretch and the bounds of what is placed.
#include "support/accuracy.hpp"
#include "support/big.hpp"

#include "support/cmocka.hpp"
#include "support/handles.hpp"
#include "support/pinned.hpp"
#include "support/poses.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

void refused(tally &t)
{
    mesh_handle m = make_mesh(box(vec(-1, -1, -1), vec(1, 1, 1)));
    flr_instance3 at;
    auto is = [&](const flr_affine3 &pose, flr_status want, const char *name) {
        flr_status got = flr_instance3_make(m.get(), pose, &at);
        t.expect(got == want, "%s: %s", name, flr_status_string(got));
    };
    is(affine({0, 0, 0, 0, 0, 0, 0, 0, 0}), FLR_INVALID_SHAPE, "zero");
    is(affine({1, 0, 0, 0, 1, 0, 0, 0, 0}), FLR_INVALID_SHAPE, "flat");
    is(affine({1, 2, 3, 2, 4, 6, 0, 0, 1}), FLR_INVALID_SHAPE, "rank 2");
    is(affine({1, 1, 1, 1, 1, 1, 1, 1, 1}), FLR_INVALID_SHAPE, "rank 1");
    for (double x : {double(NAN), double(INFINITY), -double(INFINITY)})
        for (int i = 0; i < 12; ++i) {
            flr_affine3 p = flr_affine3_identity();
            (&p.linear.x.x)[i] = flr_real(x);
            is(p, FLR_NOT_FINITE, "not finite");
        }
    is(scaling(real_choose(1e150, 1e18), real_choose(1e150, 1e18), real_choose(1e150, 1e18)), FLR_OK,
       "large but finite");
    const double big = real_choose(1e200, 1e30);
    mesh_handle large = make_mesh(box(vec(-big, -big, -big), vec(big, big, big)), 0);
    flr_status got = flr_instance3_make(
        large.get(), scaling(real_choose(1e120, 1e20), real_choose(1e120, 1e20), real_choose(1e120, 1e20)),
        &at);
    t.expect(got == FLR_NOT_FINITE, "image not finite: %s", flr_status_string(got));
    t.expect(flr_instance3_make(nullptr, flr_affine3_identity(), &at) == FLR_INVALID_ARGUMENT, "no mesh");
    t.expect(flr_instance3_make(m.get(), flr_affine3_identity(), nullptr) == FLR_INVALID_ARGUMENT,
             "no place");
}

flr_affine3 mirrored_shear() { return affine({-1, 0.5, 0, 0, 2, 0.25, 0.125, 0, 0.5}, vec(3, -4, 5)); }

std::vector<flr_affine3> accepted()
{
    random_source r{11};
    std::vector<flr_affine3> all = signed_permutations();
    for (int i = 0; i < 20; ++i) all.push_back(random_rigid(r, 10));
    for (int i = 0; i < 20; ++i) {
        const double x = r.between(0.1, 9), y = r.between(0.1, 9), z = r.between(0.1, 9);
        flr_affine3 q = random_rotation(r), m = scaling(x, -y, z);
        all.push_back(after(after(translation(7, 8, -9), q), after(m, random_rotation(r))));
    }
    for (double e : {1e-6, -1e-6, 1e-9})
        all.push_back(affine({1, e, 0, -e * 0.5, 1, e, e, 0, 1}, vec(1, 2, 3)));
    all.push_back(mirrored_shear());
    all.push_back(scaling(1e-3, 1e-3, 1e-3));
    all.push_back(after(translation(1e6, -1e6, 1e6), random_rotation(r)));
    all.push_back(
        scaling(real_choose(1e-100, 1e-30), real_choose(1e-100, 1e-30), real_choose(1e-100, 1e-30)));
    all.push_back(scaling(1e-4, 1, 1e4));
    return all;
}

void inverse_undoes_the_pose(tally &t)
{
    mesh_handle m = make_mesh(sphere(2, 8, 5));
    random_source r{3};
    double worst = 0;
    for (auto &pose : accepted()) {
        flr_instance3 at;
        flr_status got = flr_instance3_make(m.get(), pose, &at);
        if (!t.expect(got == FLR_OK, "%s", flr_status_string(got))) continue;
        t.expect(at.mesh == m.get(), "the mesh");
        double reach = flr_length3(pose.translation);
        for (int k = 0; k < 10; ++k) {
            flr_vec3 p = r.point(-2, 2), back = flr_affine3_point(at.inverse, flr_affine3_point(pose, p));
            if (!(at.min_stretch > 0)) break;  // as good as flat
            double size = 2 + reach / at.min_stretch, condition = at.max_stretch / at.min_stretch;
            double error = flr_length3(flr_sub3(back, p));
            worst = std::fmax(worst, error / (real_rounding * size * condition));
        }
    }
    expect_pinned(t, "there and back, roundings by the condition", worst, real_choose(2.4, 2.4));
}

/// Is the matrix less x times the unit matrix positive definite? Without rounding, by its leading minors.
bool above(const big_rational s[3][3], const big_rational &x)
{
    const big_rational a = s[0][0] - x, b = s[1][1] - x, c = s[2][2] - x, plane = a * b - s[0][1] * s[0][1];
    const big_rational whole =
        plane * c - a * s[1][2] * s[1][2] - b * s[0][2] * s[0][2] + 2 * s[0][1] * s[1][2] * s[0][2];
    return a > 0 && plane > 0 && whole > 0;
}

/// The squares of the stretches and those of the pose, which are eigenvalues of its square: how much less and more, in roundings of
/// the greatest. Bounds they must be.
void off_stretch(tally &t, const flr_instance3 &at, double *least, double *most)
{
    const flr_vec3 column[3] = {at.pose.linear.x, at.pose.linear.y, at.pose.linear.z};
    big_rational s[3][3], up[3][3];
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            const flr_vec3 u = column[i], v = column[k];
            s[i][k] = big_rational(double(u.x)) * double(v.x) + big_rational(double(u.y)) * double(v.y) +
                      big_rational(double(u.z)) * double(v.z);
            up[i][k] = -s[i][k];
        }
    big_rational low = double(at.min_stretch), high = double(at.max_stretch);
    low *= low, high *= high;
    t.expect(above(up, -high) && (low == 0 || above(s, low)), "not bounds: %g, %g", double(at.min_stretch),
             double(at.max_stretch));
    const big_rational unit = high * real_rounding;
    auto farthest = [](auto &&holds) {
        double from = 0, to = 1e4;
        for (int i = 0; i < 40; ++i) (holds((from + to) / 2) ? from : to) = (from + to) / 2;
        return to;
    };
    *least = std::fmax(*least, farthest([&](double k) { return above(s, low + k * unit); }));
    *most = std::fmax(*most, farthest([&](double k) { return above(up, k * unit - high); }));
}

void stretch_bounds_every_vector(tally &t)
{
    mesh_handle m = make_mesh(sphere(2, 8, 5));
    double worst_least = 0, worst_most = 0;
    for (auto &pose : accepted()) {
        flr_instance3 at;
        must(flr_instance3_make(m.get(), pose, &at), "flr_instance3_make");
        off_stretch(t, at, &worst_least, &worst_most);
    }
    expect_pinned(t, "square of the least stretch, roundings", worst_least, real_choose(160, 190),
                  {"Makers and measures", "an instance's stretches, squared"});
    expect_pinned(t, "square of the greatest stretch, roundings", worst_most, real_choose(160, 190),
                  {"Makers and measures", "an instance's stretches, squared"});
    flr_instance3 at;
    must(flr_instance3_make(m.get(), flr_affine3_identity(), &at), "flr_instance3_make");
    t.expect(std::fabs(at.min_stretch - 1) < real_choose(1e-6, 1e-5) &&
                 std::fabs(at.max_stretch - 1) < real_choose(1e-6, 1e-5),
             "identity");
}

void bounds_are_tight(tally &t)
{
    soup s = joined(sphere(2, 9, 6), moved(box(vec(0, 0, 0), vec(1, 2, 5)), 3, 1, 0));
    s.v.push_back(vec(100, 100, 100));  // no triangle uses it
    mesh_handle m = make_mesh(s);
    for (auto &pose : accepted()) {
        flr_instance3 at;
        must(flr_instance3_make(m.get(), pose, &at), "flr_instance3_make");
        flr_vec3 lo = vec(INFINITY, INFINITY, INFINITY), hi = vec(-INFINITY, -INFINITY, -INFINITY);
        for (auto &c : s.t)
            for (uint32_t i : c) {
                flr_vec3 p = flr_affine3_point(pose, s.v[i]);
                lo = flr_min3(lo, p);
                hi = flr_max3(hi, p);
            }
        flr_vec3 below = flr_sub3(lo, at.bounds.min), above = flr_sub3(at.bounds.max, hi);
        t.expect(below.x == 0 && below.y == 0 && below.z == 0 && above.x == 0 && above.y == 0 && above.z == 0,
                 "bounds are loose by %g %g %g %g %g %g", below.x, below.y, below.z, above.x, above.y,
                 above.z);
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(refused), FEELER_TEST(inverse_undoes_the_pose),
             FEELER_TEST(stretch_bounds_every_vector), FEELER_TEST(bounds_are_tight))

}  // namespace TEST_FILE
