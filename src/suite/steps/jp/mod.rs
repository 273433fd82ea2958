//! Steps that make sense in jp alone.

pub(super) mod conversation;
mod inquiries;
pub(super) mod inquiry;
pub(super) mod inquiry_replies;
pub(super) mod record;
pub(super) mod tools;
