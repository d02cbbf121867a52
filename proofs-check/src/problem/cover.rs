//! Do boxes cover a box?
//!
//! The box is halved until one leaf contains it. A cut that crosses no leaf parts the leaves in two; for the leaves of
//! a bisection such a cut always exists, most often in the middle of a side. Where there is none, a leaf that a cut
//! crosses counts on both sides. All comparisons are exact; where to cut is a matter of speed only, because the two
//! halves together always are the box.
//!
//! A leaf that meets a box in less than its full dimension is dropped: what the other leaves leave open is an open part
//! of the box, so no finite number of such leaves can fill it.

/// Sides of a box.
pub(crate) type Sides = [(f64, f64)];

/// A box as it stands in a file.
pub(crate) fn shown(sides: &Sides) -> String {
    let sides: Vec<String> = sides.iter().map(|(lo, hi)| format!("[{lo:?}, {hi:?}]")).collect();
    format!("[{}]", sides.join(", "))
}

/// A leaf may be looked at so often, on average, before the search is given up.
const LOOKS_PER_LEAF: usize = 4096;

/// A box to cover, and the leaves that meet it.
struct Open {
    sides: Vec<(f64, f64)>,
    leaves: Vec<usize>,
}

/// Whether the union of the leaves contains the box.
///
/// # Errors
/// A part that no leaf covers, or that the search was given up.
pub(crate) fn covers<S: AsRef<Sides>>(leaves: &[S], sides: &Sides) -> Result<(), String> {
    let mut budget = leaves.len().saturating_add(1000).saturating_mul(LOOKS_PER_LEAF);
    let all = (0..leaves.len()).filter(|&i| leaves.get(i).is_some_and(|leaf| meets(leaf.as_ref(), sides))).collect();
    let mut stack = vec![Open { sides: sides.to_vec(), leaves: all }];
    while let Some(open) = stack.pop() {
        let looks = open.leaves.len().saturating_add(1);
        budget = match budget.checked_sub(looks) {
            Some(rest) => rest,
            None => return Err("the leaves overlap too much to see in time that they cover the domain".to_owned()),
        };
        let found = |i: usize| leaves.get(i).map(AsRef::as_ref);
        if open.leaves.iter().filter_map(|&i| found(i)).any(|leaf| contains(leaf, &open.sides)) {
            continue;
        }
        let own: Vec<(usize, &Sides)> = open.leaves.iter().filter_map(|&i| Some((i, found(i)?))).collect();
        let cut = if own.is_empty() { None } else { choose_cut(&own, &open.sides) };
        let Some((axis, value)) = cut else {
            return Err(format!("no leaf covers the box {}", shown(&open.sides)));
        };
        for upper in [false, true] {
            let mut half = open.sides.clone();
            if let Some(side) = half.get_mut(axis) {
                *side = if upper { (value, side.1) } else { (side.0, value) };
            }
            let leaves = own.iter().filter(|(_, leaf)| meets(leaf, &half)).map(|&(i, _)| i).collect();
            stack.push(Open { sides: half, leaves });
        }
    }
    Ok(())
}

fn contains(leaf: &Sides, sides: &Sides) -> bool {
    leaf.iter().zip(sides).all(|(leaf, side)| leaf.0 <= side.0 && side.1 <= leaf.1)
}

/// Whether the leaf meets the box in its full dimension.
fn meets(leaf: &Sides, sides: &Sides) -> bool {
    leaf.iter().zip(sides).all(|(leaf, side)| {
        if side.0 < side.1 { leaf.0 < side.1 && side.0 < leaf.1 } else { leaf.0 <= side.0 && side.1 <= leaf.1 }
    })
}

/// An axis and a value strictly inside the box's side; `None` only if no leaf ends inside the box.
fn choose_cut(leaves: &[(usize, &Sides)], sides: &Sides) -> Option<(usize, f64)> {
    let axes = || sides.iter().enumerate().filter(|(_, side)| side.0 < side.1);
    let side_of = |leaf: &Sides, axis: usize| leaf.get(axis).copied().unwrap_or((f64::MIN, f64::MAX));
    for (axis, side) in axes() {
        let middle = side.0.midpoint(side.1);
        let crosses = |leaf: &Sides| {
            let (lo, hi) = side_of(leaf, axis);
            lo < middle && middle < hi
        };
        if side.0 < middle && middle < side.1 && !leaves.iter().any(|(_, leaf)| crosses(leaf)) {
            return Some((axis, middle));
        }
    }
    // The cuts at ends of leaves, by how many leaves the two halves have and then by the larger half.
    let mut best: Option<(usize, usize, usize, f64)> = None;
    for (axis, side) in axes() {
        let ends = |end: fn((f64, f64)) -> f64| {
            let mut ends: Vec<f64> = leaves.iter().map(|(_, leaf)| end(side_of(leaf, axis))).collect();
            ends.sort_by(f64::total_cmp);
            ends
        };
        let (lows, highs) = (ends(|side| side.0), ends(|side| side.1));
        for &value in lows.iter().chain(&highs).filter(|&&value| side.0 < value && value < side.1) {
            let below = lows.partition_point(|&lo| lo < value);
            let above = highs.len().saturating_sub(highs.partition_point(|&hi| hi <= value));
            let candidate = (below.saturating_add(above), below.max(above), axis, value);
            if best.is_none_or(|best| (candidate.0, candidate.1) < (best.0, best.1)) {
                best = Some(candidate);
            }
        }
    }
    best.map(|(_, _, axis, value)| (axis, value))
}
