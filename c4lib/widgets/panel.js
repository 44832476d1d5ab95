// A picture as a widget. Comes after picture.js.
//
// One picture of each panel also tends the panel: it takes the panel's keys, names what ipywidgets leaves without a name, shows the panel
// alone on the whole screen, and says when there is nobody to answer.

const PATIENCE = 2000; // milliseconds until it is said that no answer comes
const LOST = "The kernel was restarted: run this cell again", LATE = "The kernel is busy or gone";
const NAMED = ".noUi-handle, select, .jupyter-button, .c4-alert, .c4-status, .c4-wrong input, .progress";

function name(node) {
  const part = node.closest(".widget-inline-hbox"), label = part?.querySelector(".widget-label");
  if (node.matches(".noUi-handle")) {
    put(node, { "aria-label": label.title || label.textContent, "aria-valuetext": part.querySelector(".widget-readout")?.textContent });
  } else if (node.matches("button")) {
    if (!/\p{L}/u.test(node.textContent) && node.title) put(node, { "aria-label": node.title });
    if (node.matches(".widget-toggle-button")) put(node, { "aria-pressed": node.matches(".mod-active") });
  } else if (node.matches("select")) {
    if (!label.textContent) put(node, { "aria-label": node.title });
  } else if (node.matches("input")) {
    put(node, { "aria-invalid": "true" });
  } else if (node.matches(".progress")) {
    const share = parseFloat(node.querySelector(".progress-bar")?.style.width) || 0;
    put(node, { role: "progressbar", "aria-label": "progress", "aria-valuenow": Math.round(share) });
  } else {
    put(node, { role: node.matches(".c4-alert") ? "alert" : "status" });
  }
}

// Until the signal says that the view has gone.
function tend(panel, shortcuts, { press, ask }, signal) {
  let inside = false; // whether the panel has the keyboard
  put(panel, { tabindex: -1, "data-lm-suppress-shortcuts": "true" }); // its keys are not the notebook's

  function look(changes) {
    if (changes?.every(({ target }) => target.closest?.("svg") ?? target.parentElement?.closest("svg"))) return; // only a picture
    for (const node of panel.querySelectorAll(NAMED)) name(node);
    for (const node of panel.querySelectorAll(".widget-text:not(.c4-wrong) input[aria-invalid]")) node.removeAttribute("aria-invalid");
    const focused = document.activeElement;
    if (inside && (focused === document.body || focused.disabled)) panel.focus({ preventScroll: true }); // so that the keys stay the panel's
    if (panel.matches(".jupyter-widgets-disconnected")) say("");
  }
  const seen = new MutationObserver(look);
  signal.addEventListener("abort", () => seen.disconnect());
  seen.observe(panel, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["class", "disabled", "style", "title"] });
  look();

  for (const event of ["focusin", "pointerdown"]) {
    document.addEventListener(event, ({ target }) => { inside = panel.contains(target); }, { signal });
  }
  panel.addEventListener("pointerdown", ({ target }) => {
    if (!target.closest("button, input, select, .noUi-handle, .noUi-target, .c4-spot")) panel.focus({ preventScroll: true });
  });
  panel.addEventListener("click", ({ target, detail }) => { // the space bar then is the panel's, and does not press the button again
    if (detail && target.closest("button") && shortcuts.includes(" ")) panel.focus({ preventScroll: true });
  }, { signal });
  document.addEventListener("keydown", event => {
    const { key, target } = event, isSlider = target.matches(".noUi-handle");
    const isAlone = document.fullscreenElement === panel; // then a presenter's keys work wherever the focus is
    if (!(isAlone || panel.contains(target))) return;
    const own = target.matches("input:not([type=checkbox]), select, textarea") || (isSlider && /^(Arrow|Page|Home|End)/.test(key));
    const presses = (key === " " || key === "Enter") && target.matches("button, .c4-spot");
    const goes = isAlone && /^Page/.test(key);
    if ((own && !goes) || presses || event.ctrlKey || event.metaKey || event.altKey || !shortcuts.includes(key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat && key >= "0" && key <= "9") return; // held too long: it is meant once
    press(key);
  }, { capture: true, signal });

  const whole = document.createElement("button");
  put(whole, { type: "button", class: "c4-whole", title: "Show this alone, on the whole screen", "aria-label": "whole screen" });
  whole.textContent = "⤢";
  whole.addEventListener("click", () => document.fullscreenElement ? document.exitFullscreen() : panel.requestFullscreen());
  panel.querySelector(".c4-grid").append(whole);

  // A line over the panel, when nobody is there to answer what is done.
  const line = document.createElement("div");
  put(line, { class: "widget-label jupyter-widgets c4-alert c4-is-message c4-lost" });
  panel.querySelector(".c4-grid").append(line);
  function say(text) {
    const isLost = panel.matches(".jupyter-widgets-disconnected");
    if (isLost) for (const part of line.parentElement.children) put(part, { inert: part === line ? null : "" }); // ipywidgets' cannot send
    const words = isLost ? LOST : text;
    if (line.textContent !== words) line.textContent = words;
  }
  for (const event of ["click", "change", "keyup", "pointerup"]) {
    panel.addEventListener(event, ({ target }) => {
      if (target.closest("button:not(.c4-whole), input, select, .noUi-target, .c4-spot")) ask();
    }, { capture: true, signal });
  }

  panel.addEventListener("click", ({ target }) => {
    const copies = target.closest(".c4-copy");
    if (!copies) return;
    const text = panel.querySelector(".c4-copied-from");
    getSelection().selectAllChildren(text);
    if (navigator.clipboard) navigator.clipboard.writeText(text.textContent);
    else document.execCommand("copy"); // a page that did not come by https
    sayCopied(copies);
  });
  return say;
}

