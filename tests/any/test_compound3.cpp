// Compounds in space: unions of boxes and balls against their definition in exact and long arithmetic, and unions of all
// kinds against what their shapes answer one by one.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <vector>

#include "any/any3_stock.hpp"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using any3::compound;
using any3::held;
using any3::length;
using any3::random_shape;

flr_vec3 vec(double x, double y, double z) { return flr_vec3_make(flr_real(x), flr_real(y), flr_real(z)); }
flr_shape3_kind kind(int k) { return static_cast<flr_shape3_kind>(k); }

held cuboid(flr_vec3 low, flr_vec3 high)
{
    held h = any3::of_kind(FLR_SHAPE3_AABB);
    h.shape.as.aabb = {low, high};
    return h;
}
held ball(flr_vec3 c, double radius)
{
    held h = any3::of_kind(FLR_SHAPE3_SPHERE);
    h.shape.as.sphere = {c, flr_real(radius)};
    return h;
}

const flr_real *numbers(const flr_vec3 &v) { return &v.x; }

/// The gap of two boxes or balls, below 0 for none, by definition. A ball is its centre, a box of no size.
struct solid {
    long double low[3], high[3], radius;
};

solid solid_of(const flr_shape3 &s)
{
    solid r{};
    bool round = s.kind == FLR_SHAPE3_SPHERE;
    for (int k = 0; k < 3; ++k) {
        r.low[k] = numbers(round ? s.as.sphere.center : s.as.aabb.min)[k];
        r.high[k] = numbers(round ? s.as.sphere.center : s.as.aabb.max)[k];
    }
    r.radius = round ? s.as.sphere.radius : 0;
    return r;
}

long double gap(const solid &a, const solid &b)
{
    long double square = 0;
    for (int k = 0; k < 3; ++k) {
        long double way = std::max(a.low[k] - b.high[k], b.low[k] - a.high[k]);
        if (way > 0) square += way * way;
    }
    return std::sqrt(square) - a.radius - b.radius;
}

std::vector<solid> solids_of(const flr_shape3 &s)
{
    if (s.kind != FLR_SHAPE3_COMPOUND) return {solid_of(s)};
    std::vector<solid> all;
    for (size_t i = 0; i < s.as.compound.count; ++i)
        for (const solid &x : solids_of(s.as.compound.shapes[i])) all.push_back(x);
    return all;
}

held random_union(random_source &r, bool lattice, int most, bool balls)
{
    std::vector<held> parts;
    int count = r.whole(2, most);
    for (int i = 0; i < count; ++i) {
        flr_vec3 p = lattice ? r.lattice_point(-3, 3) : r.point(-3, 3);
        flr_vec3 q = lattice ? r.lattice_point(1, 3) : r.point(0.2, 2.5);
        double radius = lattice ? r.whole(1, 2) : r.between(0.2, 1.5);
        parts.push_back(balls && r.whole(0, 1) ? ball(p, radius) : cuboid(p, flr_add3(p, q)));
    }
    // the last two deeper down
    if (count > 3) {
        held inner = compound({parts[size_t(count) - 2], parts[size_t(count) - 1]});
        parts.resize(size_t(count) - 2);
        parts.push_back(inner);
    }
    return compound(parts);
}

void distances(tally &t)
{
    random_source r{8801};
    long meet = 0, all = 0;
    double worst = 0;
    for (int i = 0; i < scenes(6000); ++i) {
        bool lattice = i % 2;
        held a = random_union(r, lattice, 5, true), b = random_union(r, lattice, 5, true);
        flr_vec3 by = lattice ? r.lattice_point(-5, 5) : r.point(-4, 4);
        b = any3::shifted(b, by);
        long double least = INFINITY;
        for (const solid &x : solids_of(a.shape))
            for (const solid &y : solids_of(b.shape)) least = std::min(least, gap(x, y));
        flr_closest3 c, back;
        bool yes = false;
        t.expect(flr_distance3(&a.shape, &b.shape, &c) == FLR_OK, "no distance");
        t.expect(flr_overlap3(&a.shape, &b.shape, &yes) == FLR_OK, "no answer");
        ++all, meet += yes;
        double size = 30, e = 8 * real_epsilon * size;
        if (std::fabs(double(least)) > e)
            t.expect(yes == (least < 0), "overlap %d at %g", yes, double(least));
        if (lattice && least == 0) t.expect(yes, "touching, but no overlap");
        t.expect(yes == (c.distance == 0), "overlap %d at a distance of %g", yes, c.distance);
        double off = std::fabs(double(c.distance - std::max(least, 0.0L)));
        worst = std::max(worst, off);
        flr_distance3(&b.shape, &a.shape, &back);
        t.expect(back.distance == c.distance &&
                     std::memcmp(&back.point_a, &c.point_b, sizeof c.point_b) == 0 &&
                     std::memcmp(&back.point_b, &c.point_a, sizeof c.point_a) == 0,
                 "turned round %.17g and %.17g", c.distance, back.distance);
    }
    t.expect(meet > 3 * all / 10 && meet < 7 * all / 10, "%ld of %ld overlap", meet, all);
    expect_pinned(t, "distance", worst, real_choose(3.2e-15, 8e-7));
    std::printf("  %ld of %ld overlap, worst error %.3g\n", meet, all, worst);
}

