//! Lemma 3 (`lem:sparse-linear-program`): vertices of the candidate program are sparse; S9 and S10.
//!
//! Vertices are enumerated by definition: feasible points with T linearly independent active constraints (the paper
//! says "T active constraints"; independence is needed). S9: at the least tolerance above 0 one point fewer is enough,
//! and a tolerance above the least one (from a bisection, say) does not give that. S10 makes any mixture sparse
//! without a linear program.

use super::linear::{null_vector, rank, vertices};
use super::number::{Q, count, frac, whole};
use super::random::Random;
use super::recorder::{Proof, Recorder, Step, fails, holds};
use super::vector::{Vector, dot, scaled, support, total, uniform, unit, zeros};

/// The proof of Lemma 3, with S9 and S10.
pub const LEMMA_3: Proof = Proof {
    name: "lem3",
    statement: "Lemma 3: a vertex has at most m* + 1 nonzeros; S9: m* at the least tolerance; S10: purification",
    steps: STEPS,
    fixed,
    random,
    cost: 4,
};

const STEPS: &[Step] = &[
    holds("lem3.1", "the active constraints of a vertex have rank T"),
    holds("lem3.2", "1 + m* + zeros >= T"),
    holds("lem3.3", "nonzeros <= m* + 1"),
    holds("lem3.4", "m* + 1 <= m + 1"),
    holds("lem3.rank", "nonzeros = rank of the columns (1, g_A(theta_t)) over the support, A active"),
    holds("lem3.best", "the best vertex is no worse than any feasible p, the uniform one included"),
    holds("s9.1", "a vertex (p, e) with e > 0 has at most m* nonzeros"),
    holds("s9.2", "a vertex (p, 0) has at most m* + 1 nonzeros"),
    holds("s9.face", "a vertex of the program at e* is a vertex (p, e*)"),
    holds("s9.3", "at e* > 0 a vertex of the program has at most m* <= m nonzeros"),
    fails("s9.bisection", "at eps > e* > 0 a vertex of the program has at most m nonzeros"),
    holds("s10.step", "sum d = 0 and <d, g_i> = 0 for the direction of a purification step"),
    holds("s10.simplex", "the purified weights are >= 0 and sum to 1"),
    holds("s10.constraints", "every E g_i is unchanged"),
    holds("s10.objective", "E g0 does not increase"),
    holds("s10.support", "nonzeros = rank of their columns (1, g) <= m + 1"),
    holds("tvlp.1", "TV-LP1: e* = 3/2, only at (1/2, 1/2, 0)"),
    holds("tvlp.2", "TV-LP2: e* = 0 with three vertices; free sign: e = -1/3 at (0, 1/3, 2/3)"),
    holds("tvlp.3", "TV-LP3: the optimum is (4/7, 2/7, 1/7)"),
];

/// Candidates: `g0` and, for each constraint, its values at the T candidates.
#[derive(Clone, Debug)]
pub struct Candidates {
    pub objective: Vector,
    pub constraints: Vec<Vector>,
}

type Rows = Vec<(Vector, Q)>;

impl Candidates {
    fn len(&self) -> usize {
        self.objective.len()
    }

    /// The vertices of `{p in the simplex : <p, g_i> <= eps}`.
    pub fn vertices(&self, eps: &Q) -> Vec<Vector> {
        let t = self.len();
        let signs = (0..t).map(|i| (scaled(&whole(-1), &unit(t, i)), Q::zero()));
        let functional = self.constraints.iter().map(|g| (g.clone(), eps.clone()));
        vertices(&[(vec![Q::one(); t], Q::one())], &signs.chain(functional).collect::<Rows>())
    }

    /// The vertices of `{(p, e) : p in the simplex, <p, g_i> <= e}`, with `e >= 0` if asked for.
    pub fn lifted(&self, nonnegative: bool) -> Vec<Vector> {
        let t = self.len();
        let longer = |p: &[Q], e: i64| p.iter().cloned().chain([whole(e)]).collect::<Vector>();
        let signs = (0..t).map(|i| (longer(&scaled(&whole(-1), &unit(t, i)), 0), Q::zero()));
        let functional = self.constraints.iter().map(|g| (longer(g, -1), Q::zero()));
        let least = nonnegative.then(|| (longer(&zeros(t), -1), Q::zero()));
        let rows: Rows = signs.chain(functional).chain(least).collect();
        vertices(&[(longer(&vec![Q::one(); t], 0), Q::one())], &rows)
    }

