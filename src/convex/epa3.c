#include "convex/epa3.h"

#include <math.h>

#include "math/predicates.h"

enum { VERTEX_MAX = 192, FACE_MAX = 2 * VERTEX_MAX, EDGE_MAX = FACE_MAX };

/// Corners turn counter-clockwise as seen from outside; neighbor[i] is across corner i to corner i + 1.
typedef struct face {
    int corner[3], neighbor[3];
    bool alive, seen;
    wide3 normal;               // unit, outward
    flr_plane3_filter outside;  // which points see the face
} face;

/// An edge between a seen and an unseen face, in the direction of the seen one.
typedef struct edge {
    int from, to, beyond;
} edge;

typedef struct polytope {
    const pair3 *pair;
    double size_squared;
    int vertex_count, face_count, rim_count;
    double distance[FACE_MAX];         ///< of each face's plane from the origin; infinite for the dead
    vertex3 vertices[VERTEX_MAX + 1];  ///< one more than are used, for a point that is looked at
    face faces[FACE_MAX];
    edge rim[EDGE_MAX];
} polytope;

static double length_squared(wide3 v) { return wide3_dot(v, v); }

static void measure(polytope *p, const vertex3 *v)
{
    double size = 2 * vertex3_reach(v);
    if (size > p->size_squared) p->size_squared = size;
}

/// The farthest point of the difference; its numbers on entry are those of one that may be near.
static void support(polytope *p, wide3 direction, vertex3 *v)
{
    pair3_support(p->pair, p->pair->form, wide3_neg(direction), v);
    measure(p, v);
}

static double roundings(const polytope *p) { return sqrt(p->size_squared) * 2.3e-16; }

static wide3 w_of(const polytope *p, int i) { return p->vertices[i].w; }

static void set_plane(polytope *p, int i)
{
    face *f = &p->faces[i];
    wide3 x = w_of(p, f->corner[0]), y = w_of(p, f->corner[1]), z = w_of(p, f->corner[2]);
    wide3 n = simplex3_normal(x, y, z);
    double length = wide3_length(n);
    f->normal = length > 0 ? wide3_scale(1 / length, n) : wide3_make(0, 0, 0);
    f->outside = flr_plane3_filter_make_double(x, y, z);
    double first = wide3_dot(f->normal, x), second = wide3_dot(f->normal, y), third = wide3_dot(f->normal, z);
    double least = first < second ? first : second;
    p->distance[i] = third < least ? third : least;
}

static int orientation(const polytope *p, int i, int j, int k, wide3 at)
{
    return flr_orient3_inline_double(w_of(p, i), w_of(p, j), w_of(p, k), at);
}

/// Does a point see the face, or lie in its plane?
static inline bool sees(const polytope *p, const face *f, wide3 w)
{
    int side = flr_plane3_filter_side_double(&f->outside, w);
    if (side == 0)
        side =
            flr_orient3_exact_double(w_of(p, f->corner[0]), w_of(p, f->corner[1]), w_of(p, f->corner[2]), w);
    return side >= 0;
}

static int add_face(polytope *p, int i, int j, int k)
{
    face *f = &p->faces[p->face_count];
    f->corner[0] = i, f->corner[1] = j, f->corner[2] = k;
    f->alive = true;
    f->seen = false;
    set_plane(p, p->face_count);
    return p->face_count++;
}

/// A unit vector square to d.
static wide3 square_to(wide3 d)
{
    double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z);
    wide3 least = x <= y && x <= z ? wide3_make(1, 0, 0) : y <= z ? wide3_make(0, 1, 0) : wide3_make(0, 0, 1);
    wide3 s = wide3_cross(d, least);
    double length = wide3_length(s);
    return length > 0 ? wide3_scale(1 / length, s) : wide3_make(1, 0, 0);
}

static bool add_if_new(polytope *p, wide3 direction)
{
    vertex3 v = {.id_a = CORE3_NO_ID, .id_b = CORE3_NO_ID};
    support(p, direction, &v);
    int n = p->vertex_count;
    wide3 first = n > 0 ? w_of(p, 0) : v.w;
    bool is_new = n == 0;
    if (n == 1) is_new = v.w.x != first.x || v.w.y != first.y || v.w.z != first.z;
    if (n == 2) is_new = length_squared(wide3_cross(wide3_sub(w_of(p, 1), first), wide3_sub(v.w, first))) > 0;
    if (n == 3) is_new = orientation(p, 0, 1, 2, v.w) != 0;
    if (is_new) p->vertices[p->vertex_count++] = v;
    return is_new;
}

