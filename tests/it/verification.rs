//! `verify` judges: it is the same for any number of threads, and it notices what is wrong.

#![cfg(feature = "cli")]

use crate::league::library::with_thrower;
use referee::certificate::{Certificate, Compared, Given, GivenMargin, GivenRange, LowerBound, Role, Verdict};
use referee::error::Cancelled;
use referee::game::Grade;
use referee::numerics::Enclosure;
use referee::parallel::in_parallel;
use referee::problem::families::Known;
use referee::registry::Registry;
use referee::run::{RunConstants, play_statement};
use referee::theorems::{Corollary1, Corollary2, Lemma10, Statement, Theorem1, Theorem2, Theorem4};
use referee::trace::Trace;
use referee::verification::frequency::Frequency;
use referee::verification::{
    Case, Counts, Depth, Extent, Finding, Judgement, Scope, Task, Whole, cases, duels, fight, judge, known,
};
use referee::verification::{statement_rows, totals};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).expect("at least one")
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let cases = cases(Depth::Quick, 7, Scope::Family("bilinear"), Registry::ours()).expect("families draw");
    let on = |count: usize| {
        let judged = in_parallel(
            &cases,
            threads(count),
            |case| judge(case, Registry::ours()).expect("it is played"),
            &mut |_| (),
        );
        format!("{judged:?}")
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn a_family_has_the_same_cases_alone_and_among_others() {
    let all = cases(Depth::Quick, 3, Scope::All, Registry::ours()).expect("families draw");
    let alone = cases(Depth::Quick, 3, Scope::Family("triangle"), Registry::ours()).expect("families draw");
    assert!(!alone.is_empty());
    assert_eq!(alone, all.into_iter().filter(|case| case.family == "triangle").collect::<Vec<_>>());
}

#[test]
fn degenerate_families_are_judged_and_nothing_is_wrong() {
    for family in ["no-constraints", "infeasible", "zero-no-kkt", "extremal-duplicated"] {
        let cases = cases(Depth::Quick, 1, Scope::Family(family), Registry::ours()).expect("families draw");
        let judged: Vec<_> = cases.iter().map(|case| judge(case, Registry::ours()).expect("it is played")).collect();
        assert!(judged.iter().any(|judgement| judgement.not_played.is_none()), "{family}");
        for row in statement_rows(&judged) {
            assert_eq!(row.wrong, Vec::<String>::new(), "{family}: {}", row.statement.name());
        }
    }
}

/// A certificate of Theorem 1 on a family, and what is known of the family.
fn lagrangian(family: &str) -> (Trace, Certificate, Known) {
    let instance = Registry::ours().open(family).expect("a family");
    let constants = RunConstants { rounds: 64, radius: 7.0, bounds: instance.known.constants.clone() };
    let (trace, certificate) =
        play_statement(&Theorem1, &*instance.problem, &constants, 0.05, 1).expect("it is played");
    (trace, certificate, instance.known)
}

fn refuted(certificate: &Certificate, known: &Known) -> Vec<&'static str> {
    let found = known::confront(certificate, known).into_iter();
    found.filter(|comparison| comparison.refutation.is_some()).map(|comparison| comparison.name).collect()
}

#[test]
fn what_is_known_agrees_with_an_honest_certificate() {
    for family in ["triangle", "qp-box", "knapsack"] {
        let (_, certificate, known) = lagrangian(family);
        assert_eq!(refuted(&certificate, &known), Vec::<&str>::new(), "{family}");
        assert!(known::confront(&certificate, &known).len() >= 2, "{family}: too little is compared");
    }
}

#[test]
fn a_lower_bound_that_is_too_high_is_noticed() {
    let (trace, certificate, known) = lagrangian("triangle");
    let optimum = known.mixed_optimum.as_ref().expect("known in closed form").value;
    let given = Given {
        lower_bound: Some(LowerBound::declared(optimum.hi() + 0.001)),
        ..Given { problem: None, values: Compared::Not, ..certificate.given }
    };
    let forged = Theorem1.certify_trace(&mut &trace, given).expect("it is certified");
    assert!(refuted(&forged, &known).contains(&"lower_bound"));
}

#[test]
fn a_better_optimum_than_there_is_is_noticed() {
    let (_, certificate, mut known) = lagrangian("qp-box");
    let mixed = known.mixed_optimum.as_mut().expect("known in closed form");
    mixed.value = mixed.value - Enclosure::point(1000.0);
    assert!(refuted(&certificate, &known).contains(&"suboptimality"));
}

