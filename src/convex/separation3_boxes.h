/// The fifteen separating axes of two boxes, for those who need depth and direction in little time: an axis a lane, in the text
/// that contact3_boxes_lanes.h compiles for each width of lanes.
#ifndef FLR_CONVEX_SEPARATION3_BOXES_H
#define FLR_CONVEX_SEPARATION3_BOXES_H

#include "math/wide4.h"
#include "feeler/shape3.h"

/// What a projection may be off by, in parts of the size. Axes that are given in single precision are a frame
/// up to its rounding only, however exactly they are multiplied.
#define BOXES3_ROUNDING (sizeof(flr_real) == sizeof(float) ? 5e-7 : 4e-15)

/// What belongs to the second box stands so much behind what belongs to the first.
#define BOXES3_SECOND 4

/// Two boxes, each in the axes of the other. Read one number at a time by those whose axes are known only then.
typedef struct boxes3 {
    /// Four of the first along the axes of the second: its axes, and the way from the second's centre to its own; and four of the second
    /// along the axes of the first, the way the other way round. A way of 0 is -0 among the former.
    double row[8][4] __attribute__((aligned(32)));
    double half[2 * BOXES3_SECOND] __attribute__((aligned(32)));  ///< half extents
    /// Of the edges that were found: the normal, not at unit length, from the first to the second along the axes of the first, and its
    /// opposite along those of the second.
    double normal[2 * BOXES3_SECOND] __attribute__((aligned(32)));
} boxes3;

typedef struct separation3_boxes {
    double rounding;    ///< what a projection may be off by
    double separation;  ///< above 0 apart, a lower bound of the distance; below 0 minus the depth
    int axis;  ///< k: face k of the first, 4 + k: of the second, 8 + 4 i + j: the cross product of edges i and j
    int box, nearest;  ///< the normal's face, or the nearest to it: axis `nearest` of box 0 or BOXES3_SECOND
    int incident;  ///< the axis of the other box that is nearest to it; of near equals, up to a millionth, the first
    double most;            ///< of edges: how much of the normal is along the axis `nearest`
    double length, square;  ///< of edges: of the normal, which is the sine between them; and its square
} separation3_boxes;

typedef enum boxes3_end {
    BOXES3_TOUCH,    ///< within the limit
    BOXES3_BEYOND,   ///< farther apart
    BOXES3_EXTREME,  ///< numbers too large or small for squares of squares, or none
} boxes3_end;

/// The axes that follow an axis.
static inline int boxes3_next(int k) { return k == 2 ? 0 : k + 1; }
static inline int boxes3_after(int k) { return k == 0 ? 2 : k - 1; }

/// Edges that are parallel but for rounding have no cross product worth the name.
#define BOXES3_PARALLEL (sizeof(flr_real) == sizeof(float) ? 1e-12 : 1e-28)
/// Below this squared sine the short expressions lose digits.
#define BOXES3_NEARLY_PARALLEL 1e-2

/// The gap along a cross product, not at unit length, and the square of that length: for edge i of the first, of which m and n are the
/// next two, with all of the second.
typedef struct boxes3_edges {
    wide4 gap, square;
} boxes3_edges;

static inline boxes3_edges boxes3_edge_row(wide4 dot_m, wide4 dot_n, wide4 size_m, wide4 size_n, wide4 half_m,
                                           wide4 half_n, wide4 half_1, wide4 half_2)
{
    boxes3_edges r;
    const wide4 across = wide4_magnitude(
        wide4_sub(wide4_mul(wide4_all_last(dot_n), dot_m), wide4_mul(wide4_all_last(dot_m), dot_n)));
    const wide4 reach_a = wide4_dot2(half_m, size_n, half_n, size_m);
    // of edges at a small angle all of it is as small as the product: the other axes' parts from the product as well, though an edge's would do
    const wide4 next = wide4_magnitude(
        wide4_sub(wide4_mul(dot_m, wide4_turn1(dot_n)), wide4_mul(dot_n, wide4_turn1(dot_m))));
    const wide4 reach_b = wide4_dot2(half_1, next, half_2, wide4_turn2(next));
    r.gap = wide4_sub(across, wide4_add(reach_a, reach_b));
    r.square = wide4_dot2(dot_m, dot_m, dot_n, dot_n);
    return r;
}

