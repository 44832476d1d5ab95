// A page in its window, or in the frame of another page: its parts, its theme, its address. Comes after c4lib/widgets/picture.js.

/** The part of the page that has this name. */
const part = name => document.querySelector(`.c4-is-${name}`);

/** A new element of this kind, at the end of its parent. */
function make(kind, attributes, parent, words = "") {
  const made = document.createElement(kind);
  put(made, attributes);
  made.textContent = words;
  parent.append(made);
  return made;
}

// ---------------------------------------------------------------- the address

const SETTLED = 150; // milliseconds without a change, after which the address follows
let coming = null, settling = 0; // the address that is to be written, and the timer of it

/** Have the address say where the page is; with `isStep` the back button leads back to where it was. */
function keep(hash, isStep = false) {
  if (isStep || coming?.isStep) settle();
  coming = { hash, isStep };
  clearTimeout(settling);
  settling = setTimeout(settle, SETTLED);
}

function settle() {
  const isNewPlace = coming?.isStep && !isFramed; // the back button of a page leads back from the page, not in its frames
  if (coming && coming.hash !== location.hash) history[isNewPlace ? "pushState" : "replaceState"](null, "", coming.hash);
  coming = null;
  tellParent();
}

// ---------------------------------------------------------------- the window, and the page around a frame

const isFramed = window.parent !== window;
const SMALL = "(max-height: 499px), (max-width: 560px)"; // a window in which the page is as high as its width has it

/** Follow the window, the theme and the address, which `read` takes up; `small` says when all would not fit into the window. */
function followWindow(read, small = SMALL) {
  const dark = matchMedia("(prefers-color-scheme: dark)"), isSmall = matchMedia(small);
  const flow = () => {
    document.documentElement.classList.toggle("c4-framed", isFramed && !document.fullscreenElement);
    document.documentElement.classList.toggle("c4-flows", isSmall.matches); // rather than be too small to be read
  };
  dark.addEventListener("change", () => setTheme(dark.matches));
  document.addEventListener("fullscreenchange", flow);
  isSmall.addEventListener("change", flow);
  setTheme(dark.matches);
  flow();
  window.addEventListener("hashchange", read);
  read();
  if (isFramed) followParent();
  part("whole").addEventListener("click", () => document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  part("copy").addEventListener("click", copyAddress);
}

function setTheme(isDark) {
  document.documentElement.classList.toggle("c4-dark", isDark);
  document.documentElement.style.colorScheme = isDark ? "dark" : "light";
}

/** Be told which theme the reader has chosen, and tell how high the page is. */
function followParent() {
  window.addEventListener("message", ({ source, data }) => {
    if (source === window.parent && data?.c4 === "theme") setTheme(Boolean(data.dark));
  });
  new ResizeObserver(tellParent).observe(document.querySelector("main"));
}

function tellParent() {
  if (!isFramed || document.fullscreenElement) return;
  const height = Math.ceil(document.querySelector("main").getBoundingClientRect().height);
  window.parent.postMessage({ c4: "page", height, hash: coming?.hash ?? location.hash }, "*");
}

async function copyAddress() {
  settle();
  await navigator.clipboard.writeText(location.href);
  sayCopied(part("copy"));
}
