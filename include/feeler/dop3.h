/// Feeler: k-DOPs in space: the smallest slabs around a shape along k / 2 fixed directions.
///
/// Cheap bounds that are tighter than boxes. They hold what was put in; where a product rounds they are wider by
/// that. Overlap of the bounds does not prove overlap of the shapes. Directions have any length but 0; `low` and
/// `high` are products with them. Kay and Kajiya 1986; Klosowski et al. 1998.
#ifndef FEELER_DOP3_H
#define FEELER_DOP3_H

#include "feeler/convex3.h"
#include "feeler/mesh3.h"
#include "feeler/raycast3.h"

FLR_EXTERN_C_BEGIN

/// The most directions.
enum { FLR_DOP_MOST = 13 };

/// All points p with low[i] <= dot(directions[i], p) <= high[i]. Empty where low > high. The directions stay the
/// caller's.
typedef struct flr_dop3 {
    const flr_vec3 *directions;
    size_t count;
    flr_real low[FLR_DOP_MOST], high[FLR_DOP_MOST];
} flr_dop3;

/// An empty one: k = 6 (axes), 14 (and diagonals of the cube), 18 (axes and diagonals of its faces), 26 (all), or
/// along given directions. FLR_INVALID_ARGUMENT: null, another k, no or more than FLR_DOP_MOST directions;
/// FLR_INVALID_SHAPE: a zero direction; FLR_NOT_FINITE.
FLR_API flr_status flr_dop3_standard(size_t k, flr_dop3 *dop);
FLR_API flr_status flr_dop3_make(const flr_vec3 *directions, size_t count, flr_dop3 *dop);

/// Grows to hold points, a convex shape with its radius, or all vertices of a placed mesh; exactly for points
/// whose products are exact. FLR_INVALID_ARGUMENT: null; FLR_NOT_FINITE: `dop` is as before.
FLR_API flr_status flr_dop3_add_points(flr_dop3 *dop, const flr_vec3 *points, size_t count);
FLR_API flr_status flr_dop3_add_convex(flr_dop3 *dop, const flr_convex3 *shape);
FLR_API flr_status flr_dop3_add_mesh(flr_dop3 *dop, const flr_instance3 *mesh);
/// Grows to hold another of the same directions; FLR_INVALID_ARGUMENT for other ones.
FLR_API flr_status flr_dop3_merge(flr_dop3 *dop, const flr_dop3 *other);
/// Moved by a translation. FLR_NOT_FINITE: `dop` is as before.
FLR_API flr_status flr_dop3_move(flr_dop3 *dop, flr_vec3 translation);

/// Do they overlap, of the same directions? Touching counts; an empty one never does. True for other
/// directions, along which nothing is known.
FLR_API bool flr_overlap3_dop_dop(const flr_dop3 *a, const flr_dop3 *b);
/// Where a path enters and leaves it, as flr_raycast3_ray_halfspaces; face 2 i + 1 is at low[i], 2 i at high[i].
FLR_API flr_rayhit3 flr_raycast3_ray_dop(const flr_raycast3_path *path, const flr_dop3 *dop);

FLR_EXTERN_C_END
#endif
