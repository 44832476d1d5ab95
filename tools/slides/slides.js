// Shows the slides; what is too high for the screen becomes smaller as a whole.

const WIDTH = 1280;
const HEIGHT = 720;
const FULLEST = 700; // of the height, a slide may take this much

// Only a slide that is shown can be measured.
function fit(slide) {
  if (slide.querySelector(".page")) return;
  const page = document.createElement("div");
  page.className = "page";
  page.append(...slide.childNodes);
  slide.append(page);
  page.style.zoom = Math.min(1, FULLEST / page.scrollHeight);
  Reveal.layout();
}

async function show() {
  await document.fonts.ready;
  Reveal.on("slidechanged", (event) => fit(event.currentSlide));
  await Reveal.initialize({
    width: WIDTH,
    height: HEIGHT,
    margin: 0.04,
    hash: true,
    controls: false, // the keys do it
    slideNumber: "c/t",
    navigationMode: "linear", // the arrow keys go through all slides, in order
    transition: "none",
  });
  fit(Reveal.getCurrentSlide());
  document.body.classList.add("is-shown");
}

window.addEventListener("load", show);
