/// Time of impact of any two outlines in the plane. Convex pieces are tried pair by pair. Lines, planes and
/// halfspaces need only the axis along their normal; of rays, only the part that can be reached matters.
#include "closest/outline2.h"
#include "convex/convex2_make.h"
#include "math/trigonometry.h"
#include "shape/exact.h"
#include "toi/toi2.h"

/// Two outlines on their paths, and the earliest touch of their pieces found so far.
typedef struct toi2_scene {
    const flr_outline2 *a, *b;
    const flr_path2 *path_a, *path_b;
    const flr_convex2 *user_a, *user_b;  ///< or null
    double target;
    flr_search2 search;
    flr_toi2_end best;
    double best_radius;  ///< the radius around b's core for `best`
    bool finite;
} toi2_scene;

static inline bool toi2_is_flat(const flr_outline2 *o)
{
    return o->kind == FLR_OUTLINE2_LINE || flr_outline2_by_normal(o);
}
static inline double toi2_turn(const flr_path2 *p) { return (double)p->to.angle - (double)p->from.angle; }

/// Takes the result of a pair of pieces into the best so far, and shortens the search to an earlier touch.
static void note(toi2_scene *s, double radius_b, const flr_toi2_end *found)
{
    if (!found->converged) {
        s->best.converged = false;
        if (!s->best.hit || found->free < s->best.free) s->best.free = found->free;
        return;
    }
    if (!found->hit) return;
    bool first = !s->best.hit || found->touched < s->best.touched;
    double free = s->best.hit && s->best.free < found->free ? s->best.free : found->free;
    bool converged = s->best.converged;
    if (first) {
        s->best = *found;
        s->best_radius = radius_b;
        s->search.until = found->touched;
    }
    s->best.free = free;
    s->best.converged = converged;
}

/// Sets normal and point of a touch along a fixed axis. The flat shape is a bare point, the other has
/// corners.
static void features_along(const flr_movers2 *m, const flr_axis2 *axis, flr_toi2_end *found)
{
    flr_instant2 at = flr_toi2_at(m, found->free);
    bool of_a = axis->frame == FLR_AXIS2_OF_A;
    flr_local2 n = flr_turned2(of_a ? at.turn_a : at.turn_b, axis->direction);
    const flr_local2 back = {-n.x, -n.y};
    flr_local2 p = flr_mover2_support(&m->b, flr_turned_back2(at.turn_b, back));
    if (!of_a) {  // the corner of a, in b's frame
        double r = m->a.radius;
        p = flr_turned2(at.turn_a, flr_mover2_support(&m->a, flr_turned_back2(at.turn_a, n)));
        p.x += at.place.x + r * n.x;
        p.y += at.place.y + r * n.y;
        p = flr_turned_back2(at.turn_b, p);
    }
    found->nearest.normal = n;
    found->nearest.weight = 0;
    found->nearest.b[0] = found->nearest.b[1] = p;
}

/// Tries a piece of a against a piece of b, along a fixed axis if there is one.
static void toi2_try_pieces(toi2_scene *s, const flr_convex2 *a, const flr_convex2 *b, const flr_axis2 *fixed)
{
    flr_movers2 m;
    if (!flr_toi2_start(&m, a, s->path_a, b, s->path_b, s->target)) {
        s->finite = false;
        return;
    }
    flr_search2 search = s->search;
    search.from = 0;
    if (!fixed && !flr_search2_narrow(&search, &m)) return;
    flr_toi2_end found = flr_toi2_search(&m, fixed, &search);
    s->search.steps = search.steps;
    if (fixed && found.hit) features_along(&m, fixed, &found);
    note(s, m.b.radius, &found);
}

/// Records a touch that is known to be at t.
static void toi2_touch_at(toi2_scene *s, double t)
{
    if (t > s->search.until) return;
    flr_toi2_end found = {true, true, t, t, {false, 0, {{0, 0}}, {{0, 0}}, 0, {0, 0}}};
    note(s, s->best_radius, &found);
}

