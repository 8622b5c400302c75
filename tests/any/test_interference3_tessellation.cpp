/// The same two shapes have one verdict, and one depth where it is defined, however they are cut into triangles and wherever
/// they are placed on whole numbers. The verdicts come from rationals, of the shapes before they are cut.
// needs: gmp
#include <map>

#include "support/cmocka.hpp"
#include "support/exact_mesh.hpp"
#include "support/judge.hpp"
#include "support/placements.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using exact_mesh::rational;
using point = exact_mesh::vec<rational>;

/// Cuts an edge at its middle, in all triangles that have it.
void cut_edge(soup &s, uint32_t a, uint32_t b)
{
    auto middle = uint32_t(s.v.size());
    s.v.push_back(flr_scale3(flr_real(0.5), flr_add3(s.v[a], s.v[b])));
    for (size_t i = 0, n = s.t.size(); i < n; ++i)
        for (size_t k = 0; k < 3; ++k) {
            uint32_t p = s.t[i][k], q = s.t[i][(k + 1) % 3], r = s.t[i][(k + 2) % 3];
            if (!((p == a && q == b) || (p == b && q == a))) continue;
            s.t[i] = {p, middle, r};
            s.t.push_back({middle, q, r});
            break;
        }
}

/// Cut at random, its vertices and triangles in another order, shared or not.
soup cut(random_source &r, soup s, int cuts)
{
    for (int i = 0; i < cuts; ++i) {
        // the longest of a few edges, so that none is halved more often than its digits allow
        uint32_t from = 0, to = 0;
        double most = -1;
        for (int k = 0; k < 6; ++k) {
            auto t = s.t[size_t(r.whole(0, int(s.t.size()) - 1))];
            const size_t c = size_t(r.whole(0, 2));
            const double length = flr_length3(flr_sub3(s.v[t[c]], s.v[t[(c + 1) % 3]]));
            if (!(length > most)) continue;
            most = length;
            from = t[c];
            to = t[(c + 1) % 3];
        }
        cut_edge(s, from, to);
    }
    std::vector<uint32_t> order(s.v.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[size_t(r.whole(0, int(i) - 1))]);
    soup u;
    u.v.resize(s.v.size());
    for (size_t i = 0; i < order.size(); ++i) u.v[order[i]] = s.v[i];
    for (auto t : s.t) {
        const auto turn = size_t(r.whole(0, 2));
        u.t.push_back({order[t[turn]], order[t[(turn + 1) % 3]], order[t[(turn + 2) % 3]]});
    }
    for (size_t i = u.t.size(); i > 1; --i) std::swap(u.t[i - 1], u.t[size_t(r.whole(0, int(i) - 1))]);
    return r.whole(0, 2) == 0 ? unshared(u) : u;
}

/// Turned by a rotation times a whole number, and moved: exact for numbers of few digits.
struct whole_pose {
    flr_affine3 pose;
    double scale;
};

whole_pose random_pose(random_source &r)
{
    for (;;) {
        const int w = r.whole(-2, 2), x = r.whole(-2, 2), y = r.whole(-2, 2), z = r.whole(-2, 2);
        const int n = w * w + x * x + y * y + z * z;
        if (n == 0) continue;
        flr_affine3 m = integer_rotation(w, x, y, z);
        m.translation = r.lattice_point(-50, 50);
        return {m, double(n)};
    }
}

rational over(const flr_triangle3 &plane, const point &p)
{
    auto t = exact_mesh::from(plane);
    return exact_mesh::dot(exact_mesh::cross(exact_mesh::sub(t[1], t[0]), exact_mesh::sub(t[2], t[0])),
                           exact_mesh::sub(p, t[0]));
}

flr_triangle3 triangle(const soup &s, size_t i) { return {s.v[s.t[i][0]], s.v[s.t[i][1]], s.v[s.t[i][2]]}; }

std::vector<point> polygon(const soup &s)
{
    std::vector<point> p;
    for (auto v : s.v) p.push_back(exact_mesh::from(v));
    return p;
}

point between(const point &a, const point &b, const rational &t)
{
    point r;
    for (size_t i = 0; i < 3; ++i) r[i] = a[i] + t * (b[i] - a[i]);
    return r;
}

