"""Which dice go out: the faces that lie up before the stick, and whether the manual lets them be sent so."""

from random import Random

from sevenout.crew.dice_sets import dice_rules
from sevenout.dice import ROLLS
from sevenout.game import Game
from sevenout.school.answers import Choice
from sevenout.school.question import Because, Drawn
from sevenout.school.scenes import PLAYERS, any_puck, busy, described, table_of
from sevenout.table.snapshot import snapshot


def sending_out(game: Game, rng: Random) -> Drawn | None:
    """Dice before the stick, and a shooter who waits; none where there is no puck, and so no come-out.

    >>> from sevenout import Game
    >>> print(sending_out(Game.open("catfish-bend"), Random(3)).prompt)
    Puck ON 9.
    Ann: pass 15
    Ann shoots. The dice before the stick show 5-2. Do they go out like that?
    """
    if game.rules.book.puck is None:
        return None
    puck, rules = any_puck(game, rng), dice_rules(game).sent_out
    table = snapshot(game, table_of(game, puck, [busy(game, puck, rng, 0, how="round")]))
    barred = rules.come_out if table.point is None else rules.later
    stay = rng.random() < 0.5
    up = rng.choice([roll for roll in ROLLS if (roll.total in barred.value) == stay] or ROLLS)
    allowed = up.total not in barred.value
    asks = f"The dice before the stick show {up.a}-{up.b}. Do they go out like that?"
    prompt = f"{described(table)}\n{PLAYERS[0]} shoots. {asks}"
    moment = "on a come-out" if table.point is None else "with a point on"
    totals = ", ".join(map(str, barred.value))
    because = Because(f"{'Yes' if allowed else 'No'}: {moment} they do not go out showing {totals}", barred.cite)
    return Drawn(prompt, Choice(("yes", "no"), 0 if allowed else 1), (because,), table)
