/// What docs/accuracy.md promises, for the tests that hold it: where the page promises more than a test holds, the test fails.
#ifndef TESTS_SUPPORT_ACCURACY_HPP
#define TESTS_SUPPORT_ACCURACY_HPP

#include <string>

#include "support/pinned.hpp"

/// A bound of the page: the `number`th in a cell of a row, which is known by its first cell, in the table of a section.
struct promise {
    std::string section, row;
    int cell = 1;
    size_t number = 0;
};

/// That cell, with the bounds of single precision in place of those before them, or without.
std::string accuracy_cell(const promise &p);

/// In roundings, or as a part of the size where the page has no unit; -1 where it has no such bound. A number has the unit that comes next,
/// else that of the number before.
double promised(const promise &p);

/// A pin, in ulp if it says so, that the page has a bound for.
void expect_promised(tally &t, const char *what, double pin, const promise &p);

inline void expect_pinned(tally &t, const char *what, double measured, double bound, const promise &p)
{
    expect_pinned(t, what, measured, bound);
    expect_promised(t, what, bound, p);
}

#endif
