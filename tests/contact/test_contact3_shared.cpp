/// What two faces share: a sheet over a rectangle, faces of few corners, half a disc.
#include <algorithm>
#include <cmath>

#include "contact/contact3_judge.hpp"

extern "C" {
#include "contact/manifold3_box_box.h"
#include "contact/manifold3_patch.h"
}

namespace TEST_FILE
{

using namespace contact3;

namespace
{

/// A rectangle and a sheet over it by all the lines that bound them, in long double: corners of what they share are where two of
/// these meet and none of the others is crossed.
struct covered {
    clip3_rectangle sheet;
    double half[2];
    real beyond(int side, real x, real y) const
    {
        if (side < 4) return (side & 1 ? -1 : 1) * (side & 2 ? y : x) - half[side >> 1];
        const double *u = sheet.arm[0], *v = sheet.arm[1];
        real dx = x - sheet.middle[0], dy = y - sheet.middle[1], area = real(u[0]) * v[1] - real(u[1]) * v[0];
        real at = side < 6 ? (v[1] * dx - v[0] * dy) / area : (u[0] * dy - u[1] * dx) / area;
        return (side & 1 ? -1 : 1) * at - sheet.half[(side - 4) >> 1];
    }
    real depth(real x, real y) const
    {
        return sheet.middle[2] + sheet.arm[0][2] * (beyond(4, x, y) + sheet.half[0]) +
               sheet.arm[1][2] * (beyond(6, x, y) + sheet.half[1]);
    }
    real worst(real x, real y) const
    {
        real most = -INFINITY;
        for (int side = 0; side < 8; side++) most = std::max(most, beyond(side, x, y));
        return most;
    }
    std::vector<vec> corners() const
    {
        std::vector<vec> all;
        for (int i = 0; i < 8; i++)
            for (int k = i + 1; k < 8; k++) {
                // each is linear: its value at the origin and what a step along x or y adds
                real c = beyond(i, 0, 0), d = beyond(k, 0, 0), cx = beyond(i, 1, 0) - c,
                     cy = beyond(i, 0, 1) - c;
                real dx = beyond(k, 1, 0) - d, dy = beyond(k, 0, 1) - d, turn = cx * dy - cy * dx;
                if (std::fabs(turn) < 1e-9L) continue;
                real x = (cy * d - dy * c) / turn, y = (dx * c - cx * d) / turn;
                if (worst(x, y) < 1e-17L) all.push_back({x, y, depth(x, y)});
            }
        return all;
    }
};

real area_of(vec a, vec b, vec c, vec d)
{
    return std::fabs((c.x - a.x) * (d.y - b.y) - (c.y - a.y) * (d.x - b.x)) / 2;
}

std::vector<vec> spots_of(const clip3_points &s)
{
    std::vector<vec> all;
    for (int i = 0; i < CLIP3_SPOTS_ROOM; i++)
        if (s.mask >> i & 1) all.push_back({s.x[i], s.y[i], s.depth[i]});
    return all;
}

/// Every corner of what a sheet and a rectangle share is found, and nothing else; the four that are chosen span most of it,
/// among them the deepest. Also flush, touching, without extent, one in the other.
void sheets(tally &t)
{
    random_source r{526};
    int filled = 0, chosen = 0;
    double least_part = 1, parts = 0;
    for (int n = 0; n < 4000; n++) {
        covered c;
        const bool lattice = n % 2;
        auto number = [&](double low, double high) {
            return lattice ? std::floor(2 * r.between(low, high)) / 2 : r.between(low, high);
        };
        double angle = lattice ? 0.78539816339744831 * std::floor(r.between(0, 8)) : r.between(0, 6.3);
        double co = std::cos(angle), si = std::sin(angle), slope = n % 3 ? r.between(-0.5, 0.5) : 0;
        if (lattice && n % 4 == 1) co = std::round(co), si = std::round(si);
        for (int i = 0; i < 2; i++) {
            c.half[i] = std::fabs(number(0, 2.5));
            c.sheet.half[i] = std::fabs(number(0, 2.5));
            c.sheet.middle[i] = number(-2, 2);
        }
        if (c.half[0] + c.half[1] == 0) c.half[0] = 1;
        const double arms[2][3] = {{co, si, slope}, {-si, co, n % 5 ? 0 : slope}};
        std::memcpy(c.sheet.arm, arms, sizeof arms);
        c.sheet.middle[2] = 0.25;
        const double least = n % 7 ? -9 : 0, slack = 1e-14;
        const contact3_boxes_form *form = n % 2 ? flr_contact3_boxes_wide() : nullptr;
        if (!form) form = &flr_contact3_boxes_baseline;
        clip3_points s;
        form->share(&c.sheet, c.half, least, slack, &s);
        std::vector<vec> all = spots_of(s);
        t.expect(all.size() <= 12, "%zu spots", all.size());
        real deepest_spot = -INFINITY;
        for (vec p : all) {
            deepest_spot = std::max(deepest_spot, p.z);
            t.expect(c.worst(p.x, p.y) < 8 * slack && p.z >= least &&
                         std::fabs(c.depth(p.x, p.y) - p.z) < 8 * slack,
                     "case %d: a spot is %Lg outside", n, c.worst(p.x, p.y));
        }
        for (vec p : c.corners()) {
            if (p.z < least) continue;
            real nearest = INFINITY;
            for (vec q : all) nearest = std::min(nearest, std::hypot(p.x - q.x, p.y - q.y));
            t.expect(nearest < 1e-11L, "case %d: a corner at %Lg %Lg is %Lg from all spots", n, p.x, p.y,
                     nearest);
            filled++;
        }
        if (all.size() <= 4) continue;
        form->spread(&s, c.half, slack);
        real widest = 0, most = -INFINITY;
        for (vec p : all)
            for (vec q : all)
                for (vec u : all)
                    for (vec v : all) widest = std::max(widest, area_of(p, q, u, v));
        std::vector<vec> few = spots_of(s);
        for (vec p : few) most = std::max(most, p.z);
        t.expect(few.size() <= 4 && most == deepest_spot, "case %d: %zu of depth %Lg, deepest %Lg", n,
                 few.size(), most, deepest_spot);
        while (few.size() < 4) few.push_back(few[0]);
        real taken = std::max(
            area_of(few[0], few[1], few[2], few[3]),
            std::max(area_of(few[0], few[2], few[1], few[3]), area_of(few[0], few[1], few[3], few[2])));
        if (!(widest > 1e-9L)) continue;
        chosen++;
        parts += double(taken / widest);
        if (slope == 0) least_part = std::min(least_part, double(taken / widest));
    }
    t.expect(filled > 10000 && chosen > 500, "%d corners, %d times chosen", filled, chosen);
    // where the deepest is not among the widest four, it takes the place of one of these
    t.expect(parts > 0.975 * chosen && least_part > 0.55, "of the widest four %g at least, %g in the mean",
             least_part, parts / chosen);
}

/// The ends of half a disc are its corners, and all else lies on one side of the line between: four are kept, and two of them from its arc.
void half_a_disc(tally &t)
{
    random_source r{530};
    double least = 1;
    for (int n = 0; n < 400; n++) {
        const int count = r.whole(5, 9), first = r.whole(0, 8);
        const double turn = r.between(0, 6.28), way = n % 2 ? 1 : -1;
        std::vector<vec> all;
        for (int i = 0; i < count; i++) {
            const double angle = way * 3.14 * i / (count - 1);
            all.push_back({real(std::cos(angle + turn)), real(std::sin(angle + turn)), 0});
        }
        // on a large plate
        feature3 face{}, plate{};
        for (int i = 0; i < count; i++) {
            const vec p = all[size_t(((n % 2 ? i : count - 1 - i) + first) % count)];
            face.corners[i] = {flr_real(p.x), flr_real(p.y), 0};
            face.codes[i] = uint32_t(i);
        }
        face.count = count;
        face.normal = {0, 0, -1};
        plate.count = 4;
        for (int i = 0; i < 4; i++) {
            plate.corners[i] = {flr_real(i == 1 || i == 2 ? 3 : -3), flr_real(i > 1 ? 3 : -3),
                                flr_real(0.125)};
            plate.codes[i] = uint32_t(20 + i);
        }
        plate.normal = {0, 0, 1};
        contact3_pose pose{};
        pose.normal = {0, 0, 1};
        pose.size = 8;
        pose.separation = flr_real(-0.125);
        flr_manifold3 m{};
        flr_contact3_face_patch(&pose, &plate, &face, &m);
        if (!t.expect(m.count == 4, "case %d: %d points of %d", n, m.count, count)) continue;
        vec kept[4];
        for (int i = 0; i < 4; i++) kept[i] = from(m.points[i].position);
        real widest = 0;
        for (vec p : all)
            for (vec q : all)
                for (vec u : all)
                    for (vec v : all) widest = std::max(widest, area_of(p, q, u, v));
        const real taken = std::max({area_of(kept[0], kept[1], kept[2], kept[3]),
                                     area_of(kept[0], kept[2], kept[1], kept[3]),
                                     area_of(kept[0], kept[1], kept[3], kept[2])});
        least = std::min(least, double(taken / widest));
    }
    t.expect(least > 0.85, "%g of the widest four", least);
}

/// Two faces with three or four corners over one another, as their patch is asked about them.
struct two_faces {
    feature3 face[2] = {};
    real slope[2][2] = {};
    contact3_pose pose = {};

