"""Live tables for many players: accounts, connections, durable logs, fair dice that anybody can check, and the HTTP and
socket interface. `casino` holds the tables and the people; `web` is the only part that knows the web framework, and
`client` is what programs use to come in.
"""

from typing import TYPE_CHECKING

from sevenout.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from sevenout.server.casino import Casino as Casino
    from sevenout.server.operation.settings import Settings as Settings
    from sevenout.server.operation.settings import read_settings as read_settings
    from sevenout.server.protocol.client import TableConnection as TableConnection
    from sevenout.server.protocol.client import Visitor as Visitor
    from sevenout.server.store.factory import open_store as open_store
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "casino": ("Casino",),
            "protocol.client": ("TableConnection", "Visitor"),
            "operation.settings": ("Settings", "read_settings"),
            "store.factory": ("open_store",),
        },
    )
