#include "support/placements.hpp"

std::vector<placement> exact_placements()
{
    flr_affine3 one = flr_affine3_identity();
    std::vector<placement> all = {{"as made", one, one, 1, true}};
    auto turns = signed_permutations();
    for (size_t i : {5u, 10u, 15u, 20u, 25u, 30u, 35u, 40u, 47u})
        all.push_back({"turned or mirrored", one, after(translation(3, -5, 7), turns[i]), 1, true});
    all.push_back({"scaled back", scaling(0.5, 0.25, 2), scaling(2, 4, 0.5), 1, true});
    all.push_back({"mirrored back", scaling(-1, 1, 1), scaling(-1, 1, 1), 1, true});
    all.push_back({"sheared back", affine({1, 1, 0, 0, 1, 0, 0, -1, 1}), affine({1, -1, 0, 0, 1, 0, 0, 1, 1}),
                   1, true});
    // as far as the corners stay exact
    const double far = real_choose(0x1p20, 0x1p5), factor = real_choose(0x1p100, 0x1p15);
    all.push_back({"far off", one, translation(far, -far, far), 1, true});
    all.push_back({"own frame far off", translation(far, -far, far), translation(-far, far, -far), 1, true});
    all.push_back({"small", one, scaling(0x1p-10, 0x1p-10, 0x1p-10), 0x1p-10, true});
    all.push_back({"tiny", one, scaling(1 / factor, 1 / factor, 1 / factor), 1 / factor, true});
    all.push_back({"huge", one, scaling(factor, factor, factor), factor, true});
    return all;
}

std::vector<placement> rounded_placements(uint64_t seed)
{
    random_source r{seed};
    flr_affine3 one = flr_affine3_identity();
    std::vector<placement> all;
    const double away = real_choose(1e6, 1e3), near = real_choose(1e3, 1);
    for (int i = 0; i < 5; ++i) all.push_back({"turned", one, random_rigid(r, 20), 1, false});
    all.push_back({"far off", one, after(translation(away, -away, away), random_rotation(r)), 1, false});
    all.push_back({"1e-3", one, after(scaling(1e-3, 1e-3, 1e-3), random_rigid(r, 20)), 1e-3, false});
    all.push_back(
        {"1e-3 and mirrored", one, after(scaling(1e-3, -1e-3, 1e-3), random_rigid(r, 20)), 1e-3, false});
    all.push_back(
        {"1e-3 and off", one,
         after(translation(near, near, -near), after(scaling(1e-3, 1e-3, 1e-3), random_rotation(r))), 1e-3,
         false});
    for (int i = 0; i < 3; ++i) {
        const flr_affine3 turn = random_rotation(r), rigid = random_rigid(r, 2);
        const double x = r.between(0.2, 3), y = r.between(0.2, 3), z = r.between(0.2, 3);
        flr_affine3 bent = after(after(turn, scaling(x, -y, z)), rigid);
        flr_affine3 back;
        must(flr_affine3_invert(bent, &back), "flr_affine3_invert");
        all.push_back({"bent and bent back", bent, after(random_rigid(r, 5), back), 1, false});
    }
    return all;
}

double rounding_of(const part &a, const part &b, const placement &p)
{
    double reach = 0, inner = 0;
    for (auto *q : {&a, &b}) {
        for (auto c : {q->at.bounds.min, q->at.bounds.max})
            reach = std::max(reach, std::max(std::fabs(double(c.x)),
                                             std::max(std::fabs(double(c.y)), std::fabs(double(c.z)))));
        for (auto v : q->s.v) inner = std::max(inner, double(flr_length3(v)));
    }
    double frame = inner * a.at.max_stretch + flr_length3(p.pose.translation);
    return 64 * real_rounding * std::max(reach, frame);
}
