//! Steps that make sense in pi alone.

pub(super) mod result;
