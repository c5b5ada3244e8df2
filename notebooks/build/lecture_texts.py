"""The ready lectures, as data: of each slide its part, its minutes, its text, what the class is asked, in each language."""

from __future__ import annotations

from notebooks.build.lecture_types import LectureText, Slide, Text
from notebooks.build.source_lectures import SOURCE_LECTURES

FRUIT = "from metrics_edu.examples import apples\n\nfruit = apples()"
FILMS = """\
shown = ["The Godfather", "Sharknado", "Spirited Away", "Cats", "Parasite", "Gigli", "Casablanca", "Amélie"]
grades = {
    "The Godfather": 1, "Sharknado": 0, "Spirited Away": 3, "Cats": 0, "Parasite": 2, "Gigli": 0, "Casablanca": 2,
    "Amélie": 3, "City of God": 3, "Seven Samurai": 2,
}  # 0: not for you, 1: fair, 2: good, 3: a favourite
films = Ranking.from_items(shown, grades)"""
FILM_WORDS = {
    "The Godfather": "El padrino",
    "Spirited Away": "El viaje de Chihiro",
    "Parasite": "Parásitos",
    "City of God": "Ciudad de Dios",
    "Seven Samurai": "Los siete samuráis",
}
EARLY_LATE = 'early, late = Ranking.parse("RRNNN"), Ranking.parse("NNNRR")'

PRECISION_RECALL = LectureText(
    "01_precision_recall",
    Text("Precision and recall", "Precisión y recall"),
    f"{FRUIT}\n{EARLY_LATE}",
    (
        Slide(
            2,
            Text(
                "You want apples: how good are the first five?",
                "Quieres manzanas: ¿qué tan buenas son las primeras cinco?",
            ),
            'Explorer(fruit, measure="P", n=5, tiles=["P", "Recall", "F1"])',
            Text(
                "A disc is an apple. Of five pieces of fruit two are apples, so P@5 = [P@5 fruit]. Then move Braeburn up.",
                "Un disco es una manzana. De cinco frutas dos son manzanas, así que P@5 = [P@5 fruit]. Luego sube Braeburn.",
            ),
            Text(
                "Two of five, or two of six: what is each good for?",
                "Dos de cinco o dos de seis: ¿para qué sirve cada una?",
            ),
        ),
        Slide(
            2,
            Text("Six apples there are: what is Recall@5?", "Hay seis manzanas: ¿cuánto es Recall@5?"),
            'Predict("Recall@5", fruit)',
            Text(
                "Everyone writes a number down before the value is shown: [Recall@5 fruit]. The apples below rank 5 are in it.",
                "Todos anotan un número antes de ver el valor: [Recall@5 fruit]. Cuentan las manzanas bajo la posición 5.",
            ),
            Text("Who divided by five, and why is it six?", "¿Quién dividió por cinco, y por qué son seis?"),
        ),
        Slide(
            2,
            Text(
                "We show ten: which goes up, precision or recall?",
                "Mostramos diez: ¿qué sube, la precisión o el recall?",
            ),
            'Explorer(fruit, measure="Recall", n=10, tiles=["P", "Recall", "F1"])',
            Text(
                "Recall@10 = [Recall@10 fruit] and P@10 = [P@10 fruit]. Recall never falls as n grows; precision may.",
                "Recall@10 = [Recall@10 fruit] y P@10 = [P@10 fruit]. Recall nunca baja cuando n crece; la precisión puede bajar.",
            ),
            Text(
                "How do you get a recall of 1 with no work at all?", "¿Cómo se logra un recall de 1 sin ningún trabajo?"
            ),
        ),
        Slide(
            2,
            Text("F1@5: why nearer to the smaller one?", "F1@5: ¿por qué más cerca de la menor?"),
            'Stepper("F1@5", fruit)',
            Text(
                "A harmonic mean: [F1@5 fruit] lies between [P@5 fruit] and [Recall@5 fruit].",
                "Una media armónica: [F1@5 fruit] está entre [P@5 fruit] y [Recall@5 fruit].",
            ),
            Text("What is F1 if one of the two is 0?", "¿Cuánto es F1 si una de las dos es 0?"),
        ),
        Slide(
            2,
            Text("Which of these two lists would you rather have?", "¿Cuál de estas dos listas prefieres?"),
            'Compare(early, late, ["P@5", "Recall@5", "F1@5"])',
            Text(
                "All three say: equal. A set has no order; ranked lists need another metric.",
                "Las tres dicen: iguales. Un conjunto no tiene orden; una lista ordenada necesita otra métrica.",
            ),
            Text("What would a metric have to look at?", "¿En qué tendría que fijarse una métrica?"),
        ),
    ),
)

