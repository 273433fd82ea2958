//! Embedded folders change when files are added, which the embedding macro does not notice by itself.

fn main() {
    for folder in ["features", "scenarios", "snapshots", "src/suite/catalogue/pages", "src/mutate/tables"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
