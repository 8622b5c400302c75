/// Newton's method for the least reach of a Minkowski difference of curved cores, from support points and how
/// they move with the direction.
///
/// Near its least place the reach is the largest of a few smooth functions, one for each pair of parts of the
/// cores. Each is modelled by its second derivatives, which are known in closed form; a step goes to where the
/// highest model is lowest. The support point there adds its parts, as in a cutting plane method.
#include "convex/reach3.h"
#include "convex/reach3_step.h"

// ---- Parts of cores ----

/// Returns the part of a core that a support point belongs to.
static part3 part_of(const core3 *c, dvec3 p)
{
    if (c->kind == FLR_CONVEX3_CYLINDER)
        return (part3){dvec3_dot(dvec3_sub(p, c->center), c->axis[2]) < 0 ? c->low : c->high, true};
    if (c->kind == FLR_CONVEX3_CONE)
        return dvec3_equal(p, c->high) ? (part3){p, false} : (part3){c->low, true};
    if (c->kind == FLR_CONVEX3_ELLIPSOID) return (part3){c->center, true};
    return (part3){p, false};
}

static inline bool is_same_part(const part3 *p, const part3 *q)
{
    return (p->at.x == q->at.x) & (p->at.y == q->at.y) & (p->at.z == q->at.z) & (p->bends == q->bends);
}

static void add_if_new(reach3 *r, const parts3 *parts)
{
    for (int i = 0; i < r->count; i++)
        if (is_same_part(&r->parts[i].a, &parts->a) && is_same_part(&r->parts[i].b, &parts->b)) return;
    if (r->count < REACH3_PARTS) r->parts[r->count++] = *parts;
}

void flr_reach3_add(reach3 *r, dvec3 a, dvec3 b)
{
    const parts3 parts = {part_of(r->a, a), part_of(r->b, b)};
    add_if_new(r, &parts);
}

// ---- How a core bends ----

/// A direction with two tangents.
typedef struct around3 {
    dvec3 n, x, y, up;
    bool is_flat;
} around3;

/// From the middle of what bends to its point farthest along the direction, and how that moves along the
/// tangents.
typedef struct bow3 {
    dvec3 way;
    bend2 bend;
    double length, most;  ///< of `way` along n, and the most by which that grows with a vector of length 1
} bow3;

static const bow3 STRAIGHT = {{0, 0, 0}, {0, 0, 0}, 0, 0};

/// Sets the tangents: they are the same all the way where n goes over a plane.
static around3 around(const reach3 *r, dvec3 n)
{
    const bool is_flat = reach3_moves(r);
    const dvec3 up = is_flat ? r->motion : n,
                z = fabs(up.z) < 0.75 ? dvec3_make(0, 0, 1) : dvec3_make(1, 0, 0), x = dvec3_cross(up, z);
    around3 at = {.n = n, .up = up, .is_flat = is_flat};
    at.x = dvec3_scale(1 / dvec3_length(x), x);
    at.y = dvec3_cross(up, at.x);
    return at;
}

/// A disc's point moves along the rim alone, by the disc's radius over the sine of the angle between n and
/// the axis.
static bow3 bow_of_disc(const core3 *c, dvec3 n, const around3 *at)
{
    const double u = dvec3_dot(c->axis[0], n), v = dvec3_dot(c->axis[1], n), length = sqrt(u * u + v * v);
    if (!(length > 0)) return STRAIGHT;
    bow3 b = {.length = length, .most = dvec3_length(c->axis[0])};
    const double part = 1 / length, p = u * part, q = v * part;
    b.way = dvec3_add_scaled(dvec3_scale(p, c->axis[0]), q, c->axis[1]);
    const dvec3 along = dvec3_add_scaled(dvec3_scale(-q, c->axis[0]), p, c->axis[1]);
    const double x = dvec3_dot(along, at->x), y = dvec3_dot(along, at->y);
    b.bend = (bend2){part * x * x, part * x * y, part * y * y};
    return b;
}

static bow3 bow_of_ellipsoid(const core3 *c, dvec3 n, const around3 *at)
{
    double length = 0, px = 0, py = 0;
    bow3 b = STRAIGHT;
    for (int k = 0; k < 3; k++) {
        const double along = dvec3_dot(c->axis[k], n), x = dvec3_dot(c->axis[k], at->x),
                     y = dvec3_dot(c->axis[k], at->y);
        length += along * along;
        b.most = fmax(b.most, dvec3_length(c->axis[k]));
        b.way = dvec3_add_scaled(b.way, along, c->axis[k]);
        b.bend.xx += x * x;
        b.bend.xy += x * y;
        b.bend.yy += y * y;
        px += along * x;
        py += along * y;
    }
    b.length = length = sqrt(length);
    if (!(length > 0)) return STRAIGHT;
    const double part = 1 / length;
    px *= part;
    py *= part;
    b.way = dvec3_scale(part, b.way);
    b.bend.xx = part * (b.bend.xx - px * px);
    b.bend.xy = part * (b.bend.xy - px * py);
    b.bend.yy = part * (b.bend.yy - py * py);
    return b;
}

