"use strict";
// The table of findings: filtered, sorted, walked through with the keyboard.

const CHUNK = 40, FEW = 40, EXPECTED_HEIGHT = 92, REACH = 1200;
const GROUPINGS = [["", "nothing"], ["design", "pair of designs"], ["part", "part"], ["place", "place"], ["level", "assembly level"]];
// shown: the findings that the filter leaves, in order; groups: of these, where they are grouped; items: the rows, filled in by chunks
const table = {shown: [], groups: [], items: [], open: new Set(), chunks: [], grouping: report.findings.length > FEW ? "design" : "",
  sort: "severity", down: false, hiddenKinds: new Set(), hiddenStatuses: new Set(), selected: null};

const ORDERS = {
  severity: (a, b) => a.order - b.order,
  size: (a, b) => (isDeep(b) ? b.depth : -b.distance) - (isDeep(a) ? a.depth : -a.distance) || a.order - b.order,
  volume: (a, b) => (b.volume ?? -1) - (a.volume ?? -1) || a.order - b.order,
  names: (a, b) => a.a_name.localeCompare(b.a_name, undefined, {numeric: true}) || a.b_name.localeCompare(b.b_name, undefined, {numeric: true}),
  status: (a, b) => STATES.indexOf(stateOf(a)) - STATES.indexOf(stateOf(b)) || a.order - b.order,
};

function rowOf(f) {
  const name = which => element("div", {class: "part"}, element("i", {class: "swatch " + which}), element("span", {}, f[which + "_name"]));
  return element("tr", {tabindex: -1, "data-order": f.order, class: (isPresent(f) ? "" : f.status) + (table.grouping ? " inside" : ""),
    "aria-selected": "false", onclick: () => select(f, "tap")},
    element("td", {class: "pictures"}, ...thumbnails(f)),
    element("td", {}, element("span", {class: "chip " + f.kind}, kindName(f.kind))),
    element("td", {class: "number"}, sizeWords(f), f.volume === null ? null : element("small", {}, volumeWords(f))),
    element("td", {class: "names"}, name("a"), name("b"),
      f.rule ? element("small", {class: "flags"}, `${f.severity}: ${f.rule}`) : null,
      f.flags.length ? element("small", {class: "flags"}, f.flags.map(x => x.replaceAll("_", " ")).join(" · ")) : null),
    element("td", {class: "status"}, stateWords(f)));
}

function groupRowOf(group) {
  const counts = KINDS.map(kind => [kind, group.findings.filter(f => f.kind === kind && isPresent(f)).length]).filter(([, n]) => n);
  const others = group.findings.length - counts.reduce((sum, [, n]) => sum + n, 0), isOpen = table.open.has(group.index);
  const depth = Math.max(0, ...counts.length ? group.findings.filter(f => isDeep(f) && isPresent(f)).slice(0, 1000).map(f => f.depth) : []);
  return element("tr", {class: "cluster", "data-group": group.index, onclick: () => toggleGroup(group)},
    element("td", {class: "pictures"}, ...thumbnails(group.findings[0], ["pair"])),
    element("td", {class: "names", colspan: 4}, element("button", {type: "button", "aria-expanded": String(isOpen)}, group.name),
      element("div", {}, ...counts.flatMap(([kind, n]) => [element("span", {class: "chip " + kind}, `${n} ${kindName(kind)}`), " "]),
        others ? element("span", {class: "chip"}, `${others} gone or not checked`) : null,
        depth ? element("span", {class: "deep"}, ` depth to ${lengthWords(depth)}`) : null)));
}

function toggleGroup(group) {
  if (table.open.has(group.index)) table.open.delete(group.index); else table.open.add(group.index);
  layOut();
}

// Rows are there only near what is in sight: a chunk far from it is one row of its height.
function fillChunk(chunk) {
  if (chunk.filled) return;
  chunk.filled = true;
  chunk.body.replaceChildren(...table.items.slice(chunk.first, chunk.first + CHUNK).map(item => item.findings ? groupRowOf(item) : rowOf(item)));
  markSelected(chunk.body);
}

function emptyChunk(chunk) {
  const rows = Math.min(CHUNK, table.items.length - chunk.first), measured = chunk.filled && chunk.body.getBoundingClientRect().height;
  chunk.height = measured || chunk.height || EXPECTED_HEIGHT * rows;
  chunk.filled = false;
  chunk.body.replaceChildren(element("tr", {class: "gap", style: `height: ${chunk.height}px`}, element("td", {colspan: 5})));
}

function followSight(entries) {
  for (const entry of entries) {
    const chunk = table.chunks[entry.target.dataset.chunk];
    if (!chunk || chunk.body !== entry.target) continue;
    if (entry.isIntersecting) fillChunk(chunk); else if (chunk.filled) emptyChunk(chunk);
  }
}
const chunkWatcher = new IntersectionObserver(followSight, {rootMargin: REACH + "px 0px"});

/// The first rows, for paper, where nothing scrolls.
function fillRows(most) {
  for (const chunk of table.chunks) if (chunk.first < most) fillChunk(chunk);
}

/// Puts the rows in place: groups, and the findings of those that are open.
function layOut() {
  table.items = table.grouping ? table.groups.flatMap(g => table.open.has(g.index) ? [g, ...g.findings] : [g]) : table.shown;
  chunkWatcher.disconnect();
  table.chunks = [];
  for (let first = 0; first < table.items.length; first += CHUNK) {
    const chunk = {first, body: element("tbody", {"data-chunk": table.chunks.length}), filled: false, height: 0};
    table.chunks.push(chunk);
    if (first < CHUNK) fillChunk(chunk); else emptyChunk(chunk);
  }
  const host = byId("findings");
  for (const old of host.querySelectorAll("tbody")) old.remove();
  host.append(...table.chunks.map(chunk => chunk.body));
  for (const chunk of table.chunks) chunkWatcher.observe(chunk.body);
}

