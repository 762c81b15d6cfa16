// The picture in WebGL: soft blobs for topics, lines for links, one point for each claim.

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

const NODE_FS = `#version 300 es
precision mediump float;
in vec3 tint; flat in int bits; in float pixels;
uniform vec3 paper; uniform vec3 ink; uniform vec3 ring; uniform vec3 alarm; uniform float dim;
out vec4 colour;
void main() {
  vec2 q = gl_PointCoord * 2.0 - 1.0;
  float d = length(q), soft = 1.5 / pixels;
  if (d > 1.0) discard;
  if (pixels < 5.0) { // too small for more than a colour
    bool lively = (bits & 18) != 0;
    float faint = dim > 0.5 && (bits & 32) == 0 ? 0.22 : 1.0;
    vec3 plain = (bits & 8) != 0 ? alarm : (bits & 4) != 0 ? mix(tint, ring, 0.5) : tint;
    colour = vec4(lively ? plain : mix(plain, paper, 0.5), faint * (1.0 - smoothstep(0.7, 1.0, d)));
    return;
  }
  bool holds = (bits & 2) != 0, corrects = (bits & 4) != 0, disputed = (bits & 8) != 0, waits = (bits & 16) != 0;
  bool lit = (bits & 32) != 0, chosen = (bits & 64) != 0;
  float core = 0.62;
  vec3 fill = holds ? tint : mix(tint, paper, 0.62);
  float alpha = 1.0 - smoothstep(core - soft, core + soft, d);
  if (!holds) fill = mix(fill, ink, 0.28 * smoothstep(0.15, core, d) * step(q.y, 0.25)); // sunken: shaded from above
  if (waits) { float hollow = smoothstep(0.38 - soft, 0.38 + soft, d); fill = mix(paper, tint, hollow); }
  vec4 made = vec4(fill, alpha);
  float band = smoothstep(0.72 - soft, 0.72 + soft, d) * (1.0 - smoothstep(0.92 - soft, 0.92 + soft, d));
  if (disputed) { float broken = step(0.0, sin(atan(q.y, q.x) * 6.0)); made = mix(made, vec4(alarm, 1.0), band * max(broken, 0.25)); }
  else if (corrects) made = mix(made, vec4(ring, 1.0), band * (holds ? 1.0 : 0.5));
  if (chosen) made = mix(made, vec4(ink, 1.0), smoothstep(0.86, 0.9, d) * (1.0 - smoothstep(0.98, 1.0, d)));
  float quiet = dim > 0.5 && !lit ? 0.22 : 1.0;
  colour = vec4(made.rgb, made.a * quiet * (holds || waits ? 1.0 : 0.85));
}`;

const LINE_VS = `#version 300 es
in vec2 corner; in vec2 from; in vec2 to; in vec4 shade;
uniform vec2 pan; uniform float zoom; uniform vec2 screen;
out vec4 tint;
void main() {
  vec2 a = from * zoom + pan, b = to * zoom + pan, along = b - a;
  vec2 across = length(along) > 0.0 ? normalize(vec2(-along.y, along.x)) : vec2(0.0);
  vec2 p = (a + along * corner.x + across * corner.y * 0.9) / screen * 2.0;
  gl_Position = vec4(p.x, -p.y, 0.0, 1.0);
  tint = vec4(shade.rgb, shade.a * clamp(zoom * 1.6, 0.2, 1.0));
}`;
const LINE_FS = `#version 300 es
precision mediump float; in vec4 tint; out vec4 colour;
void main() { colour = tint; }`;

const BLOB_VS = `#version 300 es
in vec2 corner; in vec2 at; in vec3 colour; in float flags; in float reach;
uniform vec2 pan; uniform float zoom; uniform vec2 screen;
out vec3 tint; out vec2 q;
void main() {
  float r = reach * max(zoom, 0.05);
  vec2 p = (at * zoom + pan + corner * r) / screen * 2.0;
  gl_Position = (int(flags + 0.5) & 1) == 0 ? vec4(2.0, 2.0, 0.0, 1.0) : vec4(p.x, -p.y, 0.0, 1.0);
  tint = colour; q = corner;
}`;
const BLOB_FS = `#version 300 es
precision mediump float; in vec3 tint; in vec2 q; out vec4 colour;
void main() { float f = 1.0 - dot(q, q); if (f <= 0.0) discard; f = f * f * 0.42; colour = vec4(tint * f, f); }`;
const SHOW_VS = `#version 300 es
in vec2 corner; out vec2 uv;
void main() { gl_Position = vec4(corner, 0.0, 1.0); uv = corner * 0.5 + 0.5; }`;
const SHOW_FS = `#version 300 es
precision mediump float; in vec2 uv; uniform sampler2D field; uniform float strength; out vec4 colour;
void main() {
  vec4 f = texture(field, uv);
  if (f.a < 0.12) discard;
  float inside = smoothstep(0.16, 0.30, f.a), rim = inside * (1.0 - smoothstep(0.30, 0.44, f.a));
  colour = vec4(f.rgb / f.a, inside * strength + rim * strength * 0.8);
}`;

