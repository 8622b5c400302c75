#include <math.h>

#include "query/shape.h"

static flr_vec3 unit3(flr_vec3 v)
{
    double x = (double)v.x, y = (double)v.y, z = (double)v.z, length = sqrt(x * x + y * y + z * z);
    return flr_vec3_make((flr_real)(x / length), (flr_real)(y / length), (flr_real)(z / length));
}

static void move3(const query_pose3 *p, flr_vec3 *v)
{
    *v = flr_add3(flr_mat3_mul(p->rotation, *v), p->position);
}
static void turn3(const query_pose3 *p, flr_vec3 *v) { *v = flr_mat3_mul(p->rotation, *v); }

static void move_plane3(const query_pose3 *p, flr_plane3 *h)
{
    turn3(p, &h->normal);
    h->offset += flr_dot3(h->normal, p->position);
}

/// Turned, it is a box.
static void move_aabb3(const query_pose3 *p, flr_shape3 *s)
{
    flr_aabb3 b = s->as.aabb;
    if (!p->turned) {
        s->as.aabb.min = flr_add3(b.min, p->position);
        s->as.aabb.max = flr_add3(b.max, p->position);
        return;
    }
    flr_vec3 low = flr_scale3((flr_real)0.5, b.min), high = flr_scale3((flr_real)0.5, b.max);
    s->kind = FLR_SHAPE3_BOX;
    s->as.box = (flr_box3){flr_add3(low, high), p->rotation, flr_sub3(high, low)};
    move3(p, &s->as.box.center);
}

static void move_box3(const query_pose3 *p, flr_box3 *b)
{
    move3(p, &b->center);
    if (!p->turned) return;
    turn3(p, &b->axes.x);
    turn3(p, &b->axes.y);
    turn3(p, &b->axes.z);
}

/// Shapes that are points and then directions, one after the other.
static const struct layout {
    unsigned char points, directions;
} layouts3[FLR_SHAPE3_COUNT] = {
    [FLR_SHAPE3_POINT] = {1, 0},    [FLR_SHAPE3_SEGMENT] = {2, 0},     [FLR_SHAPE3_RAY] = {1, 1},
    [FLR_SHAPE3_LINE] = {1, 1},     [FLR_SHAPE3_SPHERE] = {1, 0},      [FLR_SHAPE3_CAPSULE] = {2, 0},
    [FLR_SHAPE3_CYLINDER] = {2, 0}, [FLR_SHAPE3_CONE] = {2, 0},        [FLR_SHAPE3_TRIANGLE] = {3, 0},
    [FLR_SHAPE3_QUAD] = {4, 0},     [FLR_SHAPE3_TETRAHEDRON] = {4, 0},
};

void query_place3(query_shape *shape, const query_pose3 *p)
{
    flr_shape3 *s = &shape->space;
    flr_vec3 *points = (flr_vec3 *)(void *)shape->points, *own = (flr_vec3 *)(void *)&s->as;
    const struct layout layout = layouts3[s->kind];
    for (size_t i = 0; i < layout.points; ++i) move3(p, &own[i]);
    for (size_t i = 0; i < layout.directions; ++i) turn3(p, &own[layout.points + i]);
    if (layout.points) return;
    switch (s->kind) {
    case FLR_SHAPE3_PLANE:
        move_plane3(p, &s->as.plane);
        break;
    case FLR_SHAPE3_HALFSPACE: {
        flr_plane3 h = {s->as.halfspace.normal, s->as.halfspace.offset};
        move_plane3(p, &h);
        s->as.halfspace = (flr_halfspace3){h.normal, h.offset};
        break;
    }
    case FLR_SHAPE3_AABB:
        move_aabb3(p, s);
        break;
    case FLR_SHAPE3_BOX:
    case FLR_SHAPE3_ELLIPSOID:  // one layout
        move_box3(p, &s->as.box);
        break;
    case FLR_SHAPE3_RECTANGLE:
        move3(p, &s->as.rectangle.center);
        turn3(p, &s->as.rectangle.axis_x);
        turn3(p, &s->as.rectangle.axis_y);
        s->as.rectangle.axis_x = unit3(s->as.rectangle.axis_x);
        s->as.rectangle.axis_y = unit3(s->as.rectangle.axis_y);
        break;
    default:  // a polygon, a convex shape, a mesh; the shapes of a compound are placed one by one
        shape->mesh_pose = flr_affine3_compose((flr_affine3){p->rotation, p->position}, shape->mesh_pose);
        for (size_t i = 0; i < shape->point_count; ++i) move3(p, &points[i]);
        break;
    }
}

