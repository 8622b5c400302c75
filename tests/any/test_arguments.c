// Arguments that no caller should give: NaN, infinities, numbers of any size, null. Every question about any two shapes of every
// pair of kinds ends, says so with a status, and what it answers holds no NaN. The same checks as of the fuzz target fuzz_arguments.
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../fuzz/check_arguments.h"
#include "support/tests.h"

/// SplitMix64
static uint64_t next_bits(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

enum { BYTES = 128 };

static void fill(uint8_t *bytes, uint64_t seed)
{
    for (size_t k = 0; k < BYTES; ++k) bytes[k] = (uint8_t)(next_bits(&seed) >> 40);
}

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define IS_SANITIZED
#endif
#endif
/// The sanitizers take ten times as long.
#ifdef IS_SANITIZED
enum { SETS = 10000, PART = 4 };
#else
enum { SETS = 20000, PART = 1 };
#endif

static void test_fixed_set(void **unused)
{
    (void)unused;
    uint8_t bytes[BYTES];
    complaint said;
    for (int i = 0; i < SETS; ++i) {
        fill(bytes, (uint64_t)i + 1000);
        if (!check_arguments(bytes, sizeof bytes, &said)) fail_msg("set %d: %s", i, said.text);
    }
}

static void test_corpus(void **unused)
{
    (void)unused;
    DIR *folder = opendir(FEELER_SOURCE_DIR "/fuzz/corpus/arguments");
    assert_non_null(folder);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[1024];
        uint8_t bytes[256];
        complaint said;
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", FEELER_SOURCE_DIR "/fuzz/corpus/arguments", entry->d_name);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        size_t size = fread(bytes, 1, sizeof bytes, file);
        fclose(file);
        if (!check_arguments(bytes, size, &said)) fail_msg("%s: %s", entry->d_name, said.text);
        ++count;
    }
    closedir(folder);
    assert_true(count >= 6);
}

/// Every special value as every number of the first shape, by every question: beside the second shapes by turns.
enum { TURNS = 3 };

static void test_numbers_of_shapes(void **unused)
{
    (void)unused;
    uint8_t bytes[BYTES];
    complaint said;
    for (int a = 0; a < FLR_SHAPE3_COUNT; ++a)
        for (int b = 0; b < FLR_SHAPE3_COUNT; ++b)
            for (unsigned v = (unsigned)(a + b) % TURNS; v < ARGUMENT_VALUES; v += TURNS * PART) {
                fill(bytes, (uint64_t)(a * 100 + b));
                byte_source from = {bytes, BYTES, 0, false};
                lattice3 x, y;
                lattice3_make(&from, (flr_shape3_kind)a, flr_vec3_make(0, 0, 0), &x);
                lattice3_make(&from, (flr_shape3_kind)b, flr_vec3_make(0, 0, 0), &y);
                flr_shape3 *part = a == FLR_SHAPE3_COMPOUND ? &x.parts[0] : &x.shape;
                const numbers n = numbers3(part, x.points, (unsigned)b);
                for (size_t k = 0; k < n.count; ++k) {
                    const flr_real kept = n.first[k];
                    n.first[k] = argument_value(v);
                    said.lax = has_no_meaning(flr_check3(&x.shape));
                    const unsigned question = (unsigned)k + v + (unsigned)b;
                    if (!argue_pair3(&from, question, &x.shape, &y.shape, &said) ||
                        !argue_pair3(&from, question + 1, &y.shape, &x.shape, &said))
                        fail_msg("%s %s, number %d as %g: %s", flr_shape3_name(x.shape.kind),
                                 flr_shape3_name(y.shape.kind), (int)k, (double)argument_value(v), said.text);
                    n.first[k] = kept;
                }
                lattice3_release(&x);
                lattice3_release(&y);
            }
    for (int a = 0; a < FLR_SHAPE2_COUNT; ++a)
        for (int b = 0; b < FLR_SHAPE2_COUNT; ++b)
            for (unsigned v = (unsigned)(a + b) % TURNS; v < ARGUMENT_VALUES; v += TURNS * PART) {
                fill(bytes, (uint64_t)(a * 100 + b));
                byte_source from = {bytes, BYTES, 0, false};
                lattice2 x, y;
                lattice2_make(&from, (flr_shape2_kind)a, flr_vec2_make(0, 0), &x);
                lattice2_make(&from, (flr_shape2_kind)b, flr_vec2_make(0, 0), &y);
                flr_shape2 *part = a == FLR_SHAPE2_COMPOUND ? &x.parts[0] : &x.shape;
                const numbers n = numbers2(part, x.points, (unsigned)b);
                for (size_t k = 0; k < n.count; ++k) {
                    const flr_real kept = n.first[k];
                    n.first[k] = argument_value(v);
                    said.lax = has_no_meaning(flr_check2(&x.shape));
                    const unsigned question = (unsigned)k + v + (unsigned)b;
                    if (!argue_pair2(&from, question, &x.shape, &y.shape, &said) ||
                        !argue_pair2(&from, question + 1, &y.shape, &x.shape, &said))
                        fail_msg("%s %s, number %d as %g: %s", flr_shape2_name(x.shape.kind),
                                 flr_shape2_name(y.shape.kind), (int)k, (double)argument_value(v), said.text);
                    n.first[k] = kept;
                }
            }
}

