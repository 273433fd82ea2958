//! A conversation over a remote channel of plain text. A question goes out as a numbered list, and the reply is a text.

use crate::model::json::json;

use super::{DeepChat, Profile, card::Given, question::Question};
use crate::system::Effect;

/// What a reply means for a question.
#[derive(Clone, Debug, Eq, PartialEq)]
enum Means {
    Option(String),
    Custom(String),
    Nothing,
}

/// Reads a reply: a number, a label in any case of letters, or an answer of the user's own (DC-67).
fn read(question: &Question, reply: &str) -> Means {
    let reply = reply.trim();
    let number = Some(reply).filter(|reply| !reply.is_empty() && reply.bytes().all(|byte| byte.is_ascii_digit()));
    let numbered = number.and_then(|digits| digits.parse::<usize>().ok()?.checked_sub(1));
    let of_label = || question.options.iter().find(|option| option.label.to_lowercase() == reply.to_lowercase());
    match numbered.and_then(|index| question.options.get(index)).or_else(of_label) {
        Some(option) => Means::Option(option.label.clone()),
        None if question.custom && !reply.is_empty() => Means::Custom(reply.to_owned()),
        None => Means::Nothing,
    }
}

impl DeepChat {
    /// Sends a question over the remote channel, if the conversation has one.
    pub(super) fn offer_remotely(&self, question: &Question, out: &mut Vec<Effect>) {
        if !self.config.remote {
            return;
        }
        let mut lines: Vec<String> = question.header.iter().chain([&question.text]).cloned().collect();
        lines.extend(question.options.iter().enumerate().map(|(index, option)| {
            let description = option.description.as_ref().map(|text| format!(": {text}")).unwrap_or_default();
            format!("{}. {}{description}", index + 1, option.label)
        }));
        self.tell_remotely(lines.join("\n"), out);
    }

    fn tell_remotely(&self, text: String, out: &mut Vec<Effect>) {
        out.push(Effect::Client(json!({"type": "message", "text": text})));
    }

    /// A text from the remote channel. It answers the pending question; without one, it is the user's next message.
    pub(super) fn remote_message(&mut self, text: String, out: &mut Vec<Effect>) {
        let Some(question) = self.pending.first().map(|pending| pending.card.question().clone()) else {
            return self.says(text.into(), out);
        };
        let (key, answer, given) = match read(&question, &text) {
            Means::Option(label) => {
                ("question.remote.selected", label.clone(), Given { labels: vec![label], custom: None })
            }
            Means::Custom(own) => {
                ("question.remote.received", own.clone(), Given { labels: Vec::new(), custom: Some(own) })
            }
            Means::Nothing if self.profile == Profile::Seed => return self.says(text.into(), out),
            Means::Nothing => return self.offer_remotely(&question, out),
        };
        // The channel confirms the reply before the machine acts on it (DC-69).
        self.tell_remotely(format!("{}: {answer}", self.texts.get(key)), out);
        self.answer(&given, None, out);
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Means, read};
    use crate::system::deepchat::question::{Choice, Question};

    #[rstest]
    #[case::a_number("2", true, Means::Option("Café".into()))]
    #[case::with_a_nought(" 02 ", true, Means::Option("Café".into()))]
    #[case::too_high("3", true, Means::Custom("3".into()))]
    #[case::nought("0", true, Means::Custom("0".into()))]
    #[case::beyond_every_number("99999999999999999999999", false, Means::Nothing)]
    #[case::with_a_sign("+2", false, Means::Nothing)]
    #[case::a_label("CAFÉ", false, Means::Option("Café".into()))]
    #[case::a_label_without_its_accent("cafe", false, Means::Nothing)]
    #[case::own_words("tea, please", true, Means::Custom("tea, please".into()))]
    #[case::own_words_where_none_are_taken("tea, please", false, Means::Nothing)]
    #[case::nothing("  ", true, Means::Nothing)]
    fn replies(#[case] reply: &str, #[case] custom: bool, #[case] means: Means) {
        let options = ["Tea", "Café"].map(|label| Choice { label: label.to_owned(), description: None }).to_vec();
        let question = Question { options, custom, ..Question::default() };
        assert_eq!(read(&question, reply), means);
    }
}
