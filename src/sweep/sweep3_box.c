/// Linear casts of boxes by moving separating axes: axis-aligned boxes by three axes (Ericson, "Real-Time
/// Collision Detection", 5.5.8), oriented ones by fifteen. Each axis gives the interval of times in which
/// the two overlap on it; they touch when the last interval begins, if none has ended by then.
#include "closest/span3.h"
#include "feeler/overlap3.h"
#include "math/simd.h"
#include "overlap/axes3_boxes.h"
#include "sweep/sweep3_cast.h"

static double at(flr_vec3 v, int k) { return (double)(k == 0 ? v.x : k == 1 ? v.y : v.z); }

/// A time as an unevaluated quotient: a distance, and a speed above 0 that covers it.
typedef struct moment {
    flr_double2 way;
    double speed;
} moment;

/// Is p before q? Decided by products in twice the precision.
static bool is_before(moment p, moment q)
{
    flr_double2 x = flr_two_product(p.way.high, q.speed), y = flr_two_product(q.way.high, p.speed);
    flr_double2 high = flr_two_sum(x.high, -y.high);
    return high.high + (high.low + (x.low - y.low) + (p.way.low * q.speed - q.way.low * p.speed)) < 0;
}

/// What the axes say of two boxes so far: apart at the start, when they touch and on which axis, when they
/// part.
typedef struct course {
    bool apart, never;
    int axis;
    double sign;
    moment enter, leave;  ///< valid where `apart` and `leaves`
    bool leaves;
} course;

/// Takes axis k into account: are the boxes apart on it, when does that end, and when do they part again?
/// Without speed on it neither changes.
static void add_axis(course *c, const flr_aabb3 *a, flr_vec3 motion, const flr_aabb3 *b, int k)
{
    double speed = at(motion, k), pace = fabs(speed);
    flr_double2 ahead = flr_two_sum(at(b->min, k), -at(a->max, k)),
                behind = flr_two_sum(at(a->min, k), -at(b->max, k));
    bool forward = ahead.high > 0;
    if (forward || behind.high > 0) {
        c->apart = true;
        moment enter = {forward ? ahead : behind, pace};
        if (!(forward ? speed > 0 : speed < 0)) {
            c->never = true;
        } else if (c->enter.speed == 0 || is_before(c->enter, enter)) {
            c->enter = enter;
            c->axis = k;
            c->sign = forward ? 1 : -1;
        }
    }
    if (speed == 0) return;
    flr_double2 way = speed > 0 ? behind : ahead;
    moment leave = {{-way.high, -way.low}, pace};
    if (!c->leaves || is_before(leave, c->leave)) c->leave = leave;
    c->leaves = true;
}

static flr_real middle(double a_low, double a_high, double b_low, double b_high)
{
    double low = a_low > b_low ? a_low : b_low, high = a_high < b_high ? a_high : b_high;
    return (flr_real)(low + 0.5 * (high - low));
}

/// Do boxes that are apart at the start touch by t = 1?
static bool touches_in_time(const course *c)
{
    const moment end = {{1, 0}, 1};
    return !c->never && !is_before(end, c->enter) && !is_before(c->leave, c->enter);
}

/// Ericson 5.5.8, with the branch for an axis without relative speed that a printed version lacks. Which
/// event comes first is decided by products in twice the precision: boxes that pass exactly at an edge
/// touch, others do not.
flr_sweep3_result flr_sweep3_aabb_aabb(const flr_aabb3 *a, flr_vec3 motion, const flr_aabb3 *b)
{
    if (!flr_is_finite3(motion)) return sweep3_not_finite();
    course c = {.apart = false};
    for (int k = 0; k < 3; ++k) add_axis(&c, a, motion, b, k);
    sweep3_answer r = {.ask = !c.apart};
    r.hit = c.apart && touches_in_time(&c);
    if (r.hit) {
        const flr_double2 speed = {c.enter.speed, 0};
        r.t = flr_sweep3_quotient_below(c.enter.way, speed);
        double p[3], n[3] = {0, 0, 0};
        for (int k = 0; k < 3; ++k) {
            double moved = r.t * at(motion, k);
            p[k] = (double)middle(at(a->min, k) + moved, at(a->max, k) + moved, at(b->min, k), at(b->max, k));
        }
        p[c.axis] = at(c.sign > 0 ? b->min : b->max, c.axis);
        n[c.axis] = c.sign;
        r.normal = (dvec3){n[0], n[1], n[2]};
        r.point_b = flr_vec3_make((flr_real)p[0], (flr_real)p[1], (flr_real)p[2]);
    }
    return sweep3_result_of(&r, r.ask && flr_overlap3_aabb_aabb(a, b));
}

