//! The simulated client that hosts the subject.

use crate::model::json::{Value, json};

use super::{Phase, SimContext};
use crate::{
    model::{Millis, Op},
    sim::{
        draws::Stream,
        fault::Fault,
        generator::{ClientMessage, SystemGenerator},
    },
    stage::party::Due,
    system::{ClientEvent, Input},
};

/// The client.
pub struct Client<'a> {
    generator: &'a SystemGenerator,
    /// The messages that asked and are neither answered nor withdrawn, with their ids.
    asked: Vec<(Value, Value)>,
    answers: u32,
    /// Whether the client has gone, and not come back.
    is_gone: bool,
}

impl<'a> Client<'a> {
    pub const fn new(generator: &'a SystemGenerator) -> Self {
        Self { generator, asked: Vec::new(), answers: 0, is_gone: false }
    }

    pub fn restart(&mut self) {
        self.asked.clear();
    }

    /// What the client does at the start, without being asked.
    pub fn start(&mut self, ctx: &mut SimContext, due: &mut Vec<Due>) {
        let line = |line: &Value| Input::Client(ClientEvent::Line(line.clone()));
        due.extend(self.generator.opening.iter().map(|text| {
            let opening: Value = serde_json::from_str(text).unwrap_or_default();
            (Millis::default(), line(&opening))
        }));
        if ctx.triggers(Fault::ClientGone, Stream::Client, 100) {
            let after = ctx.draws.delay("gone");
            due.push((Millis(after), Input::Client(ClientEvent::Gone)));
            if ctx.draws.chance(Stream::Client, "comes back", 60) {
                due.push((Millis(after + ctx.draws.delay("back")), Input::Client(ClientEvent::Attached)));
            }
        }
        if ctx.triggers(Fault::WrongLines, Stream::Client, 80) {
            let lines = [json!({}), json!(null), json!({"type": "nothing"}), json!({"type": 1}), json!([[]])];
            due.push((Millis(ctx.draws.delay("line")), line(ctx.draws.pick(Stream::Client, "nonsense", &lines))));
        }
    }

    pub fn hear(&mut self, message: &Value, ctx: &mut SimContext, due: &mut Vec<Due>) {
        match (self.generator.classify)(message) {
            ClientMessage::Nothing => {}
            ClientMessage::Withdrawn(id) => self.asked.retain(|(known, _)| *known != id),
            ClientMessage::Asked(id) => {
                self.asked.push((id, message.clone()));
                if !ctx.triggers(Fault::NeverPerson, Stream::Client, 60) {
                    self.answer(message, ctx, due);
                }
            }
        }
    }

    /// Notes that the client has gone, or come.
    pub const fn note(&mut self, event: &ClientEvent) {
        match event {
            ClientEvent::Gone => self.is_gone = true,
            ClientEvent::Attached => self.is_gone = false,
            ClientEvent::Line(_) | ClientEvent::Written(_) => {}
        }
    }

    /// Where a question outlives its client, one that is gone comes back if a question still waits: nothing need be sent to it
    /// meanwhile.
    pub fn come_back(&self, open: &[Op], due: &mut Vec<Due>) {
        if self.generator.outlives_client && self.is_gone && open.iter().any(|op| matches!(op, Op::Prompt(_))) {
            due.push((Millis::default(), Input::Client(ClientEvent::Attached)));
        }
    }

    /// Answers everything that still waits for the client.
    pub fn answer_open(&mut self, ctx: &mut SimContext, due: &mut Vec<Due>) {
        for (_, message) in std::mem::take(&mut self.asked) {
            self.answer(&message, ctx, due);
        }
    }

    fn answer(&mut self, message: &Value, ctx: &mut SimContext, due: &mut Vec<Due>) {
        self.answers += 1;
        let line = (self.generator.line)(message, 5000 + self.answers, &mut ctx.draws);
        let mut after = ctx.draws.delay("client");
        if ctx.phase > Phase::Faulty {
            after = 0;
        }
        let mut lines = vec![line];
        if ctx.triggers(Fault::WrongLines, Stream::Client, 70) {
            let wrong = wrong(&lines[0], ctx);
            lines.insert(0, wrong);
        }
        for line in lines {
            let event = if self.generator.writes && ctx.draws.chance(Stream::Client, "as a stream", 30) {
                written(&line, ctx)
            } else {
                ClientEvent::Line(line)
            };
            due.push((Millis(after), Input::Client(event)));
        }
    }
}

/// `line` as one piece of a byte stream. It must be one piece, because deliveries of one instant come in any order.
fn written(line: &Value, ctx: &mut SimContext) -> ClientEvent {
    let before = *ctx.draws.pick(Stream::Client, "before", &["", "", "\n", "\r\n"]);
    let ending = *ctx.draws.pick(Stream::Client, "ending", &["\n", "\r\n"]);
    ClientEvent::Written(format!("{before}{line}{ending}").into())
}

/// A wrong variant of `line`: the same line, a line for another id or session, or a line with an invalid answer.
fn wrong(line: &Value, ctx: &mut SimContext) -> Value {
    let mut wrong = line.clone();
    match ctx.draws.below(Stream::Client, "wrong line", 4) {
        0 => {}
        1 if wrong.get("id").is_some() => wrong["id"] = "nobody's".into(),
        1 => wrong["requestId"] = "nobody's".into(),
        3 if wrong.get("answers").is_some() => wrong["answers"] = json!([]),
        2 => wrong["sessionKey"] = "session_2".into(),
        _ => wrong["answer"] = Value::Null,
    }
    wrong
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::Client;
    use crate::{
        model::{Millis, Op},
        sim::generators,
        system::{ClientEvent, Input},
    };

    const WAITS: &[Op] = &[Op::Prompt(1)];

    #[rstest]
    #[case::a_question_waits("pilotdeck", &[ClientEvent::Gone], WAITS, true)]
    #[case::it_came_before_it_went("pilotdeck", &[ClientEvent::Attached, ClientEvent::Gone], WAITS, true)]
    #[case::it_is_back("pilotdeck", &[ClientEvent::Gone, ClientEvent::Attached], WAITS, false)]
    #[case::it_never_went("pilotdeck", &[], WAITS, false)]
    #[case::no_question_waits("pilotdeck", &[ClientEvent::Gone], &[Op::Request(1)], false)]
    #[case::the_question_should_have_ended("pi", &[ClientEvent::Gone], WAITS, false)]
    fn a_client_that_is_gone_comes_back_for_a_question_that_outlives_it(
        #[case] system: &str,
        #[case] events: &[ClientEvent],
        #[case] open: &[Op],
        #[case] comes: bool,
    ) {
        let mut client = Client::new(generators::of(system).unwrap());
        events.iter().for_each(|event| client.note(event));
        let mut due = Vec::new();
        client.come_back(open, &mut due);
        let back = (Millis::default(), Input::Client(ClientEvent::Attached));
        assert_eq!(due, if comes { vec![back] } else { Vec::new() });
    }
}
