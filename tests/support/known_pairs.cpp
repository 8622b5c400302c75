#include "support/known_pairs.hpp"

std::vector<known_pair> pairs_apart()
{
    soup cube = box(vec(0, 0, 0), vec(4, 4, 4));
    soup hollow = box_with_cavity(vec(-5, -5, -5), vec(5, 5, 5), vec(-3, -3, -3), vec(3, 3, 3));
    return {
        {"apart", cube, moved(cube, 6, 0, 0), FLR_APART, 2},
        {"within the clearance", cube, moved(cube, 6, 0, 0), FLR_CLEARANCE, 2, vec(1, 0, 0), 3},
        {"at the clearance", cube, moved(cube, 0, -6, 0), FLR_CLEARANCE, 2, vec(0, -1, 0), 2},
        {"corner to corner", cube, moved(cube, 5, 6, 6), FLR_CLEARANCE, 3, vec(1 / 3., 2 / 3., 2 / 3.), 4},
        {"in a cavity", hollow, box(vec(-1, -1, -2.5), vec(1, 1, 2)), FLR_CLEARANCE, 0.5, vec(0, 0, 1), 1},
        {"in a cavity, no clearance asked", hollow, box(vec(-1, -1, -2), vec(1, 1, 2)), FLR_APART, 1},
        {"shaft with play", plate_with_square_hole(5, 2, 0, 1), box(vec(-1.75, -1, -9), vec(1, 1, 9)),
         FLR_CLEARANCE, 0.25, vec(1, 0, 0), 1},
        {"in the hollow of a bracket", l_bracket(8, 1, 2), box(vec(2, 3, 0), vec(4, 5, 2)), FLR_CLEARANCE, 1,
         vec(1, 0, 0), 1.5},
        {"inside a torus' hole", torus(4, 1, 8, 16), box(vec(-0.5, -0.5, -3), vec(0.5, 0.5, 3)), FLR_APART,
         -1},
    };
}

std::vector<known_pair> pairs_touching()
{
    soup cube = box(vec(0, 0, 0), vec(4, 4, 4));
    soup hollow = box_with_cavity(vec(-5, -5, -5), vec(5, 5, 5), vec(-3, -3, -3), vec(3, 3, 3));
    return {
        {"flush faces", cube, moved(cube, 4, 0, 0), FLR_TOUCH, 0, vec(1, 0, 0)},
        {"flush faces, shifted", cube, moved(cube, 4, 1, 2), FLR_TOUCH, 0, vec(1, 0, 0)},
        {"box on a plate", plate_with_square_hole(5, 2, 0, 1), box(vec(2.5, -1, 1), vec(4.5, 1, 3)),
         FLR_TOUCH, 0, vec(0, 0, 1)},
        {"lid over a hole", plate_with_square_hole(5, 2, 0, 1), box(vec(-3, -3, -1), vec(3, 3, 0)), FLR_TOUCH,
         0, vec(0, 0, -1)},
        {"shaft that just fits", plate_with_square_hole(5, 2, 0, 1), box(vec(-2, -2, -9), vec(2, 2, 9)),
         FLR_TOUCH, 0},
        {"shaft that just fits two walls", plate_with_square_hole(5, 2, 0, 1),
         box(vec(-2, -1, -9), vec(2, 1, 9)), FLR_TOUCH, 0},
        {"shared edge", cube, moved(cube, 4, 4, 0), FLR_TOUCH, 0},
        {"part of an edge", cube, moved(cube, 4, 4, 3), FLR_TOUCH, 0},
        {"shared corner", cube, moved(cube, 4, 4, 4), FLR_TOUCH, 0},
        {"corner on a face", cube, tetrahedron(vec(4, 2, 2), vec(8, 1, 1), vec(8, 4, 1), vec(8, 1, 4)),
         FLR_TOUCH, 0, vec(1, 0, 0)},
        {"edge on a face", cube, prism({{4, 2}, {7, 1}, {7, 3}}, 1, 3), FLR_TOUCH, 0, vec(1, 0, 0)},
        {"edges that cross", prism({{-4, -1}, {4, -1}, {0, 0}}, -4, 4),
         placed(prism({{-4, -1}, {4, -1}, {0, 0}}, -4, 4),
                flr_affine3{{vec(0, 0, 1), vec(0, -1, 0), vec(1, 0, 0)}, vec(0, 0, 0)}),
         FLR_TOUCH, 0, vec(0, 1, 0)},
        {"wedges with a common edge", prism({{-4, -1}, {0, 0}, {-4, 1}}, 0, 4),
         prism({{0, 0}, {4, -1}, {4, 1}}, 0, 4), FLR_TOUCH, 0},
        {"wedges that fill one another's gap", prism({{0, 0}, {4, 0}, {4, 4}}, 0, 4),
         prism({{0, 0}, {4, 4}, {0, 4}}, 0, 4), FLR_TOUCH, 0, vec(-1 / root2(), 1 / root2(), 0)},
        {"on the wall of a cavity", hollow, box(vec(-1, -1, -3), vec(1, 1, 2)), FLR_TOUCH, 0, vec(0, 0, 1)},
        {"filling a cavity", hollow, box(vec(-3, -3, -3), vec(3, 3, 3)), FLR_TOUCH, 0},
        {"in a corner of a cavity", hollow, box(vec(-3, -3, -3), vec(1, 1, 2)), FLR_TOUCH, 0},
        {"in the corner of a bracket", l_bracket(8, 1, 2), box(vec(1, 1, 0), vec(4, 5, 2)), FLR_TOUCH, 0},
        {"thin plates", box(vec(0, 0, 0), vec(64, 64, 0x1p-16)),
         box(vec(0, 0, 0x1p-16), vec(64, 64, 0x1p-15)), FLR_TOUCH, 0, vec(0, 0, 1)},
        {"one of two shells", joined(cube, moved(cube, 9, 0, 0)), box(vec(13, 1, 1), vec(15, 2, 2)),
         FLR_TOUCH, 0, vec(1, 0, 0)},
        {"split faces", split(cube), unshared(split(moved(cube, 4, 2, 2))), FLR_TOUCH, 0, vec(1, 0, 0)},
    };
}

