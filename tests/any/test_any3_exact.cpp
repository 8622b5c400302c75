// needs: gmp
// Flat-faced shapes of every kind against one another: distance and overlap from all pairs of their faces in
// rationals.
#include "any/any3_stock.hpp"
#include "closest/exact_shapes3.hpp"
#include "support/cmocka.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{

using namespace exact_shapes;
using any3::held;

namespace
{

struct known {
    held given;
    shape exact_shape;
};

const flr_shape3_kind kinds[] = {FLR_SHAPE3_POINT,  FLR_SHAPE3_SEGMENT, FLR_SHAPE3_TRIANGLE,
                                 FLR_SHAPE3_QUAD,   FLR_SHAPE3_POLYGON, FLR_SHAPE3_TETRAHEDRON,
                                 FLR_SHAPE3_AABB,   FLR_SHAPE3_BOX,     FLR_SHAPE3_RECTANGLE,
                                 FLR_SHAPE3_CONVEX, FLR_SHAPE3_MESH};
const int exact_kinds = 7;  // of these every yes or no is exact

/// In the plane of two integer vectors: convex, or with a reflex corner at the third.
void make_quad(generator &g, known &k)
{
    double u[3], v[3];
    for (double &x : u) x = g.random.whole(-3, 3);
    for (double &x : v) x = g.random.whole(-3, 3);
    double reach = g.random.whole(0, 1) ? 1.5 : 0.25;
    flr_vec3 c = g.lattice(), x = vec3(u[0] * g.at.scale, u[1] * g.at.scale, u[2] * g.at.scale),
             y = vec3(v[0] * g.at.scale, v[1] * g.at.scale, v[2] * g.at.scale);
    flr_vec3 a = c, b = flr_add3(c, x), d = flr_add3(c, y),
             m = flr_add3(c, flr_scale3(flr_real(reach / 2), flr_add3(x, y)));
    k.exact_shape.sheet(exact(a), exact(b), exact(m));
    k.exact_shape.sheet(exact(a), exact(m), exact(d));
    k.given.shape.as.quad = g.random.whole(0, 1) ? flr_quad3{a, b, m, d} : flr_quad3{m, b, a, d};
}

void make_soup(generator &g, known &k)
{
    flr_aabb3 b = {g.lattice(), g.lattice()};
    flr_aabb3 sorted = {flr_min3(b.min, b.max), flr_max3(b.min, b.max)};
    flr_vec3 one = vec3(g.at.scale, g.at.scale, g.at.scale);
    sorted.max = flr_add3(sorted.max, one);
    k.given = any3::mesh(box(sorted.min, sorted.max), true);
    k.exact_shape = of(sorted);
}

void make_convex(generator &g, known &k)
{
    flr_tetrahedron t = {g.either(), g.either(), g.either(), g.either()};
    k.given.points = std::make_shared<std::vector<flr_vec3>>(std::vector<flr_vec3>{t.a, t.b, t.c, t.d, t.a});
    k.given.shape.as.convex =
        flr_convex3_points(k.given.points->data(), 5, flr_affine3_identity().linear, vec3(0, 0, 0), 0);
    k.exact_shape = of(t);
}

known make(generator &g, flr_shape3_kind kind)
{
    known k;
    k.given = any3::of_kind(kind);
    auto &s = k.given.shape.as;
    double e = g.at.scale;
    auto half = [&] { return flr_real(g.random.whole(0, 4) * e / 2); };
    const flr_mat3 turned = {vec3(0, 1, 0), vec3(0, 0, 1), vec3(1, 0, 0)};
    switch (kind) {
    case FLR_SHAPE3_POINT:
        s.point = g.either();
        k.exact_shape.sheet(exact(s.point), exact(s.point), exact(s.point));
        break;
    case FLR_SHAPE3_SEGMENT:
        s.segment = {g.either(), g.either()};
        k.exact_shape.sheet(exact(s.segment.a), exact(s.segment.b), exact(s.segment.b));
        break;
    case FLR_SHAPE3_TRIANGLE:
        s.triangle = {g.either(), g.either(), g.either()};
        k.exact_shape = of(s.triangle);
        break;
    case FLR_SHAPE3_QUAD:
        make_quad(g, k);
        break;
    case FLR_SHAPE3_POLYGON: {
        outline l = l_shape(g);
        k.given.points = std::make_shared<std::vector<flr_vec3>>(l.vertices);
        s.polygon = {k.given.points->data(), k.given.points->size()};
        k.exact_shape = l.exact_shape;
        break;
    }
    case FLR_SHAPE3_TETRAHEDRON:
        s.tetrahedron = {g.either(), g.either(), g.either(), g.either()};
        k.exact_shape = of(s.tetrahedron);
        break;
    case FLR_SHAPE3_AABB: {
        flr_vec3 a = g.either(), b = g.either();
        s.aabb = {flr_min3(a, b), flr_max3(a, b)};
        k.exact_shape = of(s.aabb);
        break;
    }
    case FLR_SHAPE3_BOX:
        s.box = {g.either(), turned, {half(), half(), half()}};
        k.exact_shape = of(s.box);
        break;
    case FLR_SHAPE3_RECTANGLE:
        s.rectangle = {g.either(), turned.x, turned.z, half(), half()};
        k.exact_shape = of(s.rectangle);
        break;
    case FLR_SHAPE3_CONVEX:
        make_convex(g, k);
        break;
    default:
        make_soup(g, k);
        break;
    }
    return k;
}

/// b moved so that some corners of both coincide: all numbers have few enough bits for that to be exact.
void join(random_source &r, const known &a, known &b)
{
    auto corner = [&](const known &k) {
        size_t n = r.bits() % k.exact_shape.triangles.size();
        return k.exact_shape.triangles[n][r.bits() % 3];
    };
    point d = exact3::sub(corner(a), corner(b));
    b.given = any3::shifted(b.given, vec3(d[0].get_d(), d[1].get_d(), d[2].get_d()));
    for (auto &t : b.exact_shape.triangles)
        for (auto &p : t) p = exact_shapes::along(p, 1, d);
}

double extent(const known &a, const known &b)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, sum = 0;
    for (auto *s : {&a.exact_shape, &b.exact_shape})
        for (auto &t : s->triangles)
            for (auto &p : t)
                for (int k = 0; k < 3; ++k) {
                    low[k] = std::min(low[k], p[size_t(k)].get_d());
                    high[k] = std::max(high[k], p[size_t(k)].get_d());
                }
    for (int k = 0; k < 3; ++k) sum += (high[k] - low[k]) * (high[k] - low[k]);
    return std::sqrt(sum);
}

