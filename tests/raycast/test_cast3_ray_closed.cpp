/// Rays aimed at vertices and edges of closed meshes: none is lost, and what they meet is counted right. The judge is that a path
/// between a point inside and one outside crosses the surface once more one way than the other, that a path which ends at a
/// vertex meets the triangles around it, and, where the surface is convex, no other.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "support/cmocka.hpp"
#include "support/handles.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

const bool single = sizeof(flr_real) == sizeof(float);
const long RAYS = 20000;  // of all surfaces together; ten million found nothing wrong either

/// Points that lie inside by more than rounding moves the surface.
flr_vec3 in_sphere(random_source &r) { return r.point(-0.5, 0.5); }
flr_vec3 in_box(random_source &r) { return r.point(-0.9, 0.9); }
flr_vec3 in_plate(random_source &r)
{
    flr_vec3 p = r.point(-0.9, 0.9);
    p.z *= flr_real(0.0005);
    return p;
}
flr_vec3 in_torus(random_source &r)
{
    const double turn = r.between(0, 6.28), out = r.between(0.93, 1.07), up = r.between(-0.07, 0.07);
    return vec(out * std::cos(turn), out * std::sin(turn), up);
}

struct closed {
    const char *name;
    bool convex;
    flr_vec3 (*inside)(random_source &);
    part p;
    std::map<std::array<flr_real, 3>, std::vector<uint32_t>> around;  // the triangles at a place

    closed(const char *called, bool is_convex, flr_vec3 (*in)(random_source &), const soup &s)
        : name(called), convex(is_convex), inside(in), p(s)
    {
        for (uint32_t i = 0; i < s.t.size(); ++i)
            for (uint32_t k : s.t[i]) around[place_of(k)].push_back(i);
    }
    std::array<flr_real, 3> place_of(uint32_t vertex) const
    {
        const flr_vec3 v = p.s.v[vertex];
        return {v.x, v.y, v.z};
    }
    flr_vec3 world(flr_vec3 v) const { return flr_affine3_point(p.at.pose, v); }
};

std::vector<flr_raycast3_triangle> all_hits(const closed &c, const flr_raycast3_path &path)
{
    std::vector<flr_raycast3_triangle> hits;
    auto keep = [](void *user, const flr_raycast3_triangle *hit) {
        static_cast<std::vector<flr_raycast3_triangle> *>(user)->push_back(*hit);
        return true;
    };
    must(flr_raycast3_ray_mesh_all(&path, &c.p.at, 0, keep, &hits), "flr_raycast3_ray_mesh_all");
    std::sort(hits.begin(), hits.end(), [](auto &a, auto &b) { return a.t < b.t; });
    return hits;
}

/// How much more often the path enters than it leaves. Triangles met at one t are one crossing. False where some of those face
/// the path and others do not, so that only the shape around them would tell.
bool entered(const std::vector<flr_raycast3_triangle> &hits, int *times)
{
    *times = 0;
    for (size_t i = 0; i < hits.size(); ++i) {
        const bool same_place = i > 0 && hits[i].t - hits[i - 1].t < flr_real(single ? 1e-4 : 1e-9);
        if (hits[i].along || (same_place && hits[i].front != hits[i - 1].front)) return false;
        if (!same_place) *times += hits[i].front ? 1 : -1;
    }
    return true;
}

/// What every call says of a path that meets the surface for certain.
void is_met(tally &t, const closed &c, const flr_raycast3_path &path, long n)
{
    const flr_raycast3_triangle first = flr_raycast3_ray_mesh(&path, &c.p.at, 0);
    t.expect(first.hit, "%s, path %ld is lost", c.name, n);
    t.expect(flr_raycast3_ray_mesh_any(&path, &c.p.at, 0), "%s, path %ld is lost by any", c.name, n);
}

