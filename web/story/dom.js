// Elements of the story, and how they move.

const SVG = "http://www.w3.org/2000/svg";
const motion = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the reader wants nothing to move: then everything is at once as it will be. */
export const isStill = () => motion.matches;

/** A new element of the page, at the end of its parent. */
export function make(kind, attributes, parent, words = "") {
  return finished(document.createElement(kind), attributes, parent, words);
}

/** A new element of a picture, at the end of its parent. */
export function draw(kind, attributes, parent, words = "") {
  return finished(document.createElementNS(SVG, kind), attributes, parent, words);
}

function finished(element, attributes, parent, words) {
  put(element, attributes);
  element.textContent = words;
  parent.append(element);
  return element;
}

/** Give an element these attributes. */
export function put(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

/** The parts of an act, by the names of their classes. */
export function partsOf(section, ...names) {
  return Object.fromEntries(names.map(name => [name, section.querySelector(`.${name}`)]));
}

/** A button at the end of its parent; it is given to its action. */
export function button(parent, words, action) {
  const made = make("button", { type: "button" }, parent, words);
  made.addEventListener("click", () => action(made));
  return made;
}

/** One touch of one of these `choices` is a guess, and the last one. */
export function askFor(parent, choices, use, nameOf = String) {
  for (const choice of choices) {
    button(parent, nameOf(choice), pressed => {
      put(pressed, { "aria-pressed": true });
      for (const one of parent.querySelectorAll("button")) one.disabled = true;
      use(choice);
    });
  }
}

export const pause = milliseconds =>
  new Promise(done => setTimeout(done, isStill() ? 0 : milliseconds));

/** Have an element, which is where it will be, come there through these frames. */
export async function glide(element, frames, duration, easing = "ease-in") {
  if (isStill()) return;
  await element.animate(frames, { duration, easing }).finished.catch(() => {});
}

/**
 * Call `show` with numbers that grow from `first` to `last` within so many seconds, slowly at
 * first, until `isOver` says so.
 */
export async function count(first, last, seconds, show, isOver = () => false) {
  const start = performance.now();
  for (let number = isStill() ? last : first; !isOver(); ) {
    show(number);
    if (number >= last) return;
    await new Promise(requestAnimationFrame);
    const share = Math.min(1, (performance.now() - start) / (1000 * seconds));
    number = Math.max(number, Math.round(first + (last - first) * share ** 2));
  }
}

/** The two buttons of something that grows: one step, or on and on until it is stopped. */
export class Running {
  /** `advance` is called with how far it is to have grown. */
  constructor(one, run, { playouts, seconds }, advance) {
    Object.assign(this, { one, run, playouts, seconds, advance });
    this.done = 0;
    this.isGoing = false;
    run.addEventListener("click", () => this.isGoing ? this.stop() : this.go());
  }

  async go() {
    this.isGoing = true;
    this.one.disabled = true;
    this.run.textContent = "Stop";
    await count(this.done + 1, this.playouts, this.seconds, this.advance, () => !this.isGoing);
    this.stop();
  }

  stop() {
    this.isGoing = false;
    this.run.textContent = "Run";
    this.hold(false);
  }

  /** Nothing can be pressed while one step is shown, and in the end. */
  hold(isHeld) {
    const isOver = this.done >= this.playouts;
    for (const button of [this.one, this.run]) button.disabled = isHeld || isOver;
  }
}

/** A share as a number of 100. */
export const ofHundred = share => Math.round(100 * share);
