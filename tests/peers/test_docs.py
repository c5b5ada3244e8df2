"""docs/conventions.md is what the conventions and the quirks make of it."""

from tools.pages import conventions_page


def test_the_committed_conventions_page_is_up_to_date():
    assert conventions_page.PAGE.read_text(encoding="utf-8") == conventions_page.page(), "run `make docs`"


def test_every_convention_has_a_row_and_a_proof():
    for name in conventions_page.CONVENTIONS:
        assert f"| `{name}`<br>" in conventions_page.page()
        assert conventions_page.proof(name)
