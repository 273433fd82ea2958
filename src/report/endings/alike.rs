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
    /// What is told of the first, which is no act of a person, has what is told of the second, which is one.
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

/// The ends that are told alike, by who asks. Ends of which nothing is told have not come about, and are left out.
pub fn alike(cells: &[Cell]) -> Vec<Alike> {
    let mut by_who: IndexMap<&str, Vec<&Cell>> = IndexMap::new();
    cells.iter().for_each(|cell| by_who.entry(&cell.who).or_default().push(cell));
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
                found.push(Alike { who: who.to_owned(), told, words: words.clone(), share: Share::Whole, ends });
            }
        }
        for (words, group) in &groups {
            let of_no_act: Vec<&Cell> = group.iter().copied().filter(|cell| !cell.ending.is_an_act()).collect();
            let said = |(other, _): &(&String, &Vec<&Cell>)| *other != words && words.contains(other.as_str());
            for (_, acts) in groups.iter().filter(said).filter(|_| !of_no_act.is_empty()) {
                let acts: Vec<&Cell> = acts.iter().copied().filter(|cell| cell.ending.is_an_act()).collect();
                if !acts.is_empty() {
                    let ends = ends(&[&of_no_act[..], &acts[..]].concat());
                    found.push(Alike { who: who.to_owned(), told, words: words.clone(), share: Share::Part, ends });
                }
            }
        }
    }
    found
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
