"""The version of sevenout."""

__version__ = "0.1.0"
