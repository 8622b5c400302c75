import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { load } from "../../js/dist/index.js";
import { serve } from "../serve.js";

const root = fileURLToPath(new URL("../../", import.meta.url)), dist = new URL("../dist/", import.meta.url);
const executablePath = process.env.FEELER_BROWSER ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
let browser, site;
before(async () => {
    site = await serve();
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
});
after(async () => {
    await browser?.close();
    site?.server.close();
});

/** A page on which nothing may be logged as an error, nor asked of another host. */
async function visit(hash, act, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options }), page = await context.newPage(), wrong = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && !/GPU stall|GL Driver/.test(message.text()) && wrong.push(message.text()));
    page.on("pageerror", (error) => wrong.push(error.message));
    page.on("request", (request) => request.url().startsWith(site.address) || /^(data|blob):/.test(request.url()) || wrong.push(request.url()));
    try {
        await page.goto(site.address + hash);
        await page.waitForSelector("body[data-ready]");
        await act(page);
        assert.deepEqual(wrong, []);
    } finally {
        await context.close();
    }
}
const text = (page, selector) => page.textContent(selector);
const link = (data) => "#1." + Buffer.from(JSON.stringify(data)).toString("base64url");
const number = async (page, name) => page.evaluate((wanted) => [...document.querySelectorAll("#numbers dt")].find((dt) => dt.textContent === wanted)?.nextElementSibling.textContent, name);
const boxes = { a: { shape: "box", min: [0, 0], max: [2, 2] }, b: { shape: "box", min: [5, 0], max: [6, 2] } };

test("what is loaded first is below 800 kB by brotli, and below a megabyte by gzip", () => {
    const names = ["index.html", ...readdirSync(new URL("assets/", dist)).map((name) => "assets/" + name)].filter((name) => !name.includes("space-"));
    const sum = (of) => names.filter((name) => !name.endsWith(".br")).reduce((all, name) => all + of(name), 0);
    assert.ok(names.length >= 7 && existsSync(new URL("index.html.br", dist)));
    const brotli = sum((name) => readFileSync(new URL(name + ".br", dist)).length), gzip = sum((name) => gzipSync(readFileSync(new URL(name, dist)), { level: 9 }).length);
    assert.ok(brotli < 8e5 && gzip < 1e6, `${brotli} bytes, ${gzip} by gzip`);
});

test("the server sends what is compressed", async () => {
    const name = readdirSync(new URL("assets/", dist)).find((file) => file.endsWith(".wasm"));
    const response = await fetch(`${site.address}assets/${name}`, { headers: { "accept-encoding": "br" } });
    assert.equal(response.headers.get("content-encoding"), "br");
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), readFileSync(new URL("assets/" + name, dist)));
    assert.equal((await fetch(`${site.address}assets/${name}`, { headers: { "accept-encoding": "identity" } })).headers.get("content-encoding"), null);
});

test("GJK is stepped through by button, slider and key, in words", () => visit("#gallery=1", async (page) => {
    assert.equal(await text(page, "#title"), "Step 1 of 4");
    assert.match(await text(page, "#words"), /^It begins with a corner/);
    await page.click("#next");
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Step 2 of 4");
    assert.match(await text(page, "#words"), /its support point, is .* It joins the simplex\..*nearest to an edge/);
    const least = Number(/at least ([\d.]+) away/.exec(await text(page, "#words"))[1]), distance = Number(await number(page, "distance"));
    assert.ok(least > 0 && least <= distance, `${least} of ${distance}`);
    assert.equal(await page.locator("#right .arrow.faint").count(), 1, "where the step before looked");
    await page.focus("#slider");
    await page.keyboard.press("End");
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Step 4 of 4");
    assert.match(await text(page, "#words"), /it ends here, and the distance of the origin is that of the shapes/);
    assert.equal(await page.isDisabled("#next"), true);
    await page.click("#play");
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Step 2 of 4");
}));

