//! The checks of a combination: each demand of the oracle, as a step that names its requirements.

use crate::model::json::{Value, json};

use super::{
    script::{Script, is_answered},
    situation::{LABEL_BELOW, Situation},
};
use crate::{
    sim::oracle::{
        AnswerFrom, Asked, Demand, Header, IdInSchema, Kept, Offers, Recorded, Row, Runs, SchemaForm, Source, Table,
        Told, Typing, Wording,
    },
    suite::combinations::CombinationError,
};

/// Adds the checks to a script.
///
/// # Errors
/// The oracle demands nothing.
pub fn write(situation: &Situation<'_>, script: &mut Script) -> Result<(), CombinationError> {
    if let Some(row) = situation.refused {
        asked(situation, script, row);
        told(situation, script, row, None);
        ends_the_turn(script, row, situation);
        if let Some(demand) = row.asked.as_ref().filter(|_| script.prompts + script.inquiries == 0) {
            script.text.then("no inquiry is recorded", &demand.from);
        }
        return Ok(());
    }
    let row = situation.expected.route;
    asked(situation, script, row);
    if situation.asked() == Asked::Person {
        prompted(situation, script, row);
    }
    schema(situation, script);
    let (end, answer) = ended(situation, script)?;
    recorded(situation, script, end, answer.as_ref());
    told(situation, script, end, None);
    ends_the_turn(script, end, situation);
    runs(situation, script, end, answer.as_ref());
    if let Some(result) = situation.input.result().filter(|_| is_settled_by_answer(situation, script)) {
        told(situation, script, result, answer.as_ref());
        runs(situation, script, result, answer.as_ref());
        if !situation.is_built_in() {
            let from = ["REC-36".to_owned()];
            script.text.then(&format!("the call {:?} succeeds, telling the model \"deployed\"", script.call), &from);
        }
    }
    script.text.then("each inquiry recorded has one response", &Table::embedded().recorded_once);
    kept(situation, script);
    Ok(())
}

/// The name of the inquiry: its call, its question and its attempt.
fn inquiry(situation: &Situation<'_>, script: &Script) -> String {
    format!("\"{}.{}.{}\"", script.call, situation.input.question, script.attempt)
}

fn is_settled_by_answer(situation: &Situation<'_>, script: &Script) -> bool {
    if situation.asked() == Asked::Nobody { is_answered(situation) } else { script.settled.answer.is_some() }
}

/// The row that says how the question is closed, and the answer if there is one.
fn ended<'s>(situation: &'s Situation<'_>, script: &Script) -> Result<(&'s Row, Option<Value>), CombinationError> {
    let asked = match situation.asked() {
        Asked::Nobody => {
            let answer = match &situation.expected.route.recorded {
                Some(Demand { is, .. }) if is.contains(&Recorded::Answered(AnswerFrom::Remembered)) => {
                    Some(json!(situation.of_dimension("place", "first") != "reused_no"))
                }
                _ => situation.input.settings.answer.clone().filter(|_| is_answered(situation)),
            };
            return Ok((situation.expected.route, answer));
        }
        Asked::Person => "person",
        Asked::Assistant => "assistant",
    };
    let word = script.settled.word;
    let row = situation.input.end(asked, word);
    let row = row.ok_or_else(|| CombinationError::Unsettled(format!("`{word}` at a question for the {asked}")))?;
    Ok((row, script.settled.answer.clone()))
}

/// The requirements because of which the person is asked in spite of an earlier question.
fn in_spite_of<'s>(situation: &'s Situation<'_>) -> impl Iterator<Item = &'s String> {
    let earlier = match situation.of_dimension("place", "first") {
        "second_call" | "third_call" | "asked_again" | "in_other_words" => "answered",
        "after_cancel" => "cancelled",
        "next_turn" => "another_turn",
        "beside" => "another_tool",
        _ => "nothing",
    };
    let between = match situation.of_dimension("between", "nothing") {
        "answered" | "cancelled" | "remembered" => "another_tool",
        _ => "nothing",
    };
    let is_asked = situation.asked() == Asked::Person;
    let memory = Some(situation.expected.memory).filter(|_| is_asked && situation.is_remembered);
    let repeat = |earlier| situation.input.repeat(earlier).filter(|_| is_asked && earlier != "nothing");
    [memory, repeat(earlier), repeat(between)].into_iter().flatten().filter_map(|row| row.passes.as_ref()).flatten()
}

/// Who is asked, and how often.
fn asked(situation: &Situation<'_>, script: &mut Script, row: &Row) {
    let Some(Demand { from, .. }) = &row.asked else { return };
    let party = situation.asked();
    let from: Vec<String> = from.iter().chain(in_spite_of(situation)).cloned().collect();
    let from = &from;
    let prompts = script.prompts + usize::from(party == Asked::Person);
    script.text.then(
        &match prompts {
            0 => "no prompt is shown".to_owned(),
            1 => "1 prompt is shown".to_owned(),
            count => format!("{count} prompts are shown"),
        },
        from,
    );
    let sent = if party == Asked::Assistant { script.settled.steps.len() } else { 0 };
    let inquiries = script.inquiries + sent;
    // Whether an inquiry that failed is sent again is another requirement.
    let again = ["INQ-26".to_owned()];
    let is_failed = party == Asked::Assistant && (script.settled.answer.is_none() || sent > 1);
    let from = if is_failed { &again[..] } else { &from[..] };
    script.text.then(
        &match inquiries {
            0 => "no inquiry reaches the model".to_owned(),
            1 => "1 inquiry reaches the model".to_owned(),
            count => format!("{count} inquiries reach the model"),
        },
        from,
    );
}

