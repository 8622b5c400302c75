/// How a polytope takes a vertex in, four faces at a time, for one width of lanes: for a source that defines POLYTOPE3_FORM, the name of its
/// table. All faces are asked whether they see the vertex, without a walk from face to face; new ones go behind the last, whole registers
/// at a time.
#include "convex/polytope3.h"
#include "math/wide4.h"

extern const polytope3_form POLYTOPE3_FORM;

/// Bits for the faces.
enum { POLYTOPE3_WORDS = POLYTOPE3_FACES / 64 + 1 };

/// Below this square of a sine rounding turns a plain normal by more than 2^-42.
#define NEEDLE 0x1p-20

/// The nearest face of each lane.
typedef struct nearest4 {
    wide4 distance, number;
} nearest4;

/// Of equals the earlier one.
static inline void keep_nearer(nearest4 *n, wide4 distance, wide4 number)
{
    const wide4 nearer = wide4_less(distance, n->distance);
    n->distance = wide4_choose(nearer, distance, n->distance);
    n->number = wide4_choose(nearer, number, n->number);
}

static inline int nearest_of(const nearest4 *n)
{
    const wide4 least = wide4_all(wide4_least(n->distance)), none = wide4_all(POLYTOPE3_FACES);
    const wide4 number = wide4_choose(wide4_at_most(n->distance, least), n->number, none);
    const int found = (int)wide4_least(number);
    return found < POLYTOPE3_FACES ? found : 0;  // where numbers are none
}

typedef struct points4 {
    wide4 x, y, z;
} points4;

static inline points4 vertices_of(const polytope3 *p, int i, int j, int k, int l)
{
    return (points4){wide4_of(p->x[i], p->x[j], p->x[k], p->x[l]),
                     wide4_of(p->y[i], p->y[j], p->y[k], p->y[l]),
                     wide4_of(p->z[i], p->z[j], p->z[k], p->z[l])};
}

static inline points4 way4(points4 from, points4 to)
{
    return (points4){wide4_sub(to.x, from.x), wide4_sub(to.y, from.y), wide4_sub(to.z, from.z)};
}

static inline wide4 dot4(points4 a, points4 b) { return wide4_dot3(a.x, b.x, a.y, b.y, a.z, b.z); }

static inline wide4 minor4(wide4 a, wide4 b, wide4 c, wide4 d)
{
    return wide4_sub(wide4_mul(a, b), wide4_mul(c, d));
}

static inline wide4 root4(wide4 x)
{
#ifdef __AVX2__
    return (wide4)_mm256_sqrt_pd((__m256d)x);
#else
    return wide4_make(wide_root(x.low), wide_root(x.high));
#endif
}

/// The plane of a needle once more, as if in twice the precision.
static __attribute__((noinline)) void set_needle(polytope3 *p, int i)
{
    const int *c = p->faces[i].corner;
    int apex = 0;
    double most = -1;
    for (int k = 0; k < 3; k++) {
        double square =
            wide3_length_squared(wide3_sub(polytope3_w(p, c[(k + 2) % 3]), polytope3_w(p, c[(k + 1) % 3])));
        if (square > most) most = square, apex = k;
    }
    wide3 corner = polytope3_w(p, c[apex]);
    const wide3 n =
        simplex3_normal_doubled(corner, polytope3_w(p, c[(apex + 1) % 3]), polytope3_w(p, c[(apex + 2) % 3]));
    double square = wide3_length_squared(n);
    planes3 *const q = &p->planes;
    q->x[i] = n.x;
    q->y[i] = n.y;
    q->z[i] = n.z;
    q->height[i] = wide3_dot(n, corner);
    q->inverse[i] = square > POLYTOPE3_LOST ? 1 / sqrt(square) : 0;
    q->distance[i] = q->height[i] * q->inverse[i];
}

