#include "convex/polytope3.h"

#include <math.h>

#include "convex/wide_lanes3.h"
#include "math/predicates.h"

/// An edge between a seen and an unseen face, in the direction of the seen one.
typedef struct edge {
    int from;
    int beyond;  ///< the side of the unseen face, as in face3
} edge;

static double length_squared(wide3 v) { return wide3_dot(v, v); }

/// Below this square of a sine rounding turns a plain normal by more than 2^-42.
#define NEEDLE 0x1p-20

static inline void set_normal(face3 *f, wide3 n)
{
    f->x = n.x;
    f->y = n.y;
    f->z = n.z;
}

/// The plane of a needle once more, as if in twice the precision.
static __attribute__((noinline)) void set_needle(polytope3 *p, int i)
{
    face3 *f = &p->faces[i];
    const int *c = f->corner;
    int apex = 0;
    double most = -1;
    for (int k = 0; k < 3; k++) {
        double square =
            length_squared(wide3_sub(polytope3_w(p, c[(k + 2) % 3]), polytope3_w(p, c[(k + 1) % 3])));
        if (square > most) most = square, apex = k;
    }
    wide3 corner = polytope3_w(p, c[apex]);
    const wide3 n =
        simplex3_normal_doubled(corner, polytope3_w(p, c[(apex + 1) % 3]), polytope3_w(p, c[(apex + 2) % 3]));
    double square = length_squared(n);
    set_normal(f, n);
    f->inverse = square > 0 ? 1 / sqrt(square) : 0;
    p->distance[i] = wide3_dot(n, corner) * f->inverse;
}

/// Two planes by their normals, the heights of these and the squares of the sides they are products of. Returns which are needles'.
static inline uint32_t set_plane(polytope3 *p, int i, int k, wide_lanes3 n, wide_lanes height, wide_lanes uu,
                                 wide_lanes vv)
{
    face3 *const f = &p->faces[i], *const g = &p->faces[k];
    const wide_lanes square = wide_lanes3_dot(n, n), longer = wide_max(uu, vv);
    const wide_lanes doubt = wide_all(0x1p-49) * longer + wide_all(FLR_FILTER_FLOOR);
    const wide_lanes inverse = wide_where((wide_bits)(square > wide_all(0)), wide_all(1) / wide_root(square));
    const wide_lanes distance = height * inverse;
    set_normal(f, wide3_make(n.x[0], n.y[0], n.z[0]));
    set_normal(g, wide3_make(n.x[1], n.y[1], n.z[1]));
    f->doubt = doubt[0];
    g->doubt = doubt[1];
    f->inverse = inverse[0];
    g->inverse = inverse[1];
    p->distance[i] = distance[0];
    p->distance[k] = distance[1];
    return wide_mask((wide_bits)(square < wide_all(NEEDLE) * uu * vv));
}

/// The planes of two faces, by the sides that meet in the first corner.
static inline void set_planes(polytope3 *p, int i, int k)
{
    const int *a = p->faces[i].corner, *b = p->faces[k].corner;
    wide_lanes3 corner[3];
    for (int c = 0; c < 3; c++) corner[c] = wide_lanes3_of(polytope3_w(p, a[c]), polytope3_w(p, b[c]));
    const wide_lanes3 u = wide_lanes3_sub(corner[1], corner[0]), v = wide_lanes3_sub(corner[2], corner[0]),
                      n = wide_lanes3_cross(u, v);
    const uint32_t thin =
        set_plane(p, i, k, n, wide_lanes3_dot(n, corner[0]), wide_lanes3_dot(u, u), wide_lanes3_dot(v, v));
    for (int l = 0; l < 2 && thin; l++)
        if (thin >> l & 1) set_needle(p, l ? k : i);
}

