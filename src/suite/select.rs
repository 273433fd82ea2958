//! Selects the cases to run.

use std::str::FromStr;

use gherkin::tagexpr::TagOperation;
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use regex::Regex;
use regex_syntax::hir::{Hir, HirKind};

use super::{InputError, case::Case, catalogue::Catalogue, former_ids};
use crate::system::System;

/// The filters of the command line. A case is selected if all of them take it.
#[derive(Default)]
pub struct Selection {
    systems: Systems,
    tags: Option<TagOperation>,
    name: Option<Regex>,
    /// Whether a former id has the name.
    names_former_id: bool,
    requirement: Option<String>,
}

/// Systems that are selected; none means every system.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Systems(Vec<String>);

impl Systems {
    /// The systems with these names.
    ///
    /// # Errors
    /// The first name that is no system's.
    pub fn parse(names: &[String]) -> Result<Self, InputError> {
        match names.iter().find(|name| System::named(name).is_none()) {
            None => Ok(Self(names.to_vec())),
            Some(unknown) => {
                let known: Vec<&str> = System::ALL.iter().map(|system| system.name).collect();
                Err(InputError::new(format!("there is no system {unknown:?}"))
                    .help(format!("known are {}", known.join(", "))))
            }
        }
    }

    /// Whether this system is selected.
    pub fn have(&self, system: &str) -> bool {
        self.0.is_empty() || self.0.iter().any(|selected| selected == system)
    }
}

/// The texts that every text has in which a regular expression is found. A pattern in which letters may have any case, for
/// example, has none.
fn required_texts(pattern: &Hir, texts: &mut Vec<String>) {
    match pattern.kind() {
        HirKind::Literal(literal) => texts.extend(String::from_utf8(literal.0.to_vec())),
        HirKind::Capture(capture) => required_texts(&capture.sub, texts),
        HirKind::Repetition(repetition) if repetition.min > 0 => required_texts(&repetition.sub, texts),
        HirKind::Concat(parts) => parts.iter().for_each(|part| required_texts(part, texts)),
        HirKind::Empty | HirKind::Class(_) | HirKind::Look(_) | HirKind::Repetition(_) | HirKind::Alternation(_) => {}
    }
}

impl Selection {
    /// Reads the filters of the command line.
    ///
    /// # Errors
    /// The first filter that is unknown or does not parse.
    pub fn parse(
        systems: &[String],
        tags: Option<&str>,
        name: Option<&str>,
        requirement: Option<&str>,
        catalogue: &Catalogue,
    ) -> Result<Self, InputError> {
        let systems = Systems::parse(systems)?;
        if let Some(id) = requirement.filter(|id| catalogue.requirement(id).is_none()) {
            let near = catalogue.nearest(id);
            return Err(InputError::new(format!("there is no requirement {id:?}")).help(format!("is `{near}` meant?")));
        }
        let tags = tags
            .map(|text| {
                TagOperation::from_str(text).map_err(|_| {
                    InputError::new(format!("{text:?} is no tag expression")).help(
                        "write tags with @, joined by `and`, `or`, `not` and parentheses: `@open and not @RTE-10`",
                    )
                })
            })
            .transpose()?;
        let name = name
            .map(|text| {
                Regex::new(text).map_err(|error| {
                    InputError::new(format!("{text:?} is no regular expression: {error}"))
                        .help("a plain word finds every scenario with that word in its id or name")
                })
            })
            .transpose()?;
        let names_former_id = name.as_ref().is_some_and(|name: &Regex| former_ids::any(|former| name.is_match(former)));
        Ok(Self { systems, tags, name, names_former_id, requirement: requirement.map(str::to_owned) })
    }

    /// The selected systems.
    pub const fn systems(&self) -> &Systems {
        &self.systems
    }

    /// Whether only scenarios with certain names are selected.
    pub const fn is_by_name(&self) -> bool {
        self.name.is_some()
    }

    /// Whether a former id has the name, so that the scenario that once had it is selected.
    pub const fn names_former_id(&self) -> bool {
        self.names_former_id
    }

