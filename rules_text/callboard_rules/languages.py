"""What the look-up knows about each language: stop words, endings, and numbers in words.

Endings are not taken off as a grammar would: all that matters is that the forms of a word become one, and that few
words become another. What that leaves apart ("певец", "певица") is found by its letters.
"""

LANGUAGES = ("ru", "en", "es")

SMALL_WORDS = {
    "ru": """
        а без бы был была были было быть в вам вас весь во вот все всё всего всех вы да даже для до его её ей ему если
        есть ещё же за и из или им ими их к как ко когда ли либо меня мне мной мой моя мы на над нам нас не него неё ней
        ним них но ну о об обо он она они оно от по под при про с сам свой своя свою себе себя со так также такой там
        тебе тебя тем то тогда того тоже той только том тот ты тут у уже хоть чего чей чем что чтобы эта эти это этого
        этой этом этот эту я где кто какая какие какой нет ни ведь
    """,
    "en": """
        a an and are as at be but by for if in into is it no not of on or such that the their then there these they this
        to was will with
    """,
    "es": """
        a al algo algunas algunos ante antes como con contra cual cuando de del desde donde durante e el él ella ellas
        ellos en entre era eran eras eres es esa esas ese eso esos esta está están estar estas este esto estos estoy
        fue fueron ha han has hasta hay haya he hemos la las le les lo los más me mi mí mía míos mis mucho muy nada ni
        no nos nosotros nuestra nuestras nuestro nuestros o os otra otras otro otros para pero poco por porque que qué
        quien se sea ser si sí sin sobre sois somos son soy su sus suya suyo también tanto te tengo ti tiene tienen
        todo todos tu tú tus un una uno unos usted vosotros y ya yo q d
    """,
}
"""Words that are in every question, whatever it is about."""

ARTICLES = {"ru": "", "en": "a an the", "es": "el la los las un una unos unas"}
"""Words that stand before a name without being of it."""

ENDINGS = {
    "ru": """
        а я ы и у ю е о ь й ой ей ом ем ам ям ах ях ами ями ов ев ий ый ая яя ое ее ые ие ого его ому ему ым им ых их ую
        юю ию ии ия иям иях иями ием ет ит ут ют ат ят ешь ишь ете ите ать ять еть ить ся сь
    """,
    "en": "s es e y ies ed ied ing",
    "es": "s es a o e as os",
}
"""Endings that forms of a word differ in; they are taken off one after the other, the longest first."""

NUMBERS = {
    "ru": {
        "1": "единица единичка первый",
        "2": "два две двух двум двумя двое двоих двойка второй вдвоём",
        "3": "три трёх трём тремя трое троих тройка третий третья третьего третьем втроём",
        "4": "четыре четырёх четырьмя четверо четверых четвёрка четвёртый вчетвером",
        "5": "пять пятеро пятерых пятёрка пятый впятером",
        "6": "шесть шестеро шестёрка шестой",
    },
    "en": {
        "1": "one first",
        "2": "two second 2p",
        "3": "three third 3p",
        "4": "four fourth 4p",
        "5": "five fifth 5p",
        "6": "six sixth",
    },
    "es": {
        "1": "uno primero primer",
        "2": "dos segundo",
        "3": "tres tercero tercer",
        "4": "cuatro cuarto",
        "5": "cinco quinto",
        "6": "seis sexto",
    },
}
"""Small numbers as people say them; larger ones are mostly typed in digits."""

EXAMPLES = {"ru": "Пример", "en": "Example", "es": "Ejemplo"}
"""How a paragraph begins that is an example, or several."""

COUNTED = {
    "ru": ("сколько всего {}", "сколько в колоде {}", "сколько в коробке {}"),
    "en": ("how many {} are there", "how many {} in the deck", "how many {} in the box"),
    "es": ("cuántos {} hay", "cuántos {} hay en el mazo", "cuántos {} trae el mazo", "cuántos {} trae la caja"),
}
"""How people ask for the number of any piece; the section that tells what is in the box answers, or says it cannot."""

