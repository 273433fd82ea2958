//! The variants of the messages that cross a machine's border, with the parts that each has.
//!
//! The names are those of the enums [`Input`] and [`Effect`] and of their payloads. Nothing is listed here: a new variant
//! makes the `match`es below incomplete, and a new part is taken over by itself.

use strum::{VariantArray, VariantNames};

use crate::{
    stage::{Lane, What},
    system::{
        Act, ClientEvent, Effect, EffectKind, FileEvent, FileOp, Input, InputKind, ModelEvent, Signal, ToolEvent, Turn,
        Why,
    },
};

/// A variant of [`Input`] or of [`Effect`], or a call of the model put together from its pieces.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Variant {
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
    /// The variant has no parts.
    None,
    /// Each part is a kind of message of its own.
    Kinds(&'static [&'static str]),
    /// The parts are reasons: a row can name one, but all of them are one kind of message.
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

impl Variant {
    /// The variants of the inputs or of the effects, in the order of their definition. A whole call is none of them.
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

    /// Its name in the stream.
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
        match self {
            Self::Input(kind) => match kind {
                InputKind::Model => Parts::Kinds(ModelEvent::VARIANTS),
                InputKind::Tool => Parts::Kinds(ToolEvent::VARIANTS),
                InputKind::Person => Parts::Kinds(Act::VARIANTS),
                InputKind::Client => Parts::Kinds(ClientEvent::VARIANTS),
                InputKind::File => Parts::Kinds(FileEvent::VARIANTS),
                InputKind::Signal => Parts::Kinds(Signal::VARIANTS),
                InputKind::Begin | InputKind::Says | InputKind::Fired => Parts::None,
            },
            Self::WholeCall => Parts::None,
            Self::Effect(kind) => match kind {
                EffectKind::File => Parts::Kinds(FileOp::VARIANTS),
                EffectKind::Turn => Parts::Kinds(Turn::VARIANTS),
                EffectKind::Cancel | EffectKind::Refuse => Parts::Reasons(Why::VARIANTS),
                EffectKind::Request
                | EffectKind::Call
                | EffectKind::Show
                | EffectKind::Timer
                | EffectKind::Record
                | EffectKind::Client
                | EffectKind::Notice
                | EffectKind::Exit => Parts::None,
            },
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

/// The part of a message, where its variant has parts.
pub(super) fn part_of(what: &What) -> Option<&'static str> {
    match what {
        What::Input(input) => match input {
            Input::Model(_, event) => Some(event.into()),
            Input::Tool(_, event) => Some(event.into()),
            Input::Person(_, act) => Some(act.into()),
            Input::Client(event) => Some(event.into()),
            Input::File(_, event) => Some(event.into()),
            Input::Signal(signal) => Some(signal.into()),
            Input::Begin(_) | Input::Says(_) | Input::Fired(_) => None,
        },
        What::Effect(effect) => match effect {
            Effect::File(_, operation) => Some(operation.into()),
            Effect::Turn(turn) => Some(turn.into()),
            Effect::Cancel(_, why) | Effect::Refuse(why) => Some(why.into()),
            Effect::Request(..)
            | Effect::Call(..)
            | Effect::Show(..)
            | Effect::Timer(..)
            | Effect::Record(_)
            | Effect::Client(_)
            | Effect::Notice(_)
            | Effect::Exit(_) => None,
        },
    }
}