    /// Whether a scenario that the program carries is selected by this id, or by this name.
    pub fn may_be_called(&self, id: &str, name: &str) -> bool {
        self.name.as_ref().is_none_or(|wanted| {
            let is_former = || former_ids::former(id).iter().any(|id| wanted.is_match(id));
            wanted.is_match(name) || wanted.is_match(id) || self.names_former_id && is_former()
        })
    }

    /// Texts that the id or the name of every selected scenario has, as one piece each.
    pub fn required_texts(&self) -> Vec<String> {
        let mut texts = Vec::new();
        if let Some(pattern) = self.name.as_ref().and_then(|name| regex_syntax::parse(name.as_str()).ok()) {
            required_texts(&pattern, &mut texts);
        }
        texts
    }

    /// Whether `case` is selected.
    pub fn takes(&self, case: &Case) -> bool {
        let system = self.systems.have(&case.system);
        let tags = self.tags.as_ref().is_none_or(|tags| holds(tags, case));
        let name = self.name.as_ref().is_none_or(|name| {
            let is_former = || case.is_called(|id| name.is_match(id));
            name.is_match(&case.name) || name.is_match(&case.id) || self.names_former_id && is_former()
        });
        let requirement = self.requirement.as_ref().is_none_or(|id| case.requirements().any(|found| found == id));
        system && tags && name && requirement
    }
}

fn holds(tags: &TagOperation, case: &Case) -> bool {
    match tags {
        TagOperation::And(a, b) => holds(a, case) && holds(b, case),
        TagOperation::Or(a, b) => holds(a, case) || holds(b, case),
        TagOperation::Not(a) => !holds(a, case),
        TagOperation::Tag(tag) => case.tags.contains(tag.trim_start_matches('@')),
    }
}

/// Shuffles `items` by `seed`. The order is the same on every machine and in every version.
pub fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for last in (1..items.len()).rev() {
        let bound = last as u64 + 1;
        // The bias of the remainder is harmless here. The crate's own range sampling may change between versions.
        let at = usize::try_from(random.next_u64() % bound).unwrap_or(last);
        items.swap(last, at);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use rstest::rstest;

    use super::{Selection, Systems, shuffle};
    use crate::suite::{case::Case, catalogue::Catalogue, combinations::Amount, derived, read_cases, read_selected};

    /// Every case that the program carries.
    static ALL: LazyLock<Vec<Case>> = LazyLock::new(|| {
        let catalogue = Catalogue::embedded();
        let mut cases = read_cases(&[], catalogue).unwrap();
        cases.extend(derived(&cases, Amount::Array, &Systems::default(), catalogue).unwrap());
        cases
    });

    #[rstest]
    #[case::a_whole_name("^An empty question is refused without a terminal, too$")]
    #[case::a_row_of_an_outline("target \"user\", no terminal")]
    #[case::an_id("jp/routing/row-1")]
    #[case::later_runs("terminal, too, later$")]
    #[case::reworded_runs("^reworded/[a-z-]+/pi/")]
    #[case::fuller_runs("^fuller/")]
    #[case::a_combination("asker=ask_user,terminal=no")]
    #[case::combinations_by_their_words("asker ask user, terminal no")]
    #[case::a_pattern("(?i)CANCEL.*(twice|again)")]
    #[case::nothing("no scenario is called like this")]
    fn what_is_selected_by_name_is_what_is_selected_of_all(#[case] name: &str) {
        let catalogue = Catalogue::embedded();
        let selection = Selection::parse(&[], None, Some(name), None, catalogue).unwrap();
        let found = read_selected(&selection, Amount::Array, catalogue).unwrap();
        let ids = |cases: &mut dyn Iterator<Item = &Case>| cases.map(|case| case.id.clone()).collect::<Vec<_>>();
        assert_eq!(ids(&mut found.iter()), ids(&mut ALL.iter().filter(|case| selection.takes(case))));
    }

    #[test]
    fn a_seed_gives_the_same_order_in_every_version() {
        let mut items: Vec<u32> = (0..8).collect();
        shuffle(&mut items, 7);
        assert_eq!(items, [4, 1, 6, 0, 5, 7, 2, 3], "this order is a promise");
    }
}
