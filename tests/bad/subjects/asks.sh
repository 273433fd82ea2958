# Adapters that send requests to the model in a wrong way. They need bash, which can open a connection.
. "${0%/*}/speaks.sh"

# The base of the paths in this run: `/s2`.
base() { path=${url#http://*/}; printf '/%s' "${path%/}"; }
# Sends a request to a path below the base. Arguments: descriptor, path, body, more headers.
host=localhost
send() {
  port=${url##*:}
  eval "exec $1<>/dev/tcp/127.0.0.1/${port%%/*}"
  printf 'POST %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n%bContent-Length: %d\r\n\r\n%s' \
    "$2" "$host" "${4-}" "${#3}" "$3" >&"$1"
}
# Reads a path below the base, and yields the status. Argument: path.
status_of() {
  port=${url##*:}
  eval "exec 6<>/dev/tcp/127.0.0.1/${port%%/*}"
  printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' "$1" >&6
  read -r version status rest <&6; exec 6>&-; printf '%s' "$status"
}
asks='{"model":"m","max_tokens":9,"stream":true,"messages":[{"role":"user","content":"hi"}]}'
ask() { send 3 "$(base)/v1/messages" "${1-$asks}" "${2-}"; }
# Sends a request as another host or a web page does, which is refused. Argument: more headers.
is_refused() {
  send 5 "$(base)/v1/messages" "$asks" "${1-}"
  read -r version status rest <&5; exec 5>&-; [ "$status" = 403 ] || exit 1
}
# Waits until Hotseat has seen the earlier requests. It closes the connection of a request that belongs to no run.
seen() { send 4 /of-no-run/v1/messages "$asks"; cat <&4 >/dev/null; }
hang_up() { exec 3>&-; }

# The requests that were sent, and those that are open.
count() { requests="{\"sent\":$1,\"open\":$2}"; }
# Waits for the end of the reply. The reply is a delivery.
hear() { cat <&3 >/dev/null; hang_up; heard=$((heard + 1)); }
ends() { tell turn/ended '{"how":"completed"}'; idle; }
begins() { tell turn/began '{}'; }

well_asked() { begins; ask; count 1 1; idle; hear; count 1 0; ends; }

wrong() {
  case $1.$way in
  message.counts-one-more) begins; ask; count 2 1; idle ;;
  message.counts-one-less) begins; ask; seen; count 0 0; ends ;;
  # It says that no request is open.
  message.lies-about-being-idle) begins; ask; count 1 0; idle ;;
  message.counts-what-it-gave-up) begins; ask; seen; hang_up; seen; count 1 1; idle ;;
  message.counts-as-open-what-was-answered) begins; ask; count 1 1; idle; hear; count 1 1; ends ;;
  message.counts-what-was-not-sent) begins; count 1 1; idle ;;
  message.gives-up) begins; ask; seen; hang_up; count 1 0; ends ;;
  message.does-not-say-that-it-heard) begins; ask; count 1 1; idle ;;
  message.dies-when-answered) begins; ask; count 1 1; idle; hear; exit 1 ;;
  message.dies-while-it-waits) begins; ask; count 1 1; idle; exit 1 ;;
  message.announces-what-it-does-not-send) begins; tell model/request '{"request":"a"}'; idle ;;
  message.announces-one-name-twice)
    begins; ask "$asks" 'hotseat-request: a\r\n'; tell model/request '{"request":"a"}'
    send 5 "$(base)/v1/messages" "$asks" 'hotseat-request: a\r\n'; tell model/request '{"request":"a"}'
    count 2 2; idle ;;
  message.takes-back-what-it-never-sends)
    begins; tell model/request '{"request":"a"}'; tell model/cancel '{"request":"a","why":"interrupted"}'
    count 1 0; ends ;;
  # Hotseat may see the closed connection before or after the message. Both are right.
  message.takes-back-what-it-sent)
    begins; ask "$asks" 'hotseat-request: a\r\n'; hang_up
    tell model/request '{"request":"a"}'; tell model/cancel '{"request":"a","why":"interrupted"}'
    count 1 0; ends ;;
  message.takes-back-and-stays-connected)
    begins; ask "$asks" 'hotseat-request: a\r\n'
    tell model/request '{"request":"a"}'; tell model/cancel '{"request":"a","why":"interrupted"}'
    cat <&3 >/dev/null; count 1 0; ends ;;
  message.gives-up-at-once) begins; ask; hang_up; count 1 0; ends ;;
  stop.asks-when-it-is-idle) ask; seen; answer '{}' ;;

  message.asks-in-another-run) begins; send 3 /s0/v1/messages "$asks"; count 1 1; idle ;;
  message.asks-at-a-wrong-path) begins; send 3 "$(base)/v1/complete" "$asks"; count 1 1; idle; hear; count 1 0; ends ;;
  # A request to a path without a wire is answered at once.
  message.asks-something-else-first)
    begins; send 5 "$(base)/v1/messages/count_tokens" "$asks"
    read -r version status rest <&5; exec 5>&-; [ "$status" = 404 ] || exit 1
    ask "$asks" 'hotseat-request: a\r\n'; tell model/request '{"request":"a"}'
    count 1 1; idle; hear; count 1 0; ends ;;
  # To read where one posts is no request to the model.
  message.reads-where-it-posts) [ "$(status_of "$(base)/v1/messages")" = 404 ] || exit 1; well_asked ;;
  message.polls-for-ever) begins; while [ "$(status_of "$(base)/v1/models")" = 404 ]; do sleep 0.1; done ;;
  message.reads-for-ever) begins; while [ "$(status_of "$(base)/v1/messages")" = 404 ]; do sleep 0.1; done ;;
  message.asks-something-else-and-hangs) begins; send 3 "$(base)/v1/models" ''; cat <&3 >/dev/null ;;
  message.announces-what-is-no-request)
    begins; send 3 "$(base)/v1/complete" "$asks" 'hotseat-request: a\r\n'; tell model/request '{"request":"a"}'
    count 1 1; idle ;;
  # What is refused is no request to the model.
  message.is-visited-by-web-pages)
    begins
    is_refused 'Origin: http://evil.example\r\n'
    is_refused 'Origin: null\r\n'
    is_refused 'Origin: http://localhost:3000\r\nSec-Fetch-Site: cross-site\r\n'
    is_refused 'Origin: http://localhost:3000\r\nSec-Fetch-Site: cross-site\r\n'
    (host=evil.example; is_refused 'Origin: http://evil.example\r\n') || exit 1
    ask; count 1 1; idle; hear; count 1 0; ends ;;
  message.asks-for-another-host) begins; host=agent.internal:4100; ask; count 1 1; idle; hear; count 1 0; ends ;;
  message.announces-a-request-for-another-host)
    begins; host=agent.internal; ask "$asks" 'hotseat-request: a\r\n'; tell model/request '{"request":"a"}'
    count 1 1; idle; hear; count 1 0; ends ;;
  message.asks-over-another-wire)
    begins; send 3 "$(base)/v1/chat/completions" '{"model":"m","stream":true,"messages":[{"role":"user","content":"hi"}]}'
    count 1 1; idle; hear; count 1 0; ends ;;
  message.asks-something-else) begins; ask "${asks/hi/bye}"; count 1 1; idle; hear; count 1 0; ends ;;
  message.asks-garbage) begins; ask 'hi there'; count 1 1; idle; hear; count 1 0; ends ;;
  message.asks-what-is-no-request) begins; ask '{"model":7}'; count 1 1; idle; hear; count 1 0; ends ;;
  message.speaks-no-http)
    begins; exec 3<>/dev/tcp/127.0.0.1/"$(p=${url##*:}; printf '%s' "${p%%/*}")"; printf 'hi\r\n\r\n' >&3
    cat <&3 >/dev/null; count 1 1; idle ;;
  message.sends-half-a-request)
    begins; exec 3<>/dev/tcp/127.0.0.1/"$(p=${url##*:}; printf '%s' "${p%%/*}")"
    printf 'POST %s/v1/messages HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{' "$(base)" >&3
    hang_up; seen; count 1 1; idle ;;
  *) return 1 ;;
  esac
}

# A correct adapter sends a request, too.
eval "plainly_$(declare -f well)"
well() { case $1 in message) well_asked ;; *) plainly_well "$1" ;; esac; }

live
