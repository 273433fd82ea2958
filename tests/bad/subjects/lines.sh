# Adapters that write invalid lines in the middle of a turn, and some that write unusual but valid lines.
. "${0%/*}/speaks.sh"

# The turn, with a command that alters each line.
altered() {
  begins=$(tell turn/began '{}') ends=$(tell turn/ended '{"how":"completed"}') idles=$(idle)
  printf "$1" "$begins" "$ends" "$idles"
}

wrong() {
  case $1.$way in
  message.garbage) say 'thinking...' ;;
  message.a-number) say 7 ;;
  message.a-batch) say "[$(tell turn/began '{}')]" ;;
  message.a-header) message=$(idle); printf 'Content-Length: %d\r\n\r\n%s' "${#message}" "$message" ;;
  message.over-several-lines) printf '{\n  "jsonrpc": "2.0",\n  "method": "turn/began"\n}\n' ;;
  message.two-on-a-line) printf '%s%s\n' "$(tell turn/began '{}')" "$(idle)" ;;
  message.half-a-line) printf '{"jsonrpc":"2.0","method":"turn/be'; exit 0 ;;
  message.half-a-line-and-waits) printf '%s' "$(tell turn/began '{}')" ;;
  message.a-long-line) printf '{"jsonrpc":"2.0","method":"notice","params":{"text":"'; bytes 100000000; say '"}}' ;;
  message.a-nul) printf '{"jsonrpc":"2.0",\0"method":"turn/began"}\n' ;;
  message.not-utf-8) printf '{"jsonrpc":"2.0","method":"notice","params":{"text":"caf\351"}}\n' ;;
  message.utf-16) printf '\377\376{\0"\0j\0"\0\n\0' ;;
  message.a-mark-in-the-middle) printf '\357\273\277'; tell turn/began '{}' ;;
  message.a-deep-one) tell event "{\"event\":$(bytes 100000 | tr x '[')" ;;
  message.no-version) say '{"method":"turn/began","params":{}}' ;;
  message.another-version) say '{"jsonrpc":"1.0","method":"turn/began","params":{}}' ;;
  message.no-method) say '{"jsonrpc":"2.0","params":{}}' ;;
  message.an-unknown-method) tell dance '{"which":"tango"}' ;;
  message.a-method-of-ours) tell user/message '{"now_ms":0,"text":"hi"}' ;;
  message.wrong-parameters) tell turn/ended '{"how":"happily"}' ;;
  message.no-parameters) say '{"jsonrpc":"2.0","method":"turn/ended"}' ;;
  message.a-text-for-a-number) tell idle "{\"scenario\":\"$scenario\",\"heard\":\"2\"}" ;;
  message.a-negative-number) tell idle "{\"scenario\":\"$scenario\",\"heard\":-2}" ;;
  message.a-request) say '{"jsonrpc":"2.0","id":5,"method":"turn/began","params":{}}' ;;
  message.an-answer) id=7; answer '{}' ;;
  message.an-error) say '{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"there is no method \"user/message\""}}' ;;
  message.an-error-in-words) say '{"jsonrpc":"2.0","id":null,"error":"there is no such method"}' ;;
  stop.both) say "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{},\"error\":{\"code\":1,\"message\":\"no\"}}" ;;
  stop.neither) say "{\"jsonrpc\":\"2.0\",\"id\":$id}" ;;
  stop.null) answer null ;;
  stop.an-id-as-text) say "{\"jsonrpc\":\"2.0\",\"id\":\"$id\",\"result\":{}}" ;;

  # These lines are valid.
  begin.odd-byte-order-mark) printf '\357\273\277'; return 1 ;;
  message.odd-carriage-returns) altered '%s\r\n%s\r\n%s\r\n' ;;
  message.odd-blank-lines) altered '\n%s\n\n  \n%s\n\r\n%s\n\n' ;;
  message.odd-blanks) altered '  %s\t\n%s  \n\t%s\n' ;;
  message.odd-fields) altered '%s\n%s\n%s\n' | sed 's/"method"/"later":[1],"method"/; s/:{"/:{"later":null,"/' ;;
  # If a key stands twice, the last one counts, as in most readers of JSON.
  message.odd-key-twice) altered '%s\n%s\n%s\n' | sed 's/"heard":/"heard":77,"heard":/' ;;
  *) return 1 ;;
  esac
}

live
