#include "contact/contact2_patch.h"

#include "contact/contact3_ids.h"
#include "convex/gjk2.h"

/// Marks the second of two points at the same features.
#define SECOND 0x80000000u

/// A side over the tangent (the normal turned left): heights are along the way it looks.
typedef struct profile {
    flr_real low, high;     // from where to where
    flr_real at_low, fall;  // height at low, and how much less it is at high
    flr_real radius, lean;  // lean: how far the round part of a slope is moved to its lower end
    uint32_t code_low, code_high, code_between;
} profile;

static profile profile_of(const side2 *s, flr_vec2 up, flr_vec2 tangent)
{
    profile f = {.radius = s->radius, .code_between = s->code_edge};
    flr_vec2 p = s->p, q = s->q;
    f.code_low = s->code_p;
    f.code_high = s->code_q;
    f.low = flr_dot2(p, tangent);
    f.high = flr_dot2(q, tangent);
    f.at_low = flr_dot2(p, up);
    flr_real other = flr_dot2(q, up);
    if (f.low > f.high) {
        flr_real u = f.low, h = f.at_low;
        uint32_t code = f.code_low;
        f.low = f.high;
        f.high = u;
        f.at_low = other;
        other = h;
        f.code_low = f.code_high;
        f.code_high = code;
    }
    f.fall = f.at_low - other;
    flr_real run = f.high - f.low;
    if (!(f.fall <= CONTACT2_STEEP * run && -f.fall <= CONTACT2_STEEP * run)) {
        // too steep to lie against anything: the corner at its upper end
        bool low = f.fall > 0;
        f.at_low = low ? f.at_low : other;
        f.low = f.high = low ? f.low : f.high;
        f.code_high = f.code_low = f.code_between = low ? f.code_low : f.code_high;
        f.fall = 0;
    } else if (f.radius > 0 && f.fall != 0) {
        f.lean = (flr_real)((double)(f.radius * f.fall) / sqrt((double)(run * run + f.fall * f.fall)));
    }
    return f;
}

/// The height of the surface: of the disc around that point of the core which reaches highest there.
static flr_real height(const profile *f, flr_real u)
{
    flr_real run = f->high - f->low, foot = u - f->lean;
    foot = foot < f->low ? f->low : foot;
    foot = foot > f->high ? f->high : foot;
    flr_real h = run > 0 ? f->at_low - f->fall * ((foot - f->low) / run) : f->at_low, off = u - foot;
    if (off == 0) return h + f->radius;
    flr_real square = f->radius * f->radius - off * off;
    return square > 0 ? h + (flr_real)sqrt((double)square) : h;
}

static uint32_t code_at(const profile *f, flr_real u, flr_real near)
{
    flr_real from_low = u - f->low, from_high = f->high - u;
    uint32_t code = from_high <= near ? f->code_high : f->code_between;
    return from_low <= near && from_low <= from_high ? f->code_low : code;
}

/// The same at two places at once.
static lanes2 heights(const profile *f, lanes2 u)
{
    if (f->radius > 0) return (lanes2){height(f, u[0]), height(f, u[1])};
    const flr_real run = f->high - f->low;
    if (!(run > 0)) return (lanes2){f->at_low, f->at_low};
    lanes2 foot = {u[0] < f->low ? f->low : u[0], u[1] < f->low ? f->low : u[1]};
    foot = (lanes2){foot[0] > f->high ? f->high : foot[0], foot[1] > f->high ? f->high : foot[1]};
    const lanes2 low = {f->low, f->low}, whole = {run, run}, at = {f->at_low, f->at_low},
                 fall = {f->fall, f->fall};
    return at - fall * ((foot - low) / whole);
}

/// The points at two places.
static void points_at(const contact2_pose *pose, const profile *a, const profile *b, lanes2 u,
                      flr_manifold2_point points[2])
{
    const lanes2 n = lanes2_of(pose->normal), t = {-n[1], n[0]}, origin = lanes2_of(pose->origin);
    const lanes2 top = heights(a, u), bottom = -heights(b, u), depth = top - bottom;
    const flr_real near = pose->size * (flr_real)CONTACT3_SNAP;
    for (int i = 0; i < 2; i++) {
        const flr_real middle = (flr_real)0.5 * (top[i] + bottom[i]);
        lanes2 at = (lanes2){u[i], u[i]} * t + (lanes2){middle, middle} * n;
        points[i].position = lanes2_point(origin + at);
        points[i].depth = depth[i];
        points[i].id = contact3_id(code_at(a, u[i], near), code_at(b, u[i], near));
    }
}

