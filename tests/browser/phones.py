"""A phone in somebody's hands: Chromium with a small screen, used by what can be read on it."""

from __future__ import annotations

import base64
import json
import shutil
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from callboard_cli.ui.wording import label
from callboard_locales import catalog

WIDTH, HEIGHT, RATIO = 360, 640, 1.5
"""The screen, and how many of its points are one of a page."""
WITHIN = 10.0
"""Seconds after which a person would give up; what has to be quicker says so."""
_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
)

_MIDDLE = """const [element] = arguments;
element.scrollIntoView({block: "center"});
const r = element.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
const there = document.elementFromPoint(x, y);
const [wasX, wasY] = element.lay ?? [];
element.lay = [x, y];
return x === wasX && y === wasY && (element.contains(there) || there?.contains(element)) ? [x, y] : null;"""
"""Where the middle of an element is, once it was there before, too."""
_NEW = """const asked = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
const live = document.getElementById("live");
return !live || asked.some((path) => path.endsWith(live.dataset.from ?? "/live"));"""
"""Whether a page that follows the table has heard what is new there."""


def browser():
    """Return where Chromium is."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def missing():
    """Say what these tests need and this machine has not; empty where it has all."""
    lacks = []
    if browser() is None:
        lacks.append("Chromium")
    if shutil.which("chromedriver") is None:
        lacks.append("chromedriver")
    if find_spec("selenium") is None:
        lacks.append("selenium")
    return f"there is no {', no '.join(lacks)} here" if lacks else ""


class Phone:
    """A phone with a browser, in its owner's language."""

    def __init__(self, folder: Path, language: str, owner: str, *, scripts: bool = True) -> None:
        """Start the browser; whether it runs scripts is its owner's choice, too."""
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service

        options = webdriver.ChromeOptions()
        options.binary_location = browser()
        for flag in (*_FLAGS, f"--user-data-dir={folder}", f"--accept-lang={language}"):
            options.add_argument(flag)
        blocked = {} if scripts else {"profile.managed_default_content_settings.javascript": 2}
        options.add_experimental_option("prefs", {"intl.accept_languages": language, **blocked})
        metrics = {"width": WIDTH, "height": HEIGHT, "pixelRatio": RATIO, "touch": True}
        options.add_experimental_option("mobileEmulation", {"deviceMetrics": metrics})
        options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
        self.language = language
        self.owner = owner
        self.runs_scripts = scripts
        self.driver = webdriver.Chrome(options, Service(shutil.which("chromedriver")))
        self.requests: list[dict] = []
        """What the network was asked and answered, as the browser tells it."""
        self.complaints: list[str] = []
        """What the browser's own log says."""

    # --- Settings --------------------------------------------------------------------------------------------------------

    def cdp(self, command, **arguments):
        """Tell the browser something that no page can."""
        return self.driver.execute_cdp_cmd(command, arguments)

    def set_dark(self, *, is_dark):
        """Have it dark or bright."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}
        self.cdp("Emulation.setEmulatedMedia", features=[scheme])

    def set_connection(self, *, is_there):
        """Lose the Wi-Fi, or find it again."""
        self.cdp("Network.enable")
        rates = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self.cdp("Network.emulateNetworkConditions", offline=not is_there, **rates)

    def set_asleep(self, *, is_asleep):
        """Put the page out of sight, where its timers and streams stand still, or back."""
        self.cdp("Page.setWebLifecycleState", state="frozen" if is_asleep else "active")

    def forget(self):
        """Be as new."""
        self.set_connection(is_there=True)
        self.set_dark(is_dark=False)
        with suppress(Exception):  # of what was left on the screen
            self.driver.switch_to.alert.accept()
        self.driver.get("about:blank")
        self.cdp("Network.clearBrowserCookies")
        self.listen()
        self.requests.clear()
        self.complaints.clear()

    def quit(self):
        """Switch it off."""
        self.driver.quit()

    # --- Words -----------------------------------------------------------------------------------------------------------

    def say(self, message, **values):
        """Return a text of the catalog in the phone's language."""
        text = catalog(self.language).text(message)
        return text % values if values else text

    def called(self, game, field):
        """Return what a field is called in the phone's language."""
        said = label(catalog(self.language), game, field)
        return said[:1].upper() + said[1:]

    # --- Hands -----------------------------------------------------------------------------------------------------------

    def go(self, address):
        """Open a page."""
        self.driver.get(address)

    def settle(self):
        """Wait until the page is as it stays while nobody does anything: with what the server told it once it was there."""
        self.until(lambda: self.driver.execute_script(_NEW), what="what is new")

    def find(self, path, within=WITHIN):
        """Return the first thing on the screen that an XPath finds."""
        return self.until(lambda: self._seen(path), within, path)

    def has(self, path):
        """Tell whether an XPath finds anything on the screen."""
        return self._seen(path) is not None

    def all(self, path):
        """Return all things on the screen that an XPath finds."""
        from selenium.common.exceptions import StaleElementReferenceException
        from selenium.webdriver.common.by import By

        with suppress(StaleElementReferenceException):
            return [one for one in self.driver.find_elements(By.XPATH, path) if one.is_displayed()]
        return []

    def texts(self, path):
        """Return what all things say that an XPath finds; nothing while the page changes."""
        from selenium.common.exceptions import StaleElementReferenceException

        with suppress(StaleElementReferenceException):
            return [one.text for one in self.all(path)]
        return []

    def _seen(self, path):
        return next(iter(self.all(path)), None)

    def field(self, name, within=WITHIN, group=""):
        """Return the field that a visible label names, in a group with a heading where several are called alike."""
        start = f"//fieldset[legend[normalize-space()={quoted(group)}]]" if group else ""
        path = f"{start}//label[normalize-space()={quoted(name)}]"
        owner = self.find(path, within).get_attribute("for")
        return self.find(f"//*[@id={quoted(owner)}]" if owner else f"{path}//input", within)

    def write(self, name, text, group=""):
        """Type a text into a field in place of what stands there."""
        field = self.field(name, group=group)
        field.clear()
        field.send_keys(text)

    def choose(self, name, option):
        """Tap one of several under a heading, which is opened before if it is folded to a line."""
        line = f"//details[@class='fold'][not(@open)]/summary[starts-with(normalize-space(), {quoted(f'{name}: ')})]"
        if self.has(line):
            self.touch(line)
        path = f"//fieldset[legend[normalize-space()={quoted(name)}]]//label[normalize-space()={quoted(option)}]"
        self.touch(path)

    def tap(self, name, within=WITHIN, under=""):
        """Tap the button or the link of this name."""
        start = f"//*[self::fieldset or self::section][.//*[normalize-space()={quoted(under)}]]" if under else ""
        said = quoted(name)
        path = " | ".join(
            f"{start}//{tag}[normalize-space()={said} or @aria-label={said}]" for tag in ("button", "a", "summary")
        )
        self.touch(path, within)

    def touch(self, path, within=WITHIN):
        """Touch the middle of what an XPath finds, as a thumb does, once it lies still and nothing covers it."""
        x, y = self.until(lambda: self._middle(path), within, path)
        self.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def _middle(self, path):
        from selenium.common.exceptions import StaleElementReferenceException

        with suppress(StaleElementReferenceException):
            element = self._seen(path)
            return element and self.driver.execute_script(_MIDDLE, element)
        return None

    # --- Eyes ------------------------------------------------------------------------------------------------------------

    @property
    def text(self):
        """What can be read on the page."""
        from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
        from selenium.webdriver.common.by import By

        for _ in range(3):
            with suppress(NoSuchElementException, StaleElementReferenceException):
                return self.driver.find_element(By.TAG_NAME, "body").text
        return ""

    @property
    def first(self):
        """What the standing says of who is first."""
        return " ".join(self.texts("//*[@id='live']//*[contains(@class, 'standing')]/*[@class='first']"))

    @property
    def source(self):
        """All that the page holds, seen or not."""
        return self.driver.page_source

    def until(self, look, within=WITHIN, what=""):
        """Wait until there is something to see, and return it."""
        ends = time.monotonic() + within
        while True:
            found = look()
            if found:
                return found
            if time.monotonic() > ends:
                raise AssertionError(
                    f"{what or look} is not seen after {within} s on the {self.language} phone:\n{self.text}\n{self.sent}"
                )
            time.sleep(0.05)

    def reads(self, text, within=WITHIN):
        """Wait until a text can be read, and return how many seconds it took."""
        begun = time.monotonic()
        self.until(lambda: text in self.text, within, text)
        return time.monotonic() - begun

    def holds(self, name, text, within=WITHIN):
        """Wait until a text stands in a field."""
        self.until(lambda: self.field(name).get_property("value") == text, within, f"{text} in {name}")

    def listen(self):
        """Take over what the browser noted since."""
        for one in self.driver.get_log("performance"):
            message = json.loads(one["message"])["message"]
            if message["method"].startswith("Network."):
                self.requests.append(message)
        self.complaints += [one["message"] for one in self.driver.get_log("browser")]

    @property
    def sent(self):
        """What this phone sent, the last ones."""
        self.listen()
        posts = [one["params"]["request"] for one in self.requests if one["method"] == "Network.requestWillBeSent"]
        return "\n".join(f"{one['method']} {one['url']} {one.get('postData', '')}" for one in posts[-8:])

    def picture(self, file, *, whole=True, height=2400):
        """Keep a picture of the page."""
        size = self.cdp("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": WIDTH, "height": min(size["height"], height), "scale": 1}
        taken = self.cdp("Page.captureScreenshot", format="png", captureBeyondViewport=whole, clip=clip)
        Path(file).write_bytes(base64.b64decode(taken["data"]))


def quoted(text):
    """Return a text as XPath has it."""
    if '"' not in text:
        return f'"{text}"'
    pieces = text.split('"')
    return "concat(" + ", '\"', ".join(f'"{piece}"' for piece in pieces) + ")"
