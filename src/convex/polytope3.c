#include "convex/polytope3.h"

#include <limits.h>

#include "math/triple3.h"

extern const polytope3_form flr_polytope3_avx2;

const polytope3_form *flr_polytope3_form(void)
{
#ifdef FEELER_HAVE_AVX2
    if (__builtin_cpu_supports("avx2")) return &flr_polytope3_avx2;
#endif
    return &flr_polytope3_baseline;
}

dvec3 flr_polytope3_square_to(dvec3 d)
{
    const double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z);
    // the axis it is least along, without branches: nobody could guess it
    const bool is_x = (x <= y) & (x <= z), is_y = !is_x & (y <= z);
    const dvec3 s = dvec3_cross(d, dvec3_make(is_x, is_y, !is_x & !is_y));
    const double square = dvec3_length_squared(s);
    if (square > POLYTOPE3_LOST) return dvec3_scale(1 / sqrt(square), s);
    const double most = fmax(x, fmax(y, z));
    if (!(most > 0 && most < 1)) return dvec3_make(1, 0, 0);
    return flr_polytope3_square_to(dvec3_scale(most < 0x1p-1000 ? 0x1p1000 : 1 / most, d));
}

dvec3 flr_polytope3_exact_normal(dvec3 p, dvec3 q, dvec3 r)
{
    const flr_row3 u = {2, {{q.x, q.y, q.z}, {-p.x, -p.y, -p.z}}},
                   v = {2, {{r.x, r.y, r.z}, {-p.x, -p.y, -p.z}}};
    flr_scaled value[3];
    int top = INT_MIN;
    for (int axis = 0; axis < 3; axis++) {
        const flr_row3 e = flr_row3_axis(axis);
        int exponent;
        (void)flr_triple3_exact(&e, &u, &v, &value[axis]);
        value[axis].mantissa = frexp(value[axis].mantissa, &exponent);
        value[axis].exponent += exponent;
        if (value[axis].mantissa != 0 && value[axis].exponent > top) top = value[axis].exponent;
    }
    if (top == INT_MIN) return dvec3_make(0, 0, 0);
    const dvec3 n = {ldexp(value[0].mantissa, value[0].exponent - top),
                     ldexp(value[1].mantissa, value[1].exponent - top),
                     ldexp(value[2].mantissa, value[2].exponent - top)};
    return dvec3_scale(1 / dvec3_length(n), n);
}

static void find_nearest(polytope3 *p)
{
    const double *const distance = p->planes.distance;
    for (int i = 0; i < p->face_count; i++)
        if (distance[i] < distance[p->nearest]) p->nearest = i;
}

void flr_polytope3_find_lost(polytope3 *p, int face)
{
    const int *c = p->faces[face].corner;
    const dvec3 first = polytope3_w(p, c[0]),
                n = flr_polytope3_exact_normal(first, polytope3_w(p, c[1]), polytope3_w(p, c[2]));
    planes3 *const q = &p->planes;
    q->x[face] = n.x;
    q->y[face] = n.y;
    q->z[face] = n.z;
    q->height[face] = q->distance[face] = dvec3_dot(n, first);
    q->inverse[face] = 1;
    // what is made for normals of other lengths does not hold: every side is asked exactly
    q->doubt[face] = (double)INFINITY;
    find_nearest(p);
}

void flr_polytope3_turn(polytope3 *p, int face, dvec3 normal, double inverse)
{
    planes3 *const q = &p->planes;
    q->x[face] = normal.x;
    q->y[face] = normal.y;
    q->z[face] = normal.z;
    q->height[face] = dvec3_dot(normal, polytope3_w(p, p->faces[face].corner[0]));
    q->inverse[face] = inverse;
    q->distance[face] = q->height[face] * inverse;
    find_nearest(p);
}

/// (q - p) x (r - p) from twice the digits: of needles rounding would turn it by more than what lies in its plane can bear. Below what these
/// digits hold, of lines that differ in their last digit only, by exact arithmetic.
static dvec3 square_to_sides(dvec3 p, dvec3 q, dvec3 r)
{
    const dvec3 u = dvec3_sub(q, p), v = dvec3_sub(r, p), n = simplex3_normal_doubled(p, q, r);
    const double square = dvec3_dot(n, n), least = 0x1p-120 * dvec3_dot(u, u) * dvec3_dot(v, v);
    return square > POLYTOPE3_LOST && square > least ? n : flr_polytope3_exact_normal(p, q, r);
}

