/// Poses: which are refused, the inverse, the stretch and the bounds of what is placed.
#include "support/cmocka.hpp"
#include "support/handles.hpp"
#include "support/poses.hpp"
#include "support/real.hpp"

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
        flr_affine3 q = random_rotation(r),
                    m = scaling(r.between(0.1, 9), -r.between(0.1, 9), r.between(0.1, 9));
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
            t.expect(error <= 64 * real_rounding * size * condition, "off by %g of %g", error, size);
        }
    }
}

void stretch_bounds_every_vector(tally &t)
{
    mesh_handle m = make_mesh(sphere(2, 8, 5));
    random_source r{5};
    for (auto &pose : accepted()) {
        flr_instance3 at;
        must(flr_instance3_make(m.get(), pose, &at), "flr_instance3_make");
        double least = INFINITY, most = 0;
        for (int k = 0; k < 400; ++k) {
            flr_vec3 v = r.point(-1, 1);
            double s = flr_length3(flr_mat3_mul(pose.linear, v)) / flr_length3(v);
            least = std::fmin(least, s);
            most = std::fmax(most, s);
        }
        t.expect(at.min_stretch >= 0 && at.min_stretch <= least * (1 + real_choose(1e-14, 1e-6)),
                 "min %g, seen %g", at.min_stretch, least);
        t.expect(at.max_stretch >= most * (1 - real_choose(1e-14, 1e-6)), "max %g, seen %g", at.max_stretch,
                 most);
        // of use, too: within a factor of a few of what is seen, short of poses that nearly flatten
        if (most > 50 * least) continue;
        t.expect(at.min_stretch >= 0.1 * least && at.max_stretch <= 10 * most, "loose: %g..%g for %g..%g",
                 at.min_stretch, at.max_stretch, least, most);
    }
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
        double slack =
            flr_length3(flr_sub3(hi, lo)) * 1e-9 + flr_length3(pose.translation) * real_choose(1e-14, 1e-6);
        t.expect(below.x >= 0 && below.y >= 0 && below.z >= 0 && above.x >= 0 && above.y >= 0 && above.z >= 0,
                 "a vertex lies outside the bounds");
        t.expect(below.x <= slack && below.y <= slack && below.z <= slack && above.x <= slack &&
                     above.y <= slack && above.z <= slack,
                 "bounds are loose by %g %g %g %g %g %g", below.x, below.y, below.z, above.x, above.y,
                 above.z);
    }
}

}  // namespace

int main()
{
    const CMUnitTest tests[] = {
        FEELER_TEST(refused),
        FEELER_TEST(inverse_undoes_the_pose),
        FEELER_TEST(stretch_bounds_every_vector),
        FEELER_TEST(bounds_are_tight),
    };
    return cmocka_run_group_tests_name("instance3_make", tests, nullptr, nullptr);
}
