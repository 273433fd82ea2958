//! Runs the whole suite from a test.

use std::sync::{Arc, LazyLock};

use hotseat::{
    llm::Format,
    stage::{Lane, Played, Scenario},
    subject::{AdapterOptions, SubjectSpec},
    suite::{
        case::Case,
        catalogue::Catalogue,
        judge,
        outcome::Outcome,
        read_cases,
        runner::{Options, Transport, run},
        select::shuffle,
    },
};

/// Every scenario that the program carries.
pub fn cases() -> Vec<Arc<Case>> {
    read_cases(&[], Catalogue::embedded())
        .unwrap_or_else(|mistakes| panic!("{mistakes}"))
        .into_iter()
        .map(Arc::new)
        .collect()
}

/// The outcomes of all scenarios in memory with one worker, in the order of their ids. The other ways to run them are
/// compared with these. They are run once.
pub fn in_memory() -> &'static [Outcome] {
    static OUTCOMES: LazyLock<Vec<Outcome>> = LazyLock::new(|| Setting::memory().run());
    &OUTCOMES
}

/// How to run the suite.
#[derive(Clone, Debug)]
pub struct Setting {
    pub transport: Transport,
    pub format: Format,
    pub jobs: usize,
    pub shuffle: Option<u64>,
    pub spec: SubjectSpec,
}

impl Setting {
    pub fn memory() -> Self {
        Self {
            transport: Transport::Memory,
            format: Format::default(),
            jobs: 1,
            shuffle: None,
            spec: SubjectSpec::Reference,
        }
    }

    /// The outcomes of all scenarios, in the order of their ids.
    pub fn run(self) -> Vec<Outcome> {
        let mut cases = cases();
        if let Some(seed) = self.shuffle {
            shuffle(&mut cases, seed);
        }
        let Self { transport, format, jobs, spec, .. } = self;
        let adapter_options =
            AdapterOptions { wire: Some(format.wire), unstreamed: !format.streamed, ..AdapterOptions::default() };
        let options = Options {
            spec,
            transport,
            adapter_options,
            jobs,
            stops_at: None,
            lanes: Lane::ALL.to_vec(),
            snapshots: None,
            keeps_streams: true,
        };
        let suite = run(cases, options, |_| {}).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(suite.internal, Vec::<String>::new());
        let mut outcomes = suite.outcomes;
        outcomes.sort_by(|a, b| a.case.id.cmp(&b.case.id));
        outcomes
    }
}

/// Each `Then` with whether it holds, without the numbers of observations.
fn verdicts(outcome: &Outcome) -> Vec<(&str, bool)> {
    let thens = outcome.thens.iter().map(|then| (then.text.as_str(), then.finding.is_ok()));
    thens.chain(outcome.faults.iter().map(|fault| (fault.message.as_str(), false))).collect()
}

/// Plays each scenario for which `asked` holds with the function that `play` returns for it and its number. Returns the
/// scenarios that are judged otherwise than with the reference: the id, and everything that does not hold.
pub fn otherwise<P>(asked: impl Fn(&Case) -> bool, play: impl Fn(&Case, u64) -> P) -> Vec<(String, Vec<String>)>
where
    P: FnOnce(&Scenario) -> Played,
{
    static CASES: LazyLock<Vec<Arc<Case>>> = LazyLock::new(|| {
        let mut cases = cases();
        cases.sort_by(|one, other| one.id.cmp(&other.id));
        cases
    });
    let mut found = Vec::new();
    let pairs = CASES.iter().zip(in_memory()).filter(|(case, _)| asked(case));
    for (number, (case, expected)) in (0..).zip(pairs) {
        let outcome = judge(case, true, play(case, number));
        if verdicts(&outcome) != verdicts(expected) {
            let thens = outcome.thens.iter().filter(|then| then.finding.is_err());
            let thens = thens.map(|then| format!("{} {:?}", then.text, then.finding));
            found.push((
                case.id.clone(),
                thens.chain(outcome.faults.iter().map(|fault| fault.message.clone())).collect(),
            ));
        }
    }
    found
}
