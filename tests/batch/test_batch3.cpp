/// The array forms against the scalar calls, bit for bit: every question, every width of vectors that this machine
/// has, lengths around the width, arrays out of alignment, parts of a range, one against many.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "support/cmocka.hpp"
#include "support/random.hpp"

extern "C" {
#include "batch/job.h"
#include "batch/simd3_triangles.h"
#include "raycast/raycast3_lanes.h"
}

namespace TEST_FILE
{
namespace
{

const double inf = std::numeric_limits<double>::infinity();
const size_t MOST = 70, ROOM = MOST + 16;
enum { OUTS = 12, FLAGS = 2 };
enum family { GENERIC, LATTICE, TOUCHING, FAR, VERY_FAR, TINY, NEEDLES, EXTREME, WILD, FAMILIES };
const char *const family_names[] = {"generic", "lattice", "touching", "far", "very far",
                                    "tiny",    "needles", "extreme",  "wild"};

/// Coordinates of up to six points and two numbers of every element.
struct scene {
    std::vector<flr_real> x[BATCH_POINTS][3], real[BATCH_REALS];
    bool one[BATCH_POINTS], one_real[BATCH_REALS];

    flr_vec3 point(int k, size_t i) const
    {
        size_t at = one[k] ? 0 : i;
        return flr_vec3_make(x[k][0][at], x[k][1][at], x[k][2][at]);
    }
    flr_real number(int k, size_t i) const { return real[k][one_real[k] ? 0 : i]; }
};

double coordinate(family f, random_source &r)
{
    switch (f) {
    case LATTICE:
        return r.whole(0, 1);
    case TOUCHING:
        return r.whole(-4, 4) / 4.0;
    case FAR:
        return 1e6 + r.between(-1, 1);
    case VERY_FAR:
        return -1e9 + r.between(-100, 100);
    case TINY:
        return 1e-6 * r.between(-1, 1);
    case EXTREME: {
        int top = sizeof(flr_real) < 8 ? 120 : 1000;
        const double part = r.between(-1, 1);
        return std::ldexp(part, r.whole(0, 3) ? r.whole(-3, 3) : r.whole(-top, top));
    }
    case WILD: {
        int what = r.whole(0, 30);
        return what == 0   ? inf
               : what == 1 ? -inf
               : what == 2 ? std::nan("")
               : what < 8  ? 0
                           : r.between(-1, 1);
    }
    default:
        return r.between(-1, 1);
    }
}

void give_shape(scene &s, family f, size_t i, random_source &r)
{
    for (auto &p : s.x)
        for (auto &axis : p) axis[i] = flr_real(coordinate(f, r));
    for (auto &v : s.real)
        v[i] = flr_real(std::fabs(f == FAR || f == VERY_FAR ? r.unit() : coordinate(f, r)));
    if (f == TOUCHING) {  // points in common, some of them in the middle of an edge
        int from = r.whole(0, BATCH_POINTS - 1), to = r.whole(0, BATCH_POINTS - 1);
        int other = r.whole(0, BATCH_POINTS - 1);
        bool middle = r.whole(0, 1);
        for (int k = 0; k < 3; ++k) {
            flr_real there = s.x[middle ? other : from][k][i];
            s.x[to][k][i] = (s.x[from][k][i] + there) / 2;
        }
    }
    if (f == NEEDLES)
        for (int axis = 1; axis < 3; ++axis)
            for (auto &p : s.x) p[axis][i] *= flr_real(1e-6);
}

scene make(family f, uint64_t seed)
{
    scene s;
    random_source r{seed * 977 + uint64_t(f)};
    for (auto &p : s.x)
        for (auto &axis : p) axis.resize(ROOM);
    for (auto &v : s.real) v.resize(ROOM);
    for (size_t i = 0; i < ROOM; ++i) give_shape(s, f, i, r);
    bool some = r.whole(0, 2) == 0;
    for (bool &one : s.one) one = some && r.whole(0, 1);
    for (bool &one : s.one_real) one = some && r.whole(0, 1);
    return s;
}

/// What is told of one element.
struct answer {
    flr_real out[OUTS];
    bool flag[FLAGS];
    answer() { std::memset(this, 0, sizeof *this); }

