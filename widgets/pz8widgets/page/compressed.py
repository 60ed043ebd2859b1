"""Long texts of saved notebooks, compressed: a lesson carries its styles and pictures in a few kilobytes.

Every browser of today decompresses them by itself (`DecompressionStream`).
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

import anywidget
from traitlets import Unicode


def compress(text: str, _widget: Any = None) -> str:
    """A text as it travels to the page and lies in a notebook."""
    return b64encode(zlib.compress(text.encode(), 9)).decode("ascii") if text else ""


def decompress(compressed: str, _widget: Any = None) -> str:
    """The text of a compressed one."""
    return zlib.decompress(b64decode(compressed)).decode() if compressed else ""


COMPRESSED = {"sync": True, "to_json": compress, "from_json": decompress}
"""The tags of a trait whose text travels compressed."""

DECOMPRESS = (
    "async function decompress(compressed){if(!compressed)return '';"
    "const bytes=Uint8Array.from(atob(compressed),(c)=>c.charCodeAt(0));"
    "const plain=new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));"
    "return new Response(plain).text()}"
)
"""The same in JavaScript."""


def lean(name: str) -> str:
    """A file of this folder without comment lines and indents: every saved notebook carries it."""
    lines = (line.strip() for line in (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines())
    return "\n".join(line for line in lines if line and not line.startswith(("//", "/*")))


def module(name: str, behind: str = "") -> str:
    """A script of this folder, compressed: a few lines that decompress it and hand it on.

    It may stand `behind` another of the kit, by its path in the package, which it reads.
    """
    first = (Path(__file__).parents[1] / behind).read_text(encoding="utf-8") if behind else ""
    script = first + lean(name)
    return (
        f"{DECOMPRESS}const code=await decompress('{compress(DECOMPRESS + script)}');"
        "const url=URL.createObjectURL(new Blob([code],{type:'text/javascript'}));"
        "const found=await import(url);URL.revokeObjectURL(url);export default found.default;"
    )


class Picture(anywidget.AnyWidget):
    """A drawing or a long passage of HTML, which travels compressed; set `value` to show another.

    On the page a drawing that has more lines than the one before has the class `pz8-grown`.
    """

    _esm = (
        f"{DECOMPRESS}export default{{render({{model,el}}){{let last=0;"
        "const paths=()=>el.querySelectorAll('svg path').length;"
        "const show=async()=>{const mine=++last;const text=await decompress(model.get('value'));"
        "if(mine!==last)return;const before=paths();el.innerHTML=text;"
        "el.classList.toggle('pz8-grown',before>0&&paths()>before)};"
        "model.on('change:value',show);show();return()=>model.off('change:value',show)}}"
    )
    value = Unicode("").tag(**COMPRESSED)

    def __init__(self, value: str = "", css_class: str = "pz8-words") -> None:
        super().__init__(value=value)
        self.add_class(css_class)


class Sheet(anywidget.AnyWidget):
    """A stylesheet for the page that shows it."""

    _esm = (
        f"{DECOMPRESS}export default{{async render({{model,el}}){{el.style.display='none';"
        "const style=document.createElement('style');el.append(style);"
        "style.textContent=await decompress(model.get('text'))}}"
    )
    text = Unicode("").tag(**COMPRESSED)
