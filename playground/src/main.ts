/** The page: a scene, what Feeler says of it, and the views. */

import { FeelerError, load, type Feeler, type Pose, type Scene2, type Scene3, type Shape, type Shape2, type Shape3, type SignedDistanceAnswer, type Vec2, type Vec3, type Vector } from "feeler";
import { drawChart } from "./chart";
import { inC, inJavaScript, inJson, inPython } from "./copy";
import { gallery } from "./gallery";
import { core, corners3, outlines, solid, type Solid } from "./outline";
import { planeView, type Acts, type Body, type Handle, type View } from "./plane";
import { add, asks, cornersOf, dot, fragmentOf, grown, moved, placed, questionOf, scale, sceneOfFragment, size, spun, sub, turned, underway, unplaced, zero, type Ask, type Scene } from "./scene";
import type { SpaceBody, SpacePicture } from "./space";
import { framesOf, list, short, type Frame, type Mark } from "./story";
import "./style.css";

type AnyView = Omit<View, "draw"> & { draw(picture: never): void };
const $ = <T extends HTMLElement = HTMLElement>(id: string): T => document.getElementById(id) as T;

const names: Record<Ask, string> = { distance: "Distance, depth", contact: "Contact", raycast: "Ray", sweep: "Sweep", motion: "Motion", gjk: "GJK steps", epa: "EPA steps", sat: "Separating axes", clip: "Clip steps" };

let feeler: Feeler, scene: Scene, selected = 0, step = 0, frames: Frame[] = [], answer: Record<string, never> | null = null, failure = "";
let left: AnyView, right: AnyView | null = null, shown: 2 | 3 | 0 = 0, difference: Vec2[] | Solid[] | null = null, live = 0;
let playing: ReturnType<typeof setInterval> | undefined, drawing: { done: (points: Vec2[]) => void; points: Vec2[] } | null = null;

/** An answer, or null and why not. */
function ask<T>(question: unknown): T | null {
    try {
        return feeler.query(question as never) as T;
    } catch (error) {
        if (!(error instanceof FeelerError)) throw error;
        failure = error.message;
        return null;
    }
}

/** Where the shape stands, for turning and resizing it, and how large it is. */
function boundsOf(shape: Shape): { center: Vector; reach: number } {
    const kept = failure, b = ask<{ min: Vector; max: Vector }>({ op: "bounds", shape });
    failure = kept;
    return b ? { center: scale(add(b.min, b.max), 0.5), reach: size(sub(b.max, b.min)) / 2 } : { center: shape.pose?.position ?? zero(scene.dimension), reach: 1 };
}

const many = (): boolean => scene.shapes.length > 2;
/** A ray is cast at b; there is no a. */
const asked = (index: number): boolean => scene.ask !== "raycast" || index > 0;
const steps = (): boolean => ["gjk", "epa", "sat"].includes(scene.ask) && !many();

// ---- What Feeler says ----

interface Contact { normal?: Vector; points: { position: Vector; depth: number; id: number }[] }

function contactMarks(c: Contact | null): Mark[] {
    if (!c?.points?.length) return [];
    return c.points.flatMap((p): Mark[] => {
        const half = scale(c.normal ?? zero(scene.dimension), p.depth / 2);
        return [{ kind: "line", at: [add(p.position, half), sub(p.position, half)], role: "result" }, { kind: "point", at: [p.position], role: "result" }];
    });
}

// the bodies of many, made once and placed by their poses
const bodiesMade = new Map<string, Shape2 | Shape3>(), bodiesOf = new WeakMap<Shape, { body: Shape2 | Shape3; pose: Pose }>();
let crowd: { bodies: (Shape2 | Shape3)[]; scene: Scene2 | Scene3 } | null = null;

/** A shape without its pose, and the pose; one that is not written in numbers stays in the shape. */
function bodyOf(shape: Shape): { body: Shape2 | Shape3; pose: Pose } {
    let found = bodiesOf.get(shape);
    if (found) return found;
    const { rotation } = shape.pose ?? {}, plain = rotation === undefined || typeof rotation === "number" || Array.isArray(rotation), key = JSON.stringify(plain ? { ...shape, pose: undefined } : shape);
    if (!bodiesMade.has(key)) bodiesMade.set(key, feeler.shape(JSON.parse(key)));
    bodiesOf.set(shape, found = { body: bodiesMade.get(key)!, pose: plain ? shape.pose ?? {} : {} });
    return found;
}

