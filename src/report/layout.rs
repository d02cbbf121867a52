//! From a chart to its marks: the frame, the grid, the lines, and the names at their ends.

use super::font::{width, width_of};
use super::labels::spread;
use super::ruler::{Extent, Place, Ruler};
use super::scene::{Anchor, Colour, Mark, Pen, Scene, Words};
use super::{Chart, Scale, Series, describe};

pub(super) const MARGIN: f64 = 14.0;
pub(super) const SMALL: f64 = 11.5;
const LABEL: f64 = 12.0;
/// From one name to the next, in whole pixels.
const GAP: u32 = 16;
/// From the end of the axis to the sample of the line, and from there to the name.
const LEADER: f64 = 36.0;
const SAMPLE: f64 = 44.0;
/// A browser's sans-serif font may be wider than ours.
const SLACK: f64 = 1.12;
/// From one row of names at the left to the next.
const ROW: f64 = 34.0;
/// From the ends of the horizontal axis to the first and the last value.
const INSET: f64 = 7.0;
/// Markers on one line, about.
const MARKERS: usize = 24;

/// The size of the area that the axes span, before the names need more height.
#[derive(Clone, Copy)]
pub(super) struct Area {
    pub(super) width: f64,
    pub(super) height: f64,
}

pub(super) fn chart(chart: &Chart) -> Scene {
    let extents = extents(std::slice::from_ref(chart));
    draw(chart, Area { width: 540.0, height: 360.0 }, extents)
}

/// What the axes of these charts must show together. The scales are those of the first.
pub(super) fn extents(charts: &[Chart]) -> (Extent, Extent) {
    let points = || charts.iter().flat_map(|chart| &chart.series).flat_map(|series| &series.points);
    // A point with one coordinate that is not finite is not drawn, so its other coordinate takes no room.
    let finite = || points().filter(|(x, y)| x.is_finite() && y.is_finite());
    let scale = |pick: fn(&Chart) -> &Scale| charts.first().map_or(&Scale::Linear, pick);
    (
        Extent::of(scale(|chart| &chart.x.scale), 0.0, finite().map(|point| point.0)),
        Extent::of(scale(|chart| &chart.y.scale), 0.04, finite().map(|point| point.1)),
    )
}

pub(super) fn words(text: impl Into<String>, at: (f64, f64), size: f64, colour: Colour) -> Words {
    let (x, y) = at;
    Words { x, y, size, bold: false, colour, anchor: Anchor::Start, text: text.into(), above: String::new() }
}

/// Writes a title and a subtitle from the top, and returns the height and the width they take.
pub(super) fn headings(scene: &mut Scene, title: &str, subtitle: &str, size: f64) -> (f64, f64) {
    let (mut y, mut widest): (f64, f64) = (MARGIN, 0.0);
    if !title.is_empty() {
        y += size;
        scene.words(Words { bold: true, ..words(title, (MARGIN, y), size, Colour::INK) });
        widest = widest.max(width(title, size, true));
        y += 5.0;
    }
    if !subtitle.is_empty() {
        y += LABEL;
        scene.words(words(subtitle, (MARGIN, y), LABEL, Colour::MUTED));
        widest = widest.max(width(subtitle, LABEL, false));
        y += 5.0;
    }
    (y, 2.0 * MARGIN + SLACK * widest)
}