static bow3 bow_of_ball(double radius, dvec3 n, const around3 *at)
{
    bow3 b = STRAIGHT;
    if (!(radius > 0)) return b;
    const double part = 1 / dvec3_length(n), x = part * dvec3_dot(n, at->x), y = part * dvec3_dot(n, at->y),
                 bend = radius * part;
    b.way = dvec3_scale(bend, n);
    b.bend = (bend2){bend * (1 - x * x), -bend * x * y, bend * (1 - y * y)};
    return b;
}

static bow3 bow_of(const core3 *c, dvec3 n, const around3 *at)
{
    if (c->kind == FLR_CONVEX3_CYLINDER || c->kind == FLR_CONVEX3_CONE) return bow_of_disc(c, n, at);
    if (c->kind == FLR_CONVEX3_ELLIPSOID) return bow_of_ellipsoid(c, n, at);
    return STRAIGHT;
}

// ---- The descent ----

/// Returns the point of a part of a core that is farthest along a direction.
static inline dvec3 point_of(const part3 *p, const bow3 *bow)
{
    return p->bends ? dvec3_add(p->at, bow->way) : p->at;
}

/// What bends along a direction, of both cores and the ball.
typedef struct bows3 {
    bow3 a, b, ball;
} bows3;

static void set_bows(const reach3 *r, const around3 *at, bows3 *bows)
{
    bows->a = bow_of(r->a, at->n, at);
    bows->b = bow_of(r->b, dvec3_neg(at->n), at);
    bows->ball = bow_of_ball(r->radius, at->n, at);
}

static local3 local_of(const parts3 *p, const bows3 *bows, const around3 *at)
{
    static const bend2 NONE = {0, 0, 0};
    const dvec3 cores = dvec3_sub(point_of(&p->a, &bows->a), point_of(&p->b, &bows->b)),
                w = dvec3_add(cores, bows->ball.way);
    const bend2 *const a = p->a.bends ? &bows->a.bend : &NONE, *const b = p->b.bends ? &bows->b.bend : &NONE,
                       *const c = &bows->ball.bend;
    local3 l = {.value = dvec3_dot(w, at->n)};
    l.slope = (flat2){dvec3_dot(w, at->x), dvec3_dot(w, at->y)};
    // a unit vector is off its tangent by half the square
    const double off = at->is_flat ? 0 : l.value;
    l.bend =
        (bend2){(a->xx + b->xx) + (c->xx - off), (a->xy + b->xy) + c->xy, (a->yy + b->yy) + (c->yy - off)};
    return l;
}

/// Returns the part of a core that is farthest along d.
static inline part3 farthest_part(const core3 *c, dvec3 d, const bow3 *bow)
{
    if (c->kind == FLR_CONVEX3_CYLINDER)
        return (part3){dvec3_dot(c->axis[2], d) < 0 ? c->low : c->high, true};
    if (c->kind == FLR_CONVEX3_CONE) {
        const dvec3 rim = dvec3_add(c->low, bow->way);
        const bool is_apex = dvec3_dot(dvec3_sub(c->high, rim), d) >= 0;
        return (part3){is_apex ? c->high : c->low, !is_apex};
    }
    if (c->kind == FLR_CONVEX3_ELLIPSOID) return (part3){c->center, true};
    uint32_t id = CORE3_NO_ID;
    return (part3){core3_support(c, c->kind, d, &id), false};
}

/// Sets reach and points along r->n, and adds the parts that are farthest.
static inline void measure(reach3 *r, const bows3 *bows, dvec3 up)
{
    const parts3 top = {farthest_part(r->a, r->n, &bows->a), farthest_part(r->b, dvec3_neg(r->n), &bows->b)};
    const dvec3 w = dvec3_sub(point_of(&top.a, &bows->a), point_of(&top.b, &bows->b));
    r->steps++;
    r->reach = dvec3_dot(dvec3_add(w, bows->ball.way), r->n);
    dvec3 a = dvec3_make(0, 0, 0), b = a;
    for (int i = 0; i < r->used; i++) {
        const parts3 *const q = &r->parts[r->part[i]];
        a = dvec3_add_scaled(a, r->weight[i], point_of(&q->a, &bows->a));
        b = dvec3_add_scaled(b, r->weight[i], point_of(&q->b, &bows->b));
    }
    r->at_a = a;
    r->at_b = b;
    const dvec3 mean = dvec3_add(dvec3_sub(a, b), bows->ball.way);
    r->rest = dvec3_length(dvec3_add_scaled(mean, -r->reach, up));
    add_if_new(r, &top);
}

