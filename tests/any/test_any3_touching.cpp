// Shapes that touch: what overlaps as it stands is overlapped at the start of every sweep and motion, in both orders, and
// the plane's side, the overlap and the distance tell the same. Exact touches in whole numbers, with normals whose length
// is one, and shapes of every kind that were brought together up to rounding.
#include <cmath>
#include <vector>

#include "any/any3_stock.hpp"
#include "feeler/any3.h"
#include "feeler/toi3.h"
#include "support/cmocka.hpp"

namespace TEST_FILE
{
namespace
{

struct whole3 {
    int x, y, z;
};
whole3 operator*(int s, whole3 v) { return {s * v.x, s * v.y, s * v.z}; }
whole3 operator+(whole3 a, whole3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
int dot(whole3 a, whole3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
flr_vec3 real3(whole3 v) { return flr_vec3_make(flr_real(v.x), flr_real(v.y), flr_real(v.z)); }

/// Three square to each other, all of one whole length.
struct triad {
    whole3 n, u, v;
    int length;
};
const triad triads[] = {{{1, 2, 2}, {2, 1, -2}, {2, -2, 1}, 3},
                        {{2, 3, 6}, {3, -6, 2}, {6, 2, -3}, 7},
                        {{0, 3, 4}, {5, 0, 0}, {0, 4, -3}, 5},
                        {{4, 4, 7}, {8, -1, -4}, {1, -8, 4}, 9},
                        {{2, 6, 9}, {6, 7, -6}, {9, -6, 2}, 11}};

whole3 lattice(random_source &r, int most)
{
    int x = r.whole(-most, most), y = r.whole(-most, most), z = r.whole(-most, most);
    return {x, y, z};
}

triad random_triad(random_source &r)
{
    triad t = triads[r.whole(0, 4)];
    for (int i = r.whole(0, 2); i > 0; --i) t = {t.u, t.v, t.n, t.length};
    if (r.whole(0, 1)) t.n = -1 * t.n;
    return t;
}

bool starts_touching(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b)
{
    flr_sweep3_result s;
    return flr_sweep3(a, motion, b, &s) == FLR_OK && s.hit && s.overlap_at_start && s.t == 0;
}

bool moves_from_touching(const flr_shape3 *a, flr_vec3 motion, const flr_shape3 *b)
{
    flr_path3 path = flr_path3_still({{1, 0, 0, 0}, {0, 0, 0}}), still = path;
    path.to.position = motion;
    flr_toi3_result m;
    return flr_toi3(a, &path, b, &still, nullptr, &m) == FLR_OK && m.hit && m.t == 0;
}

/// Sweeps and motions, there and nowhere.
void expect_start(tally &t, const flr_shape3 *a, const flr_shape3 *b, flr_vec3 motion, bool motions)
{
    const char *x = flr_shape3_name(a->kind), *y = flr_shape3_name(b->kind);
    const flr_vec3 none = {0, 0, 0};
    t.expect(starts_touching(a, none, b), "%s %s: sweep without a motion", x, y);
    t.expect(starts_touching(a, motion, b), "%s %s: sweep", x, y);
    if (!motions) return;
    t.expect(moves_from_touching(a, none, b), "%s %s: motion nowhere", x, y);
    t.expect(moves_from_touching(a, motion, b), "%s %s: motion", x, y);
}

bool overlaps(const flr_shape3 *a, const flr_shape3 *b)
{
    bool overlap = false;
    return flr_overlap3(a, b, &overlap) == FLR_OK && overlap;
}

/// Something round or upright whose last point along n is known: its plane's offset.
int make_touching(random_source &r, const triad &t, flr_shape3 *s)
{
    whole3 c = lattice(r, 3), down = -r.whole(0, 2) * t.n;
    int radius = r.whole(1, 3), reach = dot(t.n, c) + t.length * radius;
    switch (s->kind) {
    case FLR_SHAPE3_SPHERE:
        s->as.sphere = {real3(c), flr_real(radius)};
        return reach;
    case FLR_SHAPE3_CAPSULE:
        s->as.capsule = {real3(c), real3(c + down), flr_real(radius)};
        return reach;
    case FLR_SHAPE3_AABB: {
        whole3 e = {1 + (radius & 1), radius, 2};
        s->as.aabb = {real3(c + -1 * e), real3(c + e)};
        return dot(t.n, c) + std::abs(t.n.x) * e.x + std::abs(t.n.y) * e.y + std::abs(t.n.z) * e.z;
    }
    case FLR_SHAPE3_BOX: {
        // turned by a quarter: x runs along y
        const flr_mat3 axes = {{0, 1, 0}, {0, 0, -1}, {-1, 0, 0}};
        s->as.box = {real3(c), axes, flr_vec3_make(flr_real(radius), 1, 2)};
        return dot(t.n, c) + std::abs(t.n.y) * radius + std::abs(t.n.z) + std::abs(t.n.x) * 2;
    }
    case FLR_SHAPE3_CYLINDER:
    case FLR_SHAPE3_CONE: {
        bool cone = s->kind == FLR_SHAPE3_CONE;
        // along the plane, square to it, or at an angle of cosine 4/5 or 3/5; the disc then reaches by its sine
        int way = r.whole(0, 3),
            p = way == 0   ? 0
                : way == 1 ? 5
                : way == 2 ? 4
                           : 3,
            q = way == 0   ? 5
                : way == 1 ? 0
                : way == 2 ? 3
                           : 4;
        whole3 axis = p * t.n + q * (r.whole(0, 1) ? t.u : t.v);
        s->as.cylinder = {real3(c + -1 * axis), real3(c), flr_real(5 * radius)};
        int disc = dot(t.n, c) + t.length * q * radius, apex = dot(t.n, c + -1 * axis);
        return cone && apex > disc ? apex : disc;
    }
    default:
        return 0;
    }
}

/// A shape in front of which a plane touches it, and one farther by the least whole number does not.
void planes(tally &t)
{
    random_source r = {71};
    const flr_shape3_kind kinds[] = {FLR_SHAPE3_SPHERE, FLR_SHAPE3_CAPSULE,  FLR_SHAPE3_AABB,
                                     FLR_SHAPE3_BOX,    FLR_SHAPE3_CYLINDER, FLR_SHAPE3_CONE};
    for (int i = 0; i < 2400; ++i) {
        flr_shape3 s = {}, h = {};
        s.kind = kinds[i % 6];
        triad n = random_triad(r);
        int offset = make_touching(r, n, &s);
        flr_vec3 motion = real3(lattice(r, 3));
        const char *name = flr_shape3_name(s.kind);
        for (int away = 0; away <= 1; ++away) {
            bool touches = away == 0, overlap = !touches;
            for (int solid = 0; solid <= 1; ++solid) {
                h.kind = solid ? FLR_SHAPE3_HALFSPACE : FLR_SHAPE3_PLANE;
                h.as.plane = {real3((solid ? -1 : 1) * n.n), flr_real((solid ? -1 : 1) * (offset + away))};
                flr_closest3 c = {};
                bool ok = flr_overlap3(&s, &h, &overlap) == FLR_OK && overlap == touches;
                t.expect(ok, "%s: overlap is not %d", name, touches);
                t.expect(flr_overlap3(&h, &s, &overlap) == FLR_OK && overlap == touches, "%s: turned", name);
                t.expect(flr_distance3(&s, &h, &c) == FLR_OK && (c.distance == 0) == touches, "%s: distance",
                         name);
                int side = 7;
                ok = flr_classify3(&h.as.plane, &s, &side) == FLR_OK;
                t.expect(ok && side == (touches ? 0 : solid ? 1 : -1), "%s: side %d", name, side);
                if (!touches) continue;
                flr_manifold3 m;
                t.expect(flr_contact3(&s, &h, nullptr, &m) == FLR_OK && m.count > 0, "%s: no contact", name);
                expect_start(t, &s, &h, motion, i < 600);
                expect_start(t, &h, &s, motion, i < 600);
            }
        }
    }
}

/// Points and spheres at the rim, side and slant of what is round.
void round_ones(tally &t)
{
    random_source r = {72};
    long touching = 0;
    for (int i = 0; i < 1200; ++i) {
        triad n = random_triad(r);
        whole3 c = lattice(r, 3);
        int k = r.whole(1, 2), radius = k * n.length;
        whole3 at = c + k * n.n;
        flr_shape3 a = {}, b = {};
        const flr_shape3_kind kinds[] = {FLR_SHAPE3_SPHERE, FLR_SHAPE3_CAPSULE, FLR_SHAPE3_CYLINDER,
                                         FLR_SHAPE3_CONE};
        a.kind = kinds[i % 4];
        if (a.kind == FLR_SHAPE3_SPHERE) {
            a.as.sphere = {real3(c), flr_real(radius)};
        } else {
            int before = a.kind == FLR_SHAPE3_CONE ? -4 : -1;
            // a cone's rim is at its base
            a.as.capsule = {real3(c + before * n.u), real3(a.kind == FLR_SHAPE3_CONE ? c : c + n.u),
                            flr_real(radius)};
        }
        b.kind = r.whole(0, 1) ? FLR_SHAPE3_POINT : FLR_SHAPE3_SEGMENT;
        if (b.kind == FLR_SHAPE3_POINT)
            b.as.point = real3(at);
        else
            b.as.segment = {real3(at + n.n), real3(at)};
        flr_vec3 motion = real3(lattice(r, 3));
        if (!overlaps(&a, &b)) continue;
        ++touching;
        expect_start(t, &a, &b, motion, true);
        if (t.expect(overlaps(&b, &a), "another answer turned")) expect_start(t, &b, &a, motion, true);
    }
    t.expect(touching > 800, "only %ld touch", touching);
}

/// b brought to a by the way between their closest points: it touches, or is apart by rounding.
void brought_together(tally &t)
{
    random_source r = {73};
    long touching = 0, apart = 0;
    for (int i = 0; i < FLR_SHAPE3_COMPOUND; ++i) {
        for (int j = 0; j < FLR_SHAPE3_COMPOUND; ++j) {
            for (int k = 0; k < 4; ++k) {
                uint64_t again = r.bits();
                flr_vec3 far = r.point(-6, 6), motion = r.point(-2, 2);
                any3::held a = any3::random_shape(r, static_cast<flr_shape3_kind>(i), {0, 0, 0}, 1, k & 1);
                random_source first = {again}, second = {again};
                auto kind = static_cast<flr_shape3_kind>(j);
                any3::held b = any3::random_shape(first, kind, far, 1, k & 1);
                flr_closest3 c = {};
                if (flr_distance3(&a.shape, &b.shape, &c) != FLR_OK || c.distance == 0) continue;
                flr_vec3 way = flr_sub3(c.point_a, c.point_b);
                b = any3::random_shape(second, kind, flr_add3(far, way), 1, k & 1);
                bool forth = overlaps(&a.shape, &b.shape), back = overlaps(&b.shape, &a.shape);
                ++(forth ? touching : apart);
                if (forth) expect_start(t, &a.shape, &b.shape, motion, true);
                // of two of one kind the order may count, by rounding
                t.expect(forth == back || i == j, "%s %s: another answer turned",
                         flr_shape3_name(a.shape.kind), flr_shape3_name(b.shape.kind));
                if (back) expect_start(t, &b.shape, &a.shape, motion, true);
            }
        }
    }
    t.expect(touching > 200 && apart > 200, "%ld touch, %ld are apart", touching, apart);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(planes), FEELER_TEST(round_ones), FEELER_TEST(brought_together))

}  // namespace TEST_FILE
