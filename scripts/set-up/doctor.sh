# Sourced by ./sheaf: `./sheaf doctor`, as far as it works without npm packages. It installs nothing.

# Runs the checks, or reports that the npm packages are missing. Exit codes as in server/src/app/main-doctor.ts.
examine() {
  if [ -e "$root/node_modules/.sheaf-lock" ] && has_node; then
    run server/src/app/main-doctor.ts "$@"
  fi
  words="The npm packages of Sheaf are not installed, so nothing else was checked."
  case " $* " in
    *" --json "*) tell_in_json "$words" ;;
    *) printf '%s\n' "FAILED   Sheaf  $words" "                Install them." "                    ./sheaf set-up" "" "1 failed." ;;
  esac
  exit 2
}

# Like choose_node, but prints nothing when there is no Node.
has_node() {
  (choose_node) 2>/dev/null && choose_node
}

tell_in_json() {
  printf '{"examinations":[{"name":"versions","label":"Sheaf","state":"failed","words":"%s",' "$1"
  printf '"remedy":{"words":"Install them.","command":"./sheaf set-up"}}]}\n'
}