/// The shortest translation out of a union of open boxes, by definition: each of its coordinates is 0 or that of a side.
double shortest(const std::vector<solid> &a, const std::vector<solid> &b, double pad)
{
    std::vector<solid> blocked;
    std::vector<double> at[3] = {{0}, {0}, {0}};
    for (const solid &x : a)
        for (const solid &y : b) {
            solid d{};
            for (int k = 0; k < 3; ++k) {
                d.low[k] = double(x.low[k] - y.high[k] - pad);
                d.high[k] = double(x.high[k] - y.low[k] + pad);
                at[k].push_back(double(d.low[k]));
                at[k].push_back(double(d.high[k]));
            }
            blocked.push_back(d);
        }
    for (auto &c : at) {
        std::sort(c.begin(), c.end());
        c.erase(std::unique(c.begin(), c.end()), c.end());
    }
    double best = INFINITY;
    for (double x : at[0])
        for (double y : at[1])
            for (double z : at[2]) {
                double l = std::sqrt(x * x + y * y + z * z);
                if (!(l < best)) continue;
                bool inside = false;
                for (const solid &d : blocked)
                    inside = inside || (x > d.low[0] && x < d.high[0] && y > d.low[1] && y < d.high[1] &&
                                        z > d.low[2] && z < d.high[2]);
                if (!inside) best = l;
            }
    return best;
}

/// How far a point is from a union.
double beside(flr_vec3 p, const flr_shape3 &s)
{
    const solid dot = solid_of(ball(p, 0).shape);
    long double least = INFINITY;
    for (const solid &x : solids_of(s)) least = std::min(least, gap(dot, x));
    return double(least);
}

void depths(tally &t)
{
    random_source r{8802};
    long asked = 0, given_up = 0;
    double worst = 0, aside = 0, above = 0, below = 0, unit = 0;
    for (int i = 0; i < scenes(240); ++i) {
        bool lattice = i % 2;
        held a = random_union(r, lattice, 3, false), b = random_union(r, lattice, 3, false);
        if (i % 3 == 0) {
            flr_vec3 c = r.point(-2, 2);
            b = cuboid(c, flr_add3(c, r.point(0.3, 3)));
        }
        flr_signed_distance3_result s, back;
        flr_status status = flr_signed_distance3(&a.shape, &b.shape, &s);
        if (s.signed_distance > 0) continue;
        ++asked;
        double truth = shortest(solids_of(a.shape), solids_of(b.shape), 0),
               tight =
                   shortest(solids_of(a.shape), solids_of(b.shape), truth / 900 + real_choose(1e-7, 1e-3));
        double depth = -double(s.signed_distance);
        given_up += status != FLR_OK;
        t.expect(status == FLR_OK || status == FLR_NOT_CONVERGED, "status %d", status);
        below = std::max(below, truth - depth);
        if (status == FLR_OK) above = std::max(above, depth / tight - 1);
        // no gap that is nearly as narrow as what is looked for: it is the local minimum itself
        if (status == FLR_OK && tight < truth * 1.01 + 1e-3 && depth < tight * 1.003 + 1e-3 &&
            depth < truth * (1 + 1e-6))
            worst = std::max(worst, depth - truth);
        unit = std::max(unit, off_unit(s.normal));
        double off = std::max(beside(s.point_a, a.shape), beside(s.point_b, b.shape));
        if (status == FLR_OK) aside = std::max(aside, off);
        flr_signed_distance3(&b.shape, &a.shape, &back);
        t.expect(back.signed_distance == s.signed_distance && back.normal.x == -s.normal.x &&
                     back.normal.y == -s.normal.y && back.normal.z == -s.normal.z,
                 "turned round %.17g and %.17g", s.signed_distance, back.signed_distance);
    }
    t.expect(enough(asked > scenes(80) && given_up < asked / 20), "%ld asked, %ld given up", asked, given_up);
    expect_pinned(t, "depth", worst, real_choose(3e-16, 2e-7));
    expect_pinned(t, "depth, less than parts them", below, real_choose(1.2e-15, 5.2e-7));
    expect_pinned(t, "depth, of what parts unions grown by a 900th", above, exact_answers);
    expect_pinned(t, "length of a normal, roundings", unit, real_choose(1.2, 1.4));
    expect_pinned(t, "points beside their unions", aside, real_choose(6e-16, 3e-7));
    std::printf("  %ld depths, %ld given up, worst error %.3g, points off by %.3g\n", asked, given_up, worst,
                aside);
}

