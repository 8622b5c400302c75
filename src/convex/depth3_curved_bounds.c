/// The least reach of the Minkowski difference of curved cores, found and proved by branch and bound over
/// cells of directions. A direction is given by two angles: the turn about the first core's axis, and the
/// rise over its equator.
#include "convex/depth3_curved.h"
#include "math/trigonometry.h"

// ---- Pieces ----

dvec3 flr_pieces3_local(const pieces3 *p, dvec3 v)
{
    return dvec3_make(dvec3_dot(p->frame[0], v), dvec3_dot(p->frame[1], v), dvec3_dot(p->frame[2], v));
}

dvec3 flr_pieces3_scene(const pieces3 *p, dvec3 v)
{
    return dvec3_add_scaled(dvec3_add_scaled(dvec3_scale(v.x, p->frame[0]), v.y, p->frame[1]), v.z,
                            p->frame[2]);
}

static void set_ends(const pieces3 *p, const core3 *c, end3 ends[2])
{
    double radius = dvec3_length(c->axis[0]);
    ends[0] = (end3){flr_pieces3_local(p, c->low), radius};
    ends[1] = (end3){flr_pieces3_local(p, c->high), c->kind == FLR_CONVEX3_CONE ? 0 : radius};
}

static dvec3 core_axis_of(const core3 *c)
{
    dvec3 n = dvec3_cross(c->axis[0], c->axis[1]);
    double length = dvec3_length(n);
    return length > 0 ? dvec3_scale(1 / length, n) : c->axis[2];
}

bool flr_pieces3_make(pieces3 *p, const pair3 *pair, bool by_b)
{
    const core3 *first = by_b ? &pair->b : &pair->a;
    p->second = by_b ? &pair->a : &pair->b;
    p->side = by_b ? -1 : 1;
    if (!core3_is_round(first)) return false;
    p->frame[2] = core_axis_of(first);
    p->frame[0] = dvec3_perpendicular(p->frame[2]);
    p->frame[1] = dvec3_cross(p->frame[2], p->frame[0]);
    set_ends(p, first, p->first);
    p->is_round = core3_is_round(p->second);
    double size = 0;
    if (p->is_round) {
        set_ends(p, p->second, p->ends);
        p->axis = flr_pieces3_local(p, core_axis_of(p->second));
        for (int i = 0; i < 2; i++) {
            double reach = dvec3_length(p->ends[i].at) + p->ends[i].radius;
            if (reach > size) size = reach;
        }
    } else {
        size = flr_core3_reach(p->second);
    }
    double other = 0;
    for (int i = 0; i < 2; i++) {
        double reach = dvec3_length(p->first[i].at) + p->first[i].radius;
        if (reach > other) other = reach;
    }
    p->size = size + other;
    return p->size > 0 && isfinite(p->size);
}

int flr_pieces3_find(const pieces3 *p, const dvec3 *normals, int count, piece3 *pieces)
{
    end3 ends[PIECES3_ENDS];
    int found = 0;
    if (p->is_round) {
        ends[found++] = p->ends[0];
        ends[found++] = p->ends[1];
    }
    bool is_few = p->second->kind == FLR_CONVEX3_CORNERS && p->second->count <= 4;
    for (uint32_t i = 0; is_few && i < p->second->count; i++)
        ends[found++] = (end3){flr_pieces3_local(p, p->second->corner[i]), 0};
    for (int i = 0; i < count && i < PIECES3_ENDS && !p->is_round && !is_few; i++) {
        uint32_t id = CORE3_NO_ID;
        dvec3 d = flr_pieces3_scene(p, dvec3_neg(normals[i]));
        dvec3 at = flr_pieces3_local(p, core3_support(p->second, p->second->kind, d, &id));
        bool is_new = true;
        for (int k = 0; k < found; k++) is_new = is_new && !dvec3_equal(ends[k].at, at);
        if (is_new) ends[found++] = (end3){at, 0};
    }
    int made = 0;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < found; k++) pieces[made++] = (piece3){&p->first[i], ends[k]};
    return made;
}

