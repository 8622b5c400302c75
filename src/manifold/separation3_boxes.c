#include "manifold/separation3_boxes.h"

void flr_boxes3_make(const flr_box3 *a, const flr_box3 *b, boxes3 *p)
{
    wide3 way = wide3_sub(wide3_of(b->center), wide3_of(a->center));
    box_axes3_load(&p->axes, way, &a->axes.x, a->half_extents, &b->axes.x, b->half_extents);
    double size = 0;
    for (int i = 0; i < 3; i++) size += p->axes.half_a[i] + p->axes.half_b[i] + fabs(p->axes.way_a[i]);
    p->rounding = size * BOXES3_ROUNDING;
}

/// Squared, with the sign kept: in the order of the numbers themselves.
static double signed_square(double x) { return x * fabs(x); }

/// Along an axis that is not zero in a's frame, whatever its length: every product of nearly equal terms is
/// taken from the axis itself.
static double along(const boxes3 *p, const double v[3])
{
    double s = fabs(p->axes.way_a[0] * v[0] + p->axes.way_a[1] * v[1] + p->axes.way_a[2] * v[2]);
    for (int k = 0; k < 3; k++) {
        s -= p->axes.half_a[k] * fabs(v[k]);
        s -= p->axes.half_b[k] *
             fabs(p->axes.dot[0][k] * v[0] + p->axes.dot[1][k] * v[1] + p->axes.dot[2][k] * v[2]);
    }
    return s;
}

/// Edges that are parallel but for rounding have no cross product worth the name.
#define PARALLEL (sizeof(flr_real) == sizeof(float) ? 1e-12 : 1e-28)
/// Below this squared sine the short expressions lose digits.
#define NEARLY_PARALLEL 1e-2

/// The cross product of edge i of a and j of b, and its squared length.
static double cross_axis(const boxes3 *p, int i, int j, double v[3])
{
    int m = (i + 1) % 3, n = (i + 2) % 3;
    v[i] = 0;
    v[m] = -p->axes.dot[n][j];
    v[n] = p->axes.dot[m][j];
    return v[m] * v[m] + v[n] * v[n];
}

typedef struct best_edge {
    double separation, limit_square;  ///< what another has to beat, as a signed square
    int axis;
} best_edge;

/// A cross product that looks better than what there is.
static void try_edge(const boxes3 *p, int i, int j, double s, best_edge *best)
{
    double v[3], square = cross_axis(p, i, j, v);
    if (!(square > PARALLEL)) return;
    if (square < NEARLY_PARALLEL) s = along(p, v);
    s /= sqrt(square);
    if (best->axis >= 0 && !(s > best->separation + p->rounding)) return;
    if (!(signed_square(s) > best->limit_square)) return;
    best->separation = s;
    best->limit_square = signed_square(s);
    best->axis = 6 + 3 * i + j;
}

/// Edge i of a, of which m and n are the other two, with all of b.
static inline void edges_with(const boxes3 *p, int i, int m, int n, best_edge *best)
{
    double s[3], excess[3];
    for (int j = 0; j < 3; j++) {
        double square;
        s[j] = box_axes3_edges(&p->axes, i, m, n, j, &square);
        excess[j] = signed_square(s[j]) - best->limit_square * square;
    }
    if (!(excess[0] > 0 || excess[1] > 0 || excess[2] > 0)) return;
    for (int j = 0; j < 3; j++)
        if (excess[j] > 0) try_edge(p, i, j, s[j], best);
}

static best_edge edges(const boxes3 *p, double to_beat)
{
    best_edge best = {to_beat, signed_square(to_beat), -1};
    edges_with(p, 0, 1, 2, &best);
    edges_with(p, 1, 2, 0, &best);
    edges_with(p, 2, 0, 1, &best);
    return best;
}

/// Of a face's normal without a branch on whose it is.
static void set_normal(const boxes3 *p, int axis, separation3_boxes *s)
{
    static const double OWN[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const double *way = p->axes.way_a;
    double v[3], along, length = 1;
    if (axis < 6) {
        const bool own = axis < 3;
        const int k = own ? axis : axis - 3;
        for (int i = 0; i < 3; i++) v[i] = own ? OWN[i][k] : p->axes.dot[i][k];
        along = own ? way[k] : p->axes.way_b[k];
    } else {
        length = sqrt(cross_axis(p, (axis - 6) / 3, (axis - 6) % 3, v));
        along = way[0] * v[0] + way[1] * v[1] + way[2] * v[2];
    }
    s->forward = !(along < 0);
    s->axis = axis;
    const double sign = s->forward ? 1 : -1;
    for (int i = 0; i < 3; i++) s->normal[i] = axis < 6 ? sign * v[i] : v[i] / (sign * length);
}

bool flr_separation3_boxes(const boxes3 *p, double limit, double face_bias, separation3_boxes *s)
{
    double best = 0;
    int axis = -1;
    for (int i = 0; i < 3; i++) {
        double d = box_axes3_face_a(&p->axes, i);
        if (axis < 0 || d > best + p->rounding) best = d, axis = i;
    }
    for (int j = 0; j < 3; j++) {
        double d = box_axes3_face_b(&p->axes, j);
        if (d > best + p->rounding) best = d, axis = 3 + j;
    }
    s->separation = best;
    if (best > limit) {
        set_normal(p, axis, s);
        return false;
    }
    best_edge edge = edges(p, best + p->rounding + face_bias);
    if (edge.axis >= 0) {
        s->separation = edge.separation;
        axis = edge.axis;
    }
    set_normal(p, axis, s);
    return !(s->separation > limit);
}
