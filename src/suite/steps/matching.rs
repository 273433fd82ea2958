//! Finds the step that a line means. An expression is compiled when it is first needed, that is, when a line has all
//! of its fixed words.

use std::{
    borrow::Cow,
    sync::{Arc, LazyLock, OnceLock},
};

use cucumber_expressions::{Expression, expand::IntoRegexCharIter};
use gherkin::StepType;
use indexmap::IndexMap;
use regex::Regex;
use regex_automata::{PatternID, meta, util::syntax};

use super::{Args, Draft, Step, StepError, TABLE, step::Does};
use crate::suite::check::{Evidence, Finding};

/// A line of a feature that means exactly one step.
#[derive(Clone)]
pub struct Matched {
    /// The step.
    pub step: &'static Step,
    /// The arguments of the step.
    pub args: Args,
    /// The requirements that it names at its end: `[RTE-10, CAN-02]`.
    pub requirements: Vec<String>,
}

impl Matched {
    /// Whether it checks a finished run.
    pub fn is_check(&self) -> bool {
        matches!(self.step.does, Does::Check(_))
    }

    /// Adds the line to a scenario in the making. A check adds nothing, but its arguments are read.
    ///
    /// # Errors
    /// What is wrong with the arguments of the line, or with its place.
    pub fn build(&self, draft: &mut Draft) -> Result<(), StepError> {
        if self.args.docstring.is_some() && !self.step.expression.ends_with(':') {
            return Err("this step takes no doc string, so the one below it would be lost; those that take one end \
                        with a colon"
                .into());
        }
        match &self.step.does {
            Does::Build(build) => build(draft, &self.args),
            Does::Check(_) => (self.step.reads)(&self.args),
        }
    }

    /// Checks a finished run, after `fill` has replaced the arguments. A step that builds a scenario always passes.
    ///
    /// # Errors
    /// What the check found instead.
    pub fn check(&self, evidence: &Evidence<'_>, fill: &dyn Fn(&str) -> String) -> Finding {
        match &self.step.does {
            Does::Build(_) => Ok(()),
            Does::Check(check) => check(evidence, &self.args.filled(fill)),
        }
    }
}

