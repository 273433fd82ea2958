//! The rule of pi for the rows of a form.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::json::Value;
use crate::sim::rules::Moment::{Done, Heard};
use crate::system::{EffectKind, InputKind};

use super::entries::{ASK_USER, plain};
use crate::{
    sim::{
        rules::{Breach, Check, Rule, demand},
        run_state::RunState,
    },
    stage::{Lane, What},
    system::{Effect, Input, ModelEvent},
};

pub static ROWS: Rule = Rule {
    name: "rows",
    about: "an option that is drawn under its number has the row that the documents draw, and its description below it",
    requirements: &["PI-97", "PI-95"],
    lanes: &[Lane::Prompt],
    premises: &[],
    only_simulated: false,
    looks_at: &[Heard(InputKind::Model), Done(EffectKind::Show)],
    make: || Box::<Rows>::default(),
};

#[derive(Default, Hash)]
struct Rows {
    /// The arguments that were taken.
    taken: BTreeSet<String>,
    /// Each question by its text. A text that was asked in two ways has none.
    questions: BTreeMap<String, Option<Question>>,
}

#[derive(Clone, Eq, Hash, PartialEq)]
struct Question {
    /// The label and the description of each option.
    options: Vec<(String, String)>,
    /// Whether it is the only question of its call. It is open whether descriptions are drawn behind tabs.
    is_alone: bool,
}

impl Rows {
    fn take(&mut self, arguments: &Value) {
        let questions = plain(&arguments["questions"]).unwrap_or_default();
        let is_alone = questions.len() == 1;
        for question in questions {
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let options = question[1].as_array().into_iter().flatten();
            let options = options.map(|option| (text(&option[0]), text(&option[1]))).collect();
            let asked = Question { options, is_alone };
            let known = self.questions.entry(text(&question[0])).or_insert_with(|| Some(asked.clone()));
            if known.as_ref().is_some_and(|known| *known != asked) {
                *known = None;
            }
        }
    }
}

impl Check for Rows {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Model(_, ModelEvent::Finished | ModelEvent::LimitReached | ModelEvent::Refused)) => {
                for (text, arguments) in run_state.made.all(ASK_USER) {
                    if !self.taken.contains(text) {
                        self.take(arguments);
                        self.taken.insert(text.to_owned());
                    }
                }
                Ok(())
            }
            What::Effect(Effect::Show(op, prompt)) => {
                let lines: Vec<&str> = prompt.text.lines().collect();
                let trimmed: BTreeSet<&str> = lines.iter().map(|line| line.trim()).collect();
                let is_shown = |text: &&String| trimmed.contains(text.as_str());
                let shown = self.questions.keys().find(is_shown).and_then(|text| self.questions[text].as_ref());
                let Some(Question { options, is_alone }) = shown else { return Ok(()) };
                for (number, (label, description)) in (1..).zip(options) {
                    let drawn = format!("{number}. {label}");
                    let places = || (0..lines.len()).filter(|at| unmarked(lines[*at]) == drawn);
                    let Some(first) = places().next() else { continue };
                    // A description may read like a row.
                    if options.iter().any(|(_, description)| description.contains(&drawn)) {
                        continue;
                    }
                    let forms = [format!("  > {drawn}"), format!("    {drawn}")];
                    let at = places().find(|at| forms.iter().any(|form| form == lines[*at]));
                    demand(at.is_some(), || format!("{op} draws the row {:?}", lines[first]))
                        .map_err(|breach| breach.of(vec!["PI-97".to_owned()]))?;
                    let below = lines.get(at.unwrap_or(first) + 1).map_or("", |line| line.trim());
                    // Where the line ends, the description may be cut.
                    let below = below.trim_end_matches('…');
                    // A long description may go on in further lines.
                    let is_below = !below.is_empty() && description.starts_with(below);
                    let is_one_line = !description.trim().is_empty() && !description.contains('\n');
                    demand(!is_alone || !is_one_line || is_below, || {
                        format!("{op} draws {below:?} below {label:?}, and {description:?} is its description")
                    })
                    .map_err(|breach| breach.of(vec!["PI-95".to_owned()]))?;
                }
                Ok(())
            }
            What::Input(_) | What::Effect(_) => Ok(()),
        }
    }
}

/// A line without blanks around it, and without the sign of the cursor.
fn unmarked(line: &str) -> &str {
    let line = line.trim();
    line.strip_prefix('>').map_or(line, str::trim)
}
