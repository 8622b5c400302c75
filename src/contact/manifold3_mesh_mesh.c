/// Where are two meshes in contact? Pairs of triangles that reach behind each other are starts for a depth
/// search, and the nearest pair gives a separating plane.
#include "contact/manifold3_mesh_mesh.h"

#include <math.h>

#include "closest/kernels3.h"

enum { EDGE_TRIES = 64 };

/// Two triangles are a start if they reach behind each other by this part of the tolerance. So overlaps
/// within the tolerance are reported too, unless they are as thin as the rounding in the file explains.
static const flr_real START = (flr_real)(1.0 / 16);

typedef struct plane {
    flr_vec3 point, normal;  // unit, out of the material if that is known
    bool known;              // false for a needle, which has no plane
} plane;

/// How far a triangle reaches to each side of a plane.
typedef struct reach {
    flr_real behind, before;
} reach;

typedef struct visit {
    const flr_instance3 *a, *b;
    int outward_a, outward_b;
    flr_real tolerance, within;
    mesh3_leaf leaf_a, leaf_b;
    plane planes_a[BVH3_LEAF_MAX], planes_b[BVH3_LEAF_MAX];  // of the leaves' triangles
    contact3_start_fn *report;
    void *user;
    contact3 *result;
    flr_vec3 towards;  // from the middle of a's bounds to b's
    int edge_tries;
    bool stopped;
} visit;

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

/// Returns how far a triangle reaches behind the plane if that side is known, else how far to either side.
static flr_real reach_inward(const reach *r, int outward)
{
    return outward != 0 || r->behind > r->before ? r->behind : r->before;
}

static flr_real opposition_of(const visit *v, const plane *pa, const plane *pb)
{
    flr_real opposition = -flr_dot3(pa->normal, pb->normal);
    return v->outward_a != 0 && v->outward_b != 0 ? opposition : (flr_real)fabs((double)opposition);
}

/// Adds a start, and keeps starts spread: when the list is full, the spacing doubles and crowded starts are
/// dropped.
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

/// Cuts the segment from p to q to the inner side of the plane through `point` with the given outward normal;
/// returns false if nothing is left.
static bool clip(flr_vec3 *p, flr_vec3 *q, flr_vec3 point, flr_vec3 normal)
{
    flr_real hp = flr_dot3(normal, flr_sub3(*p, point)), hq = flr_dot3(normal, flr_sub3(*q, point));
    if (hp > 0 && hq > 0) return false;
    if (hp > 0) *p = flr_lerp3(*p, *q, hp / (hp - hq));
    if (hq > 0) *q = flr_lerp3(*q, *p, hq / (hq - hp));
    return true;
}

/// Finds the midpoint of the segment in which two triangles cross, if they do. From there the two faces alone
/// decide which points are behind both. Rounding may lose it.
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

/// Two triangles by their places in the leaves, with their distances to each other's planes.
typedef struct pair {
    const flr_triangle3 *ta, *tb;
    const plane *pa, *pb;
    uint32_t item_a, item_b;
    reach reach_a, reach_b;  // of each triangle, relative to the other's plane
    flr_real distance_squared;
    flr_vec3 point_a, point_b;
} pair;

static bool are_within(const visit *v, pair *p)
{
    return flr_closest3_triangles_within(p->ta, p->tb, v->within * v->within, &p->distance_squared,
                                         &p->point_a, &p->point_b);
}

static void note_start(visit *v, const pair *p, flr_vec3 point, flr_real reach)
{
    flr_vec3 both = flr_neg3(flr_add3(p->pa->normal, p->pb->normal));
    flr_real length = flr_length3(both);
    contact3_start s = {point, {0, 0, 0}, reach, p->item_a, p->item_b};
    s.inward = length > (flr_real)1e-9 ? flr_scale3(1 / length, both) : flr_neg3(p->pa->normal);
    keep_start(v->result, &s);
    if (v->report && !v->report(v->user, &s)) v->stopped = true;
}

/// A plane that may separate two triangles.
typedef struct separating_plane {
    flr_real crossing;
    flr_vec3 normal;  // from a to b
} separating_plane;

