// needs: gmp
/// Hulls in space against a proof in exact arithmetic (hull3_certificate.hpp), over clouds of every kind.
#include <algorithm>
#include <set>
#include <string>

#include "shape/hull3_certificate.hpp"
#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using hulls::points;

points lattice(random_source &r, size_t count, int reach, bool flat)
{
    points p;
    int tilt = r.whole(-1, 1);
    for (size_t i = 0; i < count; ++i) {
        flr_vec3 q = r.lattice_point(-reach, reach);
        if (flat) q.z = 3 + q.x - flr_real(tilt) * q.y;
        p.push_back(q);
    }
    return p;
}

/// Few points on small grids: all dimensions, many copies, most points on faces and edges of others.
void small_lattices(tally &t)
{
    random_source r{1};
    int seen[4] = {};
    for (int i = 0; i < scenes(1500); ++i) {
        const size_t count = size_t(r.whole(1, 12));
        const int reach = r.whole(0, 2);
        const bool flat = r.whole(0, 3) == 0;
        points p = lattice(r, count, reach, flat);
        auto h = hulls::certify(t, p, ("small lattice " + std::to_string(i)).c_str());
        ++seen[flr_hull3_get_info(h.get()).dimension];
    }
    for (int d = 0; d < 4; ++d) t.expect(seen[d] > scenes(50), "dimension %d only %d times", d, seen[d]);
}

void large_lattices(tally &t)
{
    random_source r{2};
    for (int i = 0; i < scenes(60); ++i) {
        const int reach = r.whole(1, 12);
        points p = lattice(r, 2000, reach, i % 10 == 0);
        hulls::certify(t, p, ("large lattice " + std::to_string(i)).c_str());
    }
}

flr_vec3 on_sphere(random_source &r)
{
    for (;;) {
        flr_vec3 p = r.point(-1, 1);
        double length = flr_length3(p);
        if (length > 0.1 && length <= 1) return flr_scale3(flr_real(1 / length), p);
    }
}

points cloud(random_source &r, int kind, size_t count)
{
    points p;
    for (size_t i = 0; i < count; ++i) {
        switch (kind) {
        case 0:
            p.push_back(on_sphere(r));
            break;
        case 1:
            p.push_back(r.point(-1, 1));
            break;
        case 2: {  // a prism over points on a circle: two cocircular caps, the sides nearly coplanar
            double angle = r.between(0, 6.3), z = r.whole(0, 1);
            p.push_back(flr_vec3_make(flr_real(std::cos(angle)), flr_real(std::sin(angle)), flr_real(z)));
            break;
        }
        case 3: {  // on the faces of a tetrahedron but for rounding
            double a = r.unit(), b = r.unit() * (1 - a), c = 1 - a - b;
            double weight[4] = {a, b, c, 0};
            std::swap(weight[3], weight[r.whole(0, 3)]);
            const double corner[4][3] = {{0.1, 0.2, 0.3}, {0.9, 0.3, 0.1}, {0.4, 0.8, 0.2}, {0.5, 0.4, 0.7}};
            double x[3] = {0, 0, 0};
            for (int j = 0; j < 4; ++j)
                for (int k = 0; k < 3; ++k) x[k] += weight[j] * corner[j][k];
            p.push_back(flr_vec3_make(flr_real(x[0]), flr_real(x[1]), flr_real(x[2])));
            break;
        }
        case 4: {  // along a skew line but for rounding
            double s = r.unit();
            p.push_back(
                flr_vec3_make(flr_real(0.1 + 0.7 * s), flr_real(0.3 - 0.9 * s), flr_real(0.2 + 0.3 * s)));
            break;
        }
        case 5: {  // in a skew plane but for rounding
            double s = r.unit(), u = r.unit();
            p.push_back(flr_vec3_make(flr_real(0.1 + 0.7 * s + 0.1 * u), flr_real(0.3 - 0.9 * s + 0.3 * u),
                                      flr_real(0.2 + 0.3 * s - u / 3)));
            break;
        }
        case 6: {  // a curve every point of which is extreme, every pair of points an edge
            double s = r.unit();
            p.push_back(flr_vec3_make(flr_real(s), flr_real(s * s), flr_real(s * s * s)));
            break;
        }
        default: {  // a cone with its apex far off, copies among the points
            double angle = 0.1 * r.whole(0, 62);
            p.push_back(i % 50 ? flr_vec3_make(flr_real(std::cos(angle)), flr_real(std::sin(angle)), 0)
                               : flr_vec3_make(0, 0, 30));
        }
        }
    }
    return p;
}

