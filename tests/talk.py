"""Tables as people say them: the same table in the many ways of the rulebooks' words and of talk over a game.

What is here follows the rulebooks and players, not the parser. A `Teller` writes the pieces of a table in ways drawn
by lot and keeps the raw record that they mean.
"""

import re
from itertools import groupby
from random import Random

NAMES = {
    "ru": ["Анна", "Боря", "Вера", "Иван Петрович"],
    "en": ["Ada", "Ben", "Cleo", "Dan Brown"],
    "es": ["Ana", "Bruno", "Clara", "Luis García"],
}

GENITIVES = {"Анна": "Анны", "Боря": "Бори", "Вера": "Веры", "Иван Петрович": "Ивана Петровича"}
AND = {"ru": "и", "en": "and", "es": "y"}
A = {"ru": ("", "один "), "en": ("", "a ", "one "), "es": ("", "un ")}
NUMERALS = {
    "ru": "ноль один два три четыре пять шесть семь восемь девять десять",
    "en": "zero one two three four five six seven eight nine ten",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez",
}
ORDINALS = {
    "ru": "_ первый второй третий четвёртый пятый шестой седьмой",
    "en": "_ first second third fourth fifth sixth seventh",
    "es": "_ primera segunda tercera cuarta quinta sexta séptima",
}
MINUS = {"ru": "минус", "en": "minus", "es": "menos"}
KEYS = str.maketrans("йцукенгшщзхъфывапролджэячсмитьбюё", "qwertyuiop[]asdfghjkl;'zxcvbnm,.`")
"""What the keys of Russian letters type in the English layout."""