template <class T> bool same_bits(const T &a, const T &b) { return std::memcmp(&a, &b, sizeof a) == 0; }

/// Of every question about s and b, and b and s.
struct answers {
    flr_closest3 distance[2];
    flr_signed_distance3_result depth[2];
    flr_manifold3 contact[2];
    flr_sweep3_result sweep[2];
    flr_toi3_result motion[2];
    flr_raycast3_result cast;
    flr_aabb3 bounds;
    int side;
    bool overlap[2];
    flr_status status[14];
};

answers ask(const flr_shape3 &s, const flr_shape3 &b, bool deep)
{
    answers r;
    std::memset(&r, 0, sizeof r);
    flr_path3 path{}, still{};
    path.from.rotation = path.to.rotation = still.from.rotation = still.to.rotation = {1, 0, 0, 0};
    path.to = {{1, flr_real(0.2), 0, 0}, vec(3, 1, 0)};
    const flr_plane3 plane = {vec(1, 2, -1), 1};
    const flr_toi3_options options = {flr_real(1e-3), 0, 0};
    flr_raycast3_path ray = flr_raycast3_path_make(vec(-5, 0.1, 0.2), vec(1, 0, 0), 0, INFINITY);
    for (int k = 0; k < 2; ++k) {
        const flr_shape3 *x = k ? &b : &s, *y = k ? &s : &b;
        flr_status *status = r.status + 6 * k;
        status[0] = flr_distance3(x, y, &r.distance[k]);
        if (deep) status[1] = flr_signed_distance3(x, y, &r.depth[k]);
        if (deep) status[2] = flr_contact3(x, y, nullptr, &r.contact[k]);
        status[3] = flr_sweep3(x, vec(1, 2, 3), y, &r.sweep[k]);
        status[4] = flr_toi3(x, &path, y, &still, &options, &r.motion[k]);
        status[5] = flr_overlap3(x, y, &r.overlap[k]);
    }
    r.status[12] = flr_raycast3(&ray, &s, &r.cast);
    if (flr_bounds3(&s, &r.bounds) != FLR_OK) r.bounds = {};
    r.status[13] = flr_classify3(&plane, &s, &r.side);
    return r;
}

bool same_depth(const flr_signed_distance3_result &a, const flr_signed_distance3_result &b)
{
    return a.inseparable == b.inseparable && a.signed_distance == b.signed_distance &&
           same_bits(a.normal, b.normal) && same_bits(a.point_a, b.point_a) &&
           same_bits(a.point_b, b.point_b);
}

bool same_contact(const flr_manifold3 &a, const flr_manifold3 &b)
{
    bool same = a.inseparable == b.inseparable && a.count == b.count && same_bits(a.normal, b.normal);
    for (int i = 0; same && i < a.count; ++i)
        same = same_bits(a.points[i].position, b.points[i].position) &&
               a.points[i].depth == b.points[i].depth && a.points[i].id == b.points[i].id;
    return same;
}

bool same_cast(const flr_raycast3_result &a, const flr_raycast3_result &b)
{
    return a.hit == b.hit && a.inside == b.inside && a.faceted == b.faceted && a.t == b.t &&
           same_bits(a.point, b.point) && same_bits(a.normal, b.normal) && a.triangle == b.triangle;
}

