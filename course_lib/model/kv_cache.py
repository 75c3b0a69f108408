"""Keys and values of words that were read before: nothing is computed twice."""

import numpy as np

from course_lib.model.layout import D_HEAD, N_KV_HEADS, N_LAYERS


class KVCache:
    """Room for the keys and values of up to n_max tokens, in every layer.

    length: how many tokens are in it so far.

    >>> cache = KVCache(n_max=8)
    >>> k, v = np.ones((2, N_KV_HEADS, 5, D_HEAD), dtype=np.float32)
    >>> all_k, all_v = cache.append(0, k, v)
    >>> all_k.shape, cache.length
    ((3, 5, 64), 0)
    >>> cache.advance(5)
    >>> cache.append(0, k[:, :1], v[:, :1])[0].shape
    (3, 6, 64)
    """

    def __init__(self, n_max):
        shape = (N_LAYERS, N_KV_HEADS, n_max, D_HEAD)
        self._keys = np.empty(shape, dtype=np.float32)
        self._values = np.empty(shape, dtype=np.float32)
        self.length = 0

    def append(self, layer, k, v):
        """Keep a layer's new keys and values; return all of them, old and new.

        k, v: [n_kv_heads, T_new, d_head]. Returns two views [n_kv_heads, T, d_head].
        """
        start, stop = self.length, self.length + k.shape[-2]
        self._keys[layer, :, start:stop] = k
        self._values[layer, :, start:stop] = v
        return self._keys[layer, :, :stop], self._values[layer, :, :stop]

    def advance(self, n_tokens):
        """Count tokens as read, once every layer has kept them."""
        self.length += n_tokens
