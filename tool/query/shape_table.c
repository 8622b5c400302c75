#include <math.h>

#include "query/shape.h"

// Members that several shapes share.
static const member SHAPE = {"shape", "type", MEMBER_NAME, NULL}, POSE = {"pose", NULL, MEMBER_POSE, "none"},
                    ROUNDING = {"rounding", NULL, MEMBER_EXTENT, "0"},
                    FROM = {"from", NULL, MEMBER_POSE, "where it stands"},
                    TO = {"to", NULL, MEMBER_POSE, "where it stands"};
static const member A = {"a", "start", MEMBER_VECTOR, NULL}, B = {"b", "end", MEMBER_VECTOR, NULL},
                    CORNER_A = {"a", NULL, MEMBER_VECTOR, NULL}, CORNER_B = {"b", NULL, MEMBER_VECTOR, NULL},
                    CORNER_C = {"c", NULL, MEMBER_VECTOR, NULL}, CORNER_D = {"d", NULL, MEMBER_VECTOR, NULL},
                    TWO = {"points", "vertices", MEMBER_TWO_POINTS, NULL},
                    THREE = {"vertices", "points corners", MEMBER_THREE_POINTS, NULL},
                    FOUR = {"vertices", "points corners", MEMBER_FOUR_POINTS, NULL},
                    CENTER = {"center", "centre position", MEMBER_VECTOR, NULL},
                    RADIUS = {"radius", "r", MEMBER_EXTENT, NULL},
                    ROTATION = {"rotation", "orientation quaternion euler", MEMBER_ROTATION, "none"},
                    AXES = {"axes", NULL, MEMBER_AXES, NULL},
                    RADII = {"radii", "semi_axes", MEMBER_EXTENTS, NULL},
                    HALF = {"half_extents", "half_extent half_size half_sizes", MEMBER_EXTENTS, NULL},
                    SIZE = {"size", "sizes dimensions", MEMBER_EXTENTS, NULL},
                    MIN = {"min", "minimum lower", MEMBER_VECTOR, NULL},
                    MAX = {"max", "maximum upper", MEMBER_VECTOR, NULL},
                    ORIGIN = {"origin", "start position point", MEMBER_VECTOR, NULL},
                    DIRECTION = {"direction", "dir", MEMBER_DIRECTION, NULL},
                    NORMAL = {"normal", NULL, MEMBER_DIRECTION, NULL},
                    OFFSET = {"offset", NULL, MEMBER_NUMBER, NULL},
                    POINT = {"point", "position origin center centre", MEMBER_VECTOR, NULL},
                    POSITION = {"position", "point center centre", MEMBER_VECTOR, NULL},
                    AXIS = {"axis", "direction", MEMBER_DIRECTION, NULL},
                    HEIGHT = {"height", "length", MEMBER_LENGTH, NULL},
                    APEX = {"apex", "tip", MEMBER_VECTOR, NULL},
                    BASE = {"base", "base_center", MEMBER_VECTOR, NULL},
                    TWO_AXES = {"axes", NULL, MEMBER_TWO_AXES, NULL},
                    TWO_HALVES = {"half_extents", "half_extent half_size half_sizes", MEMBER_TWO_EXTENTS,
                                  NULL},
                    TWO_SIZES = {"size", "sizes dimensions", MEMBER_TWO_EXTENTS, NULL},
                    VERTICES = {"vertices", "points corners", MEMBER_POINTS, NULL},
                    POINTS = {"points", "vertices corners", MEMBER_POINTS, NULL},
                    OWN_RADIUS = {"radius", "r", MEMBER_EXTENT, "0"},
                    TRIANGLES = {"triangles", "faces indices", MEMBER_TRIANGLES, NULL},
                    FILE_NAME = {"file", "path filename", MEMBER_FILE, NULL},
                    HEIGHTS = {"heights", "rows", MEMBER_HEIGHTS, NULL},
                    SPACING = {"spacing", NULL, MEMBER_SPACING, "1"},
                    FIRST = {"first", NULL, MEMBER_NUMBERS_OF_FIRST, "[0, 0]"},
                    DIAGONAL = {"diagonal", NULL, MEMBER_DIAGONAL, "\"rising\""},
                    HOLES = {"holes", NULL, MEMBER_CELLS, "none"},
                    TURNED = {"turned", NULL, MEMBER_CELLS, "none"},
                    NEIGHBORS = {"neighbors", "neighbours", MEMBER_CELLS, "none"},
                    SOLID = {"solid", NULL, MEMBER_FLAG, "false"},
                    SHAPES = {"shapes", "children parts", MEMBER_SHAPES, NULL};