/** The manifolds of all pairs that touch, by one call. */
function manyMarks(): Mark[] {
    const list = scene.shapes.map(bodyOf), d = scene.dimension;
    if (crowd?.bodies.length !== list.length || !list.every((b, i) => b.body === crowd!.bodies[i])) {
        crowd?.scene.free();
        const bodies = list.map((b) => b.body);
        crowd = { bodies, scene: d === 2 ? feeler.scene2(bodies as Shape2[]) : feeler.scene3(bodies as Shape3[]) };
    }
    const started = performance.now();
    list.forEach((b, i) => crowd!.scene.setPose(i, b.pose as never));
    const c = crowd.scene.contacts(), marks: Mark[] = [];
    for (let k = 0; k < c.count; k++) for (let i = 0; i < c.pointCounts[k]!; i++) {
        const at = (k * c.most + i) * (d + 1), position = [...c.points.subarray(at, at + d)] as Vector, normal = [...c.normals.subarray(k * d, k * d + d)] as Vector, half = scale(normal, c.points[at + d]! / 2);
        marks.push({ kind: "line", at: [add(position, half), sub(position, half)], role: "result" }, { kind: "point", at: [position], role: "result" });
    }
    live = performance.now() - started;
    $("words").textContent = `${scene.shapes.length} bodies: ${c.near} pairs near one another, ${c.count} touch, ${marks.length / 2} contact points, in ${live.toFixed(1)} ms.`;
    return marks;
}

const outlineCache = new WeakMap<Shape, Vec2[][]>();
function outlinesOf(shape: Shape): Vec2[][] {
    let found = outlineCache.get(shape);
    if (!found) outlineCache.set(shape, found = outlines(shape, 1e3));
    return found;
}

function compute(): void {
    failure = "";
    frames = [];
    difference = null;
    if (many()) { answer = null; return; }
    // the steps of a cast or motion are those of two convex shapes, those of a ray go down the tree of a mesh
    const stepped = ["sweep", "motion"].includes(scene.ask) ? scene.shapes.every((shape) => core(shape) || ["cylinder", "cone", "ellipsoid"].includes(shape.shape)) : scene.ask === "raycast" && scene.shapes[1]!.shape === "mesh";
    answer = ask(stepped ? { ...questionOf(scene), steps: true } : questionOf(scene));
    if (answer && (steps() || stepped || scene.ask === "clip")) {
        frames = framesOf(scene, answer);
        step = Math.min(step, Math.max(frames.length - 1, 0));
        if (!frames.length) failure = scene.ask === "epa" ? "Apart: EPA has nothing to do. Drag the shapes into one another." : "There are no steps: the shapes do not come near one another.";
    }
    if (steps()) differenceOf();
}

/** The Minkowski difference of the cores, to draw it. */
function differenceOf(): void {
    const kept = failure, [a, b] = scene.shapes as [Shape, Shape];
    const convex = (shape: Shape): unknown => {
        const points = scene.dimension === 3 ? corners3(shape) : null;
        return points ? { shape: "convex", points, pose: shape.pose } : shape;
    };
    const m = ask<{ vertices: { point: Vector }[]; faces?: number[][] }>({ op: "minkowski", a: convex(a), b: convex(b) });
    failure = kept;
    if (m && scene.dimension === 2) difference = m.vertices.map((v) => v.point as Vec2);
    else if (m) difference = [{ points: m.vertices.map((v) => v.point as Vec3), faces: m.faces ?? [] }];
}

function overlay(): Mark[] {
    const r = answer as never as SignedDistanceAnswer & Contact & { hit?: boolean; t?: number; point?: Vector };
    const [a] = scene.shapes as [Shape, Shape], marks: Mark[] = [];
    const motion = scene.motion ?? zero(scene.dimension), start = boundsOf(a).center;
    if (scene.ask === "sweep" || scene.ask === "motion") marks.push({ kind: "arrow", at: [start, add(start, motion)], role: "next" });
    if (scene.ask === "raycast" && scene.ray) marks.push({ kind: "arrow", at: [scene.ray.origin, add(scene.ray.origin, scene.ray.direction)], role: "next" });
    if (!r) return marks;
    if (scene.ask === "distance" && r.a && r.b) marks.push({ kind: "line", at: [r.a, r.b], role: "result" }, { kind: "point", at: [r.a], role: "a" }, { kind: "point", at: [r.b], role: "b" });
    if (scene.ask === "contact") marks.push(...contactMarks(r));
    if (r.hit && r.point && !(step < frames.length - 1)) {
        marks.push({ kind: "point", at: [r.point], role: "result" });
        if (r.normal) marks.push({ kind: "arrow", at: [r.point, add(r.point, scale(r.normal, boundsOf(a).reach * 0.5 || 0.5))], role: "result" });
    }
    return marks;
}

