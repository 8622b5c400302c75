#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "rules/rules.h"

// Any bytes as a rules file and as a clash matrix: taken, or refused with a sentence that names the file. What was taken is within the
// limits, and bound to a few parts it decides of a pair in either order alike.

static void require(bool condition)
{
    if (!condition) abort();
}

static void check_binding(ruleset *r)
{
    static const double identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    static model_property property = {.key = "extras.layer", .value = "7"};
    static model_properties set = {.items = &property, .count = 1};
    static model_mesh mesh;
    static model_part model_parts[3] = {{.properties = 1}, {0}, {0}};
    static size_t order[3] = {0, 1, 2};
    static report_part parts[3] = {
        {.name = "a", .path = "file/a"}, {.name = "b:c", .path = "file/b:c"}, {.name = "", .path = "*"}};
    for (size_t i = 0; i < 3; ++i) parts[i].transform = identity;
    const assembly a = {.model = {.meshes = &mesh,
                                  .mesh_count = 1,
                                  .parts = model_parts,
                                  .part_count = 3,
                                  .properties = &set,
                                  .properties_count = 1},
                        .part_count = 3,
                        .order = order,
                        .parts = parts,
                        .metres_per_unit = 0.001};
    tool_error error = {{0}};
    const bool bound = rules_bind(r, &a, &error);
    require(bound == (error.message[0] == '\0'));
    for (size_t i = 0; bound && i < 3; ++i) {
        for (size_t k = 0; k < 3; ++k) {
            const size_t index = rules_of(r, i, k), twice = rules_of_duplicate(r, i, k);
            if (i == k) continue;
            require(index == rules_of(r, k, i) && twice == rules_of_duplicate(r, k, i));
            require(index == RULES_NONE || (index < r->rule_count && r->rules[index].kind != RULE_DUPLICATE));
            require(twice == RULES_NONE || (twice < r->rule_count && r->rules[twice].kind == RULE_DUPLICATE));
        }
    }
}

/// Binding takes rules by classes of parts, which is long for thousands of rules and no question of the reader.
static void check_rules(ruleset *r, bool fine, const tool_error *error)
{
    require(fine == (error->message[0] == '\0'));
    if (fine) {
        require(r->rule_count <= RULES_MOST && r->group_count <= RULES_GROUPS_MOST);
        for (size_t i = 0; i < r->rule_count; ++i) require(r->rules[i].name && *r->rules[i].name);
        if (r->rule_count < 100) check_binding(r);
    }
    rules_free(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > TREE_BYTES) return 0;
    ruleset r;
    tool_error error = {{0}};
    // a matrix that it names would be a file of this machine
    check_rules(&r, rules_read_yaml(&r, "/nowhere/input", data, size, &error), &error);
    error = (tool_error){{0}};
    r = (ruleset){.path = rules_copy("input")};
    require(r.path != NULL);
    check_rules(&r, rules_read_matrix(&r, r.path, data, size, &error), &error);
    return 0;
}