/// Does some point of the convex sheet lie strictly inside the convex solid? What is left of the sheet between the planes of
/// all faces has its corners' mean inside just where any point is.
bool enters(const soup &flat, const soup &solid)
{
    std::vector<point> p = polygon(flat);
    for (size_t f = 0; f < solid.t.size(); ++f) {
        std::vector<point> kept;
        for (size_t i = 0; i < p.size(); ++i) {
            const point &a = p[i], &b = p[(i + 1) % p.size()];
            rational ha = over(triangle(solid, f), a), hb = over(triangle(solid, f), b);
            if (ha <= 0) kept.push_back(a);
            if ((ha < 0 && hb > 0) || (ha > 0 && hb < 0)) kept.push_back(between(a, b, ha / (ha - hb)));
        }
        p = kept;
        if (p.empty()) return false;
    }
    point mean = {0, 0, 0};
    for (auto &q : p)
        for (size_t i = 0; i < 3; ++i) mean[i] += q[i] / rational(double(p.size()));
    for (size_t f = 0; f < solid.t.size(); ++f)
        if (over(triangle(solid, f), mean) >= 0) return false;
    return true;
}

bool meets(const soup &a, const soup &b)
{
    for (size_t i = 0; i < a.t.size(); ++i)
        for (size_t k = 0; k < b.t.size(); ++k)
            if (exact_mesh::triangle_triangle(exact_mesh::from(triangle(a, i)),
                                              exact_mesh::from(triangle(b, k))) == 0)
                return true;
    return false;
}

/// Do two convex flat sheets pass through one another: have they, in planes that are not parallel, a common inner point?
bool cross(const soup &a, const soup &b)
{
    auto chord = [](const soup &s, const flr_triangle3 &plane, const point &along, rational *low,
                    rational *high) {
        auto p = polygon(s);
        bool above = false, below = false, any = false;
        for (size_t i = 0; i < p.size(); ++i) {
            const point &x = p[i], &y = p[(i + 1) % p.size()];
            rational hx = over(plane, x), hy = over(plane, y);
            above = above || hx > 0;
            below = below || hx < 0;
            if (hx == hy || hx * hy > 0) continue;
            rational at = exact_mesh::dot(along, between(x, y, hx / (hx - hy)));
            if (!any || at < *low) *low = at;
            if (!any || at > *high) *high = at;
            any = true;
        }
        return above && below;
    };
    auto normal = [](const flr_triangle3 &t) {
        auto x = exact_mesh::from(t);
        return exact_mesh::cross(exact_mesh::sub(x[1], x[0]), exact_mesh::sub(x[2], x[0]));
    };
    flr_triangle3 pa = triangle(a, 0), pb = triangle(b, 0);
    point along = exact_mesh::cross(normal(pa), normal(pb));
    if (exact_mesh::dot(along, along) == 0) return false;
    rational a_low, a_high, b_low, b_high;
    if (!chord(a, pb, along, &a_low, &a_high) || !chord(b, pa, along, &b_low, &b_high)) return false;
    return std::max(a_low, b_low) < std::min(a_high, b_high);
}

/// A triangle or a parallelogram with its corners on a lattice.
soup random_sheet(random_source &r, int reach)
{
    for (;;) {
        flr_vec3 a = r.lattice_point(-reach, reach), b = r.lattice_point(-reach, reach),
                 c = r.lattice_point(-reach, reach);
        if (!(flr_length3(flr_cross3(flr_sub3(b, a), flr_sub3(c, a))) > 0)) continue;
        soup s;
        s.v = {a, b, c};
        s.t = {{0, 1, 2}};
        if (r.whole(0, 1)) return s;
        s.v.push_back(flr_add3(a, flr_sub3(c, b)));
        s.t.push_back({0, 2, 3});
        return s;
    }
}

/// Pressed into a plane across an axis, which often is that of a face.
soup pressed(random_source &r, soup s)
{
    const int axis = r.whole(0, 2), at = r.whole(-3, 3);
    for (auto &p : s.v) (axis == 0 ? p.x : axis == 1 ? p.y : p.z) = flr_real(at);
    const flr_vec3 n = flr_cross3(flr_sub3(s.v[1], s.v[0]), flr_sub3(s.v[2], s.v[0]));
    return flr_length3(n) > 0 ? s : random_sheet(r, 3);
}

