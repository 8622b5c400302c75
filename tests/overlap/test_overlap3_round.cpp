// Cylinders and cones against everything that is bounded, by construction: a plane between the last points of both that is
// known to part them, or a point of one that is known to lie in the other, down to the bound that the header states. Needles,
// discs, flat boxes, concave sheets; far away, tiny and huge.
#include <cmath>
#include <cstring>

#include "any/any3_stock.hpp"
#include "any/typed_overlap3.hpp"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

typedef long double wide;
struct vector {
    wide x, y, z;
};
vector of(flr_vec3 v) { return {wide(v.x), wide(v.y), wide(v.z)}; }
vector operator+(vector a, vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
vector operator-(vector a, vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
vector operator*(wide s, vector v) { return {s * v.x, s * v.y, s * v.z}; }
wide dot(vector a, vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
wide length(vector v) { return std::sqrt(dot(v, v)); }
flr_vec3 real3(vector v) { return flr_vec3_make(flr_real(v.x), flr_real(v.y), flr_real(v.z)); }

void better(vector *best, vector p, vector n)
{
    if (dot(p - *best, n) > 0) *best = p;
}

vector cross(vector a, vector b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// The disc's point along n, by two directions square to its axis: what is left of n without its part along the axis would lean
/// out of the disc by rounding over its length.
vector rim(flr_vec3 from, flr_vec3 center, flr_real radius, vector n)
{
    vector axis = of(center) - of(from);
    if (!(dot(axis, axis) > 0)) axis = {0, 0, 1};
    const wide x = std::fabs(axis.x), y = std::fabs(axis.y), z = std::fabs(axis.z);
    vector u = cross(axis, {wide(x <= y && x <= z), wide(y < x && y <= z), wide(z < x && z < y)});
    u = (1 / length(u)) * u;
    vector v = cross(axis, u);
    v = (1 / length(v)) * v;
    const vector out = dot(n, u) * u + dot(n, v) * v;
    const wide size = length(out);
    return size > 0 ? of(center) + (wide(radius) / size) * out : of(center);
}

/// The last point of a shape along n, from what the shape is.
vector last(const flr_shape3 &s, vector n)
{
    switch (s.kind) {
    case FLR_SHAPE3_CAPSULE: {
        vector p = of(s.as.capsule.a);
        better(&p, of(s.as.capsule.b), n);
        return p + (wide(s.as.capsule.radius) / length(n)) * n;
    }
    case FLR_SHAPE3_AABB: {
        const flr_aabb3 &b = s.as.aabb;
        return {wide(n.x > 0 ? b.max.x : b.min.x), wide(n.y > 0 ? b.max.y : b.min.y),
                wide(n.z > 0 ? b.max.z : b.min.z)};
    }
    case FLR_SHAPE3_BOX: {
        vector p = of(s.as.box.center);
        const flr_vec3 axes[3] = {s.as.box.axes.x, s.as.box.axes.y, s.as.box.axes.z};
        const flr_real half[3] = {s.as.box.half_extents.x, s.as.box.half_extents.y, s.as.box.half_extents.z};
        for (int k = 0; k < 3; ++k)
            p = p + (dot(of(axes[k]), n) > 0 ? wide(half[k]) : -wide(half[k])) * of(axes[k]);
        return p;
    }
    case FLR_SHAPE3_RECTANGLE: {
        const flr_rectangle3 &r = s.as.rectangle;
        vector x = of(r.axis_x), y = of(r.axis_y);
        return of(r.center) + (dot(x, n) > 0 ? wide(r.half_x) : -wide(r.half_x)) * x +
               (dot(y, n) > 0 ? wide(r.half_y) : -wide(r.half_y)) * y;
    }
    case FLR_SHAPE3_CYLINDER: {
        vector p = rim(s.as.cylinder.b, s.as.cylinder.a, s.as.cylinder.radius, n);
        better(&p, rim(s.as.cylinder.a, s.as.cylinder.b, s.as.cylinder.radius, n), n);
        return p;
    }
    case FLR_SHAPE3_CONE: {
        vector p = of(s.as.cone.apex);
        better(&p, rim(s.as.cone.apex, s.as.cone.base, s.as.cone.radius, n), n);
        return p;
    }
    default: {
        const flr_vec3 *v = s.kind == FLR_SHAPE3_POLYGON ? s.as.polygon.vertices : &s.as.quad.a;
        size_t count = s.kind == FLR_SHAPE3_POLYGON    ? s.as.polygon.count
                       : s.kind == FLR_SHAPE3_TRIANGLE ? 3
                                                       : 4;
        vector p = of(v[0]);
        for (size_t i = 1; i < count; ++i) better(&p, of(v[i]), n);
        return p;
    }
    }
}

/// A box as a polyhedron.
struct cube {
    flr_vec3 v[8];
    flr_polyhedron3 polyhedron() const
    {
        static const uint32_t indices[24] = {0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4,
                                             2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5},
                              first[7] = {0, 4, 8, 12, 16, 20, 24};
        return {v, 8, indices, first, 6};
    }
};
cube of_aabb(const flr_aabb3 &b)
{
    cube c;
    for (int i = 0; i < 8; ++i)
        c.v[i] =
            flr_vec3_make(i & 1 ? b.max.x : b.min.x, i & 2 ? b.max.y : b.min.y, i & 4 ? b.max.z : b.min.z);
    return c;
}

struct place {
    double scale, offset, least;  ///< least: what rounding of the placed shapes leaves, of the size
    const char *name;
};
const place places[] = {{1, 0, real_choose(1e-14, 2e-6), "plain"},
                        {1e-6, 0, real_choose(1e-14, 2e-6), "tiny"},
                        {1e6, 0, real_choose(1e-14, 2e-6), "large"},
                        {1, real_choose(1e6, 1e2), real_choose(1e-8, 1e-3), "far"},
                        {1, real_choose(1e9, 1e3), real_choose(1e-5, 1e-2), "very far"}};

/// Thin ones, flat ones.
void extremes(random_source &r, flr_shape3 *s, double scale)
{
    int way = r.whole(0, 9);
    if (s->kind == FLR_SHAPE3_CYLINDER || s->kind == FLR_SHAPE3_CONE) {
        flr_cylinder &c = s->as.cylinder;
        if (way == 0) c.radius = flr_real(1e-6 * scale);
        if (way == 1) c.b = flr_lerp3(c.a, c.b, flr_real(1e-3));
        if (way == 2) c.radius = 0;
        if (way == 3) c.b = c.a;
        if (way == 4) c.b = flr_vec3_make(c.a.x, c.a.y, c.a.z + flr_real(scale));
    }
    if (s->kind == FLR_SHAPE3_BOX && way == 0) s->as.box.half_extents.x = 0;
    if (s->kind == FLR_SHAPE3_AABB && way == 0) s->as.aabb.max.y = s->as.aabb.min.y;
    if (s->kind == FLR_SHAPE3_CAPSULE && way == 0) s->as.capsule.radius = 0;
    if (s->kind == FLR_SHAPE3_TRIANGLE && way == 0)
        s->as.triangle.c = flr_lerp3(s->as.triangle.a, s->as.triangle.b, flr_real(0.5));
}

struct count {
    long meet = 0, all = 0;
};

void ask(tally &t, const flr_shape3 &a, const flr_shape3 &b, bool expected, const place &p, double gap,
         count &n)
{
    const char *x = flr_shape3_name(a.kind), *y = flr_shape3_name(b.kind);
    t.expect(typed_overlap3::overlap(a, b) == expected, "%s %s, %s: not %d at a gap of %g", x, y, p.name,
             expected, gap);
    t.expect(typed_overlap3::overlap(b, a) == expected, "%s %s, %s: turned", x, y, p.name);
    if (b.kind == FLR_SHAPE3_AABB) {
        cube c = of_aabb(b.as.aabb);
        flr_polyhedron3 h = c.polyhedron();
        bool found = a.kind == FLR_SHAPE3_CONE ? flr_overlap3_cone_polyhedron(&a.as.cone, &h)
                                               : flr_overlap3_cylinder_polyhedron(&a.as.cylinder, &h);
        t.expect(found == expected, "%s polyhedron, %s: not %d at a gap of %g", x, p.name, expected, gap);
    }
    n.meet += expected;
    ++n.all;
}

const flr_shape3_kind others[] = {
    FLR_SHAPE3_CAPSULE,  FLR_SHAPE3_AABB, FLR_SHAPE3_BOX,       FLR_SHAPE3_CYLINDER, FLR_SHAPE3_CONE,
    FLR_SHAPE3_TRIANGLE, FLR_SHAPE3_QUAD, FLR_SHAPE3_RECTANGLE, FLR_SHAPE3_POLYGON,  FLR_SHAPE3_TETRAHEDRON};

any3::held placed(const any3::held &from, const place &p)
{
    flr_real o = flr_real(p.offset);
    return any3::shifted(from, {o, -o, o});
}

void by_construction(tally &t)
{
    count n;
    random_source r = {61};
    for (auto &p : places)
        for (auto first : {FLR_SHAPE3_CYLINDER, FLR_SHAPE3_CONE})
            for (auto kind : others)
                for (int k = 0; k < 60; ++k) {
                    any3::held a = any3::random_shape(r, first, {0, 0, 0}, p.scale, false),
                               b = any3::random_shape(r, kind, {0, 0, 0}, p.scale, k & 1);
                    extremes(r, &a.shape, p.scale);
                    extremes(r, &b.shape, p.scale);
                    a = placed(a, p);
                    b = placed(b, p);
                    vector way = of(r.point(-1, 1));
                    way = (1 / length(way)) * way;
                    vector from = last(a.shape, way), to = last(b.shape, -1 * way),
                           middle = of(a.shape.as.cylinder.a);
                    // the apex is a cone's end a: some way down from it, nothing is flat there
                    middle = 0.25L * middle + 0.75L * of(a.shape.as.cylinder.b);
                    const double gaps[] = {0.1, 0.01, 1e-4, 4 * p.least};
                    double gap = std::max(gaps[r.whole(0, 3)], 4 * p.least);
                    bool meets = r.whole(0, 1) == 0;
                    vector at = from + wide(gap * p.scale) * way;
                    wide inward = length(middle - from);
                    bool thin =
                        a.shape.as.cylinder.radius < flr_real(0.01 * p.scale) ||
                        length(of(a.shape.as.cylinder.b) - of(a.shape.as.cylinder.a)) < 0.1L * p.scale;
                    if (meets) {
                        // a point well inside; what has no inside is met by what has one, or by nothing that is sure
                        if (thin) continue;
                        gap = std::max(gap, real_choose(1e-9, 1e-3));
                        at = from + wide(std::fmin(0.5, gap * p.scale / double(inward))) * (middle - from);
                    }
                    any3::held moved = any3::shifted(b, real3(at - to));
                    // moving rounds, which tilts a short axis
                    wide left = dot(last(moved.shape, -1 * way) - from, way);
                    if (!meets && left < wide(gap * p.scale / 2)) continue;
                    ask(t, a.shape, moved.shape, meets, p, gap, n);
                }
    std::printf("  %ld of %ld meet\n", n.meet, n.all);
    t.expect(10 * n.meet > 3 * n.all && 10 * n.meet < 7 * n.all, "%ld of %ld meet", n.meet, n.all);
}

/// A shape, or an ellipsoid that is only known by its support points.
struct thing {
    any3::held held;
    bool is_user = false;
    flr_vec3 center{}, radii{};

    static flr_vec3 support(const void *user, flr_vec3 d)
    {
        const thing &e = *static_cast<const thing *>(user);
        const flr_real most = std::fmax(std::fabs(d.x), std::fmax(std::fabs(d.y), std::fabs(d.z)));
        return real3(e.last_point(of(flr_scale3(1 / most, d))));
    }
    vector last_point(vector n) const
    {
        if (!is_user) return last(held.shape, n);
        const vector s = {n.x * wide(radii.x), n.y * wide(radii.y), n.z * wide(radii.z)};
        const wide part = 1 / length(s);
        return of(center) + part * vector{s.x * wide(radii.x), s.y * wide(radii.y), s.z * wide(radii.z)};
    }
    bool is_sheet() const
    {
        return held.shape.kind == FLR_SHAPE3_QUAD || held.shape.kind == FLR_SHAPE3_POLYGON;
    }
    flr_convex3 core() const
    {
        const flr_mat3 as_it_is = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        flr_convex3 c = flr_convex3_user(support, this, center, 0);
        if (is_user) return c;
        const flr_shape3 &s = held.shape;
        if (s.kind == FLR_SHAPE3_QUAD) return flr_convex3_points(&s.as.quad.a, 4, as_it_is, {0, 0, 0}, 0);
        if (s.kind == FLR_SHAPE3_POLYGON)
            return flr_convex3_points(s.as.polygon.vertices, uint32_t(s.as.polygon.count), as_it_is,
                                      {0, 0, 0}, 0);
        flr_convex3_shape(&s, &c);
        return c;
    }
    thing moved(vector by) const
    {
        thing t = *this;
        if (is_user)
            t.center = flr_add3(center, real3(by));
        else
            t.held = any3::shifted(held, real3(by));
        return t;
    }
};

/// How deep b's last point against n lies behind a's last one along it.
wide reach(const thing &a, const thing &b, vector n)
{
    return dot(a.last_point(n) - b.last_point(-1 * n), n) / length(n);
}

/// The least of that near *n: how deep the two overlap, where they barely do, and minus how far they are apart. Moved apart by ever
/// shorter ways, the direction between their nearest points goes towards it; of whatever direction the reach is a bound.
wide least_reach(random_source &r, const thing &a, const thing &b, vector *n, wide size)
{
    const flr_convex3 x = a.core();
    wide best = reach(a, b, *n);
    for (int k = 0; k < 40 && best > 4 * wide(real_rounding) * size; ++k) {
        vector way = k == 0 ? *n : of(r.point(-1, 1));
        if (k & 1) way = way - (dot(way, *n) / dot(*n, *n)) * *n;
        way = (1 / length(way)) * way;
        wide least = 9 * size;
        for (wide away = 0.1L; away > wide(real_choose(1e-15, 1e-7)); away /= 10) {
            const thing m = b.moved((away * size) * way);
            const flr_convex3 y = m.core();
            const vector tried = of(flr_closest3_convex_convex(&x, &y, nullptr).normal);
            if (!(length(tried) > 0)) continue;
            const wide now = reach(a, b, tried);
            if (now < least) least = now, way = (1 / length(tried)) * tried;
        }
        if (least < best) best = least, *n = way;
    }
    return best;
}

/// No less than half of the largest distance of two points of both.
wide size_of(const thing &a, const thing &b)
{
    wide most = 0;
    for (int k = 0; k < 3; ++k) {
        const vector n = {wide(k == 0), wide(k == 1), wide(k == 2)};
        const wide high = std::fmax(dot(a.last_point(n), n), dot(b.last_point(n), n)),
                   low = std::fmin(dot(a.last_point(-1 * n), n), dot(b.last_point(-1 * n), n));
        most = std::fmax(most, high - low);
    }
    return most;
}

/// Along an axis of coordinates, as many things are.
void align(random_source &r, flr_shape3 *s)
{
    if (s->kind == FLR_SHAPE3_BOX) s->as.box.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (s->kind != FLR_SHAPE3_CYLINDER && s->kind != FLR_SHAPE3_CONE && s->kind != FLR_SHAPE3_CAPSULE) return;
    flr_vec3 from = s->as.cylinder.a, to = s->as.cylinder.b;
    const int axis = r.whole(0, 2);
    s->as.cylinder.b =
        flr_vec3_make(axis == 0 ? to.x : from.x, axis == 1 ? to.y : from.y, axis == 2 ? to.z : from.z);
}

struct barely_worst {
    worst_of told_apart = {"told apart, of the size deep", real_choose(2e-15, 1.7e-8)},
             told_to_meet = {"told to meet, of the size apart", real_choose(1.5e-15, 5e-9)},
             normal = {"plane of a no, of the size too deep", real_choose(2e-15, 2.5e-8)},
             distance[2] = {{"distance, of the size", real_choose(7.3e-15, 4.7e-8)},
                            {"distance of users' cores, of the size", real_choose(7.9e-15, 6.8e-8)}},
             width[2] = {
                 {"bounds of the distance from one another, of the size", real_choose(1.32e-14, 3.2e-7)},
                 {"those of users' cores, of the size", real_choose(1.27e-14, 1.07e-6)}};
    long yes = 0, all = 0;
};

/// The distance lies between what a plane square to the way keeps apart and the points there.
void measure_barely(tally &t, const char *what, const thing &a, const thing &b, vector way, wide size,
                    barely_worst *w)
{
    const flr_convex3 x = a.core(), y = b.core();
    const bool user = a.is_user || b.is_user;
    const wide low = std::fmax(wide(0), -reach(a, b, way)),
               high = length(a.last_point(way) - b.last_point(-1 * way));
    for (int turn = 0; turn < 2; ++turn) {
        const flr_gjk3 g =
            turn ? flr_closest3_convex_convex(&y, &x, nullptr) : flr_closest3_convex_convex(&x, &y, nullptr);
        const wide told = wide(g.distance), off = std::fmax(low - told, told - high),
                   rounds = 2 * wide(real_rounding) * size;
        t.expect(g.status == FLR_OK && w->distance[user].within(double(off / size)),
                 "%s: distance %.17g between %.17Lg and %.17Lg", what, double(told), low, high);
        t.expect(wide(g.lower) <= high + rounds && wide(g.upper) >= low - rounds,
                 "%s: bounds %.17g %.17g beside %.17Lg", what, double(g.lower), double(g.upper), low);
        t.expect(w->width[user].within(double((wide(g.upper) - wide(g.lower)) / size)),
                 "%s: bounds %.17g %.17g", what, double(g.lower), double(g.upper));
    }
}

/// How far from touching a wrong answer is given, and what the plane of a no misses.
void ask_barely(tally &t, random_source &r, const thing &a, const thing &b, vector way, barely_worst *w)
{
    const flr_convex3 x = a.core(), y = b.core();
    const wide size = size_of(a, b), here = reach(a, b, way);
    const std::string what = std::string(a.is_user ? "user" : flr_shape3_name(a.held.shape.kind)) + " " +
                             (b.is_user ? "user" : flr_shape3_name(b.held.shape.kind));
    if (here < 0) measure_barely(t, what.c_str(), a, b, way, size, w);
    for (int turn = 0; turn < 2; ++turn) {
        const flr_overlap3_convex o =
            turn ? flr_overlap3_convex_convex(&y, &x, nullptr) : flr_overlap3_convex_convex(&x, &y, nullptr);
        bool told = o.overlap;
        t.expect(o.status == FLR_OK && o.iterations <= 27 * 192, "%s: status %d after %d", what.c_str(),
                 o.status, o.iterations);
        vector best = way;
        wide deep = here;
        if (!o.overlap) {
            const vector n = wide(turn ? -1 : 1) * of(o.normal);
            const wide by_told = reach(a, b, n);
            t.expect(std::fabs(length(n) - 1) < 4 * wide(real_rounding) &&
                         w->normal.within(double(by_told / size)),
                     "%s: a plane that does not part, by %g", what.c_str(), double(by_told / size));
            if (by_told < deep) deep = by_told, best = n;
        }
        // typed functions of sheets have a way of their own; all others are these
        if (turn == 0 && !a.is_user && b.is_sheet())
            told = typed_overlap3::overlap(a.held.shape, b.held.shape);
        if (!told && deep > 0) deep = least_reach(r, a, b, &best, size);
        ++w->all, w->yes += told;
        const double off = double(deep / size);
        const bool fine = told ? w->told_to_meet.within(-off) : w->told_apart.within(off);
        t.expect(fine, "%s: told %d, %g of the size deep", what.c_str(), told, off);
    }
}

/// Apart or overlapping by no more than a few roundings or somewhat more, anyhow, over a flat end, and along axes of coordinates.
void barely(tally &t)
{
    random_source r = {62};
    barely_worst w;
    for (double scale : {1.0, 1e-6, 1e6})
        for (int first = 0; first < 3; ++first)
            for (int kind = 0; kind < 11; ++kind)
                for (int k = 0; k < scenes(72); ++k) {
                    auto make = [&](flr_shape3_kind of_kind, bool is_user) {
                        thing s;
                        s.is_user = is_user;
                        s.center = r.point(-scale, scale);
                        s.radii = r.point(0.2 * scale, scale);
                        s.held = any3::random_shape(r, of_kind, {0, 0, 0}, scale, false);
                        if (k % 4 == 0) extremes(r, &s.held.shape, scale);
                        if (k % 8 == 1) align(r, &s.held.shape);
                        return s;
                    };
                    const thing a = make(first ? FLR_SHAPE3_CONE : FLR_SHAPE3_CYLINDER, first == 2),
                                b = make(others[kind % 10], kind == 10);
                    const vector axis = of(a.held.shape.as.cylinder.b) - of(a.held.shape.as.cylinder.a);
                    // without a direction of its own, which sheets ask for
                    if (!a.is_user && !(length(axis) > 0) && b.is_sheet()) continue;
                    vector way = of(r.point(-1, 1));
                    if (!a.is_user && k % 3 == 1 && length(axis) > 0) way = axis;
                    if (k % 16 == 1 && way.x != 0) way.z = 0;
                    way = (1 / length(way)) * way;
                    const double gap = k % 6 < 3
                                           ? r.between(-12, 12)
                                           : (k % 2 ? 1 : -1) * std::pow(10, r.between(1, real_choose(7, 2)));
                    const vector to = a.last_point(way) - b.last_point(-1 * way);
                    const wide unit = wide(real_rounding) * size_of(a, b);
                    ask_barely(t, r, a, b.moved(to + wide(gap) * unit * way), way, &w);
                }
    t.expect(w.yes * 10 > 3 * w.all && w.yes * 10 < 7 * w.all, "%ld of %ld told to meet", w.yes, w.all);
    for (const worst_of *worst : {&w.told_apart, &w.told_to_meet, &w.normal, &w.distance[0], &w.distance[1],
                                  &w.width[0], &w.width[1]})
        worst->hold(t);
}

void known_scenes(tally &t)
{
    const flr_vec3 u[8] = {{0, 0, 0}, {3, 0, 0}, {3, 3, 0}, {2, 3, 0},
                           {2, 1, 0}, {1, 1, 0}, {1, 3, 0}, {0, 3, 0}};
    flr_polygon3 notched = {u, 8};
    flr_cylinder in_notch = {{flr_real(1.5), 2, -1}, {flr_real(1.5), 2, 1}, flr_real(0.4375)};
    flr_cone over = {{flr_real(1.5), 2, -1}, {flr_real(1.5), 2, 1}, flr_real(0.9375)};
    t.expect(!flr_overlap3_cylinder_polygon(&in_notch, &notched) &&
                 !flr_overlap3_cone_polygon(&over, &notched),
             "in the notch of a U");
    in_notch.radius = flr_real(0.5);
    over.radius = 1;
    t.expect(flr_overlap3_cylinder_polygon(&in_notch, &notched) && flr_overlap3_cone_polygon(&over, &notched),
             "touching its sides");
    flr_quad3 wide_sheet = {{-9, -9, 0}, {9, -9, 0}, {9, 9, 0}, {-9, 9, 0}};
    t.expect(flr_overlap3_cylinder_quad(&in_notch, &wide_sheet) && flr_overlap3_cone_quad(&over, &wide_sheet),
             "through a sheet");
    in_notch.a.z = 0;
    t.expect(flr_overlap3_cylinder_quad(&in_notch, &wide_sheet), "an end on a sheet");
    in_notch.a.z = flr_real(0x1p-10);
    t.expect(!flr_overlap3_cylinder_quad(&in_notch, &wide_sheet), "an end above a sheet");
    flr_cylinder one = {{0, 0, 0}, {0, 0, 4}, 1}, beside = {{2, 0, 0}, {2, 0, 4}, 1},
                 on_top = {{0, 0, 4}, {1, 0, 5}, 1};
    t.expect(flr_overlap3_cylinder_cylinder(&one, &beside), "side by side");
    beside.a.x = beside.b.x = flr_real(2 + 0x1p-12);
    t.expect(!flr_overlap3_cylinder_cylinder(&one, &beside) && flr_overlap3_cylinder_cylinder(&one, &on_top),
             "not quite; and a rim in it");
    flr_cone tip = {{0, 0, 4}, {0, 0, 9}, 2};
    flr_aabb3 box = {{-1, -1, -3}, {1, 1, 0}};
    t.expect(flr_overlap3_cylinder_cone(&one, &tip) && flr_overlap3_aabb_cylinder(&box, &one) &&
                 !flr_overlap3_aabb_cone(&box, &tip),
             "tip on an end");
    flr_polyhedron3 none = {nullptr, 0, nullptr, nullptr, 0};
    t.expect(!flr_overlap3_cylinder_polyhedron(&one, &none) && !flr_overlap3_cone_polyhedron(&tip, &none),
             "no faces");
    one.radius = flr_real(NAN);
    t.expect(!flr_overlap3_cylinder_cone(&one, &tip) && !flr_overlap3_aabb_cylinder(&box, &one), "NaN");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(by_construction), FEELER_TEST(barely), FEELER_TEST(known_scenes))

}  // namespace TEST_FILE
