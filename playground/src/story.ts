/** The steps of an algorithm as frames: what is drawn over the shapes and in their difference, and what happened, in words. */

import type { ClipAnswer, ClipStep, EpaAnswer, GjkAnswer, GjkStep, RaycastAnswer, SatAnswer, SweepAnswer, SweepStep, TreeStep, Vec3, Vector } from "feeler";
import { add, dot, placed, scale, size, sub, zero, type Scene } from "./scene";

/** Something to draw; `role` is its color: a, b, result, simplex, next, faint. */
export interface Mark { kind: "point" | "line" | "area" | "arrow" | "box"; at: Vector[]; role: string; label?: string }
/** `time`: where a moving shape is drawn; `bounds`: the steps so far of the gap over time. */
export interface Frame { title: string; words: string; shapes: Mark[]; difference: Mark[]; time?: number; bounds?: SweepStep[] }

export const short = (x: number): string => (x === 0 ? "0" : Number(x.toPrecision(4)).toString());
export const list = (v: Vector): string => `(${v.map(short).join(", ")})`;
const point = (at: Vector, role: string, label?: string): Mark => ({ kind: "point", at: [at], role, label });
const line = (role: string, ...at: Vector[]): Mark => ({ kind: "line", at, role });
const arrow = (role: string, from: Vector, to: Vector): Mark => ({ kind: "arrow", at: [from, to], role });

const regions = ["", "a corner", "an edge", "a triangle", "a tetrahedron"];
const ends: Record<string, string> = {
    repeated_support: "The farthest point in the new direction is one that the simplex has already. So nothing of the difference lies nearer to the origin than this: it ends here, and the distance of the origin is that of the shapes.",
    no_progress: "The farthest point in the new direction lies no nearer to the origin than what is known, but for rounding. It ends here.",
    contained: "The simplex holds the origin: some point of a is the same as some point of b. The shapes overlap, and there is no distance to look for; how deep, EPA tells.",
    touching: "The origin lies on the simplex: the shapes touch.",
    limit: "The limit of steps was reached; the bounds hold all the same.",
};

function cornersOf(step: GjkStep, k: number): string {
    return step.corners_a && step.corners_b ? `corner ${step.corners_a[k]} of a minus corner ${step.corners_b[k]} of b` : "a point of a minus a point of b";
}

const unit = (d: Vector): Vector => scale(d, 1 / (size(d) || 1));
const same = (p: Vector, q: Vector): boolean => p.every((x, i) => x === q[i]);

/** What a support point says of all of the difference. */
function bound(direction: Vector, support: Vector): string {
    const least = -dot(unit(direction), support);
    return least > 0 ? `As nothing lies farther that way, the origin is at least ${short(least)} away from all of the difference.` : "It lies beyond the origin: the shapes may overlap.";
}

function tellGjk(step: GjkStep, before: GjkStep | undefined): string {
    const fresh = step.simplex.findIndex((p) => !before?.simplex.some((q) => same(p, q)));
    const gone = before?.simplex.filter((p) => !step.simplex.some((q) => same(p, q))).length ?? 0, n = step.simplex.length, told = [];
    if (!before) told.push(`It begins with ${regions[n]} of the difference a - b${n === 1 ? `, ${cornersOf(step, 0)}` : ", which separating axes or the closest features gave"}.`);
    else if (fresh >= 0) told.push(`The last step looked from its closest point toward the origin, in the direction ${list(unit(before.direction))} (the faint arrow). The farthest point of the difference that way, its support point, is ${list(step.simplex[fresh]!)}: ${cornersOf(step, fresh)}. ${bound(before.direction, step.simplex[fresh]!)} It joins the simplex.`);
    if (gone > 0) told.push(`${gone === 1 ? "One older point is" : `${gone} older points are`} dropped, because the origin is nearest to what is left without ${gone === 1 ? "it" : "them"}.`);
    const distance = size(step.closest);
    if (n <= step.closest.length && distance > 0) told.push(`Of the simplex the origin is nearest to ${regions[n]}, in whose region it lies${n > 1 ? ` (weights ${step.weights.map(short).join(", ")})` : ""}: the closest point is ${list(step.closest)}, ${short(distance)} away.${before ? "" : " The same weights on the corners of a and b give the two points shown on the shapes."}`);
    if (step.end) told.push(ends[step.end] ?? step.end);
    else told.push(`Next it looks from there toward the origin, along ${list(unit(step.direction))}, for a point of the difference that lies farther that way.`);
    return told.join(" ");
}

