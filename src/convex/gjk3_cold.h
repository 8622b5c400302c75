/// A distance that begins with nothing.
#ifndef FLR_CONVEX_GJK3_COLD_H
#define FLR_CONVEX_GJK3_COLD_H

#include "feeler/convex.h"

/// As flr_closest3_convex_convex, of two shapes of the kind with corners, without a simplex of a call before.
flr_gjk3 flr_gjk3_cold_few(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options);

/// Which corners were met: a bit for each, in the order of the lanes.
typedef struct cold_marks {
    uint32_t first;  ///< one in each lane
    uint32_t u, v;   ///< the other ends of edges from there; 0 where there is none
    bool far;        ///< of a parallelogram, the closest point lies in the half away from the first one
} cold_marks;

static inline bool cold_is_of_a(uint32_t bits) { return (bits & 0x55) != 0; }

/// Of four corners each; one text for both widths of registers.
typedef flr_gjk3 gjk3_cold_form(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options);
gjk3_cold_form flr_gjk3_cold_four_baseline, flr_gjk3_cold_four_avx2;
/// The latter where the processor has it, else null.
gjk3_cold_form *flr_gjk3_cold_wide(void);
/// The search from there, where the features are not found.
flr_gjk3 flr_gjk3_cold_search(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                              cold_marks m);
/// For the next call, where they are.
void flr_gjk3_cold_keep(cold_marks m, flr_vec3 axis, flr_gjk3_cache *cache);

/// Vertices of a small hull, filled up.
enum { COLD_SIDE = 16 };

/// Of two hulls; of 9 to 16 vertices each the features are looked for first.
flr_gjk3 flr_gjk3_cold_hulls(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options);
/// Of small ones, without a limit; one text for both widths of registers.
gjk3_cold_form flr_gjk3_cold_hulls_baseline, flr_gjk3_cold_hulls_avx2;

#endif
