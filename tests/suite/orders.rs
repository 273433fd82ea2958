//! A subject may act in any order that no requirement forbids. A run is judged the same if the effects of each delivery
//! come in another order between the lanes, and if the operations have other numbers. An order that a requirement
//! forbids fails.

use std::collections::{BTreeSet, VecDeque};

use hotseat::{
    llm::shell::Memory,
    model::{Millis, Op},
    stage::{
        Claims, Lane, Next, Observation, Played, Scenario, Scene, Subject, SubjectError, What, play, stream::deliveries,
    },
    subject::Reference,
    suite::case::Case,
    system::{Effect, Input},
};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use rstest::rstest;

use crate::runs::otherwise;

/// All scenarios that demand an order between lanes: a question or an answer must be stored before any party hears of
/// it. Each kills its subject at that moment, or has a `Then` that demands the order.
const STORED_FIRST: [&str; 27] = [
    "acp/loading/a-call-that-waited-for-permission-when-the-agent-died-is-not-shown-as-completed-and-has-not-run",
    "acp/loading/a-question-that-was-open-when-the-agent-died-is-not-shown-as-answered-to-the-client-or-to-the-model",
    "common/dies-while-asking/deepchat-head",
    "common/dies-while-asking/deepchat-seed",
    "common/dies-while-asking/jp-ask-user-seed",
    "common/dies-while-asking/pi-seed",
    "common/dies-while-asking/pilotdeck-seed",
    "deepchat/head/several-waiting-questions-are-shown-again-after-a-restart-in-their-order",
    "deepchat/waiting/a-restart-right-after-the-answer-does-not-ask-the-question-again-profile-head",
    "deepchat/waiting/a-restart-right-after-the-answer-does-not-ask-the-question-again-profile-seed",
    "jp/prompts/a-kill-while-a-prompt-is-shown-leaves-the-inquiry-request-recorded-without-a-response",
    "jp/recording/a-request-and-a-response-are-recorded-between-the-call-and-its-result-a-cancelled-prompt",
    "jp/recording/a-request-and-a-response-are-recorded-between-the-call-and-its-result-a-failing-assistant",
    "jp/recording/a-request-and-a-response-are-recorded-between-the-call-and-its-result-a-prompt",
    "jp/recording/a-request-and-a-response-are-recorded-between-the-call-and-its-result-the-assistant",
    "pi/interruptions/after-two-kills-the-form-is-shown-a-third-time",
    "pi/rpc/after-a-restart-the-client-is-asked-all-questions-again-and-a-late-reply-is-ignored",
    "pi/several-calls/after-a-kill-at-the-first-of-three-calls-each-of-the-three-is-asked",
    "pi/several-calls/all-five-questions-of-a-call-are-asked-again-after-a-kill",
    "pi/session/after-a-restart-the-questions-of-a-call-are-asked-again-also-if-another-tool-of-its-message-has-ended",
    "pi/session/after-a-restart-the-questions-of-an-ended-call-are-not-asked-again-and-those-of-the-other-are",
    "pi/two-calls/after-a-kill-at-the-first-form-both-calls-are-asked-from-the-start",
    "pi/two-calls/after-a-kill-at-the-second-form-the-first-stays-answered-and-the-second-is-asked-again",
    "pilotdeck/asking/a-restart-while-the-question-waits-does-not-make-up-a-result",
    "pilotdeck/at-the-edges/after-a-restart-each-of-three-questions-is-asked-again-or-reported",
    "pilotdeck/upstream-gateway/a-reply-to-a-question-from-before-a-restart-does-not-answer-a-new-question",
    "pilotdeck/upstream-runtime/a-run-that-is-restarted-while-it-asks-reports-the-question-or-asks-again-and-goes-on",
];

/// The words of every `Then` that demands an order between lanes.
const ORDERED: [&str; 1] = ["is recorded before it is asked"];

fn demands_an_order(case: &Case) -> bool {
    case.steps.iter().any(|line| ORDERED.iter().any(|words| line.text.contains(words)))
}

/// Whether the subject is killed when it shows or sends something.
fn is_killed_at_a_moment(case: &Case) -> bool {
    let kills = |text: &str| text.contains("is restarted when") || text.contains("is killed when");
    case.steps.iter().any(|line| kills(&line.text))
}

/// When a subject stores, compared with its other effects of the same delivery.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Stores {
    First,
    Last,
    Anywhere,
}

