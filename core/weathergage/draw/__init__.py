"""Pictures of a game: what lies on the table, described once and drawn in several ways.

A ruleset fills a :class:`~weathergage.draw.picture.Picture` with plain data and knows nothing of
SVG; ``svg`` makes an SVG of it, whether it lies on hexes (``hexes``) or is measured freely
(``table``), ``png`` turns SVG into PNG, ``terminal`` prints a chart. Nothing heavy is imported
before a picture is really made.
"""
