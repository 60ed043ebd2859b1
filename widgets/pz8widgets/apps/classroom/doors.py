"""Who may come in: the addresses under which the room is known, its code, and the teacher's key."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
import socket
import time
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from pz8edu.errors import BadInput

LOOPBACK = ("127.0.0.1", "localhost", "::1")
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - recognised, never bound unasked
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters of a code: none that looks like another."""
LETTERS_OF_A_CODE = 6
WRONG_TRIES = 20
"""So many wrong codes a minute from one address; who goes on is answered late."""
MINUTE = 60.0


@dataclass
class Doors:
    """What is asked of a visitor at the door.

    `address` is what the server listens on; `allowed` are further host names by which it is reached. Without
    a code everybody on an allowed address comes in.
    """

    address: str
    port: int
    code: str = ""
    allowed: tuple[str, ...] = ()
    key: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    _wrong: dict[str, deque[float]] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The hosts by which the room may be asked for."""
        own = own_addresses() if self.address in EVERYWHERE else (self.address,)
        return tuple(dict.fromkeys((*own, *self.allowed, *LOOPBACK)))

    def knows(self, host: str) -> bool:
        """Is this the Host header of an address of ours?"""
        try:
            parts = urlsplit(f"//{host}")
            return (parts.hostname or "") in self.names and parts.port in (self.port, None)
        except ValueError:
            return False

    def knows_origin(self, origin: str) -> bool:
        """Does a page of ours open this connection?"""
        parts = urlsplit(origin)
        return parts.scheme in ("http", "https") and self.knows(parts.netloc)

    @property
    def link(self) -> str:
        """The address for the class, with the code in it."""
        query = f"?{urlencode({'code': self.code})}" if self.code else ""
        return f"http://{self.host}/{query}"

    @property
    def host(self) -> str:
        """The name and port by which others reach the room."""
        name = self.names[0]
        return f"[{name}]:{self.port}" if ":" in name else f"{name}:{self.port}"

    def try_code(self, code: str, client: str = "") -> None:
        """Raises BadInput for a wrong code, which is counted for its client's address; a right one opens.

        No code is none, and not counted.
        """
        given = code.strip().upper().encode()
        if not self.code or hmac.compare_digest(given, self.code.upper().encode()):
            return
        if not given:
            raise BadInput("give the code of this room: it stands on the screen beside the address")
        self._wrong.setdefault(client, deque(maxlen=WRONG_TRIES)).append(time.monotonic())
        if self.tries_too_often(client):
            raise BadInput("too many wrong codes: look at the screen, and wait a minute")
        raise BadInput("this is not the code of this room: it stands on the screen beside the address")

    def tries_too_often(self, client: str) -> bool:
        """Have so many wrong codes come from an address within a minute?"""
        now = time.monotonic()
        self._wrong = {each: tries for each, tries in self._wrong.items() if now - tries[-1] <= MINUTE}
        tries = self._wrong.get(client, deque())
        return len(tries) == WRONG_TRIES and now - tries[0] <= MINUTE

    def opens_to_teacher(self, key: str) -> bool:
        """Is it the teacher's key?"""
        return hmac.compare_digest(key.encode(), self.key.encode())

    @property
    def mark(self) -> str:
        """What the cookie of a teacher says who has shown this key: another key is another mark."""
        return hashlib.sha256(self.key.encode()).hexdigest()


def new_code() -> str:
    """A code that is easy to read from a screen."""
    return "".join(secrets.choice(LETTERS) for _ in range(LETTERS_OF_A_CODE))


def own_addresses() -> tuple[str, ...]:
    """The addresses of this machine, the one by which others reach it first. Nothing is sent."""
    found: list[str] = []
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((far, 9))
                found.append(probe.getsockname()[0])
        except OSError:
            continue
    return tuple(each for each in found if not ipaddress.ip_address(each).is_loopback) or LOOPBACK[:1]


def key_of(secret: str) -> str:
    """The teacher's key of a room that is kept: a restart goes on with the same one."""
    return hmac.digest(secret.encode(), b"the teacher's key", "sha256").hex()[:32]


def secret_in(folder: Path | None) -> str:
    """What cookies are signed with; kept in a folder, a restart knows its visitors again. Raises BadInput."""
    if folder is None:
        return secrets.token_hex(32)
    path = folder / "secret"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.touch(mode=0o600)
            path.write_text(secrets.token_hex(32), encoding="ascii")
        return path.read_text(encoding="ascii").strip()
    except OSError as fault:
        raise BadInput(f"results cannot be kept in {str(folder)!r}: {fault.strerror or fault}") from None
