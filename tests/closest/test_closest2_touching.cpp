/// GJK in the plane of cores that exactly touch or overlap: corners on a lattice, so that their difference is one of whole numbers, and where
/// the origin lies in it an exact sign.
#include <algorithm>
#include <cmath>
#include <vector>

#include "closest/whole2.hpp"
#include "feeler/convex2.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using whole2::whole;

/// A core of any kind, a quarter of the lattice's size.
struct core {
    std::vector<whole> corners;
    std::vector<flr_vec2> held;
    flr_convex2 convex;
};

flr_vec2 vec(double x, double y) { return flr_vec2_make(flr_real(x), flr_real(y)); }

flr_vec2 farthest(const void *user, flr_vec2 d)
{
    const std::vector<flr_vec2> &p = *static_cast<const std::vector<flr_vec2> *>(user);
    return *std::max_element(p.begin(), p.end(),
                             [d](flr_vec2 a, flr_vec2 b) { return flr_dot2(a, d) < flr_dot2(b, d); });
}

void make(core *c, std::vector<whole> corners, random_source &random)
{
    const int kind = random.whole(0, 3);
    const whole at = {random.whole(-2, 2), random.whole(-2, 2)};
    const flr_real radius = flr_real(random.whole(0, 1)) / 4;
    c->corners = kind == 1 ? corners : hull(corners);
    c->held.clear();
    for (whole p : c->corners) c->held.push_back(vec(0.25 * double(p.x - at.x), 0.25 * double(p.y - at.y)));
    const flr_vec2 position = vec(0.25 * double(at.x), 0.25 * double(at.y)), turn = vec(1, 0);
    const flr_vec2 *p = c->held.data();
    const uint32_t count = uint32_t(c->held.size());
    if (kind == 1) {
        c->convex = flr_convex2_points(p, count, turn, position, radius);
    } else if (kind == 0 || count > 3) {
        c->convex = flr_convex2_polygon(p, count, turn, position, radius);
    } else {
        for (flr_vec2 &q : c->held) q = flr_add2(q, position);
        const flr_segment2 s = {p[0], p[count > 1]};
        const flr_triangle2 t = {p[0], p[count > 1], p[count - 1]};
        c->convex = kind == 2    ? flr_convex2_user(farthest, &c->held, p[0], radius)
                    : count == 1 ? flr_convex2_point(p[0])
                    : count == 2 ? flr_convex2_segment(&s)
                                 : flr_convex2_triangle(&t);
        c->convex.radius = radius;
    }
}

/// Where the origin lies in the difference of two cores.
enum where { APART, CORNER, EDGE, LINE, INSIDE };
const char *const where_name[] = {"apart", "corner", "edge", "line", "inside"};

struct placed {
    std::vector<whole> difference;
    where origin;
    double x, y;  ///< of an edge: its outer unit normal; of a line one of its two
};

/// Of an edge or line: is the origin on it, and where?
where on_edge(whole p, whole q)
{
    if (cross({0, 0}, p, q) != 0) return APART;
    const long product = p.x * q.x + p.y * q.y;
    return product < 0 ? EDGE : product == 0 ? CORNER : APART;
}

placed place(const core &a, const core &b)
{
    placed r = {{}, INSIDE, 0, 0};
    std::vector<whole> all;
    for (whole p : a.corners)
        for (whole q : b.corners) all.push_back({p.x - q.x, p.y - q.y});
    const std::vector<whole> &h = r.difference = hull(all);
    if (h.size() == 1) r.origin = h[0] == whole{0, 0} ? CORNER : APART;
    for (size_t i = 0; i < h.size() && h.size() > 1 && r.origin != APART; ++i) {
        const whole p = h[i], q = h[(i + 1) % h.size()];
        const long side = cross({0, 0}, p, q);
        const double length = std::hypot(double(q.x - p.x), double(q.y - p.y));
        if (side > 0) continue;
        r.origin = side < 0 ? APART : on_edge(p, q);
        r.x = double(q.y - p.y) / length;
        r.y = double(p.x - q.x) / length;
        if (r.origin == EDGE && h.size() == 2) r.origin = LINE;
        if (r.origin == EDGE || r.origin == LINE) break;
    }
    return r;
}

/// How far the difference reaches beyond the origin.
double reach(const placed &p, flr_vec2 n)
{
    double most = -INFINITY;
    for (whole w : p.difference) most = std::max(most, double(w.x) * double(n.x) + double(w.y) * double(n.y));
    return most;
}

