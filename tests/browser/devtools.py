"""Chromium without a window, driven by its DevTools protocol over two pipes: no port, no package."""

import fcntl
import json
import os
import select
import subprocess
import time

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-dev-shm-usage", "--disable-sync", "--hide-scrollbars", "--no-first-run", "--remote-debugging-pipe",
]  # fmt: skip

SECONDS = 60  # for one answer of the browser


class Browser:
    """A browser with a profile of its own in an empty folder."""

    def __init__(self, program: str, profile: str) -> None:
        # Numbers far from 3 and 4, which the browser reads from and writes to, so that no copy overwrites another.
        theirs_in, self.commands = (fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 20) for fd in os.pipe())
        self.answers, theirs_out = (fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 20) for fd in os.pipe())

        def connect() -> None:
            os.dup2(theirs_in, 3)
            os.dup2(theirs_out, 4)

        self.process = subprocess.Popen(
            [program, *FLAGS, f"--user-data-dir={profile}"],
            preexec_fn=connect,
            close_fds=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self.last, self.rest = 0, b""
        self.replies: dict[int, dict] = {}
        self.events: list[dict] = []

    def call(self, method: str, session: str | None = None, **params: object) -> dict:
        """Sends a command and returns its result; events that come meanwhile are kept."""
        self.last += 1
        number = self.last
        message = {"id": number, "method": method, "params": params} | ({"sessionId": session} if session else {})
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.commands, data) :]
        self.read_until(lambda: number in self.replies, method)
        reply = self.replies.pop(number)
        if "error" in reply:
            raise RuntimeError(f"{method}: {reply['error']['message']}")
        return reply["result"]

    def read_until(self, done, what: str) -> None:
        limit = time.monotonic() + SECONDS
        while not done():
            ready, _, _ = select.select([self.answers], [], [], max(0.0, limit - time.monotonic()))
            data = os.read(self.answers, 1 << 20) if ready else b""
            if not data:
                raise RuntimeError(f"the browser {'ended' if ready else f'said nothing for {SECONDS} s'} at {what}")
            *messages, self.rest = (self.rest + data).split(b"\0")
            for message in map(json.loads, messages):
                if "id" in message:
                    self.replies[message["id"]] = message
                else:
                    self.events.append(message)
                    self.dismiss(message)

    def dismiss(self, message: dict) -> None:
        """A dialog stops the page until somebody answers. Nobody waits for the reply to this."""
        if message["method"] == "Page.javascriptDialogOpening":
            self.last += 1
            answer = {"id": self.last, "method": "Page.handleJavaScriptDialog", "params": {"accept": False}}
            os.write(self.commands, json.dumps(answer | {"sessionId": message["sessionId"]}).encode() + b"\0")

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()


class Tab:
    """A page in the browser, and what happened in it."""

    def __init__(self, browser: Browser, url: str, *, dark: bool = False, script: bool = True, width: int = 1024):
        self.browser, self.url = browser, url
        self.target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Log", "Runtime", "Performance"):
            self.call(f"{domain}.enable")
        self.media("screen", dark)
        self.call("Emulation.setScriptExecutionDisabled", value=not script)
        self.resize(width)
        self.call("Page.navigate", url=url)
        browser.read_until(lambda: self.said("Page.loadEventFired"), f"loading {url}")

    def call(self, method: str, **params: object) -> dict:
        return self.browser.call(method, self.session, **params)

    def said(self, method: str) -> list[dict]:
        """The events of this kind in this page, in their order."""
        own = (event for event in self.browser.events if event.get("sessionId") == self.session)
        return [event["params"] for event in own if event["method"] == method]

    def media(self, kind: str, dark: bool) -> None:
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media=kind, features=[scheme])

    def resize(self, width: int) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=False)

    def run(self, expression: str) -> object:
        """The value of an expression of JavaScript."""
        reply = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in reply:
            raise RuntimeError(f"{expression}: {reply['exceptionDetails']['exception'].get('description')}")
        return reply["result"].get("value")

    def press(self, key: str) -> None:
        code = {"Tab": 9, "Enter": 13, "ArrowRight": 39}[key]
        about = {"key": key, "code": key, "windowsVirtualKeyCode": code} | ({"text": "\r"} if key == "Enter" else {})
        self.call("Input.dispatchKeyEvent", type="keyDown", **about)
        self.call("Input.dispatchKeyEvent", type="keyUp", **about)

    def close(self) -> None:
        self.browser.call("Target.closeTarget", targetId=self.target)
