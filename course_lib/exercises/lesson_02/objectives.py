"""What lesson 02 is for, in the words of its first page."""

PREDICT = (
    "predict which words of a short sentence find each other, and change the weights"
)
WRITE = "write scaled dot-product attention that a real language model runs on"
EXPLAIN = "explain from a measurement why scores are divided"
BREAK = "predict what a broken attention does, measure it, and find the mistake"
OWN_SENTENCE = "do so for a sentence of your own"  # deeper
RANK = "tell the shape and the rank"  # deeper