RECIPROCAL_RANK = LectureText(
    "02_reciprocal_rank",
    Text("Reciprocal rank", "Rango recíproco"),
    f"""{FRUIT}
late = Ranking.parse("NNNNR")
few, many = Ranking.parse("NRNNN", relevant=4), Ranking.parse("NRRRR", relevant=4)
users = Ranking.from_lists({{"Ana": ["a", "b"], "Ben": ["a", "b"]}}, {{"Ana": {{"a": 1}}, "Ben": {{"b": 1}}}})""",
    (
        Slide(
            2,
            Text("You want one apple: how far must you walk?", "Quieres una sola manzana: ¿hasta dónde caminas?"),
            'Explorer(fruit, measure="RR", tiles=["P", "RR"])',
            Text(
                "The first apple stands at rank 2, so RR = [RR fruit]. Move Jazz, the last one: nothing happens.",
                "La primera manzana está en la posición 2, así que RR = [RR fruit]. Mueve Jazz, la última: no pasa nada.",
            ),
            Text("Which move changes RR?", "¿Qué movimiento cambia RR?"),
        ),
        Slide(
            2,
            Text(
                "The first hit stands at rank 5: what is RR?", "El primer acierto está en la posición 5: ¿cuánto es RR?"
            ),
            'Predict("RR", late)',
            Text(
                "[RR late]. From rank 4 to 5 it loses far less than from 1 to 2.",
                "[RR late]. De la posición 4 a la 5 pierde mucho menos que de la 1 a la 2.",
            ),
            Text("And if there is no hit at all?", "¿Y si no hay ningún acierto?"),
        ),
        Slide(
            2,
            Text("The same RR: the same list to you?", "El mismo RR: ¿te da lo mismo la lista?"),
            'Compare(few, many, ["RR", "P@5", "AP"])',
            Text(
                "RR stops at the first hit. That is right for a search with one answer, and wrong for a list to choose from.",
                "RR se detiene en el primer acierto. Eso sirve si hay una sola respuesta, y no si se elige de una lista.",
            ),
            Text("Name a search of each kind.", "Nombra una búsqueda de cada tipo."),
        ),
        Slide(
            2,
            Text("Two users: what is MRR?", "Dos usuarios: ¿cuánto es MRR?"),
            'Predict("RR", users)',
            Text("The mean of 1/1 and 1/2: [RR users].", "La media de 1/1 y 1/2: [RR users]."),
            Text("Is that one over the mean rank?", "¿Es eso uno dividido por el rango medio?"),
        ),
        Slide(
            2,
            Text("MRR: the mean of what?", "MRR: ¿la media de qué?"),
            'Stepper("MRR", users)',
            Text(
                "First each user's own value, then their mean. Nobody counts twice.",
                "Primero el valor de cada usuario, después su media. Nadie cuenta dos veces.",
            ),
            Text(
                "What would a third user without any hit change?",
                "¿Qué cambiaría un tercer usuario sin ningún acierto?",
            ),
        ),
    ),
)

