# Sourced by ./sheaf: the web app, built when what it is made of has changed.

set_up_web() {
  web_fits || with_lock build_web
}

web_fits() {
  web_sources=$(sum_of_web_sources)
  [ -e "$root/web/dist/index.html" ] && [ "$web_sources" = "$(cat "$root/web/dist/.made-from" 2>/dev/null)" ]
}

build_web() {
  web_fits && return
  say "Building the web app …"
  quietly vite_build || fail "The web app could not be built; the last words of the build are above."
  printf '%s\n' "$web_sources" >"$root/web/dist/.made-from"
}

# Whoever calls, a test with its own NODE_ENV too: the pages are those of production, and as small.
vite_build() {
  (cd "$root/web" && NODE_ENV=production "$node" "$root/node_modules/vite/bin/vite.js" build --logLevel warn)
}

# Contents count, not times: a checkout, a copy or an unpacked archive may set these as it likes.
sum_of_web_sources() {
  (
    cd "$root" &&
      find package-lock.json web contracts/src -name node_modules -prune -o -path web/dist -prune -o -type f -print |
      LC_ALL=C sort | tr '\n' '\0' | xargs -0 cksum | cksum
  )
}
