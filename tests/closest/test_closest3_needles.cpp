// needs: gmp
/// The normal of what is apart parts it: a plane square to it keeps the shapes as far apart as their distance is, but for some
/// roundings of their size, also needles and plates a million times as long as they are apart. By separations in whole numbers.
#include <cmath>
#include <memory>
#include <vector>

#include "feeler/any3.h"
#include "support/cmocka.hpp"
#include "support/minkowski3.hpp"
#include "support/pinned.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

enum kind { segment, triangle, tetrahedron, rectangle, box, points, hull, kinds };

/// A needle or plate about the origin; of points what it is made of stays here.
struct thin_shape {
    std::vector<flr_vec3> list;
    std::shared_ptr<flr_hull3> built;
    flr_convex3 core;
};

flr_vec3 within(random_source &r, const double half[3])
{
    const double x = r.between(-1, 1), y = r.between(-1, 1), z = r.between(-1, 1);
    return flr_vec3_make(flr_real(half[0] * x), flr_real(half[1] * y), flr_real(half[2] * z));
}

void make(random_source &r, int of, const double half[3], const flr_mat3 &turn, thin_shape &s)
{
    for (int i = of == hull ? 12 : 8; i > 0; --i) s.list.push_back(within(r, half));
    s.list[0].x = flr_real(-half[0]);
    s.list[1].x = flr_real(half[0]);
    std::vector<flr_vec3> p;
    for (flr_vec3 q : s.list) p.push_back(flr_mat3_mul(turn, q));
    const flr_segment3 of_two = {p[0], p[1]};
    const flr_triangle3 of_three = {p[0], p[1], p[2]};
    const flr_tetrahedron of_four = {p[0], p[1], p[2], p[3]};
    const flr_vec3 h = flr_vec3_make(flr_real(half[0]), flr_real(half[1]), flr_real(half[2])),
                   none = flr_vec3_make(0, 0, 0);
    const flr_rectangle3 flat = {none, turn.x, turn.y, h.x, h.y};
    const flr_box3 solid = {none, turn, h};
    if (of == segment) s.core = flr_convex3_segment(&of_two);
    if (of == triangle) s.core = flr_convex3_triangle(&of_three);
    if (of == tetrahedron) s.core = flr_convex3_tetrahedron(&of_four);
    if (of == rectangle) s.core = flr_convex3_rectangle(&flat);
    if (of == box) s.core = flr_convex3_box(&solid);
    if (of == points) s.core = flr_convex3_points(s.list.data(), uint32_t(s.list.size()), turn, none, 0);
    if (of == hull) {
        flr_hull3 *h3 = nullptr;
        flr_hull3_create(s.list.data(), s.list.size(), nullptr, nullptr, &h3);
        s.built.reset(h3, flr_hull3_destroy);
        s.core = flr_convex3_hull(s.built.get(), turn, none, 0);
    }
}

void move(flr_convex3 &c, flr_vec3 by)
{
    c.center = flr_add3(c.center, by);
    for (uint32_t i = 0; i < 4; ++i) c.corners[i] = flr_add3(c.corners[i], by);
}

/// What a normal is short of, of two that are known to be so far apart, in roundings of their size.
struct judge {
    minkowski3::corner_list a, b;
    double exact, size;

    judge(const flr_convex3 &x, const flr_convex3 &y) : a(minkowski3::corners(x)), b(minkowski3::corners(y))
    {
        exact = minkowski3::signed_distance(a, b).get_d();
        size = minkowski3::extent(a, b) / 2;
    }
    double short_of(flr_vec3 normal) const
    {
        return (exact - minkowski3::separation(a, b, normal)) / size / real_rounding;
    }
};

struct thin_pair {
    thin_shape a, b;
};

