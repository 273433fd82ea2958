//! The drawings of the form, character for character.

use crate::model::json::json;
use rstest::rstest;

use super::{
    Form, row,
    tests::{form, labels, press},
};
use crate::model::Key;

fn text(form: &Form) -> String {
    form.draw().text
}

#[test]
fn a_list() {
    let form = form(&json!([{"header": "Database Selection", "question": "Which database should we use?", "options": [
        {"label": "PostgreSQL (Recommended)", "description": "Battle-tested relational DB"},
        {"label": "SQLite", "description": "Lightweight, file-based"},
        {"label": "MongoDB", "description": "Document store"}]}]));
    insta::assert_snapshot!(text(&form), @r"
    ────────────────────────────────────────────────────────────
     Database Selection

      Which database should we use?

      > 1. PostgreSQL (Recommended)
           Battle-tested relational DB
        2. SQLite
           Lightweight, file-based
        3. MongoDB
           Document store
        4. Other (type your answer)

      ↑↓ navigate • 1-9 quick select • Enter to select • Esc to cancel
    ────────────────────────────────────────────────────────────
    ");
}

fn frameworks() -> Form {
    form(&json!([{"header": "Framework Selection", "question": "Which framework should we use?",
        "options": labels(&["Express.js", "Fastify", "Hono", "Koa", "NestJS", "Next.js", "Remix"])}]))
}

#[test]
fn a_long_list() {
    let mut form = frameworks();
    press(&mut form, "Down Down");
    insta::assert_snapshot!(text(&form), @r"
    ────────────────────────────────────────────────────────────
     Framework Selection

      Which framework should we use?

        1. Express.js
        2. Fastify
      > 3. Hono
        4. Koa
        5. NestJS
        ↓ 3 more...

      ↑↓ navigate • 1-9 quick select • Enter to select • Esc to cancel
    ────────────────────────────────────────────────────────────
    ");
}

/// The window follows the cursor. The numbers count all rows, and the last line counts the rows below.
#[test]
fn a_long_list_at_its_end_and_half_way_back() {
    let mut form = frameworks();
    press(&mut form, "Down Down Down Down Down");
    insta::assert_snapshot!(text(&form), @r"
    ────────────────────────────────────────────────────────────
     Framework Selection

      Which framework should we use?

        2. Fastify
        3. Hono
        4. Koa
        5. NestJS
      > 6. Next.js
        ↓ 2 more...

      ↑↓ navigate • 1-9 quick select • Enter to select • Esc to cancel
    ────────────────────────────────────────────────────────────
    ");
    press(&mut form, "Down Down Down Up");
    insta::assert_snapshot!(text(&form), @r"
    ────────────────────────────────────────────────────────────
     Framework Selection

      Which framework should we use?

        4. Koa
        5. NestJS
        6. Next.js
      > 7. Remix
        8. Other (type your answer)

      ↑↓ navigate • 1-9 quick select • Enter to select • Esc to cancel
    ────────────────────────────────────────────────────────────
    ");
    press(&mut form, "Up Up Up Up");
    insta::assert_snapshot!(text(&form), @r"
    ────────────────────────────────────────────────────────────
     Framework Selection

      Which framework should we use?

      > 3. Hono
        4. Koa
        5. NestJS
        6. Next.js
        7. Remix
        ↓ 1 more...

      ↑↓ navigate • 1-9 quick select • Enter to select • Esc to cancel
    ────────────────────────────────────────────────────────────
    ");
}

#[test]
fn six_options_are_all_shown() {
    let form = form(&json!([{"options": labels(&["A", "B", "C", "D", "E", "F"])}]));
    insta::assert_snapshot!(text(&form), @r"
    ────────────────────────────────────────────────────────────
      Which 0?

      > 1. A
        2. B
        3. C
        4. D
        5. E
        6. F
        7. Other (type your answer)

      ↑↓ navigate • 1-9 quick select • Enter to select • Esc to cancel
    ────────────────────────────────────────────────────────────
    ");
}

#[test]
fn a_text() {
    let mut form = form(&json!([{"header": "Service Setup", "question": "What should we name this service?"}]));
    press(&mut form, "o r d e r - p r o c e s s o r");
    insta::assert_snapshot!(text(&form), @r"
    ────────────────────────────────────────────────────────────
     Service Setup

      What should we name this service?

      > order-processor█

      Enter to submit • Esc to cancel
    ────────────────────────────────────────────────────────────
    ");
}

/// The user has answered the question on the database, and comes back to it.
#[test]
fn tabs() {
    let mut form = three();
    press(&mut form, "Enter Left");
    insta::assert_snapshot!(text(&form), @r"
    ────────────────────────────────────────────────────────────
     ← ■ Database  □ Service Name  □ Features  ✓ Submit →

      Which database should we use?

      > 1. PostgreSQL (Recommended)
        2. SQLite
        3. MongoDB
        4. Other (type your answer)

      Tab/←→ switch • ↑↓ select • Enter confirm • Esc cancel
    ────────────────────────────────────────────────────────────
    ");
}

fn three() -> Form {
    form(&json!([
        {"header": "Database", "question": "Which database should we use?",
            "options": labels(&["PostgreSQL (Recommended)", "SQLite", "MongoDB"])},
        {"header": "Service Name", "question": "What should we name this service?"},
        {"header": "Features", "question": "Which features should we include?", "multiSelect": true,
            "options": labels(&["Authentication", "REST API"])}]))
}

#[test]
fn a_list_with_several_picks() {
    let mut form = form(&json!([{"header": "Feature Selection", "question": "Which features should we include?",
        "multiSelect": true, "options": [
            {"label": "Authentication", "description": "OAuth2 + JWT"},
            {"label": "REST API", "description": "OpenAPI spec included"},
            {"label": "Admin Dashboard"}]}]));
    press(&mut form, "Space Down Down Space Up");
    insta::assert_snapshot!(text(&form), @r"
    ────────────────────────────────────────────────────────────
     Feature Selection

      Which features should we include?

        [x] Authentication
            OAuth2 + JWT
      > [ ] REST API
            OpenAPI spec included
        [x] Admin Dashboard
        [ ] Other (type your answer)

      Space to toggle • Enter to submit • Esc to cancel
    ────────────────────────────────────────────────────────────
    ");
}

#[test]
fn without_a_header() {
    let form = form(&json!([{"question": "What should we name this service?"}]));
    insta::assert_snapshot!(text(&form), @r"
    ────────────────────────────────────────────────────────────
      What should we name this service?

      > █

      Enter to submit • Esc to cancel
    ────────────────────────────────────────────────────────────
    ");
}

#[test]
fn other_is_typed() {
    let mut form = form(&json!([{"header": "H", "options": labels(&["A"])}]));
    press(&mut form, "Down Enter n o");
    insta::assert_snapshot!(text(&form), @r"
    ────────────────────────────────────────────────────────────
     H

      Which 0?

      > no█

      Enter to submit • Esc to go back
    ────────────────────────────────────────────────────────────
    ");
}

#[test]
fn other_in_a_list_with_several_picks_and_the_other_tabs() {
    let mut form = three();
    press(&mut form, "Right x Enter Down Down Space C L I");
    insta::assert_snapshot!(text(&form), @r"
    ────────────────────────────────────────────────────────────
     ← □ Database  ■ Service Name  □ Features  ✓ Submit →

      Which features should we include?

      > CLI█

      Tab/←→ switch • Enter add • Esc go back
    ────────────────────────────────────────────────────────────
    ");
    press(&mut form, "Enter");
    insta::assert_snapshot!(text(&form), @r"
    ────────────────────────────────────────────────────────────
     ← □ Database  ■ Service Name  □ Features  ✓ Submit →

      Which features should we include?

        [ ] Authentication
        [ ] REST API
      > [x] Other (type your answer)

      Tab/←→ switch • ↑↓ select • Space toggle • Enter confirm • Esc cancel
    ────────────────────────────────────────────────────────────
    ");
    press(&mut form, "Up Space Enter");
    insta::assert_snapshot!(text(&form), @r"
    ────────────────────────────────────────────────────────────
     ← □ Database  ■ Service Name  ■ Features  ✓ Submit →

      Service Name: x
      Features: REST API, CLI
      Not answered yet: Database

      Tab/←→ switch • Esc cancel
    ────────────────────────────────────────────────────────────
    ");
    press(&mut form, "Left Left");
    insta::assert_snapshot!(text(&form), @r"
    ────────────────────────────────────────────────────────────
     ← □ Database  ■ Service Name  ■ Features  ✓ Submit →

      What should we name this service?

      > x█

      Tab/←→ switch • Enter confirm • Esc cancel
    ────────────────────────────────────────────────────────────
    ");
    press(&mut form, "Left 4 D B Enter Right Right");
    insta::assert_snapshot!(text(&form), @r"
    ────────────────────────────────────────────────────────────
     ← ■ Database  ■ Service Name  ■ Features  ✓ Submit →

      Database: DB
      Service Name: x
      Features: REST API, CLI

      Tab/←→ switch • Enter submit • Esc cancel
    ────────────────────────────────────────────────────────────
    ");
}

#[test]
fn confirmations() {
    let mut form = three();
    press(&mut form, "2 Esc");
    insta::assert_snapshot!(text(&form), @r"
    ────────────────────────────────────────────────────────────
     ← ■ Database  □ Service Name  □ Features  ✓ Submit →

      Discard 1 answers?

      y Yes • n/Enter/Esc No
    ────────────────────────────────────────────────────────────
    ");
    press(&mut form, "n");
    for key in Key::typing(&"x".repeat(2847)) {
        form.press(key);
    }
    press(&mut form, "Enter");
    let drawn = text(&form).replace(&"x".repeat(row::WIDEST - 1), "[499 x]");
    insta::assert_snapshot!(drawn, @r"
    ────────────────────────────────────────────────────────────
     ← ■ Database  □ Service Name  □ Features  ✓ Submit →

      What should we name this service?

      > …[499 x]█

      Answer is long (2,847 chars). Continue anyway? [Y/n]
    ────────────────────────────────────────────────────────────
    ");
}

#[test]
fn questions_without_headers_are_numbered() {
    let mut form = form(&json!([{}, {"header": "Second"}, {}]));
    press(&mut form, "Right a Enter");
    insta::assert_snapshot!(text(&form).lines().nth(1).unwrap(), @" ← □ Q1  ■ Second  □ Q3  ✓ Submit →");
}

/// Any number of questions has a tab each, and the last tab submits (PI-46).
#[test]
fn a_bar_has_every_tab() {
    let questions: Vec<_> = (1..=1000).map(|at| json!({"header": format!("Question {at}")})).collect();
    let bar = form(&json!(questions)).bar();
    assert_eq!(bar.matches('□').count(), 1000);
    assert!(
        bar.starts_with(" ← □ Question 1  □ Question 2  ") && bar.ends_with("  □ Question 1000  ✓ Submit →"),
        "{bar}"
    );
}

/// An answer of many texts has one row, and so has the list of missing answers.
#[test]
fn the_rows_of_the_last_tab_have_an_end() {
    let options: Vec<_> = (0..100).map(|at| json!({"label": format!("label {at}")})).collect();
    let mut questions = vec![json!({"header": "H", "multiSelect": true, "options": options})];
    questions.extend((0..200).map(|_| json!({})));
    let mut form = form(&json!(questions));
    press(&mut form, &"Space Down ".repeat(100));
    press(&mut form, "Up Enter");
    (0..200).for_each(|_| drop(form.press(Key::Right)));
    let drawn = text(&form);
    let rows: Vec<&str> = drawn.lines().filter(|line| line.ends_with('…')).collect();
    let widths = [row::columns("  H: "), row::columns("  Not answered yet: ")].map(|before| before + row::WIDEST);
    assert_eq!(rows.iter().map(|row| row::columns(row)).collect::<Vec<_>>(), widths);
}

/// No text of others breaks the frame or controls the terminal.
#[rstest]
#[case::lines("a\nb\r\nc\u{2028}d\u{85}e")]
#[case::escapes("\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}1A\u{8}\u{7f}")]
#[case::turned("\u{202e}abc\u{200f}\u{2067}\u{61c}")]
#[case::tabs("\ta\tb\u{b}\u{c}\u{0}")]
#[case::wide("日本語🎉e\u{301}")]
#[case::rule("────\n────")]
#[case::huge(&"x".repeat(1 << 20))]
fn no_text_breaks_the_frame(#[case] text: &str) {
    let questions = |text: &str| {
        let option = || json!({"label": text, "description": text});
        let question = |several: bool, count: usize| {
            let options: Vec<_> = (0..count).map(|_| option()).collect();
            json!({"header": text, "question": text, "multiSelect": several, "options": options})
        };
        [
            json!([question(false, 2)]),
            json!([question(true, 9)]),
            json!([question(false, 0)]),
            json!([question(false, 1), question(true, 1), question(false, 0)]),
        ]
    };
    for (nasty, plain) in questions(text).iter().zip(questions("plain")) {
        let (mut nasty, mut plain) = (form(nasty), form(&plain));
        for keys in ["", "Down", "Space", "Enter", "y", "Right", "Enter", "Down", "Enter", "Right"] {
            let drawn = nasty.draw().text;
            assert_eq!(drawn.lines().count(), plain.draw().text.lines().count(), "{drawn}");
            let harmful =
                |c: char| (c.is_control() && c != '\n') || "\u{202e}\u{200f}\u{2067}\u{61c}\u{2028}".contains(c);
            assert!(!drawn.contains(harmful), "{drawn:?}");
            let inner = drawn.lines().skip(1).take(drawn.lines().count() - 2);
            let tabs = nasty.entries.len();
            for line in inner {
                assert!(line.is_empty() || line.starts_with(' '), "{drawn}");
                assert!(row::columns(line) <= row::WIDEST * tabs.max(2) + 30, "{}", row::columns(line));
            }
            press(&mut nasty, keys);
            press(&mut plain, keys);
            if keys == "Down" {
                type_or_not(&mut nasty, text);
                type_or_not(&mut plain, "plain");
            }
        }
    }
}

/// Types the first characters, if the form takes them.
fn type_or_not(form: &mut Form, text: &str) {
    let types = form.entries.get(form.at).is_some_and(|entry| entry.draft.types(&entry.question));
    for key in Key::typing(text).filter(|_| types).take(30) {
        form.press(key);
    }
}
