// needs: gmp
/// The list of printed mistakes in the sources of collision detection, by their numbers: each one that comes with an input
/// is a test somewhere, and those on points, segments and triangles are asked here once more, of any shape against
/// any, where right is the exact distance in rationals and, beside it, the number printed as right.
#include <dirent.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "feeler/any3.h"
#include "math/exact3.hpp"
#include "support/cmocka.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

flr_vec3 to(double x, double y, double z) { return flr_vec3_make(flr_real(x), flr_real(y), flr_real(z)); }

/// A point, segment, triangle or tetrahedron by its corners.
using corners = std::vector<flr_vec3>;

flr_shape3 shape_of(const corners &c)
{
    flr_shape3 s{};
    if (c.size() == 1) s.kind = FLR_SHAPE3_POINT, s.as.point = c[0];
    if (c.size() == 2) s.kind = FLR_SHAPE3_SEGMENT, s.as.segment = {c[0], c[1]};
    if (c.size() == 3) s.kind = FLR_SHAPE3_TRIANGLE, s.as.triangle = {c[0], c[1], c[2]};
    return s;
}

std::vector<exact3::vec<double>> wide(const corners &c)
{
    std::vector<exact3::vec<double>> v;
    for (flr_vec3 p : c) v.push_back({double(p.x), double(p.y), double(p.z)});
    return v;
}

struct trap {
    const char *id;
    corners a, b;
    double right, digits;  ///< the squared distance as printed, and how far the print is off
};

/// In single precision where the trap is one of it.
double f(double x) { return double(float(x)); }

std::vector<trap> traps()
{
    const corners big = {to(0, 0, 0), to(4, 0, 0), to(0, 4, 0)};
    return {
        {"A03", {to(4, 5, 6)}, {to(1, 2, 3), to(1, 2, 3)}, 27, 0},
        {"A04", {to(f(441.01), f(369.5), f(461.52))}, {to(0, 8, 6), to(882, 731, 917)}, 1.566e-4, 1e-7},
        {"A05", {to(3, 0, 0)}, {to(0, 0, 0), to(1, 0, 0)}, 4, 0},
        {"A06", {to(4, 3, 0)}, {to(0, 0, 0), to(1, 0, 0)}, 18, 0},
        {"A10", {to(3, 3, 1)}, big, 3, 0},
        {"A12", {to(0.5, 1, 0)}, {to(0, 0, 0), to(0, 0, 0), to(1, 0, 0)}, 1, 0},
        {"A13", {to(-2, -1, 0)}, {to(0, 0, 0), to(4, 0, 0), to(-4, 1, 0)}, 36.0 / 17, 1e-15},
        {"A16", {to(0.25, 0.25, 5)}, {to(0, 0, 0), to(1, 0, 0), to(0, 1, 0)}, 25, 0},
        {"A17", {to(1e-9, 1e-9, 3e-9)}, {to(0, 0, 0), to(4e-9, 0, 0), to(0, 4e-9, 0)}, 9e-18, 1e-24},
        {"A19",
         {to(5, -7, 4), to(39, -18, -30)},
         {to(8, -8, 1), to(42, f(-18.99), -33)},
         0.01978 * 0.01978,
         4e-7},
        {"A20",
         {to(0, 0, 0), to(9e-4, 0, 0)},
         {to(9e-4, 1e-4, 0), to(9e-4, 1e-3, 0)},
         1e-8,
         real_choose(1e-20, 1e-14)},
        {"A29", big, {to(1, 1, -1), to(1, 1, 1)}, 0, 0},
        {"A30", big, {to(1, 1, -1), to(1.2, 1, 2), to(1, 1.2, 2)}, 0, 0},
        {"A31", {to(-5, 3, 2), to(-5, -9, 1)}, {to(5, -4, 0), to(-6, 5, 0), to(-4, -2, 0)}, 3.2194, 5e-5},
        {"A32", {to(0, 0, 0), to(4, 0, 0)}, {to(6, 1, 0), to(10, 2, 0)}, 5, 0},
        {"A49", {to(0, 0, 0), to(1, 0, 0), to(0, 1, 0)}, {to(5, 5, 0), to(6, 5, 0), to(5, 6, 0)}, 40.5, 0},
        {"G07", {to(0.25, 0.25, 1)}, {to(0, 0, 0), to(1, 0, 0), to(0, 1, 0)}, 1, 0},
        {"G08", {to(2, 2, 0)}, {to(1, 1, 0), to(1, 1, 0)}, 2, 0},
        {"H01", {to(-2, 1, 0), to(2, 1, 0)}, {to(0, 0, 0), to(4, 0, 0)}, 1, 0},
        {"H08", {to(6, 8, 0), to(6, 0, 1)}, {to(5, 1, 0), to(5, 0, 0)}, 1.3243 * 1.3243, 3e-4},
        {"N06", {to(8, 4e-5, 1)}, {to(0, 0, 0), to(10, 0, 0), to(10, 1e-4, 0)}, 1, 0},
        {"N08", {to(-5, 0, 0)}, {to(1e8, 0, 0), to(1, 0, 0)}, 36, 0},
        {"N05", {to(1.0 / 3, 1.0 / 3, 1000)}, {to(0, 0, 0), to(1, 0, 0), to(0, 1, 0)}, 1e6, 0},
    };
}

