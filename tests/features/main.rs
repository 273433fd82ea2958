//! Every carried scenario as a test of the reference, named by its id: `cargo test --test features jp/routing`.
//! Requirements of every level count, so no failure hides in a test that passes.

use std::process::ExitCode;

use hotseat::{report::FailOn, subject::SubjectSpec, trials::Trials};

fn main() -> ExitCode {
    Trials::of(SubjectSpec::Reference).fail_on(FailOn::Any).main()
}
