// The one seam to a model in the browser: WebLLM, loaded from where the person's own configuration says.

/** An engine: `say(system, text)` gives the words in pieces. Nothing is loaded before this is called. */
export async function engine({ model, library, weights, code }, tell) {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) throw new Error("This browser offers no WebGPU, which a model needs to run in it. Use another browser, or a model outside it: Settings.");
  tell("Loading the engine …");
  const { CreateMLCEngine } = await import(library);
  const at = (path) => new URL(path, location.href).href;
  const made = await CreateMLCEngine(model, {
    appConfig: { cacheBackend: "cache", model_list: [{ model: at(weights), model_id: model, model_lib: at(code) }] },
    initProgressCallback: ({ text }) => tell(text),
  }).catch((error) => { throw new Error(`${model} could not be loaded from ${weights}: ${error.message}`); });
  return {
    async *say(system, text) {
      const messages = [{ role: "system", content: system }, { role: "user", content: text }];
      for await (const piece of await made.chat.completions.create({ messages, stream: true, temperature: 0 })) yield piece.choices[0]?.delta?.content ?? "";
    },
  };
}