/// Which of them are better than what has to be beaten, as a signed square.
static inline wide4 boxes3_better(boxes3_edges e, wide4 to_beat)
{
    return wide4_less(wide4_mul(to_beat, e.square), wide4_signed_square(e.gap));
}

/// Keeps a row of edges; a bit for each that is better.
static inline uint32_t boxes3_keep(boxes3_edges e, wide4 to_beat, int row, double *gap, double *square)
{
    wide4_store(gap + row, e.gap);
    wide4_store(square + row, e.square);
    return wide4_mask(boxes3_better(e, to_beat)) << row;
}

/// The first of the best, up to rounding, of the edges whose bit 4 i + j is set, one by one, some of them nearly parallel; -1 where none
/// is better than `to_beat`. *along is its gap, not at unit length.
static int boxes3_careful_edge(const double gap[12], const double squares[12], uint32_t asked, double to_beat,
                               double rounding, double *along)
{
    int best = -1;
    double most = to_beat;
    *along = 0;
    for (; asked; asked &= asked - 1) {
        const int k = __builtin_ctz(asked);
        const double square = squares[k];
        if (!(square > BOXES3_PARALLEL)) continue;
        const double g = gap[k], s = g / sqrt(square);
        if (!(s > (best < 0 ? to_beat : most + rounding))) continue;
        most = s;
        *along = g;
        best = k;
    }
    return best;
}

/// One of the edges in every lane; its number is a whole one in the bits.
typedef struct boxes3_candidates {
    wide4 gap, square, number;
} boxes3_candidates;

