# Adapters that go wrong at an answer to a prompt that is gone. Every scenario needs turns of its own, so `wrong` plays all of
# them.
. "${0%/*}/speaks.sh"
always=yes
misbehaves=

wrong() {
  case $1.$line in
  start.*misbehave*) misbehaves=yes; return 1 ;;
  start.*) misbehaves=; return 1 ;;
  esac
  case $1.$misbehaves.$way.$line in
  other.yes.dies.*'"prompt/act"'*) exit 1 ;;
  other.yes.prints.*'"prompt/act"'*) say 'late again?' ;;
  other.yes.says-no-json.*'"prompt/act"'*) say '{"jsonrpc":"2.0","method":' ;;
  other.yes.says-what-nobody-knows.*'"prompt/act"'*) tell dance '{}' ;;
  other.yes.hangs.*'"prompt/act"'*) ;;
  other.yes.takes-it.*'"prompt/act"'*) idle ;;
  other.*'"prompt/act"'*) tell refused '{"why":"late"}'; idle ;;
  other.*'"signal"'*)
    tell prompt/withdraw '{"op":"a","why":"interrupted"}'
    tell turn/ended '{"how":"interrupted"}'
    idle ;;
  message.*)
    tell turn/began '{}'
    tell prompt/show '{"op":"a","prompt":{"text":"Go?","offers":{"choices":["Yes"]}}}'
    idle '"a"' ;;
  *) return 1 ;;
  esac
}

live
