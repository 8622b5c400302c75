#!/usr/bin/env node
// Calls a second of the direct calls, of query() with JSON, of Rapier and of three-mesh-bvh, in node and in Chromium.
// usage: npm ci, then run.js   (after `make js`)
import { build } from "esbuild";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { chromium } from "playwright-core";
import * as three from "three";
import * as bvh from "three-mesh-bvh";
import rapier from "@dimforge/rapier3d-compat";
import { load } from "../dist/index.js";
import { measure, questions } from "./questions.js";

function table(where, rows) {
    const shown = (n) => (n ? Math.round(n).toLocaleString("en") : "");
    console.log(`\n${where}, calls a second\n| | direct | query() | Rapier | three-mesh-bvh |\n| --- | ---: | ---: | ---: | ---: |`);
    for (const [name, best] of rows) console.log(`| ${name} | ${["feeler", "query", "rapier", "bvh"].map((id) => shown(best[id])).join(" | ")} |`);
    // what answers the same question has nearly the same sum
    for (const [name, , sums] of rows) console.log(`${name}: ${Object.entries(sums).map(([id, sum]) => `${id} ${sum.toPrecision(8)}`).join(", ")}`);
}

await rapier.init();
table(`node ${process.version}`, measure(questions({ feeler: await load(), rapier, three, bvh })));

const { outputFiles } = await build({ stdin: { resolveDir: import.meta.dirname ?? new URL(".", import.meta.url).pathname, contents: `
    import * as three from "three"; import * as bvh from "three-mesh-bvh"; import rapier from "@dimforge/rapier3d-compat";
    import { load } from "../dist/index.js"; import { measure, questions } from "./questions.js";
    window.run = async () => { await rapier.init(); return measure(questions({ feeler: await load(new URL("feeler.wasm", location.href)), rapier, three, bvh })); };` }, bundle: true, format: "esm", write: false });
const files = { "/": ["text/html", "<script type=module src=run.js></script>"], "/run.js": ["text/javascript", outputFiles[0].contents], "/feeler.wasm": ["application/wasm", readFileSync(new URL("../dist/feeler.wasm", import.meta.url))] };
const server = createServer((request, response) => {
    const [type, body] = files[request.url] ?? ["text/plain", ""];
    response.writeHead(200, { "content-type": type }).end(body);
}).listen(0, "localhost", async () => {
    const executablePath = process.env.FEELER_BROWSER ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync), browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    const page = await browser.newPage();
    await page.goto(`http://localhost:${server.address().port}/`);
    await page.waitForFunction(() => window.run);
    table(`Chromium ${browser.version()}`, await page.evaluate(() => window.run()));
    await browser.close();
    server.close();
});
