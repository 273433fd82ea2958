//! The rule of pi for what stands in a pending file.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::json::{Value, json};
use crate::sim::rules::Moment::{Done, Heard};
use crate::system::{EffectKind, InputKind};

use super::entries::{ASK_USER, names, result};
use crate::{
    sim::{
        rules::{Breach, Check, Rule, demand},
        run_state::RunState,
    },
    stage::{Lane, What},
    system::{Effect, FileOp, Input},
};

pub static WRITTEN_AS_ASKED: Rule = Rule {
    name: "written-as-asked",
    about: "a pending file has the questions of the calls whose results name it, whole, in order and without an answer",
    requirements: &["PI-50", "PI-106", "PI-49"],
    lanes: &[Lane::Record, Lane::File],
    premises: &[],
    only_simulated: false,
    looks_at: &[Heard(InputKind::Begin), Done(EffectKind::Request), Done(EffectKind::File), Done(EffectKind::Record)],
    make: || Box::<WrittenAsAsked>::default(),
};

#[derive(Default, Hash)]
struct WrittenAsAsked {
    /// The content of each file that was written since the start.
    written: BTreeMap<String, String>,
    /// The files that were there at the start. What becomes of one that is written anew is for other rules to judge.
    older: BTreeSet<String>,
    /// The calls whose results name each of these files.
    named: BTreeMap<String, BTreeSet<String>>,
    /// Whether something has changed since the last request to the model.
    is_new: bool,
}

impl Check for WrittenAsAsked {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Begin(_)) => {
                self.older.extend(run_state.workload.files.keys().cloned());
                self.older.extend(std::mem::take(&mut self.written).into_keys());
                self.named.clear();
            }
            What::Effect(Effect::File(_, FileOp::Write { path, content, .. })) => {
                self.written.insert(path.clone(), content.to_string());
                self.is_new = true;
            }
            What::Effect(Effect::File(_, FileOp::Remove { path, .. })) => {
                self.written.remove(path);
                self.older.remove(path);
                self.named.retain(|named, _| !names(named, path));
            }
            // By then every call of a reply has its result. One file may have the questions of several.
            What::Effect(Effect::Request(..)) if std::mem::take(&mut self.is_new) => return self.check(run_state),
            What::Effect(_) => {
                let Some((call, message)) = result(run_state, what) else { return Ok(()) };
                let outcome =
                    message.details.as_ref().map(|details| &details.outcome).filter(|outcome| !outcome.answered);
                let Some(named) = outcome.and_then(|outcome| outcome.pending_file.clone()) else { return Ok(()) };
                self.named.entry(named).or_default().insert(call.to_owned());
                self.is_new = true;
            }
            What::Input(_) => {}
        }
        Ok(())
    }
}

impl WrittenAsAsked {
    fn check(&self, run_state: &RunState<'_>) -> Result<(), Breach> {
        for (path, content) in self.written.iter().filter(|(path, _)| !self.older.contains(*path)) {
            let calls: BTreeSet<&String> =
                self.named.iter().filter(|(named, _)| names(named, path)).flat_map(|(_, calls)| calls).collect();
            let arguments = calls.iter().map(|call| run_state.made.arguments(call, ASK_USER));
            let asked: Option<Vec<Vec<Value>>> =
                arguments.map(|arguments| labelled(&arguments?["questions"])).collect();
            // How questions of another shape are read is open.
            let Some(asked) = asked.filter(|asked| !asked.is_empty()) else { continue };
            let file: Value = serde_json::from_str(content).unwrap_or_default();
            let written = labelled(&file["questions"]).unwrap_or_default();
            demand(is_made_of(&written, asked.clone()), || {
                format!("{path} has the questions {}, and {} were asked", json!(written), json!(asked.concat()))
            })?;
            let answers = file["questions"].as_array().into_iter().flatten().map(|question| question.get("answer"));
            let other = answers.into_iter().find(|answer| *answer != Some(&Value::Null));
            demand(other.is_none(), || {
                let other = other.flatten().map_or("no answer".to_owned(), ToString::to_string);
                format!("{path} has {other} in the place of null")
            })?;
        }
        Ok(())
    }
}

/// The text of each question with its labels, in the shape of a call or of a file. `None` if they have another shape.
fn labelled(questions: &Value) -> Option<Vec<Value>> {
    let label = |option: &Value| option.as_str().or_else(|| option["label"].as_str()).map(Value::from);
    let question = |question: &Value| {
        let options = match &question["options"] {
            Value::Null => Vec::new(),
            options => options.as_array()?.iter().map(label).collect::<Option<Vec<Value>>>()?,
        };
        Some(json!([question["question"].as_str()?, options]))
    };
    questions.as_array()?.iter().map(question).collect()
}

/// Whether a list is made of these parts, each of them once, in any order.
fn is_made_of(list: &[Value], parts: Vec<Vec<Value>>) -> bool {
    if parts.is_empty() {
        return list.is_empty();
    }
    (0..parts.len()).any(|at| {
        let mut others = parts.clone();
        let part = others.remove(at);
        list.strip_prefix(part.as_slice()).is_some_and(|rest| is_made_of(rest, others))
    })
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::{is_made_of, labelled};

    #[rstest]
    #[case::one_call(json!(["a", "b"]), json!([["a", "b"]]), true)]
    #[case::two_calls(json!(["a", "b", "c"]), json!([["a"], ["b", "c"]]), true)]
    #[case::in_another_order(json!(["b", "c", "a"]), json!([["a"], ["b", "c"]]), true)]
    #[case::of_the_same_questions(json!(["a", "a"]), json!([["a"], ["a"]]), true)]
    #[case::turned_about(json!(["b", "a"]), json!([["a", "b"]]), false)]
    #[case::one_lacks(json!(["a"]), json!([["a", "b"]]), false)]
    #[case::one_of_another_call(json!(["x", "a"]), json!([["a"]]), false)]
    #[case::a_call_twice(json!(["a", "a"]), json!([["a"]]), false)]
    fn a_file_is_made_of_the_questions_of_its_calls(#[case] list: Value, #[case] parts: Value, #[case] fits: bool) {
        let parts = parts.as_array().unwrap().iter().map(|part| part.as_array().unwrap().to_vec()).collect();
        assert_eq!(is_made_of(list.as_array().unwrap(), parts), fits);
    }

    #[rstest]
    #[case::a_call(json!([{"question": "Q?", "header": "H", "options": [{"label": "a", "description": "b"}]}]), json!([["Q?", ["a"]]]))]
    #[case::a_file(json!([{"question": "Q?", "options": ["a"], "answer": null}]), json!([["Q?", ["a"]]]))]
    #[case::without_options(json!([{"question": "Q?"}]), json!([["Q?", []]]))]
    #[case::a_question_without_a_text(json!([{"options": ["a"]}]), json!(null))]
    #[case::a_label_that_is_a_number(json!([{"question": "Q?", "options": [1]}]), json!(null))]
    #[case::no_list(json!("Q?"), json!(null))]
    fn the_shapes_of_a_call_and_of_a_file_are_read_alike(#[case] questions: Value, #[case] read: Value) {
        assert_eq!(json!(labelled(&questions)), read);
    }
}