    /// The rows `1, g_i (i in which)` restricted to the support of p.
    fn rows(&self, p: &[Q], which: impl Fn(&Vector) -> bool) -> Vec<Vector> {
        let ones = vec![Q::one(); self.len()];
        let rows = [&ones].into_iter().chain(self.constraints.iter().filter(|g| which(g)));
        let short = |row: &Vector| row.iter().zip(p).filter(|(_, x)| !x.is_zero()).map(|(y, _)| y.clone()).collect();
        rows.map(short).collect()
    }
}

/// Says Lemma 3 at every vertex.
pub fn lemma_3(r: &mut Recorder, c: &Candidates, eps: &Q, others: &[Vector]) -> Option<()> {
    let (t, m) = (c.len(), c.constraints.len());
    let all = c.vertices(eps);
    for p in &all {
        let active: Vec<&Vector> = c.constraints.iter().filter(|g| dot(p, g) == *eps).collect();
        let zero = (0..t).filter(|i| p.get(*i).is_some_and(Q::is_zero));
        let rows = [vec![Q::one(); t]].into_iter().chain(active.iter().map(|g| (*g).clone()));
        let rows: Vec<Vector> = rows.chain(zero.map(|i| unit(t, i))).collect();
        let (stars, nonzeros) = (active.len(), support(p));
        r.eq("lem3.1", &count(rank(&rows)), &count(t));
        r.ge("lem3.2", &count(rows.len()), &count(t));
        r.at_most("lem3.3", nonzeros, stars.saturating_add(1));
        r.at_most("lem3.4", stars.saturating_add(1), m.saturating_add(1));
        r.eq("lem3.rank", &count(rank(&c.rows(p, |g| dot(p, g) == *eps))), &count(nonzeros));
    }
    for p in others.iter().filter(|p| c.constraints.iter().all(|g| dot(p, g) <= *eps)) {
        let best = all.iter().map(|vertex| dot(vertex, &c.objective)).min()?;
        r.le("lem3.best", &best, &dot(p, &c.objective));
    }
    Some(())
}

/// Says S9: vertices at the least tolerance.
fn least_tolerance(r: &mut Recorder, c: &Candidates, above: &Q) -> Option<()> {
    let lifted = c.lifted(true);
    for vertex in &lifted {
        let (e, p) = vertex.split_last()?;
        let stars = c.constraints.iter().filter(|g| dot(p, g) == *e).count();
        if e.is_positive() {
            r.at_most("s9.1", support(p), stars);
        } else {
            r.at_most("s9.2", support(p), stars.saturating_add(1));
        }
    }
    let least = lifted.iter().filter_map(|vertex| vertex.last()).min()?;
    for p in c.vertices(least) {
        let known = lifted.iter().filter(|vertex| vertex.split_last() == Some((least, p.as_slice()))).count();
        r.eq("s9.face", &count(known), &Q::one());
        if least.is_positive() {
            let stars = c.constraints.iter().filter(|g| dot(&p, g) == *least).count();
            r.at_most("s9.3", support(&p), stars);
        }
    }
    if least.is_positive() {
        for p in c.vertices(&(least + above)) {
            r.at_most("s9.bisection", support(&p), c.constraints.len());
        }
    }
    Some(())
}

/// Moves the weights, along directions that keep every mean constraint, until their columns are independent.
pub fn purify(r: &mut Recorder, c: &Candidates, p: &Vector) -> Option<Vector> {
    let mut p = p.clone();
    for _ in 0..=c.len() {
        let inside: Vec<usize> = (0..c.len()).filter(|i| p.get(*i).is_some_and(Q::is_positive)).collect();
        let Some(short) = null_vector(&c.rows(&p, |_| true), inside.len()) else { break };
        let mut d = zeros(c.len());
        for (i, x) in inside.iter().zip(short) {
            *d.get_mut(*i)? = x;
        }
        if dot(&d, &c.objective).is_positive() {
            d = scaled(&whole(-1), &d);
        }
        r.eq("s10.step", &total(&d), &Q::zero());
        c.constraints.iter().for_each(|g| r.eq("s10.step", &dot(&d, g), &Q::zero()));
        let ratio = |(x, step): (&Q, &Q)| (*step < Q::zero()).then(|| x.over(&-step)).flatten();
        let length = p.iter().zip(&d).filter_map(ratio).min()?;
        p = p.iter().zip(&d).map(|(x, step)| x + &length * step).collect();
    }
    Some(p)
}

