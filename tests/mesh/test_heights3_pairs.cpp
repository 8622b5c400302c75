// Meshes over grids of heights against meshes, in lists, cut, cast and bounded: the answers of the mesh of the same triangles.
#include <algorithm>
#include <array>
#include <cfloat>
#include <cstring>
#include <set>
#include <tuple>

#include "any/any3_stock.hpp"
#include "feeler/feeler.h"
#include "feeler/trace.h"
#include "mesh/heights3_twins.hpp"
#include "support/cmocka.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using namespace heights3_twins;

const double eps = sizeof(flr_real) == sizeof(float) ? FLT_EPSILON : DBL_EPSILON;

/// Placed fields with holes and both diagonals, each with its twin; the unit is that of a cell.
template <typename F> void for_fields(uint64_t seed, F &&body)
{
    const size_t sizes[][2] = {{2, 2}, {3, 5}, {6, 9}, {18, 7}, {21, 24}};
    random_source r{seed};
    int n = 0;
    for (auto &size : sizes)
        for (relief kind : {relief::noise, relief::waves, relief::flat, relief::steps, relief::spikes})
            for (int pose = 0; pose < scenes(4); ++pose) {
                const double unit = n++ % 5 == 4 ? 0x1p-20 : 1;
                twins t(random_grid(r, size[0], size[1], kind, unit, true));
                t.place(random_pose(r, pose, unit));
                body(r, t, unit);
            }
}

/// The largest coordinate of both, by which rounding errors are measured.
double size_of(const flr_instance3 &a, const flr_instance3 &b)
{
    double most = 0;
    for (const flr_vec3 &p : {a.bounds.min, a.bounds.max, b.bounds.min, b.bounds.max})
        for (flr_real x : {p.x, p.y, p.z}) most = std::fmax(most, std::abs(double(x)));
    return most;
}

/// What a field is asked against, and the same against its twin: the numbers of a plain mesh are its own.
struct rival {
    std::shared_ptr<twins> field;
    any3::held solid;
    flr_instance3 of_field{}, of_twin{};

    uint32_t number(uint32_t triangle) const { return field ? field->numbers[triangle] : triangle; }
};

/// A solid in the surface or near it, the very field moved along it by half a cell (much is coplanar then where it is flat), another field
/// across it, or one a little above it.
rival random_rival(random_source &r, const twins &w, double unit, int kind)
{
    rival v;
    if (kind == 0) {
        const uint32_t number = w.numbers[size_t(r.whole(0, int(w.numbers.size()) - 1))];
        const flr_vec3 at = flr_add3(w.world(number).a, flr_scale3(flr_real(unit), r.point(-1, 1)));
        const bool open = r.whole(0, 1) != 0;
        v.solid = any3::random_shape(r, FLR_SHAPE3_MESH, at, unit * r.between(0.3, 2), open);
        v.of_field = v.of_twin = v.solid.shape.as.mesh;
        return v;
    }
    v.field = std::make_shared<twins>(kind == 2 ? random_grid(r, 7, 5, relief::noise, unit, true) : w.g);
    flr_affine3 pose = w.at.pose;
    const flr_real half_x = w.g.x / 2, half_y = w.g.y / 2, up = flr_real(25 * unit);
    if (kind == 1) pose.translation = flr_affine3_point(pose, flr_vec3_make(half_x, half_y, 0));
    if (kind == 3) pose.translation = flr_affine3_point(pose, flr_vec3_make(half_x, 0, up));
    if (kind == 2) {
        const flr_vec3 ours = w.world(w.numbers[w.numbers.size() / 2]).b;
        pose.linear = any3::axes(r);
        pose.translation = flr_vec3_make(0, 0, 0);
        v.field->place(pose);
        pose.translation = flr_sub3(ours, v.field->world(v.field->numbers[v.field->numbers.size() / 2]).a);
    }
    v.field->place(pose);
    v.of_field = v.field->at;
    v.of_twin = v.field->twin;
    return v;
}

