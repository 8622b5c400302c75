"use strict";
// The large view of the chosen finding, and the facts below it.

const viewer = {finding: null, view: null, frame: "place", pending: false, dragging: false, hidden: new Set(), only: -1, measuring: false,
  measured: [], picked: -1};

const MODES = [["solid", "solid"], ["cut", "cut"], ["through", "see-through"]];
const AXES = [["place", "across"], ["x", "x"], ["y", "y"], ["z", "z"], ["face", "facing"]];
const FRAMES = [["detail", "detail"], ["place", "place"], ["pair", "both parts"], ["all", "everything"]];

function radioGroup(host, name, options, choose) {
  host.replaceChildren(...options.map(([value, label]) => element("label", {},
    element("input", {type: "radio", name, value, onchange: () => choose(value)}), element("span", {}, label))));
}
const checkRadio = (name, value) => {
  const input = document.querySelector(`input[name=${name}][value=${value}]`);
  if (input) input.checked = true;
};

function drawNow() {
  const canvas = byId("view"), box = canvas.getBoundingClientRect();
  if (!box.width) return;
  const coarse = isSoftware() ? (viewer.dragging ? 0.35 : 0.8) : Math.min(window.devicePixelRatio || 1, 2);
  const width = Math.max(1, Math.round(box.width * coarse)), height = Math.max(1, Math.round(box.height * coarse));
  if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
  drawPicture(canvas, viewer.finding, {...viewer.view, plane: planeNow(), shows, measured: viewer.measured});
}

function redraw() {
  if (viewer.pending || !viewer.finding) return;
  viewer.pending = true;
  requestAnimationFrame(() => {
    viewer.pending = false;
    drawNow();
  });
}

const shows = i => viewer.only >= 0 ? i === viewer.only : !viewer.hidden.has(i);

/// The cutting plane as the slider has it. Along an axis it reaches from end to end of everything, with the place in its middle.
function planeNow() {
  const {plane, shift, camera, axis, flipped} = viewer.view, turn = flipped ? -1 : 1;
  if (axis === undefined) {
    return {normal: scale(turn, plane.normal), point: add(plane.point, scale(shift * 0.5 * camera.distance, plane.normal))};
  }
  const normal = [0, 0, 0], point = [...viewer.finding.point], end = shift < 0 ? bounds.min[axis] : bounds.max[axis];
  normal[axis] = turn;
  point[axis] += Math.abs(shift) * (end - point[axis]) + turn * 2e-5 * everything.radius;  // beside a face that lies in the plane
  return {normal, point};
}

function showPlane() {
  const {axis} = viewer.view;
  byId("at").textContent = axis === undefined ? "" : `${"xyz"[axis]} = ${lengthWords(planeNow().point[axis])}`;
  redraw();
}

function setAxis(name) {
  const view = viewer.view, axis = "xyz".indexOf(name);
  view.axis = axis < 0 ? undefined : axis;
  view.flipped = false;
  if (name === "face") view.plane = {point: viewer.finding.point, normal: view.camera.back};
  if (name === "place") view.plane = cutOf(viewer.finding);
  view.shift = 0;
  byId("offset").value = 0;
  // what is cut away is what stands before the plane
  if (axis >= 0 && view.camera.back[axis] < 0) view.flipped = true;
  showPlane();
}

/// Which parts the picture shows: all but the hidden ones, or one alone.
function setShown(change) {
  change();
  showFacts(viewer.finding);
  showPicked();
  redraw();
}
const hide = i => setShown(() => { viewer.hidden.add(i); viewer.only = -1; });
const isolate = i => setShown(() => { viewer.only = viewer.only === i ? -1 : i; viewer.hidden.delete(i); });
const showAll = () => setShown(() => { viewer.hidden.clear(); viewer.only = -1; });

const shownButtons = i => [
  viewer.hidden.has(i) ? element("button", {type: "button", onclick: () => setShown(() => viewer.hidden.delete(i))}, "show")
                       : element("button", {type: "button", onclick: () => hide(i)}, "hide"),
  element("button", {type: "button", "aria-pressed": String(viewer.only === i), onclick: () => isolate(i)}, viewer.only === i ? "not alone" : "alone")];

