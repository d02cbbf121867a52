//! Fits: random ones with one random change each, and whether they are true by the slow formulas.

use crate::numbers::Rng;
use crate::slow::{Asks, Atom, Data, model, q, rational, sum};
use proofs_check::exact::Rational;
use proofs_check::{Accepted, Refusal, check_bytes};

#[derive(Clone, Debug)]
pub struct Classifier {
    pub name: String,
    pub mixture: Vec<(usize, Rational)>,
    pub error: Rational,
    pub constraints: Vec<Rational>,
    pub feasible: bool,
}

#[derive(Clone, Debug)]
pub struct Fit {
    pub data: Data,
    pub models: Vec<Vec<f64>>,
    pub classifiers: Vec<Classifier>,
    pub proxies: Option<(Vec<Rational>, Rational)>,
}

/// Weights that sum to 1.
fn weights(rng: &mut Rng, length: usize, least: usize) -> Vec<Rational> {
    let parts: Vec<usize> = (0..length).map(|i| rng.below(4) + if i == 0 { 1 } else { least }).collect();
    let all = Rational::from_integer(parts.iter().sum::<usize>());
    parts.iter().map(|&part| Rational::from_integer(part).checked_div(&all).unwrap()).collect()
}

impl Fit {
    pub fn random(rng: &mut Rng) -> Self {
        let data = Data::random(rng);
        let models: Vec<_> = (0..=rng.below(3)).map(|_| model(rng, data.features.len())).collect();
        let mut it = Self { data, models, classifiers: Vec::new(), proxies: None };
        for i in 0..=rng.below(2) {
            let chosen: Vec<usize> = (0..it.models.len()).filter(|&k| k == i || rng.chance(2)).collect();
            let chosen = if chosen.is_empty() { vec![0] } else { chosen };
            let mixture = chosen.iter().copied().zip(weights(rng, chosen.len(), 1)).collect();
            let classifier = it.truth(format!("classifier {i}"), mixture);
            it.classifiers.push(classifier);
        }
        if !it.data.constraints.is_empty() {
            let p = weights(rng, it.data.constraints.len(), 0);
            let most = it.data.least_hinge(&p);
            it.proxies = (most > Rational::zero()).then_some((p, most));
        }
        it
    }

    /// What a mixture does.
    pub fn truth(&self, name: String, mixture: Vec<(usize, Rational)>) -> Classifier {
        let mean = |value: &dyn Fn(&[f64]) -> Rational| {
            sum(mixture.iter().map(|(k, weight)| weight * &value(&self.models[*k]))).reduced()
        };
        let error = mean(&|theta| self.data.error(theta));
        let constraints: Vec<_> =
            (0..self.data.constraints.len()).map(|i| mean(&|theta| self.data.rate(i, theta))).collect();
        let feasible = constraints.iter().all(|x| *x <= Rational::zero());
        Classifier { name, mixture, error, constraints, feasible }
    }

    pub fn json(&self) -> String {
        let models: Vec<String> = self.models.iter().map(|theta| format!("{theta:?}")).collect();
        let list = |all: &[Rational]| all.iter().map(|x| format!("\"{x}\"")).collect::<Vec<_>>().join(", ");
        let classifier = |it: &Classifier| {
            let item = |(k, w): &(usize, Rational)| format!("{{ \"model\": {k}, \"weight\": \"{w}\" }}");
            format!(
                "{{ \"name\": \"{}\", \"mixture\": [ {} ], \"error\": \"{}\", \"constraints\": [{}], \"feasible\": {} }}",
                it.name,
                it.mixture.iter().map(item).collect::<Vec<_>>().join(", "),
                it.error,
                list(&it.constraints),
                it.feasible
            )
        };
        let classifiers: Vec<String> = self.classifiers.iter().map(classifier).collect();
        let proxies = self.proxies.as_ref().map_or_else(String::new, |(p, at_least)| {
            format!(",\n \"infeasible_proxies\": {{ \"weights\": [{}], \"at_least\": \"{at_least}\" }}", list(p))
        });
        format!(
            "{{ \"format\": \"referee-fit/1\",\n \"data\": {},\n \"constraints\": {},\n \"models\": [ {} ],\n \
             \"classifiers\": [ {} ]{proxies},\n \"salt\": \"0\" }}\n",
            self.data.json(),
            self.data.constraints_json(),
            models.join(", "),
            classifiers.join(",\n   ")
        )
    }

