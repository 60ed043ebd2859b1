"""Long texts of saved notebooks, packed: a lesson carries its stylesheet and its pictures in a few kilobytes.

Every browser of today unpacks them by itself (`DecompressionStream`).
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from typing import Any

import anywidget
from traitlets import Unicode


def pack(text: str, _widget: Any = None) -> str:
    """A text as it travels to the page and lies in a notebook."""
    return b64encode(zlib.compress(text.encode(), 9)).decode("ascii") if text else ""


def unpack(packed: str, _widget: Any = None) -> str:
    """The text of a packed one."""
    return zlib.decompress(b64decode(packed)).decode() if packed else ""


PACKED = {"sync": True, "to_json": pack, "from_json": unpack}
"""The tags of a trait whose text travels packed."""

UNPACK = (
    "async function unpack(packed){if(!packed)return '';"
    "const bytes=Uint8Array.from(atob(packed),(c)=>c.charCodeAt(0));"
    "const plain=new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));"
    "return new Response(plain).text()}"
)
"""The same in JavaScript."""


def module(script: str) -> str:
    """A script of a widget, packed: a few lines that unpack it and hand it on."""
    return (
        f"{UNPACK}const code=await unpack('{pack(UNPACK + script)}');"
        "const url=URL.createObjectURL(new Blob([code],{type:'text/javascript'}));"
        "const found=await import(url);URL.revokeObjectURL(url);export default found.default;"
    )


class Picture(anywidget.AnyWidget):
    """A drawing or a long passage of HTML, which travels packed; set `value` to show another."""

    _esm = (
        f"{UNPACK}export default{{render({{model,el}}){{let last=0;const show=async()=>{{const mine=++last;"
        "const text=await unpack(model.get('value'));if(mine===last)el.innerHTML=text};"
        "model.on('change:value',show);show();return()=>model.off('change:value',show)}}"
    )
    value = Unicode("").tag(**PACKED)

    def __init__(self, value: str = "", css_class: str = "pz8-words") -> None:
        super().__init__(value=value)
        self.add_class(css_class)


class Sheet(anywidget.AnyWidget):
    """A stylesheet for the page that shows it."""

    _esm = (
        f"{UNPACK}export default{{async render({{model,el}}){{el.style.display='none';"
        "const style=document.createElement('style');el.append(style);"
        "style.textContent=await unpack(model.get('text'))}}"
    )
    text = Unicode("").tag(**PACKED)