function gjk(answer: GjkAnswer): Frame[] {
    return answer.steps.map((step, i) => {
        const before = answer.steps[i - 1], reach = size(step.closest) || 1, fresh = (p: Vector) => before && !before.simplex.some((q) => same(p, q));
        // where the step before looked from, and what it had that is dropped
        const last = before ? [arrow("faint", before.closest, add(before.closest, scale(before.direction, 0.6 * size(before.closest) / (size(before.direction) || 1)))), ...before.simplex.filter((p) => !step.simplex.some((q) => same(p, q))).map((p) => point(p, "faint", "dropped"))] : [];
        const difference: Mark[] = [...last, { kind: step.simplex.length > 2 ? "area" : "line", at: step.simplex, role: "simplex" },
            ...step.simplex.map((p, k) => point(p, fresh(p) ? "next" : "simplex", step.corners_a && step.corners_b ? `${step.corners_a[k]}-${step.corners_b[k]}` : undefined)),
            line("result", step.closest, zero(step.closest.length)), point(step.closest, "result")];
        if (!step.end) difference.push(arrow("next", step.closest, add(step.closest, scale(step.direction, 0.6 * reach / (size(step.direction) || 1)))));
        const shapes = size(step.closest) > 0 ? [line("result", step.a, step.b), point(step.a, "a"), point(step.b, "b")] : [point(step.a, "result")];
        return { title: `Step ${i + 1} of ${answer.steps.length}`, words: tellGjk(step, before), shapes, difference };
    });
}

const epaEnds: Record<string, string> = {
    bounds_met: "The difference reaches no farther along that normal than this face: it is a face of the difference itself, and the nearest one. Its distance is the depth.",
    confirmed: "The new point does not lie beyond the face, which exact arithmetic confirmed: it is a face of the difference, and the nearest one. Its distance is the depth.",
    turned: "The face was thin, and its normal is measured again.", flat: "The difference is flat here: it has no inside, and the depth is zero.", limit: "The limit of steps was reached; the bounds hold all the same.",
};

function epa(answer: EpaAnswer): Frame[] {
    return answer.steps.map((step, i) => {
        const n = step.vertices.length, corner = (k: number) => step.vertices[k % n]!.point, { nearest, normal, support, distance = 0, reach = 0 } = step;
        const faces = step.faces ?? step.vertices.map((_, k) => [k, k + 1]);
        const difference: Mark[] = faces.map((face, k): Mark => ({
            kind: step.faces ? "area" : "line", at: face.map(corner), role: k === nearest ? "result" : step.seen?.includes(k) ? "next" : "simplex" }));
        if (step.faces) difference.push(...(step.horizon ?? []).map(([p, q]) => line("next", corner(p), corner(q))));
        difference.push(...step.vertices.map((v) => point(v.point, "simplex")));
        const title = `Step ${i + 1} of ${answer.steps.length}`, last = step.end && (epaEnds[step.end] ?? step.end);
        const shapes = step.end && answer.a && answer.b ? [arrow("result", answer.a, answer.b), point(answer.a, "a"), point(answer.b, "b")]
            : support ? [point(support.a, "a"), point(support.b, "b")] : [];
        if (!normal || !support) return { title, words: last ?? "", shapes, difference };
        difference.push(arrow("result", zero(normal.length), scale(normal, distance)), point(support.point, "next", "new"));
        const words = [`The polytope within the difference has ${n} corners${step.faces ? ` and ${faces.length} faces` : ""}, the origin inside. Its ${step.faces ? "face" : "edge"} nearest to the origin is ${short(distance)} away, with the normal ${list(normal)}: the shapes are at least ${short(step.lower ?? distance)} deep in one another.`,
            `The farthest point of the difference along that normal lies at ${short(reach)}; so the depth is at most ${short(step.upper ?? reach)}.`,
            last ?? (step.seen ? `The ${step.seen.length === 1 ? "face that sees" : `${step.seen.length} faces that see`} the new point ${step.seen.length === 1 ? "goes" : "go"}; new ones lead from it to the horizon, the ${step.horizon?.length ?? 0} edges around them.` : "The edge is replaced by two that lead to the new point.")];
        return { title, words: words.join(" "), shapes, difference };
    });
}

const castEnds: Record<string, string> = {
    touch: "The gap is gone: here they first touch.", parts: "Along the normal they do not come nearer: they never touch.",
    passed: "That is beyond the end of the motion: they do not touch on the way.", limit: "The limit of steps was reached.",
};

