// glTF: materials and extras, as rules ask for them.
#include <unistd.h>

#include "gltf_support.h"
#include "support/tests.h"

#define MATERIALS "'materials':[{'name':'steel'},{},{'name':'rubber'}]"
#define PRIMITIVE(material) "{'attributes':{'POSITION':0},'indices':1,'material':" #material "}"
#define TWO_MESHES                                                                                           \
    TRIANGLE_VIEWS                                                                                           \
    "," TRIANGLE_ACCESSORS "," MATERIALS                                                                     \
    ",'meshes':[{'name':'tri','extras':{'layer':'mesh','only':'of the mesh','maker':'m'},"                   \
    "'primitives':[" PRIMITIVE(0) "," PRIMITIVE(1) "," PRIMITIVE(0) "]},"                                    \
                                                                    "{'primitives':[" PRIMITIVE(2) "]}]"

static void expect(const reading *r, size_t part, const char *key, size_t number, const char *expected)
{
    const char *found = model_value(&r->model, &r->model.parts[part], key, number);
    if (!expected && found) fail_msg("part %zu: %s: '%s', expected nothing", part, key, found);
    if (expected && (!found || strcmp(found, expected) != 0))
        fail_msg("part %zu: %s: '%s', expected '%s'", part, key, found ? found : "(none)", expected);
}

static void test_nearest_node_first(void **unused)
{
    (void)unused;
    reading r = read_triangle_with(
        TRIANGLE
        ",'nodes':[{'name':'top','children':[1],'extras':{'layer':'A','storey':3,'fire':true,'w':0.25}},"
        "{'name':'mid','children':[2,3]},{'mesh':0,'extras':{'layer':'B'}},{'mesh':0,'extras':7}]");
    assert_string_equal(r.error.message, "");
    assert_int_equal(r.model.part_count, 2);
    expect(&r, 0, "extras.layer", 0, "B");
    expect(&r, 0, "extras.layer", 1, NULL);
    expect(&r, 1, "extras.layer", 0, "A");
    expect(&r, 0, "extras.storey", 0, "3");
    expect(&r, 0, "extras.fire", 0, "true");
    expect(&r, 1, "extras.w", 0, "0.25");
    expect(&r, 1, "extras", 0, NULL);
    expect(&r, 1, "material", 0, NULL);
    model_free(&r.model);
}

static void test_materials_and_mesh(void **unused)
{
    (void)unused;
    const pile bytes = triangle_bytes();
    reading r = read_gltf_with(&bytes, TWO_MESHES
                               ",'nodes':[{'mesh':0,'extras':{'layer':'node','ifc':{'class':'Wall','n':[1],"
                               "'deep':{'er':{'still':'s','not':{'this':1}}}}}},{'mesh':1}]");
    assert_string_equal(r.error.message, "");
    expect(&r, 0, "material", 0, "steel");
    expect(&r, 0, "material", 1, "material 1");
    expect(&r, 0, "material", 2, NULL);
    expect(&r, 0, "extras.layer", 0, "node");
    expect(&r, 0, "extras.only", 0, "of the mesh");
    expect(&r, 0, "extras.ifc.class", 0, "Wall");
    expect(&r, 0, "extras.ifc.n", 0, NULL);
    expect(&r, 0, "extras.ifc.deep.er.still", 0, "s");
    expect(&r, 0, "extras.ifc.deep.er.not.this", 0, NULL);
    expect(&r, 1, "material", 0, "rubber");
    expect(&r, 1, "extras.layer", 0, NULL);
    model_free(&r.model);
}

/// Each part that a mesh is split into has its own material, and all else of the node.
static void test_split(void **unused)
{
    (void)unused;
    const pile bytes = triangle_bytes();
    const pile p = gltf_text_with(&bytes, TWO_MESHES ",'nodes':[{'mesh':0,'extras':{'layer':'node'}}]");
    read_limits limits = read_limits_default();
    limits.split = SPLIT_MATERIALS;
    reading r = read_bytes_limited("a.gltf", p.bytes, p.size, limits);
    assert_string_equal(r.error.message, "");
    assert_int_equal(r.model.part_count, 2);
    static const char *const materials[] = {"steel", "material 1"};
    for (size_t i = 0; i < 2; ++i) {
        expect(&r, i, "material", 0, materials[i]);
        expect(&r, i, "material", 1, NULL);
        expect(&r, i, "extras.layer", 0, "node");
    }
    model_free(&r.model);
}

/// Of two files, and with a part for every shell.
static void test_files_and_shells(void **unused)
{
    (void)unused;
    char path[] = "/tmp/feeler-properties-XXXXXX";
    const int file = mkstemp(path);
    const pile bytes = triangle_bytes();
    const pile p =
        gltf_text_with(&bytes, TWO_MESHES ",'nodes':[{'extras':{'layer':'top'},'children':[1,2]},{'mesh':0},"
                                          "{'mesh':1,'extras':{'x':'y'}}]");
    assert_true(file >= 0 && write(file, p.bytes, p.size) == (ssize_t)p.size);
    close(file);
    for (int split = 0; split < 2; ++split) {
        reading r = {0};
        read_limits limits = read_limits_default();
        limits.split = split ? SPLIT_SHELLS : SPLIT_NAMED;
        for (int i = 0; i < 2; ++i) assert_true(model_read_file(&r.model, path, &limits, &r.error));
        assert_int_equal(r.model.part_count % 2, 0);
        const size_t each = r.model.part_count / 2;
        for (size_t i = 0; i < r.model.part_count; ++i) {
            const bool last = i % each == each - 1;
            expect(&r, i, "material", 0, last ? "rubber" : "steel");
            expect(&r, i, "extras.layer", 0, "top");
            expect(&r, i, "extras.x", 0, last ? "y" : NULL);
        }
        model_free(&r.model);
    }
    unlink(path);
}

/// A node that lists very many keeps the first of them.
static void test_bounded(void **unused)
{
    (void)unused;
    static char rest[8192];
    size_t used = (size_t)snprintf(rest, sizeof rest, "%s,'nodes':[{'mesh':0,'extras':{", TRIANGLE);
    for (int i = 0; i < 300; ++i)
        used += (size_t)snprintf(rest + used, sizeof rest - used, "%s'k%d':%d", i ? "," : "", i, i);
    snprintf(rest + used, sizeof rest - used, "}}]");
    reading r = read_triangle_with(rest);
    assert_string_equal(r.error.message, "");
    expect(&r, 0, "extras.k255", 0, "255");
    expect(&r, 0, "extras.k256", 0, NULL);
    model_free(&r.model);
}

FEELER_TESTS(cmocka_unit_test(test_nearest_node_first), cmocka_unit_test(test_materials_and_mesh),
             cmocka_unit_test(test_split), cmocka_unit_test(test_files_and_shells),
             cmocka_unit_test(test_bounded))
