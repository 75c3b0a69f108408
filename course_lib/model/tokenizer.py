"""Text to tokens and back: SmolLM2's own byte-pair encoding."""

import numpy as np

from course_lib.model.layout import N_CTX


class Tokenizer:
    """SmolLM2's tokenizer, read from tokenizer.json.

    path: the file that course_lib.model.conversion wrote.
    """

    def __init__(self, path):
        import tokenizers  # a third of a second: only when the model is used

        self._tokenizer = tokenizers.Tokenizer.from_file(str(path))

    def encode(self, text):
        """Return the token numbers of a text, [T] int64.

        Raises ValueError for what is no text, is empty, or has too many tokens.
        """
        if not isinstance(text, str):
            raise ValueError(f"text is {type(text).__name__}, expected a string.")
        ids = np.array(self._tokenizer.encode(text).ids, dtype=np.int64)
        if len(ids) == 0:
            raise ValueError("text is empty, expected at least one token.")
        if len(ids) > N_CTX:
            raise ValueError(
                f"text has {len(ids):,} tokens, expected at most {N_CTX:,}: "
                "give the model a shorter piece."
            )
        return ids

    def decode(self, ids):
        """Return the text of token numbers, control tokens included."""
        return self._tokenizer.decode(list(map(int, ids)), skip_special_tokens=False)

    def pieces(self, ids):
        """Return each token's own text, " mole" with its space.

        A letter outside ASCII may be cut in two; such halves show as the sign for
        an unreadable letter.
        """
        return [self.decode([number]) for number in ids]
