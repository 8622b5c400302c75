/// The signed distance of two convex shapes: the distance by GJK where the cores are apart, else the depth
/// of the cores and the radii.
#include "convex/convex_lanes.h"
#include "convex/depth3.h"
#include "convex/gjk3.h"
#include "convex/gjk3_search.h"
#include "convex/gjk_limit.h"
#include "convex/kinds3.h"

/// Sets the result of cores that overlap: their depth, with the radii on top of it.
static void set_depth(const pair3 *p, const epa3_result *e, flr_gjk3 *r)
{
    double unit = p->reference.unit, radii = p->radius_a + p->radius_b;
    // in float the returned numbers are rounded as well
    double error = sizeof(flr_real) == sizeof(float) ? 0x1p-22 * (e->upper / unit + radii) : 0;
    // only a user's function that contradicts itself can bring about the other order
    const bool ordered = e->lower <= e->upper;
    const double low = ordered ? e->lower : e->upper, high = ordered ? e->upper : e->lower;
    double lower = low / unit + radii - error;
    r->status = e->converged ? FLR_OK : FLR_NOT_CONVERGED;
    r->signed_distance = (flr_real) - (e->upper / unit + radii);
    r->lower = (flr_real)(lower > 0 ? lower : 0);
    r->upper = (flr_real)(high / unit + radii + error);
    r->normal = dvec3_round(e->normal);
    r->point_a = pair3_world(p, e->a, p->radius_a, e->normal);
    r->point_b = pair3_world(p, e->b, -p->radius_b, e->normal);
    r->iterations += e->iterations;
}

/// Returns how far the difference of the cores reaches along n, and the points that do.
static double reach_along(const pair3 *p, dvec3 n, dvec3 *a, dvec3 *b)
{
    vertex3 v = {.id_a = CORE3_NO_ID, .id_b = CORE3_NO_ID};
    pair3_support(p, PAIR3_ANY, dvec3_neg(n), &v);
    *a = vertex3_a(&v);
    *b = vertex3_b(&v);
    return dvec3_dot(v.w, n);
}

/// Improves the direction of curved cores, which the polytope knows only so well. The cores are moved apart
/// along it until they barely separate; there the search for the distance finds a better one. Where the
/// radius of the surfaces is r and the depth d, its error is d / r of what the first was off. The depth is
/// off by the square.
static void refine(const pair3 *p, epa3_result *e)
{
    enum { TURNS_MAX = 60 };
    double best = e->upper;
    for (int turn = 0; turn < TURNS_MAX; turn++) {
        pair3 moved = *p;
        dvec3 a, b;
        flr_pair3_move(&moved, dvec3_scale(best * 1.0625, e->normal));
        dvec3 n = dvec3_neg(flr_gjk3_axis(&moved, NULL));
        if (dvec3_equal(n, dvec3_make(0, 0, 0))) return;
        double depth = reach_along(p, n, &a, &b);
        if (!(depth < best)) return;
        double gain = best - depth;
        best = e->upper = depth;
        e->normal = n;
        e->a = a;
        e->b = dvec3_add_scaled(a, -depth, n);
        if (!(gain > 0x1p-52 * depth)) return;
    }
}

static bool is_curved(const core3 *c) { return !core3_has_ids(c); }

/// Improves what the polytope has left of curved cores: bounds that have not met, or points that are not
/// opposite each other along the normal.
static void finish_curved(const pair3 *p, epa3_result *e)
{
    if (!e->converged) {
        refine(p, e);
        if (core3_is_smooth(&p->a) || core3_is_smooth(&p->b)) flr_depth3_descend(p, e);
    }
    flr_depth3_polish(p, e);
    dvec3 stray = dvec3_add_scaled(dvec3_sub(e->a, e->b), -e->upper, e->normal);
    if (dvec3_length(stray) > 0x1p-46 * (dvec3_length(e->a) + dvec3_length(e->b))) flr_depth3_meet(p, e);
}

