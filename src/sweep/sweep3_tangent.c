/// Casts by Newton's method on the distance, for round shapes whose cores have nearest points in closed form: points and
/// segments, a point and a triangle. Every step is a plane that separates the two, so no step goes too far.
#include "closest/kernels3.h"
#include "sweep/sweep3_cast.h"

/// The core that moves, x, and the other one, y, from a point of a. A triangle is always y.
typedef struct tangent_pair {
    dvec3 x[2], y[3], motion;
    int count_x, count_y;
    // for two segments: their vectors, the vector whose product with an offset is the place of the crossing on
    // x, and the inverse squares of both lengths
    dvec3 along_x, along_y, to_crossing;
    double product, per_x, per_y;
    double radius_x, radius_y, size;
    flr_vec3 origin;
    bool turned;  ///< x is b, which moves back
} tangent_pair;

/// Returns the corners of a core with up to three, else null.
static const flr_vec3 *corners_of(const sweep3_source *s, int *count)
{
    const bool is_listed = s->vertices != NULL;
    if (!is_listed && !(s->convex && s->convex->kind == FLR_CONVEX3_CORNERS)) return NULL;
    *count = is_listed ? (int)(s->count < 4 ? s->count : 4) : (int)s->convex->count;
    return *count > 3 ? NULL : is_listed ? s->vertices : s->convex->corners;
}

static double radius_of(const sweep3_source *s) { return s->convex ? (double)s->convex->radius : 0; }

static void place_corners(const flr_vec3 *corners, int count, tangent_pair *k, dvec3 *to)
{
    for (int i = 0; i < count; ++i) {
        to[i] = dvec3_relative(corners[i], k->origin);
        const double far = dvec3_max_abs(to[i]);
        k->size = far > k->size ? far : k->size;
    }
}

/// Computes what stays the same while one of two segments moves.
static void prepare_segments(tangent_pair *k)
{
    k->along_x = dvec3_sub(k->x[k->count_x - 1], k->x[0]);
    k->along_y = dvec3_sub(k->y[k->count_y - 1], k->y[0]);
    const dvec3 n = dvec3_cross(k->along_x, k->along_y);
    k->to_crossing = dvec3_scale(flr_local3_inverse_square(n), dvec3_cross(n, k->along_y));
    k->product = dvec3_dot(k->along_x, k->along_y);
    k->per_x = flr_local3_inverse_square(k->along_x);
    k->per_y = flr_local3_inverse_square(k->along_y);
}

static bool load(const sweep3_source *a, flr_vec3 motion, const sweep3_source *b, tangent_pair *k)
{
    int count_a = 0, count_b = 0;
    const flr_vec3 *p = corners_of(a, &count_a), *q = corners_of(b, &count_b);
    if (!p || !q || (count_a > 2 && count_b > 1) || (count_b > 2 && count_a > 1)) return false;
    k->turned = count_a > count_b;
    k->origin = p[0];
    k->motion = dvec3_scale(k->turned ? -1 : 1, dvec3_from(motion));
    k->count_x = k->turned ? count_b : count_a;
    k->count_y = k->turned ? count_a : count_b;
    k->radius_x = radius_of(k->turned ? b : a);
    k->radius_y = radius_of(k->turned ? a : b);
    k->size = 0;
    place_corners(k->turned ? q : p, k->count_x, k, k->x);
    place_corners(k->turned ? p : q, k->count_y, k, k->y);
    if (k->count_y < 3) prepare_segments(k);
    return true;
}

