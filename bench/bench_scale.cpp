// How build time, memory and queries grow with the number of triangles: bumpy spheres of a
// thousand to a million triangles, two of them a little apart, then pushed together. And pairs of oblique long
// triangles, which boxes bound badly: lattice girders side by side, sheets of strips that cross.
#include "bench.hpp"
#include "meshes.hpp"

namespace
{

flr_affine3 turned(double x)
{
    // off every symmetry of the sphere
    const fcl::Matrix3d r = fcl::Quaterniond(0.8, 0.2, 0.5, 0.3).normalized().toRotationMatrix();
    return {{{r(0, 0), r(1, 0), r(2, 0)}, {r(0, 1), r(1, 1), r(2, 1)}, {r(0, 2), r(1, 2), r(2, 2)}},
            {x, 0.1, 0.2}};
}

fcl::Transform3d turned_theirs(double x)
{
    fcl::Transform3d t = fcl::Transform3d::Identity();
    t.linear() = fcl::Quaterniond(0.8, 0.2, 0.5, 0.3).normalized().toRotationMatrix();
    t.translation() << x, 0.1, 0.2;
    return t;
}

bool run(std::uint32_t rings, int repeats, bench::report &out)
{
    const bench::soup s = bench::bumpy_sphere(rings);
    const bench::fcl_soup theirs(s);
    const double apart = 2.2, together = 1.9;
    bench::mesh m = bench::make_mesh(s);
    auto t = bench::make_tree(theirs);
    const fcl::Transform3d identity = fcl::Transform3d::Identity();
    const double most = std::numeric_limits<double>::max();
    const std::string name = std::to_string(s.count());
    std::printf("%s triangles\n", name.c_str());

    flr_instance3 a = bench::place(m, flr_affine3_identity());
    flr_instance3 far = bench::place(m, turned(apart)), near = bench::place(m, turned(together));
    flr_closest3_mesh found = {};
    bench::closest found_theirs = {};
    bool meet = false, meet_theirs = false;
    flr_interference3 clash = {};
    const flr_interference3_options options = {1e-6, 0.1};
    auto build = [&] {
        m = bench::make_mesh(s);
        a.mesh = far.mesh = near.mesh = m.get();
    };
    auto distance_theirs = [&] {
        found_theirs = bench::fcl_closest(*t, identity, *t, turned_theirs(apart), most);
    };
    auto distance = [&] {
        found = flr_closest3_mesh_mesh(&a, &far, std::numeric_limits<double>::infinity());
    };
    auto overlap_theirs = [&] {
        meet_theirs = bench::fcl_overlap(*t, identity, *t, turned_theirs(together));
    };
    auto interfere = [&] {
        if (flr_interference3_mesh_mesh(&a, &near, &options, &clash) != FLR_OK) bench::stop("interference");
    };
    std::vector<bench::row> rows;
    rows.emplace_back("FCL build", [&] { t = bench::make_tree(theirs); });
    rows.emplace_back("Feeler build", build, "FCL build");
    rows.emplace_back("Feeler placing, once a pose", [&] { far = bench::place(m, turned(apart)); });
    rows.emplace_back("FCL distance, apart", distance_theirs);
    rows.emplace_back("Feeler distance, apart", distance, "FCL distance, apart");
    rows.emplace_back("FCL overlap, together", overlap_theirs);
    rows.emplace_back(
        "Feeler overlap, together", [&] { meet = flr_overlap3_mesh_mesh(&a, &near); },
        "FCL overlap, together");
    rows.emplace_back("Feeler interference, together", interfere);
    rows = out.measure(name, rows, repeats);
    const flr_mesh3_info info = flr_mesh3_get_info(m.get());
    const double count = static_cast<double>(s.count());
    out.fact(name, "Feeler build", "ns a triangle", 1e9 * rows[1].minimum() / count);
    out.fact(name, "memory beside the mesh", "bytes a triangle",
             static_cast<double>(info.memory_beside_mesh) / count);
    const double difference = std::abs(found.distance - found_theirs.distance);
    std::printf("  distance %.9g (FCL differs by %.2g), together %d (FCL %d), depth %.6g%s\n\n",
                found.distance, difference, meet, meet_theirs, clash.depth,
                clash.flags & FLR_FLAG_DEPTH_LOWER_BOUND ? " (a lower bound)" : "");
    return meet == meet_theirs && meet && clash.kind == FLR_CLASH && difference <= 1e-9;
}

/// A number in [0, 1), the same everywhere.
class numbers
{
  public:
    explicit numbers(std::uint32_t seed) : state_(seed) {}
    double next()
    {
        state_ = state_ * 1664525u + 1013904223u;
        return (state_ >> 8) / 16777216.0;
    }

