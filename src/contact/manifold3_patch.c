/// Contact patches of two faces with any number of corners. The features of both come first, in the frame of
/// the normal, a lane for each.
#include "contact/clip3.h"
#include "contact/manifold3.h"
#include "contact/manifold3_ids.h"
#include "math/simd.h"
#include "math/vectors.h"

/// Coordinates x, y across the normal and h along it, from a's anchor; a's in the first lane, b's in the
/// second. If one has fewer corners than the other, its first corner is repeated.
typedef struct contact3_view {
    const contact3_pose *pose;
    flr_mat3 frame;  ///< z is the normal
    int count[2];    ///< of corners
    int most;
    f64x2 x[FEATURE3_MAX + 1], y[FEATURE3_MAX + 1], h[FEATURE3_MAX + 1];
    /// Side i, from corner i to the next, is a * x + b * y = c, where (a, b) is a unit vector outward. c is
    /// infinite for a side without length.
    f64x2 a[FEATURE3_MAX], b[FEATURE3_MAX], c[FEATURE3_MAX];
    f64x2 normal[3];  ///< of a face, in the same axes
    /// The codes of a feature: of its corners, from `most` on of its sides, and at twice that of the whole.
    uint32_t codes[2][2 * FEATURE3_MAX + 1];
    double slack, snap, radii;
    const contact3_observer *observer;  ///< may be null
    const feature3 *features[2];
} contact3_view;

/// A vector of each feature in the axes of the view.
static inline dvec3x2 contact3_view_turn(const contact3_view *v, dvec3x2 p)
{
    const dvec3 x = dvec3_from(v->frame.x), y = dvec3_from(v->frame.y), n = dvec3_from(v->frame.z);
    return (dvec3x2){f64x2_splat(x.x) * p.x + f64x2_splat(x.y) * p.y + f64x2_splat(x.z) * p.z,
                     f64x2_splat(y.x) * p.x + f64x2_splat(y.y) * p.y + f64x2_splat(y.z) * p.z,
                     f64x2_splat(n.x) * p.x + f64x2_splat(n.y) * p.y + f64x2_splat(n.z) * p.z};
}

static inline void contact3_view_set_corners(contact3_view *v, const feature3 *a, const feature3 *b)
{
    const dvec3 way = dvec3_from(v->pose->offset);
    const dvec3x2 from = {{0, way.x}, {0, way.y}, {0, way.z}};
    for (int i = 0; i <= v->most; i++) {
        const flr_vec3 *p = &a->corners[i < a->count ? i : 0], *q = &b->corners[i < b->count ? i : 0];
        const dvec3x2 at = {from.x + (f64x2){(double)p->x, (double)q->x},
                            from.y + (f64x2){(double)p->y, (double)q->y},
                            from.z + (f64x2){(double)p->z, (double)q->z}};
        const dvec3x2 seen = contact3_view_turn(v, at);
        v->x[i] = seen.x;
        v->y[i] = seen.y;
        v->h[i] = seen.z;
    }
    const flr_vec3 m = a->normal, n = b->normal;
    const dvec3x2 normal = {
        {(double)m.x, (double)n.x}, {(double)m.y, (double)n.y}, {(double)m.z, (double)n.z}};
    const dvec3x2 seen = contact3_view_turn(v, normal);
    v->normal[0] = seen.x;
    v->normal[1] = seen.y;
    v->normal[2] = seen.z;
}

/// Corners turn counter-clockwise as seen against the normal for a, and along it for b.
static inline void contact3_view_set_sides(contact3_view *v)
{
    const f64x2 turn = {1, -1};
    f64x2 x = v->x[0], y = v->y[0], longest = {0, 0};
    for (int i = 0; i < v->most; i++) {
        const f64x2 next_x = v->x[i + 1], next_y = v->y[i + 1];
        const f64x2 ex = turn * (next_x - x), ey = turn * (next_y - y),
                    length = f64x2_sqrt(ex * ex + ey * ey);
        const i64x2 is_side = length > f64x2_splat(v->slack);
        longest = f64x2_max(longest, length);
        v->a[i] = f64x2_and(is_side, ey / length);
        v->b[i] = f64x2_and(is_side, -ex / length);
        v->c[i] = f64x2_select(is_side, v->a[i] * x + v->b[i] * y, f64x2_splat((double)INFINITY));
        x = next_x;
        y = next_y;
    }
    // a corner has no length, and is as large as what it touches
    const double none = (double)INFINITY;
    v->snap =
        contact3_snap(v->pose, v->count[0] > 1 ? longest[0] : none, v->count[1] > 1 ? longest[1] : none);
}

