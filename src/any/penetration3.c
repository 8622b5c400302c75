#include "any/penetration3.h"
#include "any/any3.h"
#include "feeler/any3.h"
#include "feeler/overlap3.h"

enum { STACK_SIZE = 256 };

/// Translations in a patch of directions, (1, s, t) along three axes turned by `face`, of some lengths.
typedef struct cell {
    int face;
    flr_real s[2], t[2], r[2];
} cell;

typedef struct search {
    penetration3 *p;
    penetration3_way best;
    flr_real fuzz;  ///< gaps narrower than this are not searched for
    flr_vec3 middle, corners[8];
    flr_real radius;  ///< around the middle
    bool covered;
    flr_real least;  ///< no shorter translation separates them
} search;

static flr_real reach(const penetration3 *p, const penetration3_side *s, flr_vec3 u)
{
    flr_real most = -(flr_real)INFINITY;
    if (s->kind == PENETRATION3_CONVEX)
        return flr_dot3(flr_support3(&s->core, u), u) + s->core.radius * flr_length3(u);
    if (s->kind == PENETRATION3_SHEET) {
        size_t count;
        const flr_vec3 *v = flr_any3_corners(s->shape, &count);
        for (size_t i = 0; i < count; i++) {
            flr_real along = flr_dot3(flr_sub3(v[i], p->origin), u);
            if (along > most) most = along;
        }
        return most;
    }
    const flr_aabb3 *b = &s->box;
    return (u.x < 0 ? b->min.x : b->max.x) * u.x + (u.y < 0 ? b->min.y : b->max.y) * u.y +
           (u.z < 0 ? b->min.z : b->max.z) * u.z;
}

/// Apart along the unit direction u: the start of a descent to a locally shortest translation.
static void try_direction(search *s, flr_vec3 u)
{
    flr_real far = reach(s->p, &s->p->a, u) + reach(s->p, &s->p->b, flr_neg3(u));
    if (!(flr_length_squared3(u) > 0) || s->p->work > s->p->work_max) return;
    if (far < 0) far = 0;
    flr_penetration3_polish(s->p, flr_scale3(far + 2 * s->p->gap, u), &s->best);
}

static void try_directions(search *s)
{
    const penetration3_side *sides[2] = {&s->p->a, &s->p->b};
    for (int k = 0; k < 2; k++) {
        flr_vec3 n = flr_vec3_make(0, 0, 0);
        if (any3_is_sheet(sides[k]->shape->kind)) n = flr_any3_sheet_normal(sides[k]->shape);
        try_direction(s, n);
        try_direction(s, flr_neg3(n));
    }
    for (int k = 0; k < 6; k++) {
        flr_real way = k & 1 ? -1 : 1;
        try_direction(s, flr_vec3_make(k / 2 == 0 ? way : 0, k / 2 == 1 ? way : 0, k / 2 == 2 ? way : 0));
    }
}

static flr_vec3 direction(int face, flr_real s, flr_real t)
{
    flr_real one = face & 1 ? -1 : 1;
    flr_vec3 v = face / 2 == 0   ? flr_vec3_make(one, s, t)
                 : face / 2 == 1 ? flr_vec3_make(t, one, s)
                                 : flr_vec3_make(s, t, one);
    return flr_scale3(1 / flr_length3(v), v);
}

/// Eight corners whose hull holds the cell: the outer ones moved out by what the sphere bulges between them.
static void set_corners(search *s, const cell *c)
{
    flr_vec3 m = direction(c->face, (c->s[0] + c->s[1]) / 2, (c->t[0] + c->t[1]) / 2), u[4];
    flr_real cosine = 1;
    for (int k = 0; k < 4; k++) {
        u[k] = direction(c->face, c->s[k & 1], c->t[k >> 1]);
        flr_real x = flr_dot3(u[k], m);
        if (x < cosine) cosine = x;
    }
    s->middle = flr_scale3((c->r[0] + c->r[1]) / 2, m);
    s->radius = 0;
    for (int k = 0; k < 8; k++) {
        s->corners[k] = flr_scale3(k < 4 ? c->r[1] / cosine : c->r[0], u[k & 3]);
        flr_real d = flr_length3(flr_sub3(s->corners[k], s->middle));
        if (d > s->radius) s->radius = d;
    }
}

