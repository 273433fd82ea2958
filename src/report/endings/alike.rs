//! Ends of a question that are told alike: whoever is told cannot say which of them it was.
//!
//! **Absent here:** whether a document forbids it.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde::Serialize;

use super::Cell;
use crate::suite::ending::Ending;

/// Ends that are told alike.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Alike {
    /// Who asks.
    pub who: String,
    /// Who is told: the tool that asks, or the model. The difference is lost before that.
    pub told: Listener,
    /// What is told.
    pub words: String,
    /// How much of the words are the same.
    pub share: Share,
    /// Whether the tool is told each of them otherwise, so that the difference is lost between the tool and the model.
    pub tool_can_tell: bool,
    /// The ends, each with its scenario and the requirements that this names.
    pub ends: Vec<End>,
}

/// An end, and where it is played.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct End {
    /// The end.
    pub ending: Ending,
    /// The scenario.
    pub scenario: String,
    /// The requirements that it names.
    pub requirements: Vec<String>,
}

/// Who is told.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Listener {
    /// The tool that asks.
    Tool,
    /// The model.
    Model,
}

/// How much is the same.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Share {
    /// The same is told of all of them.
    Whole,
    /// What is told of the ends that are no acts of a person at the question has what is told of those that are.
    Part,
}

impl Listener {
    /// The listener in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Tool => "the tool",
            Self::Model => "the model",
        }
    }

    fn told(self, cell: &Cell) -> Option<String> {
        let told = match self {
            Self::Tool => &cell.tool,
            Self::Model => &cell.model,
        };
        (!told.is_empty()).then(|| told.join("\n"))
    }
}

/// The ends that are told alike, by who asks. Ends of which nothing is told have not come about, and are left out; so are those
/// of a question that was not asked.
pub fn alike(cells: &[Cell]) -> Vec<Alike> {
    let mut by_who: IndexMap<&str, Vec<&Cell>> = IndexMap::new();
    let has_come = |cell: &&Cell| !cell.is_undeclared || cell.ending == Ending::Undeliverable;
    cells.iter().filter(has_come).for_each(|cell| by_who.entry(&cell.who).or_default().push(cell));
    by_who.into_iter().flat_map(|(who, cells)| of_one(who, &cells)).collect()
}

fn of_one(who: &str, cells: &[&Cell]) -> Vec<Alike> {
    let mut found: Vec<Alike> = Vec::new();
    for told in [Listener::Tool, Listener::Model] {
        let mut groups: IndexMap<String, Vec<&Cell>> = IndexMap::new();
        for cell in cells {
            groups.entry(told.told(cell).unwrap_or_default()).or_default().push(cell);
        }
        groups.shift_remove("");
        for (words, group) in &groups {
            let ends = ends(group);
            let is_several = ends.iter().map(|end| end.ending).collect::<BTreeSet<_>>().len() > 1;
            // What the tool could not tell apart was lost before the model.
            if is_several && found.iter().all(|earlier| earlier.ends != ends) {
                let tool_can_tell = told == Listener::Model && are_different(group, Listener::Tool);
                let (who, words) = (who.to_owned(), words.clone());
                found.push(Alike { who, told, words, share: Share::Whole, tool_can_tell, ends });
            }
        }
        for (words, group) in &groups {
            let of_no_act: Vec<&Cell> = group.iter().copied().filter(|cell| !cell.ending.is_an_act()).collect();
            let said = |(other, _): &(&String, &Vec<&Cell>)| *other != words && words.contains(other.as_str());
            for (_, acts) in groups.iter().filter(said).filter(|_| !of_no_act.is_empty()) {
                let acts: Vec<&Cell> = acts.iter().copied().filter(|cell| cell.ending.is_an_act()).collect();
                if !acts.is_empty() {
                    let both = [&of_no_act[..], &acts[..]].concat();
                    let tool_can_tell = told == Listener::Model && are_different(&both, Listener::Tool);
                    let (who, words, ends) = (who.to_owned(), words.clone(), ends(&both));
                    found.push(Alike { who, told, words, share: Share::Part, tool_can_tell, ends });
                }
            }
        }
    }
    found
}

/// Whether this listener is told of each of these, and of no two the same.
fn are_different(cells: &[&Cell], listener: Listener) -> bool {
    let told: Option<BTreeSet<String>> = cells.iter().map(|cell| listener.told(cell)).collect();
    told.is_some_and(|told| told.len() == cells.len())
}

