# Sourced by ./sheaf: installs programs of the operating system with apt, where available.

fonts="fonts-liberation fonts-crosextra-carlito fonts-crosextra-caladea fonts-dejavu-core fonts-noto-core fonts-noto-cjk
  fonts-noto-color-emoji"

# Packages that apt could not install recently. They are not tried again for a day, so that a machine without a network
# starts quickly.
not_to_be_had=/var/lib/sheaf/programs-not-to-be-had

apt_sources=/etc/apt

# Locked while programs are installed; not the lock of packages and pages, which are set up at the same time.
# Conversions wait for this lock: server/src/platform/process/programs.ts.
programs_lock=$root/scripts/set-up/programs.sh

# Arguments: "convert", and "test" for programs that only tests use. Prints a sentence about programs that cannot be
# installed, and continues. With in_background=yes it does not wait for apt.
set_up_programs() {
  if [ ! -d /var/lib/dpkg/info ]; then
    check_commands
    return
  fi
  find_missing "$@"
  [ -n "$missing" ] || return 0
  if [ "$(id -u)" -ne 0 ]; then
    advise
  elif tried_lately; then
    say "Still missing:$missing.$(consequences) apt could not install them. To try again now: rm $not_to_be_had"
  elif [ -n "${in_background-}" ]; then
    install_in_background "$@"
  else
    with_lock "$programs_lock" install_programs "$@"
  fi
}

# The lock is taken here, or another command has it, so that no later process of this command finds it free before apt
# has finished. apt inherits it: while any part of it runs, programs are incomplete.
install_in_background() {
  say "LibreOffice, fonts and other programs are installed in the background. Conversions wait for them."
  exec 8<"$programs_lock"
  flock -n 8 || true
  # Neither a child of Sheaf, which replaces this shell, nor ended with it by Ctrl-C.
  (set_up_in_background "$@" &)
  exec 8<&-
}

set_up_in_background() {
  trap '' HUP
  flock 8
  install_programs "$@"
  [ -n "$missing" ] || say "LibreOffice, fonts and other programs are installed. Conversions begin."
}

# Sets $missing to the names of missing Debian packages, each preceded by a space. Starts no process, since it runs
# before every command.
find_missing() {
  missing=
  # The two variants of LibreOffice exclude each other; an installed variant with a user interface is kept.
  if [ -e /var/lib/dpkg/info/libreoffice-core.list ]; then flavour=; else flavour=-nogui; fi
  for package in bubblewrap qpdf $fonts libreoffice-core$flavour libreoffice-writer$flavour libreoffice-calc$flavour \
    libreoffice-impress$flavour libreoffice-draw$flavour libreoffice-math$flavour libreoffice-uiconfig-writer libjemalloc2 \
    tesseract-ocr tesseract-ocr-eng tesseract-ocr-osd; do
    want "$package"
  done
  case " $* " in *" test "*) want chromium-headless-shell && want poppler-utils ;; esac
}

# Adds a package to $missing if it is not installed. Packages that can be installed for several architectures have the
# architecture in the file name.
want() {
  # The pattern reads a folder with thousands of files, so it is used only when necessary.
  [ -e "/var/lib/dpkg/info/$1.list" ] && return
  for list in "/var/lib/dpkg/info/$1":*.list; do
    if [ -e "$list" ]; then return; fi
  done
  missing="$missing $1"
}

tried_lately() {
  [ -n "$(find "$not_to_be_had" -mmin -1440 2>/dev/null)" ] && [ "$(cat "$not_to_be_had")" = "$missing" ]
}

install_programs() {
  find_missing "$@"
  [ -n "$missing" ] || return 0
  say "Installing what is missing with apt:$missing"
  dpkg --configure -a >/dev/null 2>&1 # completes an interrupted installation, which apt would refuse to continue
  say "Reading the package lists …"
  update_lists || say "apt could not read all package lists."
  release=
  case $missing in *libreoffice*) enable_backports ;; esac
  office=
  others=
  for package in $missing; do
    available "$package" || continue
    case $package in
      libreoffice*) office="$office $package" ;;
      *) others="$others $package" ;;
    esac
  done
  [ -z "$others" ] || { say "Installing tools and fonts …" && quietly apt_get install $others; }
  [ -z "$office" ] || { say "Installing LibreOffice (some minutes) …" && quietly apt_get install $release $office; }

  find_missing "$@"
  rm -f "$not_to_be_had"
  [ -n "$missing" ] || return 0
  say "apt could not install:$missing.$(consequences)"
  mkdir -p "${not_to_be_had%/*}" && printf '%s\n' "$missing" >"$not_to_be_had"
}

# In the background apt gives way to npm and the build of the pages.
apt_get() {
  ${in_background:+nice} env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300 \
    -o Acquire::Retries=3 --no-install-recommends "$@" </dev/null
}

