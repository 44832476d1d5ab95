// A panel in the page: controls and live pictures, kept equal to what Python holds (widgets/panel.py).
//
// Python tells the whole state once, and then what has changed. The page tells what the user does, two things ahead of the
// answers at most: meanwhile presses of one button are counted, and of the places of a slider only the last is kept.

const SVG = "http://www.w3.org/2000/svg";
const MOVING = 200; // milliseconds that it takes an element to go to its new place
const AHEAD = 2; // with one, Jupyter's server would hold each answer back for 40 ms, until the page says something (Nagle)
const EVERY = 30; // milliseconds until the second is told: more of them would take the time of the pictures
const EM = 1000; // units of the letters' outlines, for a font size of 1

// What has the focus keeps its keys from the notebook's own shortcuts.
const OWN_KEYS = { "data-lm-suppress-shortcuts": "true" };

let dragged = -Infinity; // when a slider was moved last: pictures follow it at once, which also leaves time for more of them

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches || performance.now() - dragged < MOVING;

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  put(made, attributes);
  made.append(...children);
  return made;
}

function put(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const text = value === true ? "" : String(value);
    if (value === null || value === undefined || value === false) node.removeAttribute(name);
    else if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
}

// ---------------------------------------------------------------- letters: one outline each, for all pictures of the page

const letters = new Map();

function learn(outlines) {
  for (const [name, letter] of Object.entries(outlines ?? {})) letters.set(name, letter);
}

function outline(text, weight) {
  let start = 0, path = "";
  for (const sign of text) {
    const [letter, width] = letters.get(weight[0] + sign) ?? ["", 0];
    path += `M${start} 0${letter}`;
    start += width;
  }
  return path;
}

// ---------------------------------------------------------------- what pictures are made of, as Scene names it

const kinds = {
  circle: ["circle", (node, [cx, cy, r], [fill]) => put(node, { cx, cy, r, fill })],
  box: ["rect", (node, [x, y, width, height, rx], [fill]) => put(node, { x, y, width, height, rx, fill })],
  polygon: ["polygon", (node, points, [fill]) => put(node, { points: points.join(" "), fill })],
  edge: ["path", (node, [x, y, ...p], [stroke]) => put(node, {
    d: `M${x} ${y}L${p[0]} ${p[1]}C${p.slice(2, 8).join(" ")}L${p[8]} ${p[9]}`,
    stroke, "stroke-width": p[10], fill: "none",
  })],
  line: ["polyline", (node, numbers, [stroke, dashes]) => put(node, {
    points: numbers.slice(0, -1).join(" "), stroke, "stroke-width": numbers.at(-1),
    "stroke-dasharray": dashes || null, fill: "none",
  })],
  text: ["path", (node, [x, y, size], [fill, text, weight]) => {
    if (node.dataset.text !== text || node.dataset.weight !== weight) put(node, { d: outline(text, weight) });
    put(node, { transform: `translate(${x} ${y}) scale(${size / EM})`, fill, "data-text": text, "data-weight": weight });
  }],
  spot: ["rect", (node, [x, y, width, height], [name, label]) => put(node, {
    x, y, width, height, class: "c4-spot", role: "button", tabindex: 0, "aria-label": label, "data-name": name, ...OWN_KEYS,
  })],
};