#[test]
fn a_proxy_certificate_is_compared_with_the_proxies_optimum() {
    let instance = Registry::ours().open("step-hinge").expect("a family");
    let constants = RunConstants { rounds: 64, radius: 1.0, bounds: instance.known.constants.clone() };
    let (_, certificate) = play_statement(&Theorem2, &*instance.problem, &constants, 0.05, 1).expect("it is played");
    assert_eq!(refuted(&certificate, &instance.known), Vec::<&str>::new());
    let mut known = instance.known;
    let proxy = known.proxy_optimum.as_mut().expect("known in closed form");
    proxy.value = proxy.value - Enclosure::point(1000.0);
    assert!(refuted(&certificate, &known).contains(&"suboptimality"));
}

/// What holds for all data is no success, and makes no bound tight.
#[test]
fn identities_are_counted_apart() {
    let instance = Registry::ours().open("step-hinge").expect("a family");
    let constants = RunConstants { rounds: 64, radius: 1.0, bounds: instance.known.constants.clone() };
    let (_, certificate) = play_statement(&Theorem4, &*instance.problem, &constants, 0.05, 1).expect("it is played");
    let finding = Finding::of(&certificate);
    assert_eq!((finding.counts(), finding.ratios.len()), (Counts { identities: 4, ..Counts::default() }, 0));
    let (_, certificate, _) = lagrangian("triangle");
    let (finding, all) = (Finding::of(&certificate), certificate.claims_of(Role::Conclusion).count());
    assert_eq!(finding.counts(), Counts { identities: 2, held: all - 2, ..Counts::default() });
    assert!(finding.ratios.iter().all(|(name, _)| !["suboptimality", "infeasibility"].contains(name)));
}

/// The hypotheses hold, and every conclusion that would count as held is violated: so each of them can fail.
#[test]
fn what_counts_as_held_can_fail() {
    let given = |radius: Option<f64>, lower: f64| Given {
        radius,
        lower_bound: Some(LowerBound::declared(lower)),
        margin: Some(GivenMargin { value: 10.0, point: None, objective: Some(Enclosure::ZERO) }),
        objective_range: Some(GivenRange { value: 0.0, enclosed: false }),
        ..Given::default()
    };
    let trace = |text: &str| Trace::from_reader(text.as_bytes(), "run.csv").expect("a trace");
    let lagrangian = trace("objective,constraint_1,lambda_1\n0,1,1\n");
    let proxy = trace("objective,constraint_1,lambda_0,lambda_1\n0,0,0.5,0.5\n");
    let certificates = [
        (Theorem1.certify_trace(&mut &lagrangian, given(Some(2.0), 1.0)), 4, 2),
        (Theorem2.certify_trace(&mut &proxy, given(None, 0.0)), 3, 4),
    ];
    for (certificate, violated, identities) in certificates {
        let finding = Finding::of(&certificate.expect("it is certified"));
        assert_eq!(finding.failed, Vec::<&str>::new(), "{finding:?}");
        assert_eq!(finding.counts(), Counts { violated, identities, ..Counts::default() }, "{finding:?}");
    }
}

/// Feasibility follows from the hypotheses and not from nothing: where they fail, a violation is no error of the program.
#[test]
fn what_the_hypotheses_imply_may_fail_where_they_do() {
    let text = "objective,constraint_1,lambda_1\n0,-1,1\n";
    let trace = Trace::from_reader(text.as_bytes(), "run.csv").expect("a trace");
    let given = Given { radius: Some(2.0), lower_bound: Some(LowerBound::declared(1.0)), ..Given::default() };
    let certificate = Theorem1.certify_trace(&mut &trace, given).expect("it is certified");
    let verdict = |name| certificate.claim(name).expect("it is claimed").verdict;
    assert_eq!((verdict("lower_bound_possible"), verdict("infeasibility")), (Verdict::Violated, Verdict::Violated));
    let infeasibility = certificate.claim("infeasibility").expect("it is claimed");
    assert!(infeasibility.implied && !infeasibility.identity);
}

/// Three forms of the claim on suboptimality say of an optimum what the lower bound says, or less.
#[test]
fn comparisons_that_follow_from_another_do_not_count() {
    let instance = Registry::ours().open("step-hinge").expect("a family");
    let constants = RunConstants { rounds: 64, radius: 1.0, bounds: instance.known.constants.clone() };
    let (_, certificate) = play_statement(&Theorem4, &*instance.problem, &constants, 0.05, 1).expect("it is played");
    let compared = |known: &Known| {
        let mut finding = Finding::of(&certificate);
        finding.compare(&certificate, known);
        (finding.counts().compared, finding.counts().refuted, finding.wrong.len())
    };
    let (count, refuted, wrong) = compared(&instance.known);
    assert!((1..=2).contains(&count) && (refuted, wrong) == (0, 0), "{count} {refuted} {wrong}");
    let mut known = instance.known;
    let proxy = known.proxy_optimum.as_mut().expect("known in closed form");
    proxy.value = proxy.value - Enclosure::point(1000.0);
    assert_eq!(compared(&known), (count, 1, 4), "each is checked, and one counts");
}

