// What pictures are made of, as c4lib/plots/canvas.py has it: a drawing becomes a scene of
// elements, which c4lib/widgets/picture.js shows.

import { CANVAS, MEANS, WIDTHS } from "./tables.js";
import { fixed, general } from "./numbers.js";

/** The width of a line of text of font size 1. */
export function widthOf(text, weight = "bold") {
  let width = 0;
  for (const sign of text) width += WIDTHS[weight][sign] ?? WIDTHS[weight].n;
  return width;
}

/** The colour of a mean from 0 to 1, as text. */
export function meanColour(mean) {
  return MEANS[Math.min(Math.max(Math.trunc(mean * MEANS.length), 0), MEANS.length - 1)];
}

/** The text colour, dark or white, that is easier to read on a colour. */
export function textOn(colour) {
  const parts = [1, 3, 5].map(place => parseInt(colour.slice(place, place + 2), 16) / 255);
  const linear = parts.map(part => part > 0.04 ? ((part + 0.055) / 1.055) ** 2.4 : part / 12.92);
  const luminance = linear[0] * 0.2126 + linear[1] * 0.7152 + linear[2] * 0.0722;
  return luminance > 0.19 ? CANVAS.INK : CANVAS.WHITE;
}

/** What can be drawn, in units that have the same length in both directions, y upwards. */
class Drawing {
  constructor() {
    this.above = 0; // how much room a board leaves above its columns
    this.labels = 1; // how large a board writes its coordinates; 0: not at all
  }

  /** The drawing itself, with these limits, and nothing on it. */
  limit(left, right, bottom, top) {
    Object.assign(this, { left, right, bottom, top });
    this.places = new Map(); // the box of each place that has a name
    this.begin();
    return this;
  }

  /** The drawing itself, at least so high and wide; it fills the picture from (0, 0) down. */
  fill(height, width = 0) {
    const tall = Math.max(height, width / this.proportion);
    return this.limit(0, tall * this.proportion, -tall, 0);
  }

  /** A part of the drawing, which gets limits of its own; nothing in it can be clicked. */
  inset(left, bottom, width, height, labels = 1) {
    return new Inset(this, [left, bottom, width, height], labels);
  }

  /** Write a line of text of this size, or smaller if it were wider than the `room`. */
  write(x, y, text, size, look = {}) {
    const { key, room = Infinity, color = CANVAS.TEXT, zorder = 5 } = look;
    const { ha = "center", weight = "normal" } = look;
    if (!text) return;
    const width = widthOf(text, weight);
    const fitted = Math.min(size, room / width);
    const shape = { points: [[x, y]], lengths: [fitted, fitted * width] };
    const keys = key === undefined ? undefined : [key];
    this.add("text", [shape], color, zorder, { keys, text, ha, weight });
  }

  /** Filled circles; `radii` is one number, or one for each; `keys` name them. */
  circles(centres, radii, colour, zorder, keys) {
    const radius = i => Array.isArray(radii) ? radii[i] : radii;
    const shapes = centres.map((centre, i) => ({ points: [centre], lengths: [radius(i)] }));
    this.add("circle", shapes, colour, zorder, { keys });
  }

  /** Filled polygons, each a list of corners. */
  polygons(corners, colour, zorder, keys) {
    const shapes = corners.map(points => ({ points, lengths: [] }));
    this.add("polygon", shapes, colour, zorder, { keys });
  }

  /** Filled rectangles, each [left, bottom, width, height], perhaps with round corners. */
  boxes(rectangles, colour, zorder = 3, { rounding = 0, keys } = {}) {
    const shapes = rectangles.map(([left, bottom, width, height]) => {
      const corner = [Math.min(left, left + width), Math.max(bottom, bottom + height)];
      return { points: [corner], lengths: [Math.abs(width), Math.abs(height), rounding] };
    });
    this.add("box", shapes, colour, zorder, { keys });
  }

  /** Edges of a tree: straight down, in a curve from height `start` to height `end`, and down. */
  edges(edges, widths, colour, zorder, keys) {
    const shapes = edges.map(({ x, y, start, end, xBelow, yBelow }, i) => {
      const third = (start - end) / 3;
      const curve = [[x, start], [x, start - third], [xBelow, end + third], [xBelow, end]];
      return { points: [[x, y], ...curve, [xBelow, yBelow]], lengths: [widths[i]] };
    });
    this.add("edge", shapes, colour, zorder, { keys });
  }

