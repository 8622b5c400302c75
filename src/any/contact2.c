/// Where do two shapes of the plane touch, and along which normal? The convex core answers convex pairs,
/// with a margin wider by more than rounding. With a line, a concave polygon or a compound, the signed
/// distance gives the normal, and edges that face each other give points (contact2_fronts.c). Near the
/// margin, distance or overlap decides.
#include "any/contact2_fronts.h"
#include "base/answer.h"

/// Of a convex shape under a pose or of points in any order, against a concave polygon.
enum { CORNER_MAX = 1024 };

static bool by_line(flr_shape2_kind k) { return any2_is_flat_unbounded(k) || k == FLR_SHAPE2_RAY; }

static flr_real both(flr_vec2 p) { return (p.x < 0 ? -p.x : p.x) + (p.y < 0 ? -p.y : p.y); }

/// At least the distance of any part of the shape from the scene's origin.
static flr_real size_of(const flr_shape2 *s, flr_vec2 origin)
{
    flr_outline2 o;
    flr_convex2 c;
    flr_real size = 0;
    if (by_line(s->kind)) return 0;
    if (flr_any2_outline(s, &o)) {
        for (size_t i = 0; i < o.count; ++i) {
            flr_real at = both(flr_sub2(flr_outline2_placed_corner(&o, i), origin));
            if (at > size) size = at;
        }
        return size + o.radius;
    }
    (void)flr_any2_core(s, &c);
    for (int k = 0; k < 4; ++k) {
        flr_real way = k & 1 ? -1 : 1;
        flr_vec2 d = k < 2 ? flr_vec2_make(way, 0) : flr_vec2_make(0, way);
        flr_real at = both(flr_sub2(flr_support2(&c, d), origin));
        if (at > size) size = at;
    }
    return size + c.radius;
}

/// Of the scene's origin on a line or plane, from there: closer than coordinates far from the origin can tell.
static flr_vec2 foot_of(const flr_shape2 *flat, flr_vec2 origin)
{
    const any2_measure m = flr_any2_measure(flat);
    const double h = flr_any2_height_from(&m, origin, flr_vec2_make(0, 0));
    return flr_vec2_make((flr_real)(-h * m.x), (flr_real)(-h * m.y));
}

/// False for a halfspace that faces away.
static bool front_of_flat(const flr_shape2 *flat, const contact2_fronts *w, flr_vec2 way, contact2_front *f)
{
    const any2_measure m = flr_any2_measure(flat);
    flr_vec2 n = flr_vec2_make((flr_real)m.x, (flr_real)m.y);
    if (flr_dot2(n, way) < 0) {
        if (flat->kind == FLR_SHAPE2_HALFSPACE) return false;
        n = flr_neg2(n);
    }
    *f = flr_contact2_front_of_line(foot_of(flat, w->origin), n, w->pose.size);
    return true;
}

/// False where it faces away, or there are too many corners.
static bool front_of(const flr_shape2 *s, const flr_shape2 *other, const contact2_fronts *w, flr_vec2 way,
                     flr_vec2 *room, contact2_front *f)
{
    flr_outline2 o;
    flr_convex2 c;
    if (any2_is_flat_unbounded(s->kind)) {
        return front_of_flat(s, w, way, f);
    } else if (any2_is_flat_unbounded(other->kind) && flr_any2_core(s, &c)) {
        *f = flr_contact2_front_of_convex(&c, w->origin, way);
    } else {
        if (flr_any2_outline_in(s, room, CORNER_MAX, &o) != FLR_OK) return false;
        *f = flr_contact2_front_of_outline(&o, w->origin);
    }
    return true;
}

static flr_manifold2 single(const flr_signed_distance2_result *r)
{
    flr_manifold2 m = {.normal = r->normal, .count = 1};
    m.points[0].position =
        flr_add2(flr_scale2((flr_real)0.5, r->point_a), flr_scale2((flr_real)0.5, r->point_b));
    m.points[0].depth = -r->signed_distance;
    m.points[0].id = CONTACT2_FLAT;
    return m;
}

/// Where squares of lengths leave the range of numbers there is no patch, but where they come closest or reach deepest is known.
static void hold_to_numbers(const flr_signed_distance2_result *r, flr_manifold2 *m)
{
    bool are_numbers = flr_is_finite2(m->normal);
    for (int i = 0; i < m->count; ++i)
        are_numbers = are_numbers && flr_is_finite2(m->points[i].position) && isfinite(m->points[i].depth);
    if (!are_numbers) *m = single(r);
}

