/// Manifolds of spheres and capsules, by closest points of points and segments.
#include "closest/between3.h"
#include "closest/frame3.h"
#include "closest/kernels3.h"
#include "contact/manifold3.h"
#include "contact/manifold3_ids.h"
#include "convex/gjk3.h"
#include "convex/gjk_limit.h"
#include "feeler/closest3.h"
#include "math/vectors.h"

/// Codes as of boxes without extent on some axes: of a point, of the ends of a segment along its z, and
/// between them.
enum { CODE_MIDDLE = 13, CODE_LOW = 4, CODE_HIGH = 22 };

/// A pair and the function that measures its distance. The two overlap if that is 0, and the manifold must
/// agree.
typedef struct distance_of_pair {
    flr_real (*distance)(const void *a, const void *b);
    const void *a, *b;
} distance_of_pair;

static flr_real of_spheres(const void *a, const void *b) { return flr_closest3_sphere_sphere(a, b).distance; }
static flr_real of_sphere_capsule(const void *a, const void *b)
{
    return flr_closest3_sphere_capsule(a, b).distance;
}
static flr_real of_sphere_box(const void *a, const void *b) { return flr_closest3_sphere_box(a, b).distance; }
static flr_real of_capsules(const void *a, const void *b)
{
    return flr_closest3_capsule_capsule(a, b).distance;
}

/// Is a gap within the margin that was computed in another way, with other rounding errors? `size` is that of
/// all its terms.
static bool is_within(flr_real gap, flr_real margin, flr_real size, const distance_of_pair *pair)
{
    const flr_real slack = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-13;
    flr_real off = gap > margin ? gap - margin : margin - gap;
    if (!pair || off > slack * size) return !(gap > margin);
    return !(pair->distance(pair->a, pair->b) > margin);
}

static flr_real size_of_point(flr_vec3 p)
{
    return (flr_real)(fabs((double)p.x) + fabs((double)p.y) + fabs((double)p.z));
}

/// Makes one point between two spheres, around p and p + d. `otherwise` is the normal if the centres
/// coincide.
static flr_status between_points(flr_vec3 p, flr_real radius_p, flr_vec3 d, flr_real radius_q,
                                 flr_vec3 otherwise, uint32_t id, const flr_contact3_options *options,
                                 const distance_of_pair *pair, flr_manifold3 *m)
{
    contact3_clear(m);
    double scale = flr_power_toward_one(flr_largest3((double)d.x, (double)d.y, (double)d.z));
    double x = (double)d.x * scale, y = (double)d.y * scale, z = (double)d.z * scale;
    double length = sqrt(x * x + y * y + z * z);
    flr_real gap = (flr_real)(length / scale) - radius_p - radius_q, margin = options ? options->margin : 0;
    if (!isfinite(gap)) return FLR_NOT_FINITE;
    if (!is_within(gap, margin, 2 * size_of_point(p) + size_of_point(d) + radius_p + radius_q, pair))
        return FLR_OK;
    flr_vec3 n = otherwise;
    if (length > 0) n = flr_vec3_make((flr_real)(x / length), (flr_real)(y / length), (flr_real)(z / length));
    m->normal = n;
    m->count = 1;
    m->points[0].position =
        flr_add3(p, flr_add3(flr_scale3((flr_real)0.5, d), flr_scale3((radius_p - radius_q) / 2, n)));
    m->points[0].depth = gap > margin ? -margin : -gap;
    m->points[0].id = id & ~CONTACT3_REVERSED;
    if (options && options->cache) options->cache->normal = n;
    return FLR_OK;
}

static bool sphere_is_first(const flr_sphere *a, const flr_sphere *b)
{
    if (a->radius != b->radius) return a->radius < b->radius;
    if (a->center.x != b->center.x) return a->center.x < b->center.x;
    return a->center.y != b->center.y ? a->center.y < b->center.y : a->center.z <= b->center.z;
}

