"use strict";
// What people decided about findings: shown, set here, and taken along as a file for `feeler review FILE merge`.

const REVIEWS = ["new", "active", "reviewed", "approved", "resolved"];
const decided = new Map();
let decidedBy = "";

const reviewOf = f => decided.get(f.key) || f.review || null;
const STATES = [...new Set([...REVIEWS, ...STATUSES])];
/// The word in the column: of the review where there is one, else of the comparison with the baseline.
const stateOf = f => f.status !== "not_checked" && reviewOf(f) ? reviewOf(f).status : f.status;
const stateWords = f => STATUS_WORDS[stateOf(f)] || stateOf(f);
const hasStates = () => Boolean(report.settings.baseline || report.settings.review || decided.size);

/// The findings that were set on this page, as a review file.
function reviewFile() {
  const findings = {};
  for (const f of report.findings) {
    if (!decided.has(f.key)) continue;
    const {status, note, by} = decided.get(f.key);
    findings[f.key] = {status, ...(note ? {note} : {}), ...(by ? {by} : {}), a_name: f.a_name, b_name: f.b_name, a: f.a, b: f.b, kind: f.kind,
      distance: f.distance, depth: f.depth, point: f.point};
  }
  return JSON.stringify({schema: "feeler.review", version: 1, metres_per_unit: report.settings.metres_per_unit, findings}, null, 1) + "\n";
}

function saveReview() {
  const link = element("a", {download: "decided.review.json", href: URL.createObjectURL(new Blob([reviewFile()], {type: "application/json"}))});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function reviewForm(f) {
  const now = reviewOf(f) || {status: "", note: "", by: ""};
  const status = element("select", {"aria-label": "Status"}, ...["", ...REVIEWS.slice(1, 4)].map(s => element("option", {value: s, selected: s === now.status}, s || "(undecided)")));
  const by = element("input", {type: "text", value: now.by || decidedBy, placeholder: "who", "aria-label": "Who says so", size: 10});
  const note = element("input", {type: "text", value: now.note || "", placeholder: "why", "aria-label": "Why"});
  const needed = () => { by.required = note.required = status.value === "approved"; };
  status.addEventListener("change", needed);
  needed();
  const set = e => {
    e.preventDefault();
    if (!status.value) decided.delete(f.key);
    else decided.set(f.key, {status: status.value, note: note.value.trim(), by: decidedBy = by.value.trim()});
    byId("findings").classList.toggle("no-status", !hasStates());
    refresh();
    showFacts(f);
  };
  return element("form", {class: "review", onsubmit: set}, status, " ", by, " ", note, " ", element("button", {type: "submit"}, "set"), " ",
    decided.size ? element("button", {type: "button", onclick: saveReview}, `save ${decided.size} for feeler review`) : null);
}
