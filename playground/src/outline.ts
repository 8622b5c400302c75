/** What shapes look like: outlines in the plane, faces in space. Only pictures; every number on the page comes from Feeler. */

import type { Feeler, Shape, Vec2, Vec3, Vector } from "feeler";
import { placed, turned } from "./scene";

type Members = Record<string, never> & { radius?: number; pose?: never };

/** Corners whose hull, rounded by `radius`, the shape is; null for what is no hull. */
export function core(shape: Shape): { points: Vector[]; radius: number } | null {
    const s = shape as unknown as Members, radius = Number(s.radius ?? 0) + Number(s.rounding ?? 0);
    switch (shape.shape) {
    case "point": return { points: [s.position], radius };
    case "circle": case "sphere": return { points: [s.center], radius };
    case "segment": case "capsule": return { points: [s.a, s.b], radius };
    case "triangle": case "tetrahedron": case "quad": return { points: s.vertices ?? [s.a, s.b, s.c, s.d].filter(Boolean), radius };
    case "convex": return { points: s.points, radius };
    case "aabb": case "box": return { points: boxCorners(s), radius };
    default: return null;
    }
}

function boxCorners(s: Members): Vector[] {
    const center: number[] = s.center ?? (s.min as number[]).map((x, i) => (x + s.max[i]!) / 2);
    const half: number[] = s.half_extents ?? (s.size as number[] | undefined)?.map((x) => x / 2) ?? (s.min as number[]).map((x, i) => (s.max[i]! - x) / 2);
    return Array.from({ length: 2 ** center.length }, (_, k) => {
        const corner = half.map((h, i) => (k >> i & 1 ? -h : h)) as Vector;
        const out = s.axes ? (s.axes as number[][]).reduce((sum, axis, i) => sum.map((x, j) => x + axis[j]! * corner[i]!), center.map(() => 0)) as Vector
            : turned({ rotation: s.rotation }, corner);
        return out.map((x, i) => x + center[i]!) as Vector;
    });
}

/** Counter-clockwise, by Andrew's chain. */
function hull2(points: Vec2[]): Vec2[] {
    const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
    const half = (list: Vec2[]) => {
        const chain: Vec2[] = [];
        for (const p of list) {
            for (; chain.length > 1; chain.pop()) {
                const [a, b] = chain.slice(-2) as [Vec2, Vec2];
                if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
            }
            chain.push(p);
        }
        return chain.slice(0, -1);
    };
    const around = [...half(sorted), ...half(sorted.reverse())];
    return around.length ? around : [sorted[0]!];
}

/** Corners in order around, with arcs of the radius at each. */
function rounded(corners: Vec2[], radius: number): Vec2[] {
    if (radius === 0) return corners;
    const n = corners.length;
    return corners.flatMap((p, i) => {
        const before = corners[(i + n - 1) % n]!, after = corners[(i + 1) % n]!;
        const out = (a: Vec2, b: Vec2) => Math.atan2(a[0] - b[0], b[1] - a[1]);
        const from = n === 1 ? 0 : out(before, p);
        let to = n === 1 ? 2 * Math.PI : out(p, after);
        if (to < from) to += 2 * Math.PI;
        const steps = Math.max(1, Math.ceil((to - from) / 0.12));
        return Array.from({ length: steps + 1 }, (_, k): Vec2 => {
            const angle = from + (to - from) * k / steps;
            return [p[0] + radius * Math.cos(angle), p[1] + radius * Math.sin(angle)];
        });
    });
}

