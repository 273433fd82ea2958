//! Comparisons that steps of several topics share.
//!
//! **Absent here:** the values that are compared. Each topic finds them in the evidence.

use crate::model::json::Value;

use crate::suite::check::{Finding, equal, fails};

/// Whether `text` has all of `pieces`, in this order.
pub fn in_order(text: &str, pieces: &[String]) -> bool {
    let after = |rest: &str, piece: &String| rest.find(piece.as_str()).map(|at| at + piece.len());
    pieces.iter().try_fold(text, |rest, piece| after(rest, piece).map(|at| &rest[at..])).is_some()
}

/// Whether `line` is like `pattern`, in which each `…` stands for some text that is neither empty nor has two blanks in a
/// row.
pub fn is_like(line: &str, pattern: &str) -> bool {
    let Some((before, after)) = pattern.split_once('…') else { return line == pattern };
    let Some(rest) = line.strip_prefix(before) else { return false };
    let ends = rest.char_indices().map(|(at, c)| at + c.len_utf8());
    ends.take_while(|end| !rest[..*end].contains("  ")).any(|end| is_like(&rest[end..], after))
}

/// Holds where the fields of `found` are those `named`, separated by blanks, in any order. One in parentheses may be
/// left out; where it is there, it is not null.
pub fn has_fields(named: &str, found: &Value, seq: u64) -> Finding {
    let optional = |word: &'_ str| word.strip_prefix('(').and_then(|word| word.strip_suffix(')')).map(str::to_owned);
    let may_be: Vec<String> = named.split_whitespace().filter_map(optional).collect();
    let mut expected: Vec<&str> = named.split_whitespace().filter(|word| optional(word).is_none()).collect();
    let fields = found.as_object().into_iter().flatten();
    let is_free = |name: &str, value: &Value| !value.is_null() && may_be.iter().any(|optional| optional == name);
    let mut names: Vec<&str> =
        fields.filter(|(name, value)| !is_free(name, value)).map(|(name, _)| name.as_str()).collect();
    expected.sort_unstable();
    names.sort_unstable();
    equal(&expected, &names, Some(seq), |names| format!("the fields {}", names.join(" ")))
}

/// The same for each item of the list `found`. An empty list does not hold.
pub fn each_has_fields(named: &str, found: &Value, seq: u64) -> Finding {
    let items = found.as_array().filter(|items| !items.is_empty());
    let Some(items) = items else { return fails("a list with something in it", found.to_string(), Some(seq)) };
    items.iter().try_for_each(|item| has_fields(named, item, seq))
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::{each_has_fields, has_fields, in_order, is_like};

    #[rstest]
    #[case("□ One  □ Two  Submit", true)]
    #[case("□ 1  □ the second  Submit", true)]
    #[case("□ One  □ Two  □ Three  Submit", false)]
    #[case("□ One  Submit", false)]
    #[case("□   □ Two  Submit", false)]
    #[case("□ One  □ Two  Submit!", false)]
    fn the_gaps_of_a_line_are_filled_by_any_text_without_two_blanks(#[case] line: &str, #[case] expected: bool) {
        assert_eq!(is_like(line, "□ …  □ …  Submit"), expected);
    }

    #[rstest]
    #[case("1. a\n2. b", &["1", "a", "2", "b"], true)]
    #[case("1. a\n2. b", &["1", "b", "2"], false)]
    #[case("- a\n- b", &["1", "a"], false)]
    #[case("aa", &["a", "a", "a"], false)]
    #[case("", &[], true)]
    fn pieces_follow_one_another(#[case] text: &str, #[case] pieces: &[&str], #[case] expected: bool) {
        let pieces: Vec<String> = pieces.iter().map(|piece| (*piece).to_owned()).collect();
        assert_eq!(in_order(text, &pieces), expected);
    }

    #[rstest]
    #[case::as_named(json!({"b": null, "a": 1}), true)]
    #[case::with_what_may_be_there(json!({"a": 1, "b": 2, "c": 3}), true)]
    #[case::with_what_may_be_there_as_null(json!({"a": 1, "b": 2, "c": null}), false)]
    #[case::one_more(json!({"a": 1, "b": 2, "d": 3}), false)]
    #[case::one_less(json!({"a": 1}), false)]
    #[case::no_object(json!("a b"), false)]
    fn fields_are_those_that_are_named(#[case] found: Value, #[case] expected: bool) {
        assert_eq!(has_fields("a b (c)", &found, 0).is_ok(), expected);
        let good = json!({"a": 1, "b": 2});
        assert_eq!(each_has_fields("a b (c)", &json!([good, found]), 0).is_ok(), expected);
        assert!(each_has_fields("a b (c)", &json!([]), 0).is_err());
    }
}
