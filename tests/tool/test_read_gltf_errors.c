// glTF that lies, is cut short, or asks for what is not supported: one clear error each.
#include "gltf_support.h"
#include "support/tests.h"

#define NODE ",'nodes':[{'mesh':0}]"
#define INDICES "{'bufferView':1,'componentType':5123,'count':3,'type':'SCALAR'}"
#define POSITIONS "{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'}"
#define WITH_ACCESSORS(LIST) TRIANGLE_VIEWS ",'accessors':[" LIST "]," TRIANGLE_MESH NODE
#define WITH_VIEWS(LIST) "'bufferViews':[" LIST "]," TRIANGLE_ACCESSORS "," TRIANGLE_MESH NODE
#define WITH_MESH(MESH) TRIANGLE_VIEWS "," TRIANGLE_ACCESSORS ",'meshes':[" MESH "]" NODE

static void test_accessors(void **unused)
{
    (void)unused;
    static const char *const cases[][2] = {
        {WITH_ACCESSORS("{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3'}," INDICES),
         "a.gltf: accessors[0]: expected 48 bytes from byte 0 on in bufferViews[0], which has 36"},
        {WITH_ACCESSORS(
             "{'bufferView':0,'byteOffset':1,'componentType':5126,'count':3,'type':'VEC3'}," INDICES),
         "a.gltf: accessors[0]: expected 36 bytes from byte 1 on in bufferViews[0], which has 36"},
        {WITH_ACCESSORS("{'bufferView':0,'byteOffset':9007199254740992,'componentType':5126,'count':3,'type':"
                        "'VEC3'}," INDICES),
         "a.gltf: accessors[0]: expected 36 bytes from byte 9007199254740992 on in bufferViews[0], which has "
         "36"},
        {WITH_ACCESSORS("{'bufferView':0,'componentType':5126,'count':99999999999,'type':'VEC3'}," INDICES),
         "a.gltf: accessors[0].count: expected at most 67108864 elements, found 99999999999"},
        {WITH_ACCESSORS("{'bufferView':0,'componentType':5126,'count':-3,'type':'VEC3'}," INDICES),
         "a.gltf: accessors[0].count: expected a whole number of 0 or more"},
        {WITH_ACCESSORS("{'bufferView':0,'componentType':5126,'count':1e300,'type':'VEC3'}," INDICES),
         "a.gltf: accessors[0].count: expected a whole number of 0 or more"},
        {WITH_ACCESSORS("{'bufferView':0,'componentType':5126,'type':'VEC3'}," INDICES),
         "a.gltf: accessors[0].count: expected a whole number, found nothing"},
        {WITH_ACCESSORS("{'bufferView':0,'componentType':5124,'count':3,'type':'VEC3'}," INDICES),
         "a.gltf: accessors[0].componentType: expected 5120, 5121, 5122, 5123, 5125 or 5126, found 5124"},
        {WITH_ACCESSORS("{'bufferView':0,'componentType':5125,'count':3,'type':'VEC3'}," INDICES),
         "a.gltf: accessors[0]: expected positions: a VEC3 of componentType 5126, 5120, 5121, 5122 or 5123"},
        {WITH_ACCESSORS("{'bufferView':0,'componentType':5126,'count':3,'type':'VEC2'}," INDICES),
         "a.gltf: accessors[0]: expected positions: a VEC3 of componentType 5126, 5120, 5121, 5122 or 5123"},
        {WITH_ACCESSORS("{'bufferView':0,'componentType':5126,'count':3,'type':'MAT4'}," INDICES),
         "a.gltf: accessors[0].type: expected SCALAR, VEC2, VEC3 or VEC4, found 'MAT4'"},
        {WITH_ACCESSORS("{'bufferView':2,'componentType':5126,'count':3,'type':'VEC3'}," INDICES),
         "a.gltf: accessors[0].bufferView: expected an index below 2, the count of bufferViews; found 2"},
        {WITH_ACCESSORS(POSITIONS ",{'bufferView':1,'componentType':5122,'count':3,'type':'SCALAR'}"),
         "a.gltf: accessors[1]: expected indices: a SCALAR of componentType 5121, 5123 or 5125"},
        {WITH_ACCESSORS(POSITIONS ",{'bufferView':0,'componentType':5121,'count':36,'type':'SCALAR'}"),
         "a.gltf: accessors[1]: expected indices below 3, the count of vertices; element 14 is 128"},
        {WITH_ACCESSORS(POSITIONS ",{'bufferView':1,'componentType':5123,'count':2,'type':'SCALAR'}"),
         "a.gltf: meshes[0].primitives[0]: expected a multiple of 3 corners for triangles, found 2"},
        {WITH_ACCESSORS(POSITIONS ",{'bufferView':1,'componentType':5123,'count':0,'type':'SCALAR'}"),
         "a.gltf: holds no triangles"},
        {WITH_ACCESSORS(POSITIONS), "a.gltf: meshes[0].primitives[0].indices: expected an index below 1, the "
                                    "count of accessors; found 1"}};
    const pile bytes = triangle_bytes();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_gltf_refused(&bytes, cases[i][0], cases[i][1]);
    pile beyond = bytes;
    beyond.bytes[40] = 3;  // just one too many
    assert_gltf_refused(
        &beyond, TRIANGLE NODE,
        "a.gltf: accessors[1]: expected indices below 3, the count of vertices; element 2 is 3");
}

