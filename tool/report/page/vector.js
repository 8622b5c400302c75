"use strict";
// Vectors are arrays of three numbers, matrices of nine, row by row.

const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const scale = (s, a) => [s * a[0], s * a[1], s * a[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const length = a => Math.hypot(a[0], a[1], a[2]);
const normalize = a => { const l = length(a); return l > 0 ? scale(1 / l, a) : [0, 0, 0]; };

/// Some unit vector at right angles to a.
function perpendicular(a) {
  const i = Math.abs(a[0]) < Math.abs(a[1]) ? (Math.abs(a[0]) < Math.abs(a[2]) ? 0 : 2)
                                            : (Math.abs(a[1]) < Math.abs(a[2]) ? 1 : 2);
  const axis = [0, 0, 0];
  axis[i] = 1;
  return normalize(cross(a, axis));
}

/// The part of a at right angles to the unit vector n.
const reject = (a, n) => sub(a, scale(dot(a, n), n));

/// Turns v by an angle about the unit axis (Rodrigues).
function rotate(v, axis, angle) {
  const c = Math.cos(angle), s = Math.sin(angle);
  return add(add(scale(c, v), scale(s, cross(axis, v))), scale(dot(axis, v) * (1 - c), axis));
}

const mulVector = (m, v) => [dot(m.slice(0, 3), v), dot(m.slice(3, 6), v), dot(m.slice(6, 9), v)];

function mulMatrix(m, n) {
  const r = new Array(9);
  for (let i = 0; i < 3; ++i)
    for (let j = 0; j < 3; ++j) r[3 * i + j] = m[3 * i] * n[j] + m[3 * i + 1] * n[3 + j] + m[3 * i + 2] * n[6 + j];
  return r;
}