test("a question in the address is opened, dragged, and kept in the address", () => visit(link({ question: { op: "distance", ...boxes } }), async (page) => {
    assert.equal(await number(page, "distance"), "3");
    const body = await page.locator('[data-body="1"]').boundingBox(), x = body.x + body.width / 2, y = body.y + body.height / 2;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x - 4 * body.width, y, { steps: 5 });
    await page.mouse.up();
    await page.waitForFunction(() => [...document.querySelectorAll("#numbers dt")].some((dt) => dt.textContent === "depth"));
    const depth = Number(await number(page, "depth")), address = page.url();
    assert.ok(Math.abs(depth - 1) < 0.1, `${depth}: b is one wide, and moved by four`);
    await page.goto("about:blank");
    await page.goto(address);
    await page.waitForSelector("body[data-ready]");
    assert.equal(Number(await number(page, "depth")), depth);
}));

test("a question of every kind that the command takes is opened", { timeout: 180000 }, () => visit("", async (page) => {
    const seen = new Map();
    for (const line of readFileSync(root + "examples/query.jsonl", "utf8").trim().split("\n")) {
        const question = JSON.parse(line), kind = `${question.op} ${question.shapes ? "of a list" : ""}`;
        if ((seen.get(kind) ?? 0) < 2 && !/found|too many|too few|the end of no/.test(question.id ?? "")) seen.set(kind, (seen.get(kind) ?? 0) + 1);
        else continue;
        await page.goto("about:blank");
        await page.goto(site.address + link({ question }));
        await page.waitForSelector("body[data-ready]");
        assert.equal(await text(page, "#said"), "", line);
        assert.match(await text(page, "#about"), /from a link/);
        assert.ok((await text(page, "#words")).length > 10, line);
    }
    assert.ok(seen.size >= 25, `${[...seen.keys()]}`);
}));

test("a question keeps its options, its other names and both motions", () => visit("", async (page) => {
    const feeler = await load(), circle = { shape: "circle", center: [0, 0], radius: 1 };
    const opened = async (question) => { await page.goto("about:blank"); await page.goto(site.address + link({ question })); await page.waitForSelector("body[data-ready]"); return question; };
    await opened({ op: "contact", a: circle, b: { ...circle, center: [2.25, 0] }, margin: 0.5 });
    assert.match(await text(page, "#words"), /1 point: -0\.25 deep/);
    await opened({ op: "raycast", ray: { shape: "segment", a: [-5, 0], b: [-4, 0] }, shape: circle });
    assert.equal(await number(page, "hit"), "no");
    await opened({ Operation: "distance", a: { type: "Sphere", centre: [0, 0, 0], r: 1 }, b: { shape: "half-space", normal: [0, 0, 1], position: [0, 0, -3], pose: { translation: [0, 0, 1] } } });
    assert.equal(await number(page, "distance"), "1");
    for (const question of [
        { op: "motion", a: { ...circle, from: { position: [-4, 0] }, to: { position: [0, 0], rotation: 1 } }, b: { ...circle, from: { position: [4, 0] }, to: { position: [2, 0] } }, target: 0.25 },
        { op: "motion", a: circle, b: { shape: "box", center: [0, 0], half_extents: [3, 0.25], from: { position: [1, 2.5] }, to: { position: [1, 2.5], rotation: 2 } } },
        { op: "motion", a: { shape: "box", center: [0, 0, 0], half_extents: [0.2, 2, 0.2], to: { rotation: { axis: [1, 0, 0], degrees: 90 } } }, b: { shape: "sphere", center: [0, 1.5, 1.5], radius: 0.3 } },
        { op: "motion", a: { ...circle, pose: { position: [1, 0] }, from: { rotation: 1 }, to: { rotation: 3 } }, b: { ...circle, center: [-1.5, 1.5], radius: 0.5 } },
    ]) {
        const { hit, t } = feeler.query(await opened(question));
        assert.equal(hit, true);
        assert.ok(Math.abs(Number(await number(page, "t")) - t) < 1e-3 * t, `${await number(page, "t")} for ${t}: ${JSON.stringify(question)}`);
    }
}));

