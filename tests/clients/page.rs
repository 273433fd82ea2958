//! A browser reads the page that `hotseat run` writes, and uses it as a reader would.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use libtest_mimic::Trial;

use crate::{Running, read, tools::Tools};

/// Where Debian has Chromium.
const CHROMIUM: &str = "/usr/bin/chromium";

/// The test, ignored where there is no browser or nothing to drive it with.
pub fn trial(tools: &Result<Tools, &'static str>, is_list: bool) -> Trial {
    let packages = tools.as_ref().map_err(|why| *why).and_then(|tools| {
        tools.at("node/node_modules/puppeteer-core", "no puppeteer-core in HOTSEAT_TOOLS")?;
        tools.at("node", "no node packages in HOTSEAT_TOOLS")
    });
    let packages = packages.and_then(|found| Path::new(CHROMIUM).exists().then_some(found).ok_or("no Chromium"));
    let name = "a_browser_reads_the_page";
    match packages {
        Ok(packages) => Trial::test(name, move || {
            reads(&packages);
            Ok(())
        }),
        Err(why) => Trial::test(name, || Ok(())).with_kind(if is_list { "" } else { why }).with_ignored_flag(true),
    }
}

fn reads(packages: &Path) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clients-page");
    fs::create_dir_all(&folder).unwrap();
    let page = folder.join("page.html");
    let bad = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad");
    let mut run = Command::new(env!("CARGO_BIN_EXE_hotseat"));
    run.args(["run", "-q", "--report"]).arg(format!("html={}", page.display()));
    run.arg(bad.join("verdicts/requirement-fails.feature"));
    run.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("features/jp/arguments.feature"));
    assert_eq!(run.stdout(Stdio::null()).status().unwrap().code(), Some(1));
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients/page.mjs");
    let mut reader = Command::new("node");
    reader.env("NODE_PACKAGES", packages).arg(script).arg(&page).arg(CHROMIUM).stdout(Stdio::piped());
    let mut reader = Running(reader.spawn().unwrap());
    let told = read(reader.0.stdout.take().unwrap());
    assert!(reader.0.wait().unwrap().success(), "{told}");
}
