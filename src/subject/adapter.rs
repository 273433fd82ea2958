//! The adapter's side of the protocol: any subject behind a pair of streams. `hotseat adapter` puts the reference
//! there.

use std::io::{self, BufRead, Write};

use serde::Serialize;
use serde_json::Value;

use super::protocol::{Answer, Call, FromAdapter, ToAdapter, VERSION};
use crate::stage::{Next, Subject, SubjectError};

/// Serves `subject` until the input ends.
///
/// # Errors
/// Where a stream breaks.
pub fn serve(subject: &mut dyn Subject, input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    for line in input.lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        match read(&line) {
            Ok(Call { id, message, .. }) => handle(subject, id, message, &mut output)?,
            Err(answer) => say(&mut output, &answer)?,
        }
        output.flush()?;
    }
    Ok(())
}

fn read(line: &str) -> Result<Call<ToAdapter>, Box<Answer>> {
    let value: Value = serde_json::from_str(line)
        .map_err(|error| Box::new(Answer::error(None, -32700, format!("not JSON: {error}"))))?;
    let id = value.get("id").and_then(Value::as_u64);
    serde_path_to_error::deserialize(value)
        .map_err(|error| Box::new(Answer::error(id, -32602, format!("{} at `{}`", error.inner(), error.path()))))
}

fn handle(subject: &mut dyn Subject, id: Option<u64>, message: ToAdapter, output: &mut impl Write) -> io::Result<()> {
    let failed = |error: SubjectError| Answer::error(id, -32000, error.story);
    match message {
        ToAdapter::Initialize { protocol: VERSION } => {
            let claims = serde_json::to_value(subject.claims())?;
            say(output, &Answer::ok(id, claims))
        }
        ToAdapter::Initialize { protocol } => {
            let message = format!("this adapter speaks version {VERSION} of the protocol, not {protocol}");
            say(output, &Answer::error(id, -32602, message))
        }
        ToAdapter::Start { system } => {
            let started = subject.start(&system);
            say(output, &started.map_or_else(failed, |()| Answer::ok(id, Value::Object(serde_json::Map::new()))))
        }
        ToAdapter::Input { now_ms, input } => {
            if let Err(error) = subject.feed(now_ms, input) {
                return say(output, &failed(error));
            }
            loop {
                match subject.next() {
                    Ok(Next::Effect(effect)) => say(output, &Call::tell(FromAdapter::Effect(effect)))?,
                    Ok(Next::Parked) => return say(output, &Call::tell(FromAdapter::Idle { open: subject.open() })),
                    Err(error) => return say(output, &failed(error)),
                }
            }
        }
    }
}

fn say(output: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *output, message)?;
    output.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::serve;
    use crate::subject::Reference;

    fn talk(input: &str) -> String {
        let mut output = Vec::new();
        serve(&mut Reference::default(), input.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn a_whole_dialogue() {
        let said = talk(concat!(
            r#"{"jsonrpc":"2.0","id":2,"method":"scenario/start","params":{"system":"jp-ask-user"}}"#,
            "\n",
            r#"{"jsonrpc":"2.0","method":"input","params":{"now_ms":0,"input":{"begin":{"terminal":true}}}}"#,
            "\n",
            r#"{"jsonrpc":"2.0","method":"input","params":{"now_ms":5,"input":{"person":["prompt#1",{"key":"y"}]}}}"#,
            "\n"
        ));
        insta::assert_snapshot!(said, @r#"
        {"jsonrpc":"2.0","id":2,"result":{}}
        {"jsonrpc":"2.0","method":"idle","params":{"open":[]}}
        {"jsonrpc":"2.0","method":"effect","params":{"refuse":"foreign"}}
        {"jsonrpc":"2.0","method":"idle","params":{"open":[]}}
        "#);
    }

    #[test]
    fn what_is_no_message_is_answered_with_an_error_that_says_where() {
        let said = talk(concat!(
            "garbage\n\n",
            r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocol":9}}"#,
            "\n",
            r#"{"jsonrpc":"2.0","id":3,"method":"scenario/start","params":{"system":"vim"}}"#,
            "\n",
            r#"{"jsonrpc":"2.0","id":4,"method":"brew"}"#,
            "\n"
        ));
        insta::assert_snapshot!(said, @r#"
        {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"not JSON: expected value at line 1 column 1"}}
        {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"this adapter speaks version 1 of the protocol, not 9"}}
        {"jsonrpc":"2.0","id":3,"error":{"code":-32000,"message":"the reference has no system \"vim\""}}
        {"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"unknown variant `brew`, expected one of `initialize`, `scenario/start`, `input` at `.`"}}
        "#);
    }
}
