// Calls to the server that the page came from.

/** The answer of a call; an Error with the server's own words where it was not carried out. */
export async function call(path, body) {
  const options = body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  };
  const response = await fetch(path, { credentials: "same-origin", ...options }).catch(() => {
    throw new Error("The server does not answer. Start clew serve again, and open the link it prints.");
  });
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.detail || response.statusText), { status: response.status });
  return answer;
}