template <typename F> void for_pairs(uint64_t seed, F &&body)
{
    for_fields(seed, [&](random_source &r, const twins &w, double unit) {
        for (int kind = 0; kind < 4; ++kind) body(r, w, random_rival(r, w, unit, kind), unit, kind);
    });
}

using number_pair = std::array<uint32_t, 2>;

bool collect_pair(void *user, uint32_t a, uint32_t b)
{
    static_cast<std::vector<number_pair> *>(user)->push_back({a, b});
    return true;
}

std::vector<number_pair> crossing_pairs(tally &t, const flr_instance3 &a, const flr_instance3 &b)
{
    std::vector<number_pair> pairs;
    t.expect(flr_overlap3_mesh_mesh_pairs(&a, &b, collect_pair, &pairs) == FLR_OK, "pairs: status");
    return pairs;
}

/// Do two surfaces meet, where, and how far are they apart?
void surfaces(tally &t)
{
    long meet = 0, apart = 0;
    for_pairs(1, [&](random_source &, const twins &w, const rival &v, double, int kind) {
        std::vector<number_pair> x = crossing_pairs(t, w.at, v.of_field),
                                 y = crossing_pairs(t, w.twin, v.of_twin);
        for (number_pair &p : y) p = {w.numbers[p[0]], v.number(p[1])};
        std::sort(x.begin(), x.end());
        std::sort(y.begin(), y.end());
        t.expect(x == y, "%d: %zu pairs, not %zu", kind, x.size(), y.size());
        t.expect(flr_overlap3_mesh_mesh(&w.at, &v.of_field) == !y.empty(), "%d: overlap", kind);
        const flr_closest3_mesh c = flr_closest3_mesh_mesh(&w.at, &v.of_field, (flr_real)INFINITY),
                                d = flr_closest3_mesh_mesh(&w.twin, &v.of_twin, (flr_real)INFINITY),
                                back = flr_closest3_mesh_mesh(&v.of_field, &w.at, (flr_real)INFINITY);
        t.expect(c.found && d.found && (c.distance == 0) == !y.empty() &&
                     std::abs(double(c.distance) - double(d.distance)) <= 4 * eps * size_of(w.at, v.of_field),
                 "%d: distance %.17g, not %.17g", kind, double(c.distance), double(d.distance));
        t.expect(is_same(back.distance, c.distance) && is_same(back.point_a, c.point_b) &&
                     is_same(back.point_b, c.point_a) && back.triangle_a == c.triangle_b &&
                     back.triangle_b == c.triangle_a,
                 "%d: swapped", kind);
        t.expect(!w.g.is_hole(c.triangle_a / 2) && (!v.field || !v.field->g.is_hole(c.triangle_b / 2)),
                 "%d: a triangle that is there", kind);
        if (c.distance > 0) {
            const flr_closest3_mesh near = flr_closest3_mesh_mesh(&w.at, &v.of_field, d.distance / 2);
            t.expect(!near.found, "%d: nothing nearer", kind);
        }
        meet += !y.empty();
        apart += y.empty();
    });
    t.expect(enough(meet > 100 && apart > 100), "%ld meet, %ld apart", meet, apart);
}

/// A field and the mesh of its triangles in one place: every triangle crosses itself, and neither comes first.
void on_its_twin(tally &t)
{
    for_fields(2, [&](random_source &, const twins &w, double) {
        const flr_closest3_mesh a = flr_closest3_mesh_mesh(&w.at, &w.twin, 0),
                                b = flr_closest3_mesh_mesh(&w.twin, &w.at, 0);
        t.expect(a.found && b.found && a.distance == 0 && b.distance == 0, "they meet");
        t.expect(is_same(a.point_a, b.point_b) && is_same(a.point_b, b.point_a) &&
                     a.triangle_a == b.triangle_b && a.triangle_b == b.triangle_a,
                 "swapped: %u %u, not %u %u", b.triangle_b, b.triangle_a, a.triangle_a, a.triangle_b);
        std::set<uint32_t> selves;
        for (const number_pair &p : crossing_pairs(t, w.at, w.twin))
            if (p[0] == w.numbers[p[1]]) selves.insert(p[0]);
        t.expect(selves.size() == w.numbers.size(), "%zu of %zu cross themselves", selves.size(),
                 w.numbers.size());
    });
}

