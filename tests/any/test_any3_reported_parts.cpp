// needs: gmp
/// Parts of buildings and plants: users have reported others to tell the right distance with the name of another part, and points of
/// it, to miss walls in line that overlap, and to take a touch for a clash. Right is what is plain from the numbers.
#include <cmath>
#include <functional>
#include <vector>

#include "any/reported3.hpp"
#include "support/handles.hpp"
#include "support/pinned.hpp"

namespace TEST_FILE
{
namespace
{

using namespace reported3;

/// A well is a pipe along x that comes near in one stretch: square, in pieces, so that all distances are those of upright boxes.
struct well {
    std::vector<flr_aabb3> pieces;

    well(int number, double near, double away)
    {
        const double from = 20 * number, until = from + 20;
        auto piece = [&](double low, double high, double y) {
            if (low < high) pieces.push_back({to(low, y, -0.5), to(high, y + 1, 0.5)});
        };
        piece(0, from, away), piece(from, until, near), piece(until, 100, away);
    }
    soup surface() const
    {
        soup all;
        for (const flr_aabb3 &b : pieces) all = joined(all, split(box(b.min, b.max)));
        return all;
    }
};

/// How far p lies from the surface of a box; how far two boxes are apart.
double off_surface(flr_vec3 p, const flr_aabb3 &b)
{
    const double low[3] = {double(b.min.x - p.x), double(b.min.y - p.y), double(b.min.z - p.z)},
                 high[3] = {double(p.x - b.max.x), double(p.y - b.max.y), double(p.z - b.max.z)};
    double outside = 0, inside = -INFINITY;
    for (int k = 0; k < 3; ++k) {
        const double beyond = std::fmax(low[k], high[k]);
        outside = std::hypot(outside, std::fmax(0, beyond));
        inside = std::fmax(inside, beyond);
    }
    return outside > 0 ? outside : -inside;
}
double gap(const flr_aabb3 &a, const flr_aabb3 &b)
{
    auto apart = [](flr_real low, flr_real high, flr_real other_low, flr_real other_high) {
        return std::fmax(0, std::fmax(double(other_low - high), double(low - other_high)));
    };
    return std::hypot(apart(a.min.x, a.max.x, b.min.x, b.max.x), apart(a.min.y, a.max.y, b.min.y, b.max.y),
                      apart(a.min.z, a.max.z, b.min.z, b.max.z));
}
double least(const well &w, const std::function<double(const flr_aabb3 &)> &measure)
{
    double best = INFINITY;
    for (const flr_aabb3 &b : w.pieces) best = std::fmin(best, measure(b));
    return best;
}

/// The distance was right, the part named with it and its points were another's. Slices of one well, with caps, against five others:
/// as one mesh, by the triangle that is named, and as a compound, by its point.
void parts_that_are_named(tally &t)
{
    worst_of length = {"distances of slices of a well", real_choose(1e-14, 1e-5)},
             points = {"nearest points off the part that is named", real_choose(2e-14, 1.5e-5)};
    const flr_mat3 turn = quaternion(2, 0, 0, 1);  // 3, 4, 5
    const flr_affine3 pose = {turn, to(7, -3, 2)},
                      back = {{to(0.6, -0.8, 0), to(0.8, 0.6, 0), to(0, 0, 1)}, to(0, 0, 0)};
    std::vector<well> wells;
    std::vector<part> parts;
    std::vector<flr_shape3> shapes;
    std::vector<size_t> owner;
    soup all;
    for (int k = 0; k < 5; ++k) {
        wells.emplace_back(k, 1 + 0.25 * ((3 * k) % 5), 4 + 1.25 * k);
        soup s = wells.back().surface();
        owner.insert(owner.end(), s.t.size(), size_t(k));
        all = joined(all, s);
        parts.emplace_back(s, pose);
    }
    for (part &p : parts) {
        flr_shape3 s{};
        s.kind = FLR_SHAPE3_MESH;
        s.as.mesh = p.at;
        shapes.push_back(s);
    }
    part whole(all, pose);
    flr_shape3 compound{};
    compound.kind = FLR_SHAPE3_COMPOUND;
    compound.as.compound = {shapes.data(), shapes.size(), nullptr};
    for (int i = 0; i < 200; ++i) {
        const flr_aabb3 slice = {to(0.5 * i, -0.5, -0.5), to(0.5 * i + 0.5, 0.5, 0.5)};
        double exact = INFINITY, of_part[5];
        for (size_t k = 0; k < 5; ++k) {
            of_part[k] = least(wells[k], [&](const flr_aabb3 &b) { return gap(slice, b); });
            exact = std::fmin(exact, of_part[k]);
        }
        part cut(box(slice.min, slice.max), pose);
        flr_shape3 s{};
        s.kind = FLR_SHAPE3_MESH;
        s.as.mesh = cut.at;
        const flr_closest3_mesh m = flr_closest3_mesh_mesh(&cut.at, &whole.at, flr_real(INFINITY));
        flr_closest3 c;
        flr_status status = flr_distance3(&s, &compound, &c);
        auto at = [&](flr_vec3 p) { return flr_affine3_point(back, flr_sub3(p, pose.translation)); };
        const size_t named = owner[m.triangle_b];
        t.expect(m.found && status == FLR_OK &&
                     length.within(std::fmax(std::fabs(double(m.distance) - exact),
                                             std::fabs(double(c.distance) - exact))),
                 "reported for trimesh, 1055: %.17g and %.17g, not %.17g", double(m.distance),
                 double(c.distance), exact);
        t.expect(of_part[named] == exact, "reported for trimesh, 1055: slice %d, part %zu", i, named);
        auto from_well = [&](size_t k, flr_vec3 p) {
            return least(wells[k], [&](const flr_aabb3 &b) { return off_surface(p, b); });
        };
        // a compound does not name the part: the point tells
        double nearest = INFINITY;
        for (size_t k = 0; k < 5; ++k)
            if (of_part[k] == exact) nearest = std::fmin(nearest, from_well(k, at(c.point_b)));
        double off = std::fmax(nearest, from_well(named, at(m.point_b)));
        off = std::fmax(off, std::fmax(off_surface(at(m.point_a), slice), off_surface(at(c.point_a), slice)));
        t.expect(points.within(off), "reported for trimesh, 1055: slice %d, points %g off their parts", i,
                 off);
    }
    length.hold(t);
    points.hold(t);
}

/// Walls of 200 by 3000, in mm, that share faces: what overlaps was seen only where one was nudged by 2 mm off the axis of the
/// other, and what touches was a clash. In both orders and triangulations, also 100 m off.
void walls_in_line(tally &t)
{
    struct scene {
        const char *name;
        flr_aabb3 other;
        flr_interference_kind kind;
        double depth, distance;
    };
    const flr_aabb3 wall = {to(0, -100, 0), to(5000, 100, 3000)};
    const auto along = [](double from, double y, double z) {
        return flr_aabb3{to(from, y - 100, z), to(from + 4000, y + 100, z + 3000)};
    };
    const scene scenes[] = {
        {"4594, in line", along(4950, 0, 0), FLR_CLASH, 50, 0},
        {"4594, nudged across", along(4950, 2, 0), FLR_CLASH, 50, 0},
        {"4594, nudged up", along(4950, 0, 2), FLR_CLASH, 50, 0},
        {"4594, nudged both ways", along(4950, -2, -2), FLR_CLASH, 50, 0},
        {"4594, at a corner", {to(4800, 50, 0), to(5000, 4000, 3000)}, FLR_CLASH, 50, 0},
        {"4594, through at a corner", {to(4800, -100, 0), to(5000, 4000, 3000)}, FLR_CLASH, 200, 0},
        {"1357, end to end", along(5000, 0, 0), FLR_TOUCH, 0, 0},
        {"1357, side by side", along(1000, 200, 0), FLR_TOUCH, 0, 0},
        {"1357, at an edge", along(5000, 200, 0), FLR_TOUCH, 0, 0},
        {"1357, within the clearance", along(5050, 0, 0), FLR_CLEARANCE, 0, 50},
        {"1357, beyond the clearance", along(5061, 0, 0), FLR_APART, 0, 0},
    };
    const flr_interference3_options options = {flr_real(0.1), 60};
    for (const scene &c : scenes)
        for (double away : {0.0, 1e5})
            for (int form = 0; form < 4; ++form) {
                flr_affine3 pose = flr_affine3_identity();
                pose.translation = to(away, -away, away);
                const flr_aabb3 &x = form & 1 ? c.other : wall, &y = form & 1 ? wall : c.other;
                part a(box(x.min, x.max), pose),
                    b(form & 2 ? box_other_diagonals(y.min, y.max) : box(y.min, y.max), pose);
                flr_interference3 r;
                flr_status status = flr_interference3_mesh_mesh(&a.at, &b.at, &options, &r);
                t.expect(status == FLR_OK && r.kind == c.kind && double(r.depth) == c.depth &&
                             double(r.distance) == c.distance,
                         "reported for IfcOpenShell, %s: kind %d for %d, %.17g deep, %.17g apart, %g off",
                         c.name, r.kind, c.kind, double(r.depth), double(r.distance), away);
            }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(parts_that_are_named), FEELER_TEST(walls_in_line))

}  // namespace TEST_FILE
