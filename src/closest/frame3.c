/// In which numbers are closest points in space computed? A scene of corners is loaded relative to one of
/// them, in another unit where powers of its size could leave the range. Weights on the corners then give
/// points and distances. A frame has such an origin and unit for any list of points.
#include "closest/frame3.h"

#include <float.h>

// ---- Scenes of corners

static dvec3 scaled_difference(flr_vec3 p, flr_vec3 origin, double shrink, int exponent)
{
    dvec3 q;
    q.x = ldexp((double)p.x * shrink - (double)origin.x * shrink, -exponent);
    q.y = ldexp((double)p.y * shrink - (double)origin.y * shrink, -exponent);
    q.z = ldexp((double)p.z * shrink - (double)origin.z * shrink, -exponent);
    return q;
}

static void fill(dvec3 *local, const flr_vec3 *corner, int count, flr_vec3 origin, double shrink,
                 int exponent)
{
    for (int i = 0; i < FLR_LOCAL3_CORNERS; ++i)
        local[i] = scaled_difference(corner[i < count ? i : 0], origin, shrink, exponent);
}

static double largest_coordinate(const flr_local3_scene *s)
{
    double largest = 0;
    for (int i = 0; i < 2 * FLR_LOCAL3_CORNERS; ++i) {
        dvec3 p = i < FLR_LOCAL3_CORNERS ? s->a[i] : s->b[i - FLR_LOCAL3_CORNERS];
        if (!(fabs(p.x) <= largest)) largest = fabs(p.x);
        if (!(fabs(p.y) <= largest)) largest = fabs(p.y);
        if (!(fabs(p.z) <= largest)) largest = fabs(p.z);
    }
    return largest;
}

static double size_squared(const flr_local3_scene *s)
{
    double sum = 0;
    for (int i = 0; i < FLR_LOCAL3_CORNERS; ++i)
        sum += dvec3_dot(s->a[i], s->a[i]) + dvec3_dot(s->b[i], s->b[i]);
    return sum;
}

/// Loads the scene as it is and, if that is out of the safe range, which is rare, again in another unit. If
/// even a difference of two coordinates overflows, they are scaled down before; the digits that subnormal
/// ones lose do not matter in a scene of such a size.
void flr_local3_load(flr_local3_scene *scene, const flr_vec3 *a, int a_count, const flr_vec3 *b, int b_count)
{
    scene->exponent = 0;
    for (int i = 0; i < FLR_LOCAL3_CORNERS; ++i) {
        scene->a[i] = dvec3_relative(a[i < a_count ? i : 0], a[0]);
        scene->b[i] = dvec3_relative(b[i < b_count ? i : 0], a[0]);
    }
    scene->size_squared = size_squared(scene);
    if (flr_local3_size_is_safe(scene->size_squared)) return;
    double largest = largest_coordinate(scene), shrink = 1;
    if (largest == 0) return;  // all one point
    if (!isfinite(largest)) {
        shrink = 0.25;
        fill(scene->a, a, a_count, a[0], shrink, 0);
        fill(scene->b, b, b_count, a[0], shrink, 0);
        largest = largest_coordinate(scene);
        if (!isfinite(largest)) return;  // not finite as given
    }
    int exponent;
    (void)frexp(largest, &exponent);
    fill(scene->a, a, a_count, a[0], shrink, exponent);
    fill(scene->b, b, b_count, a[0], shrink, exponent);
    scene->exponent = shrink < 1 ? exponent + 2 : exponent;
    scene->size_squared = size_squared(scene);
}

static int heaviest(const flr_weights3 *weights)
{
    int i = weights->w[1] > weights->w[0] ? 1 : 0;
    return weights->w[2] > weights->w[i] ? 2 : i;
}

static double blend(double base, double p, double s, double q, double t)
{
    double x = base + (s * (p - base) + t * (q - base));
    if (isfinite(x)) return x;
    return (1 - s - t) * base + s * p + t * q;  // a difference overflowed
}

