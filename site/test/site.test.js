import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "../../playground/serve.js";
import { pageOf } from "../api.js";
import { readHeaders, root } from "../headers.js";
import { manualPages } from "../man.js";
import { said, tasks } from "../snippets.js";

const out = root + "build-site/";
const executablePath = process.env.FEELER_BROWSER ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
let browser, site;
before(async () => {
    site = await serve(0, out);
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
});
after(async () => {
    await browser?.close();
    site?.server.close();
});

/** A page on which nothing may be logged as an error, nor asked of another host. */
async function visit(path, act, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options }), page = await context.newPage(), wrong = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && !/GPU stall|GL Driver/.test(message.text()) && wrong.push(message.text()));
    page.on("pageerror", (error) => wrong.push(error.message));
    page.on("request", (request) => request.url().startsWith(site.address) || /^(data|blob):/.test(request.url()) || wrong.push(request.url()));
    try {
        await page.goto(site.address + path);
        await page.waitForSelector(".VPContent");
        await act(page);
        assert.deepEqual(wrong, [], path);
    } finally {
        await context.close();
    }
}
const text = (html) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ").trim();

test("every snippet of the pages prints what the page says", async () => {
    const all = tasks();
    assert.ok(all.filter(({ page }) => page.startsWith("docs/how-to")).length >= 30, `${all.length} snippets`);
    for (const task of all) assert.ok(task.output, `${task.page}:${task.line}: a snippet without what it prints`);
    for (const task of all) {
        const lines = task.code.trim().split("\n").length;
        assert.ok(lines >= 1 && lines <= 25, `${task.page}:${task.line}: ${lines} lines`);
    }
    const queue = [...all];
    await Promise.all([1, 2].map(async () => {
        for (let task; (task = queue.shift());) assert.equal(await said(task), task.output, `${task.page}:${task.line}: ${task.title}`);
    }));
});

