//! What was asked for.

use crate::made::Scope;

#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the call")]
pub(crate) struct Options {
    pub(crate) list: bool,
    pub(crate) write_table: bool,
    /// Any of them; all, if there are none.
    pub(crate) only: Vec<String>,
    pub(crate) sample: Option<u64>,
    pub(crate) seed: u64,
    pub(crate) seconds: Option<u64>,
    pub(crate) made: Option<Scope>,
    pub(crate) again: bool,
    pub(crate) resume: bool,
    pub(crate) mixed: bool,
    pub(crate) most: Option<u64>,
    pub(crate) workers: Option<u64>,
}

/// Reads the call.
pub(crate) fn options() -> Result<Options, String> {
    let mut options = Options::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(flag) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{flag} needs a value"));
        let number = |text: String| text.parse::<u64>().map_err(|_| format!("{flag} {text}: write a whole number"));
        match flag.as_str() {
            "--list" => options.list = true,
            "--write-table" => options.write_table = true,
            "--only" => options.only.push(value()?),
            "--sample" => options.sample = Some(number(value()?)?),
            "--seed" => options.seed = number(value()?)?,
            "--seconds" => options.seconds = Some(number(value()?)?),
            "--most" => options.most = Some(number(value()?)?),
            "--workers" => options.workers = Some(number(value()?)?),
            "--mixed" => options.mixed = true,
            "--again" => options.again = true,
            "--resume" => options.resume = true,
            "--made" => {
                options.made = Some(match value()?.as_str() {
                    "checker" => Scope::Checker,
                    "rooms" => Scope::Rooms,
                    other => return Err(format!("--made {other}: write `checker` or `rooms`")),
                });
            }
            _ => return Err(format!("{flag} is not an option: see tests/mutants/README.md")),
        }
    }
    Ok(options)
}

/// The numbers of the mutants that were asked for, in the order in which they are tried.
pub(crate) fn chosen<'a>(
    count: usize,
    name: impl Fn(usize) -> &'a str,
    options: &Options,
    sample: Option<u64>,
) -> Vec<usize> {
    let named = |i: &usize| options.only.is_empty() || options.only.iter().any(|only| name(*i).contains(only));
    let mut all: Vec<usize> = (0..count).filter(named).collect();
    let Some(count) = sample else { return all };
    let mut state = options.seed;
    for last in (1..all.len()).rev() {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        all.swap(last, usize::try_from((z ^ z >> 31) % (last as u64 + 1)).expect("at most the last"));
    }
    all.truncate(usize::try_from(count).unwrap_or(usize::MAX));
    all
}
