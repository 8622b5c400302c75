/// Which rotation at a constant rate leads from one quaternion to another, and where is it at a given time?
/// The quaternion between them gives the axis and the angle, which is at most half a turn.
#include "math/rotation.h"
#include "math/trigonometry.h"

typedef struct quat {
    double w, x, y, z;
} quat;

/// Returns the quaternion at length 1 within a rounding or two, whatever its own, so that no square
/// overflows or vanishes.
static inline quat unit(const double q[4])
{
    quat r = {q[0], q[1], q[2], q[3]};
    double square = r.w * r.w + r.x * r.x + r.y * r.y + r.z * r.z;
    if (!(square > 0x1p-900 && square < 0x1p900)) {
        double most = 0;
        for (int i = 0; i < 4; i++)
            if (!(fabs(q[i]) <= most)) most = fabs(q[i]);
        r = (quat){q[0] / most, q[1] / most, q[2] / most, q[3] / most};
        square = r.w * r.w + r.x * r.x + r.y * r.y + r.z * r.z;
    }
    double length = sqrt(square);
    return (quat){r.w / length, r.x / length, r.y / length, r.z / length};
}

static flr_vec3 column(double x, double y, double z)
{
    return flr_vec3_make((flr_real)x, (flr_real)y, (flr_real)z);
}

static flr_mat3 matrix(quat q)
{
    double xx = 2 * q.x * q.x, yy = 2 * q.y * q.y, zz = 2 * q.z * q.z;
    double xy = 2 * q.x * q.y, yz = 2 * q.y * q.z, zx = 2 * q.z * q.x;
    double wx = 2 * q.w * q.x, wy = 2 * q.w * q.y, wz = 2 * q.w * q.z;
    flr_mat3 m = {column(1 - (yy + zz), xy + wz, zx - wy), column(xy - wz, 1 - (xx + zz), yz + wx),
                  column(zx + wy, yz - wx, 1 - (xx + yy))};
    return m;
}

/// Returns to * conjugate(from): the rotation from the one to the other, in world.
static quat between(quat to, quat from)
{
    quat d = {to.w * from.w + to.x * from.x + to.y * from.y + to.z * from.z,
              -to.w * from.x + to.x * from.w - to.y * from.z + to.z * from.y,
              -to.w * from.y + to.y * from.w - to.z * from.x + to.x * from.z,
              -to.w * from.z + to.z * from.w - to.x * from.y + to.y * from.x};
    return d;
}

static bool same(quat a, quat b)
{
    double s = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z < 0 ? -1 : 1;
    return a.w == s * b.w && a.x == s * b.x && a.y == s * b.y && a.z == s * b.z;
}

void flr_turn3_between(const double from[4], const double to[4], turn3 *t)
{
    bool alike = from[0] == to[0] && from[1] == to[1] && from[2] == to[2] && from[3] == to[3];
    quat a = unit(from), b = alike ? a : unit(to);
    t->start = matrix(a);
    t->axis = column(0, 0, 0);
    t->angle = 0;
    t->plain = false;
    if (alike || same(a, b)) {
        t->plain = a.x == 0 && a.y == 0 && a.z == 0;
        return;
    }
    quat d = between(b, a);
    double length = sqrt(d.x * d.x + d.y * d.y + d.z * d.z), way = d.w < 0 ? -1 : 1;
    if (!(length > 0)) {
        // closer than any rounding, or not finite: the product propagates that
        if (length != 0) t->start.x = column(length, length, length);
        return;
    }
    t->axis = column(way * d.x / length, way * d.y / length, way * d.z / length);
    t->angle = 2 * flr_arc_tangent2(length, way * d.w);
}

turn3_angle flr_turn3_angle(const turn3 *t, double time)
{
    turn3_angle by = {1, 0};
    if (!(t->angle > 0) || time == 0) return by;
    double sine, cosine;
    flr_sine_cosine(time * t->angle, &sine, &cosine);
    by.cosine = (flr_real)cosine;
    by.sine = (flr_real)sine;
    return by;
}

flr_mat3 flr_turn3_at(const turn3 *t, double time)
{
    if (!(t->angle > 0) || time == 0) return t->start;
    turn3_angle by = flr_turn3_angle(t, time);
    flr_mat3 m = {turn3_by(t, by, t->start.x), turn3_by(t, by, t->start.y), turn3_by(t, by, t->start.z)};
    return m;
}