    pub fn check(&self) -> Result<Accepted, Refusal> {
        check_bytes(self.json().as_bytes(), "fit.json", |name| {
            assert_eq!(name, "rows.csv");
            Ok(self.data.csv.as_bytes())
        })
    }

    pub fn is_true(&self) -> bool {
        let mixes = |weights: &[&Rational]| sum(weights.iter().copied().cloned()) == Rational::one();
        let classifier = |it: &Classifier| {
            let proper = it.mixture.is_sorted_by(|a, b| a.0 < b.0)
                && it.mixture.iter().all(|(k, weight)| *k < self.models.len() && *weight > Rational::zero())
                && mixes(&it.mixture.iter().map(|(_, weight)| weight).collect::<Vec<_>>());
            proper && {
                let truth = self.truth(String::new(), it.mixture.clone());
                truth.error == it.error && truth.constraints == it.constraints && truth.feasible == it.feasible
            }
        };
        let proxies = |(p, at_least): &(Vec<Rational>, Rational)| {
            p.iter().all(|x| *x >= Rational::zero())
                && mixes(&p.iter().collect::<Vec<_>>())
                && *at_least > Rational::zero()
                && *at_least <= self.data.least_hinge(p)
        };
        self.data.is_sound() && self.classifiers.iter().all(classifier) && self.proxies.as_ref().is_none_or(proxies)
    }
}

fn forged(rng: &mut Rng, x: &Rational) -> Rational {
    let change = q(rng.pick::<&str>(&["1", "-1", "1/7", "-1/1000000007", "1/1000000007"]));
    if rng.chance(4) { -x } else { (x + &change).reduced() }
}

/// Changes one thing of data that a problem or a fit carries; `None` if there was nothing of that kind.
pub fn change_data(rng: &mut Rng, data: &mut Data, kind: usize) -> Option<&'static str> {
    let atoms = data.constraints.iter_mut().flat_map(|it| it.terms.iter_mut().flat_map(|(_, rows)| rows));
    Some(match kind {
        0 => {
            data.sha256.replace_range(0..1, if data.sha256.starts_with('0') { "1" } else { "0" });
            "the digest"
        }
        1 => {
            data.count = if rng.chance(2) { data.count + 1 } else { data.count - 1 };
            "the number of rows"
        }
        2 => {
            let at = rng.below(data.rows.len());
            data.rows[at] = data.rows[rng.below(data.rows.len())].clone();
            let (sha256, csv) = (data.sha256.clone(), data.csv.clone());
            data.write(rng);
            if rng.chance(3) && csv != data.csv {
                data.sha256 = sha256;
            }
            "a row"
        }
        3 => {
            data.label.asks = Asks::Equals(vec![(*rng.pick(&["no", "maybe"])).into()]);
            "the label"
        }
        4 => {
            data.label.column = (*rng.pick(&["sex", "none"])).into();
            "the column of the label"
        }
        5 | 6 => {
            let all = data.features.iter_mut().flatten();
            let mut all: Vec<&mut Atom> = if kind == 5 { all.collect() } else { atoms.collect() };
            if all.is_empty() {
                return None;
            }
            let at = rng.below(all.len());
            change_atom(rng, all[at]);
            if kind == 5 { "an atom of a feature" } else { "an atom of a term" }
        }
        7 => {
            let mut all: Vec<&mut Rational> = data.constraints.iter_mut().map(|it| &mut it.constant).collect();
            let at = rng.below(all.len().max(1));
            let place = all.get_mut(at)?;
            **place = forged(rng, place);
            "a constant"
        }
        8 => {
            let terms = data.constraints.iter_mut().flat_map(|it| it.terms.iter_mut().map(|(c, _)| c));
            let mut all: Vec<&mut Rational> = terms.collect();
            let at = rng.below(all.len().max(1));
            let place = all.get_mut(at)?;
            **place = forged(rng, place);
            "a coefficient"
        }
        9 => {
            let i = rng.below(data.constraints.len().max(1));
            let name = &mut data.constraints.get_mut(i)?.name;
            name.push('!');
            "the name of a constraint"
        }
        _ => {
            let i = rng.below(data.features.len());
            data.features[i] = crate::slow::test(rng);
            "a feature"
        }
    })
}