/// Two of them beside one another, all that they are long, wide, thick and apart drawn over some powers of ten.
void draw(random_source &r, thin_pair &p)
{
    const double range = real_choose(6, 3);
    flr_affine3 turn[2] = {random_rotation(r), random_rotation(r)};
    if (r.whole(0, 2) == 0) turn[1] = turn[0];
    double along[2];
    for (int k = 0; k < 2; ++k) {
        const double length = std::pow(10, r.between(0, range)), drawn = std::pow(10, r.between(0, range)),
                     wide = r.whole(0, 2) ? 1 : std::fmin(drawn, length),
                     thin = std::pow(10, r.between(-range, 0));
        const double half[3] = {length, wide, r.whole(0, 1) ? std::fmin(1, wide) : thin};
        make(r, r.whole(0, kinds - 1), half, turn[k].linear, k ? p.b : p.a);
        along[k] = r.between(-1, 1) * length;
    }
    move(p.b.core, flr_sub3(flr_scale3(flr_real(along[0]), turn[0].linear.x),
                            flr_scale3(flr_real(along[1]), turn[1].linear.x)));
    const flr_real gap = flr_real(std::pow(10, r.between(-range, 0)));
    for (int turns = 0; turns < 3; ++turns) {
        const flr_gjk3 g = flr_signed_distance3_convex_convex(&p.a.core, &p.b.core);
        move(p.b.core, flr_scale3(gap - g.signed_distance, g.normal));
    }
}

flr_gjk3 warm(const flr_convex3 &a, const flr_convex3 &b)
{
    flr_gjk3_cache cache = {};
    const flr_gjk3_options options = {flr_real(INFINITY), &cache, nullptr, 0};
    flr_closest3_convex_convex(&a, &b, &options);
    return flr_closest3_convex_convex(&a, &b, &options);
}

flr_shape3 shape_of(const flr_convex3 &c)
{
    flr_shape3 s = {};
    s.kind = FLR_SHAPE3_CONVEX;
    s.as.convex = c;
    return s;
}

void normals_part(tally &t)
{
    random_source r{91};
    worst_of cold = {"what normals part by, cold, roundings of the size", real_choose(25, 1)},
             kept = {"the same, warm", real_choose(64, 1)},
             either = {"of any two shapes", real_choose(25, 14)},
             touch = {"of contacts within a margin", real_choose(5, 3)};
    int apart = 0;
    for (int i = 0; i < 1200; ++i) {
        thin_pair p;
        draw(r, p);
        if (i >= scenes(1200)) continue;
        for (int order = 0; order < 2; ++order) {
            const flr_convex3 &a = order ? p.b.core : p.a.core, &b = order ? p.a.core : p.b.core;
            const judge j(a, b);
            if (!(j.exact > j.size * real_choose(1e-13, 1e-5))) continue;
            apart++;
            const flr_gjk3 g = flr_closest3_convex_convex(&a, &b, nullptr), w = warm(a, b);
            t.expect(cold.within(j.short_of(g.normal)), "%d: %g short", i, j.short_of(g.normal));
            t.expect(kept.within(j.short_of(w.normal)), "%d: warm %g short", i, j.short_of(w.normal));
            const flr_shape3 x = shape_of(a), y = shape_of(b);
            flr_signed_distance3_result s;
            const bool told = flr_signed_distance3(&x, &y, &s) == FLR_OK;
            t.expect(told && either.within(j.short_of(s.normal)), "%d: of any two %g short", i,
                     j.short_of(s.normal));
            const flr_contact3_options options = {2 * g.distance, 0, nullptr};
            flr_manifold3 m;
            const bool met = flr_contact3(&x, &y, &options, &m) == FLR_OK && m.count > 0;
            t.expect(met && touch.within(j.short_of(m.normal)), "%d: of a contact %g short", i,
                     j.short_of(m.normal));
        }
    }
    t.expect(apart > scenes(1200), "%d apart", apart);
    for (const worst_of *w : {&cold, &kept, &either, &touch}) w->hold(t);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(normals_part))

}  // namespace TEST_FILE
