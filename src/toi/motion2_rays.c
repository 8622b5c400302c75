#include "toi/motion2_scene.h"

#include "math/trigonometry.h"

static flr_ray2 ray_at_start(const flr_outline2 *o, const flr_path2 *path)
{
    flr_local2 turn, d;
    int exponent;
    flr_sine_cosine((double)path->from.angle, &turn.y, &turn.x);
    d = flr_turned2(turn, flr_local2_direction(o->direction, &exponent));
    flr_ray2 ray;
    ray.origin = flr_pose2_point(path->from, o->corner[0]);
    ray.direction = flr_vec2_make((flr_real)d.x, (flr_real)d.y);
    return ray;
}

void flr_motion2_try_rays(motion2_scene *s)
{
    flr_ray2 at_a = ray_at_start(s->a, s->path_a), at_b = ray_at_start(s->b, s->path_b);
    flr_outline2 a = flr_outline2_of_ray(&at_a), b = flr_outline2_of_ray(&at_b);
    if (flr_outline2_meet(&a, &b)) {
        flr_motion2_touch_at(s, 0);
        return;
    }
    double far_a = flr_motion2_range(s, s->b), far_b = flr_motion2_range(s, s->a);
    flr_convex2 part_a = flr_motion2_clipped(s->a, far_a), part_b = flr_motion2_clipped(s->b, far_b);
    flr_convex2 end_a = flr_convex2_point(s->a->corner[0]), end_b = flr_convex2_point(s->b->corner[0]);
    flr_motion2_try_pieces(s, &end_a, &part_b, NULL);
    flr_motion2_try_pieces(s, &part_a, &end_b, NULL);
    const double whole = 0x1.921fb54442d18p+2, rounding = 0x1p-46;
    double turn = motion2_turn(s->path_a) - motion2_turn(s->path_b);
    if (turn == 0) return;
    int exponent;
    double angle = flr_motion2_angle(s->path_b, flr_local2_direction(s->b->direction, &exponent), s->path_a,
                                     flr_local2_direction(s->a->direction, &exponent));
    double left = turn > 0 ? -angle : angle;  // to go until a points as b does
    if (fabs(left) <= rounding) {             // parallel now: together if a turns towards b
        flr_local2 gap = {(double)at_b.origin.x - (double)at_a.origin.x,
                          (double)at_b.origin.y - (double)at_a.origin.y};
        flr_local2 d = {(double)at_a.direction.x, (double)at_a.direction.y};
        left = flr_local2_cross(d, gap) * turn >= 0 ? 0 : whole;
    }
    if (left < 0) left += whole;
    flr_motion2_touch_at(s, fmax(0, (left - rounding) / fabs(turn)) * (1 - 0x1p-50));
}
