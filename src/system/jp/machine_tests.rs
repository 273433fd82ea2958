use std::collections::{BTreeMap, BTreeSet};

use crate::model::json::{Value, json};
use proptest::prelude::*;

use super::Jp;
use crate::{
    model::{Key, Millis, Op, ToolDefinition},
    system::{
        Act, ClientEvent, Effect, Failure, FailureKind, FileEvent, Input, Layer, Machine, ModelEvent, Setup, Signal,
        ToolEvent, Turn, Utterance,
    },
};

/// Random inputs, drawn from bytes. Most are for operations that are open, and some for operations that are not.
struct Driver<'a> {
    machine: Jp,
    bytes: std::slice::Iter<'a, u8>,
    effects: Vec<Effect>,
    calls: u32,
}

impl Driver<'_> {
    fn byte(&mut self) -> u8 {
        self.bytes.next().copied().unwrap_or_default()
    }

    fn feed(&mut self, input: Input) {
        self.machine.handle(Millis(0), input, &mut self.effects);
    }

    fn begin(&mut self) {
        let (terminal, configured) = (self.byte().is_multiple_of(2), self.byte());
        let tool = ToolDefinition { name: "deploy".into(), description: String::new(), parameters: json!({}).into() };
        let mut question = crate::model::json::Map::new();
        if configured % 3 == 0 {
            question.insert("answer", [json!(true), json!("a"), json!(5)][usize::from(configured) % 2].clone());
        }
        if configured % 5 == 0 {
            question.insert("target", json!("assistant"));
        }
        let run = ["ask", "edit"].get(usize::from(configured % 9)).unwrap_or(&"unattended");
        let result = ["ask", "edit"].get(usize::from(configured / 9 % 9)).unwrap_or(&"unattended");
        let value = json!({"conversation": {"tools": {
            "deploy": {"questions": {"q": question}, "run": run, "result": result},
            "ask_user": {"questions": {"answer": question}}}}});
        let config = vec![Layer { name: "user file".into(), value }];
        self.feed(Input::Begin(Box::new(Setup { terminal, config, tools: vec![tool], ..Setup::default() })));
        self.feed(Input::Says(Utterance("go".into())));
    }

    fn step(&mut self) {
        let open = self.machine.open();
        let choice = self.byte();
        let stray = Op::Prompt(u32::from(choice));
        match choice {
            0..=2 => return self.feed(Input::Signal(Signal::Interrupt)),
            3..=4 => return self.feed(Input::Signal(Signal::Terminate)),
            5 if self.byte().is_multiple_of(8) => return self.feed(Input::Signal(Signal::Quit)),
            6..=9 => return self.feed(Input::Says(Utterance("more".into()))),
            10..=14 => return self.feed(Input::Person(stray, Act::Answer(json!(true)))),
            15 => return self.feed(Input::Client(ClientEvent::Line(json!(1)))),
            16 => return self.feed(Input::File(Op::File(1), FileEvent::Done)),
            17 => return self.feed(Input::Fired(Op::Timer(u32::from(choice)))),
            _ => {}
        }
        if let Some(op) = open.get(usize::from(choice) % open.len().max(1)).copied() {
            let input = self.settling(op);
            self.feed(input);
        }
    }

    fn settling(&mut self, op: Op) -> Input {
        let choice = self.byte();
        match op {
            Op::Request(_) => Input::Model(op, self.model_event(choice)),
            Op::Call(_) => Input::Tool(
                op,
                match choice % 5 {
                    0 => ToolEvent::Done("ok".into()),
                    1 => ToolEvent::Error("no".into()),
                    2 => ToolEvent::Panicked,
                    3 => ToolEvent::Asks(json!({"id": "q"})),
                    _ => ToolEvent::Asks(self.question(choice)),
                },
            ),
            Op::Prompt(_) => Input::Person(
                op,
                match choice % 15 {
                    0 => Act::Answer(json!(true)),
                    1 => Act::Answer(json!("a")),
                    8 => Act::Answer(json!("respond")),
                    9 => Act::Answer(json!("exit")),
                    10 => Act::Answer(json!("restart")),
                    11 => Act::Answer(json!("continue")),
                    12 => Act::Answer(json!("edit")),
                    13 => Act::Answer(json!("reason")),
                    14 => Act::Answer(json!("{}")),
                    2 => Act::Cancel,
                    3 => Act::Remember(json!(true)),
                    4 => Act::Key(Key::Char(char::from(choice))),
                    5 => Act::Key(Key::Enter),
                    6 => Act::Eof,
                    _ => Act::Broken,
                },
            ),
            Op::Timer(_) => Input::Fired(op),
            Op::File(_) => Input::File(op, FileEvent::Done),
        }
    }

    fn model_event(&mut self, choice: u8) -> ModelEvent {
        match choice % 10 {
            0 => ModelEvent::Text("text".into()),
            1 | 2 => {
                self.calls += 1;
                let name = ["deploy", "ask_user", "nobody"][usize::from(choice / 8) % 3].to_owned();
                ModelEvent::Call { id: format!("call_{}", self.calls).into(), name: name.into() }
            }
            3 => ModelEvent::Arguments(r#"{"question": "Go?", "answer_type": "boolean"}"#.into()),
            4 => ModelEvent::Data(json!({"answer": true})),
            5 => {
                let kinds = [FailureKind::RateLimited, FailureKind::Dropped, FailureKind::Rejected];
                let kind = kinds[usize::from(choice / 8) % 3];
                ModelEvent::Failed(Failure { kind, status: None, retry_after_ms: None })
            }
            6 => ModelEvent::Reasoning("hm".into()),
            7 => ModelEvent::LimitReached,
            _ => ModelEvent::Finished,
        }
    }

    fn question(&mut self, choice: u8) -> Value {
        let kinds = [
            json!({"type": "boolean"}),
            json!({"type": "text"}),
            json!({"type": "secret"}),
            json!({"type": "select", "options": ["a", "b"]}),
        ];
        let answer_type = kinds[usize::from(choice) / 5 % 4].clone();
        let persistence = if self.byte().is_multiple_of(2) { "turn" } else { "none" };
        json!({"id": "q", "text": "Go?", "answer_type": answer_type, "exclusive": self.byte().is_multiple_of(4),
            "persistence": persistence})
    }

    /// Settles every open operation until none is left. The number of rounds is bounded, so a machine that always opens
    /// more fails the test.
    fn settle(&mut self) {
        for _ in 0..1000 {
            let is_gone = self.effects.iter().any(|effect| matches!(effect, Effect::Exit(_)));
            let Some(op) = self.machine.open().first().copied().filter(|_| !is_gone) else { return };
            self.feed(match op {
                Op::Request(_) => Input::Model(op, ModelEvent::Finished),
                Op::Call(_) => Input::Tool(op, ToolEvent::Done("ok".into())),
                Op::Prompt(_) => Input::Person(op, Act::Cancel),
                Op::Timer(_) => Input::Fired(op),
                Op::File(_) => Input::File(op, FileEvent::Done),
            });
        }
        panic!("it does not settle: {:?}", self.machine.open());
    }
}

