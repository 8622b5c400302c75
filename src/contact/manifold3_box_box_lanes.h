/// The manifold of two boxes: separating axes, then the patch of two faces or the crossing of two edges. This
/// text for lanes is compiled in contact_baseline.c and contact_avx2.c.
///
/// The state comes first: the two boxes, the axis that was found, and the codes of a box's features.
#include "contact/clip3_rectangles.h"
#include "contact/manifold3_box_box.h"
#include "contact/manifold3_ids.h"
#include "convex/sat3_box_box_lanes.h"
#include "feeler/overlap3.h"

typedef struct box_contact3 {
    const flr_box3 *a, *b;
    const contact3_boxes_options *ask;
    const boxes3 *pair;  ///< a pointer, as numbers that are indexed stay in memory
    separation3_boxes found;
    double margin, radii;  ///< the margin may exceed the caller's by rounding
} box_contact3;

/// Places closer to an end than this are on it.
static inline double box_contact3_snap(const box_contact3 *j)
{
    return j->found.rounding * (CONTACT3_SNAP / BOXES3_ROUNDING);
}

/// Returns where the ends of axes begin. Axes without extent have no ends.
static inline f64x4 box_contact3_ends(const box_contact3 *j, f64x4 half)
{
    const double snap = box_contact3_snap(j), least = 0.5 * CONTACT3_SAME / CONTACT3_SNAP * snap;
    const f64x4 near = f64x4_min(f64x4_mul(f64x4_splat(CONTACT3_SNAP_OWN), half), f64x4_splat(snap));
    return f64x4_and(f64x4_less(f64x4_splat(least), half), f64x4_sub(half, near));
}

static inline double box_contact3_limited(double x, double most)
{
    return x > most ? most : x < -most ? -most : x;
}

/// Returns the first number of a box: centre, axes and half extents follow each other.
static inline const flr_real *box_contact3_reals(const flr_box3 *b)
{
    return (const flr_real *)(const void *)b;
}

/// Corners, edges and faces of a box are numbered in base 3: the low end, middle or high end along every
/// axis; the code with all middles is 13. This is the part of an end along an axis.
static const double BOX_CONTACT3_POWER[3] = {1, 3, 9};

/// Returns a vector along the axes of the first box in world.
static inline f64x4 box_contact3_world(const box_contact3 *j, double x, double y, double z)
{
    const flr_real *p = box_contact3_reals(j->a);
    return f64x4_dot3(f64x4_splat(x), f64x4_load_real(p + 3), f64x4_splat(y), f64x4_load_real(p + 6),
                      f64x4_splat(z), f64x4_load_real(p + 9));
}

/// Returns the centre, which is added to a point, and -0, which is added to its depth.
static inline f64x4 box_contact3_center(const flr_real *p)
{
    return f64x4_of((double)p[0], (double)p[1], (double)p[2], -0.0);
}

/// Writes a point and its depth, given from the centre.
static inline void box_contact3_put(flr_manifold3_point *point, f64x4 from_center, f64x4 center)
{
    f64x4_store_real((flr_real *)(void *)point, from_center, center);
}

/// Face against face: the reference face clips the incident face.

/// A face of one box, the reference, and the face of the other that opposes it most, the incident face.
/// Coordinates x, y are along the reference box's two next axes. Points are projected along the normal onto
/// the reference face.
typedef struct face_pair {
    int box;     ///< the reference box: 0 or BOXES3_SECOND
    bool leans;  ///< the normal is not that of the reference face
    int axis, axis_x, axis_y;
    int incident_axis;
    f64x4 side;           ///< a sign: is the reference face at +axis or -axis?
    f64x4 incident_side;  ///< a sign: is the incident face at +axis or -axis?
    f64x4 n[3];      ///< if it leans: from reference to incident along axis_x, axis_y, axis, of any length
    double slack;    ///< by this the depth of the deepest point may differ from the one found
    double half[3];  ///< of the reference box, in this order
    f64x4 ends;      ///< where ends of axes begin: x, y of the reference, arms of the incident face
    f64x4 code, incident_code;  ///< of the faces
    clip3_rectangle4 sheet;     ///< the incident face, whose arms are the next two axes of its box
    double rounding;
} face_pair;

