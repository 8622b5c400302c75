// needs: gmp
// Lines and rays against flat shapes and one another where they touch: overlap, distance, cast and a sweep over nothing
// against the interval of t that the line has in common with the shape, in rationals.
#include "any/any3_stock.hpp"
#include "raycast/exact_cast3.hpp"

namespace TEST_FILE
{

using namespace exact_cast;
using any3::held;

namespace
{

/// Numbers of the lattice are brought here: scale is a power of 2, and sums with the offset do not round.
struct place {
    double scale, offset;
};
const place places[] = {
    {1, 0}, {0x1p-20, 0}, {0x1p20, 0}, {1, sizeof(flr_real) == sizeof(float) ? 1e5 : 1e9}};

flr_vec3 at(const place &p, const int x[3])
{
    return flr_vec3_make(flr_real(x[0] * p.scale + p.offset), flr_real(x[1] * p.scale + p.offset),
                         flr_real(x[2] * p.scale + p.offset));
}
flr_vec3 offset_of(const place &p, const int x[3])
{
    return flr_vec3_make(flr_real(x[0] * p.scale), flr_real(x[1] * p.scale), flr_real(x[2] * p.scale));
}

/// A shape and the convex pieces it is made of.
struct target {
    held given;
    std::vector<std::vector<point>> pieces;
};

struct drawn {
    int x[3];
};

drawn draw(random_source &r, int reach)
{
    int x = 2 * r.whole(-reach, reach), y = 2 * r.whole(-reach, reach), z = 2 * r.whole(-reach, reach);
    return {{x, y, z}};
}

drawn draw_direction(random_source &r)
{
    drawn d{};
    while (!d.x[0] && !d.x[1] && !d.x[2]) d = draw(r, 2);
    return d;
}

drawn sum(const drawn &a, int s, const drawn &b)
{
    return {{a.x[0] + s * b.x[0], a.x[1] + s * b.x[1], a.x[2] + s * b.x[2]}};
}

std::vector<point> corners_of(flr_vec3 low, flr_vec3 high)
{
    std::vector<point> c;
    for (int i = 0; i < 8; ++i)
        c.push_back(
            from(flr_vec3_make(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z)));
    return c;
}

/// As long as makes no difference to the lattice's numbers.
target straight(const place &p, flr_shape3_kind kind, const drawn &o, const drawn &d)
{
    target t;
    t.given = any3::of_kind(kind);
    t.given.shape.as.ray = {at(p, o.x), offset_of(p, d.x)};
    point origin = from(t.given.shape.as.ray.origin), way = from(t.given.shape.as.ray.direction);
    t.pieces = {{kind == FLR_SHAPE3_RAY ? origin : along(origin, -1000, way), along(origin, 1000, way)}};
    return t;
}

/// Also sets the numbers of a few of its points.
target make(random_source &r, const place &p, flr_shape3_kind kind, std::vector<drawn> *aims)
{
    drawn a = draw(r, 2), b = draw(r, 2), c = draw(r, 2), d = draw(r, 2);
    if (r.whole(0, 9) == 0) b = a;
    if (r.whole(0, 9) == 0) c = sum(sum(a, 2, b), -2, a);
    flr_vec3 A = at(p, a.x), B = at(p, b.x), C = at(p, c.x), D = at(p, d.x);
    target t;
    t.given = any3::of_kind(kind);
    auto &s = t.given.shape.as;
    *aims = {a, b};
    switch (kind) {
    case FLR_SHAPE3_POINT:
        s.point = A;
        t.pieces = {{from(A)}};
        *aims = {a};
        break;
    case FLR_SHAPE3_SEGMENT:
        s.segment = {A, B};
        t.pieces = {{from(A), from(B)}};
        break;
    case FLR_SHAPE3_RAY:
    case FLR_SHAPE3_LINE: {
        drawn way = draw_direction(r);
        *aims = {a, sum(a, 1, way)};
        return straight(p, kind, a, way);
    }
    case FLR_SHAPE3_TRIANGLE:
        s.triangle = {A, B, C};
        t.pieces = {{from(A), from(B), from(C)}};
        aims->push_back(c);
        break;
    case FLR_SHAPE3_TETRAHEDRON:
        s.tetrahedron = {A, B, C, D};
        t.pieces = {{from(A), from(B), from(C), from(D)}};
        aims->push_back(c);
        break;
    case FLR_SHAPE3_QUAD: {  // an arrow head, or a parallelogram
        drawn u = draw_direction(r), v = draw_direction(r);
        bool reflex = r.whole(0, 1);
        drawn q[4] = {a, sum(a, 2, u), sum(sum(a, 2, u), 2, v), sum(a, 2, v)};
        if (reflex)
            for (int k = 0; k < 3; ++k) q[2].x[k] = a.x[k] + (u.x[k] + v.x[k]) / 2;
        s.quad = {at(p, q[0].x), at(p, q[1].x), at(p, q[2].x), at(p, q[3].x)};
        t.pieces = {{from(s.quad.a), from(s.quad.b), from(s.quad.c)},
                    {from(s.quad.a), from(s.quad.c), from(s.quad.d)}};
        *aims = {q[0], q[1], q[2], q[3]};
        break;
    }
    case FLR_SHAPE3_POLYGON: {  // an L
        drawn u = draw_direction(r), v = draw_direction(r);
        const int l[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
        auto list = std::make_shared<std::vector<flr_vec3>>();
        aims->clear();
        for (auto &k : l) {
            aims->push_back(sum(sum(a, k[0], u), k[1], v));
            list->push_back(at(p, aims->back().x));
        }
        auto &w = *list;
        t.given.points = list;
        s.polygon = {w.data(), w.size()};
        t.pieces = {{from(w[0]), from(w[1]), from(w[2])},
                    {from(w[0]), from(w[2]), from(w[3])},
                    {from(w[0]), from(w[3]), from(w[4])},
                    {from(w[0]), from(w[4]), from(w[5])}};
        break;
    }
    case FLR_SHAPE3_AABB:
        s.aabb = {flr_min3(A, B), flr_max3(A, B)};
        t.pieces = {corners_of(A, B)};
        break;
    default: {  // with axes that are the coordinate axes
        const flr_vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
        const flr_vec3 h = {flr_real(r.whole(0, 2) * 2 * p.scale), flr_real(r.whole(0, 2) * 2 * p.scale),
                            flr_real(r.whole(0, 2) * 2 * p.scale)};
        flr_vec3 half = h;
        if (kind == FLR_SHAPE3_BOX)
            s.box = {A, {y, z, x}, {h.y, h.z, h.x}};
        else {
            s.rectangle = {A, z, x, h.z, h.x};
            half.y = 0;
        }
        t.pieces = {corners_of(flr_sub3(A, half), flr_add3(A, half))};
        *aims = {a, sum(a, 1, {{int(half.x / p.scale), int(half.y / p.scale), int(half.z / p.scale)}})};
        break;
    }
    }
    return t;
}

struct count {
    long meet = 0, all = 0;
};

/// A zero direction asks about the origin.
void check(tally &t, flr_shape3_kind kind, const flr_ray3 &given, const target &b, count &n)
{
    held path = any3::of_kind(kind);
    path.shape.as.ray = given;
    flr_line3 line = {given.origin, given.direction};
    flr_raycast3_path cast =
        kind == FLR_SHAPE3_RAY ? flr_raycast3_path_ray(&given) : flr_raycast3_path_line(&line);
    question asked(cast);
    bool meet = false;
    number unused;
    for (auto &piece : b.pieces) meet |= asked.hit(exact_cast::meet(asked.o, asked.d, piece), &unused);
    const flr_shape3 *x = &path.shape, *y = &b.given.shape;
    const char *from_name = flr_shape3_name(x->kind), *to_name = flr_shape3_name(y->kind);
    for (int order = 0; order < 2; ++order) {
        bool overlap = !meet;
        flr_closest3 c{};
        flr_sweep3_result w{};
        flr_status status = flr_overlap3(x, y, &overlap);
        if (status == FLR_OK) status = flr_distance3(x, y, &c);
        t.expect(status == FLR_OK, "%s %s: status %d", from_name, to_name, int(status));
        t.expect(overlap == meet, "%s %s: overlap %d, order %d", from_name, to_name, overlap, order);
        t.expect((c.distance == 0) == meet, "%s %s: distance %g, order %d", from_name, to_name,
                 double(c.distance), order);
        flr_vec3 gap = flr_sub3(c.point_a, c.point_b);
        t.expect(!meet || any3::length(gap) == 0, "%s %s: two common points", from_name, to_name);
        if (!cast.is_point && flr_sweep3(x, flr_vec3_make(0, 0, 0), y, &w) == FLR_OK)
            t.expect(w.hit == meet, "%s %s: sweep %d, order %d", from_name, to_name, w.hit, order);
        std::swap(x, y);
    }
    flr_raycast3_result r{};
    t.expect(flr_raycast3(&cast, &b.given.shape, &r) == FLR_OK && r.hit == meet, "%s %s: cast %d", from_name,
             to_name, r.hit);
    n.meet += meet;
    ++n.all;
}

flr_real nudged(random_source &r, flr_real x)
{
    int way = r.whole(-4, 4) / 4;
    return way == 0 ? x : std::nextafter(x, way > 0 ? flr_real(INFINITY) : -flr_real(INFINITY));
}

const flr_shape3_kind kinds[] = {FLR_SHAPE3_POINT,   FLR_SHAPE3_SEGMENT,     FLR_SHAPE3_RAY,
                                 FLR_SHAPE3_LINE,    FLR_SHAPE3_TRIANGLE,    FLR_SHAPE3_QUAD,
                                 FLR_SHAPE3_POLYGON, FLR_SHAPE3_TETRAHEDRON, FLR_SHAPE3_RECTANGLE,
                                 FLR_SHAPE3_AABB,    FLR_SHAPE3_BOX};

/// With `nudge`, of shapes without axes, which round.
void paths(tally &t, bool nudge)
{
    random_source r{7};
    count n;
    for (auto &p : places)
        for (auto kind : kinds) {
            if (nudge && (kind == FLR_SHAPE3_RECTANGLE || kind == FLR_SHAPE3_BOX)) continue;
            for (int i = 0; i < (kind == FLR_SHAPE3_AABB || kind >= FLR_SHAPE3_RECTANGLE ? 60 : 200); ++i) {
                std::vector<drawn> aims;
                target b = make(r, p, kind, &aims);
                drawn d = draw_direction(r), o = draw(r, 3);
                // through one of its points, or half way between two: there are only even numbers
                const drawn &u = aims[r.bits() % aims.size()], &v = aims[r.bits() % aims.size()];
                if (r.whole(0, 3)) {
                    for (int k = 0; k < 3; ++k) o.x[k] = (u.x[k] + v.x[k]) / 2;
                    if (r.whole(0, 5) == 0 && (u.x[0] != v.x[0] || u.x[1] != v.x[1] || u.x[2] != v.x[2]))
                        d = sum(u, -1, v);
                    o = sum(o, r.whole(-3, 1), d);
                }
                flr_ray3 ray = {at(p, o.x), offset_of(p, d.x)};
                if (r.whole(0, 15) == 0) ray.direction = flr_vec3_make(0, 0, 0);
                if (nudge) {
                    ray.origin.x = nudged(r, ray.origin.x);
                    ray.origin.y = nudged(r, ray.origin.y);
                    ray.origin.z = nudged(r, ray.origin.z);
                }
                check(t, r.whole(0, 1) ? FLR_SHAPE3_RAY : FLR_SHAPE3_LINE, ray, b, n);
            }
        }
    std::printf("  %ld of %ld meet\n", n.meet, n.all);
    t.expect(10 * n.meet > 3 * n.all && 10 * n.meet < 7 * n.all, "%ld of %ld meet", n.meet, n.all);
}

void on_a_lattice(tally &t) { paths(t, false); }
void a_rounding_beside_it(tally &t) { paths(t, true); }

/// Through a corner where rounding once said no.
void known_scenes(tally &t)
{
    count n;
    target b;
    b.given = any3::of_kind(FLR_SHAPE3_TRIANGLE);
    b.given.shape.as.triangle = {{-1, 1, -2}, {1, 2, -2}, {0, 2, 1}};
    b.pieces = {{from({-1, 1, -2}), from({1, 2, -2}), from({0, 2, 1})}};
    check(t, FLR_SHAPE3_LINE, {{4, 4, -1}, {-2, -1, 1}}, b, n);
    b.given = any3::of_kind(FLR_SHAPE3_AABB);
    b.given.shape.as.aabb = {{-1, 0, 0}, {1, 1, 0}};
    b.pieces = {corners_of({-1, 0, 0}, {1, 1, 0})};
    check(t, FLR_SHAPE3_LINE, {{-1, 0, 0}, {-1, -1, -2}}, b, n);
    t.expect(n.meet == 2, "both meet");
    const flr_line3 l = {{-1, 0, 0}, {-1, -1, -2}}, crossing = {{-3, 1, 0}, {4, -2, 0}};
    const flr_ray3 back = {{-3, -2, -4}, {-2, -2, -4}};
    t.expect(flr_overlap3_line_aabb(&l, &b.given.shape.as.aabb), "line, aabb");
    t.expect(flr_overlap3_line_line(&l, &crossing), "line, line");
    t.expect(flr_overlap3_ray_line(&back, &l), "ray along a line");
    t.expect(!flr_overlap3_ray_aabb(&back, &b.given.shape.as.aabb), "ray, aabb");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(on_a_lattice), FEELER_TEST(a_rounding_beside_it), FEELER_TEST(known_scenes))

}  // namespace TEST_FILE