static flr_manifold2_point single(const contact2_pose *pose, const profile *a, const profile *b)
{
    flr_vec2 middle = flr_lerp2(pose->point_a, pose->point_b, (flr_real)0.5);
    const flr_real u = flr_dot2(middle, flr_perp2(pose->normal)), near = pose->size * (flr_real)CONTACT3_SNAP;
    flr_manifold2_point p = {flr_add2(pose->origin, middle), -pose->separation,
                             contact3_id(code_at(a, u, near), code_at(b, u, near))};
    return p;
}

static int stretch(const contact2_pose *pose, const profile *a, const profile *b,
                   flr_manifold2_point points[2])
{
    flr_real low = a->low > b->low ? a->low : b->low, high = a->high < b->high ? a->high : b->high;
    const bool is_single = sizeof(flr_real) == sizeof(float);
    const flr_real one = pose->size * (is_single ? (flr_real)1e-5 : (flr_real)1e-12);
    // corners of one stretch may miss each other by a rounding; the tops of discs by more, as a normal that is off by a little moves them
    const flr_real near = one + (a->radius + b->radius) * (is_single ? (flr_real)1e-3 : (flr_real)1e-6);
    if (!(low - high <= near)) return 0;
    points_at(pose, a, b, (lanes2){low, high}, points);
    if (high - low > one) return 2;
    if (points[1].depth > points[0].depth) points[0] = points[1];
    if (low - high > 16 * gjk2_rounding() * pose->size) {
        // what lies between them is on neither surface: they meet where the shapes do, or not at all
        const flr_vec2 middle = flr_lerp2(pose->point_a, pose->point_b, (flr_real)0.5);
        const flr_real u = flr_dot2(middle, flr_perp2(pose->normal));
        if (!(u <= low + near && u >= high - near)) return 0;
        points[0].position = flr_add2(pose->origin, middle);
    }
    return 1;
}

int flr_contact2_stretch(const contact2_pose *pose, const side2 *a, const side2 *b,
                         flr_manifold2_point points[2])
{
    flr_vec2 n = pose->normal, t = flr_perp2(n);
    profile f = profile_of(a, n, t), g = profile_of(b, flr_neg2(n), t);
    return stretch(pose, &f, &g, points);
}

void flr_contact2_settle_ids(flr_manifold2 *m)
{
    if (m->count == 2 && m->points[0].id == m->points[1].id) {
        m->points[0].id &= ~CONTACT3_REVERSED;
        m->points[1].id = m->points[0].id | SECOND;
        return;
    }
    // the mark tells a pair from its reverse, and only where there are both, because equal shapes may change
    // their order as they move
    bool both = m->count == 2 && !((m->points[0].id ^ m->points[1].id) & ~CONTACT3_REVERSED);
    for (int i = 0; i < m->count && !both; i++) m->points[i].id &= ~CONTACT3_REVERSED;
    if (m->count == 1) m->points[0].id &= ~SECOND;
}

void flr_contact2_patch(const contact2_pose *pose, const side2 *a, const side2 *b, flr_manifold2 *m)
{
    flr_vec2 n = pose->normal, t = flr_perp2(n);
    profile f = profile_of(a, n, t), g = profile_of(b, flr_neg2(n), t);
    flr_manifold2_point p[2];
    int count = stretch(pose, &f, &g, p), deepest = count == 2 && p[1].depth > p[0].depth;
    flr_real depth = -pose->separation;
    const flr_real slack =
        pose->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-11);
    flr_real off = count ? depth - p[deepest].depth : 0;
    if (!count || !(off <= slack && -off <= slack)) {
        p[0] = single(pose, &f, &g);
        count = 1;
        deepest = 0;
        off = 0;
    }
    // flat against each other within rounding: both are the deepest
    const flr_real rounding =
        pose->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)2e-7 : (flr_real)1e-14);
    bool level = count == 2 && p[deepest].depth - p[!deepest].depth <= rounding;
    m->normal = n;
    m->count = 0;
    for (int i = 0; i < count; i++) {
        p[i].depth = i == deepest || level || p[i].depth + off > depth ? depth : p[i].depth + off;
        if (!(p[i].depth >= -pose->margin)) {
            // touching within rounding
            if (i != deepest && !level) continue;
            p[i].depth = -pose->margin;
        }
        m->points[m->count++] = p[i];
    }
    flr_contact2_settle_ids(m);
}
