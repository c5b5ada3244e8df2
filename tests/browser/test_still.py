"""Stills in real JupyterLabs: hidden beside a widget, and seen where the server lacks what shows one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Page, expect

from metrics_edu.widgets.core.widget import STATIC
from tools.servers.jupyter_in_browser import Server, jupyterlab, run_all_cells

ANYWIDGET, IPYWIDGETS = "anywidget", "@jupyter-widgets/jupyterlab-manager"
CELL = """from metrics_edu import Ranking, set_language
from metrics_edu.widgets import Explorer
set_language("es")
Explorer(Ranking.parse("NRR", relevant=3))"""
SAVED = Path("notebooks/es/04_average_precision.ipynb")

STILL, LIVE, NO_WIDGET = "<div class='me-still'>Still</div>", "<div class='metrics-edu'>Live</div>", "<p>0.5</p>"
OUTPUTS = (
    [STILL],
    [STILL, LIVE],
    [STILL],
    [STILL, NO_WIDGET],
    [STILL, LIVE, STILL, LIVE],
    [STILL, STILL, LIVE],
    [STILL],
    [LIVE],
)
"""Of each cell of a notebook: not run, run, saved with another output, with two widgets, run in part, without a still."""
SEEN = [True, False, True, True, False, False, True, False, True]
"""Which stills are shown then."""
PAGES = {
    "JupyterLab": (
        "<div class='jp-Cell'><div class='jp-OutputArea'>{}</div></div>",
        "<div><div>[1]</div><div>{}</div></div>",
    ),
    "Notebook 6": (
        "<div class='cell'><div class='output'>{}</div></div>",
        "<div class='output_area'><p></p><div>{}</div></div>",
    ),
    "VS Code": (
        "<div class='cell_container'>{}</div>",
        "<div class='output_container'><div class='output'>{}</div></div>",
    ),
    "no Jupyter": ("<section>{}</section><p>Text</p>", "<div>{}</div>"),
    "no outputs": ("<section>{}</section><p>Text</p>", "{}"),
}
"""How a host writes a cell and an output."""


@pytest.mark.parametrize("host", PAGES)
def test_a_live_widget_hides_only_its_own_still(host: str, page: Page) -> None:
    cell, output = PAGES[host]
    cells = [cell.format("".join(output.format(one) for one in outputs)) for outputs in OUTPUTS]
    dragged = "<div class='metrics-edu me-frame'></div>"
    page.set_content(
        f"<style>{(STATIC / 'widgets.css').read_text('utf-8')}</style><main>{''.join(cells)}</main>{dragged}"
    )
    assert [still.is_visible() for still in page.locator(".me-still").all()] == SEEN


def test_the_page_of_a_cell_in_colab_shows_no_still_beside_a_widget(page: Page) -> None:
    body = f"<div id='output-area'><div>{STILL}</div><script></script><div>{LIVE}</div></div>"
    page.set_content(f"<style>{(STATIC / 'widgets.css').read_text('utf-8')}</style>{body}")
    expect(page.locator(".me-still")).to_be_hidden()


@pytest.mark.slow
@pytest.mark.parametrize("without", [[ANYWIDGET], [ANYWIDGET, IPYWIDGETS]], ids=["ipywidgets alone", "neither"])
def test_a_server_without_widgets_shows_the_still(without: list[str], page: Page, tmp_path: Path) -> None:
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(CELL)], metadata=metadata)
    with jupyterlab(tmp_path, without) as server:
        nbformat.write(notebook, server.root / "still.ipynb")
        page.goto(server.notebook_url("still.ipynb"))
        run_all_cells(page, "still.ipynb")
        still = page.locator(".jp-OutputArea .me-still")
        expect(still).to_be_visible()
        expect(still).to_contain_text("AP de una lista de 3 ítems")
        expect(still).to_contain_text("instala anywidget en el entorno del servidor")
        expect(page.locator(".metrics-edu")).to_have_count(0)


@pytest.mark.slow
def test_a_live_widget_hides_its_still(lab_server: Server, open_notebook: Callable[..., Page]) -> None:
    page = open_notebook(lab_server, [CELL])
    expect(page.locator(".metrics-edu")).to_be_visible()
    expect(page.locator(".me-still")).to_be_hidden()


@pytest.mark.slow
def test_a_saved_lesson_shows_stills_before_running(lab_server: Server, page: Page) -> None:
    page.goto(lab_server.notebook_url(SAVED))
    still = page.locator(".jp-OutputArea", has_text="¿Cuánto es AP de esta lista?").first
    expect(still).to_contain_text("Esta es una imagen fija de un widget")
    expect(still).not_to_contain_text("Predict(")
