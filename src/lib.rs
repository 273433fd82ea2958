//! x
#![allow(missing_docs)]
pub mod cli;
pub mod llm;
pub mod model;
pub mod report;
pub mod stage;
pub mod subject;
pub mod suite;
pub mod system;
