// docs/pairs.md says which pairs of shapes every question is answered for. Its exceptions are printed here, from what
// the library answered on a fixed set of pairs, apart, touching and overlapping. To write the page anew:
// FEELER_WRITE_PAIRS=1 build-test/tests/test_pairs_matrix
// The page is about double precision and all scenes; with fewer, and in single precision, every pair that must be answered has to be, too.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "../../fuzz/lattice2.h"
#include "../../fuzz/lattice3.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

/// What a question is asked about: two shapes, where they go, and bytes for what else there is to choose.
struct scene3 {
    const flr_shape3 *a, *b;
    flr_vec3 motion;
};
struct scene2 {
    const flr_shape2 *a, *b;
    flr_vec2 motion;
};

/// What came back: whether it was an answer, whether that is "no translation parts them", and whether there was anything to ask.
struct answer {
    flr_status status;
    bool inseparable;
    bool defined = true;
};

template <class Scene> struct question {
    const char *title, *function;
    std::function<answer(const Scene &)> ask;
    bool (*covers)(int kind_a);  ///< the rows that exist
    bool every_pair;             ///< is answered
};

bool every_kind(int) { return true; }
bool line_kinds(int k) { return k == FLR_SHAPE3_SEGMENT || k == FLR_SHAPE3_RAY || k == FLR_SHAPE3_LINE; }
bool line_kinds2(int k) { return k == FLR_SHAPE2_SEGMENT || k == FLR_SHAPE2_RAY || k == FLR_SHAPE2_LINE; }

flr_path3 turning(flr_vec3 motion)
{
    flr_path3 path{};
    path.from.rotation = {1, 0, 0, 0};
    path.to.rotation = {1, 1, 0, 0};
    path.to.position = motion;
    return path;
}

answer ask_path(const scene3 &s)
{
    flr_raycast3_path path = s.a->kind == FLR_SHAPE3_SEGMENT ? flr_raycast3_path_segment(&s.a->as.segment)
                             : s.a->kind == FLR_SHAPE3_RAY   ? flr_raycast3_path_ray(&s.a->as.ray)
                                                             : flr_raycast3_path_line(&s.a->as.line);
    flr_raycast3_result r;
    return {flr_raycast3(&path, s.b, &r), false};
}

answer ask_motion3(const scene3 &s)
{
    flr_path3 path = turning(s.motion), still = turning({0, 0, 0});
    still.to = still.from;
    const flr_toi3_options options = {flr_real(1e-3), 0, 0};
    flr_toi3_result r;
    return {flr_toi3(s.a, &path, s.b, &still, &options, &r), false};
}

answer ask_motion2(const scene2 &s)
{
    flr_path2 path{}, still{};
    path.to.angle = 1;
    path.to.position = s.motion;
    const flr_toi2_options options = {flr_real(1e-3), 0, 0};
    flr_toi2_result r;
    return {flr_toi2(s.a, &path, s.b, &still, &options, &r), false};
}

answer ask_path2(const scene2 &s)
{
    flr_raycast2_path path = s.a->kind == FLR_SHAPE2_SEGMENT ? flr_raycast2_path_segment(&s.a->as.segment)
                             : s.a->kind == FLR_SHAPE2_RAY   ? flr_raycast2_path_ray(&s.a->as.ray)
                                                             : flr_raycast2_path_line(&s.a->as.line);
    flr_rayhit2 r;
    return {flr_raycast2(&path, s.b, &r), false};
}

answer ask_core2(const scene2 &s)
{
    flr_convex2 a, b;
    if (!flr_convex2_shape(s.a, &a) || !flr_convex2_shape(s.b, &b)) return {FLR_OK, false, false};
    return {flr_closest2_convex_convex(&a, &b, nullptr).status, false};
}

/// The distance of convex shapes by the convex core alone, for those that are one.
answer ask_core(const scene3 &s)
{
    flr_convex3 a, b;
    if (!flr_convex3_shape(s.a, &a) || !flr_convex3_shape(s.b, &b)) return {FLR_OK, false, false};
    return {flr_closest3_convex_convex(&a, &b, nullptr).status, false};
}

