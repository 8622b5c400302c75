/// The fifteen separating axes of two boxes, an axis in each lane, where depth and direction are needed in
/// little time. It is part of the text that manifold3_box_box_lanes.h compiles for each width of registers.
#ifndef FLR_CONVEX_SAT3_BOX_BOX_LANES_H
#define FLR_CONVEX_SAT3_BOX_BOX_LANES_H

#include "feeler/shape3.h"
#include "math/simd_f64x4.h"

/// The error of a projection, in parts of the size. Axes that are given in single precision make a frame
/// only up to its rounding, however exactly they are multiplied.
#define BOXES3_ROUNDING (sizeof(flr_real) == sizeof(float) ? 5e-7 : 4e-15)

/// In arrays, what belongs to the second box stands this far behind what belongs to the first.
#define BOXES3_SECOND 4

/// Two boxes, each in the axes of the other, in memory: some numbers are read by an index that is known
/// late.
typedef struct boxes3 {
    /// Rows 0 to 3 are along the axes of the second: the axes of the first, and the vector from the second's
    /// centre to that of the first. Rows 4 to 7 are along the axes of the first: the axes of the second, and
    /// the opposite vector. Zeros of the vector are -0 in row 3.
    double row[8][4] __attribute__((aligned(32)));
    double half[2 * BOXES3_SECOND] __attribute__((aligned(32)));  ///< half extents
    /// If edges were found: the normal from the first to the second along the axes of the first, not at unit
    /// length, and its opposite along those of the second.
    double normal[2 * BOXES3_SECOND] __attribute__((aligned(32)));
} boxes3;

/// The axis of largest separation.
typedef struct separation3_boxes {
    double rounding;    ///< the error of a projection
    double separation;  ///< above 0 apart, a lower bound of the distance; below 0 minus the depth
    int axis;  ///< face k of the first: k, of the second: 4 + k; cross product of edges i and j: 8 + 4 i + j
    int box, nearest;  ///< the normal's face, or the nearest to it: axis `nearest` of box 0 or BOXES3_SECOND
    int incident;  ///< the axis of the other box nearest to it; of those equal up to a millionth, the first
    double most;   ///< of edges: the normal's part along the axis `nearest`
    double length, square;  ///< of edges: of the normal, which is the sine between them; and its square
} separation3_boxes;

typedef enum boxes3_end {
    BOXES3_TOUCH,    ///< within the limit
    BOXES3_BEYOND,   ///< farther apart
    BOXES3_EXTREME,  ///< numbers too large or too small for squares of squares, or NaN
} boxes3_end;

/// The two axes that follow an axis.
static inline int boxes3_next(int k) { return k == 2 ? 0 : k + 1; }
static inline int boxes3_after(int k) { return k == 0 ? 2 : k - 1; }

/// Below this squared sine edges are parallel up to rounding, and have no cross product worth the name.
#define BOXES3_PARALLEL (sizeof(flr_real) == sizeof(float) ? 1e-12 : 1e-28)
/// Below this squared sine the short expressions lose digits.
#define BOXES3_NEARLY_PARALLEL 1e-2

/// The gap along the cross products of edge i of the first, of which m and n are the next two, with all
/// edges of the second. The products are not of unit length; `square` is the square of that length.
typedef struct boxes3_edges {
    f64x4 gap, square;
} boxes3_edges;

/// Computes the gaps along the cross products of one edge of a with the edges of b, and the squared lengths
/// of these products.
static inline boxes3_edges boxes3_edge_row(f64x4 dot_m, f64x4 dot_n, f64x4 size_m, f64x4 size_n, f64x4 half_m,
                                           f64x4 half_n, f64x4 half_1, f64x4 half_2)
{
    boxes3_edges r;
    const f64x4 across = f64x4_abs(
        f64x4_sub(f64x4_mul(f64x4_splat_last(dot_n), dot_m), f64x4_mul(f64x4_splat_last(dot_m), dot_n)));
    const f64x4 reach_a = f64x4_dot2(half_m, size_n, half_n, size_m);
    // at a small angle all of this is as small as the product, so the other axes of b are measured along the
    // product itself
    const f64x4 next =
        f64x4_abs(f64x4_sub(f64x4_mul(dot_m, f64x4_rotate1(dot_n)), f64x4_mul(dot_n, f64x4_rotate1(dot_m))));
    const f64x4 reach_b = f64x4_dot2(half_1, next, half_2, f64x4_rotate2(next));
    r.gap = f64x4_sub(across, f64x4_add(reach_a, reach_b));
    r.square = f64x4_dot2(dot_m, dot_m, dot_n, dot_n);
    return r;
}

