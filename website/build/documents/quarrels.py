"""The questions on which tools give different values, as data: the sides, the input that separates them, and who met them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from notebooks.build.lecture_types import Text


class Side(NamedTuple):
    """One answer to the question: what it does, and the measures that show it, which change one parameter."""

    metric: str
    key: str = ""
    value: Any = None
    text: Text = Text("", "")
    """What it does, where the words of its parameter do not say it."""


class Runs(NamedTuple):
    """Tables of recommendations and judgments, and the options of `evaluate` that give each side."""

    recommendations: Mapping[str, Any]
    judgments: Mapping[str, Any]
    measures: tuple[str, ...]
    sides: tuple[tuple[Text, Mapping[str, Any]], ...]
    shown: Text


class Quarrel(NamedTuple):
    """A question; of one list it has `sides` of some cut-offs, of many users it has `runs`."""

    name: str
    title: Text
    lead: Text
    threads: tuple[tuple[str, Text], ...]
    asked: Text
    """How readers ask it, in the words that they type into a search."""
    closed: str = ""
    sides: tuple[Side, ...] = ()
    cutoffs: tuple[int, ...] = (3, 6)
    hint: Text = Text("", "")
    graded: tuple[str, ...] = ()
    """Measures of the list with grades, each shown step by step."""
    runs: Runs | None = None


def sides_of(metric: str, key: str, *values: Any) -> tuple[Side, ...]:
    return tuple(Side(metric, key, value) for value in values)


QUARRELS = (
    Quarrel(
        "ap_divisor",
        Text("The denominator of AP: what is it divided by?", "El denominador de AP: ¿por cuánto se divide?"),
        Text(
            "The sum of P@i at the hits is the same for everyone; its denominator is not. Some tools divide by |R|, all relevant "
            "items; some by min(|R|, n), as MAP@10 of Kaggle does; some by the hits, and then a missed item costs nothing. "
            "The denominator is a parameter of `average_precision`.",
            "La suma de P@i en los aciertos es la misma para todos; su denominador no. Algunas herramientas dividen por |R|, "
            "todos los ítems relevantes; otras por min(|R|, n), como MAP@10 de Kaggle; otras por los aciertos, y entonces omitir "
            "un ítem no cuesta nada. El denominador es un parámetro de `average_precision`.",
        ),
        (
            (
                "ocelma/python-recsys#29",
                Text(
                    "AP by the hits gives 1 for a list that misses two of five items",
                    "AP dividida por los aciertos da 1 a una lista que omite dos de cinco ítems",
                ),
            ),
            (
                "joaopalotti/trectools#36",
                Text(
                    "AP@5 by |R| stays at 0.5 although all five ranks are relevant",
                    "AP@5 dividida por |R| queda en 0,5 aunque las cinco posiciones son relevantes",
                ),
            ),
            (
                "deepset-ai/haystack#12255",
                Text(
                    "AP changes from the hits to all relevant documents",
                    "AP pasa de los aciertos a todos los documentos relevantes",
                ),
            ),
            (
                "o19s/quepid#518",
                Text(
                    "one relevant document at rank 1 got AP@10 = 0.29, not 1",
                    "un documento relevante en la posición 1 daba AP@10 = 0,29, no 1",
                ),
            ),
            (
                "benhamner/Metrics#57",
                Text(
                    "whether `apk` of Kaggle divides by the right number",
                    "si `apk` de Kaggle divide por el número correcto",
                ),
            ),
        ),
        asked=Text(
            "MAP@10 kaggle; MAP@K formula; average precision denominator; why is my MAP different from sklearn; AP divided by "
            "hits or by relevant",
            "MAP@10 de kaggle; fórmula de MAP@K; denominador de AP; por qué mi MAP es distinto; AP dividida por "
            "aciertos o por relevantes",
        ),
        closed="ap",
        sides=sides_of("average_precision", "denominator", "reachable", "relevant", "listed", "retrieved", "cutoff"),
        hint=Text(
            "Raise |R|, and the first two rows part at the lower cut-off.",
            "Sube |R|, y las dos primeras filas se separan en el corte menor.",
        ),
    ),
    Quarrel(
        "ideal_list",
        Text("Which ideal list does nDCG have?", "¿Qué lista ideal tiene nDCG?"),
        Text(
            "nDCG divides DCG by the DCG of the ideal list. Most tools take the best of all judged items, cut at n. Some sort only "
            "the shown list, so that a missed item costs nothing and IDCG is too low. Some never cut it, and some cut it at the "
            "length of a short list.",
            "nDCG divide DCG por el DCG de la lista ideal. La mayoría de las herramientas toma lo mejor de todos "
            "los ítems juzgados, "
            "cortado en n. Algunas ordenan solo la lista mostrada: así omitir un ítem no cuesta nada, e IDCG es demasiado bajo. "
            "Algunas nunca la cortan, y otras la cortan en el largo de una lista corta.",
        ),
        (
            (
                "elastic/elasticsearch#154362",
                Text(
                    "a request with one good hit got nDCG@10 = 1",
                    "una consulta con un solo buen resultado daba nDCG@10 = 1",
                ),
            ),
            (
                "o19s/quepid#836",
                Text(
                    "the ideal list came from the shown documents only",
                    "la lista ideal venía solo de los documentos mostrados",
                ),
            ),
            (
                "cvangysel/pytrec_eval#40",
                Text(
                    "`-M 10 ndcg` leaves the ideal list uncut, `ndcg_cut.10` cuts it",
                    "`-M 10 ndcg` no corta la lista ideal, `ndcg_cut.10` la corta",
                ),
            ),
            (
                "OpenBMB/ToolBench#184",
                Text(
                    "only retrieved documents were in the ideal list",
                    "solo los documentos recuperados estaban en la lista ideal",
                ),
            ),
        ),
        asked=Text(
            "ideal DCG of retrieved documents only; IDCG of missed items; nDCG too high; nDCG of a single result "
            "is 1; sklearn ndcg_score missing documents",
            "DCG ideal solo de los documentos recuperados; IDCG con ítems omitidos; nDCG demasiado alto; nDCG de "
            "un solo resultado es 1",
        ),
        closed="ndcg",
        sides=sides_of("ndcg", "ideal", "pool", "uncut", "shown", "retrieved", "ones"),
        hint=Text("Add a missed item, and see which values fall.", "Agrega un ítem omitido, y mira qué valores bajan."),
    ),
    Quarrel(
        "gain_and_discount",
        Text("Which gain and which discount does nDCG have?", "¿Qué ganancia y qué descuento tiene nDCG?"),
        Text(
            "With grades, the gain is the grade itself (linear, as in trec_eval and scikit-learn) or 2^g − 1 (exponential, as in "
            "XGBoost and LightGBM). Some tools know only relevant or not. The discount is mostly log2(i + 1). The natural "
            "logarithm changes DCG but not nDCG.",
            "Con grados, la ganancia es el grado mismo (lineal, como en trec_eval y scikit-learn) o 2^g − 1 (exponencial, como en "
            "XGBoost y LightGBM). Algunas herramientas solo conocen relevante o no. El descuento casi siempre es log2(i + 1). "
            "El logaritmo natural cambia DCG, pero no nDCG.",
        ),
        (
            (
                "sunnweiwei/RankGPT#18",
                Text(
                    "an own function with 2^g − 1 differs from trec_eval",
                    "una función propia con 2^g − 1 difiere de trec_eval",
                ),
            ),
            (
                "huggingface/sentence-transformers#1349",
                Text("why nDCG ignores the degree of relevance", "por qué nDCG ignora el grado de relevancia"),
            ),
            (
                "scikit-learn/scikit-learn#18817",
                Text("a wish for the exponential gain", "se pide la ganancia exponencial"),
            ),
            (
                "castorini/anserini#92",
                Text("trec_eval and gdeval give different nDCG@20", "trec_eval y gdeval dan distinto nDCG@20"),
            ),
            ("dmlc/xgboost#11506", Text("how to switch to the linear gain", "cómo cambiar a la ganancia lineal")),
        ),
        asked=Text(
            "2^rel - 1 or linear gain; exponential gain; why is my nDCG different from trec_eval; sklearn ndcg gain; log2 or "
            "natural log; log base",
            "2^rel - 1 o ganancia lineal; ganancia exponencial; por qué mi nDCG es distinto de trec_eval; log2 o logaritmo "
            "natural; base del logaritmo",
        ),
        closed="ndcg",
        sides=sides_of("ndcg", "discount", "log2", "ln", "rank", "jarvelin", "none"),
        cutoffs=(6,),
        hint=Text(
            "Swap the items at ranks 1 and 2: one discount does not see it.",
            "Intercambia los ítems de las posiciones 1 y 2: un descuento no lo nota.",
        ),
        graded=("exponential", "linear", "binary"),
    ),
    Quarrel(
        "no_relevant_item",
        Text(
            "0/0 in nDCG and AP: 0, 1 (XGBoost, LightGBM) or left out",
            "0/0 en nDCG y AP: 0, 1 (XGBoost, LightGBM) o fuera",
        ),
        Text(
            "Without a relevant item, AP, recall and nDCG are 0/0. Most tools count 0. XGBoost and LightGBM count 1 (its old name "
            "with a minus, `ndcg@10-`, counts 0), so that their mean looks too good: nDCG of a query with no "
            "relevant document is 1. "
            "Others leave the user out of the mean.",
            "Sin ítems relevantes, AP, recall y nDCG son 0/0. La mayoría de las herramientas cuenta 0. XGBoost y "
            "LightGBM cuentan 1 "
            "(con un signo menos, `ndcg@10-` cuenta 0), así que su media se ve demasiado buena: nDCG de una "
            "consulta sin documentos "
            "relevantes es 1. Otras dejan al usuario fuera de la media.",
        ),
        (
            (
                "dmlc/xgboost#2208",
                Text(
                    "map@5 and map@5- of the same model, and what the minus means",
                    "map@5 y map@5- del mismo modelo, y qué significa el menos",
                ),
            ),
            (
                "dmlc/xgboost#3875",
                Text("ndcg@20 of XGBoost is 0.82, by hand 0.55", "ndcg@20 de XGBoost es 0,82, y a mano 0,55"),
            ),
            (
                "dmlc/xgboost#11235",
                Text(
                    "the nDCG of one query cannot be computed again", "no se logra recalcular el nDCG de una consulta"
                ),
            ),
            (
                "lightgbm-org/LightGBM#6814",
                Text(
                    "nDCG while training differs from nDCG of the predictions",
                    "el nDCG al entrenar difiere del de las predicciones",
                ),
            ),
            (
                "lightgbm-org/LightGBM#6823",
                Text("nDCG of a query with one document", "el nDCG de una consulta con un documento"),
            ),
        ),
        asked=Text(
            "xgboost ndcg 1; lightgbm ndcg is 1; ndcg of an empty query; ndcg@10-; no positive items; nan recall; zero division",
            "xgboost ndcg 1; lightgbm ndcg es 1; ndcg de una consulta vacía; ndcg@10-; sin positivos; recall "
            "nan; división por cero",
        ),
        closed="ndcg",
        sides=sides_of("ndcg", "empty", 0.0, 1.0, "skip"),
        hint=Text(
            "Make B, C and F not relevant and lower |R| to 0: the three rows part.",
            "Haz B, C y F no relevantes y baja |R| a 0: las tres filas se separan.",
        ),
    ),
    Quarrel(
        "recall_or_hit_rate",
        Text("Recall or hit rate?", "¿Recall o hit rate?"),
        Text(
            "Recall@n is hits / |R|. Hit rate (HR, success) is 1 if there is any hit. With one relevant item per user, as in "
            "leave-one-out, both are equal, so papers write Recall for HR. A third version divides by min(|R|, n), so that a "
            "full list reaches 1.",
            "Recall@n es aciertos / |R|. Hit rate (HR, success) es 1 si hay algún acierto. Con un ítem relevante por usuario, como "
            "en leave-one-out, ambas son iguales, y por eso hay artículos que llaman Recall a HR. Una tercera versión divide por "
            "min(|R|, n), para que una lista llena llegue a 1.",
        ),
        (
            (
                "RUCAIBox/RecBole#1889",
                Text("Hit and Recall are exactly the same", "Hit y Recall son exactamente iguales"),
            ),
            (
                "AmenRa/ranx#19",
                Text("why recall is not divided by min(|R|, n)", "por qué recall no se divide por min(|R|, n)"),
            ),
            (
                "embeddings-benchmark/mteb#4128",
                Text("a benchmark's Recall@5 was Success@5", "el Recall@5 de un benchmark era Success@5"),
            ),
            (
                "TIGER-AI-Lab/UniIR#29",
                Text(
                    "a function called recall returns 1 for any hit",
                    "una función llamada recall devuelve 1 con cualquier acierto",
                ),
            ),
        ),
        asked=Text(
            "recall equals hit rate; HR@10 same as Recall@10; success@k; leave one out",
            "recall igual a hit rate; HR@10 igual a Recall@10; success@k; leave one out",
        ),
        closed="recall",
        sides=(
            *sides_of("recall", "denominator", "relevant", "reachable"),
            Side("hit_ratio", text=Text("1 if there is a hit", "1 si hay un acierto")),
        ),
        hint=Text(
            "Leave one relevant item, and the rows agree.", "Deja un solo ítem relevante, y las filas coinciden."
        ),
    ),
    Quarrel(
        "cutoff_and_short_lists",
        Text("Cut-off and short lists: P@10 of six items", "Corte y listas cortas: P@10 de seis ítems"),
        Text(
            "A list can be shorter than n. P@10 of six items is divided by 10, or by 6. The ideal list of "
            "nDCG@10 has ten ranks, or "
            "six. AP@10 is divided by min(|R|, 10), by the ranks shown, or by 10. Another trap is a cut-off that is not applied.",
            "Una lista puede ser más corta que n. P@10 de seis ítems se divide por 10, o por 6. La lista ideal "
            "de nDCG@10 tiene diez "
            "posiciones, o seis. AP@10 se divide por min(|R|, 10), por las posiciones mostradas, o por 10. Otra trampa es un corte "
            "que no se aplica.",
        ),
        (
            (
                "Lightning-AI/torchmetrics#886",
                Text(
                    "k larger than the number of documents in precision",
                    "k mayor que el número de documentos en la precisión",
                ),
            ),
            (
                "Lightning-AI/torchmetrics#1952",
                Text("`top_k` seems to change nothing", "`top_k` parece no cambiar nada"),
            ),
            (
                "lightgbm-org/LightGBM#2205",
                Text(
                    "cut-offs in `eval_at` that are not in ascending order",
                    "cortes en `eval_at` que no van en orden creciente",
                ),
            ),
            (
                "lyst/lightfm#529",
                Text(
                    "precision@k of users with fewer than k known items",
                    "precision@k de usuarios con menos de k ítems conocidos",
                ),
            ),
            (
                "usnistgov/trec_eval#11",
                Text(
                    "`ndcg` and `ndcg_cut_20` differ for twenty results",
                    "`ndcg` y `ndcg_cut_20` difieren con veinte resultados",
                ),
            ),
        ),
        asked=Text(
            "precision@10 of a short list; fewer than k recommendations; k larger than the list; top_k does nothing",
            "precision@10 de una lista corta; menos de k recomendaciones; k mayor que la lista; top_k no hace nada",
        ),
        closed="precision",
        sides=(
            *sides_of("precision", "short", "pad", "shrink"),
            *sides_of("ndcg", "ideal", "pool", "shown"),
            *sides_of("average_precision", "denominator", "reachable", "listed", "cutoff"),
        ),
        cutoffs=(10,),
        hint=Text(
            "Make all six items relevant: only some rows reach 1.",
            "Haz relevantes los seis ítems: solo algunas filas llegan a 1.",
        ),
    ),
    Quarrel(
        "ties",
        Text(
            "Ties: which of two items with the same score comes first?",
            "Empates: ¿cuál de dos ítems con el mismo puntaje va primero?",
        ),
        Text(
            "A model gives two items the same score. trec_eval sorts them by their ids, the last first, and "
            "ignores the order of the "
            "file. Other tools keep the order of the file. scikit-learn takes the mean over all orders for nDCG, "
            "and the last rank for AP.",
            "Un modelo da el mismo puntaje a dos ítems. trec_eval los ordena por su id, el último primero, e ignora el orden del "
            "archivo. Otras herramientas conservan el orden del archivo. scikit-learn toma la media sobre todos los órdenes para "
            "nDCG, y la última posición para AP.",
        ),
        (
            (
                "embeddings-benchmark/mteb#5092",
                Text("a constant scorer got MRR@10 = 1", "un puntaje constante daba MRR@10 = 1"),
            ),
            (
                "usnistgov/trec_eval#22",
                Text(
                    "renaming a document changes nDCG from 1 to 0.6309",
                    "cambiar el nombre de un documento baja nDCG de 1 a 0,6309",
                ),
            ),
            (
                "terrierteam/ir_measures#18",
                Text("providers break ties in different ways", "cada proveedor rompe los empates a su manera"),
            ),
            (
                "pmixer/SASRec.pytorch#43",
                Text("the test item must be the first candidate", "el ítem de prueba debe ser el primer candidato"),
            ),
            (
                "beir-cellar/beir#105",
                Text(
                    "MAP and MRR differ with one relevant document",
                    "MAP y MRR difieren con un solo documento relevante",
                ),
            ),
            ("elixir-nx/scholar#360", Text("a constant model gets nDCG = 1", "un modelo constante obtiene nDCG = 1")),
        ),
        asked=Text(
            "sklearn ndcg ties; trec_eval tie breaking by docid; same score; constant predictions; order of equal scores",
            "empates en sklearn ndcg; desempate de trec_eval por docid; mismo puntaje; predicciones constantes",
        ),
        runs=Runs(
            {"u": [["b", 1.0], ["c", 1.0], ["a", 1.0]]},
            {"u": {"c": 1}},
            ("RR", "AP", "nDCG"),
            (
                (Text("in the order of the file", "en el orden del archivo"), {"ties": "order"}),
                (
                    Text("by id, the last first (trec_eval)", "por id, el último primero (trec_eval)"),
                    {"ties": "id_descending"},
                ),
                (Text("by id, the first first", "por id, el primero primero"), {"ties": "id_ascending"}),
                (Text("the relevant item first", "el ítem relevante primero"), {"ties": "best"}),
                (Text("the relevant item last (CatBoost)", "el ítem relevante al final (CatBoost)"), {"ties": "worst"}),
                (
                    Text(
                        "the mean over all orders (nDCG of scikit-learn)",
                        "la media sobre todos los órdenes (nDCG de scikit-learn)",
                    ),
                    {"ties": "expected"},
                ),
                (
                    Text(
                        "the last of their ranks (AP of scikit-learn)",
                        "la última de sus posiciones (AP de scikit-learn)",
                    ),
                    {"ties": "last"},
                ),
            ),
            Text(
                "One user; b, c and a, in this order, have the same score, and c is relevant.",
                "Un usuario; b, c y a, en este orden, tienen el mismo puntaje, y c es relevante.",
            ),
        ),
    ),
    Quarrel(
        "who_counts",
        Text("Which users count in the mean?", "¿Qué usuarios cuentan en la media?"),
        Text(
            "The mean over users depends on who is in it: users without test items, users without recommendations, users with no "
            "relevant item. The same values per user give several means, and a tool that leaves users out looks better.",
            "La media sobre los usuarios depende de quiénes están en ella: usuarios sin ítems de prueba, "
            "usuarios sin recomendaciones, "
            "usuarios sin ítems relevantes. Los mismos valores por usuario dan varias medias, y una herramienta que deja usuarios "
            "fuera se ve mejor.",
        ),
        (
            (
                "RUCAIBox/RecBole#1265",
                Text(
                    "how RecBole treats users in its evaluation", "cómo trata RecBole a los usuarios en su evaluación"
                ),
            ),
            (
                "NicolasHug/Surprise#391",
                Text("whether a new user is kept out of the metric", "si un usuario nuevo queda fuera de la métrica"),
            ),
            (
                "NicolasHug/Surprise#335",
                Text(
                    "users without recommended items count as 1", "los usuarios sin ítems recomendados cuentan como 1"
                ),
            ),
            (
                "thuml/HashNet#2",
                Text(
                    "queries without a relevant result are left out of MAP",
                    "las consultas sin resultado relevante quedan fuera de MAP",
                ),
            ),
        ),
        asked=Text(
            "users without test items in the mean; cold start users in the evaluation; average over users or "
            "queries; skipped users",
            "usuarios sin ítems de prueba en la media; usuarios nuevos en la evaluación; promedio sobre usuarios o consultas",
        ),
        runs=Runs(
            {"ana": ["a", "b"], "beto": ["c"], "dora": ["a"]},
            {"ana": {"a": 1}, "beto": {"d": 0}, "caro": {"b": 1}},
            ("Recall@2", "MAP@2"),
            (
                (Text("users with a judgment", "usuarios con un juicio"), {"users": "judged"}),
                (Text("all users", "todos los usuarios"), {"users": "all"}),
                (Text("users with both", "usuarios con ambas cosas"), {"users": "common"}),
                (Text("users with a relevant item", "usuarios con un ítem relevante"), {"users": "with_relevant"}),
            ),
            Text(
                "Ana gets a and b, Beto gets c, Dora gets a. Ana judged a as relevant, Beto judged d as not "
                "relevant, Caro judged b as relevant.",
                "Ana recibe a y b, Beto recibe c, Dora recibe a. Ana juzgó a como relevante, Beto juzgó d como no "
                "relevante, Caro juzgó b como relevante.",
            ),
        ),
    ),
    Quarrel(
        "copies",
        Text("Copies: an item that is in the list twice", "Copias: un ítem que está dos veces en la lista"),
        Text(
            "Two chunks of one document, or two retrievers, put the same item into a list twice. Tools that "
            "count each copy as a hit "
            "give nDCG and recall above 1. Others reject the list, drop the copies, or count only the first one.",
            "Dos fragmentos de un documento, o dos buscadores, ponen el mismo ítem dos veces en una lista. Las "
            "herramientas que cuentan "
            "cada copia como acierto dan nDCG y recall mayores que 1. Otras rechazan la lista, quitan las "
            "copias, o cuentan solo la primera.",
        ),
        (
            (
                "truera/trulens#2746",
                Text(
                    "recall_at_k = 2 and ndcg_at_k = 1.63 with duplicate chunks",
                    "recall_at_k = 2 y ndcg_at_k = 1,63 con fragmentos duplicados",
                ),
            ),
            (
                "run-llama/llama_index#22683",
                Text("hit rate and AP of 2 when ids repeat", "hit rate y AP de 2 cuando se repiten los ids"),
            ),
            (
                "cvangysel/pytrec_eval#50",
                Text("how to evaluate a list with duplicate ids", "cómo evaluar una lista con ids duplicados"),
            ),
            (
                "mlflow/mlflow#26041",
                Text(
                    "an id made for a copy is the id of another document",
                    "el id creado para una copia es el de otro documento",
                ),
            ),
            (
                "deepset-ai/haystack#11959",
                Text("nDCG of 1.63, capped at 1 since", "un nDCG de 1,63, desde entonces limitado a 1"),
            ),
        ),
        asked=Text(
            "duplicate chunks give ndcg above 1; recall greater than 1; repeated items; duplicate document ids; "
            "RAG retrieval with duplicates",
            "fragmentos duplicados dan ndcg mayor que 1; recall mayor que 1; ítems repetidos; ids duplicados",
        ),
        runs=Runs(
            {"u": ["a", "a", "x"]},
            {"u": {"a": 1, "b": 1}},
            ("Recall@3", "AP@3", "nDCG@3"),
            (
                (Text("copies are worth 0", "las copias valen 0"), {"repeats": "first"}),
                (Text("copies are removed", "las copias se quitan"), {"repeats": "removed"}),
                (Text("every copy is a hit", "cada copia es un acierto"), {"repeats": "counted"}),
                (
                    Text(
                        "every copy is a hit and one more relevant item",
                        "cada copia es un acierto y un ítem relevante más",
                    ),
                    {"repeats": "expanded"},
                ),
            ),
            Text(
                "The list is a, a, x. The relevant items are a and b.",
                "La lista es a, a, x. Los ítems relevantes son a y b.",
            ),
        ),
    ),
)
"""In the order of the navigation."""
