// What searches beside a page, so that the page goes on meanwhile.

/** A worker of the page. When it dies, what is asked next starts another one. */
export class Beside {
  /**
   * The script of the worker is the library of the page, and the element `id` after it; `hear` gets
   * what it says, or { error } when it has died.
   */
  constructor(id, hear) {
    this.id = id;
    this.hear = hear;
  }

  tell(message) {
    this.worker ??= this.started();
    this.worker.postMessage(message);
  }

  started() {
    const texts = ["library", this.id].map(id => document.getElementById(id).textContent);
    const address = URL.createObjectURL(new Blob(texts, { type: "text/javascript" }));
    const worker = new Worker(address);
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = event => {
      event.preventDefault();
      this.stop();
      this.hear({ error: event.message || "it has ended" });
    };
    return worker;
  }

  /** End what it does; nothing more is heard of it. */
  stop() {
    if (!this.worker) return;
    this.worker.onmessage = null;
    this.worker.terminate();
    this.worker = null;
  }
}
