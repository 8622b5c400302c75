#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <dirent.h>
#include <jansson.h>
#include <math.h>

#include "query/describe.h"
#include "query/line.h"
#include "support/tests.h"
#include "tool/run_command.h"

// Data in tests/tool/query: shapes2.jsonl and shapes3.jsonl hold shapes for the test of all pairs; each line of
// the other files is a case, {"case": name, "query": object or "line": text, "expect": members of the answer}. An
// expected {"error": code, "says": words} wants that error, and the words in its message.

static const double TOLERANCE = sizeof(flr_real) == sizeof(double) ? 1e-12 : 2e-5;

/// The answer as JSON; the line read must be one line.
static json_t *ask(const char *line, size_t length)
{
    buffer out = {0};
    bool good = query_line(line, length, 7, &out);
    assert_false(out.failed);
    assert_int_equal(out.data[out.length - 1], '\n');
    assert_ptr_equal(memchr(out.data, '\n', out.length), out.data + out.length - 1);
    json_error_t problem;
    json_t *answer =
        json_loadb(out.data, out.length, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &problem);
    if (!answer) fail_msg("no JSON: %s in %s", problem.text, out.data);
    assert_int_equal(good, json_object_get(answer, "error") == NULL);
    buffer_free(&out);
    return answer;
}

static json_t *ask_json(const json_t *query)
{
    char *text = json_dumps(query, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_t *answer = ask(text, strlen(text));
    free(text);
    return answer;
}

static bool same(const json_t *expected, const json_t *found, double tolerance)
{
    if (json_is_number(expected) && json_is_number(found)) {
        double a = json_number_value(expected), b = json_number_value(found);
        return fabs(a - b) <= tolerance * fmax(1, fabs(a));
    }
    if (json_is_array(expected) && json_is_array(found)) {
        bool good = json_array_size(expected) == json_array_size(found);
        for (size_t i = 0; good && i < json_array_size(expected); ++i) {
            good = same(json_array_get(expected, i), json_array_get(found, i), tolerance);
        }
        return good;
    }
    if (json_is_object(expected) && json_is_object(found)) {
        const char *key;
        json_t *member;
        bool good = true;  // what is not expected by name, such as the id of a contact, may be there
        json_object_foreach((json_t *)(uintptr_t)expected, key, member)
        {
            const json_t *other = json_object_get(found, key);
            good = good && other && same(member, other, tolerance);
        }
        return good;
    }
    return json_equal((json_t *)(uintptr_t)expected, (json_t *)(uintptr_t)found);
}

static bool error_fits(const json_t *expected, const json_t *answer)
{
    const json_t *error = json_object_get(answer, "error");
    const char *code = json_string_value(json_object_get(error, "code"));
    const char *message = json_string_value(json_object_get(error, "message"));
    const char *says = json_string_value(json_object_get(expected, "says"));
    return code && message && strcmp(code, json_string_value(json_object_get(expected, "error"))) == 0 &&
           *message && (!says || strstr(message, says));
}

/// All members of the answer but id and line are those expected; also in the other order where the question is
/// the same.
static size_t check_case(const char *where, const json_t *c)
{
    const json_t *query = json_object_get(c, "query"), *line = json_object_get(c, "line"),
                 *expected = json_object_get(c, "expect"), *tolerance = json_object_get(c, "tolerance"),
                 *id = json_object_get(c, "id");
    if (!expected || !query == !line)
        fail_msg("%s: a case has a query or a line, and expects something", where);
    json_t *answer = query ? ask_json(query) : ask(json_string_value(line), json_string_length(line));
    if (query) id = json_object_get(query, "id");
    const json_t *echoed = json_object_get(answer, "id"), *number = json_object_get(answer, "line");
    char *shown = json_dumps(answer, JSON_COMPACT);
    // without an id an answer has null for it, and an error the number of the line
    bool failed = json_object_get(answer, "error") != NULL, numbered = json_number_value(number) == 7;
    bool good = id       ? echoed && same(id, echoed, 0) && !numbered
                : failed ? !echoed && numbered
                         : json_is_null(echoed) && !numbered;
    if (!good) fail_msg("%s: wrong id in %s", where, shown);
    json_object_del(answer, "id");
    if (numbered) json_object_del(answer, "line");
    if (json_object_get(expected, "error")) {
        good = error_fits(expected, answer);
    } else {
        good = same(expected, answer, tolerance ? json_number_value(tolerance) : TOLERANCE);
    }
    if (!good) fail_msg("%s: answered %s", where, shown);
    free(shown);
    json_decref(answer);
    return 1;
}

static const char *const case_files[] = {"errors.jsonl", "natural.jsonl", "plane.jsonl",
                                         "space.jsonl",  "steps.jsonl",   "traps.jsonl"};

/// Every line of a file; `use` is told its place and JSON.
static size_t for_each_line(const char *name, size_t (*use)(const char *where, const json_t *c))
{
    char path[512], where[600];
    snprintf(path, sizeof path, "%s/tests/tool/query/%s", FEELER_SOURCE_DIR, name);
    char *text = read_whole(path), *line = text, *feed;
    size_t count = 0, number = 0;
    for (; (feed = strchr(line, '\n')); line = feed + 1) {
        ++number;
        *feed = '\0';
        json_error_t problem;
        json_t *c = json_loads(line, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &problem);
        if (!c) fail_msg("%s:%zu: %s", name, number, problem.text);
        snprintf(where, sizeof where, "%s:%zu: %s", name, number,
                 json_string_value(json_object_get(c, "case")));
        count += use(where, c);
        json_decref(c);
    }
    free(text);
    return count;
}

static void test_cases(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof case_files / sizeof *case_files; ++i) {
        assert_true(for_each_line(case_files[i], check_case) >= 8);
    }
}

