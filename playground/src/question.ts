/** The scene of a question that someone asked of `feeler query`, in any of its ways to write it. */

import type { Feeler, MeetAnswer, Pose, Shape, Vec3, Vector } from "feeler";
import { add, angleOf, asks, conjugate, placed, quaternionOf, scale, size, sub, times, turned, zero, type Ask, type Quaternion, type Scene } from "./scene";

type Members = Record<string, never>;

/** Other names of members, without case, `_` and `-`; what a name means depends on the shape only where it is not here. */
const plainNames: Record<string, string> = {
    operation: "op", type: "shape", tmax: "max_t", targetdistance: "target", translation: "motion", displacement: "motion", centre: "center", r: "radius", dir: "direction", minimum: "min", lower: "min",
    maximum: "max", upper: "max", halfextent: "half_extents", halfsize: "half_extents", halfsizes: "half_extents", sizes: "size", dimensions: "size", orientation: "rotation", quaternion: "rotation",
    euler: "rotation", length: "height", tip: "apex", basecenter: "base", semiaxes: "radii", faces: "triangles", indices: "triangles", path: "file", filename: "file", rows: "heights", children: "shapes", parts: "shapes",
    // and those whose own name has a bar
    maxt: "max_t", maxdistance: "max_distance", facebias: "face_bias", halfextents: "half_extents", enda: "end_a", endb: "end_b",
};
const ownNames: Record<string, Record<string, string>> = {
    point: { point: "position", center: "position" }, pose: { motion: "position" }, convex: { vertices: "points", corners: "points" }, cylinder: { start: "a", end: "b", position: "center", direction: "axis" },
    cone: { direction: "axis" }, contains: { position: "point" }, grid: { positions: "points" },
};
for (const name of ["segment", "capsule"]) ownNames[name] = { start: "a", end: "b", vertices: "points" };
for (const name of ["ray", "line"]) ownNames[name] = { start: "origin", position: "origin", point: "origin" };
for (const name of ["plane", "halfspace"]) ownNames[name] = { position: "point", origin: "point", center: "point" };
for (const name of ["circle", "sphere", "aabb", "box", "ellipsoid", "rectangle"]) ownNames[name] = { position: "center" };
for (const name of ["triangle", "quad", "polygon", "tetrahedron", "mesh"]) ownNames[name] = { points: "vertices", corners: "vertices" };

const plain = (word: string): string => word.toLowerCase().replace(/[_-]/g, "");
const barred: Record<string, string> = { heightfield: "height_field", signeddistance: "signed_distance", intersectplanes: "intersect_planes" };
/** Members that are objects of one kind, also without its name. */
const kinds: Record<string, string> = { ray: "ray", plane: "plane", pose: "pose", from: "pose", to: "pose" };

/** The same with each member under its first name. */
function named(value: unknown, fallback = ""): unknown {
    if (Array.isArray(value)) return value.map((item) => named(item, fallback));
    if (!value || typeof value !== "object") return value;
    const members = Object.entries(value).map(([key, member]) => [plainNames[plain(key)] ?? plain(key), member] as [string, unknown]);
    const written = members.find(([name, member]) => (name === "shape" || name === "op") && typeof member === "string")?.[1] as string | undefined, kind = written ? barred[plain(written)] ?? plain(written) : fallback;
    const result = Object.fromEntries(members.map(([key, member]) => {
        const name = ownNames[kind]?.[key] ?? key;
        return [name, member === written ? kind : named(member, name === "planes" ? "plane" : kinds[name] ?? "")];
    })) as Members;
    if ((kind === "segment" || kind === "capsule") && Array.isArray(result.points)) return { ...result, a: result.points[0], b: result.points[1], points: undefined };
    return result;
}

/** The first list of numbers says whether the shapes are in the plane or in space. */
function dimensionOf(value: unknown): 2 | 3 {
    const others = ["heights", "spacing", "first", "diagonal", "holes", "turned", "neighbors", "masks", "id"];
    const numbers = /\[\s*-?[\d.][^[\]]*\]/.exec(JSON.stringify(value, (name, member: unknown) => (others.includes(name) ? null : member)))?.[0];
    return numbers && JSON.parse(numbers).length === 2 ? 2 : 3;
}

