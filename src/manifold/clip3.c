#include "manifold/clip3.h"

/// The point of an edge where `side`, linear along it, is 0; it is below 0 at one end and above at the other.
static clip3_point between(const clip3_point *p, double side_p, const clip3_point *q, double side_q)
{
    double t = side_p / (side_p - side_q);
    clip3_point r = {p->x + t * (q->x - p->x), p->y + t * (q->y - p->y), p->depth + t * (q->depth - p->depth),
                     0, p->rim && q->rim};
    return r;
}

/// Sutherland and Hodgman, "Reentrant Polygon Clipping" (1974): keeps what has no side above 0.
static void keep_below(clip3_patch *patch, const double *side, bool makes_rim)
{
    clip3_point in[CLIP3_MAX];
    int count = patch->count, made = 0;
    for (int i = 0; i < count; i++) in[i] = patch->points[i];
    for (int i = 0; i < count; i++) {
        if (!(side[i] > 0)) patch->points[made++] = in[i];
        int next = i + 1 < count ? i + 1 : 0;
        // a segment has one edge, not two
        if (count <= 2 && next == 0) break;
        if ((side[i] > 0 && side[next] < 0) || (side[i] < 0 && side[next] > 0)) {
            clip3_point cut = between(&in[i], side[i], &in[next], side[next]);
            cut.rim |= makes_rim;
            // convex input gives one more corner at most; rounding may bend it
            if (made < CLIP3_MAX) patch->points[made++] = cut;
        }
    }
    patch->count = made;
}

void flr_clip3_line(clip3_patch *patch, double a, double b, double c)
{
    double side[CLIP3_MAX];
    bool any = false;
    for (int i = 0; i < patch->count; i++) {
        side[i] = a * patch->points[i].x + b * patch->points[i].y - c;
        any |= side[i] > 0;
    }
    if (any) keep_below(patch, side, false);
}

void flr_clip3_depth(clip3_patch *patch, double least)
{
    double side[CLIP3_MAX];
    bool any = false;
    for (int i = 0; i < patch->count; i++) {
        side[i] = least - patch->points[i].depth;
        any |= side[i] > 0;
    }
    if (any) keep_below(patch, side, true);
}

void flr_clip3_drop(clip3_patch *patch, double least, double slack)
{
    int kept = 0;
    while (kept < patch->count && !patch->points[kept].rim && patch->points[kept].depth >= least) kept++;
    for (int i = kept; i < patch->count; i++) {
        clip3_point p = patch->points[i];
        if (p.rim || !(p.depth >= least - slack)) continue;
        if (p.depth < least) p.depth = least;
        patch->points[kept++] = p;
    }
    patch->count = kept;
}

void flr_clip3_merge(clip3_patch *patch)
{
    int kept = 0;
    for (int i = 0; i < patch->count; i++) {
        int same = 0;
        while (same < kept && patch->points[same].id != patch->points[i].id) same++;
        if (same == kept) {
            if (kept < i) patch->points[kept] = patch->points[i];
            kept++;
        } else if (patch->points[i].depth > patch->points[same].depth)
            patch->points[same] = patch->points[i];
    }
    patch->count = kept;
}

static double square_between(const clip3_point *p, const clip3_point *q)
{
    double x = q->x - p->x, y = q->y - p->y;
    return x * x + y * y;
}

/// Twice the area of a triangle, counter-clockwise above 0.
static double area(const clip3_point *p, const clip3_point *q, const clip3_point *r)
{
    return (q->x - p->x) * (r->y - p->y) - (q->y - p->y) * (r->x - p->x);
}

/// An earlier point gives way only to one that is better by more than this part.
#define CLEARLY (1 + 1e-3)

/// Depths that differ by no more than this part of the patch may stand for each other.
#define ALMOST 1e-9

static int deepest(const clip3_patch *p)
{
    int best = 0;
    for (int i = 1; i < p->count; i++)
        if (p->points[i].depth > p->points[best].depth) best = i;
    return best;
}

