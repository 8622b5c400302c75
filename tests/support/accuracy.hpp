/// What docs/accuracy.md promises, for the tests that hold it: where the page promises more than a test holds, the test fails.
#ifndef TESTS_SUPPORT_ACCURACY_HPP
#define TESTS_SUPPORT_ACCURACY_HPP

#include <cmath>
#include <fstream>
#include <regex>
#include <vector>

#include "support/pinned.hpp"

/// A bound of the page: the `number`th in a cell of a row, which is known by its first cell, in the table of a section.
struct promise {
    std::string section, row;
    int cell = 1;
    size_t number = 0;
};

/// That cell, with the bounds of single precision in place of those before them, or without.
inline std::string accuracy_cell(const promise &p)
{
    std::ifstream page(FEELER_SOURCE_DIR "/docs/accuracy.md");
    std::string line, here, text;
    while (std::getline(page, line)) {
        if (line.compare(0, 3, "## ") == 0) here = line.substr(3);
        if (here != p.section || line.compare(0, p.row.size() + 4, "| " + p.row + " |") != 0) continue;
        size_t begin = 1;
        for (int i = 0; i < p.cell; ++i) begin = line.find('|', begin) + 1;
        text = line.substr(begin, line.find('|', begin) - begin);
    }
    const std::string figure = R"(((?:\d+ )?10\^-\d+|\d+(?:\.\d+)?))";
    if (real_is_float)
        text = std::regex_replace(text, std::regex(figure + R"(([^(;,]*)\(float )" + figure + R"([^)]*\))"),
                                  "$3$2");
    return std::regex_replace(text, std::regex(R"(\(float[^)]*\))"), "");
}

/// In roundings, or as a part of the size where the page has no unit; -1 where it has no such bound. A number has the unit that comes next,
/// else that of the number before.
inline double promised(const promise &p)
{
    const std::string text = accuracy_cell(p);
    static const std::regex words(R"((?:(\d+) )?10\^(-\d+)|(\d+(?:\.\d+)?)|eps|ulp|rounding)");
    std::vector<double> found;
    size_t done = 0;
    double unit = 1;
    const auto convert = [&] {
        for (; done < found.size(); ++done) found[done] *= unit;
    };
    for (std::sregex_iterator i(text.begin(), text.end(), words), end; i != end; ++i) {
        const std::smatch &m = *i;
        if (m[2].matched) {
            found.push_back((m[1].matched ? std::stod(m[1]) : 1) * std::pow(10, std::stoi(m[2])));
        } else if (m[3].matched) {
            found.push_back(std::stod(m[3]));
        } else {
            unit = m.str() == "ulp" ? 2 : 1;
            convert();
        }
    }
    convert();
    return p.number < found.size() ? found[p.number] : -1;
}

/// A pin, in ulp if it says so, that the page has a bound for.
inline void expect_promised(tally &t, const char *what, double pin, const promise &p)
{
    const bool in_ulp = std::regex_search(what, std::regex("ulp|units in the last place"));
    const double said = promised(p), held = in_ulp ? 2 * pin : pin;
    t.expect(said > 0 && held <= said, "docs/accuracy.md promises %g for '%s' in '%s'; held is %g: %s", said,
             p.row.c_str(), p.section.c_str(), held, what);
}

inline void expect_pinned(tally &t, const char *what, double measured, double bound, const promise &p)
{
    expect_pinned(t, what, measured, bound);
    expect_promised(t, what, bound, p);
}

#endif