bool flr_reach3_descend(reach3 *r, double near)
{
    enum { STEPS_MAX = 12 };
    double last = (double)INFINITY;
    around3 at = around(r, r->n);
    bows3 bows;
    set_bows(r, &at, &bows);
    r->used = r->count <= 3 ? r->count : 0;
    for (int i = 0; i < r->used; i++) r->part[i] = i;
    for (int i = 0; i < STEPS_MAX; i++) {
        local3 local[REACH3_PARTS];
        for (int k = 0; k < r->count; k++) local[k] = local_of(&r->parts[k], &bows, &at);
        const step3 best = best_step(local, r->count, r->part, r->used);
        if (best.count == 0) return false;
        r->n = dvec3_add_scaled(dvec3_add_scaled(at.n, best.way.x, at.x), best.way.y, at.y);
        if (!at.is_flat) r->n = dvec3_scale(1 / dvec3_length(r->n), r->n);
        at = around(r, r->n);
        set_bows(r, &at, &bows);
        r->used = best.count;
        for (int k = 0; k < best.count; k++) {
            r->part[k] = best.part[k];
            r->weight[k] = best.weight[k];
        }
        measure(r, &bows, at.up);
        // steps go on while they gain
        if (4 * r->rest <= near || (r->rest <= near && !(2 * r->rest < last))) return true;
        last = r->rest;
    }
    return false;
}

// ---- Around a place of least reach ----

static void add_square(bend2 *b, double part, double x, double y)
{
    b->xx += part * x * x;
    b->xy += part * x * y;
    b->yy += part * y * y;
}

/// Returns the smaller eigenvalue.
static double least_bend(const bend2 *b)
{
    const double half = (b->xx - b->yy) / 2;
    return (b->xx + b->yy) / 2 - sqrt(half * half + b->xy * b->xy);
}

/// Returns the least share that parts of a core that bend have in the mean, if `moved` of each weight may go to
/// another pair.
static double share_of(const reach3 *r, bool of_b, double moved)
{
    double share = 0;
    bool all = true;
    for (int i = 0; i < r->used; i++) {
        const parts3 *const q = &r->parts[r->part[i]];
        const bool bends = of_b ? q->b.bends : q->a.bends;
        share += bends ? r->weight[i] - moved : 0;
        all &= bends;
    }
    return all ? 1 : share;
}

/// Adds the bend of a core. What bends reaches as far as the length of the image of n under a linear map. At n
/// + p, with p no longer than `most`, that is above its tangent by the square of the image's part across, over
/// twice the longer one's length.
static void add_bow(bend2 *b, const bow3 *bow, double share, double most)
{
    if (!(bow->length > 0)) return;
    const double part = share * bow->length / (bow->length + bow->most * most);
    b->xx += part * bow->bend.xx;
    b->xy += part * bow->bend.xy;
    b->yy += part * bow->bend.yy;
}

/// Adds what weight gains that goes from one pair of parts to another. It lifts their sum by their difference:
/// at a tangent no longer than `most`, by no less than the square over that.
static void add_ridges(bend2 *b, const reach3 *r, const bows3 *bows, const around3 *at, double moved,
                       double most)
{
    dvec3 w[3];
    for (int i = 0; i < r->used; i++) {
        const parts3 *const q = &r->parts[r->part[i]];
        w[i] = dvec3_sub(point_of(&q->a, &bows->a), point_of(&q->b, &bows->b));
    }
    const double part = r->used == 3 ? 2 * moved / 3 : 2 * moved;
    for (int i = 0; i < r->used; i++)
        for (int k = 0; k < i; k++) {
            const dvec3 d = dvec3_sub(w[i], w[k]);
            const double x = dvec3_dot(d, at->x), y = dvec3_dot(d, at->y), length = sqrt(x * x + y * y);
            if (length > 0) add_square(b, part / (length * most), x, y);
        }
}

double flr_reach3_cap(const reach3 *r)
{
    const around3 at = around(r, r->n);
    bows3 bows;
    set_bows(r, &at, &bows);
    double moved = 0;
    if (r->used > 1) {
        moved = r->weight[0];
        for (int i = 1; i < r->used; i++) moved = r->weight[i] < moved ? r->weight[i] : moved;
        moved /= 2;
    }
    const double of_a = share_of(r, false, moved), of_b = share_of(r, true, moved);
    for (double most = 4; most > 0x1p-10; most /= 2) {
        bend2 b = {0, 0, 0};
        add_bow(&b, &bows.a, of_a, most);
        add_bow(&b, &bows.b, of_b, most);
        add_ridges(&b, r, &bows, &at, moved, most);
        if (least_bend(&b) >= r->reach) return 1 / sqrt(1 + most * most);
    }
    return 2;
}
