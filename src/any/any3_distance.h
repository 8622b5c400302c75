/// Distance of any pair of shapes that have been checked.
#ifndef FLR_ANY_ANY3_DISTANCE_H
#define FLR_ANY_ANY3_DISTANCE_H

#include "any/any3_shape.h"

/// In either order. Distances above the limit may be answered as INFINITY.
flr_status flr_any3_distance(const flr_shape3 *a, const flr_shape3 *b, flr_real limit, flr_closest3 *closest);

/// The same where squares of lengths leave the range of numbers, of two that are no compounds: NaN where there is no answer.
flr_status flr_any3_distance_of_any_size(const flr_shape3 *a, const flr_shape3 *b, flr_real limit,
                                         flr_closest3 *closest);

/// Has the pair a routine of its own? These take shapes of any size.
bool flr_any3_has_distance(const flr_shape3 *a, const flr_shape3 *b);

/// Pairs without a routine of their own that are not both convex, and sheets that all but touch; a before b in rank.
flr_status flr_any3_distance_general(const flr_shape3 *a, const flr_shape3 *b, flr_real limit,
                                     flr_closest3 *closest);

/// Two faceted shapes come closest at an edge of one of them: where they cross, an edge of one passes through the
/// other or lies in it, and where they are apart a face that is nearest to a face has edges as near. a before b in rank.
flr_status flr_any3_distance_by_edges(const flr_shape3 *a, const flr_shape3 *b, flr_closest3 *closest);

/// Where a pair has an exact yes or no of its own, sets *overlap; a before b in rank.
bool flr_any3_exact_overlap(const flr_shape3 *a, const flr_shape3 *b, bool *overlap);

/// A convex shape b of corners and one that all but touch, `c` apart: do they meet by the corners that come nearest, exactly? A
/// path as it was given. Else nothing is known.
bool flr_any3_touch(const flr_shape3 *a, const flr_shape3 *b, const flr_closest3 *c);

#endif
