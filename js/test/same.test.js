// The direct calls have the bits of query(), and so of the command: asked are the example questions.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "../dist/index.js";

const f = await load();
const questions = readFileSync(new URL("../../examples/query.jsonl", import.meta.url), "utf8").trim().split("\n").map((line) => JSON.parse(line));

class Untold extends Error {}
/** Throws where a question is written in a form that the direct calls do not have. */
const only = (object, ...names) => { for (const name of Object.keys(object)) if (!names.includes(name)) throw new Untold(name); };

function dimensionOf(value) {
    if (Array.isArray(value)) return typeof value[0] === "number" ? (value.length === 2 || value.length === 3 ? value.length : 0) : value.map(dimensionOf).find(Boolean) ?? 0;
    if (value && typeof value === "object") return Object.entries(value).filter(([name]) => !["rotation", "pose", "triangles", "masks", "from", "to"].includes(name)).map(([, v]) => dimensionOf(v)).find(Boolean) ?? 0;
    return 0;
}

function poseOf(pose, d) {
    if (!pose) return undefined;
    only(pose, "position", "rotation");
    if (pose.rotation !== undefined && !(d === 2 ? typeof pose.rotation === "number" : Array.isArray(pose.rotation))) throw new Untold("rotation");
    return pose;
}

/** The shape as the direct calls make it, without its pose. */
function make(shape, d) {
    if (!shape) throw new Untold("a list");
    const { shape: kind, pose, from, to, rounding, ...own } = shape, options = rounding === undefined ? {} : { rounding };
    const all = { ...own, ...options }, named = { point: "position", segment: "a b", ray: "origin direction", line: "origin direction", circle: "center radius", sphere: "center radius", capsule: "a b radius",
        aabb: "min max", cylinder: "a b radius", cone: "apex base radius", triangle: "a b c", quad: "a b c d", tetrahedron: "a b c d" };
    if (named[kind]) only(own, ...named[kind].split(" "));
    if (named[kind] && kind !== "point" && named[kind].split(" ").some((name) => !(name in own))) throw new Untold(kind);
    const by = (name) => f[name + d] ?? f[name];
    switch (kind) {
    case "point": return by("point").call(f, own.position, options);
    case "plane": case "halfspace": only(own, "normal", "offset", "point"); return by(kind).call(f, own);
    case "box": case "ellipsoid": {
        only(own, "center", "half_extents", "radii", "rotation", "axes");
        if (own.rotation !== undefined && typeof own.rotation !== "number" && !Array.isArray(own.rotation)) throw new Untold("rotation");
        const turned = own.axes ? (d === 2 ? { axis: own.axes[0] } : { axes: own.axes }) : own.rotation === undefined ? {} : { rotation: own.rotation };
        return by(kind).call(f, { center: own.center, halfExtents: own.half_extents, radii: own.radii ?? own.half_extents, ...turned, ...options });
    }
    case "rectangle": only(own, "center", "axes", "half_extents"); return f.rectangle3({ center: own.center, axes: own.axes, halfExtents: own.half_extents, ...options });
    case "polygon": only(own, "vertices"); return by("polygon").call(f, own.vertices, options);
    case "convex": only(own, "points", "radius"); return by("convex").call(f, own.points, { radius: own.radius, ...options });
    case "mesh": only(own, "vertices", "triangles", "solid"); return f.mesh3(own.vertices, own.triangles.flat(), { solid: own.solid });
    case "height_field": {
        only(own, "heights", "spacing", "first", "diagonal", "holes", "turned", "neighbors");
        const { heights, ...rest } = own;
        return f.heights3(heights.flat().map((z) => z ?? NaN), heights[0].length, rest);
    }
    case "compound": only(own, "shapes"); return by("compound").call(f, own.shapes.map((part) => ({ shape: make(part, d), pose: poseOf(part.pose, d) })));
    default:
        if (!named[kind]) throw new Untold(kind);
        return by(kind).call(f, all);
    }
}