SAID = {
    "ru": {
        "взять": "брать беру забрать",
        "брать": "взять забрать",
        "положить": "класть кладу",
        "класть": "положить",
        "сбросить": "скинуть выкинуть",
        "монета": "деньги бабки бабло",
        "деньги": "бабки бабло",
        "карта": "карточка",
        "женщина": "баба",
        "мужчина": "мужик",
        "сколько": "скок скока скоко",
        "ничья": "поровну",
        "поровну": "ничья",
        "игрок": "человек люди участник",
        "начинать": "начало старт",
        "стартовый": "начальный",
    },
    "en": {
        "large": "big",
        "small": "little",
        "buy": "purchase",
        "reveal": "uncover flip",
        "pay": "owe",
        "coin": "cash buck",
        "money": "cash buck",
        "city": "town",
        "player": "people person",
        "starting": "initial opening",
        "used": "spent",
        "discard": "toss bin",
    },
    "es": {
        "tomar": "coger agarrar",
        "coger": "tomar agarrar",
        "elegir": "escoger",
        "escoger": "elegir",
        "colocar": "poner",
        "poner": "colocar",
        "barajar": "mezclar",
        "descubrir": "revelar destapar",
        "moneda": "plata dinero guita",
        "dinero": "plata guita pasta",
        "jugador": "persona gente",
        "pequeña": "chica",
        "empate": "empatar",
        "entrada": "boleto",
        "empezar": "arrancar comenzar",
        "comenzar": "arrancar empezar",
        "girar": "voltear rotar",
        "voltear": "girar rotar",
        "descartar": "tirar botar",
    },
}
"""What people say instead of a word, in any game: of what stands in the glossary, the other names are known."""

VALUES = {
    "ru": """
        сколько скока почём какая какой какое какие каких каков какова список перечень полный число количество цена
        стоит стоимость размер величина длина имена названия зовут текст написано
    """,
    "en": """
        how much many which what list full number amount price cost size length value names text written printed called
    """,
    "es": """
        cuánto cuánta cuántos cuántas cuanto cuanta cuantos cuantas qué que cuál cuáles lista número precio cuesta vale
        tamaño longitud valor nombre nombres llama texto
    """,
}
"""Words by which people ask for a number, a name, a text or a list, which sources may give or not."""

OPPOSITES = {
    "ru": (
        ("одинаков равн поровну ничь совпал совпада вровень", "разн отлича единственн больше меньше выше ниже старш"),
        ("открыт открыва вверх", "закрыт вниз рубашк перевер перевёр взакрыт"),
        ("один одна одно одному одиночк никто", "несколько двое вместе другие другой других сосед оба обе"),
        ("моя мой мое мои мною своя", "чуж соперник противник"),
        ("получ берет берете беру возьм заработ дает", "теря отда плат штраф вычит минус отнима"),
        ("мужчин мужск мужик", "женщин женск баба"),
        ("оста хранит сохран", "сброс сбрас уход уберит убират коробк"),
        ("до перед раньше", "после потом"),
        ("пуст кончил опустел исчерп", "непуст полн осталис"),
        ("выше высок больше старш", "ниже низк меньше младш"),
        ("основн", "дружественн"),
        ("целиком полност вся весь", "частич половин"),
    ),
    "en": (
        ("same equal tie tied ties match level", "different other differ highest lowest higher lower more less most"),
        ("open faceup revealed up", "down hidden secret"),
        ("alone single lone only one", "several both others two together another shared"),
        ("my mine own your yours", "opponent rival theirs someone somebody"),
        ("gain get take receive earn win", "lose pay penalty minus lost give"),
        ("man men male", "woman women female"),
        ("stay stays keep kept remain remains", "discard discarded remove removed leave box return"),
        ("before", "after afterwards then"),
        ("empty out exhausted", "full left remaining"),
        ("higher highest more larger", "lower lowest less fewer smaller"),
        ("main", "allied"),
        ("whole completely entirely full", "part partly half"),
    ),
    "es": (
        ("igual mismo misma mismos mismas empat iguala coincid", "distint diferent más menos mayor menor otro otra"),
        ("arriba abierta descubiert", "abajo oculta cerrada tapada"),
        ("solo sola único única nadie", "varios varias otros ambos dos juntos más"),
        ("mi mio mía tuyo propio propia", "rival oponente ajeno contrario"),
        ("gano gana cobr recib consig tom", "pierd pag penaliz resta descart devuelv"),
        ("hombre varon masculin", "mujer femenin"),
        ("queda quedan conserv guarda", "descart retir caja devuelv"),
        ("antes", "después luego tras"),
        ("vacio vacía vacías agota acaba", "lleno queda quedan"),
        ("alto alta mayor más", "bajo baja menor menos"),
        ("principal", "aliada aliado"),
        ("entera entero completa completo toda", "parte mitad"),
    ),
}
"""Opposites: how the words begin that say one thing of two, and those that say the other."""

DENIALS = {
    "ru": "не нет нельзя ни без никто никому ничего никогда нечем некуда нечего никак",
    "en": "no not without never nobody none nothing cannot cant dont doesnt isnt neither nor",
    "es": "no sin nunca nadie nada ningun ningún ninguna ninguno tampoco ni",
}
"""Words that deny: a question with one of them asks for what is so then."""
