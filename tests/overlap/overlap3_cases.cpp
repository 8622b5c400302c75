// needs: gmp
#include "overlap/overlap3_cases.hpp"

namespace overlap3_cases
{

void print(const char *what, const std::vector<flat3::point> &a, const std::vector<flat3::point> &b)
{
    std::printf("  %s:", what);
    for (const auto *shape : {&a, &b}) {
        for (const auto &p : *shape) std::printf(" (%.17g %.17g %.17g)", p[0], p[1], p[2]);
        std::printf(shape == &a ? " with" : "\n");
    }
}

bool agrees(asked *ask, std::vector<flat3::point> a, std::vector<flat3::point> b, bool expected)
{
    std::sort(a.begin(), a.end());
    do {
        std::sort(b.begin(), b.end());
        do {
            if (ask(a, b) != expected) return false;
        } while (std::next_permutation(b.begin(), b.end()));
    } while (std::next_permutation(a.begin(), a.end()));
    return true;
}

void check(tally &t, asked *ask, const std::vector<flat3::point> &a, const std::vector<flat3::point> &b,
           bool expected, bool all_orders, const char *name)
{
    bool right = ask(a, b) == expected && (!all_orders || agrees(ask, a, b, expected));
    if (!t.expect(right, "%s: expected %d", name, expected) && t.wrong <= 20) print(name, a, b);
}

void lattice(tally &t, asked *ask, size_t corners_a, size_t corners_b, int range, int shared, long count)
{
    random_source random{uint64_t(range) * 101 + corners_a};
    long hits = 0;
    count = scenes(count);
    for (long n = 0; n < count; ++n) {
        flat3::scene s = flat3::lattice(random, range, shared, int(corners_a), int(corners_b));
        bool expected = flat3::lattice_meets(s, corners_a, corners_b);
        hits += expected;
        check(t, ask, flat3::corners(s, 0, corners_a), flat3::corners(s, 3, corners_b), expected, n % 8 == 0,
              "lattice");
    }
    check_rate(t, "lattice", hits, count);
}

long close_calls(tally &t, asked *ask, size_t corners_a, size_t corners_b, flat3::family family, int apart,
                 long count)
{
    random_source random{uint64_t(family) * 1009 + corners_a * 10 + corners_b};
    long hits = 0;
    for (long n = 0; n < count; ++n) {
        flat3::scene s = flat3::nearly_touching(random, family, corners_a, corners_b, apart);
        auto a = flat3::corners(s, 0, corners_a), b = flat3::corners(s, 3, corners_b);
        bool expected = exact3::distance_squared(a, b) == 0;
        hits += expected;
        check(t, ask, a, b, expected, n % 8 == 0, flat3::name(family));
    }
    return hits;
}

}  // namespace overlap3_cases
