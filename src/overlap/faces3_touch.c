/// Do two shapes of up to four corners overlap? GJK is asked first, and mostly decides. Where they nearly
/// touch, the faces and edges that are extreme along its last direction are tested exactly, before all
/// others.
#include "convex/convex3_make.h"
#include "convex/gjk3.h"
#include "overlap/faces3.h"
#include "shape/exact.h"

enum { FEW = 4 };

/// The corners of a shape: first those that are extreme along a direction, up to rounding (there are `top`
/// of them), then the others.
typedef struct tops {
    const faces3 *shape;
    dvec3 v[FEW];
    int at[FEW];  ///< their numbers in the shape
    int top, count;
} tops;

/// Sorts the corners into extreme ones and others.
static tops find_tops(const faces3 *f, dvec3 n)
{
    const double part = sizeof(flr_real) == sizeof(float) ? 0x1p-18 : 0x1p-40;
    tops t = {.shape = f, .count = (int)f->lists.vertex_count};
    double high = 0, low = 0, height[FEW];
    const dvec3 first = dvec3_from(f->lists.vertices[0]);
    double size = fabs(first.x) + fabs(first.y) + fabs(first.z);
    for (int i = 0; i < t.count; ++i) {
        height[i] = dvec3_dot(n, dvec3_sub(dvec3_from(f->lists.vertices[i]), first));
        high = height[i] > high ? height[i] : high;
        low = height[i] < low ? height[i] : low;
    }
    int others = t.count;
    for (int i = 0; i < t.count; ++i) {
        const bool is_top = high - height[i] <= part * (size + (high - low));
        const int k = is_top ? t.top++ : --others;
        t.at[k] = i;
        t.v[k] = dvec3_from(f->lists.vertices[i]);
    }
    return t;
}

/// A plane through three corners, with a filter that decides most signs quickly.
typedef struct face_plane {
    dvec3 a, b, c;
    flr_plane3_filter filter;
} face_plane;

static inline int side_of(const face_plane *f, dvec3 p)
{
    const int side = flr_plane3_filter_side_double(&f->filter, p);
    return side ? side : flr_orient3_exact_double(f->a, f->b, f->c, p);
}

/// The side on which all corners lie strictly; 0 if there is none.
static int side_of_all(const face_plane *f, const tops *t)
{
    int side = 0;
    for (int i = t->count; i-- > 0;) {  // extreme corners last: they need exact signs most often
        const int next = side_of(f, t->v[i]);
        if (next == 0 || next == -side) return 0;
        side = next;
    }
    return side;
}

/// Does a plane through three extreme corners of the first shape separate it from the second? Of four
/// extreme corners each is left out in turn.
static bool is_parted_by_face(const tops *a, const tops *b)
{
    for (int out = a->top == FEW ? 0 : 3; out < FEW && a->top >= 3; ++out) {
        const dvec3 u = a->v[out == 0], v = a->v[out < 2 ? 2 : 1], w = a->v[out < 3 ? 3 : 2];
        const face_plane f = {u, v, w, flr_plane3_filter_make_double(u, v, w)};
        const int side = side_of_all(&f, b);
        if (side != 0 && (out >= a->count || side_of(&f, a->v[out]) != side)) return true;
    }
    return false;
}

/// Do the planes through one extreme edge of each, parallel to both edges, separate the shapes for certain?
static bool is_parted_by_edges(const tops *a, const tops *b)
{
    const dvec3 u = dvec3_sub(a->v[1], a->v[0]), v = dvec3_sub(b->v[1], b->v[0]);
    const int side = -flr_orient3_inline_double(a->v[0], a->v[1], b->v[0], b->v[1]);  // of b's edge
    if (side == 0) return false;
    const flr_plane3_filter at_a = flr_plane3_filter_along(a->v[0], u, v),
                            at_b = flr_plane3_filter_along(b->v[0], u, v);
    for (int i = 2; i < a->count; ++i)
        if (flr_plane3_filter_side_double(&at_a, a->v[i]) != -side) return false;
    for (int i = 2; i < b->count; ++i)
        if (flr_plane3_filter_side_double(&at_b, b->v[i]) != side) return false;
    return true;
}

static flr_vec3 corner(const tops *t, int k) { return t->shape->lists.vertices[t->at[k]]; }

/// Does an edge of a at its extreme corner, or between its two extreme corners, meet b?
static bool has_edge_in(const tops *a, const tops *b)
{
    const int first = a->at[0], next = first + 1 < a->count ? first + 1 : 0;
    flr_segment3 e = {a->shape->lists.vertices[first], a->shape->lists.vertices[next]};
    if (a->top == 2) e.b = corner(a, 1);
    return flr_faces3_intersect_segment(b->shape, &e);
}