/// Takes a point in where it adds a dimension.
static bool add_if_new(polytope3 *p, const vertex3 *v)
{
    int n = p->vertex_count;
    bool is_new = n == 0;
    polytope3_set(p, v);
    const dvec3 first = polytope3_w(p, 0), w = polytope3_w(p, n);
    if (n == 1) is_new = !dvec3_equal(w, first);
    if (n == 2) is_new = dvec3_length_squared(square_to_sides(first, polytope3_w(p, 1), w)) > 0;
    p->vertices[n] = *v;
    if (n == 3) is_new = flr_polytope3_form()->begin(p);
    if (is_new) p->vertex_count++;
    return is_new;
}

static bool look(polytope3 *p, dvec3 direction)
{
    vertex3 v = {.id_a = CORE3_NO_ID, .id_b = CORE3_NO_ID};
    pair3_support(p->pair, p->pair->form, dvec3_neg(direction), &v);
    return add_if_new(p, &v);
}

/// The directions in which another vertex may lie that the simplex so far does not span.
static bool grow(polytope3 *p)
{
    static const dvec3 AXES[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (p->vertex_count <= 1) {
        for (int i = 0; i < 3; i++)
            if (look(p, AXES[i]) || look(p, dvec3_neg(AXES[i]))) return true;
        return false;
    }
    dvec3 d = dvec3_sub(polytope3_w(p, 1), polytope3_w(p, 0));
    if (p->vertex_count == 2) {
        dvec3 s = flr_polytope3_square_to(d), t = dvec3_cross(s, d);
        if (!(dvec3_length_squared(t) > POLYTOPE3_LOST)) t = dvec3_cross(s, dvec3_scale(0x1p600, d));
        return look(p, s) || look(p, dvec3_neg(s)) || look(p, t) || look(p, dvec3_neg(t));
    }
    dvec3 n = square_to_sides(polytope3_w(p, 0), polytope3_w(p, 1), polytope3_w(p, 2));
    return look(p, n) || look(p, dvec3_neg(n));
}

/// From four that span space, as a search mostly ends with.
static bool start_with(polytope3 *p, const vertex3 *v)
{
    double most = 0;
    for (int i = 0; i < 4; i++) {
        const double size = 2 * vertex3_reach(&v[i]);
        most = size > most ? size : most;
        p->vertex_count = i;
        polytope3_put(p, v[i].w);
        p->vertices[i] = v[i];
    }
    polytope3_reach_to(p, most);
    const bool solid = flr_polytope3_form()->begin(p);
    p->vertex_count = solid ? 4 : 0;
    return solid;
}

static inline void begin(polytope3 *p, const pair3 *pair)
{
    p->pair = pair;
    p->vertex_count = p->face_count = 0;
    p->size_squared = p->reach = 0;
}

bool flr_polytope3_start_with(polytope3 *p, const pair3 *pair, const vertex3 v[4])
{
    begin(p, pair);
    return start_with(p, v);
}

bool flr_polytope3_start(polytope3 *p, const pair3 *pair, const simplex3 *start)
{
    begin(p, pair);
    if (start->count == 4 && start_with(p, start->v)) return true;
    // one that adds no dimension is left out; the simplex may be flat in exact arithmetic
    for (int i = 0; i < start->count; i++) add_if_new(p, &start->v[i]);
    while (p->vertex_count < 4)
        if (!grow(p)) return false;
    return true;
}

dvec3 flr_polytope3_flat_normal(const polytope3 *p)
{
    dvec3 d = p->vertex_count > 1 ? dvec3_sub(polytope3_w(p, 1), polytope3_w(p, 0)) : dvec3_make(0, 0, 0);
    dvec3 n = p->vertex_count > 2 ? square_to_sides(polytope3_w(p, 0), polytope3_w(p, 1), polytope3_w(p, 2))
                                  : flr_polytope3_square_to(d);
    double length = dvec3_length(n);
    return length > 0 ? dvec3_scale(1 / length, n) : dvec3_make(0, 0, 1);
}
