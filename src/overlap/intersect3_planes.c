#include "closest/compensated.h"
#include "closest/frame3.h"
#include "feeler/overlap3.h"

/// What rounding of the normals alone can do: planes closer to parallel than this cannot be told
/// from parallel ones.
#ifdef FEELER_REAL_FLOAT
static const double rounding = 0x1p-21;
#else
static const double rounding = 0x1p-50;
#endif

/// A plane with its normal brought near length 1 and its offset into the unit of the scene.
typedef struct ready_plane {
    dvec3 normal;
    double offset, length;
} ready_plane;

static double steepness(const flr_plane3 *h)
{
    return flr_power_toward_one(flr_largest3((double)h->normal.x, (double)h->normal.y, (double)h->normal.z));
}

/// Returns the unit: offsets and points are those of the input times it.
static double make_ready(const flr_plane3 *const planes[], int count, ready_plane *ready)
{
    double largest = 0;
    for (int i = 0; i < count; ++i) {
        double steep = steepness(planes[i]);
        ready[i].normal = flr_direction3(planes[i]->normal);
        ready[i].length = flr_local3_length(ready[i].normal);
        ready[i].offset = (double)planes[i]->offset * steep;
        if (!(fabs(ready[i].offset) <= largest)) largest = fabs(ready[i].offset);
    }
    double unit = flr_power_toward_one(largest);
    for (int i = 0; i < count; ++i) ready[i].offset *= unit;
    return unit;
}

static flr_vec3 into_world(dvec3 p, double unit)
{
    return flr_vec3_make((flr_real)(p.x / unit), (flr_real)(p.y / unit), (flr_real)(p.z / unit));
}

static bool are_parallel(const ready_plane *a, const ready_plane *b, dvec3 cross)
{
    return !(flr_local3_length(cross) > rounding * a->length * b->length);
}

static bool coincide(const ready_plane *a, const ready_plane *b)
{
    if (!(a->length > 0) || !(b->length > 0)) return false;
    double heading = dvec3_dot(a->normal, b->normal) < 0 ? -1 : 1;
    double at_a = a->offset / a->length, at_b = heading * b->offset / b->length;
    double larger = fabs(at_a) > fabs(at_b) ? fabs(at_a) : fabs(at_b);
    return fabs(at_a - at_b) <= rounding * larger;
}

/// The point of the line nearest to the origin. Every product is compensated, and what is crossed
/// with the direction is square to it, so the error is relative to the point itself.
static dvec3 point_on_line(const ready_plane *a, const ready_plane *b, dvec3 direction)
{
    dvec3 m = {flr_difference_of_products(a->offset, b->normal.x, b->offset, a->normal.x),
               flr_difference_of_products(a->offset, b->normal.y, b->offset, a->normal.y),
               flr_difference_of_products(a->offset, b->normal.z, b->offset, a->normal.z)};
    dvec3 p = flr_cross_compensated(m, direction);
    return flr_local3_scaled(1 / dvec3_dot(direction, direction), p);
}

static void write_line(const ready_plane *a, const ready_plane *b, dvec3 cross, double unit, flr_line3 *line)
{
    line->origin = into_world(point_on_line(a, b, cross), unit);
    dvec3 d = flr_local3_scaled(1 / flr_local3_length(cross), cross);
    line->direction = flr_vec3_make((flr_real)d.x, (flr_real)d.y, (flr_real)d.z);
}

/// RTCD 5.4.4.
flr_planes3 flr_intersect3_plane_plane(const flr_plane3 *a, const flr_plane3 *b, flr_line3 *line)
{
    const flr_plane3 *const planes[2] = {a, b};
    ready_plane ready[2];
    double unit = make_ready(planes, 2, ready);
    dvec3 cross = flr_cross_compensated(ready[0].normal, ready[1].normal);
    if (are_parallel(&ready[0], &ready[1], cross))
        return coincide(&ready[0], &ready[1]) ? FLR_PLANES3_COINCIDENT : FLR_PLANES3_PARALLEL;
    write_line(&ready[0], &ready[1], cross, unit, line);
    return FLR_PLANES3_LINE;
}

/// Cramer's rule, then two corrections by the residuals in twice the precision.
static dvec3 common_point(const ready_plane p[3], const dvec3 cross[3], double determinant)
{
    dvec3 x = {0, 0, 0};
    for (int step = 0; step < 3; ++step) {
        dvec3 change = {0, 0, 0};
        for (int i = 0; i < 3; ++i) {
            double residual = -flr_dot_minus_compensated(p[i].normal, x, p[i].offset);
            change = dvec3_add_scaled(change, residual, cross[i]);
        }
        x = dvec3_add_scaled(x, 1 / determinant, change);
    }
    return x;
}

/// For three normals in one plane of directions: does the third plane hold the line of the two that
/// are farthest from parallel?
static flr_planes3 line_or_none(const ready_plane p[3], const dvec3 cross[3], int third, double unit,
                                flr_line3 *line)
{
    const ready_plane *a = &p[(third + 1) % 3], *b = &p[(third + 2) % 3], *c = &p[third];
    dvec3 at = point_on_line(a, b, cross[third]);
    double off = fabs(flr_dot_minus_compensated(c->normal, at, c->offset));
    double size = c->length * flr_local3_length(at) + fabs(c->offset);
    double sine = flr_local3_length(cross[third]) / (a->length * b->length);
    if (!(off * sine <= 4 * rounding * size)) return FLR_PLANES3_NONE;
    write_line(a, b, cross[third], unit, line);
    return FLR_PLANES3_LINE;
}

static flr_planes3 all_parallel(const ready_plane p[3])
{
    return coincide(&p[0], &p[1]) && coincide(&p[1], &p[2]) && coincide(&p[2], &p[0]) ? FLR_PLANES3_COINCIDENT
                                                                                      : FLR_PLANES3_PARALLEL;
}

/// RTCD 5.4.5, differing in a singularity that is relative and in telling the ranks apart.
flr_planes3 flr_intersect3_plane_plane_plane(const flr_plane3 *a, const flr_plane3 *b, const flr_plane3 *c,
                                             flr_line3 *line)
{
    const flr_plane3 *const planes[3] = {a, b, c};
    ready_plane p[3];
    dvec3 cross[3];
    double unit = make_ready(planes, 3, p), largest = 0;
    int third = -1;
    for (int i = 0; i < 3; ++i) {
        const ready_plane *u = &p[(i + 1) % 3], *v = &p[(i + 2) % 3];
        cross[i] = flr_cross_compensated(u->normal, v->normal);
        double sine = flr_local3_length(cross[i]) / (u->length * v->length);
        if (are_parallel(u, v, cross[i]) || !(sine > largest)) continue;
        largest = sine;
        third = i;
    }
    if (third < 0) return all_parallel(p);
    double determinant = flr_dot_minus_compensated(p[third].normal, cross[third], 0);
    if (!(fabs(determinant) > rounding * p[third].length * flr_local3_length(cross[third])))
        return line_or_none(p, cross, third, unit, line);
    line->origin = into_world(common_point(p, cross, determinant), unit);
    line->direction = flr_vec3_make(0, 0, 0);
    return FLR_PLANES3_POINT;
}
