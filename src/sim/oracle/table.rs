//! The table of the oracle: its sections, its rows, and how rows are looked up.

use std::sync::LazyLock;

use indexmap::IndexMap;
use serde::Deserialize;

use super::{
    Persistence,
    demand::{Asked, Demand, Header, Kept, Offers, Recorded, Runs, SchemaForm, Source, Told},
    error::{OracleError, SectionMistake},
};

/// The text of a cell that fits every fact.
const ANY: &str = "any";

/// The table: sections of rows, which are looked up by the facts of a question.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    #[expect(dead_code, reason = "for readers of the file")]
    about: Vec<String>,
    /// The systems that it is about.
    pub systems: Vec<String>,
    /// The tool with which the model asks.
    pub built_in: BuiltIn,
    /// The requirements that an inquiry is recorded once and closed once.
    pub recorded_once: Vec<String>,
    /// The requirements on the record of a question.
    pub records: Records,
    columns: IndexMap<String, Vec<String>>,
    arguments: Vec<Row>,
    memory: Vec<Row>,
    repeats: Vec<Row>,
    routes: Vec<Row>,
    drawings: Vec<Row>,
    contexts: Vec<Row>,
    schemas: Vec<Row>,
    ends: Vec<Row>,
    sources: Vec<Row>,
    fields: Vec<Row>,
    results: Vec<Row>,
}

/// The requirements on the record of a question.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Records {
    /// The id is the call, the question and the attempt.
    pub ids: Vec<String>,
    /// The record stands between the call and its response.
    pub places: Vec<String>,
    /// The questions of one call are recorded one after the other.
    pub sequence: Vec<String>,
    /// The record has no further members of the question.
    pub form: Vec<String>,
    /// Each option is an object with its value, in order.
    pub options: Vec<String>,
}

/// The tool with which the model asks, and the facts that its questions always have.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuiltIn {
    /// Its name.
    pub tool: String,
    /// The id of its question.
    pub question: String,
    /// Whether only a human may answer it.
    pub exclusive: bool,
    /// Whether an answer may be remembered.
    pub persistence: Persistence,
}

/// A row: when it applies, and what it demands.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its name.
    pub row: String,
    when: IndexMap<String, Cell>,
    /// Why the row demands nothing, if it does not.
    pub unsettled: Option<String>,
    /// The requirements by which the next section decides instead, if it does.
    pub passes: Option<Vec<String>>,
    /// Who is asked.
    pub asked: Option<Demand<Asked>>,
    /// What the prompt offers.
    pub offers: Option<Demand<Offers>>,
    /// What stands above the question.
    pub header: Option<Demand<Header>>,
    /// The schema of the inquiry.
    pub schema: Option<Demand<SchemaForm>>,
    /// The ways in which the record may say that the question was closed.
    pub recorded: Option<Demand<Vec<Recorded>>>,
    /// What the model is told as the result of the call.
    pub told: Option<Demand<Told>>,
    /// Whether the tool runs again.
    pub runs: Option<Demand<Runs>>,
    /// Who the record says has asked.
    pub source: Option<Demand<Source>>,
    /// That the context stands above the question.
    pub above: Option<Demand<bool>>,
    /// What the record has of a field of the question.
    pub kept: Option<Demand<Kept>>,
}

/// The cell of a row in one column.
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "String")]
enum Cell {
    /// Every fact fits.
    Any,
    /// These words fit.
    Words(Vec<String>),
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        if text == ANY { Self::Any } else { Self::Words(text.split_whitespace().map(str::to_owned).collect()) }
    }
}

impl Cell {
    fn fits(&self, fact: Option<&str>) -> bool {
        match self {
            Self::Any => true,
            Self::Words(words) => fact.is_some_and(|fact| words.iter().any(|word| word == fact)),
        }
    }
}

/// What the table expects for a question.
#[derive(Clone, Copy, Debug)]
pub struct Expected<'t> {
    /// The row about what is remembered.
    pub memory: &'t Row,
    /// The row that decides who is asked.
    pub route: &'t Row,
    /// The row about the prompt, if the person is asked.
    pub drawing: Option<&'t Row>,
    /// The row about the request, if the assistant is asked.
    pub schema: Option<&'t Row>,
}

impl Row {
    /// Whether the row applies to these facts. There is one fact for each column.
    fn fits(&self, facts: &[Option<&str>]) -> bool {
        self.when.values().zip(facts).all(|(cell, fact)| cell.fits(*fact))
    }