pub(super) fn draw(chart: &Chart, area: Area, extents: (Extent, Extent)) -> Scene {
    let mut scene = Scene { title: chart.title.clone(), description: describe::chart(chart), ..Scene::default() };
    let (mut top, heading) = headings(&mut scene, &chart.title, &chart.subtitle, 15.0);
    // The name of the vertical axis lies flat above it: nobody has to turn the head.
    if !chart.y.label.is_empty() {
        top += 10.0 + SMALL;
        scene.words(words(chart.y.label.as_str(), (MARGIN, top), SMALL, Colour::INK));
    }
    top += 12.0;
    let rows: &[String] = if let Scale::Names(names) = &chart.y.scale { names } else { &[] };
    let height = if rows.is_empty() { area.height } else { ROW * rows.len() as f64 };
    let height = height.max(f64::from(GAP) * chart.series.len() as f64);
    let bottom = (top + height).ceil();
    let down = Ruler::new(extents.1, bottom, top);
    let mut down_ticks = down.ticks(false);
    down_ticks.iter_mut().zip(rows).for_each(|((_, tick), name)| tick.text.clone_from(name));
    let tick_width = |words: &Words| SLACK * width_of(words);
    let tick =
        |text: &str, above: &str| Words { above: above.to_owned(), ..words(text, (0.0, 0.0), SMALL, Colour::MUTED) };
    let widest = down_ticks.iter().map(|(_, t)| tick_width(&tick(&t.text, &t.above))).fold(0.0, f64::max);
    let left = (MARGIN + widest + 9.0).ceil();
    let right = left + area.width;
    let across = Ruler::new(extents.0, left + INSET, right - INSET);
    let frame = Frame { left, right, top, bottom };

    scene.marks.push(Mark::Open("axes".into()));
    for (y, t) in down_ticks {
        let y = crisp(y);
        let named = !t.text.is_empty();
        if named {
            scene.line(&[(left, y), (right, y)], Pen::solid(Colour::GRID, 1.0));
            let label = tick(&t.text, &t.above);
            scene.words(Words { x: left - 8.0, y: y + 4.0, anchor: Anchor::End, ..label });
        }
        scene.line(&[(left - if named { 5.0 } else { 2.5 }, y), (left, y)], Pen::solid(Colour::AXIS, 1.0));
    }
    for (x, t) in across.ticks(true) {
        let x = crisp(x);
        let named = !t.text.is_empty();
        if named {
            if x > left + INSET + 1.0 {
                scene.line(&[(x, top), (x, bottom)], Pen::solid(Colour::GRID, 1.0));
            }
            let label = tick(&t.text, &t.above);
            scene.words(Words { x, y: bottom + 19.0, anchor: Anchor::Middle, ..label });
        }
        scene.line(&[(x, bottom), (x, bottom + if named { 5.0 } else { 2.5 })], Pen::solid(Colour::AXIS, 1.0));
    }
    frame.axes(&mut scene, &across, &down);
    let middle = f64::midpoint(left, right);
    let label = words(chart.x.label.as_str(), (middle, bottom + 37.0), SMALL, Colour::INK);
    let x_label = SLACK * width_of(&label) / 2.0;
    scene.words(Words { anchor: Anchor::Middle, ..label });
    scene.marks.push(Mark::Close);

    let names = frame.series(&mut scene, &chart.series, &across, &down);
    let y_label = 2.0 * MARGIN + SLACK * width(&chart.y.label, SMALL, false);
    let total = (right + names + MARGIN).max(heading).max(y_label).max(middle + x_label + MARGIN);
    (scene.width, scene.height) = (pixels(total), pixels(bottom + 37.0 + MARGIN));
    scene
}

