"""The fixed texts of the gallery of heads: written before any head was looked at.

Sixty of each kind. Heads are searched for on every second text, and measured on the
others: ``half(texts, "search")``, ``half(texts, "report")``. Each text starts with a
line break, the piece on which a head can rest.

Source: written for this course.
"""

import re

import numpy as np

N = 60  # texts of each kind
LIST = 8  # words in a list that is said twice

_SENTENCES = """
A *wooden* boat crossed the *quiet* river.
The *tired* farmer carried a *heavy* basket.
A *young* doctor opened the *green* door.
The *hungry* cat watched a *small* bird.
The *proud* king wore a *golden* crown.
A *friendly* teacher told the *strange* story.
The *brave* soldier guarded the *narrow* bridge.
A *lonely* shepherd climbed the *steep* hill.
The *clever* fox found a *broken* fence.
A *large* stone blocked the *dusty* road.
The *blind* mole dug a *deep* hole.
A *rich* merchant bought the *ancient* tower.
The *cold* wind shook the *tall* tree.
A *silent* child held the *warm* bread.
The *angry* driver hit a *yellow* wall.
A *famous* singer left the *empty* room.
The *careful* nurse cleaned the *sharp* knife.
A *gentle* horse pulled the *red* cart.
The *strong* sailor tied a *thick* rope.
A *bright* lamp lit the *dark* hall.
The *lazy* dog chased a *brown* rabbit.
A *poor* painter sold the *beautiful* picture.
The *happy* girl found a *silver* coin.
A *huge* ship entered the *busy* harbor.
The *nervous* student read a *difficult* book.
A *white* duck crossed the *frozen* lake.
The *loud* crowd filled the *narrow* street.
A *kind* neighbor fed the *thin* goat.
The *curious* boy opened a *secret* box.
A *wild* boar entered the *royal* garden.
The *wise* judge heard a *long* speech.
A *black* crow stole the *fresh* cheese.
The *foreign* guest praised a *simple* soup.
A *small* spider crossed the *clean* table.
The *calm* captain studied a *large* map.
A *hot* stove warmed the *tiny* kitchen.
The *honest* baker weighed the *white* flour.
A *sudden* storm hit the *quiet* village.
The *gray* wolf followed a *weak* deer.
A *modern* train passed the *closed* station.
The *shy* prince loved a *clever* dancer.
A *lost* key opened the *iron* gate.
The *bitter* tea surprised the *polite* visitor.
A *wet* cloth covered the *wooden* floor.
The *mad* scientist built a *strange* machine.
A *round* moon rose over the *calm* sea.
The *quick* thief took a *blue* vase.
A *soft* voice woke the *sick* man.
The *blue* butterfly sat on a *purple* flower.
A *dry* leaf fell on the *cold* ground.
The *local* police searched the *large* house.
A *heavy* curtain hid the *broken* window.
The *sleepy* guard dropped a *small* lantern.
A *sweet* smell filled the *whole* shop.
The *fierce* lion feared the *tiny* mouse.
A *green* snake crossed the *hot* sand.
The *noble* queen visited the *poor* village.
A *smooth* stone lay in the *shallow* water.
The *excited* children built a *huge* castle.
A *pale* light crossed the *empty* field.
"""

_WORDS = """
apple river stone horse glass chair bread cloud garden tower letter bridge winter
silver doctor paper flower candle mirror ocean window forest dragon pencil bottle
engine market island rabbit cotton hammer planet ticket basket copper valley mother
camera guitar butter kitchen tiger orange village piano shadow castle school monkey
pocket ladder sugar rocket button pepper summer circle blanket station soldier
"""

_NAMES = """
Edmund Walter Victor Martin Oliver Arthur Harold Philip Lucas Simon
Alice Clara Emma Martha Helen Laura Sarah Julia Anna Rachel
Thomas Robert Henry George Daniel Peter Samuel Edward Frank Oscar
Mary Ruth Jane Rose Lucy Grace Emily Sophie Maria Lily
Paul Mark David Adam Leon Hugo Max Felix Bruno Carl
Alan Eva Diana Eleanor Margaret Charlotte Rebecca Amy Kate Susan
"""

_VICTIMS = "baker doctor farmer cook painter sailor teacher priest merchant guard"
_CRIMES = (
    "In the end {name} confessed to killing the {victim}.",
    "The judge was sure: it was {name} who killed the {victim}.",
    "The {victim} was found dead. The knife belonged to {name}.",
    "The {victim} was poisoned, and the poison was found with {name}.",
    "That night {name} went to the mill and killed the {victim}.",
    "Everyone in the village knew that {name} had shot the {victim}.",
    "The letters proved that {name} had planned to kill the {victim}.",
)
_QUESTION = " Question: Who was the murderer? Answer: The murderer was"

_COLORS = "red blue green yellow white black brown gray pink purple".split()
_THINGS = "house door boat car dress hat box ball flag chair cup bag coat".split()
_PLACES = (
    "The {} {} stood near the {} {}.",
    "A {} {} was left beside the {} {}.",
    "She saw a {} {} and a {} {}.",
)

MARKED = tuple(f"\n{line}" for line in _SENTENCES.strip().splitlines())
SENTENCES = tuple(text.replace("*", "") for text in MARKED)
WITHOUT_ADJECTIVES = tuple(re.sub(r"\*\w+\* ", "", text) for text in MARKED)
NOUNS = tuple(
    tuple(f" {noun}" for noun in re.findall(r"\*\w+\* (\w+)", text)) for text in MARKED
)
NOT_FIRST = tuple(f"Listen{text}" for text in SENTENCES)
CULPRITS = tuple(f" {name}" for name in _NAMES.split())
VICTIMS = tuple(f" {_VICTIMS.split()[i % 10]}" for i in range(N))


def _lists():
    """Return lists of words said twice, and the same lists followed by others."""
    rng = np.random.default_rng(5)
    twice, once = [], []
    for _ in range(N):
        words = [f" {word}" for word in rng.permutation(_WORDS.split())[: 2 * LIST]]
        twice.append("\n" + "".join(2 * words[:LIST]))
        once.append("\n" + "".join(words))
    return tuple(twice), tuple(once)


def _mysteries():
    """Return stories with one named culprit, each with its question."""
    return tuple(
        "\n"
        + _CRIMES[i % len(_CRIMES)].format(name=name.strip(), victim=victim.strip())
        + _QUESTION
        for i, (name, victim) in enumerate(zip(CULPRITS, VICTIMS, strict=True))
    )


def _colored():
    """Return texts that ask for the color of one of two things, and the colors."""
    rng = np.random.default_rng(7)
    texts, answers = [], []
    for i in range(N):
        colors = rng.permutation(_COLORS)[:2]
        things = rng.permutation(_THINGS)[:2]
        scene = _PLACES[i % len(_PLACES)]
        scene = scene.format(colors[0], things[0], colors[1], things[1])
        asked = (i // 2) % 2
        texts.append(f"\n{scene} The color of the {things[asked]} was")
        answers.append(f" {colors[asked]}")
    return tuple(texts), tuple(answers)


TWICE, ONCE = _lists()
MYSTERIES = _mysteries()
COLORED, COLORS = _colored()


def half(texts, which):
    """Return every second text: those of the search, or those of the report.

    >>> half(("a", "b", "c", "d"), "search"), half(("a", "b", "c", "d"), "report")
    (('a', 'c'), ('b', 'd'))
    """
    return texts[("search", "report").index(which) :: 2]