    /// Every requirement behind the row.
    pub fn requirements(&self) -> impl Iterator<Item = &str> {
        let Self { passes, asked, offers, header, schema, recorded, told, runs, source, above, kept, .. } = self;
        let demands = [
            passes.as_ref(),
            asked.as_ref().map(|demand| &demand.from),
            offers.as_ref().map(|demand| &demand.from),
            header.as_ref().map(|demand| &demand.from),
            schema.as_ref().map(|demand| &demand.from),
            recorded.as_ref().map(|demand| &demand.from),
            told.as_ref().map(|demand| &demand.from),
            runs.as_ref().map(|demand| &demand.from),
            source.as_ref().map(|demand| &demand.from),
            above.as_ref().map(|demand| &demand.from),
            kept.as_ref().map(|demand| &demand.from),
        ];
        demands.into_iter().flatten().flatten().map(String::as_str)
    }
}

impl Table {
    /// The embedded table.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: LazyLock<Table> = LazyLock::new(|| {
            Table::read(include_str!("table.json")).unwrap_or_else(|error| panic!("the oracle: {error}"))
        });
        &EMBEDDED
    }

    /// Reads a table. In each section, exactly one row must fit each combination of words of the columns.
    ///
    /// # Errors
    /// The first mistake, with its section and row, what was expected and what was found.
    pub fn read(text: &str) -> Result<Self, OracleError> {
        let from = &mut serde_json::Deserializer::from_str(text);
        let table: Self =
            serde_path_to_error::deserialize(from).map_err(|error| OracleError::NotATable(error.to_string()))?;
        for (name, rows) in table.sections() {
            table.check(rows).map_err(|mistake| OracleError::Section { name, mistake })?;
        }
        Ok(table)
    }

    /// The sections, by name.
    pub fn sections(&self) -> [(&'static str, &[Row]); 11] {
        let Self {
            arguments,
            memory,
            repeats,
            routes,
            drawings,
            contexts,
            schemas,
            ends,
            sources,
            fields,
            results,
            ..
        } = self;
        [
            ("arguments", arguments),
            ("memory", memory),
            ("repeats", repeats),
            ("routes", routes),
            ("drawings", drawings),
            ("contexts", contexts),
            ("schemas", schemas),
            ("ends", ends),
            ("sources", sources),
            ("fields", fields),
            ("results", results),
        ]
    }

    /// Every requirement in the table, with the name of its row before it.
    pub fn requirements(&self) -> impl Iterator<Item = (&str, &str)> {
        let rows = self.sections().into_iter().flat_map(|(_, rows)| rows);
        let of_rows = rows.flat_map(|row| row.requirements().map(|id| (row.row.as_str(), id)));
        let Records { ids, places, sequence, form, options } = &self.records;
        let of_record = [
            ("recorded_once", &self.recorded_once),
            ("ids", ids),
            ("places", places),
            ("sequence", sequence),
            ("form", form),
            ("options", options),
        ];
        of_rows.chain(of_record.into_iter().flat_map(|(name, ids)| ids.iter().map(move |id| (name, id.as_str()))))
    }

    /// The words of a column. An unknown column has none.
    pub fn words(&self, column: &str) -> &[String] {
        self.columns.get(column).map(Vec::as_slice).unwrap_or_default()
    }

    /// Checks a section.
    fn check(&self, rows: &[Row]) -> Result<(), SectionMistake> {
        let columns: Vec<&str> =
            rows.first().map(|row| row.when.keys().map(String::as_str).collect()).unwrap_or_default();
        if columns.is_empty() {
            return Err(SectionMistake::NoColumns);
        }
        for row in rows {
            self.check_row(row, &columns)?;
        }
        let mut combinations = vec![IndexMap::new()];
        for column in &columns {
            let with =
                |before: &IndexMap<_, _>, word| before.iter().map(|(c, w)| (*c, *w)).chain([(*column, word)]).collect();
            combinations = combinations
                .iter()
                .flat_map(|before| {
                    self.words(column).iter().map(|word| with(before, word.as_str())).collect::<Vec<_>>()
                })
                .collect();
        }
        for facts in combinations {
            let words: Vec<Option<&str>> = facts.values().copied().map(Some).collect();
            let fitting: Vec<String> = rows.iter().filter(|row| row.fits(&words)).map(|row| row.row.clone()).collect();
            if fitting.len() != 1 {
                return Err(SectionMistake::Rows { facts: format!("{facts:?}"), rows: fitting });
            }
        }
        Ok(())
    }

    /// Checks a row of a section with these columns.
    fn check_row(&self, row: &Row, columns: &[&str]) -> Result<(), SectionMistake> {
        if !row.when.keys().eq(columns) {
            return Err(SectionMistake::Columns {
                row: row.row.clone(),
                expected: columns.iter().map(|column| (*column).to_owned()).collect(),
                found: row.when.keys().cloned().collect(),
            });
        }
        for (column, cell) in &row.when {
            let words = self.words(column);
            let Cell::Words(found) = cell else { continue };
            if let Some(unknown) = found.iter().find(|word| !words.contains(word)) {
                return Err(SectionMistake::Word {
                    row: row.row.clone(),
                    column: column.clone(),
                    words: words.to_vec(),
                    found: unknown.clone(),
                });
            }
        }
        let says_something = row.requirements().next().is_some();
        if says_something == row.unsettled.is_some() {
            return Err(SectionMistake::Demands(row.row.clone()));
        }
        Ok(())
    }

    /// What the table expects for a question with these facts.
    ///
    /// # Errors
    /// Why it expects nothing.
    pub(super) fn expected<'f>(&self, fact: impl Fn(&str) -> Option<&'f str>) -> Result<Expected<'_>, OracleError> {
        let memory = find(&self.memory, &fact)?;
        let route = if memory.passes.is_some() { find(&self.routes, &fact)? } else { memory };
        let asked = route.asked.as_ref().map(|asked| asked.is);
        let drawing = (asked == Some(Asked::Person)).then(|| find(&self.drawings, &fact)).transpose()?;
        let schema = (asked == Some(Asked::Assistant)).then(|| find(&self.schemas, &fact)).transpose()?;
        Ok(Expected { memory, route, drawing, schema })
    }

    /// The row that says whether the arguments of the question are accepted.
    ///
    /// # Errors
    /// Why it does not say so.
    pub(super) fn accepted<'f>(&self, fact: impl Fn(&str) -> Option<&'f str>) -> Result<&Row, OracleError> {
        find(&self.arguments, &fact)
    }

    /// The row that says why an earlier question does not answer this one.
    pub(super) fn repeat<'f>(&self, fact: impl Fn(&str) -> Option<&'f str>) -> Option<&Row> {
        find(&self.repeats, &fact).ok()
    }

    /// The row that says where the context stands, if a document says so.
    pub(super) fn context<'f>(&self, fact: impl Fn(&str) -> Option<&'f str>) -> Option<&Row> {
        find(&self.contexts, &fact).ok()
    }

    /// The row that says who is recorded as asking, if a document says so.
    pub(super) fn source<'f>(&self, fact: impl Fn(&str) -> Option<&'f str>) -> Option<&Row> {
        find(&self.sources, &fact).ok()
    }

    /// The row that says what the record has of a field, if a document says so.
    pub(super) fn field<'f>(&self, fact: impl Fn(&str) -> Option<&'f str>) -> Option<&Row> {
        find(&self.fields, &fact).ok()
    }

    /// The row that says how a question with these facts is closed, if a document says so.
    pub(super) fn end<'f>(&self, fact: impl Fn(&str) -> Option<&'f str>) -> Option<&Row> {
        find(&self.ends, &fact).ok()
    }

    /// The row that says what follows from an answer to a question with these facts, if a document says so.
    pub(super) fn result<'f>(&self, fact: impl Fn(&str) -> Option<&'f str>) -> Option<&Row> {
        find(&self.results, &fact).ok()
    }
}

/// The row that fits these facts.
fn find<'t, 'f>(rows: &'t [Row], fact: &impl Fn(&str) -> Option<&'f str>) -> Result<&'t Row, OracleError> {
    // All rows of a section have the same columns.
    let columns = rows.first().into_iter().flat_map(|row| row.when.keys());
    let facts: Vec<Option<&str>> = columns.map(|column| fact(column)).collect();
    let row = rows.iter().find(|row| row.fits(&facts)).ok_or(OracleError::NoRow)?;
    row.unsettled.as_ref().map_or(Ok(row), |why| Err(OracleError::Unsettled { row: row.row.clone(), why: why.clone() }))
}
