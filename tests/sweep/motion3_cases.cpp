#include "sweep/motion3_cases.hpp"

namespace motion3_cases
{

flr_quat random_quat(random_source &r)
{
    for (;;) {
        double w = r.between(-1, 1), x = r.between(-1, 1), y = r.between(-1, 1), z = r.between(-1, 1);
        double n = w * w + x * x + y * y + z * z;
        if (n > 0.1 && n <= 1) return quat(w, x, y, z);
    }
}

flr_path3 random_path(random_source &r, double reach)
{
    flr_quat q = random_quat(r), s = random_quat(r);
    flr_vec3 from = r.point(-reach, reach), to = r.point(-reach, reach);
    return path(q, from, s, to);
}

flr_affine3 pose_at(const flr_path3 &p, double t)
{
    using real = long double;
    const flr_quat &f = p.from.rotation, &g = p.to.rotation;
    real a[4] = {f.w, f.x, f.y, f.z}, b[4] = {g.w, g.x, g.y, g.z}, q[4];
    real la = 0, lb = 0, dot = 0, chord = 0;
    for (int i = 0; i < 4; ++i) la += a[i] * a[i], lb += b[i] * b[i];
    for (int i = 0; i < 4; ++i) a[i] /= std::sqrt(la), b[i] /= std::sqrt(lb), dot += a[i] * b[i];
    for (int i = 0; i < 4; ++i) b[i] *= dot < 0 ? -1 : 1, chord += (b[i] - a[i]) * (b[i] - a[i]);
    real angle = 2 * std::asin(std::min(real(1), std::sqrt(chord) / 2)), s = std::sin(angle);
    real u = s > 0 ? std::sin((1 - t) * angle) / s : 1 - real(t),
         v = s > 0 ? std::sin(t * angle) / s : real(t);
    real n = 0;
    for (int i = 0; i < 4; ++i) q[i] = u * a[i] + v * b[i], n += q[i] * q[i];
    for (real &x : q) x /= std::sqrt(n);
    real w = q[0], x = q[1], y = q[2], z = q[3];
    flr_affine3 m;
    m.linear.x = {flr_real(1 - 2 * (y * y + z * z)), flr_real(2 * (x * y + w * z)),
                  flr_real(2 * (x * z - w * y))};
    m.linear.y = {flr_real(2 * (x * y - w * z)), flr_real(1 - 2 * (x * x + z * z)),
                  flr_real(2 * (y * z + w * x))};
    m.linear.z = {flr_real(2 * (x * z + w * y)), flr_real(2 * (y * z - w * x)),
                  flr_real(1 - 2 * (x * x + y * y))};
    auto on_line = [&](flr_real from, flr_real to) { return flr_real(from + real(t) * (real(to) - from)); };
    const flr_vec3 &k = p.from.position, &l = p.to.position;
    m.translation = {on_line(k.x, l.x), on_line(k.y, l.y), on_line(k.z, l.z)};
    return m;
}

}  // namespace motion3_cases
