# An adapter that only pretends: its first argument says in which way it goes wrong.
way=$1
heard=0
say() { printf '%s\n' "$1"; }
claims='{"protocol":1,"who":"canned 1","systems":[{"system":"jp-ask-user","profiles":["seed"]}],"capabilities":["idle","tools","clock"],"many":true}'
answer() { say "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":$1}"; }
tell() { say "{\"jsonrpc\":\"2.0\",\"method\":\"$1\",\"params\":$2}"; }
idle() { tell idle "{\"scenario\":\"$scenario\",\"heard\":$heard,\"open\":[$1]}"; }
# The text behind "$1":" in the line, up to the next quote.
text() { rest=${line#*"\"$1\":\""}; printf '%s' "${rest%%\"*}"; }

case $way in
exits) exit 3 ;;
exits-with-a-log) echo 'no licence found' >&2; echo 'giving up' >&2; exit 3 ;;
garbage) say 'Welcome to canned 1!' ;;
esac
while read -r line; do
  id=${line#*'"id":'}
  id=${id%%,*}
  case $line in
  *'"method":"initialize"'*)
    case $way in
    version) answer '{"protocol":9,"who":"canned 9","systems":[]}' ;;
    claims) answer '{"protocol":1,"who":"canned 1","systems":["jp-ask-user"]}' ;;
    other-id) say "{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":$claims}" ;;
    other-system) answer '{"protocol":1,"who":"canned 1","systems":[{"system":"pi","profiles":["seed"]}]}' ;;
    *) answer "$claims" ;;
    esac ;;
  *'"method":"scenario/start"'*)
    scenario=$(text scenario)
    heard=1
    n=
    case $way in
    refuses) say "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32000,\"message\":\"not today\"}}" ;;
    *) answer '{}'; idle ;;
    esac ;;
  *'"method":"scenario/stop"'*) answer '{}' ;;
  *)
    heard=$((heard + 1))
    case $way in
    stuck) tell turn/began '{}'; idle ;;
    stuck-on-a-call)
      # It never sees that the call has come back.
      [ "$heard" -gt 2 ] || { tell turn/began '{}'; tell tool/call '{"op":"a","call":{"id":"call_1","name":"none","arguments":{}}}'; }
      idle '"a"' ;;
    endless-timers) [ -n "$n" ] || tell turn/began '{}'; n=$((${n:-0} + 1)); tell timer/set "{\"op\":\"t$n\",\"after_ms\":1000}"; idle "\"t$n\"" ;;
    endless-effects) while :; do tell refused '{"why":"late"}'; done ;;
    bad-effect) tell dance '{"which":"tango"}' ;;
    bad-operation) idle '"call"' ;;
    speaks-out-of-turn) say 'thinking...'; idle ;;
    dies) echo 'segmentation fault, or so' >&2; exit 139 ;;
    *) idle ;;
    esac ;;
  esac
done
