use std::{collections::VecDeque, hash::Hasher};

use crate::model::json::json;
use rstest::rstest;

use super::{End, Order, Played, What, play, play_in_order};
use crate::{
    llm::shell::Memory,
    model::{Millis, ModelRequest, Op, Part, Role, fingerprint::fingerprint},
    stage::{
        Claims, Culprit, Next, Scenario, Scene, Subject, SubjectError, environment::DELIVERIES_MAX, run::EFFECTS_MAX,
        stream::lines,
    },
    system::{Act, Effect, Input, Prompt, Record, Turn, TurnEnd, Why},
};

/// A subject whose effects and open operations are a function of each input.
struct Fake<F> {
    claims: Claims,
    answer: F,
    effects: VecDeque<Effect>,
    open: Vec<Op>,
    killed: bool,
}

impl<F: FnMut(&Input) -> (Vec<Effect>, Vec<Op>) + Send> Subject for Fake<F> {
    fn claims(&self) -> &Claims {
        &self.claims
    }

    fn start(&mut self, _: &Scene) -> Result<(), SubjectError> {
        Ok(())
    }

    fn feed(&mut self, _: Millis, input: Input) -> Result<(), SubjectError> {
        let (effects, open) = (self.answer)(&input);
        self.effects.extend(effects);
        self.open = open;
        Ok(())
    }

    fn next(&mut self) -> Result<Next, SubjectError> {
        Ok(self.effects.pop_front().map_or(Next::Parked, Next::Effect))
    }

    fn open(&self) -> Vec<Op> {
        self.open.clone()
    }

    fn kill(&mut self) {
        self.killed = true;
        self.effects.clear();
    }
}

fn scenario(rest: crate::model::json::Value) -> Scenario {
    let mut whole = json!({"system": "x", "operator": [{"when": "start", "does": {"says": "go"}}]});
    for (key, value) in rest.as_object().cloned().unwrap_or_default() {
        whole[key] = value;
    }
    crate::model::json::from_value(whole).unwrap()
}

/// Plays against a subject that answers the user's message with `effects`. Returns the run, and whether the subject was
/// killed.
fn run(scenario: &Scenario, effects: Vec<Effect>, open: Vec<Op>) -> (Played, bool) {
    let answer = move |input: &Input| match input {
        Input::Says(_) => (effects.clone(), open.clone()),
        Input::Person(op, Act::Answer(_)) => (vec![Effect::Cancel(*op, Why::Superseded)], Vec::new()),
        _ => (Vec::new(), Vec::new()),
    };
    let claims = Claims::default();
    let mut subject = Fake { claims, answer, effects: VecDeque::new(), open: Vec::new(), killed: false };
    let played = play(scenario, &mut subject, &mut Memory::default());
    (played, subject.killed)
}

const BEGAN: Effect = Effect::Turn(Turn::Began);
const ENDED: Effect = Effect::Turn(Turn::Ended(TurnEnd::Completed));

fn show() -> Effect {
    Effect::Show(Op::Prompt(1), Prompt { text: "Go?".into(), ..Prompt::default() })
}

#[rstest]
#[case::done(json!({}), vec![BEGAN, ENDED], vec![], End::Done, None)]
#[case::parked_at_a_prompt(json!({"end": "parked"}), vec![BEGAN, show()], vec![Op::Prompt(1)], End::Parked, None)]
#[case::parked_at_a_pause(json!({"end": "parked"}), vec![BEGAN, Effect::Turn(Turn::Paused)], vec![], End::Parked, None)]
#[case::parked_unexpectedly(json!({}), vec![BEGAN, show()], vec![Op::Prompt(1)], End::Parked,
    Some("the run ended parked, and was expected to end done"))]
#[case::done_unexpectedly(json!({"end": "parked"}), vec![BEGAN, ENDED], vec![], End::Done,
    Some("the run ended done, and was expected to end parked"))]
#[case::stuck_on_a_timer(json!({}), vec![BEGAN], vec![Op::Timer(1)], End::Stuck,
    Some("stuck: timer#1 waits for the clock; nothing is due any more"))]
#[case::stuck_beside_a_prompt(json!({"end": "parked"}), vec![BEGAN, show()], vec![Op::Call(2), Op::Prompt(1)], End::Stuck,
    Some("stuck: call#2 waits for a tool; nothing is due any more"))]
#[case::stuck_on_nothing(json!({}), vec![BEGAN], vec![], End::Stuck,
    Some("stuck: the subject waits for nothing, and its turn is not over; nothing is due any more"))]
