/// Two boxes, edge across edge.
#include "manifold/box_contact3.h"

/// Where two edges cross: the closest points of their lines, in the first box's axes.
typedef struct crossing {
    double a[3], b[3];
    double at_a, at_b;  ///< along the edges, from their middles
    uint32_t code_a, code_b;
    bool inside;  ///< both within the edges
} crossing;

static crossing cross_edges(const box_contact3 *j)
{
    const boxes3 *p = &j->pair;
    const double *n = j->found.normal;
    int i = (j->found.axis - 6) / 3, k = (j->found.axis - 6) % 3;
    crossing c;
    int ends_a[3], ends_b[3];
    for (int m = 0; m < 3; m++) {
        c.b[m] = p->axes.way_a[m];
        ends_a[m] = p->axes.half_a[m] == 0 ? 0 : n[m] > 0 ? 1 : -1;
        c.a[m] = m == i ? 0 : ends_a[m] * p->axes.half_a[m];
    }
    for (int m = 0; m < 3; m++) {
        ends_b[m] =
            n[0] * p->axes.dot[0][m] + n[1] * p->axes.dot[1][m] + n[2] * p->axes.dot[2][m] > 0 ? -1 : 1;
        if (p->axes.half_b[m] == 0) ends_b[m] = 0;
        if (m == k) continue;
        for (int l = 0; l < 3; l++) c.b[l] += ends_b[m] * p->axes.half_b[m] * p->axes.dot[l][m];
    }
    double d[3], uv = p->axes.dot[i][k], dv = 0, square = 0;
    for (int l = 0; l < 3; l++) {
        d[l] = c.b[l] - c.a[l];
        dv += d[l] * p->axes.dot[l][k];
        if (l != i) square += p->axes.dot[l][k] * p->axes.dot[l][k];
    }
    c.at_a = (d[i] - uv * dv) / square;
    c.at_b = (uv * d[i] - dv) / square;
    double slack = 64 * p->rounding / square;
    c.inside = fabs(c.at_a) <= p->axes.half_a[i] + slack && fabs(c.at_b) <= p->axes.half_b[k] + slack;
    // of nearly parallel edges one place is as good as another; but the two have to be opposite each other
    c.at_a = box_contact3_limited(c.at_a, p->axes.half_a[i]);
    c.at_b = box_contact3_limited(uv * c.at_a - dv, p->axes.half_b[k]);
    c.at_a = box_contact3_limited(d[i] + uv * c.at_b, p->axes.half_a[i]);
    c.a[i] += c.at_a;
    for (int l = 0; l < 3; l++) c.b[l] += c.at_b * p->axes.dot[l][k];
    double snap = box_contact3_snap(j);
    ends_a[i] = box_contact3_end(c.at_a, p->axes.half_a[i], snap);
    ends_b[k] = box_contact3_end(c.at_b, p->axes.half_b[k], snap);
    c.code_a = box_contact3_code(0, ends_a[0], 1, ends_a[1], 2, ends_a[2]);
    c.code_b = box_contact3_code(0, ends_b[0], 1, ends_b[1], 2, ends_b[2]);
    return c;
}

static void add_crossing(const box_contact3 *j, const crossing *c, flr_manifold3 *m)
{
    double middle[3], bulge = 0.5 * (j->radius_a - j->radius_b);
    for (int l = 0; l < 3; l++) middle[l] = 0.5 * (c->a[l] + c->b[l]) + bulge * j->found.normal[l];
    box_contact3_add(m, j->a, middle, -j->found.separation + j->radii, contact3_id(c->code_a, c->code_b));
}

contact3_boxes_answer flr_box_contact3_edges(const box_contact3 *j, flr_manifold3 *m)
{
    crossing c = cross_edges(j);
    if (!c.inside && j->found.separation > 0) return CONTACT3_UNKNOWN;
    add_crossing(j, &c, m);
    return CONTACT3_MADE;
}
