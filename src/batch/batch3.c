/// How do arrays of shapes in space get their answers? Each function describes its arrays as a job and
/// passes it to the widest loops that this processor runs.
#include "batch/job.h"

/// Returns the widest loops of this processor. Every call asks again, which is some loads and tests, so there
/// is no global state.
static const batch_loops *widest(void)
{
    for (int width = BATCH_WIDTHS - 1; width > BATCH_SCALAR; --width) {
        const batch_loops *loops = flr_batch_loops((batch_width)width);
        if (loops) return loops;
    }
    return flr_batch_loops(BATCH_SCALAR);
}

static batch_job range(size_t begin, size_t end)
{
    batch_job job = {.begin = begin, .end = end > begin ? end : begin};
    return job;
}

static void add_segments(batch_job *job, const flr_batch_segments3 *s)
{
    job->points[job->point_count++] = s->a;
    job->points[job->point_count++] = s->b;
}

static void add_triangles(batch_job *job, const flr_batch_triangles3 *t)
{
    job->points[job->point_count++] = t->a;
    job->points[job->point_count++] = t->b;
    job->points[job->point_count++] = t->c;
}

static void add_aabbs(batch_job *job, const flr_batch_aabbs3 *b)
{
    job->points[job->point_count++] = b->min;
    job->points[job->point_count++] = b->max;
}

static void add_spheres(batch_job *job, const flr_batch_spheres *s)
{
    job->points[job->point_count++] = s->center;
    job->reals[job->real_count++] = s->radius;
}

static void add_reals(batch_job *job, const flr_batch_reals *given, const flr_real *usual)
{
    const flr_batch_reals fixed = {usual, true};
    job->reals[job->real_count++] = given->value ? *given : fixed;
}

static void add_rays(batch_job *job, const flr_batch_rays3 *r)
{
    static const flr_real zero = 0, infinite = (flr_real)INFINITY;
    job->points[job->point_count++] = r->origin;
    job->points[job->point_count++] = r->direction;
    add_reals(job, &r->t_min, &zero);
    add_reals(job, &r->t_max, &infinite);
}

void flr_batch_closest3_point_segment(const flr_batch_points3 *p, const flr_batch_segments3 *s, size_t begin,
                                      size_t end, const flr_batch_closest3 *out)
{
    batch_job job = range(begin, end);
    job.points[job.point_count++] = *p;
    add_segments(&job, s);
    job.out.closest = *out;
    widest()->closest3_point_segment(&job);
}

void flr_batch_closest3_point_triangle(const flr_batch_points3 *p, const flr_batch_triangles3 *t,
                                       size_t begin, size_t end, const flr_batch_closest3 *out)
{
    batch_job job = range(begin, end);
    job.points[job.point_count++] = *p;
    add_triangles(&job, t);
    job.out.closest = *out;
    widest()->closest3_point_triangle(&job);
}

void flr_batch_closest3_point_aabb(const flr_batch_points3 *p, const flr_batch_aabbs3 *b, size_t begin,
                                   size_t end, const flr_batch_closest3 *out)
{
    batch_job job = range(begin, end);
    job.points[job.point_count++] = *p;
    add_aabbs(&job, b);
    job.out.closest = *out;
    widest()->closest3_point_aabb(&job);
}

void flr_batch_closest3_segment_segment(const flr_batch_segments3 *a, const flr_batch_segments3 *b,
                                        size_t begin, size_t end, const flr_batch_closest3 *out)
{
    batch_job job = range(begin, end);
    add_segments(&job, a);
    add_segments(&job, b);
    job.out.closest = *out;
    widest()->closest3_segment_segment(&job);
}

void flr_batch_raycast3_ray_triangle(const flr_batch_rays3 *rays, const flr_batch_triangles3 *t,
                                     unsigned options, size_t begin, size_t end,
                                     const flr_batch_raycast3_triangle *out)
{
    batch_job job = range(begin, end);
    add_rays(&job, rays);
    add_triangles(&job, t);
    job.options = options;
    job.out.cast_triangle = *out;
    widest()->raycast3_ray_triangle(&job);
}

void flr_batch_raycast3_ray_aabb(const flr_batch_rays3 *rays, const flr_batch_aabbs3 *b, size_t begin,
                                 size_t end, const flr_batch_rayhits3 *out)
{
    batch_job job = range(begin, end);
    add_rays(&job, rays);
    add_aabbs(&job, b);
    job.out.cast = *out;
    widest()->raycast3_ray_aabb(&job);
}

void flr_batch_overlap3_sphere_sphere(const flr_batch_spheres *a, const flr_batch_spheres *b, size_t begin,
                                      size_t end, bool *overlap)
{
    batch_job job = range(begin, end);
    add_spheres(&job, a);
    add_spheres(&job, b);
    job.out.overlap = overlap;
    widest()->overlap3_sphere_sphere(&job);
}

void flr_batch_overlap3_sphere_aabb(const flr_batch_spheres *a, const flr_batch_aabbs3 *b, size_t begin,
                                    size_t end, bool *overlap)
{
    batch_job job = range(begin, end);
    add_spheres(&job, a);
    add_aabbs(&job, b);
    job.out.overlap = overlap;
    widest()->overlap3_sphere_aabb(&job);
}

void flr_batch_overlap3_aabb_aabb(const flr_batch_aabbs3 *a, const flr_batch_aabbs3 *b, size_t begin,
                                  size_t end, bool *overlap)
{
    batch_job job = range(begin, end);
    add_aabbs(&job, a);
    add_aabbs(&job, b);
    job.out.overlap = overlap;
    widest()->overlap3_aabb_aabb(&job);
}

void flr_batch_overlap3_triangle_triangle(const flr_batch_triangles3 *a, const flr_batch_triangles3 *b,
                                          size_t begin, size_t end, bool *overlap)
{
    batch_job job = range(begin, end);
    add_triangles(&job, a);
    add_triangles(&job, b);
    job.out.overlap = overlap;
    widest()->overlap3_triangle_triangle(&job);
}
