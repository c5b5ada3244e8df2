"""The servers of the browser tests: a widget works in JupyterLab and in Notebook 7."""

import pytest
from playwright.sync_api import expect

COUNTER = """
import anywidget, traitlets

class Counter(anywidget.AnyWidget):
    _esm = '''
    function render({model, el}) {
        const button = document.createElement("button");
        const show = () => { button.textContent = `count is ${model.get("doubled")}`; };
        button.onclick = () => { model.set("count", model.get("count") + 1); model.save_changes(); };
        model.on("change:doubled", show);
        show();
        el.append(button);
    }
    export default { render };
    '''
    count = traitlets.Int(0).tag(sync=True)
    doubled = traitlets.Int(0).tag(sync=True)

    @traitlets.observe("count")
    def double(self, change):
        self.doubled = 2 * change.new

Counter()
"""


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["lab_server", "notebook_server"])
def test_a_click_reaches_python_and_updates_the_page(kind, open_notebook, request):
    page = open_notebook(request.getfixturevalue(kind), [COUNTER])
    page.get_by_role("button", name="count is 0").click()
    expect(page.get_by_role("button", name="count is 2")).to_be_visible()


@pytest.mark.slow
def test_a_cell_that_raises_is_reported(lab_server, open_notebook):
    with pytest.raises(AssertionError, match="division by zero"):
        open_notebook(lab_server, ["1 / 0"])