/// The page on queries has the tables, and the schema is the one, that the program reads by.
static void test_documents(void **state)
{
    (void)state;
    buffer shapes = {0}, operations = {0}, schema = {0};
    describe_shapes(&shapes);
    describe_operations(&operations);
    describe_schema(&schema);
    char *page = read_whole(FEELER_SOURCE_DIR "/docs/query.md"),
         *file = read_whole(FEELER_SOURCE_DIR "/docs/query.schema.json");
    assert_non_null(strstr(page, shapes.data));
    assert_non_null(strstr(page, operations.data));
    assert_string_equal(file, schema.data);
    json_error_t problem;
    json_t *parsed = json_loads(schema.data, JSON_REJECT_DUPLICATES, &problem);
    if (!parsed) fail_msg("schema: line %d: %s", problem.line, problem.text);
    assert_int_equal(json_array_size(json_object_get(parsed, "oneOf")), 26);
    json_decref(parsed);
    buffer_free(&shapes);
    buffer_free(&operations);
    buffer_free(&schema);
    free(page);
    free(file);
}

// All pairs. Each left shape lies in x <= 0 and holds the origin, each right one in x >= 2 and holds (2, 0) or
// (2, 0, 0): so by definition any two are 2 apart, and touch once the right one is moved by -2.
static json_t *lefts, *rights;

static size_t keep_shapes(const char *where, const json_t *c)
{
    json_t *left = json_object_get(c, "left"), *right = json_object_get(c, "right");
    if (!left || !right) fail_msg("%s: left or right is missing", where);
    json_array_append(lefts, left);
    json_array_append(rights, right);
    return 1;
}

static json_t *moved(const json_t *shape, int dimension, double x)
{
    json_t *copy = json_deep_copy(shape), *pose = json_object_get(copy, "pose");
    if (!pose) {
        pose = json_object();
        json_object_set_new(pose, "position",
                            dimension == 2 ? json_pack("[ii]", 0, 0) : json_pack("[iii]", 0, 0, 0));
        json_object_set_new(copy, "pose", pose);
    }
    json_t *position = json_object_get(pose, "position");
    json_array_set_new(position, 0, json_real(json_number_value(json_array_get(position, 0)) + x));
    return copy;
}