/// The same triangles as a grid and as a wider grid whose first columns are holes, so that its tree has other leaves: also there neither comes first.
void on_a_wider_one(tally &t)
{
    for_fields(11, [&](random_source &, const twins &w, double) {
        grid wide = w.g;
        wide.columns += 3;
        wide.first_column -= 3;
        wide.heights.clear();
        wide.cells.clear();
        for (size_t j = 0; j < wide.rows; ++j)
            for (size_t i = 0; i < wide.columns; ++i)
                wide.heights.push_back(i < 3 ? flr_real(NAN) : w.g.heights[j * w.g.columns + i - 3]);
        for (size_t j = 0; j + 1 < wide.rows; ++j)
            for (size_t i = 0; i + 1 < wide.columns; ++i)
                wide.cells.push_back(i < 3 ? uint8_t(0) : w.g.cells[j * (w.g.columns - 1) + i - 3]);
        const mesh_handle m = make(wide);
        flr_instance3 at{};
        must(flr_instance3_make(m.get(), w.at.pose, &at), "instance of the wider grid");
        const flr_closest3_mesh a = flr_closest3_mesh_mesh(&w.at, &at, 0),
                                b = flr_closest3_mesh_mesh(&at, &w.at, 0);
        t.expect(a.found && b.found && a.distance == 0 && b.distance == 0, "they meet");
        t.expect(is_same(a.point_a, b.point_b) && is_same(a.point_b, b.point_a) &&
                     a.triangle_a == b.triangle_b && a.triangle_b == b.triangle_a,
                 "swapped: %u %u, not %u %u", b.triangle_b, b.triangle_a, a.triangle_a, a.triangle_b);
    });
}

/// Clash detection: the kind, the flags and the distance; depths are lower bounds, found from places that the order of triangles chooses.
void interference(tally &t)
{
    long kinds[5] = {0, 0, 0, 0, 0}, deep = 0, less = 0;
    for_pairs(3, [&](random_source &r, const twins &w, const rival &v, double unit, int kind) {
        const flr_interference3_options o = {0, flr_real(unit * r.between(0, 30))};
        flr_interference3 x{}, y{}, back{};
        const flr_status sx = flr_interference3_mesh_mesh(&w.at, &v.of_field, &o, &x),
                         sy = flr_interference3_mesh_mesh(&w.twin, &v.of_twin, &o, &y);
        t.expect(sx == FLR_OK && sy == FLR_OK, "%d: status %d, not %d", kind, sx, sy);
        t.expect(x.kind == y.kind && x.flags == y.flags, "%d: kind %d %u, not %d %u", kind, x.kind, x.flags,
                 y.kind, y.flags);
        const double size = size_of(w.at, v.of_field);
        t.expect(std::abs(double(x.distance) - double(y.distance)) <= 4 * eps * size,
                 "%d: distance %.17g, not %.17g", kind, double(x.distance), double(y.distance));
        t.expect((x.depth > 0) == (y.depth > 0), "%d: depth %.17g, not %.17g", kind, double(x.depth),
                 double(y.depth));
        if (x.depth > 0) {
            ++deep;
            less += std::abs(double(x.depth) - double(y.depth)) > 1e-3 * double(y.depth);
        }
        ++kinds[x.kind];
        flr_interference3_mesh_mesh(&v.of_field, &w.at, &o, &back);
        t.expect(back.kind == x.kind && is_same(back.depth, x.depth) && is_same(back.point_a, x.point_b) &&
                     is_same(back.point, x.point) && back.triangle_a == x.triangle_b,
                 "%d: swapped", kind);
    });
    t.expect(enough(kinds[FLR_APART] > 5 && kinds[FLR_CLEARANCE] > 5 && kinds[FLR_CLASH] > 50 && deep > 10),
             "%ld apart, %ld near, %ld clash, %ld deep", kinds[FLR_APART], kinds[FLR_CLEARANCE],
             kinds[FLR_CLASH], deep);
    t.expect(20 * less <= deep, "%ld of %ld depths are others", less, deep);
}

