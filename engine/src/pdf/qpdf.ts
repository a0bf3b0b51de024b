import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

export type QpdfOutcome = "whole" | "repaired" | "password" | "failed";

interface QpdfRun {
  status: number | null;
  output: string;
  messages: string;
}

/** Characters of qpdf's output that are kept. */
const longestMessage = 100_000;

/** Runs qpdf. The password is passed on standard input, because other users of the system can see command lines. */
function run(args: string[], password: string): Promise<QpdfRun> {
  return new Promise((resolve, reject) => {
    const child = spawn("qpdf", ["--password-file=-", ...args], { stdio: ["pipe", "pipe", "pipe"] });
    let output = "";
    let messages = "";
    child.stdout.on("data", (chunk) => {
      if (output.length < longestMessage) output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      if (messages.length < longestMessage) messages += chunk;
    });
    child.on("error", reject); // qpdf is not installed
    child.on("close", (status) => resolve({ status, output, messages }));
    child.stdin.on("error", () => undefined); // it may end before it has read the password
    child.stdin.end(`${password}\n`);
  });
}

/** Returns the page count that the file states, which may be wrong; undefined when qpdf cannot read it. */
export async function countPages(path: string, password: string): Promise<number | undefined> {
  const { status, output } = await run(["--show-npages", path], password);
  return status === 0 || status === 3 ? Number.parseInt(output, 10) : undefined;
}

/**
 * Writes a file without encryption, object streams and inherited page attributes. Streams are never unpacked, so
 * decompression bombs do no harm.
 * @param flattened also rewrites the page tree, which fails for some damaged files
 */
export async function normaliseWithQpdf(
  path: string,
  password: string,
  outPath: string,
  flattened: boolean,
): Promise<QpdfOutcome> {
  const { status, messages } = await run(
    [
      "--decrypt",
      "--object-streams=disable",
      "--stream-data=preserve",
      "--remove-unreferenced-resources=no",
      path,
      ...(flattened ? ["--pages", ".", "1-z", "--"] : []),
      outPath,
    ],
    password,
  );
  if (/invalid password/.test(messages)) return "password";
  if ((status !== 0 && status !== 3) || !existsSync(outPath) || retypesObjects(messages, path)) return "failed";
  return status === 3 && isDamage(messages) ? "repaired" : "whole";
}

/** Warnings about harmless faults that many programs write. */
const harmless = [
  "reported number of objects",
  "dictionary has duplicated key",
  "/Type key should be /Page",
  "appears more than once in the pages tree",
  "extraneous whitespace seen before xref",
  "stream keyword followed by",
  "expected endobj",
  "invalid /ID in trailer dictionary",
  "is direct; converting to indirect",
];
/** A warning about the cross-reference table, which is rewritten anyway. */
const unendedTable = /\(offset \d+\): input stream is complete but output may still be valid/;

function isDamage(messages: string): boolean {
  const warnings = messages.split("\n").filter((line) => line.startsWith("WARNING:"));
  return warnings.some((line) => !unendedTable.test(line) && !harmless.some((words) => line.includes(words)));
}

/**
 * Whether qpdf changed the type of other objects: it makes every kid of the page tree a page, even a shared font. Such
 * files are left to the other tools.
 */
function retypesObjects(messages: string, path: string): boolean {
  const retyped = [...messages.matchAll(/object (\d+) (\d+)[^\n]*\/Type key should be \/Page\b/g)];
  if (retyped.length === 0) return false;
  const text = readFileSync(path, "latin1");
  return retyped.some(([, number, generation]) => {
    const found = new RegExp(`\\b${number} ${generation} obj\\b([\\s\\S]{0,4000}?)\\bendobj\\b`).exec(text)?.[1];
    return found !== undefined && /\/Type\s*\/\w/.test(found) && !/\/(?:MediaBox|Contents|Parent)\b/.test(found);
  });
}
