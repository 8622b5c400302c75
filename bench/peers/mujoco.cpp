// MuJoCo (double precision): mj_geomDistance, which tells distances and depths of convex geoms, and its function for two
// boxes. All solids of a scene are geoms of one model, and where a pair stands is written before each question.
#include "../peer.hpp"

#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>

#include <mujoco/mujoco.h>

namespace bench
{
namespace
{

void add(mjSpec *spec, const solid3 &s, size_t number)
{
    const std::string name = "mesh" + std::to_string(number);
    const char *const mesh_name = name.c_str();
    mjsGeom *g = mjs_addGeom(mjs_findBody(spec, "world"), nullptr);
    if (s.is == solid3::kind::box) {
        g->type = mjGEOM_BOX;
        g->size[0] = double(s.half.x), g->size[1] = double(s.half.y), g->size[2] = double(s.half.z);
    } else if (s.is == solid3::kind::capsule) {
        g->type = mjGEOM_CAPSULE;
        g->size[0] = s.radius, g->size[1] = double(s.half.z);
    } else {
        mjsMesh *m = mjs_addMesh(spec, nullptr);
        std::vector<float> vertices;
        for (flr_vec3 p : s.points)
            for (flr_real x : {p.x, p.y, p.z}) vertices.push_back(float(x));
        mjs_setName(m->element, mesh_name);
        mjs_setFloat(m->uservert, vertices.data(), int(vertices.size()));
        m->inertia = mjMESH_INERTIA_CONVEX;
        g->type = mjGEOM_MESH;
        mjs_setString(g->meshname, mesh_name);
    }
}

/// The solids of the pairs that are prepared together; compiled when the first of them is asked.
struct world {
    std::vector<const solid3 *> solids;
    mjModel *model = nullptr;
    mjData *data = nullptr;

    ~world()
    {
        mj_deleteData(data);
        mj_deleteModel(model);
    }
    int geom_of(const solid3 *s)
    {
        size_t i = 0;
        while (i < solids.size() && solids[i] != s) ++i;
        if (i == solids.size()) solids.push_back(s);
        return int(i);
    }
    void compile()
    {
        mjSpec *spec = mj_makeSpec();
        for (size_t i = 0; i < solids.size(); ++i) add(spec, *solids[i], i);
        model = mj_compile(spec, nullptr);
        if (!model) throw std::runtime_error(mjs_getError(spec));
        mj_deleteSpec(spec);
        data = mj_makeData(model);
    }
};

class pair_of final : public prepared
{
  public:
    explicit pair_of(const pair3 &p) : place_{p.at_a, p.at_b}
    {
        static std::shared_ptr<world> current;
        if (!current || current->model) current = std::make_shared<world>();
        world_ = current;
        geom_[0] = world_->geom_of(p.a);
        geom_[1] = world_->geom_of(p.b);
    }
    double answer(question q, bool) override
    {
        if (!ready_) settle();
        mjModel *m = world_->model;
        mjData *d = world_->data;
        for (int i = 0; i < 2; ++i) {
            std::memcpy(d->geom_xpos + 3 * geom_[i], at_[i].position, sizeof at_[i].position);
            std::memcpy(d->geom_xmat + 9 * geom_[i], at_[i].rows, sizeof at_[i].rows);
        }
        if (q == question::manifold) {
            mjPreContact found[mjMAXCONPAIR];
            int count = mjCOLLISIONFUNC[mjGEOM_BOX][mjGEOM_BOX](m, d, found, geom_[0], geom_[1], 0);
            double most = 0;
            for (int i = 0; i < count; ++i) most = std::fmax(most, -found[i].dist);
            return most;
        }
        double found = mj_geomDistance(m, d, geom_[0], geom_[1], q == question::depth ? 0 : 1e9, nullptr);
        return q == question::depth ? -found : found;
    }

  private:
    struct placed {
        mjtNum position[3], rows[9];
    };
    void settle()
    {
        if (!world_->model) world_->compile();
        for (int i = 0; i < 2; ++i) write(place_[i], geom_[i], at_[i]);
        ready_ = true;
    }
    /// Geoms of meshes are about their centre and turned to their axes of inertia.
    void write(const place3 &p, int geom, placed &out) const
    {
        const flr_mat3 &m = p.axes;
        const mjtNum rows[9] = {double(m.x.x), double(m.y.x), double(m.z.x), double(m.x.y), double(m.y.y),
                                double(m.z.y), double(m.x.z), double(m.y.z), double(m.z.z)};
        mjtNum own[9], shift[3];
        mju_quat2Mat(own, world_->model->geom_quat + 4 * geom);
        mju_mulMatMat(out.rows, rows, own, 3, 3, 3);
        mju_mulMatVec(shift, rows, world_->model->geom_pos + 3 * geom, 3, 3);
        const mjtNum at[3] = {double(p.at.x), double(p.at.y), double(p.at.z)};
        for (int k = 0; k < 3; ++k) out.position[k] = at[k] + shift[k];
    }

    std::shared_ptr<world> world_;
    place3 place_[2];
    int geom_[2];
    placed at_[2];
    bool ready_ = false;
};

bool able(question q, const pair3 &p)
{
    if (!p.a->common() || !p.b->common()) return false;
    bool boxes = p.a->is == solid3::kind::box && p.b->is == solid3::kind::box;
    bool capsule = p.a->is == solid3::kind::capsule || p.b->is == solid3::kind::capsule;
    // of a capsule and a box it tells contacts up to the distance asked for
    return q == question::distance || (q == question::depth && !capsule) ||
           (q == question::manifold && boxes);
}

}  // namespace

peer<pair3> mujoco()
{
    return {"MuJoCo", able,
            [](const pair3 &p) -> std::unique_ptr<prepared> { return std::make_unique<pair_of>(p); }};
}

}  // namespace bench
