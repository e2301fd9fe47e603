"""The table as furniture: the areas of the layout and what lies in which, chips and their colours, the ends and the
order of seats, and who and what stands where.
"""
