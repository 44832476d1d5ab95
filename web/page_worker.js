// What searches beside a page, so that the page goes on meanwhile.

/** The worker of the page, whose script is in the page: the library first, then its own. */
export function startedWorker() {
  const texts = ["library", "worker"].map(id => document.getElementById(id).textContent);
  return new Worker(URL.createObjectURL(new Blob(texts, { type: "text/javascript" })));
}
