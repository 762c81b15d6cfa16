// The picture in WebGL: soft blobs for topics, lines for links, one point for each claim.
// Nothing is drawn by instances: where a processor does the work of a graphics card, each is a drawing of its own.

const NODE_VS = `#version 300 es
in vec2 at; in float size; in vec3 colour; in float flags;
uniform vec2 pan; uniform float zoom; uniform vec2 screen; uniform float ratio; uniform float dim;
out vec3 tint; flat out int bits; out float pixels;
void main() {
  bits = int(flags + 0.5);
  vec2 p = (at * zoom + pan) / screen * 2.0;
  gl_Position = vec4(p.x, -p.y, 0.0, 1.0);
  float s = size * clamp(zoom, 0.22, 2.6);
  if ((bits & 1) == 0) s = 0.0;
  pixels = max(s, zoom < 0.3 ? 2.0 : 3.0) * ratio;
  gl_PointSize = s > 0.0 ? pixels * 2.0 : 0.0;
  if (s == 0.0) gl_Position = vec4(2.0, 2.0, 0.0, 1.0);
  tint = colour;
}`;

const DOT_FS = `#version 300 es
precision mediump float;
in vec3 tint; flat in int bits; in float pixels;
uniform vec3 paper; uniform vec3 ring; uniform vec3 alarm; uniform float dim;
out vec4 colour;
void main() { // too small for more than a colour
  vec2 q = gl_PointCoord * 2.0 - 1.0;
  float d = dot(q, q);
  if (d > 1.0) discard;
  vec3 plain = (bits & 8) != 0 ? alarm : (bits & 4) != 0 ? mix(tint, ring, 0.5) : tint;
  float faint = dim > 0.5 && (bits & 32) == 0 ? 0.22 : 1.0;
  colour = vec4((bits & 18) != 0 ? plain : mix(plain, paper, 0.5), faint * clamp((1.0 - d) * 2.5, 0.0, 1.0));
}`;

const NODE_FS = `#version 300 es
precision mediump float;
in vec3 tint; flat in int bits; in float pixels;
uniform vec3 paper; uniform vec3 ink; uniform vec3 ring; uniform vec3 alarm; uniform float dim;
out vec4 colour;
float edge(float at, float d) { return clamp((d - at) * pixels * 0.5 + 0.5, 0.0, 1.0); }
void main() {
  vec2 q = gl_PointCoord * 2.0 - 1.0;
  float d = length(q);
  if (d > 1.0) discard;
  bool holds = (bits & 2) != 0, corrects = (bits & 4) != 0, disputed = (bits & 8) != 0, waits = (bits & 16) != 0;
  vec3 fill = holds ? tint : mix(tint, paper, 0.62);
  if (!holds) fill = mix(fill, ink, 0.28 * clamp((d - 0.15) * 2.1, 0.0, 1.0) * step(q.y, 0.25)); // sunken: shaded from above
  if (waits) fill = mix(paper, tint, edge(0.38, d));
  vec4 made = vec4(fill, 1.0 - edge(0.62, d));
  float band = edge(0.72, d) * (1.0 - edge(0.92, d));
  vec2 s = q * q; // six dashes, as the sine of six times the angle has them
  float dash = step(0.0, q.x * q.y * (3.0 * s.x - s.y) * (s.x - 3.0 * s.y));
  if (disputed) made = mix(made, vec4(alarm, 1.0), band * max(dash, 0.25));
  else if (corrects) made = mix(made, vec4(ring, 1.0), band * (holds ? 1.0 : 0.5));
  if ((bits & 64) != 0) made = mix(made, vec4(ink, 1.0), edge(0.88, d));
  float quiet = dim > 0.5 && (bits & 32) == 0 ? 0.22 : 1.0;
  colour = vec4(made.rgb, made.a * quiet * (holds || waits ? 1.0 : 0.85));
}`;

const LINE_VS = `#version 300 es
in vec2 at; in vec2 other; in float side; in vec4 shade;
uniform vec2 pan; uniform float zoom; uniform vec2 screen;
out vec4 tint;
void main() {
  vec2 a = at * zoom + pan, along = other * zoom + pan - a;
  vec2 across = length(along) > 0.0 ? normalize(vec2(-along.y, along.x)) : vec2(0.0);
  vec2 p = (a + across * side * 0.9) / screen * 2.0;
  gl_Position = vec4(p.x, -p.y, 0.0, 1.0);
  tint = vec4(shade.rgb, shade.a * clamp(zoom * 1.6, 0.2, 1.0));
}`;
const LINE_FS = `#version 300 es
precision mediump float; in vec4 tint; out vec4 colour;
void main() { colour = tint; }`;

