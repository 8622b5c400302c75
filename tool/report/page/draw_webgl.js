"use strict";
// Draws pictures with WebGL 2. A picture is {camera, mode, plane, a, b, ghosts, colors}; a and b are
// indices of parts or -1. Cut faces are found with the stencil's parity: along a ray from a point of the
// cutting plane, a solid's surface is crossed an odd number of times if the point is inside.

const VERTEX_SHADER = `#version 300 es
in vec3 position;
uniform mat4 model_view, projection;
out vec3 view;
void main() {
  vec4 v = model_view * vec4(position, 1.0);
  view = v.xyz;
  gl_Position = projection * v;
}`;

const FRAGMENT_SHADER = `#version 300 es
precision highp float;
in vec3 view;
uniform vec4 color, plane;
uniform float lit, hatch, pitch;
out vec4 result;
void main() {
  if (dot(plane.xyz, view) > plane.w) discard;
  vec3 c = color.rgb;
  if (lit > 0.0) {
    vec3 n = normalize(cross(dFdx(view), dFdy(view)));
    float key = max(dot(n, normalize(vec3(0.35, 0.65, 0.7))), 0.0), fill = max(dot(n, normalize(vec3(-0.7, -0.1, 0.6))), 0.0);
    c *= 0.42 + 0.52 * key + 0.2 * fill;
  }
  if (hatch != 0.0 && mod(gl_FragCoord.x + hatch * gl_FragCoord.y, pitch) < 0.22 * pitch) c *= 0.72;
  result = vec4(c * color.a, color.a);
}`;

