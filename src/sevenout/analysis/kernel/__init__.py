"""The compiled kernel, where it was `BUILT`: `_kernel.pyi` says what it offers, the folder `kernel` how it works."""

try:
    from sevenout.analysis.kernel import _kernel as kernel
except ImportError:  # there was no C compiler when this was installed
    kernel = None  # type: ignore[assignment]

BUILT = bool(kernel)

__all__ = ["BUILT", "kernel"]
