//! `hotseat variants`

use std::{env, io, num::NonZero, path::PathBuf, thread};

use clap::{Args, ValueEnum};

use super::{print, say};
use crate::{
    mutate::{Change, Table, TableError, Variant, variants},
    report::{ExitCode, SetReport, VariantsReport, json},
    suite::{
        InputError, InputErrors,
        catalogue::Catalogue,
        combinations::Amount,
        derived,
        mutants::{Cases, Through},
        read_cases,
        select::{Selection, Systems},
        variants::{VariantSet, alone, drawn, pairs, play_all},
    },
};

/// The largest set that is drawn. In larger ones, one variant may hide what another breaks.
const SET_SIZE: usize = 6;

#[derive(Args)]
pub struct VariantsArgs {
    /// Tables of variants of your own (.json); without any: all that hotseat carries
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only variants of this system, in its scenarios; may be given several times
    #[arg(long, value_name = "SYSTEM")]
    system: Vec<String>,
    /// Only this variant; may be given several times
    #[arg(long, value_name = "ID")]
    variant: Vec<String>,
    /// How variants are put together; without it: each alone, and in drawn sets in which every pair occurs
    #[arg(long, value_enum)]
    only: Option<Only>,
    /// Where the variants run: in memory, or each set in the process of an adapter
    #[arg(long, value_enum, default_value_t = Where::Memory)]
    through: Where,
    /// Play the derived runs and the combinations, too, after the written scenarios
    #[arg(long)]
    combinations: bool,
    /// How many sets are played at the same time; without it: one for each processor
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// How to show it
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Leave out what passes
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, Eq, PartialEq, ValueEnum)]
enum Only {
    /// Each variant alone
    Alone,
    /// Drawn sets in which every pair occurs
    Sets,
    /// Every pair
    Pairs,
}

#[derive(Clone, Copy, ValueEnum)]
enum Where {
    Memory,
    Adapter,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Table,
    Json,
}

pub fn run(args: &VariantsArgs) -> Result<u8, InputErrors> {
    let catalogue = Catalogue::embedded();
    let tables = tables(&args.paths)?;
    let selection = Selection::parse(&args.system, None, None, None, catalogue)?;
    for id in &args.variant {
        drop(changes(&tables, id)?);
    }
    let is_meant = |variant: &&Variant| args.variant.is_empty() || args.variant.contains(&variant.id);
    let variants: Vec<&Variant> = tables.iter().flat_map(|table| &table.rows).filter(is_meant).collect();
    let sets = args.sets(&variants, selection.systems());
    if sets.is_empty() {
        say(&mut io::stderr(), "nothing is selected, so nothing was checked: no variant matches all options\n");
        return Ok(ExitCode::NOTHING_SELECTED);
    }
    let mut cases = read_cases(&[], catalogue)?;
    let amount = if args.combinations { Amount::Array } else { Amount::None };
    cases.extend(derived(&cases, amount, selection.systems(), catalogue)?);
    cases.retain(|case| selection.takes(case));
    let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let sets = play_all(&sets, &Cases::new(cases), &args.through()?, jobs, SetReport::new);
    let report = VariantsReport { sets };
    print(&match args.format {
        Format::Table => report.pretty(args.quiet),
        Format::Json => json(&report),
    });
    Ok(report.exit_code())
}

impl VariantsArgs {
    fn sets<'a>(&self, variants: &[&'a Variant], systems: &Systems) -> Vec<VariantSet<'a>> {
        match self.only {
            Some(Only::Alone) => alone(variants, systems),
            Some(Only::Sets) => drawn(variants, systems, SET_SIZE),
            Some(Only::Pairs) => pairs(variants, systems),
            None => alone(variants, systems).into_iter().chain(drawn(variants, systems, SET_SIZE)).collect(),
        }
    }

    fn through(&self) -> Result<Through, InputErrors> {
        if matches!(self.through, Where::Memory) {
            return Ok(Through::Memory);
        }
        super::watch_signals()?;
        let program = env::current_exe()
            .map_err(|error| InputError::new(format!("cannot find the path of this program: {error}")))?;
        let mut command = vec![program.display().to_string(), "adapter".to_owned()];
        command.extend(self.paths.iter().flat_map(|path| ["--variants".to_owned(), path.display().to_string()]));
        Ok(Through::Adapter(command))
    }
}

/// The tables in `paths`, or without any, the tables that this program carries.
///
/// # Errors
/// The first mistake in each table.
pub fn tables(paths: &[PathBuf]) -> Result<Vec<Table<Variant>>, InputErrors> {
    if paths.is_empty() {
        let mistake = |error: &TableError| InputError::new(error.to_string());
        return variants().clone().map_err(|errors| InputErrors(errors.iter().map(mistake).collect()));
    }
    let help = "`hotseat schema variant` prints what may stand in a row; a table is a list of rows";
    paths.iter().map(|path| super::mutants::table(path).map_err(|mistake| mistake.help(help).into())).collect()
}

/// The changes of the variant `id`, which is in one of `tables`.
///
/// # Errors
/// If there is no such variant. The error names the one with the most similar id.
pub fn changes(tables: &[Table<Variant>], id: &str) -> Result<Vec<Change>, InputError> {
    let all = tables.iter().flat_map(|table| &table.rows).map(|variant| (variant.id.as_str(), &variant.changes));
    super::mutants::named("variant", all, id)
}
