/// A mesh while its topology is found: the welded corners, and the lists of edges at each vertex.
#ifndef FLR_MESH_MESH3_TOPOLOGY_H
#define FLR_MESH_MESH3_TOPOLOGY_H

#include "mesh/mesh3.h"

/// Lists of small records in one array, one list for each welded vertex: list v is records[start[v]] to
/// before records[start[v + 1]].
typedef struct mesh3_lists {
    uint32_t *start;
    uint64_t *records;
    size_t vertex_count, record_count;
} mesh3_lists;

typedef struct mesh3_topology {
    flr_mesh3 *mesh;
    uint32_t *corners;  // welded, three for each item
    mesh3_lists lists;
} mesh3_topology;

/// Is the triangle part of the topology?
static inline bool mesh3_counts(const flr_mesh3 *m, size_t item)
{
    return !(m->input_of[item] & MESH3_NO_TOPOLOGY);
}

/// Fills in the lists. With `sides`, a record is the upper end, and the number of the triangle's side: three
/// times its item plus its first corner.
void flr_mesh3_list_edges(mesh3_topology *t, bool sides);
void flr_mesh3_sort_records(uint64_t *r, size_t n);

/// Takes triangles with repeated corners, copies, and loose flat triangles out of the topology, and counts
/// the edges of the others. Returns false if memory ran out.
bool flr_mesh3_choose_triangles(mesh3_topology *t);

#endif