/// Why a line means no step.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum NoMatch {
    /// No step fits; this is the nearest expression.
    Undefined(&'static str),
    /// Several steps fit; these are their expressions.
    Ambiguous(Vec<&'static str>),
}

/// A wording that is read.
struct Wording {
    expression: Cow<'static, str>,
    step: &'static Step,
    /// The parameter that stands below the line, as a doc string.
    below: Option<Below>,
}

/// A parameter that stands in a doc string instead of the line.
#[derive(Clone, Copy)]
pub struct Below {
    /// Which parameter it is.
    pub index: usize,
    /// Whether it is a text; else it is JSON.
    pub is_text: bool,
}

/// Every wording that we read: the expressions of the table in order, their aliases, and then all of these with a
/// parameter below the line.
static WORDINGS: LazyLock<Vec<Wording>> = LazyLock::new(|| {
    let plain = |(expression, step)| Wording { expression: Cow::Borrowed(expression), step, below: None };
    let own = TABLE.iter().map(|step| (step.expression, step));
    let aliases = TABLE.iter().flat_map(|step| step.aliases.iter().map(move |alias| (*alias, step)));
    let in_line: Vec<Wording> = own.chain(aliases).map(plain).collect();
    let below = in_line.iter().filter_map(|wording| {
        let (expression, below) = with_one_below(&wording.expression)?;
        // `the scenario:` is a step of its own, and no other reading of `the scenario {string}`.
        let is_step = in_line.iter().any(|wording| wording.expression == expression);
        (!is_step).then_some(Wording { expression: expression.into(), step: wording.step, below: Some(below) })
    });
    let below: Vec<Wording> = below.collect();
    in_line.into_iter().chain(below).collect()
});

/// The wording in which a parameter stands below the line: the JSON or text at the end, or else the last JSON.
pub(in crate::suite) fn with_one_below(expression: &str) -> Option<(String, Below)> {
    let at_end = ["{}", "{string}"].into_iter().find(|parameter| expression.ends_with(parameter));
    let at = at_end.map_or_else(|| expression.rfind("{}"), |parameter| Some(expression.len() - parameter.len()))?;
    let is_text = expression[at..].starts_with("{string}");
    let end = at + if is_text { 8 } else { 2 };
    let index = expression[..at].matches('{').count();
    let before = expression[..at].strip_suffix(' ')?;
    let has_doc = expression.ends_with(':');
    (!has_doc).then(|| (format!("{before}{}:", &expression[end..]), Below { index, is_text }))
}

/// Puts the parameter below the line in its place among the others.
fn with_below(mut args: Args, below: Option<Below>) -> Args {
    let Some(below) = below else { return args };
    if let Some(doc) = args.docstring.take() {
        let doc = doc.strip_prefix('\n').unwrap_or(&doc);
        let doc = doc.strip_suffix('\n').unwrap_or(doc);
        // A text between quotes has escapes; a text below the line has none, so that we escape its backslashes.
        let written = if below.is_text { doc.replace('\\', "\\\\") } else { doc.to_owned() };
        args.parameters.insert(below.index.min(args.parameters.len()), written);
    }
    args
}

/// The matchers of all wordings, each made when it is first needed.
static MATCHERS: LazyLock<Vec<OnceLock<meta::Regex>>> =
    LazyLock::new(|| WORDINGS.iter().map(|_| OnceLock::new()).collect());

/// The fixed words of every wording, which a line must have before its expression is worth compiling.
static FIXED: LazyLock<Vec<Vec<&'static str>>> =
    LazyLock::new(|| WORDINGS.iter().map(|wording| fixed_words(&wording.expression)).collect());

/// The regular expression of wording `index`, without the end of the line.
fn pattern(index: usize) -> String {
    let expression = WORDINGS[index].expression.as_ref();
    let pattern = Expression::parse(expression).unwrap_or_else(|error| panic!("`{expression}`: {error}"));
    let pattern = pattern.into_regex_char_iter().collect::<Result<String, _>>();
    let pattern = pattern.unwrap_or_else(|error| panic!("`{expression}`: {error}"));
    pattern.trim_end_matches('$').to_owned()
}

/// The matcher of wording `index`, for a line without its requirements. A line is short, and an expression is used for few
/// of them, so the engines that take long to build are left out. It reads bytes: to compile the classes of all letters takes
/// most of the time of a short run, and what stands around a parameter is ASCII, so that no letter is cut.
fn matcher(index: usize) -> &'static meta::Regex {
    MATCHERS[index].get_or_init(|| {
        let quick = meta::Config::new().hybrid(false).dfa(false).onepass(false);
        let bytes = syntax::Config::new().unicode(false).utf8(false);
        let built = meta::Builder::new().configure(quick).syntax(bytes).build(&format!("{}$", pattern(index)));
        built.unwrap_or_else(|error| panic!("`{}`: {error}", WORDINGS[index].expression))
    })
}

/// The regular expression of the table's entry `index`, for a runner of its own; it allows for requirements at the end.
pub fn compiled(index: usize) -> Regex {
    let with_requirements = format!(r"{}(?: \[[A-Z]+-[0-9][A-Za-z0-9., -]*\])?$", pattern(index));
    Regex::new(&with_requirements).unwrap_or_else(|error| panic!("`{}`: {error}", WORDINGS[index].expression))
}

/// Every wording that is read, with the keyword that it goes with.
pub fn wordings() -> impl Iterator<Item = (StepType, Regex)> {
    WORDINGS.iter().enumerate().map(|(index, wording)| (wording.step.kind, compiled(index)))
}

/// Splits the requirements off the text.
fn split(text: &str) -> (&str, Vec<String>) {
    let Some((plain, list)) = text.strip_suffix(']').and_then(|text| text.rsplit_once(" [")) else {
        return (text, Vec::new());
    };
    // `[true]` and `["y"]` are JSON at the end of a step; `[RTE-10]` is no JSON.
    let capitals = list.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let begins = capitals.len() < list.len() && capitals.starts_with('-');
    let is_list = begins && list.chars().all(|c| c.is_ascii_alphanumeric() || ".,- ".contains(c));
    let ids: Vec<String> = list.split(',').map(|id| id.trim().to_owned()).filter(|id| !id.is_empty()).collect();
    if is_list && !ids.is_empty() { (plain, ids) } else { (text, Vec::new()) }
}

