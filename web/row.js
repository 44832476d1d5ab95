// The row above all live pages: the position and the settings go with the reader.

const LIVE = { story: "Story", play: "Play", step: "Step", explore: "Explore", lab: "Laboratory" };
const CARRIED = ["moves", "rows", "columns", "connect", "c", "T", "expand_at", "playouts", "seed"];
const MARK = `<svg viewBox="0 0 26 26" aria-hidden="true">
  <path d="M13 6 5 20M13 6l8 14" stroke="var(--ink)" stroke-width="1.8"/>
  <circle cx="13" cy="5" r="4.4" fill="var(--x)"/>
  <circle cx="5" cy="21" r="4.4" fill="var(--o)"/><circle cx="21" cy="21" r="4.4" fill="var(--o)"/>
</svg>`;

/**
 * Put the row above the page `here`, unless it stands in a frame. `settle` has the address say
 * where the page is; what it does not say goes on as it came.
 */
export function addRow(here, settle = () => {}) {
  if (window.parent !== window) return;
  const came = new URLSearchParams(location.hash.slice(1));
  const row = document.createElement("nav");
  row.className = "row";
  row.setAttribute("aria-label", "pages");
  row.innerHTML = `<a class="title" href="story.html">${MARK}Monte Carlo Tree Search</a>`;
  for (const [page, words] of Object.entries(LIVE)) {
    const link = document.createElement("a");
    link.textContent = words;
    link.href = `${page}.html`;
    if (page === here) link.setAttribute("aria-current", "page");
    row.append(link);
  }
  const lessons = document.querySelector("link[rel=contents]"); // only in a site
  if (lessons) row.insertAdjacentHTML("beforeend", `<a href="${lessons.href}">Lessons</a>`);
  const follow = ({ target }) => {
    settle();
    const link = target.closest("a");
    const page = link?.getAttribute("href").split(".html")[0];
    if (page in LIVE) link.href = `${page}.html#${carried(page, here, came)}`;
  };
  for (const event of ["pointerdown", "focusin", "click"]) row.addEventListener(event, follow);
  document.body.prepend(row);
}

/** What goes along from `here` to another page, as the text of its address. */
function carried(page, here, came) {
  const said = new URLSearchParams(location.hash.slice(1));
  const taken = new URLSearchParams();
  for (const name of CARRIED) {
    const text = said.get(nameOn(here, name)) ?? came.get(nameOn(here, name));
    if (text !== null) taken.set(nameOn(page, name), text);
  }
  if (page === "play" && here !== "play") begin(taken);
  return taken;
}

/** The laboratory has no position, and its `moves` are something else. */
const nameOn = (page, name) => page === "lab" && name === "moves" ? "position" : name;

/** The game is on the usual board; a position that comes from elsewhere is where it begins. */
function begin(taken) {
  const moves = taken.get("moves");
  const isUsual = !["rows", "columns", "connect"].some(name => taken.has(name));
  if (!isUsual) for (const name of ["moves", "rows", "columns", "connect"]) taken.delete(name);
  else if (moves) taken.set("from", moves.length);
}
