// needs: mpfr
// Motions in space whose first touch is known in closed form, at the edges of the domain, and under what must not change it.
#include <mpfr.h>

#include "support/accuracy.hpp"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/real.hpp"
#include "sweep/motion3_cases.hpp"

namespace TEST_FILE
{

using namespace motion3_cases;

namespace
{

const bool is_double = sizeof(flr_real) == sizeof(double);
const double pi = 3.14159265358979323846;
const flr_vec3 zero = {0, 0, 0}, axis_x = {1, 0, 0}, axis_z = {0, 0, 1};

double arc_sine(double x)
{
    mpfr_t m;
    mpfr_init2(m, 200);
    mpfr_set_d(m, x, MPFR_RNDN);
    mpfr_asin(m, m, MPFR_RNDN);
    double r = mpfr_get_d(m, MPFR_RNDN);
    mpfr_clear(m);
    return r;
}

double arc_cosine(double x)
{
    mpfr_t m;
    mpfr_init2(m, 200);
    mpfr_set_d(m, x, MPFR_RNDN);
    mpfr_acos(m, m, MPFR_RNDN);
    double r = mpfr_get_d(m, MPFR_RNDN);
    mpfr_clear(m);
    return r;
}

held of(flr_shape3_kind k) { return any3::of_kind(k); }
held sphere(flr_vec3 c, double r)
{
    held h = of(FLR_SHAPE3_SPHERE);
    h.shape.as.sphere = {c, flr_real(r)};
    return h;
}
held point(flr_vec3 p)
{
    held h = of(FLR_SHAPE3_POINT);
    h.shape.as.point = p;
    return h;
}
held segment(flr_vec3 a, flr_vec3 b)
{
    held h = of(FLR_SHAPE3_SEGMENT);
    h.shape.as.segment = {a, b};
    return h;
}
held box_of(flr_vec3 c, flr_vec3 half)
{
    held h = of(FLR_SHAPE3_BOX);
    h.shape.as.box = {c, flr_affine3_identity().linear, half};
    return h;
}
held flat(flr_shape3_kind k, flr_vec3 n, double offset)
{
    held h = of(k);
    h.shape.as.plane = {n, flr_real(offset)};
    return h;
}
held triangle(flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    held h = of(FLR_SHAPE3_TRIANGLE);
    h.shape.as.triangle = {a, b, c};
    return h;
}
held line(flr_shape3_kind k, flr_vec3 o, flr_vec3 d)
{
    held h = of(k);
    h.shape.as.ray = {o, d};
    return h;
}

/// Turns about the origin by an angle that may be as large as pi.
flr_path3 turning(flr_vec3 axis, double angle) { return path(no_turn, zero, turn_about(axis, angle), zero); }

/// Hits at `expected`, never after it, in both orders. How early at most, in time.
void hits_at(tally &t, const pair &p, double expected, const char *what,
             double early = is_double ? 1e-12 : 4e-5)
{
    for (int order = 0; order < 2; ++order) {
        flr_toi3_result q = (order ? p.turned() : p).answer();
        t.expect(q.status == FLR_OK && q.hit, "%s: %s, hit %d", what, flr_status_string(q.status), q.hit);
        double late = is_double ? 4e-16 : 3e-7;
        t.expect(double(q.t) <= expected + late && double(q.t) >= expected - early,
                 "%s: %.17g, not %.17g: %.3g late", what, double(q.t), expected, double(q.t) - expected);
        t.expect(double(q.t_upper) >= expected - late - early, "%s: at most %.17g", what, double(q.t_upper));
    }
}

void misses(tally &t, const pair &p, const char *what)
{
    for (int order = 0; order < 2; ++order) {
        flr_toi3_result q = (order ? p.turned() : p).answer();
        t.expect(q.status == FLR_OK && !q.hit && q.t == 1 && q.t_upper == 1, "%s: %s, hit %d at %.17g", what,
                 flr_status_string(q.status), q.hit, double(q.t));
        t.expect(q.iterations <= 100, "%s: %d steps", what, q.iterations);
    }
}

void closed_forms(tally &t)
{
    // a cube turning above a plane: its lowest edge is at h - sqrt(2) sin(angle + pi / 4)
    pair cube = {box_of(zero, {1, 1, 1}), flat(FLR_SHAPE3_HALFSPACE, axis_z, -1.25), turning(axis_x, 1),
                 still()};
    hits_at(t, cube, arc_sine(1.25 / std::sqrt(2.0)) - pi / 4, "cube turning above a halfspace");
    cube.b = flat(FLR_SHAPE3_PLANE, {0, 0, -3}, 3.75);
    hits_at(t, cube, arc_sine(1.25 / std::sqrt(2.0)) - pi / 4, "cube turning above a plane");
    cube.b = box_of({0, 0, flr_real(-3.25)}, {9, 9, 2});
    hits_at(t, cube, arc_sine(1.25 / std::sqrt(2.0)) - pi / 4, "cube turning above a box");

    // a rod about its end, a ball in its way: along the rod, and at its tip
    pair rod = {segment(zero, {3, 0, 0}), sphere({0, 2, 0}, 0.5), turning(axis_z, 2), still()};
    hits_at(t, rod, (pi / 2 - arc_sine(0.25)) / 2, "rod against ball");
    rod.b = sphere({0, flr_real(3.25), 0}, 0.5);
    hits_at(t, rod, (pi / 2 - arc_cosine((9 + 3.25 * 3.25 - 0.25) / (2 * 3 * 3.25))) / 2,
            "tip of a rod against ball");
    rod.b = sphere({0, flr_real(3.625), 0}, 0.5);
    misses(t, rod, "rod too short");

    // a screw: round the axis by 3 radians while rising
    pair screw = {point({1, 0, 0}), flat(FLR_SHAPE3_PLANE, {0, 1, 0}, 0.5),
                  path(no_turn, zero, turn_about(axis_z, 3), {0, 0, 7}), still()};
    hits_at(t, screw, arc_sine(0.5) / 3, "screw against a wall");
    screw.b = flat(FLR_SHAPE3_HALFSPACE, {0, 0, -2}, -7);
    hits_at(t, screw, 0.5, "screw against a ceiling");
    // the other turns as well: what counts is the difference
    pair gears = {segment(zero, {3, 0, 0}), segment({0, 1, 0}, {0, 2, 0}), turning(axis_z, 1),
                  turning(axis_z, -1)};
    hits_at(t, gears, pi / 4, "two rods about one axis");
    // an edge of one over an edge of the other: 1 - 0.5 sin - 1 t ...: a slab comes down on a turning one
    pair cross = {segment({-1, 0, 0}, {1, 0, 0}), segment({0, -1, 0}, {0, 1, 0}),
                  path(no_turn, zero, turn_about(axis_z, 1), zero), along({0, 0, 1}, {0, 0, -1})};
    hits_at(t, cross, 0.5, "crossed rods");
}

void straight_ones(tally &t)
{
    pair p = {sphere(zero, 1), flat(FLR_SHAPE3_PLANE, axis_z, 0), along({0, 0, 5}, {0, 0, -3}), still()};
    hits_at(t, p, 0.5, "sphere on a plane");
    p = {sphere(zero, 1), box_of(zero, {1, 1, 1}), along({-3, 0, 0}, {1, 0, 0}), still()};
    hits_at(t, p, 0.25, "sphere on a box");
    p = {sphere(zero, 1), triangle({-1, -4, 0}, {4, 4, 0}, {2, -4, 0}), along({3, -5, 4}, {-1, -5, -1}),
         still()};
    hits_at(t, p, 0.8, "X01: what is touched first is a corner, not the foot on the plane",
            is_double ? 2e-7 : 2e-3);
    p = {sphere(zero, 0.5), box_of({flr_real(-1.25), 0, 0}, {flr_real(0.05), 9, 9}),
         along({-5, 0, 0}, {5, 0, 0}), still()};
    hits_at(t, p, 0.32, "A68: no tunnel through a thin wall");
    p = {sphere(zero, 0), sphere(zero, 0), along(zero, {8, 0, 0}), along({3, 0, 0}, {5, 0, 0})};
    hits_at(t, p, 0.5, "A67: both move");
    flr_toi3_result q = p.answer();
    t.expect(std::fabs(double(q.point.x) - 4) < (is_double ? 1e-6 : 2e-5), "A67: touch at %g",
             double(q.point.x));
    t.expect(double(q.normal.x) > 0.99, "A67: normal %g", double(q.normal.x));
    p = {box_of({flr_real(0.5), flr_real(0.5), flr_real(0.5)}, {flr_real(0.5), flr_real(0.5), flr_real(0.5)}),
         box_of({flr_real(3.5), flr_real(0.5), flr_real(0.5)}, {flr_real(0.5), flr_real(0.5), flr_real(0.5)}),
         along(zero, {4, 0, 0}), still()};
    hits_at(t, p, 0.5, "two cubes");
    p = {sphere(zero, 1), sphere(zero, 1), along(zero, {0, 0, 4}), along({0, 0, 6}, {0, 0, 6})};
    hits_at(t, p, 1, "N23: touch at the very end");
    p.on_b = along({0, 0, flr_real(6.001)}, {0, 0, flr_real(6.001)});
    misses(t, p, "N23: none after the end");
}

/// Clearances of nothing, and a little either way.
void grazes(tally &t)
{
    double little = is_double ? 1e-9 : 1e-4;
    for (double clear : {0.0, little, -little}) {
        // the tip of a rod that swings over a plane
        pair rod = {segment(zero, {3, 0, 0}), flat(FLR_SHAPE3_HALFSPACE, {0, 1, 0}, -3 - clear),
                    path(no_turn, zero, turn_about(axis_z, -3), zero), still()};
        // spheres that pass
        pair pass = {sphere(zero, 1), sphere(zero, 1), along({-4, 0, 0}, {4, 0, 0}),
                     along({0, flr_real(2 + clear), 0}, {0, flr_real(2 + clear), 0})};
        // a cube that turns beneath another's face
        double half = std::sqrt(2.0);
        pair cubes = {box_of(zero, {1, 1, 1}), box_of({0, 0, flr_real(1 + half + clear)}, {4, 4, 1}),
                      turning(axis_x, 1.5), still()};
        // edges that slide past each other
        pair edges = {box_of(zero, {1, 1, 1}), box_of(zero, {1, 1, 1}), along({-4, 0, 0}, {4, 0, 0}),
                      along({0, flr_real(2 + clear), 0}, {0, flr_real(2 + clear), 0})};
        for (auto &p : {rod, pass, cubes, edges}) {
            flr_toi3_result q = p.answer();
            t.expect(q.status == FLR_OK && q.iterations < 100, "graze at %g: %s, %d steps", clear,
                     flr_status_string(q.status), q.iterations);
            t.expect(q.hit == !(clear > 0), "graze at %g: hit %d at %.17g", clear, q.hit, double(q.t));
        }
        flr_toi3_result q = rod.answer();
        if (q.hit)
            t.expect(std::fabs(double(q.t) - pi / 6) < 3 * std::sqrt(little), "graze at %.17g", double(q.t));
    }
}

void turns(tally &t)
{
    // almost half a circle, either way: a ball on each side tells which way it goes
    for (double beyond : {-1e-3, 1e-3}) {
        pair p = {segment({1, 0, 0}, {3, 0, 0}), sphere({0, 2, 0}, 0.5), turning(axis_z, pi + beyond),
                  still()};
        pair other = p;
        other.b = sphere({0, -2, 0}, 0.5);
        double whole = pi - std::fabs(beyond), when = (pi / 2 - arc_sine(0.25)) / whole;
        hits_at(t, beyond < 0 ? p : other, when, "the shorter arc", is_double ? 1e-11 : 1e-4);
        misses(t, beyond < 0 ? other : p, "the longer arc");
    }
    // signs and lengths of quaternions do not count
    pair p = {segment({1, 0, 0}, {3, 0, 0}), sphere({0, 2, 0}, 0.5), turning(axis_z, 2), still()};
    for (double k : {-1.0, 1e-3, -7.0, 1e30, 1e-30}) {
        flr_quat &r = p.on_a.to.rotation, keep = r;
        r = quat(k * double(keep.w), k * double(keep.x), k * double(keep.y), k * double(keep.z));
        hits_at(t, p, (pi / 2 - arc_sine(0.25)) / 2, "a quaternion of another length");
        r = keep;
    }
    // poses as the definition has them
    random_source r{5};
    double worst = 0, place = 0;
    for (int i = 0; i < 2000; ++i) {
        flr_path3 on = random_path(r, i % 2 ? 1 : 1e6);
        double time = r.unit();
        flr_affine3 x = flr_path3_at(&on, flr_real(time)), y = pose_at(on, double(flr_real(time)));
        const flr_vec3 *u = &x.linear.x, *v = &y.linear.x;
        for (int k = 0; k < 3; ++k) worst = std::max(worst, any3::length(flr_sub3(u[k], v[k])));
        const double farther = std::max(any3::length(on.from.position), any3::length(on.to.position));
        place = std::max(place, any3::length(flr_sub3(u[3], v[3])) / farther / real_rounding);
    }
    // (2, 1, 0, 0) turns about x by the angle of 3, 4, 5; what stands still has the position's bits
    const flr_pose3 tilted = {quat(2, 1, 0, 0), {flr_real(0.1), 5, -7}}, none = flr_pose3_identity();
    const flr_affine3 tilt = flr_pose3_affine(tilted), stays = flr_pose3_affine(none);
    const double turned[9] = {1, 0, 0, 0, 0.6, 0.8, 0, -0.8, 0.6};
    for (int k = 0; k < 9; ++k) {
        t.expect(std::fabs(double((&tilt.linear.x.x)[k]) - turned[k]) <= 2 * real_rounding, "tilted, %d: %g",
                 k, double((&tilt.linear.x.x)[k]));
        t.expect((&stays.linear.x.x)[k] == (k % 4 ? 0 : 1), "the pose that does nothing, %d", k);
    }
    t.expect(any3::length(flr_sub3(tilt.translation, tilted.position)) == 0, "a position");
    t.expect(any3::length(stays.translation) == 0, "no position");
    expect_pinned(t, "columns of a pose, roundings", worst / real_rounding, real_choose(12, 8),
                  {"Time of impact", "`flr_path3_at`", 2});
    expect_pinned(t, "position of a pose", place, real_choose(3, 3),
                  {"Time of impact", "`flr_path3_at`", 2, 1});
}

void starts(tally &t)
{
    auto at_start = [&](const pair &p, const char *what) {
        flr_toi3_result q = p.answer();
        t.expect(q.status == FLR_OK && q.hit && q.t == 0 && q.t_upper == 0, "%s: hit %d at %g", what, q.hit,
                 double(q.t));
        t.expect(any3::length(q.point) + any3::length(q.normal) == 0, "%s: point or normal", what);
    };
    at_start({box_of(zero, {1, 1, 1}), box_of(zero, {1, 1, 1}), along({2, 0, 0}, {9, 0, 0}), still()},
             "touching, leaving");
    at_start({box_of(zero, {1, 1, 1}), box_of(zero, {1, 1, 1}), still(), still()}, "one in the other");
    at_start({sphere(zero, 1), sphere({2, 0, 0}, 1), turning(axis_z, 2), still()}, "balls that touch");
    at_start({point({1, 1, 0}), flat(FLR_SHAPE3_PLANE, axis_z, 0), turning(axis_z, 2), still()},
             "point on a plane");
    held solid = any3::mesh(box(vec(-1, -1, -1), vec(1, 1, 1)), true),
         surface = any3::mesh(box(vec(-1, -1, -1), vec(1, 1, 1)), false);
    at_start({sphere(zero, 0.1), solid, along(zero, {5, 0, 0}), still()}, "inside of a solid mesh");
    hits_at(t, {sphere(zero, 0.5), surface, along(zero, {5, 0, 0}), still()}, 0.1, "out of a hollow mesh");
    at_start({any3::mesh(scaled(box(vec(-1, -1, -1), vec(1, 1, 1)), 0.5, 0.5, 0.5), false), solid, still(),
              still()},
             "mesh in mesh");
    misses(t, {box_of(zero, {1, 1, 1}), box_of({3, 0, 0}, {1, 1, 1}), still(), still()}, "both stand still");
    misses(t, {box_of(zero, {1, 1, 1}), box_of({3, 0, 0}, {1, 1, 1}), along(zero, {-1000, 0, 0}), still()},
           "leaving");
}

/// The same motion elsewhere, at another scale, and seen from elsewhere.
void invariance(tally &t)
{
    random_source r{77};
    long hits = 0, all = 0;
    auto k = [](flr_shape3_kind x) { return x; };
    for (int i = 0; i < 400; ++i) {
        flr_shape3_kind kinds[] = {k(FLR_SHAPE3_BOX), k(FLR_SHAPE3_CAPSULE), k(FLR_SHAPE3_TETRAHEDRON),
                                   k(FLR_SHAPE3_TRIANGLE)};
        flr_shape3_kind ka = kinds[r.whole(0, 3)], kb = kinds[r.whole(0, 3)];
        held a = any3::random_shape(r, ka, zero, 1, false), b = any3::random_shape(r, kb, zero, 1, false);
        flr_path3 on_a = random_path(r, 1.6), on_b = random_path(r, 1.6);
        pair p = {a, b, on_a, on_b};
        flr_toi3_result q = p.answer();
        ++all, hits += q.hit;
        flr_quat g = random_quat(r);
        flr_vec3 by = r.point(-1, 1);
        double far[] = {1, real_choose(1e6, 1e2), real_choose(1e9, 1e3)};
        for (double f : far) {
            pair moved = p;
            flr_affine3 m = pose_at(path(g, zero, g, zero), 0);
            if (f > 1) m = flr_affine3_identity(), g = no_turn;
            for (flr_pose3 *x : {&moved.on_a.from, &moved.on_a.to, &moved.on_b.from, &moved.on_b.to}) {
                flr_quat s = x->rotation;
                x->rotation = {g.w * s.w - g.x * s.x - g.y * s.y - g.z * s.z,
                               g.w * s.x + g.x * s.w + g.y * s.z - g.z * s.y,
                               g.w * s.y + g.y * s.w + g.z * s.x - g.x * s.z,
                               g.w * s.z + g.z * s.w + g.x * s.y - g.y * s.x};
                x->position = flr_add3(flr_mat3_mul(m.linear, x->position), flr_scale3(flr_real(f), by));
            }
            flr_toi3_result n = moved.answer();
            double rounding = is_double ? f * 1e-14 : 1e-5 + f * 1e-7,
                   allowed = 1e-6 + 200 * rounding + (is_double ? 0 : 1e-3);
            t.expect(n.hit == q.hit || std::fabs(p.distance(double(q.hit ? q.t : n.t))) < 100 * rounding,
                     "moved by %g: hit %d, not %d", f, n.hit, q.hit);
            if (n.hit && q.hit)
                t.expect(std::fabs(double(n.t - q.t)) <= allowed, "moved by %g: %.17g, not %.17g", f,
                         double(n.t), double(q.t));
        }
        double rate = double(q.t_upper) - double(q.t);
        t.expect(rate >= 0 && rate <= (is_double ? 1e-6 : 1e-5), "%g wide", rate);
    }
    t.expect(hits * 10 >= all * 3 && hits * 10 <= all * 7, "%ld of %ld hit", hits, all);
}

void sizes(tally &t)
{
    // tiny, huge, needles, and very fast
    for (double s : {1e-6, 1e-3, 1.0, 1e3, 1e6}) {
        flr_real u = flr_real(s);
        pair p = {box_of(zero, {u, u, u}), flat(FLR_SHAPE3_HALFSPACE, axis_z, -1.25 * s), turning(axis_x, 1),
                  still()};
        hits_at(t, p, arc_sine(1.25 / std::sqrt(2.0)) - pi / 4, "a cube of another size");
        pair fast = {sphere(zero, s), sphere(zero, s),
                     along({flr_real(-1e6 * s), 0, 0}, {flr_real(1e6 * s), 0, 0}), still()};
        hits_at(t, fast, 0.5 - 1e-6, "fast balls", is_double ? 1e-12 : 1e-5);
    }
    // a needle on a needle: one falls on the other, crosswise; one turns into it
    pair needles = {segment({-1e6f, 0, 0}, {1e6f, 0, 0}), segment({0, -1e6f, 0}, {0, 1e6f, 0}), still(),
                    along({0, 0, 2}, {0, 0, -2})};
    // in single precision they start no farther apart than the rounding of their size
    hits_at(t, needles, 0.5, "needles", is_double ? 1e-8 : 0.5);
    pair thin = {box_of(zero, {1000, flr_real(1e-3), flr_real(1e-3)}), sphere({0, 500, 0}, 1),
                 turning(axis_z, 2), still()};
    hits_at(t, thin, (pi / 2 - arc_sine(1.001 / 500)) / 2, "a needle that turns", is_double ? 1e-10 : 1e-4);
}

void unbounded(tally &t)
{
    const flr_shape3_kind plane = FLR_SHAPE3_PLANE, half = FLR_SHAPE3_HALFSPACE, ray = FLR_SHAPE3_RAY,
                          ln = FLR_SHAPE3_LINE;
    hits_at(t, {flat(plane, axis_z, 0), flat(plane, axis_z, 5), along(zero, {0, 0, 10}), still()}, 0.5,
            "planes");
    hits_at(t, {flat(half, axis_z, 0), flat(half, {0, 0, -2}, -10), along(zero, {0, 0, 10}), still()}, 0.5,
            "halfspaces");
    misses(t,
           {flat(half, axis_z, 0), flat(half, {0, 0, -2}, -10), along(zero, {9, 9, 0}), turning(axis_z, 1)},
           "halfspaces apart");
    hits_at(t, {flat(plane, axis_z, 0), flat(plane, axis_z, 5), turning(axis_x, 1), still()}, 0,
            "planes that turn");
    hits_at(t, {flat(half, axis_z, 0), flat(half, axis_z, -5), still(), still()}, 0,
            "halfspaces that look alike");
    misses(t, {flat(plane, axis_z, 0), flat(plane, axis_z, 5), turning(axis_x, 1), turning(axis_x, 1)},
           "planes that turn alike");
    misses(t, {line(ln, {0, 0, 1}, axis_x), flat(plane, axis_z, 0), turning(axis_z, 2), still()},
           "a line that turns above a plane");
    hits_at(t,
            {line(ln, {0, 0, 1}, axis_x), flat(plane, axis_z, 0),
             path(no_turn, zero, turn_about(axis_z, 2), {0, 0, -4}), still()},
            0.25, "a line that turns and falls");
    hits_at(t, {line(ln, {0, 0, 1}, axis_x), flat(plane, axis_z, 0), turning({0, 1, 0}, 1), still()}, 0,
            "a line that tilts");
    // a ray that leads away tilts until it runs along: 0.5 radians of 2
    flr_vec3 up = {flr_real(std::cos(0.5)), 0, flr_real(std::sin(0.5))};
    hits_at(t, {line(ray, {0, 0, 1}, up), flat(half, axis_z, -50), turning({0, 1, 0}, 2), still()}, 0.25,
            "a ray that tilts down", is_double ? 1e-12 : 1e-5);
    misses(t, {line(ray, {0, 0, 1}, up), flat(half, axis_z, -50), turning({0, 1, 0}, -2), still()},
           "a ray that tilts up");
    hits_at(t,
            {line(ln, {0, 0, 1}, axis_x), line(ln, {0, 0, 0}, {0, 1, 0}), along(zero, {0, 0, -4}),
             turning(axis_z, 1)},
            0.25, "lines that cross", is_double ? 1e-9 : 1e-3);
    hits_at(t, {line(ln, {0, 0, 1}, axis_x), line(ln, zero, axis_x), along(zero, {0, 0, -4}), still()}, 0.25,
            "parallel lines", is_double ? 1e-9 : 3e-3);
    hits_at(t, {line(ray, {0, 0, 1}, axis_x), line(ray, {5, 0, 0}, axis_x), along(zero, {0, 0, -4}), still()},
            0.25, "parallel rays", is_double ? 1e-9 : 3e-3);
    misses(
        t,
        {line(ray, {0, 0, 1}, axis_x), line(ray, {-5, 0, 0}, {-1, 0, 0}), along(zero, {0, 0, -4}), still()},
        "rays back to back");
    hits_at(t,
            {line(ray, {0, 0, 1}, axis_x), line(ray, {5, -3, 0}, {0, 1, 0}), along(zero, {0, 0, -4}),
             turning(axis_z, 0)},
            0.25, "rays that cross", is_double ? 1e-9 : 1e-3);
    misses(t,
           {line(ray, {0, 0, 1}, axis_x), line(ray, {5, 3, 0}, {0, 1, 0}), along(zero, {0, 0, -4}), still()},
           "rays that would cross behind");
}

/// Points and normals of touches along a direction that one of the two is known by.
void places(tally &t)
{
    const double within = real_choose(1e-9, 1e-3);
    auto is = [&](const pair &p, flr_vec3 at, flr_vec3 normal, const char *what) {
        for (int order = 0; order < 2; ++order) {
            flr_toi3_result q = (order ? p.turned() : p).answer();
            double off = any3::length(flr_sub3(q.point, at)),
                   turned = any3::length(order ? flr_add3(q.normal, normal) : flr_sub3(q.normal, normal));
            t.expect(q.hit && q.t > 0 && off <= within && turned <= within,
                     "%s, order %d: at %g %g %g, normal %g %g %g", what, order, double(q.point.x),
                     double(q.point.y), double(q.point.z), double(q.normal.x), double(q.normal.y),
                     double(q.normal.z));
        }
    };
    const flr_vec3 down = {0, 0, -1};
    const flr_path3 fall = along({5, 7, 2}, {5, 7, -2});
    is({sphere(zero, 1), flat(FLR_SHAPE3_HALFSPACE, axis_z, 0), fall, still()}, {5, 7, 0}, down,
       "a ball on a halfspace");
    is({sphere(zero, 1), flat(FLR_SHAPE3_PLANE, {0, 0, -2}, 0), fall, still()}, {5, 7, 0}, down,
       "a ball on a plane");
    is({triangle({0, 0, 0}, {1, 0, 1}, {0, 1, 1}), flat(FLR_SHAPE3_PLANE, axis_z, -1), fall, still()},
       {5, 7, -1}, down, "a corner on a plane");
    is({point({3, 0, 0}), flat(FLR_SHAPE3_HALFSPACE, {0, -1, 0}, -2), turning(axis_z, 1.5), still()},
       {flr_real(std::sqrt(5.0)), 2, 0}, {0, 1, 0}, "a point that turns into a wall");
    const held first = line(FLR_SHAPE3_LINE, {0, 0, 1}, axis_x),
               second = line(FLR_SHAPE3_LINE, zero, {0, 1, 0});
    const flr_path3 sink = along(zero, {0, 0, -4}), rise = along(zero, {0, 0, 4});
    // so near that the way between the middles leads right to the touch
    const double near = real_choose(0x1p-24, 0.125);
    is({sphere(zero, 1), sphere({flr_real(2 + near), 0, 0}, 1), along(zero, axis_x), still()},
       {flr_real(1 + near), 0, 0}, axis_x, "balls that all but touch");
    is({segment({-1, 0, 0}, axis_x), segment({flr_real(1 + near), 0, 0}, {3, 0, 0}), along(zero, axis_x),
        still()},
       {flr_real(1 + near), 0, 0}, axis_x, "segments in line that all but touch");
    is({first, second, sink, turning(axis_z, 1)}, zero, down, "lines that cross");
    is({second, first, rise, turning(axis_z, 1)}, {0, 0, 1}, axis_z, "a line that rises to another");
}

void options(tally &t)
{
    pair p = {sphere(zero, 1), sphere({10, 0, 0}, 1), along(zero, {10, 0, 0}), still()};
    flr_toi3_options o = {0, 0, 0};
    o.target_distance = flr_real(0.5);
    flr_toi3_result q = p.answer(&o);
    t.expect(q.hit && std::fabs(double(q.t) - 0.75) < (is_double ? 1e-12 : 1e-5), "target: %.17g",
             double(q.t));
    // few steps: a bound, and said so
    random_source r{3};
    long bounds = 0;
    for (int i = 0; i < 300; ++i) {
        held a = any3::random_shape(r, FLR_SHAPE3_BOX, zero, 1, false),
             b = any3::random_shape(r, FLR_SHAPE3_TETRAHEDRON, zero, 1, false);
        pair x = {a, b, random_path(r, 1.5), random_path(r, 1.5)};
        flr_toi3_options few = {0, 0, 1};
        flr_toi3_result whole = x.answer(), bound = x.answer(&few);
        if (bound.status != FLR_NOT_CONVERGED) continue;
        ++bounds;
        double end = whole.hit ? double(whole.t) : 1;
        t.expect(bound.hit && double(bound.t) <= end + 1e-6 && double(bound.t_upper) >= end,
                 "bounds %g to %g of %g", double(bound.t), double(bound.t_upper), end);
    }
    t.expect(bounds > 50, "only %ld bounds", bounds);

    flr_toi3_result none{};
    t.expect(flr_toi3(&p.a.shape, nullptr, &p.b.shape, &p.on_b, nullptr, &none) == FLR_INVALID_ARGUMENT,
             "no path");
    t.expect(flr_toi3(nullptr, &p.on_a, &p.b.shape, &p.on_b, nullptr, &none) == FLR_INVALID_ARGUMENT,
             "no shape");
    t.expect(flr_toi3(&p.a.shape, &p.on_a, &p.b.shape, &p.on_b, nullptr, nullptr) == FLR_INVALID_ARGUMENT,
             "no result");
    o = {-1, 0, 0};
    t.expect(p.answer(&o).status == FLR_INVALID_ARGUMENT, "a negative tolerance");
    pair broken = p;
    broken.on_a.to.rotation = {0, 0, 0, 0};
    t.expect(broken.answer().status == FLR_NOT_FINITE, "no rotation");
    broken = p;
    broken.on_b.to.position.y = flr_real(NAN);
    t.expect(broken.answer().status == FLR_NOT_FINITE, "NaN");
    broken = p;
    broken.a.shape.as.sphere.center.x = flr_real(INFINITY);
    t.expect(broken.answer().status == FLR_NOT_FINITE, "infinity");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(closed_forms), FEELER_TEST(straight_ones), FEELER_TEST(grazes), FEELER_TEST(turns),
             FEELER_TEST(starts), FEELER_TEST(invariance), FEELER_TEST(sizes), FEELER_TEST(unbounded),
             FEELER_TEST(options), FEELER_TEST(places))

}  // namespace TEST_FILE
