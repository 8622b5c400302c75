/// All that follows from vertices and faces: normals, volume and centre, neighbours, the copy for
/// scans, and for each cell of directions the vertices that can be farthest there.

#include <math.h>

#include "hull/hull3_build.h"
#include "math/double_double.h"
#include "math/dvec3.h"
#include "math/predicates.h"
#include "math/vectors.h"

// ---- Planes, volume, neighbours

/// Offsets from a point near the hull, in units of its size, so that their squares and cubes stay in range.
typedef struct frame {
    dvec3 origin;
    int exponent;  ///< of the unit, a power of two
    double scale;  ///< 1 / unit, as far as a double can hold it
    double half;   ///< 1/2 where a difference of two coordinates may overflow, else 1
} frame;

static frame make_frame(const flr_hull3 *h)
{
    flr_vec3 low = h->info.bounds.min, high = h->info.bounds.max;
    dvec3 half = {(double)high.x * 0.5 - (double)low.x * 0.5, (double)high.y * 0.5 - (double)low.y * 0.5,
                  (double)high.z * 0.5 - (double)low.z * 0.5};
    frame f = {{(double)low.x + half.x, (double)low.y + half.y, (double)low.z + half.z}, 0, 1, 1};
    double most = fmax(half.x, fmax(half.y, half.z));
    if (most > 0) (void)frexp(most, &f.exponent);
    f.exponent = f.exponent > 1000 ? 1000 : f.exponent < -1000 ? -1000 : f.exponent + 1;
    if (most > 0x1p1000) f.half = 0.5;
    f.scale = ldexp(1, -f.exponent) / f.half;
    return f;
}

static dvec3 scaled(const frame *f, double ax, double ay, double az, flr_vec3 b)
{
    return (dvec3){((double)b.x * f->half - ax * f->half) * f->scale,
                   ((double)b.y * f->half - ay * f->half) * f->scale,
                   ((double)b.z * f->half - az * f->half) * f->scale};
}

/// Returns b - a for two vertices, scaled.
static dvec3 difference(const frame *f, flr_vec3 a, flr_vec3 b)
{
    return scaled(f, (double)a.x, (double)a.y, (double)a.z, b);
}

static dvec3 offset(const frame *f, flr_vec3 p)
{
    return scaled(f, f->origin.x, f->origin.y, f->origin.z, p);
}

static void find_bounds(flr_hull3 *h)
{
    flr_aabb3 b = {h->vertices[0], h->vertices[0]};
    for (uint32_t i = 1; i < h->info.vertex_count; i++) {
        b.min = flr_min3(b.min, h->vertices[i]);
        b.max = flr_max3(b.max, h->vertices[i]);
    }
    h->info.bounds = b;
}

/// Returns the cross product of two edges, every component accurate to a few rounding errors.
static dvec3 exact_cross(flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    const flr_row3 u = flr_row3_difference(b, a), v = flr_row3_difference(c, a);
    return flr_cross3_exact(&u, &v);
}

/// Computes b - a without rounding, scaled.
static void whole_difference(const frame *f, flr_vec3 a, flr_vec3 b, flr_double2 d[3])
{
    const double unit = f->half * f->scale;
    d[0] = flr_two_sum((double)b.x * unit, (double)-a.x * unit);
    d[1] = flr_two_sum((double)b.y * unit, (double)-a.y * unit);
    d[2] = flr_two_sum((double)b.z * unit, (double)-a.z * unit);
}

/// As a plain cross product, but with only about 2^-104 of the products lost.
static dvec3 doubled_cross(const frame *f, flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    flr_double2 u[3], v[3], n[3];
    whole_difference(f, a, b, u);
    whole_difference(f, a, c, v);
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        n[k] = flr_doubled_difference(flr_doubled_product(u[i], v[j]), flr_doubled_product(u[j], v[i]));
    }
    return (dvec3){n[0].high, n[1].high, n[2].high};
}