test("every public function has a page of the manual, and mandoc finds nothing wrong with any", () => {
    const pages = manualPages(), folder = mkdtempSync(join(tmpdir(), "feeler-man-")), declared = new Set();
    for (const name of readdirSync(root + "include/feeler"))
        for (const [, found] of readFileSync(`${root}include/feeler/${name}`, "utf8").replace(/\/\/.*/g, "").matchAll(/^(?:FLR_API|static inline)\s[^;{(]*?\b(flr_\w+)\(/gm)) declared.add(found);
    assert.deepEqual(Object.keys(pages).filter((name) => name.startsWith("flr_")).sort(), [...declared].map((name) => `${name}.3`).sort());
    try {
        for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, name), text);
        const { stdout, status } = spawnSync("mandoc", ["-T", "lint", "-W", "warning", ...Object.keys(pages)], { cwd: folder, encoding: "utf8" });
        assert.deepEqual([stdout, status], ["", 0]);
        const shown = spawnSync("mandoc", ["-T", "ascii", "-O", "width=100", "flr_distance3.3"], { cwd: folder, encoding: "utf8" }).stdout.replace(/.\x08/g, "");
        for (const words of ["#include <feeler/any3.h>", "Overlapping shapes have distance 0", "flr_status flr_distance3(const flr_shape3 *a,", "feeler_any3(3)"]) assert.ok(shown.includes(words), `${words} in ${shown}`);
    } finally {
        rmSync(folder, { recursive: true });
    }
});

test("every public function has a section, and none is empty", () => {
    let count = 0;
    for (const header of readHeaders()) {
        const html = readFileSync(`${out}api/${pageOf(header.name)}.html`, "utf8"), sections = html.split(/(?=<h[23] id=")/);
        // what is declared, found in a way of its own
        const declared = readFileSync(`${root}include/feeler/${header.name}`, "utf8").replace(/\/\/.*/g, "").matchAll(/^(?:FLR_API|static inline)\s[^;{(]*?\b(flr_\w+)\(/gm);
        for (const [, name] of declared) {
            const at = sections.findIndex((section) => section.startsWith(`<h2 id="${name}"`) || section.startsWith(`<h3 id="${name}"`));
            assert.ok(at >= 0, `${header.name}: no section for ${name}`);
            assert.match(sections[at], /<pre class="declaration"/, name);
            // a family says what its functions do at its head
            const inline = /<\/pre>/.test(sections[at]) && sections[at].includes("Inline in the header");
            let head = at;
            while (sections[head].startsWith("<h3")) head--;
            const words = text(sections[head].replace(/<h2.*?<\/h2>|<pre.*?<\/pre>|<p class="where">.*?<\/p>|<table.*?<\/table>/gs, ""));
            assert.ok(inline || words.length > 12, `${header.name}: nothing is said of ${name}`);
            count++;
        }
    }
    assert.ok(count > 1000, `${count} functions`);
});

test("every public function has an example, which calls it, or one of its family that is called alike", () => {
    const without = [];
    let own = 0;
    for (const header of readHeaders()) {
        const html = readFileSync(`${out}api/${pageOf(header.name)}.html`, "utf8"), sections = html.split(/(?=<h[23] id=")/), examples = html.split(/(?=<p class="example" id=")/).slice(1);
        for (const { name } of header.items.filter(({ sort }) => sort === "function")) {
            const section = sections.find((one) => one.startsWith(`<h2 id="${name}"`) || one.startsWith(`<h3 id="${name}"`));
            const [, id, alike] = /class="example" (?:id="|href="#)(example-\d+)" data-calls="(\w+)"/.exec(section) ?? [];
            const example = examples.find((one) => one.startsWith(`<p class="example" id="${id}"`))?.split('<p class="where"')[0].replace(/<[^>]*>/g, "") ?? "";
            if (!example.includes(alike + "(")) without.push(name);
            if (alike === name) own++;
            // the same question, of the same dimension
            assert.equal(alike.split("_")[1], name.split("_")[1], name);
        }
    }
    assert.deepEqual(without, []);
    assert.ok(own >= 395, `${own} functions are called themselves`);
});

test("every link and anchor leads somewhere", () => {
    // what stands behind the # of the playground is a scene; the status is 0 in any case
    const { stdout, stderr } = spawnSync(process.execPath, [root + "site/node_modules/check-html-links/src/cli.js", out, "--ignore-link-pattern", "*/playground/index.html"], { encoding: "utf8" });
    assert.match(stdout, /All tested links are valid/, stderr);
});

test("pages open without a word on the console", { timeout: 120000 }, async () => {
    for (const path of ["", "start/", "start/c", "how-to/", "how-to/many", "concepts/", "api/", "api/any3", "api/overlap3", "docs/algorithms", "docs/performance", "docs/accuracy", "man/feeler"]) {
        await visit(path ? path.replace(/(\w)$/, "$1.html") : "", async (page) => assert.ok((await page.textContent(".VPContent")).length > 200, path));
    }
});

test("scenes of the playground open inside the pages, and say something", { timeout: 180000 }, async () => {
    for (const path of ["docs/algorithms.html", "concepts/minkowski.html", "concepts/touching.html"]) {
        await visit(path, async (page) => {
            const scenes = await page.locator("figure.scene iframe").all();
            assert.ok(scenes.length >= (path.startsWith("docs") ? 8 : 1), `${scenes.length} scenes`);
            for (const scene of scenes) {
                await scene.scrollIntoViewIfNeeded();
                const frame = await (await scene.elementHandle()).contentFrame(), name = await scene.getAttribute("title");
                await frame.waitForSelector("body.embedded[data-ready]", { timeout: 60000 });
                assert.equal(await frame.textContent("#failure"), "", name);
                assert.equal(await frame.textContent("#said"), "", name);
                assert.ok((await frame.textContent("#words")).length > 10 || (await frame.textContent("#numbers")).length > 10, name);
            }
        });
    }
});

test("the search finds a function, and leads to it", () => visit("", async (page) => {
    await page.waitForFunction(() => document.querySelector("#app").__vue_app__);  // a click before that is lost
    await page.click(".VPNavBarSearch button");
    await page.fill(".VPLocalSearchBox input", "flr_signed_distance3");
    await page.click(".VPLocalSearchBox .result >> nth=0");
    await page.waitForFunction(() => location.hash === "#flr_signed_distance3");
}));

for (const colorScheme of ["light", "dark"]) {
    test(`on a phone nothing is wider than the screen, and words can be read (${colorScheme})`, { timeout: 120000 }, async () => {
        for (const path of ["", "start/index.html", "how-to/characters.html", "concepts/shapes.html", "api/any3.html", "docs/algorithms.html", "docs/accuracy.html", "man/feeler.html"]) {
            await visit(path, async (page) => {
                assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path} is too wide`);
                const worst = await page.evaluate(() => {
                    const light = (color) => {
                        const [r, g, b] = color.match(/[\d.]+/g).slice(0, 3).map((x) => x / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
                        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
                    };
                    const ground = (e) => { const c = getComputedStyle(e).backgroundColor; return /, 0\)$/.test(c) ? (e.parentElement ? ground(e.parentElement) : "rgb(255, 255, 255)") : c.startsWith("rgba") ? ground(e.parentElement) : c; };
                    const all = [...document.querySelectorAll(["p", "li", "td", "th", "h1", "h2", "h3", "code", "a", "figcaption"].map((tag) => ".VPContent " + tag).join())].filter((e) => e.textContent.trim() && e.offsetParent && getComputedStyle(e).opacity === "1" && !e.classList.contains("header-anchor"));
                    return all.map((e) => {
                        const [p, q] = [light(getComputedStyle(e).color), light(ground(e))].sort((x, y) => y - x);
                        return [(p + 0.05) / (q + 0.05), e.outerHTML.slice(0, 80)];
                    }).sort((x, y) => x[0] - y[0])[0];
                });
                assert.ok(worst[0] >= 4.5, `${path}: contrast ${worst}`);
            }, { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true, colorScheme });
        }
    });
}
