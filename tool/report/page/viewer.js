"use strict";
// The large view of the chosen finding, and the facts below it.

const viewer = {finding: null, view: null, frame: "place", pending: false, dragging: false};

const MODES = [["solid", "solid"], ["cut", "cut"], ["through", "see-through"]];
const FRAMES = [["detail", "detail"], ["place", "place"], ["pair", "both parts"], ["all", "everything"]];

function radioGroup(host, name, options, choose) {
  host.replaceChildren(...options.map(([value, label]) => element("label", {},
    element("input", {type: "radio", name, value, onchange: () => choose(value)}), element("span", {}, label))));
}
const checkRadio = (name, value) => {
  const input = document.querySelector(`input[name=${name}][value=${value}]`);
  if (input) input.checked = true;
};

function redraw() {
  if (viewer.pending || !viewer.finding) return;
  viewer.pending = true;
  requestAnimationFrame(() => {
    viewer.pending = false;
    const canvas = byId("view"), box = canvas.getBoundingClientRect();
    if (!box.width) return;
    const coarse = isSoftware() ? (viewer.dragging ? 0.35 : 0.8) : Math.min(window.devicePixelRatio || 1, 2);
    const width = Math.max(1, Math.round(box.width * coarse)), height = Math.max(1, Math.round(box.height * coarse));
    if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
    const view = viewer.view, plane = {...view.plane};
    plane.point = add(plane.point, scale(view.shift * 0.5 * view.camera.distance, plane.normal));
    drawPicture(canvas, viewer.finding, {...view, plane});
  });
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
      element("b", {}, f[which + "_name"]), element("small", {}, more + (part && !part.watertight ? " · not watertight" : ""))));
  };
  const list = [
    ...fact(isDeep(f) ? "depth" : "distance", element("b", {}, sizeWords(f))),
    ...fact("point on the first", placeWords(f.point_a)), ...fact("point on the second", placeWords(f.point_b)),
    ...fact("normal", vector(f.normal)),
    ...(f.previous ? fact("in the baseline", `${f.previous.kind}, ${lengthWords(f.previous.depth || f.previous.distance)}`) : []),
    ...(f.rule ? fact("breaks", `${f.rule} (${f.severity})`) : []),
    ...fact("review", reviewForm(f), f.review && f.review.lapsed ? element("small", {}, "It is worse than when it was looked at.") : null),
    ...(f.flags.length ? fact("mind", element("ul", {}, ...f.flags.map(x => element("li", {}, FLAG_WORDS[x] || x)))) : []),
    ...fact("key", element("code", {}, f.key)),
    ...fact("to ignore it", element("code", {class: "wide"}, ignoreLine(f))),
  ];
  byId("facts").replaceChildren(
    element("h2", {}, element("span", {class: "chip " + f.kind}, f.kind), ` ${KIND_WORDS[f.kind]}`,
      isPresent(f) ? "" : ` (${STATUS_WORDS[f.status]}: as it stood before)`),
    element("div", {class: "parts"}, name("a"), name("b"), isDeep(f) ? element("div", {class: "part"},
      element("i", {class: "swatch both"}), element("small", {}, "where both are, in a cut")) : null), element("dl", {}, ...list));
}

function show(f) {
  viewer.finding = f;
  byId("viewer").hidden = !f;
  if (!f) return;
  viewer.view = {...firstView(f, "place"), shift: 0, ghosts: byId("ghosts").checked};
  viewer.frame = "place";
  byId("offset").value = 0;
  checkRadio("mode", viewer.view.mode);
  checkRadio("frame", "place");
  setMode(viewer.view.mode);
  showFacts(f);
}

function pointerControls(canvas) {
  const pointers = new Map();
  let spread = 0;
  const height = () => canvas.getBoundingClientRect().height || 1;
  const gap = () => { const [p, q] = [...pointers.values()]; return Math.hypot(p.x - q.x, p.y - q.y); };
  canvas.addEventListener("pointerdown", e => {
    canvas.setPointerCapture(e.pointerId);
    pointers.set(e.pointerId, {x: e.clientX, y: e.clientY});
    if (pointers.size === 2) spread = gap();
    viewer.dragging = true;
  });
  canvas.addEventListener("pointermove", e => {
    const last = pointers.get(e.pointerId);
    if (!last) return;
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
    canvas.addEventListener(end, e => { pointers.delete(e.pointerId); viewer.dragging = pointers.size > 0; redraw(); });
  }
  canvas.addEventListener("contextmenu", e => e.preventDefault());
  canvas.addEventListener("dblclick", () => setFrame(viewer.frame));
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
  byId("offset").addEventListener("input", e => { viewer.view.shift = Number(e.target.value); redraw(); });
  byId("face").addEventListener("click", () => { viewer.view.plane = {point: viewer.finding.point, normal: viewer.view.camera.back}; redraw(); });
  pointerControls(byId("view"));
  keyControls(byId("view"));
  new ResizeObserver(redraw).observe(byId("view"));
}
