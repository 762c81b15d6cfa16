// The one seam to a model in the browser: WebLLM, loaded from where the person's own configuration says.

/** An engine: `say(system, text)` gives the words in pieces, `stop` ends them. Nothing is loaded before this is called. */
export async function engine({ model, library, weights, code }, tell) {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) throw new Error("This browser offers no WebGPU, which a model needs to run in it. Use another browser, or a model outside it: Settings.");
  tell("Loading the engine …");
  const { CreateMLCEngine } = await import(library).catch(() => { throw new Error(`The engine is not at ${library}. Put web-llm.js there, or name another place: models.browser_from.`); });
  const at = (path) => new URL(path, location.href).href;
  const made = await CreateMLCEngine(model, {
    appConfig: { cacheBackend: "cache", model_list: [{ model: at(weights), model_id: model, model_lib: at(code) }] },
    initProgressCallback: ({ text }) => tell(text),
  }).catch((error) => { throw failed(error, model, `${model} could not be loaded from ${weights}`); });
  return {
    stop: () => made.interruptGenerate(),
    async *say(system, text) {
      const messages = [{ role: "system", content: system }, { role: "user", content: text }];
      try {
        for await (const piece of await made.chat.completions.create({ messages, stream: true, temperature: 0 })) yield piece.choices[0]?.delta?.content ?? "";
      } catch (error) { throw failed(error, model, `${model} stopped while it spoke`); }
    },
  };
}

const MEMORY = /out of memory|oom|allocat|device.{0,20}lost|maxBufferSize|maxStorageBuffer|exceeds the (max|limit)/i;

/** An error in words that say what to do. */
function failed(error, model, what) {
  const why = error?.message || String(error);
  return new Error(MEMORY.test(why)
    ? `The memory of the graphics card is too small for ${model}. Close other pages, or take a smaller model: models.browser. (${why.slice(0, 200)})`
    : `${what}: ${why.slice(0, 300)}. Is everything there that the documentation lists?`);
}
