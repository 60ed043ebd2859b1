"""JupyterLab opens a notebook, runs it, shows a widget, and talks to no other machine."""


def test_a_slider_is_shown_and_nothing_leaves_this_machine(lab, fresh_page):
    page = fresh_page
    lab.write(
        "slider.ipynb",
        "# How strong is the attack?",
        "import ipywidgets\nslider = ipywidgets.IntSlider(5, 0, 9, description='Attack')\nslider",
        "shown = ipywidgets.HTML()\n"
        "slider.observe(lambda change: setattr(shown, 'value', f'Attack is now {change.new}'), 'value')\n"
        "shown",
    )
    lab.open(page, "slider.ipynb")
    lab.run_all(page)

    handle = page.locator(".widget-slider [role=slider]")
    handle.focus()
    handle.press("ArrowRight")
    page.get_by_text("Attack is now 6").wait_for()

    assert lab.errors(page) == []
    assert page.script_errors == []
    assert any(url.startswith("ws://127.0.0.1") for url in page.requested_urls)
    assert page.left_loopback() == []
    assert page.get_by_text("Would you like to get notified about official Jupyter news?").count() == 0
    assert lab.screenshot(page, "slider").stat().st_size > 10_000


def test_a_cell_that_fails_is_noticed(lab, page):
    lab.write("fault.ipynb", "1 / 0")
    lab.open(page, "fault.ipynb")
    lab.run_all(page)
    assert "ZeroDivisionError" in "".join(lab.errors(page))


def test_a_request_to_another_machine_is_noticed(lab, page):
    image = "<img src='http://elsewhere.invalid/x.png'>"
    lab.write("stray.ipynb", f'from IPython.display import HTML\nHTML("{image}")')
    lab.open(page, "stray.ipynb")
    lab.run_all(page)
    page.locator("img[src*=elsewhere]").wait_for(state="attached")
    assert set(page.left_loopback()) == {"http://elsewhere.invalid/x.png"}
