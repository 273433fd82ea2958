//! `hotseat adapter`

use std::io;

use crate::{report::ExitCode, subject};

pub fn run() -> u8 {
    let served =
        subject::serve(&mut subject::Reference::default(), io::BufReader::new(io::stdin()), io::stdout().lock());
    match served {
        // A harness that is gone needs no answer.
        Ok(()) => ExitCode::CONFORMANT,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::CONFORMANT,
        Err(error) => {
            super::say(&mut io::stderr(), &format!("the adapter's streams: {error}\n"));
            ExitCode::USAGE
        }
    }
}