/** A shape where it begins, and how it goes on: a vector, and a turn in degrees about an axis. */
function way(moving: Shape & { from?: Pose; to?: Pose }, d: 2 | 3): { shape: Shape; motion: Vector; turn: number; axis: Vector } {
    const { from, to, ...own } = moving, start: Pose = from ?? {}, at = start.position ?? zero(d);
    // a pose of its own comes before that of the way, as that of a part before that of its compound
    const shape = (!from && !to ? own : own.pose ? { shape: "compound", shapes: [own], pose: { ...start, position: at } } : { ...own, pose: { ...start, position: at } }) as Shape;
    if (!to) return { shape, motion: zero(d), turn: 0, axis: [0, 0, 1] };
    const motion = sub(to.position ?? zero(d), at);
    if (d === 2) return { shape, motion, turn: (angleOf(to.rotation) - angleOf(start.rotation)) * 180 / Math.PI, axis: [0, 0, 1] };
    let q = times(quaternionOf(to.rotation), conjugate(quaternionOf(start.rotation)));
    if (q[0] < 0) q = scale(q as never, -1) as never as Quaternion;  // the shorter arc
    const axis: Vec3 = [q[1], q[2], q[3]];
    return { shape, motion, turn: 2 * Math.atan2(size(axis), q[0]) * 180 / Math.PI, axis: size(axis) ? axis : [0, 0, 1] };
}

/** What moves by itself, seen from the other shape, which must not turn. */
function motionOf(q: Record<"a" | "b", Shape>, d: 2 | 3): Partial<Scene> & { shapes: Shape[] } {
    let a = way(q.a, d), b = way(q.b, d);
    if (b.turn && !a.turn) [a, b] = [b, a];
    if (b.turn) throw new Error("both shapes of this motion turn, and only one that does is shown");
    return { shapes: [a.shape, b.shape], motion: sub(a.motion, b.motion), turn: a.turn, axis: a.axis };
}

/** Meshes on their way, where they first meet, or at its end; one that meets itself with the point where it does. */
function meeting(q: Members, feeler: Feeler): Shape[] {
    const first = feeler.query({ ...(q as never as { op: "meet"; a: never }), all: false }) as MeetAnswer, t = first.t ?? 1;
    const at = (mesh: Shape & { vertices?: Vec3[] }, end?: Vec3[]): Shape => {
        if (!mesh.vertices || !end) return mesh;
        const { pose, ...own } = mesh;
        return { ...own, vertices: mesh.vertices.map((v, i) => { const p = placed(pose, v); return add(p, scale(sub(end[i]!, p), t)); }) } as Shape;
    };
    const a = at(q.a, q.end_a);
    return q.b ? [a, at(q.b, q.end_b)] : [a, first.point ? { shape: "point", position: first.point } : q.a];
}

/** The box around a shape that ends, or the origin. */
function around(shape: Shape, d: 2 | 3, feeler: Feeler): Shape {
    try {
        const { min, max } = feeler.query({ op: "bounds", shape });
        return { shape: "aabb", min, max };
    } catch {
        return { shape: "point", position: zero(d) };
    }
}

function shapesOf(op: string, q: Members, d: 2 | 3, feeler: Feeler): Shape[] {
    const plane = (p: object) => ({ shape: "plane", ...p }) as Shape, ray = q.ray as { origin?: Vector; a?: Vector } | undefined, only = q.shape as Shape;
    if (op === "meet") return meeting(q, feeler);
    if (op === "raycast" && !q.shapes) return [{ shape: "point", position: ray!.origin ?? ray!.a! }, only];
    if (q.planes) return (q.planes as object[]).map(plane);
    if (q.plane) return [plane(q.plane), only];
    if (q.shapes) return [only ?? q.a ?? { shape: "ray", ...ray }, ...(q.shapes as Shape[])];
    if (q.mesh) return [only ?? { shape: "point", position: (q.points as Vec3[])[0]! }, q.mesh];
    if (q.point) return [{ shape: "point", position: q.point }, only];
    if (only) return [q.other ?? around(only, d, feeler), only];
    return [q.a, q.b].filter(Boolean);
}

export function sceneOf(question: Record<string, unknown>, feeler: Feeler): Scene {
    const q = named(question) as Members, op = String(q.op), dimension = dimensionOf(q);
    const known: Record<string, Ask> = { overlap: "distance", distance: "distance", signed_distance: "distance", minkowski: "gjk" };
    const scene: Scene = { dimension, shapes: [], ask: known[op] ?? (asks.includes(op as Ask) ? op as Ask : "distance"), motion: q.motion };
    if (op === "motion") Object.assign(scene, motionOf(q as never, dimension));
    else scene.shapes = shapesOf(op, q, dimension, feeler);
    if (scene.shapes.length < 2) throw new Error(`the question '${op}' has no two shapes to show`);
    if (scene.shapes.length > 2) scene.ask = "contact";
    const options = Object.entries(q).filter(([name, value]) => typeof value === "number" && name !== "id") as [string, number][];
    if (scene.ask === "raycast") {
        const ray = q.ray as { shape?: string; a?: Vector; b?: Vector; origin: Vector; direction: Vector; pose?: Pose }, at = ray.a ?? ray.origin, along = ray.a ? sub(ray.b!, ray.a) : ray.direction;
        scene.ray = { origin: placed(ray.pose, at), direction: turned(ray.pose, along), ...(ray.shape === "line" ? { line: true } : {}) };
        if (ray.a && !q.max_t) options.push(["max_t", 1]);
    }
    return { ...scene, options: Object.fromEntries(options) };
}
