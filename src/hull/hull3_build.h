/// A hull while it grows: a closed surface of triangles over the points taken so far.
///
/// It is built by randomized incremental construction with exact orientations. A point strictly in front of
/// a triangle sees it, and is outside. All triangles that see a point are replaced by a fan from their rim
/// (the horizon) to the point; triangles coplanar with it stay. So no fan triangle is flat: a point on the
/// line of a rim edge would be coplanar with both triangles at that edge, and neither would see it. The
/// triangles that see a point from outside are always one disc. So the surface is a convex polyhedron at
/// every moment, with some of its faces cut into coplanar triangles.
#ifndef FLR_HULL_HULL3_BUILD_H
#define FLR_HULL_HULL3_BUILD_H

#include <string.h>

#include "hull/hull3.h"
#include "math/predicates2.h"

#define HULL3_NONE 0xffffffffu

/// A point in the order of insertion.
typedef struct hull3_site {
    flr_vec3 p;
    uint32_t source;
} hull3_site;

/// A triangle. Its corners are counter-clockwise as seen from outside; `across[i]` is the triangle over the
/// edge vertex[i] vertex[i + 1].
typedef struct hull3_triangle {
    uint32_t vertex[3];
    uint32_t across[3];
    uint32_t stamp;  ///< when it was last tested, see hull3_find_visible
    uint32_t next_free;
} hull3_triangle;

/// A growing array; `room` elements are allocated.
typedef struct hull3_list {
    uint32_t *item;
    size_t count, room;
} hull3_list;

typedef struct hull3_builder {
    flr_allocator allocator;
    const flr_vec3 *points;
    size_t count;
    flr_aabb3 bounds;
    /// All coordinates lie on a grid so coarse that determinants of differences have no rounding.
    bool lattice;
    double certain;  ///< a computed determinant of differences larger than this has the right sign
    int dimension;
    uint32_t simplex[4];  ///< dimension + 1 input points that span the input; the first stays extreme
    hull3_list kept;      ///< the points that hull3_filter left; all if it is empty
    hull3_site *sites;
    size_t site_count;
    hull3_triangle *triangles;
    size_t triangle_count, triangle_room;  ///< count: used so far, the free ones among them included
    uint32_t free;                         ///< the first triangle that is free for use, or none
    uint32_t stamp;
    hull3_list visible, pending, rim;
    uint32_t here;  ///< a triangle near the last point
    uint32_t random;
} hull3_builder;

/// Returns the side if the bound for all points together cannot decide it.
int hull3_side_close(const hull3_builder *b, flr_vec3 p, flr_vec3 q, flr_vec3 r, flr_vec3 s);

/// Returns the side of the plane p q r that s lies on, exactly.
static inline int hull3_side(const hull3_builder *b, flr_vec3 p, flr_vec3 q, flr_vec3 r, flr_vec3 s)
{
    const double ux = (double)q.x - (double)p.x, uy = (double)q.y - (double)p.y,
                 uz = (double)q.z - (double)p.z;
    const double vx = (double)r.x - (double)p.x, vy = (double)r.y - (double)p.y,
                 vz = (double)r.z - (double)p.z;
    const double wx = (double)s.x - (double)p.x, wy = (double)s.y - (double)p.y,
                 wz = (double)s.z - (double)p.z;
    const double d = wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx);
    return d > b->certain ? 1 : d < -b->certain ? -1 : hull3_side_close(b, p, q, r, s);
}

/// Returns +1 if p is strictly in front of the triangle, which then sees it.
static inline int hull3_sees(const hull3_builder *b, const hull3_triangle *t, flr_vec3 p)
{
    const hull3_site *s = b->sites;
    return hull3_side(b, s[t->vertex[0]].p, s[t->vertex[1]].p, s[t->vertex[2]].p, p);
}

/// Returns the corner of a triangle after corner i.
static inline uint32_t hull3_after(uint32_t i) { return i == 2 ? 0 : i + 1; }

/// Returns which edge of the triangle starts at the vertex.
static inline uint32_t hull3_edge_from(const hull3_triangle *t, uint32_t vertex)
{
    return t->vertex[0] == vertex ? 0 : t->vertex[1] == vertex ? 1 : 2;
}

