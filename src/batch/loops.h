/// The loops of one width, for a source that defines SIMD_WIDTH and BATCH_LOOPS, the name of its table. Each
/// loop takes a block of elements at a time. The last block ends at the last element: it overlaps the one
/// before, and answers twice with the same bits. An array shorter than a block is left to the scalar calls.
#include "batch/job.h"
#include "batch/simd3_triangles.h"
#include "raycast/raycast3_lanes.h"

enum { WIDTH = SIMD_WIDTH };

/// Where the inputs are read. A single element that stands for all is repeated over a block; then `follow` is
/// 0, else all ones.
typedef struct source {
    const flr_real *x[BATCH_POINTS], *y[BATCH_POINTS], *z[BATCH_POINTS], *real[BATCH_REALS];
    size_t follow[BATCH_POINTS], real_follows[BATCH_REALS];
    flr_real repeated[3 * BATCH_POINTS + BATCH_REALS][WIDTH];
} source;

static const flr_real *repeat(source *s, int row, flr_real value)
{
    for (int i = 0; i < WIDTH; ++i) s->repeated[row][i] = value;
    return s->repeated[row];
}

static void open_source(source *s, const batch_job *job)
{
    for (int k = 0; k < job->point_count; ++k) {
        const flr_batch_points3 *p = &job->points[k];
        s->follow[k] = p->one ? 0 : ~(size_t)0;
        s->x[k] = p->one ? repeat(s, 3 * k, *p->x) : p->x;
        s->y[k] = p->one ? repeat(s, 3 * k + 1, *p->y) : p->y;
        s->z[k] = p->one ? repeat(s, 3 * k + 2, *p->z) : p->z;
    }
    for (int k = 0; k < job->real_count; ++k) {
        const flr_batch_reals *r = &job->reals[k];
        s->real_follows[k] = r->one ? 0 : ~(size_t)0;
        s->real[k] = r->one ? repeat(s, 3 * BATCH_POINTS + k, *r->value) : r->value;
    }
}

static inline simd_3 point(const source *s, int k, size_t i)
{
    size_t at = i & s->follow[k];
    simd_3 p = {simd_load_wide(s->x[k] + at), simd_load_wide(s->y[k] + at), simd_load_wide(s->z[k] + at)};
    return p;
}

static inline simd_d real(const source *s, int k, size_t i)
{
    return simd_load_wide(s->real[k] + (i & s->real_follows[k]));
}

/// Returns the first element of the block that begins at i. If that block would end past the last element,
/// the last block is returned.
static inline size_t block(const batch_job *job, size_t i)
{
    return i + WIDTH <= job->end ? i : job->end - WIDTH;
}

static inline void put_real(flr_real *out, size_t i, simd_d value)
{
    if (out) simd_store(out + i, simd_real(value));
}

static inline void put_bool(bool *out, size_t i, simd_m m)
{
    if (!out) return;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    // byte k gets bit k of its own copy of the bits, and becomes 1 if that bit is set
    uint64_t bytes = simd_bits(m) * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);
    bytes = ((bytes + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7) & UINT64_C(0x0101010101010101);
    memcpy(out + i, &bytes, WIDTH);
#else
    for (unsigned k = 0; k < WIDTH; ++k) out[i + k] = (simd_bits(m) >> k) & 1;
#endif
}

static inline void put_point(const flr_batch_points3_out *out, size_t i, simd_3 p)
{
    if (!out->x) return;
    put_real(out->x, i, p.x);
    put_real(out->y, i, p.y);
    put_real(out->z, i, p.z);
}

/// Answers the elements of a block that the lanes could not decide.
static inline void finish(const batch_job *job, batch_single_fn *single, size_t i, simd_m decided)
{
    const unsigned all = (1u << WIDTH) - 1;
    for (unsigned left = ~simd_bits(decided) & all; left != 0; left &= left - 1)
        single(job, i + (size_t)__builtin_ctz(left));
}