#[case::deaf(json!({}), vec![], vec![], End::Stuck,
    Some("stuck: the user's message was neither taken nor refused; nothing is due any more"))]
#[case::begun_twice(json!({}), vec![BEGAN, BEGAN, ENDED], vec![], End::Done, Some("a turn begins inside another"))]
#[case::ended_twice(json!({}), vec![BEGAN, ENDED, ENDED], vec![], End::Done, Some("a turn ends that never began"))]
#[case::never_begun(json!({}), vec![Effect::Timer(Op::Timer(1), Millis(1)), Effect::Refuse(Why::Idle)], vec![], End::Done,
    Some("timer#1 is started outside a turn"))]
#[case::begun_in_another_lane(json!({}), vec![Effect::Timer(Op::Timer(1), Millis(1)), BEGAN, ENDED, show()], vec![],
    End::Done, None)]
#[case::minted_twice(json!({}), vec![BEGAN, Effect::Timer(Op::Timer(1), Millis(1)),
    Effect::Timer(Op::Timer(1), Millis(1)), ENDED], vec![], End::Done, Some("timer#1 is started twice"))]
#[case::shown_outside(json!({}), vec![show(), Effect::Refuse(Why::Idle)], vec![], End::Done,
    Some("prompt#1 is shown outside a turn"))]
#[case::withdrawn_after_its_answer(json!({"person": [{"prompt": "Go?", "visits": [[{"act": {"answer": "A"}}]]}]}),
    vec![BEGAN, show(), ENDED], vec![], End::Done,
    Some("prompt#1 is withdrawn, and was answered; only an unanswered prompt may be withdrawn"))]
#[case::left_over(json!({"person": [{"prompt": "Go?", "visits": [[]]}]}), vec![BEGAN, ENDED], vec![], End::Done,
    Some("left over: the person waits for a prompt with \"Go?\": 0 of 1 shown"))]
#[case::left_over_at_a_redraw(
    json!({"person": [{"prompt": "Go?", "visits": [[]]}, {"prompt": "Sure?", "visits": [[]]}]}),
    vec![BEGAN, show(), Effect::Show(Op::Prompt(1), Prompt { text: "Sure?".into(), ..Prompt::default() }), ENDED], vec![], End::Done,
    Some("left over: the person waits for a prompt with \"Sure?\": 0 of 1 shown; prompt#1 was redrawn with it: \
          to act there, write `1 ms later the person ... at \"Go?\"`"))]
fn ends(
    #[case] rest: crate::model::json::Value,
    #[case] effects: Vec<Effect>,
    #[case] open: Vec<Op>,
    #[case] end: End,
    #[case] fault: Option<&str>,
) {
    let (played, _) = run(&scenario(rest), effects, open);
    assert_eq!(played.end, end);
    assert_eq!(played.faults.iter().map(|fault| fault.message.as_str()).collect::<Vec<_>>(), Vec::from_iter(fault));
}

#[test]
fn a_subject_that_never_parks_is_endless_and_killed() {
    let forever = vec![Effect::Refuse(Why::Idle); EFFECTS_MAX as usize + 1];
    let (played, killed) = run(&scenario(json!({})), forever, vec![]);
    assert_eq!(played.end, End::Endless);
    assert_eq!(played.faults[0].culprit, Culprit::Subject);
    assert!(killed, "what it still has to say must not reach the next run");
}

#[test]
fn a_subject_that_always_sets_another_timer_is_endless() {
    let mut timers = 0;
    let answer = move |input: &Input| match input {
        Input::Begin(_) => (Vec::new(), Vec::new()),
        other => {
            timers += 1;
            let timer = Effect::Timer(Op::Timer(timers), Millis(1));
            let began = matches!(other, Input::Says(_)).then_some(BEGAN);
            (began.into_iter().chain([timer]).collect(), vec![Op::Timer(timers)])
        }
    };
    let claims = Claims::default();
    let mut subject = Fake { claims, answer, effects: VecDeque::new(), open: Vec::new(), killed: false };
    let played = play(&scenario(json!({})), &mut subject, &mut Memory::default());
    assert_eq!(played.end, End::Endless);
    let message = format!("endless: {DELIVERIES_MAX} deliveries did not end it");
    assert_eq!(played.faults[0].message, message);
}