/// Returns a vector normal to a face, of any length, from three corners that are far apart. If the plain
/// product of two edges loses digits, it comes from double-double, and if that does too, from exact
/// arithmetic. So slivers have as good a normal as any other face.
static dvec3 face_normal(const flr_hull3 *h, const frame *f, uint32_t face)
{
    const double lost = 6;
    const uint32_t *corner = h->origin + h->first[face], count = h->first[face + 1] - h->first[face];
    flr_vec3 a = h->vertices[corner[0]], b = h->vertices[corner[count / 3]],
             c = h->vertices[corner[2 * count / 3]];
    dvec3 u = difference(f, a, b), v = difference(f, a, c), n = dvec3_cross(u, v);
    double absolute = fabs(u.x * v.y) + fabs(u.y * v.x) + fabs(u.y * v.z) + fabs(u.z * v.y) +
                      fabs(u.z * v.x) + fabs(u.x * v.z);
    double length = fabs(n.x) + fabs(n.y) + fabs(n.z);
    if (length * lost > absolute && length > 0x1p-900) return n;
    n = doubled_cross(f, a, b, c);
    length = fabs(n.x) + fabs(n.y) + fabs(n.z);
    return length > 0x1p-40 * absolute && length > 0x1p-700 ? n : exact_cross(a, b, c);
}

/// Sums over the triangles of all faces. Those reported to the caller keep the rounding errors of additions,
/// which would grow with their number.
typedef struct sums {
    flr_double2 area;  ///< twice
    /// of the triangles: the volume between each and the frame's origin, 6 times; in a flat hull the area,
    /// twice
    flr_double2 weight;
    dvec3 moment;  ///< the middles of the triangles, 3 times, by their weights
} sums;

static void add(flr_double2 *sum, double x)
{
    const flr_double2 s = flr_two_sum(sum->high, x);
    sum->high = s.high;
    sum->low += s.low;
}

/// Adds the triangles of a face.
static void add_face(const flr_hull3 *h, const frame *f, uint32_t face, sums *s)
{
    const uint32_t *corner = h->origin + h->first[face], count = h->first[face + 1] - h->first[face];
    flr_vec3 first = h->vertices[corner[0]], last = h->vertices[corner[1]];
    dvec3 a = offset(f, first), u = difference(f, first, last);
    for (uint32_t i = 2; i < count; i++) {
        flr_vec3 next = h->vertices[corner[i]];
        // a diagonal and a side: two diagonals of a long fan are both long
        dvec3 side = difference(f, last, next), n = dvec3_cross(u, side);
        double area = sqrt(dvec3_dot(n, n)), part = h->info.dimension == 3 ? dvec3_dot(a, n) : area;
        dvec3 middle = dvec3_add_scaled(dvec3_add_scaled(side, 2, u), 3, a);
        add(&s->area, area);
        add(&s->weight, part);
        s->moment = dvec3_add_scaled(s->moment, part, middle);
        last = next;
        if (i + 1 < count) u = difference(f, first, next);
    }
}

/// Returns a coordinate of the centre rounded to few digits, so that differences from it are often exact.
static flr_real center_on_axis(double c, const frame *f, flr_real low, flr_real high)
{
    if (low == high) return low;
    double grid = ldexp(1, f->exponent > -1000 ? f->exponent - 20 : -1020),
           rounded = floor(c / grid + 0.5) * grid;
    flr_real r = (flr_real)(isfinite(rounded) ? rounded : c);
    return r >= low && r <= high ? r : (flr_real)(0.5 * (double)low + 0.5 * (double)high);
}

