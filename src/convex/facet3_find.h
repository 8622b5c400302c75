/// The search of facet3.h for one width of lanes: for a source that defines FACET3_FORM. Nothing that is found is believed before it is
/// proved, so what is not a number need only not lead astray.
#include "convex/facet3.h"
#include "convex/sixteen.h"

/// Most faces that are looked at.
enum { TURNS_MAX = 7 };

/// What lies in the plane is this far behind it, and nothing is divided by 0. Parts of less than PART_MOST keep products of all turns finite.
#define BARELY 0x1p-60f
#define PART_MOST 0x1p14f

typedef struct float3 {
    float x, y, z;
} float3;

SIXTEEN_INLINE float3 sub3(float3 a, float3 b) { return (float3){a.x - b.x, a.y - b.y, a.z - b.z}; }
SIXTEEN_INLINE float dot3(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
SIXTEEN_INLINE float3 cross3(float3 a, float3 b)
{
    return (float3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// s * a + t * b
SIXTEEN_INLINE float3 sum3(float s, float3 a, float t, float3 b)
{
    return (float3){s * a.x + t * b.x, s * a.y + t * b.y, s * a.z + t * b.z};
}

/// The vertices of a hull in the scene, at a scale in which that is about 1, and their numbers; beyond the last one the first again.
typedef struct cloud {
    sixteen x, y, z, number;
} cloud;

/// The same, to be looked up.
typedef struct table {
    float x[FACET3_MOST], y[FACET3_MOST], z[FACET3_MOST];
} table;

/// The lane is a constant where this is called.
SIXTEEN_INLINE cloud place(const pair3_lanes *l, int lane, const flr_hull3 *h, double scale, table *t)
{
    const size_t second = h->padded_count > 8 ? 8 : 0;
    const sixteen x = sixteen_of_reals(h->x, h->x + second), y = sixteen_of_reals(h->y, h->y + second),
                  z = sixteen_of_reals(h->z, h->z + second);
    float m[3][4];
    for (int k = 0; k < 4; k++) {
        m[0][k] = (float)(l->x[k][lane] * scale);
        m[1][k] = (float)(l->y[k][lane] * scale);
        m[2][k] = (float)(l->z[k][lane] * scale);
    }
    const cloud c = {sixteen_plus(sixteen_dot3(m[0][0], x, m[0][1], y, m[0][2], z), m[0][3]),
                     sixteen_plus(sixteen_dot3(m[1][0], x, m[1][1], y, m[1][2], z), m[1][3]),
                     sixteen_plus(sixteen_dot3(m[2][0], x, m[2][1], y, m[2][2], z), m[2][3]),
                     sixteen_numbers((float)h->info.vertex_count)};
    sixteen_store(t->x, c.x);
    sixteen_store(t->y, c.y);
    sixteen_store(t->z, c.z);
    return c;
}

SIXTEEN_INLINE sixteen heights(const cloud *c, float3 d)
{
    return sixteen_dot3(d.x, c->x, d.y, c->y, d.z, c->z);
}

/// Both hulls, and how far their vertices lie behind the plane along its normal.
typedef struct scene {
    cloud a, b;
    sixteen from_a, from_b;
    table at_a, at_b;
} scene;

/// A corner of the difference: a vertex of a, and 256 times that of b.
SIXTEEN_INLINE uint32_t corner_of(uint32_t i, uint32_t k) { return i | k << 8; }

SIXTEEN_INLINE float3 corner_at(const scene *s, uint32_t c)
{
    const uint32_t i = c & 255, k = c >> 8;
    return sub3((float3){s->at_a.x[i], s->at_a.y[i], s->at_a.z[i]},
                (float3){s->at_b.x[k], s->at_b.y[k], s->at_b.z[k]});
}

/// Which vertex a plane meets, and by what part of the plane's own normal it is turned there.
typedef struct hit {
    uint32_t at;
    bool of_b, is_some;
    float part;
} hit;

/// The plane turns along d about an edge or a corner between these; what lies in it already is passed over. It goes on from there.
SIXTEEN_INLINE hit turn(scene *s, float3 d, uint32_t one, uint32_t other)
{
    const uint32_t i = one & 255, k = one >> 8;
    const float high_a = d.x * s->at_a.x[i] + d.y * s->at_a.y[i] + d.z * s->at_a.z[i],
                high_b = d.x * s->at_b.x[k] + d.y * s->at_b.y[k] + d.z * s->at_b.z[k];
    const sixteen to_a = sixteen_plus(heights(&s->a, d), -high_a),
                  to_b = sixteen_from(high_b, heights(&s->b, d));
    const sixteen ratio_a = sixteen_unless(s->a.number, (float)i, (float)(other & 255),
                                           sixteen_div(to_a, s->from_a)),
                  ratio_b = sixteen_unless(s->b.number, (float)k, (float)(other >> 8),
                                           sixteen_div(to_b, s->from_b));
    const sixteen_part most = sixteen_part_greatest(
        sixteen_part_max(sixteen_greatest_part(ratio_a), sixteen_greatest_part(ratio_b)));
    const uint32_t bits = sixteen_where(ratio_a, most) | sixteen_where(ratio_b, most) << 16;
    hit h;
    h.part = sixteen_part_first(most);
    h.is_some = (h.part > 0) & (h.part < PART_MOST) & (bits != 0);
    const uint32_t place = (uint32_t)__builtin_ctz(bits | 0x80000000u);
    h.of_b = place >= 16;
    h.at = place & 15;
    s->from_a = sixteen_at_least(sixteen_along(h.part, s->from_a, to_a), BARELY);
    s->from_b = sixteen_at_least(sixteen_along(h.part, s->from_b, to_b), BARELY);
    return h;
}

static facet3_end find(const pair3 *p, facet3 *f)
{
    const pair3_lanes *l = &p->lanes;
    const flr_hull3 *a = p->a.hull, *b = p->b.hull;
    f->count = 0;
    const double size = ((double)a->radius + (double)b->radius) * p->reference.unit;
    const wide3 apart = p->b.middle;
    if (!((size > 0x1p-60) & (size < 0x1p60) & (wide3_dot(apart, apart) < size * size))) return FACET3_LOST;
    const double scale = 1 / size;
    scene s;
    s.a = place(l, 0, a, scale, &s.at_a);
    s.b = place(l, 1, b, scale, &s.at_b);
    float3 n = {(float)(apart.x * scale), (float)(apart.y * scale), (float)(apart.z * scale)};
    // the support point
    const sixteen h_a = heights(&s.a, n), h_b = heights(&s.b, (float3){-n.x, -n.y, -n.z});
    const sixteen_part top_a = sixteen_part_greatest(sixteen_greatest_part(h_a)),
                       top_b = sixteen_part_greatest(sixteen_greatest_part(h_b));
    const float high_a = sixteen_part_first(top_a), high_b = sixteen_part_first(top_b),
                deep = high_a + high_b;
    uint32_t e = corner_of((uint32_t)__builtin_ctz(sixteen_where(h_a, top_a) | 0x8000u),
                           (uint32_t)__builtin_ctz(sixteen_where(h_b, top_b) | 0x8000u));
    f->corner[0] = e;
    f->count = 1;
    if (!(deep > 0)) return FACET3_APART;
    s.from_a = sixteen_at_least(sixteen_from(high_a, h_a), BARELY);
    s.from_b = sixteen_at_least(sixteen_from(high_b, h_b), BARELY);
    // the edge
    float3 first = corner_at(&s, e), d = sum3(deep, n, -dot3(n, n), first);
    hit h = turn(&s, d, e, e);
    if (!h.is_some) return FACET3_LOST;
    n = sum3(h.part, n, 1, d);
    bool edge_of_b = h.of_b;
    uint32_t g = h.of_b ? (e & 255) | h.at << 8 : h.at | (e & 0xff00);
    for (int i = 0; i < TURNS_MAX; i++) {
        first = corner_at(&s, e);
        const float3 side = sub3(corner_at(&s, g), first), across = cross3(side, n);
        const float sign = dot3(across, first) > 0 ? -1.0f : 1.0f;
        d = (float3){sign * across.x, sign * across.y, sign * across.z};
        h = turn(&s, d, e, g);
        if (!h.is_some) return FACET3_LOST;
        n = sum3(h.part, n, 1, d);
        f->corner[0] = e;
        f->corner[1] = g;
        if (!(dot3(n, first) > 0)) {
            f->corner[2] = h.of_b ? (e & 255) | h.at << 8 : h.at | (e & 0xff00);
            f->count = 3;
            return FACET3_APART;
        }
        const bool is_edges = h.of_b != edge_of_b;
        const uint32_t third = h.of_b ? (e & 255) | h.at << 8 : h.at | (e & 0xff00),
                       fourth = h.of_b ? (g & 255) | h.at << 8 : h.at | (g & 0xff00);
        const float3 other = sub3(corner_at(&s, third), first);
        // the foot of the origin in the face by its sides, times its area
        const float area = dot3(n, cross3(side, other)), way = area < 0 ? -1.0f : 1.0f,
                    along = way * dot3(n, cross3(other, first)), up = way * dot3(n, cross3(first, side)),
                    whole = way * area;
        // how far it lies beyond the other sides
        const float beyond_near = -along, beyond_far = is_edges ? along - whole : along + up - whole,
                    beyond_top = is_edges ? up - whole : -1;
        if ((beyond_near <= 0) & (beyond_far <= 0) & (beyond_top <= 0)) {
            f->corner[0] = e;
            f->corner[1] = g;
            f->corner[2] = is_edges ? fourth : third;
            f->corner[3] = third;
            f->is_edges = is_edges;
            return FACET3_FOUND;
        }
        const bool is_near = (beyond_near >= beyond_far) & (beyond_near >= beyond_top),
                   is_top = !is_near & (beyond_top > beyond_far);
        const uint32_t from = is_near  ? e
                              : is_top ? third
                                       : g,
                       to = is_near    ? third
                            : is_edges ? fourth
                                       : third;
        // the top one of a parallelogram is the same edge as before
        edge_of_b = is_top ? edge_of_b : h.of_b;
        e = from;
        g = to;
    }
    return FACET3_LOST;
}
