"""words.py: the vectors are GloVe's, neighbors are right, nothing altered passes."""

import hashlib
import importlib.util
import json
import shutil

import numpy as np
import pytest

from course_lib import words
from course_lib.words import analogy, cosine, load, neighbors, vector

# The first 8 of 100 numbers, from glove.6B.100d.txt as published by Stanford.
PUBLISHED = {
    "the": [-0.038194, -0.24487, 0.72812, -0.39961, 0.083172, 0.043953, -0.39141]
    + [0.3344],
    "king": [-0.32307, -0.87616, 0.21977, 0.25268, 0.22976, 0.7388, -0.37954, -0.35307],
    "mole": [0.23308, -0.14599, 0.70665, -0.5834, -0.77593, 0.18194, 0.51066, 0.10784],
    "eiffel": [0.7686, -0.075305, -0.20415, 0.00055617, -0.096311, -0.03244, -0.072261]
    + [0.019291],
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A copy of the data that a test may damage."""
    copy = tmp_path / "words"
    shutil.copytree(words.FOLDER, copy)
    monkeypatch.setattr(words, "FOLDER", copy)
    load.cache_clear()
    yield copy
    load.cache_clear()


@pytest.fixture(scope="module")
def make_words():
    """data/make_words.py, which is no part of the package."""
    path = words.FOLDER.parent / "make_words.py"
    spec = importlib.util.spec_from_file_location("make_words", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# The vectors


@pytest.mark.parametrize("word", PUBLISHED)
def test_no_number_is_off_by_more_than_half_a_step(word):
    ours = vector(word)
    step = np.abs(ours).max() / 127
    off = np.abs(ours[:8] - PUBLISHED[word])
    assert off.max() <= step / 2 * 1.0001
    assert off.max() < 0.015


def test_quantizing_is_off_by_at_most_half_a_step(make_words):
    vectors = np.random.default_rng(0).normal(size=(50, 100))
    numbers, scales = make_words.quantize(vectors)
    assert numbers.dtype == np.int8
    assert (np.abs(numbers).max(axis=1) == 127).all()
    off = np.abs(numbers * scales[:, None] - vectors)
    assert (off <= scales[:, None] / 2 * 1.0001).all()


def test_the_table_holds_what_was_asked_for(make_words):
    table = load()
    assert len(table.words) == len(set(table.words)) == len(table.vectors)
    assert len(table.words) >= 10_000
    assert set(make_words.ADDED) <= set(table.words)
    assert table.words[:3] == ("the", "of", "to"), "the most frequent come first"
    assert [table.rows[word] for word in table.words] == list(range(len(table.words)))


def test_numbers_are_float32_and_the_table_cannot_be_written_to():
    table = load()
    assert table.vectors.dtype == table.units.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(table.units, axis=1), 1, atol=1e-6)
    assert not table.vectors.flags.writeable
    assert not table.units.flags.writeable
    vector("king")[:] = 0
    assert vector("king").any()


def test_the_file_is_small():
    assert (words.FOLDER / "glove.npz").stat().st_size < 1_100_000


def test_the_file_has_source_license_and_script():
    index = json.loads((words.FOLDER / "words.json").read_text(encoding="utf-8"))
    assert set(index) == {path.name for path in words.FOLDER.glob("*.npz")}
    entry = index["glove.npz"]
    assert "GloVe" in entry["source"]
    assert entry["license"] == "PDDL-1.0"
    assert entry["words"] == len(load().words)
    assert (words.FOLDER.parent.parent / entry["script"]).is_file()


# Cosines, neighbors, analogies


def test_cosine_of_words_and_of_vectors_agree():
    assert cosine("mole", "skin") == pytest.approx(
        cosine(vector("mole"), 3 * vector("skin")), abs=1e-6
    )
    assert cosine("mole", "mole") == pytest.approx(1, abs=1e-6)
    assert cosine("mole", -vector("mole")) == pytest.approx(-1, abs=1e-6)
    assert cosine("mole", "skin") == pytest.approx(0.31, abs=0.01)
    assert cosine("mole", "chemistry") == pytest.approx(0.06, abs=0.01)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("mole", ["rat", "shrew", "moles", "squirrel", "snake", "chimp", "rabbit"]),
        ("tower", ["towers", "building", "dome", "spire", "gate", "skyscraper"]),
        ("eiffel", ["tower", "louvre", "elysees", "skyscraper", "towers"]),
    ],
)
def test_neighbors(word, expected):
    found = neighbors(word, len(expected))
    assert {near for near, _ in found} == set(expected)
    cosines = [c for _, c in found]
    assert cosines == sorted(cosines, reverse=True)
    assert cosines[0] == pytest.approx(cosine(word, found[0][0]), abs=1e-6)


def test_neighbors_leave_out_the_word_itself_and_what_they_are_told():
    assert "mole" not in [word for word, _ in neighbors("mole", 30)]
    assert neighbors(vector("mole"), 1)[0][0] == "mole"
    assert neighbors(vector("mole"), 1, leave_out="mole")[0][0] == "rat"
    found = neighbors("Mole", 3, leave_out=("rat", "shrew"))
    assert [word for word, _ in found] == ["moles", "squirrel", "snake"]


def test_neighbors_of_a_list_and_of_more_than_there_are():
    assert neighbors(vector("king").tolist(), 1)[0][0] == "king"
    assert len(neighbors("king", 10**6)) == len(load().words) - 1


def test_analogies():
    assert analogy("man", "king", "woman", n=1)[0][0] == "queen"
    assert analogy("rome", "italy", "paris", n=1)[0][0] == "france"
    assert analogy("walk", "walked", "play", n=1)[0][0] == "played"
    assert analogy("japan", "sushi", "germany", n=1)[0][0] == "pastry"


def test_an_analogy_leaves_its_inputs_out_unless_told():
    inputs = {"man", "king", "woman"}
    assert not inputs & {word for word, _ in analogy("man", "king", "woman", n=50)}
    kept = analogy("man", "king", "woman", n=2, leave_out_inputs=False)
    assert [word for word, _ in kept] == ["king", "queen"]


# What is refused


def test_an_unknown_word_is_told_the_nearest_spelling():
    with pytest.raises(ValueError, match="'eifel' is not among.*eiffel") as caught:
        vector("eifel")
    assert "\n" not in str(caught.value)
    with pytest.raises(ValueError, match="'qqzzxxj' is not among.*nor is one like it"):
        neighbors("king", leave_out=["qqzzxxj"])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: vector(3), "word is 3, expected a word in quotes"),
        (lambda: cosine("king", [1.0, 2.0]), r"b has shape \[2\], expected \[100\]"),
        (lambda: cosine(np.zeros(100), "king"), "a has length 0"),
        (lambda: neighbors(vector("king") - vector("king")), "word has length 0"),
        (lambda: neighbors(np.full(100, np.nan)), "word holds NaN"),
        (lambda: neighbors("king", n=0), "n is 0, expected at least 1"),
        (lambda: analogy("man", "king", "wommann"), "'wommann' is not .*woman"),
    ],
)
def test_wrong_arguments_are_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_an_altered_file_is_refused(folder):
    file = folder / "glove.npz"
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    with pytest.raises(ValueError, match=r"glove.npz was altered.*git checkout"):
        load()


@pytest.mark.parametrize("name", ["words.json", "glove.npz"])
def test_a_missing_file_is_named(folder, name):
    (folder / name).unlink()
    with pytest.raises(ValueError, match=rf"{name} is missing.*git checkout"):
        load()


def test_a_pickle_is_refused(folder):
    file = folder / "glove.npz"
    np.savez(file, words=np.array([{"a": 1}], dtype=object))
    index = json.loads((folder / "words.json").read_text(encoding="utf-8"))
    index["glove.npz"]["sha256"] = hashlib.sha256(file.read_bytes()).hexdigest()
    (folder / "words.json").write_text(json.dumps(index), encoding="utf-8")
    with pytest.raises(ValueError, match="allow_pickle"):
        load()
