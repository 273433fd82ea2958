# Adapters that die, hang, leave processes behind, write without end, or send a message at the wrong moment.
. "${0%/*}/speaks.sh"

case $way in
not-many-*) claims=$(printf '%s' "$claims" | sed 's/,"many":true//') ;;
esac

forever() { while :; do sleep 1000; done; }
sleeps() { while [ "$(cat "/proc/$1/comm")" != sleep ]; do :; done; }
log() { echo "$1" >&2; }

wrong() {
  case $1.$way in
  message.dies) log 'segmentation fault, or so'; exit 139 ;;
  message.exits-well) exit 0 ;;
  message.kills-itself) log 'out of memory'; kill -9 $$ ;;
  message.dies-behind-its-turn) well message; log 'oh'; exit 1 ;;
  message.dies-with-a-long-log)
    n=0; while [ $n -lt 500 ]; do n=$((n + 1)); log "step $n"; done
    { bytes 100000; echo; printf '\033[31mred\033[0m caf\351\n'; } >&2
    exit 1 ;;
  message.closes-its-stdout) exec >&-; forever ;;
  message.closes-its-stdout-and-ignores-term) trap '' TERM; exec >&-; forever ;;
  message.closes-its-stdin) exec <&-; well message; forever ;;
  message.speaks-nonsense-and-ignores-term) trap '' TERM; log 'I stay'; say nonsense; forever ;;
  message.leaves-a-session) setsid sleep 1000 & sleeps $!; exit 1 ;;
  message.leaves-an-unminding-session) (trap '' TERM; exec setsid sleep 1000) & sleeps $!; exit 1 ;;

  start.does-not-start-a-run) refuse 'not today' ;;
  start.starts-twice) answer '{}'; answer '{}'; idle ;;
  start.speaks-before-it-starts) tell notice '{"text":"loading"}'; well start ;;
  start.is-idle-before-it-starts) idle; answer '{}' ;;
  start.hangs-at-the-start) ;;
  start.reads-nothing) well start; forever ;;
  message.hangs) log 'waiting for the lock' ;;
  message.hangs-in-its-turn) tell turn/began '{}' ;;
  message.writes-blank-lines-for-ever) while echo; do sleep 0.05; done ;;
  stop.hangs-at-the-stop) ;;
  stop.does-not-stop) refuse 'there is still work' ;;
  stop.speaks-before-it-stops) tell notice '{"text":"saving"}'; answer '{}' ;;
  stop.stops-twice) answer '{}'; answer '{}' ;;
  stop.speaks-late) answer '{}'; tell notice '{"text":"saved"}' ;;
  # A process of the run writes after the run. It has ended when the next message is read.
  stop.a-left-over-writes | stop.not-many-a-left-over-writes)
    answer '{}'; (say 'tick 1'; say '{"level":"info","message":"tick 2"}') & wait $! ;;
  # Only this process writes from now on, and it never ends.
  stop.hangs-while-a-left-over-writes) answer '{}'; (while say tick; do sleep 0.05; done) & forever ;;
  stop.dies-at-the-stop) exit 1 ;;

  shutdown.refuses-to-end) refuse 'not yet' ;;
  shutdown.speaks-before-its-end) tell notice '{"text":"saving"}'; answer '{}' ;;
  # Hotseat reads nothing after the end, so this does no harm.
  end.speaks-after-its-end) tell notice '{"text":"goodbye"}'; exit 0 ;;
  end.ends-badly) log 'could not save'; exit 4 ;;
  end.does-not-end) log 'one more thing'; forever ;;
  # If each scenario has a process of its own, the end of the process belongs to the scenario.
  end.not-many-ends-badly) [ -n "$bad" ] || return 1; log 'could not save'; exit 4 ;;
  end.not-many-does-not-end) [ -n "$bad" ] || return 1; forever ;;
  end.does-not-end-and-ignores-term) trap '' TERM; forever ;;
  end.leaves-a-session-at-its-end) setsid sleep 1000 & sleeps $!; exit 0 ;;

  # The log is not kept, and the adapter does everything right.
  message.floods-its-log) head -c 1000000000 /dev/zero >&2; well message ;;
  message.floods-its-log-with-lines) yes tick | head -n 6000000 >&2; well message ;;
  # Each message is valid.
  message.floods-its-stdout)
    tell turn/began '{}'
    line=$(tell notice "{\"text\":\"$(bytes 100000)\"}")
    while :; do say "$line"; done ;;
  message.never-pauses) tell turn/began '{}'; yes "$(tell refused '{"why":"late"}')" ;;
  *) return 1 ;;
  esac
}

live