dvec3 flr_pieces3_point(const pieces3 *p, const piece3 *piece, dvec3 n, dvec3 *first, dvec3 *second)
{
    dvec3 u, v;
    pieces3_farthest(p, n, &u, &v);
    *first = dvec3_add_scaled(piece->first->at, piece->first->radius, u);
    *second = dvec3_add_scaled(piece->second.at, piece->second.radius, v);
    return dvec3_sub(*first, *second);
}

// ---- Cells ----

enum { WAITING_MOST = 160 };

/// The directions within two angles of a middle one, and a lower bound of the reach there.
typedef struct cell3 {
    double turn, rise, half_turn, half_rise, lower;
    bool along_turn;  ///< how it is to be halved
} cell3;

/// The best direction so far.
typedef struct search3 {
    const pieces3 *p;
    dvec3 best;
    double upper, close;
} search3;

/// A plane over a cell that is nowhere above a piece: value + a * turn + b * rise.
typedef struct plane2 {
    double value, a, b;
} plane2;

/// The middle of a cell, and the derivatives of the direction by both angles.
typedef struct spot3 {
    dvec3 n, by_turn, by_rise;
} spot3;

static spot3 spot_at(double turn, double rise)
{
    double s, c, h, l;
    flr_sine_cosine(turn, &s, &c);
    flr_sine_cosine(rise, &h, &l);
    return (spot3){dvec3_make(l * c, l * s, h), dvec3_make(-l * s, l * c, 0), dvec3_make(-h * c, -h * s, l)};
}

static double flat_length(dvec3 v) { return sqrt(v.x * v.x + v.y * v.y); }

/// Bounds on minus a piece's second derivatives within the cell: twice by the turn, twice by the rise, and
/// by both.
typedef struct bend3 {
    double turn, rise, both;
    double turn_most, rise_most;  ///< whatever the sign
} bend3;

/// A piece in the middle of a cell, and how far the cell goes from there.
typedef struct place3 {
    const spot3 *at;
    double level, height;  ///< no cosine and no sine of the rise is larger
    double way, value;
} place3;

static double least_of(double x, double y) { return x < y ? x : y; }
static double above_zero(double x) { return x > 0 ? x : 0; }

/// Bounds the bend of dot(c, n) + r * |n x u|, and by the rise also of s times the sine of the angle to
/// another axis. By the turn only the vector from the axis bends, which lies against n where the reach is
/// least. By the rise no reach bends by more than itself.
static bend3 bend_of(dvec3 c, double r, double s, const place3 *p)
{
    double across = flat_length(c), most = sqrt((across + r) * (across + r) + c.z * c.z) + s;
    double here = c.x * p->at->n.x + c.y * p->at->n.y;
    bend3 b;
    b.turn_most = across * p->level;
    b.rise_most = most;
    b.turn = least_of(b.turn_most, above_zero(here + across * p->way));
    b.rise = least_of(most, above_zero(p->value + (most + across) * p->way));
    b.both = across * p->height;
    return b;
}

/// Adds the bend of s * |n x v|, where v is at the sine q from the first axis: all derivatives by the turn
/// have q as a factor. g is the least of |n x v| in the cell, and x = dot(n, v) in its middle.
static void add_disc(bend3 *b, double s, dvec3 v, double g, const place3 *p)
{
    const dvec3 n = p->at->n;
    double q = flat_length(v), x = dvec3_dot(n, v), by_turn = dvec3_dot(v, p->at->by_turn);
    double most = q * (q / (g * g * g) + least_of(1, fabs(x) + p->way) / g);
    double g_here = g + p->way, cube = g * g * g;
    double here = by_turn * by_turn / (g_here * g_here * g_here) - x * (v.x * n.x + v.y * n.y) / g_here;
    double change = q * (4 / g + 8 / cube + 3 / (cube * g * g));
    b->turn_most += s * most;
    b->turn += s * least_of(most, above_zero(here + change * p->way));
    b->both += s * q * (2 / g + 1 / cube);
}

static double loss_by_turn(bend3 b, const cell3 *c) { return b.turn * c->half_turn * c->half_turn / 2; }

static double loss(bend3 b, const cell3 *c)
{
    return loss_by_turn(b, c) + b.rise * c->half_rise * c->half_rise / 2 +
           b.both * c->half_turn * c->half_rise;
}