/// What is convex and holds all corners holds the whole cell.
static bool hold_corners(search *s, const flr_convex3 *x, const flr_convex3 *y, bool *middle)
{
    flr_convex3 wide = *x;
    wide.radius += s->fuzz;
    for (int k = -1; k < 8; k++) {
        penetration3_moved at;
        flr_convex3 moved = flr_penetration3_move(y, k < 0 ? s->middle : s->corners[k], &at);
        if (k == 4 && flr_length_squared3(s->corners[4]) == 0) break;  // where they overlap as they are
        s->p->work++;
        if (!flr_overlap3_convex_convex(&wide, &moved, NULL).overlap) return false;
        *middle = true;
    }
    return true;
}

static bool look_for_cover(void *user, const flr_convex3 *x, const flr_convex3 *y)
{
    search *s = user;
    penetration3 *p = s->p;
    bool middle = false;
    s->covered = hold_corners(s, x, y, &middle);
    if (!s->covered && middle && p->a.kind == PENETRATION3_SHEET)
        s->covered = flr_penetration3_is_pierced(p, &p->a, y, s->corners, false);
    if (!s->covered && middle && p->b.kind == PENETRATION3_SHEET)
        s->covered = flr_penetration3_is_pierced(p, &p->b, x, s->corners, true);
    return !s->covered;
}

static bool is_covered(search *s)
{
    s->covered = false;
    flr_penetration3_visit(s->p, s->middle, s->middle, s->fuzz, look_for_cover, s);
    return s->covered || flr_penetration3_stays_inside(s->p, s->middle, s->corners);
}

static void split(const cell *c, cell *low, cell *high)
{
    flr_real s = (c->s[0] + c->s[1]) / 2, t = (c->t[0] + c->t[1]) / 2, r = (c->r[0] + c->r[1]) / 2;
    flr_real w = 1 + s * s + t * t, deep = (c->r[1] - c->r[0]) / 2;
    flr_real wide = c->r[1] * (c->s[1] - c->s[0]) * (1 + t * t) / w;
    flr_real tall = c->r[1] * (c->t[1] - c->t[0]) * (1 + s * s) / w;
    *low = *high = *c;
    if (deep > wide && deep > tall) {
        low->r[1] = high->r[0] = r;
    } else if (wide > tall) {
        low->s[1] = high->s[0] = s;
    } else {
        low->t[1] = high->t[0] = t;
    }
}

/// Is the best the shortest, up to the gaps that are not searched for?
static bool is_shortest(search *s)
{
    s->fuzz = s->best.length / 2048 + s->p->gap;
    return s->best.length - s->fuzz <= s->least;
}

/// Are all translations shorter than the best, but for narrow gaps, known not to separate the two? What does separate them
/// becomes the best. False if the work ran out.
static bool search_all(search *s)
{
    cell stack[STACK_SIZE];
    int top = 0;
    for (int face = 0; face < 6; face++)
        stack[top++] = (cell){face, {-1, 1}, {-1, 1}, {s->least, s->best.length}};
    while (top > 0) {
        cell c = stack[--top];
        if (is_shortest(s)) return true;
        flr_real limit = s->best.length - s->fuzz;
        if (c.r[1] > limit) c.r[1] = limit;
        if (!(c.r[0] < c.r[1])) continue;
        set_corners(s, &c);
        if (s->radius < s->fuzz / 2 || is_covered(s)) continue;
        if (s->p->work > s->p->work_max || top + 2 > STACK_SIZE) return false;
        flr_real length = s->best.length;
        if (flr_penetration3_is_apart(s->p, s->middle)) flr_penetration3_polish(s->p, s->middle, &s->best);
        if (s->best.length < length) {
            stack[top++] = c;
            continue;
        }
        split(&c, &stack[top + 1], &stack[top]);
        top += 2;
    }
    return true;
}

/// Where do they touch once b has moved? By the padded translation, that leaves all apart, it is known which pieces do, and by the
/// exact one where.
typedef struct contact {
    penetration3_way way;
    flr_vec3 point;
    flr_real distance;
} contact;

static bool look_for_contact(void *user, const flr_convex3 *x, const flr_convex3 *y)
{
    contact *c = user;
    penetration3_moved at;
    flr_convex3 moved = flr_penetration3_move(y, c->way.padded, &at);
    flr_gjk3 g = flr_closest3_convex_convex(x, &moved, NULL);
    if (!(g.distance < c->distance)) return true;
    c->distance = g.distance;
    moved = flr_penetration3_move(y, c->way.exact, &at);
    c->point = flr_closest3_convex_convex(x, &moved, NULL).point_a;
    return true;
}