/** Where a stands when it first touches or at the step at hand, and at its end. */
function ghosts(times?: number[]): { shape: Shape; role: string }[] {
    const r = answer as never as { hit?: boolean; t?: number } | null, at = (t: number): Shape => underway(scene, t);
    if (scene.ask !== "sweep" && scene.ask !== "motion") return [];
    const time = frames[step]?.time ?? (r?.hit ? r.t ?? 0 : undefined);
    return [{ shape: at(1), role: "faint" }, ...(times ?? (time === undefined ? [] : [time])).map((t) => ({ shape: at(t), role: "next" }))];
}

// ---- Words ----

function tell(): void {
    $("failure").textContent = failure;
    if (many()) return;
    if (frames.length) {
        const frame = frames[step]!;
        $("title").textContent = frame.title;
        $("words").textContent = frame.words;
    } else {
        $("title").textContent = names[scene.ask];
        $("words").textContent = answer ? sentence() : "";
    }
    const along = ["raycast", "sweep", "motion"].includes(scene.ask), rows = along ? hitRows() : pairRows();
    $("numbers").replaceChildren(...rows.flatMap(([name, value]) => {
        const dt = document.createElement("dt"), dd = document.createElement("dd");
        dt.textContent = name;
        dd.textContent = value;
        return [dt, dd];
    }));
}

function hitRows(): [string, string][] {
    const r = answer as never as { hit: boolean; t?: number; point?: Vector; normal?: Vector } | null;
    if (!r?.hit) return [["hit", r ? "no" : "?"]];
    return [["hit", "yes"], ["t", short(r.t ?? 0)], ...(r.point ? [["point", list(r.point)] as [string, string]] : []), ...(r.normal ? [["normal", list(r.normal)] as [string, string]] : [])];
}

function pairRows(): [string, string][] {
    const [a, b] = scene.shapes, kept = failure, s = ask<SignedDistanceAnswer>({ op: "signed_distance", a, b }), hits = ask<{ overlap: boolean }>({ op: "overlap", a, b });
    failure = kept;
    const rows: [string, string][] = [["overlap", hits ? (hits.overlap ? "yes" : "no") : "?"]];
    if (s?.inseparable) rows.push(["depth", "no translation parts them"]);
    else if (s) rows.push(s.signed_distance! < 0 ? ["depth", short(-s.signed_distance!)] : ["distance", short(s.signed_distance!)], ["normal", list(s.normal!)], ["point on a", list(s.a!)], ["point on b", list(s.b!)]);
    return rows;
}

function sentence(): string {
    const r = answer as never as SignedDistanceAnswer & Contact & { hit?: boolean; t?: number };
    switch (scene.ask) {
    case "distance": return r.inseparable ? "No translation parts them." : r.signed_distance! < 0 ? `They overlap. The shortest way out is ${short(-r.signed_distance!)} along ${list(r.normal!)}; the line shows it.`
        : r.signed_distance === 0 ? "They touch." : `They are ${short(r.signed_distance!)} apart; the line leads from the closest point of a to that of b.`;
    case "contact": return r.points.length ? `The manifold has ${r.points.length} ${r.points.length === 1 ? "point" : "points"}: ${r.points.map((p) => `${short(p.depth)} deep (id ${p.id})`).join(", ")}. The normal from a to b is ${list(r.normal ?? zero(scene.dimension))}.` : "No contact.";
    case "raycast": return r.hit ? `The ray hits b at t = ${short(r.t ?? 0)} of its length.` : "The ray does not hit b.";
    default: return r.hit ? `a first touches b at t = ${short(r.t ?? 0)} of its motion.` : "a does not touch b on its way.";
    }
}

// ---- Drawing ----

const acts: Acts = {
    select(index) { if (!drawing && index >= 0) { selected = index; inspector(); schedule(); } },
    move(index, by) { if (!drawing && index >= 0 && scene.shapes[index]) change(index, moved(scene.shapes[index]!, by)); },
    done() { remember(); },
};

