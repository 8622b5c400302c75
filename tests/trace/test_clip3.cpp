/// Clipping that is shown, in space: what is left lies behind all planes so far, what went lay in front of the last; the features are those that
/// face each other most; and the points are those of the ordinary manifold.
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

#include "feeler/trace.h"
#include "support/cmocka.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

struct step {
    flr_clip3_step is;
    flr_clip3_feature a, b;
    std::vector<flr_clip3_point> points, dropped;
};

void keep(void *user, const flr_clip3_step *s)
{
    static_cast<std::vector<step> *>(user)->push_back(
        {*s, *s->a, *s->b, {s->points, s->points + s->count}, {s->dropped, s->dropped + s->dropped_count}});
}

const double near = real_choose(1e-11, 1e-4);

double height(const flr_halfspace3 &h, flr_vec3 p)
{
    return double(h.normal.x) * double(p.x) + double(h.normal.y) * double(p.y) +
           double(h.normal.z) * double(p.z) - double(h.offset);
}

flr_vec3 box_corner(const flr_box3 &b, uint32_t i)
{
    const flr_vec3 h = b.half_extents;
    return flr_add3(b.center, flr_mat3_mul(b.axes, flr_vec3_make(i & 1 ? -h.x : h.x, i & 2 ? -h.y : h.y,
                                                                 i & 4 ? -h.z : h.z)));
}

/// The steps by themselves. `deepest` is the depth of the manifold.
void judge_steps(tally &t, const std::vector<step> &steps, flr_vec3 normal)
{
    std::vector<flr_halfspace3> planes;
    int last = -1;
    uint32_t sides = 0;
    for (const step &s : steps) {
        t.expect(int(s.is.stage) >= last, "stage %d after %d", int(s.is.stage), last);
        last = int(s.is.stage);
        const flr_clip3_feature &reference = s.is.reference_is_b ? s.b : s.a,
                                &incident = s.is.reference_is_b ? s.a : s.b;
        if (s.is.stage == FLR_CLIP_SIDE || s.is.stage == FLR_CLIP_TIP) {
            planes.push_back(s.is.plane);
            for (const flr_clip3_point &p : s.dropped)
                t.expect(height(s.is.plane, p.position) > 0, "what went lies behind the plane by %g",
                         -height(s.is.plane, p.position));
        }
        if (s.is.stage == FLR_CLIP_SIDE) {
            const uint32_t i = s.is.side, k = (i + 1) % reference.count;
            ++sides;
            t.expect(std::fabs(height(s.is.plane, reference.corners[i])) < near &&
                         std::fabs(height(s.is.plane, reference.corners[k])) < near,
                     "the plane is not that of side %u", i);
            t.expect(std::fabs(double(flr_dot3(s.is.plane.normal, normal))) < near, "a side plane is aslant");
            for (uint32_t c = 0; c < reference.count; ++c)
                t.expect(height(s.is.plane, reference.corners[c]) < near, "a corner is in front of a side");
        }
        if (s.is.stage == FLR_CLIP_INCIDENT)
            t.expect(s.points.size() == incident.count && s.dropped.empty(), "%zu points", s.points.size());
        if (s.is.stage >= FLR_CLIP_SPREAD) t.expect(s.points.size() <= 4, "%zu points", s.points.size());
        for (const flr_clip3_point &p : s.points) {
            for (const flr_halfspace3 &h : planes)
                t.expect(height(h, p.position) < near, "a point is in front of a plane");
            if (incident.count > 2 && s.is.stage > FLR_CLIP_FEATURES)
                t.expect(std::fabs(double(
                             flr_dot3(incident.normal, flr_sub3(p.position, incident.corners[0])))) < near,
                         "a point off the incident face");
            if (reference.count > 2 && s.is.stage > FLR_CLIP_FEATURES && s.is.stage < FLR_CLIP_DROP) {
                const double slope = double(flr_dot3(reference.normal, normal)),
                             off = double(
                                 flr_dot3(reference.normal, flr_sub3(p.position, reference.corners[0])));
                t.expect(std::fabs(std::fabs(off / slope) - std::fabs(double(p.depth))) < 100 * near,
                         "a depth of %g, but %g below the face", double(p.depth), off / slope);
            }
        }
    }
}

struct counts {
    int asked = 0, met = 0, clipped = 0, same = 0, dropped = 0, edges = 0, ended = 0;
};