/// A run of each game, by every statement.
fn judged() -> Vec<Judgement> {
    let cases =
        cases(Depth::Quick, 1, Scope::Family("step-hinge"), Registry::ours()).expect("families draw").into_iter();
    let plays = cases.filter(|case| matches!(case.task, Task::Play { .. }) && case.rounds == 64);
    plays
        .map(|case| judge(&case, Registry::ours()).expect("it is played"))
        .filter(|judgement| judgement.trace.is_some())
        .collect()
}

#[test]
fn totals_count_what_statements_share_once() {
    let sum = |judgement: &Judgement, part: fn(Counts) -> usize| -> usize {
        judgement.findings.iter().map(|finding| part(finding.counts())).sum()
    };
    let plus = |a: Counts, b: Counts| [a.held + b.held, a.identities + b.identities, a.compared + b.compared];
    for judgement in judged() {
        let once = totals(std::slice::from_ref(&judgement));
        assert!(once.held > 0 && once.held < sum(&judgement, |counts| counts.held), "{once:?}");
        assert!(once.identities > 0 && once.identities < sum(&judgement, |counts| counts.identities), "{once:?}");
        let certificates = judgement.findings.iter().filter(|finding| finding.counts().compared > 0).count();
        assert_eq!(sum(&judgement, |counts| counts.compared), certificates * once.compared);
        assert!(certificates >= 3, "{judgement:?}");
        let mut without = judgement.clone();
        without.findings.retain(|finding| !["lemma-6", "lemma-7", "theorem-4"].contains(&finding.statement));
        assert_eq!(totals(&[without]), once, "their claims are those of Theorems 1 and 2");
        assert_eq!(totals(&[judgement.clone(), judgement.clone()]), once, "the same run");
        for trace in [None, Some("another one".to_owned())] {
            let other = Judgement { trace, ..judgement.clone() };
            let both = totals(&[judgement.clone(), other]);
            assert_eq!([both.held, both.identities, both.compared], plus(once, once), "another run");
        }
    }
}

#[test]
fn statements_say_whose_claims_theirs_are() {
    let rows = statement_rows(&judged());
    let also = |name: &str| {
        let row = rows.iter().find(|row| row.statement.name() == name).expect("it has a row");
        row.claims_also_of.map(Statement::name)
    };
    for (name, other) in [("lemma-6", "theorem-1"), ("lemma-7", "theorem-2"), ("theorem-4", "theorem-2")] {
        assert_eq!(also(name), Some(other), "{name}");
    }
    for name in ["theorem-1", "theorem-2", "lemma-3"] {
        assert_eq!(also(name), None, "{name}");
    }
}

#[test]
fn what_is_undecided_is_said_unless_a_probability_is_in_it() {
    let (_, mut certificate, _) = lagrangian("triangle");
    let place = certificate.claims.iter().position(|claim| claim.name == "infeasibility").expect("it is claimed");
    certificate.claims[place].verdict = Verdict::Undecided;
    let finding = Finding::of(&certificate);
    assert!(finding.undecided.len() == 1 && finding.undecided[0].starts_with("`infeasibility`: "), "{finding:?}");
    certificate.claims[place].grade = Grade::Sampled;
    assert_eq!(Finding::of(&certificate).undecided, Vec::<String>::new());
}

/// Rows say whose runs theirs are: by the traces, so that an algorithm of its own ends it.
#[test]
fn statements_say_whose_runs_they_rest_on() {
    let all = ["qp-box", "triangle"]
        .into_iter()
        .flat_map(|family| cases(Depth::Quick, 4, Scope::Family(family), Registry::ours()).expect("families draw"));
    let short = all.filter(|case| matches!(case.task, Task::Rate(_)) && case.rounds <= 5);
    let mut judged: Vec<_> = short.map(|case| judge(&case, Registry::ours()).expect("it is played")).collect();
    let same = |judged: &[_], name: &str| {
        let row = statement_rows(judged).into_iter().find(|row| row.statement.name() == name).expect("it has a row");
        row.same_run_as.map(Statement::name)
    };
    for name in ["lemma-1", "lemma-8", "lemma-9", "lemma-11", "corollary-1", "theorem-6", "theorem-7"] {
        assert_eq!(same(&judged, name), None, "{name}");
    }
    let pairs = [("corollary-2", "lemma-8"), ("corollary-4", "lemma-9")];
    // Nothing is random in a problem without noise, so that these are the runs of the statements without chance.
    for (name, other) in pairs.into_iter().chain([("lemma-10", "corollary-1"), ("lemma-4", "lemma-8")]) {
        assert_eq!(same(&judged, name), Some(other), "{name}");
    }
    let of = Task::Rate(&Corollary2);
    let own = judged.iter_mut().find(|judgement| judgement.case.task == of).expect("it is played");
    own.trace = Some("another one".to_owned());
    assert_eq!(same(&judged, "corollary-2"), None);
}

