// What a physics engine asks: which bodies come near, where and how deep they touch from frame to frame, when the fast
// ones arrive; and how GJK finds a distance. Ends with 0 where every answer is the one that the scene was made for.
#include <feeler/feeler.h>
#include <stdio.h>

enum { BOX_COUNT = 4, FRAME_COUNT = 90 };

static bool all_right = true;

static void expect(bool right, const char *what)
{
    if (!right) fprintf(stderr, "not as expected: %s\n", what);
    all_right = all_right && right;
}

// A cube of side 1 that does not turn, its middle at the given height.
static flr_box3 cube_at(flr_real height)
{
    flr_box3 box = {.center = {0, 0, height}, .half_extents = {0.5, 0.5, 0.5}};
    box.axes = flr_affine3_identity().linear;
    return box;
}

static bool same_ids(const flr_manifold3 *a, const flr_manifold3 *b)
{
    bool same = a->count == b->count;
    for (int i = 0; same && i < a->count; i++) {
        same = false;
        for (int k = 0; k < b->count; k++) same = same || a->points[i].id == b->points[k].id;
    }
    return same;
}

// Cubes fall onto one another. The broad phase finds the pairs that come near; each pair keeps a cache of its own, and the
// ids of its contact points, by which an engine carries impulses over, stay while the two rest.
static void stack(void)
{
    flr_box3 boxes[BOX_COUNT];
    flr_real speeds[BOX_COUNT] = {0};
    flr_contact3_cache caches[BOX_COUNT] = {0};  // pair i, i + 1; zeroed is empty
    flr_manifold3 before[BOX_COUNT] = {0};
    size_t resting = 0, pair_count = 0;
    for (int i = 0; i < BOX_COUNT; i++) boxes[i] = cube_at((flr_real)0.5 + (flr_real)1.25 * (flr_real)i);
    for (int frame = 0; frame < FRAME_COUNT; frame++) {
        flr_aabb3 bounds[BOX_COUNT];
        flr_index_pair *pairs;
        for (int i = 1; i < BOX_COUNT; i++) {  // the lowest is the floor
            speeds[i] -= (flr_real)0.125;
            boxes[i].center.z += speeds[i] / 64;
        }
        for (int i = 0; i < BOX_COUNT; i++) bounds[i] = flr_bounds3_box(&boxes[i]);
        const flr_real margin = (flr_real)0.0625;  // contacts a little before they are needed
        if (flr_pairs3_aabb(bounds, BOX_COUNT, margin, NULL, &pairs, &pair_count) != FLR_OK) return;
        resting = 0;
        for (size_t p = 0; p < pair_count; p++) {
            const uint32_t low = pairs[p].a, high = pairs[p].b;
            const flr_contact3_options options = {.margin = margin, .cache = &caches[low]};
            flr_manifold3 m;
            if (high != low + 1 || flr_contact3_box_box(&boxes[low], &boxes[high], &options, &m) != FLR_OK)
                continue;
            flr_real depth = -margin;
            for (int i = 0; i < m.count; i++) depth = m.points[i].depth > depth ? m.points[i].depth : depth;
            if (m.count && depth >= 0) {  // the normal points from low to high: along it high is pushed out
                boxes[high].center = flr_mul_add3(boxes[high].center, depth, m.normal);
                speeds[high] = 0;
            }
            resting += m.count == 4 && same_ids(&m, &before[low]);
            before[low] = m;
        }
        flr_pairs3_release(NULL, pairs, pair_count);
    }
    printf("stack: %zu pairs near, %zu of them with the ids of the frame before\n", pair_count, resting);
    expect(pair_count == BOX_COUNT - 1 && resting == pair_count, "a stack at rest");
}