/// Computes area, volume and centre.
static void measure(flr_hull3 *h, const frame *f)
{
    sums s = {{0, 0}, {0, 0}, {0, 0, 0}};
    dvec3 c = {0, 0, 0};
    for (uint32_t i = 0; i < h->info.face_count; i++) add_face(h, f, i, &s);
    const double area = s.area.high + s.area.low, weight = s.weight.high + s.weight.low;
    // the middle of a triangle is a third of the sum, that of a tetrahedron from the origin a quarter
    if (weight > 0) c = dvec3_add_scaled(c, 1 / (weight * (h->info.dimension == 3 ? 4 : 3)), s.moment);
    flr_aabb3 b = h->info.bounds;
    h->info.center.x = center_on_axis(f->origin.x + c.x / f->scale, f, b.min.x, b.max.x);
    h->info.center.y = center_on_axis(f->origin.y + c.y / f->scale, f, b.min.y, b.max.y);
    h->info.center.z = center_on_axis(f->origin.z + c.z / f->scale, f, b.min.z, b.max.z);
    h->info.area = (flr_real)ldexp(area / 2, 2 * f->exponent);
    if (h->info.dimension == 3 && weight > 0) h->info.volume = (flr_real)ldexp(weight / 6, 3 * f->exponent);
}

/// Is no difference of a vertex from the base rounded, on this axis?
static bool is_exact_from(const flr_hull3 *h, flr_real base, int axis)
{
    for (uint32_t i = 0; i < h->info.vertex_count; i++) {
        const flr_double2 d = flr_two_sum((double)flr_coordinate3(h->vertices[i], axis), -(double)base);
        if (d.low != 0 || (double)(flr_real)d.high != d.high) return false;
    }
    return true;
}

/// Returns the centre, if the differences of all vertices from it are exact. Else, if all coordinates have
/// one sign and none is more than four times another, it returns the number nearest to the centre that is at
/// most twice each coordinate, and at least half of it: such differences are exact (Sterbenz' lemma). Else
/// it returns 0.
static flr_real base_on_axis(const flr_hull3 *h, int axis)
{
    const flr_real center = flr_coordinate3(h->info.center, axis);
    if (is_exact_from(h, center, axis)) return center;
    const flr_real low = flr_coordinate3(h->info.bounds.min, axis),
                   high = flr_coordinate3(h->info.bounds.max, axis);
    const flr_real near = low > 0 ? low : -high, far = low > 0 ? high : -low, most = 2 * near,
                   least = far / 2;
    if (!(near > 0) || !(far / 4 <= near)) return 0;
    flr_real size = low > 0 ? center : -center;
    size = size < least ? least : size > most ? most : size;
    return low > 0 ? size : -size;
}

/// Returns the radius of the ball around a point, relative to the base, that contains all vertices.
static flr_real radius_around(const flr_hull3 *h, flr_vec3 p)
{
    double most = 0;
    for (uint32_t i = 0; i < h->info.vertex_count; i++) {
        const double x = (double)h->x[i] - (double)p.x, y = (double)h->y[i] - (double)p.y,
                     z = (double)h->z[i] - (double)p.z, square = x * x + y * y + z * z;
        most = square > most ? square : most;
    }
    return (flr_real)sqrt(most);
}

/// Chooses the base, and copies the vertices relative to it for scans.
static void copy_wide(flr_hull3 *h)
{
    h->base = flr_vec3_make(base_on_axis(h, 0), base_on_axis(h, 1), base_on_axis(h, 2));
    for (uint32_t i = 0; i < h->padded_count; i++) {
        flr_vec3 v = flr_sub3(h->vertices[i < h->info.vertex_count ? i : 0], h->base);
        h->x[i] = v.x, h->y[i] = v.y, h->z[i] = v.z;
    }
    h->radius = radius_around(h, flr_vec3_make(0, 0, 0));
}

