"""Pages with one fault each: a check that does not see its own has no worth."""

import pathlib

SORT = """<script>
document.querySelectorAll('th button').forEach((button, column) => button.addEventListener('click', () => {
  const head = button.parentNode, body = document.querySelector('tbody');
  const up = head.getAttribute('aria-sort') !== 'ascending';
  head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
  const key = (row) => Number(row.cells[column].textContent);
  body.append(...Array.from(body.rows).sort((a, b) => (up ? 1 : -1) * (key(a) - key(b))));
}));
</script>"""
TABLE = """<div role="region" aria-label="numbers" tabindex="0"><table><caption>numbers</caption>
<thead><tr><th><button>n</button></th></tr></thead>
<tbody><tr><td>10</td></tr><tr><td>9</td></tr><tr><td>-1e1</td></tr></tbody></table></div>"""
CHART = """<figure tabindex="0" aria-label="f">
<svg role="img" width="100" height="100" viewBox="0 0 100 100"><title>c</title>
<desc>y against x. a: 2 points from (0, 0) to (1, 1).</desc><rect width="100" height="100" fill="#fff"/>
<g class="axes" data-x="linear 0 100 0 1" data-y="linear 100 0 0 1"></g>
<g class="line"><title>a</title><path fill="none" stroke="#000" d="M0 100l100-100"/></g>
</svg></figure><output></output>"""
HOVER = """<script>
const say = () => { document.querySelector('output').textContent = 'a: x \u2248 0, value \u2248 0'; };
document.querySelector('figure').addEventListener('pointermove', say);
document.querySelector('figure').addEventListener('keydown', say);
</script>"""
STYLE = """<style>body { background: #fff; color: #222; } [hidden] { display: none; }
:focus-visible { outline: 2px solid blue; } pre { overflow: auto; }</style>"""
DARK = "<style>@media (prefers-color-scheme: dark) { body { background: #000; color: #fff; } }</style>"
GOOD = TABLE + SORT + CHART + HOVER

# A good page with everything, and for each check bodies that it must see: kind of finding, what is wrong, body.
BAD = [
    ("request", "a picture from elsewhere", '<img src="other.png" alt="a">'),
    ("request", "a font from elsewhere",
     "<style>@font-face { font-family: f; src: url(f.woff); } p { font-family: f; }</style><p>a"),
    ("console", "a message", "<script>console.log('here')</script>"),
    ("console", "an exception", "<script>nothing()</script>"),
    ("console", "a style that the page's own policy forbids",
     "<meta http-equiv='Content-Security-Policy' content=\"style-src 'none'\"><p style='color: red'>a"),
    ("dialog", "a name that runs", "<img src='data:,' alt='x' onerror='alert(1)'>"),
    ("wide", "a line that does not end", f"<p>{'x' * 500}</p>"),
    ("wide", "a box of 350 pixels in a window of 320", '<div style="width: 350px">a</div>'),
    ("box", "a box that only a mouse can scroll", f"<pre>{'x' * 500}</pre>"),
    ("contrast", "grey words on white", '<p style="color: #aaa">a</p>'),
    ("contrast", "a picture on white in the dark",
     DARK + CHART + HOVER),
    ("alert", "a rejection below the title", "<h1>a</h1><p role='alert'>REJECTED</p>"),
    ("alert", "a rejection among the words", "<h1>a</h1><p>REJECTED</p>"),
    ("name", "a picture without a title", CHART.replace("<title>c</title>", "") + HOVER),
    ("name", "a picture that cannot be heard", CHART.replace('role="img"', 'aria-hidden="true"') + HOVER),
    ("name", "a table without a caption", TABLE.replace("<caption>numbers</caption>", "") + SORT),
    ("name", "two elements with one id", "<p id='a'>a</p><p id='a'>b</p>"),
    ("keyboard", "a heading that the tab key passes over", TABLE.replace("<button>", "<button tabindex='-1'>") + SORT),
    ("keyboard", "a focus that cannot be seen", "<style>button { outline: none !important; }</style>" + TABLE + SORT),
    ("sort", "a table that nothing sorts", TABLE),
    ("sort", "numbers sorted as words", TABLE + SORT.replace("Number(row.cells[column].textContent)",
     "row.cells[column].textContent").replace("key(a) - key(b)", "key(a) > key(b) ? 1 : -1")),
    ("sort", "a row lost", TABLE + SORT.replace("body.append", "body.rows[0].remove(); body.append")),
    ("hover", "a chart that says nothing", CHART),
    ("hover", "a wrong value", CHART + HOVER.replace("value \u2248 0", "value \u2248 0.5")),
    ("hover", "a chart that ignores the keyboard", CHART + HOVER.replace("'keydown'", "'nothing'")),
    ("print", "a dark sheet", DARK),
    ("print", "details that stay folded", "<details><summary>s</summary><p>folded</p></details>"),
    ("script", "words that need the script", "<script>document.write('<p>a</p>')</script>"),
]  # fmt: skip


def self_test(check, folder: pathlib.Path) -> int:
    """How many of the bad pages pass, and what is said against the good one."""
    page = folder / "page.html"
    wrong = 0
    for kind, words, body in [(None, "a good page", GOOD), *BAD]:
        head = f"<meta charset='utf-8'><title>t</title>{STYLE}"
        body = f"{body}<main></main>" if kind == "alert" else f"<main>{body}</main>"
        html = f"<!DOCTYPE html><html lang='en'><head>{head}</head><body>{body}</body></html>"
        page.write_text(html, encoding="utf-8")
        found = check(page)
        kinds = {one for one, _ in found}
        if kind is None and found:
            wrong += 1
            print(f"self-test: {words} is refused: {found}")
        elif kind is not None and kind not in kinds:
            wrong += 1
            print(f"self-test: {words} is not noticed as `{kind}`: {found}")
    print(f"self-test: {len(BAD)} bad pages, {len({kind for kind, *_ in BAD})} checks, {wrong} not as they should be")
    return wrong