/// The manifold that is told against the ordinary one: the same points, up to ties.
void compare(tally &t, const flr_manifold3 &told, const flr_manifold3 &plain, counts &n)
{
    t.expect((told.count > 0) == (plain.count > 0), "%d points, %d ordinarily", told.count, plain.count);
    n.asked++;
    if (told.count == 0 || plain.count == 0) return;
    n.met++;
    double deep = 0, least = 0;
    for (int i = 0; i < told.count; ++i) deep = std::fmax(deep, double(told.points[i].depth));
    for (int i = 0; i < plain.count; ++i) least = std::fmax(least, double(plain.points[i].depth));
    t.expect(std::fabs(deep - least) < near, "the deepest point has %g, ordinarily %g", deep, least);
    bool same = told.count == plain.count && flr_dot3(told.normal, plain.normal) > flr_real(1 - 1e-6);
    for (int i = 0; same && i < told.count; ++i) {
        bool found = false;
        for (int k = 0; k < plain.count; ++k)
            found |= told.points[i].id == plain.points[k].id &&
                     std::fabs(double(told.points[i].depth - plain.points[k].depth)) < near &&
                     double(flr_length3(flr_sub3(told.points[i].position, plain.points[k].position))) < near;
        same = found;
    }
    n.same += same;
}

flr_box3 random_box(random_source &r, double reach)
{
    flr_mat3 m = random_rotation(r).linear;
    if (r.whole(0, 3) == 0) m = signed_permutations()[size_t(r.whole(0, 47))].linear;
    if (flr_dot3(flr_cross3(m.x, m.y), m.z) < 0) m.z = flr_neg3(m.z);  // a reflection
    const flr_vec3 center = r.point(-reach, reach), half = r.point(0.25, 1.5);
    return {center, m, half};
}

/// Of all faces, the one against a direction.
double most_against(const flr_box3 &b, flr_vec3 n)
{
    double least = 0;
    for (flr_vec3 axis : {b.axes.x, b.axes.y, b.axes.z})
        least = std::fmin(least, -std::fabs(double(flr_dot3(axis, n))));
    return least;
}

void boxes(tally &t)
{
    random_source r{81};
    counts n;
    for (int i = 0; i < scenes(1500); ++i) {
        const flr_box3 x = random_box(r, 1), y = random_box(r, 2.75);
        const flr_convex3 a = flr_convex3_box(&x), b = flr_convex3_box(&y);
        const flr_contact3_options options = {r.whole(0, 1) ? flr_real(0.25) : 0, 0, nullptr};
        std::vector<step> steps;
        flr_manifold3 told = {}, plain = {};
        if (!t.expect(flr_trace3_clip(&a, &b, &options, keep, &steps, &told) == FLR_OK &&
                          flr_contact3_convex_convex(&a, &b, &options, &plain) == FLR_OK,
                      "no manifold"))
            return;
        compare(t, told, plain, n);
        if (told.count == 0) continue;
        judge_steps(t, steps, told.normal);
        if (!t.expect(!steps.empty() && steps[0].is.stage == FLR_CLIP_FEATURES, "no steps")) return;
        for (const step &s : steps) n.dropped += !s.dropped.empty();
        for (uint32_t k = 0; k < steps[0].a.count; ++k)
            t.expect(double(flr_length3(
                         flr_sub3(box_corner(x, steps[0].a.vertices[k]), steps[0].a.corners[k]))) < near,
                     "not corner %u", steps[0].a.vertices[k]);
        for (uint32_t k = 0; k < steps[0].b.count; ++k)
            t.expect(double(flr_length3(
                         flr_sub3(box_corner(y, steps[0].b.vertices[k]), steps[0].b.corners[k]))) < near,
                     "not corner %u", steps[0].b.vertices[k]);
        if (steps.size() < 2) {
            t.expect(steps[0].a.count == 2 && steps[0].b.count == 2 && told.count == 1, "not of two edges");
            n.edges++;
            continue;
        }
        n.clipped++;
        bool all = steps.back().points.size() == size_t(told.count);
        for (int k = 0; k < told.count; ++k) {
            bool found = false;
            for (const flr_clip3_point &p : steps.back().points)
                found |= ((p.id ^ told.points[k].id) & 0x7fff7fff) == 0 &&
                         std::fabs(double(p.depth - told.points[k].depth)) < near;
            all = all && found;
        }
        n.ended += all;
        const bool by_b = steps[1].is.reference_is_b;
        const flr_clip3_feature &reference = by_b ? steps[1].b : steps[1].a,
                                &incident = by_b ? steps[1].a : steps[1].b;
        // against the reference's normal where that is the manifold's; none of the other faces looks more against it
        const double flat = std::fabs(double(flr_dot3(reference.normal, told.normal)));
        if (incident.count == 4 && flat > 1 - 1e-9)
            t.expect(double(flr_dot3(incident.normal, reference.normal)) <=
                         most_against(by_b ? x : y, reference.normal) + 1e-5,
                     "another face looks more against the reference face");
    }
    std::printf("  %d pairs, %d met, %d clipped, %d the same, %d cuts\n", n.asked, n.met, n.clipped, n.same,
                n.dropped);
    t.expect(n.met * 10 > n.asked * 3 && n.met * 10 < n.asked * 7, "%d of %d met", n.met, n.asked);
    t.expect(n.same * 100 >= n.met * 98, "%d of %d are the same", n.same, n.met);
    std::printf("  %d of edges, %d of %d end as the manifold\n", n.edges, n.ended, n.clipped);
    t.expect(n.ended * 100 >= n.clipped * 98 && n.edges * 20 > n.met,
             "%d of %d end as the manifold, %d of edges", n.ended, n.clipped, n.edges);
    t.expect(n.clipped * 2 > n.met && n.dropped > n.clipped, "%d clipped, %d cuts", n.clipped, n.dropped);
}

