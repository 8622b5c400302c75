// What stands beside a plane, sheet or face by less than a rounding, and moves through it or away: one of both ways leads through, so it is
// told to touch. Which of the two it is, only what stands farther off can tell.
#include <vector>

#include "feeler/any3.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

/// A plane in space with a frame of its own: u and v along it, w square to it.
struct frame {
    double origin[3], x[3], y[3], z[3];

    explicit frame(random_source &r)
    {
        for (double &p : origin) p = r.between(-1, 1);
        double square = 0, across = 0;
        for (double &p : z) p = r.between(-1, 1), square += p * p;
        for (double &p : z) p /= std::sqrt(square);
        x[0] = -z[1], x[1] = z[0], x[2] = 0;
        across = std::sqrt(x[0] * x[0] + x[1] * x[1]);
        for (double &p : x) p /= across;
        for (int k = 0; k < 3; ++k) {
            const int i = (k + 1) % 3, j = (k + 2) % 3;
            y[k] = z[i] * x[j] - z[j] * x[i];
        }
    }
    flr_vec3 along(double u, double v, double w) const
    {
        double p[3];
        for (int k = 0; k < 3; ++k) p[k] = u * x[k] + v * y[k] + w * z[k];
        return flr_vec3_make(flr_real(p[0]), flr_real(p[1]), flr_real(p[2]));
    }
    flr_vec3 at(double u, double v, double w) const
    {
        double p[3];
        for (int k = 0; k < 3; ++k) p[k] = origin[k] + u * x[k] + v * y[k] + w * z[k];
        return flr_vec3_make(flr_real(p[0]), flr_real(p[1]), flr_real(p[2]));
    }
    double height() const { return origin[0] * z[0] + origin[1] * z[1] + origin[2] * z[2]; }
};

struct body {
    flr_shape3 shape{};
    std::vector<flr_vec3> corners;

    void polygon(std::vector<flr_vec3> v)
    {
        corners = std::move(v);
        shape.kind = FLR_SHAPE3_POLYGON;
        shape.as.polygon = {corners.data(), corners.size()};
    }
};

enum { WALLS = 9, BODIES = 9 };

/// Its face is the frame's plane, or it is that.
void make_wall(const frame &f, int kind, body &b)
{
    flr_shape3 &s = b.shape;
    const flr_mat3 axes = {f.along(1, 0, 0), f.along(0, 1, 0), f.along(0, 0, 1)};
    switch (kind) {
    case 0:
        s.kind = FLR_SHAPE3_PLANE;
        s.as.plane = {axes.z, flr_real(f.height())};
        break;
    case 1:
        s.kind = FLR_SHAPE3_HALFSPACE;
        s.as.halfspace = {axes.z, flr_real(f.height())};
        break;
    case 2:
        s.kind = FLR_SHAPE3_TRIANGLE;
        s.as.triangle = {f.at(-3, -3, 0), f.at(3, -3, 0), f.at(0, 3, 0)};
        break;
    case 3:
        s.kind = FLR_SHAPE3_QUAD;
        s.as.quad = {f.at(-2, -2, 0), f.at(2, -2, 0), f.at(2, 2, 0), f.at(-2, 2, 0)};
        break;
    case 4:
        s.kind = FLR_SHAPE3_QUAD;
        s.as.quad = {f.at(-3, -3, 0), f.at(3, -3, 0), f.at(0, 3, 0), f.at(-1.2, -1.2, 0)};
        break;
    case 5:
        s.kind = FLR_SHAPE3_RECTANGLE;
        s.as.rectangle = {f.at(0, 0, 0), axes.x, axes.y, 2, 2};
        break;
    case 6:
        b.polygon({f.at(-3, -2, 0), f.at(3, -2, 0), f.at(3, 3, 0), f.at(0, 1.5, 0), f.at(-3, 3, 0)});
        break;
    default:
        s.kind = FLR_SHAPE3_BOX;
        s.as.box = {f.at(0, 0, kind == 7 ? 0 : -1), axes, flr_vec3_make(2, 2, kind == 7 ? 0 : 1)};
    }
}

bool is_solid(int wall) { return wall == 1 || wall == 8; }