/// What the prompt shows and offers.
fn prompted(situation: &Situation<'_>, script: &mut Script, row: &Row) {
    let prompt = format!("the last prompt with {:?}", situation.texts.question);
    if let Some(Demand { is: Offers { keys, without, choices, typing }, from }) = &row.offers {
        if !keys.is_empty() {
            script.text.then(&format!("{prompt} offers at least the keys {:?}", keys.join(" ")), from);
        }
        if !without.is_empty() {
            script.text.then(&format!("{prompt} offers none of the keys {:?}", without.join(" ")), from);
        }
        if *choices {
            let options = json!(situation.input.options);
            script.text.then(&format!("{prompt} offers the choices {options}"), from);
        }
        match typing {
            Some(Typing::Echoed) => script.text.then(&format!("{prompt} shows what is typed"), from),
            Some(Typing::Hidden) => {
                script.text.then(&format!("{prompt} hides what is typed"), from);
                if script.has_secret {
                    script.text.then("the secret is drawn nowhere", from);
                }
            }
            None => {}
        }
    }
    if let Some(Demand { is, from }) = situation.expected.drawing.and_then(|row| row.header.as_ref()) {
        let label = match is {
            Header::None => None,
            Header::Configured => Some(situation.texts.label),
            Header::Fixed(label) => Some(label.as_str()),
        };
        script.text.then(
            &match label {
                Some(label) => format!("{prompt} shows above it {label:?}"),
                None => "no prompt contains \"Assistant\"".to_owned(),
            },
            from,
        );
        if label.is_none() {
            script.text.then(&format!("no prompt contains {:?}", situation.input.tool), from);
        }
        if situation.of_dimension("layer", "user") == "both" && *is == Header::Configured {
            script.text.then(&format!("no prompt contains {LABEL_BELOW:?}"), from);
        }
    }
    let context = situation.input.context_row().and_then(|row| row.above.as_ref());
    if let (Some(Demand { from, .. }), Some(context)) = (context, &situation.input.context) {
        for line in context.lines() {
            script.text.then(&format!("{prompt} shows above it {line:?}"), from);
        }
    }
}

/// The schema that the assistant is asked for.
fn schema(situation: &Situation<'_>, script: &mut Script) {
    // In which order two tools at once ask the assistant is free.
    if situation.of_dimension("place", "first") == "beside" {
        return;
    }
    let demand = situation.expected.schema.and_then(|row| row.schema.as_ref());
    let Some(Demand { is: SchemaForm { inquiry_id, answer, options }, from }) = demand else { return };
    let mut form = json!({"type": answer});
    if *options {
        form["enum"] = json!(situation.input.options);
    }
    let schema = match inquiry_id {
        IdInSchema::Constant => json!({
            "type": "object",
            "properties": {"inquiry_id": {"type": "string", "const": "<inquiry#1>"}, "answer": form},
            "required": ["inquiry_id", "answer"], "additionalProperties": false,
        }),
        IdInSchema::LeftOut => json!({
            "type": "object", "properties": {"answer": form}, "required": ["answer"], "additionalProperties": false,
        }),
        IdInSchema::Either => return,
    };
    let number = script.inquiries + 1;
    script.text.then_with(&format!("inquiry {number} asks for the schema"), from, &schema.to_string());
}

/// How the question is closed in the record.
fn recorded(situation: &Situation<'_>, script: &mut Script, row: &Row, answer: Option<&Value>) {
    let Some(Demand { is, from }) = &row.recorded else { return };
    let inquiry = inquiry(situation, script);
    let form = format!("the response to the inquiry {inquiry} is recorded in the form");
    match &is[..] {
        [Recorded::Answered(_)] => {
            let answer = answer.unwrap_or(&Value::Null);
            script.text.then(&format!("the inquiry {inquiry} is recorded as answered with {answer}"), from);
            let response = json!({"type": "inquiry_response", "outcome": "answered", "answer": answer});
            script.text.then_with(&form, from, &response.to_string());
        }
        [Recorded::Redacted] => {
            script.text.then(&format!("the inquiry {inquiry} is recorded as redacted"), from);
            let response = json!({"type": "inquiry_response", "outcome": "redacted"});
            script.text.then_with(&form, from, &response.to_string());
            if script.has_secret {
                script.text.then("the secret is recorded nowhere", from);
            }
        }
        [Recorded::Cancelled(reason)] => {
            script.text.then(&format!("the inquiry {inquiry} is recorded as cancelled by {reason}"), from);
        }
        several => {
            let reasons: Vec<&String> = several
                .iter()
                .filter_map(|way| match way {
                    Recorded::Cancelled(reason) => Some(reason),
                    Recorded::Answered(_) | Recorded::Redacted => None,
                })
                .collect();
            let reasons = json!(reasons);
            script.text.then(&format!("the inquiry {inquiry} is recorded as cancelled by one of {reasons}"), from);
        }
    }
}