static flr_vec2 turned2(const query_pose2 *p, flr_vec2 v)
{
    flr_vec2 r = p->rotation;
    return flr_vec2_make(r.x * v.x - r.y * v.y, r.y * v.x + r.x * v.y);
}
static void move2(const query_pose2 *p, flr_vec2 *v) { *v = flr_add2(turned2(p, *v), p->position); }

static void move_plane2(const query_pose2 *p, flr_plane2 *h)
{
    h->normal = turned2(p, h->normal);
    h->offset += flr_dot2(h->normal, p->position);
}

static void move_aabb2(const query_pose2 *p, flr_shape2 *s)
{
    flr_aabb2 b = s->as.aabb;
    if (!p->turned) {
        s->as.aabb.min = flr_add2(b.min, p->position);
        s->as.aabb.max = flr_add2(b.max, p->position);
        return;
    }
    flr_vec2 low = flr_scale2((flr_real)0.5, b.min), high = flr_scale2((flr_real)0.5, b.max);
    s->kind = FLR_SHAPE2_BOX;
    s->as.box = (flr_box2){flr_add2(low, high), p->rotation, flr_sub2(high, low)};
    move2(p, &s->as.box.center);
}

void query_place2(query_shape *shape, const query_pose2 *p)
{
    flr_shape2 *s = &shape->plane;
    flr_vec2 *points = (flr_vec2 *)(void *)shape->points;
    switch (s->kind) {
    case FLR_SHAPE2_POINT:
        move2(p, &s->as.point);
        break;
    case FLR_SHAPE2_SEGMENT:
        move2(p, &s->as.segment.a);
        move2(p, &s->as.segment.b);
        break;
    case FLR_SHAPE2_RAY:
    case FLR_SHAPE2_LINE:  // one layout
        move2(p, &s->as.ray.origin);
        s->as.ray.direction = turned2(p, s->as.ray.direction);
        break;
    case FLR_SHAPE2_PLANE:
        move_plane2(p, &s->as.plane);
        break;
    case FLR_SHAPE2_HALFSPACE: {
        flr_plane2 h = {s->as.halfspace.normal, s->as.halfspace.offset};
        move_plane2(p, &h);
        s->as.halfspace = (flr_halfspace2){h.normal, h.offset};
        break;
    }
    case FLR_SHAPE2_CIRCLE:
        move2(p, &s->as.circle.center);
        break;
    case FLR_SHAPE2_CAPSULE:
        move2(p, &s->as.capsule.a);
        move2(p, &s->as.capsule.b);
        break;
    case FLR_SHAPE2_AABB:
        move_aabb2(p, s);
        break;
    case FLR_SHAPE2_BOX:
        move2(p, &s->as.box.center);
        if (p->turned) s->as.box.axis = turned2(p, s->as.box.axis);
        break;
    case FLR_SHAPE2_TRIANGLE:
        move2(p, &s->as.triangle.a);
        move2(p, &s->as.triangle.b);
        move2(p, &s->as.triangle.c);
        break;
    case FLR_SHAPE2_POLYGON:
    case FLR_SHAPE2_CONVEX:
    case FLR_SHAPE2_COMPOUND:  // its shapes are placed one by one
    case FLR_SHAPE2_COUNT:
        for (size_t i = 0; i < shape->point_count; ++i) move2(p, &points[i]);
        break;
    }
}
