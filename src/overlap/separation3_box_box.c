#include "closest/span3.h"
#include "convex/boxes3.h"
#include "convex/order3.h"
#include "feeler/overlap3.h"

/// Both boxes in the axes of the first, seen from the centre of the second: the first is an interval
/// on every axis, so an aabb needs neither centre nor extents.
typedef struct box_pair {
    double low[3], high[3];
    double axis[3][3], half[3];  ///< of the second
} box_pair;

static void set3(double v[3], double x, double y, double z)
{
    v[0] = x;
    v[1] = y;
    v[2] = z;
}

/// The separation along a vector that is not zero: the larger gap of the two directions.
static double separation_along(const box_pair *p, const double v[3], bool *backward)
{
    double most = 0, least = 0, reach = 0, square = 0;
    for (int i = 0; i < 3; ++i) {
        double a = p->low[i] * v[i], b = p->high[i] * v[i];
        most += a > b ? a : b;
        least += a > b ? b : a;
        reach += p->half[i] * fabs(v[0] * p->axis[i][0] + v[1] * p->axis[i][1] + v[2] * p->axis[i][2]);
        square += v[i] * v[i];
    }
    double forward = -most - reach, back = least - reach;
    *backward = back > forward;
    return (*backward ? back : forward) / sqrt(square);
}

/// Candidate k of 15: 3 axes of the first, 3 of the second, 9 cross products. Each of these is two
/// components of an axis of the second, so that none is noise; parallel edges give exactly zero, or
/// a short vector that is as good a direction as any other.
static void candidate(const box_pair *p, int k, double v[3])
{
    set3(v, 0, 0, 0);
    if (k < 3)
        v[k] = 1;
    else if (k < 6)
        set3(v, p->axis[k - 3][0], p->axis[k - 3][1], p->axis[k - 3][2]);
    else {
        int i = (k - 6) / 3, m = (i + 1) % 3, n = (i + 2) % 3;
        const double *u = p->axis[(k - 6) % 3];
        v[m] = -u[n];
        v[n] = u[m];
    }
}

static double square_of(const double v[3]) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; }
static bool is_usable(const double v[3]) { return square_of(v) > 0; }

/// Sines below this are what rounding makes of parallel edges: their product is noise, which could beat the faces of
/// boxes that are apart across a corner.
static const double parallel = sizeof(flr_real) == sizeof(float) ? 0x1p-21 : 0x1p-50;

static bool apart(const box_pair *p)
{
    for (int k = 0; k < 15; ++k) {
        double v[3];
        bool backward;
        candidate(p, k, v);
        if (is_usable(v) && separation_along(p, v, &backward) > 0) return true;
    }
    return false;
}

typedef struct best_axis {
    double separation, v[3];
    int index;
} best_axis;

/// An edge pair has to be better by more than rounding before it is preferred to a face.
static best_axis best(const box_pair *p)
{
    best_axis found = {-INFINITY, {0, 0, 0}, 0};
    double size = 0;
    for (int i = 0; i < 3; ++i) size += p->half[i] + (p->high[i] - p->low[i]);
    for (int k = 0; k < 15; ++k) {
        double v[3];
        bool backward;
        candidate(p, k, v);
        if (!(square_of(v) > parallel * parallel)) continue;
        double separation = separation_along(p, v, &backward);
        if (k > 0 &&
            !(separation > found.separation + (sizeof(flr_real) == sizeof(float) ? 2e-6 : 1e-12) * size))
            continue;
        double scale = (backward ? -1 : 1) / sqrt(square_of(v));
        found.separation = separation;
        found.index = k;
        set3(found.v, v[0] * scale, v[1] * scale, v[2] * scale);
    }
    return found;
}

static double largest_half(flr_vec3 h) { return flr_largest3((double)h.x, (double)h.y, (double)h.z); }

static void set_second(box_pair *p, const flr_frame3 *f, const flr_box3 *b)
{
    set3(p->half, flr_frame3_length(f, b->half_extents.x), flr_frame3_length(f, b->half_extents.y),
         flr_frame3_length(f, b->half_extents.z));
}