/// Computes the planes of the faces; each goes through the farthest vertex of its face.
static void find_planes(flr_hull3 *h, const frame *f)
{
    for (uint32_t i = 0; i < h->info.face_count; i++) {
        dvec3 n = face_normal(h, f, i);
        double length = sqrt(dvec3_dot(n, n)), inverse = length > 0 ? 1 / length : 0;
        if (!isfinite(inverse)) inverse = 0;
        flr_vec3 normal = {(flr_real)(n.x * inverse), (flr_real)(n.y * inverse), (flr_real)(n.z * inverse)};
        double most = -INFINITY;
        for (uint32_t k = h->first[i]; k < h->first[i + 1]; k++) {
            uint32_t v = h->origin[k];
            h->edge_face[k] = i;
            h->vertex_edge[v] = k;
            double along = (double)normal.x * (double)h->x[v] + (double)normal.y * (double)h->y[v] +
                           (double)normal.z * (double)h->z[v];
            if (along > most) most = along;
        }
        h->normals[i] = normal;
        h->offsets[i] = (flr_real)most;
    }
}

/// Returns how far a point, relative to the base, lies behind the nearest plane of a face; below 0 if
/// outside of one.
static double depth_of(const flr_hull3 *h, flr_vec3 p)
{
    double nearest = INFINITY;
    for (uint32_t i = 0; i < h->info.face_count; i++) {
        const flr_vec3 n = h->normals[i];
        double depth = (double)h->offsets[i] -
                       ((double)n.x * (double)p.x + (double)n.y * (double)p.y + (double)n.z * (double)p.z);
        // a normal without length decides nothing
        if (n.x == 0 && n.y == 0 && n.z == 0) depth = depth < 0 ? depth : 0;
        nearest = depth < nearest ? depth : nearest;
    }
    return nearest;
}

/// Sets where searches begin, and what they need to know about that point.
static void find_middle(flr_hull3 *h)
{
    const double noise = sizeof(flr_real) == sizeof(double) ? 0x1p-40 : 0x1p-16;
    const flr_vec3 size = flr_sub3(h->info.bounds.max, h->info.bounds.min);
    h->middle = flr_sub3(h->info.center, h->base);
    h->has_base = !flr_is_zero3(h->base);
    h->is_off = !flr_is_zero3(h->middle);
    h->extent = radius_around(h, h->middle);
    h->is_centered = h->info.dimension == 3 &&
                     depth_of(h, h->middle) > noise * ((double)size.x + (double)size.y + (double)size.z);
}

static uint32_t next_half_edge(const flr_hull3 *h, uint32_t k)
{
    uint32_t face = h->edge_face[k];
    return k + 1 < h->first[face + 1] ? k + 1 : h->first[face];
}

static void find_neighbors(flr_hull3 *h)
{
    uint32_t n = 0;
    for (uint32_t v = 0; v < h->info.vertex_count; v++) {
        h->neighbor_first[v] = n;
        if (h->info.dimension == 1) {
            h->neighbor_faces[n] = FLR_HULL_NONE;
            h->neighbors[n++] = 1 - v;
        }
        if (h->info.dimension < 2) continue;
        uint32_t k = h->vertex_edge[v];
        do {
            h->neighbor_faces[n] = h->edge_face[k];
            h->neighbors[n++] = h->origin[h->twin[k]];
            k = next_half_edge(h, h->twin[k]);
        } while (k != h->vertex_edge[v]);
    }
    h->neighbor_first[h->info.vertex_count] = n;
}

/// Returns how much farther along d vertex w lies than v; of near duplicates the difference is exact.
static double gain(const flr_hull3 *h, uint32_t v, uint32_t w, flr_vec3 d)
{
    const flr_vec3 p = h->vertices[v], q = h->vertices[w];
    return ((double)q.x - (double)p.x) * (double)d.x + ((double)q.y - (double)p.y) * (double)d.y +
           ((double)q.z - (double)p.z) * (double)d.z;
}

