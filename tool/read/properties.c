#include "read/properties.h"

#include <stdio.h>
#include <string.h>

#include "read/names.h"
#include "report/buffer.h"

static bool begin_set(model *m, size_t parent, size_t *set)
{
    model_properties *sets =
        array_grow(m->properties, &m->properties_capacity, m->properties_count + 1, sizeof *m->properties);
    if (sets == NULL) return false;
    m->properties = sets;
    sets[m->properties_count++] = (model_properties){.parent = parent};
    *set = m->properties_count;
    return true;
}

static bool append(model_properties *set, const char *key, const char *value, size_t length)
{
    if (set->count >= PROPERTIES_MOST) return true;
    model_property *items = array_grow(set->items, &set->capacity, set->count + 1, sizeof *items);
    if (items == NULL) return false;
    set->items = items;
    model_property *p = &items[set->count++];
    p->key = names_clean(key, strlen(key), NAMES_LONGEST_NAME);
    p->value = names_clean(value, length, NAMES_LONGEST_NAME);
    return p->key != NULL && p->value != NULL;
}

bool properties_add(const read_source *source, model *m, size_t parent, size_t *set, const char *key,
                    const char *value, size_t length, tool_error *error)
{
    return ((*set != parent || begin_set(m, parent, set)) &&
            append(&m->properties[*set - 1], key, value, length)) ||
           read_out_of_memory(source, error);
}

bool properties_have(const model *m, size_t set, const char *key, const char *value, size_t length)
{
    for (; set != 0; set = m->properties[set - 1].parent) {
        const model_properties *p = &m->properties[set - 1];
        for (size_t i = 0; i < p->count; i++)
            if (strcmp(p->items[i].key, key) == 0 && strlen(p->items[i].value) == length &&
                memcmp(p->items[i].value, value, length) == 0)
                return true;
    }
    return false;
}

typedef struct adding {
    const read_source *source;
    model *m;
    size_t parent, *set;
    tool_error *error;
} adding;

static bool add_number(const adding *to, const char *key, const json_t *number)
{
    buffer t = {0};
    if (json_is_integer(number)) {
        buffer_format(&t, "%lld", (long long)json_integer_value(number));
    } else {
        buffer_number(&t, json_real_value(number));
    }
    const bool fine =
        t.failed ? read_out_of_memory(to->source, to->error)
                 : properties_add(to->source, to->m, to->parent, to->set, key, t.data, t.length, to->error);
    buffer_free(&t);
    return fine;
}

static bool add_members(const adding *to, const char *above, const json_t *object, int depth)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, name, value)
    {
        char key[2 * NAMES_LONGEST_NAME];
        snprintf(key, sizeof key, "%s.%s", above, name);
        bool fine = true;
        if (json_is_string(value)) {
            fine = properties_add(to->source, to->m, to->parent, to->set, key, json_string_value(value),
                                  json_string_length(value), to->error);
        } else if (json_is_boolean(value)) {
            const char *word = json_is_true(value) ? "true" : "false";
            fine = properties_add(to->source, to->m, to->parent, to->set, key, word, strlen(word), to->error);
        } else if (json_is_number(value)) {
            fine = add_number(to, key, value);
        } else if (json_is_object(value) && depth < PROPERTIES_DEEPEST) {
            fine = add_members(to, key, value, depth + 1);
        }
        if (!fine) return false;
    }
    return true;
}

bool properties_add_extras(const read_source *source, model *m, size_t parent, size_t *set,
                           const json_t *object, tool_error *error)
{
    const adding to = {source, m, parent, set, error};
    const json_t *extras = json_object_get(object, "extras");
    return !json_is_object(extras) || add_members(&to, "extras", extras, 1);
}
