//! Lines to steps, before anything runs.

use gherkin::{Scenario, Step, StepType};

use crate::{
    suite::{
        Mistake,
        case::Line,
        catalogue::Catalogue,
        source::Source,
        steps::{self, NoMatch},
    },
    system::System,
};

/// The lines of a scenario, those of its backgrounds first; what means no step is added to `mistakes`.
pub fn lines(
    source: &Source,
    background: &[Step],
    scenario: &Scenario,
    catalogue: &Catalogue,
    mistakes: &mut Vec<Mistake>,
) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut checked = false;
    for step in background.iter().chain(&scenario.steps) {
        let number = step.position.line;
        let point = |mistake: Mistake, label: &str| mistake.at_line(&source.file, &source.text, number, label);
        let place = format!("{}:{number}", source.file);
        checked |= step.ty == StepType::Then;
        if checked && step.ty != StepType::Then {
            let mistake = Mistake::new(format!("{place}: a Given or When after the first Then"))
                .help("every scenario is played once, at its first Then; put everything that happens before that");
            mistakes.push(point(mistake, "too late"));
        }
        match steps::find(step.ty, &step.value, step.docstring.clone()) {
            Ok(matched) => {
                for id in matched.requirements.iter().filter(|id| catalogue.requirement(id).is_none()) {
                    let near = catalogue.nearest(id);
                    let mistake = Mistake::new(format!("{place}: there is no requirement `{id}`"))
                        .help(format!("is `{near}` meant? `hotseat explain {near}` shows it"));
                    mistakes.push(point(mistake, "unknown requirement"));
                }
                let names_system = matched.step.expression == "the system {string}";
                if names_system && System::named(&matched.args.text(0)).is_none() {
                    let known: Vec<&str> = System::ALL.iter().map(|system| system.name).collect();
                    let mistake = Mistake::new(format!("{place}: there is no system {:?}", matched.args.text(0)))
                        .help(format!("known are {}", known.join(", ")));
                    mistakes.push(point(mistake, "unknown system"));
                }
                let (keyword, text) = (step.keyword.trim().to_owned(), step.value.clone());
                lines.push(Line { keyword, text, line: number, kind: step.ty, matched });
            }
            Err(NoMatch::Undefined(nearest)) => {
                let mistake = Mistake::new(format!("{place}: no step reads {:?}", step.value))
                    .help(format!("the nearest {:?} is `{nearest}`; `hotseat steps` lists all", step.ty));
                mistakes.push(point(mistake, "undefined step"));
            }
            Err(NoMatch::Ambiguous(expressions)) => {
                let mistake = Mistake::new(format!("{place}: {} steps read this line", expressions.len()))
                    .help(format!("they are: {}", expressions.join("; ")));
                mistakes.push(point(mistake, "ambiguous step"));
            }
        }
    }
    lines
}