/// The part of a ray that anything within `far` of its frame's origin can reach.
static flr_convex2 toi2_clipped(const flr_outline2 *o, double far)
{
    int exponent;
    flr_local2 d = flr_local2_direction(o->direction, &exponent);
    double x = (double)o->corner[0].x, y = (double)o->corner[0].y;
    double length = (sqrt(x * x + y * y) + far) * 1.001 / sqrt(flr_local2_dot(d, d));
    flr_segment2 part;
    part.a = o->corner[0];
    part.b = flr_vec2_make((flr_real)(x + length * d.x), (flr_real)(y + length * d.y));
    return flr_convex2_segment(&part);
}

static double farthest_corner(const flr_outline2 *o)
{
    double far = 0;
    for (size_t i = 0; i < o->count; ++i) {
        flr_vec2 p = flr_outline2_corner(o, i);
        far = fmax(far, sqrt((double)p.x * (double)p.x + (double)p.y * (double)p.y));
    }
    return far;
}

static double apart(flr_vec2 p, flr_vec2 q)
{
    double x = (double)p.x - (double)q.x, y = (double)p.y - (double)q.y;
    return sqrt(x * x + y * y);
}

/// How far from the origin of one frame any point of the other shape may come.
static double toi2_range(const toi2_scene *s, const flr_outline2 *other)
{
    double from = apart(s->path_a->from.position, s->path_b->from.position);
    double to = apart(s->path_a->to.position, s->path_b->to.position);
    return fmax(from, to) + farthest_corner(other) + (double)other->radius + s->target;
}

/// The angle at the start from the direction u in one frame to v in the other.
static double toi2_angle(const flr_path2 *of_u, flr_local2 u, const flr_path2 *of_v, flr_local2 v)
{
    flr_local2 turn_u, turn_v;
    flr_sine_cosine((double)of_u->from.angle, &turn_u.y, &turn_u.x);
    flr_sine_cosine((double)of_v->from.angle, &turn_v.y, &turn_v.x);
    u = flr_turned2(turn_u, u);
    v = flr_turned2(turn_v, v);
    return flr_arc_tangent2(flr_local2_cross(u, v), flr_local2_dot(u, v));
}

/// A line, plane or halfspace by its normal.
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

/// Records when a ray on one side of a line or plane first leans toward it; it then touches it, far out.
static void lean(toi2_scene *s, const flr_path2 *of_flat, flr_local2 up, const flr_path2 *of_ray,
                 flr_vec2 direction)
{
    const double quarter = 0x1.921fb54442d18p+0, rounding = 0x1p-46;
    int exponent;
    double angle = toi2_angle(of_flat, up, of_ray, flr_local2_direction(direction, &exponent));
    double turn = toi2_turn(of_ray) - toi2_turn(of_flat);
    if (fabs(angle) > quarter + rounding) {
        toi2_touch_at(s, 0);
        return;
    }
    if (turn == 0) return;
    double left = turn > 0 ? quarter - angle : quarter + angle;
    toi2_touch_at(s, fmax(0, (left - rounding) / fabs(turn)) * (1 - 0x1p-50));
}

/// The points by which the other shape is tested: all its corners, or one point of a line or plane.
static flr_convex2 corners_of(const flr_outline2 *o, const flr_convex2 *user)
{
    flr_convex2 c;
    if (user) return *user;
    if (toi2_is_flat(o)) return flr_convex2_point(flat_of(o).foot);
    const flr_vec2 *corner = o->many ? o->many : o->corner;
    c = flr_convex2_points(corner, (uint32_t)o->count, flr_vec2_make(1, 0), flr_vec2_make(0, 0), o->radius);
    return c;
}

/// Do two flat shapes stay apart? Lines and planes do only while they are parallel, halfspaces only while
/// they also face each other.
static bool stay_parallel(const toi2_scene *s, const flat *f, const flat *g, bool f_is_a)
{
    const flr_path2 *of_f = f_is_a ? s->path_a : s->path_b, *of_g = f_is_a ? s->path_b : s->path_a;
    if (toi2_turn(of_f) != toi2_turn(of_g)) return false;
    double angle = toi2_angle(of_f, f->normal, of_g, g->normal);
    if (f->solid && g->solid && fabs(angle) < 1) return false;
    double off = fmin(fabs(angle), fabs(0x1.921fb54442d18p+1 - fabs(angle)));
    return off <= 0x1p-46 * fmax(1, fmax(fabs((double)of_f->from.angle), fabs((double)of_g->from.angle)));
}

