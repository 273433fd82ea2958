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
{string} is a text in quotes, with \\\" and \\n as elsewhere; {int} a number; {word} a word; {} is JSON.
In both, ⟨2001×x⟩ stands for 2001 times x.
A {} or {string} at the end of a step, or else its last {}, may stand below it in a doc string, behind a colon.
A Then may name the requirements that it decides at its end: [RTE-10, CAN-02].
Below each step stands where the source defines it.
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
