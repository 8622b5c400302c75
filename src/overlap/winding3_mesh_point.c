#include <float.h>
#include <math.h>

#include "feeler/overlap.h"
#include "math/predicates.h"
#include "math/trigonometry.h"
#include "mesh/mesh3.h"

typedef struct direction {
    double x, y, z, length;
} direction;

/// From p, in a unit in which the largest coordinate is 1, so that no product leaves the range of numbers.
static direction toward(flr_vec3 q, flr_vec3 p)
{
    direction d = {(double)q.x - (double)p.x, (double)q.y - (double)p.y, (double)q.z - (double)p.z, 0};
    double largest = fmax(fabs(d.x), fmax(fabs(d.y), fabs(d.z)));
    if (largest > DBL_MAX) {
        d = (direction){(double)q.x / 2 - (double)p.x / 2, (double)q.y / 2 - (double)p.y / 2,
                        (double)q.z / 2 - (double)p.z / 2, 0};
        largest = fmax(fabs(d.x), fmax(fabs(d.y), fabs(d.z)));
    }
    if (!(largest > 0)) return d;
    d.x /= largest;
    d.y /= largest;
    d.z /= largest;
    d.length = sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    return d;
}

static double dot(const direction *a, const direction *b) { return a->x * b->x + a->y * b->y + a->z * b->z; }

/// Half the solid angle of a triangle, by the tangent: triple product over a sum that the lengths balance. Of a direction only
/// its own counts, so each corner may be drawn nearer. The side is exact: next to the plane the angle is all or nothing.
static double half_angle(const flr_triangle3 *t, flr_vec3 p)
{
    int side = flr_orient3_inline(t->a, t->b, t->c, p);
    if (side == 0) return 0;
    const direction a = toward(t->a, p), b = toward(t->b, p), c = toward(t->c, p);
    double triple =
        a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x);
    double sum = a.length * b.length * c.length + dot(&a, &b) * c.length + dot(&b, &c) * a.length +
                 dot(&c, &a) * b.length;
    return -side * flr_arc_tangent2(fabs(triple), sum);
}

flr_real flr_winding3_mesh_point(const flr_instance3 *m, flr_vec3 p)
{
    const double full = 6.2831853071795865;  // of half angles
    double sum = 0;
    for (size_t i = 0; i < m->mesh->info.triangle_count; ++i) {
        if (m->mesh->input_of[i] & MESH3_NO_TOPOLOGY) continue;  // a copy would count twice
        flr_triangle3 t = instance3_item_triangle(m, (uint32_t)i);
        sum += half_angle(&t, p);
    }
    return (flr_real)(sum / full);
}
