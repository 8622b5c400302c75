/// What JavaScript holds of a shape: how it was made, and where the questions asked of it placed it.
#ifndef JS_WASM_HANDLE_H
#define JS_WASM_HANDLE_H

#include "export.h"
#include "feeler/feeler.h"
#include "query/shape.h"

/// A pose as numbers: in space x, y, z and a quaternion w, x, y, z; in the plane x, y and an angle in radians.
enum { POSE_NUMBERS = 7 };

/// A shape may be both sides of one question, so it has two places.
typedef struct seat {
    query_shape shape;            ///< with room of its own for points
    flr_real pose[POSE_NUMBERS];  ///< of the last question
    enum { SEAT_EMPTY, SEAT_OWN, SEAT_POSED } state;
} seat;

typedef struct handle {
    int dimension;
    size_t references;
    query_shape own;  ///< in its own frame; a compound has no shapes here, they stand in its seats
    flr_hull3 *hull;
    flr_winding3 *winding;  ///< of a mesh, made when first asked for
    struct handle *source;  ///< a part of a compound: whose mesh, hull or parts these are; its own else null
    flr_real within[POSE_NUMBERS];  ///< a part of a compound: where it stands in it
    bool has_within;
    struct handle **parts;
    size_t part_count;
    seat seats[2];
} handle;

/// The shape in world: under its pose, or as it was made where that is null. `side` is 0 for the first shape of a question, 1 for
/// the second. What comes back is the handle's, until it is asked for the same side again.
flr_status handle_place3(handle *h, int side, const flr_real *pose, const flr_shape3 **shape);
flr_status handle_place2(handle *h, int side, const flr_real *pose, const flr_shape2 **shape);

/// The same shape once more, with seats of its own, under a pose or none. Null where memory ran out.
handle *handle_part(handle *of, const flr_real *pose);
/// Takes what was read, with its memory, where it stands in world; also in failure. Null where memory ran out.
handle *handle_take(query_shape *read);
/// Before its mesh is changed: forgets what was made of it. False where something else holds it.
bool handle_alone(handle *h);
/// Null is allowed.
void handle_free(handle *h);

/// What is read and written by a call. JavaScript knows where by layout.c.
typedef struct call {
    flr_real pose[2][POSE_NUMBERS];  ///< of both shapes
    int32_t posed[2];                ///< is there one?
    flr_real path[2][2][POSE_NUMBERS];
    flr_real in[32];  ///< numbers of a shape, vectors and options of a question
    int32_t flags;    ///< booleans of options
    int32_t count;    ///< how many answers there are
    union {
        bool yes;
        int side;
        flr_real number;
        flr_aabb3 bounds3;
        flr_aabb2 bounds2;
        flr_closest3 closest3;
        flr_closest2 closest2;
        flr_distance3_result distance3;
        flr_distance2_result distance2;
        flr_signed_distance3_result signed3;
        flr_signed_distance2_result signed2;
        flr_manifold3 manifold3;
        flr_manifold2 manifold2;
        flr_contact3_region regions[32];
        flr_raycast3_result ray3;
        flr_rayhit2 ray2;
        flr_sweep3_result sweep3;
        flr_sweep2_result sweep2;
        flr_toi3_result toi3;
        flr_toi2_result toi2;
        flr_gjk3 gjk3;
        flr_gjk2 gjk2;
        flr_closest3_mesh nearest;
        flr_interference3 interference;
        flr_intersection3_info intersection;
        flr_intersection3_line line;
        flr_mesh3_info mesh;
        flr_hull3_info hull;
        flr_vertex_toi3_meeting meeting;
        flr_grid3_info grid;
        flr_grid3_sample sample;
        void *block;  ///< of many answers, to be released
    } out;
} call;
extern call the_call;

/// The pose of the first or second shape; null where it has none.
const flr_real *call_pose(int side);
/// What the_call.flags is for a path.
enum { PATH_RAY, PATH_LINE, PATH_SEGMENT };
/// The path: origin and direction in in[0..5], or ends of a segment, t at most in[6].
flr_raycast3_path call_path3(void);
flr_raycast2_path call_path2(void);

#endif