flr_status flr_contact3_sphere_sphere(const flr_sphere *a, const flr_sphere *b,
                                      const flr_contact3_options *options, flr_manifold3 *manifold)
{
    if (!a || !b || !manifold || !contact3_options_are_good(options)) return FLR_INVALID_ARGUMENT;
    flr_vec3 axis = flr_vec3_make(1, 0, 0);
    bool first = sphere_is_first(a, b);
    const flr_sphere *s = first ? a : b, *t = first ? b : a;
    const distance_of_pair pair = {of_spheres, a, b};
    flr_status status = between_points(s->center, s->radius, flr_sub3(t->center, s->center), t->radius, axis,
                                       contact3_id(CODE_MIDDLE, CODE_MIDDLE), options, &pair, manifold);
    if (!first && manifold->count) {
        manifold->normal = flr_neg3(manifold->normal);
        if (options && options->cache) options->cache->normal = manifold->normal;
    }
    return status;
}

/// Returns a unit vector perpendicular to d; x if d is zero.
static flr_vec3 perpendicular_to(flr_vec3 d)
{
    flr_vec3 least = dvec3_round(dvec3_least_axis(dvec3_from(d)));
    double scale = flr_power_toward_one(flr_largest3((double)d.x, (double)d.y, (double)d.z));
    flr_vec3 s = flr_cross3(flr_scale3((flr_real)scale, d), least);
    flr_real length = flr_length3(s);
    return length > 0 ? flr_scale3(1 / length, s) : flr_vec3_make(1, 0, 0);
}

static uint32_t code_on_segment(const flr_segment3 *s, flr_vec3 p)
{
    flr_real length = flr_length3(flr_sub3(s->b, s->a));
    flr_real low = flr_length3(flr_sub3(p, s->a)), high = flr_length3(flr_sub3(p, s->b));
    if (!(length > 0)) return CODE_MIDDLE;
    if (low <= length * (flr_real)CONTACT3_SNAP) return CODE_LOW;
    return high <= length * (flr_real)CONTACT3_SNAP ? CODE_HIGH : CODE_MIDDLE;
}

/// Returns d without its component along u: perpendicular within rounding errors, however short d is. The
/// offset from a point within a segment to a close point is rounded along the segment, which would count as a
/// slope.
static flr_vec3 without_component(flr_vec3 d, flr_vec3 u)
{
    return flr_mul_add3(d, -flr_dot3(d, u) / flr_dot3(u, u), u);
}

static bool is_within_segment(const flr_segment3 *s, flr_vec3 p)
{
    return !flr_same3(p, s->a) && !flr_same3(p, s->b);
}

flr_status flr_contact3_sphere_capsule(const flr_sphere *a, const flr_capsule3 *b,
                                       const flr_contact3_options *options, flr_manifold3 *manifold)
{
    if (!a || !b || !manifold || !contact3_options_are_good(options)) return FLR_INVALID_ARGUMENT;
    // from the sphere's centre, as far from the origin the closest point would be rounded there
    flr_segment3 s = {flr_sub3(b->a, a->center), flr_sub3(b->b, a->center)};
    flr_vec3 q = flr_closest3_point_segment(flr_vec3_make(0, 0, 0), &s).point_b;
    uint32_t id = contact3_id(CODE_MIDDLE, code_on_segment(&s, q));
    const flr_vec3 along = flr_sub3(s.b, s.a);
    if (is_within_segment(&s, q)) q = without_component(q, along);
    const distance_of_pair pair = {of_sphere_capsule, a, b};
    return between_points(a->center, a->radius, q, b->radius, perpendicular_to(along), id, options, &pair,
                          manifold);
}

/// Returns the code of a triangle's corner, side or whole, by the weights of a place on it.
static uint32_t code_on_triangle(const flr_weights3 *weights)
{
    feature3 f;
    f.count = 0;
    f.is_box = false;
    for (uint32_t i = 0; i < 3; i++)
        if (weights->w[i] > CONTACT3_SNAP) f.codes[f.count++] = i;
    return f.count == 1 ? f.codes[0] : f.count == 2 ? feature3_edge_code(&f, 0, 1) : feature3_face_code(&f);
}