/// Zeros without a bufferView cost no bytes, so no more of them are believed than the file has bytes.
static void test_zeros(void **unused)
{
    (void)unused;
    const pile bytes = triangle_bytes();
    for (int lies = 0; lies < 2; lies++) {
        char rest[600], message[200];
        snprintf(rest, sizeof rest,
                 WITH_ACCESSORS("{'componentType':5126,'count':%d,'type':'VEC3'}," INDICES),
                 lies ? 9999999 : 3);
        const pile p = gltf_text_with(&bytes, rest);
        reading r = read_bytes("a.gltf", p.bytes, p.size);
        if (lies) {
            snprintf(message, sizeof message,
                     "a.gltf: accessors[0].count: expected at most %zu elements without a bufferView, found "
                     "9999999",
                     p.size);
            assert_string_equal(r.error.message, message);
        } else {
            const double zeros[9] = {0};
            assert_vertices(only_mesh(&r), 3, zeros);
        }
        model_free(&r.model);
    }
}

static void test_views_and_meshes(void **unused)
{
    (void)unused;
    static const char *const cases[][2] = {
        {WITH_VIEWS("{'buffer':0,'byteLength':36},{'buffer':0,'byteOffset':37,'byteLength':6}"),
         "a.gltf: bufferViews[1]: expected bytes of a buffer of 42, found 6 from byte 37 on"},
        {WITH_VIEWS("{'buffer':0,'byteOffset':9007199254740992,'byteLength':9007199254740992},{}"),
         "a.gltf: bufferViews[0]: expected bytes of a buffer of 42, found 9007199254740992 from byte "
         "9007199254740992 "
         "on"},
        {WITH_VIEWS("{'buffer':1,'byteLength':36},{'buffer':0,'byteLength':6}"),
         "a.gltf: bufferViews[0].buffer: expected an index below 1, the count of buffers; found 1"},
        {WITH_VIEWS("{'byteLength':36},{}"),
         "a.gltf: bufferViews[0].buffer: expected a whole number, found nothing"},
        {WITH_VIEWS("{'buffer':0,'byteLength':36,'byteStride':8},{}"),
         "a.gltf: bufferViews[0].byteStride: expected from 12 to 252 for accessors[0], found 8"},
        {WITH_VIEWS("{'buffer':0,'byteLength':36,'byteStride':253},{}"),
         "a.gltf: bufferViews[0].byteStride: expected from 12 to 252 for accessors[0], found 253"},
        {WITH_VIEWS("{'buffer':0,'byteLength':36,'byteStride':16},{}"),
         "a.gltf: accessors[0]: expected 44 bytes from byte 0 on in bufferViews[0], which has 36"},
        {WITH_VIEWS("1,2"), "a.gltf: bufferViews[0]: expected an object"},
        {WITH_MESH("{'name':'x'}"), "a.gltf: meshes[0].primitives: expected an array"},
        {WITH_MESH("{'primitives':[1]}"), "a.gltf: meshes[0].primitives[0]: expected an object"},
        {WITH_MESH("{'primitives':[{'mode':7,'attributes':{'POSITION':0}}]}"),
         "a.gltf: meshes[0].primitives[0].mode: expected a number from 0 to 6"},
        {WITH_MESH("{'primitives':[{'attributes':{'POSITION':2}}]}"),
         "a.gltf: meshes[0].primitives[0].attributes.POSITION: expected an index below 2, the count of "
         "accessors; "
         "found 2"},
        {WITH_MESH("{'primitives':[{'attributes':{}}]}"), "a.gltf: holds no triangles"},
        {WITH_MESH("{'weights':[1],'primitives':[{'attributes':{'POSITION':0}}]}"),
         "a.gltf: nodes[0] '' is moved by the weights of morph targets, so it is no rigid part; there is no "
         "other part"}};
    const pile bytes = triangle_bytes();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_gltf_refused(&bytes, cases[i][0], cases[i][1]);
}

