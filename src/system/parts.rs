//! The parts of inputs and effects: the variants of what they carry. Mutants and coverage points name messages by them.
//!
//! The names are those of the variants in the stream, so nothing is listed here. A new input or effect makes the
//! `match`es below incomplete.

use strum::VariantNames;

use crate::model::Op;

use super::{
    Act, ClientEvent, Effect, EffectKind, FileEvent, FileOp, Input, InputKind, ModelEvent, Signal, ToolEvent, Turn, Why,
};

impl InputKind {
    /// The parts that an input of this kind may have. Exactly one of them is in each input; an empty list means none.
    pub(crate) const fn parts(self) -> &'static [&'static str] {
        match self {
            Self::Model => ModelEvent::VARIANTS,
            Self::Tool => ToolEvent::VARIANTS,
            Self::Person => Act::VARIANTS,
            Self::Client => ClientEvent::VARIANTS,
            Self::File => FileEvent::VARIANTS,
            Self::Signal => Signal::VARIANTS,
            Self::Begin | Self::Says | Self::Fired => &[],
        }
    }
}

impl EffectKind {
    /// The parts that an effect of this kind may have. Exactly one of them is in each effect; an empty list means none.
    pub(crate) const fn parts(self) -> &'static [&'static str] {
        match self {
            Self::File => FileOp::VARIANTS,
            Self::Turn => Turn::VARIANTS,
            Self::Cancel | Self::Refuse => Why::VARIANTS,
            Self::Request
            | Self::Call
            | Self::Show
            | Self::Timer
            | Self::Record
            | Self::Client
            | Self::Notice
            | Self::Exit => &[],
        }
    }
}

impl Input {
    /// The part of this input, if inputs of its kind have parts.
    pub(crate) fn part(&self) -> Option<&'static str> {
        match self {
            Self::Model(_, event) => Some(event.into()),
            Self::Tool(_, event) => Some(event.into()),
            Self::Person(_, act) => Some(act.into()),
            Self::Client(event) => Some(event.into()),
            Self::File(_, event) => Some(event.into()),
            Self::Signal(signal) => Some(signal.into()),
            Self::Begin(_) | Self::Says(_) | Self::Fired(_) => None,
        }
    }
}

impl Input {
    /// The operation that this input belongs to, if it belongs to one.
    pub(crate) const fn op(&self) -> Option<Op> {
        match self {
            Self::Model(op, _) | Self::Tool(op, _) | Self::Person(op, _) | Self::File(op, _) | Self::Fired(op) => {
                Some(*op)
            }
            Self::Begin(_) | Self::Says(_) | Self::Client(_) | Self::Signal(_) => None,
        }
    }
}

impl Effect {
    /// The part of this effect, if effects of its kind have parts.
    pub(crate) fn part(&self) -> Option<&'static str> {
        match self {
            Self::File(_, operation) => Some(operation.into()),
            Self::Turn(turn) => Some(turn.into()),
            Self::Cancel(_, why) | Self::Refuse(why) => Some(why.into()),
            Self::Request(..)
            | Self::Call(..)
            | Self::Show(..)
            | Self::Timer(..)
            | Self::Record(_)
            | Self::Client(_)
            | Self::Notice(_)
            | Self::Exit(_) => None,
        }
    }
}