static json_t *ask_pair(const char *op, const json_t *a, const json_t *b)
{
    json_t *query = json_pack("{s:s, s:O, s:O}", "op", op, "a", a, "b", b);
    json_t *answer = ask_json(query);
    json_decref(query);
    return answer;
}

static double number_of(const json_t *answer, const char *name)
{
    const json_t *v = json_object_get(answer, name);
    return json_is_number(v) ? json_number_value(v) : NAN;
}

static double coordinate(const json_t *answer, const char *name, size_t i)
{
    const json_t *v = json_array_get(json_object_get(answer, name), i);
    return json_is_number(v) ? json_number_value(v) : NAN;
}

/// Both points on their side, and straight across from each other: along a round side the nearest point is
/// known to the root of the rounding.
static bool straight(const json_t *answer, double ax, double bx, int dimension)
{
    bool good = fabs(coordinate(answer, "a", 0) - ax) <= TOLERANCE &&
                fabs(coordinate(answer, "b", 0) - bx) <= TOLERANCE;
    for (size_t i = 1; i < (size_t)dimension; ++i) {
        good = good && fabs(coordinate(answer, "a", i) - coordinate(answer, "b", i)) <= sqrt(TOLERANCE);
    }
    return good;
}

static void refuse(const char *what, const json_t *a, const json_t *b, const json_t *answer)
{
    char *x = json_dumps(a, JSON_COMPACT), *y = json_dumps(b, JSON_COMPACT),
         *z = json_dumps(answer, JSON_COMPACT);
    fail_msg("%s of %s and %s: %s", what, x, y, z);
}

static void check_apart(const json_t *a, const json_t *b, int dimension, double sign)
{
    double ax = sign > 0 ? 0 : 2;
    json_t *answer = ask_pair("distance", a, b);
    bool good =
        fabs(number_of(answer, "distance") - 2) <= TOLERANCE && straight(answer, ax, 2 - ax, dimension);
    if (!good) refuse("distance", a, b, answer);
    json_decref(answer);
    answer = ask_pair("overlap", a, b);
    if (!json_is_false(json_object_get(answer, "overlap"))) refuse("overlap", a, b, answer);
    json_decref(answer);
    answer = ask_pair("signed_distance", a, b);
    good = fabs(number_of(answer, "signed_distance") - 2) <= TOLERANCE &&
           straight(answer, ax, 2 - ax, dimension) &&
           fabs(coordinate(answer, "normal", 0) - sign) <= TOLERANCE;
    if (!good) refuse("signed_distance", a, b, answer);
    json_decref(answer);
}

static bool is(const json_t *shape, const char *name)
{
    return strcmp(json_string_value(json_object_get(shape, "shape")), name) == 0;
}

/// Cylinders, cones and ellipsoids are met by iteration, which ends within 1e-8 (1e-4 in float) of a touch along a curved side; then
/// both questions have to agree on it.
static void check_touch(const json_t *a, const json_t *b)
{
    bool rounded = is(a, "cylinder") || is(a, "cone") || is(a, "ellipsoid") || is(b, "cylinder") ||
                   is(b, "cone") || is(b, "ellipsoid");
    json_t *answer = ask_pair("distance", a, b);
    double distance = number_of(answer, "distance");
    bool zero = distance == 0 && !json_object_get(answer, "a");
    if (!zero && !(rounded && distance <= (TOLERANCE < 1e-9 ? 1e-8 : 1e-4)))
        refuse("touching distance", a, b, answer);
    json_decref(answer);
    answer = ask_pair("overlap", a, b);
    bool overlap = json_is_true(json_object_get(answer, "overlap"));
    if (!overlap && !(rounded && !zero)) refuse("touching overlap", a, b, answer);
    json_decref(answer);
}

