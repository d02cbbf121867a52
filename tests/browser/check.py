"""Opens pages in Chromium and says what is wrong with them.

check.py [--browser PROGRAM] [--shots FOLDER] PAGE.html...    checks the pages
check.py [--browser PROGRAM] --self-test                      checks that each check can fail

Python's standard library and Chromium are all it needs. It ends with 1 if anything is wrong.
"""

import argparse
import base64
import collections
import pathlib
import re
import sys
import tempfile
from collections.abc import Iterator
from fractions import Fraction

from devtools import Browser, Tab

WIDTHS = (1024, 768, 360, 320)

VISIBLE = "checkVisibility({ contentVisibilityAuto: true, contentVisibilityProperty: true })"

# What has a place in the order of the tab key now.
FOCUSABLE = f"""Array.from(document.querySelectorAll('a[href], button, summary, [tabindex="0"]'))
  .filter((e) => e.{VISIBLE})"""

# What must have a name in the tree that a screen reader sees. All of that tree is too much of a long page.
ROLES = ("image", "table", "region", "figure", "button", "link")

Findings = Iterator[tuple[str, str]]


def quiet(tab: Tab) -> Findings:
    """Nothing is asked for, nothing is complained about, nobody is asked anything."""
    for event in tab.said("Network.requestWillBeSent"):
        url = event["request"]["url"]
        if url != tab.url and not url.startswith("data:"):
            yield "request", url
    for event in tab.said("Log.entryAdded"):
        yield "console", event["entry"]["text"]
    for event in tab.said("Runtime.exceptionThrown"):
        details = event["exceptionDetails"]
        yield "console", details.get("exception", {}).get("description", details["text"])
    for event in tab.said("Runtime.consoleAPICalled"):
        yield "console", str([argument.get("value") for argument in event["args"]])
    for event in tab.said("Page.javascriptDialogOpening"):
        yield "dialog", event["message"]


def widths(tab: Tab) -> Findings:
    """The page never scrolls sideways; what does has a name and can be reached by the keyboard."""
    for width in WIDTHS:
        tab.resize(width)
        needs = tab.run("document.documentElement.scrollWidth")
        if needs > width:
            yield "wide", f"{needs} pixels in a window of {width}"
        boxes = tab.run("""Array.from(document.body.querySelectorAll('*')).filter((e) =>
          e.scrollWidth > e.clientWidth && /auto|scroll/.test(getComputedStyle(e).overflowX) && (e.tabIndex !== 0 || !e.getAttribute('aria-label')))
          .map((e) => e.outerHTML.slice(0, 80))""")
        for box in boxes:
            yield "box", f"at {width} pixels nobody without a mouse can scroll {box}"
    tab.resize(WIDTHS[0])


def contrast(tab: Tab) -> Findings:
    """Words stand out from what is behind them by 4.5 to 1 (WCAG 2.1), lines of charts by 2 to 1."""
    pairs = tab.run("""(() => {
      const paper = getComputedStyle(document.body).backgroundColor, pairs = {};
      const seen = (e, colour, least) => { pairs[[colour, least]] = [colour, least, e.outerHTML.slice(0, 60)]; };
      for (const e of document.body.querySelectorAll('h1, h2, p, a, caption, th, td, summary, pre'))
        if (!e.matches('.alert')) seen(e, getComputedStyle(e).color, 4.5);
      for (const e of document.querySelectorAll('svg text')) seen(e, getComputedStyle(e).fill, 4.5);
      for (const e of document.querySelectorAll('svg .line path[fill="none"]')) seen(e, getComputedStyle(e).stroke, 2);
      for (const e of document.querySelectorAll('svg > rect')) if (getComputedStyle(e).fill !== paper)
        pairs.paper = [paper, 100, 'a picture whose paper is not that of the page: ' + getComputedStyle(e).fill];
      return [paper, Object.values(pairs)];
    })()""")
    paper, others = pairs
    for colour, least, what in others:
        light, dark = sorted((luminance(paper), luminance(colour)), reverse=True)
        if (light + 0.05) / (dark + 0.05) < least:
            yield "contrast", f"{colour} on {paper}: {what}"


