//! The host's responses to pending questions, by session, message and call.
//!
//! ```json
//! {"type": "respond_tool_interaction", "sessionId": "session_1", "messageId": "message_2", "toolCallId": "call_1",
//!  "response": {"kind": "question_option", "optionLabel": "Red"}}
//! ```
//!
//! The kinds are `question_option`, `question_custom` with an `answerText`, in profile `seed` `question_reject`, in
//! profile `head` `question_other` (DC-52). In `head` a `tool_interaction_result` answers each response. In `seed` a
//! response that fits no question is refused, and changes nothing (DC-45, DC-46).

use crate::model::json::{Text, Value, json};
use serde::Deserialize;

use super::{DeepChat, Profile, card::Given, texts};
use crate::system::{Effect, Why};

/// The session of a run.
const SESSION: &str = "session_1";

#[derive(Deserialize, Hash)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Line {
    RespondToolInteraction(Interaction),
    Message { text: String },
}

#[derive(Deserialize, Hash)]
#[serde(rename_all = "camelCase")]
struct Interaction {
    #[serde(default)]
    session_id: Option<String>,
    #[serde(default)]
    message_id: Option<Text>,
    tool_call_id: String,
    response: Value,
}

/// The host's response to a question.
#[derive(Hash)]
enum Response {
    Option(String),
    Custom(String),
    Other,
    Reject,
}

/// A refused response: the text for the host in profile `head`, and the reason as the machines have it.
#[derive(Hash)]
struct Refused {
    text: &'static str,
    why: Why,
}

impl Refused {
    const fn new(text: &'static str, why: Why) -> Self {
        Self { text, why }
    }
}

impl DeepChat {
    pub(super) fn line(&mut self, line: &Value, out: &mut Vec<Effect>) {
        match Line::deserialize(line) {
            Ok(Line::RespondToolInteraction(interaction)) => self.interact(interaction, out),
            Ok(Line::Message { text }) if self.config.remote => self.remote_message(text, out),
            Ok(Line::Message { .. }) | Err(_) => out.push(Effect::Refuse(Why::Foreign)),
        }
    }

    fn interact(&mut self, interaction: Interaction, out: &mut Vec<Effect>) {
        let call = interaction.tool_call_id.clone();
        // A call of this id may be pending again.
        let is_over = self.answered.contains(&call) && self.pending.iter().all(|pending| pending.call != call);
        if self.profile == Profile::Head && is_over && self.names_this_chat(&interaction) {
            return self.tell_resumed(Some(call.into()), false, out);
        }
        match self.check_turn(&interaction).and_then(|()| self.response(&interaction.response)) {
            Err(Refused { text, why }) => match self.profile {
                Profile::Seed => out.push(Effect::Refuse(why)),
                Profile::Head => out.push(Effect::Client(
                    json!({"type": "tool_interaction_result", "toolCallId": call, "error": text}),
                )),
            },
            Ok(Response::Option(label)) => {
                self.answer(&Given { labels: vec![label], custom: None }, Some(call.into()), out);
            }
            Ok(Response::Custom(text)) => {
                self.answer(&Given { labels: Vec::new(), custom: Some(text) }, Some(call.into()), out);
            }
            Ok(Response::Reject) => self.reject(out),
            Ok(Response::Other) => {
                // The answer is stored before it is confirmed, so that a crash cannot undo a confirmed answer.
                self.follow_up(out);
                out.push(Effect::Client(
                    json!({"type": "tool_interaction_result", "toolCallId": call, "resumed": false,
                    "waitingForUserMessage": true}),
                ));
            }
        }
    }

    /// Whether the response names the session and a message of this chat.
    fn names_this_chat(&self, interaction: &Interaction) -> bool {
        let Interaction { session_id, message_id, .. } = interaction;
        let current = self.transcript.current().map(|message| &message.id);
        session_id.as_deref().is_none_or(|id| id == SESSION) && message_id.as_ref().is_none_or(|id| Some(id) == current)
    }

    /// Whether the response is for the question that is to be answered first (DC-26).
    fn check_turn(&self, interaction: &Interaction) -> Result<(), Refused> {
        let call = &interaction.tool_call_id;
        let position = self.pending.iter().position(|pending| pending.call == *call);
        match position.filter(|_| self.names_this_chat(interaction)) {
            Some(0) => Ok(()),
            Some(_) => Err(Refused::new(texts::OUT_OF_ORDER, Why::NotOffered)),
            None if self.answered.contains(call) => Err(Refused::new(texts::NOTHING_PENDING, Why::Late)),
            None => Err(Refused::new(texts::NOTHING_PENDING, Why::Foreign)),
        }
    }

    fn response(&self, response: &Value) -> Result<Response, Refused> {
        let text = |key: &str| response[key].as_str().map(str::to_owned);
        let kind = response["kind"].as_str().unwrap_or_default();
        let question = self.pending.first().map(|pending| pending.card.question());
        let has = |label: &String| question.is_some_and(|asked| asked.options.iter().any(|it| it.label == *label));
        match (kind, self.profile) {
            ("question_option", _) => match text("optionLabel") {
                Some(label) if label.trim().is_empty() => Err(Refused::new(texts::EMPTY, Why::NotOffered)),
                Some(label) if has(&label) => Ok(Response::Option(label)),
                _ => Err(Refused::new(texts::NO_SUCH_OPTION, Why::NotOffered)),
            },
            ("question_custom", _) => match text("answerText") {
                None => Err(Refused::new(texts::EMPTY, Why::NotOffered)),
                Some(text) if text.trim().is_empty() => Err(Refused::new(texts::EMPTY, Why::NotOffered)),
                Some(_) if !question.is_some_and(|asked| asked.custom) => {
                    Err(Refused::new(texts::NO_OWN_ANSWER, Why::NotOffered))
                }
                Some(text) => Ok(Response::Custom(text)),
            },
            ("question_reject", Profile::Seed) => Ok(Response::Reject),
            ("question_other", Profile::Head) => Ok(Response::Other),
            _ => Err(Refused::new(texts::WRONG_KIND, Why::NotOffered)),
        }
    }
}
