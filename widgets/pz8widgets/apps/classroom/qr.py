"""A link as a picture that phones read."""

from __future__ import annotations

import io


def qr_svg(link: str) -> str:
    """The QR code of a link as SVG; it is drawn here, nobody else is asked."""
    import segno

    page = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        page, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=4, light="#fff"
    )
    return page.getvalue().decode()
