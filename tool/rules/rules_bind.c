// Which parts the patterns of the rules mean, and so which rule decides of which pair.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/pattern.h"
#include "command/units.h"
#include "rules/rules.h"

typedef struct binding {
    ruleset *r;
    const assembly *a;
    const bool **matches;  // of every selection that picks not all: groups, and those of rules
    size_t match_count;
    tool_error *error;
} binding;

static bool fail_memory(const binding *b) { return tool_fail(b->error, "%s: out of memory", b->r->path); }

/// Does the pattern fit what `key` names of the part?
static bool pattern_fits(const binding *b, size_t part, const char *key, const char *pattern)
{
    const report_part *p = &b->a->parts[part];
    if (!key) return pattern_match(pattern, p->name) || pattern_match(pattern, p->path);
    if (strcmp(key, "name") == 0) return pattern_match(pattern, p->name);
    if (strcmp(key, "path") == 0) return pattern_match(pattern, p->path);
    const model *m = &b->a->model;
    for (size_t i = 0;; ++i) {
        const char *value = model_value(m, &m->parts[b->a->order[part]], key, i);
        if (!value) return false;
        if (pattern_match(pattern, value)) return true;
    }
}

static bool condition_fits(const binding *b, size_t part, const rule_condition *c)
{
    for (size_t i = 0; i < c->count; ++i)
        if (pattern_fits(b, part, c->key, c->patterns[i].text)) return true;
    return false;
}

/// The group or part whose name is nearest to what was written, for a message.
static const char *nearest_name(const binding *b, const char *text, const char **kind)
{
    const size_t most = b->a->part_count > b->r->group_count ? b->a->part_count : b->r->group_count;
    const char **names = malloc((most + 1) * sizeof *names), *found = NULL;
    for (size_t i = 0; names && i < b->r->group_count; ++i) names[i] = b->r->groups[i].name;
    if (names) found = options_nearest(text, names, b->r->group_count);
    *kind = "the group ";
    if (names && !found) {
        *kind = "";
        for (size_t i = 0; i < b->a->part_count; ++i) names[i] = b->a->parts[i].name;
        found = options_nearest(text, names, b->a->part_count);
    }
    free(names);
    return found;
}

static bool fail_pattern(const binding *b, const rule_selection *s, const char *key, const rule_pattern *p)
{
    const char *kind = "",
               *nearest = key && strcmp(key, "name") != 0 ? NULL : nearest_name(b, p->text, &kind);
    return tree_fail(s->path, p->place, b->error,
                     "%s%s'%.200s' matches no part%s%s%s%.100s%s `feeler info%s` lists the parts",
                     key ? key : "", key ? " " : "", p->text, nearest ? "; did you mean " : "",
                     nearest ? kind : "", nearest ? "'" : "", nearest ? nearest : "", nearest ? "'?" : ";",
                     key && strcmp(key, "name") != 0 && strcmp(key, "path") != 0 ? " --format json" : "");
}

/// Every pattern has to match some part, whatever the others do.
static bool check_patterns(const binding *b, const rule_selection *s, const rule_choice *choice)
{
    for (size_t k = 0; k < choice->count; ++k) {
        const rule_condition *c = &choice->conditions[k];
        for (size_t i = 0; i < c->count; ++i) {
            bool any = false;
            for (size_t part = 0; part < b->a->part_count && !any; ++part)
                any = pattern_fits(b, part, c->key, c->patterns[i].text);
            if (!any) return fail_pattern(b, s, c->key, &c->patterns[i]);
        }
    }
    return true;
}

static bool bind_choice(const binding *b, rule_selection *s, const rule_choice *choice, bool required)
{
    bool any = false;
    const bool *group = choice->group == RULES_NONE ? NULL : b->r->groups[choice->group].selection.match;
    for (size_t part = 0; part < b->a->part_count; ++part) {
        bool fits = !group || group[part];
        for (size_t k = 0; k < choice->count && fits; ++k)
            fits = condition_fits(b, part, &choice->conditions[k]);
        if (fits) s->own[part] = any = true;
    }
    if (any || !required || choice->group != RULES_NONE) return true;
    return check_patterns(b, s, choice) &&
           tree_fail(s->path, choice->place, b->error, "no part fits all of these conditions");
}

/// Also where some part fits, each of the patterns has to be of use.
static bool bind_selection(binding *b, rule_selection *s, bool required)
{
    s->match = NULL;
    if (!s->count) return true;
    if (s->count == 1 && s->choices[0].group != RULES_NONE) {
        s->match = b->r->groups[s->choices[0].group].selection.match;
        return true;
    }
    s->own = calloc(b->a->part_count + 1, sizeof *s->own);
    if (!s->own) return fail_memory(b);
    for (size_t i = 0; i < s->count; ++i)
        if (!bind_choice(b, s, &s->choices[i], required) ||
            (required && !check_patterns(b, s, &s->choices[i])))
            return false;
    s->match = s->own;
    b->matches[b->match_count++] = s->own;
    return true;
}