# What pieces are called: `{n}` is a number that belongs to the piece. Before "|" one, behind it more than one.
CALLED = {
    "ru": {
        "C": "К{n}, к{n}, К {n}, комедиант {n}, комедианта {n}, комедиант уровня {n}, комедиант {n} уровня",
        "T": "Т{n}, т{n}, Т {n}, трагик {n}, трагика {n}, трагик уровня {n}, трагик {n} уровня",
        "X": "Х, хамелеон, хамелеона|хамелеона, хамелеонов, хамелеоны",
        "request": "+{n}, + {n}, просьба {n}, просьба на {n}, тайная просьба на {n}, просьбу на {n}, просьба: {n}",
        "comedy": "комедия, комедию, комедии",
        "tragedy": "трагедия, трагедию, трагедии",
        "merchants": "купечество, купцы, купеч, купец|купечество, купечества, купцов, купца, купцы",
        "military": "военные, воен, армия, военный|военные, военных",
        "clergy": "духовенство, духов, церковь, священник|духовенство, духовенства, священника, священников",
        "farmers": "фермеры, фермерство, ферм, крестьяне, фермер|фермеры, фермеров, фермера, фермерства",
        "workers": "рабочие, рабоч, рабочий|рабочие, рабочих",
        "ducat": "дукат, монета|дуката, дукатов, дукаты, монеты, монет",
        "none": "пусто, ничего, пусто",
        "merchant": "продавец, торговец, продавца, торговца",
        "assassin": "убийца, убийцу, убийца",
        "courtesan": "куртизанка, куртиз, куртизанку",
        "gondolier": "гондольер, лодочник, гондольера",
        "palace-guard": "стражник, дворцовый стражник, страж, дворцовая стража",
        "thief": "вор, вора, воришка",
        "face-down": "лицом вниз, вниз, (лицом вниз), закрыт, рубашкой вверх, перевёрнут",
        "contarini": "Контарини, К, Конт, кон, Контарини",
        "dandolo": "Дандоло, Д, Данд, дан",
        "gradenigo": "Градениго, Г, Град, Веньер",
        "morosini": "Морозини, М, Мор, моро",
        "orange": "О{n}, оранжевый {n}, ор {n}, оранж {n}, {n} оранжевый, оранжевая {n}",
        "green": "З{n}, зелёный {n}, зел {n}, зеленый {n}, {n} зелёный, зелёная {n}",
        "purple": "Ф{n}, фиолетовый {n}, фиол {n}, {n} фиолетовый, фиолетовая {n}",
        "clear": "П{n}, прозрачный {n}, проз {n}, {n} прозрачный, прозрачная {n}",
        "points": "ПО, очков, очка, победных очков, очки",
        "coins": "монет, монеты, монета",
        "tents": "шатры {n}, {n} шатра, {n} шатров, шатры: {n}, шатров {n}",
        "rows": "ряды {n}, {n} ряда, {n} рядов, ряды: {n}",
        "columns": "столбцы {n}, {n} столбца, {n} столбцов, {n} колонки",
        "rectangle": "прямоугольник {n}, прямоугольник из {n}, прямоугольник на {n}, {n} прямоугольник",
        "flat": "без условия, просто очки",
        "trainers": "ассистенты {n}, {n} ассистента, {n} ассистентов",
        "money": "+{n}, {n} деньги, деньги {n}, карта денег {n}, {n} карты денег, {n} денежки, денег {n}",
        "number": "{n}, номер {n}, № {n}, №{n}, карта {n}",
        "bluff": "блеф, с блефом, карта блефа, блефую",
        "male": "мужчина, м, муж, мужской",
        "female": "женщина, ж, жен, женский",
        "professional": "профессионал, профи, проф",
        "amateur": "любитель, люб, любительница",
        "classical": "классический, класс, классик",
        "comedian": "комедиант, комик, ком",
        "goth": "гот, го",
        "goths": "готы, за готов, готов",
        "no-effect": "без эффекта, нет, ничего",
        "comedians": "комедианты, комики, за комедиантов",
        "territories": "территории {n}, {n} территории, {n} за территории, территории: {n}, территорий {n}, территории - {n}",
        "leaders": "лидеры {n}, {n} лидеры, {n} за лидеров, лидеры: {n}, лидеров {n}",
        "wonders": "чудеса {n}, {n} чудеса, {n} за чудеса, чудес {n}",
        "war": "война {n}, {n} за войну, войны {n}, война: {n}",
        "raid": "набег {n}, набеги {n}, {n} набег, {n} за набеги",
        "other": "прочее {n}, {n} прочее, прочее: {n}, {n} за прочее",
    },
    "en": {
        "C": "C{n}, c{n}, C {n}, comedian {n}, a comedian {n}, comedian level {n}, level {n} comedian",
        "T": "T{n}, t{n}, T {n}, tragedian {n}, a tragedian {n}, tragedian of level {n}, tragedian lvl {n}",
        "X": "X, chameleon, x|chameleons, chameleon",
        "request": "+{n}, + {n}, request {n}, request of {n}, request for {n}, a secret request of {n}, request: {n}",
        "comedy": "comedy, a comedy, Comedy",
        "tragedy": "tragedy, a tragedy, Tragedy",
        "merchants": "merchants, merch, merchant|merchants",
        "military": "military, soldiers, mil|military, soldiers",
        "clergy": "clergy, church, cl|clergy",
        "farmers": "farmers, farm, farmer|farmers",
        "workers": "workers, work, worker|workers",
        "ducat": "ducat, coin, duc|ducats, coins",
        "none": "none, empty, nothing",
        "merchant": "trader, a trader, the trader",
        "assassin": "assassin, an assassin, the assassin",
        "courtesan": "courtesan, court, a courtesan",
        "gondolier": "gondolier, gondola, the gondolier",
        "palace-guard": "palace guard, guard, the guard",
        "thief": "thief, a thief, the thief",
        "face-down": "face down, down, (face down), face-down, turned over",
        "contarini": "Contarini, C, Cont, con",
        "dandolo": "Dandolo, D, Dand, dan",
        "gradenigo": "Gradenigo, G, Grad, Venier",
        "morosini": "Morosini, M, Mor, moro",
        "orange": "O{n}, orange {n}, or {n}, {n} orange, an orange {n}",
        "green": "G{n}, green {n}, gr {n}, {n} green, a green {n}",
        "purple": "P{n}, purple {n}, pur {n}, {n} purple, a purple {n}",
        "clear": "C{n}, clear {n}, cl {n}, {n} clear, a clear {n}",
        "points": "points, point, pts",
        "coins": "coins, coin, gold coins",
        "tents": "tents {n}, {n} tents, tents: {n}, {n} tent",
        "rows": "rows {n}, {n} rows, rows: {n}, {n} full rows",
        "columns": "columns {n}, {n} columns, column {n}",
        "rectangle": "rectangle {n}, rectangle of {n}, a rectangle of {n}, {n} rectangle",
        "flat": "flat, fixed",
        "trainers": "trainers {n}, {n} trainers, trainer {n}",
        "money": "+{n}, {n} money, money {n}, money card {n}, {n} money cards, + {n}",
        "number": "{n}, number {n}, no. {n}, #{n}, card {n}",
        "bluff": "bluff, with bluff, bluff card, a bluff",
        "male": "male, m, man",
        "female": "female, f, woman",
        "professional": "professional, pro, prof",
        "amateur": "amateur, am, amat",
        "classical": "classical, classic, cl",
        "comedian": "comedian, comic, com",
        "goth": "goth, go, gothic",
        "goths": "goths, for goths, the goths",
        "no-effect": "no effect, none",
        "comedians": "comedians, for comedians, the comedians",
        "territories": "territories {n}, {n} territories, {n} for territories, territories: {n}, territory {n}, territories - {n}",
        "leaders": "leaders {n}, {n} leaders, {n} for leaders, leaders: {n}",
        "wonders": "wonders {n}, {n} wonders, {n} from wonders, wonder {n}",
        "war": "war {n}, {n} for war, wars {n}, war: {n}",
        "raid": "raid {n}, raids {n}, {n} raid, {n} for the raid",
        "other": "other {n}, {n} other, other: {n}, {n} for other",
    },
    "es": {
        "C": "C{n}, c{n}, C {n}, comediante {n}, un comediante {n}, comediante de nivel {n}, comediantes {n}",
        "T": "T{n}, t{n}, T {n}, trágico {n}, una trágica {n}, trágico nivel {n}, trágicas {n}, trágicos {n}",
        "X": "X, camaleón, un camaleón|camaleones, camaleon",
        "request": "+{n}, + {n}, solicitud {n}, solicitud de {n}, una solicitud secreta de {n}, solicitud: {n}",
        "comedy": "comedia, una comedia, Comedia",
        "tragedy": "tragedia, una tragedia, Tragedia",
        "merchants": "mercaderes, merc, comerciantes|mercaderes, comerciantes",
        "military": "militares, mil, militar, soldados|militares, soldados",
        "clergy": "clero, cle, iglesia, clérigos|clérigos",
        "farmers": "agricultores, agr, campesinos, agricultor|agricultores, campesinos",
        "workers": "obreros, obr, trabajadores, obrero|obreros, trabajadores",
        "ducat": "ducado, moneda, duc|ducados, monedas",
        "none": "vacío, nada, vacía",
        "merchant": "mercader, un mercader, vendedor",
        "assassin": "asesino, un asesino, el asesino",
        "courtesan": "cortesana, cort, una cortesana",
        "gondolier": "gondolero, góndola, el gondolero",
        "palace-guard": "guardia de palacio, guardia, un guardia",
        "thief": "ladrón, ladron, un ladrón",
        "face-down": "boca abajo, abajo, (boca abajo), tapado, bocabajo",
        "contarini": "Contarini, C, Cont, con",
        "dandolo": "Dandolo, D, Dand, dan",
        "gradenigo": "Gradenigo, G, Grad, Venier",
        "morosini": "Morosini, M, Mor, moro",
        "orange": "N{n}, naranja {n}, nar {n}, {n} naranja, un naranja {n}",
        "green": "V{n}, verde {n}, ver {n}, {n} verde, un verde {n}",
        "purple": "M{n}, morado {n}, mor {n}, {n} morado, lila {n}, violeta {n}",
        "clear": "T{n}, transparente {n}, tra {n}, {n} transparente",
        "points": "puntos, punto, pts",
        "coins": "monedas, moneda, monedas de oro",
        "tents": "carpas {n}, {n} carpas, carpas: {n}, carpa {n}",
        "rows": "filas {n}, {n} filas, filas: {n}, fila {n}",
        "columns": "columnas {n}, {n} columnas, columna {n}",
        "rectangle": "rectángulo {n}, rectángulo de {n}, un rectángulo de {n}, {n} rectángulo",
        "flat": "sin condición, puntos fijos, fija",
        "trainers": "entrenadores {n}, {n} entrenadores, entrenador {n}",
        "money": "+{n}, {n} dinero, dinero {n}, carta de dinero {n}, {n} cartas de dinero, + {n}",
        "number": "{n}, número {n}, n.º {n}, carta {n}",
        "bluff": "farol, con farol, carta de farol, un farol",
        "male": "hombre, h, hom",
        "female": "mujer, mu, muj",
        "professional": "profesional, pro, prof",
        "amateur": "amateur, am, aficionado",
        "classical": "clásico, clás, cl",
        "comedian": "cómico, cóm, comediante",
        "goth": "gótico, gó, got",
        "goths": "góticos, por góticos, los góticos",
        "no-effect": "ninguno, sin efecto",
        "comedians": "cómicos, por cómicos, los cómicos",
        "territories": "territorios {n}, {n} territorios, {n} por territorios, territorios: {n}, territorio {n}",
        "leaders": "líderes {n}, {n} líderes, {n} de líderes, lideres {n}",
        "wonders": "maravillas {n}, {n} maravillas, {n} por maravillas, maravilla {n}",
        "war": "guerra {n}, {n} por guerra, guerras {n}, {n} guerras",
        "raid": "saqueo {n}, saqueos {n}, {n} saqueo, {n} por saqueos",
        "other": "otros {n}, {n} otros, otros: {n}, {n} por otros",
    },
}
FIELDS = {
    "ru": {
        "season": "сезон={n}, сезон {n}, сезон: {n}, {n} сезон, {o} сезон, сезон={o}",
        "mood": "настроение={w}, настроение {w}, {w}, настроение: {w}",
        "needle": "игла={w}, игла {w}, игла: {w}, игла на {w}",
        "managers": "распорядители=запас {a} театр {b}, распорядители={a} в запасе {b} в театре, "
        "распорядители=в запасе {a} и в театре {b}, распорядители={a} в запасе и {b} в театре",
        "steal": "украсть у={w}, украсть у={g}, украсть у {g}, кража у {g}, украсть={w}",
        "player": "игрок={w}, игрок {w}, игрок: {w}",
        "court": "ко Двору={w}, ко двору {w}, ко двору: {w}",
        "puccini": "Пуччини={w}, Пуччини у {g}, Пуччини {w}, Пуччини: {w}, карта Пуччини у {g}",
        "round": "раунд={n}, раунд {n}, {o} раунд, раунд: {n}, {n} раунд, {n}-й раунд",
        "hat": "шляпа={n}, шляпа {n}, шляпа на {n}",
        "gems": "самоцветы={n}, самоцветы {n}, {n} самоцветов, {n} самоцвета",
        "plots": "участки={w}, участки {w}, участки: {w}",
    },
    "en": {
        "season": "season={n}, season {n}, season: {n}, {o} season, season={o}",
        "mood": "mood={w}, mood {w}, {w}, mood: {w}, mood is {w}",
        "needle": "needle={w}, needle {w}, needle: {w}, needle at {w}",
        "managers": "managers=supply {a} theatre {b}, managers={a} in supply {b} in the theatre, "
        "managers={a} in supply and {b} in the theatre, managers=supply: {a} theatre: {b}",
        "steal": "steal from={w}, steal from {w}, steal-from={w}",
        "player": "player={w}, player {w}, player: {w}",
        "court": "send to court={w}, send to court {w}, send to court: {w}",
        "puccini": "puccini={w}, Puccini {w}, Puccini: {w}, Puccini is {w}, Puccini has {w}",
        "round": "round={n}, round {n}, {o} round, round: {n}",
        "hat": "hat={n}, hat {n}, hat at {n}",
        "gems": "gems={n}, gems {n}, {n} gems",
        "plots": "plots={w}, plots {w}, plots: {w}",
    },
    "es": {
        "season": "temporada={n}, temporada {n}, temporada: {n}, {o} temporada, temporada={o}",
        "mood": "humor={w}, humor {w}, {w}, humor: {w}, humor de {w}",
        "needle": "aguja={w}, aguja {w}, aguja: {w}, aguja en {w}",
        "managers": "gestores=reserva {a} Teatro {b}, gestores={a} en reserva {b} en el Teatro, "
        "gestores={a} en la reserva y {b} en el teatro, gestores=reserva: {a} teatro: {b}",
        "steal": "robar a={w}, robar a {w}, robo a {w}",
        "player": "jugador={w}, jugador {w}, jugador: {w}",
        "court": "a la corte={w}, a la corte {w}, a la corte: {w}",
        "puccini": "puccini={w}, Puccini {w}, Puccini: {w}, Puccini con {w}, Puccini es {w}",
        "round": "ronda={n}, ronda {n}, {o} ronda, ronda: {n}",
        "hat": "sombrero={n}, sombrero {n}, sombrero en {n}",
        "gems": "gemas={n}, gemas {n}, {n} gemas",
        "plots": "parcelas={w}, parcelas {w}, parcelas: {w}",
    },
}
MOST = {
    "ru": ("макс", "максимум", "до", "не больше"),
    "en": ("max", "maximum", "at most"),
    "es": ("máx", "máximo", "como mucho"),
}
FACTIONS = ("merchants", "military", "clergy", "farmers", "workers")
FAMILIES = ("contarini", "dandolo", "gradenigo", "morosini")
NOTHING = "none"
INFLUENCE = ("merchant", "assassin", "courtesan", "gondolier", "palace-guard", "thief")
COLOURS = ("orange", "green", "purple", "clear")
CARDS = ("tents", "rows", "columns", "rectangle", "trainers")
TYPES = ("professional", "amateur", "classical", "comedian", "goth")


