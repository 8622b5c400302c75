"use strict";
// One picture of one finding on one canvas: the parts by the renderer, the marks on top of them.

const COLORS = {a: [0.93, 0.56, 0.16], b: [0.25, 0.51, 0.87], both: [0.86, 0.08, 0.25], ghost: [0.55, 0.58, 0.62]};
const css = c => `rgb(${c.map(x => Math.round(255 * x)).join(" ")})`;

let renderer = null;
function currentRenderer() {
  if (!renderer || renderer.lost) {
    renderer = (!renderer && !/[?&#]software/.test(location.href) && WebglRenderer.create()) || new SoftwareRenderer();
  }
  return renderer;
}
const isSoftware = () => currentRenderer() instanceof SoftwareRenderer;

function dotAt(context, p, radius, fill) {
  context.beginPath();
  context.arc(p.x, p.y, radius, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
  context.lineWidth = Math.max(1, radius * 0.35);
  context.strokeStyle = "#fff";
  context.stroke();
}

function line(context, p, q, width, color) {
  context.beginPath();
  context.moveTo(p.x, p.y);
  context.lineTo(q.x, q.y);
  context.lineWidth = width;
  context.strokeStyle = color;
  context.stroke();
}

/// An arrow of fixed length on the screen, from b's point along the normal.
function normalArrow(context, camera, f, at, unit, width, height) {
  const size = 7 * unit, step = 0.02 * camera.distance;
  const tip = project(camera, add(f.point_b, scale(step, f.normal)), width, height);
  if (!tip) return;
  const dx = tip.x - at.x, dy = tip.y - at.y, l = Math.hypot(dx, dy);
  const pixels = step * height / 2 / Math.tan(FIELD_OF_VIEW / 2) / at.depth;
  const shown = Math.min(1, l / (pixels || 1)) * size * 1.4;
  if (!(shown > 2.5 * unit)) return;  // seen along its length it would only be a blot
  const u = [dx / l, dy / l], end = {x: at.x + shown * u[0], y: at.y + shown * u[1]}, head = 2 * unit;
  const wing = s => ({x: end.x - head * u[0] - s * head * 0.6 * u[1], y: end.y - head * u[1] + s * head * 0.6 * u[0]});
  for (const [extra, color] of [[0.9 * unit, "#fff"], [0, "#222"]]) {
    line(context, at, end, 0.7 * unit + extra, color);
    line(context, wing(1), end, 0.7 * unit + extra, color);
    line(context, wing(-1), end, 0.7 * unit + extra, color);
  }
}

function drawMarks(context, f, camera, width, height, unit) {
  const at = project(camera, f.point, width, height);
  const a = project(camera, f.point_a, width, height), b = project(camera, f.point_b, width, height);
  context.lineCap = "round";
  if (at) {
    for (const [w, color] of [[1.6 * unit, "rgb(255 255 255 / .9)"], [0.7 * unit, "#222"]]) {
      context.beginPath();
      context.arc(at.x, at.y, 6 * unit, 0, 2 * Math.PI);
      context.lineWidth = w;
      context.strokeStyle = color;
      context.stroke();
    }
  }
  if (b && f.normal.some(x => x !== 0)) normalArrow(context, camera, f, b, unit, width, height);
  if (!a || !b) return;
  line(context, a, b, 0.9 * unit, "#fff");
  line(context, a, b, 0.5 * unit, "#222");
  dotAt(context, a, 1.1 * unit, css(COLORS.a));
  dotAt(context, b, 0.9 * unit, css(COLORS.b));
}

/// view: {camera, mode, plane, ghosts}. The canvas has its size in pixels already.
function drawPicture(canvas, f, view) {
  const context = canvas.getContext("2d"), {width, height} = canvas;
  context.clearRect(0, 0, width, height);
  const draw = currentRenderer();
  draw.draw({...view, a: f.indexA, b: f.indexB, colors: COLORS}, width, height);
  draw.copyTo(context, width, height);
  drawMarks(context, f, view.camera, width, height, Math.max(2, Math.min(width, height) / 110));
}

/// How a finding is first shown.
const firstView = (f, frame) => ({
  camera: aim(f, frame), plane: cutOf(f), ghosts: true,
  mode: frame === "place" ? "cut" : f.kind === "contained" ? "through" : "solid",
});
