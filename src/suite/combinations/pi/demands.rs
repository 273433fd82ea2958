//! The checks of a combination: each demand of the oracle, as a step that names its requirements.

use crate::model::json::json;

use super::{
    oracle::{self, Demanded, Given, OTHER, Question},
    second_pass::{FILE, MESSAGE},
    situation::{Display, Situation},
    told::{self, then},
    values::{LATE_MS, LIMIT_MS, LONG},
};
use crate::suite::combinations::text::Text;

/// The checks, after the steps of a script.
pub fn demands(situation: &Situation<'_>, mut text: Text) -> Text {
    match situation.display {
        Display::File => pending(situation, &mut text),
        Display::Edited => edited(situation, &mut text),
        Display::Message => handed_over(situation, &mut text),
        Display::CommandLine => by_place(situation, &mut text),
        Display::Form => at_a_form(situation, &mut text),
        Display::Client | Display::Dialogs => at_a_client(situation, &mut text),
    }
    match situation.happens() {
        "cancelled" | "discarded" | "timeout" => cancelled(situation, &mut text),
        "lost" => lost(situation, &mut text),
        "interrupted" => {
            then(&mut text, "the run ends exited", &["PI-36"]);
            let call = situation.call();
            then(&mut text, &format!("nothing is recorded with {}", json!({"toolCallId": call})), &["PI-36"]);
            return text;
        }
        _ if situation.is_answered() && situation.mode() != "print" => answered(situation, &mut text),
        _ => {}
    }
    if situation.place() == "after_error" {
        then(&mut text, "the call \"call_1\" fails", &["PI-12"]);
    }
    if situation.display != Display::Edited && situation.display != Display::Message {
        then(&mut text, "each call is answered once", &["I-1"]);
    }
    text
}

/// The call has answers.
fn answered(situation: &Situation<'_>, text: &mut Text) {
    let Demanded { value, mut from } = oracle::answered(situation.questions.iter().map(Question::answer));
    if situation.happens() == "late" {
        from.push("PI-35");
    }
    told::result(situation, text, &value, &from, oracle::is_exact(&situation.questions));
    let mode = json!({"mode": situation.mode()});
    then(
        text,
        &format!(
            "each of the \"answers\" in the result of the call {:?} has the fields \"question answer wasCustom \
                  (selectedOption)\"",
            situation.call()
        ),
        &["PI-87"],
    );
    for key in ["pendingFile", "cancelled", "connectionLost"] {
        then(text, &format!("the last object recorded with {mode} lacks {key:?}"), &["PI-27"]);
    }
    let details = json!({"questions": situation.kept_questions(), "answers": value["answers"]});
    told::has(text, &mode, &details, &["PI-74", "PI-112"]);
    told::metadata(situation, text, &mode);
    if situation.happens() == "late"
        && situation.place() == "first"
        && situation.place_of_focus + 1 == situation.questions.len()
    {
        then(text, &format!("the requests are sent at \"0 {LATE_MS}\""), &["PI-35"]);
    }
}

/// The call is cancelled.
fn cancelled(situation: &Situation<'_>, text: &mut Text) {
    let from: &[&str] = match situation.happens() {
        "timeout" => &["PI-66", "PI-69"],
        "discarded" if situation.display == Display::Form => &["PI-32", "PI-90"],
        _ if situation.display == Display::Dialogs => &["PI-66"],
        _ if situation.questions.len() == 1 => &["PI-30"],
        _ => &["PI-31", "PI-90"],
    };
    told::result(situation, text, &json!({"answered": false, "cancelled": true}), from, false);
    told::without_answers(situation, text, &["PI-34"]);
    // After an answer, the user may be asked whether to discard it.
    if situation.happens() == "timeout" && situation.place() == "first" && situation.is_shown_first() {
        then(text, &format!("the requests are sent at \"0 {LIMIT_MS}\""), from);
    }
}

/// The client is gone.
fn lost(situation: &Situation<'_>, text: &mut Text) {
    told::result(situation, text, &json!({"answered": false, "connectionLost": true}), &["PI-64"], false);
    told::without_answers(situation, text, &["PI-64"]);
}