class Teller:
    """Somebody who types tables in one language: freely, or with only one line of the table put freely."""

    def __init__(self, language, seed, free=None):
        self.language = language
        self.lot = Random(f"{language} {seed}")
        self.forms = Random(f"{language} {seed} {free}")
        self.free = free
        self.lines = 0
        self.names = self.lot.sample(NAMES[language], 3)
        self.bag = [kind for kind in COLOURS for _ in range(4)][:-1]
        self.lot.shuffle(self.bag)

    @property
    def is_plain(self):
        return self.free is not None and self.free != self.lines

    def one(self, *things):
        """Draw what lies on the table."""
        return self.lot.choice(things)

    def say(self, *ways):
        """Draw how it is said; the first way is the plain one."""
        way = self.forms.choice(ways)
        return ways[0] if self.is_plain else way

    def end(self, line):
        """Return a line that is done."""
        self.lines += 1
        return line

    def number(self, number, *, words=True):
        """Write a number: mostly in digits, now and then as a word or with a sign of print."""
        if number < 0:
            signs = f"-{-number}", f"−{-number}", f"–{-number}", f"- {-number}", f"{MINUS[self.language]} {-number}"
            return self.say(*signs)
        if words and 1 < number <= 10:
            return self.say(*[str(number)] * 6, NUMERALS[self.language].split()[number])
        return str(number)

    def called(self, piece, number=None, *, several=False):
        """Write a piece, with the number that belongs to it."""
        forms = CALLED[self.language][piece].split("|")
        form = self.say(*forms[-1 if several else 0].split(", "))
        if number is None:
            return form
        is_word = re.search(r"(^|[^\W\d_]{2} ){n}|{n} [^\W\d_]{2}", form) is not None
        return form.format(n=self.number(number, words=is_word or number < 0))

    def field(self, name, **values):
        """Write a field of the whole table."""
        form = self.say(*FIELDS[self.language][name].split(", "))
        if "n" in values:
            ordinals = ORDINALS[self.language].split()
            values["o"] = ordinals[min(values["n"], len(ordinals) - 1)]
        return form.format(**values)

    def repeated(self, piece, number, times):
        """Write a piece that is there several times."""
        text = self.called(piece, number)
        if times == 1:
            return text
        sign = self.say("×", "x", "х", "*", "X")
        ways = f"{text} {sign}{times}", f"{text}{sign}{times}", f"{times}{sign} {text}", f"{times} {sign} {text}"
        return self.say(" ".join([text] * times), *ways, *ways)

    def counted(self, piece, times):
        """Write how many there are of a piece."""
        word = self.called(piece, several=times > 1)
        if times == 1:
            first = word if piece == "X" else f"{word} 1"
            return self.say(first, *(a + word for a in A[self.language]))
        number = self.number(times)
        sign = self.say("×", "x", "*")
        ways = (
            f"{number} {word}",
            f"{word}: {times}",
            f"{word} {sign}{times}",
            f"{times}{sign} {word}",
            f"{word} - {times}",
        )
        return self.say(f"{word} {times}", *ways)

    def joined(self, pieces):
        """Put pieces into one line: with commas, spaces, or "and" before the last."""
        told = f"{AND[self.language]} {pieces[-1]}", f"& {pieces[-1]}"
        ways = [" ".join(pieces), "; ".join(pieces)]
        if len(pieces) > 1:
            ways += [f"{mark.join(pieces[:-1])} {last}" for mark in (", ", " ") for last in told]
        return self.say(", ".join(pieces), *ways)

    def line(self, name, pieces):
        """Write a player's line."""
        return self.end(self.switched(f"{name}{self.say(': ', ':', ' : ')}{self.joined(pieces)}"))

    def switched(self, line):
        """Return a line, or once in a while what the same keys type in the other layout."""
        name, _, rest = line.partition(":")
        other = f"{name}:{rest.lower().translate(KEYS)}"
        is_able = self.language == "ru" and not re.search("[бюхъжэ.,;:]", rest.lower())
        return self.say(*[line] * 12, other if is_able else line)


