"""Faults in attention, its argument checks, rotary positions and the model's code."""

from check import model_tests, tests
from fault import Fault, replaced

ATTENTION = "course_lib/attention.py"
VALIDATION = "course_lib/validation.py"
POSITIONS = "course_lib/positions.py"
MODEL = "course_lib/model/language_model.py"
MODEL_TESTS = "tests/model/test_language_model.py"


def unit(name, file, old, new, test="test_reference_case"):
    """Seed a fault that a unit test of attention has to notice."""
    check = tests(f"tests/unit/test_attention.py::{test}")
    return Fault(name, replaced(file, old, new), check)


def turned(name, old, new):
    """Seed a fault in the rotary positions."""
    check = tests("tests/unit/test_positions.py")
    return Fault(name, replaced(POSITIONS, old, new), check)


def modeled(name, file, old, new, test):
    """Seed a fault that a test on the real model has to notice."""
    check = model_tests(f"{MODEL_TESTS}::{test}")
    return Fault(name, replaced(file, old, new), check)


SCALE = " / math.sqrt(d_head)  #"
SPLIT = "x.reshape(*x.shape[:-1], n_heads, -1)  #"
FAULTS = (
    unit("the scale is dropped", ATTENTION, SCALE, "  #"),
    unit("scores are divided by d, not its root", ATTENTION, SCALE, " / d_head  #"),
    unit(
        "scores are divided by the root of the number of keys",
        ATTENTION,
        "d_head = q.shape[-1]",
        "d_head = k.shape[-2]",
    ),
    unit(
        "softmax runs over the queries",
        ATTENTION,
        "weights = softmax(scores)",
        "weights = softmax(scores, -2)",
    ),
    unit(
        "True in a mask means hidden",
        ATTENTION,
        "np.where(mask, scores, -np.inf)",
        "np.where(mask, -np.inf, scores)",
    ),
    unit(
        "hidden scores become a large negative number",
        ATTENTION,
        "np.where(mask, scores, -np.inf)",
        "np.where(mask, scores, -1e9)",
        "test_reference_fully_masked_rows_give_zeros",
    ),
    unit(
        "a word may look one ahead",
        ATTENTION,
        "n_keys - n_queries, dtype",
        "n_keys - n_queries + 1, dtype",
    ),
    unit(
        "the mask is aligned at the first key",
        ATTENTION,
        "n_keys, n_keys - n_queries, dtype",
        "n_keys, 0, dtype",
        "test_with_words_in_a_cache_the_last_query_stands_at_the_last_key",
    ),
    unit(
        "a fully masked row gives NaN",
        ATTENTION,
        "exps / np.where(total == 0, 1, total)",
        "exps / total",
        "test_reference_fully_masked_rows_give_zeros",
    ),
    unit(
        "the largest score is not subtracted",
        ATTENTION,
        "np.exp(scores - np.where(largest == -np.inf, 0, largest))",
        "np.exp(scores)",
        "test_logits_of_ten_thousand_stay_finite",
    ),
    unit(
        "float32 becomes float64",
        ATTENTION,
        "/ math.sqrt(d_head)  #",
        "/ np.sqrt(d_head)  #",
        "test_the_float_type_is_kept",
    ),
    unit(
        "an argument is changed in place",
        ATTENTION,
        "    d_head = q.shape[-1]\n",
        "    d_head = q.shape[-1]\n    k -= k.mean(axis=-2, keepdims=True)\n",
        "test_inputs_are_not_changed",
    ),
    unit(
        "heads mix words",
        ATTENTION,
        f"{SPLIT} [..., T, n_heads, d_head]\n    return heads.swapaxes(-2, -3)",
        "x.reshape(*x.shape[:-2], n_heads, x.shape[-2], -1)\n    return heads",
        "test_heads_split_and_merge",
    ),
    unit(
        "heads are merged without being put back",
        ATTENTION,
        "side_by_side.reshape(*side_by_side.shape[:-2], -1)",
        "heads.reshape(*side_by_side.shape[:-2], -1)",
        "test_heads_split_and_merge",
    ),
    unit(
        "keys of one head are made with the queries' matrix",
        ATTENTION,
        '("W_k", W_k)',
        '("W_k", W_q)',
        "test_reference_multi_head",
    ),
    unit(
        "NaN passes the argument checks",
        VALIDATION,
        "if finite and not np.isfinite",
        "if finite and np.isinf",
        "test_bad_input_gets_one_sentence",
    ),
    unit(
        "a mask of 0 and 1 passes",
        VALIDATION,
        "if mask.dtype != bool:",
        "if mask.dtype == object:",
        "test_bad_input_gets_one_sentence",
    ),
    unit(
        "a mask with one row too few axes passes",
        VALIDATION,
        "fits = mask.ndim >= 2 and mask.shape[-2] in (1, n_queries)",
        "fits = mask.ndim < 2 or mask.shape[-2] in (1, n_queries)",
        "test_bad_input_gets_one_sentence",
    ),
    turned(
        "rotary pairs are halves, not neighbors",
        "first, second = x[..., 0::2], x[..., 1::2]",
        "first, second = np.split(x, 2, axis=-1)",
    ),
    turned(
        "rotary angles have their exponent doubled",
        "base ** (-np.arange(0, d_head, 2) / d_head)",
        "base ** (-2 * np.arange(0, d_head, 2) / d_head)",
    ),
    modeled(
        "query heads meet the wrong group of keys",
        MODEL,
        "q.reshape(N_KV_HEADS, GROUP_SIZE, n_queries, D_HEAD)",
        "q.reshape(GROUP_SIZE, N_KV_HEADS, n_queries, D_HEAD).swapaxes(0, 1)",
        "test_the_capital_of_france",
    ),
    modeled(
        "gate and up change places in the MLP",
        MODEL,
        "gate, up = gate_up[:, :D_FF], gate_up[:, D_FF:]",
        "up, gate = gate_up[:, :D_FF], gate_up[:, D_FF:]",
        "test_the_capital_of_france",
    ),
    modeled(
        "cached positions start at 0 again",
        MODEL,
        "start = 0 if cache is None else cache.length",
        "start = 0",
        "test_a_cache_gives_what_a_full_pass_gives",
    ),
    modeled(
        "the loss compares with the piece itself, not the next",
        MODEL,
        "targets = result.ids[1:][start",
        "targets = result.ids[:-1][start",
        "test_loss_is_the_mean_surprise_of_all_but_the_first_token",
    ),
)
