"""The NumPy model against transformers, against itself, and against what is known."""

import numpy as np
import pytest

from course_lib.model import files, language_model
from course_lib.model.kv_cache import KVCache

PROMPTS = [
    "Once upon a time, in a village by the sea,",
    "The three laws of",
    "1, 2, 3, 4,",
]


def test_forty_sentences_agree_with_transformers(model, twin, sentences):
    import torch

    assert len(sentences) == 40
    for sentence in sentences:
        ours = model.forward(sentence)
        with torch.no_grad():
            theirs = twin(torch.tensor(ours.ids)[None]).logits[0].numpy()
        assert ours.logits.dtype == np.float32
        assert ours.logits.shape == theirs.shape == (len(ours.tokens), 49_152)
        assert (ours.logits.argmax(-1) == theirs.argmax(-1)).all(), sentence
        # Absolute: logits reach 29, and 1.5e-4 was seen.
        assert np.abs(ours.logits - theirs).max() < 1e-3, sentence


@pytest.mark.parametrize("prompt", PROMPTS)
def test_64_greedy_tokens_are_those_of_transformers(model, twin, prompt):
    """Each is the likeliest after all before it: what their `generate` would give."""
    import torch

    ids = model.tokenizer.encode(prompt)
    ours = model.greedy(ids, 64)
    assert len(ours) == 64
    row = torch.tensor([[*ids, *ours.tolist()]])
    with torch.no_grad():
        theirs = twin(row).logits[0, len(ids) - 1 : -1].argmax(-1)
    assert ours.tolist() == theirs.tolist()


def test_a_cache_gives_what_a_full_pass_gives(model):
    ids = model.tokenizer.encode("The old lighthouse keeper counted every ship.")
    full = model.vectors(ids)
    cache = KVCache(len(ids))
    pieces = [model.vectors(piece, cache=cache) for piece in np.split(ids, [4, 5, 6])]
    assert cache.length == len(ids)
    logits = [x @ model.embedding[:2000].T for x in (full, np.concatenate(pieces))]
    assert np.abs(logits[0] - logits[1]).max() < 1e-3


def test_a_later_token_changes_nothing_earlier(model):
    ids = model.tokenizer.encode("The quick brown fox jumps over the lazy dog")
    other = ids.copy()
    other[-1] = model.tokenizer.encode(" cat")[0]
    before, after = model.vectors(ids), model.vectors(other)
    assert np.array_equal(before[:-1], after[:-1])
    assert not np.allclose(before[-1], after[-1])


def test_the_capital_of_france(model):
    words = language_model.next_words("The capital of France is", top=3)
    assert words[0][0] == " Paris"
    assert words[0][1] == pytest.approx(0.77, abs=0.005)
    assert [p for _, p in words] == sorted((p for _, p in words), reverse=True)


def test_look_up_gives_a_word_the_same_vector_in_every_sentence(model):
    rows = []

    def keep(point, layer, x):
        if point == "embedding":
            rows.append(x)

    for text in ("American shrew mole", "One mole of gas", "biopsy of the mole"):
        tokens = language_model.forward(text, edit=keep).tokens
        rows[-1] = rows[-1][tokens.index(" mole")]
    assert np.array_equal(rows[0], rows[1])
    assert np.array_equal(rows[0], rows[2])


def test_loss_is_the_mean_surprise_of_all_but_the_first_token(model):
    text = "Water boils at 100 degrees. " * 20  # more tokens than one block holds
    result = language_model.forward(text)
    assert len(result.ids) > language_model.POSITIONS_AT_A_TIME
    logits = result.logits[:-1].astype(np.float64)
    log_p = logits - np.log(np.exp(logits).sum(-1, keepdims=True))
    expected = -log_p[np.arange(len(logits)), result.ids[1:]].mean()
    assert language_model.loss(text) == pytest.approx(expected, rel=1e-5)


def test_generate_continues_the_text(model):
    assert language_model.generate("The capital of France is", 2) == " Paris."


def test_generate_stops_where_the_model_ends_its_text(model):
    text = language_model.generate("The capital of France is", 64)
    assert len(model.tokenizer.encode(text)) < 64
    assert "<|" not in text


def test_everything_stays_in_float32(model):
    kinds = set()
    language_model.forward(
        "The mole is blind.", edit=lambda point, layer, x: kinds.add(x.dtype)
    )
    assert kinds == {np.dtype(np.float32)}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: language_model.forward(""), "text is empty"),
        (lambda: language_model.forward(7), "text is int, expected a string"),
        (lambda: language_model.forward(None), "text is NoneType"),
        (lambda: language_model.forward(["The"]), "text is list"),
        (lambda: language_model.forward("a " * 2100), "text has 4,200|text has 2,1"),
        (lambda: language_model.loss("The"), "text has one token"),
        (lambda: language_model.next_words("The", top=0), "top is 0"),
        (lambda: language_model.next_words("The", top=2.5), "top is 2.5"),
        (lambda: language_model.generate("The", 0), "n_tokens is 0"),
        (lambda: language_model.generate("The", 2048), "from 1 to 2,047"),
        (lambda: language_model.generate("The", "9"), "n_tokens is '9'"),
    ],
)
def test_a_bad_argument_is_told_in_one_sentence(model, call, message):
    with pytest.raises(ValueError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_without_the_model_one_sentence_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.setenv("COURSE_MODEL_DIR", str(tmp_path))
    with pytest.raises(files.ModelFileError, match="python course.py model"):
        language_model.forward("The")


def test_the_weights_are_mapped_and_not_copied(model):
    for array in (model.embedding, model.layers[7].W_qkv, model.final_norm):
        assert not array.flags.owndata
        assert not array.flags.writeable