struct count {
    worst_error exact_pairs, others;
    long meet = 0, all = 0;
};

void check(tally &t, const known &a, const known &b, bool exact_answer, bool far, count &n)
{
    flr_closest3 c{};
    bool overlap = false;
    const flr_shape3 *x = &a.given.shape, *y = &b.given.shape;
    std::string name = std::string(flr_shape3_name(x->kind)) + " " + flr_shape3_name(y->kind);
    t.expect(flr_distance3(x, y, &c) == FLR_OK && flr_overlap3(x, y, &overlap) == FLR_OK, "%s", name.c_str());
    big_rational squared = distance_squared(a.exact_shape, b.exact_shape);
    double size = extent(a, b);
    // what is not exact rounds in coordinates of the world, too
    if (!exact_answer && far) size += std::fabs(a.exact_shape.triangles[0][0][0].get_d());
    if (exact_answer)
        t.expect(overlap == (squared == 0) && overlap == (c.distance == 0), "%s: %d, exact distance %g",
                 name.c_str(), overlap, root(squared).get_d());
    worst_error &w = exact_answer ? n.exact_pairs : n.others;
    double e = w.add(c.distance, root(squared), size);
    t.expect(e < 4, "%s: %g, not %g: %g roundings", name.c_str(), double(c.distance), root(squared).get_d(),
             e);
    n.meet += squared == 0;
    ++n.all;
}

void flat_faces(tally &t)
{
    count n;
    for (auto &at : places()) {
        generator g{{41}, at};
        for (int i = 0; i < 11; ++i)
            for (int j = every_scene ? 0 : i % 6; j < 11; j += every_scene ? 1 : 6)
                for (int k = 0; k < 5; ++k) {
                    known a = make(g, kinds[i]), b = make(g, kinds[j]);
                    if (k % 4 == 0) join(g.random, a, b);
                    check(t, a, b, i < exact_kinds && j < exact_kinds, at.offset != 0, n);
                }
    }
    std::printf("  %ld of %ld pairs meet; %.3g roundings where exact, %.3g elsewhere\n", n.meet, n.all,
                n.exact_pairs.worst, n.others.worst);
    t.expect(10 * n.meet > 3 * n.all && 10 * n.meet < 7 * n.all, "%ld of %ld pairs meet", n.meet, n.all);
    n.exact_pairs.pin(t, "distance where yes and no are exact", 0.4, 0.4);
    n.others.pin(t, "distance of the others", 0.6, 0.6);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(flat_faces))

}  // namespace TEST_FILE
