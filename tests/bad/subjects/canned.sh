# Adapters whose messages are valid but contradict earlier ones.
. "${0%/*}/speaks.sh"

claim() { claims=$(printf '%s' "$claims" | sed "s/\"idle\"/\"idle\",\"$1\"/"); }
case $way in
stuck) always=yes ;;
calls* | claims-tools*) claim tools ;;
timer* | claims-clock*) claim clock ;;
file*) claim files ;;
esac

call() { tell tool/call "{\"op\":\"$1\",\"call\":{\"id\":\"call_1\",\"name\":\"none\",\"arguments\":{}}}"; }
timer() { tell timer/set "{\"op\":\"$1\",\"after_ms\":1000}"; }
show() { tell prompt/show "{\"op\":\"$1\",\"prompt\":{\"text\":\"Go?\",\"offers\":{\"choices\":[\"Yes\"]}}}"; }
written() { tell file/written "{\"path\":\"$1\"}"; idle; }
began() { tell turn/began '{}'; }

case $way in refuses-a-system) always=yes; claims=$(printf '%s' "$claims" | sed 's/"systems":\[/&{"system":"pi","profiles":["seed"]},/') ;; esac

wrong() {
  case $1.$way in
  start.refuses-a-system) case $line in *'"system":"pi"'*) refuse 'there is no pi here' ;; *) return 1 ;; esac ;;
  message.idle-of-another-run) scenario=s77; idle ;;
  message.idle-too-early) heard=1; idle ;;
  message.idle-too-late) heard=3; idle ;;
  message.idle-twice) well message; idle ;;
  message.goes-on-after-idle) well message; tell notice '{"text":"one more thing"}' ;;
  message.open-and-never-started) idle '"call"' ;;

  message.not-claimed-tools) call a ;;
  message.not-claimed-clock) timer a ;;
  message.not-claimed-files) written a ;;
  message.not-claimed-client) tell client/line '{"line":{}}' ;;
  message.calls-under-a-used-name) began; call a; call a; idle '"a"' ;;
  message.timer-under-a-used-name) began; timer a; timer a; idle '"a"' ;;
  message.calls-and-shows-under-one-name) began; call a; show a; idle '"a"' ;;
  message.timer-under-a-prompt-s-name) began; show a; timer a; idle '"a"' ;;
  message.withdraws-what-was-never-shown) tell prompt/withdraw '{"op":"a","why":"interrupted"}'; idle ;;
  message.calls-off-what-was-never-called) tell tool/cancel '{"op":"a","why":"interrupted"}'; idle ;;
  message.timer-cleared-that-was-never-set) tell timer/clear '{"op":"a","why":"interrupted"}'; idle ;;
  message.gives-up-what-was-never-asked) tell model/cancel '{"request":"a","why":"interrupted"}'; idle ;;

  # It claims a capability that it lacks.
  message.claims-clock-and-has-none) began; timer a; idle '"a"' ;;
  other.claims-clock-and-has-none)
    say '{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"there is no method \"timer/fired\""}}' ;;

  # It is idle at the wrong moment.
  message.stuck) began; idle ;;
  # It never notices the end of the call.
  message.calls-and-is-stuck) began; call a; idle '"a"' ;;
  other.calls-and-is-stuck) idle '"a"' ;;
  message.takes-no-message) idle ;;
  message.ends-twice) began; tell turn/ended '{"how":"completed"}'; tell turn/ended '{"how":"completed"}'; idle ;;
  message.prompt-open-at-the-end) began; show a; tell turn/ended '{"how":"completed"}'; idle '"a"' ;;
  message.exits-as-it-says) tell exited '{"status":3}' ;;
  message.exits-as-it-says-and-goes-on) tell exited '{"status":3}'; idle ;;

  message.file-outside) written ../outside ;;
  message.file-by-an-absolute-path) written "$folder/a" ;;
  message.file-behind-dots) written a/../../b ;;
  message.file-without-a-name) written '' ;;
  message.file-is-a-link) ln -s /etc/hostname "$folder/a"; written a ;;
  message.file-behind-a-link) ln -s /etc "$folder/a"; written a/hostname ;;
  message.file-is-a-folder) mkdir "$folder/a"; written a ;;
  message.file-is-a-pipe) mkfifo "$folder/a"; written a ;;
  message.file-is-large) bytes 100000000 >"$folder/a"; written a ;;
  message.file-is-no-text) printf '\377' >"$folder/a"; written a ;;
  *) return 1 ;;
  esac
}

live
