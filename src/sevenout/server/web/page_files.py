"""The felt: the built page and its files, each compressed already and allowed to ask this house alone.

The page is made from `web/` when the package is built (hatch_build.py). Without it the house tells of itself in plain
words (watch.py), and everything else is as ever.
"""

import hashlib
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

from litestar import MediaType, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from sevenout.base.refusal import Refusal
from sevenout.server.protocol import messages
from sevenout.server.web.middleware.compression import reads
from sevenout.server.web.request_context import Asked, RefusedRequest, http_refused
from sevenout.server.web.routes.health_routes import plain_front

BUILT = Path(__file__).parent / "page"
"""Where the build puts it."""
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_CAREFUL = {
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
_WORKER, _COMPILES = "lab-worker-", _POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""How the script of the lab's workers is named: that alone may compile WebAssembly."""
_KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
}
_PACKED = {"br": ".br", "gzip": ".gz"}
"""How a file may be compressed, the smallest first, and how it is named then."""
_FOR_EVER = "public, max-age=31536000, immutable"
"""For what is named by what is in it."""
_NO_FILE = Refusal("not-found", "the page has no such file")


class PageFile(NamedTuple):
    """A file of the page, as it is and compressed."""

    kind: str
    plain: bytes
    packed: dict[str, bytes]
    policy: str = _POLICY

    def respond(self, request: Asked, cached: str, status: int = HTTPStatus.OK) -> Response[bytes]:
        """The smallest form that whoever asks can read, unless they have it."""
        tag = f'"{hashlib.sha256(self.plain).hexdigest()[:32]}"'
        headers = {
            **_CAREFUL,
            "content-security-policy": self.policy,
            "cache-control": cached,
            "etag": tag,
            "vary": "accept-encoding",
        }
        if status == HTTPStatus.OK and tag in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=304, headers=headers, media_type=self.kind)
        form = next((form for form in self.packed if reads(request.headers.get("accept-encoding", ""), form)), "")
        if form:
            headers["content-encoding"] = form
        return Response(self.packed.get(form, self.plain), status_code=status, headers=headers, media_type=self.kind)


class BuiltPage:
    """The page, held in memory; one that was built anew is read anew."""

    def __init__(self, folder: Path = BUILT) -> None:
        self._folder = folder
        self._made: tuple[int, int] | None = None
        self._front: PageFile | None = None
        self._files: dict[str, PageFile] = {}

    @property
    def front(self) -> PageFile | None:
        """What every address of the page answers with; nothing where none was built."""
        self._reload()
        return self._front

    def file(self, name: str) -> PageFile | None:
        """A file of the page."""
        if name not in self._files:
            self._reload()
        return self._files.get(name)

    def _reload(self) -> None:
        """Reads the folder if it is another than before; in the moment in which it is replaced, what is held stays."""
        index = self._folder / "index.html"
        try:
            told = index.stat()
            made = (told.st_mtime_ns, told.st_ino)
            if made == self._made:
                return
            front = _read(index, "text/html")
            files = {
                path.name: _read(path, _KINDS[path.suffix])
                for path in (self._folder / "assets").iterdir()
                if path.suffix in _KINDS
            }
        except OSError:
            return
        self._made, self._front, self._files = made, front, files


def _read(path: Path, kind: str) -> PageFile:
    packed = {form: path.with_name(path.name + ending) for form, ending in _PACKED.items()}
    return PageFile(
        kind,
        path.read_bytes(),
        {form: each.read_bytes() for form, each in packed.items() if each.is_file()},
        _COMPILES if path.name.startswith(_WORKER) else _POLICY,
    )


_page = BuiltPage()


@get(
    [
        "/",
        "/new",
        "/join",
        "/settings",
        "/limits",
        "/rules",
        "/rules/{rest:path}",
        "/lab",
        "/learn",
        "/learn/{rest:path}",
        "/school",
        "/school/{rest:path}",
        "/evenings",
        "/evenings/{rest:path}",
        "/replay",
        "/t/{rest:path}",
    ],
    media_type=MediaType.HTML,
    include_in_schema=False,
)
async def front(state: State, request: Asked) -> Response[bytes] | Response[str]:
    """The page: which of its rooms is shown is told by the address, which the page itself reads."""
    built = _page.front
    return await plain_front(state, request) if built is None else built.respond(request, "no-cache")


@get("/assets/{name:str}", include_in_schema=False)
async def asset(request: Asked, name: FromPath[str]) -> Response[bytes]:
    """A file of the page."""
    found = _page.file(name)
    if found is None:
        raise RefusedRequest(_NO_FILE)
    return found.respond(request, _FOR_EVER)


def nowhere(request: Asked, error: NotFoundException) -> Response[bytes] | Response[messages.RefusalReason]:
    """An address that nothing is at: to whoever reads pages the page says so, and leads to the lobby."""
    built = _page.front
    reads_pages = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
    if built is None or not reads_pages:
        return http_refused(request, error)
    return built.respond(request, "no-store", error.status_code)


HANDLERS = [front, asset]
