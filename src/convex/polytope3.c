#include "convex/polytope3.h"

#include <math.h>

#include "math/predicates.h"

/// An edge between a seen and an unseen face, in the direction of the seen one.
typedef struct edge {
    int from, to, beyond;
} edge;

static double length_squared(wide3 v) { return wide3_dot(v, v); }

static void measure(polytope3 *p, const vertex3 *v)
{
    double size = 2 * vertex3_reach(v);
    if (!(size > p->size_squared)) return;
    p->size_squared = size;
    p->reach = 2 * sqrt(size);
}

void flr_polytope3_support(polytope3 *p, wide3 direction, vertex3 *v)
{
    pair3_support(p->pair, p->pair->form, wide3_neg(direction), v);
    measure(p, v);
}

/// The side of a face on which a point lies, above 0 outside. The difference of the shorter two sides' cross product from the true one, and
/// what rounds in the product with the way to the point, are below 9 roundings of the permanent of the three, and that is at most
/// 1.16 times the product of their lengths.
static inline int side_of(const polytope3 *p, const face3 *f, wide3 w)
{
    double side = wide3_dot(f->normal, wide3_sub(w, polytope3_w(p, f->corner[0]))),
           doubt = f->doubt * p->reach;
    if (side > doubt) return 1;
    if (side < -doubt) return -1;
    return flr_orient3_exact_double(polytope3_w(p, f->corner[0]), polytope3_w(p, f->corner[1]),
                                    polytope3_w(p, f->corner[2]), w);
}

typedef struct lanes3 {
    wide_lanes x, y, z;
} lanes3;