def season(teller):
    lot, rows, lines = teller.lot, [], []
    number, mood = lot.randint(1, 2), teller.one("comedy", "tragedy")
    told = [teller.end(teller.field("season", n=number)), teller.end(teller.field("mood", w=teller.called(mood)))]
    for name in teller.names:
        pieces, troupe, chameleons, requests = [], [], 0, []
        for _ in range(lot.randint(1, 3)):
            kind, level, times = teller.one("C", "T"), lot.randint(1, 5), teller.one(1, 1, 1, 2, 3)
            pieces.append(teller.repeated(kind, level, times))
            troupe += [f"{kind}{level}"] * times
        if lot.random() < 0.4:
            chameleons = teller.one(1, 1, 2, 3)
            pieces.append(teller.counted("X", chameleons))
        if lot.random() < 0.4:
            requests = [teller.one(2, 4, 6)]
            pieces.append(teller.called("request", requests[0]))
        rows.append({"name": name, "troupe": troupe, "chameleons": chameleons, "requests": requests})
        lines.append(teller.line(name, pieces))
    return "histrio", "season", {"season": number, "mood": mood, "players": rows}, [*told, *lines]


def final_of_histrio(teller):
    rows = [{"name": name, "ecus": teller.lot.randint(1, 40)} for name in teller.names]
    unit = {"ru": "экю", "en": "ecus", "es": "ecus"}[teller.language]
    ways = (
        "{0}: {1}",
        "{0}:{1}",
        f"{{0}}: {{1}} {unit}",
        "{0} - {1}",
        "{0} = {1}",
        "{0} {1}",
        f"{{0}}: {unit} {{1}}",
        "{0}- {1}",
    )
    lines = [teller.end(teller.say(*ways).format(row["name"], row["ecus"])) for row in rows]
    if teller.free is None:
        told = ", ".join(lines[:-1])
        lines = teller.say(lines, [", ".join(lines)], [f"{told} {AND[teller.language]} {lines[-1]}"])
    return "histrio", "final", {"players": rows}, lines


