"""The house on the web: a small HTTP API and a socket for each table. Nothing here decides anything.

Every answer is JSON, every refusal has code, reason and clause. A body or a message that is not as documented is
refused before anything is done; pages of other addresses get nothing.
"""

from sevenout.house.web.app import app
from sevenout.house.web.doors import Web

__all__ = ["Web", "app"]
