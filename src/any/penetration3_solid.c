/// A convex shape in a solid mesh: is a way out, found by looking at few triangles, the shortest? And the shortest where it is not.
///
/// A ball in the solid that meets the shape by some length, or one in the shape that meets the solid, is not parted by a shorter way: at
/// any point the distance to the surface of the one and that to the surface of the other, inside of both, add up to a length that every
/// way out has at least. At the points where the two are stopped that sum mostly is the way itself.
#include "any/penetration3.h"
#include "closest/closest3_mesh.h"
#include "feeler/overlap3.h"

static flr_real height_in_mesh(const flr_instance3 *m, flr_vec3 p)
{
    const flr_nearest3 to = flr_nearest3_point_mesh(p, m, (flr_real)INFINITY);
    const flr_real distance = (flr_real)sqrt((double)to.distance_squared);
    return flr_contains3_mesh_point(m, p) >= 0 ? distance : -distance;
}

static flr_real height_in_core(const flr_convex3 *c, flr_vec3 p)
{
    const flr_convex3 point = flr_convex3_point(p);
    return -flr_signed_distance3_convex_convex(&point, c).signed_distance;
}

/// No translation that parts the two is shorter; 0 where that is all that is known.
static flr_real least_by_ball(const flr_convex3 *c, const flr_instance3 *m, flr_vec3 p)
{
    const flr_real least = height_in_mesh(m, p);
    if (!isfinite(least)) return 0;
    const flr_real sum = least + height_in_core(c, p);
    return sum > 0 ? sum : 0;
}

/// Moved by the translation, is the shape out of the solid?
static bool is_out(const flr_convex3 *c, const flr_shape3 *mesh, flr_vec3 by)
{
    penetration3_moved user;
    flr_closest3 closest;
    flr_shape3 moved = {.kind = FLR_SHAPE3_CONVEX};
    moved.as.convex = flr_penetration3_move(c, by, &user);
    return flr_any3_distance(&moved, mesh, 0, &closest) == FLR_OK && closest.distance > 0;
}

flr_status flr_penetration3_solid(const flr_shape3 *a, const flr_convex3 *core, const flr_shape3 *mesh,
                                  flr_real size, const flr_manifold3 *guess, flr_real least, bool *proved,
                                  flr_signed_distance3_result *r)
{
    const bool single = sizeof(flr_real) == sizeof(float);
    const flr_real rounding = size * (single ? (flr_real)4e-6 : (flr_real)1e-14),
                   slack = size * (single ? (flr_real)1e-5 : (flr_real)1e-9);
    const flr_vec3 out = flr_neg3(guess->normal);
    penetration3_known known = {least, guess->normal};
    flr_real depth = 0;
    for (int i = 0; i < guess->count; i++)
        depth = guess->points[i].depth > depth ? guess->points[i].depth : depth;
    *proved = known.depth >= depth - rounding;
    // the shape's own point first, which mostly decides; then the mesh's, and the middle between the two
    static const flr_real along[3] = {-(flr_real)0.5, (flr_real)0.5, 0};
    for (int k = 0; k < 3 && !*proved; k++)
        for (int i = 0; i < guess->count && !*proved; i++) {
            if (!(guess->points[i].depth >= depth - rounding)) continue;
            const flr_vec3 p = flr_mul_add3(guess->points[i].position, along[k] * depth, out);
            const flr_real by_ball = least_by_ball(core, &mesh->as.mesh, p);
            known.depth = by_ball > known.depth ? by_ball : known.depth;
            *proved = known.depth >= depth - rounding;
        }
    *proved = *proved && is_out(core, mesh, flr_scale3(depth + slack, out));
    if (*proved) return FLR_OK;
    known.depth = known.depth > rounding ? known.depth - rounding : 0;
    return flr_penetration3(a, mesh, &known, r);
}
