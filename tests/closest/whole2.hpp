/// Points of the plane in whole numbers, or whole multiples of a unit for each axis, and their hull, exactly.
#ifndef TESTS_CLOSEST_WHOLE2_HPP
#define TESTS_CLOSEST_WHOLE2_HPP

#include <algorithm>
#include <vector>

namespace whole2
{

struct whole {
    long x, y;
};

inline bool operator==(whole a, whole b) { return a.x == b.x && a.y == b.y; }
inline long cross(whole o, whole a, whole b) { return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x); }

/// Counter-clockwise, without collinear corners.
inline std::vector<whole> hull(std::vector<whole> p)
{
    std::sort(p.begin(), p.end(), [](whole a, whole b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    p.erase(std::unique(p.begin(), p.end()), p.end());
    if (p.size() < 3) return p;
    std::vector<whole> h;
    for (int k = 0; k < 2; ++k) {
        const size_t least = h.size() + 1;
        for (whole q : p) {
            while (h.size() > least && cross(h[h.size() - 2], h.back(), q) <= 0) h.pop_back();
            h.push_back(q);
        }
        h.pop_back();
        std::reverse(p.begin(), p.end());
    }
    return h;
}

}  // namespace whole2

#endif
