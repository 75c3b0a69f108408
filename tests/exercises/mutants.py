"""Mistakes that nobody thought of: every reference with one small thing changed."""

import ast
import copy
import inspect
import sys
import textwrap
from dataclasses import dataclass

SWAPPED = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.MatMult: ast.Mult,
    ast.Pow: ast.Mult,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Gt: ast.Lt,
    ast.Lt: ast.Gt,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass(frozen=True)
class Mutant:
    """A reference with one change: ``what`` names it, ``line`` shows it."""

    what: str
    line: str
    function: object


def mutants(function):
    """Return every mutant of a function, each with one change."""
    source = textwrap.dedent(inspect.getsource(function))
    tree, found = ast.parse(source), {}
    original = ast.unparse(tree)
    for i, node in enumerate(ast.walk(tree)):
        for change in CHANGES:
            for variant in range(variants(node)):
                changed = copy.deepcopy(tree)
                if change(list(ast.walk(changed))[i], variant):
                    text = ast.unparse(ast.fix_missing_locations(changed))
                    if text != original:
                        found.setdefault(text, change.__name__.replace("_", " "))
    return [
        Mutant(what, changed_line(original, text), built(function, text))
        for text, what in found.items()
    ]


def variants(node):
    """Return how many ways of one change to try: one a statement of a block."""
    body = getattr(node, "body", ())
    return max(2, len(body)) if isinstance(body, list) else 2


def built(function, text):
    """Run a changed definition among the names of the original's module."""
    names = dict(vars(sys.modules[function.__module__]))
    exec(compile(text, f"<mutant of {function.__name__}>", "exec"), names)
    return names[function.__name__]


def changed_line(original, text):
    """Return the first line that differs, before and after."""
    lines = zip(original.splitlines(), text.splitlines(), strict=False)
    for before, after in lines:
        if before != after:
            return f"{before.strip()}  ->  {after.strip()}"
    return "the last line is gone"


def operator(node, variant):
    """Turn an operator into another; take away a sign or a `not`."""
    if isinstance(node, (ast.BinOp, ast.BoolOp)) and type(node.op) in SWAPPED:
        node.op = SWAPPED[type(node.op)]()
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPPED:
        node.ops[0] = SWAPPED[type(node.ops[0])]()
    elif isinstance(node, (ast.Return, ast.Assign)) and removable(node.value):
        node.value = node.value.operand
    elif isinstance(node, ast.BinOp) and removable(node.left):
        node.left = node.left.operand
    elif isinstance(node, ast.Call) and node.args and removable(node.args[0]):
        node.args[0] = node.args[0].operand
    else:
        return False
    return variant == 0


def removable(node):
    """Tell a sign in front of something that is no number."""
    return isinstance(node, ast.UnaryOp) and not isinstance(node.operand, ast.Constant)


def axis(node, variant):
    """Take another axis, or drop keepdims."""
    if (
        variant > 1
        or not isinstance(node, ast.keyword)
        or node.arg not in ("axis", "keepdims")
    ):
        return False
    if node.arg == "keepdims":
        node.value = ast.Constant(False)
    else:
        node.value = ast.Constant((0, None)[variant])
    return True


def index(node, variant):
    """Take another place of a sequence, or leave a table unturned."""
    if variant > 1:
        return False
    if isinstance(node, ast.Subscript) and whole_number(node.slice) is not None:
        node.slice = ast.Constant(whole_number(node.slice) + (1, -1)[variant])
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Name):
        node.slice = ast.BinOp(node.slice, (ast.Add, ast.Sub)[variant](), one())
    elif isinstance(node, ast.BinOp) and is_turned(node.right):
        node.right = node.right.value
    else:
        return False
    return True


def whole_number(node):
    """Return a literal whole number, or None."""
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return None
    return value if type(value) is int else None


def is_turned(node):
    """Tell `something.T`."""
    return isinstance(node, ast.Attribute) and node.attr == "T"


def one():
    return ast.Constant(1)


def constant(node, variant):
    """Take another number or text."""
    if variant > 1 or not isinstance(node, ast.Constant) or node.value is None:
        return False
    if isinstance(node.value, str) and " " in node.value:  # a docstring
        return False
    if isinstance(node.value, str):
        node.value += "x"
    elif isinstance(node.value, bool):
        node.value = not node.value
    else:
        node.value += (1, -1)[variant]
    return True


def argument_order(node, variant):
    """Swap two arguments, or the two sides of an operator."""
    if variant:
        return False
    if isinstance(node, ast.Call) and len(node.args) >= 2:
        node.args[:2] = node.args[1::-1]
    elif isinstance(node, ast.BinOp):
        node.left, node.right = node.right, node.left
    elif isinstance(node, (ast.Return, ast.Assign)) and is_pair(node.value):
        node.value.elts.reverse()
    else:
        return False
    return True


def is_pair(node):
    return isinstance(node, ast.Tuple) and len(node.elts) == 2


def dropped_line(node, variant):
    """Leave out one statement of a block."""
    body = getattr(node, "body", None)
    if not isinstance(body, list) or isinstance(node, ast.Module):
        return False
    if variant >= len(body) or is_docstring(body[variant]):
        return False
    del body[variant]
    if not body:
        body.append(ast.Pass())
    return True


def is_docstring(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


CHANGES = (operator, axis, index, constant, argument_order, dropped_line)