/// The row of a finding, filled in if it is not yet; its group opens.
function findRow(f) {
  if (table.grouping) {
    const group = table.groups.find(g => table.open.has(g.index) && g.findings.includes(f)) || table.groups.find(g => g.findings.includes(f));
    if (!group) return null;
    if (!table.open.has(group.index)) { table.open.add(group.index); layOut(); }
  }
  const index = table.items.indexOf(f);
  if (index < 0) return null;
  fillChunk(table.chunks[Math.floor(index / CHUNK)]);
  return document.querySelector(`#findings tr[data-order="${f.order}"]`);
}

function markSelected(host) {
  for (const row of host.querySelectorAll("tr[data-order]")) {
    const chosen = table.selected && Number(row.dataset.order) === table.selected.order;
    row.setAttribute("aria-selected", chosen ? "true" : "false");
    row.tabIndex = chosen ? 0 : -1;
  }
}

/// The groups of what is shown, in the order of their first findings.
function makeGroups() {
  const places = new Int32Array(report.findings.length).fill(-1);
  table.shown.forEach((f, place) => { places[f.order] = place; });
  const listed = ([name, findings], index) => {
    const left = findings.filter(i => places[i] >= 0).sort((i, j) => places[i] - places[j]);
    return {index, name, findings: left.map(i => report.findings[i])};
  };
  table.groups = (table.grouping ? groupsBy(table.grouping) : []).map(listed).filter(group => group.findings.length)
    .sort((a, b) => places[a.findings[0].order] - places[b.findings[0].order] || a.index - b.index);
}

function refresh() {
  const wanted = byId("search").value.trim().toLowerCase();
  const text = f => f.words || (f.words = [f.a_name, f.b_name, pathOf(f, "a"), pathOf(f, "b"), f.key].join("\n").toLowerCase());
  table.shown = report.findings.filter(f => !table.hiddenKinds.has(f.kind) && !table.hiddenStatuses.has(stateOf(f)) &&
    (!wanted || wanted.split(/\s+/).every(word => text(f).includes(word))));
  table.shown.sort(ORDERS[table.sort]);
  if (table.down) table.shown.reverse();
  makeGroups();
  layOut();
  const all = report.findings.length, n = table.shown.length;
  byId("count").textContent = (n === all ? `${all}` : `${n} of ${all}`) + (table.grouping ? ` in ${plural(table.groups.length, "group")}` : "");
  const empty = byId("empty");
  empty.hidden = table.shown.length > 0;
  empty.textContent = all ? "No finding matches the filter." : "Nothing was found: no parts clash, touch, contain one another, stand there twice or come too close.";
  byId("findings").hidden = table.shown.length === 0;
  byId("filter").hidden = all === 0;
  for (const button of document.querySelectorAll("[data-sort]")) {
    const on = button.dataset.sort === table.sort, head = button.closest("th");
    button.classList.toggle("on", on);
    if (!on && head.querySelector(`[data-sort="${table.sort}"]`)) continue;
    head.setAttribute("aria-sort", !on ? "none" : table.down ? "descending" : "ascending");
  }
}

/// `by`: "tap" on the row, "start" of the page, or else the keyboard or a link.
function select(f, by) {
  table.selected = f;
  const row = by === "start" ? null : findRow(f);
  markSelected(byId("findings"));
  if (!geometry) return;  // it is shown when that has arrived
  show(f);
  if (!by && row) { row.focus({preventScroll: true}); row.scrollIntoView({block: "nearest"}); }
  if (by === "tap" && matchMedia("(max-width: 900px)").matches) byId("viewer").scrollIntoView({behavior: "smooth"});
  if (by !== "start" && history.replaceState) history.replaceState(null, "", "#" + f.key);
}

const linked = () => report.findings.find(f => "#" + f.key === location.hash);

/// As a link says: also where the filter has left it out.
function followLink() {
  const f = linked();
  if (!f || f === table.selected) return;
  if (!table.shown.includes(f)) {
    byId("search").value = "";
    table.hiddenKinds.clear();
    table.hiddenStatuses.clear();
    for (const chip of byId("chips").children) chip.setAttribute("aria-pressed", "true");
    refresh();
  }
  select(f);
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
    if (n) chips.push(chipButton(kindName(kind), kind, table.hiddenKinds, kind, n));
  }
  if (report.settings.baseline || report.settings.review) {
    for (const status of STATES) {
      const n = count(f => stateOf(f) === status);
      if (n) chips.push(chipButton(STATUS_WORDS[status] || status, "plain", table.hiddenStatuses, status, n));
    }
  }
  byId("chips").replaceChildren(...chips);
  byId("search").addEventListener("input", refresh);
  byId("grouping").append(...GROUPINGS.map(([value, label]) => element("option", {value}, label)));
  byId("grouping").value = table.grouping;
  byId("grouping").addEventListener("change", e => { table.grouping = e.target.value; table.open.clear(); refresh(); });
  window.addEventListener("hashchange", followLink);
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
    if (e.key === "m") { setMeasuring(!viewer.measuring); return; }
    const step = {ArrowDown: 1, j: 1, ArrowUp: -1, k: -1}[e.key];
    const walk = table.grouping ? table.groups.flatMap(g => g.findings) : table.shown;
    if (!step || !walk.length) return;
    e.preventDefault();
    const now = walk.indexOf(table.selected);
    select(walk[Math.max(0, Math.min(walk.length - 1, now + step))]);
  });
}
