"""A real browser on a real JupyterLab.

``browser``     Debian's Chromium, or any other on the path, driven by Playwright
``page``        a page that is kept: JupyterLab is loaded into it once, and opens each test's notebook
``fresh_page``  a page that has loaded nothing yet, for tests of loading
``lab``         a JupyterLab on loopback, in a folder of its own that holds a copy of the lessons
``kept_lab``    the same folder, and the kernels in it, for all tests of a file

``page.requested_urls`` lists every address that a page asked for in this test.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Collection, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlsplit
from urllib.request import ProxyHandler, Request, build_opener

import nbformat
import pytest
from nbformat.sign import NotebookNotary
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from playwright.sync_api import Browser, Page, expect, sync_playwright

from pz8edu.lab import jupyter_paths
from pz8widgets.regenerate import VIEW, as_lesson

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
NO_CHROMIUM = f"the browser tests need Chromium, found none of {', '.join(CHROMIUM_NAMES)}"
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SECONDS_TO_START = 60
WIDGETS = f"""() => jupyterapp.shell.currentWidget.content.widgets
    .flatMap(({{ model: {{ outputs }} }}) => outputs?.toJSON() ?? [])
    .flatMap(({{ data }}) => data?.["{VIEW}"]?.model_id ?? [])"""
OPEN = "[...jupyterapp.shell.widgets('main')].filter(({ context }) => context)"
TROUBLES = ("model not found", "Error displaying widget", "could not be drawn", "Loading widget")
DESK = {"width": 1400, "height": 1000}
PATIENCE = 120_000  # milliseconds for anything on the page, on a machine that is busy
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Where Chromium is; without one a test is skipped, in CI it fails."""
    found = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if found:
        return found
    if os.environ.get("CI"):
        pytest.fail(f"{NO_CHROMIUM}: in CI the browser tests must run", pytrace=False)
    pytest.skip(NO_CHROMIUM)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let all tests that miss Chromium say so in one common line."""
    report = yield
    if report.skipped and NO_CHROMIUM in str(report.longrepr):
        report.longrepr = (__file__, 1, NO_CHROMIUM)
    return report


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    """One headless Chromium for all tests."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def fresh_page(browser: Browser) -> Iterator[Page]:
    """A page for one test."""
    with new_page(browser) as page:
        yield page


@pytest.fixture(scope="session")
def kept_page(browser: Browser) -> Iterator[Page]:
    """One page for all tests, with all that it remembers."""
    with new_page(browser) as page:
        yield page


@pytest.fixture
def page(kept_page: Page) -> Iterator[Page]:
    """The kept page, looking as at first; what it did in earlier tests does not count."""
    kept_page.requested_urls.clear()
    kept_page.script_errors.clear()
    yield kept_page
    kept_page.set_viewport_size(DESK)
    kept_page.emulate_media(reduced_motion="no-preference")
    if has_jupyterlab(kept_page):
        kept_page.evaluate("() => jupyterapp.shell.expandLeft()")


def has_jupyterlab(page: Page) -> bool:
    """Whether JupyterLab is loaded into a page."""
    return bool(page.evaluate("() => window.jupyterapp !== undefined"))


def close_all(page: Page) -> None:
    """Close every notebook in JupyterLab, unsaved."""
    page.evaluate(
        f"""() => {{
            for (const notebook of {OPEN}) {{
                notebook.context.model.dirty = false;
                notebook.close();
            }}
        }}"""
    )
    page.wait_for_function(f"() => {OPEN}.length === 0")


@contextmanager
def new_page(browser: Browser) -> Iterator[Page]:
    """A page of a browser profile that remembers nothing of earlier tests.

    ``page.requested_urls`` lists every address that anything in it asked for, web sockets too;
    ``page.left_loopback()`` those that lie on another machine;
    ``page.script_errors`` what was thrown and not caught.
    """
    context = browser.new_context(viewport=DESK)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.requested_urls = []
    page.script_errors = []
    page.left_loopback = lambda: [url for url in page.requested_urls if not _stays_here(url)]
    context.on("request", lambda request: page.requested_urls.append(request.url))
    page.on("websocket", lambda connection: page.requested_urls.append(connection.url))
    page.on("pageerror", lambda error: page.script_errors.append(str(error)))
    yield page
    context.close()


