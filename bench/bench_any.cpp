// peers: bullet box2d ode
// What a user meets who asks for any two shapes: the any-shape call beside the typed or convex call that does the same work, and
// beside the one public call of each peer. Pairs, questions and places are the tables of any3.hpp and any2.hpp.
#include <cmath>
#include <cstdio>
#include <memory>

#include "any2.hpp"
#include "any3.hpp"
#include "bench.hpp"
#include "packages2.hpp"
#include "packages3.hpp"

namespace
{

using bench::pair2;
using bench::pair3;
using bench::place3;
using bench::question;
using bench::solid3;
using kind = solid3::kind;

/// What peers call a question; a signed distance is the one or the other.
question question_of(const std::string &name, bench::place where)
{
    return name == "distance"          ? question::distance
           : name == "yes or no"       ? question::overlap
           : name == "signed distance" ? where == bench::place::apart ? question::distance : question::depth
           : name == "contact"         ? question::manifold
           : name == "ray"             ? question::ray
           : name == "sweep"           ? question::cast
                                       : question::time_of_touch;
}

/// Peers see the shapes in their own frames; solids that a scene shares are one solid.
class pairs_of
{
  public:
    explicit pairs_of(const bench::scene3 &s)
    {
        for (const bench::couple3 &c : s.pairs)
            list.push_back({solid(*c.a.body),
                            solid(*c.b.body),
                            {c.a.axes, c.a.at},
                            {c.b.axes, c.b.at},
                            {c.b.axes, c.b.at},
                            c.motion,
                            c.path_a,
                            c.path_b,
                            c.ray.origin,
                            c.ray.direction});
    }
    explicit pairs_of(const bench::terrain &t)
    {
        auto ground = std::make_unique<solid3>();
        *ground = {kind::mesh, {0, 0, 0}, 0, {}, nullptr, t.triangles};
        for (size_t i = 0; i < t.vertices.size(); i += 3)
            ground->points.push_back({t.vertices[i], t.vertices[i + 1], t.vertices[i + 2]});
        solids_.push_back(std::make_unique<solid3>(bench::box3(t.boxes[0].as.box.half_extents)));
        solids_.push_back(std::move(ground));
        const place3 origin = {flr_affine3_identity().linear, {0, 0, 0}};
        for (const flr_shape3 &b : t.boxes)
            list.push_back({solids_[0].get(),
                            solids_[1].get(),
                            {b.as.box.axes, b.as.box.center},
                            origin,
                            origin,
                            {0, 0, 0},
                            {},
                            {}});
    }

    std::vector<pair3> list;

  private:
    const solid3 *solid(const bench::body3 &b)
    {
        for (size_t i = 0; i < bodies_.size(); ++i)
            if (bodies_[i] == &b) return solids_[i].get();
        using bench::kind3;
        solid3 s = {kind::flat, b.half, 0, b.points, nullptr};
        if (b.is == kind3::box) s = bench::box3(b.half);
        if (b.is == kind3::capsule) s = bench::capsule3(b.half.z, b.radius);
        if (b.is == kind3::sphere) s = {kind::sphere, b.half, b.radius, {{0, 0, 0}}, nullptr};
        if (b.is == kind3::cylinder) s = {kind::cylinder, b.half, b.radius, {}, nullptr};
        if (b.is == kind3::hull || b.is == kind3::tetrahedron) {
            flr_hull3 *hull = nullptr;
            if (flr_hull3_create(b.points.data(), b.points.size(), nullptr, nullptr, &hull) != FLR_OK)
                std::abort();
            hulls_.emplace_back(hull, flr_hull3_destroy);
            s = bench::hull3(b.points, hull);
        }
        bodies_.push_back(&b);
        solids_.push_back(std::make_unique<solid3>(std::move(s)));
        return solids_.back().get();
    }

    std::vector<const bench::body3 *> bodies_;
    std::vector<std::unique_ptr<solid3>> solids_;
    std::vector<std::shared_ptr<flr_hull3>> hulls_;
};

class pairs_of2
{
  public:
    explicit pairs_of2(const bench::scene2 &s)
    {
        corners_.reserve(2 * s.pairs.size());
        for (const bench::couple2 &c : s.pairs)
            list.push_back({corners(c.a, c.is_a), corners(c.b, c.is_b), c.path_a.from, c.path_b.from,
                            c.path_b.from, c.motion, c.path_a, c.path_b, c.a.radius, c.b.radius, c.ray.origin,
                            c.ray.direction});
    }

    std::vector<pair2> list;

  private:
    const std::vector<flr_vec2> *corners(const bench::placed2 &p, bench::kind2 is)
    {
        const flr_vec2 h = p.half;
        if (is == bench::kind2::box)
            corners_.push_back({{-h.x, -h.y}, {h.x, -h.y}, {h.x, h.y}, {-h.x, h.y}});
        else if (is == bench::kind2::circle)
            corners_.push_back({{0, 0}});
        else
            corners_.push_back(p.own);
        return &corners_.back();
    }