function picture(tell) {
  const drawn = document.createElementNS(SVG, "svg");
  const layers = new Map(); // what is in a higher layer covers the rest
  const items = new Map();
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
    const [name, paint] = kinds[kind];
    let item = items.get(key);
    if (!item || item.height !== height || item.kind !== kind) {
      item?.node.remove();
      item = { node: document.createElementNS(SVG, name), height, kind, now: numbers };
      layer(height).append(item.node);
      items.set(key, item);
    }
    item.from = item.now;
    item.to = numbers;
    item.words = words;
    item.moves = key[0] === "@" && glides && item.from.length === numbers.length
      && item.from.some((from, i) => from !== numbers[i]);
    item.now = item.moves ? item.from : numbers;
    paint(item.node, item.now, words);
  }

  let begun = 0;
  function move(time) {
    const share = Math.min(Math.max((time - begun) / MOVING, 0), 1), eased = share * (2 - share);
    let moving = false;
    for (const item of items.values()) {
      if (!item.moves) continue;
      item.now = share < 1 ? item.from.map((from, i) => from + (item.to[i] - from) * eased) : item.to;
      kinds[item.kind][1](item.node, item.now, item.words);
      moving = item.moves = share < 1;
    }
    if (moving) requestAnimationFrame(move);
  }

  function press(event) {
    const spot = event.target.closest?.(".c4-spot");
    if (!spot || (event.key && event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    event.stopPropagation();
    tell({ do: "spot", name: JSON.parse(spot.dataset.name) });
  }
  drawn.addEventListener("click", press);
  drawn.addEventListener("keydown", press);

  return {
    node: drawn,
    show({ label, height, elements }, change) {
      change ??= { set: elements, gone: [...items.keys()].filter(key => !(key in elements)) };
      put(drawn, { viewBox: `0 0 1000 ${height}`, "aria-label": label });
      for (const key of change.gone) {
        if (items.get(key)?.node.matches(":focus")) left = key;
        items.get(key)?.node.remove();
        items.delete(key);
      }
      for (const item of items.values()) if (item.moves) item.from = item.now; // it goes on from where it is
      const glides = !still();
      for (const [key, one] of Object.entries(change.set)) draw(key, one, glides);
      if (items.has(left)) {
        if (drawn.closest(".c4-panel").matches(":focus")) items.get(left).node.focus({ preventScroll: true });
        left = null;
      }
      put(drawn, { role: drawn.querySelector(".c4-spot") ? "group" : "img" });
      if ([...items.values()].some(item => item.moves)) {
        begun = performance.now();
        requestAnimationFrame(move);
      }
    },
  };
}

// ---------------------------------------------------------------- controls

const parts = {
  picture,

  text() {
    const node = element("div");
    return { node, show: ({ text, role }) => { node.textContent = text; put(node, { role }); } };
  },

  button(tell) {
    const node = element("button", { type: "button", ...OWN_KEYS });
    let playing, interval;
    node.addEventListener("click", () => tell({ do: "press" }));
    return {
      node,
      show({ text, label, disabled, pressed, every }) {
        if (interval !== (pressed && every)) {
          clearInterval(playing);
          interval = pressed && every;
          if (interval) playing = setInterval(() => node.isConnected ? tell({ do: "tick" }) : clearInterval(playing), every);
        }
        node.textContent = text;
        const name = /\p{L}/u.test(text) ? null : label; // of a button with a sign
        put(node, { title: label, "aria-label": name, disabled, "aria-pressed": pressed?.toString() });
      },
    };
  },

  slider(tell) {
    const name = element("span"), input = element("input", { type: "range", min: 0, step: 1, ...OWN_KEYS });
    const shown = element("output", { "aria-hidden": "true" }); // the slider itself says its value
    let options = [];
    const show = index => {
      input.value = index;
      shown.textContent = options?.[index] ?? "";
      put(input, { "aria-valuetext": options?.[index] });
    };
    input.addEventListener("input", () => { dragged = performance.now(); show(input.valueAsNumber); tell({ do: "set", value: input.valueAsNumber }); });
    return {
      node: element("label", { class: "c4-slider" }, name, input, shown),
      show(state) {
        ({ options } = state);
        name.textContent = state.text;
        put(input, { max: options ? options.length - 1 : state.last, title: state.label, "aria-label": state.text ? null : state.label,
          disabled: state.disabled });
        show(state.index);
      },
    };
  },

  field(tell) {
    const name = element("span"), input = element("input", { type: "text", ...OWN_KEYS, spellcheck: "false", autocomplete: "off" });
    const error = element("span", { class: "c4-error", role: "alert" });
    let told;
    const submit = () => { if (input.value !== told) tell({ do: "set", value: told = input.value }); };
    input.addEventListener("change", submit);
    input.addEventListener("keydown", event => { if (event.key === "Enter") submit(); });
    return {
      node: element("label", { class: "c4-field" }, name, input, error),
      show(state) {
        name.textContent = state.text;
        if (input.value !== state.value) input.value = state.value;
        told = state.value;
        error.textContent = state.error;
        put(input, { title: state.label, size: state.size, "aria-invalid": state.error ? "true" : null });
      },
    };
  },

  menu(tell) {
    const name = element("span"), input = element("select", OWN_KEYS);
    let known;
    input.addEventListener("change", () => tell({ do: "set", value: input.selectedIndex }));
    return {
      node: element("label", { class: "c4-menu" }, name, input),
      show({ text, label, options, index }) {
        name.textContent = text;
        put(input, { title: label, "aria-label": text ? null : label });
        if (known !== options) input.replaceChildren(...options.map(option => element("option", {}, option)));
        known = options;
        input.selectedIndex = index;
      },
    };
  },

  progress() {
    const node = element("progress", { max: 1, "aria-label": "progress" });
    return { node, show: ({ share }) => { node.value = share; } };
  },
};

// ---------------------------------------------------------------- the panel

function panel(root, state, shortcuts, say) {
  const shown = new Map(), grid = element("div", { class: "c4-grid" });

  function show(name, change) {
    const part = state[name];
    if (!shown.has(name)) {
      const made = parts[part.kind](content => say({ part: name, ...content }));
      made.node.classList.add("c4-part", `c4-${part.kind}`, `c4-is-${name}`);
      made.node.style.gridArea = name;
      grid.append(made.node);
      shown.set(name, made);
    }
    const { node, show } = shown.get(name), had = node.matches(":focus-within");
    show(part, change);
    node.toggleAttribute("hidden", Boolean(part.hidden));
    node.classList.toggle("c4-old", Boolean(part.old));
    const keeps = node.matches(":focus-within") && !part.hidden && !part.disabled;
    if (had && !keeps) root.focus({ preventScroll: true }); // so that the keys stay the panel's
  }

  root.tabIndex = -1;
  put(root, OWN_KEYS);
  root.addEventListener("pointerdown", event => {
    if (!event.target.closest("button, input, select, .c4-spot")) root.focus({ preventScroll: true });
  });
  root.addEventListener("keydown", event => {
    const { key, target } = event, kind = target.type ?? target.tagName;
    const own = kind === "text" || kind.startsWith("select") || (kind === "range" && /^(Arrow|Page|Home|End)/.test(key));
    const presses = (key === " " || key === "Enter") && target !== root;
    if (own || presses || event.ctrlKey || event.metaKey || event.altKey || !shortcuts.includes(key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat && key >= "0" && key <= "9") return; // held too long: it is meant once
    say({ part: "", do: "key", key });
  });
  const whole = element("button", { type: "button", ...OWN_KEYS, class: "c4-whole", title: "Show this alone, on the whole screen" }, "⤢");
  put(whole, { "aria-label": "whole screen" });
  whole.addEventListener("click", () => document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen());
  grid.append(whole);
  root.append(grid);
  for (const name of Object.keys(state)) show(name);
  return show;
}

// A change of one part: of a picture only the elements that have changed.
function take(state, name, change) {
  const before = state[name];
  if (!before || change.elements) return void (state[name] = { ...before, ...change });
  const { set = {}, gone = [], ...rest } = change;
  Object.assign(before, rest);
  if (!before.elements) return;
  for (const key of gone) delete before.elements[key];
  Object.assign(before.elements, set);
}

export default () => {
  const panels = new Set();
  const client = Math.random().toString(36).slice(2); // other windows may show the same panel
  let state, number = 0, pause = null, waiting = [], told = []; // told, but not yet answered

  return {
    initialize({ model }) {
      const whole = structuredClone(model.get("page"));
      state = whole.parts;
      learn(whole.letters);
      model.on("msg:custom", news => {
        learn(news.letters);
        if (news.heard?.[0] === client) told = told.filter(one => one.number[1] > news.heard[1]);
        next(model); // Python goes on while this is shown
        const ahead = [...told, ...waiting]; // and so has the user
        for (const [name, change] of Object.entries(news.parts)) {
          take(state, name, change);
          const newer = ahead.findLast(one => one.part === name && one.do === "set");
          if (newer) state[name]["index" in state[name] ? "index" : "value"] = newer.value;
          for (const show of panels) show(name, change.set || change.gone ? { set: {}, gone: [], ...change } : undefined);
        }
      });
      model.send({ part: "", do: "hello", number: [client, 0] });
    },

    render({ model, el }) {
      el.classList.add("c4-panel", `c4-${model.get("look")}`);
      const show = panel(el, state, model.get("shortcuts"), content => {
        const same = waiting.find(one => one.part === content.part && one.do === content.do && one.key === content.key);
        if (content.do === "set" && same) same.value = content.value;
        else if (content.do !== "spot" && same) same.times += 1;
        else waiting.push({ times: 1, ...content });
        next(model);
      });
      panels.add(show);
      return () => panels.delete(show);
    },
  };

  function next(model) {
    if ((told.length && pause) || told.length === AHEAD || !waiting.length) return;
    clearTimeout(pause);
    told.push({ ...waiting.shift(), number: [client, ++number] });
    model.send(told.at(-1));
    pause = setTimeout(() => { pause = null; next(model); }, EVERY);
  }
};
