#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "read/gltf.h"

gltf_place gltf_at(const char *array, size_t index)
{
    gltf_place place = {array, index, NULL, NULL, 0};
    return place;
}

gltf_place gltf_inside(gltf_place place, const char *inner)
{
    place.inner = inner;
    return place;
}

gltf_place gltf_element(gltf_place place, const char *array, size_t index)
{
    place.inner_array = array;
    place.inner_index = index;
    return place;
}

bool gltf_fail(const gltf *g, gltf_place place, const char *key, const char *format, ...)
{
    char where[256], message[512];
    size_t used = 0;
    where[0] = '\0';
    if (place.array != NULL)
        used = (size_t)snprintf(where, sizeof where, "%s[%zu]", place.array, place.index);
    if (place.inner != NULL) used += (size_t)snprintf(where + used, sizeof where - used, ".%s", place.inner);
    if (place.inner_array != NULL)
        used += (size_t)snprintf(where + used, sizeof where - used, ".%s[%zu]", place.inner_array,
                                 place.inner_index);
    if (key != NULL) snprintf(where + used, sizeof where - used, "%s%s", used > 0 ? "." : "", key);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return tool_fail(g->error, "%s: %s: %s", g->source->path, where, message);
}

json_t *gltf_object(const gltf *g, const char *name, size_t index, gltf_place from, const char *key)
{
    const json_t *array = json_object_get(g->root, name);
    const size_t count = json_is_array(array) ? json_array_size(array) : 0;
    if (index >= count) {
        gltf_fail(g, from, key, "expected an index below %zu, the count of %s; found %zu", count, name,
                  index);
        return NULL;
    }
    json_t *object = json_array_get(array, index);
    if (json_is_object(object)) return object;
    gltf_fail(g, gltf_at(name, index), NULL, "expected an object");
    return NULL;
}

bool gltf_has(const json_t *object, const char *key) { return json_object_get(object, key) != NULL; }

bool gltf_whole(const gltf *g, const json_t *object, gltf_place place, const char *key, bool required,
                uint64_t *value)
{
    const json_t *number = json_object_get(object, key);
    if (number == NULL)
        return !required || gltf_fail(g, place, key, "expected a whole number, found nothing");
    const double most = 9007199254740992.0;
    if (json_is_integer(number)) {
        const json_int_t whole = json_integer_value(number);
        if (whole >= 0 && (double)whole <= most) {
            *value = (uint64_t)whole;
            return true;
        }
    } else if (json_is_real(number)) {
        // some writers put 3.0 for 3
        const double real = json_real_value(number);
        if (real >= 0 && real <= most && floor(real) == real) {
            *value = (uint64_t)real;
            return true;
        }
    }
    return gltf_fail(g, place, key, "expected a whole number of 0 or more");
}

bool gltf_numbers(const gltf *g, const json_t *object, gltf_place place, const char *key, size_t count,
                  double *values)
{
    const json_t *array = json_object_get(object, key);
    if (array == NULL) return true;
    if (!json_is_array(array) || json_array_size(array) != count)
        return gltf_fail(g, place, key, "expected an array of %zu numbers", count);
    for (size_t i = 0; i < count; i++) {
        const json_t *number = json_array_get(array, i);
        if (!json_is_number(number))
            return gltf_fail(g, place, key, "expected an array of %zu numbers", count);
        values[i] = json_number_value(number);
    }
    return true;
}

const char *gltf_text(const json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));
    return value == NULL ? "" : value;
}

text_word gltf_word(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_string(value) ? (text_word){json_string_value(value), json_string_length(value)}
                                 : (text_word){"", 0};
}

json_t *gltf_extension(const json_t *object, const char *name)
{
    return json_object_get(json_object_get(object, "extensions"), name);
}
