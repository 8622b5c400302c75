#include "convex/epa3.h"

#include <math.h>

#include "math/predicates.h"

enum { VERTEX_MAX = 192, FACE_MAX = 2 * VERTEX_MAX, EDGE_MAX = FACE_MAX };

typedef struct vertex {
    flr_vec3 w, a, b;
} vertex;

/// Corners turn counter-clockwise as seen from outside; neighbor[i] is across corner i to corner i + 1.
typedef struct face {
    int corner[3], neighbor[3];
    flr_vec3 normal;    // unit, outward
    flr_real distance;  // of its plane from the origin
    bool alive, seen;
} face;

/// An edge between a seen and an unseen face, in the direction of the seen one.
typedef struct edge {
    int from, to, beyond;
} edge;

typedef struct polytope {
    const flr_convex3 *a, *b;
    flr_vec3 offset;
    vertex vertices[VERTEX_MAX];
    face faces[FACE_MAX];
    edge rim[EDGE_MAX];
    int vertex_count, face_count, rim_count;
    flr_real size;
} polytope;

static vertex support(polytope *p, flr_vec3 direction)
{
    vertex v;
    v.a = support3_from_center(p->a, direction);
    v.b = flr_add3(p->offset, support3_from_center(p->b, flr_neg3(direction)));
    v.w = flr_sub3(v.a, v.b);
    flr_real size = flr_length3(v.a) + flr_length3(v.b);
    if (size > p->size) p->size = size;
    return v;
}

static flr_real roundings(const polytope *p)
{
    return p->size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1.2e-7 : (flr_real)2.3e-16);
}

static flr_vec3 w_of(const polytope *p, int i) { return p->vertices[i].w; }

static void set_plane(polytope *p, face *f)
{
    flr_vec3 x = w_of(p, f->corner[0]), y = w_of(p, f->corner[1]), z = w_of(p, f->corner[2]);
    // from the corner opposite the longest side: its two sides lose least in the product
    flr_real xy = flr_distance_squared3(x, y), yz = flr_distance_squared3(y, z),
             zx = flr_distance_squared3(z, x);
    flr_vec3 n = yz >= xy && yz >= zx ? flr_cross3(flr_sub3(y, x), flr_sub3(z, x))
                 : zx >= xy           ? flr_cross3(flr_sub3(z, y), flr_sub3(x, y))
                                      : flr_cross3(flr_sub3(x, z), flr_sub3(y, z));
    flr_real length = flr_length3(n);
    f->normal = length > 0 ? flr_scale3(1 / length, n) : flr_vec3_make(0, 0, 0);
    flr_real middle = flr_dot3(f->normal, x), other = flr_dot3(f->normal, y), third = flr_dot3(f->normal, z);
    f->distance = middle < other ? middle : other;
    if (third < f->distance) f->distance = third;
}

static int add_face(polytope *p, int i, int j, int k)
{
    face *f = &p->faces[p->face_count];
    *f = (face){.corner = {i, j, k}, .alive = true};
    set_plane(p, f);
    return p->face_count++;
}

static int orientation(const polytope *p, int i, int j, int k, flr_vec3 at)
{
    return flr_orient3_inline(w_of(p, i), w_of(p, j), w_of(p, k), at);
}

/// A unit vector square to d.
static flr_vec3 square_to(flr_vec3 d)
{
    flr_real x = (flr_real)fabs((double)d.x), y = (flr_real)fabs((double)d.y),
             z = (flr_real)fabs((double)d.z);
    flr_vec3 least = x <= y && x <= z ? flr_vec3_make(1, 0, 0)
                     : y <= z         ? flr_vec3_make(0, 1, 0)
                                      : flr_vec3_make(0, 0, 1);
    flr_vec3 s = flr_cross3(d, least);
    flr_real length = flr_length3(s);
    return length > 0 ? flr_scale3(1 / length, s) : flr_vec3_make(1, 0, 0);
}

