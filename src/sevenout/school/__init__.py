"""The school for dealers: drills with levels, a memory, a syllabus and an exam, for any rulebook. Nothing here
decides a wager, an order or a call: the table and the crew do, and the school asks about it.

>>> from random import Random
>>> from sevenout import Game
>>> from sevenout.school import ask, check
>>> asked = ask(Game.open("catfish-bend"), "no-roll", 1, Random(8), about="off-the-table")
>>> print(asked.text)
One of the dice jumps the rail and drops to the floor. Does it count?
  a  it counts
  b  it may be called no roll
  c  it is always no roll
>>> check(asked, "c")
AnswerVerdict(outcome='right', reason='')
"""

from typing import TYPE_CHECKING

from sevenout.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from sevenout.school.answers import AnswerVerdict as AnswerVerdict
    from sevenout.school.catalogue import TOPICS as TOPICS
    from sevenout.school.catalogue import ask as ask
    from sevenout.school.catalogue import check as check
    from sevenout.school.catalogue import remake_question as remake_question
    from sevenout.school.questions import Question as Question
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "answers": ("AnswerVerdict",),
            "catalogue": ("TOPICS", "ask", "check", "remake_question"),
            "questions": ("Question",),
        },
    )
