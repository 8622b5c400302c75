/// Contact patches of two features of which one is an edge or a corner: a stretch of that edge, or one point. No polygon
/// is clipped.
#include "contact/manifold3.h"
#include "contact/manifold3_ids.h"
#include "math/dvec3.h"
#include "math/vectors.h"

/// A feature seen along the normal, relative to a's anchor: x and y lie across the normal, h along it. After
/// the last corner the first one is repeated.
typedef struct seen {
    const feature3 *f;
    double x[FEATURE3_MAX + 1], y[FEATURE3_MAX + 1], h[FEATURE3_MAX + 1];
    /// Of a face: side i, from corner i to the next, is a * x + b * y = c, and (a, b) a unit vector outward.
    double a[FEATURE3_MAX], b[FEATURE3_MAX], c[FEATURE3_MAX];
    double longest;  ///< of the sides; infinite for a corner, which is as large as whatever it is on
} seen;

typedef struct scene {
    const contact3_pose *pose;
    flr_mat3 frame;  ///< z is the normal
    double slack, snap, radii;
} scene;

static inline void see(const scene *s, const feature3 *f, dvec3 from, seen *r)
{
    const dvec3 x = dvec3_from(s->frame.x), y = dvec3_from(s->frame.y), z = dvec3_from(s->frame.z);
    r->f = f;
    for (int i = 0; i < f->count; i++) {
        const dvec3 p = dvec3_add(from, dvec3_from(f->corners[i]));
        r->x[i] = dvec3_dot(x, p);
        r->y[i] = dvec3_dot(y, p);
        r->h[i] = dvec3_dot(z, p);
    }
    const double ex = r->x[f->count - 1] - r->x[0], ey = r->y[f->count - 1] - r->y[0];
    r->longest = f->count > 1 ? sqrt(ex * ex + ey * ey) : (double)INFINITY;
}

/// Computes the sides of a face, whose corners turn counter-clockwise as seen from outside. `turn` is 1 for a,
/// -1 for b. Returns false if a side has no length, or two form a tip: points outside both sides of a tip may
/// lie far beyond it.
static bool see_sides(const scene *s, double turn, seen *r)
{
    const int count = r->f->count;
    bool is_plain = true;
    r->x[count] = r->x[0];
    r->y[count] = r->y[0];
    for (int i = 0; i < count; i++) {
        const double ex = turn * (r->x[i + 1] - r->x[i]), ey = turn * (r->y[i + 1] - r->y[i]),
                     length = sqrt(ex * ex + ey * ey);
        is_plain &= length > s->slack;
        r->a[i] = ey / length;
        r->b[i] = -ex / length;
        r->c[i] = r->a[i] * r->x[i] + r->b[i] * r->y[i];
        r->longest = length > r->longest ? length : r->longest;
        if (i > 0) is_plain &= r->a[i - 1] * r->a[i] + r->b[i - 1] * r->b[i] > CONTACT3_SHARP;
    }
    return is_plain && r->a[count - 1] * r->a[0] + r->b[count - 1] * r->b[0] > CONTACT3_SHARP;
}

/// Returns the code of the corner that a place is on, else of the side, else of the whole feature.
static uint32_t code_at(const seen *r, double x, double y, double snap)
{
    const feature3 *f = r->f;
    double near_corner = snap * snap, near_side = near_corner;
    int corner = -1, side = -1;
    for (int i = 0; i < f->count; i++) {
        const double dx = x - r->x[i], dy = y - r->y[i], square = dx * dx + dy * dy;
        if (square < near_corner) near_corner = square, corner = i;
    }
    if (corner >= 0) return f->codes[corner];
    if (f->count < 3) return f->count == 1 ? f->codes[0] : feature3_edge_code(f, 0, 1);
    for (int i = 0; i < f->count; i++) {
        const double off = r->a[i] * x + r->b[i] * y - r->c[i], square = off * off;
        if (square < near_side) near_side = square, side = i;
    }
    return side < 0 ? feature3_face_code(f) : feature3_edge_code(f, side, side + 1 < f->count ? side + 1 : 0);
}

static uint32_t id_at(const scene *s, const seen *a, const seen *b, double x, double y)
{
    return contact3_id(code_at(a, x, y, s->snap), code_at(b, x, y, s->snap));
}