/// Returns a mask of those that are better than what has to be beaten, as a signed square.
static inline f64x4 boxes3_better(boxes3_edges e, f64x4 to_beat)
{
    return f64x4_less(f64x4_mul(to_beat, e.square), f64x4_signed_square(e.gap));
}

/// Stores a row of edges. Returns a bit for each that is better.
static inline uint32_t boxes3_keep(boxes3_edges e, f64x4 to_beat, int row, double *gap, double *square)
{
    f64x4_store(gap + row, e.gap);
    f64x4_store(square + row, e.square);
    return f64x4_mask(boxes3_better(e, to_beat)) << row;
}

/// Returns the best of the edges whose bit 4 i + j is set, up to rounding the first of the best; -1 if none
/// is better than `to_beat`. Some of them are nearly parallel, so they are tested one by one. *along is the
/// gap, not at unit length.
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

/// One of the edges in each lane; the bits of its number are an integer.
typedef struct boxes3_candidates {
    f64x4 gap, square, number;
} boxes3_candidates;

/// Returns a row of edges as candidates. Those that are not better have a gap of minus infinity.
static inline boxes3_candidates boxes3_candidate_row(const double *gap, const double *square, f64x4 to_beat,
                                                     int row)
{
    static const int64_t NUMBER[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    const boxes3_edges e = {f64x4_load(gap + row), f64x4_load(square + row)};
    const f64x4 none = f64x4_splat(-(double)INFINITY);
    boxes3_candidates c;
    c.gap = f64x4_with_last(f64x4_select(boxes3_better(e, to_beat), e.gap, none), none);
    c.square = e.square;
    c.number = f64x4_load((const double *)(const void *)&NUMBER[row]);
    return c;
}

/// Returns the better of two in each lane, by products instead of quotients and roots. The later one has to
/// be better by rounding: by all of it for edges perpendicular to one another, less for others.
static inline boxes3_candidates boxes3_better_of(boxes3_candidates a, boxes3_candidates b, f64x4 rounding)
{
    const f64x4 later = f64x4_signed_square(f64x4_sub(b.gap, f64x4_mul(rounding, b.square)));
    const f64x4 is_later =
        f64x4_less(f64x4_mul(f64x4_signed_square(a.gap), b.square), f64x4_mul(later, a.square));
    boxes3_candidates c;
    c.gap = f64x4_select(is_later, b.gap, a.gap);
    c.square = f64x4_select(is_later, b.square, a.square);
    c.number = f64x4_select(is_later, b.number, a.number);
    return c;
}

/// Returns the best of three lanes, in the first lane.
static inline boxes3_candidates boxes3_best_lane(boxes3_candidates c, f64x4 rounding)
{
    const boxes3_candidates second = {f64x4_rotate1(c.gap), f64x4_rotate1(c.square), f64x4_rotate1(c.number)},
                            third = {f64x4_rotate2(c.gap), f64x4_rotate2(c.square), f64x4_rotate2(c.number)};
    return boxes3_better_of(boxes3_better_of(c, second, rounding), third, rounding);
}

/// Returns the first of the largest of three, up to a millionth.
static inline int boxes3_largest(f64x4 size, double *largest)
{
    const f64x4 three = f64x4_with_last(size, f64x4_splat(-1)), most = f64x4_splat_max_lane(three);
    *largest = f64x4_low(most)[0];
    return __builtin_ctz(f64x4_mask(f64x4_at_most(f64x4_mul(most, f64x4_splat(1 - 1e-6)), three)) | 4);
}

/// Returns the sign with which a face's normal points to the other box.
static inline f64x4 boxes3_side(const boxes3 *p, const separation3_boxes *s)
{
    return f64x4_signs(f64x4_splat(p->row[(s->box ^ BOXES3_SECOND) + 3][s->nearest]));
}

/// A mask for one lane.
static const int64_t BOXES3_LANE[3][4] = {{-1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}};

static inline f64x4 boxes3_lane(int k) { return f64x4_load((const double *)(const void *)BOXES3_LANE[k]); }

/// Takes edges i and j, by their number 4 i + j, as those that separate the boxes most. Only what needs
/// lengths waits for the root of the square.
static inline void boxes3_take_edge(boxes3 *p, int k, double gap, double square, separation3_boxes *s)
{
    const int i = k >> 2, j = k & 3, m = boxes3_next(i), n = boxes3_after(i);
    const double(*of_a)[4] = p->row;
    const double x = -of_a[n][j], y = of_a[m][j];
    const f64x4 u = f64x4_splat(x), v = f64x4_splat(y);
    const f64x4 across = f64x4_dot2(u, f64x4_load(of_a[m]), v, f64x4_load(of_a[n]));
    const f64x4 way = f64x4_dot2(f64x4_splat(of_a[m][3]), u, f64x4_splat(of_a[n][3]), v);
    const f64x4 back = f64x4_signs(f64x4_less(way, f64x4_splat(0)));
    f64x4_store(p->normal,
                f64x4_xor(f64x4_or(f64x4_and(boxes3_lane(m), u), f64x4_and(boxes3_lane(n), v)), back));
    f64x4_store(p->normal + BOXES3_SECOND, f64x4_neg(f64x4_xor(across, back)));
    // the next axis comes before the one after it, except those of the middle axis
    const double size_u = fabs(x), size_v = fabs(y), size_first = i == 1 ? size_v : size_u,
                 size_last = i == 1 ? size_u : size_v;
    const bool is_last = size_last > size_first * (1 + 1e-6);
    double along_b;
    const double along_a = size_u > size_v ? size_u : size_v;
    const int nearest_a = is_last == (i == 1) ? m : n,
              nearest_b = boxes3_largest(f64x4_abs(across), &along_b);
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

/// Returns b - a in all lanes.
static inline f64x4 boxes3_apart(flr_real b, flr_real a)
{
    return f64x4_sub(f64x4_splat((double)b), f64x4_splat((double)a));
}

/// Returns the products of a vector with the three axes of the second, and with the way.
static inline f64x4 boxes3_dots(const flr_real *v, f64x4 x, f64x4 y, f64x4 z)
{
    return f64x4_dot3(f64x4_splat((double)v[0]), x, f64x4_splat((double)v[1]), y, f64x4_splat((double)v[2]),
                      z);
}

/// How far a box reaches along the normals of the three faces of the other. The bits are for each face whose
/// normal is nearer to parallel with the box's second axis than with the first, or with its last axis than
/// with both.
typedef struct boxes3_reach {
    f64x4 reach;
    uint32_t second, last;
} boxes3_reach;

/// Returns how far a box reaches along four directions, and which of its axes is most along each.
static inline boxes3_reach boxes3_reach_of(const flr_real half[3], f64x4 x, f64x4 y, f64x4 z)
{
    const f64x4 size_x = f64x4_abs(x), size_y = f64x4_abs(y), size_z = f64x4_abs(z),
                more = f64x4_splat(1 + 1e-6);
    boxes3_reach r;
    r.reach = f64x4_dot3(f64x4_splat((double)half[0]), size_x, f64x4_splat((double)half[1]), size_y,
                         f64x4_splat((double)half[2]), size_z);
    const f64x4 least = f64x4_mul(size_x, more), second = f64x4_less(least, size_y);
    r.second = f64x4_mask(second);
    r.last = f64x4_mask(f64x4_less(f64x4_select(second, f64x4_mul(size_y, more), least), size_z));
    return r;
}

/// The gaps along the faces of each box, minus infinity in the last lane, and what the edges need.
typedef struct boxes3_faces {
    f64x4 dot0, dot1, dot2;  ///< each axis of the first along the axes of the second, and along the way
    f64x4 half_b, gap_a, gap_b;
    double whole;           ///< half extents and way: the size of the pair
    uint32_t second, last;  ///< as in boxes3_reach, those of the second's faces from bit 4 on
} boxes3_faces;

/// Measures the six faces, and keeps the pair in *p.
static inline __attribute__((always_inline)) boxes3_faces boxes3_measure_faces(const flr_real *pa,
                                                                               const flr_real *pb, boxes3 *p)
{
    boxes3_faces r;
    f64x4 x = f64x4_load_real(pb + 3), y = f64x4_load_real(pb + 6), z = f64x4_load_real(pb + 9),
          way = f64x4_sub(f64x4_load_real(pb), f64x4_load_real(pa));
    const f64x4 half_a = f64x4_load3_real(pa + 12), none = f64x4_splat(-(double)INFINITY);
    r.half_b = f64x4_load3_real(pb + 12);
    f64x4_transpose(&x, &y, &z, &way);
    r.dot0 = boxes3_dots(pa + 3, x, y, z);
    r.dot1 = boxes3_dots(pa + 6, x, y, z);
    r.dot2 = boxes3_dots(pa + 9, x, y, z);
    const f64x4 dot3 = f64x4_dot3(boxes3_apart(pb[0], pa[0]), x, boxes3_apart(pb[1], pa[1]), y,
                                  boxes3_apart(pb[2], pa[2]), z);
    f64x4 of_b0 = r.dot0, of_b1 = r.dot1, of_b2 = r.dot2, of_b3 = dot3;
    f64x4_transpose(&of_b0, &of_b1, &of_b2, &of_b3);
    f64x4_store(p->row[4], of_b0);
    f64x4_store(p->row[5], of_b1);
    f64x4_store(p->row[6], of_b2);
    f64x4_store(p->row[7], f64x4_add(of_b3, f64x4_splat(0)));
    const boxes3_reach on_a = boxes3_reach_of(pb + 12, of_b0, of_b1, of_b2);
    const f64x4 way_a = f64x4_abs(of_b3);
    r.gap_a = f64x4_with_last(f64x4_sub(f64x4_sub(way_a, half_a), on_a.reach), none);
    f64x4_store(p->row[0], r.dot0);
    f64x4_store(p->row[1], r.dot1);
    f64x4_store(p->row[2], r.dot2);
    f64x4_store(p->row[3], f64x4_neg(f64x4_add(dot3, f64x4_splat(0))));
    const boxes3_reach on_b = boxes3_reach_of(pa + 12, r.dot0, r.dot1, r.dot2);
    r.gap_b = f64x4_with_last(f64x4_sub(f64x4_sub(f64x4_abs(dot3), r.half_b), on_b.reach), none);
    f64x4_store(p->half, half_a);
    f64x4_store(p->half + BOXES3_SECOND, r.half_b);
    r.whole = f64x4_sum3(f64x4_add(f64x4_add(half_a, r.half_b), way_a));
    r.second = on_a.second | on_b.second << 4;
    r.last = on_a.last | on_b.last << 4;
    return r;
}

/// Takes the best of the nine edge axes if its gap is above `to_beat`, which is in all lanes; else *s stays.
/// `half_a` are the half extents of the first box, in memory.
static inline __attribute__((always_inline)) void boxes3_try_edges(const boxes3_faces *f,
                                                                   const flr_real *half_a, f64x4 to_beat,
                                                                   boxes3 *p, separation3_boxes *s)
{
    double gap[12] __attribute__((aligned(32))), square[12] __attribute__((aligned(32)));
    const f64x4 a0 = f64x4_splat((double)half_a[0]), a1 = f64x4_splat((double)half_a[1]),
                a2 = f64x4_splat((double)half_a[2]);
    const f64x4 size0 = f64x4_abs(f->dot0), size1 = f64x4_abs(f->dot1), size2 = f64x4_abs(f->dot2);
    const f64x4 beat = f64x4_signed_square(to_beat), half_1 = f64x4_rotate1(f->half_b),
                half_2 = f64x4_rotate2(f->half_b);
    // row after row, and from memory where needed again: so fewer registers are in use at a time
    uint32_t asked = boxes3_keep(boxes3_edge_row(f->dot1, f->dot2, size1, size2, a1, a2, half_1, half_2),
                                 beat, 0, gap, square);
    asked |= boxes3_keep(boxes3_edge_row(f->dot2, f->dot0, size2, size0, a2, a0, half_1, half_2), beat, 4,
                         gap, square);
    asked |= boxes3_keep(boxes3_edge_row(f->dot0, f->dot1, size0, size1, a0, a1, half_1, half_2), beat, 8,
                         gap, square);
    asked &= 0x777;
    if (!asked) return;
    const f64x4 nearly = f64x4_splat(BOXES3_NEARLY_PARALLEL);
    const uint32_t near = f64x4_mask(f64x4_less(f64x4_load(square), nearly)) |
                          f64x4_mask(f64x4_less(f64x4_load(square + 4), nearly)) << 4 |
                          f64x4_mask(f64x4_less(f64x4_load(square + 8), nearly)) << 8;
    int k = __builtin_ctz(asked);
    double along;
    if (near & asked) {
        k = boxes3_careful_edge(gap, square, asked, f64x4_low(to_beat)[0], s->rounding, &along);
        if (k < 0) return;
    } else {
        if (asked & (asked - 1)) {
            const f64x4 tie = f64x4_splat(s->rounding);
            boxes3_candidates c = boxes3_better_of(boxes3_candidate_row(gap, square, beat, 0),
                                                   boxes3_candidate_row(gap, square, beat, 4), tie);
            c = boxes3_best_lane(boxes3_better_of(c, boxes3_candidate_row(gap, square, beat, 8), tie), tie);
            k = (int)((i64x2)f64x4_low(c.number))[0];
        }
        along = gap[k];
    }
    boxes3_take_edge(p, k, along, square[k], s);
}

/// Finds the direction of largest separation (Gottschalk, Lin and Manocha, "OBBTree", 1996). If the boxes
/// are farther apart than `limit`, by more than rounding, it need not be the largest, but is larger than the
/// limit. Of axes that are equal up to rounding the first counts. Edges have to be better than faces by more
/// than rounding and `face_bias`. Cross products are compared by signed squares, without a root. Beside the
/// short cross product of nearly parallel edges rounding is large, so such edges are compared one by one.
static inline boxes3_end boxes3_separate(const flr_box3 *a, const flr_box3 *b, double limit, double face_bias,
                                         boxes3 *p, separation3_boxes *s)
{
    // centre, axes and half extents stand one after the other
    const flr_real *pa = (const flr_real *)(const void *)a, *pb = (const flr_real *)(const void *)b;
    const boxes3_faces f = boxes3_measure_faces(pa, pb, p);
    const double rounding = f.whole * BOXES3_ROUNDING;
    s->rounding = rounding;
    double gap[8] __attribute__((aligned(32)));
    f64x4_store(gap, f.gap_a);
    f64x4_store(gap + 4, f.gap_b);
    // every number that was read is part of these, and a comparison with NaN is false
    const bool known =
        (f64x4_mask(f64x4_at_most(f.gap_a, f.gap_a)) & f64x4_mask(f64x4_at_most(f.gap_b, f.gap_b))) == 15;
    if (!(f.whole > 1e-30 && f.whole < 1e30 && known)) return BOXES3_EXTREME;
    // half of the rounding counts among the faces, and half for edges: no more is lost in all
    const double half_rounding = f.whole * (0.5 * BOXES3_ROUNDING);
    const f64x4 most = f64x4_splat_max_lane(f64x4_max(f.gap_a, f.gap_b)),
                half_more = f64x4_splat(half_rounding);
    const int first = __builtin_ctz(f64x4_mask(f64x4_at_most(most, f64x4_add(f.gap_a, half_more))) |
                                    f64x4_mask(f64x4_at_most(most, f64x4_add(f.gap_b, half_more))) << 4 | 64);
    s->separation = gap[first];
    s->axis = first;
    s->box = first & BOXES3_SECOND;
    s->nearest = first & 3;
    s->most = s->length = s->square = 0;  // of edges only
    s->incident = f.last >> first & 1 ? 2 : f.second >> first & 1;
    limit += rounding;
    if (s->separation > limit) return BOXES3_BEYOND;
    boxes3_try_edges(&f, pa + 12, f64x4_add(most, f64x4_splat(half_rounding + face_bias)), p, s);
    return s->separation > limit ? BOXES3_BEYOND : BOXES3_TOUCH;
}

#endif