const std::vector<question<scene3>> &questions3()
{
    static const std::vector<question<scene3>> all = {
        {"Overlap", "flr_overlap3",
         [](const scene3 &s) {
             bool r;
             return answer{flr_overlap3(s.a, s.b, &r), false};
         },
         every_kind, true},
        {"Distance", "flr_distance3",
         [](const scene3 &s) {
             flr_closest3 r;
             return answer{flr_distance3(s.a, s.b, &r), false};
         },
         every_kind, true},
        {"Signed distance", "flr_signed_distance3",
         [](const scene3 &s) {
             flr_signed_distance3_result r{};
             flr_status status = flr_signed_distance3(s.a, s.b, &r);
             return answer{status, r.inseparable};
         },
         every_kind, true},
        {"Contact", "flr_contact3",
         [](const scene3 &s) {
             flr_manifold3 r{};
             flr_status status = flr_contact3(s.a, s.b, nullptr, &r);
             return answer{status, r.inseparable};
         },
         every_kind, true},
        {"Sweep", "flr_sweep3",
         [](const scene3 &s) {
             flr_sweep3_result r;
             return answer{flr_sweep3(s.a, s.motion, s.b, &r), false};
         },
         every_kind, true},
        {"Motion", "flr_toi3", ask_motion3, every_kind, true},
        {"Cast", "flr_raycast3", ask_path, line_kinds, true},
        {"The convex core", "flr_closest3_convex_convex", ask_core, every_kind, false},
    };
    return all;
}

const std::vector<question<scene2>> &questions2()
{
    static const std::vector<question<scene2>> all = {
        {"Overlap in the plane", "flr_overlap2",
         [](const scene2 &s) {
             bool r;
             return answer{flr_overlap2(s.a, s.b, &r), false};
         },
         every_kind, true},
        {"Distance in the plane", "flr_distance2",
         [](const scene2 &s) {
             flr_closest2 r;
             return answer{flr_distance2(s.a, s.b, &r), false};
         },
         every_kind, true},
        {"Signed distance in the plane", "flr_signed_distance2",
         [](const scene2 &s) {
             flr_signed_distance2_result r{};
             flr_status status = flr_signed_distance2(s.a, s.b, &r);
             return answer{status, r.inseparable};
         },
         every_kind, true},
        {"Contact in the plane", "flr_contact2",
         [](const scene2 &s) {
             flr_manifold2 r{};
             flr_status status = flr_contact2(s.a, s.b, nullptr, &r);
             return answer{status, r.inseparable};
         },
         every_kind, true},
        {"Sweep in the plane", "flr_sweep2",
         [](const scene2 &s) {
             flr_sweep2_result r;
             return answer{flr_sweep2(s.a, s.motion, s.b, &r), false};
         },
         every_kind, true},
        {"Motion in the plane", "flr_toi2", ask_motion2, every_kind, true},
        {"Cast in the plane", "flr_raycast2", ask_path2, line_kinds2, true},
        {"The convex core in the plane", "flr_closest2_convex_convex", ask_core2, every_kind, false},
    };
    return all;
}

/// What was seen of a pair.
struct cell {
    long asked = 0, bounds = 0, inseparable = 0, undefined = 0, failed = 0;

    void count(const answer &a)
    {
        ++asked;
        bounds += a.status == FLR_NOT_CONVERGED;
        undefined += !a.defined;
        failed += a.status != FLR_OK && a.status != FLR_NOT_CONVERGED;
        inseparable += a.inseparable;
    }

    const char *mark() const
    {
        if (failed) return "?";
        if (undefined == asked) return "-";
        if (undefined) return "o";
        if (bounds) return "b";
        return inseparable ? "i" : "x";
    }
};

enum { BYTES = 96 };

void fill(random_source &r, uint8_t *bytes)
{
    for (int k = 0; k < BYTES; ++k) bytes[k] = static_cast<uint8_t>(r.bits() >> 40);
}

