"""Results for readers: records for JSON and CSV, figures as they are written, HTML pages with plots, the layout as SVG,
and the notice a house posts.
"""

from typing import TYPE_CHECKING

from sevenout.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from sevenout.reports.records.edge_records import edges_record as edges_record
    from sevenout.reports.records.edge_records import edges_rows as edges_rows
    from sevenout.reports.records.reference_records import book_record as book_record
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "records.edge_records": ("edges_record", "edges_rows"),
            "records.reference_records": ("book_record",),
        },
    )
