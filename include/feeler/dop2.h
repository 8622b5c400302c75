/// Feeler: k-DOPs in the plane: the smallest slabs around a shape along k / 2 fixed directions. As feeler/dop3.h.
#ifndef FEELER_DOP2_H
#define FEELER_DOP2_H

#include "feeler/convex2.h"
#include "feeler/dop3.h"
#include "feeler/raycast2.h"

FLR_EXTERN_C_BEGIN

/// All points p with low[i] <= dot(directions[i], p) <= high[i]. Empty where low > high. The directions stay the
/// caller's.
typedef struct flr_dop2 {
    const flr_vec2 *directions;
    size_t count;
    flr_real low[FLR_DOP_MOST], high[FLR_DOP_MOST];
} flr_dop2;

/// An empty one: k = 4 (axes) or 8 (and diagonals), or along given directions. Errors as flr_dop3_standard.
FLR_API flr_status flr_dop2_standard(size_t k, flr_dop2 *dop);
FLR_API flr_status flr_dop2_make(const flr_vec2 *directions, size_t count, flr_dop2 *dop);

/// Grows to hold points or a convex shape with its radius; exactly for points whose products are exact. Errors as
/// flr_dop3_add_points.
FLR_API flr_status flr_dop2_add_points(flr_dop2 *dop, const flr_vec2 *points, size_t count);
FLR_API flr_status flr_dop2_add_convex(flr_dop2 *dop, const flr_convex2 *shape);
/// Grows to hold another of the same directions; FLR_INVALID_ARGUMENT for other ones.
FLR_API flr_status flr_dop2_merge(flr_dop2 *dop, const flr_dop2 *other);
/// Moved by a translation. FLR_NOT_FINITE: `dop` is as before.
FLR_API flr_status flr_dop2_move(flr_dop2 *dop, flr_vec2 translation);

/// As flr_overlap3_dop_dop.
FLR_API bool flr_overlap2_dop_dop(const flr_dop2 *a, const flr_dop2 *b);
/// Where a path enters and leaves it, as flr_raycast2_ray_halfspaces; edge 2 i + 1 is at low[i], 2 i at high[i].
FLR_API flr_rayhit2 flr_raycast2_ray_dop(const flr_raycast2_path *path, const flr_dop2 *dop);

FLR_EXTERN_C_END
#endif
