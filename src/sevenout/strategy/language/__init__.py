"""The strategy language: a text file that says what a player does before each roll, in the words of the notation.

A text is read into a `model.File` once, and made into a `plan.Plan` once for each house; what is left to do before a
roll is to call functions. Each part of a line has a module that reads it and one that compiles it:

=======================  ============  ====================
part                     is read by    is compiled by
=======================  ============  ====================
amounts, wagers, counts  `phrases`     `compile_amounts`
conditions               `conditions`  `compile_conditions`
actions                  `actions`     `compile_actions`
the whole file           `parser`      `plan`
=======================  ============  ====================

Readers share the words (`vocabulary`), a line word by word (`cursor`) and how to complain (`mistakes`). Compilers share
what names and amounts mean in a house (`house`), the memory (`registers`) and one reading of the file (`window`); what
became of each line is counted in `report`. Four modules take a file as it is: `formatting` writes it in its one form,
`explaining` retells it, `checking` holds it against a rulebook, and `idle` finds the lines that can never do anything.
Whether a plan falls into parts with nothing but the rack in common is for `parts` to prove, from what its lines look at
(`looks`) and what they do to the rack (`deeds`).
"""