/// What the form shows and asks.
fn at_a_form(situation: &Situation<'_>, text: &mut Text) {
    let focus = situation.focus();
    let asked = situation.asked();
    let happens = situation.happens();
    let is_alone = situation.questions.len() == 1;
    if situation.is_shown_first() {
        if asked.is_text() {
            then(text, &format!("the last prompt with {focus:?} shows what is typed"), &["PI-16"]);
        } else if asked.shows_all() {
            let last = asked.choices().last().map(|choice| choice.label.as_str()).unwrap_or_default();
            then(text, &format!("the last prompt with {OTHER:?} shows above it {last:?}"), &["PI-15", "PI-104"]);
            then(text, &format!("the last prompt with {last:?} shows above it {focus:?}"), &["PI-20"]);
        } else if is_alone && !asked.is_several() {
            let last = &asked.choices()[4].label;
            then(text, &format!("the last prompt with \"more...\" shows above it {last:?}"), &["PI-44", "PI-99"]);
        }
    }
    if is_alone && let Some(header) = &asked.header {
        then(text, &format!("the last prompt with {focus:?} shows above it {header:?}"), &["PI-96"]);
    }
    if is_alone {
        for choice in asked.choices() {
            if let Some(description) = &choice.description {
                let step = format!("the last prompt with {description:?} shows above it {:?}", choice.label);
                then(text, &step, &["PI-95"]);
            }
        }
    }
    match happens {
        "keys" if !is_alone => behind_tabs(situation, text),
        "keys" => {
            if matches!(&asked.given, Given::Text(typed) if typed == LONG.0) {
                let warning = format!("Answer is long ({} chars). Continue anyway? [Y/n]", LONG.1);
                then(text, &format!("the prompt is redrawn with {warning:?}"), &["PI-38"]);
            }
            if asked.is_several()
                && let Given::Picks(labels) = &asked.given
            {
                then(text, &format!("the prompt is redrawn with \"[x] {}\"", labels[0]), &["PI-47"]);
            }
        }
        "discarded" | "kept" => {
            let count = situation.place_of_focus;
            // How one answer is told is not written.
            let asks = if count == 1 { "Discard ".to_owned() } else { format!("Discard {count} answers?") };
            then(text, &format!("the prompt is redrawn with {asks:?}"), &["PI-32"]);
        }
        "cancelled" => then(text, "no prompt contains \"Discard\"", if is_alone { &["PI-30"] } else { &["PI-31"] }),
        "restarted" => {
            let before = if situation.place() == "after_error" { 0 } else { situation.earlier() };
            then(text, &format!("prompts {} and {} are drawn alike", before + 1, before + 2), &["PI-37", "PI-93"]);
        }
        _ => {}
    }
    if situation.is_answered() {
        then(text, "no file is written", &["PI-105"]);
    }
}

/// What the tabs show.
fn behind_tabs(situation: &Situation<'_>, text: &mut Text) {
    let focus = situation.focus();
    let asked = situation.asked();
    if situation.is_shown_first() {
        then(text, &format!("the prompt is redrawn with {:?}", situation.questions[1].text), &["PI-20", "PI-42"]);
    } else {
        then(text, &format!("the prompt is redrawn with {focus:?}"), &["PI-20", "PI-42"]);
    }
    if asked.is_several() {
        let first = &asked.choices()[0].label;
        then(text, &format!("the prompt is redrawn with \"[x] {first}\""), &["PI-47"]);
    } else if !asked.is_text() && asked.shows_all() {
        let row = format!("{}. {OTHER}", asked.choices().len() + 1);
        then(text, &format!("the prompt is redrawn with {row:?}"), &["PI-15", "PI-102"]);
    }
}

