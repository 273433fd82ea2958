//! `--update-snapshots`

use std::{collections::BTreeSet, fs, io, path::Path};

use super::say;
use crate::suite::{
    InputError,
    case::{Case, Origin},
    outcome::Outcome,
    snapshot::{self, Store, path_of},
};

/// Writes the snapshots of the runs without a fault, and says what changed. If the features of `cases` were read whole, it
/// removes those of their scenarios that are no more.
///
/// # Errors
/// Each file that could not be written or removed.
pub fn update(folder: &Path, outcomes: &[Outcome], cases: &[&Case], is_whole: bool) -> Vec<InputError> {
    let store = Store::Folder(folder.to_owned());
    let (mut added, mut changed, mut same, mut removed, mut unwritten) = (0, 0, 0, 0, Vec::new());
    let written = outcomes
        .iter()
        .filter(|outcome| outcome.end.is_some() && outcome.faults.is_empty() && outcome.case.origin == Origin::Written);
    for outcome in written {
        let id = &outcome.case.id;
        match store.compare(id, &outcome.events, true) {
            Ok(None) => {
                same += 1;
                continue;
            }
            Ok(Some(drift)) if drift.expected.is_none() => added += 1,
            Ok(Some(_)) | Err(_) => changed += 1,
        }
        unwritten.extend(snapshot::write(folder, id, &outcome.events).err());
    }
    if is_whole {
        match stale(&store, cases) {
            Ok(paths) => {
                for path in paths {
                    match fs::remove_file(folder.join(&path)) {
                        Ok(()) => removed += 1,
                        Err(error) => unwritten.push(InputError::new(format!("{path}: {error}"))),
                    }
                }
            }
            Err(error) => unwritten.push(error),
        }
    }
    let name = folder.display();
    let text = format!("snapshots in {name}: {added} added, {changed} changed, {removed} removed, {same} as before\n");
    say(&mut io::stderr(), &text);
    unwritten
}

/// The snapshots of these features that belong to none of their scenarios.
fn stale(store: &Store, cases: &[&Case]) -> Result<Vec<String>, InputError> {
    let feature = |id: &str| id.rsplit_once('/').map(|(feature, _)| feature.to_owned());
    let features: BTreeSet<String> = cases.iter().filter_map(|case| feature(&case.id)).collect();
    let ids: BTreeSet<String> = cases.iter().map(|case| case.id.clone()).collect();
    let mut unreferred = store.unreferred(&ids)?;
    unreferred.retain(|path| feature(path).is_some_and(|feature| features.contains(&feature)));
    debug_assert!(cases.iter().all(|case| !unreferred.contains(&path_of(&case.id))), "a snapshot in use is kept");
    Ok(unreferred)
}
