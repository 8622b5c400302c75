"use strict";
// One picture of one finding on one canvas: the parts by the renderer, the marks on top of them.

const COLORS = {a: [0.93, 0.56, 0.16], b: [0.25, 0.51, 0.87], both: [0.86, 0.08, 0.25], ghost: [0.55, 0.58, 0.62], lines: [0.71, 0, 0.61]};
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

/// What of the segment from p to q the plane leaves; null for nothing.
function behind(plane, p, q) {
  const at = x => dot(plane.normal, sub(x, plane.point)), a = at(p), b = at(q), eps = 1e-9 * everything.radius;
  if (a > eps && b > eps) return null;
  if (a <= eps && b <= eps) return [p, q];
  const middle = add(p, scale(a / (a - b), sub(q, p)));
  return a > eps ? [middle, q] : [p, middle];
}

/// Where the surfaces cross, also behind them.
function drawLines(context, f, view, width, height, unit) {
  const plane = view.mode === "cut" ? view.plane : null;
  context.beginPath();
  for (const points of f.lines) {
    for (let i = 1; i < points.length; ++i) {
      const kept = plane ? behind(plane, points[i - 1], points[i]) : [points[i - 1], points[i]];
      const [p, q] = (kept || []).map(x => project(view.camera, x, width, height));
      if (!p || !q) continue;
      context.moveTo(p.x, p.y);
      context.lineTo(q.x, q.y);
    }
  }
  context.lineCap = context.lineJoin = "round";
  for (const [size, color] of [[0.95, "rgb(255 255 255 / .85)"], [0.5, css(COLORS.lines)]]) {
    context.lineWidth = size * unit;
    context.strokeStyle = color;
    context.stroke();
  }
}

function drawMeasure(context, points, camera, width, height, unit) {
  const at = points.map(p => project(camera, p, width, height)).filter(Boolean);
  if (at.length === 2) {
    line(context, at[0], at[1], 1.1 * unit, "#fff");
    line(context, at[0], at[1], 0.5 * unit, "#1a7f37");
  }
  for (const p of at) dotAt(context, p, 1.1 * unit, "#1a7f37");
  if (at.length !== 2) return;
  const words = lengthWords(length(sub(points[1], points[0]))), middle = {x: (at[0].x + at[1].x) / 2, y: (at[0].y + at[1].y) / 2};
  context.font = `600 ${Math.round(3.4 * unit)}px system-ui, sans-serif`;
  context.textAlign = "center";
  const size = context.measureText(words).width / 2 + 2 * unit;
  context.fillStyle = "rgb(255 255 255 / .92)";
  context.fillRect(middle.x - size, middle.y - 7.5 * unit, 2 * size, 5 * unit);
  context.fillStyle = "#116329";
  context.fillText(words, middle.x, middle.y - 3.8 * unit);
}

/// view: {camera, mode, plane, ghosts, lines, shows, measured}; shows(i) tells whether part i is not hidden. The canvas has its size in pixels already.
function drawPicture(canvas, f, view) {
  const context = canvas.getContext("2d"), {width, height} = canvas;
  context.clearRect(0, 0, width, height);
  const draw = currentRenderer();
  const shows = view.shows || (() => true), shown = i => i >= 0 && shows(i) ? i : -1;
  draw.draw({...view, shows, a: shown(f.indexA), b: shown(f.indexB), colors: COLORS}, width, height);
  draw.copyTo(context, width, height);
  const unit = Math.max(2, Math.min(width, height) / 110);
  if (view.lines) drawLines(context, f, view, width, height, unit);
  drawMarks(context, f, view.camera, width, height, unit);
  if (view.measured) drawMeasure(context, view.measured, view.camera, width, height, unit);
}

/// How a finding is first shown.
const firstView = (f, frame) => ({
  camera: aim(f, frame), plane: cutOf(f), ghosts: true, lines: true,
  mode: frame === "place" ? "cut" : f.kind === "contained" ? "through" : "solid",
});
