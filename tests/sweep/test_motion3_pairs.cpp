// Every cell of the table of pairs in motion: what static distances along the way say of the answer, in both orders.
#include "support/cmocka.hpp"
#include "sweep/motion3_cases.hpp"

using namespace motion3_cases;

namespace
{

const bool is_double = sizeof(flr_real) == sizeof(double);

bool is_curved(flr_shape3_kind k) { return k == FLR_SHAPE3_CYLINDER || k == FLR_SHAPE3_CONE; }

bool is_unbounded(flr_shape3_kind k) { return k >= FLR_SHAPE3_RAY && k <= FLR_SHAPE3_HALFSPACE; }

/// How near counts as touching: the rounding of the scene, as the header says.
double near_of(const pair &p)
{
    bool curved = is_curved(p.a.shape.kind) || is_curved(p.b.shape.kind);
    bool unbounded = is_unbounded(p.a.shape.kind) || is_unbounded(p.b.shape.kind);
    return (curved ? (is_double ? 1e-6 : 1e-2) : is_double ? 1e-12 : 1e-3) * (unbounded ? 100 : 10);
}

struct counts {
    long hits = 0, misses = 0, open = 0;
};

void check(tally &t, const pair &p, const char *name, counts &n)
{
    flr_motion3_result q = p.answer(), r = p.turned().answer();
    if (!is_double && (q.status == FLR_NOT_CONVERGED || r.status == FLR_NOT_CONVERGED)) {
        ++n.open;  // single precision cannot follow every curved rim
        return;
    }
    t.expect(q.status == FLR_OK && r.status == FLR_OK, "%s: %s", name, flr_status_string(q.status));
    t.expect(q.hit == r.hit && std::fabs(double(q.t - r.t)) <= (is_double ? 2e-6 : 1e-3),
             "%s: the other order has %d %.17g, not %d %.17g", name, r.hit, double(r.t), q.hit, double(q.t));
    t.expect(q.t >= 0 && q.t <= q.t_upper && q.t_upper <= 1, "%s: bounds %g %g", name, double(q.t),
             double(q.t_upper));
    bool both = is_unbounded(p.a.shape.kind) && is_unbounded(p.b.shape.kind);
    double near = near_of(p);
    ++(q.hit ? n.hits : n.misses);
    for (int i = 0; i <= 64; ++i) {
        double time = i / 64.0;
        if (q.hit && time >= double(q.t)) break;
        t.expect(p.distance(time) > 0, "%s: touches at %g, before %d %.17g", name, time, q.hit, double(q.t));
    }
    if (!q.hit) return;
    t.expect(double(q.t_upper) - double(q.t) <= (is_double ? 1e-6 : 1e-5), "%s: %.17g wide", name,
             double(q.t_upper - q.t));
    double then = p.distance(double(q.t_upper));
    near += 100 * double(q.t_upper - q.t);  // what is thin may be through by then
    // two that are unbounded may touch as far away as they like right after the start
    if (!(both && q.t == 0)) t.expect(then <= near, "%s: %g apart at %.17g", name, then, double(q.t_upper));
    if (q.t > 0 && !both) {
        double n1 = any3::length(q.normal);
        t.expect(std::fabs(n1 - 1) < 1e-5, "%s: normal of length %g", name, n1);
    }
}

void every_pair(tally &t)
{
    random_source r{41};
    counts all;
    for (int i = 0; i < FLR_SHAPE3_COMPOUND; ++i) {
        for (int j = i; j < FLR_SHAPE3_COMPOUND; ++j) {
            auto ka = static_cast<flr_shape3_kind>(i), kb = static_cast<flr_shape3_kind>(j);
            std::string name = std::string(flr_shape3_name(ka)) + " " + flr_shape3_name(kb);
            for (int k = 0; k < 12; ++k) {
                bool ca = r.whole(0, 1), cb = r.whole(0, 1);
                flr_vec3 at_a = r.point(-1, 1), at_b = r.point(-1, 1);
                held a = any3::random_shape(r, ka, at_a, 1, ca), b = any3::random_shape(r, kb, at_b, 1, cb);
                flr_path3 on_a = random_path(r, 2), on_b = random_path(r, 2);
                check(t, {a, b, on_a, on_b}, name.c_str(), all);
            }
        }
    }
    t.expect(all.open <= 3, "%ld not converged", all.open);
    double rate = double(all.hits) / double(all.hits + all.misses);
    t.expect(rate > 0.3 && rate < 0.7, "%ld hits, %ld misses", all.hits, all.misses);
}

}  // namespace

int main()
{
    const CMUnitTest tests[] = {FEELER_TEST(every_pair)};
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
