#!/usr/bin/env bash
# The cost of the program in instructions, held against the figures in benches/instructions.txt.
#
#   benches/instructions.sh                  measures, and compares
#   benches/instructions.sh --check          also fails where a figure is more than 5 % worse
#   benches/instructions.sh --write          writes the figures
#   benches/instructions.sh --only seed      only the figures whose names have this piece; before the other options
#
# It measures target/release/hotseat, or the program that HOTSEAT names. valgrind counts the instructions, so a busy
# machine changes nothing. Each figure is of whole processes:
#
#   seed SYSTEM        a simulated seed with faults, with every rule on; the start of the program is taken out
#   event SYSTEM       one event of these seeds
#   scenario by file   a fresh process, up to the verdict of one scenario of a feature
#   scenario by name   the same scenario, of all that the program carries
#   suite              every written scenario over memory in one job, for each scenario
#   question           one question more in such a run: it is asked, answered, and judged
#   adapter scenario   one scenario against an adapter, in the process of the harness alone
#
# Another toolchain makes other instructions. So figures are compared only if the compiler and its target are those that
# the file names. A machine without valgrind measures nothing, and says so.
set -euo pipefail
cd "$(dirname "$0")/.."

hotseat=${HOTSEAT:-${CARGO_TARGET_DIR:-target}/release/hotseat}
figures=benches/instructions.txt
worse_max=5
only=
if [ "${1:-}" = --only ]; then
  only=$2
  shift 2
fi
mode=${1:-}

if ! command -v valgrind > /dev/null; then
  echo 'LEFT OUT: there is no valgrind here, so no instructions were counted'
  exit 0
fi
if [ ! -x "$hotseat" ]; then
  echo "error: there is no program at $hotseat; cargo build --release makes it" >&2
  exit 2
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
toolchain=$(rustc -vV | awk '/^release:/ { release = $2 } /^host:/ { host = $2 } END { print "rustc " release " for " host }')

# The instructions of a process that must succeed. What it says is in $folder/said.
count() {
  if ! valgrind --tool=callgrind --callgrind-out-file="$folder/out" "$@" > "$folder/said" 2> "$folder/counted"; then
    echo "error: this failed: $*" >&2
    cat "$folder/said" "$folder/counted" >&2
    exit 2
  fi
  awk '/Collected :/ { print $4 }' "$folder/counted"
}

# The first number before a word in what was said.
said() { grep --only-matching --extended-regexp "[0-9]+ $1" "$folder/said" | head -n 1 | cut -d ' ' -f 1; }

wanted() { [[ $1 == *"$only"* ]]; }

figure() { printf '%s\t%s\n' "$1" "$2" >> "$folder/measured"; }

touch "$folder/measured"
for system in jp-ask-user jp-inquiry deepchat pi pilotdeck; do
  wanted "seed $system" || wanted "event $system" || continue
  campaign() { count "$hotseat" simulate --system "$system" --seeds "0..$1" --jobs 1 --out "$folder/findings"; }
  few=$(campaign 10)
  few_events=$(said events)
  many=$(campaign 210)
  figure "seed $system" $(((many - few) / 200))
  figure "event $system" $(((many - few) / ($(said events) - few_events)))
done

run=("$hotseat" run --transport memory --jobs 1)
feature=features/jp/arguments.feature
name='An empty question is refused without a terminal, too'
if wanted 'scenario by file'; then figure 'scenario by file' "$(count "${run[@]}" --name "$name" "$feature")"; fi
if wanted 'scenario by name'; then figure 'scenario by name' "$(count "${run[@]}" --name "$name")"; fi
if wanted 'adapter scenario'; then
  adapter=("$hotseat" run --jobs 1 --subject "$hotseat adapter")
  figure 'adapter scenario' "$(count "${adapter[@]}" --name "$name" "$feature")"
fi
if wanted suite; then
  whole=$(count "${run[@]}" --no-combinations)
  figure suite $((whole / $(said 'scenarios:')))
fi
if wanted question; then
  outline() {
    sed 's/^    //' > "$folder/questions.feature" << 'FEATURE'
    Feature: Questions
      Scenario Outline: Question <number>
        Given the system "jp-ask-user"
        And a terminal
        When the user says "deploy"
        And the model calls "ask_user" with:
          """
          {"question": "Apply <number>?", "answer_type": "select", "options": ["backup", "abort"]}
          """
        And the person answers "Apply <number>?" with "backup"
        And the model says "done"
        Then the turn ends completed
        Examples:
          | number |
FEATURE
    seq -f '      | %g |' "$1" >> "$folder/questions.feature"
    count "${run[@]}" "$folder/questions.feature"
  }
  few=$(outline 10)
  many=$(outline 110)
  figure question $(((many - few) / 100))
fi

if [ "$mode" = --write ]; then
  {
    echo '# Instructions; benches/instructions.sh --write writes this file.'
    printf 'toolchain\t%s\n' "$toolchain"
    cat "$folder/measured"
  } > "$figures"
fi

known=$(awk -F '\t' '$1 == "toolchain" { print $2 }' "$figures")
if [ "$known" != "$toolchain" ]; then
  cat "$folder/measured"
  echo "LEFT OUT: the figures are of $known, and this is $toolchain; --write makes them anew"
  exit 0
fi
awk -F '\t' -v worse_max="$worse_max" -v checks="$([ "$mode" = --check ] && echo 1 || echo 0)" '
  NR == FNR { known[$1] = $2; next }
  !($1 in known) { printf "%-22s %12d  (no figure yet)\n", $1, $2; next }
  {
    percent = ($2 / known[$1] - 1) * 100
    printf "%-22s %12d %12d %+7.1f %%\n", $1, $2, known[$1], percent
    if (percent > worse_max) worse = worse sprintf("WORSE: %s takes %d instructions, %.1f %% more than %d\n", $1, $2, percent, known[$1])
  }
  END { if (checks && worse) { printf "%s", worse; exit 1 } }
' "$figures" "$folder/measured"
