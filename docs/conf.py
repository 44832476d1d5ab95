"""The web site, as `editions/web_site.py` has Sphinx build it."""

import re
import sys
from pathlib import Path

from docutils import nodes

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "docs"), str(ROOT)]

from editions import web_site  # noqa: E402

REPOSITORY = web_site.repository()
BRANCH = "main"
BINDER = "https://mybinder.org"

project = "Monte Carlo Tree Search"
html_title = project
root_doc = "lessons"
author = ""
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "sphinx.ext.napoleon", "formulas"]

# ---------------------------------------------------------------- lessons

nb_execution_mode = "off"  # the outputs are those stored in the notebooks
nb_custom_formats = {".ipynb": ["editions.web_site.for_site", {}, False]}
nb_ipywidgets_js = {}  # a widget shows its stored picture
nb_merge_streams = True
myst_enable_extensions = ["dollarmath", "colon_fence"]
html_math_renderer = "drawn"

# ---------------------------------------------------------------- library

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
autosummary_generate = False
add_module_names = False
default_role = "py:obj"  # `like this` in our docstrings: a link, if it is one of the public names
napoleon_custom_sections = [
    ("Attributes", "params_style")
]  # a list, not a description of each beside that of `:members:`
napoleon_use_rtype = False
python_maximum_signature_line_length = 80

# ---------------------------------------------------------------- looks

html_theme = "sphinx_book_theme"
html_extra_path = ["index.html"]  # the first page of the site leads to the story
templates_path = ["_templates"]
html_static_path = [str(ROOT / "docs" / "_static"), str(ROOT / "c4lib" / "widgets" / "style.css")]
html_css_files = ["fonts.css", "style.css", "site.css"]  # style.css has the colours of the drawings
html_js_files = ["site.js"]
html_show_copyright = False
html_show_sphinx = False
html_context = {"default_mode": "auto"}
html_theme_options = {
    "logo": {"text": project},
    "show_navbar_depth": 1,
    "show_toc_level": 2,
    "navbar_persistent": [],
    "use_fullscreen_button": False,
    "search_bar_text": "Search the lessons",
}
if REPOSITORY:
    tags.add("repository")  # noqa: F821, Sphinx has it there
    html_theme_options |= {
        "repository_url": REPOSITORY,
        "repository_branch": BRANCH,
        "use_repository_button": True,
        "launch_buttons": {"binderhub_url": BINDER, "notebook_interface": "jupyterlab"},
    }
    if not any(known in REPOSITORY for known in ("github.com", "gitlab.com", "bitbucket.org")):
        html_theme_options["repository_provider"] = "gitlab"  # its addresses are the ones most others have copied


def words_for_pictures(app, doctree):
    """Gives the pictures of a lesson the alternative texts that are stored with them; without one, no file name either."""
    path = Path(app.env.doc2path(app.env.docname))
    if path.suffix == ".ipynb":
        texts = web_site.alternative_texts(web_site.for_site(path.read_text("utf-8")))
        for image in doctree.findall(nodes.image):
            stored = texts.get((Path(app.srcdir) / image["uri"].lstrip("/")).read_bytes())
            image["alt"] = stored.pop(0) if stored else ""


def link_to_notebook(app, pagename, templatename, context, doctree):
    """Beside the link to the repository, one to the notebook of the page."""
    if REPOSITORY and pagename.startswith("notebooks/"):
        _, address = context["get_edit_provider_and_url"]()
        button = {
            "type": "link",
            "url": address.replace("/edit/", "/blob/").removesuffix("?mode=edit"),
            "tooltip": "This notebook in the repository",
            "icon": "fas fa-file-code",
            "label": "notebook-file-button",
        }
        context["header_buttons"].append(button)


def our_docstrings(app, what, name, obj, options, lines):
    """Two habits of our docstrings, in words that napoleon and reStructuredText understand."""
    lines[:] = [re.sub(r"(`\w+`)(?=\w)", r"\1\\ ", line) for line in lines]  # several `Board`s
    if what in ("attribute", "property"):
        lines[:0] = ["..", ""]  # else napoleon takes what stands before a colon for a type


def without_fields(app, what, name, obj, skip, options):
    """The fields of a named tuple are in its list of attributes; beside that Python only has "Alias for field number 0"."""
    return True if type(obj).__name__ == "_tuplegetter" else None


def setup(app):
    app.connect("autodoc-skip-member", without_fields)
    app.connect("autodoc-process-docstring", our_docstrings, priority=400)  # before napoleon
    app.connect("doctree-read", words_for_pictures)
    app.connect("html-page-context", link_to_notebook, priority=502)  # the theme makes its buttons at 501
