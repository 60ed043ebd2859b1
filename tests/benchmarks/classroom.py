"""How a full classroom arrives and plays, on this machine: run by hand, not by pytest.

    python -m tests.benchmarks.classroom [30 200]     arrival, sliders and memory with so many visitors
    python -m tests.benchmarks.classroom 1000         arrival, and a pack for everybody's phone
    python -m tests.benchmarks.classroom --hog 3 30   the same while three visitors ask heavy questions
    python -m tests.benchmarks.classroom --soak 1000  so many visitors come and go: does memory stay flat?

"beside 18 heavy questions of 3 visitors" says how many were begun in the meantime. On a busy machine look at
the time "while others had them": it is no fault of the kit.

It starts a server and speaks to it as browsers do, over web sockets on loopback. `first content` is the time
from the first visitor's request, all at once, until the last one's page is there; a slider's answer is timed
while everybody moves one every second. Exit code 1 where a goal is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

ARRIVAL = {30: 3.0, 1000: 10.0}
"""Seconds within which so many visitors have first content."""
SLIDER = 0.5
"""Seconds within which 95 of 100 moves of a slider are answered."""
FLAT = 1.15
"""Memory after the last round of a soak may be so many times that after the first two."""
MOVES = 10
SHARING = 250
"""More visitors than these do not move sliders in Python: their phones have packs."""
ROUND = 100
PAGE = "ask=pz8-ww2+direct-fire+attack%3D3+defence%3D3"


@dataclass
class Server:
    """A classroom of its own, and how much memory its processes take."""

    process: subprocess.Popen[str]
    host: str

    @classmethod
    def start(cls) -> Server:
        """Start it; it is ready when the first page has come."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        command = [sys.executable, "-m", "pz8widgets.apps.classroom", "--no-browser", "--linger", "1"]
        command += ["--seats", "5000"]
        command += ["--port", str(port)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        process.stdout.readline()
        return cls(process, f"127.0.0.1:{port}")

    def memory(self) -> float:
        """MiB of the server and its hosts, shared pages counted once (Linux)."""
        found = 0.0
        for each in [self.process.pid, *children(self.process.pid)]:
            rollup = Path(f"/proc/{each}/smaps_rollup")
            if rollup.exists():
                lines = rollup.read_text(encoding="ascii").splitlines()
                found += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
        return found

    def worked(self) -> float:
        """Seconds that the processors have worked for it so far (Linux)."""
        ticks = 0
        for each in [self.process.pid, *children(self.process.pid)]:
            stat = Path(f"/proc/{each}/stat")
            if stat.exists():
                ticks += sum(map(int, stat.read_text(encoding="ascii").rpartition(")")[2].split()[11:13]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def stood_by(self) -> float:
        """Seconds that others had the processors while it could have worked on what is light (Linux)."""
        waited = 0.0
        for each in [self.process.pid, *children(self.process.pid)]:
            found = Path(f"/proc/{each}/schedstat")
            if found.exists() and os.getpriority(os.PRIO_PROCESS, each) == os.getpriority(os.PRIO_PROCESS, 0):
                waited += int(found.read_text(encoding="ascii").split()[1]) / 1e9
        return waited

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(20)


def children(parent: int) -> list[int]:
    """The processes that a process has started."""
    found = Path(f"/proc/{parent}/task/{parent}/children")
    return [int(each) for each in found.read_text().split()] if found.exists() else []


@dataclass
class Visitor:
    """A browser without a picture."""

    host: str
    came: float = 0.0
    answers: list[float] = field(default_factory=list)
    slider: tuple[str, int] = ("", 0)
    bars: str = ""
    line: WebSocketClientConnection | None = None

    async def come(self, page: str = PAGE) -> None:
        """Ask for the room, open a line, and wait for the page."""
        start = time.monotonic()
        http = AsyncHTTPClient(force_instance=True, defaults={"request_timeout": 600, "connect_timeout": 600})
        answer = await http.fetch(f"http://{self.host}/", follow_redirects=False, raise_error=False)
        cookie = answer.headers["Set-Cookie"].partition(";")[0]
        request = HTTPRequest(
            f"ws://{self.host}/line?as=visitor",
            headers={"Cookie": cookie, "Origin": f"http://{self.host}"},
            connect_timeout=600,
            request_timeout=600,
        )
        self.line = await websocket_connect(request)
        self.say("visit", {"address": page})
        models = (await self.hear("page"))["models"]
        self.came = time.monotonic() - start
        for name, state in models.items():
            if state.get("description") == "Attack" and state.get("_view_name") == "IntSliderView":
                self.slider = (name, state["value"])
            if {"live", "at"} <= state.keys():
                self.bars = name

    async def take_pack(self) -> None:
        """Ask for the pack that answers every slider in the browser."""
        self.say("hear", [self.bars, {"content": {"wanted": "shared"}}])
        news = await self.hear("news")
        assert any(kind == "custom" and what.get("pack") for kind, _, what in news)

    def say(self, kind: str, what: Any) -> None:
        assert self.line is not None
        self.line.write_message(json.dumps({kind: what}))

    async def hear(self, *kinds: str) -> Any:
        """The next message of one of these kinds."""
        assert self.line is not None
        while True:
            text = await self.line.read_message()
            assert isinstance(text, str), "the line was closed"
            for kind in kinds:
                if text.startswith(f'{{"{kind}"'):
                    return json.loads(text)[kind]

    async def play(self, moves: int, wait: float) -> None:
        """Move the slider of Attack once a second."""
        await asyncio.sleep(wait)
        name, value = self.slider
        for number in range(moves):
            start = time.monotonic()
            self.say("hear", [name, {"state": {"value": (value + number) % 6 + 1}}])
            await self.hear("news")
            self.answers.append(time.monotonic() - start)
            await asyncio.sleep(max(0.0, 1 - self.answers[-1]))

    def go(self) -> None:
        if self.line is not None:
            self.line.close()


def heavy(place: int) -> str:
    """A firefight or a duel that takes long, of each visitor another one."""
    if place % 2:
        return "rules=pz8-naval&show=chain%3Agunnery-duel"
    unit = json.dumps({"figures": 24 - place, "weapon": "european rifle", "distance": 5})
    return f"ask=pz8-colonial+firefight+'e={unit}'+'n={unit}'"


async def hog(host: str, until: asyncio.Event, place: int) -> int:
    """Somebody who asks heavy questions, one after the other."""
    visitor, asked = Visitor(host), 0
    await visitor.come()
    while not until.is_set():
        visitor.say("visit", {"address": heavy(place)})
        await visitor.hear("apart", "page")  # the page: it is not so heavy after all
        asked += 1
        await asyncio.sleep(3)
    visitor.go()
    return asked


async def arrive(server: Server, many: int, hogs: int) -> bool:
    """So many visitors come at once and play; are the goals met?"""
    first = Visitor(server.host)
    await first.come()  # the server is warm
    first.go()
    before = server.memory()
    done = asyncio.Event()
    asking = [asyncio.create_task(hog(server.host, done, place)) for place in range(hogs)]
    visitors = [Visitor(server.host) for _ in range(many)]
    start, worked = time.monotonic(), server.worked()
    await asyncio.gather(*(each.come() for each in visitors))
    arrival, work = time.monotonic() - start, server.worked() - worked
    each = (server.memory() - before) / many
    goal = next((seconds for size, seconds in sorted(ARRIVAL.items()) if many <= size), ARRIVAL[1000])
    told = (
        f"{many:>4} visitors: first content for all {arrival:.1f} s (goal {goal:g}; {work:.1f} s "
        f"of processors), {each:.2f} MiB each"
    )
    if many > SHARING:
        print(told, flush=True)
        start, worked = time.monotonic(), server.worked()
        await asyncio.gather(*(each.take_pack() for each in visitors))
        took, work = time.monotonic() - start, server.worked() - worked
        done.set()
        await asyncio.gather(*asking)
        for visitor in visitors:
            visitor.go()
        print(f"      all have a pack after {took:.1f} s more ({work:.1f} s of processors)", flush=True)
        return arrival <= goal
    worked, stood_by = server.worked(), server.stood_by()
    await asyncio.gather(*(each.play(MOVES, place / many) for place, each in enumerate(visitors)))
    answers = sorted(answer for visitor in visitors for answer in visitor.answers)
    move = 1000 * (server.worked() - worked) / len(answers)
    waited = 1000 * (server.stood_by() - stood_by) / len(answers)
    middle, slow = statistics.median(answers), answers[int(0.95 * len(answers))]
    done.set()
    asked = sum(await asyncio.gather(*asking))
    for visitor in visitors:
        visitor.go()
    print(
        f"{told}, slider p50 {middle:.2f} "
        f"p95 {slow:.2f} max {answers[-1]:.2f} s (goal {SLIDER:g}; {move:.1f} ms of processors a move, "
        f"and {waited:.1f} ms while others had them)"
        + (f", beside {asked} heavy questions of {hogs} visitors" if hogs else ""),
        flush=True,
    )
    return arrival <= goal and slow <= SLIDER


async def soak(server: Server, many: int) -> bool:
    """Visitors come and go by the hundred; memory after each round."""
    sizes: list[float] = []
    for place in range(0, many, ROUND):
        visitors = [Visitor(server.host) for _ in range(min(ROUND, many - place))]
        await asyncio.gather(*(each.come() for each in visitors))
        await asyncio.gather(*(each.play(2, 0) for each in visitors))
        for visitor in visitors:
            visitor.go()
        await asyncio.sleep(3)
        sizes.append(server.memory())
        print(f"after {place + len(visitors):>5} visitors: {sizes[-1]:.0f} MiB", flush=True)
    return sizes[-1] <= FLAT * max(sizes[:2])


async def main(chosen: argparse.Namespace) -> int:
    """Measure and print."""
    server = Server.start()
    try:
        if chosen.soak:
            return 0 if await soak(server, chosen.soak) else 1
        met = [await arrive(server, many, chosen.hog) for many in chosen.visitors]
    finally:
        server.stop()
    return 0 if all(met) else 1


if __name__ == "__main__":
    commands = argparse.ArgumentParser(prog="python -m tests.benchmarks.classroom", description=__doc__)
    commands.add_argument("visitors", nargs="*", type=int, default=[30, 200])
    commands.add_argument("--hog", type=int, default=0)
    commands.add_argument("--soak", type=int, default=0)
    sys.exit(asyncio.run(main(commands.parse_args())))