const member *const shape_common[] = {&SHAPE, &POSE, NULL};
static const member *const common_moving[] = {&SHAPE, &POSE, &FROM, &TO, NULL},
                           *const common_rounded[] = {&SHAPE, &POSE, &ROUNDING, NULL},
                           *const common_rounded_moving[] = {&SHAPE, &POSE, &ROUNDING, &FROM, &TO, NULL};

const member *const *shape_members(const shape_row *row, bool moving)
{
    if (row->table.common == common_rounded) return moving ? common_rounded_moving : common_rounded;
    return moving ? common_moving : shape_common;
}

static const member PLACE = {"position", "translation", MEMBER_VECTOR, "the origin"};
static const member_form pose_forms[] = {{{&PLACE, &ROTATION}, NULL}};
const member_table pose_table = {"pose", pose_forms, 1, NULL};

/// v[count] times a half, added to and taken from c[count].
static void ends_of(const flr_real *c, const flr_real *v, size_t count, flr_real *low, flr_real *high)
{
    for (size_t i = 0; i < count; ++i) {
        low[i] = c[i] - v[i];
        high[i] = c[i] + v[i];
    }
}

static size_t width(const field_scope *s) { return (size_t)s->dimension; }

/// Where the numbers of a shape go.
static flr_real *numbers_of(const field_scope *s, query_shape *shape)
{
    return (flr_real *)(s->dimension == 2 ? (void *)&shape->plane.as : (void *)&shape->space.as);
}

/// center, half extents or size: to min and max.
static bool make_ends(const field_scope *s, const flr_real *n, query_shape *shape, flr_real factor)
{
    flr_real half[3], *to = numbers_of(s, shape);
    for (size_t i = 0; i < width(s); ++i) half[i] = factor * n[width(s) + i];
    ends_of(n, half, width(s), to, to + width(s));
    return true;
}

static bool make_aabb_half(const field_scope *s, const flr_real *n, query_shape *shape)
{
    return make_ends(s, n, shape, 1);
}

static bool make_aabb_size(const field_scope *s, const flr_real *n, query_shape *shape)
{
    return make_ends(s, n, shape, (flr_real)0.5);
}

/// center, rotation or axes, size.
static bool make_box_size(const field_scope *s, const flr_real *n, query_shape *shape)
{
    size_t turn = s->dimension == 2 ? 2 : 9;
    flr_real *to = numbers_of(s, shape);
    for (size_t i = 0; i < 2 * width(s) + turn; ++i)
        to[i] = i < width(s) + turn ? n[i] : (flr_real)0.5 * n[i];
    return true;
}

/// A box along the axes is the library's aabb.
static bool make_box_ends(const field_scope *s, const flr_real *n, query_shape *shape)
{
    shape->plane.kind = FLR_SHAPE2_AABB;
    shape->space.kind = FLR_SHAPE3_AABB;
    for (size_t i = 0; i < 2 * width(s); ++i) numbers_of(s, shape)[i] = n[i];
    return true;
}

/// center, two axes, size.
static bool make_rectangle_size(const field_scope *s, const flr_real *n, query_shape *shape)
{
    for (size_t i = 0; i < 11; ++i) numbers_of(s, shape)[i] = i < 9 ? n[i] : (flr_real)0.5 * n[i];
    return true;
}

/// point, normal.
static bool make_plane(const field_scope *s, const flr_real *n, query_shape *shape)
{
    flr_real *to = numbers_of(s, shape), sum = 0;
    for (size_t i = 0; i < width(s); ++i) {
        to[i] = n[width(s) + i];
        sum += n[i] * n[width(s) + i];
    }
    to[width(s)] = sum;
    return true;
}

/// The way along n[0..2] of that length.
static flr_vec3 way(const flr_real *n, flr_real length)
{
    double x = (double)n[0], y = (double)n[1], z = (double)n[2];
    double size = fmax(fabs(x), fmax(fabs(y), fabs(z)));
    x /= size, y /= size, z /= size;
    double k = (double)length / sqrt(x * x + y * y + z * z);
    return flr_vec3_make((flr_real)(k * x), (flr_real)(k * y), (flr_real)(k * z));
}

