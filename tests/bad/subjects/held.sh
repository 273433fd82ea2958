# Runs an adapter, and writes into a file how much memory its parent, the program, has held at most, in KiB:
#
#     sh held.sh FILE COMMAND...
file=$1
shift
"$@"
code=$?
sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB$/\1/p' "/proc/$PPID/status" > "$file"
exit "$code"