/// Cleans what rounding and lengths at the end of the range of numbers have left: no depth is below 0, and a
/// normal made of such lengths has the right direction but may not have length 1.
static void settle(epa3_result *e)
{
    const double square = dvec3_length_squared(e->normal);
    if (fabs(square - 1) > 0x1p-48 && square > 0) e->normal = dvec3_scale(1 / sqrt(square), e->normal);
    if (!(e->upper < 0)) return;
    e->upper = e->lower = 0;
    e->b = e->a;
}

/// Takes the points of cores that just touch from the search that ended with them in touch. The nearest face
/// of the polytope may be a sliver beside what they have in common.
static void meet_touching(const simplex3 *simplex, epa3_result *e)
{
    dvec3 a, b;
    if (simplex->count == 0) return;
    simplex3_points(simplex, &a, &b);
    const double rounding = 0x1p-50 * (dvec3_length(a) + dvec3_length(b));
    if (e->upper > rounding || !(dvec3_length(dvec3_sub(a, b)) <= rounding)) return;
    e->a = a;
    e->b = dvec3_add_scaled(a, -e->upper, e->normal);
}

/// Returns the face of a box whose outward normal is nearest to n, moved by an offset.
static flr_convex3 face_along(const flr_convex3 *box, dvec3 n, dvec3 offset)
{
    const dvec3 axis[3] = {dvec3_from(box->axes.x), dvec3_from(box->axes.y), dvec3_from(box->axes.z)};
    const double half[3] = {(double)box->half_extents.x, (double)box->half_extents.y,
                            (double)box->half_extents.z};
    int up = 0;
    for (int k = 1; k < 3; k++)
        if (fabs(dvec3_dot(axis[k], n)) > fabs(dvec3_dot(axis[up], n))) up = k;
    int k = up == 2 ? 0 : up + 1, m = up == 0 ? 2 : up - 1;
    double height = dvec3_dot(axis[up], n) < 0 ? -half[up] : half[up];
    flr_rectangle3 r;
    r.center = dvec3_round(dvec3_add_scaled(offset, height, axis[up]));
    r.axis_x = dvec3_round(axis[k]);
    r.axis_y = dvec3_round(axis[m]);
    r.half_x = (flr_real)half[k];
    r.half_y = (flr_real)half[m];
    return flr_convex3_rectangle(&r);
}

/// Sets the points of boxes with parallel faces: moved apart by the depth these touch in a region, any point
/// of which will do.
static void meet_faces(const flr_convex3 *a, const flr_convex3 *b, sat3_depth *d)
{
    dvec3 way = dvec3_sub(dvec3_from(b->center), dvec3_from(a->center));
    flr_convex3 x = face_along(a, d->normal, dvec3_make(0, 0, 0));
    flr_convex3 y = face_along(b, dvec3_neg(d->normal), dvec3_add_scaled(way, d->depth, d->normal));
    d->a = dvec3_from(flr_closest3_convex_convex(&x, &y, NULL).point_a);
    d->b = dvec3_add_scaled(d->a, -d->depth, d->normal);
}

/// Writes the result of two shapes that overlap, from the depth of their cores along an axis.
static void set_axis_depth(const flr_convex3 *a, const flr_convex3 *b, const sat3_depth *d, flr_gjk3 *r)
{
    double radius_a = (double)a->radius, radius_b = (double)b->radius, depth = d->depth + radius_a + radius_b;
    double error = 8 * d->rounding;
    if (sizeof(flr_real) == sizeof(float)) error += 0x1p-22 * depth;
    r->status = FLR_OK;
    r->overlap = true;
    r->beyond = false;
    r->distance = 0;
    r->signed_distance = (flr_real)-depth;
    r->lower = (flr_real)(depth - error);
    r->upper = (flr_real)(depth + error);
    r->normal = dvec3_round(d->normal);
    dvec3 center = dvec3_from(a->center);
    r->point_a = dvec3_round(dvec3_add(center, dvec3_add_scaled(d->a, radius_a, d->normal)));
    r->point_b = dvec3_round(dvec3_add(center, dvec3_add_scaled(d->b, -radius_b, d->normal)));
    r->iterations = 1;
}

