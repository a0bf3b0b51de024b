# Sourced by ./sheaf: functions shared by the parts of the set-up.

# Prints a message for the user on standard error; standard output is used by the command that runs afterwards.
say() {
  printf '%s\n' "$*" >&2
}

fail() {
  say "$*"
  exit 1
}

# Runs a command without output; its last lines are shown only when it fails.
quietly() {
  quietly_log=$(mktemp) || exit 1
  if "$@" >"$quietly_log" 2>&1; then
    rm -f "$quietly_log"
    return 0
  fi
  tail -n 15 "$quietly_log" >&2
  rm -f "$quietly_log"
  return 1
}

# Runs a command while no other one holds the lock of this file: a second set-up waits and then finds the work done. The
# kernel releases the lock when its owner is killed. Without flock (macOS) there is no lock.
with_lock() {
  locked=$1
  shift
  if command -v flock >/dev/null; then
    exec 9<"$locked"
    flock -n 9 || {
      say "Another ./sheaf command is setting up this folder. Waiting until it has finished."
      flock 9
    }
    "$@" 9<&-
    exec 9<&-
  else
    "$@"
  fi
}
