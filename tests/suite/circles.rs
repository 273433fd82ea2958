//! The graph of imports from file to file has no circle.
//!
//! An import is a `use` of an item of another file of `src`. If a `pub use` re-exports the item, the import counts for
//! the file that defines it. `mod` and `pub use` themselves do not count. Imports from the file that declares a module
//! do not count either: the methods of a type may stand in several files below it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use regex::Regex;

/// A module path below the crate, and whether it is re-exported.
type Use = (Vec<String>, bool);

/// Every file of `src` by its module path.
fn modules(folder: &Path, path: &[String], found: &mut BTreeMap<Vec<String>, PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let below = |name: &str| path.iter().cloned().chain([name.to_owned()]).collect::<Vec<_>>();
        if file.is_dir() {
            if name != "skeletons" {
                modules(&file, &below(&name), found);
            }
        } else if file.extension().is_some_and(|ending| ending == "rs") {
            match name.as_str() {
                "lib" | "mod" => drop(found.insert(path.to_vec(), file)),
                "main" => {}
                name if name.ends_with("tests") => {}
                name => drop(found.insert(below(name), file)),
            }
        }
    }
}

/// What `text`, the file of the module `module`, uses of this crate.
fn uses(text: &str, module: &[String]) -> Vec<Use> {
    let code: String = text
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default()
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .map(|line| format!("{line} "))
        .collect();
    let statement = Regex::new(r"(?:^|[;}\s])(pub(?:\([^)]*\))?\s+)?use\s+([^;]+);").unwrap();
    let mut found = Vec::new();
    for one in statement.captures_iter(&code) {
        let is_handed_on = one.get(1).is_some();
        let mut paths = Vec::new();
        spread(&one[2].replace(char::is_whitespace, " "), String::new(), &mut paths);
        for path in paths {
            let path = path.split(" as ").next().unwrap_or_default().trim().to_owned();
            let mut parts: Vec<String> = path.split("::").map(|part| part.trim().to_owned()).collect();
            let mut base = match parts.first().map(String::as_str) {
                Some("crate") => Vec::new(),
                Some("self") => module.to_vec(),
                Some("super") => module[..module.len().saturating_sub(1)].to_vec(),
                _ => continue,
            };
            parts.remove(0);
            while parts.first().is_some_and(|part| part == "super") {
                base.pop();
                parts.remove(0);
            }
            base.extend(parts);
            found.push((base, is_handed_on));
        }
    }
    found
}

/// The paths of an import: `a::{b, c::{d, e}}` has three.
fn spread(text: &str, before: String, found: &mut Vec<String>) {
    let (mut depth, mut item) = (0, String::new());
    let mut items = Vec::new();
    for c in text.chars() {
        match c {
            ',' if depth == 0 => items.push(std::mem::take(&mut item)),
            c => {
                depth += i32::from(c == '{') - i32::from(c == '}');
                item.push(c);
            }
        }
    }
    items.push(item);
    for item in items.iter().map(|item| item.trim()).filter(|item| !item.is_empty()) {
        match item.split_once('{') {
            Some((path, group)) => {
                let group = group.trim_end().strip_suffix('}').unwrap_or(group);
                spread(group, format!("{before}{}", path.trim()), found);
            }
            None => found.push(format!("{before}{item}")),
        }
    }
}

/// The module that defines the item at `path`, behind all re-exports.
fn origin(path: &[String], uses: &BTreeMap<Vec<String>, Vec<Use>>, depth: usize) -> Option<Vec<String>> {
    let known = (0..=path.len()).rev().find(|end| uses.contains_key(&path[..*end]))?;
    let (module, rest) = path.split_at(known);
    let Some(name) = rest.first().filter(|_| depth < 8) else { return Some(module.to_vec()) };
    let handed_on = uses[module].iter().find(|(used, is_handed_on)| *is_handed_on && used.last() == Some(name));
    match handed_on {
        Some((used, _)) if used != path => origin(used, uses, depth + 1),
        _ => Some(module.to_vec()),
    }
}

#[test]
fn the_imports_have_no_circle() {
    let mut files = BTreeMap::new();
    modules(Path::new("src"), &[], &mut files);
    assert!(files.len() > 300);
    let uses: BTreeMap<Vec<String>, Vec<Use>> =
        files.iter().map(|(module, file)| (module.clone(), uses(&fs::read_to_string(file).unwrap(), module))).collect();
    let mut graph: BTreeMap<&[String], BTreeSet<Vec<String>>> = BTreeMap::new();
    for (module, uses_of_it) in &uses {
        let taken = uses_of_it.iter().filter(|(_, is_handed_on)| !is_handed_on);
        let from = taken.filter_map(|(path, _)| origin(path, &uses, 0));
        let others = from.filter(|from| from != module && !module.starts_with(from));
        graph.insert(module, others.collect());
    }
    let count: usize = graph.values().map(BTreeSet::len).sum();
    assert!(count > 1_000, "only {count} imports were read");
    // Files without imports among the rest are removed, and so are files that no other imports. A circle is left.
    loop {
        let taken: BTreeSet<Vec<String>> = graph.values().flatten().cloned().collect();
        let is_free = |module: &[String], from: &BTreeSet<Vec<String>>| {
            !taken.contains(module) || !from.iter().any(|one| graph.contains_key(&one[..]))
        };
        let free: Vec<&[String]> =
            graph.iter().filter(|(module, from)| is_free(module, from)).map(|(module, _)| *module).collect();
        if free.is_empty() {
            break;
        }
        free.iter().for_each(|module| drop(graph.remove(module)));
    }
    let left: Vec<String> = graph
        .iter()
        .map(|(module, from)| {
            let from = from.iter().filter(|one| graph.contains_key(&one[..])).map(|one| one.join("::"));
            format!("{} imports {}", module.join("::"), from.collect::<Vec<_>>().join(", "))
        })
        .collect();
    assert!(left.is_empty(), "these files are in a circle, or between two circles:\n{}", left.join("\n"));
}
