// The peers that this build was told of, and what all of them need.
#include <cmath>

#include "../peer.hpp"

namespace bench
{

#ifdef FEELER_HAVE_BOX3D
peer<pair3> box3d();
#endif
#ifdef FEELER_HAVE_JOLT
peer<pair3> jolt();
#endif
#ifdef FEELER_HAVE_MUJOCO
peer<pair3> mujoco();
#endif
#ifdef FEELER_HAVE_OPENGJK
peer<pair3> opengjk();
#endif
#ifdef FEELER_HAVE_COAL
peer<pair3> coal();
#endif
#ifdef FEELER_HAVE_BOX2D3
peer<pair2> box2d3();
#endif

std::vector<peer<pair3>> outside_peers3()
{
    std::vector<peer<pair3>> all;
#ifdef FEELER_HAVE_BOX3D
    all.push_back(box3d());
#endif
#ifdef FEELER_HAVE_JOLT
    all.push_back(jolt());
#endif
#ifdef FEELER_HAVE_MUJOCO
    all.push_back(mujoco());
#endif
#ifdef FEELER_HAVE_OPENGJK
    all.push_back(opengjk());
#endif
#ifdef FEELER_HAVE_COAL
    all.push_back(coal());
#endif
    return all;
}

std::vector<peer<pair2>> outside_peers2()
{
    std::vector<peer<pair2>> all;
#ifdef FEELER_HAVE_BOX2D3
    all.push_back(box2d3());
#endif
    return all;
}

turn4 turn_of(const flr_mat3 &m)
{
    // the largest of the four squares is at least a quarter
    double xx = double(m.x.x), yy = double(m.y.y), zz = double(m.z.z);
    double a = double(m.y.z) - double(m.z.y), b = double(m.z.x) - double(m.x.z),
           c = double(m.x.y) - double(m.y.x);
    double d = double(m.y.x) + double(m.x.y), e = double(m.z.x) + double(m.x.z),
           f = double(m.z.y) + double(m.y.z);
    turn4 q;
    if (xx + yy + zz >= 0)
        q = {1 + xx + yy + zz, a, b, c};
    else if (xx >= yy && xx >= zz)
        q = {a, 1 + xx - yy - zz, d, e};
    else if (yy >= zz)
        q = {b, d, 1 + yy - xx - zz, f};
    else
        q = {c, e, f, 1 + zz - xx - yy};
    double n = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return {q.w / n, q.x / n, q.y / n, q.z / n};
}

}  // namespace bench
