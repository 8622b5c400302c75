// The inner work of `feeler check --clearance` on whole assemblies, against FCL: trees over all
// meshes, then how close every pair comes whose boxes come within the clearance.
#include <algorithm>
#include <atomic>
#include <cstring>

#include "bench.hpp"
#include "files.hpp"
#include "threads.hpp"

namespace
{

struct part {
    std::size_t mesh;  ///< of the file
    std::size_t tree;  ///< of FCL: meshes under a pose that is not rigid have one of their own
    flr_affine3 pose;
    fcl::Transform3d rigid;
};

struct assembly {
    std::vector<bench::soup> meshes, rigid_meshes;
    std::vector<part> parts;
    std::size_t triangles = 0;
};

/// FCL places trees by rigid motions only. So a pose is taken apart into a rotation and what is
/// left; where that is more than rounding, the mesh is carried over beforehand.
void set_rigid(assembly &a, part &p, std::vector<std::pair<std::size_t, fcl::Matrix3d>> &rests)
{
    fcl::Matrix3d linear;
    linear << p.pose.linear.x.x, p.pose.linear.y.x, p.pose.linear.z.x, p.pose.linear.x.y, p.pose.linear.y.y,
        p.pose.linear.z.y, p.pose.linear.x.z, p.pose.linear.y.z, p.pose.linear.z.z;
    Eigen::JacobiSVD<fcl::Matrix3d> svd(linear, Eigen::ComputeFullU | Eigen::ComputeFullV);
    fcl::Matrix3d rotation = svd.matrixU() * svd.matrixV().transpose();
    if (rotation.determinant() < 0) rotation = -rotation;
    fcl::Matrix3d rest = rotation.transpose() * linear;
    if ((rest - fcl::Matrix3d::Identity()).norm() < 1e-5) rest.setIdentity();
    p.rigid.setIdentity();
    p.rigid.linear() = rotation;
    p.rigid.translation() << p.pose.translation.x, p.pose.translation.y, p.pose.translation.z;
    for (p.tree = 0; p.tree < rests.size(); ++p.tree) {
        if (rests[p.tree].first == p.mesh && rests[p.tree].second == rest) return;
    }
    rests.emplace_back(p.mesh, rest);
    bench::soup s = a.meshes[p.mesh];
    for (std::size_t i = 0; i < s.vertices.size(); i += 3) {
        Eigen::Map<fcl::Vector3d> v(&s.vertices[i]);
        v = (rest * v).eval();
    }
    a.rigid_meshes.push_back(s);
}

void read(const char *path, assembly &a)
{
    model m = bench::read_model(path);
    for (std::size_t i = 0; i < m.mesh_count; ++i) a.meshes.push_back(bench::to_soup(m.meshes[i]));
    std::vector<std::pair<std::size_t, fcl::Matrix3d>> rests;
    for (std::size_t i = 0; i < m.part_count; ++i) {
        const double *t = m.parts[i].transform;
        part p = {};
        p.mesh = m.parts[i].mesh;
        p.pose = {{{t[0], t[4], t[8]}, {t[1], t[5], t[9]}, {t[2], t[6], t[10]}}, {t[3], t[7], t[11]}};
        set_rigid(a, p, rests);
        a.parts.push_back(p);
        a.triangles += m.meshes[p.mesh].triangle_count;
    }
    model_free(&m);
}

struct state {
    std::vector<bench::mesh> meshes;
    std::vector<std::shared_ptr<bench::tree>> trees;
    std::vector<flr_instance3> instances;
    std::vector<flr_index_pair> pairs;
    std::vector<bench::closest> ours, theirs;
};

void find_pairs(const assembly &a, double clearance, state &s)
{
    for (const bench::soup &m : a.meshes) s.meshes.push_back(bench::make_mesh(m));
    std::vector<flr_aabb3> boxes;
    for (const part &p : a.parts) {
        s.instances.push_back(bench::place(s.meshes[p.mesh], p.pose));
        boxes.push_back(s.instances.back().bounds);
    }
    flr_index_pair *pairs = nullptr;
    std::size_t count = 0;
    if (flr_pairs3_aabb(boxes.data(), boxes.size(), clearance, nullptr, &pairs, &count) != FLR_OK) {
        bench::stop("no pairs");
    }
    s.pairs.assign(pairs, pairs + count);
    flr_pairs3_release(nullptr, pairs, count);
    s.ours.resize(count);
    s.theirs.resize(count);
}

/// Both sides found the same, but for pairs that lie on the very limit.
bool agree(const state &s, double clearance, double diagonal)
{
    std::size_t found_ours = 0, found_theirs = 0;
    double sum_ours = 0, sum_theirs = 0, worst = 0;
    const double rounding = 1e-6 * diagonal;
    for (std::size_t i = 0; i < s.pairs.size(); ++i) {
        const bench::closest &o = s.ours[i], &t = s.theirs[i];
        found_ours += o.found;
        found_theirs += t.found;
        sum_ours += o.distance;
        sum_theirs += t.distance;
        double difference = std::abs((o.found ? o.distance : clearance) - (t.found ? t.distance : clearance));
        worst = std::max(worst, difference);
    }
    std::printf("  within the clearance: %zu pairs (FCL %zu); sum of distances %.6f (FCL %.6f); "
                "greatest difference %.2g\n",
                found_ours, found_theirs, sum_ours, sum_theirs, worst);
    if (worst <= rounding) return true;
    std::printf("  DISAGREE: a difference above %.2g\n", rounding);
    return false;
}

bool run(const char *path, double clearance, int repeats, bench::report &out)
{
    if (!bench::there(path)) return true;
    assembly a;
    read(path, a);
    state s;
    find_pairs(a, clearance, s);
    const char *slash = std::strrchr(path, '/');
    std::string name = slash ? slash + 1 : path;
    std::size_t unique = 0, beside = 0;
    flr_aabb3 bounds = s.instances[0].bounds;
    for (const bench::mesh &m : s.meshes) {
        flr_mesh3_info info = flr_mesh3_get_info(m.get());
        unique += info.triangle_count;
        beside += info.memory_beside_mesh;
    }
    for (const flr_instance3 &i : s.instances) {
        bounds = {flr_min3(bounds.min, i.bounds.min), flr_max3(bounds.max, i.bounds.max)};
    }
    std::printf("%s: %zu parts of %zu meshes, %zu triangles (%zu stored), clearance %g, %zu pairs near\n",
                name.c_str(), a.parts.size(), a.meshes.size(), a.triangles, unique, clearance,
                s.pairs.size());

    std::vector<bench::fcl_soup> fcl_meshes(a.rigid_meshes.begin(), a.rigid_meshes.end());
    s.trees.resize(fcl_meshes.size());
    const double diagonal = flr_length3(flr_sub3(bounds.max, bounds.min));
    const flr_interference3_options options = {1e-6 * diagonal, clearance};
    std::vector<std::size_t> largest_first(a.meshes.size());
    for (std::size_t i = 0; i < a.meshes.size(); ++i) largest_first[i] = i;
    std::sort(largest_first.begin(), largest_first.end(),
              [&](std::size_t i, std::size_t j) { return a.meshes[i].count() > a.meshes[j].count(); });
    auto build = [&](unsigned threads) {
        bench::in_parallel(a.meshes.size(), threads, [&](std::size_t i, const flr_parallel *others) {
            std::size_t mesh = largest_first[i];
            s.meshes[mesh] = bench::make_mesh(a.meshes[mesh], others);
        });
    };
    auto place_all = [&](const bench::crew &crew) {
        crew.each(a.parts.size(), [&](std::size_t i) {
            s.instances[i] = bench::place(s.meshes[a.parts[i].mesh], a.parts[i].pose);
        });
    };
    auto query = [&](unsigned threads) {
        bench::with_crew(threads, [&](const bench::crew &crew) {
            place_all(crew);
            crew.each(s.pairs.size(), [&](std::size_t i) {
                flr_index_pair p = s.pairs[i];
                flr_closest3_mesh c = flr_closest3_mesh_mesh(&s.instances[p.a], &s.instances[p.b], clearance);
                s.ours[i] = {c.found, c.distance};
            });
        });
    };
    std::atomic<std::size_t> kinds[FLR_CONTAINED + 1];
    auto interfere = [&](unsigned threads) {
        for (auto &k : kinds) k = 0;
        bench::with_crew(threads, [&](const bench::crew &crew) {
            place_all(crew);
            crew.each(s.pairs.size(), [&](std::size_t i) {
                flr_index_pair p = s.pairs[i];
                flr_interference3 found;
                flr_status status =
                    flr_interference3_mesh_mesh(&s.instances[p.a], &s.instances[p.b], &options, &found);
                if (status != FLR_OK) bench::stop(flr_status_string(status));
                ++kinds[found.kind];
            });
        });
    };
    auto build_theirs = [&] {
        for (std::size_t i = 0; i < fcl_meshes.size(); ++i) s.trees[i] = bench::make_tree(fcl_meshes[i]);
    };
    auto query_theirs = [&] {
        for (std::size_t i = 0; i < s.pairs.size(); ++i) {
            const part &p = a.parts[s.pairs[i].a], &q = a.parts[s.pairs[i].b];
            s.theirs[i] = bench::fcl_closest(*s.trees[p.tree], p.rigid, *s.trees[q.tree], q.rigid, clearance);
        }
    };
    const std::string distance = "Feeler distance, cut at the clearance",
                      interference = "Feeler interference (kind, depth, place)";
    std::vector<bench::row> rows;
    rows.emplace_back("FCL build, one OBBRSS tree a mesh", build_theirs);
    rows.emplace_back(
        "Feeler build", [&] { build(1); }, "FCL build, one OBBRSS tree a mesh");
    rows.emplace_back(
        "Feeler build, 2 threads", [&] { build(2); }, "Feeler build");
    rows.emplace_back("FCL distance, cut at the clearance", query_theirs);
    rows.emplace_back("Feeler placing, part of the rows below", [&] { place_all(bench::crew(nullptr)); });
    rows.emplace_back(
        distance, [&] { query(1); }, "FCL distance, cut at the clearance");
    rows.emplace_back(
        "Feeler distance, 2 threads", [&] { query(2); }, distance);
    rows.emplace_back(
        interference, [&] { interfere(1); }, "FCL distance, cut at the clearance");
    rows.emplace_back(
        "Feeler interference, 2 threads", [&] { interfere(2); }, interference);
    out.measure(name, rows, repeats);
    out.fact(name, "memory beside the mesh", "bytes a triangle",
             static_cast<double>(beside) / static_cast<double>(unique));
    std::printf("  interference: %zu clash, %zu contained, %zu touch, %zu clearance\n",
                kinds[FLR_CLASH].load(), kinds[FLR_CONTAINED].load(), kinds[FLR_TOUCH].load(),
                kinds[FLR_CLEARANCE].load());
    bool good = agree(s, clearance, diagonal);
    std::printf("\n");
    return good;
}

}  // namespace

int main(int argc, char **argv)
{
    bench::report out("check", argc, argv);
    if (!out.good()) return 2;
    const std::string data = argv[2];
    const int repeats = out.quick() ? 3 : 15;
    bool good = run(argv[1], 0.1, repeats, out);
    good = run((data + "/assemblies/cycloidal.glb").c_str(), 0.1, repeats, out) && good;
    good = run((data + "/assemblies/2CylinderEngine.glb").c_str(), 0.1, repeats, out) && good;
    return good ? 0 : 1;
}