/// a comes towards b, 2 away, by 4: they are half as far as 1 apart at 3/8 of the time.
static void check_target(const json_t *a, const json_t *b, int dimension, double sign)
{
    json_t *way = dimension == 2 ? json_pack("[f,i]", 4 * sign, 0) : json_pack("[f,i,i]", 4 * sign, 0, 0);
    json_t *query =
        json_pack("{s:s, s:O, s:O, s:O, s:f}", "op", "sweep", "a", a, "b", b, "motion", way, "target", 0.5);
    json_t *answer = ask_json(query);
    bool good = fabs(number_of(answer, "t") - 0.375) <= TOLERANCE &&
                fabs(coordinate(answer, "point", 0) - (sign > 0 ? 2 : 0)) <= TOLERANCE &&
                fabs(coordinate(answer, "normal", 0) - sign) <= 1e-6;
    if (!good) refuse("sweep to a target", a, b, answer);
    json_decref(answer);
    json_object_set_new(query, "target", json_real(2.25));
    answer = ask_json(query);
    if (number_of(answer, "t") != 0 || json_object_get(answer, "point"))
        refuse("sweep within its target", a, b, answer);
    json_decref(answer);
    json_decref(query);
    json_t *mover = json_deep_copy(a), *still = json_deep_copy(b);
    json_object_set_new(mover, "from", json_object());
    json_object_set_new(mover, "to", json_pack("{s:O}", "position", way));
    json_object_set_new(still, "from", json_object());
    json_object_set_new(still, "to", json_object());
    query = json_pack("{s:s, s:O, s:O, s:f}", "op", "motion", "a", mover, "b", still, "target", 0.5);
    answer = ask_json(query);
    if (!(number_of(answer, "t") <= 0.375 + 1e-9 && number_of(answer, "t") >= 0.375 - 2e-6))
        refuse("motion to a target", mover, still, answer);
    json_decref(answer);
    json_decref(query);
    json_decref(mover);
    json_decref(still);
    json_decref(way);
}

static void check_all_pairs(const char *file, int dimension)
{
    lefts = json_array();
    rights = json_array();
    assert_true(for_each_line(file, keep_shapes) >= 16);
    for (size_t i = 0; i < json_array_size(lefts); ++i) {
        const json_t *left = json_array_get(lefts, i);
        for (size_t j = 0; j < json_array_size(rights); ++j) {
            const json_t *right = json_array_get(rights, j);
            check_apart(left, right, dimension, 1);
            check_apart(right, left, dimension, -1);
            check_target(left, right, dimension, 1);
            check_target(right, left, dimension, -1);
            json_t *near = moved(right, dimension, -2);
            check_touch(left, near);
            check_touch(near, left);
            json_decref(near);
        }
    }
    json_decref(lefts);
    json_decref(rights);
}

static void test_all_pairs_in_the_plane(void **state)
{
    (void)state;
    check_all_pairs("shapes2.jsonl", 2);
}

static void test_all_pairs_in_space(void **state)
{
    (void)state;
    check_all_pairs("shapes3.jsonl", 3);
}

static json_t *vector(int dimension, double x)
{
    return dimension == 2 ? json_pack("[f,i]", x, 0) : json_pack("[f,i,i]", x, 0, 0);
}

static json_t *ask_plane(const json_t *shape, int dimension, double offset)
{
    json_t *query = json_pack("{s:s, s:{s:s, s:o, s:f}, s:O}", "op", "classify", "plane", "shape", "plane",
                              "normal", vector(dimension, 1), "offset", offset, "shape", shape);
    json_t *answer = ask_json(query);
    json_decref(query);
    return answer;
}

static void check_side(const json_t *shape, int dimension, double offset, const char *side)
{
    json_t *answer = ask_plane(shape, dimension, offset);
    const char *found = json_string_value(json_object_get(answer, "side"));
    if (!found || strcmp(found, side) != 0) refuse("side", shape, NULL, answer);
    json_decref(answer);
}

static void check_contains(const json_t *shape, int dimension, double x, bool expected)
{
    json_t *query =
        json_pack("{s:s, s:o, s:O}", "op", "contains", "point", vector(dimension, x), "shape", shape);
    json_t *answer = ask_json(query), *found = json_object_get(answer, "contains");
    if (!json_is_boolean(found) || json_is_true(found) != expected) refuse("contains", shape, query, answer);
    json_decref(query);
    json_decref(answer);
}

