"""What lesson 04 is for, in the words of its first page."""

PREDICT = "predict what a mask leaves of a row of weights, and compute whom a word can"
WRITE = "write a causal mask, and attention that keeps it and a padding mask"
EXPLAIN = "explain why one sentence is as many training examples as it has pieces"
BREAK = "predict what a leaking mask does to a real model, measure it, and find a leak"
OWN_MASK = "design a mask of your own"  # deeper
