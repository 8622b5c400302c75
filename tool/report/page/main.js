"use strict";
// Puts the page together.

function plural(n, one, many = one + "s") { return `${n.toLocaleString("en")} ${n === 1 ? one : many}`; }

function setUpHeader() {
  const s = report.summary, set = report.settings;
  const tolerance = (set.tolerance_least < 0.9995 * set.tolerance ? `${lengthWords(set.tolerance_least)} to ` : "") + lengthWords(set.tolerance);
  byId("summary").textContent = [`tolerance ${tolerance}`, `clearance ${lengthWords(set.clearance)}`, plural(s.parts, "part"), plural(s.triangles, "triangle"),
    `${plural(s.pairs.checked, "pair")} checked of ${s.pairs.total.toLocaleString("en")}`,
    s.parts_not_watertight ? `${plural(s.parts_not_watertight, "part")} not watertight` : "",
    s.ignored ? `${s.ignored} ignored` : "", s.unlisted ? `${s.unlisted.toLocaleString("en")} more findings are not listed` : ""].filter(Boolean).join(" · ");
  const source = set.tolerance_source === "given" ? "as given" : "1e-6 of the diagonal of a pair's larger part";
  const entries = [
    ["files", set.files.join(", ")], ["tolerance", `${tolerance} (${source})`], ["clearance", lengthWords(set.clearance)],
    ["unit", set.unit ? `${set.unit}, ${set.unit_source === "given" ? "as given" : "as the format says"}` : "not known: the format names none"],
    ["fails on", set.fail_on.length ? set.fail_on.join(", ") : "nothing"],
    ["not rigid", set.left_out.length ? set.left_out.join("; ") : null],
    ["pairs", set.pairs.length ? set.pairs.join(", ") : "all"], ["ignore file", set.ignore], ["baseline", set.baseline], ["rules", set.rules], ["review", set.review],
    ["written by", report.generator],
    ["pictures", isSoftware() ? "drawn without WebGL, which this browser does not offer: slower, and without the other parts" : null],
    ["left out", geometry.left_out ? `${plural(geometry.left_out, "part")} shown as boxes, to keep this page small` : null],
  ];
  document.querySelector("#settings dl").replaceChildren(...entries.filter(e => e[1]).flatMap(([k, v]) => fact(k, v)));
}

setUpHeader();
setUpFilter();
setUpViewer();
setUpKeys();
byId("findings").classList.toggle("no-status", !hasStates());
refresh();
if (linked()) followLink();
else if (table.shown.length) select(table.grouping ? table.groups[0].findings[0] : table.shown[0], "start");
