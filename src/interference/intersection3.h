/// What two placed meshes have in common: the steps from pairs of triangles to lines and to the volume.
///
/// Every sign is that of b moved by an infinitesimal (x far more than y, y far more than z). This is a
/// generic placement that exists, so the signs always fit together. Two triangles then share a segment or
/// nothing, and every end of a segment lies on an edge of one and inside the other.
#ifndef FLR_INTERFERENCE_INTERSECTION3_H
#define FLR_INTERFERENCE_INTERSECTION3_H

#include "base/allocator.h"
#include "feeler/interference3.h"
#include "math/dvec3.h"
#include "mesh/mesh3.h"

// ---- Memory that is released at once

enum { SCRATCH3_BLOCKS = 64 };

typedef struct scratch3_block {
    void *memory;
    size_t count, size;
} scratch3_block;

/// Allocations of one intersection, which are released together.
typedef struct scratch3 {
    flr_allocator allocator;
    scratch3_block blocks[SCRATCH3_BLOCKS];
    int count;
    bool failed;  ///< an allocation has failed; from then on all return null, and no step goes on
} scratch3;

void *flr_scratch3_take(scratch3 *s, size_t count, size_t size);
void flr_scratch3_release(scratch3 *s);

/// A key and the number that it stands for. The sort keeps the order of equal keys. `spare` has room for as
/// many.
typedef struct keyed3 {
    uint64_t key;
    uint32_t value;
} keyed3;
void flr_sort_keyed3(keyed3 *all, keyed3 *spare, size_t count);

// ---- Signs

/// How does the line from p along d pass through a triangle of the other mesh: +1 out of its front, -1 into
/// it, 0 past it? `moved`: the triangle is b's; otherwise p moves with b.
int flr_moved3_ray(flr_vec3 p, flr_vec3 d, const flr_triangle3 *t, bool moved);

// ---- Segments

/// Two triangles and the edges on which their common segment begins and ends: 0 to 2 are edges of a's
/// triangle, 3 to 5 of b's. It begins where the rim of a's triangle passes from behind b's triangle to its
/// front.
typedef struct segment3 {
    uint32_t face[2];  ///< items of both meshes; later their numbers in the part3
    uint8_t end[2];
} segment3;

typedef struct segments3 {
    segment3 *all;
    size_t count, room;
} segments3;

static inline flr_triangle3 instance3_item_welded(const flr_instance3 *i, uint32_t item)
{
    return instance3_triangle(i, mesh3_item_welded(i->mesh, item));
}

/// Finds all segments, sorted by a's item and then b's. `all` is to be released to the allocator.
flr_status flr_segments3_find(const flr_instance3 *a, const flr_instance3 *b, const flr_allocator *allocator,
                              segments3 *segments);

// ---- The parts of both meshes that come near the other

/// A point where an edge passes through a triangle of the other mesh.
typedef struct node3 {
    uint32_t edge, face;
    bool leaves;   ///< seen from the edge's lower vertex to its higher, it passes out of the front
    double along;  ///< 0 at the lower vertex, 1 at the higher
    dvec3 point;   ///< relative to the origin of the parts
} node3;

typedef struct along3 {
    double along;
    uint32_t node;
} along3;

/// The triangles of one mesh that come near the other, their vertices and edges, and the nodes on these
/// edges.
typedef struct part3 {
    const flr_instance3 *at;
    flr_vec3 origin;
    uint32_t *items;  ///< the faces, as ascending items
    size_t face_count;
    uint32_t *vertices;  ///< the welded vertices of the faces, ascending
    size_t vertex_count;
    uint32_t *corners;  ///< three of these vertices for each face
    uint64_t *ends;     ///< each edge's lower vertex, then its higher; ascending
    size_t edge_count;
    /// for each corner's side: its edge, times 2, plus 1 if the side runs from the edge's higher vertex
    uint32_t *edges;
    node3 *nodes;  ///< on the edges of this part
    size_t node_count;
    along3 *order;         ///< the nodes of each edge, in order along it
    uint32_t *node_first;  ///< the first node of each edge in `order`
} part3;

static inline uint32_t part3_edge(const part3 *p, size_t side) { return p->edges[side] >> 1; }
static inline bool part3_is_turned(const part3 *p, size_t side) { return (p->edges[side] & 1u) != 0; }
static inline flr_vec3 part3_vertex(const part3 *p, uint32_t v)
{
    return instance3_point(p->at, mesh3_vertex(p->at->mesh, p->vertices[v]));
}
static inline flr_triangle3 part3_triangle(const part3 *p, size_t face)
{
    return instance3_item_welded(p->at, p->items[face]);
}
static inline uint32_t part3_low(const part3 *p, size_t edge) { return (uint32_t)(p->ends[edge] >> 32); }
static inline uint32_t part3_high(const part3 *p, size_t edge) { return (uint32_t)p->ends[edge]; }

#define INTERSECTION3_NONE 0xffffffffu

/// Two meshes that meet: their parts, the segments, and how these join at nodes.
typedef struct meeting3 {
    scratch3 scratch;
    part3 part[2];
    segments3 segments;
    /// for each end (numbered 2 segment, 2 segment + 1): its node, in the part that has the edge
    uint32_t *node_of;
    uint32_t *beside;  ///< of each end: the end of the next segment at the same node, or none
} meeting3;

static inline const node3 *meeting3_node(const meeting3 *m, size_t end)
{
    const int side = m->segments.all[end / 2].end[end % 2] >= 3;
    return &m->part[side].nodes[m->node_of[end]];
}

/// Returns bounds of an instance that hold its welded vertices too.
flr_aabb3 flr_intersection3_bounds(const flr_instance3 *i);

/// Fills in the parts. The segments must be there; their faces become numbers in the parts. If memory runs
/// out, scratch says so.
void flr_meeting3_make(meeting3 *m, const flr_aabb3 *common);

// ---- Answers

/// The lines as chains of corners. `first` has one entry more than there are lines.
typedef struct lines3 {
    flr_intersection3_corner *corners;
    size_t *first;
    bool *closed;
    double *length;
    size_t corner_count, line_count;
} lines3;

/// Computes volume, area and centroid of the common solid. If memory runs out, scratch says so.
void flr_meeting3_measure(meeting3 *m, double *volume, double *area, dvec3 *centroid);

#endif