using hull3 = std::shared_ptr<flr_hull3>;

hull3 random_hull(random_source &r)
{
    std::vector<flr_vec3> points;
    const int count = r.whole(4, 14);
    for (int i = 0; i < count; ++i) points.push_back(r.lattice_point(-3, 3));
    flr_hull3 *made = nullptr;
    flr_hull3_create(points.data(), points.size(), nullptr, nullptr, &made);
    return hull3(made, flr_hull3_destroy);
}

void hulls(tally &t)
{
    random_source r{82};
    counts n;
    for (int i = 0; i < scenes(1500); ++i) {
        const hull3 g = random_hull(r), h = random_hull(r);
        const bool upright = r.whole(0, 1) == 0;
        const flr_mat3 none = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                       turn = upright ? none : random_rotation(r).linear;
        const flr_vec3 at = upright ? r.lattice_point(-4, 4) : r.point(-4, 4);
        const flr_convex3 a = flr_convex3_hull(g.get(), none, flr_vec3_make(0, 0, 0), 0),
                          b = flr_convex3_hull(h.get(), turn, at, 0);
        std::vector<step> steps;
        flr_manifold3 told = {}, plain = {};
        if (!t.expect(flr_trace3_clip(&a, &b, nullptr, keep, &steps, &told) == FLR_OK &&
                          flr_contact3_convex_convex(&a, &b, nullptr, &plain) == FLR_OK,
                      "no manifold"))
            return;
        compare(t, told, plain, n);
        if (told.count > 0) judge_steps(t, steps, told.normal);
        n.clipped += steps.size() > 1;
        for (const step &s : steps) n.dropped += !s.dropped.empty();
    }
    std::printf("  %d pairs, %d met, %d clipped, %d the same, %d cuts\n", n.asked, n.met, n.clipped, n.same,
                n.dropped);
    t.expect(n.met * 10 > n.asked * 3 && n.met * 10 < n.asked * 7, "%d of %d met", n.met, n.asked);
    t.expect(n.same * 100 >= n.met * 98, "%d of %d are the same", n.same, n.met);
}

/// A cube on a larger one, its lower face clipped on two sides.
void known(tally &t)
{
    const flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const flr_box3 low = {{0, 0, 0}, upright, {2, 2, 1}},
                   high = {{flr_real(1.5), flr_real(1.5), flr_real(1.75)}, upright, {1, 1, 1}};
    const flr_convex3 a = flr_convex3_box(&low), b = flr_convex3_box(&high);
    std::vector<step> steps;
    flr_manifold3 m;
    t.expect(flr_trace3_clip(&a, &b, nullptr, keep, &steps, &m) == FLR_OK && m.count == 4, "%d points",
             m.count);
    int cuts = 0;
    for (const step &s : steps)
        if (s.is.stage == FLR_CLIP_SIDE) cuts += s.dropped.size() == 2;
    t.expect(cuts == 2, "%d sides cut two corners each", cuts);
    for (int i = 0; i < m.count; ++i) {
        const flr_vec3 p = m.points[i].position;
        t.expect((std::fabs(double(p.x) - 0.5) < near || std::fabs(double(p.x) - 2) < near) &&
                     (std::fabs(double(p.y) - 0.5) < near || std::fabs(double(p.y) - 2) < near) &&
                     std::fabs(double(m.points[i].depth) - 0.25) < near,
                 "a point at (%g, %g)", double(p.x), double(p.y));
    }
    flr_contact3_options options = {-1, 0, nullptr};
    t.expect(flr_trace3_clip(&a, &b, &options, nullptr, nullptr, &m) == FLR_INVALID_ARGUMENT,
             "a margin below 0");
    t.expect(flr_trace3_clip(&a, nullptr, nullptr, nullptr, nullptr, &m) == FLR_INVALID_ARGUMENT, "null");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(boxes), FEELER_TEST(hulls), FEELER_TEST(known))

}  // namespace TEST_FILE