function handles(): Handle[] {
    const made: Handle[] = [], motion = scene.motion ?? zero(scene.dimension);
    if (scene.ask === "sweep" || scene.ask === "motion") {
        const start = boundsOf(scene.shapes[0]!).center;
        made.push({ name: "end of the motion", at: add(start, motion), drag(to) { scene.motion = sub(to, start); update(); } });
    }
    if (scene.ask === "raycast" && scene.ray) {
        const ray = scene.ray;
        made.push({ name: "origin of the ray", at: ray.origin, drag(to) { scene.ray = { origin: to, direction: sub(add(ray.origin, ray.direction), to) }; update(); } },
            { name: "tip of the ray", at: add(ray.origin, ray.direction), drag(to) { scene.ray = { ...scene.ray!, direction: sub(to, scene.ray!.origin) }; update(); } });
    }
    if (scene.dimension === 2 && !many() && scene.shapes[selected]) {
        const { center, reach } = boundsOf(scene.shapes[selected]!), base = scene.shapes[selected]!;
        // just outside of what the shape reaches that way
        const out = (shape: Shape, axis: Vector): Vector => {
            const bounds = boundsOf(shape), toward = turned(shape.pose, axis), most = Math.max(0.1 * bounds.reach, ...outlinesOf(shape).flat().map((p) => dot(sub(p, bounds.center), toward)));
            return scale(toward, Math.min(most, bounds.reach) + 0.1 * bounds.reach);
        };
        if (reach > 0) made.push({ name: "turn", at: add(center, out(base, [1, 0])), drag(to) {
            const now = boundsOf(scene.shapes[selected]!).center, d = sub(to, now), was = turned(scene.shapes[selected]!.pose, [1, 0]);
            change(selected, spun(scene.shapes[selected]!, now, Math.atan2(d[1], d[0]) - Math.atan2(was[1], was[0])));
        } }, { name: "resize", at: add(center, out(base, [0, 1])), drag(to) {
            const now = scene.shapes[selected]!;
            resize(selected, Math.max(size(sub(to, boundsOf(now).center)), 1e-9) / size(out(now, [0, 1])));
        } });
    }
    const chosen = scene.shapes[selected], own = chosen && !many() ? cornersOf(chosen) : null;
    if (own && own.corners.length <= 64) made.push(...own.corners.map((corner, i) => ({ name: "corner", small: true, at: placed(chosen!.pose, corner), drag(to: Vector) {
        const now = scene.shapes[selected]!, { name, corners } = cornersOf(now)!;
        change(selected, { ...now, [name]: corners.map((other, k) => (k === i ? unplaced(now.pose, to) : other)) } as Shape);
    } })));
    return made;
}

function resize(index: number, factor: number): void {
    const shape = scene.shapes[index]!, before = boundsOf(shape).center, made = grown(shape, factor);
    change(index, moved(made, sub(before, boundsOf(made).center)));
}

function draw(): void {
    if (shown !== scene.dimension) return;  // the views for it are on their way
    tell();
    const frame = frames[step], marks = [...(many() ? manyMarks() : overlay()), ...(frame?.shapes ?? [])];
    if (many()) { $("title").textContent = "Contacts"; $("numbers").replaceChildren(); }
    if (scene.dimension === 2) drawPlane(marks, frame);
    else drawSpace(marks, frame);
    $("chart").hidden = !frame?.bounds;
    $("treekey").hidden = !(scene.ask === "raycast" && frame);
    if (frame?.bounds) drawChart($("bound"), frame.bounds, frames[frames.length - 1]!.bounds!);
    const slider = $<HTMLInputElement>("slider");
    $("stepper").hidden = frames.length === 0;
    slider.max = String(Math.max(frames.length - 1, 0));
    slider.value = String(step);
    slider.setAttribute("aria-valuetext", frame?.title ?? "");
    $<HTMLButtonElement>("back").disabled = step === 0;
    $<HTMLButtonElement>("next").disabled = step >= frames.length - 1;
    document.body.dataset.ready = "yes";
}

const roleOf = (i: number): string => (many() ? "other" : i === 0 ? "a" : "b");

