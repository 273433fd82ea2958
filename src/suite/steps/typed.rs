//! Turns arguments into values. Each type says how it is read, and which kind of parameter it fits.
//!
//! **Absent here:** types with a closed list of words, which are in `words`.

use std::fmt;

use crate::model::json::Value;
use serde::de::DeserializeOwned;

use super::args::{Args, unescaped, written_out};
use crate::{
    model::Key,
    suite::{
        check::Mismatch,
        json::{path_of, what_is_wrong},
    },
    system::Act,
};

/// An error in the arguments of a step, or in its place.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StepError(String);

impl From<String> for StepError {
    fn from(why: String) -> Self {
        Self(why)
    }
}

impl From<&str> for StepError {
    fn from(why: &str) -> Self {
        Self(why.to_owned())
    }
}

impl From<StepError> for Mismatch {
    fn from(StepError(why): StepError) -> Self {
        Self::Unread(why)
    }
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A kind of parameter, as an expression writes it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// `{string}`
    Text,
    /// `{int}`
    Number,
    /// `{word}`
    Word,
    /// `{}`
    Json,
    /// A colon at the end: a doc string.
    Doc,
}

impl Kind {
    /// The kinds of an expression's parameters, in order; `None` if one of them is unknown.
    pub fn all_of(expression: &str) -> Option<Vec<Self>> {
        let names = expression.split('{').skip(1).filter_map(|rest| rest.split('}').next());
        let parameters = names.map(|name| match name {
            "string" => Some(Self::Text),
            "int" => Some(Self::Number),
            "word" => Some(Self::Word),
            "" => Some(Self::Json),
            _ => None,
        });
        let doc = expression.ends_with(':').then_some(Some(Self::Doc));
        parameters.chain(doc).collect()
    }
}

/// A type of one parameter.
pub trait FromArgument: Sized {
    /// The kind of parameter that it fits.
    const KIND: Kind;

    /// The value of what is written.
    ///
    /// # Errors
    /// What was expected, and what was found.
    fn read(written: &str) -> Result<Self, StepError>;
}

/// The types of all parameters of a step: nothing, one type, or a tuple of several.
pub trait FromArguments: Sized {
    /// Their kinds, in order.
    fn kinds() -> Vec<Kind>;

    /// The values of what is written.
    ///
    /// # Errors
    /// What was expected, and what was found.
    fn from_args(args: &Args) -> Result<Self, StepError>;
}

/// A parameter that is missing in the line stands below it.
const NO_DOC: &str = "expected a doc string (\"\"\" ... \"\"\") below the step";

/// Parameter `index`, or the doc string.
fn argument<T: FromArgument>(args: &Args, index: usize) -> Result<T, StepError> {
    let written = match T::KIND {
        Kind::Doc => args.docstring.as_deref().ok_or(NO_DOC),
        _ => args.parameters.get(index).map(String::as_str).ok_or(NO_DOC),
    };
    T::read(written?)
}

impl FromArguments for () {
    fn kinds() -> Vec<Kind> {
        Vec::new()
    }

    fn from_args(_: &Args) -> Result<Self, StepError> {
        Ok(())
    }
}

impl<T: FromArgument> FromArguments for T {
    fn kinds() -> Vec<Kind> {
        vec![T::KIND]
    }

    fn from_args(args: &Args) -> Result<Self, StepError> {
        argument(args, 0)
    }
}

macro_rules! tuple {
    ($($type:ident $index:literal),*) => {
        impl<$($type: FromArgument),*> FromArguments for ($($type,)*) {
            fn kinds() -> Vec<Kind> {
                vec![$($type::KIND),*]
            }

            fn from_args(args: &Args) -> Result<Self, StepError> {
                Ok(($(argument::<$type>(args, $index)?,)*))
            }
        }
    };
}
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);

/// The parameters of the first type, then those of the second.
pub struct Both<A, B>(pub A, pub B);

impl<A: FromArguments, B: FromArguments> FromArguments for Both<A, B> {
    fn kinds() -> Vec<Kind> {
        [A::kinds(), B::kinds()].concat()
    }