static int farthest_from_point(const clip3_patch *p, const clip3_point *from)
{
    int best = 0;
    double most = -1;
    for (int i = 0; i < p->count; i++) {
        double d = square_between(from, &p->points[i]);
        if (d > most * CLEARLY) most = d, best = i;
    }
    return best;
}

/// The farthest on either side of the line from a to b; -1 where nothing is.
static void farthest_aside(const clip3_patch *p, const clip3_point *a, const clip3_point *b, int *left,
                           int *right)
{
    double x = b->x - a->x, y = b->y - a->y, most = 0, least = 0;
    *left = *right = -1;
    for (int i = 0; i < p->count; i++) {
        double d = x * (p->points[i].y - a->y) - y * (p->points[i].x - a->x);
        if (d > most * CLEARLY) most = d, *left = i;
        if (d < least * CLEARLY) least = d, *right = i;
    }
}

/// The point on the right of a line from a to b that adds most beyond the sides a to c and c to b.
static int widest(const clip3_patch *p, const clip3_point *a, const clip3_point *b, const clip3_point *c)
{
    int best = 0;
    double most = 0;
    for (int i = 0; i < p->count; i++) {
        const clip3_point *q = &p->points[i];
        double ac = area(q, a, c), cb = area(q, c, b), gain = ac < cb ? -ac : -cb;
        if (gain > most * CLEARLY) most = gain, best = i;
    }
    return best;
}

/// In the order they had, each once.
static void keep_chosen(clip3_patch *patch, int all[4])
{
    int kept = 0;
    for (int i = 1; i < 4; i++) {
        int k = i, x = all[i];
        for (; k > 0 && all[k - 1] > x; k--) all[k] = all[k - 1];
        all[k] = x;
    }
    for (int i = 0; i < 4; i++)
        if (i == 0 || all[i] != all[i - 1]) patch->points[kept++] = patch->points[all[i]];
    patch->count = kept;
}

/// The two ends of the patch and what lies farthest on either side of the line between them; then once more the ends, as
/// what lies farthest on either side of the line between those two.
static void choose(const clip3_patch *patch, int all[4])
{
    const clip3_point *p = patch->points;
    int end = farthest_from_point(patch, &p[0]), start = farthest_from_point(patch, &p[end]);
    int left, right, first, last;
    farthest_aside(patch, &p[start], &p[end], &left, &right);
    if (left >= 0 && right >= 0) {
        farthest_aside(patch, &p[right], &p[left], &first, &last);
        if (first >= 0 && last >= 0) start = first, end = last;
    } else if (left >= 0) {
        right = widest(patch, &p[start], &p[end], &p[left]);
    } else if (right >= 0) {
        left = widest(patch, &p[end], &p[start], &p[right]);
    }
    all[0] = start;
    all[1] = end;
    all[2] = left >= 0 ? left : start;
    all[3] = right >= 0 ? right : start;
}

void flr_clip3_spread(clip3_patch *patch, double slack)
{
    if (patch->count <= 4) return;
    const clip3_point *p = patch->points;
    int all[4];
    choose(patch, all);
    double most = p[all[0]].depth;
    for (int k = 1; k < 4; k++)
        if (p[all[k]].depth > most) most = p[all[k]].depth;
    int bottom = deepest(patch);
    if (p[bottom].depth > most) {
        int nearest = 0;
        for (int k = 1; k < 4; k++)
            if (square_between(&p[bottom], &p[all[k]]) < square_between(&p[bottom], &p[all[nearest]]))
                nearest = k;
        // all but equal: the point that spreads better stands for it
        double extent = sqrt(square_between(&p[all[0]], &p[all[1]]));
        if (p[bottom].depth > most + slack + ALMOST * extent)
            all[nearest] = bottom;
        else
            patch->points[all[nearest]].depth = p[bottom].depth;
    }
    keep_chosen(patch, all);
}