/// The ends of these cells, in the order of all tables.
fn ends(cells: &[&Cell]) -> Vec<End> {
    let mut cells = cells.to_vec();
    cells.sort_by_key(|cell| cell.ending);
    let end = |cell: &Cell| End {
        ending: cell.ending,
        scenario: cell.scenario.clone(),
        requirements: cell.requirements.clone(),
    };
    cells.into_iter().map(end).collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Alike, Cell, Ending, Listener, Share, alike};
    use crate::suite::outcome::CaseVerdict;

    fn cell(ending: Ending, tool: &[&str], model: &[&str]) -> Cell {
        let texts = |told: &[&str]| told.iter().map(|text| (*text).to_owned()).collect();
        Cell {
            who: "one".to_owned(),
            ending,
            how: None,
            happens: Vec::new(),
            tool: texts(tool),
            model: texts(model),
            is_undeclared: false,
            otherwise: None,
            requirements: vec!["I-5".to_owned()],
            scenario: ending.words().to_owned(),
            verdict: CaseVerdict::Passed,
        }
    }

    type Found = (Listener, Share, bool, Vec<Ending>);

    #[rstest]
    #[case::words_of_their_own(&[(Ending::Declined, "", "no"), (Ending::Dismissed, "", "closed")], &[])]
    #[case::the_model_is_told_the_same(
        &[(Ending::Dismissed, "", "no"), (Ending::TimedOut, "", "no")],
        &[(Listener::Model, Share::Whole, false, vec![Ending::Dismissed, Ending::TimedOut])]
    )]
    #[case::the_tool_can_tell_and_the_model_cannot(
        &[(Ending::Declined, "decline", "no"), (Ending::Dismissed, "cancel", "no")],
        &[(Listener::Model, Share::Whole, true, vec![Ending::Declined, Ending::Dismissed])]
    )]
    #[case::what_is_lost_before_the_tool_is_named_once(
        &[(Ending::Declined, "cancel", "no"), (Ending::Dismissed, "cancel", "no")],
        &[(Listener::Tool, Share::Whole, false, vec![Ending::Declined, Ending::Dismissed])]
    )]
    #[case::the_words_of_an_act_with_more(
        &[(Ending::Declined, "", "the user declined"), (Ending::TurnCancelled, "", "the user declined (aborted)")],
        &[(Listener::Model, Share::Part, false, vec![Ending::Declined, Ending::TurnCancelled])]
    )]
    #[case::the_words_of_an_act_in_another_act(
        &[(Ending::Declined, "", "no"), (Ending::Dismissed, "", "no, closed")],
        &[]
    )]
    #[case::two_ways_to_one_end(&[(Ending::Undeliverable, "", "nobody"), (Ending::Undeliverable, "", "nobody")], &[])]
    #[case::nobody_is_told(&[(Ending::Declined, "", ""), (Ending::TimedOut, "", "")], &[])]
    fn ends_that_are_told_alike_are_found(#[case] played: &[(Ending, &str, &str)], #[case] expected: &[Found]) {
        fn told<'t>(text: &'t &'t str) -> Vec<&'t str> {
            Some(*text).filter(|text| !text.is_empty()).into_iter().collect()
        }
        let cells: Vec<Cell> =
            played.iter().map(|(ending, tool, model)| cell(*ending, &told(tool), &told(model))).collect();
        let kind = |found: &Alike| {
            (found.told, found.share, found.tool_can_tell, found.ends.iter().map(|end| end.ending).collect())
        };
        let found: Vec<Found> = alike(&cells).iter().map(kind).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_question_that_was_not_asked_has_no_end() {
        let unasked = |ending| Cell { is_undeclared: true, ..cell(ending, &["{}"], &["{}"]) };
        assert_eq!(alike(&[unasked(Ending::Declined), unasked(Ending::Dismissed), unasked(Ending::Undeliverable)]), []);
    }

    #[test]
    fn ends_of_others_are_not_compared() {
        let other = Cell { who: "other".to_owned(), ..cell(Ending::TimedOut, &[], &["no"]) };
        assert_eq!(alike(&[cell(Ending::Declined, &[], &["no"]), other]), []);
    }
}
