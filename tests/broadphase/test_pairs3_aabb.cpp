/// The broad phase: exactly the pairs of boxes that come within the margin, against every pair.
#include <cstdlib>
#include <set>
#include <vector>

#include "feeler/broadphase3.h"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/real.hpp"

namespace TEST_FILE
{
namespace
{

/// low - high <= margin, without rounding: low - high is d + error exactly (Knuth's two-sum).
bool within(double low, double high, double margin)
{
    if (low <= high) return true;
    double d = low - high, b = d - low, error = (low - (d - b)) + (-high - b);
    return d < margin || (d == margin && error <= 0);
}

bool meet(const flr_aabb3 &a, const flr_aabb3 &b, double margin)
{
    for (int i = 0; i < 3; ++i) {
        double al = (&a.min.x)[i], ah = (&a.max.x)[i], bl = (&b.min.x)[i], bh = (&b.max.x)[i];
        if (al > ah || bl > bh || !within(al, bh, margin) || !within(bl, ah, margin)) return false;
    }
    return true;
}

flr_aabb3 box_at(flr_vec3 p, flr_vec3 size) { return {p, flr_add3(p, size)}; }

size_t compare(tally &t, const char *name, const std::vector<flr_aabb3> &boxes, double margin)
{
    flr_index_pair *pairs = nullptr;
    size_t count = 99;
    flr_status got = flr_pairs3_aabb(boxes.data(), boxes.size(), flr_real(margin), nullptr, &pairs, &count);
    if (!t.expect(got == FLR_OK, "%s: %s", name, flr_status_string(got))) return 0;
    size_t at = 0, want = 0;
    bool same = true;
    for (uint32_t i = 0; i < boxes.size(); ++i)
        for (uint32_t k = i + 1; k < boxes.size(); ++k) {
            if (!meet(boxes[i], boxes[k], margin)) continue;
            ++want;
            same = same && at < count && pairs[at].a == i && pairs[at].b == k;
            ++at;
        }
    t.expect(same && count == want, "%s: %zu pairs, not %zu (%zu boxes, margin %g)", name, count, want,
             boxes.size(), margin);
    // one after another they are the same, in the order of a; and none comes after the one that stops
    struct stream {
        std::set<std::pair<uint32_t, uint32_t>> met;
        uint32_t last = 0;
        size_t left;
        bool ordered = true;
    } all, some;
    auto tell = [](void *user, uint32_t a, uint32_t b) {
        auto *s = static_cast<stream *>(user);
        s->ordered = s->ordered && a >= s->last && a < b && s->met.insert({a, b}).second;
        s->last = a;
        return --s->left > 0;
    };
    all.left = ~size_t(0);
    got = flr_pairs3_aabb_each(boxes.data(), boxes.size(), flr_real(margin), nullptr, tell, &all);
    same = got == FLR_OK && all.ordered && all.met.size() == want;
    for (size_t i = 0; i < count; ++i) same = same && all.met.count({pairs[i].a, pairs[i].b});
    t.expect(same, "%s: %zu pairs one after another, not %zu", name, all.met.size(), want);
    some.left = want / 2 + 1;
    got = flr_pairs3_aabb_each(boxes.data(), boxes.size(), flr_real(margin), nullptr, tell, &some);
    t.expect(got == (want ? FLR_CANCELLED : FLR_OK) && some.met.size() == (want ? want / 2 + 1 : 0),
             "%s: stopped after %zu", name, some.met.size());
    flr_pairs3_release(nullptr, pairs, count);
    return want;
}

void few(tally &t)
{
    flr_aabb3 one = box_at(flr_vec3_make(0, 0, 0), flr_vec3_make(1, 1, 1));
    compare(t, "no box", {}, 0);
    compare(t, "one box", {one}, 0);
    t.expect(compare(t, "twice the same", {one, one}, 0) == 1, "twice the same");
    for (int axis = 0; axis < 3; ++axis) {
        flr_vec3 off = flr_vec3_make(0, 0, 0);
        (&off.x)[axis] = 1;
        t.expect(compare(t, "touching", {one, box_at(off, flr_vec3_make(1, 1, 1))}, 0) == 1, "touching");
        (&off.x)[axis] = 1.5;
        t.expect(compare(t, "apart", {box_at(off, flr_vec3_make(1, 1, 1)), one}, 0) == 0, "apart");
        t.expect(compare(t, "at the margin", {one, box_at(off, flr_vec3_make(1, 1, 1))}, 0.5) == 1,
                 "at the margin");
        t.expect(compare(t, "beyond", {one, box_at(off, flr_vec3_make(1, 1, 1))}, real_after(0.5, 0)) == 0,
                 "beyond");
    }
    t.expect(compare(t, "points", {{one.min, one.min}, one, {one.max, one.max}}, 0) == 2, "points");
}

void empty_boxes(tally &t)
{
    flr_aabb3 one = box_at(flr_vec3_make(0, 0, 0), flr_vec3_make(1, 1, 1)), empty = one;
    for (int axis = 0; axis < 3; ++axis) {
        empty = one;
        std::swap((&empty.min.x)[axis], (&empty.max.x)[axis]);
        t.expect(compare(t, "an empty one", {one, empty, one, empty}, 0) == 1, "an empty one");
        t.expect(compare(t, "an empty one, margin", {one, empty, one, empty}, 10) == 1,
                 "an empty one, margin");
    }
    empty.min = flr_vec3_make(INFINITY, INFINITY, INFINITY);
    empty.max = flr_neg3(empty.min);
    t.expect(compare(t, "the emptiest", {one, empty, one, empty}, 10) == 1, "the emptiest");
    compare(t, "all empty", std::vector<flr_aabb3>(20, empty), 1);
}

void random_boxes(tally &t)
{
    random_source r{3};
    long met = 0, all = 0;
    for (int round = 0; round < 60; ++round) {
        size_t n = static_cast<size_t>(r.whole(2, 150));
        // the size is chosen so that about half of all pairs meet on the whole
        double size = r.between(0.3, 2.5),
               far = round % 3 == 1   ? 1e6
                     : round % 3 == 2 ? -1e15
                                      : 0,
               scale = round % 4 == 3 ? 1e-3 : 1;
        std::vector<flr_aabb3> boxes;
        for (size_t i = 0; i < n; ++i) {
            flr_vec3 p = flr_add3(r.point(0, 3), flr_vec3_make(flr_real(far), flr_real(far), flr_real(-far)));
            boxes.push_back(
                box_at(flr_scale3(flr_real(scale), p), flr_scale3(flr_real(scale), r.point(0, 2 * size))));
        }
        met += static_cast<long>(compare(t, "random", boxes, 0));
        compare(t, "random, margin", boxes, scale * r.between(0, 1));
        all += static_cast<long>(n * (n - 1) / 2);
    }
    std::printf("  %ld of %ld meet\n", met, all);
    t.expect(10 * met > 3 * all && 10 * met < 7 * all, "the hit rate is off");
}

/// Small integers: most faces lie on one another.
void lattice(tally &t)
{
    random_source r{5};
    for (int round = 0; round < 100; ++round) {
        std::vector<flr_aabb3> boxes;
        for (int i = 0, n = r.whole(2, 80); i < n; ++i) {
            flr_vec3 p = r.lattice_point(0, 6), size = r.lattice_point(round % 10 ? 0 : -1, 2);
            boxes.push_back(box_at(p, size));
        }
        compare(t, "lattice", boxes, 0);
        compare(t, "lattice, margin", boxes, r.whole(0, 2));
    }
}

void shapes_of_scenes(tally &t)
{
    random_source r{7};
    flr_vec3 unit = flr_vec3_make(1, 1, 1);
    std::vector<flr_aabb3> equal(300, box_at(unit, unit)), line, grid, clusters, nested, one_large, flat;
    for (int i = 0; i < 400; ++i) line.push_back(box_at(flr_vec3_make(flr_real(i), 0, 0), unit));
    for (int i = 0; i < 512; ++i)
        grid.push_back(box_at(flr_vec3_make(flr_real(i % 8), flr_real(i / 8 % 8), flr_real(i / 64)), unit));
    for (int i = 0; i < 300; ++i) {
        double at = i % 3 == 0 ? 0 : i % 3 == 1 ? 1e6 : -1e6;
        clusters.push_back(
            box_at(flr_add3(flr_vec3_make(flr_real(at), flr_real(at), flr_real(at)), r.point(0, 4)),
                   flr_scale3(0.5, unit)));
        nested.push_back({flr_vec3_make(flr_real(-i), flr_real(-i), flr_real(-i)),
                          flr_vec3_make(flr_real(i), flr_real(i), flr_real(i))});
        one_large.push_back(box_at(r.point(0, 100), unit));
        flat.push_back(
            box_at(r.point(0, 10), flr_vec3_make(i % 3 ? 2 : 0, i % 3 == 1 ? 0 : 2, i % 3 == 2 ? 0 : 2)));
    }
    one_large.push_back(box_at(flr_vec3_make(-1, -1, -1), flr_vec3_make(200, 200, 200)));
    for (double margin : {0.0, 0.25, 1.0, 1e7}) {
        compare(t, "all equal", equal, margin);
        compare(t, "in a line", line, margin);
        compare(t, "a grid", grid, margin);
        compare(t, "clusters", clusters, margin);
        compare(t, "nested", nested, margin);
        compare(t, "one large", one_large, margin);
        compare(t, "flat", flat, margin);
    }
    flr_aabb3 all = {flr_vec3_make(-INFINITY, -INFINITY, -INFINITY),
                     flr_vec3_make(INFINITY, INFINITY, INFINITY)};
    grid.push_back(all);
    flr_index_pair *pairs = nullptr;
    size_t count = 0;
    // a box without end: either it meets all, or it is refused as not finite
    flr_status got = flr_pairs3_aabb(grid.data(), grid.size(), 0, nullptr, &pairs, &count);
    t.expect(got == FLR_NOT_FINITE || got == FLR_OK, "a box without end: %s", flr_status_string(got));
    if (got == FLR_OK) {
        flr_pairs3_release(nullptr, pairs, count);
        compare(t, "a box without end", grid, 0);
    }
}

struct ledger {
    size_t bytes = 0;
    long requests = 0, fail_at = -1;
    std::set<std::pair<void *, size_t>> out;
    bool mismatch = false;
    static void *allocate(void *user, size_t size)
    {
        auto *l = static_cast<ledger *>(user);
        if (l->requests++ == l->fail_at) return nullptr;
        void *p = std::malloc(size ? size : 1);
        l->out.insert({p, size});
        l->bytes += size;
        return p;
    }
    static void release(void *user, void *p, size_t size)
    {
        auto *l = static_cast<ledger *>(user);
        if (!p) return;
        if (!l->out.erase({p, size})) {
            l->mismatch = true;
            return;
        }
        l->bytes -= size;
        std::free(p);
    }
};

void memory(tally &t)
{
    random_source r{9};
    std::vector<flr_aabb3> boxes[3];
    for (int i = 0; i < 200; ++i) {
        const flr_vec3 at = r.point(0, 3);
        boxes[0].push_back(box_at(at, r.point(0, 2)));
    }
    for (int i = 0; i < 20; ++i)
        boxes[1].push_back(box_at(flr_vec3_make(flr_real(3 * i), 0, 0), flr_vec3_make(1, 1, 1)));
    for (auto &b : boxes)
        for (long k = 0;; ++k) {
            ledger l;
            l.fail_at = k;
            flr_allocator a = {ledger::allocate, ledger::release, &l};
            flr_index_pair *pairs = nullptr;
            size_t count = 0;
            flr_status got = flr_pairs3_aabb(b.data(), b.size(), 0, &a, &pairs, &count);
            bool failed = l.requests > k;
            t.expect(got == (failed ? FLR_OUT_OF_MEMORY : FLR_OK), "request %ld refused: %s", k,
                     flr_status_string(got));
            if (got == FLR_OK) flr_pairs3_release(&a, pairs, count);
            t.expect(l.bytes == 0 && l.out.empty() && !l.mismatch,
                     "request %ld refused: %zu bytes are lost, mismatch %d", k, l.bytes, l.mismatch);
            if (!failed) break;
        }
    flr_pairs3_release(nullptr, nullptr, 0);
}

void errors(tally &t)
{
    flr_aabb3 one = box_at(flr_vec3_make(0, 0, 0), flr_vec3_make(1, 1, 1));
    flr_index_pair *pairs = nullptr;
    size_t count = 0;
    t.expect(flr_pairs3_aabb(nullptr, 2, 0, nullptr, &pairs, &count) == FLR_INVALID_ARGUMENT, "no boxes");
    t.expect(flr_pairs3_aabb(&one, 1, 0, nullptr, nullptr, &count) == FLR_INVALID_ARGUMENT,
             "no place for pairs");
    t.expect(flr_pairs3_aabb(&one, 1, 0, nullptr, &pairs, nullptr) == FLR_INVALID_ARGUMENT,
             "no place for the count");
    t.expect(flr_pairs3_aabb(&one, 1, -1, nullptr, &pairs, &count) == FLR_INVALID_ARGUMENT, "margin below 0");
    t.expect(flr_pairs3_aabb(&one, 1, NAN, nullptr, &pairs, &count) == FLR_INVALID_ARGUMENT, "margin NaN");
    t.expect(flr_pairs3_aabb(&one, size_t(1) << 33, 0, nullptr, &pairs, &count) == FLR_TOO_LARGE,
             "2^33 boxes");
    for (int i = 0; i < 6; ++i) {
        flr_aabb3 two[2] = {one, one};
        (&two[1].min.x)[i] = NAN;
        flr_status got = flr_pairs3_aabb(two, 2, 0, nullptr, &pairs, &count);
        t.expect(got == FLR_NOT_FINITE || got == FLR_OK, "a NaN: %s", flr_status_string(got));
        if (got == FLR_OK) {
            t.expect(count == 0, "a box with a NaN meets something");
            flr_pairs3_release(nullptr, pairs, count);
        }
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(few), FEELER_TEST(empty_boxes), FEELER_TEST(random_boxes), FEELER_TEST(lattice),
             FEELER_TEST(shapes_of_scenes), FEELER_TEST(memory), FEELER_TEST(errors))

}  // namespace TEST_FILE
