// ---------------------------------------------------------------- what was recorded (save_page in pages.py)

const packed = Uint8Array.from(atob("RECORDED"), sign => sign.charCodeAt(0));
const text = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
const states = text.split("\n").map(line => JSON.parse(line));
const about = {
  names: {}, note: "", // how values are called, and what was recorded
  columns: [[58, ["tree"]], [42, ["place", "details"]]], // the share of each in the width, and its pictures
  strides: { phase: 1, iteration: 4 }, // how many steps
  ...states.pop(),
};
const elements = states.pop();

// What leads to a place (such as step 7, or c = 1 with T = 0), and last what is there; and the values that there are.
const places = new Map(), axes = {};
const keyOf = at => Object.keys(axes).map(name => at[name]).join(" ");
for (const name of Object.keys(states[0][0])) axes[name] = [...new Set(states.map(([at]) => at[name]))];
for (const state of states) {
  const key = keyOf(state[0]);
  if (!places.has(key)) places.set(key, []);
  places.get(key).push(state);
}
const nameOf = (axis, value) => about.names[axis]?.[value] ?? value.toLocaleString("en");

// ---------------------------------------------------------------- the page

const views = {}; // of the pictures
for (const [share, names] of about.columns) {
  const column = make("div", { class: "c4-is-column", style: `--share: ${share}` }, part("columns"));
  for (const name of names) {
    if (name === "settings") {
      make("div", { class: "c4-is-settings" }, column);
      continue;
    }
    const height = Math.max(...states.map(([, , { [name]: its }]) => its?.[0] ?? 0));
    const place = make("div", { class: `c4-picture c4-is-${name}`, style: `--height: ${height}` }, column);
    views[name] = { ...picture(() => {}), has: null };
    place.append(views[name].node);
  }
}
part("note").textContent = about.note;

function draw(name, [height, ids], label) {
  const view = views[name], before = view.has ?? {}, after = {}, set = {};
  for (const id of ids) if (elements[id][1][1] !== "spot") after[elements[id][0]] = id; // nothing can be clicked here
  for (const [key, id] of Object.entries(after)) if (before[key] !== id) set[key] = elements[id][1];
  const gone = Object.keys(before).filter(key => !(key in after));
  view.show({ label, height, set, gone, whole: !view.has });
  view.has = after;
}

// A picture that is not there stays as it is.
function show([, line, pictures, labels]) {
  for (const name in pictures) draw(name, pictures[name], labels?.[name] ?? `${name}; ${line}`);
  part("line").textContent = line;
}

// ---------------------------------------------------------------- where it is

const FILM = 1800, FRAME = 150; // milliseconds for all that leads to a place, and for one of it at most
const now = {};
const followers = []; // what shows where it is
let film;

// To what is there; or, with `isFilm`, by all that leads to it.
function go(to, isFilm = false) {
  clearInterval(film);
  Object.assign(now, to);
  const frames = places.get(keyOf(now)), last = frames.length - 1;
  let frame = isFilm && moves() ? 0 : last;
  const next = () => {
    put(part("line"), { "aria-busy": frame < last });
    show(frames[frame]);
    if (frame++ === last) clearInterval(film);
  };
  if (frame < last) film = setInterval(next, Math.min(FRAME, FILM / last));
  next();
  for (const follow of followers) follow();
  keep(address());
}

const nearest = (axis, number) => axes[axis].reduce((best, one) => Math.abs(one - number) < Math.abs(best - number) ? one : best);

// What the address says, as far as it can be understood; and what of it was not recorded.
function read() {
  const to = { ...about.start, ...now }, missing = [];
  for (const [axis, said] of new URLSearchParams(location.hash.slice(1))) {
    if (!(axis in axes)) continue;
    const isText = typeof axes[axis][0] === "string", number = Number(said);
    if (isText && axes[axis].includes(said)) to[axis] = said;
    else if (isText) missing.push(`${axis} ${said.slice(0, 60)} were not recorded`);
    else if (said.trim() && Number.isFinite(number)) {
      to[axis] = nearest(axis, number);
      if (Math.abs(to[axis] - number) > 0.006) missing.push(`${axis} = ${number} was not recorded; this is ${axis} = ${nameOf(axis, to[axis])}`);
    }
  }
  go(to);
  part("missing").textContent = missing.length ? `${missing.join("; ")}.` : "";
}

const brief = value => typeof value === "number" ? Number(value.toFixed(2)) : value;
const address = () => `#${new URLSearchParams(Object.keys(axes).filter(axis => axes[axis].length > 1).map(axis => [axis, brief(now[axis])]))}`;
function use(to, isFilm) {
  part("missing").textContent = "";
  go(to, isFilm);
}

