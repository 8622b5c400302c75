import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { compile } from "../dist/index.js";

const here = fileURLToPath(new URL("../", import.meta.url));

test("what npm pack makes installs into an empty project, where the examples of the READMEs run and their types hold", () => {
    const project = mkdtempSync(join(tmpdir(), "feeler-npm-"));
    const run = (program, ...args) => execFileSync(program, args, { cwd: project, encoding: "utf8" });
    try {
        const [{ filename, files }] = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", project], { cwd: here, encoding: "utf8" }));
        assert.ok(files.some((file) => file.path === "dist/feeler.wasm") && files.some((file) => file.path === "README.md"));
        writeFileSync(join(project, "package.json"), '{"name": "empty", "type": "module", "private": true}');
        run("npm", "install", "--offline", "--no-audit", "--no-fund", join(project, filename));
        for (const page of [here + "README.md", here + "../README.md"]) {
            const [, program] = /```(?:js|ts)\n([^]*?)```/.exec(readFileSync(page, "utf8"));
            const expected = [...program.matchAll(/\/\/ prints (.*)/g)].map((match) => match[1]);
            writeFileSync(join(project, "example.mjs"), program);
            assert.deepEqual(run("node", "example.mjs").trim().split("\n"), expected, page);
            if (page !== here + "README.md") continue;
            writeFileSync(join(project, "example.mts"), program);
            run(here + "node_modules/.bin/tsc", "--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom", "example.mts");
        }
        copyFileSync(here + "types.mts", join(project, "types.mts"));
        run(here + "node_modules/.bin/tsc", "--noEmit", "--strict", "--exactOptionalPropertyTypes", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom", "types.mts");
        // bundled, it runs beside the module; of what is not used nothing is left
        const bundle = (program) => {
            writeFileSync(join(project, "program.mjs"), program);
            run(here + "node_modules/.bin/esbuild", "--bundle", "--minify", "--format=esm", "--outfile=out/program.mjs", "program.mjs");
            return readFileSync(join(project, "out/program.mjs"), "utf8");
        };
        assert.ok(bundle('import { FeelerError } from "feeler"; console.log(FeelerError.name);').length < 1000);
        bundle('import { load } from "feeler"; const f = await load(); console.log(f.distance2(f.circle({ radius: 1 }), f.point2([3, 0])).distance);');
        copyFileSync(join(project, "node_modules/feeler/dist/feeler.wasm"), join(project, "out/feeler.wasm"));
        assert.equal(run("node", "out/program.mjs"), "2\n");
        assert.match(run("node_modules/.bin/feeler-query", '{"op": "overlap", "a": {"shape": "point", "position": [0, 0]}, "b": {"shape": "point", "position": [0, 0]}}'), /"overlap": true/);
    } finally {
        rmSync(project, { recursive: true });
    }
});

test("a compiled module is sent to a worker, which makes an instance of its own", async () => {
    const worker = new Worker(`
        const { workerData, parentPort } = require("node:worker_threads");
        import(workerData.library).then(async ({ load }) => {
            const feeler = await load(workerData.module);
            parentPort.postMessage(feeler.query({ op: "overlap", a: { shape: "point", position: [0, 0] }, b: { shape: "point", position: [0, 0] } }).overlap);
        });`, { eval: true, workerData: { library: new URL("../dist/index.js", import.meta.url).href, module: await compile() } });
    const answer = await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
    assert.equal(answer, true);
    await worker.terminate();
});
