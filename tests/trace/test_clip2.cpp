/// Clipping that is shown, in the plane: what is left lies behind all lines so far, what went lay in front, and the end is the ordinary manifold.
#include <cmath>
#include <cstdio>
#include <vector>

#include "feeler/trace.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

struct step {
    flr_clip2_step is;
    flr_clip2_feature a, b;
    std::vector<flr_clip2_point> points, dropped;
};

void keep(void *user, const flr_clip2_step *s)
{
    static_cast<std::vector<step> *>(user)->push_back(
        {*s, *s->a, *s->b, {s->points, s->points + s->count}, {s->dropped, s->dropped + s->dropped_count}});
}

const double near = real_choose(1e-12, 2e-5);

double height(const flr_halfspace2 &h, flr_vec2 p)
{
    return double(h.normal.x) * double(p.x) + double(h.normal.y) * double(p.y) - double(h.offset);
}

/// Corners of a circle in order of their angles, at whole places or anywhere.
std::vector<flr_vec2> random_corners(random_source &r)
{
    const int count = r.whole(3, 20);
    const double x = r.between(-2, 2), y = r.between(-2, 2), radius = r.between(0.5, 2),
                 turn = r.between(0, 7);
    const bool square = r.whole(0, 2) == 0;
    std::vector<flr_vec2> all;
    if (square) {
        const flr_real u = flr_real(r.whole(-3, 3)), v = flr_real(r.whole(-3, 3)),
                       w = flr_real(r.whole(1, 4)), h = flr_real(r.whole(1, 4));
        return {{u, v}, {u + w, v}, {u + w, v + h}, {u, v + h}};
    }
    for (int i = 0; i < count; ++i) {
        const double a = turn + 6.283 * i / count;
        all.push_back(flr_vec2_make(flr_real(x + radius * std::cos(a)), flr_real(y + radius * std::sin(a))));
    }
    return all;
}

void polygons(tally &t)
{
    random_source r{91};
    int asked = 0, met = 0, same = 0, cuts = 0;
    for (int i = 0; i < scenes(3000); ++i) {
        const std::vector<flr_vec2> p = random_corners(r), q = random_corners(r);
        const flr_convex2 a = flr_convex2_polygon(p.data(), uint32_t(p.size()), flr_vec2_make(1, 0),
                                                  flr_vec2_make(0, 0), 0),
                          b = flr_convex2_polygon(q.data(), uint32_t(q.size()), flr_vec2_make(1, 0),
                                                  flr_vec2_make(0, 0), 0);
        const flr_contact2_options options = {r.whole(0, 1) ? flr_real(0.25) : 0, 0, nullptr};
        std::vector<step> steps;
        flr_manifold2 m = {}, plain = {};
        if (!t.expect(flr_trace2_clip(&a, &b, &options, keep, &steps, &m) == FLR_OK &&
                          flr_contact2_convex_convex(&a, &b, &options, &plain) == FLR_OK,
                      "no manifold"))
            return;
        asked++;
        t.expect(m.count == plain.count && (m.count > 0) == !steps.empty(), "%d points, %zu steps", m.count,
                 steps.size());
        if (m.count == 0) continue;
        met++;
        std::vector<flr_halfspace2> lines;
        for (const step &s : steps) {
            const flr_clip2_feature &reference = s.is.reference_is_b ? s.b : s.a;
            for (size_t k = 0; k < 2; ++k)
                t.expect(double(flr_length2(flr_sub2(p[s.a.vertices[k]], s.a.corners[k]))) < near &&
                             double(flr_length2(flr_sub2(q[s.b.vertices[k]], s.b.corners[k]))) < near,
                         "not the corner of that number");
            if (s.is.stage == FLR_CLIP_SIDE) {
                lines.push_back(s.is.plane);
                const double u = height(s.is.plane, reference.corners[0]),
                             v = height(s.is.plane, reference.corners[1]);
                t.expect(std::fabs(s.is.side == 0 ? u : v) < near, "the line is not at corner %u", s.is.side);
                t.expect(std::fabs(std::fmax(u, v)) < near && u + v < near,
                         "the line is not at an end: %g, %g", u, v);
                t.expect(std::fabs(double(flr_dot2(s.is.plane.normal, m.normal))) < near,
                         "the line is aslant");
                for (const flr_clip2_point &x : s.dropped)
                    t.expect(height(s.is.plane, x.position) > 0, "what went lay behind");
                cuts += !s.dropped.empty();
            }
            for (const flr_clip2_point &x : s.points)
                for (const flr_halfspace2 &h : lines)
                    t.expect(height(h, x.position) < near, "a point is in front of a line");
        }
        // midway between the surfaces are the manifold's points, those of the last step on the incident one
        const step &last = steps.back();
        bool all = last.points.size() == size_t(m.count);
        for (int k = 0; k < m.count; ++k) {
            bool found = false;
            for (const flr_clip2_point &x : last.points) {
                const flr_real way = (last.is.reference_is_b ? -1 : 1) * x.depth / 2;
                const flr_vec2 middle = flr_mul_add2(x.position, way, m.normal);
                found |= double(flr_length2(flr_sub2(middle, m.points[k].position))) < near &&
                         std::fabs(double(x.depth - m.points[k].depth)) < near;
            }
            all = all && found;
        }
        same += all;
    }
    std::printf("  %d pairs, %d met, %d end as the manifold, %d cuts\n", asked, met, same, cuts);
    t.expect(met * 10 > asked * 3 && met * 10 < asked * 7, "%d of %d met", met, asked);
    t.expect(same * 100 >= met * 98 && cuts > met / 2, "%d of %d end as the manifold, %d cuts", same, met,
             cuts);
}

void wrong(tally &t)
{
    const flr_aabb2 box = {{-1, -1}, {1, 1}};
    const flr_circle circle = {{0, 0}, 1};
    const flr_convex2 a = flr_convex2_aabb(&box), b = flr_convex2_circle(&circle);
    flr_manifold2 m;
    t.expect(flr_trace2_clip(&a, &b, nullptr, nullptr, nullptr, &m) == FLR_INVALID_ARGUMENT, "a radius");
    t.expect(flr_trace2_clip(&a, nullptr, nullptr, nullptr, nullptr, &m) == FLR_INVALID_ARGUMENT, "null");
    t.expect(flr_trace2_clip(&a, &a, nullptr, nullptr, nullptr, &m) == FLR_OK && m.count == 2,
             "a square with itself");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(polygons), FEELER_TEST(wrong))

}  // namespace TEST_FILE
