/// The lines in which the surfaces of two meshes cross: closed, on both, turned as they should be; and the memory for them.
#include <cmath>
#include <cstring>
#include <memory>

#include "feeler/feeler.h"
#include "support/cmocka.hpp"
#include "support/handles.hpp"
#include "support/ledger.hpp"
#include "support/pinned.hpp"
#include "support/poses.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using handle = std::shared_ptr<flr_intersection3_mesh>;

handle intersect(const part &a, const part &b)
{
    flr_intersection3_mesh *x = nullptr;
    must(flr_intersection3_mesh_create(&a.at, &b.at, nullptr, &x), "flr_intersection3_mesh_create");
    return handle(x, flr_intersection3_mesh_destroy);
}

std::vector<flr_intersection3_line> lines_of(const handle &x)
{
    std::vector<flr_intersection3_line> all;
    for (size_t i = 0; i < flr_intersection3_mesh_get_info(x.get()).line_count; ++i)
        all.push_back(flr_intersection3_mesh_get_line(x.get(), i));
    return all;
}

double distance(flr_vec3 p, const flr_triangle3 &t)
{
    return double(flr_closest3_point_triangle(p, &t).distance);
}

worst_of worst_corner = {"corners off their triangles, roundings of the largest coordinate", 5};

/// Each piece lies in both of its triangles; the sums fit; nothing has no length.
void judge_pieces(tally &t, const char *name, const part &a, const part &b, const handle &x, bool closed)
{
    const flr_intersection3_info info = flr_intersection3_mesh_get_info(x.get());
    const auto of_a = a.world(), of_b = b.world();
    double largest = 0;
    for (auto *at : {&a.at.bounds, &b.at.bounds})
        largest = std::fmax(largest, std::fmax(double(flr_reach3(at->min)), double(flr_reach3(at->max))));
    size_t corners = 0;
    double length = 0;
    for (auto &l : lines_of(x)) {
        corners += l.count;
        length += double(l.length);
        t.expect(l.closed || !closed, "%s: an open line", name);
        t.expect(l.count >= 2 && l.length > 0, "%s: a line of %zu, %g long", name, l.count, double(l.length));
        for (size_t i = 0; i + (l.closed ? 0 : 1) < l.count; ++i) {
            const auto &c = l.corners[i], &next = l.corners[(i + 1) % l.count];
            t.expect(flr_distance_squared3(c.point, next.point) > 0, "%s: a piece without length", name);
            for (flr_vec3 p : {c.point, next.point})
                for (auto &f : {of_a[c.triangle_a], of_b[c.triangle_b]}) {
                    const double off = distance(p, f) / largest / real_rounding;
                    t.expect(worst_corner.within(off), "%s: a corner %g roundings off its triangle", name,
                             off);
                }
        }
    }
    t.expect(corners == info.corner_count, "%s: %zu corners, not %zu", name, corners, info.corner_count);
    t.expect(std::fabs(length - double(info.length)) <= real_bound(1e-13) * (1 + length),
             "%s: length %g, not %g", name, length, double(info.length));
}

/// The same lines in the other direction.
void judge_swapped(tally &t, const char *name, const handle &x, const handle &y)
{
    const auto p = lines_of(x), q = lines_of(y);
    t.expect(p.size() == q.size(), "%s: %zu and %zu lines", name, p.size(), q.size());
    for (size_t i = 0; i < p.size() && i < q.size(); ++i) {
        bool same = p[i].count == q[i].count && p[i].closed == q[i].closed && p[i].length == q[i].length;
        for (size_t k = 0; same && k < p[i].count; ++k) {
            const auto &c = p[i].corners[k], &d = q[i].corners[q[i].count - 1 - k];
            same = std::memcmp(&c.point, &d.point, sizeof c.point) == 0;
            if (k + 1 == p[i].count) continue;
            const auto &before = q[i].corners[q[i].count - 2 - k];  // of the same piece
            same = same && c.triangle_a == before.triangle_b && c.triangle_b == before.triangle_a;
        }
        t.expect(same, "%s: line %zu differs swapped", name, i);
    }
}