pub const DATA_KINDS: usize = 11;

fn change_atom(rng: &mut Rng, atom: &mut Atom) {
    if rng.chance(6) {
        atom.column = "none".into();
        return;
    }
    atom.asks = match atom.asks.clone() {
        Asks::Equals(all) if rng.chance(2) => Asks::Differs(all),
        Asks::Equals(mut all) => {
            all[0].push('x');
            Asks::Equals(all)
        }
        Asks::Differs(all) if rng.chance(2) => Asks::Equals(all),
        Asks::Differs(mut all) => {
            all[0].push('x');
            Asks::Differs(all)
        }
        Asks::Between(above, at_most) => match rng.below(3) {
            0 => Asks::Between(at_most, above),
            1 => Asks::Between(above.map(|x| x - 0.5), at_most),
            _ => Asks::Between(above.map(|x| x + 5.0), at_most.map(|x| x - 5.0)),
        },
    };
}

impl Fit {
    pub fn change(&mut self, rng: &mut Rng, kind: usize) -> Option<&'static str> {
        if kind < DATA_KINDS {
            return change_data(rng, &mut self.data, kind);
        }
        let k = rng.below(self.models.len());
        let c = rng.below(self.classifiers.len());
        let it = &mut self.classifiers[c];
        let at = rng.below(it.mixture.len());
        Some(match kind - DATA_KINDS {
            0 => {
                let j = rng.below(self.models[k].len());
                self.models[k][j] = -self.models[k][j] - [0.0, 0.25, 5e-324][rng.below(3)];
                "a model"
            }
            1 => {
                it.mixture[at].0 += 1;
                "a model of a mixture"
            }
            2 => {
                it.mixture[at].1 = forged(rng, &it.mixture[at].1);
                "a weight"
            }
            3 => {
                let other = rng.below(it.mixture.len());
                let (a, b) = (it.mixture[at].1.clone(), it.mixture[other].1.clone());
                (it.mixture[at].1, it.mixture[other].1) = (b, a);
                "weights swapped"
            }
            4 => {
                it.mixture.remove(at);
                "a model dropped"
            }
            5 => {
                it.error = forged(rng, &it.error);
                "an error"
            }
            6 => {
                let i = rng.below(it.constraints.len().max(1));
                let x = it.constraints.get_mut(i)?;
                *x = forged(rng, x);
                "a constraint's value"
            }
            7 => {
                it.feasible = !it.feasible;
                "feasible"
            }
            8 => {
                it.name.push('!');
                "the name of a classifier"
            }
            9 => {
                let (p, _) = self.proxies.as_mut()?;
                let i = rng.below(p.len());
                p[i] = forged(rng, &p[i]);
                "a weight of the proxies"
            }
            10 => {
                let (_, at_least) = self.proxies.as_mut()?;
                *at_least = forged(rng, at_least);
                "at_least"
            }
            11 => {
                let p = weights(rng, self.data.constraints.len(), 0);
                self.proxies = (!p.is_empty()).then(|| (p, rational(rng)));
                "proxies invented"
            }
            _ => {
                self.models.swap(0, k);
                "models swapped"
            }
        })
    }
}

pub const KINDS: usize = DATA_KINDS + 13;
