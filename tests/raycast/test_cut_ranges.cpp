// Paths whose range ends early, as in a search for the nearest of many shapes, at every kind of shape. By definition such a path hits
// what its part within the range overlaps: overlap, which shares neither slabs nor spans with a cast, says whether. Likewise motions
// that end early, and distances with a limit.
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>

#include "feeler/batch3.h"
#include "feeler/dop2.h"
#include "feeler/dop3.h"
#include "mesh/heights3_twins.hpp"
#include "support/cmocka.hpp"
#include "support/handles.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

#include "../../fuzz/lattice2.h"
#include "../../fuzz/lattice3.h"

namespace TEST_FILE
{
namespace
{

constexpr flr_real infinity = std::numeric_limits<flr_real>::infinity();

// ---- The plane and space by the same names

// clang-format off
#define SAME_NAMES(N) \
    enum { COUNT = FLR_SHAPE##N##_COUNT }; \
    using shape = flr_shape##N; \
    using kind = flr_shape##N##_kind; \
    using lattice = lattice##N; \
    using vec = flr_vec##N; \
    using path = flr_raycast##N##_path; \
    using segment = flr_segment##N; \
    using swept = flr_sweep##N##_result; \
    using limit = flr_distance##N##_options; \
    using apart = flr_distance##N##_result; \
    static constexpr auto bounds = flr_distance##N##_bounds; \
    static constexpr auto sweep = flr_sweep##N; \
    static constexpr auto make = flr_raycast##N##_path_make; \
    static constexpr auto to_target = flr_raycast##N##_path_segment; \
    static constexpr auto overlap = flr_overlap##N; \
    static constexpr auto lattice_make = lattice##N##_make; \
    static const char *name(int k) { return flr_shape##N##_name(kind(k)); } \
    static vec add(vec a, vec b) { return flr_add##N(a, b); } \
    static vec less(vec a, vec b) { return flr_sub##N(a, b); } \
    static vec times(double s, vec v) { return flr_scale##N(flr_real(s), v); } \
    static double dot(vec a, vec b) { return double(flr_dot##N(a, b)); } \
    static shape piece(vec a, vec b) \
    { \
        shape s{}; \
        s.kind = FLR_SHAPE##N##_SEGMENT; \
        s.as.segment = {a, b}; \
        return s; \
    } \
    static shape endless(vec a, vec way) \
    { \
        shape s{}; \
        s.kind = FLR_SHAPE##N##_RAY; \
        s.as.ray = {a, way}; \
        return s; \
    } \
    static shape ball(vec a, vec b, double radius) \
    { \
        shape s{}; \
        s.kind = FLR_SHAPE##N##_CAPSULE; \
        s.as.capsule = {a, b, flr_real(radius)}; \
        return s; \
    } \
    static shape block(vec a, vec b) \
    { \
        shape s{}; \
        s.kind = FLR_SHAPE##N##_AABB; \
        s.as.aabb = {flr_min##N(a, b), flr_max##N(a, b)}; \
        return s; \
    } \
    static vec near(vec p, const shape &s) \
    { \
        shape dot{}; \
        dot.as.point = p; \
        flr_closest##N c{}; \
        must(flr_distance##N(&dot, &s, &c), "distance"); \
        return c.point_b; \
    }
// clang-format on

struct plane {
    SAME_NAMES(2)
    using hit = flr_rayhit2;
    static constexpr const char *where = "the plane";
    static vec at(flr_vec3 p) { return {p.x, p.y}; }
    static vec whole(vec p) { return {std::round(p.x), std::round(p.y)}; }
    static void release(lattice *) {}
    static hit cast(const path &p, const shape &s)
    {
        hit h{};
        const flr_status status = flr_raycast2(&p, &s, &h);
        // a user's core may have used up its steps (docs/limits.md)
        must(s.kind == FLR_SHAPE2_CONVEX && status == FLR_NOT_CONVERGED ? FLR_OK : status, "cast");
        return h;
    }
};

struct space {
    SAME_NAMES(3)
    using hit = flr_rayhit3;
    static constexpr const char *where = "space";
    static vec at(flr_vec3 p) { return p; }
    static vec whole(vec p) { return {std::round(p.x), std::round(p.y), std::round(p.z)}; }
    static void release(lattice *l) { lattice3_release(l); }
    static hit cast(const path &p, const shape &s);
};
#undef SAME_NAMES

/// Without a place where it is left.
flr_rayhit3 of_triangles(const flr_raycast3_triangle &c)
{
    flr_rayhit3 h{};
    h.hit = c.hit, h.inside = c.inside, h.t = c.t, h.t_exit = flr_real(NAN), h.point = c.point,
    h.normal = c.normal;
    return h;
}

/// With t_exit, where a typed function tells it.
flr_rayhit3 space::cast(const path &p, const shape &s)
{
    flr_raycast3_result r{};
    flr_rayhit3 h{};
    must(flr_raycast3(&p, &s, &r), "cast");
    h.t_exit = flr_real(NAN);
    if (s.kind == FLR_SHAPE3_SEGMENT) h = flr_raycast3_ray_segment(&p, &s.as.segment);
    if (s.kind == FLR_SHAPE3_HALFSPACE) h = flr_raycast3_ray_halfspace(&p, &s.as.halfspace);
    if (s.kind == FLR_SHAPE3_SPHERE) h = flr_raycast3_ray_sphere(&p, &s.as.sphere);
    if (s.kind == FLR_SHAPE3_CAPSULE) h = flr_raycast3_ray_capsule(&p, &s.as.capsule);
    if (s.kind == FLR_SHAPE3_AABB) h = flr_raycast3_ray_aabb(&p, &s.as.aabb);
    if (s.kind == FLR_SHAPE3_BOX) h = flr_raycast3_ray_box(&p, &s.as.box);
    if (s.kind == FLR_SHAPE3_CYLINDER) h = flr_raycast3_ray_cylinder(&p, &s.as.cylinder);
    if (s.kind == FLR_SHAPE3_CONE) h = flr_raycast3_ray_cone(&p, &s.as.cone);
    if (s.kind == FLR_SHAPE3_TETRAHEDRON) h = flr_raycast3_ray_tetrahedron(&p, &s.as.tetrahedron);
    if (s.kind == FLR_SHAPE3_ELLIPSOID) h = flr_raycast3_ray_ellipsoid(&p, &s.as.ellipsoid);
    h.hit = r.hit, h.inside = r.inside, h.t = r.t, h.point = r.point, h.normal = r.normal;
    return h;
}

flr_real last_of(const flr_rayhit2 &h) { return h.t_last; }
flr_real last_of(const flr_rayhit3 &h) { return h.t_exit; }

template <class D> double length(typename D::vec v) { return std::sqrt(D::dot(v, v)); }

// ---- Questions

/// How a shape is asked, and what it is for overlap.
template <class D> struct question {
    std::string name;
    bool exact = true;  ///< on whole numbers
    double bound = 4;   ///< of what two ranges differ by, in rounding errors of the size
    typename D::shape shape{};
    std::shared_ptr<void> kept;  ///< what the shape points at
    std::function<typename D::hit(const typename D::path &)> ask;
};

struct place {
    bool whole;  ///< the numbers
    flr_vec3 offset;

    flr_vec3 point(random_source &r, int reach) const
    {
        return flr_add3(offset, whole ? r.lattice_point(-reach, reach) : r.point(-reach, reach));
    }
};

template <class D> question<D> of_kind(int kind, random_source &r, const place &at)
{
    using lattice = typename D::lattice;
    const std::shared_ptr<lattice> l(new lattice{}, [](lattice *old) {
        D::release(old);
        delete old;
    });
    uint8_t bytes[96];
    for (uint8_t &b : bytes) b = uint8_t(r.bits());
    byte_source from = {bytes, sizeof bytes, 0, !at.whole};
    D::lattice_make(&from, typename D::kind(kind), D::at(at.offset), l.get());
    question<D> q;
    q.name = D::name(kind);
    // turned boxes and posed shapes have rounded corners, and so may the parts of a compound
    for (const char *rounds :
         {"circle", "capsule", "box", "rectangle", "ellipsoid", "convex", "mesh", "compound"})
        q.exact &= q.name != rounds;
    q.kept = l;
    q.shape = l->shape;
    const auto s = q.shape;
    q.ask = [s](const typename D::path &p) { return D::cast(p, s); };
    return q;
}

/// An aabb, to be asked in another way.
template <class D> question<D> block(const char *name, random_source &r, const place &at)
{
    question<D> q;
    const flr_vec3 a = at.point(r, 3), b = at.point(r, 3);
    q.name = name;
    q.shape = D::block(D::at(a), D::at(b));
    return q;
}

flr_vec2 corner_along(const void *user, flr_vec2 d)
{
    const auto *b = static_cast<const flr_aabb2 *>(user);
    return {d.x < 0 ? b->min.x : b->max.x, d.y < 0 ? b->min.y : b->max.y};
}

flr_vec3 corner_along(const void *user, flr_vec3 d)
{
    const auto *b = static_cast<const flr_aabb3 *>(user);
    return {d.x < 0 ? b->min.x : b->max.x, d.y < 0 ? b->min.y : b->max.y, d.z < 0 ? b->min.z : b->max.z};
}

/// The kinds of the plane, and what else can be cast at there.
question<plane> any_question(int which, random_source &r, const place &at, plane)
{
    if (which < FLR_SHAPE2_COUNT) return of_kind<plane>(which, r, at);
    static const char *const names[] = {"user's core", "halfspaces", "dop", nullptr};
    const char *const name = names[which - FLR_SHAPE2_COUNT];
    question<plane> q;
    if (!name) return q;
    q = block<plane>(name, r, at);
    const flr_aabb2 b = q.shape.as.aabb;
    q.exact = false;
    if (which == FLR_SHAPE2_COUNT) {
        const auto kept = std::make_shared<flr_aabb2>(b);
        flr_shape2 s{};
        s.kind = FLR_SHAPE2_CONVEX;
        s.as.convex = flr_convex2_user(corner_along, kept.get(), b.min, 0);
        q.kept = kept;
        q.ask = [s](const flr_raycast2_path &p) { return plane::cast(p, s); };
    } else if (which == FLR_SHAPE2_COUNT + 1) {
        q.ask = [b](const flr_raycast2_path &p) {
            const flr_halfspace2 faces[] = {
                {{1, 0}, b.max.x}, {{0, 1}, b.max.y}, {{-1, 0}, -b.min.x}, {{0, -1}, -b.min.y}};
            return flr_raycast2_ray_halfspaces(&p, faces, 4);
        };
    } else {
        flr_dop2 dop;
        const flr_vec2 corners[] = {b.min, b.max};
        must(flr_dop2_standard(4, &dop), "dop");
        must(flr_dop2_add_points(&dop, corners, 2), "dop");
        q.ask = [dop](const flr_raycast2_path &p) { return flr_raycast2_ray_dop(&p, &dop); };
    }
    return q;
}

/// Asked in all ways, which agree.
flr_rayhit3 at_mesh(const flr_raycast3_path &p, const flr_instance3 &m)
{
    const flr_raycast3_triangle h = flr_raycast3_ray_mesh(&p, &m, 0),
                                with = flr_raycast3_ray_mesh_with(&p, &m, 0, nullptr);
    flr_raycast3_triangle many{};
    bool any = false;
    flr_batch_raycast3_ray_mesh(&p, &m, 0, 0, 1, &many);
    flr_batch_raycast3_ray_mesh_any(&p, &m, 0, 0, 1, &any);
    // the nearer of its sides
    const flr_raycast3_triangle front = flr_raycast3_ray_mesh(&p, &m, FLR_RAYCAST_FRONT_ONLY),
                                back = flr_raycast3_ray_mesh(&p, &m, FLR_RAYCAST_BACK_ONLY);
    const bool from_front = front.hit && !(back.hit && back.t < front.t);
    const flr_raycast3_triangle &nearer = from_front ? front : back;
    const bool sides = h.along || (nearer.hit == h.hit && nearer.t == h.t);
    const bool same = sides && with.hit == h.hit && with.t == h.t && many.hit == h.hit && many.t == h.t &&
                      any == h.hit && flr_raycast3_ray_mesh_any(&p, &m, 0) == h.hit &&
                      flr_raycast3_ray_mesh_any_with(&p, &m, 0, nullptr) == h.hit;
    must(same ? FLR_OK : FLR_INVALID_ARGUMENT, "a mesh answers alike however it is asked");
    return of_triangles(h);
}

question<space> heights(const char *name, random_source &r, const place &at)
{
    heights3_twins::grid g;
    g.columns = g.rows = 7;
    g.first_column = g.first_row = -3;
    for (int i = 0; i < 49; ++i) g.heights.push_back(flr_real(at.whole ? r.whole(-2, 2) : r.between(-2, 2)));
    question<space> q;
    const mesh_handle mesh = heights3_twins::make(g);
    q.name = name;
    q.kept = mesh;
    q.shape.kind = FLR_SHAPE3_MESH;
    flr_affine3 pose = flr_affine3_identity();
    pose.translation = at.offset;
    must(flr_instance3_make(mesh.get(), pose, &q.shape.as.mesh), "instance");
    const flr_instance3 m = q.shape.as.mesh;
    q.ask = [m](const flr_raycast3_path &p) { return at_mesh(p, m); };
    return q;
}

question<space> rounded(const char *name, random_source &r, const place &at)
{
    question<space> q;
    flr_convex3 core;
    do q = of_kind<space>(r.whole(0, FLR_SHAPE3_CONVEX - 1), r, at);
    while (!flr_convex3_shape(&q.shape, &core));
    q.name = name;
    q.exact = false;
    q.bound = real_choose(1024, 4);  // some are met by steps
    q.shape.rounding = flr_real(0.5);
    const flr_shape3 s = q.shape;
    q.ask = [s](const flr_raycast3_path &p) {
        flr_raycast3_result h{};
        must(flr_raycast3(&p, &s, &h), "cast");
        flr_rayhit3 like{};
        like.hit = h.hit, like.inside = h.inside, like.t = h.t, like.t_exit = flr_real(NAN),
        like.point = h.point, like.normal = h.normal;
        return like;
    };
    return q;
}

/// The kinds of space, and what else can be cast at there.
question<space> any_question(int which, random_source &r, const place &at, space)
{
    if (which < FLR_SHAPE3_COUNT) return of_kind<space>(which, r, at);
    question<space> q;
    switch (which - FLR_SHAPE3_COUNT) {
    case 0:
        return heights("heights", r, at);
    case 1:
        return rounded("rounded", r, at);
    case 2: {
        q = block<space>("user's core", r, at);
        q.exact = false;
        q.bound = real_choose(1024, 4);
        const auto kept = std::make_shared<flr_aabb3>(q.shape.as.aabb);
        flr_shape3 s{};
        s.kind = FLR_SHAPE3_CONVEX;
        s.as.convex = flr_convex3_user(corner_along, kept.get(), kept->min, 0);
        q.kept = kept;
        q.ask = [s](const flr_raycast3_path &p) { return space::cast(p, s); };
        return q;
    }
    case 3: {
        q = block<space>("halfspaces", r, at);
        q.exact = false;
        const flr_aabb3 b = q.shape.as.aabb;
        q.ask = [b](const flr_raycast3_path &p) {
            const flr_halfspace3 faces[] = {{{1, 0, 0}, b.max.x},   {{0, 1, 0}, b.max.y},
                                            {{0, 0, 1}, b.max.z},   {{-1, 0, 0}, -b.min.x},
                                            {{0, -1, 0}, -b.min.y}, {{0, 0, -1}, -b.min.z}};
            return flr_raycast3_ray_halfspaces(&p, faces, 6);
        };
        return q;
    }
    case 4: {
        q = block<space>("dop", r, at);
        q.exact = false;
        const flr_vec3 corners[] = {q.shape.as.aabb.min, q.shape.as.aabb.max};
        flr_dop3 dop;
        must(flr_dop3_standard(6, &dop), "dop");
        must(flr_dop3_add_points(&dop, corners, 2), "dop");
        q.ask = [dop](const flr_raycast3_path &p) { return flr_raycast3_ray_dop(&p, &dop); };
        return q;
    }
    case 5: {
        q.name = "parallelogram";
        const flr_vec3 a = at.point(r, 3), b = at.point(r, 3), c = at.point(r, 3);
        q.shape.kind = FLR_SHAPE3_QUAD;
        q.shape.as.quad = {a, b, flr_add3(b, flr_sub3(c, a)), c};
        q.exact = false;
        const flr_triangle3 corners = {a, b, c};
        q.ask = [corners](const flr_raycast3_path &p) {
            return of_triangles(flr_raycast3_ray_parallelogram(&p, &corners, 0));
        };
        return q;
    }
    case 6: {
        q.name = "polyhedron";
        flr_vec3 corners[8];
        for (flr_vec3 &c : corners) c = at.point(r, 3);
        flr_hull3 *made = nullptr;
        must(flr_hull3_create(corners, 8, nullptr, nullptr, &made), "hull");
        const std::shared_ptr<flr_hull3> hull(made, flr_hull3_destroy);
        q.kept = hull;
        q.exact = false;
        q.shape.kind = FLR_SHAPE3_CONVEX;
        q.shape.as.convex = flr_convex3_hull(made, flr_affine3_identity().linear, {0, 0, 0}, 0);
        q.ask = [made](const flr_raycast3_path &p) {
            const flr_polyhedron3 faces = flr_hull3_polyhedron(made);
            return flr_raycast3_ray_polyhedron(&p, &faces);
        };
        return q;
    }
    case 7: {
        q.name = "endless cylinder";
        const flr_vec3 a = at.point(r, 2), way = r.lattice_point(1, 3);
        const flr_cylinder c = {a, flr_add3(a, way), flr_real(1.5)};
        q.shape.kind = FLR_SHAPE3_CYLINDER;
        q.shape.as.cylinder = {flr_mul_add3(a, -64, way), flr_mul_add3(a, 64, way), c.radius};
        q.exact = false;
        q.ask = [c](const flr_raycast3_path &p) { return flr_raycast3_ray_endless_cylinder(&p, &c); };
        return q;
    }
    default:
        return q;
    }
}

// ---- Paths

template <class D> struct scene {
    const question<D> &q;
    typename D::vec origin{}, way{};
    double size;
    double little;  ///< a step of t beyond what rounds; 0 where nothing does

    /// Aims at the shape, or beside it.
    scene(const question<D> &asked, random_source &r, const place &at) : q(asked)
    {
        const bool whole = at.whole && q.exact;
        origin = D::at(at.point(r, 7));
        auto aim = D::at(at.point(r, 3));
        if (r.whole(0, 9)) aim = D::near(aim, q.shape);
        if (whole) {
            aim = D::whole(aim);
        } else {  // in general position to corners and faces, of which rounding decides
            origin = D::add(origin, D::at(r.point(-0.2, 0.2)));
            aim = D::add(aim, D::at(r.point(-0.2, 0.2)));
        }
        way = D::less(aim, origin);
        if (D::dot(way, way) == 0) way.x = 1;
        size = 10 + std::fabs(double(at.offset.x));
        little = whole ? 0 : real_choose(1e-9, 1e-3) * size / length<D>(way);
    }
    typename D::path path(int form) const
    {
        const typename D::segment twice = {origin, D::add(origin, D::times(2, way))};
        if (form == 4) return D::to_target(&twice);
        const flr_real from[] = {0, -infinity, -1, flr_real(0.25)};
        return D::make(origin, way, from[form], infinity);
    }
    typename D::vec at(const typename D::path &p, double t) const
    {
        return D::add(origin, D::times(t, p.direction));
    }
    bool meets(const typename D::shape &part) const
    {
        bool yes = false;
        must(D::overlap(&part, &q.shape, &yes), "overlap");
        return yes;
    }
    /// Does the part of the path from one t to another overlap the shape?
    bool meets(const typename D::path &p, double from, double to) const
    {
        if (!(from <= to)) return false;
        return meets(std::isinf(from) ? D::endless(at(p, to), D::times(-1, p.direction))
                                      : D::piece(at(p, from), at(p, to)));
    }
};

template <class D> struct judge {
    tally &t;
    const scene<D> &s;
    const char *name;
    typename D::path full;
    typename D::hit all{};
    double step, facing = 1;  ///< of t, and the cosine of the angle at which the surface is met

    judge(tally &to, const scene<D> &of, int form)
        : t(to), s(of), name(of.q.name.c_str()), full(of.path(form)), all(of.q.ask(full)),
          step(length<D>(full.direction))
    {
        if (D::dot(all.normal, all.normal) > 0) facing = std::fabs(D::dot(all.normal, full.direction)) / step;
    }
    /// What a range up to `end` leaves is the first hit of the whole path, or none: 1 or 0; -1 where rounding decides.
    int cut(double end)
    {
        if (s.little > 0 && facing < real_choose(1e-5, 1e-2)) return -1;
        auto p = full;
        p.t_max = flr_real(end);
        const double from = double(p.t_min);
        const typename D::hit h = s.q.ask(p);
        const bool sure = s.meets(full, from, end - s.little), maybe = s.meets(full, from, end + s.little);
        if (sure != maybe) return -1;
        t.expect(h.hit == sure,
                 "%s, %s: hit %d (t %g) in the range up to %.17g, overlap %d; in all of it %d (t %.17g)",
                 D::where, name, h.hit, double(h.t), end, sure, all.hit, double(all.t));
        if (!h.hit || !sure) return 0;
        t.expect(h.t >= p.t_min && h.t <= p.t_max, "%s: t %.17g up to %.17g", name, double(h.t), end);
        if (t.expect(all.hit, "%s: no hit in the whole range", name)) same(h);
        leaves(p, h);
        return 1;
    }
    void same(const typename D::hit &h)
    {
        const double ulp = s.size * real_epsilon;
        t.expect(h.inside == all.inside, "%s: starts inside %d, in the whole range %d", name, h.inside,
                 all.inside);
        if (!std::isfinite(all.t)) {
            t.expect(h.t == all.t, "%s: t %g, in the whole range %g", name, double(h.t), double(all.t));
            return;
        }
        // off the surface; along the path it is more
        const double t_off = std::fabs(double(h.t) - double(all.t)) * step * facing / ulp,
                     p_off = length<D>(D::less(h.point, all.point)) * facing / ulp;
        t.expect(t_off <= s.q.bound && p_off <= s.q.bound,
                 "%s: t %.17g, in the whole range %.17g; %g and %g roundings off", name, double(h.t),
                 double(all.t), t_off, p_off);
    }
    /// It is on the shape where it leaves it, and not beyond.
    void leaves(const typename D::path &p, const typename D::hit &h)
    {
        const double last = double(last_of(h)), end = double(p.t_max), near = 2 * s.little;
        if (!std::isfinite(last) || p.is_point) return;
        t.expect(last >= double(h.t) && last <= end, "%s: left at %.17g of %.17g to %.17g", name, last,
                 double(h.t), end);
        if (near == 0 || std::fabs(last) > 16) return;  // it may graze, far out
        t.expect(s.meets(full, last - near, last + near),
                 "%s: left at %.17g, beside the shape (t %.17g to %.17g)", name, last, double(h.t), end);
        t.expect(last + 2 * near > end || !s.meets(full, last + near, end - near),
                 "%s: left at %.17g, met later (up to %.17g)", name, last, end);
    }
};

/// In the plane limits are compared with t in double, which is the t told, or rounds to it in single precision.
void at_t(judge<plane> &j)
{
    const flr_real t = j.all.t;
    auto p = j.full;
    if (!j.all.hit || j.all.inside || !std::isfinite(t) || t <= p.t_min) return;
    p.t_max = std::min(p.t_max, real_is_float ? std::nextafter(t, infinity) : t);
    const flr_rayhit2 at = j.s.q.ask(p);
    j.t.expect(at.hit && at.t == t, "%s: a range up to t = %.17g: hit %d", j.name, double(t), at.hit);
    p.t_max = std::nextafter(t, -infinity);
    j.t.expect(!j.s.q.ask(p).hit, "%s: a range up to just before t = %.17g", j.name, double(t));
}
void at_t(judge<space> &) {}

template <class D> void every_kind(tally &t)
{
    random_source r{91};
    long hits = 0, misses = 0;
    for (int which = 0;; ++which) {
        const double far[] = {0, 0, 0, real_choose(1e6, 100), 0, 0, real_choose(0x1p20, 0x1p7), 0};
        bool ended = false;
        for (int n = 0; n < scenes(700); ++n) {
            const double x = far[n % 8];
            const place at = {n % 2 == 0, {flr_real(x), flr_real(-x), flr_real(x / 2)}};
            const question<D> q = any_question(which, r, at, D());
            ended = !q.ask;
            if (ended) break;
            const scene<D> s(q, r, at);
            judge<D> j(t, s, n / 2 % 5);
            at_t(j);
            const double from = std::isinf(j.full.t_min) ? -2 : double(j.full.t_min),
                         most = double(j.full.t_max);
            for (int k = 0; k < 5; ++k) {
                double end = from + (at.whole ? r.whole(11, 40) / 16.0 : r.between(0.7, 2.5));
                const double gap = std::ldexp(1, -r.whole(2, int(real_choose(24, 9))));
                if (!at.whole && k > 1 && j.all.hit && std::isfinite(j.all.t))
                    end = double(j.all.t) + (k % 2 ? gap : -gap);
                if (k == 0 && n % 3 == 0) end = from;
                if (end < from || end > most) continue;
                const int hit = j.cut(end);
                hits += hit == 1;
                misses += hit == 0;
            }
        }
        if (ended) break;
    }
    t.expect(enough(hits * 10 > misses * 4 && hits * 4 < misses * 10), "%ld of %ld hit", hits, hits + misses);
}

/// A ball that moves less far: it touches what the capsule around its way overlaps.
template <class D> void shorter_motions(tally &t)
{
    random_source r{92};
    long hits = 0, misses = 0;
    for (int kind = 0; kind < D::COUNT; ++kind)
        for (int n = 0; n < scenes(100); ++n) {
            const place at = {false, {0, 0, 0}};
            const question<D> q = of_kind<D>(kind, r, at);
            const scene<D> s(q, r, at);
            const auto p = s.path(0);
            const double radius = r.between(0, 1);
            typename D::swept all{};
            const auto ball = D::ball(s.origin, s.origin, radius);
            must(D::sweep(&ball, D::times(2, s.way), &q.shape, &all), "sweep");
            for (int k = 0; k < 4; ++k) {
                double end = r.between(0, 2);
                const double gap = std::ldexp(1, -r.whole(2, int(real_choose(24, 9))));
                if (k > 0 && all.hit) end = 2 * double(all.t) + (k % 2 ? gap : -gap);
                if (end < 0 || end > 2) continue;
                const auto swept_to = [&](double e) {
                    return s.meets(D::ball(s.origin, s.at(p, e), radius));
                };
                const bool sure = swept_to(std::max(0.0, end - s.little)), maybe = swept_to(end + s.little);
                typename D::swept cut{};
                must(D::sweep(&ball, D::times(end, s.way), &q.shape, &cut), "sweep");
                if (sure != maybe) continue;
                (cut.hit ? hits : misses)++;
                t.expect(cut.hit == sure,
                         "%s, %s: moved by %.17g, touch %d (%.17g), overlap %d; all of it %d (%.17g)",
                         D::where, D::name(kind), end, cut.hit, end * double(cut.t), sure, all.hit,
                         2 * double(all.t));
                if (!cut.hit || !sure || all.overlap_at_start) continue;
                const double off = std::fabs(end * double(cut.t) - 2 * double(all.t)) *
                                   std::fabs(D::dot(all.normal, s.way)) / (s.size * real_epsilon);
                t.expect(off <= real_choose(1024, 8), "%s, %s: t %.17g for %.17g, %g roundings off", D::where,
                         D::name(kind), end * double(cut.t), 2 * double(all.t), off);
            }
        }
    t.expect(enough(hits * 10 > misses * 4 && hits * 4 < misses * 10), "%ld of %ld hit", hits, hits + misses);
}

/// Distances with a limit: beyond it exactly where the whole search finds them farther.
template <class D> void limits(tally &t)
{
    random_source r{93};
    for (int a = 0; a < D::COUNT; ++a)
        for (int b = 0; b < D::COUNT; ++b)
            for (int n = 0; n < scenes(6); ++n) {
                const bool whole = n % 2 == 0;
                const question<D> p = of_kind<D>(a, r, {whole, {0, 0, 0}}),
                                  q = of_kind<D>(b, r, {whole, {5, 1, -4}});
                typename D::apart all{};
                must(D::bounds(&p.shape, &q.shape, nullptr, &all), "distance");
                for (int k = 0; k < 4; ++k) {
                    const double gap = std::ldexp(1, -r.whole(2, int(real_choose(24, 9))));
                    const bool beyond = k % 2 == 0;
                    const typename D::limit o = {flr_real(double(all.distance) + (beyond ? -gap : gap)),
                                                 nullptr};
                    if (!(o.max_distance > 0)) continue;
                    typename D::apart d{};
                    must(D::bounds(&p.shape, &q.shape, &o, &d), "distance");
                    const double more = double(d.distance) - double(all.distance);
                    t.expect(d.beyond == beyond && more <= real_choose(1e-9, 1e-4) &&
                                 (beyond || more >= -real_choose(1e-9, 1e-4)),
                             "%s, %s and %s: %.17g apart, limit %.17g: beyond %d, %.17g", D::where,
                             D::name(a), D::name(b), double(all.distance), double(o.max_distance), d.beyond,
                             double(d.distance));
                }
            }
}

}  // namespace

#define IN_BOTH(test) FEELER_TEST(test<plane>), FEELER_TEST(test<space>)
FEELER_TESTS(IN_BOTH(every_kind), IN_BOTH(shorter_motions), IN_BOTH(limits))
#undef IN_BOTH

}  // namespace TEST_FILE
