//! Steps that make sense in deepchat alone.

pub(super) mod messages;
