#include "manifold/contact3_mesh_mesh.h"

#include <math.h>

#include "closest/closest3_triangle_triangle.h"

typedef struct plane {
    flr_vec3 point, normal;  // unit, out of the material where that is known
    bool known;              // a needle has no plane
} plane;

/// How far a triangle reaches to either side of a plane.
typedef struct reach {
    flr_real behind, before;
} reach;

typedef struct visit {
    const flr_instance3 *a, *b;
    int outward_a, outward_b;
    flr_real tolerance;
    mesh3_leaf leaf_a, leaf_b;
    contact3_start_fn *tell;
    void *user;
    contact3 *result;
    bool stopped;
} visit;

int flr_instance3_outward(const flr_instance3 *i)
{
    return flr_mat3_determinant(i->pose.linear) < 0 ? -i->mesh->outward : i->mesh->outward;
}

static plane plane_of(const flr_triangle3 *t, int outward)
{
    flr_vec3 n = flr_cross3(flr_sub3(t->b, t->a), flr_sub3(t->c, t->a));
    flr_real length = flr_length3(n);
    plane p = {t->a, {0, 0, 0}, length > 0 && isfinite(length)};
    if (p.known) p.normal = flr_scale3((outward < 0 ? -1 : 1) / length, n);
    return p;
}

static reach reach_of(const flr_triangle3 *t, const plane *p)
{
    reach r = {0, 0};
    const flr_vec3 corners[3] = {t->a, t->b, t->c};
    for (int k = 0; k < 3; k++) {
        flr_real h = flr_dot3(p->normal, flr_sub3(corners[k], p->point));
        if (h > r.before) r.before = h;
        if (-h > r.behind) r.behind = -h;
    }
    return r;
}

/// How far behind, where that side is known, else how far to either.
static flr_real reach_inward(const reach *r, int outward)
{
    return outward != 0 || r->behind > r->before ? r->behind : r->before;
}

static void note_face(visit *v, const plane *pa, const plane *pb, flr_real distance_squared, flr_vec3 qa,
                      flr_vec3 qb, uint32_t item_a, uint32_t item_b)
{
    contact3_face *f = &v->result->face;
    flr_real opposition = -flr_dot3(pa->normal, pb->normal);
    if (v->outward_a == 0 || v->outward_b == 0) opposition = (flr_real)fabs((double)opposition);
    if (!(opposition > f->opposition)) return;
    flr_vec3 normal = v->outward_a == 0 && v->outward_b != 0 ? flr_neg3(pb->normal) : pa->normal;
    *f =
        (contact3_face){opposition, normal, qa, qb, (flr_real)sqrt((double)distance_squared), item_a, item_b};
}

/// Keeps the starts spread: when there is no room left, the spacing doubles and the crowded ones go.
static void keep_start(contact3 *r, const contact3_start *s)
{
    for (;;) {
        for (int i = 0; i < r->start_count; i++) {
            flr_real d = flr_length3(flr_sub3(r->starts[i].point, s->point));
            if (d > r->spacing) continue;
            if (s->reach > 2 * r->starts[i].reach) r->starts[i] = *s;
            return;
        }
        if (r->start_count < CONTACT3_START_MAX) {
            r->starts[r->start_count++] = *s;
            return;
        }
        int kept = 0;
        r->spacing *= 2;
        for (int i = 0; i < r->start_count; i++) {
            bool free_place = true;
            for (int j = 0; j < kept && free_place; j++)
                free_place = flr_length3(flr_sub3(r->starts[i].point, r->starts[j].point)) > r->spacing;
            if (free_place) r->starts[kept++] = r->starts[i];
        }
        r->start_count = kept;
    }
}

/// The part of the segment from p to q on the inner side of the plane through `point` with the
/// given normal out of it; false where nothing is left.
static bool clip(flr_vec3 *p, flr_vec3 *q, flr_vec3 point, flr_vec3 normal)
{
    flr_real hp = flr_dot3(normal, flr_sub3(*p, point)), hq = flr_dot3(normal, flr_sub3(*q, point));
    if (hp > 0 && hq > 0) return false;
    if (hp > 0) *p = flr_lerp3(*p, *q, hp / (hp - hq));
    if (hq > 0) *q = flr_lerp3(*q, *p, hq / (hq - hp));
    return true;
}