/// Bounds the bend of a piece in a cell. The second's disc counts as a disc, or as that point of it that
/// reaches farthest in the middle, whichever bends less.
static bend3 bend_in(const search3 *s, const piece3 *piece, const spot3 *at, const cell3 *cell, double value)
{
    place3 p = {at, least_of(1, at->by_rise.z + cell->half_rise),
                least_of(1, fabs(at->n.z) + cell->half_rise), .value = value};
    double r = piece->first->radius, radius = piece->second.radius;
    p.way = cell->half_turn * p.level + cell->half_rise;
    dvec3 c = dvec3_sub(piece->first->at, piece->second.at), first, second;
    if (!(radius > 0)) return bend_of(c, r, 0, &p);
    flr_pieces3_point(s->p, piece, at->n, &first, &second);
    bend3 point = bend_of(dvec3_sub(piece->first->at, second), r, 0, &p);
    double g = dvec3_length(dvec3_cross(at->n, s->p->axis)) - p.way;
    if (!(g > 0.25)) return point;
    bend3 disc = bend_of(c, r, radius, &p);
    add_disc(&disc, radius, s->p->axis, g, &p);
    return loss(disc, cell) < loss(point, cell) ? disc : point;
}

/// The best bound so far, what it loses for want of smaller cells, and where the planes meet.
typedef struct bound2 {
    double value, for_turn, for_rise, turn, rise;
} bound2;

static void take(bound2 *best, plane2 m, const cell3 *c, double turn, double rise)
{
    double for_turn = fabs(m.a) * c->half_turn, for_rise = fabs(m.b) * c->half_rise;
    double value = m.value - for_turn - for_rise;
    if (value > best->value) *best = (bound2){value, for_turn, for_rise, turn, rise};
}

static plane2 mixed(double x, const plane2 *p, double y, const plane2 *q)
{
    return (plane2){x * p->value + y * q->value, x * p->a + y * q->a, x * p->b + y * q->b};
}

/// Takes the means of two planes that are level in one of the two angles.
static void take_pair(bound2 *best, const plane2 *p, const plane2 *q, const cell3 *c)
{
    if (p->b * q->b < 0) {
        double span = p->b - q->b;
        plane2 m = mixed(-q->b / span, p, p->b / span, q);
        m.b = 0;
        take(best, m, c, 0, (q->value - p->value) / span);
    }
    if (p->a * q->a < 0) {
        double span = p->a - q->a;
        plane2 m = mixed(-q->a / span, p, p->a / span, q);
        m.a = 0;
        take(best, m, c, (q->value - p->value) / span, 0);
    }
}

/// Takes the mean of three planes that is level, if there is one.
static void take_three(bound2 *best, const plane2 *p, const plane2 *q, const plane2 *r, const cell3 *c)
{
    double x = q->a * r->b - q->b * r->a, y = r->a * p->b - r->b * p->a, z = p->a * q->b - p->b * q->a;
    bool within = (x >= 0 && y >= 0 && z >= 0) || (x <= 0 && y <= 0 && z <= 0);
    double sum = x + y + z;
    if (!within || !(fabs(sum) > 0)) return;
    plane2 m = {(x * p->value + y * q->value + z * r->value) / sum, 0, 0};
    double qa = q->a - p->a, qb = q->b - p->b, ra = r->a - p->a, rb = r->b - p->b;
    double qv = p->value - q->value, rv = p->value - r->value, det = qa * rb - qb * ra;
    if (det == 0) return;
    take(best, m, c, (qv * rb - rv * qb) / det, (qa * rv - ra * qv) / det);
}

/// Returns the best bound by weak duality: no mean of the planes is above the highest of them. The best mean
/// of two planes is level in one direction, that of three in both.
static bound2 best_mean(const plane2 *planes, int count, const cell3 *c)
{
    bound2 best = {.value = -(double)INFINITY};
    for (int i = 0; i < count; i++) take(&best, planes[i], c, 0, 0);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++) take_pair(&best, &planes[k], &planes[i], c);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            for (int m = 0; m < k; m++) take_three(&best, &planes[m], &planes[k], &planes[i], c);
    return best;
}

