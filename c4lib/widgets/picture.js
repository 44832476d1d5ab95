// A live picture in the page: SVG elements by name, of which Python tells what has changed (widgets/picture.py).

const SVG = "http://www.w3.org/2000/svg";
const MOVING = 200; // milliseconds that it takes an element to go to its new place
const MONO = "DejaVu Sans Mono, monospace";
const FONT = "DejaVu Sans, Verdana, sans-serif"; // Matplotlib's; a text is as wide as the drawing has reckoned in any other, too

// Colours that follow the page's theme, by their values on paper (plots/canvas.py); all others stay as they are.
const THEMED = {
  "#1a1a1a": "text", "#5f6670": "muted", "#a9b0b8": "edge", "#fefefe": "empty", "#ecedef": "outside", "#a3abb5": "visits", "#b3005f": "highlight",
};
const themed = colour => colour in THEMED ? `var(--c4-${THEMED[colour]}, ${colour})` : colour;
const ink = colour => colour === "#0072b2" ? `var(--c4-mean, ${colour})` : themed(colour);

const moves = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;
const still = () => !moves() || document.querySelector(".c4-panel .noUi-active");

function put(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const text = String(value);
    if (value === null || value === undefined) node.removeAttribute(name);
    else if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
}

// ---------------------------------------------------------------- what pictures are made of, as Scene names it

const kinds = {
  circle: ["circle", ([cx, cy, r], [fill]) => ({ cx, cy, r, style: `fill: ${themed(fill)}` })],
  box: ["rect", ([x, y, width, height, rx], [fill]) => ({ x, y, width, height, rx, style: `fill: ${themed(fill)}` })],
  polygon: ["polygon", (points, [fill]) => ({ points: points.join(" "), style: `fill: ${themed(fill)}` })],
  edge: ["path", ([x, y, ...p], [stroke]) => ({
    d: `M${x} ${y}L${p[0]} ${p[1]}C${p.slice(2, 8).join(" ")}L${p[8]} ${p[9]}`, "stroke-width": p[10], style: `fill: none; stroke: ${themed(stroke)}`,
  })],
  line: ["polyline", (numbers, [stroke, dashes]) => ({
    points: numbers.slice(0, -1).join(" "), "stroke-width": numbers.at(-1), "stroke-dasharray": dashes || null, style: `fill: none; stroke: ${themed(stroke)}`,
  })],
  text: ["text", ([x, y, size, textLength], [fill, text, weight]) => ({
    x, y, "font-size": size, textLength, lengthAdjust: "spacingAndGlyphs", "font-weight": weight === "bold" ? weight : "normal",
    "font-family": weight === "mono" ? MONO : FONT, style: `fill: ${ink(fill)}`, "data-text": text,
  })],
  spot: ["rect", ([x, y, width, height], [name, label]) => ({
    x, y, width, height, class: "c4-spot", role: "button", tabindex: 0, "aria-label": label, "data-name": name,
  })],
};

function paint({ node, kind }, numbers, words) {
  put(node, kinds[kind][1](numbers, words));
  if (kind === "text" && node.textContent !== words[1]) node.textContent = words[1];
}

function picture(click) {
  const drawn = document.createElementNS(SVG, "svg");
  const layers = new Map(); // what is in a higher layer covers the rest
  const items = new Map();
  let stamp = null, begun = 0, frame = 0; // when the glide began, and the frame in which something moves on
  let left = null; // the spot that went while it had the keyboard, which returns to it if it comes back

  function layer(height) {
    if (!layers.has(height)) {
      const made = document.createElementNS(SVG, "g");
      const above = [...layers.keys()].filter(other => other > height).sort((a, b) => a - b)[0];
      drawn.insertBefore(made, layers.get(above) ?? null);
      layers.set(height, made);
    }
    return layers.get(height);
  }

  function draw(key, [height, kind, numbers, words], glides) {
    let item = items.get(key);
    if (!item || item.height !== height || item.kind !== kind) {
      item?.node.remove();
      item = { node: document.createElementNS(SVG, kinds[kind][0]), height, kind, now: numbers };
      layer(height).append(item.node);
      item.node.classList.toggle("c4-new", key[0] === "@" && glides);
      items.set(key, item);
    }
    item.from = item.now;
    item.to = numbers;
    item.words = words;
    item.moves = key[0] === "@" && glides && item.from.length === numbers.length && item.from.some((from, i) => from !== numbers[i]);
    item.now = item.moves ? item.from : numbers;
    paint(item, item.now, words);
  }

  function move(time) {
    const share = Math.min(Math.max((time - begun) / MOVING, 0), 1), eased = share * (2 - share);
    let moving = false;
    for (const item of items.values()) {
      if (!item.moves) continue;
      item.now = share < 1 ? item.from.map((from, i) => from + (item.to[i] - from) * eased) : item.to;
      paint(item, item.now, item.words);
      moving = item.moves = share < 1;
    }
    if (moving) frame = requestAnimationFrame(move);
  }

  function press(event) {
    const spot = event.target.closest?.(".c4-spot");
    if (!spot || (event.key && event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    event.stopPropagation();
    click(spot.dataset.name, stamp);
  }
  drawn.addEventListener("click", press);
  drawn.addEventListener("keydown", press);

  return {
    node: drawn,
    show({ label, height, set, gone, stamp: newest, whole, isStill }) {
      stamp = newest;
      put(drawn, { viewBox: `0 0 1000 ${height}`, "aria-label": label });
      for (const key of whole ? [...items.keys()].filter(key => !(key in set)) : gone) {
        if (items.get(key)?.node.matches(":focus")) left = key;
        items.get(key)?.node.remove();
        items.delete(key);
      }
      for (const item of items.values()) if (item.moves) item.from = item.now; // it goes on from where it is
      const glides = !whole && !isStill && !still();
      for (const [key, one] of Object.entries(set)) draw(key, one, glides);
      if (items.has(left)) {
        if (drawn.closest(".c4-panel")?.matches(":focus")) items.get(left).node.focus({ preventScroll: true });
        left = null;
      }
      put(drawn, { role: drawn.querySelector(".c4-spot") ? "group" : "img" });
      if ([...items.values()].some(item => item.moves)) {
        begun = performance.now();
        cancelAnimationFrame(frame); // of two that move on each would paint everything
        frame = requestAnimationFrame(move);
      }
    },
  };
}

// ---------------------------------------------------------------- a button that copies

function sayCopied(button) {
  const words = button.textContent;
  if (words !== "Copied") setTimeout(() => { button.textContent = words; }, 1000);
  button.textContent = "Copied";
}
