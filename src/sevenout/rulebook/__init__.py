"""What one house allows and pays: the model, the files it is read from, and the books that come with sevenout."""

from sevenout.rulebook.load import load
from sevenout.rulebook.model import Citation, Rulebook, Wager
from sevenout.rulebook.source import Fault, read_book, shipped

__all__ = ["Citation", "Fault", "Rulebook", "Wager", "load", "read_book", "shipped"]