    std::vector<std::vector<flr_vec2>> corners_;
};

using ask = std::function<double(size_t)>;

/// One workload: its name, what peers are asked, and our two calls; `typed` may be empty.
struct workload {
    std::string name;
    question q;
    bool beside_peers, judged;
    ask any, typed;
};

/// How far a peer's answer may be off before it counts as another one. Times are those of peers that end a hundredth of a unit before the
/// touch or after it.
double tolerance_of(question q)
{
    return q == question::distance || q == question::depth || q == question::overlap ? 0.001 : 0.05;
}

size_t count_off(const std::vector<double> &a, const std::vector<double> &b, double tolerance)
{
    size_t off = 0;
    for (size_t i = 0; i < a.size(); ++i) off += !(std::fabs(std::fabs(a[i]) - std::fabs(b[i])) <= tolerance);
    return off;
}

/// Runs ours and every peer that can answer, in turn. Whether the two of ours agree.
template <class pair> bool measure(const workload &w, const std::vector<pair> &pairs, bench::report &out)
{
    std::vector<std::pair<std::string, ask>> methods;
    if (w.beside_peers)
        for (auto &[peer, answer] :
             bench::outside(bench::packages::all_peers(static_cast<const pair *>(nullptr)), w.q, pairs))
            methods.emplace_back(peer, [answer = answer](size_t i) { return answer(i, false); });
    const size_t peers = methods.size();
    if (w.typed) methods.emplace_back("Feeler typed", w.typed);
    methods.emplace_back("Feeler any", w.any);
    std::vector<std::vector<double>> answers(methods.size(), std::vector<double>(pairs.size()));
    std::vector<bench::row> rows;
    for (size_t m = 0; m < methods.size(); ++m)
        rows.emplace_back(
            methods[m].first,
            [&answers, &methods, &pairs, m] {
                for (size_t i = 0; i < pairs.size(); ++i) answers[m][i] = methods[m].second(i);
            },
            m == methods.size() - 1 && w.typed ? "Feeler typed" : "");
    std::printf("%s: %zu pairs\n", w.name.c_str(), pairs.size());
    out.measure(w.name, rows, out.quick() ? 2 : 14, double(pairs.size()));
    // which points a manifold has is every library's own choice, and so is its largest depth
    for (size_t m = 0; m < peers && w.q != question::manifold; ++m) {
        char what[32];
        std::snprintf(what, sizeof what, ": off by over %g", tolerance_of(w.q));
        const size_t off = count_off(answers[m], answers.back(), tolerance_of(w.q));
        if (off)
            out.fact(w.name, methods[m].first + what, "% of pairs", 100 * double(off) / double(pairs.size()));
    }
    const size_t off = w.typed && w.judged ? count_off(answers[peers], answers.back(), 1e-6) : 0;
    if (off)
        std::fprintf(stderr, "bench_any: %s: the two calls differ in %zu answers\n", w.name.c_str(), off);
    return off == 0;
}

template <class scene, class prepared_pairs, class kinds, class question_list>
bool all_rows(const kinds &all, const question_list &questions, size_t count, bench::report &out)
{
    using bench::place;
    bool good = true;
    for (const auto &k : all) {
        for (place where : {place::apart, place::touching, place::overlapping}) {
            std::unique_ptr<scene> s;
            std::unique_ptr<prepared_pairs> pairs;
            for (const auto &q : questions)
                for (place p : q.places) {
                    const std::string name = std::string(q.name) + ", " + name_of(p) + ": " + k.name;
                    if (p != where || !bench::report::wanted(name)) continue;
                    if (std::strcmp(q.name, "ray") == 0 && k.a != k.b) continue;  // another row's shape
                    if (!s) {
                        s = std::make_unique<scene>(k, where, count);
                        pairs = std::make_unique<prepared_pairs>(*s);
                    }
                    const auto &list = s->pairs;
                    const auto typed = typed_of(k, q);
                    // to the last digit of a touch only we are asked, and exact and rounded answers may differ there; the
                    // distance of what overlaps is 0
                    const bool touching = p == place::touching,
                               zero = p == place::overlapping && &q == &questions[0];
                    good &= measure(workload{name, question_of(q.name, p), !touching && !zero, !touching,
                                             [&](size_t i) { return q.any(list[i]); },
                                             [&](size_t i) { return typed(list[i]); }},
                                    pairs->list, out);
                }
        }
    }
    return good;
}

}  // namespace

int main(int argc, char **argv)
{
    bench::report out("any", argc, argv);
    if (!out.good()) return 2;
    const size_t count = out.quick() ? 50 : 1000;
    bool good = all_rows<bench::scene3, pairs_of>(bench::all_kinds3, bench::questions3(), count, out);
    good &= all_rows<bench::scene2, pairs_of2>(bench::all_kinds2, bench::questions2(), count, out);
    const std::string terrain = "contact, resting: box on terrain";
    if (bench::report::wanted(terrain)) {
        const bench::terrain ground(out.quick() ? 10 : 200);
        const pairs_of pairs(ground);
        good &= measure(workload{terrain, question::manifold, true, false,
                                 [&](size_t i) { return ground.contact(i); }, nullptr},
                        pairs.list, out);
    }
    return good ? 0 : 1;
}
