//! The engines that run one command as many tasks, and how each tells a task which one it is.

use thiserror::Error;

use crate::{
    model::shard::{Shard, ShardError},
    suite::InputError,
};

/// An engine.
#[derive(Debug, Eq, PartialEq)]
pub struct Engine {
    /// Its name.
    pub name: &'static str,
    /// The variable that says which task this is.
    index: &'static str,
    /// The variable that says how many tasks there are, where the engine tells that.
    count: Option<&'static str>,
    numbered: Numbered,
}

/// How an engine numbers its tasks.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Numbered {
    FromZero,
    FromOne,
    /// As the user likes. 1 to N and 0 to N - 1 are told apart by nothing, so task 0 takes the place of task N.
    AsGiven,
    /// From the least number of the array, in steps.
    BySlurm,
}

/// The number of the last task of an array of Slurm, the first, and the step between two.
const SLURM_MIN: &str = "SLURM_ARRAY_TASK_MIN";
const SLURM_MAX: &str = "SLURM_ARRAY_TASK_MAX";
const SLURM_STEP: &str = "SLURM_ARRAY_TASK_STEP";
/// The file that Bazel wants to see touched by a test that runs only its shard.
const BAZEL_STATUS: &str = "TEST_SHARD_STATUS_FILE";

const fn engine(name: &'static str, index: &'static str, numbered: Numbered, count: Option<&'static str>) -> Engine {
    Engine { name, index, count, numbered }
}

/// Every engine that is known.
pub const ALL: [Engine; 9] = [
    engine("Kubernetes", "JOB_COMPLETION_INDEX", Numbered::FromZero, None),
    engine("Slurm", "SLURM_ARRAY_TASK_ID", Numbered::BySlurm, Some("SLURM_ARRAY_TASK_COUNT")),
    engine("HyperQueue", "HQ_TASK_ID", Numbered::AsGiven, None),
    engine("AWS Batch", "AWS_BATCH_JOB_ARRAY_INDEX", Numbered::FromZero, Some("AWS_BATCH_JOB_ARRAY_SIZE")),
    engine("Google Batch", "BATCH_TASK_INDEX", Numbered::FromZero, Some("BATCH_TASK_COUNT")),
    engine("Bazel", "TEST_SHARD_INDEX", Numbered::FromZero, Some("TEST_TOTAL_SHARDS")),
    engine("GitLab", "CI_NODE_INDEX", Numbered::FromOne, Some("CI_NODE_TOTAL")),
    engine("CircleCI", "CIRCLE_NODE_INDEX", Numbered::FromZero, Some("CIRCLE_NODE_TOTAL")),
    engine("Buildkite", "BUILDKITE_PARALLEL_JOB", Numbered::FromZero, Some("BUILDKITE_PARALLEL_JOB_COUNT")),
];

/// Reads a variable of the environment.
pub type Read<'r> = &'r dyn Fn(&str) -> Option<String>;

/// The shard of this task.
#[derive(Debug, Eq, PartialEq)]
pub struct Task {
    /// The shard.
    pub shard: Shard,
    /// The engine that has told it.
    pub engine: &'static Engine,
    /// What it has told.
    pub told: String,
    /// The file that the engine wants to see touched, so that it knows that only the shard is run.
    pub touched: Option<String>,
}

/// Why the environment does not say which shard this task is.
#[derive(Debug, Error, Eq, PartialEq)]
pub enum EngineError {
    /// No engine is there.
    #[error("`--shard auto` finds no engine in the environment")]
    None,
    /// A variable is no number.
    #[error("{engine}: expected a number as {variable}, found {found:?}")]
    Number {
        /// The engine.
        engine: &'static str,
        /// The variable.
        variable: &'static str,
        /// Its value.
        found: String,
    },
    /// The engine does not say how many tasks there are.
    #[error("{engine} says that this is task {index}, and does not say of how many")]
    NoCount {
        /// The engine.
        engine: &'static str,
        /// What it says.
        index: String,
    },
    /// The engine says another number of tasks than the command line.
    #[error("`--shard auto/{given}` is for {given} shards, and {engine} has {found}")]
    OtherCount {
        /// The number of the command line.
        given: u32,
        /// The engine.
        engine: &'static str,
        /// What it says.
        found: String,
    },
    /// The numbers of an array have gaps.
    #[error("the array of {engine} is no run of equal steps: {found}")]
    Gaps {
        /// The engine.
        engine: &'static str,
        /// What it says.
        found: String,
    },
    /// There is no such shard.
    #[error("{engine}: {error} ({told})")]
    Shard {
        /// The engine.
        engine: &'static str,
        /// What is wrong.
        error: ShardError,
        /// What it says.
        told: String,
    },
    /// Two engines say different things.
    #[error("two engines disagree: {one}, and {other}")]
    Disagree {
        /// What the first says.
        one: String,
        /// What the second says.
        other: String,
    },
}