/// center, axis, height, radius.
static bool make_cylinder(const field_scope *s, const flr_real *n, query_shape *shape)
{
    (void)s;
    flr_vec3 center = flr_vec3_make(n[0], n[1], n[2]), half = way(n + 3, (flr_real)0.5 * n[6]);
    shape->space.as.cylinder = (flr_cylinder){flr_sub3(center, half), flr_add3(center, half), n[7]};
    return true;
}

/// base, axis (from there to the apex), height, radius.
static bool make_cone(const field_scope *s, const flr_real *n, query_shape *shape)
{
    (void)s;
    flr_vec3 base = flr_vec3_make(n[0], n[1], n[2]);
    shape->space.as.cone = (flr_cone){flr_add3(base, way(n + 3, n[6])), base, n[7]};
    return true;
}

/// Corner a and its neighbours b and c; the corner across is b + (c - a). To the library it is a quad.
static bool make_parallelogram(const field_scope *s, const flr_real *n, query_shape *shape)
{
    flr_vec3 a = flr_vec3_make(n[0], n[1], n[2]), b = flr_vec3_make(n[3], n[4], n[5]),
             c = flr_vec3_make(n[6], n[7], n[8]);
    shape->space.kind = FLR_SHAPE3_QUAD;
    shape->space.as.quad = (flr_quad3){a, b, flr_add3(b, flr_sub3(c, a)), c};
    return flr_is_finite3(shape->space.as.quad.c) ||
           query_fail(s->error, "not_finite",
                      "%s: expected the corner across from a within the range of numbers", s->path);
}

static double cosine(flr_vec3 u, flr_vec3 v)
{
    double length = (double)flr_length3(u) * (double)flr_length3(v);
    return length > 0 ? (double)flr_dot3(u, v) / length : 0;
}

/// By three corners: the parallelogram that has a right angle.
static bool make_rectangle_corners(const field_scope *s, const flr_real *n, query_shape *shape)
{
    if (!make_parallelogram(s, n, shape)) return false;
    const flr_quad3 *q = &shape->space.as.quad;
    return fabs(cosine(flr_sub3(q->b, q->a), flr_sub3(q->d, q->a))) <= 1e-6 ||
           field_fail(s, "c", "invalid_shape", "a right angle at a, to within 1e-6");
}

static bool make_points(const field_scope *s, const flr_real *n, query_shape *shape)
{
    (void)n;
    const char *name = s->match->form->members[0]->name;
    flr_real radius = 0;
    if (!field_read(s, "radius", &radius)) return false;
    if (s->dimension == 2 && shape->plane.kind == FLR_SHAPE2_CONVEX) shape->plane.as.convex.radius = radius;
    if (s->dimension == 3 && shape->space.kind == FLR_SHAPE3_CONVEX) shape->space.as.convex.radius = radius;
    return (shape->points = field_points(s, name, &shape->point_count)) != NULL;
}

