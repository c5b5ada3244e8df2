"""Gallery: the figures for slides, as data: what each is called, where it comes from, and the line of Python that draws it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from metrics_edu.working import Derivation

IMPORTS = """\
from metrics_edu import Ranking, average_precision, explain, measure, ndcg, rankscore, reciprocal_rank
from metrics_edu.examples import (
    apples,
    cookie_cream,
    first_hits,
    fruit_set,
    graded,
    parra_lists,
    popular_run,
    short_list,
    ten_users,
    videolectures,
)
from metrics_edu.plots import (
    draw_conventions,
    draw_denominators,
    draw_discounts,
    draw_flips,
    draw_gains,
    draw_ideal,
    draw_lists,
    draw_precision_recall,
    draw_staircase,
    draw_terms,
    lay_out,
    slide,
)
from metrics_edu.widgets import PairedTest
"""
"""What the lines need; ``ax`` is an Axes."""


class Picture(NamedTuple):
    """A figure for slides.

    Attributes
    ----------
    name : str
        Of its files.
    title, source : mapping from a language to str
        As they are on the figure.
    code : str
        The line that draws it on ``ax`` and gives its text alternative.
    framed : bool
        Whether it has ticks to the left of its Axes and below.
    hero : str
        What gives the working whose value is in the largest type: below, or at the right at the height of `beside`.
    note, noted : mapping from a language to str, str
        The text about a value, after the first line that begins so.
    marked : mapping from a language to str
        What the grades in the marks are called, where that is another word.
    """

    name: str
    title: Mapping[str, str]
    source: Mapping[str, str]
    code: str
    framed: bool = False
    hero: str = ""
    beside: float = 0.0
    note: Mapping[str, str] = MappingProxyType({})
    noted: str = ""
    marked: Mapping[str, str] = MappingProxyType({})

    def draw(self, ax: Axes) -> str:
        """Draw the figure; return one sentence or more that say what it shows."""
        return str(self._evaluated(self.code, ax))

    def hero_working(self) -> Derivation:
        """Give the working of the value that is the point of the figure, which has one."""
        working: Derivation = self._evaluated(self.hero)
        return working

    def _evaluated(self, code: str, ax: Axes | None = None) -> Any:
        names: dict[str, object] = {"ax": ax}
        exec(IMPORTS, names)
        return eval(code, names)


LAWRIE = {"en": "List: Dawn Lawrie, Evaluation Metrics", "es": "Lista: Dawn Lawrie, Evaluation Metrics"}
NAMED = "what the fruit is called is our choice.", "los nombres de las frutas los elegimos nosotros."
MEAN = (
    "AP, the line: the sum of the filled bars, divided by 6.",
    "AP, la línea: la suma de las barras rellenas, dividida por 6.",
)
RINGED = (
    "The numbers are the ranks of the hits; the ring is rank 5, the cut-off n.",
    "Los números son las posiciones de los aciertos; el anillo es la posición 5, el corte n.",
)
TWO_USERS = 'explain(average_precision, Ranking.batch([Ranking.parse("RNR"), Ranking.parse("NNRN", relevant=2)], ["Ana", "Ben"]))'
MAP_PARRA = 'measure("AP@10").explain(Ranking.batch([*parra_lists().values()]))'
UNNAMED = 'Ranking(videolectures({0})["{1}"].shown, videolectures({0})["{1}"].pool())'
VIDEOLECTURES = {
    "en": "Rp@n counts only the n best scores. VideoLectures.net challenge, ECML/PKDD 2011.",
    "es": "Rp@n cuenta solo los n mejores puntajes. Desafío VideoLectures.net, ECML/PKDD 2011.",
}
SCORE = {"en": "score", "es": "puntaje"}

PICTURES = (
    Picture(
        "list_apples",
        {
            "en": "A ranked list: six apples among twelve pieces of fruit",
            "es": "Una lista ordenada: seis manzanas entre doce frutas",
        },
        {lang: f"{source}; {named}" for (lang, source), named in zip(LAWRIE.items(), NAMED, strict=True)},
        'draw_lists(ax, apples(), ["AP"])',
        hero="explain(average_precision, apples())",
    ),
    Picture(
        "list_fruit_set",
        {
            "en": "A set: three of six apples among five pieces of fruit",
            "es": "Un conjunto: tres de seis manzanas entre cinco frutas",
        },
        {
            "en": "Numbers: Dawn Lawrie, Evaluation Metrics; places and names are our choice.",
            "es": "Números: Dawn Lawrie, Evaluation Metrics; los lugares y los nombres los elegimos nosotros.",
        },
        'draw_lists(ax, fruit_set(), ["P@5", "Recall@5", "F1@5"])',
        hero='measure("F1@5").explain(fruit_set())',
    ),
    Picture(
        "lists_parra",
        {
            "en": "Two lists with the same RR, and 20 relevant items in all",
            "es": "Dos listas con el mismo RR y 20 ítems relevantes en total",
        },
        {
            "en": "Denis Parra, Métricas de Evaluación, IIC 3633, PUC Chile. The slides show pictures: these lists are a "
            "reconstruction that gives the values printed there.",
            "es": "Denis Parra, Métricas de Evaluación, IIC 3633, PUC Chile. Las diapositivas muestran imágenes: estas "
            "listas son una reconstrucción que da los valores impresos allí.",
        },
        'draw_lists(ax, parra_lists(), ["P", "Recall", "RR", "P@5"])',
    ),
    Picture(
        "list_cookie_cream",
        {
            "en": "Average precision of four items",
            "es": "Precisión promedio de cuatro ítems",
        },
        {
            "en": "Team cookie&cream, Rank-Aware Evaluation Metrics, where the value is printed as 0.8.",
            "es": "Equipo cookie&cream, Rank-Aware Evaluation Metrics, donde el valor aparece como 0.8.",
        },
        'draw_lists(ax, cookie_cream(), ["AP"])',
        hero="explain(average_precision, cookie_cream())",
    ),
    Picture(
        "map_parra",
        {
            "en": "MAP@10 of two lists, with 20 relevant items in all",
            "es": "MAP@10 de dos listas, con 20 ítems relevantes",
        },
        {
            "en": "AP@10: (1/2 + 2/4 + 3/6 + 4/8 + 5/10)/10, since min(20, 10) = 10, and (1/2 + 2/3 + 3/5)/10. "
            "Exercise: Denis Parra, Métricas de Evaluación. The lists are a reconstruction.",
            "es": "AP@10: (1/2 + 2/4 + 3/6 + 4/8 + 5/10)/10, pues min(20, 10) = 10, y (1/2 + 2/3 + 3/5)/10. "
            "Ejercicio: Denis Parra, Métricas de Evaluación. Las listas son una reconstrucción.",
        },
        f'draw_terms(ax, {MAP_PARRA}, labels=["NRNRNRNRNR", "NRRNR"], workings=True)',
        framed=True,
        hero=MAP_PARRA,
        beside=0.625,
    ),
    Picture(
        "mrr",
        {
            "en": "First hits at 5, 15, 205, 215: mean rank 110",
            "es": "Aciertos en 5, 15, 205 y 215: posición media 110",
        },
        {
            "en": "MRR, the line: the mean of 1/5, 1/15, 1/205 and 1/215. At the mean rank, RR is only 1/110 = 0.0091. "
            "Ranks: Dawn Lawrie, Evaluation Metrics.",
            "es": "MRR, la línea: el promedio de 1/5, 1/15, 1/205 y 1/215. En la posición media, RR es solo 1/110 = 0,0091. "
            "Posiciones: Dawn Lawrie, Evaluation Metrics.",
        },
        "draw_terms(ax, explain(reciprocal_rank, first_hits()), labels=first_hits().users, workings=True)",
        framed=True,
        hero="explain(reciprocal_rank, first_hits())",
        beside=0.625,
    ),
    Picture(
        "lists_videolectures_1",
        {
            "en": "R-precision at 5 and 10",
            "es": "R-precision en 5 y 10",
        },
        VIDEOLECTURES,
        f'draw_lists(ax, {UNNAMED.format(1, "r₁")}, ["Rp@5", "Rp@10"])',
        hero=f'measure("AvgRp@5+10").explain({UNNAMED.format(1, "r₁")})',
        note={"en": "91 is not one of the 5 best", "es": "91 no es de los 5 mejores"},
        noted="Rp@5",
        marked=SCORE,
    ),
    Picture(
        "lists_videolectures_2",
        {
            "en": "R-precision where scores tie",
            "es": "R-precision con puntajes empatados",
        },
        VIDEOLECTURES,
        f'draw_lists(ax, {UNNAMED.format(2, "r₁")}, ["Rp@5", "Rp@10"])',
        hero=f'measure("AvgRp@5+10").explain({UNNAMED.format(2, "r₁")})',
        note={"en": "96 ties with the 5th best", "es": "96 empata con el 5.º"},
        noted="Rp@5",
        marked=SCORE,
    ),
    Picture(
        "lists_videolectures_3",
        {
            "en": "R-precision with only seven relevant items",
            "es": "R-precision con solo siete ítems relevantes",
        },
        VIDEOLECTURES,
        f'draw_lists(ax, {UNNAMED.format(2, "r₂")}, ["Rp@5", "Rp@10"])',
        hero=f'measure("AvgRp@5+10").explain({UNNAMED.format(2, "r₂")})',
        note={"en": "only 7 to find", "es": "solo hay 7 por hallar"},
        noted="Rp@5",
        marked=SCORE,
    ),
    Picture(
        "precision_recall",
        {
            "en": "Precision and recall: a hit goes right, a miss straight down",
            "es": "Precisión y recall: un acierto va a la derecha; un fallo, hacia abajo",
        },
        {lang: f"{ringed} {source}." for (lang, source), ringed in zip(LAWRIE.items(), RINGED, strict=True)},
        "draw_precision_recall(ax, apples(), 5, ranks=True)",
        framed=True,
    ),
    Picture(
        "auc",
        {
            "en": "AUC: each filled square is a pair in the right order",
            "es": "AUC: cada cuadrado relleno es un par en buen orden",
        },
        {
            "en": "A relevant item goes up, another one to the right. Rendle and others, BPR, 2009. "
            "List: our own, of ten items.",
            "es": "Un ítem relevante sube, los demás van a la derecha. Rendle y otros, BPR, 2009. "
            "Lista nuestra, de diez ítems.",
        },
        'draw_staircase(ax, Ranking.parse("NRRNNNNNRR"))',
        framed=True,
        hero='explain("AUC", Ranking.parse("NRRNNNNNRR"))',
        beside=0.625,
    ),
    Picture(
        "ap_points",
        {
            "en": "AP: the mean of P@i at the six apples",
            "es": "AP: el promedio de P@i en las seis manzanas",
        },
        {lang: f"{mean} {source}." for (lang, source), mean in zip(LAWRIE.items(), MEAN, strict=True)},
        "draw_terms(ax, explain(average_precision, apples()), workings=True)",
        framed=True,
        hero="explain(average_precision, apples())",
        beside=0.625,
    ),
    Picture(
        "map",
        {
            "en": "MAP: the mean of each user's AP",
            "es": "MAP: el promedio del AP de cada usuario",
        },
        {
            "en": "MAP, the line: the sum of the bars, divided by 2. Lists: our own; 1 of Ben's 2 relevant items is missed.",
            "es": "MAP, la línea: la suma de las barras, dividida por 2. Listas nuestras; se omitió 1 de los 2 relevantes de Ben.",
        },
        f'draw_terms(ax, {TWO_USERS}, labels=["Ana: R N R", "Ben: N N R N"], workings=True)',
        framed=True,
        hero=TWO_USERS,
        beside=0.625,
    ),
    Picture(
        "rankscore",
        {
            "en": "Rankscore: what each rank weighs, at a half-life of 5",
            "es": "Rankscore: lo que pesa cada posición con vida media 5",
        },
        {
            "en": "The sum of the filled bars, divided by that of the dashed: the ideal list. "
            "Breese, Heckerman and Kadie, 1998. List: Dawn Lawrie, Evaluation Metrics.",
            "es": "La suma de las barras rellenas, dividida por la de las segmentadas: la lista ideal. "
            "Breese, Heckerman y Kadie, 1998. Lista: Dawn Lawrie, Evaluation Metrics.",
        },
        "draw_terms(ax, explain(rankscore, apples()), workings=True)",
        framed=True,
        hero="explain(rankscore, apples())",
        beside=0.625,
    ),
    Picture(
        "gains",
        {
            "en": "Gain: what a grade is worth",
            "es": "Ganancia: lo que vale un grado",
        },
        {
            "en": "2ᵍ − 1: Burges and others, 2005, and Parra's slides. The grade itself: Järvelin and Kekäläinen, 2002.",
            "es": "2ᵍ − 1: Burges y otros, 2005, y las diapositivas de Parra. El grado mismo: Järvelin y Kekäläinen, 2002.",
        },
        "draw_gains(ax, 5)",
        framed=True,
    ),
    Picture(
        "denominators",
        {
            "en": "One list, one sum: what AP@10 is divided by",
            "es": "Una lista, una suma: por qué número se divide AP@10",
        },
        {
            "en": "List: our own, with 3 of 15 relevant items at 7 ranks. Each divisor is some source's or library's.",
            "es": "Lista nuestra: 3 de 15 relevantes en 7 posiciones. Los divisores son de fuentes y bibliotecas.",
        },
        "draw_denominators(ax, short_list(), 10)",
    ),
    Picture(
        "discounts",
        {
            "en": "Discounts: what a relevant item is worth at rank i",
            "es": "Descuentos: lo que vale un ítem relevante en la posición i",
        },
        {
            "en": "DCG: Parra (log₂), Järvelin and Kekäläinen; RR: 1/i; rankscore: its half-life, Parra and Breese.",
            "es": "DCG: Parra (log₂), Järvelin y Kekäläinen; RR: 1/i; rankscore: su vida media, Parra y Breese.",
        },
        "draw_discounts(ax, 20, half_lives=(5, 10))",
        framed=True,
    ),
    Picture(
        "flips",
        {
            "en": "Is B really better than A? All 1,024 swaps of the names",
            "es": "¿Es B realmente mejor que A? Los 1.024 intercambios de nombres",
        },
        {
            "en": "Ten invented users. Test: Smucker, Allan and Carterette, CIKM 2007.",
            "es": "Diez usuarios inventados. Prueba: Smucker, Allan y Carterette, CIKM 2007.",
        },
        "draw_flips(ax, *PairedTest(ten_users()).flips)",
        framed=True,
    ),
    Picture(
        "ideal",
        {
            "en": "nDCG: the list, the ideal list and their quotient",
            "es": "nDCG: la lista, la lista ideal y su cociente",
        },
        {
            "en": "List: our own. Gain and discount: Denis Parra, Métricas de Evaluación, IIC 3633, PUC Chile.",
            "es": "Lista nuestra. Ganancia y descuento: Denis Parra, Métricas de Evaluación, IIC 3633, PUC Chile.",
        },
        "draw_ideal(ax, explain(ndcg, graded(), 5))",
        hero="explain(ndcg, graded(), 5)",
        beside=0.494,
    ),
    Picture(
        "conventions",
        {
            "en": "One run, many values of MAP@10 and nDCG@10",
            "es": "Una corrida, muchos valores de MAP@10 y nDCG@10",
        },
        {
            "en": "Who else: docs/conventions.md. Run: popular films for 60 invented users. Bold: lowest and highest.",
            "es": "Quién más: docs/conventions.md. Películas populares, 60 usuarios inventados. Negrita: extremos.",
        },
        'draw_conventions(ax, popular_run(), ["AP@10", "nDCG@10"], ["parra", "lopes", "trec_eval", "sklearn", "recbole", '
        '"rectools", "lenskit", "daisyrec", "torchmetrics", "xgboost", "catboost", "quepid", "haystack@3.0"])',
    ),
)