bool flr_depth3_two_boxes(const flr_convex3 *a, const flr_convex3 *b, flr_gjk3 *r)
{
    sat3_depth d;
    if (a->kind != FLR_CONVEX3_BOX || b->kind != FLR_CONVEX3_BOX || !isfinite(a->radius + b->radius))
        return false;
    if (flr_sat3_box_box_depth(a, b, &d) != SAT3_DEEP) return false;
    if (!d.meets) meet_faces(a, b, &d);
    set_axis_depth(a, b, &d, r);
    return true;
}

static bool is_triangle(const flr_convex3 *c) { return c->kind == FLR_CONVEX3_CORNERS && c->count == 3; }

static bool two_triangles(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                          flr_gjk3 *r)
{
    sat3_depth d;
    if (!is_triangle(a) || !is_triangle(b) || !isfinite(a->radius + b->radius)) return false;
    if ((options && options->steps) || !flr_sat3_triangles_depth(a, b, &d)) return false;
    set_axis_depth(a, b, &d, r);
    return true;
}

/// Do both hulls contain their middles, by more than rounding?
static inline bool are_around_middles(const flr_convex3 *a, const flr_convex3 *b)
{
    return a->kind == FLR_CONVEX3_HULL && b->kind == FLR_CONVEX3_HULL && a->hull->is_centered &&
           b->hull->is_centered;
}

/// Are they such hulls, without cache and steps, so that a face is found before it is proved?
static inline bool are_solid_hulls(const pair3 *p, const flr_gjk3_options *options)
{
    return p->form == PAIR3_HULLS && !p->not_finite && !(options && (options->cache || options->steps)) &&
           are_around_middles(p->a.shape, p->b.shape);
}

static inline bool are_corners(const flr_convex3 *a, const flr_convex3 *b)
{
    return a->kind == FLR_CONVEX3_CORNERS && b->kind == FLR_CONVEX3_CORNERS;
}

bool flr_depth3_has_distance(const flr_convex3 *a, const flr_convex3 *b)
{
    return convex3_is_curved(a) || convex3_is_curved(b) || gjk3_is_segment_box(a, b) || are_corners(a, b) ||
           are_around_middles(a, b);
}

/// Stores the corners in the plane at which the search for a face has ended, for GJK to begin with.
static inline void begin_with(const facet3 *f, flr_gjk3_cache *near)
{
    near->count = (uint32_t)f->count;
    for (uint32_t i = 0; i < near->count; i++) {
        near->a[i] = f->a[i];
        near->b[i] = f->b[i];
    }
}

static inline void begin_with_point(const vertex3 *v, flr_gjk3_cache *near)
{
    near->count = 1;
    near->a[0] = v->id_a;
    near->b[0] = v->id_b;
}

/// Finds and proves a face, from the support point along the line of centres. Returns false with the corners
/// of a plane in *near, if any, with which a search may begin.
static inline bool try_hulls(const pair3 *p, vertex3 *last, flr_gjk3_cache *near, epa3_result *e)
{
    const convex_lanes *const form = convex_lanes_widest();
    facet3 f;
    const facet3_end end = form->find_face(p, last, &f);
    if (end == FACET3_APART) {
        begin_with(&f, near);
        return false;
    }
    if (end == FACET3_FOUND) {
        if (form->prove_face(p, &f, e) || flr_epa3_over(p, &f, last, e)) return true;
    } else {
        // without cells support points cost too much
        if (!(p->a.hull->cell_first && p->b.hull->cell_first)) return false;
        if (flr_epa3_between(p, last, e)) return true;
    }
    begin_with_point(last, near);
    return false;
}

