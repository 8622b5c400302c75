// peers: bullet
// The general routines for convex shapes in space: distance (cold, and warm while a shape moves a little), yes or no apart
// and overlapping, depth of light overlaps; beside libccd, FCL (double precision) and Bullet (single precision).
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <random>
#include <stdexcept>

#include "bench.hpp"
#include "fcl.hpp"
#include "feeler/feeler.h"
#include "peer.hpp"

#ifdef FEELER_HAVE_BULLET
#include "bullet.hpp"
#endif

namespace
{

constexpr double accuracy = 1e-3;  // of a mean distance or depth: what the peers' own tolerances leave
using matrix = fcl::Matrix3d;
using vector = fcl::Vector3d;

struct source {
    std::mt19937_64 bits;
    double between(double low, double high) { return low + (high - low) * double(bits() >> 11) * 0x1p-53; }
    vector direction()
    {
        double z = between(-1, 1), angle = between(0, 6.283185307179586), r = std::sqrt(1 - z * z);
        return {r * std::cos(angle), r * std::sin(angle), z};
    }
    matrix turn(double angle) { return Eigen::AngleAxisd(angle, direction()).toRotationMatrix(); }
    vector half()
    {
        double x = between(0.3, 1.2), y = between(0.3, 1.2), z = between(0.3, 1.2);
        return {x, y, z};
    }
};

flr_vec3 from(const vector &v) { return {flr_real(v.x()), flr_real(v.y()), flr_real(v.z())}; }
flr_mat3 from(const matrix &m)
{
    return {from(vector(m.col(0))), from(vector(m.col(1))), from(vector(m.col(2)))};
}
vector to(flr_vec3 v) { return {double(v.x), double(v.y), double(v.z)}; }

/// A shape in its own frame, as each library holds it.
struct body {
    int vertices = 0;  ///< 0: a box; -1: a capsule along z
    vector half;       ///< of the box; of the capsule: x the radius, z half the segment
    std::vector<flr_vec3> points;
    std::shared_ptr<flr_hull3> hull;
    bench::solid3 outside;  ///< for peers that no package has
    std::shared_ptr<fcl::CollisionGeometryd> fcl_shape;
#ifdef FEELER_HAVE_BULLET
    std::shared_ptr<btConvexShape> bullet_shape;
#endif
};

#ifdef FEELER_HAVE_BULLET
std::shared_ptr<btConvexShape> bullet_shape(const body &b)
{
    if (b.vertices < 0)
        return std::make_shared<btCapsuleShapeZ>(btScalar(b.half.x()), btScalar(2 * b.half.z()));
    if (b.vertices == 0) return bench::bullet_box(from(b.half));
    return bench::bullet_hull(b.points);
}
#endif

/// Points on an ellipsoid about the origin, their mean there too, so that it is inside the hull.
void scatter(body &b, source &s)
{
    std::vector<vector> drawn;
    vector mean = vector::Zero(), scale = s.half();
    for (int i = 0; i < b.vertices; ++i) {
        drawn.push_back(scale.cwiseProduct(s.direction()));
        mean += drawn.back() / b.vertices;
    }
    for (const vector &p : drawn) b.points.push_back(from(vector(p - mean)));
    flr_hull3 *hull = nullptr;
    if (flr_hull3_create(b.points.data(), b.points.size(), nullptr, nullptr, &hull) != FLR_OK)
        throw std::runtime_error("no hull");
    b.hull.reset(hull, flr_hull3_destroy);
}

body make(source &s, int vertices)
{
    body b;
    b.vertices = vertices;
    b.half = s.half();
    if (vertices > 0) {
        scatter(b, s);
        b.fcl_shape = bench::fcl_hull(b.hull.get());
    } else if (vertices == 0) {
        b.fcl_shape = std::make_shared<fcl::Boxd>(2 * b.half);
    } else {
        b.half.x() *= 0.5;
        b.fcl_shape = std::make_shared<fcl::Capsuled>(b.half.x(), 2 * b.half.z());
    }
    b.outside = vertices > 0    ? bench::hull3(b.points, b.hull.get())
                : vertices == 0 ? bench::box3(from(b.half))
                                : bench::capsule3(b.half.z(), b.half.x());
#ifdef FEELER_HAVE_BULLET
    b.bullet_shape = bullet_shape(b);
#endif
    return b;
}

/// A body somewhere, as each library wants it.
struct placed {
    const body *shape = nullptr;
    matrix r;
    vector t;
    flr_convex3 ours{};
    fcl::Transform3d at;
#ifdef FEELER_HAVE_BULLET
    btTransform bullet_at;
#endif

