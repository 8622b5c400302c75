// needs: gmp
#include "closest/exact_shapes3.hpp"

#include <algorithm>

namespace exact_shapes
{

big_float root(const big_rational &q)
{
    big_float x(0, 512), y(q, 512);
    x = sqrt(y);
    return x;
}

namespace
{

using whole_point = exact3::vec<big_integer>;

/// The faces of a shape in whole units, and boxes around them, in double, as seen from one point.
struct whole_shape {
    struct face {
        std::vector<whole_point> corners;
        double low[3], high[3];
    };
    std::vector<face> faces;
    bool solid;

    whole_shape(const std::vector<std::vector<point>> &from, bool solid_, const big_integer &unit,
                const whole_point *origin)
        : solid(solid_)
    {
        faces.reserve(from.size());
        for (const std::vector<point> &corners : from) {
            faces.emplace_back();
            face &f = faces.back();
            f.corners.resize(corners.size());
            for (size_t i = 0; i < corners.size(); ++i) {
                f.corners[i] = exact3::in_units(corners[i], unit);
                for (size_t k = 0; k < 3; ++k) {
                    const whole_point &o = origin ? *origin : faces[0].corners[0];
                    const double x = big_integer(f.corners[i][k] - o[k]).get_d();
                    f.low[k] = i ? std::fmin(f.low[k], x) : x;
                    f.high[k] = i ? std::fmax(f.high[k], x) : x;
                }
            }
        }
    }
    /// Is one of the corners of s inside?
    bool encloses_one_of(const whole_shape &s) const
    {
        if (!solid) return false;
        whole_point sum;  // so many times the centre
        int count = 0;
        for (const face &f : faces)
            for (const whole_point &p : f.corners) {
                for (size_t k = 0; k < 3; ++k) sum[k] += p[k];
                ++count;
            }
        std::vector<const whole_point *> within;
        for (const face &f : s.faces)
            for (const whole_point &p : f.corners) within.push_back(&p);
        bool volume = false;
        for (const face &f : faces) {
            const whole_point &o = f.corners[0], u = exact3::sub(f.corners[1], o),
                              v = exact3::sub(f.corners[2], o);
            const whole_point n = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                                   u[0] * v[1] - u[1] * v[0]};
            const big_integer at = exact3::dot(n, o);
            const int inner = sgn(exact3::dot(n, sum) - at * big_integer(count));
            if (inner == 0) continue;
            volume = true;
            const auto out = [&](const whole_point *p) { return sgn(exact3::dot(n, *p) - at) == -inner; };
            within.erase(std::remove_if(within.begin(), within.end(), out), within.end());
            if (within.empty()) return false;
        }
        return volume;
    }
};

/// Somewhat less than the squared distance of the boxes of two faces.
double at_least(const whole_shape::face &a, const whole_shape::face &b)
{
    double sum = 0;
    for (size_t k = 0; k < 3; ++k) {
        const double gap = std::fmax(b.low[k] - a.high[k], a.low[k] - b.high[k]);
        const double size =
            std::fabs(a.low[k]) + std::fabs(a.high[k]) + std::fabs(b.low[k]) + std::fabs(b.high[k]);
        sum += std::pow(std::fmax(0, gap - 1e-12 * size), 2);
    }
    return sum * (1 - 1e-12);
}

/// The least over all pairs of faces, the nearest boxes first. 0 where a corner of one shape is inside of the other.
big_rational least_distance(const std::vector<std::vector<point>> &from_a, bool solid_a,
                            const std::vector<std::vector<point>> &from_b, bool solid_b)
{
    big_integer unit = 1;
    for (const auto *faces : {&from_a, &from_b})
        for (const auto &corners : *faces)
            for (const point &p : corners) exact3::divide_for(p, &unit);
    const whole_shape a(from_a, solid_a, unit, nullptr), b(from_b, solid_b, unit, &a.faces[0].corners[0]);
    if (a.encloses_one_of(b) || b.encloses_one_of(a)) return 0;
    std::vector<std::pair<double, std::pair<size_t, size_t>>> order;
    for (size_t i = 0; i < a.faces.size(); ++i)
        for (size_t k = 0; k < b.faces.size(); ++k)
            order.push_back({at_least(a.faces[i], b.faces[k]), {i, k}});
    std::sort(order.begin(), order.end());
    exact3::fraction<big_integer> least;
    double near = INFINITY;
    for (const auto &o : order) {
        if (o.first > near) break;
        const auto next =
            exact3::distance_squared(a.faces[o.second.first].corners, b.faces[o.second.second].corners);
        if (least.denominator == 0 ||
            next.numerator * least.denominator < least.numerator * next.denominator) {
            least = next;
            near = big_rational(least.numerator, least.denominator).get_d() * (1 + 1e-12);
        }
        if (least.numerator == 0) return 0;
    }
    return big_rational(least.numerator, least.denominator * unit * unit);
}

std::vector<std::vector<point>> faces_of(const shape &s)
{
    std::vector<std::vector<point>> all;
    for (const auto &t : s.triangles) all.push_back({t[0], t[1], t[2]});
    return all;
}

}  // namespace

big_rational distance_squared(const std::vector<point> &core, const shape &s)
{
    return least_distance({core}, false, faces_of(s), s.solid);
}

big_rational distance_squared(const shape &a, const shape &b)
{
    return least_distance(faces_of(a), a.solid, faces_of(b), b.solid);
}

