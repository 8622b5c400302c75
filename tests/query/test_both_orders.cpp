// Every question on every two kinds of shapes, given one way round and the other: the same answer to the last bit, turned. On the lattice,
// where touches and ties are many, where they all but touch, and at sizes up to 10^600 apart (in single precision 10^70).
#include "query/unlike_sizes.hpp"

#include "support/cmocka.hpp"
#include "support/scenes.hpp"

namespace
{

bool same(flr_real a, flr_real b) { return a == b || (std::isnan(a) && std::isnan(b)); }
bool same(flr_vec2 p, flr_vec2 q) { return same(p.x, q.x) && same(p.y, q.y); }
bool same(flr_vec3 p, flr_vec3 q) { return same(p.x, q.x) && same(p.y, q.y) && same(p.z, q.z); }
flr_vec2 back(flr_vec2 v) { return flr_neg2(v); }
flr_vec3 back(flr_vec3 v) { return flr_neg3(v); }
bool zero(flr_vec2 v) { return v.x == 0 && v.y == 0; }
bool zero(flr_vec3 v) { return v.x == 0 && v.y == 0 && v.z == 0; }

/// The same names for both.
struct plane {
    using shape = flr_shape2;
    using lattice = lattice2;
    using vec = flr_vec2;
    enum { COUNT = FLR_SHAPE2_COUNT };
    static constexpr auto distance = flr_distance2;
    static constexpr auto overlap = flr_overlap2;
    static constexpr auto signed_distance = flr_signed_distance2;
    static constexpr auto contact = flr_contact2;
    static constexpr auto sweep = flr_sweep2_within;
    static constexpr auto motion = flr_motion2;
    using closest = flr_closest2;
    using apart = flr_signed_distance2_result;
    using manifold = flr_manifold2;
    using margins = flr_contact2_options;
    using swept = flr_sweep2_result;
    using targets = flr_sweep2_options;
    using moved = flr_motion2_result;
    using path = flr_path2;
    static const char *name(const shape &s) { return flr_shape2_name(s.kind); }
    static void make(byte_source *from, int kind, vec offset, lattice *l)
    {
        lattice2_make(from, flr_shape2_kind(kind), offset, l);
    }
    static void release(lattice *) {}
    static vec origin() { return flr_vec2_make(0, 0); }
    static vec between(const closest &c, flr_real times)
    {
        return flr_scale2(times, flr_sub2(c.point_a, c.point_b));
    }
    static vec way(byte_source *from) { return next_vec2(from); }
    static path toward(byte_source *from)
    {
        path p = flr_path2_still({0, {0, 0}});
        p.to.angle = flr_real(next_whole(from, -3, 3));
        p.to.position = way(from);
        return p;
    }
};

struct space {
    using shape = flr_shape3;
    using lattice = lattice3;
    using vec = flr_vec3;
    enum { COUNT = FLR_SHAPE3_COUNT };
    static constexpr auto distance = flr_distance3;
    static constexpr auto overlap = flr_overlap3;
    static constexpr auto signed_distance = flr_signed_distance3;
    static constexpr auto contact = flr_contact3;
    static constexpr auto sweep = flr_sweep3_within;
    static constexpr auto motion = flr_motion3;
    using closest = flr_closest3;
    using apart = flr_signed_distance3_result;
    using manifold = flr_manifold3;
    using margins = flr_contact3_options;
    using swept = flr_sweep3_result;
    using targets = flr_sweep3_options;
    using moved = flr_motion3_result;
    using path = flr_path3;
    static const char *name(const shape &s) { return flr_shape3_name(s.kind); }
    static void make(byte_source *from, int kind, vec offset, lattice *l)
    {
        lattice3_make(from, flr_shape3_kind(kind), offset, l);
    }
    static void release(lattice *l) { lattice3_release(l); }
    static vec origin() { return flr_vec3_make(0, 0, 0); }
    static vec between(const closest &c, flr_real times)
    {
        return flr_scale3(times, flr_sub3(c.point_a, c.point_b));
    }
    static vec way(byte_source *from) { return next_vec3(from); }
    static path toward(byte_source *from)
    {
        path p = flr_path3_still({{1, 0, 0, 0}, {0, 0, 0}});
        p.to.rotation.x = flr_real(next_whole(from, -1, 1));
        p.to.position = way(from);
        return p;
    }
};

bool answered(flr_status s) { return s == FLR_OK || s == FLR_NOT_CONVERGED; }

/// One pair of shapes, and how many of its answers are about more than that they are apart or in one another.
template <typename D> struct two_ways {
    tally *t;
    const typename D::shape *a, *b;
    const char *where;
    int scene;
    long hits = 0, asked = 0;

    void expect(bool fine, const char *what)
    {
        t->expect(fine, "%s %d: %s of %s %s", where, scene, what, D::name(*a), D::name(*b));
    }

    flr_real distances()
    {
        typename D::closest c{}, d{};
        bool x = false, y = false;
        const flr_status s = D::distance(a, b, &c), u = D::distance(b, a, &d);
        expect(s == u && (!answered(s) || (same(c.distance, d.distance) && same(c.point_a, d.point_b) &&
                                           same(c.point_b, d.point_a))),
               "distance");
        expect(D::overlap(a, b, &x) == D::overlap(b, a, &y) && x == y, "overlap");
        ++asked, hits += x;
        return answered(s) ? c.distance : 0;
    }

    void depths()
    {
        typename D::apart r{}, q{};
        const flr_status s = D::signed_distance(a, b, &r), u = D::signed_distance(b, a, &q);
        expect(s == u && r.inseparable == q.inseparable, "whether there is a signed distance");
        if (s != u || !answered(s) || r.inseparable) return;
        expect(same(r.signed_distance, q.signed_distance) && same(r.lower, q.lower) && same(r.upper, q.upper),
               "signed distance");
        expect(same(r.normal, back(q.normal)) && same(r.point_a, q.point_b) && same(r.point_b, q.point_a),
               "normal or points of the signed distance");
    }

    void contacts(flr_real margin)
    {
        typename D::manifold m{}, n{};
        typename D::margins o{};
        o.margin = margin;
        const flr_status s = D::contact(a, b, &o, &m), u = D::contact(b, a, &o, &n);
        bool fine = s == u;
        if (fine && answered(s)) {
            fine = m.count == n.count && m.inseparable == n.inseparable &&
                   (m.count == 0 || same(m.normal, back(n.normal)));
            for (int i = 0; fine && i < m.count; ++i)
                fine = same(m.points[i].position, n.points[i].position) &&
                       same(m.points[i].depth, n.points[i].depth) && m.points[i].id == n.points[i].id;
        }
        expect(fine, "contact");
    }

    /// The point goes along with what stands still, so it is another one turned round.
    void sweeps(typename D::vec way, flr_real target)
    {
        typename D::swept w{}, v{};
        typename D::targets o{};
        o.target_distance = target;
        const flr_status s = D::sweep(a, way, b, &o, &w), u = D::sweep(b, back(way), a, &o, &v);
        expect(s == u && w.hit == v.hit && w.overlap_at_start == v.overlap_at_start && same(w.t, v.t) &&
                   same(w.normal, back(v.normal)),
               "sweep");
    }

    void motions(const typename D::path &of_a, const typename D::path &of_b)
    {
        typename D::moved w{}, v{};
        const flr_status s = D::motion(a, &of_a, b, &of_b, nullptr, &w),
                         u = D::motion(b, &of_b, a, &of_a, nullptr, &v);
        expect(s == u && (!answered(s) || (w.hit == v.hit && same(w.t, v.t) && same(w.t_upper, v.t_upper) &&
                                           same(w.normal, back(v.normal)) && same(w.point, v.point))),
               "motion");
    }

    void every_question(byte_source *from)
    {
        const flr_real d = distances(), margin = next_length(from);
        depths();
        for (const flr_real m : {flr_real(0), margin, d}) contacts(m);
        const typename D::vec way = D::way(from);
        for (const flr_real k : {flr_real(0), margin, d}) sweeps(way, k);
        const typename D::path p = D::toward(from), q = D::toward(from);
        motions(p, q);
    }
};

/// Nothing tells copies apart, so that the very same answer comes back.
template <typename D> bool copies(const typename D::shape *a, const typename D::shape *b)
{
    typename D::apart r{}, q{};
    return answered(D::signed_distance(a, b, &r)) && answered(D::signed_distance(b, a, &q)) &&
           !zero(r.normal) && same(r.normal, q.normal);
}

enum where { ON_LATTICE, ALL_BUT_TOUCHING, OF_UNLIKE_SIZES };

template <typename D> void every_pair(tally &t, where w, const char *name, int count)
{
    long hits = 0, asked = 0, alike = 0;
    for (int i = 0; i < scenes(count); ++i) {
        byte_source from = unlike_source(uint64_t(i) + 77);
        if (w != OF_UNLIKE_SIZES) from.mode = ALL, from.span = from.power = from.other = 0;
        if (w == ON_LATTICE) from.generic = false;
        typename D::lattice a{}, b{}, pushed{};
        const int kind_a = int(next_byte(&from) % unsigned(D::COUNT)),
                  kind_b = i % 4 ? int(next_byte(&from) % unsigned(D::COUNT)) : kind_a;
        D::make(&from, kind_a, D::origin(), &a);
        if (from.mode == EACH_SHAPE) from.power = from.other;
        byte_source again = from;
        D::make(&from, kind_b, D::origin(), &b);
        typename D::closest c{};
        const bool apart = D::distance(&a.shape, &b.shape, &c) == FLR_OK && c.distance > 0;
        const flr_real roundings = flr_real(next_whole(&from, -4, 4)) * flr_real(real_epsilon);
        const bool push = w == ALL_BUT_TOUCHING && apart;
        if (push) D::make(&again, kind_b, D::between(c, 1 + roundings), &pushed);
        two_ways<D> q = {&t, &a.shape, push ? &pushed.shape : &b.shape, name, i};
        if (copies<D>(q.a, q.b))
            ++alike;
        else if (push || w != ALL_BUT_TOUCHING)
            q.every_question(&from);
        hits += q.hits, asked += q.asked;
        D::release(&a), D::release(&b);
        if (push) D::release(&pushed);
    }
    std::printf("  %ld of %ld meet, %ld copies\n", hits, asked, alike);
    t.expect(hits * 4 > asked && hits * 10 < asked * 7, "%s: %ld of %ld meet", name, hits, asked);
    t.expect(alike * 50 < asked, "%s: %ld of %ld are copies", name, alike, asked);
}

void in_the_plane(tally &t)
{
    every_pair<plane>(t, ON_LATTICE, "lattice", 6000);
    every_pair<plane>(t, ALL_BUT_TOUCHING, "all but touching", 6000);
    every_pair<plane>(t, OF_UNLIKE_SIZES, "unlike sizes", 6000);
}

void in_space(tally &t)
{
    every_pair<space>(t, ON_LATTICE, "lattice", 2000);
    every_pair<space>(t, ALL_BUT_TOUCHING, "all but touching", 2000);
    every_pair<space>(t, OF_UNLIKE_SIZES, "unlike sizes", 4000);
}

}  // namespace

int main(void)
{
    const CMUnitTest tests[] = {FEELER_TEST(in_the_plane), FEELER_TEST(in_space)};
    return cmocka_run_group_tests(tests, nullptr, nullptr);
}