def city(teller):
    lot, (ann, ben, cleo) = teller.lot, teller.names
    cards = [(teller.one("C", "T"), level) for level in (1, 3, 4)]
    ecus = {ann: lot.randint(1, 9), ben: lot.randint(1, 9), cleo: lot.randint(1, 9)}
    stolen = lot.random() < 0.5
    if stolen:
        cards.append((teller.one("C", "T"), 2))
    supply = lot.randint(1, 3)
    mood, level = teller.one("comedy", "tragedy"), lot.randint(1, 3)
    raw = {
        "player": ann,
        "cards": [f"{kind}{level}" for kind, level in cards],
        "ecus": ecus,
        "managers": {"supply": supply, "theatre": 3 - supply},
        "needle": f"{mood} {level}",
        "steal_from": [ben] if stolen else [],
        "send_to_court": None,
    }
    lines = [
        teller.end(teller.joined([teller.called(kind, level) for kind, level in cards])),
        teller.end(teller.field("player", w=ann)),
        teller.end(teller.field("managers", a=supply, b=3 - supply)),
        teller.end(teller.field("needle", w=f"{teller.called(mood)} {level}")),
        *(teller.end(f"{name}: {number}") for name, number in ecus.items()),
        *([teller.end(teller.field("steal", w=ben, g=GENITIVES.get(ben, ben)))] if stolen else []),
    ]
    return "histrio", "city", raw, lines