/// From inside to a vertex, and out of the surface through it.
void to_vertex(tally &t, const closed &c, flr_vec3 from, uint32_t vertex, long n)
{
    const flr_vec3 aim = c.world(c.p.s.v[vertex]);
    const flr_segment3 way = {from, aim};
    const flr_raycast3_path exactly = flr_raycast3_path_segment(&way);
    is_met(t, c, exactly, n);
    std::vector<uint32_t> met;
    for (const auto &hit : all_hits(c, exactly)) met.push_back(hit.triangle);
    std::sort(met.begin(), met.end());
    const std::vector<uint32_t> &expected = c.around.at(c.place_of(vertex));
    t.expect(
        c.convex ? met == expected : std::includes(met.begin(), met.end(), expected.begin(), expected.end()),
        "%s, path %ld meets %zu triangles, %zu are around its end", c.name, n, met.size(), expected.size());
    const flr_raycast3_path on = flr_raycast3_path_make(from, flr_sub3(aim, from), 0, INFINITY);
    is_met(t, c, on, n);
    t.expect(flr_raycast3_ray_mesh(&on, &c.p.at, FLR_RAYCAST_BACK_ONLY).hit, "%s, path %ld has no way out",
             c.name, n);
    const flr_raycast3_triangle solid = flr_raycast3_ray_mesh(&on, &c.p.at, FLR_RAYCAST_SOLID);
    t.expect(solid.inside && solid.t == 0, "%s, path %ld starts outside", c.name, n);
}

/// Through a place on an edge, between a point inside and one that is far outside.
void by_edge(tally &t, const closed &c, flr_vec3 inside, flr_vec3 place, bool outwards, long n, long *counted)
{
    const flr_vec3 out = flr_sub3(place, inside);
    const flr_vec3 far = flr_mul_add3(place, 6 / flr_length3(out), out);
    const flr_segment3 way = {outwards ? inside : far, outwards ? far : inside};
    const flr_raycast3_path path = flr_raycast3_path_segment(&way);
    is_met(t, c, path, n);
    const auto hits = all_hits(c, path);
    if (c.convex)
        t.expect(hits.size() == 1 || hits.size() == 2, "%s, path %ld meets %zu triangles", c.name, n,
                 hits.size());
    int times;
    if (!entered(hits, &times)) return;
    ++*counted;
    t.expect(times == (outwards ? -1 : 1), "%s, path %ld enters %d times more than it leaves", c.name, n,
             times);
}

void none_is_lost(tally &t)
{
    const soup cube = split(split(box(vec(-1, -1, -1), vec(1, 1, 1))));
    closed all[] = {{"sphere", true, in_sphere, sphere(1, 40, 20)},
                    {"torus", false, in_torus, torus(1, 0.4, 30, 16)},
                    {"box", true, in_box, cube},
                    {"plate", true, in_plate, scaled(cube, 1, 1, 0.001)}};
    random_source random{31};
    for (closed &c : all) {
        const long count = scenes(RAYS) / 4;
        long counted = 0, of = 0;
        for (long n = 0; n < count; ++n) {
            // as it is, near and far from the origin
            if (n > 0 && n % (count / 8) == 0)
                c.p.place(random_rigid(random, n % (count / 4) || single ? 1 : 1e4));
            const flr_vec3 inside = c.world(c.inside(random));
            const auto &k = c.p.s.t[size_t(random.whole(0, int(c.p.s.t.size()) - 1))];
            const int corner = random.whole(0, 2);
            const flr_vec3 a = c.world(c.p.s.v[k[size_t(corner)]]),
                           b = c.world(c.p.s.v[k[size_t(corner + 1) % 3]]);
            if (n % 2) {
                to_vertex(t, c, inside, k[size_t(corner)], n);
                continue;
            }
            ++of;
            by_edge(t, c, inside, flr_lerp3(a, b, flr_real(random.between(0.01, 0.99))), n % 4 == 0, n,
                    &counted);
        }
        t.expect(counted > of * 95 / 100, "%s: %ld of %ld were counted", c.name, counted, of);
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(none_is_lost))

}  // namespace TEST_FILE