void one_shape(tally &t)
{
    random_source r{8803};
    for (int n = 0; n < 3; ++n)
        for (int i = 0; i < FLR_SHAPE3_COUNT; ++i)
            for (int k = 0; k < FLR_SHAPE3_COUNT; ++k) {
                const any3::own_numbers own(r, i, k);
                held s = random_shape(r, kind(i), r.point(-0.8, 0.8), 1, n % 2);
                held b = random_shape(r, kind(k), r.point(-0.8, 0.8), 1, n % 2);
                held one = compound({compound({s})});
                bool deep = n == 0 && i < FLR_SHAPE3_MESH && k < FLR_SHAPE3_MESH;
                answers x = ask(s.shape, b.shape, deep), y = ask(one.shape, b.shape, deep);
                const char *na = flr_shape3_name(kind(i)), *nb = flr_shape3_name(kind(k));
                t.expect(same_bits(x.status, y.status), "%s %s: status", na, nb);
                t.expect(same_bits(x.distance, y.distance), "%s %s: distance", na, nb);
                t.expect(same_bits(x.overlap, y.overlap), "%s %s: overlap", na, nb);
                t.expect(same_bits(x.bounds, y.bounds) && x.side == y.side, "%s %s: bounds, side", na, nb);
                t.expect(same_cast(x.cast, y.cast), "%s %s: cast", na, nb);
                for (int w = 0; w < 2; ++w) {
                    t.expect(same_depth(x.depth[w], y.depth[w]), "%s %s: depth %g %g", na, nb,
                             x.depth[w].signed_distance, y.depth[w].signed_distance);
                    t.expect(same_contact(x.contact[w], y.contact[w]), "%s %s: contact", na, nb);
                    t.expect(x.sweep[w].hit == y.sweep[w].hit && x.sweep[w].t == y.sweep[w].t &&
                                 same_bits(x.sweep[w].point, y.sweep[w].point),
                             "%s %s: sweep %g %g", na, nb, x.sweep[w].t, y.sweep[w].t);
                    t.expect(x.motion[w].hit == y.motion[w].hit && x.motion[w].t == y.motion[w].t &&
                                 x.motion[w].t_upper == y.motion[w].t_upper,
                             "%s %s: motion %g %g", na, nb, x.motion[w].t, y.motion[w].t);
                }
            }
}

/// A kind that is no compound. Ellipsoids are in the test of all pairs above.
int any_but_ellipsoid(random_source &r)
{
    const int k = r.whole(0, FLR_SHAPE3_COMPOUND - 2);
    return k < FLR_SHAPE3_ELLIPSOID ? k : k + 1;
}

/// Three shapes of any kinds: what the union answers is what one of them does.
void one_by_one(tally &t)
{
    random_source r{8804};
    long meet = 0, hits = 0, all = 0;
    worst_of distances = {"distance of one of three, roundings", exact_answers},
             sweeps = {"time of a sweep of one of three", exact_answers},
             motions = {"time of a motion of one of three, whose tolerance is 1e-3",
                        real_choose(3e-16, 2.7e-6)},
             places = {"points of casts beside the one hit", real_choose(1.4e-15, 3e-7)};
    for (int n = 0; n < scenes(2500); ++n) {
        std::vector<held> parts;
        for (int i = 0; i < 3; ++i) {
            int which = any_but_ellipsoid(r);
            flr_vec3 at = r.point(-1.6, 1.6);
            parts.push_back(random_shape(r, kind(which), at, 0.7, n % 2));
        }
        int which = any_but_ellipsoid(r);
        held b = random_shape(r, kind(which), r.point(-1.2, 1.2), 0.7, n % 2), u = compound(parts);
        answers whole = ask(u.shape, b.shape, false);
        double distance = INFINITY, sweep = INFINITY, motion = INFINITY, cast = INFINITY;
        bool overlap = false;
        for (const held &p : parts) {
            answers x = ask(p.shape, b.shape, false);
            overlap = overlap || x.overlap[0];
            distance = std::min(distance, double(x.distance[0].distance));
            if (x.sweep[0].hit) sweep = std::min(sweep, double(x.sweep[0].t));
            if (x.motion[0].hit) motion = std::min(motion, double(x.motion[0].t));
            if (x.cast.hit) cast = std::min(cast, double(x.cast.t));
        }
        ++all, meet += overlap, hits += whole.motion[0].hit;
        t.expect(whole.overlap[0] == overlap && whole.overlap[1] == overlap, "overlap %d", overlap);
        t.expect(distances.within(std::fabs(double(whole.distance[0].distance) - distance) / (1 + distance) /
                                  real_rounding),
                 "distance %.17g, least %.17g", whole.distance[0].distance, distance);
        t.expect(whole.sweep[0].hit == std::isfinite(sweep) &&
                     (!whole.sweep[0].hit || sweeps.within(std::fabs(double(whole.sweep[0].t) - sweep))),
                 "sweep %d at %.17g, first %.17g", whole.sweep[0].hit, whole.sweep[0].t, sweep);
        t.expect(whole.motion[0].hit == std::isfinite(motion) &&
                     (!whole.motion[0].hit || motions.within(std::fabs(double(whole.motion[0].t) - motion))),
                 "motion %d at %.17g, first %.17g", whole.motion[0].hit, whole.motion[0].t, motion);
        t.expect(whole.cast.hit == std::isfinite(cast) && (!whole.cast.hit || double(whole.cast.t) == cast),
                 "cast %d at %.17g, first %.17g", whole.cast.hit, whole.cast.t, cast);
        if (whole.cast.hit && !whole.cast.inside) {
            held hit = parts[whole.cast.child];
            flr_shape3 p{};
            p.kind = FLR_SHAPE3_POINT;
            p.as.point = whole.cast.point;
            flr_closest3 c{};
            flr_distance3(&p, &hit.shape, &c);
            t.expect(std::isinf(whole.cast.t) || places.within(double(c.distance)), "the child hit is %g off",
                     c.distance);
        }
        // boxes that the caller keeps change nothing
        std::vector<flr_aabb3> boxes(3);
        bool ends = true;
        for (size_t i = 0; i < 3; ++i) ends = flr_bounds3(&parts[i].shape, &boxes[i]) == FLR_OK && ends;
        u.shape.as.compound.bounds = boxes.data();
        answers kept = ask(u.shape, b.shape, false);
        t.expect(same_bits(kept.distance, whole.distance) && kept.sweep[0].t == whole.sweep[0].t,
                 "with boxes %g, without %g", kept.distance[0].distance, whole.distance[0].distance);
    }
    t.expect(meet > 3 * all / 10 && meet < 7 * all / 10 && hits < 9 * all / 10,
             "%ld overlap, %ld hit, of %ld", meet, hits, all);
    for (const worst_of *w : {&distances, &sweeps, &motions, &places}) w->hold(t);
}