static void improve(search3 *s, dvec3 n, double reach)
{
    if (!(reach < s->upper)) return;
    s->upper = reach;
    s->best = n;
}

/// Computes the reach along n, and keeps n if it is the least.
static void try_direction(search3 *s, dvec3 n)
{
    piece3 pieces[PIECES3];
    double most = -(double)INFINITY;
    int count = flr_pieces3_find(s->p, &n, 1, pieces);
    for (int i = 0; i < count; i++) {
        dvec3 first, second;
        double reach = dvec3_dot(flr_pieces3_point(s->p, &pieces[i], n, &first, &second), n);
        if (reach > most) most = reach;
    }
    improve(s, n, most);
}

/// Adds planes for pieces that rise all the way from the cell's upper or lower edge. Such a piece is least
/// at that edge, and its bend by the rise does not matter. So a cell that ends at a ridge may have a high
/// bound.
static int add_edges(const search3 *s, const cell3 *c, const piece3 *pieces, const bend3 *bends, int count,
                     plane2 *planes)
{
    int made = count;
    for (int side = -1; side < 2; side += 2) {
        const spot3 at = spot_at(c->turn, c->rise + side * c->half_rise);
        for (int i = 0; i < count; i++) {
            dvec3 first, second, w = flr_pieces3_point(s->p, &pieces[i], at.n, &first, &second);
            const bend3 *b = &bends[i];
            double rises = -side * dvec3_dot(w, at.by_rise);
            if (!(rises >= b->both * c->half_turn + b->rise * c->half_rise)) continue;
            planes[made++] = (plane2){dvec3_dot(w, at.n) - loss_by_turn(*b, c), dvec3_dot(w, at.by_turn), 0};
        }
    }
    return made;
}

/// The sides of a cell, for lower bounds.
typedef struct sides2 {
    double half_sine, half_cosine;  ///< of half its turn
    double low_sine, low_cosine;    ///< of its least rise
    double high_sine, high_cosine;  ///< and of its largest
} sides2;

static sides2 sides_of(const cell3 *c)
{
    sides2 s;
    flr_sine_cosine(c->half_turn, &s.half_sine, &s.half_cosine);
    flr_sine_cosine(c->rise - c->half_rise, &s.low_sine, &s.low_cosine);
    flr_sine_cosine(c->rise + c->half_rise, &s.high_sine, &s.high_cosine);
    return s;
}

/// Returns the least value of a disc of the first about a point of the second in the whole cell, to
/// rounding. By the turn that point moves like a cosine, and what is left moves like another one by the
/// rise. So a piece that is level all along a turn is bounded at once.
static double least_in(const search3 *s, const piece3 *piece, const spot3 *at, const sides2 *sides)
{
    dvec3 first, second = piece->second.at;
    if (piece->second.radius > 0) flr_pieces3_point(s->p, piece, at->n, &first, &second);
    const dvec3 c = dvec3_sub(piece->first->at, second);
    const double level = flat_length(at->by_turn);
    if (!(level > 0)) return -(double)INFINITY;
    const double along = (c.y * at->by_turn.y + c.x * at->by_turn.x) / level;
    const double across = (c.x * at->by_turn.y - c.y * at->by_turn.x) / level;  // towards the middle's turn
    const double beside = fabs(along);
    bool passes = beside * sides->half_cosine + across * sides->half_sine < 0;
    double swing = passes ? -flat_length(c) : across * sides->half_cosine - beside * sides->half_sine;
    swing += piece->first->radius;
    if (!(swing >= 0)) return -(double)INFINITY;
    return least_of(swing * sides->low_cosine + c.z * sides->low_sine,
                    swing * sides->high_cosine + c.z * sides->high_sine);
}