/// What of two unions is unbounded: two such shapes that no translation separates keep the unions together; where others meet has to
/// be tested, however far off.
typedef struct endless {
    const flr_shape3 *one, *others;
    flr_vec3 middle;
    flr_real far;  ///< where two meet, from the middle
    bool inseparable;
} endless;

static void ask_pair(void *user, const flr_shape3 *s)
{
    endless *e = user;
    flr_signed_distance3_result r;
    flr_closest3 c;
    if (e->inseparable || flr_any3_is_bounded(s)) return;
    e->inseparable = flr_signed_distance3(e->one, s, &r) == FLR_OK && r.inseparable;
    if (flr_distance3(e->one, s, &c) != FLR_OK || c.distance > 0) return;
    flr_real far = flr_length3(flr_sub3(c.point_a, e->middle));
    if (far > e->far) e->far = far;
}

static void ask_all(void *user, const flr_shape3 *s)
{
    endless *e = user;
    if (e->inseparable || flr_any3_is_bounded(s)) return;
    e->one = s;
    flr_compound3_leaves(e->others, ask_pair, e);
}

flr_status flr_penetration3(const flr_shape3 *a, const flr_shape3 *b, const penetration3_known *known,
                            flr_signed_distance3_result *r)
{
    penetration3 p;
    flr_penetration3_make(&p, a, b);
    endless e = {.others = b};
    if (p.reach > 0) {
        e.middle = p.middle;
        flr_compound3_leaves(a, ask_all, &e);
    }
    r->inseparable = e.inseparable;
    if (r->inseparable) return FLR_OK;
    // the ends of the searched parts lie well beyond where they meet, so that no way around those is the shortest
    const bool is_far = 8 * e.far > p.reach;
    if (is_far) flr_penetration3_make_within(&p, a, b, 8 * e.far);
    if (!isfinite(p.size) || !isfinite(p.gap)) return FLR_NOT_FINITE;
    search s = {.p = &p, .best = {.length = (flr_real)INFINITY}};
    if (known) {
        s.least = known->depth - 4 * p.gap > 0 ? known->depth - 4 * p.gap : 0;
        try_direction(&s, known->normal);
    }
    if (!is_shortest(&s)) try_directions(&s);
    bool sure = search_all(&s);
    contact c = {s.best, {0, 0, 0}, (flr_real)INFINITY};
    flr_penetration3_visit(&p, c.way.padded, c.way.padded, 4 * p.gap, look_for_contact, &c);
    r->inseparable = p.reach > 0 && s.best.length > p.reach / 2;
    if (r->inseparable) return FLR_OK;
    flr_vec3 way = s.best.length > 0 ? s.best.exact : s.best.padded;
    r->signed_distance = s.best.length > 0 ? -s.best.length : 0;
    r->normal = flr_any3_unit(way);
    if (r->normal.x == 0 && r->normal.y == 0 && r->normal.z == 0) r->normal = flr_vec3_make(1, 0, 0);
    r->point_a = flr_add3(c.point, p.origin);
    r->point_b = flr_mul_add3(r->point_a, r->signed_distance, r->normal);
    // what lies between pieces that are called apart may then be a part of the depth itself
    const bool is_coarse = is_far && p.gap > s.best.length / 512;
    r->lower = is_coarse && !(s.best.length > 0) ? -(flr_real)INFINITY : r->signed_distance;
    if (sure && !is_coarse) return FLR_OK;
    r->upper = -(s.least < s.best.length ? s.least : s.best.length);
    return FLR_NOT_CONVERGED;
}

