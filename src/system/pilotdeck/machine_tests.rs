use std::collections::{BTreeMap, BTreeSet};

use crate::model::json::{Value, json};
use proptest::prelude::*;

use super::PilotDeck;
use crate::{
    model::{Key, Millis, Op, Part, Role, ToolDefinition},
    system::{
        Act, ClientEvent, Effect, Failure, FailureKind, FileEvent, Input, Layer, Machine, ModelEvent, Setup, Signal,
        ToolEvent, Turn, Utterance,
    },
};

const CHANNELS: [&str; 6] = ["host", "gateway", "panel", "text", "scripted", "auto"];
const RUNS: [&str; 4] = ["interactive", "cron", "subagent", "always_on"];

/// Random inputs, drawn from bytes. Most are for operations that are open, and some for operations that are not.
struct Driver<'a> {
    machine: PilotDeck,
    bytes: std::slice::Iter<'a, u8>,
    effects: Vec<Effect>,
    calls: u32,
}

impl Driver<'_> {
    fn byte(&mut self) -> u8 {
        self.bytes.next().copied().unwrap_or_default()
    }

    fn pick<T: Clone>(&mut self, among: &[T]) -> T {
        among[usize::from(self.byte()) % among.len()].clone()
    }

    fn feed(&mut self, input: Input) {
        self.machine.handle(Millis(0), input, &mut self.effects);
    }

    fn begin(&mut self) {
        let tool =
            |name: &str| ToolDefinition { name: name.into(), description: String::new(), parameters: json!({}).into() };
        let run = if self.byte().is_multiple_of(4) { self.pick(&RUNS) } else { "interactive" };
        let value = json!({"channel": self.pick(&CHANNELS), "run": run, "prompts": !self.byte().is_multiple_of(8),
            "scripted": {"answers": {"Q": "A"}}, "turn_timeout_ms": self.pick(&[Value::Null, json!(5)]),
            "tools": {"alone": {"concurrency_safe": false}}, "micro_compact_keep": self.pick(&[Value::Null, json!(1)])});
        let setup = Setup {
            profile: self.pick(&["", "seed", "upstream"]).into(),
            terminal: !self.byte().is_multiple_of(8),
            config: vec![Layer { name: "user file".into(), value }],
            tools: vec![tool("deploy"), tool("alone")],
            ..Setup::default()
        };
        self.feed(Input::Begin(Box::new(setup)));
        self.feed(Input::Says(Utterance("go".into())));
    }

    fn step(&mut self) {
        let open = self.machine.open();
        let choice = self.byte();
        let stray = u32::from(choice);
        match choice {
            0..=1 => return self.feed(Input::Signal(Signal::Interrupt)),
            2 => return self.feed(Input::Signal(Signal::Terminate)),
            3..=9 => return self.feed(Input::Says(Utterance("more".into()))),
            10..=12 => return self.feed(Input::Person(Op::Prompt(stray), Act::Answer(json!("A")))),
            13 => return self.feed(Input::File(Op::File(1), FileEvent::Done)),
            14 => return self.feed(Input::Fired(Op::Timer(stray % 3))),
            15 => {
                let event = self.pick(&[ClientEvent::Attached, ClientEvent::Gone]);
                return self.feed(Input::Client(event));
            }
            16..=60 => {
                let line = self.line();
                return self.feed(Input::Client(ClientEvent::Line(line)));
            }
            _ => {}
        }
        if let Some(op) = open.get(usize::from(choice) % open.len().max(1)).copied() {
            let input = self.settling(op);
            self.feed(input);
        }
    }

    fn line(&mut self) -> Value {
        let id = format!("elicitation_{}", self.byte() % 6);
        let answer = self.pick(&[
            json!({"type": "answered", "answers": {"Q": "A"}}),
            json!({"type": "cancelled"}),
            json!({"type": 5}),
            json!("A"),
        ]);
        let session = self.pick(&["session_1", "session_1", "session_2"]);
        self.pick(&[
            json!({"type": "elicitation_respond", "sessionKey": session, "requestId": id, "answer": answer}),
            json!({"type": "elicitation_respond", "sessionKey": session, "requestId": id, "answer": answer}),
            json!({"type": "message", "text": "1"}),
            json!({"type": "message", "text": "0"}),
            json!({"type": "message"}),
            json!({"type": "describe_tool", "name": "AskUserQuestion"}),
            json!({"type": "end_turn"}),
            json!([null, {"type": {}}]),
        ])
    }

    fn settling(&mut self, op: Op) -> Input {
        match op {
            Op::Request(_) => Input::Model(op, self.model_event()),
            Op::Call(_) => {
                let events = [
                    ToolEvent::Done("ok".into()),
                    ToolEvent::Error("no".into()),
                    ToolEvent::Panicked,
                    ToolEvent::Asks(json!({})),
                ];
                Input::Tool(op, self.pick(&events))
            }
            Op::Prompt(_) => {
                let acts = [
                    Act::Answer(json!("A")),
                    Act::Answer(json!({"Q": "A", "R": ["A", "other"]})),
                    Act::Answer(json!({"type": "cancelled", "reason": " "})),
                    Act::Answer(json!({"type": "answered"})),
                    Act::Choose("A".into()),
                    Act::Submit,
                    Act::Cancel,
                    Act::Reject,
                    Act::Key(Key::Char('1')),
                    Act::Key(Key::Char('0')),
                    Act::Key(Key::Enter),
                    Act::Key(Key::Esc),
                    Act::Eof,
                    Act::Broken,
                    Act::Remember(json!(true)),
                ];
                Input::Person(op, self.pick(&acts))
            }
            Op::Timer(_) => Input::Fired(op),
            Op::File(_) => Input::File(op, FileEvent::Done),
        }
    }

    fn model_event(&mut self) -> ModelEvent {
        match self.byte() % 8 {
            0 => ModelEvent::Text("text".into()),
            1..=3 => {
                // Some calls have the same id.
                self.calls += u32::from(!self.byte().is_multiple_of(8));
                let name = self.pick(&[
                    "ask_user_question",
                    "AskUserQuestion",
                    "ask-user-question",
                    "deploy",
                    "alone",
                    "nobody",
                ]);
                ModelEvent::Call { id: format!("call_{}", self.calls).into(), name: name.into() }
            }
            4 => ModelEvent::Arguments(self.arguments().into()),
            5 => {
                let kind = self.pick(&[FailureKind::RateLimited, FailureKind::Dropped]);
                ModelEvent::Failed(Failure { kind, status: None, retry_after_ms: None })
            }
            _ => ModelEvent::Finished,
        }
    }

    fn arguments(&mut self) -> String {
        let options = json!([{"label": "A", "description": "a", "preview": "<b>"}, {"label": "B", "description": ""}]);
        let one = json!({"question": "Q", "header": "H", "options": options});
        let two = json!({"question": "R", "header": "H", "options": options, "multiSelect": true});
        let arguments = [
            json!({"questions": [one]}),
            json!({"questions": [one, two], "metadata": {}}),
            json!({"questions": [one, one]}),
            json!({"questions": [one], "answers": {"Q": null}}),
            json!({"questions": [5]}),
            json!("text"),
        ];
        self.pick(&arguments).to_string()
    }

    /// Settles every open operation until none is left. The number of rounds is bounded, so a machine that always opens
    /// more fails the test.
    fn settle(&mut self) {
        for _ in 0..1000 {
            let Some(op) = self.machine.open().first().copied() else { return };
            self.feed(match op {
                Op::Request(_) => Input::Model(op, ModelEvent::Finished),
                Op::Call(_) => Input::Tool(op, ToolEvent::Done("ok".into())),
                // The prompts of a gateway and of a chat take no acts.
                Op::Prompt(_) if self.effects.iter().any(|effect| matches!(effect, Effect::Show(..))) => {
                    Input::Person(op, Act::Cancel)
                }
                Op::Prompt(_) => Input::Client(ClientEvent::Line(json!({"type": "end_turn"}))),
                Op::Timer(_) => Input::Fired(op),
                Op::File(_) => Input::File(op, FileEvent::Done),
            });
        }
        panic!("it does not settle: {:?}", self.machine.open());
    }
}

