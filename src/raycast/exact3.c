#include "raycast/exact3.h"

static int sign_of(double x) { return (x > 0) - (x < 0); }

/// How t = above / below compares with `limit`: the sign of above - limit * below over that of below,
/// where `rest` is the sign of the former, already known.
static int compare(flr_real limit, int rest, int below)
{
    if (limit == INFINITY) return -1;
    if (limit == -INFINITY) return 1;
    return rest * below;
}

/// The crossing of lines in the plane square to `axis`, where they are not parallel.
static cast3_meeting crossing(const flr_cast3_path *p, const flr_row3 *axis, const flr_row3 *edge, flr_vec3 a)
{
    flr_row3 d = cast3_direction(p), from = flr_row3_difference(a, p->origin);
    flr_scaled above, below;
    flr_triple3_exact(axis, &from, edge, &above);
    int turn = flr_triple3_exact(axis, &d, edge, &below);
    cast3_meeting m = {flr_scaled_ratio(above, below), 0, 0};
    int rest[2] = {0, 0};
    const flr_real limit[2] = {p->t_min, p->t_max};
    for (int i = 0; i < 2; ++i) {
        if (!isfinite(limit[i])) continue;
        flr_row3 at = cast3_at(p, limit[i], a);
        rest[i] = -flr_triple3_exact(axis, &at, edge, 0);
    }
    m.against_min = compare(limit[0], rest[0], turn);
    m.against_max = compare(limit[1], rest[1], turn);
    return m;
}

/// A point known to lie on the line, by the coordinate along which the line runs fastest.
static cast3_meeting at_point(const flr_cast3_path *p, flr_vec3 a)
{
    dvec3 step = cast3_step(p);
    const double d[3] = {fabs(step.x), fabs(step.y), fabs(step.z)};
    int k = d[0] >= d[1] ? (d[0] >= d[2] ? 0 : 2) : (d[1] >= d[2] ? 1 : 2);
    flr_row3 i = flr_row3_axis((k + 1) % 3), j = flr_row3_axis((k + 2) % 3);
    flr_row3 along = cast3_direction(p), from = flr_row3_difference(a, p->origin);
    flr_scaled above, below;
    flr_triple3_exact(&i, &j, &from, &above);
    int turn = flr_triple3_exact(&i, &j, &along, &below);
    cast3_meeting m = {flr_scaled_ratio(above, below), 0, 0};
    int rest[2] = {0, 0};
    const flr_real limit[2] = {p->t_min, p->t_max};
    for (int n = 0; n < 2; ++n) {
        if (!isfinite(limit[n])) continue;
        flr_row3 at = cast3_at(p, limit[n], a);
        rest[n] = -flr_triple3_exact(&i, &j, &at, 0);
    }
    m.against_min = compare(limit[0], rest[0], turn);
    m.against_max = compare(limit[1], rest[1], turn);
    return m;
}

/// Certainly on different lines, by plain arithmetic?
static bool is_far_off(const flr_cast3_path *p, flr_vec3 a, flr_vec3 b)
{
    const double s[3] = {(double)a.x - (double)p->origin.x, (double)a.y - (double)p->origin.y,
                         (double)a.z - (double)p->origin.z};
    const double e[3] = {(double)b.x - (double)a.x, (double)b.y - (double)a.y, (double)b.z - (double)a.z};
    dvec3 step = cast3_step(p);
    const double d[3] = {step.x, step.y, step.z};
    double triple = 0, absolute = FLR_FILTER_FLOOR;
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        double left = s[i] * e[j], right = s[j] * e[i];
        triple += d[k] * (left - right);
        absolute += fabs(d[k]) * (fabs(left) + fabs(right) + FLR_FILTER_FLOOR);
    }
    return sign_of(triple) && fabs(triple) > FLR_FILTER_RELATIVE3 * absolute;
}

int flr_cast3_line_segment(const flr_cast3_path *p, flr_vec3 a, flr_vec3 b, cast3_meeting meeting[2])
{
    if (is_far_off(p, a, b)) return 0;
    flr_row3 d = cast3_direction(p), edge = flr_row3_difference(b, a);
    flr_row3 from_a = flr_row3_difference(a, p->origin), from_b = flr_row3_difference(b, p->origin);
    bool on_line = true;
    for (int k = 0; k < 3; ++k) {
        flr_row3 axis = flr_row3_axis(k);
        int side_a = flr_triple3_exact(&axis, &d, &from_a, 0);
        if (side_a != 0) on_line = false;
        if (flr_triple3_exact(&axis, &d, &edge, 0) == 0) continue;
        if (flr_triple3_exact(&d, &from_a, &edge, 0) != 0) return 0;
        if (side_a * flr_triple3_exact(&axis, &d, &from_b, 0) > 0) return 0;
        meeting[0] = crossing(p, &axis, &edge, a);
        return 1;
    }
    if (!on_line) return 0;
    meeting[0] = at_point(p, a);
    meeting[1] = at_point(p, b);
    return 2;
}
