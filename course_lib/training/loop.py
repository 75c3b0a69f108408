"""The one loop that trains every model of the lessons."""

import os

import numpy as np
import torch

from course_lib import validation


def train(model, batches, steps, seed):
    """Train a model with Adam, for a fixed number of steps.

    The step size falls evenly from 0.01 to 0. One thread computes: at these sizes two
    are slower. In JupyterLab a line counts the steps, and is gone at the end.

    Parameters
    ----------
    model : nn.Module
        With ``loss(batch)``, the number that shall become small.
    batches : function
        ``batches(rng)`` draws a batch with a NumPy Generator.
    steps : int
    seed : int
        For the batches; the model has its own.

    Returns
    -------
    array [steps]
        The loss at each step.

    Raises
    ------
    ValueError
        ``steps`` is below 1.

    Source: Kingma and Ba 2015.

    >>> from course_lib import phrases
    >>> from course_lib.training import AdjectiveHead
    >>> head = AdjectiveHead()
    >>> losses = train(head, lambda rng: phrases.sample(rng, 16), steps=20, seed=0)
    >>> bool(losses[-1] < losses[0])
    True
    """
    steps = validation.whole_number("steps", steps)
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    optimizer = torch.optim.Adam(model.parameters())
    losses = []
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = 0.01 * (1 - step / steps)
        loss = model.loss(batches(rng))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        _count(step + 1, steps)
    return np.array(losses)


def _count(step, steps):
    """Show the step in a notebook that a person has open, and wipe it at the end."""
    # Set by the Jupyter server, and not where a program runs the notebook: there the
    # line would be stored among the outputs.
    if "JPY_SESSION_NAME" not in os.environ or step % 25 and step < steps:
        return
    line = f"step {step:,} of {steps:,}"
    print(f"\r{line}" if step < steps else f"\r{' ' * len(line)}\r", end="", flush=True)
