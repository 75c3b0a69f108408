"""Bytes and operations."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from course_lib.counting import costs, models

GPT3 = models.gpt3()


def test_the_table_that_was_feared_to_take_150_gigabytes():
    assert costs.attention_bytes(16, 20_000, 20_000) == 25_600_000_000
    assert costs.attention_bytes(16, 20_000, 20_000, bytes_each=2) == 12_800_000_000


def test_the_cache_keeps_a_key_and_a_value_for_each_key_value_head():
    assert costs.kv_cache_bytes(GPT3, 1) == 2 * 96 * 96 * 128 * 2
    smol = models.SMOLLM2
    assert costs.kv_cache_bytes(smol, 100, 4) == 2 * 30 * 3 * 64 * 100 * 4
    unshared = replace(smol, kv_heads=None)
    assert costs.kv_cache_bytes(unshared, 5) == 3 * costs.kv_cache_bytes(smol, 5)
    assert costs.kv_cache_bytes(smol, 0) == 0


def test_operations_are_two_for_each_weight_met_and_four_for_each_pair_of_places():
    found = costs.operations_per_token(GPT3, 2_048)
    matrices = GPT3.total() - sum(
        GPT3.parts()[name] for name in ("positions", "biases", "norms")
    )
    assert found["matrices"] == 2 * matrices
    assert found["looking"] == 4 * 96 * 96 * 128 * 2_048


def test_a_token_pays_for_the_experts_that_it_passes():
    eight = models.MIXTRAL_8X7B
    all_eight = replace(eight, active_experts=8)
    one, all_of_them = (
        costs.operations_per_token(shape, 1)["matrices"] for shape in (eight, all_eight)
    )
    mlp = sum(all_eight.parts()[n] for n in ("MLP gate", "MLP up", "MLP down"))
    assert all_of_them - one == 2 * mlp * 6 // 8


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 10**40), st.integers(1, 10**40))
def test_bills_grow_exactly_with_what_is_billed(n, times):
    assert costs.bytes_of(n * times) == times * costs.bytes_of(n)
    assert costs.kv_cache_bytes(GPT3, n * times) == times * costs.kv_cache_bytes(
        GPT3, n
    )
    assert costs.training_operations(n, times) == 6 * n * times
    before = costs.operations_per_token(GPT3, n)
    after = costs.operations_per_token(GPT3, n * times)
    assert after["looking"] == times * before["looking"]
    assert after["matrices"] == before["matrices"]


def test_why_the_paper_prints_3_14():
    tokens = 300 * 10**9
    assert f"{costs.training_operations(175 * 10**9, tokens):.2e}" == "3.15e+23"
    assert f"{costs.training_operations(GPT3.total(), tokens):.2e}" == "3.14e+23"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: costs.bytes_of(1.5), "numbers is 1.5, expected a whole number"),
        (lambda: costs.attention_bytes(2, 0), r"sizes\[1\] is 0, expected at least 1"),
        (lambda: costs.kv_cache_bytes(GPT3, -1), "tokens is -1, expected at least 0"),
        (lambda: costs.kv_cache_bytes(models.T5_SMALL, 1), "expected one stack"),
        (lambda: costs.operations_per_token(GPT3, 0), "seen is 0"),
        (lambda: costs.operations_per_token(models.T5_SMALL, 1), "one stack"),
        (lambda: costs.training_operations(0, 1), "parameters is 0"),
    ],
)
def test_bad_sizes(call, message):
    with pytest.raises(ValueError, match=message):
        call()
