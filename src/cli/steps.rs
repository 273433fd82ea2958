//! `hotseat steps`

use std::fmt::Write;

use clap::{Args, ValueEnum};
use gherkin::StepType;

use super::print;
use crate::{
    model::json::{Value, json},
    report,
    suite::{
        InputErrors,
        select::Systems,
        steps::{Step, TABLE},
    },
};

#[derive(Args)]
pub struct StepsArgs {
    /// Only steps with this text in their expression or description
    filter: Option<String>,
    /// Only steps for this system, and those for every system; may be given several times
    #[arg(long, value_name = "SYSTEM")]
    system: Vec<String>,
    /// How to show them
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Format {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
    /// A file of step definitions (TypeScript) that the Cucumber language server reads, for editors
    Glue,
}

const HEAD: &str = "\
{string} is a text in quotes, with the escapes \\\", \\n and \\u{1b}; {int} is a number; {word} is a word; {} is JSON.
In texts and in JSON, ⟨2001×x⟩ stands for 2001 times x.
One argument may stand in a doc string below the step: a {} or {string} at its end, or else its last {}. The step then
ends with a colon.
A Then may end with the requirements that it decides: [RTE-10, CAN-02].
Each step is followed by its description and the place in the source that defines it.
";

pub fn run(args: &StepsArgs) -> Result<u8, InputErrors> {
    Systems::parse(&args.system)?;
    let wanted = |step: &&Step| {
        let has_word = |word: &String| step.expression.contains(word) || step.about.contains(word);
        let is_for = |family: &str| args.system.iter().any(|system| system.starts_with(family));
        step.is_listed()
            && args.filter.as_ref().is_none_or(has_word)
            && (args.system.is_empty() || step.family().is_none_or(is_for))
    };
    match args.format {
        Format::Text => Ok(print(&text(wanted))),
        Format::Json => {
            let steps: Vec<Value> = TABLE.iter().filter(wanted).map(as_json).collect();
            Ok(print(&report::json(&steps)))
        }
        Format::Glue => Ok(print(&glue(wanted))),
    }
}

fn text(wanted: impl Fn(&&Step) -> bool) -> String {
    let mut text = HEAD.to_owned();
    for kind in [StepType::Given, StepType::When, StepType::Then] {
        let _ = writeln!(text, "\n{kind:?}");
        for step in TABLE.iter().filter(|step| step.kind == kind).filter(&wanted) {
            let (file, line) = (step.defined.file(), step.defined.line());
            let _ = writeln!(text, "  {}\n      {}\n      {file}:{line}", step.expression, step.about);
        }
    }
    text
}

/// The steps as definitions that do nothing. An editor reads only their expressions and comments.
fn glue(wanted: impl Fn(&&Step) -> bool) -> String {
    let mut text = String::from(
        "// The steps of hotseat, for the Cucumber language server. `hotseat steps --format glue` writes this file.\n\
         import { Given, Then, When } from '@cucumber/cucumber';\n",
    );
    for step in TABLE.iter().filter(wanted) {
        let (about, expression) = (step.about.replace("*/", "* /"), json!(step.expression));
        let _ = writeln!(text, "\n/** {about} */\n{:?}({expression}, () => {{}});", step.kind);
    }
    text
}

fn as_json(step: &Step) -> Value {
    json!({
        "keyword": format!("{:?}", step.kind),
        "expression": step.expression,
        "about": step.about,
        "family": step.family(),
        "file": step.defined.file(),
        "line": step.defined.line(),
    })
}
