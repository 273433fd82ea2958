//! What happens in a run, in the plain facts that the oracle knows.

use crate::{
    model::{ModelRequest, Part, json::text_of},
    sim::oracle::events::{Act, Begin, Call, Event, Prompt, Request, Told},
    stage::What,
    system::{self, Effect, Input, ModelEvent, Setup, ToolCall, ToolEvent, Turn, Typing},
};

/// What the oracle is told of this. Of a request it is told what is new, since it looks at nothing else there.
pub fn event(what: &What) -> Event<'_> {
    match what {
        What::Input(input) => heard(input),
        What::Effect(effect) => done(effect),
    }
}

fn heard(input: &Input) -> Event<'_> {
    match input {
        Input::Begin(setup) => Event::Begin(begin(setup)),
        Input::Signal(_) => Event::Signal,
        Input::Person(op, act) => Event::Person { op: op.parts(), act: acted(act) },
        Input::Model(op, ModelEvent::Data(data)) => Event::Reply { op: op.parts(), data: Some(data) },
        Input::Model(op, _) => Event::Reply { op: op.parts(), data: None },
        Input::Tool(op, ToolEvent::Asks(question)) => Event::Asks { op: op.parts(), question },
        Input::Tool(..) | Input::Says(_) | Input::Client(_) | Input::File(..) | Input::Fired(_) => Event::Heard,
    }
}

fn done(effect: &Effect) -> Event<'_> {
    match effect {
        Effect::Request(op, request) => Event::Request { op: op.parts(), request: requested(request) },
        Effect::Call(op, call) => Event::Call { op: op.parts(), call: called(call) },
        Effect::Show(op, prompt) => Event::Show { op: op.parts(), prompt: shown(prompt) },
        Effect::Record(record) => {
            Event::Record { kind: text_of(&record.0, "type").unwrap_or_default(), record: &record.0 }
        }
        Effect::Turn(Turn::Ended(_)) => Event::TurnEnded,
        Effect::File(..)
        | Effect::Timer(..)
        | Effect::Cancel(..)
        | Effect::Client(_)
        | Effect::Refuse(_)
        | Effect::Turn(_)
        | Effect::Notice(_)
        | Effect::Exit(_) => Event::Done,
    }
}

fn begin(setup: &Setup) -> Begin<'_> {
    Begin {
        goes_on: !setup.stored.is_empty(),
        terminal: setup.terminal,
        profile: &setup.profile,
        config: setup.config.iter().map(|layer| &layer.value).collect(),
    }
}

fn acted(act: &system::Act) -> Act<'_> {
    match act {
        system::Act::Answer(answer) => Act::Answer(answer),
        system::Act::Remember(answer) => Act::Remember(answer),
        system::Act::Key(key) => Act::Key(key.name()),
        system::Act::Cancel | system::Act::Eof => Act::Cancel,
        system::Act::Broken => Act::Broken,
        system::Act::Choose(_) | system::Act::Paste(_) | system::Act::Submit | system::Act::Reject => Act::Other,
    }
}

fn text(part: &Part) -> Option<&str> {
    if let Part::Text(text) = part { Some(text) } else { None }
}

fn requested(request: &ModelRequest) -> Request<'_> {
    let parts = request.messages.last().into_iter().flat_map(|message| &message.parts);
    let told = |(id, content, is_error)| Told { id, content, is_error: Some(is_error) };
    Request {
        schema: request.schema.as_ref(),
        texts: parts.filter_map(text).collect(),
        results: request.last_results().map(told).collect(),
    }
}

fn called(call: &ToolCall) -> Call<'_> {
    Call { id: &call.id, tool: &call.name, answers: Some(&call.answers).filter(|answers| !answers.is_empty()) }
}

fn shown(prompt: &system::Prompt) -> Prompt<'_> {
    let typing = prompt.offers.typing.map(|typing| match typing {
        Typing::Echoed => "echoed",
        Typing::Hidden => "hidden",
    });
    Prompt {
        text: &prompt.text,
        keys: prompt.offers.keys.iter().map(|key| key.name()).collect(),
        choices: prompt.offers.choices.iter().map(String::as_str).collect(),
        typing,
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::Value;

    use super::event;
    use crate::{
        sim::{
            fault::FaultChoice,
            generators::jp::{ASK_USER, INQUIRY},
            oracle::events::Event,
            run::{RunOptions, simulate},
        },
        subject::Reference,
    };

    /// What is told here is what stands in the lines; of a request, in its last message.
    #[test]
    fn the_facts_are_those_of_the_lines() {
        let mut subject = Reference::default();
        for (generator, seed) in
            [&ASK_USER, &INQUIRY].into_iter().flat_map(|generator| (0..60).map(move |seed| (generator, seed)))
        {
            let seen = simulate(generator, &FaultChoice::Swarm, seed, RunOptions::default(), &mut subject).outcome;
            assert!(!seen.stream.is_empty());
            for seen in &seen.stream {
                let mut line = crate::model::json::to_value(seen).unwrap();
                if let Some(Value::Array(messages)) = line.pointer_mut("/what/effect/request/1/messages") {
                    *messages = messages.pop().into_iter().collect();
                }
                assert_eq!(event(&seen.what), Event::read(&line), "{line}");
            }
        }
    }
}
