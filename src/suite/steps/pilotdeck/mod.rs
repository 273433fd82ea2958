//! Steps that make sense in pilotdeck alone.

pub(super) mod host;
