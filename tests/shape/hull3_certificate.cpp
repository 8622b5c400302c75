// needs: gmp
#include "shape/hull3_certificate.hpp"

namespace hulls
{

handle make(const points &p, const flr_hull3_options *options)
{
    flr_hull3 *h = nullptr;
    flr_status status = flr_hull3_create(p.data(), p.size(), options, nullptr, &h);
    if (status != FLR_OK) throw std::runtime_error(flr_status_string(status));
    return handle(h, flr_hull3_destroy);
}

int side(flr_vec3 a, flr_vec3 b, flr_vec3 c, flr_vec3 d)
{
    if ((a.x == b.x && a.x == c.x && a.x == d.x) || (a.y == b.y && a.y == c.y && a.y == d.y) ||
        (a.z == b.z && a.z == c.z && a.z == d.z))
        return 0;
    double u[3] = {double(b.x) - a.x, double(b.y) - a.y, double(b.z) - a.z};
    double v[3] = {double(c.x) - a.x, double(c.y) - a.y, double(c.z) - a.z};
    double w[3] = {double(d.x) - a.x, double(d.y) - a.y, double(d.z) - a.z};
    double sum = 0, size = 0;
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        sum += w[i] * (u[j] * v[k] - u[k] * v[j]);
        size += std::fabs(w[i]) * (std::fabs(u[j] * v[k]) + std::fabs(u[k] * v[j]));
    }
    bool small = true;  // whole numbers below 2^15: nothing was rounded
    for (flr_vec3 p : {a, b, c, d})
        for (double x : {p.x, p.y, p.z}) small = small && std::fabs(x) < 32768 && x == std::floor(x);
    if (small) return sum > 0 ? 1 : sum < 0 ? -1 : 0;
    if (std::fabs(sum) > 1e-13 * size && size > 1e-200 && size < 1e200) return sum > 0 ? 1 : -1;
    return exact_mesh::side(exact_mesh::from(a), exact_mesh::from(b), exact_mesh::from(c),
                            exact_mesh::from(d));
}

bool collinear(flr_vec3 a, flr_vec3 b, flr_vec3 c)
{
    auto n = exact_mesh::cross(exact_mesh::sub(exact_mesh::from(b), exact_mesh::from(a)),
                               exact_mesh::sub(exact_mesh::from(c), exact_mesh::from(a)));
    return n[0] == 0 && n[1] == 0 && n[2] == 0;
}

void check_structure(tally &t, const points &input, const flr_hull3 *h, const char *name)
{
    const flr_hull3_info info = flr_hull3_get_info(h);
    const flr_vec3 *v = flr_hull3_vertices(h);
    const uint32_t *source = flr_hull3_sources(h);
    const flr_polyhedron3 p = flr_hull3_polyhedron(h);
    t.expect(p.vertex_count == info.vertex_count && p.face_count == info.face_count, "%s: the view's counts",
             name);
    bool good = true;
    for (uint32_t i = 0; i < info.vertex_count; ++i)
        good = good && source[i] < input.size() && same(input[source[i]], v[i]);
    t.expect(good, "%s: sources", name);
    flr_vec3 low = input[0], high = low;
    for (flr_vec3 q : input) low = flr_min3(low, q), high = flr_max3(high, q);
    t.expect(same(info.bounds.min, low) && same(info.bounds.max, high), "%s: bounds", name);
    flr_vec3 c = info.center;
    t.expect(c.x >= low.x && c.y >= low.y && c.z >= low.z && c.x <= high.x && c.y <= high.y && c.z <= high.z,
             "%s: center", name);
    if (info.dimension < 2) return;
    t.expect(info.vertex_count + info.face_count == info.half_edge_count / 2 + 2, "%s: Euler: %u %u %u", name,
             info.vertex_count, info.half_edge_count, info.face_count);
    std::vector<uint32_t> degree(info.vertex_count);
    for (uint32_t k = 0; k < info.half_edge_count; ++k) {
        const flr_hull3_half_edge e = flr_hull3_edge(h, k), n = flr_hull3_edge(h, e.next),
                                  w = flr_hull3_edge(h, e.twin);
        good = good && w.twin == k && w.origin == n.origin && w.face != e.face && n.face == e.face &&
               p.indices[k] == e.origin && p.first[e.face] <= k && k < p.first[e.face + 1];
        good = good && flr_hull3_edge(h, w.next).origin == e.origin;
        ++degree[e.origin];
    }
    t.expect(good, "%s: half-edges", name);
    for (uint32_t i = 0; i < info.vertex_count; ++i) {
        uint32_t count = 0, k = flr_hull3_vertex_edge(h, i);
        const uint32_t *neighbor = flr_hull3_neighbors(h, i, &count);
        good = good && count == degree[i] && count >= (info.dimension == 3 ? 3u : 2u);
        for (uint32_t j = 0; j < count && good; ++j) {
            const flr_hull3_half_edge e = flr_hull3_edge(h, k);
            good = e.origin == i && flr_hull3_edge(h, e.twin).origin == neighbor[j];
            k = flr_hull3_edge(h, e.twin).next;
        }
        good = good && k == flr_hull3_vertex_edge(h, i);
    }
    t.expect(good, "%s: neighbours", name);
}