/// What has to be told of an option, and of a number in a path or motion.
static void expect_option(flr_status got, flr_real value, const char *what)
{
    const bool refused = !(value >= 0) || !isfinite(value);
    const bool right = refused ? got == FLR_INVALID_ARGUMENT
                               : got == FLR_OK || got == FLR_NOT_CONVERGED || got == FLR_NOT_FINITE;
    if (!right) fail_msg("%s of %g: %s", what, (double)value, flr_status_string(got));
}

static void expect_number(flr_status got, flr_real value, const char *what)
{
    const bool right = !isfinite(value) ? got == FLR_NOT_FINITE
                                        : got == FLR_OK || got == FLR_NOT_CONVERGED || got == FLR_NOT_FINITE;
    if (!right) fail_msg("%s of %g: %s", what, (double)value, flr_status_string(got));
}

static void options3(const flr_shape3 *a, const flr_shape3 *b, flr_real x)
{
    flr_manifold3 m;
    flr_sweep3_result w;
    flr_toi3_result t;
    flr_convex3 p, q;
    const flr_path3 still = flr_path3_still(flr_pose3_identity());
    flr_path3 far = still, turned = still;
    far.to.position.y = x;
    turned.to.rotation.z = x;
    const flr_contact3_options margin = {x, 0, NULL}, bias = {0, x, NULL};
    const flr_sweep3_options keep = {x};
    const flr_toi3_options tolerance = {x, 0, 20}, target = {0, x, 20}, few = {0, 0, 20};
    const flr_vec3 motion = {1, 2, 3}, bad = {1, x, 3};
    expect_option(flr_contact3(a, b, &margin, &m), x, "flr_contact3: margin");
    expect_option(flr_contact3(a, b, &bias, &m), x, "flr_contact3: face_bias");
    expect_option(flr_sweep3_within(a, motion, b, &keep, &w), x, "flr_sweep3_within: target_distance");
    expect_number(flr_sweep3(a, bad, b, &w), x, "flr_sweep3: motion");
    expect_option(flr_toi3(a, &still, b, &still, &tolerance, &t), x, "flr_toi3: tolerance");
    expect_option(flr_toi3(a, &still, b, &still, &target, &t), x, "flr_toi3: target_distance");
    expect_number(flr_toi3(a, &far, b, &still, &few, &t), x, "flr_toi3: position");
    expect_number(flr_toi3(a, &still, b, &turned, &few, &t), x, "flr_toi3: rotation");
    if (!flr_convex3_shape(a, &p) || !flr_convex3_shape(b, &q)) return;
    expect_option(flr_contact3_convex_convex(&p, &q, &margin, &m), x, "flr_contact3_convex_convex: margin");
    expect_option(flr_contact3_convex_convex(&p, &q, &bias, &m), x, "flr_contact3_convex_convex: face_bias");
    expect_option(flr_sweep3_convex_convex(&p, motion, &q, &keep).status, x,
                  "flr_sweep3_convex_convex: target");
    expect_option(flr_toi3_convex_convex(&p, &still, &q, &still, &target).status, x,
                  "flr_toi3_convex_convex: target_distance");
    expect_number(flr_toi3_convex_convex(&p, &far, &q, &still, &few).status, x,
                  "flr_toi3_convex_convex: position");
}

