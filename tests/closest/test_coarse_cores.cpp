/// Cores whose user's function rounds its support points coarsely, as one in single precision does: they contradict one another, and
/// FLR_OK stands for bounds that have met all the same.
#include <cmath>

#include "feeler/convex2.h"
#include "feeler/convex3.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"

namespace TEST_FILE
{
namespace
{

constexpr bool is_float = sizeof(flr_real) == sizeof(float);

flr_real real(double x) { return static_cast<flr_real>(x); }

/// The farthest point of the unit circle or ball, each coordinate rounded to whole steps, by `user`.
flr_vec2 circle_support(const void *user, flr_vec2 d)
{
    const double step = *static_cast<const double *>(user), l = std::hypot(double(d.x), double(d.y));
    return flr_vec2_make(real(std::round(double(d.x) / l / step) * step),
                         real(std::round(double(d.y) / l / step) * step));
}

flr_vec3 ball_support(const void *user, flr_vec3 d)
{
    const double step = *static_cast<const double *>(user);
    const double l = std::hypot(double(d.x), double(d.y), double(d.z));
    return flr_vec3_make(real(std::round(double(d.x) / l / step) * step),
                         real(std::round(double(d.y) / l / step) * step),
                         real(std::round(double(d.z) / l / step) * step));
}

/// How often the bounds had met, and how often not.
struct count {
    int met = 0, loose = 0;
};

template <class Result> void look(tally &t, count &c, const Result &r, double step, const char *what)
{
    const double between = double(r.upper) - double(r.lower), told = std::fabs(double(r.signed_distance));
    t.expect(r.status == FLR_OK || r.status == FLR_NOT_CONVERGED, "%s: status %d", what, int(r.status));
    t.expect(between >= 0, "%s: lower %.17g above upper %.17g", what, double(r.lower), double(r.upper));
    t.expect(r.status != FLR_OK || between <= (is_float ? 2e-4 : 1e-11),
             "%s, steps of %g: FLR_OK, and the bounds are %g apart", what, step, between);
    t.expect(std::isfinite(told), "%s: %g", what, told);
    ++(r.status == FLR_OK ? c.met : c.loose);
}

void flat(tally &t)
{
    random_source random{77};
    count distance, depth;
    for (int n = 0; n < 2000; ++n) {
        const double step = std::exp2(-random.whole(6, is_float ? 14 : 30)), angle = random.between(0, 7);
        const double far = n % 2 ? random.between(0.6, 1.1) : random.between(1.5, 4);
        const double x = far * std::cos(angle), y = far * std::sin(angle);
        const flr_convex2 a = flr_convex2_user(circle_support, &step, flr_vec2_make(0, 0), 0);
        const flr_aabb2 b = {flr_vec2_make(real(x - 0.25), real(y - 0.25)),
                             flr_vec2_make(real(x + 0.25), real(y + 0.25))};
        const flr_convex2 box = flr_convex2_aabb(&b);
        look(t, distance, flr_closest2_convex_convex(&a, &box, nullptr), step, "distance in the plane");
        look(t, depth, flr_signed_distance2_convex_convex(&box, &a, nullptr), step,
             "signed distance in the plane");
    }
    t.expect(distance.loose > 100 && distance.met > 100, "%d loose, %d met", distance.loose, distance.met);
    t.expect(depth.loose > 100 && depth.met > 100, "%d loose, %d met", depth.loose, depth.met);
}

void solid(tally &t)
{
    random_source random{78};
    count distance, depth;
    for (int n = 0; n < 2000; ++n) {
        const double step = std::exp2(-random.whole(6, is_float ? 14 : 30));
        const double turn = random.between(0, 7), z = random.between(-1, 1), across = std::sqrt(1 - z * z);
        const double far = n % 2 ? random.between(0.6, 1.1) : random.between(1.5, 4);
        const flr_vec3 c = flr_vec3_make(real(far * across * std::cos(turn)),
                                         real(far * across * std::sin(turn)), real(far * z));
        const flr_vec3 half = flr_vec3_make(real(0.25), real(0.25), real(0.25));
        const flr_convex3 a = flr_convex3_user(ball_support, &step, flr_vec3_make(0, 0, 0), 0);
        const flr_aabb3 b = {flr_sub3(c, half), flr_add3(c, half)};
        const flr_convex3 box = flr_convex3_aabb(&b);
        look(t, distance, flr_closest3_convex_convex(&a, &box, nullptr), step, "distance in space");
        look(t, depth, flr_signed_distance3_convex_convex(&box, &a), step, "signed distance in space");
    }
    t.expect(distance.loose > 100 && distance.met > 100, "%d loose, %d met", distance.loose, distance.met);
    t.expect(depth.loose > 100 && depth.met > 100, "%d loose, %d met", depth.loose, depth.met);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(flat), FEELER_TEST(solid))

}  // namespace TEST_FILE