std::vector<known_pair> pairs_clashing()
{
    soup cube = box(vec(0, 0, 0), vec(4, 4, 4));
    soup hollow = box_with_cavity(vec(-5, -5, -5), vec(5, 5, 5), vec(-3, -3, -3), vec(3, 3, 3));
    soup plate = plate_with_square_hole(5, 2, 0, 1), bracket = l_bracket(4, 1, 2);
    double bracket_ball = root2() / (1 + root2());  // touches two walls and the inner edge
    return {
        {"face on", cube, box(vec(3.5, 0.5, 0.5), vec(7, 3.5, 3.5)), FLR_CLASH, 0.5, vec(1, 0, 0)},
        {"face on, same cross-section", cube, moved(cube, 3.5, 0, 0), FLR_CLASH, 0.5, vec(1, 0, 0)},
        {"same cross-section, split", split(cube), unshared(split(moved(cube, 0, -3.75, 0))), FLR_CLASH, 0.25,
         vec(0, -1, 0)},
        {"three unequal overlaps", cube, box(vec(3.5, 3, 2), vec(8, 8, 8)), FLR_CLASH, 0.5, vec(1, 0, 0)},
        {"two unequal overlaps", cube, box(vec(3.5, 3, 0), vec(8, 8, 4)), FLR_CLASH, 0.5, vec(1, 0, 0)},
        {"corner to corner", cube, moved(cube, 3, 3, 3), FLR_CLASH, 1},
        {"corner in a face", cube, tetrahedron(vec(3.5, 2, 2), vec(8, 1, 1), vec(8, 4, 1), vec(8, 1, 4)),
         FLR_CLASH, 0.5, vec(1, 0, 0)},
        {"edge in a face", cube, prism({{3.5, 2}, {7, 1}, {7, 3}}, 1, 3), FLR_CLASH, 0.5, vec(1, 0, 0)},
        {"crossing bars", box(vec(-5, -1, -1), vec(5, 1, 1)),
         box(vec(-0.75, -5, -0.875), vec(0.75, 5, 0.875)), FLR_CLASH, 1.75},
        {"crossing bars, same height", box(vec(-5, -1, -1), vec(5, 1, 1)), box(vec(-1, -5, -1), vec(1, 5, 1)),
         FLR_CLASH, 2},
        {"shaft in too small a hole", plate, box(vec(-2.0625, -2.0625, -9), vec(2.0625, 2.0625, 9)),
         FLR_CLASH, 0.0625 * root2()},
        {"round shaft in too small a hole", ring_prism(regular_polygon(8, 4), regular_polygon(8, 2), 0, 1),
         prism(regular_polygon(8, 2.125), -3, 4), FLR_CLASH, 0.125 / std::cos(std::acos(-1.0) / 8)},
        {"into the wall of a cavity", hollow, box(vec(-1, -1, -3.25), vec(1, 1, 2)), FLR_CLASH, 0.25,
         vec(0, 0, 1)},
        {"too large for a cavity", hollow, box(vec(-3.25, -3.25, -3.25), vec(3.25, 3.25, 3.25)), FLR_CLASH,
         0.25 * std::sqrt(3.0)},
        {"a box and its copy", box(vec(0, 0, 0), vec(4, 6, 8)), box(vec(0, 0, 0), vec(4, 6, 8)), FLR_CLASH,
         4},
        {"a box and its copy, cut otherwise", cube, box_other_diagonals(vec(0, 0, 0), vec(4, 4, 4)),
         FLR_CLASH, 4},
        {"a box and its copy, split", cube, unshared(split(cube)), FLR_CLASH, 4},
        {"a bracket and its copy", bracket, bracket, FLR_CLASH, 2 * bracket_ball, vec(0, 0, 0), 0, 0, 0.85},
        {"a hollow box and its copy", hollow, hollow, FLR_CLASH, 4 * std::sqrt(3.0) / (1 + std::sqrt(3.0)),
         vec(0, 0, 0), 0, 0, 0.78},
        {"flush from inside", box(vec(0, -2, -2), vec(6, 4, 4)), box(vec(0, 0, 0), vec(2, 2, 2)), FLR_CLASH,
         2},
        {"flush from inside on two faces", box(vec(0, 0, -2), vec(6, 4, 4)), box(vec(0, 0, 0), vec(2, 2, 2)),
         FLR_CLASH, 2},
        {"half of the other", cube, box(vec(0, 0, 0), vec(2, 4, 4)), FLR_CLASH, 2},
        {"one of two shells", joined(moved(cube, -9, 0, 0), cube), box(vec(3.5, 0.5, 0.5), vec(7, 3.5, 3.5)),
         FLR_CLASH, 0.5, vec(1, 0, 0)},
        {"both shells, one deeper", joined(box(vec(-9, 0, 0), vec(-5, 4, 4)), cube),
         joined(box(vec(-5.25, 1, 1), vec(-5 + 1, 3, 3)), box(vec(3.5, 0.5, 0.5), vec(7, 3.5, 3.5))),
         FLR_CLASH, 0.5, vec(1, 0, 0)},
        {"thin plates", box(vec(0, 0, 0), vec(64, 64, 0x1p-16)),
         box(vec(0, 0, 0x1p-17), vec(64, 64, 0x1p-15)), FLR_CLASH, 0x1p-17, vec(0, 0, 1)},
        {"thin plates that cross", box(vec(-8, -8, -0x1p-11), vec(8, 8, 0x1p-11)),
         box(vec(-0x1p-11, -7, -7), vec(0x1p-11, 7, 7)), FLR_CLASH, 0x1p-10},
        {"a bar through a plate", box(vec(-8, -8, -0.5), vec(8, 8, 0.5)), box(vec(-1, -1, -9), vec(1, 1, 9)),
         FLR_CLASH, 1.5},
        {"faces turned in", turned(cube), turned(box(vec(3.5, 0.5, 0.5), vec(7, 3.5, 3.5))), FLR_CLASH, 0.5,
         vec(1, 0, 0)},
    };
}

