//! Finds the step of every line, before anything runs.

use std::iter;

use gherkin::{Scenario, Step, StepType};

use super::belonging;

use crate::{
    model::text::shorten,
    stage::Scenario as Scripted,
    suite::{
        InputError,
        case::Line,
        catalogue::Catalogue,
        source::Source,
        steps::{self, Draft, Found, Matched, NoMatch, StepError, no_repetition},
    },
    system::System,
};

/// The lines of a scenario, those of its backgrounds first, and the scenario that they build. Every mistake in a line
/// is added to `mistakes`. Lines that another scenario has, too, are taken from `found`.
pub fn lines(
    source: &Source,
    background: &[Step],
    scenario: &Scenario,
    catalogue: &Catalogue,
    found: &mut Found,
    mistakes: &mut Vec<InputError>,
) -> (Vec<Line>, Scripted) {
    let before = mistakes.len();
    let mut lines = Vec::new();
    let mut draft = Draft::default();
    let mut checked = false;
    for step in background.iter().chain(&scenario.steps) {
        let number = step.position.line;
        let mut wrong = |what: &str, help: &str, label: &str| {
            let mistake = InputError::new(format!("{}:{number}: {what}", source.file)).help(help);
            mistakes.push(mistake.at_line(&source.file, &source.text, number, label));
        };
        checked |= step.ty == StepType::Then;
        if checked && step.ty != StepType::Then {
            let help = "every scenario is played once, at its first Then; put everything that happens before that";
            wrong("a Given or When after the first Then", help, "too late");
        }
        if step.table.is_some() {
            wrong(
                "a table below a step",
                "no step takes a table, so it would be lost; give JSON in a doc string",
                "here",
            );
        }
        for odd in iter::once(&step.value).chain(&step.docstring).filter_map(|text| no_repetition(text)) {
            let help = "write `⟨2001×ab⟩`: a number of at most six digits, ×, and the text, of at most 20 characters";
            wrong(&format!("`{}` is no repetition", shorten(odd, 60)), help, "here");
        }
        match found.find(step.ty, &step.value, step.docstring.as_deref()) {
            Ok(matched) => {
                requirements(&matched, catalogue, &mut wrong);
                if let Err(why) = matched.build(&mut draft) {
                    let help = format!("the step is `{}`: {}", matched.step.expression, matched.step.about);
                    wrong(&why.to_string(), &help, "this step");
                }
                let (keyword, text) = (step.keyword.trim().to_owned(), step.value.clone());
                lines.push(Line {
                    keyword,
                    text,
                    docstring: step.docstring.clone(),
                    line: number,
                    kind: step.ty,
                    matched,
                });
            }
            Err(why) => {
                let (what, help, label) = no_match(step, &why);
                wrong(&what, &help, label);
            }
        }
    }
    if mistakes.len() == before {
        let line = scenario.position.line;
        if let Err((why, help)) = whole(&draft) {
            // The text around a scenario file is not the user's.
            let mistake = if source.is_scenario_file() {
                InputError::new(format!("{}: {why}", source.file)).help(help)
            } else {
                let mistake = InputError::new(format!("{}:{line}: {why}", source.file)).help(help);
                mistake.at_line(&source.file, &source.text, line, "this scenario")
            };
            mistakes.push(mistake);
        }
        belonging::find(source, &lines, &draft.scenario, catalogue, mistakes);
    }
    (lines, draft.scenario)
}

/// What is wrong with a line that means no step, what to do, and a word for it.
fn no_match(step: &Step, why: &NoMatch) -> (String, String, &'static str) {
    match why {
        NoMatch::Undefined(nearest) => {
            let nearest = || format!("the nearest {:?} is `{nearest}`; `hotseat steps` lists all", step.ty);
            let help = under_another_keyword(step).unwrap_or_else(nearest);
            (format!("no {:?} reads {:?}", step.ty, step.value), help, "undefined step")
        }
        NoMatch::Ambiguous(expressions) => {
            let help = format!("they are `{}`; write the line so that one is meant", expressions.join("` and `"));
            (format!("{} steps read {:?}", expressions.len(), step.value), help, "ambiguous step")
        }
    }
}

/// The keyword under which the line would mean a step.
fn under_another_keyword(step: &Step) -> Option<String> {
    let kinds = [StepType::Given, StepType::When, StepType::Then];
    let found = kinds.into_iter().find_map(|kind| Some((kind, steps::find(kind, &step.value, None).ok()?)));
    found.map(|(kind, matched)| format!("`{}` is a {kind:?}", matched.step.expression))
}

fn requirements(matched: &Matched, catalogue: &Catalogue, wrong: &mut impl FnMut(&str, &str, &str)) {
    for id in matched.requirements.iter().filter(|id| catalogue.requirement(id).is_none()) {
        let near = catalogue.nearest(id);
        let help = format!("is `{near}` meant? `hotseat explain {near}` shows it");
        wrong(&format!("there is no requirement `{id}`"), &help, "unknown requirement");
    }
}

/// What is wrong with a scenario as a whole, and what to do.
pub fn whole(draft: &Draft) -> Result<(), (String, String)> {
    let unsaid = |why: StepError| (why.to_string(), "the message that it belongs to comes after it".to_owned());
    draft.unsaid().map_err(unsaid).and_then(|()| playable(&draft.scenario))
}

fn playable(scenario: &Scripted) -> Result<(), (String, String)> {
    let known: Vec<&str> = System::ALL.iter().map(|system| system.name).collect();
    let known = known.join(", ");
    if scenario.system.is_empty() {
        let help = format!("begin with `Given the system \"...\"`; known are {known}");
        return Err(("the scenario belongs to no system".to_owned(), help));
    }
    let Some(system) = System::named(&scenario.system) else {
        return Err((format!("there is no system {:?}", scenario.system), format!("known are {known}")));
    };
    if !scenario.profile.is_empty() && !system.profiles.contains(&scenario.profile.as_str()) {
        let help = format!("known are {}", system.profiles.join(", "));
        return Err((format!("{} has no profile {:?}", system.name, scenario.profile), help));
    }
    scenario.check().map_err(|why| (why.to_string(), "a scenario is played as it stands".to_owned()))
}

#[cfg(test)]
mod tests {
    use gherkin::{LineCol, Span, Step, StepType};

    use super::no_match;
    use crate::suite::steps::NoMatch;

    /// Today no two steps of the table read the same line. If two did, an author would see this.
    #[test]
    fn an_ambiguous_line_is_told_with_the_steps_that_read_it() {
        let step = Step {
            keyword: "Given".to_owned(),
            ty: StepType::Given,
            value: "a tool \"deploy\"".to_owned(),
            docstring: None,
            table: None,
            span: Span::default(),
            position: LineCol::default(),
        };
        let (what, help, label) = no_match(&step, &NoMatch::Ambiguous(vec!["a tool {string}", "a tool {}"]));
        assert_eq!(what, r#"2 steps read "a tool \"deploy\"""#);
        assert_eq!(help, "they are `a tool {string}` and `a tool {}`; write the line so that one is meant");
        assert_eq!(label, "ambiguous step");
    }
}