/// The four faces of the first vertices, all linked; the right way round where the fourth lies behind the first three, face 0, or turned
/// inside out.
static void build_tetrahedron(polytope3 *p)
{
    static const int CORNER[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    static const int ACROSS[4][3] = {{4 * 1 + 2, 4 * 2 + 2, 4 * 3 + 2},
                                     {4 * 3 + 1, 4 * 2 + 0, 4 * 0 + 0},
                                     {4 * 1 + 1, 4 * 3 + 0, 4 * 0 + 1},
                                     {4 * 2 + 1, 4 * 1 + 0, 4 * 0 + 2}};
    for (int i = 0; i < 4; i++) {
        face3 *f = &p->faces[i];
        for (int k = 0; k < 3; k++) {
            f->corner[k] = CORNER[i][k];
            f->across[k] = ACROSS[i][k];
        }
        f->seen_by = 0;
        p->open[i] = i;
    }
    p->face_count = p->open_count = 4;
    set_planes(p, 0, 1);
    set_planes(p, 2, 3);
}

static void turn_inside_out(polytope3 *p)
{
    static const int ACROSS[4][3] = {{4 * 3 + 0, 4 * 2 + 0, 4 * 1 + 0},
                                     {4 * 0 + 2, 4 * 2 + 2, 4 * 3 + 1},
                                     {4 * 0 + 1, 4 * 3 + 2, 4 * 1 + 1},
                                     {4 * 0 + 0, 4 * 1 + 2, 4 * 2 + 1}};
    for (int i = 0; i < 4; i++) {
        face3 *f = &p->faces[i];
        int corner = f->corner[1];
        f->corner[1] = f->corner[2];
        f->corner[2] = corner;
        for (int k = 0; k < 3; k++) f->across[k] = ACROSS[i][k];
        set_normal(f, wide3_neg(face3_normal(f)));
        p->distance[i] = -p->distance[i];
    }
}

/// From vertices that span space, the right way round. False where the four lie in one plane.
static bool close_tetrahedron(polytope3 *p)
{
    build_tetrahedron(p);
    const int side = polytope3_side(p, &p->faces[0], polytope3_w(p, 3));
    if (side > 0) turn_inside_out(p);
    p->nearest = flr_polytope3_nearest(p);
    return side != 0;
}

wide3 flr_polytope3_square_to(wide3 d)
{
    double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z);
    wide3 least = x <= y && x <= z ? wide3_make(1, 0, 0) : y <= z ? wide3_make(0, 1, 0) : wide3_make(0, 0, 1);
    wide3 s = wide3_cross(d, least);
    double length = wide3_length(s);
    return length > 0 ? wide3_scale(1 / length, s) : wide3_make(1, 0, 0);
}

/// Takes a point in where it adds a dimension.
static bool add_if_new(polytope3 *p, const vertex3 *v)
{
    int n = p->vertex_count;
    bool is_new = n == 0;
    polytope3_set(p, v);
    const wide3 first = polytope3_w(p, 0), w = polytope3_w(p, n);
    if (n == 1) is_new = !wide3_equal(w, first);
    if (n == 2)
        is_new = length_squared(wide3_cross(wide3_sub(polytope3_w(p, 1), first), wide3_sub(w, first))) > 0;
    p->vertices[n] = *v;
    if (n == 3) is_new = close_tetrahedron(p);
    if (is_new) p->vertex_count++;
    return is_new;
}

static bool look(polytope3 *p, wide3 direction)
{
    vertex3 v = {.id_a = CORE3_NO_ID, .id_b = CORE3_NO_ID};
    pair3_support(p->pair, p->pair->form, wide3_neg(direction), &v);
    return add_if_new(p, &v);
}

