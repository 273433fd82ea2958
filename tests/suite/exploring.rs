//! Scenarios in every order. Merging states hides nothing, and an order that no scenario plays shows what is wrong there.

use std::{
    collections::BTreeSet,
    hash::Hasher,
    sync::{Arc, LazyLock},
};

use hotseat::{
    llm::shell::Memory,
    model::{
        Millis, Op, fingerprint_of,
        json::{from_value, json},
    },
    mutate::{Change, generics, mutants},
    sim::{
        explore::{Explored, Explorer, Limits, Stopped, Way},
        scope::Scope,
    },
    stage::{Claims, Next, Scenario, Scene, Subject, SubjectError, play},
    subject::Reference,
    suite::{case::Case, catalogue::Catalogue, read_cases},
    system::Input,
};
use proptest::prelude::*;
use rstest::rstest;

/// The carried scenarios that are written.
static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| read_cases(&[], Catalogue::embedded()).unwrap());

/// The changes of every mutant. In a system where it changes nothing, a mutant is the reference.
static MUTANTS: LazyLock<Vec<Arc<[Change]>>> = LazyLock::new(|| {
    let named = mutants().as_ref().unwrap().iter().flat_map(|table| &table.rows).map(|mutant| mutant.changes.clone());
    let generic = generics().iter().map(|mutant| mutant.changes.clone());
    named.chain(generic).map(Arc::from).collect()
});

fn explore(scenario: &Scenario, changes: Option<&Arc<[Change]>>, states: u64, merges: bool) -> Explored {
    let mut subject = Reference::with_changes(changes.into_iter().cloned().collect());
    let limits = Limits { states, merges, kills: true };
    Explorer::new(scenario, Scope::reference()).explore(limits, &mut subject, &mut Memory::default(), &|| true)
}

/// The reference, with every effect that it ever had.
struct Remembering {
    inner: Reference,
    effects: BTreeSet<u64>,
}

impl Subject for Remembering {
    fn claims(&self) -> &Claims {
        self.inner.claims()
    }

    fn start(&mut self, scene: &Scene) -> Result<(), SubjectError> {
        self.inner.start(scene)
    }

    fn feed(&mut self, now: Millis, input: Input) -> Result<(), SubjectError> {
        self.inner.feed(now, input)
    }

    fn next(&mut self) -> Result<Next, SubjectError> {
        let next = self.inner.next();
        if let Ok(Next::Effect(effect)) = &next {
            self.effects.insert(fingerprint_of(effect));
        }
        next
    }

    fn open(&self) -> Vec<Op> {
        self.inner.open()
    }

    fn fingerprint(&self, now: Millis, into: &mut dyn Hasher) -> bool {
        self.inner.fingerprint(now, into)
    }

    fn kill(&mut self) {
        self.inner.kill();
    }
}

/// What a search finds, and every effect of the subject in any of its runs.
fn seen(scenario: &Scenario, changes: Option<&Arc<[Change]>>, states: u64, merges: bool) -> (Explored, BTreeSet<u64>) {
    let inner = Reference::with_changes(changes.into_iter().cloned().collect());
    let mut subject = Remembering { inner, effects: BTreeSet::new() };
    let explorer = Explorer::new(scenario, Scope::reference());
    let explored =
        explorer.explore(Limits { states, merges, kills: true }, &mut subject, &mut Memory::default(), &|| true);
    (explored, subject.effects)
}

