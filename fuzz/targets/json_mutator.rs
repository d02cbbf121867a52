//! Changes of JSON documents that keep them JSON: numbers are moved, texts and subtrees exchanged, fields dropped.

use serde_json::{Value, json};

/// What separates a document and the files that it names.
pub const SEPARATOR: u8 = 0;

/// A small generator: SplitMix64.
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

const WORDS: [&str; 30] = [
    "holds",
    "violated",
    "undecided",
    "proved",
    "declared",
    "computed",
    "sampled",
    "hypothesis",
    "conclusion",
    "<=",
    "<",
    "theorem-1",
    "theorem-2",
    "theorem-3",
    "theorem-4",
    "theorem-5",
    "lemma-2",
    "lemma-5",
    "lemma-6",
    "lemma-7",
    "0",
    "1",
    "1/2",
    "-1/3",
    "verified",
    "linear",
    "tail:1",
    "uniform",
    "optimal",
    "infeasible",
];

/// The input with one to three changes of the document, or of a number of a file beside it.
pub fn change(input: &[u8], seed: u32) -> Option<Vec<u8>> {
    let mut rng = Rng(u64::from(seed));
    let mut parts: Vec<Vec<u8>> = input.split(|&byte| byte == SEPARATOR).map(<[u8]>::to_vec).collect();
    if parts.len() > 1 && rng.below(4) == 0 {
        let place = 1 + rng.below(parts.len() - 1);
        parts[place] = changed_table(&parts[place], &mut rng)?;
    } else {
        let mut document: Value = serde_json::from_slice(&parts[0]).ok()?;
        for _ in 0..=rng.below(3) {
            let whole = document.clone();
            change_value(&mut document, &whole, &mut rng);
        }
        parts[0] = document.to_string().into_bytes();
    }
    Some(parts.join(&SEPARATOR))
}

/// One cell of a table becomes another number, or the line is dropped or doubled.
fn changed_table(table: &[u8], rng: &mut Rng) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(table).ok()?;
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let line = rng.below(lines.len());
    match rng.below(8) {
        0 if lines.len() > 2 => drop(lines.remove(line)),
        1 => lines.insert(line, lines.get(line)?.clone()),
        _ => {
            let mut cells: Vec<String> = lines.get(line)?.split(',').map(str::to_owned).collect();
            let cell = rng.below(cells.len());
            let x: f64 = cells[cell].parse().ok()?;
            cells[cell] = format!("{:?}", moved(x, rng));
            lines[line] = cells.join(",");
        }
    }
    Some((lines.join("\n") + "\n").into_bytes())
}

fn moved(x: f64, rng: &mut Rng) -> f64 {
    let moved = match rng.below(11) {
        0 => -x,
        1 => x.next_up(),
        2 => x.next_down(),
        3 => x + *rng.pick(&[1.0, -1.0, 0.125, -0.125]),
        4 => x * 2.0,
        5 => x / 2.0,
        6 => 0.0,
        7 => *rng.pick(&[1e-300, 5e-324, 1e300, f64::MAX, 0.1]),
        8 => x * (1.0 + 2f64.powi(-33)),
        9 => x + 2f64.powi(-34),
        _ => x.trunc(),
    };
    if moved.is_finite() { moved } else { x }
}

/// All values of a document, itself first.
fn all(value: &Value) -> Vec<&Value> {
    let mut found = vec![value];
    match value {
        Value::Array(items) => items.iter().for_each(|item| found.extend(all(item))),
        Value::Object(fields) => fields.values().for_each(|field| found.extend(all(field))),
        _ => {}
    }
    found
}

/// Goes down at random and changes what it finds there; `whole` is the document.
fn change_value(value: &mut Value, whole: &Value, rng: &mut Rng) {
    if rng.below(40) == 0 {
        *value = (*rng.pick(&all(whole))).clone();
        return;
    }
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let names: Vec<String> = fields.keys().cloned().collect();
            let name = rng.pick(&names).clone();
            match rng.below(16) {
                0 => drop(fields.shift_remove(&name)),
                1 => {
                    let other = rng.pick(&names).clone();
                    let (a, b) = (fields[&name].clone(), fields[&other].clone());
                    fields.insert(name, b);
                    fields.insert(other, a);
                }
                _ => change_value(&mut fields[&name], whole, rng),
            }
        }
        Value::Array(items) if !items.is_empty() => {
            let place = rng.below(items.len());
            match rng.below(16) {
                0 => drop(items.remove(place)),
                1 => items.insert(place, items[place].clone()),
                2 => {
                    let other = rng.below(items.len());
                    items.swap(place, other);
                }
                _ => change_value(&mut items[place], whole, rng),
            }
        }
        Value::Number(number) => {
            let x = number.as_f64().unwrap_or(0.0);
            *value = match (number.as_i64(), rng.below(3)) {
                (Some(n), 0) => json!(n.saturating_add(*rng.pick(&[1, -1, 2, 1 << 40]))),
                _ => json!(moved(x, rng)),
            };
        }
        Value::String(text) => {
            let texts: Vec<&str> = all(whole).into_iter().filter_map(Value::as_str).collect();
            *text = match rng.below(4) {
                0 => (*rng.pick(&WORDS)).to_owned(),
                1 => (*rng.pick(&texts)).to_owned(),
                _ => changed_text(text, rng),
            };
        }
        Value::Bool(truth) => *truth = !*truth,
        other => *other = json!(*rng.pick(&[0.0, 1.0])),
    }
}

/// One letter of a text becomes another of its kind, or goes, or comes.
fn changed_text(text: &str, rng: &mut Rng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let place = rng.below(letters.len());
    let new = char::from(*rng.pick(b"0123456789-+*/^()., xy_"));
    match (letters.get_mut(place), rng.below(3)) {
        (Some(letter), 0) => *letter = new,
        (Some(_), 1) => drop(letters.remove(place)),
        _ => letters.insert(place, new),
    }
    letters.into_iter().collect()
}