static bool has_size(const flr_shape2 *s) { return s->kind != FLR_SHAPE2_POINT && !by_line(s->kind); }

/// That of the shapes and the vector between them. Points and lines have none of their own: then what coordinates are rounded by has to be small
/// beside it, and where they are 0 any will do.
static void take_size(contact2_pose *pose, flr_vec2 origin, flr_real of_shapes, bool any_has_size)
{
    pose->size = of_shapes + both(pose->point_a) + both(pose->point_b);
    if (!any_has_size) pose->size += both(origin) * (flr_real)0x1p-16;
    if (pose->size == 0) pose->size = 1;
}

/// Every pair of shapes of the two, along one normal.
typedef struct many_fronts {
    contact2_fronts fronts;
    const flr_shape2 *a, *b;
    bool turned, second;
} many_fronts;

/// The shapes of one of the two, as they lie in a gap.
typedef struct gap_between {
    const contact2_fronts *fronts;
    const contact2_gap *gap;
    bool of_b, is_filled;
} gap_between;

static void look_into_gap(void *user, const flr_shape2 *s)
{
    gap_between *g = user;
    flr_vec2 room[CORNER_MAX];
    flr_outline2 o;
    if (g->is_filled || any2_is_flat_unbounded(s->kind)) return;
    if (flr_any2_outline_in(s, room, CORNER_MAX, &o) != FLR_OK) return;
    const contact2_front f = flr_contact2_front_of_outline(&o, g->fronts->origin);
    g->is_filled = flr_contact2_is_in_gap(g->fronts, &f, g->of_b, g->gap);
}

/// Of shapes of the two other than the two in question.
static bool is_filled(const contact2_fronts *w, const contact2_gap *gap)
{
    const many_fronts *m = (const many_fronts *)w;  // its first member
    gap_between g = {w, gap, false, false};
    flr_compound2_leaves(m->a, look_into_gap, &g);
    g.of_b = true;
    flr_compound2_leaves(m->b, look_into_gap, &g);
    return g.is_filled;
}

/// A ray as the piece of it that can be near the other one, with ends of its own out of sight of the scene.
static const flr_shape2 *ended(const flr_shape2 *s, const flr_shape2 *other, flr_real size, any2_piece *piece)
{
    if (s->kind != FLR_SHAPE2_RAY || by_line(other->kind)) return s;
    flr_shape2 around = {.kind = FLR_SHAPE2_AABB, .as.aabb = flr_any2_bounds(other)};
    around.as.aabb.min = flr_sub2(around.as.aabb.min, flr_vec2_make(size, size));
    around.as.aabb.max = flr_add2(around.as.aabb.max, flr_vec2_make(size, size));
    flr_any2_cut(&s->as.ray, &around, piece);
    return &piece->shape;
}

static flr_real look_at_pair(void *user, const flr_shape2 *x, const flr_shape2 *y)
{
    many_fronts *m = user;
    contact2_fronts *w = &m->fronts;
    any2_piece piece_a, piece_b;
    const flr_real size = w->pose.size;
    const flr_shape2 *a = m->turned ? ended(y, x, size, &piece_a) : ended(x, y, size, &piece_a),
                     *b = m->turned ? ended(x, y, size, &piece_b) : ended(y, x, size, &piece_b);
    flr_vec2 room_a[CORNER_MAX], room_b[CORNER_MAX];
    flr_real limit = w->pose.margin + (w->pose.separation < 0 ? -w->pose.separation : 0);
    if (by_line(a->kind) && by_line(b->kind)) return limit;
    if (front_of(a, b, w, w->pose.normal, room_a, &w->a) &&
        front_of(b, a, w, flr_neg2(w->pose.normal), room_b, &w->b))
        flr_contact2_look(w, m->second);
    return limit;
}

static void look_at_all(many_fronts *m, flr_real limit)
{
    bool turned;
    if (any2_is_compound(m->a) || any2_is_compound(m->b))
        flr_compound2_visit(m->a, m->b, limit, look_at_pair, m, &turned);
    else
        (void)look_at_pair(m, m->turned ? m->b : m->a, m->turned ? m->a : m->b);
}