/// The step that `text` means, under the keyword `kind`.
///
/// # Errors
/// If no step fits, or several do.
pub fn find(kind: StepType, text: &str, docstring: Option<String>) -> Result<Matched, NoMatch> {
    let (plain, requirements) = split(text);
    let mut found: Vec<(usize, Args)> = Vec::new();
    for (index, Wording { step, .. }) in WORDINGS.iter().enumerate() {
        if step.kind != kind || !has_in_order(plain, &FIXED[index]) {
            continue;
        }
        let mut captures = matcher(index).create_captures();
        matcher(index).captures(plain, &mut captures);
        if captures.is_match() {
            let names = matcher(index).group_info().pattern_names(PatternID::ZERO).skip(1);
            let mut parameters = Vec::new();
            for (name, capture) in names.zip(captures.iter().skip(1)) {
                let text = capture.map(|capture| plain[capture.range()].to_owned());
                // A text has one group for each kind of quote, and only one of them matches.
                match name {
                    None => parameters.push(text.unwrap_or_default()),
                    Some(name) if name.ends_with("_0") => parameters.push(text.unwrap_or_default()),
                    Some(_) => parameters.last_mut().into_iter().for_each(|last| {
                        if let Some(text) = &text {
                            last.clone_from(text);
                        }
                    }),
                }
            }
            let args = Args { parameters, docstring: docstring.clone() };
            found.push((index, with_below(args, WORDINGS[index].below)));
        }
    }
    let (step, args) = only(found).map_err(|why| why.unwrap_or_else(|| NoMatch::Undefined(nearest(kind, plain))))?;
    Ok(Matched { step, args, requirements })
}

/// The lines that were found already. Scenarios, rows of an outline and combinations have many lines in common.
#[derive(Default)]
pub struct Found {
    by_line: IndexMap<(StepType, String), Arc<Matched>>,
}

impl Found {
    /// As [`find`]. A line without a doc string is looked up once.
    ///
    /// # Errors
    /// As [`find`].
    pub fn find(&mut self, kind: StepType, text: &str, docstring: Option<&str>) -> Result<Arc<Matched>, NoMatch> {
        if let Some(docstring) = docstring {
            return find(kind, text, Some(docstring.to_owned())).map(Arc::new);
        }
        let line = (kind, text.to_owned());
        if let Some(known) = self.by_line.get(&line) {
            return Ok(Arc::clone(known));
        }
        let found = Arc::new(find(kind, text, None)?);
        self.by_line.insert(line, Arc::clone(&found));
        Ok(found)
    }
}

/// The step, if exactly one was found. The error has no reason if none was found. Steps are given by their place among
/// the wordings.
fn only(mut found: Vec<(usize, Args)>) -> Result<(&'static Step, Args), Option<NoMatch>> {
    match (found.pop(), found.is_empty()) {
        (Some((index, args)), true) => Ok((WORDINGS[index].step, args)),
        (Some(last), false) => {
            let all = found.iter().chain([&last]);
            Err(Some(NoMatch::Ambiguous(all.map(|(index, _)| WORDINGS[*index].expression.as_ref()).collect())))
        }
        (None, _) => Err(None),
    }
}

/// The fixed texts of an expression, between its variable places. The first is its beginning, perhaps empty.
fn fixed_words(expression: &str) -> Vec<&str> {
    let mut fixed = Vec::new();
    let mut start = 0;
    let mut rest = 0;
    while let Some(at) = expression[rest..].find(['{', '(', '/']).map(|found| rest + found) {
        let (end, next) = match expression.as_bytes()[at] {
            b'{' => (at, after(expression, at, '}')),
            b'(' => (at, after(expression, at, ')')),
            // An alternation makes the whole word around it variable.
            _ => {
                let word = expression[..at].rfind([' ', '}', ')']).map_or(0, |found| found + 1);
                let end = expression[at..].find(' ').map_or(expression.len(), |found| at + found);
                (word, end)
            }
        };
        if end >= start {
            fixed.push(&expression[start..end]);
        }
        (start, rest) = (next, next);
    }
    fixed.push(&expression[start..]);
    fixed
}

/// The place after the next `closing`.
fn after(text: &str, from: usize, closing: char) -> usize {
    text[from..].find(closing).map_or(text.len(), |found| from + found + 1)
}

/// Whether `line` begins with the first of `words`, ends with the last, and has the others between them, in that order.
fn has_in_order(line: &str, words: &[&str]) -> bool {
    let Some((first, others)) = words.split_first() else { return true };
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let Some((last, between)) = others.split_last() else { return rest.is_empty() };
    let Some(before) = rest.strip_suffix(last) else { return false };
    rest = before;
    between.iter().all(|word| match rest.find(word) {
        Some(at) => {
            rest = &rest[at + word.len()..];
            true
        }
        None => false,
    })
}

