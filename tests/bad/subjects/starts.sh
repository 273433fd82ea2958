# Adapters that go wrong before their claims, or in their claims.
. "${0%/*}/speaks.sh"

hello() { answer "{\"protocol\":1,\"who\":\"canned 1\",\"systems\":[{\"system\":\"jp-ask-user\",\"profiles\":[\"seed\"]}],$1}"; }

wrong() {
  case $1.$way in
  begin.exits) exit 3 ;;
  begin.writes-blank-lines-for-ever) while echo; do sleep 0.05; done ;;
  begin.exits-well) exit 0 ;;
  begin.exits-with-a-log) echo 'no licence found' >&2; echo 'giving up' >&2; exit 3 ;;
  begin.kills-itself) kill -9 $$ ;;
  begin.greets) say 'Welcome to canned 1!'; return 1 ;;
  begin.closes-its-stdout) exec >&-; while read -r line; do :; done; exit ;;
  begin.says-half-a-line) printf '{"jsonrpc":"2.0"'; exit 1 ;;
  begin.leaves-a-session) setsid sleep 1000 & sleeps $!; exit 1 ;;
  # It starts only once.
  begin.starts-once) case $HOTSEAT_SUBJECT in *-0) return 1 ;; *) echo 'still locked' >&2; exit 1 ;; esac ;;
  message.starts-once) exit 1 ;;

  initialize.another-version) answer '{"protocol":9,"harness":{"who":"canned 9"}}' ;;
  initialize.refuses) refuse 'no licence found' ;;
  initialize.answers-another) say "{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":$claims}" ;;
  initialize.answers-nobody) say "{\"jsonrpc\":\"2.0\",\"id\":null,\"result\":$claims}" ;;
  initialize.answers-null) answer null ;;
  initialize.answers-a-text) answer '"canned 1"' ;;
  initialize.answers-in-part) answer '{"protocol":1,"systems":[]}' ;;
  initialize.answers-twice) answer "$claims"; answer "$claims" ;;
  initialize.systems-as-texts) answer '{"protocol":1,"who":"canned 1","systems":["jp-ask-user"]}' ;;
  initialize.version-as-text) answer '{"protocol":"1","who":"canned 1","systems":[]}' ;;
  initialize.many-as-number) hello '"many":1' ;;
  initialize.speaks-first) tell notice '{"text":"loading"}'; return 1 ;;
  initialize.says-nothing) ;;

  # The claims decide which scenarios are asked.
  initialize.claims-nothing) answer '{"protocol":1,"who":"canned 1","systems":[]}' ;;
  initialize.claims-another-system) answer '{"protocol":1,"who":"canned 1","systems":[{"system":"pi","profiles":["seed"]}]}' ;;
  initialize.claims-no-idle) hello '"capabilities":["tools"]' ;;
  initialize.claims-no-wire) hello '"capabilities":["idle"],"wires":[],"many":true' ;;
  initialize.claims-one-lane) hello '"capabilities":["idle"],"lanes":["prompt"],"many":true' ;;
  initialize.claims-what-nobody-knows)
    answer '{"protocol":1,"who":"canned 2","systems":[{"system":"jp-ask-user","profiles":["seed","later"]},{"system":"later","profiles":[]}],"capabilities":["idle","voice"],"lanes":["turn","sound"],"wires":["anthropic","telepathy"],"later":{},"many":true}' ;;
  # It needs a process for each scenario.
  initialize.claims-not-many) hello '"capabilities":["idle"]' ;;
  *) return 1 ;;
  esac
}

sleeps() { while [ "$(cat "/proc/$1/comm")" != sleep ]; do :; done; }

live