/// Two slabs side by side carry a box that lies across the seam.
void resting(tally &t)
{
    held floor = compound({cuboid(vec(-4, -4, -1), vec(0, 4, 0)), cuboid(vec(0, -4, -1), vec(4, 4, 0))});
    held box = cuboid(vec(-1, -1, -0.0625), vec(1, 1, 2));
    flr_manifold3 m;
    t.expect(flr_contact3(&floor.shape, &box.shape, nullptr, &m) == FLR_OK && m.count == 4, "%d points",
             m.count);
    t.expect(std::fabs(double(m.normal.z) - 1) < 1e-6, "normal %g %g %g", m.normal.x, m.normal.y, m.normal.z);
    for (int i = 0; i < m.count; ++i) {
        flr_vec3 p = m.points[i].position;
        t.expect(std::fabs(double(m.points[i].depth) - 0.0625) < real_choose(1e-9, 1e-5) &&
                     std::fabs(std::fabs(double(p.x)) - 1) < 1e-4 &&
                     std::fabs(std::fabs(double(p.y)) - 1) < 1e-4,
                 "a point at %g %g, depth %g", p.x, p.y, m.points[i].depth);
    }
    // in a corner of two walls the way out is up the shorter one
    held corner = compound({cuboid(vec(-4, -4, -1), vec(4, 4, 0)), cuboid(vec(-4, -4, -1), vec(-3, 4, 6))});
    held block = cuboid(vec(-3.25, -1, -0.25), vec(-1, 1, 2));
    flr_signed_distance3_result s;
    t.expect(flr_signed_distance3(&corner.shape, &block.shape, &s) == FLR_OK &&
                 std::fabs(double(s.signed_distance) + std::sqrt(0.125)) < real_choose(1e-9, 1e-5),
             "out of a corner %.17g", s.signed_distance);
    flr_contact3(&corner.shape, &block.shape, nullptr, &m);
    double deepest = -1;
    for (int i = 0; i < m.count; ++i) deepest = std::max(deepest, double(m.points[i].depth));
    t.expect(m.count > 0 && std::fabs(deepest + double(s.signed_distance)) < real_choose(1e-9, 1e-5),
             "%d points, depth %g", m.count, deepest);
}

