// Moves the dots in a worker beside the page, so that the page never waits for them.

/** The worker; its address passes the page's policy, which knows this one name. */
export function beside() {
  const policy = globalThis.trustedTypes?.createPolicy("clew", { createScriptURL: (url) => { if (url !== "/assets/worker.js") throw new TypeError(url); return url; } });
  const url = "/assets/worker.js";
  const worker = new Worker(policy ? policy.createScriptURL(url) : url, { type: "module" });
  return {
    start(shape, place) { worker.onmessage = ({ data }) => place(data.at); worker.postMessage(shape); },
    hold(dots) { worker.postMessage({ hold: dots }); },
    release() { worker.postMessage({ release: true }); },
  };
}
