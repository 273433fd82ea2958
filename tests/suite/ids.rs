//! A subject may choose its own ids: the verdicts do not depend on their form. A subject that uses one id for two
//! things, or two ids for one thing, fails where a requirement forbids that.

use std::{collections::BTreeSet, sync::LazyLock};

use hotseat::model::json::Value;
use hotseat::{
    llm::shell::Memory,
    model::{Millis, Op},
    stage::{Claims, Next, Played, Scenario, Scene, Subject, SubjectError, play},
    subject::Reference,
    system::{ClientEvent, Effect, Input, ModelEvent},
};
use regex::{Captures, Regex};

use crate::runs::{cases, otherwise};

/// The ids of messages, turns and requests that the reference makes up. The ids of jp's inquiries are known by their
/// place.
static MINTED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^((message|turn|elicitation|entry)_\d+|req-\d+-\d+)$").unwrap());

/// A string in the JSON that a client writes.
static WRITTEN: LazyLock<Regex> = LazyLock::new(|| Regex::new(r#""(~[^"]*)""#).unwrap());

/// How the ids of the reference are replaced.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Names {
    /// Each id by one other id.
    Others,
    /// All ids of a kind by the same id.
    One,
    /// Each occurrence of an id by a new id.
    EachTime,
}

/// The reference with replaced ids. Ids that are written in the scenario stay.
struct Renaming {
    inner: Reference,
    names: Names,
    given: String,
    /// The ids of inquiries. They have no common form.
    inquiries: BTreeSet<String>,
    told: usize,
    last: String,
    /// The beginning of a client's unfinished line, in which an id may be cut.
    written: String,
}

impl Renaming {
    fn play(scenario: &Scenario, names: Names) -> Played {
        let (given, inner) = (serde_json::to_string(scenario).unwrap(), Reference::default());
        let (inquiries, told, last, written) = (BTreeSet::new(), 0, String::new(), String::new());
        play(scenario, &mut Self { inner, names, given, inquiries, told, last, written }, &mut Memory::default())
    }

    /// What stands for `id` from now on.
    fn other(&mut self, id: &str) -> String {
        self.told += 1;
        self.last = id.to_owned();
        match self.names {
            Names::Others => format!("~~{id}"),
            Names::One => "~one".to_owned(),
            Names::EachTime => format!("~{}~{id}", self.told),
        }
    }

    /// The id of the reference for which `id` stands.
    fn own(&self, id: &str) -> Option<String> {
        let rest = id.strip_prefix('~')?;
        Some(rest.split_once('~').map_or(self.last.clone(), |(_, id)| id.to_owned()))
    }

    /// Replaces every id that the reference has made up.
    fn emitted(&mut self, value: &mut Value) {
        match value {
            Value::String(text) => {
                let is_given = self.given.contains(&format!("\"{text}\""));
                if self.inquiries.contains(text.as_str()) || MINTED.is_match(text) && !is_given {
                    *text = self.other(text).into();
                }
            }
            Value::Array(items) => items.make_mut().iter_mut().for_each(|item| self.emitted(item)),
            Value::Object(members) => members.values_mut().for_each(|member| self.emitted(member)),
            _ => {}
        }
    }

    /// Gives the ids in lines of a client back as the reference knows them.
    fn line(&self, text: &str) -> String {
        let own = |found: &Captures<'_>| format!("\"{}\"", self.own(&found[1]).unwrap_or_else(|| found[1].to_owned()));
        WRITTEN.replace_all(text, own).into_owned()
    }

    /// Gives every id in `value` back as the reference knows it.
    fn heard(&self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.own(text).map_or_else(|| text.clone(), Into::into),
            Value::Array(items) => items.make_mut().iter_mut().for_each(|item| self.heard(item)),
            Value::Object(members) => members.values_mut().for_each(|member| self.heard(member)),
            _ => {}
        }
    }
}

impl Subject for Renaming {
    fn claims(&self) -> &Claims {
        self.inner.claims()
    }

    fn start(&mut self, scene: &Scene) -> Result<(), SubjectError> {
        self.inner.start(scene)
    }

