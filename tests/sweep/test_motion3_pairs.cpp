// Every cell of the table of pairs in motion: what static distances along the way say of the answer, in both orders.
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "sweep/motion3_cases.hpp"

namespace TEST_FILE
{

using namespace motion3_cases;

namespace
{

const bool is_double = sizeof(flr_real) == sizeof(double);

bool is_curved(flr_shape3_kind k)
{
    return k == FLR_SHAPE3_CYLINDER || k == FLR_SHAPE3_CONE || k == FLR_SHAPE3_ELLIPSOID;
}

bool is_unbounded(flr_shape3_kind k) { return k >= FLR_SHAPE3_RAY && k <= FLR_SHAPE3_HALFSPACE; }

/// How near counts as touching: the rounding of the scene, as the header says.
double near_of(const pair &p)
{
    bool curved = is_curved(p.a.shape.kind) || is_curved(p.b.shape.kind);
    bool unbounded = is_unbounded(p.a.shape.kind) || is_unbounded(p.b.shape.kind);
    return (curved ? (is_double ? 1e-6 : 1e-2) : is_double ? 1e-12 : 1e-3) * (unbounded ? 100 : 10);
}

/// How far the place of a touch is off, in roundings of the scene: flat cores, and those that are round by a limit.
struct place {
    double off = 0, through = 0;
};

struct counts {
    double unit = 0;  ///< how far a normal is from unit length, in roundings
    long hits = 0, misses = 0, open = 0, placed = 0;
    place flat, curved;
};

/// How fast a point of a frame on this path may go where it is `arm` from the frame's origin.
double speed(const flr_path3 &p, double arm)
{
    const flr_quat &f = p.from.rotation, &g = p.to.rotation;
    double dot = double(f.w) * double(g.w) + double(f.x) * double(g.x) + double(f.y) * double(g.y) +
                 double(f.z) * double(g.z);
    double ff = double(f.w * f.w + f.x * f.x + f.y * f.y + f.z * f.z),
           gg = double(g.w * g.w + g.x * g.x + g.y * g.y + g.z * g.z);
    double angle = 2 * std::acos(std::fmin(1, std::fabs(dot) / std::sqrt(ff * gg)));
    return any3::length(flr_sub3(p.to.position, p.from.position)) + angle * arm;
}

/// How much farther the point is from either than they come in t_upper - t, and how far they cross a plane square to the
/// normal.
void check_place(tally &t, const pair &p, const flr_toi3_result &q, const char *name, counts *n)
{
    const flr_affine3 on_a = pose_at(p.on_a, double(q.t)), on_b = pose_at(p.on_b, double(q.t));
    const held a = placed(p.a, on_a), b = placed(p.b, on_b);
    held spot = any3::of_kind(FLR_SHAPE3_POINT);
    spot.shape.as.point = q.point;
    flr_closest3 ca{}, cb{};
    t.expect(flr_distance3(&spot.shape, &a.shape, &ca) == FLR_OK &&
                 flr_distance3(&spot.shape, &b.shape, &cb) == FLR_OK,
             "%s: no distance", name);
    const double arm_a = any3::length(flr_sub3(q.point, on_a.translation)),
                 arm_b = any3::length(flr_sub3(q.point, on_b.translation));
    const double fast = speed(p.on_a, arm_a) + speed(p.on_b, arm_b), size = 8 + arm_a + arm_b + fast;
    const double way = fast * (double(q.t_upper) - double(q.t)), unit = size * real_rounding;
    place &w = is_curved(p.a.shape.kind) || is_curved(p.b.shape.kind) ? n->curved : n->flat;
    w.off = std::fmax(w.off, (std::fmax(double(ca.distance), double(cb.distance)) - way) / unit);
    ++n->placed;
    flr_convex3 x, y;
    if (!flr_convex3_shape(&a.shape, &x) || !flr_convex3_shape(&b.shape, &y)) return;
    flr_vec3 high = flr_support3(&x, q.normal), low = flr_support3(&y, flr_neg3(q.normal));
    double gap = double(flr_dot3(flr_sub3(low, high), q.normal)) - double(x.radius) - double(y.radius);
    w.through = std::fmax(w.through, -gap / unit);
}

void check(tally &t, const pair &p, const char *name, counts &n)
{
    flr_toi3_result q = p.answer(), r = p.turned().answer();
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
        n.unit = std::max(n.unit, off_unit(q.normal));
        check_place(t, p, q, name, &n);
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
                const any3::own_numbers own(r, i, j, k);
                bool ca = r.whole(0, 1), cb = r.whole(0, 1);
                flr_vec3 at_a = r.point(-1, 1), at_b = r.point(-1, 1);
                held a = any3::random_shape(r, ka, at_a, 1, ca), b = any3::random_shape(r, kb, at_b, 1, cb);
                flr_path3 on_a = random_path(r, 2), on_b = random_path(r, 2);
                check(t, {a, b, on_a, on_b}, name.c_str(), all);
            }
        }
    }
    std::printf("  %ld placed, off by %.3g and %.3g, through by %.3g and %.3g roundings\n", all.placed,
                all.flat.off, all.curved.off, all.flat.through, all.curved.through);
    t.expect(all.placed > 500, "only %ld placed", all.placed);
    expect_pinned(t, "point off the surfaces, roundings", all.flat.off, real_choose(19, 29));
    expect_pinned(t, "curved: point off the surfaces, roundings", all.curved.off, real_choose(19, 28));
    expect_pinned(t, "length of a normal, roundings", all.unit, 4);
    t.expect(all.flat.through == 0 && all.curved.through == 0,
             "planes square to the normal are crossed by %g, %g", all.flat.through, all.curved.through);
    t.expect(all.open <= 3, "%ld not converged", all.open);
    double rate = double(all.hits) / double(all.hits + all.misses);
    t.expect(rate > 0.3 && rate < 0.7, "%ld hits, %ld misses", all.hits, all.misses);
}

