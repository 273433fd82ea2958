# A good adapter, of one system, behind somebody who alters what it says: its first argument says how, what follows is the
# adapter.
way=$1
shift

alter() {
  case $way in
  claims-what-nobody-knows) sed 's/"idle"/"idel"/' ;;
  says-less-than-it-claims) sed 's/"profiles":\["seed"\]/"profiles":[]/' ;;
  lies-about-being-idle) sed 's/"sent":1,"open":1/"sent":1,"open":0/' ;;
  hears-less) sed 's/"heard":2/"heard":1/' ;;
  says-everything-twice) sed p ;;
  takes-garbage-without-a-word) sed '/-32700/d' ;;
  never-says-that-it-is-idle) sed '/"idle","params"/d' ;;
  speaks-after-idle) sed 's/.*"idle","params".*/&\n{"jsonrpc":"2.0","method":"notice","params":{"text":"and"}}/' ;;
  *) cat ;;
  esac
}

"$@" | while IFS= read -r line; do
  # The last of all that it implements.
  printf '%s\n' "$line" | sed 's/"systems":\[.*\],"capabilities"/"systems":[{"system":"pi","profiles":["seed"]}],"capabilities"/' | alter
done
[ "$way" != ends-badly ] || { echo 'could not save' >&2; exit 3; }