/// The number of times that each id occurs.
fn counted<'a>(ids: impl Iterator<Item = &'a str>) -> BTreeMap<String, u32> {
    let mut counted = BTreeMap::new();
    ids.for_each(|id| *counted.entry(id.to_owned()).or_default() += 1);
    counted
}

/// The laws for the effects of any settled run.
fn check(effects: &[Effect]) {
    let mut calls: BTreeMap<String, u32> = BTreeMap::new();
    let mut asked: BTreeSet<String> = BTreeSet::new();
    let mut shown: BTreeSet<Op> = BTreeSet::new();
    let mut minted: BTreeSet<Op> = BTreeSet::new();
    let mut running = false;
    for effect in effects {
        match effect {
            Effect::Record(record) => {
                let parts = record.0["content"].as_array().into_iter().flatten();
                let made = parts.filter(|part| part["type"] == "tool_call").filter_map(|part| part["id"].as_str());
                for (id, count) in counted(made) {
                    *calls.entry(id).or_default() += count;
                }
                if let Some(id) = record.0["toolCallId"].as_str() {
                    let left = calls.get_mut(id).filter(|left| **left > 0).expect("a result answers a call");
                    *left -= 1;
                }
            }
            Effect::Client(message) => {
                let id = message["requestId"].as_str().unwrap_or_default().to_owned();
                match message["type"].as_str() {
                    Some("elicitation_request") => {
                        assert!(running, "nothing is asked after the end");
                        asked.insert(id);
                    }
                    Some("elicitation_cancelled") => assert!(asked.remove(&id), "what is taken back was asked"),
                    Some("elicitation_response") if message["delivered"] == true => {
                        assert!(asked.remove(&id), "a reply counts once");
                    }
                    _ => {}
                }
            }
            Effect::Turn(Turn::Began) => running = true,
            Effect::Turn(Turn::Paused) => panic!("it never pauses"),
            Effect::Turn(Turn::Ended(_)) => {
                running = false;
                assert!(calls.values().all(|left| *left == 0), "the turn ends with calls unanswered");
                assert!(asked.is_empty(), "the turn ends with a question at a client");
            }
            Effect::Request(op, request) => {
                assert!(running && minted.insert(*op), "nothing starts outside a turn, or twice");
                let mut open = BTreeMap::new();
                for message in &request.messages {
                    let results = message.parts.iter().filter_map(|part| match part {
                        Part::Result { id, .. } => Some(id.as_str()),
                        _ => None,
                    });
                    let made = message.parts.iter().filter_map(|part| match part {
                        Part::Call { id, .. } => Some(id.as_str()),
                        _ => None,
                    });
                    match message.role {
                        Role::User => assert_eq!(open, counted(results), "one result for each call"),
                        Role::Assistant => open = counted(made),
                    }
                }
            }
            Effect::Call(op, _) | Effect::Timer(op, _) => {
                assert!(running && minted.insert(*op), "nothing starts outside a turn, or twice");
            }
            Effect::Show(op, _) => {
                assert!(running, "nothing is shown after the end");
                shown.insert(*op);
            }
            _ => {}
        }
    }
    assert!(!running, "every turn ends once all is settled");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    /// No input breaks the machine: no panic, each call answered once, no question left open, and every turn ends.
    #[test]
    fn any_inputs(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut driver =
            Driver { machine: PilotDeck::default(), bytes: bytes.iter(), effects: Vec::new(), calls: 0 };
        driver.begin();
        while driver.bytes.len() > 0 {
            driver.step();
        }
        driver.settle();
        check(&driver.effects);

        // A new run can resume the stored records, and no question in them waits.
        let stored: Vec<Value> = driver.effects.iter().filter_map(|effect| match effect {
            Effect::Record(record) => Some(record.0.clone()),
            _ => None,
        }).collect();
        let mut effects = Vec::new();
        let mut next = PilotDeck::default();
        next.handle(Millis(0), Input::Begin(Box::new(Setup { stored, ..Setup::default() })), &mut effects);
        prop_assert_eq!(&effects, &Vec::new());
        prop_assert_eq!(next.open(), Vec::new());
        next.handle(Millis(0), Input::Says(Utterance("again".into())), &mut effects);
        next.handle(Millis(0), Input::Model(Op::Request(1), ModelEvent::Finished), &mut effects);
        check(&effects);
    }
}
