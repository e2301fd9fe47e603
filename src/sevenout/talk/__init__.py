"""A seat that listens: what people say at a table, understood; and what they want once more."""

from sevenout.talk.again import Memory, memory_of, remembered
from sevenout.talk.heard import Choice, Heard, Unclear, Understood, typed
from sevenout.talk.understanding import understand

__all__ = ["Choice", "Heard", "Memory", "Unclear", "Understood", "memory_of", "remembered", "typed", "understand"]
