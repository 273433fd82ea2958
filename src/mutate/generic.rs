//! Mutants of nothing in particular: each kind of message of each system left out, doubled, late, or out of turn.

use std::sync::LazyLock;

use indexmap::IndexMap;

use super::{
    kind::On,
    row::{Change, Do},
};
use crate::system::System;

/// A mutant that does one thing with every message of a kind.
#[derive(Clone, Debug)]
pub struct Generic {
    /// Its name: `deepchat/effect/turn/paused/drop`.
    pub id: String,
    /// The system.
    pub system: &'static str,
    /// The kind of message.
    pub on: On,
    /// What it alters.
    pub changes: Vec<Change>,
}

/// Every one, by system, kind and deed.
pub fn generics() -> &'static [Generic] {
    static GENERICS: LazyLock<Vec<Generic>> = LazyLock::new(|| {
        let mut generics = Vec::new();
        for system in &System::ALL {
            for on in On::all() {
                generics.extend(deeds(on).into_iter().map(|(word, does)| Generic {
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

/// What is done with it. An input that changes places with the next is late by one; so late ones are late by two.
fn deeds(on: On) -> [(&'static str, Do); 4] {
    let late = if on.is_input() { 2 } else { 1 };
    [("drop", Do::Drop), ("double", Do::Double), ("delay", Do::Delay(late)), ("swap", Do::Swap)]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::generics;
    use crate::{mutate::kind::On, system::System};

    #[test]
    fn every_kind_of_every_system_is_altered_in_four_ways() {
        let ids: BTreeSet<&str> = generics().iter().map(|generic| generic.id.as_str()).collect();
        assert_eq!(ids.len(), System::ALL.len() * On::all().len() * 4);
        assert!(ids.iter().any(|id| id.ends_with("/input/person/answer/double")), "{ids:?}");
        assert!(ids.iter().any(|id| id.ends_with("/effect/record/swap")), "{ids:?}");
    }
}