static bool add_if_new(polytope *p, flr_vec3 direction)
{
    vertex v = support(p, direction);
    int n = p->vertex_count;
    flr_vec3 first = n > 0 ? w_of(p, 0) : v.w;
    bool is_new = n == 0;
    if (n == 1) is_new = v.w.x != first.x || v.w.y != first.y || v.w.z != first.z;
    if (n == 2)
        is_new = flr_length_squared3(flr_cross3(flr_sub3(w_of(p, 1), first), flr_sub3(v.w, first))) > 0;
    if (n == 3) is_new = orientation(p, 0, 1, 2, v.w) != 0;
    if (is_new) p->vertices[p->vertex_count++] = v;
    return is_new;
}

/// The directions in which another vertex may lie that the simplex so far does not span.
static bool grow(polytope *p)
{
    static const flr_vec3 AXES[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (p->vertex_count <= 1) {
        for (int i = 0; i < 3; i++)
            if (add_if_new(p, AXES[i]) || add_if_new(p, flr_neg3(AXES[i]))) return true;
        return false;
    }
    flr_vec3 d = flr_sub3(w_of(p, 1), w_of(p, 0));
    if (p->vertex_count == 2) {
        flr_vec3 s = square_to(d), t = flr_cross3(s, flr_scale3(1 / flr_length3(d), d));
        return add_if_new(p, s) || add_if_new(p, flr_neg3(s)) || add_if_new(p, t) ||
               add_if_new(p, flr_neg3(t));
    }
    flr_vec3 n = flr_cross3(d, flr_sub3(w_of(p, 2), w_of(p, 0)));
    return add_if_new(p, n) || add_if_new(p, flr_neg3(n));
}

/// The first four vertices as a tetrahedron, wound outward, all faces linked.
static void build_tetrahedron(polytope *p)
{
    bool flip = orientation(p, 0, 1, 2, w_of(p, 3)) > 0;
    int i = 0, j = flip ? 2 : 1, k = flip ? 1 : 2, l = 3;
    int base = add_face(p, i, j, k), x = add_face(p, i, l, j), y = add_face(p, j, l, k),
        z = add_face(p, k, l, i);
    face *f = p->faces;
    f[base] = (face){{i, j, k}, {x, y, z}, f[base].normal, f[base].distance, true, false};
    f[x] = (face){{i, l, j}, {z, y, base}, f[x].normal, f[x].distance, true, false};
    f[y] = (face){{j, l, k}, {x, z, base}, f[y].normal, f[y].distance, true, false};
    f[z] = (face){{k, l, i}, {y, x, base}, f[z].normal, f[z].distance, true, false};
}

static int nearest_face(const polytope *p)
{
    int best = -1;
    for (int i = 0; i < p->face_count; i++)
        if (p->faces[i].alive && (best < 0 || p->faces[i].distance < p->faces[best].distance)) best = i;
    return best;
}

/// Marks all faces that see w, from one that does, and collects the rim around them.
static void find_seen(polytope *p, int start, flr_vec3 w)
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
            if (f->seen || orientation(p, f->corner[0], f->corner[1], f->corner[2], w) < 0) continue;
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
    for (int s = 0; s < count; s++) p->faces[seen[s]].alive = false;
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
        *f = (face){.corner = {p->rim[e].from, p->rim[e].to, vertex_index},
                    .neighbor = {p->rim[e].beyond, -1, -1},
                    .alive = true};
        set_plane(p, f);
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
static flr_real witness_on(const polytope *p, const face *f, flr_vec3 foot, epa3_result *r)
{
    simplex3 s = {.count = 3};
    for (int k = 0; k < 3; k++) {
        const vertex *v = &p->vertices[f->corner[k]];
        s.w[k] = flr_sub3(v->w, foot);
        s.a[k] = v->a;
        s.b[k] = v->b;
    }
    bool inside;
    flr_vec3 rest = flr_simplex3_reduce(&s, &inside);
    r->a = flr_scale3(s.weight[0], s.a[0]);
    r->b = flr_scale3(s.weight[0], s.b[0]);
    for (int k = 1; k < s.count; k++) {
        r->a = flr_mul_add3(r->a, s.weight[k], s.a[k]);
        r->b = flr_mul_add3(r->b, s.weight[k], s.b[k]);
    }
    return flr_length_squared3(rest);
}

/// A facet of the difference may be several triangles in one plane, and the foot lie in another of them than `best`.
static void set_witness(const polytope *p, const face *best, epa3_result *r)
{
    flr_vec3 foot = flr_scale3(best->distance, best->normal);
    flr_real least = witness_on(p, best, foot, r);
    for (int i = 0; i < p->face_count; i++) {
        const face *f = &p->faces[i];
        if (!f->alive || f->distance > best->distance + 16 * roundings(p)) continue;
        epa3_result other = *r;
        flr_real rest = witness_on(p, f, foot, &other);
        if (!(rest < least)) continue;
        least = rest;
        *r = other;
    }
}

/// The difference is a polygon, a segment or a point: any way out of its plane is free.
static epa3_result flat_result(const polytope *p, const simplex3 *start)
{
    epa3_result r = {.converged = true};
    flr_vec3 d = p->vertex_count > 1 ? flr_sub3(w_of(p, 1), w_of(p, 0)) : flr_vec3_make(0, 0, 0);
    flr_vec3 n = p->vertex_count > 2 ? flr_cross3(d, flr_sub3(w_of(p, 2), w_of(p, 0))) : square_to(d);
    flr_real length = flr_length3(n);
    r.normal = length > 0 ? flr_scale3(1 / length, n) : flr_vec3_make(0, 0, 1);
    for (int k = 0; k < start->count; k++) {
        r.a = flr_mul_add3(r.a, start->weight[k], start->a[k]);
        r.b = flr_mul_add3(r.b, start->weight[k], start->b[k]);
    }
    return r;
}

static epa3_result expand(polytope *p)
{
    epa3_result r = {.upper = (flr_real)INFINITY};
    face best = p->faces[0];
    for (;;) {
        int nearest = nearest_face(p);
        face *f = &p->faces[nearest];
        r.lower = f->distance > 0 ? f->distance : 0;
        r.iterations++;
        vertex v = support(p, f->normal);
        flr_real reach = flr_dot3(f->normal, v.w);
        if (reach < r.upper) {
            r.upper = reach;
            best = *f;
        }
        // no farther than the face by exact measure: the face lies in the boundary
        bool confirmed = orientation(p, f->corner[0], f->corner[1], f->corner[2], v.w) <= 0;
        r.converged = confirmed || r.upper - r.lower <= 4 * roundings(p);
        if (r.converged) best = *f;
        if (r.converged || p->vertex_count == VERTEX_MAX) break;
        int added = p->vertex_count++;
        p->vertices[added] = v;
        find_seen(p, nearest, v.w);
        if (!close_rim(p, added)) break;
    }
    if (!(r.upper > 0)) r.upper = 0;
    r.normal = best.normal;
    set_witness(p, &best, &r);
    return r;
}

epa3_result flr_epa3(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 offset, const simplex3 *start)
{
    polytope p;
    p.a = a;
    p.b = b;
    p.offset = offset;
    p.vertex_count = p.face_count = p.rim_count = 0;
    p.size = 0;
    for (int i = 0; i < start->count; i++) {
        // one that adds no dimension is left out; the simplex may be flat in exact arithmetic
        vertex v = {start->w[i], start->a[i], start->b[i]};
        int n = p.vertex_count;
        bool is_new = n < 2 ||
                      (n == 2 && flr_length_squared3(flr_cross3(flr_sub3(w_of(&p, 1), w_of(&p, 0)),
                                                                flr_sub3(v.w, w_of(&p, 0)))) > 0) ||
                      (n == 3 && orientation(&p, 0, 1, 2, v.w) != 0);
        if (is_new) p.vertices[p.vertex_count++] = v;
        flr_real size = flr_length3(v.a) + flr_length3(v.b);
        if (size > p.size) p.size = size;
    }
    while (p.vertex_count < 4)
        if (!grow(&p)) return flat_result(&p, start);
    build_tetrahedron(&p);
    return expand(&p);
}