/// The greatest of both sides.
typedef struct widest {
    flr_vec2 origin;
    flr_real size;
    bool has_size;
} widest;

static void measure(void *user, const flr_shape2 *s)
{
    widest *w = user;
    flr_real size = size_of(s, w->origin);
    if (size > w->size) w->size = size;
    w->has_size |= has_size(s);
}

/// At least one of the two is a compound, a line, a plane, a halfspace or a concave polygon.
static flr_status by_depth(const flr_shape2 *a, const flr_shape2 *b, flr_real margin, flr_manifold2 *m)
{
    flr_signed_distance2_result r;
    flr_status status = flr_signed_distance2(a, b, &r);
    if (!flr_has_answer(status)) return status;
    m->inseparable = r.inseparable;
    if (r.inseparable || r.signed_distance > margin) return status;
    many_fronts many = {.a = a, .b = b, .turned = !flr_any2_in_order(a, b)};
    many.fronts.others = is_filled;
    contact2_pose *pose = &many.fronts.pose;
    flr_vec2 origin = any2_is_flat_unbounded(b->kind) ? r.point_a : r.point_b;
    many.fronts.origin = origin;
    pose->origin = flr_vec2_make(0, 0);
    pose->normal = r.normal;
    pose->separation = r.signed_distance;
    pose->margin = margin;
    pose->point_a = flr_sub2(r.point_a, origin);
    pose->point_b = flr_sub2(r.point_b, origin);
    widest of_a = {.origin = origin}, of_b = of_a;
    flr_compound2_leaves(a, measure, &of_a);
    flr_compound2_leaves(b, measure, &of_b);
    take_size(pose, origin, of_a.size + of_b.size, of_a.has_size || of_b.has_size);
    flr_real limit = margin + (r.signed_distance < 0 ? -r.signed_distance : 0);
    limit += pose->size * (flr_real)1e-6;
    look_at_all(&many, limit);
    many.second = true;
    flr_contact2_second(&many.fronts);
    if (many.fronts.found) look_at_all(&many, limit);
    flr_contact2_finish(&many.fronts, m);
    hold_to_numbers(&r, m);
    return status;
}

/// By their bounds alone.
static bool clearly_apart(const flr_shape2 *a, const flr_shape2 *b, flr_real margin)
{
    if (!flr_any2_is_bounded(a) || !flr_any2_is_bounded(b)) return false;
    flr_aabb2 x = flr_any2_bounds(a), y = flr_any2_bounds(b);
    return x.min.x - y.max.x > margin || y.min.x - x.max.x > margin || x.min.y - y.max.y > margin ||
           y.min.y - x.max.y > margin;
}

static flr_real deepest(const flr_manifold2 *m)
{
    flr_real most = m->points[0].depth;
    return m->count == 2 && m->points[1].depth > most ? m->points[1].depth : most;
}

/// No less than how far a shape that ends reaches from a point.
static flr_real extent_from(const flr_shape2 *s, flr_vec2 at)
{
    if (!flr_any2_is_bounded(s)) return 0;
    flr_aabb2 b = flr_any2_bounds(s);
    return both(flr_sub2(b.max, at)) + both(flr_sub2(b.min, at));
}

/// More than a depth there rounds.
static flr_real doubt_at(const flr_shape2 *a, const flr_shape2 *b, flr_vec2 at, flr_real margin)
{
    const flr_real doubt = (flr_real)(sizeof(flr_real) < sizeof(double) ? 0x1p-18 : 0x1p-46);
    return doubt * (extent_from(a, at) + extent_from(b, at) + margin);
}

/// Nearer than the margin by more than rounding.
static bool clearly_meets(const flr_shape2 *a, const flr_shape2 *b, const flr_manifold2 *m, flr_real margin)
{
    return deepest(m) > doubt_at(a, b, m->points[0].position, margin) - margin;
}

static flr_status contact(const flr_shape2 *a, const flr_shape2 *b, const flr_contact2_options *o,
                          flr_manifold2 *m)
{
    flr_convex2 x, y;
    if (flr_any2_core(a, &x) && flr_any2_core(b, &y)) return flr_contact2_convex_convex(&x, &y, o, m);
    return by_depth(a, b, o->margin, m);
}