/// The step whose words are most like those of the text. Of several with the same words, the one with the most similar
/// letters.
fn nearest(kind: StepType, text: &str) -> &'static str {
    let same_kind = TABLE.iter().filter(|step| step.kind == kind && step.is_listed());
    let (own, blank) = (words(text), blank_parameters(text));
    let nearest = same_kind.max_by(|a, b| {
        let by_words = |step: &Step| shared(&own, &words(step.expression));
        let by_letters = |step: &Step| strsim::normalized_levenshtein(&blank, &blank_parameters(step.expression));
        let likeness = |step: &Step| by_words(step) + by_letters(step) / 4.0;
        likeness(a).total_cmp(&likeness(b)).then_with(|| b.expression.cmp(a.expression))
    });
    nearest.map_or("", |step| step.expression)
}

/// The words of a text or an expression, without its variable parts. Of words that stand for each other, each counts.
fn words(text: &str) -> Vec<Vec<String>> {
    let blank = blank_parameters(text).replace("(s)", "");
    let is_end = |c: char| !c.is_alphanumeric();
    let choices = |word: &str| word.split('/').map(|one| one.trim_matches(is_end).to_lowercase()).collect();
    let all = blank.split_whitespace().map(choices);
    all.filter(|choices: &Vec<String>| choices.iter().any(|word| !word.is_empty())).collect()
}

/// How many of their words two texts share, from 0 to 1. Words that are nearly the same count nearly as much.
fn shared(one: &[Vec<String>], other: &[Vec<String>]) -> f64 {
    let alike = |a: &[String], b: &[String]| {
        let pairs = a.iter().flat_map(|a| b.iter().map(move |b| strsim::normalized_levenshtein(a, b)));
        pairs.fold(0.0, f64::max)
    };
    let best = |word: &Vec<String>| other.iter().map(|known| alike(word, known)).fold(0.0, f64::max);
    let found: f64 = one.iter().map(best).filter(|likeness| *likeness > 0.7).sum();
    2.0 * found / (one.len() + other.len()).max(1) as f64
}

