#include "closest/meet3_line.h"

#include "closest/frame3.h"
#include "math/cross2.h"

static flr_vec2 along_z(flr_vec3 v) { return flr_vec2_make(v.x, v.y); }
static flr_vec2 along_x(flr_vec3 v) { return flr_vec2_make(v.y, v.z); }
static flr_vec2 along_y(flr_vec3 v) { return flr_vec2_make(v.z, v.x); }

static bool is_zero(flr_vec3 v) { return v.x == 0 && v.y == 0 && v.z == 0; }

bool flr_meet3_point_line(flr_vec3 p, const flr_line3 *l)
{
    flr_vec3 o = l->origin, d = l->direction;
    if (is_zero(d)) return flr_same3(p, o);
    return flr_cross2_sign(along_x(d), along_x(o), along_x(p)) == 0 &&
           flr_cross2_sign(along_y(d), along_y(o), along_y(p)) == 0 &&
           flr_cross2_sign(along_z(d), along_z(o), along_z(p)) == 0;
}

static bool not_behind(flr_real p, flr_real o, flr_real d) { return d > 0 ? p >= o : d < 0 ? p <= o : true; }

bool flr_meet3_point_ray(flr_vec3 p, const flr_ray3 *r)
{
    flr_line3 l = {r->origin, r->direction};
    return not_behind(p.x, r->origin.x, r->direction.x) && not_behind(p.y, r->origin.y, r->direction.y) &&
           not_behind(p.z, r->origin.z, r->direction.z) && flr_meet3_point_line(p, &l);
}

flr_straight3 flr_straight3_segment(const flr_segment3 *s)
{
    flr_straight3 r = {s->a, s->b, flr_row3_difference(s->b, s->a), true, true};
    return r;
}

flr_straight3 flr_straight3_ray(const flr_ray3 *r)
{
    flr_straight3 s = {r->origin, r->origin, flr_row3_vector(r->direction), true, false};
    return s;
}

flr_straight3 flr_straight3_line(const flr_line3 *l)
{
    flr_straight3 s = {l->origin, l->origin, flr_row3_vector(l->direction), false, false};
    return s;
}

static double rounded(const flr_row3 *row, int axis)
{
    return row->count == 1 ? row->term[0][axis] : row->term[0][axis] + row->term[1][axis];
}

/// In no common plane, by plain arithmetic? A plane's sign with one difference less, or as many.
static bool surely_skew(const flr_row3 *d, const flr_row3 *w, const flr_row3 *e)
{
    double triple = 0, absolute = FLR_FILTER_FLOOR;
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        double left = rounded(w, i) * rounded(e, j), right = rounded(w, j) * rounded(e, i);
        triple += rounded(d, k) * (left - right);
        absolute += fabs(rounded(d, k)) * (fabs(left) + fabs(right) + FLR_FILTER_FLOOR);
    }
    return fabs(triple) > FLR_FILTER_RELATIVE3 * absolute;
}

/// Is the first coordinate of an interval past the last of another, on one axis?
static bool is_past(const flr_straight3 *a, const flr_straight3 *b, int axis)
{
    // the least of a, the greatest of b
    double limit[2];
    bool bounded[2];
    for (int i = 0; i < 2; ++i) {
        const flr_straight3 *s = i == 0 ? a : b;
        flr_row3 from = flr_row3_vector(s->origin), to = flr_row3_vector(s->end);
        double o = from.term[0][axis], end = to.term[0][axis], d = s->direction.term[0][axis];
        double heading = s->ends ? end - o : d;  // the sign of a difference is exact
        bool from_origin = i == 0 ? heading >= 0 : heading <= 0;
        bounded[i] = heading == 0 || (from_origin ? s->starts : s->ends);
        limit[i] = from_origin ? o : end;
    }
    return bounded[0] && bounded[1] && limit[0] > limit[1];
}

/// Of parallel ones, or where one is a point: do they lie on one line, and there reach each other?
static bool meet_along(const flr_straight3 *a, const flr_straight3 *b, const flr_row3 *w)
{
    for (int k = 0; k < 3; ++k) {
        flr_row3 axis = flr_row3_axis(k);
        if (flr_triple3_exact(&axis, w, &a->direction, 0) || flr_triple3_exact(&axis, w, &b->direction, 0))
            return false;
        if (is_past(a, b, k) || is_past(b, a, k)) return false;
    }
    return true;
}

/// The common point of two lines that are not parallel seen along an axis: is it on the part of `s` that there is?
/// `turn` is the sign of (direction of s) x (the other's) on that axis; o is a point of the other.
static bool reaches(const flr_straight3 *s, const flr_row3 *other, flr_vec3 o, const flr_row3 *axis, int turn)
{
    flr_row3 from_origin = flr_row3_difference(o, s->origin), from_end = flr_row3_difference(o, s->end);
    return !(s->starts && flr_triple3_exact(axis, &from_origin, other, 0) * turn < 0) &&
           !(s->ends && flr_triple3_exact(axis, &from_end, other, 0) * turn > 0);
}

bool flr_meet3_straight(const flr_straight3 *a, const flr_straight3 *b)
{
    flr_row3 w = flr_row3_difference(b->origin, a->origin);
    if (surely_skew(&a->direction, &w, &b->direction)) return false;
    if (flr_triple3_exact(&a->direction, &w, &b->direction, 0) != 0) return false;
    for (int k = 0; k < 3; ++k) {
        flr_row3 axis = flr_row3_axis(k);
        int turn = flr_triple3_exact(&axis, &a->direction, &b->direction, 0);
        if (turn == 0) continue;
        return reaches(a, &b->direction, b->origin, &axis, turn) &&
               reaches(b, &a->direction, a->origin, &axis, -turn);
    }
    return meet_along(a, b, &w);
}