    bench::place3 place() const { return {from(r), from(t)}; }
    void settle()
    {
        const body &b = *shape;
        flr_box3 box = {from(t), from(r), from(b.half)};
        vector arm = r.col(2) * b.half.z();
        flr_capsule3 capsule = {from(vector(t - arm)), from(vector(t + arm)), flr_real(b.half.x())};
        flr_tetrahedron four{};
        if (b.vertices == 4) {
            flr_vec3 *corner[] = {&four.a, &four.b, &four.c, &four.d};
            for (size_t i = 0; i < 4; ++i) *corner[i] = from(vector(r * to(b.points[i]) + t));
        }
        ours = b.vertices == 0   ? flr_convex3_box(&box)
               : b.vertices < 0  ? flr_convex3_capsule(&capsule)
               : b.vertices == 4 ? flr_convex3_tetrahedron(&four)
                                 : flr_convex3_hull(b.hull.get(), from(r), from(t), 0);
        at = fcl::Transform3d::Identity();
        at.linear() = r;
        at.translation() = t;
#ifdef FEELER_HAVE_BULLET
        bullet_at = bench::bullet_transform(from(r), from(t));
#endif
    }
};

struct couple {
    placed a, b, next;  ///< next: b a little moved
};

/// Moves b towards a until they nearly touch, and then along the normal there to the gap asked for (below 0: into a).
bool approach(couple &c, source &s, double gap)
{
    vector d = s.direction();
    double t = 8;
    flr_gjk3 found{};
    for (int i = 0; i < 100; ++i) {
        c.b.t = c.a.t + t * d;
        c.b.settle();
        found = flr_closest3_convex_convex(&c.a.ours, &c.b.ours, nullptr);
        if (found.overlap || found.distance < 0.005) break;
        t -= 0.9 * double(found.distance);
    }
    if (found.overlap) return false;
    c.b.t -= (double(found.distance) - gap) * to(found.normal);
    c.b.settle();
    double is = double(flr_signed_distance3_convex_convex(&c.a.ours, &c.b.ours).signed_distance);
    return gap > 0 ? std::fabs(is - gap) < 1e-9
                   : is < -0.005;  // beside a corner the depth is less than asked for
}

struct scene {
    std::vector<body> first, second;
    std::vector<couple> apart, overlapping;

    scene(int vertices_a, int vertices_b, size_t pairs)
    {
        source s{std::mt19937_64(uint64_t(17 + vertices_a))};
        const size_t shapes = 16;  // few shapes, many poses, as a scene has them
        for (size_t i = 0; i < shapes; ++i) {
            first.push_back(make(s, vertices_a));
            second.push_back(make(s, vertices_b));
        }
        for (size_t i = 0; i < pairs; ++i) {
            apart.push_back(draw(s, false));
            overlapping.push_back(draw(s, true));
        }
    }
    scene(const scene &) = delete;
    scene &operator=(const scene &) = delete;