/// Planes, halfspaces and lines, as parts and as the other.
void without_end(tally &t)
{
    held space = any3::of_kind(FLR_SHAPE3_HALFSPACE), lid = space, plane = any3::of_kind(FLR_SHAPE3_PLANE);
    space.shape.as.halfspace = {vec(0, 0, 2), 0};
    lid.shape.as.halfspace = {vec(0, 0, -1), -1};
    flr_signed_distance3_result s;
    held box = cuboid(vec(-1, -1, -1), vec(1, 1, 0.5)), far = ball(vec(40, 0, 3), 1);
    held ground = compound({space, far}), slot = compound({space, lid});
    flr_status status = flr_signed_distance3(&ground.shape, &box.shape, &s);
    t.expect(status == FLR_OK && !s.inseparable &&
                 std::fabs(double(s.signed_distance) + 1) < real_choose(1e-6, 1e-3) &&
                 double(s.normal.z) > 0.999999,
             "out of the ground by %.17g", s.signed_distance);
    status = flr_signed_distance3(&slot.shape, &box.shape, &s);
    t.expect(status == FLR_OK && s.inseparable, "between two halfspaces %d %g", s.inseparable,
             s.signed_distance);
    // in a gap of 1.25 above the plane a plane has room, 0.25 away; upward it is 2.5
    held tower = compound({cuboid(vec(0, 0, -3), vec(1, 1, -1)), cuboid(vec(0, 0, 0.25), vec(1, 1, 3))});
    plane.shape.as.plane = {vec(0, 0, 4), 2};
    status = flr_signed_distance3(&tower.shape, &plane.shape, &s);
    t.expect(status == FLR_OK && double(s.signed_distance) == -0.25 && double(s.normal.z) == -1,
             "a plane among two boxes %g", s.signed_distance);
    // a line through a plane is not parted from it, a ray is, backwards; wherever they meet
    plane.shape.as.plane = {vec(0, 0, 1), 0};
    held union_of = compound({plane, ball(vec(0, 0, -1), 0.5)}), path = any3::of_kind(FLR_SHAPE3_RAY);
    for (double slope = 1; slope > real_choose(1e-5, 0.5); slope /= 8)
        for (int k = 0; k < 4; ++k) {
            path.shape.kind = k % 2 ? FLR_SHAPE3_LINE : FLR_SHAPE3_RAY;
            path.shape.as.ray = {vec(0, 0, 1), vec(1, 0, -slope)};
            const flr_shape3 &x = k < 2 ? path.shape : union_of.shape,
                             &y = k < 2 ? union_of.shape : path.shape;
            status = flr_signed_distance3(&x, &y, &s);
            t.expect(status == FLR_OK && s.inseparable == (k % 2 == 1), "slope %g: %d", slope, s.inseparable);
            t.expect(s.inseparable || (std::fabs(double(s.signed_distance) + 1) < real_choose(1e-12, 1e-5) &&
                                       double(s.normal.z) * (k < 2 ? 1 : -1) > 0.999999),
                     "a ray at slope %g is %.17g deep", slope, double(s.signed_distance));
        }
    flr_aabb3 b;
    t.expect(flr_bounds3(&ground.shape, &b) == FLR_UNBOUNDED, "bounds of a halfspace");
    int side = 7;
    t.expect(flr_classify3(&plane.shape.as.plane, &tower.shape, &side) == FLR_OK && side == 0, "side %d",
             side);
}

void solids_of_triangles(tally &t)
{
    random_source r{8805};
    double apart = 0, deep = 0;
    for (int n = 0; n < 12; ++n) {
        held block = any3::mesh(moved(scaled(box(vec(-1, -1, -1), vec(1, 1, 1)), 2, 1, 1), 0, 0, 0), true);
        held same = cuboid(vec(-2, -1, -1), vec(2, 1, 1)), knob = ball(vec(0, 0, 1.25), 0.5);
        held a = compound({block, knob}), b = compound({same, knob});
        flr_vec3 at = r.point(-1.5, 1.5);
        held probe = n % 2 ? cuboid(at, flr_add3(at, vec(0.5, 0.75, 0.25))) : ball(at, 0.25);
        flr_closest3 c, d;
        flr_signed_distance3_result x, y;
        flr_distance3(&a.shape, &probe.shape, &c);
        flr_distance3(&b.shape, &probe.shape, &d);
        apart = std::max(apart, std::fabs(double(c.distance) - double(d.distance)));
        flr_status one = flr_signed_distance3(&a.shape, &probe.shape, &x),
                   two = flr_signed_distance3(&b.shape, &probe.shape, &y);
        if (one != FLR_OK || two != FLR_OK) continue;
        deep = std::max(deep, std::fabs(double(x.signed_distance) - double(y.signed_distance)));
    }
    expect_pinned(t, "distance of a block as a mesh and as a box", apart, real_choose(6e-17, exact_answers));
    expect_pinned(t, "depth of a block as a mesh and as a box", deep, real_choose(1.2e-16, 6.5e-8));
}