def luminance(colour: str) -> float:
    numbers = [float(number) / 255 for number in re.findall(r"[\d.]+", colour)]
    if len(numbers) == 4 and numbers[3] == 0:
        numbers = [1.0, 1.0, 1.0]  # nothing is painted, so that the window's white is seen
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in numbers[:3]]
    return sum(weight * x for weight, x in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def alert(tab: Tab) -> Findings:
    """A rejection is the first thing on the page."""
    first = "document.body.firstElementChild?.getAttribute('role') === 'alert'"
    if tab.run("/REJECTED/.test(document.body.textContent) || !!document.querySelector('[role=alert]')"):
        if not tab.run(f"{first} && document.body.firstElementChild.getBoundingClientRect().top < 100"):
            yield "alert", "the alert is not the first thing on the page"


def names(tab: Tab) -> Findings:
    """Whoever hears the page hears what each picture and each table is."""
    root = tab.call("DOM.getDocument", depth=0)["root"]["nodeId"]
    heard = collections.Counter()
    for role in ROLES:
        for node in tab.call("Accessibility.queryAXTree", nodeId=root, role=role)["nodes"]:
            heard[role] += not node["ignored"]
            if not node["ignored"] and not node.get("name", {}).get("value", "").strip():
                yield "name", f"a {role} has no name"
    for role, tag in (("image", "svg"), ("table", "table")):
        shown = tab.run(f"Array.from(document.querySelectorAll('{tag}')).filter((e) => e.{VISIBLE}).length")
        if heard[role] != shown:
            yield "name", f"{heard[role]} of {shown} `{tag}` can be heard"
    ids = tab.run("Array.from(document.querySelectorAll('[id]'), (e) => e.id)")
    for name, count in collections.Counter(ids).items():
        if count > 1:
            yield "name", f"{count} elements have the id {name}"
    mains = "document.querySelectorAll('main').length"
    if not tab.run(f"document.documentElement.lang && document.title.trim() && {mains} === 1"):
        yield "name", "the page has no language, no title or no main part"


def keyboard(tab: Tab) -> Findings:
    """The tab key reaches everything, and shows where it is."""
    count = tab.run(f"window.toReach = new Set({FOCUSABLE}); document.activeElement?.blur(); toReach.size")
    tab.run("window.unseen = []")
    for _ in range(count + 1):
        tab.press("Tab")
        tab.run("""(() => {
          const own = document.activeElement, look = getComputedStyle(own);
          toReach.delete(own);
          if (own !== document.body && (look.outlineStyle === 'none' || parseFloat(look.outlineWidth) === 0))
            unseen.push(own.outerHTML.slice(0, 80));
        })()""")
    for missed in tab.run("Array.from(toReach, (e) => e.outerHTML.slice(0, 80))"):
        yield "keyboard", f"the tab key does not reach {missed}"
    for unseen in tab.run("unseen"):
        yield "keyboard", f"nothing shows that the keyboard is at {unseen}"


def value(text: str) -> Fraction | None:
    """The number a cell starts with, read without the page's help."""
    found = re.match(r"([-+]?[\d.]+(?:e[-+]?\d+)?)(?:/(\d+))?(?=$|[ %(])", text.strip().replace("\u2212", "-"))
    return Fraction(found[1]) / int(found[2] or 1) if found else None


def tables(tab: Tab) -> Findings:
    """Enter on each heading sorts by its column, and again turns the order round."""
    tab.run("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    heads = """Array.from(document.querySelectorAll('table')).flatMap((table) => table.tBodies[0]?.rows.length > 1
      ? Array.from(table.tHead.rows[0].cells).filter((th) => th.textContent.trim()).map((th) => [table, th]) : [])"""
    tab.run(f"window.heads = {heads}")
    for index in range(tab.run("heads.length")):
        cell = f"row.cells[heads[{index}][1].cellIndex].textContent.trim()"
        column = f"Array.from(heads[{index}][0].tBodies[0].rows, (row) => {cell})"
        name = tab.run(f"heads[{index}][1].textContent")[:30]
        before, orders = tab.run(column), []
        for direction in ("ascending", "descending"):
            tab.run(f"heads[{index}][1].querySelector('button')?.focus()")
            tab.press("Enter")
            orders.append(tab.run(column))
            if tab.run(f"heads[{index}][1].getAttribute('aria-sort')") != direction:
                yield "sort", f"Enter on `{name}` does not say {direction}"
        up, down = orders
        if sorted(up) != sorted(before) or sorted(down) != sorted(before):
            yield "sort", f"sorting by `{name}` loses cells"
        filled = [text for text in up if text]
        numbers = [value(text) for text in filled]
        if None not in numbers:
            if numbers != sorted(numbers) or [value(text) for text in down if text] != sorted(numbers, reverse=True):
                yield "sort", f"sorting by `{name}` gives {filled[:6]}"
        elif filled[::-1] != [text for text in down if text] or any(not text for text in up[: len(filled)]):
            yield "sort", f"sorting by `{name}` gives {filled[:6]} and then {down[:6]}"


def charts(tab: Tab) -> Findings:
    """A pointer on the first point of a line, and an arrow key, show the values that the description has."""
    line = "querySelector('.line path[fill=none]')"
    tab.run(f"window.figures = Array.from(document.querySelectorAll('figure')).filter((f) => f.{line})")
    for index in range(tab.run("figures.length")):
        at = tab.run(f"""(() => {{
          const figure = figures[{index}], path = figure.{line};
          path.scrollIntoView({{ block: 'center' }});
          const point = path.getPointAtLength(0).matrixTransform(path.getScreenCTM());
          const axes = path.closest('.line').parentNode.querySelector('.axes').dataset;
          const name = path.parentNode.querySelector('title').textContent;
          const desc = figure.querySelector('desc').textContent;
          return {{ x: point.x, y: point.y, axes: [axes.x, axes.y], name, desc }};
        }})()""")
        output = f"figures[{index}].nextElementSibling?.textContent"
        tab.call("Input.dispatchMouseEvent", type="mouseMoved", x=at["x"], y=at["y"])
        shown = tab.run(output) or ""
        found = re.search(r" \u2248 (\S+), value \u2248 (\S+)$", shown)
        known = re.search(re.escape(at["name"]) + r": \d+ points from \(([^ ]+), ([^)]+)\)", at["desc"])
        if not found or not known:
            yield "hover", f"the pointer on `{at['name'][:40]}` shows `{shown[:80]}`"
            continue
        for axis, said, true in zip(at["axes"], found.groups(), known.groups(), strict=True):
            low, high = map(float, axis.split()[3:])
            # The description has three digits.
            room = 0.01 * (high - low) if axis.startswith("linear") else 0.03 * abs(float(true))
            room += 0.005 * abs(float(true))
            if abs(float(said) - float(true)) > room:
                yield "hover", f"{said} is shown where {true} is drawn"
        tab.run(f"figures[{index}].nextElementSibling.textContent = ''; figures[{index}].focus()")
        tab.press("ArrowRight")
        if "\u2248" not in (tab.run(output) or ""):
            yield "hover", "the arrow keys show nothing"


def paper(tab: Tab) -> Findings:
    """Printed, the page is light and unfolded, also for those who read in the dark."""
    tab.media("print", dark=True)
    background = tab.run("getComputedStyle(document.body).backgroundColor")
    if luminance(background) < 0.9:
        yield "print", f"it is printed on {background}"
    hidden = tab.run(f"""Array.from(document.querySelectorAll('details > *')).filter((e) =>
      !e.{VISIBLE} || !e.offsetHeight).length""")
    if hidden:
        yield "print", f"{hidden} parts stay folded"
    wide = tab.run("document.documentElement.scrollWidth")
    if wide > WIDTHS[0]:
        yield "print", f"it is {wide} pixels wide"
    pdf = base64.b64decode(tab.call("Page.printToPDF")["data"])
    if not pdf.startswith(b"%PDF"):
        yield "print", "there is no PDF"


TEXT = """Array.from(document.querySelectorAll('body > :not(script)'), (e) => e.textContent)
  .join(' ').replace(/\\s+/g, ' ').trim()"""


def check(browser: Browser, page: pathlib.Path, shots: pathlib.Path | None) -> list[tuple[str, str]]:
    """Everything that is wrong with a page."""
    found: list[tuple[str, str]] = []
    texts = {}
    for mode, choice in {"light": {}, "dark": {"dark": True}, "no script": {"script": False}}.items():
        tab = Tab(browser, page.resolve().as_uri(), **choice)
        texts[mode] = tab.run(TEXT)
        checks = [alert, widths, contrast]
        if mode == "light":
            # Names last: a browser that was asked for them keeps a second tree from then on, and is slow.
            metrics = {metric["name"]: metric["value"] for metric in tab.call("Performance.getMetrics")["metrics"]}
            load = tab.run("performance.getEntriesByType('navigation')[0].loadEventEnd")
            size = page.stat().st_size
            layout = 1000 * metrics["LayoutDuration"]
            print(f"{page.name}: {size} bytes, loaded in {load:.0f} ms, layout {layout:.0f} ms")
            checks += [keyboard, tables, charts, names]
        elif mode == "no script":
            checks = [alert, widths, paper]
        if shots:
            for width in (1024, 360):
                tab.resize(width)
                picture(tab, shots / f"{page.stem}-{mode.replace(' ', '-')}-{width}.png", width)
            tab.resize(WIDTHS[0])
        for one in checks:
            found += ((kind, f"{mode}: {words}") for kind, words in one(tab))
        found += ((kind, f"{mode}: {words}") for kind, words in quiet(tab))
        tab.close()
    if texts["no script"] != texts["light"]:
        found.append(("script", "without its script the page says something else"))
    return found


def picture(tab: Tab, path: pathlib.Path, width: int) -> None:
    height = min(4000, tab.run("document.documentElement.scrollHeight"))
    clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
    shot = tab.call("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)
    path.write_bytes(base64.b64decode(shot["data"]))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--browser", default="chromium")
    parser.add_argument("--shots", type=pathlib.Path)
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("pages", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    if not options.self_test and not options.pages:
        parser.error("name the pages to check, or ask for the self-test")
    wrong = 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(options.browser, folder + "/profile")
        try:
            if options.self_test:
                from bad_pages import self_test

                wrong += self_test(lambda page: check(browser, page, None), pathlib.Path(folder))
            if options.shots:
                options.shots.mkdir(parents=True, exist_ok=True)
            for page in options.pages:
                for kind, words in check(browser, page, options.shots):
                    wrong += 1
                    print(f"{page.name}: {kind}: {words}")
        finally:
            browser.close()
    print("nothing is wrong" if wrong == 0 else f"{wrong} things are wrong")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