/** In world, in order around; of a compound one for each shape. `reach` is how far lines and halfspaces are drawn. */
export function outlines(shape: Shape, reach: number): Vec2[][] {
    const s = shape as unknown as Members & { shapes: Shape[] };
    const place = (list: Vector[]) => list.map((p) => placed(shape.pose, p) as Vec2), c = core(shape);
    if (shape.shape === "compound") return s.shapes.flatMap((part) => outlines(part, reach)).map(place);
    if (shape.shape === "polygon") return [place(s.vertices ?? s.points)];
    if (c) return [place(rounded(hull2(c.points as Vec2[]), c.radius))];
    const along: Vec2 = s.direction ?? [-(s.normal as Vec2)[1], (s.normal as Vec2)[0]], k = reach / Math.hypot(...along);
    const n = s.normal as Vec2 | undefined, square = n && n[0] ** 2 + n[1] ** 2;
    const at: Vec2 = s.origin ?? s.point ?? [n![0] * s.offset / square!, n![1] * s.offset / square!];
    const end = (way: number): Vec2 => [at[0] + way * k * along[0], at[1] + way * k * along[1]];
    const line = [shape.shape === "ray" ? at : end(-1), end(1)];
    if (shape.shape !== "halfspace") return [place(line)];
    const down = (p: Vec2): Vec2 => [p[0] - n![0] * reach / Math.sqrt(square!), p[1] - n![1] * reach / Math.sqrt(square!)];
    return [place([...line, down(line[1]!), down(line[0]!)])];
}

const CIRCLE = 40, BALL = 420;
const ball: Vec3[] = Array.from({ length: BALL }, (_, i) => {  // a spiral from pole to pole: nearly even
    const z = 1 - 2 * (i + 0.5) / BALL, r = Math.sqrt(1 - z * z), angle = i * Math.PI * (3 - Math.sqrt(5));
    return [r * Math.cos(angle), r * Math.sin(angle), z];
});

function disc(center: Vec3, axis: Vec3, radius: number): Vec3[] {
    const k = Math.hypot(...axis), n = axis.map((x) => x / k), other = Math.abs(n[0]!) < 0.7 ? [1, 0, 0] : [0, 1, 0];
    const cross = (a: number[], b: number[]) => [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!];
    const u0 = cross(n, other), u = u0.map((x) => x / Math.hypot(...u0)), v = cross(n, u);
    return Array.from({ length: CIRCLE }, (_, i) => {
        const c = radius * Math.cos(i * 2 * Math.PI / CIRCLE), s = radius * Math.sin(i * 2 * Math.PI / CIRCLE);
        return center.map((x, j) => x + c * u[j]! + s * v[j]!) as Vec3;
    });
}

/** Points whose hull looks like the core of a shape in space, cylinders and cones too. */
export function corners3(shape: Shape): Vec3[] | null {
    const s = shape as unknown as Members, minus = (a: Vec3, b: Vec3) => a.map((x, i) => x - b[i]!) as Vec3;
    if (shape.shape === "cylinder" || shape.shape === "cone") {
        const first: Vec3 = s.base ?? s.a ?? s.center, long = s.axis as Vec3 | undefined;
        const axis = long ? long.map((x) => x * Number(s.height) / Math.hypot(...long)) as Vec3 : minus(s.apex ?? s.b, first);
        const base = s.center && !s.a ? minus(first, axis.map((x) => x / 2) as Vec3) : first, top = base.map((x, i) => x + axis[i]!) as Vec3;
        return [...disc(base, axis, Number(s.radius)), ...(shape.shape === "cone" ? [top] : disc(top, axis, Number(s.radius)))];
    }
    if (shape.shape === "ellipsoid") {
        const radii: Vec3 = s.radii ?? s.half_extents, axes = s.axes as Vec3[] | undefined, center: Vec3 = s.center;
        return ball.map((d) => {
            const p = d.map((x, i) => x * radii[i]!) as Vec3;
            const out = axes ? center.map((_, j) => axes.reduce((sum, axis, i) => sum + axis[j]! * p[i]!, 0)) : turned({ rotation: s.rotation }, p);
            return out.map((x, i) => x + center[i]!) as Vec3;
        });
    }
    if (shape.shape === "rectangle" || shape.shape === "parallelogram") return s.a ? [s.a, s.b, minus(s.c, minus(s.a, s.b)), s.c] : null;
    if (shape.shape === "polygon") return s.vertices;
    return core(shape)?.points as Vec3[] | undefined ?? null;
}

