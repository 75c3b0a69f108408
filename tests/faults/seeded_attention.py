"""Faults in masks and heads, in attention's torch twin, and in what is trained."""

from check import tests
from fault import Fault, replaced

ATTENTION = "course_lib/attention.py"
TWIN = "course_lib/training/torch_attention.py"
MODEL = "course_lib/training/attention_only.py"
LOOP = "course_lib/training/loop.py"
INDUCTION = "course_lib/induction.py"


def noticed_by(file):
    """Return a function that seeds a fault which one test of a file has to notice."""

    def seed(name, where, old, new, test):
        check = tests(f"tests/unit/{file}.py::{test}")
        return Fault(name, replaced(where, old, new), check)

    return seed


attention = noticed_by("test_attention")
heads = noticed_by("test_attention_heads")
twin = noticed_by("test_training_torch_attention")
model = noticed_by("test_training_attention_only")
loop = noticed_by("test_training_adjective_head")
letters = noticed_by("test_induction")

D_HEAD = "d_head = q.shape[-1]"
HIDE = "scores = np.where(mask, scores, -np.inf)\n"
MASKED = f"    if mask is not None:\n        {HIDE}    weights = softmax(scores)"
TRIANGLE = "np.tri(n_queries, n_keys, n_keys - n_queries, dtype=bool)"
SPLIT = "heads = x.reshape(*x.shape[:-1], n_heads, -1)  # [..., T, n_heads, d_head]"
MIX = 'validation.product(merge_heads(heads), "W_o", W_o), weights'
SCORES = (
    attention(
        "scores are divided by the root of the values' width",
        ATTENTION,
        D_HEAD,
        "d_head = v.shape[-1]",
        "test_reference_case",
    ),
    heads(
        "scores are divided by the root of the number of heads",
        ATTENTION,
        D_HEAD,
        "d_head = q.shape[-3] if q.ndim > 2 else q.shape[-1]",
        "test_reference_gpt2_attention",
    ),
    heads(
        "scores are divided by the root of all heads' width",
        ATTENTION,
        D_HEAD,
        "d_head = q.shape[-1] * (q.shape[-3] if q.ndim > 2 else 1)",
        "test_each_head_is_its_own_block_whatever_the_sizes",
    ),
    heads(
        "softmax runs over the heads",
        ATTENTION,
        "weights = softmax(scores)",
        "weights = softmax(scores, -3 if scores.ndim > 2 else -1)",
        "test_reference_multi_head_with_biases",
    ),
    heads(
        "the weights gather the queries, not the values",
        ATTENTION,
        "return weights @ v, weights",
        "return weights @ q, weights",
        "test_reference_multi_head_with_biases",
    ),
)
MASKS = (
    attention(
        "the mask comes after softmax",
        ATTENTION,
        MASKED,
        "    weights = softmax(scores)\n"
        "    if mask is not None:\n        weights = np.where(mask, weights, 0)",
        "test_reference_case",
    ),
    attention(
        "scores are multiplied by the mask",
        ATTENTION,
        HIDE,
        "scores = scores * mask\n",
        "test_masked_weights_are_exactly_zero_and_empty_rows_give_zeros",
    ),
    attention(
        "a word may see what comes, not what came",
        ATTENTION,
        TRIANGLE,
        f"~{TRIANGLE}",
        "test_a_later_token_cannot_change_an_earlier_output",
    ),
    heads(
        "a word may not see itself",
        ATTENTION,
        "n_keys - n_queries, dtype",
        "n_keys - n_queries - 1, dtype",
        "test_reference_gpt2_of_two_blocks",
    ),
    heads(
        "a sentence's mask is not spread over its heads",
        ATTENTION,
        "mask = np.expand_dims(mask, -3)",
        "mask = np.asarray(mask)",
        "test_a_mask_of_each_sentence_holds_for_all_its_heads",
    ),
)
HEADS = (
    heads(
        "heads take every third column",
        ATTENTION,
        f"{SPLIT}\n    return heads.swapaxes(-2, -3)",
        "heads = x.reshape(*x.shape[:-1], -1, n_heads)\n"
        "    return np.moveaxis(heads, -1, -3)",
        "test_multi_head_equals_torch",
    ),
    heads(
        "heads meet the blocks of W_o in the wrong order",
        ATTENTION,
        "side_by_side = heads.swapaxes(-2, -3)",
        "side_by_side = heads[..., ::-1, :, :].swapaxes(-2, -3)",
        "test_each_head_is_its_own_block_whatever_the_sizes",
    ),
    heads(
        "the heads' results are not mixed by W_o",
        ATTENTION,
        MIX,
        "merge_heads(heads), weights",
        "test_reference_gpt2_attention",
    ),
    heads(
        "every head gets the first head's block of W_o",
        ATTENTION,
        MIX,
        "heads.sum(-3) @ np.asarray(W_o)[: heads.shape[-1]], weights",
        "test_each_head_is_its_own_block_whatever_the_sizes",
    ),
    heads(
        "weights come averaged over the heads",
        ATTENTION,
        MIX,
        MIX + ".mean(-3, keepdims=True).repeat(n_heads, -3)",
        "test_multi_head_equals_torch",
    ),
    heads(
        "values of the heads are made with the keys' matrix",
        ATTENTION,
        '("W_v", W_v)',
        '("W_v", W_k)',
        "test_reference_multi_head_with_biases",
    ),
)
TORCH = (
    twin(
        "torch: scores are divided by d, not its root",
        TWIN,
        "/ math.sqrt(q.shape[-1])  #",
        "/ q.shape[-1]  #",
        "test_the_twin_equals_torch_s_own",
    ),
    twin(
        "torch: True in a mask means hidden",
        TWIN,
        "some & ~mask",
        "some & mask",
        "test_the_twin_equals_torch_s_own",
    ),
    twin(
        "torch: a fully masked row gives NaN",
        TWIN,
        "scores.masked_fill(some & ~mask,",
        "scores.masked_fill(~mask,",
        "test_the_twin_passes_finite_gradients_beside_an_empty_row",
    ),
    twin(
        "torch: a fully masked row sees everything",
        TWIN,
        "torch.softmax(scores, dim=-1) * some",
        "torch.softmax(scores, dim=-1)",
        "test_the_twin_equals_numpy_in_float64",
    ),
    model(
        "torch: heads mix letters",
        MODEL,
        "x.unflatten(-1, (self.n_heads, self.d_head)).transpose(1, 2)",
        "x.reshape(len(x), self.n_heads, -1, self.d_head)",
        "test_the_layers_are_the_course_s_own_attention",
    ),
    model(
        "torch: heads are merged without being put back",
        MODEL,
        "heads.transpose(1, 2).flatten(2)",
        "heads.reshape(*ids.shape, -1)",
        "test_the_layers_are_the_course_s_own_attention",
    ),
    model(
        "a layer's update replaces the vector",
        MODEL,
        'x = x + merged @ layer["W_o"]',
        'x = merged @ layer["W_o"]',
        "test_the_layers_are_the_course_s_own_attention",
    ),
    model(
        "a model that is trained sees the letter to predict",
        MODEL,
        "scaled_dot_product_attention(q, k, v, mask)",
        "scaled_dot_product_attention(q, k, v)",
        "test_a_later_letter_cannot_change_an_earlier_answer",
    ),
    model(
        "the model is trained to name the letter at hand",
        MODEL,
        "sequences.ids[:, 1:][known]",
        "sequences.ids[:, :-1][known]",
        "test_the_loss_counts_the_next_letter_where_it_can_be_known",
    ),
    loop(
        "gradients of earlier steps are kept",
        LOOP,
        "        optimizer.zero_grad()\n",
        "",
        "test_a_step_is_as_large_as_it_is_said",
    ),
    loop(
        "the step size stays the same",
        LOOP,
        "0.01 * (1 - step / steps)",
        "0.01",
        "test_a_step_is_as_large_as_it_is_said",
    ),
)
SEQUENCES = (
    letters(
        "a letter may occur twice in a copy",
        INDUCTION,
        "rng.permutation(len(LETTERS))[:period]",
        "rng.integers(len(LETTERS), size=period)",
        "test_one_row_of_different_letters_is_written_again_and_again",
    ),
    letters(
        "a new length is trained on",
        INDUCTION,
        "PERIODS = (4, 5, 6, 8,",
        "PERIODS = (4, 5, 6, 7, 8,",
        "test_new_periods_are_never_trained_on_and_each_sequence_repeats",
    ),
    letters(
        "an induction head shall look at the letter itself",
        INDUCTION,
        "after[:, :, 1:] = before[:, :, :-1]",
        "after[:] = before",
        "test_the_letter_to_look_at_is_the_next_one",
    ),
    letters(
        "what cannot be known counts as well",
        INDUCTION,
        "right[sequences.known[:, :-1]].mean()",
        "right.mean()",
        "test_only_what_can_be_known_counts_as_right",
    ),
)
FAULTS = (*SCORES, *MASKS, *HEADS, *TORCH, *SEQUENCES)
