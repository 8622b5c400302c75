/// Is any place of two solids deeper than a tolerance that is large beside their triangles? By branch and bound over boxes.
///
/// Pairs of triangles within such a tolerance are too many to be looked at. Over a box the distance to either surface changes
/// by no more than the way, and it is no more than that to any one triangle, which is convex and so greatest at a corner.
#include <math.h>

#include "closest/closest3_mesh.h"
#include "feeler/closest.h"
#include "feeler/overlap.h"
#include "penetration/depth3_mesh_mesh.h"

enum { BOXES = 200, LOOKS = 1 << 17 };

/// What part of the best place so far must be to be gained.
static const flr_real GAIN = (flr_real)0.25;

typedef struct box {
    flr_vec3 middle, half;
    flr_real bound;
} box;

typedef struct search {
    const flr_instance3 *a, *b;
    flr_real tolerance, best;
    depth3_places *places;
} search;

static flr_real goal(const search *s)
{
    const flr_real better = s->best * (1 + GAIN);
    return better > s->tolerance ? better : s->tolerance;
}

/// The distance to the surface, negative outside.
static flr_real height(const flr_instance3 *i, flr_vec3 p, flr_nearest3 *nearest)
{
    *nearest = flr_nearest3_point_mesh(p, i, (flr_real)INFINITY);
    const flr_real distance = (flr_real)sqrt((double)nearest->distance_squared);
    return flr_contains3_mesh_point(i, p) == FLR_INSIDE ? distance : -distance;
}

/// The greatest sum of the distances to two triangles in the box.
static flr_real bound_by_faces(const box *x, const flr_triangle3 *ta, const flr_triangle3 *tb)
{
    flr_real most = 0;
    for (int k = 0; k < 8; k++) {
        const flr_vec3 corner = flr_vec3_make(x->middle.x + (k & 1 ? x->half.x : -x->half.x),
                                              x->middle.y + (k & 2 ? x->half.y : -x->half.y),
                                              x->middle.z + (k & 4 ? x->half.z : -x->half.z));
        const flr_real sum = flr_closest3_point_triangle(corner, ta).distance +
                             flr_closest3_point_triangle(corner, tb).distance;
        if (sum > most) most = sum;
    }
    return most;
}

/// Looks at the middle of a box and sets its bound; false where no deeper place can be in it.
static bool look_into(search *s, box *x)
{
    const flr_real radius = flr_length3(x->half);
    flr_nearest3 to_a, to_b;
    const flr_real a = height(s->a, x->middle, &to_a);
    if (!(a + radius > 0)) return false;
    const flr_real b = height(s->b, x->middle, &to_b);
    if (!(b + radius > 0)) return false;
    if (a > 0 && b > 0) {
        const depth3_place at = flr_depth3_at(s->a, s->b, x->middle, false, false);
        flr_depth3_keep(s->places, &at);
        if (at.inside && at.depth > s->best) s->best = at.depth;
    }
    x->bound = a + b + 2 * radius;
    if (!(x->bound > goal(s))) return false;
    const flr_triangle3 ta = instance3_item_triangle(s->a, to_a.item),
                        tb = instance3_item_triangle(s->b, to_b.item);
    return bound_by_faces(x, &ta, &tb) > goal(s);
}

static void halve(const box *x, box halves[2])
{
    const bool along_x = x->half.x >= x->half.y && x->half.x >= x->half.z,
               along_y = !along_x && x->half.y >= x->half.z;
    const flr_real quarter = (along_x ? x->half.x : along_y ? x->half.y : x->half.z) / 2;
    const flr_vec3 way =
        flr_vec3_make(along_x ? quarter : 0, along_y ? quarter : 0, along_x || along_y ? 0 : quarter);
    for (int k = 0; k < 2; k++) {
        halves[k].middle = k ? flr_add3(x->middle, way) : flr_sub3(x->middle, way);
        halves[k].half = flr_sub3(x->half, way);
    }
}

void flr_depth3_boxes(const flr_instance3 *a, const flr_instance3 *b, flr_real tolerance,
                      depth3_places *places)
{
    const flr_vec3 low = flr_max3(a->bounds.min, b->bounds.min),
                   high = flr_min3(a->bounds.max, b->bounds.max);
    search s = {a, b, tolerance, 0, places};
    box stack[BOXES];
    int top = 0;
    stack[top].middle = flr_lerp3(low, high, (flr_real)0.5);
    stack[top].half = flr_scale3((flr_real)0.5, flr_sub3(high, low));
    if (!look_into(&s, &stack[top++])) return;
    for (int i = 0; i < LOOKS && top > 0; i++) {
        const box x = stack[--top];
        if (!(x.bound > goal(&s)) || top + 2 > BOXES) continue;
        box halves[2];
        halve(&x, halves);
        bool open[2] = {look_into(&s, &halves[0]), look_into(&s, &halves[1])};
        const int last = open[0] && (!open[1] || halves[0].bound > halves[1].bound) ? 0 : 1;
        if (open[1 - last]) stack[top++] = halves[1 - last];
        if (open[last]) stack[top++] = halves[last];
    }
}