/// The middle of a pixel, where a thin line is sharp.
fn crisp(x: f64) -> f64 {
    x.floor() + 0.5
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes are positive; `as` saturates")]
pub(super) fn pixels(x: f64) -> u32 {
    x.ceil() as u32
}

struct Frame {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Frame {
    /// The two axes. Where a strip for zeros is, the axis is interrupted between the strip and the rest.
    fn axes(&self, scene: &mut Scene, across: &Ruler, down: &Ruler) {
        let pen = Pen::solid(Colour::AXIS, 1.0);
        let (x, y) = (crisp(self.left), crisp(self.bottom));
        let (bottom, left) = (down.strip_border(), across.strip_border());
        scene.line(&[(x, bottom.map_or(y, |border| border - 2.0)), (x, self.top)], pen);
        scene.line(&[(left.map_or(x, |border| border + 2.0), y), (self.right, y)], pen);
        let dash = Pen { dash: &[2.0, 3.0], ..pen };
        if let Some(border) = bottom {
            scene.line(&[(x, y), (x, border)], dash);
        }
        if let Some(border) = left {
            scene.line(&[(x, y), (border, y)], dash);
        }
    }

    /// Draws the lines and their names, and returns how wide the names are.
    fn series(&self, scene: &mut Scene, all: &[Series], across: &Ruler, down: &Ruler) -> f64 {
        let tracks: Vec<Track> = all.iter().map(|series| Track::of(series, across, down)).collect();
        for (series, track) in all.iter().zip(&tracks) {
            scene.marks.push(Mark::Open(series.name.clone()));
            track.draw(scene, series);
            scene.marks.push(Mark::Close);
        }
        let wanted: Vec<f64> = tracks.iter().map(|track| track.end.map_or(self.bottom, |end| end.1)).collect();
        let heights = spread(&wanted, GAP, self.top, self.bottom);
        let mut widest: f64 = 0.0;
        for ((series, track), y) in all.iter().zip(&tracks).zip(heights) {
            let start = self.right + LEADER;
            // Scattered points have no end: the marker beside the name shows which they are.
            let ended = !series.look.is_scattered() || series.points.len() == 1;
            if let Some((end_x, end_y)) = track.end.filter(|_| ended) {
                // The long leader of a line that ends early must not pass for a line of the chart.
                let dash: &[f64] = if end_x + 2.0 * INSET < self.right { &[1.0, 3.0] } else { &[] };
                scene.line(&[(end_x + 6.0, end_y), (start - 3.0, y)], Pen { colour: Colour::LEADER, width: 0.7, dash });
            }
            if !series.look.is_scattered() {
                scene.line(&[(start, y), (start + SAMPLE, y)], series.look.pen());
            }
            if series.look.is_marked() {
                scene.marks.push(series.look.marker(start + SAMPLE / 2.0, y, track.ends_at_edge));
            }
            let name = words(track.name(series), (start + SAMPLE + 6.0, y + 4.0), LABEL, Colour::INK);
            widest = widest.max(LEADER + SAMPLE + 6.0 + SLACK * width_of(&name));
            scene.words(name);
        }
        widest
    }
}

/// A series in pixels.
#[derive(Default)]
struct Track {
    /// Runs of points that are joined.
    runs: Vec<Vec<(f64, f64)>>,
    /// Points with a coordinate that the axis cannot show.
    edge: Vec<(f64, f64)>,
    /// The last point of all, and whether it is at the edge for being zero, or for being less.
    end: Option<(f64, f64)>,
    ends_at_edge: bool,
    ends_at_zero: bool,
    not_finite: usize,
}

impl Track {
    fn of(series: &Series, across: &Ruler, down: &Ruler) -> Self {
        let mut track = Self::default();
        let mut joined = false;
        for &(x, y) in &series.points {
            let (place, at_edge) = match (across.place(x), down.place(y)) {
                (Place::Nowhere, _) | (_, Place::Nowhere) => {
                    track.not_finite += 1;
                    joined = false;
                    continue;
                }
                (Place::At(x), Place::At(y)) => ((x, y), false),
                (Place::At(x) | Place::Edge(x), Place::At(y) | Place::Edge(y)) => ((x, y), true),
            };
            if at_edge {
                track.edge.push(place);
                joined = false;
            } else if let (true, Some(run)) = (joined, track.runs.last_mut()) {
                run.push(place);
            } else {
                track.runs.push(vec![place]);
                joined = true;
            }
            track.end = Some(place);
            track.ends_at_edge = at_edge;
            track.ends_at_zero = at_edge && (x == 0.0 || y == 0.0);
        }
        track
    }

    fn draw(&self, scene: &mut Scene, series: &Series) {
        let scattered = series.look.is_scattered();
        for run in self.runs.iter().filter(|run| run.len() > 1 && !scattered) {
            scene.line(run, series.look.pen());
        }
        let count = self.runs.iter().map(Vec::len).sum::<usize>();
        let every = if scattered { 1 } else { count.div_ceil(MARKERS).max(1) };
        for run in &self.runs {
            // A lonely point has no line that would show it, so it has a marker in any case.
            if series.look.is_marked() || run.len() == 1 {
                let last = run.len() - 1;
                let shown = run.iter().enumerate().filter(|(index, _)| (last - index) % every == 0);
                scene.marks.extend(shown.map(|(_, &(x, y))| series.look.marker(x, y, false)));
            }
        }
        scene.marks.extend(self.edge.iter().map(|&(x, y)| series.look.marker(x, y, true)));
    }

    /// The name, and what of the series the line does not show.
    fn name(&self, series: &Series) -> String {
        let mut name = series.name.clone();
        if series.look.is_scattered() && series.points.len() > 1 {
            // There is no last one.
        } else if self.ends_at_zero {
            name += ": 0";
        } else if self.ends_at_edge {
            name += ": < 0";
        }
        if self.end.is_none() {
            name += ": no points";
        }
        if self.not_finite > 0 {
            name = format!("{name} ({} not finite)", self.not_finite);
        }
        name
    }
}
