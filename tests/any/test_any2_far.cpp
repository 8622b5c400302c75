// needs: gmp
/// Every pair of shapes of the plane near the origin and 10^3 to 10^9 away, held against their point sets in 113 bits. Errors
/// are in roundings of the scene's own size: far away nothing is lost for the coordinates.
#include <cstdio>
#include <cstring>
#include <map>
#include <string>

#include "any/far2_moving.hpp"
#include "any/far2_typed.hpp"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"

namespace TEST_FILE
{

using namespace far2;

namespace
{

/// What is asked, by what an error of it means.
const char *family_of(const char *op)
{
    static const char *const families[][2] = {{"overlap", "yes or no"},
                                              {"typed overlap", "yes or no"},
                                              {"core overlap", "yes or no"},
                                              {"contact count", "yes or no"},
                                              {"core contact count", "yes or no"},
                                              {"classify", "yes or no"},
                                              {"contains", "yes or no"},
                                              {"sweep hit", "yes or no"},
                                              {"within hit", "yes or no"},
                                              {"cast hit", "yes or no"},
                                              {"distance", "distance"},
                                              {"typed distance", "distance"},
                                              {"core distance", "core distance"},
                                              {"core bounds", "bounds"},
                                              {"overlap and distance agree", "agree"},
                                              {"signed", "depth"},
                                              {"core signed", "depth"},
                                              {"contact", "depth"},
                                              {"core contact", "depth"},
                                              {"signed normal", "normal"},
                                              {"core signed normal", "normal"},
                                              {"contact normal", "normal"},
                                              {"core contact normal", "normal"},
                                              {"core parting", "normal"},
                                              {"core distance normal", "normal"},
                                              {"distance points", "points"},
                                              {"typed points", "points"},
                                              {"signed points", "points"},
                                              {"core points", "points"},
                                              {"core signed points", "points"},
                                              {"contact points", "points"},
                                              {"core contact points", "points"},
                                              {"sweep time", "time"},
                                              {"within time", "time"},
                                              {"cast time", "time"},
                                              {"cast last", "time"},
                                              {"sweep point", "place of touch"},
                                              {"within point", "place of touch"},
                                              {"sweep normal", "place of touch"},
                                              {"within normal", "place of touch"},
                                              {"cast point", "place of touch"},
                                              {"union parted", "union parted"},
                                              {"motion late", "motion late"},
                                              {"motion early", "motion early"}};
    for (const auto &f : families)
        if (!std::strcmp(f[0], op)) return f[1];
    return op;
}

/// A pair by the harder of its two.
const char *group_of(flr_shape2_kind a, flr_shape2_kind b)
{
    auto one = [&](flr_shape2_kind k) { return a == k || b == k; };
    if (one(FLR_SHAPE2_PLANE) || one(FLR_SHAPE2_HALFSPACE)) return "planes";
    if (one(FLR_SHAPE2_RAY) || one(FLR_SHAPE2_LINE)) return "rays, lines";
    if (one(FLR_SHAPE2_COMPOUND)) return "compounds";
    if (one(FLR_SHAPE2_CONVEX)) return "convex";
    return "values";
}

struct ledger {
    std::map<std::string, double> worst;
    void note(const std::string &what, double e)
    {
        double &w = worst[what];
        if (!(e <= w)) w = e;
    }
};

place random_place(random_source &r, double far)
{
    static const double sizes[3] = {1e-3, 1, 1e3};
    place at;
    at.size = sizes[r.whole(0, 2)];
    at.lattice = r.whole(0, 2) == 0;
    if (real_is_float && at.size < far * 1e-4) at.size = far * 1e-4;
    const double x = far * r.between(0.5, 1), y = far * r.between(-1, 1);
    at.x = x, at.y = r.whole(0, 4) ? y : 0;
    if (at.lattice) {
        at.size = std::ldexp(1, std::ilogb(at.size));
        at.x = std::rint(at.x / at.size) * at.size, at.y = std::rint(at.y / at.size) * at.size;
    }
    at.x = real_of(at.x), at.y = real_of(at.y);
    return at;
}

/// One scene of the pair: at random, along one another, within one another, needles or flat; as drawn, or touching, or within 10^-13.
void look(random_source &r, flr_shape2_kind ka, flr_shape2_kind kb, double far, bool moves, ledger &all)
{
    const place at = random_place(r, far);
    const flr_vec2 origin = at.at(0, 0);
    const manner how = manner(r.whole(0, manners - 1));
    const flr_vec2 axis = turned(r, at.lattice);
    subject a = random_subject(r, ka, at, how == nested ? parallel : how, axis),
            b = random_subject(r, kb, at, how, axis);
    const int near = r.whole(0, 3);
    const double hair = at.size * (real_is_float ? 1e-6 : 1e-13) * r.between(-1, 1);
    scene s = make_scene(a, b, origin);
    if (!s.whole()) return;
    if (near < 2) bring_near(b, s.pa, s.origin, near ? hair : 0);
    if (r.whole(0, 1)) std::swap(a, b);
    const double u = at.number(r, 3), v = at.number(r, 3);
    const flr_vec2 motion = flr_vec2_make(flr_real(at.size * u), flr_real(at.size * v));
    const flr_vec2 from = at.point(r, 3), to = at.point(r, 1.5);
    const double target = real_of(at.size * r.between(0.01, 0.5));
    const bool ray = r.whole(0, 1) == 1;
    s = make_scene(a, b, origin);
    const std::string place_name = far > 0 ? ", far: " : ", near: ", group = group_of(ka, kb) + place_name;
    auto note = [&](const char *op, double e) {
        const std::string family = family_of(op);
        const bool alike = family == "bounds" || family == "motion late" || family == "agree";
        const std::string what = (alike ? "any" + place_name : group) + family;
        all.note(what, e);
    };
    judge_pair(s, note);
    judge_signed(s, note);
    judge_contact(s, note);
    judge_core(s, note);
    judge_typed(s, note);
    if (!moves) return;
    judge_sweep(s, motion, 0, note);
    judge_sweep(s, motion, target, note);
    judge_cast(s, from, to, ray, note);
    judge_motion(random_flight(r, ka, kb, at, true), note);
}

struct row {
    const char *what;
    double in_double, in_float;
};
const row rows[] = {
    {"any, far: agree", 0, 0},
    {"any, far: bounds", 0, 0},
    {"any, far: motion late", 0, 0.036},
    {"any, near: agree", 0, 0},
    {"any, near: bounds", 0, 0},
    {"any, near: motion late", 0, 0.067},
    {"compounds, far: depth", 0.76, 1.6},
    {"compounds, far: distance", 0.76, 1.6},
    {"compounds, far: motion early", 150, 0.049},
    {"compounds, far: place of touch", 0, 0},
    {"compounds, far: points", 0, 0},
    {"compounds, far: time", 1.7, 0.8},
    {"compounds, far: union parted", 2.3, 11},
    {"compounds, far: yes or no", 0.11, 0.43},
    {"compounds, near: depth", 1.2, 1.6},
    {"compounds, near: distance", 1.2, 1.6},
    {"compounds, near: motion early", 75, 0.16},
    {"compounds, near: place of touch", 0.98, 0},
    {"compounds, near: points", 1.7, 1.2},
    {"compounds, near: time", 1.7, 0.75},
    {"compounds, near: union parted", 2, 6.6},
    {"compounds, near: yes or no", 0.34, 0.13},
    {"convex, far: core distance", 3, 2.5},
    {"convex, far: depth", 3, 5.1},
    {"convex, far: distance", 1.7, 2.1},
    {"convex, far: motion early", 59, 0.43},
    {"convex, far: normal", 2.4, 1.1},
    {"convex, far: place of touch", 0.77, 0.49},
    {"convex, far: points", 0.75, 2.1},
    {"convex, far: time", 2.7, 0.66},
    {"convex, far: union parted", 0.085, 0.23},
    {"convex, far: yes or no", 0.64, 5.1},
    {"convex, near: core distance", 3.3, 2.1},
    {"convex, near: depth", 3.3, 11},
    {"convex, near: distance", 2.6, 1.8},
    {"convex, near: motion early", 99, 0.16},
    {"convex, near: normal", 1.4, 1.6},
    {"convex, near: place of touch", 1.1, 0.26},
    {"convex, near: points", 2.8, 4.4},
    {"convex, near: time", 3.2, 0.97},
    {"convex, near: union parted", 0.21, 0.047},
    {"convex, near: yes or no", 0.56, 11},
    {"planes, far: depth", 3, 1.7},
    {"planes, far: distance", 3, 1.5},
    {"planes, far: motion early", 180, 0.72},
    {"planes, far: normal", 1.6, 0.96},
    {"planes, far: place of touch", 1.2, 1.2},
    {"planes, far: points", 5.9, 4.8},
    {"planes, far: time", 2.8, 0.99},
    {"planes, far: union parted", 2.1, 1.6},
    {"planes, far: yes or no", 0.83, 0.033},
    {"planes, near: depth", 3.4, 1.5},
    {"planes, near: distance", 3.4, 1.5},
    {"planes, near: motion early", 170, 0.53},
    {"planes, near: normal", 1.2, 1.4},
    {"planes, near: place of touch", 1.9, 0.57},
    {"planes, near: points", 22, 8.3},
    {"planes, near: time", 3.2, 1.2},
    {"planes, near: union parted", 1.8, 1.5},
    {"planes, near: yes or no", 0.68, 0.18},
    {"rays, lines, far: depth", 3.5, 3.6},
    {"rays, lines, far: distance", 2.4, 1.2},
    {"rays, lines, far: motion early", 160, 0.67},
    {"rays, lines, far: normal", 1.3, 1.8},
    {"rays, lines, far: place of touch", 1.2, 0.57},
    {"rays, lines, far: points", 2.7, 0.77},
    {"rays, lines, far: time", 2.2, 1.1},
    {"rays, lines, far: union parted", 21, 4.9},
    {"rays, lines, far: yes or no", 0.14, 0.18},
    {"rays, lines, near: depth", 2.6, 2.4},
    {"rays, lines, near: distance", 2.6, 1.4},
    {"rays, lines, near: motion early", 210, 0.61},
    {"rays, lines, near: normal", 1.3, 2.1},
    {"rays, lines, near: place of touch", 1.6, 0.89},
    {"rays, lines, near: points", 5.1, 4.7},
    {"rays, lines, near: time", 3.5, 1.1},
    {"rays, lines, near: union parted", 5.3, 5.8},
    {"rays, lines, near: yes or no", 0.17, 0.22},
    {"values, far: core distance", 3.5, 3.7},
    {"values, far: depth", 3.5, 12},
    {"values, far: distance", 2.2, 1.3},
    {"values, far: motion early", 85, 0.24},
    {"values, far: normal", 1.8, 1.2},
    {"values, far: place of touch", 1.2, 0.6},
    {"values, far: points", 1.4, 3.3},
    {"values, far: time", 3.2, 1},
    {"values, far: union parted", 31, 0.29},
    {"values, far: yes or no", 1, 12},
    {"values, near: core distance", 5, 3.4},
    {"values, near: depth", 5, 7.8},
    {"values, near: distance", 2.9, 1.3},
    {"values, near: motion early", 120, 0.2},
    {"values, near: normal", 1.3, 1.8},
    {"values, near: place of touch", 1.8, 0.33},
    {"values, near: points", 3.3, 3.6},
    {"values, near: time", 2.2, 0.79},
    {"values, near: union parted", 33, 0.45},
    {"values, near: yes or no", 0.7, 7.8},
};

void every_pair(tally &t)
{
    static const double fars[2][3] = {{1e3, 1e6, 1e9}, {1e2, 1e4, 1e6}};
    ledger all;
    for (int ka = 0; ka < FLR_SHAPE2_COUNT; ++ka)
        for (int kb = ka; kb < FLR_SHAPE2_COUNT; ++kb) {
            random_source r{uint64_t(ka * 100 + kb + 1)};
            for (int i = 0; i < scenes(18); ++i) {
                const double far = i % 2 ? fars[real_is_float][i / 2 % 3] : 0;
                look(r, flr_shape2_kind(ka), flr_shape2_kind(kb), far, i % 8 < 2, all);
            }
        }
    for (const row &w : rows)
        expect_pinned(t, w.what, all.worst[w.what], real_choose(w.in_double, w.in_float));
}

/// Round shapes apart by less than rounding, moving straight into one another: no sweep may step over that.
void moving_in(tally &t)
{
    struct {
        flr_capsule2 a;
        flr_vec2 motion;
        flr_segment2 b;
    } known[] = {{{{flr_real(1756.3885831156945), flr_real(-2064.5788738319193)},
                   {flr_real(-852.36275299470674), flr_real(-326.01174998178595)},
                   flr_real(20.072291038857468)},
                  {flr_real(-1005.6213690689748), flr_real(-866.05860379479441)},
                  {{flr_real(-589.82992174522053), flr_real(-525.09454177349085)},
                   {flr_real(-589.82992174522053), flr_real(-525.09454177349085)}}},
                 {{{flr_real(691.63981352239512), flr_real(-551.76482101134013)},
                   {flr_real(691.63981352239512), flr_real(-551.76482101134013)},
                   flr_real(6.2362158095996876e-05)},
                  {flr_real(0.0010309933486532747), flr_real(0.00032737770761740803)},
                  {{flr_real(691.63726353648769), flr_real(-551.7634165347115)},
                   {flr_real(691.64006647664246), flr_real(-551.76488297002959)}}}};
    for (const auto &k : known) {
        subject a, b;
        a.value.kind = FLR_SHAPE2_CAPSULE, a.value.as.capsule = k.a;
        b.value.kind = FLR_SHAPE2_SEGMENT, b.value.as.segment = k.b;
        const scene s = make_scene(a, b, k.b.a), turned = make_scene(b, a, k.b.a);
        double worst = 0;
        auto note = [&](const char *, double e) { worst = std::fmax(worst, e); };
        judge_sweep(s, k.motion, 0, note);
        judge_sweep(turned, flr_neg2(k.motion), 0, note);
        t.expect(worst < 64, "a sweep is %g roundings off", worst);
    }
}

/// Nearest to a side, hardly beside its end: the corner is as near but for a second-order term, and yet has another normal.
void beside_a_corner(tally &t)
{
    double worst = 0;
    for (double far : {0.0, real_choose(565083042.0, 4096.0)})
        for (double off = real_choose(1e-6, 1e-2); off > real_choose(1e-16, 1e-8); off /= 10) {
            subject box, round;
            const flr_vec2 center = flr_vec2_make(flr_real(far), flr_real(far)), axis = {-1, 0},
                           half = flr_vec2_make(flr_real(0.375), flr_real(0.5 + off)),
                           from = flr_vec2_make(flr_real(far - 0.875), flr_real(far + 0.5)),
                           to = flr_vec2_make(flr_real(far - 1.875), flr_real(far + 0.5));
            box.value.kind = FLR_SHAPE2_BOX, box.value.as.box = {center, axis, half};
            round.value.kind = FLR_SHAPE2_CAPSULE, round.value.as.capsule = {from, to, flr_real(0.25)};
            auto note = [&](const char *op, double e) {
                if (std::strstr(op, "normal")) worst = std::fmax(worst, e);
            };
            judge_core(make_scene(box, round, center), note);
            judge_core(make_scene(round, box, center), note);
        }
    expect_pinned(t, "normal beside a corner", worst, exact_answers);
}

/// Boxes whose corners meet within less than rounding, and a corner hardly beyond the foot on its side: the way between the two
/// points tells nothing there, and no translation along the normal may be longer than the distance.
void hardly_apart(tally &t)
{
    static const double known[][12] = {
        {0.25, 1.125, -1, 0, 0.125, 0.125, 0, -0.625, 0.6, 0.8, 1.375, 0.875},
        {-0.125, -0.875, 1, 0, 0.375, 0.375, 0.25, 0.75, 0.6, 0.8, 1, 0.75},
        {-1, -1.25, -0.28, 0.96, 0.75, 0.25, -1.5, -0.25, 0.6, 0.8, 0.25, 0.25},
        {-1.375, -1.25, 0.6, 0.8, 0.75, 1, 1.5, -0.75, 0, 1, 1.375, 1.625},
        {-1.5, -0.75, -0.28, 0.96, 0.875, 0.5, 1.25, 0.5, 0.6, 0.8, 1.725, 1.85},
        {-0.25, 0.875, 0.6, 0.8, 0.375, 0.75, -1.375, -1.375, 0, 1, 1.4999999999999996, 1.4999999999999996}};
    auto box = [](const double *x) {
        subject s;
        s.value.kind = FLR_SHAPE2_BOX;
        s.value.as.box = {{flr_real(x[0]), flr_real(x[1])},
                          {flr_real(x[2]), flr_real(x[3])},
                          {flr_real(x[4]), flr_real(x[5])}};
        return s;
    };
    double worst = 0;
    auto note = [&](const char *op, double e) {
        if (std::strstr(op, "normal")) worst = std::fmax(worst, e);
    };
    const flr_vec2 origin = {0, 0};
    for (const auto &k : known) {
        const subject a = box(k), b = box(k + 6);
        judge_signed(make_scene(a, b, origin), note);
        judge_signed(make_scene(b, a, origin), note);
    }
    subject side, round;
    side.value.kind = FLR_SHAPE2_SEGMENT, round.value.kind = FLR_SHAPE2_CIRCLE;
    side.value.as.segment = {{flr_real(655198.625), flr_real(439747.625)},
                             {flr_real(655197.82499999995), flr_real(439748.22499999998)}};
    round.value.as.circle = {{flr_real(655198.25), flr_real(439747.125)}, flr_real(0.375)};
    judge_signed(make_scene(side, round, side.value.as.segment.a), note);
    judge_signed(make_scene(round, side, side.value.as.segment.a), note);
    expect_pinned(t, "normal of what is hardly apart", worst, real_choose(0.25, 0.5));
}

/// A block with 1,600 corners along its sides, a quarter deep in an angle iron: more of them than are turned at once.
void many_corners(tally &t)
{
    std::vector<flr_vec2> corners;
    static const double around_it[5][2] = {{0, 0}, {0.5, 0}, {0.5, 1}, {0, 1}, {0, 0}};
    for (int side = 0; side < 4; ++side)
        for (int i = 0; i < 400; ++i) {
            const double *p = around_it[side], *q = around_it[side + 1], at = i / 400.0;
            corners.push_back({flr_real(p[0] + at * (q[0] - p[0])), flr_real(p[1] + at * (q[1] - p[1]))});
        }
    double worst = 0;
    for (const double far : {0.0, real_choose(1e6, 4096.0)}) {
        const double iron[6][2] = {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}};
        flr_vec2 outline[6];
        for (int i = 0; i < 6; ++i) outline[i] = {flr_real(far + iron[i][0]), flr_real(iron[i][1] - far)};
        flr_shape2 a{}, b{};
        a.kind = FLR_SHAPE2_POLYGON, a.as.polygon = {outline, 6};
        b.kind = FLR_SHAPE2_CONVEX;
        const flr_vec2 position = {flr_real(far + 2), flr_real(0.75 - far)};
        b.as.convex = flr_convex2_polygon(corners.data(), uint32_t(corners.size()), {1, 0}, position, 0);
        for (int turn = 0; turn < 2; ++turn) {
            flr_signed_distance2_result r{};
            const flr_status status = flr_signed_distance2(turn ? &b : &a, turn ? &a : &b, &r);
            t.expect(status == FLR_OK && r.normal.x == 0 && r.normal.y == (turn ? -1 : 1),
                     "status %d, normal %g %g", status, double(r.normal.x), double(r.normal.y));
            worst = std::fmax(worst, std::fabs(double(r.signed_distance) + 0.25) / real_rounding);
            flr_manifold2 m{};
            t.expect(flr_contact2(turn ? &b : &a, turn ? &a : &b, nullptr, &m) == FLR_OK && m.count == 1,
                     "%d points", m.count);
        }
    }
    expect_pinned(t, "depth of many corners", worst, real_choose(0.6, exact_answers));
}

/// A polygon under a pose and a plane through one of its corners, as nearly as its offset can tell.
void sides_of_posed(tally &t)
{
    random_source r{77};
    double worst = 0;
    auto note = [&](const char *op, double e) {
        if (!std::strcmp(op, "classify")) worst = std::fmax(worst, e);
    };
    for (int i = 0; i < scenes(600); ++i) {
        place at = random_place(r, real_choose(1e6, 1e4));
        at.lattice = false;
        subject plane, polygon;
        polygon.is_convex = true;
        polygon.made = i % 2 ? of_points : of_polygon;
        polygon.array = around(r, at, 0, 0, false, true);
        polygon.rotation = turned(r, false);
        polygon.position = at.point(r, 1);
        bool convex;
        const flr_vec2 origin = at.at(0, 0), n = way(r, true);
        const pieces p = polygon.defined(lift(origin), &convex);
        wide low = no_end;
        for (spot corner : p[0].corners) low = std::min(low, dot(corner, lift(n)));
        plane.value.kind = FLR_SHAPE2_PLANE;
        plane.value.as.plane = {n, flr_real(low + dot(lift(origin), lift(n)))};
        judge_typed(make_scene(plane, polygon, origin), note);
    }
    expect_pinned(t, "sides of posed polygons", worst, real_choose(0.6, 0.8));
}

/// A line along the side of a box but for rounding: their common point lies on both, not where the two would cross.
void along_a_side(tally &t)
{
    const flr_vec2 along = {flr_real(-0.073771477697366195), flr_real(-0.99727517219589246)};
    subject line, box;
    line.value.kind = FLR_SHAPE2_LINE;
    line.value.as.line = {{flr_real(593.18044072203293), flr_real(96.915371846983291)}, along};
    box.value.kind = FLR_SHAPE2_BOX;
    box.value.as.box = {{flr_real(-226.8383359624323), flr_real(82.778056882268416)},
                        along,
                        {flr_real(1112.6987655162286), flr_real(816.74143610624503)}};
    double worst = 0;
    auto note = [&](const char *op, double e) {
        if (std::strstr(op, "points")) worst = std::fmax(worst, e);
    };
    judge_pair(make_scene(line, box, flr_vec2_make(0, 0)), note);
    judge_pair(make_scene(box, line, flr_vec2_make(0, 0)), note);
    expect_pinned(t, "common point along a side", worst, real_choose(0.66, exact_answers));
}

/// A ray through points that lie far off in their own frame is cut where they are. It goes along x - y = -1, and the points reach as far on
/// either side of that: from -4 to 2.
void rays_through_far_points(tally &t)
{
    worst_of depth = {"depths of rays in far lists", real_choose(1e-15, 1e-6)};
    const double corners[6][2] = {{2, 0}, {-1, 2}, {-2, 0}, {0, 3}, {-1, 3}, {0, -1}};
    for (const double far : {0., 0x1p10, 0x1p14, real_choose(0x1p30, 0x1p17), real_choose(0x1p40, 0x1p20)})
        for (const double radius : {0., 1.})
            for (const double back : {0., 1.}) {
                std::vector<flr_vec2> points;
                for (const double(&c)[2] : corners)
                    points.push_back(flr_vec2_make(flr_real(c[0] + far), flr_real(c[1] - 2 * far)));
                const flr_vec2 place = flr_vec2_make(flr_real(-back * far), flr_real(back * 2 * far));
                const double left = (1 - back) * far;
                flr_shape2 ray = {}, list = {};
                ray.kind = FLR_SHAPE2_RAY;
                ray.as.ray = {flr_vec2_make(flr_real(2 + left), flr_real(3 - 2 * left)), {-2, -2}};
                list.kind = FLR_SHAPE2_CONVEX;
                list.as.convex =
                    flr_convex2_points(points.data(), 6, flr_vec2_make(1, 0), place, flr_real(radius));
                const double exact = 3 / std::sqrt(2) + radius;
                flr_signed_distance2_result r = {};
                flr_manifold2 m = {};
                double most = 0;
                const bool answered = flr_signed_distance2(&ray, &list, &r) == FLR_OK &&
                                      flr_contact2(&ray, &list, nullptr, &m) == FLR_OK;
                for (int i = 0; i < m.count; ++i) most = std::fmax(most, double(m.points[i].depth));
                t.expect(answered && depth.within(std::fmax(std::fabs(double(r.signed_distance) + exact),
                                                            std::fabs(most - exact))),
                         "%g away, radius %g, back %g: %.17g, contact %.17g deep, exact %.17g", far, radius,
                         back, double(r.signed_distance), most, exact);
            }
    depth.hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(every_pair), FEELER_TEST(moving_in), FEELER_TEST(beside_a_corner),
             FEELER_TEST(hardly_apart), FEELER_TEST(along_a_side), FEELER_TEST(sides_of_posed),
             FEELER_TEST(many_corners), FEELER_TEST(rays_through_far_points))

}  // namespace TEST_FILE