/// The directions in which another vertex may lie that the simplex so far does not span.
static bool grow(polytope3 *p)
{
    static const wide3 AXES[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    if (p->vertex_count <= 1) {
        for (int i = 0; i < 3; i++)
            if (look(p, AXES[i]) || look(p, wide3_neg(AXES[i]))) return true;
        return false;
    }
    wide3 d = wide3_sub(polytope3_w(p, 1), polytope3_w(p, 0));
    if (p->vertex_count == 2) {
        wide3 s = flr_polytope3_square_to(d), t = wide3_cross(s, wide3_scale(1 / wide3_length(d), d));
        return look(p, s) || look(p, wide3_neg(s)) || look(p, t) || look(p, wide3_neg(t));
    }
    wide3 n = wide3_cross(d, wide3_sub(polytope3_w(p, 2), polytope3_w(p, 0)));
    return look(p, n) || look(p, wide3_neg(n));
}

/// From four that span space, as a search mostly ends with.
static bool start_with(polytope3 *p, const vertex3 *v)
{
    for (int i = 0; i < 4; i++) {
        p->vertex_count = i;
        polytope3_set(p, &v[i]);
        p->vertices[i] = v[i];
    }
    const bool solid = close_tetrahedron(p);
    p->vertex_count = solid ? 4 : 0;
    return solid;
}

static inline void begin(polytope3 *p, const pair3 *pair)
{
    p->pair = pair;
    p->vertex_count = p->face_count = p->free_count = 0;
    p->size_squared = p->reach = 0;
}

bool flr_polytope3_start_with(polytope3 *p, const pair3 *pair, const vertex3 v[4])
{
    begin(p, pair);
    return start_with(p, v);
}

bool flr_polytope3_start(polytope3 *p, const pair3 *pair, const simplex3 *start)
{
    begin(p, pair);
    if (start->count == 4 && start_with(p, start->v)) return true;
    // one that adds no dimension is left out; the simplex may be flat in exact arithmetic
    for (int i = 0; i < start->count; i++) add_if_new(p, &start->v[i]);
    while (p->vertex_count < 4)
        if (!grow(p)) return false;
    return true;
}

wide3 flr_polytope3_flat_normal(const polytope3 *p)
{
    wide3 d = p->vertex_count > 1 ? wide3_sub(polytope3_w(p, 1), polytope3_w(p, 0)) : wide3_make(0, 0, 0);
    wide3 n = p->vertex_count > 2 ? wide3_cross(d, wide3_sub(polytope3_w(p, 2), polytope3_w(p, 0)))
                                  : flr_polytope3_square_to(d);
    double length = wide3_length(n);
    return length > 0 ? wide3_scale(1 / length, n) : wide3_make(0, 0, 1);
}

int flr_polytope3_nearest(const polytope3 *p)
{
    int best = 0;
    for (int i = 1; i < p->face_count; i++)
        if (p->distance[i] < p->distance[best]) best = i;
    return best;
}

/// The edges between the faces that see the next vertex and those that do not, in a ring, counter-clockwise as seen from outside; the places of
/// the former become free. A face that holds the vertex in its plane counts as seen. Depth first from a face that does see it, around each
/// face in turn. Without branches on what is seen, which nobody could guess.
static int find_rim(polytope3 *p, int start, edge *rim)
{
    static const int8_t NEXT[3] = {1, 2, 0}, AFTER[3] = {2, 0, 1};
    int stack[2 * POLYTOPE3_FACES + 2], depth = 3, found = 0;
    const int number = p->vertex_count;
    const wide3 w = polytope3_w(p, number);
    face3 *f = &p->faces[start];
    for (int k = 0; k < 3; k++) stack[k] = f->across[2 - k];
    f->seen_by = number;
    p->distance[start] = (double)INFINITY;
    p->free[++p->free_count] = start;
    while (depth > 0) {
        const int beyond = stack[--depth], i = beyond >> 2, k = beyond & 3;
        f = &p->faces[i];
        if (f->seen_by == number) continue;
        const bool sees = polytope3_side(p, f, w) >= 0;
        f->seen_by = sees ? number : 0;
        p->distance[i] = sees ? (double)INFINITY : p->distance[i];
        p->free[p->free_count + 1] = i;
        p->free_count += sees;
        stack[depth] = f->across[AFTER[k]];
        stack[depth + 1] = f->across[NEXT[k]];
        depth += sees ? 2 : 0;
        rim[found] = (edge){f->corner[NEXT[k]], beyond};
        found += !sees;
    }
    return found;
}

/// The nearer of two faces; of equals that with the lower number.
static inline void keep_nearer(const polytope3 *p, int *best, double *least, int i)
{
    const double distance = p->distance[i];
    const bool nearer = (distance < *least) | ((distance == *least) & (i < *best));
    *best = nearer ? i : *best;
    *least = nearer ? distance : *least;
}

/// The faces from the rim to the next vertex, all linked.
static inline void close_rim(polytope3 *p, const edge *rim, int count, int *made)
{
    int before = -1;
    for (int e = 0; e < count; e++) {
        const bool reuse = p->free_count > 0;
        const int i = reuse ? p->free[p->free_count] : p->face_count, beyond = rim[e].beyond;
        before = e > 0 ? before : i;
        p->free_count -= reuse;
        p->face_count += !reuse;
        face3 *f = &p->faces[i];
        f->corner[0] = rim[e].from;
        f->corner[1] = rim[e + 1].from;
        f->corner[2] = p->vertex_count;
        f->across[0] = beyond;
        f->across[2] = 4 * before + 1;
        p->faces[before].across[1] = 4 * i + 2;
        f->seen_by = 0;
        p->faces[beyond >> 2].across[beyond & 3] = 4 * i;
        made[e] = before = i;
    }
    p->faces[made[0]].across[2] = 4 * before + 1;
    p->faces[before].across[1] = 4 * made[0] + 2;
}

/// The ways from the next vertex to two corners of the rim.
static inline wide_lanes3 ways_to(const polytope3 *p, const edge *two, wide_lanes3 from)
{
    const int i = two[0].from, k = two[1].from;
    const wide_lanes3 at = {{p->x[i], p->x[k]}, {p->y[i], p->y[k]}, {p->z[i], p->z[k]}};
    return wide_lanes3_sub(at, from);
}

/// Their planes, two at a time, by the sides that meet in the next vertex. The rim begins again after its end.
static inline void set_rim_planes(polytope3 *p, const edge *rim, int count, const int *made)
{
    const wide3 w = polytope3_w(p, p->vertex_count);
    const wide_lanes3 apex = wide_lanes3_of(w, w);
    wide_lanes3 u = ways_to(p, rim, apex);
    wide_lanes uu = wide_lanes3_dot(u, u);
    for (int e = 0; e < count; e += 2) {
        const wide_lanes3 next = ways_to(p, &rim[e + 2], apex),
                          v = {{u.x[1], next.x[0]}, {u.y[1], next.y[0]}, {u.z[1], next.z[0]}};
        const wide_lanes next_square = wide_lanes3_dot(next, next), vv = {uu[1], next_square[0]};
        const wide_lanes3 n = wide_lanes3_cross(u, v);
        const uint32_t thin = set_plane(p, made[e], made[e + 1], n, wide_lanes3_dot(n, apex), uu, vv);
        for (int l = 0; l < 2 && thin; l++)
            if (thin >> l & 1) set_needle(p, made[e + l]);
        u = next;
        uu = next_square;
    }
}

/// Of the open faces those that are left, before the places of the others are taken; returns how far the nearest is.
static double keep_open(polytope3 *p, double limit)
{
    double least = (double)INFINITY;
    int kept = 0, nearest = -1;
    for (int e = 0; e < p->open_count; e++) {
        const int i = p->open[e];
        p->open[kept] = i;
        kept += p->distance[i] <= limit;
        keep_nearer(p, &nearest, &least, i);
    }
    p->open_count = kept;
    p->nearest = nearest;
    return least;
}

bool flr_polytope3_expand(polytope3 *p, int face, double limit)
{
    edge rim[POLYTOPE3_FACES + 4];
    int made[POLYTOPE3_FACES + 1];
    const int count = find_rim(p, face, rim);
    if (p->face_count - p->free_count + count > POLYTOPE3_FACES || count < 3) return false;
    for (int k = 0; k < 3; k++) rim[count + k] = rim[k];
    double least = keep_open(p, limit);
    close_rim(p, rim, count, made);
    made[count] = made[0];
    set_rim_planes(p, rim, count, made);
    int open = p->open_count, nearest = p->nearest;
    for (int e = 0; e < count; e++) {
        const int i = made[e];
        p->open[open] = i;
        open += p->distance[i] <= limit;
        keep_nearer(p, &nearest, &least, i);
    }
    p->open_count = open;
    p->nearest = nearest < 0 ? flr_polytope3_nearest(p) : nearest;
    p->vertex_count++;
    return true;
}
