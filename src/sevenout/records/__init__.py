"""Every result as plain values: the contract's JSON (`…_record`) and flat rows for CSV or a data frame (`…_rows`).

>>> from sevenout.compile import open_book
>>> from sevenout.exact import edges
>>> from sevenout.records.edges import edges_rows
>>> [(row["wager"], row["edge"]) for row in edges_rows(edges(open_book("typical"), ("pass", "field")))]
[('pass', '7/495'), ('field', '1/18')]

`pandas.DataFrame(edges_rows(…))` is what `sevenout edges --csv` prints.
"""