AVERAGE_PRECISION = LectureText(
    "03_average_precision",
    Text("Average precision", "Precisión promedio"),
    f'{FRUIT}\nmissing = Ranking.parse("RNRNN", relevant=4)\n{EARLY_LATE}',
    (
        Slide(
            3,
            Text("What does AP gain if Braeburn moves up one rank?", "¿Qué gana AP si Braeburn sube una posición?"),
            "Explorer(fruit)",
            Text(
                "At every apple: the share of apples so far. The mean of the six is [AP fruit]. Choose Braeburn, then Alt+↑.",
                "En cada manzana: la proporción de manzanas hasta ahí. La media de las seis es [AP fruit]. Elige Braeburn y Alt+↑.",
            ),
            Text("Which terms change, and which do not?", "¿Qué términos cambian y cuáles no?"),
        ),
        Slide(
            2,
            Text("Two of four are shown: what is AP?", "Se muestran dos de cuatro: ¿cuánto es AP?"),
            'Predict("AP", missing)',
            Text(
                "[AP missing]: what is missed counts as zero, so it is divided by 4 and not by 2.",
                "[AP missing]: lo omitido cuenta como cero, así que se divide por 4 y no por 2.",
            ),
            Text(
                "Who divided by the hits? What would that reward?",
                "¿Quién dividió por los aciertos? ¿Qué premiaría eso?",
            ),
        ),
        Slide(
            3,
            Text("AP@5, step by step", "AP@5, paso a paso"),
            'Stepper("AP@5", fruit)',
            Text(
                "Hits so far, precision at each rank; the hits are added; divided by 5, as many as could be hits: [AP@5 fruit].",
                "Aciertos hasta ahí, precisión en cada posición; se suman los aciertos; entre 5, los que cabrían: [AP@5 fruit].",
            ),
            Text("Before each step: what comes next?", "Antes de cada paso: ¿qué sigue?"),
        ),
        Slide(
            1,
            Text("The same hits in another order", "Los mismos aciertos en otro orden"),
            'Compare(early, late, ["P@5", "AP"])',
            Text("P@5 is equal; AP is [AP early] and [AP late].", "P@5 es igual; AP es [AP early] y [AP late]."),
            Text("Which one would you show to a user?", "¿Cuál le mostrarías a un usuario?"),
        ),
        Slide(
            1,
            Text("Build a list with AP = 0.5", "Construye una lista con AP = 0,5"),
            'Inverse(["AP = 0.5"], missing)',
            Text(
                "Four are relevant, so the terms must add up to 2: hits at ranks 1 and 2 do it, and others.",
                "Hay cuatro relevantes, así que los términos deben sumar 2: sirven las posiciones 1 y 2, y otras.",
            ),
            Text("Can you do it in one move?", "¿Se puede con un solo movimiento?"),
        ),
    ),
)

NDCG = LectureText(
    "04_ndcg",
    Text("nDCG: films with grades", "nDCG: películas con grados"),
    FILMS + "\nbetter = Ranking.from_items([shown[2], shown[1], shown[0], *shown[3:]], grades)",
    (
        Slide(
            2,
            Text("Is a film with a 3 worth more than one with a 1?", "¿Vale más una película con 3 que una con 1?"),
            'Explorer(films, measure="nDCG", n=5)',
            Text(
                "Grades are 0 (not for you), 1 (fair), 2 (good) and 3 (a favourite). A 3 gains 7, a 1 gains 1, and less the lower "
                "it is. nDCG@5 = [nDCG@5 films]. Move Spirited Away to the top.",
                "Los grados son 0 (no es para ti), 1 (regular), 2 (buena) y 3 (favorita). Un 3 gana 7, un 1 gana 1, y menos "
                "mientras más abajo. nDCG@5 = [nDCG@5 films]. Sube El viaje de Chihiro al primer lugar.",
            ),
            Text("Which film costs this list the most?", "¿Qué película le cuesta más a esta lista?"),
        ),
        Slide(
            2,
            Text("Where would each film stand in the best list?", "¿Dónde estaría cada película en la mejor lista?"),
            'IdealList("nDCG@5", films)',
            Text(
                "The best list takes from all graded films, also from those that are missed.",
                "La mejor lista toma de todas las películas con grado, también de las omitidas.",
            ),
            Text(
                "Why may the ideal list show a film that ours has not?",
                "¿Por qué la lista ideal puede mostrar una que la nuestra no tiene?",
            ),
        ),
        Slide(
            3,
            Text("nDCG@5: what the list gains, of what it could", "nDCG@5: lo que la lista gana de lo que podría"),
            'Stepper("nDCG@5", films)',
            Text(
                "Grade, gain, discount, sum: DCG@5 = [DCG@5 films]. Then the same for the ideal list, then the quotient.",
                "Grado, ganancia, descuento, suma: DCG@5 = [DCG@5 films]. Luego lo mismo con la lista ideal, luego el cociente.",
            ),
            Text("Before the last step: nearer to 0 or to 1?", "Antes del último paso: ¿más cerca de 0 o de 1?"),
        ),
        Slide(
            3,
            Text("First and third change places: who notices?", "La primera y la tercera se cambian: ¿quién lo nota?"),
            'Compare(films, better, ["P@5", "AP", "nDCG@5"])',
            Text(
                "P@5 and AP know only relevant or not; nDCG@5 rises to [nDCG@5 better].",
                "P@5 y AP solo saben si es relevante o no; nDCG@5 sube a [nDCG@5 better].",
            ),
            Text(
                "When do you want grades, and when are R and N enough?", "¿Cuándo quieres grados y cuándo bastan R y N?"
            ),
        ),
    ),
    FILM_WORDS,
)