/// What the model is told of the call.
fn told(situation: &Situation<'_>, script: &mut Script, row: &Row, answer: Option<&Value>) {
    let Some(Demand { is, from }) = &row.told else { return };
    let call = format!("the call \"{}\"", script.call);
    let (how, wording) = match is {
        Told::Error(wording) => ("fails", wording),
        Told::Success(wording) => ("succeeds", wording),
    };
    match wording {
        Wording::Exactly(text) => {
            let text = situation.input.filled(text);
            script.text.then(&format!("{call} {how}, telling the model {text:?}"), from);
            script.text.then(&format!("the model is told of {call} in the words that are recorded"), from);
        }
        Wording::Containing(pieces) if pieces.is_empty() => {
            script.text.then(&format!("{call} {how}, telling the model something with \"\""), from);
            script.text.then(&format!("the model is told of {call} in the words that are recorded"), from);
        }
        Wording::Containing(pieces) => {
            for piece in pieces.iter().map(|piece| situation.input.filled(piece)) {
                script.text.then(&format!("{call} {how}, telling the model something with {piece:?}"), from);
            }
        }
        Wording::Body => {
            let body = json!({"answer_type": situation.kind(), "answer": answer});
            script.text.then(&format!("{call} {how} with the JSON {body}"), from);
        }
    }
}

/// A question that comes to no answer does not end the turn.
fn ends_the_turn(script: &mut Script, row: &Row, situation: &Situation<'_>) {
    let goes_on = ["RTE-15", "ARG-22", "PRM-17"];
    let told = row.told.as_ref().map(|demand| &demand.from);
    let recorded = row.recorded.as_ref().map(|demand| &demand.from);
    let all = told.into_iter().chain(recorded).flatten();
    let from: Vec<String> = all.filter(|id| goes_on.contains(&id.as_str())).cloned().collect();
    script.text.then("the turn ends completed", &from);
    if situation.is_built_in() {
        let turns =
            if situation.of_dimension("place", "first") == "next_turn" { "2 records have" } else { "1 record has" };
        script.text.then(&format!("{turns} {}", json!({"type": "turn_start"})), &["EXE-12".to_owned()]);
    }
}

/// Whether the tool runs again. The built-in tool's executions are not seen.
fn runs(situation: &Situation<'_>, script: &mut Script, row: &Row, answer: Option<&Value>) {
    let Some(Demand { is, from }) = row.runs.as_ref().filter(|_| !situation.is_built_in()) else { return };
    let runs = script.runs + usize::from(*is == Runs::Again);
    let times = if runs == 1 { "1 time".to_owned() } else { format!("{runs} times") };
    script.text.then(&format!("the tool {:?} runs {times}", situation.input.tool), from);
    if let (Runs::Again, Some(answer)) = (is, answer) {
        let mut answers = script.answers.clone();
        answers.insert(situation.input.question.clone(), answer.clone());
        let answers = Value::Object(answers);
        let from: Vec<String> = from.iter().cloned().chain(handed(situation)).collect();
        script.text.then(&format!("an execution of the call \"{}\" has the answers {answers}", script.call), &from);
    }
}

/// Further requirements on the answer that the tool gets.
fn handed(situation: &Situation<'_>) -> impl Iterator<Item = String> {
    let id = match (situation.asked(), situation.kind()) {
        (Asked::Person, "select") => Some("PRM-10.u"),
        (Asked::Person, "text") => Some("PRM-11.u"),
        (Asked::Assistant, _) if !situation.input.terminal => Some("RTE-19"),
        _ => None,
    };
    id.map(str::to_owned).into_iter()
}

/// What is recorded with the question.
fn kept(situation: &Situation<'_>, script: &mut Script) {
    let input = &situation.input;
    let inquiry = inquiry(situation, script);
    if let Some(Demand { is, from }) = input.source().and_then(|row| row.source.as_ref()) {
        let source = match is {
            Source::Assistant => json!({"source": "assistant"}),
            Source::Tool => json!({"source": "tool", "name": input.tool}),
        };
        script.text.then(&format!("the inquiry {inquiry} is recorded as asked by {source}"), from);
    }
    for (field, value) in input.fields() {
        let Some(Demand { is, from }) = input.field(field, !value.is_null()).and_then(|row| row.kept.as_ref()) else {
            continue;
        };
        let question = format!("the question of the inquiry {inquiry} is recorded");
        let step = match is {
            Kept::LeftOut => format!("{question} without {field}"),
            Kept::AsAsked => format!("{question} with {field} set to {value}"),
        };
        script.text.then(&step, from);
    }
}