soup random_solid(random_source &r)
{
    if (r.whole(0, 1)) {
        flr_vec3 low = r.lattice_point(-3, 0);
        const int x = r.whole(1, 3), y = r.whole(1, 3), z = r.whole(1, 3);
        return box(low, flr_add3(low, vec(x, y, z)));
    }
    for (;;) {
        flr_vec3 a = r.lattice_point(-3, 3), b = r.lattice_point(-3, 3), c = r.lattice_point(-3, 3),
                 d = r.lattice_point(-3, 3);
        if (std::fabs(flr_dot3(flr_cross3(flr_sub3(b, a), flr_sub3(c, a)), flr_sub3(d, a))) >= 6)
            return tetrahedron(a, b, c, d);
    }
}

const int CUTS[] = {0, 1, 3, 9, 30};

/// A solid and a sheet.
void sheet_and_solid(tally &t)
{
    random_source r{411};
    int clashes = 0, touches = 0;
    for (int i = 0; i < scenes(500); ++i) {
        soup flat = random_sheet(r, r.whole(0, 1) ? 4 : 40), solid = random_solid(r);
        if (r.whole(0, 1)) flat = pressed(r, flat);
        // without contact the two are apart, or the sheet is contained: not asked here
        if (!meets(flat, solid)) continue;
        const bool inside = enters(flat, solid);
        (inside ? clashes : touches)++;
        double depth = -1;
        for (int cuts : CUTS) {
            const whole_pose w = random_pose(r);
            part a(cut(r, flat, cuts), w.pose), b(cut(r, solid, cuts), w.pose);
            flr_interference3 x = ask(a, b, 0, 0);
            const flr_interference_kind want = inside ? FLR_CLASH : FLR_TOUCH;
            if (!t.expect(x.kind == want, "%d, cut %d times: %s, not %s, depth %g", i, cuts,
                          kind_name(x.kind), kind_name(want), x.depth))
                continue;
            if (!inside) continue;
            const double got = x.depth / w.scale;
            if (depth < 0) depth = got;
            t.expect(std::fabs(got - depth) <= 0.003 * depth, "%d, cut %d times: depth %g, was %g", i, cuts,
                     got, depth);
        }
    }
    std::printf("  %d clash, %d touch\n", clashes, touches);
    t.expect(clashes > touches / 4 && touches > clashes / 8, "%d clash, %d touch", clashes, touches);
}

/// A cube in a floor, at any height: in by what is left to its nearer face.
void cube_in_floor(tally &t)
{
    random_source r{412};
    for (int eighths = -9; eighths <= 9; ++eighths)
        for (int cuts : CUTS)
            for (double half : {4.0, 64.0}) {
                const double height = eighths / 8.0, depth = 1 - std::fabs(height);
                const whole_pose w = random_pose(r);
                part floor(cut(r, moved(sheet(half), 0, 0, height), cuts), w.pose),
                    cube(cut(r, box(vec(-1, -1, -1), vec(1, 1, 1)), cuts), w.pose);
                for (double tolerance : {0.0, 0.25}) {
                    flr_interference3 x = ask(floor, cube, tolerance * w.scale, 0);
                    const bool apart = -depth > tolerance, clash = depth > tolerance;
                    const flr_interference_kind want = apart ? FLR_APART : clash ? FLR_CLASH : FLR_TOUCH;
                    t.expect(x.kind == want, "%d/8, floor of %g cut %d times, tolerance %g: %s, not %s",
                             eighths, half, cuts, tolerance, kind_name(x.kind), kind_name(want));
                    if (!clash) continue;
                    const double got = x.depth / w.scale;
                    t.expect(got <= depth * (1 + real_choose(1e-12, 1e-5)) && got >= 0.998 * depth,
                             "%d/8, floor of %g cut %d times: depth %.17g, not %g", eighths, half, cuts, got,
                             depth);
                }
            }
}

