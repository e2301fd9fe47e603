"""What is done to a strategy file as it is: checked against a rulebook, explained in sentences, formatted, and searched
for lines that can never do anything.
"""
