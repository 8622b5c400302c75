// alone: the draws of fuzz/ from a source of their own (any/unlike_sizes.hpp)
// Every question on every two kinds of shapes whose coordinates are up to 10^30 apart (in single precision 10^8): a status says where
// there is no answer, and every answer is of numbers, has normals of length 1, and is the same in both orders.
#include "any/both_dimensions.hpp"

#include <vector>

#include "support/cmocka.hpp"
#include "support/pinned.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

double length(flr_vec2 v) { return std::hypot(double(v.x), double(v.y)); }
double length(flr_vec3 v) { return std::hypot(double(v.x), double(v.y), double(v.z)); }
bool finite(flr_vec2 v) { return flr_is_finite2(v); }
bool finite(flr_vec3 v) { return flr_is_finite3(v); }
bool finite(flr_real x) { return std::isfinite(x); }

template <typename D> bool holds_numbers(const typename D::shape &s)
{
    typename D::shape box = s;
    typename D::closest c;
    // whatever it is asked, a shape with an infinity is refused
    return D::distance(&s, &box, &c) != FLR_NOT_FINITE;
}

template <typename D> struct asked {
    tally *t;
    const typename D::shape *a, *b;
    int scene;
    int answers = 0, refused = 0;

    /// Is there an answer?
    bool answered(flr_status s, const char *what)
    {
        t->expect(s == FLR_OK || s == FLR_NOT_CONVERGED || s == FLR_NOT_FINITE, "%d: %s of %s %s: status %d",
                  scene, what, D::name(*a), D::name(*b), int(s));
        ++answers;
        refused += s == FLR_NOT_FINITE;
        return s == FLR_OK || s == FLR_NOT_CONVERGED;
    }
    void holds(bool fine, const char *what, double x, double y)
    {
        t->expect(fine, "%d: %s of %s %s: %.17g %.17g", scene, what, D::name(*a), D::name(*b), x, y);
    }
    void unit(typename D::vec n, const char *what, bool may_be_zero)
    {
        const double l = length(n);
        holds(std::fabs(l - 1) <= 64 * real_rounding || (may_be_zero && l == 0), what, l, 1);
    }
};

template <typename D> void distances(asked<D> &q, const byte_source &from)
{
    typename D::closest c, d;
    bool meet, turned;
    const flr_status s = D::distance(q.a, q.b, &c), back = D::distance(q.b, q.a, &d);
    q.holds((s == FLR_NOT_FINITE) == (back == FLR_NOT_FINITE), "status of the distance in both orders", s,
            back);
    if (!q.answered(s, "distance") || !q.answered(back, "distance")) return;
    q.holds(finite(c.point_a) && finite(c.point_b) && finite(c.distance) && c.distance >= 0,
            "numbers of the distance", double(c.distance), length(c.point_a));
    const double room = std::min(
        1e-9 * (real_is_float ? 1e5 : 1) * (from.largest + length(c.point_a) + length(c.point_b)), 1.7e308);
    q.holds(std::fabs(double(c.distance) - double(d.distance)) <= room, "distance in both orders",
            double(c.distance), double(d.distance));
    const flr_status u = D::overlap(q.a, q.b, &meet), v = D::overlap(q.b, q.a, &turned);
    if (u != FLR_OK || v != FLR_OK || s != FLR_OK || back != FLR_OK) return;
    q.holds(meet == turned && meet == (c.distance == 0), "overlap", meet, double(c.distance));
}

template <typename D> void depths(asked<D> &q)
{
    typename D::apart r;
    typename D::manifold m;
    if (q.answered(D::signed_distance(q.a, q.b, &r), "signed distance") && !r.inseparable) {
        q.holds(finite(r.signed_distance) && finite(r.point_a) && finite(r.point_b) && !std::isnan(r.lower) &&
                    !std::isnan(r.upper),
                "numbers of the signed distance", double(r.signed_distance), length(r.point_a));
        q.unit(r.normal, "normal of the signed distance", false);
    }
    if (!q.answered(D::contact(q.a, q.b, nullptr, &m), "contact") || m.count == 0) return;
    for (int i = 0; i < m.count; ++i)
        q.holds(finite(m.points[i].position) && finite(m.points[i].depth), "numbers of the contact",
                double(m.points[i].depth), length(m.points[i].position));
    q.unit(m.normal, "normal of the contact", false);
}

template <typename D> void touches(asked<D> &q, byte_source *from)
{
    typename D::swept w;
    typename D::moved m;
    if (q.answered(D::sweep(q.a, D::way(from), q.b, nullptr, &w), "sweep")) {
        q.holds(w.t >= 0 && w.t <= 1 && finite(w.point), "time of the sweep", double(w.t), length(w.point));
        q.unit(w.normal, "normal of the sweep", true);
    }
    const typename D::path path = D::toward(from), still = D::still();
    if (!q.answered(D::motion(q.a, &path, q.b, &still, nullptr, &m), "motion")) return;
    q.holds(m.t >= 0 && m.t <= m.t_upper && m.t_upper <= 1 && finite(m.point), "time of the motion",
            double(m.t), double(m.t_upper));
    q.unit(m.normal, "normal of the motion", true);
}

/// The answers of all scenes, and how many questions were told to have none.
template <typename D> void every_question(tally &t, int count)
{
    int answers = 0, refused = 0;
    for (int i = 0; i < scenes(count); ++i) {
        byte_source from = unlike_source(uint64_t(i));
        typename D::lattice a{}, b{};
        const int kind_a = int(next_byte(&from) % unsigned(D::COUNT)),
                  kind_b = int(next_byte(&from) % unsigned(D::COUNT));
        // some kinds of the lattice are about 1 in size
        if (D::least_size(kind_a) > 0 || D::least_size(kind_b) > 0) {
            from.middle = 0;
            from.power = next_power(&from);
            from.other = next_power(&from);
        }
        D::make(&from, kind_a, D::origin(), &a);
        if (from.mode == EACH_SHAPE) from.power = from.other;
        D::make(&from, kind_b, D::origin(), &b);
        for (const int kind : {kind_a, kind_b}) from.largest = std::max(from.largest, D::least_size(kind));
        asked<D> q = {&t, &a.shape, &b.shape, i};
        if (holds_numbers<D>(a.shape) && holds_numbers<D>(b.shape)) {
            distances(q, from);
            depths(q);
            touches(q, &from);
        }
        answers += q.answers;
        refused += q.refused;
        D::release(&a);
        D::release(&b);
    }
    t.expect(refused == 0, "%d of %d questions are told to have no answer", refused, answers);
    std::printf("  %d of %d questions are told to have no answer\n", refused, answers);
}

void in_the_plane(tally &t) { every_question<plane>(t, 6000); }
void in_space(tally &t) { every_question<space>(t, 3000); }

}  // namespace

FEELER_TESTS(FEELER_TEST(in_the_plane), FEELER_TEST(in_space))

}  // namespace TEST_FILE
