// Every pair of kinds at sizes whose squares and cubes leave the range of numbers: the answers are those of the scene at
// size 1, times a power of two.
#include "query/properties3.hpp"

using namespace properties3;

namespace
{

struct asked {
    flr_status status;
    double value;
};

/// What is asked of a pair, with a motion: a status, and a number that grows with the scene or none.
enum { QUESTIONS = 6 };
const char *const question[QUESTIONS] = {"distance", "overlap", "signed distance",
                                         "contact",  "sweep",   "motion"};
bool is_length(int k) { return k == 0 || k == 2 || k == 3; }

asked ask(int k, const held &a, flr_vec3 motion, const held &b)
{
    flr_closest3 c{};
    flr_signed_distance3_result s{};
    flr_manifold3 m{};
    flr_sweep3_result w{};
    flr_motion3_result n{};
    bool yes = false;
    flr_path3 still = flr_path3_still({{1, 0, 0, 0}, {0, 0, 0}}), path = still;
    path.to.position = motion;
    double deepest = 0;
    flr_status status = FLR_OK;
    switch (k) {
    case 0:
        status = flr_distance3(&a.shape, &b.shape, &c);
        return {status, double(c.distance)};
    case 1:
        status = flr_overlap3(&a.shape, &b.shape, &yes);
        return {status, double(yes)};
    case 2:
        status = flr_signed_distance3(&a.shape, &b.shape, &s);
        return {status, double(s.signed_distance)};
    case 3:
        status = flr_contact3(&a.shape, &b.shape, nullptr, &m);
        for (int i = 0; i < m.count; ++i) deepest = std::max(deepest, double(m.points[i].depth));
        return {status, deepest};
    case 4:
        status = flr_sweep3(&a.shape, motion, &b.shape, &w);
        return {status, w.hit ? double(w.t) : 2};
    default:
        status = flr_motion3(&a.shape, &path, &b.shape, &still, nullptr, &n);
        return {status, n.hit ? double(n.t) : 2};
    }
}

void at_all_sizes(tally &t)
{
    const int wide[] = {600, -600, 950, -900, 300, -300}, narrow[] = {60, -60, 100, -90, 40, -40};
    random_source r{3};
    for (int i = 0; i < 6; ++i)
        for (int ka = 0; ka < FLR_SHAPE3_MESH; ++ka)  // poses of such sizes are none
            for (int kb = 0; kb < FLR_SHAPE3_MESH; ++kb) {
                held a = some(r, kind(ka), 1.5);
                held b = some(r, kind(kb), 1.5);
                flr_vec3 motion = r.point(-4, 4);
                similarity m;
                m.scale = std::ldexp(1, single ? narrow[i] : wide[i]);
                m.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
                m.shift = {0, 0, 0};
                held x = carried(a, m), y = carried(b, m);
                flr_vec3 far = flr_scale3(flr_real(m.scale), motion);
                for (int k = 0; k < QUESTIONS; ++k) {
                    asked p = ask(k, a, motion, b), q = ask(k, x, far, y);
                    double value = is_length(k) ? q.value / m.scale : q.value;
                    t.expect(p.status == q.status && std::fabs(p.value - value) <=
                                                         (single ? 1e-4 : 1e-9) * (1 + std::fabs(p.value)),
                             "%s of %s %s times %g: status %d %d, %.17g not %.17g", question[k], name(a),
                             name(b), m.scale, p.status, q.status, value, p.value);
                }
            }
}

}  // namespace

int main(void)
{
    const CMUnitTest tests[] = {FEELER_TEST(at_all_sizes)};
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
