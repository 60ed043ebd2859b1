"""A link as a picture that phones read."""

from __future__ import annotations

import io

from pz8edu.errors import BadInput

ROBUST = 1500
"""Letters up to which a picture is still read where a seventh of it is lost; of longer ones a fourteenth."""
MOST = 2953
"""The most letters that any QR code holds."""


def qr_svg(link: str) -> str:
    """The QR code of a link as SVG, drawn here: nobody else is asked. Raises BadInput for a long one."""
    import segno

    if len(link) > MOST:
        much = f"this link has {len(link):,}: send the file"
        raise BadInput(f"a QR code holds {MOST:,} letters at most; {much}")
    page = io.BytesIO()
    error = "m" if len(link) <= ROBUST else "l"
    segno.make(link, error=error, micro=False).save(
        page, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=4, light="#fff"
    )
    return page.getvalue().decode()
