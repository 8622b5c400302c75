/** Prepared scenes, each a trap: what is right, and what other ways of computing get wrong there. */

import type { Shape, Vec2 } from "feeler";
import type { Scene } from "./scene";

export interface Exhibit { name: string; about: string; scene: Scene }

const box2 = (x: number, y: number, w: number, h: number, rotation = 0): Shape =>
    ({ shape: "box", center: [0, 0], half_extents: [w, h], pose: { position: [x, y], rotation } });
const box3 = (at: [number, number, number], half: [number, number, number], rotation: [number, number, number, number] = [1, 0, 0, 0]): Shape =>
    ({ shape: "box", center: [0, 0, 0], half_extents: half, pose: { position: at, rotation } });
const polygon = (at: Vec2, ...vertices: Vec2[]): Shape => ({ shape: "polygon", vertices, pose: { position: at } });

/** A ring of triangles about the z axis, whose tube is thicker on one side. */
function ring(around: number, across: number): Shape {
    const at = (i: number, k: number) => (i % around) * across + k % across, round = (x: number) => Math.round(x * 1000) / 1000;
    const vertices = Array.from({ length: around * across }, (_, n) => {
        const u = Math.floor(n / across) / around * 2 * Math.PI, v = n % across / across * 2 * Math.PI, r = 0.55 + 0.2 * Math.cos(u);
        return [round((1.7 + r * Math.cos(v)) * Math.cos(u)), round((1.7 + r * Math.cos(v)) * Math.sin(u)), round(r * Math.sin(v))] as [number, number, number];
    });
    const triangles = Array.from({ length: around * across }, (_, n) => {
        const i = Math.floor(n / across), k = n % across;
        return [[at(i, k), at(i + 1, k), at(i + 1, k + 1)], [at(i, k), at(i + 1, k + 1), at(i, k + 1)]] as [number, number, number][];
    }).flat();
    return { shape: "mesh", vertices, triangles, pose: { position: [0, 0, 0] } };
}

/** A fixed sequence, so that the scene is the same for everybody. */
function crowd(count: number): Shape[] {
    let seed = 12345;
    const draw = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648, side = Math.ceil(Math.sqrt(count));
    return Array.from({ length: count }, (_, i): Shape => {
        const position: Vec2 = [(i % side) * 2 - side + draw(), Math.floor(i / side) * 2 - side + draw()], rotation = draw() * 6, kind = i % 3;
        const pose = { position, rotation };
        if (kind === 0) return { shape: "box", center: [0, 0], half_extents: [0.5 + draw() / 2, 0.3 + draw() / 2], pose };
        if (kind === 1) return { shape: "circle", center: [0, 0], radius: 0.4 + draw() / 2, pose };
        return { shape: "capsule", a: [-0.6, 0], b: [0.6, 0], radius: 0.2 + draw() / 4, pose };
    });
}

