/// Meshes whose axis-aligned boxes tell little: oblique sheets of long triangles, stairs, trusses, smooth surfaces apart. The
/// search leaves out whole subtrees there; every pair of triangles by itself says what must come out.
#include "support/cmocka.hpp"
#include "support/exact_mesh.hpp"
#include "support/handles.hpp"
#include "support/pinned.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

void add_quad(soup &s, flr_vec3 a, flr_vec3 b, flr_vec3 c, flr_vec3 d)
{
    auto base = static_cast<uint32_t>(s.v.size());
    s.v.insert(s.v.end(), {a, b, c, d});
    s.t.push_back({base, base + 1, base + 2});
    s.t.push_back({base, base + 2, base + 3});
}

/// The square from -1 to 1 as long strips at an angle to the axes, each bent about its height by up to `ripple`.
soup sheet(int strips, double slant, double ripple, random_source &r)
{
    soup s;
    for (int i = 0; i < strips; ++i) {
        double from = 2.0 * i / strips - 1, to = 2.0 * (i + 1) / strips - 1;
        double low = r.between(-ripple, ripple), high = r.between(-ripple, ripple);
        add_quad(s, vec(from - slant, -1, low), vec(to - slant, -1, low), vec(to + slant, 1, high),
                 vec(from + slant, 1, high));
    }
    return s;
}

/// Steps of rise and tread, as long as they are many, the edges along y.
soup stairs(int steps)
{
    soup s;
    double size = 2.0 / steps;
    for (int i = 0; i < steps; ++i) {
        double x = i * size - 1;
        add_quad(s, vec(x, -1, x), vec(x, 1, x), vec(x, 1, x + size), vec(x, -1, x + size));
        add_quad(s, vec(x, -1, x + size), vec(x, 1, x + size), vec(x + size, 1, x + size),
                 vec(x + size, -1, x + size));
    }
    return s;
}

/// Thin bars of square section in all directions between z = 0 and z = 2.
soup truss(int bars, double width, random_source &r)
{
    const std::array<std::array<uint32_t, 4>, 6> faces{
        {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}};
    soup s;
    for (int i = 0; i < bars; ++i) {
        flr_vec3 p = r.point(0, 4), q = r.point(-2, 2);
        q = vec(p.x + q.x, p.y + q.y, 2);
        p.z = 0;
        flr_vec3 d = flr_sub3(q, p), u = flr_cross3(d, vec(0, 1, 0));
        u = flr_scale3(flr_real(width / double(flr_length3(u))), u);
        flr_vec3 v = flr_scale3(1 / flr_length3(d), flr_cross3(d, u));
        std::array<flr_vec3, 8> c;
        for (uint32_t k = 0; k < 8; ++k)
            c[k] = flr_add3(k & 4u ? q : p,
                            flr_add3(flr_scale3(k & 1u ? 1 : -1, u), flr_scale3(k & 2u ? 1 : -1, v)));
        for (auto &f : faces) add_quad(s, c[f[0]], c[f[1]], c[f[2]], c[f[3]]);
    }
    return s;
}

