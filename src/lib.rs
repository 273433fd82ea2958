//! x
#![allow(missing_docs)]
pub mod llm;
pub mod model;
pub mod stage;
pub mod subject;
pub mod system;
