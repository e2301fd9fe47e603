"""A house's written rules: the TOML books that come with sevenout, the loader that reads one with every fault in its
place, the model of frozen values it becomes, the compiler that turns it into tables of transitions, and the glossary.
What a wager pays and which roll decides it is known here alone.
"""

from typing import TYPE_CHECKING

from sevenout.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from sevenout.rulebook.compiler.book_compiler import CompiledBook as CompiledBook
    from sevenout.rulebook.compiler.book_compiler import check_book as check_book
    from sevenout.rulebook.compiler.book_compiler import open_book as open_book
    from sevenout.rulebook.model import Rulebook as Rulebook
    from sevenout.rulebook.model import Wager as Wager
    from sevenout.rulebook.source import read_book as read_book
    from sevenout.rulebook.source import shipped as shipped
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "compiler.book_compiler": ("CompiledBook", "check_book", "open_book"),
            "model": ("Rulebook", "Wager"),
            "source": ("read_book", "shipped"),
        },
    )
