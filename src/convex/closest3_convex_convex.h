/// GJK with the simplex it ended on, for what goes on from there.
#ifndef FLR_CONVEX_CLOSEST3_CONVEX_CONVEX_H
#define FLR_CONVEX_CLOSEST3_CONVEX_CONVEX_H

#include "convex/pair3.h"

/// As flr_closest3_convex_convex, for a pair made ready; *simplex is in the pair's scene, or `simplex` null. Where a simplex holds the origin
/// inside, it has no weights, and of the result only `overlap` and `iterations` are set: a depth is what is wanted next.
/// Where the radii alone overlap, lower and upper are bounds of that depth.
flr_gjk3 flr_gjk3_run(pair3 *pair, const flr_gjk3_options *options, simplex3 *simplex);

/// The same by a closed form. False for other pairs than a segment and a box, and for cores that meet or nearly do.
/// `depth_next`: with bounds as above, else with those of flr_closest3_convex_convex.
bool flr_gjk3_try_segment_box(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                              bool depth_next, flr_gjk3 *r);

/// The way from b to a, unit, that is shortest between the cores; zero where they meet. *simplex as above, or null.
dvec3 flr_gjk3_axis(pair3 *pair, simplex3 *simplex);

/// As flr_closest3_convex_convex, of any pair of shapes.
flr_gjk3 flr_gjk3_any(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options);

/// Only whether the shapes meet: ends with the first plane that parts them or point that is near enough. The second form is for any
/// pair of shapes.
flr_overlap3_convex flr_gjk3_meet(const flr_convex3 *a, const flr_convex3 *b, flr_gjk3_cache *cache);
flr_overlap3_convex flr_gjk3_meet_any(const flr_convex3 *a, const flr_convex3 *b, flr_gjk3_cache *cache);

#endif
