"""What lesson 07 is for, in the words of its first page."""

COUNT = "count the parameters of a Transformer matrix by matrix"
EXPLAIN = (
    "explain why two careful counts of one model differ, and what a printed table "
    "proves"
)
FIND = "find the mistake in a count that is right for GPT-3"
COST = (
    "compute what attention and its cache take in memory, and predict which parameters "
    "a real model misses most"
)
SHAPE = "shape a model of your own within a budget"  # deeper
