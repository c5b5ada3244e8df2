"""What students hand in: spreadsheets, archives, encodings and names, read as they were meant, or refused with a next step."""

from __future__ import annotations

import base64
import bz2
import gzip
import io
import json
import re
import tarfile
import time
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from homework.tests.homework_cases import RIGHT, USERS, grade, gradebook, hand_in, make_course, rows_of
from metrics_edu.tables.reading.file_format import columns_of
from metrics_homework import check_submission
from metrics_homework.findings import MEGABYTE, Unusable
from metrics_homework.judging.report import Report
from metrics_homework.policy import Limits, Policy
from metrics_homework.submission import plain_text as plain_text_module
from metrics_homework.submission.claims_file import read_claims
from metrics_homework.submission.class_folder import opened
from metrics_homework.submission.files import entries, open_tar
from metrics_homework.submission.next_step import next_step
from metrics_homework.submission.plain_text import spreadsheet_text
from metrics_homework.submission.submissions import Submission
from metrics_homework.widgets import SubmissionUpload

pytestmark = pytest.mark.usefixtures("in_turn")

RANKED = [(user, item, rank) for user, items in RIGHT.items() for rank, item in enumerate(items, start=1)]
RANKING = json.dumps(RIGHT)
XLS = (  # user, item and rank of two rows, as xlwt writes them
    "c-rk)O=uHA6#i!O(<C%$Qd6N7N+?*h?Ije{OS>v)y;!OjMFdUT9Aaxy(&nHCt=1d`!IR>p(2JL<7k|)$-aH5uJro2X(W7_}6+E<A"
    "-+S3j6U`w3Eh_UZ`{vD?`F7s!ym`B`uT~<3#rs`F{Dfh+P_q2+R@oGtey0)!wObaePU)l5()g#~_t8XpJ$Mp)*}`+k^Ie32d+z5X"
    "f%kNt!VE?;>11pZaX@@XDE489q{3~ogwQEowTqk(xkcn%>G@RTKCxUAIYfO6>Lgao(Z0QQ6rV79q%8!#?nB|c6-yi)c)?M8>AEWS"
    "^<aNCm6-lJ8@k=CSOU%4NHU$wCZ-FB(gZHyn-v4TIxF>AOxritu0Zzhwf2@e_8W#9n1^*n0z8i(R$biU!Qsr=M0^c{Jh`$asm#sh"
    "64_LSD4*t%=P23EWM)$nsV`}Y++3VQYB!5L0Z!Ahtiv_SIw;}ZN^%lyqDLg?!<4w!?tFfIWPHp#EtYvn<>iFGoqdFb%gi8hNLpMK"
    "*(Z#CkyqrZ+eGgY8KrxnvUjY*Rt_ylpR3Z^OXCa*-k3Y8^qr*VKOTM5o&R9&B7J$Jcp<vHYA&LOUO<z?=VJi_YCzq($#`r!rLvR5"
    "JCU8gBnqDqwtctkw^|$45fC*ZvRvb*qbfDSepbv@b=XSSF1x=HHb1wE2G^MFwb@1;wo$__&y2@r8^UHEhK+VS;I5S5HV}Y@hK7cQ"
    "hK7cQM#E6@aa;bBcgxnJvfq&ZI_q?n^ly^?7RQjGV~#ea2a%>Si}Ovz&sKPpb1l^%$N68#I8LKyF@<sQW2))+rOlqIzMqDP;orA}"
    "njOE?jGupa{2%vV%)0"
)


def check(folder: Path, *more: str, **files: Any) -> Report:
    return check_submission(hand_in(folder / "in", "ana", **files), make_course(folder / "course", *more))


def codes(report: Report) -> set[str]:
    return {one.code for one in report.findings}


def said(report: Report) -> str:
    return "\n".join(one.text for one in report.findings)


Cells = list[tuple[object, ...]]


def cells_of(rows: Cells) -> str:
    cells = []
    for row in rows:
        written = (
            f"<c><v>{value}</v></c>"
            if isinstance(value, (int, float))
            else f'<c t="inlineStr"><is><t>{value}</t></is></c>'
            for value in row
        )
        cells.append(f"<row>{''.join(written)}</row>")
    return "".join(cells)