/// The planes of what is four faces from number i on, or the first `count` of them, by the sides that meet in a corner of each. Returns
/// how far they are.
static inline wide4 set_planes(polytope3 *p, int i, int count, points4 apex, points4 u, points4 v)
{
    const wide4 lost = wide4_all(POLYTOPE3_LOST), none = wide4_all((double)INFINITY),
                is_face = wide4_less(wide4_of(0, 1, 2, 3), wide4_all(count));
    const points4 n = {minor4(u.y, v.z, u.z, v.y), minor4(u.z, v.x, u.x, v.z), minor4(u.x, v.y, u.y, v.x)};
    const wide4 uu = dot4(u, u), vv = dot4(v, v), square = dot4(n, n), height = dot4(n, apex);
    const wide4 inverse = wide4_and(wide4_less(lost, square), wide4_div(wide4_all(1), root4(square)));
    const wide4 distance = wide4_choose(is_face, wide4_mul(height, inverse), none);
    planes3 *const q = &p->planes;
    wide4_store(&q->x[i], n.x);
    wide4_store(&q->y[i], n.y);
    wide4_store(&q->z[i], n.z);
    wide4_store(&q->height[i], height);
    wide4_store(&q->doubt[i],
                wide4_add(wide4_mul(wide4_all(0x1p-49), wide4_max(uu, vv)), wide4_all(FLR_FILTER_FLOOR)));
    wide4_store(&q->inverse[i], inverse);
    wide4_store(&q->distance[i], distance);
    const wide4 thin = wide4_less(square, wide4_mul(wide4_mul(wide4_all(NEEDLE), uu), vv));
    uint32_t needles = wide4_mask(wide4_and(is_face, thin));
    if (!needles) return distance;
    for (; needles; needles &= needles - 1) set_needle(p, i + __builtin_ctz(needles));
    return wide4_load(&q->distance[i]);
}

/// None behind the last face, as far as registers are read.
static inline void end_planes(polytope3 *p, int end)
{
    const wide4 none = wide4_all((double)INFINITY), zero = wide4_all(0);
    planes3 *const q = &p->planes;
    wide4_store(&q->x[end], zero);
    wide4_store(&q->y[end], zero);
    wide4_store(&q->z[end], zero);
    wide4_store(&q->height[end], none);
    wide4_store(&q->doubt[end], zero);
    wide4_store(&q->distance[end], none);
    p->face_count = end;
}

/// The four faces of four vertices, all linked: where the fourth lies behind the first three, and where it does not.
static const face3 TETRAHEDRON[2][4] = {{{{0, 1, 2}, {4 * 1 + 2, 4 * 2 + 2, 4 * 3 + 2}},
                                         {{0, 3, 1}, {4 * 3 + 1, 4 * 2 + 0, 4 * 0 + 0}},
                                         {{1, 3, 2}, {4 * 1 + 1, 4 * 3 + 0, 4 * 0 + 1}},
                                         {{2, 3, 0}, {4 * 2 + 1, 4 * 1 + 0, 4 * 0 + 2}}},
                                        {{{0, 2, 1}, {4 * 3 + 0, 4 * 2 + 0, 4 * 1 + 0}},
                                         {{0, 1, 3}, {4 * 0 + 2, 4 * 2 + 2, 4 * 3 + 1}},
                                         {{1, 2, 3}, {4 * 0 + 1, 4 * 3 + 2, 4 * 1 + 1}},
                                         {{2, 0, 3}, {4 * 0 + 0, 4 * 1 + 2, 4 * 2 + 1}}}};

/// Which way round they are is not known before the planes are, and nobody could guess.
static bool begin(polytope3 *p)
{
    const points4 c[3] = {vertices_of(p, 0, 0, 1, 2), vertices_of(p, 1, 3, 3, 3), vertices_of(p, 2, 1, 2, 0)};
    planes3 *const q = &p->planes;
    memcpy(p->faces, TETRAHEDRON[0], sizeof TETRAHEDRON[0]);
    const wide4 distance = set_planes(p, 0, 4, c[0], way4(c[0], c[1]), way4(c[0], c[2]));
    const int side = polytope3_side(p, 0, polytope3_w(p, 3));
    const wide4 turn = wide4_all(side > 0 ? -0.0 : 0.0);
    wide4_store(q->x, wide4_flip(wide4_load(q->x), turn));
    wide4_store(q->y, wide4_flip(wide4_load(q->y), turn));
    wide4_store(q->z, wide4_flip(wide4_load(q->z), turn));
    wide4_store(q->height, wide4_flip(wide4_load(q->height), turn));
    const nearest4 nearest = {wide4_flip(distance, turn), wide4_of(0, 1, 2, 3)};
    wide4_store(q->distance, nearest.distance);
    memcpy(p->faces, TETRAHEDRON[side > 0], sizeof TETRAHEDRON[0]);
    for (int i = 0; i < 4; i++) p->begins[i] = 0;
    p->x[POLYTOPE3_NO_VERTEX] = p->y[POLYTOPE3_NO_VERTEX] = p->z[POLYTOPE3_NO_VERTEX] = 0;
    end_planes(p, 4);
    p->nearest = nearest_of(&nearest);
    return side != 0;
}

