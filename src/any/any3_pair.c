#include "any/any3_pair.h"

#include "any/compound3.h"
#include "hull/hull3.h"

/// The sum of absolute values: finite only if all numbers are, and no less than the largest. Four sums at once, as each waits for
/// its own last addition only.
static inline double sum_of(const flr_real *x, size_t count)
{
    double sum[4] = {0, 0, 0, 0};
    size_t i = 0;
    for (; i + 4 <= count; i += 4)
        for (size_t k = 0; k < 4; k++) sum[k] += fabs((double)x[i + k]);
    for (; i < count; i++) sum[i % 4] += fabs((double)x[i]);
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

static inline double sum3(flr_vec3 v) { return fabs((double)v.x) + fabs((double)v.y) + fabs((double)v.z); }

/// What one pass over a shape's numbers tells.
typedef struct measure {
    double numbers;  ///< the sum of them all
    double size;     ///< of those that are lengths or places
    bool directed;   ///< a ray, line, plane or halfspace, whose direction may have any length
} measure;

static void measure_convex(const flr_convex3 *c, measure *m)
{
    double size = sum3(c->center) + fabs((double)c->radius), axes = 0;
    switch (c->kind) {
    case FLR_CONVEX3_CORNERS:
        size += sum_of(&c->corners[0].x, 3 * (size_t)c->count);
        break;
    case FLR_CONVEX3_POINTS:
        size += sum_of(&c->points->x, 3 * (size_t)c->count);
        axes = sum_of(&c->axes.x.x, 9);
        break;
    case FLR_CONVEX3_HULL:
        size += sum3(c->hull->base) + (double)c->hull->radius;
        axes = sum_of(&c->axes.x.x, 9);
        break;
    case FLR_CONVEX3_BOX:
        size += sum3(c->half_extents);
        axes = sum_of(&c->axes.x.x, 9);
        break;
    case FLR_CONVEX3_CYLINDER:
    case FLR_CONVEX3_CONE:
        size += sum_of(&c->corners[0].x, 6) + sum3(c->half_extents);
        axes = sum3(c->axes.z);
        break;
    case FLR_CONVEX3_USER:
        break;
    }
    m->size = size;
    m->numbers = size + axes;
}

static void measure_shape(const flr_shape3 *s, measure *m)
{
    m->directed = false;
    switch (s->kind) {
    case FLR_SHAPE3_BOX:
        m->size = sum3(s->as.box.center) + sum3(s->as.box.half_extents);
        m->numbers = m->size + sum_of(&s->as.box.axes.x.x, 9);
        return;
    case FLR_SHAPE3_RECTANGLE:
        m->size = sum3(s->as.rectangle.center) + fabs((double)s->as.rectangle.half_x) +
                  fabs((double)s->as.rectangle.half_y);
        m->numbers = m->size + sum3(s->as.rectangle.axis_x) + sum3(s->as.rectangle.axis_y);
        return;
    case FLR_SHAPE3_POLYGON:
        m->size = m->numbers = sum_of(&s->as.polygon.vertices->x, 3 * s->as.polygon.count);
        return;
    case FLR_SHAPE3_CONVEX:
        measure_convex(&s->as.convex, m);
        return;
    case FLR_SHAPE3_MESH:
        m->size = sum_of(&s->as.mesh.bounds.min.x, 6);
        m->numbers = m->size + sum_of(&s->as.mesh.pose.linear.x.x, 9) + sum3(s->as.mesh.pose.translation);
        return;
    case FLR_SHAPE3_COMPOUND:
        m->size = m->numbers = 0;
        for (size_t i = 0; i < s->as.compound.count; i++) {
            measure one;
            measure_shape(&s->as.compound.shapes[i], &one);
            m->size += one.size;
            m->numbers += one.numbers;
            m->directed |= one.directed;
        }
        return;
    case FLR_SHAPE3_RAY:
    case FLR_SHAPE3_LINE:
    case FLR_SHAPE3_PLANE:
    case FLR_SHAPE3_HALFSPACE:
        m->directed = true;
        break;
    default:
        break;
    }
    m->size = m->numbers = sum_of((const flr_real *)&s->as, flr_any3_numbers[s->kind]);
}

/// Made of numbers alone, so that there is no list to check.
static inline bool is_plain(const flr_shape3 *s)
{
    return s && (unsigned)s->kind < FLR_SHAPE3_COUNT && flr_any3_numbers[s->kind] != 0;
}

double flr_any3_size(const flr_shape3 *s)
{
    measure m;
    measure_shape(s, &m);
    return m.size;
}

flr_status flr_any3_begin(const flr_shape3 *a, const flr_shape3 *b, any3_pair *p)
{
    flr_status status = is_plain(a) ? FLR_OK : flr_any3_check_lists(a);
    if (status == FLR_OK && !is_plain(b)) status = flr_any3_check_lists(b);
    if (status != FLR_OK) return status;
    p->a = compound3_only(a);
    p->b = compound3_only(b);
    p->swapped = false;
    measure of_a, of_b;
    measure_shape(p->a, &of_a);
    measure_shape(p->b, &of_b);
    p->size = of_a.size + of_b.size;
    const double numbers = of_a.numbers + of_b.numbers, large = (double)any3_large;
    p->usual = (numbers < large) & (p->size > 1 / large) & !of_a.directed & !of_b.directed;
    if (numbers < large) return FLR_OK;
    return flr_any3_is_finite(a) && flr_any3_is_finite(b) ? FLR_OK : FLR_NOT_FINITE;
}
