# An adapter that only pretends: its first argument says in which way it goes wrong.
way=$1
say() { printf '%s\n' "$1"; }
claims='{"who":"canned 1","systems":[{"system":"jp-ask-user","profiles":["seed"]}]}'
answer() { say "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":$1}"; }
effect() { say "{\"jsonrpc\":\"2.0\",\"method\":\"effect\",\"params\":$1}"; }
idle() { say "{\"jsonrpc\":\"2.0\",\"method\":\"idle\",\"params\":{\"open\":[$1]}}"; }

case $way in
exits) exit 3 ;;
exits-with-a-log) echo 'no licence found' >&2; echo 'giving up' >&2; exit 3 ;;
garbage) say 'Welcome to canned 1!' ;;
esac
while read -r line; do
  case $line in
  *'"method":"initialize"'*)
    id=${line#*'"id":'}
    id=${id%%,*}
    case $way in
    version) say '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"this adapter speaks version 7 of the protocol, not 1"}}' ;;
    claims) answer '{"who":"canned 1","systems":["jp-ask-user"]}' ;;
    other-id) say "{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":$claims}" ;;
    other-system) answer '{"who":"canned 1","systems":[{"system":"pi","profiles":["seed"]}]}' ;;
    *) answer "$claims" ;;
    esac ;;
  *'"method":"scenario/start"'*)
    id=${line#*'"id":'}
    id=${id%%,*}
    case $way in
    refuses) say "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32000,\"message\":\"not today\"}}" ;;
    *) answer '{}' ;;
    esac ;;
  *'"begin"'*) idle ;;
  *)
    case $way in
    stuck) effect '{"turn":"began"}'; idle ;;
    stuck-on-a-call) effect '{"turn":"began"}'; idle '"call#1"' ;;
    endless-timers) [ -n "$n" ] || effect '{"turn":"began"}'; n=$((${n:-0} + 1)); effect "{\"timer\":[\"timer#$n\",1000]}"; idle "\"timer#$n\"" ;;
    endless-effects) while :; do effect '{"refuse":"late"}'; done ;;
    bad-effect) effect '{"dance":"tango"}' ;;
    bad-operation) idle '"call"' ;;
    speaks-out-of-turn) say 'thinking...'; idle ;;
    dies) echo 'segmentation fault, or so' >&2; exit 139 ;;
    *) idle ;;
    esac ;;
  esac
done