/// What is broken, but for the rules that see only orders which were played to their end.
fn broken<'a>(explored: &'a Explored, whole: &[&'static str]) -> BTreeSet<&'a str> {
    let is_whole = |name: &str| whole.iter().any(|rule| name == format!("the rule {rule}"));
    explored.broken.keys().map(String::as_str).filter(|name| !is_whole(name)).collect()
}

/// Explores with and without merging. `None` if there are too many orders for that.
fn both(scenario: &Scenario, changes: Option<&Arc<[Change]>>, states: u64) -> Option<[(Explored, BTreeSet<u64>); 2]> {
    let whole = seen(scenario, changes, states, false);
    (whole.0.stopped == Stopped::Whole).then(|| [seen(scenario, changes, states, true), whole])
}

/// The law of merging: the same broken rules, the same endings in the same states, and the same effects. The effects owe
/// nothing to fingerprints.
fn check([(merged, some), (whole, all)]: &[(Explored, BTreeSet<u64>); 2]) -> Result<(), String> {
    let rules = &merged.whole_rules;
    let same = [
        (merged.stopped == Stopped::Whole, "the search with merging came to its end"),
        (broken(merged, rules) == broken(whole, rules), "the same is broken"),
        (some == all, "the subject has the same effects"),
        (merged.last_states == whole.last_states, "the endings are the same"),
        ((merged.unscripted.0 == 0) == (whole.unscripted.0 == 0), "both leave the script, or none does"),
        (merged.states <= whole.states, "no more states"),
    ];
    same.into_iter()
        .try_for_each(|(holds, law)| if holds { Ok(()) } else { Err(format!("{law}: {merged:?} {whole:?}")) })
}

#[test]
fn the_common_scenarios_hold_in_every_order() {
    let common: Vec<&Case> = CASES.iter().filter(|case| case.id.starts_with("common/")).collect();
    assert!(!common.is_empty());
    for case in common {
        let explored = explore(&case.written(), None, 100_000, true);
        assert_eq!(explored.stopped, Stopped::Whole, "{}", case.id);
        assert!(explored.broken.is_empty(), "{}: {:?}", case.id, explored.broken);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn merging_states_hides_nothing(
        case in 0..CASES.len(),
        mutant in proptest::option::of(0..MUTANTS.len()),
    ) {
        let (case, mutant) = (&CASES[case], mutant.map(|at| &MUTANTS[at]));
        if let Some(both) = both(&case.written(), mutant, 1_500) {
            check(&both).map_err(|why| TestCaseError::fail(format!("{}: {why}", case.id)))?;
        }
    }
}

/// The scenario that is explored to its end.
const THREE: &str = "jp/side-by-side/three-tools-ask-one-question-is-cancelled-and-the-run-is-interrupted";

/// An implementation that is wrong only if the signal comes after an answer: then an inquiry has two responses.
#[test]
fn what_is_wrong_in_one_order_alone_is_found_in_that_order() {
    let three = CASES.iter().find(|case| case.id == THREE).unwrap().written();
    let twice = json!({"type": "inquiry_response", "outcome": "cancelled", "id": "call_1.q.1", "reason": "user"});
    let changes: Vec<Change> = from_value(json!([{
        "on": "input/signal/interrupt", "since": {"on": "input/person/answer"},
        "do": {"after": {"effect": {"record": twice}}},
    }]))
    .unwrap();
    let changes = Arc::from(changes);
    let explorer = Explorer::new(&three, Scope::reference());
    let mut wrong = Reference::with_changes(vec![Arc::clone(&changes)]);
    let plain = explorer.replay(&Way::default(), &mut wrong, &mut Memory::default()).unwrap();
    assert!(plain.broken.is_empty(), "{:?}", plain.broken);
    assert!(play(&three, &mut wrong, &mut Memory::default()).faults.is_empty());

    let explored = explore(&three, Some(&changes), 100_000, true);
    let name = "the rule one-response";
    let found = explored.broken.get(name).unwrap_or_else(|| panic!("{:?}", explored.broken));
    let again = explorer.replay(&found.way, &mut wrong, &mut Memory::default()).unwrap();
    assert_eq!(again.broken.get(name), Some(found));
    let right = explorer.replay(&found.way, &mut Reference::default(), &mut Memory::default()).unwrap();
    assert!(right.broken.is_empty(), "{:?}", right.broken);
}

/// An implementation that is wrong only if it is killed after an answer: restarted, it closes that question again.
#[test]
fn what_is_wrong_after_a_kill_alone_is_found_by_a_kill() {
    let three = CASES.iter().find(|case| case.id == THREE).unwrap().written();
    let twice = json!({"type": "inquiry_response", "outcome": "cancelled", "id": "call_1.q.1", "reason": "user"});
    let answered = json!({"type": "inquiry_response", "outcome": "answered", "id": "call_1.q.1", "answer": true});
    let changes: Vec<Change> = from_value(json!([{
        "on": "input/begin", "where": {"/stored": {"has": answered}},
        "do": {"after": {"effect": {"record": twice}}},
    }]))
    .unwrap();
    let changes = Arc::from(changes);
    let mut wrong = Reference::with_changes(vec![Arc::clone(&changes)]);
    let explorer = Explorer::new(&three, Scope::reference());
    let without = Limits { states: 100_000, merges: true, kills: false };
    let none = explorer.explore(without, &mut wrong, &mut Memory::default(), &|| true);
    assert_eq!((none.broken.len(), none.kill_points), (0, None), "{none:?}");

    let explored = explore(&three, Some(&changes), 100_000, true);
    let name = "the rule one-response";
    let found = explored.broken.get(name).unwrap_or_else(|| panic!("{:?}", explored.broken));
    assert!(found.way.kill.is_some() && explored.kill_points > Some(1_000), "{found:?}");
    let small = explorer.smaller((name, found), &mut wrong, &mut Memory::default(), &|| true);
    assert!(small.way.kill.is_some() && small.way.choices <= found.way.choices, "{small:?}");
    let again = explorer.replay(&small.way, &mut wrong, &mut Memory::default()).unwrap();
    assert_eq!(again.broken.get(name), Some(&small));
    let right = explorer.replay(&small.way, &mut Reference::default(), &mut Memory::default()).unwrap();
    assert!(right.broken.is_empty(), "{:?}", right.broken);
}

#[test]
fn three_tools_that_ask_are_explored_to_the_end() {
    let three = CASES.iter().find(|case| case.id == THREE).unwrap().written();
    let explored = explore(&three, None, 100_000, true);
    assert_eq!((explored.stopped.clone(), explored.broken.len()), (Stopped::Whole, 0), "{explored:?}");
    assert!(explored.states > 500 && explored.merged > 100, "{explored:?}");
}

#[test]
fn a_search_stops_at_its_limit() {
    let three = CASES.iter().find(|case| case.id == THREE).unwrap().written();
    let explored = explore(&three, None, 10, true);
    let met = explored.states + explored.kill_points.unwrap_or_default();
    assert_eq!((explored.stopped, met), (Stopped::Limit, 10));
}

#[test]
fn an_order_that_is_not_possible_is_refused() {
    let three = CASES.iter().find(|case| case.id == THREE).unwrap().written();
    let explorer = Explorer::new(&three, Scope::reference());
    let replay = |choices: &[usize]| {
        explorer
            .replay(&Way { kill: None, choices: choices.to_vec() }, &mut Reference::default(), &mut Memory::default())
            .map(drop)
            .unwrap_err()
            .to_string()
    };
    let expected = "choice 1 is number 9, and only 3 inputs are pending there";
    assert_eq!(replay(&[9]), expected);
    assert_eq!(replay(&[0; 99]).split(',').next(), Some("the file has 99 choices"));
    let way = Way { kill: Some(999), choices: Vec::new() };
    let never = explorer.replay(&way, &mut Reference::default(), &mut Memory::default()).map(drop).unwrap_err();
    assert!(never.to_string().starts_with("the subject is to be killed after effect 999, and the run has "), "{never}");
}

/// Many orders of every carried scenario, with a kill after any effect: what no author put together. In four parts, for as many
/// threads.
#[rstest]
fn the_reference_keeps_every_rule_in_other_orders(#[values(0, 1, 2, 3)] part: usize) {
    let broken = |case: &Case| -> Vec<String> {
        let broken = explore(&case.written(), None, 120, true).broken;
        broken.into_iter().map(|(name, one)| format!("{}: {name}: {} {:?}", case.id, one.message, one.way)).collect()
    };
    let broken: Vec<String> = CASES.iter().skip(part).step_by(4).flat_map(broken).collect();
    assert_eq!(broken, [""; 0]);
}

#[test]
#[ignore = "every carried scenario takes minutes; run it when fingerprints change"]
fn merging_states_hides_nothing_in_any_carried_scenario() {
    let mut compared = 0;
    for case in CASES.iter() {
        if let Some(both) = both(&case.written(), None, 3_000) {
            compared += 1;
            if let Err(why) = check(&both) {
                panic!("{}: {why}", case.id);
            }
        }
    }
    assert!(compared > 500, "{compared} scenarios have few orders");
}