/// The line under the tools: the part that was clicked, what is hidden, or what was measured.
function showPicked() {
  const host = byId("picked"), content = [], {measured, picked, hidden, only} = viewer;
  if (viewer.measuring && measured.length < 2) content.push(measured.length ? "click the second point" : "click the first point; corners attract");
  if (measured.length === 2) {
    const d = sub(measured[1], measured[0]);
    content.push(element("b", {id: "measured"}, lengthWords(length(d))), ` (${["x", "y", "z"].map((n, k) => `${n} ${number(d[k])}`).join(", ")})`,
      element("button", {type: "button", onclick: () => setMeasuring(viewer.measuring)}, "clear"));
  }
  if (!content.length && picked >= 0) content.push(report.parts[picked].path, ...shownButtons(picked));
  if (hidden.size || only >= 0) content.push(element("button", {type: "button", id: "all", onclick: showAll},
    only >= 0 ? "show all parts" : `show all parts (${plural(hidden.size, "part")} hidden)`));
  host.hidden = !content.length;
  host.replaceChildren(...content);
}

function setMeasuring(on) {
  viewer.measuring = on;
  viewer.measured = [];
  byId("measure").setAttribute("aria-pressed", String(on));
  byId("view").classList.toggle("measuring", on);
  showPicked();
  redraw();
}

/// A click of the picture, in its own pixels.
function clickAt(x, y, width, height) {
  const view = viewer.view, {indexA, indexB} = viewer.finding, ray = rayAt(view.camera, x, y, width, height);
  const plane = view.mode === "cut" ? planeNow() : null, both = [indexA, indexB].filter(i => i >= 0 && shows(i));
  const others = view.ghosts ? [...report.parts.keys()].filter(i => i !== indexA && i !== indexB && shows(i) && !isBox(i)) : [];
  const hit = pick(ray, both, plane) || pick(ray, others, plane);
  if (!viewer.measuring) {
    viewer.picked = hit ? hit.part : -1;
    showPicked();
    return;
  }
  if (!hit) return;
  const near = hit.corners.filter(c => { const p = project(view.camera, c, width, height); return p && Math.hypot(p.x - x, p.y - y) < 9; });
  if (viewer.measured.length === 2) viewer.measured = [];
  viewer.measured.push(near.length ? near[0] : hit.point);
  showPicked();
  redraw();
}

function setMode(mode) {
  viewer.view.mode = mode;
  byId("cut").classList.toggle("off", mode !== "cut");
  redraw();
}

function setFrame(frame) {
  viewer.frame = frame;
  viewer.view.camera = aim(viewer.finding, frame);
  redraw();
}

function fact(label, ...value) { return [element("dt", {}, label), element("dd", {}, ...value)]; }

function showFacts(f) {
  const name = which => {
    const index = which === "a" ? f.indexA : f.indexB, part = report.parts[index];
    const more = !part ? "not in this run" : isBox(index) ? "shown as a box: the page would grow too large" : part.path;
    return element("div", {class: "part"}, element("i", {class: "swatch " + which}), element("div", {},
      element("b", {}, f[which + "_name"]), ...(part ? shownButtons(index) : []),
      element("small", {}, more + (part && !part.watertight ? " · not watertight" : ""))));
  };
  const list = [
    ...fact(isDeep(f) ? "depth" : "distance", element("b", {}, sizeWords(f))),
    ...(f.volume === null ? [] : fact("volume in common", element("b", {}, volumeWords(f)))),
    ...(f.tessellation ? fact("facets stand out", `by up to ${lengthWords(f.tessellation)} there`) : []),
    ...fact("point on the first", placeWords(f.point_a)), ...fact("point on the second", placeWords(f.point_b)),
    ...fact("normal", vector(f.normal)),
    ...(f.previous ? fact("in the baseline", `${kindName(f.previous.kind)}, ${lengthWords(f.previous.depth || f.previous.distance)}`) : []),
    ...(f.rule ? fact("breaks", `${f.rule} (${f.severity})`) : []),
    ...fact("review", reviewForm(f), f.review && f.review.lapsed ? element("small", {}, "It is worse than when it was looked at.") : null),
    ...(f.flags.length ? fact("mind", element("ul", {}, ...f.flags.map(x => element("li", {}, FLAG_WORDS[x] || x)))) : []),
    ...fact("key", element("code", {}, f.key), " ", element("a", {href: "#" + f.key}, "link to this finding")),
    ...fact("to ignore it", element("code", {class: "wide"}, ignoreLine(f))),
  ];
  byId("facts").replaceChildren(
    element("h2", {}, element("span", {class: "chip " + f.kind}, kindName(f.kind)), ` ${KIND_WORDS[f.kind]}`,
      isPresent(f) ? "" : ` (${STATUS_WORDS[f.status]}: as it stood before)`),
    element("div", {class: "parts"}, name("a"), name("b"), isDeep(f) ? element("div", {class: "part"},
      element("i", {class: "swatch both"}), element("small", {}, "where both are, in a cut")) : null,
      f.lines.length ? element("div", {class: "part"}, element("i", {class: "swatch lines"}),
        element("small", {}, `where the surfaces cross: ${plural(f.lines.length, "line")}`)) : null), element("dl", {}, ...list));
}