/// Does the plane through the support point along the line of centres, perpendicular to that, keep the hulls
/// farther apart than was asked for?
static inline bool is_beyond(const pair3 *p, const flr_gjk3_options *options, dvec3 way, const vertex3 *top,
                             flr_gjk3 *r)
{
    const double high = -dvec3_dot(way, top->w), length = dvec3_length(way);
    if (!options || !(high > 0)) return false;
    const double noise = 4 * sqrt(gjk3_noise_of(2 * (gjk3_translation_squared(p) + vertex3_reach(top)))),
                 limit = (double)flr_gjk3_limit(options) + p->radius_a + p->radius_b;
    if (!(high > (limit * p->reference.unit + noise) * length)) return false;
    const double least = (high / length - noise) / p->reference.unit - p->radius_a - p->radius_b;
    *r = (flr_gjk3){.beyond = true, .upper = (flr_real)INFINITY, .iterations = 1};
    r->lower = r->distance = r->signed_distance = (flr_real)least;
    r->normal = dvec3_round(dvec3_scale(1 / length, way));
    return isfinite(least);
}

/// How the search for the face of two hulls has ended.
typedef enum hulls_end { HULLS_DEEP, HULLS_BEYOND, HULLS_OPEN } hulls_end;

/// Tests whether two hulls that contain their middles are beyond the limit, then looks for their depth.
static inline hulls_end try_solid_hulls(const pair3 *p, const flr_gjk3_options *options, flr_gjk3_cache *near,
                                        epa3_result *e, flr_gjk3 *r)
{
    const dvec3 way = dvec3_sub(p->b.middle, p->a.middle);
    vertex3 top;
    pair3_support(p, PAIR3_HULLS, dvec3_neg(way), &top);
    if (is_beyond(p, options, way, &top, r)) return HULLS_BEYOND;
    // without a limit, hulls that this plane separates are most often apart, and no face is looked for
    if (!options && dvec3_dot(way, top.w) < 0) return HULLS_OPEN;
    return try_hulls(p, &top, near, e) ? HULLS_DEEP : HULLS_OPEN;
}

/// Sets the numbers of the corners of the face that was found; of one corner for curved cores, or if the
/// face is not proved.
static inline void set_near(const epa3_result *e, uint32_t near[2][3])
{
    const bool is_proved = e->converged && e->id_a[0] != CORE3_NO_ID && e->id_b[0] != CORE3_NO_ID;
    for (int k = 0; near && k < (is_proved ? 3 : 1); k++) {
        near[0][k] = e->id_a[k];
        near[1][k] = e->id_b[k];
    }
}

/// Sets the result of cores that overlap, field by field: clearing all of it first is slow.
static inline void set_deep(const pair3 *p, const epa3_result *e, flr_gjk3 *r)
{
    r->overlap = true;
    r->beyond = false;
    r->distance = 0;
    r->iterations = 0;
    set_depth(p, e, r);
}

/// Sets the numbers of one corner of the simplex.
static inline void set_near_corner(const simplex3 *simplex, uint32_t near[2][3])
{
    if (!near || simplex->count == 0) return;
    near[0][0] = simplex->v[0].id_a;
    near[1][0] = simplex->v[0].id_b;
}

/// Answers for cores that overlap, by the polytope from the simplex that the search has ended with.
static inline __attribute__((always_inline)) void by_polytope(pair3 *p, const simplex3 *simplex,
                                                              flr_gjk3_cache *cache, uint32_t near[2][3],
                                                              const epa3_observer *observer, flr_gjk3 *r)
{
    epa3_result e;
    flr_epa3(p, simplex, cache, observer, &e);
    set_near(&e, near);
    if (is_curved(&p->a) || is_curved(&p->b)) {
        if (e.upper > 0 && !e.meets) finish_curved(p, &e);
        settle(&e);
        meet_touching(simplex, &e);
    }
    set_depth(p, &e, r);
    if (p->not_finite || !isfinite(r->signed_distance))
        *r = (flr_gjk3){.status = FLR_NOT_FINITE, .upper = (flr_real)INFINITY, .iterations = r->iterations};
}

