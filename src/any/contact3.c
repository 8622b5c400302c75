/// Where do two shapes in space touch, and along which normal? The convex core answers convex pairs, with a
/// margin wider by more than rounding. A convex shape and a mesh go to contact3_mesh.c, most other pairs to
/// contact3_pieces.c. Near the margin, the distance or the overlap test decides whether there is a point.
#include "any/any3.h"
#include "any/contact3_gather.h"
#include "base/answer.h"
#include "contact/manifold3.h"
#include "convex/kinds3.h"

_Static_assert(sizeof(flr_aabb3) == 6 * sizeof(flr_real), "bounds are addressed as an array");

static bool is_unbounded(flr_shape3_kind k) { return any3_is_flat_unbounded(k) || any3_is_path(k); }

/// Rays and lines against each other: one point where they come closest.
static flr_status paths(const flr_shape3 *a, const flr_shape3 *b, flr_real margin, flr_manifold3 *m)
{
    flr_signed_distance3_result r;
    contact3_clear(m);
    flr_status status = flr_signed_distance3(a, b, &r);
    if (!flr_has_answer(status)) return status;
    m->inseparable = r.inseparable;
    if (!r.inseparable && r.signed_distance <= margin)
        *m = contact3_single(r.point_a, r.point_b, r.normal, -r.signed_distance, 0);
    return status;
}

/// At least the length.
static inline flr_real sum_of(flr_vec3 v)
{
    return (flr_real)fabs((double)v.x) + (flr_real)fabs((double)v.y) + (flr_real)fabs((double)v.z);
}

/// At least how far any point of the core is from p; infinite where support points alone could tell.
static flr_real most_from(const flr_convex3 *c, flr_vec3 p)
{
    flr_real most = 0;
    const uint32_t ends = convex3_end_count(c);
    if (c->kind == FLR_CONVEX3_HULL)
        return sum_of(flr_sub3(p, c->center)) + sum_of(c->hull->base) + c->hull->radius;
    if (ends == 0 && !convex3_has_extents(c)) return (flr_real)INFINITY;
    if (ends == 0) return sum_of(flr_sub3(p, c->center)) + sum_of(c->half_extents);
    for (uint32_t i = 0; i < ends; i++) {
        const flr_real far = sum_of(flr_sub3(p, c->corners[i]));
        most = far > most ? far : most;
    }
    return convex3_has_extents(c) ? most + c->half_extents.x : most;
}

/// Deeper than anything that rounds, by what costs less than support points.
static inline bool is_deep(const any3_cores *c, flr_real depth, flr_vec3 p)
{
    const flr_real size = sum_of(p) + most_from(c->a, p) + most_from(c->b, p);
    return depth > size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-4 : (flr_real)1e-12);
}

/// Nearer than this part of the size the direction between witness points may be rounding.
static const flr_real near_part = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-3 : (flr_real)1e-7;

/// Of two that touch, or are apart by so little that the direction between their witness points is usually rounding: a
/// normal that separates them better, where there is one.
static void part(const any3_cores *c, flr_manifold3 *m)
{
    if (m->count == 0) return;
    flr_real depth = m->points[0].depth;
    for (int i = 1; i < m->count; i++)
        if (m->points[i].depth > depth) depth = m->points[i].depth;
    const flr_vec3 n = m->normal, p = m->points[0].position;
    if (is_deep(c, depth, p)) return;
    const flr_vec3 first_a = flr_support3(c->a, flr_vec3_make(1, 0, 0)),
                   first_b = flr_support3(c->b, flr_vec3_make(1, 0, 0));
    const flr_real size =
        flr_length3(p) + flr_length3(flr_sub3(p, first_a)) + flr_length3(flr_sub3(p, first_b));
    const flr_real near = size * near_part;
    const flr_real rounding = size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-6 : (flr_real)4e-15);
    if (!(depth < rounding) || !(depth + near > 0) || c->a->radius + c->b->radius > near) return;
    const double measured = flr_any3_gap_along(c->a, c->b, n);
    if (fabs(measured + (double)depth) <= (double)rounding) return;
    const flr_vec3 better = flr_any3_parting_normal(c->a, c->b);
    if (flr_any3_gap_along(c->a, c->b, better) > measured + (double)rounding) m->normal = better;
}