function cast(answer: SweepAnswer, turns: boolean): Frame[] {
    const speed = (step: SweepStep): string => (turns ? `along the normal ${list(step.normal)} no point can close it faster than ${short(step.closing)} in a unit of t: the motion along the normal, and what the turn can add at the farthest reach`
        : `along the normal ${list(step.normal)} it shrinks by ${short(step.closing)} in a unit of t`);
    return (answer.steps ?? []).map((step, i, all) => ({ title: `Step ${i + 1} of ${all.length}`, time: step.t, difference: [], bounds: all.slice(0, i + 1),
        shapes: [line("result", step.a, step.b), point(step.a, "a"), point(step.b, "b")],
        words: `At t = ${short(step.t)} the gap is ${short(step.gap)}, and ${speed(step)}.${step.next === undefined ? "" : ` ${turns ? "Even then" : "No part can close it faster, so"} before t = ${short(step.t)} + ${short(step.gap)} / ${short(step.closing)} = ${short(step.next)} they do not touch.`} ${step.end ? castEnds[step.end] : "It is safe to move on to there, and to measure again."}` }));
}

/** What is drawn of a box: its lower and its upper corner. */
const box = (step: { min: Vec3; max: Vec3 }, role: string): Mark => ({ kind: "box", at: [step.min, step.max], role });

function tellTree(step: TreeStep, before: TreeStep | undefined, waiting: number): string {
    const had = before?.nearest_t, nearest = had === undefined ? "" : ` The nearest hit so far is at t = ${short(had)}.`;
    if (step.event === "triangle") {
        if (!step.hit) return `Triangle ${step.triangle} of the open box: the ray passes beside it.${nearest}`;
        return `Triangle ${step.triangle} of the open box is hit at t = ${short(step.t!)}${step.nearest === step.triangle ? ", the nearest so far. From here on no box that is entered later needs to be opened" : `, but triangle ${step.nearest} is nearer, at t = ${short(step.nearest_t!)}`}.`;
    }
    if (step.event === "missed") return `The ray does not meet this box, so it meets no triangle in it: all of them are passed by at the price of one test.${nearest}`;
    if (step.event === "farther") return had === undefined ? "The ray ends before this box: it is passed by." : `The ray enters this box at t = ${short(step.enter!)}, but a hit at t = ${short(had)} is known. Nothing in the box can be nearer: it is passed by unopened.`;
    const inside = step.leaf ? "It is a leaf: its triangles are tested next, one by one." : "It holds smaller boxes, which are tested next; those that the ray meets wait, the nearest in front.";
    if (step.level === 0) return `The box around the whole mesh; the ray enters it at t = ${short(step.enter ?? 0)}. ${inside}`;
    return `Of the boxes that ${waiting ? "wait" : "are left"}, the ray enters this one first, at t = ${short(step.enter ?? 0)}${had === undefined ? ", and nothing is hit yet" : `, which is before the nearest hit, at t = ${short(had)}`}: it is opened. ${inside}`;
}

/** Down the tree of a mesh: the boxes that were opened, the one at hand, and the triangles that were tested. */
function tree(answer: RaycastAnswer, scene: Scene): Frame[] {
    const mesh = scene.shapes[1] as { vertices?: Vec3[]; triangles?: Vec3[] }, pose = scene.shapes[1]!.pose, ray = scene.ray!, steps = answer.steps ?? [];
    const corners = (k: number): Vector[] => (mesh.triangles?.[k] ?? []).map((v) => placed(pose, mesh.vertices![v]!)), at = (t: number): Vector => add(ray.origin, scale(ray.direction, t));
    const opened: TreeStep[] = [], tested: Mark[] = [], counts = { opened: 0, passed: 0, tested: 0 };
    return steps.map((step, i) => {
        const before = steps[i - 1], shapes: Mark[] = [];
        if (step.event === "triangle") counts.tested++; else if (step.event === "opened") counts.opened++; else counts.passed++;
        for (const old of opened) if (old.event === "opened") shapes.push(box(old, "simplex"));
        shapes.push(...tested);
        if (step.event === "triangle") {
            const mark = (role: string): Mark => ({ kind: "area", at: corners(step.triangle), role });
            shapes.push(mark(step.hit ? "result" : "next"));
            tested.push(mark(step.hit ? "result" : "faint"));
        } else {
            shapes.push(box(step, step.event === "opened" ? "next" : "ink"));
            if (step.enter !== undefined) shapes.push(point(at(step.enter), step.event === "opened" ? "next" : "faint"));
            if (step.event === "opened") opened.push(step);
        }
        if (step.nearest_t !== undefined) shapes.push(point(at(step.nearest_t), "result"));
        const what = step.event === "triangle" ? `triangle ${step.triangle}` : `box ${step.box} on level ${step.level}, ${step.event === "opened" ? "opened" : "passed by"}`;
        const end = i + 1 < steps.length ? "" : ` Nothing waits any more. Of ${mesh.triangles?.length} triangles ${counts.tested} were tested; ${counts.opened} boxes were opened and ${counts.passed} passed by${step.nearest === undefined ? ": the ray hits nothing." : `. The first hit is triangle ${step.nearest}, at t = ${short(step.nearest_t!)}.`}`;
        return { title: `Step ${i + 1} of ${steps.length}: ${what}`, words: tellTree(step, before, opened.length) + end, shapes, difference: [] };
    });
}

