//! `--range`: what somebody knows of a function, by the name of its column.

use crate::cli::numbers::plain;
use crate::error::{Error, Result};
use crate::game::{Function, Range};
use crate::trace::{Equalities, Labels};

/// `NAME=LO`, `NAME=LO..HI`, or the same of `proxy:NAME`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Said {
    name: String,
    lo: f64,
    hi: Option<f64>,
}

/// Reads what the flag says.
pub(super) fn said(text: &str) -> std::result::Result<Said, String> {
    let wrong =
        || "write NAME=LO or NAME=LO..HI with finite numbers, the lower one first, such as fpr_gap=-1..1".to_owned();
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|x| x.is_finite());
    let (name, ends) = text.rsplit_once('=').ok_or_else(wrong)?;
    let (lo, hi) = match ends.split_once("..") {
        Some((_, hi)) if hi.starts_with('.') => return Err(wrong()),
        Some((lo, hi)) => (lo, Some(number(hi).ok_or_else(wrong)?)),
        None => (ends, None),
    };
    let lo = number(lo).ok_or_else(wrong)?;
    if hi.is_some_and(|hi| hi < lo) {
        return Err(wrong());
    }
    Ok(Said { name: name.trim().to_owned(), lo, hi })
}

/// The ranges of the functions of a trace. An equality's two halves have one each, so that both ends must be there.
pub(super) fn ranges(said: &[Said], labels: &Labels, equalities: &Equalities) -> Result<Vec<Range>> {
    let mut ranges = Vec::new();
    for Said { name, lo, hi } in said {
        let proxy_of = |of: &Function| match of {
            Function::Constraint(i) => {
                Some(Function::Proxy(*i)).filter(|proxy| labels.functions().any(|(of, _)| of == *proxy))
            }
            _ => None,
        };
        let mut found = labels.find(name);
        if let (true, Some(name)) = (found.is_empty(), name.strip_prefix("proxy:")) {
            found = labels.find(name).iter().filter_map(proxy_of).collect();
        }
        if let [one, _, ..] = found.as_slice() {
            let count = found.len();
            return Err(Error::new(format!("--range {name} names {count} functions: say which, such as {one}")));
        }
        let Some(&of) = found.first() else {
            if name.starts_with("proxy:") && !labels.functions().any(|(of, _)| matches!(of, Function::Proxy(_))) {
                return Err(Error::new(format!(
                    "--range {name}: the run has no proxies, so the range of a constraint itself counts: leave out `proxy:`"
                )));
            }
            let names: Vec<String> = labels.functions().take(12).map(|(_, name)| format!("`{name}`")).collect();
            return Err(Error::new(format!(
                "--range {name}: there is no such function; there are {}, and the proxy of a constraint is proxy:NAME",
                names.join(", ")
            )));
        };
        if ranges.iter().any(|range: &Range| range.of == of) {
            return Err(Error::new(format!("--range {name} is given twice: keep one of the two")));
        }
        if let Some(first) = equalities.first_half(of) {
            let whole = labels.name(first);
            return Err(Error::new(format!(
                "--range {name} is one half of an equality: write {whole}=LO..HI for both"
            )));
        }
        ranges.push(Range { of, lo: *lo, hi: *hi });
        if let Some(second) = equalities.second_half(of) {
            let Some(hi) = hi else {
                let lo = plain(*lo);
                return Err(Error::new(format!(
                    "--range {name}={lo}: an equality needs both ends, so write {name}={lo}..HI"
                )));
            };
            ranges.push(Range { of: second, lo: -hi, hi: Some(-lo) });
        }
    }
    Ok(ranges)
}

#[cfg(test)]
mod tests {
    use super::{Said, said};

    #[test]
    fn worked_ranges() {
        let range = |name: &str, lo: f64, hi: Option<f64>| Ok(Said { name: name.to_owned(), lo, hi });
        assert_eq!(said("objective=0"), range("objective", 0.0, None));
        assert_eq!(said("fpr_gap=-1..1"), range("fpr_gap", -1.0, Some(1.0)));
        assert_eq!(said("proxy:a=b=.5..1e3"), range("proxy:a=b", 0.5, Some(1000.0)));
        for wrong in ["objective", "objective=", "a=0...1", "a=1..0", "a=nan", "a=..1", "a=0..inf"] {
            assert!(said(wrong).is_err(), "{wrong}");
        }
    }
}
