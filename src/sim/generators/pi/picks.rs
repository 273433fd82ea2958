//! The rule of pi that holds each answer against the options that a person picked last.

use std::{collections::BTreeMap, sync::Arc};

use crate::model::json::json;
use crate::sim::rules::Moment::{AnyInput, Done};
use crate::system::EffectKind;

use super::entries::result;
use crate::{
    model::{Key, Op},
    sim::{
        rules::{Breach, Check, Rule, demand},
        run_state::{Known, LastInput, RunState},
    },
    stage::{Lane, What},
    system::{
        Act, Effect, Input, Prompt,
        pi::{Answer, Details, Question, Said, StoredAnswer},
    },
};

pub static LAST_PICK: Rule = Rule {
    name: "last-pick",
    about: "the answer to a question is what was picked for it last; a form with an answer is not left without a dialog, and \
            no form is answered by the end of the input or a cancel",
    requirements: &["PI-23", "PI-26", "PI-32", "PI-34", "PI-42", "PI-43", "PI-47", "I-5"],
    lanes: &[Lane::Prompt, Lane::Record],
    premises: &["PI-97"],
    only_simulated: false,
    looks_at: &[AnyInput, Done(EffectKind::Show), Done(EffectKind::Record), Done(EffectKind::Refuse)],
    make: || Box::<LastPick>::default(),
};

/// What a form shows.
#[derive(Clone, Debug, Hash)]
struct Form {
    lines: Vec<String>,
    /// Whether it asks for a yes or a no.
    is_dialog: bool,
}

/// What was picked, by each line of the drawing, of which one may ask the question. Only picks that a form has shown are
/// kept: a form need not be drawn after each key.
type Picks = BTreeMap<String, Arc<Pick>>;

#[derive(Debug, Hash)]
struct Pick {
    labels: Vec<String>,
    /// The lines of the drawing.
    lines: Vec<String>,
}

#[derive(Default, Hash)]
struct LastPick {
    /// The last drawing of each prompt, if nothing was done since.
    drawn: BTreeMap<Op, Form>,
    picks: BTreeMap<Op, Picks>,
    /// The picks before the last act, which may be refused.
    before: Option<(Op, Picks)>,
    /// The last act, with the drawing at which it was done, if that is known.
    last: Option<(Act, Option<Form>)>,
}

/// Keys that move about, and answer nothing.
const MOVES: [Key; 6] = [Key::Up, Key::Down, Key::Left, Key::Right, Key::Tab, Key::Esc];

impl Form {
    fn of(prompt: &Prompt) -> Self {
        let is_dialog = prompt.text.contains("Discard ") || prompt.text.contains("Continue anyway?");
        Self { lines: prompt.text.lines().map(|line| line.trim().to_owned()).collect(), is_dialog }
    }

    /// The line of the cursor without its sign and number, and with its box.
    fn cursor(&self) -> Option<&str> {
        let mut marked = self.lines.iter().filter_map(|line| line.strip_prefix("> "));
        let row = marked.next().filter(|_| marked.next().is_none())?;
        Some(
            row.split_once(". ")
                .filter(|(number, _)| number.bytes().all(|b| b.is_ascii_digit()))
                .map_or(row, |(_, row)| row),
        )
    }

    /// The options with a cross, if there are boxes.
    fn crossed(&self) -> Vec<String> {
        let rows = self.lines.iter().map(|line| line.strip_prefix("> ").unwrap_or(line));
        rows.filter_map(|row| row.strip_prefix("[x] ")).map(str::to_owned).collect()
    }

    fn has_boxes(&self) -> bool {
        self.lines.iter().any(|line| line.strip_prefix("> ").unwrap_or(line).starts_with('['))
    }
}

impl LastPick {
    /// Takes in an act at an open prompt.
    fn act(&mut self, op: Op, act: &Act) {
        let picks = self.picks.entry(op).or_default();
        self.before = Some((op, picks.clone()));
        if matches!(act, Act::Answer(_) | Act::Remember(_)) {
            // It answers whatever is asked.
            picks.clear();
            self.last = Some((act.clone(), None));
            return;
        }
        let form = self.drawn.remove(&op);
        self.last = Some((act.clone(), form.clone()));
        let Some(form) = form else {
            // It is not known which question is shown.
            if !matches!(act, Act::Key(key) if MOVES.contains(key)) {
                picks.clear();
            }
            return;
        };
        if form.is_dialog || matches!(act, Act::Key(key) if MOVES.contains(key)) {
            return;
        }
        let picked = match act {
            Act::Choose(label) if !form.has_boxes() => Some(vec![label.to_string()]),
            Act::Key(Key::Enter) if form.has_boxes() => Some(form.crossed()).filter(|crossed| !crossed.is_empty()),
            Act::Key(Key::Enter) => form.cursor().map(|label| vec![label.to_owned()]),
            _ => None,
        };
        match picked {
            Some(labels) => {
                let pick = Arc::new(Pick { labels, lines: form.lines });
                picks.extend(pick.lines.iter().map(|line| (line.clone(), Arc::clone(&pick))));
            }
            // A tab without options, such as the one to submit.
            None if matches!(act, Act::Key(Key::Enter) | Act::Submit) => {}
            None => picks.retain(|line, _| !form.lines.contains(line)),
        }
    }