/// Where a plane stands between the shapes of a compound and only touches one of them, and where a box in a compound is met:
/// there the points are, on both.
void touching_one(tally &t)
{
    flr_shape3 plane{};
    plane.kind = FLR_SHAPE3_PLANE;
    plane.as.plane = {vec(0, 2, 0), 2};
    held parts = compound({cuboid(vec(-4, 1, 0), vec(0, 3, 2)), cuboid(vec(-1, -2, 0), vec(1, -1, 2))});
    held wall = any3::of_kind(FLR_SHAPE3_BOX);
    wall.shape.as.box = {vec(4, 0, 0), {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, vec(1, 2, 1)};
    for (int turn = 0; turn < 2; ++turn) {
        flr_signed_distance3_result d;
        flr_status told = turn ? flr_signed_distance3(&plane, &parts.shape, &d)
                               : flr_signed_distance3(&parts.shape, &plane, &d);
        t.expect(told == FLR_OK && d.signed_distance == 0, "a touch %.3g deep", double(d.signed_distance));
        for (flr_vec3 p : {d.point_a, d.point_b})
            t.expect(p.y == 1 && p.x >= -4 && p.x <= 0, "a touch at %g %g", double(p.x), double(p.y));
        // the box at x in [3, 5], y and z in [-1, 1] and [-2, 2]
        flr_sweep3_result w;
        told = turn ? flr_sweep3(&wall.shape, vec(-4, 0, 0), &parts.shape, &w)
                    : flr_sweep3(&parts.shape, vec(4, 0, 0), &wall.shape, &w);
        t.expect(told == FLR_OK && w.hit && w.t == flr_real(0.5), "met at %.17g", double(w.t));
        t.expect(w.normal.x == (turn ? -1 : 1) && w.point.x == (turn ? 1 : 3) && w.point.y == -1 &&
                     w.point.z >= 0 && w.point.z <= 2,
                 "met at %g %g %g", double(w.point.x), double(w.point.y), double(w.point.z));
    }
}

/// Shapes that are all one point touch there, and any direction parts them: one of length 1 is told.
void in_one_point(tally &t)
{
    for (flr_vec3 at : {vec(0, 0, 0), vec(3, -5, 2), vec(1e9, 0, 0)}) {
        held dot = any3::of_kind(FLR_SHAPE3_POINT);
        dot.shape.as.point = at;
        held several = compound({cuboid(at, at), dot}), more = compound({dot, ball(at, 0), cuboid(at, at)});
        for (const held &other : {dot, cuboid(at, at), ball(at, 0), more})
            for (int turn = 0; turn < 2; ++turn) {
                const flr_shape3 &a = turn ? other.shape : several.shape,
                                 &b = turn ? several.shape : other.shape;
                flr_signed_distance3_result s;
                flr_manifold3 m;
                flr_status status = flr_signed_distance3(&a, &b, &s);
                t.expect(status == FLR_OK && !s.inseparable && s.signed_distance == 0 &&
                             std::fabs(double(flr_length3(s.normal)) - 1) <= real_epsilon,
                         "depth %g, normal %g %g %g", double(s.signed_distance), double(s.normal.x),
                         double(s.normal.y), double(s.normal.z));
                status = flr_contact3(&a, &b, nullptr, &m);
                t.expect(status == FLR_OK && m.count == 1 && m.points[0].depth == 0 &&
                             std::fabs(double(flr_length3(m.normal)) - 1) <= real_epsilon,
                         "%d points, normal %g %g %g", m.count, double(m.normal.x), double(m.normal.y),
                         double(m.normal.z));
                t.expect(m.points[0].position.x == at.x && m.points[0].position.y == at.y &&
                             m.points[0].position.z == at.z,
                         "point at %g %g %g", double(m.points[0].position.x), double(m.points[0].position.y),
                         double(m.points[0].position.z));
            }
    }
}

/// A sheet with two triangles in a solid block: which comes first does not matter, nor of two quads with a bay.
void both_orders(tally &t)
{
    flr_signed_distance3_result s, r;
    const flr_vec3 one[4] = {vec(0, 0, 0), vec(3, 0, 0), vec(1, 1, 0), vec(0, 3, 0)};
    random_source random{12};
    long deep = 0;
    for (int i = 0; i < 500; ++i) {
        flr_vec3 other[4];
        const flr_vec3 at = random.lattice_point(-1, 1), u = random.lattice_point(-1, 1),
                       v = random.lattice_point(-1, 1);
        for (int k = 0; k < 4; ++k)
            other[k] = flr_add3(at, flr_add3(flr_scale3(one[k].x, u), flr_scale3(one[k].y, v)));
        held x = any3::of_kind(FLR_SHAPE3_POLYGON), y = x;
        x.shape.as.polygon = {one, 4};
        y.shape.as.polygon = {other, 4};
        flr_status there = flr_signed_distance3(&x.shape, &y.shape, &s),
                   back = flr_signed_distance3(&y.shape, &x.shape, &r);
        t.expect(there == back, "status %d and %d", int(there), int(back));
        if (there != FLR_OK && there != FLR_NOT_CONVERGED) continue;
        deep += s.signed_distance < 0;
        t.expect(s.signed_distance == r.signed_distance, "%.17g, turned %.17g", double(s.signed_distance),
                 double(r.signed_distance));
    }
    t.expect(deep > 20, "%ld are deep", deep);
}

void errors(tally &t)
{
    held b = ball(vec(0, 0, 0), 1), empty = any3::of_kind(FLR_SHAPE3_COMPOUND), deep = b;
    flr_closest3 c;
    flr_aabb3 box;
    flr_sweep3_result s;
    t.expect(flr_distance3(&empty.shape, &b.shape, &c) == FLR_INVALID_SHAPE,
             "an empty compound has a distance");
    t.expect(flr_bounds3(&empty.shape, &box) == FLR_INVALID_SHAPE, "an empty compound has bounds");
    t.expect(flr_sweep3(&b.shape, vec(1, 0, 0), &empty.shape, &s) == FLR_INVALID_SHAPE,
             "an empty compound is met");
    held inner = compound({b, empty});
    t.expect(flr_distance3(&inner.shape, &b.shape, &c) == FLR_INVALID_SHAPE, "an empty part has a distance");
    for (int i = 0; i < FLR_COMPOUND_DEPTH; ++i) deep = compound({deep, b});
    t.expect(flr_distance3(&deep.shape, &b.shape, &c) == FLR_OK && c.distance == 0, "eight deep");
    deep = compound({deep, b});
    t.expect(flr_distance3(&deep.shape, &b.shape, &c) == FLR_INVALID_SHAPE, "nine deep");
    b.shape.as.sphere.center.x = flr_real(NAN);
    held nan = compound({ball(vec(3, 0, 0), 1), b});
    held probe = ball(vec(9, 0, 0), 1);
    t.expect(flr_distance3(&nan.shape, &probe.shape, &c) == FLR_NOT_FINITE, "a NaN has a distance");
    flr_convex3 core;
    t.expect(!flr_convex3_shape(&inner.shape, &core), "a compound is convex");
}

/// The number of what touches is that of a compound's own shape, also where its only shape is a compound.
void numbers_within_compounds(tally &t)
{
    const held inner = compound({ball(vec(0, 9, 0), 1), ball(vec(0, -9, 0), 1), ball(vec(0, 0, 0), 1)}),
               once = compound({inner}), twice = compound({once}),
               moving = compound({compound({ball(vec(-5, 0, 0), 1), ball(vec(-4, 0, 0), 1)})});
    const flr_vec3 way = vec(4, 0, 0);
    const flr_path3 from_here = {flr_pose3_identity(), {flr_pose3_identity().rotation, way}},
                    still = {flr_pose3_identity(), flr_pose3_identity()};
    for (const held *b : {&once, &twice}) {
        flr_sweep3_result cast{};
        t.expect(flr_sweep3(&moving.shape, way, &b->shape, &cast) == FLR_OK && cast.hit &&
                     std::fabs(cast.t - flr_real(0.5)) < 1e-6 && cast.child_a == 0 && cast.child_b == 0,
                 "sweep: %u and %u at %g", cast.child_a, cast.child_b, double(cast.t));
        flr_toi3_result touch{};
        flr_toi3(&moving.shape, &from_here, &b->shape, &still, nullptr, &touch);
        t.expect(touch.hit && touch.child_a == 0 && touch.child_b == 0, "motion: %u and %u", touch.child_a,
                 touch.child_b);
        flr_raycast3_result hit{};
        const flr_raycast3_path ray = flr_raycast3_path_make(vec(-4, 0, 0), vec(1, 0, 0), 0, INFINITY);
        t.expect(flr_raycast3(&ray, &b->shape, &hit) == FLR_OK && hit.hit && hit.child == 0, "ray: %u",
                 hit.child);
        const held resting = ball(vec(1.5, 0, 0), 1);
        flr_contact3_region regions[4];
        size_t count = 0;
        t.expect(flr_contacts3(&resting.shape, &b->shape, nullptr, regions, 4, &count) == FLR_OK &&
                     count == 1 && regions[0].parts_b[0].child == 0,
                 "contacts: %zu, child %u", count, regions[0].parts_b[0].child);
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(distances), FEELER_TEST(depths), FEELER_TEST(one_shape),
             FEELER_TEST(numbers_within_compounds), FEELER_TEST(one_by_one), FEELER_TEST(resting),
             FEELER_TEST(without_end), FEELER_TEST(solids_of_triangles), FEELER_TEST(touching_one),
             FEELER_TEST(in_one_point), FEELER_TEST(both_orders), FEELER_TEST(errors))

}  // namespace TEST_FILE
