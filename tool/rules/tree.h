/// A YAML file as a tree, in which every value knows its place.
#ifndef TOOL_RULES_TREE_H
#define TOOL_RULES_TREE_H

#include "model.h"

/// What a file may hold at most: bytes, levels, values (those that aliases repeat counted each time), members of one mapping, anchors.
enum {
    TREE_BYTES = 1 << 20,
    TREE_DEEPEST = 32,
    TREE_VALUES = 100000,
    TREE_MEMBERS = 10000,
    TREE_ANCHORS = 1000
};

/// Line and column, from 1.
typedef struct tree_place {
    size_t line, column;
} tree_place;

typedef enum tree_kind { TREE_TEXT, TREE_LIST, TREE_MAPPING } tree_kind;

typedef struct tree_node tree_node;

/// `key` is null in a list.
typedef struct tree_entry {
    tree_node *key, *value;
} tree_entry;

struct tree_node {
    tree_kind kind;
    tree_place place;
    char *text;  ///< of TREE_TEXT; without a zero byte
    bool plain;  ///< text that stands in no quotes
    tree_entry *entries;
    size_t count, capacity;
    size_t weight;  ///< values in all, itself counted
};

typedef struct tree {
    const char *path;  ///< for messages; the caller's
    tree_node *root;
    tree_node **nodes;  ///< all; a value that aliases repeat is there once
    size_t node_count, node_capacity;
} tree;

/// Reads one document of YAML (or JSON). Keys are texts, and none stands twice in one mapping. Errors name the place and what was expected.
bool tree_read(tree *t, const char *path, const unsigned char *data, size_t size, tool_error *error);
void tree_free(tree *t);

/// "path:line:column: <message>"
bool tree_fail(const char *path, tree_place place, tool_error *error, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;

/// "expected <what>, found <the value>"
bool tree_expected(const tree *t, const tree_node *node, const char *what, tool_error *error);

/// "expected <what> (<the words>), found '<the text>'; did you mean '<the nearest of them>'?"
bool tree_expected_word(const char *path, tree_place place, const char *text, const char *what,
                        const char *const *words, size_t count, tool_error *error);

/// No value: nothing behind the colon, or null.
bool tree_is_nothing(const tree_node *node);

/// The value under the key of a mapping, or null.
const tree_node *tree_get(const tree_node *mapping, const char *key);

/// Is it a mapping with keys of these words alone? Else an error about a member of `what`.
bool tree_expect_members(const tree *t, const tree_node *node, const char *what, const char *const *words,
                         size_t count, tool_error *error);

/// A text that is not empty.
bool tree_expect_text(const tree *t, const tree_node *node, const char *what, const char **text,
                      tool_error *error);

#endif
