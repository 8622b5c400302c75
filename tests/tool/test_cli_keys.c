// Keys of findings, which reviews and baselines go by: the same whatever the order of the nodes, and after a small motion, also
// where parts have one name.
#include <jansson.h>
#include <math.h>

#include "gltf_support.h"
#include "run_command.h"
#include "support/tests.h"

enum { BOLTS = 6 };

/// Where the bolts stand: on a grid, as bolts do. Each is sunk into the plate by a depth of its own, which tells the findings apart.
static const double places[BOLTS][2] = {{-10, -10}, {10, -10}, {-10, 10}, {10, 10}, {-10, 0}, {10, 0}};

static void write_plate(const char *path, const int order[BOLTS + 1], double motion)
{
    pile bytes = {{0}, 0}, nodes = {{0}, 0};
    for (int i = 0; i < 8; ++i)
        for (int k = 0; k < 3; ++k) pile_float(&bytes, i >> k & 1 ? 0.5F : -0.5F, false);
    static const unsigned char corners[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                              2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    pile_bytes(&bytes, corners, sizeof corners);
    pile_words(&nodes,
               "'bufferViews':[{'buffer':0,'byteLength':96},{'buffer':0,'byteOffset':96,'byteLength':36}],"
               "'accessors':[{'bufferView':0,'componentType':5126,'count':8,'type':'VEC3'},"
               "{'bufferView':1,'componentType':5121,'count':36,'type':'SCALAR'}],"
               "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'indices':1}]}],'nodes':[");
    for (int i = 0; i <= BOLTS; ++i) {
        char node[256];
        const int n = order[i];
        const double x = n < BOLTS ? places[n][0] : 0, y = n < BOLTS ? places[n][1] : 0;
        // every bolt moves another way
        const double dx = motion * cos(n), dy = motion * sin(3.0 * n);
        if (n < BOLTS) {
            snprintf(node, sizeof node, "%s{'name':'bolt','mesh':0,'translation':[%.9g,%.9g,%.9g]}",
                     i ? "," : "", x + dx, y + dy, 1 - 0.05 * (n + 1));
        } else {
            snprintf(node, sizeof node, "%s{'name':'plate','mesh':0,'scale':[40,40,1]}", i ? "," : "");
        }
        pile_words(&nodes, node);
    }
    pile_bytes(&nodes, "]", 2);
    const pile p = gltf_text_with(&bytes, (const char *)nodes.bytes);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(p.bytes, 1, p.size, file), p.size);
    fclose(file);
}

/// The key of every bolt's finding, by its depth.
static void read_keys(char keys[BOLTS][20])
{
    ran r = run_feeler("check", "m.gltf", "-q", "-f", "json", "--unit", "mm");
    json_t *report = json_loads(r.out, 0, NULL), *finding;
    assert_int_equal(r.status, 1);
    size_t i;
    int seen = 0;
    json_array_foreach(json_object_get(report, "findings"), i, finding)
    {
        const double depth = json_number_value(json_object_get(finding, "depth"));
        const int n = (int)floor(depth / 0.05 + 0.5) - 1;
        assert_true(n >= 0 && n < BOLTS);
        assert_true(fabs(depth - 0.05 * (n + 1)) < 1e-6);
        snprintf(keys[n], 20, "%s", json_string_value(json_object_get(finding, "key")));
        seen |= 1 << n;
    }
    assert_int_equal(seen, (1 << BOLTS) - 1);
    json_decref(report);
    ran_free(&r);
}

static void keys_survive_order_and_small_motions(void **state)
{
    (void)state;
    char before[BOLTS][20], after[BOLTS][20];
    static const int orders[][BOLTS + 1] = {
        {0, 1, 2, 3, 4, 5, 6}, {6, 5, 4, 3, 2, 1, 0}, {3, 0, 6, 4, 1, 5, 2}, {2, 6, 5, 1, 4, 0, 3}};
    static const double motions[] = {0, 1e-6, 1e-3, -0.1};
    write_plate("m.gltf", orders[0], 0);
    read_keys(before);
    for (size_t i = 0; i < 4; ++i) {
        for (size_t k = 0; k < 4; ++k) {
            write_plate("m.gltf", orders[i], motions[k]);
            read_keys(after);
            for (int n = 0; n < BOLTS; ++n) {
                if (strcmp(before[n], after[n]) != 0)
                    fail_msg("order %zu, motion %g: bolt %d has another key", i, motions[k], n);
            }
        }
    }
}

FEELER_TESTS_WITH(NULL, enter_folder, leave_folder, cmocka_unit_test(keys_survive_order_and_small_motions))