/// Most pairs on whole numbers, where they touch; every third anywhere. The same pairs in both orders.
cell ask_all(const question<scene3> &q, int kind_a, int kind_b, int count, tally &t, long *meet)
{
    cell c;
    random_source r{static_cast<uint64_t>(1000 * std::min(kind_a, kind_b) + std::max(kind_a, kind_b))};
    for (int i = 0; i < count; ++i) {
        uint8_t bytes[BYTES];
        fill(r, bytes);
        byte_source from = {bytes, BYTES, 0, i % 3 == 2};
        lattice3 a, b, &first = kind_a <= kind_b ? a : b, &second = kind_a <= kind_b ? b : a;
        lattice3_make(&from, static_cast<flr_shape3_kind>(std::min(kind_a, kind_b)), {0, 0, 0}, &first);
        lattice3_make(&from, static_cast<flr_shape3_kind>(std::max(kind_a, kind_b)), {0, 0, 0}, &second);
        answer given = q.ask({&a.shape, &b.shape, next_vec3(&from)});
        c.count(given);
        bool overlap = false;
        (void)flr_overlap3(&a.shape, &b.shape, &overlap);
        *meet += overlap;
        lattice3_release(&a);
        lattice3_release(&b);
    }
    t.expect(c.failed == 0, "%s: %s %s: %ld times an error", q.function,
             flr_shape3_name(static_cast<flr_shape3_kind>(kind_a)),
             flr_shape3_name(static_cast<flr_shape3_kind>(kind_b)), c.failed);
    t.expect(c.undefined == 0 || !q.every_pair, "%s: no answer for %s %s", q.function,
             flr_shape3_name(static_cast<flr_shape3_kind>(kind_a)),
             flr_shape3_name(static_cast<flr_shape3_kind>(kind_b)));
    return c;
}

flr_vec2 farthest2(const void *user, flr_vec2 d)
{
    return flr_support2(static_cast<const flr_convex2 *>(user), d);
}

/// The same convex shape by a user's function.
void make_user(flr_shape2 *s, flr_convex2 *core)
{
    if (s->kind != FLR_SHAPE2_CONVEX) return;
    *core = s->as.convex;
    s->as.convex = flr_convex2_user(farthest2, core, core->center, core->radius);
}

cell ask_all(const question<scene2> &q, int kind_a, int kind_b, int count, tally &t, long *meet)
{
    cell c;
    random_source r{
        static_cast<uint64_t>(1000 * std::min(kind_a, kind_b) + std::max(kind_a, kind_b) + 1000000)};
    for (int i = 0; i < count; ++i) {
        uint8_t bytes[BYTES];
        fill(r, bytes);
        byte_source from = {bytes, BYTES, 0, i % 3 == 2};
        lattice2 a, b, &first = kind_a <= kind_b ? a : b, &second = kind_a <= kind_b ? b : a;
        lattice2_make(&from, static_cast<flr_shape2_kind>(std::min(kind_a, kind_b)), {0, 0}, &first);
        lattice2_make(&from, static_cast<flr_shape2_kind>(std::max(kind_a, kind_b)), {0, 0}, &second);
        flr_convex2 core_a, core_b;
        if (i % 4 == 1 || i % 4 == 3) make_user(&a.shape, &core_a);
        if (i % 4 == 2 || i % 4 == 3) make_user(&b.shape, &core_b);
        answer given = q.ask({&a.shape, &b.shape, next_vec2(&from)});
        c.count(given);
        bool overlap = false;
        (void)flr_overlap2(&a.shape, &b.shape, &overlap);
        *meet += overlap;
    }
    t.expect(c.failed == 0, "%s: %s %s: %ld times an error", q.function,
             flr_shape2_name(static_cast<flr_shape2_kind>(kind_a)),
             flr_shape2_name(static_cast<flr_shape2_kind>(kind_b)), c.failed);
    t.expect(c.undefined == 0 || !q.every_pair, "%s: no answer for %s %s", q.function,
             flr_shape2_name(static_cast<flr_shape2_kind>(kind_a)),
             flr_shape2_name(static_cast<flr_shape2_kind>(kind_b)));
    return c;
}

const char *name_of(const scene3 *, int k) { return flr_shape3_name(static_cast<flr_shape3_kind>(k)); }
const char *name_of(const scene2 *, int k) { return flr_shape2_name(static_cast<flr_shape2_kind>(k)); }

