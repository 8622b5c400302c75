#include <math.h>

#include "mesh/mesh3.h"

/// Zeroes the entry (i, j) of a symmetric matrix by a rotation (Jacobi's method).
static void rotate(double s[3][3], int i, int j)
{
    if (s[i][j] == 0) return;
    double theta = (s[j][j] - s[i][i]) / (2 * s[i][j]);
    double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
    double c = 1 / sqrt(t * t + 1), n = t * c;
    for (int k = 0; k < 3; k++) {
        double x = s[k][i], y = s[k][j];
        s[k][i] = c * x - n * y;
        s[k][j] = n * x + c * y;
    }
    for (int k = 0; k < 3; k++) {
        double x = s[i][k], y = s[j][k];
        s[i][k] = c * x - n * y;
        s[j][k] = n * x + c * y;
    }
}

static flr_vec3 times_power(flr_vec3 v, int exponent)
{
    return flr_vec3_make((flr_real)ldexp((double)v.x, exponent), (flr_real)ldexp((double)v.y, exponent),
                         (flr_real)ldexp((double)v.z, exponent));
}

static double largest(flr_vec3 v)
{
    return fmax(fabs((double)v.x), fmax(fabs((double)v.y), fabs((double)v.z)));
}

/// The least and greatest factor by which m changes a length: its singular values, loosened by
/// far more than the rounding of their computation, so that both are safe as bounds.
static void stretches(flr_mat3 m, flr_real *least, flr_real *greatest)
{
    int exponent;  // of a unit in which squares do not vanish
    (void)frexp(fmax(largest(m.x), fmax(largest(m.y), largest(m.z))), &exponent);
    m.x = times_power(m.x, -exponent);
    m.y = times_power(m.y, -exponent);
    m.z = times_power(m.z, -exponent);
    double s[3][3] = {{flr_dot3(m.x, m.x), flr_dot3(m.x, m.y), flr_dot3(m.x, m.z)},
                      {flr_dot3(m.x, m.y), flr_dot3(m.y, m.y), flr_dot3(m.y, m.z)},
                      {flr_dot3(m.x, m.z), flr_dot3(m.y, m.z), flr_dot3(m.z, m.z)}};
    for (int sweep = 0; sweep < 8; sweep++) {
        rotate(s, 0, 1);
        rotate(s, 0, 2);
        rotate(s, 1, 2);
    }
    double low = fmin(s[0][0], fmin(s[1][1], s[2][2])), high = fmax(s[0][0], fmax(s[1][1], s[2][2]));
    // the eigenvalues of m^T m carry an error of a few roundings of the greatest
    double error = 64 * (sizeof(flr_real) == sizeof(float) ? 1.2e-7 : 2.3e-16) * high;
    const double rounded = sizeof(flr_real) == sizeof(float) ? 1e-6 : 0;
    *least = (flr_real)ldexp(sqrt(fmax(low - error, 0)) * (1 - rounded), exponent);
    *greatest = (flr_real)ldexp(sqrt(high + error) * (1 + rounded), exponent);
}

/// An unused vertex is no part of the shape; where there is one, only corners of triangles are looked at.
static flr_aabb3 world_bounds(const flr_instance3 *i)
{
    const flr_mesh3 *m = i->mesh;
    size_t count = m->every_vertex_used ? m->info.vertex_count : 3 * m->info.triangle_count;
    flr_vec3 p = instance3_point(i, mesh3_vertex(m, m->corners[0]));
    flr_aabb3 b = {p, p};
    for (size_t k = 0; k < count; k++) {
        p = instance3_point(i, mesh3_vertex(m, m->every_vertex_used ? (uint32_t)k : m->corners[k]));
        b.min = flr_min3(b.min, p);
        b.max = flr_max3(b.max, p);
    }
    return b;
}

flr_status flr_instance3_make(const flr_mesh3 *mesh, flr_affine3 pose, flr_instance3 *instance)
{
    if (!mesh || !instance) return FLR_INVALID_ARGUMENT;
    flr_instance3 i = {.mesh = mesh, .pose = pose};
    flr_status status = flr_affine3_invert(pose, &i.inverse);
    if (status != FLR_OK) return status;
    stretches(pose.linear, &i.min_stretch, &i.max_stretch);
    i.bounds = world_bounds(&i);
    if (!flr_is_finite3(i.bounds.min) || !flr_is_finite3(i.bounds.max)) return FLR_NOT_FINITE;
    if (!isfinite(i.max_stretch * i.max_stretch)) return FLR_NOT_FINITE;
    *instance = i;
    return FLR_OK;
}