flr_vec3 flr_local3_point(const flr_vec3 *corner, const flr_weights3 *weights)
{
    int i = heaviest(weights), j = (i + 1) % 3, k = (i + 2) % 3;
    double s = weights->w[j], t = weights->w[k];
    if (s == 0 && t == 0) return corner[i];
    // a corner without weight may be missing altogether
    flr_vec3 base = corner[i], p = s != 0 ? corner[j] : base, q = t != 0 ? corner[k] : base;
    return flr_vec3_make((flr_real)blend((double)base.x, (double)p.x, s, (double)q.x, t),
                         (flr_real)blend((double)base.y, (double)p.y, s, (double)q.y, t),
                         (flr_real)blend((double)base.z, (double)p.z, s, (double)q.z, t));
}

static dvec3 offset_from_heaviest(const dvec3 *corner, const flr_weights3 *weights, int i)
{
    int j = (i + 1) % 3, k = (i + 2) % 3;
    dvec3 zero = {0, 0, 0};
    dvec3 offset = dvec3_add_scaled(zero, weights->w[j], dvec3_sub(corner[j], corner[i]));
    return dvec3_add_scaled(offset, weights->w[k], dvec3_sub(corner[k], corner[i]));
}

void flr_local3_measure(const flr_local3_scene *scene, flr_local3_pair *pair)
{
    int i = heaviest(&pair->a), j = heaviest(&pair->b);
    dvec3 gap = dvec3_sub(scene->b[j], scene->a[i]);
    dvec3 on_a = offset_from_heaviest(scene->a, &pair->a, i);
    dvec3 on_b = offset_from_heaviest(scene->b, &pair->b, j);
    gap = dvec3_add_scaled(gap, 1, dvec3_sub(on_b, on_a));
    pair->distance_squared = dvec3_dot(gap, gap);
}

flr_real flr_local3_distance(const flr_local3_scene *scene, double distance_squared)
{
    double distance = sqrt(distance_squared);
    if (scene->exponent) distance = ldexp(distance, scene->exponent);
    flr_real rounded = (flr_real)distance;
    if (rounded > 0 || !(distance_squared > 0)) return rounded;
#ifdef FEELER_REAL_FLOAT
    return FLT_TRUE_MIN;
#else
    return DBL_TRUE_MIN;
#endif
}

void flr_local3_join(const flr_local3_pair *pair, flr_vec3 *point_a, flr_vec3 *point_b)
{
    if (pair->b.w[heaviest(&pair->b)] == 1)
        *point_a = *point_b;
    else
        *point_b = *point_a;
}

void flr_local3_keep_apart(flr_local3_pair *pair)
{
    if (pair->distance_squared < DBL_MIN) pair->distance_squared = DBL_MIN;
}

void flr_local3_decide(flr_local3_pair *pair, bool touches, flr_vec3 p, flr_vec3 *nearest)
{
    if (touches) {
        *nearest = p;
        pair->distance_squared = 0;
    } else {
        flr_local3_keep_apart(pair);
    }
}

// ---- Frames

/// Returns how far the points and a length reach from the origin of the frame.
static double reach(const flr_frame3 *f, const flr_vec3 *points, size_t count, flr_real length)
{
    double largest = flr_frame3_length(f, length);
    for (size_t i = 1; i < count; ++i) {
        dvec3 q = flr_frame3_local(f, points[i]);
        double size = flr_largest3(q.x, q.y, q.z);
        if (!(size <= largest)) largest = size;
    }
    return largest;
}

flr_frame3 flr_frame3_make(const flr_vec3 *points, size_t count, flr_real length)
{
    flr_frame3 f = {points[0], 1, 1};
    double largest = reach(&f, points, count, length);
    if ((largest > 0x1p-120 && largest < 0x1p120) || largest == 0) return f;
    if (!(largest < 0x1p1022)) {  // a difference of two of the points may overflow
        f.shrink = 0.25;
        largest = reach(&f, points, count, length);
    }
    f.grow = flr_power_toward_one(largest);
    return f;
}