// ---------------------------------------------------------------- settings

for (const axis in axes) {
  if (axis === "step" || axes[axis].length < 2) continue;
  if (typeof axes[axis][0] === "string") {
    const group = make("fieldset", {}, part("settings"));
    make("legend", {}, group, about.names.axes?.[axis] ?? axis);
    for (const value of axes[axis]) {
      const button = make("button", { type: "button" }, group, nameOf(axis, value));
      button.addEventListener("click", () => use({ [axis]: value }));
      followers.push(() => {
        put(button, { "aria-pressed": now[axis] === value });
        button.classList.toggle("mod-active", now[axis] === value);
      });
    }
  } else {
    make("label", { for: `c4-${axis}` }, part("settings"), about.names.axes?.[axis] ?? axis);
    const slider = make("input", { type: "range", id: `c4-${axis}`, class: `c4-is-${axis}`, min: 0, max: axes[axis].length - 1 }, part("settings"));
    const value = make("output", { for: `c4-${axis}` }, part("settings"));
    slider.addEventListener("input", () => use({ [axis]: axes[axis][slider.value] }));
    followers.push(() => {
      slider.value = axes[axis].indexOf(now[axis]);
      value.textContent = nameOf(axis, now[axis]);
      put(slider, { "aria-valuetext": value.textContent });
    });
  }
}

// ---------------------------------------------------------------- steps

const EVERY = about.every ?? 2000; // milliseconds for a step

if (axes.step) {
  const last = Math.max(...axes.step), [small, large] = Object.entries(about.strides);
  const nav = document.createElement("nav"), slider = document.createElement("input");
  put(nav, { "aria-label": "steps" });
  put(slider, { type: "range", class: "c4-is-slider", min: 0, max: last, "aria-label": "the step" });
  part("line").before(nav, slider);
  let playing;

  const uses = { first: () => [0], [`back_${small[0]}`]: () => [now.step - 1], [`next_${small[0]}`]: () => [now.step + 1, true], last: () => [last] };
  if (large) {
    uses[`back_${large[0]}`] = () => [large[1] * (Math.ceil(now.step / large[1]) - 1)];
    uses[`next_${large[0]}`] = () => [large[1] * (Math.floor(now.step / large[1]) + 1)];
  }
  const play = turnsOn => {
    clearInterval(playing);
    put(part("play"), { "aria-pressed": turnsOn });
    part("play").classList.toggle("mod-active", turnsOn);
    part("play").textContent = turnsOn ? "Pause" : "Play";
    if (turnsOn) playing = setInterval(() => now.step < last ? step(now.step + 1, true) : play(false), EVERY);
  };
  const step = (to, isFilm) => use({ step: Math.min(Math.max(to, 0), last) }, isFilm);
  const press = name => { play(false); step(...uses[name]()); };
  const turn = () => play(part("play").getAttribute("aria-pressed") !== "true");
  const button = (name, words, label) => {
    const made = make("button", { class: `c4-is-${name}`, "aria-label": label, title: label }, nav, words);
    made.addEventListener("click", () => name === "play" ? turn() : press(name));
    return made;
  };

  button("first", "first", "first step");
  if (large) button(`back_${large[0]}`, `‹ ${large[0]}`, `‹ ${large[0]}: back`).classList.add("c4-is-large");
  button(`back_${small[0]}`, `‹ ${small[0]}`, `‹ ${small[0]}: back`);
  button(`next_${small[0]}`, `${small[0]} ›`, `${small[0]} ›: on`).classList.add("c4-is-primary");
  if (large) button(`next_${large[0]}`, `${large[0]} ›`, `${large[0]} ›: on`).classList.add("c4-is-large");
  button("last", "last", "last step");
  button("play", "Play", null);
  play(false);

  slider.addEventListener("input", () => { play(false); step(Number(slider.value)); });
  followers.push(() => {
    slider.value = now.step;
    put(slider, { "aria-valuetext": `step ${now.step} of ${last}` });
  });
  const back = `back_${small[0]}`, next = `next_${small[0]}`;
  const keys = { ArrowLeft: back, PageUp: back, ArrowRight: next, PageDown: next, Home: "first", End: "last" };
  if (large) Object.assign(keys, { ArrowUp: `back_${large[0]}`, ArrowDown: `next_${large[0]}` });
  document.addEventListener("keydown", event => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === " " && !target.matches("button:focus-visible")) turn();
    else if (key in keys) press(keys[key]);
    else return;
    event.preventDefault();
  });
}

// ---------------------------------------------------------------- the window

followWindow(read, axes.step ? "(max-height: 499px), (max-width: 560px) and (max-height: 699px)" : SMALL);