/// The middle of the segment in which two triangles cross, if they do: a point from which the two
/// faces alone decide what is behind both. Rounding may lose it.
static bool crossing_middle(const flr_triangle3 *ta, const plane *pa, const flr_triangle3 *tb,
                            flr_vec3 *middle)
{
    const flr_vec3 c[3] = {tb->a, tb->b, tb->c};
    flr_real h[3];
    for (int k = 0; k < 3; k++) h[k] = flr_dot3(pa->normal, flr_sub3(c[k], pa->point));
    flr_vec3 ends[3];
    int count = 0;
    for (int k = 0; k < 3; k++) {
        int n = (k + 1) % 3;
        if ((h[k] < 0) != (h[n] < 0)) ends[count++] = flr_lerp3(c[k], c[n], h[k] / (h[k] - h[n]));
    }
    if (count != 2) return false;
    const flr_vec3 corners[3] = {ta->a, ta->b, ta->c};
    flr_vec3 wound = flr_cross3(flr_sub3(ta->b, ta->a), flr_sub3(ta->c, ta->a));
    for (int k = 0; k < 3; k++) {
        flr_vec3 out = flr_cross3(flr_sub3(corners[(k + 1) % 3], corners[k]), wound);
        if (!clip(&ends[0], &ends[1], corners[k], out)) return false;
    }
    *middle = flr_lerp3(ends[0], ends[1], (flr_real)0.5);
    return true;
}

static bool straddles(const reach *r, flr_real tolerance)
{
    return r->behind > tolerance && r->before > tolerance;
}

static void judge_reach(visit *v, uint32_t i, uint32_t j, const plane *pa, const plane *pb, bool meet,
                        flr_vec3 contact)
{
    const flr_triangle3 *ta = &v->leaf_a.triangles[i], *tb = &v->leaf_b.triangles[j];
    reach ra = reach_of(ta, pb), rb = reach_of(tb, pa);
    flr_real reach_a = reach_inward(&ra, v->outward_b), reach_b = reach_inward(&rb, v->outward_a);
    if (!(reach_a > v->tolerance && reach_b > v->tolerance)) return;
    if (meet && straddles(&ra, v->tolerance) && straddles(&rb, v->tolerance)) v->result->crossing = true;
    flr_vec3 both = flr_neg3(flr_add3(pa->normal, pb->normal));
    flr_real length = flr_length3(both);
    contact3_start s = {
        contact, {0, 0, 0}, reach_a < reach_b ? reach_a : reach_b, v->leaf_a.first + i, v->leaf_b.first + j};
    s.inward = length > (flr_real)1e-9 ? flr_scale3(1 / length, both) : flr_neg3(pa->normal);
    flr_vec3 middle;
    if (crossing_middle(ta, pa, tb, &middle)) s.point = middle;
    keep_start(v->result, &s);
    if (v->tell && !v->tell(v->user, &s)) v->stopped = true;
}

static void judge_pair(visit *v, uint32_t i, uint32_t j)
{
    flr_real d;
    flr_vec3 qa, qb;
    const flr_triangle3 *ta = &v->leaf_a.triangles[i], *tb = &v->leaf_b.triangles[j];
    if (!flr_closest3_triangles_within(ta, tb, v->tolerance * v->tolerance, &d, &qa, &qb)) return;
    v->result->any = true;
    plane pa = plane_of(ta, v->outward_a), pb = plane_of(tb, v->outward_b);
    if (!pa.known || !pb.known) return;
    note_face(v, &pa, &pb, d, qa, qb, v->leaf_a.first + i, v->leaf_b.first + j);
    judge_reach(v, i, j, &pa, &pb, d == 0, flr_lerp3(qa, qb, (flr_real)0.5));
}

static double look_into_leaves(void *user, uint32_t a, uint32_t b, double limit)
{
    visit *v = user;
    mesh3_leaf_fetch(&v->leaf_a, v->a, a);
    mesh3_leaf_fetch(&v->leaf_b, v->b, b);
    for (uint32_t i = 0; i < v->leaf_a.count && !v->stopped; i++)
        for (uint32_t j = 0; j < v->leaf_b.count && !v->stopped; j++) judge_pair(v, i, j);
    return v->stopped ? -1 : limit;
}

void flr_contact3_mesh_mesh(const flr_instance3 *a, const flr_instance3 *b, flr_real tolerance,
                            contact3_start_fn *tell, void *user, contact3 *result)
{
    *result = (contact3){.face = {.opposition = -2}, .spacing = tolerance};
    visit v = {
        a,      b,    flr_instance3_outward(a), flr_instance3_outward(b), tolerance, {0}, {0}, tell, user,
        result, false};
    v.leaf_a.child = v.leaf_b.child = BVH3_EMPTY;
    flr_vec3 extent = flr_sub3(a->bounds.max, a->bounds.min);
    result->spacing = fmax((double)tolerance, 1e-6 * (double)flr_length3(extent));
    bvh3_pair pair;
    flr_mesh3_pair_make(&pair, a, b);
    flr_bvh3_pair_traverse(&pair, tolerance, look_into_leaves, &v);
}
