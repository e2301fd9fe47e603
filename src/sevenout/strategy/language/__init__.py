"""The strategy language: a text file that says what a player does before each roll, in the words of the notation. A
text is read into a `syntax_tree.StrategyFile` once (`parser`) and made into a `plan.Plan` once for each house
(`compiler`); what is left to do before a roll is to call functions. `script_tree` puts the strategies that a file plays
in their places. `tools` check, explain and format a file and find
the lines that can never act; `independence` proves that a plan falls into parts that share nothing but the rack;
`line_stats` counts what became of each line.
"""
