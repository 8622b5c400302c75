/// The plane and space by the same names, for tests that ask every question in both, of the shapes of unlike_sizes.hpp.
#ifndef TESTS_QUERY_BOTH_DIMENSIONS_HPP
#define TESTS_QUERY_BOTH_DIMENSIONS_HPP

#include "any/unlike_sizes.hpp"

// clang-format off
#define SAME_NAMES(N) \
    enum { COUNT = FLR_SHAPE##N##_COUNT }; \
    using shape = flr_shape##N; \
    using lattice = lattice##N; \
    using vec = flr_vec##N; \
    using closest = flr_closest##N; \
    using apart = flr_signed_distance##N##_result; \
    using manifold = flr_manifold##N; \
    using margins = flr_contact##N##_options; \
    using swept = flr_sweep##N##_result; \
    using targets = flr_sweep##N##_options; \
    using moved = flr_toi##N##_result; \
    using path = flr_path##N; \
    static constexpr auto distance = flr_distance##N; \
    static constexpr auto overlap = flr_overlap##N; \
    static constexpr auto signed_distance = flr_signed_distance##N; \
    static constexpr auto contact = flr_contact##N; \
    static constexpr auto sweep = flr_sweep##N##_within; \
    static constexpr auto motion = flr_toi##N; \
    static const char *name(const shape &s) { return flr_shape##N##_name(s.kind); } \
    static vec way(byte_source *from) { return next_vec##N(from); } \
    static void make(byte_source *from, int kind, vec offset, lattice *l) \
    { \
        lattice##N##_make(from, flr_shape##N##_kind(kind), offset, l); \
    } \
    static vec between(const closest &c, flr_real times) \
    { \
        return flr_scale##N(times, flr_sub##N(c.point_a, c.point_b)); \
    }
// clang-format on

struct plane {
    SAME_NAMES(2)
    static void release(lattice *) {}
    static vec origin() { return flr_vec2_make(0, 0); }
    static path still() { return flr_path2_still({0, {0, 0}}); }
    static path toward(byte_source *from)
    {
        path p = still();
        p.to.angle = flr_real(next_whole(from, -3, 3));
        p.to.position = way(from);
        return p;
    }
    /// What coordinates of a kind reach whatever the powers of ten.
    static double least_size(int) { return 0; }
};

struct space {
    SAME_NAMES(3)
    static void release(lattice *l) { lattice3_release(l); }
    static vec origin() { return flr_vec3_make(0, 0, 0); }
    static path still() { return flr_path3_still({{1, 0, 0, 0}, {0, 0, 0}}); }
    static path toward(byte_source *from)
    {
        path p = still();
        p.to.rotation.x = flr_real(next_whole(from, -1, 1));
        p.to.position = way(from);
        return p;
    }
    static double least_size(int kind) { return kind >= FLR_SHAPE3_QUAD ? 9 : 0; }
};

#undef SAME_NAMES

#endif
