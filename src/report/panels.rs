//! Several charts in one picture.

use super::layout::{self, Area, MARGIN};
use super::scene::{Mark, Scene};
use super::{Chart, svg};

/// Charts in rows, from the left and from the top. A series should have the same [`Look`](super::Look) in each.
///
/// ```
/// use referee::report::{Axis, Chart, Look, Panels, Scale, Series};
///
/// let chart = |title: &str, slope: f64| Chart {
///     title: title.into(),
///     subtitle: String::new(),
///     x: Axis { label: "constraints m".into(), scale: Scale::Linear },
///     y: Axis { label: "epsilon".into(), scale: Scale::Linear },
///     series: vec![Series { name: "Hedge".into(), points: vec![(0.0, 0.0), (9.0, 9.0 * slope)], look: Look::Line(0) }],
/// };
/// let charts = vec![chart("easy", 0.1), chart("hard", 1.0)];
/// let panels = Panels { title: "Two games".into(), subtitle: String::new(), columns: 2, same_axes: true, charts };
/// assert!(panels.svg().contains(">hard</text>"));
/// ```
#[derive(Clone, Debug)]
pub struct Panels {
    /// What the charts show together.
    pub title: String,
    /// Under what circumstances; may be empty.
    pub subtitle: String,
    /// How many charts stand side by side; 0 counts as 1.
    pub columns: usize,
    /// Whether they are compared: small charts that have the scales of the first and the same ends of their axes. Else
    /// each has its own, and is twice as wide.
    pub same_axes: bool,
    /// The charts.
    pub charts: Vec<Chart>,
}

impl Panels {
    /// The panels as SVG.
    pub fn svg(&self) -> String {
        svg::write(&self.scene())
    }

    /// The width and the height of the SVG in pixels.
    pub fn size(&self) -> (u32, u32) {
        let scene = self.scene();
        (scene.width, scene.height)
    }

    fn scene(&self) -> Scene {
        let same = self.same_axes.then(|| layout::extents(&self.charts));
        let area = Area { width: if self.same_axes { 270.0 } else { 540.0 }, height: 220.0 };
        let draw = |chart: &Chart| {
            let extents = same.unwrap_or_else(|| layout::extents(std::slice::from_ref(chart)));
            layout::draw(chart, area, extents)
        };
        let scenes: Vec<Scene> = self.charts.iter().map(draw).collect();
        let mut all = Scene { title: self.title.clone(), ..Scene::default() };
        let described = scenes.iter().map(|scene| format!("{}: {}", scene.title, scene.description));
        all.description = described.collect::<Vec<_>>().join(" ");
        let (mut y, mut width) = layout::headings(&mut all, &self.title, &self.subtitle, 18.0);
        let column = scenes.iter().map(|scene| scene.width).max().unwrap_or(0);
        let mut scenes = scenes.into_iter();
        loop {
            let row: Vec<Scene> = scenes.by_ref().take(self.columns.max(1)).collect();
            let Some(height) = row.iter().map(|scene| scene.height).max() else { break };
            let mut x = 0.0;
            for scene in row {
                all.marks.push(Mark::Open(scene.title.clone()));
                all.place(scene, x, y);
                all.marks.push(Mark::Close);
                x += f64::from(column);
                width = f64::max(width, x);
            }
            y += f64::from(height);
        }
        (all.width, all.height) = (layout::pixels(width), layout::pixels(y + MARGIN));
        all
    }
}