static void move_to_world(const any3_cores *k, flr_manifold3 *m)
{
    if (flr_is_zero3(k->origin)) return;
    for (int i = 0; i < m->count; i++) m->points[i].position = flr_add3(m->points[i].position, k->origin);
}

/// a before b in rank.
static flr_status contact(const flr_shape3 *a, const flr_shape3 *b, const flr_contact3_options *o,
                          flr_manifold3 *m)
{
    any3_cores c;
    if (any3_is_compound(b)) {
        if (any3_is_flat_unbounded(a->kind)) return flr_contact3_flat(a, b, o->margin, m);
        return flr_contact3_compound(a, b, o->margin, m);
    }
    if (is_unbounded(a->kind)) {
        if (any3_is_flat_unbounded(a->kind)) return flr_contact3_flat(a, b, o->margin, m);
        if (any3_is_path(b->kind)) return paths(a, b, o->margin, m);
        if (any3_is_flat_unbounded(b->kind)) {
            flr_status status = flr_contact3_flat(b, a, o->margin, m);
            m->normal = flr_neg3(m->normal);
            return status;
        }
        if (b->kind == FLR_SHAPE3_MESH) return flr_contact3_mesh(a, b, o->margin, m);
        flr_shape3 cover = flr_any3_clip_path(a, b);
        return contact(&cover, b, o, m);
    }
    if (is_unbounded(b->kind)) {
        // points and segments rank below what is unbounded
        flr_shape3 cover = any3_is_path(b->kind) ? flr_any3_clip_path(b, a) : *b;
        flr_status status =
            any3_is_path(b->kind) ? contact(a, &cover, o, m) : flr_contact3_flat(b, a, o->margin, m);
        if (!any3_is_path(b->kind)) m->normal = flr_neg3(m->normal);
        return status;
    }
    if (a->kind == FLR_SHAPE3_MESH) return flr_contact3_meshes(a, b, o->margin, m);
    if (b->kind == FLR_SHAPE3_MESH) return flr_contact3_mesh(a, b, o->margin, m);
    if (flr_any3_cores(a, b, &c)) {
        flr_status status = flr_contact3_convex_convex(c.a, c.b, o, m);
        part(&c, m);
        move_to_world(&c, m);
        return status;
    }
    if (!flr_any3_core(b, &c.room[1])) return flr_contact3_sheet(a, b, o->margin, m);
    flr_status status = flr_contact3_sheet(b, a, o->margin, m);
    m->normal = flr_neg3(m->normal);
    return status;
}

/// By their bounds alone.
static bool clearly_apart(const flr_shape3 *a, const flr_shape3 *b, flr_real margin)
{
    if (!flr_any3_is_bounded(a) || !flr_any3_is_bounded(b)) return false;
    flr_aabb3 x = flr_any3_bounds(a), y = flr_any3_bounds(b);
    const flr_real *p = &x.min.x, *q = &y.min.x;
    for (int k = 0; k < 3; k++)
        if (p[k] - q[3 + k] > margin || q[k] - p[3 + k] > margin) return true;
    return false;
}

/// About how far a shape goes from p, which is on it; 0 for what is unbounded.
static flr_real extent_from(const flr_shape3 *s, flr_vec3 p)
{
    if (!flr_any3_is_bounded(s)) return 0;
    const flr_real most = s->kind == FLR_SHAPE3_CONVEX ? most_from(&s->as.convex, p) : (flr_real)INFINITY;
    return isfinite(most) ? most : contact3_size(s);
}

/// Deeper than minus the margin by more than rounding.
static bool clearly_meets(const flr_shape3 *a, const flr_shape3 *b, const flr_manifold3 *m, flr_real margin)
{
    if (m->count == 0) return false;
    const flr_vec3 first = m->points[0].position;
    const flr_real extent = extent_from(a, first) + extent_from(b, first);
    for (int i = 0; i < m->count; i++) {
        const flr_real size = flr_length3(m->points[i].position) + extent + margin;
        const flr_real slack = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-12;
        if (m->points[i].depth > slack * size - margin) return true;
    }
    return false;
}