void judge(tally &t, const core &a, const core &b, const placed &p, const flr_gjk2 &r)
{
    const char *name = where_name[p.origin];
    const double radius_a = double(a.convex.radius), radius_b = double(b.convex.radius),
                 tiny = 16 * real_rounding, along = double(r.normal.x) * p.x + double(r.normal.y) * p.y,
                 length = double(flr_length2(r.normal));
    t.expect(r.status == FLR_OK && r.overlap && r.distance == 0, "%s: %g apart", name, double(r.distance));
    t.expect(std::fabs(double(r.signed_distance) + radius_a + radius_b) <= tiny, "%s: %g", name,
             double(r.signed_distance));
    t.expect((length == 0) == (p.origin == INSIDE), "%s: a normal of length %g", name, length);
    t.expect(length == 0 || std::fabs(length - 1) <= tiny, "%s: a normal of length %g", name, length);
    // what is no more than touched lies to one side
    t.expect(length == 0 || reach(p, r.normal) <= 64 * tiny, "%s: %g beyond the normal", name,
             reach(p, r.normal));
    if (p.origin == EDGE) t.expect(along >= 1 - tiny, "%s: %g along its normal", name, along);
    const flr_vec2 way =
        flr_sub2(flr_mul_add2(r.point_a, -(a.convex.radius + b.convex.radius), r.normal), r.point_b);
    t.expect(double(flr_length2(way)) <= tiny, "%s: points %g off one another", name,
             double(flr_length2(way)));
    // the common point is one of both cores
    for (const core *c : {&a, &b}) {
        const flr_vec2 at = flr_mul_add2(c == &a ? r.point_a : r.point_b,
                                         c == &a ? -c->convex.radius : c->convex.radius, r.normal);
        const flr_convex2 point = flr_convex2_point(at);
        flr_convex2 bare = c->convex;
        bare.radius = 0;
        const double off = double(flr_closest2_convex_convex(&bare, &point, nullptr).distance);
        t.expect(off <= tiny, "%s: a point %g off its core", name, off);
    }
    t.expect(flr_overlap2_convex_convex(&a.convex, &b.convex, nullptr).overlap, "%s: no overlap", name);
    const flr_gjk2 depth = flr_signed_distance2_convex_convex(&a.convex, &b.convex, nullptr);
    t.expect((double(depth.signed_distance) < -radius_a - radius_b - 1e-3) == (p.origin == INSIDE),
             "%s: depth %g", name, -double(depth.signed_distance));
}

/// From nothing, told step by step, and with a cache of whatever was asked before.
void lattice(tally &t)
{
    random_source random{811};
    flr_gjk2_cache kept = {};
    long met[INSIDE + 1] = {};
    for (long n = 0; n < scenes(60000); ++n) {
        core a, b;
        std::vector<whole> p, q;
        const int more_a = random.whole(0, 5), more_b = random.whole(0, 5), twin = random.whole(0, 4);
        for (int i = 0; i <= more_a; ++i) {
            const int x = random.whole(-3, 3), y = random.whole(-3, 3);
            p.push_back({x, y});
        }
        for (int i = 0; i <= more_b; ++i) {
            const int x = random.whole(-3, 3), y = random.whole(-3, 3);
            q.push_back({x, y});
        }
        make(&a, p, random);
        make(&b, twin ? q : p, random);
        const placed where = place(a, b);
        ++met[where.origin];
        flr_gjk2_step steps[32];
        const flr_gjk2_options cached = {INFINITY, &kept, nullptr, 0}, told = {INFINITY, nullptr, steps, 32};
        for (const flr_gjk2_options *o : {(const flr_gjk2_options *)nullptr, &told, &cached}) {
            const flr_gjk2 r = flr_closest2_convex_convex(&a.convex, &b.convex, o);
            if (where.origin != APART) judge(t, a, b, where, r);
        }
    }
    for (int k = APART; k <= INSIDE; ++k) t.expect(enough(met[k] > 1000), "%ld %s", met[k], where_name[k]);
}

/// Two squares with one middle, in units in which squares of lengths leave the range of numbers too.
void one_middle(tally &t)
{
    const bool is_float = sizeof(flr_real) == sizeof(float);
    for (double unit : {1.0, is_float ? 1e-30 : 1e-250, is_float ? 1e30 : 1e250}) {
        const flr_aabb2 small = {vec(-unit, -unit), vec(unit, unit)},
                        large = {vec(-2 * unit, -2 * unit), vec(2 * unit, 2 * unit)};
        flr_convex2 a = flr_convex2_aabb(&small), b = flr_convex2_aabb(&large);
        a.radius = b.radius = flr_real(unit);
        const flr_gjk2 r = flr_closest2_convex_convex(&a, &b, nullptr);
        t.expect(r.status == FLR_OK && r.overlap && r.normal.x == 0 && r.normal.y == 0, "%g: a normal", unit);
        t.expect(r.point_a.x == r.point_b.x && r.point_a.y == r.point_b.y, "%g: two points", unit);
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(lattice), FEELER_TEST(one_middle))

}  // namespace TEST_FILE