def xlsx(*sheets: Cells, more: str = "") -> bytes:
    """A spreadsheet with texts and numbers; `more` are rows as they are written in each sheet."""
    numbers = range(1, len(sheets) + 1)
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    relations = "http://schemas.openxmlformats.org/package/2006/relationships"
    kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    parts = {
        "_rels/.rels": f'<Relationships xmlns="{relations}"><Relationship Id="r1" Type="{kinds}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{kinds}"><sheets>'
        + "".join(f'<sheet name="Hoja{k}" sheetId="{k}" r:id="r{k}"/>' for k in numbers)
        + "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{relations}">'
        + "".join(
            f'<Relationship Id="r{k}" Type="{kinds}/worksheet" Target="worksheets/sheet{k}.xml"/>' for k in numbers
        )
        + "</Relationships>",
    } | {
        f"xl/worksheets/sheet{k}.xml": f'<worksheet xmlns="{main}"><sheetData>{cells_of(rows)}{more}</sheetData></worksheet>'
        for k, rows in zip(numbers, sheets, strict=True)
    }
    return zipped(parts)


def ods(rows: list[tuple[object, ...]]) -> bytes:
    spaces = "urn:oasis:names:tc:opendocument:xmlns"
    lines = []
    for row in rows:
        written = (
            f'<table:table-cell office:value-type="float" office:value="{value}"><text:p>{value}</text:p></table:table-cell>'
            if isinstance(value, (int, float))
            else f'<table:table-cell office:value-type="string"><text:p>{value}</text:p></table:table-cell>'
            for value in row
        )
        lines.append(f"<table:table-row>{''.join(written)}</table:table-row>")
    content = (
        f'<office:document-content xmlns:office="{spaces}:office:1.0" xmlns:table="{spaces}:table:1.0" '
        f'xmlns:text="{spaces}:text:1.0"><office:body><office:spreadsheet><table:table table:name="Hoja1">'
        f"{''.join(lines)}</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = (
        f'<manifest:manifest xmlns:manifest="{spaces}:manifest:1.0">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/></manifest:manifest>'
    )
    return zipped({"mimetype": kind, "content.xml": content, "META-INF/manifest.xml": manifest})


