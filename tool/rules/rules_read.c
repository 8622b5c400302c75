// From a tree of YAML to rules.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "command/pattern.h"
#include "command/units.h"
#include "read/read.h"
#include "rules/rules.h"

const char *const rule_kind_names[RULE_KIND_COUNT] = {"clash", "clearance", "touch", "must-touch",
                                                      "duplicate"};
static const char *const level_names[] = {"error", "warning", "info"};
enum { LEVELS = sizeof level_names / sizeof *level_names };

#define WORDS(array) (array), sizeof(array) / sizeof *(array)

typedef struct reader {
    ruleset *r;
    const tree *t;
    tool_error *error;
} reader;

static bool fail_memory(const reader *in) { return tool_fail(in->error, "%s: out of memory", in->t->path); }

char *rules_copy(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

/// Room for one more element behind `count`, which is zeroed.
static void *extend(void *array, size_t count, size_t size)
{
    // full where the count is 0 or a power of two
    if ((count & (count - 1)) == 0) array = realloc(array, (count ? 2 * count : 1) * size);
    if (array) memset((char *)array + count * size, 0, size);
    return array;
}

rule *rules_add(ruleset *r, const char *path, tree_place place, tool_error *error)
{
    if (r->rule_count >= RULES_MOST) {
        tree_fail(path, place, error, "expected at most %d rules", RULES_MOST);
        return NULL;
    }
    rule *rules = extend(r->rules, r->rule_count, sizeof *rules);
    if (!rules) {
        tool_fail(error, "%s: out of memory", path);
        return NULL;
    }
    r->rules = rules;
    rule *added = &rules[r->rule_count++];
    added->path = path;
    added->place = place;
    rules_set_level(added, REPORT_LEVEL_ERROR);
    return added;
}

rule_group *rules_add_group(ruleset *r, const char *name, const char *path, tree_place place,
                            tool_error *error)
{
    if (r->group_count >= RULES_GROUPS_MOST) {
        tree_fail(path, place, error, "expected at most %d groups", RULES_GROUPS_MOST);
        return NULL;
    }
    rule_group *groups = extend(r->groups, r->group_count, sizeof *groups);
    char *copy = groups ? rules_copy(name) : NULL;
    if (groups) r->groups = groups;
    if (!copy) {
        tool_fail(error, "%s: out of memory", path);
        return NULL;
    }
    groups[r->group_count] = (rule_group){.name = copy};
    return &groups[r->group_count++];
}

size_t rules_find_group(const ruleset *r, const char *name)
{
    for (size_t i = 0; i < r->group_count; ++i)
        if (strcmp(r->groups[i].name, name) == 0) return i;
    return RULES_NONE;
}

static rule_choice *add_choice(rule_selection *s, tree_place place)
{
    rule_choice *choices = extend(s->choices, s->count, sizeof *choices);
    if (!choices) return NULL;
    s->choices = choices;
    choices[s->count] = (rule_choice){.group = RULES_NONE, .place = place};
    return &choices[s->count++];
}

static rule_condition *add_condition(rule_choice *c, const char *key)
{
    rule_condition *conditions = extend(c->conditions, c->count, sizeof *conditions);
    if (!conditions) return NULL;
    c->conditions = conditions;
    conditions[c->count] = (rule_condition){.key = key ? rules_copy(key) : NULL};
    return conditions[c->count].key || !key ? &conditions[c->count++] : NULL;
}

static bool add_pattern(rule_condition *c, const char *path, const char *text, tree_place place,
                        tool_error *error)
{
    if (pattern_ends_in_escape(text))
        return tree_fail(path, place, error, "expected a character after '\\', found '%.60s'", text);
    rule_pattern *patterns = extend(c->patterns, c->count, sizeof *patterns);
    if (patterns) c->patterns = patterns;
    char *copy = patterns ? rules_copy(text) : NULL;
    if (!copy) return tool_fail(error, "%s: out of memory", path);
    patterns[c->count++] = (rule_pattern){copy, place};
    return true;
}

bool rules_choose(const ruleset *r, rule_selection *s, const char *path, const char *text, tree_place place,
                  bool groups, tool_error *error)
{
    s->path = path;
    rule_choice *choice = add_choice(s, place);
    if (!choice) return tool_fail(error, "%s: out of memory", path);
    if (groups) choice->group = rules_find_group(r, text);
    if (choice->group != RULES_NONE) return true;
    rule_condition *condition = add_condition(choice, NULL);
    if (!condition) return tool_fail(error, "%s: out of memory", path);
    return add_pattern(condition, path, text, place, error);
}

/// One pattern, or a list of them.
static bool read_patterns(const reader *in, rule_condition *c, const tree_node *node)
{
    const char *text;
    if (node->kind != TREE_LIST)
        return tree_expect_text(in->t, node, "a pattern, or a list of patterns", &text, in->error) &&
               add_pattern(c, in->t->path, text, node->place, in->error);
    if (!node->count) return tree_fail(in->t->path, node->place, in->error, "expected a pattern in the list");
    for (size_t i = 0; i < node->count; ++i) {
        const tree_node *item = node->entries[i].value;
        if (!tree_expect_text(in->t, item, "a pattern", &text, in->error) ||
            !add_pattern(c, in->t->path, text, item->place, in->error))
            return false;
    }
    return true;
}

static bool read_condition(const reader *in, rule_choice *choice, const char *key, const tree_node *node)
{
    rule_condition *c = add_condition(choice, key);
    return c ? read_patterns(in, c, node) : fail_memory(in);
}

static bool read_conditions(const reader *in, rule_choice *choice, const tree_node *node)
{
    static const char *const members[] = {"name", "path", "material", "extras"};
    if (!tree_expect_members(in->t, node, "a choice of parts", WORDS(members), in->error)) return false;
    if (!node->count)
        return tree_fail(in->t->path, node->place, in->error, "expected name, path, material or extras");
    for (size_t i = 0; i < node->count; ++i) {
        const char *key = node->entries[i].key->text;
        const tree_node *value = node->entries[i].value;
        if (strcmp(key, "extras") != 0) {
            if (!read_condition(in, choice, key, value)) return false;
            continue;
        }
        if (value->kind != TREE_MAPPING || !value->count)
            return tree_expected(in->t, value, "a mapping of keys under extras to patterns", in->error);
        for (size_t k = 0; k < value->count; ++k) {
            char full[300];
            snprintf(full, sizeof full, "extras.%.280s", value->entries[k].key->text);
            if (!read_condition(in, choice, full, value->entries[k].value)) return false;
        }
    }
    return true;
}

/// A pattern or conditions; with `groups` also the name of one.
static bool read_choice(const reader *in, rule_selection *s, const tree_node *node, bool groups)
{
    const char *text;
    if (node->kind == TREE_MAPPING) {
        rule_choice *choice = add_choice(s, node->place);
        return choice ? read_conditions(in, choice, node) : fail_memory(in);
    }
    return tree_expect_text(in->t, node,
                            groups ? "a group, a pattern, or a mapping of conditions"
                                   : "a pattern, or a mapping of conditions",
                            &text, in->error) &&
           rules_choose(in->r, s, in->t->path, text, node->place, groups, in->error);
}

static bool read_selection(const reader *in, rule_selection *s, const tree_node *node, bool groups)
{
    s->path = in->t->path;
    if (node->kind != TREE_LIST) return read_choice(in, s, node, groups);
    if (!node->count) return tree_fail(in->t->path, node->place, in->error, "expected a pattern in the list");
    for (size_t i = 0; i < node->count; ++i)
        if (!read_choice(in, s, node->entries[i].value, groups)) return false;
    return true;
}

static bool read_length(const reader *in, rule_length *length, const tree_node *node)
{
    length->place = node->place;
    return (node->kind == TREE_TEXT && *node->text && options_read_length(node->text, &length->given)) ||
           tree_expected(in->t, node, "a length of at least 0, as 2 or 2mm (" UNITS ")", in->error);
}

static bool find_word(const char *text, const char *const *words, size_t count, size_t *found)
{
    for (*found = 0; *found < count; ++*found)
        if (strcmp(text, words[*found]) == 0) return true;
    return false;
}

static bool read_word(const reader *in, const tree_node *node, const char *what, const char *const *words,
                      size_t count, size_t *found)
{
    if (node->kind != TREE_TEXT) return tree_expected(in->t, node, what, in->error);
    return find_word(node->text, words, count, found) ||
           tree_expected_word(in->t->path, node->place, tree_is_nothing(node) ? "" : node->text, what, words,
                              count, in->error);
}

static bool read_level(const reader *in, const tree_node *node, report_level *level)
{
    size_t found;
    if (!read_word(in, node, "a severity", level_names, LEVELS, &found)) return false;
    *level = (report_level)(REPORT_LEVEL_ERROR + found);
    return true;
}

static bool read_severity(const reader *in, rule *to, const tree_node *node)
{
    static const char *const kinds[] = {"clash", "contained", "duplicate", "within_tessellation",
                                        "touch", "clearance", "apart"};
    report_level level;
    if (node->kind != TREE_MAPPING) {
        if (!read_level(in, node, &level)) return false;
        rules_set_level(to, level);
        return true;
    }
    if (!tree_expect_members(in->t, node, "the severity of a rule", WORDS(kinds), in->error)) return false;
    if (!node->count) return tree_fail(in->t->path, node->place, in->error, "expected a kind of finding");
    for (size_t i = 0; i < node->count; ++i)
        if (!read_level(in, node->entries[i].value,
                        &to->levels[report_kind_from_name(node->entries[i].key->text)]))
            return false;
    return true;
}

static bool read_ignored(const reader *in, rule *to, const tree_node *node)
{
    static const char *const members[] = {"a", "b"};
    if (node->kind != TREE_LIST)
        return tree_expected(in->t, node, "a list of pairs {a: ..., b: ...}", in->error);
    for (size_t i = 0; i < node->count; ++i) {
        const tree_node *item = node->entries[i].value;
        if (!tree_expect_members(in->t, item, "an ignored pair", WORDS(members), in->error)) return false;
        const tree_node *a = tree_get(item, "a"), *b = tree_get(item, "b");
        if (!a) return tree_fail(in->t->path, item->place, in->error, "expected a member 'a'");
        rule_pair *pairs = extend(to->ignored, to->ignored_count, sizeof *pairs);
        if (!pairs) return fail_memory(in);
        to->ignored = pairs;
        rule_pair *pair = &pairs[to->ignored_count++];
        if (!read_selection(in, &pair->a, a, true) || (b && !read_selection(in, &pair->b, b, true)))
            return false;
    }
    return true;
}

static bool read_optional(const reader *in, rule *to, const tree_node *node)
{
    to->optional = node->kind == TREE_TEXT && node->plain && strcmp(node->text, "true") == 0;
    return to->optional || (node->kind == TREE_TEXT && node->plain && strcmp(node->text, "false") == 0) ||
           tree_expected(in->t, node, "true or false", in->error);
}

static bool read_name(const reader *in, rule *to, const tree_node *node)
{
    const char *text;
    if (!tree_expect_text(in->t, node, "a name for the rule", &text, in->error)) return false;
    for (size_t i = 0; i + 1 < in->r->rule_count; ++i) {
        if (strcmp(in->r->rules[i].name, text) != 0) continue;
        return tree_fail(in->t->path, node->place, in->error,
                         "expected a name of its own, found '%.60s', as the rule in line %zu is called", text,
                         in->r->rules[i].place.line);
    }
    to->name = rules_copy(text);
    return to->name || fail_memory(in);
}

static bool read_rule(const reader *in, const tree_node *node)
{
    static const char *const members[] = {"name",      "kind",     "a",      "b",       "clearance",
                                          "tolerance", "severity", "ignore", "optional"};
    if (!tree_expect_members(in->t, node, "a rule", WORDS(members), in->error)) return false;
    rule *to = rules_add(in->r, in->t->path, node->place, in->error);
    if (!to) return false;
    const tree_node *n[9];
    for (size_t i = 0; i < 9; ++i) n[i] = tree_get(node, members[i]);
    for (size_t i = 0; i < 2; ++i)
        if (!n[i])
            return tree_fail(in->t->path, node->place, in->error, "expected a member '%s' of the rule",
                             members[i]);
    size_t kind = 0;
    if (!read_name(in, to, n[0]) ||
        !read_word(in, n[1], "a kind of rule", rule_kind_names, RULE_KIND_COUNT, &kind) ||
        (n[2] && !read_selection(in, &to->a, n[2], true)) ||
        (n[3] && !read_selection(in, &to->b, n[3], true)) ||
        (n[4] && !read_length(in, &to->clearance, n[4])) ||
        (n[5] && !read_length(in, &to->tolerance, n[5])) || (n[6] && !read_severity(in, to, n[6])) ||
        (n[7] && !read_ignored(in, to, n[7])) || (n[8] && !read_optional(in, to, n[8])))
        return false;
    to->kind = (rule_kind)kind;
    if (to->kind == RULE_CLEARANCE && !n[4])
        return tree_fail(in->t->path, node->place, in->error,
                         "expected a member 'clearance' of the rule '%.60s', whose kind is clearance",
                         to->name);
    return to->kind == RULE_CLEARANCE || !n[4] ||
           tree_fail(in->t->path, n[4]->place, in->error,
                     "expected no clearance: the kind of the rule '%.60s' is %s", to->name,
                     rule_kind_names[to->kind]);
}

static bool read_groups(const reader *in, const tree_node *node)
{
    if (node->kind != TREE_MAPPING)
        return tree_expected(in->t, node, "a mapping of names to parts for 'groups'", in->error);
    for (size_t i = 0; i < node->count; ++i) {
        const tree_node *key = node->entries[i].key;
        const char *name;
        if (!tree_expect_text(in->t, key, "the name of a group", &name, in->error)) return false;
        rule_group *group = rules_add_group(in->r, name, in->t->path, key->place, in->error);
        if (!group || !read_selection(in, &group->selection, node->entries[i].value, false)) return false;
    }
    return true;
}

/// Seen from the folder of the rules file.
static bool set_matrix(const reader *in, const tree_node *node)
{
    const char *name, *slash = strrchr(in->t->path, '/');
    if (!tree_expect_text(in->t, node, "the name of a CSV file", &name, in->error)) return false;
    const size_t folder = *name == '/' || !slash ? 0 : (size_t)(slash - in->t->path) + 1;
    in->r->matrix = malloc(folder + strlen(name) + 1);
    if (!in->r->matrix) return fail_memory(in);
    memcpy(in->r->matrix, in->t->path, folder);
    strcpy(in->r->matrix + folder, name);
    return true;
}

static bool read_document(const reader *in)
{
    static const char *const members[] = {"groups", "rules", "matrix"};
    const tree_node *root = in->t->root;
    if (!tree_expect_members(in->t, root, "a rules file", WORDS(members), in->error)) return false;
    const tree_node *groups = tree_get(root, "groups"), *rules = tree_get(root, "rules"),
                    *matrix = tree_get(root, "matrix");
    if (!rules && !matrix)
        return tree_fail(in->t->path, root->place, in->error, "expected a member 'rules' or 'matrix'");
    if (groups && !read_groups(in, groups)) return false;
    if (rules && (rules->kind != TREE_LIST || (!rules->count && !matrix)))
        return tree_expected(in->t, rules, "a list of rules", in->error);
    for (size_t i = 0; rules && i < rules->count; ++i)
        if (!read_rule(in, rules->entries[i].value)) return false;
    return !matrix || set_matrix(in, matrix);
}

static bool keep_path(ruleset *r, const char *path, tool_error *error)
{
    r->path = rules_copy(path);
    return r->path || tool_fail(error, "%s: out of memory", path);
}

static bool load_matrix(ruleset *r, const char *path, tool_error *error)
{
    unsigned char *data = NULL;
    size_t size = 0;
    const bool good = read_load(path, TREE_BYTES, false, &data, &size, error) &&
                      rules_read_matrix(r, path, data, size, error);
    tool_release(data);
    return good;
}

bool rules_read_yaml(ruleset *r, const char *path, const unsigned char *data, size_t size, tool_error *error)
{
    *r = (ruleset){0};
    tree t = {0};
    bool good = keep_path(r, path, error) && tree_read(&t, r->path, data, size, error);
    if (good) {
        const reader in = {r, &t, error};
        good = read_document(&in);
        tree_free(&t);
    }
    if (good && r->matrix) good = load_matrix(r, r->matrix, error);
    if (!good) rules_free(r);
    return good;
}

bool rules_read(ruleset *r, const char *path, tool_error *error)
{
    *r = (ruleset){0};
    const size_t length = strlen(path);
    if (length > 4 && strcasecmp(path + length - 4, ".csv") == 0) {
        const bool good = keep_path(r, path, error) && load_matrix(r, r->path, error);
        if (!good) rules_free(r);
        return good;
    }
    unsigned char *data = NULL;
    size_t size = 0;
    const bool good = read_load(path, TREE_BYTES, false, &data, &size, error) &&
                      rules_read_yaml(r, path, data, size, error);
    tool_release(data);
    return good;
}

static void free_selection(rule_selection *s)
{
    for (size_t i = 0; i < s->count; ++i) {
        for (size_t k = 0; k < s->choices[i].count; ++k) {
            rule_condition *c = &s->choices[i].conditions[k];
            for (size_t p = 0; p < c->count; ++p) free(c->patterns[p].text);
            free(c->patterns);
            free(c->key);
        }
        free(s->choices[i].conditions);
    }
    free(s->choices);
    free(s->own);
}

void rules_free(ruleset *r)
{
    for (size_t i = 0; i < r->group_count; ++i) {
        free(r->groups[i].name);
        free_selection(&r->groups[i].selection);
    }
    for (size_t i = 0; i < r->rule_count; ++i) {
        rule *at = &r->rules[i];
        free(at->name);
        free_selection(&at->a);
        free_selection(&at->b);
        for (size_t k = 0; k < at->ignored_count; ++k) {
            free_selection(&at->ignored[k].a);
            free_selection(&at->ignored[k].b);
        }
        free(at->ignored);
    }
    free(r->groups);
    free(r->rules);
    free(r->path);
    free(r->matrix);
    free(r->class_of);
    free(r->decides);
    free(r->doubles);
    *r = (ruleset){0};
}