void flat_shapes(tally &t)
{
    for (const trap &p : traps()) {
        flr_shape3 a = shape_of(p.a), b = shape_of(p.b);
        big_rational squared = exact3::distance_squared(wide(p.a), wide(p.b));
        big_float root(squared, 256);
        double exact = big_float(sqrt(root), 256).get_d(), size = 0;
        t.expect(std::fabs(squared.get_d() - p.right) <= p.digits + 4 * real_epsilon * p.right,
                 "%s: the print says %.17g, exact is %.17g", p.id, p.right, squared.get_d());
        for (const corners *c : {&p.a, &p.b})
            for (flr_vec3 q : *c)
                for (double x : {q.x - p.a[0].x, q.y - p.a[0].y, q.z - p.a[0].z})
                    size = std::fmax(size, std::fabs(x));
        for (int turn = 0; turn < 2; ++turn) {
            flr_closest3 c;
            bool meet = false;
            t.expect(flr_distance3(turn ? &b : &a, turn ? &a : &b, &c) == FLR_OK &&
                         flr_overlap3(turn ? &b : &a, turn ? &a : &b, &meet) == FLR_OK,
                     "%s: no answer", p.id);
            t.expect(std::fabs(double(c.distance) - exact) <= 8 * real_rounding * size,
                     "%s: %.17g, exact %.17g", p.id, double(c.distance), exact);
            t.expect(meet == (squared == 0) && (c.distance == 0) == meet, "%s: meet %d, %.17g apart", p.id,
                     meet, double(c.distance));
            double apart = double(flr_length3(flr_sub3(c.point_a, c.point_b)));
            t.expect(std::fabs(apart - exact) <= 16 * real_rounding * (size + 1), "%s: points %.17g apart",
                     p.id, apart);
        }
    }
}

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Is the number told in what a test prints, as a word of its own?
bool tells(const std::string &text, const std::string &id)
{
    for (size_t at = text.find(id); at != std::string::npos; at = text.find(id, at + 1)) {
        if ((at > 0 && is_name(text[at - 1])) || is_name(text[at + id.size()])) continue;
        size_t line = text.rfind('\n', at), quotes = 0;
        for (size_t i = line == std::string::npos ? 0 : line; i < at; ++i) quotes += text[i] == '"';
        if (quotes % 2 == 1) return true;
    }
    return false;
}

/// Each number is told by a test outside of this file when it fails. Left out: those that are words only (A09, H02,
/// H07, H11).
void whole_list(tally &t)
{
    std::string text;
    int files = 0;
    for (const char *room :
         {"raycast", "closest", "contact", "math", "overlap", "any", "shape", "sweep", "tool/query"}) {
        std::string folder = std::string(FEELER_SOURCE_DIR "/tests/") + room;
        DIR *open = opendir(folder.c_str());
        if (!t.expect(open != nullptr, "no folder %s", folder.c_str())) continue;
        for (struct dirent *entry; (entry = readdir(open)) != nullptr;) {
            std::string name = entry->d_name;
            if (name[0] == '.' || name == "test_trap_list.cpp") continue;
            std::ifstream file(folder + "/" + name);
            std::stringstream all;
            all << file.rdbuf();
            text += all.str() + "\n";
            ++files;
        }
        closedir(open);
    }
    t.expect(files > 50, "only %d files", files);
    auto ask = [&](char group, int first, int last, std::vector<int> words) {
        for (int n = first; n <= last; ++n) {
            bool word = false;
            for (int w : words) word = word || w == n;
            char id[8];
            std::snprintf(id, sizeof id, "%c%02d", group, n);
            if (!word) t.expect(tells(text, id), "%s is no test", id);
        }
    };
    ask('A', 1, 71, {9});
    ask('B', 1, 15, {});
    ask('G', 1, 11, {});
    ask('H', 1, 11, {2, 7, 11});
    ask('M', 1, 9, {});
    ask('X', 1, 3, {});
}

}  // namespace

FEELER_TESTS(FEELER_TEST(flat_shapes), FEELER_TEST(whole_list))

}  // namespace TEST_FILE
