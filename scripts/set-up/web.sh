# Sourced by ./sheaf: builds the web app when its sources have changed.

set_up_web() {
  web_fits || with_lock "$root/sheaf" build_web
}

web_fits() {
  web_sources=$(sum_of_web_sources)
  [ -e "$root/web/dist/index.html" ] && [ "$web_sources" = "$(cat "$root/web/dist/.made-from" 2>/dev/null)" ]
}

# Builds next to the pages in use, so that a Sheaf that runs from this folder never sees an incomplete build.
build_web() {
  web_fits && return
  say "Building the web app …"
  web_next="$root/node_modules/.cache/web-next"
  rm -rf "$web_next" "$web_next.rendering"
  quietly vite_build || fail "The web app could not be built; the last words of the build are above."
  printf '%s\n' "$web_sources" >"$web_next/.made-from"
  ls "$web_next/assets" >"$web_next/.assets"
  keep_last_assets
  rm -rf "$web_next.old"
  [ ! -e "$root/web/dist" ] || mv "$root/web/dist" "$web_next.old"
  mv "$web_next" "$root/web/dist"
  rm -rf "$web_next.old"
}

# Keeps the files of the previous build, since open tabs still request them.
keep_last_assets() {
  [ -e "$root/web/dist/.assets" ] || return 0
  while read -r name; do
    [ -e "$web_next/assets/$name" ] || cp "$root/web/dist/assets/$name" "$web_next/assets/" 2>/dev/null || true
  done <"$root/web/dist/.assets"
}

# Builds for production whatever NODE_ENV the caller has, so that the pages are always the same and as small. The pages
# for browsers and the server's rendering of them are built side by side.
vite_build() {
  vite=$root/node_modules/vite/bin/vite.js
  (
    cd "$root/web" && export NODE_ENV=production || exit 1
    "$node" "$vite" build --mode rendering --logLevel warn --outDir "$web_next.rendering" --emptyOutDir &
    "$node" "$vite" build --logLevel warn --outDir "$web_next" --emptyOutDir
    built=$?
    wait $! && [ $built -eq 0 ] && mv "$web_next.rendering" "$web_next/rendering"
  )
}

# Compares contents, not times, since a checkout, a copy or an unpacked archive may have any times.
sum_of_web_sources() {
  (
    cd "$root" &&
      find package-lock.json web contracts/src -name node_modules -prune -o -path web/dist -prune -o -type f -print |
      LC_ALL=C sort | tr '\n' '\0' | xargs -0 cksum | cksum
  )
}