function drawPlane(marks: Mark[], frame: Frame | undefined): void {
    const bodies: Body[] = [...ghosts().map((g) => ({ outlines: outlines(g.shape, 1e3), role: g.role, index: -1 })),
        ...scene.shapes.map((shape, i): Body => ({ outlines: outlinesOf(shape), role: roleOf(i), index: i, open: ["line", "ray", "plane", "segment"].includes(shape.shape) })).filter((_, i) => asked(i))];
    if (drawing) marks = [...marks, { kind: drawing.points.length > 2 ? "area" : "line", at: drawing.points, role: "next" }, ...drawing.points.map((p): Mark => ({ kind: "point", at: [p], role: "next" }))];
    (left as unknown as View).draw({ bodies, marks, handles: drawing ? [] : handles(), selected: many() ? -1 : selected });
    if (right) (right as unknown as View).draw({ bodies: difference ? [{ outlines: [difference as Vec2[]], role: "difference", index: -1, open: (difference as Vec2[]).length < 3 }] : [],
        marks: [...(frame?.difference ?? []), { kind: "point", at: [[0, 0]], role: "origin", label: "0" }], handles: [], selected: -1 });
}

const endless = ["ray", "line", "plane", "halfspace"];
const solidCache = new Map<string, Solid[]>();
function solidOf(shape: Shape): Solid[] {
    // what has no end is drawn beyond all that has one
    const reach = endless.includes(shape.shape) ? 2 * Math.max(1, ...scene.shapes.filter((s) => !endless.includes(s.shape)).map(boundsOf).map((b) => size(b.center) + b.reach)) : 0;
    const key = JSON.stringify({ ...shape, pose: null, reach });
    if (!solidCache.has(key)) solidCache.set(key, solid(shape, feeler, reach));
    return solidCache.get(key)!;
}

function drawSpace(marks: Mark[], frame: Frame | undefined): void {
    const bodies: SpaceBody[] = [...scene.shapes.map((shape, i) => ({ shape, role: roleOf(i), index: i })).filter(({ index }) => asked(index)), ...ghosts().map((g) => ({ ...g, index: -1 }))]
        .map(({ shape, role, index }) => ({ solids: solidOf(shape), role, index, place: (p: Vec3) => placed(shape.pose, p) as Vec3 }));
    (left as never as { draw(p: SpacePicture): void }).draw({ bodies, marks, handles: handles(), selected });
    if (right) (right as never as { draw(p: SpacePicture): void }).draw({ bodies: difference ? [{ solids: difference as Solid[], role: "difference", index: -1, place: (p: Vec3) => p }] : [],
        marks: [...(frame?.difference ?? []), { kind: "point", at: [[0, 0, 0]], role: "origin" }], handles: [], selected: -1 });
}

function pointsOf(shape: Shape): Vector[] {
    if (endless.includes(shape.shape) && (scene.dimension === 2 || !scene.shapes.every((s) => endless.includes(s.shape)))) return [];
    return scene.dimension === 2 ? outlinesOf(shape).flat() : solidOf(shape).flatMap((s) => s.points.map((p) => placed(shape.pose, p)));
}

function fit(): void {
    left.fit([...scene.shapes.filter((_, i) => asked(i)), ...ghosts(frames[0]?.bounds && frames.map((f) => f.time!)).map((g) => g.shape)].flatMap(pointsOf).concat(handles().map(({ at }) => at)));
    const d = difference as (Vec2 | Solid)[] | null;
    right?.fit([zero(scene.dimension), ...(d ? (scene.dimension === 2 ? d as Vec2[] : (d as Solid[]).flatMap((s) => s.points)) : frames.flatMap((f) => f.difference.flatMap((m) => m.at)))]);
}

let wanted = 0;
function schedule(): void { wanted ||= requestAnimationFrame(() => { wanted = 0; draw(); }); }
function update(): void { compute(); schedule(); }
function change(index: number, shape: Shape): void { scene.shapes[index] = shape; update(); }
function remember(): void { history.replaceState(null, "", fragmentOf(scene)); }

// ---- The page ----

async function show(next: Scene): Promise<void> {
    scene = structuredClone(next);
    selected = step = 0;
    stop();
    prepareAsk();
    compute();
    await views();
    if (shown !== scene.dimension) return;
    fit();
    page();
    draw();
}

async function views(): Promise<void> {
    const wants = steps();
    document.body.classList.toggle("two", wants);
    document.body.classList.toggle("charted", !!frames[0]?.bounds);
    const { dimension } = scene;
    if (shown !== dimension) {
        const make = dimension === 2 ? planeView : (await import("./space")).spaceView;
        if (scene.dimension !== dimension) return;  // another scene was chosen meanwhile
        left?.dispose();
        right?.dispose();
        left = make($("left"), "The shapes. The words and numbers beside say what there is to see.", acts) as AnyView;
        right = make($("right"), "The Minkowski difference of the shapes, with the origin.", null) as AnyView;
        shown = dimension;
    }
}