static inline place4 components(const double v[4], const face_pair *f)
{
    place4 r = {f64x4_splat(v[f->axis_x]), f64x4_splat(v[f->axis_y]), f64x4_splat(v[f->axis])};
    return r;
}

/// Projects a point `p.depth` over the face onto it along the manifold's normal, which leans from the face's
/// own normal by `slope`.
static inline void lean_over(const f64x4 slope[2], f64x4 lean, place4 *p)
{
    p->x = f64x4_add_scaled(p->x, p->depth, slope[0]);
    p->y = f64x4_add_scaled(p->y, p->depth, slope[1]);
    p->depth = f64x4_mul(p->depth, lean);
}

/// Returns the code of a face, which has the middle along all axes but one.
static inline f64x4 face_code(double half, f64x4 side, int axis)
{
    const f64x4 end =
        f64x4_and(f64x4_less(f64x4_splat(0), f64x4_splat(half)), f64x4_splat(BOX_CONTACT3_POWER[axis]));
    return f64x4_add(f64x4_splat(13), f64x4_xor(end, side));
}

/// Computes the other members from the first ones.
static inline void pair_faces(const box_contact3 *j, face_pair *f)
{
    const boxes3 *p = j->pair;
    const double(*other)[4] = &p->row[f->box ^ BOXES3_SECOND];
    const double *half = &p->half[f->box], *other_half = &p->half[f->box ^ BOXES3_SECOND];
    const int m = f->incident_axis, along_u = boxes3_next(m), along_v = boxes3_after(m);
    clip3_rectangle4 *s = &f->sheet;
    f->rounding = j->found.rounding;
    f->half[0] = half[f->axis_x];
    f->half[1] = half[f->axis_y];
    f->half[2] = half[f->axis];
    f->ends =
        box_contact3_ends(j, f64x4_of(f->half[0], f->half[1], other_half[along_u], other_half[along_v]));
    f->code = face_code(f->half[2], f->side, f->axis);
    f->incident_code = face_code(other_half[m], f->incident_side, m);
    s->half_u = f64x4_splat(other_half[along_u]);
    s->half_v = f64x4_splat(other_half[along_v]);
    s->u = components(other[along_u], f);
    s->v = components(other[along_v], f);
    const place4 way = components(other[3], f), out = components(other[m], f);
    const f64x4 push = f64x4_xor(f64x4_splat(other_half[m]), f->incident_side), down = f64x4_neg(f->side);
    s->middle.x = f64x4_add_scaled(way.x, push, out.x);
    s->middle.y = f64x4_add_scaled(way.y, push, out.y);
    s->middle.depth =
        f64x4_add(f64x4_splat(f->half[2]), f64x4_xor(f64x4_add_scaled(way.depth, push, out.depth), down));
    s->u.depth = f64x4_xor(s->u.depth, down);
    s->v.depth = f64x4_xor(s->v.depth, down);
    if (f->leans) {
        // the depth along the normal of a point at a height over the face, and its projection
        const f64x4 per = f64x4_div(f64x4_splat(1), f64x4_abs(f->n[2])),
                    slope[2] = {f64x4_mul(f->n[0], per), f64x4_mul(f->n[1], per)},
                    lean = f64x4_mul(f64x4_splat(j->found.length), per);
        lean_over(slope, lean, &s->middle);
        lean_over(slope, lean, &s->u);
        lean_over(slope, lean, &s->v);
    }
    clip3_rectangle_close(s);
}

