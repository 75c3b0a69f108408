"""A choice: options with a letter each, and a message for each option."""

from course_lib.exercises.exercise import Exercise, Wrong


def choice(options, because, **fields):
    """Build a choice from its options: {letter: (text, message)}.

    ``fields`` hold what else an exercise has, and a ``todo`` if it says more.
    """
    letters = sorted(options)
    right = fields["reference"]
    lines = [f"# {letter}) {options[letter][0]}" for letter in letters]
    check = f'\ncheck("{fields["id"]}", answer)\n'
    todo = f"put one letter in quotes: {', '.join(letters[:-1])} or {letters[-1]}."
    return Exercise(
        todo=fields.pop("todo", todo),
        stub="\n".join(lines) + "\nanswer = ...  # one letter, in quotes\n" + check,
        right=options[right][1],
        accepted=(right.upper(), f" {right})"),
        wrong=tuple(
            Wrong(letter, options[letter][1]) for letter in letters if letter != right
        ),
        solution="\n".join(lines) + f'\nanswer = "{right}"  # {because}\n' + check,
        **fields,
    )
