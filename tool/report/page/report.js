"use strict";
// The report as it is embedded in the page: what the table needs at once, and the rest of a finding in blocks that are read when first needed.

class Finding {
  constructor(order, columns, from) {
    const a = from.parts[columns.a[order]], b = from.parts[columns.b[order]], rule = columns.rule[order];
    this.order = order;
    this.key = columns.key[order];
    this.indexA = columns.a[order];
    this.indexB = columns.b[order];
    this.a = a ? a.id : "";
    this.b = b ? b.id : "";
    this.a_name = a ? a.name : "";
    this.b_name = b ? b.name : "";
    this.kind = KINDS[columns.kind[order]];
    this.status = STATUSES[columns.status[order]];
    this.distance = columns.distance[order];
    this.depth = columns.depth[order];
    this.volume = columns.volume[order];
    this.flags = flagsOf(columns.flags[order], from.flags);
    this.severity = rule ? rule[0] : null;
    this.rule = rule ? rule[1] : null;
    this.review = columns.review[order] || null;
  }
  get known() { return [this.indexA, this.indexB].filter(i => i >= 0); }

  /// [point, point_a, point_b, normal, tessellation, lines], and what it was in the baseline
  get details() {
    const size = report.block, number = Math.floor(this.order / size);
    blocks[number] ||= JSON.parse(document.getElementsByClassName("details")[number].textContent);
    return blocks[number][this.order % size];
  }
  get point() { return this.details[0]; }
  get point_a() { return this.details[1]; }
  get point_b() { return this.details[2]; }
  get normal() { return this.details[3]; }
  get tessellation() { return this.details[4]; }
  get lines() { return this.details[5]; }
  get previous() { return this.details[6]; }
}
const blocks = [];

const flagSets = [];
/// The names of the bits that are set, each once.
function flagsOf(bits, names) { return flagSets[bits] ||= [...new Set(names.filter((_, k) => bits >> k & 1))]; }

const readJson = id => JSON.parse(document.getElementById(id).textContent);

function readReport() {
  const from = readJson("report-data"), columns = from.findings;
  from.parts = from.parts.map(([id, watertight, name, path]) => ({id, watertight: watertight === 1, name, path}));
  from.findings = columns.key.map((_, i) => new Finding(i, columns, from));
  for (const [i, which, id, name] of from.lost) Object.assign(from.findings[i], {[which]: id, [which + "_name"]: name});
  return from;
}
const report = readReport();

/// [name, findings] each, in the order of their worst findings.
function groupsBy(by) { return report.groups[by] ||= readJson("groups-" + by); }
