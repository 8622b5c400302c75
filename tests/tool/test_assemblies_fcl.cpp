/// All pairs of parts of real assemblies, read by the tool's own reader: meeting and distance up to
/// a clearance against FCL, which is given the very same world triangles; where the two disagree,
/// exact rationals decide.
// needs: fcl gmp
// optimised: (FCL's functions are in its headers)
extern "C" {
#include "model.h"
}

#include "support/fcl_part.hpp"
#include "support/load.hpp"
#include "support/poses.hpp"

namespace TEST_FILE
{
namespace
{

const std::string data = FEELER_SHARED_DATA "/assemblies/";

struct assembly {
    std::vector<mesh_handle> meshes;
    std::vector<flr_instance3> parts;
    std::vector<std::vector<flr_triangle3>> world;
    std::vector<std::shared_ptr<fcl_model>> fcl;
    double size = 0;

    explicit assembly(const std::string &path)
    {
        model m = {};
        tool_error error = {};
        read_limits limits = read_limits_default();
        if (!model_read_file(&m, path.c_str(), &limits, &error)) throw std::runtime_error(error.message);
        try {
            take(m);
        } catch (...) {
            model_free(&m);
            throw;
        }
        model_free(&m);
    }

    void take(const model &m)
    {
        for (size_t i = 0; i < m.mesh_count; ++i) {
            flr_mesh3_input in = {m.meshes[i].vertices, m.meshes[i].vertex_count, m.meshes[i].triangles,
                                  m.meshes[i].triangle_count, -1};
            flr_mesh3 *mesh = nullptr;
            must(flr_mesh3_create(&in, nullptr, &mesh), m.meshes[i].name);
            meshes.emplace_back(mesh, flr_mesh3_destroy);
        }
        for (size_t i = 0; i < m.part_count; ++i) {
            const double *x = m.parts[i].transform;
            flr_affine3 pose =
                affine({x[0], x[1], x[2], x[4], x[5], x[6], x[8], x[9], x[10]}, vec(x[3], x[7], x[11]));
            flr_instance3 at;
            must(flr_instance3_make(meshes[m.parts[i].mesh].get(), pose, &at), m.parts[i].name);
            parts.push_back(at);
            world.emplace_back();
            size_t count = m.meshes[m.parts[i].mesh].triangle_count;
            for (size_t k = 0; k < count; ++k) {
                flr_triangle3 t = flr_mesh3_triangle(at.mesh, k);
                world.back().push_back({flr_affine3_point(pose, t.a), flr_affine3_point(pose, t.b),
                                        flr_affine3_point(pose, t.c)});
                for (auto &p : {t.a, t.b, t.c})
                    size = std::max(size, flr_length3(flr_affine3_point(pose, p)));
            }
            fcl.push_back(fcl_of(world.back()));
        }
    }
};

/// The clearance is a part of the size of the whole.
void all_pairs(tally &t, const char *file, double part_of_size, size_t part_count)
{
    assembly s(data + file);
    double limit = part_of_size * s.size;
    t.expect(s.parts.size() == part_count, "%s: %zu parts", file, s.parts.size());
    agreement sum;
    for (size_t i = 0; i < s.parts.size(); ++i)
        for (size_t k = i + 1; k < s.parts.size(); ++k) {
            flr_aabb3 a = s.parts[i].bounds, b = s.parts[k].bounds;
            bool far = false;
            for (int axis = 0; axis < 3; ++axis)
                far = far || (&a.min.x)[axis] > (&b.max.x)[axis] + limit ||
                      (&b.min.x)[axis] > (&a.max.x)[axis] + limit;
            flr_closest3_mesh c;
            verdict mine = ask_feeler(s.parts[i], s.parts[k], limit, &c);
            if (far) {
                t.expect(!mine.meet && mine.distance < 0, "%s: parts %zu and %zu are far apart", file, i, k);
                continue;
            }
            char name[100];
            std::snprintf(name, sizeof name, "%s: parts %zu and %zu", file, i, k);
            fcl::Transform3d one = fcl::Transform3d::Identity();
            verdict theirs = ask_fcl(*s.fcl[i], one, *s.fcl[k], one, limit);
            compare_with_fcl(t, name, s.world[i], s.world[k], mine, theirs, limit, 1e-13 * s.size, &sum);
        }
    sum.print(file);
    t.expect(sum.meet > 0 && sum.meet < sum.all, "%s: pairs of one kind only", file);
}

void box_sides(tally &t) { all_pairs(t, "box_sides.glb", 0.1, 10); }
void cycloidal(tally &t) { all_pairs(t, "cycloidal.glb", 0.002, 72); }
void engine(tally &t) { all_pairs(t, "2CylinderEngine.glb", 0.002, 67); }

}  // namespace

static test_ready assemblies()
{
    if (file_exists(data + "cycloidal.glb")) return TESTS_RUN;
    std::printf("skipped: the assemblies of ../shared/data are not there\n");
    return TESTS_SKIPPED;
}

FEELER_TESTS_WITH(assemblies, nullptr, nullptr, FEELER_TEST(box_sides), FEELER_TEST(cycloidal),
                  FEELER_TEST(engine))

}  // namespace TEST_FILE
