//! Checks that each requirement that a `Then` names is asked of the subjects that play its scenario.
//!
//! **Absent here:** whether the requirement exists; matching the line checks that.

use crate::{
    stage::Scenario as Scripted,
    suite::{InputError, case::Line, catalogue::Catalogue, source::Source},
    system::System,
};

/// Finds every requirement of another system than the scenario's, and of a profile in which the scenario is not played.
/// Such a `Then` would judge subjects of which the requirement is not asked.
pub fn find(
    source: &Source,
    lines: &[Line],
    scenario: &Scripted,
    catalogue: &Catalogue,
    mistakes: &mut Vec<InputError>,
) {
    let Some(system) = System::named(&scenario.system) else { return };
    let played = system.played_in(&scenario.profile);
    for Line { line, matched, .. } in lines {
        for id in &matched.requirements {
            if catalogue.area(id).is_some_and(|area| !catalogue.is_on_a_page_of(area, system.name)) {
                let what = format!(
                    "`{id}` is asked of {}, and the scenario is one of {}",
                    catalogue.systems_of(id).join(" and "),
                    system.name
                );
                let help =
                    format!("name a requirement of {}, or none; `hotseat explain {id}` shows this one", system.name);
                let mistake = InputError::new(format!("{}:{line}: {what}", source.file)).help(help);
                mistakes.push(mistake.at_line(&source.file, &source.text, *line, "asked of others"));
                continue;
            }
            let asked = catalogue.requirement(id).and_then(|row| row.profile.as_deref());
            let Some(asked) = asked.filter(|asked| *asked != played && !system.modifiers.contains(asked)) else {
                continue;
            };
            let what = format!(
                "`{id}` is asked in the profile {asked:?}, and the scenario is played in the profile {played:?}"
            );
            let help =
                format!("name a requirement that is asked there, or none; `hotseat explain {id}` shows this one");
            let mistake = InputError::new(format!("{}:{line}: {what}", source.file)).help(help);
            mistakes.push(mistake.at_line(&source.file, &source.text, *line, "asked of others"));
        }
    }
}