impl EngineError {
    /// The error with what to do about it.
    pub fn told(&self) -> InputError {
        let help = match self {
            Self::None => {
                let known = ALL.iter().map(|engine| format!("{} ({})", engine.index, engine.name));
                format!("it looks for {}; or give the shard: `--shard I/N`", known.collect::<Vec<_>>().join(", "))
            }
            Self::NoCount { .. } => "give the number of tasks: `--shard auto/N`".to_owned(),
            Self::OtherCount { .. } => "give the number of tasks that the engine runs".to_owned(),
            Self::Shard { .. } => {
                "the tasks are numbered from 1 to N or from 0 to N - 1, as the engine has it".to_owned()
            }
            Self::Number { .. } | Self::Gaps { .. } | Self::Disagree { .. } => {
                "give the shard itself: `--shard I/N`".to_owned()
            }
        };
        InputError::new(self.to_string()).help(help)
    }
}

/// What an engine has said, before the number of tasks is known for sure.
struct Said {
    engine: &'static Engine,
    index: u64,
    count: Option<u64>,
    /// The variables that were read, with their values.
    told: String,
}

/// The shard that the environment says this task is. `given` is the number of tasks that the command line says.
///
/// # Errors
/// No engine says it, or two disagree, or one says what cannot be.
pub fn task(given: Option<u32>, read: Read<'_>) -> Result<Task, EngineError> {
    let read = |variable: &str| read(variable).filter(|value| !value.is_empty());
    let mut all: Vec<Said> = Vec::new();
    for engine in &ALL {
        all.extend(engine.said(&read)?);
    }
    // Some say of a task that is alone that it is the first of one. That splits nothing, and another may.
    let splits = |said: &Said| said.count != Some(1);
    if all.iter().any(splits) {
        all.retain(splits);
    }
    let known = given.map(u64::from).or_else(|| all.iter().find_map(|said| said.count));
    let mut tasks = Vec::new();
    for said in &all {
        tasks.push(said.task(given, known, &read)?);
    }
    let tells = |task: &Task| format!("{} says shard {} ({})", task.engine.name, task.shard, task.told);
    let mut tasks = tasks.into_iter();
    let Some(first) = tasks.next() else { return Err(EngineError::None) };
    match tasks.find(|task| task.shard != first.shard) {
        Some(other) => Err(EngineError::Disagree { one: tells(&first), other: tells(&other) }),
        None => Ok(first),
    }
}

impl Engine {
    /// A variable as a number.
    fn number(&self, variable: &'static str, read: Read<'_>) -> Result<Option<u64>, EngineError> {
        let number = |found: String| {
            found.trim().parse().map_err(|_| EngineError::Number { engine: self.name, variable, found })
        };
        read(variable).map(number).transpose()
    }

    /// What this engine says. None if it is not there.
    fn said(&'static self, read: Read<'_>) -> Result<Option<Said>, EngineError> {
        let Some(index) = self.number(self.index, read)? else { return Ok(None) };
        let count = self.count.map(|count| self.number(count, read)).transpose()?.flatten();
        let slurm: &[&str] = if self.numbered == Numbered::BySlurm { &[SLURM_MIN, SLURM_MAX, SLURM_STEP] } else { &[] };
        let told = [self.index].into_iter().chain(self.count).chain(slurm.iter().copied());
        let told = told.filter_map(|variable| Some(format!("{variable}={}", read(variable)?)));
        let told = told.collect::<Vec<_>>().join(", ");
        let said = Said { engine: self, index, count, told };
        Ok(Some(if self.numbered == Numbered::BySlurm { said.in_steps(read)? } else { said }))
    }
}

