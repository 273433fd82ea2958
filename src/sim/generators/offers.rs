//! A person who answers with what a prompt offers, for every system.

use crate::{
    model::Key,
    sim::draws::{Draws, Stream},
    system::{Act, Offers, Prompt},
};

/// The acts that answer a prompt with what it offers. If the prompt takes a text, the text is `text`.
pub fn by_offers(prompt: &Prompt, text: &str, draws: &mut Draws) -> Vec<Act> {
    let Offers { keys, choices, several, typing, .. } = &prompt.offers;
    let has_yes = keys.contains(&Key::Char('y'));
    if *several && !choices.is_empty() {
        let mut acts: Vec<Act> = Vec::new();
        for choice in choices {
            if acts.is_empty() || draws.chance(Stream::Person, "one more", 40) {
                acts.push(Act::Choose(choice.as_str().into()));
            }
        }
        acts.push(Act::Submit);
        acts
    } else if !choices.is_empty() {
        let choice = draws.pick(Stream::Person, "choice", choices).clone();
        if draws.chance(Stream::Person, "by a click", 20) {
            vec![Act::Choose(choice.into())]
        } else {
            vec![Act::Answer(choice.into())]
        }
    } else if has_yes {
        let is_yes = draws.chance(Stream::Person, "yes", 60);
        if draws.chance(Stream::Person, "by a capital", 10) {
            // The capital may not be offered.
            let keys = if is_yes { ['Y', 'y'] } else { ['N', 'n'] };
            return keys.map(|key| Act::Key(Key::Char(key))).into();
        }
        let remembers = keys.contains(&Key::Char('Y')) && draws.chance(Stream::Person, "remember", 40);
        vec![if remembers { Act::Remember(is_yes.into()) } else { Act::Answer(is_yes.into()) }]
    } else if typing.is_some() {
        if text.len() < 40 && draws.chance(Stream::Person, "typed", 20) {
            text.chars().map(Key::Char).chain([Key::Enter]).map(Act::Key).collect()
        } else {
            vec![Act::Answer(text.into())]
        }
    } else if let Some(key) = keys.first() {
        vec![Act::Key(*key)]
    } else {
        vec![Act::Answer(text.into())]
    }
}
