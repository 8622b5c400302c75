#include "convex/simplex3.h"

/// A face of the simplex by the numbers of its corners, with the weights of its closest point.
typedef struct face {
    int count, corner[4];
    flr_real weight[4];
    flr_vec3 closest;
    flr_real distance_squared;
    bool inside;
} face;

static const flr_real NEVER = (flr_real)INFINITY;

static face set_closest(face f, const flr_vec3 *w)
{
    f.closest = flr_scale3(f.weight[0], w[f.corner[0]]);
    for (int i = 1; i < f.count; i++) f.closest = flr_mul_add3(f.closest, f.weight[i], w[f.corner[i]]);
    f.distance_squared = flr_length_squared3(f.closest);
    return f;
}

static face on_corner(const flr_vec3 *w, int i)
{
    face f = {.count = 1, .corner = {i}, .weight = {1}, .closest = w[i]};
    f.distance_squared = flr_length_squared3(w[i]);
    return f;
}

static face on_edge(const flr_vec3 *w, int i, int j)
{
    flr_vec3 d = flr_sub3(w[j], w[i]);
    flr_real along = -flr_dot3(w[i], d), length = flr_dot3(d, d);
    if (along <= 0) return on_corner(w, i);
    if (along >= length) return on_corner(w, j);
    // from the nearer end, so that the smaller weight carries no error of the larger
    flr_real t = along / length, s = flr_dot3(w[j], d) / length;
    if (t < s) {
        s = 1 - t;
    } else {
        t = 1 - s;
    }
    return set_closest((face){.count = 2, .corner = {i, j}, .weight = {s, t}}, w);
}

static void keep_better(face *best, face other)
{
    if (other.distance_squared < best->distance_squared) *best = other;
}

static face on_triangle(const flr_vec3 *w, int i, int j, int k)
{
    flr_vec3 u = flr_sub3(w[j], w[i]), v = flr_sub3(w[k], w[i]), n = flr_cross3(u, v);
    flr_real nn = flr_dot3(n, n);
    // the origin's weights as ratios of areas, square to the normal
    flr_real wi = flr_dot3(n, flr_cross3(w[j], w[k])), wj = flr_dot3(n, flr_cross3(w[k], w[i])),
             wk = flr_dot3(n, flr_cross3(w[i], w[j]));
    face best = {.distance_squared = NEVER};
    if (nn > 0 && wi > 0 && wj > 0 && wk > 0) {
        flr_real sum = wi + wj + wk;
        best =
            set_closest((face){.count = 3, .corner = {i, j, k}, .weight = {wi / sum, wj / sum, wk / sum}}, w);
        // the height over the plane is the better length where the weights are uncertain; a needle may still be better served by an edge
        const flr_real thin = sizeof(flr_real) == sizeof(float) ? (flr_real)1e-6 : (flr_real)1e-12;
        if (nn > thin * flr_dot3(u, u) * flr_dot3(v, v)) return best;
        keep_better(&best, on_edge(w, i, j));
        keep_better(&best, on_edge(w, j, k));
        keep_better(&best, on_edge(w, k, i));
        return best;
    }
    if (wk <= 0 || !(nn > 0)) keep_better(&best, on_edge(w, i, j));
    if (wi <= 0 || !(nn > 0)) keep_better(&best, on_edge(w, j, k));
    if (wj <= 0 || !(nn > 0)) keep_better(&best, on_edge(w, k, i));
    if (best.count == 0) keep_better(&best, on_corner(w, i));
    return best;
}

static flr_real volume(flr_vec3 a, flr_vec3 b, flr_vec3 c) { return flr_dot3(a, flr_cross3(b, c)); }

static face on_tetrahedron(const flr_vec3 *w)
{
    flr_vec3 ab = flr_sub3(w[1], w[0]), ac = flr_sub3(w[2], w[0]), ad = flr_sub3(w[3], w[0]);
    flr_real total = volume(ab, ac, ad);
    flr_real weight[4] = {volume(w[1], w[2], w[3]), -volume(w[2], w[3], w[0]), volume(w[3], w[0], w[1]),
                          -volume(w[0], w[1], w[2])};
    bool inside = total != 0;
    for (int i = 0; i < 4; i++) {
        if (total < 0) weight[i] = -weight[i];
        inside = inside && weight[i] > 0;
    }
    if (inside) {
        flr_real sum = weight[0] + weight[1] + weight[2] + weight[3];
        face f = {.count = 4, .corner = {0, 1, 2, 3}, .inside = true};
        for (int i = 0; i < 4; i++) f.weight[i] = weight[i] / sum;
        return set_closest(f, w);
    }
    static const int FACES[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    face best = {.distance_squared = NEVER};
    for (int i = 0; i < 4; i++)
        if (!(weight[i] > 0) || total == 0)
            keep_better(&best, on_triangle(w, FACES[i][0], FACES[i][1], FACES[i][2]));
    return best;
}

static void apply(simplex3 *s, const face *f)
{
    simplex3 r = {.count = f->count};
    for (int i = 0; i < f->count; i++) {
        int k = f->corner[i];
        r.w[i] = s->w[k];
        r.a[i] = s->a[k];
        r.b[i] = s->b[k];
        r.weight[i] = f->weight[i];
    }
    *s = r;
}

flr_vec3 flr_simplex3_reduce(simplex3 *s, bool *inside)
{
    face f = s->count == 1   ? on_corner(s->w, 0)
             : s->count == 2 ? on_edge(s->w, 0, 1)
             : s->count == 3 ? on_triangle(s->w, 0, 1, 2)
                             : on_tetrahedron(s->w);
    *inside = f.inside;
    apply(s, &f);
    return f.closest;
}
