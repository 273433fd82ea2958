//! Rules of the person for prompts with the same text, as steps say them: one rule with several visits.

use crate::{
    llm::shell::Memory,
    stage::{Scenario, play, scenario::PersonRule},
    subject::Reference,
};

/// The scenario with one rule for all prompts with the same text, the acts at each as a visit; if the reference plays it as it
/// plays `scenario`. Else the scenario as it is: a visit may fall to a prompt that another rule is for.
pub fn with_visits(scenario: &Scenario) -> Scenario {
    let mut person: Vec<PersonRule> = Vec::new();
    for rule in &scenario.person {
        match person.iter_mut().find(|known| known.prompt == rule.prompt && known.optional == rule.optional) {
            Some(known) => known.visits.extend(rule.visits.iter().cloned()),
            None => person.push(rule.clone()),
        }
    }
    if person.len() == scenario.person.len() {
        return scenario.clone();
    }
    let merged = Scenario { person, ..scenario.clone() };
    let run = |scenario: &Scenario| play(scenario, &mut Reference::default(), &mut Memory::default());
    let (before, after) = (run(scenario), run(&merged));
    let is_same = before.end == after.end && before.faults == after.faults && before.events == after.events;
    if is_same { merged } else { scenario.clone() }
}