static bool is_flat(flr_shape3_kind k)
{
    return any3_is_faceted(k) || k == FLR_SHAPE3_BOX || k == FLR_SHAPE3_AABB;
}

/// Without a margin the exact yes or no is all that is asked for, and it is the distance's own: 0 or 1 in place of that.
static flr_status yes_or_no(const flr_shape3 *a, const flr_shape3 *b, flr_real *distance)
{
    bool overlap = false;
    const flr_status status = flr_overlap3(a, b, &overlap);
    *distance = overlap ? 0 : 1;
    return status;
}

/// Cores and the pieces of rays are rounded, the question whether the shapes themselves meet is not: the manifold
/// agrees with it.
static flr_status agree(const flr_shape3 *a, const flr_shape3 *b, flr_real margin, flr_manifold3 *m)
{
    flr_closest3 c;
    flr_signed_distance3_result r;
    if (m->inseparable || clearly_meets(a, b, m, margin)) return FLR_OK;
    if (m->count == 0 && clearly_apart(a, b, margin)) return FLR_OK;
    const flr_status status = margin == 0 && is_flat(a->kind) && is_flat(b->kind)
                                  ? yes_or_no(a, b, &c.distance)
                                  : flr_distance3(a, b, &c);
    if (!flr_has_answer(status)) return FLR_OK;
    if (c.distance > margin) {
        // a distance that is only a bound decides nothing
        if (status == FLR_OK) contact3_clear(m);
        return FLR_OK;
    }
    if (m->count > 0) return FLR_OK;
    const flr_status found = flr_signed_distance3(a, b, &r);
    if (!flr_has_answer(found)) return found;
    m->inseparable = r.inseparable;
    if (!r.inseparable) *m = contact3_single(r.point_a, r.point_b, r.normal, -r.signed_distance, 0);
    return found;
}

/// Of lengths whose squares have digits missing, or are none, a normal may not have length 1; and middles may overflow.
static flr_status hold_to_numbers(const flr_shape3 *a, const flr_shape3 *b, flr_status status,
                                  flr_manifold3 *m)
{
    const flr_real off = flr_length_squared3(m->normal) - 1,
                   least = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-14;
    if (m->count == 0 || !flr_has_answer(status)) return status;
    for (int i = 0; i < m->count; i++)
        if (!flr_is_finite3(m->points[i].position) || !isfinite(m->points[i].depth)) return FLR_NOT_FINITE;
    if (off <= least && off >= -least) return status;
    m->normal = flr_any3_unit(m->normal);
    flr_signed_distance3_result r;
    if (flr_length_squared3(m->normal) > 0) return status;
    const flr_status found = flr_signed_distance3(a, b, &r);
    m->normal = flr_has_answer(found) && !r.inseparable ? r.normal : flr_vec3_make(1, 0, 0);
    return status;
}

/// Of shapes so large or small that it must be rescaled.
static bool contact_in_unit(const flr_shape3 *a, const flr_shape3 *b, const flr_contact3_options *options,
                            flr_real factor, flr_status *status, flr_manifold3 *m)
{
    any3_rescaled_pair r;
    flr_contact3_options o = *options;
    if (!flr_any3_rescale_pair(a, b, factor, &r)) return false;
    o.margin *= factor;
    o.face_bias *= factor;
    *status = flr_contact3(&r.a.shape, &r.b.shape, &o, m);
    if (!flr_has_answer(*status)) return true;
    for (int i = 0; i < m->count; i++) {
        m->points[i].position = flr_scale3(1 / factor, m->points[i].position);
        m->points[i].depth /= factor;
        if (!isfinite(m->points[i].depth) || !flr_is_finite3(m->points[i].position)) *status = FLR_NOT_FINITE;
    }
    // what was too small for that unit may be what decides whether there is a point
    if (*status == FLR_OK) *status = agree(a, b, options->margin, m);
    return true;
}

static flr_status contact_near(const any3_recentered_pair *n, const flr_contact3_options *o, flr_manifold3 *m)
{
    flr_status status = flr_contact3(&n->a.shape, &n->b.shape, o, m);
    if (!flr_has_answer(status)) return status;
    for (int i = 0; i < m->count; i++) m->points[i].position = flr_add3(m->points[i].position, n->origin);
    return status;
}