/// Returns the part of a feature's code along one axis: an end if the place is near one and the axis has
/// extent, else the middle.
static inline f64x4 end_codes(f64x4 x, f64x4 end, int axis)
{
    const f64x4 unit = f64x4_and(f64x4_less(f64x4_splat(0), end), f64x4_splat(BOX_CONTACT3_POWER[axis]));
    return f64x4_sub(f64x4_and(f64x4_less(end, x), unit), f64x4_and(f64x4_less(x, f64x4_neg(end)), unit));
}

/// Four points in lanes; undefined beyond the count.
typedef struct chosen4 {
    f64x4 x, y, depth;
    int count;
} chosen4;

static inline chosen4 gather(const clip3_points *s)
{
    chosen4 c;
    const uint32_t none = 1u << CLIP3_NONE;
    uint32_t left = s->mask;
    const int a = __builtin_ctz(left | none);
    left &= left - 1;
    const int b = __builtin_ctz(left | none);
    left &= left - 1;
    const int d = __builtin_ctz(left | none);
    left &= left - 1;
    const int e = __builtin_ctz(left | none);
    c.count = (a < CLIP3_NONE) + (b < CLIP3_NONE) + (d < CLIP3_NONE) + (e < CLIP3_NONE);
    c.x = f64x4_of(s->x[a], s->x[b], s->x[d], s->x[e]);
    c.y = f64x4_of(s->y[a], s->y[b], s->y[d], s->y[e]);
    c.depth = f64x4_of(s->depth[a], s->depth[b], s->depth[d], s->depth[e]);
    return c;
}

/// Computes the codes of both boxes' features, and their ids without the marks of reversed pairs.
typedef struct chosen4_ids {
    i32x4 own, other, id;
} chosen4_ids;

static inline chosen4_ids number_points(const face_pair *f, const chosen4 *c)
{
    chosen4_ids r;
    const clip3_rectangle4 *sheet = &f->sheet;
    const clip3_arms4 at = clip3_along_arms(sheet, c->x, c->y);
    const f64x4 end_u = f64x4_mul(F64X4_SPREAD(f->ends, 2), sheet->area),
                end_v = f64x4_mul(F64X4_SPREAD(f->ends, 3), sheet->area);
    const int m = f->incident_axis;
    r.own =
        f64x4_to_ints(f64x4_add(f->code, f64x4_add(end_codes(c->x, F64X4_SPREAD(f->ends, 0), f->axis_x),
                                                   end_codes(c->y, F64X4_SPREAD(f->ends, 1), f->axis_y))));
    r.other = f64x4_to_ints(f64x4_add(f->incident_code, f64x4_add(end_codes(at.u, end_u, boxes3_next(m)),
                                                                  end_codes(at.v, end_v, boxes3_after(m)))));
    const i32x4 more = r.own > r.other, low = (r.other & more) | (r.own & ~more);
    r.id = low | (r.own ^ r.other ^ low) << 16;
    return r;
}

/// Do two of the first `count` ids agree, apart from marks?
static inline bool are_repeated(i32x4 id, int count)
{
    static const uint8_t NEXT_ONE[5] = {0, 0, 1, 3, 15}, NEXT_BUT_ONE[5] = {0, 0, 0, 1, 3};
    const i32x4 one = {id[1], id[2], id[3], id[0]}, two = {id[2], id[3], id[0], id[1]};
    return (i32x4_mask(id == one) & NEXT_ONE[count]) | (i32x4_mask(id == two) & NEXT_BUT_ONE[count]);
}

/// Keeps the deepest of points with equal ids; returns whether there was another.
static bool drop_repeated(const uint32_t ids[4], clip3_points *s)
{
    int at[4], count = 0;
    bool dropped = false;
    for (uint32_t left = s->mask; left; left &= left - 1) at[count++] = __builtin_ctz(left);
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++) {
            const uint32_t both = 1u << at[i] | 1u << at[k];
            if (ids[i] != ids[k] || (s->mask & both) != both) continue;
            s->mask &= ~(1u << (s->depth[at[k]] > s->depth[at[i]] ? at[i] : at[k]));
            dropped = true;
        }
    return dropped;
}

