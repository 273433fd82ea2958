//! An interactive person takes the person's part. Each act comes at an instant of its own, and a script of the same
//! acts makes the same run.

use hotseat::model::json::{Value, json};
use hotseat::{
    llm::shell::Memory,
    model::{Key, Millis, Op},
    stage::{
        End, InteractivePerson, Move, Observation, Played, Scenario, What, play, play_interactively,
        scenario::{PersonRule, TimedAct},
    },
    subject::Reference,
    system::{Act, Input},
};
use proptest::prelude::*;
use rstest::rstest;

/// Makes one planned move after another at the first open prompt. After the last move, it leaves.
struct Decided {
    moves: Vec<Option<Act>>,
    /// The time until the first timer, at each call of `act`.
    timers: Vec<Option<u64>>,
}

impl InteractivePerson for Decided {
    fn see(&mut self, _: Millis, _: &What) {}

    fn act(&mut self, open: &[Op], timer: Option<Millis>) -> Move {
        self.timers.push(timer.map(|timer| timer.0));
        if self.moves.is_empty() {
            return Move::Leaves;
        }
        self.moves.remove(0).map_or(Move::Waits, |act| Move::Acts(open[0], act))
    }
}

struct Ran {
    played: Played,
    rules: Vec<PersonRule>,
    timers: Vec<Option<u64>>,
}

fn lives(scenario: &Scenario, moves: Vec<Option<Act>>) -> Ran {
    let mut decided = Decided { moves, timers: Vec::new() };
    let (played, rules) = play_interactively(scenario, &mut Reference::default(), &mut Memory::default(), &mut decided);
    Ran { played, rules, timers: decided.timers }
}

fn again(scenario: &Scenario, rules: Vec<PersonRule>) -> Vec<Observation> {
    let scripted = Scenario { person: rules, ..scenario.clone() };
    // The scenario goes through a file.
    let scripted: Scenario = serde_json::from_str(&serde_json::to_string(&scripted).unwrap()).unwrap();
    play(&scripted, &mut Reference::default(), &mut Memory::default()).events
}

fn scenario(system: &str, calls: Value, more: Value) -> Scenario {
    let done = json!({"body": {"message": {"text": "done"}}});
    let mut value = json!({"system": system, "terminal": true, "operator": [{"when": "start", "does": {"says": "go"}}],
        "model": [{"expect": {"says": "go"}, "replies": [{"body": {"message": {"calls": calls}}}]},
            {"expect": {"results": ["call_1"]}, "replies": vec![done; 3]}]});
    value.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    hotseat::model::json::from_value(value).unwrap()
}

/// Two of the host's tools ask. The second asks half a second later.
fn two_tools() -> Scenario {
    serde_json::from_str(include_str!("../../scenarios/field-half-typed-answer.json")).unwrap()
}

