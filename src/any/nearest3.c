/// Which convex pieces of two shapes in space come nearest to each other? A compound gives its nearest
/// shape, an unbounded shape the part near the other, and a concave sheet or a mesh its nearest triangle.
#include "any/any3.h"
#include "any/penetration3.h"
#include "any/toi3.h"
#include "mesh/mesh3_pair.h"

/// The piece that comes nearest to the other shape.
typedef struct nearest {
    const flr_shape3 *other;
    flr_real distance;
    flr_shape3 piece;
    flr_status status;
} nearest;

static void try_triangle(void *user, const flr_triangle3 *t)
{
    nearest *n = user;
    flr_shape3 s = any3_of_triangle(*t);
    flr_closest3 c;
    if (n->distance == 0) return;
    flr_status status = flr_any3_distance_of_any_size(&s, n->other, n->distance, &c);
    if (status != FLR_OK) n->status = status;
    if (!(c.distance < n->distance)) return;
    n->distance = c.distance;
    n->piece = s;
}

static flr_status piece_of(const flr_shape3 *s, const flr_shape3 *other, flr_shape3 *piece)
{
    flr_convex3 c;
    *piece = *s;
    if (flr_any3_core(s, &c)) return FLR_OK;
    // surfaces only: of a solid there are no pieces inside
    flr_shape3 surface = *other;
    surface.solid = false;
    nearest n = {&surface, (flr_real)INFINITY, *s, FLR_OK};
    if (s->kind == FLR_SHAPE3_MESH) {
        const flr_mesh3 *const m = s->as.mesh.mesh;
        for (uint32_t k = 0; (k = mesh3_next(m, k)) < m->info.triangle_count; ++k) {
            flr_triangle3 t = instance3_item_triangle(&s->as.mesh, k);
            try_triangle(&n, &t);
        }
    } else {
        size_t count;
        const flr_vec3 *v = flr_any3_corners(s, &count);
        flr_toi3_triangles(v, count, try_triangle, &n);
    }
    *piece = n.piece;
    if (n.status == FLR_NOT_FINITE || !isfinite(n.distance)) return FLR_NOT_FINITE;
    return FLR_OK;
}

/// The nearest pieces, for a pair in order: of a compound the nearest shape, of an unbounded one the part
/// near the other, then of what is not convex the nearest triangle.
static flr_status in_order(const flr_shape3 *a, const flr_shape3 *b, flr_shape3 *piece_a, flr_shape3 *piece_b)
{
    flr_status status;
    if (any3_is_compound(a) || any3_is_compound(b)) {
        compound3_nearest n = flr_compound3_nearest(a, b, (flr_real)INFINITY);
        if (!n.a || !isfinite(n.closest.distance)) return FLR_NOT_FINITE;
        a = n.a;
        b = n.b;
    }
    bool ends_a = flr_any3_is_bounded(a), ends_b = flr_any3_is_bounded(b);
    if (!ends_a && !ends_b) return FLR_UNBOUNDED;
    penetration3 p;
    flr_penetration3_reach(&p, a, b);
    flr_shape3 x = flr_penetration3_leaf(&p, a), y = flr_penetration3_leaf(&p, b);
    status = piece_of(&x, &y, piece_a);
    return status == FLR_OK ? piece_of(&y, piece_a, piece_b) : status;
}

flr_status flr_nearest_convex3(const flr_shape3 *a, const flr_shape3 *b, flr_shape3 *piece_a,
                               flr_shape3 *piece_b)
{
    if (!piece_a || !piece_b) return FLR_INVALID_ARGUMENT;
    flr_status status = flr_any3_check(a);
    if (status == FLR_OK) status = flr_any3_check(b);
    if (status != FLR_OK) return status;
    flr_shape3 room_a, room_b;
    a = any3_reduced(compound3_unwrap(a), &room_a);
    b = any3_reduced(compound3_unwrap(b), &room_b);
    return flr_any3_in_order(a, b) ? in_order(a, b, piece_a, piece_b) : in_order(b, a, piece_b, piece_a);
}
