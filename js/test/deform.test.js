import assert from "node:assert/strict";
import { test } from "node:test";
import { FeelerError, Grid3, load } from "../dist/index.js";

const f = await load();
const near = (found, expected, error = 1e-12) => assert.ok(Math.abs(found - expected) <= error, `${found} is not ${expected}`);
const fails = (act, code, argument) => assert.throws(act, (e) => e instanceof FeelerError && e.code === code && e.argument === argument && e.message.length > 10 || assert.fail(`${e.stack} ${e.code} ${e.argument}`));
const cubeVertices = [-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1];
const cubeTriangles = [0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 2, 3, 7, 2, 7, 6, 1, 2, 6, 1, 6, 5, 0, 4, 7, 0, 7, 3];
/** Numbers from -1 to 1. */
const drawn = (count, seed = 1) => Float64Array.from({ length: count }, () => 2 * (seed = seed * 48271 % 2147483647) / 2147483647 - 1);

test("heights that change have the answers of a field that is made of the new ones", () => {
    const columns = 9, rows = 7, heights = drawn(columns * rows), field = f.heights3(heights, columns), level = (mesh) => f.raycasts3(Array.from({ length: 200 }, (_, i) => [i % 20 * 0.42 + 0.01, Math.floor(i / 20) * 0.63 + 0.02, 9, 0, 0, -1]).flat(), mesh).t;
    assert.deepEqual(level(field), level(f.heights3(heights, columns)));
    const dug = heights.slice(), part = drawn(3 * 4, 7).map((z) => z - 3);
    for (let j = 0; j < 4; j++) for (let i = 0; i < 3; i++) dug[(1 + j) * columns + 2 + i] = part[3 * j + i];
    f.refitHeights3(field, { column: 2, row: 1, columns: 3, rows: 4 }, part);
    assert.deepEqual(level(field), level(f.heights3(dug, columns)));
    assert.deepEqual([field.info.min, field.info.max], [f.heights3(dug, columns).info.min, f.heights3(dug, columns).info.max]);
    // cells have their numbers in the whole field, and those of the rectangle that are in no list are plain again
    f.refitHeights3(field, { column: 0, row: 0, columns, rows }, null, { holes: [[4, 3], [5, 3]], turned: [[0, 0]] });
    assert.deepEqual(level(field), level(f.heights3(dug, columns, { holes: [[4, 3], [5, 3]], turned: [[0, 0]] })));
    assert.equal(f.raycast3({ origin: [4.5, 3.5, 9], direction: [0, 0, -1] }, field), null);
    f.refitHeights3(field, { column: 4, row: 3, columns: 2, rows: 2 }, new Float32Array(4).fill(0.5), {});
    assert.equal(f.raycast3({ origin: [4.5, 3.5, 9], direction: [0, 0, -1] }, field).t, 8.5);
    assert.equal(f.raycast3({ origin: [5.5, 3.5, 9], direction: [0, 0, -1] }, field), null);
    fails(() => f.refitHeights3(field, { column: 7, row: 0, columns: 3, rows: 1 }, [0, 0, 0]), "invalid_shape", undefined);
    fails(() => f.refitHeights3(field, { column: 0, row: 0, columns: 3, rows: 1 }, [0, 0]), "wrong_type", "heights");
    fails(() => f.refitHeights3(field, { column: 0.5, row: 0, columns: 3, rows: 1 }, [0, 0, 0]), "wrong_type", "rectangle");
    fails(() => f.refitHeights3(field, { column: 0, row: 0, columns: 2, rows: 2 }, null, { holes: [[1, 0]] }), "wrong_type", "holes");
    fails(() => f.refitHeights3(field, { column: 0, row: 0, columns: 1, rows: 1 }, [Infinity]), "not_finite", undefined);
    fails(() => f.refitHeights3(f.mesh3(cubeVertices, cubeTriangles), { column: 0, row: 0, columns: 1, rows: 1 }, [0]), "invalid_shape", undefined);
    const held = f.compound3([field]);
    fails(() => f.refitHeights3(field, { column: 0, row: 0, columns: 1, rows: 1 }, [0]), "invalid_shape", "mesh");
    held.free();
    f.refitHeights3(field, { column: 0, row: 0, columns: 1, rows: 1 }, [0]);
});