uint32_t flr_hull3_climb(const flr_hull3 *h, uint32_t v, flr_vec3 d, size_t *budget)
{
    // rounding errors may turn a walk among near duplicates into a circle
    for (uint32_t steps = 0; steps < h->info.vertex_count; steps++) {
        const uint32_t from = v;
        size_t degree = h->neighbor_first[from + 1] - h->neighbor_first[from];
        if (degree > *budget) return v;
        *budget -= degree;
        double most = 0;
        for (uint32_t i = h->neighbor_first[from]; i < h->neighbor_first[from + 1]; i++) {
            const double by = gain(h, from, h->neighbors[i], d);
            if (by > most) most = by, v = h->neighbors[i];
        }
        if (v == from) break;
    }
    return v;
}

// ---- Cells of directions

enum { CHECKS_PER_VERTEX = 256 };
/// A cell is widened by this, which is more than rounding errors change the choice of a direction's cell by,
/// in either precision.
static const double WIDENED = 0x1p-18;

typedef struct cell {
    double corner[4][3];
} cell;

typedef struct cells {
    flr_hull3 *h;
    uint32_t *stamp;   ///< of each vertex, the number of the last cell that uses it, plus 1
    hull3_list found;  ///< of all cells, one after another
    /// neighbours that may still be tested: an apex over a thousand corners must not cost much
    size_t budget;
    double slack;  ///< above the rounding errors of the comparison
} cells;

/// Sets the direction in column u and row v, -1 to 1, on a face of the cube.
static void set_direction(double d[3], uint32_t face, double u, double v)
{
    uint32_t axis = face >> 1;
    d[axis] = face & 1 ? -1 : 1;
    d[(axis + 1) % 3] = u;
    d[(axis + 2) % 3] = v;
}

/// Returns the corners of a cell, widened, and sets its middle.
static cell make_cell(uint32_t side, uint32_t number, flr_vec3 *middle)
{
    const uint32_t column = number % side, row = number / side % side, face = number / side / side;
    const double size = 2 / (double)side, u = column * size - 1, v = row * size - 1;
    cell c;
    for (int i = 0; i < 4; i++)
        set_direction(c.corner[i], face, i & 1 ? u + size + WIDENED : u - WIDENED,
                      i & 2 ? v + size + WIDENED : v - WIDENED);
    double d[3];
    set_direction(d, face, u + size / 2, v + size / 2);
    *middle = flr_vec3_make((flr_real)d[0], (flr_real)d[1], (flr_real)d[2]);
    return c;
}

/// Does the neighbour lie farther than v along every direction of the cell?
static bool rules_out(const cells *s, const cell *c, uint32_t v, uint32_t neighbor)
{
    const flr_hull3 *h = s->h;
    double x = (double)h->x[neighbor] - (double)h->x[v], y = (double)h->y[neighbor] - (double)h->y[v],
           z = (double)h->z[neighbor] - (double)h->z[v];
    for (int i = 0; i < 4; i++)
        if (!(c->corner[i][0] * x + c->corner[i][1] * y + c->corner[i][2] * z > s->slack)) return false;
    return true;
}

/// May v be a support vertex in the cell? `from` is a neighbour that may be one, and so the likeliest to
/// rule v out.
static bool belongs(cells *s, const cell *c, uint32_t v, uint32_t from)
{
    const flr_hull3 *h = s->h;
    if (rules_out(s, c, v, from)) return false;
    const uint32_t first = h->neighbor_first[v], end = h->neighbor_first[v + 1];
    for (uint32_t i = first; i < end; i++) {
        if (s->budget > 0) s->budget--;
        if (rules_out(s, c, v, h->neighbors[i])) return false;
    }
    return true;
}

/// Appends the cell's vertices. Returns false if they are too many to scan, or the budget is used up.
static bool find_vertices(cells *s, const cell *c, uint32_t stamp, uint32_t from)
{
    const flr_hull3 *h = s->h;
    uint32_t *item = s->found.item + s->found.count, count = 1;
    item[0] = from;
    s->stamp[from] = stamp;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = h->neighbor_first[item[i]]; k < h->neighbor_first[item[i] + 1]; k++) {
            uint32_t v = h->neighbors[k];
            if (s->stamp[v] == stamp) continue;
            s->stamp[v] = stamp;
            if (!belongs(s, c, v, item[i])) continue;
            if (count == HULL3_SCAN_MOST || s->budget == 0) return false;
            item[count++] = v;
        }
    }
    while (count % HULL3_SCAN_STEP != 0) item[count++] = from;
    s->found.count += count;
    return true;
}

