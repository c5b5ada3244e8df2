"""Lesson 06, R-precision: what its text asks for and answers comes true. (Its outputs are test_lessons' to check.)"""

from lesson_runner import Student, lesson_fixture

lesson = lesson_fixture("06_r_precision")


def test_recall_over_what_can_be_reached_is_rp_here(lesson):
    assert Student(lesson["vl-1-explorer"]).values("precision") == ["0.8000"]
    student = Student(lesson["vl-2-explorer"]).set(n=5)
    assert student.values("recall") == ["0.8000"]
    assert student.do("user", key="1").values("recall") == ["0.4000"]
    assert student.set(n=10).values("precision", "recall") == ["0.4000", "0.5714"]
    for k in (1, 4, 5):
        student.do("show", f"lecture {k}")
    assert student.do("ideal").values("precision", "recall") == ["0.7000", "1.0000"]


def test_each_cell_but_those_that_prepare_shows_something(lesson):
    assert lesson.silent() == ["imports", "vl-2-lists"]
