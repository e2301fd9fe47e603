"""What `help` says at the table: what can be said, looked at and pressed, on one screen, or told in sentences."""

HELP = """\
Say what you do, as at any table, or as a transcript has it:
  10 pass            six and eight 12 each   max odds      two way yo 1
  press my six       down on my nine         all off       32 across
  rebet, repeat      once more               undo, clear   back again
  always rebet pass  keep odds at max        orders        drop 1
  autopilot three-point-molly for 20         autopilot off
To look at: history, stats, balance, bets, why did I lose, coach on
(A12) on the layout is off. Keys: F2 roll, F3 rebet, F4 undo, F5 max odds
And for the house, once a crew is posted (see docs/reference/notation.md):
  crew: stick Kim, third base Lou         crew works
  Pat relieves third base                 supervisor inspects the dice
  fill 40 red                             changes 200 (your money)
And to the table:
  roll, or just Enter  the shooter throws      why, why pass  the clause behind
  throw                no more bets            again          the last roll
  offers, offers pass  what you may bet now    rules pass     all about a wager
  numbers              what each roll would do to your bets
  save FILE            keep the game           quit           leave the table"""

TOLD = """\
Say what you do, as at any table or as a transcript has it: 10 pass, or six and eight 12 each, or max odds.
Press my six, down on my nine, all off and 32 across change what lies there.
Rebet and repeat do it once more; undo and clear take it back.
Always rebet pass, and keep odds at max, are standing orders; orders lists them, and drop 1 drops the first.
Autopilot three-point-molly for 20 lets a strategy play 20 rolls; autopilot off ends it.
To look at are history, stats, balance, bets, offers, why did I lose, and again for the last roll.
Numbers tells what each roll would do to your bets.
Why tells the clause behind the last decision, rules pass all that is written about a wager, coach on what bets cost.
Roll, or an empty line, throws the dice; throw says that there are no more bets.
Save, with a file name, keeps the game; quit leaves the table.
Once a crew is posted (crew: stick Kim, third base Lou) you speak for the house too:
see docs/reference/notation.md."""