/// Both go a hundred times as far as they go against one another, and may be early by much: the place is one of where they are at t.
void carried_together(tally &t)
{
    random_source r{43};
    worst_of off = {"carried together: point off the surfaces, in parts of the way they come nearer", 0.5};
    long early = 0;
    for (int i = 0; i < 3000; ++i) {
        const int k = r.whole(0, FLR_SHAPE3_COMPOUND), l = r.whole(0, FLR_SHAPE3_COMPOUND);
        auto ka = static_cast<flr_shape3_kind>(k), kb = static_cast<flr_shape3_kind>(l);
        if (is_unbounded(ka) || is_unbounded(kb)) continue;
        const flr_vec3 at_a = r.point(-1, 1), at_b = r.point(-1, 1);
        const held a = any3::random_shape(r, ka, at_a, 1, false),
                   b = any3::random_shape(r, kb, at_b, 1, false);
        flr_path3 on_a = random_path(r, 2), on_b = random_path(r, 2);
        const flr_vec3 together = {100, -50, 25};
        on_a.to.position = flr_add3(on_a.to.position, together);
        on_b.to.position = flr_add3(on_b.to.position, together);
        const flr_toi3_options options = {flr_real(0.01), 0, 7};  // with few steps a tolerance is made use of
        flr_toi3_result q{};
        if (flr_toi3(&a.shape, &on_a, &b.shape, &on_b, &options, &q) != FLR_OK || !q.hit) continue;
        const double way = double(q.t_upper) - double(q.t);
        if (!(q.t > 0 && way > 1e-4)) continue;
        ++early;
        const held x = placed(a, pose_at(on_a, double(q.t))), y = placed(b, pose_at(on_b, double(q.t)));
        held spot = any3::of_kind(FLR_SHAPE3_POINT);
        spot.shape.as.point = q.point;
        flr_closest3 to_a{}, to_b{};
        (void)flr_distance3(&spot.shape, &x.shape, &to_a);
        (void)flr_distance3(&spot.shape, &y.shape, &to_b);
        // no point of either is farther than 5 from the origin of its frame
        flr_path3 turn_a = on_a, turn_b = on_b;
        turn_a.to.position = turn_a.from.position, turn_b.to.position = turn_b.from.position;
        const flr_vec3 way_a = flr_sub3(on_a.to.position, on_a.from.position),
                       way_b = flr_sub3(on_b.to.position, on_b.from.position);
        const double nearer =
            (any3::length(flr_sub3(way_b, way_a)) + speed(turn_a, 5) + speed(turn_b, 5)) * way;
        const double part = std::max(double(to_a.distance), double(to_b.distance)) / nearer;
        t.expect(off.within(part), "%d: the point is %g of the way off", i, part);
    }
    off.hold(t);
    t.expect(early > 20, "%ld are early", early);
}

/// Two that are the same but for their paths: the other way round it is the same answer, turned.
void copies_on_two_paths(tally &t)
{
    random_source r{47};
    long hits = 0, all = 0;
    for (int i = 0; i < scenes(2000); ++i) {
        const auto k = static_cast<flr_shape3_kind>(r.whole(FLR_SHAPE3_SPHERE, FLR_SHAPE3_COMPOUND));
        const held a = any3::random_shape(r, k, vec(0, 0, 0), 1, r.whole(0, 1));
        const flr_path3 on_a = random_path(r, 2), on_b = random_path(r, 2);
        const pair p = {a, a, on_a, on_b};
        const flr_toi3_result q = p.answer(), back = p.turned().answer();
        ++all, hits += q.hit && q.t > 0;
        const bool same = q.hit == back.hit && q.t == back.t && q.t_upper == back.t_upper &&
                          any3::length(flr_sub3(q.point, back.point)) == 0 &&
                          any3::length(flr_add3(q.normal, back.normal)) == 0;
        t.expect(same, "%d %s: %d at %.17g, turned %d at %.17g", i, flr_shape3_name(k), q.hit, double(q.t),
                 back.hit, double(back.t));
    }
    t.expect(hits * 10 >= all * 2 && hits * 10 <= all * 8, "%ld of %ld hit", hits, all);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(every_pair), FEELER_TEST(carried_together), FEELER_TEST(copies_on_two_paths))

}  // namespace TEST_FILE
