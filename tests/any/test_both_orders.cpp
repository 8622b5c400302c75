// alone: the draws of fuzz/ from a source of their own (any/unlike_sizes.hpp)
// Every question on every two kinds of shapes, given one way round and the other: the same answer to the last bit, turned. On the lattice,
// where touches and ties are many, where they all but touch, and at sizes up to 10^30 apart (in single precision 10^8).
#include "any/both_dimensions.hpp"

#include "support/cmocka.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

bool same(flr_real a, flr_real b) { return a == b || (std::isnan(a) && std::isnan(b)); }
bool same(flr_vec2 p, flr_vec2 q) { return same(p.x, q.x) && same(p.y, q.y); }
bool same(flr_vec3 p, flr_vec3 q) { return same(p.x, q.x) && same(p.y, q.y) && same(p.z, q.z); }
flr_vec2 back(flr_vec2 v) { return flr_neg2(v); }
flr_vec3 back(flr_vec3 v) { return flr_neg3(v); }
bool zero(flr_vec2 v) { return v.x == 0 && v.y == 0; }
bool zero(flr_vec3 v) { return v.x == 0 && v.y == 0 && v.z == 0; }

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
        if (w != OF_UNLIKE_SIZES) from.mode = ALL, from.middle = from.power = from.other = 0;
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
    t.expect(enough(hits * 4 > asked && hits * 10 < asked * 7), "%s: %ld of %ld meet", name, hits, asked);
    t.expect(enough(alike * 50 < asked), "%s: %ld of %ld are copies", name, alike, asked);
}

void in_the_plane(tally &t)
{
    every_pair<plane>(t, ON_LATTICE, "lattice", 1000);
    every_pair<plane>(t, ALL_BUT_TOUCHING, "all but touching", 1000);
    every_pair<plane>(t, OF_UNLIKE_SIZES, "unlike sizes", 1000);
}

void in_space(tally &t)
{
    every_pair<space>(t, ON_LATTICE, "lattice", 300);
    every_pair<space>(t, ALL_BUT_TOUCHING, "all but touching", 300);
    every_pair<space>(t, OF_UNLIKE_SIZES, "unlike sizes", 600);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(in_the_plane), FEELER_TEST(in_space))

}  // namespace TEST_FILE