static inline void contact3_view_set_codes(contact3_view *v, const feature3 *f, uint32_t *codes)
{
    uint32_t *sides = codes + v->most;
    const uint32_t last = f->count == 1 ? f->codes[0] : feature3_edge_code(f, f->count - 1, 0);
    for (int i = 0; i < f->count; i++) {
        codes[i] = f->codes[i];
        sides[i] = i + 1 < f->count ? feature3_edge_code(f, i, i + 1) : last;
    }
    codes[2 * v->most] = f->count < 3 ? last : feature3_face_code(f);
}

static inline void contact3_view_make(contact3_view *v, const contact3_pose *pose, const feature3 *a,
                                      const feature3 *b)
{
    v->pose = pose;
    v->slack = contact3_slack(pose);
    v->radii = (double)pose->radius_a + (double)pose->radius_b;
    v->observer = NULL;
    v->features[0] = a;
    v->features[1] = b;
    v->frame = flr_frame_around3(pose->normal);
    v->count[0] = a->count;
    v->count[1] = b->count;
    v->most = a->count > b->count ? a->count : b->count;
    contact3_view_set_corners(v, a, b);
    contact3_view_set_sides(v);
    contact3_view_set_codes(v, a, v->codes[0]);
    contact3_view_set_codes(v, b, v->codes[1]);
}

/// Finds which features a point lies on, without branches, as any is possible.
static inline uint32_t contact3_view_id(const contact3_view *v, double at_x, double at_y)
{
    const f64x2 x = f64x2_splat(at_x), y = f64x2_splat(at_y);
    const i64x2 none = {2 * v->most, 2 * v->most};
    f64x2 near_corner = f64x2_splat(v->snap * v->snap), near_side = near_corner;
    i64x2 number = {0, 0}, corner = none, side = none, side_number = {v->most, v->most};
    for (int i = 0; i < v->most; i++) {
        const f64x2 dx = x - v->x[i], dy = y - v->y[i], to_corner = dx * dx + dy * dy;
        const f64x2 off = v->a[i] * x + v->b[i] * y - v->c[i], to_side = off * off;
        const i64x2 at_corner = to_corner < near_corner, at_side = to_side < near_side;
        near_corner = f64x2_min(near_corner, to_corner);
        near_side = f64x2_min(near_side, to_side);
        corner = (number & at_corner) | (corner & ~at_corner);
        side = (side_number & at_side) | (side & ~at_side);
        number += (i64x2){1, 1};
        side_number += (i64x2){1, 1};
    }
    const i64x2 is_corner = corner < none, found = (corner & is_corner) | (side & ~is_corner);
    return contact3_id(v->codes[0][found[0]], v->codes[1][found[1]]);
}

typedef contact3_view view;

static void add(const view *v, double x, double y, double middle, double depth, uint32_t id, flr_manifold3 *m)
{
    flr_manifold3_point *p = &m->points[m->count++];
    flr_vec3 at = flr_scale3((flr_real)middle, v->pose->normal);
    at = flr_mul_add3(flr_mul_add3(at, (flr_real)x, v->frame.x), (flr_real)y, v->frame.y);
    p->position = flr_add3(v->pose->origin, at);
    p->depth = (flr_real)depth;
    p->id = id;
}

/// Faces steeper than this do not clip, as the other shape slides past them.
#define STEEP 0.1

/// Returns the plane of a face that is not steep.
typedef struct plane {
    double x, y, h, n[3];
} plane;

static inline plane plane_of(const view *v, int lane)
{
    return (plane){v->x[0][lane],
                   v->y[0][lane],
                   v->h[0][lane],
                   {v->normal[0][lane], v->normal[1][lane], v->normal[2][lane]}};
}

static inline double height_at(const plane *p, double x, double y)
{
    return p->h - (p->n[0] * (x - p->x) + p->n[1] * (y - p->y)) / p->n[2];
}

/// The line of a cut; -1 is the line of no side.
typedef struct cut {
    int side;
    double a, b, c;
} cut;

