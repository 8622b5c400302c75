/// How a polytope takes in a vertex, four faces at a time, for one width of registers. All faces are tested
/// for whether they see the vertex, without a walk from face to face. New ones go behind the last, whole
/// registers at a time.
#ifndef FLR_CONVEX_EPA3_LANES_H
#define FLR_CONVEX_EPA3_LANES_H

#include "convex/gjk3_feature.h"
#include "convex/polytope3.h"
#include "math/simd_f64x4.h"

/// Words with a bit for each face.
enum { POLYTOPE3_WORDS = POLYTOPE3_FACES / 64 + 1 };

/// Below this square of a sine, rounding turns a plain normal by more than 2^-42.
#define NEEDLE 0x1p-20

/// The nearest face in each lane.
typedef struct nearest4 {
    f64x4 distance, number;
} nearest4;

/// Keeps the nearer face in each lane, of equals the earlier one.
static inline void keep_nearer(nearest4 *n, f64x4 distance, f64x4 number)
{
    const f64x4 nearer = f64x4_less(distance, n->distance);
    n->distance = f64x4_select(nearer, distance, n->distance);
    n->number = f64x4_select(nearer, number, n->number);
}

static inline int nearest_of(const nearest4 *n)
{
    const f64x4 least = f64x4_splat(f64x4_min_lane(n->distance)), none = f64x4_splat(POLYTOPE3_FACES);
    const f64x4 number = f64x4_select(f64x4_at_most(n->distance, least), n->number, none);
    const int found = (int)f64x4_min_lane(number);
    return found < POLYTOPE3_FACES ? found : 0;  // where numbers are NaN
}

static inline points4 vertices_of(const polytope3 *p, int i, int j, int k, int l)
{
    return (points4){f64x4_of(p->x[i], p->x[j], p->x[k], p->x[l]),
                     f64x4_of(p->y[i], p->y[j], p->y[k], p->y[l]),
                     f64x4_of(p->z[i], p->z[j], p->z[k], p->z[l])};
}

static inline points4 way4(points4 from, points4 to)
{
    return (points4){f64x4_sub(to.x, from.x), f64x4_sub(to.y, from.y), f64x4_sub(to.z, from.z)};
}

/// Computes the plane of a needle again, in about twice the precision.
static __attribute__((noinline)) void set_needle(polytope3 *p, int i)
{
    const int *c = p->faces[i].corner;
    int apex = 0;
    double most = -1;
    for (int k = 0; k < 3; k++) {
        double square =
            dvec3_length_squared(dvec3_sub(polytope3_w(p, c[(k + 2) % 3]), polytope3_w(p, c[(k + 1) % 3])));
        if (square > most) most = square, apex = k;
    }
    dvec3 corner = polytope3_w(p, c[apex]);
    const dvec3 n =
        simplex3_normal_doubled(corner, polytope3_w(p, c[(apex + 1) % 3]), polytope3_w(p, c[(apex + 2) % 3]));
    double square = dvec3_length_squared(n);
    planes3 *const q = &p->planes;
    q->x[i] = n.x;
    q->y[i] = n.y;
    q->z[i] = n.z;
    q->height[i] = dvec3_dot(n, corner);
    q->inverse[i] = square > POLYTOPE3_LOST ? 1 / sqrt(square) : 0;
    q->distance[i] = q->height[i] * q->inverse[i];
}

