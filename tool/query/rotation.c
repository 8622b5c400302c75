#include "query/rotation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

static const member ORDER = {"order", "sequence", MEMBER_ORDER, NULL},
                    DEGREES3 = {"degrees", NULL, MEMBER_THREE_ANGLES, NULL},
                    RADIANS3 = {"radians", "angles", MEMBER_THREE_ANGLES, NULL},
                    AXIS = {"axis", NULL, MEMBER_DIRECTION, NULL},
                    DEGREES = {"degrees", NULL, MEMBER_NUMBER, NULL},
                    RADIANS = {"radians", "angle", MEMBER_NUMBER, NULL};

static const member_form forms3[] = {{{&ORDER, &DEGREES3}, NULL},
                                     {{&ORDER, &RADIANS3}, NULL},
                                     {{&AXIS, &DEGREES}, NULL},
                                     {{&AXIS, &RADIANS}, NULL}},
                         forms2[] = {{{&DEGREES}, NULL}, {{&RADIANS}, NULL}};

const member_table rotation_table3 = {"rotation", forms3, 4, NULL},
                   rotation_table2 = {"rotation", forms2, 2, NULL};

typedef struct quaternion {
    double w, x, y, z;
} quaternion;

/// Cosine and sine of the angle, perhaps both times the same number: those of 45 degrees are 1 and 1, so that quarter turns
/// become exact.
static void direction_of(double angle, bool degrees, double *cosine, double *sine)
{
    double reduced = degrees ? fmod(angle, 360) : angle;
    if (degrees && fmod(reduced, 45) == 0) {
        static const int eighths[8][2] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                          {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
        const int *d = eighths[((int)(reduced / 45) + 8) % 8];
        *cosine = d[0];
        *sine = d[1];
        return;
    }
    if (degrees) reduced *= PI / 180;
    flr_sine_cosine(reduced, sine, cosine);
}

static quaternion about(int axis, double angle, bool degrees)
{
    double c, s;
    direction_of(angle / 2, degrees, &c, &s);
    return (quaternion){c, axis == 0 ? s : 0, axis == 1 ? s : 0, axis == 2 ? s : 0};
}

/// The rotation b, then a.
static quaternion times(quaternion a, quaternion b)
{
    return (quaternion){
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

/// "xyz": about the axes that stay; "XYZ": about those that turn along.
static bool read_order(const field_scope *s, int axes[3], bool *turning)
{
    const char *order = json_string_value(field_get(s, "order"));
    size_t capitals = 0, good = 0;
    for (size_t i = 0; order && strlen(order) == 3 && i < 3; ++i) {
        const char *letters = "xyzXYZ", *found = strchr(letters, order[i]);
        if (!found) break;
        axes[i] = (int)(found - letters) % 3;
        capitals += found - letters >= 3;
        good += i == 0 || axes[i] != axes[i - 1];
    }
    *turning = capitals == 3;
    if (good == 3 && capitals % 3 == 0) return true;
    return field_fail(
        s, "order", "wrong_type",
        "three letters, no two alike side by side: 'xyz' turns about axes that stay, 'XYZ' about "
        "axes that turn along");
}

static bool read_euler(const field_scope *s, quaternion *q)
{
    int axes[3] = {0, 0, 0};
    bool turning = false, degrees = field_get(s, "degrees") != NULL;
    flr_real angles[3] = {0, 0, 0};
    if (!read_order(s, axes, &turning) || !field_read(s, degrees ? "degrees" : "radians", angles))
        return false;
    *q = (quaternion){1, 0, 0, 0};
    for (int i = 0; i < 3; ++i) {
        quaternion next = about(axes[i], (double)angles[i], degrees);
        *q = turning ? times(*q, next) : times(next, *q);
    }
    return true;
}

static bool read_axis(const field_scope *s, quaternion *q)
{
    bool degrees = field_get(s, "degrees") != NULL;
    flr_real axis[3] = {0, 0, 0}, angle = 0;
    if (!field_read(s, "axis", axis) || !field_read(s, degrees ? "degrees" : "radians", &angle)) return false;
    double size = fmax(fabs((double)axis[0]), fmax(fabs((double)axis[1]), fabs((double)axis[2]))), c, n;
    double x = (double)axis[0] / size, y = (double)axis[1] / size, z = (double)axis[2] / size;
    direction_of((double)angle / 2, degrees, &c, &n);
    // the cosine is lengthened rather than the axis shortened: an axis of the frame stays exact
    *q = (quaternion){c * sqrt(x * x + y * y + z * z), n * x, n * y, n * z};
    return true;
}

/// The scope of a rotation that is an object.
static bool open_object(const field_scope *s, const char *name, char path[256], member_match *match,
                        field_scope *inner)
{
    snprintf(path, 256, "%s%s%s", s->path, *s->path ? "." : "", name);
    *inner = (field_scope){match, path, s->dimension, s->error};
    return member_match_object(field_get(s, name), path,
                               s->dimension == 2 ? &rotation_table2 : &rotation_table3, match, s->error);
}

bool rotation_read_quaternion(const field_scope *s, const char *name, flr_real q[4])
{
    const json_t *v = field_get(s, name);
    char path[256];
    member_match match;
    field_scope inner;
    q[0] = 1;
    q[1] = q[2] = q[3] = 0;
    if (!v) return true;
    if (json_is_object(v)) {
        quaternion r;
        if (!open_object(s, name, path, &match, &inner)) return false;
        if (!(field_get(&inner, "order") ? read_euler : read_axis)(&inner, &r)) return false;
        q[0] = (flr_real)r.w, q[1] = (flr_real)r.x, q[2] = (flr_real)r.y, q[3] = (flr_real)r.z;
        return true;
    }
    static const char expected[] =
        "4 numbers, a quaternion [w, x, y, z], or angles such as {\"order\": \"xyz\", "
        "\"degrees\": [90, 0, 0]} or {\"axis\": [0, 0, 1], \"degrees\": 90}";
    bool numbers = json_array_size(v) == 4;
    for (size_t i = 0; numbers && i < 4; ++i) {
        numbers = json_is_number(json_array_get(v, i));
        q[i] = (flr_real)json_number_value(json_array_get(v, i));
    }
    if (!numbers) return field_fail(s, name, "wrong_type", expected);
    for (int i = 0; i < 4; ++i) {
        if (!isfinite(q[i])) return field_fail(s, name, "not_finite", "finite numbers");
    }
    return q[0] != 0 || q[1] != 0 || q[2] != 0 || q[3] != 0 ||
           field_fail(s, name, "invalid_shape", "a quaternion that is not zero");
}

/// In the plane: an angle, and whether it is in degrees.
static bool read_turn(const field_scope *s, const char *name, flr_real *angle, bool *degrees)
{
    const json_t *v = field_get(s, name);
    *angle = 0;
    *degrees = false;
    if (json_is_object(v)) {
        char path[256];
        member_match match;
        field_scope inner;
        if (!open_object(s, name, path, &match, &inner)) return false;
        *degrees = field_get(&inner, "degrees") != NULL;
        return field_read(&inner, *degrees ? "degrees" : "radians", angle);
    }
    if (v && !json_is_number(v))
        return field_fail(s, name, "wrong_type", "a number, an angle in radians, or {\"degrees\": 90}");
    if (v) *angle = (flr_real)json_number_value(v);
    return isfinite(*angle) || field_fail(s, name, "not_finite", "a finite number");
}

bool rotation_read_angle(const field_scope *s, const char *name, flr_real *radians)
{
    bool degrees = false;
    if (!read_turn(s, name, radians, &degrees)) return false;
    if (degrees) *radians = (flr_real)((double)*radians * (PI / 180));
    return true;
}

/// The quaternion is scaled by a power of two first, so that no square overflows or vanishes.
void rotation_matrix(const flr_real q[4], flr_real m[9])
{
    double size = 0, v[4], sum = 0;
    for (int i = 0; i < 4; ++i) size = fmax(size, fabs((double)q[i]));
    int exponent;
    frexp(size, &exponent);
    for (int i = 0; i < 4; ++i) {
        v[i] = ldexp((double)q[i], -exponent);
        sum += v[i] * v[i];
    }
    double k = 2 / sum, w = v[0], x = v[1], y = v[2], z = v[3];
    const double columns[9] = {1 - k * (y * y + z * z), k * (x * y + w * z),     k * (x * z - w * y),
                               k * (x * y - w * z),     1 - k * (x * x + z * z), k * (y * z + w * x),
                               k * (x * z + w * y),     k * (y * z - w * x),     1 - k * (x * x + y * y)};
    for (int i = 0; i < 9; ++i) m[i] = (flr_real)columns[i];
}

void rotation_none(int dimension, flr_real *values)
{
    size_t count = dimension == 2 ? 2 : 9;
    for (size_t i = 0; i < count; ++i) values[i] = i % 4 == 0;
}

bool rotation_read(const field_scope *s, const char *name, flr_real *values)
{
    if (s->dimension == 3) {
        flr_real q[4];
        if (!rotation_read_quaternion(s, name, q)) return false;
        rotation_matrix(q, values);
        return true;
    }
    flr_real angle;
    bool degrees = false;
    if (!read_turn(s, name, &angle, &degrees)) return false;
    double c = 1, n = 0;
    direction_of((double)angle, degrees, &c, &n);
    // 45 degrees and their odd multiples are no unit vectors yet
    double length = degrees && fabs(c) == fabs(n) ? sqrt(2) * fabs(c) : 1;
    values[0] = (flr_real)(c / length);
    values[1] = (flr_real)(n / length);
    return true;
}
