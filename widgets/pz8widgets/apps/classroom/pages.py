"""What the server answers to a browser that asks for an address."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import secrets
from base64 import b64encode
from functools import cache
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tornado.web import HTTPError, RequestHandler

from pz8edu.errors import BadInput
from pz8widgets.apps.classroom.address import catalogue
from pz8widgets.apps.classroom.desk import Desk
from pz8widgets.apps.classroom.posed import course_questions
from pz8widgets.calculators.export import PNG
from pz8widgets.desk.keep_panel import COPY
from pz8widgets.page.qr import qr_svg
from pz8widgets.page.theme import css

SITE = Path(__file__).parent / "site"
"""The pages' own files."""
GUEST, TEACHER = "pz8_guest", "pz8_teacher"
"""The names of the cookies."""
DAYS = 30
LATE = 1.0
"""Seconds until another wrong code is answered where there have been many."""
LONG = "public, max-age=31536000, immutable"


def hashed(script: str) -> str:
    """A script in a page as a policy names it."""
    return f"'sha256-{b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


POLICY = "; ".join(
    (
        "default-src 'self'",
        f"script-src 'self' blob: 'unsafe-eval' 'unsafe-hashes' {hashed(PNG)} {hashed(COPY)}",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self' ws: wss:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'self'",
    )
)
"""Scripts are our own files, what Bokeh makes of its own, and what two buttons of the kit do."""


class Known(RequestHandler):
    """Whoever asks: by an address of ours, with the cookies that we have signed."""

    def initialize(self, desk: Desk) -> None:
        """Know the desk."""
        self.desk = desk

    def prepare(self) -> None:
        """Answer only to our own name, so that no foreign page can speak for a visitor."""
        if not self.desk.doors.knows(self.request.host):
            raise HTTPError(421)

    def set_default_headers(self) -> None:
        """Nobody frames our pages or guesses their types; nothing is fetched, or run, from elsewhere."""
        self.set_header("Content-Security-Policy", POLICY)
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Referrer-Policy", "no-referrer")
        self.set_header("X-Frame-Options", "SAMEORIGIN")

    def known_guest(self) -> str | None:
        """Who this is, if they have been let in."""
        signed = self.get_signed_cookie(GUEST, max_age_days=DAYS)
        return signed.decode() if signed else None

    def is_teacher(self) -> bool:
        """Has this browser shown the teacher's key?"""
        shown = self.get_signed_cookie(TEACHER, max_age_days=DAYS) or b""
        return hmac.compare_digest(shown, self.desk.doors.mark.encode())

    def let_in(self) -> None:
        """Give a visitor the cookie by which they are known."""
        if self.known_guest() is None:
            self._sign(GUEST, secrets.token_urlsafe(12))

    def _sign(self, name: str, value: str) -> None:
        self.set_signed_cookie(name, value, expires_days=DAYS, httponly=True, samesite="Lax")

    def show(self, role: str) -> None:
        """One of our pages."""
        link = self.desk.doors.link
        told: dict[str, Any] = {}
        if role != "visitor":
            told = {"link": link, "code": self.desk.doors.code, "qr": qr_svg(link), "hour": self.desk.hour}
        self.set_header("Cache-Control", "no-store")
        self.finish(
            page("classroom").replace("ROLE", role).replace("TOLD", escape(json.dumps(told), quote=True))
        )

    def write_error(self, status_code: int, **_: object) -> None:
        """Say what is wrong in one sentence."""
        sentences = {
            404: "there is no such page in this room",
            403: "this page is the teacher's",
            421: "this room is not known by this address: use the one on the screen",
        }
        sentence = sentences.get(status_code, self._reason)
        self.finish(page("sentence").replace("SENTENCE", escape(sentence)))


@cache
def page(name: str) -> str:
    """The text of one of our pages."""
    return (SITE / f"{name}.html").read_text(encoding="utf-8")


