//! pi: any number of questions, in a form, in a pending file, or through a client, which may show dialogs.

mod client;
mod draw;
mod entries;
mod pending;
mod picks;
mod restart;
mod rows;
mod rules;
mod stored;
mod told;
mod written;

use crate::model::json::{List, Value, json};

use super::{NO_INQUIRY, NO_TOOL_ASKS, Never, UNSAID, by_offers, no_point};
use crate::{
    model::Key,
    sim::{
        draws::{Draws, Stream},
        generator::{ClientMessage, SystemGenerator},
        workload::{Workload, asked, marks, worded},
    },
    system::{Act, Offers, Prompt},
};

/// pi's `ask_user`.
pub const GENERATOR: SystemGenerator = SystemGenerator {
    system: "pi",
    profiles: draw::PROFILES,
    draw: draw::draw,
    opening: &[],
    answer,
    settle: Some(settle),
    classify,
    line,
    outlives_client: false,
    writes: true,
    host: None,
    rules: &[rules::ALL],
    undrawn: &[],
    points: &[],
    point: no_point,
    never: &[NO_INQUIRY, NO_TOOL_ASKS, UNSAID, NEVER],
};

/// A text with this many bytes or more is not typed key by key.
const TYPED_MAX: usize = 40;

/// The acts with which the person answers a prompt.
fn answer(prompt: &Prompt, workload: &Workload, text: &str, draws: &mut Draws) -> Vec<Act> {
    let Offers { keys, choices, several, typing, .. } = &prompt.offers;
    if is_confirmation(prompt) {
        let is_yes = draws.chance(Stream::Person, "yes", 60);
        return vec![Act::Key(Key::Char(if is_yes { 'y' } else { 'n' }))];
    }
    if keys.contains(&Key::Enter) && draws.chance(Stream::Person, "wander", 20) {
        return wander(draws);
    }
    if questions(prompt, workload) < 2 {
        return alone(prompt, text, draws);
    }
    if draws.chance(Stream::Person, "all at once", 20) {
        return vec![whole(prompt, workload, text)];
    }
    match (choices.is_empty(), *several) {
        (false, true) => by_offers(prompt, text, draws),
        (false, false) => vec![Act::Choose(draws.pick(Stream::Person, "choice", choices).as_str().into())],
        (true, _) if typing.is_some() && draws.chance(Stream::Person, "pasted", 15) => pasted(text),
        (true, _) if typing.is_some() && text.len() < TYPED_MAX => keys_for(text, draws),
        (true, _) if typing.is_none() && keys.contains(&Key::Enter) => vec![Act::Key(Key::Enter)],
        (true, _) => vec![whole(prompt, workload, text)],
    }
}

/// The keys of a person who goes to and fro in a form, answers, changes their mind, and may come to its end.
const WANDERED: &[Key] = &[
    Key::Enter,
    Key::Enter,
    Key::Enter,
    Key::Down,
    Key::Down,
    Key::Up,
    Key::Tab,
    Key::Left,
    Key::Right,
    Key::Char(' '),
    Key::Char('a'),
    Key::Char('n'),
    Key::Char('4'),
    Key::Esc,
];

fn wander(draws: &mut Draws) -> Vec<Act> {
    let count = 4 + draws.below(Stream::Person, "how many steps", 16);
    (0..count).map(|_| Act::Key(*draws.pick(Stream::Person, "step", WANDERED))).collect()
}

/// Answers all questions at once, which overrides all earlier acts. A confirmation is accepted.
fn settle(prompt: &Prompt, workload: &Workload, text: &str) -> Vec<Act> {
    if is_confirmation(prompt) { vec![Act::Key(Key::Char('y'))] } else { vec![whole(prompt, workload, text)] }
}

/// Whether a prompt offers only yes and no.
fn is_confirmation(prompt: &Prompt) -> bool {
    let Offers { keys, choices, typing, .. } = &prompt.offers;
    keys.contains(&Key::Char('y')) && choices.is_empty() && typing.is_none()
}

/// How many questions a prompt asks: all those of its call. A drawing without a question, such as that of a submit tab,
/// has a box for each.
fn questions(prompt: &Prompt, workload: &Workload) -> usize {
    let Some(ask) = asked(prompt).and_then(|number| workload.asks.get(&number)) else {
        return prompt.text.matches(['■', '□']).count();
    };
    workload.asks.values().filter(|other| other.call == ask.call).count()
}