function prepareAsk(): void {
    const d = scene.dimension, at = d === 2 ? [-3, 0] : [-3, 0, 0], along = d === 2 ? [5, 0] : [5, 0, 0];
    if (scene.ask === "raycast" && !scene.ray) scene.ray = { origin: at as Vector, direction: along as Vector };
    if ((scene.ask === "sweep" || scene.ask === "motion") && !scene.motion) scene.motion = scale(along as Vector, 0.6);
    if (scene.ask === "motion") scene.turn ??= 90;
    if (!asked(selected)) selected = 1;
}

function button(text: string, act: () => void, label?: string): HTMLButtonElement {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    if (label) made.setAttribute("aria-label", label);
    made.addEventListener("click", act);
    return made;
}

function page(): void {
    $("asks").replaceChildren(...asks.map((name) => {
        const made = button(names[name], async () => {
            scene.ask = name;
            step = 0;
            prepareAsk();
            compute();
            await views();
            fit();
            page();
            draw();
            remember();
            $("asks").querySelector<HTMLElement>("[aria-pressed=true]")?.focus();
        });
        made.setAttribute("aria-pressed", String(scene.ask === name));
        made.disabled = many();
        return made;
    }));
    const chosen = $("asks").querySelector<HTMLElement>("[aria-pressed=true]")!;
    $("asks").scrollLeft = chosen.offsetLeft - $("asks").offsetLeft - 60;  // on a phone they are one row
    for (const d of [2, 3] as const) $(`d${d}`).setAttribute("aria-pressed", String(scene.dimension === d));
    inspector();
}

const makers: Record<string, (d: 2 | 3) => Shape | null> = {
    point: (d) => ({ shape: "point", position: zero(d) }),
    segment: (d) => ({ shape: "segment", a: d === 2 ? [-1, 0] : [-1, 0, 0], b: d === 2 ? [1, 0] : [1, 0, 0] }),
    circle: (d) => (d === 2 ? { shape: "circle", center: [0, 0], radius: 0.8 } : null),
    sphere: (d) => (d === 3 ? { shape: "sphere", center: [0, 0, 0], radius: 0.8 } : null),
    capsule: (d) => ({ shape: "capsule", a: d === 2 ? [-0.8, 0] : [-0.8, 0, 0], b: d === 2 ? [0.8, 0] : [0.8, 0, 0], radius: 0.4 }),
    box: (d) => ({ shape: "box", center: zero(d), half_extents: d === 2 ? [1, 0.6] : [1, 0.7, 0.5] }),
    hull: (d) => ({ shape: "convex", points: Array.from({ length: d === 2 ? 8 : 14 }, () => zero(d).map(() => Math.round((Math.random() * 2 - 1) * 1000) / 1000) as Vector) }),
    triangle: (d) => (d === 2 ? { shape: "triangle", a: [-1, -0.6], b: [1, -0.5], c: [0, 1] } : { shape: "triangle", a: [-1, -0.6, 0], b: [1, -0.5, 0], c: [0, 1, 0.3] }),
    cylinder: (d) => (d === 3 ? { shape: "cylinder", a: [0, 0, -0.8], b: [0, 0, 0.8], radius: 0.6 } : null),
    cone: (d) => (d === 3 ? { shape: "cone", apex: [0, 0, 1], base: [0, 0, -0.8], radius: 0.7 } : null),
    ellipsoid: (d) => (d === 3 ? { shape: "ellipsoid", center: [0, 0, 0], radii: [1, 0.7, 0.5] } : null),
    tetrahedron: (d) => (d === 3 ? { shape: "tetrahedron", a: [-1, -0.7, -0.6], b: [1, -0.7, -0.6], c: [0, 1, -0.6], d: [0, 0, 1] } : null),
};

function replace(index: number, shape: Shape): void {
    const { center } = boundsOf(scene.shapes[index]!), made = moved(shape, zero(scene.dimension));
    selected = index;
    change(index, moved(made, sub(center, boundsOf(made).center)));
    page();
    remember();
}

