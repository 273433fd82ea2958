//! The one definition of a message: kind, name of the method, capability, shape and documentation stand together.

/// Defines an enum of messages, the table of their methods, and the method of each message.
///
/// Each message stands as `KIND "NAME" [CAPABILITY] VARIANT SHAPE`. The kind is `request` or `notification`. The
/// capability, in square brackets, is left out if every adapter needs the message. The message's documentation is its
/// line on the page of the protocol, too.
macro_rules! messages {
    (
        $(#[$meta:meta])*
        pub enum $messages:ident {
            $(
                $(#[doc = $about:literal])+
                $kind:ident $name:literal $([$capability:ident])? $variant:ident $shape:tt,
            )+
        }
    ) => {
        $(#[$meta])*
        pub enum $messages {
            $(
                $(#[doc = $about])+
                #[serde(rename = $name)]
                $variant $shape,
            )+
        }

        impl $messages {
            /// Every method, in the order of the page.
            pub const METHODS: &[$crate::subject::protocol::Method] =
                &[$(messages!(@method $kind $name [$($capability)?] $($about)+)),+];

            /// The method of this message.
            pub const fn method(&self) -> &'static $crate::subject::protocol::Method {
                match self {
                    $(Self::$variant { .. } => const { &messages!(@method $kind $name [$($capability)?] $($about)+) },)+
                }
            }
        }
    };
    (@method $kind:ident $name:literal [$($capability:ident)?] $($about:literal)+) => {
        $crate::subject::protocol::Method {
            name: $name,
            is_request: messages!(@is_request $kind),
            capability: messages!(@capability $($capability)?),
            about: concat!($($about),+),
        }
    };
    (@is_request request) => { true };
    (@is_request notification) => { false };
    (@capability) => { None };
    (@capability $capability:ident) => { Some($crate::stage::Capability::$capability) };
}
