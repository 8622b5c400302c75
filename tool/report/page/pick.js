"use strict";
// What lies under a pixel: the parts' triangles along the ray from the eye, or the face of a cut.

/// The ray through a point of the picture, in world.
function rayAt(camera, x, y, width, height) {
  const focal = height / 2 / Math.tan(FIELD_OF_VIEW / 2) * Math.min(1, width / height);
  const u = (x - width / 2) / focal, v = (height / 2 - y) / focal;
  const from = add(camera.target, scale(camera.distance, camera.back));
  return {from, along: normalize(add(add(scale(u, camera.right), scale(v, camera.up)), scale(-1, camera.back)))};
}

function meetsBox(ray, {min, max}) {
  let near = 0, far = Infinity;
  for (let k = 0; k < 3; ++k) {
    const a = (min[k] - ray.from[k]) / ray.along[k], b = (max[k] - ray.from[k]) / ray.along[k];
    if (ray.along[k] === 0) { if (ray.from[k] < min[k] || ray.from[k] > max[k]) return false; continue; }
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b));
  }
  return near <= far * (1 + 1e-9);
}

/// How far along the ray part i is met (Moeller and Trumbore), each with the corners of its triangle.
function hitsOf(ray, i) {
  if (!meetsBox(ray, boundsOf(i))) return [];
  const {linear: l, shift} = placeOf(i), {positions: p, indices: t} = meshOf(geometry.parts[i]), hits = [];
  const corner = j => add(mulVector(l, [p[3 * j], p[3 * j + 1], p[3 * j + 2]]), shift);
  for (let k = 0; k < t.length; k += 3) {
    const a = corner(t[k]), e = sub(corner(t[k + 1]), a), f = sub(corner(t[k + 2]), a);
    const q = cross(ray.along, f), size = dot(e, q);
    if (size === 0) continue;
    const s = sub(ray.from, a), u = dot(s, q) / size;
    if (u < 0 || u > 1) continue;
    const r = cross(s, e), v = dot(ray.along, r) / size;
    if (v < 0 || u + v > 1) continue;
    const at = dot(f, r) / size;
    if (at > 0) hits.push({at, corners: [a, add(a, e), add(a, f)]});
  }
  return hits;
}

/// The nearest point of the parts that is shown, or null: {part, point, corners}. `plane` cuts away what is in front of it.
function pick(ray, parts, plane) {
  let best = null;
  const towards = plane ? dot(plane.normal, ray.along) : 0;
  const meets = plane && towards !== 0 ? dot(plane.normal, sub(plane.point, ray.from)) / towards : -1;
  const isKept = at => !plane || dot(plane.normal, sub(add(ray.from, scale(at, ray.along)), plane.point)) <= 1e-9 * everything.radius;
  for (const part of parts) {
    const hits = hitsOf(ray, part), offer = (at, corners) => {
      if (!best || at < best.at) best = {at, part, corners, point: add(ray.from, scale(at, ray.along))};
    };
    for (const hit of hits) if (isKept(hit.at)) offer(hit.at, hit.corners);
    // on the face of the cut where the ray is inside there
    if (meets > 0 && report.parts[part].watertight && hits.filter(h => h.at > meets).length % 2) offer(meets, []);
  }
  return best;
}