static void add(const scene *s, double x, double y, double middle, double depth, uint32_t id,
                flr_manifold3 *m)
{
    const double proved = -(double)s->pose->separation;
    const flr_vec3 at =
        flr_mul_add3(flr_mul_add3(flr_scale3((flr_real)middle, s->pose->normal), (flr_real)x, s->frame.x),
                     (flr_real)y, s->frame.y);
    flr_manifold3_point *p = &m->points[m->count++];
    p->position = flr_add3(s->pose->origin, at);
    p->depth = (flr_real)(depth < proved ? depth : proved);
    p->id = id;
}

// ---- A stretch of an edge

typedef struct place {
    double x, y, depth;
} place;

typedef struct stretch {
    int count;
    place end[2];
} stretch;

/// Keeps the part with a * x + b * y <= c, and an end outside by up to `slack`. It makes a new end only if the
/// other one is inside by more than that.
static void cut(stretch *p, double a, double b, double c, double slack)
{
    const place from = p->end[0], to = p->end[p->count - 1];
    const double first = a * from.x + b * from.y - (c + slack), last = a * to.x + b * to.y - (c + slack);
    if (!(first > 0 || last > 0)) return;
    const bool is_cut = first > 0 ? last < -slack : first < -slack;
    if (is_cut) {
        const double t = (first + slack) / (first - last);
        p->end[first > 0 ? 0 : 1] = (place){from.x + t * (to.x - from.x), from.y + t * (to.y - from.y),
                                            from.depth + t * (to.depth - from.depth)};
        return;
    }
    p->count = !(first > 0) + !(last > 0);
    p->end[0] = first > 0 ? to : from;
}

/// Makes the patch of two edges side by side: the ends of the stretch that they share, with the distances
/// there.
static void edges(const scene *s, const seen *a, const seen *b, flr_manifold3 *m)
{
    const double ux = a->x[1] - a->x[0], uy = a->y[1] - a->y[0], uh = a->h[1] - a->h[0],
                 uu = ux * ux + uy * uy;
    const double vx = b->x[1] - b->x[0], vy = b->y[1] - b->y[0], vh = b->h[1] - b->h[0],
                 vv = vx * vx + vy * vy, turn = ux * vy - uy * vx;
    // a sine above 0.1: they cross rather than lie side by side
    if (!(uu > s->slack * s->slack) || turn * turn > 0.01 * uu * vv) return;
    // of edges that rise more than they run the ends face one another, and places across would be rounded up the slope
    if (uh * uh > uu || vh * vh > vv) return;
    stretch p = {.count = 2};
    for (int i = 0; i < 2; i++) {
        // down from b to a: measured across as well, where the edges part
        const double t = ((b->x[i] - a->x[0]) * ux + (b->y[i] - a->y[0]) * uy) / uu;
        p.end[i] = (place){b->x[i], b->y[i], a->h[0] + t * uh - b->h[i]};
    }
    const double length = sqrt(uu), nx = ux / length, ny = uy / length;
    cut(&p, nx, ny, nx * a->x[1] + ny * a->y[1], s->slack);
    if (p.count > 0) cut(&p, -nx, -ny, -(nx * a->x[0] + ny * a->y[0]), s->slack);
    const double same = contact3_same(s->pose), wide = p.end[1].x - p.end[0].x,
                 high = p.end[1].y - p.end[0].y;
    if (p.count == 2 && !(wide * wide + high * high > same * same)) p.count = 1;
    const double bulge = (double)s->pose->radius_a - (double)s->pose->radius_b,
                 margin = (double)s->pose->margin;
    uint32_t before = 0;
    for (int i = 0; i < p.count; i++) {
        const place *q = &p.end[i];
        const double t = ((q->x - a->x[0]) * ux + (q->y - a->y[0]) * uy) / uu;
        const double qx = a->x[0] + t * ux, qy = a->y[0] + t * uy, h = a->h[0] + t * uh, dx = q->x - qx,
                     dy = q->y - qy;
        double gap = -q->depth;
        if (dx * dx + dy * dy > s->slack * s->slack) gap = sqrt(gap * gap + dx * dx + dy * dy);
        const uint32_t id = id_at(s, a, b, q->x, q->y);
        const bool is_new = i == 0 || id != before;
        before = id;
        if (-gap < -margin - s->radii - s->slack || !is_new) continue;
        const double depth = s->radii - gap;
        add(s, 0.5 * (q->x + qx), 0.5 * (q->y + qy), h - 0.5 * q->depth + 0.5 * bulge,
            depth < -margin ? -margin : depth, id, m);
    }
}

