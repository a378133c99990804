/** A link that holds the puzzle: #z=<its JSON, deflated, base64url>, or #p=<any text the service reads>. */

async function through(stream, bytes) {
  const response = new Response(new Blob([bytes]).stream().pipeThrough(stream));
  return new Uint8Array(await response.arrayBuffer());
}

const toBase64 = (bytes) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

const fromBase64 = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** The fragment that holds a puzzle. */
export async function fragmentOf(puzzle) {
  const bytes = new TextEncoder().encode(JSON.stringify(puzzle));
  return `#z=${toBase64(await through(new CompressionStream("deflate-raw"), bytes))}`;
}

/** The puzzle's text in a fragment; null if there is none, an Error if it is damaged. */
export async function textOf(fragment) {
  if (fragment.startsWith("#p=")) return decodeURIComponent(fragment.slice(3));
  if (!fragment.startsWith("#z=")) return null;
  try {
    const bytes = await through(new DecompressionStream("deflate-raw"), fromBase64(fragment.slice(3)));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("The link is damaged: the part after # cannot be unpacked.");
  }
}
