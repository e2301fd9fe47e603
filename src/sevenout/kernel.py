"""The compiled kernel, or None where it was not built: `_kernel.pyi` says what it offers, the folder `kernel` how."""

try:
    from sevenout import _kernel as kernel
except ImportError:  # there was no C compiler when this was installed
    kernel = None  # type: ignore[assignment]

__all__ = ["kernel"]