export const gallery: Exhibit[] = [
    { name: "GJK, step by step", about: "Two polygons apart. Step through: each step adds the farthest point of the difference toward the origin, and drops what is no longer needed. Drag a shape and watch the steps change.",
        scene: { dimension: 2, ask: "gjk", shapes: [{ shape: "convex", points: [[0.14, -1.05], [1.31, -0.58], [1.55, 0.32], [0.55, 0.98], [-0.83, 0.9], [-1.5, 0.15], [-1.17, -0.72]], pose: { position: [-1.9, 0.2] } },
            { shape: "convex", points: [[0.14, 0.91], [-1.07, 0.53], [-1.23, -0.37], [-0.14, -0.91], [1.14, -0.53], [1.23, 0.37]], pose: { position: [1.639, 0.05], rotation: 4.4 } }] } },
    { name: "GJK in space", about: "A box and a cone. On the right is their Minkowski difference; it holds the origin just where the shapes overlap.",
        scene: { dimension: 3, ask: "gjk", shapes: [box3([-1.6, 0, 0], [1, 0.8, 0.6], [0.92, 0.2, 0.3, 0.1]), { shape: "cone", apex: [0, 0, 1.2], base: [0, 0, -1], radius: 0.9, pose: { position: [1.7, 0.3, 0.2], rotation: [0.9, 0, -0.4, 0.1] } }] } },
    { name: "Parallel edges", about: "Two edges that run side by side: every point along them is closest, and a simplex in the difference is nearly flat. Solvers that divide by its area swing from one end to the other, or stop early. A manifold of two points needs the whole stretch.",
        scene: { dimension: 2, ask: "contact", shapes: [box2(0, 0, 2, 0.6), box2(0.7, 1.18, 1.6, 0.6)] } },
    { name: "A needle that nearly touches", about: "A needle two thousand times longer than thick, a hair from a corner. Tolerances scaled by the needle's length call this a touch; here the gap is measured, and whether it is one is decided exactly.",
        scene: { dimension: 2, ask: "gjk", shapes: [polygon([0, 0], [-5, 0], [5, 0.004], [5, 0.008]), polygon([1.2, 1.0055], [-1, 0.5], [0, -1], [1, 0.5])] } },
    { name: "Deep overlap", about: "A box and a polygon far within one another. GJK only says that they overlap; the way out is the nearest face of the difference, which EPA grows toward. Ways that push along the line of centers find a longer way.",
        scene: { dimension: 2, ask: "epa", shapes: [box2(0, 0, 1.6, 1, 0.2), polygon([0.3, 0.1], [-1.2, -0.9], [0.9, -1.1], [1.5, 0.4], [0.1, 1.2])] } },
    { name: "The expanding polytope in space", about: "EPA in space: the face nearest to the origin, its new support point, and the horizon of the faces that see it.",
        scene: { dimension: 3, ask: "epa", shapes: [box3([0, 0, 0], [1.2, 0.9, 0.7], [0.95, 0.1, 0.2, 0.2]), { shape: "tetrahedron", a: [-1, -1, -0.8], b: [1.2, -0.7, -0.6], c: [0, 1.2, -0.7], d: [0.1, 0, 1.3], pose: { position: [0.6, 0.3, 0.4] } }] } },
    { name: "A bullet through a wall", about: "Where it starts and where it ends the bullet overlaps nothing, and a wall thinner than a step is passed unseen. A shape cast tells when it first touches, whatever the speed.",
        scene: { dimension: 2, ask: "sweep", shapes: [{ shape: "circle", center: [0, 0], radius: 0.15, pose: { position: [-4, 0.8] } }, box2(0.5, 0, 0.05, 2, -0.1)], motion: [8, -1.2] } },
    { name: "A bar that turns", about: "The ends of a turning bar run on arcs. Both poses at the ends are free, and a straight cast misses: only a time of impact that follows the turn meets the peg. Step through: from each time a bound on the speed says how far it is safe to go.",
        scene: { dimension: 2, ask: "motion", shapes: [box2(-1, 0, 2.2, 0.12), { shape: "circle", center: [0, 0], radius: 0.25, pose: { position: [0.2, 1.75] } }], motion: [0.6, 0], turn: 150 } },
    { name: "A thin triangle", about: "Its three corners lie within a rounding of one line. A normal computed from them points anywhere; the answer here is that of the exact corners.",
        scene: { dimension: 3, ask: "gjk", shapes: [{ shape: "triangle", a: [-2, 0, 0], b: [2, 0, 0], c: [0.1, 0.000001, 0], pose: { position: [0, 0, 0] } }, { shape: "capsule", a: [-0.6, 0, 0], b: [0.6, 0, 0], radius: 0.3, pose: { position: [0.3, 0.5, 0.9], rotation: [0.9, 0.1, 0.4, 0] } }] } },
    { name: "The tip of a cone", about: "At its tip a cone has no one normal, and a cone made of flat pieces has its tip but no round side. Here the cone is a cone, for every direction.",
        scene: { dimension: 3, ask: "distance", shapes: [{ shape: "cone", apex: [0, 0, 1], base: [0, 0, -1], radius: 0.8, pose: { position: [0, 0, 0] } }, { shape: "sphere", center: [0, 0, 0], radius: 0.7, pose: { position: [0.15, 0, 1.75] } }] } },
    { name: "A ghost edge", about: "A box slides over a floor of several pieces. Taken one by one each piece shows an edge at its end, which trips what slides over it. Of a compound, a union, edges within are none: the normal points up.",
        scene: { dimension: 2, ask: "contact", shapes: [box2(0.05, 0.49, 0.6, 0.5), { shape: "compound", shapes: [{ shape: "box", min: [-3, -1], max: [0, 0] }, { shape: "box", min: [0, -1], max: [3, 0] }] }] } },
    { name: "Far from the origin", about: "A million lengths out, single precision has steps of a sixteenth, and squares of coordinates lose eleven digits in double. The pair is brought near the origin first, so the gap of a thousandth is right to the last digits.",
        scene: { dimension: 2, ask: "distance", shapes: [box2(1e6, 1e6, 1, 1), box2(1e6 + 2.001, 1e6 + 0.5, 1, 1)] } },
    { name: "Separating axes", about: "Each axis in turn: a face's normal, or in space what is perpendicular to two edges. Nearly equal ones flicker between frames; the bias keeps faces before edges.",
        scene: { dimension: 3, ask: "sat", shapes: [box3([-0.8, 0, 0], [1, 0.7, 0.5], [0.95, 0.1, 0.2, 0.1]), box3([0.9, 0.4, 0.3], [0.7, 0.9, 0.6], [0.9, 0.3, -0.2, 0.2])] } },
    { name: "A manifold, clipped", about: "How the points of a manifold come about: the faces that look at one another, then one cut by each side of the other. Cutting without an order that is fixed swaps ids between frames, and stacks jitter.",
        scene: { dimension: 3, ask: "clip", shapes: [box3([0, 0, 0], [1.5, 1.2, 0.5]), box3([0.9, 0.5, 0.95], [1, 0.9, 0.5], [0.95, 0, 0, 0.3])] } },
    { name: "A ray along an edge", about: "The ray runs exactly along the upper side of the box. Slab tests divide zero by zero there, and answer hit or miss by chance. Touching counts as hitting, always.",
        scene: { dimension: 2, ask: "raycast", shapes: [{ shape: "point", position: [0, 0], pose: { position: [-3, -1] } }, box2(1, 0, 1, 1)], ray: { origin: [-3, 1], direction: [1, 0] } } },
    { name: "A ray through a mesh's tree", about: "A mesh of 480 triangles, and a tree of boxes around them. The ray opens the nearest box that it meets, and passes by what it misses or enters behind a known hit. Testing every triangle gives the same answer, at twenty times the work. Drag the ends of the ray.",
        scene: { dimension: 3, ask: "raycast", shapes: [{ shape: "point", position: [0, 0, 0], pose: { position: [-3.2, -1.6, 1.1] } }, ring(24, 10)], ray: { origin: [-3.2, -1.6, 1.1], direction: [6.2, 3, -1.6] } } },
    { name: "Two hundred bodies", about: "All pairs that come near one another, with their manifolds, at every frame. Drag one through the crowd.",
        scene: { dimension: 2, ask: "contact", shapes: crowd(200) } },
];