  /** A line through points, `width` points wide; its style is "-", "--" or ":". */
  line(xs, ys, colour, width, style = "-") {
    const points = xs.map((x, i) => [x, ys[i]]);
    this.add("line", [{ points, lengths: [width] }], colour, 2, { style });
  }

  /** Places that can be clicked: their boxes, names, and what a screen reader says. */
  spots(boxes, names) {
    names.forEach((name, i) => this.places.set(name, boxes[i]));
  }
}

/** A drawing that keeps what is drawn as elements, y downwards, as wide as 1,000 units. */
export class Scene extends Drawing {
  constructor(proportion = 1) {
    super();
    this.proportion = proportion; // width divided by height, for drawings that fill the picture
    this.limit(0, 1, 0, 1);
  }

  begin() {
    this.unit = CANVAS.WIDTH / (this.right - this.left);
    this.height = Number(fixed((this.top - this.bottom) * this.unit, 1));
    this.elements = {}; // by name: layer, kind, numbers, words
    this.counts = {}; // of elements of each kind and layer
  }

  add(kind, shapes, colour, zorder, look) {
    shapes.forEach((shape, i) => {
      const words = [(Array.isArray(colour) ? colour[i] : colour).toLowerCase()];
      let placed = shape;
      if (kind === "line") {
        words.push(CANVAS.DASHES[look.style]);
        placed = { ...shape, lengths: [shape.lengths[0] * CANVAS.POINT / this.unit] };
      }
      if (kind === "text") {
        words.push(look.text, look.weight);
        placed = { ...shape, points: [startOfText(shape, look.ha)] };
      }
      this.addElement(kind, zorder, look.keys?.[i], placed, words);
    });
  }

  spots(boxes, names, labels) {
    super.spots(boxes, names);
    names.forEach((name, i) => {
      const [left, bottom, width, height] = boxes[i];
      const shape = { points: [[left, bottom + height]], lengths: [width, height] };
      this.addElement("spot", 9, named(name), shape, [named(name), labels[i]]);
    });
  }

  /** Add an element; if it has a key, the page animates it when it moves, which the @ says. */
  addElement(kind, zorder, key, { points, lengths }, words) {
    const start = `${kind} ${general(zorder)} `;
    this.counts[start] = (this.counts[start] ?? 0) + 1;
    const name = key === undefined ? `${start}${this.counts[start]}` : `@${start}${key}`;
    const placed = points.flatMap(([x, y]) => [x - this.left, this.top - y]);
    const numbers = [...placed, ...lengths].map(one => Number(fixed(one * this.unit, 1)));
    this.elements[name] = [zorder, kind, numbers, words];
  }
}

/** A part of a drawing: as large as there is room for it, and in the middle. */
class Inset extends Drawing {
  constructor(whole, box, labels) {
    super();
    Object.assign(this, { whole, box, labels });
  }

  begin() {
    const [left, bottom, width, height] = this.box;
    const across = width / (this.right - this.left);
    const upwards = height / (this.top - this.bottom);
    this.unit = Math.min(across, upwards);
    const x = left + (width - this.unit * (this.left + this.right)) / 2;
    const y = bottom + (height - this.unit * (this.bottom + this.top)) / 2;
    this.origin = [x, y];
  }

  add(kind, shapes, colour, zorder, look) {
    const [left, bottom] = this.box;
    const here = `${general(left)} ${general(bottom)}`; // another part may have the same keys
    const keys = look.keys?.map(key => key === undefined ? key : `${here} ${key}`);
    const placed = shapes.map(shape => this.placed(shape));
    this.whole.add(kind, placed, colour, zorder, { ...look, keys });
  }

  placed({ points, lengths }) {
    const [left, bottom] = this.origin;
    const place = ([x, y]) => [left + this.unit * x, bottom + this.unit * y];
    return { points: points.map(place), lengths: lengths.map(length => this.unit * length) };
  }
}

/** Where a text begins: the left end of its base line. */
function startOfText({ points: [[x, y]], lengths: [size, width] }, ha) {
  return [x - CANVAS.BEFORE[ha] * width, y - CANVAS.CAPITALS / 2 * size];
}

/** A name of a spot as Python writes it: a move, or a tuple of moves. */
function named(name) {
  if (!Array.isArray(name)) return String(name);
  return name.length === 1 ? `(${name[0]},)` : `(${name.join(", ")})`;
}
