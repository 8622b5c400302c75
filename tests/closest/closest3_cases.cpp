// needs: gmp
#include "closest/closest3_cases.hpp"

#include "support/scenes.hpp"

namespace closest3_cases
{

double sizes(const shape &a, const shape &b, double *largest)
{
    double size = 0;
    *largest = 0;
    std::vector<point> all(a);
    all.insert(all.end(), b.begin(), b.end());
    for (const point &p : all)
        for (size_t k = 0; k < 3; ++k) {
            *largest = std::fmax(*largest, std::fabs(p[k]));
            for (const point &q : all) size = std::fmax(size, std::fabs(p[k] - q[k]));
        }
    return size;
}

double units(const big_float &x, double by)
{
    if (x == 0) return 0;
    big_float part(abs(x) / by, 200);
    return part.get_d() / epsilon;
}

bool judge(tally &t, const flr_closest3 &r, const shape &a, const shape &b, const char *name, errors *e)
{
    double largest, size = sizes(a, b, &largest);
    big_rational exact_squared = exact3::distance_squared(a, b);
    big_float exact = root(exact_squared);
    double distance_error = units(big_float(exact - double(r.distance), 700), size);
    big_float apart = root(exact3::distance_squared({from(r.point_a)}, {from(r.point_b)}));
    double point_error = units(big_float(apart - double(r.distance), 700), largest);
    point_error =
        std::fmax(point_error, units(root(exact3::distance_squared({from(r.point_a)}, a)), largest));
    point_error =
        std::fmax(point_error, units(root(exact3::distance_squared({from(r.point_b)}, b)), largest));

    bool meet = exact_squared == 0;
    bool right = distance_error < 100 && point_error < 100;
    if (a.size() > 1) right = right && meet == (r.distance == 0);
    if (meet && a.size() > 1) right = right && std::memcmp(&r.point_a, &r.point_b, sizeof r.point_a) == 0;
    e->distance = std::fmax(e->distance, distance_error);
    e->points = std::fmax(e->points, point_error);
    e->meetings += meet;
    ++e->scenes;
    if (!t.expect(right, "%s: distance %.17g, expected %.17g, off by %.3g; points off by %.3g", name,
                  double(r.distance), exact.get_d(), distance_error, point_error) &&
        t.wrong <= 20)
        print(a, b);
    return right;
}

errors families(tally &t, asked *ask, asked *other, size_t corners_a, size_t corners_b, int apart)
{
    errors e;
    for (int f = 0; f < flat3::FAMILIES; ++f) {
        flat3::family family = flat3::family(f);
        if (!flat3::fits(family)) continue;
        random_source random{uint64_t(f) * 31 + corners_a * 7 + corners_b};
        long count = family == flat3::VANISHING || family == flat3::HUGE_ONES ? scenes(150) : scenes(700);
        errors here;
        for (long n = 0; n < count; ++n) {
            flat3::scene s = flat3::nearly_touching(random, family, corners_a, corners_b, apart);
            shape a = flat3::corners(s, 0, corners_a), b = flat3::corners(s, 3, corners_b);
            judge(t, ask(a, b), a, b, flat3::name(family), &here);
            if (other) judge(t, other(b, a), b, a, flat3::name(family), &here);
        }
        std::printf("  %-15s distance %.3g, points %.3g, %ld of %ld meet\n", flat3::name(family),
                    here.distance, here.points, here.meetings, here.scenes);
        e.distance = std::fmax(e.distance, here.distance);
        e.points = std::fmax(e.points, here.points);
        e.meetings += here.meetings;
        e.scenes += here.scenes;
    }
    return e;
}

void check_rate(tally &t, const errors &e)
{
    std::printf("  %ld of %ld meet\n", e.meetings, e.scenes);
    t.expect(e.meetings * 10 >= e.scenes * 3 && e.meetings * 10 <= e.scenes * 7, "%ld of %ld meet",
             e.meetings, e.scenes);
}

void pin(tally &t, const errors &e, bounds in_double, bounds in_float)
{
    const bounds &b = real_is_float ? in_float : in_double;
    expect_pinned(t, "distance", e.distance, b.distance);
    expect_pinned(t, "points", e.points, b.points);
}

void degenerate(tally &t, asked *ask, size_t corners_a, size_t corners_b)
{
    const point base[5] = {{0, 0, 0}, {1, 2, 3}, {3, 6, 9}, {2, -1, 0.5}, {2, 4, 6}};
    size_t total = corners_a + corners_b, choices = 1;
    for (size_t i = 0; i < total; ++i) choices *= 5;
    errors e;
    for (size_t n = 0; n < choices; ++n) {
        shape a, b;
        size_t rest = n;
        double scale = n % 3 == 0 ? 1 : n % 3 == 1 ? 0x1p-12 : 0x1p12, shift = n % 2 ? 0x1p6 * scale : 0;
        for (size_t i = 0; i < total; ++i, rest /= 5) {
            point p = base[rest % 5];
            for (double &x : p) x = x * scale + shift;
            (i < corners_a ? a : b).push_back(p);
        }
        judge(t, ask(a, b), a, b, "degenerate", &e);
    }
    std::printf("  degenerate: distance %.3g, points %.3g, %ld of %ld meet\n", e.distance, e.points,
                e.meetings, e.scenes);
    pin(t, e, {1.1, 1.25}, {1.15, 1.25});
}

}  // namespace closest3_cases