/// Reports a step of a trace: a patch with the plane of its reference face, or the features alone if there is
/// none.
static __attribute__((noinline)) void notify(const view *v, const plane *reference, int lane,
                                             contact3_event event, cut by, clip3_patch *patch)
{
    flr_vec3 at[CLIP3_ROOM];
    contact3_step h = {.event = event,
                       .pose = v->pose,
                       .features = {v->features[0], v->features[1]},
                       .reference = lane,
                       .side = by.side,
                       .frame = v->frame,
                       .line = {by.a, by.b, by.c},
                       .at = at};
    const clip3_corners *p = patch ? clip3_now(patch) : NULL;
    for (int i = 0; patch && i < patch->count; i++) {
        const double high = height_at(reference, p->x[i], p->y[i]) - (lane ? -1 : 1) * p->depth[i];
        at[i] = flr_scale3((flr_real)high, v->pose->normal);
        at[i] =
            flr_mul_add3(flr_mul_add3(at[i], (flr_real)p->x[i], v->frame.x), (flr_real)p->y[i], v->frame.y);
    }
    if (patch) {
        h.count = patch->count;
        h.depth = p->depth;
        h.id = patch->id;
    }
    v->observer->on_step(v->observer->user, &h);
}

static inline void notify_observer(const view *v, const plane *reference, int lane, contact3_event event,
                                   cut by, clip3_patch *patch)
{
    if (v->observer) notify(v, reference, lane, event, by, patch);
}

static const cut no_cut = {-1, 0, 0, 0};

static void finish(const view *v, const plane *reference, int lane, clip3_patch *patch)
{
    double least = -(double)v->pose->margin - v->radii;
    flr_clip3_drop(patch, least, v->slack);
    notify_observer(v, reference, lane, CONTACT3_EVENT_DROP, no_cut, patch);
    const clip3_corners *p = clip3_now(patch);
    for (int i = 0; i < patch->count; i++) patch->id[i] = contact3_view_id(v, p->x[i], p->y[i]);
    flr_clip3_merge(patch);
    notify_observer(v, reference, lane, CONTACT3_EVENT_MERGE, no_cut, patch);
    flr_clip3_spread(patch, v->slack);
    notify_observer(v, reference, lane, CONTACT3_EVENT_SPREAD, no_cut, patch);
    flr_clip3_join(patch, contact3_same(v->pose));
    notify_observer(v, reference, lane, CONTACT3_EVENT_JOIN, no_cut, patch);
}

/// Cuts off the tip where two sides form a small angle, by a line that has nothing of the face beyond it.
static void clip_tip(const view *v, const plane *reference, int lane, int side, int next, clip3_patch *patch)
{
    // both sides lead outward there
    const double turn = lane ? -1 : 1, x = turn * (v->b[next][lane] - v->b[side][lane]),
                 y = turn * (v->a[side][lane] - v->a[next][lane]), per = 1 / sqrt(x * x + y * y);
    double limit = -(double)INFINITY;
    for (int i = 0; i < v->count[lane]; i++) {
        const double at = per * (x * v->x[i][lane] + y * v->y[i][lane]);
        limit = at > limit ? at : limit;
    }
    flr_clip3_line(patch, per * x, per * y, limit, v->slack);
    notify_observer(v, reference, lane, CONTACT3_EVENT_TIP, (cut){-1, per * x, per * y, limit}, patch);
}

/// Points outside both sides of a tip by the slack may be as far away as the slack over the angle; sides no
/// longer than the slack do not clip.
static void clip_tips(const view *v, const plane *reference, int lane, clip3_patch *patch)
{
    int last = v->count[lane] - 1;
    while (last > 0 && !(v->c[last][lane] < (double)INFINITY)) last--;
    for (int i = 0; i < v->count[lane] && patch->count > 0; i++) {
        if (!(v->c[i][lane] < (double)INFINITY)) continue;
        if (v->a[last][lane] * v->a[i][lane] + v->b[last][lane] * v->b[i][lane] < CONTACT3_SHARP)
            clip_tip(v, reference, lane, last, i, patch);
        last = i;
    }
}