// Without `make` the numbers of a form are those of the library's struct, in its order.
static const member_form
    point_forms[] = {{{&POSITION}, NULL}},
    segment_forms[] = {{{&A, &B}, NULL}, {{&TWO}, NULL}}, ray_forms[] = {{{&ORIGIN, &DIRECTION}, NULL}},
    plane_forms[] = {{{&NORMAL, &OFFSET}, NULL}, {{&POINT, &NORMAL}, make_plane}},
    ball_forms[] = {{{&CENTER, &RADIUS}, NULL}}, capsule_forms[] = {{{&A, &B, &RADIUS}, NULL}},
    aabb_forms[] = {{{&MIN, &MAX}, NULL},
                    {{&CENTER, &HALF}, make_aabb_half},
                    {{&CENTER, &SIZE}, make_aabb_size}},
    box_forms[] = {{{&CENTER, &ROTATION, &HALF}, NULL},
                   {{&CENTER, &AXES, &HALF}, NULL},
                   {{&CENTER, &ROTATION, &SIZE}, make_box_size},
                   {{&CENTER, &AXES, &SIZE}, make_box_size},
                   {{&MIN, &MAX}, make_box_ends}},
    cylinder_forms[] = {{{&A, &B, &RADIUS}, NULL}, {{&CENTER, &AXIS, &HEIGHT, &RADIUS}, make_cylinder}},
    cone_forms[] = {{{&APEX, &BASE, &RADIUS}, NULL}, {{&BASE, &AXIS, &HEIGHT, &RADIUS}, make_cone}},
    ellipsoid_forms[] = {{{&CENTER, &ROTATION, &RADII}, NULL},
                         {{&CENTER, &AXES, &RADII}, NULL},
                         {{&CENTER, &ROTATION, &HALF}, NULL},
                         {{&CENTER, &AXES, &HALF}, NULL}},
    triangle_forms[] = {{{&CORNER_A, &CORNER_B, &CORNER_C}, NULL}, {{&THREE}, NULL}},
    four_forms[] = {{{&CORNER_A, &CORNER_B, &CORNER_C, &CORNER_D}, NULL}, {{&FOUR}, NULL}},
    rectangle_forms[] = {{{&CENTER, &TWO_AXES, &TWO_HALVES}, NULL},
                         {{&CENTER, &TWO_AXES, &TWO_SIZES}, make_rectangle_size},
                         {{&CORNER_A, &CORNER_B, &CORNER_C}, make_rectangle_corners}},
    parallelogram_forms[] = {{{&CORNER_A, &CORNER_B, &CORNER_C}, make_parallelogram}},
    polygon_forms[] = {{{&VERTICES}, make_points}}, convex_forms[] = {{{&POINTS, &OWN_RADIUS}, make_points}},
    mesh_forms[] = {{{&VERTICES, &TRIANGLES, &SOLID}, shape_make_mesh},
                    {{&FILE_NAME, &SOLID}, shape_make_mesh}},
    height_forms[] = {{{&HEIGHTS, &SPACING, &FIRST, &DIAGONAL, &HOLES, &TURNED, &NEIGHBORS},
                       shape_make_heights}},
    compound_forms[] = {{{&SHAPES}, NULL}};

#define TABLE_WITH(name, forms, common)                                                                      \
    {                                                                                                        \
        name, forms, sizeof forms / sizeof *forms, common                                                    \
    }
#define TABLE(name, forms) TABLE_WITH(name, forms, shape_common)
#define ROUNDED(name, forms) TABLE_WITH(name, forms, common_rounded)

const shape_row shape_rows[] = {
    {ROUNDED("point", point_forms), FLR_SHAPE2_POINT, FLR_SHAPE3_POINT, NULL},
    {ROUNDED("segment", segment_forms), FLR_SHAPE2_SEGMENT, FLR_SHAPE3_SEGMENT, NULL},
    {TABLE("ray", ray_forms), FLR_SHAPE2_RAY, FLR_SHAPE3_RAY, NULL},
    {TABLE("line", ray_forms), FLR_SHAPE2_LINE, FLR_SHAPE3_LINE, NULL},
    {TABLE("plane", plane_forms), FLR_SHAPE2_PLANE, FLR_SHAPE3_PLANE,
     "normal . x = offset; in the plane a line"},
    {TABLE("halfspace", plane_forms), FLR_SHAPE2_HALFSPACE, FLR_SHAPE3_HALFSPACE, "normal . x <= offset"},
    {TABLE("circle", ball_forms), FLR_SHAPE2_CIRCLE, -1, NULL},
    {ROUNDED("sphere", ball_forms), -1, FLR_SHAPE3_SPHERE, NULL},
    {ROUNDED("capsule", capsule_forms), FLR_SHAPE2_CAPSULE, FLR_SHAPE3_CAPSULE,
     "all points within radius of a segment"},
    {ROUNDED("aabb", aabb_forms), FLR_SHAPE2_AABB, FLR_SHAPE3_AABB, "a box along the axes"},
    {ROUNDED("box", box_forms), FLR_SHAPE2_BOX, FLR_SHAPE3_BOX, "turned about its center"},
    {ROUNDED("cylinder", cylinder_forms), -1, FLR_SHAPE3_CYLINDER, "a, b: centers of its ends, not equal"},
    {ROUNDED("cone", cone_forms), -1, FLR_SHAPE3_CONE,
     "base: center of its disc, not the apex; the axis leads from the base to the apex"},
    {ROUNDED("ellipsoid", ellipsoid_forms), -1, FLR_SHAPE3_ELLIPSOID, "turned about its center"},
    {ROUNDED("triangle", triangle_forms), FLR_SHAPE2_TRIANGLE, FLR_SHAPE3_TRIANGLE, NULL},
    {ROUNDED("quad", four_forms), -1, FLR_SHAPE3_QUAD, "corners in order around; one may be reflex"},
    {ROUNDED("rectangle", rectangle_forms), -1, FLR_SHAPE3_RECTANGLE,
     "two axes; or a corner a and its neighbours"},
    {ROUNDED("parallelogram", parallelogram_forms), -1, FLR_SHAPE3_QUAD, "a corner a and its neighbours"},
    {ROUNDED("polygon", polygon_forms), FLR_SHAPE2_POLYGON, FLR_SHAPE3_POLYGON,
     "corners in order around, concave or not"},
    {ROUNDED("tetrahedron", four_forms), -1, FLR_SHAPE3_TETRAHEDRON, NULL},
    {ROUNDED("convex", convex_forms), FLR_SHAPE2_CONVEX, FLR_SHAPE3_CONVEX,
     "the hull of the points; radius rounds it"},
    {TABLE("mesh", mesh_forms), -1, FLR_SHAPE3_MESH, NULL},
    {TABLE("height_field", height_forms), -1, FLR_SHAPE3_MESH,
     "a mesh over a grid; first: the column and row where it begins in a larger one"},
    {TABLE("compound", compound_forms), FLR_SHAPE2_COMPOUND, FLR_SHAPE3_COMPOUND, "the union of its shapes"},
};
const size_t shape_row_count = sizeof shape_rows / sizeof *shape_rows;

