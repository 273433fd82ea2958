use std::collections::BTreeSet;

use crate::model::json::{Value, json};
use proptest::prelude::*;

use super::DeepChat;
use crate::{
    model::{Key, Millis, ModelRequest, Op, Part, ToolDefinition},
    system::{
        Act, ClientEvent, Effect, Failure, FailureKind, FileEvent, Input, Layer, Machine, ModelEvent, Offers, Setup,
        Signal, ToolEvent, Turn, Utterance,
    },
};

/// Random inputs, drawn from bytes. Most are for operations that are open, and some for operations that are not.
struct Driver<'a> {
    machine: DeepChat,
    setup: Setup,
    bytes: std::slice::Iter<'a, u8>,
    effects: Vec<Effect>,
    /// The index of the first effect of the running process.
    process: usize,
    /// The index of the first effect of the last input.
    heard: usize,
    calls: u32,
}

const QUESTION: &str = r#"{"question": "Go?", "options": [{"label": "a"}, {"label": "b"}], "multiple": true}"#;

impl<'a> Driver<'a> {
    fn begin(bytes: &'a [u8]) -> Self {
        let mut bytes = bytes.iter();
        let choice = bytes.next().copied().unwrap_or_default();
        let tool = ToolDefinition { name: "deploy".into(), description: String::new(), parameters: json!({}).into() };
        let value = json!({"remote": choice & 2 > 0, "hooks": choice & 4 > 0, "questions": choice & 24 != 24});
        let setup = Setup {
            profile: if choice & 1 > 0 { "head".into() } else { String::new() },
            config: vec![Layer { name: "user file".into(), value }],
            tools: vec![tool],
            ..Setup::default()
        };
        let effects = Vec::new();
        let mut driver = Self { machine: DeepChat::default(), setup, bytes, effects, process: 0, heard: 0, calls: 0 };
        driver.feed(Input::Begin(Box::new(driver.setup.clone())));
        driver.feed(Input::Says(Utterance("go".into())));
        driver
    }

    fn byte(&mut self) -> u8 {
        self.bytes.next().copied().unwrap_or_default()
    }

    fn feed(&mut self, input: Input) {
        self.heard = self.effects.len();
        self.machine.handle(Millis(0), input, &mut self.effects);
    }

    fn is_gone(&self) -> bool {
        self.effects.iter().any(|effect| matches!(effect, Effect::Exit(_)))
    }

    fn stored(&self) -> Vec<Value> {
        let record = |effect: &Effect| match effect {
            Effect::Record(record) => Some(record.0.clone()),
            _ => None,
        };
        self.effects.iter().filter_map(record).collect()
    }

    fn step(&mut self) {
        let open = self.machine.open();
        let choice = self.byte();
        let line = |line: Value| Input::Client(ClientEvent::Line(line));
        match choice {
            0..=3 => return self.feed(Input::Signal(Signal::Interrupt)),
            4 if self.byte().is_multiple_of(8) => return self.feed(Input::Signal(Signal::Terminate)),
            5..=14 => return self.feed(Input::Says(Utterance(["more", " "][usize::from(choice) % 2].into()))),
            15..=19 => return self.feed(Input::Person(Op::Prompt(u32::from(choice)), Act::Submit)),
            20 => return self.feed(line(json!({"type": 1}))),
            21..=26 => return self.feed(line(json!({"type": "message", "text": if choice < 24 { "2" } else { "x" }}))),
            27..=36 => {
                let kind = ["question_option", "question_custom", "question_other", "question_reject", "x"];
                let call = format!("call_{}", self.byte() % 8);
                return self.feed(line(json!({"type": "respond_tool_interaction", "toolCallId": call, "response":
                    {"kind": kind[usize::from(choice) % 5], "optionLabel": "a", "answerText": "own"}})));
            }
            37 => return self.feed(Input::File(Op::File(1), FileEvent::Done)),
            38 => return self.feed(Input::Fired(Op::Timer(u32::from(choice)))),
            39..=42 => return self.restart(),
            43..=48 => {
                let cut = self.byte();
                return self.killed(cut);
            }
            _ => {}
        }
        if let Some(op) = open.get(usize::from(choice) % open.len().max(1)).copied() {
            let input = self.settling(op);
            self.feed(input);
        }
    }

    /// The process ends between two effects of the last input, and another one goes on with what was stored.
    fn killed(&mut self, cut: u8) {
        let kept = usize::from(cut) % (self.effects.len() - self.heard + 1);
        self.effects.truncate(self.heard + kept);
        self.restart();
    }

