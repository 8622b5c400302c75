#include "sweep/sweep3_core.h"

#include "convex/support3.h"

static flr_vec3 reference(const sweep3_source *s)
{
    if (s->range) return s->range->min;
    if (s->vertices) return s->vertices[0];
    return s->convex->kind == FLR_CONVEX3_CORNERS ? s->convex->corners[0] : s->convex->center;
}

static double largest(flr_vec3 v) { return flr_largest3((double)v.x, (double)v.y, (double)v.z); }

/// Roughly how far it reaches: enough to choose a unit by.
static double reach(const sweep3_source *s)
{
    flr_vec3 from = reference(s);
    if (s->range) return largest(flr_sub3(s->range->max, from));
    if (s->vertices) return largest(flr_sub3(s->vertices[s->count - 1], from));
    const flr_convex3 *c = s->convex;
    switch (c->kind) {
    case FLR_CONVEX3_CORNERS:
        return largest(flr_sub3(c->corners[c->count - 1], from)) + (double)c->radius;
    case FLR_CONVEX3_POINTS:
        return largest(c->points[0]) + (double)c->radius;
    case FLR_CONVEX3_HULL:
        return largest(flr_vec3_make(c->hull->x[0], c->hull->y[0], c->hull->z[0])) + (double)c->radius;
    case FLR_CONVEX3_USER:
        return largest(flr_sub3(c->support(c->user, flr_vec3_make(1, 0, 0)), from)) + (double)c->radius;
    default:
        return largest(c->half_extents) + (double)c->radius;
    }
}

sweep3_frame flr_sweep3_frame(const sweep3_source *a, const sweep3_source *b)
{
    sweep3_frame f = {reference(a), 1};
    flr_vec3 to = reference(b);
    double size = reach(a) + reach(b) +
                  flr_largest3((double)to.x - (double)f.origin.x, (double)to.y - (double)f.origin.y,
                               (double)to.z - (double)f.origin.z);
    // products of six lengths are formed
    if (!(size > 0x1p-100 && size < 0x1p100)) f.unit = flr_power_toward_one(size);
    return f;
}

static flr_local3 exact_axis(flr_vec3 v)
{
    flr_local3 q = {(double)v.x, (double)v.y, (double)v.z};
    return q;
}

static void load_list(sweep3_core *k, const flr_vec3 *v, size_t count)
{
    k->kind = count <= 4 ? SWEEP3_CORNERS : SWEEP3_VERTICES;
    k->count = (uint32_t)count;
    k->points = v;
    for (size_t i = 0; i < 4; ++i) k->corner[i] = sweep3_local(k->frame, v[i < count ? i : 0]);
    size_t step = count / 16 + 1, taken = 0;
    for (size_t i = 0; i < count; i += step, ++taken)
        k->inside = flr_local3_along(k->inside, 1, sweep3_local(k->frame, v[i]));
    k->inside = flr_local3_scaled(1 / (double)taken, k->inside);
}

static void load_range(sweep3_core *k, const flr_aabb3 *b)
{
    k->kind = SWEEP3_RANGE;
    k->corner[0] = sweep3_local(k->frame, b->min);
    k->corner[1] = sweep3_local(k->frame, b->max);
    k->inside = flr_local3_scaled(0.5, flr_local3_along(k->corner[0], 1, k->corner[1]));
}

/// The mean of some of the points, before they are turned.
static flr_local3 among_points(const flr_convex3 *c)
{
    flr_local3 sum = {0, 0, 0};
    uint32_t step = c->count / 16 + 1, count = 0;
    for (uint32_t i = 0; i < c->count; i += step, ++count)
        sum = flr_local3_along(sum, 1, exact_axis(c->points[i]));
    return flr_local3_scaled(1 / (double)count, sum);
}

static flr_local3 turned(const sweep3_core *k, double x, double y, double z)
{
    flr_local3 p = flr_local3_along(k->center, x, k->axis[0]);
    return flr_local3_along(flr_local3_along(p, y, k->axis[1]), z, k->axis[2]);
}

static void load_convex(sweep3_core *k, const flr_convex3 *c)
{
    static const sweep3_kind kinds[] = {
        [FLR_CONVEX3_POINTS] = SWEEP3_POINTS,     [FLR_CONVEX3_BOX] = SWEEP3_BOX,
        [FLR_CONVEX3_CYLINDER] = SWEEP3_CYLINDER, [FLR_CONVEX3_CONE] = SWEEP3_CONE,
        [FLR_CONVEX3_HULL] = SWEEP3_HULL,         [FLR_CONVEX3_USER] = SWEEP3_USER};
    double unit = k->frame.unit;
    k->kind = kinds[c->kind];
    k->center = k->inside = sweep3_local(k->frame, c->center);
    k->axis[0] = exact_axis(c->axes.x);
    k->axis[1] = exact_axis(c->axes.y);
    k->axis[2] = exact_axis(c->axes.z);
    k->half[0] = (double)c->half_extents.x * unit;
    k->half[1] = (double)c->half_extents.y * unit;
    k->half[2] = (double)c->half_extents.z * unit;
    k->points = c->points;
    k->count = c->count;
    k->corner[0] = sweep3_local(k->frame, c->corners[0]);
    k->corner[1] = sweep3_local(k->frame, c->corners[1]);
    k->last = 0;
    if (k->kind == SWEEP3_HULL) {
        flr_local3 own = flr_local3_scaled(unit, exact_axis(c->hull->info.center));
        k->center = k->inside = turned(k, own.x, own.y, own.z);
    }
    if (k->kind != SWEEP3_POINTS) return;
    flr_local3 mean = flr_local3_scaled(unit, among_points(c));
    k->inside = turned(k, mean.x, mean.y, mean.z);
}

