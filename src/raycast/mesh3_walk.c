#include "raycast/mesh3_walk.h"

#include "mesh/mesh3_pair.h"

static double largest(const double v[3])
{
    return cast3_more(fabs(v[0]), cast3_more(fabs(v[1]), fabs(v[2])));
}

/// Narrows the range to where the line is near the cube of the tree; false where that leaves nothing.
static bool clip(const double o[3], const double d[3], double reach, double *from, double *to)
{
    for (int k = 0; k < 3; k++) {
        if (fabs(d[k]) < 1e-300) {
            if (!(fabs(o[k]) <= reach)) return false;
            continue;
        }
        double a = (-reach - o[k]) / d[k], b = (reach - o[k]) / d[k];
        double first = a < b ? a : b, last = a < b ? b : a;
        if (first > *from) *from = first;
        if (last < *to) *to = last;
    }
    return *from <= *to;
}

bool flr_cast3_walk_make(const flr_cast3_path *p, const flr_instance3 *m, cast3_walk *w)
{
    const bvh3 *tree = &m->mesh->tree;
    flr_vec3 offset = flr_sub3(p->origin, flr_affine3_point(m->pose, tree->center));
    flr_vec3 start = flr_mat3_mul(m->inverse.linear, offset),
             step = flr_mat3_mul(m->inverse.linear, p->direction);
    double scale = (double)tree->scale;
    double o[3] = {(double)start.x * scale, (double)start.y * scale, (double)start.z * scale};
    double d[3] = {(double)step.x, (double)step.y, (double)step.z};
    double length = largest(d), far = largest(o);
    double rate = length * scale;                          // places for one t
    if (!(rate > 0 && isfinite(rate) && isfinite(far))) {  // out of range: let every triangle be asked
        cast3_walk all = {.reciprocal = {1, 1, 1}, .size = {1, 1, 1}, .slack = 1e30f, .from = -1e30f};
        *w = all;
        return true;
    }
    for (int k = 0; k < 3; k++) d[k] /= length;
    const bool single = sizeof(flr_real) == sizeof(float);
    double worth = (double)m->min_stretch / scale, stretch = (double)m->max_stretch / (double)m->min_stretch;
    double world = fabs((double)p->origin.x) + fabs((double)p->origin.y) + fabs((double)p->origin.z);
    double rounding = flr_instance3_rounding(m) + world * (single ? 1e-6 : 2e-15);
    // the path as mapped may be off by its distance times the rounding of the inverse
    double slack = rounding / worth + (far + 4) * (single ? 2e-6 : 1e-14) * stretch + 3e-6;
    double from = (double)p->t_min * rate, to = (double)p->t_max * rate;
    if (!clip(o, d, 1.001 + 2 * slack, &from, &to)) return false;
    // a path with no start, or one that starts within, keeps its own place
    for (int k = 0; k < 3; k++) {
        w->origin[k] = (float)(o[k] + from * d[k]);
        // a direction of nearly 0 is taken for one so small that over the whole tree it moves nothing
        float along = (float)(fabs(d[k]) > 1e-12 ? d[k] : d[k] < 0 ? -1e-12 : 1e-12);
        w->reciprocal[k] = 1 / along;
        w->size[k] = fabsf(w->reciprocal[k]);
    }
    w->slack = (float)(slack * 1.000001);
    w->per_t = rate;
    w->t_origin = from / rate;
    w->from = -(float)slack - 1e-6f;
    return isfinite(w->slack) || (w->slack = 1e30f, true);
}
