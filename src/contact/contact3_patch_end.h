/// What every patch ends with: that it holds the depth which was found.
#ifndef FLR_CONTACT_CONTACT3_PATCH_END_H
#define FLR_CONTACT_CONTACT3_PATCH_END_H

#include "contact/contact3_ids.h"
#include "contact/contact3_patch.h"

/// Sides whose unit outward vectors have a product below this, at less than a fiftieth, meet in a tip: what is beyond both by the slack may lie
/// a hundred times as far beyond that.
#define CONTACT3_SHARP (-0.9998)

/// What is closer than this to a plane or a line is on it; and to a corner or side, for ids.
static inline double contact3_slack(const contact3_pose *pose)
{
    return (sizeof(flr_real) == sizeof(float) ? 1e-6 : 1e-13) * (double)pose->size;
}
/// Of features whose longest sides are these.
static inline double contact3_snap(const contact3_pose *pose, double length_a, double length_b)
{
    const double of_scene = CONTACT3_SNAP * (double)pose->size,
                 shorter = length_a < length_b ? length_a : length_b, own = CONTACT3_SNAP_OWN * shorter;
    return own < of_scene ? own : of_scene;
}
/// What is closer than this to another point is the same one.
static inline double contact3_same(const contact3_pose *pose) { return CONTACT3_SAME * (double)pose->size; }

/// Patches are measured by squares of lengths. Of scenes so large or small that these leave the range of numbers, the
/// one point that the depth is about will do.
static inline bool contact3_is_measurable(flr_real size)
{
    const flr_real low = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-15 : (flr_real)1e-130;
    return size > low && size < 1 / low;
}

/// The middle of the pose's points, from a's anchor.
static inline flr_vec3 contact3_witness(const contact3_pose *pose)
{
    return flr_lerp3(pose->point_a, pose->point_b, (flr_real)0.5);
}

static inline flr_vec3 contact3_witness_in_world(const contact3_pose *pose)
{
    return flr_add3(pose->origin, flr_mul_add3(contact3_witness(pose), (pose->radius_a - pose->radius_b) / 2,
                                               pose->normal));
}

/// The deepest point, nearly as deep as was proved, is as deep: clipping carries its own rounding up the slopes. Where a core is curved that
/// may be more than rounding, and then the point is where it was proved.
static inline void contact3_set_proved(const contact3_pose *pose, flr_manifold3_point *p)
{
    const double proved = -(double)pose->separation;
    if (pose->is_curved && fabs((double)p->depth - proved) > 0.01 * contact3_slack(pose))
        p->position = contact3_witness_in_world(pose);
    p->depth = (flr_real)proved;
}

/// Is the deepest point as deep as the pose says? Where there is none as deep, there is room for one.
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

/// The one point that is there whatever the features are; in the place of another one with its id, or there.
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

#endif
