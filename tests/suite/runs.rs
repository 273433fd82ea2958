//! Running the whole suite from a test.

use std::sync::{Arc, LazyLock};

use hotseat::{
    llm::Format,
    stage::Lane,
    subject::{Seat, Treatment},
    suite::{
        case::Case,
        catalogue::Catalogue,
        outcome::Outcome,
        read_cases,
        runner::{Carrier, Options, run},
        select::shuffle,
    },
};

/// Every scenario that the program carries.
pub fn cases() -> Vec<Arc<Case>> {
    read_cases(&[], Catalogue::carried())
        .unwrap_or_else(|mistakes| panic!("{mistakes}"))
        .into_iter()
        .map(Arc::new)
        .collect()
}

/// What came of every scenario in memory, one after another, in the order of their ids: what the other ways to run them
/// are held against. Run once.
pub fn in_memory() -> &'static [Outcome] {
    static OUTCOMES: LazyLock<Vec<Outcome>> = LazyLock::new(|| Setting::memory().run());
    &OUTCOMES
}

/// How to run the suite.
#[derive(Clone, Debug)]
pub struct Setting {
    pub carrier: Carrier,
    pub format: Format,
    pub jobs: usize,
    pub shuffle: Option<u64>,
    pub seat: Seat,
}

impl Setting {
    pub fn memory() -> Self {
        Self { carrier: Carrier::Memory, format: Format::default(), jobs: 1, shuffle: None, seat: Seat::Reference }
    }

    /// What came of every scenario, in the order of their ids.
    pub fn run(self) -> Vec<Outcome> {
        let mut cases = cases();
        if let Some(seed) = self.shuffle {
            shuffle(&mut cases, seed);
        }
        let Self { carrier, format, jobs, seat, .. } = self;
        let treatment = Treatment { wire: Some(format.wire), unstreamed: !format.streamed, ..Treatment::default() };
        let options =
            Options { seat, carrier, treatment, jobs, fail_fast: false, lanes: Lane::ALL.to_vec(), snapshots: None };
        let suite = run(cases, options, |_| {}).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(suite.internal, Vec::<String>::new());
        let mut outcomes = suite.outcomes;
        outcomes.sort_by(|a, b| a.case.id.cmp(&b.case.id));
        outcomes
    }
}
