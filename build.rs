//! Embedded folders change when files are added, which the embedding macro does not notice by itself.

fn main() {
    let embedded =
        ["features", "scenarios", "snapshots", "src/suite/catalogue/pages", "src/mutate/tables", "src/mutate/variants"];
    for folder in embedded.into_iter().chain(["src/subject/skeletons/typescript/agents"]) {
        println!("cargo::rerun-if-changed={folder}");
    }
}
