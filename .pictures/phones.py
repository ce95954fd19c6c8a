"""Take the pictures of the page in docs from a really served evening: `python .pictures/phones.py`.

Like the tests of the page in a browser, it needs Chromium, its driver and selenium.
"""

from __future__ import annotations

import base64
import math
import struct
import sys
import tempfile
import zlib
from collections import Counter
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import urlopen

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests"))

from browser.phones import HEIGHT, RATIO, WIDTH, Phone, missing  # noqa: E402  # the tests know how to hold a phone
from browser.playing import enter  # noqa: E402
from browser.serving import Served  # noqa: E402

EVENINGS = {
    "en": (
        ("Valère", "Hippolyte", "Camille"),
        "comedy",
        ("C3 C3 C2 T2 T1 +4", "C2 C2 C1 C1 T2 T2 T1", "C1 T3"),
        ("tragedy", "T3 T2 C1 "),
    ),
    "ru": (
        ("Валера", "Ипполит", "Камилла"),
        "комедия",
        ("К3 К3 К2 Т2 Т1 +4", "К2 К2 К1 К1 Т2 Т2 Т1", "К1 Т3"),
        ("трагедия", "Т3 Т2 К1 "),
    ),
    "es": (
        ("Lope", "Tirso", "Camila"),
        "comedia",
        ("C3 C3 C2 T2 T1 +4", "C2 C2 C1 C1 T2 T2 T1", "C1 T3"),
        ("tragedia", "T3 T2 C1 "),
    ),
}
"""The players of each language, the mood and the troupes of a season, and what the first types in the next one."""
GAP = 24
SCALE = 1.125
"""How large a picture is, that letters are sharp and files small."""
PIXELS = """const [taken, done] = arguments, image = new Image();
image.onload = () => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const pieces = [];
  for (let at = 0; at < data.length; at += 30000) pieces.push(String.fromCharCode(...data.subarray(at, at + 30000)));
  done([image.width, image.height, btoa(pieces.join(""))]);
};
image.src = `data:image/png;base64,${taken}`;"""
"""What gives the size of a picture, and its pixels, each as four bytes."""
SHEET = """<!DOCTYPE html><style>body {{ margin: 0; display: flex; gap: {gap}px; background: #fff }}
img {{ width: {width}px; height: {height}px; border: 1px solid #999; border-radius: 18px;
box-sizing: border-box }}</style>
{images}"""


def screens(language: str) -> list[str]:
    """Return what the first player's phone shows in the second season: the form, and where the table stands."""
    names, mood, troupes, (mood_now, typed) = EVENINGS[language]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        evening = Served(Path(folder) / "store", "histrio", names)
        phone = Phone(Path(folder) / "phone", language, names[0])
        try:
            for place, (seat, troupe) in enumerate(zip(evening.seats, troupes, strict=True)):
                fields = {
                    "stage": "season",
                    "do": "done",
                    f"players.{place}": troupe,
                    "mood": mood if not place else "",
                }
                urlopen(seat, urlencode({name: text for name, text in fields.items() if text}).encode()).close()  # noqa: S310
            phone.go(f"{evening.seats[0]}?stage=season")
            enter(phone, "histrio", {"mood": mood_now, "troupe": typed})
            phone.until(lambda: phone.has("//section[contains(@class, 'own')]//li"), what="the player's own lines")
            phone.driver.execute_script("document.activeElement.blur()")  # so that what is typed is drawn
            return [_screen(phone, "header"), _screen(phone, "#live")]
        finally:
            phone.quit()
            evening.stop()


def _screen(phone: Phone, top: str) -> str:
    """Return a picture of the screen, scrolled until something is at its top."""
    script = "scrollTo(0, document.querySelector(arguments[0]).getBoundingClientRect().top + scrollY - 56)"
    phone.driver.execute_script(script, top)
    return str(phone.cdp("Page.captureScreenshot", format="png")["data"])


def draw(language: str) -> bytes:
    """Return the picture of a language: the screens side by side."""
    images = "".join(f'<img src="data:image/png;base64,{one}">' for one in screens(language))
    sheet = SHEET.format(gap=GAP, width=WIDTH, height=HEIGHT, images=images)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page = Path(folder, "sheet.html")
        page.write_text(sheet, encoding="utf-8")
        phone = Phone(Path(folder) / "phone", language, "")
        try:
            phone.go(page.as_uri())
            size = (2 * WIDTH + GAP, HEIGHT)
            clip = {"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": SCALE / RATIO}
            taken = phone.cdp("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)["data"]
            width, height, pixels = phone.driver.execute_async_script(PIXELS, taken)
            return _small(base64.b64decode(pixels), width, height)
        finally:
            phone.quit()


def _small(pixels: bytes, width: int, height: int) -> bytes:
    """Return pixels of four bytes as a PNG of at most 256 colours: letters need no more."""
    colours = [
        tuple(min(255, (value + 4) // 8 * 8) for value in pixels[at : at + 3]) for at in range(0, len(pixels), 4)
    ]
    palette = [colour for colour, _ in Counter(colours).most_common(256)]
    places = {colour: place for place, colour in enumerate(palette)}
    for colour in set(colours) - set(palette):
        places[colour] = places[min(palette, key=lambda one: math.dist(one, colour))]
    indexes = bytes(map(places.__getitem__, colours))
    rows = b"".join(b"\0" + indexes[row * width : (row + 1) * width] for row in range(height))
    chunks = {
        b"IHDR": struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0),
        b"PLTE": bytes(value for colour in palette for value in colour),
        b"IDAT": zlib.compress(rows, 9),
        b"IEND": b"",
    }
    told = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks.items()
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(told)


if __name__ == "__main__":
    if missing():
        sys.exit(missing())
    for each in EVENINGS:
        file = HERE / f"phones{'' if each == 'en' else f'-{each}'}.png"
        file.write_bytes(draw(each))