static inline void full_ids(const face_pair *f, const chosen4_ids *c, uint32_t ids[4])
{
    for (int i = 0; i < 4; i++) {
        const uint32_t own = (uint32_t)c->own[i], other = (uint32_t)c->other[i];
        ids[i] = contact3_id(f->box ? other : own, f->box ? own : other);
    }
}

/// Writes the points of a patch without ids, each moved from the reference face to the middle between both
/// surfaces.
static inline void write_places(const box_contact3 *j, const face_pair *f, const chosen4 *c, flr_manifold3 *m)
{
    const flr_box3 *own = f->box ? j->b : j->a;
    const double bulge = f->box ? j->ask->radius_b - j->ask->radius_a : j->ask->radius_a - j->ask->radius_b;
    const flr_real *p = box_contact3_reals(own), *ax = p + 3 + 3 * f->axis_x, *ay = p + 3 + 3 * f->axis_y,
                   *az = p + 3 + 3 * f->axis;
    // half the depth back along the normal
    const f64x4 back = f64x4_mul(f64x4_splat(0.5), f64x4_sub(f64x4_splat(bulge), c->depth));
    f64x4 x = c->x, y = c->y, h = f64x4_xor(f64x4_splat(f->half[2]), f->side);
    if (f->leans) {
        const f64x4 per = f64x4_splat(1 / j->found.length);
        x = f64x4_add_scaled(x, back, f64x4_mul(per, f->n[0]));
        y = f64x4_add_scaled(y, back, f64x4_mul(per, f->n[1]));
        h = f64x4_add_scaled(h, back, f64x4_mul(per, f->n[2]));
    } else {
        h = f64x4_add(h, f64x4_xor(back, f->side));
    }
    f64x4 row[4];
    for (int k = 0; k < 3; k++)
        row[k] = f64x4_dot3(x, f64x4_splat((double)ax[k]), y, f64x4_splat((double)ay[k]), h,
                            f64x4_splat((double)az[k]));
    row[3] = f64x4_add(c->depth, f64x4_splat(j->radii));
    f64x4_transpose(&row[0], &row[1], &row[2], &row[3]);
    const f64x4 center = box_contact3_center(p);
    for (int i = 0; i < 4; i++) box_contact3_put(&m->points[i], row[i], center);
    m->count = c->count;
}

/// Makes a manifold of the deepest incident corner, moved into the face, if rounding has left nothing else.
static inline void add_corner(const clip3_rectangle4 *sheet, double half_x, double half_y, double depth,
                              clip3_points *s)
{
    const f64x4 by_u = f64x4_xor(sheet->half_u, f64x4_signs(sheet->u.depth)),
                by_v = f64x4_xor(sheet->half_v, f64x4_signs(sheet->v.depth));
    const place4 at = clip3_move(clip3_move(sheet->middle, by_u, sheet->u), by_v, sheet->v);
    uint32_t first = 0;
    for (int i = 0; i < 3; i++) first |= (s->mask & ~first) & -(s->mask & ~first);
    s->x[CLIP3_SPOTS] = box_contact3_limited(f64x4_low(at.x)[0], half_x);
    s->y[CLIP3_SPOTS] = box_contact3_limited(f64x4_low(at.y)[0], half_y);
    s->depth[CLIP3_SPOTS] = depth;
    s->mask = first | 1u << CLIP3_SPOTS;
}

