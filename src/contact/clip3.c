/// How is a contact patch clipped (Sutherland and Hodgman), and reduced to four points that keep its extent
/// and its deepest point?
#include "contact/clip3.h"

/// Keeps the part of a polygon where `side` is not above 0 (Sutherland and Hodgman, "Reentrant Polygon
/// Clipping", 1974). It has no branches: every corner and cut is written, and counted if it is kept. `side`
/// is reduced by the slack, so that corners outside within rounding errors stay unchanged, and cuts lie on
/// the line.
static void keep_below(clip3_patch *patch, const double *side, double slack, bool makes_rim)
{
    const clip3_corners *in = clip3_now(patch);
    clip3_corners *out = &patch->room[1 - patch->at];
    const int count = patch->count;
    int made = 0;
    for (int i = 0; i < count; i++) {
        const int next = i + 1 < count ? i + 1 : 0;
        const double here = side[i], there = side[next];
        const double x = in->x[i], y = in->y[i], depth = in->depth[i];
        out->x[made] = x;
        out->y[made] = y;
        out->depth[made] = depth;
        out->rim[made] = in->rim[i];
        made += !(here > 0);
        // where the side, linear along the edge, is that of the line
        const double t = (here + slack) / (here - there);
        out->x[made] = x + t * (in->x[next] - x);
        out->y[made] = y + t * (in->y[next] - y);
        out->depth[made] = depth + t * (in->depth[next] - depth);
        out->rim[made] = (in->rim[i] & in->rim[next]) | makes_rim;
        // a segment has one edge, not two
        const bool is_edge = (count > 2) | (next > i);
        made += (((here > 0) & (there < -slack)) | ((here < -slack) & (there > 0))) & is_edge;
        // a convex polygon gets at most one corner more; rounding errors may bend it
        made = made < CLIP3_MAX ? made : CLIP3_MAX;
    }
    patch->count = made;
    patch->at = 1 - patch->at;
}

void flr_clip3_line(clip3_patch *patch, double a, double b, double c, double slack)
{
    const clip3_corners *p = clip3_now(patch);
    const double limit = c + slack;
    double side[CLIP3_MAX], most = 0;
    for (int i = 0; i < patch->count; i++) {
        side[i] = a * p->x[i] + b * p->y[i] - limit;
        most = side[i] > most ? side[i] : most;
    }
    if (most > 0) keep_below(patch, side, slack, false);
}

void flr_clip3_depth(clip3_patch *patch, double least)
{
    const clip3_corners *p = clip3_now(patch);
    double side[CLIP3_MAX], most = 0;
    for (int i = 0; i < patch->count; i++) {
        side[i] = least - p->depth[i];
        most = side[i] > most ? side[i] : most;
    }
    if (most > 0) keep_below(patch, side, 0, true);
}

/// Moves point `from` to the place of another one, which comes no later.
static inline void move(clip3_patch *patch, int to, int from)
{
    clip3_corners *p = clip3_now(patch);
    p->x[to] = p->x[from];
    p->y[to] = p->y[from];
    p->depth[to] = p->depth[from];
    patch->id[to] = patch->id[from];
}

void flr_clip3_drop(clip3_patch *patch, double least, double slack)
{
    clip3_corners *p = clip3_now(patch);
    int kept = 0;
    for (int i = 0; i < patch->count; i++) {
        const double depth = p->depth[i];
        p->x[kept] = p->x[i];
        p->y[kept] = p->y[i];
        p->depth[kept] = depth < least ? least : depth;
        kept += !p->rim[i] & (depth >= least - slack);
    }
    patch->count = kept;
}

void flr_clip3_merge(clip3_patch *patch)
{
    // a hash bit for each id: ids with different bits are different
    uint64_t bits = 0;
    int distinct = 0;
    for (int i = 0; i < patch->count; i++) {
        const uint64_t bit = UINT64_C(1) << ((patch->id[i] * 0x9e3779b1u) >> 26);
        distinct += !(bits & bit);
        bits |= bit;
    }
    if (distinct == patch->count) return;
    const clip3_corners *p = clip3_now(patch);
    int kept = 0;
    for (int i = 0; i < patch->count; i++) {
        int same = 0;
        while (same < kept && patch->id[same] != patch->id[i]) same++;
        if (same == kept || p->depth[i] > p->depth[same]) move(patch, same, i);
        kept += same == kept;
    }
    patch->count = kept;
}

/// A point of the patch.
typedef struct spot {
    double x, y;
} spot;

static inline spot spot_at(const clip3_corners *p, int i) { return (spot){p->x[i], p->y[i]}; }