double off_planes(const flr_hull3 *h)
{
    const flr_hull3_info info = flr_hull3_get_info(h);
    const flr_vec3 *v = flr_hull3_vertices(h);
    const flr_polyhedron3 p = flr_hull3_polyhedron(h);
    double size = 0, most = 0;
    for (uint32_t i = 0; i < info.vertex_count; ++i)
        size = std::max<double>(size, std::fabs(v[i].x) + std::fabs(v[i].y) + std::fabs(v[i].z));
    for (uint32_t f = 0; f < info.face_count; ++f) {
        const flr_plane3 plane = flr_hull3_face_plane(h, f);
        const rational_point n = exact_mesh::from(plane.normal);
        const double longer = exact_mesh::rational(exact_mesh::dot(n, n) - 1).get_d() / 2;
        worst_normal = std::max(worst_normal, std::fabs(longer) / real_rounding);
        auto above = [&](uint32_t i) {
            return exact_mesh::rational(exact_mesh::dot(n, exact_mesh::from(v[i])) -
                                        exact_mesh::rational(plane.offset))
                .get_d();
        };
        for (uint32_t k = p.first[f]; k < p.first[f + 1]; ++k)
            most = std::max(most, std::fabs(above(p.indices[k])));
        for (uint32_t i = 0; i < info.vertex_count; ++i) most = std::max(most, above(i));
    }
    return most / (size * real_rounding);
}

double off_center(const flr_hull3 *h)
{
    const flr_hull3_info info = flr_hull3_get_info(h);
    if (info.dimension < 2 || info.half_edge_count > 120) return -1;
    const flr_vec3 *v = flr_hull3_vertices(h);
    const flr_polyhedron3 p = flr_hull3_polyhedron(h);
    const rational_point o = exact_mesh::from(v[0]);
    exact_mesh::rational whole = 0;
    rational_point moment = {0, 0, 0};
    const flr_vec3 flat = flr_hull3_face_plane(h, 0).normal;
    const double x = std::fabs(double(flat.x)), y = std::fabs(double(flat.y)), z = std::fabs(double(flat.z));
    const size_t main_axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    for (uint32_t f = 0; f < (info.dimension == 3 ? info.face_count : 1); ++f)
        for (uint32_t i = p.first[f] + 1; i + 1 < p.first[f + 1]; ++i) {
            const rational_point a = exact_mesh::sub(exact_mesh::from(v[p.indices[p.first[f]]]), o),
                                 b = exact_mesh::sub(exact_mesh::from(v[p.indices[i]]), o),
                                 c = exact_mesh::sub(exact_mesh::from(v[p.indices[i + 1]]), o),
                                 n = exact_mesh::cross(exact_mesh::sub(b, a), exact_mesh::sub(c, a));
            const exact_mesh::rational part = info.dimension == 3 ? exact_mesh::dot(a, n) : n[main_axis];
            whole += part;
            for (size_t k = 0; k < 3; ++k) moment[k] += part * (a[k] + b[k] + c[k]);
        }
    const flr_vec3 extent = flr_sub3(info.bounds.max, info.bounds.min);
    const double size = std::fmax(double(extent.x), std::fmax(double(extent.y), double(extent.z)));
    const exact_mesh::rational cube = exact_mesh::rational(size) * size * (info.dimension == 3 ? size : 1);
    if (!(size > 0) || abs(whole) < cube * 1e-9) return -1;
    double most = 0;
    const rational_point center = exact_mesh::sub(exact_mesh::from(info.center), o);
    for (size_t k = 0; k < 3; ++k) {
        const exact_mesh::rational at = moment[k] / (whole * (info.dimension == 3 ? 4 : 3));
        most = std::fmax(most, std::fabs(exact_mesh::rational((center[k] - at) / size).get_d()));
    }
    return most;
}

