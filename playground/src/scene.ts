/** What is on the page, as plain data: it is kept in the address, so that it can be sent to someone. */

import type { Feeler, Pose, Question, Shape, Vector } from "feeler";
import { sceneOf } from "./question";

/** What is asked of shapes a and b; the last four are shown step by step. */
export type Ask = "distance" | "contact" | "raycast" | "sweep" | "motion" | "gjk" | "epa" | "sat" | "clip";
export const asks: Ask[] = ["distance", "contact", "raycast", "sweep", "motion", "gjk", "epa", "sat", "clip"];

export interface Scene {
    dimension: 2 | 3;
    shapes: Shape[];  // the first is a, the second b; where there are more, all pairs are asked for contacts
    ask: Ask;
    ray?: { origin: Vector; direction: Vector; line?: boolean };  // cast at b
    motion?: Vector;  // of a, for sweep and motion
    turn?: number;    // of a in degrees, for motion
    axis?: Vector;    // of that turn in space; z if not given
    options?: Record<string, number>;  // of the question, by their names in docs/query.md
}

export const zero = (dimension: number): Vector => (dimension === 2 ? [0, 0] : [0, 0, 0]);
export const add = (a: Vector, b: Vector): Vector => a.map((x, i) => x + b[i]!) as Vector;
export const sub = (a: Vector, b: Vector): Vector => a.map((x, i) => x - b[i]!) as Vector;
export const scale = (a: Vector, k: number): Vector => a.map((x) => x * k) as Vector;
export const dot = (a: Vector, b: Vector): number => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
export const size = (a: Vector): number => Math.hypot(...a);

export type Quaternion = [number, number, number, number];
export const times = (a: Quaternion, b: Quaternion): Quaternion => [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]];

/** A rotation in any way of docs/query.md, as an angle in radians. */
export function angleOf(rotation: Pose["rotation"]): number {
    if (typeof rotation === "number") return rotation;
    const r = rotation as { degrees?: number; radians?: number } | undefined;
    return r?.radians ?? (r?.degrees ?? 0) * Math.PI / 180;
}

export function quaternionOf(rotation: Pose["rotation"]): Quaternion {
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
export const conjugate = (q: Quaternion): Quaternion => [q[0], -q[1], -q[2], -q[3]];

/** All lengths of a shape by a factor, about its own origin: its numbers, not a scaled copy, so that the answer stays exact. */
export function grown(shape: Shape, factor: number): Shape {
    const rigid = new Set(["pose", "rotation", "axes", "axis", "direction", "normal", "triangles", "solid", "shape"]);
    const grow = (value: unknown): unknown => typeof value === "number" ? value * factor : Array.isArray(value) ? value.map(grow)
        : value && typeof value === "object" ? grown(value as Shape, factor) : value;
    return Object.fromEntries(Object.entries(shape).map(([name, value]) => [name, rigid.has(name) ? value : grow(value)])) as unknown as Shape;
}

/** The options that a question takes, of those that the scene has. */
const taken: Partial<Record<Ask, string[]>> = { contact: ["margin", "face_bias"], clip: ["margin", "face_bias"], sat: ["face_bias"], sweep: ["target"], motion: ["target", "tolerance"], raycast: ["max_t"] };

/** a, turned about where its frame stands, by a part of the way. */
export function underway(scene: Scene, t: number): Shape {
    const shape = moved(scene.shapes[0]!, scale(scene.motion ?? zero(scene.dimension), t));
    return scene.ask === "motion" && scene.turn ? spun(shape, shape.pose!.position!, scene.turn * t * Math.PI / 180, scene.axis ?? [0, 0, 1]) : shape;
}

/** The question that the scene asks, as `feeler query` takes it; of many bodies what the first of them overlaps. */
export function questionOf(scene: Scene): Question {
    const [a, b, ...rest] = scene.shapes as [Shape, Shape], motion = scene.motion ?? zero(scene.dimension);
    if (rest.length) return { op: "overlaps", shape: a, shapes: [b, ...rest] };
    const options = Object.fromEntries(Object.entries(scene.options ?? {}).filter(([name]) => taken[scene.ask]?.includes(name)));
    switch (scene.ask) {
    case "distance": return { op: "signed_distance", a, b };
    case "contact": return { op: "contact", a, b, margin: 0, ...options };
    case "raycast": {
        const { line, ...ray } = scene.ray ?? { origin: zero(scene.dimension), direction: motion };
        return { op: "raycast", ray: { shape: line ? "line" : "ray", ...ray }, shape: b, ...options };
    }
    case "sweep": return { op: "sweep", a, b, motion, ...options };
    case "motion": {
        const { pose, ...own } = a, from = { position: pose?.position ?? zero(scene.dimension), rotation: pose?.rotation };
        return { op: "motion", a: { ...own, from, to: underway(scene, 1).pose } as never, b, ...options };
    }
    default: return { op: scene.ask, a, b, ...options } as Question;
    }
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
    const scene = data.question ? sceneOf(data.question, feeler) : data as Scene;
    if (!Array.isArray(scene.shapes) || scene.shapes.length < 2) throw new Error("the link holds no two shapes");
    for (const shape of scene.shapes) feeler.query({ op: "overlap", a: shape, b: shape });  // an error names what is wrong
    return scene;
}