/// The same where one of the two is a ray and the other is bounded, of the piece of the ray.
static flr_status contact_in_sight(const flr_shape2 *a, const flr_shape2 *b, const flr_contact2_options *o,
                                   flr_manifold2 *m)
{
    any2_piece piece;
    const bool ray_a = a->kind == FLR_SHAPE2_RAY, ray_b = b->kind == FLR_SHAPE2_RAY;
    const flr_shape2 *other = ray_a ? b : a;
    if (ray_a == ray_b || any2_is_compound(other) || any2_is_flat_unbounded(other->kind))
        return contact(a, b, o, m);
    flr_any2_cut(ray_a ? &a->as.ray : &b->as.ray, other, &piece);
    return contact(ray_a ? &piece.shape : a, ray_a ? b : &piece.shape, o, m);
}

/// There is a contact though rounding has hidden it: that of a margin wider by rounding, so that it has the features that it has with a wider one.
static flr_manifold2 at_margin(const flr_shape2 *a, const flr_shape2 *b, const flr_contact2_options *o,
                               const flr_signed_distance2_result *r)
{
    flr_manifold2 m = contact2_none();
    const flr_real margin = o->margin + doubt_at(a, b, r->point_a, o->margin);
    const flr_contact2_options wider = {margin, o->face_bias, o->cache};
    const flr_status status = contact_in_sight(a, b, &wider, &m);
    if (!flr_has_answer(status) || m.count == 0) return single(r);
    const flr_real most = deepest(&m);
    const int found = m.count;
    m.count = 0;
    for (int i = 0; i < found; ++i) {
        flr_manifold2_point p = m.points[i];
        p.depth = p.depth == most ? -r->signed_distance : p.depth - most - r->signed_distance;
        if (p.depth >= -o->margin) m.points[m.count++] = p;
    }
    flr_contact2_settle_ids(&m);
    return m;
}

/// Cores, and shapes reversed, are rounded in their own way; whether there is a point agrees with the distance.
static flr_status agree(const flr_shape2 *a, const flr_shape2 *b, const flr_contact2_options *o,
                        flr_status status, flr_manifold2 *m)
{
    const flr_real margin = o->margin;
    if (m->inseparable || !flr_has_answer(status)) return status;
    if (m->count > 0 ? clearly_meets(a, b, m, margin) : clearly_apart(a, b, margin)) return status;
    flr_closest2 c;
    if (flr_distance2(a, b, &c) != FLR_OK) return status;
    if (c.distance > margin) *m = contact2_none();
    if (c.distance > margin || m->count > 0) return status;
    flr_signed_distance2_result r;
    status = flr_signed_distance2(a, b, &r);
    if (!flr_has_answer(status)) return status;
    m->inseparable = r.inseparable;
    if (!r.inseparable) *m = at_margin(a, b, o, &r);
    return status;
}

/// One of the two is a ray, the other is bounded. The piece of the ray is rounded, whether they meet is asked of the ray itself.
static flr_status with_ray(const flr_shape2 *a, const flr_shape2 *b, const flr_contact2_options *o,
                           flr_manifold2 *m)
{
    flr_signed_distance2_result r;
    flr_status status = flr_signed_distance2(a, b, &r);
    if (!flr_has_answer(status) || r.signed_distance > o->margin) return status;
    status = contact_in_sight(a, b, o, m);
    if (m->count == 0) *m = at_margin(a, b, o, &r);
    return status;
}

static flr_status in_order(const flr_shape2 *a, const flr_shape2 *b, const flr_contact2_options *o,
                           flr_manifold2 *m);

/// Of shapes so large or small that it must be rescaled; the convex core finds its own.
static bool contact_in_unit(const flr_shape2 *a, const flr_shape2 *b, flr_contact2_options o,
                            flr_status *status, flr_manifold2 *m)
{
    any2_rescaled_pair r;
    const flr_contact2_options given = o;
    const flr_real factor = flr_any2_factor(a, b, o.margin);
    if (!flr_any2_rescale_pair(a, b, factor, &r)) return false;
    o.margin *= factor;
    o.face_bias *= factor;
    *status = in_order(&r.a.shape, &r.b.shape, &o, m);
    if (!flr_has_answer(*status)) return true;
    for (int i = 0; i < m->count; ++i) {
        m->points[i].position = flr_scale2(1 / factor, m->points[i].position);
        m->points[i].depth /= factor;
        if (!flr_is_finite2(m->points[i].position) || !isfinite(m->points[i].depth)) *status = FLR_NOT_FINITE;
    }
    *status = agree(a, b, &given, *status, m);
    return true;
}