std::vector<known_pair> pairs_contained()
{
    soup outer = box(vec(-5, -5, -5), vec(5, 5, 5)), inner = box(vec(-1, -1, -1), vec(1, 1, 1));
    soup hollow = box_with_cavity(vec(-8, -8, -8), vec(8, 8, 8), vec(-3, -3, -3), vec(3, 3, 3));
    return {
        {"a box in a box", outer, inner, FLR_CONTAINED, 6, vec(0, 0, 0), 0, FLR_FLAG_B_IN_A},
        {"off the middle", outer, moved(inner, 3, 0, 0), FLR_CONTAINED, 3, vec(0, 0, 0), 0, FLR_FLAG_B_IN_A},
        {"in the wall of a hollow box", hollow, box(vec(4, -1, -1), vec(6, 1, 1)), FLR_CONTAINED, 3,
         vec(0, 0, 0), 0, FLR_FLAG_B_IN_A},
        {"a sphere in a sphere", sphere(4, 16, 9), sphere(1, 12, 8), FLR_CONTAINED, -1, vec(0, 0, 0), 0,
         FLR_FLAG_B_IN_A},
        {"two shells in a box", outer, joined(inner, moved(inner, 3, 0, 0)), FLR_CONTAINED, -1, vec(0, 0, 0),
         0, FLR_FLAG_B_IN_A},
        {"faces turned in", turned(outer), turned(inner), FLR_CONTAINED, 6, vec(0, 0, 0), 0, FLR_FLAG_B_IN_A},
    };
}