RANKSCORE = LectureText(
    "05_rankscore",
    Text("Rankscore", "Rankscore"),
    f'{FRUIT}\nsixth = Ranking.parse("NNNNNR")\nshort = Ranking.parse("NRRNR", relevant=4)\n{EARLY_LATE}',
    (
        Slide(
            2,
            Text("How far down does whoever reads the list go?", "¿Hasta dónde llega quien lee la lista?"),
            'Explorer(fruit, measure="Rankscore")',
            Text(
                "Each rank is read by fewer: after 5 more ranks, by half. Rankscore = [Rankscore fruit].",
                "Cada posición la leen menos: tras 5 posiciones más, la mitad. Rankscore = [Rankscore fruit].",
            ),
            Text(
                "What half-life has a phone, and what has a desktop?",
                "¿Qué vida media tiene un teléfono y cuál un computador?",
            ),
        ),
        Slide(
            2,
            Text(
                "One hit, at rank 6, half-life 5: what is it worth?",
                "Un acierto en la posición 6, vida media 5: ¿cuánto vale?",
            ),
            'Predict("Rankscore", sixth)',
            Text(
                "[Rankscore sixth]: half of a hit at rank 1.",
                "[Rankscore sixth]: la mitad de un acierto en la posición 1.",
            ),
            Text("And at rank 11?", "¿Y en la posición 11?"),
        ),
        Slide(
            3,
            Text("Rankscore, step by step", "Rankscore, paso a paso"),
            'Stepper("Rankscore", short)',
            Text(
                "The weights of the hits, divided by those of the best list: [Rankscore short].",
                "Los pesos de los aciertos, divididos por los de la mejor lista: [Rankscore short].",
            ),
            Text("Where does the missed item come in?", "¿Dónde aparece el ítem omitido?"),
        ),
        Slide(
            3,
            Text("Early or late: which metric cares most?", "Temprano o tarde: ¿a qué métrica le importa más?"),
            'Compare(early, late, ["P@5", "RR", "AP", "nDCG@5", "Rankscore"])',
            Text(
                "Rankscore falls to [Rankscore late], RR to [RR late]: each discount is another reader.",
                "Rankscore baja a [Rankscore late], RR a [RR late]: cada descuento es otro lector.",
            ),
            Text("Which reader is yours?", "¿Cuál es tu lector?"),
        ),
    ),
)

