/** What is on the page, as plain data: it is kept in the address, so that it can be sent to someone. */

import type { Feeler, Pose, Question, Shape, Vector } from "feeler";

/** What is asked of shapes a and b; the last four are shown step by step. */
export type Ask = "distance" | "contact" | "raycast" | "sweep" | "motion" | "gjk" | "epa" | "sat" | "clip";
export const asks: Ask[] = ["distance", "contact", "raycast", "sweep", "motion", "gjk", "epa", "sat", "clip"];

export interface Scene {
    dimension: 2 | 3;
    shapes: Shape[];  // the first is a, the second b; where there are more, all pairs are asked for contacts
    ask: Ask;
    ray?: { origin: Vector; direction: Vector };  // cast at b
    motion?: Vector;  // of a, for sweep and motion
    turn?: number;    // of a in degrees, for motion
}

export const zero = (dimension: number): Vector => (dimension === 2 ? [0, 0] : [0, 0, 0]);
export const add = (a: Vector, b: Vector): Vector => a.map((x, i) => x + b[i]!) as Vector;
export const sub = (a: Vector, b: Vector): Vector => a.map((x, i) => x - b[i]!) as Vector;
export const scale = (a: Vector, k: number): Vector => a.map((x) => x * k) as Vector;
export const dot = (a: Vector, b: Vector): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
export const size = (a: Vector): number => Math.hypot(...a);

export type Quaternion = [number, number, number, number];
const times = (a: Quaternion, b: Quaternion): Quaternion => [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]];

/** A rotation in any way of docs/query.md, as an angle in radians. */
function angleOf(rotation: Pose["rotation"]): number {
    if (typeof rotation === "number") return rotation;
    const r = rotation as { degrees?: number; radians?: number } | undefined;
    return r?.radians ?? (r?.degrees ?? 0) * Math.PI / 180;
}

function quaternionOf(rotation: Pose["rotation"]): Quaternion {
    if (Array.isArray(rotation)) return scale(rotation as unknown as Vector, 1 / size(rotation as unknown as Vector)) as unknown as Quaternion;
    const r = rotation as { axis?: Vector; order?: string; degrees?: number | number[]; radians?: number | number[] } | undefined;
    const radians = (value: number, given?: unknown) => (given === undefined ? value : value * Math.PI / 180);
    if (r?.axis) {
        const half = radians((r.degrees ?? r.radians) as number, r.degrees) / 2, k = Math.sin(half) / size(r.axis);
        return [Math.cos(half), k * r.axis[0], k * r.axis[1], k * r.axis[2]!];
    }
    let q: Quaternion = [1, 0, 0, 0];
    [...(r?.order ?? "")].forEach((letter, i) => {
        const half = radians(((r!.degrees ?? r!.radians) as number[])[i]!, r!.degrees) / 2, turn: Quaternion = [Math.cos(half), 0, 0, 0];
        turn["xyz".indexOf(letter.toLowerCase()) + 1] = Math.sin(half);
        q = letter < "a" ? times(q, turn) : times(turn, q);
    });
    return q;
}

/** p, turned by the pose. */
export function turned(pose: Pose | undefined, p: Vector): Vector {
    if (p.length === 2) {
        const angle = angleOf(pose?.rotation), c = Math.cos(angle), s = Math.sin(angle);
        return [c * p[0] - s * p[1], s * p[0] + c * p[1]];
    }
    const q = quaternionOf(pose?.rotation), r = times(times(q, [0, p[0], p[1], p[2]]), [q[0], -q[1], -q[2], -q[3]]);
    return [r[1], r[2], r[3]];
}
export const placed = (pose: Pose | undefined, p: Vector): Vector => add(turned(pose, p), pose?.position ?? zero(p.length));

/** A place in world in the shape's own frame. */
export function unplaced(pose: Pose | undefined, p: Vector): Vector {
    const back = (p.length === 2 ? -angleOf(pose?.rotation) : conjugate(quaternionOf(pose?.rotation))) as Pose["rotation"];
    return turned({ rotation: back }, sub(p, pose?.position ?? zero(p.length)));
}

/** The corners that can be dragged, as they stand in the shape, and by what name. */
export function cornersOf(shape: Shape): { name: "vertices" | "points"; corners: Vector[] } | null {
    if (shape.shape === "polygon" && "vertices" in shape) return { name: "vertices", corners: shape.vertices as Vector[] };
    return shape.shape === "convex" ? { name: "points", corners: shape.points } : null;
}

export const moved = (shape: Shape, by: Vector): Shape =>
    ({ ...shape, pose: { ...shape.pose, position: add(shape.pose?.position ?? zero(by.length), by) } });

