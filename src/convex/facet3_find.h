/// The search of facet3.h for one width of lanes: for a source that defines FACET3_FORM. Nothing that is found is believed before it is
/// proved, so what is not a number need only not lead astray.
#include "convex/facet3.h"
#include "math/simd_f32.h"

/// Most faces that are looked at.
enum { TURNS_MAX = 7 };

/// What lies in the plane is this far behind it, and nothing is divided by 0. Parts of less than PART_MOST keep products of all turns finite.
#define BARELY 0x1p-60f
#define PART_MOST 0x1p14f
/// Hulls deeper than this part of the way between their middles are left to the polytope: faces are then so small beside the depth that few
/// are proved.
#define DEEP_FEW 0.7f

/// The vertices of a hull in the scene, at a scale in which that is about 1, their numbers, and how far they lie behind the plane along
/// its normal; beyond the last one others again, with the numbers of these.
typedef struct cloud {
    float x[FACET3_MOST], y[FACET3_MOST], z[FACET3_MOST], number[FACET3_MOST], from[FACET3_MOST];
} cloud;

/// The lane is a constant where this is called.
F32XN_INLINE void place(const pair3_lanes *l, int lane, const flr_hull3 *h, double scale, cloud *c)
{
    float m[3][4];
    for (int k = 0; k < 4; k++) {
        m[0][k] = (float)(l->x[k][lane] * scale);
        m[1][k] = (float)(l->y[k][lane] * scale);
        m[2][k] = (float)(l->z[k][lane] * scale);
    }
    const int second = h->padded_count > 8 ? 8 : 0;
    const f32x16 x = f32x16_of_reals(h->x, h->x + second), y = f32x16_of_reals(h->y, h->y + second),
                 z = f32x16_of_reals(h->z, h->z + second);
    f32x16_store(c->x, f32x16_plus(f32x16_dot3(m[0][0], x, m[0][1], y, m[0][2], z), m[0][3]));
    f32x16_store(c->y, f32x16_plus(f32x16_dot3(m[1][0], x, m[1][1], y, m[1][2], z), m[1][3]));
    f32x16_store(c->z, f32x16_plus(f32x16_dot3(m[2][0], x, m[2][1], y, m[2][2], z), m[2][3]));
    f32x16_store(c->number, f32x16_numbers(0, (float)second, (float)h->info.vertex_count));
}

/// How far they lie along d.
F32XN_INLINE f32x16 heights(const cloud *c, float3 d)
{
    return f32x16_dot3(d.x, f32x16_load(c->x), d.y, f32x16_load(c->y), d.z, f32x16_load(c->z));
}

F32XN_INLINE float3 vertex_at(const cloud *c, uint32_t i) { return (float3){c->x[i], c->y[i], c->z[i]}; }

/// The first that is farthest along d, and from there how far the others lie behind it.
F32XN_INLINE uint32_t support(cloud *c, float3 d, float *high)
{
    const f32x16 h = heights(c, d);
    const f32xn most = f32xn_max_lane(f32x16_max_part(h));
    *high = most[0];
    const uint32_t bits = f32x16_and(h, most);
    f32x16_store(c->from, f32x16_at_least(f32x16_from(*high, h), BARELY));
    return bits ? (uint32_t)__builtin_ctz(bits) : 0;
}

/// A corner of the difference: a vertex of a, and 256 times that of b.
F32XN_INLINE uint32_t corner_of(uint32_t i, uint32_t k) { return i | k << 8; }

F32XN_INLINE void set_corner(facet3 *f, int k, uint32_t c)
{
    f->a[k] = c & 255;
    f->b[k] = c >> 8;
}

typedef struct scene {
    cloud a, b;
} scene;

F32XN_INLINE float3 corner_at(const scene *s, uint32_t c)
{
    return float3_sub(vertex_at(&s->a, c & 255), vertex_at(&s->b, c >> 8));
}

