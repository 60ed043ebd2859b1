"""`python -m pz8edu lab` opens the first page alone, without a question, and the page runs itself."""

import os
import re
import shutil
import subprocess
import sys
import time
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from pz8edu.lab import FIRST


@pytest.fixture
def started(project, tmp_path):
    """The address that the command prints, for a copy of the lessons and a user who never ran Jupyter."""
    shutil.copytree(project / "lessons", tmp_path / "lessons")
    environment = os.environ | {
        "HOME": str(tmp_path),
        "IPYTHONDIR": str(tmp_path / "ipython"),
        "JUPYTER_CONFIG_DIR": str(tmp_path / "config"),
        "JUPYTER_DATA_DIR": str(tmp_path / "data"),
        "JUPYTER_RUNTIME_DIR": str(tmp_path / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(tmp_path / "user-settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(tmp_path / "workspaces"),
    }
    log = tmp_path / "log"
    with log.open("w") as lines:
        process = subprocess.Popen(
            [sys.executable, "-m", "pz8edu", "lab", "--no-browser"],
            cwd=tmp_path,
            env=environment,
            stdout=lines,
            stderr=lines,
            start_new_session=True,
        )
    try:
        deadline = time.monotonic() + 60
        while not (address := re.search(r"http://127\.0\.0\.1\S+", log.read_text())):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        yield address.group()
    finally:
        os.killpg(process.pid, 15)
        process.wait(30)


def test_the_first_page_stands_alone_runs_itself_and_asks_nothing(started, fresh_page):
    page = fresh_page
    page.goto(started)
    page.locator(".pz8-lesson .jp-OutputArea-output > .jupyter-widgets").first.wait_for()
    assert urlsplit(page.url).path == f"/doc/tree/{FIRST}"
    expect(page.locator(".jp-CodeCell .cm-editor:visible")).to_have_count(0)
    expect(page.locator(".jp-FileBrowser:visible")).to_have_count(0)
    page.get_by_role("button", name="Workshop").click()
    page.get_by_role("button", name="Restart the kernel and run all cells").click()
    page.wait_for_timeout(3000)  # the news, if it came, would come late
    for trouble in ("Would you like to get notified", "model not found", "javascript error"):
        assert page.get_by_text(trouble).count() == 0, trouble
    assert page.locator(".jp-Dialog").count() == 0
    assert page.script_errors == []
    assert page.left_loopback() == []