struct cut {
    flr_intersection3_mesh *of = nullptr;
    flr_intersection3_info info{};

    cut(const flr_instance3 &a, const flr_instance3 &b)
    {
        must(flr_intersection3_mesh_create(&a, &b, nullptr, &of), "flr_intersection3_mesh_create");
        info = flr_intersection3_mesh_get_info(of);
    }
    cut(const cut &) = delete;
    cut &operator=(const cut &) = delete;
    ~cut() { flr_intersection3_mesh_destroy(of); }

    using corner = std::tuple<uint32_t, uint32_t, flr_real, flr_real, flr_real>;
    template <typename A, typename B>
    std::vector<corner> corners(A &&number_a, B &&number_b, size_t *closed) const
    {
        std::vector<corner> r;
        for (size_t i = 0; i < info.line_count; ++i) {
            const flr_intersection3_line l = flr_intersection3_mesh_get_line(of, i);
            *closed += l.closed;
            for (size_t k = 0; k < l.count; ++k)
                r.emplace_back(number_a(l.corners[k].triangle_a), number_b(l.corners[k].triangle_b),
                               l.corners[k].point.x, l.corners[k].point.y, l.corners[k].point.z);
        }
        std::sort(r.begin(), r.end());
        return r;
    }
};

/// Lines in common: as many, with the same corners to the bit, each with its two triangles.
void lines(tally &t)
{
    size_t all = 0, all_closed = 0;
    for_pairs(4, [&](random_source &, const twins &w, const rival &v, double, int kind) {
        const cut x(w.at, v.of_field), y(w.twin, v.of_twin);
        t.expect(x.info.line_count == y.info.line_count && x.info.corner_count == y.info.corner_count &&
                     !x.info.solid && x.info.volume == 0,
                 "%d: %zu lines of %zu corners, not %zu of %zu", kind, x.info.line_count, x.info.corner_count,
                 y.info.line_count, y.info.corner_count);
        t.expect(std::abs(double(x.info.length) - double(y.info.length)) <=
                     double(y.info.corner_count) * eps * double(y.info.length),
                 "%d: length %.17g, not %.17g", kind, double(x.info.length), double(y.info.length));
        size_t closed_x = 0, closed_y = 0;
        const auto as_is = [](uint32_t n) { return n; };
        const auto p = x.corners(as_is, as_is, &closed_x),
                   q = y.corners([&](uint32_t n) { return w.numbers[n]; },
                                 [&](uint32_t n) { return v.number(n); }, &closed_y);
        t.expect(closed_x == closed_y, "%d: %zu closed, not %zu", kind, closed_x, closed_y);
        t.expect(p == q, "%d: corners", kind);
        all += x.info.line_count;
        all_closed += closed_x;
    });
    t.expect(enough(all > 200 && all_closed > 20), "%zu lines, %zu closed", all, all_closed);
}

