"""The server on the web: a small HTTP API and a socket for each table. Nothing here decides anything. Every answer is
JSON, every refusal has code, reason and clause. A body or a message that is not as documented is refused before
anything is done; pages of other addresses get nothing.
"""

from typing import TYPE_CHECKING

from sevenout.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from sevenout.server.web.application import app as app
    from sevenout.server.web.request_context import Web as Web
else:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "application": ("app",),
            "request_context": ("Web",),
        },
    )