/// Left of a piece, as seen from outside a, its surface goes on into b.
void judge_direction(tally &t, const char *name, const part &a, const part &b, const handle &x)
{
    const auto of_a = a.world();
    for (auto &l : lines_of(x))
        for (size_t i = 0; i < l.count; ++i) {
            const auto &c = l.corners[i], &next = l.corners[(i + 1) % l.count];
            const flr_triangle3 &f = of_a[c.triangle_a];
            const flr_vec3 way = flr_sub3(next.point, c.point),
                           n = flr_cross3(flr_sub3(f.b, f.a), flr_sub3(f.c, f.a)), left = flr_cross3(n, way);
            const double length = double(flr_length3(way));
            if (length < 0.05) continue;
            const flr_vec3 step = flr_scale3(flr_real(0.01 * length) / flr_length3(left), left),
                           middle = flr_lerp3(c.point, next.point, flr_real(0.5));
            t.expect(flr_contains3_mesh_point(&b.at, flr_add3(middle, step)) == FLR_INSIDE &&
                         flr_contains3_mesh_point(&b.at, flr_sub3(middle, step)) == FLR_OUTSIDE,
                     "%s: the inside is not on the left", name);
        }
}

void judge(tally &t, const char *name, const part &a, const part &b, bool closed)
{
    const handle x = intersect(a, b), y = intersect(b, a);
    judge_pieces(t, name, a, b, x, closed);
    judge_pieces(t, name, b, a, y, closed);
    judge_swapped(t, name, x, y);
}

void known(tally &t)
{
    part cube(box(vec(-1, -1, -1), vec(1, 1, 1))), bar(box(vec(-0.5, -0.25, -4), vec(0.5, 0.25, 4))),
        open(sheet(3)), small(sheet(0.5), affine({1, 0, 0, 0, 0, -1, 0, 1, 0}, vec(0, 0, 1))),
        away(box(vec(5, 5, 5), vec(6, 6, 6)));
    handle x = intersect(cube, bar);
    flr_intersection3_info info = flr_intersection3_mesh_get_info(x.get());
    t.expect(info.line_count == 2 && double(info.length) == 6 && double(info.volume) == 1,
             "bar: %zu lines, %g long", info.line_count, double(info.length));
    judge(t, "bar", cube, bar, true);
    judge_direction(t, "bar", cube, bar, x);
    judge_direction(t, "bar", bar, cube, intersect(bar, cube));
    x = intersect(cube, open);
    info = flr_intersection3_mesh_get_info(x.get());
    t.expect(info.line_count == 1 && double(info.length) == 8 && !info.solid, "sheet: %zu lines, %g long",
             info.line_count, double(info.length));
    judge(t, "sheet", cube, open, true);
    x = intersect(cube, small);
    info = flr_intersection3_mesh_get_info(x.get());
    t.expect(info.line_count == 1 && double(info.length) == 1 &&
                 !flr_intersection3_mesh_get_line(x.get(), 0).closed,
             "small sheet: %zu lines, %g long", info.line_count, double(info.length));
    judge(t, "small sheet", cube, small, false);
    x = intersect(cube, away);
    info = flr_intersection3_mesh_get_info(x.get());
    t.expect(info.line_count == 0 && info.corner_count == 0 && info.solid, "apart: %zu lines",
             info.line_count);
    x = intersect(cube, part(box(vec(1, 1, 1), vec(2, 2, 2))));
    t.expect(flr_intersection3_mesh_get_info(x.get()).line_count == 0, "corners: %zu lines",
             flr_intersection3_mesh_get_info(x.get()).line_count);
}

