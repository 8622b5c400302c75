/// GJK in space (Gilbert, Johnson and Keerthi, 1988), as the rest of the convex core calls it.
///
/// flr_closest3_convex_convex takes the first of these that fits the pair: a warm start from the caller's
/// cache, a closed form or a guess of the closest features, the fast path, the general search. Each leaves
/// what it cannot decide to the next.
#ifndef FLR_CONVEX_GJK3_H
#define FLR_CONVEX_GJK3_H

#include "convex/minkowski3.h"
#include "feeler/convex3.h"

// ---- The general search ----

/// As flr_closest3_convex_convex, for a pair made ready. *simplex receives the last simplex, in the pair's
/// scene; it may be null. Where a simplex contains the origin, it has no weights, and only `overlap` and
/// `iterations` of the result are set: the caller wants a depth next. Where the radii alone overlap, lower
/// and upper are bounds of that depth.
flr_gjk3 flr_gjk3_search_pair(pair3 *pair, const flr_gjk3_options *options, simplex3 *simplex);

/// Answers for a segment and a box in closed form. Returns false for other pairs, and for cores that
/// intersect or nearly do. The bounds are those of flr_gjk3_search_pair.
bool flr_gjk3_try_segment_box(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                              flr_gjk3 *r);

/// Returns the unit direction of the shortest vector from b to a between the cores; zero where they
/// intersect. *simplex as above, or null.
dvec3 flr_gjk3_axis(pair3 *pair, simplex3 *simplex);

/// As flr_closest3_convex_convex, by the general search, for any pair of shapes.
flr_gjk3 flr_gjk3_general(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options);

/// As flr_overlap3_convex_convex, for callers that have another method where the answer is not clear. Of
/// corners and hulls the search then ends early, with FLR_NOT_CONVERGED, and `normal` is the direction it
/// has reached. Where a face of the difference nearly contains the origin, that direction is perpendicular
/// to the face, to either side.
flr_overlap3_convex flr_gjk3_intersects_soon(const flr_convex3 *a, const flr_convex3 *b);

// ---- The fast path ----

flr_gjk3 flr_gjk3_fast_boxes(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options);
/// Both shapes are of the kind with corners.
flr_gjk3 flr_gjk3_fast_simplices(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options);
flr_gjk3 flr_gjk3_fast_hulls(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options);

/// Vertices of the difference that a search begins with, by the numbers of their parts.
typedef struct gjk3_begun {
    uint32_t count, a[3], b[3];
} gjk3_begun;

/// As flr_gjk3_fast_simplices, beginning with those vertices.
flr_gjk3 flr_gjk3_fast_simplices_from(const flr_convex3 *a, const flr_convex3 *b,
                                      const flr_gjk3_options *options, const gjk3_begun *begun);

/// How a search for the distance ended that a search for the depth may follow.
typedef enum gjk3_before_depth {
    GJK3_APART,   ///< the result is complete: the cores are apart
    GJK3_AROUND,  ///< the simplex is a tetrahedron that holds the origin
    GJK3_OPEN     ///< the general search goes on with the simplex, or begins anew if that is empty
} gjk3_before_depth;

/// A pair made ready, and the simplex that the search in it has ended with, without weights.
typedef struct gjk3_around {
    gjk3_before_depth end;
    pair3 pair;
    simplex3 simplex;
} gjk3_around;

/// As flr_closest3_convex_convex, for two shapes of the kind with corners, with the same bits where their
/// cores are apart. Where the radii alone overlap, lower and upper are bounds of that depth. With
/// GJK3_AROUND only `overlap` and `iterations` of the result are set, with GJK3_OPEN nothing.
flr_gjk3 flr_gjk3_simplices_around(const flr_convex3 *a, const flr_convex3 *b,
                                   const flr_gjk3_options *options, gjk3_around *around);
/// The same by the fast path alone, beginning with those vertices if `begun` is not null.
flr_gjk3 flr_gjk3_fast_simplices_around(const flr_convex3 *a, const flr_convex3 *b,
                                        const flr_gjk3_options *options, const gjk3_begun *begun,
                                        gjk3_around *around);

// ---- A guess of the closest features ----

/// As flr_closest3_convex_convex, for two shapes of the kind with corners, where no cached simplex exists.
/// Of two tetrahedra the closest features are guessed first.
flr_gjk3 flr_gjk3_guess_simplices(const flr_convex3 *a, const flr_convex3 *b,
                                  const flr_gjk3_options *options);

/// The most vertices of two hulls together, with their padding, whose closest features are guessed.
enum { GUESS_MOST = 64 };

/// As flr_closest3_convex_convex, for two hulls. If they are small, their closest features are guessed first.
flr_gjk3 flr_gjk3_guess_hulls(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options);

// ---- A warm start from a cache ----

/// As flr_closest3_convex_convex, for two shapes of one kind and a cache. First they test whether the
/// corner, edge or face of the difference in the cache is still the closest one, and contains its closest
/// point.
flr_gjk3 flr_gjk3_warm_start_boxes(const flr_convex3 *a, const flr_convex3 *b,
                                   const flr_gjk3_options *options);
flr_gjk3 flr_gjk3_warm_start_simplices(const flr_convex3 *a, const flr_convex3 *b,
                                       const flr_gjk3_options *options);

// ---- A segment and a box in closed form ----

static inline bool gjk3_is_segment(const flr_convex3 *c)
{
    return c->kind == FLR_CONVEX3_CORNERS && c->count <= 2;
}

static inline bool gjk3_is_segment_box(const flr_convex3 *a, const flr_convex3 *b)
{
    return a->kind == FLR_CONVEX3_BOX ? gjk3_is_segment(b) : b->kind == FLR_CONVEX3_BOX && gjk3_is_segment(a);
}

/// Decides whether a segment and a box with their radii intersect. Returns false where the cores intersect
/// or nearly do, or the answer is not certain to a few rounding errors: then *r is not set, and the general
/// search answers.
bool flr_gjk3_intersects_segment_box(const flr_convex3 *a, const flr_convex3 *b, flr_overlap3_convex *r);

#endif
