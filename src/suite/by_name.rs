//! Selects scenarios by name without reading the features of all others: the titles tell which are needed.

use memchr::memmem::Finder;

use super::{
    InputErrors, case::Case, catalogue::Catalogue, combinations, combinations::Amount, embedded, fuller, later, lint,
    of_written, read_cases, read_combinations, reworded, select::Selection, source,
};

/// The selected of all cases that the program carries. If they are selected by name, only these are read: their titles
/// tell that.
///
/// # Errors
/// Every mistake in the lines that are read.
pub fn read_selected(selection: &Selection, amount: Amount, catalogue: &Catalogue) -> Result<Vec<Case>, InputErrors> {
    let mut cases = if selection.is_by_name() {
        let texts = selection.required_texts();
        let wanted = Wanted::new(selection, &texts);
        let titles = embedded::TITLES.iter();
        let needed =
            titles.filter(|(path, names)| names.iter().any(|name| wanted.may_be(source::feature_id(path), name)));
        let sources: Vec<_> = needed.filter_map(|(path, _)| source::named(path)).collect();
        let is_selected = |id: &str, name: &str| selection.may_be_called(id, name);
        let is_derived = |id: &str, name: &str| derived_titles(id, name).iter().any(|(id, name)| is_selected(id, name));
        let is_read = |id: &str, name: &str| is_selected(id, name) || is_derived(id, name);
        let mut cases = lint::read(&sources, catalogue, Some(&|id, name, _| is_read(id, name)))?;
        if amount != Amount::None {
            let first: Vec<Case> = cases.iter().filter(|case| is_derived(&case.id, &case.name)).cloned().collect();
            cases.extend(of_written(&first, amount));
            if combinations::may_have(&texts) {
                cases.extend(read_combinations(amount, selection.systems(), catalogue)?);
            }
        }
        cases
    } else {
        let mut cases = read_cases(&[], catalogue)?;
        cases.extend(super::derived(&cases, amount, selection.systems(), catalogue)?);
        cases
    };
    cases.retain(|case| selection.takes(case));
    Ok(cases)
}

/// Which titles may be those of selected scenarios.
struct Wanted<'s> {
    selection: &'s Selection,
    /// A text that the id or the name of every selected scenario has, before a run is derived from it. `None` if none is
    /// known.
    has: Option<Finder<'s>>,
    /// Whether an id may have that text.
    in_ids: bool,
}

impl<'s> Wanted<'s> {
    fn new(selection: &'s Selection, texts: &'s [String]) -> Self {
        let longest = texts.iter().max_by_key(|text| text.len()).filter(|text| !may_be_added(text));
        let of_ids =
            |c: char| c == '/' || c == '-' || c == '.' || c == '_' || c.is_alphanumeric() && !c.is_ascii_uppercase();
        Self { selection, has: longest.map(Finder::new), in_ids: longest.is_none_or(|text| text.chars().all(of_ids)) }
    }

    /// Whether the scenario of a feature with this name, or a run that is derived from it, may be selected.
    fn may_be(&self, feature: &str, name: &str) -> bool {
        let has = |text: &str| self.has.as_ref().is_none_or(|has| has.find(text.as_bytes()).is_some());
        let named = has(name);
        if !named && !self.in_ids && !self.selection.names_former_id() {
            return false;
        }
        let id = lint::scenario_id(feature, name);
        if !named && !has(&id) {
            // Only a former id may have it.
            return self.selection.may_be_called(&id, "");
        }
        let is = |id: &str, name: &str| self.selection.may_be_called(id, name);
        is(&id, name) || derived_titles(&id, name).iter().any(|(id, name)| is(id, name))
    }
}

/// Whether the title of a derived run may have this text without having it from the title of its scenario alone.
fn may_be_added(text: &str) -> bool {
    let ends = |at: usize| text.is_char_boundary(at);
    derived_titles("", "").iter().any(|(before, after)| {
        let begins_with_the_end = (1..text.len()).filter(|at| ends(*at)).any(|at| before.ends_with(&text[..at]));
        let ends_with_the_beginning = (1..text.len()).filter(|at| ends(*at)).any(|at| after.starts_with(&text[at..]));
        before.contains(text) || after.contains(text) || begins_with_the_end || ends_with_the_beginning
    })
}

/// The ids and names of the runs that may be derived from a written scenario.
fn derived_titles(id: &str, name: &str) -> Vec<(String, String)> {
    let mut titles = vec![later::title(id, name)];
    titles.extend(reworded::STYLES.iter().map(|style| reworded::title(id, name, style)));
    titles.extend(fuller::MEMBERS.iter().map(|member| fuller::title(id, name, member)));
    titles
}

#[cfg(test)]
mod tests {
    use super::super::{embedded, lint, source};

    #[test]
    fn the_list_of_titles_that_the_build_makes_is_that_of_the_features() {
        let sources = source::embedded();
        let listed: Vec<_> = embedded::TITLES.iter().map(|(path, _)| source::feature_id(path)).collect();
        assert_eq!(listed, sources.iter().map(|source| source.id.as_str()).collect::<Vec<_>>());
        for (source, (_, names)) in sources.iter().zip(embedded::TITLES) {
            assert_eq!(lint::titles(&source.text), *names, "{}", source.file);
        }
    }
}