/// From x = 1 towards a shape whose first point that way is at `x`.
static void check_cast(const json_t *shape, int dimension, double x)
{
    json_t *query =
        json_pack("{s:s, s:{s:s, s:o, s:o}, s:O}", "op", "raycast", "ray", "shape", "ray", "origin",
                  vector(dimension, 1), "direction", vector(dimension, 2 * (x - 1)), "shape", shape);
    json_t *answer = ask_json(query);
    bool good = json_is_true(json_object_get(answer, "hit")) &&
                fabs(number_of(answer, "t") - 0.5) <= TOLERANCE &&
                fabs(coordinate(answer, "point", 0) - x) <= TOLERANCE;
    if (!good) refuse("raycast", shape, query, answer);
    json_decref(query);
    json_decref(answer);
}

static bool has_no_end(const json_t *shape)
{
    return is(shape, "ray") || is(shape, "line") || is(shape, "plane") || is(shape, "halfspace");
}

static void check_bounds(const json_t *shape, int dimension, const char *end, double x)
{
    json_t *query = json_pack("{s:s, s:O}", "op", "bounds", "shape", shape);
    json_t *answer = ask_json(query);
    bool unbounded = has_no_end(shape);
    bool good = fabs(coordinate(answer, end, 0) - x) <= TOLERANCE &&
                json_array_size(json_object_get(answer, "min")) == (size_t)dimension;
    if (unbounded) good = json_object_get(answer, "error") != NULL;
    if (!good) refuse("bounds", shape, query, answer);
    json_decref(query);
    json_decref(answer);
}

static void check_gjk(const json_t *left, const json_t *right, int dimension)
{
    json_t *answer = ask_pair("gjk", left, right);
    bool good = fabs(number_of(answer, "distance") - 2) <= 1e-9 &&
                json_array_size(json_object_get(answer, "steps")) > 0 &&
                fabs(coordinate(answer, "a", 0)) <= 1e-9;
    const json_t *error = json_object_get(answer, "error");
    if (error)
        good = has_no_end(left) && has_no_end(right) &&
               strcmp(json_string_value(json_object_get(error, "code")), "unbounded") == 0;
    const json_t *last = json_array_get(json_object_get(answer, "steps"), 0);
    if (!error) good = good && json_array_size(json_object_get(last, "closest")) == (size_t)dimension;
    if (!good) refuse("gjk", left, right, answer);
    json_decref(answer);
}

static void check_alone(const char *file, int dimension)
{
    lefts = json_array();
    rights = json_array();
    for_each_line(file, keep_shapes);
    for (size_t i = 0; i < json_array_size(lefts); ++i) {
        const json_t *left = json_array_get(lefts, i), *right = json_array_get(rights, i);
        check_side(left, dimension, 1, "back");
        check_side(right, dimension, 1, "front");
        check_side(left, dimension, 0, "crosses");
        check_side(right, dimension, 2, "crosses");
        check_contains(left, dimension, 0, true);
        check_contains(left, dimension, 0.125, false);
        check_contains(right, dimension, 2, true);
        check_contains(right, dimension, 1.875, false);
        check_cast(left, dimension, 0);
        check_cast(right, dimension, 2);
        check_bounds(left, dimension, "max", 0);
        check_bounds(right, dimension, "min", 2);
        check_gjk(left, right, dimension);
    }
    json_decref(lefts);
    json_decref(rights);
}

static void test_each_shape_alone(void **state)
{
    (void)state;
    check_alone("shapes2.jsonl", 2);
    check_alone("shapes3.jsonl", 3);
}

FEELER_TESTS(cmocka_unit_test(test_cases), cmocka_unit_test(test_documents),
             cmocka_unit_test(test_all_pairs_in_the_plane), cmocka_unit_test(test_all_pairs_in_space),
             cmocka_unit_test(test_each_shape_alone))