/// One unit in the last place, up or down or not at all.
flr_vec3 shaken(random_source &r, flr_vec3 p)
{
    flr_real *c[3] = {&p.x, &p.y, &p.z};
    for (flr_real *x : c) *x = r.whole(0, 1) ? flr_real(real_after(*x, r.whole(0, 1) ? 10 : -10)) : *x;
    return p;
}

/// Clouds of every kind as they are, as needles and flakes, tiny, huge, and far from the origin.
void clouds(tally &t)
{
    random_source r{3};
    const flr_vec3 scales[] = {{1, 1, 1},
                               {1e6, 1, 1},
                               {1, flr_real(1e-6), 1},
                               {flr_real(1e-6), flr_real(1e-6), flr_real(1e-6)},
                               {1e6, 1e6, 1e6},
                               {1, flr_real(1e-3), 1e3}};
    const double far[] = {0, 0, 1e6, 1e9};
    double off = 0;
    for (int kind = 0; kind < 8; ++kind)
        for (const flr_vec3 &scale : scales)
            for (double away : far) {
                points p = cloud(r, kind, size_t(r.whole(4, 60)));
                for (flr_vec3 &q : p)
                    q = flr_vec3_make(flr_real(away + scale.x * q.x), flr_real(scale.y * q.y - away),
                                      flr_real(away / 3 + scale.z * q.z));
                std::string name = "cloud " + std::to_string(kind) + " scale " + std::to_string(scale.x) +
                                   " far " + std::to_string(away);
                auto h = hulls::certify(t, p, name.c_str());
                if (flr_hull3_get_info(h.get()).dimension == 3)
                    off = std::max(off, hulls::off_planes(h.get()));
            }
    expect_pinned(t, "planes of faces, roundings of the coordinates", off, real_choose(1.8, 2));
    expect_pinned(t, "length of normals, roundings", hulls::worst_normal, real_choose(3, 0.91));
}

/// All faces are slivers or nearly so: points in a plane but for rounding.
void planes_of_slivers(tally &t)
{
    random_source r{10};
    double off = 0;
    for (int i = 0; i < scenes(150); ++i) {
        auto h = hulls::make(cloud(r, 5, size_t(r.whole(40, 90))));
        if (flr_hull3_get_info(h.get()).dimension == 3) off = std::max(off, hulls::off_planes(h.get()));
    }
    expect_pinned(t, "planes of slivers, roundings of the coordinates", off, real_choose(2, 0.9));
}

/// Grids whose points lie off their planes and lines by one unit in the last place.
void shaken_lattices(tally &t)
{
    random_source r{4};
    for (int i = 0; i < scenes(60); ++i) {
        const bool flat = i % 4 == 0;
        const double step = i % 2 ? 0.1 : 1;
        const int count = r.whole(5, 60), reach = r.whole(1, 3);
        points p = lattice(r, size_t(count), reach, flat);
        for (flr_vec3 &q : p) q = shaken(r, flr_add3(flr_scale3(flr_real(step), q), flr_vec3_make(8, 9, -8)));
        hulls::certify(t, p, ("shaken lattice " + std::to_string(i)).c_str());
    }
}

