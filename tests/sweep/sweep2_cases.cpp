// needs: gmp
#include "sweep/sweep2_cases.hpp"

namespace sweep2
{

shapes2::definition definition_of(const shape &s, const rational &far, const rational &grown)
{
    shapes2::definition d = shapes2::define(s, far);
    if (s.k != shapes2::box || grown == 0) return d;
    rational h = rational(s.box.half_extents.x) + grown, k = rational(s.box.half_extents.y) + grown;
    shapes2::exact o = shapes2::lift(s.box.center), x = shapes2::lift(s.box.axis),
                   y = {rational(-x[1]), x[0], 0};
    auto p = [&](int i, int j) { return shapes2::along(shapes2::along(o, i * h, x), j * k, y); };
    d.simplices.clear();
    if (h >= 0 && k >= 0) d.simplices = {{p(-1, -1), p(1, -1), p(1, 1)}, {p(-1, -1), p(1, 1), p(-1, 1)}};
    return d;
}

void cut(span *s, const rational &x, const rational &y, const std::vector<shapes2::exact> &a,
         const std::vector<shapes2::exact> &b, const rational &mx, const rational &my)
{
    auto shadow = [&](const shapes2::exact &p) { return rational(x * p[0] + y * p[1]); };
    rational a_low = shadow(a[0]), a_high = a_low, b_low = shadow(b[0]), b_high = b_low,
             rate = x * mx + y * my;
    for (const auto &p : a) a_low = std::min(a_low, shadow(p)), a_high = std::max(a_high, shadow(p));
    for (const auto &p : b) b_low = std::min(b_low, shadow(p)), b_high = std::max(b_high, shadow(p));
    // a_low + t rate <= b_high and a_high + t rate >= b_low
    if (rate == 0) {
        if (a_low > b_high || a_high < b_low) s->empty = true;
        return;
    }
    rational t = (b_high - a_low) / rate, u = (b_low - a_high) / rate;
    s->from = std::max(s->from, rate > 0 ? u : t);
    s->to = std::min(s->to, rate > 0 ? t : u);
    if (s->from > s->to) s->empty = true;
}

std::optional<rational> first_time(const std::vector<shapes2::exact> &a, const std::vector<shapes2::exact> &b,
                                   flr_vec2 m)
{
    rational mx = m.x, my = m.y;
    span s;
    cut(&s, 1, 0, a, b, mx, my);
    cut(&s, 0, 1, a, b, mx, my);
    for (const auto *simplex : {&a, &b})
        for (size_t i = 0; i < simplex->size() && !s.empty; ++i)
            for (size_t j = 0; j < i; ++j) {
                rational x = (*simplex)[i][0] - (*simplex)[j][0], y = (*simplex)[i][1] - (*simplex)[j][1];
                cut(&s, x, y, a, b, mx, my);
                cut(&s, -y, x, a, b, mx, my);
            }
    if (s.empty) return std::nullopt;
    return s.from;
}

std::optional<rational> first_time(const shapes2::definition &a, flr_vec2 m, const shapes2::definition &b)
{
    std::optional<rational> first;
    for (const auto &x : a.simplices)
        for (const auto &y : b.simplices) {
            std::optional<rational> t = first_time(x, y, m);
            if (t && (!first || *t < *first)) first = t;
        }
    return first;
}

double size_of(const shape &a, flr_vec2 m, const shape &b)
{
    std::vector<flr_vec2> all = shapes2::corners(a), more = shapes2::corners(b);
    all.insert(all.end(), more.begin(), more.end());
    double size = std::max(std::fabs(static_cast<double>(m.x)), std::fabs(static_cast<double>(m.y)));
    for (flr_vec2 p : all)
        for (flr_vec2 q : all)
            size = std::max({size, std::fabs(static_cast<double>(p.x) - static_cast<double>(q.x)),
                             std::fabs(static_cast<double>(p.y) - static_cast<double>(q.y))});
    return size;
}

}  // namespace sweep2