  private:
    couple draw(source &s, bool overlap)
    {
        for (;;) {
            couple c;
            c.a.shape = &first[size_t(s.between(0, double(first.size())))];
            c.b.shape = &second[size_t(s.between(0, double(second.size())))];
            c.a.r = s.turn(s.between(0, 3.14));
            c.b.r = s.turn(s.between(0, 3.14));
            c.a.t = 2 * s.direction();
            c.a.settle();
            double gap = overlap ? -s.between(0.005, 0.1) : s.between(0.01, 1);
            if (!approach(c, s, gap)) continue;
            c.next = c.b;
            c.next.t += 0.005 * s.direction();
            c.next.r = s.turn(0.01) * c.b.r;
            c.next.settle();
            return c;
        }
    }
};

/// One way to answer: a number for each couple, NAN where it gives none. Yes or no are 1 and 0.
struct method {
    std::string name;
    std::function<double(const couple &, size_t)> answer;
    bool judged = true;  ///< does the benchmark fail where its mean is another?
};

//---- libccd ----

double ccd_depth(decltype(ccdGJKPenetration) *solve, const couple &c)
{
    ccd_t setup = bench::ccd_setup();
    ccd_real_t depth = 0;
    ccd_vec3_t direction, place;
    return solve(&c.a.ours, &c.b.ours, &setup, &depth, &direction, &place) == 0 ? double(depth) : double(NAN);
}

double ccd_meet(decltype(ccdGJKIntersect) *solve, const couple &c)
{
    ccd_t setup = bench::ccd_setup();
    return solve(&c.a.ours, &c.b.ours, &setup);
}

//---- FCL ----

double fcl_distance(const couple &c, fcl::GJKSolverType solver)
{
    fcl::DistanceRequestd request(true, false, 0, 0, 1e-6, solver);
    fcl::DistanceResultd result;
    try {
        fcl::distance(c.a.shape->fcl_shape.get(), c.a.at, c.b.shape->fcl_shape.get(), c.b.at, request,
                      result);
    } catch (const std::exception &) {
        return double(NAN);
    }
    return result.min_distance;
}

double fcl_collide(const couple &c, fcl::GJKSolverType solver, bool depth)
{
    fcl::CollisionRequestd request(1, depth);
    request.gjk_solver_type = solver;
    fcl::CollisionResultd result;
    try {
        fcl::collide(c.a.shape->fcl_shape.get(), c.a.at, c.b.shape->fcl_shape.get(), c.b.at, request, result);
    } catch (const std::exception &) {
        return double(NAN);
    }
    if (!result.isCollision()) return depth ? double(NAN) : 0;
    return depth ? std::fabs(result.getContact(0).penetration_depth) : 1;  // its own solver tells it negative
}

//---- Bullet ----

#ifdef FEELER_HAVE_BULLET
double bullet_pair(const couple &c, const placed &b, btVector3 *axis)
{
    btVoronoiSimplexSolver simplex;
    btGjkPairDetector detector(c.a.shape->bullet_shape.get(), b.shape->bullet_shape.get(), &simplex, nullptr);
    if (axis) detector.setCachedSeparatingAxis(*axis);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = c.a.bullet_at;
    input.m_transformB = b.bullet_at;
    btPointCollector found;
    detector.getClosestPoints(input, found, nullptr);
    if (axis) *axis = detector.getCachedSeparatingAxis();
    return found.m_hasResult ? double(found.m_distance) : double(NAN);
}

double bullet_epa_distance(const couple &c)
{
    btGjkEpaSolver2::sResults r;
    btVector3 guess = c.a.bullet_at.getOrigin() - c.b.bullet_at.getOrigin();
    bool apart = btGjkEpaSolver2::Distance(c.a.shape->bullet_shape.get(), c.a.bullet_at,
                                           c.b.shape->bullet_shape.get(), c.b.bullet_at, guess, r);
    double margins = double(c.a.shape->bullet_shape->getMargin() + c.b.shape->bullet_shape->getMargin());
    return apart ? double(r.distance) - margins : double(NAN);
}

double bullet_epa_depth(const couple &c)
{
    btGjkEpaSolver2::sResults r;
    btVector3 guess = c.a.bullet_at.getOrigin() - c.b.bullet_at.getOrigin();
    bool meet = btGjkEpaSolver2::Penetration(c.a.shape->bullet_shape.get(), c.a.bullet_at,
                                             c.b.shape->bullet_shape.get(), c.b.bullet_at, guess, r);
    return meet ? -double(r.distance) : double(NAN);
}
#endif

/// FCL's own solver looks at every vertex for a support point; beyond this many that is all it tells.
constexpr size_t own_limit = 256;

/// How the answers of a method and ours differ, over those that it gives.
struct difference {
    double mean = 0;
    size_t none = 0, off = 0;

