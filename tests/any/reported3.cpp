// needs: gmp
#include "any/reported3.hpp"

namespace reported3
{

flr_mat3 quaternion(double w, double x, double y, double z)
{
    double n = w * w + x * x + y * y + z * z;
    const double m[9] = {(w * w + x * x - y * y - z * z) / n,
                         2 * (x * y - w * z) / n,
                         2 * (x * z + w * y) / n,
                         2 * (x * y + w * z) / n,
                         (w * w - x * x + y * y - z * z) / n,
                         2 * (y * z - w * x) / n,
                         2 * (x * z - w * y) / n,
                         2 * (y * z + w * x) / n,
                         (w * w - x * x - y * y + z * z) / n};
    return rows(m);
}

void judge(tally &t, const char *name, const flr_convex3 &x, const flr_convex3 &y)
{
    minkowski3::corner_list cx = minkowski3::corners(x), cy = minkowski3::corners(y);
    double size = minkowski3::extent(cx, cy) + double(x.radius) + double(y.radius);
    minkowski3::wide cores = minkowski3::signed_distance(cx, cy);
    double exact = minkowski3::wide(cores - double(x.radius) - double(y.radius)).get_d(),
           room = allowed * size;
    for (int turn = 0; turn < 2; ++turn) {
        const flr_convex3 &a = turn ? y : x, &b = turn ? x : y;
        flr_gjk3 d = flr_closest3_convex_convex(&a, &b, nullptr),
                 s = flr_signed_distance3_convex_convex(&a, &b);
        flr_overlap3_convex o = flr_overlap3_convex_convex(&a, &b, nullptr);
        t.expect(d.status == FLR_OK && s.status == FLR_OK && o.status == FLR_OK, "%s: status %d, %d, %d",
                 name, d.status, s.status, o.status);
        t.expect(d.iterations <= 192 && s.iterations <= 384, "%s: %d and %d steps", name, d.iterations,
                 s.iterations);
        t.expect(std::fabs(double(d.distance) - std::fmax(0, exact)) <= room,
                 "%s: distance %.17g, exact %.17g", name, double(d.distance), exact);
        t.expect(std::fabs(double(s.signed_distance) - exact) <= room,
                 "%s: signed distance %.17g, exact %.17g", name, double(s.signed_distance), exact);
        t.expect(std::fabs(exact) <= room || o.overlap == (exact < 0), "%s: yes or no %d, exact %g", name,
                 o.overlap, exact);
        t.expect(flr_is_finite3(d.point_a) && flr_is_finite3(d.point_b) && flr_is_finite3(s.point_a) &&
                     flr_is_finite3(s.point_b) && flr_is_finite3(s.normal),
                 "%s: not a number", name);
        flr_manifold3 m;
        flr_contact3_convex_convex(&a, &b, nullptr, &m);
        double most = -INFINITY;
        for (int i = 0; i < m.count; ++i) most = std::fmax(most, double(m.points[i].depth));
        t.expect(exact > -room || m.count > 0, "%s: no contact, %g deep", name, -exact);
        t.expect(m.count == 0 || std::fabs(most + exact) <= room, "%s: contact %.17g deep, exact %.17g", name,
                 most, -exact);
    }
}

}  // namespace reported3