static void options2(const flr_shape2 *a, const flr_shape2 *b, flr_real x)
{
    flr_manifold2 m;
    flr_sweep2_result w;
    flr_toi2_result t;
    flr_convex2 p, q;
    const flr_pose2 origin = {0, {0, 0}};
    const flr_path2 still = flr_path2_still(origin);
    flr_path2 far = still, turned = still;
    far.to.position.y = x;
    turned.to.angle = x < 100 && x > -100 ? x : isfinite(x) ? 100 : x;
    const flr_contact2_options margin = {x, 0, NULL}, bias = {0, x, NULL};
    const flr_sweep2_options keep = {x};
    const flr_toi2_options tolerance = {x, 0, 20}, target = {0, x, 20}, few = {0, 0, 20};
    const flr_vec2 motion = {1, 2}, bad = {1, x};
    expect_option(flr_contact2(a, b, &margin, &m), x, "flr_contact2: margin");
    expect_option(flr_contact2(a, b, &bias, &m), x, "flr_contact2: face_bias");
    expect_option(flr_sweep2_within(a, motion, b, &keep, &w), x, "flr_sweep2_within: target_distance");
    expect_number(flr_sweep2(a, bad, b, &w), x, "flr_sweep2: motion");
    expect_option(flr_toi2(a, &still, b, &still, &tolerance, &t), x, "flr_toi2: tolerance");
    expect_option(flr_toi2(a, &still, b, &still, &target, &t), x, "flr_toi2: target_distance");
    expect_number(flr_toi2(a, &far, b, &still, &few, &t), x, "flr_toi2: position");
    expect_number(flr_toi2(a, &still, b, &turned, &few, &t), x, "flr_toi2: angle");
    if (!flr_convex2_shape(a, &p) || !flr_convex2_shape(b, &q)) return;
    expect_option(flr_contact2_convex_convex(&p, &q, &margin, &m), x, "flr_contact2_convex_convex: margin");
    expect_option(flr_contact2_convex_convex(&p, &q, &bias, &m), x, "flr_contact2_convex_convex: face_bias");
    expect_option(flr_toi2_convex_convex(&p, &still, &q, &still, &target).status, x,
                  "flr_toi2_convex_convex: target_distance");
    expect_number(flr_toi2_convex_convex(&p, &far, &q, &still, &few).status, x,
                  "flr_toi2_convex_convex: position");
}

/// Every special value as every option, and in paths and motions, for every pair of kinds.
static void test_options(void **unused)
{
    (void)unused;
    uint8_t bytes[BYTES];
    for (int a = 0; a < FLR_SHAPE3_COUNT; ++a)
        for (int b = 0; b < FLR_SHAPE3_COUNT; ++b) {
            fill(bytes, (uint64_t)(a * 100 + b));
            byte_source from = {bytes, BYTES, 0, false};
            lattice3 x, y;
            lattice3_make(&from, (flr_shape3_kind)a, flr_vec3_make(0, 0, 0), &x);
            lattice3_make(&from, (flr_shape3_kind)b, flr_vec3_make(5, 0, 0), &y);
            for (unsigned v = 0; v < ARGUMENT_VALUES; v += PART)
                options3(&x.shape, &y.shape, argument_value(v));
            lattice3_release(&x);
            lattice3_release(&y);
        }
    for (int a = 0; a < FLR_SHAPE2_COUNT; ++a)
        for (int b = 0; b < FLR_SHAPE2_COUNT; ++b) {
            fill(bytes, (uint64_t)(a * 100 + b));
            byte_source from = {bytes, BYTES, 0, false};
            lattice2 x, y;
            lattice2_make(&from, (flr_shape2_kind)a, flr_vec2_make(0, 0), &x);
            lattice2_make(&from, (flr_shape2_kind)b, flr_vec2_make(5, 0), &y);
            for (unsigned v = 0; v < ARGUMENT_VALUES; v += PART)
                options2(&x.shape, &y.shape, argument_value(v));
        }
}