test("a cloth that is folded meets itself where its upper half comes down", () => {
    // a strip along x whose right half is bent back over the left one, a unit above it
    const n = 8, at = (x, y, z) => [x, y, z], points = [], down = [], triangles = [];
    for (let i = 0; i <= n; i++) for (let j = 0; j < 2; j++) {
        const over = i > n / 2, x = over ? n - i + 0.3 : i;
        points.push(at(x, j + (over ? 0.2 : 0), over ? 1 : 0));
        down.push(at(x, j + (over ? 0.2 : 0), over ? -1 : 0));
    }
    for (let i = 0; i < n; i++) triangles.push(2 * i, 2 * i + 2, 2 * i + 1, 2 * i + 1, 2 * i + 2, 2 * i + 3);
    const cloth = f.mesh3(points, triangles), all = f.selfMeetings3(cloth, down), first = f.selfMeeting3(cloth, down);
    assert.ok(all.length > 10);
    all.forEach((m, i) => { assert.ok(m.converged && m.t <= m.upper && (!i || m.t >= all[i - 1].t)); near(m.t, 0.5, 1e-9); near(m.point[2], 0, 1e-9); });
    near(first.t, 0.5, 1e-9);
    assert.ok(all.some((m) => m.t === first.t));
    // a corner of the upper half above the inside of a face of the lower one
    const corner = all.find((m) => m.features === "vertex-face" && m.verticesA[0] === 2 * n);
    assert.deepEqual([corner.verticesA.length, corner.verticesB.length, triangles.slice(3 * corner.triangleB, 3 * corner.triangleB + 3)], [1, 3, corner.verticesB]);
    near(corner.normal[2], -1, 1e-9);
    // each pair once, and none that shares a vertex
    const names = all.map((m) => `${m.features} ${m.verticesA} ${m.verticesB}`);
    assert.equal(new Set(names).size, names.length);
    for (const m of all) assert.ok(!m.verticesA.some((v) => m.verticesB.includes(v)));
    assert.ok(all.some((m) => m.features === "edge-edge" && m.verticesA.length === 2 && m.verticesB.length === 2));
    assert.deepEqual(f.selfMeetings3(cloth, points), []);
    assert.equal(f.selfMeeting3(cloth, points), null);
    fails(() => f.selfMeetings3(cloth, points.slice(1)), "wrong_type", "end");
    fails(() => f.selfMeetings3(f.heights3([0, 0, 0, 0], 2), [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]), "invalid_shape", undefined);
    fails(() => f.selfMeetings3(cloth, down, { tolerance: -1 }), "invalid_shape", "tolerance");
});

test("two meshes meet, each on its own way, and mirrored", () => {
    const cube = f.mesh3(cubeVertices, cubeTriangles), small = f.mesh3(cubeVertices.map((x, i) => x / 4 + (i % 3 === 0 ? 3 : 0.1)), cubeTriangles);
    const ends = [cubeVertices.map((x, i) => x + (i % 3 === 0 ? 1 : 0)), cubeVertices.map((x, i) => x / 4 + (i % 3 === 0 ? 2 : 0.1))];
    // 1.75 from side to side, and both go one towards the other
    const one = f.meeting3(cube, ends[0], small, ends[1]), all = f.meetings3(cube, ends[0], small, ends[1]), back = f.meetings3(small, ends[1], cube, ends[0]);
    near(one.t, 1.75 / 2, 1e-9);
    near(one.normal[0], 1, 1e-9);
    assert.ok(all.length >= 4 && all.every((m) => Math.abs(m.t - 0.875) < 1e-9));
    const other = { "vertex-face": "face-vertex", "face-vertex": "vertex-face", "edge-edge": "edge-edge" };
    const named = (m, a, b) => `${m} ${a} ${b}`;
    assert.deepEqual(all.map((m) => named(m.features, m.verticesA, m.verticesB)).sort(), back.map((m) => named(other[m.features], m.verticesB, m.verticesA)).sort());
    near(f.meeting3(cube, ends[0], small, ends[1], { target: 0.75 }).t, 0.5, 1e-9);
    assert.equal(f.meeting3(cube, null, small, ends[1]), null, "a half of the way alone is not enough");
    assert.deepEqual(f.meetings3(cube, null, small, null), []);
    fails(() => f.meetings3(cube, [0, 0, 0], small, null), "wrong_type", "endA");
    fails(() => f.meetings3(cube, null, small, [0, 0, 0]), "wrong_type", "endB");
    fails(() => f.meetings3(cube, null, f.sphere({ radius: 1 }), null), "wrong_type", "b");
});

