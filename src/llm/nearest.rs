//! The message for an unexpected request: the request, the nearest expectation, and the differences.

use super::script::Exchange;
use crate::model::{ModelRequest, text::shorten};

const QUOTED_MAX: usize = 160;

/// The request in one line.
pub fn describe(request: &ModelRequest) -> String {
    let mut words = vec![if request.schema.is_some() { "a structured request" } else { "a request" }.to_owned()];
    let text = request.last_text();
    if !text.is_empty() {
        words.push(format!("whose last text is {:?}", shorten(&text, QUOTED_MAX)));
    }
    let results: Vec<&str> = request.last_results().map(|(id, ..)| id).collect();
    if !results.is_empty() {
        words.push(format!("with the results of {}", results.join(", ")));
    }
    words.join(" ")
}

/// Why `request` matches nothing in `script`. Each entry has the number of its used replies. If the script `repeats`,
/// replies are never used up.
pub fn explain(script: &[(Exchange, usize)], repeats: bool, request: &ModelRequest) -> String {
    let came = describe(request);
    let is_spent = |exchange: &Exchange, used: usize| !repeats && used >= exchange.replies.len();
    let nearest = script.iter().enumerate().min_by_key(|(index, (exchange, used))| {
        let spent = is_spent(exchange, *used);
        (exchange.expect.differences(request).len(), spent, *index)
    });
    let Some((index, (exchange, used))) = nearest else {
        return format!("unexpected: {came}; the script expects no request at all");
    };
    let (number, total) = (index + 1, script.len());
    let mut lines = vec![format!("unexpected: {came}")];
    lines.push(format!("nearest is expectation {number} of {total}: {}", exchange.expect.words()));
    lines.extend(exchange.expect.differences(request).into_iter().map(|difference| format!("- {difference}")));
    if is_spent(exchange, *used) {
        lines.push(format!("- expected at most {used} such requests: all its replies are used"));
    }
    lines.join("\n")
}
