// Peers that no package has. Where CMake is told a build of one (FEELER_BENCH_BOX3D=/its/folder, ...), bench/peers/ has calls to
// it, and it is measured in the same rounds as the rest.
#ifndef BENCH_PEER_HPP
#define BENCH_PEER_HPP

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "feeler/feeler.h"

namespace bench
{

enum class question {
    distance,
    warm_distance,
    overlap,
    depth,
    manifold,
    warm_manifold,
    cast,
    time_of_touch,
    ray
};

/// A solid in its own frame, or a sheet: a triangle, a quad, or a mesh.
struct solid3 {
    enum class kind { box, capsule, hull, sphere, cylinder, flat, mesh } is;
    flr_vec3 half;  ///< of a box; of capsule and cylinder z: half their axis
    double radius;  ///< of a capsule, sphere or cylinder
    std::vector<flr_vec3>
        points;  ///< corners, ends of a capsule's segment, a sphere's middle, points of a hull
    const flr_hull3 *hull;
    std::vector<std::uint32_t> triangles = {};  ///< of a mesh: three of the points each
    /// Does a peer that knows boxes, capsules and hulls know this one?
    bool common() const { return is <= kind::hull; }
};

inline solid3 box3(flr_vec3 half)
{
    solid3 s = {solid3::kind::box, half, 0, {}, nullptr};
    for (int i = 0; i < 8; ++i)
        s.points.push_back({i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
    return s;
}
inline solid3 capsule3(double half, double radius)
{
    flr_real z = flr_real(half);
    return {solid3::kind::capsule, {0, 0, z}, radius, {{0, 0, -z}, {0, 0, z}}, nullptr};
}
inline solid3 hull3(const std::vector<flr_vec3> &points, const flr_hull3 *hull)
{
    return {solid3::kind::hull, {0, 0, 0}, 0, points, hull};
}

struct place3 {
    flr_mat3 axes;
    flr_vec3 at;
};

/// What a pair is asked with. The solids stay where they are, so that peers may know them by their addresses.
struct pair3 {
    const solid3 *a, *b;
    place3 at_a, at_b, next;  ///< next: b a little moved, for what is asked warm
    flr_vec3 motion;          ///< of a, in a cast
    flr_path3 path_a, path_b;
    flr_vec3 ray_from = {0, 0, 0}, ray_along = {0, 0, 0};  ///< at b, as far as its length
};

/// A convex polygon in its own frame, and its pair. Of one or two points around which there is a radius: a circle, a capsule.
struct pair2 {
    const std::vector<flr_vec2> *a, *b;
    flr_pose2 at_a, at_b, next;
    flr_vec2 motion;  ///< of a
    flr_path2 path_a, path_b;
    double radius_a = 0, radius_b = 0;
    flr_vec2 ray_from = {0, 0}, ray_along = {0, 0};
};

/// A pair as a peer holds it, with what it keeps from one question to the next.
class prepared
{
  public:
    virtual ~prepared() = default;
    /// The distance; 1 or 0; the depth, of a manifold its largest; the time of a cast (2: no touch) or of a touch.
    virtual double answer(question q, bool moved) = 0;
};

template <class pair> struct peer {
    std::string name;
    bool (*can)(question q, const pair &p);
    std::unique_ptr<prepared> (*prepare)(const pair &p);
};

/// Those that this build was told of.
std::vector<peer<pair3>> outside_peers3();
std::vector<peer<pair2>> outside_peers2();

/// Each peer that can answer all of it, with its name and a way to ask for pair i.
using asker = std::function<double(size_t i, bool moved)>;
template <class pair>
std::vector<std::pair<std::string, asker>> outside(const std::vector<peer<pair>> &peers, question q,
                                                   const std::vector<pair> &all)
{
    std::vector<std::pair<std::string, asker>> found;
    for (const peer<pair> &p : peers) {
        bool able = true;
        for (const pair &x : all) able = able && p.can(q, x);
        if (!able) continue;
        auto kept = std::make_shared<std::vector<std::unique_ptr<prepared>>>();
        for (const pair &x : all) kept->push_back(p.prepare(x));
        found.emplace_back(p.name, [kept, q](size_t i, bool moved) { return (*kept)[i]->answer(q, moved); });
    }
    return found;
}

/// A peer's shape of a solid, made once: solids of scenes that are gone may leave their address to others.
template <class shape> shape &known_shape(const solid3 &s, void (*make)(const solid3 &, shape &))
{
    struct entry {
        std::vector<flr_vec3> points;
        double radius = -1;
        std::unique_ptr<shape> made;
    };
    static std::map<const solid3 *, entry> known;
    entry &e = known[&s];
    bool same = e.radius == s.radius && e.points.size() == s.points.size();
    for (size_t i = 0; same && i < s.points.size(); ++i)
        same = e.points[i].x == s.points[i].x && e.points[i].y == s.points[i].y &&
               e.points[i].z == s.points[i].z;
    if (!same) {
        e = {s.points, s.radius, std::make_unique<shape>()};
        make(s, *e.made);
    }
    return *e.made;
}

/// The unit quaternion of a rotation (columns are the axes), as w, x, y, z.
struct turn4 {
    double w, x, y, z;
};
turn4 turn_of(const flr_mat3 &axes);

}  // namespace bench

#endif