/// One question: what is not `x`, a row for each kind of a, the kinds of b by letter. Of `-` only the number.
template <class Scene>
void print_exceptions(std::ostringstream &out, const question<Scene> &q, int kinds, int count, tally &t,
                      long *meet)
{
    const Scene *const tag = nullptr;
    out << "### " << q.title << "\n`" << q.function << "`: ";
    std::ostringstream lines;
    long rows = 0, all = 0, none = 0;
    for (int i = 0; i < kinds; ++i) {
        if (!q.covers(i)) continue;
        ++rows;
        std::map<char, std::string> by_mark;
        for (int j = 0; j < kinds; ++j) {
            const char mark = *ask_all(q, i, j, count, t, meet).mark();
            if (mark == 'x') {
                ++all;
                continue;
            }
            if (mark == '-') {
                ++none;
                continue;
            }
            std::string &list = by_mark[mark];
            list += (list.empty() ? "" : ", ") + std::string(name_of(tag, j));
        }
        if (by_mark.empty()) continue;
        lines << "| " << name_of(tag, i) << " |";
        for (const char mark : {'i', 'b', 'o'}) lines << " " << by_mark[mark] << " |";
        lines << "\n";
    }
    out << all << " of " << rows * kinds - none << " pairs `x`";
    if (none > 0) out << ", " << none << " pairs `-`";
    out << "\n\n";
    if (!lines.str().empty()) out << "| | i | b | o |\n| --- | --- | --- | --- |\n" << lines.str() << "\n";
}

std::string tables(tally &t)
{
    std::ostringstream out;
    long meet3 = 0, meet2 = 0;
    const long count3 = scenes(48L), count2 = scenes(48L);
    out << "## In space\n\n";
    for (const auto &q : questions3()) print_exceptions(out, q, FLR_SHAPE3_COUNT, int(count3), t, &meet3);
    out << "## In the plane\n\n";
    for (const auto &q : questions2()) print_exceptions(out, q, FLR_SHAPE2_COUNT, int(count2), t, &meet2);
    double all3 = double(count3) * (7 * 20 * 20 + 3 * 20), all2 = double(count2) * (7 * 14 * 14 + 3 * 14);
    std::printf("  %.1f %% of pairs overlap in space, %.1f %% in the plane\n", 100 * double(meet3) / all3,
                100 * double(meet2) / all2);
    t.expect(double(meet3) > 0.3 * all3 && double(meet3) < 0.7 * all3, "pairs in space: %g of %g overlap",
             double(meet3), all3);
    t.expect(double(meet2) > 0.3 * all2 && double(meet2) < 0.7 * all2, "pairs in the plane: %g of %g overlap",
             double(meet2), all2);
    return out.str();
}

const char *const PAGE = FEELER_SOURCE_DIR "/docs/pairs.md";
const char *const BEGIN = "<!-- tables: written by tests/any/test_pairs_matrix.cpp -->\n";

void page_is_true(tally &t)
{
    if (real_is_float || !every_scene) {
        tables(t);
        return;
    }
    std::ifstream in(PAGE, std::ios::binary);
    std::string page((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    size_t begin = page.find(BEGIN);
    if (!t.expect(begin != std::string::npos, "%s has no line %s", PAGE, BEGIN)) return;
    begin += std::string(BEGIN).size();
    std::string now = tables(t);
    if (std::getenv("FEELER_WRITE_PAIRS")) {
        std::ofstream(PAGE, std::ios::binary) << page.substr(0, begin) << "\n"
                                              << now.substr(0, now.size() - 1);
        return;
    }
    std::string told = page.substr(begin);
    if (told == "\n" + now.substr(0, now.size() - 1)) {
        t.expect(true, "same");
        return;
    }
    std::istringstream a(told.substr(std::min<size_t>(1, told.size()))), b(now);
    std::string said, is;
    while (std::getline(b, is)) {
        said.clear();
        std::getline(a, said);
        if (said != is) std::printf("  docs: %s\n  now:  %s\n", said.c_str(), is.c_str());
    }
    t.expect(false,
             "docs/pairs.md is not what the library does; FEELER_WRITE_PAIRS=1 writes its tables anew");
}

}  // namespace

FEELER_TESTS(FEELER_TEST(page_is_true))

}  // namespace TEST_FILE
