// Shapes of sizes so unlike that no unit suits both: the smaller one is a point to the larger, and every question is answered as for that
// point. Compounds at sizes whose squares leave the range of numbers are answered as at size 1.
#include "any/asked3.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{

using namespace properties3;

namespace
{

bool is_bounded(int k) { return k < FLR_SHAPE3_RAY || k > FLR_SHAPE3_HALFSPACE; }

bool has_inside(int k)
{
    return (k >= FLR_SHAPE3_HALFSPACE && k <= FLR_SHAPE3_CONE) || k == FLR_SHAPE3_TETRAHEDRON ||
           k == FLR_SHAPE3_ELLIPSOID || k == FLR_SHAPE3_CONVEX;
}

held scaled(const held &h, double by)
{
    return carried(h, {by, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}});
}

/// 10^150 to 10^570 times smaller (in single precision 10^27 to 10^63), at the origin.
void beside_what_is_tiny(tally &t)
{
    const int wide[][2] = {{600, -900}, {900, -600}, {300, -1000}, {-200, -900}, {900, 400}, {600, -300}},
              narrow[][2] = {{60, -90}, {90, -60}, {60, -120}, {-30, -130}, {100, 10}, {60, -40}};
    random_source r{8};
    int overlaps = 0, all = 0;
    for (int i = 0; i < scenes(24); ++i)
        for (int ka = 0; ka < FLR_SHAPE3_MESH; ++ka)
            for (int kb = 0; kb < FLR_SHAPE3_MESH; ++kb) {
                if (!is_bounded(kb)) continue;
                const int *size = single ? narrow[i % 6] : wide[i % 6];
                const double scale = std::ldexp(1, size[0]);
                const any3::own_numbers own(r, ka, kb);
                held a = some(r, kind(ka), i % 12 < 11 ? 0.1 : 1), origin = any3::of_kind(FLR_SHAPE3_POINT);
                const flr_vec3 motion = r.point(-4, 4), far = flr_scale3(flr_real(scale), motion);
                const held b = scaled(some(r, kind(kb), 1), std::ldexp(1, size[1]));
                const held x = scaled(a, scale);
                for (int k = 0; k < QUESTIONS; ++k) {
                    const asked p = ask(k, a, motion, origin), q = ask(k, x, far, b),
                                back = ask(k, b, flr_neg3(far), x);
                    const double value = is_length(k) ? q.value / scale : q.value,
                                 turned = is_length(k) ? back.value / scale : back.value,
                                 room = (single ? 1e-4 : 1e-9) * (1 + std::fabs(p.value));
                    if (k == 1 && has_inside(ka)) ++all, overlaps += p.value > 0;
                    const bool fine = (q.status == FLR_OK || q.status == p.status) &&
                                      (back.status == FLR_OK || back.status == p.status);
                    t.expect(
                        fine && std::fabs(p.value - value) <= room && std::fabs(p.value - turned) <= room,
                        "%s of %s 2^%d and %s 2^%d: status %d %d, %.17g and %.17g, not %.17g", question[k],
                        name(a), size[0], name(b), size[1], q.status, back.status, value, turned, p.value);
                }
            }
    t.expect(overlaps * 4 > all && overlaps * 10 < all * 7, "%d of %d overlap", overlaps, all);
}

void compounds(tally &t)
{
    const int wide[] = {600, -600, 950, -900, 300, -300}, narrow[] = {60, -60, 100, -90, 40, -40};
    random_source r{9};
    for (int i = 0; i < scenes(12); ++i)
        for (int k = 0; k < FLR_SHAPE3_COUNT; ++k) {
            if (k == FLR_SHAPE3_MESH) continue;
            const any3::own_numbers own(r, k, k);
            held a = some(r, FLR_SHAPE3_COMPOUND, 1.5), b = some(r, kind(k), 1.5);
            const flr_vec3 motion = r.point(-4, 4);
            const double scale = std::ldexp(1, single ? narrow[i % 6] : wide[i % 6]);
            const held x = scaled(a, scale), y = scaled(b, scale);
            const flr_vec3 far = flr_scale3(flr_real(scale), motion);
            for (int q = 0; q < QUESTIONS; ++q) {
                const asked one = ask(q, a, motion, b), other = ask(q, x, far, y);
                const double value = is_length(q) ? other.value / scale : other.value;
                t.expect(one.status == other.status &&
                             std::fabs(one.value - value) <=
                                 (single ? 1e-4 : 1e-9) * (1 + std::fabs(one.value)),
                         "%s of %s %s times %g: status %d %d, %.17g not %.17g", question[q], name(a), name(b),
                         scale, one.status, other.status, value, one.value);
            }
        }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(beside_what_is_tiny), FEELER_TEST(compounds))

}  // namespace TEST_FILE
