#include "rules/tree.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "command/options.h"

bool tree_fail(const char *path, tree_place place, tool_error *error, const char *format, ...)
{
    char message[768];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return tool_fail(error, "%s:%zu:%zu: %s", path, place.line, place.column, message);
}

bool tree_is_nothing(const tree_node *node)
{
    return node->kind == TREE_TEXT && node->plain &&
           (!*node->text || strcmp(node->text, "~") == 0 || strcmp(node->text, "null") == 0);
}

bool tree_expected(const tree *t, const tree_node *node, const char *what, tool_error *error)
{
    if (tree_is_nothing(node))
        return tree_fail(t->path, node->place, error, "expected %s, found nothing", what);
    if (node->kind == TREE_TEXT)
        return tree_fail(t->path, node->place, error, "expected %s, found '%.60s'", what, node->text);
    return tree_fail(t->path, node->place, error, "expected %s, found %s", what,
                     node->kind == TREE_LIST ? "a list" : "a mapping");
}

bool tree_expected_word(const char *path, tree_place place, const char *text, const char *what,
                        const char *const *words, size_t count, tool_error *error)
{
    char list[256] = "";
    size_t used = 0;
    for (size_t i = 0; i < count && used < sizeof list; ++i)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", words[i]);
    const char *nearest = options_nearest(text, words, count);
    if (!*text) return tree_fail(path, place, error, "expected %s (%s), found nothing", what, list);
    return tree_fail(path, place, error, "expected %s (%s), found '%.60s'%s%s%s", what, list, text,
                     nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

const tree_node *tree_get(const tree_node *mapping, const char *key)
{
    for (size_t i = 0; i < mapping->count; ++i)
        if (strcmp(mapping->entries[i].key->text, key) == 0) return mapping->entries[i].value;
    return NULL;
}

bool tree_expect_members(const tree *t, const tree_node *node, const char *what, const char *const *words,
                         size_t count, tool_error *error)
{
    char of[96];
    snprintf(of, sizeof of, "a mapping for %s", what);
    if (node->kind != TREE_MAPPING) return tree_expected(t, node, of, error);
    snprintf(of, sizeof of, "a member of %s", what);
    for (size_t i = 0; i < node->count; ++i) {
        const tree_node *key = node->entries[i].key;
        bool known = false;
        for (size_t k = 0; k < count; ++k) known = known || strcmp(key->text, words[k]) == 0;
        if (!known) return tree_expected_word(t->path, key->place, key->text, of, words, count, error);
    }
    return true;
}

bool tree_expect_text(const tree *t, const tree_node *node, const char *what, const char **text,
                      tool_error *error)
{
    *text = node->text;
    return (node->kind == TREE_TEXT && *node->text && !tree_is_nothing(node)) ||
           tree_expected(t, node, what, error);
}

/// The tree as it grows from the events of the parser.
typedef struct growing {
    tree *t;
    yaml_parser_t parser;
    tree_node *stack[TREE_DEEPEST];  // lists and mappings that are open
    tree_node *keys[TREE_DEEPEST];   // of a mapping, the key that waits for its value
    size_t depth;
    size_t values;
    struct anchor {
        char *name;
        tree_node *node;
    } * anchors;
    size_t anchor_count;
    tool_error *error;
} growing;

static bool fail_at(const growing *g, yaml_mark_t mark, const char *message)
{
    return tree_fail(g->t->path, (tree_place){mark.line + 1, mark.column + 1}, g->error, "%s", message);
}

static bool fail_memory(const growing *g) { return tool_fail(g->error, "%s: out of memory", g->t->path); }

/// What libyaml complains of.
static bool fail_syntax(const growing *g)
{
    const yaml_parser_t *p = &g->parser;
    const char *problem = p->problem ? p->problem : "it cannot be read";
    if (p->error == YAML_MEMORY_ERROR) return fail_memory(g);
    if (p->error == YAML_READER_ERROR)
        return tool_fail(g->error, "%s: byte %zu: not text: %s", g->t->path, p->problem_offset, problem);
    char message[256];
    snprintf(message, sizeof message, "not YAML: %s%s%s", problem, p->context ? ", " : "",
             p->context ? p->context : "");
    if (p->context && p->context_mark.line != p->problem_mark.line) {
        const size_t used = strlen(message);
        snprintf(message + used, sizeof message - used, " from line %zu on", p->context_mark.line + 1);
    }
    return fail_at(g, p->problem_mark, message);
}

static tree_node *new_node(growing *g, tree_kind kind, yaml_mark_t mark)
{
    tree *t = g->t;
    if (t->node_count == t->node_capacity) {
        const size_t capacity = t->node_capacity ? 2 * t->node_capacity : 64;
        tree_node **nodes = realloc(t->nodes, capacity * sizeof(tree_node *));
        if (!nodes) return NULL;
        t->nodes = nodes;
        t->node_capacity = capacity;
    }
    tree_node *node = calloc(1, sizeof *node);
    if (!node) return NULL;
    *node = (tree_node){.kind = kind, .place = {mark.line + 1, mark.column + 1}, .weight = 1};
    t->nodes[t->node_count++] = node;
    return node;
}

static bool append(growing *g, tree_node *to, tree_node *key, tree_node *value)
{
    if (to->count == to->capacity) {
        const size_t capacity = to->capacity ? 2 * to->capacity : 8;
        tree_entry *entries = realloc(to->entries, capacity * sizeof *entries);
        if (!entries) return fail_memory(g);
        to->entries = entries;
        to->capacity = capacity;
    }
    to->entries[to->count++] = (tree_entry){key, value};
    to->weight += value->weight;
    return true;
}

/// As the next value of what is open.
static bool place_node(growing *g, tree_node *node, yaml_mark_t mark)
{
    if (g->depth == 0) {
        g->t->root = node;
        return true;
    }
    tree_node *open = g->stack[g->depth - 1];
    if (open->kind == TREE_LIST) return append(g, open, NULL, node);
    tree_node **key = &g->keys[g->depth - 1];
    if (*key) {
        const bool fine = append(g, open, *key, node);
        *key = NULL;
        return fine;
    }
    if (node->kind != TREE_TEXT) return fail_at(g, mark, "expected a text as the key");
    if (open->count >= TREE_MEMBERS) return fail_at(g, mark, "expected at most 10000 members of one mapping");
    for (size_t i = 0; i < open->count; ++i) {
        const tree_node *before = open->entries[i].key;
        if (strcmp(before->text, node->text) != 0) continue;
        return tree_fail(g->t->path, (tree_place){mark.line + 1, mark.column + 1}, g->error,
                         "the key '%.60s' stands in line %zu already", node->text, before->place.line);
    }
    *key = node;
    return true;
}

static bool count_values(growing *g, size_t more, yaml_mark_t mark)
{
    g->values += more;
    return g->values <= TREE_VALUES ||
           fail_at(g, mark, "expected at most 100000 values, those that aliases repeat counted each time");
}

static bool keep_anchor(growing *g, const yaml_char_t *name, tree_node *node)
{
    if (!name) return true;
    if (g->anchor_count == TREE_ANCHORS)
        return tree_fail(g->t->path, node->place, g->error, "expected at most %d anchors", TREE_ANCHORS);
    struct anchor *anchors = realloc(g->anchors, (g->anchor_count + 1) * sizeof *anchors);
    if (!anchors) return fail_memory(g);
    g->anchors = anchors;
    char *copy = malloc(strlen((const char *)name) + 1);
    if (!copy) return fail_memory(g);
    strcpy(copy, (const char *)name);
    anchors[g->anchor_count++] = (struct anchor){copy, node};
    return true;
}

/// The latest value of that name; one that is open still would hold itself.
static bool take_alias(growing *g, const yaml_event_t *e)
{
    const char *name = (const char *)e->data.alias.anchor;
    for (size_t i = g->anchor_count; i > 0; --i) {
        tree_node *node = g->anchors[i - 1].node;
        if (strcmp(g->anchors[i - 1].name, name) != 0) continue;
        for (size_t k = 0; k < g->depth; ++k)
            if (g->stack[k] == node)
                return fail_at(g, e->start_mark,
                               "expected an alias of something else than what it stands in");
        return count_values(g, node->weight, e->start_mark) && place_node(g, node, e->start_mark);
    }
    return tree_fail(g->t->path, (tree_place){e->start_mark.line + 1, e->start_mark.column + 1}, g->error,
                     "expected the name of an anchor above, found '*%.60s'; a pattern that begins with '*' "
                     "stands in quotes",
                     name);
}

static bool take_text(growing *g, const yaml_event_t *e)
{
    const char *value = (const char *)e->data.scalar.value;
    const size_t length = e->data.scalar.length;
    if (e->data.scalar.tag) return fail_at(g, e->start_mark, "expected a value without a tag ('!')");
    if (memchr(value, '\0', length)) return fail_at(g, e->start_mark, "expected text, found a zero byte");
    tree_node *node = new_node(g, TREE_TEXT, e->start_mark);
    char *text = node ? malloc(length + 1) : NULL;
    if (!text) return fail_memory(g);
    memcpy(text, value, length + 1);
    node->text = text;
    node->plain = e->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    return count_values(g, 1, e->start_mark) && keep_anchor(g, e->data.scalar.anchor, node) &&
           place_node(g, node, e->start_mark);
}

static bool open_node(growing *g, const yaml_event_t *e, tree_kind kind, const yaml_char_t *anchor,
                      const yaml_char_t *tag)
{
    if (tag) return fail_at(g, e->start_mark, "expected a value without a tag ('!')");
    if (g->depth == TREE_DEEPEST) return fail_at(g, e->start_mark, "expected at most 32 levels");
    const bool is_key = g->depth && g->stack[g->depth - 1]->kind == TREE_MAPPING && !g->keys[g->depth - 1];
    if (is_key) return fail_at(g, e->start_mark, "expected a text as the key");
    tree_node *node = new_node(g, kind, e->start_mark);
    if (!node) return fail_memory(g);
    g->stack[g->depth] = node;
    g->keys[g->depth++] = NULL;
    return count_values(g, 1, e->start_mark) && keep_anchor(g, anchor, node);
}

static bool close_node(growing *g, const yaml_event_t *e)
{
    tree_node *node = g->stack[--g->depth];
    return place_node(g, node, e->start_mark);
}

/// False at an error; *done at the end.
static bool take_event(growing *g, const yaml_event_t *e, bool *done)
{
    switch (e->type) {
    case YAML_DOCUMENT_START_EVENT:
        return !g->t->root || fail_at(g, e->start_mark, "expected one document, found another");
    case YAML_SCALAR_EVENT:
        return take_text(g, e);
    case YAML_ALIAS_EVENT:
        return take_alias(g, e);
    case YAML_SEQUENCE_START_EVENT:
        return open_node(g, e, TREE_LIST, e->data.sequence_start.anchor, e->data.sequence_start.tag);
    case YAML_MAPPING_START_EVENT:
        return open_node(g, e, TREE_MAPPING, e->data.mapping_start.anchor, e->data.mapping_start.tag);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        return close_node(g, e);
    default:
        *done = e->type == YAML_STREAM_END_EVENT;
        return true;
    }
}

bool tree_read(tree *t, const char *path, const unsigned char *data, size_t size, tool_error *error)
{
    *t = (tree){.path = path};
    growing g = {.t = t, .error = error};
    if (!yaml_parser_initialize(&g.parser)) return fail_memory(&g);
    yaml_parser_set_input_string(&g.parser, data, size);
    bool good = true;
    for (bool done = false; good && !done;) {
        yaml_event_t event;
        good = yaml_parser_parse(&g.parser, &event) || fail_syntax(&g);
        if (!good) break;
        good = take_event(&g, &event, &done);
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&g.parser);
    for (size_t i = 0; i < g.anchor_count; ++i) free(g.anchors[i].name);
    free(g.anchors);
    if (good && (!t->root || tree_is_nothing(t->root)))
        good = tree_fail(path, (tree_place){1, 1}, error, "expected a mapping with 'rules', found nothing");
    if (!good) tree_free(t);
    return good;
}

void tree_free(tree *t)
{
    for (size_t i = 0; i < t->node_count; ++i) {
        free(t->nodes[i]->text);
        free(t->nodes[i]->entries);
        free(t->nodes[i]);
    }
    free(t->nodes);
    *t = (tree){0};
}
