import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { layoutSource, layoutText } from "../layout.js";
import { Block, FeelerError, load, Mesh3, Shape3 } from "../dist/index.js";

const f = await load();
/** The surface of the cube from -1 to 1, closed. */
const cubeVertices = [-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1];
const cubeTriangles = [0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 2, 3, 7, 2, 7, 6, 1, 2, 6, 1, 6, 5, 0, 4, 7, 0, 7, 3];
const cube = (options) => f.mesh3(cubeVertices, cubeTriangles, options);
const near = (found, expected, error = 1e-12) => assert.ok(Math.abs(found - expected) <= error, `${found} is not ${expected}`);
const fails = (act, code, argument) => assert.throws(act, (e) => e instanceof FeelerError && e.code === code && e.argument === argument && e.message.length > 10 || assert.fail(`${e.stack} ${e.code} ${e.argument}`));

test("a ball and a box: every question, from its definition", () => {
    const box = f.box3({ halfExtents: [1, 2, 3] }), ball = f.sphere({ radius: 0.5 }), at = { position: [4, 0, 0] };
    assert.deepEqual(f.distance3(box, undefined, ball, at), { distance: 2.5, pointA: [1, 0, 0], pointB: [3.5, 0, 0], converged: true });
    assert.equal(f.overlap3(box, ball), true);
    assert.equal(f.overlap3(box, {}, ball, at), false);
    assert.equal(f.overlap3(ball, at, box, {}), false);
    // turned a quarter about z the box reaches 2 along x
    const quarter = { rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] };
    near(f.distance3(box, quarter, ball, at).distance, 1.5);
    const deep = f.signedDistance3(box, {}, ball, { position: [0.9, 0, 0] });
    near(deep.signedDistance, -0.6);
    assert.deepEqual(deep.normal.map((x) => x + 0), [1, 0, 0]);
    const touch = f.contact3(box, {}, ball, { position: [1.25, 0, 0] });
    assert.deepEqual(touch.normal.map((x) => x + 0), [1, 0, 0]);
    assert.equal(touch.points.length, 1);
    near(touch.points[0].depth, 0.25);
    assert.equal(f.contact3(box, {}, ball, at).points.length, 0);
    assert.equal(f.contact3(box, {}, ball, at, { margin: 3 }).points.length, 1);
    assert.equal(f.contact3(box, {}, box, { position: [0, 3.5, 0] }).points.length, 4, "two faces, four points");
    near(f.sweep3(ball, { position: [-5, 0, 0] }, box, {}, [7, 0, 0]).t, 0.5);
    assert.equal(f.sweep3(ball, { position: [-5, 0, 0] }, box, {}, [-7, 0, 0]), null);
    assert.equal(f.sweep3(ball, box, [1, 0, 0]).atStart, true);
    near(f.sweep3(ball, { position: [-5, 0, 0] }, box, {}, [7, 0, 0], { target: 0.7 }).t, 0.4);
    near(f.toi3(ball, { from: { position: [-5, 0, 0] }, to: { position: [2, 0, 0] } }, box, {}).t, 0.5, 1e-6);
    assert.equal(f.toi3(ball, at, box, {}), null);
    const hit = f.raycast3({ origin: [-5, 0, 0], direction: [2, 0, 0] }, box);
    assert.deepEqual([hit.t, hit.point, hit.inside, hit.normal[0]], [2, [-1, 0, 0], false, -1]);
    assert.equal(f.raycast3({ origin: [-5, 0, 0], direction: [2, 0, 0], maxT: 1.5 }, box), null);
    assert.equal(f.raycast3({ origin: [5, 0, 0], direction: [2, 0, 0] }, box), null);
    assert.equal(f.raycast3({ origin: [5, 0, 0], direction: [2, 0, 0], line: true }, box).t, -3);
    assert.equal(f.raycast3({ a: [-3, 0, 0], b: [1, 0, 0] }, box).t, 0.5);
    assert.equal(f.contains3([1, 2, 3], box), true);
    assert.equal(f.contains3([1, 2, 3], box, at), false);
    assert.deepEqual(f.bounds3(ball, at), { min: [3.5, -0.5, -0.5], max: [4.5, 0.5, 0.5] });
    assert.equal(f.classify3({ normal: [1, 0, 0], point: [2, 7, 7] }, ball, at), "front");
    assert.equal(f.classify3({ normal: [1, 0, 0], offset: 2 }, box), "back");
    assert.equal(f.classify3({ normal: [1, 0, 0], offset: 1 }, box), "crosses");
    const rounded = f.box3({ halfExtents: [1, 1, 1], rounding: 0.25 });
    assert.equal(f.distance3(rounded, {}, ball, at).distance, 2.25);
});