/// LOOP(name) { body } END: the body answers the block of elements from i on.
#define LOOP(name)                                                                                           \
    static void name(const batch_job *job)                                                                   \
    {                                                                                                        \
        batch_single_fn *const single = flr_batch_single_##name;                                             \
        if (job->end - job->begin < WIDTH) {                                                                 \
            for (size_t i = job->begin; i < job->end; ++i) single(job, i);                                   \
            return;                                                                                          \
        }                                                                                                    \
        source in;                                                                                           \
        open_source(&in, job);                                                                               \
        for (size_t next = job->begin; next < job->end; next += WIDTH) {                                     \
            const size_t i = block(job, next);
#define END                                                                                                  \
    }                                                                                                        \
    }

static inline void put_nearest(const batch_job *job, batch_single_fn *single, size_t i,
                               const simd3_nearest *n)
{
    const flr_batch_closest3 *out = &job->out.closest;
    if (out->distance) put_real(out->distance, i, simd_sqrt(n->squared));
    put_point(&out->point_b, i, n->point);
    finish(job, single, i, n->decided);
}

LOOP(closest3_point_segment)
simd3_nearest n = simd3_point_segment(point(&in, 0, i), point(&in, 1, i), point(&in, 2, i));
put_nearest(job, single, i, &n);
END

LOOP(closest3_point_triangle)
simd3_nearest n =
    simd3_point_triangle(point(&in, 0, i), point(&in, 1, i), point(&in, 2, i), point(&in, 3, i));
put_nearest(job, single, i, &n);
END

LOOP(closest3_point_aabb)
simd3_nearest n = simd3_point_aabb(point(&in, 0, i), point(&in, 1, i), point(&in, 2, i));
put_nearest(job, single, i, &n);
END

LOOP(closest3_segment_segment)
simd3_bridge b =
    simd3_segment_segment(point(&in, 0, i), point(&in, 1, i), point(&in, 2, i), point(&in, 3, i));
const flr_batch_closest3 *out = &job->out.closest;
if (out->distance) put_real(out->distance, i, simd_sqrt(b.squared));
put_point(&out->point_a, i, b.point_a);
put_point(&out->point_b, i, b.point_b);
finish(job, single, i, b.decided);
END

    static inline simd_3
    where(simd_m m, simd_3 a)
{
    const simd_3 nothing = {simd_all(0), simd_all(0), simd_all(0)};
    return simd3_select(m, a, nothing);
}

LOOP(raycast3_ray_triangle)
const flr_batch_raycast3_triangle *out = &job->out.cast_triangle;
const simd_d zero = simd_all(0);
simd_3 direction = point(&in, 1, i);
const simd3_path p = simd3_path_make(point(&in, 0, i), direction, real(&in, 0, i), real(&in, 1, i));
simd3_triangle_hit h = simd3_ray_triangle(&p, point(&in, 2, i), point(&in, 3, i), point(&in, 4, i),
                                          (job->options & FLR_RAYCAST_FRONT_ONLY) != 0);
put_bool(out->hit, i, h.hit);
put_bool(out->front, i, simd_and(h.hit, simd_more(h.determinant, zero)));
simd3_triangle_answer hit_at = {simd_real(zero), {zero, zero, zero}};
bool any = simd_any(h.hit);
if (any) hit_at = simd3_triangle_result(&p, &h);
put_real(out->t, i, simd_select(h.hit, simd_wide(hit_at.t), zero));
if (out->point.x) put_point(&out->point, i, where(h.hit, simd3_path_point(p.origin, direction, hit_at.t)));
if (out->normal.x) put_point(&out->normal, i, where(h.hit, simd3_facing_normal(&h)));
hit_at.weight = where(h.hit, hit_at.weight);
put_real(out->barycentric[0], i, hit_at.weight.x);
put_real(out->barycentric[1], i, hit_at.weight.y);
put_real(out->barycentric[2], i, hit_at.weight.z);
finish(job, single, i, simd_or(h.hit, h.miss));
END

    static inline simd_3
    reciprocal(simd_3 step)
{
    const simd_d zero = simd_all(0), one = simd_all(1);
    simd_3 over = {one / (step.x + zero), one / (step.y + zero), one / (step.z + zero)};
    return over;
}