def intrigo(teller):
    lot, rows, lines = teller.lot, [], []
    for name, family in zip(teller.names, lot.sample(FAMILIES, 3), strict=True):
        ducats = lot.randint(0, 3)
        seals = {kind: teller.one(1, 1, 2) for kind in lot.sample(FACTIONS, lot.randint(0, 2))}
        money = teller.say(str(ducats), teller.counted("ducat", ducats) if ducats else "0")
        pieces = [teller.called(family), money, *(teller.counted(kind, number) for kind, number in seals.items())]
        rows.append({"name": name, "family": family, "ducats": ducats, "seals": seals})
        lines.append(teller.line(name, pieces))
    palace, gaps, walk = [], [], []
    values = [(family, value) for family in FAMILIES for value in (2, 3, 4)]
    for name, value in lot.sample([*values, *((name, 0) for name in INFLUENCE)], 12):
        token = teller.one(*FACTIONS, "ducat", NOTHING)
        token = token if palace.count(token) < 2 else NOTHING
        down = " face-down" if token != NOTHING and lot.random() < 0.1 else ""
        palace.append(token + down)
        gaps.append(f"{name} {value}" if value else name)
        walk.append(teller.called(token) + (f" {teller.called('face-down')}" if down else ""))
        walk.append(teller.called(name) + (f"{teller.say(' ', '', '-')}{value}" if value else ""))
    raw = {"players": rows, "palace": palace, "gaps": gaps}
    return "intrigo", "round", raw, [*lines, teller.end(teller.say(", ", "; ", " ").join(walk))]