shape parallelepiped(const point &centre, const point &x, const point &y, const point &z)
{
    shape s;
    s.solid = true;
    std::array<point, 8> c;
    for (size_t i = 0; i < 8; ++i)
        c[i] = along(along(along(centre, i & 1 ? 1 : -1, x), i & 2 ? 1 : -1, y), i & 4 ? 1 : -1, z);
    s.sheet4(c[0], c[1], c[3], c[2]);
    s.sheet4(c[4], c[5], c[7], c[6]);
    s.sheet4(c[0], c[1], c[5], c[4]);
    s.sheet4(c[2], c[3], c[7], c[6]);
    s.sheet4(c[0], c[2], c[6], c[4]);
    s.sheet4(c[1], c[3], c[7], c[5]);
    return s;
}

shape of(const flr_aabb3 &b)
{
    point low = exact(b.min), high = exact(b.max),
          centre = along(point{}, big_rational(1, 2), along(low, 1, high));
    point half = exact3::sub(high, centre);
    return parallelepiped(centre, {half[0], 0, 0}, {0, half[1], 0}, {0, 0, half[2]});
}

shape of(const flr_box3 &b)
{
    return parallelepiped(exact(b.center), times(double(b.half_extents.x), b.axes.x),
                          times(double(b.half_extents.y), b.axes.y),
                          times(double(b.half_extents.z), b.axes.z));
}

shape of(const flr_rectangle3 &r)
{
    point c = exact(r.center), x = times(double(r.half_x), r.axis_x), y = times(double(r.half_y), r.axis_y);
    shape s;
    s.sheet4(along(along(c, -1, x), -1, y), along(along(c, 1, x), -1, y), along(along(c, 1, x), 1, y),
             along(along(c, -1, x), 1, y));
    return s;
}

shape of_parallelogram(flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    shape s;
    point d = exact3::sub(along(exact(b), 1, exact(c)), exact(a));
    s.sheet4(exact(a), exact(b), d, exact(c));
    return s;
}

shape of(const flr_triangle3 &t)
{
    shape s;
    s.sheet(exact(t.a), exact(t.b), exact(t.c));
    return s;
}

shape of(const flr_tetrahedron &t)
{
    shape s;
    s.solid = true;
    point a = exact(t.a), b = exact(t.b), c = exact(t.c), d = exact(t.d);
    s.sheet(a, b, c);
    s.sheet(a, b, d);
    s.sheet(a, c, d);
    s.sheet(b, c, d);
    return s;
}

double size_of(std::initializer_list<flr_vec3> points, double radius)
{
    double size = radius;
    for (auto &p : points)
        for (auto &q : points) {
            double d = std::sqrt(double(flr_distance_squared3(p, q)));
            if (d > size) size = d;
        }
    return size;
}

const std::vector<place> &places()
{
    static const std::vector<place> all = {{1, 0, "plain"},
                                           {0x1p-20, 0, "tiny"},
                                           {real_choose(1, 0x1p8), 0x1p20, "far"},
                                           {real_choose(1, 0x1p18), 0x1p30, "very far"},
                                           {0x1p20, 0, "large"}};
    return all;
}

outline l_shape(generator &g)
{
    double u[3], v[3];
    double thin = g.random.whole(0, 3) ? 1 : 0x1p-8;
    for (double &x : u) x = g.random.whole(-4, 4);
    for (double &x : v) x = g.random.whole(-4, 4) * thin;
    double a = g.random.whole(2, 4), c = g.random.whole(1, int(a) - 1), d = g.random.whole(2, 4),
           b = g.random.whole(1, int(d) - 1);
    const double xy[6][2] = {{0, 0}, {a, 0}, {a, b}, {c, b}, {c, d}, {0, d}};
    flr_vec3 corner[7];
    for (int i = 0; i < 6; ++i)
        corner[i] =
            g.at_place((xy[i][0] * u[0] + xy[i][1] * v[0]) / 4, (xy[i][0] * u[1] + xy[i][1] * v[1]) / 4,
                       (xy[i][0] * u[2] + xy[i][1] * v[2]) / 4);
    corner[6] = g.at_place(b * v[0] / 4, b * v[1] / 4, b * v[2] / 4);
    outline l;
    l.exact_shape.sheet4(exact(corner[0]), exact(corner[1]), exact(corner[2]), exact(corner[6]));
    l.exact_shape.sheet4(exact(corner[6]), exact(corner[3]), exact(corner[4]), exact(corner[5]));
    int start = g.random.whole(0, 5), turn = g.random.whole(0, 1) ? 1 : 5;
    for (int i = 0; i < 6; ++i) l.vertices.push_back(corner[(start + turn * i) % 6]);
    return l;
}

hexahedron slanted_box(generator &g)
{
    hexahedron h;
    double e[3][3], volume = 0;
    while (volume == 0) {
        for (auto &axis : e)
            for (double &x : axis) x = g.random.whole(-3, 3);
        volume = e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) +
                 e[0][1] * (e[1][2] * e[2][0] - e[1][0] * e[2][2]) +
                 e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]);
    }
    for (int i = 0; i < 8; ++i) {
        double p[3] = {0, 0, 0};
        for (int k = 0; k < 3; ++k)
            for (int axis = 0; axis < 3; ++axis) p[axis] += (i >> k & 1 ? 0.5 : -0.5) * e[k][axis];
        h.vertices.push_back(g.at_place(p[0], p[1], p[2]));
    }
    const uint32_t face[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                 {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    h.first.push_back(0);
    h.exact_shape.solid = true;
    for (auto &f : face) {
        for (int i = 0; i < 4; ++i) h.indices.push_back(f[volume > 0 ? i : 3 - i]);
        h.first.push_back(uint32_t(h.indices.size()));
        h.exact_shape.sheet4(exact(h.vertices[f[0]]), exact(h.vertices[f[1]]), exact(h.vertices[f[2]]),
                             exact(h.vertices[f[3]]));
    }
    return h;
}

}  // namespace exact_shapes