/// Sets the planes of the faces from number i on, of four or the first `count` of them, from the sides that
/// meet in a corner of each. Returns their distances from the origin.
static inline f64x4 set_planes(polytope3 *p, int i, int count, points4 apex, points4 u, points4 v)
{
    const f64x4 lost = f64x4_splat(POLYTOPE3_LOST), none = f64x4_splat((double)INFINITY),
                is_face = f64x4_less(f64x4_of(0, 1, 2, 3), f64x4_splat(count));
    const points4 n = {minor4(u.y, v.z, u.z, v.y), minor4(u.z, v.x, u.x, v.z), minor4(u.x, v.y, u.y, v.x)};
    const f64x4 uu = dot4(u, u), vv = dot4(v, v), square = dot4(n, n), height = dot4(n, apex);
    const f64x4 inverse = f64x4_and(f64x4_less(lost, square), f64x4_div(f64x4_splat(1), root4(square)));
    const f64x4 distance = f64x4_select(is_face, f64x4_mul(height, inverse), none);
    planes3 *const q = &p->planes;
    f64x4_store(&q->x[i], n.x);
    f64x4_store(&q->y[i], n.y);
    f64x4_store(&q->z[i], n.z);
    f64x4_store(&q->height[i], height);
    f64x4_store(&q->doubt[i],
                f64x4_add(f64x4_mul(f64x4_splat(0x1p-49), f64x4_max(uu, vv)), f64x4_splat(FLR_FILTER_FLOOR)));
    f64x4_store(&q->inverse[i], inverse);
    f64x4_store(&q->distance[i], distance);
    const f64x4 thin = f64x4_less(square, f64x4_mul(f64x4_mul(f64x4_splat(NEEDLE), uu), vv));
    uint32_t needles = f64x4_mask(f64x4_and(is_face, thin));
    if (!needles) return distance;
    for (; needles; needles &= needles - 1) set_needle(p, i + __builtin_ctz(needles));
    return f64x4_load(&q->distance[i]);
}

/// Pads the arrays behind the last face, as far as a register may read, with planes that no search picks.
/// Sets the number of faces.
static inline void end_planes(polytope3 *p, int end)
{
    const f64x4 none = f64x4_splat((double)INFINITY), zero = f64x4_splat(0);
    planes3 *const q = &p->planes;
    f64x4_store(&q->x[end], zero);
    f64x4_store(&q->y[end], zero);
    f64x4_store(&q->z[end], zero);
    f64x4_store(&q->height[end], none);
    f64x4_store(&q->doubt[end], zero);
    f64x4_store(&q->distance[end], none);
    p->face_count = end;
}

/// The four faces of four vertices, all linked: first for a fourth vertex behind the first three, then for
/// one in front of them.
static const face3 TETRAHEDRON[2][4] = {{{{0, 1, 2}, {4 * 1 + 2, 4 * 2 + 2, 4 * 3 + 2}},
                                         {{0, 3, 1}, {4 * 3 + 1, 4 * 2 + 0, 4 * 0 + 0}},
                                         {{1, 3, 2}, {4 * 1 + 1, 4 * 3 + 0, 4 * 0 + 1}},
                                         {{2, 3, 0}, {4 * 2 + 1, 4 * 1 + 0, 4 * 0 + 2}}},
                                        {{{0, 2, 1}, {4 * 3 + 0, 4 * 2 + 0, 4 * 1 + 0}},
                                         {{0, 1, 3}, {4 * 0 + 2, 4 * 2 + 2, 4 * 3 + 1}},
                                         {{1, 2, 3}, {4 * 0 + 1, 4 * 3 + 2, 4 * 1 + 1}},
                                         {{2, 0, 3}, {4 * 0 + 0, 4 * 1 + 2, 4 * 2 + 1}}}};

