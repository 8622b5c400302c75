"use strict";
// The table of findings: filtered, sorted, walked through with the keyboard.

const CHUNK = 200;
const table = {shown: [], rows: 0, sort: "severity", down: false, hiddenKinds: new Set(), hiddenStatuses: new Set(), selected: null};

const ORDERS = {
  severity: (a, b) => a.order - b.order,
  size: (a, b) => (isDeep(b) ? b.depth : -b.distance) - (isDeep(a) ? a.depth : -a.distance) || a.order - b.order,
  names: (a, b) => a.a_name.localeCompare(b.a_name, undefined, {numeric: true}) || a.b_name.localeCompare(b.b_name, undefined, {numeric: true}),
  status: (a, b) => STATES.indexOf(stateOf(a)) - STATES.indexOf(stateOf(b)) || a.order - b.order,
};

function rowOf(f) {
  const name = which => element("div", {class: "part"}, element("i", {class: "swatch " + which}), element("span", {}, f[which + "_name"]));
  const row = element("tr", {tabindex: -1, "data-order": f.order, class: isPresent(f) ? "" : f.status, "aria-selected": "false",
    onclick: () => select(f, "tap")},
    element("td", {class: "pictures"}, ...thumbnails(f)),
    element("td", {}, element("span", {class: "chip " + f.kind}, f.kind)),
    element("td", {class: "number"}, sizeWords(f)),
    element("td", {class: "names"}, name("a"), name("b"),
      f.rule ? element("small", {class: "flags"}, `${f.severity}: ${f.rule}`) : null,
      f.flags.length ? element("small", {class: "flags"}, f.flags.map(x => x.replaceAll("_", " ")).join(" · ")) : null),
    element("td", {class: "status"}, stateWords(f)));
  return row;
}

function appendRows() {
  const body = document.querySelector("#findings tbody"), next = table.shown.slice(table.rows, table.rows + CHUNK);
  body.append(...next.map(rowOf));
  table.rows += next.length;
  const last = body.lastElementChild;
  if (last && table.rows < table.shown.length) moreWatcher.observe(last);
  markSelected();
}

const moreWatcher = new IntersectionObserver(entries => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    moreWatcher.unobserve(entry.target);
    appendRows();
  }
}, {rootMargin: "600px"});

function markSelected() {
  for (const row of document.querySelectorAll("#findings tbody tr")) {
    const chosen = table.selected && Number(row.dataset.order) === table.selected.order;
    row.setAttribute("aria-selected", chosen ? "true" : "false");
    row.tabIndex = chosen ? 0 : -1;
  }
}

function refresh() {
  const wanted = byId("search").value.trim().toLowerCase();
  const text = f => [f.a_name, f.b_name, pathOf(f, "a"), pathOf(f, "b"), f.key].join("\n").toLowerCase();
  table.shown = report.findings.filter(f => !table.hiddenKinds.has(f.kind) && !table.hiddenStatuses.has(stateOf(f)) &&
    (!wanted || wanted.split(/\s+/).every(word => text(f).includes(word))));
  table.shown.sort(ORDERS[table.sort]);
  if (table.down) table.shown.reverse();
  table.rows = 0;
  document.querySelector("#findings tbody").replaceChildren();
  appendRows();
  const all = report.findings.length;
  byId("count").textContent = table.shown.length === all ? `${all}` : `${table.shown.length} of ${all}`;
  const empty = byId("empty");
  empty.hidden = table.shown.length > 0;
  empty.textContent = all ? "No finding matches the filter." : "Nothing was found: no parts clash, touch, contain one another, stand there twice or come too close.";
  byId("findings").hidden = table.shown.length === 0;
  byId("filter").hidden = all === 0;
  for (const button of document.querySelectorAll("[data-sort]")) {
    const on = button.dataset.sort === table.sort;
    button.closest("th").setAttribute("aria-sort", !on ? "none" : table.down ? "descending" : "ascending");
  }
}

function select(f, byPointer) {
  table.selected = f;
  while (f && table.rows < table.shown.length && !document.querySelector(`#findings tr[data-order="${f.order}"]`)) appendRows();
  markSelected();
  show(f);
  if (!f) return;
  const row = document.querySelector(`#findings tr[data-order="${f.order}"]`);
  if (!byPointer && row) { row.focus({preventScroll: true}); row.scrollIntoView({block: "nearest"}); }
  if (byPointer === "tap" && matchMedia("(max-width: 900px)").matches) byId("viewer").scrollIntoView({behavior: "smooth"});
  if (history.replaceState) history.replaceState(null, "", "#" + f.key);
}

function chipButton(label, className, hidden, value, count) {
  return element("button", {type: "button", class: "chip " + className, "aria-pressed": "true", onclick: e => {
    const on = hidden.has(value);
    if (on) hidden.delete(value); else hidden.add(value);
    e.currentTarget.setAttribute("aria-pressed", String(on));
    refresh();
  }}, `${label} `, element("b", {}, String(count)));
}

function setUpFilter() {
  const count = test => report.findings.filter(test).length, chips = [];
  for (const kind of KINDS) {
    const n = count(f => f.kind === kind);
    if (n) chips.push(chipButton(kind, kind, table.hiddenKinds, kind, n));
  }
  if (report.settings.baseline || report.settings.review) {
    for (const status of STATES) {
      const n = count(f => stateOf(f) === status);
      if (n) chips.push(chipButton(STATUS_WORDS[status] || status, "plain", table.hiddenStatuses, status, n));
    }
  }
  byId("chips").replaceChildren(...chips);
  byId("search").addEventListener("input", refresh);
  byId("filter").addEventListener("submit", e => e.preventDefault());
  for (const button of document.querySelectorAll("[data-sort]")) {
    button.addEventListener("click", () => {
      table.down = table.sort === button.dataset.sort && !table.down;
      table.sort = button.dataset.sort;
      refresh();
    });
  }
}

function setUpKeys() {
  document.addEventListener("keydown", e => {
    // arrows turn the view, move the slider and choose a mode where one of these has the focus; letters are words in the search only
    const target = e.target, moves = target.matches("input[type=range], input[type=radio], #view");
    if (e.key === "Escape" && target.matches("input, #view")) target.blur();
    if (e.ctrlKey || e.metaKey || e.altKey || target.matches("input[type=search], input[type=text], select") || (moves && e.key.startsWith("Arrow"))) return;
    if (e.key === "/") { e.preventDefault(); byId("search").focus(); return; }
    const step = {ArrowDown: 1, j: 1, ArrowUp: -1, k: -1}[e.key];
    if (!step || !table.shown.length) return;
    e.preventDefault();
    const now = table.shown.indexOf(table.selected);
    select(table.shown[Math.max(0, Math.min(table.shown.length - 1, now + step))], false);
  });
}
