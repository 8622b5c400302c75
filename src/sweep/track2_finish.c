#include "math/predicates2.h"
#include "sweep/track2.h"

/// Directions of the edges that leave a corner.
static int leaving(const flr_track2 *k, const flr_outline2 *o, size_t corner, flr_local2 out[2])
{
    int count = 0, exponent;
    if (o->kind == FLR_OUTLINE2_LINE) return 0;
    if (o->kind == FLR_OUTLINE2_RAY) {
        out[0] = flr_local2_direction(o->direction, &exponent);
        return 1;
    }
    flr_vec2 at = flr_outline2_corner(o, corner);
    for (int way = 0; way < 2; ++way) {
        if (!o->solid && (way ? corner == 0 : corner + 1 == o->count)) continue;
        size_t i = corner;
        do {  // past corners that are given twice
            i = way ? (i == 0 ? o->count - 1 : i - 1) : (i + 1 < o->count ? i + 1 : 0);
        } while (i != corner && flr_outline2_corner(o, i).x == at.x && flr_outline2_corner(o, i).y == at.y);
        if (i == corner) return 0;
        flr_local2 d =
            flr_local2_sub(flr_track2_point(k, flr_outline2_corner(o, i)), flr_track2_point(k, at));
        out[count++] = flr_local2_scaled(d, &exponent);
    }
    return count;
}

static double cosine(flr_local2 a, flr_local2 b)
{
    double length = sqrt(flr_local2_dot(a, a)) * sqrt(flr_local2_dot(b, b));
    return length > 0 ? flr_local2_dot(a, b) / length : 0;
}

/// By how much the normal fails to have all of a's edges behind it and all of b's ahead.
static double violation(flr_local2 n, const flr_local2 *of_a, int count_a, const flr_local2 *of_b,
                        int count_b)
{
    double worst = 0x1p-40;  // rounding
    for (int i = 0; i < count_a; ++i) worst = fmax(worst, cosine(n, of_a[i]));
    for (int i = 0; i < count_b; ++i) worst = fmax(worst, -cosine(n, of_b[i]));
    return worst;
}

/// Two corners meet: of the normals of their edges the one that parts the two best, and that the motion goes along most;
/// where none does, the motion itself.
static flr_local2 normal_of_corners(const flr_track2 *k, size_t corner_a, size_t corner_b)
{
    flr_local2 of_a[2], of_b[2], best = k->heading;
    int count_a = leaving(k, k->a, corner_a, of_a), count_b = leaving(k, k->b, corner_b, of_b);
    double least = INFINITY, most = -1;
    for (int i = 0; i < 2 * (count_a + count_b); ++i) {
        int edge = i / 2;
        flr_local2 d = edge < count_a ? of_a[edge] : of_b[edge - count_a], n = {-d.y, d.x};
        if (i % 2) n.x = -n.x, n.y = -n.y;
        double facing = cosine(n, k->heading);
        if (facing < -0x1p-40) continue;  // a grazed edge is about level, one way or the other
        double v = violation(n, of_a, count_a, of_b, count_b);
        if (v > least || (v == least && !(facing > most))) continue;
        least = v;
        most = facing;
        best = n;
    }
    double own = violation(k->heading, of_a, count_a, of_b, count_b);
    return own < least || (own == least && most < 0x1p-20) ? k->heading : best;
}

/// Where on the edge the corner arrives, as a part of the edge from its first end.
static double foot_of(const flr_track2 *k, const flr_touch2 *touch, const flr_edge2 *e, flr_vec2 corner,
                      flr_local2 d)
{
    double sign = touch->corner_of_b ? -1 : 1;
    flr_local2 gap = flr_local2_sub(flr_track2_point(k, corner), flr_track2_point(k, e->a));
    gap.x += sign * touch->t * k->heading.x;
    gap.y += sign * touch->t * k->heading.y;
    return flr_local2_dot(gap, d) / flr_local2_dot(d, d);
}

/// The end at which the corner arrives, up to rounding, or -1: two corners that nearly meet may be found as one of them
/// on any edge of the other.
static int end_near(const flr_track2 *k, const flr_touch2 *touch, const flr_edge2 *e, flr_vec2 corner)
{
    if (touch->end >= 0) return touch->end;
    flr_local2 d = flr_track2_along(k, e), at = flr_track2_point(k, corner), a = flr_track2_point(k, e->a);
    double length = sqrt(flr_local2_dot(d, d)), foot = foot_of(k, touch, e, corner, d);
    double size = touch->t + fabs(at.x - a.x) + fabs(at.y - a.y) + length, near = 0x1p-44 * size / length;
    if (e->kind != FLR_OUTLINE2_LINE && fabs(foot) <= near) return 0;
    return e->kind == FLR_OUTLINE2_CHAIN && fabs(1 - foot) <= near ? 1 : -1;
}