/// How a call of the core with a margin wider by more than all rounding has ended.
typedef enum core_end {
    CORE_NONE,  ///< no answer
    CORE_SURE,  ///< without a point they are apart for certain, with one they meet for certain
    CORE_NEAR   ///< at the margin, or so close to a touch that the normal is checked once more
} core_end;

static flr_real deepest(const flr_manifold3 *m)
{
    flr_real most = -(flr_real)INFINITY;
    for (int i = 0; i < m->count; i++)
        if (m->points[i].depth > most) most = m->points[i].depth;
    return most;
}

/// What rounds beside the pair's size and the margin.
static flr_real doubt_of(const any3_pair *p, flr_real margin)
{
    return (flr_real)(any3_close * (p->size + (double)margin));
}

// Pairs with a typed function, which does what their cores would.
typedef flr_status typed_fn(const flr_shape3 *a, const flr_shape3 *b, const flr_contact3_options *o,
                            flr_manifold3 *m);
// clang-format off
#define TYPED(X) X(sphere, sphere) X(sphere, capsule) X(sphere, box) X(capsule, capsule) X(capsule, box) X(box, box)
// clang-format on
#define OF_PAIR(A, B)                                                                                        \
    static flr_status of_##A##_##B(const flr_shape3 *a, const flr_shape3 *b, const flr_contact3_options *o,  \
                                   flr_manifold3 *m)                                                         \
    {                                                                                                        \
        return flr_contact3_##A##_##B(AS3_##A(a), AS3_##B(b), o, m);                                         \
    }
#define ENTRY(A, B) [KIND3_##A][KIND3_##B] = of_##A##_##B,
TYPED(OF_PAIR)
static typed_fn *const table[FLR_SHAPE3_COUNT][FLR_SHAPE3_COUNT] = {TYPED(ENTRY)};

/// What does a manifold prove that was made with a margin wider by more than rounding?
static core_end end_of(const flr_manifold3 *m, flr_real margin, flr_real clear)
{
    const flr_real most = deepest(m);
    if (m->count == 0) return CORE_SURE;
    return most > clear - margin && fabs((double)most) >= 0x1p14 * (double)clear ? CORE_SURE : CORE_NEAR;
}

/// The question of a pair near its margin, with the answer once it was asked.
typedef struct margin_question {
    const any3_pair *p;  ///< what is asked about, of which the core may have hulls
    flr_real margin;
    bool is_asked, is_beyond;
} margin_question;

/// Is the distance more than the margin, for certain? They nearly touch along the normal.
static bool is_beyond(void *user, flr_vec3 normal)
{
    margin_question *q = user;
    bool overlap = true;
    flr_closest3 c;
    if (q->is_asked) return q->is_beyond;
    q->is_asked = true;
    if (!(q->margin > 0))
        q->is_beyond = flr_any3_overlap_in_doubt(q->p, normal, &overlap) == FLR_OK && !overlap;
    else
        q->is_beyond =
            flr_any3_distance_in_order(q->p->a, q->p->b, q->p->size, (flr_real)INFINITY, &c) == FLR_OK &&
            c.distance > q->margin;
    return q->is_beyond;
}

/// Two convex shapes, positions as the cores lie. `q`: the question of the margin, which the core may ask.
static core_end by_core(const any3_pair *p, const flr_contact3_options *o, margin_question *q, any3_cores *k,
                        flr_manifold3 *m)
{
    const flr_real clear = doubt_of(p, o->margin);
    flr_contact3_options wider = *o;
    wider.margin += clear;
    typed_fn *const typed = table[p->a->kind][p->b->kind];
    const bool done = typed && typed(p->a, p->b, &wider, m) == FLR_OK;
    if (done && end_of(m, o->margin, clear) == CORE_SURE) {
        k->origin = flr_vec3_make(0, 0, 0);
        return CORE_SURE;
    }
    if (!flr_any3_cores(p->a, p->b, k) || any3_cores_round_far(p->a, p->b, k)) return CORE_NONE;
    const contact3_judge judge = {doubt_of(q->p, o->margin) - o->margin, is_beyond, q};
    if (!done && flr_contact3_judged(k->a, k->b, &wider, &judge, m) != FLR_OK) return CORE_NONE;
    return end_of(m, o->margin, clear);
}

