"""The ready lectures through the worked examples of a source document, in its order and with its numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from metrics_edu import examples
from notebooks.build.lecture_types import LectureText, Slide, Text
from notebooks.build.slide_examples import EXAMPLES, Example


class Notes(NamedTuple):
    """What the speaker of an example needs: minutes, the question of the slide, what to say, what to ask the class."""

    minutes: int
    title: Text
    say: Text
    ask: Text


NOTES: Mapping[str, Notes] = {
    "lawrie-precision": Notes(
        1,
        Text(
            "I want apples: what is the precision of this set?",
            "Quiero manzanas: ¿cuánto es la precisión de este conjunto?",
        ),
        Text(
            "Three of the five pieces are apples: P = [P lawrie_precision]. Their order does not matter.",
            "Tres de las cinco frutas son manzanas: P = [P lawrie_precision]. Su orden no importa.",
        ),
        Text("What would one more pear change?", "¿Qué cambiaría una pera más?"),
    ),
    "lawrie-recall": Notes(
        1,
        Text("Six apples exist: what is the recall?", "Existen seis manzanas: ¿cuánto es el recall?"),
        Text(
            "There are six apples in all, and three are in the set: Recall = [Recall lawrie_precision].",
            "Hay seis manzanas en total y tres están en el conjunto: Recall = [Recall lawrie_precision].",
        ),
        Text("Which of the two numbers needs the whole market?", "¿Cuál de los dos números necesita toda la feria?"),
    ),
    "lawrie-f": Notes(
        1,
        Text("What is the F-measure of this set?", "¿Cuánto es la medida F de este conjunto?"),
        Text(
            "The harmonic mean of [P lawrie_precision] and [Recall lawrie_precision] is [F1 lawrie_precision].",
            "La media armónica de [P lawrie_precision] y [Recall lawrie_precision] es [F1 lawrie_precision].",
        ),
        Text("Why is it below the usual mean?", "¿Por qué está bajo la media común?"),
    ),
    "lawrie-ap": Notes(
        3,
        Text("Average precision: what does each apple add?", "Precisión promedio: ¿cuánto suma cada manzana?"),
        Text(
            "Add the terms one by one, as the slides do. Six terms divided by six apples give AP = [AP lawrie_ap].",
            "Suma los términos uno por uno, como en las láminas. Seis términos divididos por seis manzanas dan "
            "AP = [AP lawrie_ap].",
        ),
        Text("What does the apple at rank 10 add?", "¿Cuánto suma la manzana de la posición 10?"),
    ),
    "lawrie-map": Notes(
        1,
        Text("Four queries: what is MAP?", "Cuatro consultas: ¿cuánto es MAP?"),
        Text(
            "Each query has its AP: [AP lawrie_map.q1], [AP lawrie_map.q2], [AP lawrie_map.q3] and [AP lawrie_map.q4]. "
            "Choose *Mean of 4* above the list: MAP = [MAP lawrie_map].",
            "Cada consulta tiene su AP: [AP lawrie_map.q1], [AP lawrie_map.q2], [AP lawrie_map.q3] y [AP lawrie_map.q4]. "
            "Elige *Promedio de 4* sobre la lista: MAP = [MAP lawrie_map].",
        ),
        Text("Which query pulls the mean down most?", "¿Qué consulta baja más la media?"),
    ),
    "lawrie-mrr": Notes(
        2,
        Text(
            "First hits at ranks 5, 15, 205 and 215: what is MRR?",
            "Primeros aciertos en 5, 15, 205 y 215: ¿cuánto es MRR?",
        ),
        Text(
            "Choose the four queries above the list, and then *Mean of 4*. RR is [RR lawrie_mrr.5], [RR lawrie_mrr.15], "
            "[RR lawrie_mrr.205] and [RR lawrie_mrr.215]. The mean rank is [Rank lawrie_mrr], MRR is [MRR lawrie_mrr].",
            "Elige las cuatro consultas sobre la lista y luego *Promedio de 4*. RR es [RR lawrie_mrr.5], "
            "[RR lawrie_mrr.15], [RR lawrie_mrr.205] y [RR lawrie_mrr.215]. La posición media es [Rank lawrie_mrr] y MRR es "
            "[MRR lawrie_mrr].",
        ),
        Text(
            "Does a user notice whether it is rank 205 or 215?",
            "¿Nota alguien si es la posición 205 o la 215?",
        ),
    ),
    "lawrie-one-relevant": Notes(
        1,
        Text("One relevant item: MRR or MAP?", "Un solo ítem relevante: ¿MRR o MAP?"),
        Text(
            "With one relevant item, AP has one term, 1 divided by its rank: MRR = [MRR lawrie_one_relevant] and "
            "MAP = [MAP lawrie_one_relevant].",
            "Con un solo ítem relevante, AP tiene un término, 1 dividido por su posición: MRR = [MRR lawrie_one_relevant] y "
            "MAP = [MAP lawrie_one_relevant].",
        ),
        Text("What happens with a second relevant item?", "¿Qué pasa con un segundo ítem relevante?"),
    ),
    "parra-errors": Notes(
        1,
        Text(
            "Predicted 4, 3.5, 1, actual 5, 3, 2: MAE, MSE, RMSE = ??",
            "Predichos 4; 3,5; 1 y reales 5; 3; 2: MAE, MSE, RMSE = ??",
        ),
        Text(
            "The errors are −1, 0.5 and −1. MAE = [MAE parra_errors], MSE = [MSE parra_errors], RMSE = [RMSE parra_errors].",
            "Los errores son −1, 0,5 y −1. MAE = [MAE parra_errors], MSE = [MSE parra_errors], RMSE = [RMSE parra_errors].",
        ),
        Text("Which of the three is in stars?", "¿Cuáles de las tres se miden en estrellas?"),
    ),
    "parra-precision-recall": Notes(
        1,
        Text("20 are relevant: precision = ??, recall = ??", "Hay 20 relevantes: precisión = ??, recall = ??"),
        Text(
            "List A has 5 hits of 10; choose B above it, which has 3 of 5. "
            "P = [P parra_precision_recall.A] and [P parra_precision_recall.B], "
            "Recall = [Recall parra_precision_recall.A] and [Recall parra_precision_recall.B].",
            "La lista A tiene 5 aciertos de 10; elige B sobre ella, que tiene 3 de 5. "
            "P = [P parra_precision_recall.A] y [P parra_precision_recall.B], "
            "Recall = [Recall parra_precision_recall.A] y [Recall parra_precision_recall.B].",
        ),
        Text("Which list is better?", "¿Qué lista es mejor?"),
    ),
    "parra-f1": Notes(
        1,
        Text("F1 of the two lists = ??", "F1 de las dos listas = ??"),
        Text(
            "F1 = [F1 parra_precision_recall.A] and [F1 parra_precision_recall.B]: both stay near the recall.",
            "F1 = [F1 parra_precision_recall.A] y [F1 parra_precision_recall.B]: ambas quedan cerca del recall.",
        ),
        Text("What has to grow to raise F1 here?", "¿Qué tiene que crecer para subir F1 aquí?"),
    ),
    "parra-rr": Notes(
        1,
        Text("MRR₁ = ??, MRR₂ = ??", "MRR₁ = ??, y MRR₂ = ??"),
        Text(
            "The first hit is at rank 2 in both: RR = [RR parra_precision_recall.A] and [RR parra_precision_recall.B]. "
            "The slide calls it MRR.",
            "El primer acierto está en la posición 2 en ambas: RR = [RR parra_precision_recall.A] y "
            "[RR parra_precision_recall.B]. La lámina lo llama MRR.",
        ),
        Text("Which hits does RR not see?", "¿Qué aciertos no ve RR?"),
    ),
    "parra-p5": Notes(
        1,
        Text("Precision@5 = ?? for each list", "Precision@5 = ?? en cada lista"),
        Text(
            "Only five ranks count: P@5 = [P@5 parra_precision_recall.A] and [P@5 parra_precision_recall.B].",
            "Solo cuentan cinco posiciones: P@5 = [P@5 parra_precision_recall.A] y [P@5 parra_precision_recall.B].",
        ),
        Text("What happens below rank 5?", "¿Qué pasa bajo la posición 5?"),
    ),
    "parra-ap10": Notes(
        1,
        Text("The exercise: AP@10 and MAP@10 with m = 20", "El ejercicio: AP@10 y MAP@10 con m = 20"),
        Text(
            "The exercise of the slide: divided by min(20, 10) = 10, AP@10 is [AP@10 parra_precision_recall.A] and "
            "[AP@10 parra_precision_recall.B]. MAP@10 = [MAP@10 parra_precision_recall].",
            "El ejercicio de la lámina: dividido por min(20, 10) = 10, AP@10 es [AP@10 parra_precision_recall.A] y "
            "[AP@10 parra_precision_recall.B]. MAP@10 = [MAP@10 parra_precision_recall].",
        ),
        Text("Why not divide by 20?", "¿Por qué no dividir por 20?"),
    ),
    "parra-rankscore": Notes(
        1,
        Text("Rankscore with a half-life of 5 = ??", "Rankscore con vida media 5 = ??"),
        Text(
            "A hit five ranks lower counts half. Rankscore = [Rankscore parra_rankscore].",
            "Un acierto cinco posiciones más abajo cuenta la mitad. Rankscore = [Rankscore parra_rankscore].",
        ),
        Text("Does a longer half-life raise it?", "¿Sube con una vida media más larga?"),
    ),
    "parra-ndcg": Notes(
        1,
        Text("The exercise: nDCG of a list with grades", "El ejercicio: nDCG de una lista con grados"),
        Text(
            "A grade of 3 gains 7, a grade of 1 gains 1. DCG@10 = [DCG@10 parra_ndcg], nDCG@10 = [nDCG@10 parra_ndcg].",
            "Un grado 3 gana 7, un grado 1 gana 1. DCG@10 = [DCG@10 parra_ndcg], nDCG@10 = [nDCG@10 parra_ndcg].",
        ),
        Text("Which missed item costs most?", "¿Qué ítem omitido cuesta más?"),
    ),
    "parra-user-coverage": Notes(
        1,
        Text(
            "A gets a and b, B gets a, C gets nothing: user coverage = ??",
            "A recibe a y b, B recibe a, C nada: cobertura de usuarios = ??",
        ),
        Text(
            "A and B got recommendations, C got none: [user_coverage parra_user_coverage].",
            "A y B recibieron recomendaciones, C ninguna: [user_coverage parra_user_coverage].",
        ),
        Text("Who gets none in a real system?", "¿Quién no recibe ninguna en un sistema real?"),
    ),
    "parra-item-coverage": Notes(
        1,
        Text("The items are a, b, c and d: item coverage = ??", "Los ítems son a, b, c y d: cobertura de ítems = ??"),
        Text(
            "Of a, b, c and d only a and b were recommended: [item_coverage parra_item_coverage].",
            "De a, b, c y d solo se recomendaron a y b: [item_coverage parra_item_coverage].",
        ),
        Text("How does a list of popular items score?", "¿Cuánto obtiene una lista de ítems populares?"),
    ),
    "cookie-rr": Notes(
        2,
        Text("Where is the first relevant item?", "¿Dónde está el primer ítem relevante?"),
        Text(
            "The first item is relevant: RR = [RR cookie_rr]. Move it down and watch.",
            "El primer ítem es relevante: RR = [RR cookie_rr]. Bájalo y mira.",
        ),
        Text("For which search is that all you need?", "¿Para qué búsqueda basta con eso?"),
    ),
    "cookie-ap": Notes(
        3,
        Text("Average precision of these four items?", "¿Cuánto es la precisión promedio de estos cuatro?"),
        Text(
            "(1/1 + 2/3 + 3/4) / 3 = [AP cookie_rr]; the deck prints one decimal, 0.8.",
            "(1/1 + 2/3 + 3/4) / 3 = [AP cookie_rr]; la presentación imprime un decimal, 0,8.",
        ),
        Text("Which item has no term, and why?", "¿Qué ítem no tiene término y por qué?"),
    ),
    "cookie-ndcg": Notes(
        3,
        Text("Stars instead of R and N: what is nDCG?", "Estrellas en vez de R y N: ¿cuánto es nDCG?"),
        Text(
            "With grades, a better item first is worth more: nDCG@10 = [nDCG@10 cookie_ndcg].",
            "Con grados, un mejor ítem al principio vale más: nDCG@10 = [nDCG@10 cookie_ndcg].",
        ),
        Text("What would AP not see in this list?", "¿Qué no vería AP en esta lista?"),
    ),
    "cookie-idcg-0": Notes(
        2,
        Text("If IDCG equals 0, how to handle it?", "Si IDCG es 0, ¿cómo se trata?"),
        Text(
            "No item is relevant, so IDCG is 0. The deck asks how to handle it: here 0/0 counts as [nDCG cookie_idcg_0].",
            "Ningún ítem es relevante, así que IDCG es 0. La presentación pregunta cómo tratarlo: aquí 0/0 cuenta como "
            "[nDCG cookie_idcg_0].",
        ),
        Text("Should such a user be in the mean?", "¿Debe ese usuario estar en la media?"),
    ),
    "lopes-ratings": Notes(
        3,
        Text("Ratings 5, 4 and 2, threshold 3: what is nDCG@3?", "Ratings 5, 4 y 2, umbral 3: ¿cuánto es nDCG@3?"),
        Text(
            "Ratings 5, 4 and 2, threshold 3: the item with a 2 is not relevant. "
            "AP@3 = [AP@3 lopes_ratings convention=lopes], nDCG@3 = [nDCG@3 lopes_ratings convention=lopes].",
            "Ratings 5, 4 y 2, umbral 3: el ítem con 2 no es relevante. "
            "AP@3 = [AP@3 lopes_ratings convention=lopes], nDCG@3 = [nDCG@3 lopes_ratings convention=lopes].",
        ),
        Text("What changes with a threshold of 2?", "¿Qué cambia con un umbral de 2?"),
    ),
    "lopes-min": Notes(
        3,
        Text("Six are relevant: by what is AP@5 divided?", "Hay seis relevantes: ¿por cuánto se divide AP@5?"),
        Text(
            "Six are relevant. AP@5 is divided by 5, AP@3 by 3: [AP@5 lopes_min] and [AP@3 lopes_min].",
            "Hay seis relevantes. AP@5 se divide por 5, AP@3 por 3: [AP@5 lopes_min] y [AP@3 lopes_min].",
        ),
        Text("When is it divided by m?", "¿Cuándo se divide por m?"),
    ),
}
"""The notes of each example, by its name; the lists are those of `lists_of`."""


def name_of(example: Example) -> str:
    """Return the name of the data of an example in its lecture: that of the first example with the same data."""
    found = [one for examples_of in EXAMPLES.values() for one in examples_of if one.data == example.data]
    document = example.name.partition("-")[0]
    return next(one.name for one in found if one.name.startswith(document)).replace("-", "_")


def lists_of(document: str) -> str:
    """Return the lines that make the data of the examples; of a coverage, which has no widget, its value."""
    lines = {}
    for example in EXAMPLES[document]:
        (number, *_others) = example.numbers
        value = f"{number.measure}({example.data}, {number.of.removeprefix('data, ')})"
        name = example.name.replace("-", "_") if example.is_coverage else name_of(example)
        lines[name] = f"{name} = {value if example.is_coverage else example.data}"
    text = "\n".join(lines.values())
    makers = ", ".join(name for name in examples.__all__ if f"{name}(" in text)
    public = ", ".join(name for name in ("Ratings", "item_coverage", "user_coverage") if f"{name}(" in text)
    heads = [f"from metrics_edu import {public}"] * bool(public) + [f"from metrics_edu.examples import {makers}"]
    return "\n".join([*heads, "", text])


def slide(example: Example) -> Slide:
    """Return an example as a slide: its widget below a question."""
    notes = NOTES[example.name]
    part = "" if example.is_coverage else re.sub(r"\bdata\b", name_of(example), example.widget)
    return Slide(notes.minutes, notes.title, part, notes.say, notes.ask)


def lecture(name: str, title: Text, document: str, *more: Slide) -> LectureText:
    """Return the lecture through the examples of a document, and more slides."""
    return LectureText(name, title, lists_of(document), (*map(slide, EXAMPLES[document]), *more))


SOURCE_LECTURES = (
    lecture(
        "10_lawrie_slides",
        Text("The examples of D. Lawrie's slides", "Los ejemplos de las láminas de D. Lawrie"),
        "lawrie-evaluation-metrics",
    ),
    lecture(
        "11_parra_slides",
        Text("The examples of D. Parra's slides", "Los ejemplos de las láminas de D. Parra"),
        "parra-metricas-de-evaluacion",
    ),
    lecture(
        "12_cookie_cream_slides",
        Text("The examples of cookie&cream's slides", "Los ejemplos de las láminas de cookie&cream"),
        "cookie-cream-rank-aware-metrics",
    ),
    lecture(
        "13_lopes_examples",
        Text("The metrics of A. Lopes' library", "Las métricas de la biblioteca de A. Lopes"),
        "lopes-week-11-and-12",
        Slide(
            2,
            Text("nDCG@3 with a linear gain, step by step", "nDCG@3 con ganancia lineal, paso a paso"),
            'Stepper("nDCG@3", lopes_ratings, convention="lopes")',
            Text(
                "The gain is the grade itself: [DCG@3 lopes_ratings gain=linear] divided by the DCG of the ideal list.",
                "La ganancia es el grado mismo: [DCG@3 lopes_ratings gain=linear] dividido por el DCG de la lista ideal.",
            ),
            Text("Where would 2^g − 1 differ?", "¿Dónde sería distinto con 2^g − 1?"),
        ),
        Slide(
            2,
            Text("The same list with the gain of D. Parra", "La misma lista con la ganancia de D. Parra"),
            'Stepper("nDCG@3", lopes_ratings)',
            Text(
                "With a gain of 2^g − 1 it is [nDCG@3 lopes_ratings]. A paper must say which one it used.",
                "Con una ganancia de 2^g − 1 es [nDCG@3 lopes_ratings]. Un paper debe decir cuál usó.",
            ),
            Text("Which one punishes the item x more?", "¿Cuál castiga más al ítem x?"),
        ),
    ),
)
LECTURE_OF = dict(
    zip(
        EXAMPLES,
        ("10_lawrie_slides", "11_parra_slides", "08_r_precision", "12_cookie_cream_slides", "13_lopes_examples"),
        strict=True,
    )
)
"""The name of the lecture through the examples of each document; that of VideoLectures is in lecture_texts.py."""
