//! Reading features before anything runs: parsing, and every loss that the parser is silent about.

mod expand;
mod losses;
mod matching;

use std::collections::BTreeMap;

use gherkin::{Feature, GherkinEnv};

use self::expand::Expanded;
use super::{Mistake, Mistakes, case::Case, catalogue::Catalogue, source::Source};

/// Reads every feature to its cases.
///
/// # Errors
/// Every mistake in every feature.
pub fn read(sources: &[Source], catalogue: &Catalogue) -> Result<Vec<Case>, Mistakes> {
    let mut cases = Vec::new();
    let mut mistakes = Vec::new();
    let mut ids: BTreeMap<String, String> = BTreeMap::new();
    for source in sources {
        let feature = match parse(source) {
            Ok(feature) => feature,
            Err(mistake) => {
                mistakes.push(mistake);
                continue;
            }
        };
        let before = mistakes.len();
        losses::find(source, &feature, &mut mistakes);
        if mistakes.len() > before {
            continue;
        }
        for Expanded { id, scenario, background, tags, line } in expand::expand(source, &feature) {
            if let Some(other) = ids.insert(id.clone(), source.file.clone()) {
                let name = &scenario.name;
                let mistake = Mistake::new(format!("two scenarios are called {id:?}, the other in {other}"))
                    .help("give each scenario a name of its own; an outline's name can have its `<columns>`")
                    .at_line(&source.file, &source.text, line, &format!("{name:?} again"));
                mistakes.push(mistake);
            }
            let steps = matching::lines(source, &background, &scenario, catalogue, &mut mistakes);
            cases.push(expand::case(source, &feature, id, line, &scenario, tags, steps));
        }
    }
    if mistakes.is_empty() { Ok(cases) } else { Err(Mistakes(mistakes)) }
}

fn parse(source: &Source) -> Result<Feature, Mistake> {
    // The parser wants a line break at the end of the last line.
    let text = format!("{}\n", source.text.trim_end_matches('\n'));
    Feature::parse(text, GherkinEnv::default()).map_err(|error| {
        // The error's fields are private, and its list has no order: both are taken from its text.
        let told = error.to_string();
        let numbers: Vec<usize> = told
            .trim_start_matches("Error at ")
            .splitn(3, ':')
            .take(2)
            .filter_map(|number| number.trim().parse().ok())
            .collect();
        let (line, column) = match numbers[..] {
            [line, column] => (line, column),
            _ => (1, 1),
        };
        let mut expected: Vec<&str> =
            told.split('"').skip(1).step_by(2).filter(|word| !word.trim().is_empty()).collect();
        expected.sort_unstable();
        expected.dedup();
        let found = source.text.lines().nth(line.saturating_sub(1)).map_or("the end of the file", str::trim);
        let what = if expected.is_empty() { "a feature".to_owned() } else { expected.join(", ") };
        Mistake::new(format!("{}:{line}:{column}: expected {what}, found {found:?}", source.file))
            .help("a feature is `Feature: name`, then scenarios of `Given`, `When` and `Then` lines")
            .at_line(&source.file, &source.text, line, "not understood from here")
    })
}
