/// The farthest of a few points along a direction, by looking at all of them: what a support point of a hull costs.
#ifndef FLR_HULL_HULL3_SCAN_H
#define FLR_HULL_HULL3_SCAN_H

#include "feeler/base.h"

/// Most points of a scan, and what their number is a multiple of.
enum { HULL3_SCAN_MOST = 64, HULL3_SCAN_STEP = 8 };

/// The place of the first of the farthest points along a direction; their coordinates lie in three arrays.
typedef uint32_t hull3_scan_fn(const flr_real *x, const flr_real *y, const flr_real *z, size_t count,
                               double dx, double dy, double dz);

/// The same and how far it lies along the direction, times its length.
typedef struct hull3_top {
    double reach;
    uint32_t at;
} hull3_top;
typedef hull3_top hull3_top_fn(const flr_real *x, const flr_real *y, const flr_real *z, size_t count,
                               double dx, double dy, double dz);

/// Two points at once, by what every processor of the target has.
hull3_scan_fn flr_hull3_scan_plain;
hull3_top_fn flr_hull3_top_plain;
/// The fastest one this processor runs. All give the same answer.
hull3_scan_fn *flr_hull3_choose_scan(void);
hull3_top_fn *flr_hull3_choose_top(void);

/// How far the farthest of any number of points lies along a direction: no more is asked where the point is not wanted.
typedef double hull3_reach_fn(const flr_real *x, const flr_real *y, const flr_real *z, size_t count,
                              double dx, double dy, double dz);

/// As with the scans.
hull3_reach_fn flr_hull3_reach_plain;
hull3_reach_fn *flr_hull3_choose_reach(void);

#endif