fn card(more: Value) -> Scenario {
    let arguments = json!({"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]});
    scenario("deepchat", json!([{"id": "call_1", "name": "question", "arguments": arguments}]), more)
}

/// A panel in a turn with a limit of one minute.
fn panel() -> Scenario {
    let options = json!([{"label": "A", "description": ""}, {"label": "B", "description": ""}]);
    let questions = json!([{"question": "Which?", "header": "H", "options": options}]);
    let call = json!({"id": "call_1", "name": "ask_user_question", "arguments": {"questions": questions}});
    let config = json!([{"name": "user", "value": {"channel": "panel", "turn_timeout_ms": 60_000}}]);
    scenario("pilotdeck", json!([call]), json!({"profile": "upstream", "config": config}))
}

/// The card, and a process that is killed when the card is first shown.
fn dies() -> Scenario {
    card(
        json!({"operator": [{"when": "start", "does": {"says": "go"}}, {"when": {"prompt": "Which?"}, "does": "restart"}]}),
    )
}

fn key(key: Key) -> Option<Act> {
    Some(Act::Key(key))
}

fn acts(events: &[Observation]) -> Vec<(u64, Act)> {
    let act = |event: &Observation| match &event.what {
        What::Input(Input::Person(_, act)) => Some((event.at_ms.0, act.clone())),
        _ => None,
    };
    events.iter().filter_map(act).collect()
}

#[test]
fn due_deliveries_of_other_parties_come_first_and_each_act_has_an_instant_of_its_own() {
    let moves = vec![key(Key::Char('v')), key(Key::Enter), Some(Act::Answer("ops".into()))];
    let ran = lives(&two_tools(), moves);
    assert_eq!((ran.played.end, &ran.played.faults[..]), (End::Done, &[][..]));
    let at: Vec<u64> = acts(&ran.played.events).iter().map(|(at, _)| *at).collect();
    assert_eq!(at, [501, 502, 503], "the other tool asks after 500 ms");
    let rule =
        |prompt: &str, acts: Vec<TimedAct>| PersonRule { prompt: prompt.into(), visits: vec![acts], optional: false };
    let act = |after_ms, act: Option<Act>| TimedAct { after_ms, act: act.unwrap() };
    let expected = [
        rule("? Which tag?", vec![act(501, key(Key::Char('v'))), act(502, key(Key::Enter))]),
        rule("? Notify whom?", vec![act(1, Some(Act::Answer("ops".into())))]),
    ];
    assert_eq!(ran.rules, expected);
}

#[test]
fn a_timer_fires_only_when_the_person_waits() {
    let answered = lives(&panel(), vec![key(Key::Up), key(Key::Char('2'))]);
    assert_eq!(answered.timers, [Some(60_000), Some(59_999)]);
    assert_eq!(acts(&answered.played.events).len(), 2);
    let late = lives(&panel(), vec![key(Key::Up), None]);
    assert_eq!((late.timers.len(), late.played.events.last().unwrap().at_ms), (2, Millis(60_000)));
    assert_eq!(again(&panel(), late.rules), late.played.events);
}

#[test]
fn a_person_who_leaves_ends_the_run() {
    let ran = lives(&panel(), vec![key(Key::Up)]);
    assert_eq!((ran.played.end, &ran.played.faults[..]), (End::Left, &[][..]), "left-over replies are not reported");
    assert_eq!(acts(&ran.played.events).len(), 1);
}

#[test]
fn waiting_when_nothing_is_due_ends_the_run() {
    let ran = lives(&card(json!({})), vec![None]);
    assert_eq!((ran.played.end, ran.timers), (End::Parked, vec![None]));
}

/// The scenario's own rules for the person are not used, even if they fit.
#[test]
fn the_script_of_the_person_is_not_played() {
    let mut scenario = two_tools();
    scenario.person[0].prompt = String::new();
    let ran = lives(&scenario, vec![Some(Act::Cancel), Some(Act::Cancel)]);
    assert_eq!(acts(&ran.played.events), [(501, Act::Cancel), (502, Act::Cancel)]);
}

#[test]
fn a_restarted_subject_asks_again() {
    let ran = lives(&dies(), vec![Some(Act::Choose("B".into()))]);
    assert_eq!((ran.rules.len(), &ran.rules[0].visits), (2, &vec![vec![]]), "the first prompt was gone before an act");
    assert_eq!(ran.rules[1].visits[0].len(), 1);
    assert_eq!(again(&dies(), ran.rules), ran.played.events);
}

fn any_move() -> impl Strategy<Value = Option<Act>> {
    prop_oneof![
        1 => Just(None),
        8 => prop::sample::select(vec![Key::Enter, Key::Up, Key::Down, Key::Tab, Key::Backspace, Key::Esc, Key::CtrlC,
            Key::CtrlEnter, Key::Char('0'), Key::Char('1'), Key::Char('s'), Key::Char(' '), Key::Char('é')]).prop_map(key),
        4 => prop::sample::select(vec![Act::Choose("A".into()), Act::Submit, Act::Reject, Act::Cancel, Act::Eof, Act::Broken,
            Act::Answer("B".into()), Act::Answer(json!(["A"])), Act::Remember(json!(true))]).prop_map(Some),
    ]
}

#[rstest]
#[case::two_tools(two_tools())]
#[case::card(card(json!({})))]
#[case::panel(panel())]
#[case::dies(dies())]
fn a_script_of_the_same_acts_makes_the_same_run(#[case] scenario: Scenario) {
    proptest!(|(moves in prop::collection::vec(any_move(), 0..12))| {
        let Ran { played, rules, .. } = lives(&scenario, moves);
        let events = again(&scenario, rules);
        if played.end == End::Left {
            prop_assert_eq!(&events[..played.events.len()], &played.events[..], "up to where they left");
        } else {
            prop_assert_eq!(events, played.events);
        }
    });
}

/// If a run does not end because the person never stops acting, the subject is not at fault.
#[test]
fn a_person_who_never_stops_is_cut_off() {
    let ran = lives(&card(json!({})), vec![key(Key::Down); 10_001]);
    let acts = ran.played.events.iter().filter(|event| matches!(event.what, What::Input(Input::Person(..)))).count();
    assert_eq!((ran.played.end, acts, ran.played.faults), (End::Left, 10_000, vec![]));
}