#[test]
fn a_violated_conclusion_is_wrong() {
    let (_, mut certificate, _) = lagrangian("triangle");
    assert_eq!(Finding::of(&certificate).wrong, Vec::<String>::new());
    let place = certificate.claims.iter().position(|claim| claim.name == "infeasibility").expect("it is claimed");
    certificate.claims[place].verdict = Verdict::Violated;
    assert_eq!(Finding::of(&certificate).wrong.len(), 1);
    // Also beside a hypothesis that fails: what is undefined then is absent, and what is there is a theorem.
    let hypothesis = certificate.claims.iter().position(|claim| claim.name == "norm_below_radius").expect("claimed");
    certificate.claims[hypothesis].verdict = Verdict::Violated;
    let finding = Finding::of(&certificate);
    assert_eq!((finding.wrong.len(), finding.failed), (1, vec!["norm_below_radius"]));
}

#[test]
fn a_rate_promises_nothing_where_a_hypothesis_fails() {
    let instance = Registry::ours().open("qp-box").expect("a family");
    let constants = RunConstants { rounds: 64, radius: 3.0, bounds: instance.known.constants.clone() };
    let run = play_statement(&Corollary1, &*instance.problem, &constants, 0.05, 1);
    let (_, mut certificate) = run.expect("it is played");
    let violate = |certificate: &mut Certificate, name: &str| {
        let place = certificate.claims.iter().position(|claim| claim.name == name).expect("it is claimed");
        certificate.claims[place].verdict = Verdict::Violated;
    };
    violate(&mut certificate, "lambda_regret_paper");
    assert_eq!(Finding::of(&certificate).wrong.len(), 1);
    violate(&mut certificate, "payoffs_bounded");
    let finding = Finding::of(&certificate);
    assert_eq!((finding.wrong.len(), finding.failed), (0, vec!["payoffs_bounded"]));
}

/// One run decides nothing about a probability; many do.
#[test]
fn a_stochastic_statement_that_is_missed_too_often_is_wrong() {
    let mut judged = of_lemma_10("noisy");
    let runs = u32::try_from(judged.len()).expect("a few");
    let rounds = |judgement: &Judgement| judgement.case.rounds;
    assert!([256, 1024].iter().all(|&long| judged.iter().filter(|one| rounds(one) == long).count() >= 8));
    assert_eq!(found(&judged), (Frequency { runs, failures: 0 }, 0));
    judged[0].findings[0].missed = true;
    assert_eq!(found(&judged), (Frequency { runs, failures: 1 }, 0));
    for judgement in &mut judged {
        judgement.findings[0].missed = true;
    }
    assert_eq!(found(&judged), (Frequency { runs, failures: runs }, 1));
    // A run whose hypotheses fail is promised nothing, and says nothing about the frequency.
    judged[0].findings[0].failed.push("payoffs_bounded");
    judged[0].findings[0].missed = false;
    assert_eq!(found(&judged).0, Frequency { runs: runs - 1, failures: runs - 1 });
}

/// Without noise a run has one outcome, and one miss is one too many.
#[test]
fn a_stochastic_statement_that_is_missed_without_noise_is_wrong() {
    let mut judged = of_lemma_10("qp-half");
    assert!(judged.len() >= 10);
    assert_eq!(found(&judged), (Frequency { runs: 0, failures: 0 }, 0));
    judged[0].findings[0].missed = true;
    assert_eq!(found(&judged), (Frequency { runs: 0, failures: 0 }, 1));
}

/// Noise of width 0 is none, and neither is a sample whose numbers are all the same: what counts is what can be seen.
#[test]
fn a_run_is_noisy_only_if_a_draw_can_differ() {
    let noisy = |problem: &str| {
        let case =
            Case { family: "problem", spec: problem.to_owned(), task: Task::Rate(&Lemma10), rounds: 16, seed: 1 };
        judge(&case, Registry::ours()).expect("it is played").findings[0].noisy
    };
    for problem in ["noisy", "noisy:values=0", "noisy:slopes=0,shape=heavy", "minibatch"] {
        assert!(noisy(problem), "{problem}");
    }
    for problem in ["qp-half", "noisy:slopes=0,values=0", "minibatch:z=0.5/0.5", "minibatch:z=0.25,batch=1"] {
        assert!(!noisy(problem), "{problem}");
    }
}