/// Handles a line, plane or halfspace: its normal is the only axis that can separate the two.
static void toi2_try_flat(toi2_scene *s)
{
    bool a_flat = toi2_is_flat(s->a), both = a_flat && toi2_is_flat(s->b);
    bool f_is_a =
        a_flat && !(both && s->b->kind == FLR_OUTLINE2_HALFSPACE);  // of two, a halfspace comes first
    const flr_outline2 *o = f_is_a ? s->a : s->b, *other = f_is_a ? s->b : s->a;
    flat f = flat_of(o);
    if (both) {
        flat g = flat_of(other);
        if (!stay_parallel(s, &f, &g, f_is_a)) {
            toi2_touch_at(s, 0);
            return;
        }
    }
    const flr_path2 *of_f = f_is_a ? s->path_a : s->path_b, *of_other = f_is_a ? s->path_b : s->path_a;
    flr_convex2 foot = flr_convex2_point(f.foot), corners = corners_of(other, f_is_a ? s->user_b : s->user_a);
    const flr_convex2 *a = f_is_a ? &foot : &corners, *b = f_is_a ? &corners : &foot;
    flr_movers2 m;
    if (!flr_toi2_start(&m, a, s->path_a, b, s->path_b, s->target)) {
        s->finite = false;
        return;
    }
    flr_instant2 start = flr_toi2_at(&m, 0);
    for (int side = 1; side >= (f.solid ? 1 : -1); side -= 2) {
        const flr_local2 up = {side * f.normal.x, side * f.normal.y}, down = {-up.x, -up.y};
        const flr_axis2 axis = {f_is_a ? FLR_AXIS2_OF_A : FLR_AXIS2_OF_B, f_is_a ? up : down};
        if (!(flr_toi2_gap(&m, &axis, &start) > 4 * m.noise)) continue;
        if (other->kind == FLR_OUTLINE2_RAY) lean(s, of_f, up, of_other, other->direction);
        toi2_try_pieces(s, a, b, &axis);
        return;
    }
    toi2_touch_at(s, 0);
}

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

/// Handles two rays. They touch at the origin of one of them, or far out, when they turn from spreading to
/// parallel.
static void toi2_try_rays(toi2_scene *s)
{
    flr_ray2 at_a = ray_at_start(s->a, s->path_a), at_b = ray_at_start(s->b, s->path_b);
    flr_outline2 a = flr_outline2_of_ray(&at_a), b = flr_outline2_of_ray(&at_b);
    if (flr_outline2_meet(&a, &b)) {
        toi2_touch_at(s, 0);
        return;
    }
    double far_a = toi2_range(s, s->b), far_b = toi2_range(s, s->a);
    flr_convex2 part_a = toi2_clipped(s->a, far_a), part_b = toi2_clipped(s->b, far_b);
    flr_convex2 end_a = flr_convex2_point(s->a->corner[0]), end_b = flr_convex2_point(s->b->corner[0]);
    toi2_try_pieces(s, &end_a, &part_b, NULL);
    toi2_try_pieces(s, &part_a, &end_b, NULL);
    const double whole = 0x1.921fb54442d18p+2, rounding = 0x1p-46;
    double turn = toi2_turn(s->path_a) - toi2_turn(s->path_b);
    if (turn == 0) return;
    int exponent;
    double angle = toi2_angle(s->path_b, flr_local2_direction(s->b->direction, &exponent), s->path_a,
                              flr_local2_direction(s->a->direction, &exponent));
    double left = turn > 0 ? -angle : angle;  // the turn left until a is parallel to b
    if (fabs(left) <= rounding) {             // parallel now: they meet at once if a turns toward b
        flr_local2 gap = {(double)at_b.origin.x - (double)at_a.origin.x,
                          (double)at_b.origin.y - (double)at_a.origin.y};
        flr_local2 d = {(double)at_a.direction.x, (double)at_a.direction.y};
        left = flr_local2_cross(d, gap) * turn >= 0 ? 0 : whole;
    }
    if (left < 0) left += whole;
    toi2_touch_at(s, fmax(0, (left - rounding) / fabs(turn)) * (1 - 0x1p-50));
}

