#include "feeler/cast.h"
#include "sweep/sweep3_told.h"

/// Twice the area as a vector, about the first corner.
static dvec3 area(const flr_vec3 *v, size_t count)
{
    dvec3 sum = {0, 0, 0};
    for (size_t i = 1; i + 1 < count; ++i)
        sum =
            dvec3_add_scaled(sum, 1, dvec3_cross(dvec3_relative(v[i], v[0]), dvec3_relative(v[i + 1], v[0])));
    return sum;
}

static double spread(flr_vec3 p) { return fabs((double)p.x) + fabs((double)p.y) + fabs((double)p.z); }

/// Of places in world, and of what is no plane by the roundings of its corners.
static double rounding_at(flr_vec3 p, flr_vec3 q)
{
    return (sizeof(flr_real) == sizeof(float) ? 0x1p-19 : 0x1p-47) * (spread(p) + spread(q));
}

/// The shape's last point along n, on its way to the sheet, up to `keep` of it.
static sweep3_answer last_point(sweep3_core *a, dvec3 n, flr_vec3 motion, const flr_polygon3 *sheet,
                                double keep, double limit)
{
    sweep3_answer r = {.hit = false};
    const flr_vec3 corner = sheet->vertices[0];
    dvec3 last = dvec3_add_scaled(sweep3_support(a, n), a->radius, n);
    r.point_a = sweep3_vec3(sweep3_world(a->frame, last));
    last = dvec3_add_scaled(last, keep, n);
    flr_vec3 start = sweep3_vec3(sweep3_world(a->frame, last));
    flr_cast3_path path = flr_cast3_path_make(start, motion, 0, (flr_real)limit);
    flr_cast3 hit = flr_cast3_ray_polygon(&path, sheet);
    r.hit = hit.hit && !path.is_point;
    r.t = (double)hit.t;
    const double loose = rounding_at(start, corner),
                 beyond = dvec3_dot(dvec3_sub(last, sweep3_local(a->frame, corner)), n);
    if (!r.hit && !path.is_point && fabs(beyond) <= loose) {
        // rounding may have put it through the sheet that it stands before: it goes from as much further back
        last = dvec3_add_scaled(last, -2 * loose, n);
        path = flr_cast3_path_make(sweep3_vec3(sweep3_world(a->frame, last)), motion, 0, (flr_real)limit);
        hit = flr_cast3_ray_polygon(&path, sheet);
        r.hit = hit.hit;
        r.t = 0;
    }
    r.normal = n;
    r.point_b = hit.point;
    return r;
}

/// Does the shape reach the plane through p square to n as it stands? Then it may pass through the sheet.
static bool stands_across(sweep3_core *a, dvec3 n, flr_vec3 p, double keep)
{
    dvec3 o = sweep3_local(a->frame, p), back = flr_local3_scaled(-1, n);
    double low = dvec3_dot(dvec3_sub(sweep3_support(a, back), o), n) - a->radius - keep;
    double high = dvec3_dot(dvec3_sub(sweep3_support(a, n), o), n) + a->radius + keep;
    double slack = 1e-12 * (fabs(low) + fabs(high) + fabs(o.x) + fabs(o.y) + fabs(o.z));
    if (sizeof(flr_real) == sizeof(float)) slack += rounding_at(p, p);
    return low <= slack && high >= -slack;
}

/// A first touch is at the sheet's rim, or inside of it: then it is the shape's last point along the normal
/// that comes to it, for if the shape stood in the sheet's plane before, it would have come in over the rim.
sweep3_answer flr_sweep3_to_sheet(const sweep3_source *a, flr_vec3 motion, const flr_vec3 *v, size_t count,
                                  double keep, double limit)
{
    sweep3_answer best = {.hit = false};
    for (size_t i = 0; i < count; ++i) {
        const flr_vec3 edge[2] = {v[i], v[i + 1 < count ? i + 1 : 0]};
        sweep3_source e = sweep3_of_vertices(edge, 2);
        sweep3_answer next = flr_sweep3_cast(a, motion, &e, keep, best.hit ? best.t : limit, NULL);
        sweep3_keep_nearer(&best, &next);
    }
    dvec3 n = area(v, count);
    double length = flr_local3_length(n);
    if (!(length > 0)) return best;
    n = flr_local3_scaled(1 / length, n);
    sweep3_core core;
    reference3 frame = flr_sweep3_reference(a, 1);
    flr_sweep3_load(&core, a, &frame);
    const flr_polygon3 sheet = {v, count};
    best.ask |= stands_across(&core, n, v[0], keep);
    for (int side = -1; side <= 1; side += 2) {
        dvec3 way = flr_local3_scaled(side, n);
        double closing = way.x * (double)motion.x + way.y * (double)motion.y + way.z * (double)motion.z;
        if (!(closing > 0)) continue;
        sweep3_answer next = last_point(&core, way, motion, &sheet, keep, best.hit ? best.t : limit);
        // what starts at the sheet, or through it, may overlap it
        best.ask |= next.hit && !(next.t > 0);
        sweep3_keep_nearer(&best, &next);
    }
    return best;
}
