/**
 * The child process in which LibreOffice runs, so that a crash of LibreOffice ends only this process. Arguments:
 * LibreOffice's `program` folder, a folder for its profile and temporary files, the locale. One JSON request per line
 * on standard input; one JSON answer per line on descriptor 3, since LibreOffice may print.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { messageOf } from "@sheaf/contracts/message-of.ts";
import { attempt } from "../attempt.ts";
import { type OfficeKitAnswer, type OfficeKitRequest, openOfficeKit } from "./office-kit.ts";
import { hardenedProfile } from "./profile.ts";

export type OfficeKitChildRequest = OfficeKitRequest | { warm: true };
/**
 * The first line contains LibreOffice's version or says why it cannot be loaded; after that, one line answers each
 * request: that to warm with the version again. `hasFonts` says whether this or an earlier document brought fonts.
 */
export type OfficeKitChildAnswer =
  | { version: string }
  | { unavailable: string }
  | (OfficeKitAnswer & { hasFonts: boolean });

const answers = 3;

function answer(value: OfficeKitChildAnswer): void {
  writeSync(answers, `${JSON.stringify(value)}\n`);
}

/**
 * Ends this process immediately: a normal exit of LibreOffice takes long and may crash, and there is nothing to save.
 */
function leave(): void {
  process.kill(process.pid, "SIGKILL");
}

const profileOf = (homeDir: string): string => join(homeDir, "profile");

/** Makes a new profile, without anything that a LibreOffice before this one has left in its own. */
function makeProfile(homeDir: string, locale: string): string {
  const profileDir = profileOf(homeDir);
  rmSync(profileDir, { recursive: true, force: true });
  mkdirSync(join(profileDir, "user"), { recursive: true });
  writeFileSync(join(profileDir, "user", "registrymodifications.xcu"), hardenedProfile(locale));
  return profileDir;
}

/** Whether LibreOffice has loaded fonts out of documents. It keeps their files here as long as it runs. */
function hasDocumentFonts(homeDir: string): boolean {
  const folder = join(profileOf(homeDir), "user", "temp", "embeddedfonts", "fromdocs");
  return (attempt(() => readdirSync(folder)) ?? []).length > 0;
}

const [programDir = "", homeDir = "", locale = ""] = process.argv.slice(2);
process.title = "sheaf-office";
try {
  const officeKit = openOfficeKit(programDir, makeProfile(homeDir, locale), locale);
  answer({ version: officeKit.version });
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) {
    const request = JSON.parse(line) as OfficeKitChildRequest;
    if ("warm" in request) {
      await officeKit.warm(join(homeDir, "warm.pdf"));
      answer({ version: officeKit.version });
    } else {
      const converted = await officeKit.convert(request);
      answer({ ...converted, hasFonts: hasDocumentFonts(homeDir) });
    }
  }
  leave();
} catch (error) {
  answer({ unavailable: messageOf(error) });
  leave();
}
