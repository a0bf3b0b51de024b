# Sourced by ./sheaf: the web app, built when what it is made of has changed.

set_up_web() {
  web_fits || with_lock build_web
}

web_fits() {
  web_sources=$(sum_of_web_sources)
  [ -e "$root/web/dist/index.html" ] && [ "$web_sources" = "$(cat "$root/web/dist/.made-from" 2>/dev/null)" ]
}

# Beside the pages in use, so that a Sheaf that runs from this folder never finds half of them.
build_web() {
  web_fits && return
  say "Building the web app …"
  web_next="$root/node_modules/.cache/web-next"
  rm -rf "$web_next"
  quietly vite_build || fail "The web app could not be built; the last words of the build are above."
  printf '%s\n' "$web_sources" >"$web_next/.made-from"
  ls "$web_next/assets" >"$web_next/.assets"
  keep_last_assets
  rm -rf "$web_next.old"
  [ ! -e "$root/web/dist" ] || mv "$root/web/dist" "$web_next.old"
  mv "$web_next" "$root/web/dist"
  rm -rf "$web_next.old"
}

# Tabs that are open ask for parts of the pages they came from: those of one build back stay.
keep_last_assets() {
  [ -e "$root/web/dist/.assets" ] || return 0
  while read -r name; do
    [ -e "$web_next/assets/$name" ] || cp "$root/web/dist/assets/$name" "$web_next/assets/" 2>/dev/null || true
  done <"$root/web/dist/.assets"
}

# Whoever calls, a test with its own NODE_ENV too: the pages are those of production, and as small.
vite_build() {
  vite=$root/node_modules/vite/bin/vite.js
  (cd "$root/web" &&
    export NODE_ENV=production &&
    "$node" "$vite" build --logLevel warn --outDir "$web_next" --emptyOutDir &&
    "$node" "$vite" build --mode drawing --logLevel warn --outDir "$web_next/drawing")
}

# Contents count, not times: a checkout, a copy or an unpacked archive may set these as it likes.
sum_of_web_sources() {
  (
    cd "$root" &&
      find package-lock.json web contracts/src -name node_modules -prune -o -path web/dist -prune -o -type f -print |
      LC_ALL=C sort | tr '\n' '\0' | xargs -0 cksum | cksum
  )
}
