// A picture on the page. Comes after notebooks/pictures/frame.js.

/** A picture of the page; when another scene is shown, only what differs is drawn anew. */
class View {
  /**
   * At the end of `parent`; `click` gets the name of what is clicked.
   * To 1,000 of width it has this `height`, by default that of the scene that is shown.
   */
  constructor(name, parent, click = () => {}, height = null) {
    this.place = make("div", { class: `c4-picture c4-is-${name}` }, parent);
    this.picture = picture(click);
    this.place.append(this.picture.node);
    this.elements = {};
    this.isEmpty = true;
    this.isFixed = height !== null;
    if (this.isFixed) this.setHeight(height);
  }

  setHeight(height) {
    put(this.place, { style: `--height: ${height}` });
  }

  /** Show a scene; the label is what a screen reader says. */
  show({ height, elements }, label) {
    this.change({ height, ...changesFrom(this.elements, elements) }, label);
    this.elements = elements;
  }

  /** Show what has changed since the last scene; with `isStill` nothing glides to its place. */
  change({ height, set, gone }, label, isStill = false) {
    this.picture.show({ label, height, set, gone, isStill, whole: this.isEmpty });
    if (!this.isFixed) this.setHeight(height);
    this.isEmpty = false;
  }
}
