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

/// A hull, and more points than are copied: their support points are carried one by one.
void many_points(tally &t)
{
    const int wide[] = {600, -600, 950, -900, 300, -300}, narrow[] = {60, -60, 100, -90, 40, -40};
    random_source r{4};
    worst_of lengths = {"hulls and lists of points at all sizes", real_choose(8.4e-14, 9.5e-6)};
    int overlaps = 0, asked_all = 0;
    for (int i = 0; i < 24; ++i) {
        const double scale = std::ldexp(1, single ? narrow[i % 6] : wide[i % 6]);
        std::vector<flr_vec3> points, far;
        for (int k = 0; k < 100; ++k) points.push_back(r.point(-1, 1));
        for (flr_vec3 p : points) far.push_back(flr_scale3(flr_real(scale), p));
        flr_hull3 *hull = nullptr, *far_hull = nullptr;
        must(flr_hull3_create(points.data(), points.size(), nullptr, nullptr, &hull), "flr_hull3_create");
        must(flr_hull3_create(far.data(), far.size(), nullptr, nullptr, &far_hull), "flr_hull3_create far");
        const flr_mat3 turn = any3::axes(r);
        const flr_vec3 at = r.point(-1.4, 1.4), motion = r.point(-4, 4),
                       far_at = flr_scale3(flr_real(scale), at),
                       far_motion = flr_scale3(flr_real(scale), motion);
        held a = any3::of_kind(FLR_SHAPE3_CONVEX), x = a;
        a.shape.as.convex =
            i & 1 ? flr_convex3_hull(hull, turn, at, 0) : flr_convex3_points(points.data(), 100, turn, at, 0);
        x.shape.as.convex = i & 1 ? flr_convex3_hull(far_hull, turn, far_at, 0)
                                  : flr_convex3_points(far.data(), 100, turn, far_at, 0);
        for (int kb = 0; kb < FLR_SHAPE3_MESH; ++kb) {
            held b = some(r, kind(kb), 1.5);
            held y = carried(b, {scale, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}});
            for (int k = 0; k < QUESTIONS; ++k) {
                asked p = ask(k, a, motion, b), q = ask(k, x, far_motion, y);
                const double value = is_length(k) ? q.value / scale : q.value;
                if (k == 1) ++asked_all, overlaps += p.value > 0;
                const bool fine = q.status == p.status || q.status == FLR_NOT_CONVERGED;
                t.expect(fine && lengths.within(std::fabs(p.value - value) / (1 + std::fabs(p.value))),
                         "%s of %s %s times %g: status %d %d, %.17g not %.17g", question[k],
                         i & 1 ? "hull" : "points", name(b), scale, p.status, q.status, value, p.value);
            }
        }
        flr_hull3_destroy(hull);
        flr_hull3_destroy(far_hull);
    }
    t.expect(overlaps * 10 > asked_all * 3 && overlaps * 10 < asked_all * 7, "%d of %d overlap", overlaps,
             asked_all);
    lengths.hold(t);
}

}  // namespace

int main(void)
{
    const CMUnitTest tests[] = {FEELER_TEST(at_all_sizes), FEELER_TEST(many_points)};
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