/// Bounds the cell, and tries the direction where its planes meet.
static void bound_cell(search3 *s, cell3 *c)
{
    const spot3 at = spot_at(c->turn, c->rise);
    dvec3 normals[PIECES3_ENDS] = {at.n};
    int known = 1;
    for (int i = -1; i < 2 && !s->p->is_round; i += 2)
        for (int k = -1; k < 2; k += 2)
            normals[known++] = dvec3_add_scaled(dvec3_add_scaled(at.n, i * c->half_turn, at.by_turn),
                                                k * c->half_rise, at.by_rise);
    piece3 pieces[PIECES3];
    plane2 planes[3 * PIECES3];
    bend3 bends[PIECES3];
    double most = -(double)INFINITY, turn = 0, rise = 0;
    int count = flr_pieces3_find(s->p, normals, known, pieces);
    for (int i = 0; i < count; i++) {
        dvec3 first, second, w = flr_pieces3_point(s->p, &pieces[i], at.n, &first, &second);
        double value = dvec3_dot(w, at.n);
        bend3 b = bends[i] = bend_in(s, &pieces[i], &at, c, value);
        if (value > most) most = value;
        planes[i] = (plane2){value - loss(b, c), dvec3_dot(w, at.by_turn), dvec3_dot(w, at.by_rise)};
        if (b.turn_most > turn) turn = b.turn_most;
        if (b.rise_most > rise) rise = b.rise_most;
    }
    improve(s, at.n, most);
    bound2 best = best_mean(planes, add_edges(s, c, pieces, bends, count, planes), c);
    if (best.value > c->lower) c->lower = best.value;
    if (c->lower < s->upper - s->close) {
        const sides2 sides = sides_of(c);
        for (int i = 0; i < count; i++) {
            double least = least_in(s, &pieces[i], &at, &sides);
            if (least > c->lower) c->lower = least;
        }
    }
    // bends count with either sign, as a cell does not show which of the second's points it lacks
    c->along_turn = best.for_turn + turn * c->half_turn * c->half_turn / 2 >
                    best.for_rise + rise * c->half_rise * c->half_rise / 2;
    if (c->lower >= s->upper - s->close || (best.turn == 0 && best.rise == 0)) return;
    if (fabs(best.turn) <= 2 * c->half_turn && fabs(best.rise) <= 2 * c->half_rise)
        try_direction(s, spot_at(c->turn + best.turn, c->rise + best.rise).n);
}

/// Returns the half of a cell on one side, -1 or 1.
static cell3 half_of(const cell3 *c, double side)
{
    cell3 h = *c;
    if (c->along_turn) {
        h.half_turn /= 2;
        h.turn += side * h.half_turn;
    } else {
        h.half_rise /= 2;
        h.rise += side * h.half_rise;
    }
    return h;
}

double flr_depth3_cells(const pieces3 *p, double close, int most, dvec3 *normal, double *upper)
{
    const double quarter = 0.78539816339744831;
    cell3 waiting[WAITING_MOST];
    search3 s = {p, *normal, *upper, close};
    int count = 0, looked = 0;
    try_direction(&s, dvec3_make(0, 0, 1));
    try_direction(&s, dvec3_make(0, 0, -1));
    if (p->is_round) {
        try_direction(&s, p->axis);
        try_direction(&s, dvec3_neg(p->axis));
    }
    // the direction perpendicular to the first's side or slope is an edge of all cells next to it
    double ridge = flr_arc_tangent2(p->first[0].radius - p->first[1].radius,
                                    dvec3_length(dvec3_sub(p->first[1].at, p->first[0].at)));
    for (int i = 0; i < 4; i++)
        for (int k = -1; k < 2; k += 2) {
            double half_rise = quarter - k * ridge / 2;
            cell3 c = {i * 2 * quarter, ridge + k * half_rise, quarter, half_rise, -(double)INFINITY, true};
            bound_cell(&s, &c);
            looked++;
            waiting[count++] = c;
        }
    double least = (double)INFINITY;
    while (count > 0) {
        cell3 c = waiting[--count];
        bool is_done = c.lower >= s.upper - close;
        if (is_done || looked >= most || count + 2 > WAITING_MOST) {
            if (!is_done && c.lower < least) least = c.lower;
            continue;
        }
        cell3 low = half_of(&c, -1), high = half_of(&c, 1);
        bound_cell(&s, &low);
        bound_cell(&s, &high);
        looked += 2;
        bool low_last = low.lower < high.lower;
        waiting[count++] = low_last ? high : low;
        waiting[count++] = low_last ? low : high;
    }
    *normal = s.best;
    *upper = s.upper;
    double proved = s.upper - close;
    return least < proved ? least : proved;
}