    vec corner(int k, int i) const { return from(face[k].corners[i % face[k].count]); }
    real height(int k, real x, real y) const
    {
        const vec p = corner(k, 0);
        return p.z + slope[k][0] * (x - p.x) + slope[k][1] * (y - p.y);
    }
    real depth(real x, real y) const { return height(0, x, y) - height(1, x, y); }
    /// How far a place is beyond the sides of a face, times their lengths.
    real beyond(int k, real x, real y) const
    {
        real most = -INFINITY;
        for (int i = 0; i < face[k].count; i++) {
            const vec p = corner(k, i), q = corner(k, i + 1);
            const real left = (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x);
            most = std::max(most, k ? left : -left);
        }
        return most;
    }
    /// Corners of what the faces share that are deep enough.
    std::vector<vec> shared() const
    {
        std::vector<vec> all;
        auto add = [&](real x, real y) {
            const real rim = 1e-15L, d = depth(x, y);
            if (beyond(0, x, y) <= rim && beyond(1, x, y) <= rim && d >= -real(pose.margin))
                all.push_back({x, y, d});
        };
        for (int i = 0; i < face[0].count; i++) add(corner(0, i).x, corner(0, i).y);
        for (int i = 0; i < face[1].count; i++) add(corner(1, i).x, corner(1, i).y);
        for (int i = 0; i < face[0].count; i++)
            for (int k = 0; k < face[1].count; k++) {
                const vec p = corner(0, i), u = corner(0, i + 1) - p, q = corner(1, k),
                          v = corner(1, k + 1) - q;
                const real turn = u.x * v.y - u.y * v.x, s = ((q.x - p.x) * v.y - (q.y - p.y) * v.x) / turn,
                           t = ((q.x - p.x) * u.y - (q.y - p.y) * u.x) / turn;
                if (s >= 0 && s <= 1 && t >= 0 && t <= 1) add(p.x + s * u.x, p.y + s * u.y);
            }
        return all;
    }
};

two_faces random_faces(random_source &r, int n)
{
    two_faces c;
    const bool lattice = n % 3 == 0;
    for (int k = 0; k < 2; k++) {
        feature3 &f = c.face[k];
        const int count = r.between(0, 1) < 0.5 ? 3 : 4;
        double angle[4], x = r.between(-0.5, 0.5), y = r.between(-0.5, 0.5), z = r.between(-0.05, 0.05);
        for (int i = 0; i < count; i++) angle[i] = r.between(0, 6.28);
        std::sort(angle, angle + count);
        double sx = n % 5 ? r.between(-0.4, 0.4) : 0, sy = r.between(-0.4, 0.4);
        if (lattice) sx = std::round(4 * sx) / 8, sy = std::round(4 * sy) / 8, z = std::round(20 * z) / 8;
        for (int i = 0; i < count; i++) {
            double px = x + std::cos(angle[i]), py = y + std::sin(angle[i]);
            if (lattice) {
                const double u[4] = {1, 0, -1, 0};
                px = std::round(2 * x) + u[i] * (n % 2 + 1), py = std::round(2 * y) + u[(i + 3) % 4];
            }
            const int at = k ? count - 1 - i : i;
            f.corners[at] = {flr_real(px), flr_real(py),
                             flr_real(z + sx * (px - x) + sy * (py - y) + (k ? -0.25 : 0.25))};
            f.codes[at] = uint32_t(n % 4 == 3 ? 500 * i + k : i + 4 * k);
        }
        f.count = count;
        c.slope[k][0] = flr_real(sx);
        c.slope[k][1] = flr_real(sy);
        const flr_vec3 up = {flr_real(-sx), flr_real(-sy), 1};
        f.normal = flr_scale3((k ? -1 : 1) / flr_length3(up), up);
    }
    c.pose.normal = {0, 0, 1};
    c.pose.size = 4;
    c.pose.margin = n % 7 ? flr_real(1) : flr_real(0.125);
    return c;
}

/// The second face moved so that one of its corners lies on the line of an edge of the first, within its ends, at one of them or beyond, or off
/// that line by a step from a rounding to a thousandth.
void put_beside_edge(two_faces &c, random_source &r)
{
    const int edge = r.whole(0, c.face[0].count - 1), corner = r.whole(0, c.face[1].count - 1),
              quarters = r.whole(-2, 6), digits = r.whole(10, 54), sign = r.whole(-1, 1);
    const vec p = c.corner(0, edge), q = c.corner(0, edge + 1), from = c.corner(1, corner);
    const real part = quarters / 4.0L, step = sign * std::ldexp(1.0L, -digits);
    const real x = p.x + part * (q.x - p.x) - step * (q.y - p.y),
               y = p.y + part * (q.y - p.y) + step * (q.x - p.x);
    const flr_vec3 way = {flr_real(x - from.x), flr_real(y - from.y), 0};
    for (int i = 0; i < c.face[1].count; i++) c.face[1].corners[i] = flr_add3(c.face[1].corners[i], way);
}

/// Corners at edges, where a rounding decides what is kept: the same bits from either width of lanes.
void corners_beside_edges(tally &t)
{
    contact3_small_form *const wide = flr_contact3_small_wide(), *const narrow = flr_contact3_small_baseline;
    if (!wide) return;
    random_source r{531};
    int made = 0, full = 0;
    for (int n = 0; n < 12000; n++) {
        two_faces c = random_faces(r, n);
        put_beside_edge(c, r);
        vec low = {0, 0, -1};
        for (vec p : c.shared())
            if (p.z > low.z) low = p;
        c.pose.separation = flr_real(-low.z);
        c.pose.point_a = c.pose.point_b = {flr_real(low.x), flr_real(low.y), 0};
        flr_manifold3 m = {}, k = {};
        const bool is = narrow(&c.pose, &c.face[0], &c.face[1], &m),
                   also = wide(&c.pose, &c.face[0], &c.face[1], &k);
        t.expect(is == also && (!is || same_bits(m, k)), "case %d: %d points, then %d", n, m.count, k.count);
        made += is;
        full += is && m.count == 4;
    }
    t.expect(made > 9000 && full > 1000, "%d made, %d of four points", made, full);
}

/// Two small faces: the corners of what they share, by the definition; and the same bits from either width of lanes.
void few_faces(tally &t)
{
    contact3_small_form *wide = flr_contact3_small_wide(), *narrow = flr_contact3_small_baseline;
    if (!wide) wide = narrow;
    random_source r{529};
    const real near = real_choose(1e-11, 1e-4);
    int made = 0, full = 0, none_shared = 0;
    for (int n = 0; n < 6000; n++) {
        two_faces c = random_faces(r, n);
        const std::vector<vec> all = c.shared();
        vec low = {0, 0, -1};
        for (vec p : all)
            if (p.z > low.z) low = p;
        c.pose.separation = flr_real(-low.z);
        c.pose.point_a = c.pose.point_b = {flr_real(low.x), flr_real(low.y), 0};
        flr_manifold3 m = {}, k = {};
        const bool told = narrow(&c.pose, &c.face[0], &c.face[1], &m),
                   also = wide(&c.pose, &c.face[0], &c.face[1], &k);
        t.expect(told == also && (!told || same_bits(m, k)), "case %d: %d points, then %d", n, m.count,
                 k.count);
        // sides without length
        if (!told) continue;
        made++;
        none_shared += all.empty();
        full += m.count == 4;
        for (int i = 0; i < m.count && !all.empty(); i++) {
            const vec p = from(m.points[i].position);
            t.expect(c.beyond(0, p.x, p.y) < near && c.beyond(1, p.x, p.y) < near &&
                         std::fabs(c.depth(p.x, p.y) - real(m.points[i].depth)) < near &&
                         std::fabs((c.height(0, p.x, p.y) + c.height(1, p.x, p.y)) / 2 - p.z) < near,
                     "case %d: point %d of %d is not on both", n, i, m.count);
        }
        // what is on one corner is one point; more than four are not all told
        std::vector<vec> apart;
        for (vec p : all)
            if (std::none_of(apart.begin(), apart.end(),
                             [&](vec q) { return std::hypot(p.x - q.x, p.y - q.y) < 2e-3L; }))
                apart.push_back(p);
        for (vec p : apart) {
            real nearest = INFINITY;
            for (int i = 0; i < m.count; i++)
                nearest = std::min(nearest, std::hypot(p.x - real(m.points[i].position.x),
                                                       p.y - real(m.points[i].position.y)));
            t.expect(nearest < 2e-3L || apart.size() > 4,
                     "case %d: a corner at %Lg %Lg is %Lg from all of %d", n, p.x, p.y, nearest, m.count);
        }
        t.expect(!all.empty() || m.count == 1, "case %d: nothing shared, %d points", n, m.count);
    }
    t.expect(made > 5000 && full > 1500 && none_shared > 300, "%d made, %d of four points, %d of none", made,
             full, none_shared);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(sheets), FEELER_TEST(half_a_disc), FEELER_TEST(few_faces),
             FEELER_TEST(corners_beside_edges))

}  // namespace TEST_FILE