// ---------------------------------------------------------------- as a widget

export default () => {
  const views = new Set();
  const state = { label: "", height: 0, set: {}, stamp: null, whole: true }; // of all that was told
  let waiting = null, isTold = false; // keys that came before the last one was answered
  let late = 0; // the timer of what was not answered yet
  const lines = new Set(); // that say it

  function take({ set, gone, whole, ...about }) {
    if (whole) state.set = {};
    Object.assign(state, about);
    for (const key of gone) delete state.set[key];
    Object.assign(state.set, set);
  }

  // A picture says how small its smallest letters are: on a telephone they stay large enough (panels.css).
  function show(view, change) {
    view.show(change);
    const texts = Object.values(state.set).filter(([, kind]) => kind === "text");
    const sizes = texts.map(([, , [, , size]]) => size);
    view.node.style.setProperty("--smallest", Math.min(1000, ...sizes));
  }

  return {
    initialize({ model }) {
      take({ ...model.get("whole"), whole: true });
      model.on("msg:custom", change => {
        if (change.answered) {
          clearTimeout(late);
          late = 0;
          for (const say of lines) say("");
          if (change.answered === "ask") return;
          const next = waiting;
          waiting = null;
          isTold = false;
          if (next) press(model, next.key, next.times);
          return;
        }
        take(change);
        for (const view of views) show(view, change);
      });
      model.send({ do: "hello", moves: moves() });
    },

    render({ model, el }) {
      const view = picture((name, stamp) => model.send({ do: "click", name, stamp }));
      const gone = new AbortController();
      let playing, say;
      const follow = () => {
        view.node.classList.toggle("c4-old", model.get("old"));
        clearInterval(playing);
        const every = model.get("every");
        if (every) playing = setInterval(() => { if (el.isConnected) press(model, null, 1); }, every); // a notebook takes away what is scrolled off
      };
      el.append(view.node);
      show(view, state);
      views.add(view);
      follow();
      model.on("change:old", follow);
      model.on("change:every", follow);
      (function wait() { // until it is in its panel
        const panel = el.closest(".c4-panel");
        if (!model.get("shortcuts") || gone.signal.aborted) return;
        if (!panel?.isConnected || !panel.querySelector(".c4-grid")) return void requestAnimationFrame(wait);
        say = tend(panel, model.get("shortcuts"), { press: key => press(model, key, 1), ask: () => ask(model) }, gone.signal);
        lines.add(say);
      })();
      return () => {
        clearInterval(playing);
        gone.abort();
        views.delete(view);
        lines.delete(say);
        model.off("change:old", follow);
        model.off("change:every", follow);
      };
    },
  };

  function expect() {
    late ||= setTimeout(() => lines.forEach(say => say(LATE)), PATIENCE);
  }

  // Of what ipywidgets tells the kernel nobody says that it has come.
  function ask(model) {
    if (late) return;
    expect();
    model.send({ do: "ask" });
  }

  // Keys that come faster than answers are counted; of ticks (no key) none waits.
  function press(model, key, times) {
    if (isTold && key !== null) waiting = { key, times: waiting?.key === key ? waiting.times + times : times };
    if (isTold) return;
    isTold = true;
    expect();
    model.send(key === null ? { do: "tick" } : { do: "key", key, times });
  }
};
