//! The program `hotseat`.

use std::process::ExitCode;

/// A run makes many small allocations. A user of the library chooses for their own program.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let code = std::panic::catch_unwind(hotseat::cli::main).unwrap_or_else(|_| {
        eprintln!(
            "a bug of hotseat {}: it panicked.\nplease report it with the lines above and the command line",
            env!("CARGO_PKG_VERSION")
        );
        hotseat::report::ExitCode::INTERNAL
    });
    ExitCode::from(code)
}
