/// The separating axis test in the plane: what is rarely called.
#include "convex/sat2.h"

#include "math/predicates.h"

/// Does it have few corners in order, or so few that there is no other order?
static bool is_few(const flr_convex2 *c)
{
    return support2_in_order(c) && c->count >= 1 && c->count <= FEW2_MOST;
}

/// Places the corners where they are in the scene.
static void place(few2 *f, const support2 *s)
{
    const bool held = s->shape->kind == FLR_CONVEX2_CORNERS;
    core2 c = core2_of(s->shape);
    c.points = held ? s->corners : support2_points(s->shape);
    c.base = lanes2_of(held ? flr_vec2_make(0, 0) : s->base);
    c.offset = lanes2_of(held ? flr_vec2_make(0, 0) : s->offset);
    few2_place(f, s->shape, &c);
}

sat2_result flr_sat2(const support2 *a, const support2 *b, flr_real size, flr_real tolerance,
                     flr_vec2 preferred)
{
    sat2_result r = {.is_known = false};
    few2 x, y;
    few2_choice choice;
    if (!is_few(a->shape) || !is_few(b->shape)) return r;
    place(&x, a);
    place(&y, b);
    if (!few2_make_normals(&x, size, true) || !few2_make_normals(&y, size, true)) return r;
    const flr_real most =
        real4_max_lane(real4_max(few2_find_separations(&x, &y), few2_find_separations(&y, &x)));
    r.is_known = !(most > (flr_real)-INFINITY);
    if (r.is_known || !few2_choose(&x, &y, most, tolerance, preferred, false, &choice)) return r;
    const few2 *own = choice.own_is_b ? &y : &x;
    if (!own->shape->normals && !few2_is_outer(own, choice.edge, few2_slack(size))) return r;
    return few2_result(&x, &y, &choice);
}

int flr_few2_turn(const flr_vec2 *p, uint32_t count)
{
    const double x = (double)p[0].x, y = (double)p[0].y;
    double area = 0, all = FLR_FILTER_FLOOR;
    for (uint32_t i = 1; i + 1 < count; ++i) {
        const double left = ((double)p[i].x - x) * ((double)p[i + 1].y - y),
                     right = ((double)p[i].y - y) * ((double)p[i + 1].x - x);
        area += left - right;
        all += fabs(left) + fabs(right);
    }
    if (fabs(area) > (double)count * FLR_FILTER_RELATIVE2 * all) return area > 0 ? 1 : -1;
    int all_turn = 0;
    for (uint32_t i = 1; i + 1 < count; ++i) {
        const int turn =
            flr_orient2_inline(x, y, (double)p[i].x, (double)p[i].y, (double)p[i + 1].x, (double)p[i + 1].y);
        if (turn * all_turn < 0) return FEW2_UNSURE;
        if (turn) all_turn = turn;
    }
    return all_turn;
}

bool flr_few2_have_length(const flr_vec2 *p, uint32_t count, uint32_t edges)
{
    for (uint32_t i = 0; i < count; ++i) {
        const flr_vec2 q = p[i + 1 < count ? i + 1 : 0];
        if ((edges >> i & 1) && (q.x != p[i].x || q.y != p[i].y)) return true;
    }
    return false;
}