static void try_parting(separating_plane *best, flr_real crossing, flr_vec3 normal)
{
    if (crossing < best->crossing) *best = (separating_plane){crossing, normal};
}

/// Tries the plane of one of the triangles. `behind` and `before` are how far the other reaches to each side.
/// With inconsistent windings either side may be inside: the side that is crossed less is used, then the side
/// toward b.
static void try_own_plane(separating_plane *best, flr_vec3 normal, int outward, flr_real behind,
                          flr_real before, flr_vec3 towards)
{
    bool forward = outward != 0 || flr_dot3(normal, towards) >= 0;
    try_parting(best, forward ? behind : before, forward ? normal : flr_neg3(normal));
    if (outward == 0) try_parting(best, forward ? before : behind, forward ? flr_neg3(normal) : normal);
}

/// Returns the better of the two triangles' planes. Of two as good it is that of the mesh whose sides are
/// known, then a's.
static separating_plane best_face_plane(const visit *v, const pair *p)
{
    separating_plane best = {(flr_real)INFINITY, p->pa->normal};
    bool b_first = v->outward_a == 0 && v->outward_b != 0;
    if (!b_first)
        try_own_plane(&best, p->pa->normal, v->outward_a, p->reach_b.behind, p->reach_b.before, v->towards);
    // b's normals point towards a
    separating_plane other = {best.crossing, flr_neg3(best.normal)};
    try_own_plane(&other, p->pb->normal, v->outward_b, p->reach_a.behind, p->reach_a.before,
                  flr_neg3(v->towards));
    best = (separating_plane){other.crossing, flr_neg3(other.normal)};
    if (b_first)
        try_own_plane(&best, p->pa->normal, v->outward_a, p->reach_b.behind, p->reach_b.before, v->towards);
    return best;
}

static flr_real most_along(const flr_triangle3 *t, flr_vec3 n, flr_vec3 from)
{
    flr_real a = flr_dot3(n, flr_sub3(t->a, from)), b = flr_dot3(n, flr_sub3(t->b, from)),
             c = flr_dot3(n, flr_sub3(t->c, from));
    a = a > b ? a : b;
    a = a > c ? a : c;
    return a > 0 ? a : 0;
}

/// If two edges cross, neither face separates the triangles, but a plane along both edges may.
static separating_plane best_edge_plane(const pair *p, separating_plane best)
{
    const flr_vec3 a[3] = {p->ta->a, p->ta->b, p->ta->c}, b[3] = {p->tb->a, p->tb->b, p->tb->c};
    flr_vec3 at = flr_lerp3(p->point_a, p->point_b, (flr_real)0.5);
    for (int k = 0; k < 18; k++) {
        int i = k / 6, j = k / 2 % 3;
        flr_vec3 n = flr_cross3(flr_sub3(a[(i + 1) % 3], a[i]), flr_sub3(b[(j + 1) % 3], b[j]));
        flr_real length = flr_length3(n);
        if (!(length > 0) || !isfinite(length)) continue;
        n = flr_scale3((k % 2 ? -1 : 1) / length, n);
        try_parting(&best, most_along(p->ta, n, at) + most_along(p->tb, flr_neg3(n), at), n);
    }
    return best;
}

/// Is a pair with this separating plane better than the best so far?
static bool is_better_face(const visit *v, flr_real crossing, flr_real opposition)
{
    const contact3_face *f = &v->result->face;
    if (!v->result->any || f->opposition < -1) return true;
    flr_real have = f->crossing > v->tolerance ? f->crossing : 0,
             get = crossing > v->tolerance ? crossing : 0;
    return get < have || (get == have && opposition > f->opposition);
}

static void note_face(visit *v, const pair *p, separating_plane q, flr_real opposition)
{
    flr_real distance = (flr_real)sqrt((double)p->distance_squared);
    v->result->face = (contact3_face){q.crossing, opposition, q.normal,  p->point_a,
                                      p->point_b, distance,   p->item_a, p->item_b};
}