test("by keyboard alone: choose, move, turn, resize", () => visit(link({ question: { op: "distance", ...boxes } }), async (page) => {
    await page.keyboard.press("b");
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => Number([...document.querySelectorAll("#numbers dd")][1].textContent) < 3);
    const moved = Number(await number(page, "distance"));
    await page.keyboard.press("+");
    await page.waitForFunction((before) => Number([...document.querySelectorAll("#numbers dd")][1].textContent) < before, moved);
    await page.keyboard.press("q");
    await page.waitForFunction(() => document.querySelector('[data-body="1"]').getAttribute("d").split(/[ML]/)[1].split(" ")[1] !== "0");
    const unnamed = await page.evaluate(() => [...document.querySelectorAll("button, select, input, textarea")].filter((e) => !e.ariaLabel && !e.textContent.trim() && !e.labels?.length).map((e) => e.outerHTML));
    assert.deepEqual(unnamed, []);
}));

test("every scene of the gallery is shown, and says something", { timeout: 120000 }, () => visit("#gallery=1", async (page) => {
    const count = await page.locator("#gallery option").count() - 1;
    assert.ok(count >= 12);
    for (let i = 0; i < count; i++) {
        await page.selectOption("#gallery", String(i));
        await page.waitForFunction((wanted) => location.hash === wanted && document.querySelector("#words").textContent.length > 10, `#gallery=${i + 1}`);
        assert.equal(await text(page, "#failure"), "", `scene ${i + 1}`);
        assert.ok((await text(page, "#about")).length > 60);
    }
}));

test("a corner of a hull is dragged, and only that", () => visit(link({ question: { op: "distance", a: { shape: "convex", points: [[0, 0], [2, 0], [2, 2], [0, 2]], pose: { position: [1, 1], rotation: 1.5707963267948966 } }, b: boxes.b } }), async (page) => {
    assert.equal(await page.locator(".handle.corner").count(), 4);
    assert.equal(await number(page, "distance"), "4");
    const corner = page.locator(".handle.corner >> nth=0"), from = await corner.boundingBox(), to = await page.locator(".handle.corner >> nth=3").boundingBox();  // at (1, 1) and (-1, 1) in world
    const side = from.x - to.x, middle = [from.x + from.width / 2, from.y + from.height / 2];
    await page.mouse.move(...middle);
    await page.mouse.down();
    await page.mouse.move(middle[0] + side, middle[1], { steps: 4 });  // two to the right
    await page.mouse.up();
    await page.waitForFunction(() => Math.abs(Number([...document.querySelectorAll("#numbers dd")][1].textContent) - 2) < 0.05);
    const kept = JSON.parse(Buffer.from(new URL(page.url()).hash.slice(3), "base64url")).shapes[0];
    assert.ok(Math.abs(kept.points[0][0]) < 0.05 && Math.abs(kept.points[0][1] + 2) < 0.05, `${kept.points[0]}`);  // in the frame of a shape that is turned
    assert.deepEqual(kept.points.slice(1), [[2, 0], [2, 2], [0, 2]]);
}));

test("a corner of a hull in space is dragged, and only that", () => visit(link({ question: { op: "distance", a: { shape: "convex", points: [[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2]] }, b: { shape: "sphere", center: [5, 0, 0], radius: 1 } } }), async (page) => {
    await page.waitForSelector("#left canvas");
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const picture = (await page.locator("#left canvas").screenshot()).toString("base64");
    const [x, y] = await page.evaluate(async (data) => {  // the middle of the first square of nine points that is dark: edges are thinner than a corner's ball
        const image = new Image();
        image.src = "data:image/png;base64," + data;
        await image.decode();
        const pen = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height }).getContext("2d", { willReadFrequently: true });
        pen.drawImage(image, 0, 0);
        const { data: all } = pen.getImageData(0, 0, image.width, image.height), dark = (x, y) => [0, 1, 2].every((k) => all[4 * (y * image.width + x) + k] < 80);
        for (let y = 0; y + 5 < image.height; y++)
            for (let x = 0; x + 5 < image.width; x++)
                if (Array.from({ length: 25 }, (_, k) => dark(x + k % 5, y + Math.floor(k / 5))).every(Boolean)) return [x + 2, y + 2];
        return [-1, -1];
    }, picture);
    assert.ok(x >= 0, "no corner is marked");
    const canvas = await page.locator("#left canvas").boundingBox(), address = page.url();
    await page.mouse.move(canvas.x + x, canvas.y + y);
    await page.mouse.down();
    await page.mouse.move(canvas.x + x + 20, canvas.y + y - 25, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction((old) => location.href !== old, address);
    const kept = JSON.parse(Buffer.from(new URL(page.url()).hash.slice(3), "base64url")).shapes[0], was = [[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2]];
    assert.equal(kept.points.filter((p, k) => p.some((c, i) => c !== was[k][i])).length, 1, JSON.stringify(kept));
    assert.ok(!kept.pose?.position?.some((c) => c !== 0), "the hull stays");
}));

