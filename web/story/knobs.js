// The knobs of acts 5 and 6, and the record that both share.

import { make, put } from "./dom.js";

/** The numbers from `first` to `last`, so many apart. */
function range(first, last, apart) {
  const length = Math.round((last - first) / apart) + 1;
  return Array.from({ length }, (_, k) => first + k * apart);
}

const tenths = (first, last) => range(first, last, 1).map(number => number / 10);

const STEPS_OF = {
  playouts: [
    ...range(10, 95, 5), ...range(100, 290, 10), ...range(300, 950, 50), ...range(1000, 3000, 250),
  ],
  c: [...tenths(0, 14), Math.SQRT2, ...tenths(15, 20), 2.5, ...range(3, 10, 1)],
  prior: [...range(0, 10, 1), ...range(15, 50, 5)],
};
const NAMES = { playouts: "playouts", c: "bonus, c", prior: "T" };

/** What a setting is called on its knob. */
function settingText(name, value) {
  if (value === Math.SQRT2) return "√2";
  return name === "playouts" ? value.toLocaleString("en") : String(value);
}

/** A slider for each of the settings; `use` is called with all of them when one is turned. */
export class Knobs {
  constructor(parent, start, use) {
    this.now = { ...start };
    this.use = use;
    this.knobs = Object.keys(start).map(name => this.knob(parent, name));
    this.turn({});
  }

  knob(parent, name) {
    const row = make("label", { class: "knob" }, parent);
    make("span", {}, row, NAMES[name]);
    const range = { type: "range", min: 0, max: STEPS_OF[name].length - 1, "data-knob": name };
    const slider = make("input", range, row);
    const number = make("output", {}, row);
    slider.addEventListener("input", () => this.turn({ [name]: STEPS_OF[name][slider.value] }));
    return { name, slider, number };
  }

  turn(changes) {
    Object.assign(this.now, changes);
    for (const { name, slider, number } of this.knobs) {
      slider.value = STEPS_OF[name].indexOf(this.now[name]);
      number.textContent = settingText(name, this.now[name]);
      put(slider, { "aria-valuetext": number.textContent });
    }
    this.use(this.now);
  }
}

/** The fewest playouts with which the reader has had 95 copies block. */
export class Record {
  static ENOUGH = 95;

  constructor() {
    this.playouts = Infinity;
    this.places = []; // where it is written
  }

  writeIn(place) {
    this.places.push(place);
  }

  /** Take up what the copies did, which may be a new record. */
  take(blocks, { playouts }) {
    if (blocks < Record.ENOUGH || playouts >= this.playouts) return;
    this.playouts = playouts;
    const words = `Your record: ${playouts.toLocaleString("en")} playouts.`;
    for (const place of this.places) place.textContent = words;
  }
}
