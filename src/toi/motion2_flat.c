#include "toi/motion2_scene.h"

typedef struct flat {
    flr_local2 normal;  ///< unit, in its frame
    flr_vec2 foot;      ///< a point on it
    bool solid;
} flat;

static flat flat_of(const flr_outline2 *o)
{
    flat f;
    int exponent;
    f.normal = flr_local2_direction(o->direction, &exponent);
    double length = sqrt(flr_local2_dot(f.normal, f.normal));
    f.normal.x /= length, f.normal.y /= length;
    f.solid = o->kind == FLR_OUTLINE2_HALFSPACE;
    if (o->kind == FLR_OUTLINE2_LINE) {
        f.foot = o->corner[0];
        double x = f.normal.x;
        f.normal.x = -f.normal.y, f.normal.y = x;
    } else {
        double h = ldexp((double)o->offset, -exponent) / length;
        f.foot = flr_vec2_make((flr_real)(h * f.normal.x), (flr_real)(h * f.normal.y));
    }
    return f;
}

/// A ray on one side of a flat shape meets it, far out, once it leans towards it.
static void lean(motion2_scene *s, const flr_path2 *of_flat, flr_local2 up, const flr_path2 *of_ray,
                 flr_vec2 direction)
{
    const double quarter = 0x1.921fb54442d18p+0, rounding = 0x1p-46;
    int exponent;
    double angle = flr_motion2_angle(of_flat, up, of_ray, flr_local2_direction(direction, &exponent));
    double turn = motion2_turn(of_ray) - motion2_turn(of_flat);
    if (fabs(angle) > quarter + rounding) {
        flr_motion2_touch_at(s, 0);
        return;
    }
    if (turn == 0) return;
    double left = turn > 0 ? quarter - angle : quarter + angle;
    flr_motion2_touch_at(s, fmax(0, (left - rounding) / fabs(turn)) * (1 - 0x1p-50));
}

/// What stands for the other shape: its corners, all of them, or a point of what is flat.
static flr_convex2 corners_of(const flr_outline2 *o, const flr_convex2 *user)
{
    flr_convex2 c;
    if (user) return *user;
    if (motion2_is_flat(o)) return flr_convex2_point(flat_of(o).foot);
    const flr_vec2 *corner = o->many ? o->many : o->corner;
    c = flr_convex2_points(corner, (uint32_t)o->count, flr_vec2_make(1, 0), flr_vec2_make(0, 0), o->radius);
    return c;
}

/// Two flat shapes are apart only while they are parallel, and halfspaces only where they look at one another.
static bool stay_parallel(const motion2_scene *s, const flat *f, const flat *g, bool f_is_a)
{
    const flr_path2 *of_f = f_is_a ? s->path_a : s->path_b, *of_g = f_is_a ? s->path_b : s->path_a;
    if (motion2_turn(of_f) != motion2_turn(of_g)) return false;
    double angle = flr_motion2_angle(of_f, f->normal, of_g, g->normal);
    if (f->solid && g->solid && fabs(angle) < 1) return false;
    double off = fmin(fabs(angle), fabs(0x1.921fb54442d18p+1 - fabs(angle)));
    return off <= 0x1p-46 * fmax(1, fmax(fabs((double)of_f->from.angle), fabs((double)of_g->from.angle)));
}

void flr_motion2_try_flat(motion2_scene *s)
{
    bool a_flat = motion2_is_flat(s->a), both = a_flat && motion2_is_flat(s->b);
    bool f_is_a =
        a_flat && !(both && s->b->kind == FLR_OUTLINE2_HALFSPACE);  // of two, a halfspace goes first
    const flr_outline2 *o = f_is_a ? s->a : s->b, *other = f_is_a ? s->b : s->a;
    flat f = flat_of(o);
    if (both) {
        flat g = flat_of(other);
        if (!stay_parallel(s, &f, &g, f_is_a)) {
            flr_motion2_touch_at(s, 0);
            return;
        }
    }
    const flr_path2 *of_f = f_is_a ? s->path_a : s->path_b, *of_other = f_is_a ? s->path_b : s->path_a;
    flr_convex2 foot = flr_convex2_point(f.foot), corners = corners_of(other, f_is_a ? s->user_b : s->user_a);
    const flr_convex2 *a = f_is_a ? &foot : &corners, *b = f_is_a ? &corners : &foot;
    flr_movers2 m;
    if (!flr_motion2_start(&m, a, s->path_a, b, s->path_b, s->target)) {
        s->finite = false;
        return;
    }
    flr_moment2 start = flr_motion2_at(&m, 0);
    for (int side = 1; side >= (f.solid ? 1 : -1); side -= 2) {
        const flr_local2 up = {side * f.normal.x, side * f.normal.y}, down = {-up.x, -up.y};
        const flr_axis2 axis = {f_is_a ? FLR_AXIS2_OF_A : FLR_AXIS2_OF_B, f_is_a ? up : down};
        if (!(flr_motion2_gap(&m, &axis, &start) > 4 * m.noise)) continue;
        if (other->kind == FLR_OUTLINE2_RAY) lean(s, of_f, up, of_other, other->direction);
        flr_motion2_try_pieces(s, a, b, &axis);
        return;
    }
    flr_motion2_touch_at(s, 0);
}
