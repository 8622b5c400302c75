// Random shapes in and around the cube from -1 to 1, a few thousand of each kind, so that a row runs from cache.
#ifndef BENCH_SHAPES_HPP
#define BENCH_SHAPES_HPP

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "feeler/feeler.h"

namespace bench
{

constexpr size_t shape_count = 4096;

class shapes
{
  public:
    explicit shapes(uint64_t seed = 7, size_t count = shape_count) : random_(seed)
    {
        for (size_t i = 0; i < count; ++i) {
            points.push_back(point());
            flr_vec3 a = point(), b = point(), c = point(), d = point();
            segments.push_back({a, b});
            lines.push_back({a, b});
            triangles.push_back({a, b, c});
            tetrahedra.push_back({a, b, c, d});
            capsules.push_back({a, b, size()});
            cylinders.push_back({a, b, size()});
            cones.push_back({a, b, size()});
            flr_vec3 half = flr_vec3_make(size(), size(), size());
            spheres.push_back({c, size()});
            aabbs.push_back({flr_sub3(c, half), flr_add3(c, half)});
            boxes.push_back({c, turn(a, b), half});
            planes.push_back({unit(a), flr_real(0.5) * unit_interval()});
            flr_vec3 middle = flr_scale3(flr_real(1) / 3, flr_add3(a, flr_add3(b, c)));
            flr_ray3 ray = {d, flr_mul_add3(flr_sub3(middle, d), flr_real(0.3), point())};
            rays.push_back(ray);
            paths.push_back(flr_raycast3_path_ray(&ray));
        }
    }

    std::vector<flr_vec3> points;
    std::vector<flr_segment3> segments;
    std::vector<flr_line3> lines;
    std::vector<flr_triangle3> triangles;
    std::vector<flr_tetrahedron> tetrahedra;
    std::vector<flr_sphere> spheres;
    std::vector<flr_capsule3> capsules;
    std::vector<flr_cylinder> cylinders;
    std::vector<flr_cone> cones;
    std::vector<flr_aabb3> aabbs;
    std::vector<flr_box3> boxes;
    std::vector<flr_plane3> planes;
    std::vector<flr_ray3> rays;  // each aimed about at the triangle of its number
    std::vector<flr_raycast3_path> paths;

  private:
    flr_real unit_interval() { return std::uniform_real_distribution<flr_real>(-1, 1)(random_); }
    flr_real size() { return flr_real(0.1) + flr_real(0.4) * std::fabs(unit_interval()); }
    flr_vec3 point()
    {
        flr_real x = unit_interval(), y = unit_interval(), z = unit_interval();
        return flr_vec3_make(x, y, z);
    }
    static flr_vec3 unit(flr_vec3 v) { return flr_scale3(1 / flr_length3(v), v); }
    static flr_mat3 turn(flr_vec3 a, flr_vec3 b)
    {
        flr_vec3 x = unit(a), z = unit(flr_cross3(a, b));
        return {x, flr_cross3(z, x), z};
    }

    std::mt19937_64 random_;
};

/// The coordinates of points that lie in structures, as arrays.
class columns
{
  public:
    template <class shape> columns(const std::vector<shape> &from, flr_vec3 shape::*member)
    {
        for (const shape &s : from) add(s.*member);
    }
    explicit columns(const std::vector<flr_vec3> &from)
    {
        for (flr_vec3 p : from) add(p);
    }
    flr_batch_points3 view(bool one = false) const { return {x_.data(), y_.data(), z_.data(), one}; }
    flr_batch_points3_out room() { return {x_.data(), y_.data(), z_.data()}; }

  private:
    void add(flr_vec3 p)
    {
        x_.push_back(p.x);
        y_.push_back(p.y);
        z_.push_back(p.z);
    }

    std::vector<flr_real> x_, y_, z_;
};

}  // namespace bench

#endif