flr_sweep3_span flr_sweep3_span_aabb_aabb(const flr_aabb3 *a, flr_vec3 motion, const flr_aabb3 *b)
{
    flr_sweep3_span r = {.hit = false};
    course c = {.apart = false};
    if (!flr_is_finite3(motion)) return r;
    for (int k = 0; k < 3; ++k) add_axis(&c, a, motion, b, k);
    r.overlap_at_start = !c.apart && flr_overlap3_aabb_aabb(a, b);
    r.hit = r.overlap_at_start || (c.apart && touches_in_time(&c));
    if (!r.hit) return r;
    if (!r.overlap_at_start) {
        const flr_double2 speed = {c.enter.speed, 0};
        flr_real n[3] = {0, 0, 0};
        n[c.axis] = c.sign > 0 ? 1 : -1;
        r.t_first = sweep3_round_down(flr_sweep3_quotient_below(c.enter.way, speed));
        r.axis = flr_vec3_make(n[0], n[1], n[2]);
        r.index = (size_t)c.axis;
    }
    double last = c.leaves ? c.leave.way.high / c.leave.speed : 1;
    r.t_last = last < 1 ? (flr_real)last : 1;
    if (!(r.t_last >= r.t_first)) r.t_last = r.t_first;
    return r;
}

/// Both boxes in the axes of the first, relative to the centre of the second: the first is then an interval
/// on every axis.
typedef struct moving_boxes {
    double low[3], high[3], motion[3];  ///< of the first
    double axis[3][3], half[3];         ///< of the second
    double tolerance;                   ///< rounding error of a projection on a vector of length about 1
} moving_boxes;

/// For each axis: how far the first box is behind and ahead of the second (below 0 where they overlap), the
/// speed of the first, and the sum of the axis' components, which scales the rounding error. One more axis
/// fills up the last pair of lanes.
typedef struct gaps {
    f64x2 behind[AXES3_BOXES / 2 + 1], ahead[AXES3_BOXES / 2 + 1], speed[AXES3_BOXES / 2 + 1],
        spread[AXES3_BOXES / 2 + 1];
} gaps;

static inline void set_gap(gaps *g, int k, double at, double reach, double speed, double spread)
{
    g->behind[k / 2][k % 2] = at - reach;
    g->ahead[k / 2][k % 2] = -at - reach;
    g->speed[k / 2][k % 2] = speed;
    g->spread[k / 2][k % 2] = spread;
}

/// Measures the gaps along the fifteen axes, which are not normalised.
static inline void measure(const moving_boxes *p, gaps *g)
{
    double center[3], half[3], size[3][3], across[3][3];
    for (int i = 0; i < 3; ++i) {
        center[i] = 0.5 * (p->low[i] + p->high[i]);
        half[i] = 0.5 * (p->high[i] - p->low[i]);
        for (int k = 0; k < 3; ++k) size[i][k] = fabs(p->axis[i][k]);
    }
    // how far each axis of the second box reaches along the cross products of the others, rounding errors
    // included
    for (int j = 0; j < 3; ++j) {
        const double *u = p->axis[(j + 1) % 3], *v = p->axis[(j + 2) % 3];
        for (int i = 0; i < 3; ++i)
            across[j][i] = fabs(u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3]);
    }
    for (int i = 0; i < 3; ++i) {
        double reach = p->half[0] * size[0][i] + p->half[1] * size[1][i] + p->half[2] * size[2][i];
        set_gap(g, i, 0, 0, p->motion[i], 1);
        g->behind[i / 2][i % 2] = p->low[i] - reach;
        g->ahead[i / 2][i % 2] = -p->high[i] - reach;
    }
    for (int j = 0; j < 3; ++j) {
        const double *u = p->axis[j];
        double reach = axes3_dot(size[j], half) + p->half[j] * axes3_dot(u, u);
        set_gap(g, 3 + j, axes3_dot(u, center), reach, axes3_dot(u, p->motion),
                size[j][0] + size[j][1] + size[j][2]);
    }
    for (int i = 0; i < 3; ++i) {
        int m = (i + 1) % 3, n = (i + 2) % 3;
        for (int j = 0; j < 3; ++j) {
            const double *u = p->axis[j], *w = size[j];
            int q = (j + 1) % 3, r = (j + 2) % 3;
            double reach =
                half[m] * w[n] + half[n] * w[m] + (p->half[q] * across[r][i] + p->half[r] * across[q][i]);
            set_gap(g, 6 + 3 * i + j, u[m] * center[n] - u[n] * center[m], reach,
                    u[m] * p->motion[n] - u[n] * p->motion[m], w[m] + w[n]);
        }
    }
    set_gap(g, AXES3_BOXES, 0, 1, 0, 0);
}

