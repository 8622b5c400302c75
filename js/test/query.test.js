import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { FeelerError, load } from "../dist/index.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const feeler = await load();
const point = (...position) => ({ shape: "point", position });
const tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";

test("a distance, from its definition", () => {
    const answer = feeler.query({ op: "distance", a: point(0, 0), b: { shape: "circle", center: [3, 4], radius: 1 } });
    assert.equal(answer.distance, 4);
    assert.equal(answer.id, null);
});

test("an error has its code and names the member", () => {
    assert.throws(() => feeler.query({ op: "bounds", shape: { shape: "circle", center: [0, 0], radius: -1 } }),
        (error) => error instanceof FeelerError && error.code === "invalid_shape" && error.message.startsWith("shape.radius"));
    assert.equal(feeler.query({ op: "overlap", a: point(0, 0), b: point(0, 0) }).overlap, true, "and the next is answered");
});

test("the example questions have the same answers as from the command", (t) => {
    const command = root + "build/feeler";
    if (!existsSync(command)) return t.skip("there is no build/feeler; `make` builds it");
    const questions = readFileSync(root + "examples/query.jsonl", "utf8");
    const expected = spawnSync(command, ["query", "examples/query.jsonl"], { cwd: root, encoding: "utf8" }).stdout;
    assert.equal(feeler.queryText(questions), expected);
    assert.ok(expected.split("\n").length > 300);
});

test("the schema is that of the command", () => {
    assert.deepEqual(JSON.parse(feeler.schema()), JSON.parse(readFileSync(root + "docs/query.schema.json", "utf8")));
});

test("the types name every operation and shape, and every member one of its names", () => {
    const schema = JSON.parse(feeler.schema()), types = readFileSync(new URL("../dist/query.d.ts", import.meta.url), "utf8");
    const operations = schema.oneOf.map((rule) => rule.allOf[1].properties.op.const);
    const shapes = Object.keys(schema.$defs).filter((name) => name.startsWith("shape_")).map((name) => name.slice(6));
    assert.ok(operations.length >= 12 && shapes.length >= 22);
    for (const name of operations) assert.match(types, new RegExp(`Asked<"${name}">`));
    for (const name of operations) assert.match(types, new RegExp(`\\b${name}: \\w+Answer;`));
    for (const name of shapes) assert.match(types, new RegExp(`shape: "${name}"`));
    // members that must be there, or one of their synonyms; and members that may be left out
    for (const rule of schema.oneOf) {
        const question = rule.allOf[1], name = question.properties.op.const;
        const text = types.slice(types.indexOf(`Asked<"${name}">`)).split(/;\nexport/)[0].replace("& Pair", "a: b:");
        for (const needed of question.allOf) {
            const names = needed.required ?? needed.oneOf.map((way) => way.required[0]);
            assert.ok(names.some((member) => new RegExp(`\\b${member}\\??:`).test(text)), `${name} has none of ${names}`);
        }
    }
});

test("a file in memory is read by Feeler's own readers", () => {
    feeler.addFile("parts/t.obj", new TextEncoder().encode(tetrahedron));
    const mesh = { shape: "mesh", file: "parts/t.obj", solid: true };
    assert.deepEqual(feeler.query({ op: "bounds", shape: mesh }), { id: null, min: [0, 0, 0], max: [1, 1, 1] });
    assert.equal(feeler.query({ op: "contains", shape: mesh, point: [0.25, 0.25, 0.25] }).contains, true);
    assert.equal(feeler.query({ op: "distance", a: { shape: "mesh", file: "./parts/../parts/t.obj" }, b: point(0, 0, -2) }).distance, 2);
    assert.deepEqual(feeler.readMesh("parts/t.obj"),
        { points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], faces: [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]] });
    assert.throws(() => feeler.readMesh("none.obj"), { code: "bad_file" });
    assert.equal(feeler.removeFile("parts/t.obj"), true);
    assert.throws(() => feeler.query({ op: "bounds", shape: mesh }), { code: "bad_file" });
    assert.equal(feeler.removeFile("parts/t.obj"), false);
});

test("the sample assembly, a GLB, is read as by the command", (t) => {
    const command = root + "build/feeler", path = "examples/sample.glb";
    if (!existsSync(command)) return t.skip("there is no build/feeler");
    feeler.addFile(path, readFileSync(root + path));
    const question = `{"op": "raycast", "ray": {"origin": [0.1, 0.2, 900], "direction": [0, 0, -1]}, "shape": {"shape": "mesh", "file": "${path}"}}`;
    assert.equal(feeler.queryText(question), execFileSync(command, ["query", question], { cwd: root, encoding: "utf8" }));
    assert.match(feeler.queryText(question), /"hit": true/);
});

test("many questions in one text, errors with their lines, as the command writes them", () => {
    const text = feeler.queryText('{"op": "overlap"}\n\n{"id": [1,  2],\n "op": "bounds", "shape": {"shape": "point", "position": [0.1, -0.0]}}');
    assert.equal(text, '{"line": 1, "error": {"code": "missing_field", "message": "a: this member is missing (a shape); found op; \'overlap\' takes a, b, [id]"}}\n'
        + '{"id": [1,  2], "min": [0.1, -0.0], "max": [0.1, -0.0]}\n');
});

test("two instances share no files", async () => {
    const other = await load(new URL("../dist/feeler.wasm", import.meta.url));
    other.addFile("t.obj", new TextEncoder().encode(tetrahedron));
    assert.equal(other.query({ op: "overlap", a: { shape: "mesh", file: "t.obj" }, b: point(0, 0, 0) }).overlap, true);
    assert.throws(() => feeler.query({ op: "bounds", shape: { shape: "mesh", file: "t.obj" } }), { code: "bad_file" });
});

test("the faces of a Minkowski difference meet at all of its vertices, as Euler has it", () => {
    const answer = feeler.query({
        op: "minkowski",
        a: { shape: "tetrahedron", a: [-3, -1, 3], b: [-2, -2, -2], c: [2, 0, 1], d: [0, -3, 2] },
        b: { shape: "box", center: [-2, 1, 0], half_extents: [1, 1, 2], rotation: [2, 0, 1, 0] },
    });
    const corners = answer.faces.flat();
    assert.equal(new Set(corners).size, answer.vertices.length);
    assert.equal(answer.vertices.length - corners.length / 2 + answer.faces.length, 2);
});
