# Sourced by ./sheaf: what the parts of the set-up share.

# Words for the person at the terminal; standard output belongs to the command that runs afterwards.
say() {
  printf '%s\n' "$*" >&2
}

fail() {
  say "$*"
  exit 1
}

# Runs a command quietly; its last words are shown only when it fails.
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

# One set-up at a time in one folder: the second waits, then finds the work done. The kernel frees the lock of a killed owner.
# Where there is no flock (macOS) nothing guards against two at once.
with_lock() {
  if command -v flock >/dev/null; then
    exec 9<"$root/sheaf"
    flock -n 9 || {
      say "Another ./sheaf is setting up this folder; waiting for it."
      flock 9
    }
    "$@" 9<&-
    exec 9<&-
  else
    "$@"
  fi
}