const BLOB_VS = `#version 300 es
in vec2 at; in float field; in vec4 colour;
uniform vec2 pan; uniform float zoom; uniform vec2 screen;
out vec3 tint; out float f;
void main() {
  vec2 p = (at * zoom + pan) / screen * 2.0;
  gl_Position = vec4(p.x, -p.y, 0.0, 1.0);
  tint = colour.rgb; f = field;
}`;
const BLOB_FS = `#version 300 es
precision mediump float; in vec3 tint; in float f; uniform float strength; out vec4 colour;
void main() {
  float inside = clamp((f - 0.38) * 6.0, 0.0, 1.0), rim = 1.0 - clamp((f - 0.54) * 8.0, 0.0, 1.0);
  colour = vec4(tint, inside * strength * (1.0 + 0.8 * rim));
}`;

export const FAR = 0.4; // zoom below which a dot is a colour and no more

function program(gl, vs, fs) {
  const made = gl.createProgram();
  for (const [kind, source] of [[gl.VERTEX_SHADER, vs], [gl.FRAGMENT_SHADER, fs]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  const uniforms = {};
  for (let i = 0; i < gl.getProgramParameter(made, gl.ACTIVE_UNIFORMS); i++) {
    const { name } = gl.getActiveUniform(made, i);
    uniforms[name] = gl.getUniformLocation(made, name);
  }
  return { made, uniforms };
}

export class Painter {
  constructor(canvas) {
    const gl = canvas.getContext("webgl2", { antialias: false, alpha: true, powerPreference: "low-power" });
    if (!gl) throw new Error("this browser has no WebGL 2");
    this.gl = gl;
    this.canvas = canvas;
    this.dots = program(gl, NODE_VS, DOT_FS);
    this.nodes = program(gl, NODE_VS, NODE_FS);
    this.lines = program(gl, LINE_VS, LINE_FS);
    this.blobs = program(gl, BLOB_VS, BLOB_FS);
    this.buffers = {};
    this.n = 0;
    this.edgeCount = 0;
    this.stretches = []; // of the mesh of blobs: where each begins, and how many cells it has
    this.corners(4096);
    gl.enable(gl.BLEND);
  }

  /** Put numbers into a named buffer. */
  data(name, values) {
    const { gl } = this;
    this.buffers[name] ??= gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[name]);
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.DYNAMIC_DRAW);
  }

  /** Two triangles for each of so many sets of four corners. */
  corners(count) {
    if (count <= this.quads) return;
    this.quads = 2 ** Math.ceil(Math.log2(count));
    const { gl } = this, order = new Uint32Array(this.quads * 6);
    for (let k = 0; k < this.quads; k++) order.set([4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 1, 4 * k + 2, 4 * k + 3], 6 * k);
    this.buffers.corners ??= gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.buffers.corners);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, order, gl.STATIC_DRAW);
  }

  attribute(which, name, buffer, size, bytes = false) {
    const { gl } = this, at = gl.getAttribLocation(which.made, name);
    if (at < 0) return;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[buffer]);
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, size, bytes ? gl.UNSIGNED_BYTE : gl.FLOAT, bytes, 0, 0);
    this.used.push(at);
  }

  begin(which, view) {
    const { gl } = this;
    for (const at of this.used ?? []) gl.disableVertexAttribArray(at);
    this.used = [];
    gl.useProgram(which.made);
    gl.uniform2f(which.uniforms.pan, view.x, view.y);
    gl.uniform1f(which.uniforms.zoom, view.zoom);
    gl.uniform2f(which.uniforms.screen, view.width, view.height);
  }

  resize(width, height, ratio) {
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
  }

  paint(view, look) {
    const { gl, canvas } = this;
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.buffers.corners);
    if (this.stretches.length) {
      this.begin(this.blobs, view);
      gl.uniform1f(this.blobs.uniforms.strength, look.blob);
      this.attribute(this.blobs, "at", "mesh at", 2);
      this.attribute(this.blobs, "field", "mesh field", 1);
      this.attribute(this.blobs, "colour", "mesh tint", 4, true);
      for (const [from, cells] of this.stretches) gl.drawElements(gl.TRIANGLES, 6 * cells, gl.UNSIGNED_INT, 24 * from);
    }
    if (this.edgeCount) {
      this.begin(this.lines, view);
      for (const [name, size] of [["at", 2], ["other", 2], ["side", 1], ["shade", 4]]) this.attribute(this.lines, name, `line ${name}`, size);
      gl.drawElements(gl.TRIANGLES, 6 * this.edgeCount, gl.UNSIGNED_INT, 0);
    }
    this.points(view, look);
  }

  points(view, look) {
    const { gl } = this, which = view.zoom < FAR ? this.dots : this.nodes, u = which.uniforms;
    this.begin(which, view);
    gl.uniform1f(u.ratio, view.ratio);
    gl.uniform1f(u.dim, look.dim ? 1 : 0);
    for (const name of ["paper", "ink", "ring", "alarm"]) gl.uniform3fv(u[name], look[name]);
    const near = this.near ? "near " : "";
    for (const [name, size] of [["at", 2], ["size", 1], ["colour", 3], ["flags", 1]]) this.attribute(which, name, near + name, size);
    gl.drawArrays(gl.POINTS, 0, this.near || this.n);
  }
}