/// Answers by the general search and, where the cores overlap, by their depth.
static inline __attribute__((always_inline)) void by_search(pair3 *p, const flr_gjk3_options *search,
                                                            flr_gjk3_cache *cache, uint32_t near[2][3],
                                                            const epa3_observer *observer, flr_gjk3 *r)
{
    simplex3 simplex;
    epa3_result e;
    *r = flr_gjk3_search_pair(p, search, &simplex);
    if (r->status == FLR_NOT_FINITE) return;
    set_near_corner(&simplex, near);
    // the cores are apart: a depth, if any, is that of the radii
    if (r->beyond || r->normal.x != 0 || r->normal.y != 0 || r->normal.z != 0) return;
    if (!observer && flr_depth3_coaxial(p, &e)) {
        settle(&e);
        set_depth(p, &e, r);
        r->upper += -r->signed_distance - r->lower;
        return;
    }
    by_polytope(p, &simplex, cache, near, observer, r);
}

void flr_signed_distance3_by_polytope(const flr_convex3 *a, const flr_convex3 *b,
                                      const epa3_observer *observer, flr_gjk3 *r)
{
    pair3 p;
    flr_pair3_make(&p, a, b);
    by_search(&p, NULL, NULL, NULL, observer, r);
}

/// Answers for two shapes of the kind with corners by the fast search, and by the polytope from its
/// tetrahedron. What rounding leaves open goes to the general search, with the simplex that was found. Returns
/// false for scenes that have to be loaded in another unit.
static __attribute__((noinline)) bool try_corners(const flr_convex3 *a, const flr_convex3 *b,
                                                  const flr_gjk3_options *options, uint32_t near[2][3],
                                                  flr_gjk3 *r)
{
    gjk3_around x;
    flr_gjk3_cache *const cache = options ? options->cache : NULL;
    *r = flr_gjk3_simplices_around(a, b, options, &x);
    set_near_corner(&x.simplex, near);
    if (x.end == GJK3_AROUND) {
        r->beyond = r->clear = false;
        r->distance = 0;
        by_polytope(&x.pair, &x.simplex, cache, near, NULL, r);
    }
    if (x.end != GJK3_OPEN) return true;
    if (x.simplex.count == 0) return false;
    flr_gjk3_cache own;
    const flr_gjk3_options on = {.max_distance = flr_gjk3_limit(options), .cache = cache ? cache : &own};
    on.cache->axis = flr_vec3_make(0, 0, 0);
    on.cache->count = (uint32_t)x.simplex.count;
    for (int i = 0; i < x.simplex.count; i++) {
        on.cache->a[i] = x.simplex.v[i].id_a;
        on.cache->b[i] = x.simplex.v[i].id_b;
    }
    by_search(&x.pair, &on, cache, near, NULL, r);
    return true;
}

void flr_signed_distance3_within(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3_options *options,
                                 uint32_t near[2][3], flr_gjk3 *r)
{
    if (are_corners(a, b)) {
        if (two_triangles(a, b, options, r) || try_corners(a, b, options, near, r)) return;
    } else if (flr_depth3_two_boxes(a, b, r) || flr_gjk3_try_segment_box(a, b, options, r)) {
        return;
    }
    pair3 p;
    epa3_result e;
    flr_gjk3_cache first = {.count = 0};
    flr_pair3_make(&p, a, b);
    if (are_solid_hulls(&p, options)) {
        const hulls_end end = try_solid_hulls(&p, options, &first, &e, r);
        if (end == HULLS_BEYOND) return;
        if (end == HULLS_DEEP) {
            set_near(&e, near);
            set_deep(&p, &e, r);
            return;
        }
        if (!options && !near) {
            *r = flr_closest3_convex_convex(a, b, NULL);
            if (!r->overlap) return;
        }
    }
    const flr_gjk3_options on = {.max_distance = flr_gjk3_limit(options), .cache = &first};
    by_search(&p, first.count > 0 ? &on : options, options ? options->cache : NULL, near, NULL, r);
}

flr_gjk3 flr_signed_distance3_convex_convex(const flr_convex3 *a, const flr_convex3 *b)
{
    flr_gjk3 r;
    flr_signed_distance3_within(a, b, NULL, NULL, &r);
    return r;
}