soup bumpy(int rings)
{
    soup s;
    const double pi = 3.14159265358979323846;
    auto at = [&](int i, int j) {
        double polar = pi * i / rings, around = 2 * pi * j / (2 * rings);
        double radius = 1 + 0.03 * std::sin(7 * polar) * std::cos(9 * around);
        return vec(radius * std::sin(polar) * std::cos(around), radius * std::sin(polar) * std::sin(around),
                   radius * std::cos(polar));
    };
    for (int i = 0; i < rings; ++i)
        for (int j = 0; j < 2 * rings; ++j)
            add_quad(s, at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
    return s;
}

struct truth {
    double distance = INFINITY;
    long meeting = 0;
};

truth every_pair(const part &a, const part &b)
{
    truth r;
    auto wa = a.world(), wb = b.world();
    std::vector<exact_mesh::bounds> of_b;
    for (auto &u : wb) of_b.push_back(exact_mesh::bounds_of(u));
    for (auto &t : wa)
        for (auto &u : wb) {
            if (exact_mesh::below_distance(exact_mesh::bounds_of(t), of_b[size_t(&u - &wb[0])]) > r.distance)
                continue;
            double d = double(flr_closest3_triangle_triangle(&t, &u).distance);
            r.distance = std::min(r.distance, d);
            r.meeting += d == 0;
        }
    return r;
}

bool count_pair(void *user, uint32_t, uint32_t)
{
    ++*static_cast<long *>(user);
    return true;
}

struct seen {
    long all = 0, meet = 0;
    double worst = 0;  // in roundings of the largest coordinate
};

double reach(const part &a, const part &b)
{
    double r = 0;
    for (auto *p : {&a, &b})
        for (auto q : {p->at.bounds.min, p->at.bounds.max})
            r = std::max(r, std::max(std::fabs(double(q.x)),
                                     std::max(std::fabs(double(q.y)), std::fabs(double(q.z)))));
    return r;
}

void compare(tally &t, const char *name, const part &a, const part &b, seen *all)
{
    truth exact = every_pair(a, b);
    double unit = real_rounding * reach(a, b);
    ++all->all;
    all->meet += exact.meeting > 0;
    for (int order = 0; order < 2; ++order) {
        const flr_instance3 &p = order ? b.at : a.at, &q = order ? a.at : b.at;
        long meeting = 0;
        t.expect(flr_overlap3_mesh_mesh_pairs(&p, &q, count_pair, &meeting) == FLR_OK &&
                     meeting == exact.meeting,
                 "%s: %ld pairs meet, not %ld", name, meeting, exact.meeting);
        t.expect(flr_overlap3_mesh_mesh(&p, &q) == (exact.meeting > 0), "%s: overlap", name);
        flr_closest3_mesh c = flr_closest3_mesh_mesh(&p, &q, INFINITY);
        double off = std::fabs(c.distance - exact.distance) / unit;
        t.expect(c.found && off <= 2, "%s: distance %.17g, not %.17g (%.2f roundings)", name, c.distance,
                 exact.distance, off);
        t.expect((c.distance == 0) == (exact.meeting > 0), "%s: distance %g of what meets in %ld pairs", name,
                 c.distance, exact.meeting);
        all->worst = std::max(all->worst, off);
        double between = flr_length3(flr_sub3(c.point_b, c.point_a));
        t.expect(std::fabs(between - c.distance) <= 4 * unit, "%s: witness points", name);
        // a limit at the distance finds it, one below does not
        t.expect(flr_closest3_mesh_mesh(&p, &q, c.distance).found, "%s: at the limit", name);
        if (c.distance > 4 * unit)
            t.expect(!flr_closest3_mesh_mesh(&p, &q, flr_real(c.distance - 4 * unit)).found,
                     "%s: below the limit", name);
    }
}

void print(const seen &s)
{
    std::printf("  %ld pairs, %ld meet; worst distance %.2f roundings of the largest coordinate\n", s.all,
                s.meet, s.worst);
}

/// Two sheets, strips across strips, so that all pairs of long triangles are near: flat and apart by a hair or not at all,
/// rippled so that the least distance hides among many that are nearly the same.
void oblique_sheets(tally &t)
{
    random_source r{211};
    seen all;
    const double gaps[] = {0, real_choose(1e-15, 1e-7), real_choose(1e-9, 1e-5), 1e-3, 0.02, 0.3};
    for (int turn = 0; turn < 3; ++turn)
        for (double gap : gaps)
            for (double ripple : {0.0, 0.004}) {
                // turned in their own frame, so that boxes are loose; then placed
                flr_affine3 oblique = turn == 0 ? integer_rotation(2, 1, 0, 1) : random_rotation(r);
                flr_vec3 by = flr_mat3_mul(oblique.linear, vec(0.1, 0.05, gap));
                soup sa = sheet(60, 0.7, ripple, r), sb = sheet(60, -0.6, ripple, r);
                part a(placed(sa, oblique)), b(placed(sb, oblique));
                flr_affine3 place = turn == 0 ? flr_affine3_identity() : random_rotation(r);
                if (turn == 2) {
                    place = after(place, scaling(1, 2, -0.25));
                    place.translation = vec(1e3, -2e3, 5e2);
                }
                a.place(place);
                b.place(after(place, translation(by.x, by.y, by.z)));
                compare(t, "sheets", a, b, &all);
            }
    print(all);
    t.expect(enough(3 * all.meet >= all.all && 3 * all.meet <= 2 * all.all), "%ld of %ld meet", all.meet,
             all.all);
}

void stairs_and_trusses(tally &t)
{
    random_source r{212};
    seen all;
    for (int k = 0; k < scenes(10); ++k) {
        flr_affine3 oblique = random_rotation(r), place = random_rotation(r);
        part a(placed(stairs(40), oblique)), b(placed(stairs(40), oblique));
        double by = k < 3 ? 0 : r.between(1e-6, 0.02), up = k % 2 ? by : -0.3 * by;
        double along = r.between(-0.1, 0.1);
        a.place(place);
        flr_vec3 apart = flr_mat3_mul(oblique.linear, vec(-by, along, up));
        b.place(after(place, translation(apart.x, apart.y, apart.z)));
        compare(t, "stairs", a, b, &all);
    }
    for (int k = 0; k < scenes(8); ++k) {
        part a(truss(20, 0.01, r)), b(truss(20, 0.01, r));
        flr_affine3 place = random_rotation(r);
        a.place(place);
        b.place(after(place, translation(0.1, 0.2, k < 4 ? 2.03 : 0.1)));
        compare(t, "trusses", a, b, &all);
    }
    print(all);
    t.expect(enough(3 * all.meet >= all.all && 3 * all.meet <= 2 * all.all), "%ld of %ld meet", all.meet,
             all.all);
}

/// Smooth surfaces apart, whose distance the boxes of tilted patches bound loosely.
void smooth_surfaces(tally &t)
{
    random_source r{213};
    seen all;
    part a(bumpy(16)), b(bumpy(16));
    for (int k = 0; k < scenes(6); ++k) {
        double x = r.between(1.5, 2.3), y = r.between(-0.3, 0.3);
        flr_affine3 turn = random_rotation(r);
        a.place(random_rotation(r));
        b.place(after(translation(k < 3 ? 2.2 : x, y, 0.1), turn));
        compare(t, "spheres", a, b, &all);
    }
    print(all);
    t.expect(enough(3 * all.meet >= all.all && 3 * all.meet <= 2 * all.all), "%ld of %ld meet", all.meet,
             all.all);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(oblique_sheets), FEELER_TEST(stairs_and_trusses), FEELER_TEST(smooth_surfaces))

}  // namespace TEST_FILE
