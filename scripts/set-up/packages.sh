# Sourced by ./sheaf: the npm packages, and the Node that runs Sheaf.

# Leaves the path of a Node 24 in $node: the one that npm installed, whatever the system has.
set_up_packages() {
  packages_fit || with_lock install_packages
  choose_node
}

# A copy of the lock file lies beside the packages it describes.
packages_fit() {
  cmp -s "$root/package-lock.json" "$root/node_modules/.sheaf-lock"
}

install_packages() {
  packages_fit && return
  need_npm
  say "Installing the npm packages (half a minute or so) …"
  quietly npm_ci || fail "npm could not install Sheaf's packages; its last words are above."
  cp "$root/package-lock.json" "$root/node_modules/.sheaf-lock"
}

# Tests and the web build need what npm calls development packages, whatever NODE_ENV says.
npm_ci() {
  (cd "$root" && npm ci --include=dev --include=optional --no-audit --no-fund --loglevel=error)
}

need_npm() {
  if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    fail "Sheaf installs itself with Node 20 or newer and npm, and they are not here. See https://nodejs.org, then run this again."
  fi
  major=$(node_major node)
  [ "$major" -ge 20 ] || fail "Sheaf installs itself with Node 20 or newer; this is Node $major. See https://nodejs.org, then run this again."
}

choose_node() {
  for node in "$root"/node_modules/node-linux-*/bin/node; do
    [ -x "$node" ] && return
  done
  node=$(command -v node) && [ "$(node_major node)" -ge 24 ] && return
  fail "Sheaf runs on Node 24, and npm has none for this system. Install Node 24 (https://nodejs.org), then run this again."
}

node_major() {
  "$1" -p 'process.versions.node.split(".")[0]'
}
