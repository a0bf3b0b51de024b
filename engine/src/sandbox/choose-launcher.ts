import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { EngineOptions } from "../engine-api.ts";
import type { FoundOffice } from "../office/find-office.ts";
import type { Launcher } from "./launcher.ts";
import { projectDir } from "./project-dir.ts";
import { type SandboxUsers, sandboxUsers } from "./sandbox-user.ts";

export interface LauncherOptions {
  cacheDir: string;
  scratchDir: string;
  office: FoundOffice | null;
  /** The program of a sandboxed process, relative to the project's folder. */
  program: string;
}

/** A kind of sandbox that may or may not work on this machine. */
export interface Candidate {
  name: string;
  /** @throws Error when this machine does not support it */
  open(): Promise<Launcher>;
}

/**
 * Returns the sandboxes to try, the strongest first. Running without a sandbox requires the setting "off"; "auto" never
 * falls back to it.
 */
export function candidates(sandbox: EngineOptions["sandbox"], options: LauncherOptions): Candidate[] {
  if (sandbox === "off") {
    return [{ name: "off", open: async () => (await import("./no-sandbox.ts")).noSandboxLauncher() }];
  }
  const { cacheDir, scratchDir, office, program } = options;
  for (const dir of [cacheDir, scratchDir]) {
    // The user of a sandboxed process must be able to enter the folder, whatever the umask is.
    if (mkdirSync(dir, { recursive: true }) !== undefined) chmodSync(dir, 0o711);
  }
  const users = sandboxUsers([...mustBeRead, join(projectDir, program), scratchDir, cacheDir]);
  const asOurselves = { next: null, note: "Documents are opened as root: with another user no sandbox could be made." };
  const userChoices: SandboxUsers[] = users.next ? [users, asOurselves] : [users];
  const common = { cacheDir, officeProgramDir: office?.programDir ?? null };
  const names = sandbox === "bubblewrap" || sandbox === "landlock" ? [sandbox] : (["bubblewrap", "landlock"] as const);
  return names.flatMap((name) =>
    userChoices.map((each) => ({ name, open: async () => (await launchers[name]())({ ...common, users: each }) })),
  );
}

const launchers = {
  bubblewrap: async () => (await import("./bubblewrap.ts")).bubblewrapLauncher,
  landlock: async () => (await import("./landlock.ts")).landlockLauncher,
};

const mustBeRead = [
  process.execPath,
  join(projectDir, "engine", "src", "sandbox", "sandbox-program.ts"),
  join(projectDir, "contracts", "src", "limits.ts"),
  join(projectDir, "node_modules", "koffi", "package.json"),
];
