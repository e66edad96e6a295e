"""SVG text to PNG bytes, with a font of our own so that any machine gives the same picture."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from weathergage.draw.sea import FONT
from weathergage.errors import WeathergageError

_FONT_PACKAGE = "font_source_sans_pro"
_FONT_FILES = ("SourceSansPro-Regular.ttf", "SourceSansPro-Bold.ttf")
WIDEST = 16_000


def png(svg_text: str, width: int = 1600) -> bytes:
    """The picture as PNG, width pixels wide and as high as its shape asks.

    The fonts of the system are not looked at: text shows on a machine that has none, and looks
    alike on all. Raises WeathergageError when the renderer or the font is not installed, when the
    width is not 1 to 16000, and when the text is not SVG.
    """
    if not 1 <= width <= WIDEST:
        raise WeathergageError(f"a picture can be 1 to {WIDEST} pixels wide, not {width}")
    try:
        from resvg_py import svg_to_bytes
    except ImportError as missing:
        raise WeathergageError(
            "to write PNG, install resvg-py (pip install resvg-py); SVG needs nothing more"
        ) from missing
    try:
        return svg_to_bytes(
            svg_string=svg_text,
            width=width,
            skip_system_fonts=True,
            font_files=font_files(),
            font_family=FONT,
            sans_serif_family=FONT,
        )
    except ValueError as wrong:
        raise WeathergageError(f"this text cannot be drawn as SVG: {wrong}") from wrong


def font_files() -> list[str]:
    """The font files that pictures are set in, regular and bold.

    Raises WeathergageError when the package that brings them is not installed.
    """
    spec = find_spec(_FONT_PACKAGE)
    files = []
    if spec is not None and spec.origin is not None:
        folder = Path(spec.origin).parent / "files"
        files = [str(folder / name) for name in _FONT_FILES if (folder / name).is_file()]
    if len(files) < len(_FONT_FILES):
        raise WeathergageError(
            "to write PNG, install the font (pip install font-source-sans-pro); "
            "SVG needs nothing more"
        )
    return files
