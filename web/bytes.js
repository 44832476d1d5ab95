// What was written into the page by build.py.

/** The bytes of a text in base64. */
export function bytesOf(text) {
  return Uint8Array.from(atob(text), sign => sign.charCodeAt(0));
}
