// openGJK, which knows points in world only, so that placing them is part of each question. Its precision is that of the build
// (USE_32BITS).
#include "../peer.hpp"

#include <openGJK/openGJK.h>

namespace bench
{
namespace
{

/// Points in their own frame, and where they are written when they are placed.
struct points {
    std::vector<gkFloat> own, world;
    std::vector<gkFloat *> rows;

    explicit points(const solid3 &s) : world(3 * s.points.size())
    {
        for (flr_vec3 p : s.points)
            for (flr_real x : {p.x, p.y, p.z}) own.push_back(gkFloat(x));
        for (size_t i = 0; i < s.points.size(); ++i) rows.push_back(&world[3 * i]);
    }
    void place(const gkFloat (&m)[12])
    {
        for (size_t i = 0; i < world.size(); i += 3) {
            const gkFloat x = own[i], y = own[i + 1], z = own[i + 2];
            for (size_t k = 0; k < 3; ++k)
                world[i + k] = m[4 * k] * x + m[4 * k + 1] * y + m[4 * k + 2] * z + m[4 * k + 3];
        }
    }
    gkPolytope polytope()
    {
        gkPolytope p{};
        p.numpoints = int(rows.size());
        p.coord = rows.data();
        for (int k = 0; k < 3; ++k) p.s[k] = world[size_t(k)];
        return p;
    }
};

class pair_of final : public prepared
{
  public:
    explicit pair_of(const pair3 &p) : a_(*p.a), b_(*p.b)
    {
        write(p.at_a, at_a_);
        write(p.at_b, at_b_);
    }
    double answer(question, bool) override
    {
        a_.place(at_a_);
        b_.place(at_b_);
        gkSimplex s;
        s.nvrtx = 0;
        return double(compute_minimum_distance(a_.polytope(), b_.polytope(), &s));
    }

  private:
    static void write(const place3 &p, gkFloat (&m)[12])
    {
        const flr_vec3 columns[4] = {p.axes.x, p.axes.y, p.axes.z, p.at};
        for (size_t k = 0; k < 4; ++k) {
            m[k] = gkFloat(columns[k].x);
            m[4 + k] = gkFloat(columns[k].y);
            m[8 + k] = gkFloat(columns[k].z);
        }
    }

    points a_, b_;
    gkFloat at_a_[12], at_b_[12];
};

bool able(question q, const pair3 &p)
{
    auto pointed = [](const solid3 *s) { return s->radius == 0 && s->is != solid3::kind::mesh; };
    return q == question::distance && pointed(p.a) && pointed(p.b);
}

}  // namespace

peer<pair3> opengjk()
{
    return {sizeof(gkFloat) == sizeof(float) ? "openGJK in float" : "openGJK", able,
            [](const pair3 &p) -> std::unique_ptr<prepared> { return std::make_unique<pair_of>(p); }};
}

}  // namespace bench
