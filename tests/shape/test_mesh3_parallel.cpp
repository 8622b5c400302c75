/// A mesh built on several threads, or in any order of its parts, is the mesh that one thread builds.
#include <atomic>
#include <thread>
#include <vector>

#include "support/cmocka.hpp"
#include "support/handles.hpp"
#include "support/random.hpp"

namespace TEST_FILE
{
namespace
{

using task_fn = void (*)(void *, size_t);
std::atomic<size_t> handed;  // parts that were given away at all

void last_first(void *, size_t count, task_fn task, void *argument)
{
    handed += count;
    while (count-- > 0) task(argument, count);
}

/// A thread for every part, so that all of them run at once.
void on_threads(void *, size_t count, task_fn task, void *argument)
{
    handed += count;
    std::vector<std::thread> threads;
    for (size_t i = 0; i < count; ++i) threads.emplace_back(task, argument, i);
    for (auto &t : threads) t.join();
}

mesh_handle built(const soup &s, const flr_parallel *parallel)
{
    flr_mesh3_input in = input_of(s);
    flr_mesh3 *m = nullptr;
    must(flr_mesh3_create_parallel(&in, nullptr, parallel, &m), "flr_mesh3_create_parallel");
    return mesh_handle(m, flr_mesh3_destroy);
}

/// All that a mesh is, its tree, topology and order of triangles, byte by byte.
std::vector<unsigned char> bytes_of(const flr_mesh3 &m)
{
    std::vector<unsigned char> r(flr_mesh3_write_size(&m));
    must(flr_mesh3_write(&m, r.data(), r.size()), "flr_mesh3_write");
    return r;
}

bool same(const flr_mesh3 &a, const flr_mesh3 &b) { return bytes_of(a) == bytes_of(b); }

/// Triangles strewn about a cube; `kinds` different places only, so that many centres coincide.
soup strewn(size_t count, size_t kinds, uint64_t seed)
{
    random_source g{seed};
    soup s;
    for (size_t i = 0; i < kinds; ++i) {
        double x = g.between(-1, 1), y = g.between(-1, 1), z = g.between(-1, 1);
        s.v.push_back(vec(x, y, z));
        s.v.push_back(vec(x + 0.01, y, z));
        s.v.push_back(vec(x, y + 0.02, z + 0.01));
    }
    for (size_t i = 0; i < count; ++i) {
        auto k = static_cast<uint32_t>(3 * (i % kinds));
        s.t.push_back({k, k + 1, k + 2});
    }
    return s;
}

void the_same_mesh_whoever_builds_it(void **)
{
    const flr_parallel backward = {last_first, nullptr}, threaded = {on_threads, nullptr};
    const size_t counts[] = {1, 2, 3, 2047, 2048, 2049, 5000, 40000};
    for (size_t count : counts) {
        for (size_t kinds : {count, count / 7 + 1, size_t{1}}) {
            soup s = strewn(count, kinds, count + kinds);
            mesh_handle alone = built(s, nullptr);
            handed = 0;
            assert_true(same(*alone, *built(s, &backward)));
            assert_true(same(*alone, *built(s, &threaded)));
            assert_true(same(*alone, *make_mesh(s)));
            if (count >= 5000) assert_true(handed >= 8);
            if (count < 2048) assert_true(handed == 0);
        }
    }
}

void a_null_function_is_an_error(void **)
{
    const flr_parallel nobody = {nullptr, nullptr};
    soup s = strewn(1, 1, 1);
    flr_mesh3_input in = input_of(s);
    flr_mesh3 *m = nullptr;
    assert_int_equal(flr_mesh3_create_parallel(&in, nullptr, &nobody, &m), FLR_INVALID_ARGUMENT);
    assert_null(m);
}

}  // namespace

FEELER_TESTS(cmocka_unit_test(the_same_mesh_whoever_builds_it), cmocka_unit_test(a_null_function_is_an_error))

}  // namespace TEST_FILE