CONVENTIONS = LectureText(
    "06_conventions",
    Text("Conventions: one name, many numbers", "Convenciones: un nombre, muchos números"),
    f"from metrics_edu.examples import short_list\n\nlist_of_7 = short_list()\n{FILMS}",
    (
        Slide(
            3,
            Text("One list, one sum: by what is AP@10 divided?", "Una lista, una suma: ¿por cuánto se divide AP@10?"),
            'Explorer(list_of_7, reads="n", n=10)',
            Text(
                "Seven are shown, 15 are relevant. Change the divisor below: [AP@10 list_of_7] is only the first of many.",
                "Se muestran siete, 15 son relevantes. Cambia el divisor abajo: [AP@10 list_of_7] es solo el primero de muchos.",
            ),
            Text("Which divisor can reach 1 with this list?", "¿Con qué divisor puede llegar a 1 esta lista?"),
        ),
        Slide(
            2,
            Text("What does trec_eval say?", "¿Qué dice trec_eval?"),
            'Stepper("AP@10", list_of_7, convention="trec_eval")',
            Text("It divides by |R|, whatever n is.", "Divide por |R|, sea cual sea n."),
            Text("Why is that hard on a short list?", "¿Por qué es duro con una lista corta?"),
        ),
        Slide(
            2,
            Text("Gain 2^g − 1, or just g?", "¿Ganancia 2^g − 1 o solo g?"),
            'Explorer(films, measure="nDCG", n=5)',
            Text(
                "With 2^g − 1 it is [nDCG@5 films]; choose the linear gain under the formula and watch the number.",
                "Con 2^g − 1 es [nDCG@5 films]; elige la ganancia lineal bajo la fórmula y mira el número.",
            ),
            Text("Which of the two forgives a missed 3?", "¿Cuál de las dos perdona un 3 omitido?"),
        ),
        Slide(
            2,
            Text("nDCG@5 as another library computes it", "nDCG@5 como lo calcula otra biblioteca"),
            'Stepper("nDCG@5", films, convention="trec_eval")',
            Text("The same list, the same name, another gain.", "La misma lista, el mismo nombre, otra ganancia."),
            Text("Which step differs from before?", "¿Qué paso es distinto al de antes?"),
        ),
        Slide(
            1,
            Text("What must a paper say beside “AP@10 = 0.2”?", "¿Qué debe decir un paper junto a “AP@10 = 0,2”?"),
            "",
            Text(
                "Divisor, cut-off, gain, discount, ties, users without relevant items; or the library and its version.",
                "Divisor, corte, ganancia, descuento, empates, usuarios sin relevantes; o la biblioteca y su versión.",
            ),
            Text("What did the last paper you read say?", "¿Qué decía el último paper que leíste?"),
        ),
    ),
    FILM_WORDS,
)

OWN = LectureText(
    "07_make_your_own",
    Text("Make one of your own", "Haz la tuya"),
    """\
names = ["Mango", "Pear", "Kiwi", "Plum", "Lemon"]
grades = [3, 0, 2, 0, 1]
missed = {"Fig": 3, "Melon": 2}
own = Ranking.from_items(names, dict(zip(names, grades, strict=True)) | missed)""",
    (
        Slide(
            3,
            Text("What does nDCG@5 make of your list?", "¿Qué dice nDCG@5 de tu lista?"),
            'Explorer(own, measure="nDCG", n=5)',
            Text("The value is [nDCG@5 own].", "El valor es [nDCG@5 own]."),
            Text("Which move gains the most?", "¿Qué movimiento gana más?"),
        ),
        Slide(
            3,
            Text("And what would be the best list?", "¿Y cuál sería la mejor lista?"),
            'IdealList("nDCG@5", own)',
            Text("It may take what you have missed.", "Puede tomar lo que te faltó."),
            Text("Which missed item costs the most?", "¿Qué ítem omitido cuesta más?"),
        ),
        Slide(
            4,
            Text("nDCG@5, step by step", "nDCG@5, paso a paso"),
            'Stepper("nDCG@5", own)',
            Text("Gain, discount, sum, quotient.", "Ganancia, descuento, suma, cociente."),
            Text("Before each step: what comes next?", "Antes de cada paso: ¿qué sigue?"),
        ),
    ),
    {"Pear": "Pera", "Plum": "Ciruela", "Lemon": "Limón", "Fig": "Higo", "Melon": "Melón"},
    Text(
        "Change the three lines `names`, `grades` and `missed`, and run the cells again. `names` are the items in the order in "
        "which they are shown, `grades` their grades (1 and 0 for R and N), and `missed` the relevant items that are not shown, "
        "with their grades.",
        "Cambia las tres líneas `names`, `grades` y `missed`, y ejecuta las celdas otra vez. `names` son los ítems en el orden "
        "en que se muestran, `grades` sus grados (1 y 0 si son R y N), y `missed` los ítems relevantes que no se muestran, "
        "con sus grados.",
    ),
)