static inline lanes3 lanes3_of(wide3 a, wide3 b) { return (lanes3){{a.x, b.x}, {a.y, b.y}, {a.z, b.z}}; }
static inline lanes3 lanes3_sub(lanes3 a, lanes3 b) { return (lanes3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline wide_lanes lanes3_dot(lanes3 a, lanes3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline lanes3 lanes3_choose(wide_bits mask, lanes3 a, lanes3 b)
{
    return (lanes3){wide_choose(mask, a.x, b.x), wide_choose(mask, a.y, b.y), wide_choose(mask, a.z, b.z)};
}

/// Below this square of a sine rounding turns a plain normal by more than 2^-42.
#define NEEDLE 0x1p-20

/// The plane of a needle once more, as if in twice the precision.
static void set_needle(polytope3 *p, int i)
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
    f->normal =
        simplex3_normal_doubled(corner, polytope3_w(p, c[(apex + 1) % 3]), polytope3_w(p, c[(apex + 2) % 3]));
    double square = length_squared(f->normal);
    f->inverse = square > 0 ? 1 / sqrt(square) : 0;
    p->distance[i] = wide3_dot(f->normal, corner) * f->inverse;
}

/// The planes of two faces, or of one given twice. The normal is that of the two shorter sides, as in simplex3_normal, chosen without
/// branches, which would be guessed wrong.
static void set_planes(polytope3 *p, int i, int k)
{
    face3 *const f[2] = {&p->faces[i], &p->faces[k]};
    lanes3 corner[3], side[3];
    for (int c = 0; c < 3; c++)
        corner[c] = lanes3_of(polytope3_w(p, f[0]->corner[c]), polytope3_w(p, f[1]->corner[c]));
    for (int c = 0; c < 3; c++) side[c] = lanes3_sub(corner[c < 2 ? c + 1 : 0], corner[c]);
    wide_lanes first = lanes3_dot(side[0], side[0]), second = lanes3_dot(side[1], side[1]),
               third = lanes3_dot(side[2], side[2]);
    wide_bits is_first = (first >= second) & (first >= third), is_second = ~is_first & (second >= third);
    lanes3 u = lanes3_choose(is_first, side[1], lanes3_choose(is_second, side[2], side[0]));
    lanes3 v = lanes3_choose(is_first, side[2], lanes3_choose(is_second, side[0], side[1]));
    lanes3 n = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    wide_lanes square = lanes3_dot(n, n), height = lanes3_dot(n, corner[0]);
    // of the two shorter sides the longer one
    wide_lanes doubt = wide_choose(is_first, wide_max(second, third),
                                   wide_choose(is_second, wide_max(third, first), wide_max(first, second)));
    uint32_t thin = wide_mask(square < wide_all(NEEDLE) * doubt * doubt);
    doubt = wide_all(0x1p-49) * doubt + wide_all(FLR_FILTER_FLOOR);
    const wide_lanes none = {0, 0};
    wide_lanes inverse = wide_choose(square > none, wide_all(1) / wide_root(square), none);
    wide_lanes distance = height * inverse;
    for (int l = 0; l < 2; l++) {
        f[l]->normal = wide3_make(n.x[l], n.y[l], n.z[l]);
        f[l]->doubt = doubt[l];
        f[l]->inverse = inverse[l];
        p->distance[l ? k : i] = distance[l];
    }
    for (int l = 0; l < 2 && thin; l++)
        if (thin >> l & 1) set_needle(p, l ? k : i);
}

/// The four faces of the first vertices, all linked, as if the fourth lay behind the base, which is face 0.
static void build_tetrahedron(polytope3 *p)
{
    static const int CORNER[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    static const int NEIGHBOR[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    for (int i = 0; i < 4; i++) {
        face3 *f = &p->faces[i];
        for (int k = 0; k < 3; k++) {
            f->corner[k] = CORNER[i][k];
            f->neighbor[k] = NEIGHBOR[i][k];
        }
        f->asked = 0;
    }
    p->face_count = 4;
    set_planes(p, 0, 1);
    set_planes(p, 2, 3);
}

static void turn_inside_out(polytope3 *p)
{
    for (int i = 0; i < 4; i++) {
        face3 *f = &p->faces[i];
        int corner = f->corner[1], neighbor = f->neighbor[0];
        f->corner[1] = f->corner[2];
        f->corner[2] = corner;
        f->neighbor[0] = f->neighbor[2];
        f->neighbor[2] = neighbor;
        f->normal = wide3_neg(f->normal);
        p->distance[i] = -p->distance[i];
    }
}

/// From vertices that span space, the right way round. False where the four lie in one plane.
static bool close_tetrahedron(polytope3 *p)
{
    build_tetrahedron(p);
    int side = side_of(p, &p->faces[0], polytope3_w(p, 3));
    if (side > 0) turn_inside_out(p);
    return side != 0;
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

/// Takes a point in where it adds a dimension.
static bool add_if_new(polytope3 *p, const vertex3 *v)
{
    int n = p->vertex_count;
    wide3 first = n > 0 ? polytope3_w(p, 0) : v->w;
    bool is_new = n == 0;
    measure(p, v);
    if (n == 1) is_new = v->w.x != first.x || v->w.y != first.y || v->w.z != first.z;
    if (n == 2)
        is_new = length_squared(wide3_cross(wide3_sub(polytope3_w(p, 1), first), wide3_sub(v->w, first))) > 0;
    p->vertices[n] = *v;
    if (n == 3) is_new = close_tetrahedron(p);
    if (is_new) p->vertex_count++;
    return is_new;
}

static bool look(polytope3 *p, wide3 direction)
{
    vertex3 v = {.id_a = CORE3_NO_ID, .id_b = CORE3_NO_ID};
    flr_polytope3_support(p, direction, &v);
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
        wide3 s = square_to(d), t = wide3_cross(s, wide3_scale(1 / wide3_length(d), d));
        return look(p, s) || look(p, wide3_neg(s)) || look(p, t) || look(p, wide3_neg(t));
    }
    wide3 n = wide3_cross(d, wide3_sub(polytope3_w(p, 2), polytope3_w(p, 0)));
    return look(p, n) || look(p, wide3_neg(n));
}

bool flr_polytope3_start(polytope3 *p, const pair3 *pair, const simplex3 *start)
{
    p->pair = pair;
    p->vertex_count = p->face_count = p->free_count = 0;
    p->size_squared = p->reach = 0;
    // one that adds no dimension is left out; the simplex may be flat in exact arithmetic
    for (int i = 0; i < start->count; i++) add_if_new(p, &start->v[i]);
    while (p->vertex_count < 4)
        if (!grow(p)) return false;
    return true;
}

wide3 flr_polytope3_flat_normal(const polytope3 *p)
{
    wide3 d = p->vertex_count > 1 ? wide3_sub(polytope3_w(p, 1), polytope3_w(p, 0)) : wide3_make(0, 0, 0);
    wide3 n =
        p->vertex_count > 2 ? wide3_cross(d, wide3_sub(polytope3_w(p, 2), polytope3_w(p, 0))) : square_to(d);
    double length = wide3_length(n);
    return length > 0 ? wide3_scale(1 / length, n) : wide3_make(0, 0, 1);
}

bool flr_polytope3_confirms(const polytope3 *p, const face3 *f)
{
    wide3 w = polytope3_w(p, p->vertex_count);
    for (int k = 0; k < 3; k++)
        if (wide3_equal(w, polytope3_w(p, f->corner[k]))) return true;
    return side_of(p, f, w) <= 0;
}

/// All faces that see the next vertex, from one that does; they are marked, and so are those around them as unseen. A face that holds
/// the vertex in its plane counts as seen.
static int find_seen(polytope3 *p, int start, int *seen)
{
    int number = p->vertex_count, count = 1;
    wide3 w = polytope3_w(p, number);
    p->faces[start].asked = number;
    seen[0] = start;
    for (int s = 0; s < count; s++) {
        for (int k = 0; k < 3; k++) {
            int n = p->faces[seen[s]].neighbor[k];
            face3 *f = &p->faces[n];
            if (f->asked == number || f->asked == -number) continue;
            bool sees = side_of(p, f, w) >= 0;
            f->asked = sees ? number : -number;
            if (sees) seen[count++] = n;
        }
    }
    return count;
}

/// The edges around the seen faces, whose places become free.
static int find_rim(polytope3 *p, const int *seen, int count, edge *rim)
{
    int found = 0;
    for (int s = 0; s < count; s++) {
        const face3 *f = &p->faces[seen[s]];
        for (int k = 0; k < 3; k++) {
            if (p->faces[f->neighbor[k]].asked == p->vertex_count) continue;
            rim[found++] = (edge){f->corner[k], f->corner[k < 2 ? k + 1 : 0], f->neighbor[k]};
        }
        p->distance[seen[s]] = (double)INFINITY;
        p->free[p->free_count++] = seen[s];
    }
    return found;
}

static void link(face3 *f, int from, int neighbor)
{
    for (int k = 0; k < 3; k++)
        if (f->corner[k] == from) f->neighbor[k] = neighbor;
}

/// Faces from the rim to the next vertex.
static void close_rim(polytope3 *p, const edge *rim, int count)
{
    int starting_at[POLYTOPE3_VERTICES];  // the new face whose rim edge starts at a vertex
    int made[POLYTOPE3_FACES];
    for (int e = 0; e < count; e++) {
        int i = p->free_count > 0 ? p->free[--p->free_count] : p->face_count++;
        face3 *f = &p->faces[i];
        f->corner[0] = rim[e].from, f->corner[1] = rim[e].to, f->corner[2] = p->vertex_count;
        f->neighbor[0] = rim[e].beyond;
        f->asked = 0;
        link(&p->faces[rim[e].beyond], rim[e].to, i);
        starting_at[rim[e].from] = i;
        made[e] = i;
    }
    for (int e = 0; e < count; e += 2) set_planes(p, made[e], made[e + 1 < count ? e + 1 : e]);
    for (int e = 0; e < count; e++) {
        int next = starting_at[rim[e].to];
        p->faces[made[e]].neighbor[1] = next;
        p->faces[next].neighbor[2] = made[e];
    }
}

bool flr_polytope3_expand(polytope3 *p, int face)
{
    int seen[POLYTOPE3_FACES];
    edge rim[POLYTOPE3_FACES];
    int count = find_seen(p, face, seen);
    count = find_rim(p, seen, count, rim);
    if (p->face_count - p->free_count + count > POLYTOPE3_FACES) return false;
    close_rim(p, rim, count);
    p->vertex_count++;
    return true;
}
