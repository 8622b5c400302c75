// glTF: the node tree, where parts are placed and what they are called.
#include "gltf_support.h"
#include "support/tests.h"

static void test_matrix_and_trs(void **unused)
{
    (void)unused;
    // a quarter turn about z, then scale of the axes it started from: T * R * S
    reading r = read_triangle_with(
        TRIANGLE ",'nodes':[{'mesh':0,'translation':[1,2,3],'rotation':[0,0,0.5,0.5],'scale':[2,3,-4]},"
                 "{'mesh':0,'matrix':[1,2,3,0,4,5,6,0,7,8,10,0,11,12,13,1]},"
                 "{'mesh':0,'scale':[1,2,3]},{'mesh':0},{'mesh':0,'rotation':[1,0,0,0]}]");
    static const double expected[5][16] = {{0, -3, 0, 1, 2, 0, 0, 2, 0, 0, -4, 3, 0, 0, 0, 1},
                                           {1, 4, 7, 11, 2, 5, 8, 12, 3, 6, 10, 13, 0, 0, 0, 1},
                                           {1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 1},
                                           {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                                           {1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1}};
    assert_string_equal(r.error.message, "");
    assert_int_equal(r.model.part_count, 5);
    assert_int_equal(r.model.mesh_count, 1);
    for (size_t i = 0; i < 5; i++) assert_transform(&r.model.parts[i], expected[i], 1e-15);
    model_free(&r.model);
}

/// Composed in double: a part far away keeps digits that single precision would drop.
static void test_tree_is_composed(void **unused)
{
    (void)unused;
    reading r = read_triangle_with(
        TRIANGLE ",'scene':1,'scenes':[{'nodes':[3]},{'nodes':[0]}],'nodes':["
                 "{'name':'root','children':[2,1],'translation':[1000000.125,0,0]},"
                 "{'name':'second','mesh':0,'translation':[0.0009765625,5,0]},"
                 "{'name':'first','scale':[2,2,2],'children':[4]},{'name':'elsewhere','mesh':0},"
                 "{'mesh':0,'matrix':[0,1,0,0,1,0,0,0,0,0,1,0,3,4,5,1]}]");
    assert_string_equal(r.error.message, "");
    assert_int_equal(r.model.part_count, 2);
    static const double first[] = {0, 2, 0, 1000006.125, 2, 0, 0, 8, 0, 0, 2, 10, 0, 0, 0, 1};
    static const double second[] = {1, 0, 0, 1000000.1259765625, 0, 1, 0, 5, 0, 0, 1, 0, 0, 0, 0, 1};
    assert_transform(&r.model.parts[0], first, 0);
    assert_transform(&r.model.parts[1], second, 0);
    assert_string_equal(r.model.parts[0].name, "tri");
    assert_string_equal(r.model.parts[0].path, "root/first/tri");
    assert_string_equal(r.model.parts[1].name, "second");
    assert_string_equal(r.model.parts[1].path, "root/second");
    model_free(&r.model);
}

/// As many writers put it: a named group, and in it a node without a name for each mesh.
static void test_names_of_what_a_node_belongs_to(void **unused)
{
    (void)unused;
    reading r = read_triangle_with(
        TRIANGLE_VIEWS ",'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'}],"
                       "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],'nodes':["
                       "{'name':'machine','children':[1,4]},{'name':'M5 bolt','children':[2]},"
                       "{'children':[3]},{'mesh':0},{'mesh':0}],'scenes':[{'nodes':[0]}]");
    assert_string_equal(r.error.message, "");
    assert_int_equal(r.model.part_count, 2);
    assert_string_equal(r.model.parts[0].name, "M5 bolt");
    assert_string_equal(r.model.parts[0].path, "machine/M5 bolt");
    assert_string_equal(r.model.parts[1].name, "machine");
    assert_string_equal(r.model.parts[1].path, "machine");
    model_free(&r.model);
}

static void test_which_nodes(void **unused)
{
    (void)unused;
    static const struct {
        const char *rest;
        size_t parts;
    } cases[] = {
        {"'nodes':[{'mesh':0},{'mesh':0,'children':[2]},{'mesh':0}]", 3},
        {"'scenes':[{'nodes':[1]},{'nodes':[0]}],'nodes':[{'mesh':0},{'mesh':0,'children':[2]},{'mesh':0}]",
         2},
        {"'scene':1,'scenes':[{'nodes':[1]},{'nodes':[0]}],'nodes':[{'mesh':0},{'mesh':0}]", 1},
        {"'scene':1.0,'scenes':[{'nodes':[0,1]},{'nodes':[0]}],'nodes':[{'mesh':0},{}]", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pile p = {{0}, 0};
        pile_words(&p, TRIANGLE ",");
        pile_words(&p, cases[i].rest);
        reading r = read_triangle_with((const char *)p.bytes);
        assert_string_equal(r.error.message, "");
        assert_int_equal(r.model.part_count, cases[i].parts);
        model_free(&r.model);
    }
}

static void test_names(void **unused)
{
    (void)unused;
    reading r = read_triangle_with(
        TRIANGLE_VIEWS
        "," TRIANGLE_ACCESSORS ",'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]},"
        "{'name':'m\\u001b[1m\\u202e','primitives':[{'attributes':{'POSITION':0}}]}],"
        "'nodes':[{'children':[1,2,3]},{'mesh':0},{'mesh':1},{'name':' \\u00e4/b ','mesh':1}]");
    assert_string_equal(r.error.message, "");
    static const char *const names[] = {"", "m\\x1b[1m\\u202e", "\xC3\xA4/b"};
    assert_int_equal(r.model.part_count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(r.model.parts[i].name, names[i]);
        assert_string_equal(r.model.parts[i].path, names[i]);
    }
    assert_int_equal(r.model.mesh_count, 2);
    assert_string_equal(r.model.meshes[1].name, names[1]);
    model_free(&r.model);
}

/// Instances of EXT_mesh_gpu_instancing: node * T * R * S each.
static void test_instancing(void **unused)
{
    (void)unused;
    pile bytes = triangle_bytes();
    pile_whole(&bytes, 0, 2, false);
    static const float translations[6] = {0, 0, 0, 5, 6, 7};
    static const signed char rotations[8] = {0, 0, 0, 127, 0, 0, 127, 127};
    for (size_t i = 0; i < 6; i++) pile_float(&bytes, translations[i], false);
    for (size_t i = 0; i < 8; i++) pile_whole(&bytes, (uint64_t)rotations[i], 1, false);
#define INSTANCES(ATTRIBUTES)                                                                                \
    "'extensionsRequired':['EXT_mesh_gpu_instancing'],"                                                      \
    "'bufferViews':[{'buffer':0,'byteLength':36},{'buffer':0,'byteOffset':36,'byteLength':6},"               \
    "{'buffer':0,'byteOffset':44,'byteLength':24},{'buffer':0,'byteOffset':68,'byteLength':8}],"             \
    "'accessors':[{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'},"                            \
    "{'bufferView':1,'componentType':5123,'count':3,'type':'SCALAR'},"                                       \
    "{'bufferView':2,'componentType':5126,'count':2,'type':'VEC3'},"                                         \
    "{'bufferView':3,'componentType':5120,'normalized':true,'count':2,'type':'VEC4'}]," TRIANGLE_MESH        \
    ",'nodes':[{'name':'bolt','mesh':0,'translation':[100,0,0],'extensions':{'EXT_mesh_gpu_instancing':{"    \
    "'attributes':" ATTRIBUTES "}}}]"
    reading r = read_gltf_with(&bytes, INSTANCES("{'TRANSLATION':2,'ROTATION':3,'_ID':1}"));
    static const double expected[2][16] = {{1, 0, 0, 100, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                                           {0, -1, 0, 105, 1, 0, 0, 6, 0, 0, 1, 7, 0, 0, 0, 1}};
    assert_string_equal(r.error.message, "");
    assert_int_equal(r.model.part_count, 2);
    assert_int_equal(r.model.mesh_count, 1);
    for (size_t i = 0; i < 2; i++) {
        assert_transform(&r.model.parts[i], expected[i], 1e-14);
        assert_string_equal(r.model.parts[i].name, "bolt");
    }
    model_free(&r.model);
#define AT "a.gltf: nodes[0].extensions.EXT_mesh_gpu_instancing.attributes"
    assert_gltf_refused(&bytes, INSTANCES("{}"), AT ": expected TRANSLATION, ROTATION or SCALE");
    assert_gltf_refused(&bytes, INSTANCES("{'TRANSLATION':3}"), AT ".TRANSLATION: expected a VEC3");
    assert_gltf_refused(&bytes, INSTANCES("{'TRANSLATION':2,'SCALE':0}"),
                        AT ".SCALE: expected 2 elements like the other attributes");
    assert_gltf_refused(&bytes, INSTANCES("{'TRANSLATION':9}"),
                        AT ".TRANSLATION: expected an index below 4, the count of accessors; found 9");
}

static void test_tree_errors(void **unused)
{
    (void)unused;
    static const char *const cases[][2] = {
        {"'nodes':[{'children':[1],'mesh':0},{'children':[0]}]", "a.gltf: holds no triangles"},
        {"'scenes':[{'nodes':[0]}],'nodes':[{'children':[1],'mesh':0},{'children':[0]}]",
         "a.gltf: scenes[0].nodes[0]: node 0 is a child of node 1; expected a root"},
        {"'nodes':[{'children':[2]},{'children':[2]},{'mesh':0}]",
         "a.gltf: nodes[1].children[0]: node 2 is a child of node 0 already; expected a tree"},
        {"'nodes':[{'children':[1,1]},{'mesh':0}]",
         "a.gltf: nodes[0].children[1]: node 1 is a child of node 0 already; expected a tree"},
        {"'scenes':[{'nodes':[0,0]}],'nodes':[{'mesh':0}]",
         "a.gltf: nodes[0]: is reached twice; expected a tree"},
        {"'nodes':[{'mesh':0,'children':[1]}]",
         "a.gltf: nodes[0].children[0]: expected a node number below 1"},
        {"'nodes':[{'mesh':0,'children':[-1]}]",
         "a.gltf: nodes[0].children[0]: expected a node number below 1"},
        {"'nodes':[{'mesh':0,'children':['x']}]",
         "a.gltf: nodes[0].children[0]: expected a node number below 1"},
        {"'scenes':[{'nodes':[4]}],'nodes':[{'mesh':0}]",
         "a.gltf: scenes[0].nodes[0]: expected a node number below 1"},
        {"'scene':2,'scenes':[{'nodes':[0]}],'nodes':[{'mesh':0}]",
         "a.gltf: scene: expected an index below 1, the count of scenes; found 2"},
        {"'scene':-1,'scenes':[{'nodes':[0]}],'nodes':[{'mesh':0}]",
         "a.gltf: scene: expected a whole number of 0 or more"},
        {"'scenes':[{}],'nodes':[{'mesh':0}]", "a.gltf: holds no triangles"},
        {"'nodes':[7]", "a.gltf: nodes[0]: expected an object"},
        {"'nodes':[]", "a.gltf: holds no triangles: it has no nodes"},
        {"'nodes':[{'mesh':1}]",
         "a.gltf: nodes[0].mesh: expected an index below 1, the count of meshes; found 1"},
        {"'nodes':[{'mesh':'x'}]", "a.gltf: nodes[0].mesh: expected a whole number of 0 or more"},
        {"'nodes':[{'mesh':0,'matrix':[1,0,0]}]", "a.gltf: nodes[0].matrix: expected an array of 16 numbers"},
        {"'nodes':[{'mesh':0,'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,'1']}]",
         "a.gltf: nodes[0].matrix: expected an array of 16 numbers"},
        {"'nodes':[{'mesh':0,'matrix':[1,0,0,0.5,0,1,0,0,0,0,1,0,0,0,0,1]}]",
         "a.gltf: nodes[0].matrix: expected an affine map: 0 0 0 1 as the last row"},
        {"'nodes':[{'mesh':0,'rotation':[0,0,0,0]}]",
         "a.gltf: nodes[0].rotation: expected a quaternion other than 0 0 0 0"},
        {"'nodes':[{'mesh':0,'scale':[1,1]}]", "a.gltf: nodes[0].scale: expected an array of 3 numbers"},
        {"'nodes':[{'scale':[1e200,1,1],'children':[1]},{'mesh':0,'scale':[1e200,1,1]}]",
         "a.gltf: nodes[1]: its place in the world is not finite"},
        {"'nodes':[{'mesh':0,'skin':0}]",
         "a.gltf: nodes[0] 'tri' is moved by a skin, so it is no rigid part; there is no other part"},
        {"'nodes':[{'mesh':0,'weights':[0,0.5]}]",
         "a.gltf: nodes[0] 'tri' is moved by the weights of morph targets, so it is no rigid part; there is "
         "no other part"}};
    const pile bytes = triangle_bytes();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pile p = {{0}, 0};
        pile_words(&p, TRIANGLE ",");
        pile_words(&p, cases[i][0]);
        assert_gltf_refused(&bytes, (const char *)p.bytes, cases[i][1]);
    }
}

/// A chain of `count` nodes whose last one has the mesh.
static reading read_chain(size_t count)
{
    const pile bytes = triangle_bytes();
    const size_t room = 4096 + 64 * count;
    char *text = malloc(room);
    assert_non_null(text);
    const pile head = gltf_text_with(&bytes, TRIANGLE ",'nodes':[");
    size_t used = head.size - 1;
    memcpy(text, head.bytes, used);
    for (size_t i = 1; i < count; i++)
        used += (size_t)snprintf(text + used, room - used, "{\"name\":\"n%zu\",\"children\":[%zu]},", i, i);
    used += (size_t)snprintf(text + used, room - used, "{\"mesh\":0}]}");
    reading r = read_bytes("a.gltf", text, used);
    free(text);
    return r;
}

static void test_deep_trees(void **unused)
{
    (void)unused;
    reading r = read_chain(1000);
    only_mesh(&r);
    assert_true(strlen(r.model.parts[0].path) <= 2048);
    assert_true(strncmp(r.model.parts[0].path, "n1/n2/n3/", 9) == 0);
    model_free(&r.model);
    r = read_chain(100000);
    assert_string_equal(r.error.message, "a.gltf: nodes[1025]: lies deeper than 1024 nodes");
    model_free(&r.model);
}

static void test_part_limit(void **unused)
{
    (void)unused;
    const pile bytes = triangle_bytes();
    const pile p = gltf_text_with(&bytes, TRIANGLE ",'nodes':[{'mesh':0},{'mesh':0},{'mesh':0}]");
    read_limits limits = read_limits_default();
    limits.parts = 2;
    reading r = read_bytes_limited("a.gltf", p.bytes, p.size, limits);
    assert_string_equal(r.error.message, "a.gltf: unfolds into more than 2 parts");
    model_free(&r.model);
}

static void test_a_zero_byte_in_a_name(void **unused)
{
    (void)unused;
    reading r = read_triangle_with(TRIANGLE ",'nodes':[{'mesh':0,'name':'a\\u0000b'},{'mesh':0,'name':'a'}]");
    assert_string_equal(r.error.message, "");
    assert_int_equal(r.model.part_count, 2);
    assert_string_equal(r.model.parts[0].name, "a\\x00b");
    assert_string_equal(r.model.parts[1].name, "a");
    model_free(&r.model);
}

/// What is rigid is read, and what is not is told; the node's weights hold in place of the mesh's.
static void test_what_is_not_rigid_is_left_out(void **unused)
{
    (void)unused;
    const pile bytes = triangle_bytes();
    reading r = read_gltf_with(
        &bytes,
        TRIANGLE ",'nodes':[{'mesh':0,'name':'skinned','skin':0},{'mesh':0,'name':'rigid'},"
                 "{'mesh':0,'name':'morphed','weights':[0,0.5]},{'mesh':0,'name':'still','weights':[0,0]}]");
    assert_true(r.fine);
    assert_int_equal(r.model.part_count, 2);
    assert_string_equal(r.model.parts[0].name, "rigid");
    assert_string_equal(r.model.parts[1].name, "still");
    assert_int_equal(r.model.left_out_count, 2);
    assert_string_equal(r.model.left_out[0],
                        "a.gltf: nodes[0] 'skinned' is moved by a skin, so it is no rigid part");
    assert_string_equal(
        r.model.left_out[1],
        "a.gltf: nodes[2] 'morphed' is moved by the weights of morph targets, so it is no rigid part");
    model_free(&r.model);
}

FEELER_TESTS(cmocka_unit_test(test_matrix_and_trs), cmocka_unit_test(test_tree_is_composed),
             cmocka_unit_test(test_names_of_what_a_node_belongs_to), cmocka_unit_test(test_which_nodes),
             cmocka_unit_test(test_names), cmocka_unit_test(test_instancing),
             cmocka_unit_test(test_a_zero_byte_in_a_name),
             cmocka_unit_test(test_what_is_not_rigid_is_left_out), cmocka_unit_test(test_tree_errors),
             cmocka_unit_test(test_deep_trees), cmocka_unit_test(test_part_limit))
