//! The rules of pi for the pending file.

use std::collections::{BTreeMap, BTreeSet};

use super::entries::{names, result};
use crate::sim::rules::Moment::{Done, Heard, Parked};
use crate::system::{EffectKind, InputKind};
use crate::{
    model::Op,
    sim::{
        rules::{Breach, Check, Rule, demand},
        run_state::RunState,
    },
    stage::{Lane, What},
    system::{
        Effect, FileEvent, FileOp, Input,
        pi::{Details, Message, Part},
    },
};

pub static KEPT: Rule = Rule {
    name: "pending-kept",
    about: "a pending file never replaces another, and other users cannot read it",
    requirements: &["PI-54", "PI-55.o"],
    lanes: &[Lane::File],
    premises: &[],
    only_simulated: false,
    looks_at: &[Heard(InputKind::Begin), Heard(InputKind::File), Done(EffectKind::File)],
    make: || Box::<PendingKept>::default(),
};

/// The files that exist, and the operations that are under way.
#[derive(Default, Hash)]
struct PendingKept {
    there: BTreeSet<String>,
    under_way: BTreeMap<Op, FileOp>,
}

impl Check for PendingKept {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            // A removal that was under way when the subject was killed may have been done.
            What::Input(Input::Begin(_)) => {
                for file in std::mem::take(&mut self.under_way).into_values() {
                    if let FileOp::Remove { path, .. } = file {
                        self.there.remove(&path);
                    }
                }
            }
            What::Effect(Effect::File(op, file)) => {
                self.under_way.insert(*op, file.clone());
            }
            What::Input(Input::File(op, FileEvent::Done)) => match self.under_way.remove(op) {
                Some(FileOp::Write { path, private, .. }) => {
                    demand(private, || format!("{path} may be read by others"))?;
                    demand(self.there.insert(path.clone()), || format!("{path} is written over what was in it"))?;
                }
                Some(FileOp::Remove { path, .. }) => {
                    self.there.remove(&path);
                }
                _ => {}
            },
            _ => {}
        }
        Ok(())
    }
}

pub static TOLD_PATH: Rule = Rule {
    name: "told-path",
    about: "the model is told the path of the pending file that the details of the result name, and no file of another call",
    requirements: &["PI-51", "PI-49"],
    lanes: &[Lane::Record, Lane::File],
    premises: &[],
    only_simulated: false,
    looks_at: &[Heard(InputKind::Begin), Done(EffectKind::File), Done(EffectKind::Record), Parked],
    make: || Box::<ToldPath>::default(),
};

/// The files that no result has named yet, and those that were there before or that a result has named.
#[derive(Default, Hash)]
struct ToldPath {
    written: BTreeSet<String>,
    other: BTreeSet<String>,
    /// The calls whose results have named a file since the subject was last parked.
    named: Vec<(String, String)>,
}

impl Check for ToldPath {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Begin(_)) => {
                self.named.clear();
                self.other.append(&mut self.written);
                self.other.extend(run_state.workload.files.keys().cloned());
            }
            What::Effect(Effect::File(_, FileOp::Write { path, .. })) => {
                self.other.remove(path);
                self.written.insert(path.clone());
            }
            What::Effect(Effect::File(_, FileOp::Remove { path, .. })) => {
                self.written.remove(path);
                self.other.remove(path);
            }
            What::Effect(_) => {
                let Some((call, Message { content, details, .. })) = result(run_state, what) else { return Ok(()) };
                let Some(Details { outcome, .. }) = details else { return Ok(()) };
                let Some(told) = &outcome.pending_file else { return Ok(()) };
                let words: String = content.iter().flatten().filter_map(text).collect();
                let name = told.rsplit(['/', '\\']).next().unwrap_or_default();
                demand(words.contains(name), || {
                    format!("the result of {call} names {told}, and the model is told {words:?}")
                })?;
                self.named.push((call.to_owned(), told.clone()));
            }
            What::Input(_) => {}
        }
        Ok(())
    }

    fn parked(&mut self, _: &RunState<'_>, _: &[Op]) -> Result<(), Breach> {
        let named = std::mem::take(&mut self.named);
        for (call, told) in &named {
            let other = self.other.iter().find(|path| names(told, path));
            demand(other.is_none(), || format!("the result of {call} names {told}, which has other questions"))?;
        }
        // One file may have the questions of several calls.
        let (used, written) = std::mem::take(&mut self.written)
            .into_iter()
            .partition(|path| named.iter().any(|(_, told)| names(told, path)));
        self.written = written;
        self.other.extend::<BTreeSet<String>>(used);
        Ok(())
    }
}

fn text(part: &Part) -> Option<&str> {
    if let Part::Text { text } = part { Some(text) } else { None }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::KEPT;
    use crate::{
        model::Op,
        sim::{fault::Faults, run_state::RunState, workload::Workload},
        stage::What,
        system::{Effect, FileEvent, FileOp, Input, Setup},
    };

    const PATH: &str = ".pi/pending-questions.json";

    fn writes(op: u32) -> [What; 2] {
        let file = FileOp::Write { path: PATH.to_owned(), content: "{}".into(), private: true, fresh: true };
        [What::Effect(Effect::File(Op::File(op), file)), done(op)]
    }

    fn removes(op: u32) -> What {
        What::Effect(Effect::File(Op::File(op), FileOp::Remove { path: PATH.to_owned(), holding: None }))
    }

    fn done(op: u32) -> What {
        What::Input(Input::File(Op::File(op), FileEvent::Done))
    }

    fn starts() -> What {
        What::Input(Input::Begin(Box::<Setup>::default()))
    }

    #[rstest]
    #[case::over_another(vec![], false)]
    #[case::after_a_restart(vec![starts()], false)]
    #[case::once_it_is_removed(vec![removes(2), done(2)], true)]
    #[case::once_it_was_being_removed_at_a_kill(vec![removes(2), starts()], true)]
    fn a_file_is_written_only_where_none_is(#[case] between: Vec<What>, #[case] keeps: bool) {
        let workload = Workload::default();
        let run_state = RunState::new(&workload, Faults::default());
        let mut check = (KEPT.make)();
        let all = writes(1).into_iter().chain(between).chain(writes(3));
        let kept: Vec<bool> = all.map(|what| check.see(&run_state, &what).is_ok()).collect();
        assert_eq!(kept.last(), Some(&keeps), "{kept:?}");
    }
}
