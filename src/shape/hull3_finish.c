/// What follows from the vertices, faces and twins of a hull: measures, planes, neighbours, start vertices.
#include <math.h>

#include "math/triple3.h"
#include "shape/hull3_build.h"

enum { SCANNED = 48, CELLS_PER_VERTEX = 24, MOST_SIDE = 64 };

typedef struct vec3d {
    double x, y, z;
} vec3d;

/// Offsets from a point near the hull in units of its size: their squares and cubes stay within range.
typedef struct frame {
    vec3d origin;
    int exponent;
} frame;

static vec3d cross(vec3d a, vec3d b)
{
    return (vec3d){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static double dot(vec3d a, vec3d b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec3d sub(vec3d a, vec3d b) { return (vec3d){a.x - b.x, a.y - b.y, a.z - b.z}; }
static vec3d mul_add(vec3d a, double s, vec3d b)
{
    return (vec3d){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static frame make_frame(const flr_hull3 *h)
{
    flr_vec3 low = h->info.bounds.min, high = h->info.bounds.max;
    // halves: the extent of huge bounds overflows
    vec3d half = {(double)high.x * 0.5 - (double)low.x * 0.5, (double)high.y * 0.5 - (double)low.y * 0.5,
                  (double)high.z * 0.5 - (double)low.z * 0.5};
    frame f = {{(double)low.x + half.x, (double)low.y + half.y, (double)low.z + half.z}, -1080};
    double most = fmax(half.x, fmax(half.y, half.z));
    if (most > 0) (void)frexp(most, &f.exponent);
    f.exponent++;
    return f;
}

/// b - a for two vertices, scaled.
static vec3d difference(const frame *f, flr_vec3 a, flr_vec3 b)
{
    vec3d d = {(double)b.x - (double)a.x, (double)b.y - (double)a.y, (double)b.z - (double)a.z};
    if (f->exponent > 1000) {
        const double s = 0x1p-10;
        d = (vec3d){(double)b.x * s - (double)a.x * s, (double)b.y * s - (double)a.y * s,
                    (double)b.z * s - (double)a.z * s};
        return (vec3d){ldexp(d.x, 10 - f->exponent), ldexp(d.y, 10 - f->exponent),
                       ldexp(d.z, 10 - f->exponent)};
    }
    return (vec3d){ldexp(d.x, -f->exponent), ldexp(d.y, -f->exponent), ldexp(d.z, -f->exponent)};
}

static vec3d offset(const frame *f, flr_vec3 p)
{
    return (vec3d){ldexp((double)p.x - f->origin.x, -f->exponent),
                   ldexp((double)p.y - f->origin.y, -f->exponent),
                   ldexp((double)p.z - f->origin.z, -f->exponent)};
}

static void find_bounds(flr_hull3 *h)
{
    flr_aabb3 b = {h->vertices[0], h->vertices[0]};
    for (uint32_t i = 1; i < h->info.vertex_count; i++) {
        b.min = flr_min3(b.min, h->vertices[i]);
        b.max = flr_max3(b.max, h->vertices[i]);
    }
    h->info.bounds = b;
}

/// Twice the area vector of a face, as a fan of triangles.
static vec3d face_vector(const flr_hull3 *h, const frame *f, uint32_t face)
{
    const uint32_t *corner = h->origin + h->first[face], count = h->first[face + 1] - h->first[face];
    flr_vec3 a = h->vertices[corner[0]];
    vec3d sum = {0, 0, 0}, u = difference(f, a, h->vertices[corner[1]]);
    for (uint32_t i = 2; i < count; i++) {
        vec3d v = difference(f, a, h->vertices[corner[i]]);
        sum = mul_add(sum, 1, cross(u, v));
        u = v;
    }
    return sum;
}

/// The cross product of two edges, every component to within a few roundings of itself.
static vec3d exact_cross(flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    flr_row3 u = flr_row3_difference(b, a), v = flr_row3_difference(c, a);
    flr_scaled value[3];
    int top = -100000;
    for (int axis = 0; axis < 3; axis++) {
        flr_row3 e = flr_row3_axis(axis);
        (void)flr_triple3_exact(&e, &u, &v, &value[axis]);
        int exponent;
        value[axis].mantissa = frexp(value[axis].mantissa, &exponent);
        value[axis].exponent += exponent;
        if (value[axis].mantissa != 0 && value[axis].exponent > top) top = value[axis].exponent;
    }
    return (vec3d){ldexp(value[0].mantissa, value[0].exponent - top),
                   ldexp(value[1].mantissa, value[1].exponent - top),
                   ldexp(value[2].mantissa, value[2].exponent - top)};
}

/// Normal to a face, of any length: from three corners that are far apart, exactly where the plain product of
/// two edges loses digits, so that slivers have as good a normal as any other face.
static vec3d face_normal(const flr_hull3 *h, const frame *f, uint32_t face)
{
    const double lost = 32;
    const uint32_t *corner = h->origin + h->first[face], count = h->first[face + 1] - h->first[face];
    flr_vec3 a = h->vertices[corner[0]], b = h->vertices[corner[count / 3]],
             c = h->vertices[corner[2 * count / 3]];
    vec3d u = difference(f, a, b), v = difference(f, a, c), n = cross(u, v);
    double absolute = fabs(u.x * v.y) + fabs(u.y * v.x) + fabs(u.y * v.z) + fabs(u.z * v.y) +
                      fabs(u.z * v.x) + fabs(u.x * v.z);
    double length = fabs(n.x) + fabs(n.y) + fabs(n.z);
    return length * lost > absolute && length > 0x1p-900 ? n : exact_cross(a, b, c);
}

/// Adds the parts of a face: its triangles by their volume below them, or by their area.
static void add_moments(const flr_hull3 *h, const frame *f, uint32_t face, double *weight, vec3d *moment)
{
    vec3d a = offset(f, h->vertices[h->origin[h->first[face]]]);
    vec3d b = offset(f, h->vertices[h->origin[h->first[face] + 1]]);
    for (uint32_t k = h->first[face] + 2; k < h->first[face + 1]; k++) {
        vec3d c = offset(f, h->vertices[h->origin[k]]), n = cross(sub(b, a), sub(c, a));
        double part = h->info.dimension == 3 ? dot(a, n) : sqrt(dot(n, n));
        vec3d middle = mul_add(mul_add(a, 1, b), 1, c);
        *weight += part;
        *moment = mul_add(*moment, part, middle);
        b = c;
    }
}

/// Rounded to few digits, so that differences from it are often exact.
static flr_real center_on_axis(double c, const frame *f, flr_real low, flr_real high)
{
    if (low == high) return low;
    double grid = ldexp(1, f->exponent > -1000 ? f->exponent - 20 : -1020),
           rounded = floor(c / grid + 0.5) * grid;
    flr_real r = (flr_real)(isfinite(rounded) ? rounded : c);
    return r >= low && r <= high ? r : (flr_real)(0.5 * (double)low + 0.5 * (double)high);
}

static void measure(flr_hull3 *h, const frame *f)
{
    double weight = 0, area = 0;
    vec3d moment = {0, 0, 0}, center = moment;
    for (uint32_t i = 0; i < h->info.face_count; i++) {
        vec3d n = face_vector(h, f, i);
        area += sqrt(dot(n, n));
        add_moments(h, f, i, &weight, &moment);
    }
    // the middle of a triangle is a third of the sum, that of a tetrahedron from the origin a quarter
    if (weight > 0) center = mul_add(center, 1 / (weight * (h->info.dimension == 3 ? 4 : 3)), moment);
    flr_aabb3 b = h->info.bounds;
    h->info.center.x = center_on_axis(f->origin.x + ldexp(center.x, f->exponent), f, b.min.x, b.max.x);
    h->info.center.y = center_on_axis(f->origin.y + ldexp(center.y, f->exponent), f, b.min.y, b.max.y);
    h->info.center.z = center_on_axis(f->origin.z + ldexp(center.z, f->exponent), f, b.min.z, b.max.z);
    h->info.area = (flr_real)ldexp(area / 2, 2 * f->exponent);
    if (h->info.dimension == 3 && weight > 0) h->info.volume = (flr_real)ldexp(weight / 6, 3 * f->exponent);
}

static void copy_wide(flr_hull3 *h)
{
    for (uint32_t i = 0; i < h->padded_count; i++) {
        flr_vec3 v = flr_sub3(h->vertices[i < h->info.vertex_count ? i : 0], h->info.center);
        h->x[i] = v.x, h->y[i] = v.y, h->z[i] = v.z;
    }
}

static void find_planes(flr_hull3 *h, const frame *f)
{
    for (uint32_t i = 0; i < h->info.face_count; i++) {
        vec3d n = face_normal(h, f, i);
        double length = sqrt(dot(n, n)), inverse = length > 0 ? 1 / length : 0;
        if (!isfinite(inverse)) inverse = 0;
        flr_vec3 normal = {(flr_real)(n.x * inverse), (flr_real)(n.y * inverse), (flr_real)(n.z * inverse)};
        double most = -INFINITY;
        for (uint32_t k = h->first[i]; k < h->first[i + 1]; k++) {
            uint32_t v = h->origin[k];
            h->edge_face[k] = i;
            h->vertex_edge[v] = k;
            double along = (double)normal.x * (double)h->x[v] + (double)normal.y * (double)h->y[v] +
                           (double)normal.z * (double)h->z[v];
            if (along > most) most = along;
        }
        h->normals[i] = normal;
        h->offsets[i] = (flr_real)most;
    }
}

static uint32_t next_half_edge(const flr_hull3 *h, uint32_t k)
{
    uint32_t face = h->edge_face[k];
    return k + 1 < h->first[face + 1] ? k + 1 : h->first[face];
}

static void find_neighbors(flr_hull3 *h)
{
    uint32_t n = 0;
    for (uint32_t v = 0; v < h->info.vertex_count; v++) {
        h->neighbor_first[v] = n;
        if (h->info.dimension == 1) h->neighbors[n++] = 1 - v;
        if (h->info.dimension < 2) continue;
        uint32_t k = h->vertex_edge[v];
        do {
            h->neighbors[n++] = h->origin[h->twin[k]];
            k = next_half_edge(h, h->twin[k]);
        } while (k != h->vertex_edge[v]);
    }
    h->neighbor_first[h->info.vertex_count] = n;
}

static flr_real along(const flr_hull3 *h, uint32_t v, flr_vec3 d)
{
    return h->x[v] * d.x + h->y[v] * d.y + h->z[v] * d.z;
}

static uint32_t climb(const flr_hull3 *h, uint32_t v, flr_vec3 d)
{
    flr_real most = along(h, v, d);
    for (uint32_t from = HULL3_NONE; from != v;) {
        from = v;
        for (uint32_t i = h->neighbor_first[from]; i < h->neighbor_first[from + 1]; i++) {
            flr_real a = along(h, h->neighbors[i], d);
            if (a > most) most = a, v = h->neighbors[i];
        }
    }
    return v;
}

/// See hull3_start: the inverse of its way from a direction to a cell.
static void fill_start(flr_hull3 *h)
{
    const uint32_t side = h->start_side;
    uint32_t v = 0, cell = 0;
    for (uint32_t face = 0; face < 6; face++)
        for (uint32_t j = 0; j < side; j++)
            for (uint32_t i = 0; i < side; i++) {
                flr_real most = face & 1 ? (flr_real)-1 : (flr_real)1;
                flr_real u = ((flr_real)(2 * i + 1) / (flr_real)side - 1),
                         w = ((flr_real)(2 * j + 1) / (flr_real)side - 1);
                flr_vec3 d = face < 2   ? flr_vec3_make(most, u, w)
                             : face < 4 ? flr_vec3_make(w, most, u)
                                        : flr_vec3_make(u, w, most);
                v = climb(h, v, d);
                h->start[cell++] = v;
            }
}

/// Counts the bytes as the allocator does, which gives one byte for nothing. Null is remembered in `good`.
static void *take(flr_hull3 *h, size_t count, size_t size, bool *good)
{
    void *memory = flr_allocate(&h->allocator, count, size);
    h->info.memory += count ? count * size : 1;
    *good = *good && memory;
    return memory;
}

bool hull3_allocate(flr_hull3 *h)
{
    const size_t v = h->info.vertex_count, e = h->info.half_edge_count, f = h->info.face_count;
    bool good = true;
    h->padded_count = (uint32_t)((v + HULL3_LANES - 1) / HULL3_LANES * HULL3_LANES);
    h->index_count = e ? e : v == 2 ? 2 : 0;
    h->info.memory = sizeof *h;
    h->vertices = take(h, v, sizeof *h->vertices, &good);
    h->sources = take(h, v, sizeof *h->sources, &good);
    h->first = take(h, f + 1, sizeof *h->first, &good);
    h->origin = take(h, e, sizeof *h->origin, &good);
    h->twin = take(h, e, sizeof *h->twin, &good);
    h->edge_face = take(h, e, sizeof *h->edge_face, &good);
    h->normals = take(h, f, sizeof *h->normals, &good);
    h->offsets = take(h, f, sizeof *h->offsets, &good);
    h->vertex_edge = take(h, v, sizeof *h->vertex_edge, &good);
    h->neighbor_first = take(h, v + 1, sizeof *h->neighbor_first, &good);
    h->neighbors = take(h, h->index_count, sizeof *h->neighbors, &good);
    h->x = take(h, 3 * (size_t)h->padded_count, sizeof *h->x, &good);
    h->y = h->x ? h->x + h->padded_count : NULL;
    h->z = h->x ? h->y + h->padded_count : NULL;
    if (v > SCANNED) {
        double side = sqrt((double)v / CELLS_PER_VERTEX);
        h->start_side = side < MOST_SIDE ? (uint32_t)side : MOST_SIDE;
        h->start = take(h, 6 * (size_t)h->start_side * h->start_side, sizeof *h->start, &good);
    }
    return good;
}

void hull3_finish(flr_hull3 *h)
{
    find_bounds(h);
    frame f = make_frame(h);
    measure(h, &f);
    copy_wide(h);
    find_planes(h, &f);
    find_neighbors(h);
    if (h->start) fill_start(h);
}