/// How many tolerances apart a static test may still call boxes touching.
#define STATIC_SLACK (sizeof(flr_real) == sizeof(float) ? 0x1p20 : 0x1p5)
/// By how many tolerances boxes may overlap here that a static test calls separate.
#define START_SLACK (sizeof(flr_real) == sizeof(float) ? 0x1p29 : 0x1p5)

/// What meet() finds: the axis and sign of the touch, the gap there and its closing speed.
typedef struct meeting {
    bool apart, clear, never;  ///< clear: apart by more than a static test may take for touching
    double gap, closing, sign, v[3];
    int index;
} meeting;

/// For boxes that no axis separates by more than rounding errors, although a static test may: takes the axis
/// and side of the widest gap that closes. Axes of a box are perpendicular only within rounding, so on a
/// thin box the gap may be on either side.
static void meet_at_start(const gaps *g, double slack, meeting *m)
{
    double widest = -slack;
    for (int k = 0; k < AXES3_BOXES; ++k)
        for (int sign = -1; sign <= 1; sign += 2) {
            const double gap = sign > 0 ? g->ahead[k / 2][k % 2] : g->behind[k / 2][k % 2],
                         spread = g->spread[k / 2][k % 2];
            if (!(gap > widest * spread) || !(sign * g->speed[k / 2][k % 2] > 0)) continue;
            widest = gap / spread;
            m->index = k;
            m->sign = sign;
        }
}

/// Finds the axis on which they touch last; where only rounding separates them, that of the widest gap.
static meeting meet(const moving_boxes *p)
{
    gaps g;
    measure(p, &g);
    const f64x2 zero = {0, 0}, none = f64x2_splat(-(double)INFINITY), always = f64x2_splat((double)INFINITY);
    f64x2 enter[AXES3_BOXES / 2 + 1], gap[AXES3_BOXES / 2 + 1], leave = f64x2_splat(1), beyond = none;
    for (int k = 0; k <= AXES3_BOXES / 2; ++k) {
        f64x2 slack = f64x2_splat(p->tolerance) * g.spread[k], speed = g.speed[k];
        i64x2 forward = g.ahead[k] > g.behind[k], onward = speed > zero;
        gap[k] = f64x2_select(forward, g.ahead[k], g.behind[k]);
        f64x2 closing = f64x2_select(forward, speed, -speed);
        f64x2 when = f64x2_select(closing > zero, (gap[k] - slack) / closing, always);
        enter[k] = f64x2_select(gap[k] > slack, when, none);
        f64x2 rest = gap[k] - f64x2_splat(STATIC_SLACK) * slack;
        beyond = f64x2_select(rest > beyond, rest, beyond);
        f64x2 left = slack - f64x2_select(onward, g.behind[k], g.ahead[k]);
        f64x2 until = f64x2_select(speed != zero, left / f64x2_select(onward, speed, -speed), always);
        leave = f64x2_select(until < leave, until, leave);
    }
    meeting m = {.index = -1};
    double latest = -(double)INFINITY, ends = leave[0] < leave[1] ? leave[0] : leave[1];
    for (int k = 0; k < AXES3_BOXES; ++k) {
        bool later = enter[k / 2][k % 2] > latest;
        latest = later ? enter[k / 2][k % 2] : latest;
        m.index = later ? k : m.index;
    }
    m.apart = m.index >= 0;
    m.clear = beyond[0] > 0 || beyond[1] > 0;
    m.never = m.apart && (latest > ends || latest == (double)INFINITY);
    if (!m.apart && !m.clear) meet_at_start(&g, START_SLACK * p->tolerance, &m);
    if (m.never || m.index < 0) return m;
    int half = m.index / 2, lane = m.index % 2;
    if (m.apart) m.sign = g.ahead[half][lane] > g.behind[half][lane] ? 1 : -1;
    m.gap = m.sign > 0 ? g.ahead[half][lane] : g.behind[half][lane];
    m.closing = m.sign * g.speed[half][lane];
    axes3_boxes_at(p->axis, m.index, m.v);
    return m;
}