/// Coordinates at both ends of the range of the number type.
void extremes(tally &t)
{
    random_source r{5};
    const double big = real_choose(1e300, 1e37);
    for (double scale : {real_choose(5e-324, 1.4e-45), real_choose(1e-300, 1e-36), real_choose(1e-160, 1e-20),
                         real_choose(1e150, 1e18), big, real_choose(8e307, 1.6e38)})
        for (int i = 0; i < 6; ++i) {
            points p = lattice(r, 40, 2, i == 5 && scale < big);
            for (flr_vec3 &q : p) q = flr_scale3(flr_real(scale), q);
            hulls::certify(t, p, ("scale " + std::to_string(scale)).c_str());
        }
    points p;  // every magnitude there is
    for (int e = real_is_float ? -145 : -1070; e < (real_is_float ? 124 : 1020); e += real_is_float ? 7 : 25)
        p.push_back({flr_real(std::ldexp(r.between(-1, 1), e)), flr_real(std::ldexp(r.between(-1, 1), e)),
                     flr_real(std::ldexp(r.between(-1, 1), e))});
    hulls::certify(t, p, "all magnitudes");
    // products of two extents beyond the range of numbers, of all three within it
    const double extent[3] = {real_choose(1e-82, 1e-30), real_choose(1e145, 1e20), real_choose(1e208, 1e35)};
    for (int i = 0; i < 6; ++i) {
        p = lattice(r, 12, 3, false);
        const double x = extent[i % 3], y = extent[(i + 1 + i / 3) % 3], z = extent[(i + 2 - i / 3) % 3];
        for (flr_vec3 &q : p) q = flr_vec3_make(flr_real(x * q.x), flr_real(y * q.y), flr_real(z * q.z));
        hulls::certify(t, p, ("extents unlike, order " + std::to_string(i)).c_str());
    }
}

/// Many points: where the way from one to the next is long.
void many(tally &t)
{
    random_source r{6};
    for (int kind : {0, 1, 2, 3, 6}) {
        hulls::certify(t, cloud(r, kind, 400), ("many of " + std::to_string(kind)).c_str());
    }
}

/// So many points that those inside are left out beforehand: far away, thin, regular, with an outlier.
void crowds(tally &t)
{
    random_source r{9};
    for (int kind = 0; kind < 8; ++kind) {
        points p;
        for (int i = 0; i < 17000; ++i) {
            flr_vec3 q = r.point(-1, 1);
            if (kind == 1) q = flr_vec3_make(flr_real(q.x * q.x * q.x + 1e9), flr_real(q.y - 1e9), q.z);
            if (kind == 2) q = flr_vec3_make(flr_real(i % 27), flr_real(i / 27 % 27), flr_real(i / 729));
            if (kind == 3)
                q = flr_vec3_make(flr_real(1e3 * q.x), flr_real(1e3 * q.x + q.y), flr_real(1e-3 * q.z + q.x));
            if (kind == 4) q = i == 7000 ? flr_vec3_make(1e9, 3, 5) : flr_scale3(flr_real(1e-3), q);
            if (kind == 5) q.z = flr_real(0.3 * q.x - 0.7 * q.y + 1e-9 * q.z);
            if (kind == 6 && i % 16) q = flr_scale3(i % 3 ? 0.5 : 0.25, q);
            if (kind == 7) {
                double x = 0.1 * r.whole(0, 30), y = 0.1 * r.whole(0, 30), z = 0.1 * r.whole(0, 30);
                q = flr_vec3_make(flr_real(x), flr_real(y), flr_real(z));
            }
            p.push_back(q);
        }
        hulls::certify(t, p, ("crowd " + std::to_string(kind)).c_str());
    }
}

