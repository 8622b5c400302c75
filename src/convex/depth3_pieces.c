#include "convex/depth3_pieces.h"

/// Any unit vector square to the unit vector u.
static dvec3 square_to(dvec3 u)
{
    double x = fabs(u.x), y = fabs(u.y), z = fabs(u.z);
    dvec3 least = x <= y && x <= z ? dvec3_make(1, 0, 0) : y <= z ? dvec3_make(0, 1, 0) : dvec3_make(0, 0, 1);
    dvec3 s = dvec3_cross(u, least);
    return dvec3_scale(1 / dvec3_length(s), s);
}

dvec3 flr_pieces3_local(const pieces3 *p, dvec3 v)
{
    return dvec3_make(dvec3_dot(p->frame[0], v), dvec3_dot(p->frame[1], v), dvec3_dot(p->frame[2], v));
}

dvec3 flr_pieces3_scene(const pieces3 *p, dvec3 v)
{
    return dvec3_add_scaled(dvec3_add_scaled(dvec3_scale(v.x, p->frame[0]), v.y, p->frame[1]), v.z,
                            p->frame[2]);
}

static void set_ends(const pieces3 *p, const core3 *c, end3 ends[2])
{
    double radius = dvec3_length(c->axis[0]);
    ends[0] = (end3){flr_pieces3_local(p, c->low), radius};
    ends[1] = (end3){flr_pieces3_local(p, c->high), c->kind == FLR_CONVEX3_CONE ? 0 : radius};
}

static dvec3 axis_of(const core3 *c)
{
    dvec3 n = dvec3_cross(c->axis[0], c->axis[1]);
    double length = dvec3_length(n);
    return length > 0 ? dvec3_scale(1 / length, n) : c->axis[2];
}

bool flr_pieces3_make(pieces3 *p, const pair3 *pair, bool by_b)
{
    const core3 *first = by_b ? &pair->b : &pair->a;
    p->second = by_b ? &pair->a : &pair->b;
    p->side = by_b ? -1 : 1;
    if (!core3_is_round(first)) return false;
    p->frame[2] = axis_of(first);
    p->frame[0] = square_to(p->frame[2]);
    p->frame[1] = dvec3_cross(p->frame[2], p->frame[0]);
    set_ends(p, first, p->first);
    p->is_round = core3_is_round(p->second);
    double size = 0;
    if (p->is_round) {
        set_ends(p, p->second, p->ends);
        p->axis = flr_pieces3_local(p, axis_of(p->second));
        for (int i = 0; i < 2; i++) {
            double reach = dvec3_length(p->ends[i].at) + p->ends[i].radius;
            if (reach > size) size = reach;
        }
    } else {
        size = flr_core3_reach(p->second);
    }
    double other = 0;
    for (int i = 0; i < 2; i++) {
        double reach = dvec3_length(p->first[i].at) + p->first[i].radius;
        if (reach > other) other = reach;
    }
    p->size = size + other;
    return p->size > 0 && isfinite(p->size);
}

int flr_pieces3_find(const pieces3 *p, const dvec3 *normals, int count, piece3 *pieces)
{
    end3 ends[PIECES3_ENDS];
    int found = 0;
    if (p->is_round) {
        ends[found++] = p->ends[0];
        ends[found++] = p->ends[1];
    }
    bool is_few = p->second->kind == FLR_CONVEX3_CORNERS && p->second->count <= 4;
    for (uint32_t i = 0; is_few && i < p->second->count; i++)
        ends[found++] = (end3){flr_pieces3_local(p, p->second->corner[i]), 0};
    for (int i = 0; i < count && i < PIECES3_ENDS && !p->is_round && !is_few; i++) {
        uint32_t id = CORE3_NO_ID;
        dvec3 d = flr_pieces3_scene(p, dvec3_neg(normals[i]));
        dvec3 at = flr_pieces3_local(p, core3_support(p->second, p->second->kind, d, &id));
        bool is_new = true;
        for (int k = 0; k < found; k++) is_new = is_new && !dvec3_equal(ends[k].at, at);
        if (is_new) ends[found++] = (end3){at, 0};
    }
    int made = 0;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < found; k++) pieces[made++] = (piece3){&p->first[i], ends[k]};
    return made;
}

dvec3 flr_pieces3_point(const pieces3 *p, const piece3 *piece, dvec3 n, dvec3 *first, dvec3 *second)
{
    double across = sqrt(n.x * n.x + n.y * n.y), r = piece->first->radius, s = piece->second.radius;
    *first = piece->first->at;
    *second = piece->second.at;
    if (r > 0 && across > 0) *first = dvec3_add_scaled(*first, r / across, dvec3_make(n.x, n.y, 0));
    if (s > 0) {
        dvec3 m = dvec3_cross(p->axis, dvec3_cross(n, p->axis));
        double length = dvec3_length(m);
        if (length > 0) *second = dvec3_add_scaled(*second, -s / length, m);
    }
    return dvec3_sub(*first, *second);
}