export interface Solid { points: Vec3[]; faces: number[][] }

/** A grid of heights; cells of one kind are like those of another. */
function grid(s: { heights: (number | null)[][]; spacing?: number | [number, number]; first?: [number, number]; holes?: [number, number][] }): Solid {
    const width = s.heights[0]!.length, [x, y] = typeof s.spacing === "object" ? s.spacing : [s.spacing ?? 1, s.spacing ?? 1], [column, row] = s.first ?? [0, 0], holes = new Set(s.holes?.map(String));
    const points = s.heights.flatMap((line, j) => line.map((z, i) => [x * (column + i), y * (row + j), z ?? 0] as Vec3)), faces: number[][] = [];
    s.heights.slice(1).forEach((next, j) => next.slice(1).forEach((_, i) => {
        const k = j * width + i, cell = [s.heights[j]![i], s.heights[j]![i + 1], next[i], next[i + 1]];
        if (!holes.has(String([i, j])) && cell.every((z) => z !== null)) faces.push([k, k + 1, k + width + 1], [k, k + width + 1, k + width]);
    }));
    return { points, faces };
}

/** A piece of what has no end, about the point of it that is nearest to the origin; null for other shapes. */
function piece(shape: Shape, reach: number): Vec3[] | null {
    const s = shape as unknown as Members, scaled = (v: Vec3, k: number) => v.map((x) => x * k) as Vec3, plus = (a: Vec3, b: Vec3) => a.map((x, i) => x + b[i]!) as Vec3;
    if (shape.shape === "ray" || shape.shape === "line") {
        const along = scaled(s.direction, reach / Math.hypot(...(s.direction as Vec3)));
        return [shape.shape === "line" ? plus(s.origin, scaled(along, -1)) : s.origin, plus(s.origin, along)];
    }
    if (shape.shape !== "plane" && shape.shape !== "halfspace") return null;
    const n: Vec3 = s.normal, square = n[0] ** 2 + n[1] ** 2 + n[2] ** 2, offset = s.point ? (s.point as Vec3).reduce((sum, x, i) => sum + x * n[i]!, 0) : Number(s.offset);
    return disc(scaled(n, offset / square), n, reach);
}

/** In the shape's own frame; the hull is Feeler's own, as the difference with the origin. Of what has no end as far as `reach`. */
export function solid(shape: Shape, feeler: Feeler, reach: number): Solid[] {
    const s = shape as unknown as Members & { shapes: Shape[] };
    if (shape.shape === "compound") return s.shapes.flatMap((part) => solid(part, feeler, reach)
        .map((f) => ({ ...f, points: f.points.map((p) => placed(part.pose, p) as Vec3) })));
    if (shape.shape === "height_field") return [grid(s as never)];
    const endless = piece(shape, reach);
    if (endless) return [{ points: endless, faces: endless.length < 3 ? [] : [endless.map((_, i) => i)] }];
    if (shape.shape === "mesh") return s.file ? [feeler.readMesh(s.file)] : [{ points: s.vertices ?? s.points, faces: s.triangles ?? s.faces }];
    const radius = core(shape)?.radius ?? Number(s.rounding ?? 0);
    let points = corners3(shape);
    if (!points) return [];
    if (radius > 0) points = points.flatMap((p) => ball.map((d) => p.map((x, i) => x + radius * d[i]!) as Vec3));
    if (points.length < 4 || shape.shape === "polygon" || shape.shape === "quad")
        return [{ points, faces: points.length < 3 ? [] : [points.map((_, i) => i), points.map((_, i) => i).reverse()] }];
    const hull = feeler.query({ op: "minkowski", a: { shape: "convex", points }, b: { shape: "point", position: [0, 0, 0] } });
    return [{ points: hull.vertices.map((v) => v.point as Vec3), faces: hull.faces ?? [] }];
}