static bool check_order(const field_scope *s, const flr_real *min, const flr_real *max)
{
    for (size_t i = 0; i < width(s); ++i) {
        if (min[i] <= max[i]) continue;
        return query_fail(s->error, "invalid_shape", "%s.min[%zu]: expected at most max, %.9g, found %.9g",
                          s->path, i, (double)max[i], (double)min[i]);
    }
    return true;
}

static bool same3(flr_vec3 a, flr_vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

/// Both ends of the axis are one point: as they were given, or rounded so far from the origin.
static bool fail_axis(const field_scope *s, const char *end, const char *expected)
{
    bool by_height = field_get(s, "height") != NULL;
    return query_fail(s->error, "invalid_shape", "%s.%s: expected %s, for the axis", s->path,
                      by_height ? "height" : end, by_height ? "more than rounding takes away" : expected);
}

/// Of an outline nothing but crossing is asked here: all else has an answer.
static bool check_crossing(const field_scope *s, flr_status status)
{
    return status != FLR_SELF_CROSSING ||
           query_fail(
               s->error, "invalid_shape",
               "%s: two of its edges cross; expected corners in order around an outline that does not cross "
               "itself",
               s->path);
}

bool shape_check(const field_scope *s, const query_shape *shape)
{
    const flr_shape2 *flat = &shape->plane;
    const flr_shape3 *g = &shape->space;
    if (s->dimension == 2) {
        const flr_polygon2 outline = {query_points2(shape), shape->point_count};
        if (flat->kind == FLR_SHAPE2_POLYGON) return check_crossing(s, flr_check2_polygon(&outline));
        return flat->kind != FLR_SHAPE2_AABB ||
               check_order(s, (const flr_real *)(const void *)&flat->as.aabb.min,
                           (const flr_real *)(const void *)&flat->as.aabb.max);
    }
    switch (g->kind) {
    case FLR_SHAPE3_AABB:
        return check_order(s, (const flr_real *)(const void *)&g->as.aabb.min,
                           (const flr_real *)(const void *)&g->as.aabb.max);
    case FLR_SHAPE3_CYLINDER:
        return !same3(g->as.cylinder.a, g->as.cylinder.b) || fail_axis(s, "b", "another point than a");
    case FLR_SHAPE3_CONE:
        return !same3(g->as.cone.apex, g->as.cone.base) || fail_axis(s, "base", "another point than apex");
    case FLR_SHAPE3_QUAD:
        return check_crossing(s, flr_check3_quad(&g->as.quad));
    case FLR_SHAPE3_POLYGON: {
        const flr_polygon3 outline = {query_points3(shape), shape->point_count};
        return check_crossing(s, flr_check3_polygon(&outline));
    }
    default:
        return true;
    }
}