function compileProgram(gl) {
  const program = gl.createProgram();
  for (const [type, source] of [[gl.VERTEX_SHADER, VERTEX_SHADER], [gl.FRAGMENT_SHADER, FRAGMENT_SHADER]]) {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.bindAttribLocation(program, 0, "position");
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return null;
  return program;
}

class WebglRenderer {
  static create() {
    const canvas = document.createElement("canvas");
    const gl = canvas.getContext("webgl2", {antialias: true, stencil: true, alpha: true, premultipliedAlpha: true});
    const program = gl && !gl.isContextLost() && compileProgram(gl);
    return program ? new WebglRenderer(canvas, gl, program) : null;
  }

  constructor(canvas, gl, program) {
    Object.assign(this, {canvas, gl, program, uploads: new Map()});
    this.at = name => gl.getUniformLocation(program, name);
    this.uniforms = {};
    for (const name of ["model_view", "projection", "color", "plane", "lit", "hatch", "pitch"]) this.uniforms[name] = this.at(name);
    this.quad = gl.createBuffer();
    this.quadArray = gl.createVertexArray();
    gl.bindVertexArray(this.quadArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.quad);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
  }

  get lost() { return this.gl.isContextLost(); }

  upload(index) {
    let entry = this.uploads.get(index);
    if (entry) return entry;
    const gl = this.gl, mesh = meshOf(index);
    const buffer = (target, data) => {
      const b = gl.createBuffer();
      gl.bindBuffer(target, b);
      gl.bufferData(target, data, gl.STATIC_DRAW);
      return b;
    };
    const array = indices => {
      const a = gl.createVertexArray();
      gl.bindVertexArray(a);
      gl.bindBuffer(gl.ARRAY_BUFFER, entry.positions);
      gl.enableVertexAttribArray(0);
      gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
      buffer(gl.ELEMENT_ARRAY_BUFFER, indices);
      return a;
    };
    entry = {positions: null, count: mesh.indices.length, edges: null, edgeCount: 0};
    entry.positions = buffer(gl.ARRAY_BUFFER, mesh.positions);
    entry.faces = array(mesh.indices);
    entry.uploadEdges = () => {  // they take time to find, and parts shown faintly have none
      const edges = edgesOf(mesh);
      entry.edges = array(edges);
      entry.edgeCount = edges.length;
    };
    gl.bindVertexArray(null);
    this.uploads.set(index, entry);
    return entry;
  }

  setMatrices(camera, width, height, radius) {
    const gl = this.gl, near = Math.max(camera.distance - radius, camera.distance * 0.01), far = camera.distance + radius;
    const focal = 1 / Math.tan(FIELD_OF_VIEW / 2) * Math.min(1, width / height);
    this.projection = new Float32Array([
      focal * height / width, 0, 0, 0, 0, focal, 0, 0,
      0, 0, (far + near) / (near - far), -1, 0, 0, 2 * far * near / (near - far), 0]);
    gl.uniformMatrix4fv(this.uniforms.projection, false, this.projection);
  }

  setPart(camera, i) {
    const {linear: l, shift: s} = modelView(camera, i);
    this.gl.uniformMatrix4fv(this.uniforms.model_view, false, new Float32Array(
      [l[0], l[3], l[6], 0, l[1], l[4], l[7], 0, l[2], l[5], l[8], 0, s[0], s[1], s[2], 1]));
    return this.upload(geometry.parts[i]);
  }

  setColor(color, alpha, lit) {
    const gl = this.gl;
    gl.uniform4f(this.uniforms.color, color[0], color[1], color[2], alpha);
    gl.uniform1f(this.uniforms.lit, lit ? 1 : 0);
    gl.uniform1f(this.uniforms.hatch, 0);
  }

  setPlane(plane) {
    const n = plane ? plane.normal : [0, 0, 0];
    this.gl.uniform4f(this.uniforms.plane, n[0], n[1], n[2], plane ? plane.offset : 1);
  }

  faces(camera, i) {
    const entry = this.setPart(camera, i);
    this.gl.bindVertexArray(entry.faces);
    this.gl.drawElements(this.gl.TRIANGLES, entry.count, this.gl.UNSIGNED_INT, 0);
  }

  edges(camera, i) {
    const entry = this.setPart(camera, i);
    if (!entry.edges) entry.uploadEdges();
    this.gl.bindVertexArray(entry.edges);
    this.gl.drawElements(this.gl.LINES, entry.edgeCount, this.gl.UNSIGNED_INT, 0);
  }

  /// The faces where the plane cuts the solids: a, b, and where both are.
  caps(picture, plane, radius) {
    const gl = this.gl, {camera, colors} = picture;
    gl.enable(gl.STENCIL_TEST);
    gl.disable(gl.DEPTH_TEST);
    gl.colorMask(false, false, false, false);
    gl.stencilFunc(gl.ALWAYS, 0, 0xff);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.INVERT);
    [picture.a, picture.b].forEach((i, which) => {
      if (i < 0 || isBox(i) || !report.parts[i].watertight) return;
      gl.stencilMask(1 << which);
      this.faces(camera, i);
    });
    gl.stencilMask(0);
    gl.colorMask(true, true, true, true);
    gl.enable(gl.DEPTH_TEST);
    gl.stencilOp(gl.KEEP, gl.KEEP, gl.KEEP);
    const u = scale(4 * radius, perpendicular(plane.normal)), v = cross(plane.normal, u);
    const corner = (s, t) => add(plane.point, add(scale(s, u), scale(t, v)));
    gl.bindVertexArray(this.quadArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.quad);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([corner(-1, -1), corner(1, -1), corner(-1, 1), corner(1, 1)].flat()), gl.STREAM_DRAW);
    gl.uniformMatrix4fv(this.uniforms.model_view, false, new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]));
    this.setPlane(null);
    for (const [value, color, hatch] of [[1, colors.a, 1], [2, colors.b, -1], [3, colors.both, 0]]) {
      gl.stencilFunc(gl.EQUAL, value, 3);
      this.setColor(color, 1, false);
      gl.uniform1f(this.uniforms.hatch, hatch);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    }
    gl.stencilMask(0xff);
    gl.disable(gl.STENCIL_TEST);
    this.setPlane(plane);
  }

  drawPair(picture, plane) {
    const gl = this.gl, {camera, colors, mode} = picture, clear = mode === "through";
    const parts = [[picture.a, colors.a], [picture.b, colors.b]].filter(([i]) => i >= 0);
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(1, 1);
    gl.depthMask(!clear);
    for (const [i, color] of parts) {
      this.setColor(color, isBox(i) ? 0.15 : clear ? 0.3 : 1, true);
      gl.depthMask(!clear && !isBox(i));
      this.faces(camera, i);
    }
    gl.depthMask(true);
    gl.disable(gl.POLYGON_OFFSET_FILL);
    if (plane) this.caps(picture, plane, picture.radius);
    for (const [i, color] of parts) {
      this.setColor(scale(clear ? 0.75 : 0.35, color), clear ? 0.8 : 0.9, false);
      this.edges(camera, i);
    }
  }

  /// All parts but a, b and the hidden ones, in as few calls as there are gaps between these.
  drawGhosts(picture) {
    const gl = this.gl, all = ghostsOf();
    if (!all) return;
    if (!this.ghosts) {
      this.ghosts = gl.createVertexArray();
      gl.bindVertexArray(this.ghosts);
      for (const [target, data] of [[gl.ARRAY_BUFFER, all.positions], [gl.ELEMENT_ARRAY_BUFFER, all.indices]]) {
        gl.bindBuffer(target, gl.createBuffer());
        gl.bufferData(target, data, gl.STATIC_DRAW);
      }
      gl.enableVertexAttribArray(0);
      gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    }
    const basis = basisOf(picture.camera), s = toView(picture.camera, everything.center);
    gl.uniformMatrix4fv(this.uniforms.model_view, false, new Float32Array([basis[0], basis[3], basis[6], 0, basis[1], basis[4],
      basis[7], 0, basis[2], basis[5], basis[8], 0, s[0], s[1], s[2], 1]));
    this.setColor(picture.colors.ghost, 0.07, true);
    gl.depthMask(false);
    gl.bindVertexArray(this.ghosts);
    let from = 0;
    const draw = to => { if (to > from) gl.drawElements(gl.TRIANGLES, to - from, gl.UNSIGNED_INT, 4 * from); };
    for (let i = 0; i < report.parts.length; ++i) {
      if (i !== picture.a && i !== picture.b && picture.shows(i)) continue;
      draw(all.starts[i]);
      from = all.starts[i + 1];
    }
    draw(all.indices.length);
    gl.depthMask(true);
  }

  /// Leaves the picture in the lower left of the canvas.
  draw(picture, width, height) {
    const gl = this.gl, canvas = this.canvas;
    if (canvas.width < width || canvas.height < height) {
      canvas.width = Math.max(canvas.width, width);
      canvas.height = Math.max(canvas.height, height);
    }
    gl.viewport(0, 0, width, height);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(0, 0, width, height);
    gl.useProgram(this.program);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    const reach = length(sub(everything.center, picture.camera.target)) + everything.radius;
    this.setMatrices(picture.camera, width, height, reach * 1.05);
    gl.uniform1f(this.uniforms.pitch, Math.max(11, height / 60));
    const plane = picture.mode === "cut" ? planeInView(picture.camera, picture.plane) : null;
    this.setPlane(plane);
    this.drawPair({...picture, radius: reach}, plane);
    if (picture.ghosts) this.drawGhosts(picture);
  }

  copyTo(context, width, height) {
    context.drawImage(this.canvas, 0, this.canvas.height - height, width, height, 0, 0, width, height);
  }
}
