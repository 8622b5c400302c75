#include "shape/meet2.h"

#include "math/cross2.h"

static bool intervals_meet(flr_real a0, flr_real a1, flr_real b0, flr_real b1)
{
    flr_real a_min = a0 < a1 ? a0 : a1, a_max = a0 < a1 ? a1 : a0;
    flr_real b_min = b0 < b1 ? b0 : b1, b_max = b0 < b1 ? b1 : b0;
    return a_min <= b_max && b_min <= a_max;
}

/// Neither has both ends strictly on one side of the other. Where all four signs are 0
/// everything lies on one line, and there the two extents decide.
bool flr_meet2_segment_segment(flr_vec2 a0, flr_vec2 a1, flr_vec2 b0, flr_vec2 b1)
{
    if (!intervals_meet(a0.x, a1.x, b0.x, b1.x) || !intervals_meet(a0.y, a1.y, b0.y, b1.y)) return false;
    if (flr_turn2(a0, a1, b0) * flr_turn2(a0, a1, b1) > 0) return false;
    return flr_turn2(b0, b1, a0) * flr_turn2(b0, b1, a1) <= 0;
}

static bool contains(const flr_vec2 t[3], flr_vec2 p)
{
    int ab = flr_turn2(t[0], t[1], p);
    int bc = flr_turn2(t[1], t[2], p);
    int ca = flr_turn2(t[2], t[0], p);
    return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

bool flr_meet2_segment_triangle(flr_vec2 s0, flr_vec2 s1, const flr_vec2 t[3])
{
    if (contains(t, s0)) return true;
    for (int i = 0; i < 3; ++i)
        if (flr_meet2_segment_segment(s0, s1, t[i], t[(i + 1) % 3])) return true;
    return false;
}

/// Does the line of an edge of t leave all of `other` strictly on its outer side?
static bool edge_separates(const flr_vec2 t[3], int turn, const flr_vec2 other[3])
{
    for (int i = 0; i < 3; ++i) {
        int j = 0;
        while (j < 3 && flr_turn2(t[i], t[(i + 1) % 3], other[j]) * turn < 0) ++j;
        if (j == 3) return true;
    }
    return false;
}

/// Two convex polygons with area are disjoint where an edge of one separates them, and only
/// there. What has no area is the union of its edges.
bool flr_meet2_triangle_triangle(const flr_vec2 a[3], const flr_vec2 b[3])
{
    int turn_a = flr_turn2(a[0], a[1], a[2]), turn_b = flr_turn2(b[0], b[1], b[2]);
    if (turn_b) return !edge_separates(a, turn_a, b) && !edge_separates(b, turn_b, a);
    for (int i = 0; i < 3; ++i)
        if (flr_meet2_segment_triangle(b[i], b[(i + 1) % 3], a)) return true;
    return false;
}