/// A box by its centre, half extents and unit axes, in the axes of the first box.
typedef struct piece {
    double center[3], axis[3][3], half[3];
} piece;

/// Returns the corners of the feature that lies farthest along v: at most four, in order around. Axes within
/// 2^-40 of perpendicular to v count as perpendicular.
static int feature(const piece *b, const double v[3], double corner[8][3])
{
    static const double around[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    int loose[3], count = 0;
    double base[3] = {b->center[0], b->center[1], b->center[2]}, length = sqrt(axes3_dot(v, v));
    for (int i = 0; i < 3; ++i) {
        double along = axes3_dot(v, b->axis[i]);
        if (count < 2 && fabs(along) <= 0x1p-40 * length) {
            loose[count++] = i;
            continue;
        }
        double way = along < 0 ? -b->half[i] : b->half[i];
        for (int k = 0; k < 3; ++k) base[k] += way * b->axis[i][k];
    }
    int corners = 1 << count;
    for (int c = 0; c < corners; ++c)
        for (int k = 0; k < 3; ++k) {
            corner[c][k] = base[k];
            for (int i = 0; i < count; ++i) {
                double sign = count == 1 ? 2 * c - 1 : around[c][i];
                corner[c][k] += sign * b->half[loose[i]] * b->axis[loose[i]][k];
            }
        }
    return corners;
}

/// Clips a convex polygon to n . x <= offset (Sutherland and Hodgman, 1974). A polygon that is wholly
/// outside leaves its nearest corner.
static int cut(double corner[8][3], int count, const double n[3], double offset)
{
    double kept[8][3], height[8], least = INFINITY;
    int left = 0, nearest = 0;
    for (int i = 0; i < count; ++i) {
        height[i] = axes3_dot(n, corner[i]) - offset;
        if (height[i] < least) least = height[i], nearest = i;
    }
    for (int i = 0; i < count && left < 7; ++i) {
        int j = (i + 1) % count;
        if (height[i] <= 0)
            for (int k = 0; k < 3; ++k) kept[left][k] = corner[i][k];
        left += height[i] <= 0;
        if (count == 1 || (height[i] <= 0) == (height[j] <= 0)) continue;
        double s = height[i] / (height[i] - height[j]);
        for (int k = 0; k < 3; ++k) kept[left][k] = corner[i][k] + s * (corner[j][k] - corner[i][k]);
        ++left;
    }
    if (left == 0) {
        for (int k = 0; k < 3; ++k) kept[0][k] = corner[nearest][k];
        left = 1;
    }
    for (int i = 0; i < left; ++i)
        for (int k = 0; k < 3; ++k) corner[i][k] = kept[i][k];
    return left;
}

/// The centroid of the region that the face of one box shares with the supporting feature of the other.
static void on_face(const piece *face, int own, const piece *other, const double v[3], double point[3])
{
    double corner[8][3];
    int count = feature(other, v, corner);
    for (int i = 0; i < 3; ++i) {
        if (i == own) continue;
        double middle = axes3_dot(face->axis[i], face->center), back[3];
        for (int k = 0; k < 3; ++k) back[k] = -face->axis[i][k];
        if (count > 1) count = cut(corner, count, face->axis[i], middle + face->half[i]);
        if (count > 1) count = cut(corner, count, back, face->half[i] - middle);
    }
    for (int k = 0; k < 3; ++k) {
        point[k] = 0;
        for (int i = 0; i < count; ++i) point[k] += corner[i][k] / count;
    }
}

/// The point where the edge of a along its axis i crosses the edge of b along its axis j. Of the four
/// parallel edges of each box it is the supporting one toward the other box; the point is on b's edge.
static void on_edges(const piece *a, int i, const piece *b, int j, const double v[3], double point[3])
{
    double p[3], q[3], w[3];
    for (int k = 0; k < 3; ++k) p[k] = a->center[k], q[k] = b->center[k];
    for (int m = 0; m < 3; ++m) {
        double x = m == i ? 0 : axes3_dot(v, a->axis[m]) < 0 ? -a->half[m] : a->half[m];
        double y = m == j ? 0 : axes3_dot(v, b->axis[m]) > 0 ? -b->half[m] : b->half[m];
        for (int k = 0; k < 3; ++k) {
            p[k] += x * a->axis[m][k];
            q[k] += y * b->axis[m][k];
        }
    }
    for (int k = 0; k < 3; ++k) w[k] = p[k] - q[k];
    double c = axes3_dot(a->axis[i], b->axis[j]), rest = 1 - c * c;
    double s = rest > 0 ? (axes3_dot(b->axis[j], w) - c * axes3_dot(a->axis[i], w)) / rest : 0;
    s = flr_clamped(s, -b->half[j], b->half[j]);
    for (int k = 0; k < 3; ++k) point[k] = q[k] + s * b->axis[j][k];
}

static void common_point(const moving_boxes *p, const meeting *m, double t, double point[3])
{
    piece a = {{0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0}}, b = {.center = {0}};
    double v[3], back[3];
    for (int i = 0; i < 3; ++i) {
        a.center[i] = 0.5 * (p->low[i] + p->high[i]) + t * p->motion[i];
        a.half[i] = 0.5 * (p->high[i] - p->low[i]);
        b.half[i] = p->half[i];
        for (int k = 0; k < 3; ++k) b.axis[i][k] = p->axis[i][k];
        v[i] = m->sign * m->v[i];
        back[i] = -v[i];
    }
    if (m->index < 3) {
        on_face(&a, m->index, &b, back, point);
    } else if (m->index < 6) {
        on_face(&b, m->index - 3, &a, v, point);
    } else {
        on_edges(&a, (m->index - 6) / 3, &b, (m->index - 6) % 3, v, point);
    }
}

/// `frame`: the first box's axes, or null for those of the world. `turned`: the second box moves.
static sweep3_answer answer_of(const moving_boxes *p, const flr_box3 *frame, bool turned)
{
    meeting m = meet(p);
    sweep3_answer r = {.ask = !m.clear, .steps = 1};
    // boxes that only rounding separates (the static test decides) touch where their gap closes
    r.hit = !m.never && m.index >= 0;
    if (!r.hit) return r;
    if (!(m.gap > 0)) m.gap = 0;
    const flr_double2 gap = {m.gap, 0}, closing = {m.closing, 0};
    double t = flr_sweep3_quotient_below(gap, closing), point[3], length = sqrt(axes3_dot(m.v, m.v));
    common_point(p, &m, t, point);
    dvec3 n = dvec3_scale((turned ? -m.sign : m.sign) / length, (dvec3){m.v[0], m.v[1], m.v[2]});
    dvec3 q = {point[0], point[1], point[2]};
    r.normal = frame ? flr_box3_vector(frame, n) : n;
    q = frame ? flr_box3_vector(frame, q) : q;
    // relative to the centre of the second box, which the caller adds
    r.point_b = dvec3_round(q);
    r.t = t < 1 ? t : 1;
    return r;
}

static void set_second(moving_boxes *p, const flr_box3 *b, const flr_box3 *frame)
{
    const flr_vec3 axes[3] = {b->axes.x, b->axes.y, b->axes.z};
    const double half[3] = {(double)b->half_extents.x, (double)b->half_extents.y, (double)b->half_extents.z};
    double size = 0;
    for (int i = 0; i < 3; ++i) {
        dvec3 v = dvec3_from(axes[i]);
        axes3_set(p->axis[i], frame ? flr_box3_coordinates(frame, v) : v);
        p->half[i] = half[i];
        size += half[i] + (fabs(p->low[i]) > fabs(p->high[i]) ? fabs(p->low[i]) : fabs(p->high[i]));
    }
    p->tolerance = 16 * 0x1p-52 * size;
}

/// Is the pair within sizes at which products neither overflow nor vanish? The general cast has a unit for
/// others.
static bool is_in_range(const moving_boxes *p)
{
    double size = p->tolerance * 0x1p48, speed = flr_largest3(p->motion[0], p->motion[1], p->motion[2]);
    return size > 0x1p-100 && size < 0x1p100 && speed > 0x1p-100 && speed < 0x1p100;
}

/// The axes are those of Gottschalk, Lin and Manocha, "OBBTree" (1996); the motion is Ericson 5.5.2.
sweep3_answer flr_sweep3_find_box_box(const flr_box3 *a, flr_vec3 motion, const flr_box3 *b)
{
    moving_boxes p;
    dvec3 c = flr_box3_coordinates(a, dvec3_relative(a->center, b->center));
    dvec3 h = dvec3_from(a->half_extents);
    axes3_set(p.low, dvec3_sub(c, h));
    axes3_set(p.high, dvec3_add_scaled(c, 1, h));
    axes3_set(p.motion, flr_box3_coordinates(a, dvec3_from(motion)));
    set_second(&p, b, a);
    if (!is_in_range(&p)) {
        flr_convex3 x = flr_convex3_box(a), y = flr_convex3_box(b);
        sweep3_source s = sweep3_of_convex(&x), u = sweep3_of_convex(&y);
        return flr_sweep3_cast(&s, motion, &u, 0, 1, NULL);
    }
    sweep3_answer r = answer_of(&p, a, false);
    r.point_b = flr_add3(r.point_b, b->center);
    r.point_a = flr_mul_add3(r.point_b, -sweep3_round_down(r.t), motion);
    return r;
}

sweep3_answer flr_sweep3_find_aabb_box(const flr_aabb3 *a, flr_vec3 motion, const flr_box3 *b, bool turned)
{
    moving_boxes p;
    // if the second moves, the first moves back
    flr_vec3 way = turned ? flr_neg3(motion) : motion;
    axes3_set(p.low, dvec3_relative(a->min, b->center));
    axes3_set(p.high, dvec3_relative(a->max, b->center));
    axes3_set(p.motion, dvec3_from(way));
    set_second(&p, b, NULL);
    if (!is_in_range(&p)) {
        flr_convex3 y = flr_convex3_box(b);
        sweep3_source s = sweep3_of_range(a), u = sweep3_of_convex(&y);
        return flr_sweep3_cast(turned ? &u : &s, motion, turned ? &s : &u, 0, 1, NULL);
    }
    sweep3_answer r = answer_of(&p, NULL, turned);
    r.point_b = flr_add3(r.point_b, b->center);
    // the touch is at the moved position, and one point goes back to the start
    const flr_vec3 other = flr_mul_add3(r.point_b, (turned ? 1 : -1) * sweep3_round_down(r.t), motion);
    r.point_a = turned ? r.point_b : other;
    if (turned) r.point_b = other;
    return r;
}

flr_sweep3_result flr_sweep3_box_box(const flr_box3 *a, flr_vec3 motion, const flr_box3 *b)
{
    if (!flr_is_finite3(motion)) return sweep3_not_finite();
    sweep3_answer r = flr_sweep3_find_box_box(a, motion, b);
    return sweep3_result_of(&r, r.ask && flr_overlap3_box_box(a, b));
}

flr_sweep3_result flr_sweep3_aabb_box(const flr_aabb3 *a, flr_vec3 motion, const flr_box3 *b)
{
    if (!flr_is_finite3(motion)) return sweep3_not_finite();
    sweep3_answer r = flr_sweep3_find_aabb_box(a, motion, b, false);
    return sweep3_result_of(&r, r.ask && flr_overlap3_aabb_box(a, b));
}

flr_sweep3_result flr_sweep3_box_aabb(const flr_box3 *a, flr_vec3 motion, const flr_aabb3 *b)
{
    if (!flr_is_finite3(motion)) return sweep3_not_finite();
    sweep3_answer r = flr_sweep3_find_aabb_box(b, motion, a, true);
    return sweep3_result_of(&r, r.ask && flr_overlap3_aabb_box(b, a));
}