/// Makes the patch of a face against a face or an edge. The flatter one is the reference, whose sides clip
/// the other.
static void face_patch(const view *v, flr_manifold3 *m)
{
    double flat_a = v->count[0] > 2 ? v->normal[2][0] : 0, flat_b = v->count[1] > 2 ? -v->normal[2][1] : 0;
    const bool by_a = flat_a * (1 + 1e-6) >= flat_b;
    if (!((by_a ? flat_a : flat_b) > STEEP)) return;
    const int lane = by_a ? 0 : 1, other = 1 - lane;
    const double side = by_a ? 1 : -1;
    const plane reference = plane_of(v, lane);
    clip3_patch patch;
    clip3_begin(&patch);
    for (int i = 0; i < v->count[other]; i++) {
        const double x = v->x[i][other], y = v->y[i][other];
        clip3_add(&patch, x, y, side * (height_at(&reference, x, y) - v->h[i][other]));
    }
    notify_observer(v, &reference, lane, CONTACT3_EVENT_INCIDENT, no_cut, &patch);
    flr_clip3_depth(&patch, -(double)v->pose->margin - v->radii - v->slack);
    notify_observer(v, &reference, lane, CONTACT3_EVENT_DEPTH, no_cut, &patch);
    for (int i = 0; i < v->count[lane] && patch.count > 0; i++) {
        const cut side_line = {i, v->a[i][lane], v->b[i][lane], v->c[i][lane]};
        flr_clip3_line(&patch, side_line.a, side_line.b, side_line.c, v->slack);
        notify_observer(v, &reference, lane, CONTACT3_EVENT_SIDE, side_line, &patch);
    }
    clip_tips(v, &reference, lane, &patch);
    finish(v, &reference, lane, &patch);
    double bulge = (double)v->pose->radius_a - (double)v->pose->radius_b, most = -(double)v->pose->separation;
    const clip3_corners *p = clip3_now(&patch);
    for (int i = 0; i < patch.count; i++) {
        const double h = height_at(&reference, p->x[i], p->y[i]), middle = h - side * (0.5 * p->depth[i]);
        const double depth = p->depth[i] + v->radii;
        add(v, p->x[i], p->y[i], middle + 0.5 * bulge, depth < most ? depth : most, patch.id[i], m);
    }
}

static void begin(const contact3_pose *pose, flr_manifold3 *m)
{
    m->count = 0;
    m->inseparable = false;
    m->normal = pose->normal;
}

void flr_contact3_face_patch(const contact3_pose *pose, const feature3 *a, const feature3 *b,
                             flr_manifold3 *m)
{
    view v;
    contact3_view_make(&v, pose, a, b);
    begin(pose, m);
    if (a->count > 2 || b->count > 2) face_patch(&v, m);
}

extern contact3_small_form flr_contact3_small_avx2;
extern contact3_small_hulls_form flr_contact3_small_hulls_avx2;

contact3_small_form *flr_contact3_small_wide(void)
{
#ifdef FEELER_HAVE_AVX2
    if (__builtin_cpu_supports("avx2")) return flr_contact3_small_avx2;
#endif
    return NULL;
}

/// Chooses the widest form for lanes that there is.
static inline bool patch_few(const contact3_pose *pose, const feature3 *a, const feature3 *b,
                             flr_manifold3 *m)
{
#ifdef FEELER_HAVE_AVX2
    if (__builtin_cpu_supports("avx2")) return flr_contact3_small_avx2(pose, a, b, m);
#endif
    return flr_contact3_small_baseline(pose, a, b, m);
}

static void patch_many(const contact3_pose *pose, const feature3 *a, const feature3 *b,
                       const contact3_observer *observer, flr_manifold3 *m)
{
    view v;
    contact3_view_make(&v, pose, a, b);
    v.observer = observer;
    notify_observer(&v, NULL, 0, CONTACT3_EVENT_FEATURES, no_cut, NULL);
    // nothing is clipped
    if (a->count < 3 && b->count < 3 && flr_contact3_edge_patch(pose, a, b, m)) return;
    if (a->count > 1 && b->count > 1) face_patch(&v, m);
    if (!contact3_is_deep_enough(pose, m)) {
        const flr_vec3 p = contact3_witness(pose);
        contact3_add_witness(
            pose, contact3_view_id(&v, (double)flr_dot3(p, v.frame.x), (double)flr_dot3(p, v.frame.y)), m);
    }
    contact3_settle_ids(m);
}

void flr_contact3_patch(const contact3_pose *pose, const feature3 *a, const feature3 *b, flr_manifold3 *m)
{
    begin(pose, m);
    const bool is_thin = a->count < 3 || b->count < 3;
    if (!(is_thin ? flr_contact3_edge_patch(pose, a, b, m) : patch_few(pose, a, b, m)))
        patch_many(pose, a, b, NULL, m);
}

void flr_contact3_patch_traced(const contact3_pose *pose, const feature3 *a, const feature3 *b,
                               const contact3_observer *observer, flr_manifold3 *m)
{
    begin(pose, m);
    patch_many(pose, a, b, observer, m);
}

bool flr_contact3_hulls_patch(contact3_pose *pose, const flr_convex3 *a, const flr_convex3 *b,
                              const feature3_place at[2], flr_manifold3 *m)
{
    begin(pose, m);
#ifdef FEELER_HAVE_AVX2
    if (__builtin_cpu_supports("avx2")) return flr_contact3_small_hulls_avx2(pose, a, b, at, m);
#endif
    return flr_contact3_small_hulls_baseline(pose, a, b, at, m);
}
