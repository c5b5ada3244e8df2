"""The worked examples of the five source documents, as data: what each prints, in which line, and which measure gives it."""

from __future__ import annotations

import re
from typing import NamedTuple

from notebooks.build.lecture_types import Text


class Printed(NamedTuple):
    """A number of an example: the measure that gives it, and where the document prints it; line 0: it is our number."""

    measure: str
    value: str  # as printed, with a decimal point; "" for terms that are a part of the working
    line: int = 0
    text: str = ""  # the characters of that line
    of: str = "data"  # what the measure is computed from, and its options
    computed: str = ""  # the value with these decimals, where the document rounds in between

    @property
    def list_name(self) -> str:
        """The name of its list in parentheses, where the example has several."""
        return "".join(f" ({name})" for name in re.findall(r'user\("(.+)"\)', self.of))

    @property
    def call(self) -> str:
        """The line of Python that gives it."""
        name = self.measure if "_" in self.measure else f'"{self.measure}"'
        return f"explain({name}, {self.of})"


class Example(NamedTuple):
    """A worked example: its line, its data as Python, its numbers, and the widget that shows it."""

    name: str
    line: int
    title: Text
    data: str
    numbers: tuple[Printed, ...]
    widget: str  # as Python; of a coverage, which has none, the height of each bar of its figure
    about: Text = Text("", "")

    @property
    def is_coverage(self) -> bool:
        return self.widget.startswith("{")


