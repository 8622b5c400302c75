/// Solids with round walls, as objects of an OBJ file. All facets are wound outward; curved walls have their vertices on the surface.
#ifndef TESTS_TOOL_SOLIDS_H
#define TESTS_TOOL_SOLIDS_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#define SOLIDS_PI 3.14159265358979323846

typedef struct obj_file {
    FILE *file;
    int vertices;  ///< written so far
} obj_file;

static inline int put_vertex(obj_file *o, double x, double y, double z)
{
    fprintf(o->file, "v %.17g %.17g %.17g\n", x, y, z);
    return ++o->vertices;
}

static inline void put_quad(obj_file *o, int a, int b, int c, int d)
{
    fprintf(o->file, "f %d %d %d\nf %d %d %d\n", a, b, c, a, c, d);
}

/// A circle of n vertices about the z axis, the first at so many facets from the x axis. Returns the first vertex.
static inline int put_circle(obj_file *o, int n, double radius, double z, double phase)
{
    const int first = o->vertices + 1;
    for (int i = 0; i < n; ++i) {
        const double angle = 2 * SOLIDS_PI * (i + phase) / n;
        put_vertex(o, radius * cos(angle), radius * sin(angle), z);
    }
    return first;
}

/// The band between two circles, seen from the outside of the lower one; `inward` turns it.
static inline void put_band(obj_file *o, int n, int low, int high, bool inward)
{
    for (int i = 0; i < n; ++i) {
        const int next = (i + 1) % n;
        if (inward) {
            put_quad(o, low + next, low + i, high + i, high + next);
        } else {
            put_quad(o, low + i, low + next, high + next, high + i);
        }
    }
}

/// A pin along z. Its ends are fans about their middles.
static inline void put_pin(obj_file *o, const char *name, int n, double radius, double low, double high,
                           double phase)
{
    fprintf(o->file, "o %s\n", name);
    const int below = put_circle(o, n, radius, low, phase), above = put_circle(o, n, radius, high, phase);
    const int bottom = put_vertex(o, 0, 0, low), top = put_vertex(o, 0, 0, high);
    put_band(o, n, below, above, false);
    for (int i = 0; i < n; ++i) {
        fprintf(o->file, "f %d %d %d\n", bottom, below + (i + 1) % n, below + i);
        fprintf(o->file, "f %d %d %d\n", top, above + i, above + (i + 1) % n);
    }
}

/// A ring with a bore along z.
static inline void put_ring(obj_file *o, const char *name, int n, double bore, double outer, double low,
                            double high, double phase)
{
    fprintf(o->file, "o %s\n", name);
    const int in_low = put_circle(o, n, bore, low, phase), in_high = put_circle(o, n, bore, high, phase);
    const int out_low = put_circle(o, n, outer, low, phase), out_high = put_circle(o, n, outer, high, phase);
    put_band(o, n, in_low, in_high, true);
    put_band(o, n, out_low, out_high, false);
    put_band(o, n, in_high, out_high, true);
    put_band(o, n, in_low, out_low, false);
}

/// A ball about a point, of so many slices about z and half as many stacks, turned about z by so many facets.
static inline void put_sphere(obj_file *o, int n, double radius, const double center[3], double phase,
                              bool cavity)
{
    const int stacks = n / 2, first = o->vertices + 1;
    for (int s = 1; s < stacks; ++s) {
        const double polar = SOLIDS_PI * s / stacks;
        for (int i = 0; i < n; ++i) {
            const double angle = 2 * SOLIDS_PI * (i + phase) / n;
            put_vertex(o, center[0] + radius * sin(polar) * cos(angle),
                       center[1] + radius * sin(polar) * sin(angle), center[2] + radius * cos(polar));
        }
    }
    const int top = put_vertex(o, center[0], center[1], center[2] + radius);
    const int bottom = put_vertex(o, center[0], center[1], center[2] - radius);
    for (int s = 0; s + 2 < stacks; ++s) put_band(o, n, first + (s + 1) * n, first + s * n, cavity);
    for (int i = 0; i < n; ++i) {
        const int next = (i + 1) % n, last = first + (stacks - 2) * n;
        const int a[2] = {first + i, first + next}, b[2] = {last + next, last + i};
        fprintf(o->file, "f %d %d %d\n", top, a[cavity], a[!cavity]);
        fprintf(o->file, "f %d %d %d\n", bottom, b[cavity], b[!cavity]);
    }
}

/// A prism along y over a closed outline in x and z that turns left as seen from -y; `count` corners, its ends fans about a point inside
/// that sees all corners.
static inline void put_prism(obj_file *o, const char *name, const double (*outline)[2], int count, double low,
                             double high, const double inside[2])
{
    fprintf(o->file, "o %s\n", name);
    const int front = o->vertices + 1;
    for (int i = 0; i < count; ++i) put_vertex(o, outline[i][0], low, outline[i][1]);
    const int back = o->vertices + 1;
    for (int i = 0; i < count; ++i) put_vertex(o, outline[i][0], high, outline[i][1]);
    const int front_middle = put_vertex(o, inside[0], low, inside[1]);
    const int back_middle = put_vertex(o, inside[0], high, inside[1]);
    put_band(o, count, front, back, true);
    for (int i = 0; i < count; ++i) {
        const int next = (i + 1) % count;
        fprintf(o->file, "f %d %d %d\n", front_middle, front + i, front + next);
        fprintf(o->file, "f %d %d %d\n", back_middle, back + next, back + i);
    }
}

#endif