/// A ray's or line's piece, a plane's square, a halfspace's cube: as far from the middle as the reach goes.
static flr_shape3 leaf_around(flr_vec3 middle, flr_real far, const flr_shape3 *s)
{
    if (any3_is_path(s->kind)) {
        bool is_ray = s->kind == FLR_SHAPE3_RAY;
        flr_vec3 origin = s->as.line.origin, u = flr_any3_unit(s->as.line.direction);
        flr_real at = flr_dot3(flr_sub3(middle, origin), u), first = at - far, last = at + far;
        if (is_ray && first < 0) first = 0;
        if (is_ray && last < 0) last = 0;
        return any3_of_segment(flr_mul_add3(origin, first, u), flr_mul_add3(origin, last, u));
    }
    if (!any3_is_flat_unbounded(s->kind)) return *s;
    bool solid = s->kind == FLR_SHAPE3_HALFSPACE;
    flr_plane3 h = any3_boundary(s);
    flr_vec3 n = flr_any3_unit(h.normal), x = flr_any3_perpendicular(n);
    flr_vec3 foot = flr_closest3_point_plane(middle, &h).point_b;
    flr_shape3 box = {.kind = FLR_SHAPE3_BOX};
    box.as.box.center = solid ? flr_mul_add3(foot, -far, n) : foot;
    box.as.box.axes = (flr_mat3){x, flr_cross3(n, x), n};
    box.as.box.half_extents = flr_vec3_make(far, far, solid ? far : 0);
    return box;
}

flr_shape3 flr_penetration3_leaf(const penetration3 *p, const flr_shape3 *s)
{
    return leaf_around(p->middle, p->reach, s);
}

flr_shape3 flr_penetration3_clip_path(const flr_shape3 *path, const flr_shape3 *other)
{
    if (!any3_is_path(path->kind) || !flr_any3_is_bounded(other)) return *path;
    const flr_aabb3 b = flr_any3_bounds(other);
    // what is looked at of the whole goes a few sizes further
    const flr_real size = 16 * flr_length3(flr_sub3(b.max, b.min));
    return near3_is_zero(near3_far_from(b.min, size)) ? flr_any3_clip_path(path, other) : *path;
}

/// Far from the origin, in the local frame as near as that is to the world's. False near the origin, and where that would round.
static bool carry(const penetration3 *p, const flr_shape3 *s, any3_recentered *carried)
{
    flr_vec3 exact = p->origin;
    if (!p->is_far) return false;
    flr_any3_keep_exact(s, &exact);
    if (exact.x != p->origin.x || exact.y != p->origin.y || exact.z != p->origin.z) return false;
    flr_any3_shift(s, exact, carried);
    carried->shape = leaf_around(flr_sub3(p->middle, exact), p->reach, &carried->shape);
    return true;
}

static flr_vec3 support_as_given(const void *user, flr_vec3 direction)
{
    return flr_support3(user, direction);
}

bool flr_penetration3_core(const penetration3 *p, const flr_shape3 *s, penetration3_room *room,
                           flr_convex3 *core)
{
    room->by = flr_vec3_make(0, 0, 0);
    if (!carry(p, s, &room->carried)) {
        room->carried.shape = flr_penetration3_leaf(p, s);
        room->by = flr_neg3(p->origin);
    }
    if (!flr_any3_core(&room->carried.shape, &room->as_given)) return false;
    flr_convex3 c = room->as_given;
    if (flr_any3_is_far_within(&room->carried.shape)) {
        c = flr_convex3_user(support_as_given, &room->as_given, flr_any3_point(&room->carried.shape),
                             c.radius);
    }
    *core = flr_penetration3_move(&c, room->by, &room->user);
    return true;
}

const flr_shape3 *flr_penetration3_mesh(const penetration3 *p, const flr_shape3 *s, flr_shape3 *carried,
                                        flr_vec3 *left)
{
    flr_vec3 exact = p->origin;
    flr_any3_keep_exact(s, &exact);
    if (!p->is_far || exact.x != p->origin.x || exact.y != p->origin.y || exact.z != p->origin.z)
        exact = flr_vec3_make(0, 0, 0);
    *left = flr_sub3(p->origin, exact);
    if (near3_is_zero(exact) && !s->as.mesh.mesh->from_pivot) return s;
    *carried = *s;
    carried->as.mesh = flr_near3_carried(&s->as.mesh, exact);
    return carried;
}

typedef struct exactness {
    flr_vec3 origin;
    bool holds;
} exactness;

static void ask_exact(void *user, const flr_shape3 *s)
{
    exactness *e = user;
    flr_vec3 kept = e->origin;
    flr_any3_keep_exact(s, &kept);
    e->holds &= kept.x == e->origin.x && kept.y == e->origin.y && kept.z == e->origin.z;
}

bool flr_penetration3_is_exact(const penetration3 *p, const flr_shape3 *a, const flr_shape3 *b)
{
    exactness e = {p->origin, p->is_far};
    flr_compound3_leaves(a, ask_exact, &e);
    flr_compound3_leaves(b, ask_exact, &e);
    return e.holds;
}