/// A half-edge of a triangle as one number.
static inline uint32_t hull3_pack(uint32_t triangle, uint32_t edge) { return 4 * triangle + edge; }

/// Finds bounds, grid, the bound on rounding, and points that span the input. Returns false if a coordinate
/// is not finite.
bool hull3_survey(hull3_builder *b);
/// Finds points that may be left out, if there are many. Returns false if memory ran out.
bool hull3_filter(hull3_builder *b);
/// Fills in `sites`: the simplex, then all points in the order of insertion. Returns false if memory ran
/// out.
bool hull3_order(hull3_builder *b);
/// Makes the surface over all sites; needs dimension 3. Returns false if memory ran out.
bool hull3_grow(hull3_builder *b);
/// Returns a triangle that sees p strictly, or none if p is not outside.
uint32_t hull3_find_seeing(hull3_builder *b, flr_vec3 p);
void hull3_release_builder(hull3_builder *b);
/// Makes room for `more` further items. Returns false if memory ran out.
bool hull3_list_reserve(const flr_allocator *allocator, hull3_list *list, size_t more);
void hull3_list_release(const flr_allocator *allocator, hull3_list *list);

/// Sorts `count` keys by their lower `bits`, with the values; stable. The spare arrays are as long.
void hull3_radix_sort(uint32_t *key, uint32_t *value, uint32_t *spare_key, uint32_t *spare_value,
                      size_t count, int bits);
/// A grid over bounds, 2^10 cells an axis.
typedef struct hull3_grid {
    flr_vec3 low;
    double scale[3];  ///< cells a unit of length; 0 where the bounds have no extent
    double half;      ///< 1/2 where a difference of two coordinates may overflow, else 1
} hull3_grid;

hull3_grid hull3_grid_make(const flr_aabb3 *bounds);
/// Returns the number of the point's cell along a curve through all cells.
uint32_t hull3_curve(const hull3_grid *grid, flr_vec3 p);

/// Computes the convex hull of points in the plane, strictly convex and counter-clockwise, beginning with
/// the least x and then y. Writes the numbers of its points to `result` (room for count + 1) and returns how
/// many there are. `scratch` has room for 4 * count.
size_t hull2_chain(const flr_vec2 *points, size_t count, uint32_t *result, uint32_t *scratch);

/// Write the surface as polygons, or flat input as two faces or as points alone (hull3_flat). Return false
/// if memory ran out.
bool hull3_merge(hull3_builder *b, flr_hull3 *h);
bool hull3_flat(hull3_builder *b, flr_hull3 *h);
/// Computes all that follows from vertices, faces and twins. Returns false if memory ran out.
bool hull3_finish(flr_hull3 *h);
/// Climbs to a vertex from which no neighbour leads farther along d. Returns the last one reached if more
/// than `budget` neighbours would have to be tested, as a vertex may have all others for neighbours.
uint32_t flr_hull3_climb(const flr_hull3 *h, uint32_t vertex, flr_vec3 d, size_t *budget);

/// As hull3_flat, with at most `limit` points: the next one is always the farthest outside.
bool hull3_flat_few(hull3_builder *b, uint32_t limit, flr_hull3 *h);
/// Makes one face of faces that nearly lie in a plane. Returns false if memory ran out; the hull is then as
/// it was.
bool hull3_merge_near(flr_hull3 *h, flr_real tolerance);

/// Allocates space for the counts in info; earlier memory is not released.
bool hull3_allocate(flr_hull3 *h);
bool hull3_allocate_faces(flr_hull3 *h);
void hull3_release_faces(flr_hull3 *h);
size_t hull3_memory(const flr_hull3 *h);

/// Parts of hull3_grow. The first makes the first four triangles. The second finds the triangles that see a
/// point, from one of them on. The third replaces these by a fan to the site, and takes all memory it may
/// need before it changes anything.
bool hull3_first_triangles(hull3_builder *b);
bool hull3_find_visible(hull3_builder *b, uint32_t seeing, flr_vec3 p);
bool hull3_replace_visible(hull3_builder *b, uint32_t site);

#endif
