"""Only the class comes in: by an address of the room, with its code."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from pz8edu.errors import BadInput
from pz8widgets.apps.classroom.doors import Doors, key_of, new_code, own_addresses, secret_in
from pz8widgets.page.qr import qr_svg


def test_the_room_answers_to_its_own_addresses_only() -> None:
    doors = Doors("192.168.1.5", 5006, allowed=("room.school",))
    for host in ("192.168.1.5:5006", "room.school:5006", "localhost:5006", "[::1]:5006"):
        assert doors.knows(host)
        assert doors.knows_origin(f"http://{host}")
    for host in ("evil.example:5006", "192.168.1.5:80", "", "192.168.1.5.evil.example:5006", "a:b:c", "["):
        assert not doors.knows(host)
    assert not doors.knows_origin("null")
    assert not doors.knows_origin("file://192.168.1.5:5006")


def test_the_link_holds_the_code() -> None:
    assert Doors("192.168.1.5", 5006, "K7Q2").link == "http://192.168.1.5:5006/?code=K7Q2"
    assert Doors("fd00::5", 5006).link == "http://[fd00::5]:5006/"
    assert Doors("0.0.0.0", 5006).link.startswith(f"http://{own_addresses()[0]}")


def test_a_wrong_code_is_refused_and_many_of_them_are_counted_by_address() -> None:
    doors = Doors("127.0.0.1", 5006, "K7Q2ZZ")
    doors.try_code(" k7q2zz ")
    for _ in range(19):
        with pytest.raises(BadInput, match="not the code"):
            doors.try_code("é", "192.168.1.7")
    with pytest.raises(BadInput, match="wait a minute"):
        doors.try_code("K7Q2ZY", "192.168.1.7")
    assert doors.tries_too_often("192.168.1.7")
    assert not doors.tries_too_often("192.168.1.8")
    with pytest.raises(BadInput, match="not the code"):
        doors.try_code("K7Q2ZY", "192.168.1.8")
    Doors("127.0.0.1", 5006).try_code("")


def test_a_right_code_always_opens() -> None:
    doors = Doors("127.0.0.1", 5006, "K7Q2ZZ")
    for _ in range(100):
        with pytest.raises(BadInput):
            doors.try_code("K7Q2ZY", "192.168.1.7")
    doors.try_code("K7Q2ZZ", "192.168.1.7")
    doors.try_code("K7Q2ZZ", "192.168.1.8")


def test_to_come_without_a_code_is_no_try() -> None:
    doors = Doors("127.0.0.1", 5006, "K7Q2ZZ")
    for nothing in ("", "  ") * 30:
        with pytest.raises(BadInput, match="give the code"):
            doors.try_code(nothing, "192.168.1.7")
    assert not doors.tries_too_often("192.168.1.7")


def test_wrong_codes_are_forgotten_after_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    doors = Doors("127.0.0.1", 5006, "K7Q2ZZ")
    for _ in range(25):
        with pytest.raises(BadInput):
            doors.try_code("K7Q2ZY", "192.168.1.7")
    now = 61.0
    assert not doors.tries_too_often("192.168.1.7")
    with pytest.raises(BadInput, match="not the code"):
        doors.try_code("K7Q2ZY", "192.168.1.7")


def test_codes_are_easy_to_read_and_not_the_same() -> None:
    codes = {new_code() for _ in range(20)}
    assert len(codes) == 20
    assert not set("0O1IL") - {"L"} & set("".join(codes))


def test_visitors_are_known_again_after_a_restart(tmp_path: Path) -> None:
    assert secret_in(tmp_path / "room") == secret_in(tmp_path / "room")
    assert (tmp_path / "room" / "secret").stat().st_mode & 0o077 == 0
    assert secret_in(None) != secret_in(None)
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be kept"):
        secret_in(tmp_path / "file" / "room")


def test_the_teacher_s_key_outlives_a_restart_where_the_room_is_kept(tmp_path: Path) -> None:
    secret = secret_in(tmp_path / "room")
    first, again, other = (Doors("127.0.0.1", 5006, key=key_of(each)) for each in (secret, secret, "other"))
    assert first.key == again.key != other.key
    assert again.opens_to_teacher(first.key)
    assert first.mark == again.mark != other.mark, "a cookie of another key opens nothing"
    assert secret not in first.key + first.mark


def test_the_link_is_drawn_for_phones() -> None:
    drawing = qr_svg("http://192.168.1.5:5006/?code=K7Q2ZZ")
    assert drawing.startswith("<svg")
    assert "http://192" not in drawing
    assert drawing != qr_svg("http://192.168.1.5:5006/?code=K7Q2ZY")