static void require_groups(ruleset *r, const rule_selection *s, bool required, bool *named)
{
    for (size_t i = 0; i < s->count; ++i) {
        const size_t group = s->choices[i].group;
        if (group == RULES_NONE) continue;
        named[group] = true;
        if (required) r->groups[group].required = true;
    }
}

/// A group that only optional rules name may be empty.
static bool bind_groups(binding *b)
{
    ruleset *r = b->r;
    bool *named = calloc(r->group_count + 1, sizeof *named);
    if (!named) return fail_memory(b);
    for (size_t i = 0; i < r->rule_count; ++i) {
        const rule *at = &r->rules[i];
        require_groups(r, &at->a, !at->optional, named);
        require_groups(r, &at->b, !at->optional, named);
        for (size_t k = 0; k < at->ignored_count; ++k) {
            require_groups(r, &at->ignored[k].a, !at->optional, named);
            require_groups(r, &at->ignored[k].b, !at->optional, named);
        }
    }
    bool good = true;
    for (size_t i = 0; i < r->group_count && good; ++i)
        good = bind_selection(b, &r->groups[i].selection, r->groups[i].required || !named[i]);
    free(named);
    return good;
}

static bool bind_length(const binding *b, const rule *at, rule_length *length)
{
    const double unit = b->a->metres_per_unit;
    if (!length->given.given) return true;
    if (length->given.metres > 0 && !(unit > 0))
        return tree_fail(at->path, length->place, b->error,
                         "has the unit '%s', but the files name none; --unit says which",
                         units_name(length->given.metres));
    return options_length(&length->given, "rules", unit, &length->value, b->error);
}

static bool bind_rules(binding *b)
{
    for (size_t i = 0; i < b->r->rule_count; ++i) {
        rule *at = &b->r->rules[i];
        if (!bind_selection(b, &at->a, !at->optional) || !bind_selection(b, &at->b, !at->optional) ||
            !bind_length(b, at, &at->clearance) || !bind_length(b, at, &at->tolerance))
            return false;
        for (size_t k = 0; k < at->ignored_count; ++k)
            if (!bind_selection(b, &at->ignored[k].a, !at->optional) ||
                !bind_selection(b, &at->ignored[k].b, !at->optional))
                return false;
    }
    return true;
}

static bool picks(const rule_selection *s, size_t part) { return !s->match || s->match[part]; }

bool rule_picks_a(const rule *r, size_t part) { return picks(&r->a, part); }

bool rule_names(const rule *r, size_t part_a, size_t part_b)
{
    if (!picks(&r->a, part_a) || !picks(&r->b, part_b)) return false;
    for (size_t i = 0; i < r->ignored_count; ++i) {
        const rule_pair *p = &r->ignored[i];
        if ((picks(&p->a, part_a) && picks(&p->b, part_b)) || (picks(&p->a, part_b) && picks(&p->b, part_a)))
            return false;
    }
    return true;
}

static uint64_t hash_matches(const binding *b, size_t part)
{
    uint64_t h = 0;
    for (size_t i = 0; i < b->match_count; ++i)
        h = (h ^ b->matches[i][part] ^ i << 1) * UINT64_C(0x9e3779b97f4a7c15);
    return h;
}

/// Parts that the same selections pick are of one class; `sample` gets a part of each, and `sizes` how many there are.
static bool find_classes(binding *b, size_t *sample, size_t *sizes)
{
    ruleset *r = b->r;
    uint64_t hashes[RULES_CLASSES_MOST];
    for (size_t part = 0; part < b->a->part_count; ++part) {
        const uint64_t hash = hash_matches(b, part);
        size_t c = 0;
        for (; c < r->class_count; ++c) {
            bool same = hashes[c] == hash;
            for (size_t i = 0; i < b->match_count && same; ++i)
                same = b->matches[i][part] == b->matches[i][sample[c]];
            if (same) break;
        }
        if (c == RULES_CLASSES_MOST)
            return tool_fail(b->error, "%s: its patterns tell more than %d sets of parts apart", r->path,
                             RULES_CLASSES_MOST);
        if (c == r->class_count) {
            hashes[c] = hash;
            sample[r->class_count++] = part;
        }
        r->class_of[part] = (uint16_t)c;
        ++sizes[c];
    }
    return true;
}

/// The first rule that names the pair, and 1 more.
static uint16_t find_rule(const ruleset *r, size_t a, size_t b, bool duplicates)
{
    for (size_t i = 0; i < r->rule_count; ++i) {
        if ((r->rules[i].kind == RULE_DUPLICATE) != duplicates) continue;
        if (rule_names(&r->rules[i], a, b) || rule_names(&r->rules[i], b, a)) return (uint16_t)(i + 1);
    }
    return 0;
}