/// Of four faces from number i on, those among `doubtful` that have the point in their plane or behind it.
static __attribute__((noinline)) uint32_t seen_exactly(const polytope3 *p, int i, uint32_t doubtful, wide3 w)
{
    uint32_t seen = 0;
    for (; doubtful; doubtful &= doubtful - 1) {
        const int k = __builtin_ctz(doubtful);
        seen |= (uint32_t)(polytope3_side_exact(p, i + k, w) >= 0) << k;
    }
    return seen;
}

static inline wide4 lanes_of(uint32_t bits)
{
    const wide4 number = wide4_of(bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3 & 1);
    return wide4_less(wide4_all(0), number);
}

/// Takes the faces that see the next vertex out, a bit for each, and finds the nearest of the others. A face that holds the vertex in its plane
/// counts as seen.
static inline nearest4 look(polytope3 *p, uint64_t *seen)
{
    planes3 *const q = &p->planes;
    const wide3 w = polytope3_w(p, p->vertex_count);
    const points4 at = {wide4_all(w.x), wide4_all(w.y), wide4_all(w.z)};
    const wide4 reach = wide4_all(p->reach), none = wide4_all((double)INFINITY);
    wide4 number = wide4_of(0, 1, 2, 3);
    nearest4 nearest = {none, number};
    for (int i = 0; i < p->face_count;) {
        uint64_t bits = 0;
        for (int k = 0; k < 64 && i < p->face_count; k += 4, i += 4) {
            const points4 n = {wide4_load(&q->x[i]), wide4_load(&q->y[i]), wide4_load(&q->z[i])};
            const wide4 height = wide4_load(&q->height[i]), side = wide4_sub(dot4(n, at), height),
                        doubt = wide4_mul(wide4_load(&q->doubt[i]), reach);
            wide4 sees = wide4_less(doubt, side);
            uint32_t doubtful = wide4_mask(wide4_or(sees, wide4_less(side, wide4_neg(doubt)))) ^ 15;
            // not those that were seen before, whatever their doubt
            if (doubtful) doubtful &= wide4_mask(wide4_less(height, none));
            if (doubtful) sees = lanes_of(wide4_mask(sees) | seen_exactly(p, i, doubtful, w));
            const wide4 distance = wide4_choose(sees, none, wide4_load(&q->distance[i]));
            wide4_store(&q->height[i], wide4_choose(sees, none, height));
            wide4_store(&q->distance[i], distance);
            bits |= (uint64_t)wide4_mask(sees) << k;
            keep_nearer(&nearest, distance, number);
            number = wide4_add(number, wide4_all(4));
        }
        *seen++ = bits;
    }
    return nearest;
}

static inline uint64_t is_seen(const uint64_t *seen, int i) { return seen[i >> 6] >> (i & 63) & 1; }

/// The faces from the next vertex to the edges between what sees it and what does not, behind all others and not yet linked to one
/// another. Every side is written, and counted where it is such an edge: which are, nobody could guess. Returns their end.
static inline int close_rim(polytope3 *p, const uint64_t *seen)
{
    static const int8_t NEXT[3] = {1, 2, 0};
    const int first = p->face_count;
    int end = first;
    for (int word = 0; word < first; word += 64) {
        for (uint64_t bits = seen[word >> 6]; bits; bits &= bits - 1) {
            const face3 *f = &p->faces[word + __builtin_ctzll(bits)];
            for (int k = 0; k < 3; k++) {
                face3 *const made = &p->faces[end];
                made->corner[0] = f->corner[k];
                made->corner[1] = f->corner[NEXT[k]];
                made->across[0] = f->across[k];
                // below the last place, also where numbers are none
                end += !is_seen(seen, f->across[k] >> 2) & (end < POLYTOPE3_FACES);
            }
        }
    }
    // four at a time are linked
    for (int i = end; i < end + 3; i++) {
        face3 *const none = &p->faces[i];
        none->corner[0] = none->corner[1] = POLYTOPE3_NO_VERTEX;
        none->across[0] = 4 * POLYTOPE3_NO_FACE;
    }
    return end;
}