const stages: Record<ClipStep["stage"], string> = {
    features: "What faces the other shape along the normal: of each a corner, an edge or a face.",
    incident: "One of the two is the reference; the other, the incident one, is clipped by it.",
    depth: "Cut where it is farther from the reference than the margin.", side: "Cut by a side of the reference: what lies beyond it goes.",
    tip: "Cut across a sharp corner of the reference.", drop: "Points farther off than the margin are left out.",
    merge: "Of the points with one id the deepest stays.", spread: "Of more than four points the deepest stays, and those that spread widest.", join: "Of points in one place the deepest stays.",
};

function clip(answer: ClipAnswer): Frame[] {
    return answer.steps.map((step, i) => {
        const polygon = (points: Vector[], role: string): Mark[] => [{ kind: points.length > 2 ? "area" : "line", at: points, role }, ...points.map((p) => point(p, role))];
        const kept = (step.points ?? []).map((p) => p.position), gone = step.dropped ?? [];
        const shapes = step.stage === "features" ? [...polygon(step.a?.points ?? [], "a"), ...polygon(step.b?.points ?? [], "b")]
            : [...(["drop", "merge", "spread", "join"].includes(step.stage) ? kept.map((p) => point(p, "simplex")) : polygon(kept, "simplex")), ...gone.map((p) => point(p.position, "faint"))];
        const counts = step.stage === "features" ? "" : ` ${kept.length} ${kept.length === 1 ? "point is" : "points are"} left${gone.length ? `, ${gone.length} went` : ""}${kept.length ? `; depths ${step.points!.map((p) => short(p.depth)).join(", ")}` : ""}.`;
        const which = step.reference ? ` The reference is that of ${step.reference}.` : "";
        return { title: `Step ${i + 1} of ${answer.steps.length}: ${step.stage}`, words: stages[step.stage] + which + counts, shapes, difference: [] };
    });
}

function sat(answer: SatAnswer): Frame[] {
    return answer.axes.map((axis, i) => {
        const kind = { face_a: "The normal of a face of a", face_b: "The normal of a face of b, turned around", edges: "Perpendicular to an edge of a and one of b" }[axis.kind];
        const along = add(axis.a, scale(axis.axis, dot(sub(axis.b, axis.a), axis.axis))), apart = axis.separation > 0;
        const words = `${axis.axis.length === 2 ? kind.replace("a face", "an edge") : kind}: ${list(axis.axis)}. Along it the farthest point of a is corner ${axis.corner_a}, and the first of b corner ${axis.corner_b}: `
            + (apart ? `a gap of ${short(axis.separation)}. One gap is enough: the shapes are apart.` : `they overlap by ${short(-axis.separation)}.`)
            + (axis.better ? " The best axis so far." : " An earlier axis is better, or as good.")
            + (i === answer.axes.length - 1 ? ` Of all, axis ${answer.chosen + 1} has the largest separation, ${short(answer.separation)}: ${answer.separation > 0 ? "it separates the shapes" : "no axis separates them, and along it the way out is shortest"}.` : "");
        return { title: `Axis ${i + 1} of ${answer.axes.length}`, words,
            shapes: [arrow(axis.better ? "result" : "next", axis.a, along), line("faint", along, axis.b), point(axis.a, "a"), point(axis.b, "b")],
            difference: [arrow(axis.better ? "result" : "next", zero(axis.axis.length), scale(axis.axis, -axis.separation)), point(sub(axis.a, axis.b), "next", "support")] };
    });
}

/** None for what is answered in one step. */
export function framesOf(scene: Scene, answer: unknown): Frame[] {
    switch (scene.ask) {
    case "gjk": return gjk(answer as GjkAnswer);
    case "sweep": return cast(answer as SweepAnswer, false);
    case "motion": return cast(answer as SweepAnswer, true);
    case "raycast": return tree(answer as RaycastAnswer, scene);
    case "clip": return clip(answer as ClipAnswer);
    case "epa": return epa(answer as EpaAnswer);
    case "sat": return sat(answer as SatAnswer);
    default: return [];
    }
}