    fn feed(&mut self, now: Millis, input: Input) -> Result<(), SubjectError> {
        let input = match input {
            Input::Begin(mut setup) => {
                setup.stored.iter_mut().for_each(|event| self.heard(event));
                Input::Begin(setup)
            }
            Input::Client(ClientEvent::Written(piece)) => {
                self.written.push_str(&piece);
                let end = self.written.rfind('\n').map_or(0, |end| end + 1);
                let rest = self.written.split_off(end);
                let lines = std::mem::replace(&mut self.written, rest);
                Input::Client(ClientEvent::Written(self.line(&lines).into()))
            }
            Input::Client(ClientEvent::Gone) => {
                if !self.written.is_empty() {
                    let last = std::mem::take(&mut self.written);
                    self.inner.feed(now, Input::Client(ClientEvent::Written(self.line(&last).into())))?;
                }
                Input::Client(ClientEvent::Gone)
            }
            Input::Client(event) => {
                let mut value = hotseat::model::json::to_value(&event).unwrap();
                self.heard(&mut value);
                Input::Client(hotseat::model::json::from_value(value).unwrap())
            }
            Input::Model(op, ModelEvent::Data(mut data)) => {
                self.heard(&mut data);
                Input::Model(op, ModelEvent::Data(data))
            }
            other => other,
        };
        self.inner.feed(now, input)
    }

    fn next(&mut self) -> Result<Next, SubjectError> {
        let next = self.inner.next()?;
        let Next::Effect(mut effect) = next else { return Ok(next) };
        match &mut effect {
            Effect::Record(record) => {
                if record.0["type"] == "inquiry_request" {
                    self.inquiries.insert(record.0["id"].as_str().unwrap().to_owned());
                }
                // The id of a call is the model's, also where it looks like one of an inquiry.
                if !record.0["type"].as_str().is_some_and(|kind| kind.starts_with("tool_call_")) {
                    self.emitted(&mut record.0);
                }
            }
            Effect::Client(message) => self.emitted(message),
            Effect::Show(_, prompt) => prompt.request.iter_mut().for_each(|request| self.emitted(request)),
            Effect::Request(_, request) => request.schema.iter_mut().for_each(|schema| self.emitted(schema)),
            _ => {}
        }
        Ok(Next::Effect(effect))
    }

    fn open(&self) -> Vec<Op> {
        self.inner.open()
    }

    fn kill(&mut self) {
        self.inner.kill();
    }
}

fn found(names: Names) -> Vec<(String, Vec<String>)> {
    otherwise(|_| true, |_, _| move |scenario| Renaming::play(scenario, names))
}

/// The beginnings of what demands the form of an inquiry's id.
const FORM: [&str; 4] = [
    "the inquiry ids recorded are",
    "the rule oracle is kept [REC-04, REC-05, REC-06] ",
    "something is recorded with {\"type\": \"inquiry_request\", \"id\": \"call_1.",
    "something is recorded with {\"type\": \"inquiry_response\", \"id\": \"call_1.",
];

/// Only the ids of inquiries have a specified form. Some steps demand that form, and jp's table.
#[test]
fn other_ids_do_not_change_a_verdict() {
    let mut found = found(Names::Others);
    for (_, lines) in &mut found {
        let is_of_ids = |line: &String| FORM.iter().any(|text| line.starts_with(text));
        lines.retain(|line| !is_of_ids(line));
    }
    found.retain(|(_, lines)| !lines.is_empty());
    assert!(found.is_empty(), "{found:#?}");
    let all = cases();
    assert!(all.iter().any(|case| case.steps.iter().any(|line| line.text.starts_with("the inquiry ids recorded are"))));
}

/// A `Then` that must fail: its scenario, the requirement that it decides, and its first words.
struct Caught {
    scenario: &'static str,
    requirement: &'static str,
    then: &'static str,
}

const fn caught(scenario: &'static str, requirement: &'static str, then: &'static str) -> Caught {
    Caught { scenario, requirement, then }
}

