//! What the model replies to an inquiry of jp.

use crate::model::json::Value;

use super::super::{Draft, Step, faults::Fault, model::met, when};
use crate::llm::script::{Body, Expect, Reply};

pub fn steps() -> Vec<Step> {
    vec![
        when(
            "the inquiry {string} is answered with {}",
            "The structured reply to the inquiry about a question with that text; the answer is JSON.",
            |draft, (piece, answer): (String, Value)| {
                inquiry(draft, piece, Body::Answer(answer));
                Ok(())
            },
        ),
        when(
            "the inquiry {string} gets the data {}",
            "A structured reply, unchanged: JSON, or a string for a reply that is not JSON.",
            |draft, (piece, data): (String, Value)| {
                inquiry(draft, piece, Body::Data(data));
                Ok(())
            },
        ),
        when("the inquiry {string} gets an empty reply", "A reply without any content.", |draft, piece: String| {
            inquiry(draft, piece, Body::message("", Vec::new()));
            Ok(())
        }),
        when(
            "the inquiry {string} meets {string}",
            "What happens to the inquiry, before a later step's reply or for good: see `the model's reply first \
             meets`.",
            |draft, (piece, fault): (String, Fault)| {
                let body = met(draft, fault);
                inquiry(draft, piece, body);
                Ok(())
            },
        ),
        when(
            "after {int} ms the inquiry {string} is answered with {}",
            "The same, so many virtual milliseconds after the inquiry was sent.",
            |draft, (ms, piece, answer): (u64, String, Value)| {
                let expect = Expect { says: Some(piece), structured: true, ..Expect::default() };
                let body = Body::Answer(answer);
                draft.reply_to(expect, Reply { after_ms: ms, ..Reply::now(body) });
                Ok(())
            },
        ),
    ]
}

fn inquiry(draft: &mut Draft, piece: String, body: Body) {
    let expect = Expect { says: Some(piece), structured: true, ..Expect::default() };
    draft.reply_to(expect, Reply::now(body));
}