    /// Whether one of several questions is answered by a pick of one of its options.
    fn is_answered(&self, op: Op, details: &Details) -> bool {
        let picked = |question: &Question| {
            let pick = self.picks.get(&op)?.get(question.text.trim())?;
            let is_drawn = |other: &&Question| pick.lines.iter().any(|line| line == other.text.trim());
            let is_plain = details.questions.iter().filter(is_drawn).count() == 1 && are_labels(&pick.labels, question);
            Some(is_plain && !question.several)
        };
        details.questions.len() > 1 && details.questions.iter().any(|question| picked(question) == Some(true))
    }

    fn check(&self, call: &str, op: Op, details: &Details) -> Result<(), Breach> {
        let Some(picks) = self.picks.get(&op) else { return Ok(()) };
        for (question, answer) in details.questions.iter().zip(&details.outcome.answers) {
            let StoredAnswer::Known(Answer { said, .. }) = answer else { continue };
            let Some(pick) = picks.get(question.text.trim()) else { continue };
            // A drawing may show more than one question.
            let is_drawn = |other: &&Question| pick.lines.iter().any(|line| line == other.text.trim());
            if details.questions.iter().filter(is_drawn).count() > 1 {
                continue;
            }
            let picked = &pick.labels;
            // A long list hides some of its boxes.
            let has_box = |label: &str| pick.lines.iter().any(|line| line.ends_with(&format!("] {label}")));
            if question.several && !question.options.iter().all(|option| has_box(option.label.trim())) {
                continue;
            }
            // What stands under the cursor may also be Other, a submit tab or a text that is typed.
            if !are_labels(picked, question) {
                continue;
            }
            let mut found: Vec<&str> = match said {
                Said::One(text) => vec![text.trim()],
                Said::Several(texts) => texts.iter().map(|text| text.trim()).collect(),
            };
            let mut picked: Vec<&str> = picked.iter().map(String::as_str).collect();
            picked.sort_unstable();
            picked.dedup();
            found.sort_unstable();
            // Options may have one label, and both be picked.
            found.dedup();
            demand(found == picked, || {
                format!(
                    "{call} has {} as the answer to {}, and {} was picked last",
                    json!(said),
                    json!(question.text),
                    json!(picked)
                )
            })?;
        }
        Ok(())
    }
}

/// Whether these are labels of the question. A label like the row for a text of one's own is none of them.
fn are_labels(labels: &[String], question: &Question) -> bool {
    let is_label = |label: &String| question.options.iter().any(|option| option.label.trim() == label);
    labels.iter().all(|label| is_label(label) && !label.starts_with("Other"))
}

/// A number key that ends the list of an only question picks the option that is drawn with the number.
fn by_number(call: &str, digit: char, form: &Form, details: &Details) -> Result<(), Breach> {
    let ([question], [StoredAnswer::Known(Answer { said: Said::One(said), was_custom: false, .. })]) =
        (&*details.questions, &*details.outcome.answers)
    else {
        return Ok(());
    };
    let number = format!("{digit}. ");
    let rows = form.lines.iter().map(|line| line.strip_prefix("> ").unwrap_or(line));
    let Some(label) = rows.filter_map(|row| row.strip_prefix(&number)).next() else { return Ok(()) };
    let is_other = !are_labels(&[label.to_owned()], question) || form.is_dialog || question.several;
    demand(is_other || said.trim() == label, || {
        format!("{call} is answered with {said:?} by the key {digit}, which stands beside {label:?}")
    })
    .map_err(|breach| breach.of(vec!["PI-43".to_owned()]))
}

impl Check for LastPick {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Begin(_)) => *self = Self::default(),
            What::Input(Input::Person(op, act)) if run_state.last_input == LastInput::Person(*op, Known::Open) => {
                self.act(*op, act);
            }
            What::Input(_) => (self.before, self.last) = (None, None),
            What::Effect(Effect::Show(op, prompt)) => drop(self.drawn.insert(*op, Form::of(prompt))),
            What::Effect(Effect::Refuse(_)) => {
                if let Some((op, picks)) = self.before.take() {
                    self.picks.insert(op, picks);
                }
            }
            What::Effect(_) => {
                let (Some((call, message)), LastInput::Person(op, Known::Open)) =
                    (result(run_state, what), &run_state.last_input)
                else {
                    return Ok(());
                };
                let Some(details) = &message.details else { return Ok(()) };
                let Some((act, form)) = &self.last else { return Ok(()) };
                if !details.outcome.answered {
                    let leaves = *act == Act::Key(Key::Esc) && form.as_ref().is_some_and(|form| !form.is_dialog);
                    let is_kept = !leaves || !self.is_answered(*op, details);
                    return demand(is_kept, || {
                        format!("{call} is cancelled by Esc without a dialog, and a question is answered")
                    })
                    .map_err(|breach| breach.of(vec!["PI-32".to_owned()]));
                }
                let is_end = matches!(act, Act::Eof | Act::Broken | Act::Cancel);
                demand(!is_end, || format!("{call} is answered by {}", json!(act)))
                    .map_err(|breach| breach.of(vec!["PI-34".to_owned(), "I-5".to_owned()]))?;
                if let (Act::Key(Key::Char(digit)), Some(form)) = (act, form) {
                    by_number(call, *digit, form, details)?;
                }
                return self.check(call, *op, details);
            }
        }
        Ok(())
    }
}