/// A face steeper than this does not clip.
#define STEEP 0.1

/// Makes the patch of the part of an edge that lies over a face. `side` is 1 if the face is a's, else -1.
static void edge_on_face(const scene *s, const seen *edge, const seen *face, double side, flr_manifold3 *m)
{
    const dvec3 normal = dvec3_from(face->f->normal);
    const double nx = dvec3_dot(dvec3_from(s->frame.x), normal),
                 ny = dvec3_dot(dvec3_from(s->frame.y), normal),
                 nz = dvec3_dot(dvec3_from(s->frame.z), normal);
    if (!(side * nz > STEEP)) return;
    const double x0 = face->x[0], y0 = face->y[0], h0 = face->h[0];
    stretch p = {.count = 2};
    for (int i = 0; i < 2; i++) {
        const double x = edge->x[i], y = edge->y[i], h = h0 - (nx * (x - x0) + ny * (y - y0)) / nz;
        p.end[i] = (place){x, y, side * (h - edge->h[i])};
    }
    for (int i = 0; i < face->f->count && p.count > 0; i++)
        cut(&p, face->a[i], face->b[i], face->c[i], s->slack);
    const double least = -(double)s->pose->margin - s->radii, same = contact3_same(s->pose),
                 bulge = (double)s->pose->radius_a - (double)s->pose->radius_b;
    const bool a_first = side > 0;
    uint32_t id[2];
    int kept = 0;
    for (int i = 0; i < p.count; i++) {
        const place q = p.end[i];
        if (!(q.depth >= least - s->slack)) continue;
        const uint32_t here = id_at(s, a_first ? face : edge, a_first ? edge : face, q.x, q.y);
        const double wide = q.x - p.end[0].x, high = q.y - p.end[0].y;
        // of two in one place or of one id the deeper
        const bool again = kept == 1 && (here == id[0] || !(wide * wide + high * high > same * same));
        if (again && !(q.depth > p.end[0].depth)) continue;
        kept += !again;
        p.end[kept - 1] = q;
        id[kept - 1] = here;
    }
    for (int i = 0; i < kept; i++) {
        const place q = p.end[i];
        const double h = h0 - (nx * (q.x - x0) + ny * (q.y - y0)) / nz,
                     depth = q.depth < least ? least : q.depth;
        add(s, q.x, q.y, h - side * (0.5 * depth) + 0.5 * bulge, depth + s->radii, id[i], m);
    }
}

bool flr_contact3_edge_patch(const contact3_pose *pose, const feature3 *a, const feature3 *b,
                             flr_manifold3 *m)
{
    scene s = {.pose = pose,
               .frame = flr_frame_around3(pose->normal),
               .slack = contact3_slack(pose),
               .radii = (double)pose->radius_a + (double)pose->radius_b};
    seen x, y;
    if (a->count > 2 && b->count > 2) return false;
    see(&s, a, dvec3_make(0, 0, 0), &x);
    see(&s, b, dvec3_from(pose->offset), &y);
    if ((a->count > 2 && !see_sides(&s, 1, &x)) || (b->count > 2 && !see_sides(&s, -1, &y))) return false;
    s.snap = contact3_snap(pose, x.longest, y.longest);
    if (a->count == 2 && b->count == 2) edges(&s, &x, &y, m);
    if (a->count > 2 && b->count == 2) edge_on_face(&s, &y, &x, 1, m);
    if (a->count == 2 && b->count > 2) edge_on_face(&s, &x, &y, -1, m);
    if (!contact3_is_deep_enough(pose, m)) {
        const flr_vec3 p = contact3_witness(pose);
        const double at_x = (double)flr_dot3(p, s.frame.x), at_y = (double)flr_dot3(p, s.frame.y);
        contact3_add_witness(pose, id_at(&s, &x, &y, at_x, at_y), m);
    }
    contact3_settle_ids(m);
    return true;
}