static const flr_mat3 upright = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static flr_real coordinate(flr_vec3 v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

/// Of a point in the plane of the sheet, not on its rim, by the crossings of a ray; seen along the axis nearest to n.
static bool holds(const flr_vec3 *v, size_t count, flr_vec3 n, flr_vec3 p)
{
    flr_real x = n.x < 0 ? -n.x : n.x, y = n.y < 0 ? -n.y : n.y, z = n.z < 0 ? -n.z : n.z;
    int drop = x >= y && x >= z ? 0 : y >= z ? 1 : 2, i = (drop + 1) % 3, j = (drop + 2) % 3;
    bool odd = false;
    for (size_t k = 0; k < count; k++) {
        flr_vec3 a = flr_sub3(v[k], p), b = flr_sub3(v[(k + 1) % count], p);
        flr_real ay = coordinate(a, j), by = coordinate(b, j);
        if ((ay > 0) == (by > 0)) continue;
        flr_real ax = coordinate(a, i), bx = coordinate(b, i);
        odd ^= ax + (bx - ax) * (ay / (ay - by)) > 0;
    }
    return odd;
}

bool flr_penetration3_is_pierced(penetration3 *p, const penetration3_side *sheet, const flr_convex3 *c,
                                 const flr_vec3 corners[8], bool turned)
{
    flr_vec3 n = flr_any3_sheet_normal(sheet->shape), seen[8], middle = flr_vec3_make(0, 0, 0);
    flr_vec3 low = flr_support3(c, flr_neg3(n)), high = flr_support3(c, n), chord = flr_sub3(high, low);
    size_t count;
    const flr_vec3 *v = flr_any3_corners(sheet->shape, &count);
    flr_vec3 first = flr_sub3(v[0], p->origin);
    flr_real rise = flr_dot3(chord, n);
    if (!(rise > p->gap)) return false;
    for (int k = 0; k < 8; k++) {
        flr_vec3 q = turned ? flr_sub3(low, corners[k]) : flr_add3(low, corners[k]);
        flr_real h = flr_dot3(flr_sub3(q, first), n);
        if (!(h < 0 && h + rise > 0)) return false;
        seen[k] = flr_mul_add3(q, -h / rise, chord);
        middle = flr_mul_add3(middle, (flr_real)0.125, seen[k]);
    }
    if (!holds(v, count, n, flr_add3(middle, p->origin))) return false;
    flr_convex3 patch = flr_convex3_points(seen, 8, upright, flr_vec3_make(0, 0, 0), 0);
    for (size_t i = 0; i < count; i++) {
        flr_segment3 e = {flr_sub3(v[i], p->origin), flr_sub3(v[(i + 1) % count], p->origin)};
        flr_convex3 edge = flr_convex3_segment(&e);
        p->work++;
        flr_overlap3_convex meet = flr_overlap3_convex_convex(&patch, &edge, NULL);
        if (meet.overlap || meet.status != FLR_OK) return false;
    }
    return true;
}

/// A point well inside, or as far inside as there is room.
static flr_vec3 middle_of(const flr_convex3 *c)
{
    flr_vec3 sum = flr_vec3_make(0, 0, 0);
    if (c->kind == FLR_CONVEX3_CORNERS) {
        for (uint32_t i = 0; i < c->count; i++) sum = flr_add3(sum, c->corners[i]);
        return flr_scale3(1 / (flr_real)c->count, sum);
    }
    if (c->kind == FLR_CONVEX3_BOX || c->kind == FLR_CONVEX3_CYLINDER) return c->center;
    for (int i = 0; i < 6; i++) {
        flr_real way = i & 1 ? -1 : 1;
        flr_vec3 d = flr_vec3_make(i / 2 == 0 ? way : 0, i / 2 == 1 ? way : 0, i / 2 == 2 ? way : 0);
        sum = flr_mul_add3(sum, (flr_real)1 / 6, flr_support3(c, d));
    }
    return sum;
}

/// One shape of a side and a solid mesh of the other, and what is asked about them.
typedef struct within {
    penetration3 *p;
    const penetration3_side *inner;
    const flr_shape3 *outer;  ///< as flr_penetration3_mesh has it
    flr_vec3 left;
    flr_vec3 way;             ///< of the inner one
    const flr_vec3 *corners;  ///< null: of that way alone
    bool turned;              ///< the inner one is a, and stays where it is
    bool found;
} within;

/// Points of a shape: one of each connected piece, corners of a sheet, some of a convex one.
static bool point_of(const within *w, const flr_shape3 *s, const flr_convex3 *core, size_t k, flr_vec3 *q)
{
    flr_vec3 origin = w->p->origin, lag = flr_neg3(w->way);
    if (s->kind == FLR_SHAPE3_MESH) {
        const flr_mesh3 *m = s->as.mesh.mesh;
        flr_shape3 carried;
        if (k >= m->info.component_count) return false;
        s = flr_penetration3_mesh(w->p, s, &carried, &origin);
        *q = flr_sub3(instance3_point(&s->as.mesh, mesh3_vertex(m, m->component_vertex[k])), origin);
        return true;
    }
    if (!core) {
        size_t count;
        const flr_vec3 *v = flr_any3_corners(s, &count);
        if (k >= count) return false;
        *q = flr_sub3(v[k], origin);
        return true;
    }
    // the middle, the ends first and last to leave, and halfway to them
    if (k > 4) return false;
    *q = middle_of(core);
    if (k == 0) return true;
    if (!(flr_length_squared3(lag) > 0)) lag = flr_vec3_make(1, 0, 0);
    flr_vec3 end = flr_support3(core, k & 1 ? lag : flr_neg3(lag));
    *q = k > 2 ? flr_lerp3(*q, end, (flr_real)0.5) : end;
    return true;
}

/// q, local, is in the solid; does it stay there, moved by anything in the hull of the corners?
static bool stays_in(const within *w, flr_vec3 q)
{
    flr_vec3 moved[8];
    for (int k = 0; k < 8; k++)
        moved[k] = w->turned ? flr_sub3(q, w->corners[k]) : flr_add3(q, w->corners[k]);
    flr_shape3 surface = *w->outer, hull = {.kind = FLR_SHAPE3_CONVEX};
    surface.solid = false;
    hull.as.convex = flr_convex3_points(moved, 8, upright, w->left, 0);
    flr_closest3 c;
    w->p->work += 8;
    return flr_any3_distance_mesh(&hull, &surface, w->p->gap, &c) == FLR_OK && c.distance > 0;
}

static void look_at_inner(void *user, const flr_shape3 *s)
{
    within *w = user;
    flr_shape3 leaf = flr_penetration3_leaf(w->p, s);
    penetration3_room room;
    flr_convex3 core;
    const flr_convex3 *c = NULL;
    if (w->inner->kind == PENETRATION3_CONVEX) {
        c = &w->inner->core;
    } else if (leaf.kind != FLR_SHAPE3_MESH && flr_penetration3_core(w->p, s, &room, &core)) {
        c = &core;
    }
    flr_vec3 q;
    for (size_t k = 0; !w->found && (!w->corners || k < 5) && point_of(w, &leaf, c, k, &q); k++) {
        flr_vec3 there = flr_add3(flr_add3(q, w->way), w->left);
        w->p->work += 4;
        if (flr_contains3_mesh_point(&w->outer->as.mesh, there) < 0) continue;
        w->found = !w->corners || stays_in(w, q);
    }
}

static void look_at_outer(void *user, const flr_shape3 *s)
{
    within *w = user;
    if (w->found || s->kind != FLR_SHAPE3_MESH || !s->solid) return;
    flr_shape3 carried;
    w->outer = flr_penetration3_mesh(w->p, s, &carried, &w->left);
    flr_compound3_leaves(w->inner->shape, look_at_inner, w);
}

/// Of `outer` as it is and `inner` moved by v, or by anything in the hull of the corners.
static bool is_within(penetration3 *p, const penetration3_side *outer, const penetration3_side *inner,
                      flr_vec3 v, const flr_vec3 *corners, bool turned)
{
    within w = {p, inner, NULL, p->origin, turned ? flr_neg3(v) : v, corners, turned, false};
    if (outer->solid) flr_compound3_leaves(outer->shape, look_at_outer, &w);
    return w.found;
}

bool flr_penetration3_is_inside(penetration3 *p, flr_vec3 v)
{
    return is_within(p, &p->a, &p->b, v, NULL, false) || is_within(p, &p->b, &p->a, v, NULL, true);
}

bool flr_penetration3_stays_inside(penetration3 *p, flr_vec3 v, const flr_vec3 corners[8])
{
    return is_within(p, &p->a, &p->b, v, corners, false) || is_within(p, &p->b, &p->a, v, corners, true);
}