fn of_lemma_10(family: &str) -> Vec<Judgement> {
    let cases = cases(Depth::Quick, 1, Scope::Family(family), Registry::ours()).expect("families draw");
    let of_lemma_10 = cases.iter().filter(|case| case.task == Task::Rate(&Lemma10));
    of_lemma_10.map(|case| judge(case, Registry::ours()).expect("it is played")).collect()
}

/// How often Lemma 10 failed where there was noise, and how much is wrong.
fn found(judged: &[Judgement]) -> (Frequency, usize) {
    let rows = statement_rows(judged);
    assert!(rows.iter().all(|row| row.noisy.is_some() == row.statement.takes_confidence()));
    (rows[0].noisy.expect("it has a probability"), rows[0].wrong.len())
}

#[test]
fn both_controls_fail_on_their_traps_and_no_other_player_is_wrong() {
    let found: Vec<_> =
        duels(Depth::Quick, 0, Registry::ours()).iter().map(|duel| fight(duel).expect("it plays")).collect();
    for name in ["hedge-control", "rm-plus-control"] {
        assert!(found.iter().any(|finding| finding.name == name && finding.control_failed == Some(true)), "{name}");
    }
    for finding in &found {
        assert_eq!(finding.wrong, Vec::<String>::new());
    }
}

/// A run is left out only where its players do not fit the problem, never because something broke.
#[test]
fn only_runs_that_do_not_fit_are_left_out() {
    let short = cases(Depth::Quick, 2, Scope::All, Registry::ours())
        .expect("families draw")
        .into_iter()
        .filter(|case| case.rounds <= 3);
    let judged =
        short.map(|case| judge(&case, Registry::ours()).unwrap_or_else(|error| panic!("{}: {error}", case.describe())));
    let reasons: Vec<String> = judged.filter_map(|judgement| judgement.not_played).collect();
    assert!(!reasons.is_empty(), "tables have no subgradients");
    for reason in reasons {
        let known = ["convex", "subgradients", "too far apart"];
        assert!(known.iter().any(|known| reason.contains(known)), "{reason}");
    }
}

fn extent(scope: Scope<'_>) -> Extent<'_> {
    Extent { depth: Depth::Quick, seed: 1, scope, statement: None, instances: None }
}

#[test]
fn the_whole_of_a_family_is_a_library_call() {
    let extent = extent(Scope::Family("bilinear"));
    let mut told = Vec::new();
    let whole = Whole::new(&extent, Registry::ours(), threads(2), &mut |done, total| told.push((done, total)));
    let whole = whole.expect("it is played");
    assert_eq!(whole.wrong().collect::<Vec<_>>(), Vec::<String>::new());
    assert!(!whole.statements.is_empty() && !whole.players.is_empty() && whole.proofs.is_none());
    let total = whole.judgements.len();
    assert_eq!(told, (1..=total).map(|done| (done, total)).collect::<Vec<_>>());
    let wrong = |extent: Extent<'_>| {
        Whole::new(&extent, Registry::ours(), threads(1), &mut |_, _| ()).err().expect("it is not there").to_string()
    };
    let none = Extent { statement: Some("lemma-99"), ..extent };
    assert_eq!(
        wrong(none),
        "statement: there is no statement `lemma-99` (did you mean `lemma-9`?); `referee statements` lists them"
    );
    let none = Extent { scope: Scope::Family("pentagon"), ..extent };
    assert!(wrong(none).starts_with("family: there is no problem family `pentagon`: choose one of qp-box"));
}

#[test]
fn a_panic_is_a_finding_and_whoever_cancels_gets_his_own_back() {
    let outcome = |throw| {
        let registry = with_thrower(throw);
        let extent = extent(Scope::Family("bilinear"));
        catch_unwind(AssertUnwindSafe(|| Whole::new(&extent, &registry, threads(2), &mut |_, _| ())))
    };
    let whole = outcome(|| panic!("out of cards")).expect("it is caught").expect("the others are judged");
    assert!(!whole.judgements.is_empty() && !whole.panics.is_empty());
    assert!(whole.wrong().all(|why| why.ends_with(": a panic: out of cards")));
    let cancelled = outcome(|| resume_unwind(Box::new(Cancelled))).err().expect("it passes");
    assert!(cancelled.is::<Cancelled>());
}