/// Returns the vector from the origin to the point of a triangle with these weights. It is perpendicular to
/// the face or edge that the point is on, however near that is.
static dvec3 way_to_triangle(const dvec3 v[3], const flr_weights3 *weights)
{
    const double *w = weights->w;
    const int i = w[0] >= w[1] && w[0] >= w[2] ? 0 : w[1] >= w[2] ? 1 : 2, j = (i + 1) % 3, k = (i + 2) % 3;
    if (w[j] == 0 && w[k] == 0) return v[i];
    const dvec3 u = dvec3_sub(v[j], v[i]), e = dvec3_sub(v[k], v[i]);
    if (w[j] == 0 || w[k] == 0) return flr_between3_squared(v[i], w[j] == 0 ? e : u);
    const dvec3 n = dvec3_cross(u, e);
    return dvec3_scale(dvec3_dot(v[i], n) / dvec3_dot(n, n), n);
}

bool flr_contact3_point_triangle(const flr_convex3 *a, const flr_convex3 *b,
                                 const flr_contact3_options *options, flr_manifold3 *manifold)
{
    const dvec3 v[3] = {dvec3_relative(b->corners[0], a->corners[0]),
                        dvec3_relative(b->corners[1], a->corners[0]),
                        dvec3_relative(b->corners[2], a->corners[0])};
    flr_weights3 weights;
    const double squared = flr_local3_point_triangle(dvec3_make(0, 0, 0), v, &weights),
                 size = dvec3_dot(v[0], v[0]) + dvec3_dot(v[1], v[1]) + dvec3_dot(v[2], v[2]);
    // a point so near to a large triangle may be on its other side
    if (!(squared > 0x1p-40 * size)) return false;
    const flr_vec3 d = dvec3_round(way_to_triangle(v, &weights));
    return between_points(a->corners[0], a->radius, d, b->radius, d,
                          contact3_id(0, code_on_triangle(&weights)), options, NULL, manifold) == FLR_OK;
}

