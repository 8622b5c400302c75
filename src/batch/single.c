/// How is one element of a batch answered? Its shapes are read from the arrays of the job, a typed function
/// answers, and the caller's arrays get what they have room for. The scalar loops do this for each element.
/// The other loops do it if lanes cannot decide, or if no block is full.
#include "batch/job.h"

static flr_vec3 point(const batch_job *job, int k, size_t i)
{
    const flr_batch_points3 *p = &job->points[k];
    size_t at = p->one ? 0 : i;
    return flr_vec3_make(p->x[at], p->y[at], p->z[at]);
}

static flr_real real(const batch_job *job, int k, size_t i)
{
    return job->reals[k].value[job->reals[k].one ? 0 : i];
}

static flr_segment3 segment(const batch_job *job, int k, size_t i)
{
    flr_segment3 s = {point(job, k, i), point(job, k + 1, i)};
    return s;
}

static flr_triangle3 triangle(const batch_job *job, int k, size_t i)
{
    flr_triangle3 t = {point(job, k, i), point(job, k + 1, i), point(job, k + 2, i)};
    return t;
}

static flr_aabb3 aabb(const batch_job *job, int k, size_t i)
{
    flr_aabb3 b = {point(job, k, i), point(job, k + 1, i)};
    return b;
}

static flr_sphere sphere(const batch_job *job, int k, int radius, size_t i)
{
    flr_sphere s = {point(job, k, i), real(job, radius, i)};
    return s;
}

static flr_raycast3_path path(const batch_job *job, size_t i)
{
    return flr_raycast3_path_make(point(job, 0, i), point(job, 1, i), real(job, 0, i), real(job, 1, i));
}

static void put_real(flr_real *out, size_t i, flr_real value)
{
    if (out) out[i] = value;
}
static void put_bool(bool *out, size_t i, bool value)
{
    if (out) out[i] = value;
}
static void put_point(const flr_batch_points3_out *out, size_t i, flr_vec3 p)
{
    if (!out->x) return;
    out->x[i] = p.x;
    out->y[i] = p.y;
    out->z[i] = p.z;
}

void flr_batch_single_closest3_point_segment(const batch_job *job, size_t i)
{
    const flr_segment3 s = segment(job, 1, i);
    flr_closest3 c = flr_closest3_point_segment(point(job, 0, i), &s);
    put_real(job->out.closest.distance, i, c.distance);
    put_point(&job->out.closest.point_b, i, c.point_b);
}

void flr_batch_single_closest3_point_triangle(const batch_job *job, size_t i)
{
    const flr_triangle3 t = triangle(job, 1, i);
    flr_closest3 c = flr_closest3_point_triangle(point(job, 0, i), &t);
    put_real(job->out.closest.distance, i, c.distance);
    put_point(&job->out.closest.point_b, i, c.point_b);
}

void flr_batch_single_closest3_point_aabb(const batch_job *job, size_t i)
{
    const flr_aabb3 b = aabb(job, 1, i);
    flr_closest3 c = flr_closest3_point_aabb(point(job, 0, i), &b);
    put_real(job->out.closest.distance, i, c.distance);
    put_point(&job->out.closest.point_b, i, c.point_b);
}

void flr_batch_single_closest3_segment_segment(const batch_job *job, size_t i)
{
    const flr_segment3 a = segment(job, 0, i), b = segment(job, 2, i);
    flr_closest3 c = flr_closest3_segment_segment(&a, &b);
    put_real(job->out.closest.distance, i, c.distance);
    put_point(&job->out.closest.point_a, i, c.point_a);
    put_point(&job->out.closest.point_b, i, c.point_b);
}

void flr_batch_single_raycast3_ray_triangle(const batch_job *job, size_t i)
{
    const flr_batch_raycast3_triangle *out = &job->out.cast_triangle;
    const flr_raycast3_path p = path(job, i);
    const flr_triangle3 t = triangle(job, 2, i);
    flr_raycast3_triangle c = flr_raycast3_ray_triangle(&p, &t, job->options);
    put_bool(out->hit, i, c.hit);
    put_bool(out->front, i, c.front);
    put_real(out->t, i, c.t);
    put_point(&out->point, i, c.point);
    put_point(&out->normal, i, c.normal);
    for (int k = 0; k < 3; ++k) put_real(out->barycentric[k], i, c.barycentric[k]);
}

void flr_batch_single_raycast3_ray_aabb(const batch_job *job, size_t i)
{
    const flr_batch_rayhits3 *out = &job->out.cast;
    const flr_raycast3_path p = path(job, i);
    const flr_aabb3 b = aabb(job, 2, i);
    flr_rayhit3 c = flr_raycast3_ray_aabb(&p, &b);
    put_bool(out->hit, i, c.hit);
    put_bool(out->inside, i, c.inside);
    put_real(out->t, i, c.t);
    put_real(out->t_exit, i, c.t_exit);
    put_point(&out->point, i, c.point);
    put_point(&out->normal, i, c.normal);
}

void flr_batch_single_overlap3_sphere_sphere(const batch_job *job, size_t i)
{
    const flr_sphere a = sphere(job, 0, 0, i), b = sphere(job, 1, 1, i);
    put_bool(job->out.overlap, i, flr_overlap3_sphere_sphere(&a, &b));
}

void flr_batch_single_overlap3_sphere_aabb(const batch_job *job, size_t i)
{
    const flr_sphere a = sphere(job, 0, 0, i);
    const flr_aabb3 b = aabb(job, 1, i);
    put_bool(job->out.overlap, i, flr_overlap3_sphere_aabb(&a, &b));
}

void flr_batch_single_overlap3_aabb_aabb(const batch_job *job, size_t i)
{
    const flr_aabb3 a = aabb(job, 0, i), b = aabb(job, 2, i);
    put_bool(job->out.overlap, i, flr_overlap3_aabb_aabb(&a, &b));
}

void flr_batch_single_overlap3_triangle_triangle(const batch_job *job, size_t i)
{
    const flr_triangle3 a = triangle(job, 0, i), b = triangle(job, 3, i);
    put_bool(job->out.overlap, i, flr_overlap3_triangle_triangle(&a, &b));
}

#define LOOP(name)                                                                                           \
    static void name(const batch_job *job)                                                                   \
    {                                                                                                        \
        for (size_t i = job->begin; i < job->end; ++i) flr_batch_single_##name(job, i);                      \
    }
BATCH_QUESTIONS(LOOP)

const batch_loops flr_batch_loops_scalar = {
#define MEMBER(name) name,
    BATCH_QUESTIONS(MEMBER)};
