"""Many texts at once equal one at a time; contributions add up to the update."""

import numpy as np
import pytest

from course_lib import culprits, gallery, head_weights
from course_lib.knock_out import knock_out, without_heads
from course_lib.model import batch, language_model

TEXTS = (
    "\nA wooden boat crossed the quiet river.",
    "\nThe killer was Edmund. So the killer was",
    "\nOne mole",
)
CLOSE = {"rtol": 1e-4, "atol": 1e-3}


def test_a_padded_batch_equals_the_texts_alone(model):
    watched = batch.watch(TEXTS)
    for i, text in enumerate(TEXTS):
        kept = {}

        def keep(point, layer, x, kept=kept):
            kept[point, layer] = x

        alone = language_model.forward(text, edit=keep)
        n = len(alone.tokens)
        assert watched.batch.tokens[i] == alone.tokens
        np.testing.assert_allclose(watched.final[i, :n], alone.final, **CLOSE)
        for layer in (0, 13, 29):
            weights = watched.weights[layer, :, i, :n, :n]
            np.testing.assert_allclose(weights, kept["weights", layer], atol=1e-5)
            gathered = watched.gathered[layer, :, i]
            np.testing.assert_allclose(gathered, kept["heads", layer][:, -1], **CLOSE)


@pytest.mark.parametrize("head", [(0, 3), (14, 2), (24, 4), (29, 8)])
def test_a_run_resumed_without_a_head_equals_a_whole_run_without_it(model, head):
    found = batch.without(batch.watch(TEXTS), (head,))
    for i, text in enumerate(TEXTS):
        alone = language_model.forward(text, edit=without_heads((head,)))
        np.testing.assert_allclose(found[i, : len(alone.ids)], alone.final, **CLOSE)


def test_the_losses_of_a_batch_are_those_of_the_model(model):
    text = TEXTS[0]
    watched = batch.watch((text,))
    ids = watched.batch.ids[0]
    found = batch.losses(watched.final[0, :-1], ids[1:])
    assert found.mean() == pytest.approx(language_model.loss(text), abs=1e-4)


def test_contributions_of_a_layer_s_heads_add_up_to_its_attention_update(model):
    text, name = TEXTS[1], " Edmund"
    watched = batch.watch((text,))
    token = model.tokenizer.encode(name)
    found = culprits.direct_contribution(watched.gathered, watched.last, token)
    updates = []

    def keep(point, layer, x):
        if point == "attention_update":
            updates.append(x[-1])

    language_model.forward(text, edit=keep)
    rms = np.sqrt((watched.last[0] ** 2).mean() + 1e-5)
    normed = np.array(updates) / rms * model.final_norm  # [30, 576]
    logits = normed @ model.embedding.T  # [30, 49152]
    expected = logits[:, token[0]] - logits.mean(-1)
    np.testing.assert_allclose(found[0].sum(-1), expected, rtol=1e-3, atol=1e-3)


def test_the_gallery_knocks_out_what_knock_out_knocks_out(model):
    stories, names = culprits.STORIES[:3], culprits.NAMES[:3]
    plain = knock_out(stories, names, ((24, 4),))
    found = gallery.knocked_out("copy suppression")
    for part, name in (("whole", "before"), ("without", "after")):
        np.testing.assert_allclose(
            np.exp(-found[part][:3]), plain[name], rtol=1e-3, err_msg=part
        )
    np.testing.assert_allclose(
        culprits.name_without(((24, 4),))[0, :3], plain["after"], rtol=1e-3
    )


def test_the_model_s_pieces_fit_the_texts(model):
    from course_lib import gallery_texts as texts

    one_piece = [*texts.CULPRITS, *texts.VICTIMS, *texts.COLORS]
    one_piece += [noun for nouns in texts.NOUNS for noun in nouns]
    one_piece += [f" {word}" for word in " ".join(texts.ONCE).split()]
    assert [w for w in set(one_piece) if len(model.tokenizer.encode(w)) > 1] == []


def test_all_weights_of_a_learner_s_own_sentence(model):
    found = head_weights.all_weights("The mole may be blind.")
    n = len(found["tokens"])
    assert found["weights"].shape == (30, 9, n, n)


@pytest.mark.parametrize("texts", [(), "a text"])
def test_a_batch_wants_texts(model, texts):
    with pytest.raises(ValueError, match="expected some texts"):
        batch.pack(texts)