static inline double square_between(spot p, spot q)
{
    const double x = q.x - p.x, y = q.y - p.y;
    return x * x + y * y;
}

void flr_clip3_join(clip3_patch *patch, double same)
{
    const clip3_corners *p = clip3_now(patch);
    int kept = 0;
    for (int i = 0; i < patch->count; i++) {
        int k = 0;
        while (k < kept && square_between(spot_at(p, k), spot_at(p, i)) > same * same) k++;
        if (k == kept || p->depth[i] > p->depth[k]) move(patch, k, i);
        kept += k == kept;
    }
    patch->count = kept;
}

/// Returns twice the area of a triangle, above 0 if it is counter-clockwise.
static inline double area(spot p, spot q, spot r)
{
    return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}

/// A later point replaces an earlier one only if it is better by more than this part.
#define CLEARLY (1 + 1e-3)

static int deepest(const clip3_corners *p, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++) best = p->depth[i] > p->depth[best] ? i : best;
    return best;
}

static int farthest_from_point(const clip3_corners *p, int count, spot from)
{
    int best = 0;
    double most = -1;
    for (int i = 0; i < count; i++) {
        const double d = square_between(from, spot_at(p, i));
        const bool more = d > most * CLEARLY;
        most = more ? d : most;
        best = more ? i : best;
    }
    return best;
}

/// Finds the farthest point on each side of the line from a to b; -1 if there is none.
static void farthest_aside(const clip3_corners *p, int count, spot a, spot b, int *left, int *right)
{
    double x = b.x - a.x, y = b.y - a.y, most = 0, least = 0;
    int up = -1, down = -1;
    for (int i = 0; i < count; i++) {
        const double d = x * (p->y[i] - a.y) - y * (p->x[i] - a.x);
        const bool more = d > most * CLEARLY, less = d < least * CLEARLY;
        most = more ? d : most;
        up = more ? i : up;
        least = less ? d : least;
        down = less ? i : down;
    }
    *left = up;
    *right = down;
}

/// Returns the point that adds most area beyond the sides b to c and c to a of a triangle, or -1. c lies to
/// the left of the line from a to b.
static int widest(const clip3_corners *p, int count, spot a, spot b, spot c)
{
    int best = -1;
    double most = CLIP3_ALMOST * area(a, b, c);
    for (int i = 0; i < count; i++) {
        const spot q = spot_at(p, i);
        const double ac = area(q, a, c), cb = area(q, c, b), gain = ac > cb ? ac : cb;
        if (gain > most * CLEARLY) most = gain, best = i;
    }
    return best;
}

/// Keeps these points in their order, each once.
static void keep_chosen(clip3_patch *patch, int all[4])
{
    int kept = 0;
    for (int i = 1; i < 4; i++) {
        int k = i, x = all[i];
        for (; k > 0 && all[k - 1] > x; k--) all[k] = all[k - 1];
        all[k] = x;
    }
    for (int i = 0; i < 4; i++)
        if (i == 0 || all[i] != all[i - 1]) move(patch, kept++, all[i]);
    patch->count = kept;
}

/// Chooses the two ends of the patch, and the farthest points on each side of the line between them. Then it
/// chooses the ends again, as the farthest points on each side of the line between those two.
static void choose(const clip3_corners *p, int count, int all[4])
{
    int end = farthest_from_point(p, count, spot_at(p, 0)),
        start = farthest_from_point(p, count, spot_at(p, end));
    int left, right, first, last;
    farthest_aside(p, count, spot_at(p, start), spot_at(p, end), &left, &right);
    if (left >= 0 && right >= 0) {
        farthest_aside(p, count, spot_at(p, right), spot_at(p, left), &first, &last);
        if (first >= 0 && last >= 0) start = first, end = last;
    } else if (left >= 0) {
        right = widest(p, count, spot_at(p, start), spot_at(p, end), spot_at(p, left));
    } else if (right >= 0) {
        left = widest(p, count, spot_at(p, end), spot_at(p, start), spot_at(p, right));
    }
    all[0] = start;
    all[1] = end;
    all[2] = left >= 0 ? left : start;
    all[3] = right >= 0 ? right : start;
}

void flr_clip3_spread(clip3_patch *patch, double slack)
{
    if (patch->count <= 4) return;
    clip3_corners *p = clip3_now(patch);
    int all[4];
    choose(p, patch->count, all);
    const clip3_listed listed = {p->x, p->y, p->depth};
    clip3_take_deepest(&listed, deepest(p, patch->count), all, slack);
    keep_chosen(patch, all);
}
