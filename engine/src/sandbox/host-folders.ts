import { existsSync } from "node:fs";
import { conversionLimits } from "@sheaf/contracts/limits.ts";
import { thisProcessor } from "./seccomp.ts";

/** All that a sandboxed process sees of the project. */
export const projectParts = ["engine", "contracts", "node_modules"];

/** Folder names of Debian's multiarch layout. */
const multiarch = { x64: "x86_64-linux-gnu", arm64: "aarch64-linux-gnu" } as const;

/** Programs, libraries, fonts, locales: nothing that belongs to a person or a service. */
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
    "/etc/fonts",
    "/etc/libreoffice",
    "/var/cache/fontconfig",
    "/var/lib/libreoffice",
  ];
}

/**
 * Of prlimit(1), per process, inherited by all of a sandboxed process. No limit on address space (WebAssembly reserves
 * gigabytes), none on processor time (it would count a whole sandboxed process's life).
 */
export const limitArguments = ["--core=0", "--nofile=1024", `--fsize=${conversionLimits.outputBytes}`];
