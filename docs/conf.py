"""Sphinx reads this: Markdown pages by MyST, the theme furo, nothing fetched from the network."""

project = "graphbandit"
author = "the graphbandit contributors"
language = "en_GB"
smartquotes = False  # two hyphens are an option, and not a dash

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["figures"]
myst_heading_anchors = 3  # the same anchors as on a code host, so that links work in both places

html_theme = "furo"
html_title = "graphbandit"
html_static_path = ["static"]
html_css_files = ["wide.css"]
html_theme_options = {"light_css_variables": {"code-font-size": "76%"}}
html_show_copyright = False
html_copy_source = False
html_show_sphinx = False