R_PRECISION = LectureText(
    "08_r_precision",
    Text("R-precision: the VideoLectures examples", "R-precision: los ejemplos de VideoLectures"),
    """\
from metrics_edu import measure
from metrics_edu.examples import videolectures

four = Ranking.parse("RRRRNNNNNN")
example_1 = Ranking.batch([*videolectures(1).values()], ["r₁", "r₂"])
example_2 = Ranking.batch([*videolectures(2).values()], ["r₁", "r₂"])
first, tied, few = example_1.user("r₁"), example_2.user("r₁"), example_2.user("r₂")
by_read = measure("Rp@10", denominator="retrieved")""",
    (
        Slide(
            1,
            Text(
                "Four are relevant, and all are on top: is P@10 fair?",
                "Hay cuatro relevantes, todas arriba: ¿es justo P@10?",
            ),
            'Explorer(four, measure="Rp", n=10, reads="n", tiles=["P", "Rp"])',
            Text(
                "P@10 = [P@10 four], though no list can be better. Rp@10 = [Rp@10 four]: it divides by the 4 that can be found.",
                "P@10 = [P@10 four], aunque ninguna lista puede ser mejor. Rp@10 = [Rp@10 four]: divide por las 4 que se pueden "
                "encontrar.",
            ),
            Text("What is the best P@10 of this user?", "¿Cuál es el mejor P@10 de este usuario?"),
        ),
        Slide(
            2,
            Text("Example 1: how many of the first five count?", "Ejemplo 1: ¿cuántas de las primeras cinco cuentan?"),
            'Predict("Rp@5", first)',
            Text(
                "The five best of the solution are lectures 1 to 5. Lecture 10 is at rank 5 and does not count yet. "
                "Rp@5 = [Rp@5 first] and, for r₂, [Rp@5 example_1.r₂].",
                "Las cinco mejores de la solución son las charlas 1 a 5. La charla 10 está en la posición 5 y todavía no cuenta. "
                "Rp@5 = [Rp@5 first] y, para r₂, [Rp@5 example_1.r₂].",
            ),
            Text("Who counted lecture 10?", "¿Quién contó la charla 10?"),
        ),
        Slide(
            2,
            Text("Example 1: divided by the ranks read", "Ejemplo 1: dividido por las posiciones leídas"),
            "Stepper(by_read, first)",
            Text(
                "Seven of the ten read: Rp@10 = [Rp@10 first denominator=retrieved], and the same for r₂, "
                "[Rp@10 example_1.r₂ denominator=retrieved]. AvgRp is the mean of both cut-offs: [AvgRp first] and "
                "[AvgRp example_1.r₂], so MARp = [MARp example_1].",
                "Siete de las diez leídas: Rp@10 = [Rp@10 first denominator=retrieved], y lo mismo para r₂, "
                "[Rp@10 example_1.r₂ denominator=retrieved]. AvgRp es la media de ambos cortes: [AvgRp first] y "
                "[AvgRp example_1.r₂], así que MARp = [MARp example_1].",
            ),
            Text("Now lecture 10 counts: why?", "Ahora la charla 10 cuenta: ¿por qué?"),
        ),
        Slide(
            2,
            Text(
                "Example 2: lectures 5, 6 and 7 tie. Which is the fifth?",
                "Ejemplo 2: las charlas 5, 6 y 7 empatan. ¿Cuál es la quinta?",
            ),
            'Stepper("Rp@5", tied)',
            Text(
                "All three: whatever reaches the tie line is relevant. Lecture 7 is a hit, and it is still divided by 5: "
                "Rp@5 = [Rp@5 tied]; Rp@10 = [Rp@10 tied].",
                "Las tres: es relevante lo que alcanza la línea de empate. La charla 7 es un acierto, y aun así se divide por 5: "
                "Rp@5 = [Rp@5 tied]; Rp@10 = [Rp@10 tied].",
            ),
            Text("Can Rp@5 go above 1 with ties?", "¿Puede Rp@5 pasar de 1 con empates?"),
        ),
        Slide(
            2,
            Text("Seven are relevant: by what is Rp@10 divided?", "Hay siete relevantes: ¿por cuánto se divide Rp@10?"),
            'Explorer(few, measure="Rp", n=10, reads="n", tiles=["P", "Rp"])',
            Text(
                "By min(7, 10) = 7: [Rp@10 few], and Rp@5 = [Rp@5 few]. Below the formula, choose the ranks read, as in "
                "example 1: [Rp@10 few denominator=retrieved].",
                "Por min(7, 10) = 7: [Rp@10 few], y Rp@5 = [Rp@5 few]. Bajo la fórmula elige las posiciones leídas, como en el "
                "ejemplo 1: [Rp@10 few denominator=retrieved].",
            ),
            Text("Which of the two can reach 1 here?", "¿Cuál de los dos puede llegar a 1 aquí?"),
        ),
        Slide(
            1,
            Text("MARp of both lists of example 2", "MARp de las dos listas del ejemplo 2"),
            'Stepper("MARp", example_2)',
            Text(
                "AvgRp is [AvgRp tied] and [AvgRp few], their mean [MARp example_2]. The document prints 0.5928: it averages a "
                "rounded value and cuts the result.",
                "AvgRp es [AvgRp tied] y [AvgRp few], su media [MARp example_2]. El documento imprime 0,5928: promedia un valor "
                "redondeado y corta el resultado.",
            ),
            Text("How many decimals would you report?", "¿Cuántos decimales informarías?"),
        ),
    ),
)

