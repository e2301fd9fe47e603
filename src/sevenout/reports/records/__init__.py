"""Every result as plain values: the contract's JSON (`…_record`) and flat rows for CSV or a data frame (`…_rows`).

>>> from sevenout import exact, open_book
>>> from sevenout.reports.records.edge_records import edges_rows
>>> [(row["wager"], row["edge"]) for row in edges_rows(exact.edges(open_book("typical"), ("pass", "field")))]
[('pass', '7/495'), ('field', '1/18')]

`pandas.DataFrame(edges_rows(…))` is what `sevenout edges --csv` prints.
"""