/// What a client is asked.
fn at_a_client(situation: &Situation<'_>, text: &mut Text) {
    let focus = situation.focus();
    then(text, "no prompt is shown", &["PI-109"]);
    if situation.display == Display::Client {
        let request = json!({"type": "ask_user_request", "questions": situation.kept_questions()});
        then(text, &format!("a message tells the client at least {request}"), &["PI-62"]);
        if let Some(metadata) = &situation.metadata {
            let request = json!({"type": "ask_user_request", "metadata": metadata});
            then(text, &format!("the client is told {request}"), &["PI-77.s"]);
        }
        return;
    }
    // After a cancel at the first question, the others are not asked.
    let is_asked = situation.is_shown_first() || situation.happens() != "cancelled";
    let asked = situation.asked();
    if is_asked && asked.is_text() {
        then(text, &format!("the client is told {}", json!({"method": "input", "title": focus})), &["PI-65"]);
    } else if is_asked {
        let mut options = asked.labels();
        options.as_array_mut().into_iter().for_each(|options| options.push(json!(OTHER)));
        let dialog = json!({"method": "select", "title": focus, "options": options});
        then(text, &format!("the client is told {dialog}"), &["PI-65", "PI-15"]);
    }
    if situation.happens() == "timeout" {
        let dialog = json!({"title": focus, "timeout": LIMIT_MS});
        then(text, &format!("the client is told {dialog}"), &["PI-69"]);
    }
    if situation.happens() == "stray" {
        then(text, "the client's lines with {\"value\": \"a stray\"} change nothing", &["PI-68"]);
        then(text, "the client's lines with {\"value\": \"too late\"} change nothing", &["PI-68"]);
    }
}

/// The first pass: the questions are in a file.
fn pending(situation: &Situation<'_>, text: &mut Text) {
    then(text, "no prompt is shown", &["PI-49", "PI-105"]);
    let stored = json!({"toolCallId": situation.call(), "details": {"pendingFile": "<file#1>"}});
    then(text, &format!("something is recorded with {stored}"), &["PI-52"]);
    // Whether the questions of a later call go to the same file is open.
    if matches!(situation.place(), "first" | "after_error") {
        let questions: crate::model::json::Value =
            situation.questions.iter().map(|question| question.in_file(&crate::model::json::Value::Null)).collect();
        let file = json!({"questions": questions});
        then(text, &format!("the file \"<file#1>\" holds {file}"), &["PI-49", "PI-50", "PI-106"]);
    }
    then(text, "the file \"<file#1>\" is private", &["PI-54"]);
    then(text, "the file \"<file#1>\" has a time in UTC at \"/timestamp\"", &["PI-50"]);
    let mode = json!({"mode": "print", "pendingFile": "<file#1>"});
    told::has(text, &mode, &json!({"answered": false, "questions": situation.kept_questions()}), &["PI-52", "PI-74"]);
    then(text, &format!("the last object recorded with {mode} lacks \"cancelled\""), &["PI-52"]);
    told::metadata(situation, text, &mode);
    let told = json!("Questions pending. User input required.");
    then(text, &format!("of the call {:?} the model is told {told}", situation.call()), &["PI-51", "PI-105"]);
}

/// The second pass, with the answers in the file.
fn edited(situation: &Situation<'_>, text: &mut Text) {
    told::side_by_side(situation, text, &["PI-58"]);
    told::each_recorded(situation, text, &["PI-58", "PI-112"]);
    then(text, "1 request reaches the model", &["PI-58"]);
    then(text, "no prompt is shown", &["PI-58"]);
    then(text, &format!("the file {FILE:?} is removed"), &["PI-60"]);
    then(text, "the turn ends completed", &["PI-58"]);
}

/// The second pass, with a message.
fn handed_over(situation: &Situation<'_>, text: &mut Text) {
    then(text, &format!("the answer {MESSAGE:?} arrives 1 time"), &["PI-57"]);
    for question in &situation.questions {
        then(text, &format!("the answer {:?} arrives 1 time", question.text), &["PI-57"]);
    }
    then(text, "1 request reaches the model", &["PI-57"]);
    then(text, "nothing is recorded with {\"answered\": true}", &["PI-57"]);
    then(text, &format!("the file {FILE:?} is removed"), &["PI-60"]);
    then(text, "the turn ends completed", &["PI-57"]);
}

/// The second pass, with the answers on the command line.
fn by_place(situation: &Situation<'_>, text: &mut Text) {
    let Demanded { value, from } = oracle::answered(situation.questions.iter().map(Question::answer_of_second_pass));
    let from: Vec<&str> = ["PI-59"].into_iter().chain(from).collect();
    told::result(situation, text, &value, &from, false);
    let mode = json!({"mode": "print"});
    told::has(text, &mode, &json!({"questions": situation.kept_questions(), "answers": value["answers"]}), &["PI-74"]);
    told::metadata(situation, text, &mode);
    then(text, "no prompt is shown", &["PI-59"]);
    then(text, "no file is written", &["PI-60"]);
}
