"""A drawn map as a PNG. The renderer, resvg, is an extra, since nothing else of the program needs one. Apart because nothing else loads the
renderer.
"""

import re
from typing import Final

from rpg_lite.install_hint import how_to_add
from rpg_lite.terminal.command_io import REFUSED, Stop
from rpg_lite.views.maps.style import text

NO_FONT: Final = "PNG needs a font for the names of the rooms, and this computer has none that we know: install DejaVu Serif, or use --svg."
_SCALE: Final = 2.0
"""Pixels per unit of the drawing: sharp in print and on a screen with a high resolution."""
_LONGEST_SIDE: Final = 8000
"""In pixels; a larger map is drawn smaller, for the sake of memory and of picture viewers."""
_SIZE: Final = re.compile(r'width="([\d.e+]+)" height="([\d.e+]+)"')
_PROBE: Final = f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">{text("words", 20, 30, "M")}</svg>'


def png(svg: str) -> bytes:
    """Render a drawing. Raises Stop without the renderer, or without a font, since the renderer would leave out every word."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise Stop(REFUSED, f"PNG needs a renderer that is not installed: {how_to_add('png')}; --svg needs nothing more.") from error
    if svg_to_bytes(svg_string=_PROBE) == svg_to_bytes(svg_string=_PROBE, skip_system_fonts=True):
        raise Stop(REFUSED, NO_FONT)
    size = _SIZE.search(svg)
    longest = max(map(float, size.groups())) if size else _LONGEST_SIDE
    return bytes(svg_to_bytes(svg_string=svg, zoom=min(_SCALE, _LONGEST_SIDE / longest)))
