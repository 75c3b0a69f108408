"""The tokenizer against twenty lines of byte-pair encoding, written independently."""

import json

import pytest
import regex

from course_lib.model import files, language_model

# GPT-2's way to cut text into words, after digits were set apart one by one.
WORDS = regex.compile(
    r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
)


def byte_letters():
    """GPT-2's letters for the 256 bytes: printable ones are themselves."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in plain]
    letters = {byte: chr(byte) for byte in plain}
    return letters | {byte: chr(256 + n) for n, byte in enumerate(others)}


def merged(pieces, ranks):
    while len(pieces) > 1:
        pairs = list(zip(pieces, pieces[1:], strict=False))
        best = min(pairs, key=lambda pair: ranks.get(pair, float("inf")))
        if best not in ranks:
            break
        at = pairs.index(best)
        pieces = [*pieces[:at], "".join(best), *pieces[at + 2 :]]
    return pieces


@pytest.fixture(scope="module")
def by_hand(model):
    stored = json.loads(files.installed_paths()[1].read_text(encoding="utf-8"))
    vocabulary = stored["model"]["vocab"]
    ranks = {tuple(pair): n for n, pair in enumerate(stored["model"]["merges"])}
    letters = byte_letters()

    def encode(text):
        ids = []
        for part in regex.split(r"(\p{N})", text):
            for word in WORDS.findall(part):
                pieces = [letters[byte] for byte in word.encode()]
                ids += [vocabulary[piece] for piece in merged(pieces, ranks)]
        return ids

    return encode


def test_forty_sentences_are_cut_as_by_hand(model, sentences, by_hand):
    for sentence in sentences:
        ids = model.tokenizer.encode(sentence)
        assert ids.tolist() == by_hand(sentence), sentence
        assert model.tokenizer.decode(ids) == sentence


def test_pieces_keep_their_spaces_and_digits_stand_alone(model):
    pieces = language_model.tokenize("The verdant forest in 1984.")
    assert pieces == [
        *("The", " ver", "d", "ant", " forest", " in", " "),
        *("1", "9", "8", "4", "."),
    ]


def test_control_tokens_are_one_piece(model):
    assert model.tokenizer.encode("<|im_start|>").tolist() == [1]
    assert language_model.tokenize("<|endoftext|>a") == ["<|endoftext|>", "a"]
