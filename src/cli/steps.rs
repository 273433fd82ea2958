//! `hotseat steps`

use std::fmt::Write;

use clap::Args;
use gherkin::StepType;

use super::print;
use crate::suite::steps::TABLE;

#[derive(Args)]
pub struct StepsArgs {
    /// Only steps with this text in their expression or description
    filter: Option<String>,
}

const HEAD: &str = "\
{string} is a text in quotes, with the usual escapes \\\" and \\n; {int} is a number; {word} is a word; {} is JSON.
In texts and in JSON, ⟨2001×x⟩ stands for 2001 times x.
One argument may stand in a doc string below the step: a {} or {string} at its end, or else its last {}. The step then
ends with a colon.
A Then may end with the requirements that it decides: [RTE-10, CAN-02].
Each step is followed by its description and the place in the source that defines it.
";

pub fn run(args: &StepsArgs) -> u8 {
    let mut text = HEAD.to_owned();
    for kind in [StepType::Given, StepType::When, StepType::Then] {
        let wanted = TABLE.iter().filter(|step| step.kind == kind && step.is_listed()).filter(|step| {
            args.filter.as_ref().is_none_or(|word| step.expression.contains(word) || step.about.contains(word))
        });
        let _ = writeln!(text, "\n{kind:?}");
        for step in wanted {
            let (file, line) = (step.defined.file(), step.defined.line());
            let _ = writeln!(text, "  {}\n      {}\n      {file}:{line}", step.expression, step.about);
        }
    }
    print(&text)
}
