#include "command/reading.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command/units.h"

bool reading_begin(reading *r, int argc)
{
    *r = (reading){.split = "named"};
    r->units.items = calloc(2 * (size_t)argc + 2, sizeof *r->units.items);
    if (!r->units.items) return false;
    r->scales.items = r->units.items + argc + 1;
    return true;
}

void reading_free(reading *r) { free(r->units.items); }

/// What a list that holds one for all, or one for each, has for file `i`; null where it is empty.
static bool pick(const option_list *list, const char *option, size_t i, size_t count, const char **picked,
                 tool_error *error)
{
    *picked = list->count ? list->items[list->count == 1 ? 0 : i < list->count ? i : 0] : NULL;
    return list->count < 2 || list->count == count ||
           tool_fail(error, "--%s: expected once for all files, or once for each of the %zu; found %zu",
                     option, count, list->count);
}

bool reading_unit(const reading *r, size_t i, size_t count, double *metres, tool_error *error)
{
    const char *name;
    *metres = 0;
    if (!pick(&r->units, "unit", i, count, &name, error)) return false;
    if (!name || strcmp(name, "file") == 0) return true;
    *metres = units_metres(name, strlen(name));
    return *metres > 0 || tool_fail(error, "--unit: expected one of " UNITS "|file, not '%s'", name);
}

bool reading_scale(const reading *r, size_t i, size_t count, double *factor, tool_error *error)
{
    const char *text;
    char *end;
    *factor = 1;
    if (!pick(&r->scales, "scale", i, count, &text, error)) return false;
    if (!text) return true;
    *factor = strtod(text, &end);
    return (end != text && !*end && isfinite(*factor) && *factor > 0) ||
           tool_fail(error, "--scale: expected a number above 0, not '%s'", text);
}

model_split reading_split(const reading *r)
{
    return strcmp(r->split, "shells") == 0      ? SPLIT_SHELLS
           : strcmp(r->split, "materials") == 0 ? SPLIT_MATERIALS
           : strcmp(r->split, "none") == 0      ? SPLIT_NONE
                                                : SPLIT_NAMED;
}
