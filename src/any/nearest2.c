/// Which convex pieces of two shapes of the plane come nearest to each other? A compound gives its nearest
/// shape, an unbounded shape the part near the other, and a concave polygon its nearest triangle.
#include "any/any2.h"
#include "any/penetration2.h"
#include "any/toi3.h"

/// The piece that comes nearest to the other shape.
typedef struct nearest {
    const flr_shape2 *other;
    flr_real distance;
    flr_shape2 piece;
} nearest;

static void try_triangle(void *user, const flr_triangle2 *t)
{
    nearest *n = user;
    flr_shape2 s = {.kind = FLR_SHAPE2_TRIANGLE, .as.triangle = *t};
    flr_closest2 c;
    flr_vec2 normal;
    if (n->distance == 0) return;
    (void)flr_any2_distance(&s, n->other, &c, &normal);
    if (!(c.distance < n->distance)) return;
    n->distance = c.distance;
    n->piece = s;
}

static flr_status piece_of(const flr_shape2 *s, const flr_shape2 *other, flr_shape2 *piece)
{
    flr_convex2 c;
    *piece = *s;
    if (flr_any2_core(s, &c)) return FLR_OK;
    nearest n = {other, (flr_real)INFINITY, *s};
    flr_toi2_triangles(s->as.polygon.vertices, s->as.polygon.count, try_triangle, &n);
    *piece = n.piece;
    return isfinite(n.distance) ? FLR_OK : FLR_NOT_FINITE;
}

/// The pair of shapes of two compounds that comes nearest.
typedef struct nearest_pair {
    const flr_shape2 *a, *b;
    flr_real distance;
} nearest_pair;

static flr_real keep_nearest(void *user, const flr_shape2 *a, const flr_shape2 *b)
{
    nearest_pair *n = user;
    flr_closest2 c;
    flr_vec2 normal;
    (void)flr_any2_distance(a, b, &c, &normal);
    if (!n->a || c.distance < n->distance) n->a = a, n->b = b, n->distance = c.distance;
    return n->distance > 0 ? n->distance : -1;
}

/// a before b in the order of shapes.
static flr_status in_order(const flr_shape2 *a, const flr_shape2 *b, flr_shape2 *piece_a, flr_shape2 *piece_b)
{
    if (any2_is_compound(a) || any2_is_compound(b)) {
        nearest_pair n = {NULL, NULL, 0};
        bool turned;
        flr_compound2_visit(a, b, (flr_real)INFINITY, keep_nearest, &n, &turned);
        a = turned ? n.b : n.a;
        b = turned ? n.a : n.b;
    }
    if (!flr_any2_is_bounded(a) && !flr_any2_is_bounded(b)) return FLR_UNBOUNDED;
    penetration2 p;
    flr_shape2 x, y;
    flr_penetration2_clip(&p, a, b, &x, &y);
    const flr_status status = piece_of(&x, &y, piece_a);
    return status == FLR_OK ? piece_of(&y, piece_a, piece_b) : status;
}

flr_status flr_nearest_convex2(const flr_shape2 *a, const flr_shape2 *b, flr_shape2 *piece_a,
                               flr_shape2 *piece_b)
{
    if (!piece_a || !piece_b) return FLR_INVALID_ARGUMENT;
    any2_pair pair;
    flr_status status = flr_any2_begin(a, b, &pair);
    if (status == FLR_OK) a = pair.a, b = pair.b;
    if (status != FLR_OK) return status;
    return flr_any2_in_order(a, b) ? in_order(a, b, piece_a, piece_b) : in_order(b, a, piece_b, piece_a);
}
