//! Selects the cases to run.

use std::str::FromStr;

use gherkin::tagexpr::TagOperation;
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use regex::Regex;

use super::{InputError, case::Case, catalogue::Catalogue};
use crate::system::System;

/// The filters of the command line. A case is selected if all of them take it.
#[derive(Default)]
pub struct Selection {
    system: Option<String>,
    tags: Option<TagOperation>,
    name: Option<Regex>,
    requirement: Option<String>,
}

impl Selection {
    /// Reads the filters of the command line.
    ///
    /// # Errors
    /// The first filter that is unknown or does not parse.
    pub fn parse(
        system: Option<&str>,
        tags: Option<&str>,
        name: Option<&str>,
        requirement: Option<&str>,
        catalogue: &Catalogue,
    ) -> Result<Self, InputError> {
        if let Some(system) = system.filter(|system| System::named(system).is_none()) {
            let known: Vec<&str> = System::ALL.iter().map(|system| system.name).collect();
            return Err(InputError::new(format!("there is no system {system:?}"))
                .help(format!("known are {}", known.join(", "))));
        }
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
        Ok(Self { system: system.map(str::to_owned), tags, name, requirement: requirement.map(str::to_owned) })
    }

    /// Whether `case` is selected.
    pub fn takes(&self, case: &Case) -> bool {
        let system = self.system.as_ref().is_none_or(|system| case.system == *system);
        let tags = self.tags.as_ref().is_none_or(|tags| holds(tags, case));
        let name =
            self.name.as_ref().is_none_or(|name| case.is_called(|id| name.is_match(id)) || name.is_match(&case.name));
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
    use super::shuffle;

    #[test]
    fn a_seed_gives_the_same_order_in_every_version() {
        let mut items: Vec<u32> = (0..8).collect();
        shuffle(&mut items, 7);
        assert_eq!(items, [4, 1, 6, 0, 5, 7, 2, 3], "this order is a promise");
    }
}