test("a ray is told by its own numbers, and no other shape is drawn with it", () => visit("#gallery=15", async (page) => {
    assert.equal(await number(page, "t"), "3");
    assert.equal(await number(page, "point"), "(0, 1)");
    assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll("#left [data-body]")].map((body) => body.dataset.body)), ["1"]);
    await page.keyboard.press("a");
    await page.keyboard.press("ArrowUp");
    await page.waitForFunction(() => /hits b/.test(document.querySelector("#words").textContent));
    assert.deepEqual(await page.locator("#who button").allTextContents(), ["b: box"]);
}));

test("EPA, separating axes and contacts have their words", () => visit(link({ question: { op: "epa", a: boxes.a, b: { shape: "triangle", a: [1, 1], b: [3, 2], c: [2, 3] } } }), async (page) => {
    assert.match(await text(page, "#words"), /^The polytope within the difference has 3 corners, the origin inside\./);
    await page.click("#asks >> text=Separating axes");
    await page.waitForFunction(() => document.querySelector("#title").textContent === "Axis 1 of 7");
    assert.match(await text(page, "#words"), /they overlap by 3\. The best axis so far/);
    await page.click("#asks >> text=Clip steps");
    await page.waitForFunction(() => /^Step 1 of \d+: features$/.test(document.querySelector("#title").textContent));
    await page.click("#asks >> text=Contact");
    await page.waitForFunction(() => /^The manifold has/.test(document.querySelector("#words").textContent));
}));

test("a cast is stepped through: before it touches, and where it does", () => visit(link({ question: { op: "sweep", motion: [6, 0], ...boxes } }), async (page) => {
    assert.match(await text(page, "#words"), /^At t = 0 the gap is 3, and along the normal \(1, 0\) it shrinks by 6 .* before t = 0 \+ 3 \/ 6 = 0.5 they do not touch/);
    await page.click("#next");
    await page.waitForFunction(() => /^At t = 0.5 the gap is 0.*here they first touch\.$/.test(document.querySelector("#words").textContent));
}));

test("far from the origin all is drawn near it, where single precision has fine steps", () => visit("#gallery=12", async (page) => {
    const numbers = await page.evaluate(() => [...document.querySelectorAll("#left [data-body]")].flatMap((body) => body.getAttribute("d").match(/-?[\d.]+(e[-+]?\d+)?/g).map(Number)));
    assert.ok(numbers.length >= 16 && numbers.every((x) => Math.abs(x) < 10), numbers.join(" "));
    assert.match(await text(page, "#words"), /^They are 0\.001 apart/);
}));

test("a motion is stepped through, with its bound over time", () => visit("#gallery=8", async (page) => {
    assert.match(await text(page, "#words"), /^At t = 0 the gap is 1\.38, .* no point can close it faster than 5\.768 in a unit of t.* before t = 0 \+ 1\.38 \/ 5\.768 = 0\.2392 they do not touch/);
    assert.equal(await page.locator("#bound circle").count(), 1);
    const steps = Number(await page.getAttribute("#slider", "max"));
    assert.ok(steps >= 4 && steps <= 20);
    await page.focus("#slider");
    await page.keyboard.press("End");
    await page.waitForFunction(() => /^At t = 0\.331 the gap is .*here they first touch\.$/.test(document.querySelector("#words").textContent));
    assert.equal(await page.locator("#bound circle").count(), steps + 1);
    assert.match(await page.getAttribute("#bound", "aria-label"), /now .* at t = 0\.331\.$/);
}));

