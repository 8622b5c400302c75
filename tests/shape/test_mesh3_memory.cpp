/// Errors of flr_mesh3_create, and what it takes and gives back of memory.
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>

#include "support/cmocka.hpp"
#include "support/handles.hpp"
#include "support/ledger.hpp"

namespace TEST_FILE
{
namespace
{

void errors(tally &t)
{
    soup s = box(vec(0, 0, 0), vec(1, 1, 1));
    flr_mesh3_input good = input_of(s), in = good;
    flr_mesh3 *m = nullptr;
    auto is = [&](flr_status want, const char *name) {
        flr_mesh3 *untouched = reinterpret_cast<flr_mesh3 *>(&in);
        m = untouched;
        flr_status got = flr_mesh3_create(&in, nullptr, &m);
        t.expect(got == want, "%s: %s", name, flr_status_string(got));
        t.expect(m == untouched || !m, "%s: something is handed out", name);
        if (got == FLR_OK) flr_mesh3_destroy(m);
        in = good;
    };
    t.expect(flr_mesh3_create(nullptr, nullptr, &m) == FLR_INVALID_ARGUMENT, "no input");
    t.expect(flr_mesh3_create(&in, nullptr, nullptr) == FLR_INVALID_ARGUMENT, "no place for the mesh");
    in.vertices = nullptr;
    is(FLR_INVALID_ARGUMENT, "no vertices");
    in.triangles = nullptr;
    is(FLR_INVALID_ARGUMENT, "no triangles");
    in.triangle_count = 0;
    is(FLR_INVALID_ARGUMENT, "triangle count 0");
    in.triangle_count = size_t(1) << 31;
    is(FLR_TOO_LARGE, "2^31 triangles");
    in.triangle_count = std::numeric_limits<size_t>::max();
    is(FLR_TOO_LARGE, "all the triangles there are");
    in.vertex_count = size_t(1) << 32;
    is(FLR_TOO_LARGE, "2^32 vertices");
    in.vertex_count = std::numeric_limits<size_t>::max();
    is(FLR_TOO_LARGE, "all the vertices there are");
    in.vertex_count = 7;
    is(FLR_INVALID_SHAPE, "index just out of range");
    soup far = s;
    far.t[5][2] = 0xffffffffu;
    in.triangles = far.t[0].data();
    is(FLR_INVALID_SHAPE, "index 2^32 - 1");
    const double bad[] = {NAN, INFINITY, -INFINITY};
    for (double x : bad)
        for (size_t i = 0; i < 24; ++i) {
            soup b = s;
            (&b.v[0].x)[i] = flr_real(x);
            in.vertices = &b.v[0].x;
            is(FLR_NOT_FINITE, "not finite, used");
        }
    for (double x : bad) {
        soup b = s;
        b.v.push_back(vec(0, x, 0));
        in.vertices = &b.v[0].x;
        in.vertex_count = b.v.size();
        is(FLR_NOT_FINITE, "not finite, unused");
    }
    in.weld_tolerance = NAN;
    m = nullptr;
    flr_status got = flr_mesh3_create(&in, nullptr, &m);
    t.expect(got == FLR_INVALID_ARGUMENT || got == FLR_NOT_FINITE, "weld tolerance NaN: %s",
             flr_status_string(got));
    if (got == FLR_OK) flr_mesh3_destroy(m);
    flr_mesh3_destroy(nullptr);
}

void every_allocation_fails(tally &t)
{
    soup fin = unshared(box(vec(0, 0, 0), vec(1, 1, 1)));
    fin.t.push_back({0, 0, 1});
    for (const soup &s : {unshared(torus(3, 1, 10, 12)), box(vec(0, 0, 0), vec(1, 1, 1)), fin}) {
        flr_mesh3_input in = input_of(s);
        for (long k = 0;; ++k) {
            ledger l;
            l.fail_at = k;
            flr_allocator a = l.allocator();
            flr_mesh3 *m = nullptr;
            flr_status got = flr_mesh3_create(&in, &a, &m);
            if (l.requests <= k) {
                t.expect(got == FLR_OK && m, "all allocations granted: %s", flr_status_string(got));
                t.expect(flr_mesh3_get_info(m).memory == l.bytes, "memory says %zu, %zu is held",
                         flr_mesh3_get_info(m).memory, l.bytes);
                flr_mesh3_destroy(m);
                t.expect(k > 0, "it allocates something");
            } else {
                t.expect(got == FLR_OUT_OF_MEMORY && !m, "request %ld refused: %s", k,
                         flr_status_string(got));
            }
            t.expect(l.bytes == 0 && l.out.empty(), "request %ld refused: %zu bytes are lost", k, l.bytes);
            t.expect(!l.mismatch, "request %ld refused: a wrong size or pointer was given back", k);
            if (l.requests <= k) break;
        }
    }
}

/// The allocator is copied: the caller's own need not outlive the call.
void allocator_is_copied(tally &t)
{
    ledger l;
    soup s = box(vec(0, 0, 0), vec(1, 1, 1));
    flr_mesh3_input in = input_of(s);
    flr_mesh3 *m = nullptr;
    {
        flr_allocator a = l.allocator();
        must(flr_mesh3_create(&in, &a, &m), "flr_mesh3_create");
        a.allocate = nullptr;
        a.release = nullptr;
    }
    flr_mesh3_destroy(m);
    t.expect(l.bytes == 0 && !l.mismatch, "%zu bytes are lost", l.bytes);
}

void bytes_a_triangle(tally &t)
{
    struct {
        const char *name;
        soup s;
    } meshes[] = {
        {"sphere", sphere(1, 32, 17)},
        {"sphere, large", sphere(1, 200, 101)},
        {"torus", torus(3, 1, 25, 40)},
        {"sphere, own vertices", unshared(sphere(1, 32, 17))},
        {"torus, own vertices", unshared(torus(3, 1, 50, 80))},
        {"split box, own vertices", unshared(split(split(split(split(box(vec(0, 0, 0), vec(1, 1, 1)))))))},
    };
    for (auto &m : meshes) {
        ledger l;
        flr_allocator a = l.allocator();
        flr_mesh3_input in = input_of(m.s);
        flr_mesh3 *mesh = nullptr;
        must(flr_mesh3_create(&in, &a, &mesh), m.name);
        flr_mesh3_info i = flr_mesh3_get_info(mesh);
        double n = static_cast<double>(i.triangle_count),
               beside = static_cast<double>(i.memory_beside_mesh) / n;
        double held = static_cast<double>(l.bytes - m.s.v.size() * sizeof(flr_vec3) - m.s.t.size() * 12) / n;
        std::printf(
            "  %s: %zu triangles, %.1f bytes a triangle beside the mesh, %.1f at most while building\n",
            m.name, i.triangle_count, beside, static_cast<double>(l.most) / n);
        t.expect(i.triangle_count >= 1000 && beside <= 76, "%s: %.1f bytes", m.name, beside);
        t.expect(std::fabs(held - beside) < 1e-9, "%s: %.1f bytes are held, %.1f reported", m.name, held,
                 beside);
        t.expect(i.memory == l.bytes, "%s: memory", m.name);
        flr_mesh3_destroy(mesh);
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(errors), FEELER_TEST(every_allocation_fails), FEELER_TEST(allocator_is_copied),
             FEELER_TEST(bytes_a_triangle))

}  // namespace TEST_FILE