void check_faces(tally &t, const points &input, const flr_hull3 *h, const char *name)
{
    const flr_hull3_info info = flr_hull3_get_info(h);
    const flr_vec3 *v = flr_hull3_vertices(h);
    const flr_polyhedron3 p = flr_hull3_polyhedron(h);
    long outside = 0, not_flat = 0, not_convex = 0, small = 0;
    for (uint32_t f = 0; f < info.face_count; ++f) {
        const uint32_t first = p.first[f], n = p.first[f + 1] - first;
        auto corner = [&](uint32_t i) { return v[p.indices[first + i % n]]; };
        if (n < 3) {
            ++small;
            continue;
        }
        for (const flr_vec3 &q : input) outside += side(corner(0), corner(1), corner(2), q) > 0;
        for (uint32_t i = 3; i < n; ++i) not_flat += side(corner(0), corner(1), corner(2), corner(i)) != 0;
        // strictly convex: seen from a vertex behind, every corner turns left of every edge
        flr_vec3 behind = v[0];
        for (uint32_t i = 0; i < info.vertex_count; ++i)
            if (side(corner(0), corner(1), corner(2), v[i]) < 0) behind = v[i];
        for (uint32_t i = 0; i < n && info.dimension == 3; ++i)
            for (uint32_t j = 0; j < n; ++j)
                if (j != i && j != (i + 1) % n)
                    not_convex += side(behind, corner(i), corner(i + 1), corner(j)) <= 0;
    }
    t.expect(small == 0, "%s: %ld faces with less than three corners", name, small);
    t.expect(outside == 0, "%s: %ld points are outside", name, outside);
    t.expect(not_flat == 0 && not_convex == 0, "%s: %ld corners off the plane, %ld turns wrong", name,
             not_flat, not_convex);
}

void check_edges(tally &t, const flr_hull3 *h, const char *name)
{
    const flr_hull3_info info = flr_hull3_get_info(h);
    const flr_vec3 *v = flr_hull3_vertices(h);
    const flr_polyhedron3 p = flr_hull3_polyhedron(h);
    long flat = 0;
    std::vector<uint32_t> seen(info.face_count), stack = {0};
    seen[0] = 1;
    uint32_t reached = 1;
    while (!stack.empty()) {
        uint32_t f = stack.back(), first = p.first[f];
        stack.pop_back();
        for (uint32_t k = first; k < p.first[f + 1]; ++k) {
            const flr_hull3_half_edge w = flr_hull3_edge(h, flr_hull3_edge(h, k).twin);
            uint32_t far = flr_hull3_edge(h, flr_hull3_edge(h, w.next).next).origin;
            flat += side(v[p.indices[first]], v[p.indices[first + 1]], v[p.indices[first + 2]], v[far]) >= 0;
            if (!seen[w.face]++) stack.push_back(w.face), ++reached;
        }
    }
    t.expect(flat == 0, "%s: %ld edges are not convex", name, flat);
    t.expect(reached == info.face_count, "%s: %u of %u faces hang together", name, reached, info.face_count);
}

