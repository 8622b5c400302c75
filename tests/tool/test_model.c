// What parts are called once all files are read, and what error messages look like.
#include "read/names.h"
#include "read_support.h"
#include "support/tests.h"

static void test_errors_keep_the_first(void **unused)
{
    (void)unused;
    tool_error error = {{0}};
    assert_false(tool_fail(&error, "%s:%d: first", "a.obj", 3));
    assert_false(tool_fail(&error, "second"));
    assert_string_equal(error.message, "a.obj:3: first");
}

static void test_errors_are_printable(void **unused)
{
    (void)unused;
    tool_error error = {{0}};
    tool_fail(&error, "a\nb\x1b[1m\x7f \xC2\x9B \xE2\x80\xAE \xFF\xC3 \xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80");
    assert_string_equal(error.message, "a?b?[1m? ?? ??? ?? \xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80");
    tool_error full = {{0}};
    char many[3000];
    memset(many, 'x', sizeof many);
    many[sizeof many - 1] = '\0';
    tool_fail(&full, "%s", many);
    assert_int_equal(strlen(full.message), sizeof full.message - 1);
    tool_error empty = {{0}};
    tool_fail(&empty, "%s", "");
    assert_true(empty.message[0] != '\0');
}

static void test_clean_names(void **unused)
{
    (void)unused;
    static const struct {
        const char *given, *clean;
    } cases[] = {
        {"", ""},
        {"  gear \t\r", "gear"},
        {"a\nb", "a\\x0ab"},
        {"\x1b[2J", "\\x1b[2J"},
        {"\xC2\x85", "\\u0085"},
        {"x\xE2\x80\xAEy", "x\\u202ey"},
        {"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80", "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80"},
        {"\xFFok\xC3", "\xEF\xBF\xBDok\xEF\xBF\xBD"},
        {"\xC0\xAF", "\xEF\xBF\xBD\xEF\xBF\xBD"},  // a slash made too long
        {"\xE0\x80\xAF", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
        {"\xED\xA0\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},                   // half of a pair
        {"\xF4\x90\x80\x80", "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"}};  // beyond U+10FFFF
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *clean = names_clean(cases[i].given, strlen(cases[i].given), 100);
        assert_string_equal(clean, cases[i].clean);
        tool_release(clean);
    }
    for (size_t longest = 3; longest < 12; longest++) {
        static const char text[] = "\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4";
        char *clean = names_clean(text, strlen(text), longest);
        const size_t letters = longest >= 10 ? 5 : (longest - 3) / 2;
        assert_int_equal(strlen(clean), longest >= 10 ? 10 : 2 * letters + 3);
        assert_memory_equal(clean, text, 2 * letters);
        if (longest < 10) assert_string_equal(clean + 2 * letters, "\xE2\x80\xA6");
        tool_release(clean);
    }
}

static char *copy(const char *text)
{
    char *made = tool_reallocate(NULL, strlen(text) + 1);
    assert_non_null(made);
    return strcpy(made, text);
}

/// A part as a reader leaves it: file, name and path inside the file; then what both must become.
typedef struct part_case {
    const char *file, *name, *path, *final_name, *final_path;
} part_case;

/// Finishes a model of these parts with the files in the order of `order`, a permutation of the
/// parts, each of which is a file of its own unless it directly follows one of the same file.
static void check_order(const part_case *cases, const size_t *order, size_t count)
{
    model m = {0};
    tool_error error = {{0}};
    m.parts = tool_reallocate(NULL, count * sizeof *m.parts);
    m.files = tool_reallocate(NULL, count * sizeof *m.files);
    assert_true(m.parts != NULL && m.files != NULL);
    for (size_t i = 0; i < count; i++) {
        const part_case *c = &cases[order[i]];
        if (i == 0 || strcmp(c->file, cases[order[i - 1]].file) != 0) m.files[m.file_count++] = copy(c->file);
        m.parts[m.part_count] =
            (model_part){.name = copy(c->name), .path = copy(c->path), .file = m.file_count - 1};
        m.part_count++;
    }
    assert_true(model_finish(&m, &error));
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(m.parts[i].name, cases[order[i]].final_name);
        assert_string_equal(m.parts[i].path, cases[order[i]].final_path);
    }
    model_free(&m);
}

/// Forward and, unless parts of one file must keep their order, backward.
static void check_cases(const part_case *cases, size_t count, bool any_order)
{
    size_t order[32];
    assert_true(count <= 32);
    for (size_t i = 0; i < count; i++) order[i] = i;
    check_order(cases, order, count);
    for (size_t i = 0; i < count && any_order; i++) order[i] = count - 1 - i;
    check_order(cases, order, count);
    for (size_t i = 0; i < count && any_order; i++) order[i] = (i + count / 2) % count;
    check_order(cases, order, count);
}

