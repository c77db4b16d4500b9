"""A page in Chromium, driven through the pipe of its debugging protocol."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.patience import LAST_RESORT

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_browser = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium here")
QUIET = ("--headless", "--no-first-run", "--disable-gpu", "--disable-background-networking", "--hide-scrollbars")


def command(url: str, profile: Path, *flags: str) -> list[str]:
    """The command that opens a page."""
    assert BROWSER is not None
    alone = ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()
    return [BROWSER, *QUIET, *alone, f"--user-data-dir={profile}", *flags, url]


class Page:
    """An open page. Errors of its scripts and reports of its policy are in `problems`."""

    def __init__(self, reading: int, writing: int) -> None:
        self._in, self._out = os.fdopen(reading, "rb", buffering=0), os.fdopen(writing, "wb", buffering=0)
        self._last, self._rest, self._session = 0, b"", ""
        self.problems: list[str] = []
        pages: list[dict[str, Any]] = []
        end = time.monotonic() + LAST_RESORT
        while not pages and time.monotonic() < end:
            pages = [one for one in self._send("Target.getTargets")["targetInfos"] if one["type"] == "page"]
        self._session = self._send("Target.attachToTarget", targetId=pages[0]["targetId"], flatten=True)["sessionId"]
        for domain in ("Runtime", "Page", "Log"):
            self._send(f"{domain}.enable")

    def _send(self, method: str, **params: Any) -> dict[str, Any]:
        self._last += 1
        session = {"sessionId": self._session} if self._session else {}
        message = {"id": self._last, "method": method, "params": params, **session}
        self._out.write(json.dumps(message).encode() + b"\0")
        while (answer := self._read()).get("id") != self._last:
            if answer.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
                self.problems.append(json.dumps(answer["params"]))
        assert "error" not in answer, answer
        found: dict[str, Any] = answer["result"]
        return found

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = self._in.read(1 << 20)
            assert more, "the browser ended"
            self._rest += more
        one, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(one)
        return found

    def __call__(self, script: str) -> Any:
        """The value of an expression of JavaScript."""
        answer = self._send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def until(self, script: str) -> Any:
        """The value of an expression as soon as it is true."""
        end = time.monotonic() + LAST_RESORT
        while not (value := self(script)):
            assert time.monotonic() < end, script
            time.sleep(0.05)
        return value

    def open(self, url: str, width: int, height: int = 900) -> None:
        """Open an address in a window of this size, in CSS pixels."""
        sizes = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self._send("Emulation.setDeviceMetricsOverride", **sizes)
        self._send("Page.navigate", url=url)
        self.until(f"location.href === {json.dumps(url)} && document.readyState === 'complete'")

    def dark(self, *, dark: bool) -> None:
        """Set what the system prefers."""
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self._send("Emulation.setEmulatedMedia", features=features)

    def press(self, key: str, text: str = "", *, code: str = "", modifiers: int = 0) -> None:
        """Press a key; `text` is what it types. Of the modifiers, Alt is 1, Ctrl is 2 and Shift is 8."""
        typed = text or (key if len(key) == 1 and not modifiers else "\r" if key == "Enter" else "")
        codes = {"Escape": 27, "Enter": 13, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
        named = {"key": key, "code": code or key, "modifiers": modifiers, "windowsVirtualKeyCode": codes.get(key, 0)}
        self._send("Input.dispatchKeyEvent", type="keyDown", text=typed, **named)
        self._send("Input.dispatchKeyEvent", type="keyUp", **named)

    def click(self, selector: str) -> None:
        """Click the middle of an element, where a user would."""
        box = self(
            f"(() => {{ const one = document.querySelector({json.dumps(selector)});"
            " one.scrollIntoView({block: 'nearest'});"
            " const {x, y, width, height} = one.getBoundingClientRect(); return [x + width / 2, y + height / 2]; })()"
        )
        place = {"x": box[0], "y": box[1], "button": "left", "clickCount": 1}
        self._send("Input.dispatchMouseEvent", type="mousePressed", **place)
        self._send("Input.dispatchMouseEvent", type="mouseReleased", **place)

    def mouse(self, kind: str, x: float, y: float, modifiers: int = 0) -> None:
        """Press, move or release the left button of the mouse at a place of the window; Alt is the modifier 1."""
        button = {"button": "left", "buttons": 0 if kind == "Released" else 1, "clickCount": 1, "modifiers": modifiers}
        self._send("Input.dispatchMouseEvent", type=f"mouse{kind}", x=x, y=y, **button)

    def drag(self, start: tuple[float, float], end: tuple[float, float], modifiers: int = 0) -> None:
        """Press the mouse at a place of the window, move it in five steps, and let it go."""
        self.mouse("Pressed", *start, modifiers)
        for step in range(1, 6):
            x, y = (a + (b - a) * step / 5 for a, b in zip(start, end, strict=True))
            self.mouse("Moved", x, y, modifiers)
        self.mouse("Released", *end, modifiers)

    def close(self) -> None:
        """Close this side's ends of the pipes."""
        self._in.close()
        self._out.close()

    def screenshot(self, file: Path) -> None:
        file.write_bytes(base64.b64decode(self._send("Page.captureScreenshot")["data"]))


@contextmanager
def opened(profile: Path) -> Iterator[Page]:
    """A browser with an empty page."""
    theirs, mine = os.pipe(), os.pipe()
    shell = ["bash", "-c", f'exec "$@" 3<&{theirs[0]} 4>&{mine[1]}', "bash"]
    started = [*shell, *command("about:blank", profile, "--remote-debugging-pipe")]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(started, stdout=quiet, stderr=quiet, pass_fds=(theirs[0], mine[1])) as process:
        os.close(theirs[0])
        os.close(mine[1])
        page = None
        try:
            page = Page(mine[0], theirs[1])
            yield page
        finally:
            process.terminate()
            if page:
                page.close()
