//! Text files that users write.

use std::{fs::File, io::Read, path::Path};

/// A larger feature is refused: parsing takes time by the square of the size.
pub const FEATURE_MAX: u64 = 1 << 20;
/// A larger scenario file is refused.
pub const SCENARIO_MAX: u64 = 16 << 20;

/// Reads a file of at most `max` bytes as UTF-8, and skips a byte order mark.
///
/// # Errors
/// Where it can not be read or is too large, or where it is not UTF-8: the line.
pub fn read_text(path: &Path, max: u64) -> Result<String, String> {
    let file = path.display();
    let mut bytes = Vec::new();
    // What is no regular file tells no size beforehand, and may have no end.
    let read = File::open(path).and_then(|file| file.take(max + 1).read_to_end(&mut bytes));
    read.map_err(|error| format!("{file}: {error}"))?;
    if bytes.len() as u64 > max {
        return Err(format!("{file} has more than {max} bytes, which is the limit"));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let before = &error.as_bytes()[..good];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = good - before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1) + 1;
        let byte = error.as_bytes().get(good).copied().unwrap_or_default();
        format!("{file}:{line}:{column}: expected UTF-8, found the byte 0x{byte:02x}; save the file as UTF-8")
    })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}