RATING_ERRORS = LectureText(
    "09_rating_errors",
    Text("MAE and RMSE: errors of predicted ratings", "MAE y RMSE: errores de ratings predichos"),
    """\
from metrics_edu import Ratings

three = Ratings([4, 3.5, 1], [5, 3, 2])
small = Ratings([4, 3, 3, 2], [3, 4, 2, 1])
large = Ratings([3, 4, 2, 5], [3, 4, 2, 1])
pair = {"four of 1": small, "one of 4": large}""",
    (
        Slide(
            2,
            Text(
                "Predicted 4, 3.5, 1, actual 5, 3, 2: how far off?",
                "Predichos 4; 3,5; 1 y reales 5; 3; 2: ¿qué tan lejos?",
            ),
            'Stepper("MAE", three)',
            Text(
                "The errors are −1, 0.5 and −1. Without their signs, the mean is MAE = [MAE three] stars.",
                "Los errores son −1, 0,5 y −1. Sin sus signos, la media es MAE = [MAE three] estrellas.",
            ),
            Text("What goes wrong if the signs stay?", "¿Qué sale mal si se dejan los signos?"),
        ),
        Slide(
            2,
            Text("RMSE, step by step", "RMSE, paso a paso"),
            'Stepper("RMSE", three)',
            Text(
                "Square each error, take the mean, MSE = [MSE three], then the root: RMSE = [RMSE three].",
                "Cada error al cuadrado, la media, MSE = [MSE three], y luego la raíz: RMSE = [RMSE three].",
            ),
            Text("Why the root at the end?", "¿Por qué la raíz al final?"),
        ),
        Slide(
            2,
            Text(
                "Four errors of 1, or one error of 4: which has the higher MAE?",
                "Errores de 1 en cuatro ratings o uno solo de 4: ¿cuál tiene mayor MAE?",
            ),
            'Predict("MAE", pair)',
            Text(
                "Neither: [MAE small] and [MAE large]. MAE only adds the stars.",
                "Ninguno: [MAE small] y [MAE large]. MAE solo suma las estrellas.",
            ),
            Text("Which recommender would you rather have?", "¿Qué recomendador prefieres?"),
        ),
        Slide(
            2,
            Text("And which has the higher RMSE?", "¿Y cuál tiene mayor RMSE?"),
            'Predict("RMSE", pair)',
            Text(
                "[RMSE small] against [RMSE large]: a square makes a large error count more.",
                "[RMSE small] contra [RMSE large]: el cuadrado hace que un error grande cuente más.",
            ),
            Text("Can RMSE ever be below MAE?", "¿Puede RMSE ser menor que MAE?"),
        ),
        Slide(
            1,
            Text("Where does the 2 come from?", "¿De dónde sale el 2?"),
            'Stepper("RMSE", large)',
            Text(
                "16 divided by 4 is [MSE large], and its root is [RMSE large]. One rating makes it all.",
                "16 dividido por 4 es [MSE large], y su raíz es [RMSE large]. Un solo rating lo explica todo.",
            ),
            Text("What is RMSE without that rating?", "¿Cuánto es RMSE sin ese rating?"),
        ),
        Slide(
            1,
            Text("A lower RMSE: is the list better?", "Un RMSE menor: ¿es mejor la lista?"),
            "",
            Text(
                "RMSE reads all ratings alike. A user sees only the top of a list: that needs a metric of ranked lists.",
                "RMSE lee todos los ratings por igual. Una persona solo ve el comienzo de la lista: eso pide una métrica de "
                "listas ordenadas.",
            ),
            Text("Which ratings never reach the top?", "¿Qué ratings nunca llegan arriba?"),
        ),
    ),
    {"four of 1": "cuatro de 1", "one of 4": "uno de 4"},
)

