// How long a frame of the scene of two hundred bodies takes while one is dragged through the crowd, in a headless Chromium.
// usage: frames.js [FRAMES]    after `make playground`
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { serve } from "./serve.js";

const count = Number(process.argv[2] ?? 600), site = await serve();
const executablePath = process.env.FEELER_BROWSER ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] }), page = await browser.newPage({ viewport: { width: 1280, height: 900 } }), session = await page.context().newCDPSession(page);
await page.goto(site.address + "#gallery=17");
await page.waitForSelector("body[data-ready]");
const metrics = async () => Object.fromEntries((await session.send("Performance.getMetrics")).metrics.map(({ name, value }) => [name, value]));
await session.send("Performance.enable", { timeDomain: "threadTicks" });  // what the machine else does is not counted
const before = await metrics();
// as pointers do: several moves between two frames, along a figure of eight
const { spans, live, changes } = await page.evaluate((frames) => new Promise((done) => {
    const body = document.querySelector('[data-body="100"]'), svg = body.ownerSVGElement, box = svg.getBoundingClientRect(), spans = [], live = [];
    const fire = (type, i) => { const u = i / 120 * 2 * Math.PI; (type === "pointerdown" ? body : svg).dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: box.left + box.width * (0.5 + 0.3 * Math.sin(u)), clientY: box.top + box.height * (0.5 + 0.3 * Math.sin(2 * u)) })); };
    svg.setPointerCapture = () => {};
    let changes = 0;
    new MutationObserver((records) => changes += records.length).observe(svg, { subtree: true, attributes: true, childList: true });
    fire("pointerdown", 0);
    let last = 0, i = 0;
    requestAnimationFrame(function frame(now) {
        if (last) spans.push(now - last);
        last = now;
        const words = /in ([\d.]+) ms/.exec(document.querySelector("#words").textContent);
        if (words) live.push(Number(words[1]));
        if (i++ >= frames) { fire("pointerup", i); return done({ spans, live, changes }); }
        for (const part of [0, 1 / 3, 2 / 3]) fire("pointermove", i + part);
        requestAnimationFrame(frame);
    });
}), count);
const after = await metrics(), each = (name) => (1000 * (after[name] - before[name]) / count).toFixed(2);
const sorted = (values) => [...values].sort((a, b) => a - b), at = (values, part) => sorted(values)[Math.floor(part * (values.length - 1))].toFixed(1);
console.log(`${count} frames: ${(1000 / (spans.reduce((sum, x) => sum + x) / spans.length)).toFixed(1)} a second; between two ${at(spans, 0.5)} ms in the middle, ${at(spans, 0.99)} ms in 99 of 100, ${at(spans, 1)} ms at most`);
console.log(`a frame: ${each("ScriptDuration")} ms of script (pairs and manifolds ${at(live, 0.5)} ms), ${each("LayoutDuration")} ms of layout, ${each("RecalcStyleDuration")} ms of style, ${each("TaskDuration")} ms of the main thread in all; ${(changes / count).toFixed(0)} changes of the picture`);
await browser.close();
site.server.close();