static flr_real component(flr_vec3 v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

/// Moves out of a box through the nearest face, the first of equal ones.
static flr_status inside_box(const flr_sphere *a, const flr_box3 *b, flr_real radius, flr_vec3 local,
                             flr_contact3_cache *cache, flr_manifold3 *m)
{
    static const int POWER[3] = {1, 3, 9};
    const flr_vec3 *axes = &b->axes.x;
    int best = 0;
    flr_real least = (flr_real)INFINITY, side = 1;
    for (int k = 0; k < 3; k++) {
        flr_real x = component(local, k), way = component(b->half_extents, k) - (x < 0 ? -x : x);
        if (way < least) {
            least = way;
            best = k;
            side = x < 0 ? -1 : 1;
        }
    }
    // the box leaves in the other direction
    m->normal = flr_scale3(-side, axes[best]);
    m->count = 1;
    flr_real depth = least + a->radius + radius;
    m->points[0].depth = depth;
    // from the sphere's last point along the normal, half the depth back
    m->points[0].position = flr_mul_add3(a->center, a->radius - depth / 2, m->normal);
    bool flat = component(b->half_extents, best) == 0;
    m->points[0].id =
        contact3_id(CODE_MIDDLE, (uint32_t)(13 + (flat ? 0 : (int)side * POWER[best]))) & ~CONTACT3_REVERSED;
    if (cache) cache->normal = m->normal;
    return isfinite(depth) ? FLR_OK : FLR_NOT_FINITE;
}

flr_status flr_contact3_sphere_rounded_box(const flr_sphere *a, const flr_box3 *b, flr_real radius,
                                           const flr_contact3_options *options, flr_manifold3 *manifold)
{
    static const int POWER[3] = {1, 3, 9};
    const flr_vec3 *axes = &b->axes.x;
    flr_vec3 d = flr_sub3(a->center, b->center);
    flr_vec3 local = flr_vec3_make(flr_dot3(axes[0], d), flr_dot3(axes[1], d), flr_dot3(axes[2], d));
    flr_vec3 beyond = flr_vec3_make(0, 0, 0);
    int code = 13;
    for (int k = 0; k < 3; k++) {
        flr_real x = component(local, k), h = component(b->half_extents, k);
        flr_real over = x > h ? x - h : x < -h ? x + h : 0;
        if (over != 0 && h > 0) code += over > 0 ? POWER[k] : -POWER[k];
        beyond = flr_mul_add3(beyond, over, axes[k]);
    }
    contact3_clear(manifold);
    if (flr_is_zero3(beyond))
        return inside_box(a, b, radius, local, options ? options->cache : NULL, manifold);
    const distance_of_pair pair = {of_sphere_box, a, b};
    flr_status status = between_points(a->center, a->radius, flr_neg3(beyond), radius, flr_vec3_make(1, 0, 0),
                                       contact3_id(CODE_MIDDLE, (uint32_t)code), options,
                                       radius > 0 ? NULL : &pair, manifold);
    return status;
}

flr_status flr_contact3_sphere_box(const flr_sphere *a, const flr_box3 *b,
                                   const flr_contact3_options *options, flr_manifold3 *manifold)
{
    if (!a || !b || !manifold || !contact3_options_are_good(options)) return FLR_INVALID_ARGUMENT;
    return flr_contact3_sphere_rounded_box(a, b, 0, options, manifold);
}

/// The core of a capsule as an edge, or as a corner if it has no length.
static void edge_of(const flr_segment3 *s, flr_vec3 center, feature3 *f)
{
    f->is_box = true;
    f->normal = flr_vec3_make(0, 0, 0);
    f->corners[0] = flr_sub3(s->a, center);
    f->corners[1] = flr_sub3(s->b, center);
    f->count = flr_same3(s->a, s->b) ? 1 : 2;
    f->codes[0] = f->count == 1 ? CODE_MIDDLE : CODE_LOW;
    f->codes[1] = CODE_HIGH;
}

bool flr_contact3_segment_box_apart(const flr_convex3 *line, const flr_convex3 *box, flr_real margin,
                                    flr_manifold3 *m)
{
    const flr_gjk3_options within = {.max_distance = flr_gjk_up_to(margin)};
    const flr_segment3 s = {line->corners[0], line->corners[1]};
    flr_gjk3 g;
    if (!flr_gjk3_try_segment_box(box, line, &within, &g) || !isfinite(g.signed_distance)) return false;
    contact3_clear(m);
    if (g.beyond || g.signed_distance > margin) return true;
    const flr_vec3 center = box->center;
    contact3_pose pose = {.origin = center,
                          .normal = g.normal,
                          .separation = g.signed_distance,
                          .radius_a = box->radius,
                          .radius_b = line->radius,
                          .point_a = flr_mul_add3(flr_sub3(g.point_a, center), -box->radius, g.normal),
                          .point_b = flr_mul_add3(flr_sub3(g.point_b, center), line->radius, g.normal),
                          .margin = margin};
    feature3 face, edge;
    flr_feature3(box, g.normal, &face);
    edge_of(&s, center, &edge);
    pose.size = flr_length3(edge.corners[0]) + flr_length3(edge.corners[edge.count - 1]) +
                flr_length3(box->half_extents);
    // the separating axes find a better direction between cores that nearly touch
    if (!(g.signed_distance + box->radius + line->radius > (flr_real)1e-3 * pose.size)) return false;
    flr_contact3_patch(&pose, &face, &edge, m);
    return true;
}

static bool capsule_is_first(const flr_capsule3 *a, const flr_capsule3 *b)
{
    if (a->radius != b->radius) return a->radius < b->radius;
    const flr_real x[6] = {a->a.x, a->a.y, a->a.z, a->b.x, a->b.y, a->b.z},
                   y[6] = {b->a.x, b->a.y, b->a.z, b->b.x, b->b.y, b->b.z};
    flr_real length_a = flr_distance_squared3(a->a, a->b), length_b = flr_distance_squared3(b->a, b->b);
    if (length_a != length_b) return length_a < length_b;
    for (int k = 0; k < 6; k++)
        if (x[k] != y[k]) return x[k] < y[k];
    return true;
}

/// Returns the direction from one segment to the other. Closest points within a segment are rounded along it,
/// and the direction is perpendicular to it there.
static flr_vec3 normal_between(const flr_segment3 *s, const flr_segment3 *t, const flr_closest3 *c,
                               flr_real size)
{
    const flr_vec3 u = flr_sub3(s->b, s->a), v = flr_sub3(t->b, t->a);
    dvec3 d = dvec3_relative(c->point_b, c->point_a);
    if (is_within_segment(s, c->point_a)) d = flr_between3_squared(d, dvec3_from(u));
    if (is_within_segment(t, c->point_b)) d = flr_between3_squared(d, dvec3_from(v));
    const double length = dvec3_length(d);
    if (length > 0x1p-5 * (double)size) return dvec3_round(dvec3_scale(1 / length, d));
    return dvec3_round(flr_between3_segments(s, t, c, perpendicular_to(flr_length_squared3(u) > 0 ? u : v)));
}

static flr_status ordered_capsules(const flr_capsule3 *a, const flr_capsule3 *b,
                                   const flr_contact3_options *o, flr_manifold3 *m)
{
    contact3_clear(m);
    // from an end of the first, as far from the origin the closest points would be rounded there
    const flr_vec3 start = a->a;
    flr_segment3 s = {flr_vec3_make(0, 0, 0), flr_sub3(a->b, start)},
                 t = {flr_sub3(b->a, start), flr_sub3(b->b, start)};
    flr_closest3 c = flr_closest3_segment_segment(&s, &t);
    if (!isfinite(c.distance)) return FLR_NOT_FINITE;
    const distance_of_pair pair = {of_capsules, a, b};
    const flr_real radii = a->radius + b->radius, gap = c.distance - radii,
                   size = size_of_point(s.b) + size_of_point(t.a) + size_of_point(t.b) + radii;
    if (!is_within(gap, o->margin, size + 4 * size_of_point(start), &pair)) return FLR_OK;
    const contact3_pose pose = {.origin = start,
                                .normal = normal_between(&s, &t, &c, size),
                                .separation = gap > o->margin ? o->margin : gap,
                                .radius_a = a->radius,
                                .radius_b = b->radius,
                                .point_a = c.point_a,
                                .point_b = c.point_b,
                                .size = size,
                                .margin = o->margin};
    feature3 f, g;
    edge_of(&s, s.a, &f);
    edge_of(&t, s.a, &g);
    flr_contact3_patch(&pose, &f, &g, m);
    if (o->cache) o->cache->normal = m->normal;
    return FLR_OK;
}

flr_status flr_contact3_capsule_capsule(const flr_capsule3 *a, const flr_capsule3 *b,
                                        const flr_contact3_options *options, flr_manifold3 *manifold)
{
    if (!a || !b || !manifold || !contact3_options_are_good(options)) return FLR_INVALID_ARGUMENT;
    flr_contact3_options o = contact3_options_or_none(options);
    const bool first = capsule_is_first(a, b);
    flr_status status = first ? ordered_capsules(a, b, &o, manifold) : ordered_capsules(b, a, &o, manifold);
    if (status == FLR_OK) status = contact3_if_finite(manifold);
    if (first) return status;
    manifold->normal = flr_neg3(manifold->normal);
    if (o.cache && manifold->count) o.cache->normal = manifold->normal;
    return status;
}
