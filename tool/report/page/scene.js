"use strict";
// The geometry of the parts, decoded when first needed.

// It stands behind this script in the file: the table is there before it has arrived.
let geometry = null;

function decodeBase64(text) {
  const binary = atob(text), bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes.buffer;
}

const CUBE = {
  origin: [0, 0, 0],
  positions: new Float32Array([-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1, -1, -1, 1, 1, -1, 1, -1, 1, 1, 1, 1, 1].map(x => x / 2)),
  indices: new Uint32Array([0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5]),
};

const decoded = new Map();
/// The triangles of an embedded mesh; positions are relative to its origin.
function meshOf(index) {
  if (index < 0) return CUBE;
  let mesh = decoded.get(index);
  if (!mesh) {
    const from = geometry.meshes[index], indices = decodeBase64(from.indices);
    mesh = {
      origin: from.origin,
      positions: new Float32Array(decodeBase64(from.positions)),
      indices: from.wide ? new Uint32Array(indices) : Uint32Array.from(new Uint16Array(indices)),
    };
    decoded.set(index, mesh);
    delete from.positions;
    delete from.indices;
  }
  return mesh;
}

const SHARP = Math.cos(28 * Math.PI / 180), MOST_EDGE_TRIANGLES = 150000;

/// Pairs of vertices: the edges where a surface turns sharply, or ends. Empty for very large meshes.
function edgesOf(mesh) {
  if (mesh.edges) return mesh.edges;
  const {positions: p, indices: t} = mesh, count = t.length / 3, vertices = p.length / 3;
  if (count > MOST_EDGE_TRIANGLES) return mesh.edges = new Uint32Array(0);
  const normals = new Float32Array(3 * count), open = new Map(), found = [];
  for (let f = 0; f < count; ++f) {
    const a = 3 * t[3 * f], b = 3 * t[3 * f + 1], c = 3 * t[3 * f + 2];
    const n = normalize(cross([p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]],
                              [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]]));
    normals.set(n, 3 * f);
    if (n[0] === 0 && n[1] === 0 && n[2] === 0) continue;
    for (let i = 0; i < 3; ++i) {
      const u = t[3 * f + i], v = t[3 * f + (i + 1) % 3];
      const key = Math.min(u, v) * vertices + Math.max(u, v), other = open.get(key);
      if (other === undefined) { open.set(key, f); continue; }
      open.delete(key);
      const turn = normals[3 * other] * n[0] + normals[3 * other + 1] * n[1] + normals[3 * other + 2] * n[2];
      if (Math.abs(turn) < SHARP) found.push(u, v);
    }
  }
  for (const key of open.keys()) found.push(Math.floor(key / vertices), key % vertices);
  return mesh.edges = Uint32Array.from(found);
}

const boundsOf = i => ({min: geometry.places[i].slice(12, 15), max: geometry.places[i].slice(15)});

/// Where part i stands: world = linear * position + shift.
function placeOf(i) {
  const part = report.parts[i];
  if (part.place) return part.place;
  const mesh = geometry.parts[i], {min, max} = boundsOf(i);
  if (mesh < 0) {
    const size = sub(max, min);
    return part.place = {linear: [size[0], 0, 0, 0, size[1], 0, 0, 0, size[2]], shift: scale(0.5, add(min, max))};
  }
  const t = geometry.places[i], linear = [...t.slice(0, 3), ...t.slice(4, 7), ...t.slice(8, 11)];
  const shift = add(mulVector(linear, geometry.meshes[mesh].origin), [t[3], t[7], t[11]]);
  return part.place = {linear, shift};
}

const isBox = i => geometry.parts[i] < 0;

/// Around the bounds of some parts.
function boxOf(indices) {
  const min = [Infinity, Infinity, Infinity], max = [-Infinity, -Infinity, -Infinity];
  for (const i of indices) {
    const place = geometry.places[i];
    for (let k = 0; k < 3; ++k) {
      min[k] = Math.min(min[k], place[12 + k]);
      max[k] = Math.max(max[k], place[15 + k]);
    }
  }
  return {min, max};
}

function sphereOf(indices) {
  const {min, max} = boxOf(indices);
  if (!(min[0] <= max[0])) return {center: [0, 0, 0], radius: 1};
  return {center: scale(0.5, add(min, max)), radius: 0.5 * length(sub(max, min)) || 1};
}

let everything, bounds;  // of all parts
function setUpGeometry() {
  geometry = readJson("geometry-data");
  everything = sphereOf(report.parts.keys());
  bounds = boxOf(report.parts.keys());
}

/// Every part in one array, relative to the middle of everything; part i has the indices from starts[i] on. Null until
/// it is made, which takes its time in small pieces, and where there would be too much of it.
const MOST_GHOST_TRIANGLES = 4e6;
const ghosts = {all: null, begun: false};
function ghostsOf() {
  if (ghosts.all || ghosts.begun || report.summary.triangles > MOST_GHOST_TRIANGLES) return ghosts.all;
  ghosts.begun = true;
  const pieces = [], starts = new Uint32Array(report.parts.length + 1);
  let part = 0, vertices = 0, count = 0;
  const step = () => {
    const end = performance.now() + 8;
    while (part < report.parts.length && performance.now() < end) {
      if (!isBox(part)) {
        const {linear: l, shift} = placeOf(part), {positions: p, indices} = meshOf(geometry.parts[part]), s = sub(shift, everything.center);
        const positions = new Float32Array(p.length);
        for (let k = 0; k < p.length; k += 3)
          for (let r = 0; r < 3; ++r) positions[k + r] = l[3 * r] * p[k] + l[3 * r + 1] * p[k + 1] + l[3 * r + 2] * p[k + 2] + s[r];
        pieces.push({positions, indices, first: vertices});
        vertices += p.length / 3;
        count += indices.length;
      }
      starts[++part] = count;
    }
    if (part < report.parts.length) { setTimeout(step, 4); return; }
    const all = {positions: new Float32Array(3 * vertices), indices: new Uint32Array(count), starts};
    let at = 0;
    for (const {positions, indices, first} of pieces) {
      all.positions.set(positions, 3 * first);
      for (const i of indices) all.indices[at++] = first + i;
    }
    ghosts.all = all;
    redraw();
  };
  setTimeout(step, 400);  // the findings come first
  return null;
}