LOOP(raycast3_ray_aabb)
const flr_batch_rayhits3 *out = &job->out.cast;
const simd_d zero = simd_all(0);
simd_3 direction = point(&in, 1, i), low = point(&in, 2, i), high = point(&in, 3, i);
const simd3_path p = simd3_path_make(point(&in, 0, i), direction, real(&in, 0, i), real(&in, 1, i));
simd3_aabb_hit h = simd3_ray_aabb(&p, reciprocal(direction), low, high);
simd_d ends = simd3_nothing(p.origin) + p.spread * zero;
simd_m decided =
    simd_and(simd_or(h.hit, h.miss), simd_and(simd_equal(ends, zero), simd_more(p.spread, zero)));
if (simd_any(h.hit)) {
    simd3_aabb_answer hit_at = simd3_aabb_result(&p, direction, &h, low, high);
    put_bool(out->hit, i, h.hit);
    put_bool(out->inside, i, simd_and(h.hit, hit_at.inside));
    put_real(out->t, i, simd_select(h.hit, simd_wide(hit_at.t), zero));
    put_real(out->t_exit, i, simd_select(h.hit, simd_wide(hit_at.t_exit), zero));
    put_point(&out->point, i, where(h.hit, hit_at.point));
    put_point(&out->normal, i, where(h.hit, hit_at.normal));
    decided = simd_and(decided, simd_or(h.miss, hit_at.known));
} else {
    const simd_3 nothing = {zero, zero, zero};
    put_bool(out->hit, i, h.hit);
    put_bool(out->inside, i, h.hit);
    put_real(out->t, i, zero);
    put_real(out->t_exit, i, zero);
    put_point(&out->point, i, nothing);
    put_point(&out->normal, i, nothing);
}
finish(job, single, i, decided);
END

    static inline void
    put_verdict(const batch_job *job, batch_single_fn *single, size_t i, simd_verdict v)
{
    put_bool(job->out.overlap, i, v.yes);
    finish(job, single, i, v.decided);
}

LOOP(overlap3_sphere_sphere)
put_verdict(job, single, i,
            simd3_sphere_sphere(point(&in, 0, i), real(&in, 0, i), point(&in, 1, i), real(&in, 1, i)));
END

    LOOP(overlap3_sphere_aabb)
        put_verdict(job, single, i,
                    simd3_sphere_aabb(point(&in, 0, i), real(&in, 0, i), point(&in, 1, i), point(&in, 2, i)));
END

    LOOP(overlap3_aabb_aabb)(void) single;
simd_3 a = point(&in, 0, i), b = point(&in, 1, i), c = point(&in, 2, i), d = point(&in, 3, i);
simd_m x = simd_and(simd_at_most(a.x, d.x), simd_at_most(c.x, b.x));
simd_m y = simd_and(simd_at_most(a.y, d.y), simd_at_most(c.y, b.y));
simd_m z = simd_and(simd_at_most(a.z, d.z), simd_at_most(c.z, b.z));
put_bool(job->out.overlap, i, simd_and(x, simd_and(y, z)));
END

    LOOP(overlap3_triangle_triangle) const simd3_corners t = {point(&in, 0, i), point(&in, 1, i),
                                                              point(&in, 2, i)};
const simd3_corners u = {point(&in, 3, i), point(&in, 4, i), point(&in, 5, i)};
put_verdict(job, single, i, simd3_triangle_triangle(&t, &u));
END

    const batch_loops BATCH_LOOPS = {
#define MEMBER(name) name,
        BATCH_QUESTIONS(MEMBER)};
