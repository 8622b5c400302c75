// Overlap and distance of FCL's own test pair, env.obj and rob.obj, over 2,000 poses.
#include <cinttypes>

#include "bench.hpp"
#include "files.hpp"
#include "threads.hpp"

namespace
{

struct poses {
    std::vector<flr_affine3> ours;
    std::vector<fcl::Transform3d> theirs;
};

poses read_poses(const std::string &path)
{
    poses p;
    std::FILE *f = std::fopen(path.c_str(), "r");
    if (!f) bench::stop("the poses cannot be read");
    char line[512];
    while (std::fgets(line, sizeof line, f)) {
        double x, y, z, w, i, j, k;
        if (std::sscanf(line, "%*d,%lf,%lf,%lf,%lf,%lf,%lf,%lf", &x, &y, &z, &w, &i, &j, &k) != 7) continue;
        fcl::Matrix3d r = fcl::Quaterniond(w, i, j, k).normalized().toRotationMatrix();
        fcl::Transform3d t = fcl::Transform3d::Identity();
        t.linear() = r;
        t.translation() << x, y, z;
        p.theirs.push_back(t);
        p.ours.push_back(
            {{{r(0, 0), r(1, 0), r(2, 0)}, {r(0, 1), r(1, 1), r(2, 1)}, {r(0, 2), r(1, 2), r(2, 2)}},
             {x, y, z}});
    }
    std::fclose(f);
    return p;
}

bench::soup read_mesh(const std::string &path)
{
    model m = bench::read_model(path);
    bench::soup s = bench::to_soup(m.meshes[0]);
    model_free(&m);
    return s;
}

struct answers {
    std::vector<char> overlap;
    std::vector<double> distance;
    explicit answers(std::size_t count) : overlap(count), distance(count) {}
};

bool agree(const answers &ours, const answers &theirs)
{
    std::size_t different = 0, overlapping = 0;
    double worst = 0, sum = 0;
    for (std::size_t i = 0; i < ours.overlap.size(); ++i) {
        different += ours.overlap[i] != theirs.overlap[i];
        overlapping += ours.overlap[i] != 0;
        sum += ours.distance[i];
        worst = std::max(worst, std::abs(ours.distance[i] - theirs.distance[i]));
    }
    std::printf(
        "  %zu poses, %zu overlapping, %zu judged differently by FCL; sum of distances %.6f, greatest "
        "difference %.2g\n\n",
        ours.overlap.size(), overlapping, different, sum, worst);
    return different == 0 && worst <= 1e-6 * sum / static_cast<double>(ours.overlap.size());
}

bool run(const std::string &data, int repeats, bench::report &out)
{
    const std::string folder = data + "/fcl/";
    if (!bench::there(folder + "rob_poses.csv")) return true;
    const bench::soup env = read_mesh(folder + "env.obj"), rob = read_mesh(folder + "rob.obj");
    const poses p = read_poses(folder + "rob_poses.csv");
    const std::size_t count = p.ours.size();
    const bench::mesh env_mesh = bench::make_mesh(env), rob_mesh = bench::make_mesh(rob);
    const auto env_tree = bench::make_tree(bench::fcl_soup(env)),
               rob_tree = bench::make_tree(bench::fcl_soup(rob));
    const fcl::Transform3d identity = fcl::Transform3d::Identity();
    const flr_instance3 fixed = bench::place(env_mesh, flr_affine3_identity());
    answers ours(count), theirs(count);
    std::printf("env.obj (%zu triangles) and rob.obj (%zu), %zu poses\n", env.count(), rob.count(), count);

    const double any = std::numeric_limits<double>::infinity();
    auto overlap = [&](std::size_t i) {
        flr_instance3 moved = bench::place(rob_mesh, p.ours[i]);
        ours.overlap[i] = flr_overlap3_mesh_mesh(&fixed, &moved);
    };
    auto distance = [&](std::size_t i) {
        flr_instance3 moved = bench::place(rob_mesh, p.ours[i]);
        ours.distance[i] = flr_closest3_mesh_mesh(&fixed, &moved, any).distance;
    };
    auto overlap_theirs = [&](std::size_t i) {
        theirs.overlap[i] = bench::fcl_overlap(*env_tree, identity, *rob_tree, p.theirs[i]);
    };
    auto distance_theirs = [&](std::size_t i) {
        double most = std::numeric_limits<double>::max();
        theirs.distance[i] = bench::fcl_closest(*env_tree, identity, *rob_tree, p.theirs[i], most).distance;
    };
    auto both = [&](std::size_t i) {
        overlap(i);
        distance(i);
    };
    auto both_theirs = [&](std::size_t i) {
        overlap_theirs(i);
        distance_theirs(i);
    };
    auto all = [count](unsigned threads, const std::function<void(std::size_t)> &work) {
        return [=] {
            bench::in_parallel(count, threads, [&](std::size_t i, const flr_parallel *) { work(i); });
        };
    };
    std::vector<bench::row> rows;
    rows.emplace_back("FCL overlap", all(1, overlap_theirs));
    rows.emplace_back("Feeler overlap", all(1, overlap), "FCL overlap");
    rows.emplace_back("FCL distance", all(1, distance_theirs));
    rows.emplace_back("Feeler distance", all(1, distance), "FCL distance");
    rows.emplace_back("FCL overlap and distance", all(1, both_theirs));
    rows.emplace_back("Feeler overlap and distance", all(1, both), "FCL overlap and distance");
    rows.emplace_back("Feeler overlap and distance, 2 threads", all(2, both), "Feeler overlap and distance");
    out.measure("env-rob", rows, repeats);
    return agree(ours, theirs);
}

}  // namespace

int main(int argc, char **argv)
{
    bench::report out("poses", argc, argv);
    if (!out.good()) return 2;
    return run(argv[2], out.quick() ? 3 : 15, out) ? 0 : 1;
}
