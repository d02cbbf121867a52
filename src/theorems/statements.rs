//! The paper's 22 statements: where each is, what reading it closely found, and how it is checked.

/// What kind of statement it is, hence how it can be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// About a run that has been played: checked on its trace.
    APosteriori,
    /// Promises a regret before anything is played.
    Rate,
    /// Says that something exists.
    Existence,
    /// About a linear program.
    LinearProgram,
}

impl Kind {
    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::APosteriori => "a-posteriori",
            Self::Rate => "a-priori rate",
            Self::Existence => "existence",
            Self::LinearProgram => "linear program",
        }
    }
}

/// One of the paper's statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Its name in files and on the command line.
    pub name: &'static str,
    /// Its number as printed.
    pub number: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// Its label in the source of the paper.
    pub label: &'static str,
    /// The module of [`theorems`](crate::theorems) that has it, or will have it.
    pub module: &'static str,
    /// Its kind.
    pub kind: Kind,
    /// What an audit of its proof found.
    pub verdict: &'static str,
    /// What to know when reading it, if anything.
    pub erratum: Option<&'static str>,
    /// How it is checked here; `None` if it is not yet.
    pub checked: Option<&'static str>,
}

/// All statements, in the order of their kinds and numbers.
pub const STATEMENTS: [Statement; 22] = [
    Statement {
        name: "theorem-1",
        number: "Theorem 1",
        title: "Lagrangian: suboptimality and feasibility",
        label: "thm:lagrangian-suboptimality-and-feasibility",
        module: "thm1_lagrangian",
        kind: Kind::APosteriori,
        verdict: "correct; hypotheses missing",
        erratum: Some(
            "asks for ||lambda_bar||_1 < R and gamma > 0; its third claim is cited from a false lemma, and proved directly here",
        ),
        checked: Some("certificate of a trace"),
    },
    Statement {
        name: "theorem-2",
        number: "Theorem 2",
        title: "proxy-Lagrangian: suboptimality and feasibility",
        label: "thm:proxy-lagrangian-suboptimality-and-feasibility",
        module: "thm2_proxy_lagrangian",
        kind: Kind::APosteriori,
        verdict: "correct; hypothesis missing",
        erratum: Some("asks for a positive mean weight of the objective"),
        checked: Some("certificate of a trace"),
    },
    Statement {
        name: "theorem-3",
        number: "Theorem 3",
        title: "Lagrangian: any p-norm",
        label: "thm:lagrangian-suboptimality",
        module: "thm3_lagrangian_pnorm",
        kind: Kind::APosteriori,
        verdict: "correct",
        erratum: Some("must say that q is dual to p"),
        checked: Some("certificate of a trace"),
    },
    Statement {
        name: "theorem-4",
        number: "Theorem 4",
        title: "proxy-Lagrangian: random variables",
        label: "thm:proxy-lagrangian-suboptimality",
        module: "thm4_proxy_lagrangian_joint",
        kind: Kind::APosteriori,
        verdict: "correct; hypothesis missing",
        erratum: Some("asks for a positive mean weight of the objective"),
        checked: Some("certificate of a trace"),
    },
    Statement {
        name: "theorem-5",
        number: "Theorem 5",
        title: "sparse equilibria exist",
        label: "thm:sparse-equilibrium",
        module: "thm5_sparse_equilibrium",
        kind: Kind::Existence,
        verdict: "false as stated",
        erratum: Some("Lambda must be convex: with Lambda = {0, 1} there is no equilibrium"),
        checked: Some("equilibrium to a certified gap, repaired"),
    },
    Statement {
        name: "theorem-6",
        number: "Theorem 6",
        title: "mirror descent",
        label: "thm:mirror",
        module: "thm6_mirror_descent",
        kind: Kind::Rate,
        verdict: "correct; constant loose",
        erratum: Some("2 can be 3/2 with the same step and sqrt(2) with the best"),
        checked: Some("rate against the regret of a trace"),
    },
    Statement {
        name: "theorem-7",
        number: "Theorem 7",
        title: "stochastic mirror descent",
        label: "thm:stochastic-mirror",
        module: "thm7_stochastic_mirror_descent",
        kind: Kind::Rate,
        verdict: "correct for a fixed comparator",
        erratum: Some(
            "the comparator may depend on the draws: repaired; prints the wrong bound's symbol and conditions on too little; as printed, false uniformly in the comparator near delta = 1",
        ),
        checked: Some("rate against the regret of a trace; frequencies over seeds"),
    },
    Statement {
        name: "lemma-1",
        number: "Lemma 1",
        title: "rate of Algorithm 1",
        label: "lem:oracle-lagrangian",
        module: "lem1_oracle_lagrangian",
        kind: Kind::Rate,
        verdict: "correct; constant loose",
        erratum: Some("sqrt(2) can be 3/(2 sqrt(2)), and 1 with the best step"),
        checked: Some("rate against the regret of a trace"),
    },
    Statement {
        name: "lemma-2",
        number: "Lemma 2",
        title: "sparse Lagrangian equilibrium",
        label: "lem:sparse-lagrangian",
        module: "lem2_sparse_lagrangian",
        kind: Kind::Existence,
        verdict: "false as stated",
        erratum: Some("Lambda must be convex"),
        checked: Some("exact equilibrium on candidates, repaired"),
    },
    Statement {
        name: "lemma-3",
        number: "Lemma 3",
        title: "sparse solutions of the shrinking LP",
        label: "lem:sparse-linear-program",
        module: "lem3_sparse_linear_program",
        kind: Kind::LinearProgram,
        verdict: "correct",
        erratum: Some("the active constraints must be linearly independent"),
        checked: Some("exact solution, accepted by the checker"),
    },
    Statement {
        name: "lemma-4",
        number: "Lemma 4",
        title: "rate of Algorithm 2",
        label: "lem:stochastic-proxy-lagrangian",
        module: "lem4_stochastic_proxy_lagrangian",
        kind: Kind::Rate,
        verdict: "true, with a gap in its proof",
        erratum: Some(
            "the comparator depends on the draws: repaired, with smaller constants; the printed ones hold for every delta",
        ),
        checked: Some("rate against the regret of a trace; frequencies over seeds"),
    },
    Statement {
        name: "lemma-5",
        number: "Lemma 5",
        title: "sparse proxy equilibrium",
        label: "lem:sparse-proxy-lagrangian",
        module: "lem5_sparse_proxy_lagrangian",
        kind: Kind::Existence,
        verdict: "correct",
        erratum: Some("continuity of the constraints cannot be dropped"),
        checked: Some("exact equilibrium on candidates"),
    },
    Statement {
        name: "lemma-6",
        number: "Lemma 6",
        title: "Lagrangian: bound on the multipliers",
        label: "lem:lagrangian-feasibility",
        module: "lem6_lagrangian_feasibility",
        kind: Kind::APosteriori,
        verdict: "false as stated",
        erratum: Some("false for every p and m >= 2; true with the smallest margin in place of a norm of the margins"),
        checked: Some("certificate of a trace, repaired"),
    },
    Statement {
        name: "lemma-7",
        number: "Lemma 7",
        title: "proxy-Lagrangian: weight of the objective",
        label: "lem:proxy-lagrangian-feasibility",
        module: "lem7_proxy_lagrangian_feasibility",
        kind: Kind::APosteriori,
        verdict: "correct",
        erratum: Some("says nothing unless the regrets are below the margin"),
        checked: Some("certificate of a trace"),
    },
    Statement {
        name: "lemma-8",
        number: "Lemma 8",
        title: "swap regret of the matrix player",
        label: "lem:internal-regret",
        module: "lem8_internal_regret",
        kind: Kind::Rate,
        verdict: "correct",
        erratum: Some("a function in its proof is misprinted"),
        checked: Some("rate against the regret of a trace"),
    },
    Statement {
        name: "lemma-9",
        number: "Lemma 9",
        title: "stochastic swap regret",
        label: "lem:stochastic-internal-regret",
        module: "lem9_stochastic_internal_regret",
        kind: Kind::Rate,
        verdict: "correct for a fixed comparator",
        erratum: Some(
            "as Theorem 7; for all matrices at once by a union over swaps, below the printed bound for delta <= 0.9138",
        ),
        checked: Some("rate against the regret of a trace; frequencies over seeds"),
    },
    Statement {
        name: "lemma-10",
        number: "Lemma 10",
        title: "rate of Algorithm 3",
        label: "lem:stochastic-lagrangian",
        module: "lem10_stochastic_lagrangian",
        kind: Kind::Rate,
        verdict: "true, with a gap in its proof",
        erratum: Some(
            "the comparator depends on the draws: repaired, with a smaller constant; the printed one holds for every delta",
        ),
        checked: Some("rate against the regret of a trace; frequencies over seeds"),
    },
    Statement {
        name: "lemma-11",
        number: "Lemma 11",
        title: "rate of Algorithm 4",
        label: "lem:oracle-proxy-lagrangian",
        module: "lem11_oracle_proxy_lagrangian",
        kind: Kind::Rate,
        verdict: "correct",
        erratum: None,
        checked: Some("rate against the regret of a trace"),
    },
    Statement {
        name: "corollary-1",
        number: "Corollary 1",
        title: "subgradient descent",
        label: "cor:sgd",
        module: "cor1_sgd",
        kind: Kind::Rate,
        verdict: "correct; constant loose",
        erratum: Some("as Lemma 1"),
        checked: Some("rate against the regret of a trace"),
    },
    Statement {
        name: "corollary-2",
        number: "Corollary 2",
        title: "matrix multiplicative weights",
        label: "cor:matrix-multiplicative",
        module: "cor2_matrix_multiplicative",
        kind: Kind::Rate,
        verdict: "correct",
        erratum: None,
        checked: Some("rate against the regret of a trace"),
    },
    Statement {
        name: "corollary-3",
        number: "Corollary 3",
        title: "stochastic subgradient descent",
        label: "cor:stochastic-sgd",
        module: "cor3_stochastic_sgd",
        kind: Kind::Rate,
        verdict: "correct for a fixed comparator",
        erratum: Some(
            "as Theorem 7; for all comparators at once the printed bound holds for delta <= 0.7783 and fails near 1",
        ),
        checked: Some("rate against the regret of a trace; frequencies over seeds"),
    },
    Statement {
        name: "corollary-4",
        number: "Corollary 4",
        title: "stochastic matrix multiplicative weights",
        label: "cor:stochastic-matrix-multiplicative",
        module: "cor4_stochastic_matrix_multiplicative",
        kind: Kind::Rate,
        verdict: "correct for a fixed comparator",
        erratum: Some(
            "as Theorem 7; for all matrices at once the printed bound holds for delta <= 0.9138 where it is used",
        ),
        checked: Some("rate against the regret of a trace; frequencies over seeds"),
    },
];

/// The statement of a name.
///
/// ```
/// use referee::theorems::{Kind, statement};
/// assert_eq!(statement("lemma-6").unwrap().kind, Kind::APosteriori);
/// assert!(statement("theorem-8").is_none());
/// ```
pub fn statement(name: &str) -> Option<&'static Statement> {
    STATEMENTS.iter().find(|statement| statement.name == name)
}
