//! `hotseat variants`

use std::{env, io, num::NonZero, path::PathBuf, thread};

use clap::{Args, ValueEnum};

use super::{
    interrupts::Signal,
    print, say,
    shard::{self, ListShardArgs},
};
use crate::{
    model::shard::Shard,
    mutate::{Change, Table, TableError, Variant, variants},
    report::{
        ExitCode, SetReport, VariantsReport, json,
        shards::{Asked, Digest, Found, Summary, VariantsAsked},
    },
    suite::{
        InputError, InputErrors,
        catalogue::Catalogue,
        check::counted,
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
    #[command(flatten)]
    shard: ListShardArgs,
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
    let shard = args.shard.of()?;
    let mut cases = read_cases(&[], catalogue)?;
    let amount = if args.combinations { Amount::Array } else { Amount::None };
    cases.extend(derived(&cases, amount, selection.systems(), catalogue)?);
    cases.retain(|case| selection.takes(case));
    let jobs = args.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let own = shard.unwrap_or(Shard::WHOLE);
    let mut digest = Digest::default();
    if shard.is_some() {
        for set in &sets {
            digest.text(set.system);
            digest.json(&set.variants);
        }
        digest.cases(&cases);
    }
    let (places, own_sets): (Vec<u64>, Vec<VariantSet<'_>>) = own.select(sets.iter().cloned()).into_iter().unzip();
    let signal = Signal::heed()?;
    let heard = signal.clone();
    let cases = Cases::new(cases).until(move || heard.has_come());
    let played = play_all(&own_sets, &cases, &args.through()?, jobs, SetReport::new);
    let (done, all) = (played.len(), own_sets.len());
    let found: Vec<(u64, SetReport)> = played.into_iter().map(|(at, set)| (places[at], set)).collect();
    let report = VariantsReport { sets: found.iter().map(|(_, set)| set.clone()).collect() };
    print(&match args.format {
        Format::Table => report.pretty(args.quiet),
        Format::Json => json(&report),
    });
    let mut code = report.exit_code();
    if let Some(shard) = shard {
        let in_adapter = matches!(args.through, Where::Adapter);
        let asked = Asked::Variants(VariantsAsked { list: digest.list(sets.len()), in_adapter });
        let summary = Summary::new(asked, shard, done < all, Found::Variants(found));
        code = ExitCode::first(code, shard::keep(&args.shard.out, summary));
    }
    if done < all {
        say(&mut io::stderr(), &format!("stopped by a signal: {done} of {} were played\n", counted(all as u64, "set")));
    }
    Ok(signal.exit_code(code, shard.is_some()))
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
