"""Where a dealer learns the game: drills with levels, a memory, a syllabus and an exam, for any rulebook.

Nothing here decides a wager, an order or a call: the table and the crew do, and the school asks about it.

>>> from random import Random
>>> from sevenout import Game
>>> asked = ask(Game.open("catfish-bend"), "no-roll", 1, Random(8), about="off-the-table")
>>> print(asked.text)
One of the dice jumps the rail and drops to the floor. Does it count?
  a  it counts
  b  it may be called no roll
  c  it is always no roll
>>> check(asked, "c")
Verdict(outcome='right', reason='')
"""

from sevenout.school.answers import Verdict
from sevenout.school.question import Question
from sevenout.school.topics import TOPICS, ask, check, question

__all__ = ["TOPICS", "Question", "Verdict", "ask", "check", "question"]