/** The buttons for the chosen shape: all that a drag does, for the keyboard and for a finger. */
function inspector(): void {
    $("who").replaceChildren(...["a", "b"].map((name, i) => {
        const made = button(`${name}: ${scene.shapes[i]!.shape}`, () => { selected = i; inspector(); schedule(); });
        made.setAttribute("aria-pressed", String(selected === i));
        made.className = `who ${name}`;
        return made;
    }).filter((_, i) => asked(i)));
    const kind = $<HTMLSelectElement>("kind"), options = Object.keys(makers).filter((name) => makers[name]!(scene.dimension));
    kind.replaceChildren(new Option("change to ...", ""), ...options.map((name) => new Option(name)), ...(scene.dimension === 2 ? [new Option("polygon, drawn by hand", "draw")] : []));
    $("turnrow").hidden = scene.ask !== "motion";
    $<HTMLInputElement>("turn").value = String(scene.turn ?? 0);
    $("tools").hidden = $("key").hidden = $("c").hidden = $("javascript").hidden = many();
    $("keya").hidden = !asked(0);
}

const axes: Record<string, Vector> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };
function nudge(by: Vector, factor = 0.05): void {
    const unit = Math.max(boundsOf(scene.shapes[selected]!).reach, boundsOf(scene.shapes[1 - Math.min(selected, 1)]!).reach) * factor || factor;
    change(selected, moved(scene.shapes[selected]!, scale(by, unit)));
    remember();
}
function turnBy(degrees: number, axis = "z"): void {
    const shape = scene.shapes[selected]!;
    change(selected, spun(shape, boundsOf(shape).center, degrees * Math.PI / 180, axes[axis]));
    remember();
}

function key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || ["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName)) return;
    const flat = scene.dimension === 2, v = (x: number, y: number, z = 0): Vector => (flat ? [x, y] : [x, y, z]);
    const table: Record<string, () => void> = {
        ArrowLeft: () => nudge(v(-1, 0)), ArrowRight: () => nudge(v(1, 0)), ArrowUp: () => nudge(flat ? [0, 1] : event.shiftKey ? [0, 1, 0] : [0, 0, 1]), ArrowDown: () => nudge(flat ? [0, -1] : event.shiftKey ? [0, -1, 0] : [0, 0, -1]),
        q: () => turnBy(5), e: () => turnBy(-5), w: () => turnBy(5, "x"), s: () => turnBy(-5, "x"), "+": () => { resize(selected, 1.05); remember(); }, "-": () => { resize(selected, 1 / 1.05); remember(); },
        a: () => { if (asked(0)) acts.select(0); }, b: () => acts.select(1), ",": () => go(step - 1), ".": () => go(step + 1), f: () => { fit(); schedule(); },
        Escape: () => { drawing = null; schedule(); }, Enter: () => { if (drawing) finishDrawing(); },
    };
    const act = table[event.key];
    if (!act || (event.key === "Enter" && !drawing)) return;
    event.preventDefault();
    act();
}

function go(to: number): void {
    step = Math.max(0, Math.min(to, frames.length - 1));
    schedule();
}
function stop(): void {
    clearInterval(playing);
    playing = undefined;
    $("play").textContent = "Play";
}
function play(): void {
    if (playing) return stop();
    if (step >= frames.length - 1) go(0);
    $("play").textContent = "Pause";
    playing = setInterval(() => (step < frames.length - 1 ? go(step + 1) : stop()), 1200);
}

async function copy(text: string, what: string): Promise<void> {
    $<HTMLTextAreaElement>("copied").value = text;
    $<HTMLDetailsElement>("copybox").open = true;
    try {
        await navigator.clipboard.writeText(text);
        $("said").textContent = `${what} copied.`;
    } catch {
        $<HTMLTextAreaElement>("copied").select();
        $("said").textContent = `${what}: select and copy it below.`;
    }
}

function finishDrawing(): void {
    const points = drawing!.points, done = drawing!.done;
    drawing = null;
    $("said").textContent = "";
    if (points.length > 2) done(points);
    schedule();
}