/// Makes the manifold of a patch of faces, which has the depth that was found up to `slack`. If it does not,
/// a normal that leans gives no manifold.
static inline contact3_boxes_answer make_patch(const box_contact3 *j, face_pair *f, flr_manifold3 *m)
{
    clip3_points spots;
    clip3_places places;
    pair_faces(j, f);
    clip3_share(&f->sheet, f->half, -j->margin - j->radii, f->rounding, &spots, &places);
    const double depth = -j->found.separation, most = clip3_deepest(&places);
    clip3_spread(&spots, &places, f->half, most, f->rounding);
    if (!(most >= depth - f->slack)) {
        if (f->leans || depth < 0) return CONTACT3_UNKNOWN;
        // because of rounding, or as a shallower edge was passed over for this face
        add_corner(&f->sheet, f->half[0], f->half[1], depth, &spots);
    }
    for (;;) {
        // the positions first, so that their registers are free
        const chosen4 c = gather(&spots);
        write_places(j, f, &c, m);
        const chosen4_ids numbers = number_points(f, &c);
        for (int i = 0; i < 4; i++) m->points[i].id = (uint32_t)numbers.id[i];
        if (!are_repeated(numbers.id, c.count)) break;
        uint32_t ids[4];
        full_ids(f, &numbers, ids);
        if (drop_repeated(ids, &spots)) continue;
        for (int i = 0; i < 4; i++) m->points[i].id = ids[i];
        contact3_settle_ids(m);
        break;
    }
    return CONTACT3_MADE;
}

/// Makes the manifold if the normal is that of a face.
static inline bool faces_found(const box_contact3 *j, face_pair *f)
{
    const separation3_boxes *found = &j->found;
    f->leans = false;
    f->box = found->box;
    f->axis = found->nearest;
    f->axis_x = boxes3_next(f->axis);
    f->axis_y = boxes3_after(f->axis);
    f->side = boxes3_side(j->pair, found);
    f->slack = 2 * j->found.rounding;
    f->incident_axis = found->incident;
    f->incident_side =
        f64x4_neg(f64x4_xor(f64x4_signs(f64x4_splat(j->pair->row[found->axis][found->incident])), f->side));
    return true;
}

/// The square of a cosine. Within an eighth of a right angle of a face, the crossing of two edges is treated
/// as part of a patch.
#define FLAT_SQUARE 0.970225

/// For two edges that cross: finds a face at one of them whose normal is near the direction, so that the
/// crossing is a corner of the faces' patch. Returns false if there is none.
static inline bool faces_beside(const box_contact3 *j, face_pair *f)
{
    const separation3_boxes *found = &j->found;
    if (!(found->most * found->most > FLAT_SQUARE * found->square)) return false;
    const double *n = &j->pair->normal[found->box], *opposite = &j->pair->normal[found->box ^ BOXES3_SECOND];
    f->leans = true;
    f->box = found->box;
    f->axis = found->nearest;
    f->axis_x = boxes3_next(f->axis);
    f->axis_y = boxes3_after(f->axis);
    f->n[0] = f64x4_splat(n[f->axis_x]);
    f->n[1] = f64x4_splat(n[f->axis_y]);
    f->n[2] = f64x4_splat(n[f->axis]);
    f->side = f64x4_signs(f->n[2]);
    f->slack = (sizeof(flr_real) == sizeof(float) ? 2 : 16) * j->found.rounding;
    f->incident_axis = found->incident;
    f->incident_side = f64x4_signs(f64x4_splat(opposite[f->incident_axis]));
    return true;
}

/// Edge against edge.

/// Returns -1, 0 or 1 for the low end, between, or the high end; 0 on an axis without extent.
static inline double end_of(double x, double end) { return end > 0 ? (x > end) - (x < -end) : 0; }

/// Returns a mask for all lanes but one.
static const int64_t ALL_BUT[3][4] = {{0, -1, -1, 0}, {-1, 0, -1, 0}, {-1, -1, 0, 0}};

/// Returns the code of an edge at a place on it. Along the other axes it has the ends of these signs if there
/// is extent, along its own axis the end or middle where the place is.
static inline uint32_t edge_code(uint32_t low, uint32_t some, int axis, double end)
{
    static const int8_t SUM[8] = {0, 1, 3, 4, 9, 10, 12, 13};
    some &= 7 & ~(1u << axis);
    return (uint32_t)(13 + SUM[some & ~low] - SUM[some & low] + (int)(end * BOX_CONTACT3_POWER[axis]));
}

