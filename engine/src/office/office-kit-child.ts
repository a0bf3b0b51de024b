/**
 * The child process in which LibreOffice runs, so that a crash of LibreOffice ends only this process. Arguments:
 * LibreOffice's `program` folder, a folder for its profile and temporary files, the locale. One JSON request per line
 * on standard input; one JSON answer per line on descriptor 3, since LibreOffice may print.
 */
import { mkdirSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { messageOf } from "@sheaf/contracts/message-of.ts";
import { type OfficeKitAnswer, type OfficeKitRequest, openOfficeKit } from "./office-kit.ts";
import { hardenedProfile } from "./profile.ts";

export type OfficeKitChildRequest = OfficeKitRequest | { warm: true };
/**
 * The first line contains LibreOffice's version or says why it cannot be loaded; after that, one line answers each
 * request: that to warm with the version again.
 */
export type OfficeKitChildAnswer = { version: string } | { unavailable: string } | OfficeKitAnswer;

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

function makeProfile(homeDir: string, locale: string): string {
  const profileDir = join(homeDir, "profile");
  mkdirSync(join(profileDir, "user"), { recursive: true });
  writeFileSync(join(profileDir, "user", "registrymodifications.xcu"), hardenedProfile(locale));
  return profileDir;
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
      answer(await officeKit.convert(request));
    }
  }
  leave();
} catch (error) {
  answer({ unavailable: messageOf(error) });
  leave();
}