fn purification(r: &mut Recorder, c: &Candidates, p: &Vector) -> Option<()> {
    let pure = purify(r, c, p)?;
    r.eq("s10.simplex", &total(&pure), &Q::one());
    for weight in &pure {
        r.ge("s10.simplex", weight, &Q::zero());
    }
    c.constraints.iter().for_each(|g| r.eq("s10.constraints", &dot(&pure, g), &dot(p, g)));
    r.le("s10.objective", &dot(&pure, &c.objective), &dot(p, &c.objective));
    r.eq("s10.support", &count(rank(&c.rows(&pure, |_| true))), &count(support(&pure)));
    r.at_most("s10.support", support(&pure), c.constraints.len().saturating_add(1));
    Some(())
}

fn whole_vector(entries: &[i64]) -> Vector {
    entries.iter().map(|x| whole(*x)).collect()
}

fn golden(objective: &[i64], first: &[i64], second: &[i64]) -> Candidates {
    let constraints = vec![whole_vector(first), whole_vector(second)];
    Candidates { objective: whole_vector(objective), constraints }
}

fn fixed(r: &mut Recorder) -> Option<()> {
    let third = || frac(1, 3);
    r.instance("TV-LP1");
    let c = golden(&[0, 0, 0], &[2, 1, 3], &[0, 3, 3]);
    least_tolerance(r, &c, &frac(1, 2))?;
    let least = c.lifted(true).into_iter().min_by(|a, b| a.last().cmp(&b.last()))?;
    r.same("tvlp.1", &least, &[frac(1, 2), frac(1, 2), whole(0), frac(3, 2)]);
    r.eq("tvlp.1", &count(c.vertices(&frac(3, 2)).len()), &Q::one());

    r.instance("TV-LP2");
    let c = golden(&[0, 0, 0], &[1, -1, 0], &[0, 1, -1]);
    lemma_3(r, &c, &Q::zero(), &[])?;
    let known = [whole_vector(&[0, 0, 1]), vec![third(); 3], vec![whole(0), frac(1, 2), frac(1, 2)]];
    let found = c.vertices(&Q::zero());
    r.eq("tvlp.2", &count(found.iter().filter(|p| known.contains(p)).count()), &count(3));
    r.eq("tvlp.2", &count(found.len()), &count(3));
    let free = c.lifted(false).into_iter().min_by(|a, b| a.last().cmp(&b.last()))?;
    r.same("tvlp.2", &free, &[whole(0), third(), frac(2, 3), -third()]);

    r.instance("TV-LP3");
    let c = golden(&[-9, 0, 0], &[1, -2, 0], &[0, 1, -2]);
    lemma_3(r, &c, &Q::zero(), &[])?;
    let value = |p: &Vector| dot(p, &c.objective);
    let best = c.vertices(&Q::zero()).into_iter().min_by(|a, b| value(a).cmp(&value(b)))?;
    r.same("tvlp.3", &best, &[frac(4, 7), frac(2, 7), frac(1, 7)]);
    Some(())
}

fn random(r: &mut Recorder, random: &mut Random) -> Option<()> {
    let (t, m) = (random.size(1, 5), random.size(1, 2));
    let mut program = Candidates {
        objective: random.vector(t),
        constraints: (0..m).map(|_| (0..t).map(|_| whole(random.between(-2, 3))).collect()).collect(),
    };
    if random.once_in(4) {
        // Two candidates with equal constraints.
        for g in &mut program.constraints {
            let first = g.first()?.clone();
            *g.last_mut()? = first;
        }
    }
    let weights = random.distribution(t);
    lemma_3(r, &program, &random.nonnegative(), &[weights.clone(), uniform(t)?])?;
    least_tolerance(r, &program, &random.positive())?;
    purification(r, &program, &weights)
}