/// An order for the effects of a delivery.
struct Order {
    random: ChaCha8Rng,
    stores: Stores,
}

impl Order {
    fn drawn(seed: u64, number: u64, stores: Stores) -> Self {
        Self { random: ChaCha8Rng::seed_from_u64(seed * 100_000 + number), stores }
    }

    /// The effects `done` in another order between lanes. The order within a lane stays, and an exit stays last.
    fn of<T>(&mut self, done: Vec<T>, what: impl Fn(&T) -> What) -> Vec<T> {
        let mut lanes: Vec<(Lane, VecDeque<T>)> = Vec::new();
        let (mut records, mut last) = (Vec::new(), Vec::new());
        for one in done {
            let what = what(&one);
            let lane = what.lane();
            if matches!(what, What::Effect(Effect::Exit(_))) {
                last.push(one);
            } else if lane == Lane::Record && self.stores != Stores::Anywhere {
                records.push(one);
            } else if let Some((_, known)) = lanes.iter_mut().find(|(known, _)| *known == lane) {
                known.push_back(one);
            } else {
                lanes.push((lane, VecDeque::from([one])));
            }
        }
        let mut mixed = Vec::new();
        while !lanes.is_empty() {
            let drawn = usize::try_from(self.random.next_u64() % lanes.len() as u64).unwrap();
            mixed.extend(lanes[drawn].1.pop_front());
            lanes.retain(|(_, left)| !left.is_empty());
        }
        let (first, second) = if self.stores == Stores::First { (records, mixed) } else { (mixed, records) };
        first.into_iter().chain(second).chain(last).collect()
    }
}

/// Gives an operation another number. A second call gives the first number back.
fn other(op: &mut Op) {
    let (_, number) = op.parts();
    let other = number ^ 0x15;
    *op = match op {
        Op::Request(_) => Op::Request(other),
        Op::Call(_) => Op::Call(other),
        Op::Prompt(_) => Op::Prompt(other),
        Op::File(_) => Op::File(other),
        Op::Timer(_) => Op::Timer(other),
    }
}

fn renamed_input(mut input: Input) -> Input {
    match &mut input {
        Input::Model(op, _) | Input::Tool(op, _) | Input::Person(op, _) | Input::File(op, _) | Input::Fired(op) => {
            other(op);
        }
        Input::Begin(_) | Input::Says(_) | Input::Client(_) | Input::Signal(_) => {}
    }
    input
}

fn renamed(mut effect: Effect) -> Effect {
    match &mut effect {
        Effect::Request(op, _)
        | Effect::Call(op, _)
        | Effect::Show(op, _)
        | Effect::File(op, _)
        | Effect::Timer(op, _)
        | Effect::Cancel(op, _) => other(op),
        _ => {}
    }
    effect
}

/// The same run in another order and with other numbers of operations. In each delivery, all inputs come before all
/// effects.
fn reordered(played: Played, order: &mut Order) -> Played {
    let numbers = deliveries(&played.events);
    let mut numbered: VecDeque<(u64, Observation)> = numbers.into_iter().zip(played.events).collect();
    let mut events = Vec::new();
    while let Some((number, _)) = numbered.front() {
        let own = numbered.iter().take_while(|(other, _)| other == number).count();
        let own = numbered.drain(..own).map(|(_, event)| event);
        let (heard, done): (Vec<_>, Vec<_>) = own.partition(|event| matches!(event.what, What::Input(_)));
        events.extend(heard);
        events.extend(order.of(done, |event| event.what.clone()));
    }
    for (seq, event) in (1..).zip(&mut events) {
        event.seq = seq;
        event.what = match event.what.clone() {
            What::Input(input) => What::Input(renamed_input(input)),
            What::Effect(effect) => What::Effect(renamed(effect)),
        };
    }
    // A run waits only between deliveries, so it waits at the same places.
    let mut parks = played.parks;
    parks.iter_mut().flat_map(|(_, open)| open).for_each(other);
    Played { events, parks, ..played }
}

/// The reference with its effects in another order and with other numbers of operations. The effects of a reply of the
/// model come after the whole reply.
struct Reordering {
    inner: Reference,
    order: Order,
    /// The effects of the current delivery so far.
    done: Vec<Effect>,
    effects: VecDeque<Effect>,
}