/// Casts and motions of a field itself, against any shape and against fields.
void moving(tally &t)
{
    long hits = 0, touches = 0, all = 0;
    auto compare = [&](random_source &r, const flr_shape3 &a, const flr_shape3 &b, const flr_shape3 &twin_a,
                       const flr_shape3 &twin_b, double unit) {
        const char *const name = flr_shape3_name(a.kind == FLR_SHAPE3_MESH ? b.kind : a.kind);
        const flr_vec3 motion = flr_scale3(flr_real(unit), r.point(-6, 6));
        flr_sweep3_result u{}, v{};
        const flr_status su = flr_sweep3(&a, motion, &b, &u), sv = flr_sweep3(&twin_a, motion, &twin_b, &v);
        const double part = sizeof(flr_real) == sizeof(float) ? 1e-4 : 1e-12;
        t.expect(su == sv && u.hit == v.hit && u.overlap_at_start == v.overlap_at_start &&
                     std::abs(double(u.t) - double(v.t)) <= part,
                 "%s: cast %d %d at %.17g, not %d %d at %.17g", name, su, u.hit, double(u.t), sv, v.hit,
                 double(v.t));
        hits += u.hit && !u.overlap_at_start;
        ++all;
        if (all % 3) return;
        const flr_path3 path_a = random_path(r, unit), path_b = random_path(r, unit);
        flr_toi3_result i{}, j{};
        const flr_status si = flr_toi3(&a, &path_a, &b, &path_b, nullptr, &i),
                         sj = flr_toi3(&twin_a, &path_a, &twin_b, &path_b, nullptr, &j);
        // no touch before t and one by t_upper, both up to the gap that counts as touching
        t.expect(si == sj && i.hit == j.hit && double(i.t) <= double(j.t_upper) + part &&
                     double(j.t) <= double(i.t_upper) + part,
                 "%s: motion %d %d in %.17g to %.17g, not %d %d in %.17g to %.17g", name, si, i.hit,
                 double(i.t), double(i.t_upper), sj, j.hit, double(j.t), double(j.t_upper));
        touches += i.hit && i.t > 0;
    };
    for_fields(5, [&](random_source &r, const twins &w, double unit) {
        if (w.numbers.size() > 200) return;
        const flr_shape3 field = w.shape(true), twin = w.shape(false);
        for (int k = 0; k < 6; ++k) {
            const any3::held h = near_shape(r, w, unit);
            compare(r, field, h.shape, twin, h.shape, unit);
            if (k % 2) compare(r, h.shape, field, h.shape, twin, unit);
        }
        for (int kind = 1; kind < 4; ++kind) {
            const rival v = random_rival(r, w, unit, kind);
            compare(r, field, v.field->shape(true), twin, v.field->shape(false), unit);
        }
    });
    t.expect(enough(hits > 50 && touches > 10), "%ld of %ld hits, %ld touches", hits, all, touches);
}

// ---- Lists

struct list_twins {
    flr_list3 *field = nullptr, *twin = nullptr;

    list_twins(const std::vector<flr_shape3> &of_field, const std::vector<flr_shape3> &of_twin)
    {
        must(flr_list3_create(of_field.data(), of_field.size(), nullptr, &field), "list with a field");
        must(flr_list3_create(of_twin.data(), of_twin.size(), nullptr, &twin), "list with its twin");
    }
    list_twins(const list_twins &) = delete;
    list_twins &operator=(const list_twins &) = delete;
    ~list_twins()
    {
        flr_list3_destroy(field);
        flr_list3_destroy(twin);
    }
};

bool collect_shape(void *user, uint32_t shape)
{
    static_cast<std::set<uint32_t> *>(user)->insert(shape);
    return true;
}

bool collect_hit(void *user, uint32_t shape, const flr_raycast3_result *hit)
{
    static_cast<std::set<std::pair<uint32_t, flr_real>> *>(user)->insert({shape, hit->t});
    return true;
}

void rays_through_list(tally &t, random_source &r, const twins &w, const list_twins &l, uint32_t at,
                       long *named)
{
    const flr_vec3 size = flr_sub3(w.twin.bounds.max, w.twin.bounds.min);
    const flr_vec3 u = r.point(0, 1), from = r.point(-1, 2);
    const flr_vec3 to = w.world(w.numbers[size_t(double(u.x) * 0.999 * double(w.numbers.size()))]).b;
    const flr_vec3 start = flr_add3(
        w.twin.bounds.min, flr_vec3_make(from.x * size.x, from.y * size.y, from.z * size.z + size.x));
    const flr_raycast3_path path = flr_raycast3_path_make(start, flr_sub3(to, start), 0, (flr_real)INFINITY);
    flr_raycast3_result x{}, y{};
    uint32_t sx = 0, sy = 0;
    t.expect(flr_raycast3_list(&path, l.field, nullptr, &sx, &x) ==
                     flr_raycast3_list(&path, l.twin, nullptr, &sy, &y) &&
                 x.hit == y.hit && sx == sy,
             "ray: %d of shape %u, not %d of %u", x.hit, sx, y.hit, sy);
    if (x.hit && y.hit && sx == sy)
        t.expect(x.t == y.t && is_same(x.point, y.point) && is_same(x.normal, y.normal) &&
                     (sx != at || x.triangle == w.numbers[y.triangle]),
                 "ray: at %.17g on %u, not %.17g on %u", double(x.t), x.triangle, double(y.t), y.triangle);
    *named += x.hit && sx == at;
    bool any = false;
    flr_raycast3_list_any(&path, l.field, nullptr, &any);
    t.expect(any == y.hit, "ray: any hit");
    std::set<std::pair<uint32_t, flr_real>> p, q;
    flr_raycast3_list_all(&path, l.field, nullptr, collect_hit, &p);
    flr_raycast3_list_all(&path, l.twin, nullptr, collect_hit, &q);
    t.expect(p == q, "ray: %zu shapes, not %zu", p.size(), q.size());
}