/// a before b in the order of shapes.
static flr_status in_order(const flr_shape2 *a, const flr_shape2 *b, const flr_contact2_options *o,
                           flr_manifold2 *m)
{
    flr_convex2 c;
    flr_status status;
    const bool ray_a = a->kind == FLR_SHAPE2_RAY, ray_b = b->kind == FLR_SHAPE2_RAY;
    const bool convex = (ray_a || flr_any2_core(a, &c)) && (ray_b || flr_any2_core(b, &c));
    *m = contact2_none();
    // the convex core finds its own unit
    if ((!convex || ray_a || ray_b) && contact_in_unit(a, b, *o, &status, m)) return status;
    const bool flat = any2_is_flat_unbounded(a->kind) || any2_is_flat_unbounded(b->kind);
    const bool piece = ray_a != ray_b && !flat && !any2_is_compound(b);
    status = piece ? with_ray(a, b, o, m) : contact(a, b, o, m);
    return convex ? agree(a, b, o, status, m) : status;
}

/// Is the distance more than the margin? They nearly touch along the normal.
static bool is_beyond(const any2_pair *p, flr_vec2 normal, flr_real margin)
{
    bool overlap = true;
    flr_closest2 c;
    if (!(margin > 0)) return flr_any2_overlap_in_doubt(p, normal, &overlap) == FLR_OK && !overlap;
    return flr_any2_closest(p->a, p->b, &c) == FLR_OK && c.distance > margin;
}

/// They touch at the margin: where rounding leaves no point there, those that are deepest are there.
static void move_to_margin(flr_real margin, flr_manifold2 *m)
{
    const flr_real most = deepest(m);
    if (most >= -margin) return;
    for (int i = 0; i < m->count; i++) {
        flr_real *const depth = &m->points[i].depth;
        *depth = *depth == most ? -margin : *depth - most - margin;
    }
}

/// Two convex shapes by one call of the core, with a margin wider by more than all rounding: without a point they are apart for certain,
/// and with one that is clear of both margins they meet for certain. In between flr_distance2 decides.
static bool by_core(const any2_pair *p, const flr_contact2_options *o, flr_manifold2 *m)
{
    any2_cores k;
    if (!p->usual || !flr_any2_cores(p->a, p->b, &k)) return false;
    flr_contact2_options wider = *o;
    const flr_real clear = (flr_real)(any2_close * (p->size + (double)o->margin));
    wider.margin += clear;
    if (flr_contact2_convex_convex(k.a, k.b, &wider, m) != FLR_OK) return false;
    if (m->count == 0) return true;
    if (!(deepest(m) > clear - o->margin)) {
        if (is_beyond(p, m->normal, o->margin)) {
            *m = contact2_none();
            return true;
        }
        move_to_margin(o->margin, m);
    }
    const int found = m->count;
    m->count = 0;
    for (int i = 0; i < found; i++)
        if (m->points[i].depth >= -o->margin) m->points[m->count++] = m->points[i];
    if (m->count < found) flr_contact2_settle_ids(m);
    return true;
}

flr_status flr_contact2(const flr_shape2 *a, const flr_shape2 *b, const flr_contact2_options *options,
                        flr_manifold2 *manifold)
{
    if (!manifold) return FLR_INVALID_ARGUMENT;
    any2_pair p;
    flr_status status = flr_any2_begin(a, b, &p);
    if (status != FLR_OK) return status;
    flr_contact2_options none = {0, 0, NULL}, o = options ? *options : none;
    if (!flr_is_option(o.margin) || !flr_is_option(o.face_bias)) return FLR_INVALID_ARGUMENT;
    any2_sort(&p);
    // a cache holds directions from a to b
    if (p.swapped && o.cache) contact2_turn_cache(o.cache);
    if (!by_core(&p, &o, manifold)) status = in_order(p.a, p.b, &o, manifold);
    if (!p.swapped) return status;
    if (o.cache) contact2_turn_cache(o.cache);
    if (manifold->count) manifold->normal = flr_neg2(manifold->normal);
    return status;
}
