# Alters the messages of a good adapter, which claims only one system here. The first argument is the way to alter them. The
# other arguments are the command of the adapter.
way=$1
shift

alter() {
  case $way in
  claims-what-nobody-knows) sed 's/"idle"/"idel"/' ;;
  says-everything-twice) sed p ;;
  takes-garbage-without-a-word) sed '/-32700/d' ;;
  never-says-that-it-is-idle) sed '/"idle","params"/d' ;;
  *) cat ;;
  esac
}

"$@" | while IFS= read -r line; do
  # Claims only one of the systems.
  printf '%s\n' "$line" | sed 's/"systems":\[.*\],"capabilities"/"systems":[{"system":"pi","profiles":["seed"]}],"capabilities"/' | alter
done
[ "$way" != ends-badly ] || { echo 'could not save' >&2; exit 3; }