void flr_sweep3_load(sweep3_core *k, const sweep3_source *s, sweep3_frame frame)
{
    const flr_local3 zero = {0, 0, 0};
    k->frame = frame;
    k->radius = 0;
    k->inside = k->center = zero;
    k->convex = s->convex;
    if (s->range) {
        load_range(k, s->range);
    } else if (s->vertices) {
        load_list(k, s->vertices, s->count);
    } else {
        k->radius = (double)s->convex->radius * frame.unit;
        if (s->convex->kind == FLR_CONVEX3_CORNERS) {
            load_list(k, s->convex->corners, s->convex->count);
        } else {
            load_convex(k, s->convex);
        }
    }
}

static flr_local3 from_corners(const sweep3_core *k, flr_local3 d)
{
    uint32_t best = 0;
    double most = flr_local3_dot(k->corner[0], d);
    for (uint32_t i = 1; i < k->count; ++i) {
        double along = flr_local3_dot(k->corner[i], d);
        if (along > most) most = along, best = i;
    }
    return k->corner[best];
}

/// Differences from the first vertex: far from the origin the products would drown them.
static flr_local3 from_vertices(const sweep3_core *k, flr_local3 d)
{
    uint32_t best = 0;
    double most = 0;
    for (uint32_t i = 1; i < k->count; ++i) {
        double along = flr_local3_dot(flr_local3_from(k->points[i], k->points[0]), d);
        if (along > most) most = along, best = i;
    }
    return sweep3_local(k->frame, k->points[best]);
}

static flr_local3 from_points(const sweep3_core *k, flr_local3 d)
{
    double x = flr_local3_dot(k->axis[0], d), y = flr_local3_dot(k->axis[1], d),
           z = flr_local3_dot(k->axis[2], d);
    const flr_vec3 *p = k->points;
    uint32_t best = 0;
    double most = (double)p[0].x * x + (double)p[0].y * y + (double)p[0].z * z;
    for (uint32_t i = 1; i < k->count; ++i) {
        double along = (double)p[i].x * x + (double)p[i].y * y + (double)p[i].z * z;
        best = along > most ? i : best;
        most = along > most ? along : most;
    }
    double u = k->frame.unit;
    return turned(k, (double)p[best].x * u, (double)p[best].y * u, (double)p[best].z * u);
}

/// Larger hulls are climbed, from the last point found or from the hull's own table, whichever is farther up.
static flr_local3 from_hull(sweep3_core *k, flr_local3 d)
{
    const flr_hull3 *h = k->convex->hull;
    wide3 local = wide3_make(flr_local3_dot(k->axis[0], d), flr_local3_dot(k->axis[1], d),
                             flr_local3_dot(k->axis[2], d));
    if (!h->start) {
        k->last = hull3_farthest(h, local);
    } else {
        uint32_t start = hull3_start(h, wide3_to_direction(local));
        if (wide3_dot(hull3_vertex(h, k->last), local) > wide3_dot(hull3_vertex(h, start), local))
            start = k->last;
        k->last = hull3_climb(h, local, start);
    }
    double u = k->frame.unit;
    return turned(k, (double)h->x[k->last] * u, (double)h->y[k->last] * u, (double)h->z[k->last] * u);
}

static flr_local3 from_box(const sweep3_core *k, flr_local3 d)
{
    double x = flr_local3_dot(k->axis[0], d), y = flr_local3_dot(k->axis[1], d),
           z = flr_local3_dot(k->axis[2], d);
    return turned(k, x < 0 ? -k->half[0] : k->half[0], y < 0 ? -k->half[1] : k->half[1],
                  z < 0 ? -k->half[2] : k->half[2]);
}

static flr_local3 from_disc(const sweep3_core *k, flr_local3 middle, flr_local3 d)
{
    double x = flr_local3_dot(k->axis[0], d), y = flr_local3_dot(k->axis[1], d);
    double length = sqrt(x * x + y * y);
    if (!(length > 0)) return middle;
    flr_local3 p = flr_local3_along(middle, k->half[0] * (x / length), k->axis[0]);
    return flr_local3_along(p, k->half[0] * (y / length), k->axis[1]);
}

flr_local3 flr_sweep3_support(sweep3_core *k, flr_local3 d)
{
    switch (k->kind) {
    case SWEEP3_CORNERS:
        return from_corners(k, d);
    case SWEEP3_VERTICES:
        return from_vertices(k, d);
    case SWEEP3_POINTS:
        return from_points(k, d);
    case SWEEP3_HULL:
        return from_hull(k, d);
    case SWEEP3_BOX:
        return from_box(k, d);
    case SWEEP3_RANGE: {
        const flr_local3 *low = &k->corner[0], *high = &k->corner[1];
        flr_local3 p = {d.x < 0 ? low->x : high->x, d.y < 0 ? low->y : high->y, d.z < 0 ? low->z : high->z};
        return p;
    }
    case SWEEP3_CYLINDER:
        return from_disc(k, k->corner[flr_local3_dot(k->axis[2], d) < 0 ? 0 : 1], d);
    case SWEEP3_CONE: {
        flr_local3 rim = from_disc(k, k->corner[0], d);
        return flr_local3_dot(k->corner[1], d) >= flr_local3_dot(rim, d) ? k->corner[1] : rim;
    }
    default: {
        d = flr_local3_scaled(flr_power_toward_one(flr_largest3(d.x, d.y, d.z)), d);
        flr_vec3 p =
            k->convex->support(k->convex->user, flr_vec3_make((flr_real)d.x, (flr_real)d.y, (flr_real)d.z));
        return sweep3_local(k->frame, p);
    }
    }
}