/// Rays, overlap, the nearest and casts through lists that a field is in, also within a compound.
void lists(tally &t)
{
    long rays = 0, nearest = 0, swept = 0, all = 0;
    for_fields(6, [&](random_source &r, const twins &w, double unit) {
        std::vector<any3::held> others;
        std::vector<flr_shape3> of_field, of_twin;
        for (int k = 0; k < 12; ++k) {
            others.push_back(near_shape(r, w, unit / 4));
            of_field.push_back(others.back().shape);
        }
        of_twin = of_field;
        const uint32_t at = uint32_t(r.whole(0, 11));
        const flr_shape3 ours = w.shape(true), twin = w.shape(false);
        flr_shape3 compound_ours{}, compound_twin{};
        compound_ours.kind = compound_twin.kind = FLR_SHAPE3_COMPOUND;
        compound_ours.as.compound = {&ours, 1, nullptr};
        compound_twin.as.compound = {&twin, 1, nullptr};
        const bool deep = r.whole(0, 2) == 0;
        of_field[at] = deep ? compound_ours : ours;
        of_twin[at] = deep ? compound_twin : twin;
        const list_twins l(of_field, of_twin);
        for (int k = 0; k < 6; ++k) {
            if (!deep) rays_through_list(t, r, w, l, at, &rays);
            const any3::held h = near_shape(r, w, unit);
            const char *const name = flr_shape3_name(h.shape.kind);
            std::set<uint32_t> p, q;
            flr_overlap3_list_all(&h.shape, l.field, nullptr, collect_shape, &p);
            flr_overlap3_list_all(&h.shape, l.twin, nullptr, collect_shape, &q);
            t.expect(p == q, "%s: overlaps %zu, not %zu", name, p.size(), q.size());
            bool any = false;
            flr_overlap3_list(&h.shape, l.field, nullptr, &any);
            t.expect(any == !q.empty(), "%s: overlaps any", name);
            flr_distance3_result x{}, y{};
            uint32_t sx = 0, sy = 0;
            t.expect(flr_nearest3_list(&h.shape, l.field, 0, nullptr, &sx, &x) ==
                             flr_nearest3_list(&h.shape, l.twin, 0, nullptr, &sy, &y) &&
                         sx == sy && x.distance == y.distance,
                     "%s: %u is nearest at %.17g, not %u at %.17g", name, sx, double(x.distance), sy,
                     double(y.distance));
            nearest += sx == at;
            const flr_vec3 motion = flr_scale3(flr_real(unit), r.point(-6, 6));
            flr_sweep3_result u{}, v{};
            sx = sy = 0;
            flr_sweep3_list(&h.shape, motion, l.field, nullptr, nullptr, &sx, &u);
            flr_sweep3_list(&h.shape, motion, l.twin, nullptr, nullptr, &sy, &v);
            const bool straight = h.shape.kind == FLR_SHAPE3_RAY || h.shape.kind == FLR_SHAPE3_LINE;
            const double part = straight ? (sizeof(flr_real) == sizeof(float) ? 1e-4 : 1e-12) : 0;
            t.expect(u.status == v.status && u.hit == v.hit && sx == sy &&
                         std::abs(double(u.t) - double(v.t)) <= part,
                     "%s: meets %u at %.17g, not %u at %.17g", name, sx, double(u.t), sy, double(v.t));
            swept += u.hit && sx == at;
            ++all;
        }
    });
    t.expect(enough(rays > 50 && nearest > 50 && swept > 50), "of %ld: %ld rays, %ld nearest, %ld casts", all,
             rays, nearest, swept);
}

