// Coal (double precision), with its default search; warm: with the guess and the support points that it gave back.
#include "../peer.hpp"

#include <coal/collision.h>
#include <coal/contact_patch.h>
#include <coal/distance.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>

namespace bench
{
namespace
{

coal::Vec3s vector(flr_vec3 v) { return {double(v.x), double(v.y), double(v.z)}; }
coal::Transform3s transform(const place3 &p)
{
    coal::Matrix3s m;
    m.col(0) = vector(p.axes.x);
    m.col(1) = vector(p.axes.y);
    m.col(2) = vector(p.axes.z);
    return {m, vector(p.at)};
}

struct shape {
    std::unique_ptr<coal::ShapeBase> held;
};

void make(const solid3 &s, shape &x)
{
    if (s.is == solid3::kind::box) {
        x.held = std::make_unique<coal::Box>(coal::Vec3s(2 * vector(s.half)));
    } else if (s.is == solid3::kind::capsule) {
        x.held = std::make_unique<coal::Capsule>(s.radius, 2 * double(s.half.z));
    } else if (s.is == solid3::kind::sphere) {
        x.held = std::make_unique<coal::Sphere>(s.radius);
    } else if (s.is == solid3::kind::cylinder) {
        x.held = std::make_unique<coal::Cylinder>(s.radius, 2 * double(s.half.z));
    } else if (s.is == solid3::kind::flat) {
        x.held =
            std::make_unique<coal::TriangleP>(vector(s.points[0]), vector(s.points[1]), vector(s.points[2]));
    } else {
        flr_polyhedron3 p = flr_hull3_polyhedron(s.hull);
        auto points = std::make_shared<std::vector<coal::Vec3s>>();
        for (size_t i = 0; i < p.vertex_count; ++i) points->push_back(vector(p.vertices[i]));
        auto faces = std::make_shared<std::vector<coal::Triangle>>();
        for (size_t i = 0; i < p.face_count; ++i)
            for (uint32_t k = p.first[i] + 1; k + 1 < p.first[i + 1]; ++k)
                faces->emplace_back(p.indices[p.first[i]], p.indices[k], p.indices[k + 1]);
        x.held = std::make_unique<coal::Convex<coal::Triangle>>(points, unsigned(points->size()), faces,
                                                                unsigned(faces->size()));
    }
    x.held->computeLocalAABB();
}

class pair_of final : public prepared
{
  public:
    explicit pair_of(const pair3 &p)
        : a_(*known_shape(*p.a, make).held), b_(*known_shape(*p.b, make).held),
          at_a_(transform(p.at_a)), at_b_{transform(p.at_b), transform(p.next)}, patch_(&a_, &b_)
    {
        collide_.enable_contact = patch_collide_.enable_contact = true;
        yes_or_no_.enable_contact = false;
        kept_.gjk_initial_guess = coal::GJKInitialGuess::CachedGuess;
    }
    double answer(question q, bool moved) override
    {
        const coal::Transform3s &at_b = at_b_[moved];
        switch (q) {
        case question::distance: {
            coal::DistanceResult r;
            return coal::distance(&a_, at_a_, &b_, at_b, distance_, r);
        }
        case question::warm_distance: {
            coal::DistanceResult r;
            double d = coal::distance(&a_, at_a_, &b_, at_b, kept_, r);
            kept_.updateGuess(r);
            return d;
        }
        case question::overlap: {
            coal::CollisionResult r;
            return double(coal::collide(&a_, at_a_, &b_, at_b, yes_or_no_, r) > 0);
        }
        case question::depth: {
            coal::CollisionResult r;
            if (coal::collide(&a_, at_a_, &b_, at_b, collide_, r) == 0) return double(NAN);
            return -r.getContact(0).penetration_depth;
        }
        default: {
            coal::CollisionResult r;
            if (coal::collide(&a_, at_a_, &b_, at_b, patch_collide_, r) == 0) return 0;
            coal::ContactPatchResult patches;
            patch_(at_a_, at_b, r, patch_request_, patches);
            return -r.getContact(0).penetration_depth;
        }
        }
    }

  private:
    coal::ShapeBase &a_, &b_;
    coal::Transform3s at_a_, at_b_[2];
    coal::DistanceRequest distance_, kept_;
    coal::CollisionRequest collide_, patch_collide_, yes_or_no_;
    coal::ContactPatchRequest patch_request_;
    coal::ComputeContactPatch patch_;
};

bool able(question q, const pair3 &p)
{
    auto known = [](const solid3 &s) {
        return s.is != solid3::kind::mesh && !(s.is == solid3::kind::flat && s.points.size() > 3);
    };
    if (!known(*p.a) || !known(*p.b) || q == question::ray) return false;
    return q != question::cast && q != question::time_of_touch && q != question::warm_manifold;
}

}  // namespace

peer<pair3> coal()
{
    return {"Coal", able,
            [](const pair3 &p) -> std::unique_ptr<prepared> { return std::make_unique<pair_of>(p); }};
}

}  // namespace bench