TWO = 'tiles=["P", "Recall"]'
PARRA = 'Ranking.batch(list(parra_lists().values()), ["A", "B"])'
A, B = 'data.user("A")', 'data.user("B")'
R1, R2 = 'data.user("r₁")', 'data.user("r₂")'
LECTURES = 'tiles=["Rp", "AvgRp"], n=10'
OURS = Text(
    "The slide shows a picture without numbers: the list is ours.",
    "La lámina muestra una imagen sin números: la lista es nuestra.",
)
PICTURE = Text(
    "The slide shows the lists as pictures: ours give the numbers printed there.",
    "La lámina muestra las listas como imágenes: las nuestras dan los números impresos.",
)
EXAMPLES: dict[str, tuple[Example, ...]] = {
    "lawrie-evaluation-metrics": (
        Example(
            "lawrie-precision",
            41,
            Text("Precision: apples in a set of fruit", "Precisión: manzanas en un conjunto de frutas"),
            "fruit_set()",
            (Printed("P", "3/5", 41, "3 apples / 5 pieces of fruit"),),
            'Explorer(data, measure="P", reads="whole", tiles=["P"])',
        ),
        Example(
            "lawrie-recall",
            57,
            Text("Recall: three of six apples", "Recall: tres de seis manzanas"),
            "fruit_set()",
            (Printed("Recall", "3/6", 57, "3 apples / 6 total apples"),),
            f'Explorer(data, measure="Recall", reads="whole", {TWO})',
        ),
        Example(
            "lawrie-f",
            68,
            Text("F-measure of the set", "Medida F del conjunto"),
            "fruit_set()",
            (Printed("F1", "0.5455"),),
            'Explorer(data, measure="F1", reads="whole", tiles=["P", "Recall", "F1"])',
        ),
        Example(
            "lawrie-ap",
            131,
            Text("Average precision, term by term", "Precisión promedio, término a término"),
            "apples()",
            (
                Printed("AP", "", 203, "1/2"),
                Printed("AP", "", 261, "1/2 + 2/3"),
                Printed("AP", "", 319, "1/2 + 2/3 + 3/6"),
                Printed("AP", "", 348, "1/2 + 2/3 + 3/6 + 4/10 + 5/11 + 6/12"),
                Printed("AP", "0.5035"),
            ),
            'Explorer(data, measure="AP", tiles=["P", "AP"])',
        ),
        Example(
            "lawrie-map",
            359,
            Text("MAP over four queries", "MAP sobre cuatro consultas"),
            'Ranking.batch([Ranking.parse(text) for text in ["RNR", "NRR", "RRN", "NNR"]], ["q1", "q2", "q3", "q4"])',
            (
                Printed("AP", "0.8333", of='data.user("q1")'),
                Printed("AP", "0.5833", of='data.user("q2")'),
                Printed("AP", "1", of='data.user("q3")'),
                Printed("AP", "0.3333", of='data.user("q4")'),
                Printed("MAP", "0.6875"),
            ),
            'Explorer(data, measure="AP", tiles=["AP", "RR"])',
            OURS,
        ),
        Example(
            "lawrie-mrr",
            481,
            Text("MRR against the mean rank", "MRR frente a la posición media"),
            'Ranking.batch([Ranking.parse("N" * (rank - 1) + "R") for rank in [5, 15, 205, 215]], ["5", "15", "205", "215"])',
            (
                Printed("RR", "0.2", 463, "0.2", 'data.user("5")'),
                Printed("RR", "0.067", 463, "0.067", 'data.user("15")'),
                Printed("RR", "0.0049", 472, "0.0049", 'data.user("205")'),
                Printed("RR", "0.0047", 472, "0.0047", 'data.user("215")'),
                Printed("Rank", "110", 481, "Average: 110"),
                Printed("MRR", "0.069", 481, "MRR: 0.069"),
            ),
            'Explorer(data, measure="RR", tiles=["RR"])',
        ),
        Example(
            "lawrie-one-relevant",
            490,
            Text("MRR = MAP when one item is relevant", "MRR = MAP cuando un solo ítem es relevante"),
            'Ranking.batch([Ranking.parse(text) for text in ["NNR", "RNN"]], ["A", "B"])',
            (Printed("MRR", "0.6667"), Printed("MAP", "0.6667")),
            'Explorer(data, measure="AP", tiles=["AP", "RR"])',
            OURS,
        ),
    ),
    "parra-metricas-de-evaluacion": (
        Example(
            "parra-errors",
            30,
            Text("MAE, MSE and RMSE of three ratings", "MAE, MSE y RMSE de tres ratings"),
            "Ratings([4, 3.5, 1], [5, 3, 2])",
            (Printed("MAE", "0.8333"), Printed("MSE", "0.75"), Printed("RMSE", "0.8660")),
            'Stepper("RMSE", data)',
        ),
        Example(
            "parra-precision-recall",
            74,
            Text("Precision and recall of two lists", "Precisión y recall de dos listas"),
            PARRA,
            (
                Printed("P", "0.5", 80, r"\frac{5}{10} = 0,5", A),
                Printed("Recall", "0.25", 82, r"\frac{5}{20} = 0,25", A),
                Printed("P", "0.6", 85, r"\frac{3}{5} = 0,6", B),
                Printed("Recall", "0.15", 87, r"\frac{3}{20} = 0,15", B),
            ),
            f'Explorer(data, measure="P", reads="whole", {TWO})',
            PICTURE,
        ),
        Example(
            "parra-f1",
            99,
            Text("F1 of the two lists", "F1 de las dos listas"),
            PARRA,
            (Printed("F1", "0.3333", of=A), Printed("F1", "0.24", of=B)),
            'Explorer(data, measure="F1", reads="whole", tiles=["P", "Recall", "F1"])',
            PICTURE,
        ),
        Example(
            "parra-rr",
            128,
            Text("Reciprocal rank of the two lists", "Rango recíproco de las dos listas"),
            PARRA,
            (
                Printed("RR", "0.5", 136, r"MRR_1 = \frac{1}{2} = 0,5", A),
                Printed("RR", "0.5", 140, r"MRR_2 = \frac{1}{2} = 0,5", B),
            ),
            'Explorer(data, measure="RR", tiles=["RR"])',
            PICTURE,
        ),
        Example(
            "parra-p5",
            158,
            Text("Precision@5 of the two lists", "Precision@5 de las dos listas"),
            PARRA,
            (
                Printed("P@5", "0.4", 166, r"Precision@5 = \frac{2}{5} = 0,4", A),
                Printed("P@5", "0.6", 170, r"Precision@5 = \frac{3}{5} = 0,6", B),
            ),
            'Explorer(data, measure="P", n=5, tiles=["P"])',
            PICTURE,
        ),
        Example(
            "parra-ap10",
            198,
            Text("AP@10 and MAP@10 with m = 20", "AP@10 y MAP@10 con m = 20"),
            PARRA,
            (
                Printed("AP@10", "0.25", of=A),
                Printed("AP@10", "0.1767", of=B),
                Printed("MAP@10", "0.2133"),
            ),
            'Explorer(data, measure="AP@10", tiles=["AP"])',
            PICTURE,
        ),
        Example(
            "parra-rankscore",
            209,
            Text("Rankscore of the apples with a half-life of 5", "Rankscore de las manzanas con vida media 5"),
            "apples()",
            (Printed("Rankscore", "0.6609"),),
            'Explorer(data, measure="Rankscore", tiles=["Rankscore"])',
        ),
        Example(
            "parra-ndcg",
            221,
            Text("DCG and nDCG of a list with grades", "DCG y nDCG de una lista con grados"),
            "graded()",
            (Printed("DCG@10", "8.8869"), Printed("nDCG@10", "0.5944")),
            'Explorer(data, measure="nDCG@10", tiles=["DCG", "nDCG"])',
            OURS,
        ),
        Example(
            "parra-user-coverage",
            227,
            Text("User coverage: two of three users", "Cobertura de usuarios: dos de tres usuarios"),
            '{"A": ["a", "b"], "B": ["a"], "C": []}',
            (Printed("user_coverage", "0.6667", of='data, ["A", "B", "C"]'),),
            "{user: bool(items) for user, items in data.items()}",
        ),
        Example(
            "parra-item-coverage",
            228,
            Text("Item coverage: two of four items", "Cobertura de ítems: dos de cuatro ítems"),
            '{"A": ["a", "b"], "B": ["a"], "C": []}',
            (Printed("item_coverage", "0.5", of='data, ["a", "b", "c", "d"]'),),
            '{item: any(item in items for items in data.values()) for item in ["a", "b", "c", "d"]}',
        ),
    ),
    "vlnet-challenge-mean-average-r-precision": (
        Example(
            "vlnet-1",
            25,
            Text("Example 1: two lists of ten lectures", "Ejemplo 1: dos listas de diez charlas"),
            'Ranking.batch(list(videolectures(1).values()), ["r₁", "r₂"])',
            (
                Printed("Rp@5", "3/5", 57, r"Rp@5(r_1) = \frac{3}{5}", R1),
                Printed("Rp@10", "7/10", 57, r"Rp@10(r_1) = \frac{7}{10}", R1),
                Printed("AvgRp", "0.65", 59, r"\left(\frac{3}{5} + \frac{7}{10}\right) \frac{1}{2} = 0.65", R1),
                Printed("Rp@5", "3/5", 69, r"Rp@5(r_2) = \frac{3}{5}", R2),
                Printed("Rp@10", "7/10", 69, r"Rp@10(r_2) = \frac{7}{10}", R2),
                Printed("AvgRp", "0.65", 71, r"\left(\frac{3}{5} + \frac{7}{10}\right) \frac{1}{2} = 0.65", R2),
                Printed("MARp", "0.65", 75, r"(0.65 + 0.65) \frac{1}{2} = 0.65"),
            ),
            f'Explorer(data, measure="AvgRp", {LECTURES})',
        ),
        Example(
            "vlnet-2",
            77,
            Text(
                "Example 2: ties, and only seven relevant lectures",
                "Ejemplo 2: empates, y solo siete charlas relevantes",
            ),
            'Ranking.batch(list(videolectures(2).values()), ["r₁", "r₂"])',
            (
                Printed("Rp@5", "4/5", 113, r"Rp@5(r_1) = \frac{4}{5}", R1),
                Printed("Rp@10", "6/10", 113, r"Rp@10(r_1) = \frac{6}{10}", R1),
                Printed("AvgRp", "0.7", 115, r"\left(\frac{4}{5} + \frac{6}{10} \right) \frac{1}{2} = 0.7", R1),
                Printed("Rp@5", "2/5", 137, r"Rp@5(r_2) = \frac{2}{5}", R2),
                Printed("Rp@10", "4/7", 137, r"Rp@10(r_2) = \frac{4}{7}", R2),
                Printed("AvgRp", "0.4857", 139, r"\left(\frac{2}{5} + \frac{4}{7}\right) \frac{1}{2} = 0.4857", R2),
                Printed("MARp", "0.5928", 143, r"(0.7 + 0.4857) \frac{1}{2} = 0.5928", computed="0.5929"),
            ),
            f'Explorer(data, measure="AvgRp", {LECTURES})',
            Text(
                "The document averages 0.7 and 0.4857, which is rounded, and cuts 0.59285 to 0.5928. "
                "AvgRp of r₂ is exactly 17/35, so MARp is 83/140 = 0.592857…: rounded, 0.5929.",
                "El documento promedia 0,7 y 0,4857, que está redondeado, y corta 0,59285 en 0,5928. "
                "AvgRp de r₂ es exactamente 17/35, así que MARp es 83/140 = 0,592857…: redondeado, 0,5929.",
            ),
        ),
        Example(
            "vlnet-four",
            147,
            Text("Four relevant lectures, all found", "Cuatro charlas relevantes, todas encontradas"),
            'Ranking.parse("RRRRNNNNNN", relevant=4)',
            (
                Printed("Rp@10", "1", 147, "would score 1, measured by $Rp@10$"),
                Printed("P@10", "0.4", 147, "its $p@10$ would be only 0.4"),
            ),
            'Explorer(data, measure="Rp", tiles=["P", "Rp"], n=10)',
        ),
    ),
    "cookie-cream-rank-aware-metrics": (
        Example(
            "cookie-rr",
            38,
            Text("Rank of the first relevant item", "Posición del primer ítem relevante"),
            "cookie_cream()",
            (Printed("RR", "1"),),
            'Explorer(data, measure="RR", tiles=["RR"])',
            OURS,
        ),
        Example(
            "cookie-ap",
            90,
            Text("Average precision of four items", "Precisión promedio de cuatro ítems"),
            "cookie_cream()",
            (Printed("AP", "0.8", 90, "(1/1 + 2/3 + 3/4) / 3 = 0.8"), Printed("AP", "0.8056")),
            'Explorer(data, measure="AP", tiles=["P", "AP"])',
        ),
        Example(
            "cookie-ndcg",
            139,
            Text("nDCG of a list with grades", "nDCG de una lista con grados"),
            "graded()",
            (Printed("nDCG@10", "0.5944"),),
            'Explorer(data, measure="nDCG@10", tiles=["DCG", "nDCG"])',
            OURS,
        ),
        Example(
            "cookie-idcg-0",
            152,
            Text("IDCG = 0: no item is relevant", "IDCG = 0: ningún ítem es relevante"),
            'Ranking.parse("NNN")',
            (Printed("nDCG", "0"),),
            'Explorer(data, measure="nDCG", tiles=["DCG", "nDCG"])',
            Text(
                "The deck asks how to handle it. Here 0/0 counts as 0, unless you choose that it is left out.",
                "La presentación pregunta cómo tratarlo. Aquí 0/0 cuenta como 0, a menos que elijas dejarlo fuera.",
            ),
        ),
    ),
    "lopes-week-11-and-12": (
        Example(
            "lopes-ratings",
            27,
            Text("AP@3 and nDCG@3 from ratings, threshold 3", "AP@3 y nDCG@3 desde ratings, umbral 3"),
            'Ranking.from_items(["a", "x", "b"], {"a": 5, "b": 4, "c": 2}, threshold=3)',
            (
                Printed("AP@3", "0.8333", of='data, convention="lopes"'),
                Printed("nDCG@3", "0.9304", of='data, convention="lopes"'),
            ),
            'Explorer(data, measure="nDCG", n=3, convention="lopes", tiles=["AP", "nDCG"])',
        ),
        Example(
            "lopes-min",
            50,
            Text("AP@N is divided by min(m, N)", "AP@N se divide por min(m, N)"),
            "apples()",
            (Printed("AP@5", "0.2333"), Printed("AP@3", "0.3889")),
            'Explorer(data, measure="AP@5", tiles=["AP"])',
        ),
    ),
}
"""The examples of each document, in its order; the documents by the names of their files, in the order of the page."""
