import { existsSync } from "node:fs";
import { conversionLimits } from "@sheaf/contracts/limits.ts";
import { thisProcessor } from "./seccomp.ts";

/** The folders of the project that a sandboxed process can read. */
export const projectParts = ["engine", "contracts", "node_modules"];

/** Folder names of Debian's multiarch layout. */
const multiarch = { x64: "x86_64-linux-gnu", arm64: "aarch64-linux-gnu" } as const;

/** Returns folders of programs, libraries, fonts and locales. None of them contains data of a person or a service. */
export function systemFolders(): string[] {
  const libraries = `/usr/lib/${multiarch[thisProcessor()]}`;
  return [
    ...(existsSync(libraries) ? [libraries] : []),
    "/usr/lib64",
    ...(thisProcessor() === "arm64" ? ["/usr/lib/ld-linux-aarch64.so.1"] : []),
    "/usr/lib/libreoffice",
    "/usr/lib/locale",
    "/usr/share/libreoffice",
    "/usr/share/liblangtag",
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "/usr/share/fontconfig",
    "/usr/share/zoneinfo",
    "/usr/bin/qpdf",
    "/usr/bin/tesseract",
    "/usr/share/tesseract-ocr",
    "/etc/fonts",
    "/etc/libreoffice",
    "/var/cache/fontconfig",
    "/var/lib/libreoffice",
  ];
}

/**
 * Options of prlimit(1). The limits apply to each process and are inherited by its children. There is no limit on
 * address space (WebAssembly reserves gigabytes) or on processor time (it would count the whole life of a sandboxed
 * process).
 */
export const limitArguments = ["--core=0", "--nofile=1024", `--fsize=${conversionLimits.outputBytes}`];