#[test]
fn a_kill_comes_between_two_effects() {
    let rest = json!({"end": "killed", "operator": [
        {"when": "start", "does": {"says": "go"}}, {"when": {"prompt": "Go?"}, "does": "kill"}]});
    let (played, killed) = run(&scenario(rest), vec![BEGAN, show(), Effect::Record(Record(json!(1)))], vec![]);
    assert_eq!((played.end, killed), (End::Killed, true));
    assert!(!lines(&played.events).contains("record"), "what comes after the kill never happened");
}

#[test]
fn a_later_kill_comes_while_the_subject_waits_and_before_what_else_is_due_at_that_instant() {
    let rest = json!({"end": "killed", "operator": [
        {"when": "start", "does": {"says": "go"}}, {"when": {"prompt": "Go?"}, "after_ms": 20, "does": "kill"}],
        "person": [{"prompt": "Go?", "visits": [[{"after_ms": 10, "act": "eof"}, {"after_ms": 20, "act": "cancel"}]]}]});
    let (played, killed) = run(&scenario(rest), vec![BEGAN, show(), Effect::Record(Record(json!(1)))], vec![]);
    assert_eq!((played.end, killed), (End::Killed, true));
    insta::assert_snapshot!(lines(&played.events), @r#"
    00:00.000 turn     begin {"terminal":false}
    00:00.000 turn     user says "go"
    00:00.000 turn   > began
    00:00.000 prompt > prompt#1 shows "Go?"
    00:00.000 record > 1
    00:00.010 prompt   prompt#1 person "eof"
    "#);
}

#[test]
fn deliveries_of_one_instant_keep_their_order_and_time_decides_between_instants() {
    let rest = json!({"person": [{"prompt": "Go?", "visits": [[
        {"after_ms": 20, "act": "cancel"}, {"after_ms": 10, "act": "eof"}, {"after_ms": 10, "act": "reject"}]]}]});
    let (played, _) = run(&scenario(rest), vec![BEGAN, show(), ENDED], vec![]);
    insta::assert_snapshot!(lines(&played.events), @r#"
    00:00.000 turn     begin {"terminal":false}
    00:00.000 turn     user says "go"
    00:00.000 turn   > began
    00:00.000 prompt > prompt#1 shows "Go?"
    00:00.000 turn   > ended: completed
    00:00.010 prompt   prompt#1 person "eof"
    00:00.010 prompt   prompt#1 person "reject"
    00:00.020 prompt   prompt#1 person "cancel"
    "#);
}

/// A prompt after the delivery that ended the turn is shown outside a turn.
#[test]
fn a_turn_ends_with_the_delivery_of_its_end() {
    let answer = move |input: &Input| match input {
        Input::Says(_) => (vec![BEGAN, Effect::Timer(Op::Timer(1), Millis(1)), ENDED], vec![]),
        Input::Fired(_) => (vec![show()], vec![]),
        _ => (Vec::new(), Vec::new()),
    };
    let claims = Claims::default();
    let mut subject = Fake { claims, answer, effects: VecDeque::new(), open: Vec::new(), killed: false };
    let played = play(&scenario(json!({})), &mut subject, &mut Memory::default());
    assert_eq!(
        played.faults.iter().map(|fault| &fault.message).collect::<Vec<_>>(),
        ["prompt#1 is shown outside a turn"]
    );
}

#[test]
fn a_redacted_run_has_no_secret_in_values_or_keys() {
    let rest = json!({"secrets": ["hunter2"]});
    let record = Record(json!({"hunter2": ["is hunter2!"]}));
    let (played, _) = run(&scenario(rest), vec![BEGAN, Effect::Record(record), ENDED], vec![]);
    assert!(lines(&played.events).contains(r#"{"hunter2":["is hunter2!"]}"#), "the run itself keeps the secret");
    assert!(lines(&played.redacted().events).contains(r#"{"<secret>":["is <secret>!"]}"#));
}

/// A subject is restarted while it shows a prompt. Deliveries to its operations are lost. It gets its stored records
/// back, and the operator's rules still apply.
#[test]
fn a_restart_hands_over_the_stored_records() {
    let rest = json!({
        "person": [{"prompt": "Go?", "visits": [[{"after_ms": 10, "act": "cancel"}], [{"act": "eof"}]]}],
        "stored": [{"n": 0}],
        "operator": [{"when": "start", "does": {"says": "go"}}, {"when": {"prompt": "Go?"}, "does": "restart"},
            {"when": "start", "after_ms": 50, "does": {"says": "again"}}]
    });
    let mut processes = 0;
    let answer = move |input: &Input| match input {
        Input::Begin(_) => {
            processes += 1;
            (if processes == 2 { vec![Effect::Turn(Turn::Paused), show()] } else { Vec::new() }, Vec::new())
        }
        Input::Says(_) if processes == 1 => {
            (vec![BEGAN, Effect::Record(Record(json!({"n": 1}))), show(), ENDED], vec![Op::Prompt(1)])
        }
        Input::Says(_) => (vec![ENDED], Vec::new()),
        _ => (Vec::new(), Vec::new()),
    };
    let claims = Claims::default();
    let mut subject = Fake { claims, answer, effects: VecDeque::new(), open: Vec::new(), killed: false };
    let played = play(&scenario(rest), &mut subject, &mut Memory::default());
    assert_eq!((&played.end, &played.faults[..]), (&End::Done, &[][..]));
    insta::assert_snapshot!(lines(&played.events), @r#"
    00:00.000 turn     begin {"terminal":false,"stored":[{"n":0}]}
    00:00.000 turn     user says "go"
    00:00.000 turn   > began
    00:00.000 record > {"n":1}
    00:00.000 prompt > prompt#1 shows "Go?"
    00:00.000 turn     begin {"terminal":false,"stored":[{"n":0},{"n":1}]}
    00:00.000 turn   > paused
    00:00.000 prompt > prompt#1 shows "Go?"
    00:00.000 prompt   prompt#1 person "eof"
    00:00.050 turn     user says "again"
    00:00.050 turn   > ended: completed
    "#);
}

#[test]
fn each_end_of_a_turn_fires_one_rule_and_the_rules_of_its_moment() {
    let ended = json!("ended");
    let rest = json!({"operator": [{"when": "start", "does": {"says": "go"}}, {"when": ended, "does": {"says": "two"}},
        {"when": ended, "after_ms": 5, "too": true, "does": "attaches"}, {"when": ended, "does": "leaves"}]});
    let (played, _) = run(&scenario(rest), vec![BEGAN, ENDED], vec![]);
    assert_eq!(played.faults, []);
    insta::assert_snapshot!(lines(&played.events), @r#"
    00:00.000 turn     begin {"terminal":false}
    00:00.000 turn     user says "go"
    00:00.000 turn   > began
    00:00.000 turn   > ended: completed
    00:00.000 turn     user says "two"
    00:00.000 turn   > began
    00:00.000 turn   > ended: completed
    00:00.000 client   "gone"
    00:00.005 client   "attached"
    "#);
}

#[rstest]
#[case(vec![BEGAN, ENDED])]
#[case(vec![BEGAN, Effect::Turn(Turn::Paused)])]
fn a_settled_run_may_be_done_or_parked(#[case] effects: Vec<Effect>) {
    let (played, _) = run(&scenario(json!({"end": "settled"})), effects, vec![]);
    assert_eq!(played.faults, []);
}

#[test]
fn a_second_kill_at_one_moment_is_left_over() {
    let rest = json!({"operator": [{"when": "start", "does": {"says": "go"}},
        {"when": {"prompt": "Go?"}, "does": "restart"}, {"when": {"prompt": "Go?"}, "does": "restart"}]});
    let (played, _) = run(&scenario(rest), vec![BEGAN, show(), ENDED], vec![]);
    let protocol_violations: Vec<&str> = played.faults.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(protocol_violations, ["left over: the operator waits for a prompt with \"Go?\" to restart the subject"]);
}

/// If a required and an optional expectation match, the required one is used.
#[test]
fn required_expectations_go_before_optional_ones() {
    let reply = |text: &str| json!([{"body": {"message": {"text": text}}}]);
    let rest = json!({"model": [{"expect": {"says": "go"}, "replies": reply("may"), "optional": true},
        {"expect": {"says": "go"}, "replies": reply("must")}]});
    let mut request = ModelRequest::default();
    request.push(Role::User, Part::Text("go".into()));
    let asks = Effect::Request(Op::Request(1), Box::new(request));
    let (played, _) = run(&scenario(rest), vec![BEGAN, asks, ENDED], vec![]);
    assert_eq!(played.faults, []);
    assert!(lines(&played.events).contains("request#1 text \"must\""), "{}", lines(&played.events));
}

#[rstest]
#[case(json!([{"when": "start", "does": {"says": "go"}}, {"when": "start", "does": "restart"}]), "rule 2 of the operator kills")]
#[case(json!([{"when": "start", "does": "kill"}, {"when": "start", "does": {"says": "go"}}]), "rule 1 of the operator kills")]
#[case(json!([{"when": "start", "does": {"says": "go"}}, {"when": "ended", "does": "leaves", "too": true}]),
    "rule 2 of the operator belongs to the moment")]
#[case(json!([{"when": "start", "does": {"says": "go"}, "too": true}]), "rule 1 of the operator belongs to the moment")]
#[case(json!([{"when": "start", "does": {"says": "go"}}, {"when": "paused", "does": {"line": {"of": [{"requestId": "<requestId>"}]}}}]),
    "rule 2 of the operator sends a line that answers no message, so `<requestId>` in it stands for nothing")]
fn an_impossible_rule_of_the_operator_is_an_error(#[case] operator: crate::model::json::Value, #[case] told: &str) {
    let why = scenario(json!({"operator": operator})).check().unwrap_err().to_string();
    assert!(why.starts_with(told), "{why}");
}

#[test]
fn optional_rules_are_not_left_over() {
    let optional = json!({"person": [{"prompt": "Go?", "visits": [[]], "optional": true}],
        "model": [{"expect": {"says": "x"}, "replies": [{"body": {"message": {"text": "y"}}}], "optional": true}]});
    let (played, _) = run(&scenario(optional), vec![BEGAN, ENDED], vec![]);
    assert_eq!(played.faults, []);
}

#[test]
fn a_client_sends_lines_of_its_own_and_lines_with_fields_of_a_message() {
    let rest = json!({
        "client": [{"message": "ask", "lines": [{"line": {"to": "<id>", "all": ["<id>", "<none>", "<"]}}]}],
        "operator": [{"when": "start", "does": "attaches"}, {"when": "start", "does": {"says": "go"}},
            {"when": {"client": "ask"}, "after_ms": 5, "does": {"line": {"id": 1}}},
            {"when": {"client": "ask"}, "after_ms": 6, "does": "leaves"}]
    });
    let told = Effect::Client(json!({"type": "ask", "id": {"n": 7}}));
    let (played, _) = run(&scenario(rest), vec![BEGAN, told, ENDED], vec![]);
    insta::assert_snapshot!(lines(&played.events), @r#"
    00:00.000 turn     begin {"terminal":false}
    00:00.000 client   "attached"
    00:00.000 turn     user says "go"
    00:00.000 turn   > began
    00:00.000 client > {"type":"ask","id":{"n":7}}
    00:00.000 turn   > ended: completed
    00:00.000 client   {"line":{"to":{"n":7},"all":[{"n":7},"<none>","<"]}}
    00:00.005 client   {"line":{"id":1}}
    00:00.006 client   "gone"
    "#);
}

/// An order that is the plain one, and keeps the fingerprint of the last state.
struct Plain {
    may_kill: bool,
    last: u64,
}

impl Order for Plain {
    fn see(&mut self, _: Millis, _: u64, _: &What) {}

    fn parked(&mut self, _: &[Op]) {}

    fn kills(&mut self) -> bool {
        false
    }

    fn may_kill(&self) -> bool {
        self.may_kill
    }

    fn choose(&mut self, _: usize, state: &dyn Fn(&mut dyn Hasher) -> bool) -> Option<usize> {
        self.last = fingerprint(|into| {
            state(into);
        });
        Some(0)
    }
}

/// A subject that is killed goes on with what it has stored. So two states that differ in that alone are two, as long as a kill
/// may come.
#[rstest]
fn what_is_stored_is_a_part_of_the_state_while_a_kill_may_come(#[values(false, true)] may_kill: bool) {
    let last = |stored: u64| {
        let effects = [BEGAN, Effect::Record(Record(json!(stored))), ENDED];
        let answer = move |input: &Input| match input {
            Input::Says(_) => (effects.to_vec(), Vec::new()),
            _ => (Vec::new(), Vec::new()),
        };
        let claims = Claims::default();
        let mut subject = Fake { claims, answer, effects: VecDeque::new(), open: Vec::new(), killed: false };
        let mut order = Plain { may_kill, last: 0 };
        let played = play_in_order(&scenario(json!({})), &mut subject, &mut Memory::default(), &mut order);
        assert_eq!(played.end, End::Done);
        order.last
    };
    assert_eq!((last(1) == last(1), last(1) == last(2)), (true, !may_kill));
}
