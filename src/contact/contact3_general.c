#include "contact/contact3_convex_convex.h"
#include "contact/contact3_patch_end.h"
#include "convex/gjk_limit.h"
#include "convex/signed_distance3.h"

/// Which features are looked at, and what is gained along the normals of their faces.
typedef struct facing {
    feature3 a, b;
} facing;

static flr_real reach(const feature3 *f)
{
    flr_real most = 0;
    for (int i = 0; i < f->count; i++) {
        flr_real square = flr_length_squared3(f->corners[i]);
        if (square > most) most = square;
    }
    return (flr_real)sqrt((double)most);
}

/// How far the shapes are apart along a unit vector; below 0 minus how deep.
static flr_real gap_along(const flr_convex3 *a, const flr_convex3 *b, flr_vec3 n)
{
    flr_vec3 low = flr_add3(flr_feature3_offset(a, b), flr_feature3_top(b, flr_neg3(n)));
    return flr_dot3(flr_sub3(low, flr_feature3_top(a, n)), n) - a->radius - b->radius;
}

static bool is_curved(const flr_convex3 *c)
{
    return c->kind == FLR_CONVEX3_CYLINDER || c->kind == FLR_CONVEX3_CONE || c->kind == FLR_CONVEX3_USER;
}

/// Takes the normal of a face that is nearly square to the direction instead, where that is no worse than the bias
/// allows. Needed beside the bias itself where the direction is not known to the last digits: between cores that all but
/// touch, and of curved cores.
static bool take_face(const flr_convex3 *a, const flr_convex3 *b, flr_real slack, const facing *f,
                      contact3_pose *pose)
{
    flr_vec3 best = pose->normal;
    flr_real most = pose->separation - slack;
    bool found = false;
    for (int k = 0; k < 2; k++) {
        const feature3 *face = k ? &f->b : &f->a;
        flr_vec3 n = k ? flr_neg3(face->normal) : face->normal;
        if (face->count < 3 || flr_dot3(n, pose->normal) < (flr_real)0.7) continue;
        flr_real gap = gap_along(a, b, n);
        if (!(gap > most)) continue;
        // the second only where it is the better one beyond rounding
        most = gap + slack * (flr_real)1e-3;
        best = n;
        pose->separation = gap;
        found = true;
    }
    pose->normal = best;
    return found;
}

/// Field by field where it stays: a copy would wait for what was just written in parts.
static inline void set_pose(const flr_convex3 *a, const flr_convex3 *b, const flr_gjk3 *g, flr_real margin,
                            contact3_pose *pose)
{
    pose->origin = flr_feature3_anchor(a);
    pose->offset = flr_feature3_offset(a, b);
    pose->normal = g->normal;
    pose->separation = g->signed_distance;
    pose->radius_a = a->radius;
    pose->radius_b = b->radius;
    pose->point_a = flr_mul_add3(flr_sub3(g->point_a, pose->origin), -a->radius, g->normal);
    pose->point_b = flr_mul_add3(flr_sub3(g->point_b, pose->origin), b->radius, g->normal);
    pose->margin = margin;
    pose->is_curved = is_curved(a) || is_curved(b);
}

static void set_one_point(const flr_gjk3 *g, flr_vec3 normal, flr_manifold3 *m)
{
    m->normal = normal;
    m->count = 1;
    m->points[0].position = flr_lerp3(g->point_a, g->point_b, (flr_real)0.5);
    m->points[0].depth = -g->signed_distance;
    m->points[0].id = 0;
}

/// Part by part: as a whole it would be cleared by an instruction for long stretches of memory, which begins slowly.
static inline void clear(flr_manifold3 *m)
{
    const flr_manifold3_point none = {.id = 0};
    m->normal = flr_vec3_make(0, 0, 0);
    m->count = 0;
    m->inseparable = false;
    m->points[0] = none;
    m->points[1] = none;
    m->points[2] = none;
    m->points[3] = none;
}

flr_status flr_contact3_general(const flr_convex3 *a, const flr_convex3 *b,
                                const flr_contact3_options *options, flr_manifold3 *manifold)
{
    clear(manifold);
    uint32_t near[2][3] = {FEATURE3_NONE_NEAR, FEATURE3_NONE_NEAR};
    flr_gjk3_options within = {.max_distance = flr_gjk_up_to(options->margin)};
    if (options->cache) within.cache = &options->cache->gjk;
    flr_gjk3 g;
    flr_signed_distance3_within(a, b, &within, near, &g);
    if (g.status == FLR_NOT_FINITE) return g.status;
    if (g.beyond || g.signed_distance > options->margin) return g.status;
    if (!isfinite(g.signed_distance) || !flr_is_finite3(g.normal)) return FLR_NOT_FINITE;
    contact3_pose pose;
    set_pose(a, b, &g, options->margin, &pose);
    if (!(flr_length_squared3(pose.normal) > 0)) pose.normal = flr_vec3_make(1, 0, 0);
    const flr_real cores = g.signed_distance + a->radius + b->radius;
    facing f;
    if (a->kind == FLR_CONVEX3_HULL && b->kind == FLR_CONVEX3_HULL && !(cores > 0) &&
        !(options->face_bias > 0)) {
        feature3_place at[2];
        flr_feature3_find_hulls(a, b, pose.normal, near, at);
        if (flr_contact3_hulls_patch(&pose, a, b, at, manifold)) {
            if (options->cache) options->cache->normal = manifold->normal;
            return g.status;
        }
        flr_feature3_take_hulls(a, b, at, &f.a, &f.b);
    } else {
        flr_feature3_facing(a, b, pose.normal, near, &f.a, &f.b);
    }
    pose.size = flr_length3(pose.offset) + reach(&f.a) + reach(&f.b);
    if (!contact3_is_measurable(pose.size)) {
        set_one_point(&g, pose.normal, manifold);
        return g.status;
    }
    flr_real rounding = pose.size * (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-6
                                     : pose.is_curved                  ? (flr_real)1e-13
                                                                       : (flr_real)4e-15);
    bool vague = pose.is_curved || (cores > 0 && cores < pose.size * (flr_real)1e-5);
    if (vague || options->face_bias > 0) {
        if (take_face(a, b, rounding + (cores > 0 ? 0 : options->face_bias), &f, &pose)) {
            // the features along the normal before need not be those along this one
            for (int k = 0; k < 2; k++) near[k][1] = near[k][2] = FEATURE3_NO_VERTEX;
            flr_feature3_facing(a, b, pose.normal, near, &f.a, &f.b);
            // what is deeper by rounding alone is as deep as was proved
            if (pose.separation >= g.signed_distance - rounding) pose.separation = g.signed_distance;
        }
    }
    flr_contact3_patch(&pose, &f.a, &f.b, manifold);
    if (options->cache) options->cache->normal = manifold->normal;
    return g.status;
}