def _stays_here(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("data", "blob", "about") or parts.hostname in ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab, and a folder under its root that belongs to one test."""

    server: Server
    folder: Path
    """Where this test's files lie; ``folder / "lessons"`` is a copy of the lessons."""

    def write(self, name: str, *cells: str) -> Path:
        """Write a small notebook into the folder; a cell that starts with ``# `` and a capital is text."""
        path = self.folder / name
        kinds = (new_markdown_cell if re.match("# [A-Z]", cell) else new_code_cell for cell in cells)
        notebook = new_notebook(
            cells=[kind(cell) for kind, cell in zip(kinds, cells, strict=True)],
            metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
        )
        nbformat.write(notebook, path)
        self.server.trust(path)
        return path

    def make_lesson(self, path: Path) -> None:
        """Make a notebook in the folder a trusted lesson, which has not been run."""
        notebook = nbformat.read(path, as_version=4)
        as_lesson(notebook)
        nbformat.write(notebook, path)
        self.server.trust(path)

    def widgets(self, page: Page) -> list[str]:
        """The live widgets that the open notebook shows, by their numbers."""
        return page.evaluate(f"() => ({WIDGETS})()")

    def wait_until_visited(self, page: Page, before: Collection[str] = ()) -> None:
        """Wait until an opened lesson has run itself and is saved with other widgets than before.

        Each of its widgets is then on the page, alive, and nothing complains.
        """
        self.wait_until_open(page)
        page.wait_for_function(
            f"""(before) => {{
                const found = ({WIDGETS})(), {{ dirty }} = jupyterapp.shell.currentWidget.context.model;
                return found.length && !dirty && !found.some((each) => before.includes(each));
            }}""",
            arg=list(before),
        )
        self.wait_until_idle(page)
        self.check_alive(page, len(self.widgets(page)))

    def check_alive(self, page: Page, widgets: int) -> None:
        """So many widgets are on the page, alive, and nothing complains."""
        expect(page.locator(".jp-OutputArea-output > .jupyter-widgets")).to_have_count(widgets)
        assert self.errors(page) == []
        assert self.troubles(page) == []

    def troubles(self, page: Page) -> list[str]:
        """What the open notebook says of widgets that it could not show."""
        shown = page.locator(".jp-Notebook").last.text_content() or ""
        return [trouble for trouble in TROUBLES if trouble in shown]

    def url(self, name: str) -> str:
        """The address of a file in the folder, in a workspace of its own: no other tab is restored."""
        return f"{self.server.url}/lab/workspaces/{self.server.new_workspace()}/tree/{quote(self.path(name))}"

    def path(self, name: str) -> str:
        """Where JupyterLab finds a file of the folder."""
        return (self.folder / name).relative_to(self.server.root).as_posix()

    def show(self, page: Page, name: str) -> None:
        """Show a notebook alone, in the JupyterLab that the page has loaded, or in one that it now loads.

        One that is shown already stays as it is.
        """
        if not has_jupyterlab(page):
            page.goto(self.url(name))
            return
        if page.evaluate("() => jupyterapp.shell.currentWidget?.context?.path") == self.path(name):
            return
        close_all(page)
        opened = "async (path) => { await jupyterapp.commands.execute('docmanager:open', { path }); }"
        page.evaluate(opened, self.path(name))

    def open(self, page: Page, name: str) -> None:
        """Open a notebook and wait until its kernel is idle."""
        self.show(page, name)
        self.wait_until_open(page)
        self.wait_until_idle(page)

    def wait_until_open(self, page: Page) -> None:
        """Wait until a notebook is there to be read."""
        page.wait_for_function("() => window.jupyterapp?.shell.currentWidget?.context?.isReady")

    def wait_until_idle(self, page: Page) -> None:
        """Wait until the kernel of the open notebook has nothing to do."""
        page.wait_for_function(
            "() => jupyterapp.shell.currentWidget.sessionContext?.session?.kernel?.status === 'idle'"
        )

    def run_all(self, page: Page) -> None:
        """Run all cells of the open notebook and wait for the last one."""
        page.evaluate(
            """() => {
                window.ranAll = null;
                jupyterapp.commands.execute('notebook:run-all-cells')
                    .then(() => { window.ranAll = 'done' }, error => { window.ranAll = String(error) });
            }"""
        )
        page.wait_for_function("() => window.ranAll !== null")
        assert page.evaluate("() => window.ranAll") == "done"
        self.wait_until_idle(page)

    def errors(self, page: Page) -> list[str]:
        """What the cells of the open notebook complain about: tracebacks, warnings, broken widgets."""
        complaints = (
            "[data-mime-type='application/vnd.jupyter.error']",
            "[data-mime-type='application/vnd.jupyter.stderr']",
            ".jupyter-widgets:has-text('Error displaying widget')",
        )
        return page.locator(", ".join(complaints)).all_inner_texts()

    def screenshot(self, page: Page, name: str) -> Path:
        """Keep what the page shows; in the folder that SCREENSHOTS names, or with the test's own files."""
        folder = Path(os.environ.get("SCREENSHOTS", self.folder))
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name}.png"
        page.screenshot(path=path)
        return path


