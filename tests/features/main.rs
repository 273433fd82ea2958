//! Every carried scenario as a test of the reference, by its id: `cargo test --test features jp/routing`. With every level
//! counting, so that nothing that fails is told beside a test that passes.

use std::process::ExitCode;

use hotseat::{report::FailOn, subject::SubjectSpec, trials::Trials};

fn main() -> ExitCode {
    Trials::of(SubjectSpec::Reference).fail_on(FailOn::Any).main()
}