test("in the plane", () => {
    const disc = f.circle({ center: [3, 4], radius: 1 }), origin = f.point2([0, 0]), square = f.box2({ halfExtents: [1, 1] });
    assert.equal(f.distance2(origin, disc).distance, 4);
    near(f.distance2(square, { rotation: Math.PI / 4 }, origin, { position: [2, 0] }).distance, 2 - Math.SQRT2);
    assert.equal(f.contact2(square, {}, square, { position: [0, 1.5] }).points.length, 2);
    assert.equal(f.overlap2(square, { position: [1, 0] }, square, { position: [-1, 0] }), true);
    const hull = f.convex2([[0, 0], [2, 0], [1, 1], [2, 2], [0, 2], [1, 0]]);
    assert.deepEqual([...f.corners2(hull)], [0, 0, 2, 0, 2, 2, 0, 2]);
    assert.equal(f.contains2([1.5, 2.25], f.polygon2([0, 0, 3, 0, 3, 3, 2, 3, 2, 1, 1, 1, 1, 3, 0, 3])), false);
    assert.deepEqual(f.bounds2(f.compound2([{ shape: square, pose: { position: [5, 0] } }, disc])), { min: [2, -1], max: [6, 5] });
    // the disc meets the corner (1, 1): |(2, 3) - 4 t (1, 1)| = 1
    near(f.sweep2(disc, square, [-4, -4]).t, (5 - Math.sqrt(25 - 2 * 12)) / 2 / 4, 1e-9);
    assert.equal(f.raycast2({ origin: [-5, 0], direction: [1, 0] }, square).edge, 0);
    assert.equal(f.toi2(square, { to: { rotation: Math.PI / 4 } }, f.point2([1.2, 0]), {}) !== null, true);
    assert.equal(f.signedDistance2(f.line2({ origin: [0, 0], direction: [1, 0] }), f.line2({ origin: [0, 0], direction: [0, 1] })).inseparable, true);
    assert.equal(f.classify2({ normal: [0, 1], offset: 2 }, disc), "front");
    assert.equal(f.gjk2(origin, disc).distance, 4);
    assert.ok(f.distanceBounds2(origin, disc, { maxDistance: 1 }).beyond);
});

test("vectors of three.js, typed arrays and plain arrays are alike", () => {
    const xyz = (x, y, z) => ({ x, y, z, isVector3: true, length() { return Math.hypot(x, y, z); } });
    const a = f.capsule3({ a: xyz(0, 0, 0), b: xyz(0, 1, 0), radius: 1 }), b = f.capsule3({ a: [0, 0, 0], b: new Float32Array([0, 1, 0]), radius: 1 });
    const pose = { position: xyz(4, 0, 0), rotation: { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 } };
    const other = { position: [4, 0, 0], rotation: new Float64Array([Math.SQRT1_2, 0, 0, Math.SQRT1_2]) };
    assert.deepEqual(f.distance3(a, {}, a, pose), f.distance3(b, {}, b, other));
    near(f.distance3(a, {}, a, pose).distance, 1);
});

