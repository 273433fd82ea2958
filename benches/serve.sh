#!/usr/bin/env bash
# Counts the streamed chat completions of 1 KB of text that `hotseat serve` and aimock answer in a second, with wrk over 16
# connections. The two run in turns, so that other work of the machine slows both.
#
#   benches/serve.sh [SECONDS [ROUNDS]]
#
# Needs wrk (Debian: apt-get install wrk), node and npm, and once npm's registry: aimock is installed, pinned, into
# HOTSEAT_TOOLS or ~/.cache/hotseat-tools. By default, aimock streams a text in pieces of 20 characters. Here both cut the text
# into two pieces, and a third line shows aimock with its default.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-10} rounds=${2:-3}

for program in wrk node npm curl; do
  command -v "$program" >/dev/null || { echo "this needs $program" >&2; exit 2; }
done
tools=${HOTSEAT_TOOLS:-$HOME/.cache/hotseat-tools}/aimock-1.43.0
[ -d "$tools/node_modules" ] || npm install --prefix "$tools" --silent --ignore-scripts @copilotkit/aimock@1.43.0
cargo build --release --locked --quiet
hotseat=${CARGO_TARGET_DIR:-target}/release/hotseat

work=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT
text=$(printf 'The quick brown fox jumps over the lazy dog. %.0s' {1..30} | cut -c-1024)
cat >"$work/script.json" <<JSON
[{"expect": {"says": "hello"}, "replies": [{"body": {"message": {"text": "$text"}}}]}]
JSON
cat >"$work/fixtures.json" <<JSON
{"fixtures": [{"match": {"userMessage": "hello"}, "response": {"content": "$text"}}]}
JSON
body='{"model":"gpt-4o","stream":true,"messages":[{"role":"user","content":"hello"}]}'
cat >"$work/post.lua" <<LUA
wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
wrk.body = [[$body]]
LUA

aimock() { exec node "$tools/node_modules/@copilotkit/aimock/dist/cli.js" --fixtures "$work/fixtures.json" --log-level silent "$@"; }
"$hotseat" serve --script "$work/script.json" --repeat --port 41700 >/dev/null & pids+=($!)
aimock --port 41701 --chunk-size 512 & pids+=($!)
aimock --port 41702 & pids+=($!)
names=('hotseat serve' 'aimock, 2 pieces' 'aimock, 52 pieces')

# What a process has used of the processors, in hundredths of a second.
used() { awk '{ print $14 + $15 }' "/proc/$1/stat"; }
memory() { awk '/^VmRSS/ { printf "%.1f", $2 / 1024 }' "/proc/$1/status"; }
load() { wrk --threads 1 --connections 16 --duration "$2" --script "$work/post.lua" "http://127.0.0.1:$((41700 + $1))/v1/chat/completions"; }

for server in 0 1 2; do
  # Each is up, and answers with the whole text.
  curl --silent --retry 50 --retry-connrefused --retry-delay 1 -H 'content-type: application/json' --data "$body" \
    "http://127.0.0.1:$((41700 + server))/v1/chat/completions" >"$work/answer"
  grep --quiet 'data: \[DONE\]' "$work/answer" || { echo "${names[server]} does not answer" >&2; exit 1; }
  printf '%-18s %6s bytes in %2s events\n' "${names[server]}" "$(wc -c <"$work/answer")" "$(grep -c '^data' "$work/answer")"
  load "$server" 2s >/dev/null
  eval "before$server=$(memory "${pids[server]}")"
done
for round in $(seq "$rounds"); do
  for server in 0 1 2; do
    used=$(used "${pids[server]}")
    load "$server" "${seconds}s" >"$work/wrk"
    used=$(($(used "${pids[server]}") - used))
    printf 'round %s  %-18s %8s requests/s, %5s us of a processor each, %s\n' "$round" "${names[server]}" \
      "$(awk '/^Requests\/sec/ { print int($2) }' "$work/wrk")" \
      "$(awk -v used="$used" '/requests in/ { printf "%.1f", used * 10000 / $1 }' "$work/wrk")" \
      "$(awk '/Non-2xx|Socket errors/ { bad = 1; print } END { if (!bad) print "all answered" }' "$work/wrk")" |
      tee -a "$work/rounds"
  done
done
for server in 0 1 2; do
  before=before$server
  rate=$(grep -F "${names[server]} " "$work/rounds" | awk '{ for (i = 1; i <= NF; i++) if ($i ~ /^requests/) sum += $(i - 1) } END { print int(sum / NR) }')
  [ "$server" -eq 0 ] && ours=$rate
  awk -v name="${names[server]}" -v rate="$rate" -v ours="$ours" -v before="${!before}" -v after="$(memory "${pids[server]}")" \
    'BEGIN { printf "%-18s %8d requests/s on average, serve has %5.1f x that; memory %s MiB after 2 s, %s MiB in the end\n", name, rate, ours / rate, before, after }'
done
