"""What lesson 03 is for, in the words of its first page."""

RECEIVE = "predict what a word receives, and change it"
WRITE = (
    "write the update, and a head's whole step, and explain why a word sends a value"
)
TELL = (
    "tell a finder of adjectives from a head that looks one word back, and knock out a "
    "head to see whether it is used"
)
BREAK = "predict what a broken model does, measure it, and mend a broken step"
RANK = "tell the rank and the cost of a value map"  # deeper
OWN_SENTENCE = "put a trained head to the test with a sentence of your own"  # deeper