static void test_plain_names(void **unused)
{
    (void)unused;
    static const part_case cases[] = {{"in/gear.stl", "", "", "gear", "gear"},
                                      {"in/box.glb", "lid", "root/lid", "lid", "box/root/lid"},
                                      {"archive.tar.obj", "", "", "archive.tar", "archive.tar"},
                                      {".hidden", "", "", ".hidden", ".hidden"},
                                      {"./a//plate", "", "", "plate", "plate"},
                                      {"esc\x1b.off", "", "", "esc\\x1b", "esc\\x1b"}};
    check_cases(cases, sizeof cases / sizeof cases[0], true);
}

static void test_files_of_one_stem(void **unused)
{
    (void)unused;
    static const part_case folders[] = {{"left/part.stl", "", "", "left/part", "left/part"},
                                        {"./right/part.stl", "", "", "right/part", "right/part"},
                                        {"other.stl", "", "", "other", "other"}};
    check_cases(folders, 3, true);
    static const part_case extensions[] = {{"part.stl", "", "", "part.stl", "part.stl"},
                                           {"part.obj", "arm", "arm", "arm", "part.obj/arm"}};
    check_cases(extensions, 2, true);
    static const part_case both[] = {{"a/part.stl", "", "", "a/part.stl", "a/part.stl"},
                                     {"b/part.obj", "", "", "b/part.obj", "b/part.obj"},
                                     {"b/part.stl", "", "", "b/part.stl", "b/part.stl"}};
    check_cases(both, 3, true);
    static const part_case deep[] = {{"x/1/part.stl", "", "", "x/1/part", "x/1/part"},
                                     {"y/1/part.stl", "", "", "y/1/part", "y/1/part"},
                                     {"part.stl", "", "", "part", "part"}};
    check_cases(deep, 3, true);
    static const part_case twice[] = {{"part.stl", "", "", "part", "part"},
                                      {"./part.stl", "", "", "part#2", "part#2"}};
    check_cases(twice, 2, false);
}

static void test_instances(void **unused)
{
    (void)unused;
    static const part_case one[] = {{"a.glb", "bolt", "bolt", "bolt", "a/bolt"},
                                    {"a.glb", "bolt", "bolt", "bolt#2", "a/bolt#2"},
                                    {"a.glb", "nut", "bolt", "nut", "a/bolt#3"},
                                    {"a.glb", "bolt", "top/bolt", "bolt#3", "a/top/bolt"}};
    check_cases(one, 4, false);
    // a number that a name carries already is not given away again
    static const part_case numbered[] = {{"a.glb", "bolt", "bolt", "bolt", "a/bolt"},
                                         {"a.glb", "bolt", "bolt", "bolt#4", "a/bolt#4"},
                                         {"a.glb", "bolt#2", "bolt#2", "bolt#2", "a/bolt#2"},
                                         {"a.glb", "bolt#3", "bolt#3", "bolt#3", "a/bolt#3"},
                                         {"a.glb", "bolt#2", "bolt#2", "bolt#2#2", "a/bolt#2#2"}};
    check_cases(numbered, 5, false);
    // among files the one whose path sorts first comes first, in whatever order they are given
    static const part_case sorted[] = {{"b.glb", "bolt", "bolt", "bolt#2", "b/bolt"},
                                       {"a.glb", "bolt", "bolt", "bolt", "a/bolt"},
                                       {"c/d.glb", "bolt", "bolt", "bolt#4", "d/bolt"},
                                       {"bolt.stl", "", "", "bolt#3", "bolt"}};
    check_cases(sorted, 4, true);
    // names with slashes may look like paths
    static const part_case slashes[] = {{"a.glb", "b/c", "b/c", "b/c", "a/b/c"},
                                        {"a.glb", "c", "b/c", "c", "a/b/c#2"},
                                        {"a/b/c.stl", "", "", "c#2", "c"}};
    check_cases(slashes, 3, false);
}

/// Many parts of few names: all are told apart.
static void test_many(void **unused)
{
    (void)unused;
    enum { COUNT = 3000 };
    model m = {0};
    tool_error error = {{0}};
    m.parts = tool_reallocate(NULL, COUNT * sizeof *m.parts);
    m.files = tool_reallocate(NULL, sizeof *m.files);
    assert_true(m.parts != NULL && m.files != NULL);
    m.files[m.file_count++] = copy("a.glb");
    for (size_t i = 0; i < COUNT; i++) {
        char name[32];
        snprintf(name, sizeof name, i % 3 == 0 ? "p#%zu" : "p", i / 2);
        m.parts[m.part_count++] = (model_part){.name = copy(name), .path = copy(name)};
    }
    assert_true(model_finish(&m, &error));
    for (size_t i = 0; i < COUNT; i++)
        for (size_t k = 0; k < i; k++) assert_true(strcmp(m.parts[i].path, m.parts[k].path) != 0);
    model_free(&m);
    assert_true(model_finish(&m, &error));
}

FEELER_TESTS(cmocka_unit_test(test_errors_keep_the_first), cmocka_unit_test(test_errors_are_printable),
             cmocka_unit_test(test_clean_names), cmocka_unit_test(test_plain_names),
             cmocka_unit_test(test_files_of_one_stem), cmocka_unit_test(test_instances),
             cmocka_unit_test(test_many))
