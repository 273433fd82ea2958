//! The cost of a key in pi's form. The form takes the key and is drawn anew.
//!
//! ```text
//! cargo bench --bench form
//! ```
//!
//! A form of one thousand questions with a hundred options each is compared with a form of one question. Most of a form
//! does not matter for a key. One series of keys has every kind: it moves, selects, types and switches tabs. Another
//! one opens the last tab, which lists every answer. A key should take less than a millisecond.
//!
//! No time is asserted, because a busy machine makes every figure worse.

#![expect(clippy::disallowed_types, reason = "a benchmark measures real time")]

use std::{
    env,
    hint::black_box,
    time::{Duration, Instant},
};

use hotseat::{
    model::Key,
    system::pi::{
        arguments::{Choice, Question},
        form::{Acted, Form},
    },
};

fn main() {
    // `cargo test --benches` gives no `--bench`. Then everything runs once, without measuring.
    let measures = env::args().any(|arg| arg == "--bench");
    let (questions, rounds) = if measures { (1_000, 3_000) } else { (20, 30) };
    println!("a key in pi's form, taken and drawn");
    report("one question, 3 options", &walk(Form::new(asked(1, 3)), rounds));
    report("one question, 100 options", &walk(Form::new(asked(1, 100)), rounds));
    let many = asked(questions, 100);
    report(&format!("{questions} questions, 100 options each"), &walk(Form::new(many.clone()), questions - 1));
    report("the same, at the last tab, all answered", &looks(answered(many), rounds));
}

fn asked(questions: usize, options: usize) -> Vec<Question> {
    let option = |at| Choice { label: format!("Option {at}"), description: Some(format!("What option {at} means")) };
    let question = |at| Question {
        text: format!("Question {at}: which of these?").into(),
        header: Some(format!("Header {at}")),
        options: (0..options).map(option).collect(),
        several: at % 2 == 1,
    };
    (0..questions).map(question).collect()
}

/// Presses every kind of key that does not end the form, again and again, from question to question. After text for
/// Other, Esc goes back to the list.
fn walk(mut form: Form, rounds: usize) -> Vec<Duration> {
    let moves = [Key::Down, Key::Down, Key::Char(' '), Key::Up, Key::Right];
    let types = [Key::Char('0'), Key::Char('x'), Key::Esc];
    let has_many = form.draw().offers.keys.contains(&types[0]);
    let round = || types.into_iter().filter(move |_| has_many).chain(moves);
    (0..rounds).flat_map(|_| round()).map(|key| cost(&mut form, key)).collect()
}

fn answered(questions: Vec<Question>) -> Form {
    let count = questions.len();
    let mut form = Form::new(questions);
    for at in 0..count {
        let keys = if at % 2 == 1 { vec![Key::Char(' '), Key::Enter] } else { vec![Key::Enter] };
        keys.into_iter().for_each(|key| assert_eq!(form.press(key), Acted::Open));
    }
    form
}

/// Leaves the last tab and comes back.
fn looks(mut form: Form, rounds: usize) -> Vec<Duration> {
    let back = |_| {
        form.press(Key::Left);
        cost(&mut form, Key::Right)
    };
    (0..rounds).map(back).collect()
}

fn cost(form: &mut Form, key: Key) -> Duration {
    let start = Instant::now();
    let acted = form.press(key);
    black_box(form.draw());
    let took = start.elapsed();
    assert!(matches!(acted, Acted::Open | Acted::NotOffered), "{key} ended it: {acted:?}");
    took
}

fn report(what: &str, times: &[Duration]) {
    let mut times = times.to_vec();
    times.sort();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    println!("  {what}: median {:?}, 99 of 100 within {:?} ({} keys)", at(50), at(99), times.len());
}