/// How fast the vertices of a hull come towards a plane that turns along d about one of them, and that by how far they have to come; 0 for that
/// one and another one.
F32XN_INLINE f32x16 approach(const cloud *c, float3 d, uint32_t one, uint32_t other, f32x16 *to)
{
    *to = f32x16_plus(heights(c, d), -float3_dot(d, vertex_at(c, one)));
    return f32x16_andnot(f32x16_load(c->number), (float)one, (float)other,
                         f32x16_div(*to, f32x16_load(c->from)));
}

F32XN_INLINE void advance(cloud *c, float part, f32x16 to)
{
    f32x16_store(c->from, f32x16_at_least(f32x16_add_scaled(part, f32x16_load(c->from), to), BARELY));
}

/// Which vertex a plane meets, and by what part of the plane's own normal it is turned there.
typedef struct hit {
    uint32_t at;
    bool of_b, is_some;
    float part;
} hit;

/// The plane turns along d about a corner, or the edge between two; what lies in it already is passed over. It goes on from there.
F32XN_INLINE hit turn(scene *s, float3 d, uint32_t one, uint32_t other)
{
    f32x16 to_a, to_b;
    const f32x16 ratio_a = approach(&s->a, d, one & 255, other & 255, &to_a),
                 ratio_b = approach(&s->b, float3_neg(d), one >> 8, other >> 8, &to_b);
    f32xn most = f32xn_max(f32x16_max_part(ratio_a), f32x16_max_part(ratio_b));
    most = f32xn_max_lane(f32xn_max(most, f32xn_splat(0)));
    const uint32_t in_a = f32x16_and(ratio_a, most), in_b = f32x16_and(ratio_b, most),
                   in = in_a ? in_a : in_b;
    hit h;
    h.part = most[0];
    h.is_some = (h.part > 0) & (h.part < PART_MOST) & (in != 0);
    h.of_b = in_a == 0;
    h.at = (uint32_t)__builtin_ctz(in | 1u << 16);
    advance(&s->a, h.part, to_a);
    advance(&s->b, h.part, to_b);
    return h;
}

/// By more than what rounds in single precision, or not.
F32XN_INLINE facet3_end apart(float high, float3 n)
{
    return high * high > 0x1p-36f * float3_dot(n, n) ? FACET3_APART : FACET3_LOST;
}

/// Both hulls at a scale in which their radii add up to 1, and the way from the middle of a to that of b. False where numbers are out of the
/// range of single precision, or that way is longer than the radii.
F32XN_INLINE bool set_scene(const pair3 *p, scene *s, float3 *way)
{
    const pair3_lanes *l = &p->lanes;
    const flr_hull3 *a = p->a.hull, *b = p->b.hull;
    const double size = ((double)a->radius + (double)b->radius) * p->reference.unit;
    const dvec3 middle = dvec3_sub(p->b.middle, p->a.middle);
    if (!((size > 0x1p-60) & (size < 0x1p60) & (dvec3_dot(middle, middle) < size * size))) return false;
    const double scale = 1 / size;
    place(l, 0, a, scale, &s->a);
    place(l, 1, b, scale, &s->b);
    *way = (float3){(float)(middle.x * scale), (float)(middle.y * scale), (float)(middle.z * scale)};
    return true;
}

/// The corner beside another one at the vertex that was met.
F32XN_INLINE uint32_t corner_met(hit h, uint32_t beside)
{
    return h.of_b ? (beside & 255) | h.at << 8 : h.at | (beside & 0xff00);
}

/// Square to an edge that begins at `first` and to n, to the side of the edge on which the origin lies.
F32XN_INLINE float3 across_edge(float3 side, float3 n, float3 first)
{
    const float3 across = float3_cross(side, n);
    const float sign = float3_dot(across, first) > 0 ? -1.0f : 1.0f;
    return (float3){sign * across.x, sign * across.y, sign * across.z};
}