test("a grid of distances: within its bounds at points by the thousand, from arrays and from blocks", () => {
    const cube = f.mesh3(cubeVertices, cubeTriangles), pose = { position: [0.3, 0.2, 0.1], rotation: [0.9, 0.1, 0.2, 0.3] }, grid = f.grid3(cube, pose, { cell: 0.25, margin: 0.5 });
    assert.ok(grid instanceof Grid3 && grid.info.signed && grid.info.cell === 0.25);
    assert.equal(grid.info.columns, Math.round((grid.info.max[0] - grid.info.min[0]) / 0.25) + 1);
    assert.ok(grid.info.memory >= 4 * grid.info.columns * grid.info.rows * grid.info.layers && grid.info.sampleError < 1e-5);
    cube.free();
    const solid = f.mesh3(cubeVertices, cubeTriangles, { solid: true }), count = 1000, points = drawn(3 * count).map((x) => 4 * x);
    const { values, gradients, errors } = f.gridDistances3(points, grid), nearest = f.nearests3(points, solid, pose).distances, sides = f.sides3(points, solid, pose);
    let outside = 0, inside = 0;
    for (let i = 0; i < count; i++) {
        const p = points.slice(3 * i, 3 * i + 3), single = f.gridDistance3(p, grid);
        assert.deepEqual([values[i], [...gradients.slice(3 * i, 3 * i + 3)], errors[i]], [single.value, single.gradient, single.error]);
        assert.equal(sides[i], f.contains3(p, solid, pose) ? 1 : -1);
        near(values[i], sides[i] === 1 ? -nearest[i] : nearest[i], errors[i]);
        assert.ok(single.outside || errors[i] <= grid.info.error);
        outside += single.outside;
        inside += sides[i] === 1;
    }
    assert.ok(outside > 100 && inside > 10);
    const from = f.alloc(Float64Array, 3 * count), into = { values: f.alloc(Float64Array, count), gradients: f.alloc(Float64Array, 3 * count), errors: f.alloc(Float64Array, count) }, where = f.alloc(Int32Array, count);
    from.array.set(points);
    f.gridDistancesInto3(from, grid, into);
    assert.deepEqual([into.values.array, into.gradients.array, into.errors.array], [values, gradients, errors]);
    assert.deepEqual(f.gridDistances3(from, grid).values, values);
    f.sidesInto3(from, solid, pose, { sides: where });
    assert.deepEqual(where.array, sides);
    assert.deepEqual([...f.sides3([0, 0, 0, 1, 0, 0, 2, 0, 0], solid)], [1, 0, -1]);
    const by_count = f.grid3(solid, undefined, { cells: 8, margin: 1 });
    assert.deepEqual([by_count.info.min, by_count.info.cell, by_count.info.layers], [[-2, -2, -2], 0.5, 9]);
    assert.deepEqual(f.gridDistance3([1.5, 0.25, 0.25], by_count).gradient, [1, 0, 0]);
    fails(() => f.grid3(solid, undefined, {}), "wrong_type", "options");
    fails(() => f.grid3(solid, undefined, { cell: 1, cells: 1 }), "wrong_type", "options");
    fails(() => f.grid3(solid, undefined, { cells: 1.5 }), "wrong_type", "options");
    fails(() => f.grid3(solid, undefined, { cell: 1e-9 }), "too_large", "grid3");
    fails(() => f.grid3(f.sphere({ radius: 1 }), undefined, { cell: 1 }), "wrong_type", "mesh");
    fails(() => f.gridDistances3([1, 2], grid), "wrong_type", "points");
    fails(() => f.sidesInto3(from, solid, pose, { sides: f.alloc(Int32Array, count - 1) }), "wrong_type", "into.sides");
    fails(() => f.gridDistance3([NaN, 0, 0], grid), "not_finite", "point");
    grid.free();
    fails(() => f.gridDistance3([0, 0, 0], grid), "freed", "grid");
});