/** Turned in place about `center`: in the plane by an angle, in space about an axis; both in radians. */
export function spun(shape: Shape, center: Vector, angle: number, axis?: Vector): Shape {
    const half = angle / 2, old = shape.pose?.rotation;
    const rotation = center.length === 2 ? angleOf(old) + angle
        : times([Math.cos(half), ...scale(axis!, Math.sin(half) / size(axis!))] as unknown as Quaternion, quaternionOf(old));
    const about = { rotation: (center.length === 2 ? angle : times(rotation as Quaternion, conjugate(quaternionOf(old)))) as Pose["rotation"] };
    const position = add(center, turned(about, sub(shape.pose?.position ?? zero(center.length), center)));
    return { ...shape, pose: { position, rotation } };
}
const conjugate = (q: Quaternion): Quaternion => [q[0], -q[1], -q[2], -q[3]];

/** All lengths of a shape by a factor, about its own origin: its numbers, not a scaled copy, so that the answer stays exact. */
export function grown(shape: Shape, factor: number): Shape {
    const rigid = new Set(["pose", "rotation", "axes", "axis", "direction", "normal", "triangles", "solid", "shape"]);
    const grow = (value: unknown): unknown => typeof value === "number" ? value * factor : Array.isArray(value) ? value.map(grow)
        : value && typeof value === "object" ? grown(value as Shape, factor) : value;
    return Object.fromEntries(Object.entries(shape).map(([name, value]) => [name, rigid.has(name) ? value : grow(value)])) as unknown as Shape;
}

/** The question that the scene asks, as `feeler query` takes it. */
export function questionOf(scene: Scene): Question {
    const [a, b] = scene.shapes as [Shape, Shape], motion = scene.motion ?? zero(scene.dimension);
    switch (scene.ask) {
    case "distance": return { op: "signed_distance", a, b };
    case "contact": return { op: "contact", a, b, margin: 0 };
    case "raycast": return { op: "raycast", ray: { shape: "ray", ...(scene.ray ?? { origin: zero(scene.dimension), direction: motion }) }, shape: b };
    case "sweep": return { op: "sweep", a, b, motion };
    case "motion": {
        const { pose, ...own } = a, from = { position: pose?.position ?? zero(scene.dimension), rotation: pose?.rotation };
        const end = spun(moved(a, motion), add(from.position, motion), (scene.turn ?? 0) * Math.PI / 180, [0, 0, 1]).pose!;
        return { op: "motion", a: { ...own, from, to: end } as never, b };
    }
    default: return { op: scene.ask, a, b } as Question;
    }
}

/** The scene of a question that someone else asked. */
function sceneOf(question: Record<string, unknown>): Scene {
    const op = String(question.op ?? question.operation), q = structuredClone(question) as Record<string, never>;
    const known: Record<string, Ask> = { overlap: "distance", distance: "distance", signed_distance: "distance", minkowski: "gjk" };
    const ask = known[op] ?? (asks.includes(op as Ask) ? op as Ask : "distance");
    const shapes = [q.a, q.b].filter(Boolean) as Shape[], only = q.shape as Shape | undefined, ray = q.ray as Record<string, Vector> | undefined;
    const flat = dimensionOf([question.a, question.b, question.shape]), motion = (q.motion ?? q.translation ?? q.displacement) as Vector | undefined;
    if (only) shapes.push({ shape: "point", position: (ray?.origin ?? ray?.a ?? q.point ?? zero(flat)) } as Shape, only);
    const scene: Scene = { dimension: flat, shapes, ask, motion };
    if (ray) scene.ray = { origin: ray.origin ?? ray.a!, direction: ray.direction ?? sub(ray.b!, ray.a!) };
    if (ask === "motion") {
        const { from, to, ...a } = shapes[0] as Shape & { from?: Pose; to?: Pose };
        scene.motion = sub(to?.position ?? zero(flat), from?.position ?? zero(flat));
        if (flat === 2) scene.turn = (angleOf(to?.rotation) - angleOf(from?.rotation)) * 180 / Math.PI;
        shapes[0] = from ? { ...a, pose: from } as Shape : a as Shape;
    }
    if (shapes.length < 2) throw new Error(`the question '${op}' has no two shapes to show`);
    return scene;
}

/** The first list of numbers says whether the shapes are in the plane or in space. */
function dimensionOf(value: unknown): 2 | 3 {
    const numbers = /\[\s*-?[\d.][^[\]]*\]/.exec(JSON.stringify(value))?.[0];
    return numbers && JSON.parse(numbers).length === 2 ? 2 : 3;
}

const encode = (text: string): string => btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const decode = (text: string): string =>
    new TextDecoder().decode(Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)));

/** "#1." and the scene; the number is the version of the format. */
export const fragmentOf = (scene: Scene): string => "#1." + encode(JSON.stringify(scene));

/** The scene of a fragment, also of one that holds `{"question": ...}` as `feeler query --open` writes it; null for none. */
export function sceneOfFragment(fragment: string, feeler: Feeler): Scene | null {
    if (!fragment.startsWith("#1.")) return null;
    const data = JSON.parse(decode(fragment.slice(3)));
    const scene = data.question ? sceneOf(data.question) : data as Scene;
    if (!Array.isArray(scene.shapes) || scene.shapes.length < 2) throw new Error("the link holds no two shapes");
    for (const shape of scene.shapes) feeler.query({ op: "overlap", a: shape, b: shape });  // an error names what is wrong
    return scene;
}