/** What a direct call answers, as query() writes it. Shapes are made one by one or, whole and in world, by f.shape(). */
function direct(q, whole) {
    if (q.all) throw new Untold("all hits");
    const d = dimensionOf({ ...q, motion: q.motion ?? 0 }) || 3, by = (name) => f[name + d].bind(f);
    const pair = () => (!q.a || !q.b ? make() : whole ? [f.shape(q.a), f.shape(q.b)] : [make(q.a, d), poseOf(q.a.pose, d), make(q.b, d), poseOf(q.b.pose, d)]);
    const listed = (shape) => (whole ? f.shape(shape) : { shape: make(shape, d), pose: poseOf(shape.pose, d) });
    const list = () => by("list")(q.shapes.map(listed), { masks: q.masks }), filter = { mask: q.mask };
    const one = () => (whole ? [f.shape(q.shape)] : [make(q.shape, d), poseOf(q.shape.pose, d)]);
    const zero = (v) => v.every((x) => x === 0);
    const manifold = (m) => ({ ...(m.inseparable ? { inseparable: true } : {}), ...(m.points.length ? { normal: m.normal } : {}), points: m.points });
    const mark = (r) => (r.converged ? {} : { converged: false });
    switch (q.op) {
    case "overlap": return { overlap: by("overlap")(...pair()) };
    case "distance": { const r = by("distance")(...pair()); return { ...mark(r), distance: r.distance, ...(r.distance ? { a: r.pointA, b: r.pointB } : {}) }; }
    case "signed_distance": {
        const r = by("signedDistance")(...pair());
        return r.inseparable ? { inseparable: true } : { ...mark(r), signed_distance: r.signedDistance, ...(r.converged ? {} : { lower: r.lower, upper: r.upper }), normal: r.normal, a: r.pointA, b: r.pointB };
    }
    case "contact": {
        const options = { margin: q.margin, faceBias: q.face_bias }, shapes = pair(), r = by("contact")(...shapes, options);
        const several = d === 3 && [q.a, q.b].some((s) => ["mesh", "compound"].includes(s.shape));
        const part = (p, s) => ({ ...(s.shape === "compound" ? { child: p.child } : {}), ...(p.triangle === undefined ? {} : { triangle: p.triangle }), ...(p.corners.length ? { corners: p.corners } : {}) });
        return { ...mark(r), ...manifold(r), ...(several ? { manifolds: f.contacts3(...shapes, options).map((m) => manifold({ ...m, points: m.points.map((p) => ({ ...p, a: part(p.a, q.a), b: part(p.b, q.b) })) })) } : {}) };
    }
    case "overlaps": { const shapes = [...by("overlapsList")(...one(), ...(whole ? [undefined] : []), list(), filter)]; return { overlap: shapes.length > 0, shapes }; }
    case "nearest": {
        const r = by("nearestList")(...one(), ...(whole ? [undefined] : []), list(), { maxDistance: q.max_distance, ...filter });
        return r ? { found: true, ...mark(r), shape: r.shape, distance: r.distance, ...(r.distance ? { a: r.pointA, b: r.pointB } : {}) } : { found: false };
    }
    case "near": {
        const meshes = whole ? [f.shape(q.shape), f.shape(q.mesh)] : [...one(), make(q.mesh, d), poseOf(q.mesh.pose, d)];
        return { triangles: f.near3(...meshes, { count: q.count, maxDistance: q.max_distance }).map((n) => ({ triangle: n.triangle, distance: n.distance, a: n.pointA, b: n.pointB })) };
    }
    case "meet": {
        if (q.a.pose || q.b?.pose || !q.end_a && !q.b) throw new Untold("pose");
        const a = whole ? f.shape(q.a) : make(q.a, d), b = q.b && (whole ? f.shape(q.b) : make(q.b, d)), options = { tolerance: q.tolerance, target: q.target };
        const meeting = (m) => ({ ...mark(m), t: m.t, a: m.verticesA, b: m.verticesB, ...(m.t ? { point: m.point, normal: m.normal } : {}) });
        if (!q.all) { const m = b ? f.meeting3(a, q.end_a ?? null, b, q.end_b ?? null, options) : f.selfMeeting3(a, q.end_a, options); return m ? { hit: true, ...meeting(m) } : { hit: false }; }
        const all = b ? f.meetings3(a, q.end_a ?? null, b, q.end_b ?? null, options) : f.selfMeetings3(a, q.end_a, options);
        return { hit: all.length > 0, hits: all.map(meeting) };
    }
    case "grid": {
        // a mesh of a question stands in world, not under a pose, and its grid has a limit
        if (q.cells > 100 || !whole && q.mesh.pose) throw new Untold("pose");
        const grid = f.grid3(whole ? f.shape(q.mesh) : make(q.mesh, d), undefined, { cell: q.cell, cells: q.cells, margin: q.margin }), { signed, min, max, cell, columns, rows, layers, error } = grid.info;
        return { signed, min, max, cell, corners: [columns, rows, layers], largest_error: error, samples: q.points.map((p) => { const { outside, ...s } = f.gridDistance3(p, grid); return { ...s, ...(outside ? { outside } : {}) }; }) };
    }
    case "intersection": {
        const r = f.intersection3(...pair());
        return { ...(r.solid ? { volume: r.volume, area: r.area, centroid: r.centroid } : {}), length: r.length, lines: r.lines.map((l) => ({ closed: l.closed, length: l.length,
            points: Array.from({ length: l.points.length / 3 }, (_, i) => [...l.points.slice(3 * i, 3 * i + 3)]), triangles: [...l.trianglesA.slice(0, l.closed ? undefined : -1)].map((t, i) => [t, l.trianglesB[i]]) })) };
    }
    case "raycast": {
        if (q.steps) throw new Untold("steps");
        const { shape: kind = "ray", pose, ...ray } = q.ray;
        if (pose) throw new Untold("pose");
        only(ray, "origin", "direction", "a", "b");
        const path = { ...ray, line: kind === "line", maxT: q.max_t }, h = q.shapes ? by("raycastList")(path, list(), filter) : by("raycast")(path, ...one());
        const kindHit = (q.shapes ? q.shapes[h?.shape ?? 0] : q.shape).shape;
        if (!h || !Number.isFinite(h.t)) return { hit: !!h };
        return { hit: true, ...(q.shapes ? { shape: h.shape } : {}), t: h.t, point: h.point, ...(h.inside || zero(h.normal) ? {} : { normal: h.normal }), ...(d === 2 && !h.inside && ["aabb", "box", "triangle", "polygon"].includes(kindHit) ? { edge: h.edge } : {}),
            ...(h.triangle === undefined ? {} : { triangle: h.triangle, barycentric: h.barycentric }), ...(d === 3 && kindHit === "compound" ? { child: h.child } : {}) };
    }
    case "contains": return { contains: by("contains")(q.point, ...one()) };
    case "classify": {
        const { shape: _, ...plane } = q.plane;
        only(plane, "normal", "offset", "point");
        return { side: by("classify")(plane, ...one()) };
    }
    case "bounds": return by("bounds")(...one());
    case "sweep": {
        if (q.steps) throw new Untold("steps");
        const moving = () => (whole ? [f.shape(q.a), undefined] : [make(q.a, d), poseOf(q.a.pose, d)]);
        const r = q.shapes ? by("sweepList")(...moving(), q.motion, list(), { target: q.target, ...filter }) : by("sweep")(...pair(), q.motion, { target: q.target });
        return r ? { hit: true, t: r.t, ...(r.atStart ? {} : { point: r.point, normal: r.normal }), ...(q.shapes ? { shape: r.shape } : {}) } : { hit: false };
    }
    case "motion": {
        if (q.steps) throw new Untold("steps");
        if (whole || q.a.pose || q.b.pose) throw new Untold("pose");
        const path = (s) => (s.to ? { from: poseOf(s.from, d) ?? {}, to: poseOf(s.to, d) } : {});
        const r = by("toi")(make(q.a, d), path(q.a), make(q.b, d), path(q.b), { tolerance: q.tolerance, target: q.target });
        return r ? { hit: true, t: r.t } : { hit: false };
    }
    default: throw new Untold(q.op);
    }
}