  private:
    std::uint32_t state_;
};

/// Square bars from z = 0 to z = 2, all oblique: 12 triangles each.
bench::soup girder(int bars, std::uint32_t seed)
{
    const std::uint32_t faces[36] = {0, 1, 3, 0, 3, 2, 4, 7, 5, 4, 6, 7, 0, 4, 5, 0, 5, 1,
                                     2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3};
    bench::soup s;
    numbers n(seed);
    for (int i = 0; i < bars; ++i) {
        double x = 10 * n.next(), y = 10 * n.next(), dx = 4 * n.next() - 2, dy = 4 * n.next() - 2;
        const fcl::Vector3d p(x, y, 0), d(dx, dy, 2), u = 0.01 * d.cross(fcl::Vector3d::UnitX()).normalized(),
                                                      v = d.normalized().cross(u);
        const auto base = static_cast<std::uint32_t>(s.vertices.size() / 3);
        for (int k = 0; k < 8; ++k) {
            const fcl::Vector3d c = p + (k & 4 ? 1 : 0) * d + (k & 1 ? 1 : -1) * u + (k & 2 ? 1 : -1) * v;
            s.vertices.insert(s.vertices.end(), {c.x(), c.y(), c.z()});
        }
        for (std::uint32_t f : faces) s.triangles.push_back(base + f);
    }
    return s;
}

/// The square from -1 to 1 in long oblique strips, a little rippled.
bench::soup sheet(int strips, double slant, std::uint32_t seed)
{
    bench::soup s;
    numbers n(seed);
    for (int i = 0; i < strips; ++i) {
        double from = 2.0 * i / strips - 1, to = 2.0 * (i + 1) / strips - 1, low = 0.01 * n.next(),
               high = 0.01 * n.next();
        const auto b = static_cast<std::uint32_t>(s.vertices.size() / 3);
        s.vertices.insert(s.vertices.end(), {from - slant, -1, low, to - slant, -1, low, to + slant, 1, high,
                                             from + slant, 1, high});
        s.triangles.insert(s.triangles.end(), {b, b + 1, b + 2, b, b + 2, b + 3});
    }
    return s;
}

bool run_oblique(const char *name, bench::soup a, bench::soup b, const fcl::Vector3d &by, int repeats,
                 bench::report &out)
{
    // turned off the axes in their own frame
    fcl::Transform3d at = fcl::Transform3d::Identity(), moved = at;
    const fcl::Matrix3d turn = turned_theirs(0).linear();
    for (bench::soup *s : {&a, &b}) {
        for (std::size_t i = 0; i < s->vertices.size(); i += 3) {
            Eigen::Map<fcl::Vector3d> v(&s->vertices[i]);
            v = (turn * v).eval();
        }
    }
    moved.translation() = turn * by;
    const bench::mesh ma = bench::make_mesh(a), mb = bench::make_mesh(b);
    const auto ta = bench::make_tree(bench::fcl_soup(a)), tb = bench::make_tree(bench::fcl_soup(b));
    flr_affine3 far = flr_affine3_identity();
    far.translation = {moved.translation().x(), moved.translation().y(), moved.translation().z()};
    const flr_instance3 x = bench::place(ma, flr_affine3_identity()), y = bench::place(mb, far);
    const double most = std::numeric_limits<double>::max();
    double distance = 0, distance_theirs = 0;
    bool meet = true, meet_theirs = true;
    std::printf("%s: %zu and %zu triangles\n", name, a.count(), b.count());
    std::vector<bench::row> rows;
    rows.emplace_back("FCL overlap, apart", [&] { meet_theirs = bench::fcl_overlap(*ta, at, *tb, moved); });
    rows.emplace_back(
        "Feeler overlap, apart", [&] { meet = flr_overlap3_mesh_mesh(&x, &y); }, "FCL overlap, apart");
    rows.emplace_back("FCL distance, apart",
                      [&] { distance_theirs = bench::fcl_closest(*ta, at, *tb, moved, most).distance; });
    rows.emplace_back(
        "Feeler distance, apart",
        [&] { distance = flr_closest3_mesh_mesh(&x, &y, std::numeric_limits<double>::infinity()).distance; },
        "FCL distance, apart");
    out.measure(name, rows, repeats);
    std::printf("  distance %.9g (FCL differs by %.2g)\n\n", distance, std::abs(distance - distance_theirs));
    return !meet && !meet_theirs && std::abs(distance - distance_theirs) <= 1e-9;
}

}  // namespace

int main(int argc, char **argv)
{
    bench::report out("scale", argc, argv);
    if (!out.good()) return 2;
    const bool quick = out.quick();
    // 4 * rings * (rings - 1) triangles
    bool good = run(16, quick ? 3 : 15, out);
    good = run(50, quick ? 3 : 15, out) && good;
    good = run_oblique("girders", girder(quick ? 100 : 1000, 1), girder(quick ? 100 : 1000, 2),
                       fcl::Vector3d(0.1, 0.2, 2.05), quick ? 3 : 5, out) &&
           good;
    good = run_oblique("sheets", sheet(quick ? 100 : 1000, 0.7, 3), sheet(quick ? 100 : 1000, -0.6, 4),
                       fcl::Vector3d(0, 0, 0.04), quick ? 3 : 5, out) &&
           good;
    if (quick) return good ? 0 : 1;
    good = run(158, 7, out) && good;
    good = run(500, 3, out) && good;
    return good ? 0 : 1;
}