function show(f) {
  viewer.finding = f;
  byId("viewer").hidden = !f;
  if (!f) return;
  viewer.view = {...firstView(f, "place"), shift: 0, flipped: false, ghosts: byId("ghosts").checked, lines: byId("lines").checked};
  viewer.frame = "place";
  viewer.measured = [];
  viewer.picked = viewer.only = -1;
  for (const i of f.known) viewer.hidden.delete(i);
  byId("offset").value = 0;
  byId("at").textContent = "";
  checkRadio("axis", "place");
  checkRadio("mode", viewer.view.mode);
  checkRadio("frame", "place");
  setMode(viewer.view.mode);
  showFacts(f);
  showPicked();
}

function pointerControls(canvas) {
  const pointers = new Map();
  let spread = 0, start = null;
  const height = () => canvas.getBoundingClientRect().height || 1;
  const gap = () => { const [p, q] = [...pointers.values()]; return Math.hypot(p.x - q.x, p.y - q.y); };
  canvas.addEventListener("pointerdown", e => {
    canvas.setPointerCapture(e.pointerId);
    pointers.set(e.pointerId, {x: e.clientX, y: e.clientY});
    if (pointers.size === 2) spread = gap();
    start = pointers.size === 1 && e.button === 0 ? {x: e.clientX, y: e.clientY} : null;
    viewer.dragging = true;
  });
  canvas.addEventListener("pointermove", e => {
    const last = pointers.get(e.pointerId);
    if (!last) return;
    if (start && Math.hypot(e.clientX - start.x, e.clientY - start.y) > 4) start = null;
    if (start) return;
    const dx = (e.clientX - last.x) / height(), dy = (e.clientY - last.y) / height(), view = viewer.view;
    pointers.set(e.pointerId, {x: e.clientX, y: e.clientY});
    if (pointers.size === 2) {
      const now = gap();
      view.camera = pan(zoom(view.camera, spread / (now || 1)), dx / 2, dy / 2);
      spread = now;
    } else if (e.shiftKey || e.buttons & 6) {
      view.camera = pan(view.camera, dx, dy);
    } else {
      view.camera = orbit(view.camera, dx * 4, dy * 4);
    }
    redraw();
  });
  for (const end of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(end, e => {
      pointers.delete(e.pointerId);
      viewer.dragging = pointers.size > 0;
      const box = canvas.getBoundingClientRect();
      if (start && end === "pointerup") clickAt(e.clientX - box.left, e.clientY - box.top, box.width, box.height);
      start = null;
      redraw();
    });
  }
  canvas.addEventListener("contextmenu", e => e.preventDefault());
  canvas.addEventListener("dblclick", () => { if (!viewer.measuring) setFrame(viewer.frame); });
  canvas.addEventListener("wheel", e => {
    e.preventDefault();
    const steps = Math.max(-3, Math.min(3, e.deltaY / (e.deltaMode ? 3 : 100)));
    viewer.view.camera = zoom(viewer.view.camera, Math.exp(0.18 * steps));
    redraw();
  }, {passive: false});
}

function keyControls(canvas) {
  const arrows = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
  canvas.addEventListener("keydown", e => {
    const arrow = arrows[e.key], view = viewer.view;
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (arrow) view.camera = e.shiftKey ? pan(view.camera, -arrow[0] * 0.05, -arrow[1] * 0.05) : orbit(view.camera, arrow[0] * 0.15, arrow[1] * 0.15);
    else if (e.key === "+" || e.key === "=") view.camera = zoom(view.camera, 0.85);
    else if (e.key === "-") view.camera = zoom(view.camera, 1 / 0.85);
    else if (e.key === "0") view.camera = aim(viewer.finding, viewer.frame);
    else return;
    e.preventDefault();
    e.stopPropagation();
    redraw();
  });
}

function setUpViewer() {
  radioGroup(byId("modes"), "mode", MODES, setMode);
  radioGroup(byId("frames"), "frame", FRAMES, setFrame);
  byId("ghosts").addEventListener("change", e => { viewer.view.ghosts = e.target.checked; redraw(); });
  byId("lines").addEventListener("change", e => { viewer.view.lines = e.target.checked; redraw(); });
  radioGroup(byId("axes"), "axis", AXES, setAxis);
  byId("offset").addEventListener("input", e => { viewer.view.shift = Number(e.target.value); showPlane(); });
  byId("flip").addEventListener("click", () => { viewer.view.flipped = !viewer.view.flipped; redraw(); });
  byId("measure").addEventListener("click", () => setMeasuring(!viewer.measuring));
  pointerControls(byId("view"));
  keyControls(byId("view"));
  new ResizeObserver(redraw).observe(byId("view"));
}
