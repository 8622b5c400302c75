#include "command/units.h"

#include <string.h>

static const struct {
    const char *name;
    double metres;
} units[] = {{"mm", 0.001}, {"cm", 0.01}, {"m", 1}, {"in", 0.0254}, {"ft", 0.3048}};

enum { UNIT_COUNT = sizeof units / sizeof *units };

double units_metres(const char *name, size_t length)
{
    for (size_t i = 0; i < UNIT_COUNT; ++i) {
        if (strlen(units[i].name) == length && memcmp(units[i].name, name, length) == 0)
            return units[i].metres;
    }
    return 0;
}

const char *units_name(double metres)
{
    for (size_t i = 0; i < UNIT_COUNT; ++i) {
        if (units[i].metres == metres) return units[i].name;
    }
    return NULL;
}

bool units_common(const double *metres, size_t count, double *common)
{
    *common = count ? metres[0] : 0;
    for (size_t i = 1; i < count; ++i) {
        if ((metres[i] > 0) != (*common > 0)) return false;
        if (metres[i] < *common) *common = metres[i];
    }
    return true;
}
