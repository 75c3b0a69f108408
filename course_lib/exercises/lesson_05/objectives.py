"""What lesson 05 is for, in the words of its first page."""

PREDICT = "predict what one head averages away and two heads keep apart"
OWN = "build two heads for a sentence of your own"  # deeper
WRITE = "write multi-head attention, tell each head's part, and count its numbers"
JUDGE = (
    "judge a real head by its score, its control and its knock-out, "
    "and explain what it needs from an earlier one"
)
BREAK = "predict what broken heads do, measure it, and find the mistake"
