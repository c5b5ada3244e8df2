"""The words of the interface that do not depend on the list: the front end has none of its own."""

from __future__ import annotations

from metrics_edu.language import N_, _

TEXTS: dict[str, str] = {
    "undo": N_("Undo"),
    "redo": N_("Redo"),
    "ideal": N_("Sort"),
    "shuffle": N_("Shuffle"),
    "reset": N_("Reset"),
    "paste": N_("Paste"),
    "paste_title": N_("Paste a list"),
    "paste_help": N_(
        "R and N (NRRN), grades (3 0 2 or [3, 0, 2]), or one item a line: Gala, R."
        " It replaces the whole list, missed items too; Undo brings it back."
    ),
    "paste_ok": N_("Use this list"),
    "paste_cancel": N_("Cancel"),
    "hint": N_("▲▼ show here what each edit changes. Click R, N or a grade, or drag a row, to begin."),
    "hint_mean": N_("The mean over the users. To edit a list, choose its user above."),
    "change_label": N_("▲▼ change by the last edit:"),
    "edit_rank": N_("Edit rank {rank}"),
    "edit_missed": N_("Edit missed item"),
    "choose_to_edit": N_("Choose an item to edit it."),
    "up": N_("Move up"),
    "down": N_("Move down"),
    "to_rank": N_("to rank"),
    "make_r": N_("Make R"),
    "make_n": N_("Make N"),
    "miss": N_("Miss"),
    "show": N_("Show it"),
    "rename": N_("Rename"),
    "rename_ok": N_("OK"),
    "remove": N_("Remove"),
    "add": N_("Add item"),
    "grade": N_("grade"),
    "more": N_("More"),
    "previous_term": N_("Previous term"),
    "next_term": N_("Next term"),
    "term_of": N_("{k} / {count}"),
    "no_choice": N_("Choose a row, a term or a bar: it lights up everywhere, and its part is told here."),
    "as_table": N_("As a table"),
    "state": N_("State, for Explorer.from_state"),
    "lost": N_(
        "The kernel does not know this any more: run the cells again, from the top, or load the page again. Nothing is taken "
        "until then."
    ),
    "copy": N_("Copy"),
    "copied": N_("Copied"),
    "other_settings": N_("Settings of the other metrics"),
    "list_label": N_("Shown items, best rank first"),
    "missed_label": N_("Missed items"),
    "all_relevant": N_("|R|, all relevant items"),
    "users_label": N_("Users"),
    "metric_tabs_label": N_("Metric"),
    "user_tabs_label": N_("User"),
    "tools_label": N_("List"),
    "edit_label": N_("Edit the chosen item"),
    "rank_word": N_("rank"),
    "missed_word": N_("missed"),
    "term_word": N_("term"),
    "less": N_("less"),
    "more_step": N_("more"),
    "compare_hint": N_("Move an item (Alt+↑ ↓, buttons, or drag it) and watch which measures notice."),
    "measure_head": N_("Measure, and the list it prefers"),
    "goals_label": N_("Goals"),
    "solution": N_("Show a solution"),
    "solution_sure": N_("Show it now? Undo brings your list back."),
    "solution_show": N_("Show it"),
    "solution_not": N_("Not yet"),
    "step_back": N_("Back"),
    "step_next": N_("Next"),
    "step_again": N_("Start again"),
    "step_keys": N_("Keys: → next, ← back"),
    "step_buttons": N_("Steps"),
    "time_left": N_("{time} left"),
    "time_ends": N_("ends {time} by your clock"),
    "time_over": N_("The time is over."),
    "time_ended": N_("It ended {time} by your clock. You can still write; what you change now counts as late."),
    "saved": N_("saved {time}"),
    "saved_late": N_("saved {time}, late"),
    "unsaved": N_("not saved yet"),
    "reading": N_("Reading …"),
    "lecture": N_("Lecture"),
    "lecture_start": N_("Start the lecture"),
    "lecture_keys": N_("Keys, or a presenter's clicker: Page Down next, Page Up back, Home again, B black, Esc ends"),
    "lecture_again": N_("Start again"),
    "lecture_full": N_("Full screen"),
    "lecture_close": N_("End the lecture"),
    "lecture_slide": N_("part {k} of {count}"),
    "lecture_step": N_("step {k} of {count}"),
}


def interface_texts() -> dict[str, str]:
    """Return the words in the reader's language."""
    return {key: _(text) for key, text in TEXTS.items()}
