#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "any/any3_stock.hpp"
#include "feeler/list.h"
#include "support/cmocka.hpp"
#include "support/ledger.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

// What a list answers is by definition what asking its shapes one by one does: here they are asked so, by the questions about two
// shapes, which have tests of their own.

namespace TEST_FILE
{
namespace
{

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The questions under one name for both dimensions.
struct space {
    using shape = flr_shape3;
    using vec = flr_vec3;
    using path = flr_raycast3_path;
    using hit = flr_raycast3_result;
    using distance = flr_distance3_result;
    using sweep = flr_sweep3_result;
    using list = flr_list3;
    static constexpr const char *name = "space";
    static constexpr double room = 5;
    static constexpr auto create = flr_list3_create;
    static constexpr auto destroy = flr_list3_destroy;
    static constexpr auto raycast = flr_raycast3_list;
    static constexpr auto raycast_any = flr_raycast3_list_any;
    static constexpr auto raycast_all = flr_raycast3_list_all;
    static constexpr auto overlap = flr_overlap3_list;
    static constexpr auto overlap_all = flr_overlap3_list_all;
    static constexpr auto nearest = flr_nearest3_list;
    static flr_status sweep_list(const shape *a, vec m, const list *l, flr_real target,
                                 const flr_list_filter *f, uint32_t *i, sweep *r)
    {
        const flr_sweep3_options o = {target};
        return flr_sweep3_list(a, m, l, &o, f, i, r);
    }
    static flr_status one_sweep(const shape *a, vec m, const shape *b, flr_real target, sweep *r)
    {
        const flr_sweep3_options o = {target};
        return flr_sweep3_within(a, m, b, &o, r);
    }
    static constexpr auto one_raycast = flr_raycast3;
    static constexpr auto nearest_of = flr_raycast3_nearest;
    static constexpr auto one_overlap = flr_overlap3;
    static flr_status one_distance(const shape *a, const shape *b, distance *r)
    {
        return flr_distance3_bounds(a, b, nullptr, r);
    }
    static vec point(random_source &r, double low, double high) { return r.point(low, high); }
    static vec lattice(random_source &r, int low, int high) { return r.lattice_point(low, high); }
    static path make(vec origin, vec direction, double from, double to)
    {
        return flr_raycast3_path_make(origin, direction, flr_real(from), flr_real(to));
    }
    static path segment(vec a, vec b)
    {
        const flr_segment3 s = {a, b};
        return flr_raycast3_path_segment(&s);
    }
    static vec add(vec a, vec b) { return flr_add3(a, b); }
    static vec less(vec a, vec b) { return flr_sub3(a, b); }
    static vec times(double s, vec v) { return flr_scale3(flr_real(s), v); }
    static double length(vec v) { return std::sqrt(double(flr_dot3(v, v))); }
    static shape dot(vec p)
    {
        shape s{};
        s.kind = FLR_SHAPE3_POINT;
        s.as.point = p;
        return s;
    }
    static shape piece(vec a, vec b)
    {
        shape s{};
        s.kind = FLR_SHAPE3_SEGMENT;
        s.as.segment = {a, b};
        return s;
    }
    static shape upright(vec a, vec b)
    {
        shape s{};
        s.kind = FLR_SHAPE3_AABB;
        s.as.aabb = {flr_min3(a, b), flr_max3(a, b)};
        return s;
    }
    /// With what it points to.
    struct kept {
        any3::held held;
    };
    static shape random(random_source &r, kept *k, vec c, double size)
    {
        const int kind = r.whole(0, FLR_SHAPE3_COUNT - 1);
        const bool concave = r.whole(0, 1) != 0;
        k->held = any3::random_shape(r, flr_shape3_kind(kind), c, size, concave);
        return k->held.shape;
    }
};

struct plane {
    using shape = flr_shape2;
    using vec = flr_vec2;
    using path = flr_raycast2_path;
    using hit = flr_rayhit2;
    using distance = flr_distance2_result;
    using sweep = flr_sweep2_result;
    using list = flr_list2;
    static constexpr const char *name = "plane";
    static constexpr double room = 10;
    static constexpr auto create = flr_list2_create;
    static constexpr auto destroy = flr_list2_destroy;
    static constexpr auto raycast = flr_raycast2_list;
    static constexpr auto raycast_any = flr_raycast2_list_any;
    static constexpr auto raycast_all = flr_raycast2_list_all;
    static constexpr auto overlap = flr_overlap2_list;
    static constexpr auto overlap_all = flr_overlap2_list_all;
    static constexpr auto nearest = flr_nearest2_list;
    static flr_status sweep_list(const shape *a, vec m, const list *l, flr_real target,
                                 const flr_list_filter *f, uint32_t *i, sweep *r)
    {
        const flr_sweep2_options o = {target};
        return flr_sweep2_list(a, m, l, &o, f, i, r);
    }
    static flr_status one_sweep(const shape *a, vec m, const shape *b, flr_real target, sweep *r)
    {
        const flr_sweep2_options o = {target};
        return flr_sweep2_within(a, m, b, &o, r);
    }
    static constexpr auto one_raycast = flr_raycast2;
    static constexpr auto nearest_of = flr_raycast2_nearest;
    static constexpr auto one_overlap = flr_overlap2;
    static flr_status one_distance(const shape *a, const shape *b, distance *r)
    {
        return flr_distance2_bounds(a, b, nullptr, r);
    }
    static vec point(random_source &r, double low, double high)
    {
        const flr_vec3 p = r.point(low, high);
        return {p.x, p.y};
    }
    static vec lattice(random_source &r, int low, int high)
    {
        const flr_vec3 p = r.lattice_point(low, high);
        return {p.x, p.y};
    }
    static path make(vec origin, vec direction, double from, double to)
    {
        return flr_raycast2_path_make(origin, direction, flr_real(from), flr_real(to));
    }
    static path segment(vec a, vec b)
    {
        const flr_segment2 s = {a, b};
        return flr_raycast2_path_segment(&s);
    }
    static vec add(vec a, vec b) { return flr_add2(a, b); }
    static vec less(vec a, vec b) { return flr_sub2(a, b); }
    static vec times(double s, vec v) { return flr_scale2(flr_real(s), v); }
    static double length(vec v) { return std::sqrt(double(flr_dot2(v, v))); }
    static shape dot(vec p)
    {
        shape s{};
        s.kind = FLR_SHAPE2_POINT;
        s.as.point = p;
        return s;
    }
    static shape piece(vec a, vec b)
    {
        shape s{};
        s.kind = FLR_SHAPE2_SEGMENT;
        s.as.segment = {a, b};
        return s;
    }
    static shape upright(vec a, vec b)
    {
        shape s{};
        s.kind = FLR_SHAPE2_AABB;
        s.as.aabb = {flr_min2(a, b), flr_max2(a, b)};
        return s;
    }
    struct kept {
        std::shared_ptr<std::vector<flr_vec2>> points;
        std::shared_ptr<std::vector<shape>> parts;
    };
    static shape random(random_source &r, kept *k, vec c, double size)
    {
        shape s{};
        const int kind = r.whole(0, FLR_SHAPE2_COUNT - 1);
        s.kind = flr_shape2_kind(kind);
        const auto near = [&] { return add(c, point(r, -size, size)); };
        const auto extent = [&] { return flr_real(r.between(0.2, 1) * size); };
        const vec p = near(), q = near(), third = near(), way = point(r, -1, 1);
        const flr_real w = extent(), h = extent();
        const double turn = r.between(0, 6);
        switch (s.kind) {
        case FLR_SHAPE2_SEGMENT:
            s.as.segment = {p, q};
            break;
        case FLR_SHAPE2_RAY:
            s.as.ray = {p, way};
            break;
        case FLR_SHAPE2_LINE:
            s.as.line = {p, way};
            break;
        case FLR_SHAPE2_PLANE:
        case FLR_SHAPE2_HALFSPACE:
            s.as.plane = {way, flr_dot2(way, p)};
            break;
        case FLR_SHAPE2_CIRCLE:
            s.as.circle = {p, w};
            break;
        case FLR_SHAPE2_CAPSULE:
            s.as.capsule = {p, q, w};
            break;
        case FLR_SHAPE2_AABB:
            return upright(p, q);
        case FLR_SHAPE2_BOX: {
            const flr_vec2 x = {flr_real(std::cos(turn)), flr_real(std::sin(turn))};
            s.as.box = {p, x, {w, h}};
            break;
        }
        case FLR_SHAPE2_TRIANGLE:
            s.as.triangle = {p, q, third};
            break;
        case FLR_SHAPE2_POLYGON: {
            k->points = std::make_shared<std::vector<flr_vec2>>();
            const flr_real l[6][2] = {{-1, -1}, {1, -1}, {1, 0}, {0, flr_real(0.2)}, {0, 1}, {-1, 1}};
            for (const auto &v : l) k->points->push_back(add(p, {w * v[0], h * v[1]}));
            s.as.polygon = {k->points->data(), k->points->size()};
            break;
        }
        case FLR_SHAPE2_CONVEX:
            k->points = std::make_shared<std::vector<flr_vec2>>(std::vector<flr_vec2>{p, q, third, near()});
            s.as.convex = flr_convex2_points(k->points->data(), 4, {1, 0}, {}, 0);
            break;
        case FLR_SHAPE2_COMPOUND:
            k->parts = std::make_shared<std::vector<shape>>(std::vector<shape>{dot(p), upright(q, third)});
            s.as.compound = {k->parts->data(), 2, nullptr};
            break;
        default:
            s = dot(p);
        }
        return s;
    }
};

template <class D> struct scene {
    std::vector<typename D::shape> shapes;
    std::vector<typename D::kept> kept;
    std::vector<uint32_t> masks;
    typename D::list *list = nullptr;

    scene() = default;
    scene(const scene &) = delete;
    scene &operator=(const scene &) = delete;
    ~scene() { D::destroy(list); }

    void add(random_source &r, const typename D::shape &s)
    {
        shapes.push_back(s);
        masks.push_back(uint32_t(r.whole(0, 7)));
    }
    bool make(tally &t)
    {
        return t.expect(D::create(shapes.data(), shapes.size(), nullptr, &list) == FLR_OK, "%zu shapes",
                        shapes.size());
    }
};

/// Any kinds, small against the room they lie in; one time in four all in one place.
template <class D> void fill(scene<D> &s, random_source &r, typename D::vec middle, int count)
{
    const bool heap = r.whole(0, 3) == 0;
    s.kept.resize(size_t(count));
    for (int i = 0; i < count; ++i) {
        const auto at = heap ? middle : D::add(middle, D::point(r, -D::room, D::room));
        const double size = r.between(0.1, 2);
        typename D::shape shape{};
        // what has no end would hide the rest
        do shape = D::random(r, &s.kept[size_t(i)], at, size);
        while (s.kept.size() > 3 && shape.kind >= 2 && shape.kind <= 5 && r.whole(0, 9) > 0);
        s.add(r, shape);
    }
}

/// Which ones count, told to the list by bits and a callback.
struct choice {
    uint32_t mask = 7;
    uint32_t leave_out = UINT32_MAX;
    static bool accept(void *user, uint32_t shape)
    {
        return shape % 5 != static_cast<choice *>(user)->leave_out;
    }
    bool counts(const std::vector<uint32_t> &masks, size_t i) const
    {
        return (masks[i] & mask) && i % 5 != leave_out;
    }
};

template <class T> bool same(const T &a, const T &b) { return std::memcmp(&a, &b, sizeof a) == 0; }

struct found {
    std::vector<uint32_t> shapes;
    size_t stop_at = SIZE_MAX;
    static bool report(void *user, uint32_t shape)
    {
        auto *f = static_cast<found *>(user);
        f->shapes.push_back(shape);
        return f->shapes.size() < f->stop_at;
    }
    template <class Hit> static bool report_hit(void *user, uint32_t shape, const Hit *hit)
    {
        return hit->hit && report(user, shape);
    }
};

template <class D>
void ask_path(tally &t, const scene<D> &s, const typename D::path &p, choice c, long counts[2])
{
    const flr_list_filter filter = {s.masks.data(), c.mask, choice::accept, &c};
    typename D::hit best{}, got{};
    uint32_t first = 0, index = 0;
    std::vector<uint32_t> all;
    for (uint32_t i = 0; i < s.shapes.size(); ++i) {
        typename D::hit h{};
        if (!c.counts(s.masks, i) || D::one_raycast(&p, &s.shapes[i], &h) != FLR_OK || !h.hit) continue;
        all.push_back(i);
        if (!best.hit || h.t < best.t) best = h, first = i;
    }
    counts[best.hit]++;
    const flr_status status = D::raycast(&p, s.list, &filter, &index, &got);
    t.expect(status == FLR_OK && got.hit == best.hit, "%s: hit %d for %d", D::name, got.hit, best.hit);
    if (best.hit && got.hit)
        t.expect(
            index == first && got.t == best.t && same(got.point, best.point) && same(got.normal, best.normal),
            "%s: shape %u at %.17g for %u at %.17g", D::name, index, double(got.t), first, double(best.t));
    bool any = !best.hit;
    t.expect(D::raycast_any(&p, s.list, &filter, &any) == FLR_OK && any == best.hit, "%s: any", D::name);
    found f;
    t.expect(D::raycast_all(&p, s.list, &filter, found::report_hit<typename D::hit>, &f) == FLR_OK, "all");
    std::sort(f.shapes.begin(), f.shapes.end());
    t.expect(f.shapes == all, "%s: %zu hits for %zu", D::name, f.shapes.size(), all.size());
}

/// Whether anything is hit in a range that has been cut, as the part of the path in it overlaps the list.
template <class D> void ask_cut(tally &t, const scene<D> &s, const typename D::path &p, double size, choice c)
{
    const flr_list_filter filter = {s.masks.data(), c.mask, choice::accept, &c};
    const double little = real_choose(1e-9, 1e-3) * size / D::length(p.direction);
    bool any = false, until[2] = {false, false};
    for (int k = 0; k < 2; ++k) {
        const double to = double(p.t_max) + (k ? little : -little);
        const auto part = D::piece(p.origin, D::add(p.origin, D::times(to, p.direction)));
        t.expect(D::overlap(&part, s.list, &filter, &until[k]) == FLR_OK, "%s: a piece", D::name);
    }
    t.expect(D::raycast_any(&p, s.list, &filter, &any) == FLR_OK, "%s: any", D::name);
    if (until[0] == until[1])
        t.expect(any == until[0], "%s: up to %.17g hit %d, overlap %d", D::name, double(p.t_max), any,
                 until[0]);
}

/// The nearest of an array, whose range each hit cuts, up to the last digits.
template <class D> void ask_array(tally &t, const scene<D> &s, const typename D::path &p, double size)
{
    typename D::hit best{}, got{};
    uint32_t first = 0;
    size_t index = 0;
    auto shorter = p;
    t.expect(D::raycast(&p, s.list, nullptr, &first, &best) == FLR_OK, "%s: a list", D::name);
    t.expect(D::nearest_of(&shorter, s.shapes.data(), s.shapes.size(), &index, &got) == FLR_OK,
             "%s: an array", D::name);
    const double off = best.t == got.t ? 0 : std::fabs(double(best.t) - double(got.t));
    t.expect(got.hit == best.hit && off * D::length(p.direction) <= real_choose(1e-9, 1e-3) * size &&
                 (index == first || off > 0),
             "%s: an array hits %d, %zu at %.17g, a list %d, %u at %.17g", D::name, got.hit, index,
             double(got.t), best.hit, first, double(best.t));
}

template <class D>
void ask_shape(tally &t, const scene<D> &s, const typename D::shape &a, typename D::vec motion,
               flr_real target, flr_real reach, choice c, long counts[2])
{
    const flr_list_filter filter = {s.masks.data(), c.mask, choice::accept, &c};
    std::vector<uint32_t> all;
    typename D::distance nearest{};
    typename D::sweep touch{};
    nearest.beyond = true;
    uint32_t near = 0, touched = 0;
    for (uint32_t i = 0; i < s.shapes.size(); ++i) {
        bool overlap = false;
        typename D::distance d{};
        typename D::sweep w{};
        if (!c.counts(s.masks, i)) continue;
        if (D::one_overlap(&a, &s.shapes[i], &overlap) == FLR_OK && overlap) all.push_back(i);
        if (D::one_distance(&a, &s.shapes[i], &d) == FLR_OK && (reach == 0 || d.distance <= reach) &&
            (nearest.beyond || d.distance < nearest.distance))
            nearest = d, near = i;
        if (D::one_sweep(&a, motion, &s.shapes[i], target, &w) == FLR_OK && w.hit &&
            (!touch.hit || w.t < touch.t))
            touch = w, touched = i;
    }
    counts[!all.empty()]++;
    found f;
    bool any = all.empty();
    t.expect(D::overlap_all(&a, s.list, &filter, found::report, &f) == FLR_OK, "all");
    std::sort(f.shapes.begin(), f.shapes.end());
    t.expect(f.shapes == all, "%s: %zu overlaps for %zu", D::name, f.shapes.size(), all.size());
    t.expect(D::overlap(&a, s.list, &filter, &any) == FLR_OK && any == !all.empty(), "%s: any", D::name);

    typename D::distance d{};
    uint32_t index = 0;
    flr_status status = D::nearest(&a, s.list, reach, &filter, &index, &d);
    t.expect(status == FLR_OK && d.beyond == nearest.beyond, "%s: beyond %d for %d", D::name, d.beyond,
             nearest.beyond);
    // known to be within a limit, a distance may be found by other steps
    const double off = std::fabs(double(d.distance) - double(nearest.distance));
    if (!d.beyond && !nearest.beyond)
        t.expect(off <= real_choose(1e-14, 1e-5) * double(nearest.distance) && (index == near || off > 0),
                 "%s: %u is nearest at %.17g for %u at %.17g", D::name, index, double(d.distance), near,
                 double(nearest.distance));

    typename D::sweep w{};
    status = D::sweep_list(&a, motion, s.list, target, &filter, &index, &w);
    t.expect(status == FLR_OK && w.hit == touch.hit, "%s: touch %d for %d", D::name, w.hit, touch.hit);
    if (w.hit && touch.hit)
        t.expect(index == touched && w.t == touch.t && same(w.point, touch.point),
                 "%s: touches %u at %.17g for %u at %.17g", D::name, index, double(w.t), touched,
                 double(touch.t));
}

template <class D> choice any_choice(random_source &r)
{
    choice c;
    if (r.whole(0, 1)) c.mask = uint32_t(r.whole(1, 7));
    if (r.whole(0, 2) == 0) c.leave_out = uint32_t(r.whole(0, 4));
    return c;
}

template <class D> void one_by_one(tally &t)
{
    random_source r{71};
    const int sizes[] = {1, 4, 9, 30, 90, 200, 0};
    long rays[2] = {0, 0}, overlaps[2] = {0, 0};
    for (int turn = 0, turns = int(scenes(140)); turn < turns; ++turn) {
        scene<D> s;
        const double far = turn % 5 == 4 ? real_choose(1e6, 1e2) : 0;
        const auto middle = D::point(r, -far, far);
        fill<D>(s, r, middle, sizes[turn % 7]);
        if (!s.make(t)) continue;
        for (int k = 0; k < 12; ++k) {
            const auto from = D::point(r, -1.2 * D::room, 1.2 * D::room),
                       to = D::point(r, -0.6 * D::room, 0.6 * D::room), way = D::less(to, from);
            const auto origin = D::add(middle, from), end = D::add(middle, to);
            const choice c = any_choice<D>(r);
            auto p = k % 3 == 0   ? D::make(origin, way, 0, infinity)
                     : k % 3 == 1 ? D::make(origin, way, -infinity, infinity)
                                  : D::segment(origin, end);
            ask_path<D>(t, s, p, c, rays);
            ask_array<D>(t, s, p, D::room + far);
            p.t_max = flr_real(r.between(0.6, k % 3 == 2 ? 1 : 1.4));
            ask_path<D>(t, s, p, c, rays);
            ask_array<D>(t, s, p, D::room + far);
            if (k % 3 != 1) ask_cut<D>(t, s, p, D::room + far, c);
        }
        for (int k = 0; k < 6; ++k) {
            typename D::kept kept;
            const double size = r.between(0.5, 4);
            const auto at = D::add(middle, D::point(r, -0.8 * D::room, 0.8 * D::room)),
                       motion = D::point(r, -8, 8);
            const auto a = D::random(r, &kept, at, size);
            const flr_real target = k % 3 == 2 ? flr_real(0.25) : 0;
            const flr_real reach = k % 2 ? flr_real(r.between(0.5, 8)) : 0;
            ask_shape<D>(t, s, a, motion, target, reach, any_choice<D>(r), overlaps);
        }
    }
    for (const long *n : {rays, overlaps}) {
        const double hits = double(n[1]) / double(n[0] + n[1]);
        t.expect(enough(hits > 0.3 && hits < 0.7), "%s: %.2f hit", D::name, hits);
    }
}

/// Boxes that share faces, edges and corners on a lattice, and the same box many times: everything touches, and there are ties.
template <class D> void touching(tally &t)
{
    random_source r{72};
    long rays[2] = {0, 0}, overlaps[2] = {0, 0};
    for (int turn = 0, turns = int(scenes(120)); turn < turns; ++turn) {
        scene<D> s;
        const int count = r.whole(1, 60);
        for (int i = 0; i < count; ++i) {
            const auto p = D::lattice(r, -3, 3), q = D::lattice(r, 0, turn % 3);
            const bool again = i > 0 && r.whole(0, 3) == 0;
            s.add(r, again ? s.shapes[size_t(r.whole(0, i - 1))] : D::upright(p, D::add(p, q)));
        }
        if (!s.make(t)) continue;
        for (int k = 0; k < 12; ++k) {
            const auto p = D::lattice(r, -4, 4), way = D::lattice(r, -1, 1), q = D::lattice(r, 0, 1),
                       motion = D::lattice(r, -4, 4);
            ask_path<D>(t, s, D::make(p, way, 0, k % 2 ? 3 : infinity), any_choice<D>(r), rays);
            ask_path<D>(t, s, D::segment(p, D::add(p, motion)), any_choice<D>(r), rays);
            ask_shape<D>(t, s, D::upright(p, D::add(p, q)), motion, 0, flr_real(k % 3), any_choice<D>(r),
                         overlaps);
        }
    }
    t.expect(rays[0] > 0 && rays[1] > 0 && overlaps[0] > 0 && overlaps[1] > 0, "both answers");
}

/// Of what is met at once, or is equally far, the one with the lowest number, wherever the tree has it.
template <class D> void ties(tally &t)
{
    random_source r{73};
    for (int turn = 0; turn < 60; ++turn) {
        scene<D> s;
        const int count = r.whole(2, 90), lowest = r.whole(0, count - 1);
        typename D::vec e{}, at{};
        at.x = 3;
        for (int i = 0; i < count; ++i) {
            auto p = D::lattice(r, -9, 9);
            p.x = 7;
            if (i >= lowest && (i == lowest || r.whole(0, 1))) p = at;
            s.add(r, D::dot(p));
        }
        if (!s.make(t)) continue;
        typename D::vec way{};
        way.x = 1;
        typename D::hit h{};
        typename D::distance d{};
        typename D::sweep w{};
        uint32_t i = UINT32_MAX;
        const auto ray = D::make(e, way, 0, infinity);
        const auto want = uint32_t(lowest);
        t.expect(D::raycast(&ray, s.list, nullptr, &i, &h) == FLR_OK && h.hit && i == want, "ray %u", i);
        const auto here = D::dot(e), there = D::dot(at);
        t.expect(D::nearest(&here, s.list, 0, nullptr, &i, &d) == FLR_OK && i == want, "nearest %u", i);
        t.expect(D::nearest(&there, s.list, 0, nullptr, &i, &d) == FLR_OK && i == want, "at it %u", i);
        way.x = 5;
        const auto status = D::sweep_list(&here, way, s.list, 0, nullptr, &i, &w);
        t.expect(status == FLR_OK && i == want && w.hit, "sweep %u", i);
    }
}

template <class D> void filters_and_callbacks(tally &t)
{
    random_source r{74};
    scene<D> s;
    for (int i = 0; i < 50; ++i) s.add(r, D::dot({}));
    if (!s.make(t)) return;
    found f;
    f.stop_at = 7;
    const auto a = D::dot({});
    t.expect(D::overlap_all(&a, s.list, nullptr, found::report, &f) == FLR_CANCELLED, "stops");
    t.expect(f.shapes.size() == 7, "after %zu", f.shapes.size());
    typename D::vec way{};
    way.x = 1;
    const auto p = D::make({}, way, -1, 1);
    f = {};
    f.stop_at = 3;
    t.expect(D::raycast_all(&p, s.list, nullptr, found::report_hit<typename D::hit>, &f) == FLR_CANCELLED,
             "stops");
    t.expect(f.shapes.size() == 3, "after %zu", f.shapes.size());
    // a callback is asked once for each shape that its bits let pass
    found asked;
    const flr_list_filter filter = {s.masks.data(), 2, found::report, &asked};
    bool any = false;
    size_t with_bit = 0;
    for (uint32_t m : s.masks) with_bit += (m & 2) != 0;
    f = {};
    t.expect(D::overlap_all(&a, s.list, &filter, found::report, &f) == FLR_OK, "all");
    t.expect(asked.shapes.size() == with_bit && f.shapes.size() == with_bit, "%zu asked of %zu",
             asked.shapes.size(), with_bit);
    const flr_list_filter none = {s.masks.data(), 0, nullptr, nullptr};
    t.expect(D::overlap(&a, s.list, &none, &any) == FLR_OK && !any, "no bit");
}

template <class D> void memory(tally &t)
{
    random_source r{75};
    scene<D> s;
    fill<D>(s, r, {}, 60);
    for (long k = 0;; ++k) {
        ledger l;
        l.fail_at = k;
        const flr_allocator a = l.allocator();
        typename D::list *list = nullptr;
        const flr_status got = D::create(s.shapes.data(), s.shapes.size(), &a, &list);
        const bool failed = l.requests > k;
        t.expect(got == (failed ? FLR_OUT_OF_MEMORY : FLR_OK) && failed == !list, "request %ld refused: %s",
                 k, flr_status_string(got));
        // questions take none
        const long before = l.requests;
        const auto p = D::dot({});
        bool any = false;
        if (list) t.expect(D::overlap(&p, list, nullptr, &any) == FLR_OK && l.requests == before, "overlap");
        D::destroy(list);
        t.expect(l.bytes == 0 && l.out.empty() && !l.mismatch, "request %ld refused: %zu bytes lost", k,
                 l.bytes);
        if (!failed) break;
    }
}

template <class D> void errors(tally &t)
{
    typename D::list *list = nullptr;
    typename D::shape bad = D::dot({}), good = bad;
    typename D::hit h{};
    typename D::distance d{};
    uint32_t i = 0;
    bool any = false;
    bad.as.point.x = flr_real(NAN);
    t.expect(D::create(nullptr, 1, nullptr, &list) == FLR_INVALID_ARGUMENT, "no shapes");
    t.expect(D::create(&good, 1, nullptr, nullptr) == FLR_INVALID_ARGUMENT, "no place");
    t.expect(D::create(&bad, 1, nullptr, &list) == FLR_NOT_FINITE && !list, "NaN");
    t.expect(D::create(nullptr, 0, nullptr, &list) == FLR_OK, "empty");
    t.expect(D::overlap(&good, list, nullptr, &any) == FLR_OK && !any, "empty");
    t.expect(D::nearest(&good, list, 0, nullptr, &i, &d) == FLR_OK && d.beyond, "empty");
    t.expect(D::overlap(&bad, list, nullptr, &any) == FLR_NOT_FINITE, "NaN");
    t.expect(D::overlap(&good, nullptr, nullptr, &any) == FLR_INVALID_ARGUMENT, "no list");
    t.expect(D::nearest(&good, list, -1, nullptr, &i, &d) == FLR_INVALID_ARGUMENT, "limit below 0");
    t.expect(D::raycast(nullptr, list, nullptr, &i, &h) == FLR_INVALID_ARGUMENT, "no path");
    D::destroy(list);
    D::destroy(nullptr);
}

}  // namespace

#define IN_BOTH(test) FEELER_TEST(test<space>), FEELER_TEST(test<plane>)
FEELER_TESTS(IN_BOTH(one_by_one), IN_BOTH(touching), IN_BOTH(ties), IN_BOTH(filters_and_callbacks),
             IN_BOTH(memory), IN_BOTH(errors))
#undef IN_BOTH

}  // namespace TEST_FILE
