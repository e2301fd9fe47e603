"""The work after a roll: motions of the crew's hands in the house's order, which of two comes first by which clause,
and each as somebody watching sees it.
"""
