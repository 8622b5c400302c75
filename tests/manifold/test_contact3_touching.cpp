/// Round shapes that touch on a lattice of thirds and tenths: the manifold of a typed pair has a point exactly where the typed
/// overlap says that the two meet, which is a matter of the last bit.
#include <cmath>

#include "feeler/manifold.h"
#include "feeler/overlap3.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace
{

/// Of frames of whole numbers over their length.
flr_mat3 turned(int k)
{
    const flr_real third = flr_real(1) / 3, seventh = flr_real(1) / 7;
    const flr_mat3 m[3] = {
        {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
        {{third, 2 * third, 2 * third}, {2 * third, third, -2 * third}, {-2 * third, 2 * third, -third}},
        {{2 * seventh, 3 * seventh, 6 * seventh},
         {3 * seventh, -6 * seventh, 2 * seventh},
         {6 * seventh, 2 * seventh, -3 * seventh}}};
    return m[k];
}

flr_vec3 along(flr_vec3 p, double s, flr_vec3 v) { return flr_mul_add3(p, flr_real(s), v); }

struct count {
    long meet = 0, all = 0, wrong = 0;
};

void expect_same(count &c, flr_status status, const flr_manifold3 &m, bool meet)
{
    ++c.all, c.meet += meet;
    c.wrong += status != FLR_OK || (m.count > 0) != meet;
    for (int i = 0; i < m.count; ++i) c.wrong += !(m.points[i].depth >= 0);
}

void conclude(tally &t, const char *what, const count &c)
{
    t.expect(c.wrong == 0, "%s: %ld of %ld are not as the overlap says", what, c.wrong, c.all);
    t.expect(c.meet > c.all * 3 / 10 && c.meet < c.all * 98 / 100, "%s: %ld of %ld meet", what, c.meet,
             c.all);
}

/// b touches a but for rounding: its nearest point lies a's radius and its own away along the frame's x.
void round_pairs(tally &t)
{
    random_source r{501};
    count spheres, sphere_capsule, capsules, sphere_box;
    for (int i = 0; i < 20000; ++i) {
        const flr_mat3 m = turned(r.whole(0, 2));
        const double far = i % 3 == 0 ? 1000 : 1;
        const flr_vec3 o = r.point(-far, far);
        const flr_real ra = flr_real(r.whole(1, 30)) / 10, rb = flr_real(r.whole(1, 30)) / 10;
        const double nearer = i % 4 == 0 ? 1 - 8 * real_epsilon : 1;
        const flr_vec3 touch = along(o, nearer * (double(ra) + double(rb)), m.x);
        const double before = r.between(-2, 1), after = r.between(0, 2);
        const flr_sphere a = {o, ra}, b = {touch, rb};
        const flr_capsule3 p = {along(touch, -after, m.y), along(touch, 1 + before, m.y), rb};
        const flr_capsule3 q = {along(o, -after, m.z), along(o, after, m.z), ra};
        const double depth = r.between(0.1, 2);
        flr_box3 box{};
        box.axes = m;
        box.half_extents = flr_vec3_make(flr_real(depth), flr_real(after + 0.1), 1);
        box.center = along(o, double(ra) + depth, m.x);
        flr_manifold3 c;
        flr_status s = flr_contact3_sphere_sphere(&a, &b, nullptr, &c);
        expect_same(spheres, s, c, flr_overlap3_sphere_sphere(&a, &b));
        s = flr_contact3_sphere_capsule(&a, &p, nullptr, &c);
        expect_same(sphere_capsule, s, c, flr_overlap3_sphere_capsule(&a, &p));
        s = flr_contact3_capsule_capsule(&p, &q, nullptr, &c);
        expect_same(capsules, s, c, flr_overlap3_capsule_capsule(&p, &q));
        s = flr_contact3_capsule_capsule(&q, &p, nullptr, &c);
        expect_same(capsules, s, c, flr_overlap3_capsule_capsule(&q, &p));
        s = flr_contact3_sphere_box(&a, &box, nullptr, &c);
        expect_same(sphere_box, s, c, flr_overlap3_sphere_box(&a, &box));
    }
    conclude(t, "spheres", spheres);
    conclude(t, "sphere and capsule", sphere_capsule);
    conclude(t, "capsules", capsules);
    conclude(t, "sphere and box", sphere_box);
}

}  // namespace

int main()
{
    const CMUnitTest tests[] = {FEELER_TEST(round_pairs)};
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