    /// The process ends here, and another one goes on with what was stored.
    fn restart(&mut self) {
        let stored = self.stored();
        self.machine = DeepChat::default();
        self.process = self.effects.len();
        self.feed(Input::Begin(Box::new(Setup { stored, ..self.setup.clone() })));
    }

    fn settling(&mut self, op: Op) -> Input {
        let choice = self.byte();
        match op {
            Op::Request(_) => Input::Model(op, self.model_event(choice)),
            Op::Call(_) => {
                let events = [
                    ToolEvent::Done("ok".into()),
                    ToolEvent::Error("no".into()),
                    ToolEvent::Panicked,
                    ToolEvent::Asks(json!({"id": "q"})),
                ];
                Input::Tool(op, events[usize::from(choice) % 4].clone())
            }
            Op::Prompt(_) => {
                let acts = [
                    Act::Answer(json!("a")),
                    Act::Answer(json!(["b", "own"])),
                    Act::Choose("b".into()),
                    Act::Choose("c".into()),
                    Act::Submit,
                    Act::Reject,
                    Act::Cancel,
                    Act::Remember(json!("a")),
                    Act::Key(Key::Tab),
                    Act::Key(Key::Char(' ')),
                    Act::Key(Key::Enter),
                    Act::Key(Key::CtrlEnter),
                    Act::Eof,
                    Act::Broken,
                ];
                Input::Person(op, acts[usize::from(choice) % acts.len()].clone())
            }
            Op::Timer(_) => Input::Fired(op),
            Op::File(_) => Input::File(op, FileEvent::Done),
        }
    }

    fn model_event(&mut self, choice: u8) -> ModelEvent {
        match choice % 8 {
            0 => ModelEvent::Text("text".into()),
            1..=3 => {
                self.calls += 1;
                let names = ["deploy", "question", "deepchat_question", "nobody"];
                let name = names[usize::from(choice / 8) % 4].to_owned();
                ModelEvent::Call { id: format!("call_{}", self.calls).into(), name: name.into() }
            }
            4 => ModelEvent::Arguments(QUESTION.into()),
            5 if choice > 200 => ModelEvent::Arguments("{'question': ".into()),
            6 if choice > 200 => {
                ModelEvent::Failed(Failure { kind: FailureKind::Dropped, status: None, retry_after_ms: None })
            }
            _ => ModelEvent::Finished,
        }
    }

    /// Settles every open operation until none is left. The number of rounds is bounded, so a machine that always opens
    /// more fails the test.
    fn settle(&mut self) {
        for _ in 0..1000 {
            let Some(op) = self.machine.open().first().copied().filter(|_| !self.is_gone()) else { return };
            self.feed(match op {
                Op::Request(_) => Input::Model(op, ModelEvent::Finished),
                Op::Call(_) => Input::Tool(op, ToolEvent::Done("ok".into())),
                Op::Prompt(_) => Input::Person(op, Act::Answer(json!("a"))),
                Op::Timer(_) => Input::Fired(op),
                Op::File(_) => Input::File(op, FileEvent::Done),
            });
        }
        panic!("it does not settle: {:?}", self.machine.open());
    }
}

/// Each call has one result, in the message after it. There is no result without a call.
fn check_pairs(request: &ModelRequest) {
    let mut calls: Vec<&str> = Vec::new();
    for message in &request.messages {
        let mut next = Vec::new();
        for part in &message.parts {
            match part {
                Part::Call { id, .. } => next.push(id.as_str()),
                Part::Result { id, .. } => match calls.iter().position(|call| call == id) {
                    Some(position) => drop(calls.remove(position)),
                    None => panic!("a result for {id}, which was not called: {request:?}"),
                },
                Part::Text(_) | Part::Reasoning(_) => {}
            }
        }
        assert!(calls.is_empty(), "calls without a result: {calls:?} in {request:?}");
        calls = next;
    }
    assert!(calls.is_empty(), "calls without a result: {calls:?} in {request:?}");
}

