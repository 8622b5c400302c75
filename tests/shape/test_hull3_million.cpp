// needs: gmp
/// Hulls of up to a million points, proved in time proportional to their number: seen from a point inside, the faces
/// cover every direction once, and every edge is convex. Then the surface is that of a convex polyhedron, and a point is
/// in it if it is behind the face in its own direction.
#include "shape/hull3_certificate.hpp"
#include "support/cmocka.hpp"
#include "support/random.hpp"
#include "support/scenes.hpp"

namespace TEST_FILE
{
namespace
{

using hulls::points;
using hulls::side;

const size_t share = sanitized() ? 20 : 1;

const flr_vec3 middle = {0, 0, 0};

struct surface {
    const flr_hull3 *h;
    flr_hull3_info info;
    flr_polyhedron3 p;
    std::vector<flr_hull3_half_edge> edge;

    explicit surface(const flr_hull3 *hull)
        : h(hull), info(flr_hull3_get_info(hull)), p(flr_hull3_polyhedron(hull)), edge(info.half_edge_count)
    {
        for (uint32_t k = 0; k < info.half_edge_count; ++k) edge[k] = flr_hull3_edge(hull, k);
    }
    flr_vec3 start(uint32_t k) const { return p.vertices[edge[k].origin]; }
    flr_vec3 end(uint32_t k) const { return start(edge[k].next); }
    int side_of_face(uint32_t f, flr_vec3 q) const
    {
        uint32_t k = p.first[f];
        return side(start(k), end(k), end(edge[k].next), q);
    }
    /// On which side of the plane through the middle and an edge: above 0 is the side of the edge's face.
    int beside(uint32_t k, flr_vec3 q) const { return side(middle, start(k), end(k), q); }
    /// The face that the direction of q goes through, from any face on, over the edges that q is beyond.
    uint32_t face_toward(flr_vec3 q, uint32_t f) const
    {
        for (uint32_t steps = 0; steps <= info.face_count; ++steps) {
            uint32_t k = p.first[f];
            while (k < p.first[f + 1] && beside(k, q) >= 0) ++k;
            if (k == p.first[f + 1]) return f;
            f = edge[edge[k].twin].face;
        }
        return FLR_HULL_NONE;
    }
};

/// All of it but the points inside.
void convex_around_the_middle(tally &t, const surface &s)
{
    long not_behind = 0, not_seen = 0, not_flat = 0, covers = 0;
    uint32_t k = s.p.first[s.info.face_count / 2];
    flr_vec3 q =
        flr_scale3(flr_real(1.0 / 3), flr_add3(s.start(k), flr_add3(s.end(k), s.end(s.edge[k].next))));
    for (uint32_t f = 0; f < s.info.face_count; ++f) {
        bool covered = true;
        not_behind += s.side_of_face(f, middle) >= 0;
        for (k = s.p.first[f]; k < s.p.first[f + 1]; ++k) {
            // as seen from the middle the face turns left at every corner
            not_seen += s.beside(k, s.end(s.edge[k].next)) <= 0;
            if (k >= s.p.first[f] + 3) not_flat += s.side_of_face(f, s.start(k)) != 0;
            covered = covered && s.beside(k, q) > 0;
        }
        covers += covered;
    }
    t.expect(not_behind == 0 && not_seen == 0 && not_flat == 0,
             "%ld faces turn to the middle, %ld corners turn wrong, %ld are off their face", not_behind,
             not_seen, not_flat);
    t.expect(covers == 1, "a direction goes through %ld faces", covers);
}

void holds_all(tally &t, const surface &s, const points &input)
{
    // a ball within all faces, taken smaller by more than rounding
    double least = INFINITY;
    for (uint32_t f = 0; f < s.info.face_count; ++f)
        least = std::fmin(least, double(flr_hull3_face_plane(s.h, f).offset));
    least *= 1 - 1e-5;
    long outside = 0, deep = 0;
    uint32_t f = 0;
    std::vector<bool> vertex(input.size());
    for (uint32_t i = 0; i < s.info.vertex_count; ++i) vertex[flr_hull3_sources(s.h)[i]] = true;
    for (size_t i = 0; i < input.size(); ++i) {
        flr_vec3 q = input[i];
        if (vertex[i]) continue;  // with the same bits, as the structure says
        if (double(flr_length3(q)) < least) {
            ++deep;
            continue;
        }
        f = s.face_toward(q, f);
        if (!t.expect(f != FLR_HULL_NONE, "no face toward a point")) return;
        outside += s.side_of_face(f, q) > 0;
    }
    t.expect(outside == 0, "%ld points are outside", outside);
    std::printf("  %zu points, %ld well inside; %u vertices, %u faces\n", input.size(), deep,
                s.info.vertex_count, s.info.face_count);
}

void certify(tally &t, const points &input, const char *name)
{
    auto h = hulls::make(input);
    hulls::check_structure(t, input, h.get(), name);
    hulls::check_edges(t, h.get(), name);
    surface s(h.get());
    convex_around_the_middle(t, s);
    holds_all(t, s, input);
}

flr_vec3 in_ball(random_source &r)
{
    for (;;) {
        flr_vec3 p = r.point(-1, 1);
        if (flr_length3(p) <= 1) return p;
    }
}

/// Nearly every point is a vertex.
void sphere(tally &t)
{
    random_source r{1};
    points p;
    while (p.size() < 200000 / share) {
        flr_vec3 q = in_ball(r);
        double length = double(flr_length3(q));
        if (length > 0.1) p.push_back(flr_scale3(flr_real(1 / length), q));
    }
    certify(t, p, "sphere");
}

/// Nearly every point is inside.
void ball(tally &t)
{
    random_source r{2};
    points p;
    while (p.size() < 1000000 / share) p.push_back(in_ball(r));
    certify(t, p, "ball");
}

/// Nearly every point is in a face's plane or on a line of others: a cube has 8 vertices.
void grid(tally &t)
{
    const int n = share > 1 ? 36 : 100;
    points p;
    for (int x = 0; x < n; ++x)
        for (int y = 0; y < n; ++y)
            for (int z = 0; z < n; ++z)
                p.push_back(
                    flr_vec3_make(flr_real(2 * x + 1 - n), flr_real(2 * y + 1 - n), flr_real(2 * z + 1 - n)));
    auto h = hulls::make(p);
    surface s(h.get());
    t.expect(s.info.vertex_count == 8 && s.info.face_count == 6, "%u vertices, %u faces", s.info.vertex_count,
             s.info.face_count);
    hulls::check_structure(t, p, h.get(), "grid");
    convex_around_the_middle(t, s);
    const double side_length = 2 * (n - 1);
    t.expect(double(s.info.volume) == side_length * side_length * side_length, "volume %g",
             double(s.info.volume));
}

}  // namespace

static test_ready says_its_share()
{
    if (share > 1) std::printf("  (one in %zu of the points, for the sanitizer)\n", share);
    return TESTS_RUN;
}

FEELER_TESTS_WITH(says_its_share, nullptr, nullptr, FEELER_TEST(sphere), FEELER_TEST(ball), FEELER_TEST(grid))

}  // namespace TEST_FILE
