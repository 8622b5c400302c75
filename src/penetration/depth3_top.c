/// From several places to the deepest of their tops.
#include <math.h>

#include "closest/closest3_mesh.h"
#include "math/unit.h"
#include "penetration/depth3_mesh_mesh.h"

void flr_depth3_keep(depth3_places *places, const depth3_place *place)
{
    if (!place->inside) return;
    int shallowest = 0;
    for (int i = 0; i < places->count; i++) {
        depth3_place *other = &places->all[i];
        flr_real deeper = other->depth > place->depth ? other->depth : place->depth;
        if (flr_distance_squared3(other->point, place->point) <= deeper * deeper / 4) {
            if (place->depth > other->depth) *other = *place;
            return;
        }
        if (other->depth < places->all[shallowest].depth) shallowest = i;
    }
    if (places->count < DEPTH3_PLACES) {
        places->all[places->count++] = *place;
    } else if (place->depth > places->all[shallowest].depth) {
        places->all[shallowest] = *place;
    }
}

/// A place on one of the surfaces has no direction away from it: a little way along both normals of the other
/// side's nearest point and of the triangle it lies on there is one inside, if the surface is smooth there.
static depth3_place off_surface(const flr_instance3 *a, const flr_instance3 *b, const depth3_place *at)
{
    if (at->depth_a > 0 && at->depth_b > 0) return *at;
    const flr_instance3 *on = at->depth_a > 0 ? b : a;
    flr_triangle3 t = instance3_item_triangle(on, at->depth_a > 0 ? at->item_b : at->item_a);
    flr_vec3 n = unit3_or_zero(flr_cross3(flr_sub3(t.b, t.a), flr_sub3(t.c, t.a)));
    flr_vec3 middle = flr_scale3((flr_real)(1.0 / 3), flr_add3(t.a, flr_add3(t.b, t.c)));
    for (int side = -1; side <= 1; side += 2) {
        // towards the middle of the triangle too: a corner's neighbourhood need not lie behind one of its faces
        flr_vec3 aside = flr_scale3(at->depth / 64, unit3_or_zero(flr_sub3(middle, at->point)));
        flr_vec3 p = flr_add3(flr_mul_add3(at->point, (flr_real)side * at->depth / 64, n), aside);
        depth3_place off = flr_depth3_at(a, b, p, false, false);
        if (off.inside) return off;
    }
    return *at;
}

static depth3_place climb(const flr_instance3 *a, const flr_instance3 *b, depth3_place from, bool *settled)
{
    // of two equally deep places, the one inside: it has a direction to either surface
    const flr_real same = 1 - (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-9);
    depth3_place top = flr_depth3_uphill(a, b, off_surface(a, b, &from), settled);
    return top.depth >= from.depth * same ? top : from;
}

/// The deepest of some places around, in the plane between the nearest points: across a plateau the
/// model of flat pieces sees nothing to gain, however near a deeper place is.
static depth3_place look_around(const flr_instance3 *a, const flr_instance3 *b, const depth3_place *at)
{
    flr_vec3 n = unit3_or_zero(flr_sub3(at->point_a, at->point_b));
    flr_vec3 some = fabs((double)n.x) < 0.6 ? flr_vec3_make(1, 0, 0) : flr_vec3_make(0, 1, 0);
    flr_vec3 x = unit3_or_zero(flr_cross3(n, some)), y = flr_cross3(n, x);
    static const flr_real AROUND[8][2] = {{1, 0},
                                          {-1, 0},
                                          {0, 1},
                                          {0, -1},
                                          {(flr_real)0.7, (flr_real)0.7},
                                          {(flr_real)-0.7, (flr_real)0.7},
                                          {(flr_real)0.7, (flr_real)-0.7},
                                          {(flr_real)-0.7, (flr_real)-0.7}};
    depth3_place best = *at;
    for (int k = 0; k < 24; k++) {
        flr_real length = at->depth * (k < 8 ? (flr_real)0.75 : k < 16 ? (flr_real)1.75 : 4);
        flr_vec3 d = flr_add3(flr_scale3(AROUND[k % 8][0], x), flr_scale3(AROUND[k % 8][1], y));
        depth3_place next = flr_depth3_step(a, b, at, flr_mul_add3(at->point, length, d), length);
        if (next.inside && next.depth > best.depth) best = next;
    }
    return best;
}

depth3_place flr_depth3_top(const flr_instance3 *a, const flr_instance3 *b, const depth3_places *places,
                            bool *settled)
{
    depth3_place top = places->all[0];
    *settled = true;
    for (int i = 0; i < places->count; i++) {
        bool calm;
        depth3_place next = climb(a, b, places->all[i], &calm);
        if (i > 0 && !(next.depth > top.depth)) continue;
        top = next;
        *settled = calm;
    }
    for (int round = 0; round < 4; round++) {
        depth3_place next = look_around(a, b, &top);
        if (!(next.depth > top.depth * (flr_real)1.0001)) break;
        top = climb(a, b, next, settled);
    }
    return top;
}

/// The way out of the nearest points' reach, where those of both surfaces do not lie opposite one another.
/// Zero where they do.
static flr_vec3 away_from_both(const depth3_place *at)
{
    flr_vec3 x = unit3_or_zero(flr_sub3(at->point_a, at->point)),
             y = unit3_or_zero(flr_sub3(at->point_b, at->point));
    flr_vec3 sum = flr_add3(x, y);
    return flr_length3(sum) < (flr_real)1e-3 ? flr_vec3_make(0, 0, 0) : flr_neg3(unit3_or_zero(sum));
}

/// On a plateau, to a place just as deep whose nearest points lie opposite one another, if a few steps lead to one.
static void move_between_faces(const flr_instance3 *a, const flr_instance3 *b, depth3_place *place)
{
    const flr_real same = 1 - (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-9);
    flr_real length = place->depth / 8;
    for (int i = 0; i < 6; i++, length /= 2) {
        flr_vec3 d = away_from_both(place);
        if (!(flr_length_squared3(d) > 0)) return;
        depth3_place next = flr_depth3_step(a, b, place, flr_mul_add3(place->point, length, d), length);
        if (next.inside && next.depth >= place->depth * same) *place = next;
    }
}

void flr_depth3_oppose(const flr_instance3 *a, const flr_instance3 *b, depth3_place *place)
{
    enum { CAPACITY = 16 };
    if (!(place->depth_a > 0 && place->depth_b > 0)) return;
    move_between_faces(a, b, place);
    const flr_real room = 1 + (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)4e-14);
    flr_nearest3 to_a[CAPACITY], to_b[CAPACITY];
    int count_a = flr_near_points3_point_mesh(place->point, a, place->depth_a * room, to_a, CAPACITY);
    int count_b = flr_near_points3_point_mesh(place->point, b, place->depth_b * room, to_b, CAPACITY);
    flr_real least = 2;
    for (int i = 0; i < count_a; i++) {
        for (int j = 0; j < count_b; j++) {
            flr_vec3 x = unit3_or_zero(flr_sub3(to_a[i].point, place->point));
            flr_vec3 y = unit3_or_zero(flr_sub3(to_b[j].point, place->point));
            flr_real along = flr_dot3(x, y);
            if (!(along < least - (flr_real)1e-9)) continue;
            least = along;
            place->point_a = to_a[i].point;
            place->point_b = to_b[j].point;
            place->item_a = to_a[i].item;
            place->item_b = to_b[j].item;
        }
    }
}
