"""What one house allows and pays: the model, the files it is read from, and the books that come with sevenout."""

from sevenout.refusal import Citation
from sevenout.rulebook.model import Rulebook, Wager
from sevenout.rulebook.source import read_book, shipped

__all__ = ["Citation", "Rulebook", "Wager", "read_book", "shipped"]