AUC = LectureText(
    "14_auc",
    Text("AUC: pairs in the right order", "AUC: pares en buen orden"),
    """\
exam = Ranking.parse("RNRN")
ten = Ranking.parse("NRRNNNNNRR")
first, second = Ranking.parse("RNNNR"), Ranking.parse("NRNRN")""",
    (
        Slide(
            2,
            Text(
                "A and B are relevant, C and D not: is A C B D good?",
                "A y B son relevantes, C y D no: ¿es bueno A C B D?",
            ),
            'Predict("AUC", exam)',
            Text(
                "Four pairs of a relevant and a non-relevant item. Only B and C are in the wrong order: AUC = [AUC exam].",
                "Hay 4 pares de un ítem relevante y uno no relevante. Solo B y C están en mal orden: AUC = [AUC exam].",
            ),
            Text("Which single swap makes it 1?", "¿Qué intercambio lo lleva a 1?"),
        ),
        Slide(
            2,
            Text(
                "Ten items, step by step: how many below each?", "Diez ítems, paso a paso: ¿cuántos debajo de cada uno?"
            ),
            'Stepper("AUC", ten)',
            Text(
                "At each relevant item count the non-relevant ones below it. 10 of 24 pairs: AUC = [AUC ten].",
                "En cada ítem relevante cuenta los no relevantes que están debajo. 10 de 24 pares: AUC = [AUC ten].",
            ),
            Text("What would a random order get?", "¿Cuánto obtendría un orden aleatorio?"),
        ),
        Slide(
            2,
            Text("A is R N N N R. Is B any better?", "A es R N N N R. ¿Es mejor B?"),
            'Predict("AUC", second)',
            Text(
                "No: AUC is [AUC first] for A and [AUC second] for B. But P@1 is [P@1 first] and [P@1 second].",
                "No: AUC es [AUC first] para A y [AUC second] para B. Pero P@1 es [P@1 first] y [P@1 second].",
            ),
            Text("Which one would you show?", "¿Cuál mostrarías?"),
        ),
        Slide(
            2,
            Text("One swap at the top, one at the end", "Un intercambio arriba, otro al final"),
            'Compare(first, second, ["P@1", "AUC", "AP", "nDCG"], names=("A", "B"))',
            Text(
                "A swap with a non-relevant neighbour changes one pair of six. nDCG and AP gain more at the top.",
                "Intercambiar un ítem relevante con su vecino no relevante cambia un par de seis. nDCG y AP ganan más arriba.",
            ),
            Text("So what is AUC good for?", "¿Para qué sirve entonces AUC?"),
        ),
        Slide(
            2,
            Text("Cut at rank 5: which items have a pair?", "Cortada en la posición 5: ¿qué ítems forman pares?"),
            "",
            Text(
                "All of them: [AUC@5 ten]. Only those read, as RePlay and the exam of 2026 count: "
                "[AUC@5 ten convention=replay]. RecTools: [AUC@5 ten convention=rectools_pauc].",
                "Todos: [AUC@5 ten]. Solo los leídos, como cuentan RePlay y la interrogación de 2026: "
                "[AUC@5 ten convention=replay]. RecTools: [AUC@5 ten convention=rectools_pauc].",
            ),
            Text("What must be written beside a number of AUC?", "¿Qué hay que escribir junto a un número de AUC?"),
        ),
    ),
)

LECTURES = (
    PRECISION_RECALL,
    RECIPROCAL_RANK,
    AVERAGE_PRECISION,
    NDCG,
    RANKSCORE,
    CONVENTIONS,
    OWN,
    R_PRECISION,
    RATING_ERRORS,
    *SOURCE_LECTURES,
    AUC,
)
