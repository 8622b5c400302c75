#include "convex/closest2_convex_convex.h"
#include "math/doubled.h"

/// Of a triangle that holds the origin: the points of both cores with these weights.
static void common_point(const gjk2 *g, const flr_real weight[3], flr_vec2 *a, flr_vec2 *b)
{
    const flr_real sum = weight[0] + weight[1] + weight[2];
    *a = *b = flr_vec2_make(0, 0);
    for (int i = 0; i < 3; ++i) {
        const vertex2 *v = &g->pool[g->simplex.at[i]];
        *a = flr_mul_add2(*a, weight[i] / sum, v->a);
        *b = flr_mul_add2(*b, weight[i] / sum, v->b);
    }
}

typedef struct sharp2 {
    flr_double2 x, y;
} sharp2;

/// The weights of a needle of a triangle hang on differences of corners that round: from exact ones, in twice the precision.
static void sharp_weights(const gjk2 *g, flr_real weight[3])
{
    sharp2 w[3];
    double area[3];
    for (int i = 0; i < 3; ++i) {
        const vertex2 *v = &g->pool[g->simplex.at[i]];
        w[i].x = flr_two_sum((double)v->a.x, -(double)v->b.x);
        w[i].y = flr_two_sum((double)v->a.y, -(double)v->b.y);
    }
    for (int i = 0; i < 3; ++i) {
        const sharp2 *p = &w[(i + 1) % 3], *q = &w[(i + 2) % 3];
        area[i] =
            flr_doubled_difference(flr_doubled_product(p->x, q->y), flr_doubled_product(p->y, q->x)).high;
    }
    const double sign = area[0] + area[1] + area[2] < 0 ? -1 : 1;
    for (int i = 0; i < 3; ++i) weight[i] = sign * area[i] > 0 ? (flr_real)(sign * area[i]) : 0;
    if (!(weight[0] + weight[1] + weight[2] > 0))
        for (int i = 0; i < 3; ++i) weight[i] = g->simplex.weight[i];
}

void flr_gjk2_witness(const gjk2 *g, flr_vec2 *a, flr_vec2 *b)
{
    const simplex2 *s = &g->simplex;
    const vertex2 *p = &g->pool[s->at[0]], *q = &g->pool[s->at[1]];
    *a = p->a;
    *b = p->b;
    if (s->count == 1) return;
    if (s->count == 2) {
        int nearer = s->weight[1] > s->weight[0];
        flr_real t = s->weight[!nearer] / (s->weight[0] + s->weight[1]);
        p = &g->pool[s->at[nearer]];
        q = &g->pool[s->at[!nearer]];
        *a = flr_lerp2(p->a, q->a, t);
        *b = flr_lerp2(p->b, q->b, t);
        return;
    }
    common_point(g, s->weight, a, b);
    const flr_vec2 rest = flr_sub2(*a, *b);
    if (support2_spread(rest) > 8 * gjk2_rounding() * g->size) {
        flr_real weight[3];
        sharp_weights(g, weight);
        common_point(g, weight, a, b);
    }
    *b = *a;
}