test("the example questions have the same answers as by query(), bit by bit", () => {
    for (const whole of [false, true]) {
        const asked = {};
        for (const q of questions) {
            let expected, found;
            try {
                const { id, ...answer } = f.query(q);
                expected = answer;
                // by which corners a point of the plane is made is told by the question alone
                if (q.op === "sweep" || q.op === "motion") delete answer.a, delete answer.b;
                if (q.op === "contact" && answer.points?.[0]?.position.length === 2) for (const p of answer.points) delete p.a, delete p.b;
            } catch (error) { expected = error.code; }
            try {
                found = direct(q, whole);
            } catch (error) {
                if (error instanceof Untold) continue;
                found = error.code;
                if (!found) throw error;
            }
            assert.deepStrictEqual(found, expected, JSON.stringify(q));  // tells 0 from -0
            asked[q.op] = (asked[q.op] ?? 0) + 1;
        }
        for (const op of ["overlaps", "nearest", "near", "intersection", "meet", "grid"]) assert.ok(asked[op] >= 1, `${op}: ${asked[op]}`);
        for (const op of ["overlap", "distance", "signed_distance", "contact", "raycast", "contains", "classify", "bounds", "sweep"]) assert.ok(asked[op] >= 2, `${op}: ${asked[op]}`);
        assert.ok(Object.values(asked).reduce((sum, n) => sum + n) >= (whole ? 280 : 300));
    }
});