// ---- Bounds, steps, arrays, blocks

/// Slabs and boxes around a field, and on which side of a plane it is: no vertex that only holes have counts.
void bounds(tally &t)
{
    for_fields(7, [&](random_source &r, const twins &w, double unit) {
        for (size_t k : {size_t(6), size_t(14), size_t(18), size_t(26)}) {
            flr_dop3 x, y;
            must(flr_dop3_standard(k, &x), "flr_dop3_standard");
            y = x;
            t.expect(flr_dop3_add_mesh(&x, &w.at) == FLR_OK && flr_dop3_add_mesh(&y, &w.twin) == FLR_OK,
                     "slabs: status");
            for (size_t i = 0; i < x.count; ++i)
                t.expect(x.low[i] == y.low[i] && x.high[i] == y.high[i], "slab %zu of %zu", i, k / 2);
        }
        const flr_shape3 ours = w.shape(true), twin = w.shape(false);
        flr_aabb3 a{}, b{};
        t.expect(flr_check3(&ours) == FLR_OK && flr_bounds3(&ours, &a) == FLR_OK &&
                     flr_bounds3(&twin, &b) == FLR_OK && is_same(a.min, b.min) && is_same(a.max, b.max),
                 "box");
        const flr_plane3 h =
            any3::random_shape(r, FLR_SHAPE3_PLANE, w.world(w.numbers[0]).c, unit, false).shape.as.plane;
        int side_a = 2, side_b = 2;
        t.expect(flr_classify3(&h, &ours, &side_a) == FLR_OK && flr_classify3(&h, &twin, &side_b) == FLR_OK &&
                     side_a == side_b,
                 "side %d, not %d", side_a, side_b);
    });
}

struct steps {
    const twins *w;
    size_t triangles = 0, absent = 0;
};

void count_step(void *user, const flr_raycast3_step *s)
{
    steps *const of = static_cast<steps *>(user);
    if (s->event != FLR_TREE_TRIANGLE) return;
    ++of->triangles;
    of->absent += of->w->g.is_hole(s->triangle / 2);
}

/// A ray step by step, and rays and points in arrays.
void steps_and_arrays(tally &t)
{
    long hits = 0, all = 0;
    for_fields(8, [&](random_source &r, const twins &w, double unit) {
        enum { COUNT = 24 };
        std::vector<flr_raycast3_path> paths;
        std::vector<flr_vec3> points;
        for (int k = 0; k < COUNT; ++k) {
            const flr_triangle3 f = w.world(w.numbers[size_t(r.whole(0, int(w.numbers.size()) - 1))]);
            const flr_vec3 from = flr_add3(f.a, flr_scale3(flr_real(unit), r.point(-9, 9)));
            const flr_vec3 to = r.whole(0, 1) ? f.b : flr_lerp3(f.a, f.c, flr_real(0.5));
            paths.push_back(flr_raycast3_path_make(from, flr_sub3(to, from), 0, (flr_real)INFINITY));
            points.push_back(from);
        }
        std::vector<flr_raycast3_triangle> many(COUNT);
        flr_batch_raycast3_ray_mesh(paths.data(), &w.at, 0, 0, COUNT, many.data());
        std::vector<flr_closest3_mesh> near(COUNT);
        flr_batch_closest3_point_mesh(points.data(), &w.at, (flr_real)INFINITY, 0, COUNT, near.data());
        for (size_t k = 0; k < COUNT; ++k) {
            const flr_raycast3_triangle y = flr_raycast3_ray_mesh(&paths[k], &w.twin, 0);
            flr_raycast3_triangle x{};
            steps s = {&w};
            t.expect(flr_trace3_raycast(&paths[k], &w.at, 0, count_step, &s, &x) == FLR_OK, "steps: status");
            t.expect(s.absent == 0 && (s.triangles > 0 || !y.hit), "steps: %zu of holes", s.absent);
            for (const flr_raycast3_triangle &z : {x, many[k]})
                t.expect(z.hit == y.hit &&
                             (!z.hit || (z.t == y.t && z.triangle == w.numbers[y.triangle] &&
                                         is_same(z.point, y.point) && is_same(z.normal, y.normal) &&
                                         z.front == y.front && z.along == y.along)),
                         "%s: %d at %.17g, not %d at %.17g", &z == &many[k] ? "array" : "steps", z.hit,
                         double(z.t), y.hit, double(y.t));
            const flr_closest3_mesh c = flr_closest3_point_mesh(points[k], &w.twin, (flr_real)INFINITY);
            t.expect(near[k].found && near[k].distance == c.distance, "point at %.17g, not %.17g",
                     double(near[k].distance), double(c.distance));
            hits += y.hit;
            ++all;
        }
    });
    t.expect(2 * hits > all, "%ld of %ld hit", hits, all);
}

