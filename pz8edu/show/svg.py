"""SVG elements: numbers to a tenth of a pixel, words escaped."""

from __future__ import annotations

from markupsafe import Markup, escape


def element(tag: str, *inside: object, **attributes: object) -> Markup:
    """An element with what stands inside it; text is escaped, `Markup` stands as it is.

    Attributes that are None are left out; `stroke_width=2` is written stroke-width.

    >>> element("text", "a < b", x=4.04, fill=None, font_size=12)
    Markup('<text x="4" font-size="12">a &lt; b</text>')
    """
    said = "".join(
        f' {name.replace("_", "-")}="{escape(svg_length(value))}"'
        for name, value in attributes.items()
        if value is not None
    )
    body = "".join(map(escape, inside))
    return Markup(f"<{tag}{said}>{body}</{tag}>" if body else f"<{tag}{said}/>")  # noqa: S704


def svg_length(value: object) -> object:
    """A length as it is written: to a tenth, without a needless nought."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if isinstance(value, float) else value
