//! Placeholder bounds.
use super::Enclosure;
/// exp
pub fn exp(_x: f64) -> Enclosure {
    Enclosure::new(0.0, f64::INFINITY)
}
/// ln
pub fn ln(_x: f64) -> Enclosure {
    Enclosure::EVERYTHING
}
/// sin
pub fn sin(_x: f64) -> Enclosure {
    Enclosure::new(-1.0, 1.0)
}
/// cos
pub fn cos(_x: f64) -> Enclosure {
    Enclosure::new(-1.0, 1.0)
}
/// sin
pub fn sin_over(_x: Enclosure) -> Enclosure {
    Enclosure::new(-1.0, 1.0)
}
/// cos
pub fn cos_over(_x: Enclosure) -> Enclosure {
    Enclosure::new(-1.0, 1.0)
}
/// Phi
pub fn normal_cdf(_x: f64) -> Enclosure {
    Enclosure::new(0.0, 1.0)
}
/// phi
pub fn normal_pdf(_x: f64) -> Enclosure {
    Enclosure::new(0.0, 0.5)
}
/// logistic
pub fn sigmoid(_x: f64) -> Enclosure {
    Enclosure::new(0.0, 1.0)
}