/// Of those that are not better, none.
static inline boxes3_candidates boxes3_candidate_row(const double *gap, const double *square, wide4 to_beat,
                                                     int row)
{
    static const int64_t NUMBER[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    const boxes3_edges e = {wide4_load(gap + row), wide4_load(square + row)};
    const wide4 none = wide4_all(-(double)INFINITY);
    boxes3_candidates c;
    c.gap = wide4_with_last(wide4_choose(boxes3_better(e, to_beat), e.gap, none), none);
    c.square = e.square;
    c.number = wide4_load((const double *)(const void *)&NUMBER[row]);
    return c;
}

/// The better of two in each lane, by products in place of quotients and roots. The later one has to be better by some rounding: all
/// of it for edges square to one another, less for others.
static inline boxes3_candidates boxes3_better_of(boxes3_candidates a, boxes3_candidates b, wide4 rounding)
{
    const wide4 later = wide4_signed_square(wide4_sub(b.gap, wide4_mul(rounding, b.square)));
    const wide4 is_later =
        wide4_less(wide4_mul(wide4_signed_square(a.gap), b.square), wide4_mul(later, a.square));
    boxes3_candidates c;
    c.gap = wide4_choose(is_later, b.gap, a.gap);
    c.square = wide4_choose(is_later, b.square, a.square);
    c.number = wide4_choose(is_later, b.number, a.number);
    return c;
}

/// Of the three lanes the best, in the first.
static inline boxes3_candidates boxes3_best_lane(boxes3_candidates c, wide4 rounding)
{
    const boxes3_candidates second = {wide4_turn1(c.gap), wide4_turn1(c.square), wide4_turn1(c.number)},
                            third = {wide4_turn2(c.gap), wide4_turn2(c.square), wide4_turn2(c.number)};
    return boxes3_better_of(boxes3_better_of(c, second, rounding), third, rounding);
}

/// The first of the largest of three, up to a millionth.
static inline int boxes3_largest(wide4 size, double *largest)
{
    const wide4 three = wide4_with_last(size, wide4_all(-1)), most = wide4_all_greatest(three);
    *largest = wide4_low(most)[0];
    return __builtin_ctz(wide4_mask(wide4_at_most(wide4_mul(most, wide4_all(1 - 1e-6)), three)) | 4);
}

/// The sign with which a face looks at the other box.
static inline wide4 boxes3_side(const boxes3 *p, const separation3_boxes *s)
{
    return wide4_signs(wide4_all(p->row[(s->box ^ BOXES3_SECOND) + 3][s->nearest]));
}

/// A mask for one lane.
static const int64_t BOXES3_LANE[3][4] = {{-1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}};

static inline wide4 boxes3_lane(int k) { return wide4_load((const double *)(const void *)BOXES3_LANE[k]); }

/// Takes two edges for what parts the boxes most: edges i and j by their number 4 i + j. Only what is asked of lengths waits for the
/// root of the square.
static inline void boxes3_take_edge(boxes3 *p, int k, double gap, double square, separation3_boxes *s)
{
    const int i = k >> 2, j = k & 3, m = boxes3_next(i), n = boxes3_after(i);
    const double(*of_a)[4] = p->row;
    const double x = -of_a[n][j], y = of_a[m][j];
    const wide4 u = wide4_all(x), v = wide4_all(y);
    const wide4 across = wide4_dot2(u, wide4_load(of_a[m]), v, wide4_load(of_a[n]));
    const wide4 way = wide4_dot2(wide4_all(of_a[m][3]), u, wide4_all(of_a[n][3]), v);
    const wide4 back = wide4_signs(wide4_less(way, wide4_all(0)));
    wide4_store(p->normal,
                wide4_flip(wide4_or(wide4_and(boxes3_lane(m), u), wide4_and(boxes3_lane(n), v)), back));
    wide4_store(p->normal + BOXES3_SECOND, wide4_neg(wide4_flip(across, back)));
    // the next axis stands before the one after it, but for the middle one's
    const double size_u = fabs(x), size_v = fabs(y), size_first = i == 1 ? size_v : size_u,
                 size_last = i == 1 ? size_u : size_v;
    const bool is_last = size_last > size_first * (1 + 1e-6);
    double along_b;
    const double along_a = size_u > size_v ? size_u : size_v;
    const int nearest_a = is_last == (i == 1) ? m : n,
              nearest_b = boxes3_largest(wide4_magnitude(across), &along_b);
    const bool swapped = along_b > along_a;
    s->box = swapped ? BOXES3_SECOND : 0;
    s->most = swapped ? along_b : along_a;
    s->nearest = swapped ? nearest_b : nearest_a;
    s->incident = swapped ? nearest_a : nearest_b;
    s->length = sqrt(square);
    s->separation = gap / s->length;
    s->axis = 8 + k;
    s->square = square;
}

/// In all lanes.
static inline wide4 boxes3_apart(flr_real b, flr_real a)
{
    return wide4_sub(wide4_all((double)b), wide4_all((double)a));
}

/// A vector times the three axes of the second, and the way.
static inline wide4 boxes3_dots(const flr_real *v, wide4 x, wide4 y, wide4 z)
{
    return wide4_dot3(wide4_all((double)v[0]), x, wide4_all((double)v[1]), y, wide4_all((double)v[2]), z);
}

/// How far a box reaches along the three faces of the other, by the faces' normals along its own axes; and a bit for each of the faces to
/// whose normal the box's second axis is nearer to parallel than the first, and the last than both.
typedef struct boxes3_reach {
    wide4 reach;
    uint32_t second, last;
} boxes3_reach;

static inline boxes3_reach boxes3_reach_of(const flr_real half[3], wide4 x, wide4 y, wide4 z)
{
    const wide4 size_x = wide4_magnitude(x), size_y = wide4_magnitude(y), size_z = wide4_magnitude(z),
                more = wide4_all(1 + 1e-6);
    boxes3_reach r;
    r.reach = wide4_dot3(wide4_all((double)half[0]), size_x, wide4_all((double)half[1]), size_y,
                         wide4_all((double)half[2]), size_z);
    const wide4 least = wide4_mul(size_x, more), second = wide4_less(least, size_y);
    r.second = wide4_mask(second);
    r.last = wide4_mask(wide4_less(wide4_choose(second, wide4_mul(size_y, more), least), size_z));
    return r;
}

/// The direction of largest separation. Where they are farther apart than `limit`, by more than rounding, it need not be the
/// largest, but is larger than the limit. The first of equal axes, up to rounding; edges have to be better than faces by more
/// than rounding and `face_bias`. Gottschalk, Lin and Manocha, "OBBTree" (1996); cross products are compared
/// by signed squares, without a root, and those of nearly parallel edges are measured again along themselves, since
/// what the usual expressions round there is not small beside the length of the axis.
static inline boxes3_end boxes3_separate(const flr_box3 *a, const flr_box3 *b, double limit, double face_bias,
                                         boxes3 *p, separation3_boxes *s)
{
    // centre, axes and half extents, one after the other
    const flr_real *pa = (const flr_real *)(const void *)a, *pb = (const flr_real *)(const void *)b;
    wide4 x = wide4_load_real(pb + 3), y = wide4_load_real(pb + 6), z = wide4_load_real(pb + 9),
          way = wide4_sub(wide4_load_real(pb), wide4_load_real(pa));
    const wide4 half_a = wide4_load3_real(pa + 12), half_b = wide4_load3_real(pb + 12),
                none = wide4_all(-(double)INFINITY);
    wide4_transpose(&x, &y, &z, &way);
    const wide4 dot0 = boxes3_dots(pa + 3, x, y, z), dot1 = boxes3_dots(pa + 6, x, y, z),
                dot2 = boxes3_dots(pa + 9, x, y, z);
    const wide4 dot3 = wide4_dot3(boxes3_apart(pb[0], pa[0]), x, boxes3_apart(pb[1], pa[1]), y,
                                  boxes3_apart(pb[2], pa[2]), z);
    wide4 of_b0 = dot0, of_b1 = dot1, of_b2 = dot2, of_b3 = dot3;
    wide4_transpose(&of_b0, &of_b1, &of_b2, &of_b3);
    wide4_store(p->row[4], of_b0);
    wide4_store(p->row[5], of_b1);
    wide4_store(p->row[6], of_b2);
    wide4_store(p->row[7], wide4_add(of_b3, wide4_all(0)));
    const boxes3_reach on_a = boxes3_reach_of(pb + 12, of_b0, of_b1, of_b2);
    const wide4 way_a = wide4_magnitude(of_b3),
                face_a = wide4_with_last(wide4_sub(wide4_sub(way_a, half_a), on_a.reach), none);
    wide4_store(p->row[0], dot0);
    wide4_store(p->row[1], dot1);
    wide4_store(p->row[2], dot2);
    wide4_store(p->row[3], wide4_neg(wide4_add(dot3, wide4_all(0))));
    const boxes3_reach on_b = boxes3_reach_of(pa + 12, dot0, dot1, dot2);
    const wide4 face_b =
        wide4_with_last(wide4_sub(wide4_sub(wide4_magnitude(dot3), half_b), on_b.reach), none);
    wide4_store(p->half, half_a);
    wide4_store(p->half + BOXES3_SECOND, half_b);
    const double whole = wide4_sum3(wide4_add(wide4_add(half_a, half_b), way_a)),
                 rounding = whole * BOXES3_ROUNDING;
    s->rounding = rounding;
    double gap[12] __attribute__((aligned(32))), square[12] __attribute__((aligned(32)));
    wide4_store(gap, face_a);
    wide4_store(gap + 4, face_b);
    // every number that was read is in these; a comparison with a NaN is false
    const bool known =
        (wide4_mask(wide4_at_most(face_a, face_a)) & wide4_mask(wide4_at_most(face_b, face_b))) == 15;
    if (!(whole > 1e-30 && whole < 1e30 && known)) return BOXES3_EXTREME;
    // half of what rounding may be among the faces, and half for edges: no more is lost in all
    const double half_rounding = whole * (0.5 * BOXES3_ROUNDING);
    const wide4 most = wide4_all_greatest(wide4_max(face_a, face_b)), half_more = wide4_all(half_rounding);
    const int first = __builtin_ctz(wide4_mask(wide4_at_most(most, wide4_add(face_a, half_more))) |
                                    wide4_mask(wide4_at_most(most, wide4_add(face_b, half_more))) << 4 | 64);
    s->separation = gap[first];
    s->axis = first;
    s->box = first & BOXES3_SECOND;
    s->nearest = first & 3;
    s->most = s->length = s->square = 0;  // of edges only
    s->incident =
        (on_a.last | on_b.last << 4) >> first & 1 ? 2 : (on_a.second | on_b.second << 4) >> first & 1;
    limit += rounding;
    if (s->separation > limit) return BOXES3_BEYOND;

    const wide4 a0 = wide4_all((double)pa[12]), a1 = wide4_all((double)pa[13]),
                a2 = wide4_all((double)pa[14]);
    const wide4 size0 = wide4_magnitude(dot0), size1 = wide4_magnitude(dot1), size2 = wide4_magnitude(dot2);
    const wide4 to_beat = wide4_add(most, wide4_all(half_rounding + face_bias)),
                beat = wide4_signed_square(to_beat), half_1 = wide4_turn1(half_b),
                half_2 = wide4_turn2(half_b);
    // row after row, and from memory where it is asked for again: fewer numbers at a time
    uint32_t asked =
        boxes3_keep(boxes3_edge_row(dot1, dot2, size1, size2, a1, a2, half_1, half_2), beat, 0, gap, square);
    asked |=
        boxes3_keep(boxes3_edge_row(dot2, dot0, size2, size0, a2, a0, half_1, half_2), beat, 4, gap, square);
    asked |=
        boxes3_keep(boxes3_edge_row(dot0, dot1, size0, size1, a0, a1, half_1, half_2), beat, 8, gap, square);
    asked &= 0x777;
    if (!asked) return BOXES3_TOUCH;
    const wide4 nearly = wide4_all(BOXES3_NEARLY_PARALLEL);
    const uint32_t near = wide4_mask(wide4_less(wide4_load(square), nearly)) |
                          wide4_mask(wide4_less(wide4_load(square + 4), nearly)) << 4 |
                          wide4_mask(wide4_less(wide4_load(square + 8), nearly)) << 8;
    int k = __builtin_ctz(asked);
    double along;
    if (near & asked) {
        k = boxes3_careful_edge(gap, square, asked, wide4_low(to_beat)[0], rounding, &along);
        if (k < 0) return BOXES3_TOUCH;
    } else {
        if (asked & (asked - 1)) {
            const wide4 tie = wide4_all(rounding);
            boxes3_candidates c = boxes3_better_of(boxes3_candidate_row(gap, square, beat, 0),
                                                   boxes3_candidate_row(gap, square, beat, 4), tie);
            c = boxes3_best_lane(boxes3_better_of(c, boxes3_candidate_row(gap, square, beat, 8), tie), tie);
            k = (int)((wide_bits)wide4_low(c.number))[0];
        }
        along = gap[k];
    }
    boxes3_take_edge(p, k, along, square[k], s);
    return s->separation > limit ? BOXES3_BEYOND : BOXES3_TOUCH;
}

#endif
