"""A Sphinx extension: formulas become drawings when the site is built, so that reading them needs no script and no font."""

from xml.etree import ElementTree

import ziafont
import ziamath
from docutils import nodes
from sphinx.util import logging

logger = logging.getLogger(__name__)
ziafont.config.svg2 = False  # whole letters; no drawing refers to parts of another
SIZE = 17  # pixels, as large as the text beside them


def drawing(tex, inline, size=SIZE):
    """A formula as an SVG element in the colour of the text around it; a screen reader is given the TeX."""
    formula = ziamath.Latex(tex, size=size, color="currentColor", inline=inline)
    if "\\" in "".join(ElementTree.fromstring(formula.mathmlstr()).itertext()):
        raise ValueError("a command that is not known")
    svg = formula.svgxml()
    svg.attrib |= {"role": "img", "aria-label": tex, "style": f"vertical-align: {formula.getyofst():.2f}px"}
    return ElementTree.tostring(svg, encoding="unicode")


def visit(translator, node, tag, inline):
    tex = node.astext().strip()
    try:
        svg = drawing(tex, inline)
    except Exception as error:
        logger.warning("the formula %r cannot be drawn: %s", tex, error, location=node)
        raise nodes.SkipNode from error
    translator.body.append(f'<{tag} class="formula notranslate">{svg}</{tag}>')
    raise nodes.SkipNode


def setup(app):
    app.add_html_math_renderer(
        "drawn",
        inline_renderers=(lambda translator, node: visit(translator, node, "span", True), None),
        block_renderers=(lambda translator, node: visit(translator, node, "div", False), None),
    )
    return {"parallel_read_safe": True, "parallel_write_safe": True}
