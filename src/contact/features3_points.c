#include "contact/contact3_frame.h"
#include "contact/features3.h"

#define TIGHT (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-6 : (flr_real)1e-13)
/// What is this close to a face, as a part of the size, is in it.
#define LOOSE (sizeof(flr_real) == sizeof(float) ? (flr_real)1e-5 : (flr_real)1e-11)

enum { GATHER_MAX = 64 };

/// One point of a face in its plane.
typedef struct flat_point {
    flr_real x, y;
    uint32_t index;
} flat_point;

static uint32_t farthest(const flr_vec3 *p, uint32_t count, flr_vec3 d)
{
    uint32_t best = 0;
    flr_real most = 0;
    for (uint32_t i = 1; i < count; i++) {
        flr_real along = flr_dot3(flr_sub3(p[i], p[0]), d);
        if (along > most) most = along, best = i;
    }
    return best;
}

/// The point toward which the hull falls off least from its top, by the ratio of drop and way; `top` where there is none.
static uint32_t flattest_edge(const flr_vec3 *p, uint32_t count, uint32_t top, flr_vec3 d, flr_real *size)
{
    uint32_t best = top;
    flr_real best_drop = 1, best_way = 0, far = 0;
    for (uint32_t i = 0; i < count; i++) {
        flr_vec3 q = flr_sub3(p[i], p[top]);
        flr_real square = flr_length_squared3(q), drop = -flr_dot3(q, d);
        if (square > far) far = square;
        if (!(square > 0)) continue;
        if (drop < 0) drop = 0;
        flr_real way = square - drop * drop;
        // all in squares; of equal slopes the longer edge
        drop *= drop;
        if (drop <= square * TIGHT * TIGHT) drop = 0;
        if (drop == 0 && best_drop == 0 ? way > best_way : drop * best_way < best_drop * way) {
            best = i;
            best_drop = drop;
            best_way = way;
        } else if (best == top) {
            // straight below: better than none
            best = i;
            best_drop = drop;
            best_way = way;
        }
    }
    *size = (flr_real)sqrt((double)far);
    return best;
}

/// The flatter of the two faces at an edge: turns the flattest plane through the edge about it until it meets a point. False where
/// all points are on the edge's line.
static bool flattest_face(const flr_vec3 *p, uint32_t count, flr_vec3 from, flr_vec3 edge, flr_vec3 d,
                          flr_real size, flr_vec3 *normal)
{
    flr_vec3 e = flr_scale3(1 / flr_length3(edge), edge), m = flr_mul_add3(d, -flr_dot3(d, e), e);
    flr_real length = flr_length3(m);
    if (!(length > LOOSE)) {
        // the edge runs along d: any plane through it
        flr_vec3 axis = e.x * e.x < (flr_real)0.5 ? flr_vec3_make(1, 0, 0) : flr_vec3_make(0, 1, 0);
        m = flr_cross3(e, axis);
        length = flr_length3(m);
    }
    m = flr_scale3(1 / length, m);
    flr_vec3 side = flr_cross3(e, m);
    flr_real best_x = 0, best_y = 1, turn = 1;
    for (uint32_t i = 0; i < count; i++) {
        flr_vec3 q = flr_sub3(p[i], from);
        flr_real x = flr_dot3(q, side), y = -flr_dot3(q, m), way = x < 0 ? -x : x;
        if (!(way > LOOSE * size)) continue;
        if (y <= TIGHT * size) y = 0;
        if (y == 0 && best_y == 0 ? way > best_x : y * best_x < best_y * way) {
            best_x = way;
            best_y = y;
            turn = x < 0 ? -1 : 1;
        }
    }
    if (!(best_x > 0)) return false;
    flr_vec3 n = flr_add3(flr_scale3(best_x, m), flr_scale3(turn * best_y, side));
    *normal = flr_scale3(1 / flr_length3(n), n);
    return true;
}