static void test_not_finite(void **unused)
{
    (void)unused;
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3; i++) {
        pile bytes = {{0}, 0};
        for (int k = 0; k < 9; k++) pile_float(&bytes, k == 7 ? bad[i] : 1, false);
        for (uint64_t k = 0; k < 3; k++) pile_whole(&bytes, k, 2, false);
        assert_gltf_refused(&bytes, TRIANGLE NODE, "a.gltf: accessors[0]: element 2 is not a finite number");
    }
}

static void test_extensions(void **unused)
{
    (void)unused;
    static const char *const cases[][2] = {
        {TRIANGLE NODE ",'extensionsRequired':['KHR_draco_mesh_compression']",
         "a.gltf: extensionsRequired[0]: KHR_draco_mesh_compression is not supported; save without "
         "compression"},
        {TRIANGLE NODE ",'extensionsRequired':['KHR_materials_unlit','EXT_meshopt_compression']",
         "a.gltf: extensionsRequired[1]: EXT_meshopt_compression is not supported; save without compression"},
        {TRIANGLE NODE ",'extensionsRequired':['ACME_cad']",
         "a.gltf: extensionsRequired[0]: ACME_cad is not supported"},
        {TRIANGLE NODE ",'extensionsRequired':[1]",
         "a.gltf: extensionsRequired[0]: expected the name of an extension"},
        {TRIANGLE_VIEWS
         ",'accessors':[{'componentType':5126,'count':3,'type':'VEC3'},"
         "{'componentType':5123,'count':3,'type':'SCALAR'}],'meshes':[{'primitives':[{'attributes':{"
         "'POSITION':0},'indices':1,'extensions':{'KHR_draco_mesh_compression':{'bufferView':0}}}]}]" NODE,
         "a.gltf: meshes[0].primitives[0]: KHR_draco_mesh_compression is not supported; save without "
         "compression"}};
    const pile bytes = triangle_bytes();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_gltf_refused(&bytes, cases[i][0], cases[i][1]);
    // a buffer that stands in for a compressed one is read where it is there
    static const char *const compressions[] = {"EXT_meshopt_compression", "KHR_meshopt_compression"};
    for (size_t i = 0; i < 2; i++) {
        char words[1024], why[128];
        for (size_t with_bytes = 0; with_bytes < 2; with_bytes++) {
            snprintf(
                words, sizeof words,
                "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{"
                "\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{\"bufferView\":0,"
                "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],\"bufferViews\":[{\"buffer\":0,"
                "\"byteLength\":36}],\"buffers\":[{%s\"byteLength\":36,\"extensions\":{\"%s\":{"
                "\"fallback\":true}}}]}",
                with_bytes ? "\"uri\":\"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA\","
                           : "",
                compressions[i]);
            reading r = read_words("a.gltf", words);
            snprintf(why, sizeof why, "a.gltf: buffers[0]: %s is not supported; save without compression",
                     compressions[i]);
            assert_string_equal(r.error.message, with_bytes ? "" : why);
            if (with_bytes) only_mesh(&r);
            model_free(&r.model);
        }
    }
    // what the file can do without, and what changes no shape, is no reason to stop
    reading r = read_triangle_with(TRIANGLE NODE
                                   ",'extensionsUsed':['EXT_meshopt_compression','ACME_cad'],"
                                   "'extensionsRequired':['KHR_materials_unlit','KHR_texture_transform']");
    only_mesh(&r);
    model_free(&r.model);
}

static void test_json(void **unused)
{
    (void)unused;
    assert_refused(
        "a.gltf", "{\"asset\":{\"version\":\"1.0\"}}",
        "a.gltf: asset.version: is glTF 1.0, which is not read; convert it to 2.0, with gltf-pipeline or "
        "by a program that opens it");
    assert_refused(
        "a.gltf", "{\"meshes\":{\"mesh1\":{}},\"nodes\":{}}",
        "a.gltf: asset.version: is glTF 1.0, which is not read; convert it to 2.0, with gltf-pipeline or "
        "by a program that opens it");
    assert_refused("a.gltf", "{\"asset\":{\"version\":\"3.0\"}}",
                   "a.gltf: asset.version: expected 2.0, found '3.0'");
    assert_refused("a.gltf", "{\"asset\":{\"version\":\"2.1\",\"minVersion\":\"2.1\"}}",
                   "a.gltf: asset.minVersion: expected 2.0, found '2.1'");
    assert_refused("a.gltf", "{\"a\":1}", "a.gltf: asset.version: expected 2.0, found ''");
    assert_refused("a.gltf", "[1]", "a.gltf: expected a JSON object");
    static const char *const broken[] = {"{\"asset\":\n {\"version\"", "{\"a\":1,\n \"a\":2}",
                                         "{\"a\":\n tru}", "{\"a\":\n \"\xFF\"}", "{\n} x"};
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        reading r = read_words("a.gltf", broken[i]);
        assert_false(r.fine);
        assert_true(strncmp(r.error.message, "a.gltf:2:", 9) == 0);
        assert_non_null(strstr(r.error.message, "expected JSON"));
        model_free(&r.model);
    }
    char *deep = malloc(200001);
    assert_non_null(deep);
    memset(deep, '[', 200000);
    memcpy(deep, "{\"a\":", 5);
    deep[200000] = '\0';
    reading r = read_words("a.gltf", deep);
    free(deep);
    assert_false(r.fine);
    model_free(&r.model);
}

