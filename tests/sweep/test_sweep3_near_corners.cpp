// needs: gmp Linear casts of hulls, boxes and lists with corners next to one another, faces flat to rounding, prisms of no height
// and needles, that graze corners and edges: against a linear program in rationals (sweep3_program.hpp). With radii and distances
// to keep: against the distance of the cores in whole numbers.
#include <cmath>
#include <memory>

#include "any/any3_stock.hpp"
#include "support/cmocka.hpp"
#include "support/minkowski3.hpp"
#include "support/pinned.hpp"
#include "sweep/sweep3_program.hpp"

namespace TEST_FILE
{
namespace
{

using minkowski3::corner_list;
using minkowski3::rational_point;
using handle = std::unique_ptr<flr_hull3, void (*)(flr_hull3 *)>;

const bool is_double = sizeof(flr_real) == sizeof(double);

flr_vec3 vec(double x, double y, double z) { return flr_vec3_make(flr_real(x), flr_real(y), flr_real(z)); }

/// Some direction of length 1 or less.
flr_vec3 direction(random_source &r)
{
    const flr_vec3 p = r.point(-1, 1);
    return flr_scale3(1 / std::fmax(flr_real(1), flr_length3(p)), p);
}

enum family { THREES, PRISM, NEEDLE, PLATE, LATTICE, CUT_BOX, FAMILIES };

std::vector<flr_vec3> cloud(random_source &r, int kind, int count, double by)
{
    std::vector<flr_vec3> p;
    for (int i = 0; i < count; ++i) {
        const flr_vec3 q = direction(r), off = direction(r);
        const double angle = 6.283185307179586 * (i / 2) / (count / 2), x = r.whole(-2, 2),
                     y = r.whole(-2, 2);
        const double more = r.between(0.5, 2), deep = std::pow(10, r.between(-4, 0));
        const int corner = i % 8, axis = i / 8 % 3;
        if (kind == THREES) p.push_back(q), p.push_back(flr_add3(q, flr_scale3(flr_real(by * deep), off)));
        if (kind == PRISM) p.push_back(vec(std::cos(angle), std::sin(angle), i % 2 * by));
        if (kind == NEEDLE) p.push_back(vec(double(q.x), double(q.y) * by, double(q.z) * 1e-3));
        if (kind == PLATE) p.push_back(vec(double(q.x), double(q.y), double(q.z) * by));
        if (kind == LATTICE) p.push_back(flr_add3(vec(x, y, i % 3), flr_scale3(flr_real(i % 2 * by), off)));
        if (kind == CUT_BOX) {
            double e[3] = {corner & 1 ? 1. : -1., corner & 2 ? 1. : -1., corner & 4 ? 1. : -1.};
            e[axis] *= 1 - by * more;
            p.push_back(vec(e[0], e[1], e[2]));
        }
    }
    return p;
}

struct shape {
    std::vector<flr_vec3> points;
    handle hull{nullptr, flr_hull3_destroy};
    flr_convex3 convex{};
    double far = 0;  ///< from the origin of its own frame, which rotations carry
};

/// Off the origin, along each axis by less or more than the points' size, or not at all.
flr_vec3 some_way_off(random_source &r)
{
    const double by = std::pow(10, r.between(-1, 2));
    const int x = r.whole(-1, 1), y = r.whole(-1, 1), z = r.whole(-1, 1);
    const flr_vec3 off = r.point(flr_real(0.5), 1);
    return flr_scale3(flr_real(by), vec(x * double(off.x), y * double(off.y), z * double(off.z)));
}

/// A hull, or as such the list, a tetrahedron, a triangle or a box.
void make(random_source &r, bool hulls, double by, shape *s, bool off_origin = false)
{
    const int kind = r.whole(0, FAMILIES - 1), count = r.whole(0, 3) ? r.whole(4, 12) : r.whole(16, 80);
    const int form = hulls ? 0 : r.whole(0, 4), turned = r.whole(0, 3);
    s->points = cloud(r, kind, kind == CUT_BOX ? 24 : count, by);
    const flr_vec3 off = off_origin ? some_way_off(r) : vec(0, 0, 0);
    for (flr_vec3 &q : s->points) q = flr_add3(q, off);
    s->far = double(flr_length3(off));
    const flr_vec3 *p = s->points.data();
    const uint32_t n = uint32_t(s->points.size());
    const flr_mat3 axes = any3::axes(r), turn = turned ? axes : flr_affine3_identity().linear;
    const flr_triangle3 t = {p[0], p[1], p[2]};
    const flr_tetrahedron v = {p[0], p[1], p[2], p[3]};
    const double thin = r.whole(0, 1) ? by : 0.5;
    // in single precision turned axes are not square enough to one another for what is asked here
    const flr_mat3 square = is_double ? turn : flr_affine3_identity().linear;
    const flr_box3 box = {{0, 0, 0}, square, vec(0.75, 0.25, thin)};
    flr_hull3 *h = nullptr;
    if (form == 0 && flr_hull3_create(p, n, nullptr, nullptr, &h) == FLR_OK) s->hull.reset(h);
    s->convex = s->hull     ? flr_convex3_hull(h, turn, {0, 0, 0}, 0)
                : form == 1 ? flr_convex3_triangle(&t)
                : form == 2 ? flr_convex3_tetrahedron(&v)
                : form == 3 ? flr_convex3_box(&box)
                            : flr_convex3_points(p, n, turn, {0, 0, 0}, 0);
}

flr_vec3 rounded(const rational_point &p) { return vec(p[0].get_d(), p[1].get_d(), p[2].get_d()); }

/// A corner, or a place on what looks like an edge.
flr_vec3 place_on(random_source &r, const shape &s)
{
    const corner_list c = minkowski3::corners(s.convex);
    const flr_vec3 p = rounded(c[size_t(r.whole(0, int(c.size()) - 1))]),
                   q = rounded(c[size_t(r.whole(0, int(c.size()) - 1))]);
    return r.whole(0, 1) ? p : flr_lerp3(p, q, flr_real(r.unit()));
}

void carry(flr_convex3 *c, flr_vec3 by)
{
    c->center = flr_add3(c->center, by);
    for (uint32_t i = 0; c->kind == FLR_CONVEX3_CORNERS && i < c->count; ++i)
        c->corners[i] = flr_add3(c->corners[i], by);
}

double size_of(const corner_list &a, const corner_list &b)
{
    double most = 0;
    for (const corner_list *x : {&a, &b})
        for (const rational_point &p : *x)
            most = std::fmax(most, double(flr_length3(flr_sub3(rounded(p), rounded(a[0])))));
    return most;
}

enum scene { HULLS, OFF_ORIGIN, OTHERS };

template <scene which> void near_corners(tally &t)
{
    const bool hulls = which != OTHERS, off_origin = which == OFF_ORIGIN;
    random_source r{off_origin ? 405u : hulls ? 401u : 402u};
    worst_of late = {"late, ulp of the size", off_origin ? 5. : 9.},
             planes = {"planes at the touch apart, ulp of the size", off_origin ? 9. : 16.};
    long asked = 0, touched = 0;
    for (int i = 0; i < scenes(200); ++i) {
        const double by = std::pow(10, is_double ? r.between(-15, -5) : r.between(-7, -2));
        shape a, b;
        make(r, hulls, by, &a, off_origin);
        make(r, hulls, by, &b, off_origin);
        const flr_vec3 way = direction(r);
        const int ahead = r.whole(1, 3), up = r.whole(-1, 1);
        const flr_vec3 m = r.whole(0, 4) ? flr_scale3(flr_real(r.between(1, 6)), way) : vec(ahead, up, 0);
        if (!(flr_length3(m) > flr_real(0.1))) continue;
        const flr_vec3 p = place_on(r, a), q = place_on(r, b), aside = direction(r);
        const double at = r.whole(0, 2) ? 0.5 : r.between(0, 2),
                     off = std::pow(10, is_double ? r.between(-17, -9) : r.between(-8, -4));
        const flr_vec3 to = flr_sub3(flr_add3(p, flr_scale3(flr_real(at), m)), q);
        carry(&b.convex, r.whole(0, 1) ? to : flr_add3(to, flr_scale3(flr_real(off), aside)));
        const corner_list x = minkowski3::corners(a.convex), y = minkowski3::corners(b.convex);
        const auto exact = sweep3::when(x, minkowski3::rational(m), y);
        const flr_sweep3_result s = flr_sweep3_convex_convex(&a.convex, m, &b.convex, nullptr);
        const double ulp = 0x1p-52 * (size_of(x, y) + a.far + b.far), closing = double(flr_dot3(m, s.normal));
        ++asked, touched += exact.hit && !exact.overlap_at_start;
        t.expect(s.hit || !exact.hit, "%d: told to miss", i);
        t.expect(s.status == FLR_OK, "%d: %s", i, flr_status_string(s.status));
        if (!s.hit || s.overlap_at_start || !(exact.t > 0)) continue;
        const big_rational after = big_rational(double(s.t)) - (exact.t > 1 ? big_rational(1) : exact.t);
        t.expect(late.within(after.get_d() * closing / ulp), "%d: late by %g ulp", i,
                 after.get_d() * closing / ulp);
        if (!is_double) continue;
        corner_list moved = y;
        const rational_point back = minkowski3::rational(m);
        for (rational_point &v : moved)
            for (size_t k = 0; k < 3; ++k) v[k] -= back[k] * big_rational(double(s.t));
        const double apart = minkowski3::separation(x, moved, s.normal) / ulp;
        t.expect(planes.within(-apart), "%d: planes %g ulp within one another", i, -apart);
    }
    std::printf("  %ld of %ld touch\n", touched, asked);
    t.expect(enough(touched * 10 > asked * 3 && touched * 4 < asked * 3), "%ld of %ld touch", touched, asked);
    if (is_double) late.hold(t), planes.hold(t);
}

/// With a radius or a distance to keep, by the distance of the cores at the time told.
template <bool keeps> void near_corners_round(tally &t)
{
    random_source r{keeps ? 403u : 404u};
    worst_of late = {"late with a radius, ulp of the size", 12};
    worst_of within = {"planes within the radius, ulp of the size", 16};
    long asked = 0, touched = 0;
    for (int i = 0; i < scenes(500); ++i) {
        const double by = std::pow(10, is_double ? r.between(-15, -5) : r.between(-7, -2));
        shape a, b;
        const bool hull_a = r.whole(0, 1) != 0, hull_b = r.whole(0, 1) != 0;
        make(r, hull_a, by, &a);
        make(r, hull_b, by, &b);
        const double deep = r.whole(0, 1) ? r.between(-4, 0) : r.between(-14, -4);
        const flr_real radius = flr_real(std::pow(10, is_double ? deep : deep / 2));
        const flr_vec3 way = direction(r), aside = direction(r);
        const flr_vec3 m = flr_scale3(flr_real(r.between(1, 6)), way);
        const flr_vec3 p = place_on(r, a), q = place_on(r, b);
        const double at = r.whole(0, 2) ? 0.5 : r.between(0, 2), off = r.whole(0, 1) ? 1 : r.between(0.2, 4);
        if (!(flr_length3(m) > flr_real(0.1)) || !(flr_length3(aside) > flr_real(0.1))) continue;
        const flr_vec3 across = flr_cross3(aside, m),
                       to = flr_sub3(flr_add3(p, flr_scale3(flr_real(at), m)), q);
        const flr_real length = flr_length3(across);
        if (!(length > flr_real(1e-3))) continue;
        carry(&b.convex, flr_add3(to, flr_scale3(flr_real(off) * radius / length, across)));
        const corner_list x = minkowski3::corners(a.convex), y = minkowski3::corners(b.convex);
        if (x.size() * y.size() > 150) continue;
        flr_sweep3_options o = {};
        (keeps ? o.target_distance : a.convex.radius) = radius;
        const flr_sweep3_result s = flr_sweep3_convex_convex(&a.convex, m, &b.convex, &o);
        t.expect(s.status == FLR_OK, "%d: %s", i, flr_status_string(s.status));
        ++asked, touched += s.hit && !s.overlap_at_start;
        if (!is_double || s.overlap_at_start) continue;
        const double ulp = 0x1p-52 * (size_of(x, y) + double(radius)), when = s.hit ? double(s.t) : at;
        corner_list moved = x;
        const rational_point on = minkowski3::rational(m);
        for (rational_point &v : moved)
            for (size_t k = 0; k < 3; ++k) v[k] += on[k] * big_rational(when);
        const double apart = minkowski3::signed_distance(moved, y).get_d() - double(radius);
        if (!s.hit) t.expect(apart > 0 || at > 1, "%d: told to miss, %g deep", i, -apart);
        if (!s.hit || !(s.t > 0)) continue;
        const double planes = (minkowski3::separation(moved, y, s.normal) - double(radius)) / ulp;
        t.expect(late.within(-apart / ulp), "%d: late by %g ulp", i, -apart / ulp);
        t.expect(within.within(-planes), "%d: planes %g ulp within the radius", i, -planes);
    }
    std::printf("  %ld of %ld touch\n", touched, asked);
    t.expect(enough(touched * 10 > asked * 3 && touched * 4 < asked * 3), "%ld of %ld touch", touched, asked);
    if (is_double) late.hold(t), within.hold(t);
}

/// The piece of a line, or of a ray, that holds what is nearest to corners wherever they are on their way: from one whole multiple of
/// the direction to another.
corner_list piece_of(const corner_list &corners, flr_vec3 m, flr_vec3 origin, flr_vec3 direction, bool is_ray)
{
    const rational_point o = minkowski3::rational(origin), u = minkowski3::rational(direction),
                         way = minkowski3::rational(m);
    auto dot = [&](const rational_point &p) -> big_rational {
        return p[0] * u[0] + p[1] * u[1] + p[2] * u[2];
    };
    const big_rational square = dot(u), from = dot(o), step = dot(way);
    big_rational low = dot(corners[0]), high = low;
    for (const rational_point &p : corners) low = std::min(low, dot(p)), high = std::max(high, dot(p));
    low = (low + std::min(step, big_rational(0)) - from) / square;
    high = (high + std::max(step, big_rational(0)) - from) / square;
    big_integer first, last;
    mpz_fdiv_q(first.get_mpz_t(), low.get_num_mpz_t(), low.get_den_mpz_t());
    mpz_cdiv_q(last.get_mpz_t(), high.get_num_mpz_t(), high.get_den_mpz_t());
    if (is_ray) first = std::max(first, big_integer(0)), last = std::max(last, big_integer(0));
    corner_list ends(2);
    for (size_t k = 0; k < 3; ++k) {
        ends[0][k] = o[k] + u[k] * big_rational(first);
        ends[1][k] = o[k] + u[k] * big_rational(last);
    }
    return ends;
}

/// With a radius or a distance to keep against a line or a ray, by the distance at the time told.
template <bool is_ray> void near_lines(tally &t)
{
    random_source r{is_ray ? 406u : 407u};
    worst_of late = {is_ray ? "late at a ray, ulp of the size" : "late at a line, ulp of the size",
                     is_ray ? 16. : 5.};
    worst_of early = {is_ray ? "early at a ray, ulp of the size" : "early at a line, ulp of the size",
                      is_ray ? 100. : 200.};
    long asked = 0, touched = 0;
    for (int i = 0; i < scenes(250); ++i) {
        const double by = std::pow(10, is_double ? r.between(-15, -5) : r.between(-7, -2));
        shape a;
        make(r, r.whole(0, 1) != 0, by, &a);
        const bool keeps = r.whole(0, 1) != 0;
        const double deep = r.whole(0, 1) ? r.between(-4, 0) : r.between(-14, -4);
        const flr_real radius = flr_real(std::pow(10, is_double ? deep : deep / 2));
        const flr_vec3 way = direction(r), along = direction(r);
        const flr_vec3 m = flr_scale3(flr_real(r.between(1, 6)), way), p = place_on(r, a);
        const double at = r.whole(0, 2) ? 0.5 : r.between(0, 2), off = r.whole(0, 1) ? 1 : r.between(0.2, 2);
        const double by_some = r.between(-2, 1), back = r.whole(0, 1) ? 0 : by_some;
        const flr_vec3 across = flr_cross3(along, m), to = flr_add3(p, flr_scale3(flr_real(at), m));
        const flr_real length = flr_length3(across);
        if (!(flr_length3(m) > flr_real(0.1)) || !(flr_length3(along) > flr_real(0.1))) continue;
        if (!(length > flr_real(0.01))) continue;
        const flr_vec3 origin = flr_add3(flr_add3(to, flr_scale3(flr_real(off) * radius / length, across)),
                                         flr_scale3(flr_real(back), along));
        const corner_list x = minkowski3::corners(a.convex), y = piece_of(x, m, origin, along, is_ray);
        if (x.size() > 60) continue;
        flr_shape3 moving{}, still{};
        moving.kind = FLR_SHAPE3_CONVEX;
        moving.as.convex = a.convex;
        if (!keeps) moving.as.convex.radius = radius;
        still.kind = is_ray ? FLR_SHAPE3_RAY : FLR_SHAPE3_LINE;
        if (is_ray)
            still.as.ray = {origin, along};
        else
            still.as.line = {origin, along};
        const flr_sweep3_options o = {keeps ? radius : 0};
        flr_sweep3_result s{};
        t.expect(flr_sweep3_within(&moving, m, &still, &o, &s) == FLR_OK, "%d: status", i);
        ++asked, touched += s.hit && !s.overlap_at_start;
        if (!is_double || s.overlap_at_start) continue;
        const double size =
            size_of(x, x) + double(flr_length3(flr_sub3(origin, rounded(x[0])))) + double(radius);
        const double when = s.hit ? double(s.t) : at;
        corner_list moved = x;
        const rational_point on = minkowski3::rational(m);
        for (rational_point &v : moved)
            for (size_t k = 0; k < 3; ++k) v[k] += on[k] * big_rational(when);
        const double apart =
            (minkowski3::signed_distance(moved, y).get_d() - double(radius)) / (0x1p-52 * size);
        if (!s.hit) t.expect(apart > 0 || at > 1, "%d: told to miss, %g ulp deep", i, -apart);
        if (!s.hit || !(s.t > 0)) continue;
        t.expect(late.within(-apart), "%d: late by %g ulp", i, -apart);
        t.expect(early.within(apart), "%d: early by %g ulp", i, apart);
    }
    std::printf("  %ld of %ld touch\n", touched, asked);
    t.expect(enough(touched * 10 > asked * 3 && touched * 10 < asked * 9), "%ld of %ld touch", touched,
             asked);
    if (is_double) late.hold(t), early.hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(near_corners<HULLS>), FEELER_TEST(near_corners<OFF_ORIGIN>),
             FEELER_TEST(near_corners<OTHERS>), FEELER_TEST(near_corners_round<true>),
             FEELER_TEST(near_corners_round<false>), FEELER_TEST(near_lines<false>),
             FEELER_TEST(near_lines<true>))

}  // namespace TEST_FILE