test("a ray goes down the tree of a mesh", () => visit("#gallery=16", async (page) => {
    assert.match(await text(page, "#words"), /^The box around the whole mesh; the ray enters it at t = 0\.24/);
    const seen = new Set(), steps = Number(await page.getAttribute("#slider", "max"));
    for (let i = 0; i <= steps; i++) {
        await page.waitForFunction((wanted) => document.querySelector("#title").textContent.startsWith(wanted), `Step ${i + 1} of`);
        seen.add((await text(page, "#words")).split(" ").slice(0, 5).join(" ").replace(/\d+/g, "N"));
        if (i < steps) await page.keyboard.press(".");
    }
    for (const words of ["The ray does not meet", "Of the boxes that wait,", "Triangle N of the open"]) assert.ok(seen.has(words), `${words}: ${[...seen].join("; ")}`);
    assert.match(await text(page, "#words"), /Of 480 triangles \d+ were tested; \d+ boxes were opened and \d+ passed by\. The first hit is triangle \d+, at t = /);
}));

test("the page in one file opens from disk, without a server, with a question of the command", { skip: !existsSync(root + "build/feeler") && "there is no build/feeler" }, async () => {
    const file = fileURLToPath(new URL("../playground.html", import.meta.url));
    const address = execFileSync(root + "build/feeler", ["query", "--open", JSON.stringify({ op: "distance", ...boxes }), "--page", file], { encoding: "utf8" }).trim();
    assert.match(address, /^file:\/\/\/.*playground\.html#1\./);
    for (const [where, words] of [[address, /^They are 3 apart/], [address.replace(/#.*/, "#gallery=2"), /^It begins with/]]) {
        const context = await browser.newContext({ offline: true }), page = await context.newPage(), wrong = [];
        page.on("console", (message) => ["error", "warning"].includes(message.type()) && !/GPU stall|GL Driver/.test(message.text()) && wrong.push(message.text()));
        page.on("pageerror", (error) => wrong.push(error.message));
        page.on("request", (request) => /^(file|data|blob):/.test(request.url()) || wrong.push(request.url()));
        await page.goto(where);
        await page.waitForSelector("body[data-ready]");
        assert.match(await text(page, "#words"), words);
        assert.deepEqual(wrong, []);
        await context.close();
    }
});

test("two hundred bodies keep their contacts, and one is dragged", () => visit("#gallery=17", async (page) => {
    assert.match(await text(page, "#words"), /^200 bodies: \d+ pairs near one another, \d+ touch/);
    const before = await page.locator('[data-body="100"]').getAttribute("d"), box = await page.locator('[data-body="100"]').boundingBox();
    await page.evaluate(() => {
        for (const body of document.querySelectorAll("[data-body]")) body.kept = true;
        globalThis.changes = 0;
        new MutationObserver((records) => { globalThis.changes += records.length; }).observe(document.querySelector("#left svg"), { subtree: true, attributes: true, childList: true });
    });
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 80, box.y + 40, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction((old) => document.querySelector('[data-body="100"]').getAttribute("d") !== old, before);
    assert.equal(await page.evaluate(() => [...document.querySelectorAll("[data-body]")].filter((body) => body.kept).length), 200, "drawn by changing what is there");
    // at most five frames: one to choose it, four to move it; some contacts come and go, and those behind them in the list move up
    const changes = await page.evaluate(() => globalThis.changes);
    assert.ok(changes > 5 && changes < 1000, `${changes} changes of the picture, which has thousands of attributes`);
}));

test("a dropped file of each format becomes a mesh in space", () => visit("#gallery=10", async (page) => {
    const corners = ["0 0 0", "1 0 0", "0 1 0", "0 0 1"], faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    const facets = faces.map((face) => `facet normal 0 0 0\nouter loop\n${face.map((k) => `vertex ${corners[k]}`).join("\n")}\nendloop\nendfacet\n`).join("");
    const listed = faces.map((face) => `3 ${face.join(" ")}\n`).join("");
    const files = {
        "t.obj": corners.map((c) => `v ${c}\n`).join("") + faces.map((face) => `f ${face.map((k) => k + 1).join(" ")}\n`).join(""),
        "t.stl": `solid t\n${facets}endsolid t\n`,
        "t.off": `OFF\n4 4 0\n${corners.join("\n")}\n${listed}`,
        "t.ply": `ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n${corners.join("\n")}\n${listed}`,
    };
    for (const [name, content] of Object.entries(files)) {
        await page.setInputFiles("#file", { name, mimeType: "application/octet-stream", buffer: Buffer.from(content) });
        await page.waitForFunction((wanted) => document.querySelector("#said").textContent === wanted, `${name}: 4 triangles, scaled to fit.`);
        assert.equal(await text(page, "#who button"), "a: mesh");
    }
    await page.setInputFiles("#file", { name: "sample.glb", mimeType: "application/octet-stream", buffer: readFileSync(root + "examples/sample.glb") });
    await page.waitForFunction(() => /^sample\.glb: \d{4,} triangles/.test(document.querySelector("#said").textContent));
}));

test("a finger drags a shape", () => visit(link({ question: { op: "distance", ...boxes } }), async (page) => {
    await page.locator('[data-body="1"]').scrollIntoViewIfNeeded();
    const body = await page.locator('[data-body="1"]').boundingBox(), x = body.x + body.width / 2, y = body.y + body.height / 2;
    const finger = await page.context().newCDPSession(page), touch = (type, ...at) => finger.send("Input.dispatchTouchEvent", { type, touchPoints: at.length ? [{ x: at[0], y: at[1] }] : [] });
    await touch("touchStart", x, y);
    for (let k = 1; k <= 4; k++) await touch("touchMove", x - k * body.width, y);
    await touch("touchEnd");
    await page.waitForFunction(() => [...document.querySelectorAll("#numbers dt")].some((dt) => dt.textContent === "depth"));
    const depth = Number(await number(page, "depth"));
    assert.ok(Math.abs(depth - 1) < 0.3, `${depth}: b is one wide with its thick border, and moved by four`);
}, { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }));

/** The grey values of a picture in cells of 40 by 40 points: what other fonts and other smoothing of lines change little. */
async function greys(page, selector) {
    const picture = (await page.locator(selector).screenshot()).toString("base64");
    return page.evaluate(async (data) => {
        const image = new Image();
        image.src = "data:image/png;base64," + data;
        await image.decode();
        const [width, height] = [image.width, image.height].map((n) => Math.floor(n / 40)), canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height }), pen = canvas.getContext("2d", { willReadFrequently: true });
        pen.drawImage(image, 0, 0);
        return Array.from({ length: width * height }, (_, k) => {
            const { data: cell } = pen.getImageData(40 * (k % width), 40 * Math.floor(k / width), 40, 40);
            let sum = 0;
            for (let i = 0; i < cell.length; i++) if (i % 4 < 3) sum += cell[i];
            return Math.round(sum / (3 * 40 * 40));
        });
    }, picture);
}

test("the scenes look as they did: in cells of 40 points, by grey values", { timeout: 180000 }, async () => {
    const path = new URL("pictures.json", import.meta.url), kept = JSON.parse(readFileSync(path)), now = {};
    for (const scene of [1, 4, 10, 13]) {
        await visit(`#gallery=${scene}`, async (page) => {
            await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));  // space is drawn by the next frame
            now[scene] = await greys(page, "#left");
        });
    }
    if (process.env.FEELER_WRITE_PICTURES) return writeFileSync(path, JSON.stringify(now).replace(/(\],?)/g, "$1\n"));
    for (const [scene, values] of Object.entries(now)) {
        const off = values.map((v, k) => Math.abs(v - kept[scene]?.[k])), most = Math.max(...off), mean = off.reduce((a, b) => a + b, 0) / off.length;
        assert.equal(values.length, kept[scene]?.length, `scene ${scene}: another size`);
        assert.ok(most <= 40 && mean <= 3, `scene ${scene}: off by ${most} of 255 in a cell, ${mean} on average; FEELER_WRITE_PICTURES=1 writes what is now`);
    }
});