def card(teller):
    """Return a card of a master and how it is said."""
    if teller.lot.random() < 0.2:
        return "flat", teller.called("flat")
    name, number, most = teller.one(*CARDS), teller.lot.randint(1, 4), teller.one(0, 12, 18)
    text = teller.called(name, number)
    if not most:
        return f"{name} {number}", text
    signs = [f" {word} {most}" for word in MOST[teller.language]]
    return f"{name} {number} max {most}", text + teller.say(*signs, f", {MOST[teller.language][0]} {most}")


def holding(teller):
    """Return points, coins and dice, and how each is said."""
    lot = teller.lot
    points, coins = lot.randint(11, 60), lot.randint(1, 15)
    unit = teller.called("points")
    told = [teller.say(f"{points}", f"{points} {unit}", f"{unit} {points}", f"{unit}: {points}")]
    unit = teller.called("coins")
    told.append(teller.say(f"+{coins}", f"{teller.number(coins)} {unit}", f"{unit} {coins}", f"{unit}: {coins}"))
    dice = []
    for kind, several in groupby(sorted(teller.bag.pop() for _ in range(4))):
        number = len(list(several))
        face, times = lot.randint(1, 6), number if lot.random() < 0.4 else 1
        pieces = [(face, times), *((lot.randint(1, 6), 1) for _ in range(number - times))]
        for face, times in pieces:
            dice += [f"{kind} {face}"] * times
            told.append(teller.repeated(kind, face, times))
    return points, coins, dice, told