    difference(const std::vector<double> &theirs, const std::vector<double> &ours)
    {
        for (size_t i = 0; i < ours.size(); ++i) {
            double d = theirs[i] - ours[i];
            none += std::isnan(d);
            off += std::fabs(d) > accuracy;
            if (!std::isnan(d)) mean += d / double(ours.size());
        }
    }
};

/// Runs the methods in turn; the last one is ours. Returns whether the means of those that are judged agree with
/// it, and writes down how many answers are missing or differ.
bool compare(const std::string &name, const std::vector<couple> &all, std::vector<method> methods,
             int repeats, bench::report &out)
{
    if (all[0].a.shape->points.size() > own_limit)
        methods.erase(
            std::remove_if(methods.begin(), methods.end(),
                           [](const method &m) { return m.name.find("its own") != std::string::npos; }),
            methods.end());
    std::vector<std::vector<double>> answers(methods.size(), std::vector<double>(all.size()));
    std::vector<bench::row> rows;
    for (size_t m = 0; m < methods.size(); ++m) {
        auto work = [&all, &answers, &methods, m] {
            for (size_t i = 0; i < all.size(); ++i) answers[m][i] = methods[m].answer(all[i], i);
        };
        rows.emplace_back(methods[m].name, work, methods.back().name);
    }
    std::printf("%s: %zu pairs\n", name.c_str(), all.size());
    out.measure(name, rows, repeats, double(all.size()));
    bool good = true;
    for (size_t m = 0; m + 1 < methods.size(); ++m) {
        difference d(answers[m], answers.back());
        const double percent = 100 / double(all.size());
        if (d.none > 0)
            out.fact(name, methods[m].name + ": no answer", "% of pairs", percent * double(d.none));
        if (d.off > 0)
            out.fact(name, methods[m].name + ": off by over 0.001", "% of pairs", percent * double(d.off));
        if (!methods[m].judged || (std::fabs(d.mean) < accuracy && d.none < all.size() / 20)) continue;
        std::fprintf(stderr, "bench_convex: %s, %s: mean less ours %g, %zu without an answer\n", name.c_str(),
                     methods[m].name.c_str(), d.mean, d.none);
        good = false;
    }
    return good;
}

/// What the other peers tell, before our own.
void add_outside(std::vector<method> &methods, const std::vector<couple> &all, bench::question q)
{
    std::vector<bench::pair3> pairs;
    for (const couple &c : all)
        pairs.push_back({&c.a.shape->outside,
                         &c.b.shape->outside,
                         c.a.place(),
                         c.b.place(),
                         c.next.place(),
                         {0, 0, 0},
                         {},
                         {}});
    for (auto &[name, ask] : bench::outside(bench::outside_peers3(), q, pairs)) {
        auto moved = std::make_shared<std::vector<char>>(all.size());
        bool warm = q == bench::question::warm_distance;
        methods.push_back({name + (warm ? ", cached" : ""),
                           [ask = ask, moved, warm](const couple &, size_t i) {
                               if (warm) (*moved)[i] = !(*moved)[i];
                               return ask(i, warm && (*moved)[i]);
                           },
                           false});
    }
}

bool distance_rows(const std::string &name, const scene &s, int repeats, bench::report &out)
{
    std::vector<method> cold = {
        {"FCL distance (libccd)", [](const couple &c, size_t) { return fcl_distance(c, fcl::GST_LIBCCD); }},
        {"FCL distance (its own)", [](const couple &c, size_t) { return fcl_distance(c, fcl::GST_INDEP); }},
#ifdef FEELER_HAVE_BULLET
        {"Bullet btGjkPairDetector", [](const couple &c, size_t) { return bullet_pair(c, c.b, nullptr); }},
        {"Bullet btGjkEpaSolver2", [](const couple &c, size_t) { return bullet_epa_distance(c); }},
#endif
    };
    add_outside(cold, s.apart, bench::question::distance);
    cold.push_back({"Feeler", [](const couple &c, size_t) {
                        return double(flr_closest3_convex_convex(&c.a.ours, &c.b.ours, nullptr).distance);
                    }});
    bool good = compare(name + ", distance", s.apart, cold, repeats, out);

    // b to and fro: every call begins with what the call before it, a small motion away, has left
    std::vector<flr_gjk3_cache> caches(s.apart.size());
    std::vector<char> there(s.apart.size());
    std::vector<method> warm;
#ifdef FEELER_HAVE_BULLET
    std::vector<btVector3> axes(s.apart.size(), btVector3(0, 1, 0));
    std::vector<char> bullet_there(s.apart.size());
    warm.push_back({"Bullet btGjkPairDetector, cached axis", [&](const couple &c, size_t i) {
                        bullet_there[i] = !bullet_there[i];
                        return bullet_pair(c, bullet_there[i] ? c.next : c.b, &axes[i]);
                    }});
#endif
    add_outside(warm, s.apart, bench::question::warm_distance);
    warm.push_back(
        {"Feeler, cached", [&](const couple &c, size_t i) {
             there[i] = !there[i];
             flr_gjk3_options o = {INFINITY, &caches[i], nullptr, 0};
             return double(
                 flr_closest3_convex_convex(&c.a.ours, there[i] ? &c.next.ours : &c.b.ours, &o).distance);
         }});
    return compare(name + ", distance, warm", s.apart, warm, repeats, out) && good;
}

bool overlap_rows(const std::string &name, const std::vector<couple> &all, int repeats, bench::report &out)
{
    // not judged by FCL's own solver, which misses one overlap in a hundred
    std::vector<method> methods = {
        {"libccd GJK", [](const couple &c, size_t) { return ccd_meet(ccdGJKIntersect, c); }},
        {"libccd MPR", [](const couple &c, size_t) { return ccd_meet(ccdMPRIntersect, c); }},
        {"FCL collide (libccd)",
         [](const couple &c, size_t) { return fcl_collide(c, fcl::GST_LIBCCD, false); }},
        {"FCL collide (its own)",
         [](const couple &c, size_t) { return fcl_collide(c, fcl::GST_INDEP, false); }, false}};
    add_outside(methods, all, bench::question::overlap);
    methods.push_back({"Feeler", [](const couple &c, size_t) {
                           return flr_overlap3_convex_convex(&c.a.ours, &c.b.ours, nullptr).overlap ? 1.0
                                                                                                    : 0.0;
                       }});
    return compare(name, all, methods, repeats, out);
}

bool depth_rows(const std::string &name, const scene &s, int repeats, bench::report &out)
{
    // Judged by Bullet: MPR tells a depth, not the least one; libccd's EPA and FCL's own give up on some pairs or end
    // early; FCL's collide has a special function for boxes and asks MPR elsewhere
    std::vector<method> methods = {
        {"libccd GJK and EPA", [](const couple &c, size_t) { return ccd_depth(ccdGJKPenetration, c); },
         false},
        {"libccd MPR", [](const couple &c, size_t) { return ccd_depth(ccdMPRPenetration, c); }, false},
        {"FCL collide (libccd)",
         [](const couple &c, size_t) { return fcl_collide(c, fcl::GST_LIBCCD, true); }, false},
        {"FCL collide (its own)",
         [](const couple &c, size_t) { return fcl_collide(c, fcl::GST_INDEP, true); }, false},
#ifdef FEELER_HAVE_BULLET
        {"Bullet btGjkEpaSolver2", [](const couple &c, size_t) { return bullet_epa_depth(c); }},
#endif
    };
    add_outside(methods, s.overlapping, bench::question::depth);
    methods.push_back({"Feeler", [](const couple &c, size_t) {
                           return -double(
                               flr_signed_distance3_convex_convex(&c.a.ours, &c.b.ours).signed_distance);
                       }});
    return compare(name + ", depth", s.overlapping, methods, repeats, out);
}

}  // namespace

