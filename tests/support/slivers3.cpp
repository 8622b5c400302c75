#include "support/slivers3.hpp"

namespace slivers3
{

void draw_half(random_source &r, double scale, double half[3])
{
    const double least = real_choose(-12, -6), needle = power(r, least, -2), plate = power(r, least, -2),
                 wide = r.between(0.2, 1), flatter = power(r, -4, 0);
    const int type = r.whole(0, 4);
    half[0] = scale;
    half[1] = scale * (type == 0 || type == 4 ? needle : type == 3 ? 0 : wide);
    half[2] = scale * (type == 0 ? needle * wide : type == 2 ? 0 : type == 4 ? needle * flatter : plate);
}

void draw_list(random_source &r, const double half[3], sliver &s)
{
    const int style = r.whole(0, 2);
    const double hair = style == 2 ? power(r, real_choose(-15, -7), -3) : 0;
    for (int i = s.of == hull ? 12 : 6; i > 0; --i) {
        double u[3];
        for (double &x : u) {
            const double anywhere = r.between(-1, 1), lattice = r.whole(-2, 2) / 2.0;
            x = style == 0 ? anywhere : lattice + hair * anywhere;
        }
        s.list.push_back(vec(half[0] * u[0], half[1] * u[1], half[2] * u[2]));
    }
    s.list[0].x = flr_real(-half[0]);
    s.list[1].x = flr_real(half[0]);
}

flr_real draw_radius(random_source &r, const double half[3])
{
    const int type = r.whole(0, 3);
    const double least = std::fmin(half[1], half[2]),
                 tiny = power(r, real_choose(-15, -7), real_choose(-6, -3)), part = power(r, -1, 1);
    return flr_real(type < 2 ? 0 : type == 2 ? tiny * half[0] : part * least);
}

flr_affine3 draw_turn(random_source &r, const flr_affine3 &first, double least)
{
    const int relation = r.whole(0, 3);
    const flr_affine3 any = random_rotation(r);
    const double angle = power(r, least, -0.5), x = r.between(-1, 1), y = r.between(-1, 1),
                 z = r.between(-1, 1);
    if (relation == 0) return any;
    if (relation == 1) return first;
    return after(rotation(1, angle * x / 2, angle * y / 2, angle * z / 2), first);
}

void make(sliver &s, const double half[3], const flr_mat3 &turn, flr_vec3 at, flr_real radius)
{
    flr_vec3 p[4];
    for (size_t i = 0; i < 4; ++i) p[i] = flr_add3(at, flr_mat3_mul(turn, s.list[i]));
    const flr_vec3 h = vec(half[0], half[1], half[2]);
    const flr_segment3 of_two = {p[0], p[1]};
    const flr_triangle3 of_three = {p[0], p[1], p[2]};
    const flr_tetrahedron of_four = {p[0], p[1], p[2], p[3]};
    const flr_rectangle3 flat = {at, turn.x, turn.y, h.x, h.y};
    const flr_box3 solid = {at, turn, h};
    if (s.of == segment) s.core = flr_convex3_segment(&of_two);
    if (s.of == triangle) s.core = flr_convex3_triangle(&of_three);
    if (s.of == tetrahedron) s.core = flr_convex3_tetrahedron(&of_four);
    if (s.of == rectangle) s.core = flr_convex3_rectangle(&flat);
    if (s.of == box) s.core = flr_convex3_box(&solid);
    if (s.of == points) s.core = flr_convex3_points(s.list.data(), uint32_t(s.list.size()), turn, at, 0);
    if (s.of == hull) {
        flr_hull3 *h3 = nullptr;
        flr_hull3_create(s.list.data(), s.list.size(), nullptr, nullptr, &h3);
        s.built.reset(h3, flr_hull3_destroy);
        s.core = flr_convex3_hull(s.built.get(), turn, at, 0);
    }
    s.core.radius = radius;
}

void draw(random_source &r, sliver_pair &p)
{
    static const double SCALES[6] = {1e-3, 1e3, 1, 1, 1, 1};
    const double scale = SCALES[r.whole(0, 5)];
    double half[2][3], along[3];
    draw_half(r, scale, half[0]);
    draw_half(r, scale, half[1]);
    const flr_affine3 any = random_rotation(r), turn = r.whole(0, 1) ? any : flr_affine3_identity(),
                      other = draw_turn(r, turn, real_choose(-14, -7));
    for (int k = 0; k < 3; ++k) {
        const double anywhere = r.between(-1, 1), lattice = r.whole(-2, 2) / 2.0;
        along[k] = (r.whole(0, 1) ? anywhere : lattice) * half[0][k];
    }
    for (sliver *s : {&p.a, &p.b}) s->of = r.whole(0, kinds - 1);
    draw_list(r, half[0], p.a);
    draw_list(r, half[1], p.b);
    const flr_real radius = draw_radius(r, half[0]), other_radius = draw_radius(r, half[1]);
    const flr_vec3 from = r.point(-1, 1),
                   origin = r.whole(0, 1) ? flr_scale3(flr_real(scale), from) : vec(0, 0, 0);
    make(p.a, half[0], turn.linear, origin, radius);
    make(p.b, half[1], other.linear,
         flr_add3(origin, flr_mat3_mul(turn.linear, vec(along[0], along[1], along[2]))), other_radius);
}

}  // namespace slivers3