/// The laws for the effects of any settled run.
fn check(effects: &[Effect]) {
    let mut requests: BTreeMap<String, u32> = BTreeMap::new();
    let mut calls: BTreeSet<String> = BTreeSet::new();
    let mut minted: BTreeSet<Op> = BTreeSet::new();
    let mut running = false;
    for effect in effects {
        match effect {
            Effect::Record(record) => {
                let id = || record.0["id"].as_str().unwrap_or_default().to_owned();
                match record.0["type"].as_str().unwrap_or_default() {
                    "turn_start" => requests.clear(),
                    "inquiry_request" => assert_eq!(requests.insert(id(), 0), None, "ids are unique within a turn"),
                    "inquiry_response" => match requests.get_mut(&id()) {
                        Some(responses @ 0) => *responses = 1,
                        other => panic!("a response to {other:?}"),
                    },
                    "tool_call_request" => assert!(calls.insert(id()), "a call is recorded once"),
                    "tool_call_response" => {
                        assert!(calls.remove(&id()), "each call is answered once");
                        assert!(requests.values().all(|responses| *responses == 1), "answered before its inquiries");
                    }
                    _ => {}
                }
            }
            Effect::Turn(Turn::Began) => running = true,
            Effect::Turn(Turn::Ended(_)) => {
                running = false;
                assert!(calls.is_empty(), "the turn ends with calls unanswered");
                assert!(requests.values().all(|responses| *responses == 1), "one response to each request");
            }
            Effect::Request(op, _) | Effect::Call(op, _) | Effect::Timer(op, _) => {
                assert!(running && minted.insert(*op), "nothing starts outside a turn, or twice");
            }
            Effect::Show(..) => assert!(running, "nothing is shown after the end"),
            // Open operations stay as they are.
            Effect::Exit(_) => return,
            _ => {}
        }
    }
    assert!(!running, "every turn ends once all is settled");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// No input breaks the machine: no panic, one response to each request, each call answered once, and every turn
    /// ends.
    #[test]
    fn any_inputs(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut driver =
            Driver { machine: Jp::default(), bytes: bytes.iter(), effects: Vec::new(), calls: 0 };
        driver.begin();
        while driver.bytes.len() > 0 && !driver.effects.iter().any(|effect| matches!(effect, Effect::Exit(_))) {
            driver.step();
        }
        driver.settle();
        check(&driver.effects);
    }
}