/// The cube of 11 by 11 by 11 points has 8 vertices, 6 faces and 12 edges.
void cube(tally &t)
{
    points p;
    for (int i = 0; i < 1331; ++i)
        p.push_back(
            flr_vec3_make(flr_real(i % 11 * 0.1), flr_real(i / 11 % 11 * 0.1), flr_real(i / 121 * 0.1)));
    auto h = hulls::certify(t, p, "cube");
    const flr_hull3_info info = flr_hull3_get_info(h.get());
    t.expect(info.vertex_count == 8 && info.face_count == 6 && info.half_edge_count == 24, "cube: %u %u %u",
             info.vertex_count, info.face_count, info.half_edge_count);
    t.expect(std::fabs(info.volume - 1) < real_choose(1e-15, 1e-7) &&
                 std::fabs(info.area - 6) < real_choose(1e-14, 1e-6),
             "cube: %.17g %.17g", info.volume, info.area);
    t.expect(info.center.x == 0.5 && info.center.y == 0.5 && info.center.z == 0.5, "cube: its middle");
}

/// The order of the points changes nothing but the numbers.
void order_of_points(tally &t)
{
    random_source r{7};
    for (int i = 0; i < scenes(30); ++i) {
        points p = i % 2 ? lattice(r, 500, 6, false) : cloud(r, i / 2 % 8, 100), q = p;
        for (size_t j = q.size(); j-- > 1;) std::swap(q[j], q[size_t(r.bits() % (j + 1))]);
        auto a = hulls::make(p), b = hulls::make(q);
        const flr_hull3_info ia = flr_hull3_get_info(a.get()), ib = flr_hull3_get_info(b.get());
        auto corners = [](const flr_hull3 *h) {
            std::set<std::vector<double>> s;
            for (uint32_t k = 0; k < flr_hull3_get_info(h).vertex_count; ++k) {
                flr_vec3 v = flr_hull3_vertices(h)[k];
                s.insert({v.x, v.y, v.z});
            }
            return s;
        };
        t.expect(ia.face_count == ib.face_count && ia.half_edge_count == ib.half_edge_count &&
                     corners(a.get()) == corners(b.get()),
                 "cloud %d depends on the order", i);
    }
}

/// As a convex shape: the support point is the farthest vertex, wherever the hull is put.
void support(tally &t)
{
    random_source r{8};
    double worst = 0;
    for (int i = 0; i < scenes(100); ++i) {
        const double away = i % 2 ? 1e9 : 0;
        points p = cloud(r, i % 2, size_t(r.whole(1, 80)));
        for (flr_vec3 &q : p) q.x += flr_real(away);
        auto h = hulls::make(p);
        const flr_mat3 turn = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
        const flr_vec3 back = flr_vec3_make(1, flr_real(2 - away), 3);
        const flr_convex3 c = flr_convex3_hull(h.get(), turn, back, 0);
        const flr_vec3 d = r.point(-1, 1), s = flr_support3(&c, d);
        exact_mesh::rational most = -1e9, size = 0;
        for (flr_vec3 q : p) {
            const hulls::rational_point at = exact_mesh::from(flr_add3(back, flr_vec3_make(q.z, q.x, q.y)));
            most = std::max(most, exact_mesh::dot(exact_mesh::from(d), at));
            for (const exact_mesh::rational &x : at) size = std::max<exact_mesh::rational>(size, abs(x));
        }
        const exact_mesh::rational missed =
            abs(most - exact_mesh::dot(exact_mesh::from(d), exact_mesh::from(s))) / size;
        worst = std::max(worst, missed.get_d() / double(flr_length3(d)) / real_rounding);
    }
    expect_pinned(t, "support, roundings short", worst, exact_answers);
}

/// Of all hulls above.
void centers(tally &t)
{
    t.expect(hulls::centers_asked > scenes(750), "only %ld centers", hulls::centers_asked);
    expect_pinned(t, "center, of the size times 2^-20", hulls::worst_center * 0x1p20, 1);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(small_lattices), FEELER_TEST(large_lattices), FEELER_TEST(clouds),
             FEELER_TEST(shaken_lattices), FEELER_TEST(extremes), FEELER_TEST(many),
             FEELER_TEST(planes_of_slivers), FEELER_TEST(crowds), FEELER_TEST(cube),
             FEELER_TEST(order_of_points), FEELER_TEST(support), FEELER_TEST(centers))

}  // namespace TEST_FILE