/// The directions in which another vertex may lie that the simplex so far does not span.
static bool grow(polytope *p)
{
    static const wide3 AXES[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (p->vertex_count <= 1) {
        for (int i = 0; i < 3; i++)
            if (add_if_new(p, AXES[i]) || add_if_new(p, wide3_neg(AXES[i]))) return true;
        return false;
    }
    wide3 d = wide3_sub(w_of(p, 1), w_of(p, 0));
    if (p->vertex_count == 2) {
        wide3 s = square_to(d), t = wide3_cross(s, wide3_scale(1 / wide3_length(d), d));
        return add_if_new(p, s) || add_if_new(p, wide3_neg(s)) || add_if_new(p, t) ||
               add_if_new(p, wide3_neg(t));
    }
    wide3 n = wide3_cross(d, wide3_sub(w_of(p, 2), w_of(p, 0)));
    return add_if_new(p, n) || add_if_new(p, wide3_neg(n));
}

/// The first four vertices as a tetrahedron, wound outward, all faces linked.
static void build_tetrahedron(polytope *p)
{
    bool flip = orientation(p, 0, 1, 2, w_of(p, 3)) > 0;
    int i = 0, j = flip ? 2 : 1, k = flip ? 1 : 2, l = 3;
    int base = add_face(p, i, j, k), x = add_face(p, i, l, j), y = add_face(p, j, l, k),
        z = add_face(p, k, l, i);
    const int around[4][3] = {{x, y, z}, {z, y, base}, {x, z, base}, {y, x, base}};
    for (int f = 0; f < 4; f++)
        for (int n = 0; n < 3; n++) p->faces[base + f].neighbor[n] = around[f][n];
}

static int nearest_face(const polytope *p)
{
    int best = 0;
    for (int i = 1; i < p->face_count; i++)
        if (p->distance[i] < p->distance[best]) best = i;
    return best;
}

/// Marks all faces that see w, from one that does, and collects the rim around them.
static void find_seen(polytope *p, int start, wide3 w)
{
    int stack[FACE_MAX], top = 0;
    p->rim_count = 0;
    p->faces[start].seen = true;
    stack[top++] = start;
    // first all that are seen, then their rim: a face must not be taken for unseen because it has not been asked yet
    int seen[FACE_MAX], count = 0;
    while (top > 0) {
        int i = stack[--top];
        seen[count++] = i;
        for (int k = 0; k < 3; k++) {
            int n = p->faces[i].neighbor[k];
            face *f = &p->faces[n];
            if (f->seen || !sees(p, f, w)) continue;
            f->seen = true;
            stack[top++] = n;
        }
    }
    for (int s = 0; s < count; s++) {
        face *f = &p->faces[seen[s]];
        for (int k = 0; k < 3; k++) {
            if (p->faces[f->neighbor[k]].seen) continue;
            p->rim[p->rim_count++] = (edge){f->corner[k], f->corner[(k + 1) % 3], f->neighbor[k]};
        }
    }
    for (int s = 0; s < count; s++) {
        p->faces[seen[s]].alive = false;
        p->distance[seen[s]] = (double)INFINITY;
    }
}

static void link(face *f, int from, int neighbor)
{
    for (int k = 0; k < 3; k++)
        if (f->corner[k] == from) f->neighbor[k] = neighbor;
}

/// A free place for a face: a dead one's, or the end.
static int place_face(polytope *p, int *search)
{
    while (*search < p->face_count && p->faces[*search].alive) ++*search;
    if (*search < p->face_count) return *search;
    return p->face_count < FACE_MAX ? p->face_count++ : -1;
}

/// Faces from the rim to the new vertex. False where there is no room.
static bool close_rim(polytope *p, int vertex_index)
{
    int starting_at[VERTEX_MAX];  // the new face whose rim edge starts at a vertex
    int made[EDGE_MAX], search = 0;
    for (int e = 0; e < p->rim_count; e++) {
        int i = place_face(p, &search);
        if (i < 0) return false;
        face *f = &p->faces[i];
        f->corner[0] = p->rim[e].from, f->corner[1] = p->rim[e].to, f->corner[2] = vertex_index;
        f->neighbor[0] = p->rim[e].beyond;
        f->alive = true;
        f->seen = false;
        set_plane(p, i);
        link(&p->faces[p->rim[e].beyond], p->rim[e].to, i);
        starting_at[p->rim[e].from] = i;
        made[e] = i;
    }
    for (int e = 0; e < p->rim_count; e++) {
        int next = starting_at[p->rim[e].to];
        p->faces[made[e]].neighbor[1] = next;
        p->faces[next].neighbor[2] = made[e];
    }
    return true;
}

/// The point of a face nearest to the foot of the origin on the plane of `best`; returns the squared distance to it.
static double witness_on(const polytope *p, const face *f, wide3 foot, epa3_result *r)
{
    simplex3 s = {.count = 3};
    for (int k = 0; k < 3; k++) {
        s.v[k] = p->vertices[f->corner[k]];
        s.v[k].w = wide3_sub(s.v[k].w, foot);
    }
    bool inside;
    wide3 rest = flr_simplex3_reduce(&s, &inside);
    simplex3_points(&s, &r->a, &r->b);
    return length_squared(rest);
}

/// A facet of the difference may be several triangles in one plane, and the foot lie in another of them than `best`.
static void set_witness(const polytope *p, int best, wide3 normal, double distance, epa3_result *r)
{
    wide3 foot = wide3_scale(distance, normal);
    double near = roundings(p), least = INFINITY;
    if (best >= 0) least = witness_on(p, &p->faces[best], foot, r);
    for (int i = 0; i < p->face_count && least > near * near; i++) {
        if (p->distance[i] > distance + 16 * near) continue;
        epa3_result other = *r;
        double rest = witness_on(p, &p->faces[i], foot, &other);
        if (!(rest < least)) continue;
        least = rest;
        *r = other;
    }
}

/// The difference is a polygon, a segment or a point: any way out of its plane is free.
static epa3_result flat_result(const polytope *p, const simplex3 *start)
{
    epa3_result r = {.converged = true};
    wide3 d = p->vertex_count > 1 ? wide3_sub(w_of(p, 1), w_of(p, 0)) : wide3_make(0, 0, 0);
    wide3 n = p->vertex_count > 2 ? wide3_cross(d, wide3_sub(w_of(p, 2), w_of(p, 0))) : square_to(d);
    double length = wide3_length(n);
    r.normal = length > 0 ? wide3_scale(1 / length, n) : wide3_make(0, 0, 1);
    simplex3_points(start, &r.a, &r.b);
    return r;
}

static epa3_result expand(polytope *p)
{
    epa3_result r = {.upper = (double)INFINITY};
    int best;
    for (;;) {
        best = nearest_face(p);
        const face *f = &p->faces[best];
        r.lower = p->distance[best] > 0 ? p->distance[best] : 0;
        r.iterations++;
        vertex3 *v = &p->vertices[p->vertex_count];
        v->id_a = p->vertices[f->corner[0]].id_a;
        v->id_b = p->vertices[f->corner[0]].id_b;
        support(p, f->normal, v);
        double reach = wide3_dot(f->normal, v->w);
        if (reach < r.upper) {
            r.upper = reach;
            r.normal = f->normal;
        }
        // no farther than the face by exact measure: the face lies in the boundary
        wide3 w = v->w;
        bool confirmed = flr_plane3_filter_side_double(&f->outside, w) < 0 ||
                         flr_orient3_exact_double(w_of(p, f->corner[0]), w_of(p, f->corner[1]),
                                                  w_of(p, f->corner[2]), w) <= 0;
        r.converged = confirmed || r.upper - r.lower <= 4 * roundings(p);
        if (r.converged) r.normal = f->normal;
        if (r.converged || p->vertex_count == VERTEX_MAX) break;
        find_seen(p, best, w);
        if (!close_rim(p, p->vertex_count++)) {
            best = -1;
            break;
        }
    }
    if (!(r.upper > 0)) r.upper = 0;
    set_witness(p, best, r.normal, r.upper, &r);
    return r;
}

epa3_result flr_epa3(const pair3 *pair, const simplex3 *start)
{
    polytope p;
    p.pair = pair;
    p.vertex_count = p.face_count = p.rim_count = 0;
    p.size_squared = 0;
    for (int i = 0; i < start->count; i++) {
        // one that adds no dimension is left out; the simplex may be flat in exact arithmetic
        vertex3 v = start->v[i];
        int n = p.vertex_count;
        bool is_new = n < 2 ||
                      (n == 2 && length_squared(wide3_cross(wide3_sub(w_of(&p, 1), w_of(&p, 0)),
                                                            wide3_sub(v.w, w_of(&p, 0)))) > 0) ||
                      (n == 3 && orientation(&p, 0, 1, 2, v.w) != 0);
        if (is_new) p.vertices[p.vertex_count++] = v;
        measure(&p, &v);
    }
    while (p.vertex_count < 4)
        if (!grow(&p)) return flat_result(&p, start);
    build_tetrahedron(&p);
    return expand(&p);
}