static flr_real turn_of(const flat_point *a, const flat_point *b, const flat_point *c)
{
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

static void sort(flat_point *p, int count)
{
    for (int i = 1; i < count; i++) {
        flat_point q = p[i];
        int k = i;
        for (; k > 0 && (p[k - 1].x > q.x || (p[k - 1].x == q.x && p[k - 1].y > q.y)); k--) p[k] = p[k - 1];
        p[k] = q;
    }
}

/// Andrew's monotone chain (1979); corners that bend by no more than rounding are left out.
static int hull_of(flat_point *p, int count, flr_real size, flat_point *hull)
{
    sort(p, count);
    int made = 0;
    for (int pass = 0; pass < 2; pass++) {
        int first = made;
        for (int i = 0; i < count; i++) {
            const flat_point *q = &p[pass ? count - 1 - i : i];
            while (made - first >= 2) {
                const flat_point *a = &hull[made - 2], *b = &hull[made - 1];
                flr_real x = q->x - a->x, y = q->y - a->y;
                flr_real length = (flr_real)sqrt((double)(x * x + y * y));
                if (turn_of(a, b, q) > LOOSE * size * length) break;
                made--;
            }
            hull[made++] = *q;
        }
        made--;
    }
    return made;
}

/// In a face of very many points only those that lead in one of many directions are kept.
static int thin_out(flat_point *p, int count)
{
    enum { DIRECTIONS = 8 };
    static const flr_real X[DIRECTIONS] = {(flr_real)1,
                                           (flr_real)0.9238795325112867,
                                           (flr_real)0.7071067811865476,
                                           (flr_real)0.3826834323650898,
                                           (flr_real)0,
                                           (flr_real)-0.3826834323650898,
                                           (flr_real)-0.7071067811865476,
                                           (flr_real)-0.9238795325112867};
    flat_point kept[2 * DIRECTIONS];
    for (int k = 0; k < DIRECTIONS; k++) {
        int most = 0, least = 0;
        flr_real high = 0, low = 0;
        for (int i = 0; i < count; i++) {
            flr_real along = X[k] * (p[i].x - p[0].x) + X[(k + 4) % 8] * (k < 4 ? -1 : 1) * (p[i].y - p[0].y);
            if (along > high) high = along, most = i;
            if (along < low) low = along, least = i;
        }
        kept[2 * k] = p[most];
        kept[2 * k + 1] = p[least];
    }
    for (int k = 0; k < 2 * DIRECTIONS; k++) p[k] = kept[k];
    return 2 * DIRECTIONS;
}

static void set_corner(feature3 *f, const flr_vec3 *p, uint32_t index)
{
    f->corners[f->count] = p[index];
    f->codes[f->count++] = index & 0x1fffu;
}

/// All points in the plane through `top`, and the corners of their hull.
static void gather(const flr_vec3 *p, uint32_t count, uint32_t top, flr_real size, feature3 *f)
{
    flr_mat3 frame = contact3_frame(f->normal);
    flat_point all[GATHER_MAX], hull[2 * GATHER_MAX];
    int found = 0;
    for (uint32_t i = 0; i < count; i++) {
        flr_vec3 q = flr_sub3(p[i], p[top]);
        if (-flr_dot3(q, f->normal) > LOOSE * size) continue;
        if (found == GATHER_MAX) found = thin_out(all, found);
        all[found++] = (flat_point){flr_dot3(q, frame.x), flr_dot3(q, frame.y), i};
    }
    int made = hull_of(all, found, size, hull);
    f->count = 0;
    if (made > FEATURE3_MAX) {
        int kept = thin_out(hull, made);
        made = hull_of(hull, kept, size, all);
        for (int i = 0; i < made; i++) set_corner(f, p, all[i].index);
        return;
    }
    for (int i = 0; i < made; i++) set_corner(f, p, hull[i].index);
}

void flr_feature3_points(const flr_vec3 *p, uint32_t count, flr_vec3 d, feature3 *f)
{
    flr_real size;
    uint32_t top = farthest(p, count, d), next = flattest_edge(p, count, top, d, &size);
    f->count = 0;
    f->is_box = false;
    f->normal = d;
    if (next != top && flattest_face(p, count, p[top], flr_sub3(p[next], p[top]), d, size, &f->normal)) {
        // a sheet seen from the edge may turn away; it faces the side it is seen from
        gather(p, count, top, size, f);
        if (f->count > 2) return;
    }
    f->count = 0;
    set_corner(f, p, top);
    if (next != top) set_corner(f, p, next);
}