static bool find_deciders(binding *b, const size_t *sample, const size_t *sizes)
{
    ruleset *r = b->r;
    const size_t count = r->class_count;
    r->decides = calloc(count * count + 1, sizeof *r->decides);
    r->doubles = calloc(count * count + 1, sizeof *r->doubles);
    if (!r->decides || !r->doubles) return fail_memory(b);
    for (size_t x = 0; x < count; ++x) {
        for (size_t y = 0; y <= x; ++y) {
            const size_t pairs = x == y ? sizes[x] * (sizes[x] - 1) / 2 : sizes[x] * sizes[y];
            if (!pairs) continue;
            for (int d = 0; d < 2; ++d) {
                const uint16_t found = find_rule(r, sample[x], sample[y], d);
                (d ? r->doubles : r->decides)[x * count + y] = found;
                (d ? r->doubles : r->decides)[y * count + x] = found;
                if (found) r->rules[found - 1].pairs += pairs;
            }
        }
    }
    return true;
}

/// Is there a pair that the rule names, whoever decides of it?
static bool names_any(const rule *at, const size_t *sample, const size_t *sizes, size_t count)
{
    for (size_t x = 0; x < count; ++x)
        for (size_t y = 0; y < count; ++y)
            if ((x != y || sizes[x] > 1) && rule_names(at, sample[x], sample[y])) return true;
    return false;
}

static bool check_use(const binding *b, const size_t *sample, const size_t *sizes)
{
    for (size_t i = 0; i < b->r->rule_count; ++i) {
        const rule *at = &b->r->rules[i];
        if (at->pairs || at->optional) continue;
        const bool any = names_any(at, sample, sizes, b->r->class_count);
        if (any && at->kind == RULE_MUST_TOUCH) continue;
        return tree_fail(at->path, at->place, b->error, "the rule '%.100s' decides of no pair: %s", at->name,
                         any ? "rules above it name all of its pairs; it may stand above them"
                             : "there is no pair of two different parts that it names");
    }
    return true;
}

static size_t count_selections(const ruleset *r)
{
    size_t count = r->group_count + 2 * r->rule_count;
    for (size_t i = 0; i < r->rule_count; ++i) count += 2 * r->rules[i].ignored_count;
    return count;
}

bool rules_bind(ruleset *r, const assembly *a, tool_error *error)
{
    binding b = {.r = r, .a = a, .error = error};
    b.matches = calloc(count_selections(r) + 1, sizeof *b.matches);
    r->class_of = calloc(a->part_count + 1, sizeof *r->class_of);
    size_t *sample = calloc(RULES_CLASSES_MOST + 1, sizeof *sample),
           *sizes = calloc(RULES_CLASSES_MOST + 1, sizeof *sizes);
    bool good = (b.matches && r->class_of && sample && sizes) || fail_memory(&b);
    good = good && bind_groups(&b) && bind_rules(&b) && find_classes(&b, sample, sizes) &&
           find_deciders(&b, sample, sizes) && check_use(&b, sample, sizes);
    free(b.matches);
    free(sample);
    free(sizes);
    return good;
}

size_t rules_of(const ruleset *r, size_t part_a, size_t part_b)
{
    const uint16_t found = r->decides[r->class_of[part_a] * r->class_count + r->class_of[part_b]];
    return found ? found - 1U : RULES_NONE;
}

size_t rules_of_duplicate(const ruleset *r, size_t part_a, size_t part_b)
{
    const uint16_t found = r->doubles[r->class_of[part_a] * r->class_count + r->class_of[part_b]];
    return found ? found - 1U : RULES_NONE;
}

void rules_set_level(rule *r, report_level level)
{
    for (int k = 0; k < REPORT_KIND_COUNT; ++k)
        if (k != (int)REPORT_WITHIN_TESSELLATION) r->levels[k] = level;
}

report_level rules_level(const rule *r, flr_interference_kind kind)
{
    if (kind != REPORT_WITHIN_TESSELLATION || r->levels[kind] != REPORT_LEVEL_NONE) return r->levels[kind];
    return r->kind == RULE_CLEARANCE ? r->levels[FLR_TOUCH] : REPORT_LEVEL_INFO;
}

bool rule_broken(const rule *r, flr_interference_kind kind, double distance, double tolerance)
{
    if (r->kind == RULE_DUPLICATE) return kind == REPORT_DUPLICATE;
    if (report_kind_deep(kind) || kind == REPORT_DUPLICATE) return true;
    // a gap that is short of the clearance by no more than the tolerance is as long
    return r->kind == RULE_CLEARANCE && kind != FLR_APART && distance + tolerance < r->clearance.value;
}
