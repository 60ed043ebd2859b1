"""A lesson's kernel comes though somebody has taken its port before it could."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import pytest
from jupyter_client.connect import ConnectionFileMixin
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from traitlets.config import Config

from pz8edu.lab import SETTINGS

TRIES = 60


async def answers(kernel: Any) -> bool:
    client = kernel.client()
    client.start_channels()
    try:
        await client.wait_for_ready(timeout=1)
    except RuntimeError:
        return False
    finally:
        client.stop_channels()
    return True


def test_the_server_of_the_lessons_starts_a_kernel_again_on_other_ports(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Jupyter keeps the ports of a kernel that has never come, unless the settings say otherwise."""
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    taken: list[socket.socket] = []
    write = ConnectionFileMixin.write_connection_file

    def somebody_is_quicker(kernel: Any, *given: Any, **named: Any) -> None:
        write(kernel, *given, **named)
        if not taken:
            taken.append(socket.create_server((kernel.ip, kernel.shell_port)))

    monkeypatch.setattr(ConnectionFileMixin, "write_connection_file", somebody_is_quicker)
    settings = json.loads((SETTINGS / "jupyter_server_config.json").read_text(encoding="utf-8"))

    async def lesson() -> None:
        kernels = AsyncMappingKernelManager(config=Config(settings))
        kernel = kernels.get_kernel(await kernels.start_kernel())
        try:
            assert await comes(kernel)
            assert kernel.shell_port != taken[0].getsockname()[1]
        finally:
            await kernels.shutdown_all(now=True)

    async def comes(kernel: Any) -> bool:
        for _ in range(TRIES):
            if await answers(kernel):
                return True
            await asyncio.sleep(0.5)
        return False

    try:
        asyncio.run(lesson())
    finally:
        for each in taken:
            each.close()
