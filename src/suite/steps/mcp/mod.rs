//! Steps that make sense in mcp alone.

pub(super) mod asks;
mod form;
pub(super) mod results;