int main(int argc, char **argv)
{
    bench::report out("convex", argc, argv);
    if (!out.good()) return 2;
    bool quick = out.quick(), good = true;
    int repeats = quick ? 3 : 28;
    size_t pairs = quick ? 50 : 1000;  // so many that a branch predictor does not know them by heart
    struct work {
        const char *name;
        int a, b;
    };
    for (const work &w : {work{"boxes", 0, 0}, work{"tetrahedra", 4, 4}, work{"capsule and box", -1, 0},
                          work{"hulls of 16", 16, 16}, work{"hulls of 64", 64, 64},
                          work{"hulls of 256", 256, 256}, work{"hulls of 1024", 1024, 1024}}) {
        if (!out.wanted(w.name)) continue;
        scene s(w.a, w.b, pairs);
        good &= distance_rows(w.name, s, repeats, out);
        good &= overlap_rows(std::string(w.name) + ", yes or no, apart", s.apart, repeats, out);
        good &= overlap_rows(std::string(w.name) + ", yes or no, overlapping", s.overlapping, repeats, out);
        good &= depth_rows(w.name, s, repeats, out);
    }
    for (int vertices = 4; vertices <= 4096; vertices *= quick ? 16 : 2) {
        const std::string name = "growth, " + std::to_string(vertices) + " vertices";
        if (!out.wanted(name)) continue;
        scene s(vertices, vertices, pairs);
        good &= distance_rows(name, s, repeats, out);
    }
    return good ? 0 : 1;
}