/// The laws for the effects of any process.
fn check(effects: &[Effect], is_settled: bool) {
    let mut shown: BTreeSet<Op> = BTreeSet::new();
    let mut minted: BTreeSet<Op> = BTreeSet::new();
    let (mut running, mut paused) = (false, false);
    for effect in effects {
        match effect {
            Effect::Turn(Turn::Began) => (running, paused) = (true, false),
            Effect::Turn(Turn::Paused) => (running, paused) = (true, true),
            Effect::Turn(Turn::Ended(_)) => {
                assert!(shown.is_empty(), "the turn is over, and {shown:?} can still be answered");
                running = false;
            }
            Effect::Request(op, request) => {
                assert!(running && !paused && minted.insert(*op), "asked outside a turn, or twice");
                assert!(shown.is_empty(), "the model is asked while {shown:?} waits");
                check_pairs(request);
            }
            Effect::Call(op, call) => {
                assert!(running && !paused && minted.insert(*op), "executed outside a turn, or twice");
                assert_eq!(call.name, "deploy");
            }
            Effect::Show(op, prompt) if prompt.offers == Offers::default() => drop(shown.remove(op)),
            Effect::Show(op, _) => {
                assert!(running, "shown outside a turn");
                shown.insert(*op);
            }
            Effect::Cancel(op, _) => drop(shown.remove(op)),
            // Open operations stay as they are.
            Effect::Exit(_) => return,
            _ => {}
        }
    }
    assert!(!is_settled || !running || paused, "every turn ends once all is settled");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// No input breaks the machine, and the process may be restarted at any point. There is no panic, each call is
    /// answered once, an ended card takes no keys, only one question waits at a time, and every turn ends.
    #[test]
    fn any_inputs(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut driver = Driver::begin(&bytes);
        let mut checked = 0;
        while driver.bytes.len() > 0 && !driver.is_gone() {
            driver.step();
            if driver.process > checked {
                check(&driver.effects[checked..driver.process], false);
                checked = driver.process;
            }
        }
        driver.settle();
        check(&driver.effects[driver.process..], true);
    }

    /// Reading a stored chat, cut at any point, stores nothing and loses nothing. Pending questions are pending again,
    /// and the next request has every message and every answer of the user.
    #[test]
    fn a_stored_chat_keeps_the_whole_conversation(bytes in prop::collection::vec(any::<u8>(), 0..200), cut: u8) {
        let mut driver = Driver::begin(&bytes);
        while driver.bytes.len() > 0 && !driver.is_gone() {
            driver.step();
        }
        if driver.is_gone() {
            return Ok(());
        }
        driver.killed(cut);
        let prompts = |driver: &Driver<'_>| {
            driver.machine.open().into_iter().filter(|op| matches!(op, Op::Prompt(_))).count()
        };
        let (stored, pending) = (driver.stored(), prompts(&driver));
        driver.restart();
        prop_assert_eq!(&driver.stored(), &stored);
        prop_assert_eq!(prompts(&driver), pending);
        driver.feed(Input::Signal(Signal::Interrupt));
        driver.feed(Input::Says(Utterance("and now".into())));
        let said = stored.iter().filter_map(|message| message.pointer("/content/text")?.as_str());
        let blocks = stored.iter().filter_map(|message| message["content"].as_array()).flatten();
        let answers = blocks.filter_map(|block| block.pointer("/extra/answerText")?.as_str());
        let asked = driver.effects[driver.process..].iter().rev().find_map(|effect| match effect {
            Effect::Request(_, request) => Some(request),
            _ => None,
        });
        let texts: Vec<&str> = asked.into_iter().flat_map(|request| &request.messages).flat_map(|message| &message.parts)
            .filter_map(|part| match part {
                Part::Text(text) | Part::Result { content: text, .. } => Some(text.as_str()),
                _ => None,
            })
            .collect();
        for word in said.chain(answers) {
            prop_assert!(texts.contains(&word), "{} is lost: {:?}", word, texts);
        }
    }
}

/// Any text may stand in the place of arguments or of a line from the host, and breaks nothing.
#[test]
fn a_megabyte_of_brackets_is_refused() {
    for text in ["[".repeat(1 << 20), "{\"a\":".repeat(1 << 18), "\\".repeat(1 << 20), "{'question': '".repeat(1000)] {
        let read = super::arguments::read(super::Profile::Head, &text);
        assert!(read.is_err(), "{}", text.len());
    }
}

fn head() -> Driver<'static> {
    Driver::begin(&[1])
}

impl Driver<'_> {
    fn asks(&mut self, batch: &[&str]) {
        let op = self.machine.open()[0];
        for (index, name) in batch.iter().enumerate() {
            self.feed(Input::Model(op, ModelEvent::Call { id: format!("call_{index}").into(), name: (*name).into() }));
            self.feed(Input::Model(op, ModelEvent::Arguments(QUESTION.into())));
        }
        self.feed(Input::Model(op, ModelEvent::Finished));
    }

    fn replies(&mut self, call: &str, kind: &str) {
        let line = json!({"type": "respond_tool_interaction", "toolCallId": call,
            "response": {"kind": kind, "optionLabel": "a"}});
        self.feed(Input::Client(ClientEvent::Line(line)));
    }

    fn requests(&self) -> usize {
        self.effects.iter().filter(|effect| matches!(effect, Effect::Request(..))).count()
    }
}

