# The common part of these adapters, which have no implementation: the messages, and a life without mistakes.
#
# The second of three scenarios has `misbehave` on its command line. In that scenario, `wrong MOMENT` is called first. If it
# handles the moment in the chosen way, nothing else is done. The moments of an adapter's life are: begin, initialize, start,
# message, other, stop, shutdown, end. Outside a scenario, `wrong` is always called.
way=$1
# `yes` if every scenario counts as the second.
always=
claims='{"protocol":1,"who":"canned 1","systems":[{"system":"jp-ask-user","profiles":["seed"]}],"capabilities":["idle"],"many":true}'

say() { printf '%s\n' "$1"; }
answer() { say "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":$1}"; }
refuse() { say "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32000,\"message\":\"$1\"}}"; }
tell() { say "{\"jsonrpc\":\"2.0\",\"method\":\"$1\",\"params\":$2}"; }
# Arguments: the open operations, and the requests.
idle() { tell idle "{\"scenario\":\"$scenario\",\"heard\":$heard,\"open\":[${1-}],\"requests\":${2:-$requests}}"; }
# The text behind "$1":" in the line, up to the next quote.
text() { rest=${line#*"\"$1\":\""}; printf '%s' "${rest%%\"*}"; }
# This number of bytes.
bytes() { head -c "$1" /dev/zero | tr '\0' x; }

# The actions of a correct adapter.
well() {
  case $1 in
  initialize) answer "$claims" ;;
  start) answer '{}'; idle ;;
  message) tell turn/began '{}'; tell turn/ended '{"how":"completed"}'; idle ;;
  other) idle ;;
  stop | shutdown) answer '{}' ;;
  end) exit 0 ;;
  esac
}

moment() {
  case $bad$1 in
  yes* | begin | initialize | shutdown | end) wrong "$1" || well "$1" ;;
  *) well "$1" ;;
  esac
}

live() {
  bad=
  moment begin
  while read -r line; do
    id=${line#*'"id":'}
    id=${id%%,*}
    case $line in
    *'"method":"initialize"'*) moment initialize ;;
    *'"method":"scenario/start"'*)
      case $line in *'"argv":["misbehave"]'*) bad=yes ;; *) bad=$always ;; esac
      scenario=$(text scenario) folder=$(text folder) url=$(text url)
      heard=1 requests='{"sent":0,"open":0}'
      moment start ;;
    *'"method":"scenario/stop"'*) moment stop ;;
    *'"method":"shutdown"'*) moment shutdown ;;
    *'"method":"user/message"'*) heard=$((heard + 1)); moment message ;;
    *) heard=$((heard + 1)); moment other ;;
    esac
  done
  moment end
}