impl Reordering {
    fn play(scenario: &Scenario, order: Order) -> Played {
        let (inner, done, effects) = (Reference::default(), Vec::new(), VecDeque::new());
        play(scenario, &mut Self { inner, order, done, effects }, &mut Memory::default())
    }
}

impl Subject for Reordering {
    fn claims(&self) -> &Claims {
        self.inner.claims()
    }

    fn start(&mut self, scene: &Scene) -> Result<(), SubjectError> {
        self.kill();
        self.inner.start(scene)
    }

    fn feed(&mut self, now: Millis, input: Input) -> Result<(), SubjectError> {
        let goes_on = matches!(&input, Input::Model(_, event) if !event.is_last());
        self.inner.feed(now, renamed_input(input))?;
        while let Next::Effect(effect) = self.inner.next()? {
            self.done.push(renamed(effect));
        }
        if !goes_on {
            let done = std::mem::take(&mut self.done);
            self.effects = self.order.of(done, |effect| What::Effect(effect.clone())).into();
        }
        Ok(())
    }

    fn next(&mut self) -> Result<Next, SubjectError> {
        Ok(self.effects.pop_front().map_or(Next::Parked, Next::Effect))
    }

    fn open(&self) -> Vec<Op> {
        let mut open = self.inner.open();
        open.iter_mut().for_each(other);
        open
    }

    fn kill(&mut self) {
        self.done.clear();
        self.effects.clear();
        self.inner.kill();
    }
}

/// In which order a subject must store in `case`.
fn demanded(case: &Case) -> Stores {
    if demands_an_order(case) || is_killed_at_a_moment(case) { Stores::First } else { Stores::Anywhere }
}

#[rstest]
#[case(1)]
#[case(2)]
fn a_stream_in_another_order_is_judged_the_same(#[case] seed: u64) {
    let all = |_: &Case| true;
    let found = otherwise(all, |case, number| {
        let stores = if demands_an_order(case) { Stores::First } else { Stores::Anywhere };
        let mut order = Order::drawn(seed, number, stores);
        move |scenario| reordered(play(scenario, &mut Reference::default(), &mut Memory::default()), &mut order)
    });
    assert!(found.is_empty(), "{found:#?}");
}

#[rstest]
#[case(1)]
#[case(2)]
fn a_subject_that_acts_in_another_order_is_judged_the_same(#[case] seed: u64) {
    let all = |_: &Case| true;
    let found = otherwise(all, |case, number| {
        let order = Order::drawn(seed, number, demanded(case));
        move |scenario| Reordering::play(scenario, order)
    });
    assert!(found.is_empty(), "{found:#?}");
}

/// A kill cuts off the effects that would come later, so the order matters most here. Many orders are tried.
#[test]
fn a_killed_subject_may_have_done_less_or_more() {
    for seed in 10..50 {
        let found = otherwise(is_killed_at_a_moment, |case, number| {
            let order = Order::drawn(seed, number, demanded(case));
            move |scenario| Reordering::play(scenario, order)
        });
        assert!(found.is_empty(), "{found:#?}");
    }
}

#[test]
fn a_subject_that_stores_too_late_fails() {
    let may_be = |case: &Case| demanded(case) == Stores::First;
    let found = otherwise(may_be, |_, number| {
        move |scenario| Reordering::play(scenario, Order::drawn(3, number, Stores::Last))
    });
    let ids: Vec<&str> = found.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(BTreeSet::from_iter(ids), BTreeSet::from(STORED_FIRST));
}

/// If the place of the requests among the other effects is unknown, only a `Then` that needs that place cannot be read.
#[test]
fn a_then_about_an_unknown_place_is_unread() {
    let all = |_: &Case| true;
    let found = otherwise(all, |_, _| {
        |scenario| {
            let mut played = play(scenario, &mut Reference::default(), &mut Memory::default());
            let is_request = |event: &&Observation| matches!(event.what, What::Effect(Effect::Request(..)));
            played.unplaced = played.events.iter().filter(is_request).map(|event| event.seq).collect();
            played
        }
    });
    let ids: Vec<&str> = found.iter().map(|(id, _)| id.as_str()).collect();
    let by_the_model = STORED_FIRST.iter().filter(|id| id.ends_with("assistant")).copied();
    assert_eq!(ids, by_the_model.collect::<Vec<_>>());
    for (id, lines) in &found {
        assert!(
            matches!(&lines[..], [line] if line.contains(ORDERED[0]) && line.contains("Unread")),
            "{id}: {lines:?}"
        );
    }
}
