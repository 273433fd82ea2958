//! Writes the list that makes a run as expected.

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, value};

use super::{Day, ExpectedFailures, list::Expectation, needed_requirements, needed_scenarios};
use crate::report::Report;

/// The reason of an entry that nobody has given one yet. It is written into the user's file, for the user to replace: this word
/// is what people look for in their files when something is left to do.
pub(super) const NO_REASON: &str = "TODO: say why";

impl ExpectedFailures {
    /// The text of the list with which `report`, as it was judged without one, is as expected. What is in this list and still
    /// right stays as it is, comments and order included; what is stale goes; what is missing is added at the end.
    pub fn written_for(&self, report: &Report, today: Day) -> String {
        let mut marked = report.clone();
        self.apply(&mut marked, today, |_| true);
        let is_in_the_run =
            |id: &str| report.requirements.iter().any(|row| row.id == id) || report.scenario(id).is_some();
        let keeps = |entry: &Expectation| {
            let is_over = entry.expires.is_some_and(|expires| expires < today);
            let is_right = Self::is_stale(entry, &marked, today, |_| true).is_none();
            !is_over && (!is_in_the_run(&entry.id) || is_right)
        };
        let mut document = self.text.parse::<DocumentMut>().unwrap_or_default();
        if self.text.is_empty() {
            document.set_trailing("");
        }
        let tables = document.entry("expected").or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
        let Some(tables) = tables.as_array_of_tables_mut() else { return self.text.clone() };
        let mut kept = self.entries.iter().map(keeps);
        tables.retain(|_| kept.next().unwrap_or(true));
        // First the requirements that are still missing, then the scenarios for which they do not stand.
        let mut list =
            Self { entries: self.entries.iter().filter(|entry| keeps(entry)).cloned().collect(), ..self.clone() };
        let mut added = Vec::new();
        for missing in [needed_requirements, needed_scenarios] {
            let mut marked = report.clone();
            list.apply(&mut marked, today, |_| true);
            for (id, expect) in missing(&marked) {
                list.entries.push(Expectation::new(id.clone(), expect));
                added.push((id, expect));
            }
        }
        for (id, expect) in added {
            let mut table = Table::new();
            table.insert("id", value(id));
            table.insert("expect", value(expect.word()));
            table.insert("reason", value(NO_REASON));
            if !tables.is_empty() || !self.text.is_empty() {
                table.decor_mut().set_prefix("\n");
            }
            tables.push(table);
        }
        let text = document.to_string();
        let head = if self.text.is_empty() { HEAD } else { "" };
        format!("{head}{}\n", text.trim_end())
    }
}

/// What stands at the beginning of a new list.
const HEAD: &str = "\
# What is known not to hold, for `hotseat run --expected-failures`.
# id: a requirement or a scenario; expect: fail, incomplete or flaky; reason; link and expires (2027-01-31) may be added.

";
