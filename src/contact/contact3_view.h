/// The features of two shapes seen along the normal, both at once.
#ifndef FLR_CONTACT_CONTACT3_VIEW_H
#define FLR_CONTACT_CONTACT3_VIEW_H

#include "contact/contact3_frame.h"
#include "contact/contact3_ids.h"
#include "contact/contact3_patch_end.h"
#include "math/simd.h"

/// Coordinates x, y across the normal and h along it, from a's anchor; a's in the first lane, b's in the second. Where one has fewer
/// corners than the other, its first one comes again.
typedef struct contact3_view {
    const contact3_pose *pose;
    flr_mat3 frame;  ///< z is the normal
    int count[2];    ///< of corners
    int most;
    f64x2 x[FEATURE3_MAX + 1], y[FEATURE3_MAX + 1], h[FEATURE3_MAX + 1];
    /// Side i, from corner i to the next, is a * x + b * y = c, and (a, b) a unit vector outward. c is infinite where there is no length.
    f64x2 a[FEATURE3_MAX], b[FEATURE3_MAX], c[FEATURE3_MAX];
    f64x2 normal[3];  ///< of a face, in the same axes
    /// Of what a point may lie on: the corners, from `most` on the sides, and at twice that the whole.
    uint32_t codes[2][2 * FEATURE3_MAX + 1];
    double slack, snap, radii;
} contact3_view;

/// A vector of each in the axes of the view.
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

/// Corners turn counter-clockwise as seen against the normal for a, along it for b.
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
    // a corner has no length, and is as large as whatever it is on
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
    v->frame = contact3_frame(pose->normal);
    v->count[0] = a->count;
    v->count[1] = b->count;
    v->most = a->count > b->count ? a->count : b->count;
    contact3_view_set_corners(v, a, b);
    contact3_view_set_sides(v);
    contact3_view_set_codes(v, a, v->codes[0]);
    contact3_view_set_codes(v, b, v->codes[1]);
}

/// Which features a point lies on: without branches, as any may be.
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

#endif