impl Caught {
    /// Whether `line` is this `Then` with what it found instead of what it expected.
    fn is(&self, line: &str) -> bool {
        let Some((text, _)) = line.split_once(" Err(Fails {") else { return false };
        let (_, requirements) = text.rsplit_once(" [").unwrap_or_default();
        let mut requirements = requirements.trim_end_matches(']').split(", ");
        text.starts_with(self.then) && requirements.any(|requirement| requirement == self.requirement)
    }
}

/// Asserts that each of these fails under such ids.
fn assert_caught(names: Names, all: &[Caught]) {
    let found = found(names);
    for one in all {
        let lines = found.iter().find(|(id, _)| id == one.scenario).map(|(_, lines)| lines);
        let is_caught = lines.is_some_and(|lines| lines.iter().any(|line| one.is(line)));
        assert!(is_caught, "{}: no `{}` [{}] in {lines:#?}", one.scenario, one.then, one.requirement);
    }
}

#[test]
fn one_id_for_two_things_is_caught() {
    let each_cancel =
        "pilotdeck/upstream-gateway/each-cancel-event-names-its-own-request-and-all-requests-have-the-same-turn-id";
    let restart =
        "pilotdeck/upstream-gateway/a-reply-to-a-question-from-before-a-restart-does-not-answer-a-new-question";
    let dialogs = "pi/pi-rpc/two-questions-are-sent-as-two-dialogs-first-a-list-and-then-a-line-of-text";
    let turns =
        "pilotdeck/asking/successive-calls-of-one-turn-ask-with-its-id-and-a-call-of-the-next-turn-with-another-id";
    let call_twice = "jp/conversations/a-call-id-used-twice-in-one-message-makes-two-separate-calls";
    let stops = "deepchat/turn-boundary/the-turn-stops-and-the-session-waits-for-the-user-profile-seed";
    let two_ids = [
        caught(restart, "PD-59", "the messages tell the client in this order:"),
        caught(each_cancel, "PD-59", r#"the messages {"type": "elicitation_request"} have 2 different "requestId""#),
        caught(
            "pi/rpc/the-same-question-in-two-calls-at-once-has-two-requests",
            "PI-63",
            r#"the messages {"type": "ask_user_request"} have 2 different "requestId""#,
        ),
        caught(dialogs, "PI-65", "the messages tell the client in this order:"),
        caught(turns, "PD-39", r#"prompts 2 and 3 are asked with another "toolCallId" each"#),
        caught(stops, "DC-31", r#"the messages recorded are "user assistant""#),
        caught(call_twice, "REC-03", "each inquiry recorded has one response"),
    ];
    assert_caught(Names::One, &two_ids);
}

#[test]
fn another_id_each_time_is_caught() {
    let reconnects =
        "pilotdeck/upstream-gateway/a-client-that-reconnects-is-sent-the-waiting-request-again-before-it-is-answered";
    let each_cancel =
        "pilotdeck/upstream-gateway/each-cancel-event-names-its-own-request-and-all-requests-have-the-same-turn-id";
    let chat = "deepchat/resolution/a-chat-message-is-the-answer-and-no-other-message-is-added";
    let commas = "jp/field-bugs-ends/an-option-with-commas-is-one-answer-when-the-assistant-answers-too";
    let one_id = [
        caught(reconnects, "PD-63", "the messages tell the client in this order:"),
        caught(each_cancel, "PD-61", r#"the messages {"type": "elicitation_cancelled"} repeat the "requestId""#),
        caught(
            "pi/rpc/an-abort-withdraws-the-open-requests",
            "PI-34.o",
            r#"the messages {"type": "ask_user_cancelled"} repeat the "requestId""#,
        ),
        caught(
            "pilotdeck/asking/two-calls-in-one-message-ask-with-the-same-turn-id",
            "PD-39",
            r#"prompts 1 and 2 are asked with the same "toolCallId""#,
        ),
        caught(chat, "DC-35.s", r#"the id of message 3 stands at "/answerMessageId""#),
        caught(
            "jp/ask-user/the-result-of-a-boolean-answer-carries-its-type",
            "REC-03",
            "each inquiry recorded has one response",
        ),
        caught(commas, "INQ-06", r#"something is recorded with {"type": "inquiry_request", "id": "<inquiry#1>"}"#),
    ];
    assert_caught(Names::EachTime, &one_id);
}