/// One answer for all questions of a prompt.
fn whole(prompt: &Prompt, workload: &Workload, text: &str) -> Act {
    let questions = questions(prompt, workload);
    Act::Answer(if questions < 2 { text.into() } else { vec![Value::from(text); questions].into() })
}

/// An answer at a prompt of one question.
fn alone(prompt: &Prompt, text: &str, draws: &mut Draws) -> Vec<Act> {
    if prompt.offers.choices.is_empty() {
        if prompt.offers.typing.is_some() && draws.chance(Stream::Person, "pasted", 15) {
            return pasted(text);
        }
        let by_key = text.len() < TYPED_MAX && draws.chance(Stream::Person, "typed", 50);
        return if by_key { keys_for(text, draws) } else { vec![Act::Answer(text.into())] };
    }
    if draws.chance(Stream::Person, "of my own", 25) {
        return vec![Act::Answer(text.into())];
    }
    by_offers(prompt, text, draws)
}

/// The keys that type a text and confirm it, sometimes with a slip that is taken back.
fn keys_for(text: &str, draws: &mut Draws) -> Vec<Act> {
    let mut keys: Vec<Key> = Key::typing(text).collect();
    if draws.chance(Stream::Person, "a slip", 25) {
        let wrong = *draws.pick(Stream::Person, "which slip", &['x', '😀', '語']);
        let middle = keys.len() / 2;
        keys.splice(middle..middle, [Key::Char(wrong), Key::Backspace]);
    }
    keys.push(Key::Enter);
    keys.into_iter().map(Act::Key).collect()
}

/// A text that is pasted with a tab in it, and confirmed.
fn pasted(text: &str) -> Vec<Act> {
    vec![Act::Paste(text.replace(" [", "\t[").into()), Act::Key(Key::Enter)]
}

/// Classifies a message to the client.
fn classify(message: &Value) -> ClientMessage {
    match message["type"].as_str() {
        Some("ask_user_request") => ClientMessage::Asked(message["requestId"].clone()),
        Some("ask_user_cancelled") => ClientMessage::Withdrawn(message["requestId"].clone()),
        Some("extension_ui_request") if message["method"] != "notify" => ClientMessage::Asked(message["id"].clone()),
        _ => ClientMessage::Nothing,
    }
}

/// The line with which the client answers a message.
fn line(message: &Value, number: u32, draws: &mut Draws) -> Value {
    let asked = marks(&message.to_string()).next().map_or(0, |(asked, _)| asked);
    let own = worded(draws, Stream::Client, (asked, number), "my own");
    if message["type"] == "extension_ui_request" {
        return dialog(message, &own, draws);
    }
    let id = &message["requestId"];
    if draws.chance(Stream::Client, "cancels", 15) {
        return json!({"type": "ask_user_response", "requestId": id, "cancelled": true});
    }
    let questions = message["questions"].as_array().into_iter().flatten();
    let answers: Vec<Value> = questions
        .map(|question| {
            let labels: Vec<&Value> =
                question["options"].as_array().into_iter().flatten().map(|option| &option["label"]).collect();
            let said = if labels.is_empty() || draws.chance(Stream::Client, "of my own", 30) {
                json!(own)
            } else {
                (*draws.pick(Stream::Client, "label", &labels)).clone()
            };
            let answer = if question["multiSelect"] == true { json!([said]) } else { said };
            json!({"question": question["question"], "answer": answer})
        })
        .collect();
    json!({"type": "ask_user_response", "requestId": id, "answers": answers})
}

/// The line with which the client answers a dialog.
fn dialog(message: &Value, own: &str, draws: &mut Draws) -> Value {
    let mut line = json!({"type": "extension_ui_response", "id": message["id"]});
    let options = message["options"].as_array().map(List::as_slice).unwrap_or_default();
    if draws.chance(Stream::Client, "cancels", 8) {
        line["cancelled"] = true.into();
    } else if message["method"] == "confirm" {
        line["confirmed"] = draws.chance(Stream::Client, "confirms", 60).into();
    } else if options.is_empty() {
        line["value"] = own.into();
    } else if let Some(last) = options.last().filter(|_| draws.chance(Stream::Client, "the last", 30)) {
        line["value"] = last.clone();
    } else {
        line["value"] = draws.pick(Stream::Client, "option", options).clone();
    }
    line
}

const NEVER: &[Never] = &[
    ("does cancel file", "it never cancels a file operation"),
    ("does turn paused", "a call that waits does not pause a turn"),
    ("does turn timed out", "a turn has no time limit"),
];
