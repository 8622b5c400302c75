/// A mesh that was written as a block and opened again answers as the one that was written, to the bit. What is no whole block is refused, and what
/// was forged, checksum included, is refused or answers something.
#include <cmath>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "feeler/feeler.h"
#include "support/cmocka.hpp"
#include "support/handles.hpp"
#include "support/ledger.hpp"
#include "support/poses.hpp"
#include "support/random.hpp"
#include "support/real.hpp"
#include "support/scenes.hpp"

#include "../../fuzz/mesh_block.h"

namespace TEST_FILE
{
namespace
{

/// Bytes at a multiple of 64, exactly as many as are asked for, so that sanitizers see what is read beyond.
struct block {
    size_t size;
    unsigned char *at;
    explicit block(size_t n)
        : size(n), at(static_cast<unsigned char *>(std::aligned_alloc(64, (n + 63) / 64 * 64)))
    {
        if (!at) throw std::bad_alloc();
    }
    explicit block(const flr_mesh3 *m) : block(flr_mesh3_write_size(m))
    {
        must(flr_mesh3_write(m, at, size), "flr_mesh3_write");
    }
    block(const block &b) : block(b.size) { std::memcpy(at, b.at, size); }
    block &operator=(const block &) = delete;
    ~block() { std::free(at); }
};

mesh_handle opened(const block &b)
{
    flr_mesh3 *m = nullptr;
    const char *wrong = "not set";
    const flr_status s = flr_mesh3_open(b.at, b.size, nullptr, &wrong, &m);
    must(s, wrong ? wrong : "flr_mesh3_open");
    return mesh_handle(m, flr_mesh3_destroy);
}

/// Null where the block is refused, with the reason.
mesh_handle tried(const block &b, std::string &why)
{
    flr_mesh3 *m = nullptr;
    const char *wrong = nullptr;
    if (flr_mesh3_open(b.at, b.size, nullptr, &wrong, &m) == FLR_OK) return mesh_handle(m, flr_mesh3_destroy);
    why = wrong ? wrong : "";
    return nullptr;
}

std::vector<soup> stock()
{
    soup fin = box(vec(0, 0, 0), vec(1, 1, 1)), one, far = sphere(2, 12, 8),
         flat = box(vec(0, 0, 0), vec(1, 1, 1));
    fin.t.push_back({0, 0, 1});
    one.v = {vec(0, 0, 0), vec(1, 0, 0), vec(0, 1, 0), vec(9, 9, 9)};
    one.t = {{0, 1, 2}};
    for (flr_vec3 &p : far.v) p.x += flr_real(real_choose(1e6, 1e3));
    for (flr_vec3 &p : flat.v) p.z = 0;
    return {box(vec(-2, -2, -2), vec(2, 2, 2)),
            sphere(2, 40, 30),
            unshared(torus(3, 1, 20, 30)),
            fin,
            one,
            far,
            flat,
            plate_with_square_hole(3, 1, 0, 0.5),
            box_with_cavity(vec(-2, -2, -2), vec(2, 2, 2), vec(-1, -1, -1), vec(1, 1, 1))};
}

flr_instance3 placed_at(const mesh_handle &m, const flr_affine3 &pose)
{
    flr_instance3 i;
    must(flr_instance3_make(m.get(), pose, &i), "flr_instance3_make");
    return i;
}

struct answers {
    std::vector<double> numbers;
    void add(flr_vec3 v) { numbers.insert(numbers.end(), {double(v.x), double(v.y), double(v.z)}); }
};

/// Of every kind that reads a mesh in its own way.
answers ask(const mesh_handle &m, unsigned seed)
{
    answers a;
    random_source r{seed};
    const flr_affine3 pose = random_rigid(r, 1);
    const flr_instance3 x = placed_at(m, pose);
    const flr_vec3 middle = flr_lerp3(x.bounds.min, x.bounds.max, flr_real(0.5));
    const double size = 1 + double(flr_length3(flr_sub3(x.bounds.max, x.bounds.min))) / 2;
    flr_shape3 mesh{}, ball{}, cube{};
    mesh.kind = FLR_SHAPE3_MESH;
    mesh.as.mesh = x;
    ball.kind = FLR_SHAPE3_SPHERE;
    cube.kind = FLR_SHAPE3_AABB;
    for (int k = 0; k < 12; ++k) {
        const flr_vec3 p = flr_mul_add3(middle, flr_real(size), r.point(-1, 1)), way = flr_sub3(middle, p);
        const flr_raycast3_path path = flr_raycast3_path_make(p, way, 0, INFINITY);
        const flr_raycast3_triangle h = flr_raycast3_ray_mesh(&path, &x, k % 2 ? FLR_RAYCAST_SOLID : 0);
        a.numbers.insert(a.numbers.end(), {double(h.hit), double(h.t), double(h.triangle), double(h.inside)});
        a.add(h.normal);
        const flr_closest3_mesh c = flr_closest3_point_mesh(p, &x, INFINITY);
        a.numbers.insert(a.numbers.end(), {double(c.distance), double(c.triangle_b)});
        a.numbers.push_back(flr_contains3_mesh_point(&x, p));
        ball.as.sphere = {p, flr_real(size / 3)};
        cube.as.aabb = {flr_sub3(p, vec(size / 4, size / 4, size / 4)),
                        flr_add3(p, vec(size / 4, size / 4, size / 4))};
        for (const flr_shape3 &other : {ball, cube}) {
            flr_closest3 d{};
            a.numbers.push_back(flr_distance3(&mesh, &other, &d));
            a.numbers.push_back(double(d.distance));
            const flr_contact3_options o = {flr_real(size / 4), 0, nullptr};
            flr_contact3_region regions[16];
            size_t count = 0;
            a.numbers.push_back(flr_contacts3(&mesh, &other, &o, regions, 16, &count));
            a.numbers.push_back(double(count));
            for (size_t i = 0; i < count && i < 16; ++i) a.add(regions[i].manifold.normal);
        }
    }
    return a;
}

bool same(const answers &a, const answers &b)
{
    return a.numbers.size() == b.numbers.size() &&
           std::memcmp(a.numbers.data(), b.numbers.data(), a.numbers.size() * sizeof(double)) == 0;
}

void same_bits(tally &t)
{
    for (const soup &s : stock()) {
        const mesh_handle m = make_mesh(s);
        const block b(m.get());
        const mesh_handle n = opened(b);
        const flr_mesh3_info i = flr_mesh3_get_info(m.get()), j = flr_mesh3_get_info(n.get());
        t.expect(i.volume == j.volume && i.watertight == j.watertight && i.oriented == j.oriented &&
                     i.component_count == j.component_count && i.vertex_count == j.vertex_count &&
                     i.triangle_count == j.triangle_count && i.welded_vertex_count == j.welded_vertex_count &&
                     i.boundary_edge_count == j.boundary_edge_count &&
                     i.duplicate_count == j.duplicate_count &&
                     i.repeated_corner_count == j.repeated_corner_count &&
                     i.non_manifold_edge_count == j.non_manifold_edge_count &&
                     i.inconsistent_edge_count == j.inconsistent_edge_count && i.memory == j.memory &&
                     std::memcmp(&i.bounds, &j.bounds, sizeof i.bounds) == 0,
                 "%zu triangles: info", i.triangle_count);
        for (unsigned seed = 1; seed < 4; ++seed)
            t.expect(same(ask(m, seed), ask(n, seed)), "%zu triangles: answers", i.triangle_count);
        const block again(n.get());
        t.expect(again.size == b.size && std::memcmp(again.at, b.at, b.size) == 0, "%zu triangles: bytes",
                 i.triangle_count);
        t.expect(flr_mesh3_refit(n.get(), &s.v[0].x) == FLR_INVALID_ARGUMENT, "a block is not refitted");
    }
}

void after_a_refit(tally &t)
{
    soup s = sphere(2, 24, 16);
    const mesh_handle m = make_mesh(s);
    for (flr_vec3 &p : s.v) p.x *= flr_real(1.5) + p.y / 8;
    must(flr_mesh3_refit(m.get(), &s.v[0].x), "flr_mesh3_refit");
    const block b(m.get());
    t.expect(same(ask(m, 7), ask(opened(b), 7)), "answers");
}

/// Every size below the right one, and every bit.
void damaged(tally &t)
{
    const mesh_handle m = make_mesh(box(vec(0, 0, 0), vec(1, 2, 3)));
    const block b(m.get());
    std::string why;
    for (size_t n = 0; n < b.size; ++n) {
        block part(n ? n : 1);
        std::memcpy(part.at, b.at, n);
        flr_mesh3 *none = nullptr;
        const char *wrong = nullptr;
        t.expect(flr_mesh3_open(part.at, n, nullptr, &wrong, &none) == FLR_INVALID_SHAPE && wrong && !none,
                 "%zu of %zu bytes", n, b.size);
    }
    block copy(b);
    for (size_t bit = 0; bit < 8 * b.size; ++bit) {
        copy.at[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
        t.expect(!tried(copy, why) && !why.empty(), "bit %zu", bit);
        copy.at[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
    }
    t.expect(tried(copy, why) != nullptr, "the whole");
}

void sign(block &b) { sign_mesh_block(b.at, b.size); }

/// What is wrong is named, first things first.
void named(tally &t)
{
    const mesh_handle m = make_mesh(sphere(1, 12, 8));
    const block b(m.get());
    const struct {
        size_t at;
        uint64_t value;
        size_t bytes;
        const char *says;
    } faults[] = {
        {0, 'X', 1, "no mesh"},
        {8, 0x04030201, 4, "order of bytes"},
        {12, 99, 4, "version"},
        {16, 2, 4, "precision"},
        {20, 1, 4, "no meaning"},
        {192, 32, 8, "no meaning"},
        {192, 16, 8, "contradicts"},
        {24, b.size + 64, 8, "shorter"},
        {24, b.size - 64, 8, "do not fit"},
        {32, 1, 8, "checksum"},
        {40, UINT64_MAX, 8, "out of range"},
        {48, 0, 8, "out of range"},
        {48, uint64_t(1) << 62, 8, "out of range"},
        {104, uint64_t(1) << 40, 8, "out of range"},
        {112, UINT64_MAX, 8, "out of range"},
        {112, 0, 8, "out of range"},
    };
    for (const auto &f : faults) {
        block bad(b);
        std::memcpy(bad.at + f.at, &f.value, f.bytes);
        if (f.at != 32) sign(bad);
        std::string why;
        t.expect(!tried(bad, why) && why.find(f.says) != std::string::npos, "byte %zu: \"%s\", not \"%s\"",
                 f.at, why.c_str(), f.says);
    }
    flr_mesh3 *none = nullptr;
    t.expect(flr_mesh3_open(nullptr, 0, nullptr, nullptr, &none) == FLR_INVALID_ARGUMENT, "no block");
    t.expect(flr_mesh3_open(b.at + 8, b.size - 8, nullptr, nullptr, &none) == FLR_INVALID_ARGUMENT,
             "off by 8 bytes");
    t.expect(flr_mesh3_open(b.at, b.size, nullptr, nullptr, nullptr) == FLR_INVALID_ARGUMENT, "no place");
    block small(b.size - 1);
    t.expect(flr_mesh3_write(m.get(), small.at, small.size) == FLR_INVALID_ARGUMENT, "no room");
    t.expect(flr_mesh3_write(nullptr, small.at, small.size) == FLR_INVALID_ARGUMENT, "no mesh");
    t.expect(flr_mesh3_write(m.get(), nullptr, b.size) == FLR_INVALID_ARGUMENT, "nowhere");
    t.expect(flr_mesh3_write_size(nullptr) == 0, "size of nothing");
}

/// Words of the block changed and the checksum put right: an attacker's. All that is let through can be asked.
void forged(tally &t)
{
    random_source r{5};
    long refused = 0, accepted = 0;
    for (const soup &s : {sphere(2, 12, 8), box(vec(0, 0, 0), vec(1, 1, 1)), unshared(torus(3, 1, 8, 6))}) {
        const block b(make_mesh(s).get());
        for (int n = 0; n < scenes(1500); ++n) {
            block bad(b);
            const int times = r.whole(1, 2);
            for (int k = 0; k < times; ++k) {
                const size_t word = size_t(r.whole(10, int(b.size / 4) - 1));
                uint32_t value;
                std::memcpy(&value, bad.at + 4 * word, 4);
                const int how = r.whole(0, 3), bit = r.whole(0, 31), other = r.whole(0, 200);
                value = how == 0   ? value ^ uint32_t(1) << bit
                        : how == 1 ? uint32_t(other)
                        : how == 2 ? value + uint32_t(other) - 100
                                   : value ^ uint32_t(1) << bit % 4;
                std::memcpy(bad.at + 4 * word, &value, 4);
            }
            sign(bad);
            std::string why;
            const mesh_handle m = tried(bad, why);
            if (m) {
                (void)ask(m, unsigned(n));
                ++accepted;
            } else {
                t.expect(!why.empty(), "a reason");
                ++refused;
            }
        }
    }
    t.expect(refused > accepted / 9 && accepted > refused / 9, "%ld refused, %ld let through", refused,
             accepted);
}

void memory(tally &t)
{
    for (double away : {0.0, real_choose(1e6, 1e3)}) {
        soup s = sphere(2, 12, 8);
        for (flr_vec3 &p : s.v) p.x += flr_real(away);
        const block b(make_mesh(s).get());
        for (long k = 0; k < 4; ++k) {
            ledger l;
            flr_allocator a = l.allocator();
            l.fail_at = k;
            flr_mesh3 *m = nullptr;
            const char *wrong = "not set";
            const flr_status got = flr_mesh3_open(b.at, b.size, &a, &wrong, &m);
            const bool all = k >= (away == 0 ? 1 : 3);
            t.expect(got == (all ? FLR_OK : FLR_OUT_OF_MEMORY) && !wrong, "request %ld: %s", k,
                     flr_status_string(got));
            t.expect(!all || l.bytes < 1000 + (away == 0 ? 0 : s.v.size() * sizeof(flr_vec3)), "%zu bytes",
                     l.bytes);
            flr_mesh3_destroy(m);
            t.expect(l.bytes == 0 && !l.mismatch, "all is released");
        }
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(same_bits), FEELER_TEST(after_a_refit), FEELER_TEST(damaged), FEELER_TEST(named),
             FEELER_TEST(forged), FEELER_TEST(memory))

}  // namespace TEST_FILE
