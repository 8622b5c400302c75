"use strict";
// Where to look at a finding from. A camera turns about its target; `back` points from there to the eye.

const FIELD_OF_VIEW = 28 * Math.PI / 180;
const IS_GLTF = report.settings.files.every(f => /\.gl(b|tf)$/i.test(f));
const UP = IS_GLTF ? [0, 1, 0] : [0, 0, 1];  // glTF is y up, the others mostly z
const USUAL = IS_GLTF ? [0.55, 0.5, 0.67] : [0.55, -0.67, 0.5];

function lookAt(target, back, radius) {
  back = normalize(back);
  const across = cross(UP, back), right = length(across) > 1e-6 ? normalize(across) : perpendicular(back);
  return {target, back, right, up: cross(back, right), distance: radius / Math.sin(FIELD_OF_VIEW / 2)};
}

/// The plane to cut along: through the place, holding the normal, so that the depth or the gap is seen from its side.
function cutOf(f) {
  const n = normalize(f.normal), side = reject(USUAL, n);
  const normal = length(side) > 0.05 ? normalize(side) : perpendicular(n[0] || n[1] || n[2] ? n : USUAL);
  return {point: f.point, normal};
}

/// How much around the place has to be seen to tell where it is.
function placeRadius(f) {
  const sizes = f.known.map(i => sphereOf([i]).radius);
  const smaller = sizes.length ? Math.min(...sizes) : everything.radius;
  const extent = f.kind === "contained" ? smaller : 5 * Math.max(f.depth, f.distance);
  return Math.min(Math.max(extent, 0.22 * smaller), smaller);
}

/// Near enough to see the depth or the gap itself.
function detailRadius(f) {
  const size = Math.max(f.depth, f.distance), place = placeRadius(f);
  return Math.min(place / 2, Math.max(2.5 * size, place * 1e-3, f.kind === "touch" ? 0.12 * place : 0));
}

/// A little above and beside the cut's normal, so that the cut is seen nearly face on and the shape still shows.
function aim(f, frame) {
  const cut = cutOf(f);
  const across = normalize(cross(UP, cut.normal)), tilt = length(across) > 0 ? across : perpendicular(cut.normal);
  let back = rotate(cut.normal, tilt, -0.3);
  back = rotate(back, UP, 0.3);
  if (frame === "all") return lookAt(everything.center, USUAL, everything.radius);
  if (frame === "pair") {
    const sphere = sphereOf(f.known);
    return lookAt(sphere.center, back, sphere.radius);
  }
  return lookAt(f.point, back, frame === "detail" ? detailRadius(f) : placeRadius(f));
}

function orbit(camera, dx, dy) {
  const turn = v => rotate(v, UP, -dx);
  let {back, right, up} = camera;
  back = turn(back); right = turn(right); up = turn(up);
  back = rotate(back, right, -dy);
  up = rotate(up, right, -dy);
  return {...camera, back: normalize(back), right: normalize(right), up: normalize(up)};
}

/// Moves the target so that it follows the pointer; dx, dy in parts of the view's height.
function pan(camera, dx, dy) {
  const height = 2 * camera.distance * Math.tan(FIELD_OF_VIEW / 2);
  return {...camera, target: add(camera.target, add(scale(-dx * height, camera.right), scale(dy * height, camera.up)))};
}

function zoom(camera, factor) {
  const least = everything.radius * 1e-6, most = everything.radius * 40;
  return {...camera, distance: Math.min(Math.max(camera.distance * factor, least), most)};
}

const basisOf = c => [...c.right, ...c.up, ...c.back];

/// World to the camera's frame: x right, y up, z towards the eye, which is at 0.
function toView(camera, p) {
  const v = mulVector(basisOf(camera), sub(p, camera.target));
  v[2] -= camera.distance;
  return v;
}

/// World to pixels, with the depth; null behind the eye.
function project(camera, p, width, height) {
  const v = toView(camera, p), focal = height / 2 / Math.tan(FIELD_OF_VIEW / 2) * Math.min(1, width / height);
  if (v[2] > -1e-9 * camera.distance) return null;
  return {x: width / 2 + focal * v[0] / -v[2], y: height / 2 - focal * v[1] / -v[2], depth: -v[2]};
}

/// The place of part i in the camera's frame.
function modelView(camera, i) {
  const place = placeOf(i), basis = basisOf(camera);
  return {linear: mulMatrix(basis, place.linear), shift: toView(camera, place.shift)};
}

/// The cutting plane there: everything with dot(normal, v) > offset is cut away.
function planeInView(camera, plane) {
  const normal = mulVector(basisOf(camera), plane.normal), point = toView(camera, plane.point);
  return {normal, point, offset: dot(normal, point)};
}