/// A field has no block, says so, and writes nothing.
void no_block(tally &t)
{
    random_source r{9};
    const twins w(random_grid(r, 4, 5, relief::noise, 1, true));
    t.expect(flr_mesh3_write_size(w.grid_mesh.get()) == 0, "size of a block");
    std::vector<unsigned char> block(size_t(1) << 16, 0xa5);
    t.expect(flr_mesh3_write(w.grid_mesh.get(), block.data(), block.size()) == FLR_INVALID_ARGUMENT,
             "a field is not written");
    t.expect(std::all_of(block.begin(), block.end(), [](unsigned char c) { return c == 0xa5; }),
             "nothing is written");
    const size_t size = flr_mesh3_write_size(w.mesh.get());
    t.expect(size > 0 && size <= block.size() && flr_mesh3_write(w.mesh.get(), block.data(), size) == FLR_OK,
             "its twin is");
}

/// Clusters of a field as precise as those of any mesh, within the 0.005 of the header, whatever the pose.
void clusters(tally &t)
{
    for_fields(10, [&](random_source &r, const twins &w, double unit) {
        flr_winding3 *of_field = nullptr, *of_twin = nullptr;
        must(flr_winding3_create(w.grid_mesh.get(), nullptr, &of_field), "clusters of the field");
        must(flr_winding3_create(w.mesh.get(), nullptr, &of_twin), "clusters of the twin");
        for (int k = 0; k < 12; ++k) {
            const flr_vec3 a = w.world(w.numbers[size_t(r.whole(0, int(w.numbers.size()) - 1))]).a;
            const flr_vec3 p = flr_add3(a, flr_scale3(flr_real(unit), r.point(-3, 3)));
            const double exact = double(flr_winding3_mesh_point(&w.twin, p)),
                         x = double(flr_winding3_mesh_point_quick(of_field, &w.at, p)),
                         y = double(flr_winding3_mesh_point_quick(of_twin, &w.twin, p));
            t.expect(std::abs(x - exact) <= 0.005 && std::abs(x - y) <= 0.01, "%g and %g, not %g", x, y,
                     exact);
            t.expect(flr_contains3_mesh_point(&w.at, p) == flr_contains3_mesh_point(&w.twin, p), "a side");
        }
        flr_winding3_destroy(of_field);
        flr_winding3_destroy(of_twin);
    });
}

}  // namespace

FEELER_TESTS(FEELER_TEST(surfaces), FEELER_TEST(on_its_twin), FEELER_TEST(on_a_wider_one),
             FEELER_TEST(interference), FEELER_TEST(lines), FEELER_TEST(moving), FEELER_TEST(lists),
             FEELER_TEST(bounds), FEELER_TEST(steps_and_arrays), FEELER_TEST(no_block), FEELER_TEST(clusters))

}  // namespace TEST_FILE
