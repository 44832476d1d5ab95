// What the pages of the site do: frames take the height of what is in them, and its colours follow the page; figures can be enlarged.

// A page on the disk may not read the others for excerpts.
DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = location.protocol !== "file:";

const framed = source => [...document.querySelectorAll(".moving iframe")].find(frame => frame.contentWindow === source);
const tellTheme = frame => frame.contentWindow?.postMessage({ c4: "theme", dark: document.documentElement.dataset.theme === "dark" }, "*");

window.addEventListener("message", ({ source, data }) => {
  const frame = data?.c4 === "page" && framed(source);
  if (!frame) return;
  const height = Math.min(Math.max(Number(data.height) || 0, 200), 3000);
  frame.style.height = `${height + 2}px`; // with its border
  const large = frame.closest(".moving").querySelector("a");
  if (/^#[\w=&.%+-]*$/.test(data.hash)) large.href = frame.getAttribute("src").split("#")[0] + data.hash;
  tellTheme(frame);
});

new MutationObserver(() => document.querySelectorAll(".moving iframe").forEach(tellTheme))
  .observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });

// A figure fills the window after a click on it, or on its button; another click, or Escape, puts it back.
function enlarge(figure) {
  const shown = figure.querySelector("svg, img"), place = document.createComment("");
  const dialog = document.createElement("dialog"), inside = document.createElement("div"), close = document.createElement("button");
  dialog.className = "enlarged";
  dialog.setAttribute("aria-label", "the figure, enlarged");
  inside.className = figure.matches(".c4-picture") ? "c4-picture" : "";
  close.textContent = "✕";
  close.setAttribute("aria-label", "close");
  figure.style.minHeight = `${figure.offsetHeight}px`;
  // As wide as it was drawn, so that its letters can be read on a telephone, too.
  dialog.style.setProperty("--readable", `${shown.naturalWidth || parseFloat(figure.style.maxWidth) || 800}px`);
  shown.replaceWith(place);
  inside.append(shown);
  dialog.append(inside, close);
  document.body.append(dialog);
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    place.replaceWith(shown);
    dialog.remove();
    figure.style.minHeight = "";
    figure.querySelector(".enlarge").focus({ preventScroll: true });
  });
  dialog.showModal();
}

const lessonsFirst = ([page, , , , score]) => score + (page.startsWith("notebooks/") ? 100 : 0);

document.addEventListener("DOMContentLoaded", () => {
  if (window.Scorer) Scorer.score = lessonsFirst; // on the page of the search
  for (const image of document.querySelectorAll(".cell_output img")) {
    const place = document.createElement("div");
    image.replaceWith(place);
    place.append(image);
    place.className = "drawing";
  }
  for (const figure of document.querySelectorAll(".drawing")) {
    const button = document.createElement("button");
    button.className = "enlarge";
    button.type = "button";
    button.textContent = "⤢";
    button.title = "Enlarge";
    button.setAttribute("aria-label", "enlarge the figure");
    figure.classList.add("enlargeable");
    figure.append(button);
    figure.addEventListener("click", () => enlarge(figure));
  }
});
