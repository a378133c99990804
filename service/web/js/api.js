/** The service's calls. A refusal is thrown as a Problem that says what is wrong and where. */

/** What the service, or the way to it, objects to. */
export class Problem extends Error {
  constructor({ title, detail, where = null, status = 0, ...more }) {
    super(detail || title);
    this.title = title;
    this.where = where;
    this.status = status;
    this.more = more;
  }
}

const KEY = "rungwise-key";

/** The API key of this browser tab, where the service asks for one. */
export const key = {
  get: () => sessionStorage.getItem(KEY) ?? "",
  set: (value) => sessionStorage.setItem(KEY, value),
};

function headers() {
  const secret = key.get();
  return secret ? { Authorization: `Bearer ${secret}` } : {};
}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({ title: "No answer", detail: "The service cannot be reached. Is it still running?" });
  }
  const text = await response.text();
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Problem({ title: "No answer", detail: `The service answered ${response.status} without a reason.`, status: response.status });
  }
  if (!response.ok) throw new Problem({ ...data, status: response.status });
  return data;
}

/** POST /v1/<action>. */
export function call(action, body, signal) {
  return ask(`v1/${action}`, {
    method: "POST", signal, body: JSON.stringify(body), headers: { "Content-Type": "application/json", ...headers() },
  });
}

/** GET of one of the service's lists. */
export const list = (name) => ask(`v1/${name}`, { headers: headers() });