/// Makes the one point where two edges cross: the middle of the closest points of their lines.
static inline contact3_boxes_answer contact_edges(const box_contact3 *j, flr_manifold3 *m)
{
    const boxes3 *p = j->pair;
    const separation3_boxes *found = &j->found;
    const int i = (found->axis - 8) >> 2, k = found->axis & 3;
    const f64x4 zero = f64x4_splat(0), n = f64x4_load(p->normal), half_a = f64x4_load(p->half),
                half_b = f64x4_load(p->half + BOXES3_SECOND);
    const f64x4 but_i = f64x4_load((const double *)(const void *)ALL_BUT[i]),
                but_k = f64x4_load((const double *)(const void *)ALL_BUT[k]);
    const f64x4 low_a = f64x4_at_most(n, zero),
                low_b = f64x4_less(f64x4_load(p->normal + BOXES3_SECOND), zero);
    // the middles of both edges, in the axes of the first box
    const f64x4 at_end = f64x4_and(but_i, f64x4_select(low_a, f64x4_neg(half_a), half_a));
    double end_b[4] __attribute__((aligned(32))), d[4] __attribute__((aligned(32)));
    f64x4_store(end_b, f64x4_and(but_k, f64x4_select(low_b, f64x4_neg(half_b), half_b)));
    const f64x4 from_b =
        f64x4_add(f64x4_add_scaled(f64x4_load(p->row[7]), f64x4_splat(end_b[0]), f64x4_load(p->row[4])),
                  f64x4_dot2(f64x4_splat(end_b[1]), f64x4_load(p->row[5]), f64x4_splat(end_b[2]),
                             f64x4_load(p->row[6])));
    const f64x4 edge_b = f64x4_load(p->row[4 + k]), between = f64x4_sub(from_b, at_end);
    f64x4_store(d, between);
    const double own_a = p->half[i], own_b = p->half[BOXES3_SECOND + k];
    const f64x4 along_b = f64x4_mul(between, edge_b);
    const double uv = p->row[i][k], dv = f64x4_sum3(along_b), di = d[i];
    // components along the first edge are left out before they would cancel: only those across it determine
    // where nearly parallel edges cross
    double at_b = -f64x4_sum3(f64x4_and(but_i, along_b)) / found->square, at_a = di + uv * at_b;
    if (found->separation > 0) {
        // these are the closest points of separated boxes only if both lie on the edges; for nearly parallel
        // edges, or an axis without extent, the place would be rounding noise
        if (found->square < BOXES3_NEARLY_PARALLEL) return CONTACT3_UNKNOWN;
        const double slack = j->found.rounding;
        if (!(fabs(at_a) <= own_a + slack && fabs(at_b) <= own_b + slack)) return CONTACT3_UNKNOWN;
    }
    // on nearly parallel edges one place is as good as another, but the two must be opposite each other
    at_a = box_contact3_limited(at_a, own_a);
    at_b = box_contact3_limited(uv * at_a - dv, own_b);
    at_a = box_contact3_limited(di + uv * at_b, own_a);
    const f64x4 a = f64x4_select(but_i, at_end, f64x4_splat(at_a));
    const f64x4 b = f64x4_add_scaled(from_b, f64x4_splat(at_b), edge_b);
    const f64x4 bulge = f64x4_splat(0.5 * (j->ask->radius_a - j->ask->radius_b) / found->length);
    double middle[4] __attribute__((aligned(32)));
    f64x4_store(middle, f64x4_add_scaled(f64x4_mul(f64x4_splat(0.5), f64x4_add(a, b)), bulge, n));
    const f64x4 depth = f64x4_splat(-found->separation + j->radii);
    box_contact3_put(&m->points[0],
                     f64x4_with_last(box_contact3_world(j, middle[0], middle[1], middle[2]), depth),
                     box_contact3_center(box_contact3_reals(j->a)));
    double ends[4] __attribute__((aligned(32)));
    f64x4_store(ends, box_contact3_ends(j, f64x4_of(own_a, own_b, own_a, own_b)));
    const uint32_t code_a = edge_code(f64x4_mask(low_a), f64x4_mask(f64x4_less(zero, half_a)), i,
                                      end_of(at_a, ends[0])),
                   code_b = edge_code(f64x4_mask(low_b), f64x4_mask(f64x4_less(zero, half_b)), k,
                                      end_of(at_b, ends[1]));
    m->points[0].id = contact3_id(code_a, code_b) & ~CONTACT3_REVERSED;
    m->count = 1;
    return CONTACT3_MADE;
}