/// Computes the planes before the orientation of the vertices is known, as that is unpredictable.
static bool begin_polytope(polytope3 *p)
{
    const points4 c[3] = {vertices_of(p, 0, 0, 1, 2), vertices_of(p, 1, 3, 3, 3), vertices_of(p, 2, 1, 2, 0)};
    planes3 *const q = &p->planes;
    memcpy(p->faces, TETRAHEDRON[0], sizeof TETRAHEDRON[0]);
    const f64x4 distance = set_planes(p, 0, 4, c[0], way4(c[0], c[1]), way4(c[0], c[2]));
    const int side = polytope3_side(p, 0, polytope3_w(p, 3));
    const f64x4 turn = f64x4_splat(side > 0 ? -0.0 : 0.0);
    f64x4_store(q->x, f64x4_xor(f64x4_load(q->x), turn));
    f64x4_store(q->y, f64x4_xor(f64x4_load(q->y), turn));
    f64x4_store(q->z, f64x4_xor(f64x4_load(q->z), turn));
    f64x4_store(q->height, f64x4_xor(f64x4_load(q->height), turn));
    const nearest4 nearest = {f64x4_xor(distance, turn), f64x4_of(0, 1, 2, 3)};
    f64x4_store(q->distance, nearest.distance);
    memcpy(p->faces, TETRAHEDRON[side > 0], sizeof TETRAHEDRON[0]);
    for (int i = 0; i < 4; i++) p->begins[i] = 0;
    p->x[POLYTOPE3_NO_VERTEX] = p->y[POLYTOPE3_NO_VERTEX] = p->z[POLYTOPE3_NO_VERTEX] = 0;
    end_planes(p, 4);
    p->nearest = nearest_of(&nearest);
    return side != 0;
}

/// Returns those of four faces from number i on, among `doubtful`, that have the point in their plane or in
/// front of it.
static __attribute__((noinline)) uint32_t seen_exactly(const polytope3 *p, int i, uint32_t doubtful, dvec3 w)
{
    uint32_t seen = 0;
    for (; doubtful; doubtful &= doubtful - 1) {
        const int k = __builtin_ctz(doubtful);
        seen |= (uint32_t)(polytope3_side_exact(p, i + k, w) >= 0) << k;
    }
    return seen;
}

static inline f64x4 lanes_of(uint32_t bits)
{
    const f64x4 number = f64x4_of(bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3 & 1);
    return f64x4_less(f64x4_splat(0), number);
}

/// Marks the faces that see the next vertex, a bit for each, takes them out, and finds the nearest of the
/// others. A face that has the vertex in its plane counts as seen.
static inline nearest4 mark_seen(polytope3 *p, uint64_t *seen)
{
    planes3 *const q = &p->planes;
    const dvec3 w = polytope3_w(p, p->vertex_count);
    const points4 at = {f64x4_splat(w.x), f64x4_splat(w.y), f64x4_splat(w.z)};
    const f64x4 reach = f64x4_splat(p->reach), none = f64x4_splat((double)INFINITY);
    f64x4 number = f64x4_of(0, 1, 2, 3);
    nearest4 nearest = {none, number};
    for (int i = 0; i < p->face_count;) {
        uint64_t bits = 0;
        for (int k = 0; k < 64 && i < p->face_count; k += 4, i += 4) {
            const points4 n = {f64x4_load(&q->x[i]), f64x4_load(&q->y[i]), f64x4_load(&q->z[i])};
            const f64x4 height = f64x4_load(&q->height[i]), side = f64x4_sub(dot4(n, at), height),
                        doubt = f64x4_mul(f64x4_load(&q->doubt[i]), reach);
            f64x4 sees = f64x4_less(doubt, side);
            uint32_t doubtful = f64x4_mask(f64x4_or(sees, f64x4_less(side, f64x4_neg(doubt)))) ^ 15;
            // those that were seen before do not count, whatever their doubt
            if (doubtful) doubtful &= f64x4_mask(f64x4_less(height, none));
            if (doubtful) sees = lanes_of(f64x4_mask(sees) | seen_exactly(p, i, doubtful, w));
            const f64x4 distance = f64x4_select(sees, none, f64x4_load(&q->distance[i]));
            f64x4_store(&q->height[i], f64x4_select(sees, none, height));
            f64x4_store(&q->distance[i], distance);
            bits |= (uint64_t)f64x4_mask(sees) << k;
            keep_nearer(&nearest, distance, number);
            number = f64x4_add(number, f64x4_splat(4));
        }
        *seen++ = bits;
    }
    return nearest;
}

