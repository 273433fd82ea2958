# An adapter that does not end, or leaves processes behind. The first argument is the way, the second one is a named pipe, and
# the others are the command of the adapter. Every process that is left holds the pipe open, so the reader of the pipe sees
# when the last one ends.
way=$1
exec 9>"$2"
shift 2
echo "$way" >&9
unminding() { trap '' TERM HUP INT; exec "$@"; }
sleeps() { while [ "$(cat "/proc/$1/comm")" != sleep ]; do :; done; }
forever='while :; do sleep 1000; done'

case $way in
leaves-nothing) ;;
leaves-a-child) sleep 1000 & ;;
leaves-an-unminding-child) unminding sleep 1000 & ;;
leaves-a-session) setsid sleep 1000 & ;;
leaves-an-unminding-session) unminding setsid sleep 1000 & ;;
leaves-a-daemon) (setsid sh -c 'sleep 1000 & exit' &) ;;
leaves-a-bare-daemon) (env -i "$(command -v setsid)" sh -c 'sleep 1000 & exit' &) ;;
leaves-a-tree) unminding setsid sh -c 'setsid sh -c "sleep 1000 & setsid sleep 1000 & wait" & wait' & ;;
leaves-a-forker) unminding setsid sh -c 'while :; do sleep 0.01 & wait; done' & ;;
leaves-the-dead) setsid sh -c '(exit 3) & exec sleep 0.01' & ;;
closes-its-stdout) exec >&-; eval "$forever" ;;
dies-with-a-child) setsid sleep 1000 & sleeps $!; exit 137 ;;
dies-with-an-unminding-child) unminding setsid sleep 1000 & sleeps $!; exit 137 ;;
hangs | hangs-and-ignores-term)
  [ "$way" = hangs ] || trap '' TERM HUP INT
  setsid sleep 1000 &
  # The third line begins a scenario. It is not answered any more.
  { for _ in 1 2; do read -r line && printf '%s\n' "$line"; done; echo ready >&9; eval "$forever"; } |
    "$@"
  ;;
hangs-later)
  # The second scenario is not begun any more.
  { while read -r line; do
      case $line in *'"scenario/start"'*) [ -z "$begun" ] || break && begun=yes ;; esac
      printf '%s\n' "$line"
    done
    echo ready >&9; eval "$forever"; } | "$@"
  ;;
stays) "$@"; eval "$forever" ;;
ignores-term) trap '' TERM HUP INT; "$@"; eval "$forever" ;;
esac
exec "$@"