/// On the side that the motion leads to, by an exact sign: it may all but run along the edge.
static flr_local2 normal_of_edge(const flr_track2 *k, const flr_outline2 *o, size_t edge)
{
    flr_edge2 e = flr_outline2_edge(o, edge);
    flr_local2 d = flr_track2_along(k, &e), n = {-d.y, d.x};
    const flr_vec2 zero = {0, 0};
    if (flr_cross2_sign(k->motion, e.kind == FLR_OUTLINE2_CHAIN ? e.a : zero, e.b) > 0)
        n.x = -n.x, n.y = -n.y;
    return n;
}

/// From the nearest point of one core to that of the other, where both are corners.
static flr_local2 between_corners(const flr_track2 *k, const flr_touch2 *touch, const flr_edge2 *e,
                                  flr_vec2 corner)
{
    flr_vec2 other = touch->end ? e->b : e->a;
    flr_local2 n = flr_local2_sub(flr_track2_point(k, touch->corner_of_b ? corner : other),
                                  flr_track2_point(k, touch->corner_of_b ? other : corner));
    n.x -= touch->t * k->heading.x;
    n.y -= touch->t * k->heading.y;
    return n.x == 0 && n.y == 0 ? k->heading : n;
}

static flr_local2 normal_of(const flr_track2 *k, const flr_touch2 *touch, const flr_edge2 *e, flr_vec2 corner)
{
    const flr_outline2 *edges = touch->corner_of_b ? k->a : k->b;
    if (touch->parted_by == FLR_TOUCH2_EDGE_OF_A) return normal_of_edge(k, k->a, touch->parting_edge);
    if (touch->parted_by == FLR_TOUCH2_EDGE_OF_B) return normal_of_edge(k, k->b, touch->parting_edge);
    if (k->reach > 0 && touch->end >= 0) return between_corners(k, touch, e, corner);
    int end = k->reach > 0 ? -1 : end_near(k, touch, e, corner);
    if (end < 0) return normal_of_edge(k, edges, touch->edge);
    size_t other = touch->edge + (size_t)end;
    if (other >= edges->count) other = 0;
    return touch->corner_of_b ? normal_of_corners(k, other, touch->corner)
                              : normal_of_corners(k, touch->corner, other);
}

/// Where a's corner, carried along, lies on b's edge.
static flr_vec2 point_on_edge(const flr_track2 *k, const flr_touch2 *touch, const flr_edge2 *e,
                              flr_vec2 corner)
{
    if (touch->end >= 0) return touch->end ? e->b : e->a;
    flr_local2 d = flr_track2_along(k, e);
    double u = foot_of(k, touch, e, corner, d);
    if (e->kind == FLR_OUTLINE2_CHAIN) return flr_point2_between(e->a, e->b, u);
    return flr_vec2_make((flr_real)((double)e->a.x + u * d.x / k->factor),
                         (flr_real)((double)e->a.y + u * d.y / k->factor));
}

void flr_track2_finish(const flr_track2 *k, const flr_touch2 *touch, flr_sweep2_result *result)
{
    const flr_outline2 *corners = touch->corner_of_b ? k->b : k->a, *edges = touch->corner_of_b ? k->a : k->b;
    flr_edge2 e = flr_outline2_edge(edges, touch->edge);
    flr_vec2 corner = flr_outline2_corner(corners, touch->corner);
    flr_local2 n = normal_of(k, touch, &e, corner);
    double length = sqrt(flr_local2_dot(n, n));
    if (!(length > 0x1p-400)) {
        int exponent;
        n = flr_local2_scaled(n, &exponent);
        length = sqrt(flr_local2_dot(n, n));
    }
    n.x /= length, n.y /= length;
    double t = flr_track2_time(k, touch->t < k->last ? touch->t : k->last);
    result->hit = true;
    result->t = (flr_real)t;
    if (result->t > 1) result->t = 1;
    result->normal = flr_vec2_make((flr_real)n.x, (flr_real)n.y);
    result->point = touch->corner_of_b ? corner : point_on_edge(k, touch, &e, corner);
    double r = (double)k->b->radius;
    if (!(r > 0)) return;
    result->point = flr_vec2_make((flr_real)((double)result->point.x - r * n.x),
                                  (flr_real)((double)result->point.y - r * n.y));
}
