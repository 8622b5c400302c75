/// What nearly every question about two boxes, two hulls or up to four corners each is answered by: the pair is made, searched and
/// answered in one function of values, for scenes in unit 1, and no more of it is made than that takes. It is the search and
/// the answer of closest3_convex_convex.c and gjk3_meet.c; what takes care there is left to them, and begun anew.
///
/// Answers are handed on by value from one function to the next, so that each is written once, where it is wanted: copied right after it
/// is written in parts, it would have to wait for these.
#ifndef FLR_CONVEX_GJK3_PLAIN_H
#define FLR_CONVEX_GJK3_PLAIN_H

#include "feeler/convex.h"

flr_gjk3 flr_gjk3_plain_boxes(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options);
/// Both are of the kind with corners.
flr_gjk3 flr_gjk3_plain_few(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options);
flr_gjk3 flr_gjk3_plain_hulls(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options);

/// Corners of the difference that a search begins with, by the numbers of their parts.
typedef struct gjk3_begun {
    uint32_t count, a[3], b[3];
} gjk3_begun;

flr_gjk3 flr_gjk3_plain_few_from(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                                 const gjk3_begun *begun);

flr_overlap3_convex flr_gjk3_meet_plain_few(const flr_convex3 *a, const flr_convex3 *b);
flr_overlap3_convex flr_gjk3_meet_plain_hulls(const flr_convex3 *a, const flr_convex3 *b);

#endif