static void test_containers(void **unused)
{
    (void)unused;
    const pile bytes = triangle_bytes();
    const pile good = gltf_binary_with(&bytes, TRIANGLE NODE);
    const size_t json_size = good.size - 12 - 8 - 8 - 44;
    char message[160];
    pile p = good;
    p.bytes[4] = 1;
    assert_refused_bytes(
        "a.glb", p.bytes, p.size,
        "a.glb: byte 4: is glTF 1.0, which is not read; convert it to 2.0, with gltf-pipeline or "
        "by a program that opens it");
    p.bytes[4] = 3;
    assert_refused_bytes("a.glb", p.bytes, p.size, "a.glb: byte 4: expected glTF version 2, found 3");
    p = good;
    p.bytes[16] = 'X';
    assert_refused_bytes("a.glb", p.bytes, p.size, "a.glb: byte 16: expected a chunk of JSON first");
    p = good;
    p.bytes[15] = 0x7F;
    snprintf(message, sizeof message, "a.glb: byte 12: a chunk says %zu bytes, %zu are left",
             json_size + ((size_t)0x7F << 24), good.size - 20);
    assert_refused_bytes("a.glb", p.bytes, p.size, message);
    p = good;
    p.bytes[20 + json_size] = 200;
    snprintf(message, sizeof message, "a.glb: byte %zu: a chunk says 200 bytes, 44 are left", 20 + json_size);
    assert_refused_bytes("a.glb", p.bytes, p.size, message);
    assert_refused_bytes("a.glb", good.bytes, 19, "a.glb: expected a GLB of at least 20 bytes, found 19");
    for (size_t size = 20; size < good.size; size++) {
        snprintf(message, sizeof message, "a.glb: byte 8: the length says %zu bytes, the file has %zu",
                 good.size, size);
        assert_refused_bytes("a.glb", good.bytes, size, message);
    }
    // without its binary chunk
    p = good;
    p.size -= 52;
    p.bytes[8] = (unsigned char)(p.size & 255), p.bytes[9] = (unsigned char)(p.size >> 8);
    assert_refused_bytes("a.glb", p.bytes, p.size,
                         "a.glb: buffers[0].uri: expected a file name or data, found nothing");
    // chunks of kinds unknown, and bytes behind the end, are passed over
    p = good;
    pile_whole(&p, 4, 4, false);
    pile_words(&p, "XYZWabcd");
    p.bytes[8] = (unsigned char)(p.size & 255), p.bytes[9] = (unsigned char)(p.size >> 8);
    pile_words(&p, "behind");
    reading r = read_bytes("a.glb", p.bytes, p.size);
    only_mesh(&r);
    model_free(&r.model);
}

/// A mesh as large as allowed, named often: limits count what all meshes hold together.
static void test_element_limit(void **unused)
{
    (void)unused;
    const pile bytes = triangle_bytes();
    const pile p =
        gltf_text_with(&bytes, TRIANGLE_VIEWS "," TRIANGLE_ACCESSORS
                                              ",'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]},"
                                              "{'primitives':[{'attributes':{'POSITION':0}}]}],"
                                              "'nodes':[{'mesh':0},{'mesh':1}]");
    read_limits limits = read_limits_default();
    limits.elements = 6;
    reading r = read_bytes_limited("a.gltf", p.bytes, p.size, limits);
    assert_true(r.fine);
    model_free(&r.model);
    limits.elements = 5;
    r = read_bytes_limited("a.gltf", p.bytes, p.size, limits);
    assert_string_equal(r.error.message, "a.gltf: its meshes hold more than 5 vertices or triangles");
    model_free(&r.model);
}

FEELER_TESTS(cmocka_unit_test(test_accessors), cmocka_unit_test(test_zeros),
             cmocka_unit_test(test_views_and_meshes), cmocka_unit_test(test_not_finite),
             cmocka_unit_test(test_extensions), cmocka_unit_test(test_json),
             cmocka_unit_test(test_containers), cmocka_unit_test(test_element_limit))
