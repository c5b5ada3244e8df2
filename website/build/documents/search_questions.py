"""Questions of readers, and where the documents answer them: the first page that the search opens must be one of these.

python -m website.build.documents.search_questions [dist/site]
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page, expect, sync_playwright

from tools.servers.jupyter_in_browser import CHROMIUM_ARGS, find_chromium
from tools.servers.lab import HOST
from website.build.documents.tree import FOLDERS
from website.serve import server_of

MOST_UNANSWERED = 1


class Question(NamedTuple):
    """What a reader types, and by page the words that answer it."""

    text: str
    answers: Mapping[str, str]
    language: str = "en"


QUESTIONS = (
    Question("MAP@10 kaggle", {"quarrels/ap_divisor": "min(|R|, n), as MAP@10 of Kaggle does"}),
    Question("xgboost ndcg 1", {"quarrels/no_relevant_item": "XGBoost and LightGBM count 1"}),
    Question("AP_DIV_HITS", {"metrics/ap": "{#AP_DIV_HITS}", "mistakes": "{#AP_DIV_HITS}"}),
    Question("denominador AP", {"quarrels/ap_divisor": "su denominador no"}, "es"),
    Question("sklearn ndcg ties", {"quarrels/ties": "scikit-learn takes the mean over all orders for nDCG"}),
    Question("recall equals hit rate", {"quarrels/recall_or_hit_rate": "both are equal"}),
    Question("duplicate chunks ndcg above 1", {"quarrels/copies": "nDCG and recall above 1"}),
    Question(
        "ideal DCG retrieved only",
        {"quarrels/ideal_list": "sort only the shown list", "metrics/ndcg": "IDCG_RETRIEVED"},
    ),
    Question("2^rel - 1 or linear gain", {"quarrels/gain_and_discount": "2^g − 1 (exponential"}),
    Question(
        "precision@10 short list", {"quarrels/cutoff_and_short_lists": "P@10 of six items is divided by 10, or by 6"}
    ),
    Question("users without test items mean", {"quarrels/who_counts": "users without test items"}),
    Question("MRR formula", {"metrics/rr": "1 / rank of the first relevant item"}),
    Question("RMSE_NO_ROOT", {"metrics/rmse": "{#RMSE_NO_ROOT}", "mistakes": "{#RMSE_NO_ROOT}"}),
    Question("item coverage", {"metrics/item_coverage": "distinct items recommended / all items"}),
    Question("cobertura de usuarios", {"metrics/user_coverage": "usuarios que recibieron al menos una"}, "es"),
    Question("grade submissions command", {"commands": "metrics-homework grade", "tarea1": "metrics-homework grade"}),
    Question("ranx convention", {"conventions": "`ranx`", "metrics/ap": "ranx"}),
    Question("expected reciprocal rank", {"metrics/err": "a reader stops at rank i"}),
    Question("empates trec_eval", {"quarrels/ties": "trec_eval los ordena por su id"}, "es"),
    Question("compare runs query by query", {"compare_runs": "compares two runs query by query"}),
)


def found_first(page: Page, text: str) -> str:
    """Return the address of what the search shows first, on an open page of the documents."""
    field = page.get_by_role("combobox").first
    if not field.is_visible():
        page.keyboard.press("Control+k")
    field.fill("")
    expect(page.get_by_role("option")).to_have_count(0)
    field.fill(text)
    first = page.get_by_role("option").first
    first.wait_for()
    return str(first.get_attribute("href"))


def unanswered(page: Page, site: str) -> dict[str, str]:
    """Return the questions that the first page found does not answer, each with the address of that page."""
    wrong = {}
    for language, folder in FOLDERS.items():
        page.goto(f"{site}{folder}/index.html")
        for question in (question for question in QUESTIONS if question.language == language):
            found = found_first(page, question.text).partition("#")[0]
            if found not in {f"{site}{folder}/{name}.html" for name in question.answers}:
                wrong[question.text] = found
    return wrong


def main() -> None:
    """Print the questions that the search of a built site leaves open; exit with 1 if there are more than one."""
    site = Path(sys.argv[1] if sys.argv[1:] else "dist/site")
    with server_of(site) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(CHROMIUM_ARGS))
        wrong = unanswered(browser.new_page(), f"http://{HOST}:{server.server_port}/")
        browser.close()
        server.shutdown()
    print(*(f"{text}: {address}" for text, address in wrong.items()), sep="\n")
    print(f"{len(QUESTIONS) - len(wrong)} of {len(QUESTIONS)} questions are answered on the first page found.")
    sys.exit(len(wrong) > MOST_UNANSWERED)


if __name__ == "__main__":
    main()
