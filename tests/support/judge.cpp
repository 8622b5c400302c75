#include "support/judge.hpp"

flr_interference3 ask(const part &a, const part &b, double tolerance, double clearance)
{
    flr_interference3_options s = {flr_real(tolerance), flr_real(clearance)};
    flr_interference3 r;
    must(flr_interference3_mesh_mesh(&a.at, &b.at, &s, &r), "flr_interference3_mesh_mesh");
    return r;
}

void judge_any(tally &t, const char *name, const part &a, const part &b, const flr_interference3 &r,
               double tolerance, double clearance, double slack)
{
    plain_solid sa{a.world()}, sb{b.world()};
    bool in_range = r.triangle_a < sa.surface.size() && r.triangle_b < sb.surface.size();
    if (!t.expect(in_range, "%s: triangles %u and %u", name, r.triangle_a, r.triangle_b)) return;
    double length = flr_length3(r.normal);
    t.expect(std::fabs(length - 1) <= real_choose(1e-12, 1e-6) || length == 0, "%s: a normal of length %g",
             name, length);
    t.expect(r.distance >= 0 && r.depth >= 0, "%s: distance %g, depth %g", name, r.distance, r.depth);
    t.expect(r.distance <= slack || r.depth <= slack, "%s: distance %g and depth %g", name, r.distance,
             r.depth);
    if (r.kind == FLR_APART) {
        t.expect(r.distance > clearance || r.distance == 0, "%s: apart by %g", name, r.distance);
    } else if (r.kind == FLR_CLEARANCE) {
        t.expect(r.distance > tolerance && r.distance <= clearance, "%s: clearance by %g", name, r.distance);
    } else if (r.kind == FLR_TOUCH) {
        t.expect(r.distance <= tolerance && r.depth <= tolerance, "%s: touch, distance %g, depth %g", name,
                 r.distance, r.depth);
    }
    if (r.kind == FLR_APART && r.distance == 0) return;  // farther than was looked
    t.expect(sa.distance(r.point_a) <= slack && sb.distance(r.point_b) <= slack,
             "%s: witness points %g and %g off their surfaces", name, sa.distance(r.point_a),
             sb.distance(r.point_b));
    t.expect(plain_solid::triangle(r.point_a, sa.surface[r.triangle_a]) <= slack &&
                 plain_solid::triangle(r.point_b, sb.surface[r.triangle_b]) <= slack,
             "%s: witness points are not on the triangles named", name);
    if (r.depth > 0) {
        // the depth is attained where it says, by the definition; a and b hold the point
        double da = sa.depth(r.point), db = sb.depth(r.point);
        if (!(r.flags & (FLR_FLAG_A_OPEN | FLR_FLAG_B_OPEN)))
            t.expect(da >= -slack && db >= -slack && std::fabs(da + db - r.depth) <= 4 * slack,
                     "%s: depth %.17g, but %.17g + %.17g at the point", name, r.depth, da, db);
        t.expect(std::fabs(gap(r.point, r.point_a) + gap(r.point, r.point_b) - r.depth) <= 4 * slack,
                 "%s: depth %g, but the witness points lie %g and %g from the point", name, r.depth,
                 gap(r.point, r.point_a), gap(r.point, r.point_b));
    } else {
        t.expect(std::fabs(gap(r.point_a, r.point_b) - r.distance) <= 2 * slack || r.kind == FLR_CONTAINED,
                 "%s: distance %g, witness points %g apart", name, r.distance, gap(r.point_a, r.point_b));
        flr_vec3 there = flr_mul_add3(r.point_a, r.distance, r.normal);
        t.expect(gap(there, r.point_b) <= 4 * slack || r.kind == FLR_CONTAINED,
                 "%s: the normal leads %g past point_b", name, gap(there, r.point_b));
    }
}

uint32_t swapped_flags(uint32_t f)
{
    uint32_t r = f & (FLR_FLAG_TOLERANCE_USED | FLR_FLAG_DEPTH_LOWER_BOUND | FLR_FLAG_DEPTH_UNKNOWN);
    if (f & FLR_FLAG_A_OPEN) r |= FLR_FLAG_B_OPEN;
    if (f & FLR_FLAG_B_OPEN) r |= FLR_FLAG_A_OPEN;
    if (f & FLR_FLAG_A_UNORIENTED) r |= FLR_FLAG_B_UNORIENTED;
    if (f & FLR_FLAG_B_UNORIENTED) r |= FLR_FLAG_A_UNORIENTED;
    if (f & FLR_FLAG_A_IN_B) r |= FLR_FLAG_B_IN_A;
    if (f & FLR_FLAG_B_IN_A) r |= FLR_FLAG_A_IN_B;
    return r;
}

void judge_swapped(tally &t, const char *name, const flr_interference3 &r, const flr_interference3 &s,
                   bool copies)
{
    auto same = [](flr_vec3 p, flr_vec3 q) { return p.x == q.x && p.y == q.y && p.z == q.z; };
    t.expect(r.kind == s.kind, "%s, turned round: %s, then %s", name, kind_name(r.kind), kind_name(s.kind));
    t.expect(s.flags == swapped_flags(r.flags), "%s, turned round: flags %u, then %u", name, r.flags,
             s.flags);
    t.expect(r.depth == s.depth && r.distance == s.distance, "%s, turned round: depth %.17g, then %.17g",
             name, r.depth, s.depth);
    // of copies the very same answer comes back: no order of theirs could be told from the other
    bool turned = same(r.point_a, s.point_b) && same(r.point_b, s.point_a) && r.triangle_a == s.triangle_b &&
                  r.triangle_b == s.triangle_a && same(r.normal, flr_neg3(s.normal));
    bool kept = same(r.point_a, s.point_a) && same(r.point_b, s.point_b) && r.triangle_a == s.triangle_a &&
                r.triangle_b == s.triangle_b && same(r.normal, s.normal);
    t.expect(same(r.point, s.point), "%s, turned round: another point", name);
    t.expect(turned || (copies && kept), "%s, turned round: other points, triangles or normal", name);
}
