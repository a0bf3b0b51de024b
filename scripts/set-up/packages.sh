# Sourced by ./sheaf: the npm packages, and the Node that runs Sheaf.

# Sets $node to the path of Node 24 as installed by npm, whatever version the system has. With the argument "all" it
# also installs the packages for tests and development; to run Sheaf and build its pages half of them are enough.
set_up_packages() {
  packages_fit "$@" || with_lock "$root/sheaf" install_packages "$@"
  choose_node
}

# A copy of the lock file is stored with the packages that it describes, and a file that says when some are missing.
packages_fit() {
  cmp -s "$root/package-lock.json" "$root/node_modules/.sheaf-lock" || return 1
  [ "${1-}" != all ] || has_all_packages
}

has_all_packages() {
  [ -e "$root/node_modules/.sheaf-lock" ] && [ ! -e "$root/node_modules/.sheaf-without-tests" ]
}

install_packages() {
  packages_fit "$@" && return
  [ -w "$root" ] || fail "The npm packages of $root are not those of this version, and $(id -un) may not write there. Run once as its owner: $root/sheaf set-up"
  need_npm
  say "Installing the npm packages (half a minute or so) …"
  rm -rf "$root"/.packages-next.*
  next=$root/.packages-next.$$ # for this command only: npm may continue after this command was killed
  copy_manifests
  # A folder with the packages for tests keeps them in a new version.
  if has_all_packages; then set -- all; fi
  quietly npm_ci "$@" || fail "npm could not install Sheaf's packages; its last words are above."
  [ "${1-}" = all ] || touch "$next/node_modules/.sheaf-without-tests"
  cp "$root/package-lock.json" "$next/node_modules/.sheaf-lock"
  take_packages
}

# Installs next to the packages in use, which npm would delete first: a running Sheaf keeps its packages until the new
# ones are complete.
copy_manifests() {
  for manifest in "$root/.npmrc" "$root/package-lock.json" "$root/package.json" "$root"/*/package.json; do
    [ -e "$manifest" ] || continue
    copy="$next/${manifest#"$root"/}"
    mkdir -p "${copy%/*}" && cp "$manifest" "$copy" || exit 1
  done
}

# What npm calls development packages depends on the argument, whatever NODE_ENV says.
npm_ci() {
  if [ "${1-}" = all ]; then
    set -- --include=dev
  else
    set -- --omit=dev --include-workspace-root
    for folder in contracts engine papers server web; do set -- "$@" "--workspace=$folder"; done
  fi
  (cd "$next" && npm ci "$@" --include=optional --no-audit --no-fund --loglevel=error)
}

# Renames folders. The root's packages come last: while they are missing, the next command installs all packages again.
take_packages() {
  rm -rf "$root/.packages-last"
  for place in "$root"/*/package.json "$root/package.json"; do
    place=${place%package.json}
    place=${place#"$root"/}
    mkdir -p "$root/.packages-last/$place"
    [ ! -e "$root/${place}node_modules" ] || mv "$root/${place}node_modules" "$root/.packages-last/$place" || exit 1
    [ ! -e "$next/${place}node_modules" ] || mv "$next/${place}node_modules" "$root/$place" || exit 1
  done
  [ ! -e "$root/.packages-last/node_modules/.cache" ] || mv "$root/.packages-last/node_modules/.cache" "$root/node_modules/"
  rm -rf "$root/.packages-last" "$next"
}

need_npm() {
  if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    fail "Installing Sheaf needs Node 20 or newer with npm, which is not installed. Install it (https://nodejs.org), then run this command again."
  fi
  major=$(node_major node)
  [ "$major" -ge 20 ] || fail "Installing Sheaf needs Node 20 or newer, and this is Node $major. Install a newer one (https://nodejs.org), then run this command again."
}

choose_node() {
  for node in "$root"/node_modules/node-linux-*/bin/node; do
    [ -x "$node" ] && return
  done
  node=$(command -v node) && [ "$(node_major node)" -ge 24 ] && return
  fail "Sheaf runs on Node 24, which npm does not provide for this system. Install Node 24 (https://nodejs.org), then run this command again."
}

node_major() {
  "$1" -p 'process.versions.node.split(".")[0]'
}
