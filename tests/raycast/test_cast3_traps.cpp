/// Mistakes that are in print about casts, each with the input that tells right from wrong, under its number in
/// the list of traps; and the exact cases of the textbook. Needs no outside oracle.
#include <array>
#include <cmath>
#include <utility>

#include "feeler/raycast3.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"

namespace TEST_FILE
{
namespace
{

const double EPS = sizeof(flr_real) == sizeof(float) ? 0x1p-23 : 0x1p-52;

flr_vec3 vec(double x, double y, double z) { return flr_vec3_make(flr_real(x), flr_real(y), flr_real(z)); }
flr_raycast3_path ray(flr_vec3 o, flr_vec3 d)
{
    flr_ray3 r = {o, d};
    return flr_raycast3_path_ray(&r);
}
flr_raycast3_path line(flr_vec3 a, flr_vec3 b)
{
    flr_line3 l = {a, flr_sub3(b, a)};
    return flr_raycast3_path_line(&l);
}
flr_raycast3_path segment(flr_vec3 a, flr_vec3 b)
{
    flr_segment3 s = {a, b};
    return flr_raycast3_path_segment(&s);
}
bool near(double x, double y) { return std::fabs(x - y) <= 8 * EPS * (1 + std::fabs(y)); }
bool at(flr_vec3 p, double x, double y, double z)
{
    return near(double(p.x), x) && near(double(p.y), y) && near(double(p.z), z);
}

flr_rayhit3 sphere(const flr_raycast3_path &p, flr_vec3 center, double radius)
{
    flr_sphere s = {center, flr_real(radius)};
    return flr_raycast3_ray_sphere(&p, &s);
}
flr_rayhit3 unit_box(const flr_raycast3_path &p, double x = 1, double y = 1, double z = 1)
{
    flr_aabb3 b = {vec(-x, -y, -z), vec(x, y, z)};
    return flr_raycast3_ray_aabb(&p, &b);
}
flr_rayhit3 turned_box(const flr_raycast3_path &p, flr_vec3 half, flr_vec3 center = vec(0, 0, 0))
{
    flr_box3 b = {center, flr_affine3_identity().linear, half};
    return flr_raycast3_ray_box(&p, &b);
}
flr_raycast3_triangle triangle(const flr_raycast3_path &p, flr_vec3 a, flr_vec3 b, flr_vec3 c,
                               unsigned options = 0)
{
    flr_triangle3 t = {a, b, c};
    return flr_raycast3_ray_triangle(&p, &t, options);
}
bool missed(const flr_raycast3_triangle &r)
{
    return !r.hit && r.t == 0 && r.barycentric[0] == 0 && r.barycentric[1] == 0;
}

void plane(tally &t)
{
    flr_plane3 z = {vec(0, 0, 1), 0};
    flr_raycast3_path across = segment(vec(0, 0, -1), vec(0, 0, 1)),
                      within = segment(vec(0, 0, 0), vec(1, 0, 0));
    flr_rayhit3 r = flr_raycast3_ray_plane(&across, &z);
    t.expect(r.hit && r.t == flr_real(0.5) && r.normal.z == -1, "A50: t %g", double(r.t));
    r = flr_raycast3_ray_plane(&within, &z);
    t.expect(r.hit && r.t == 0 && at(r.point, 0, 0, 0), "A51: a segment in the plane");
    flr_raycast3_path above = segment(vec(0, 0, 1), vec(1, 0, 1));
    t.expect(!flr_raycast3_ray_plane(&above, &z).hit, "A51: a segment above the plane");
    flr_plane3 doubled = {vec(0, 0, 2), 6};
    flr_raycast3_path up = ray(vec(0, 0, 0), vec(0, 0, 2));
    r = flr_raycast3_ray_plane(&up, &doubled);
    t.expect(r.hit && r.t == flr_real(1.5) && near(double(r.normal.z), -1), "a normal that is not unit");
}

void spheres(tally &t)
{
    flr_vec3 o = vec(0, 0, 0), x = vec(1, 0, 0);
    t.expect(!sphere(ray(vec(1.5, 0, -10000), vec(0, 0, 1)), o, 1).hit,
             "A52: a line 1.5 away hits a radius of 1");
    flr_rayhit3 r = sphere(ray(vec(-10, 0, 0), vec(2, 0, 0)), o, 1);
    t.expect(r.hit && r.t == flr_real(4.5) && at(r.point, -1, 0, 0), "A53: t %g", double(r.t));
    r = sphere(ray(vec(-5, 0, 0), x), o, 1);
    t.expect(r.hit && r.t == 4 && r.t_exit == 6 && r.normal.x == -1, "13: entry and exit");
    r = sphere(ray(vec(-5, 1, 0), x), o, 1);
    t.expect(r.hit && r.t == 5 && r.normal.y == 1, "13: tangent");
    t.expect(!sphere(ray(vec(-5, 1.5, 0), x), o, 1).hit, "13: past");
    r = sphere(ray(o, x), o, 1);
    t.expect(r.hit && r.inside && r.t == 0 && r.t_exit == 1 && flr_length3(r.normal) == 0, "13: inside");
    t.expect(!sphere(ray(vec(5, 0, 0), x), o, 1).hit, "13: behind");
    r = sphere(ray(vec(1, 0, 0), x), o, 1);
    t.expect(r.hit && r.t == 0, "13: on the boundary, leaving");
    t.expect(sphere(ray(vec(3, 4, 0), vec(3, 4, 1)), o, 5).hit, "on the boundary, leaving aslant");
    t.expect(!sphere(ray(vec(0, 0, 5), vec(0, 0, 1)), o, 1).hit, "H06: behind");
    t.expect(sphere(line(vec(5, 0, 0), vec(6, 0, 0)), o, 1).t == -6, "the least t of a line may be negative");
    r = sphere(ray(vec(-12000, 0.5, 0), x), vec(0, 0, 0), 1);
    t.expect(r.hit && std::fabs(double(r.t) - (12000 - std::sqrt(0.75))) < 12000 * 8 * EPS,
             "a ray from 12 km");
    t.expect(sphere(ray(vec(-5, 1, 0), x), vec(0, 1, 0), 0).hit, "a radius of 0, met");
    t.expect(!sphere(ray(vec(-5, 1, 0), x), vec(0, 1 + 4 * EPS, 0), 0).hit, "a radius of 0, missed");
    t.expect(!sphere(ray(o, x), o, -1).hit, "a negative radius");
    flr_raycast3_path half = flr_raycast3_path_make(vec(-5, 0, 0), x, 0, flr_real(3.5));
    t.expect(!sphere(half, o, 1).hit, "beyond t_max");
    half.t_max = 4;
    t.expect(sphere(half, o, 1).hit, "at t_max");
}

void boxes(tally &t)
{
    flr_vec3 x = vec(1, 0, 0);
    t.expect(!unit_box(ray(vec(-5, 0, 0), vec(1, 1, 0))).hit, "A54: aslant");
    t.expect(!unit_box(ray(vec(5, 0, 0), x)).hit, "A54, H04: behind");
    t.expect(!turned_box(ray(vec(5, 0, 0), x), vec(1, 1, 1)).hit, "H04: a turned box behind");
    flr_aabb3 far = {vec(1e6, -1, 0.4), vec(1e6 + 2, 1, 0.6)};
    flr_raycast3_path flat = ray(vec(0, 0, 0), vec(1, 0, 5e-7));
    flr_rayhit3 r = flr_raycast3_ray_aabb(&flat, &far);
    t.expect(r.hit && near(double(r.t), 1e6), "A56: nearly parallel");
    t.expect(!unit_box(segment(vec(-5, 0, 0), vec(-3, 0, 0))).hit,
             "A57: t is measured in the direction's length");
    const double small = 1e-6;
    t.expect(!unit_box(segment(vec(0.5e-6, 2.6e-6, 0), vec(2.6e-6, 0.5e-6, 0)), small, small, small).hit,
             "A58: a small box");
    r = unit_box(ray(vec(-3, 1, 0), vec(1, -1, 0)));
    t.expect(r.hit && r.t == 2 && r.t_exit == 2 + 0, "14: enters on the edge");
    r = unit_box(ray(vec(-3, -1, 0), vec(1, -1, 0)));
    t.expect(!r.hit, "14: passes the edge");
    r = unit_box(ray(vec(-2, 0, 0), vec(1, 1, 0)));
    t.expect(r.hit && r.t == 1 && r.t_exit == 1, "14: grazes an edge");
    r = unit_box(ray(vec(-5, 1, 0), x));
    t.expect(r.hit && r.t == 4, "14, B08: along a face");
    t.expect(turned_box(ray(vec(-5, 1, 0), x), vec(1, 1, 1)).t == 4, "B08: along a face of a turned box");
    t.expect(unit_box(ray(vec(-5, 1, 0), vec(1, -0.0, 0))).hit &&
                 unit_box(ray(vec(-5, -1, 0), vec(1, -0.0, -0.0))).hit,
             "N12: -0");
    t.expect(turned_box(ray(vec(-5, 0, 0), x), vec(1, 1, 0)).t == 4, "B12: a flat box");
    t.expect(unit_box(ray(vec(-5, 0, 0), x), 1, 1, 0).t == 4, "B12: a flat box along the axes");
    r = turned_box(ray(vec(0, 0, 0), x), vec(1, 1, 1));
    t.expect(r.hit && r.inside && r.t == 0 && r.t_exit == 1, "B09: inside");
    r = turned_box(ray(vec(0, 0, 0), vec(0, 0, 0)), vec(1, 1, 1));
    t.expect(r.hit && r.inside && r.t == 0, "B10: no direction, inside");
    t.expect(!turned_box(ray(vec(3, 0, 0), vec(0, 0, 0)), vec(1, 1, 1)).hit, "B10: no direction, outside");
    t.expect(turned_box(ray(vec(-5, 0, 0), vec(2, 0, 0)), vec(1, 1, 1)).t == 2, "B13: a long direction");
    t.expect(turned_box(ray(vec(-5, 1.5, 0), x), vec(2, 2, 2)).t == 3, "B15: a scaled box");
    flr_aabb3 long_one = {vec(-1, -1, -1), vec(16777216, 1, 1)};
    flr_raycast3_path from_left = ray(vec(-5, 0, 0), x);
    t.expect(flr_raycast3_ray_aabb(&from_left, &long_one).t == 4, "A14: the face as given");
    flr_aabb3 inverted = {vec(1, -1, -1), vec(-1, 1, 1)}, broken = {vec(NAN, NAN, NAN), vec(1, 1, 1)};
    t.expect(!flr_raycast3_ray_aabb(&from_left, &inverted).hit, "min > max");
    t.expect(!flr_raycast3_ray_aabb(&from_left, &broken).hit, "a NaN");
}

void triangles(tally &t)
{
    flr_vec3 o = vec(0, 0, 0), a = vec(1, 0, 0), b = vec(0, 1, 0);
    t.expect(missed(triangle(line(vec(-1, 5, 0), vec(2, 5, 0)), o, a, b)), "A59: in the plane, past it");
    flr_raycast3_triangle r = triangle(line(vec(-1, 0.25, 0), vec(2, 0.25, 0)), o, a, b);
    t.expect(r.hit && near(double(r.t), 1.0 / 3) && at(r.point, 0, 0.25, 0), "A59: in the plane, across it");
    t.expect(missed(triangle(line(vec(2, -1, 1), vec(2, -1, -1)), o, a, b)), "A60: outside, u = 0");
    r = triangle(line(vec(0.25, 0.25, 1), vec(0.25, 0.25, -1)), o, b, a);
    t.expect(r.hit && !r.front, "A61: the other winding");
    t.expect(missed(triangle(line(vec(0.25, 0.25, 1), vec(0.25, 0.25, -1)), o, b, a, FLR_RAYCAST_FRONT_ONLY)),
             "A61: culled");
    const double far = 1e4;
    t.expect(triangle(line(vec(far + 0.25, far + 0.25, far + 1), vec(far + 0.25, far + 0.25, far - 1)),
                      vec(far, far, far), vec(far + 1, far, far), vec(far, far + 1, far))
                 .hit,
             "A62: far out");
    flr_vec3 low[3] = {vec(-1, -1, 8), vec(1, -1, 8), vec(0, 1, 8)};
    t.expect(near(double(triangle(ray(o, vec(0, 0, 9e-6)), low[0], low[1], low[2]).t), 8 / 9e-6),
             "B02: a short direction");
    t.expect(triangle(ray(o, vec(0.3, 0.1, 0.9)), low[0], vec(9, -1, 8), vec(0, 9, 8)).hit,
             "B03: n . d below 1");
    r = triangle(ray(o, vec(0, 0, 1)), low[0], low[1], low[2]);
    t.expect(r.hit && r.normal.z == -1 && !r.front, "B04: the normal faces the ray");
    t.expect(triangle(ray(vec(0, 0, 8), vec(0, 0, 1)), low[0], low[1], low[2]).hit,
             "B05: starts on the triangle");
    r = triangle(ray(vec(8, 4e-5, 1), vec(0, 0, -1)), o, vec(10, 0, 0), vec(10, 1e-4, 0));
    t.expect(r.hit && std::fabs(double(r.barycentric[0]) - 0.2) < 1e-5 &&
                 std::fabs(double(r.barycentric[1]) - 0.4) < 1e-5 &&
                 std::fabs(double(r.barycentric[2]) - 0.4) < 1e-5,
             "B07: a thin triangle, weights %g %g %g", double(r.barycentric[0]), double(r.barycentric[1]),
             double(r.barycentric[2]));
    t.expect(triangle(ray(vec(0.25, 0, 1), vec(0, 0, -1)), o, a, vec(0.5, 0, 0)).hit, "a flat triangle, met");
    t.expect(!triangle(ray(vec(0.25, 0.1, 1), vec(0, 0, -1)), o, a, vec(0.5, 0, 0)).hit,
             "a flat triangle, past it");
    t.expect(!triangle(ray(o, vec(0, 0, 1)), vec(NAN, 0, 1), a, b).hit, "a NaN");
    r = triangle(ray(vec(0.25, 0.25, 0), vec(0, 0, 0)), o, a, b);
    t.expect(r.hit && r.t == 0 && at(r.point, 0.25, 0.25, 0), "no direction, on the triangle");
    t.expect(!triangle(ray(vec(0.25, 0.25, 0.5), vec(0, 0, 0)), o, a, b).hit,
             "no direction, above the triangle");
}

/// A line through the edge that two triangles share meets at least one of them.
void cracks(tally &t)
{
    random_source random{69};
    long both = 0;
    for (int n = 0; n < 20000; ++n) {
        flr_vec3 a = random.point(-1, 1), b = random.point(-1, 1);
        // on either side of the edge as seen from the eye
        flr_vec3 eye = flr_add3(vec(0, 0, 9), random.point(-1, 1));
        flr_vec3 aim = flr_lerp3(a, b, flr_real(random.between(0.05, 0.95))), d = flr_sub3(aim, eye);
        flr_vec3 side = flr_cross3(flr_sub3(b, a), d), middle = flr_lerp3(a, b, flr_real(0.5));
        flr_real scale = 1 / flr_length3(side);
        flr_vec3 c = flr_mul_add3(middle, scale, side), e = flr_mul_add3(middle, -scale, side);
        bool one = triangle(ray(eye, d), a, b, c).hit, two = triangle(ray(eye, d), b, a, e).hit;
        both += one && two;
        t.expect(one || two, "A69: a crack (case %d)", n);
    }
    t.expect(both < 20000, "A69: never an edge missed by one of the two");
}

void quads(tally &t)
{
    flr_quad3 square = {vec(0, 0, 0), vec(2, 0, 0), vec(2, 2, 0), vec(0, 2, 0)};
    auto down = [](double x, double y) { return line(vec(x, y, 1), vec(x, y, -1)); };
    auto cast = [](const flr_raycast3_path &p, const flr_quad3 &q) {
        return flr_raycast3_ray_quad(&p, &q, 0);
    };
    t.expect(missed(cast(down(1.5, -1), square)), "A63: beyond an edge");
    flr_raycast3_triangle r = cast(down(0.5, 1.5), square);
    t.expect(r.hit && at(r.point, 0.5, 1.5, 0) && r.triangle == 1, "A64: the second half");
    t.expect(missed(cast(line(vec(-1, 9, 0), vec(3, 9, 0)), square)), "A65: in the plane, past it");
    t.expect(cast(line(vec(-1, 1, 0), vec(3, 1, 0)), square).hit, "A65: in the plane, across it");
    r = cast(down(1, 1), square);
    t.expect(r.hit && r.triangle == 0, "16: on the diagonal");
    flr_vec3 notched[4] = {vec(4, 2, 0), vec(0, 0, 0), vec(4, -2, 0), vec(1, 0, 0)};
    for (int k = 0; k < 4; ++k) {
        flr_quad3 q = {notched[k], notched[(k + 1) % 4], notched[(k + 2) % 4], notched[(k + 3) % 4]};
        t.expect(missed(cast(down(3, 0), q)), "A66: in the notch, first corner %d", k);
        t.expect(cast(down(0.5, 0), q).hit && cast(down(3, 1.4), q).hit,
                 "A66: beside the notch, first corner %d", k);
    }
    flr_triangle3 corners = {vec(0, 0, 0), vec(2, 0, 0), vec(1, 2, 0)};
    flr_raycast3_path in = down(2, 1.5), out = down(0.25, 1.5);
    flr_raycast3_triangle inside = flr_raycast3_ray_parallelogram(&in, &corners, 0);
    t.expect(inside.hit && inside.triangle == 1 && at(inside.point, 2, 1.5, 0), "S1-1e: a parallelogram");
    t.expect(missed(flr_raycast3_ray_parallelogram(&out, &corners, 0)), "S1-1e: beside a parallelogram");
}

void nearest_of_many(tally &t)
{
    auto sheet = [](double z) -> flr_triangle3 { return {vec(-1, -1, z), vec(1, -1, z), vec(0, 1, z)}; };
    for (double length : {0.5, 2.0})
        for (bool turned : {false, true}) {
            flr_triangle3 sheets[2] = {sheet(turned ? 8 : 10), sheet(turned ? 10 : 8)};
            flr_raycast3_path p = flr_raycast3_path_make(vec(0, 0, 0), vec(0, 0, length), 0, 100);
            flr_raycast3_triangle best = {};
            for (auto &s : sheets) {
                flr_raycast3_triangle next = flr_raycast3_ray_triangle(&p, &s, 0);
                flr_raycast3_keep_nearer_triangle(&p, &best, &next);
            }
            t.expect(best.hit && near(double(best.t), 8 / length) && p.t_max == best.t, "B01: nearest %g",
                     double(best.t) * length);
        }
    flr_raycast3_path p = ray(vec(-9, 0, 0), vec(1, 0, 0));
    flr_rayhit3 best = {}, first = unit_box(p), second = sphere(p, vec(0, 0, 0), 1);
    t.expect(flr_raycast3_keep_nearer(&p, &best, &first) && !flr_raycast3_keep_nearer(&p, &best, &second),
             "17: of equals the first stays");
    flr_rayhit3 behind = sphere(p, vec(5, 0, 0), 1);
    t.expect(!behind.hit && best.t == 8, "17: t_max has come down");
}

void round_solids(tally &t)
{
    flr_capsule3 capsule = {vec(5, -1, 0), vec(5, 1, 0), flr_real(0.5)},
                 upright = {vec(0, -1, 0), vec(0, 1, 0), 1};
    flr_raycast3_path away = ray(vec(0, 0, 0), vec(-1, 0, 0)), touching = ray(vec(-5, 0, 1), vec(1, 0, 0));
    t.expect(!flr_raycast3_ray_capsule(&away, &capsule).hit, "H09: a ray is not a line");
    flr_rayhit3 r = flr_raycast3_ray_capsule(&touching, &upright);
    t.expect(r.hit && r.t == 5, "H05: touching a capsule");
    flr_raycast3_path down = ray(vec(0, 5, 0), vec(0, -1, 0));
    r = flr_raycast3_ray_capsule(&down, &upright);
    t.expect(r.hit && r.t == 3 && r.normal.y == 1 && r.t_exit == 7, "a capsule along its axis");
    flr_cylinder can = {vec(0, 0, 0), vec(0, 0, 1), 1};
    flr_raycast3_path across = segment(vec(-2, 0, 0.5), vec(2, 0, 0.5)),
                      cap = ray(vec(-0.5, 0, 3), vec(0.25, 0, -1));
    r = flr_raycast3_ray_cylinder(&across, &can);
    t.expect(r.hit && near(double(r.t), 0.25) && near(double(r.t_exit), 0.75), "19: a cylinder across");
    r = flr_raycast3_ray_cylinder(&cap, &can);
    t.expect(r.hit && near(double(r.t), 2) && at(r.point, 0, 0, 1) && r.normal.z == 1,
             "X03: the cap behind the side's root");
    flr_raycast3_path rim = ray(vec(-5, 0, 1), vec(1, 0, 0)), above = ray(vec(-5, 0, 1.001), vec(1, 0, 0));
    t.expect(flr_raycast3_ray_cylinder(&rim, &can).hit && !flr_raycast3_ray_cylinder(&above, &can).hit,
             "along the cap");
    flr_raycast3_path beside = ray(vec(1, 0, 5), vec(0, 0, -1)), past = ray(vec(1.001, 0, 5), vec(0, 0, -1));
    t.expect(flr_raycast3_ray_cylinder(&beside, &can).t == 4 && !flr_raycast3_ray_cylinder(&past, &can).hit,
             "along the side");
    flr_cylinder none = {vec(0, 0, 0), vec(0, 0, 0), 1};
    t.expect(!flr_raycast3_ray_cylinder(&across, &none).hit, "an axis of no length");
    flr_cone cone = {vec(0, 0, 2), vec(0, 0, 0), 1};
    flr_raycast3_path side = ray(vec(-5, 0, 1), vec(1, 0, 0)), tip = ray(vec(0, 0, 5), vec(0, 0, -1)),
                      base = ray(vec(0.25, 0, -4), vec(0, 0, 1));
    flr_raycast3_path apex = ray(vec(-5, 0, 2), vec(1, 0, 0)), mirror = ray(vec(-5, 0, 3), vec(1, 0, 0)),
                      through = ray(vec(0, 0, 1), vec(1, 0, 0));
    r = flr_raycast3_ray_cone(&side, &cone);
    t.expect(r.hit && near(double(r.t), 4.5) && near(double(r.t_exit), 5.5), "a cone across");
    t.expect(flr_raycast3_ray_cone(&tip, &cone).t == 3, "a cone from its tip");
    r = flr_raycast3_ray_cone(&base, &cone);
    t.expect(r.hit && near(double(r.t), 4) && r.normal.z == -1, "a cone from below");
    t.expect(flr_raycast3_ray_cone(&apex, &cone).hit, "the apex alone");
    t.expect(!flr_raycast3_ray_cone(&mirror, &cone).hit, "the other half of the double cone");
    t.expect(flr_raycast3_ray_cone(&through, &cone).inside, "from inside a cone");
    flr_cone thin = {vec(0, 0, 2), vec(0, 0, 0), 0};
    t.expect(flr_raycast3_ray_cone(&side, &thin).hit && !flr_raycast3_ray_cone(&mirror, &thin).hit,
             "a cone of radius 0");
}

void polyhedra(tally &t)
{
    flr_halfspace3 cube[6];
    for (int i = 0; i < 6; ++i) {
        double sign = i % 2 ? 1 : -1;
        cube[i] = {vec(i / 2 == 0 ? sign : 0, i / 2 == 1 ? sign : 0, i / 2 == 2 ? sign : 0), 1};
    }
    flr_raycast3_path p = segment(vec(-2, 0, 0), vec(2, 0, 0)), graze = ray(vec(-5, 1, 1), vec(1, 0, 0)),
                      inside = ray(vec(0, 0, 0), vec(1, 0, 0));
    flr_rayhit3 r = flr_raycast3_ray_halfspaces(&p, cube, 6);
    t.expect(r.hit && r.t == flr_real(0.25) && r.t_exit == flr_real(0.75) && r.normal.x == -1,
             "19: a cube by planes");
    t.expect(flr_raycast3_ray_halfspaces(&graze, cube, 6).t == 4, "along an edge of it");
    r = flr_raycast3_ray_halfspaces(&inside, cube, 6);
    t.expect(r.hit && r.inside && r.t == 0 && r.t_exit == 1, "inside it");
    flr_halfspace3 ground = {vec(0, 0, 1), 0};
    flr_raycast3_path fall = ray(vec(0, 0, 5), vec(0, 0, -1)), rise = line(vec(0, 0, 5), vec(0, 0, 6)),
                      level = line(vec(0, 0, 0), vec(1, 0, 0));
    r = flr_raycast3_ray_halfspace(&fall, &ground);
    t.expect(r.hit && r.t == 5 && r.t_exit == INFINITY && r.normal.z == 1, "down to the ground");
    r = flr_raycast3_ray_halfspace(&rise, &ground);
    t.expect(r.hit && r.inside && r.t == -INFINITY && flr_is_finite3(r.point),
             "a line from inside a halfspace");
    t.expect(flr_raycast3_ray_halfspace(&level, &ground).hit, "a line on the ground");
    flr_halfspace3 zero = {vec(0, 0, 0), 1};
    t.expect(!flr_raycast3_ray_halfspace(&fall, &zero).hit, "a zero normal");
    flr_tetrahedron corner = {vec(0, 0, 0), vec(4, 0, 0), vec(0, 4, 0), vec(0, 0, -4)};
    for (bool mirrored : {false, true}) {
        if (mirrored) std::swap(corner.b, corner.c);
        flr_raycast3_path down = ray(vec(1, 1, 3), vec(0, 0, -1)), start = ray(vec(1, 1, -1), vec(0, 0, -1));
        r = flr_raycast3_ray_tetrahedron(&down, &corner);
        t.expect(r.hit && near(double(r.t), 3) && near(double(r.t_exit), 5) && near(double(r.normal.z), 1),
                 "a tetrahedron from above");
        r = flr_raycast3_ray_tetrahedron(&start, &corner);
        t.expect(r.hit && r.inside && r.t == 0 && near(double(r.t_exit), 1), "inside a tetrahedron");
    }
}

/// A55, B06, B11: a path is parallel to a face where the product of its direction with the normal is 0: then it
/// meets the plane nowhere, or all along; where the two are parallel it meets it once.
void parallel_or_square(tally &t)
{
    flr_plane3 planes[2] = {{vec(1, 0, 0), 3}, {vec(0, 0, 1), 3}};
    for (const flr_plane3 &h : planes) {
        flr_vec3 square = h.normal, along = vec(0, 1, 0);
        flr_raycast3_path to = ray(vec(0, 0, 0), square), past = ray(vec(0, 0, 0), along);
        flr_rayhit3 r = flr_raycast3_ray_plane(&to, &h);
        t.expect(r.hit && r.t == 3, "A55, B06: square to the plane");
        t.expect(!flr_raycast3_ray_plane(&past, &h).hit, "A55, B06: along the plane");
    }
    flr_aabb3 slab = {vec(-1, -1, -1), vec(1, 1, 1)};
    flr_raycast3_path in = ray(vec(-3, 0, 0), vec(1, 0, 0)), beside = ray(vec(-3, 0, 0), vec(0, 1, 0));
    t.expect(flr_raycast3_ray_aabb(&in, &slab).t == 2, "B11: square to the face");
    t.expect(!flr_raycast3_ray_aabb(&beside, &slab).hit, "B11: along the face");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(plane), FEELER_TEST(spheres), FEELER_TEST(boxes), FEELER_TEST(triangles),
             FEELER_TEST(cracks), FEELER_TEST(quads), FEELER_TEST(nearest_of_many), FEELER_TEST(round_solids),
             FEELER_TEST(polyhedra), FEELER_TEST(parallel_or_square))

}  // namespace TEST_FILE
