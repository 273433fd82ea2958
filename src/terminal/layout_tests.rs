use proptest::prelude::*;
use rstest::rstest;

use super::{Anchor, View, columns, wrap};

fn drawn(view: &mut View, size: (usize, usize)) -> String {
    view.rows(size).iter().map(|row| format!("{}\n", row.text)).collect()
}

fn menu(rows: usize, cursor: usize) -> View {
    let row = |at| format!("{} option {at}", if at == cursor { '>' } else { ' ' });
    let lines: Vec<String> = std::iter::once("Which?".to_owned()).chain((0..rows).map(row)).collect();
    View {
        title: "title".to_owned(),
        text: lines.join("\n"),
        hints: vec!["keys: Up Down".to_owned(), "Ctrl-C: stop".to_owned()],
        anchor: Anchor::Cursor,
        ..View::default()
    }
}

#[test]
fn a_window_has_a_title_a_drawing_and_hints() {
    let mut view = menu(2, 1);
    view.message = Some("refused: late".to_owned());
    insta::assert_snapshot!(drawn(&mut view, (40, 10)), @r"
    title
    Which?
      option 0
    > option 1

    refused: late
    keys: Up Down | Ctrl-C: stop
    ");
    insta::assert_snapshot!(drawn(&mut view, (15, 10)), @r"
    title
    Which?
      option 0
    > option 1

    refused: late
    keys: Up Down
    Ctrl-C: stop
    ");
}

#[test]
fn without_room_the_title_goes_first_and_the_drawing_last() {
    let mut view = menu(2, 1);
    view.hints = vec!["Ctrl-C: stop".to_owned(), "keys: Up Down".to_owned()];
    let drawing = "Which?\n  option 0\n> option 1\n";
    assert_eq!(drawn(&mut view, (15, 7)), format!("title\n{drawing}\nCtrl-C: stop\nkeys: Up Down\n"));
    assert_eq!(drawn(&mut view, (15, 6)), format!("{drawing}\nCtrl-C: stop\nkeys: Up Down\n"));
    assert_eq!(drawn(&mut view, (15, 5)), format!("{drawing}Ctrl-C: stop\nkeys: Up Down\n"));
    assert_eq!(drawn(&mut view, (15, 4)), format!("{drawing}Ctrl-C: stop\n"));
    assert_eq!(drawn(&mut view, (15, 3)), "  option 0\n> option 1\nCtrl-C: stop\n");
    assert_eq!(drawn(&mut view, (15, 1)), "> option 1\n");
}

#[rstest]
#[case(0, "Which?")]
#[case(50, "  option 48")]
#[case(99, "  option 95")]
fn a_tall_drawing_is_shown_around_its_cursor(#[case] cursor: usize, #[case] first: &str) {
    let text = drawn(&mut menu(100, cursor), (40, 6));
    assert!(text.contains(&format!("> option {cursor}\n")) && text.starts_with(first), "{text}");
}

#[test]
fn the_drawing_scrolls_to_its_ends_and_no_further() {
    let mut view = menu(100, 50);
    view.scrolled = -1000;
    assert!(drawn(&mut view, (40, 6)).starts_with("Which?\n"));
    view.scrolled += 1;
    assert!(drawn(&mut view, (40, 6)).starts_with("  option 0\n"), "the step counts from the end, not from -1000");
    view.scrolled = 1000;
    assert!(drawn(&mut view, (40, 6)).contains("option 99\n"));
}

#[rstest]
#[case(Anchor::Begin, "0\n1\n2\n")]
#[case(Anchor::Cursor, "7\n8\n9\n")]
#[case(Anchor::End, "7\n8\n9\n")]
fn without_a_cursor_an_end_of_the_drawing_is_shown(#[case] anchor: Anchor, #[case] seen: &str) {
    let text = (0..10).map(|row| row.to_string()).collect::<Vec<_>>().join("\n");
    assert_eq!(drawn(&mut View { text, anchor, ..View::default() }, (40, 3)), seen);
}

#[rstest]
#[case("abcdef", 3, &["abc", "def"])]
#[case("日本語", 4, &["日本", "語"])]
#[case("日本語", 3, &["日", "本", "語"])]
#[case("a日", 1, &["a", "…"])]
#[case("日a", 1, &["…", "a"])]
#[case("e\u{301}e\u{301}e\u{301}", 2, &["e\u{301}e\u{301}", "e\u{301}"])]
#[case("", 1, &[""])]
#[case("a\n\nb", 5, &["a", "", "b"])]
#[case("\u{1b}[2J", 9, &["␛[2J"])]
fn lines_are_wrapped_by_columns(#[case] text: &str, #[case] width: usize, #[case] rows: &[&str]) {
    assert_eq!(wrap(text, width), rows);
}

#[test]
fn a_long_input_line_is_shown_by_its_end() {
    let mut view = View { text: "?".to_owned(), entry: Some("日本語abc".to_owned()), ..View::default() };
    assert_eq!(drawn(&mut view, (6, 4)), "?\n\n語abc\n");
}

proptest! {
    /// In any window, the rows fit, and none has a control character.
    #[test]
    fn the_rows_fit_the_window(text in "(?s).{0,60}", entry in prop::option::of(".{0,20}"), message in prop::option::of(".{0,20}"),
        scrolled in -50_isize..50, size in (1_usize..30, 1_usize..12)) {
        let hints = vec!["keys: Up".to_owned(), "日本".to_owned()];
        let anchor = Anchor::Cursor;
        let rows = View { title: "a title".to_owned(), text, entry, message, hints, anchor, scrolled }.rows(size);
        prop_assert!(!rows.is_empty() && rows.len() <= size.1);
        for row in rows {
            prop_assert!(columns(&row.text) <= size.0 && !row.text.chars().any(char::is_control), "{row:?}");
        }
    }

    /// Only a character that is wider than the window is lost.
    #[test]
    fn wrapping_loses_nothing(text in "[a-z日é\u{301} ]{0,40}", width in 2_usize..9) {
        prop_assert_eq!(wrap(&text, width).concat(), text);
    }
}