/// Another tool of the batch ends after the user chose to answer in a message. The turn still waits for that message.
#[test]
fn a_follow_up_waits_even_if_another_tool_ends_later() {
    let mut driver = head();
    driver.asks(&["deploy", "deepchat_question"]);
    driver.replies("call_1", "question_other");
    driver.feed(Input::Tool(Op::Call(1), ToolEvent::Done("ok".into())));
    assert_eq!(driver.requests(), 1);
    assert!(matches!(driver.effects.last(), Some(Effect::Turn(Turn::Paused))));
    driver.feed(Input::Says(Utterance("more".into())));
    assert_eq!(driver.requests(), 2);
}

/// The user stops a batch after the choice to answer in a message. The choice does not carry over to the next batch.
#[test]
fn a_stop_forgets_the_follow_up() {
    let mut driver = head();
    driver.asks(&["deepchat_question", "deepchat_question"]);
    driver.replies("call_0", "question_other");
    driver.feed(Input::Signal(Signal::Interrupt));
    driver.feed(Input::Says(Utterance("again".into())));
    driver.asks(&["deepchat_question"]);
    driver.replies("call_0", "question_option");
    driver.settle();
    assert_eq!(driver.requests(), 3);
}

/// An answer that the model was told as the result of its call is no message in a chat that goes on in profile `seed`.
#[test]
fn an_answer_that_was_a_result_becomes_no_message() {
    let mut driver = head();
    driver.asks(&["deepchat_question"]);
    driver.replies("call_0", "question_option");
    driver.setup.profile = String::new();
    driver.restart();
    driver.feed(Input::Says(Utterance("more".into())));
    let said = driver.stored().into_iter().filter(|message| message["role"] == "user");
    let said: Vec<Value> = said.map(|message| message["content"]["text"].clone()).collect();
    assert_eq!(said, ["go", "more"]);
}

/// The process may end at any point while it takes an answer. Then the question is still pending, or the answer is
/// kept: in the next request, and in that of another process.
#[test]
fn an_answer_outlives_the_process_that_took_it() {
    for profile in [0_u8, 1] {
        for cut in 0..20 {
            let bytes = [profile];
            let mut driver = Driver::begin(&bytes);
            let name = ["question", "deepchat_question"][usize::from(profile)].to_owned();
            driver.feed(Input::Model(Op::Request(1), ModelEvent::Call { id: "call_1".into(), name: name.into() }));
            driver.feed(Input::Model(Op::Request(1), ModelEvent::Arguments(QUESTION.into())));
            driver.feed(Input::Model(Op::Request(1), ModelEvent::Finished));
            driver.feed(Input::Person(Op::Prompt(1), Act::Choose("a".into())));
            driver.feed(Input::Person(Op::Prompt(1), Act::Submit));
            driver.killed(cut);
            if driver.machine.open().is_empty() {
                for words in ["and now", "and then"] {
                    driver.feed(Input::Says(Utterance(words.into())));
                    let told = driver.effects.iter().rev().find_map(|effect| match effect {
                        Effect::Request(_, request) => Some(format!("{:?}", request.messages)),
                        _ => None,
                    });
                    let answer = if profile == 0 { "Text(\"a\")" } else { "content: \"a\"" };
                    assert!(told.as_ref().is_some_and(|told| told.contains(answer)), "{profile} {cut}: {told:?}");
                    driver.restart();
                }
            }
        }
    }
}

/// A model may give two calls one id. After a restart only that of the question waits, so the next request has a result of
/// each.
#[test]
fn beside_a_question_that_is_put_again_another_call_with_its_id_has_lost_its_result() {
    let mut driver = head();
    driver
        .feed(Input::Model(Op::Request(1), ModelEvent::Call { id: "call_1".into(), name: "deepchat_question".into() }));
    driver.feed(Input::Model(Op::Request(1), ModelEvent::Arguments(QUESTION.into())));
    driver.feed(Input::Model(Op::Request(1), ModelEvent::Call { id: "call_1".into(), name: "deploy".into() }));
    driver.feed(Input::Model(Op::Request(1), ModelEvent::Arguments("{}".into())));
    driver.feed(Input::Model(Op::Request(1), ModelEvent::Finished));
    driver.restart();
    let prompt = *driver.machine.open().iter().find(|op| matches!(op, Op::Prompt(_))).unwrap();
    driver.feed(Input::Person(prompt, Act::Choose("a".into())));
    let timers: Vec<Op> = driver.machine.open().into_iter().filter(|op| matches!(op, Op::Timer(_))).collect();
    timers.into_iter().for_each(|timer| driver.feed(Input::Fired(timer)));
    let mut requests = driver.effects.iter().filter_map(|effect| match effect {
        Effect::Request(_, request) => Some(request.results().count()),
        _ => None,
    });
    assert_eq!(requests.next_back(), Some(2));
}