static box_pair pair_of_boxes(const flr_box3 *a, const flr_box3 *b, flr_frame3 *f)
{
    const flr_vec3 points[2] = {b->center, a->center};
    double reach_a = largest_half(a->half_extents), reach_b = largest_half(b->half_extents);
    *f = flr_frame3_make(points, 2, (flr_real)(reach_a > reach_b ? reach_a : reach_b));
    box_pair p;
    dvec3 center = flr_box3_coordinates(a, flr_frame3_local(f, a->center));
    dvec3 half = {flr_frame3_length(f, a->half_extents.x), flr_frame3_length(f, a->half_extents.y),
                  flr_frame3_length(f, a->half_extents.z)};
    set3(p.low, center.x - half.x, center.y - half.y, center.z - half.z);
    set3(p.high, center.x + half.x, center.y + half.y, center.z + half.z);
    const flr_vec3 axes[3] = {b->axes.x, b->axes.y, b->axes.z};
    for (int i = 0; i < 3; ++i) {
        dvec3 v = flr_box3_coordinates(a, flr_local3_of(axes[i]));
        set3(p.axis[i], v.x, v.y, v.z);
    }
    set_second(&p, f, b);
    return p;
}

static box_pair pair_of_aabb_box(const flr_aabb3 *a, const flr_box3 *b, flr_frame3 *f)
{
    const flr_vec3 points[3] = {b->center, a->min, a->max};
    *f = flr_frame3_make(points, 3, (flr_real)largest_half(b->half_extents));
    box_pair p;
    dvec3 low = flr_frame3_local(f, a->min), high = flr_frame3_local(f, a->max);
    set3(p.low, low.x, low.y, low.z);
    set3(p.high, high.x, high.y, high.z);
    const flr_vec3 axes[3] = {b->axes.x, b->axes.y, b->axes.z};
    for (int i = 0; i < 3; ++i) set3(p.axis[i], (double)axes[i].x, (double)axes[i].y, (double)axes[i].z);
    set_second(&p, f, b);
    return p;
}

static flr_separation3 answer(const flr_frame3 *f, best_axis found, flr_vec3 axis)
{
    flr_separation3 s = {(flr_real)(found.separation / f->grow / f->shrink), axis, (size_t)found.index};
    return s;
}

/// Gottschalk, Lin, Manocha, "OBBTree" (1996), RTCD 4.4.1; RTCD 5.2.1 for the least overlap.
flr_separation3 flr_separation3_box_box(const flr_box3 *a, const flr_box3 *b)
{
    flr_frame3 f;
    box_pair p = pair_of_boxes(a, b, &f);
    best_axis found = best(&p);
    dvec3 v = {found.v[0], found.v[1], found.v[2]};
    v = flr_box3_vector(a, v);
    return answer(&f, found, flr_vec3_make((flr_real)v.x, (flr_real)v.y, (flr_real)v.z));
}

flr_separation3 flr_separation3_aabb_box(const flr_aabb3 *a, const flr_box3 *b)
{
    flr_frame3 f;
    box_pair p = pair_of_aabb_box(a, b, &f);
    best_axis found = best(&p);
    return answer(&f, found, flr_vec3_make((flr_real)found.v[0], (flr_real)found.v[1], (flr_real)found.v[2]));
}

bool flr_overlap3_box_box(const flr_box3 *a, const flr_box3 *b)
{
    const boxes3_end end = flr_boxes3_tell(a, b);
    if (end != BOXES3_NEAR) return end != BOXES3_APART;
    // what rounds to a touch does so whichever box comes first
    const bool first = flr_box3_is_first(a, b);
    flr_frame3 f;
    box_pair p = pair_of_boxes(first ? a : b, first ? b : a, &f);
    return !apart(&p);
}

bool flr_overlap3_aabb_box(const flr_aabb3 *a, const flr_box3 *b)
{
    flr_frame3 f;
    box_pair p = pair_of_aabb_box(a, b, &f);
    return !apart(&p);
}