static bool share_a_corner(const tops *a, const tops *b)
{
    for (int i = 0; i < a->top; ++i)
        for (int k = 0; k < b->top; ++k)
            if (a->v[i].x == b->v[k].x && a->v[i].y == b->v[k].y && a->v[i].z == b->v[k].z) return true;
    return false;
}

/// Are the two extreme corners the ends of an edge? Those of a quad may be the ends of a diagonal.
static bool has_edge_on_top(const tops *t)
{
    const bool diagonal = t->shape->kind == FACES3_SHEET && t->count == 4 && (t->at[0] + t->at[1]) % 2 == 0;
    return t->top == 2 && !diagonal;
}

/// The mean of the corners, relative to p.
static dvec3 middle_from(const faces3 *f, dvec3 p)
{
    dvec3 sum = {0, 0, 0};
    for (size_t i = 0; i < f->lists.vertex_count; ++i)
        sum = dvec3_add(sum, dvec3_sub(dvec3_from(f->lists.vertices[i]), p));
    return dvec3_scale(1 / (double)f->lists.vertex_count, sum);
}

/// Is it a sheet of four corners that lie off one plane?
static bool is_bent(const faces3 *f)
{
    const flr_vec3 *v = f->lists.vertices;
    return f->kind == FACES3_SHEET && f->lists.vertex_count == FEW &&
           flr_orient3(v[0], v[1], v[2], v[3]) != 0;
}

/// The same corners, two of them first.
static tops with_edge_first(const tops *t, int first, int second)
{
    tops e = *t;
    int k = 2;
    e.v[0] = t->v[first];
    e.v[1] = t->v[second];
    for (int i = 0; i < t->count; ++i)
        if (i != first && i != second) e.v[k++] = t->v[i];
    return e;
}

static bool is_parted_by_any_edges(const tops *a, const tops *b)
{
    for (int i = 1; i < a->count; ++i)
        for (int j = 0; j < i; ++j)
            for (int k = 1; k < b->count; ++k)
                for (int l = 0; l < k; ++l) {
                    const tops x = with_edge_first(a, i, j), y = with_edge_first(b, k, l);
                    if (is_parted_by_edges(&x, &y)) return true;
                }
    return false;
}

bool flr_faces3_bent_and_apart(const faces3 *a, const faces3 *b)
{
    if (a->lists.vertex_count > FEW || b->lists.vertex_count > FEW || !(is_bent(a) || is_bent(b)))
        return false;
    const dvec3 all = {0, 0, 0};  // along which no corner is extreme
    const tops x = find_tops(a, all), y = find_tops(b, all);
    return is_parted_by_face(&x, &y) || is_parted_by_face(&y, &x) || is_parted_by_any_edges(&x, &y);
}

int flr_faces3_touch(const faces3 *a, const faces3 *b, flr_vec3 direction)
{
    dvec3 n = dvec3_from(direction);
    const double square = dvec3_dot(n, n);
    if (!(square > 0 && square < (double)INFINITY)) return 0;
    const dvec3 p = dvec3_from(a->lists.vertices[0]);
    if (dvec3_dot(dvec3_sub(middle_from(b, p), middle_from(a, p)), n) < 0) n = dvec3_neg(n);
    const tops x = find_tops(a, n), y = find_tops(b, dvec3_neg(n));
    if (share_a_corner(&x, &y)) return 1;
    if (is_parted_by_face(&x, &y) || is_parted_by_face(&y, &x)) return -1;
    const bool edges = has_edge_on_top(&x) && has_edge_on_top(&y);
    if (edges && is_parted_by_edges(&x, &y)) return -1;
    const bool meet = ((edges || (x.top == 1 && y.top >= 3)) && has_edge_in(&x, &y)) ||
                      ((edges || (y.top == 1 && x.top >= 3)) && has_edge_in(&y, &x));
    if (!meet) return 0;
    return flr_faces3_bent_and_apart(a, b) ? -1 : 1;
}

static bool is_hull(const faces3 *f)
{
    return f->kind != FACES3_SHEET || flr_is_convex_sheet3(f->lists.vertices, f->lists.vertex_count);
}

int flr_faces3_few(const faces3 *a, const faces3 *b)
{
    flr_convex3 x, y;
    if (a->lists.vertex_count > FEW || b->lists.vertex_count > FEW || a->kind == FACES3_POLYHEDRON ||
        b->kind == FACES3_POLYHEDRON)
        return 0;
    convex3_set_corners(&x, a->lists.vertices, (uint32_t)a->lists.vertex_count, 0);
    convex3_set_corners(&y, b->lists.vertices, (uint32_t)b->lists.vertex_count, 0);
    const flr_overlap3_convex r = flr_gjk3_intersects_soon(&x, &y);
    if (!r.clear) return flr_faces3_touch(a, b, r.normal);
    if (!r.overlap) return -1;
    return is_hull(a) && is_hull(b) ? 1 : 0;
}