static size_t pieces_of(const flr_outline2 *o)
{
    if (o->kind != FLR_OUTLINE2_CHAIN || !o->solid) return 1;
    const flr_polygon2 whole = {o->many ? o->many : o->corner, o->count};
    return polygon2_is_convex(&whole) ? 1 : o->count;
}

/// Piece i of an outline: the whole of it, or an edge of a concave polygon, or the part of a ray within
/// `far`.
static flr_convex2 piece_of(const flr_outline2 *o, const flr_convex2 *user, size_t count, size_t i,
                            double far)
{
    if (user) return *user;
    if (o->kind == FLR_OUTLINE2_RAY) return toi2_clipped(o, far);
    flr_convex2 piece;
    if (count > 1) {
        flr_edge2 e = flr_outline2_edge(o, i);
        const flr_segment2 edge = {e.a, e.b};
        piece = flr_convex2_segment(&edge);
    } else {
        const flr_polygon2 whole = {o->many ? o->many : o->corner, o->count};
        convex2_make_polygon(&piece, &whole);
    }
    piece.radius = o->radius;
    return piece;
}

static void try_all_pieces(toi2_scene *s)
{
    size_t count_a = pieces_of(s->a), count_b = pieces_of(s->b);
    double far_a = toi2_range(s, s->b), far_b = toi2_range(s, s->a);
    for (size_t i = 0; i < count_a; ++i) {
        flr_convex2 a = piece_of(s->a, s->user_a, count_a, i, far_a);
        for (size_t j = 0; j < count_b && s->search.until > 0; ++j) {
            flr_convex2 b = piece_of(s->b, s->user_b, count_b, j, far_b);
            toi2_try_pieces(s, &a, &b, NULL);
        }
    }
}

/// A point of one path's frame in the other's, both at the start.
static flr_vec2 into_frame(const flr_path2 *from, const flr_path2 *into, flr_vec2 p)
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
    flr_vec2 p = into_frame(way, path, flr_outline2_corner(other, 0));
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

flr_toi2_result flr_toi2_moving(const flr_moving2 *moving_a, const flr_moving2 *moving_b,
                                const flr_toi2_options *options)
{
    toi2_scene s;
    const flr_vec2 world = flr_vec2_make(0, 0);
    const flr_outline2 *a = moving_a->outline, *b = moving_b->outline;
    flr_outline2 placed_a, placed_b;
    if (a->far) placed_a = flr_outline2_seen_from(a, world), a = &placed_a;
    if (b->far) placed_b = flr_outline2_seen_from(b, world), b = &placed_b;
    const flr_path2 *path_a = moving_a->path, *path_b = moving_b->path;
    s.a = a, s.b = b;
    s.path_a = path_a, s.path_b = path_b;
    s.user_a = moving_a->user, s.user_b = moving_b->user;
    const flr_toi2_end none = {false, true, 0, 1, {false, 0, {{0, 0}}, {{0, 0}}, 0, {0, 0}}};
    s.best = none;
    flr_toi2_result result = flr_toi2_answer(&none, 0);
    if (!flr_search2_start(&s.search, &s.target, options)) {
        result.status = FLR_INVALID_ARGUMENT;
        return result;
    }
    flr_convex2 point = flr_convex2_point(flr_vec2_make(0, 0));
    flr_movers2 frames;
    s.best_radius = 0;
    s.finite =
        flr_toi2_start(&frames, &point, path_a, &point, path_b, s.target) && all_finite(a) && all_finite(b);
    if (s.finite && (toi2_is_flat(a) || toi2_is_flat(b)))
        toi2_try_flat(&s);
    else if (s.finite && a->kind == FLR_OUTLINE2_RAY && b->kind == FLR_OUTLINE2_RAY)
        toi2_try_rays(&s);
    else if (s.finite && (holds(a, path_a, b, path_b) || holds(b, path_b, a, path_a)))
        toi2_touch_at(&s, 0);
    else if (s.finite)
        try_all_pieces(&s);
    if (!s.finite) {
        result.status = FLR_NOT_FINITE;
        return result;
    }
    result = flr_toi2_answer(&s.best, s.search.steps);
    const flr_local2 n = s.best.nearest.normal;
    if (s.best.hit && s.best.free > 0 && (n.x != 0 || n.y != 0))
        flr_toi2_place(s.best_radius, path_b, &s.best, &result);
    return result;
}