/// The face comes to know what it has beyond the rim.
static inline void link_beyond(polytope3 *p, int i)
{
    face3 *const f = &p->faces[i];
    const int beyond = f->across[0];
    f->corner[2] = p->vertex_count;
    f->across[2] = 0;
    p->begins[f->corner[0]] = i;
    p->faces[beyond >> 2].across[beyond & 3] = 4 * i;
}

/// And the next one around the new vertex.
static inline void link_next(polytope3 *p, int i)
{
    face3 *const f = &p->faces[i];
    const int next = p->begins[f->corner[1]];
    f->across[1] = 4 * next + 2;
    p->faces[next].across[2] = 4 * i + 1;
}

/// The new faces are linked and get their planes, four at a time: how many there are, nobody could guess.
static inline void finish_rim(polytope3 *p, int first, int end, nearest4 *nearest)
{
    const wide3 w = polytope3_w(p, p->vertex_count);
    const points4 apex = {wide4_all(w.x), wide4_all(w.y), wide4_all(w.z)};
    wide4 number = wide4_add(wide4_all(first), wide4_of(0, 1, 2, 3));
    for (int i = first; i < end; i += 4) {
        const face3 *const f = &p->faces[i];
        const points4 from = vertices_of(p, f[0].corner[0], f[1].corner[0], f[2].corner[0], f[3].corner[0]),
                      to = vertices_of(p, f[0].corner[1], f[1].corner[1], f[2].corner[1], f[3].corner[1]);
        for (int k = 0; k < 4; k++) link_beyond(p, i + k);
        keep_nearer(nearest, set_planes(p, i, end - i, apex, way4(apex, from), way4(apex, to)), number);
        number = wide4_add(number, wide4_all(4));
    }
    for (int i = first; i < end; i += 4)
        for (int k = 0; k < 4; k++) link_next(p, i + k);
}

/// The faces that are left close up.
static __attribute__((noinline)) void close_up(polytope3 *p)
{
    planes3 *const q = &p->planes;
    int place[POLYTOPE3_FACES], kept = 0;
    for (int i = 0; i < p->face_count; i++) {
        place[i] = kept;
        if (!(q->distance[i] < (double)INFINITY)) continue;
        q->x[kept] = q->x[i];
        q->y[kept] = q->y[i];
        q->z[kept] = q->z[i];
        q->height[kept] = q->height[i];
        q->doubt[kept] = q->doubt[i];
        q->inverse[kept] = q->inverse[i];
        q->distance[kept] = q->distance[i];
        p->faces[kept++] = p->faces[i];
    }
    for (int i = 0; i < kept; i++)
        for (int k = 0; k < 3; k++) {
            const int beyond = p->faces[i].across[k], face = beyond >> 2;
            // where numbers are none, some lead to where no face is
            p->faces[i].across[k] = 4 * (face < p->face_count ? place[face] : kept) + (beyond & 3);
        }
    p->faces[kept] = (face3){{0, 0, 0}, {0, 0, 0}};
    end_planes(p, kept);
}

static bool expand(polytope3 *p)
{
    uint64_t seen[POLYTOPE3_WORDS];
    if (p->face_count > POLYTOPE3_FACES - POLYTOPE3_VERTICES) close_up(p);
    nearest4 nearest = look(p, seen);
    const int first = p->face_count, end = close_rim(p, seen);
    if (end - first < 3) return false;
    p->begins[p->vertex_count] = first;
    finish_rim(p, first, end, &nearest);
    end_planes(p, end);
    p->nearest = nearest_of(&nearest);
    p->vertex_count++;
    return true;
}

const polytope3_form POLYTOPE3_FORM = {begin, expand};