void lattice(tally &t)
{
    random_source r{1};
    const std::vector<soup> solids = {
        box(vec(0, 0, 0), vec(2, 2, 2)),
        l_bracket(4, 1, 2),
        plate_with_square_hole(2, 1, 0, 1),
        box_with_cavity(vec(0, 0, 0), vec(3, 3, 3), vec(1, 1, 1), vec(2, 2, 2)),
        unshared(tetrahedron(vec(0, 0, 0), vec(3, 0, 0), vec(0, 3, 0), vec(0, 0, 3))),
        joined(box(vec(0, 0, 0), vec(1, 2, 1)), box(vec(1, 2, 0), vec(2, 3, 1)))};
    const auto turns = signed_permutations();
    for (int i = 0; i < scenes(2000); ++i) {
        flr_affine3 pose = turns[size_t(r.whole(0, 47))];
        pose.translation = flr_scale3(flr_real(0.5), r.lattice_point(-4, 6));
        const int first = r.whole(0, 5), second = r.whole(0, 5);
        char name[40];
        std::snprintf(name, sizeof name, "lattice %d", i);
        judge(t, name, part(solids[size_t(first)]), part(solids[size_t(second)], pose), true);
    }
}

void turned_solids(tally &t)
{
    random_source r{2};
    for (int i = 0; i < scenes(120); ++i) {
        const int n = r.whole(6, 24);
        const flr_affine3 pose = random_rigid(r, 1);
        part a(i % 2 ? torus(1, 0.4, n, n) : sphere(1.2, n, n)),
            b(i % 3 ? box(vec(-1, -1, -0.3), vec(1, 1, 0.3)) : sphere(1, n, n), pose);
        char name[40];
        std::snprintf(name, sizeof name, "turned %d", i);
        judge(t, name, a, b, true);
        judge_direction(t, name, a, b, intersect(a, b));
        part c(turned(a.s)), d(b.s, after(b.at.pose, scaling(1, -1, 1)));
        judge_direction(t, name, a, d, intersect(a, d));
        judge(t, name, c, d, true);
    }
    worst_corner.hold(t);
}

void arguments(tally &t)
{
    part a(box(vec(-1, -1, -1), vec(1, 1, 1))), b(torus(1, 0.5, 12, 12));
    flr_intersection3_mesh *x = nullptr;
    t.expect(flr_intersection3_mesh_create(nullptr, &b.at, nullptr, &x) == FLR_INVALID_ARGUMENT, "no a");
    t.expect(flr_intersection3_mesh_create(&a.at, nullptr, nullptr, &x) == FLR_INVALID_ARGUMENT, "no b");
    t.expect(flr_intersection3_mesh_create(&a.at, &b.at, nullptr, nullptr) == FLR_INVALID_ARGUMENT,
             "no place");
    t.expect(flr_intersection3_mesh_get_info(nullptr).corner_count == 0, "info of null");
    t.expect(flr_intersection3_mesh_get_line(nullptr, 0).corners == nullptr, "line of null");
    const handle y = intersect(a, b);
    t.expect(flr_intersection3_mesh_get_line(y.get(), 99).corners == nullptr, "line out of range");
    flr_intersection3_mesh_destroy(nullptr);
    const double huge = real_choose(1e150, 1e15);
    part c(box(vec(-huge, -huge, -huge), vec(huge, huge, huge)));
    t.expect(flr_intersection3_mesh_create(&c.at, &c.at, nullptr, &x) == FLR_NOT_FINITE,
             "a volume that overflows");
}

void memory(tally &t)
{
    part a(box_with_cavity(vec(-1, -1, -1), vec(1, 1, 1), vec(-0.5, -0.5, -0.5), vec(0, 0, 0))),
        b(torus(1, 0.5, 12, 12));
    for (long fail = -1, last = 0; fail < last; ++fail) {
        ledger books;
        books.fail_at = fail;
        flr_allocator with = books.allocator();
        flr_intersection3_mesh *x = nullptr;
        const flr_status status = flr_intersection3_mesh_create(&a.at, &b.at, &with, &x);
        if (fail < 0) last = books.requests;
        t.expect(status == (fail < 0 ? FLR_OK : FLR_OUT_OF_MEMORY) && (x != nullptr) == (fail < 0),
                 "request %ld: %s", fail, flr_status_string(status));
        flr_intersection3_mesh_destroy(x);
        t.expect(books.out.empty() && !books.mismatch, "request %ld: %zu blocks are left", fail,
                 books.out.size());
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(known), FEELER_TEST(lattice), FEELER_TEST(turned_solids), FEELER_TEST(arguments),
             FEELER_TEST(memory))

}  // namespace TEST_FILE
