"use strict";
// Numbers and names as people read them.

// in the order of their numbers in the embedded report
const KINDS = ["clash", "contained", "duplicate", "within_tessellation", "touch", "clearance", "apart"];
const kindName = kind => kind.replaceAll("_", " ");
const STATUSES = ["new", "persistent", "not_checked", "gone"];
const STATUS_WORDS = {new: "new", persistent: "persistent", not_checked: "not checked", gone: "gone"};
const KIND_WORDS = {
  clash: "The interiors overlap.", contained: "One part lies wholly inside the other's material.",
  duplicate: "The same shape in the same place, as if imported twice.",
  within_tessellation: "The meshes overlap by no more than flat facets stand out of the curved surface that they stand for, as a round pin does in the hole that it fits.",
  touch: "The parts touch, within the tolerance.", clearance: "The parts are closer than the clearance.",
  apart: "A rule wants the parts in contact, and they are not.",
};
const FLAG_WORDS = {
  not_watertight: "a part is not watertight: it has a surface but no inside",
  inconsistent_winding: "a part's triangles are wound inconsistently: inside is decided by parity",
  tolerance_used: "the surfaces do not meet exactly: the tolerance made it a touch",
  depth_lower_bound: "the overlap is at least this deep",
  depth_unknown: "surfaces cross, but no inside is known to measure the depth in",
  a_inside_b: "the first part is the inner one", b_inside_a: "the second part is the inner one",
};

function number(x, digits = 5) {
  if (x === 0) return "0";
  const size = Math.abs(x);
  return size >= 1e6 || size < 1e-4 ? x.toExponential(digits - 2) : String(Number(x.toPrecision(digits)));
}
const vector = v => v.map(x => number(x, 6)).join(", ");

/// A coordinate, to a part of the model's size however far from the origin it is, as in the text.
function coordinate(x) {
  if (Math.abs(x) < 1e-9 * report.settings.diagonal) return "0";
  let digits = 6;
  for (let rest = Math.abs(x); rest > report.settings.diagonal && digits < 17; rest /= 10) ++digits;
  return digits > 6 ? String(Number(x.toPrecision(digits))) : number(x, digits);
}

/// A length with its unit, as far as that is known.
const lengthWords = (x, digits = 5) => number(x, digits) + (report.settings.unit ? " " + report.settings.unit : "");
const placeWords = v => v.map(coordinate).join(", ") + (report.settings.unit ? " " + report.settings.unit : "");

const isDeep = f => f.kind === "clash" || f.kind === "contained" || f.kind === "within_tessellation";
function sizeWords(f) {
  if (f.flags.includes("depth_unknown")) return "unknown";
  if (isDeep(f)) return (f.flags.includes("depth_lower_bound") ? "≥ " : "") + lengthWords(f.depth);
  if (f.kind === "duplicate") return "";
  return f.kind === "touch" ? lengthWords(0) : lengthWords(f.distance);
}
/// Of what two solids have in common; "" where that is not known.
const volumeWords = f => f.volume === null ? "" : number(f.volume) + (report.settings.unit ? ` ${report.settings.unit}³` : "");
const isPresent = f => f.status === "new" || f.status === "persistent";

/// An element with attributes and children; strings become text, never markup.
function element(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else e.setAttribute(key, value === true ? "" : value);
  }
  e.append(...children.filter(c => c !== null && c !== undefined));
  return e;
}
const byId = id => document.getElementById(id);

/// A line for an ignore file that means this pair and no other.
// a colon or '#' after a blank would be read as the separator or a comment: one character of any kind then
const literal = path => path.replace(/[\\*?]/g, "\\$&").replace(/(^|[ \t])[:#]/g, "$1?");
const pathOf = (f, which) => {
  const index = which === "a" ? f.indexA : f.indexB;
  return index >= 0 ? report.parts[index].path : f[which + "_name"];
};
const ignoreLine = f => `${literal(pathOf(f, "a"))} : ${literal(pathOf(f, "b"))}`;