class Server:
    """JupyterLab in a process of its own, with settings of its own, no token and no browser."""

    def __init__(self, home: Path) -> None:
        self.root = home / "root"
        self._data = home / "data"
        self._log = home / "jupyterlab.log"
        self._folders = itertools.count(1)
        self._workspaces = itertools.count(1)
        self._open = build_opener(ProxyHandler({})).open
        for folder in (self.root, self._data):
            folder.mkdir()
        self._runtime = home / "runtime"
        self.url = ""
        command = [
            *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
            "--ServerApp.ip=127.0.0.1",
            "--ServerApp.port=0",  # it takes one that is free, and tells which
            f"--ServerApp.root_dir={self.root}",
            "--ServerApp.disable_check_xsrf=True",
            # Should the tests be killed, it ends by itself.
            "--ServerApp.shutdown_no_activity_timeout=600",
            "--MappingKernelManager.cull_idle_timeout=300",
            "--IdentityProvider.token=",
            "--LabApp.expose_app_in_browser=True",
        ]
        environment = os.environ | jupyter_paths()
        environment |= {
            "IPYTHONDIR": str(home / "ipython"),
            "JUPYTER_CONFIG_DIR": str(home / "config"),
            "JUPYTER_DATA_DIR": str(self._data),
            "JUPYTER_RUNTIME_DIR": str(self._runtime),
            "JUPYTERLAB_SETTINGS_DIR": str(home / "user-settings"),
            "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        }
        with self._log.open("w") as log:
            self._process = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=self.root)

    def wait_until_up(self) -> None:
        """Wait for the first answer."""
        deadline = time.monotonic() + SECONDS_TO_START
        while time.monotonic() < deadline and self._process.poll() is None:
            try:
                self.url = self._told_url()
                self._open(f"{self.url}/api/status", timeout=2).close()
            except (OSError, ValueError):
                time.sleep(0.1)
            else:
                return
        pytest.fail(f"JupyterLab did not start:\n{self._log.read_text()}", pytrace=False)

    def _told_url(self) -> str:
        """Where it listens, as it has written down; ValueError or OSError before it has."""
        known = self._runtime / f"jpserver-{self._process.pid}.json"
        return f"http://127.0.0.1:{json.loads(known.read_text(encoding='utf-8'))['port']}"

    def new_folder(self) -> Path:
        folder = self.root / f"test-{next(self._folders)}"
        folder.mkdir()
        return folder

    def new_workspace(self) -> str:
        return f"workspace-{next(self._workspaces)}"

    def trust(self, notebook: Path) -> None:
        """Sign a notebook, so that JupyterLab shows its saved widgets."""
        NotebookNotary(data_dir=str(self._data)).sign(nbformat.read(notebook, as_version=4))

    def shut_kernels_down(self) -> None:
        with self._open(f"{self.url}/api/sessions") as answer:
            sessions = json.load(answer)
        for session in sessions:
            self._open(Request(f"{self.url}/api/sessions/{session['id']}", method="DELETE")).close()

    def stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


@pytest.fixture(scope="session")
def jupyter_server(
    chromium_path: str, project: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """One JupyterLab for all tests, which trusts the lessons wherever a copy of them lies."""
    server = Server(tmp_path_factory.mktemp("jupyterlab"))
    try:
        for lesson in (project / "lessons").rglob("*.ipynb"):
            server.trust(lesson)
        server.wait_until_up()
        yield server
    finally:
        server.stop()


@pytest.fixture
def lab(jupyter_server: Server, kept_page: Page, project: Path) -> Iterator[Lab]:
    """JupyterLab with a fresh folder for this test; its kernels end with the test."""
    with fresh_lab(jupyter_server, kept_page, project) as lab:
        yield lab


@pytest.fixture(scope="module")
def kept_lab(jupyter_server: Server, kept_page: Page, project: Path) -> Iterator[Lab]:
    """The same for all tests of a file."""
    with fresh_lab(jupyter_server, kept_page, project) as lab:
        yield lab


@contextmanager
def fresh_lab(jupyter_server: Server, kept_page: Page, project: Path) -> Iterator[Lab]:
    """A fresh folder in JupyterLab with a copy of the lessons."""
    folder = jupyter_server.new_folder()
    lessons = folder / "lessons"
    if (project / "lessons").is_dir():
        shutil.copytree(project / "lessons", lessons, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    yield Lab(jupyter_server, folder)
    if has_jupyterlab(kept_page):
        close_all(kept_page)
    jupyter_server.shut_kernels_down()