test("what was freed is refused, freeing twice is harmless, a block frees at its end", () => {
    const a = f.sphere({ radius: 1 }), b = f.sphere({ radius: 2 });
    a.free();
    a.free();
    assert.equal(a.freed, true);
    fails(() => f.distance3(a, b), "freed", "a");
    fails(() => f.distance3(b, {}, a, {}), "freed", "b");
    fails(() => f.bounds3(a), "freed", "shape");
    b[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
    assert.equal(b.freed, true);
    const block = f.alloc(Float64Array, 4);
    block.free();
    fails(() => block.array, "freed", "block");
    const scene = f.scene2([]);
    scene.free();
    fails(() => scene.pairs(), "freed", "scene");
});

test("a compound keeps the mesh and hull that were freed", () => {
    const mesh = cube({ solid: true }), hull = f.hull3(cubeVertices), ball = f.sphere({ radius: 1 });
    const inner = f.compound3([{ shape: mesh, pose: { position: [10, 0, 0] } }, hull]), union = f.compound3([ball, { shape: inner, pose: { position: [0, 20, 0] } }]), scene = f.scene3([union, mesh]);
    for (const shape of [mesh, hull, inner]) shape.free();
    for (let i = 0; i < 100; i++) f.alloc(Float64Array, 100).array.fill(NaN);  // over what was given back too early
    assert.deepEqual(f.bounds3(union), { min: [-1, -1, -1], max: [11, 21, 1] });
    assert.equal(f.distance3(union, {}, ball, { position: [10, 20, 5] }).distance, 3);
    union.free();
    scene.setPose(1, { position: [10, 22, 0] });
    assert.deepEqual([...scene.contacts().pairs], [0, 1]);
});

test("shapes as questions write them, in files too", () => {
    f.addFile("cube.obj", new TextEncoder().encode(Array.from({ length: 8 }, (_, i) => `v ${cubeVertices.slice(3 * i, 3 * i + 3).join(" ")}\n`).join("") + Array.from({ length: 12 }, (_, i) => `f ${cubeTriangles.slice(3 * i, 3 * i + 3).map((k) => k + 1).join(" ")}\n`).join("")));
    const mesh = f.shape({ shape: "mesh", file: "cube.obj", solid: true, pose: { rotation: { axis: [0, 0, 1], degrees: 90 }, position: [0, 0, 1] } });
    assert.ok(mesh instanceof Mesh3 && mesh.info.volume === 8);
    assert.deepEqual(f.bounds3(mesh, { position: [5, 0, 0] }), { min: [4, -1, 0], max: [6, 1, 2] });
    assert.equal(f.nearest3([0, 0, 5], mesh).distance, 3);
    const union = f.compound3([f.shape({ shape: "compound", shapes: [{ shape: "mesh", file: "cube.obj", pose: { position: [0, 9, 0] } }, { shape: "sphere", center: [0, 0, 0], radius: 2 }] })]);
    f.removeFile("cube.obj");
    assert.deepEqual(f.bounds3(union), { min: [-2, -2, -2], max: [2, 10, 2] });
    assert.deepEqual(f.bounds2(f.shape({ shape: "circle", center: [1, 2], radius: 3 })), { min: [-2, -1], max: [4, 5] });
    fails(() => f.shape({ shape: "mesh", file: "cube.obj" }), "bad_file", "shape");
    fails(() => f.shape({ shape: "ball" }), "unknown_shape", "shape");
});

test("errors say which argument and why", () => {
    const ball = f.sphere({ radius: 1 });
    fails(() => f.sphere({ radius: -1 }), "invalid_shape", "radius");
    fails(() => f.sphere({}), "wrong_type", "radius");
    fails(() => f.sphere(), "wrong_type", "sphere");
    fails(() => f.box3({ halfExtents: [1, NaN, 1] }), "not_finite", "halfExtents");
    fails(() => f.box3({ halfExtents: [1, 1, 1], axes: [[1, 0, 0], [1, 0, 0], [0, 0, 1]] }), "invalid_shape", "box");
    fails(() => f.box3({ halfExtents: [1, 1, 1], rotation: [0, 0, 0, 0] }), "invalid_shape", "rotation");
    fails(() => f.halfspace3({ normal: [0, 0, 0], offset: 1 }), "invalid_shape", "halfspace");
    fails(() => f.halfspace3({ normal: [0, 0, 1], offset: 1, rounding: 1 }) && f.ray3({ origin: [0, 0, 0], direction: [0, 0, 0] }), "invalid_shape", "ray");
    fails(() => f.point3([0, 0, 0], { rounding: -1 }), "invalid_shape", "rounding");
    fails(() => f.distance3(ball, { position: [1, 2] }, ball, {}), "wrong_type", "poseA.position");
    fails(() => f.distance3(ball, {}, ball, { rotation: [1, 0, 0, Infinity] }), "not_finite", "poseB.rotation");
    fails(() => f.distance3(ball, f.circle({ radius: 1 })), "wrong_type", "b");
    fails(() => f.distance2(ball, ball), "wrong_type", "a");
    fails(() => f.contact3(ball, ball, { margin: -1 }), "invalid_shape", "margin");
    fails(() => f.bounds3(f.plane3({ normal: [0, 0, 1], offset: 0 })), "unbounded", undefined);
    fails(() => f.polygon3([[0, 0, 0], [2, 2, 0], [2, 0, 0], [0, 2, 0]]), "invalid_shape", "polygon");
    fails(() => f.polygon2([0, 0, 1]), "wrong_type", "points");
    fails(() => f.hull3([]), "invalid_shape", "hull3");
    fails(() => f.compound3([]), "invalid_shape", "compound3");
    fails(() => f.mesh3([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 3]), "invalid_shape", "mesh3");
    fails(() => f.mesh3([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1]), "wrong_type", "triangles");
    fails(() => f.mesh3([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2], { solid: true }), "invalid_shape", "solid");
    fails(() => f.nearest3([0, 0, 0], ball), "wrong_type", "mesh");
    fails(() => f.gjk3(ball, cube()), "invalid_shape", undefined);
    fails(() => f.distance3(f.sphere({ center: [1e308, 0, 0], radius: 1 }), { position: [1e308, 0, 0] }, ball, {}), "not_finite", undefined);
    assert.equal(f.distance3(ball, ball).distance, 0, "and the next is answered");
});

test("another instance's shape is refused", async () => {
    const other = await load(), ball = other.sphere({ radius: 1 });
    fails(() => f.bounds3(ball), "wrong_type", "shape");
    assert.equal(other.distance3(ball, ball).distance, 0);
});

test("a cube as a mesh", () => {
    const surface = cube(), solid = cube({ solid: true });
    assert.ok(surface instanceof Mesh3 && surface instanceof Shape3);
    assert.deepEqual(surface.info, { min: [-1, -1, -1], max: [1, 1, 1], vertexCount: 8, triangleCount: 12, boundaryEdgeCount: 0, componentCount: 1, volume: 8, watertight: true, oriented: true });
    assert.deepEqual(f.mesh3(cubeTriangles.flatMap((i) => cubeVertices.slice(3 * i, 3 * i + 3))).info.boundaryEdgeCount, 0, "three vertices a triangle are welded");
    assert.equal(f.contains3([0, 0, 0], surface), false);
    assert.equal(f.contains3([0, 0, 0], solid), true);
    near(f.winding3([0.1, 0.2, 0.3], surface), 1);
    near(f.winding3([3, 0.2, 0.3], surface), 0);
    near(f.winding3([0.1, 0.2, 0.3], surface, {}, { quick: true }), 1, 0.005);
    f.nearest3([0.2, 0.3, 5], surface, { position: [0, 0, 1] }).point.forEach((x, i) => near(x, [0.2, 0.3, 2][i]));
    assert.equal(f.nearest3([0.2, 0.3, 5], surface, undefined, { maxDistance: 3 }), null);
    assert.ok([2, 3].includes(f.raycast3({ origin: [0.2, 0.3, 5], direction: [0, 0, -1] }, surface).triangle));
    const clash = f.interference3(surface, {}, surface, { position: [1.5, 0, 0] });
    assert.equal(clash.kind, "clash");
    assert.equal(f.interference3(surface, {}, surface, { position: [3, 0, 0] }).kind, "apart");
    assert.deepEqual([f.interference3(surface, {}, surface, { position: [3, 0, 0] }, { clearance: 2 })].map((i) => [i.kind, i.distance]), [["clearance", 1]]);
    assert.equal(f.interference3(surface, surface).kind, "clash");
    // a ball in the corner of two walls stands on both
    const walls = f.mesh3([0, 0, -5, 0, 0, 5, 9, 0, -5, 9, 0, 5, 0, 9, -5, 0, 9, 5], [0, 1, 2, 2, 1, 3, 0, 4, 1, 1, 4, 5]), regions = f.contacts3(walls, {}, f.sphere({ radius: 1 }), { position: [0.9, 0.8, 0] });
    assert.equal(regions.length, 2);
    assert.deepEqual(regions.map((r) => r.points[0].depth.toFixed(12)).sort(), ["0.100000000000", "0.200000000000"]);
    assert.ok(regions.every((r) => r.points[0].a.triangle < 4 && r.points[0].b.triangle === undefined));
});

test("many regions: more than the first call has room for", () => {
    const bumps = f.compound3(Array.from({ length: 50 }, (_, i) => f.sphere({ center: [3 * i, 0, 0], radius: 1 })));
    const floor = f.box3({ halfExtents: [200, 1, 1] });
    const regions = f.contacts3(bumps, {}, floor, { position: [0, -1.9, 0] });
    assert.equal(regions.length, 50);
    assert.deepEqual(regions.map((r) => r.points[0].a.child).sort((p, q) => p - q), Array.from({ length: 50 }, (_, i) => i));
    for (const r of regions) near(r.points[0].depth, 0.1);
});

test("a hull has the corners of its points and Euler's number of faces", () => {
    const hull = f.hull3([...cubeVertices, 0, 0, 0, 0.5, 0.5, 0.5, 1, 0, 0]);
    assert.equal(hull.info.dimension, 3);
    near(hull.info.volume, 8);
    near(hull.info.area, 24);
    assert.equal(hull.vertices.length, 24);
    assert.equal(hull.faces.length, 6, "coplanar faces are one");
    assert.deepEqual([...hull.sources].sort(), [0, 1, 2, 3, 4, 5, 6, 7]);
    hull.sources.forEach((from, i) => assert.deepEqual([...hull.vertices.slice(3 * i, 3 * i + 3)], cubeVertices.slice(3 * from, 3 * from + 3)));
    near(f.distance3(hull, { position: [1e6, 0, 0] }, hull, { position: [1e6 + 5, 0, 0] }).distance, 3, 1e-9);
    assert.deepEqual([f.hull3([0, 0, 0, 1, 0, 0]).info.dimension, f.hull3([0, 0, 0, 1, 0, 0]).faces], [1, []]);
    assert.equal(f.hull3(cubeVertices, { vertexLimit: 4 }).vertices.length, 12);
    near(f.distance3(f.hull3(cubeVertices, { radius: 0.5 }), {}, hull, { position: [5, 0, 0] }).distance, 2.5);
});

test("a cache begins where the last answer ended", () => {
    // a ball of points, so that GJK needs several steps
    const points = Array.from({ length: 200 }, (_, i) => { const z = -1 + 2 * i / 199, r = Math.sqrt(1 - z * z), t = 2.4 * i; return [r * Math.cos(t), r * Math.sin(t), z]; });
    const ball = f.hull3(points), cache = f.cache(), at = (x) => ({ position: [x, 1, 0.7] });
    const cold = f.gjk3(ball, {}, ball, at(3), { cache }), warm = f.gjk3(ball, {}, ball, at(3.001), { cache }), fresh = f.gjk3(ball, {}, ball, at(3.001));
    assert.ok(warm.iterations < cold.iterations, `${warm.iterations} of ${cold.iterations}`);
    near(warm.distance, fresh.distance, 1e-14);
    assert.ok(f.distanceBounds3(ball, {}, ball, at(3.002), { cache }).lower <= f.distance3(ball, {}, ball, at(3.002)).distance);
    near(Math.max(...f.contact3(ball, {}, ball, at(1), { cache }).points.map((p) => p.depth)), -f.signedDistance3(ball, {}, ball, at(1)).signedDistance);
    assert.ok(f.distanceBounds3(ball, {}, ball, at(9), { maxDistance: 1 }).beyond);
    cache.free();
    fails(() => f.gjk3(ball, ball, { cache }), "freed", "cache");
});

test("rays and points by the thousand have the answers of single ones, from arrays and from blocks", () => {
    const mesh = cube(), pose = { position: [0.1, 0.2, 0.3], rotation: [0.9, 0.1, 0.2, 0.3] }, count = 1000, rays = new Float64Array(6 * count);
    for (let i = 0, x = 1; i < rays.length; i++) rays[i] = ((x = x * 48271 % 2147483647) / 2147483647 - 0.5) * (i % 6 < 3 ? 8 : 1);
    const hits = f.raycasts3(rays, mesh, pose);
    let found = 0;
    for (let i = 0; i < count; i++) {
        const single = f.raycast3({ origin: rays.slice(6 * i, 6 * i + 3), direction: rays.slice(6 * i + 3, 6 * i + 6) }, mesh, pose);
        assert.deepEqual([hits.t[i], hits.triangles[i]], single ? [single.t, single.triangle] : [Infinity, 0xffffffff]);
        if (!single) continue;
        found++;
        assert.deepEqual([[...hits.points.slice(3 * i, 3 * i + 3)], [...hits.normals.slice(3 * i, 3 * i + 3)]], [single.point, single.normal]);
    }
    assert.ok(found > 50 && found < count - 50, `${found} hit`);
    const block = f.alloc(Float64Array, rays.length), t = f.alloc(Float64Array, count), triangles = f.alloc(Uint32Array, count);
    block.array.set(rays);
    f.raycastsInto3(block, mesh, pose, { t, triangles });
    assert.deepEqual([t.array, triangles.array], [hits.t, hits.triangles]);
    assert.deepEqual(f.raycasts3(block, mesh, pose, { maxT: 2 }).t, hits.t.map((x) => (x <= 2 ? x : Infinity)));
    const ball = f.raycasts3([-5, 0, 0, 1, 0, 0, -5, 2, 0, 1, 0, 0], f.sphere({ radius: 1 }));
    assert.deepEqual([[...ball.t], ball.triangles[0]], [[4, Infinity], 0xffffffff]);
    const points = rays.slice(0, 300), nearest = f.nearests3(points, mesh, pose), distances = f.alloc(Float64Array, 100), from = f.alloc(Float64Array, 300);
    for (let i = 0; i < 100; i++) {
        const single = f.nearest3(points.slice(3 * i, 3 * i + 3), mesh, pose);
        assert.deepEqual([nearest.distances[i], [...nearest.points.slice(3 * i, 3 * i + 3)], nearest.triangles[i]], [single.distance, single.point, single.triangle]);
    }
    from.array.set(points);
    f.nearestsInto3(from, mesh, pose, { distances });
    assert.deepEqual(distances.array, nearest.distances);
    fails(() => f.raycastsInto3(block, mesh, pose, { t: f.alloc(Float64Array, count - 1) }), "wrong_type", "into.t");
    fails(() => f.raycastsInto3(block, mesh, pose, { t: f.alloc(Uint32Array, count) }), "wrong_type", "into.t");
    fails(() => f.raycasts3([1, 2, 3], mesh), "wrong_type", "rays");
});

test("blocks and answers outlive a memory that grows", () => {
    const block = f.alloc(Float64Array, 100), before = block.array, ball = f.sphere({ radius: 1 });
    assert.ok(block instanceof Block);
    block.array[7] = 42;
    const large = f.alloc(Uint8Array, 64 << 20);
    assert.equal(before.length, 0, "the memory has grown");
    assert.equal(block.array[7], 42);
    assert.equal(block.array.length, 100);
    assert.equal(f.distance3(ball, {}, ball, { position: [5, 0, 0] }).distance, 3);
    large.free();
    // hulls and meshes that grow it while they are made
    const points = Float64Array.from({ length: 30000 }, (_, i) => Math.sin(i * i));
    assert.ok(f.hull3(points).vertices.length > 100);
});

test("pairs of boxes", () => {
    const boxes = [0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 5, 5, 5, 6, 6, 6];
    assert.deepEqual([...f.boxPairs3(boxes)], [0, 1]);
    assert.deepEqual([...f.boxPairs3(boxes, 3)], [0, 1, 1, 2]);
    assert.deepEqual([...f.boxPairs3([])], []);
    fails(() => f.boxPairs3(boxes, -1), "invalid_shape", undefined);
});

test("a list: a level that is asked for rays, overlaps, the nearest and the first that is met", () => {
    const ball = f.sphere({ radius: 1 }), floor = f.halfspace3({ normal: [0, 1, 0], offset: -5 }), mesh = cube({ solid: true });
    const level = f.list3([floor, ...Array.from({ length: 50 }, (_, i) => ({ shape: i % 2 ? ball : mesh, pose: { position: [4 * i, 0, 0] } }))], { masks: Array.from({ length: 51 }, (_, i) => (i === 0 ? 4 : i % 2 ? 1 : 2)) });
    for (const shape of [floor, mesh]) shape.free();
    assert.equal(level.count, 51);
    const along = { origin: [-9, 0, 0], direction: [1, 0, 0] };
    assert.deepEqual([f.raycastList3(along, level).shape, f.raycastList3(along, level).t], [1, 8]);
    assert.deepEqual([f.raycastList3(along, level, { mask: 2 }).shape, f.raycastList3(along, level, { mask: 2 }).t], [2, 12]);
    assert.equal(f.raycastList3({ ...along, maxT: 7 }, level), null);
    assert.deepEqual([...f.overlapsList3(ball, { position: [6, 0, 0] }, level)], [2, 3]);
    assert.deepEqual([...f.overlapsList3(f.box3({ halfExtents: [6.5, 9, 1] }), undefined, level)], [0, 1, 2]);
    const nearest = f.nearestList3(ball, { position: [80, 4, 0] }, level);
    assert.deepEqual([nearest.shape, nearest.distance, nearest.beyond], [21, 2, false]);
    assert.equal(f.nearestList3(ball, { position: [80, 4, 0] }, level, { maxDistance: 1 }), null);
    assert.equal(f.nearestList3(ball, { position: [80, 4, 0] }, level, { mask: 4 }).shape, 0);
    const met = f.sweepList3(ball, { position: [80, 9, 0] }, [0, -10, 0], level);
    assert.equal(met.shape, 21);
    near(met.t, 0.7);
    assert.equal(f.sweepList3(ball, { position: [80, 9, 0] }, [0, 10, 0], level), null);
    fails(() => f.nearestList3(ball, {}, level, { maxDistance: 0 }), "invalid_shape", "maxDistance");
    fails(() => f.list3([ball], { masks: [] }), "wrong_type", "masks");
    level.free();
    fails(() => f.raycastList3(along, level), "freed", "list");
    const flat = f.list2([f.circle({ radius: 1 }), { shape: f.box2({ halfExtents: [1, 1] }), pose: { position: [5, 0] } }]), dot = f.point2([0, 0]);
    assert.deepEqual([f.raycastList2({ origin: [9, 0], direction: [-1, 0] }, flat).shape, [...f.overlapsList2(dot, { position: [5, 1] }, flat)], f.nearestList2(dot, { position: [3, 0] }, flat).shape, f.sweepList2(dot, { position: [2, 0] }, [9, 0], flat).t],
        [1, [1], 1, 2 / 9]);
    fails(() => f.raycastList2({ origin: [9, 0], direction: [-1, 0] }, level), "wrong_type", "list");
});

test("two cubes have a cube in common, and its edges are where they cross", () => {
    const a = cube(), common = f.intersection3(a, {}, a, { position: [1, 1, 1] });
    assert.equal(common.solid, true);
    near(common.volume, 1);
    near(common.area, 6);
    common.centroid.forEach((x) => near(x, 0.5));
    assert.equal(common.lines.length, 1);
    assert.ok(common.lines[0].closed);
    near(common.length, 6);
    assert.equal(common.lines[0].points.length, 3 * common.lines[0].trianglesA.length);
    assert.deepEqual(f.intersection3(a, {}, a, { position: [9, 0, 0] }).lines, []);
    const three = f.near3(f.point3([0.1, 0.2, 3]), a, { count: 3 });
    assert.equal(three.length, 3);
    assert.ok([2, 3].includes(three[0].triangle) && three[0].distance === 2 && three[1].distance >= 2);
    assert.equal(f.near3(f.point3([0, 0, 3]), {}, a, {}, { maxDistance: 1 }).length, 0);
});

test("a scene has the pairs and manifolds of single questions, with a floor that has no end", () => {
    const shapes = [f.halfspace2({ normal: [0, 1], offset: 0 })], poses = [{}];
    for (let i = 0; i < 40; i++) {
        shapes.push(i % 3 === 0 ? f.circle({ radius: 0.6 }) : i % 3 === 1 ? f.box2({ halfExtents: [0.5, 0.4] }) : f.convex2([-0.5, -0.5, 0.6, -0.4, 0, 0.7]));
        poses.push({ position: [i % 8, 0.3 + Math.floor(i / 8) * 0.9], rotation: i });
    }
    const scene = f.scene2(shapes);
    poses.forEach((pose, i) => scene.setPose(i, pose));
    const { count, pairs, normals, pointCounts, points, ids, most } = scene.contacts(), found = new Map();
    for (let k = 0; k < count; k++) found.set(`${pairs[2 * k]} ${pairs[2 * k + 1]}`, { normal: [...normals.slice(2 * k, 2 * k + 2)],
        points: Array.from({ length: pointCounts[k] }, (_, i) => { const p = 3 * (k * most + i); return { position: [points[p], points[p + 1]], depth: points[p + 2], id: ids[k * most + i] }; }) });
    let touching = 0;
    for (let i = 0; i < shapes.length; i++) for (let k = i + 1; k < shapes.length; k++) {
        const m = f.contact2(shapes[i], poses[i], shapes[k], poses[k]), seen = found.get(`${i} ${k}`);
        if (m.points.length) touching++;
        assert.deepEqual(seen, m.points.length ? { normal: m.normal, points: m.points } : undefined, `${i} ${k}`);
    }
    assert.equal(count, touching);
    assert.equal(scene.contacts().near, scene.pairs().length / 2);
    assert.ok(count > 20 && [...pairs].includes(0));
    // written through the array, the far one alone is gone
    scene.poses.set([1000, 1000, 0], 3 * 5);
    const left = scene.pairs();
    for (let i = 0; i < left.length; i += 2) assert.ok(left[i] === 0 || left[i] !== 5 && left[i + 1] !== 5, "but for the floor");
    fails(() => scene.setPose(41, {}), "wrong_type", "body");
    scene.poses[3] = NaN;
    fails(() => scene.contacts(), "not_finite", "bodies[1]");
});

test("a scene in space", () => {
    const box = f.box3({ halfExtents: [1, 1, 1] }), scene = f.scene3([box, box, box]);
    scene.setPose(1, { position: [0, 1.5, 0] });
    scene.setPose(2, { position: { x: 9, y: 0, z: 0 }, rotation: { w: 1, x: 0, y: 0, z: 0 } });
    const { count, pairs, pointCounts, points, normals } = scene.contacts();
    assert.deepEqual([count, [...pairs], pointCounts[0], [...normals].map((x) => x + 0)], [1, [0, 1], 4, [0, 1, 0]]);
    for (let i = 0; i < 4; i++) assert.equal(points[4 * i + 3], 0.5);
});

test("what is freed is used again, and what is forgotten is freed", async () => {
    const g = await load(), size = () => g.alloc(Uint8Array, 1).array.buffer.byteLength, make = () => [g.mesh3(cubeVertices, cubeTriangles), g.hull3(cubeVertices), g.polygon2([0, 0, 1, 0, 0, 1])];
    const churn = () => { for (let i = 0; i < 3000; i++) { const shapes = make(), all = g.compound3(shapes.slice(0, 2)); g.distance3(all, {}, all, { position: [3, 0, 0] }); for (const shape of [...shapes, all]) shape.free(); } };
    churn();
    const before = size();
    churn();
    assert.equal(size(), before, "memory does not grow");
    setFlagsFromString("--expose-gc");
    const gc = runInNewContext("gc");
    for (let round = 0; round < 60; round++) {
        for (let i = 0; i < 100; i++) make();
        gc();
        await new Promise((done) => setTimeout(done));
    }
    assert.ok(size() - before < 30e6, `${size() - before} bytes more`);
    // an array keeps what it looks into
    const kept = Array.from({ length: 50 }, () => g.alloc(Float64Array, 100).array.fill(7));
    for (let round = 0; round < 5; round++) {
        gc();
        await new Promise((done) => setTimeout(done));
    }
    const others = Array.from({ length: 50 }, () => g.alloc(Float64Array, 100));
    assert.ok(others.every((block) => block.array[0] === 0) && kept.every((array) => array.length === 0 || array.every((x) => x === 7)));
    assert.ok(kept.some((array) => array.length));
});

test("the layout in TypeScript is that of the module", async () => {
    const text = await layoutText(readFileSync(new URL("../dist/feeler.wasm", import.meta.url)));
    assert.equal(readFileSync(new URL("../src/layout.ts", import.meta.url), "utf8"), layoutSource(text));
    assert.match(text, /^flr_closest3 point_a 8$/m);
});

test("every hit of a ray through a mesh, refits, and what touches", () => {
    const a = cube(), hits = f.raycastAll3({ origin: [0.3, 0.2, 5], direction: [0, 0, -1] }, a);
    assert.deepEqual(hits.map((h) => h.t).every((t, i, all) => !i || t >= all[i - 1]), true);
    assert.deepEqual(hits[0].t, f.raycast3({ origin: [0.3, 0.2, 5], direction: [0, 0, -1] }, a).t);
    assert.deepEqual(hits.map((h) => h.front), [true, false]);
    assert.equal(f.raycastAll3({ origin: [9, 9, 9], direction: [0, 0, 1] }, a).length, 0);
    // a pile of sheets has more hits than there is room at first
    const sheets = f.mesh3(Array.from({ length: 40 }, (_, i) => [[0, 0, i], [1, 0, i], [0, 1, i]]).flat()), all = f.raycastAll3({ origin: [0.2, 0.2, -1], direction: [0, 0, 1] }, sheets, { position: [0, 0, 0.5] });
    assert.deepEqual(all.map((h) => [h.triangle, h.t]), Array.from({ length: 40 }, (_, i) => [i, i + 1.5]));

    const moved = cubeVertices.map((x) => 2 * x), still = { ...a.info };
    assert.equal(f.distance3(f.point3([0, 0, 9]), a).distance, 9 - still.max[2]);
    f.refit3(a, moved);
    const b = f.mesh3(moved, cubeTriangles);
    assert.deepEqual(a.info, b.info);
    assert.ok(a.info.volume === 8 * still.volume && a.info.max[2] === 2 * still.max[2]);
    assert.deepEqual(f.distance3(f.point3([0, 0, 9]), a), f.distance3(f.point3([0, 0, 9]), b));
    assert.throws(() => f.refit3(a, [0, 0, 0]), /vertices: expected \d+, found 1/);
    assert.throws(() => f.refit3(a, moved.map(() => NaN)), { code: "not_finite" });
    const held = f.compound3([a]);
    assert.throws(() => f.refit3(a, moved), /mesh: a compound holds it/);
    held.free();
    f.refit3(a, cubeVertices);

    const two = f.compound3([{ shape: a, pose: { position: [20, 0, 0] } }, { shape: a, pose: { position: [9, 0, 0] } }]), ball = f.sphere({ radius: 0.5 });
    const touch = f.sweep3(ball, two, [30, 0.1, 0.2]), toi = f.toi3(ball, { to: { position: [30, 0.1, 0.2] } }, two, {});
    assert.ok(touch.childB === 1 && touch.childA === 0 && toi.childB === 1);
    const { a: _, b: told } = f.query({ op: "sweep", a: { shape: "sphere", center: [0, 0, 0], radius: 0.5 }, b: { shape: "mesh", vertices: Array.from({ length: cubeVertices.length / 3 }, (_, i) => cubeVertices.slice(3 * i, 3 * i + 3).map((x, k) => x + (k ? 0 : 9))), triangles: Array.from({ length: cubeTriangles.length / 3 }, (_, i) => cubeTriangles.slice(3 * i, 3 * i + 3)) }, motion: [30, 0.1, 0.2] });
    assert.equal(touch.triangleB, told.triangle);
});
