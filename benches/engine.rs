//! The cost of the engine: one question, long conversations, wide batches.
//!
//! ```text
//! cargo bench --bench engine
//! ```
//!
//! **A question.** One scenario is played to its end: the user speaks, the model calls `ask_user`, the person answers,
//! and the model speaks. This includes the whole engine and the codecs in memory, but no Gherkin, and runs on one
//! thread. It should run at least 10,000 times a second, better 20,000 times.
//!
//! **Cost per event.** The machine alone, driven by this program: conversations of 10 to 10,000 events, and batches of
//! 1 to 1,000 parallel calls that all ask. The exponent is the slope of a line through the logarithms of events and
//! time. With an exponent of 1, the cost per event is constant. Codecs are left out, because a request grows with its
//! history.
//!
//! No time is asserted, because a busy machine makes every figure worse.

#![expect(clippy::disallowed_types, reason = "a benchmark measures real time")]

use std::{
    collections::VecDeque,
    env,
    error::Error,
    time::{Duration, Instant},
};

use hotseat::model::json::json;
use hotseat::{
    llm::shell::Memory,
    model::{Millis, ToolDefinition},
    stage::{End, Scenario, play},
    subject::Reference,
    system::{Act, Effect, Input, ModelEvent, Setup, System, ToolEvent, Turn, Utterance},
};

const SAMPLES: usize = 7;

fn main() -> Result<(), Box<dyn Error>> {
    // `cargo test --benches` gives no `--bench`. Then everything runs once, without measuring.
    let measures = env::args().any(|arg| arg == "--bench");
    questions(if measures { Duration::from_millis(600) } else { Duration::from_millis(1) })?;
    let sizes: &[usize] = if measures { &[10, 30, 100, 300, 1_000, 3_000, 10_000] } else { &[10, 30] };
    costs("events in one turn", sizes, |events| conversation(events.div_ceil(EVENTS_PER_CYCLE), 1));
    let widths: &[usize] = if measures { &[1, 3, 10, 30, 100, 300, 1_000] } else { &[1, 3] };
    costs("parallel calls in one message", widths, |calls| conversation(1, calls));
    Ok(())
}

fn questions(length: Duration) -> Result<(), Box<dyn Error>> {
    let scenario: Scenario = hotseat::model::json::from_value(json!({
        "system": "jp-ask-user", "terminal": true,
        "operator": [{"when": "start", "does": {"says": "deploy"}}],
        "model": [
            {"expect": {"says": "deploy"}, "replies": [{"body": {"message": {"calls": [
                {"id": "call_1", "name": "ask_user", "arguments": {"question": "Apply?", "answer_type": "select",
                    "options": ["backup", "overwrite", "abort"]}}]}}}]},
            {"expect": {"results": ["call_1"]}, "replies": [{"body": {"message": {"text": "done"}}}]}
        ],
        "person": [{"prompt": "Apply?", "visits": [[{"act": {"answer": "backup"}}]]}]
    }))?;
    let (mut subject, mut model) = (Reference::default(), Memory::default());
    let mut rates: Vec<f64> = (0..SAMPLES)
        .map(|_| {
            let start = Instant::now();
            let mut played = 0_u32;
            while start.elapsed() < length {
                for _ in 0..50 {
                    let run = play(&scenario, &mut subject, &mut model);
                    assert!(run.end == End::Done && run.faults.is_empty(), "{:?}", run.faults);
                    played += 1;
                }
            }
            f64::from(played) / start.elapsed().as_secs_f64()
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    let (min, median, max) = (rates[0], rates[SAMPLES / 2], rates[SAMPLES - 1]);
    println!("one question, engine and codecs in memory, one thread, {SAMPLES} samples of {length:?}");
    println!("  {median:.0} a second (min {min:.0}, max {max:.0})");
    Ok(())
}

/// The cost of `run` per effect at each size, and its growth.
fn costs(what: &str, sizes: &[usize], run: impl Fn(usize) -> usize) {
    println!("cost per event of the machine, by {what}; the best of {SAMPLES}");
    let mut points = Vec::new();
    for size in sizes {
        let best = (0..SAMPLES).map(|_| {
            let start = Instant::now();
            let events = run(*size);
            (start.elapsed().as_secs_f64(), events)
        });
        let (seconds, events) = best.min_by(|one, other| one.0.total_cmp(&other.0)).unwrap_or_default();
        let (events, nanos) = (f64::from(u32::try_from(events).unwrap_or(u32::MAX)), seconds * 1e9);
        println!("  {size:>6}: {events:>7} effects, {:>7.0} ns each", nanos / events);
        points.push((events.ln(), nanos.ln()));
    }
    println!("  exponent {:.3}", slope(&points));
}

/// The slope of the line with the least squares through `points`.
fn slope(points: &[(f64, f64)]) -> f64 {
    let count = f64::from(u32::try_from(points.len()).unwrap_or(u32::MAX));
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / count, y + point.1 / count));
    let over: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    over / points.iter().map(|point| (point.0 - x).powi(2)).sum::<f64>()
}

/// The events of a cycle with one call that asks: a request, two executions, a prompt, and the records of these.
const EVENTS_PER_CYCLE: usize = 8;

/// Plays a turn with this number of cycles, each with this number of parallel calls that ask. Returns the number of
/// effects.
fn conversation(cycles: usize, calls: usize) -> usize {
    let mut machine = System::named("jp-ask-user").map(System::machine).unwrap_or_else(|| unreachable!());
    let tool = ToolDefinition { name: "deploy".into(), description: String::new(), parameters: json!({}).into() };
    let setup = Setup { terminal: true, tools: vec![tool], ..Setup::default() };
    let mut inputs =
        VecDeque::from([Input::Begin(Box::new(setup)), Input::Says(Utterance("deploy everything".to_owned().into()))]);
    let (mut effects, mut seen, mut left) = (Vec::new(), 0, cycles);
    while let Some(input) = inputs.pop_front() {
        machine.handle(Millis(0), input, &mut effects);
        seen += effects.len();
        for effect in effects.drain(..) {
            reply(effect, &mut left, calls, &mut inputs);
        }
    }
    assert!(machine.open().is_empty() && left == 0, "it ended early");
    seen
}

fn reply(effect: Effect, left: &mut usize, calls: usize, inputs: &mut VecDeque<Input>) {
    match effect {
        Effect::Request(op, _) if *left == 0 => inputs.push_back(Input::Model(op, ModelEvent::Finished)),
        Effect::Request(op, _) => {
            for call in 0..calls {
                let id = format!("call_{left}_{call}");
                inputs
                    .push_back(Input::Model(op, ModelEvent::Call { id: id.into(), name: "deploy".to_owned().into() }));
            }
            *left -= 1;
            inputs.push_back(Input::Model(op, ModelEvent::Finished));
        }
        Effect::Call(op, call) if call.answers.is_empty() => {
            let question = json!({"id": "go", "text": "Deploy now?", "answer_type": {"type": "boolean"}});
            inputs.push_back(Input::Tool(op, ToolEvent::Asks(question)));
        }
        Effect::Call(op, _) => inputs.push_back(Input::Tool(op, ToolEvent::Done("deployed".to_owned().into()))),
        Effect::Show(op, _) => inputs.push_back(Input::Person(op, Act::Answer(json!(true)))),
        Effect::Turn(Turn::Ended(_)) => assert_eq!(*left, 0, "the turn ended early"),
        _ => {}
    }
}
