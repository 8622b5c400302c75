#include "command/units.h"

/// Machines and their parts are mostly between a few millimetres and a few metres in size. A
/// diagonal above this, read as metres, is a building; below, read as millimetres, a grain.
#define LARGEST_MACHINE_METRES 20.0
#define SMALLEST_PART_MILLIMETRES 2.0

units_guess units_from_size(double metres_per_unit, double diagonal)
{
    if (!(diagonal > 0)) return (units_guess){"unknown", "the model has no size"};
    if (metres_per_unit > 0) {
        if (diagonal * metres_per_unit <= LARGEST_MACHINE_METRES) {
            return (units_guess){"metres", "the format says metres, and the size agrees"};
        }
        return (units_guess){
            "millimetres",
            "the format says metres, but then the model would be larger than 20 m across; many "
            "exporters write millimetres all the same"};
    }
    if (diagonal >= LARGEST_MACHINE_METRES) {
        return (units_guess){"millimetres",
                             "the format names no unit; read as metres the model would be larger "
                             "than 20 m across"};
    }
    if (diagonal < SMALLEST_PART_MILLIMETRES) {
        return (units_guess){"metres",
                             "the format names no unit; read as millimetres the model would be smaller "
                             "than 2 mm across"};
    }
    return (units_guess){"unknown",
                         "the format names no unit, and the size fits millimetres, centimetres, inches "
                         "and metres"};
}
