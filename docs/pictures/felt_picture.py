"""Draws felt.png, the table for the README: a moment of a real house in a real browser."""

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))  # the tests stage the moment, and keep it as a picture of theirs too

from tests.browser.scene import staged  # noqa: E402
from tests.browser.visiting import Visits  # noqa: E402
from tests.server.serving import serving  # noqa: E402
from tools import chromium  # noqa: E402

COLOURS = 200


def main() -> None:
    """Writes felt.png beside this file, in as many colours as the eye tells apart."""
    with tempfile.TemporaryDirectory() as kept, chromium.running() as browser:
        folder = Path(kept)
        with serving(str(folder / "house.db"), folder, "--window", "3600") as house:
            visits = Visits(browser, house)
            taken = staged(visits, lucky=True).screenshot()
            visits.close()
    picture = Image.open(io.BytesIO(taken)).convert("RGB")
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(HERE / "felt.png", optimize=True)


if __name__ == "__main__":
    main()
