"""What lesson 01 is for, in the words of its first page."""

MEASURE = "say what a model reads, and measure how alike two words are"
TELL = "tell what a vector has seen of its sentence, and what a control is for"
MOVE = "move a vector inside a real model, and predict which one carries a meaning"
OWN_DIRECTION = "test a direction of your own"  # deeper