/// Finds the nearest points of the cores after x has moved by `way`. The point of x is where it is at the
/// start. Segments are treated as by flr_local3_segment_segment.
static inline void find_nearest(const tangent_pair *k, dvec3 way, dvec3 *on_x, dvec3 *on_y)
{
    const dvec3 *x = k->x, *y = k->y;
    if (k->count_y == 3) {
        flr_weights3 w;
        (void)flr_local3_point_triangle(dvec3_add(x[0], way), y, &w);
        *on_x = x[0];
        *on_y = dvec3_add_scaled(dvec3_add_scaled(dvec3_scale(w.w[0], y[0]), w.w[1], y[1]), w.w[2], y[2]);
        return;
    }
    const dvec3 r = dvec3_sub(dvec3_add(x[0], way), y[0]);
    const double crossing = flr_clamp01(dvec3_dot(r, k->to_crossing)),
                 t = flr_clamp01((dvec3_dot(r, k->along_y) + crossing * k->product) * k->per_y),
                 s = flr_clamp01((t * k->product - dvec3_dot(r, k->along_x)) * k->per_x);
    *on_x = dvec3_add_scaled(x[0], s, k->along_x);
    *on_y = dvec3_add_scaled(y[0], t, k->along_y);
}

/// Returns how far the cores are apart along n.
static inline double apart_along(const tangent_pair *k, dvec3 way, dvec3 n)
{
    double high = dvec3_dot(n, k->x[0]), low = dvec3_dot(n, k->y[0]);
    for (int i = 1; i < k->count_x; ++i) {
        const double at = dvec3_dot(n, k->x[i]);
        high = at > high ? at : high;
    }
    for (int i = 1; i < k->count_y; ++i) {
        const double at = dvec3_dot(n, k->y[i]);
        low = at < low ? at : low;
    }
    return low - (high + dvec3_dot(n, way));
}

static flr_vec3 in_world(const tangent_pair *k, dvec3 p, double radius, dvec3 n)
{
    return dvec3_round(dvec3_add(dvec3_from(k->origin), dvec3_add_scaled(p, radius, n)));
}

static void set_touch(const tangent_pair *k, double t, dvec3 on_x, dvec3 on_y, dvec3 n, sweep3_answer *r)
{
    const flr_vec3 x = in_world(k, on_x, k->radius_x, n), y = in_world(k, on_y, -k->radius_y, n);
    r->hit = true;
    r->t = t;
    r->normal = dvec3_scale(k->turned ? -1 : 1, n);
    r->point_a = k->turned ? y : x;
    r->point_b = k->turned ? x : y;
}

bool flr_sweep3_by_tangents(const sweep3_source *a, flr_vec3 motion, const sweep3_source *b, double keep,
                            double limit, sweep3_answer *r)
{
    enum { STEPS_MAX = 16 };
    tangent_pair k;
    if (!load(a, motion, b, &k)) return false;
    const double radius = k.radius_x + k.radius_y + keep, size = k.size + radius, noise = 0x1p-52 * size;
    // with a smaller radius, rounding would turn the normal too far
    if (!(size > 0x1p-100 && size < 0x1p100 && radius > 0x1p-12 * size)) return false;
    double t = 0;
    for (int step = 1; step <= STEPS_MAX; ++step) {
        const dvec3 way = dvec3_scale(t, k.motion);
        dvec3 on_x, on_y;
        find_nearest(&k, way, &on_x, &on_y);
        const dvec3 between = dvec3_sub(on_y, dvec3_add(on_x, way));
        const double distance = dvec3_length(between);
        const dvec3 n = dvec3_scale(1 / distance, between);
        const double gap = apart_along(&k, way, n) - radius, speed = dvec3_dot(n, k.motion);
        // a static test decides whether they touch at the start
        const double clear = sizeof(flr_real) == sizeof(float) ? 0x1p-18 : 0x1p-45;
        if (step == 1 && !(gap > clear * size)) return false;
        if (gap <= 2 * noise) {
            // else rounding has turned the normal
            if (!(gap >= -2 * noise && distance - radius <= 4 * noise)) return false;
            r->ask = false;
            r->steps = step;
            set_touch(&k, t, on_x, on_y, n, r);
            return true;
        }
        if (gap - speed * (limit - t) > 2 * noise) {
            r->ask = false;
            r->steps = step;
            return true;
        }
        t += (gap - noise) / speed;
        if (!(t <= limit)) return false;
    }
    return false;
}