/// Two sheets: they clash where they pass through one another.
void two_sheets(tally &t)
{
    random_source r{413};
    int clashes = 0, touches = 0;
    for (int i = 0; i < scenes(800); ++i) {
        soup a = random_sheet(r, 2), b = random_sheet(r, r.whole(0, 1) ? 2 : 8);
        if (!meets(a, b)) continue;
        const bool crossing = cross(a, b);
        (crossing ? clashes : touches)++;
        for (int cuts : CUTS) {
            const whole_pose w = random_pose(r);
            part x(cut(r, a, cuts), w.pose), y(cut(r, b, cuts), w.pose);
            flr_interference3 got = ask(x, y, 0, 0);
            const flr_interference_kind want = crossing ? FLR_CLASH : FLR_TOUCH;
            t.expect(got.kind == want, "%d, cut %d times: %s, not %s", i, cuts, kind_name(got.kind),
                     kind_name(want));
        }
    }
    std::printf("  %d clash, %d touch\n", clashes, touches);
    t.expect(clashes > touches / 4 && touches > clashes / 8, "%d clash, %d touch", clashes, touches);
}

/// A wall that ends `below` the floor it stands on.
void wall_through_floor(tally &t)
{
    random_source r{414};
    for (double below : {-0.5, 0.0, 0.25, 0.5, 3.0})
        for (double tolerance : {0.0, 0.375})
            for (int cuts : CUTS) {
                soup wall;
                wall.v = {vec(-2, 0, -below), vec(2, 0, -below), vec(2, 0, 4), vec(-2, 0, 4)};
                wall.t = {{0, 1, 2}, {0, 2, 3}};
                const whole_pose w = random_pose(r);
                part a(cut(r, sheet(8), cuts), w.pose), b(cut(r, wall, cuts), w.pose);
                flr_interference3 x = ask(a, b, tolerance * w.scale, 0);
                const flr_interference_kind want = -below > tolerance  ? FLR_APART
                                                   : below > tolerance ? FLR_CLASH
                                                                       : FLR_TOUCH;
                t.expect(x.kind == want, "%g below, tolerance %g, cut %d times: %s, not %s", below, tolerance,
                         cuts, kind_name(x.kind), kind_name(want));
            }
}

/// Two boxes on a lattice.
void two_solids(tally &t)
{
    random_source r{415};
    int clashes = 0, touches = 0;
    for (int i = 0; i < scenes(240); ++i) {
        int low[2][3], high[2][3];
        for (int k = 0; k < 2; ++k)
            for (int c = 0; c < 3; ++c) {
                low[k][c] = r.whole(-3, 1);
                high[k][c] = low[k][c] + r.whole(1, 3);
            }
        bool overlap = true, meet = true, within[2] = {true, true};
        for (int c = 0; c < 3; ++c) {
            overlap = overlap && low[0][c] < high[1][c] && low[1][c] < high[0][c];
            meet = meet && low[0][c] <= high[1][c] && low[1][c] <= high[0][c];
            for (int k = 0; k < 2; ++k)
                within[k] = within[k] && low[1 - k][c] < low[k][c] && high[k][c] < high[1 - k][c];
        }
        (overlap ? clashes : touches) += meet;
        const flr_interference_kind want = within[0] || within[1] ? FLR_CONTAINED
                                           : overlap              ? FLR_CLASH
                                           : meet                 ? FLR_TOUCH
                                                                  : FLR_APART;
        for (int cuts : CUTS) {
            const whole_pose w = random_pose(r);
            soup s[2];
            for (int k = 0; k < 2; ++k)
                s[k] = box(vec(low[k][0], low[k][1], low[k][2]), vec(high[k][0], high[k][1], high[k][2]));
            part a(cut(r, s[0], cuts), w.pose), b(cut(r, s[1], cuts), w.pose);
            flr_interference3 x = ask(a, b, 0, 0);
            t.expect(x.kind == want, "%d, cut %d times: %s, not %s", i, cuts, kind_name(x.kind),
                     kind_name(want));
        }
    }
    t.expect(clashes > touches / 4 && touches > clashes / 8, "%d clash, %d touch", clashes, touches);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(cube_in_floor), FEELER_TEST(sheet_and_solid), FEELER_TEST(two_sheets),
             FEELER_TEST(wall_through_floor), FEELER_TEST(two_solids))

}  // namespace TEST_FILE
