"""Models in torch that lessons train in seconds, and the one loop that trains them."""

try:
    import torch as _torch  # noqa: F401  # asked first, so that its absence is explained
except ModuleNotFoundError:
    raise ModuleNotFoundError(
        "This part trains a model and needs torch, which is not installed yet; "
        "`python course.py lab` installs it while you work. When it says that torch is "
        "ready, restart the kernel and run the lesson again."
    ) from None

from .adjective_head import AdjectiveHead
from .attention_only import AttentionOnly
from .loop import train
from .torch_attention import scaled_dot_product_attention

__all__ = ["AdjectiveHead", "AttentionOnly", "scaled_dot_product_attention", "train"]
