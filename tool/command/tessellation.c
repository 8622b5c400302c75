#include "command/tessellation.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// Positions are equal where they round to the same multiple of this part of the mesh's size.
#define GRID 0x1p-22
/// Triangles lie in one plane where their corners are no farther from it than this part of the mesh's size, which is above the
/// rounding of files with six digits; or than this part of the narrowest height of the largest triangle, as the two triangles of a twisted
/// quadrangle are.
#define PLANE 5e-6
#define TWIST 0.04
/// The cosine of the largest angle between neighbouring facets of one curved surface, 40 degrees.
#define SHARP 0.766
/// Radii found at neighbouring bends of one surface differ by no more than this factor.
#define ALIKE 5
/// How much more than the error found is taken back: the radius is known from few facets.
#define MARGIN 1.05
/// A facet with more smooth neighbours than this is a plane with something along its rim.
#define MOST_NEIGHBOURS 64

#define NONE UINT32_MAX

typedef struct vector {
    double x, y, z;
} vector;

static vector sub(vector a, vector b) { return (vector){a.x - b.x, a.y - b.y, a.z - b.z}; }
static vector add_scaled(vector a, double s, vector b)
{
    return (vector){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}
static double dot(vector a, vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vector cross(vector a, vector b)
{
    return (vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static vector unit(vector a)
{
    const double length = sqrt(dot(a, a));
    return length > 0 ? (vector){a.x / length, a.y / length, a.z / length} : a;
}

/// A planar piece of the surface. Programs cut facets of a curved one into several triangles, with corners that lie on the facet
/// and not on the surface.
typedef struct facet {
    vector normal, center;  // out of the material; of the area
    double area;
    uint32_t first, end;   // its triangles, in surface.order
    uint32_t bend, bends;  // where it turns towards a neighbour, in surface.bends
    double error;
} facet;

/// Where the surface turns towards its own normal from one facet to a neighbour.
typedef struct bend {
    uint32_t facet, other;
    uint32_t side;    // of the facet, the longest that both share
    double length;    // its square
    double angle;     // twice the tangent of half of it
    double width;     // how far the facet reaches from the side
    double distance;  // of its center from the side
    double radius;    // of the surface, by both facets
    bool curved;      // is it one of a run?
} bend;

typedef struct membership {
    uint32_t point, facet;
} membership;

/// Side k of triangle t is 3 t + k and runs from its corner k to the next.
typedef struct surface {
    const model_mesh *mesh;
    size_t sides;  // three a triangle
    double size;
    vector *normals;   // of the triangles; 0 where a triangle has no area
    double *areas;     // of the triangles
    uint32_t *points;  // of each vertex, a number that equal positions share
    uint32_t
        *twins;  // of each side, the same edge in the neighbour; NONE on rims and where more than two meet
    uint32_t *order;  // the triangles, facet by facet
    uint32_t *owner;  // of each triangle, its facet
    facet *facets;
    size_t facet_count;
    bend *bends;
    size_t bend_count;
    membership *at;  // the facets of curved surfaces at the points, by points
    size_t at_count;
    uint32_t *at_first;  // of each point, where its facets begin
    vector *around;      // of each point, the normal of its curved facets
    double *errors;      // of each point, the largest of its facets
    double *depths;      // of each point, how far it moves
} surface;

static uint32_t next_side(uint32_t side) { return side % 3 == 2 ? side - 2 : side + 1; }

static vector corner_of(const surface *s, uint32_t side)
{
    const double *p = s->mesh->vertices + 3 * (size_t)s->mesh->triangles[side];
    return (vector){p[0], p[1], p[2]};
}

static vector along(const surface *s, uint32_t side)
{
    return sub(corner_of(s, next_side(side)), corner_of(s, side));
}

static void find_normals(surface *s, bool turned)
{
    for (uint32_t i = 0; i < s->sides; i += 3) {
        const vector n = cross(along(s, i), along(s, i + 1));
        s->areas[i / 3] = sqrt(dot(n, n)) / 2;
        s->normals[i / 3] = unit(turned ? (vector){-n.x, -n.y, -n.z} : n);
    }
}

typedef struct rounded {
    int64_t at[3];
    uint32_t vertex;
} rounded;

static int compare_rounded(const void *left, const void *right)
{
    const rounded *a = left, *b = right;
    for (int k = 0; k < 3; ++k) {
        if (a->at[k] != b->at[k]) return a->at[k] < b->at[k] ? -1 : 1;
    }
    return a->vertex < b->vertex ? -1 : a->vertex > b->vertex;
}

static bool find_points(surface *s)
{
    const model_mesh *m = s->mesh;
    double low[3] = {INFINITY, INFINITY, INFINITY}, size = 0;
    for (size_t i = 0; i < 3 * m->vertex_count; ++i) low[i % 3] = fmin(low[i % 3], m->vertices[i]);
    for (size_t i = 0; i < 3 * m->vertex_count; ++i) size = fmax(size, m->vertices[i] - low[i % 3]);
    if (!(size > 0)) size = 1;  // a single position
    s->size = size;
    rounded *all = calloc(m->vertex_count + 1, sizeof *all);
    if (!all) return false;
    for (size_t i = 0; i < m->vertex_count; ++i) {
        all[i].vertex = (uint32_t)i;
        for (size_t k = 0; k < 3; ++k)
            all[i].at[k] = (int64_t)floor((m->vertices[3 * i + k] - low[k]) / size / GRID + 0.5);
    }
    qsort(all, m->vertex_count, sizeof *all, compare_rounded);
    for (size_t i = 0; i < m->vertex_count; ++i) {
        const bool same = i && memcmp(all[i].at, all[i - 1].at, sizeof all[i].at) == 0;
        s->points[all[i].vertex] = same ? s->points[all[i - 1].vertex] : all[i].vertex;
    }
    free(all);
    return true;
}

typedef struct edge {
    uint32_t low, high, side;
} edge;

static int compare_edges(const void *left, const void *right)
{
    const edge *a = left, *b = right;
    if (a->low != b->low) return a->low < b->low ? -1 : 1;
    if (a->high != b->high) return a->high < b->high ? -1 : 1;
    return a->side < b->side ? -1 : a->side > b->side;
}

static uint32_t point_of(const surface *s, uint32_t side) { return s->points[s->mesh->triangles[side]]; }

/// Two triangles that run through an edge in opposite directions are neighbours.
static bool find_twins(surface *s)
{
    edge *all = calloc(s->sides + 1, sizeof *all);
    if (!all) return false;
    for (uint32_t i = 0; i < s->sides; ++i) {
        const uint32_t a = point_of(s, i), b = point_of(s, next_side(i));
        all[i] = (edge){a < b ? a : b, a < b ? b : a, i};
        s->twins[i] = NONE;
    }
    qsort(all, s->sides, sizeof *all, compare_edges);
    for (size_t i = 0, end; i < s->sides; i = end) {
        for (end = i + 1; end < s->sides && all[end].low == all[i].low && all[end].high == all[i].high; ++end)
            ;
        const uint32_t one = all[i].side, other = all[end - 1].side;
        if (end - i != 2 || all[i].low == all[i].high || point_of(s, one) == point_of(s, other)) continue;
        s->twins[one] = other;
        s->twins[other] = one;
    }
    free(all);
    return true;
}

typedef struct sized {
    double area;
    uint32_t facet;
} sized;

static int compare_sizes(const void *left, const void *right)
{
    const sized *a = left, *b = right;
    if (a->area != b->area) return a->area > b->area ? -1 : 1;
    return a->facet < b->facet ? -1 : a->facet > b->facet;
}

/// How far a corner may be from the plane of the facet that grows from this triangle.
static double thickness(const surface *s, uint32_t triangle, double twist)
{
    double longest = 0;
    for (uint32_t i = 3 * triangle; i < 3 * triangle + 3; ++i)
        longest = fmax(longest, dot(along(s, i), along(s, i)));
    const double height = longest > 0 ? 2 * s->areas[triangle] / sqrt(longest) : 0;
    return fmax(PLANE * s->size, twist * height);
}

/// Is all of a facet in the plane of another?
static bool in_plane(const surface *s, vector normal, vector origin, double most, const facet *f)
{
    // a sliver has any normal, but nothing of it turns back
    if (dot(normal, f->normal) < 0) return false;
    for (uint32_t t = f->first; t < f->end; ++t) {
        for (uint32_t i = 3 * s->order[t]; i < 3 * s->order[t] + 3; ++i) {
            if (fabs(dot(normal, sub(corner_of(s, i), origin))) > most) return false;
        }
    }
    return true;
}

/// Each triangle is a facet.
static void begin_facets(surface *s)
{
    s->facet_count = s->sides / 3;
    for (uint32_t t = 0; t < s->facet_count; ++t) {
        vector sum = {0, 0, 0};
        for (uint32_t k = 3 * t; k < 3 * t + 3; ++k) sum = add_scaled(sum, 1.0 / 3, corner_of(s, k));
        s->facets[t] =
            (facet){.normal = s->normals[t], .center = sum, .area = s->areas[t], .first = t, .end = t + 1};
        s->order[t] = s->owner[t] = t;
    }
}

/// A facet takes in its neighbours that lie in its plane, the largest first.
static bool merge_facets(surface *s, double twist)
{
    const size_t count = s->facet_count, triangles = s->sides / 3;
    sized *sizes = calloc(count + 1, sizeof *sizes);
    facet *merged = calloc(count + 1, sizeof *merged);
    uint32_t *order = calloc(triangles + 1, sizeof *order), *owner = calloc(triangles + 1, sizeof *owner);
    if (!sizes || !merged || !order || !owner) {
        free(sizes);
        free(merged);
        free(order);
        free(owner);
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) sizes[i] = (sized){s->facets[i].area, i};
    for (size_t t = 0; t < triangles; ++t) owner[t] = NONE;
    qsort(sizes, count, sizeof *sizes, compare_sizes);
    uint32_t placed = 0, found = 0;
    for (size_t i = 0; i < count; ++i) {
        const facet *seed = &s->facets[sizes[i].facet];
        const uint32_t largest = s->order[seed->first];
        if (owner[largest] != NONE) continue;
        const vector origin = corner_of(s, 3 * largest);
        const double most = thickness(s, largest, twist);
        facet f = {.normal = seed->normal, .first = placed};
        const facet *next = seed;
        for (uint32_t side = 3 * placed;;) {
            for (uint32_t t = next ? next->first : 0; next && t < next->end; ++t) {
                owner[s->order[t]] = found;
                order[placed++] = s->order[t];
            }
            if (next) f.center = add_scaled(f.center, next->area, next->center);
            if (next) f.area += next->area;
            next = NULL;
            if (side >= 3 * placed) break;
            const uint32_t twin = s->twins[3 * order[side / 3] + side % 3];
            ++side;
            if (twin == NONE || owner[twin / 3] != NONE) continue;
            const facet *other = &s->facets[s->owner[twin / 3]];
            if (in_plane(s, f.normal, origin, most, other)) next = other;
        }
        f.end = placed;
        const double share = f.area > 0 ? 1 / f.area : 0;
        f.center = (vector){share * f.center.x, share * f.center.y, share * f.center.z};
        merged[found++] = f;
    }
    free(sizes);
    free(s->facets);
    free(s->order);
    free(s->owner);
    s->facets = merged;
    s->facet_count = found;
    s->order = order;
    s->owner = owner;
    return true;
}

static int compare_bends(const void *left, const void *right)
{
    const bend *a = left, *b = right;
    if (a->facet != b->facet) return a->facet < b->facet ? -1 : 1;
    if (a->other != b->other) return a->other < b->other ? -1 : 1;
    if (a->length != b->length) return a->length > b->length ? -1 : 1;
    return a->side < b->side ? -1 : a->side > b->side;
}

/// In the plane of the facet, from the side into it.
static vector inward(const surface *s, const bend *b)
{
    const vector e = along(s, b->side), n = s->facets[b->facet].normal, w = unit(cross(n, e));
    const double sign = dot(w, sub(s->facets[b->facet].center, corner_of(s, b->side)));
    return sign < 0 ? (vector){-w.x, -w.y, -w.z} : w;
}

static double extent(const surface *s, const facet *f, vector direction)
{
    double low = INFINITY, high = -INFINITY;
    for (uint32_t i = f->first; i < f->end; ++i) {
        for (uint32_t k = 3 * s->order[i]; k < 3 * s->order[i] + 3; ++k) {
            const double at = dot(direction, corner_of(s, k));
            low = fmin(low, at);
            high = fmax(high, at);
        }
    }
    return high - low;
}

static bend *bend_between(const surface *s, uint32_t a, uint32_t b)
{
    const bend wanted = {.facet = a, .other = b};
    const facet *f = &s->facets[a];
    for (uint32_t i = f->bend; i < f->bend + f->bends; ++i) {
        if (s->bends[i].other == wanted.other) return &s->bends[i];
    }
    return NULL;
}

/// One for each ordered pair of neighbours.
static bool find_bends(surface *s)
{
    s->bends = calloc(s->sides + 1, sizeof *s->bends);
    if (!s->bends) return false;
    size_t found = 0;
    for (uint32_t i = 0; i < s->sides; ++i) {
        const uint32_t twin = s->twins[i];
        if (twin == NONE || s->owner[i / 3] == s->owner[twin / 3]) continue;
        const uint32_t a = s->owner[i / 3], b = s->owner[twin / 3];
        const facet *f = &s->facets[a], *g = &s->facets[b];
        const double cosine = dot(f->normal, g->normal);
        if (!(cosine > SHARP) || !(dot(f->normal, sub(g->center, corner_of(s, i))) > 0)) continue;
        const vector c = cross(f->normal, g->normal), e = along(s, i);
        s->bends[found++] = (bend){.facet = a,
                                   .other = b,
                                   .side = i,
                                   .length = dot(e, e),
                                   .angle = 2 * sqrt(dot(c, c)) / (1 + cosine)};
    }
    qsort(s->bends, found, sizeof *s->bends, compare_bends);
    for (size_t i = 0; i < found; ++i) {
        bend *last = s->bend_count ? &s->bends[s->bend_count - 1] : NULL;
        if (!last || last->facet != s->bends[i].facet || last->other != s->bends[i].other)
            s->bends[s->bend_count++] = s->bends[i];
    }
    for (uint32_t i = 0; i < s->bend_count; ++i) {
        facet *f = &s->facets[s->bends[i].facet];
        if (!f->bends++) f->bend = i;
    }
    for (uint32_t i = 0; i < s->bend_count; ++i) {
        bend *b = &s->bends[i];
        const facet *f = &s->facets[b->facet];
        if (f->bends > MOST_NEIGHBOURS) continue;
        const vector w = inward(s, b);
        b->width = extent(s, f, w);
        b->distance = dot(w, sub(f->center, corner_of(s, b->side)));
    }
    for (uint32_t i = 0; i < s->bend_count; ++i) {
        bend *b = &s->bends[i];
        const bend *back = bend_between(s, b->other, b->facet);
        if (back && b->width > 0 && back->width > 0) b->radius = (b->distance + back->distance) / b->angle;
    }
    return true;
}

/// The next bend with a like radius on the other end of the facet. `after` is the one to go on from, null at first.
static const bend *following(const surface *s, const bend *b, const bend *after)
{
    const facet *f = &s->facets[b->facet];
    if (!(b->radius > 0)) return NULL;
    const vector w = inward(s, b), from = corner_of(s, b->side);
    for (const bend *c = after ? after + 1 : s->bends + f->bend; c < s->bends + f->bend + f->bends; ++c) {
        const vector middle = sub(add_scaled(corner_of(s, c->side), 0.5, along(s, c->side)), from);
        if (c->radius > 0 && c->radius < ALIKE * b->radius && b->radius < ALIKE * c->radius &&
            dot(w, middle) > 0.4 * b->width)
            return c;
    }
    return NULL;
}

/// Does the run go on for two more bends?
static bool goes_on(const surface *s, const bend *b)
{
    for (const bend *c = following(s, b, NULL); c; c = following(s, b, c)) {
        const bend *far = bend_between(s, c->other, c->facet);
        if (far && following(s, far, NULL)) return true;
    }
    return false;
}

/// Three bends in a row, of which this is any.
static void find_curved(surface *s)
{
    for (uint32_t i = 0; i < s->bend_count; ++i) {
        bend *b = &s->bends[i], *back = bend_between(s, b->other, b->facet);
        if (!back || b->curved) continue;
        b->curved = back->curved =
            (following(s, b, NULL) && following(s, back, NULL)) || goes_on(s, b) || goes_on(s, back);
    }
}

static int compare_memberships(const void *left, const void *right)
{
    const membership *a = left, *b = right;
    if (a->point != b->point) return a->point < b->point ? -1 : 1;
    return a->facet < b->facet ? -1 : a->facet > b->facet;
}

static const bend *next_curved(const surface *s, const facet *f, const bend *b)
{
    for (b = b ? b + 1 : s->bends + f->bend; b < s->bends + f->bend + f->bends; ++b) {
        if (b->curved) return b;
    }
    return NULL;
}

/// Which facets of curved surfaces meet in each point: s->at, those of a point from s->at_first on.
static bool find_memberships(surface *s)
{
    s->at = calloc(s->sides + 1, sizeof *s->at);
    if (!s->at) return false;
    size_t found = 0;
    for (uint32_t i = 0; i < s->sides; ++i) {
        const uint32_t owner = s->owner[i / 3];
        if (next_curved(s, &s->facets[owner], NULL)) s->at[found++] = (membership){point_of(s, i), owner};
    }
    qsort(s->at, found, sizeof *s->at, compare_memberships);
    for (size_t i = 0; i < found; ++i) {
        if (s->at_count && compare_memberships(&s->at[s->at_count - 1], &s->at[i]) == 0) continue;
        s->at[s->at_count++] = s->at[i];
    }
    for (size_t i = s->at_count; i-- > 0;) s->at_first[s->at[i].point] = (uint32_t)i;
    return true;
}

/// The normal of the surface in a corner of a facet, by the facets of its run that meet there. They count by the inverse of their widths,
/// which is right for facets of unlike widths on a cylinder. False where there is no other: the corner may lie on the facet
/// and not on the surface.
static bool normal_at(const surface *s, uint32_t number, uint32_t point, vector *normal)
{
    enum { MOST = 32 };
    uint32_t run[MOST] = {number};
    int count = 1;
    const membership *first = s->at + s->at_first[point], *end = s->at + s->at_count;
    *normal = (vector){0, 0, 0};
    for (int i = 0; i < count; ++i) {
        const facet *f = &s->facets[run[i]];
        double width = INFINITY;
        for (const bend *b = next_curved(s, f, NULL); b; b = next_curved(s, f, b))
            width = fmin(width, b->width);
        *normal = add_scaled(*normal, 1 / width, f->normal);
        for (const membership *m = first; m < end && m->point == point && count < MOST; ++m) {
            bool known = false;
            for (int k = 0; k < count; ++k) known = known || run[k] == m->facet;
            const bend *b = known ? NULL : bend_between(s, run[i], m->facet);
            if (b && b->curved) run[count++] = m->facet;
        }
    }
    *normal = unit(*normal);
    return count > 1;
}

typedef struct rim_corner {
    vector at, normal;
    bool known;  // is the normal the surface's?
} rim_corner;

/// How far the middle between two corners lies in front of the arc through them, by the larger of the angles there.
static double stands_out(const rim_corner *a, const rim_corner *b)
{
    const vector e = sub(b->at, a->at);
    const double length = sqrt(dot(e, e));
    if (!(length > 0)) return 0;
    const double here = a->known ? dot(a->normal, e) / length : 0,
                 there = b->known ? -dot(b->normal, e) / length : 0;
    const double sine = fmin(1, fmax(here, there));
    return sine > 1e-9 ? 0.5 * length * sine / (1 + sqrt(1 - sine * sine)) : 0;
}

/// The most between any two of its corners. A triangle that bends both ways stands out farther in its middle than at its sides: by
/// four ninths of their sum, as a quadratic function does.
static double error_of(const surface *s, uint32_t number)
{
    enum { MOST = 64 };
    rim_corner corners[MOST];
    uint32_t points[MOST];
    int count = 0;
    const facet *f = &s->facets[number];
    if (!next_curved(s, f, NULL)) return 0;
    for (uint32_t i = f->first; i < f->end; ++i) {
        for (uint32_t k = 3 * s->order[i]; k < 3 * s->order[i] + 3 && count < MOST; ++k) {
            const uint32_t point = point_of(s, k);
            bool seen = false;
            for (int j = 0; j < count; ++j) seen = seen || points[j] == point;
            if (seen) continue;
            points[count] = point;
            corners[count].at = corner_of(s, k);
            corners[count].known = normal_at(s, number, point, &corners[count].normal);
            ++count;
        }
    }
    double most = 0, sum = 0;
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < i; ++k) {
            const double here = stands_out(&corners[i], &corners[k]);
            most = fmax(most, here);
            sum += here;
        }
    }
    return count == 3 ? fmax(most, 4.0 / 9 * sum) : most;
}

static void find_errors(surface *s, tessellation *t)
{
    for (facet *f = s->facets; f < s->facets + s->facet_count; ++f) {
        f->error = error_of(s, (uint32_t)(f - s->facets));
        t->most = fmax(t->most, f->error);
        for (uint32_t i = 3 * f->first; i < 3 * f->end; ++i) {
            double *here = &s->errors[point_of(s, 3 * s->order[i / 3] + i % 3)];
            *here = fmax(*here, f->error);
        }
    }
    // the deepest place is often nearest to the rim of the facet that stands out
    for (uint32_t i = 0; i < s->sides; ++i)
        t->errors[i / 3] = fmax(t->errors[i / 3], s->errors[point_of(s, i)]);
}

/// Equal positions move alike, so a closed surface stays closed. Each facet counts once at each of its points, as far as
/// its triangles there go.
static void relax(surface *s, tessellation *t)
{
    const model_mesh *m = s->mesh;
    for (uint32_t i = 0; i < s->sides; ++i) {
        const facet *f = &s->facets[s->owner[i / 3]];
        if (!(f->error > 0)) continue;
        vector *n = &s->around[s->points[m->triangles[i]]];
        const double before = sqrt(dot(*n, *n));
        // one of several triangles of the facet turns the mean no further
        if (before > 0 && dot(*n, f->normal) > 0.9999 * before) continue;
        *n = add_scaled(*n, 1, f->normal);
    }
    for (size_t i = 0; i < m->vertex_count; ++i) s->around[i] = unit(s->around[i]);
    for (uint32_t i = 0; i < s->sides; ++i) {
        const facet *f = &s->facets[s->owner[i / 3]];
        const uint32_t point = s->points[m->triangles[i]];
        const double slope = dot(s->around[point], f->normal);
        if (f->error > 0 && slope > 0.25)
            s->depths[point] = fmax(s->depths[point], MARGIN * f->error / slope);
    }
    for (size_t i = 0; i < m->vertex_count; ++i) {
        const uint32_t point = s->points[i];
        const vector n = s->around[point];
        t->relaxed[3 * i] = m->vertices[3 * i] - s->depths[point] * n.x;
        t->relaxed[3 * i + 1] = m->vertices[3 * i + 1] - s->depths[point] * n.y;
        t->relaxed[3 * i + 2] = m->vertices[3 * i + 2] - s->depths[point] * n.z;
    }
}

bool tessellation_find(tessellation *t, const model_mesh *mesh, bool turned)
{
    const size_t triangles = mesh->triangle_count, vertices = mesh->vertex_count;
    *t = (tessellation){.errors = calloc(triangles + 1, sizeof *t->errors),
                        .relaxed = calloc(3 * vertices + 1, sizeof *t->relaxed)};
    surface s = {.mesh = mesh,
                 .sides = 3 * triangles,
                 .normals = calloc(triangles + 1, sizeof *s.normals),
                 .areas = calloc(triangles + 1, sizeof *s.areas),
                 .points = calloc(vertices + 1, sizeof *s.points),
                 .twins = calloc(3 * triangles + 1, sizeof *s.twins),
                 .order = calloc(triangles + 1, sizeof *s.order),
                 .owner = calloc(triangles + 1, sizeof *s.owner),
                 .facets = calloc(triangles + 1, sizeof *s.facets),
                 .at_first = calloc(vertices + 1, sizeof *s.at_first),
                 .around = calloc(vertices + 1, sizeof *s.around),
                 .errors = calloc(vertices + 1, sizeof *s.errors),
                 .depths = calloc(vertices + 1, sizeof *s.depths)};
    bool good = t->errors && t->relaxed && s.normals && s.areas && s.points && s.twins && s.order &&
                s.owner && s.facets && s.at_first && s.around && s.errors && s.depths;
    if (good) find_normals(&s, turned);
    if (good) begin_facets(&s);
    // slivers first go to the planes that they are in
    good = good && find_points(&s) && find_twins(&s) && merge_facets(&s, 0) && merge_facets(&s, TWIST) &&
           find_bends(&s);
    if (good) find_curved(&s);
    good = good && find_memberships(&s);
    if (good) {
        find_errors(&s, t);
        relax(&s, t);
    }
    free(s.normals);
    free(s.areas);
    free(s.points);
    free(s.twins);
    free(s.order);
    free(s.owner);
    free(s.facets);
    free(s.bends);
    free(s.at);
    free(s.at_first);
    free(s.around);
    free(s.errors);
    free(s.depths);
    if (!good || !(t->most > 0)) tessellation_free(t);
    return good;
}

void tessellation_free(tessellation *t)
{
    free(t->errors);
    free(t->relaxed);
    *t = (tessellation){0};
}
