//! Collects features: those that the program carries, or those in a user's files and folders.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    InputError, InputErrors, embedded,
    files::{FEATURE_MAX, read_text},
    scenarios,
};

/// The text of a feature, with its file and id.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file, as messages name it.
    pub file: String,
    /// The beginning of its scenarios' ids, such as `jp/routing`.
    pub id: String,
    /// The text, without a byte order mark.
    pub text: String,
    /// Whether the program carries the feature. Every scenario of such a feature must have a snapshot.
    pub embedded: bool,
    /// The name of its only scenario in ids, if the name is not made from the scenario's title.
    pub scenario: Option<String>,
}

impl Source {
    /// Whether the file is a scenario file. Then the text is a generated feature that plays it.
    pub fn is_scenario_file(&self) -> bool {
        is_json(Path::new(&self.file))
    }

    /// Whether a scenario of this feature may have the id `id`.
    pub fn may_hold(&self, id: &str) -> bool {
        id.strip_prefix(&self.id).is_some_and(|name| name.starts_with('/'))
    }
}

fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "json")
}

/// Every feature that the program carries.
pub fn embedded() -> Vec<Source> {
    embedded::features().into_iter().map(|(path, text)| carried(&path, text)).collect()
}

/// The feature that the program carries at this path below `features`.
pub fn named(path: &str) -> Option<Source> {
    Some(carried(path, embedded::feature(path)?))
}

/// The feature with this path below `features` and this text.
fn carried(path: &str, text: &str) -> Source {
    Source {
        file: format!("features/{path}"),
        id: feature_id(path).to_owned(),
        text: text.to_owned(),
        embedded: true,
        scenario: None,
    }
}

/// The beginning of the ids of the scenarios in a feature that the program carries, by its path below `features`.
pub fn feature_id(path: &str) -> &str {
    path.trim_end_matches(".feature")
}

/// The features in `paths`: the files themselves, and every `.feature` file below a folder. For a scenario file
/// (`.json`) we generate a feature that plays it.
///
/// # Errors
/// Every path that cannot be read.
pub fn read(paths: &[PathBuf]) -> Result<Vec<Source>, InputErrors> {
    let mut files = Vec::new();
    let mut mistakes = Vec::new();
    for path in paths {
        if let Err(mistake) = collect(path, true, &[], &mut files) {
            mistakes.push(mistake.help("give a feature file, a scenario file, or a folder of features"));
        }
    }
    let mut sources = Vec::new();
    for file in files {
        match read_file(&file) {
            Ok(source) => sources.push(source),
            Err(mistake) => mistakes.push(mistake),
        }
    }
    if mistakes.is_empty() { Ok(sources) } else { Err(InputErrors(mistakes)) }
}

/// Adds the features at or below `path`. `above` are the folders on the way, without links: a link to one of them would
/// lead round in a circle, so it is passed over. So is a link to nothing that nobody named.
fn collect(path: &Path, named: bool, above: &[PathBuf], files: &mut Vec<PathBuf>) -> Result<(), InputError> {
    let unread = |error: io::Error| InputError::new(format!("{}: {error}", path.display()));
    let is_feature = path.extension().is_some_and(|ending| ending == "feature");
    let metadata = match fs::metadata(path) {
        Err(_) if !named && !is_feature && path.is_symlink() => return Ok(()),
        metadata => metadata.map_err(unread)?,
    };
    if !metadata.is_dir() {
        if named || is_feature {
            files.push(path.to_owned());
        }
        return Ok(());
    }
    let folder = fs::canonicalize(path).map_err(unread)?;
    if above.contains(&folder) {
        return Ok(());
    }
    let above = [above, &[folder]].concat();
    let entries = fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut entries: Vec<PathBuf> = entries.map_err(unread)?.into_iter().map(|entry| entry.path()).collect();
    entries.sort_unstable();
    entries.iter().try_for_each(|entry| collect(entry, false, &above, files))
}

fn read_file(path: &Path) -> Result<Source, InputError> {
    let file = path.display().to_string().replace('\\', "/");
    if is_json(path) {
        scenarios::load(&file)?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = format!("Feature: {stem}\n  Scenario: {stem}\n    Given the scenario {file:?}\n");
        return Ok(Source { id: id_of(&file), file, text, embedded: false, scenario: None });
    }
    let size = fs::metadata(path).map_err(|error| InputError::new(format!("{file}: {error}")))?.len();
    if size > FEATURE_MAX {
        return Err(InputError::new(format!("{file} has {size} bytes; a feature may have {FEATURE_MAX}"))
            .help("split it into several features"));
    }
    let text = read_text(path, FEATURE_MAX)?;
    Ok(Source { id: id_of(&file), file, text, embedded: false, scenario: None })
}

/// The id of a feature: its path below the last folder called `features`, or else the name of its file. The id of a
/// scenario file is `scenario`.
pub(super) fn id_of(file: &str) -> String {
    if is_json(Path::new(file)) {
        return "scenario".to_owned();
    }
    let path = file.trim_end_matches(".feature");
    let below = path.rfind("features/").filter(|at| *at == 0 || path[..*at].ends_with('/'));
    let id = below.map_or_else(|| path.rsplit('/').next().unwrap_or(path), |at| &path[at + "features/".len()..]);
    // An id is also a path below the folders of streams and snapshots. It must not lead out of them.
    let id = id.split('/').filter(|part| !matches!(*part, "" | "." | "..")).collect::<Vec<_>>().join("/");
    id.split_whitespace().collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::id_of;

    #[rstest]
    #[case("features/jp/routing.feature", "jp/routing")]
    #[case("/home/me/agent/features/mine.feature", "mine")]
    #[case("tests/bad/stuck.feature", "stuck")]
    #[case("old-features/x.feature", "x")]
    #[case("features/../../x.feature", "x")]
    #[case("features/.//a/./x.feature", "a/x")]
    #[case("features/my agent/two  words.feature", "my-agent/two-words")]
    fn an_id_is_the_path_below_the_features_folder(#[case] file: &str, #[case] id: &str) {
        assert_eq!(id_of(file), id);
    }
}