test("C and Python, as copied, run and answer alike; JSON holds the question", { skip: !existsSync(root + "build/libfeeler.a") && "there is no build/libfeeler.a" }, () => visit(link({ question: { op: "signed_distance", ...boxes } }), async (page) => {
    const folder = mkdtempSync(join(tmpdir(), "feeler-copy-"));
    try {
        const programs = { "Distance, depth": "3", Contact: "0 points", Sweep: "hit at 1", Ray: "hit at ", Motion: "no hit" };
        for (const [name, expected] of Object.entries(programs)) {
            await page.click(`#asks >> text=${name}`);
            await page.click("#c");
            await page.waitForFunction(() => document.querySelector("#copied").value.startsWith("#include"));
            writeFileSync(join(folder, "a.c"), await page.inputValue("#copied"));
            execFileSync("cc", ["-std=c17", "-Wall", "-Wextra", "-Werror", `-I${root}include`, join(folder, "a.c"), root + "build/libfeeler.a", "-lm", "-o", join(folder, "a")]);
            const said = execFileSync(join(folder, "a"), { encoding: "utf8" });
            assert.ok(said.startsWith(expected), `${name}: ${said}`);
        }
        await page.click("#json");
        await page.waitForFunction(() => document.querySelector("#copied").value.startsWith("{"));
        assert.equal(JSON.parse(await page.inputValue("#copied")).op, "motion");
        await page.click("#python");
        await page.waitForFunction(() => document.querySelector("#copied").value.startsWith("import json"));
        writeFileSync(join(folder, "a.py"), await page.inputValue("#copied"));
        const said = execFileSync("python3", [join(folder, "a.py")], { encoding: "utf8", env: { ...process.env, PATH: `${root}build:${process.env.PATH}` } });
        assert.match(said, /hit'?: False|"hit": ?false/, said);
    } finally {
        rmSync(folder, { recursive: true });
    }
}));

test("JavaScript, as copied, runs and answers alike", () => visit(link({ question: { op: "signed_distance", ...boxes } }), async (page) => {
    const folder = mkdtempSync(join(tmpdir(), "feeler-copy-"));
    try {
        for (const [name, expected] of Object.entries({ "Distance, depth": /signedDistance: 3,/, Contact: /points: \[\]/, Sweep: /^{\s*t: 1,/, Ray: /^{\s*t: /, Motion: /^null/ })) {
            await page.click(`#asks >> text=${name}`);
            await page.click("#javascript");
            await page.waitForFunction(() => document.querySelector("#copied").value.startsWith("import { load }"));
            writeFileSync(join(folder, "a.mjs"), (await page.inputValue("#copied")).replace('"feeler"', JSON.stringify(new URL("../../js/dist/index.js", import.meta.url).href)));
            assert.match(execFileSync("node", [join(folder, "a.mjs")], { encoding: "utf8" }), expected, name);
        }
    } finally {
        rmSync(folder, { recursive: true });
    }
}));

for (const colorScheme of ["light", "dark"]) {
    test(`on a phone nothing is wider than the screen, and words can be read (${colorScheme})`, () => visit("#gallery=1", async (page) => {
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        const worst = await page.evaluate(() => {
            const light = (color) => {
                const [r, g, b] = color.match(/[\d.]+/g).slice(0, 3).map((x) => x / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const ground = (e) => { const c = getComputedStyle(e).backgroundColor; return /, 0\)$/.test(c) ? ground(e.parentElement) : c; };
            return Math.min(...[...document.querySelectorAll("p, button:not(:disabled), dt, dd, h1, h2, figcaption, b, summary")].filter((e) => e.textContent.trim() && e.offsetParent).map((e) => {
                const [p, q] = [light(getComputedStyle(e).color), light(ground(e))].sort((x, y) => y - x);
                return (p + 0.05) / (q + 0.05);
            }));
        });
        assert.ok(worst >= 4.5, `contrast ${worst}`);
    }, { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true, colorScheme }));
}