# `apt-get update` does not wait for its lock.
update_lists() {
  tries=0
  until answer=$(apt_get update 2>&1); do
    case $answer in *"Could not get lock"*) ;; *) return 1 ;; esac
    [ $tries -lt 60 ] || return 1
    [ $tries -gt 0 ] || say "Waiting for another apt to finish …"
    tries=$((tries + 1))
    sleep 5
  done
}

available() {
  case $(LC_ALL=C apt-cache policy "$1" 2>/dev/null) in
    "" | *"Candidate: (none)"*) return 1 ;;
  esac
}

# Debian 12 has LibreOffice 7.4; backports has the version that Sheaf is tested with. Sets $release to apt's option.
enable_backports() {
  [ "$(. /etc/os-release && printf %s "$ID ${VERSION_CODENAME-}")" = "debian bookworm" ] || return 0
  if ! grep -qsE '^[^#]*bookworm-backports' $apt_sources/sources.list $apt_sources/sources.list.d/*.list \
    $apt_sources/sources.list.d/*.sources; then
    source=$(backports_source)
    case $source in
      "") ;;
      deb\ *) added=$apt_sources/sources.list.d/sheaf-backports.list ;;
      *) added=$apt_sources/sources.list.d/sheaf-backports.sources ;;
    esac
    if [ -n "$source" ] && printf '%s\n' "$source" >"$added"; then
      say "Added Debian's backports in $added …"
      update_lists
    fi
  fi
  case $(LC_ALL=C apt-cache policy libreoffice-core-nogui) in
    *bookworm-backports*) release="-t bookworm-backports" ;;
    *)
      say "Debian's backports cannot be reached. The older LibreOffice of Debian is used instead."
      [ -z "${added-}" ] || rm -f "$added"
      ;;
  esac
}

# Prints this machine's Debian source (address and key) changed to backports, in either of apt's formats.
backports_source() {
  for file in $apt_sources/sources.list.d/*.sources; do
    [ -e "$file" ] && turned_stanza "$file"
  done | awk -v RS= 'NR == 1' | grep . && return
  sed -nE 's/^deb[ \t]+(\[[^]]*\][ \t]+)?([^ \t]+)[ \t]+bookworm[ \t].*/deb \1\2 bookworm-backports main/p' \
    $apt_sources/sources.list $apt_sources/sources.list.d/*.list 2>/dev/null | head -n 1
}

turned_stanza() {
  awk -v RS= -F '\n' '
    {
      suite = types = 0; on = 1; text = "Types: deb\nSuites: bookworm-backports\nComponents: main"
      for (i = 1; i <= NF; i++) {
        if ($i ~ /^#/) continue
        if ($i ~ /^Types:.*deb( |$)/) types = 1
        if ($i ~ /^Suites:.* bookworm( |$)/) suite = 1
        if ($i ~ /^Enabled: *no/) on = 0
        if ($i !~ /^(Types|Suites|Components):/) text = text "\n" $i
      }
      if (suite && types && on) { print text; exit }
    }' "$1"
}

advise() {
  line=
  for package in $missing; do available "$package" && line="$line $package"; done
  say "Programs are missing.$(consequences) To install them: sudo apt-get install --no-install-recommends${line:-$missing}"
}

# Prints what does not work without the programs in $missing, one sentence each, preceded by a space.
consequences() {
  case $missing in
    *bubblewrap*) printf ' %s' "Without bubblewrap there is no sandbox, so nothing is converted." ;;
    *qpdf*) printf ' %s' "Without qpdf no PDF can be converted." ;;
  esac
  case $missing in
    *libreoffice-core* | *libreoffice-writer* | *libreoffice-calc* | *libreoffice-impress* | *libreoffice-draw*)
      printf ' %s' "Without LibreOffice only PDFs and pictures can be converted."
      ;;
    *libreoffice-uiconfig*) printf ' %s' "Without libreoffice-uiconfig-writer Word files with comments cannot be converted." ;;
    *libreoffice-math*) printf ' %s' "Without libreoffice-math documents print without their equations." ;;
    *libjemalloc*) printf ' %s' "Without libjemalloc2 office files take longer." ;;
    *fonts-*) printf ' %s' "Without the fonts documents look different from what their authors saw." ;;
  esac
  case $missing in
    *tesseract*) printf ' %s' "Without Tesseract scans and photos are not read, so their words are not found." ;;
  esac
  case $missing in *chromium* | *poppler*) printf ' %s' "Without Chromium and poppler-utils the browser journeys fail." ;; esac
}

# For systems without dpkg: looks for the commands.
check_commands() {
  missing=
  command -v bwrap >/dev/null || missing="$missing bubblewrap"
  command -v qpdf >/dev/null || missing="$missing qpdf"
  command -v soffice >/dev/null || missing="$missing libreoffice-core"
  command -v tesseract >/dev/null || missing="$missing tesseract-ocr"
  [ -z "$missing" ] || say "Programs are missing.$(consequences) Install bubblewrap, qpdf, LibreOffice and Tesseract with this system's package manager."
}
