#include "closest/outline2.h"
#include "math/trigonometry.h"
#include "sweep/track2.h"
#include "toi/motion2_scene.h"

static size_t pieces_of(const flr_outline2 *o)
{
    if (o->kind != FLR_OUTLINE2_CHAIN || !o->solid || o->count < 3 || flr_track2_is_convex(o)) return 1;
    return o->count;
}

static flr_convex2 piece_of(const flr_outline2 *o, const flr_convex2 *user, size_t count, size_t i,
                            double far)
{
    if (user) return *user;
    if (o->kind == FLR_OUTLINE2_RAY) return flr_motion2_clipped(o, far);
    flr_convex2 piece;
    if (count > 1) {
        flr_edge2 e = flr_outline2_edge(o, i);
        const flr_segment2 edge = {e.a, e.b};
        piece = flr_convex2_segment(&edge);
    } else {
        const flr_vec2 *corner = o->many ? o->many : o->corner;
        piece = flr_convex2_polygon(corner, (uint32_t)o->count, flr_vec2_make(1, 0), flr_vec2_make(0, 0), 0);
    }
    piece.radius = o->radius;
    return piece;
}

static void try_all_pieces(motion2_scene *s)
{
    size_t count_a = pieces_of(s->a), count_b = pieces_of(s->b);
    double far_a = flr_motion2_range(s, s->b), far_b = flr_motion2_range(s, s->a);
    for (size_t i = 0; i < count_a; ++i) {
        flr_convex2 a = piece_of(s->a, s->user_a, count_a, i, far_a);
        for (size_t j = 0; j < count_b && s->search.until > 0; ++j) {
            flr_convex2 b = piece_of(s->b, s->user_b, count_b, j, far_b);
            flr_motion2_try_pieces(s, &a, &b, NULL);
        }
    }
}

static flr_vec2 carried(const flr_path2 *from, const flr_path2 *into, flr_vec2 p)
{
    flr_local2 turn, back, q = {(double)p.x, (double)p.y};
    flr_sine_cosine((double)from->from.angle, &turn.y, &turn.x);
    flr_sine_cosine((double)into->from.angle, &back.y, &back.x);
    q = flr_turned2(turn, q);
    q.x += (double)from->from.position.x - (double)into->from.position.x;
    q.y += (double)from->from.position.y - (double)into->from.position.y;
    q = flr_turned_back2(back, q);
    return flr_vec2_make((flr_real)q.x, (flr_real)q.y);
}

static bool holds(const flr_outline2 *o, const flr_path2 *path, const flr_outline2 *other,
                  const flr_path2 *way)
{
    if (!o->solid || other->count == 0 || o->count < 3) return false;
    flr_vec2 p = carried(way, path, flr_outline2_corner(other, 0));
    return flr_outline2_locate(o->many ? o->many : o->corner, o->count, false, p) >= 0;
}

static bool all_finite(const flr_outline2 *o)
{
    double rest = 0 * (double)o->direction.x + 0 * (double)o->direction.y + 0 * (double)o->offset;
    for (size_t i = 0; i < o->count; ++i) {
        flr_vec2 p = flr_outline2_corner(o, i);
        rest += 0 * ((double)p.x + (double)p.y);
    }
    return rest == 0;
}

flr_motion2_result flr_motion2_moving(const flr_moving2 *moving_a, const flr_moving2 *moving_b,
                                      const flr_motion2_options *options)
{
    motion2_scene s;
    const flr_vec2 world = flr_vec2_make(0, 0);
    const flr_outline2 *a = moving_a->outline, *b = moving_b->outline;
    flr_outline2 placed_a, placed_b;
    if (a->far) placed_a = flr_outline2_seen_from(a, world), a = &placed_a;
    if (b->far) placed_b = flr_outline2_seen_from(b, world), b = &placed_b;
    const flr_path2 *path_a = moving_a->path, *path_b = moving_b->path;
    s.a = a, s.b = b;
    s.path_a = path_a, s.path_b = path_b;
    s.user_a = moving_a->user, s.user_b = moving_b->user;
    const flr_found2 none = {false, true, 0, 1, {false, 0, {{0, 0}}, {{0, 0}}, 0, {0, 0}}};
    s.best = none;
    flr_motion2_result result = flr_motion2_answer(&none, 0);
    if (!flr_search2_start(&s.search, &s.target, options)) {
        result.status = FLR_INVALID_ARGUMENT;
        return result;
    }
    flr_convex2 point = flr_convex2_point(flr_vec2_make(0, 0));
    flr_movers2 frames;
    s.best_radius = 0;
    s.finite = flr_motion2_start(&frames, &point, path_a, &point, path_b, s.target) && all_finite(a) &&
               all_finite(b);
    if (s.finite && (motion2_is_flat(a) || motion2_is_flat(b)))
        flr_motion2_try_flat(&s);
    else if (s.finite && a->kind == FLR_OUTLINE2_RAY && b->kind == FLR_OUTLINE2_RAY)
        flr_motion2_try_rays(&s);
    else if (s.finite && (holds(a, path_a, b, path_b) || holds(b, path_b, a, path_a)))
        flr_motion2_touch_at(&s, 0);
    else if (s.finite)
        try_all_pieces(&s);
    if (!s.finite) {
        result.status = FLR_NOT_FINITE;
        return result;
    }
    result = flr_motion2_answer(&s.best, s.search.steps);
    const flr_local2 n = s.best.nearest.normal;
    if (s.best.hit && s.best.free > 0 && (n.x != 0 || n.y != 0))
        flr_motion2_place(s.best_radius, path_b, &s.best, &result);
    return result;
}
