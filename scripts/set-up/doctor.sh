# Sourced by ./sheaf: what `./sheaf doctor` finds before any package can be loaded. It installs nothing.

# Runs the examination, or tells that the npm packages for it are not there; the exit codes are those of server/src/app/main-doctor.ts.
examine() {
  if [ -e "$root/node_modules/.sheaf-lock" ] && has_node; then
    run server/src/app/main-doctor.ts "$@"
  fi
  words="The npm packages of Sheaf are not installed, so nothing else was examined."
  case " $* " in
    *" --json "*) tell_in_json "$words" ;;
    *) printf '%s\n' "FAILED   Sheaf  $words" "                Install them." "                    ./sheaf set-up" "" "1 failed." ;;
  esac
  exit 2
}

# As choose_node, without a word when there is none.
has_node() {
  (choose_node) 2>/dev/null && choose_node
}

tell_in_json() {
  printf '{"examinations":[{"name":"versions","label":"Sheaf","state":"failed","words":"%s",' "$1"
  printf '"remedy":{"words":"Install them.","command":"./sheaf set-up"}}]}\n'
}