impl Said {
    /// An array of Slurm with its numbers made those from 0 on.
    fn in_steps(self, read: Read<'_>) -> Result<Self, EngineError> {
        let number = |variable| self.engine.number(variable, read);
        let (min, max, step) = (number(SLURM_MIN)?, number(SLURM_MAX)?, number(SLURM_STEP)?);
        let min = min.unwrap_or_default();
        let gaps = || EngineError::Gaps { engine: self.engine.name, found: self.told.clone() };
        let length = max.map(|max| max.checked_sub(min).ok_or_else(gaps)).transpose()?;
        // A list such as 1,3,5,7 has a step, too, which Slurm does not have to name.
        let step = match (self.count, length) {
            (Some(count), Some(length)) if count > 1 => {
                if length % (count - 1) != 0 || length == 0 {
                    return Err(gaps());
                }
                length / (count - 1)
            }
            _ => step.filter(|step| *step > 0).unwrap_or(1),
        };
        let index = self.index.checked_sub(min).filter(|place| place % step == 0).ok_or_else(gaps)? / step;
        let count = self.count.or_else(|| length.map(|length| length / step + 1));
        Ok(Self { index, count, ..self })
    }

    /// The task. `known` is the number of tasks that another has told.
    fn task(&self, given: Option<u32>, known: Option<u64>, read: Read<'_>) -> Result<Task, EngineError> {
        let Self { engine, index, count, told } = self;
        if let (Some(given), Some(count)) = (given, count)
            && u64::from(given) != *count
        {
            return Err(EngineError::OtherCount { given, engine: engine.name, found: told.clone() });
        }
        let Some(count) = count.or(known) else {
            return Err(EngineError::NoCount { engine: engine.name, index: told.clone() });
        };
        let number = match engine.numbered {
            Numbered::FromZero | Numbered::BySlurm => index.saturating_add(1),
            Numbered::FromOne => *index,
            Numbered::AsGiven if *index == 0 => count,
            Numbered::AsGiven => *index,
        };
        let shard = Shard::new(number, count).map_err(|error| EngineError::Shard {
            engine: engine.name,
            error,
            told: told.clone(),
        })?;
        let touched = (engine.name == "Bazel").then(|| read(BAZEL_STATUS)).flatten();
        Ok(Task { shard, engine, told: told.clone(), touched })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;
    use rstest::rstest;

    use super::{ALL, EngineError, Task, task};
    use crate::{model::shard::Shard, suite::InputErrors};

    /// The task in an environment such as `A=1 B=2`.
    fn of(given: Option<u32>, environment: &str) -> Result<Task, EngineError> {
        let read = |variable: &str| {
            let pairs = environment.split(' ').filter_map(|pair| pair.split_once('='));
            pairs.into_iter().find(|(name, _)| *name == variable).map(|(_, value)| value.to_owned())
        };
        task(given, &read)
    }

    #[rstest]
    #[case("JOB_COMPLETION_INDEX=0", Some(40), "Kubernetes", "1/40")]
    #[case("JOB_COMPLETION_INDEX=39", Some(40), "Kubernetes", "40/40")]
    #[case(
        "SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=3 SLURM_ARRAY_TASK_STEP=1",
        None,
        "Slurm",
        "1/4"
    )]
    #[case(
        "SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_STEP=2",
        None,
        "Slurm",
        "4/4"
    )]
    // A list has no step that is told.
    #[case(
        "SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_STEP=1",
        None,
        "Slurm",
        "3/4"
    )]
    #[case(
        "SLURM_ARRAY_TASK_ID=9 SLURM_ARRAY_TASK_COUNT=1 SLURM_ARRAY_TASK_MIN=9 SLURM_ARRAY_TASK_MAX=9 SLURM_ARRAY_TASK_STEP=1",
        None,
        "Slurm",
        "1/1"
    )]
    // Without a count, the last number and the step tell it.
    #[case(
        "SLURM_ARRAY_TASK_ID=12 SLURM_ARRAY_TASK_MIN=10 SLURM_ARRAY_TASK_MAX=18 SLURM_ARRAY_TASK_STEP=2",
        None,
        "Slurm",
        "2/5"
    )]
    #[case("HQ_TASK_ID=1", Some(40), "HyperQueue", "1/40")]
    #[case("HQ_TASK_ID=40", Some(40), "HyperQueue", "40/40")]
    #[case("HQ_TASK_ID=0", Some(40), "HyperQueue", "40/40")]
    #[case("AWS_BATCH_JOB_ARRAY_INDEX=2", Some(10), "AWS Batch", "3/10")]
    #[case("AWS_BATCH_JOB_ARRAY_INDEX=2 AWS_BATCH_JOB_ARRAY_SIZE=10", None, "AWS Batch", "3/10")]
    #[case("BATCH_TASK_INDEX=0 BATCH_TASK_COUNT=3", None, "Google Batch", "1/3")]
    #[case("TEST_SHARD_INDEX=2 TEST_TOTAL_SHARDS=3", None, "Bazel", "3/3")]
    #[case("CI_NODE_INDEX=1 CI_NODE_TOTAL=4", None, "GitLab", "1/4")]
    #[case("CI_NODE_INDEX=4 CI_NODE_TOTAL=4", Some(4), "GitLab", "4/4")]
    #[case("CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=2", None, "CircleCI", "1/2")]
    #[case("BUILDKITE_PARALLEL_JOB=1 BUILDKITE_PARALLEL_JOB_COUNT=2", None, "Buildkite", "2/2")]
    // Both say the same, and the count of one holds for the other.
    #[case("JOB_COMPLETION_INDEX=1 CI_NODE_INDEX=2 CI_NODE_TOTAL=4", None, "Kubernetes", "2/4")]
    // One that runs a single task splits nothing.
    #[case("CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=1 TEST_SHARD_INDEX=4 TEST_TOTAL_SHARDS=8", None, "Bazel", "5/8")]
    #[case("CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=1 HQ_TASK_ID=7", Some(8), "HyperQueue", "7/8")]
    #[case("CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=1", None, "CircleCI", "1/1")]
    // A job that GitLab does not split has a total alone.
    #[case("CI_NODE_TOTAL=1 HQ_TASK_ID=7", Some(8), "HyperQueue", "7/8")]
    #[case("TEST_SHARD_INDEX= TEST_TOTAL_SHARDS= HQ_TASK_ID=7", Some(8), "HyperQueue", "7/8")]
    fn an_engine_says_which_shard_this_is(
        #[case] environment: &str,
        #[case] given: Option<u32>,
        #[case] engine: &str,
        #[case] shard: &str,
    ) {
        let task = of(given, environment).unwrap();
        assert_eq!((task.engine.name, task.shard.to_string().as_str()), (engine, shard));
    }

    #[rstest]
    #[case("HOME=/root", None, "finds no engine in the environment")]
    #[case("CI_NODE_TOTAL=1", None, "finds no engine in the environment")]
    #[case(
        "JOB_COMPLETION_INDEX=3",
        None,
        "Kubernetes says that this is task JOB_COMPLETION_INDEX=3, and does not say of how many"
    )]
    #[case("HQ_TASK_ID=3", None, "HyperQueue says that this is task HQ_TASK_ID=3, and does not say of how many")]
    #[case("AWS_BATCH_JOB_ARRAY_INDEX=3", None, "does not say of how many")]
    #[case("TEST_SHARD_INDEX=3", None, "Bazel says that this is task TEST_SHARD_INDEX=3, and does not say of how many")]
    #[case(
        "HQ_TASK_ID=41",
        Some(40),
        "HyperQueue: there is no shard 41 of 40: the shards are numbered from 1 to 40 (HQ_TASK_ID=41)"
    )]
    #[case("JOB_COMPLETION_INDEX=40", Some(40), "there is no shard 41 of 40")]
    #[case("CI_NODE_INDEX=0 CI_NODE_TOTAL=4", None, "there is no shard 0 of 4")]
    #[case("TEST_SHARD_INDEX=0 TEST_TOTAL_SHARDS=0", None, "at least one shard")]
    #[case("TEST_SHARD_INDEX=x TEST_TOTAL_SHARDS=4", None, "Bazel: expected a number as TEST_SHARD_INDEX, found \"x\"")]
    #[case("TEST_SHARD_INDEX=1 TEST_TOTAL_SHARDS=-4", None, "expected a number as TEST_TOTAL_SHARDS, found \"-4\"")]
    #[case("JOB_COMPLETION_INDEX=18446744073709551615", Some(4), "there is no shard 18446744073709551615 of 4")]
    #[case(
        "SLURM_ARRAY_TASK_ID=4 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=4",
        None,
        "the array of Slurm is no run of equal steps: SLURM_ARRAY_TASK_ID=4, SLURM_ARRAY_TASK_COUNT=3, "
    )]
    #[case(
        "SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=5",
        None,
        "no run of equal steps"
    )]
    #[case(
        "SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_MAX=1",
        None,
        "no run of equal steps"
    )]
    #[case(
        "SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=2 SLURM_ARRAY_TASK_MAX=2",
        None,
        "no run of equal steps"
    )]
    #[case(
        "CI_NODE_INDEX=2 CI_NODE_TOTAL=4",
        Some(5),
        "`--shard auto/5` is for 5 shards, and GitLab has CI_NODE_INDEX=2, CI_NODE_TOTAL=4"
    )]
    #[case(
        "CI_NODE_INDEX=2 CI_NODE_TOTAL=4 BUILDKITE_PARALLEL_JOB=2 BUILDKITE_PARALLEL_JOB_COUNT=4",
        None,
        "two engines disagree: GitLab says shard 2/4 (CI_NODE_INDEX=2, CI_NODE_TOTAL=4), and Buildkite says shard 3/4 (BUILDKITE_PARALLEL_JOB=2, BUILDKITE_PARALLEL_JOB_COUNT=4)"
    )]
    #[case(
        "CI_NODE_INDEX=2 CI_NODE_TOTAL=4 TEST_SHARD_INDEX=1 TEST_TOTAL_SHARDS=5",
        None,
        "two engines disagree: Bazel says shard 2/5"
    )]
    #[case(
        "JOB_COMPLETION_INDEX=2 CI_NODE_INDEX=2 CI_NODE_TOTAL=4",
        None,
        "Kubernetes says shard 3/4 (JOB_COMPLETION_INDEX=2), and GitLab says shard 2/4"
    )]
    fn what_an_environment_does_not_say_is_refused(
        #[case] environment: &str,
        #[case] given: Option<u32>,
        #[case] expected: &str,
    ) {
        let error = of(given, environment).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }

    #[test]
    fn without_an_engine_every_variable_is_listed() {
        let told = InputErrors::from(EngineError::None.told()).to_string();
        let told: String = told.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        for engine in &ALL {
            assert!(told.contains(&format!("{} ({})", engine.index, engine.name)), "{told}");
        }
    }

    #[test]
    fn bazel_wants_a_file_to_be_touched() {
        let task = of(None, "TEST_SHARD_INDEX=2 TEST_TOTAL_SHARDS=3 TEST_SHARD_STATUS_FILE=/tmp/x").unwrap();
        assert_eq!(task.touched.as_deref(), Some("/tmp/x"));
        let task = of(None, "CI_NODE_INDEX=2 CI_NODE_TOTAL=3 TEST_SHARD_STATUS_FILE=/tmp/x").unwrap();
        assert_eq!(task.touched, None);
    }

    proptest! {
        /// Whatever an array begins with, its tasks are all shards, each once.
        #[test]
        fn the_tasks_of_an_array_are_all_shards(start in 0_u64..50, step in 1_u64..5, count in 2_u64..30) {
            let all: Result<BTreeSet<Shard>, EngineError> = (0..count).map(|at| {
                let (id, max) = (start + at * step, start + (count - 1) * step);
                let slurm = format!("SLURM_ARRAY_TASK_ID={id} SLURM_ARRAY_TASK_COUNT={count} SLURM_ARRAY_TASK_MIN={start} SLURM_ARRAY_TASK_MAX={max}");
                Ok(of(None, &slurm)?.shard)
            }).collect();
            prop_assert_eq!(all.unwrap().len() as u64, count);
            for first in [0, 1] {
                let all = (first..first + count).map(|id| Ok(of(Some(count as u32), &format!("HQ_TASK_ID={id}"))?.shard));
                let all: Result<BTreeSet<Shard>, EngineError> = all.collect();
                prop_assert_eq!(all.unwrap().len() as u64, count);
            }
        }
    }
}
