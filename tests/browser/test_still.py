"""Stills in real JupyterLabs: hidden beside a widget, and seen where the server lacks what shows one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Page, expect

from tools.jupyter_in_browser import Server, jupyterlab, run_all_cells

ANYWIDGET, IPYWIDGETS = "anywidget", "@jupyter-widgets/jupyterlab-manager"
CELL = """from metrics_edu import Ranking, set_language
from metrics_edu.widgets import Explorer
set_language("es")
Explorer(Ranking.parse("NRR", relevant=3))"""
SAVED = Path("notebooks/es/04_average_precision.ipynb")

pytestmark = pytest.mark.slow


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


def test_a_live_widget_hides_its_still(lab_server: Server, open_notebook: Callable[..., Page]) -> None:
    page = open_notebook(lab_server, [CELL])
    expect(page.locator(".metrics-edu")).to_be_visible()
    expect(page.locator(".me-still")).to_be_hidden()


def test_a_saved_lesson_shows_stills_before_running(lab_server: Server, page: Page) -> None:
    page.goto(lab_server.notebook_url(SAVED))
    still = page.locator(".jp-OutputArea", has_text="¿Cuánto es AP de esta lista?").first
    expect(still).to_contain_text("Esta es una imagen fija de un widget")
    expect(still).not_to_contain_text("Predict(")