/// A text without its variable parts: quoted texts, numbers, and the parameters of expressions.
fn blank_parameters(text: &str) -> String {
    static VARIES: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r#""(?:[^"\\]|\\.)*"|\{\w*\}|\d+|\(s\)|[()]"#).ok());
    VARIES.as_ref().map_or_else(|| text.to_owned(), |varies| varies.replace_all(text, "").into_owned())
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, ops::Range};

    use gherkin::StepType;
    use proptest::prelude::*;
    use regex_automata::{meta, util::captures::Captures};
    use rstest::rstest;

    use super::{
        Args, NoMatch, WORDINGS, Wording, compiled, find, fixed_words, matcher, only, pattern, split, with_one_below,
    };
    use crate::suite::steps::typed::FromArguments;

    #[test]
    fn every_expression_compiles_and_none_stands_twice() {
        let mut seen = BTreeSet::new();
        for (index, Wording { expression, step, .. }) in WORDINGS.iter().enumerate() {
            assert!(compiled(index).as_str().starts_with('^'));
            assert!(seen.insert(expression), "{expression} stands twice");
            assert!(!step.about.is_empty());
        }
    }

    #[rstest]
    #[case("a terminal", "a terminal", &[])]
    #[case("x [RTE-10]", "x", &["RTE-10"])]
    #[case("x [RTE-10, ARG-22.u]", "x", &["RTE-10", "ARG-22.u"])]
    #[case("is [\"y\", 1]", "is [\"y\", 1]", &[])]
    #[case("is []", "is []", &[])]
    #[case("is [true]", "is [true]", &[])]
    fn requirements_stand_at_the_end(#[case] text: &str, #[case] plain: &str, #[case] ids: &[&str]) {
        assert_eq!(split(text), (plain, ids.iter().map(|id| (*id).to_owned()).collect()));
    }

    #[rstest]
    #[case("a terminal", &["a terminal"])]
    #[case("the tool {string} runs {int} time(s)", &["the tool ", " runs ", " time", ""])]
    #[case("{int} prompt(s) is/are shown", &["", " prompt", " ", " shown"])]
    #[case("{int} inquiry/inquiries reach(es) the model", &["", " ", " reach", " the model"])]
    fn the_fixed_words_of_an_expression(#[case] expression: &str, #[case] words: &[&str]) {
        assert_eq!(fixed_words(expression), words);
    }

    /// Looking at the fixed words first skips no entry that fits a line.
    #[test]
    fn every_line_of_every_feature_means_what_its_expression_alone_says() {
        let cases = crate::suite::read_cases(&[], crate::suite::catalogue::Catalogue::embedded());
        let compiled: Vec<_> = (0..WORDINGS.len()).map(compiled).collect();
        for line in cases.unwrap_or_else(|mistakes| panic!("{mistakes}")).iter().flat_map(|case| &case.steps) {
            let wordings = WORDINGS.iter().enumerate();
            let read = wordings.filter(|(index, Wording { step, .. })| {
                step.kind == line.kind && compiled[*index].is_match(&line.text)
            });
            let read: Vec<&str> = read.map(|(_, wording)| wording.step.expression).collect();
            assert_eq!(read, [line.matched.step.expression], "{}", line.text);
        }
    }

    #[test]
    fn every_wording_is_ascii() {
        let odd = WORDINGS.iter().find(|wording| !wording.expression.is_ascii());
        assert_eq!(odd.map(|wording| wording.expression.as_ref()), None);
    }

    proptest! {
        /// To read a line by its bytes finds the same texts in it as to read it by its letters, whatever the parameters are.
        #[test]
        fn bytes_and_letters_find_the_same(index in 0..WORDINGS.len(), odd in "[a-c \"'\\\\{\u{a0}é⟩日😀1]{0,8}", word in "[^\\s\"]{1,4}") {
            let expression = WORDINGS[index].expression.as_ref();
            let line = expression.replace("{string}", &format!("\"{odd}\"")).replace("{word}", &word);
            let line = line.replace("{int}", "12").replace("{}", &odd).replace("(s)", "s");
            let texts = |range: Option<Range<usize>>| range.map(|range| line.get(range).map(str::to_owned));
            let letters = meta::Regex::new(&format!("{}$", pattern(index))).unwrap();
            let [mut by_bytes, mut by_letters] = [matcher(index).create_captures(), letters.create_captures()];
            matcher(index).captures(&line, &mut by_bytes);
            letters.captures(&line, &mut by_letters);
            let found = |captures: &Captures| -> Vec<_> {
                captures.iter().map(|span| texts(span.map(|span| span.start..span.end))).collect()
            };
            prop_assert_eq!(found(&by_bytes), found(&by_letters), "{}", line);
        }
    }

    #[rstest]
    #[case("the client is told {}", Some(("the client is told:", 0)))]
    #[case("the last object recorded with {} has {}", Some(("the last object recorded with {} has:", 1)))]
    #[case("the client sends {} after the turn", Some(("the client sends after the turn:", 0)))]
    #[case("inquiry {int} asks {string}", Some(("inquiry {int} asks:", 1)))]
    #[case("the messages {} have the fields {string}", Some(("the messages {} have the fields:", 1)))]
    #[case("the tool {string} runs {int} time(s)", None)]
    #[case("the last object recorded with {} is:", None)]
    fn one_parameter_may_stand_below(#[case] expression: &str, #[case] expected: Option<(&str, usize)>) {
        let found = with_one_below(expression);
        let found = found.as_ref().map(|(expression, below)| (expression.as_str(), below.index));
        assert_eq!(found, expected);
    }

    #[test]
    fn what_stands_below_is_what_would_stand_in_the_line() {
        let in_line = find(StepType::Then, r#"the call "call_1" fails, telling the model "a \\ \"b\"""#, None).unwrap();
        let below = Some("\na \\ \"b\"\n".to_owned());
        let below = find(StepType::Then, r#"the call "call_1" fails, telling the model: [ARG-01]"#, below).unwrap();
        assert_eq!(below.step.expression, in_line.step.expression);
        assert_eq!(below.requirements, ["ARG-01"]);
        let texts = <(String, String)>::from_args;
        assert_eq!(texts(&below.args).unwrap(), texts(&in_line.args).unwrap());
        assert_eq!(texts(&below.args).unwrap().1, r#"a \ "b""#);
    }

    #[test]
    fn the_nearest_step_is_told() {
        let Err(NoMatch::Undefined(nearest)) = find(StepType::Given, "a terminla", None) else { panic!("matched") };
        assert_eq!(nearest, "a terminal");
    }

    #[test]
    fn several_steps_that_fit_are_ambiguous() {
        let found = vec![(1, Args::default()), (4, Args::default())];
        let ambiguous = NoMatch::Ambiguous(vec![WORDINGS[1].expression.as_ref(), WORDINGS[4].expression.as_ref()]);
        assert_eq!(only(found).map(drop), Err(Some(ambiguous)));
        assert_eq!(only(Vec::new()).map(drop), Err(None));
    }

    #[test]
    fn texts_are_taken_out_of_their_quotes() {
        let matched = find(StepType::Given, r#"the system "jp-ask-user""#, None);
        let matched = matched.unwrap_or_else(|why| panic!("{why:?}"));
        assert_eq!(String::from_args(&matched.args).unwrap(), "jp-ask-user");
    }
}
