//! The client that hosts the subject.

use serde_json::{Value, json};

use super::{Phase, Stand};
use crate::{
    model::Millis,
    sim::{
        draws::Stream,
        fault::Fault,
        world::{Told, World},
    },
    stage::party::Due,
    system::{ClientEvent, Input},
};

/// The client.
pub struct Client<'a> {
    world: &'a World,
    /// What was asked of it and is neither answered nor withdrawn, by the id under which it was asked.
    asked: Vec<(Value, Value)>,
    answers: u32,
}

impl<'a> Client<'a> {
    pub const fn new(world: &'a World) -> Self {
        Self { world, asked: Vec::new(), answers: 0 }
    }

    pub fn restart(&mut self) {
        self.asked.clear();
    }

    /// What it does by itself, from the start.
    pub fn start(&mut self, stand: &mut Stand, due: &mut Vec<Due>) {
        let line = |line: &Value| Input::Client(ClientEvent::Line(line.clone()));
        due.extend(self.world.opening.iter().map(|text| {
            let opening: Value = serde_json::from_str(text).unwrap_or_default();
            (Millis::default(), line(&opening))
        }));
        if stand.strikes(Fault::ClientGone, Stream::Client, 100) {
            let after = stand.draws.delay("gone");
            due.push((Millis(after), Input::Client(ClientEvent::Gone)));
            if stand.draws.chance(Stream::Client, "comes back", 60) {
                due.push((Millis(after + stand.draws.delay("back")), Input::Client(ClientEvent::Attached)));
            }
        }
        if stand.strikes(Fault::WrongLines, Stream::Client, 80) {
            let lines = [json!({}), json!(null), json!({"type": "nothing"}), json!({"type": 1}), json!([[]])];
            due.push((Millis(stand.draws.delay("line")), line(stand.draws.pick(Stream::Client, "nonsense", &lines))));
        }
    }

    pub fn hear(&mut self, message: &Value, stand: &mut Stand, due: &mut Vec<Due>) {
        match (self.world.told)(message) {
            Told::Nothing => {}
            Told::Withdrawn(id) => self.asked.retain(|(known, _)| *known != id),
            Told::Asked(id) => {
                self.asked.push((id, message.clone()));
                if !stand.strikes(Fault::NeverPerson, Stream::Client, 60) {
                    self.answer(message, stand, due);
                }
            }
        }
    }

    /// Answers what still waits.
    pub fn answer_open(&mut self, stand: &mut Stand, due: &mut Vec<Due>) {
        for (_, message) in std::mem::take(&mut self.asked) {
            self.answer(&message, stand, due);
        }
    }

    fn answer(&mut self, message: &Value, stand: &mut Stand, due: &mut Vec<Due>) {
        self.answers += 1;
        let line = (self.world.line)(message, 5000 + self.answers, &mut stand.draws);
        let mut after = stand.draws.delay("client");
        if stand.phase > Phase::Faulty {
            after = 0;
        }
        let mut lines = vec![line];
        if stand.strikes(Fault::WrongLines, Stream::Client, 70) {
            let wrong = wrong(&lines[0], stand);
            lines.insert(0, wrong);
        }
        for line in lines {
            let event = if self.world.writes && stand.draws.chance(Stream::Client, "as a stream", 30) {
                written(&line, stand)
            } else {
                ClientEvent::Line(line)
            };
            due.push((Millis(after), Input::Client(event)));
        }
    }
}

/// `line` as it is written, in one piece: what is due at one instant comes in any order, and a stream has but one.
fn written(line: &Value, stand: &mut Stand) -> ClientEvent {
    let before = *stand.draws.pick(Stream::Client, "before", &["", "", "\n", "\r\n"]);
    let ending = *stand.draws.pick(Stream::Client, "ending", &["\n", "\r\n"]);
    ClientEvent::Written(format!("{before}{line}{ending}"))
}

/// `line` for somebody else, twice, or with something that it must not have.
fn wrong(line: &Value, stand: &mut Stand) -> Value {
    let mut wrong = line.clone();
    match stand.draws.below(Stream::Client, "wrong line", 4) {
        0 => {}
        1 if wrong.get("id").is_some() => wrong["id"] = "nobody's".into(),
        1 => wrong["requestId"] = "nobody's".into(),
        3 if wrong.get("answers").is_some() => wrong["answers"] = json!([]),
        2 => wrong["sessionKey"] = "session_2".into(),
        _ => wrong["answer"] = Value::Null,
    }
    wrong
}
