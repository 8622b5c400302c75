#include "solids.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void fail(const char *what)
{
    fprintf(stderr, "sample: %s\n", what);
    exit(1);
}

void circle_point(int count, int index, double *u, double *v)
{
    static const double quarters[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    index = (index % count + count) % count;
    int size = count / 4, place = index % size;
    const double *from = quarters[index / size], *to = quarters[(index / size + 1) % 4];
    double a[2] = {from[0], from[1]}, b[2] = {to[0], to[1]};
    // halve the arc around the wanted point until it is an end of it
    while (place) {
        double m[2] = {a[0] + b[0], a[1] + b[1]}, length = sqrt(m[0] * m[0] + m[1] * m[1]);
        m[0] /= length;
        m[1] /= length;
        size /= 2;
        double *end = place >= size ? a : b;
        end[0] = m[0];
        end[1] = m[1];
        if (place >= size) place -= size;
    }
    *u = a[0];
    *v = a[1];
}

void loop_add(loop *l, double u, double v)
{
    if (l->count == LOOP_MOST) fail("too many corners in a loop");
    l->u[l->count] = u;
    l->v[l->count++] = v;
}

loop loop_circle(double center_u, double center_v, double radius, int count)
{
    loop l = {.count = 0};
    for (int i = 0; i < count; ++i) {
        double u, v;
        circle_point(count, i, &u, &v);
        loop_add(&l, center_u + radius * u, center_v + radius * v);
    }
    return l;
}

loop loop_box(double u0, double v0, double u1, double v1)
{
    loop l = {{u0, u1, u1, u0}, {v0, v0, v1, v1}, 4};
    return l;
}

loop loop_reversed(const loop *l)
{
    loop r = {.count = 0};
    for (int i = l->count; i-- > 0;) loop_add(&r, l->u[i], l->v[i]);
    return r;
}

loop loop_keyed(double radius, int count, double half_width, double end)
{
    loop circle = loop_circle(0, 0, radius, count), l = {.count = 0};
    for (int i = 0; i < count; ++i) {
        int next = (i + 1) % count;
        double u = circle.u[i], v = circle.v[i], dv = circle.v[next] - v, du = circle.u[next] - u;
        bool inside =
            v > 0 && fabs(u)<half_width, next_inside = circle.v[next]> 0 && fabs(u + du) < half_width;
        if (!inside) loop_add(&l, u, v);
        if (inside == next_inside) continue;
        // the counter-clockwise way enters the slot on the right, leaves it on the left
        double side = next_inside ? half_width : -half_width, rim = v + dv * ((side - u) / du);
        if (next_inside) loop_add(&l, side, rim);
        loop_add(&l, side, end);
        if (!next_inside) loop_add(&l, side, rim);
    }
    return l;
}

static int add_vertex(solid *s, double u, double v, double w)
{
    if (s->vertex_count == SOLID_MOST) fail("too many vertices in a solid");
    double *p = s->vertices[s->vertex_count];
    p[0] = s->along_x ? w : u;
    p[1] = s->along_x ? u : v;
    p[2] = s->along_x ? v : w;
    return s->vertex_count++;
}

static void add_triangle(solid *s, int a, int b, int c)
{
    if (s->triangle_count == 2 * SOLID_MOST) fail("too many triangles in a solid");
    int *t = s->triangles[s->triangle_count++];
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

void solid_wall(solid *s, const loop *l, double w0, double w1)
{
    int first = s->vertex_count;
    for (int i = 0; i < l->count; ++i) {
        add_vertex(s, l->u[i], l->v[i], w0);
        add_vertex(s, l->u[i], l->v[i], w1);
    }
    for (int i = 0; i < l->count; ++i) {
        int p = first + 2 * i, q = first + 2 * ((i + 1) % l->count);
        add_triangle(s, p, q, q + 1);
        add_triangle(s, p, q + 1, p + 1);
    }
}

/// Twice the area of corners i, j, k: positive where they turn left.
static double turn(const loop *l, int i, int j, int k)
{
    return (l->u[j] - l->u[i]) * (l->v[k] - l->v[i]) - (l->v[j] - l->v[i]) * (l->u[k] - l->u[i]);
}

static bool same(const loop *l, int i, int j) { return l->u[i] == l->u[j] && l->v[i] == l->v[j]; }

static double doubled_area(const loop *l)
{
    double sum = 0;
    for (int i = 0; i < l->count; ++i) {
        int j = (i + 1) % l->count;
        sum += l->u[i] * l->v[j] - l->u[j] * l->v[i];
    }
    return sum;
}

/// Does the segment from corner i of `l` to (u, v) run clear of the loop's edges?
static bool sees(const loop *l, int i, double u, double v)
{
    loop t = {{l->u[i], u, 0, 0}, {l->v[i], v, 0, 0}, 4};
    for (int j = 0; j < l->count; ++j) {
        int k = (j + 1) % l->count;
        if (same(l, i, j) || same(l, i, k)) continue;
        t.u[2] = l->u[j], t.v[2] = l->v[j], t.u[3] = l->u[k], t.v[3] = l->v[k];
        if (turn(&t, 0, 1, 2) * turn(&t, 0, 1, 3) <= 0 && turn(&t, 2, 3, 0) * turn(&t, 2, 3, 1) <= 0)
            return false;
    }
    return true;
}

/// Ties a hole into the outline by a bridge run both ways, from the hole's rightmost corner.
/// Holes come with the rightmost first, so that no later hole lies across a bridge.
static void bridge(loop *outline, const loop *hole)
{
    int from = 0, best = -1;
    for (int i = 1; i < hole->count; ++i) {
        if (hole->u[i] > hole->u[from]) from = i;
    }
    double u = hole->u[from], v = hole->v[from], nearest = INFINITY;
    for (int i = 0; i < outline->count; ++i) {
        double du = outline->u[i] - u, dv = outline->v[i] - v, far = du * du + dv * dv;
        if (du <= 0 || far >= nearest || !sees(outline, i, u, v)) continue;
        nearest = far;
        best = i;
    }
    if (best < 0) fail("a hole cannot be tied to its outline");
    loop joined = {.count = 0};
    for (int i = 0; i <= best; ++i) loop_add(&joined, outline->u[i], outline->v[i]);
    for (int i = 0; i <= hole->count; ++i) {
        int k = (from + i) % hole->count;
        loop_add(&joined, hole->u[k], hole->v[k]);
    }
    for (int i = best; i < outline->count; ++i) loop_add(&joined, outline->u[i], outline->v[i]);
    *outline = joined;
}

/// May the corner in the middle of i, j, k be cut off: does it turn left, with no other corner in it?
static bool is_ear(const loop *l, const int *rest, int count, int i, int j, int k)
{
    if (turn(l, i, j, k) <= 0) return false;
    for (int n = 0; n < count; ++n) {
        int p = rest[n];
        if (same(l, p, i) || same(l, p, j) || same(l, p, k)) continue;
        if (turn(l, i, j, p) >= 0 && turn(l, j, k, p) >= 0 && turn(l, k, i, p) >= 0) return false;
    }
    return true;
}

/// Cuts ears off the outline; `first` is the vertex of its corner 0.
static void cut_ears(solid *s, const loop *l, int first, bool up)
{
    int rest[LOOP_MOST], count = l->count;
    double area = 0;
    for (int i = 0; i < count; ++i) rest[i] = i;
    while (count > 2) {
        int best = -1;
        double best_shape = -1;
        for (int n = 0; n < count; ++n) {
            int i = rest[(n + count - 1) % count], j = rest[n], k = rest[(n + 1) % count];
            double du = l->u[k] - l->u[i], dv = l->v[k] - l->v[i];
            // of all ears the one that is widest for the length of its cut: no needles
            double shape = turn(l, i, j, k) / (du * du + dv * dv);
            if (shape <= best_shape || !is_ear(l, rest, count, i, j, k)) continue;
            best = n;
            best_shape = shape;
        }
        if (best < 0) fail("a face cannot be triangulated");
        int i = rest[(best + count - 1) % count], j = rest[best], k = rest[(best + 1) % count];
        area += turn(l, i, j, k);
        add_triangle(s, first + i, first + (up ? j : k), first + (up ? k : j));
        for (int n = best; n + 1 < count; ++n) rest[n] = rest[n + 1];
        --count;
    }
    if (!(fabs(area - doubled_area(l)) <= 1e-9 * area)) fail("a face does not cover its outline");
}

void solid_face(solid *s, const loop *outer, const loop *holes, int hole_count, double w, bool up)
{
    loop outline = *outer;
    bool tied[16] = {false};
    if (hole_count > 16) fail("too many holes in a face");
    for (int n = 0; n < hole_count; ++n) {
        int rightmost = -1;
        double most = -INFINITY;
        for (int h = 0; h < hole_count; ++h) {
            for (int i = 0; !tied[h] && i < holes[h].count; ++i) {
                if (holes[h].u[i] > most) most = holes[h].u[i], rightmost = h;
            }
        }
        tied[rightmost] = true;
        bridge(&outline, &holes[rightmost]);
    }
    int first = s->vertex_count;
    for (int i = 0; i < outline.count; ++i) add_vertex(s, outline.u[i], outline.v[i], w);
    cut_ears(s, &outline, first, up);
}

void solid_prism(solid *s, const loop *outer, const loop *holes, int hole_count, double w0, double w1)
{
    solid_wall(s, outer, w0, w1);
    for (int i = 0; i < hole_count; ++i) solid_wall(s, &holes[i], w0, w1);
    solid_face(s, outer, holes, hole_count, w0, false);
    solid_face(s, outer, holes, hole_count, w1, true);
}

void solid_box(solid *s, const double min[3], const double max[3])
{
    loop l = loop_box(min[0], min[1], max[0], max[1]);
    solid_prism(s, &l, NULL, 0, min[2], max[2]);
}

typedef struct ball {
    const double *center;
    double radius;
    bool inward;
} ball;

static void sphere_patch(solid *s, const ball *b, const double corners[3][3], int depth)
{
    if (depth == 0) {
        int index[3];
        bool along_x = s->along_x;
        s->along_x = false;
        for (int i = 0; i < 3; ++i) {
            index[i] = add_vertex(s, b->center[0] + b->radius * corners[i][0],
                                  b->center[1] + b->radius * corners[i][1],
                                  b->center[2] + b->radius * corners[i][2]);
        }
        s->along_x = along_x;
        add_triangle(s, index[0], index[b->inward ? 2 : 1], index[b->inward ? 1 : 2]);
        return;
    }
    double middle[3][3];
    for (int i = 0; i < 3; ++i) {
        const double *p = corners[i], *q = corners[(i + 1) % 3];
        double length = 0;
        for (int k = 0; k < 3; ++k) {
            middle[i][k] = p[k] + q[k];
            length += middle[i][k] * middle[i][k];
        }
        for (int k = 0; k < 3; ++k) middle[i][k] /= sqrt(length);
    }
    for (int i = 0; i < 3; ++i) {
        double part[3][3];
        for (int k = 0; k < 3; ++k) {
            part[0][k] = corners[i][k];
            part[1][k] = middle[i][k];
            part[2][k] = middle[(i + 2) % 3][k];
        }
        sphere_patch(s, b, (const double(*)[3])part, depth - 1);
    }
    sphere_patch(s, b, (const double(*)[3])middle, depth - 1);
}

void solid_sphere(solid *s, const double center[3], double radius, int depth, bool inward)
{
    ball b = {center, radius, inward};
    for (int octant = 0; octant < 8; ++octant) {
        double x = octant & 1 ? -1 : 1, y = octant & 2 ? -1 : 1, z = octant & 4 ? -1 : 1;
        bool turned = x * y * z < 0;
        const double corners[3][3] = {
            {x, 0, 0}, {0, turned ? 0 : y, turned ? z : 0}, {0, turned ? y : 0, turned ? 0 : z}};
        sphere_patch(s, &b, corners, depth);
    }
}