function startDrawing(): void {
    const index = selected, svg = $("left").querySelector("svg")!;
    drawing = { points: [], done(points) {
        const shape: Shape = { shape: "polygon", vertices: points, pose: { position: [0, 0] } }, before = failure;
        if (ask({ op: "overlap", a: shape, b: shape })) { selected = index; change(index, shape); page(); remember(); } else $("said").textContent = failure;
        failure = before;
    } };
    $("said").textContent = "Click the corners in order around; click the first one again, or press Enter, to close the polygon.";
    const click = (event: MouseEvent) => {
        if (!drawing) return svg.removeEventListener("click", click, true);
        const k = svg.viewBox.baseVal.height / svg.getBoundingClientRect().height, p = left.at!(event);
        const first = drawing.points[0];
        if (first && drawing.points.length > 2 && size(sub(first, p)) < 14 * k) finishDrawing();
        else drawing.points.push(p.map((x) => Number(x.toPrecision(6))) as Vec2);
        schedule();
    };
    svg.addEventListener("click", click, true);
}

async function takeFile(file: File): Promise<void> {
    if (scene.dimension === 2) await show({ ...gallery[1]!.scene, ask: "distance" });
    try {
        feeler.addFile(file.name, new Uint8Array(await file.arrayBuffer()));
        const mesh = feeler.readMesh(file.name), most = Math.max(...mesh.points.flat().map(Math.abs)) || 1;
        feeler.removeFile(file.name);
        replace(selected, { shape: "mesh", vertices: mesh.points.map((p) => p.map((x) => x / most) as Vec3), triangles: mesh.faces });
        $("said").textContent = `${file.name}: ${mesh.faces.length} triangles, scaled to fit.`;
        scene.ask = "distance";
        update();
        fit();
        page();
    } catch (error) {
        $("said").textContent = (error as Error).message;
    }
}

function wire(): void {
    const choice = $<HTMLSelectElement>("gallery");
    choice.replaceChildren(new Option("Gallery ...", ""), ...gallery.map((exhibit, i) => new Option(exhibit.name, String(i))));
    choice.addEventListener("change", () => { if (choice.value) void exhibit(Number(choice.value)); });
    for (const d of [2, 3] as const) $(`d${d}`).addEventListener("click", () => void exhibit(d - 2));
    $("back").addEventListener("click", () => go(step - 1));
    $("next").addEventListener("click", () => go(step + 1));
    $("play").addEventListener("click", play);
    $("slider").addEventListener("input", () => go(Number($<HTMLInputElement>("slider").value)));
    $("kind").addEventListener("change", () => {
        const value = $<HTMLSelectElement>("kind").value;
        if (value === "draw") startDrawing();
        else if (value) replace(selected, makers[value]!(scene.dimension)!);
        $<HTMLSelectElement>("kind").value = "";
    });
    $("turn").addEventListener("change", () => { scene.turn = Number($<HTMLInputElement>("turn").value) || 0; update(); remember(); });
    $("file").addEventListener("change", () => { const file = $<HTMLInputElement>("file").files?.[0]; if (file) void takeFile(file); });
    for (const element of document.querySelectorAll<HTMLElement>("[data-key]"))
        element.addEventListener("click", () => key(new KeyboardEvent("keydown", { key: element.dataset.key!, shiftKey: element.dataset.shift === "yes" })));
    $("link").addEventListener("click", () => { remember(); void copy(location.href, "The link"); });
    $("json").addEventListener("click", () => void copy(inJson(scene), "JSON"));
    $("c").addEventListener("click", () => void copy(inC(scene), "C"));
    $("javascript").addEventListener("click", () => void copy(inJavaScript(scene), "JavaScript"));
    $("python").addEventListener("click", () => void copy(inPython(scene), "Python"));
    document.addEventListener("keydown", key);
    addEventListener("hashchange", () => void open());
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => { event.preventDefault(); const file = event.dataTransfer?.files[0]; if (file) void takeFile(file); });
}

async function exhibit(i: number): Promise<void> {
    $("about").textContent = gallery[i]!.about;
    history.replaceState(null, "", `#gallery=${i + 1}`);
    $<HTMLSelectElement>("gallery").value = String(i);
    await show(gallery[i]!.scene);
}

/** What the address says. */
async function open(): Promise<void> {
    const number = /^#gallery=(\d+)$/.exec(location.hash)?.[1];
    if (number && gallery[Number(number) - 1]) return exhibit(Number(number) - 1);
    try {
        const found = sceneOfFragment(location.hash, feeler);
        if (!found) return await exhibit(0);
        $("about").textContent = "A scene from a link.";
        await show(found);
    } catch (error) {
        await exhibit(0);
        $("said").textContent = `The link cannot be opened: ${(error as Error).message}`;
    }
}

if (parent !== window) document.body.classList.add("embedded");
feeler = await load();
wire();
await open();