def zipped(members: dict[str, str | bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return packed.getvalue()


def tarred(members: dict[str, bytes], mode: str = "w:gz") -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode=mode) as archive:  # type: ignore[call-overload]
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return packed.getvalue()


def lines(head: str, rows: list[tuple[object, ...]], mark: str = ",", end: str = "\n") -> str:
    return end.join([head, *(mark.join(map(str, row)) for row in rows)]) + end


HEAD = ("user", "item", "rank")
SPANISH = "usuario;ítem;posición"
READ: dict[str, dict[str, Any]] = {
    "xlsx": {"ranking.xlsx": xlsx([HEAD, *RANKED])},
    "wide xlsx": {"ranking.xlsx": xlsx([("usuario", 1, 2, 3), *((user, *items) for user, items in RIGHT.items())])},
    "ods": {"Ranking.ods": ods([HEAD, *RANKED])},
    "Spanish columns": {"ranking.csv": lines(SPANISH, RANKED, ";")},
    "columns of films": {"ranking.csv": lines("ID Usuario;Película;Puesto", RANKED, ";")},
    "accents as two characters": {"ranking.csv": lines("usuario;i\u0301tem;posicio\u0301n", RANKED, ";")},
    "UTF-16": {"ranking.csv": lines(SPANISH, RANKED, ";").encode("utf-16")},
    "UTF-16, the high byte first": {"ranking.csv": b"\xfe\xff" + lines(SPANISH, RANKED, ";").encode("utf-16-be")},
    "JSON in UTF-16": {"ranking.json": RANKING.encode("utf-16")},
    "the separator of Excel": {"ranking.csv": "sep=;\r\n" + lines(SPANISH, RANKED, ";", "\r\n")},
    "the separator of Excel in UTF-16": {"ranking.csv": ("sep=;\r\n" + lines(SPANISH, RANKED, ";")).encode("utf-16")},
    "empty columns and lines": {
        "ranking.csv": lines(f"{SPANISH};;", [(*row, "", "") for row in RANKED], ";") + ";;;;\n" * 3
    },
    "the lines of old Macs": {"ranking.csv": lines(SPANISH, RANKED, ";", "\r")},
    "a copy": {"ranking (1).json": RANKING},
    "a copy of a spreadsheet": {"ranking(2).xlsx": xlsx([HEAD, *RANKED])},
    "a spreadsheet beside": {"ranking.json": RANKING, "ranking.xlsx": b"PK\3\4"},
}


@pytest.mark.parametrize("case", READ)
def test_a_file_of_another_program_is_read_as_meant(tmp_path: Path, case: str) -> None:
    report = check(tmp_path, **READ[case])
    assert not report.findings
    assert report.read.handed
    assert report.read.handed.lists == RIGHT
    assert report.values == check(tmp_path / "plain", ranking=RIGHT).values


def test_windows_text_is_read_and_a_note_says_so(tmp_path: Path) -> None:
    report = check(tmp_path, **{"ranking.csv": lines(SPANISH, [*RANKED, ("ñandú", "i6", 1)], ";").encode("cp1252")})
    assert codes(report) == {"ENCODING", "EXTRA_USERS"}
    assert "such as ñandú" in said(report)
    assert [one.level for one in report.findings if one.code == "ENCODING"] == ["note"]


def test_ratings_and_claims_are_read_from_spreadsheets(tmp_path: Path) -> None:
    pairs = [(user, item) for user, item, _grade in rows_of("validation", USERS)]
    rows = [("usuario", "película", "predicción"), *((*pair, "3,5" if k else 4) for k, pair in enumerate(pairs))]
    right = check(tmp_path / "plain", ranking=RIGHT).values["MAP@3"]
    claims = xlsx([("métrica", "valor"), ("MAP@3", right), ("RMSE", "0,5")])
    report = check(tmp_path, **{"ranking.json": RIGHT, "ratings.xlsx": xlsx(rows), "claims.xlsx": claims})
    assert not report.findings
    assert report.read.predicted is not None
    assert [*report.read.predicted.values()][:2] == [4, 3.5]
    assert {one.title: one.code for one in report.claims}["MAP@3"] == "right"


NOTES: Cells = [("notas", "de"), ("la", "tarea")]
SHEETS: dict[str, tuple[str, Cells, Cells]] = {
    "lists": ("ranking.xlsx", [HEAD, *RANKED], [("usuario", "nota"), ("u1", 3)]),
    "wide lists": ("ranking.xlsx", [("usuario", 1, 2, 3), *((user, *items) for user, items in RIGHT.items())], NOTES),
    "numbers": ("claims.xlsx", [("métrica", "valor"), ("MAP@3", 0.5)], [HEAD, *RANKED]),
    "ratings": ("ratings.xlsx", [("user", "item", "rating"), ("u1", "i6", 3)], [HEAD, *RANKED]),
}


@pytest.mark.parametrize("case", SHEETS)
def test_of_several_sheets_the_one_that_fits_is_read(tmp_path: Path, case: str) -> None:
    name, wanted, other = SHEETS[case]
    reports = [
        check(tmp_path / str(k), **{name: xlsx(*sheets)})
        for k, sheets in enumerate([[wanted], [other, NOTES, wanted], [wanted, other], [wanted, wanted]])
    ]
    alone, *several, twice = ((said(one), one.values, [claim.code for claim in one.claims]) for one in reports)
    assert several == [alone, alone]
    assert f"{name} has several sheets that could be meant (Hoja1, Hoja2)" in twice[0]


def test_a_sheet_of_which_none_fits_is_the_first(tmp_path: Path) -> None:
    assert "got 'notas" in said(check(tmp_path, **{"ranking.xlsx": xlsx(NOTES, [("a", "b")])}))


def test_numbers_of_a_spreadsheet_keep_their_form(tmp_path: Path) -> None:
    (path := tmp_path / "a.xlsx").write_bytes(xlsx([(7, 7.5, "007"), (1e300, "a\tb", "0,5")]))
    text = spreadsheet_text(path, "a.xlsx", Limits())
    assert text == '7\t7.5\t007\n1e+300\t"a\tb"\t0,5\n'
    path.write_bytes(zlib.decompress(base64.b85decode(XLS)))
    assert spreadsheet_text(path, "a.xls", Limits()) == "usuario\títem\tposición\nu1\ti6\t1\nu1\ti7\t2\n"


REFUSED: dict[str, tuple[bytes, dict[str, float], str]] = {
    "a cell far to the right": (
        xlsx([HEAD, *RANKED], more='<row r="2000"><c r="XFD2000"><v>1</v></c></row>'),
        {},
        "has cells beyond column 1000",
    ),
    "a cell far below": (
        xlsx([HEAD], more='<row r="1048576"><c r="ALL1048576"><v>1</v></c></row>'),
        {},
        "cannot be read within the limits of memory",
    ),
    "a size over the limit": (xlsx([HEAD, *RANKED * 40]), {"unpacked_mb": 0.01}, "the limit is 10000"),
    "more text than the limit": (xlsx([HEAD, *RANKED * 40]), {"file_mb": 0.001}, "more text than the limit"),
    "no cells": (xlsx([]), {}, "has no visible sheet with cells"),
    "a damaged file": (xlsx([HEAD])[:300], {}, "or it is damaged"),
    "a damaged list of parts": (xlsx([HEAD]).replace(b"PK\1\2", b"PK\1\3"), {}, "or it is damaged"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_spreadsheet_over_a_limit_gets_a_sentence(tmp_path: Path, case: str) -> None:
    data, limits, sentence = REFUSED[case]
    (path := tmp_path / "a.xlsx").write_bytes(data)
    with pytest.raises(Unusable, match=sentence):
        spreadsheet_text(path, "ranking.xlsx", Limits(**limits))  # type: ignore[arg-type]


def test_without_the_library_a_spreadsheet_is_saved_as_csv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_text_module, "find_spec", lambda _name: None)
    assert "save it as CSV UTF-8" in said(check(tmp_path, **{"ranking.xlsx": xlsx([HEAD, *RANKED])}))


FILES = {"tarea/ranking.json": RANKING.encode(), "tarea/._ranking.json": b"x", "notes.txt": b"n"}
ARCHIVES: dict[str, Callable[[], bytes]] = {
    "a.tar.gz": lambda: tarred(FILES),
    "a.TGZ": lambda: tarred(FILES),
    "a.tar.bz2": lambda: tarred(FILES, "w:bz2"),
    "a.tar": lambda: tarred(FILES, "w:"),
    "a.zip": lambda: zipped({"tarea.zip": zipped(dict(FILES)), "readme.md": "x"}),
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_archives_are_read_without_unpacking(tmp_path: Path, name: str) -> None:
    (path := tmp_path / name).write_bytes(ARCHIVES[name]())
    report = check_submission(path, make_course(tmp_path / "course"))
    assert report.read.handed
    assert report.read.handed.lists == RIGHT
    assert not report.errors


def test_a_tar_file_is_read_no_further_than_the_first_size_over_the_limit(tmp_path: Path) -> None:
    head = tarfile.TarInfo("big.bin")
    head.size = 10 * MEGABYTE
    archive = gzip.compress(head.tobuf() + bytes(30_000)) + b"what follows is no gzip"
    (path := tmp_path / "a.tar.gz").write_bytes(archive)
    limits = Limits(unpacked_mb=5)
    assert [one.wrong and one.wrong.code for one in entries(Submission("a", [path]), limits)] == ["TOO_LARGE"]
    path.write_bytes(gzip.compress(tarfile.TarInfo("empty.txt").tobuf() * 12_000))
    with pytest.raises(Unusable, match="limit is 5000000"), open_tar(path, "a", 5 * MEGABYTE) as archive_read:
        archive_read.getmembers()


def test_folders_are_read_to_a_depth_of_five(tmp_path: Path) -> None:
    folder = own = tmp_path / "ana"
    for depth in range(7):
        folder.mkdir()
        (folder / f"{depth}.txt").write_text("x")
        folder /= str(depth)
    read = {one.name for one in entries(Submission("ana", [own]), Limits()) if not one.wrong}
    assert read == {"0.txt", "0/1.txt", "0/1/2.txt", "0/1/2/3.txt", "0/1/2/3/4.txt"}


def with_password(data: bytes) -> bytes:
    """A zip whose files say that they have a password."""
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        for start in [found.start() for found in re.finditer(re.escape(mark), data)]:
            data = data[: start + at] + bytes([data[start + at] | 1]) + data[start + at + 1 :]
    return data


LOCKED = {
    "the file": with_password(zipped({"ranking.json": RANKING})),
    "an inner zip": zipped({"tarea.zip": with_password(zipped({"ranking.json": RANKING}))}),
    "around a zip": with_password(zipped({"tarea.zip": zipped({"ranking.json": RANKING})})),
}


@pytest.mark.parametrize("case", LOCKED)
def test_a_zip_with_a_password_is_refused(tmp_path: Path, case: str) -> None:
    (path := tmp_path / "a.zip").write_bytes(LOCKED[case])
    report = check_submission(path, make_course(tmp_path / "course"))
    assert "cannot be unpacked (it has a password). Pack it again, without a password." in said(report)


def test_the_zip_of_a_class_with_a_password_is_refused(tmp_path: Path) -> None:
    (path := tmp_path / "lms.zip").write_bytes(LOCKED["the file"])
    with pytest.raises(ValueError, match=r"cannot be unpacked \(it has a password\); give"), opened(path, Limits()):
        pass


@pytest.mark.parametrize("name", ["ranking.json", "ranking.xlsx", "a.zip", "a.tar.gz"])
def test_an_empty_file_is_to_be_handed_in_again(tmp_path: Path, name: str) -> None:
    report = check(tmp_path, **{name: b""})
    assert "EMPTY" in codes(report)
    assert f"{name} is empty. Hand it in again." in said(report)


BAD_TARS: dict[str, tuple[bytes, str]] = {
    "a path outside": (tarred({"../ranking.json": RANKING.encode()}), "BAD_PATH"),
    "no tar": (gzip.compress(b"x" * 2000), "BAD_ZIP"),
    "a cut file": (tarred(FILES)[:150], "BAD_ZIP"),
    "a zip within that is none": (zipped({"a.zip": b"PK"}), "BAD_ZIP"),
    "many files": (tarred({f"{k}.txt": b"" for k in range(11)}), "TOO_MANY_FILES"),
    "many files in zips": (
        zipped({f"{k}.zip": zipped({f"{n}.txt": "" for n in range(4)}) for k in range(3)}),
        "TOO_MANY_FILES",
    ),
    "large files in zips": (
        zipped({f"{k}.zip": zipped({"a.txt": b"0" * MEGABYTE}) for k in range(3)}),
        "TOO_LARGE",
    ),
}


@pytest.mark.parametrize("case", BAD_TARS)
def test_a_bad_archive_gets_its_code(tmp_path: Path, case: str) -> None:
    data, code = BAD_TARS[case]
    (path := tmp_path / ("a.zip" if data[:2] == b"PK" else "a.tar.gz")).write_bytes(data)
    report = check_submission(path, make_course(tmp_path / "course", "limits: {files: 10, unpacked_mb: 2}"))
    assert code in codes(report)


def test_a_link_in_a_tar_file_is_not_followed(tmp_path: Path) -> None:
    link = tarfile.TarInfo("ranking.json")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    (path := tmp_path / "a.tar.bz2").write_bytes(bz2.compress(link.tobuf() + bytes(1024)))
    assert {"LINK", "NO_FILE"} <= codes(check_submission(path, make_course(tmp_path / "course")))


def notebook(*sources: str | list[str]) -> str:
    cells = [{"cell_type": "code", "source": source} for source in sources]
    return json.dumps({"cells": [{"cell_type": "markdown", "source": "open('no.csv', 'w')"}, *cells]})


NEXT_STEPS: dict[str, tuple[str, str, str]] = {
    "to_csv": (
        "a.ipynb",
        notebook("lists.to_csv('results/top10.csv')", "print(1)"),
        "hand in results/top10.csv, which",
    ),
    "open": (
        "a.ipynb",
        notebook(["import json\n", 'json.dump(x, open("lists.json", "w"))']),
        "hand in lists.json, which",
    ),
    "with": ("a.ipynb", notebook("with open('r.json', mode='w') as f:\n  json.dump(x, f)"), "hand in r.json, which"),
    "a path": ("a.ipynb", notebook('Path("a.json").write_text(t)', 'open("b.json", "r")'), "hand in a.json, which"),
    "a name that is computed": (
        "a.ipynb",
        notebook("x.to_csv(f'{name}.csv')"),
        "run it, write ranking.json or ranking.csv",
    ),
    "no notebook": ("a.ipynb", "{", "run it, write ranking.json or ranking.csv with it"),
    "rar": ("a.rar", "Rar!", "a.rar is not unpacked: pack the files as .zip."),
    "7z": ("a.7z", "7z", "a.7z is not unpacked: pack the files as .zip."),
    "pdf": ("Informe.PDF", "%PDF", "Informe.PDF is a text to read: hand in the file that your program writes."),
    "a spreadsheet of Apple": (
        "ranking.numbers",
        "PK",
        "ranking.numbers is a spreadsheet that is not read: export it as CSV",
    ),
    "docx": ("a.docx", "PK", "is a text to read"),
    "a program": ("main.py", "print()", "no program is run"),
    "another name": ("lists.json", RANKING, "Hand the file in under that name."),
    "parquet": (
        "ranking.parquet",
        "PAR1",
        "ranking.parquet is a binary file of a library and is not read: save the same table as",
    ),
    "a shortcut": (
        "ranking.url",
        "[InternetShortcut]\nURL=x",
        "only a shortcut to a page or file: hand in ranking.json or",
    ),
    "a link to Drive": ("ranking.gsheet", "{}", "only a link to Google Drive"),
    "another workbook": ("lists.xlsx", "PK", "lists.xlsx is a workbook: save its table as ranking.json or ranking.csv"),
    "a hidden ending": (
        "ranking.json.txt",
        RANKING,
        "which Windows may hide: rename it to ranking.json, and hand it in",
    ),
    "another hidden ending": ("Ranking.CSV.csv", RANKING, "rename it to Ranking.CSV, and hand"),
    "a web page": ("ranking.html", "<html>", "ranking.html is a web page"),
}


@pytest.mark.parametrize("case", NEXT_STEPS)
def test_what_is_not_read_gets_a_next_step(tmp_path: Path, case: str) -> None:
    name, text, sentence = NEXT_STEPS[case]
    report = check(tmp_path, **{name: text})
    assert codes(report) == {"NO_FILE"}
    assert sentence in said(report)


LOGIN = b"\xef\xbb\xbf\n<!-- saved -->\n<!DOCTYPE html>\n<html><title>Log in</title></html>"
OTHER_KINDS = {
    "ranking.json": (LOGIN, "ranking.json is a web page, perhaps one to log in: download the file itself again"),
    "ranking.csv": (b"<HTML><body>Sign in", "ranking.csv is a web page"),
    "ranking.tsv": (b"PAR1\x15\x04", "ranking.tsv is a binary file of a library (Parquet), whatever its name"),
    "claims.json": (b'<?xml version="1.0"?>\n<html xmlns="x">', "claims.json is a web page"),
    "claims.csv": (b"[InternetShortcut]\r\nURL=https://x", "claims.csv is only a shortcut"),
    "ratings.csv": (b"%PDF-1.7\n", "ratings.csv is a PDF, whatever its name"),
    "exercise_ana.json": (LOGIN, "exercise_ana.json is a web page"),
}


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("name", OTHER_KINDS)
def test_a_file_of_another_kind_is_called_what_it_is(name: str, packed: bool, tmp_path: Path) -> None:
    data, sentence = OTHER_KINDS[name]
    files = {"tarea.zip": zipped({name: data})} if packed else {name: data}
    report = check(tmp_path, **files)
    assert "UNREADABLE" in codes(report)
    assert sentence in said(report)


def test_many_comments_of_a_page_take_no_time(tmp_path: Path) -> None:
    assert "UNREADABLE" in codes(check(tmp_path, ranking__json="<!---->" * 400))


def test_two_archives_of_one_person_are_named(tmp_path: Path) -> None:
    data = zipped({"ranking.json": RANKING})
    report = check(tmp_path, **{"primera.zip": data, "final.zip": data})
    assert "Two files could be ranking.json or ranking.csv: final.zip/ranking.json, primera.zip/ranking.json." in said(
        report
    )
    report = check(tmp_path / "more", **{"a.tar.gz": tarred(FILES), "ranking.json": RANKING})
    assert "ranking.json, " not in said(report)


@pytest.mark.parametrize("mark", ["\t", ",", ";"])
def test_a_table_with_tabs_is_read_where_a_csv_is(tmp_path: Path, mark: str) -> None:
    rows = "\n".join(mark.join(map(str, row)) for row in [HEAD, *RANKED])
    ratings = "\n".join(mark.join(map(str, row)) for row in [("user", "item", "rating"), *rows_of("validation", USERS)])
    report = check(
        tmp_path, **{"ranking.tsv": rows, "ratings.TSV": ratings, "claims.tsv": f"MAP@3{mark}0.5\nnDCG@3{mark}0.25"}
    )
    assert report.read.run is not None
    assert report.read.predicted is not None
    assert [(one.title, one.claimed) for one in report.claims][:2] == [("MAP@3", "0.5"), ("nDCG@3", "0.25")]
    assert not codes(report) & {"NO_FILE", "UNREADABLE"}


def test_the_upload_reads_spreadsheets_and_says_the_next_step(tmp_path: Path) -> None:
    upload = SubmissionUpload(make_course(tmp_path / "course"))
    assert {".tsv", ".xlsx", ".ods", ".tgz", ".gz"} <= {
        *upload._card(upload._typing_view())["zone"]["accept"].split(",")
    }
    upload._do_upload({"names": ["ranking.xlsx"], "buffers": [xlsx([HEAD, *RANKED])]})
    assert upload.report
    assert upload.report.read.run is not None
    upload._do_upload({"names": ["tarea.zip"], "buffers": [LOCKED["the file"]]})
    assert "Pack it again, without a password" in upload._card(upload._typing_view())["zone"]["files"][0]["finding"]
    wide = xlsx([HEAD, *RANKED], more='<row r="2000"><c r="XFD2000"><v>1</v></c></row>')
    upload._do_upload({"names": ["ranking.xlsx"], "buffers": [wide]})
    assert "has cells beyond column 1000" in upload._card(upload._typing_view())["zone"]["files"][0]["finding"]
    upload._do_upload({"names": ["tarea.rar"], "buffers": [b"Rar!"]})
    assert "pack the files as .zip" in upload._card(upload._typing_view())["zone"]["files"][0]["finding"]


def test_a_nested_archive_keeps_the_archive_in_it_closed(tmp_path: Path) -> None:
    inner = zipped({"deep.zip": zipped({"ranking.json": RANKING})})
    (path := tmp_path / "a.zip").write_bytes(zipped({"inner.zip": inner}))
    report = check_submission(path, make_course(tmp_path / "course"))
    assert "deep.zip is an archive in an archive: pack the files themselves." in said(report)
    assert isinstance(report.course.policy, Policy)


def test_a_large_archive_within_leaves_the_files_beside_it(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("data.csv", b"0" * MEGABYTE)
    (path := tmp_path / "a.zip").write_bytes(zipped({"data.zip": inner.getvalue(), "ranking.json": RANKING}))
    report = check_submission(path, make_course(tmp_path / "course", "limits: {file_mb: 0.5}"))
    assert codes(report) == {"TOO_LARGE"}
    assert report.read.handed


def test_many_numbers_of_one_name_take_no_memory(tmp_path: Path) -> None:
    (path := tmp_path / "claims.csv").write_text("a,1\n" * 40_000)
    with pytest.raises(Unusable, match="expected a measure and its value"):
        read_claims(path, "claims.csv")


def test_an_unchanged_submission_is_graded_again_after_an_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy = make_course(tmp_path / "course")
    hand_in(tmp_path / "in", "ana", ranking__xlsx=xlsx([HEAD, *RANKED]))
    with monkeypatch.context() as without_calamine:
        without_calamine.setattr(plain_text_module, "find_spec", lambda _name: None)
        grade(tmp_path / "in", policy, tmp_path / "out")
    assert gradebook(tmp_path / "out")["ana"]["codes"] == "UNREADABLE"
    assert "NO_NUMBER" in grade(tmp_path / "in", policy, tmp_path / "out").stdout
    assert gradebook(tmp_path / "out")["ana"]["status"] == "ok"


@pytest.mark.parametrize("text", ["dump(", "dump('"])
def test_a_long_notebook_takes_no_long_time(text: str) -> None:
    notebook = json.dumps({"cells": [{"cell_type": "code", "source": text * (6 * MEGABYTE // len(text))}]}).encode()
    begun = time.process_time()
    assert "run it, write ranking.json" in next_step([("a.ipynb", lambda: notebook)], "ranking.json")
    assert time.process_time() - begun < 5


def test_a_head_of_many_digits_takes_no_long_time() -> None:
    begun = time.process_time()
    for head in ("1" * 60_000 + "x", "1" * 60_000):
        assert columns_of(["user", head], {}, "recommendations", "") == ({"user": 0}, None)
    assert time.process_time() - begun < 5
