/// Cylinders and cones that touch something but for 1e-14 to 2e-9: flat on flat, rim on flat, rim on rim, apex on flat, side on
/// side, aligned or leaning by 1e-12 to 1e-6. The plane between them is chosen, so one is known that keeps them as far apart, or
/// lets them overlap by as much, as b has been moved. The normal that is told has to do as well, and has to be that of the distance told.
#include <algorithm>
#include <cstdio>

#include "contact/touch3.hpp"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"

namespace TEST_FILE
{
namespace
{

using namespace touch3;

struct scene {
    form f[2];
    turn at[2];
    vec normal, across;
    double ahead, size;
    int tilt;
};

/// Of the size: how much less than the best plane known the one that is told does, and how far from the distance told.
struct worst {
    worst_of depth{"plane of a depth or distance, of the size", real_choose(2.2e-12, 5e-7)},
        distance{"plane of closest points, of the size", real_choose(2.2e-12, 5e-7)},
        contact{"plane of a contact, of the size", real_choose(2.2e-12, 2.5e-6)},
        told{"distance told and that along the normal, of the size", real_choose(1.4e-11, 5.6e-8)};
    long asked = 0, meet = 0;
};

form random_form(int k, random_source &r)
{
    const double scale = std::ldexp(1, 3 * r.whole(-1, 1));
    const int across = r.whole(1, 10), up = r.whole(1, 10), ball = r.whole(1, 5);
    return {k, scale * across / 10, scale * up / 10, scale * ball / 10};
}

/// One of the points that lie farthest along n.
vec spot_of(const body &b, vec n, random_source &r)
{
    const turn t = frame(n, 0);
    vec sum{0, 0, 0};
    double all = 0;
    for (int i = 0; i < 3; ++i) {
        const double y = r.between(-1e-9, 1e-9), z = r.between(-1e-9, 1e-9), share = r.between(0, 1);
        sum = sum + share * b.farthest(n + y * t.y + z * t.z);
        all += share;
    }
    return 1 / all * sum;
}

scene draw(int ka, int kb, random_source &r)
{
    scene s;
    s.f[0] = random_form(ka, r);
    s.f[1] = random_form(kb, r);
    const int manner_a = r.whole(0, 5), manner_b = r.whole(0, 5);
    const vec out_a = way_out(s.f[0], manner_a, r), out_b = way_out(s.f[1], manner_b, r);
    const bool turned = r.whole(0, 1) == 1, spun = r.whole(0, 1) == 1;
    const vec any = of(r.point(-1, 1));
    const double spin = spun ? r.between(0, 6) : 0;
    s.normal = turned ? unit(any) : out_a;
    auto between = [](const turn &to, const turn &from) {
        return turn{to.of(from.back({1, 0, 0})), to.of(from.back({0, 1, 0})), to.of(from.back({0, 0, 1}))};
    };
    s.at[0] = turned ? between(frame(s.normal, 0), frame(out_a, 0)) : turn{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    s.at[1] = between(frame(-s.normal, spin), frame(out_b, 0));
    const double about = r.between(0, 6);
    s.tilt = r.whole(0, 4);
    const turn n = frame(s.normal, about);
    if (s.tilt > 0) s.at[1] = tilted(s.at[1], n.y, std::pow(10, -4 - 2 * s.tilt));
    const held a = make(s.f[0], s.at[0], {0, 0, 0}), b = make(s.f[1], s.at[1], {0, 0, 0});
    const vec p = spot_of(*a.is, s.normal, r), q = spot_of(*b.is, -s.normal, r);
    s.across = p - q - dot(p - q, s.normal) * s.normal;
    s.ahead = a.is->reach(s.normal) + b.is->reach(-s.normal);
    s.size = 2 * std::max({s.f[0].across, s.f[0].up, s.f[1].across, s.f[1].up});
    return s;
}

/// How far the plane square to n keeps them apart.
double apart(const held &a, const held &b, vec n) { return -(a.is->reach(n) + b.is->reach(-n)); }

/// A normal that was told, against what is known to be possible.
double short_of(const held &a, const held &b, flr_vec3 normal, double known)
{
    const vec n = of(normal);
    return std::fmax(known - apart(a, b, n), std::fabs(length(n) - 1));
}

void look(tally &t, const scene &s, const held &a, const held &b, worst *w)
{
    const flr_gjk3 g = flr_signed_distance3_convex_convex(&a.convex, &b.convex),
                   d = flr_closest3_convex_convex(&a.convex, &b.convex, nullptr);
    flr_signed_distance3_result any{};
    flr_manifold3 m[2] = {};
    flr_contact3_options o{};
    o.margin = flr_real(0.01 * s.size);
    const flr_status status[] = {flr_signed_distance3(&a.shape, &b.shape, &any),
                                 flr_contact3_convex_convex(&a.convex, &b.convex, &o, &m[0]),
                                 flr_contact3(&a.shape, &b.shape, &o, &m[1])};
    ++w->asked;
    w->meet += !(g.signed_distance > 0);
    for (flr_status each : status) t.expect(each == FLR_OK || each == FLR_NOT_CONVERGED, "no answer");
    // the plane that was chosen, or a better one that was told
    const double told = apart(a, b, of(g.normal)),
                 known = std::fmax(std::fmax(apart(a, b, s.normal), told), apart(a, b, of(any.normal)));
    const bool is_apart = d.distance > 0, has_normal = length(of(d.normal)) > 0;
    auto off = [&](flr_vec3 n) { return short_of(a, b, n, known) / s.size; };
    const bool good[] = {w->depth.within(off(g.normal)),
                         w->depth.within(off(any.normal)),
                         !has_normal || w->distance.within(off(d.normal)),
                         has_normal || !is_apart,
                         !m[0].count || w->contact.within(off(m[0].normal)),
                         !m[1].count || w->contact.within(off(m[1].normal)),
                         w->told.within(std::fabs(told - double(g.signed_distance)) / s.size)};
    for (int i = 0; i < 7; ++i)
        t.expect(good[i], "%s %s leaning %d, check %d: told %.6g, %.6g along its normal, %.6g known",
                 names[s.f[0].is], names[s.f[1].is], s.tilt, i, double(g.signed_distance), told, known);
}

const double ways[] = {0,    1e-14, -1e-14, 1e-13, -1e-13, 1e-12, -1e-12, 1e-11, -1e-11,
                       1e-9, -1e-9, 2e-9,   -2e-9, 1e-7,   -1e-7, 1e-6,   -1e-6};

void told_planes_hold(tally &t)
{
    random_source r{1};
    worst w;
    for (int ka = CYLINDER; ka <= CONE; ++ka)
        for (int kb = CYLINDER; kb < KINDS; ++kb)
            for (int i = 0; i < 40; ++i) {
                const scene s = draw(ka, kb, r);
                if (i >= scenes(40)) continue;  // the same ones whether all are looked at or some
                const held a = make(s.f[0], s.at[0], {0, 0, 0});
                for (double way : ways) {
                    const held b = make(s.f[1], s.at[1], s.across + (s.ahead + way * s.size) * s.normal);
                    look(t, s, a, b, &w);
                    look(t, {{s.f[1], s.f[0]}, {}, -s.normal, {}, 0, s.size, s.tilt}, b, a, &w);
                }
            }
    std::printf("  %ld of %ld meet\n", w.meet, w.asked);
    t.expect(w.meet * 10 > w.asked * 3 && w.meet * 10 < w.asked * 7, "%ld of %ld meet", w.meet, w.asked);
    for (const worst_of *each : {&w.depth, &w.distance, &w.contact, &w.told}) each->hold(t);
}

held cylinder(flr_vec3 a, flr_vec3 b, flr_real radius)
{
    held h;
    *h.is = {{of(a), of(b)}, unit(of(b) - of(a)), {double(radius), double(radius)}, 0};
    h.shape = {};
    h.shape.kind = FLR_SHAPE3_CYLINDER;
    h.shape.as.cylinder = {a, b, radius};
    flr_convex3_shape(&h.shape, &h.convex);
    return h;
}

/// Two pairs that lean by 1e-8 and 1e-11 and were told 1e-14 apart with normals square to the true one. The distances are by 60 digits: the
/// first touches with a's flat end, the second with b's.
void lean_a_little(tally &t)
{
    if (real_is_float) return (void)t.expect(true, "the ends are those of double");
    const held pairs[][2] = {
        {cylinder({0, 0, flr_real(-0x1.6666666666666p+2)}, {0, 0, flr_real(0x1.6666666666666p+2)}, 4),
         cylinder({flr_real(-0x1.6666666666666p-28), flr_real(0x1.6666666666666p-27),
                   flr_real(0x1.6666666f5822fp+2)},
                  {flr_real(0x1.6666666666666p-28), flr_real(-0x1.6666666666666p-27),
                   flr_real(0x1.c0000008f1bc9p+2)},
                  flr_real(0.5))},
        {cylinder({0, 0, flr_real(-0x1.6666666666666p-1)}, {0, 0, flr_real(0x1.6666666666666p-1)},
                  flr_real(0.5)),
         cylinder({flr_real(-0x1.6666666666666p-36), flr_real(0x1.6666666666666p-35),
                   flr_real(0x1.666666666a9d8p-1)},
                  {flr_real(0x1.6666666666666p-36), flr_real(-0x1.6666666666666p-35),
                   flr_real(0x1.7ccccccccd104p+3)},
                  4)}};
    const double truth[] = {1.0780444e-14, -2.15047e-12}, size[] = {11.2, 11.2};
    double worst = 0, plane = 0;
    for (int k = 0; k < 2; ++k)
        for (int turn = 0; turn < 2; ++turn) {
            const held &a = pairs[k][turn], &b = pairs[k][1 - turn];
            const flr_gjk3 g = flr_signed_distance3_convex_convex(&a.convex, &b.convex);
            worst = std::fmax(worst, std::fabs(double(g.signed_distance) - truth[k]) / size[k]);
            plane = std::fmax(plane, short_of(a, b, g.normal, truth[k]) / size[k]);
            t.expect(g.status == FLR_OK && plane < 1e-12, "pair %d: told %g, along its normal %g", k,
                     double(g.signed_distance), apart(a, b, of(g.normal)));
        }
    expect_pinned(t, "distance of those that lean a little, of the size", worst, 4e-16);
    expect_pinned(t, "their planes, of the size", plane, 4e-16);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(told_planes_hold), FEELER_TEST(lean_a_little))

}  // namespace TEST_FILE
