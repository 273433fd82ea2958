//! Ids that embedded scenarios had in earlier versions. A command, a script or a CI file that names one still finds its
//! scenario.
//!
//! The list is `features/former-ids.tsv`. Each line has a former id, a tab, and the id that replaced it. A scenario
//! that is renamed again adds a line, and we follow the chain.

use std::{collections::BTreeMap, sync::LazyLock};

/// Every former id, with the id that replaced it.
fn replaced() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("../../features/former-ids.tsv").lines().filter_map(|line| line.split_once('\t'))
}

/// The id that replaced each former id.
static NEXT: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| replaced().collect());

/// Whether `fits` takes a former id. The tables are not made for that.
pub fn any(fits: impl Fn(&str) -> bool) -> bool {
    replaced().any(|(old, _)| fits(old))
}

/// The longest chain of renamings that we follow, so that a list with a cycle ends, too.
const RENAMED_MAX: usize = 100;

/// Today's id of the scenario that once had the id `id`; `None` if no scenario had it.
pub fn current(id: &str) -> Option<&'static str> {
    let mut found = *NEXT.get(id)?;
    for _ in 0..RENAMED_MAX {
        match NEXT.get(found) {
            Some(next) => found = next,
            None => break,
        }
    }
    Some(found)
}

/// The former ids of the scenario with today's id `id`.
pub fn former(id: &str) -> &'static [&'static str] {
    static FORMER: LazyLock<BTreeMap<&str, Vec<&str>>> = LazyLock::new(|| {
        let mut former: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for old in NEXT.keys() {
            former.entry(current(old).unwrap_or(old)).or_default().push(old);
        }
        former
    });
    FORMER.get(id).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{NEXT, current, former};
    use crate::suite::{catalogue::Catalogue, read_cases};

    #[test]
    fn every_former_id_leads_to_a_scenario() {
        let cases = read_cases(&[], Catalogue::embedded()).unwrap();
        let ids: BTreeSet<&str> = cases.iter().map(|case| case.id.as_str()).collect();
        for (old, next) in &*NEXT {
            assert!(!ids.contains(old), "{old} is the id of a scenario again, so it cannot stand for {next}");
            let found = current(old).unwrap();
            assert!(ids.contains(found), "{old} leads to {found}, which is no scenario");
            assert!(former(found).contains(old), "{found} does not know that it was {old}");
        }
    }

    #[test]
    fn an_unknown_id_has_no_current_and_no_former_ids() {
        assert_eq!((current("jp/nowhere"), former("jp/nowhere")), (None, &[][..]));
    }
}