/// How far the foot of the origin in a face lies beyond the sides, times the face's area: the one at the beginning of the edge that the face was
/// found by, the one at its end, and of a parallelogram the one across.
typedef struct foot {
    float near, far, top;
} foot;

F32XN_INLINE foot foot_in(float3 n, float3 first, float3 side, float3 other, bool is_edges)
{
    const float area = float3_dot(n, float3_cross(side, other)), way = area < 0 ? -1.0f : 1.0f,
                along = way * float3_dot(n, float3_cross(other, first)),
                up = way * float3_dot(n, float3_cross(first, side)), whole = way * area;
    return (foot){-along, is_edges ? along - whole : along + up - whole, is_edges ? up - whole : -1};
}

/// An edge of the difference: of a or of b.
typedef struct edge3 {
    uint32_t from, to;
    bool of_b;
} edge3;

/// The side of a face that the foot lies beyond the most. The top one of a parallelogram is the same edge as before.
F32XN_INLINE edge3 side_beyond(foot at, edge3 e, hit h, uint32_t third, uint32_t fourth, bool is_edges)
{
    const bool is_near = (at.near >= at.far) & (at.near >= at.top), is_top = !is_near & (at.top > at.far);
    edge3 r;
    r.from = is_near ? e.from : is_top ? third : e.to;
    r.to = is_near ? third : is_edges ? fourth : third;
    r.of_b = is_top ? e.of_b : h.of_b;
    return r;
}

/// From the plane square to n through a corner, `deep` behind the origin times the length of n.
F32XN_INLINE facet3_end turn_to_face(scene *s, float3 n, float deep, uint32_t corner, facet3 *f)
{
    float3 first = corner_at(s, corner), d = float3_sum(deep, n, -float3_dot(n, n), first);
    hit h = turn(s, d, corner, corner);
    if (!h.is_some) return FACET3_LOST;
    n = float3_sum(h.part, n, 1, d);
    edge3 e = {corner, corner_met(h, corner), h.of_b};
    for (int i = 0; i < TURNS_MAX; i++) {
        first = corner_at(s, e.from);
        const float3 side = float3_sub(corner_at(s, e.to), first);
        d = across_edge(side, n, first);
        h = turn(s, d, e.from, e.to);
        if (!h.is_some) return FACET3_LOST;
        n = float3_sum(h.part, n, 1, d);
        set_corner(f, 0, e.from);
        set_corner(f, 1, e.to);
        const float high = float3_dot(n, first);
        if (!(high > 0)) {
            set_corner(f, 2, corner_met(h, e.from));
            f->count = 3;
            return apart(high, n);
        }
        const bool is_edges = h.of_b != e.of_b;
        const uint32_t third = corner_met(h, e.from), fourth = corner_met(h, e.to);
        const foot at = foot_in(n, first, side, float3_sub(corner_at(s, third), first), is_edges);
        if ((at.near <= 0) & (at.far <= 0) & (at.top <= 0)) {
            set_corner(f, 2, is_edges ? fourth : third);
            set_corner(f, 3, third);
            f->is_edges = is_edges;
            return FACET3_FOUND;
        }
        e = side_beyond(at, e, h, third, fourth, is_edges);
    }
    return FACET3_LOST;
}

static facet3_end find(const pair3 *p, facet3 *f)
{
    scene s;
    float3 n;
    f->count = 0;
    if (!set_scene(p, &s, &n)) return FACET3_LOST;
    float high_a, high_b;
    const uint32_t top_a = support(&s.a, n, &high_a), top_b = support(&s.b, float3_neg(n), &high_b);
    const float deep = high_a + high_b;
    set_corner(f, 0, corner_of(top_a, top_b));
    f->count = 1;
    if (!(deep > 0)) return apart(deep, n);
    if (deep > DEEP_FEW * float3_dot(n, n)) return FACET3_LOST;
    return turn_to_face(&s, n, deep, corner_of(top_a, top_b), f);
}
