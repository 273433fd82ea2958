//! Fills the placeholders of an outline with the values of a row. The build does this for titles, too.

/// The name of a row of an outline. A name without a placeholder is the same for every row, and the row's number tells
/// them apart.
pub fn row_name(outline: &str, header: &[String], row: &[String], number: usize) -> String {
    let filled = filled(outline, header, row);
    if filled == outline { format!("{filled} {number}") } else { filled }
}

/// A text of an outline with the values of a row.
pub fn filled(text: &str, header: &[String], row: &[String]) -> String {
    let inside = header.iter().zip(row).filter(|_| text.contains('<'));
    inside.fold(text.to_owned(), |text, (column, value)| text.replace(&format!("<{column}>"), value))
}
