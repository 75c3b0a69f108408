"""What lesson 06 is for, in the words of its first page."""

SHUFFLE = "predict what attention does with shuffled words"
WRITE = "write the table of sine-wave positions and move it along by a rotation"
MISTAKES = "find the usual mistakes with positions, and explain how they are added"
OTHERS = "predict what wrong and far positions do to a real model"
ROTARY = "write rotary positions"  # deeper
OWN_SENTENCE = (
    "let the nearer of two equal words win in a sentence of your own"  # deeper
)