export const FAR = 0.4; // zoom below which islands are drawn whole
const COARSE = 3; // the field of the blobs is soft: a ninth of the pixels shows the same

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
    this.half = gl.getExtension("EXT_color_buffer_float") || gl.getExtension("EXT_color_buffer_half_float");
    this.nodes = program(gl, NODE_VS, NODE_FS);
    this.lines = program(gl, LINE_VS, LINE_FS);
    this.blobs = program(gl, BLOB_VS, BLOB_FS);
    this.show = program(gl, SHOW_VS, SHOW_FS);
    this.buffers = {};
    this.n = 0;
    this.edgeCount = 0;
    this.islands = 0;
    this.data("quad", new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]));
    this.data("strip", new Float32Array([0, -1, 1, -1, 0, 1, 1, 1]));
    gl.enable(gl.BLEND);
  }

  /** Put numbers into a named buffer. */
  data(name, values) {
    const { gl } = this;
    this.buffers[name] ??= gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[name]);
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.DYNAMIC_DRAW);
  }

  attribute(which, name, buffer, size, each = 0) {
    const { gl } = this;
    const at = gl.getAttribLocation(which.made, name);
    if (at < 0) return;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[buffer]);
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, size, gl.FLOAT, false, 0, 0);
    gl.vertexAttribDivisor(at, each);
    this.used.push(at);
  }

  begin(which, view) {
    const { gl } = this;
    for (const at of this.used ?? []) { gl.disableVertexAttribArray(at); gl.vertexAttribDivisor(at, 0); }
    this.used = [];
    gl.useProgram(which.made);
    gl.uniform2f(which.uniforms.pan, view.x, view.y);
    gl.uniform1f(which.uniforms.zoom, view.zoom);
    gl.uniform2f(which.uniforms.screen, view.width, view.height);
  }

  resize(width, height, ratio) {
    const { gl, canvas } = this;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const w = Math.max(1, Math.ceil(canvas.width / COARSE / ratio)), h = Math.max(1, Math.ceil(canvas.height / COARSE / ratio));
    this.field ??= { texture: gl.createTexture(), frame: gl.createFramebuffer() };
    Object.assign(this.field, { w, h });
    gl.bindTexture(gl.TEXTURE_2D, this.field.texture);
    if (this.half) gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA16F, w, h, 0, gl.RGBA, gl.HALF_FLOAT, null);
    else gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, w, h, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
    for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
    for (const way of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, way, gl.LINEAR);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.field.frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.field.texture, 0);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  paint(view, look) {
    const { gl, canvas } = this;
    this.field_(view);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.begin(this.show, view);
    gl.uniform1f(this.show.uniforms.strength, look.blob);
    this.attribute(this.show, "corner", "quad", 2);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    if (this.edgeCount) {
      this.begin(this.lines, view);
      this.attribute(this.lines, "corner", "strip", 2);
      this.attribute(this.lines, "from", "from", 2, 1);
      this.attribute(this.lines, "to", "to", 2, 1);
      this.attribute(this.lines, "shade", "shade", 4, 1);
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.edgeCount);
    }
    this.begin(this.nodes, view);
    const u = this.nodes.uniforms;
    gl.uniform1f(u.ratio, view.ratio);
    gl.uniform1f(u.dim, look.dim ? 1 : 0);
    gl.uniform3fv(u.paper, look.paper);
    gl.uniform3fv(u.ink, look.ink);
    gl.uniform3fv(u.ring, look.ring);
    gl.uniform3fv(u.alarm, look.alarm);
    const near = this.near ? "near " : "";
    for (const [name, size] of [["at", 2], ["size", 1], ["colour", 3], ["flags", 1]]) this.attribute(this.nodes, name, near + name, size);
    gl.drawArrays(gl.POINTS, 0, this.near || this.n);
  }

  field_(view) {
    const { gl, field } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, field.frame);
    gl.viewport(0, 0, field.w, field.h);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.blendFunc(gl.ONE, gl.ONE);
    this.begin(this.blobs, view);
    this.attribute(this.blobs, "corner", "quad", 2);
    // From afar an island is one disc; near by, every dot adds to its shape.
    const far = view.zoom < FAR && this.islands > 0;
    for (const [name, size] of [["at", 2], ["colour", 3], ["flags", 1], ["reach", 1]]) this.attribute(this.blobs, name, (far ? "island " : this.near ? "near " : "") + name, size, 1);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, far ? this.islands : this.near || this.n);
  }
}
