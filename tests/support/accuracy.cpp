#include "support/accuracy.hpp"

#include <cmath>
#include <fstream>
#include <regex>
#include <vector>

std::string accuracy_cell(const promise &p)
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

double promised(const promise &p)
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

void expect_promised(tally &t, const char *what, double pin, const promise &p)
{
    const bool in_ulp = std::regex_search(what, std::regex("ulp|units in the last place"));
    const double said = promised(p), held = in_ulp ? 2 * pin : pin;
    t.expect(said > 0 && held <= said, "docs/accuracy.md promises %g for '%s' in '%s'; held is %g: %s", said,
             p.row.c_str(), p.section.c_str(), held, what);
}
