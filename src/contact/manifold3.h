/// Manifolds of convex shapes in space: what the general path, the patches and the typed pairs share.
#ifndef FLR_CONTACT_MANIFOLD3_H
#define FLR_CONTACT_MANIFOLD3_H

#include "base/answer.h"
#include "contact/manifold3_box_box.h"
#include "contact/manifold3_ids.h"
#include "contact/manifold3_patch.h"
#include "convex/order.h"
#include "feeler/contact3.h"

/// The last step of every patch, after which one point has the proved depth.

/// Sides whose unit outward vectors have a product below this form a tip, with an angle below 1/50. Points
/// outside both sides by the slack may then lie a hundred times as far beyond the tip.
#define CONTACT3_SHARP (-0.9998)

/// Points closer than this to a plane or line are on it; for ids, also those as close to a corner or side.
static inline double contact3_slack(const contact3_pose *pose)
{
    return (sizeof(flr_real) == sizeof(float) ? 1e-6 : 1e-13) * (double)pose->size;
}
/// The same for features whose longest sides are these.
static inline double contact3_snap(const contact3_pose *pose, double length_a, double length_b)
{
    const double of_scene = CONTACT3_SNAP * (double)pose->size,
                 shorter = length_a < length_b ? length_a : length_b, own = CONTACT3_SNAP_OWN * shorter;
    return own < of_scene ? own : of_scene;
}
/// Points closer than this are the same.
static inline double contact3_same(const contact3_pose *pose) { return CONTACT3_SAME * (double)pose->size; }

/// Patches are measured by squares of lengths. In scenes so large or small that these overflow or underflow,
/// the one point at which the depth was found is enough.
static inline bool contact3_is_measurable(flr_real size)
{
    const flr_real low = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-15 : (flr_real)1e-130;
    return size > low && size < 1 / low;
}

/// Returns the middle of the pose's points, from a's anchor.
static inline flr_vec3 contact3_witness(const contact3_pose *pose)
{
    return flr_lerp3(pose->point_a, pose->point_b, (flr_real)0.5);
}

static inline flr_vec3 contact3_witness_in_world(const contact3_pose *pose)
{
    return flr_add3(pose->origin, flr_mul_add3(contact3_witness(pose), (pose->radius_a - pose->radius_b) / 2,
                                               pose->normal));
}

/// Gives the deepest point the proved depth if it is nearly as deep: clipping amplifies its rounding errors
/// along slopes. If a core is curved, the difference may be more than rounding errors, and the point moves to
/// where the depth was proved.
static inline void contact3_set_proved(const contact3_pose *pose, flr_manifold3_point *p)
{
    const double proved = -(double)pose->separation;
    if (pose->is_curved && fabs((double)p->depth - proved) > 0.01 * contact3_slack(pose))
        p->position = contact3_witness_in_world(pose);
    p->depth = (flr_real)proved;
}

/// Is the deepest point as deep as the pose requires? If none is, one slot is left free.
static inline bool contact3_is_deep_enough(const contact3_pose *pose, flr_manifold3 *m)
{
    const double proved = -(double)pose->separation;
    int deepest = 0;
    for (int i = 1; i < m->count; i++) deepest = m->points[i].depth > m->points[deepest].depth ? i : deepest;
    if (m->count > 0 && (double)m->points[deepest].depth >= proved - 64 * contact3_slack(pose)) {
        contact3_set_proved(pose, &m->points[deepest]);
        return true;
    }
    if (m->count == 4) m->count = 3;
    return false;
}

/// Adds the one point that exists whatever the features are. It replaces another point with its id, if there
/// is one.
static inline void contact3_add_witness(const contact3_pose *pose, uint32_t id, flr_manifold3 *m)
{
    const flr_vec3 position = contact3_witness_in_world(pose);
    const double same = contact3_same(pose);
    int at = 0;
    while (at < m->count && m->points[at].id != id &&
           (double)flr_distance_squared3(m->points[at].position, position) > same * same)
        at++;
    m->count += at == m->count;
    flr_manifold3_point *p = &m->points[at];
    p->position = position;
    p->depth = -pose->separation;
    p->id = id;
}

/// The general path for convex shapes, and parts of it that typed pairs use as well.

/// A caller who knows better than the depth, which rounds, whether two shapes are beyond the margin.
typedef struct contact3_judge {
    flr_real clear;  ///< asked where they are not deeper than this, before features are looked for
    bool (*is_beyond)(void *user, flr_vec3 normal);  ///< then there is no point
    void *user;
} contact3_judge;

/// As flr_contact3_convex_convex. Closed forms do not ask the judge, who may be null.
flr_status flr_contact3_judged(const flr_convex3 *a, const flr_convex3 *b,
                               const flr_contact3_options *options, const contact3_judge *judge,
                               flr_manifold3 *manifold);

/// In place: from a function that returns one, compilers write it twice.
static inline void contact3_clear(flr_manifold3 *m) { *m = (flr_manifold3){.count = 0}; }

/// Returns the options; without any, those with no margin and no bias.
static inline flr_contact3_options contact3_options_or_none(const flr_contact3_options *options)
{
    flr_contact3_options none = {0, 0, NULL};
    return options ? *options : none;
}

static inline bool contact3_options_are_good(const flr_contact3_options *options)
{
    return !options || (flr_is_option(options->margin) && flr_is_option(options->face_bias));
}

/// Refuses results with a NaN or infinity, which are no manifold.
static inline flr_status contact3_if_finite(flr_manifold3 *m)
{
    flr_vec3 sum = m->normal;
    for (int k = 0; k < m->count; ++k) {
        sum = flr_add3(sum, m->points[k].position);
        sum.x += m->points[k].depth;
    }
    if (flr_is_finite3(sum)) return FLR_OK;
    for (int k = 0; k < m->count; ++k)  // the sum alone may overflow
        if (!flr_is_finite3(m->points[k].position) || !isfinite(m->points[k].depth)) m->count = -1;
    if (m->count >= 0 && flr_is_finite3(m->normal)) return FLR_OK;
    contact3_clear(m);
    return FLR_NOT_FINITE;
}

/// Swaps the cache for a query in the other order, and back after it.
static inline void contact3_turn_cache(flr_contact3_cache *cache)
{
    if (!cache) return;
    cache->normal = flr_neg3(cache->normal);
    gjk3_turn_cache(&cache->gjk);
}

/// The manifold of a point and a triangle with their radii. Returns false if the cores are not well apart.
bool flr_contact3_point_triangle(const flr_convex3 *a, const flr_convex3 *b,
                                 const flr_contact3_options *options, flr_manifold3 *manifold);

/// The manifold of a segment and a box with their radii; its normal leads from the box to the segment, and it
/// has no points beyond the margin. Returns false if the cores are not well apart.
bool flr_contact3_segment_box_apart(const flr_convex3 *line, const flr_convex3 *box, flr_real margin,
                                    flr_manifold3 *m);

/// The manifold of a box, which may have a radius of its own.
flr_status flr_contact3_sphere_rounded_box(const flr_sphere *a, const flr_box3 *b, flr_real radius,
                                           const flr_contact3_options *options, flr_manifold3 *manifold);

#endif