/// Stands so high over the plane, leaning a little; `side`: above or below.
void make_body(const frame &f, int kind, double high, double lean, double side, body &b)
{
    flr_shape3 &s = b.shape;
    const double c = 1 / std::sqrt(1 + lean * lean);
    const flr_mat3 axes = {f.along(c, 0, lean * c), f.along(0, 1, 0), f.along(-lean * c, 0, c)};
    switch (kind) {
    case 0:
        s.kind = FLR_SHAPE3_POINT;
        s.as.point = f.at(0, 0, high);
        break;
    case 1:
        s.kind = FLR_SHAPE3_SEGMENT;
        s.as.segment = {f.at(0, 0, high), f.at(0.3, -0.3, high + lean)};
        break;
    case 2:
        s.kind = FLR_SHAPE3_TRIANGLE;
        s.as.triangle = {f.at(0, 0, high), f.at(0.3, 0, high + lean), f.at(0, -0.3, high)};
        break;
    case 3:
        s.kind = FLR_SHAPE3_RECTANGLE;
        s.as.rectangle = {f.at(0.1, -0.3, high), axes.x, axes.y, flr_real(0.2), flr_real(0.3)};
        break;
    case 4:
        s.kind = FLR_SHAPE3_SPHERE;
        s.as.sphere = {f.at(0, 0, high + 0.5 * side), flr_real(0.5)};
        break;
    case 5:
        s.kind = FLR_SHAPE3_CAPSULE;
        s.as.capsule = {f.at(0, 0, high + 0.25 * side), f.at(0.3, -0.3, high + 0.25 * side + lean),
                        flr_real(0.25)};
        break;
    case 6:
        s.kind = FLR_SHAPE3_CYLINDER;
        s.as.cylinder = {f.at(0, 0, high), f.at(0, 0, high + 0.5 * side), flr_real(0.3)};
        break;
    case 7:
        b.polygon({f.at(-0.3, -0.3, high), f.at(0.3, -0.3, high), f.at(0.3, 0.3, high), f.at(0, 0.1, high),
                   f.at(-0.3, 0.3, high)});
        break;
    default:
        s.kind = FLR_SHAPE3_BOX;
        s.as.box = {f.at(0, 0, high + 0.2 * side), axes, {flr_real(0.3), flr_real(0.3), flr_real(0.2)}};
    }
}

bool hits(const body &a, flr_vec3 m, const body &b, bool turned)
{
    flr_sweep3_result q{};
    const flr_status status =
        turned ? flr_sweep3(&b.shape, flr_neg3(m), &a.shape, &q) : flr_sweep3(&a.shape, m, &b.shape, &q);
    return status == FLR_OK && q.hit;
}

/// The same by the functions of the two shapes.
bool typed_hits(const body &a, flr_vec3 m, const body &b)
{
    const flr_shape3 &s = a.shape, &w = b.shape;
    const bool solid = w.kind == FLR_SHAPE3_HALFSPACE;
    if (s.kind == FLR_SHAPE3_SPHERE)
        return solid ? flr_sweep3_sphere_halfspace(&s.as.sphere, m, &w.as.halfspace).hit
                     : flr_sweep3_sphere_plane(&s.as.sphere, m, &w.as.plane).hit;
    if (s.kind == FLR_SHAPE3_CAPSULE)
        return solid ? flr_sweep3_capsule_halfspace(&s.as.capsule, m, &w.as.halfspace).hit
                     : flr_sweep3_capsule_plane(&s.as.capsule, m, &w.as.plane).hit;
    return solid ? flr_sweep3_box_halfspace(&s.as.box, m, &w.as.halfspace).hit
                 : flr_sweep3_box_plane(&s.as.box, m, &w.as.plane).hit;
}

void through(tally &t)
{
    random_source r{613};
    long apart = 0, clear = 0;
    for (int i = 0; i < scenes(60000); ++i) {
        const frame f(r);
        const int wall = r.whole(0, WALLS - 1), kind = r.whole(0, BODIES - 1), leans = r.whole(0, 1);
        double off = std::pow(10, r.between(-20, -3)), lean = leans ? std::pow(10, r.between(-18, -3)) : 0;
        const double side = is_solid(wall) || r.whole(0, 1) ? 1 : -1, u = r.between(-0.3, 0.3),
                     v = r.between(-0.3, 0.3);
        if (r.whole(0, 7) == 0) off = 0;
        body a, b;
        make_wall(f, wall, b);
        make_body(f, kind, side * off, lean, side, a);
        const bool oblique = r.whole(0, 1), turned = r.whole(0, 1);
        const flr_vec3 m = f.along(oblique ? u : 0, oblique ? v : 0, -side);
        bool overlap = false;
        if (flr_overlap3(&a.shape, &b.shape, &overlap) != FLR_OK || overlap) continue;
        const bool on = hits(a, m, b, turned), back = hits(a, flr_neg3(m), b, turned);
        const char *of_a = flr_shape3_name(a.shape.kind), *of_b = flr_shape3_name(b.shape.kind);
        ++apart;
        t.expect(on || back, "%s %.3g from %s, leaning %.3g: goes through", of_a, off, of_b, lean);
        if (wall < 2 && (kind == 4 || kind == 5 || kind == 8))
            t.expect(typed_hits(a, m, b) || typed_hits(a, flr_neg3(m), b),
                     "typed %s %.3g from %s, leaning %.3g: goes through", of_a, off, of_b, lean);
        if (off < real_choose(0x1p-41, 0x1p-13) || lean > off / 4) continue;
        ++clear;
        t.expect(on && !back, "%s %.3g from %s: on %d, back %d", of_a, off, of_b, on, back);
    }
    std::printf("  %ld apart, %ld by more than rounding\n", apart, clear);
    t.expect(apart > scenes(15000L) && clear > scenes(2000L), "%ld apart, %ld clear", apart, clear);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(through))

}  // namespace TEST_FILE
