// peers: bullet
// Convex hulls of a hundred to a million points: on a sphere, in a ball, in a cube, on a lattice, and
// the same in the plane. Bullet's btConvexHullComputer rounds every point to a grid of about 10,000 steps first and
// may so drop points that are extreme; here nothing is rounded.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "bench.hpp"
#include "feeler/feeler.h"
#include "random.hpp"

#ifdef FEELER_HAVE_BULLET
#include <LinearMath/btConvexHullComputer.h>
#endif

namespace
{

enum class kind { surface, inside, box, lattice };
const char *const names3[] = {"sphere", "ball", "cube", "lattice"};
const char *const names2[] = {"circle", "disc", "square", "lattice"};

/// One coordinate after another; `dimension` of them.
std::vector<double> cloud(kind k, std::size_t count, int dimension)
{
    bench::numbers r{count};
    std::vector<double> p;
    const double steps = std::ceil(std::pow(static_cast<double>(count), 1.0 / dimension));
    while (p.size() < count * static_cast<std::size_t>(dimension)) {
        double x[3], square = 0;
        for (int i = 0; i < dimension; ++i) {
            x[i] = r.between(-1, 1);
            square += x[i] * x[i];
        }
        if ((k == kind::surface || k == kind::inside) && (square > 1 || square < 1e-4)) continue;
        for (int i = 0; i < dimension; ++i) {
            if (k == kind::surface) x[i] /= std::sqrt(square);
            if (k == kind::lattice) x[i] = std::floor((x[i] + 1) / 2 * steps);
            p.push_back(x[i]);
        }
    }
    return p;
}

int failed = 0;

void space(kind k, std::size_t count, int repeats, bench::report &out)
{
    const std::string name = std::string(names3[static_cast<int>(k)]) + " " + std::to_string(count);
    if (!out.wanted(name)) return;
    const std::vector<double> coordinates = cloud(k, count, 3);
    std::vector<flr_vec3> points(count);
    for (std::size_t i = 0; i < count; ++i) {
        points[i] = flr_vec3_make(coordinates[3 * i], coordinates[3 * i + 1], coordinates[3 * i + 2]);
    }
    // small hulls many times over, so that the clock's steps do not show
    const std::size_t times = count < 10000 ? 10000 / count : 1;
    flr_hull3_info info = {};
    auto ours = [&] {
        for (std::size_t i = 0; i < times; ++i) {
            flr_hull3 *h = nullptr;
            if (flr_hull3_create(points.data(), count, nullptr, nullptr, &h) != FLR_OK) std::exit(1);
            info = flr_hull3_get_info(h);
            flr_hull3_destroy(h);
        }
    };
    std::vector<bench::row> rows;
    std::string peer;
#ifdef FEELER_HAVE_BULLET
    int theirs = 0;
    double support = 0;
    peer = "Bullet btConvexHullComputer";
    rows.emplace_back(peer, [&] {
        for (std::size_t i = 0; i < times; ++i) {
            btConvexHullComputer c;
            c.compute(coordinates.data(), 3 * sizeof(double), static_cast<int>(count), 0, 0);
            theirs = c.vertices.size();
            support = 0;
            for (int j = 0; j < theirs; ++j) {
                support = std::max(support, static_cast<double>(c.vertices[j].x() + c.vertices[j].y()));
            }
        }
    });
#endif
    rows.emplace_back("Feeler", ours, peer);
    rows = out.measure(name, rows, repeats);
    const double work = static_cast<double>(times * count);
    for (const bench::row &r : rows) out.fact(name, r.name, "ns a point", 1e9 * r.median() / work);
    out.fact(name, "Feeler", "vertices", info.vertex_count);
#ifdef FEELER_HAVE_BULLET
    out.fact(name, peer, "vertices", theirs);
    double most = -1e300;
    for (const flr_vec3 &p : points) most = std::max(most, p.x + p.y);
    if (std::fabs(most - support) > 1e-2 * (info.bounds.max.x - info.bounds.min.x)) {
        std::printf("  DISAGREE: %g and %g\n", most, support);
        ++failed;
    }
#endif
    std::printf("\n");
}

void plane(kind k, std::size_t count, int repeats, bench::report &out)
{
    const std::string name = std::string(names2[static_cast<int>(k)]) + " " + std::to_string(count);
    if (!out.wanted(name)) return;
    const std::vector<double> coordinates = cloud(k, count, 2);
    std::vector<flr_vec2> points(count);
    for (std::size_t i = 0; i < count; ++i)
        points[i] = flr_vec2_make(coordinates[2 * i], coordinates[2 * i + 1]);
    const std::size_t times = count < 10000 ? 10000 / count : 1;
    flr_hull2_info info = {};
    auto ours = [&] {
        for (std::size_t i = 0; i < times; ++i) {
            flr_hull2 *h = nullptr;
            if (flr_hull2_create(points.data(), count, nullptr, &h) != FLR_OK) std::exit(1);
            info = flr_hull2_get_info(h);
            flr_hull2_destroy(h);
        }
    };
    std::vector<bench::row> rows;
    rows.emplace_back("Feeler, in the plane", ours);
    rows = out.measure("plane " + name, rows, repeats);
    const double work = static_cast<double>(times * count);
    out.fact("plane " + name, "Feeler, in the plane", "ns a point", 1e9 * rows[0].median() / work);
    out.fact("plane " + name, "Feeler, in the plane", "vertices", info.vertex_count);
    std::printf("\n");
}

}  // namespace

int main(int argc, char **argv)
{
    bench::report out("hull", argc, argv);
    if (!out.good()) return 2;
    const bool quick = out.quick();
    for (kind k : {kind::surface, kind::inside, kind::box, kind::lattice}) {
        for (std::size_t count = 100; count <= (quick ? 10000u : 1000000u); count *= quick ? 10 : 10) {
            const int repeats = quick ? 3 : count > 100000 ? 5 : 9;
            std::printf("%s, %zu points\n", names3[static_cast<int>(k)], count);
            space(k, count, repeats, out);
            std::printf("%s, %zu points\n", names2[static_cast<int>(k)], count);
            plane(k, count, repeats, out);
        }
    }
    return failed ? 1 : 0;
}