class VisitorPage(Known):
    """The room, or the door in front of it."""

    async def get(self) -> None:
        """Let in whoever has the code."""
        code, client = self.get_argument("code", ""), str(self.request.remote_ip)
        if self.known_guest() is None or code:
            try:
                if self.known_guest() is None:
                    self.desk.doors.try_code(code, client)
            except BadInput as fault:
                if code and self.desk.doors.tries_too_often(client):
                    await asyncio.sleep(LATE)
                self.ask(str(fault) if code else "")
                return
            self.let_in()
            rest = {name: self.get_argument(name) for name in self.request.arguments if name != "code"}
            self.redirect(f"/?{urlencode(rest)}" if rest else "/")
            return
        self.show("visitor")

    def ask(self, why: str) -> None:
        """Ask for the code."""
        hidden = "".join(
            f'<input type="hidden" name="{escape(name)}" value="{escape(self.get_argument(name))}">'
            for name in self.request.arguments
            if name != "code"
        )
        self.set_status(403 if why else 200)
        self.finish(page("door").replace("WHY", escape(why)).replace("HIDDEN", hidden))


class TeacherPage(Known):
    """The teacher's console."""

    def get(self) -> None:
        """Let the teacher in by the key."""
        key = self.get_argument("key", "")
        if key and self.desk.doors.opens_to_teacher(key):
            self._sign(TEACHER, self.desk.doors.mark)
            self.let_in()
            self.redirect("/teacher")
        elif self.is_teacher():
            self.show("teacher")
        else:
            raise HTTPError(403)


class ProjectorPage(Known):
    """The big screen."""

    def get(self) -> None:
        """It shows the code: only the teacher opens it."""
        if not self.is_teacher():
            raise HTTPError(403)
        self.show("projector")


class Results(Known):
    """What the class has answered, to take along."""

    def get(self) -> None:
        """A CSV file; with names where the teacher asks for them."""
        if not self.is_teacher():
            raise HTTPError(403)
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        self.set_header("Content-Disposition", 'attachment; filename="classroom.csv"')
        self.finish("\ufeff" + self.desk.room.to_csv(names=self.get_argument("names", "") == "yes"))


class Catalogue(Known):
    """What can be shown."""

    def get(self) -> None:
        """All rule systems and their pages."""
        self.set_header("Content-Type", "application/json")
        self.finish(listed())


@cache
def listed() -> str:
    """The catalogue as JSON."""
    return json.dumps(catalogue(), ensure_ascii=False)


class CourseQuestions(Known):
    """What can be asked of the course."""

    async def get(self) -> None:
        """The questions by name; they are the teacher's to pose. They are read in a thread: nobody waits."""
        if not self.is_teacher():
            raise HTTPError(403)
        questions = await asyncio.to_thread(course_questions)
        self.set_header("Content-Type", "application/json")
        self.finish(json.dumps(questions, ensure_ascii=False))


class Script(Known):
    """The script of a kind of widget, by the name that the pages' processes have given it."""

    def get(self, name: str) -> None:
        """It never changes under this name."""
        if name not in self.desk.scripts:
            raise HTTPError(404)
        self.set_header("Content-Type", "text/javascript; charset=utf-8")
        self.set_header("Cache-Control", LONG)
        self.finish(self.desk.scripts[name])


class Bokeh(Known):
    """BokehJS as it is installed here."""

    def get(self) -> None:
        """Only pages with a picture ask for it."""
        self.set_header("Content-Type", "text/javascript; charset=utf-8")
        self.set_header("Cache-Control", "public, max-age=86400")
        self.finish(bokeh_script())


@cache
def bokeh_script() -> bytes:
    """The script that every board needs."""
    import bokeh.util.paths

    return (bokeh.util.paths.bokehjs_path() / "js" / "bokeh.min.js").read_bytes()


class Theme(Known):
    """The look of the kit."""

    def get(self) -> None:
        """Colours, patterns, cards."""
        self.set_header("Content-Type", "text/css; charset=utf-8")
        self.finish(css("theme"))
