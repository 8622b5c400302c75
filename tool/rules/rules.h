/// Rules for the pairs of an assembly: read from a file, bound to its parts, and asked about pairs. docs/rules.md says what they mean.
#ifndef TOOL_RULES_RULES_H
#define TOOL_RULES_RULES_H

#include "command/assembly.h"
#include "command/options.h"
#include "rules/tree.h"

/// In place of a rule's number.
#define RULES_NONE SIZE_MAX

/// What a file may hold at most, and how many sets of parts its patterns may tell apart.
enum { RULES_MOST = 10000, RULES_GROUPS_MOST = 10000, RULES_CLASSES_MOST = 4096 };

typedef enum rule_kind {
    RULE_CLASH = 0,
    RULE_CLEARANCE,
    RULE_TOUCH,
    RULE_MUST_TOUCH,
    RULE_DUPLICATE,
    RULE_KIND_COUNT
} rule_kind;

extern const char *const rule_kind_names[RULE_KIND_COUNT];

typedef struct rule_pattern {
    char *text;
    tree_place place;
} rule_pattern;

/// One of its patterns must fit what `key` names: "name", "path", "material", "extras.layer"; null: the name or the path.
typedef struct rule_condition {
    char *key;
    rule_pattern *patterns;
    size_t count;
} rule_condition;

/// All of its conditions must fit; or a group.
typedef struct rule_choice {
    rule_condition *conditions;
    size_t count;
    size_t group;  ///< its number, or RULES_NONE
    tree_place place;
} rule_choice;

/// One of its choices must fit. Without any: every part.
typedef struct rule_selection {
    rule_choice *choices;
    size_t count;
    const char *path;  ///< of the file that it stands in
    bool *
        own;  ///< by rules_bind(): for each part, does it fit; null where it is that of a group, or every part
    const bool *match;  ///< likewise; null: every part
} rule_selection;

typedef struct rule_group {
    char *name;
    rule_selection selection;
    bool required;  ///< some rule that names it is not optional, or none names it
} rule_group;

typedef struct rule_pair {
    rule_selection a, b;
} rule_pair;

typedef struct rule_length {
    option_length given;
    tree_place place;
    double value;  ///< by rules_bind(), in the unit of the model
} rule_length;

typedef struct rule {
    char *name;
    const char *path;
    tree_place place;
    rule_kind kind;
    rule_selection a, b;
    rule_length clearance, tolerance;
    report_level
        levels[REPORT_KIND_COUNT];  ///< as the file says, by the kind of the finding; asked by rules_level()
    rule_pair *ignored;
    size_t ignored_count;
    bool optional;
    size_t pairs;  ///< by rules_bind(): of parts, that it decides of
} rule;

typedef struct ruleset {
    char *path, *matrix;  ///< of the files; `matrix` may be null
    rule_group *groups;
    size_t group_count, group_capacity;
    rule *rules;
    size_t rule_count, rule_capacity;
    // by rules_bind():
    uint16_t *class_of;           ///< of each part: parts of one class are picked by the same patterns
    uint16_t *decides, *doubles;  ///< for two classes, the number of the rule and 1 more; 0: none
    size_t class_count;
} ruleset;

/// Reads a file of YAML or JSON and the matrix it names, or a matrix alone where the name ends in .csv. Errors name the place.
bool rules_read(ruleset *r, const char *path, tool_error *error);

/// The same from memory; `path` is for messages, and for where the matrix is.
bool rules_read_yaml(ruleset *r, const char *path, const unsigned char *data, size_t size, tool_error *error);

/// A matrix: its rules come behind those that are there. Names of rows and columns are groups or patterns.
bool rules_read_matrix(ruleset *r, const char *path, const unsigned char *data, size_t size,
                       tool_error *error);

/// Finds out which parts are meant, and which rule decides of which pair. A pattern that matches nothing and a rule that decides nothing are errors.
bool rules_bind(ruleset *r, const assembly *a, tool_error *error);

void rules_free(ruleset *r);

/// After binding, the rule that decides of a pair; and of its being a duplicate (then RULES_NONE: the same rule).
size_t rules_of(const ruleset *r, size_t part_a, size_t part_b);
size_t rules_of_duplicate(const ruleset *r, size_t part_a, size_t part_b);

/// Is the rule about this pair, the first part as one of its `a`?
bool rule_names(const rule *r, size_t part_a, size_t part_b);

/// Is the part one of its `a`?
bool rule_picks_a(const rule *r, size_t part);

/// The level of a rule's findings of all kinds but overlaps within tessellation, which only a name of their own changes (rules_level()).
void rules_set_level(rule *r, report_level level);

/// How bad a finding of this kind is that breaks the rule. An overlap within tessellation is only reported (info), unless the rule says otherwise
/// for it; but it breaks a clearance no less than a touch does.
report_level rules_level(const rule *r, flr_interference_kind kind);

/// Does a pair that stands like this break the rule?
bool rule_broken(const rule *r, flr_interference_kind kind, double distance, double tolerance);

/// Shared by the readers: appends an empty one; null where memory ran out or there are too many.
rule *rules_add(ruleset *r, const char *path, tree_place place, tool_error *error);
rule_group *rules_add_group(ruleset *r, const char *name, const char *path, tree_place place,
                            tool_error *error);
size_t rules_find_group(const ruleset *r, const char *name);

/// A choice of one pattern, or of a group where there is one of the name.
bool rules_choose(const ruleset *r, rule_selection *s, const char *path, const char *text, tree_place place,
                  bool groups, tool_error *error);

/// Two kinds of rules of one name, and the like.
char *rules_copy(const char *text);

#endif
