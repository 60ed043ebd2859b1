"""The Python half of the pane: what it says to a page, and when."""

import json

import pytest
from bokeh.models import ColumnDataSource
from bokeh.plotting import figure

from pz8widgets.page.bokeh_pane import BokehPane, bokeh_source


class Heard(BokehPane):
    """A pane whose words to the page are kept."""

    def send(self, content, buffers=None):
        self.__dict__.setdefault("said", []).append(json.loads(json.dumps(content)))

    def hear(self, **message):
        self._receive(self, message, [])

    def hello(self, view, need=False):
        self.hear(type="hello", need=need, **{"from": view})


@pytest.fixture
def source():
    return ColumnDataSource({"x": [1, 2], "y": [1, 2]})


@pytest.fixture
def pane(source):
    picture = figure(width=200, height=100)
    picture.scatter("x", "y", source=source)
    pane = Heard(picture, label="two dots")
    pane.said = []
    return pane


def change(model, attr, new):
    return {"kind": "ModelChanged", "model": {"id": model.id}, "attr": attr, "new": new}


def test_a_view_gets_the_document_as_it_is_now(pane, source):
    source.data = {"x": [7], "y": [8]}
    pane.hello("a")
    (answer,) = pane.said
    assert (answer["type"], answer["to"]) == ("item", "a")
    assert "[7]" in json.dumps(answer["item"]["doc"])
    assert "source" not in answer


def test_bokehjs_comes_only_when_the_page_has_none(pane):
    pane.hello("a", need=True)
    pane.hello("b")
    assert ["source" in answer for answer in pane.said] == [True, False]
    text = "".join(bokeh_source())
    assert pane.said[0]["source"] == bokeh_source()
    assert "cdn.bokeh.org" not in text.partition("function(root, factory)")[0]


def test_nothing_is_sent_before_a_view_has_asked(pane, source):
    source.data = {"x": [3], "y": [4]}
    assert pane.said == []


def test_a_burst_of_changes_is_one_message(pane, source):
    pane.hello("a")
    pane.said.clear()
    with pane.hold():
        source.data = {"x": [3], "y": [4]}
        pane.figure.width = 300
        pane.figure.width = 400
        with pane.hold():
            pane.figure.height = 500
        assert pane.said == []
    (patch,) = pane.said
    assert [event.get("attr") for event in patch["patch"]["events"]] == ["data", "width", "height"]
    assert patch["patch"]["events"][1]["new"] == 400


def test_what_was_held_back_can_be_sent_early(pane):
    pane.hello("a")
    pane.said.clear()
    with pane.hold():
        pane.figure.width = 300
        pane.flush()
        assert len(pane.said) == 1
    assert len(pane.said) == 1


def test_a_change_on_the_page_reaches_python_and_does_not_come_back(pane, source):
    pane.hello("a")
    pane.said.clear()
    seen = []
    source.on_change("data", lambda attr, old, new: seen.append(dict(new)))
    new = {"type": "map", "entries": [["x", [9]], ["y", [9]]]}
    pane.hear(type="patch", patch={"events": [change(source, "data", new)]}, **{"from": "a"})
    assert seen == [{"x": [9], "y": [9]}]
    assert pane.said == []


def test_other_views_hear_of_it_but_not_of_the_mouse(pane, source):
    pane.hello("a")
    pane.hello("b")
    pane.said.clear()
    events = [change(pane.figure, "width", 321)]
    ready = {"type": "event", "name": "document_ready", "values": {"type": "map"}}
    events.append({"kind": "MessageSent", "msg_type": "bokeh_event", "msg_data": ready})
    pane.hear(type="patch", patch={"events": events}, **{"from": "a"})
    (relayed,) = pane.said
    assert relayed["from"] == "a"
    assert [event["kind"] for event in relayed["patch"]["events"]] == ["ModelChanged"]
    assert pane.figure.width == 321


def test_a_view_that_has_gone_is_not_counted(pane, source):
    pane.hello("a")
    pane.hello("b")
    pane.hear(type="goodbye", **{"from": "b"})
    pane.said.clear()
    pane.hear(type="patch", patch={"events": [change(pane.figure, "width", 321)]}, **{"from": "a"})
    assert pane.said == []


def test_a_new_model_is_told_once(pane):
    pane.hello("a")
    pane.said.clear()
    pane.figure.scatter([1], [1])
    first = json.dumps(pane.said)
    assert '"Scatter"' in first
    pane.said.clear()
    pane.figure.renderers[-1].visible = False
    assert '"Scatter"' not in json.dumps(pane.said)


def test_keys_reach_python(pane):
    seen = []
    pane.on_key(lambda key, shift: seen.append((key, shift)))
    pane.hear(type="key", key="ArrowUp", shift=True)
    pane.hear(type="here")
    assert seen == [("ArrowUp", True)]


def test_a_closed_pane_has_left_the_document(pane):
    pane.hello("a")
    pane.said.clear()
    pane.close()
    pane.figure.width = 500
    assert pane.said == []
    pane.close()