def round_of_magnificent(teller):
    number, rows, lines = teller.lot.randint(1, 3), [], []
    told = [teller.end(teller.field("round", n=number))]
    for name in teller.names:
        points, coins, dice, words = holding(teller)
        scored, text = card(teller)
        rows.append({"name": name, "points": points, "coins": coins, "dice": dice, "card": scored})
        lines.append(teller.line(name, [*words, text]))
    return "magnificent", "round", {"round": number, "players": rows}, [*told, *lines]


def final_of_magnificent(teller):
    rows, lines = [], []
    for place, name in enumerate(teller.names):
        points, coins, dice, words = holding(teller)
        cards = [card(teller) for _ in range(4)]
        plots = sorted(teller.lot.choices(range(8), k=9))
        gems, hat = teller.lot.randint(1, 5), place + 2
        row = {"name": name, "points": points, "coins": coins, "dice": dice, "cards": [one for one, _ in cards]}
        rows.append({**row, "plots": plots, "gems": gems, "hat_place": hat})
        words += [*(text for _, text in cards), teller.field("plots", w=" ".join(map(str, plots)))]
        words += [teller.field("gems", n=gems), teller.field("hat", n=hat)]
        lines.append(teller.end(f"{name}: {teller.say(', ', '; ').join(words)}"))
    return "magnificent", "final", {"players": rows}, lines


def round_of_turandot(teller):
    lot, rows, lines = teller.lot, [], []
    number, puccini = lot.randint(1, 7), teller.names[lot.randrange(3)]
    told = [teller.end(teller.field("round", n=number))]
    told.append(teller.end(teller.field("puccini", w=puccini, g=GENITIVES.get(puccini, puccini))))
    for name in teller.names:
        bid, money, bluff = lot.randint(1, 4), lot.randint(0, 3), lot.random() < 0.3
        pieces = [teller.called("number", bid)]
        pieces += [teller.called("money", money)] if money else []
        pieces += [teller.called("bluff")] if bluff else []
        rows.append({"name": name, "number": bid, "money": money, "bluff": bluff})
        lines.append(teller.line(name, pieces))
    return "turandot", "round", {"round": number, "puccini": puccini, "players": rows}, [*told, *lines]


def final_of_turandot(teller):
    rows, lines = [], []
    directors = ["goths", "comedians", "none"]
    teller.lot.shuffle(directors)
    for name, director in zip(teller.names, directors, strict=True):
        singers, told = [], []
        for _ in range(6):
            stars, sex, kind = teller.lot.randint(1, 3), teller.one("male", "female"), teller.one(*TYPES)
            singers.append(f"{stars} {sex} {kind}")
            a, b = teller.called(sex), teller.called(kind)
            ways = (
                f"{stars}★ {a} {b}",
                f"{stars}* {a} {b}",
                f"{a} {b} {stars}",
                f"{stars} {b} {a}",
                f"{'★' * stars} {a} {b}",
            )
            told.append(teller.say(f"{stars} {a} {b}", *ways))
        staging = teller.lot.randint(0, 3)
        told += [teller.called("no-effect" if director == "none" else director), *([f"+{staging}"] if staging else [])]
        rows.append({"name": name, "singers": singers, "director": director, "staging": staging})
        lines.append(teller.end(f"{name}: {teller.say(', ', '; ').join(told)}"))
    return "turandot", "final", {"players": rows}, lines


def tally(teller):
    lot, rows, lines = teller.lot, [], []
    for name in teller.names:
        amounts = {kind: lot.randint(1, 30) for kind in lot.sample(("territories", "leaders", "wonders", "war"), 3)}
        if lot.random() < 0.6:
            amounts[teller.one("raid", "other")] = -lot.randint(1, 9)
        rows.append({"name": name, "amounts": amounts})
        lines.append(teller.line(name, [teller.called(kind, number) for kind, number in amounts.items()]))
    return "historia", "tally", {"players": rows}, lines


STAGES = (
    season,
    final_of_histrio,
    city,
    intrigo,
    round_of_magnificent,
    final_of_magnificent,
    round_of_turandot,
    final_of_turandot,
    tally,
)