static inline uint64_t is_seen(const uint64_t *seen, int i) { return seen[i >> 6] >> (i & 63) & 1; }

/// Makes the faces from the next vertex to the horizon, the edges between faces that see it and faces that
/// do not. They stand behind all others, not yet linked to one another. Every side is written, and counted
/// if it is on the horizon, without branches. Returns the end of the faces.
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
                // never beyond the last place, even if numbers are NaN
                end += !is_seen(seen, f->across[k] >> 2) & (end < POLYTOPE3_FACES);
            }
        }
    }
    // faces are linked four at a time
    for (int i = end; i < end + 3; i++) {
        face3 *const none = &p->faces[i];
        none->corner[0] = none->corner[1] = POLYTOPE3_NO_VERTEX;
        none->across[0] = 4 * POLYTOPE3_NO_FACE;
    }
    return end;
}

/// Links a new face to its neighbour beyond the horizon.
static inline void link_beyond(polytope3 *p, int i)
{
    face3 *const f = &p->faces[i];
    const int beyond = f->across[0];
    f->corner[2] = p->vertex_count;
    f->across[2] = 0;
    p->begins[f->corner[0]] = i;
    p->faces[beyond >> 2].across[beyond & 3] = 4 * i;
}

/// Links a new face to the next one around the new vertex.
static inline void link_next(polytope3 *p, int i)
{
    face3 *const f = &p->faces[i];
    const int next = p->begins[f->corner[1]];
    f->across[1] = 4 * next + 2;
    p->faces[next].across[2] = 4 * i + 1;
}

/// Links the new faces and sets their planes, four at a time, as their number is unpredictable.
static inline void finish_rim(polytope3 *p, int first, int end, nearest4 *nearest)
{
    const dvec3 w = polytope3_w(p, p->vertex_count);
    const points4 apex = {f64x4_splat(w.x), f64x4_splat(w.y), f64x4_splat(w.z)};
    f64x4 number = f64x4_add(f64x4_splat(first), f64x4_of(0, 1, 2, 3));
    for (int i = first; i < end; i += 4) {
        const face3 *const f = &p->faces[i];
        const points4 from = vertices_of(p, f[0].corner[0], f[1].corner[0], f[2].corner[0], f[3].corner[0]),
                      to = vertices_of(p, f[0].corner[1], f[1].corner[1], f[2].corner[1], f[3].corner[1]);
        for (int k = 0; k < 4; k++) link_beyond(p, i + k);
        keep_nearer(nearest, set_planes(p, i, end - i, apex, way4(apex, from), way4(apex, to)), number);
        number = f64x4_add(number, f64x4_splat(4));
    }
    for (int i = first; i < end; i += 4)
        for (int k = 0; k < 4; k++) link_next(p, i + k);
}

/// Moves the faces that are left together.
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
            // if numbers are NaN, some lead to where no face is
            p->faces[i].across[k] = 4 * (face < p->face_count ? place[face] : kept) + (beyond & 3);
        }
    p->faces[kept] = (face3){{0, 0, 0}, {0, 0, 0}};
    end_planes(p, kept);
}

/// Adds the next vertex: removes the faces that see it, and joins it to their horizon. Returns false if the
/// horizon has fewer than three edges.
static bool expand_polytope(polytope3 *p)
{
    uint64_t seen[POLYTOPE3_WORDS];
    if (p->face_count > POLYTOPE3_FACES - POLYTOPE3_VERTICES) close_up(p);
    nearest4 nearest = mark_seen(p, seen);
    const int first = p->face_count, end = close_rim(p, seen);
    if (end - first < 3) return false;
    p->begins[p->vertex_count] = first;
    finish_rim(p, first, end, &nearest);
    end_planes(p, end);
    p->nearest = nearest_of(&nearest);
    p->vertex_count++;
    return true;
}

#endif