/// Tests planes first: the full test of a pair is expensive, and a contact has thousands of pairs that would
/// add nothing. Without `report` only plain crossings become starts, and `more` says that other pairs were
/// left out.
static void judge_pair(visit *v, pair *p)
{
    flr_real t = v->tolerance;
    if (!p->pa->known || !p->pb->known) {
        // a needle; its neighbours have the same contact, and planes
        if (!v->result->any && are_within(v, p)) v->result->any = true;
        return;
    }
    p->reach_a = reach_of(p->ta, p->pb);
    p->reach_b = reach_of(p->tb, p->pa);
    flr_real opposition = opposition_of(v, p->pa, p->pb);
    separating_plane face = best_face_plane(v, p);
    bool better = is_better_face(v, face.crossing, opposition);
    // crossing edges may have a better plane than the faces; in a deep overlap all pairs cross and none has
    // one, so this is tried a limited number of times
    if (!better && v->result->face.crossing > t && v->edge_tries < EDGE_TRIES) better = ++v->edge_tries > 0;
    flr_real reach_a = reach_inward(&p->reach_a, v->outward_b),
             reach_b = reach_inward(&p->reach_b, v->outward_a);
    bool start = reach_a > t * START && reach_b > t * START;
    flr_vec3 middle = {0, 0, 0};
    bool cross = start && crossing_middle(p->ta, p->pa, p->tb, &middle);
    if (start && !cross && !v->report) {
        v->result->more = true;
        start = false;
    }
    if (!start && !better) return;
    if ((better || !cross) && !are_within(v, p)) return;
    if (better) {
        if (face.crossing > t) face = best_edge_plane(p, face);
        if (is_better_face(v, face.crossing, opposition)) note_face(v, p, face, opposition);
    }
    v->result->any = true;
    if (!start) return;
    note_start(v, p, cross ? middle : flr_lerp3(p->point_a, p->point_b, (flr_real)0.5),
               reach_a < reach_b ? reach_a : reach_b);
}

static void fetch(mesh3_leaf *leaf, plane *planes, const flr_instance3 *i, int outward, uint32_t child)
{
    if (leaf->child == child) return;
    mesh3_leaf_fetch(leaf, i, child);
    for (uint32_t k = 0; k < leaf->count; k++) planes[k] = plane_of(&leaf->triangles[k], outward);
}

static double test_leaves(void *user, uint32_t a, uint32_t b, double limit)
{
    visit *v = user;
    fetch(&v->leaf_a, v->planes_a, v->a, v->outward_a, a);
    fetch(&v->leaf_b, v->planes_b, v->b, v->outward_b, b);
    for (uint32_t i = 0; i < v->leaf_a.count && !v->stopped; i++) {
        for (uint32_t j = 0; j < v->leaf_b.count && !v->stopped; j++) {
            pair p = {.ta = &v->leaf_a.triangles[i],
                      .tb = &v->leaf_b.triangles[j],
                      .pa = &v->planes_a[i],
                      .pb = &v->planes_b[j],
                      .item_a = v->leaf_a.first + i,
                      .item_b = v->leaf_b.first + j};
            judge_pair(v, &p);
        }
    }
    return v->stopped ? -1 : limit;
}

void flr_contact3_mesh_mesh(const flr_instance3 *a, const flr_instance3 *b, flr_real tolerance,
                            flr_real within, contact3_start_fn *report, void *user, contact3 *result)
{
    flr_vec3 extent = flr_sub3(a->bounds.max, a->bounds.min);
    *result = (contact3){.face = {.opposition = -2}};
    result->spacing = (flr_real)fmax((double)tolerance, 1e-6 * (double)flr_length3(extent));
    visit v = {.a = a,
               .b = b,
               .outward_a = instance3_outward(a),
               .outward_b = instance3_outward(b),
               .tolerance = tolerance,
               .within = within,
               .report = report,
               .user = user,
               .result = result};
    v.leaf_a.child = v.leaf_b.child = BVH3_EMPTY;
    v.towards = flr_sub3(flr_lerp3(b->bounds.min, b->bounds.max, (flr_real)0.5),
                         flr_lerp3(a->bounds.min, a->bounds.max, (flr_real)0.5));
    bvh3_pair pair;
    flr_mesh3_pair_make(&pair, a, b);
    flr_bvh3_pair_traverse(&pair, within, test_leaves, NULL, &v);
}
