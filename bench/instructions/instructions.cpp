// What scripts/instruction-counts counts under valgrind's callgrind: all rows of ../any3.hpp and ../any2.hpp, one dump each.
// usage: instructions COUNT [TEXT]    pairs of a row; rows with TEXT in their name
#include <cstdio>

#include <valgrind/callgrind.h>

#include "../any2.hpp"
#include "../any3.hpp"

namespace
{

double sum;
std::string wanted;

/// Nothing but the questions is counted, and what calls them.
template <class ask> void count(const std::string &row, size_t pairs, ask answer)
{
    if (row.find(wanted) == std::string::npos) return;
    double s = 0;
    CALLGRIND_ZERO_STATS;
    for (size_t i = 0; i < pairs; ++i) s += answer(i);
    CALLGRIND_DUMP_STATS_AT(row.c_str());
    sum += s;
}

template <class scene, class kinds, class question>
void rows(const kinds *first, const kinds *last, const std::vector<question> &questions, size_t pairs)
{
    using bench::place;
    for (; first != last; ++first)
        for (place where : {place::apart, place::touching, place::overlapping}) {
            const scene s(*first, where, pairs);
            CALLGRIND_START_INSTRUMENTATION;
            for (const question &q : questions)
                for (place p : q.places) {
                    if (p != where) continue;
                    if (std::strcmp(q.name, "ray") == 0 && first->a != first->b)
                        continue;  // another row's shape
                    const std::string row = std::string(q.name) + ", " + name_of(p) + ": " + first->name;
                    count(row + "; typed", pairs,
                          [&, ask = typed_of(*first, q)](size_t i) { return ask(s.pairs[i]); });
                    count(row + "; any", pairs, [&](size_t i) { return q.any(s.pairs[i]); });
                }
            CALLGRIND_STOP_INSTRUMENTATION;
        }
}

}  // namespace

int main(int argc, char **argv)
{
    const long pairs = argc == 2 || argc == 3 ? std::strtol(argv[1], nullptr, 10) : 0;
    if (pairs < 1) {
        std::fprintf(stderr, "usage: instructions COUNT [TEXT]\n");
        return 2;
    }
    if (argc == 3) wanted = argv[2];
    rows<bench::scene3>(std::begin(bench::all_kinds3), std::end(bench::all_kinds3), bench::questions3(),
                        size_t(pairs));
    rows<bench::scene2>(std::begin(bench::all_kinds2), std::end(bench::all_kinds2), bench::questions2(),
                        size_t(pairs));
    const bench::terrain ground{size_t(pairs)};
    CALLGRIND_START_INSTRUMENTATION;
    count("contact, resting: box on terrain; any", size_t(pairs),
          [&](size_t i) { return ground.contact(i); });
    std::printf("%.17g\n", sum);
    return 0;
}