/// Manifolds of two boxes for one width of lanes, for a source that defines CONTACT3_BOXES_FORM, the name of
/// its table.

/// This separation may round a touch differently than the distance that overlap uses, which decides.
static inline bool is_within(const box_contact3 *j, double over)
{
    if (j->radii > 0 || j->margin > 0 || fabs(over) > j->found.rounding) return !(over > 0);
    return flr_overlap3_box_box(j->a, j->b);
}

static inline void write_normal(flr_manifold3 *m, f64x4 n, double turn)
{
    flr_real v[4];
    f64x4_store_real(v, f64x4_mul(f64x4_splat(turn), n), f64x4_splat(-0.0));
    m->normal = flr_vec3_make(v[0], v[1], v[2]);
}

/// Returns the axis that was found, in world.
static inline f64x4 world_normal(const box_contact3 *j)
{
    const separation3_boxes *found = &j->found;
    if (found->axis >= 8)
        return f64x4_div(box_contact3_world(j, j->pair->normal[0], j->pair->normal[1], j->pair->normal[2]),
                         f64x4_splat(found->length));
    const flr_real *p = box_contact3_reals(found->box ? j->b : j->a) + 3 + 3 * found->nearest;
    return f64x4_xor(f64x4_load_real(p),
                     f64x4_xor(boxes3_side(j->pair, found), f64x4_splat(found->box ? -0.0 : 0.0)));
}

static contact3_boxes_answer contact(const flr_box3 *a, const flr_box3 *b, const contact3_boxes_options *ask,
                                     flr_manifold3 *m)
{
    boxes3 pair;
    box_contact3 j;
    j.pair = &pair;
    j.a = a;
    j.b = b;
    j.ask = ask;
    j.margin = ask->margin;
    j.radii = ask->radius_a + ask->radius_b;
    const double limit = j.margin + j.radii;
    m->count = 0;
    m->inseparable = false;
    const boxes3_end end = boxes3_separate(a, b, limit, ask->face_bias, &pair, &j.found);
    if (end == BOXES3_EXTREME) return CONTACT3_UNKNOWN;
    write_normal(m, world_normal(&j), ask->turn);
    const double over = j.found.separation - limit;
    if (end == BOXES3_BEYOND || !is_within(&j, over)) return CONTACT3_APART;
    if (over > 0) j.margin += over;
    contact3_boxes_answer answer = CONTACT3_UNKNOWN;
    face_pair f;
    if (j.found.axis < 8 ? faces_found(&j, &f) : faces_beside(&j, &f)) answer = make_patch(&j, &f, m);
    if (answer == CONTACT3_UNKNOWN && j.found.axis >= 8) answer = contact_edges(&j, m);
    for (int i = 0; i < m->count && over > 0; i++)
        if ((double)m->points[i].depth < -ask->margin) m->points[i].depth = (flr_real)-ask->margin;
    return answer;
}

static void share(const clip3_rectangle *sheet, const double half[2], double least, double slack,
                  clip3_points *spots)
{
    const clip3_rectangle4 s = clip3_rectangle_spread(sheet);
    clip3_places places;
    clip3_share(&s, half, least, slack, spots, &places);
}

static void spread(clip3_points *spots, const double half[2], double slack)
{
    const clip3_places places = clip3_read(spots);
    clip3_spread(spots, &places, half, clip3_deepest(&places), slack);
}

const contact3_boxes_form CONTACT3_BOXES_FORM = {contact, share, spread};