int dimension_of(const points &p)
{
    size_t b = 1, c, d;
    while (b < p.size() && same(p[0], p[b])) ++b;
    if (b == p.size()) return 0;
    for (c = b + 1; c < p.size() && collinear(p[0], p[b], p[c]);) ++c;
    if (c >= p.size()) return 1;
    for (d = c + 1; d < p.size() && side(p[0], p[b], p[c], p[d]) == 0;) ++d;
    return d >= p.size() ? 2 : 3;
}

void check_flat(tally &t, const points &input, const flr_hull3 *h, const char *name)
{
    const flr_hull3_info info = flr_hull3_get_info(h);
    const flr_vec3 *v = flr_hull3_vertices(h);
    long wrong = 0;
    if (info.dimension == 0) {
        t.expect(info.vertex_count == 1 && info.face_count == 0 && info.half_edge_count == 0, "%s: a point",
                 name);
        return;
    }
    if (info.dimension == 1) {
        t.expect(info.vertex_count == 2 && info.face_count == 0 && info.half_edge_count == 0, "%s: a segment",
                 name);
        for (flr_vec3 q : input) {
            auto a = exact_mesh::from(v[0]), b = exact_mesh::from(v[1]), x = exact_mesh::from(q);
            wrong += exact_mesh::point_segment(x, a, b) != 0;
        }
        t.expect(wrong == 0, "%s: %ld points off the segment", name, wrong);
        uint32_t count;
        const uint32_t *n0 = flr_hull3_neighbors(h, 0, &count);
        t.expect(count == 1 && n0[0] == 1, "%s: the neighbour of 0", name);
        const uint32_t *n1 = flr_hull3_neighbors(h, 1, &count);
        t.expect(count == 1 && n1[0] == 0, "%s: the neighbour of 1", name);
        return;
    }
    const flr_polyhedron3 p = flr_hull3_polyhedron(h);
    t.expect(info.face_count == 2, "%s: %u faces", name, info.face_count);
    for (uint32_t f = 0; f < 2; ++f) {
        const uint32_t first = p.first[f], n = p.first[f + 1] - first;
        auto corner = [&](uint32_t i) { return exact_mesh::from(v[p.indices[first + i % n]]); };
        auto across = [&](uint32_t i, const rational_point &q) {
            return exact_mesh::cross(exact_mesh::sub(corner(i + 1), corner(i)),
                                     exact_mesh::sub(q, corner(i)));
        };
        auto normal = across(0, corner(2));
        for (uint32_t i = 0; i < n; ++i) {
            wrong += !(exact_mesh::dot(across(i, corner(i + 2)), normal) > 0);
            for (flr_vec3 q : input) wrong += exact_mesh::dot(across(i, exact_mesh::from(q)), normal) < 0;
        }
        double toward = flr_dot3(flr_hull3_face_plane(h, f).normal, flr_hull3_face_plane(h, 0).normal);
        wrong += !(f == 0 ? toward > 0.99 : toward < -0.99);
        rational_point plane = exact_mesh::from(flr_hull3_face_plane(h, f).normal);
        wrong += !(exact_mesh::dot(plane, normal) > 0);
    }
    t.expect(wrong == 0, "%s: %ld wrong in the polygon", name, wrong);
}

handle certify(tally &t, const points &input, const char *name)
{
    handle h = make(input);
    const flr_hull3_info info = flr_hull3_get_info(h.get());
    const int dimension = dimension_of(input);
    if (!t.expect(info.dimension == dimension, "%s: dimension %d, not %d", name, dimension, info.dimension))
        return h;
    check_structure(t, input, h.get(), name);
    // far away a coordinate's own rounding comes to that
    const flr_vec3 low = info.bounds.min, size = flr_sub3(info.bounds.max, low);
    if (double(flr_length3(low)) < real_choose(1e6, 1) * double(flr_length3(size))) {
        const double off = off_center(h.get());
        centers_asked += off >= 0;
        worst_center = std::fmax(worst_center, off);
        t.expect(off <= 0x1p-20 + 2 * real_rounding, "%s: the center is %g of the size from the centroid",
                 name, off);
    }
    if (dimension < 3) {
        check_flat(t, input, h.get(), name);
    } else {
        check_faces(t, input, h.get(), name);
        check_edges(t, h.get(), name);
    }
    return h;
}

}  // namespace hulls
