"use strict";
// Draws the same pictures without WebGL: a depth buffer and scan lines, a and b only. Spans are half open
// and every edge is walked from its lower end, so neighbours share pixels without gap or overlap, and the
// parity that finds the cut faces holds.

class SoftwareRenderer {
  constructor() { this.lost = false; }

  /// The corners of part i in the camera's frame.
  corners(camera, i) {
    const {linear: l, shift: s} = modelView(camera, i), p = meshOf(geometry.parts[i]).positions, v = new Float64Array(p.length);
    for (let k = 0; k < p.length; k += 3) {
      v[k] = l[0] * p[k] + l[1] * p[k + 1] + l[2] * p[k + 2] + s[0];
      v[k + 1] = l[3] * p[k] + l[4] * p[k + 1] + l[5] * p[k + 2] + s[1];
      v[k + 2] = l[6] * p[k] + l[7] * p[k + 1] + l[8] * p[k + 2] + s[2];
    }
    return v;
  }

  /// What of a polygon is farther than the near plane.
  clip(polygon) {
    const near = -this.near, kept = [];
    polygon.forEach((p, i) => {
      const q = polygon[(i + 1) % polygon.length];
      if (p[2] <= near) kept.push(p);
      if ((p[2] <= near) !== (q[2] <= near)) kept.push(add(p, scale((near - p[2]) / (q[2] - p[2]), sub(q, p))));
    });
    return kept;
  }

  part(camera, i, which, color, alpha) {
    const v = this.corners(camera, i), t = meshOf(geometry.parts[i]).indices;
    for (let k = 0; k < t.length; k += 3) {
      const triangle = [t[k], t[k + 1], t[k + 2]].map(j => [v[3 * j], v[3 * j + 1], v[3 * j + 2]]);
      const n = normalize(cross(sub(triangle[1], triangle[0]), sub(triangle[2], triangle[0])));
      const towards = dot(n, triangle[0]) > 0 ? -1 : 1;
      const key = Math.max(0, towards * dot(n, this.keyLight)), fill = Math.max(0, towards * dot(n, this.fillLight));
      const shade = scale(0.42 + 0.52 * key + 0.2 * fill, color), polygon = this.clip(triangle);
      for (let j = 2; j < polygon.length; ++j) this.triangle(polygon[0], polygon[j - 1], polygon[j], which, shade, alpha);
    }
  }

  triangle(a, b, c, which, color, alpha) {
    const {width, height, focal} = this;
    const points = [a, b, c].map(p => [width / 2 + focal * p[0] / -p[2], height / 2 - focal * p[1] / -p[2], -1 / p[2]]);
    points.sort((p, q) => p[1] - q[1] || p[0] - q[0]);
    const [p, q, r] = points;
    const first = Math.max(0, Math.ceil(p[1] - 0.5)), last = Math.min(height - 1, Math.ceil(r[1] - 0.5) - 1);
    const along = (u, w, y) => { const s = (y - u[1]) / (w[1] - u[1]); return [u[0] + s * (w[0] - u[0]), u[2] + s * (w[2] - u[2])]; };
    for (let y = first; y <= last; ++y) {
      const long = along(p, r, y + 0.5), short = y + 0.5 < q[1] ? along(p, q, y + 0.5) : along(q, r, y + 0.5);
      const [left, right] = long[0] <= short[0] ? [long, short] : [short, long];
      this.span(y, left, right, which, color, alpha);
    }
  }

  span(y, left, right, which, color, alpha) {
    const {width, height, focal, plane} = this;
    const first = Math.max(0, Math.ceil(left[0] - 0.5)), last = Math.min(width - 1, Math.ceil(right[0] - 0.5) - 1);
    const slope = (right[1] - left[1]) / (right[0] - left[0] || 1);
    for (let x = first; x <= last; ++x) {
      const inverse = left[1] + slope * (x + 0.5 - left[0]), pixel = y * width + x;
      if (plane) {
        const z = 1 / inverse, vx = (x + 0.5 - width / 2) / focal * z, vy = (height / 2 - y - 0.5) / focal * z;
        if (plane.normal[0] * vx + plane.normal[1] * vy - plane.normal[2] * z > plane.offset) continue;
        this.parity[pixel] ^= which;
      }
      if (alpha === 1 && inverse <= this.depth[pixel]) continue;
      if (alpha === 1) this.depth[pixel] = inverse;
      this.blend(4 * pixel, color, alpha);
    }
  }

  blend(at, color, alpha) {
    const data = this.image.data, under = data[at + 3] / 255 * (1 - alpha), all = alpha + under;
    for (let k = 0; k < 3; ++k) data[at + k] = (255 * color[k] * alpha + data[at + k] * under) / all;
    data[at + 3] = 255 * all;
  }

  caps(picture) {
    const {width, height, focal, plane} = this, colors = picture.colors, pitch = Math.max(11, Math.round(height / 60));
    const solid = [picture.a, picture.b].reduce((m, i, k) => m | (i >= 0 && !isBox(i) && report.parts[i].watertight ? 1 << k : 0), 0);
    for (let y = 0; y < height; ++y) {
      for (let x = 0; x < width; ++x) {
        const pixel = y * width + x, inside = this.parity[pixel] & solid;
        if (!inside) continue;
        const ray = [(x + 0.5 - width / 2) / focal, (height / 2 - y - 0.5) / focal, -1];
        const inverse = dot(plane.normal, ray) / plane.offset;
        if (inverse < this.depth[pixel]) continue;
        const color = inside === 1 ? colors.a : inside === 2 ? colors.b : colors.both;
        const stripe = inside !== 3 && (x + (inside === 1 ? -y : y) + height) % pitch < 0.22 * pitch;
        this.blend(4 * pixel, stripe ? scale(0.72, color) : color, 1);
      }
    }
  }

  draw(picture, width, height) {
    const {camera, colors, mode} = picture;
    Object.assign(this, {width, height, near: camera.distance * 0.01,
      focal: height / 2 / Math.tan(FIELD_OF_VIEW / 2) * Math.min(1, width / height),
      keyLight: normalize([0.35, 0.65, 0.7]), fillLight: normalize([-0.7, -0.1, 0.6]),
      depth: new Float64Array(width * height), parity: new Uint8Array(width * height),
      image: new ImageData(width, height),
      plane: mode === "cut" ? planeInView(camera, picture.plane) : null});
    [[picture.a, colors.a], [picture.b, colors.b]].forEach(([i, color], k) => {
      if (i >= 0) this.part(camera, i, 1 << k, color, isBox(i) ? 0.1 : mode === "through" ? 0.3 : 1);
    });
    if (this.plane) this.caps(picture);
  }

  copyTo(context) {
    const canvas = document.createElement("canvas");
    canvas.width = this.width;
    canvas.height = this.height;
    canvas.getContext("2d").putImageData(this.image, 0, 0);
    context.drawImage(canvas, 0, 0);
  }
}