    void put(int at, flr_vec3 p)
    {
        out[at] = p.x;
        out[at + 1] = p.y;
        out[at + 2] = p.z;
    }
};

flr_segment3 segment(const scene &s, int k, size_t i) { return {s.point(k, i), s.point(k + 1, i)}; }
flr_triangle3 triangle(const scene &s, int k, size_t i)
{
    return {s.point(k, i), s.point(k + 1, i), s.point(k + 2, i)};
}
flr_aabb3 aabb(const scene &s, int k, size_t i) { return {s.point(k, i), s.point(k + 1, i)}; }
flr_sphere sphere(const scene &s, int k, int radius, size_t i)
{
    return {s.point(k, i), s.number(radius, i)};
}
flr_raycast3_path path(const scene &s, size_t i)
{
    return flr_raycast3_path_make(s.point(0, i), s.point(1, i), s.number(0, i), s.number(1, i));
}

answer closest(const flr_closest3 &c)
{
    answer a;
    a.out[0] = c.distance;
    a.put(4, c.point_b);
    return a;
}
answer point_segment(const scene &s, size_t i)
{
    flr_segment3 other = segment(s, 1, i);
    return closest(flr_closest3_point_segment(s.point(0, i), &other));
}
answer point_triangle(const scene &s, size_t i)
{
    flr_triangle3 other = triangle(s, 1, i);
    return closest(flr_closest3_point_triangle(s.point(0, i), &other));
}
answer point_aabb(const scene &s, size_t i)
{
    flr_aabb3 other = aabb(s, 1, i);
    return closest(flr_closest3_point_aabb(s.point(0, i), &other));
}
answer segment_segment(const scene &s, size_t i)
{
    flr_segment3 a = segment(s, 0, i), b = segment(s, 2, i);
    flr_closest3 c = flr_closest3_segment_segment(&a, &b);
    answer r = closest(c);
    r.put(1, c.point_a);
    return r;
}
template <unsigned options> answer ray_triangle(const scene &s, size_t i)
{
    flr_raycast3_path p = path(s, i);
    flr_triangle3 t = triangle(s, 2, i);
    flr_raycast3_triangle c = flr_raycast3_ray_triangle(&p, &t, options);
    answer a;
    a.flag[0] = c.hit;
    a.flag[1] = c.front;
    a.out[0] = c.t;
    a.put(1, c.point);
    a.put(4, c.normal);
    for (int k = 0; k < 3; ++k) a.out[7 + k] = c.barycentric[k];
    return a;
}
answer ray_aabb(const scene &s, size_t i)
{
    flr_raycast3_path p = path(s, i);
    flr_aabb3 b = aabb(s, 2, i);
    flr_rayhit3 c = flr_raycast3_ray_aabb(&p, &b);
    answer a;
    a.flag[0] = c.hit;
    a.flag[1] = c.inside;
    a.out[0] = c.t;
    a.put(1, c.point);
    a.put(4, c.normal);
    a.out[7] = c.t_exit;
    return a;
}
answer yes_or_no(bool yes)
{
    answer a;
    a.flag[0] = yes;
    return a;
}
answer sphere_sphere(const scene &s, size_t i)
{
    flr_sphere a = sphere(s, 0, 0, i), b = sphere(s, 1, 1, i);
    return yes_or_no(flr_overlap3_sphere_sphere(&a, &b));
}
answer sphere_aabb(const scene &s, size_t i)
{
    flr_sphere a = sphere(s, 0, 0, i);
    flr_aabb3 b = aabb(s, 1, i);
    return yes_or_no(flr_overlap3_sphere_aabb(&a, &b));
}
answer aabb_aabb(const scene &s, size_t i)
{
    flr_aabb3 a = aabb(s, 0, i), b = aabb(s, 2, i);
    return yes_or_no(flr_overlap3_aabb_aabb(&a, &b));
}
answer triangle_triangle(const scene &s, size_t i)
{
    flr_triangle3 a = triangle(s, 0, i), b = triangle(s, 3, i);
    return yes_or_no(flr_overlap3_triangle_triangle(&a, &b));
}

/// Room for what is answered, with marks where nothing may be written.
struct room {
    std::vector<flr_real> out[OUTS];
    std::vector<char> flag[FLAGS];
    explicit room()
    {
        for (auto &o : out) o.assign(ROOM, flr_real(-77));
        for (auto &f : flag) f.assign(ROOM, char(0x55));
    }
    bool *flags(int k) { return reinterpret_cast<bool *>(flag[k].data()); }
    flr_batch_points3_out points(int at) { return {out[at].data(), out[at + 1].data(), out[at + 2].data()}; }
};

flr_batch_points3 points(const scene &s, int k)
{
    return {s.x[k][0].data(), s.x[k][1].data(), s.x[k][2].data(), s.one[k]};
}
flr_batch_segments3 segments(const scene &s, int k) { return {points(s, k), points(s, k + 1)}; }
flr_batch_triangles3 triangles(const scene &s, int k)
{
    return {points(s, k), points(s, k + 1), points(s, k + 2)};
}
flr_batch_aabbs3 aabbs(const scene &s, int k) { return {points(s, k), points(s, k + 1)}; }
flr_batch_reals reals(const scene &s, int k) { return {s.real[k].data(), s.one_real[k]}; }
flr_batch_spheres spheres(const scene &s, int k, int radius) { return {points(s, k), reals(s, radius)}; }
flr_batch_rays3 rays(const scene &s) { return {points(s, 0), points(s, 1), reals(s, 0), reals(s, 1)}; }

flr_batch_closest3 closest_out(room &r, bool bridge)
{
    flr_batch_closest3 out = {r.out[0].data(), {nullptr, nullptr, nullptr}, r.points(4)};
    if (bridge) out.point_a = r.points(1);
    return out;
}
flr_batch_rayhits3 cast_out(room &r)
{
    return {r.flags(0), r.flags(1), r.out[0].data(), r.out[7].data(), r.points(1), r.points(4)};
}
flr_batch_raycast3_triangle triangle_out(room &r)
{
    return {r.flags(0),  r.flags(1),  r.out[0].data(),
            r.points(1), r.points(4), {r.out[7].data(), r.out[8].data(), r.out[9].data()}};
}

enum kind { CLOSEST, BRIDGE, CAST, CAST_TRIANGLE, OVERLAP };

struct question {
    const char *name;
    kind what;
    int points, reals;
    unsigned options;
    batch_loop_fn *batch_loops::*loop;
    answer (*expected)(const scene &, size_t);
    void (*ask)(const scene &, size_t begin, size_t end, room &);
};

#define ASK(call)                                                                                            \
    [](const scene &s, size_t begin, size_t end, room &r) {                                                  \
        (void)s, (void)begin, (void)end, (void)r;                                                            \
        call;                                                                                                \
    }

#define CLOSEST_TO(name, shapes)                                                                             \
    ASK(flr_batch_points3 a = points(s, 0); auto b = shapes(s, 1); auto out = closest_out(r, false);         \
        flr_batch_closest3_##name(&a, &b, begin, end, &out))
#define OVERLAP_OF(name, first, second)                                                                      \
    ASK(auto a = first; auto b = second; flr_batch_overlap3_##name(&a, &b, begin, end, r.flags(0)))

const question questions[] = {
    {"point_segment", CLOSEST, 3, 0, 0, &batch_loops::closest3_point_segment, point_segment,
     CLOSEST_TO(point_segment, segments)},
    {"point_triangle", CLOSEST, 4, 0, 0, &batch_loops::closest3_point_triangle, point_triangle,
     CLOSEST_TO(point_triangle, triangles)},
    {"point_aabb", CLOSEST, 3, 0, 0, &batch_loops::closest3_point_aabb, point_aabb,
     CLOSEST_TO(point_aabb, aabbs)},
    {"segment_segment", BRIDGE, 4, 0, 0, &batch_loops::closest3_segment_segment, segment_segment,
     ASK(auto a = segments(s, 0); auto b = segments(s, 2); auto out = closest_out(r, true);
         flr_batch_closest3_segment_segment(&a, &b, begin, end, &out))},
    {"ray_triangle", CAST_TRIANGLE, 5, 2, 0, &batch_loops::raycast3_ray_triangle, ray_triangle<0>,
     ASK(auto a = rays(s); auto b = triangles(s, 2); auto out = triangle_out(r);
         flr_batch_raycast3_ray_triangle(&a, &b, 0, begin, end, &out))},
    {"ray_triangle, front", CAST_TRIANGLE, 5, 2, FLR_RAYCAST_FRONT_ONLY, &batch_loops::raycast3_ray_triangle,
     ray_triangle<FLR_RAYCAST_FRONT_ONLY>,
     ASK(auto a = rays(s); auto b = triangles(s, 2); auto out = triangle_out(r);
         flr_batch_raycast3_ray_triangle(&a, &b, FLR_RAYCAST_FRONT_ONLY, begin, end, &out))},
    {"ray_aabb", CAST, 4, 2, 0, &batch_loops::raycast3_ray_aabb, ray_aabb,
     ASK(auto a = rays(s); auto b = aabbs(s, 2); auto out = cast_out(r);
         flr_batch_raycast3_ray_aabb(&a, &b, begin, end, &out))},
    {"sphere_sphere", OVERLAP, 2, 2, 0, &batch_loops::overlap3_sphere_sphere, sphere_sphere,
     OVERLAP_OF(sphere_sphere, spheres(s, 0, 0), spheres(s, 1, 1))},
    {"sphere_aabb", OVERLAP, 3, 1, 0, &batch_loops::overlap3_sphere_aabb, sphere_aabb,
     OVERLAP_OF(sphere_aabb, spheres(s, 0, 0), aabbs(s, 1))},
    {"aabb_aabb", OVERLAP, 4, 0, 0, &batch_loops::overlap3_aabb_aabb, aabb_aabb,
     OVERLAP_OF(aabb_aabb, aabbs(s, 0), aabbs(s, 2))},
    {"triangle_triangle", OVERLAP, 6, 0, 0, &batch_loops::overlap3_triangle_triangle, triangle_triangle,
     OVERLAP_OF(triangle_triangle, triangles(s, 0), triangles(s, 3))},
};

/// Of a ray that sees the back of its triangle, two corners change places.
void turn_to_the_ray(scene &s, size_t i)
{
    const flr_vec3 a = s.point(2, i), n = flr_cross3(flr_sub3(s.point(3, i), a), flr_sub3(s.point(4, i), a));
    if (!(flr_dot3(n, s.point(1, i)) > 0)) return;
    for (int axis = 0; axis < 3; ++axis) std::swap(s.x[3][axis][i], s.x[4][axis][i]);
}

/// Makes the scene what the question can be asked of: boxes with min <= max mostly, rays that aim and have a
/// range, and sizes at which about half of them meet.
void fit(scene &s, const question &q, family f, random_source &r)
{
    if (f == WILD) return;
    int box = q.name == std::string("aabb_aabb")     ? 0
              : q.name == std::string("ray_aabb")    ? 2
              : q.name == std::string("point_aabb")  ? 1
              : q.name == std::string("sphere_aabb") ? 1
                                                     : -1;
    for (int k = box; box >= 0 && k + 1 < q.points; k += 2)
        for (int axis = 0; axis < 3; ++axis)
            for (size_t i = 0; i < ROOM; ++i)
                if (s.x[k][axis][i] > s.x[k + 1][axis][i]) std::swap(s.x[k][axis][i], s.x[k + 1][axis][i]);
    if (q.points >= 4 && q.what == OVERLAP && f == GENERIC)  // through the middle, so that more overlap
        for (int axis = 0; axis < 3; ++axis)
            for (size_t i = 0; i < ROOM; ++i)
                s.x[q.points - 1][axis][i] =
                    q.points == 6 ? -s.x[q.points - 2][axis][i] : std::fabs(s.x[q.points - 1][axis][i]);
    if (q.what != CAST && q.what != CAST_TRIANGLE) return;
    for (size_t i = 0; i < ROOM; ++i) {
        bool plain = f == GENERIC || r.whole(0, 1);
        if (plain) s.real[0][i] = 0, s.real[1][i] = flr_real(inf);
        if (!plain && r.whole(0, 3) == 0) s.real[0][i] = -flr_real(inf);
        double part = f == LATTICE || f == TOUCHING ? 1 : r.between(0.3, 2);
        bool near_corner = r.whole(0, 2) == 0;
        for (int axis = 0; axis < 3; ++axis) {
            int last = q.points - 1;
            double u = near_corner ? 1 : 1.0 / (last - 1), sum = double(s.x[2][axis][i]) * u;
            for (int k = 3; k <= last && !near_corner; ++k) sum += double(s.x[k][axis][i]) * u;
            double jitter = f == GENERIC ? r.between(-0.2, 0.2) : 0;
            if (f != EXTREME) s.x[1][axis][i] = flr_real((sum - double(s.x[0][axis][i])) * part + jitter);
        }
        // of three in four, so that some hits are culled and a third of all are left
        if (q.options != 0 && f == GENERIC && i % 4 != 0) turn_to_the_ray(s, i);
    }
}

bool same(const answer &a, const room &r, size_t i, const question &q)
{
    bool ok = true;
    auto real = [&](int k) { ok = ok && std::memcmp(&a.out[k], &r.out[k][i], sizeof(flr_real)) == 0; };
    auto flag = [&](int k) { ok = ok && char(a.flag[k]) == r.flag[k][i]; };
    if (q.what != OVERLAP) real(0);
    if (q.what != OVERLAP)
        for (int k = 4; k < 7; ++k) real(k);
    if (q.what == BRIDGE || q.what == CAST || q.what == CAST_TRIANGLE)
        for (int k = 1; k < 4; ++k) real(k);
    if (q.what == CAST || q.what == CAST_TRIANGLE) {
        real(7);
        flag(1);
    }
    if (q.what == CAST_TRIANGLE)
        for (int k = 8; k < 10; ++k) real(k);
    if (q.what == CAST || q.what == CAST_TRIANGLE || q.what == OVERLAP) flag(0);
    return ok;
}

bool untouched(const room &r, size_t i)
{
    for (auto &o : r.out)
        if (o[i] != flr_real(-77)) return false;
    for (auto &f : r.flag)
        if (f[i] != char(0x55)) return false;
    return true;
}

batch_job job_of(const scene &s, const question &q, size_t begin, size_t end, room &r)
{
    batch_job job;
    std::memset(&job, 0, sizeof job);
    for (int k = 0; k < q.points; ++k) job.points[k] = points(s, k);
    for (int k = 0; k < q.reals; ++k) job.reals[k] = reals(s, k);
    job.point_count = q.points;
    job.real_count = q.reals;
    job.options = q.options;
    job.begin = begin;
    job.end = end;
    switch (q.what) {
    case CLOSEST:
    case BRIDGE:
        job.out.closest = closest_out(r, q.what == BRIDGE);
        break;
    case CAST:
        job.out.cast = cast_out(r);
        break;
    case CAST_TRIANGLE:
        job.out.cast_triangle = triangle_out(r);
        break;
    case OVERLAP:
        job.out.overlap = r.flags(0);
        break;
    }
    return job;
}

struct expectations {
    std::vector<answer> all;
    long yes = 0;
    expectations(const scene &s, const question &q) : all(ROOM)
    {
        for (size_t i = 0; i < ROOM; ++i) {
            all[i] = q.expected(s, i);
            yes += all[i].flag[0];
        }
    }
};

void compare(tally &t, const expectations &e, const room &r, const question &q, const char *how, family f,
             size_t begin, size_t end)
{
    for (size_t i = 0; i < ROOM; ++i) {
        bool within = i >= begin && i < end;
        bool ok = within ? same(e.all[i], r, i, q) : untouched(r, i);
        if (!ok || i == begin)
            t.expect(ok, "%s, %s, %s: element %zu of %zu to %zu: t or distance %.17g, expected %.17g", q.name,
                     how, family_names[f], i, begin, end, double(r.out[0][i]), double(e.all[i].out[0]));
    }
}

const char *const width_names[] = {"scalar", "two doubles", "AVX2", "AVX-512"};

/// All lengths from 0 to 70, at every offset from alignment in turn.
void every_width(tally &t)
{
    long asked = 0;
    int widths = 0;
    for (int w = 0; w < BATCH_WIDTHS; ++w) widths += flr_batch_loops(batch_width(w)) != nullptr;
    for (const question &q : questions) {
        long hits = 0, all = 0;
        for (int f = 0; f < FAMILIES; ++f)
            for (size_t n = 0; n <= MOST; ++n) {
                scene s = make(family(f), n * 31 + size_t(&q - questions));
                random_source r{n};
                fit(s, q, family(f), r);
                expectations e(s, q);
                size_t begin = n % 9, end = begin + n;
                if (f == GENERIC) hits += e.yes, all += long(ROOM);
                for (int w = 0; w < BATCH_WIDTHS; ++w) {
                    const batch_loops *loops = flr_batch_loops(batch_width(w));
                    if (!loops) continue;
                    room out;
                    batch_job job = job_of(s, q, begin, end, out);
                    (loops->*q.loop)(&job);
                    compare(t, e, out, q, width_names[w], family(f), begin, end);
                }
                room out;
                q.ask(s, begin, end, out);
                compare(t, e, out, q, "public", family(f), begin, end);
                ++asked;
            }
        if (q.what == CLOSEST || q.what == BRIDGE) continue;
        std::printf("  %s: %ld of %ld yes\n", q.name, hits, all);
        t.expect(hits * 10 >= all * 3 && hits * 10 <= all * 7, "%s: %ld of %ld yes", q.name, hits, all);
    }
    std::printf("  %d widths, %ld batches\n", widths, asked);
}

/// The widths that this processor can do are there: what is not tested here is not used either.
void widths_at_hand(tally &t)
{
    t.expect(flr_batch_loops(BATCH_SCALAR) != nullptr, "scalar");
    t.expect(flr_batch_loops(BATCH_BASELINE) != nullptr, "two doubles");
#if defined(__x86_64__)
    t.expect(!__builtin_cpu_supports("avx2") == !flr_batch_loops(BATCH_AVX2), "AVX2");
    t.expect(!__builtin_cpu_supports("avx512dq") == !flr_batch_loops(BATCH_AVX512), "AVX-512");
#else
    t.expect(!flr_batch_loops(BATCH_AVX2) && !flr_batch_loops(BATCH_AVX512), "vectors of another machine");
#endif
}

simd_3 lane(const scene &s, int k, size_t i) { return simd3_all(s.point(k, i)); }

bool decided(const question &q, const scene &s, size_t i)
{
    simd_3 p[BATCH_POINTS];
    for (int k = 0; k < q.points; ++k) p[k] = lane(s, k, i);
    if (q.what == BRIDGE) return simd3_segment_segment(p[0], p[1], p[2], p[3]).decided;
    if (q.what == CLOSEST && q.points == 4) return simd3_point_triangle(p[0], p[1], p[2], p[3]).decided;
    if (q.what == CAST_TRIANGLE) {
        simd3_path path = simd3_path_make(p[0], p[1], double(s.number(0, i)), double(s.number(1, i)));
        simd3_triangle_hit h = simd3_ray_triangle(&path, p[2], p[3], p[4], false);
        return h.hit || h.miss;
    }
    const simd3_corners a = {p[0], p[1], p[2]}, b = {p[3], p[4], p[5]};
    return simd3_triangle_triangle(&a, &b).decided;
}

/// On a lattice, where shapes touch and degenerate, at least three in ten are left to the scalar call; of pairs in
/// general position nearly none. So the test above sees both.
void both_ways_are_taken(tally &t)
{
    for (const question &q : questions) {
        bool asked = q.what == BRIDGE || (q.what == CLOSEST && q.points == 4) ||
                     (q.what == CAST_TRIANGLE && q.options == 0) || q.points == 6;
        if (!asked) continue;
        long open[FAMILIES] = {0}, all = 0;
        for (uint64_t seed = 0; seed < 30; ++seed, all += long(ROOM))
            for (int f : {GENERIC, LATTICE}) {
                scene s = make(family(f), seed);
                random_source r{seed};
                fit(s, q, family(f), r);
                for (size_t i = 0; i < ROOM; ++i) open[f] += !decided(q, s, i);
            }
        std::printf("  %s: left to the scalar call: generic %.2f %%, lattice %.1f %%\n", q.name,
                    100.0 * double(open[GENERIC]) / double(all), 100.0 * double(open[LATTICE]) / double(all));
        t.expect(open[LATTICE] * 10 >= all * 3, "%s: lattice", q.name);
        t.expect(open[GENERIC] * 100 <= all * 4, "%s: generic", q.name);
    }
}

/// Outputs that are not asked for are left alone, and need no memory.
void null_outputs(tally &t)
{
    scene s = make(GENERIC, 5);
    for (const question &q : questions) {
        if (q.what == OVERLAP) continue;
        random_source r{3};
        fit(s, q, GENERIC, r);
        expectations e(s, q);
        for (int w = 0; w < BATCH_WIDTHS; ++w) {
            const batch_loops *loops = flr_batch_loops(batch_width(w));
            if (!loops) continue;
            room out;
            batch_job job = job_of(s, q, 0, MOST, out);
            std::memset(&job.out, 0, sizeof job.out);
            (loops->*q.loop)(&job);
            if (q.what == CLOSEST || q.what == BRIDGE) job.out.closest.distance = out.out[0].data();
            if (q.what == CAST) job.out.cast.t = out.out[0].data();
            if (q.what == CAST_TRIANGLE) job.out.cast_triangle.t = out.out[0].data();
            (loops->*q.loop)(&job);
            bool ok = true;
            for (size_t i = 0; i < MOST; ++i)
                ok = ok && std::memcmp(&out.out[0][i], &e.all[i].out[0], sizeof(flr_real)) == 0;
            for (int k = 1; k < OUTS; ++k) ok = ok && out.out[k] == room().out[k];
            for (int k = 0; k < FLAGS; ++k) ok = ok && out.flag[k] == room().flag[k];
            t.expect(ok, "%s, %s", q.name, width_names[w]);
        }
    }
}

/// Rays without limits given run from 0 on; an end before the beginning is no element.
void usual_limits_and_empty_ranges(tally &t)
{
    scene s = make(GENERIC, 9);
    for (flr_real &x : s.real[0]) x = 0;
    for (flr_real &x : s.real[1]) x = flr_real(inf);
    const question &q = questions[4];
    expectations e(s, q);
    room out;
    flr_batch_rays3 a = rays(s);
    a.t_min.value = a.t_max.value = nullptr;
    flr_batch_triangles3 b = triangles(s, 2);
    flr_batch_raycast3_triangle told = triangle_out(out);
    flr_batch_raycast3_ray_triangle(&a, &b, 0, 2, 61, &told);
    compare(t, e, out, q, "no limits", GENERIC, 2, 61);
    room none;
    told = triangle_out(none);
    flr_batch_raycast3_ray_triangle(&a, &b, 0, 40, 30, &told);
    compare(t, e, none, q, "empty", GENERIC, 0, 0);
}

}  // namespace

FEELER_TESTS(FEELER_TEST(every_width), FEELER_TEST(widths_at_hand), FEELER_TEST(both_ways_are_taken),
             FEELER_TEST(null_outputs), FEELER_TEST(usual_limits_and_empty_ranges))

}  // namespace TEST_FILE
