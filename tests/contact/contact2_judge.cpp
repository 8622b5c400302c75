#include "contact/contact2_judge.hpp"

namespace contact2
{

real reach(const body &b, vec n)
{
    real most = dot(b.at(0), n);
    for (size_t i = 1; i < b.corners.size(); i++) most = std::max(most, dot(b.at(i), n));
    return most;
}

real point_segment(vec p, vec a, vec b)
{
    vec d = b - a;
    real dd = dot(d, d), t = dd > 0 ? std::min<real>(1, std::max<real>(0, dot(p - a, d) / dd)) : 0;
    return length(p - (a + t * d));
}

real separation(const body &a, const body &b)
{
    real most = -INFINITY, least = INFINITY;
    bool edges = false;
    for (const body *s : {&a, &b})
        for (size_t i = 0; i < s->corners.size(); i++) {
            const body &other = s == &a ? b : a;
            for (size_t k = 0; k < other.corners.size(); k++)
                least = std::min(least, point_segment(other.at(k), s->at(i), s->at(i + 1)));
            vec e = s->at(i + 1) - s->at(i);
            real l = length(e);
            if (!(l > 0)) continue;
            edges = true;
            for (real way : {real(1), real(-1)}) most = std::max(most, gap(a, b, (way / l) * vec{e.y, -e.x}));
        }
    // segments and points on one line, which no edge's normal parts
    auto flat = [](const body &s) {
        for (size_t i = 0; i < s.corners.size(); i++)
            if (cross(s.at(1) - s.at(0), s.at(i) - s.at(0)) != 0) return false;
        return true;
    };
    if (!edges) return length(b.at(0) - a.at(0));
    if (most > 0 || (most == 0 && flat(a) && flat(b))) return least;
    return most;
}

real outside(const body &b, vec p)
{
    real most = -INFINITY, least = INFINITY, area = 0;
    size_t n = b.corners.size();
    for (size_t i = 0; i < n; i++) area += cross(b.at(i) - b.at(0), b.at(i + 1) - b.at(0));
    for (size_t i = 0; i < n; i++) {
        least = std::min(least, point_segment(p, b.at(i), b.at(i + 1)));
        vec e = b.at(i + 1) - b.at(i);
        if (length(e) > 0 && area != 0)
            most = std::max(most, (area > 0 ? -1 : 1) * cross(e, p - b.at(i)) / length(e));
    }
    return (area != 0 && most <= 0 ? most : least) - real(b.radius);
}

real size_of(const body &a, const body &b)
{
    real most = 0;
    for (const body *s : {&a, &b})
        for (size_t i = 0; i < s->corners.size(); i++)
            most = std::max(most, length(s->at(i) - a.at(0)) + real(s->radius));
    return most;
}

bool same_bits(const flr_manifold2 &a, const flr_manifold2 &b)
{
    if (a.count != b.count || a.inseparable != b.inseparable) return false;
    for (int i = 0; i < a.count; i++)
        if (a.points[i].position.x != b.points[i].position.x ||
            a.points[i].position.y != b.points[i].position.y || a.points[i].depth != b.points[i].depth ||
            a.points[i].id != b.points[i].id)
            return false;
    return a.count == 0 || (a.normal.x == -b.normal.x && a.normal.y == -b.normal.y);
}

flr_manifold2 judge(tally &t, const body &a, const body &b, double margin, const char *name, judged *w,
                    double tolerance)
{
    flr_contact2_options options = {flr_real(margin), 0, nullptr};
    flr_manifold2 m, back;
    flr_convex2 x = a.convex(), y = b.convex();
    flr_status status = flr_contact2_convex_convex(&x, &y, &options, &m);
    t.expect(status == FLR_OK, "%s: status %d", name, status);
    // both widths of lanes answer alike: where the processor has AVX2, the answer above is the wide one's
    flr_contact2_small_baseline(&x, &y, &options, &back);
    back.normal = flr_neg2(back.normal);
    t.expect(same_bits(m, back), "%s: not the same by another width of lanes", name);
    flr_contact2_convex_convex(&y, &x, &options, &back);
    t.expect(same_bits(m, back) || same_shape(a, b), "%s: swapped is not the same", name);
    w->asked++;
    real size = size_of(a, b), eps = real(tolerance) * size;
    real s = separation(a, b) - real(a.radius) - real(b.radius);
    if (s > real(options.margin) + eps) {
        t.expect(m.count == 0, "%s: %Lg apart, but %d points", name, s, m.count);
        return m;
    }
    if (s < real(options.margin) - eps &&
        !t.expect(m.count > 0, "%s: separation %Lg, but no point (M05)", name, s))
        return m;
    if (m.count == 0) return m;
    w->hit++;
    w->two += m.count == 2;
    t.expect(m.count <= 2 && !m.inseparable, "%s: %d points", name, m.count);
    vec n = from(m.normal);
    t.expect(std::fabs(length(n) - 1) < (single ? 1e-6L : 1e-14L), "%s: normal of length %Lg", name,
             length(n));
    real most = -INFINITY;
    for (int i = 0; i < m.count; i++) {
        real depth = real(m.points[i].depth);
        most = std::max(most, depth);
        t.expect(depth >= -real(options.margin), "%s: depth %Lg beyond the margin", name, depth);
        vec p = from(m.points[i].position), q = p + (depth / 2) * n, r = p - (depth / 2) * n;
        real off = std::max(std::fabs(outside(a, q)), std::fabs(outside(b, r)));
        w->place_error = std::max(w->place_error, double(off / size));
        t.expect(off <= 4 * eps, "%s: point %d of %d is %Lg off a surface (depth %Lg, separation %Lg)", name,
                 i, m.count, off, depth, s);
    }
    t.expect(m.count < 2 || m.points[0].id != m.points[1].id, "%s: ids repeat", name);
    w->depth_error = std::max(w->depth_error, double(std::fabs(most + s) / size));
    t.expect(std::fabs(most + s) <= eps, "%s: deepest %.18Lg, true %.18Lg", name, most, -s);
    real g = gap(a, b, n) - real(a.radius) - real(b.radius);
    t.expect(std::fabs(g - s) <= 4 * eps, "%s: the normal parts by %.18Lg, not %.18Lg", name, g, s);
    return m;
}

body box(double x, double y, double hx, double hy, double angle)
{
    double c = std::cos(angle), s = std::sin(angle);
    body b;
    for (int i = 0; i < 4; i++) {
        double u = i == 0 || i == 3 ? -hx : hx, v = i < 2 ? -hy : hy;
        b.corners.push_back(to(x + c * u - s * v, y + s * u + c * v));
    }
    return b;
}

body ring(random_source &r, int count, double x, double y, double low, double high)
{
    double a = r.between(low, high), b = r.between(low, high), turn = r.between(0, 6.283185307179586);
    body s;
    for (int i = 0; i < count; i++) {
        double jitter = r.between(0, 0.8), angle = 6.283185307179586 * (i + jitter) / count;
        double u = a * std::cos(angle), v = b * std::sin(angle);
        s.corners.push_back(
            to(x + u * std::cos(turn) - v * std::sin(turn), y + u * std::sin(turn) + v * std::cos(turn)));
    }
    return s;
}

}  // namespace contact2