/// Drops the points that are apart by more than the margin.
static void keep_within(flr_real margin, flr_manifold3 *m)
{
    int kept = 0;
    for (int i = 0; i < m->count; i++) {
        if (!(m->points[i].depth >= -margin)) continue;
        if (kept < i) m->points[kept] = m->points[i];
        kept++;
    }
    for (int i = kept; i < m->count; i++) m->points[i] = (flr_manifold3_point){.id = 0};
    m->count = kept;
}

/// They touch at the margin: the points that lie beyond it by rounding are there, and where rounding leaves none, those that are deepest.
static void move_to_margin(flr_real margin, flr_real rounding, flr_manifold3 *m)
{
    const flr_real most = deepest(m), beyond = most < -margin ? -margin - most : 0;
    for (int i = 0; i < m->count; i++) {
        flr_real *const depth = &m->points[i].depth;
        if (beyond > 0) *depth += beyond;
        if (*depth < -margin && *depth >= -margin - rounding) *depth = -margin;
    }
}

/// What the core leaves near the margin or a touch.
static void settle_near(margin_question *q, const any3_cores *k, flr_manifold3 *m)
{
    const flr_real margin = q->margin, doubt = doubt_of(q->p, margin);
    if (!(deepest(m) > doubt - margin) && is_beyond(q, m->normal)) {
        contact3_clear(m);
        return;
    }
    // with such radii the cores are well apart, and so is their direction known
    if (!((double)(k->a->radius + k->b->radius) > 4 * (double)near_part * q->p->size)) part(k, m);
    move_to_margin(margin, doubt / 8, m);
    keep_within(margin, m);
    move_to_world(k, m);
}

static flr_status of_pair(const any3_pair *p, const flr_contact3_options *o, flr_manifold3 *m)
{
    flr_status status;
    any3_cores k;
    any3_recentered_pair near;
    flr_shape3 room[2];
    any3_pair hulls;
    const flr_shape3 *a = p->a, *b = p->b;
    const bool usual = p->usual && o->margin < any3_large;
    margin_question q = {.p = p, .margin = o->margin};
    core_end end = usual ? by_core(p, o, &q, &k, m) : CORE_NONE;
    // whether there is a point is for the mesh to say
    const bool convex = usual && end == CORE_NONE && flr_any3_hulls_of_meshes(p, room, &hulls);
    if (convex) end = by_core(&hulls, o, &q, &k, m);
    if (end == CORE_SURE) {
        keep_within(o->margin, m);
        move_to_world(&k, m);
        return hold_to_numbers(a, b, FLR_OK, m);
    }
    if (flr_any3_recenter(a, b, &near)) return contact_near(&near, o, m);
    if (end == CORE_NEAR) {
        settle_near(&q, &k, m);
        return hold_to_numbers(a, b, FLR_OK, m);
    }
    const flr_real factor = usual ? 1 : flr_any3_factor(a, b, o->margin);
    if (factor != 1 && contact_in_unit(a, b, o, factor, &status, m)) return status;
    status = convex ? contact(hulls.a, hulls.b, o, m) : contact(a, b, o, m);
    if (flr_has_answer(status)) {
        flr_status agreed = agree(a, b, o->margin, m);
        if (agreed != FLR_OK) status = agreed;
    }
    return hold_to_numbers(a, b, status, m);
}

flr_status flr_contact3(const flr_shape3 *a, const flr_shape3 *b, const flr_contact3_options *options,
                        flr_manifold3 *manifold)
{
    if (!manifold) return FLR_INVALID_ARGUMENT;
    any3_pair p;
    flr_status status = flr_any3_begin(a, b, &p);
    if (status != FLR_OK) return status;
    flr_contact3_options none = {0, 0, NULL}, o = options ? *options : none;
    if (!contact3_options_are_good(options)) return FLR_INVALID_ARGUMENT;
    any3_sort(&p);
    // a cache holds directions from a to b
    if (p.swapped) contact3_turn_cache(o.cache);
    status = of_pair(&p, &o, manifold);
    if (!p.swapped) return status;
    contact3_turn_cache(o.cache);
    if (flr_has_answer(status)) manifold->normal = flr_neg3(manifold->normal);
    return status;
}
