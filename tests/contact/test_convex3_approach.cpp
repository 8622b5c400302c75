/// Distance and depth are one function. Where b overlaps a by the depth d along n, it lies at -d + t from a once it is moved
/// by t along n, for every t >= 0: the signed distance to a convex set is convex and changes no faster than one
/// moves, so it cannot do anything else, and its gradient stays n. Asked in steps of 1e-9 of the size through the touch,
/// and in larger ones away from it: no gap, no jump, no turn of the normal.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "feeler/contact3.h"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

extern "C" {
#include "convex/convex_lanes.h"
#include "convex/polytope3.h"
}

namespace TEST_FILE
{
namespace
{

enum kind {
    BOX,
    TETRAHEDRON,
    HULL,
    POINTS,
    CAPSULE,
    SPHERE,
    ROUND_BOX,
    ROUND_HULL,
    TRIANGLE,
    CYLINDER,
    CONE,
    KINDS
};
const char *const names[] = {"box",       "tetrahedron", "hull",     "points",   "capsule", "sphere",
                             "round box", "round hull",  "triangle", "cylinder", "cone"};

flr_mat3 turned(random_source &r)
{
    flr_vec3 x = r.point(-1, 1), y = r.point(-1, 1);
    x = flr_scale3(1 / flr_length3(x), x);
    y = flr_mul_add3(y, -flr_dot3(x, y), x);
    y = flr_scale3(1 / flr_length3(y), y);
    return {x, y, flr_cross3(x, y)};
}

struct shape {
    flr_convex3 convex;
    std::vector<flr_vec3> points;
    std::shared_ptr<flr_hull3> hull;
};

shape make(int k, double scale, random_source &r)
{
    shape s;
    flr_real unit = flr_real(scale);
    int count = k == HULL || k == ROUND_HULL ? r.whole(8, 40) : 12;
    for (int i = 0; i < count; ++i) {
        flr_vec3 p = r.point(-1, 1);
        s.points.push_back(flr_scale3(unit / flr_length3(p), p));
    }
    const flr_vec3 *p = s.points.data();
    flr_vec3 half = flr_scale3(unit, r.point(0.3, 1));
    flr_mat3 turn = turned(r);
    const flr_vec3 zero = flr_vec3_make(0, 0, 0);
    flr_real radius = flr_real(scale * r.between(0.3, 0.8));
    if (k == BOX || k == ROUND_BOX) {
        flr_box3 b = {zero, turn, half};
        s.convex = flr_convex3_box(&b);
    } else if (k == TETRAHEDRON) {
        flr_tetrahedron t = {p[0], p[1], p[2], p[3]};
        s.convex = flr_convex3_tetrahedron(&t);
    } else if (k == TRIANGLE) {
        flr_triangle3 t = {p[0], p[1], p[2]};
        s.convex = flr_convex3_triangle(&t);
    } else if (k == CAPSULE) {
        flr_capsule3 c = {p[0], p[1], radius};
        s.convex = flr_convex3_capsule(&c);
    } else if (k == SPHERE) {
        flr_sphere c = {p[0], radius};
        s.convex = flr_convex3_sphere(&c);
    } else if (k == CYLINDER) {
        flr_cylinder c = {p[0], p[1], radius};
        s.convex = flr_convex3_cylinder(&c);
    } else if (k == CONE) {
        flr_cone c = {p[0], p[1], radius};
        s.convex = flr_convex3_cone(&c);
    } else if (k == POINTS) {
        s.convex = flr_convex3_points(p, uint32_t(count), turn, zero, 0);
    } else {
        flr_hull3 *hull = nullptr;
        flr_hull3_create(p, size_t(count), nullptr, nullptr, &hull);
        s.hull = std::shared_ptr<flr_hull3>(hull, flr_hull3_destroy);
        s.convex = flr_convex3_hull(hull, turn, zero, 0);
    }
    if (k == ROUND_BOX || k == ROUND_HULL) s.convex.radius = radius;
    return s;
}

bool is_curved(int k) { return k == CYLINDER || k == CONE; }

flr_convex3 moved(flr_convex3 c, flr_vec3 by)
{
    c.center = flr_add3(c.center, by);
    for (flr_vec3 &p : c.corners) p = flr_add3(p, by);
    return c;
}

struct worst {
    double distance = 0;  ///< of the size
    double turn = 0,
           touching =
               0;  ///< of the normal: what its rounding beside the gap allows; within a step of the touch
    double contact = 0;
    long asked = 0;
};

double length(flr_vec3 v) { return double(flr_length3(v)); }

struct approach {
    const char *name;
    flr_convex3 a, b;
    flr_vec3 normal;
    double depth, size, rounding;  ///< rounding: of the signed distance, a length
};

void look(tally &t, const approach &p, double way, double step, worst *w)
{
    // what b is really moved by, once rounded, along the normal
    flr_convex3 b = moved(p.b, flr_scale3(flr_real(way), p.normal));
    double real_way = way, gap = real_way - p.depth;
    flr_gjk3 s = flr_signed_distance3_convex_convex(&p.a, &b),
             d = flr_closest3_convex_convex(&p.a, &b, nullptr);
    ++w->asked;
    double off = std::fabs(double(s.signed_distance) - gap);
    w->distance = std::fmax(w->distance, off / p.size);
    t.expect(off <= p.rounding, "%s: moved by %.17g: %.17g, not %.17g", p.name, way,
             double(s.signed_distance), gap);
    t.expect(std::fabs(double(d.distance) - std::fmax(0, gap)) <= p.rounding, "%s: distance %.17g at %.17g",
             p.name, double(d.distance), gap);
    double turn = length(flr_sub3(s.normal, p.normal));
    bool near = std::fabs(gap) < 0.5 * step;
    if (near) {
        w->touching = std::fmax(w->touching, turn);
    } else {
        w->turn = std::fmax(w->turn, turn * std::fabs(gap) / p.size);
    }
    // within rounding of the touch the direction cannot be known, but it does not turn round
    t.expect(flr_dot3(s.normal, p.normal) > 0.5, "%s: at %.3g the normal turns by %.3g", p.name, gap, turn);
    flr_overlap3_convex o = flr_overlap3_convex_convex(&p.a, &b, nullptr);
    t.expect(std::fabs(gap) <= p.rounding || o.overlap == (gap < 0), "%s: yes or no %d at %.3g", p.name,
             o.overlap, gap);
    flr_contact3_options margin = {flr_real(1e-3 * p.size), 0, nullptr};
    flr_manifold3 m;
    flr_contact3_convex_convex(&p.a, &b, &margin, &m);
    double most = -INFINITY;
    for (int i = 0; i < m.count; ++i) most = std::fmax(most, double(m.points[i].depth));
    if (gap > 0.9e-3 * p.size) return;
    if (!t.expect(m.count > 0, "%s: no contact at %.3g", p.name, gap)) return;
    w->contact = std::fmax(w->contact, std::fabs(most + gap) / p.size);
    t.expect(std::fabs(most + gap) <= p.rounding, "%s: contact %.17g deep at %.17g", p.name, most, gap);
    t.expect(flr_dot3(m.normal, p.normal) > 0.5, "%s: the contact's normal turns at %.3g", p.name, gap);
}

void come_close(tally &t, int ka, int kb, double scale, random_source &r, worst *w)
{
    shape a = make(ka, scale, r), b = make(kb, scale, r);
    flr_vec3 by = r.point(-scale, scale);
    approach p = {"", a.convex, moved(b.convex, by), {}, 0, 8 * scale, 0};
    flr_gjk3 s = flr_signed_distance3_convex_convex(&p.a, &p.b);
    if (!(double(s.signed_distance) < -1e-3 * scale)) return;
    char name[64];
    std::snprintf(name, sizeof name, "%s %s, %g", names[ka], names[kb], scale);
    p.name = name;
    p.normal = s.normal;
    p.depth = -double(s.signed_distance);
    p.rounding = real_choose(1e-12, 4e-6) * p.size;
    const double step = real_choose(1e-9, 1e-5) * p.size;
    for (int i = -12; i <= 12; ++i) look(t, p, p.depth + i * step, step, w);
    for (double far : {-1e-3, -1e-5, 1e-6, 1e-4, 1e-2, 1.0}) look(t, p, p.depth + far * scale, step, w);
}

void all_pairs(tally &t, bool curved, int each, worst *w)
{
    random_source r{801};
    for (int ka = 0; ka < KINDS; ++ka)
        for (int kb = ka; kb < KINDS; ++kb) {
            if ((is_curved(ka) || is_curved(kb)) != curved || (ka == TRIANGLE && kb == TRIANGLE)) continue;
            for (int n = 0; n < each; ++n) {
                const double scales[] = {1, 1e-3, 1e3};
                come_close(t, ka, kb, scales[n % 3], r, w);
            }
        }
    std::printf("  off by %.3g of the size; the normal by %.3g of size / gap, %.3g within a step; contacts "
                "by %.3g; %ld "
                "places\n",
                w->distance, w->turn, w->touching, w->contact, w->asked);
    t.expect(w->asked > 2000, "only %ld places", w->asked);
}

void flat_faces(tally &t)
{
    worst w;
    all_pairs(t, false, 6, &w);
    expect_pinned(t, "signed distance, roundings of the size", w.distance / real_rounding, real_choose(2, 2));
    expect_pinned(t, "contact, roundings of the size", w.contact / real_rounding, real_choose(5, 2));
    expect_pinned(t, "turn of the normal, of size / gap", w.turn, real_choose(2e-16, 3.9e-08));
}

void curved_sides(tally &t)
{
    worst w;
    all_pairs(t, true, 6, &w);
    // where the sides are round the depth is known better than its direction
    expect_pinned(t, "signed distance of curved cores, roundings of the size", w.distance / real_rounding,
                  real_choose(1.6, 0.6));
    expect_pinned(t, "contact of curved cores, of the size", w.contact, real_choose(1.7e-16, 2.6e-8));
    expect_pinned(t, "turn of the normal at the touch", w.touching, real_choose(6e-15, 2.6e-07));
}

vertex3 vertex_at(dvec3 w)
{
    vertex3 v = {};
    v.x = f64x2{w.x, 0};
    v.y = f64x2{w.y, 0};
    v.z = f64x2{w.z, 0};
    v.w = w;
    return v;
}

/// On a sphere, so that all become corners and the faces have to close up; on few places of a lattice, so that many lie in
/// planes of others; long and thin.
dvec3 place_of(random_source &r, int kind)
{
    const flr_vec3 p = kind == 1 ? r.lattice_point(-3, 3) : r.point(-1, 1);
    const double x = double(p.x), y = double(p.y), z = double(p.z), length = std::sqrt(x * x + y * y + z * z);
    if (kind == 0) return {x / length, y / length, z / length};
    if (kind == 2) return {x, 1e-6 * y, 1e-3 * z};
    return {x, y, z};
}

/// The hull of its points by exact orientations: no point in front of a face, no face without an area, faces linked side by side, two for each corner less four;
/// the nearest face is that.
void judge_polytope(tally &t, const polytope3 &p)
{
    std::vector<bool> is_corner(size_t(p.vertex_count), false);
    int faces = 0, corners = 0, wrong = 0, unlinked = 0;
    double least = INFINITY;
    for (int i = 0; i < p.face_count; ++i) {
        if (!(p.planes.distance[i] < INFINITY)) continue;
        ++faces;
        least = std::fmin(least, p.planes.distance[i]);
        const face3 &f = p.faces[i];
        const dvec3 normal = polytope3_normal(&p, i);
        wrong += normal.x == 0 && normal.y == 0 && normal.z == 0;
        for (int v = 0; v < p.vertex_count; ++v)
            wrong += flr_orient3_inline_double(polytope3_w(&p, f.corner[0]), polytope3_w(&p, f.corner[1]),
                                               polytope3_w(&p, f.corner[2]), polytope3_w(&p, v)) > 0;
        for (int k = 0; k < 3; ++k) {
            const face3 &beyond = p.faces[f.across[k] >> 2];
            const int side = f.across[k] & 3;
            unlinked += beyond.corner[side] != f.corner[(k + 1) % 3] ||
                        beyond.corner[(side + 1) % 3] != f.corner[k] || beyond.across[side] != 4 * i + k;
            if (!is_corner[size_t(f.corner[k])]) ++corners;
            is_corner[size_t(f.corner[k])] = true;
        }
    }
    t.expect(wrong == 0 && unlinked == 0 && faces == 2 * corners - 4,
             "%d in front or of no area, %d unlinked, %d faces of %d", wrong, unlinked, faces, corners);
    t.expect(p.planes.distance[p.nearest] <= least, "nearest %g, least %g", p.planes.distance[p.nearest],
             least);
}

bool is_same(const polytope3 &p, const polytope3 &q)
{
    const size_t faces = size_t(p.face_count), reals = faces * sizeof(double);
    bool same = p.face_count == q.face_count && p.nearest == q.nearest && p.vertex_count == q.vertex_count;
    same = same && std::memcmp(p.faces, q.faces, faces * sizeof(face3)) == 0;
    const planes3 &a = p.planes, &b = q.planes;
    return same && std::memcmp(a.x, b.x, reals) == 0 && std::memcmp(a.y, b.y, reals) == 0 &&
           std::memcmp(a.z, b.z, reals) == 0 && std::memcmp(a.height, b.height, reals) == 0 &&
           std::memcmp(a.doubt, b.doubt, reals) == 0 && std::memcmp(a.inverse, b.inverse, reals) == 0 &&
           std::memcmp(a.distance, b.distance, reals) == 0;
}

/// The polytope that depths of all others come from grows point by point, by both widths of lanes with the same bits.
void polytopes(tally &t)
{
    const convex_lanes *wide = convex_lanes_widest(), *narrow = &flr_convex_baseline;
    static polytope3 p, q;
    random_source r{1822};
    int grown = 0, inside = 0, flat = 0, most = 0;
    for (int n = 0; n < 60; ++n) {
        p.vertex_count = 0;
        p.size_squared = p.reach = 0;
        while (p.vertex_count < 4) {
            const vertex3 v = vertex_at(place_of(r, n % 4));
            polytope3_set(&p, &v);
            ++p.vertex_count;
        }
        q = p;
        const bool solid = wide->begin_polytope(&p);
        t.expect(narrow->begin_polytope(&q) == solid, "begins as %d", int(solid));
        const int side = flr_orient3_inline_double(polytope3_w(&p, 0), polytope3_w(&p, 1), polytope3_w(&p, 2),
                                                   polytope3_w(&p, 3));
        t.expect(solid == (side != 0), "side %d", side);
        flat += !solid;
        for (int k = 0; solid && k < 250 && p.vertex_count < POLYTOPE3_VERTICES; ++k) {
            const vertex3 v = vertex_at(place_of(r, n % 4));
            bool sees = false;
            for (int i = 0; i < p.face_count; ++i) {
                const int *c = p.faces[i].corner;
                sees |= p.planes.distance[i] < INFINITY &&
                        flr_orient3_inline_double(polytope3_w(&p, c[0]), polytope3_w(&p, c[1]),
                                                  polytope3_w(&p, c[2]), v.w) > 0;
            }
            inside += !sees;
            if (!sees) continue;
            ++grown;
            polytope3_set(&p, &v);
            polytope3_set(&q, &v);
            t.expect(wide->expand_polytope(&p) && narrow->expand_polytope(&q), "%d corners", p.vertex_count);
            t.expect(is_same(p, q), "%d corners, not the same", p.vertex_count);
        }
        if (solid) judge_polytope(t, p);
        most = p.vertex_count > most ? p.vertex_count : most;
    }
    t.expect(most == POLYTOPE3_VERTICES && grown > 2500 && inside > 2500 && flat > 0,
             "%d corners at most, %d taken in, %d inside, %d flat", most, grown, inside, flat);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(flat_faces), FEELER_TEST(curved_sides), FEELER_TEST(polytopes))

}  // namespace TEST_FILE