/// Stores a single vertex, from which a search climbs.
static void leave_one(cells *s, uint32_t v)
{
    for (int i = 0; i < HULL3_SCAN_STEP; i++) s->found.item[s->found.count++] = v;
}

/// Lists the support vertices of a cell, or one vertex to climb from. *v is a vertex near the cell's.
/// Returns false if memory ran out.
static bool fill_cell(cells *s, uint32_t number, uint32_t *v)
{
    flr_hull3 *h = s->h;
    flr_vec3 middle;
    cell c = make_cell(h->cell_side, number, &middle);
    if (!hull3_list_reserve(&h->allocator, &s->found, HULL3_SCAN_MOST)) return false;
    size_t first = s->found.count;
    *v = flr_hull3_climb(h, *v, middle, &s->budget);
    bool listed = s->budget > 0 && find_vertices(s, &c, number + 1, *v);
    if (!listed) leave_one(s, *v);
    h->cell_first[number] = (uint32_t)first << 1 | !listed;
    return true;
}

/// Copies the coordinates of each cell's vertices side by side.
static void copy_points(flr_hull3 *h, uint32_t number)
{
    const uint32_t first = hull3_cell_first(h, number), count = hull3_cell_first(h, number + 1) - first;
    flr_real *x = h->cell_points + 3 * (size_t)first, *y = x + count, *z = y + count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = h->cell_vertex[first + i];
        x[i] = h->x[v];
        y[i] = h->y[v];
        z[i] = h->z[v];
    }
}

/// Finds the vertices of each cell of directions. Returns false if memory ran out.
static bool fill_cells(flr_hull3 *h)
{
    const uint32_t count = hull3_cell_count(h);
    const size_t v = h->info.vertex_count;
    cells s = {.h = h, .budget = CHECKS_PER_VERTEX * v};
    s.stamp = flr_allocate(&h->allocator, v, sizeof *s.stamp);
    bool good = s.stamp;
    for (size_t i = 0; i < v; i++) {
        if (good) s.stamp[i] = 0;
        double size = fabs((double)h->x[i]) + fabs((double)h->y[i]) + fabs((double)h->z[i]);
        if (!(size * 0x1p-48 <= s.slack)) s.slack = size * 0x1p-48;
    }
    uint32_t from = 0;
    for (uint32_t i = 0; good && i < count; i++) good = fill_cell(&s, i, &from);
    if (good) {
        h->cell_first[count] = (uint32_t)s.found.count << 1;
        h->cell_room = s.found.count;
        h->cell_vertex = flr_allocate(&h->allocator, h->cell_room, sizeof *h->cell_vertex);
        h->cell_points = flr_allocate(&h->allocator, 3 * h->cell_room, sizeof *h->cell_points);
        good = h->cell_vertex && h->cell_points;
    }
    if (good) {
        memcpy(h->cell_vertex, s.found.item, h->cell_room * sizeof *h->cell_vertex);
        for (uint32_t i = 0; i < count; i++) copy_points(h, i);
    }
    hull3_list_release(&h->allocator, &s.found);
    flr_release(&h->allocator, s.stamp, v, sizeof *s.stamp);
    return good;
}

// ---- All of these

bool hull3_finish(flr_hull3 *h)
{
    find_bounds(h);
    frame f = make_frame(h);
    measure(h, &f);
    copy_wide(h);
    find_planes(h, &f);
    find_middle(h);
    find_neighbors(h);
    if (h->cell_first && !fill_cells(h)) return false;
    h->info.memory = hull3_memory(h);
    return true;
}
