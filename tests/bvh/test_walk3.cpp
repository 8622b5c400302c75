/// Trees over boxes: every item is in one leaf and within all boxes above it, walks find every item that they ask for, and both widths of
/// registers take the same steps.
#include <algorithm>
#include <cmath>
#include <vector>

#include "support/cmocka.hpp"
#include "support/random.hpp"

extern "C" {
#include "bvh/bvh3_walk.h"
}

namespace TEST_FILE
{
namespace
{

/// Items in [-1, 1], and their tree.
struct grove {
    std::vector<bvh3_item> items;
    std::vector<uint32_t> order;
    std::vector<bvh3_node> nodes;
    bvh3 tree{};

    void build()
    {
        const size_t count = items.size();
        nodes.resize(flr_bvh3_node_limit(count));
        order.resize(count);
        for (size_t i = 0; i < count; i++) order[i] = uint32_t(i);
        tree.nodes = nodes.data();
        tree.scale = 1;
        flr_bvh3_build(&tree, items.data(), order.data(), count, nullptr);
    }
};

void fill(grove &g, random_source &r, size_t count, int form)
{
    g.items.resize(count);
    for (bvh3_item &item : g.items) {
        item = bvh3_item{};
        for (int k = 0; k < 3; k++) {
            const double at = form == 1 ? 0.25 : form == 2 && k > 0 ? 0 : r.between(-0.9, 0.9);
            const double half = form == 3 ? 0 : r.between(0, 0.1);
            item.min[k] = float(at - half);
            item.max[k] = float(at + half);
        }
    }
    g.build();
}

bool holds(const bvh3_box &b, const bvh3_item &item)
{
    for (int k = 0; k < 3; k++)
        if (double(b.center[k]) - double(b.half[k]) > double(item.min[k]) ||
            double(b.center[k]) + double(b.half[k]) < double(item.max[k]))
            return false;
    return true;
}

const size_t sizes[] = {1, 2, 3, 4, 5, 8, 9, 16, 17, 33, 64, 65, 1000};

void shapes(tally &t)
{
    random_source r{41};
    for (size_t count : sizes)
        for (int form = 0; form < 4; form++) {
            grove g;
            fill(g, r, count, form);
            t.expect(g.tree.node_count <= g.nodes.size(), "%zu items: %u nodes", count, g.tree.node_count);
            std::vector<int> met(count);
            // down every path, with all boxes above
            struct place {
                uint32_t ref;
                std::vector<bvh3_box> above;
            };
            std::vector<place> open{{BVH3_ROOT, {}}};
            int deepest = 0;
            while (!open.empty()) {
                place p = open.back();
                open.pop_back();
                p.above.push_back(bvh3_box_of(&g.tree, p.ref));
                deepest = std::max(deepest, int(p.above.size()));
                const uint32_t child = bvh3_child(&g.tree, p.ref);
                if (!bvh3_is_leaf(child)) {
                    for (uint32_t k = 0; k < BVH3_WIDTH; k++)
                        if (g.tree.nodes[child].child[k] != BVH3_EMPTY)
                            open.push_back({child * BVH3_WIDTH + k, p.above});
                    continue;
                }
                const uint32_t first = bvh3_leaf_first(child);
                for (uint32_t i = first; i < first + bvh3_leaf_count(child); i++) {
                    met[i]++;
                    for (const bvh3_box &b : p.above)
                        t.expect(holds(b, g.items[i]), "%zu items, form %d: item %u", count, form, i);
                }
            }
            t.expect(std::all_of(met.begin(), met.end(), [](int n) { return n == 1; }),
                     "%zu items, form %d: each in one leaf", count, form);
            t.expect(deepest <= BVH3_DEPTH_MAX, "%d levels", deepest);
        }
}

/// Squared, from a box to an item.
double gap_squared(const bvh3_box &b, const bvh3_item &item)
{
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        const double low = double(b.center[k]) - double(b.half[k]),
                     high = double(b.center[k]) + double(b.half[k]);
        const double gap = std::max({double(item.min[k]) - high, low - double(item.max[k]), 0.0});
        sum += gap * gap;
    }
    return sum;
}

/// Along a path with its numbers as they are: does it meet the item's box from 0 to `limit`?
bool meets(const bvh3_path &p, const bvh3_item &item, double limit)
{
    double from = 0, to = limit;
    for (int k = 0; k < 3; k++) {
        const double a = (double(item.min[k]) - double(p.origin[k])) * double(p.reciprocal[k]),
                     b = (double(item.max[k]) - double(p.origin[k])) * double(p.reciprocal[k]);
        from = std::max(from, std::min(a, b));
        to = std::min(to, std::max(a, b));
    }
    return from <= to;
}

bvh3_path some_path(random_source &r)
{
    bvh3_path p{};
    const int main = r.whole(0, 2);
    for (int k = 0; k < 3; k++) {
        const double along = r.between(-1, 1);
        const bool is_flat = r.whole(0, 5) == 0;
        const float d = k == main ? (along < 0 ? -1.0f : 1.0f) : is_flat ? 1e-12f : float(along);
        p.origin[k] = float(r.between(-1, 1));
        p.reciprocal[k] = 1 / d;
        p.size[k] = std::fabs(p.reciprocal[k]);
        p.grow[k] = 4e-6f;
    }
    p.from = -1e-5f;
    return p;
}

bvh3_box some_box(random_source &r)
{
    bvh3_box b{};
    for (int k = 0; k < 3; k++) {
        b.center[k] = float(r.between(-1, 1));
        b.half[k] = float(r.between(0, 0.2));
    }
    return b;
}

/// The items of the leaves that a walk comes to, by both widths at once.
template <typename step> std::vector<bool> walk(tally &t, const grove &g, step next)
{
    bvh3_walk narrow, wide;
    bvh3_walk_begin(&narrow, &g.tree);
    bvh3_walk_begin(&wide, &g.tree);
    std::vector<bool> met(g.items.size());
    for (;;) {
        const uint32_t leaf = next(&flr_bvh3_baseline, &narrow), other = next(bvh3_lanes_widest(), &wide);
        t.expect(leaf == other && narrow.top == wide.top, "leaf %x, by wider registers %x", leaf, other);
        if (leaf == BVH3_EMPTY || leaf != other) return met;
        for (uint32_t i = 0; i < bvh3_leaf_count(leaf); i++) {
            t.expect(!met[bvh3_leaf_first(leaf) + i], "leaf %x twice", leaf);
            met[bvh3_leaf_first(leaf) + i] = true;
        }
    }
}

void walks(tally &t)
{
    random_source r{42};
    size_t visited = 0, wanted = 0, all = 0;
    for (int n = 0; n < 600; n++) {
        grove g;
        fill(g, r, sizes[n % 13], n / 13 % 4);
        bvh3_path p = some_path(r);
        bvh3_box b = some_box(r);
        if (n % 2) {  // at an item
            const bvh3_item &item = g.items[size_t(r.whole(0, int(g.items.size()) - 1))];
            const float way = float(r.between(0, 1));
            for (int k = 0; k < 3; k++) {
                b.center[k] = item.max[k] + b.half[k] * 0.9f;
                p.origin[k] = item.max[k] - way / p.reciprocal[k];
            }
        }
        const float limit = n % 3 ? float(r.between(0, 2)) : INFINITY;
        const auto on_path =
                       walk(t, g,
                            [&](const bvh3_lanes *l, bvh3_walk *w) { return l->next_on_path(w, &p, limit); }),
                   near = walk(t, g,
                               [&](const bvh3_lanes *l, bvh3_walk *w) { return l->next_near(w, &b, limit); }),
                   meeting =
                       walk(t, g, [&](const bvh3_lanes *l, bvh3_walk *w) { return l->next_meeting(w, &b); });
        for (size_t i = 0; i < g.items.size(); i++) {
            const double gap = gap_squared(b, g.items[i]);
            const bool is_on_path = meets(p, g.items[i], double(limit));
            t.expect(on_path[i] || !is_on_path, "scene %d: item %zu on the path", n, i);
            t.expect(near[i] || gap > double(limit), "scene %d: item %zu at %g", n, i, gap);
            t.expect(meeting[i] || gap > 0, "scene %d: item %zu meets", n, i);
            wanted += is_on_path + (gap == 0);
            visited += on_path[i] + meeting[i];
            all += 2;
        }
    }
    t.expect(wanted > 600, "%zu of %zu wanted", wanted, all);
    t.expect(visited < all / 4, "%zu of %zu visited", visited, all);
}

/// Of two trees under a map: the bounds of both widths, and that they are bounds where the map is none.
void pairs(tally &t)
{
    random_source r{43};
    int apart = 0;
    for (int n = 0; n < 300; n++) {
        grove g, h;
        fill(g, r, 65, n % 4);
        fill(h, r, 65, n / 4 % 4);
        flr_affine3 pose = flr_affine3_identity();
        pose.translation.x = flr_real(r.between(-3, 3));
        pose.translation.y = flr_real(r.between(-3, 3));
        flr_affine3 inverse = pose;
        inverse.translation = flr_neg3(pose.translation);
        const bvh3_placed a{&g.tree, pose, inverse, 1, 1},
            b{&h.tree, flr_affine3_identity(), flr_affine3_identity(), 1, 1};
        bvh3_pair pair;
        flr_bvh3_pair_make(&pair, &a, &b, 0);
        const bvh3_box box = bvh3_box_of(&g.tree, BVH3_ROOT);
        for (uint32_t i = 1; i < h.tree.node_count; i++) {
            const float limit = float(r.between(0, 2));
            float narrow[BVH3_WIDTH], wide[BVH3_WIDTH];
            const unsigned met =
                flr_bvh3_baseline.pair_distances(&pair.a, &box, &pair.b, &h.nodes[i], limit, narrow);
            t.expect(
                met == bvh3_lanes_widest()->pair_distances(&pair.a, &box, &pair.b, &h.nodes[i], limit, wide),
                "node %u: near children", i);
            for (uint32_t k = 0; k < BVH3_WIDTH && h.nodes[i].child[k] != BVH3_EMPTY; k++) {
                const bvh3_box c = bvh3_box_of(&h.tree, i * BVH3_WIDTH + k);
                double sum = 0;
                const double move[3] = {double(pose.translation.x), double(pose.translation.y), 0};
                for (int axis = 0; axis < 3; axis++) {
                    const double gap =
                        std::fabs(double(box.center[axis]) + move[axis] - double(c.center[axis])) -
                        double(box.half[axis]) - double(c.half[axis]);
                    sum += gap > 0 ? gap * gap : 0;
                }
                t.expect(narrow[k] == wide[k] && double(narrow[k]) <= sum &&
                             double(narrow[k]) >= sum * 0.99 - 1e-3,
                         "child %u of node %u: %g and %g of %g", k, i, double(narrow[k]), double(wide[k]),
                         sum);
                t.expect(bool(met >> k & 1u) == (narrow[k] <= limit), "child %u of node %u", k, i);
                apart += narrow[k] > limit;
            }
        }
    }
    t.expect(apart > 300, "%d apart", apart);
}

void heights(tally &t)
{
    random_source r{44};
    grove g;
    fill(g, r, 1000, 0);
    for (uint32_t i = 1; i < g.tree.node_count; i++) {
        bvh3_height h{};
        for (int k = 0; k < 3; k++) {
            h.c[k] = float(r.between(-1, 1));
            h.size[k] = std::fabs(h.c[k]);
        }
        h.slack = 1e-6f;
        float narrow[BVH3_WIDTH], wide[BVH3_WIDTH];
        flr_bvh3_baseline.heights(&h, &g.nodes[i], narrow);
        bvh3_lanes_widest()->heights(&h, &g.nodes[i], wide);
        for (uint32_t k = 0; k < BVH3_WIDTH && g.nodes[i].child[k] != BVH3_EMPTY; k++) {
            const bvh3_box b = bvh3_box_of(&g.tree, i * BVH3_WIDTH + k);
            double sum = 0;
            for (int axis = 0; axis < 3; axis++)
                sum +=
                    double(h.c[axis]) * double(b.center[axis]) + double(h.size[axis]) * double(b.half[axis]);
            t.expect(narrow[k] == wide[k] && double(narrow[k]) >= sum && double(narrow[k]) < sum + 1e-5,
                     "child %u of node %u: %g of %g", k, i, double(narrow[k]), sum);
        }
    }
}

}  // namespace

FEELER_TESTS(FEELER_TEST(shapes), FEELER_TEST(walks), FEELER_TEST(pairs), FEELER_TEST(heights))

}  // namespace TEST_FILE
