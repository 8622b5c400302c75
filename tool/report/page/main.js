"use strict";
// Puts the page together.

// a language's own way to write numbers takes longer to load than the page
const thousands = n => String(n).replace(/\B(?=(\d{3})+$)/g, ",");
function plural(n, one, many = one + "s") { return `${thousands(n)} ${n === 1 ? one : many}`; }

function toleranceWords() {
  const {tolerance, tolerance_least: least} = report.settings;
  return (least < 0.9995 * tolerance ? `${lengthWords(least)} to ` : "") + lengthWords(tolerance);
}

function setUpHeader() {
  const s = report.summary, set = report.settings;
  byId("summary").textContent = [`tolerance ${toleranceWords()}`, `clearance ${lengthWords(set.clearance)}`, plural(s.parts, "part"), plural(s.triangles, "triangle"),
    `${plural(s.pairs.checked, "pair")} checked of ${thousands(s.pairs.total)}`,
    s.parts_not_watertight ? `${plural(s.parts_not_watertight, "part")} not watertight` : "",
    s.ignored ? `${s.ignored} ignored` : "", s.unlisted ? `${thousands(s.unlisted)} more findings are not listed` : ""].filter(Boolean).join(" · ");
}

function setUpSettings() {
  const set = report.settings, source = set.tolerance_source === "given" ? "as given" : "1e-6 of the diagonal of a pair's larger part";
  const entries = [
    ["files", set.files.join(", ")], ["tolerance", `${toleranceWords()} (${source})`], ["clearance", lengthWords(set.clearance)],
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

/// What needs the geometry and the details of findings, which stand behind this script.
function setUpPictures() {
  setUpGeometry();
  setUpSettings();
  setUpViewer();
  byId("grouping").disabled = false;
  const first = linked() || table.selected || (table.grouping ? table.groups[0].findings[0] : table.shown[0]);
  if (first) select(first, linked() ? undefined : "start");
  drawThumbnails();
}

setUpHeader();
setUpFilter();
setUpKeys();
byId("findings").classList.toggle("no-status", !hasStates());
byId("viewer").hidden = !report.findings.length;
refresh();
document.addEventListener("DOMContentLoaded", setUpPictures);