    fn from_args(args: &Args) -> Result<Self, StepError> {
        let at = A::kinds().len().min(args.parameters.len());
        let (first, second) = args.parameters.split_at(at);
        let part = |parameters: &[String]| Args { parameters: parameters.to_vec(), docstring: args.docstring.clone() };
        Ok(Self(A::from_args(&part(first))?, B::from_args(&part(second))?))
    }
}

impl FromArgument for String {
    const KIND: Kind = Kind::Text;

    fn read(written: &str) -> Result<Self, StepError> {
        Ok(unescaped(written))
    }
}

impl FromArgument for u64 {
    const KIND: Kind = Kind::Number;

    fn read(written: &str) -> Result<Self, StepError> {
        let max = Self::MAX;
        written.parse().map_err(|_| format!("expected a number from 0 to {max}, found {written}").into())
    }
}

/// Any JSON.
impl FromArgument for Value {
    const KIND: Kind = Kind::Json;

    fn read(written: &str) -> Result<Self, StepError> {
        if written.contains('\n') {
            return DocJson::read(written).map(|DocJson(value)| value);
        }
        serde_json::from_str(&written_out(written))
            .map_err(|_| format!("expected JSON, such as true or \"backup\", found {written}").into())
    }
}

/// An act of a person, as scenario files write it.
impl FromArgument for Act {
    const KIND: Kind = Kind::Json;

    fn read(written: &str) -> Result<Self, StepError> {
        let wrong = |error: serde_json::Error| -> StepError {
            format!("expected an act, such as {{\"answer\": \"left\"}} or \"cancel\", found {written} ({error})").into()
        };
        crate::model::json::from_value(Value::read(written)?).map_err(wrong)
    }
}

/// A JSON array of texts.
impl FromArgument for Vec<String> {
    const KIND: Kind = Kind::Json;

    fn read(written: &str) -> Result<Self, StepError> {
        let wrong = || format!("expected a JSON array of texts, such as [\"a\", \"b\"], found {written}");
        crate::model::json::from_value(Value::read(written)?).map_err(|_| wrong().into())
    }
}

/// A JSON array of anything.
impl FromArgument for Vec<Value> {
    const KIND: Kind = Kind::Json;

    fn read(written: &str) -> Result<Self, StepError> {
        match Value::read(written)? {
            Value::Array(items) => Ok(items.into_iter().collect()),
            other => Err(format!("expected a JSON array, found {other}").into()),
        }
    }
}

/// A JSON object: the fields that something has at least.
pub struct Fields(pub Value);

impl FromArgument for Fields {
    const KIND: Kind = Kind::Json;

    fn read(written: &str) -> Result<Self, StepError> {
        match Value::read(written)? {
            fields @ Value::Object(_) => Ok(Self(fields)),
            other => Err(format!("expected a JSON object, such as {{\"id\": 1}}, found {other}").into()),
        }
    }
}

/// Any word.
pub struct Word(pub String);

impl FromArgument for Word {
    const KIND: Kind = Kind::Word;

    fn read(written: &str) -> Result<Self, StepError> {
        Ok(Self(written.to_owned()))
    }
}

/// Keys, separated by blanks: `Down Down Enter`.
impl FromArgument for Vec<Key> {
    const KIND: Kind = Kind::Text;

    fn read(written: &str) -> Result<Self, StepError> {
        Key::sequence(&unescaped(written)).map_err(|error| error.to_string().into())
    }
}

/// A place in JSON, as RFC 6901 writes it: `/properties/questions`, or nothing for the whole.
pub struct Pointer(pub String);

impl FromArgument for Pointer {
    const KIND: Kind = Kind::Text;

    fn read(written: &str) -> Result<Self, StepError> {
        let pointer = unescaped(written);
        let is_pointer = pointer.is_empty() || pointer.starts_with('/');
        let wrong = || format!("expected a JSON pointer, such as \"/a/0/b\", found {pointer:?}");
        if is_pointer { Ok(Self(pointer)) } else { Err(wrong().into()) }
    }
}

/// The text of a doc string.
pub struct Doc(pub String);

