//! Steps that make sense in acp alone.

pub(super) mod connection;
pub(super) mod loading;
pub(super) mod rules;
pub(super) mod servers;
