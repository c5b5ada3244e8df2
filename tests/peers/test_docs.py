"""docs/conventions.md is what the conventions and the quirks make of it."""

import docs


def test_the_page_is_made_from_the_conventions_and_the_tests():
    assert docs.PAGE.read_text(encoding="utf-8") == docs.page(), "run `make docs`"


def test_every_convention_has_a_row_and_a_proof():
    for name in docs.CONVENTIONS:
        assert f"| `{name}`<br>" in docs.page()
        assert docs.proof(name)
