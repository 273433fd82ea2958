//! The variants of the messages that cross a machine's border: which have an operation, and in which lanes they stand.
//!
//! A new input or effect makes the `match`es below incomplete.

use strum::VariantArray;

use crate::{
    stage::{Lane, What},
    system::{EffectKind, InputKind},
};

/// A variant of `Input` or of `Effect`, or a call of the model that is put together from its pieces.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum InputOrEffect {
    /// A machine hears it.
    Input(InputKind),
    /// A call of the model with its `id`, `name` and `arguments`. The layer makes it from the pieces.
    WholeCall,
    /// A machine does it.
    Effect(EffectKind),
}

/// What stands in a message besides its operation.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Parts {
    /// Messages of this variant have no parts.
    None,
    /// Each part is a kind of message of its own.
    Kinds(&'static [&'static str]),
    /// The parts are reasons. A row can name one, but all of them are one kind of message.
    Reasons(&'static [&'static str]),
}

impl Parts {
    /// The names of the parts.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Self::None => &[],
            Self::Kinds(names) | Self::Reasons(names) => names,
        }
    }
}

impl InputOrEffect {
    /// All variants of inputs, or all of effects, in the order of their definition. A whole call is not among them.
    pub fn all(is_input: bool) -> Vec<Self> {
        if is_input {
            InputKind::VARIANTS.iter().copied().map(Self::Input).collect()
        } else {
            EffectKind::VARIANTS.iter().copied().map(Self::Effect).collect()
        }
    }

    /// The variant of a message.
    pub fn of(what: &What) -> Self {
        match what {
            What::Input(input) => Self::Input(input.into()),
            What::Effect(effect) => Self::Effect(effect.into()),
        }
    }

    /// The name of the variant in the stream.
    pub fn name(self) -> &'static str {
        match self {
            Self::Input(kind) => kind.into(),
            Self::WholeCall => "call",
            Self::Effect(kind) => kind.into(),
        }
    }

    /// Whether a machine hears it.
    pub const fn is_input(self) -> bool {
        matches!(self, Self::Input(_) | Self::WholeCall)
    }

    /// Its parts.
    pub const fn parts(self) -> Parts {
        let names = match self {
            Self::Input(kind) => kind.parts(),
            Self::WholeCall => &[],
            Self::Effect(kind) => kind.parts(),
        };
        match self {
            Self::Effect(EffectKind::Cancel | EffectKind::Refuse) => Parts::Reasons(names),
            _ if names.is_empty() => Parts::None,
            _ => Parts::Kinds(names),
        }
    }

    /// Whether its messages are about an operation.
    pub const fn has_op(self) -> bool {
        match self {
            Self::Input(kind) => match kind {
                InputKind::Model | InputKind::Tool | InputKind::Person | InputKind::File | InputKind::Fired => true,
                InputKind::Begin | InputKind::Says | InputKind::Client | InputKind::Signal => false,
            },
            Self::WholeCall => true,
            Self::Effect(kind) => match kind {
                EffectKind::Request
                | EffectKind::Call
                | EffectKind::Show
                | EffectKind::File
                | EffectKind::Timer
                | EffectKind::Cancel => true,
                EffectKind::Record
                | EffectKind::Client
                | EffectKind::Refuse
                | EffectKind::Turn
                | EffectKind::Notice
                | EffectKind::Exit => false,
            },
        }
    }

    /// The lanes in which its messages may stand.
    pub const fn lanes(self) -> &'static [Lane] {
        match self {
            Self::Input(kind) => match kind {
                InputKind::Model => &[Lane::Model],
                InputKind::Tool => &[Lane::Tool],
                InputKind::Person => &[Lane::Prompt],
                InputKind::Client => &[Lane::Client],
                InputKind::File => &[Lane::File],
                InputKind::Fired => &[Lane::Clock],
                InputKind::Begin | InputKind::Says | InputKind::Signal => &[Lane::Turn],
            },
            Self::WholeCall => &[Lane::Model],
            Self::Effect(kind) => match kind {
                EffectKind::Request => &[Lane::Model],
                EffectKind::Call => &[Lane::Tool],
                EffectKind::Show => &[Lane::Prompt],
                EffectKind::Client => &[Lane::Client],
                EffectKind::File => &[Lane::File],
                EffectKind::Timer => &[Lane::Clock],
                EffectKind::Record => &[Lane::Record],
                EffectKind::Cancel => &[Lane::Model, Lane::Tool, Lane::Prompt, Lane::File, Lane::Clock],
                EffectKind::Refuse | EffectKind::Turn | EffectKind::Notice | EffectKind::Exit => &[Lane::Turn],
            },
        }
    }
}

/// The part of a message, if its variant has parts.
pub(super) fn part_of(what: &What) -> Option<&'static str> {
    match what {
        What::Input(input) => input.part(),
        What::Effect(effect) => effect.part(),
    }
}
