//! Reads text files that users write.

use std::{fs::File, io::Read, path::Path};

use super::InputError;

/// The largest feature that we read, in bytes. The time to parse one grows with the square of its size.
pub const FEATURE_MAX: u64 = 1 << 20;
/// The largest scenario file that we read, in bytes.
pub const SCENARIO_MAX: u64 = 16 << 20;

/// Reads a file of at most `max` bytes as UTF-8, and skips a byte order mark.
///
/// # Errors
/// If the file cannot be read, is too large, or is not UTF-8. For the last, the message names line and column.
pub fn read_text(path: &Path, max: u64) -> Result<String, InputError> {
    let file = path.display();
    let mut bytes = Vec::new();
    // A pipe or a device has no known size and may never end, so we stop after `max` bytes.
    let read = File::open(path).and_then(|file| file.take(max + 1).read_to_end(&mut bytes));
    read.map_err(|error| InputError::new(format!("{file}: {error}")))?;
    if bytes.len() as u64 > max {
        return Err(InputError::new(format!("{file} has more than {max} bytes, which is the limit")));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let before = &error.as_bytes()[..good];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = good - before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1) + 1;
        let byte = error.as_bytes().get(good).copied().unwrap_or_default();
        let found = format!("{file}:{line}:{column}: expected UTF-8, found the byte 0x{byte:02x}");
        InputError::new(format!("{found}; save the file as UTF-8"))
    })?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}
