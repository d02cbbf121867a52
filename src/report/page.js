'use strict';
// The page is whole without this script. It sorts tables by their headings, says the values of the point of a chart
// nearest to the pointer or chosen by the arrow keys, and unfolds everything for printing.

// The number that a cell starts with, such as `-1.5e-3`, `1/3 (0.333)`, `12 %`, `1,234`, `[0.1, 0.2]` or `\u2264 0.5`.
const NUMBER = new RegExp('^([-+]?(?:(?:\\d{1,3}(?:,\\d{3})+|\\d+)?(?:\\.\\d*)?(?:e[-+]?\\d+)?|inf(?:inity)?|\u221e))' +
  '(?:/(\\d+))?(?=$|[\\s%,;)\\]])', 'i');

function number(text) {
  const found = NUMBER.exec(text.replace(/\u2212/g, '-').replace(/^[\s[<>=\u2248\u2264\u2265]+/, ''));
  if (!found || !/[\dif\u221e]/i.test(found[1])) return NaN;
  const [, top, bottom] = found;
  const value = /inf|\u221e/i.test(top) ? (top[0] === '-' ? -Infinity : Infinity) : Number(top.replace(/,/g, ''));
  return bottom ? value / Number(bottom) : value;
}

const words = new Intl.Collator('en', { numeric: true });

function sort(table, column, sign) {
  const body = table.tBodies[0];
  const rows = Array.from(body.rows, (row) => {
    const text = row.cells[column] ? row.cells[column].textContent.trim() : '';
    return { row, text, value: number(text) };
  });
  const filled = rows.filter((row) => row.text);
  const numeric = filled.every((row) => !Number.isNaN(row.value));
  filled.sort((a, b) => {
    if (!numeric) return sign * words.compare(a.text, b.text);
    return a.value === b.value ? 0 : sign * (a.value > b.value ? 1 : -1); // a difference of infinities is no number
  });
  body.replaceChildren(); // emptied first: taking rows out one by one is slow where there is space between them
  body.append(...filled.concat(rows.filter((row) => !row.text)).map((row) => row.row)); // empty cells stay last
}

for (const table of document.querySelectorAll('table')) {
  const heads = table.tHead ? Array.from(table.tHead.rows[0].cells) : [];
  heads.forEach((head, column) => {
    if (table.tBodies[0].rows.length === 1 || !head.textContent.trim()) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const up = head.getAttribute('aria-sort') !== 'ascending';
      heads.forEach((other) => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
      sort(table, column, up ? 1 : -1);
    });
  });
}

// The value at a pixel of an axis, in as many digits as tenths of a pixel can tell.
function axis(text) {
  const [scale, ...ends] = text.split(' ');
  const [from, to, low, high] = ends.map(Number);
  return (pixel) => {
    const share = (pixel - from) / (to - from);
    const unit = low * (1 - share) + high * share;
    const step = Math.abs((high / 2 - low / 2) / (to - from)) / 5;
    const value = scale === 'log' ? 10 ** unit : unit;
    const error = scale === 'log' ? value * step * Math.LN10 : step;
    const digits = Math.ceil(Math.log10(Math.abs(value) / error));
    return digits > 0 ? String(Number(value.toPrecision(Math.min(digits, 6)))) : '0';
  };
}

// The lines of a picture: name, axes, and the corners of the path, which is written in steps.
function lines(svg) {
  return Array.from(svg.querySelectorAll('.line'), (group) => {
    const axes = group.parentNode.querySelector(':scope > .axes').dataset;
    const points = [];
    for (const path of group.querySelectorAll('path[fill="none"]')) {
      const numbers = path.getAttribute('d').match(/-?\d*\.?\d+/g).map(Number);
      let [x, y] = [0, 0];
      for (let i = 0; i !== numbers.length; i += 2) points.push([x += numbers[i], y += numbers[i + 1]]);
    }
    const name = group.querySelector('title').textContent;
    return { name, points, label: axes.xLabel, x: axis(axes.x), y: axis(axes.y) };
  }).filter((line) => line.points.length);
}

for (const figure of document.querySelectorAll('figure')) {
  const svg = figure.querySelector('svg');
  const output = document.createElement('output');
  const dot = document.createElementNS(svg.namespaceURI, 'circle');
  const looks = { r: 6, fill: 'none', stroke: '#222222', 'stroke-width': 2 };
  Object.entries(looks).forEach(([name, value]) => dot.setAttribute(name, value));
  figure.after(output);
  let all = null; // read when somebody asks
  let [line, point] = [0, -1];
  const show = () => {
    const own = all[line];
    point = Math.max(0, Math.min(point, own.points.length - 1));
    const [x, y] = own.points[point];
    dot.setAttribute('cx', x);
    dot.setAttribute('cy', y);
    svg.append(dot);
    output.textContent = `${own.name}: ${own.label} \u2248 ${own.x(x)}, value \u2248 ${own.y(y)}`;
  };
  svg.addEventListener('pointermove', (event) => {
    all = all || lines(svg);
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    let least = Infinity;
    all.forEach((own, i) => own.points.forEach(([x, y], j) => {
      const far = (x - at.x) ** 2 + (y - at.y) ** 2;
      if (least > far) [least, line, point] = [far, i, j];
    }));
    if (all.length) show();
  });
  figure.addEventListener('keydown', (event) => {
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    all = all || lines(svg);
    if (!steps || !all.length) return;
    event.preventDefault();
    line = (line + steps[0] + all.length) % all.length;
    point += steps[1];
    show();
    dot.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}

const folded = () => document.querySelectorAll('details:not([open])');
addEventListener('beforeprint', () => folded().forEach((details) => { details.open = details.dataset.folded = true; }));
addEventListener('afterprint', () => document.querySelectorAll('[data-folded]').forEach((details) => {
  details.open = false;
  delete details.dataset.folded;
}));