/// The same of typed pairs, of parts and of boxes.
static void test_typed_options(void **unused)
{
    (void)unused;
    const flr_sphere ball = {{0, 0, 0}, 1};
    const flr_capsule3 rod = {{0, 0, 0}, {1, 0, 0}, 1};
    const flr_box3 box = {{0, 0, 0}, flr_affine3_identity().linear, {1, 1, 1}};
    const flr_aabb3 boxes[2] = {{{0, 0, 0}, {1, 1, 1}}, {{2, 0, 0}, {3, 1, 1}}};
    flr_instance3 part;
    flr_interference3 clash;
    flr_manifold3 m;
    assert_int_equal(flr_instance3_make(lattice3_mesh(1), flr_affine3_identity(), &part), FLR_OK);
    for (unsigned v = 0; v < ARGUMENT_VALUES; ++v) {
        const flr_real x = argument_value(v);
        flr_index_pair *pairs = NULL;
        size_t count = 0;
        for (int k = 0; k < 2; ++k) {
            const flr_contact3_options o = {k ? 0 : x, k ? x : 0, NULL};
            const flr_interference3_options p = {k ? 0 : x, k ? x : 0};
            expect_option(flr_contact3_sphere_sphere(&ball, &ball, &o, &m), x, "flr_contact3_sphere_sphere");
            expect_option(flr_contact3_sphere_capsule(&ball, &rod, &o, &m), x, "flr_contact3_sphere_capsule");
            expect_option(flr_contact3_sphere_box(&ball, &box, &o, &m), x, "flr_contact3_sphere_box");
            expect_option(flr_contact3_capsule_capsule(&rod, &rod, &o, &m), x,
                          "flr_contact3_capsule_capsule");
            expect_option(flr_contact3_capsule_box(&rod, &box, &o, &m), x, "flr_contact3_capsule_box");
            expect_option(flr_contact3_box_box(&box, &box, &o, &m), x, "flr_contact3_box_box");
            expect_option(flr_interference3_mesh_mesh(&part, &part, &p, &clash), x,
                          "flr_interference3_mesh_mesh");
        }
        const flr_status status = flr_pairs3_aabb(boxes, 2, x, NULL, &pairs, &count);
        expect_option(status, x, "flr_pairs3_aabb");
        if (status == FLR_OK) flr_pairs3_release(NULL, pairs, count);
    }
}

/// In place of either shape, of the result and of paths.
static void test_null(void **unused)
{
    (void)unused;
    const flr_shape3 s = {.kind = FLR_SHAPE3_POINT, .as.point = {0, 0, 0}}, none = {.kind = FLR_SHAPE3_COUNT};
    const flr_shape2 p = {.kind = FLR_SHAPE2_POINT, .as.point = {0, 0}}, nothing = {.kind = FLR_SHAPE2_COUNT};
    const flr_path3 still = flr_path3_still(flr_pose3_identity());
    const flr_path2 rest = {{0, {0, 0}}, {0, {0, 0}}};
    const flr_vec3 motion = {1, 0, 0};
    const flr_vec2 way = {1, 0};
    const flr_raycast3_path path = flr_raycast3_path_make(s.as.point, motion, 0, 1);
    const flr_raycast2_path line = flr_raycast2_path_make(p.as.point, way, 0, 1);
    const flr_plane3 plane = {{1, 0, 0}, 0};
    const flr_plane2 border = {{1, 0}, 0};
    for (int k = 0; k < 4; ++k) {
        const flr_shape3 *a = k == 0 ? NULL : k == 3 ? &none : &s, *b = k == 1 ? NULL : &s;
        const flr_shape2 *c = k == 0 ? NULL : k == 3 ? &nothing : &p, *d = k == 1 ? NULL : &p;
        const bool out = k != 2;
        bool overlap;
        int side;
        flr_shape3 e, f;
        flr_shape2 g, h;
        flr_closest3 c3;
        flr_closest2 c2;
        flr_signed_distance3_result s3;
        flr_signed_distance2_result s2;
        flr_manifold3 m3;
        flr_manifold2 m2;
        flr_sweep3_result w3;
        flr_sweep2_result w2;
        flr_toi3_result t3;
        flr_toi2_result t2;
        flr_aabb3 b3;
        flr_aabb2 b2;
        flr_raycast3_result r3;
        flr_rayhit2 r2;
        const flr_status got[] = {flr_overlap3(a, b, out ? &overlap : NULL),
                                  flr_distance3(a, b, out ? &c3 : NULL),
                                  flr_signed_distance3(a, b, out ? &s3 : NULL),
                                  flr_contact3(a, b, NULL, out ? &m3 : NULL),
                                  flr_sweep3(a, motion, b, out ? &w3 : NULL),
                                  flr_sweep3_within(a, motion, b, NULL, out ? &w3 : NULL),
                                  flr_toi3(a, &still, b, &still, NULL, out ? &t3 : NULL),
                                  flr_nearest_convex3(a, b, &e, out ? &f : NULL),
                                  flr_overlap2(c, d, out ? &overlap : NULL),
                                  flr_distance2(c, d, out ? &c2 : NULL),
                                  flr_signed_distance2(c, d, out ? &s2 : NULL),
                                  flr_contact2(c, d, NULL, out ? &m2 : NULL),
                                  flr_sweep2(c, way, d, out ? &w2 : NULL),
                                  flr_sweep2_within(c, way, d, NULL, out ? &w2 : NULL),
                                  flr_toi2(c, &rest, d, &rest, NULL, out ? &t2 : NULL),
                                  flr_nearest_convex2(c, d, &g, out ? &h : NULL)};
        for (size_t i = 0; i < sizeof got / sizeof got[0]; ++i)
            if (got[i] != FLR_INVALID_ARGUMENT)
                fail_msg("question %d, %d: %s", (int)i, k, flr_status_string(got[i]));
        if (k == 1) continue;
        assert_int_equal(flr_bounds3(a, out ? &b3 : NULL), FLR_INVALID_ARGUMENT);
        assert_int_equal(flr_bounds2(c, out ? &b2 : NULL), FLR_INVALID_ARGUMENT);
        assert_int_equal(flr_classify3(&plane, a, out ? &side : NULL), FLR_INVALID_ARGUMENT);
        assert_int_equal(flr_classify2(&border, c, out ? &side : NULL), FLR_INVALID_ARGUMENT);
        assert_int_equal(flr_raycast3(&path, a, out ? &r3 : NULL), FLR_INVALID_ARGUMENT);
        assert_int_equal(flr_raycast2(&line, c, out ? &r2 : NULL), FLR_INVALID_ARGUMENT);
    }
}