impl FromArgument for Doc {
    const KIND: Kind = Kind::Doc;

    fn read(written: &str) -> Result<Self, StepError> {
        // gherkin keeps the line break before the closing quotes and after the opening ones.
        let doc = written.strip_prefix('\n').unwrap_or(written);
        Ok(Self(written_out(doc.strip_suffix('\n').unwrap_or(doc)).into_owned()))
    }
}

/// A doc string that is JSON of a known shape.
pub struct DocJson<T>(pub T);

impl<T: DeserializeOwned> FromArgument for DocJson<T> {
    const KIND: Kind = Kind::Doc;

    fn read(written: &str) -> Result<Self, StepError> {
        let Doc(doc) = Doc::read(written)?;
        let mut json = serde_json::Deserializer::from_str(&doc);
        let wrong = |path: &str, error: &serde_json::Error| {
            let (line, column) = (error.line(), error.column());
            format!("line {line}, column {column} of the doc string{path}: {}", what_is_wrong(error))
        };
        let value = serde_path_to_error::deserialize(&mut json)
            .map_err(|error| wrong(&path_of(error.path()), error.inner()))?;
        json.end().map_err(|error| wrong("", &error))?;
        Ok(Self(value))
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::Value;
    use rstest::rstest;

    use super::{Args, Doc, DocJson, FromArguments, Kind, Pointer};

    fn args(parameters: &[&str], docstring: Option<&str>) -> Args {
        Args {
            parameters: parameters.iter().map(|text| (*text).to_owned()).collect(),
            docstring: docstring.map(str::to_owned),
        }
    }

    #[rstest]
    #[case("⟨3×ab⟩", "ababab")]
    #[case("a⟨2×x⟩b⟨0×y⟩⟨1×\\n⟩", "axxb\n")]
    #[case("⟨x×3⟩ ⟨3×⟩ ⟨3 x⟩ ⟨1234567×x⟩", "⟨x×3⟩ ⟨3×⟩ ⟨3 x⟩ ⟨1234567×x⟩")]
    fn a_repetition_is_written_out(#[case] written: &str, #[case] expected: &str) {
        let json = format!("[\"{written}\"]");
        type Given = (String, Vec<String>, DocJson<Vec<String>>);
        let (text, list, DocJson(doc)) = Given::from_args(&args(&[written, &json], Some(&json))).unwrap();
        assert_eq!(text, expected);
        assert_eq!(list, [expected]);
        assert_eq!(doc, [expected]);
    }

    #[test]
    fn wrong_arguments_say_what_was_expected() {
        let why = |result: Result<(), super::StepError>| result.unwrap_err().to_string();
        assert_eq!(
            why(u64::from_args(&args(&["-1"], None)).map(drop)),
            format!("expected a number from 0 to {}, found -1", u64::MAX)
        );
        assert!(why(Value::from_args(&args(&["yes"], None)).map(drop)).starts_with("expected JSON"));
        assert!(
            why(Vec::<String>::from_args(&args(&["[1]"], None)).map(drop))
                .starts_with("expected a JSON array of texts")
        );
        assert_eq!(why(Vec::<Value>::from_args(&args(&["{}"], None)).map(drop)), "expected a JSON array, found {}");
        assert!(why(Pointer::from_args(&args(&["a"], None)).map(drop)).starts_with("expected a JSON pointer"));
        assert!(why(<(String, Doc)>::from_args(&args(&["a"], None)).map(drop)).starts_with("expected a doc string"));
        assert!(why(<(String, u64)>::from_args(&args(&["a"], None)).map(drop)).starts_with("expected a doc string"));
    }

    #[rstest]
    #[case("nothing", Some(vec![]))]
    #[case("{int} of {string} has {}, {word}:", Some(vec![Kind::Number, Kind::Text, Kind::Json, Kind::Word, Kind::Doc]))]
    #[case("{float}", None)]
    fn the_kinds_of_an_expression(#[case] expression: &str, #[case] expected: Option<Vec<Kind>>) {
        assert_eq!(Kind::all_of(expression), expected);
    }
}
