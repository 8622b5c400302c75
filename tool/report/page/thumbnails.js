"use strict";
// Small pictures, drawn when they come into sight, a few at a time so that scrolling stays smooth.

const THUMBNAIL = {width: 264, height: 198, frames: ["pair", "place"]};
const MOST_THUMBNAIL_TRIANGLES = 400000;  // of other parts, which each picture draws anew
const queue = new Set();
let drawing = false;

function drawThumbnail(canvas) {
  if (canvas.dataset.drawn) return;
  canvas.dataset.drawn = "1";
  canvas.width = THUMBNAIL.width;
  canvas.height = THUMBNAIL.height;
  const f = report.findings[canvas.dataset.finding], frame = canvas.dataset.frame, view = firstView(f, frame);
  drawPicture(canvas, f, {...view, ghosts: frame === "pair" && !isSoftware() && report.summary.triangles < MOST_THUMBNAIL_TRIANGLES});
}

function drawSome() {
  const start = performance.now();
  for (const canvas of queue) {
    queue.delete(canvas);
    if (canvas.isConnected) drawThumbnail(canvas);
    if (performance.now() - start > 12) break;
  }
  drawing = queue.size > 0;
  if (drawing) requestAnimationFrame(drawSome);
}

function drawThumbnails() {
  if (drawing || !queue.size || !geometry) return;
  drawing = true;
  requestAnimationFrame(drawSome);
}

const watcher = new IntersectionObserver(entries => {
  for (const entry of entries) {
    if (entry.isIntersecting && !entry.target.dataset.drawn) queue.add(entry.target);
    else queue.delete(entry.target);
  }
  drawThumbnails();
}, {rootMargin: "200px"});

function thumbnails(f, frames = THUMBNAIL.frames) {
  return frames.map(frame => {
    const canvas = element("canvas", {"data-finding": f.order, "data-frame": frame, width: 4, height: 3, role: "img",
      "aria-label": frame === "pair" ? `${f.a_name} and ${f.b_name}` : "the place, cut open"});
    watcher.observe(canvas);
    return canvas;
  });
}

const MOST_PRINTED = 400;
window.addEventListener("beforeprint", () => {
  fillRows(MOST_PRINTED);
  [...document.querySelectorAll("#findings canvas")].slice(0, 2 * MOST_PRINTED).forEach(drawThumbnail);
});