static char *text_of(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("cannot read %s", path);
    char *text = malloc(1 << 20);
    assert_non_null(text);
    size_t size = fread(text, 1, (1 << 20) - 1, file);
    fclose(file);
    text[size] = 0;
    return text;
}

/// Is the word there, and not as the beginning of a longer one?
static bool has_word(const char *text, const char *word, const char *ends)
{
    for (const char *seen = text; (seen = strstr(seen, word)) != NULL; ++seen)
        if (strchr(ends, seen[strlen(word)])) return true;
    return false;
}

/// Every public function that says yes, no or a status is asked by the fuzz target.
static void test_nothing_is_left_out(void **unused)
{
    (void)unused;
    // flr_check2 and flr_check3, which are asked, hand each kind to its own check; in space by a list of kinds, X(kind, ...)
    static const char *const asked[] = {"fuzz/check_arguments.h",  "fuzz/check_arguments2.h",
                                        "fuzz/check_arguments3.h", "fuzz/check_arguments_lists.h",
                                        "fuzz/arguments.h",        "src/any/check.c",
                                        "src/any/any3.h"};
    enum { ASKED = sizeof asked / sizeof *asked };
    char path[1024], *text[ASKED];
    int count = 0;
    for (int k = 0; k < ASKED; ++k) {
        snprintf(path, sizeof path, "%s/%s", FEELER_SOURCE_DIR, asked[k]);
        text[k] = text_of(path);
    }
    DIR *folder = opendir(FEELER_SOURCE_DIR "/include/feeler");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/include/feeler/%s", FEELER_SOURCE_DIR, entry->d_name);
        char *header = text_of(path);
        for (char *at = header; (at = strstr(at, "FLR_API ")) != NULL; ++at) {
            char type[32], name[80];
            if (sscanf(at, "FLR_API %31s %79[a-z0-9_]", type, name) != 2) continue;
            if (strcmp(type, "flr_status") != 0 && strcmp(type, "bool") != 0) continue;
            char row[80] = "";
            const char check[] = "flr_check3_";
            if (strncmp(name, check, sizeof check - 1) == 0)
                snprintf(row, sizeof row, "X(%s", name + sizeof check - 1);
            bool found = false;
            for (int k = 0; k < ASKED && !found; ++k)
                found = has_word(text[k], name, "(,") || (row[0] && has_word(text[k], row, ",)"));
            if (!found) fail_msg("%s of %s is not asked by fuzz_arguments", name, entry->d_name);
            ++count;
        }
        free(header);
    }
    closedir(folder);
    for (int k = 0; k < ASKED; ++k) free(text[k]);
    assert_true(count > 300);
}

FEELER_TESTS(cmocka_unit_test(test_options), cmocka_unit_test(test_typed_options),
             cmocka_unit_test(test_numbers_of_shapes), cmocka_unit_test(test_null),
             cmocka_unit_test(test_fixed_set), cmocka_unit_test(test_corpus),
             cmocka_unit_test(test_nothing_is_left_out))
