//! Whether what a `Then` names is asked of whoever plays its scenario.
//!
//! **Absent here:** whether there is such a requirement; that is looked at with the line itself.

use crate::{
    stage::Scenario as Scripted,
    suite::{InputError, case::Line, catalogue::Catalogue, source::Source},
    system::System,
};

/// Every requirement that a `Then` names of a profile that its scenario is not played in: those who are judged by it
/// are not those who are asked.
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
