import { type ChildProcess, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { createInterface } from "node:readline";
import { ConvertError } from "../converter.ts";
import { nodeOptions } from "../sandbox/node-options.ts";
import { programs } from "../sandbox/programs.ts";
import { reduceBloatedPdf } from "./bloated-pdf.ts";
import { type Office, OfficeDied, type Printed } from "./office.ts";
import type { OfficeKitRequest } from "./office-kit.ts";
import type { OfficeKitChildAnswer, OfficeKitChildRequest } from "./office-kit-child.ts";
import { officeKitEnvironment } from "./office-kit-environment.ts";
import { picturesOf } from "./pdf-export.ts";

export interface OfficeKitClient extends Office {
  /**
   * Waits until LibreOffice has started.
   * @returns its version
   * @throws OfficeKitUnavailable
   */
  version(): Promise<string>;
  /** Loads everything that the first document of each type would otherwise wait for. */
  warm(): Promise<void>;
  /** Whether a document brought fonts, which LibreOffice would use for all later documents too. */
  hasDocumentFonts(): boolean;
  /** Ends LibreOffice. */
  close(): void;
}

/** LibreOfficeKit cannot be loaded on this machine; `soffice` may still work. */
export class OfficeKitUnavailable extends Error {}

/**
 * Starts LibreOffice in a child process and sends it one document at a time.
 * @param homeDir folder for LibreOffice's profile and temporary files
 */
export function startOfficeKit(programDir: string, homeDir: string, locale: string): OfficeKitClient {
  const child = spawn(process.execPath, [...nodeOptions, programs["office-kit-child"], programDir, homeDir, locale], {
    stdio: ["pipe", "ignore", "inherit", "pipe"],
    env: { ...process.env, ...officeKitEnvironment(homeDir) },
  });
  const answers = answersOf(child);
  const started = answers.next().then((first) => {
    if ("version" in first) return first.version;
    throw new OfficeKitUnavailable(
      "unavailable" in first ? first.unavailable : "LibreOfficeKit did not say its version.",
    );
  });
  started.catch(() => {}); // the error is reported to the first request for a document
  let last: Promise<unknown> = started;
  let hasFonts = false;

  /** Sends requests one after the other, also when calls overlap. */
  function ask(request: OfficeKitChildRequest): Promise<OfficeKitChildAnswer> {
    const answer = last
      .catch(() => {})
      .then(async () => {
        await started;
        child.stdin?.write(`${JSON.stringify(request)}\n`);
        return answers.next();
      });
    last = answer;
    return answer;
  }

  async function convert(request: OfficeKitRequest): Promise<Printed> {
    const answer = await ask(request);
    if (!("done" in answer)) throw new OfficeDied("LibreOffice responded to another request.");
    hasFonts = answer.hasFonts;
    // LibreOffice may report success without having written a file.
    if (answer.done && sizeOf(request.outPath) > 0) return answer;
    // LibreOffice asks for a password only when one was given.
    if (!answer.done && answer.askedForPassword)
      throw new ConvertError("password", "does not open with the password given. Enter its password or replace it.");
    if (!answer.done && answer.stage === "hidden")
      throw new ConvertError("empty", "has hidden slides only. Show the ones to be printed and replace the file.");
    throw new ConvertError("damaged", undefined, { cause: answer.done ? "LibreOffice wrote nothing" : answer.detail });
  }

  return {
    version: () => started,
    hasDocumentFonts: () => hasFonts,
    close: () => void child.kill("SIGKILL"),
    async warm() {
      await ask({ warm: true });
    },
    async toPdf(inPath, outPath, options) {
      const size = sizeOf(inPath);
      const pictures = picturesOf(size);
      const printed = await convert({ inPath, outPath, format: "pdf", pictures, ...options });
      if (pictures === "exact") await reduceBloatedPdf(outPath, size);
      return printed;
    },
    async toXlsx(inPath, outPath, options) {
      await convert({ inPath, outPath, format: "xlsx", ...options });
    },
  };
}

/** Returns the size of a file; 0 when it does not exist. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Reads the child's answers, one line for each call; rejects with OfficeDied when the child has ended. */
function answersOf(child: ChildProcess): { next(): Promise<OfficeKitChildAnswer> } {
  const channel = child.stdio[3];
  if (!channel || !("read" in channel)) throw new Error("The office process has no response channel.");
  const given: OfficeKitChildAnswer[] = [];
  let waiting: { resolve(answer: OfficeKitChildAnswer): void; reject(error: Error): void } | undefined;
  let ended: OfficeDied | undefined;
  createInterface({ input: channel }).on("line", (line) => {
    const answer = JSON.parse(line) as OfficeKitChildAnswer;
    if (waiting) waiting.resolve(answer);
    else given.push(answer);
    waiting = undefined;
  });
  const end = (what: string) => {
    ended ??= new OfficeDied(what);
    waiting?.reject(ended);
    waiting = undefined;
  };
  child.on("error", (error) => end(`LibreOffice could not be started: ${error.message}`));
  child.on("close", (status, signal) => end(`LibreOffice ended with ${signal ?? status}.`));
  child.stdin?.on("error", () => {}); // the end of the child is handled above
  return {
    next: () =>
      new Promise((resolve, reject) => {
        const answer = given.shift();
        if (answer) resolve(answer);
        else if (ended) reject(ended);
        else waiting = { resolve, reject };
      }),
  };
}
