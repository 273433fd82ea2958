//! Generic mutants: they leave out, double, delay or swap each kind of message of each system.

use std::sync::LazyLock;

use indexmap::IndexMap;

use super::{
    kind::On,
    row::{Change, Do},
};
use crate::system::System;

/// A mutant that does the same to every message of a kind.
#[derive(Clone, Debug)]
pub struct Generic {
    /// Its id, such as `deepchat/effect/turn/paused/drop`.
    pub id: String,
    /// The system.
    pub system: &'static str,
    /// The kind of message.
    pub on: On,
    /// Its changes.
    pub changes: Vec<Change>,
}

/// Every generic mutant, by system, kind and change.
pub fn generics() -> &'static [Generic] {
    static GENERICS: LazyLock<Vec<Generic>> = LazyLock::new(|| {
        let mut generics = Vec::new();
        for system in &System::ALL {
            for on in On::all() {
                generics.extend(changes_to(on).into_iter().map(|(word, does)| Generic {
                    id: format!("{}/{on}/{word}", system.name),
                    system: system.name,
                    on,
                    changes: vec![Change {
                        on,
                        filter: IndexMap::new(),
                        nth: None,
                        since: None,
                        until: None,
                        does: vec![does],
                    }],
                }));
            }
        }
        generics
    });
    &GENERICS
}

/// The changes to a kind of message. A swapped input comes one delivery late, so a delayed input comes two late.
fn changes_to(on: On) -> [(&'static str, Do); 4] {
    let late = if on.is_input() { 2 } else { 1 };
    [("drop", Do::Drop), ("double", Do::Double), ("delay", Do::Delay(late)), ("swap", Do::Swap)]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::generics;
    use crate::{mutate::kind::On, system::System};

    #[test]
    fn there_are_four_mutants_for_each_kind_of_message_in_each_system() {
        let ids: BTreeSet<&str> = generics().iter().map(|generic| generic.id.as_str()).collect();
        assert_eq!(ids.len(), System::ALL.len() * On::all().len() * 4);
        assert!(ids.iter().any(|id| id.ends_with("/input/person/answer/double")), "{ids:?}");
        assert!(ids.iter().any(|id| id.ends_with("/effect/record/swap")), "{ids:?}");
    }
}