// A capsule, as games move their characters, falls onto a roof of two slopes: any shape against any other.
static void fall(void)
{
    const flr_real corners[] = {-4, -4, 0, 4, -4, 0, 4, 4, 0, -4, 4, 0, -4, 0, 3, 4, 0, 3};
    const uint32_t triangles[] = {0, 1, 5, 0, 5, 4, 2, 3, 4, 2, 4, 5};
    const flr_mesh3_input input = {corners, 6, triangles, 4, -1};
    flr_mesh3 *roof;
    if (flr_mesh3_create(&input, NULL, &roof) != FLR_OK) return;
    flr_shape3 ground = {.kind = FLR_SHAPE3_MESH};
    const flr_shape3 body = {.kind = FLR_SHAPE3_CAPSULE, .as.capsule = {{0, 2, 6}, {0, 2, 8}, 0.5}};
    flr_sweep3_result r;
    if (flr_instance3_make(roof, flr_affine3_identity(), &ground.as.mesh) == FLR_OK &&
        flr_sweep3(&body, flr_vec3_make(0, 0, -8), &ground, &r) == FLR_OK) {
        printf("capsule: touches at t = %.4f, at (%.4f, %.4f, %.4f)\n", (double)r.t, (double)r.point.x,
               (double)r.point.y, (double)r.point.z);
        // the slope falls 3 in 4: a ball of radius 1/2 touches it 5/8 above the plane's height below its centre
        expect(r.hit && fabs((double)r.t - (6 - 1.5 - 0.625) / 8) < 1e-6, "the time of the fall");
        expect(r.normal.z < 0, "a normal from the capsule to the roof");
    }
    flr_mesh3_destroy(roof);  // not before the last question about an instance of it
}

// A plank turns by a quarter of a circle and meets a post on its way.
static void turn(void)
{
    const flr_box3 plank = {.axes = flr_affine3_identity().linear, .half_extents = {2, 0.125, 0.125}};
    const flr_capsule3 post = {{0, 0, -1}, {0, 0, 1}, 0.125};
    const flr_convex3 a = flr_convex3_box(&plank), b = flr_convex3_capsule(&post);
    const flr_quat level = {1, 0, 0, 0},
                   upright = {1, 0, 0, 1};  // any length will do: a quarter turn about z
    const flr_path3 turning = {{level, {0, 0, 0}}, {upright, {0, 0, 0}}};
    const flr_path3 still = flr_path3_still((flr_pose3){level, {1, 1, 0}});
    const flr_toi3_result r = flr_toi3_convex_convex(&a, &turning, &b, &still, NULL);
    printf("plank: touches between t = %.4f and %.4f\n", (double)r.t, (double)r.t_upper);
    // at an angle of 45 degrees less that under which 1/4 is seen from sqrt(2) away
    const double t = 0.5 - asin(0.25 / sqrt(2)) / asin(1);
    expect(r.hit && (double)r.t < t + 1e-5 && (double)r.t_upper > t - 1e-5, "the time of the turn");
}

// The steps of GJK between a hull and a box; with a cache the next frame needs fewer of them. Many pairs are asked at
// once by feeler/batch3.h, where every thread takes a part of the range.
static void trace(void)
{
    const flr_vec3 points[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    flr_hull3 *hull;
    if (flr_hull3_create(points, 6, NULL, NULL, &hull) != FLR_OK) return;
    const flr_box3 box = cube_at(4);
    const flr_convex3 b = flr_convex3_box(&box);
    flr_pose3 pose = flr_pose3_identity();
    flr_gjk3_step steps[16];
    flr_gjk3_cache cache = {0};
    flr_gjk3_options options = {.cache = &cache, .steps = steps, .steps_capacity = 16};
    for (int frame = 0; frame < 2; frame++) {
        const flr_affine3 place = flr_pose3_affine(pose);
        const flr_convex3 a = flr_convex3_hull(hull, place.linear, place.translation, 0);
        const flr_gjk3 r = flr_closest3_convex_convex(&a, &b, &options);
        printf("gjk: distance %.4f\n", (double)r.distance);
        for (int i = 0; i < r.iterations && i < options.steps_capacity; i++)
            printf("  %d corners, the nearest point of the simplex %.4f away\n", steps[i].count,
                   (double)flr_length3(steps[i].closest));
        expect(fabs((double)r.distance - 2.5) < 1e-6, "the distance");
        pose.rotation = (flr_quat){1, 0, 0, (flr_real)0.01};  // about z, which leaves the top where it is
    }
    flr_hull3_destroy(hull);
}

int main(void)
{
    stack();
    fall();
    turn();
    trace();
    return all_right ? 0 : 1;
}
